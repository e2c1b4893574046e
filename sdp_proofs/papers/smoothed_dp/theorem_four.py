"""Theorem 4 and its proof (Section 5.2, Appendix E.2): the sampling average over [0, 1] loses T/n at every database.

Instances of Theorem 4: databases with a fresh value, random laws of few values, all histograms of many types.

Items: Algorithm 3, Theorem 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, product
from math import comb, prod
from random import Random
from typing import Any

from sdp_proofs.distributions.finite import histograms
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.smoothed_dp.shared import A_PAIR, a_lone_record
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

SEED, SEED_OF_LAWS = 20_230_724, 20_230_725
SCOPE = f"120 databases, n <= 6, values of denominator <= 4, 3 odds, seed {SEED}"
Records = Sequence[Fraction]


def fresh_value(database: Records, draws: int) -> Fraction:
    """A value in [0, 1], of small denominator, that is no difference of a sum of T records and one of T - 1 others.

    Example:
        >>> fresh_value([Fraction(0), Fraction(1)], 1)
        Fraction(1, 2)
    """
    sums, rests = set(_sums(database, draws)), set(_sums(database[:-1], draws - 1))
    excluded = {total - rest for total in sums for rest in rests}
    values = (Fraction(top, bottom) for bottom in count(1) for top in range(bottom + 1))
    return next(value for value in values if value not in excluded)


def counts(database: Records, draws: int) -> dict[str, Any]:
    """Numbers of samples of x' and of x in the proof's set S, and in the set that is printed."""
    fresh, others = fresh_value(database, draws), database[:-1]
    printed = {fresh + rest for rest in _sums(others, draws - 1)}
    averages = {total / draws for total in printed}
    outputs = [total / draws for total in _sums([*others, fresh], draws)]
    return {
        "hit": sum(output in averages for output in outputs),
        "own": sum(total / draws in averages for total in _sums(database, draws)),
        "hit_sums": sum(output in printed for output in outputs), "n": len(database), "T": draws,
    }  # fmt: skip


def databases(least: int = 1) -> Iterator[Instance]:
    """Random databases of few values, so that many averages coincide, at three odds; those with so many draws."""
    random = Random(SEED)
    for _ in range(120):
        records, bottom = random.randint(1, 6), random.randint(1, 4)
        database = [Fraction(random.randint(0, bottom), bottom) for _ in range(records)]
        draws = random.randint(1, records)
        for odds in (1, Fraction(3, 2), 100):
            if draws >= least:
                name = f"x = {', '.join(map(str, database))}; T = {draws}, odds {odds}"
                yield name, {**counts(database, draws), "odds": odds}


def average_delta(database: Records, draws: int, odds: Fraction, others: Records) -> Fraction:
    """delta(x) of the sampling average over neighbours whose changed record has one of the values `others`."""
    own, best = _law(database, draws), Fraction(0)
    for place, value in product(range(len(database)), others):
        changed = _law([*database[:place], value, *database[place + 1 :]], draws)
        for one, other in ((own, changed), (changed, own)):
            gains = (max(Fraction(0), p - odds * other.get(a, 0)) for a, p in one.items())
            best = max(best, sum(gains, Fraction(0)))
    return best


def averages(claim: Claim) -> Iterator[Instance]:
    """Random laws of few values for each record; neighbours may have these values and, if meant, a fresh one."""
    random = Random(SEED_OF_LAWS)
    for _ in range(claim.parameters["instances"]):
        records = random.randint(2, 4)
        draws = random.randint(1, records)
        odds = random.choice((Fraction(1), Fraction(3, 2), Fraction(20)))
        values = [Fraction(random.randint(0, 4), 4) for _ in range(2)]
        laws = [(share := Fraction(random.randint(0, 4), 4), 1 - share) for _ in range(records)]
        average = worst = Fraction(0)
        for chosen in product(range(2), repeat=records):
            database = [values[index] for index in chosen]
            more = [fresh_value(database, draws)] if claim.parameters["fresh"] else []
            found = average_delta(database, draws, odds, [*values, *more])
            average += found * prod(law[index] for law, index in zip(laws, chosen, strict=True))
            worst = max(worst, found)
        name = f"n = {records}, T = {draws}, odds {odds}, values {values[0]} and {values[1]}"
        yield name, {"smoothed": average, "worst": worst, "n": records, "T": draws}


def many_types(claim: Claim) -> Iterator[Instance]:
    """The smallest delta(x) over all histograms, if there are that many types more than n/2."""
    for n in range(1, claim.parameters["records"] + 1):
        types = n // 2 + claim.parameters["more"]
        for draws, odds in product(range(1, n + 1), (Fraction(1), Fraction(51, 49), Fraction(20))):
            if types >= 2:
                name = f"n = {n}, {types} types, T = {draws}, odds {odds}"
                yield name, {"least": least_delta(n, types, draws, odds), "n": n, "T": draws}


def least_delta(n: int, types: int, draws: int, odds: Fraction) -> Fraction:
    """The least delta(x) of the sampling histogram over all databases."""
    budget = Budget.read(odds=odds)
    return min(delta(Database(x, draws), budget).value.exact or Fraction(0) for x in histograms(n, [n] * types))


def _sums(records: Records, draws: int) -> Iterator[Fraction]:
    return (sum(chosen, Fraction(0)) for chosen in combinations(records, draws))


def _law(database: Records, draws: int) -> dict[Fraction, Fraction]:
    law: dict[Fraction, Fraction] = {}
    for total in _sums(database, draws):
        law[total / draws] = law.get(total / draws, Fraction(0)) + Fraction(1, comb(len(database), draws))
    return law


SECTION = Section(SMOOTHED_DP, "Sec. 5.2", {
    "fresh": "X_n'", "rest": "\\sum_{j'} X_{j'}", "sum": "\\sum_j X_j",
    "hit": "\\#\\{\\text{samples of } x' \\text{ in } S\\}", "own": "\\#\\{\\text{samples of } x \\text{ in } S\\}",
    "odds": "e^{\\epsilon}", "hit_sums": "\\#\\{\\text{samples of } x' \\text{ in the printed } S\\}",
    "fewest": "\\min_i H_i", "smoothed": "\\delta_{SDP}", "worst": "\\max_x \\delta(x)",
    "least": "\\min_x \\delta(x)", "loss": "\\delta(x)", "gain": "d(x,x')",
}, {
    "rest": "any sum of T - 1 records", "sum": "any sum of T records",
    "smoothed": "privacy.definition.smoothed_delta_by_lists", "worst": "privacy.definition.worst_delta",
    "least": "papers.smoothed_dp.theorem_four.least_delta",
})  # fmt: skip

SECTION.claim(
    "fresh-value-separates-the-averages", "a value that is no difference of two sums gives averages of its own",
    "If $X_n'$ is not the difference of any sum of T records of x and any sum of T - 1 others, no sample with it has "
    "the average of a sample of x. Finitely many values are excluded, so [0, 1] has such a value for every x.",
    "Implies(fresh != sum - rest, (fresh + rest)/T != sum/T)",
    by_solver("all reals", "T > 0"),
    at="App. E.2", mutants={"another divisor": ("!= sum/T", "!= sum/(T + 1)")}, trust="finite-exclusion",
)  # fmt: skip

_SIZES = "And(1 <= T, T <= n)"
_NO_MORE_THAN_THE_RATE = largest(
    "loss <= T/n", {"loss": "gain"}, shown("a pair of neighbours", {"rate": "T/n"}), each="gain",
)
_DATABASES = on_instances(EXACT, SAMPLE, "databases at random", SCOPE, lambda _: databases())
_SEVERAL_DRAWS = on_instances(EXACT, SAMPLE, "databases at random, T >= 2", SCOPE, lambda _: databases(2))
FRESH_VALUE = SECTION.derivation(
    "loss-of-the-continuous-average", "The loss of the sampling average against a fresh value",
    line("fresh != sum - rest", "implies", "(fresh + rest)/T != sum/T", Rule.ALGEBRA, by_solver("all reals", "T > 0"),
         mutants={"sums of T and T - 1 exchanged": ("sum - rest", "sum + rest"), "equal": ("!=", "==")}),
    line("hit_sums/binomial(n, T)", "=", "T/n", Rule.DEFINITION, _SEVERAL_DRAWS, mutants={"more": ">"}, holds=False,
         part="With the set S as printed, of sums instead of averages"),
    line("hit/binomial(n, T) - odds*own/binomial(n, T)", "=", "hit/binomial(n, T)", Rule.DEFINITION, _DATABASES,
         mutants={"plus own": "(hit + own + 1)/binomial(n, T)", "below": "<"}, part="With the set of averages",
         silent="x' may have any value in [0, 1], whatever the sources"),
    line("=", "binomial(n - 1, T - 1)/binomial(n, T)", Rule.DEFINITION, _DATABASES,
         mutants={"not sampled": ("T - 1", "T"), "above": ">"}),
    line("=", "T/n", Rule.ALGEBRA, by_identity("the share of the samples with one record", "natural n T", _SIZES),
         mutants={"(T - 1)/n": "(T - 1)/n", "T/(n + 1)": "T/(n + 1)"}),
    source="App. E.2, proof of Theorem 4",
)  # fmt: skip

SECTION.claim(
    "continuous-average-loses-its-sampling-rate", "continuous sampling average: no delta < T/n, at any epsilon",
    "For every database x, every T and epsilon, some neighbour x' of the continuous sampling average has $d(x', x) = "
    "T/n$: the averages that contain a fresh value have probability T/n under x' and 0 under x. So $\\delta(x) \\ge "
    "T/n$ for *every* x, and no average over databases is smaller.",
    "hit/binomial(n, T) - odds*own/binomial(n, T) == T/n",
    by_sentence(_SIZES, every="n T"),
    _DATABASES,
    at="Theorem 4",
    silent=(
        "a neighbour's changed record may have any value in [0, 1]",
        "1 <= T <= n, as sampling without replacement needs",
    ), mutants={"(T-1)/n": ("T/n", "(T - 1)/n")}, counts="hit own n T", integers="n T",
    repairs="set-of-averages-as-printed", derivation=FRESH_VALUE,
    note="Neither continuous nor strictly positive sources are needed: it is the neighbour that takes the fresh "
    "value, so it holds for point masses, too. Section 5.2 says eta for T/n, which is no more, as T is eta n rounded "
    "up. The displayed equations of App. E.2 have no numbers.",
)  # fmt: skip

SECTION.claim(
    "set-of-averages-as-printed", "the printed set S of sums has probability T/n under x'",
    "The proof takes for S the numbers $X_n' + \\sum_j X_{i'_j}$ over T - 1 other records, and says that the "
    "*average* lies in S with probability T/n.",
    "hit_sums/binomial(n, T) == T/n",
    _SEVERAL_DRAWS,
    at="App. E.2", silent="1 <= T <= n, as sampling without replacement needs",
    fails=instance(
        "n = T = 2, x = (0, 0), x' = (0, 1): the only output of x' is 1/2, the printed S is {1}.",
        "n = 2; T = 2; other = 0; fresh = 1; output = (fresh + other) / T; printed = fresh + other; chance = 1 if "
        "output == printed else 0", given="1 <= T <= n; fresh != (other + other) - other",
        at={"hit_sums": "chance * comb(n, T)"},
    ), wrong="S has sums where the mechanism publishes averages: the factor 1/T is missing.", cost="Nothing.",
    defect="typo",
)  # fmt: skip

SECTION.claim(
    "smoothed-and-worst-case-loss-of-the-continuous-average-agree",
    "continuous sampling average: delta_SDP = delta_DP = T/n for any sources and any epsilon",
    "Continuous mechanisms are similar to what DP predicts: for the sampling average delta(x) is exactly T/n at every "
    "database, so delta_SDP and the worst case agree, for every set of sources and every epsilon.",
    "And(smoothed == T/n, worst == T/n)",
    by_sentence(_SIZES),
    on_instances(EXACT, SAMPLE, "finite laws and a fresh value", f"n <= 4, seed {SEED_OF_LAWS}", averages),
    silent=(
        "a neighbour's changed record may have any value in [0, 1]",
        "1 <= T <= n, as sampling without replacement needs",
    ), fidelity="reconstructed", parameters={"instances": 60, "fresh": True},
    mutants={"neighbours without a fresh value": {"fresh": False}}, counts="n T", integers="n T",
)  # fmt: skip

SECTION.claim(
    "histogram-of-many-types-loses-its-sampling-rate",
    "sampling histogram with more than n/2 types, or infinitely many: delta(x) = T/n at every x",
    "The paper infers by post-processing that the sampling histogram with continuous support is not private. More "
    "holds: as soon as there are more than n/2 types, every database has a type with at most one record, which "
    "another database loses or gains, so delta(x) = T/n at every x and epsilon, and for every set of sources.",
    "least == T/n",
    in_steps(
        "a unique record, or an absent type", A_PAIR, a_lone_record(when="fewest < 2"),
        # `fewest` is the least count of a type. If it is 2 or more, n is at least twice the number of types.
        about(
            lambda claim: SECTION.formula(
                f"Implies(And(n >= fewest*m, 2*m >= n - 1 + 2*{claim.parameters['more']}, m >= 1), fewest < 2)"
            ), by_solver("more types than half of the records", []),
        ),
        about(SECTION.formula("loss == T/n"), by_solver("every database of more than n/2 types", [
            lifted("adding-up", "fewest < 2", shown("more types than half of the records")),
            one_of("Implies(fewest < 2, loss >= T/n)", {"loss": "gain"}, shown("a lone record"), each="gain"),
            _SIZES, _NO_MORE_THAN_THE_RATE,
        ])),
        by_solver("the least of equal numbers", [
            _SIZES, largest(
                "least == T/n", {"least": "loss"}, shown("every database of more than n/2 types"), each="loss",
            ),
        ]),
    ),
    on_instances(EXACT, GRID, "all histograms", "n <= 6, 3 odds", many_types), given="more than n/2 types, m > n/2",
    silent=("1 <= T <= n, as sampling without replacement needs", "at least two types"), fidelity="reconstructed",
    parameters={"records": 6, "more": 1}, mutants={"n/2 types": {"more": 0}}, counts="n T", integers="n T",
)  # fmt: skip

SECTION.claim(
    "bound-grows-with-the-number-of-types",
    "m exp(-f n/8) >= m exp(-n/8): the bound of Theorem 3 grows without limit with m",
    "Theorem 4 does not contradict Theorem 3, because m grows without limit for continuous sources, and with it the "
    "bound $m\\, e^{-\\Theta(f n)}$: with the constant 1/8 of Remark 8 it is at least $m e^{-n/8}$.",
    "m*exp(-f*n/8) >= m*exp(-n/8)",
    on_box("all m, f and n", {"m": "[2, oo)", "f": "(0, 1]", "n": "[1, oo)"}),
    silent=("n is fixed", "0 < f <= 1; in fact f <= 1/m"),
    mutants={"half the exponent": ("exp(-n/8)", "exp(-n/16)"), "direction turned": (">=", "<=")}, generated="none",
    note="Theorem 3 asks for finitely many types anyway. As f <= 1/m, its bound says nothing from m of the order n "
    "on; delta(x) is T/n at every x from m > n/2 on.",
)  # fmt: skip
