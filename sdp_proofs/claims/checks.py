"""The checks that claims share: each evaluates the claim's own formula, so near misses are met by the same code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from sdp_proofs.claims.proofs.conjunctions import all_but_one
from sdp_proofs.claims.searches_of_checks import over_box, over_domains, over_list, over_reals
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

Instance = tuple[str, Mapping[str, Any]]
"""A name for people, and the values of the formula's symbols."""
MANY = 20_000


class Sampler(Protocol):
    """Instances at random: the same for the same seed."""

    def __call__(self, claim: Claim, /, *, seed: int, count: int) -> Iterable[Instance]:
        """Draws `count` times; a draw that does not meet the hypotheses may be left out."""


def on_instances(
    method: Method,
    coverage: Coverage,
    title: str,
    scope: str,
    instances: Callable[[Claim], Iterable[Instance]],
) -> Check:
    """The formula holds at every instance that `instances(claim)` yields; the first failure is the witness."""

    def run(claim: Claim) -> Outcome:
        examined, undecided = 0, []
        for name, values in instances(claim):
            examined += 1
            verdict = claim.formula.decide(values)
            if verdict is Verdict.FAILS:
                shown = ", ".join(f"{symbol} = {_short(value)}" for symbol, value in values.items())
                return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}: {shown}")
            if verdict is Verdict.UNKNOWN:
                undecided.append(name)
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"undecided: {', '.join(undecided[:5])}")
        return Outcome(Verdict.HOLDS, scope, examined)

    return Check(method, coverage, run, title, search=over_list(instances), instances=instances)


def on_many_instances(
    method: Method, title: str, scope: str, instances: Sampler, *, seed: int, count: int = MANY
) -> Check:
    """A deep check at many more random instances; give it a seed of its own, so that it repeats none of the others."""

    def drawn(claim: Claim) -> Iterable[Instance]:
        return instances(claim, seed=seed, count=count)

    described = f"{scope}, {count} draws, seed {seed}"
    return replace(on_instances(method, Coverage.SAMPLE, title, described, drawn), deep=True)


def by_identity(title: str, domains: Mapping[str, Any] | Sequence[str], where: Sequence[Formula] = ()) -> Check:
    """The formula, an equation, is an identity: proved by sympy and re-checked at points without it."""

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.symbolic import decide_identity

        scope = "all values of the symbols"
        left, right = claim.formula.sides()
        result = decide_identity(left, right, domains, where)
        witness = None
        if result.witness is not None:
            witness = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
        if not claim.formula.is_equation:
            # What decides an equation says of another relation only where it fails.
            fails = result.witness is not None and claim.formula.decide(result.witness) is Verdict.FAILS
            verdict = Verdict.FAILS if fails else Verdict.UNKNOWN
            return Outcome(verdict, scope, witness=witness if fails else None, detail="not an equation")
        detail = f"{result.proved_by}; compared at {result.points} points" if result.proved_by else None
        return Outcome(result.verdict, scope, witness=witness, detail=detail)

    return Check(Method.SYMBOLIC, Coverage.ALL, run, title, search=over_domains(domains, where))


def by_solver(title: str, hypotheses: Sequence[Formula]) -> Check:
    """The hypotheses imply the formula for all real values of the symbols, by z3."""

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        result = prove_for_all_reals(hypotheses, claim.formula)
        witness = None
        if result.witness is not None:
            witness = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
        instances = 0 if result.vacuous else None
        scope = "all real values of the symbols"
        if result.nonzero:
            scope += f" with {', '.join(result.nonzero)} not zero"
        return Outcome(result.verdict, scope, instances, witness, result.reason or None)

    def without() -> Mapping[str, Check]:
        return {name: by_solver(title, rest) for name, rest in all_but_one(hypotheses)}

    return Check(Method.SMT, Coverage.ALL, run, title, search=over_reals(hypotheses), without=without)


def on_box(
    title: str,
    box: Mapping[str, Any],
    where: Sequence[Formula] = (),
    *,
    touching: Mapping[str, Any] | None = None,
    coverage: Coverage = Coverage.ALL,
) -> Check:
    """The formula, an inequality, holds at every point of a box; see `numerics.inequality.prove_inequality`.

    Args:
        title: what is proved.
        box: an interval for every symbol.
        where: side conditions.
        touching: places where the two sides are equal.
        coverage: BOX if the claim is asserted beyond the box.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.inequality import prove_inequality

        result = prove_inequality(claim.formula, box, where=where, touching=touching)
        witness = None
        if result.witness is not None:
            witness = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
        return Outcome(result.verdict, scope, None, witness, result.method or result.reason or None)

    scope = ", ".join(f"{name} in {span}" for name, span in box.items())
    if where:
        scope += f", where {' and '.join(map(str, where))}"
    def without() -> Mapping[str, Check]:
        return {name: on_box(title, box, rest, touching=touching) for name, rest in all_but_one(where)}

    return Check(Method.CERTIFIED, coverage, run, title, search=over_box(box, where), without=without)


def _short(value: Any) -> str:
    if isinstance(value, Enclosure):
        lower, upper = value.bounds(6)
        return lower if lower == upper else f"[{lower}, {upper}]"
    return str(value)
