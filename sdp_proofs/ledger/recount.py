"""JSON read back strictly, and whether a snapshot says what follows from its own evidence."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from sdp_proofs.ledger.claim import Status, Strength
from sdp_proofs.ledger.evidence import (
    ContradictionError,
    Evidence,
    capped_by_premises,
    read_as,
    status_of,
    strength_of,
    strengths,
    with_repair,
)
from sdp_proofs.verdict import Verdict

Value = TypeVar("Value")

_LARGEST = 1e300  # size of a number; no infinity, and a whole number of thousands of digits was not written here


def strict_json(text: str) -> Any:
    """The value of a JSON text without a key twice in one object, NaN or infinities.

    Raises:
        ValueError: the text is not such JSON, or is nested too deeply to be read.

    Example:
        >>> strict_json('{"a": [1, 2.5]}')
        {'a': [1, 2.5]}
        >>> strict_json('{"a": 1, "a": 2}')
        Traceback (most recent call last):
        ...
        ValueError: a key must stand once in an object; got 'a' twice
    """
    try:
        return json.loads(text, object_pairs_hook=_object_of, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("the nesting must be of moderate depth; got more") from None


def decoded(kind: type[Value], value: Any) -> Value:
    """A frozen value from the JSON of its fields, each of exactly the type that it declares.

    Args:
        kind: a dataclass of texts, numbers, enumerations, tuples and dataclasses.
        value: what `json` made of it.

    Raises:
        ValueError: a field is missing, unknown or of another type.

    Example:
        >>> from sdp_proofs.ledger.evidence import NearMissResult
        >>> told = dict.fromkeys(("refuted_by", "detail", "not_proved_by"))
        >>> decoded(NearMissResult, {"name": "a", "undecided": False, **told}).name
        'a'
    """
    found: Value = _decoded(kind, value)
    return found


def _decoded(kind: Any, value: Any) -> Any:
    arguments = get_args(kind)
    if get_origin(kind) is UnionType:  # only "or None" occurs
        [some] = (one for one in arguments if one is not NoneType)
        return None if value is None else _decoded(some, value)
    if get_origin(kind) is tuple:
        return _tuple(arguments, value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        _require(isinstance(value, dict) and value.keys() == hints.keys(), f"the fields {', '.join(hints)}", value)
        return kind(**{name: _decoded(hints[name], entry) for name, entry in value.items()})
    if issubclass(kind, Enum):
        _require(isinstance(value, str), "a word", value)
        return kind(value)
    if kind is float:
        _require(type(value) in (int, float) and -_LARGEST < value < _LARGEST, "a number", value)
        return float(value)
    _require(type(value) is kind, kind.__name__, value)
    return value


def _tuple(arguments: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    _require(isinstance(value, list), "a list", value)
    kinds = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else arguments
    _require(len(kinds) == len(value), f"{len(kinds)} entries", value)
    return tuple(_decoded(kind, entry) for kind, entry in zip(kinds, value, strict=True))


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind)}


def _require(holds: bool, must: str, value: Any) -> None:
    if not holds:
        raise ValueError(f"a value must be {must}; got {type(value).__name__}")


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"a key must stand once in an object; got {key!r} twice")
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"a number must be finite; got {text}")


# Fields of evidence that a snapshot need not have: they have no part in a status.
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
    own = capped_by_premises(own, claim["resting_on"])
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
