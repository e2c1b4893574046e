"""How evidence becomes a status, and what a claim rests on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sdp_proofs.ledger.claim import Claim, Fidelity, Kind, Method, Status, Strength
from sdp_proofs.ledger.evidence import Evidence
from sdp_proofs.verdict import Verdict

PRINTED = (Fidelity.LITERAL, Fidelity.TYPO_CORRECTED)
"""How close a claim must be to what is printed, so that what refutes it refutes print."""


def read_as(claim: Mapping[str, Any]) -> bool:
    """Whether a claim of a snapshot is a reading of what a paper says, which is counted apart.

    It is called so, or it is false and in other words than the paper's: that refutes nothing that is printed.

    Example:
        >>> lemma = {"kind": "lemma", "status": "refuted", "fidelity": "narrowed"}
        >>> read_as(lemma), read_as({**lemma, "fidelity": "literal"}), read_as({**lemma, "kind": "reading"})
        (True, False, True)
    """
    own = claim["kind"] == Kind.PROJECT
    false = claim["status"] in (Status.REFUTED, Status.REPAIRED)
    return claim["kind"] == Kind.READING or (not own and false and claim.get("fidelity", PRINTED[0]) not in PRINTED)


class ContradictionError(Exception):
    """One check proved a claim for every instance while another exhibits a failing instance."""


def status_of(evidence: Collection[Evidence]) -> Status:
    """The status of one claim, as far as its own evidence decides it.

    A search can neither establish, support nor refute a claim: what it finds has to be confirmed by a check of another
    method. Still, a claim is not called established or supported while a search exhibits a failing instance. A proof
    with a premise that is assumed supports a claim at best. Evidence without instances counts for nothing.

    Raises:
        ContradictionError: something HOLDS for ALL instances and something FAILS.

    Example:
        >>> from sdp_proofs.ledger import Coverage
        >>> holds = Evidence(Method.EXACT, Coverage.GRID, "grid", "n <= 9", Verdict.HOLDS, 0.1)
        >>> str(status_of([holds]))
        'supported'
    """
    if evidence and all(entry.vacuous for entry in evidence):
        return Status.VACUOUS
    failing = [entry for entry in evidence if entry.verdict is Verdict.FAILS]
    holding = [
        entry
        for entry in evidence
        if entry.verdict is Verdict.HOLDS and not entry.vacuous and entry.method is not Method.SEARCHED
    ]
    proofs = [entry for entry in holding if entry.proves]
    if failing and proofs:
        raise ContradictionError(
            f"{proofs[0].title!r} holds for all instances, "
            f"but {failing[0].title!r} fails at {failing[0].witness}"
        )
    if any(entry.method is not Method.SEARCHED for entry in failing):
        return Status.REFUTED
    if failing or not holding:
        return Status.OPEN
    return Status.ESTABLISHED if proofs else Status.SUPPORTED


def strength_of(evidence: Collection[Evidence], cited: Collection[Strength | None] = ()) -> Strength | None:
    """What carries an established claim: its strongest proof, and belief if what it cites is believed; else None.

    Args:
        evidence: of the claim.
        cited: the strengths of the claims that it depends on.

    Example:
        >>> from sdp_proofs.ledger import Coverage
        >>> proof = Evidence(Method.SMT, Coverage.ALL, "proof", "all", Verdict.HOLDS, 0.1)
        >>> str(strength_of([proof])), str(strength_of([proof], [Strength.BELIEVED]))
        ('formula', 'believed')
    """
    found = [entry.strength for entry in evidence if entry.proves]
    if found and Strength.BELIEVED in cited:
        return Strength.BELIEVED
    return min(found, key=list(Strength).index, default=None)


def at_rest(status: Status, resting: Collection[str]) -> Status:
    """What is proved from something that is not established is not established either.

    Example:
        >>> str(at_rest(Status.ESTABLISHED, ["a-conjecture"]))
        'supported'
    """
    return Status.SUPPORTED if status is Status.ESTABLISHED and resting else status


def with_repair(status: Status, repair: Status | None, alike: bool = True) -> Status:
    """A refuted claim counts as repaired once the claim that repairs it, and resembles it, is established."""
    if status is Status.REFUTED and repair is Status.ESTABLISHED and alike:
        return Status.REPAIRED
    return status


def resting_on(claim: Claim, claims: Mapping[str, Claim], statuses: Mapping[str, Status]) -> tuple[str, ...]:
    """The ancestors of a claim that are not established, sorted.

    A definition asserts nothing: what depends on one depends on claims about it.
    """
    seen: set[str] = set()
    waiting = list(claim.depends_on)
    while waiting:
        identifier = waiting.pop()
        if identifier not in seen:
            seen.add(identifier)
            waiting.extend(claims[identifier].depends_on)
    return tuple(
        sorted(
            identifier
            for identifier in seen
            if statuses.get(identifier) is not Status.ESTABLISHED
        )
    )
