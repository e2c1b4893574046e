"""Sequential composition: the sum of the budgets, the least delta at it, and correlated outputs."""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.properties.small_mechanisms import KEYED
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Composition", {
    "both": "d", "total": "t", "gained": "g", "loss": "\\ell", "p": "p", "q": "q", "r": "r", "s": "s",
    "E": "e^{\\epsilon}", "F": "F", "first": "\\delta_1(x)", "second": "\\delta_2(x)",
    "together": "\\delta_{[2]}(x)", "a": "a", "b": "b", "k": "K", "one": "\\delta_1", "two": "\\delta_2",
}, {
    **dict.fromkeys(("together", "first", "second"), "privacy.definition.database_delta"),
    **dict.fromkeys(("one", "two"), "any probability"),
})  # fmt: skip
PAIR = "Max(0, p*r - E*F*q*s) <= Max(0, p - E*q)*r + p*Max(0, r - F*s)"
OF_TWO = by_sums(
    "two algorithms",
    {
        "together": "Sum(a, Sum(b, Max(0, p*r - E*F*q*s)))", "first": "Sum(a, Max(0, p - E*q))",
        "second": "Sum(b, Max(0, r - F*s))",
    },
    ["And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)", "Sum(a, p) == 1", "Sum(b, r) == 1"],
    "over a: first >= 0",
    "over b: second >= 0",
    "over b: Sum(b, Max(0, p*r - E*F*q*s)) <= Max(0, p - E*q)*Sum(b, r) + (p - Max(0, p - E*q))*second",
    "over a: together <= first + (Sum(a, p) - first)*second",
    each={"a": "p q", "b": "r s"},
)
"""Two algorithms with independent coins: their delta at the product of the odds, over pairs of outputs."""
ANY_NUMBER = about(SECTION.formula("p <= E*q"), by_induction(
    "one algorithm after the other", {"p": "1", "q": "1", "E": "1"}, {"p": "p*r", "q": "q*s", "E": "E*F"},
    ["And(r >= 0, s >= 0, F >= 1, r <= F*s)"], inputs=["r", "s", "F"], keeps=["And(p >= 0, q >= 0, E >= 1)"],
))  # fmt: skip
"""Any number of algorithms with pure budgets: outputs of all of them, and the product of the odds."""
OF_EVENTS = about(SECTION.formula("p <= E*q"), by_solver("events", [cite("single-outputs-suffice-for-pure-privacy")]))
"""What holds of single outputs holds of all events, at whatever odds."""

ONE_MORE = {"next": "\\delta_{[K+1]}", "both": "\\delta_{[K]}", "one": "\\delta_{K+1}"}

SECTION.claim(
    "simple-composition", "K algorithms with independent coins are (sum_k epsilon_k, sum_k delta_k)-DP together",
    "For a pair of outputs with the probabilities p, q and r, s at D and D', and the odds E and F, $\\max(0, pr - "
    "EFqs) \\le \\max(0, p - Eq) r + p \\max(0, r - Fs)$. Summed over outputs this is $\\delta_1 + \\delta_2$; one "
    "more algorithm adds its epsilon to the exponent and its $\\delta$ to the sum.",
    "both <= total",
    in_steps(
        "a pair of outputs, all events, then one algorithm after the other",
        about(SECTION.formula(PAIR), by_solver(
            "a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)",
        )),
        about(SECTION.formula("together <= first + second"), OF_TWO),
        about(Formula("next <= both + one", ONE_MORE), by_solver("one more algorithm", [lifted(
            "sum-over-outputs", "next <= both + one", shown("a pair of outputs"),
            cite("best-event-takes-the-positive-terms"),
        )])),
        by_induction(
            "one algorithm after the other", {"both": "none", "total": "none"},
            {"both": "next", "total": "total + one"}, [], inputs=["next", "one"], each=[shown("one more algorithm")],
        ),
    ), at="Composition, theorem", kind="theorem", symbols={"both": "\\delta_{[K]}", "total": "\\sum_k \\delta_k"},
    means={"both": "any delta of a composition", "total": "any sum of deltas"},
    silent=(
        "'independently chosen' must mean that the coins of the algorithms are independent: algorithms that share "
        "coins are another matter, see below",
        "outputs form a countable set; others have densities",
    ), trust=("induction", "countable-sums", "densities"), generated="none",
    mutants={"half the sum": ("total", "total/2"), "strictly": ("<=", "<")},
)  # fmt: skip

SECTION.claim(
    "composition-of-pure-budgets-from-the-definition",
    "the pure case follows from the definition: p <= e^eps_1 q and r <= e^eps_2 s give p r <= e^(eps_1 + eps_2) q s",
    "With $\\delta_k = 0$ the ratios of independent outputs multiply.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s)",
    and_so(
        by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), ANY_NUMBER,
        OF_EVENTS,
    ), at="Composition, proof",
    kind="proof-step", trust="induction", silent="the coins are independent",
    mutants={"the larger one": ("E*F*q*s", "Max(E, F)*q*s"), "one of them": (", r <= F*s", "")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "composed-deltas-combine-like-failures",
    "the best delta at the sum of the budgets is 1 - prod_k (1 - delta_k), below the printed sum",
    "At the printed epsilon the printed delta is not the least that holds: $1 - \\prod_k (1 - \\delta_k)$ holds as "
    "well, and is smaller as soon as two of the $\\delta_k$ are positive.",
    "And(together <= 1 - (1 - first)*(1 - second), 1 - (1 - first)*(1 - second) <= first + second)",
    and_so(
        OF_TWO,
        about(SECTION.formula("And(both <= 1 - keep, 1 - keep <= total)"), by_induction(
            "one algorithm after the other", {"both": "0", "keep": "1", "total": "0"},
            {"both": "1 - (1 - both)*(1 - one) - slack", "keep": "keep*(1 - one)", "total": "total + one"},
            ["And(0 <= one, one <= 1, slack >= 0)"], inputs=["one", "slack"], keeps=["0 <= keep", "keep <= 1"],
        )),
        about(SECTION.formula("Implies(And(one > 0, two > 0), 1 - (1 - one)*(1 - two) < one + two)"),
              by_solver("two that are positive", [])),
    ), at="Composition, theorem", kind="project", trust=("induction", "countable-sums"), generated="none",
    symbols={"keep": "\\prod_k (1 - \\delta_k)", "both": "\\delta_{[K]}", "total": "\\sum_k \\delta_k"},
    means={"both": "any delta of a composition", "total": "any sum of deltas"},
    mutants={"the larger one": ("together <= 1 - (1 - first)*(1 - second)", "together <= Max(first, second)")},
    silent=("the coins are independent", "outputs form a countable set"),
)  # fmt: skip

SECTION.claim(
    "algorithms-that-leak-attain-it",
    "algorithms that publish the data with probability delta_k attain 1 - prod_k (1 - delta_k)",
    "Algorithm k publishes its dataset with probability $\\delta_k$ and else nothing: at neighbours the event that "
    "one of two algorithms publishes has probability $1 - (1 - \\delta_1)(1 - \\delta_2)$, and shows something that "
    "the neighbour never shows. No epsilon lowers that.",
    "one*two + one*(1 - two) + (1 - one)*two == 1 - (1 - one)*(1 - two)",
    and_so(
        by_identity("all deltas", ""),
        about(Formula("some == 1 - keep", ["some", "keep"]),
              by_induction("one algorithm after the other", {"some": "0", "keep": "1"},
                           {"some": "some + (1 - some)*one", "keep": "keep*(1 - one)"}, [], inputs=["one"])),
    ), at="Composition, theorem", kind="project",
    mutants={"the sum": ("1 - (1 - one)*(1 - two)", "one + two"), "one of them": ("one*two + ", "")},
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "composition-holds-for-correlated-outputs",
    "the result on composition is worst-case, over outputs that are correlated",
    "The slide on parallel composition says that the previous result is worst-case and assumes correlated outputs: it "
    "holds whatever the correlation of the outputs, their noise included, so that the deltas add up "
    "for outputs that share their noise, too.",
    "together <= total",
    on_instances(EXACT, GRID, "a common key", "all pairs of bits of record and key", KEYED),
    at="Composition, correlated outputs", symbols={"total": "\\sum_k \\delta_k"},
    means={"total": "papers.smoothed_dp.properties.small_mechanisms.two_tables"}, fails=instance(
        "One bit x. The first algorithm outputs a uniform bit, the second one x plus the same bit modulo 2. Each "
        "output alone is uniform, whatever x; both together give x away.",
        "law = lambda x, a, b: sum(1/2 if a == key and b == (x + key) % 2 else 0 for key in range(2)); alone = lambda "
        "x, a: sum(law(x, a, b) for b in range(2)); also = lambda x, b: sum(law(x, a, b) for a in range(2)); first = "
        "sum(max(0, alone(1, a) - alone(0, a)) for a in range(2)); second = sum(max(0, also(1, b) - also(0, b)) for b "
        "in range(2)); together = sum(max(0, law(1, a, b) - law(0, a, b)) for a in range(2) for b in range(2))",
        at={"total": "first + second"},
    ),
    wrong="Outputs may depend on the same data, but the noise must be independent: with shared coins two outputs that "
    "are private alone are a one-time pad and its key.",
    cost="None for what will be meant: outputs that are correlated through the data.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "outputs-of-independent-coins-may-depend-on-the-same-data",
    "what holds: outputs may all depend on the whole dataset, if the coins are independent",
    "The theorem assumes nothing on how the answers depend on the data: at every dataset the outputs are independent, "
    "and one more of them adds its delta.",
    "together <= first + second",
    OF_TWO, at="Composition, correlated outputs", fidelity="reconstructed", generated="none",
    mutants={"the larger one": ("first + second", "Max(first, second)")}, silent="the coins are independent",
    repairs="composition-holds-for-correlated-outputs",
)  # fmt: skip
