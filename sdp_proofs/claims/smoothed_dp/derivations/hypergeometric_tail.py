"""App. E.1, step 1: from the loss of one database to an exponential bound. The mean of the count is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, on_box, on_grid
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Derivation, Hypothesis, Method, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.sampled_pair import SampledPair
from sdp_proofs.verdict import Verdict

SYMBOLS = {
    "loss": r"\max_{S} \delta_{S}(\vec{H}, \vec{H}')",
    "tail": r"\Pr\left[h > \theta H\right]",
    "theta": r"\theta",
    "rho": r"\rho",
    "count": "H",
    "s": "s",
}
"""theta is 1 - e^-epsilon, rho is T/n, and s is (theta - rho)/rho, so that theta H is 1 + s times the mean rho H."""

LOSS, TAIL = Formula("loss", SYMBOLS), Formula("tail", SYMBOLS)
PRINTED = Formula("exp(-1/3*((theta - rho)/rho)**2*count)", SYMBOLS)
REWRITTEN = Formula("exp(-(1 - (1 - theta)/(1 - rho))**2/3*((1 - rho)/rho)**2*count)", SYMBOLS)
CHERNOFF = Formula("exp(-rho*count*((1 + s)*log(1 + s) - s))", SYMBOLS)
FOR_ALL = Formula("exp(-rho*count*s**2/(2 + s))", SYMBOLS)
FOR_SMALL = Formula("exp(-rho*count*s**2/3)", SYMBOLS)

LARGEST = 9
ODDS = tuple(map(Fraction, ("11/10", "3/2", "2", "4", "17", "100")))
GRID = f"two types, n <= {LARGEST}, every T and H, e^epsilon one of {', '.join(map(str, ODDS))}, theta > rho"


def values(records: int, draws: int, count: int, odds: Fraction) -> dict[str, Any]:
    """The values of `SYMBOLS` when one of `count` records is replaced, exactly."""
    theta, rho = 1 - 1 / odds, Fraction(draws, records)
    law = Hypergeometric(population=records, marked=count, draws=draws)
    lowest, highest = max(0, draws + count - records), min(draws, count)
    return {
        "loss": SampledPair(records, count, draws).exact_loss(odds),
        "tail": sum((law.pmf(h) for h in range(lowest, highest + 1) if h > theta * count), Fraction(0)),
        "theta": theta,
        "rho": rho,
        "count": count,
        "s": (theta - rho) / rho,
    }


def instances() -> Iterator[Instance]:
    """All small databases with two types, the smallest first."""
    for records in range(2, LARGEST + 1):
        for draws in range(1, records):
            for count in range(1, records + 1):
                for odds in ODDS:
                    if 1 - 1 / odds > Fraction(draws, records):
                        name = f"n = {records}, T = {draws}, H = {count}, e^epsilon = {odds}"
                        yield name, values(records, draws, count, odds)


IN_USE = Hypothesis("epsilon > ln(n/(n - T)), that is theta > rho")

HYPERGEOMETRIC_TAIL = Derivation(
    id="exponential-bound-of-one-loss",
    title="Exponential bound of the loss of one database",
    source="App. E.1, step 1",
    steps=(
        Step(
            before=LOSS,
            relation=Relation.AT_MOST,
            after=TAIL,
            rule=Rule.MONOTONICITY,
            check=on_grid("all small databases", GRID, instances),
            hypotheses=(IN_USE,),
            near_misses=(
                StepMiss("half of the tail", after=Formula("tail/2", SYMBOLS)),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            note="Only outputs with h > theta H have a positive loss. The line before it in the print has that "
            "inequality the other way round.",
        ),
        Step(
            before=TAIL,
            relation=Relation.AT_MOST,
            after=PRINTED,
            rule=Rule.THEOREM,
            reference="Chernoff bound",
            check=on_grid("all small databases", GRID, instances, method=Method.CERTIFIED),
            hypotheses=(IN_USE,),
            near_misses=(
                StepMiss("half instead of a third", after=PRINTED.mutate("-1/3", "-1/2")),
                StepMiss("equality", relation=Relation.EQUAL),
            ),
            recorded=Verdict.FAILS,
            note="The mean of h is rho H; the exponent has H in its place. The form s^2/3 moreover needs s <= 1. "
            "Within s <= 1 the line fails at n = 14, T = 2, H = 6, e^epsilon = 7/5 (s = 1).",
        ),
        Step(
            before=PRINTED,
            relation=Relation.EQUAL,
            after=REWRITTEN,
            rule=Rule.SUBSTITUTION,
            check=by_identity({"theta": "real", "rho": "real", "count": "real"}),
            near_misses=(
                StepMiss("n/T for (n - T)/T", after=REWRITTEN.mutate("((1 - rho)/rho)", "(1/rho)")),
                StepMiss("T/n for n/(n - T)", after=REWRITTEN.mutate("/(1 - rho))", "/(1 + rho))")),
            ),
            note="With c = epsilon - ln(n/(n - T)), e^-c is (1 - theta)/(1 - rho).",
        ),
        Step(
            before=TAIL,
            relation=Relation.AT_MOST,
            after=CHERNOFF,
            rule=Rule.THEOREM,
            reference="Hoeffding 1963, Theorem 4, with the Chernoff bound of a binomial count",
            check=on_grid("all small databases", GRID, instances, method=Method.CERTIFIED),
            hypotheses=(IN_USE,),
            near_misses=(
                StepMiss("without rho", after=CHERNOFF.mutate("rho*count", "count")),
                StepMiss("twice the exponent", after=CHERNOFF.mutate("rho*count", "2*rho*count")),
            ),
            part="What holds instead, with the mean rho H",
        ),
        Step(
            before=CHERNOFF,
            relation=Relation.AT_MOST,
            after=FOR_ALL,
            rule=Rule.INEQUALITY,
            check=on_box({"s": "[0, oo)", "rho": "(0, 1]", "count": "[1, oo)"}),
            near_misses=(
                StepMiss("2 + s/2", after=FOR_ALL.mutate("(2 + s)", "(2 + s/2)")),
                StepMiss("1 + s", after=FOR_ALL.mutate("(2 + s)", "(1 + s)")),
            ),
            note="Without a bound on s, so for every epsilon with theta > rho.",
        ),
        Step(
            before=FOR_ALL,
            relation=Relation.AT_MOST,
            after=FOR_SMALL,
            rule=Rule.MONOTONICITY,
            check=on_box({"s": "[0, 1]", "rho": "(0, 1]", "count": "[1, oo)"}),
            hypotheses=(Hypothesis("s <= 1, that is theta <= 2 rho", silent=True),),
            near_misses=(
                StepMiss("without rho", after=FOR_SMALL.mutate("rho*count", "count")),
                StepMiss("half instead of a third", after=FOR_SMALL.mutate("s**2/3", "s**2/2")),
            ),
        ),
    ),
)
