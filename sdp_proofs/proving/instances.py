"""Checks that compare values: at every instance, or at random ones.

Most instances are the values of a program, which take much longer than the question whether a formula holds for them.
So they are kept for the mutants of a claim's formula: for a claim that is the same in everything but its formula, and
only if they do not depend on that. Whoever computes them is given a claim that notices being asked for it.

A claim says of a symbol which program computes it, by a path. That is checked where values are compared: the path leads
to something that can be called, or to a value, and the function that yields the instances names it, itself or through
the functions that it names. Of a list whose author types the values nothing else would tell.

Facts of a proof may be decided at each instance along with the claim, and a false one fails the check. That is no proof
of the facts: one that is merely written down counts as assumed, see `proving.premises`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from inspect import unwrap
from itertools import islice
from pkgutil import resolve_name
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Protocol

from sdp_proofs.errors import DomainError
from sdp_proofs.hunting.searches import over_list
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.consistency import is_path, program
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.proving.premises import (
    Given,
)
from sdp_proofs.proving.reading import read
from sdp_proofs.verdict import Verdict

Instance = tuple[str, Mapping[str, Any]]
"""A name for people, and the values of the formula's symbols."""
Instances = Callable[[Claim], Iterable[Instance]]


def remembered(instances: Instances) -> Instances:
    """The same instances, those of the last claim kept.

    Example:
        >>> from types import SimpleNamespace
        >>> def squares(claim):
        ...     print("computing")
        ...     yield "two", {"n": 2}
        >>> again = remembered(squares)
        >>> len(list(again(None))), len(list(again(None)))
        computing
        (1, 1)
    """
    kept: list[_Recording] = []

    def of(claim: Claim) -> Iterable[Instance]:
        parts = [getattr(claim, part.name, None) for part in fields(Claim) if part.name != "formula"]
        if not (kept and kept[0].serves(parts)):
            watched = _Watched(claim)
            made = _Recording(parts, watched, iter(instances(watched)))  # type: ignore[arg-type]
            if kept and kept[0].is_of(parts):
                return made  # other parameters: a mutant, after which the claim itself is asked again
            kept[:] = [made]
            return made
        return _taken_again(kept[0], claim, instances)

    return of


def _taken_again(recording: _Recording, claim: Claim, instances: Instances) -> Iterator[Instance]:
    """Repeat recorded instances until the formula matters, then compute on."""
    taken = 0
    for instance in recording:
        if recording.watched.asked:
            break
        taken += 1
        yield instance
    if recording.watched.asked:
        yield from islice(instances(claim), taken, None)


class _Watched:
    """A claim that notices being asked for its formula."""

    def __init__(self, claim: Claim) -> None:
        self.__dict__.update(claim=claim, asked=False)

    def __getattr__(self, name: str) -> Any:
        if name == "formula":
            self.__dict__["asked"] = True
        return getattr(self.claim, name)


class _Recording:
    """Instances computed so far, and the source of further ones."""

    def __init__(self, parts: list[Any], watched: _Watched, source: Iterator[Instance]) -> None:
        self.parts, self.watched, self.source = parts, watched, source
        self.found: list[Instance] = []
        self.broken = self.complete = False

    def is_of(self, parts: list[Any]) -> bool:
        """Tell whether the recording belongs to the claim of that id."""
        return bool(self.parts[0] == parts[0])

    def serves(self, parts: list[Any]) -> bool:
        """Tell whether a claim with these parts has the same instances."""
        return not self.broken and not self.watched.asked and self.parts == parts

    def __iter__(self) -> Iterator[Instance]:
        place = 0
        while True:
            if place == len(self.found):
                if self.complete:
                    return
                try:
                    self.found.append(next(self.source))
                except StopIteration:
                    self.complete = True
                    return
                except BaseException:
                    self.broken = True
                    raise
            yield self.found[place]
            place += 1


def typed(instances: Callable[..., Any], means: Mapping[str, str], symbols: tuple[str, ...]) -> dict[str, str]:
    """Return the symbols whose values cannot come from their programs.

    Each comes with the path of its program.

    Args:
        instances: yields the values.
        means: what the symbols are.
        symbols: those of the formula.
    """
    paths = {name: means[name] for name in symbols if is_path(means.get(name))}
    return {name: path for name, path in paths.items() if not _leads(instances, path)}


@functools.cache
def _leads(instances: Callable[..., Any], path: str) -> bool:
    try:
        wanted = _bare(program(path))
    except DomainError:
        return False
    if (made := getattr(instances, "__code__", None)) and made in _codes(getattr(wanted, "__code__", made)):
        return True  # the program is the one that yields the instances, or makes the function that does
    return any(_bare(found) is wanted for found in _named(instances))


def _bare(value: Any) -> Any:
    return unwrap(value) if callable(value) else value


def _named(function: Any) -> Iterator[Any]:
    """Yield all that a function names, directly or through others.

    Only functions of its own package are followed.
    """
    waiting, seen = [function], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += _inside(one)


def _inside(one: Any) -> Iterator[Any]:
    if isinstance(one, functools.partial):
        yield from (one.func, *one.args, *one.keywords.values())
    elif isinstance(one, MethodType):
        yield one.__func__
    elif isinstance(one, Mapping):
        yield from one.values()
    elif isinstance(one, list | tuple):
        yield from one
    elif isinstance(inner := _bare(one), FunctionType):
        names = {name for code in _codes(inner.__code__) for name in code.co_names}
        known = [inner.__globals__[name] for name in names if name in inner.__globals__]
        known += filter(None, map(_module, names))
        yield from known
        yield from (vars(module)[name] for module in known if isinstance(module, ModuleType)
                    for name in names if name in vars(module))  # fmt: skip
        yield from (cell.cell_contents for cell in inner.__closure__ or ())
        yield from inner.__defaults__ or ()


def _module(name: str) -> ModuleType | None:
    """Return the module that a function imports by this name."""
    if "." not in name and name not in sys.modules:
        return None
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        return None
    return found if isinstance(found, ModuleType) else None


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


MANY = 20_000
_FEW = 6
"""Values that are all printed."""


class Sampler(Protocol):
    """Instances at random: the same for the same seed."""

    def __call__(self, claim: Claim, /, *, seed: int, count: int) -> Iterable[Instance]:
        """Draw `count` times; draws that miss the hypotheses may be left out."""


def on_instances(
    method: Method,
    coverage: Coverage,
    title: str,
    scope: str,
    instances: Callable[[Claim], Iterable[Instance]],
) -> Check:
    """Decide the formula at every instance that `instances(claim)` yields.

    The first failure is the witness.

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
    """Return what a list of instances covers.

    It covers all only of a claim that is over just that list, in all its symbols.
    """
    if coverage is not Coverage.ALL:
        return coverage
    others = [name for name in claim.formula.free if name not in claim.ranges and not is_path(claim.means.get(name))]
    return coverage if claim.over == scope and not others else Coverage.GRID


def _ranging(symbol: str, values: Sequence[str]) -> str:
    """List the values of a symbol in words.

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
    """Decide the formula at many random instances, on demand.

    Give it a seed of its own, so that it repeats none of the others.
    """

    def drawn(claim: Claim) -> Iterable[Instance]:
        return instances(claim, seed=seed, count=count)

    described = f"{scope}, {count} draws, seed {seed}"
    return replace(on_instances(method, Coverage.SAMPLE, title, described, drawn), deep=True)


def with_programs_by(checks: tuple[Check, ...], claims: Sequence[str]) -> tuple[Check, ...]:
    """Let the first check of values rest on claims on its programs.

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


def _short(value: Any) -> str:
    if isinstance(value, Enclosure):
        lower, upper = value.bounds(6)
        return lower if lower == upper else f"[{lower}, {upper}]"
    return str(value)


Facts = Callable[[Claim], Sequence[Given]]
"""The premises of a proof; they may read the claim's parameters."""


def on_instances_with_facts(
    method: Method,
    coverage: Coverage,
    title: str,
    scope: str,
    instances: Callable[[Claim], Iterable[Instance]],
    facts: Facts,
) -> Check:
    """Decide the formula, and every fact of its proof, at every instance.

    The first failure is the witness.
    """

    def run(claim: Claim) -> Outcome:
        examined, undecided, assumed = 0, 0, read(claim, facts(claim)).formulas
        covered = decided(coverage, claim, scope)
        for name, values in instances(claim):
            examined += 1
            for statement in (claim.formula, *assumed):
                verdict = statement.decide(values)
                if verdict is Verdict.FAILS:
                    what = "" if statement is claim.formula else f", the fact {statement} of the proof"
                    shown = ", ".join(f"{symbol} = {values[symbol]}" for symbol in statement.free)
                    return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}{what}: {shown}")
                undecided += verdict is Verdict.UNKNOWN
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"{undecided} statements undecided")
        detail = f"with {len(assumed)} facts of the proof at each"
        return Outcome(Verdict.HOLDS, scope, examined, detail=detail, coverage=covered)

    return Check(method, coverage, run, title, search=over_list(instances))
