"""The checks that steps of derivations share: each decides the step's own sides, so near misses meet the same code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Coverage, Method, Outcome, Relation, Step
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.proving.checks import Instance
from sdp_proofs.verdict import Verdict

_SIGNS = {relation: relation.value for relation in Relation} | {Relation.EQUAL: "=="}


def assertion(step: Step) -> Formula:
    """What a step asserts, as one statement.

    Raises:
        DomainError: the two sides do not write their common symbols alike.
    """
    before, after = step.before, step.after
    symbols = {**before.symbols, **after.symbols}
    for side in (before, after):
        clash = [name for name in side.free if side.symbols[name] != symbols[name]]
        if clash:
            raise DomainError(f"both sides of a step must write {clash[0]} alike; got {before} and {after}")
    if step.relation is Relation.IMPLIES:
        return Formula(f"Implies({before}, {after})", symbols)
    return Formula(f"({before}) {_SIGNS[step.relation]} ({after})", symbols)


def by_identity(domains: Mapping[str, Any] | Sequence[str], where: Sequence[Formula] = ()) -> Check:
    """The two sides are equal: proved by sympy, and compared at points without it.

    An inequality is not decided by this check: it is UNKNOWN, unless a point refutes it.
    """

    def run(step: Step) -> Outcome:
        from sdp_proofs.provers.symbolic import decide_identity

        scope = "all values of the symbols"
        result = decide_identity(step.before, step.after, domains, where)
        if step.relation is not Relation.EQUAL:
            return _refuted_by(step, result.witness, scope)
        detail = f"{result.proved_by}; compared at {result.points} points" if result.proved_by else None
        return Outcome(result.verdict, scope, witness=_shown(result.witness), detail=detail)

    return Check(Method.SYMBOLIC, Coverage.ALL, run, "identity")


def by_solver(hypotheses: Sequence[Formula]) -> Check:
    """The hypotheses imply the step for all real values of the symbols, by z3."""

    def run(step: Step) -> Outcome:
        from sdp_proofs.provers.smt import prove_for_all_reals

        result = prove_for_all_reals(hypotheses, assertion(step))
        scope = "all real values of the symbols"
        if result.nonzero:
            scope += f" with {', '.join(result.nonzero)} not zero"
        instances = 0 if result.vacuous else None
        return Outcome(result.verdict, scope, instances, _shown(result.witness), result.reason or None)

    return Check(Method.SMT, Coverage.ALL, run, "z3 over the reals")


def on_box(
    box: Mapping[str, Any],
    where: Sequence[Formula] = (),
    *,
    touching: Mapping[str, Any] | None = None,
    coverage: Coverage = Coverage.ALL,
    seconds: float = 30.0,
) -> Check:
    """The step, an inequality, holds at every point of a box; see `provers.inequality.prove_inequality`.

    Args:
        box: an interval for every symbol.
        where: side conditions.
        touching: places where the two sides are equal.
        coverage: BOX if the step is asserted beyond the box.
        seconds: patience, of the processor.
    """

    def run(step: Step) -> Outcome:
        from sdp_proofs.provers.inequality import prove_inequality

        result = prove_inequality(assertion(step), box, where=where, touching=touching, seconds=seconds)
        return Outcome(result.verdict, scope, None, _shown(result.witness), result.method or result.reason or None)

    scope = ", ".join(f"{name} in {_interval(span)}" for name, span in box.items())
    if where:
        scope += f", where {' and '.join(map(str, where))}"
    return Check(Method.CERTIFIED, coverage, run, "certified on the whole box")


def on_grid(
    title: str,
    scope: str,
    instances: Callable[[], Iterable[Instance]],
    *,
    method: Method = Method.EXACT,
    coverage: Coverage = Coverage.GRID,
) -> Check:
    """The step holds at every instance; the first failure is the witness."""

    def run(step: Step) -> Outcome:
        statement = assertion(step)
        examined, undecided = 0, []
        for name, values in instances():
            examined += 1
            verdict = statement.decide(values)
            if verdict is Verdict.FAILS:
                used = {symbol: values[symbol] for symbol in statement.free}
                return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}: {_shown(used)}")
            if verdict is Verdict.UNKNOWN:
                undecided.append(name)
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"undecided: {', '.join(undecided[:5])}")
        return Outcome(Verdict.HOLDS, scope, examined)

    return Check(method, coverage, run, title)


def _refuted_by(step: Step, point: Mapping[str, Any] | None, scope: str) -> Outcome:
    if point is not None and assertion(step).decide(point) is Verdict.FAILS:
        return Outcome(Verdict.FAILS, scope, witness=_shown(point))
    return Outcome(Verdict.UNKNOWN, scope, detail="an inequality is not decided by comparing terms")


def _shown(values: Mapping[str, Any] | None) -> str | None:
    if values is None:
        return None
    return ", ".join(f"{name} = {_short(value)}" for name, value in values.items()) or "no symbols"


def _short(value: Any) -> str:
    if isinstance(value, Enclosure) and value.exact is None:
        lower, upper = value.bounds(6)
        return lower if lower == upper else f"[{lower}, {upper}]"
    return str(value.exact if isinstance(value, Enclosure) else value)


def _interval(span: Any) -> str:
    return f"[{span[0]}, {span[1]}]" if isinstance(span, tuple | list) else str(span)
