"""Lets a hunt use a claim's own formula: decided exactly or in balls, and compared in floats to steer the search.

How to let a claim be hunted, with one line in it:

    search=over(
        {
            "records": Integers(2, 60),
            "draws": Integers(1, lambda at: at["records"]),
            "counts": Compositions(lambda at: at["records"], 2),
            "odds": Rationals(1, 1000),
        },
        lambda claim, at: {"loss": ..., "draws": at["draws"], "records": at["records"]},
    )

* The space lists what the claim quantifies over, each coordinate after those it depends on, and nothing about where
  the claim fails. `hunting.space` has integers, fractions, choices, compositions and laws. Bounds may be generous:
  small instances come first, random ones later.
* The function computes the values of the formula's symbols at an instance, exactly or as enclosures, and answers None
  where the hypotheses of the claim are not met.
* A formula that is not a single inequality, or one that holds with equality at many places, cannot steer: say
  `climbs=False`, or give a `hunting.hunt.Search` an estimate of your own, such as
  `papers.project.assignments.hill_estimate`.
* A claim that something exists is hunted over what it would have to exist for.

`sdp-proofs hunt CLAIM` must then find a counterexample of a refuted claim, and none of any other; the tests hunt all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sdp_proofs.formulas import syntax
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.hunt import Search
from sdp_proofs.hunting.space import Domain, Instance
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.verdict import Verdict

Values = Callable[[Claim, Instance], Mapping[str, Any] | None]
"""The values of the formula's symbols at an instance; None where the hypotheses are not met."""


def over(space: Mapping[str, Domain], values: Values, *, climbs: bool = True) -> Search:
    """A search of the space for instances at which the claim's formula fails.

    Args:
        space: the coordinates.
        values: the values of the formula's symbols at an instance.
        climbs: whether to climb towards failure once half of the time is spent; needs a single inequality.
    """

    def decide(claim: Claim, instance: Instance) -> Verdict | None:
        found = values(claim, instance)
        return None if found is None else claim.formula.decide(found)

    def gap_estimate(claim: Claim, instance: Instance) -> float:
        found = values(claim, instance)
        return -float("inf") if found is None else distance_estimate(claim.formula, found)

    return Search(space, decide, gap_estimate if climbs else None)


def distance_estimate(formula: Formula, values: Mapping[str, Any]) -> float:
    """How far a single inequality is from holding: in decimal logarithms between positive sides, else their difference.

    Example:
        >>> round(distance_estimate(Formula("x <= y", ["x", "y"]), {"x": 1000, "y": 10}), 9)
        2.0
    """
    left, relation, right = syntax.split(formula.text)
    one, other = (Formula(side, formula.symbols).value(values, 64) for side in (left, right))
    if one is None or other is None:
        return -float("inf")
    heights = one.log10_estimate, other.log10_estimate
    positive = one.ball > 0 and other.ball > 0
    above = heights[0] - heights[1] if positive else float(one.ball.mid()) - float(other.ball.mid())
    return -above if relation.startswith(">") else above
