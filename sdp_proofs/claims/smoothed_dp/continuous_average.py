"""Sec. 5.2 and App. E.2: the sampling average over [0, 1] loses T/n at every database, so smoothing does not help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_box, on_instances
from sdp_proofs.claims.families import CONVERSE, IDLE, NOT_NEEDED, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.fresh_value import (
    APART,
    FRESH,
    FRESH_VALUE,
    REALS,
    SCOPE,
    SYMBOLS,
    counts,
    databases,
    fresh_value,
    loss,
    several_draws,
)
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta

SEPARATES = Formula(f"Implies({FRESH}, {APART})", REALS)
THEOREM = Formula("hit/binomial(n, T) - odds*own/binomial(n, T) == T/n", SYMBOLS)
PRINTED_SET = Formula("hit_sums/binomial(n, T) == T/n", SYMBOLS)
AGREE = Formula(
    "And(smoothed == T/n, worst == T/n)",
    {"smoothed": r"\delta_{SDP}", "worst": r"\max_x \delta(x)", "n": "n", "T": "T"},
)
EVERY_HISTOGRAM = Formula("least == T/n", {"least": r"\min_x \delta(x)", "n": "n", "T": "T"})
GROWS = Formula("m*exp(-f*n/8) >= m*exp(-n/8)", ["m", "f", "n"])
SEED = 20_230_725
NATURAL = {"n": "natural", "T": "natural"}
SIZES = [Formula("And(1 <= T, T <= n)", ["n", "T"])]


def averages(claim: Claim) -> Iterator[Instance]:
    """Random laws of few values for each record; neighbours may have these values and, if meant, a fresh one."""
    random = Random(SEED)
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
            found = loss(database, draws, odds, [*values, *more])
            average += found * prod(law[index] for law, index in zip(laws, chosen, strict=True))
            worst = max(worst, found)
        yield f"n = {records}, T = {draws}, odds {odds}, values {values[0]} and {values[1]}", {
            "smoothed": average, "worst": worst, "n": records, "T": draws,
        }  # fmt: skip


def histograms(claim: Claim) -> Iterator[Instance]:
    """The smallest delta(x) over all histograms, if there are that many types more than n/2."""
    for n in range(1, claim.parameters["records"] + 1):
        types = n // 2 + claim.parameters["more"]
        if types >= 2:
            for draws in range(1, n + 1):
                for odds in (Fraction(1), Fraction(51, 49), Fraction(20)):
                    yield f"n = {n}, {types} types, T = {draws}, odds {odds}", _least(n, types, draws, odds)


def _least(n: int, types: int, draws: int, odds: Fraction) -> dict[str, Any]:
    budget = Budget.read(odds=odds)
    losses = [delta(Database(found, draws), budget).value.exact or Fraction(0) for found in _histograms(n, types)]
    return {"least": min(losses), "n": n, "T": draws}


def _histograms(records: int, types: int) -> Iterator[tuple[int, ...]]:
    if types == 1:
        yield (records,)
        return
    for first in range(records + 1):
        for rest in _histograms(records - first, types - 1):
            yield (first, *rest)


def _searched(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    database = [*([Fraction(0)] * (at["n"] - at["ones"])), *([Fraction(1)] * at["ones"])]
    return {**counts(database, at["T"]), "odds": at["odds"]}


SPACE: dict[str, Domain] = {
    "n": Integers(1, 9),
    "T": Integers(2, lambda before: before["n"]),
    "ones": Integers(0, lambda before: before["n"]),
    "odds": Rationals(1, 100),
}
ANY_NEIGHBOUR = Hypothesis("a neighbour's changed record may have any value in [0, 1]", silent=True)
SAMPLED = Hypothesis("1 <= T <= n, as sampling without replacement needs", silent=True)

CLAIMS = (
    Claim(
        id="fresh-value-separates-the-averages",
        paper="smoothed-dp",
        locator="App. E.2",
        title="a value that is no difference of two sums gives averages of its own",
        kind=Kind.PROOF_STEP,
        statement="If $X_n'$ is not the difference of any sum of T records of x and any sum of T - 1 others, no sample "
        "with it has the average of a sample of x. Finitely many values are excluded, so [0, 1] has such a value for "
        "every x.",
        formula=SEPARATES,
        checks=(by_solver("all reals", [Formula("T > 0", REALS)]),),
        near_misses=(
            NearMiss("sum for difference", SEPARATES.mutate("sum - rest", "sum + rest")),
            NearMiss("another divisor", SEPARATES.mutate("!= sum/T", "!= sum/(T + 1)")),
        ),
        family=family(
            true={
                CONVERSE: ["converse of Implies(fresh != sum - rest, (fresh + rest) / T != s ..."],
                NOT_NEEDED: ["all reals, without T > 0"],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 5) for name in ("fresh", "rest", "sum")} | {"T": Integers(1, 9)},
            lambda _, at: at,
            climbs=False,
        ),
        trust=("z3", "finite-exclusion"),
    ),
    Claim(
        id="continuous-average-loses-its-sampling-rate",
        paper="smoothed-dp",
        locator="Theorem 4",
        title="continuous sampling average: no delta < T/n, at any epsilon",
        kind=Kind.THEOREM,
        statement="For every database x, every T and epsilon, some neighbour x' of the continuous sampling average has "
        "$d(x', x) = T/n$: the averages that contain a fresh value have probability T/n under x' and 0 under x. So "
        "$\\delta(x) \\ge T/n$ for *every* x, and no average over databases is smaller.",
        hypotheses=(ANY_NEIGHBOUR, SAMPLED),
        formula=THEOREM,
        checks=(
            after_substitution(
                by_identity("all samples with the fresh value, and none without", NATURAL, SIZES),
                {"hit": "binomial(n - 1, T - 1)", "own": "0", "odds": "1"},
            ),
            on_instances(Method.EXACT, Coverage.SAMPLE, "databases at random", SCOPE, lambda claim: databases()),
        ),
        near_misses=(
            NearMiss("(T-1)/n", THEOREM.mutate("T/n", "(T - 1)/n")),
            NearMiss("T/(n+1)", THEOREM.mutate("T/n", "T/(n + 1)")),
        ),
        family=family(
            counts=["hit", "own", "n", "T"],
            true={
                IDLE: [
                    "odds * own without odds",
                    "n + 1 for n in binomial(n, T), place 2",
                    "T - 1 for T in binomial(n, T), place 2",
                    "odds * own / binomial(n, T) without binomial(n, T)",
                    "sign of odds * own / binomial(n, T) reversed in hit / binomial(n, T) - odds * own / binomial(n, "
                    "T)",
                    "hit / binomial(n, T) - odds * own / binomial(n, T) without odds * own / binomial(n, T)",
                ],
                UNDECIDED: [
                    "n - 1 for n in binomial(n, T), place 2",
                    "T + 1 for T in binomial(n, T), place 2",
                    "sides of odds * own / binomial(n, T) exchanged",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("fresh-value-separates-the-averages", "best-event-takes-the-positive-terms"),
        search=over({**SPACE, "T": Integers(1, lambda before: before["n"])}, _searched, climbs=False),
        trust=("sympy", "finite-exclusion", "averaging"),
        derivation=FRESH_VALUE,
        note="Neither continuous nor strictly positive sources are needed: it is the neighbour that takes the fresh "
        "value, so it holds for point masses, too. Section 5.2 says eta for T/n, which is no more, as T is eta n "
        "rounded up. The displayed equations of App. E.2 have no numbers.",
    ),
    Claim(
        id="set-of-averages-as-printed",
        paper="smoothed-dp",
        locator="App. E.2",
        title="the printed set S of sums has probability T/n under x'",
        kind=Kind.PROOF_STEP,
        statement="The proof takes for S the numbers $X_n' + \\sum_j X_{i'_j}$ over T - 1 other records, and says that "
        "the *average* lies in S with probability T/n.",
        hypotheses=(SAMPLED,),
        formula=PRINTED_SET,
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "databases at random, T >= 2", SCOPE, lambda claim: several_draws()
            ),
        ),
        near_misses=(
            NearMiss("above", PRINTED_SET.mutate("==", ">")),
            NearMiss("twice as much", PRINTED_SET.mutate("T/n", "2*T/n")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="continuous-average-loses-its-sampling-rate",
        counterexample=Counterexample(
            "n = T = 2, x = (0, 0), x' = (0, 1): the only output of x' is 1/2, the printed S is {1}.",
            {
                "n": "2",
                "T": "2",
                "other": "0",
                "fresh": "1",
                "output": "(fresh + other) / T",
                "printed": "fresh + other",
                "chance": "1 if output == printed else 0",
            },
            fails="chance == T / n",
            given=("fresh != (other + other) - other",),
        ),
        erratum=Erratum(
            "S has sums where the mechanism publishes averages: the factor 1/T is missing.",
            "Nothing.",
            defect=Defect.TYPO,
        ),
        search=over(SPACE, _searched, climbs=False),
    ),
    Claim(
        id="smoothed-and-worst-case-loss-of-the-continuous-average-agree",
        paper="smoothed-dp",
        locator="Sec. 5.2",
        title="continuous sampling average: delta_SDP = delta_DP = T/n for any sources and any epsilon",
        kind=Kind.STATEMENT,
        statement="Continuous mechanisms are similar to what DP predicts: for the sampling average delta(x) is exactly "
        "T/n at every database, so delta_SDP and the worst case agree, for every set of sources and every epsilon.",
        hypotheses=(ANY_NEIGHBOUR, SAMPLED),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=AGREE,
        parameters={"instances": 60, "fresh": True},
        checks=(
            after_substitution(
                by_solver("an average of equal numbers", SIZES),
                {"smoothed": "weight*(T/n) + (1 - weight)*(T/n)", "worst": "T/n"},
                ("weight",),
            ),
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "finite laws and a fresh value", f"n <= 4, seed {SEED}", averages
            ),
        ),
        near_misses=(
            NearMiss("neighbours without a fresh value", parameters={"fresh": False}),
            NearMiss("worst case one more", AGREE.mutate("worst == T/n", "worst == (T + 1)/n")),
        ),
        family=family(counts=["n", "T"]),
        recorded=Status.ESTABLISHED,
        depends_on=("continuous-average-loses-its-sampling-rate", "no-loss-exceeds-the-sampling-rate"),
        trust=("z3", "averaging", "coupling"),
    ),
    Claim(
        id="histogram-of-many-types-loses-its-sampling-rate",
        paper="smoothed-dp",
        locator="Sec. 5.2",
        title="sampling histogram with more than n/2 types, or infinitely many: delta(x) = T/n at every x",
        kind=Kind.STATEMENT,
        statement="The paper infers by post-processing that the sampling histogram with continuous support is not "
        "private. More holds: as soon as there are more than n/2 types, every database has a type with at most one "
        "record, which another database loses or gains, so delta(x) = T/n at every x and epsilon, and for every set of "
        "sources.",
        hypotheses=(SAMPLED, Hypothesis("at least two types", silent=True)),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=EVERY_HISTOGRAM,
        parameters={"records": 6, "more": 1},
        checks=(
            after_substitution(
                by_identity("all samples with the lone record", NATURAL, SIZES),
                {"least": "binomial(n - 1, T - 1)/binomial(n, T)"},
            ),
            on_instances(Method.EXACT, Coverage.GRID, "all histograms", "n <= 6, 3 odds", histograms),
        ),
        near_misses=(
            NearMiss("n/2 types", parameters={"more": 0}),
            NearMiss("T/(n+1)", EVERY_HISTOGRAM.mutate("T/n", "T/(n + 1)")),
        ),
        family=family(counts=["n", "T"]),
        recorded=Status.ESTABLISHED,
        depends_on=("lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"),
        trust=("sympy",),
    ),
    Claim(
        id="bound-grows-with-the-number-of-types",
        paper="smoothed-dp",
        locator="Sec. 5.2",
        title="m exp(-f n/8) >= m exp(-n/8): the bound of Theorem 3 grows without limit with m",
        kind=Kind.STATEMENT,
        statement="Theorem 4 does not contradict Theorem 3, because m grows without limit for continuous sources, and "
        "with it the bound $m\\, e^{-\\Theta(f n)}$: with the constant 1/8 of Remark 8 it is at least $m e^{-n/8}$.",
        hypotheses=(Hypothesis("n is fixed", silent=True), Hypothesis("0 < f <= 1; in fact f <= 1/m", silent=True)),
        formula=GROWS,
        checks=(on_box("all m, f and n", {"m": "[2, oo)", "f": "(0, 1]", "n": "[1, oo)"}),),
        near_misses=(
            NearMiss("half the exponent", GROWS.mutate("exp(-n/8)", "exp(-n/16)")),
            NearMiss("direction turned", GROWS.mutate(">=", "<=")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {"m": Integers(2, 100), "f": Rationals(0, 1, open_low=True), "n": Integers(1, 100)}, lambda _, at: at
        ),
        trust=("arb",),
        note="Theorem 3 asks for finitely many types anyway. As f <= 1/m, its bound says nothing from m of the order n "
        "on; delta(x) is T/n at every x from m > n/2 on.",
    ),
)
