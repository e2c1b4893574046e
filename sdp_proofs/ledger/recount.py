"""Whether a snapshot says what follows from its own evidence: every total and every status is computed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from sdp_proofs.ledger.claim import Status, Strength
from sdp_proofs.ledger.evidence import Evidence
from sdp_proofs.ledger.reading import decoded
from sdp_proofs.ledger.status import ContradictionError, at_rest, read_as, status_of, strength_of, with_repair
from sdp_proofs.ledger.strengths import strengths
from sdp_proofs.verdict import Verdict

# What a snapshot need not tell of evidence: it has no part in a status.
_UNTOLD = {
    field.name: [] if field.default == () else field.default
    for field in fields(Evidence)
    if field.default is not MISSING
}


def contradictions(document: Mapping[str, Any]) -> Iterator[str]:
    """Everything in a document of the right schema that does not follow from the rest of it, as short sentences.

    Example:
        >>> empty = {"complete": True, "agrees": True, "claims": [], "summary": {"open": 1}, "trust": {},
        ...          "strengths": strengths([])}
        >>> list(contradictions(empty))
        ['open 1, where 0 are counted']
    """
    claims = document["claims"]
    for name, count in Counter(claim["id"] for claim in claims).items():
        if count > 1:
            yield f"{count} claims called {name}"
    counts = Counter("readings" if read_as(claim) else claim["status"] for claim in claims)
    for name, number in strengths(claims).items():
        if document["strengths"][name] != number:
            yield f"{name} {document['strengths'][name]}, where {number} are counted"
    for status, number in document["summary"].items():
        if number != counts[status]:
            yield f"{status} {number}, where {counts[status]} are counted"
    if document["agrees"] is not all(claim["agrees"] for claim in claims):
        yield "an agreement of all that is not that of each"
    if document["trust"].keys() != {name for claim in claims for name in claim["trust"]}:
        yield "trust entries that are not those of the claims"
    by_id = {claim["id"]: claim for claim in claims}
    for claim in claims:
        for problem in (*_statuses(claim, by_id), *_totals(claim), *_steps(claim)):
            yield f"{problem} in {claim['id']}"


def _statuses(claim: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    try:
        own = status_of([_evidence(entry) for entry in claim["evidence"]])
    except ContradictionError:
        own = Status.OPEN
        if not claim["problems"]:
            yield "a contradiction that is not among the problems"
    except ValueError as error:
        yield f"evidence that is none ({error})"
        return
    if claim["status"] == Status.NOT_EXAMINED and not claim["evidence"] and claim["uncheckable"] is None:
        own = Status.NOT_EXAMINED
    own = at_rest(own, claim["resting_on"])
    repair = by_id.get(claim["repaired_by"] or "")
    if repair is not None:
        own = with_repair(own, Status(repair["status"]), claim["alike"])
    elif claim["repaired_by"] is not None and claim["status"] == Status.REPAIRED:  # the repair is not shown
        own = with_repair(own, Status.ESTABLISHED, claim["alike"])
    if claim["status"] != own:
        yield f"{claim['status']}, where the evidence says {own}"
    yield from _strength(claim, by_id)
    if claim["agrees"] is not (claim["recorded"] in (claim["status"], None) and not claim["problems"]):
        yield "an agreement that is none, or the other way round"
    if claim["agrees"] is not (claim["agreement"] == Verdict.HOLDS.value):
        yield f"agreement {claim['agreement']}, where agrees is {claim['agrees']}"
    for other in claim["resting_on"]:
        if by_id.get(other, {}).get("status") == Status.ESTABLISHED:
            yield f"rest on {other}, which is established"


def _strength(claim: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Belief may come from a claim that is cited and not shown; nothing else may be another than the evidence says."""
    established = claim["status"] == Status.ESTABLISHED
    proofs = [_evidence(entry) for entry in claim["evidence"]]
    cited = [by_id[name]["strength"] for name in claim["depends_on"] if name in by_id]
    all_shown = len(cited) == len(claim["depends_on"])
    own = strength_of(proofs, [Strength(one) for one in cited if one is not None]) if established else None
    believed = established and not all_shown and claim["strength"] == Strength.BELIEVED
    if claim["strength"] != own and not believed:
        yield f"strength {claim['strength']}, where the evidence says {own}"


def _totals(claim: Mapping[str, Any]) -> Iterator[str]:
    missed = [claim["near_misses"]]
    for step in claim.get("derivation", {"steps": []})["steps"]:
        missed.append(step["near_misses"])
    for entry in missed:
        yield from _count("near misses", entry["total"], len(entry["details"]))
        yield from _count("refuted ones", entry["refuted"], sum(_refuted(one) for one in entry["details"]))
        unproved = sum(_met(one) and not _refuted(one) for one in entry["details"])
        yield from _count("ones not proved", entry.get("not_proved", 0), unproved)
    if claim["agrees"] and not all(_met(one) for entry in missed for one in entry["details"]):
        yield "an agreement with a near miss that survives"
    generated = claim.get("generated")
    if generated is not None:
        met = generated["refuted"] + generated.get("not_proved", 0)
        yield from _count("generated ones refuted or not proved", met, sum(generated["kinds"].values()))
        yield from _count("generated ones", generated["total"], met + len(generated["survivors"]))
        if claim["agrees"] and generated["survivors"]:
            yield "an agreement with a generated near miss that survives"


def _steps(claim: Mapping[str, Any]) -> Iterator[str]:
    derivation = claim.get("derivation")
    if derivation is None:
        return
    verdicts = [step["evidence"]["verdict"] for step in derivation["steps"]]
    broken = verdicts.index("FAILS") + 1 if "FAILS" in verdicts else None
    if derivation["first_broken"] != broken:
        yield f"first broken step {derivation['first_broken']}, where it is {broken}"
    if [step["number"] for step in derivation["steps"]] != list(range(1, len(verdicts) + 1)):
        yield "steps that are not numbered from 1"
    if derivation["agrees"] and verdicts != [step["recorded"] for step in derivation["steps"]]:
        yield "a derivation that agrees with other verdicts than those recorded"
    if claim["agrees"] and not derivation["agrees"]:
        yield "an agreement with a derivation that does not agree"


def _evidence(entry: Mapping[str, Any]) -> Evidence:
    if entry["verdict"] == Verdict.FAILS.value and not entry["witness"]:
        raise ValueError(f"{entry['title']!r} fails without a witness")
    return decoded(Evidence, {**_UNTOLD, **entry})


def _count(what: str, given: int, counted: int) -> Iterator[str]:
    if given != counted:
        yield f"{given} {what}, where {counted} are counted"


def _refuted(miss: Mapping[str, Any]) -> bool:
    return miss["refuted_by"] is not None


def _met(miss: Mapping[str, Any]) -> bool:
    return _refuted(miss) or miss.get("not_proved_by") is not None
