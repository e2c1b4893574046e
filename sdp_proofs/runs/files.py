"""Read runs from files: JSON, CSV, YAML, an expression, a PyTorch checkpoint; nothing in a file is executed.

World: exact. What a document may be:

* a release (see `accounting.grammar`), as the project's own run files are;
* an Opacus history, a list of [noise multiplier, sample rate, steps], or a state with one;
* a tree of events of dp_accounting, objects with their `class_name` or `event`;
* parameters of a run: {"noise_multiplier": "1.1", "batch_size": 256, "records": 60000, "epochs": 60}, or a list of such
  phases, alone or under the word phases. A table in CSV has a phase in each line under these words, or under
  noise_multiplier, sample_rate, steps.

A checkpoint is read by PyTorch with `weights_only=True`, which builds tensors, numbers and containers and runs nothing
else; one that needs more is refused.
"""

from __future__ import annotations

import csv
import io
import json
import warnings
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.release import MOST_TERMS, Release, Together
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.extras import require_packages
from sdp_proofs.files import each_field_once, read_yaml
from sdp_proofs.numbers.reals import shown
from sdp_proofs.runs import events
from sdp_proofs.runs.history import of_history, of_state, release_of
from sdp_proofs.runs.recorded import CHECKPOINTS, TEXTS, Recorded
from sdp_proofs.runs.words import Training

_MOST_CHARACTERS = 50_000_000
_DEEPEST = 60
_ENTRY = ("noise_multiplier", "sample_rate", "steps")
_WORDS = ("noise_multiplier", "batch_size", "records", "epochs", "steps", "sampling")


def read_file(path: str) -> Recorded:
    """Read a run from a file, by the end of its name.

    Raises:
        DomainError: it cannot be read, is malformed, or would have to run code to be read.
    """
    ending = path.lower()
    if ending.endswith(CHECKPOINTS):
        return of_state(_checkpoint(path), f"the checkpoint {path}, a history")
    return of_document(read_document(path), path)


def read_document(path: str) -> Any:
    """Read what a file of text holds: lists, objects and texts; a table is a list with an object for each line.

    Raises:
        DomainError: it cannot be read, or is malformed.
        SizeError: it is too long.
    """
    ending = path.lower()
    if not ending.endswith(TEXTS):
        known = ", ".join((*TEXTS, *CHECKPOINTS))
        raise DomainError(f"a file of a run must end in one of {known}, got {shown(path)}")
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            text = stream.read(_MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise DomainError(f"a release must be an expression or a file that can be read, got {path}: {why}") from None
    if len(text) > _MOST_CHARACTERS:
        raise SizeError(f"a file of a run must have at most {_MOST_CHARACTERS} characters, got more")
    if ending.endswith(".csv"):
        return _table(text, path)
    if ending.endswith((".yaml", ".yml")):
        require_packages(["yaml"], "runs")
        return read_yaml(text, "a run", path, deepest=_DEEPEST)
    return _json(text, path) if text.lstrip()[:1] in ("{", "[") else text


def _json(text: str, path: str) -> Any:
    def refused(value: str) -> Any:
        raise DomainError(f"a number of a run must be finite, got {value} in {path}")

    try:
        return json.loads(text, parse_float=str, parse_constant=refused, object_pairs_hook=_fields)
    except DomainError:
        raise
    except (ValueError, RecursionError):
        raise DomainError(f"a JSON file must be well formed, got {path}") from None


def _fields(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    return each_field_once(pairs, "a run")


def _checkpoint(path: str) -> Mapping[str, Any]:
    """Load a checkpoint of PyTorch without running anything from it."""
    require_packages(["torch"], "runs")
    import torch  # type: ignore[import-not-found,unused-ignore]

    try:
        with warnings.catch_warnings():  # a refusal is one line
            warnings.simplefilter("ignore")
            found = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise DomainError(f"a checkpoint must be readable, got {path}: {error.strerror}") from None
    except Exception:  # a hostile file makes it raise anything
        raise DomainError(
            f"a checkpoint must be one that PyTorch loads with weights_only=True, without running code; got {path}"
        ) from None
    if not isinstance(found, Mapping):
        raise DomainError(f"a checkpoint must be a mapping with a history, got {type(found).__name__}")
    return found


def _table(text: str, path: str) -> list[dict[str, str]]:
    try:
        rows = list(csv.DictReader(io.StringIO(text), restkey="", strict=True))
    except csv.Error as error:
        raise DomainError(f"a table must be CSV, got {path}: {error}") from None
    if not rows:
        raise DomainError(f"a table must have a header and a line, got {path}")
    found = []
    for number, row in enumerate(rows, 2):
        if "" in row or None in row.values():
            raise DomainError(f"line {number} of {path} must have as many columns as the header")
        found.append({key.strip().replace("-", "_"): value.strip() for key, value in row.items() if value.strip()})
    return found


def of_document(document: Any, source: str) -> Recorded:
    """Read a run from what JSON, YAML or a table holds.

    Raises:
        DomainError: nothing that is known.

    Example:
        >>> words = {"noise_multiplier": "1.1", "batch_size": 10, "records": 1000, "epochs": 1}
        >>> print(of_document(words, "it").release)
        poisson(rate=1/100, gaussian(sigma=11/10, sensitivity=1)) * 100
        >>> print(of_document([["1.1", "0.01", 3], ["1.1", "0.01", 4]], "it").release)
        poisson(rate=1/100, gaussian(sigma=11/10, sensitivity=1)) * 7
    """
    if isinstance(document, Mapping) and set(document) == {"phases"}:
        document = document["phases"]
    if isinstance(document, Mapping):
        if "history" in document or "privacy_accountant_state_dict" in document:
            return of_state(document, f"{source}, a history")
        if _event_name(document) is not None:
            return Recorded.of(events.release_of(_event(document, 0)), source)
        if "noise_multiplier" in document:
            return Recorded.of(_phases([document]), source)
        return Recorded(read_release(document), source)
    if isinstance(document, list) and document and all(isinstance(entry, Mapping) for entry in document):
        return Recorded.of(_phases(document), f"{source}, {len(document)} phases")
    if isinstance(document, list):
        return of_history(document, f"{source}, a history")
    if isinstance(document, str):
        return Recorded(read_release(document), source)
    raise DomainError(f"a file of a run must hold an object or a list, got {type(document).__name__} in {source}")


def _phases(rows: Iterable[Mapping[str, Any]]) -> Release:
    """Compose the phases of a run, each in words or as an entry of a history."""
    entries: dict[tuple[Any, Any, Any], int] = {}
    parts: list[Release] = []
    for number, row in enumerate(rows, 1):
        unknown = sorted(set(row) - {*_ENTRY, *_WORDS})
        if unknown:
            known = ", ".join((*_WORDS, "sample_rate"))
            raise DomainError(f"phase {number} must have the keys {known}, got {shown(unknown[0])}")
        if "sample_rate" not in row:
            parts.append(Training.of(**row).recorded.release)
            continue
        missing = [name for name in _ENTRY if name not in row]
        if missing or len(row) > len(_ENTRY):
            raise DomainError(f"phase {number} with a sample_rate must have {', '.join(_ENTRY)}, got {', '.join(row)}")
        entry = tuple(row[name] for name in _ENTRY)
        entries[entry] = entries.get(entry, 0) + 1
    if entries:
        parts.append(release_of(entry for entry, times in entries.items() for _ in range(times)))
    merged: dict[Release, None] = dict.fromkeys(parts)
    if len(merged) == len(parts) == 1:
        return parts[0]
    return _together(parts)


def _together(parts: list[Release]) -> Release:
    counts: dict[Release, int] = {}
    for part in parts:
        for term, count in part.terms():
            counts[term] = counts.get(term, 0) + count
    if len(counts) > MOST_TERMS:
        raise SizeError(f"a run must have at most {MOST_TERMS} different phases, got {len(counts)}")
    return Together(tuple(term * count for term, count in counts.items()))


def _event_name(document: Mapping[str, Any]) -> str | None:
    name = document.get("class_name")
    return name if isinstance(name, str) and name.endswith("DpEvent") else None


def _event(document: Any, depth: int) -> Any:
    """Give an object of a file the shape of an event; its class stays a name, and nothing is imported for it."""
    if depth > _DEEPEST:
        raise SizeError(f"a tree of events must be nested at most {_DEEPEST} deep, got more")
    if isinstance(document, list):
        return [_event(entry, depth + 1) for entry in document]
    if isinstance(document, Mapping):
        if _event_name(document) is None:
            given = shown(sorted(map(str, document))[:4])
            raise DomainError(f"an event must have a class_name such as GaussianDpEvent, got {given}")
        fields = {key: _event(value, depth + 1) for key, value in document.items() if key != "module_name"}
        return SimpleNamespace(**fields)
    return document
