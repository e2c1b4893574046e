"""The adversary's utility with two types, and with any number of types.

Two types: the utilities add up to the two divergences, and which constants of Lemmas 2 and 10 are attained.

What delta(x) says about guesses, for any number of types: pointwise inequalities between one gain and all losses.

Fix an output. The types are that of the true record, whose output it is, the one with the largest probability there,
and others. Probabilities are scaled so that one of them is 1. For a convex function of the sum of all others, and their
losses being at least the positive part of a sum, the worst case has that sum at an end of an interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.definition import guessing_utilities, hockey_stick
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Utility", {
    "first": "u_x", "second": "u_{x'}", "there": "d(x,x')", "back": "d(x',x)", "utility": "u",
    "losses": "d(x,x') + d(x',x)",
}, dict.fromkeys(("there", "back", "losses"), "privacy.definition.pair_divergence"))  # fmt: skip
PRINTED = SECTION.beside(SMOOTHED_DP, "Lemma 2, sampling histogram")


def both_ways(laws: Sequence[FiniteLaw[Any]], odds: Fraction) -> dict[str, Fraction]:
    """The utility under either value, and what the two laws lose to each other."""
    first, second = guessing_utilities(laws, odds / (1 + odds))
    there, back = hockey_stick(laws[0], laws[1], odds), hockey_stick(laws[1], laws[0], odds)
    return {"first": first, "second": second, "there": there, "back": back}


SECTION.claim(
    "utilities-add-up-to-divergences", "u_x + u_x' = d(x,x') + d(x',x) for two types, at every output",
    "For two types and t = E/(E+1) each output adds the same to $u_x + u_{x'}$ as to $d(x,x') + d(x',x)$, where $u_x$ "
    "is the expected gain when the record is that of x. The utility, the larger of the two, lies between half the sum "
    "of the divergences and the whole.",
    "first + second == there + back",
    by_sentence(),
    on_instances(EXACT, GRID, "sampling histograms, summed", "all n <= 7, all T, 3 odds", each(
        lambda n, a, draws, odds: both_ways(
            [SamplingHistogram(draws=draws).law(counts) for counts in ((a, n - a), (a - 1, n - a + 1))], odds,
        ), n=range(1, 8), a=lambda at: range(1, at["n"] + 1), draws=lambda at: range(at["n"] + 1),
        odds=(Fraction(1), Fraction(51, 49), Fraction(3)),
    )),
    given="two types", silent="some database gives the output positive probability",
    mutants={"one of them twice": ("first +", "2*first +")},
    search=among_mechanisms(lambda rows, odds: both_ways(laws_of(rows), odds), 2, 3, odds=Rationals(1, 1000)),
)  # fmt: skip

PARTS = (Fraction(1, 10), Fraction(1, 2), Fraction(1))
"""Shares of the room that the odds leave to a probability."""

SECTION.claim(
    "the-factor-two-is-attained-at-every-odds", "randomised response has d + d' = 2u > 0 at every E",
    "A binary record that is kept with a probability $p > E/(E+1)$ and flipped otherwise has $d(x,x') = d(x',x) = u = "
    "p (E+1) - E > 0$. So 2 cannot be replaced by anything smaller in $d + d' \\le 2u$, at any epsilon; in particular "
    "not by (E + 3)/(E + 1), which is what the two lines of App. C.1 would give.",
    "And(losses == 2*utility, utility > 0)",
    on_instances(
        EXACT, GRID, "coins", "three odds, three coins",
        each(lambda odds, part: of_pair(coin((odds + part) / (odds + 1)), odds), odds=ODDS, part=PARTS),
    ), given="E >= 1, E/(E + 1) < p <= 1",
    mutants={"three times": ("2*utility", "3*utility"), "(E + 3)/(E + 1) at E = 2": ("2*utility", "5/3*utility")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "the-factor-one-is-attained-at-every-odds",
    "the laws (1 - p, p) and (1, 0) with p <= 1 - 1/E have u = d + d' > 0 at every E > 1",
    "If one value of the record always gives the first output, and the other gives it with $1 - p \\ge 1/E$, then "
    "$d(x,x') = p$, $d(x',x) = 0$ and u = p. So u <= d + d' cannot be improved, at any epsilon > 0.",
    "And(losses == utility, utility > 0)",
    on_instances(EXACT, GRID, "one law fixed", "three odds, three shares", each(
        lambda odds, part: of_pair((coin(1 - (1 - 1 / odds) * part)[0], coin(Fraction(1))[0]), odds),
        odds=ODDS, part=PARTS,
    )),
    given="E > 1, 0 < p <= 1 - 1/E",
    mutants={
        "twice": ("losses == utility", "losses == 2*utility"), "half": ("losses == utility", "2*losses == utility"),
    }, generated="none",
)  # fmt: skip


def sampled(first: int, second: int, third: int, draws: int, odds: Fraction) -> dict[str, Fraction]:
    """The utility, and the losses of the pair that differs in the first two types; a third is the informative one."""
    law = SamplingHistogram(draws=draws).law
    laws = [law((first + 1, second, third)), law((first, second + 1, third)), law((first, second, third + 1))]
    both = hockey_stick(laws[0], laws[1], odds) + hockey_stick(laws[1], laws[0], odds)
    return {"utility": max(guessing_utilities(laws, odds / (odds + 1))), "losses": both}


PRINTED.claim(
    "utility-of-the-sampling-histogram-at-most-the-losses-of-any-pair",
    "Lemma 2 for the paper's own mechanism: u <= d(x,x') + d(x',x) for the sampling histogram",
    "Lemma 2 is stated for any mechanism. Tested for the sampling histogram itself, with three types and neighbours "
    "x, x' that differ in the first two: $u \\le d(x,x') + d(x',x)$ at e^epsilon = 2.",
    "utility <= losses",
    on_instances(EXACT, GRID, "a third type", "three databases, T = 1 and 2", each(
        sampled, first=(1, 2), second=lambda at: range(1, at["first"] + 1), third=(0,), draws=(1, 2),
        odds=(Fraction(2),),
    )),
    fidelity="narrowed",
    fails=instance(
        "Three records, one of them sampled, e^epsilon = 2, a record of each of two types is known: if the third is "
        "of one "
        "of these, no output tells which, and d(x,x') + d(x',x) = 0. If it is of a type of its own it is seen with "
        "probability 1/3, which is u.",
        "E = 2; base = (1, 1, 0); rows = [[(base[a] + (1 if a == k else 0)) / 3 for a in range(3)] for k in "
        "range(3)]; outputs = range(3); d = lambda P, Q: sum(max(0, P[a] - E * Q[a]) for a in outputs); t = E / (E + "
        "1); top = lambda a: max(P[a] for P in rows); all_of = lambda a: sum(P[a] for P in rows); gain = lambda P: "
        "sum(P[a] * max(0, top(a) / all_of(a) - t) for a in outputs) / (1 - t); utility = max(gain(P) for P in rows); "
        "losses = d(rows[0], rows[1]) + d(rows[1], rows[0])", given="E > 1",
    ),
    wrong="The utility is a maximum over all types, the right side compares two of them: with the sampling histogram, "
    "too, a type that neither x nor x' shows may be the one that is recognised.",
    cost="The delta of DP, or of x with any other type, takes the place of the two losses.",
    search=over(
        {
            "first": Integers(0, 4), "second": Integers(0, 4), "third": Integers(0, 4),
            "draws": Integers(1, lambda at: at["first"] + at["second"] + at["third"] + 1),
            "odds": Rationals(1, 10, open_low=True),
        }, lambda _, at: sampled(**at), climbs=False,
    ),
)  # fmt: skip


ANY_NUMBER_OF_TYPES = SECTION.beside(PROJECT, "Guesses", {
    "odds": "E", "end": "R", "lead": "A", "slope": "B", "low": "C", "a": "\\alpha", "utility": "u",
    "worst": "\\max_{Y,Z} (d(Y,Z) + d(Z,Y))", "x": "p_x",
}, {"worst": "privacy.definition.pair_divergence"})  # fmt: skip
"""k: the number of the other types; p, y, z: probabilities of the output; s, r: sums over the others."""

RANGES = "And(odds >= 1, k >= 1, 0 <= y, y <= odds, z >= odds, p >= 0, s >= 0)"

ANY_NUMBER_OF_TYPES.claim(
    "worst-at-the-ends-of-the-others",
    "a convex quadratic is at most 0 between two points where its value is; beyond the last one the gain decreases",
    "With the sum r of all other probabilities, gain minus loss times the denominator is a convex quadratic while the "
    "losses fall in r, so it is at most zero between two ends where it is. Beyond, where the losses are constant, the "
    "numerator of the gain falls and the denominator grows.",
    "And(Implies(And(0 <= r, r <= end, lead >= 0, low <= 0, lead*end**2 + slope*end + low <= 0), lead*r**2 + slope*r "
    "+ low <= 0), Implies(And(r >= end, end >= 0, y >= 0, c >= 0, b >= 0, y*(z - odds*end) <= c*(b + end)), y*(z - "
    "odds*r) <= c*(b + r)))",
    by_solver("all quadratics", "odds >= 1"), mutants={"concave": ("lead >= 0", "lead <= 0")}, generated="deep",
)  # fmt: skip

BETWEEN_THE_ENDS = about(
    Formula(
        "Implies(And(0 <= t, t <= m, q >= 0, h >= 0, d <= a*c, d - g*m <= (a - h*m)*(c + q*m)), d - g*t <= (a - h*t)*"
        "(c + q*t))", ["t", "m", "q", "d", "a", "c", "g", "h"],
    ), by_solver("between the ends", [cite("worst-at-the-ends-of-the-others", {
        "r": "t", "end": "m", "lead": "h*q", "slope": "h*c - a*q - g", "low": "d - a*c", "odds": "1",
    })]),
)
"""Step from no mass of the others, or m/E: what holds there holds if they have any mass t/E between; q is 1/E."""
ONE_PART = about(Formula("Implies(q*odds == 1, (k - 1)/odds == q*(k - 1))", ["q", "odds", "k"]), by_solver(
    "a share of the mass", "odds >= 1",
))

ANY_NUMBER_OF_TYPES.claim(
    "utility-of-the-true-value",
    "if the missing record is that of x, the utility is at most 3/2 of delta(x), for any number of types",
    "With k other types Z, each output adds at most the mean over Z of $\\max(0, p_x - E p_Z) + \\frac{1}{2} \\max(0, "
    "p_Z - E p_x)$ to the utility under the true value. So the utility is at most the mean of $d(x,Z) + \\frac{1}{2} "
    "d(Z,x)$, and at most $\\frac{3}{2} \\delta(x)$. The parts: the true type looks likeliest; another one does, and "
    "the rest have no mass or the mass (k - 1)/E, in units of $p_x$.",
    "And(Max(0, p*((1 + odds)*p/(p + s) - odds)) <= Max(0, k*p - odds*s)/k, (y - odds)*k <= (k - 1 + 1/2*(y - "
    "odds))*(1 + y), (y - odds - (k - 1))*k <= 1/2*(y - odds)*(1 + y + (k - 1)/odds))",
    and_so(
        by_solver("one output, all probabilities", "And(odds >= 1, k >= 1, y >= odds, p > 0, s >= 0)"),
        BETWEEN_THE_ENDS,
        ONE_PART, about(ANY_NUMBER_OF_TYPES.formula(
            "Implies(And(q*odds == 1, 0 <= t, t <= k - 1), (y - odds)*k - k*t <= (k - 1 + 1/2*(y - odds) - t)*(1 + y + "
            "q*t))",
        ), by_solver("every mass of the others up to (k - 1)/E", [
            "And(odds >= 1, k >= 1, y >= odds)", shown("one output, all probabilities", {"p": "1", "s": "0"}),
            shown("a share of the mass"), shown("between the ends", {
                "m": "k - 1", "d": "(y - odds)*k", "a": "k - 1 + 1/2*(y - odds)", "c": "1 + y", "g": "k", "h": "1",
            }),
        ])),
    ),
    silent="finitely many types, two at least, and finitely many outputs",
    mutants={
        "a fifth for a half": ("k <= 1/2*(y - odds)", "k <= 1/5*(y - odds)"),
        "0.99 of d(x,Z)": ("<= Max(0, k*p - odds*s)/k", "<= 99/100*Max(0, k*p - odds*s)/k"),
    }, generated="none", trust=("sum-over-outputs", "positive-parts", "maximum"),
    note="3/2 is approached with two types at epsilon = 0; with two types the factor is 1 + 1/(1 + E). The least "
    "factor for each number of types is that of `sharp-utility-of-the-true-value`.",
)  # fmt: skip

ANY_NUMBER_OF_TYPES.claim(
    "sharp-weight-of-the-other-direction", "(w - b^2)(a + b)^2 <= w(w + a^2 - b^2), with equality at w = b(a + b)",
    "At the end (k - 1)/E of the others the least weight of d(Z,x) is the maximum of $k (w - k + 1)/(w (w + B))$ over "
    "w = y - E > 0, with B = 1 + E + (k - 1)/E. With $\\beta^2 = k - 1$ and $\\alpha^2 = B + k - 1$ it is $k/(\\alpha "
    "+ \\beta)^2$: the difference of the two sides is a square.",
    "Eq((w - b**2)*(a + b)**2 + (w - b*(a + b))**2, w*(w + a**2 - b**2))",
    by_identity("identity", ""), symbols={"b": "\\beta"},
    mutants={
        "another place": ("(w - b*(a + b))", "(w - a*(a + b))"), "without the square": (" + (w - b*(a + b))**2", ""),
    }, note="For one other type it is 1/(1 + E), so that u_x <= d(x,x') + d(x',x)/(1 + E).",
)  # fmt: skip


def of_any_pair(rows: Sequence[Row], odds: Fraction) -> dict[str, Any]:
    """The utility, and the largest sum of the losses of two values to each other."""
    laws = laws_of(rows)
    losses = (hockey_stick(p, q, odds) + hockey_stick(q, p, odds) for p, q in combinations(laws, 2))
    return {"utility": max(guessing_utilities(laws, odds / (1 + odds))), "worst": max(losses)}


ANY_NUMBER_OF_TYPES.claim(
    "some-pair-of-values-bounds-the-utility",
    "u is at most the largest d + d' over pairs of values of the missing record, for any number of types",
    "If the missing record is Y, the utility is at most the mean over Z of d(Y,Z) + d(Z,Y)/2, hence at most the "
    "largest d(Y,Z) + d(Z,Y) over pairs of values. The databases of the pair agree outside of the missing record.",
    "utility <= worst",
    on_instances(EXACT, GRID, "small mechanisms", "up to 4 types, small denominators, 3 odds", each_mechanism(
        of_any_pair, (2, 3, 3), (3, 2, 3), (4, 2, 2),
    )), mutants={"half of it": ("worst", "worst/2")},
    repairs=("utility-below-the-losses-of-any-pair", "utility-at-most-the-losses-of-any-pair"),
    note="`own` and `other` are the means over Z of the positive parts at one output, `there` and `back` their sums "
    "over the outputs, which are means of losses.",
)  # fmt: skip

ANY_NUMBER_OF_TYPES.claim(
    "twice-delta-bounds-the-utility-up-to-fourteen-types", "u <= 2 delta(x) for at most fourteen types",
    "If the missing record is Y, not that of x, and there are k = m - 2 others Z, each output adds at most $\\max(0, "
    "p_Y - E p_x)$ and the mean over Z of $\\frac{1}{4} \\max(0, p_x - E p_Z) + \\frac{3}{4} \\max(0, p_Z - E p_x)$. "
    "The weights add up to 2, for k <= 12. The parts: Y looks likeliest; x does; some Z does, with no mass on the "
    "others, or (k - 1)/E (two steps), for y <= E; and y > E. Units of $p_x$; if it is 0, the loss d(Y,x) is enough.",
    "And(Implies(And(p >= 0, x >= 0, x + p > 0), p*((1 + odds)*p/(x + p + s) - odds) <= Max(0, p - odds*x)), p*(1 - "
    "odds*(p + s)) <= 1/4*Max(0, 1 - odds*s/k)*(1 + p + s), Implies(k <= 12, And(y*(z - odds - odds*y)*k <= (1/4*(k - "
    "1) + 3/4*(z - odds))*(1 + y + z), y*k <= 3/4*(4*(odds*y + k - 1) + 1 + odds + y + (k - 1)/odds))), (w - c)*(4*c "
    "+ b) <= w*(w + b), Implies(p >= odds, p*((1 + odds)*z/(1 + p + z + s) - odds) <= p - odds + odds*Max(0, (1 + "
    "odds)*z/(1 + odds + z + s) - odds)))",
    and_so(
        by_solver("one output, all probabilities", [RANGES, "And(w >= 0, c >= 0, b >= 0)"]),
        BETWEEN_THE_ENDS, ONE_PART,
        about(ANY_NUMBER_OF_TYPES.formula(
            "y*k <= 3/4*(4*(odds*y + (k - 1)) + (1 + odds + y) + q*(k - 1))",
        ), by_solver("y, where the others have the mass (k - 1)/E", [
            "And(odds >= 1, k >= 1, k <= 12, 0 <= y, y <= odds, q*odds == 1)", shown("a share of the mass"),
            shown("one output, all probabilities", {"z": "odds", "w": "0", "c": "0", "b": "0", "p": "0", "s": "0"}),
        ])),
        about(
            Formula("Implies(v <= 3/4*(4*(u + m) + c + q*m), v*(w - u - m) <= 3/4*w*(c + w + q*m))", list("vumcqw")),
            by_solver("and z", [
                "And(w >= 0, v >= 0, u >= 0, m >= 0, c >= 0, q >= 0)", shown("one output, all probabilities", {
                    "odds": "1", "k": "1", "y": "0", "z": "1", "p": "0", "s": "0", "c": "u + m", "b": "c + q*m",
                }),
            ]),
        ),
        about(ANY_NUMBER_OF_TYPES.formula(
            "y*k*(w - odds*y - (k - 1)) <= 3/4*w*(1 + odds + y + w + q*(k - 1))",
        ), by_solver("the mass (k - 1)/E", [
            "And(odds >= 1, k >= 1, k <= 12, 0 <= y, y <= odds, w >= 0, q >= 0, q*odds == 1)",
            shown("y, where the others have the mass (k - 1)/E"),
            shown("and z", {"v": "y*k", "u": "odds*y", "m": "k - 1", "c": "1 + odds + y"}),
        ])),
        about(
            ANY_NUMBER_OF_TYPES.formula("y*(z - odds - odds*y)*k <= (1/4*(k - 1) + 3/4*(z - odds))*(1 + y + z)"),
            by_solver("no mass", [
                "And(odds >= 1, k >= 1, k <= 12, 0 <= y, y <= odds, z >= odds)",
                shown("one output, all probabilities", {"w": "0", "c": "0", "b": "0", "p": "0", "s": "0"}),
            ]),
        ),
        about(
            ANY_NUMBER_OF_TYPES.formula("y*k*(w - odds*y) <= (1/4*(k - 1) + 3/4*w)*(1 + odds + y + w)"), by_solver(
                "no mass, by the excess", [
                    "And(odds >= 1, k >= 1, k <= 12, 0 <= y, y <= odds, w >= 0)", shown("no mass", {"z": "odds + w"}),
                ],
            ),
        ),
        about(Formula(
            "Implies(And(v*(w - u) <= (1/4*m + 3/4*w)*(c + w), v*(w - u - m) <= 3/4*w*(c + w + q*m), 0 <= t, t <= m, "
            "q >= 0), v*(w - u - t) <= (1/4*(m - t) + 3/4*w)*(c + w + q*t))", ["v", "w", "u", "m", "c", "q", "t"],
        ), by_solver("both", [shown("between the ends", {
            "d": "v*(w - u)", "g": "v", "a": "1/4*m + 3/4*w", "h": "1/4", "c": "c + w",
        })])),
        about(ANY_NUMBER_OF_TYPES.formula(
            "y*k*(w - odds*y - t) <= (1/4*(k - 1 - t) + 3/4*w)*(1 + odds + y + w + q*t)",
        ), by_solver("every mass of the others up to (k - 1)/E", [
            "And(odds >= 1, k >= 1, k <= 12, 0 <= y, y <= odds, w >= 0, q >= 0, q*odds == 1, 0 <= t, t <= k - 1)",
            shown("no mass, by the excess"), shown("the mass (k - 1)/E"),
            shown("both", {"v": "y*k", "u": "odds*y", "m": "k - 1", "c": "1 + odds + y"}),
        ])),
        # The missing record is another one than that of x, or that of x, or there are two types only: `lead` is d(Y,x)
        # for the missing Y; `there` and `back` are means of d(x,Z) and d(Z,x).
        about(ANY_NUMBER_OF_TYPES.formula("utility <= 2*own"), by_solver("all outputs", [
            lifted(
                "sum-over-outputs",
                "Or(utility <= lead + there/4 + 3*back/4, utility <= there + back/2, utility <= there + lead)",
                shown("one output, all probabilities"), shown("every mass of the others up to (k - 1)/E"),
                cite("utility-of-the-true-value"), cite("utilities-add-up-to-divergences"),
            ), one_of(
                "And(lead <= own, there <= own, back <= own, own >= 0)", {"own": "Max(0, lead, there, back)"},
                each="lead there back",
            ),
        ])),
    ),
    silent="finitely many types, two at least, and finitely many outputs",
    mutants={
        "fifteen types": ("k <= 12", "k <= 13"), "an eighth for a quarter": ("<= 1/4*Max(0, 1", "<= 1/8*Max(0, 1"),
        "half of d(Y,x)": ("<= Max(0, p - odds*x))", "<= Max(0, p - odds*x)/2)"),
    }, generated="none", trust=("sum-over-outputs", "positive-parts", "maximum"),
    note="With fifteen types it is false (`utility-at-most-twice-delta`), so fourteen cannot be improved. Two types "
    "have no others: there u <= d + d'.",
)  # fmt: skip

ANY_NUMBER_OF_TYPES.claim(
    "utility-for-any-number-of-types", "u <= (1 + 5E/4) delta(x), however many types",
    "With the weight 1 of d(Y,x), E of the mean of d(x,Z) and E/4 of the mean of d(Z,x), each output adds at most "
    "these, for every number of others. So $u \\le (1 + \\frac{5}{4} e^{\\epsilon})\\, \\delta(x)$.",
    "And(p*(1 - odds*(p + s)) <= odds*Max(0, 1 - odds*s/k)*(1 + p + s), y*(z - odds - odds*y)*k <= (odds*(k - 1) + "
    "odds/4*(z - odds))*(1 + y + z), y*k <= odds/4*(4*(odds*y + k - 1) + 1 + odds + y + (k - 1)/odds))",
    and_so(
        by_solver("one output, all probabilities", RANGES),
        about(ANY_NUMBER_OF_TYPES.formula("utility <= (1 + 5*odds/4)*own"), by_solver("all outputs", [
            "odds >= 1", lifted(
                "sum-over-outputs",
                "Or(utility <= lead + odds*there + odds/4*back, utility <= there + back/2, utility <= there + lead)",
                shown("one output, all probabilities"), cite("twice-delta-bounds-the-utility-up-to-fourteen-types"),
            ), one_of(
                "And(lead <= own, there <= own, back <= own, own >= 0)", {"own": "Max(0, lead, there, back)"},
                each="lead there back",
            ),
        ])),
    ),
    silent="finitely many types, two at least, and finitely many outputs",
    mutants={"no weight for E": ("(odds*(k - 1)", "(0*(k - 1)"), "E/8 for E/4": ("odds/4*(4", "odds/8*(4")},
    generated="none",
    trust=("sum-over-outputs", "positive-parts", "maximum"),
    note="The other parts are those of the claim for fourteen types. By `no-constant-serves-all-types` the factor "
    "must grow like E; the least one, with the same leading term, is in `sharp-utility-for-any-number-of-types`.",
)  # fmt: skip

ANY_NUMBER_OF_TYPES.claim(
    "no-constant-serves-all-types", "with 4 E^2 + 2 types or more the utility can be above E/2 times delta(x)",
    "Let k outputs point to one of k types each, which has k - 1 + E units there, and let x have 1 unit and Y have E "
    "at all of them, a unit being 1/(k (E + 1)); what is left goes to one more output. Then delta(x) is k - 1 units, "
    "and the utility at least E/2 times that. So no factor that does not depend on epsilon serves all numbers of "
    "types. The parts: the two losses at the last output are zero, and the gain.",
    "And(1 - (k - 1 + odds)/(k*(odds + 1)) >= 1/(odds + 1), 1 - (k - 1 + odds)/(k*(odds + 1)) <= odds*odds/(odds + "
    "1), odds*k*((1 + odds)*(k - 1 + odds)/(1 + odds + k - 1 + odds) - odds) >= odds/2*(k - 1))",
    by_solver("all odds and numbers", "And(odds >= 2, k >= 4*odds**2)"),
    given="k >= 4 E^2 and E >= 2; k is the number of the types that are pointed to",
    mutants={"above E": (">= odds/2*(k - 1)", ">= odds*(k - 1)")}, counts="k", generated="deep",
    trust="sum-over-outputs",
)  # fmt: skip
