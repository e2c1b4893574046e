"""The checks that claims share: each evaluates the claim's own formula, so near misses are met by the same code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any, Protocol

from sdp_proofs.formulas.boxes import Span, read_box
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.of_checks import over_box, over_domains, over_list, over_reals
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.ledger.programs import is_path
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.provers.scopes import all_values, domain_said
from sdp_proofs.proving.abstraction import needs, terms_of
from sdp_proofs.proving.conjunctions import all_but_one, parts
from sdp_proofs.proving.declared import declared, outside
from sdp_proofs.proving.domains import integers_of, limits
from sdp_proofs.proving.premises import (
    Given,
    citations,
    cites,
    conditions,
    definitions,
    entries,
    fixed,
    formula_of,
    gathered,
    read,
    stated,
    written,
)
from sdp_proofs.proving.programs import typed
from sdp_proofs.proving.remembered import Instance, remembered
from sdp_proofs.verdict import Verdict

__all__ = ["MANY", "Instance", "Sampler", "by_identity", "by_solver", "on_box", "on_instances", "on_many_instances"]

MANY = 20_000
_FEW = 6
"""Values that are all printed."""


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
    """The formula holds at every instance that `instances(claim)` yields; the first failure is the witness.

    These are all instances only if the claim speaks of no others: if what it is `over` is the scope of the check, and
    each symbol of the formula either has these values and no others, which the claim says and is printed, or is
    computed by the program that the claim names.
    """
    generator = instances
    instances = remembered(instances)

    def run(claim: Claim) -> Outcome:
        examined, undecided = 0, []
        covered = decided(coverage, claim, scope)
        ranges: dict[str, dict[str, None]] = {name: {} for name in claim.formula.free if name in claim.ranges}
        for name, values in instances(claim):
            examined += 1
            for symbol, known in ranges.items():
                known[_short(values[symbol])] = None
            verdict = claim.formula.decide(values)
            if verdict is Verdict.FAILS:
                shown = ", ".join(f"{symbol} = {_short(value)}" for symbol, value in values.items())
                return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}: {shown}")
            if verdict is Verdict.UNKNOWN:
                undecided.append(name)
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"undecided: {', '.join(undecided[:5])}")
        premises = [Premise(_ranging(symbol, tuple(known)), Origin.HYPOTHESIS) for symbol, known in ranges.items()]
        if covered is Coverage.ALL:
            premises += [
                Premise(f"{symbol} is computed by {path}, which the instances do not name", Origin.ASSUMED)
                for symbol, path in typed(generator, claim.means, claim.formula.free).items()
            ]
        return Outcome(Verdict.HOLDS, scope, examined, coverage=covered, premises=tuple(premises))

    return Check(method, coverage, run, title, search=over_list(instances), instances=instances)


def decided(coverage: Coverage, claim: Claim, scope: str) -> Coverage:
    """What a list of instances covers: all only of a claim that is over just that list, in all its symbols."""
    if coverage is not Coverage.ALL:
        return coverage
    others = [name for name in claim.formula.free if name not in claim.ranges and not is_path(claim.means.get(name))]
    return coverage if claim.over == scope and not others else Coverage.GRID


def _ranging(symbol: str, values: Sequence[str]) -> str:
    """What values a symbol has.

    Example:
        >>> _ranging("n", ["1", "2", "5"]), _ranging("n", [str(n) for n in range(40)])
        ('n is one of 1, 2, 5', 'n is one of 0, 1, 2, ..., 39 (40 values)')
    """
    few = len(values) <= _FEW
    shown = ", ".join(values if few else (*values[:3], "...", values[-1]))
    return f"{symbol} is {'' if len(values) == 1 else 'one of '}{shown}{'' if few else f' ({len(values)} values)'}"


def on_many_instances(
    method: Method, title: str, scope: str, instances: Sampler, *, seed: int, count: int = MANY
) -> Check:
    """A deep check at many more random instances; give it a seed of its own, so that it repeats none of the others."""

    def drawn(claim: Claim) -> Iterable[Instance]:
        return instances(claim, seed=seed, count=count)

    described = f"{scope}, {count} draws, seed {seed}"
    return replace(on_instances(method, Coverage.SAMPLE, title, described, drawn), deep=True)


def by_identity(
    title: str, domains: Mapping[str, Any] | Sequence[str], where: Sequence[Formula | str] | str = ()
) -> Check:
    """The formula, an equation, is an identity: proved by sympy and re-checked at points without it.

    It is proved where both sides have values; what has to hold for that is printed with the domains.

    Args:
        title: what is shown.
        domains: of each symbol, as "natural n k; positive q"; real, where nothing is said. See `provers.symbolic`.
        where: conditions.
    """
    where = tuple(formula_of(one) for one in ([where] if isinstance(where, str) else where))
    if isinstance(domains, str):
        words = [part.split() for part in domains.split(";") if part.strip()]
        domains = {name: kind for kind, *names in words for name in names}
    given = domains if isinstance(domains, Mapping) else dict.fromkeys(domains, "real")
    spoken = tuple(part for one in where for part in parts(one))
    written = [*filter(None, starmap(domain_said, given.items())), *map(str, spoken)]

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.conditions import conditions_of
        from sdp_proofs.provers.symbolic import decide_identity

        left, right = claim.formula.sides()
        used = {name for one in (claim.formula, *where) for name in one.free}
        kinds: dict[str, Any] = {name: given.get(name, "real") for name in (*given, *sorted(used - given.keys()))}
        result = decide_identity(left, right, kinds, where)
        range_ = "" if result.witness is None else outside(claim, result.witness)
        if range_:  # perhaps it is false within what the letters are said to be, too
            within = decide_identity(left, right, kinds, (*where, *declared(claim)))
            result, range_ = (result, range_) if within.witness is None else (within, "")
        witness = _point(result.witness)
        holds = result.verdict is Verdict.HOLDS
        # What is false at a point of the domains needs no more words; to find them takes a solver.
        said = conditions_of(left, right, kinds, spoken) if holds else written
        scope = all_values({name: kind for name, kind in kinds.items() if name in used}, said)
        if not claim.formula.is_equation:
            # What decides an equation says of another relation only where it fails.
            fails = result.witness is not None and claim.formula.decide(result.witness) is Verdict.FAILS
            verdict = Verdict.FAILS if fails else Verdict.UNKNOWN
            return Outcome(verdict, scope, witness=witness if fails else None, detail="not an equation")
        if range_:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"false outside {range_}", countermodel=witness)
        detail = f"{result.proved_by}; compared at {result.points} points" if result.proved_by else None
        premises = [Premise(text, Origin.HYPOTHESIS) for text in said if text not in map(str, spoken)]
        premises += stated(claim, *spoken)
        return Outcome(result.verdict, scope, witness=witness, detail=detail, premises=tuple(premises))

    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, search=over_domains(given, where),
        conditions=(*limits(given), *where), whole=integers_of(given),
    )  # fmt: skip


def by_solver(title: str, given: Sequence[Given] | str) -> Check:
    """The premises imply the formula for all real values of the symbols, by z3.

    The formula and the premises may have exponentials, logarithms and roots: see `proving.abstraction` for what is used
    of them. A point that meets the hypotheses and not the formula refutes it; see `proving.solving`.

    Args:
        title: what is shown.
        given: the premises, or one of them; see `proving.premises` for how to write them.
    """
    given = [given] if isinstance(given, str) else given

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.proving.solving import solved

        return solved(claim, read(claim, given))

    hypotheses = conditions(given)
    # Points that meet the hypotheses are instances only where nothing else is given.
    search = over_reals(hypotheses) if len(hypotheses) == len(given) else None

    def without() -> Mapping[str, Check]:
        others = [one for one in given if not isinstance(one, Formula | str)]
        return {name: by_solver(title, [*others, *rest]) for name, rest in all_but_one(hypotheses)}

    return Check(
        Method.SMT, Coverage.ALL, run, title, search=search, without=without,
        conditions=hypotheses, cites=cites(given), trusts=entries(given), fixed=fixed(given),
        definitions=definitions(given), citations=citations(given), meanings=gathered(given),
        needs=lambda claim, known: needs((claim.formula, *written(given), *terms_of(citations(given), known))),
    )  # fmt: skip


def on_box(
    title: str,
    box: Mapping[str, Any],
    where: Sequence[Formula | str] | str = (),
    *,
    touching: Mapping[str, Any] | None = None,
    coverage: Coverage = Coverage.ALL,
) -> Check:
    """The formula, an inequality, holds at every point of a box; see `provers.inequality.prove_inequality`.

    Args:
        title: what is proved.
        box: an interval for every symbol.
        where: side conditions.
        touching: places where the two sides are equal.
        coverage: BOX if the claim is asserted beyond the box.
    """
    where = tuple(formula_of(one) for one in ([where] if isinstance(where, str) else where))

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.inequality import prove_inequality

        result = prove_inequality(claim.formula, box, where=where, touching=touching)
        witness = _point(result.witness)
        premises = (*(Premise(text, Origin.HYPOTHESIS) for text in ranges), *stated(claim, *where))
        return Outcome(result.verdict, scope, None, witness, result.method or result.reason or None, premises)

    ranges = [f"{name} in {span if isinstance(span, str) else Span.read(span, name)}" for name, span in box.items()]
    scope = ", ".join(ranges) or "no symbols"
    if where:
        scope += f", where {' and '.join(map(str, where))}"

    def without() -> Mapping[str, Check]:
        return {name: on_box(title, box, rest, touching=touching) for name, rest in all_but_one(where)}

    limits = [formula_of(text) for name, span in read_box(box).items() for text in span.conditions(name)]
    return Check(
        Method.CERTIFIED, coverage, run, title, search=over_box(box, where), without=without,
        conditions=(*limits, *where),
    )  # fmt: skip


def with_programs_by(checks: tuple[Check, ...], claims: Sequence[str]) -> tuple[Check, ...]:
    """The checks, of which the first that compares values computes them by programs that rest on claims.

    The formulas of the claims are premises of what it finds. Checks that compare no values are left as they are.
    """
    for place, check in enumerate(checks):
        if claims and check.method in (Method.EXACT, Method.CERTIFIED) and not check.deep:
            return (*checks[:place], _with_programs_by(check, claims), *checks[place + 1 :])
    return checks


def _with_programs_by(check: Check, claims: Sequence[str]) -> Check:
    def run(claim: Claim) -> Outcome:
        found = check.run(claim)
        known = {name: str(claim.citable[name].formula) if name in claim.citable else name for name in claims}
        programs = (Premise(f"the programs rest on {text}", Origin.CLAIM, name) for name, text in known.items())
        return replace(found, premises=(*found.premises, *programs))

    return replace(check, run=run, cites=check.cites | frozenset(claims))


def _point(values: Mapping[str, Any] | None) -> str | None:
    """A witness in words; a formula without symbols has one too."""
    if values is None:
        return None
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or "no symbols"


def _short(value: Any) -> str:
    if isinstance(value, Enclosure):
        lower, upper = value.bounds(6)
        return lower if lower == upper else f"[{lower}, {upper}]"
    return str(value)
