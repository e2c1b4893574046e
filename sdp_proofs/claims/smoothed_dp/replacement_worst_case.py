"""App. F, Theorem 5, the DP half: with replacement the worst case is 1 - (1 - 1/n)^T, which T/(n+1) exceeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.proving import after_substitution, by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.drawn_record import DRAWN_RECORD
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import PLAIN_LOSS
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

SYMBOLS = {"worst": r"\max_x \delta(x)", "chance": r"1 - (1 - 1/n)^T", "T": "T", "n": "n"}
PRINTED = Formula("worst > T/(n + 1)", SYMBOLS)
EXACT = Formula("worst == 1 - ((n - 1)/n)**T", SYMBOLS)
PRINTED_STEP = Formula("1 - ((n - 1)/n)**T >= T/(n + 1)", SYMBOLS)
BETWEEN = Formula("And(T/(n + T - 1) <= chance, chance <= T/n)", SYMBOLS)
ODDS = tuple(map(Fraction, ("1", "51/49", "20")))
LARGEST = 7


def worst(records: int, draws: int, odds: Fraction) -> Fraction:
    """The largest delta(x) over all databases of two types, exactly."""
    databases = (Database((count, records - count), draws, replacement=True) for count in range(records + 1))
    losses = (delta(database, Budget.read(odds=odds)).value.exact for database in databases)
    return max((loss for loss in losses if loss is not None), default=Fraction(0))


def _values(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws = at["n"], at["T"]
    chance = 1 - Fraction(n - 1, n) ** draws
    return {"worst": worst(n, draws, at["odds"]), "chance": chance, "T": draws, "n": n}


def sizes(most: Callable[[int], int]) -> Callable[[Claim], Iterator[Instance]]:
    """All n up to `LARGEST`, T up to `most(n)`, and several odds."""

    def instances(claim: Claim) -> Iterator[Instance]:
        for n in range(2, LARGEST + 1):
            for draws in range(1, most(n) + 1):
                for odds in ODDS:
                    yield f"n = {n}, T = {draws}, odds {odds}", _values(claim, {"n": n, "T": draws, "odds": odds})

    return instances


def _enumerated(most: Callable[[int], int], scope: str) -> Any:
    return on_instances(Method.EXACT, Coverage.GRID, "all histograms of two types", scope, sizes(most))


SPACE: dict[str, Domain] = {
    "n": Integers(2, 60),
    "T": Integers(1, lambda before: before["n"] - 1),
    "odds": Rationals(1, 1000),
}
FEWER = Hypothesis("T < n, as T = o(n) asks for", silent=True)

CLAIMS = (
    Claim(
        id="with-replacement-no-delta-up-to-the-printed-one",
        paper="smoothed-dp",
        locator="App. F, Theorem 5",
        title="DP with replacement: no delta <= T/(n+1) is possible, at any epsilon",
        kind=Kind.THEOREM,
        statement="At no epsilon >= 0 is the counting mechanism with replacement $(\\epsilon, \\delta)$-DP for a "
        "$\\delta \\le T/(n+1)$: the largest delta(x) exceeds T/(n+1).",
        hypotheses=(FEWER,),
        formula=PRINTED,
        checks=(_enumerated(lambda n: n - 1, "n <= 7, T < n, 3 odds"),),
        near_misses=(
            NearMiss("T/n for T/(n+1)", PRINTED.mutate("(n + 1)", "n")),
            NearMiss("twice as much", PRINTED.mutate("T/", "2*T/")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="worst-case-with-replacement-is-the-chance-of-being-drawn",
        counterexample=Counterexample(
            "n = 4 and T = 3, odds 2: the largest delta(x) is 37/64, below 3/5. The same happens for T = 3 at every "
            "n: 1 - (1 - 1/n)^3 is below 3/(n + 1) by (2n - 1)/(n^3 (n + 1)), so T = o(n) does not help.",
            {"n": "4", "T": "3", "E": "2", **PLAIN_LOSS},
            fails="max(delta(H) for H in range(n + 1)) > T / (n + 1)",
            given=("T < n",),
        ),
        erratum=Erratum(
            "T/(n+1) is possible, and more than needed, for every n >= 2 from T = 3 on. It has n + 1 where n + T - 1 "
            "belongs.",
            "Nothing: the exact value is 1 - (1 - 1/n)^T, between T/(n + T - 1) and T/n.",
            defect=Defect.CONSTANT,
        ),
        search=over(SPACE, _values, climbs=False),
        derivation=DRAWN_RECORD,
        note="For T = 1 and T = 2 the printed sentence is right.",
    ),
    Claim(
        id="worst-case-with-replacement-is-the-chance-of-being-drawn",
        paper="smoothed-dp",
        locator="App. F, Theorem 5",
        title="with replacement the largest delta(x) is 1 - (1 - 1/n)^T at every epsilon",
        kind=Kind.THEOREM,
        statement="With replacement the largest delta(x) is the chance $1 - (1 - 1/n)^T$ that the changed record is "
        "drawn at all, at every epsilon >= 0 and for any number of types. A lone record attains it: its type is seen "
        "with this chance in one database and never in the other. Nothing exceeds it: given that the record is not "
        "drawn, both outputs have the same law.",
        fidelity=Fidelity.NARROWED,
        formula=EXACT,
        checks=(
            _enumerated(lambda n: 2 * n, "n <= 7, T <= 2n, 3 odds"),
            after_substitution(
                by_identity(
                    "a lone record: all outputs that show it",
                    {"n": "natural", "T": "natural"},
                    [Formula("And(n >= 2, T >= 1)", ["n", "T"])],
                ),
                {"worst": "1 - binomial(T, 0)*(1/n)**0*(1 - 1/n)**T"},
            ),
        ),
        near_misses=(
            NearMiss("T/n", EXACT.mutate("1 - ((n - 1)/n)**T", "T/n")),
            NearMiss("T - 1 draws", EXACT.mutate("**T", "**(T - 1)")),
        ),
        family=family(counts=["T", "n"]),
        recorded=Status.ESTABLISHED,
        depends_on=("no-loss-exceeds-the-sampling-rate", "best-event-takes-the-positive-terms"),
        search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
        trust=("sympy", "coupling", "binomial-theorem"),
        note="The coupling bound is that of sampling without replacement, with this chance for the rate.",
    ),
    Claim(
        id="chance-of-being-drawn-above-the-printed-one",
        paper="smoothed-dp",
        locator="App. F, proof of the DP half",
        title="1 - (1 - 1/n)^T >= T/(n+1)",
        kind=Kind.PROOF_STEP,
        statement="The proof ends with $1 - (1 - 1/n)^T \\ge T/(n+1)$.",
        hypotheses=(FEWER,),
        formula=PRINTED_STEP,
        checks=(_enumerated(lambda n: n - 1, "n <= 7, T < n, 3 odds"),),
        near_misses=(
            NearMiss("T/n for T/(n+1)", PRINTED_STEP.mutate("T/(n + 1)", "T/n")),
            NearMiss("direction turned", PRINTED_STEP.mutate(">=", "<=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="chance-of-being-drawn-between-its-bounds",
        counterexample=Counterexample(
            "n = 4 and T = 3: 37/64 < 3/5.",
            {"n": "4", "T": "3"},
            fails="1 - (1 - 1/n)**T >= T / (n + 1)",
            given=("T < n",),
        ),
        erratum=Erratum(
            "The inequality fails from T = 3 on, for every n >= 2.",
            "The denominator n + 1 becomes n + T - 1; for T = o(n) this is of the same order.",
            defect=Defect.CONSTANT,
        ),
        search=over(SPACE, _values),
    ),
    Claim(
        id="chance-of-being-drawn-between-its-bounds",
        paper="smoothed-dp",
        locator="App. F, proof of the DP half",
        title="T/(n+T-1) <= 1 - (1 - 1/n)^T <= T/n",
        kind=Kind.PROOF_STEP,
        statement="For all n and T >= 1, $T/(n+T-1) \\le 1 - (1-1/n)^T \\le T/n$, with equality at T = 1. So the loss "
        "of a lone record is of the order T/n as long as T = O(n), and T/(n+T) is a strict lower bound.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=BETWEEN,
        checks=(
            by_induction(
                "induction on the draws",
                {"chance": "1/n", "T": "1"},
                {"chance": "1 - (1 - chance)*(1 - 1/n)", "T": "T + 1"},
                [Formula("And(n >= 1, T >= 1)", ["n", "T"])],
            ),
            _enumerated(lambda n: 2 * n, "n <= 7, T <= 2n, 3 odds"),
        ),
        near_misses=(
            NearMiss("n + T - 2", BETWEEN.mutate("(n + T - 1)", "(n + T - 2)")),
            NearMiss("upper end T/(n+1)", BETWEEN.mutate("chance <= T/n", "chance <= T/(n + 1)")),
        ),
        family=family(counts=["T", "n"], deep=True),
        recorded=Status.ESTABLISHED,
        search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
        trust=("z3", "induction"),
    ),
)
