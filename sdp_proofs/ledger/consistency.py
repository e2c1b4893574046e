"""What makes a set of claims a ledger: every rule names what is wrong, none is skipped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from sdp_proofs.ledger.claim import Claim, Coverage, Method, NearMiss, Status
from sdp_proofs.ledger.counterexample import problems_of_counterexample
from sdp_proofs.ledger.programs import missing
from sdp_proofs.ledger.trust import TrustLedger

# Words start with a letter, so none is a number; the last character of all is a letter too.
_OF_NUMBERS = re.compile(
    r"\\([dt]?frac|sqrt|ln|log|exp|cdot|times|pi(?![_(])|infty|mathrm|mathbf|left|right)(?![A-Za-z])"
)
"""What numbers are written with."""
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*(?<![0-9])")


def faults_of(claims: Sequence[Claim]) -> dict[str, tuple[str, ...]]:
    """The claims that are not consistent with themselves, each with what is wrong, as short sentences."""
    rules = (_shape, _record, _checkability, _near_misses, _derivation, problems_of_counterexample)
    found = {claim.id: tuple(problem for rule in rules for problem in rule(claim)) for claim in claims}
    return {identifier: problems for identifier, problems in found.items() if problems}


def problems_of(claims: Sequence[Claim], trust: TrustLedger) -> list[str]:
    """Everything between these claims that keeps them from being a ledger, as short sentences."""
    counts = Counter(claim.id for claim in claims)
    problems = [f"{count} claims are called {name}" for name, count in counts.items() if count > 1]
    by_id = {claim.id: claim for claim in claims}
    for claim in claims:
        problems += [f"{claim.id}: {problem}" for problem in _references(claim, by_id, trust)]
    problems += _cycle(by_id)
    used = {identifier for claim in claims for identifier in claim.trust}
    unused = (name for name, entry in trust.items() if name not in used and not entry.proved_by)
    problems += [f"no claim uses the trust entry {name}" for name in unused]
    return problems


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
    r"""Whether a caption reads as a number: nothing in it is a letter, not even one of another alphabet.

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
        elif not claim.near_misses and claim.counterexample is None:  # what refutes a claim refutes its neighbours
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


def _cycle(claims: Mapping[str, Claim]) -> Iterator[str]:
    """A cycle through dependencies and repairs: a repair must not rest on what it repairs."""
    graph = {
        claim.id: [*claim.depends_on, *([] if claim.repaired_by is None else [claim.repaired_by])]
        for claim in claims.values()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield "claims rest on themselves: " + " <- ".join(error.args[1])
