"""Searches that follow from a claim: from its formula, and from what its checks decide.

A claim's own formula is decided exactly or in balls, and compared in floats to steer the search.

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
  the claim fails. `hunting.spaces` has integers, fractions, choices, compositions and laws. Bounds may be generous:
  small instances come first, random ones later.
* The function computes the values of the formula's symbols at an instance, exactly or as enclosures, and answers None
  where the hypotheses of the claim are not met.
* A formula that is not a single inequality, or one that holds with equality at many places, cannot steer: say
  `climbs=False`, or give a `Search` an estimate of your own, such as
  `papers.project.homogeneous`.
* A claim that something exists is hunted over what it would have to exist for.

A claim that says nothing is hunted over what its checks decide: a check over all reals over fractions that meet its
hypotheses, one on a box over the box, an identity over the domains of its symbols, one that goes through instances over
these. A formula that follows for all reals is at times only the heart of a claim.

`sdp-proofs hunt CLAIM` must then find a counterexample of a refuted claim, and none of any other; the tests hunt all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas import syntax
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.spaces import Domain, Instance, Listed, Reals, Space
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.verdict import Verdict

Values = Callable[[Claim, Instance], Mapping[str, Any] | None]
"""The values of the formula's symbols at an instance; None where the hypotheses are not met."""


@dataclass(frozen=True, slots=True)
class Search:
    """Search space that a claim offers to a hunt.

    Args:
        space: the coordinates of an instance, in an order in which each depends only on those before; or a function
            of the claim that makes them.
        decide: the claim at an instance, exactly or certifiably; None where its hypotheses are not met. It is given
            the claim, so that near misses can be hunted, too.
        gap_estimate: positive where the claim fails, and larger the nearer it comes to failing; steers the climbing.
            It must not have its largest values where the claim holds with equality: minus infinity is for such places.
    """

    space: Mapping[str, Domain] | Callable[[Claim], Mapping[str, Domain]]
    decide: Callable[[Claim, Instance], Verdict | None]
    gap_estimate: Callable[[Claim, Instance], float] | None = None

    def space_of(self, claim: Claim) -> Space:
        """The coordinates of an instance of the claim."""
        return self.space(claim) if callable(self.space) else self.space


def search_of(claim: Claim) -> Search | None:
    """The search that the claim offers, or else the first of its checks that offers one."""
    offered = (claim.search, *(check.search for check in claim.checks))
    return next((search for search in offered if isinstance(search, Search)), None)


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
    """Distance of an inequality from holding: in decimal logarithms between positive sides, else their difference.

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


_CEILING = 2048  # bits: sides that touch stay undecided, and soon
# Integers are arguments of factorials and ends of sums.
_OF_DOMAIN: dict[str, Reals] = {
    "real": Reals(),
    "positive": Reals(Fraction(0), open_low=True),
    "integer": Reals(Fraction(-200), Fraction(200), denominator=1),
    "natural": Reals(Fraction(0), Fraction(200), denominator=1),
}
_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def over_reals(hypotheses: Sequence[Formula]) -> Search:
    """The symbols of the claim's formula and of the hypotheses, between the bounds that these name."""

    def space(claim: Claim) -> Mapping[str, Domain]:
        bounds = named_bounds(hypotheses)
        names = dict.fromkeys([*claim.formula.free, *(name for formula in hypotheses for name in formula.free)])
        return {name: bounds.get(name, Reals()) for name in names}

    return Search(space, _decided(hypotheses), _distance(hypotheses))


def over_domains(domains: Mapping[str, Any] | Sequence[str], where: Sequence[Formula]) -> Search:
    """The symbols of an identity, each over its domain; see `provers.symbolic`."""
    given = domains if isinstance(domains, Mapping) else dict.fromkeys(domains, "real")

    def space(claim: Claim) -> Mapping[str, Domain]:
        names = dict.fromkeys([*claim.formula.free, *(name for formula in where for name in formula.free)])
        return {name: _OF_DOMAIN[given.get(name, "real")] for name in names}

    return Search(space, _decided(where))


def over_box(box: Mapping[str, Any], where: Sequence[Formula]) -> Search:
    """The points of a box; see `provers.inequality`."""

    def space(_: Claim) -> Mapping[str, Domain]:
        from sdp_proofs.formulas.ranges import read_box

        return {
            name: Reals(span.low, span.high, open_low=not span.low_closed, open_high=not span.high_closed)
            for name, span in read_box(box).items()
        }

    return Search(space, _decided(where), _distance(where))


def over_list(instances: Callable[[Claim], Iterable[tuple[str, Mapping[str, Any]]]]) -> Search:
    """Instances with names, one after the other."""

    def decide(claim: Claim, at: Instance) -> Verdict:
        verdict: Verdict = claim.formula.decide(at["instance"].values)
        return verdict

    return Search(lambda claim: {"instance": Listed(instances(claim))}, decide)


def named_bounds(hypotheses: Sequence[Formula]) -> dict[str, Reals]:
    """The bounds by numbers that the hypotheses name for single symbols; conjunctions and chains are looked into.

    Example:
        >>> named_bounds([Formula("And(0 < p, p <= 1/2, p < q)", ["p", "q"])])["p"].high
        Fraction(1, 2)
    """
    bounds: dict[str, Reals] = {}
    for hypothesis in hypotheses:
        for relation in _relations(ast.parse(hypothesis.text, mode="eval").body):
            sides = [relation.left, *relation.comparators]
            for left, sign, right in zip(sides, relation.ops, sides[1:], strict=False):
                for symbol, other, kind in ((left, right, type(sign)), (right, left, _MIRRORED.get(type(sign)))):
                    number = _number(other)
                    if isinstance(symbol, ast.Name) and number is not None:
                        bounds[symbol.id] = _bounded(bounds.get(symbol.id, Reals()), kind, number)
    return bounds


def _relations(node: ast.expr) -> list[ast.Compare]:
    if isinstance(node, ast.Compare):
        return [node]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "And":
        return [relation for part in node.args for relation in _relations(part)]
    return []


def _number(node: ast.expr) -> Fraction | None:
    try:
        value = Formula(ast.unparse(node)).value({})
    except DomainError:
        return None
    return None if value is None or value.exact is None else Fraction(value.exact)


def _bounded(domain: Reals, sign: type[ast.cmpop] | None, number: Fraction) -> Reals:
    if sign in (ast.Gt, ast.GtE) and (domain.low is None or number >= domain.low):
        return replace(domain, low=number, open_low=sign is ast.Gt)
    if sign in (ast.Lt, ast.LtE) and (domain.high is None or number <= domain.high):
        return replace(domain, high=number, open_high=sign is ast.Lt)
    return domain


def _decided(hypotheses: Sequence[Formula]) -> Callable[[Claim, Instance], Verdict | None]:
    def decide(claim: Claim, at: Instance) -> Verdict | None:
        if not _met(hypotheses, at):
            return None
        verdict: Verdict = claim.formula.decide(at, ceiling=_CEILING)
        return None if verdict is Verdict.UNKNOWN and not _defined(claim.formula, at) else verdict

    return decide


def _distance(hypotheses: Sequence[Formula]) -> Callable[[Claim, Instance], float]:
    def estimate(claim: Claim, at: Instance) -> float:
        return distance_estimate(claim.formula, at) if _met(hypotheses, at) else -float("inf")

    return estimate


def _met(hypotheses: Sequence[Formula], at: Instance) -> bool:
    return all(hypothesis.decide(at, ceiling=_CEILING) is Verdict.HOLDS for hypothesis in hypotheses)


def _defined(formula: Formula, at: Instance) -> bool:
    """Tell whether both sides of a relation have a value; any other statement is taken to be defined."""
    try:
        return all(side.value(at) is not None for side in formula.sides())
    except DomainError:
        return True
