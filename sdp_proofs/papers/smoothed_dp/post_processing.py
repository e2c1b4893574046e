"""Proposition 4, post-processing, and its proof (Appendix D.1).

Items: Proposition 4.
"""

from __future__ import annotations

from itertools import product

from sdp_proofs.distributions.finite import histograms
from sdp_proofs.papers.smoothed_dp import small_mechanisms as small
from sdp_proofs.papers.smoothed_dp.small_mechanisms import ROWS, every, fractions, laws, shares
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

HALVES, ODDS = fractions("0 1/2 1"), fractions("1 2")
DELTAS = dict.fromkeys(("after", "before"), "privacy.definition.database_delta")
PROBABILITIES = dict.fromkeys("pqkl", "any probability")
SECTION = Section(SMOOTHED_DP, "Proposition 4", {
    "after": "\\delta_{f \\circ M}", "before": "\\delta_{M}", "pushed": "\\Pr[f(M(x)) \\in S]",
    "pulled": "\\Pr[M(x) \\in T]", "distance": "\\min_T \\max_x |\\Pr[f(M(x)) \\in S] - \\Pr[M(x) \\in T]|",
    "p": "P(a)", "q": "P(b)", "k": "k_{a,c}", "l": "k_{b,c}", "u": "k_{a,d}", "v": "k_{b,d}",
    "s": "\\mathbf{1}[c \\in S]", "t": "\\mathbf{1}[d \\in S]",
}, {
    **DELTAS, **PROBABILITIES, "pushed": "mechanisms.composition.PostProcessed",
    "pulled": "mechanisms.finite.DatabaseTable",
    "distance": "papers.smoothed_dp.small_mechanisms.distance",
})  # fmt: skip
STEPS = Section(SMOOTHED_DP, "App. D.1", {
    "pushed": "\\Pr[f(M(x)) \\in S]", "other": "\\Pr[f(M(x')) \\in S]", "pulled": "\\Pr[M(x) \\in T]",
    "pulled_other": "\\Pr[M(x') \\in T]", "odds": "e^{\\epsilon}", "delta": "\\delta_{\\epsilon,M}(x)",
    "there": "d_{f \\circ M}(x, x')", "back": "d_{f \\circ M}(x', x)", "a": "\\delta_{f \\circ M}(x)",
    "b": "\\delta_{f \\circ M}(y)", "c": "\\delta_M(x)", "d": "\\delta_M(y)", "w": "\\Pr[x]", "v": "\\Pr[x|\\vec\\pi']",
    "p": "P(a)", "q": "P(b)", "k": "k_{a,S}", "l": "k_{b,S}", "x": "P(a) - E P'(a)", "g": "k_{a,S}",
})  # fmt: skip


SCOPE = "one binary record, two outputs of denominators up to 4, all functions and events, odds 1 and 2"
PRINTED, MEANT = (
    on_instances(EXACT, GRID, "functions and events", SCOPE, every(small.event(whole), **small.EVENTS))
    for whole in (True, False)
)
WEIGHTS = "And(0 <= w, w <= 1, 0 <= v, v <= 1)"
BOTH_DIRECTIONS = line(
    "And(there <= delta, back <= delta, delta >= 0)", "implies", "Max(0, there, back) <= delta", Rule.DEFINITION,
    by_solver("all reals", []), part="Both directions and every neighbour",
    mutants={"strictly": ("<=", "<"), "one direction only": ("back <= delta, ", "")},
)  # fmt: skip
AVERAGED = (
    line(
        "And(a <= c, b <= d)", "implies",
        "And(w*a + (1 - w)*b <= w*c + (1 - w)*d, v*a + (1 - v)*b <= v*c + (1 - v)*d)", Rule.EXPECTATION,
        by_solver("all weights", WEIGHTS), part="Averages, and the largest average",
        mutants={"one database only": (", b <= d", ""), "strictly": ("<= w*c", "< w*c")},
    ),
    line(
        "And(w*a + (1 - w)*b <= w*c + (1 - w)*d, v*a + (1 - v)*b <= v*c + (1 - v)*d)", "implies",
        "Max(w*a + (1 - w)*b, v*a + (1 - v)*b) <= Max(w*c + (1 - w)*d, v*c + (1 - v)*d)", Rule.MONOTONICITY,
        by_solver("all weights", WEIGHTS),
        mutants={"the smallest average": ("<= Max", "<= Min"),
                 "one assignment only": (", v*a + (1 - v)*b <= v*c + (1 - v)*d)", ")")},
    ),
)  # fmt: skip
"""Also the end of the proof of Proposition 6."""

SECTION.claim(
    "post-processing-merges-positive-parts",
    "no function of the output, deterministic or randomised, raises the delta of any database",
    "Let f turn output a into a result c with probability $k_a$, and let $x_a = P(a) - E P'(a)$. For every result "
    "$\\max(0, \\sum_a k_a x_a) \\le \\sum_a k_a \\max(0, x_a)$. Summed over the results, $d_{f \\circ M}(x, x') "
    "\\le d_M(x, x')$ in both directions, so $\\delta_{f \\circ M}(x) \\le \\delta_M(x)$ at every database, and the "
    "same on average under every assignment of sources.",
    "after <= before",
    in_steps(
        "one result after the other",
        # A function that sees the record adds what is in no output: E times the sum of (k_a - c_a) P'(a).
        about(
            lambda claim: Formula(f"Max(0, value + {int(claim.parameters['sees'])}*leak) <= parts",
                                  ["value", "leak", "parts"]),
            by_induction(
                "one result, one output after the other", {"value": "0", "parts": "0"},
                {"value": "value + k*(p - odds*q)", "parts": "parts + k*Max(0, p - odds*q)"}, ["k >= 0"],
                inputs=["k", "p", "q"],
            ),
        ),
        # The sum over the results of the parts of one is that of the positive parts: every output has some result.
        by_solver("all results", [summed(
            "after <= before", {"after": "Max(0, value)", "before": "parts"},
            shown("one result, one output after the other"), cite("best-event-takes-the-positive-terms"),
            each="value parts leak p q take",
        )]),
    ),
    on_instances(
        EXACT, GRID, "one record",
        "all pairs of laws on three outputs with denominators up to 2, 27 kernels to two results, two odds",
        every(small.one_record, first=laws(3, 2), second=laws(3, 2), odds=ODDS,
              into_0=tuple(product(HALVES, repeat=3))),
    ),
    on_instances(
        EXACT, GRID, "two records, smoothed",
        "all tables of probabilities 0, 1/2, 1 on two binary records, four kernels, one source",
        every(small.two_records, **dict.fromkeys(ROWS, HALVES), kernel_0=fractions("1 0"),
              kernel_1=fractions("1/3 3/4"), share=fractions("1/3"), odds=fractions("3/2")),
    ),
    silent=(
        "f sees the output only: neither the database nor the randomness of the mechanism",
        "outputs form a countable set; others by the same inequality between densities",
    ), parameters={"sees": False},
    mutants={"nine tenths": ("before", "9/10*before"), "f may see the record": {"sees": True}},
    trust=("induction", "countable-sums", "densities", "averaging"),
    search=over(
        shares(*ROWS, "kernel_0", "kernel_1", "share", odds=Rationals(1, 6)), small.two_records, climbs=False,
    ),
    derivation=STEPS.derivation(
        "post-processing-repaired",
        "Post-processing of deterministic functions by preimages, of randomised ones as averages of these",
        line("pushed", "=", "pulled", Rule.DEFINITION, MEANT, part="Deterministic f",
             note="T is the set of all y with f(y) in S. For all laws: the claim probability-of-a-preimage.",
             mutants={"strictly less": "<", "twice it": "2*pulled"}),
        line("<=", "odds*pulled_other + delta", Rule.DEFINITION, MEANT,
             note="For all laws: the claim best-event-takes-the-positive-terms.",
             mutants={"without delta": (" + delta", ""), "strictly": "<"}),
        line("=", "odds*other + delta", Rule.DEFINITION, MEANT,
             mutants={"the complement": ("other", "(1 - other)"), "strictly less": "<"}),
        line("k*p + l*q", "=", "k*l*(p + q) + k*(1 - l)*p + (1 - k)*l*q + (1 - k)*(1 - l)*0", Rule.EXPECTATION,
             by_identity("all reals", ""), silent="the randomness of f is its own",
             part="Randomised f: an average over deterministic ones",
             note="A randomised f is a deterministic one drawn beforehand; of two outputs either, both or none is "
             "mapped into S.",
             mutants={"only the function that keeps both": "k*l*(p + q)",
                      "the sets exchanged": "k*l*(p + q) + k*(1 - l)*q + (1 - k)*l*p"}),
        line("g*x", "<=", "Max(0, x)", Rule.MONOTONICITY, by_solver("all weights", "And(0 <= g, g <= 1)"),
             part="Randomised f, without preimages",
             note="The same at once: an output enters with a weight instead of being in or out.",
             mutants={"strictly": "<", "half of it": "Max(0, x)/2"}),
        BOTH_DIRECTIONS, *AVERAGED,
    ),
    note="A function that sees the record, 'extra knowledge about the database' in the words before the "
    "proposition, can release it.",
)  # fmt: skip

SECTION.claim(
    "winners-are-no-less-private-than-the-sampled-votes",
    "post-processing bounds the delta of other mechanisms: plurality on a sample against its histogram",
    "The winners of a sampled plurality election are a function of the sampled histogram, so that $\\delta(x)$ of the "
    "histogram bounds that of the winners. A histogram with $x_a = P(a) - E P'(a)$ that elects c, which has $y_c$ so "
    "far, adds $\\max(0, y_c + x_a) - \\max(0, y_c)$ to the delta of the winners, and no less, $\\max(0, x_a)$, to "
    "that of the histogram.",
    "after <= before",
    on_instances(
        EXACT, GRID, "sampled elections", "three candidates, n <= 5, all T, two odds",
        every(
            small.winners, counts=[counts for n in range(1, 6) for counts in histograms(n, (n,) * 3)],
            draws=range(1, 6), odds=ODDS,
        ),
    ), at="Sec. 4", mutants={"at most half": ("before", "before/2")},
    search=over(
        {
            "records": Integers(1, 6), "counts": Compositions(lambda at: at["records"], 3),
            "draws": Integers(1, lambda at: at["records"]), "odds": Rationals(1, 20),
        }, small.winners, climbs=False,
    ), note="Any other rule that counts the sampled votes elects by a function of the histogram as well.",
)  # fmt: skip

SECTION.claim(
    "preimage-of-all-results", "Pr[f(M(x)) in S] = Pr[M(x) in T] with T = {y : f(y) in A'}",
    "With $T = \\{y \\in A : f(y) \\in A'\\}$, as printed, $\\Pr[f(M(x)) \\in S] = \\Pr[M(x) \\in T]$ for every set "
    "$S \\subseteq A'$ of results.",
    "pushed == pulled",
    PRINTED, at="App. D.1, preimage", fails=instance(
        "One binary record, always 0, released as it is, f the identity and S = {1}: f(M(x)) is never in S, and M(x) "
        "is always in T, as f(y) is one of the results whatever y.",
        "f = (0, 1); P = (1, 0); results = (0, 1); S = (1,); among = lambda y, set: any(y == z for z in set); chance "
        "= lambda set: sum(P[y] for y in range(2) if among(f[y], set))",
        given="sum(P) == 1; all(among(c, results) for c in S)", at={"pushed": "chance(S)", "pulled": "chance(results)"},
    ),
    wrong="The set T is printed as the preimage of all results A', which is every output; the preimage of S is meant.",
    cost="None: read f(y) in S for f(y) in A'.", defect="typo", derivation=STEPS.derivation(
        "post-processing-as-printed", "Post-processing, with T the preimage of all results",
        line(
            "pushed", "=", "pulled", Rule.DEFINITION, PRINTED, holds=False,
            note="T is printed as the set of all y with f(y) in A', which are all outputs; f(y) in S is meant. For a "
            "randomised f there is no such set at all.", mutants={"half of it": "pulled/2", "at least": ">="},
        ), line(
            "<=", "odds*pulled_other + delta", Rule.DEFINITION, PRINTED,
            mutants={"without delta": ("delta", "-1"), "strictly": "<"},
        ), line(
            "=", "odds*other + delta", Rule.DEFINITION, PRINTED, holds=False,
            mutants={"the other way": ("+ delta", "- delta"), "at most": "<="},
        ), BOTH_DIRECTIONS, *AVERAGED, source="App. D.1",
    ),
)  # fmt: skip

SECTION.claim(
    "probability-of-a-preimage", "Pr[f(M(x)) in S] = sum_a P(a) Pr[f(a) in S]",
    "The probability that f(M(x)) is in S is the sum over outputs of $P(a) \\Pr[f(a) \\in S]$. For a deterministic f "
    "these weights are 0 or 1, and it is $\\Pr[M(x) \\in T]$ with $T = \\{y : f(y) \\in S\\}$.",
    "s*(k*p + l*q) + t*(u*p + v*q) == p*(s*k + t*u) + q*(s*l + t*v)",
    and_so(
        by_identity("two outputs, two results, all reals", ""),
        about(Formula("pushed == pulled", ["pushed", "pulled"]), by_sums(
            "all results in S, all outputs", {"pushed": "Sum(c, Sum(a, k*p))", "pulled": "Sum(a, p*Sum(c, k))"}, [],
            "over a: pulled == Sum(a, Sum(c, k*p))", each={"a": "p", "a c": "k"},
        )),
    ), at="App. D.1, preimage",
    silent=("the randomness of f is independent of that of the mechanism", "outputs form a countable set"),
    fidelity="typo-corrected",
    mutants={"one result left out": ("q*(s*l + t*v)", "q*s*l")}, trust="countable-sums",
)  # fmt: skip

SECTION.claim(
    "preimage-of-the-results-asked-for", "Pr[f(M(x)) in S] = Pr[M(x) in T] with T = {y : f(y) in S}",
    "For a deterministic f and $T = \\{y \\in A : f(y) \\in S\\}$, $\\Pr[f(M(x)) \\in S] = \\Pr[M(x) \\in T]$: an "
    "output that f maps to c counts where c is in S, and that is where it is in T.",
    "pushed == pulled",
    MEANT, at="App. D.1, preimage", fidelity="typo-corrected", silent="outputs form a countable set",
    mutants={"half of it": ("pulled", "pulled/2")}, repairs="preimage-of-all-results",
)  # fmt: skip

SECTION.claim(
    "randomised-functions-have-preimages", "for a randomised f, too, the event f(M(x)) in S is an event M(x) in T",
    "The proof is for 'either deterministic or randomised' functions. For a randomised f it needs a set T of outputs "
    "with $\\Pr[f(M(x)) \\in S] = \\Pr[M(x) \\in T]$ at every x.",
    "distance == 0",
    on_instances(
        EXACT, GRID, "a record released as it is", "16 functions", every(
            lambda _, at: {"distance": small.distance((fractions("1 0"), fractions("0 1")), tuple(at.values()))},
            **dict.fromkeys(("into", "also"), fractions("0 1/4 1/2 1")),
        ),
    ), at="App. D.1, randomised functions", given="f is randomised, which the proposition allows",
    fidelity="reconstructed", fails=instance(
        "One binary record, always 0, released as it is; f tosses a fair coin and S is one of its sides: the "
        "probability is 1/2, and that of a set of outputs is 0 or 1.",
        "P = (1, 0); into = (1/2, 1/2); wanted = sum(P[a] * into[a] for a in range(2)); chance = lambda zero, one: "
        "zero * P[0] + one * P[1]", given="sum(P) == 1", at={
            "distance": "min(max(chance(zero, one) - wanted, wanted - chance(zero, one)) for zero in range(2) for one "
            "in range(2))",
        },
    ), wrong="The proof uses the set of all y with f(y) in S, which a randomised f does not have; its case is not "
    "treated.", cost="One sentence more: a randomised function is an average of deterministic ones, or an output "
    "enters with a weight between 0 and 1.", defect="missing hypothesis", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "randomised-functions-are-averages-of-functions", "a randomised function is an average of deterministic ones",
    "Draw a deterministic function by drawing the images of all outputs independently. The probability that output a "
    "is mapped to c is then the one that f has, so f(M(x)) is an average over functions that are drawn beforehand, "
    "and each of them obeys the bound.",
    "k*l + k*(1 - l) == k",
    and_so(by_identity("two outputs, all reals", ""), about(Formula("w == k", ["w", "k"]), by_induction(
        "one more output", {"w": "k"}, {"w": "w*l + w*(1 - l)"}, [], inputs=["l"],
    ))), at="App. D.1, randomised functions",
    symbols={"k": "\\Pr[f(a) = c]", "l": "\\Pr[f(b) = c]"},
    silent=(
        "the randomness of f is independent of that of the mechanism",
        "finitely many outputs have positive probability: more images are drawn by an infinite product of laws, of "
        "which nothing is shown here, and which the proposition does not need",
    ), fidelity="reconstructed",
    mutants={"functions of the other output": ("k*(1 - l)", "(1 - k)*l")},
    repairs="randomised-functions-have-preimages", trust="induction",
)  # fmt: skip
