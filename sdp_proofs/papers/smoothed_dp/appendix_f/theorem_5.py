"""Theorem 5, the smoothed half: as stated, as its proof sets epsilon, and what holds without asymptotics.

Items: Theorem 5.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.appendix_f import averages_instances as averages
from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import PLAIN_LOSS
from sdp_proofs.papers.smoothed_dp.appendix_f.step_1_3 import AS_SET
from sdp_proofs.papers.smoothed_dp.appendix_f.step_2 import FULL_SUPPORT
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Theorem 5", {
    "epsilon": "\\epsilon", "smoothed": "\\delta_{SDP}", "drawn": "(1 - (1 - 1/n)^T)", "x": "\\frac{1}{n}",
    "few": "\\Pr[\\min(M, n - M) \\le T]", "low": "\\Pr[M \\le cn/2]", "high": "\\Pr[M \\ge n - cn/2]",
}, {
    "smoothed": "privacy.smoothed.delta.smoothed_delta", "drawn": "privacy.bounds.published.dp_delta_with_replacement",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Sampling with replacement")

EVENTUALLY = "exp(-Theta(n)) is read as: below 1/n, and below 1/(2n), from some n on"


SECTION.claim(
    "smoothed-half-with-positivity-on-the-support",
    "Theorem 5 for sources that are strictly positive on their own support",
    "For any strictly positive set of sources (a source gives at least c to each type *of its support*, the "
    "definition of Section 5.1) and T = o(n), delta_SDP at epsilon = 1 + 2T/n is exp(-Theta(n)).",
    "smoothed < x",
    on_instances(CERTIFIED, GRID, "one certain type", "n up to 1000, T = 1 and 2", averages.certain_records),
    kind="theorem", silent=EVENTUALLY,
    fails=instance(
        "The only source gives the first of two types probability 1, which is strictly positive with c = 1. Every "
        "database then lacks the other type, and delta_SDP = 1 - (1 - 1/n)^T >= 1/n at every epsilon and every n; "
        "here n = 2, T = 1.", "n = 2; T = 1; E = 8", PLAIN_LOSS, given="E >= exp(1 + 2 * T / n)",
        at={"smoothed": "delta(n)", "x": "1 / n"},
    ),
    wrong="The definition of Section 5.1 asks for positivity on the support only; the proof uses that every type "
    "has probability at least c ('any event').", cost="Full support: every source gives every type at least c.",
    defect="missing hypothesis", search=over(
        {"n": Integers(2, 40), "T": Integers(1, lambda at: at["n"]), "share": Rationals(1, 1)}, averages.searched,
        climbs=False,
    ),
)  # fmt: skip

SECTION.claim(
    "smoothed-half-as-the-proof-sets-epsilon", "Theorem 5 at epsilon = 2T/n = o(1)",
    "The theorem is stated at epsilon = 1 + 2T/n, and there it holds; its proof sets 2T/n = o(1) 'in all following "
    "proofs'. Read here as what the proof would show: that delta_SDP at epsilon = 2T/n is exp(-Theta(n)).",
    "smoothed < x/2",
    on_instances(CERTIFIED, GRID, "single draws", "T = 1, n = 4 to 30", averages.at_twice_the_rate),
    at="App. F, Step 1.3", kind="reading", silent=(EVENTUALLY, FULL_SUPPORT, AS_SET),
    parameters={"share": Fraction(1, 8), "factor": 2},
    fails=instance(
        "T = 1 and one source that gives the two types 1/8 and 7/8: delta_SDP at epsilon = 2/n is at least 2/(3n) "
        "for every n >= 4 (its own claim); here n = 4.", "n = 4; T = 1; E = exp(2 * T / n)", PLAIN_LOSS,
        "average = sum(comb(n, H) * (1/8)**H * (7/8)**(n - H) * delta(H) for H in range(n + 1))",
        at={"smoothed": "average", "x": "1 / n"},
    ),
    wrong="The theorem says epsilon = 1 + 2T/n, its proof computes with 2T/n. At 2T/n it is false: with one draw "
    "delta_SDP is of the order 1/n.",
    cost="epsilon >= 1; at epsilon = 2T/n, delta_SDP falls exponentially in T instead of n.", defect="wrong constant",
    search=over(
        {"n": Integers(4, 40), "share": Rationals(0, Fraction(1, 2), open_low=True)}, averages.searched, climbs=False,
    ),
)  # fmt: skip

OWN.claim(
    "single-draw-loses-a-constant-share-at-twice-the-rate",
    "one draw, a source with share 1/8, epsilon = 2/n: delta_SDP >= 2/(3n) for every n >= 4",
    "With one draw delta(M) is at least $(1 - (E-1) M)/n$, so a source with share 1/8 has $\\delta_{SDP} \\ge "
    "\\frac{1}{n} - \\frac{E-1}{8}$, at least $\\frac{2}{3n}$ at $E = e^{2/n}$ for all n >= 4.",
    "smoothed >= 2*x/3",
    in_steps(
        # a records of n, the mean of which is n/8.
        "one event, averaged",
        about(
            Formula("a*x - odds*(a - 1)*x >= (1 - (odds - 1)*a)*x", ["a", "x", "odds"]),
            by_solver("the event that the type is drawn", "And(odds >= 1, x >= 0)"),
        ), about(
            lambda claim: Formula(f"x - (exp(2*x) - 1)*({claim.parameters['share']}) >= 2*x/3", ["x"]),
            on_box("the linear bound", {"x": "(0, 1/4]"}),
        ),
        by_solver("averaged over databases", [
            "And(0 < x, x <= 1/4)", shown("the linear bound"),
            lifted(
                "averaging", "smoothed >= x - (exp(2*x) - 1)/8", shown("the event that the type is drawn"),
                cite("loss-of-an-absent-type-with-replacement"),
            ),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "exact averages", "n = 4 to 30", averages.at_twice_the_rate),
    given=("T = 1, epsilon = 2/n and n >= 4", "some source gives one of two types the share 1/8"),
    parameters={"share": Fraction(1, 8), "factor": 2},
    mutants={"nine tenths of 1/n": ("2*x/3", "9*x/10"), "share 1/2": {"share": Fraction(1, 2)}},
)  # fmt: skip

OWN.claim(
    "no-loss-with-replacement-below-a-share-of-the-records",
    "outputs that show a type at most epsilon (a-1) times contribute nothing",
    "If one of a records of a type turns into another type that b records have, an output that shows the first type "
    "$h \\le \\epsilon (a-1)$ times has no likelihood ratio above $e^{\\epsilon}$. So delta(H) = 0 if every type has "
    "at least $1 + T/\\epsilon$ records; at epsilon >= 1, if every type has more than T.",
    "epsilon + h*log((a - 1)/a) + k*log((b + 1)/b) >= 0",
    by_solver("tangents of the logarithm", "And(a > 1, b > 0, h >= 0, k >= 0, h <= epsilon*(a - 1))"),
    on_instances(CERTIFIED, GRID, "h = epsilon (a-1)", "a <= 8, h <= 8, k <= 3", averages.at_the_level),
    given="h <= epsilon (a - 1)", parameters={"slack": 0},
    mutants={"epsilon a for epsilon (a-1)": {"slack": 1}, "epsilon (a - 1/4)": {"slack": Fraction(3, 4)}},
    generated="none", trust="sum-over-outputs",
    note="If the type that gains is absent, b = 0, every possible output has k = 0, and there is no third term: the "
    "formula at k = 0, with any b, says the same.",
)  # fmt: skip

def rare_or_nothing(*kernels: str) -> Check:
    """Only databases with a type of at most cn/2 records have a delta above 0, at most `drawn`; by these claims."""
    return by_solver("a rare type, or delta zero", [
        "And(0 < c, c <= 1/2, m >= 1, n >= 0, 0 <= drawn, drawn <= 1)",
        lifted(
            "averaging", "smoothed <= few*drawn", cite("no-loss-with-replacement-below-a-share-of-the-records"),
            cite("worst-case-with-replacement-is-the-chance-of-being-drawn"), *map(cite, kernels),
        ), cite("tails-of-the-record-count"), defined("number", "m"),
        summed("few <= number*low", {"few": "chance", "number": "1"}, each="chance", where="chance <= low"),
    ])  # fmt: skip


_FEW = on_instances(CERTIFIED, GRID, "small averages", "n <= 12, T <= cn/2, c in {1/4, 1/3, 1/2}", averages.few_draws)
FEW_DRAWS = SECTION.derivation(
    "average-while-draws-are-few", "The average over databases at epsilon >= 1, if T <= cn/2",
    line(
        "smoothed", "<=", "few*drawn", Rule.CASE_SPLIT, _FEW, mutants={"half of the right side": "few*drawn/2"},
        note="delta is 0 if each type has more than T records; otherwise at most the worst case.",
    ),
    line(
        "<=", "(low + high)*drawn", Rule.UNION_BOUND, _FEW, mutants={"half of the right side": "(low + high)*drawn/2"},
        note="T <= cn/2.",
    ),
    line(
        "<=", "2*drawn*exp(-c*n/8)", Rule.THEOREM, _FEW, reference="Markov's inequality for 2^-M",
        mutants={"sixteen times the exponent": "2*drawn*exp(-2*c*n)"},
    ),
)  # fmt: skip

SECTION.claim(
    "smoothed-loss-with-replacement-exponentially-small",
    "delta_SDP <= m (1 - (1-1/n)^T) exp(-cn/8) for every epsilon >= 1, if T <= cn/2",
    "If every source gives each of m types at least c, $T \\le cn/2$ and $\\epsilon \\ge 1$, then with replacement "
    "$\\delta_{SDP} \\le m\\,(1 - (1-1/n)^T)\\, e^{-cn/8}$, without asymptotics. For T = o(n) the first condition "
    "holds for large n, and $1 + 2T/n \\ge 1$: the smoothed half of Theorem 5.",
    "smoothed <= m*drawn*exp(-c*n/8)",
    rare_or_nothing(),
    on_instances(
        CERTIFIED, SAMPLE, "sizes and shares at random, all mixtures",
        "two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n, seed 20230723", averages.averages_at_random,
    ),
    on_many_instances(
        CERTIFIED, "many sizes and shares at random", "two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n",
        averages.averages_at_random, seed=20_230_726,
    ),
    kind="theorem", given=("T <= cn/2, which T = o(n) implies for large n", "epsilon >= 1"),
    silent=FULL_SUPPORT, fidelity="reconstructed",
    mutants={"twelve times the exponent": ("-c*n/8", "-3*c*n/2"), "direction turned": ("<=", ">")}, generated="none",
    repairs=("smoothed-half-with-positivity-on-the-support", "smoothed-half-as-the-proof-sets-epsilon"),
    derivation=FEW_DRAWS,
    note="No database in which each type has more than T records has a delta above 0 at epsilon >= 1; the others have "
    "exponentially small probability, and the worst case bounds their delta. From below, delta_SDP is at least "
    "$(1-p)^n (1 - (1-1/n)^T)$, p being the least probability of a type. At an epsilon of the order of T/n: "
    "smoothed-loss-with-replacement-at-small-epsilon.",
)  # fmt: skip

OWN.claim(
    "draws-below-epsilon-times-half-of-the-least-share",
    "if epsilon >= T/(cn/2 - 1) and a > cn/2 then every h <= T is at most epsilon (a - 1)",
    "No output shows a type more than T times. So if the type has more than cn/2 > 1 records and $\\epsilon (cn/2 - "
    "1) \\ge T$, every output shows it at most $\\epsilon (a - 1)$ times, and delta is 0.",
    "Implies(And(c*n/2 > 1, h <= T, a > c*n/2, epsilon*(c*n/2 - 1) >= T, T >= 0), h <= epsilon*(a - 1))",
    by_solver("all sizes", []),
    mutants={"half of epsilon": ("h <= epsilon*(a - 1)", "h <= epsilon*(a - 1)/2"), "a - 2": ("a - 1", "a - 2")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "smoothed-loss-with-replacement-at-small-epsilon",
    "delta_SDP <= m (1 - (1-1/n)^T) exp(-cn/8) for every epsilon >= T/(cn/2 - 1), if cn > 2",
    "If every source gives each of m types at least c, cn > 2 and $\\epsilon \\ge T/(cn/2 - 1)$, then with "
    "replacement $\\delta_{SDP} \\le m\\,(1 - (1-1/n)^T)\\, e^{-cn/8}$, for any number of draws. For T = o(n) that "
    "is an epsilon of the order of T/n, where Theorem 5 asks for 1 + 2T/n.",
    "smoothed <= m*drawn*exp(-c*n/8)",
    rare_or_nothing("draws-below-epsilon-times-half-of-the-least-share"),
    on_instances(
        CERTIFIED, SAMPLE, "sizes and shares at random, all mixtures",
        "two types, n <= 60, the least epsilon, seed 20261122", averages.small_epsilons,
    ),
    kind="theorem", given="cn > 2, epsilon >= T/(cn/2 - 1)", silent=FULL_SUPPORT, fidelity="reconstructed",
    mutants={"fifty times the exponent": ("-c*n/8", "-50*c*n/8"), "direction turned": ("<=", ">")}, generated="none",
    trust=("independent-records", "exponential-markov"),
)  # fmt: skip

