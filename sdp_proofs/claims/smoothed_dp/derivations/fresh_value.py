"""App. E.2, the proof of Theorem 4: a fresh value gives averages that the database itself never has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, by_solver, on_grid
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

SYMBOLS = {
    "hit": r"\#\{\text{samples of } x' \text{ in } S\}",
    "own": r"\#\{\text{samples of } x \text{ in } S\}",
    "hit_sums": r"\#\{\text{samples of } x' \text{ in the printed } S\}",
    "odds": r"e^{\epsilon}",
    "n": "n",
    "T": "T",
}
REALS = {"fresh": "X_n'", "rest": r"\sum_{j'} X_{j'}", "sum": r"\sum_j X_j", "T": "T"}
FRESH = Formula("fresh != sum - rest", REALS)
APART = Formula("(fresh + rest)/T != sum/T", REALS)
SEED = 20_230_724


def fresh_value(database: Sequence[Fraction], draws: int) -> Fraction:
    """A value in [0, 1], of small denominator, that is no difference of a sum of T records and one of T - 1 others.

    Example:
        >>> fresh_value([Fraction(0), Fraction(1)], 1)
        Fraction(1, 2)
    """
    *others, _ = database
    sums = {sum(chosen, Fraction(0)) for chosen in combinations(database, draws)}
    rests = {sum(chosen, Fraction(0)) for chosen in combinations(others, draws - 1)}
    excluded = {total - rest for total in sums for rest in rests}
    bottom = 1
    while True:
        for top in range(bottom + 1):
            if Fraction(top, bottom) not in excluded:
                return Fraction(top, bottom)
        bottom += 1


def counts(database: Sequence[Fraction], draws: int) -> dict[str, Any]:
    """How many samples of x' and of x lie in the proof's set S, and in the set that is printed."""
    *others, _ = database
    fresh = fresh_value(database, draws)
    sums = {fresh + sum(rest, Fraction(0)) for rest in combinations(others, draws - 1)}
    averages = {total / draws for total in sums}
    outputs = [sum(chosen, Fraction(0)) / draws for chosen in combinations([*others, fresh], draws)]
    own = [sum(chosen, Fraction(0)) / draws for chosen in combinations(database, draws)]
    return {
        "hit": sum(output in averages for output in outputs),
        "own": sum(output in averages for output in own),
        "hit_sums": sum(output in sums for output in outputs),
        "n": len(database),
        "T": draws,
    }


def databases(seed: int = SEED, instances: int = 120) -> Iterator[Instance]:
    """Random databases of few values, so that many averages coincide, at three odds."""
    random = Random(seed)
    for _ in range(instances):
        records = random.randint(1, 6)
        bottom = random.randint(1, 4)
        database = [Fraction(random.randint(0, bottom), bottom) for _ in range(records)]
        draws = random.randint(1, records)
        for odds in (1, Fraction(3, 2), 100):
            name = f"x = {', '.join(map(str, database))}; T = {draws}, odds {odds}"
            yield name, {**counts(database, draws), "odds": odds}


def several_draws() -> Iterator[Instance]:
    """Those with T >= 2."""
    return ((name, found) for name, found in databases() if found["T"] >= 2)


SCOPE = f"120 databases, n <= 6, values of denominator <= 4, 3 odds, seed {SEED}"
DIFFERENCE = Formula("hit/binomial(n, T) - odds*own/binomial(n, T)", SYMBOLS)
SEEN = Formula("hit/binomial(n, T)", SYMBOLS)
SEEN_IN_PRINTED = Formula("hit_sums/binomial(n, T)", SYMBOLS)
DRAWN = Formula("binomial(n - 1, T - 1)/binomial(n, T)", SYMBOLS)
RATE = Formula("T/n", SYMBOLS)
_GRID = on_grid("random databases", SCOPE, databases)

FRESH_VALUE = Derivation(
    id="loss-of-the-continuous-average",
    title="The loss of the sampling average against a fresh value",
    source="App. E.2, proof of Theorem 4",
    steps=(
        Step(
            before=FRESH,
            relation=Relation.IMPLIES,
            after=APART,
            rule=Rule.ALGEBRA,
            check=by_solver([Formula("T > 0", REALS)]),
            near_misses=(
                StepMiss("sums of T and T - 1 exchanged", before=Formula("fresh != sum + rest", REALS)),
                StepMiss("equal", after=Formula("(fresh + rest)/T == sum/T", REALS)),
            ),
        ),
        Step(
            before=SEEN_IN_PRINTED,
            relation=Relation.EQUAL,
            after=RATE,
            rule=Rule.DEFINITION,
            check=on_grid("random databases", SCOPE, several_draws),
            near_misses=(StepMiss("more", relation=Relation.ABOVE),),
            recorded=Verdict.FAILS,
            part="With the set S as printed, of sums instead of averages",
        ),
        Step(
            before=DIFFERENCE,
            relation=Relation.EQUAL,
            after=SEEN,
            rule=Rule.DEFINITION,
            check=_GRID,
            near_misses=(
                StepMiss("plus own", after=Formula("(hit + own + 1)/binomial(n, T)", SYMBOLS)),
                StepMiss("below", relation=Relation.BELOW),
            ),
            part="With the set of averages",
            hypotheses=(Hypothesis("x' may have any value in [0, 1], whatever the sources", silent=True),),
        ),
        Step(
            before=SEEN,
            relation=Relation.EQUAL,
            after=DRAWN,
            rule=Rule.DEFINITION,
            check=_GRID,
            near_misses=(
                StepMiss("not sampled", after=Formula("binomial(n - 1, T)/binomial(n, T)", SYMBOLS)),
                StepMiss("above", relation=Relation.ABOVE),
            ),
        ),
        Step(
            before=DRAWN,
            relation=Relation.EQUAL,
            after=RATE,
            rule=Rule.ALGEBRA,
            check=by_identity({"n": "natural", "T": "natural"}, [Formula("And(1 <= T, T <= n)", SYMBOLS)]),
            near_misses=(
                StepMiss("(T - 1)/n", after=Formula("(T - 1)/n", SYMBOLS)),
                StepMiss("T/(n + 1)", after=Formula("T/(n + 1)", SYMBOLS)),
            ),
        ),
    ),
)


def loss(database: Sequence[Fraction], draws: int, odds: Fraction, others: Sequence[Fraction]) -> Fraction:
    """delta(x) of the sampling average over neighbours whose changed record has one of the values `others`."""
    own, best = _law(database, draws), Fraction(0)
    for place in range(len(database)):
        for value in others:
            changed = _law([*database[:place], value, *database[place + 1 :]], draws)
            for one, other in ((own, changed), (changed, own)):
                best = max(
                    best, sum((max(Fraction(0), p - odds * other.get(a, 0)) for a, p in one.items()), Fraction(0))
                )
    return best


def _law(database: Sequence[Fraction], draws: int) -> dict[Fraction, Fraction]:
    law: dict[Fraction, Fraction] = {}
    for chosen in combinations(database, draws):
        output = sum(chosen, Fraction(0)) / draws
        law[output] = law.get(output, Fraction(0)) + Fraction(1, comb(len(database), draws))
    return law
