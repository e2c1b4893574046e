"""Rules that make a set of claims a ledger: every rule names what is wrong, none is skipped."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Any

from sdp_proofs.certificate import CertificateError, replayed
from sdp_proofs.certificate.document import checked
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Claim, Coverage, Method, NearMiss, Status
from sdp_proofs.ledger.counterexample import VALUE, Counterexample
from sdp_proofs.ledger.trust import TrustLedger
from sdp_proofs.notation import is_quantity, plain_caption

_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_PACKAGE = __name__.partition(".")[0]
_WORD = re.compile(r"[A-Za-z]\w*")
# Words start with a letter, so none is a number; the last character of all is a letter too.
_OF_NUMBERS = re.compile(
    r"\\([dt]?frac|sqrt|ln|log|exp|cdot|times|pi(?![_(])|infty|mathrm|mathbf|left|right)(?![A-Za-z])"
)
"""Signs that numbers are written with."""
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*(?<![0-9])")


def faults_of(claims: Sequence[Claim], trust: TrustLedger) -> dict[str, tuple[str, ...]]:
    """The claims that are not consistent with themselves or with the others, each with what is wrong.

    Args:
        claims: all of a ledger, or those of a part of it.
        trust: what their evidence rests on.
    """
    by_id = {claim.id: claim for claim in claims}
    found = {claim.id: [problem for rule in _RULES for problem in rule(claim)] for claim in by_id.values()}
    for claim in by_id.values():
        found[claim.id] += _references(claim, by_id, trust)
    for name, count in Counter(claim.id for claim in claims).items():
        if count > 1:
            found[name].append(f"{count} claims are called {name}")
    for cycle in cycles(by_id):
        for name in dict.fromkeys(cycle):
            found[name].append("claims rest on themselves: " + " <- ".join(cycle))
    return {identifier: tuple(problems) for identifier, problems in found.items() if problems}


def cycles(claims: Mapping[str, Claim]) -> Iterator[list[str]]:
    """The cycles through dependencies and repairs, until none is left: a repair must not rest on what it repairs."""
    graph = {
        claim.id: [*claim.depends_on, *([] if claim.repaired_by is None else [claim.repaired_by])]
        for claim in claims.values()
    }
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            yield error.args[1]
            for name in error.args[1]:
                graph[name] = [other for other in graph[name] if other not in error.args[1]]
        else:
            return


def unused(claims: Iterable[Claim], trust: TrustLedger) -> tuple[str, ...]:
    """The entries of the trust ledger that no claim rests on and none proves."""
    used = {identifier for claim in claims for identifier in claim.trust}
    return tuple(name for name, entry in trust.items() if name not in used and not entry.proved_by)


def _shape(claim: Claim) -> Iterator[str]:
    if not _ID.fullmatch(claim.id):
        yield "an id must be lowercase words joined by hyphens, without numbers as words or at its end"
    for name in ("paper", "locator", "title", "statement"):
        if not str(getattr(claim, name)).strip():
            yield f"{name} must not be empty"
    if claim.formula is not None and not callable(getattr(claim.formula, "latex", None)):
        yield f"a formula must offer latex(); {type(claim.formula).__name__} does not"
    shown = getattr(claim.formula, "symbols", {})
    for name in getattr(claim.formula, "free", ()):
        if _is_number(shown.get(name, name)):
            yield f"a symbol must not be typeset as a number; got {shown[name]} for {name}"
    yield from missing({name: means for name, means in claim.means.items() if name in shown})
    for latex in _repeated(shown[name] for name in getattr(claim.formula, "free", ()) if name in shown):
        yield f"two symbols of the formula must not be typeset alike; got {latex}"


def _is_number(latex: str) -> bool:
    r"""Tell whether a caption reads as a number: nothing in it is a letter, not even one of another alphabet.

    Example:
        >>> [_is_number(latex) for latex in ("1", "\\frac{1}{2}", "\\ln 2", "\\alpha", "n_1", "\\mathbf{1}[x]")]
        [True, True, True, False, False, False]
    """
    return not re.search(r"[^\W\d_]", _OF_NUMBERS.sub("", latex))


def _record(claim: Claim) -> Iterator[str]:
    refuted = claim.recorded in (Status.REFUTED, Status.REPAIRED)
    for name, there in (("counterexample", claim.counterexample), ("erratum", claim.erratum)):
        if refuted and there is None:
            yield f"recorded {claim.recorded}, but its {name} is missing; `sdp-proofs scaffold` writes one"
        elif there is not None and not refuted and claim.recorded is not None:
            yield f"must have no {name}, which belongs to refuted claims alone; recorded {claim.recorded}"
    if claim.erratum is not None and claim.repaired_by is not None and not claim.erratum.cost.strip():
        yield "the erratum of a repaired claim must say what the repair costs"
    decisive = [check for check in claim.checks if check.method is not Method.SEARCHED]
    if claim.recorded is Status.ESTABLISHED and all(check.coverage is not Coverage.ALL for check in decisive):
        yield "recorded established, but no check covers ALL instances"
    if (refuted or claim.recorded is Status.SUPPORTED) and not decisive:
        yield f"recorded {claim.recorded}, but a search alone cannot decide that"


def _checkability(claim: Claim) -> Iterator[str]:
    if claim.uncheckable is None:
        if claim.recorded is None:  # a draft: what it lacks is said with its verdict
            pass
        elif not claim.checks:
            yield "a claim must have a check, or say why it is uncheckable"
        elif not claim.near_misses and claim.counterexample is None:  # else its neighbours have that counterexample
            yield "a checkable claim must have a near miss that its checks refute"
    elif claim.checks or claim.near_misses or claim.recorded is not Status.OPEN:
        yield "an uncheckable claim must have no checks or near misses, and be recorded open"
    elif not claim.uncheckable.strip():
        yield "an uncheckable claim must give its reason"
    for check in claim.checks:
        if check.proves is not None:
            yield f"a check must be about the claim's own formula; {check.title!r} is about another"
    for title in _repeated(check.title for check in claim.checks):
        yield f"two checks are called {title!r}"


def _near_misses(claim: Claim) -> Iterator[str]:
    for name in _repeated(miss.name for miss in claim.near_misses):
        yield f"two near misses are called {name!r}"
    for miss in claim.near_misses:
        if miss.variant is None and _changes_nothing(miss, claim):
            yield f"near miss {miss.name!r} is the claim itself"
        resembles = getattr(claim.formula, "resembles", None)
        if miss.formula is not None and callable(resembles) and not resembles(miss.formula):
            yield f"near miss {miss.name!r} must be a mutant of the claim's formula; got {miss.formula}"


def _derivation(claim: Claim) -> Iterator[str]:
    if claim.derivation is None:
        return
    if not _ID.fullmatch(claim.derivation.id):
        yield "the id of a derivation must be lowercase words joined by hyphens"
    for number, step in enumerate(claim.derivation.steps, 1):
        for side in (step.before, step.after):
            if not callable(getattr(side, "latex", None)):
                yield f"the sides of step {number} must offer latex(); {type(side).__name__} does not"


def _changes_nothing(miss: NearMiss, claim: Claim) -> bool:
    # Values are opaque and may overload ==, so formulas compare by identity and parameters by repr.
    same_formula = miss.formula is None or miss.formula is claim.formula
    return same_formula and all(
        name in claim.parameters and repr(claim.parameters[name]) == repr(value)
        for name, value in (miss.parameters or {}).items()
    )


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _references(claim: Claim, claims: Mapping[str, Claim], trust: TrustLedger) -> Iterator[str]:
    for identifier in claim.depends_on:
        if identifier not in claims:
            yield f"depends on {identifier}, which is not in the ledger"
    for identifier in claim.trust:
        if identifier not in trust:
            yield f"trusts {identifier}, which is not in the trust ledger"
    yield from _repair(claim, claims)


def _repair(claim: Claim, claims: Mapping[str, Claim]) -> Iterator[str]:
    for identifier in claim.repairs:
        if identifier not in claims:
            yield f"repairs {identifier}, which is not in the ledger"
    if claim.repaired_by is None:
        if claim.recorded is Status.REPAIRED:
            yield "recorded repaired, but no claim repairs it"
        return
    repair = claims.get(claim.repaired_by)
    if repair is None:
        yield f"is repaired by {claim.repaired_by}, which is not in the ledger"
    elif claim.recorded is None or repair.recorded is None:
        if claim.id not in repair.repairs:
            yield f"is repaired by {repair.id}, which does not say so"
    elif claim.recorded not in (Status.REFUTED, Status.REPAIRED):
        yield f"is repaired by {repair.id}, but recorded {claim.recorded}"
    elif claim.id not in repair.repairs:
        yield f"is repaired by {repair.id}, which does not say so"
    elif repair.recorded not in (Status.ESTABLISHED, Status.SUPPORTED):
        yield f"is repaired by {repair.id}, which is recorded {repair.recorded}"
    elif claim.recorded is Status.REPAIRED and not claim.alike:
        yield f"recorded repaired, but its repair {repair.id} does not resemble it: it is refuted"
    elif (claim.recorded is Status.REPAIRED) != (repair.recorded is Status.ESTABLISHED and claim.alike):
        yield f"recorded {claim.recorded}, but its repair {repair.id} is recorded {repair.recorded}"


# Conditions on a recorded counterexample.


def _counterexample(claim: Claim) -> Iterator[str]:
    """Yield the reasons why the recorded counterexample is no instance of the claim's own formula, as short sentences.

    The formula must be a statement that the replay can read, and every symbol in it, and no other, must have a value;
    a symbol that is a parameter of the claim has the parameter's, and a quantity is computed.
    """
    if claim.counterexample is None:
        return
    if claim.formula is None:
        yield "a refuted claim must have a formula, of which its counterexample is an instance"
        return
    certificate = claim.counterexample.certificate(claim)
    try:
        checked(certificate)
        shared = [symbol for symbol in claim.counterexample.at if symbol in claim.parameters]
        values = {symbol: _value_of(certificate, symbol) for symbol in shared}
        for symbol in sorted(claim.integers):
            if Fraction(str(_value_of(certificate, symbol))).denominator != 1:
                yield f"{symbol} must be an integer, as the claim says; the counterexample has another value"
    except (CertificateError, TypeError, ValueError) as error:
        yield f"the counterexample must be an instance of the formula: {error}"
        return
    for symbol in getattr(claim.formula, "free", ()):
        caption, means = claim.formula.symbols[symbol], claim.means.get(symbol)
        if (is_path(means) or (means is None and is_quantity(caption))) and not _computed(claim.counterexample, symbol):
            yield f"the counterexample must compute {symbol}, which is typeset as {caption}; it gives a bare number"
    for symbol in shared:
        given = claim.parameters[symbol]
        if isinstance(given, int | Fraction | str) and values[symbol] != Fraction(given):
            yield f"the counterexample must keep the parameter {symbol} = {given}; it has {values[symbol]}"


def _computed(counterexample: Counterexample, symbol: str) -> bool:
    """Tell whether what stands for a symbol is computed from something, and is no number that was typed.

    Example:
        >>> bare = Counterexample("A half.", {"half": "1/2", "n": "3", "share": "1/n"}, {"d": "half", "e": ">= share"})
        >>> _computed(bare, "d"), _computed(bare, "e")
        (False, True)
    """
    waiting, known = [VALUE.fullmatch(counterexample.at[symbol])[2]], dict(counterexample.let)  # type: ignore[index]
    while waiting:
        text = waiting.pop()
        found = [node.id for node in ast.walk(ast.parse(text.strip(), mode="eval")) if isinstance(node, ast.Name)]
        if found and not text.strip().isidentifier():
            return True
        waiting += [known.pop(name) for name in found if name in known]
    return False


def _value_of(certificate: Mapping[str, Any], symbol: str) -> object:
    """Value of one symbol, from no more definitions than it needs."""
    (entry,) = (entry for entry in certificate["at"] if entry[0] == symbol)
    let: list[list[str]] = []
    needed = set(_WORD.findall(entry[2]))
    for defined, text in reversed(certificate["let"]):
        if defined in needed:
            needed.update(_WORD.findall(text))
            let.insert(0, [defined, text])
    alone = {"let": let, "given": [], "formula": f"{symbol} == {symbol}", "at": [entry]}
    return replayed(alone).values[symbol]


_RULES = (_shape, _record, _checkability, _near_misses, _derivation, _counterexample)


# The programs that compute what symbols are typeset as: a claim names each by its path, which must lead somewhere.


def is_path(means: str | None) -> bool:
    """Tell whether what a symbol means is the path of a program, and not words.

    Example:
        >>> is_path("privacy.smoothed.delta.smoothed_delta"), is_path("any number"), is_path(None)
        (True, False, False)
    """
    return means is not None and _PATH.fullmatch(means) is not None


@functools.cache
def program(path: str) -> Any:
    """Resolve a dotted path, in this package or, as it stands, in another one.

    Raises:
        DomainError: it leads nowhere.

    Example:
        >>> program("privacy.bounds.published.dp_delta_with_replacement").__name__
        'dp_delta_with_replacement'
        >>> program("privacy.bounds.no_such_program")
        Traceback (most recent call last):
            ...
        sdp_proofs.errors.DomainError: a program must be there; got 'privacy.bounds.no_such_program'
    """
    for whole in (f"{_PACKAGE}.{path}", path):
        with suppress(ImportError, AttributeError):
            return resolve_name(whole)
    raise DomainError(f"a program must be there; got {path!r}")


def missing(means: Mapping[str, str]) -> Iterator[str]:
    """The programs that are not there, in words; one whose module needs what is not installed is there."""
    for path in dict.fromkeys(filter(is_path, means.values())):
        try:
            program(path)
        except DomainError as error:
            if not _lacks_a_package(f"{_PACKAGE}.{path}"):
                yield str(error)


def _lacks_a_package(whole: str) -> bool:
    """Tell whether the module of a path is there and cannot be imported for want of somebody else's package."""
    parts = whole.split(".")
    for size in range(len(parts) - 1, 1, -1):
        name = ".".join(parts[:size])
        try:
            if find_spec(name) is None:
                continue
            resolve_name(f"{name}:")  # the module itself, or why it cannot be imported
        except ModuleNotFoundError as error:
            if (error.name or _PACKAGE).partition(".")[0] != _PACKAGE:
                return True
        else:
            return False
    return False


# Replacements of refuted claims: a true statement about something else repairs nothing.


def resembles(refuted: Claim, repair: Claim) -> bool:
    """Tell whether the formula of a repair is a slip of the pen away, or speaks of the same.

    It speaks of the same if it has a quantity of the refuted formula, at least half of its symbols, typeset alike, or
    one side of a relation. Formulas that cannot be compared are taken to be alike.
    """
    one, other = refuted.formula, repair.formula
    if not all(callable(getattr(formula, "resembles", None)) for formula in (one, other)):
        return True
    if one.resembles(other) or other.resembles(one) or one.shares_a_side(other):
        return True
    spoken, there = _captions(one), _captions(other)
    return bool(_quantities(refuted) & there) or 2 * len(spoken & there) >= len(spoken)


def _captions(formula: Any) -> set[str]:
    return {plain_caption(formula.symbols[name]) for name in formula.free}


def _quantities(claim: Claim) -> set[str]:
    shown = claim.formula.symbols
    named = (name for name in claim.formula.free if is_quantity(shown[name]) or is_path(claim.means.get(name)))
    return {plain_caption(shown[name]) for name in named}
