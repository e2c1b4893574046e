"""Where to look for a counterexample to what a check decides, for claims that do not say so themselves.

A check over all reals is hunted over fractions that meet its hypotheses, one on a box over the box, an identity over
the domains of its symbols, one that goes through instances over these. A formula that follows for all reals is at
times only the heart of a claim: whoever writes a claim can offer more, see `hunting.formulas`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.formulas import distance_estimate
from sdp_proofs.hunting.hunt import Search
from sdp_proofs.hunting.listed import Listed
from sdp_proofs.hunting.real_line import Reals
from sdp_proofs.hunting.space import Domain, Instance
from sdp_proofs.ledger import Claim
from sdp_proofs.verdict import Verdict

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
    """Whether both sides of a relation have a value; any other statement is taken to be defined."""
    try:
        return all(side.value(at) is not None for side in formula.sides())
    except DomainError:
        return True
