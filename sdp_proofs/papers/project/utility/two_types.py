"""Two types: the utilities add up to the two divergences, and which constants of Lemmas 2 and 10 are attained."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.definition import guessing_utilities, hockey_stick
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Utility", {
    "first": "u_x", "second": "u_{x'}", "there": "d(x,x')", "back": "d(x',x)", "utility": "u",
    "losses": "d(x,x') + d(x',x)",
}, dict.fromkeys(("there", "back", "losses"), "privacy.definition.pair_divergence"))  # fmt: skip
PRINTED = SECTION.beside(SMOOTHED_DP, "Lemma 2, sampling histogram")


UTILITIES = {
    name: f"{chance}*Max(0, (1 + odds)*Max(p, q)/(p + q) - odds)" for name, chance in (("first", "p"), ("second", "q"))
}
"""What one output adds to the utility under either value."""


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
    after_substitution(
        by_solver("one output, all probabilities and odds", "And(p >= 0, q >= 0, p + q > 0, odds >= 1)"),
        {**UTILITIES, "there": "Max(0, p - odds*q)", "back": "Max(0, q - odds*p)"}, ("p", "q", "odds"),
        by="sum-over-outputs",
    ),
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
"""Of the room that the odds leave to a probability."""
THRESHOLD = "odds/(odds + 1)"
SEEN = f"Max(0, 1/(2 - p) - {THRESHOLD})/(1 - {THRESHOLD})"

SECTION.claim(
    "the-factor-two-is-attained-at-every-odds", "randomised response has d + d' = 2u > 0 at every E",
    "A binary record that is kept with a probability $p > E/(E+1)$ and flipped otherwise has $d(x,x') = d(x',x) = u = "
    "p (E+1) - E > 0$. So 2 cannot be replaced by anything smaller in $d + d' \\le 2u$, at any epsilon; in particular "
    "not by (E + 3)/(E + 1), which is what the two lines of App. C.1 would give.",
    "And(losses == 2*utility, utility > 0)",
    after_substitution(
        by_solver("all odds", f"And(odds >= 1, {THRESHOLD} < p, p <= 1)"),
        {
            "utility": f"(p + 1 - p)*Max(0, Max(p, 1 - p) - {THRESHOLD})/(1 - {THRESHOLD})",
            "losses": "2*(Max(0, p - odds*(1 - p)) + Max(0, 1 - p - odds*p))",
        }, ("p", "odds"), definition=True,
    ),
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
    after_substitution(
        by_solver("all odds", "And(odds > 1, 0 < p, p <= 1 - 1/odds)"),
        {
            "utility": f"Max(p + (1 - p)*{SEEN}, {SEEN})",
            "losses": "Max(0, p) + Max(0, 1 - p - odds) + Max(0, 1 - odds*(1 - p))",
        }, ("p", "odds"), definition=True,
    ),
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
    "x, x' that differ in the first two: $u \\le d(x,x') + d(x',x)$ at odds 2.",
    "utility <= losses",
    on_instances(EXACT, GRID, "a third type", "three databases, T = 1 and 2", each(
        sampled, first=(1, 2), second=lambda at: range(1, at["first"] + 1), third=(0,), draws=(1, 2),
        odds=(Fraction(2),),
    )),
    fidelity="narrowed",
    fails=instance(
        "Three records, one of them sampled, odds 2, a record of each of two types is known: if the third is of one "
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
