"""Keeps what checks have found, so that a claim is run again only when something that decides it has changed.

One JSON file per claim and fingerprint. Only results without problems and without undecided checks are kept: a
time-out may be due to a busy machine. A file that cannot be read is no result; a folder that cannot be written keeps
nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sdp_proofs.ledger.claim import Coverage, Method, Status
from sdp_proofs.ledger.evidence import ClaimResult, DerivationResult, Evidence, FamilyResult, NearMissResult, StepResult
from sdp_proofs.verdict import Verdict

VERSION = 2


def default_folder() -> Path:
    """`SDP_PROOFS_CACHE`, or sdp-proofs in the user's cache folder."""
    own = os.environ.get("SDP_PROOFS_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdp-proofs"


class Store:
    """Results in a folder, found by fingerprint.

    Args:
        folder: created when the first result is kept.
        fingerprints: of the claims, by id; a claim without one is never kept.
    """

    def __init__(self, folder: Path, fingerprints: Mapping[str, str]) -> None:
        self.folder, self.fingerprints = folder, fingerprints

    def find(self, identifier: str) -> ClaimResult | None:
        """The result of an earlier run, if everything that decides the claim is as it was then."""
        file = self._file(identifier)
        if file is None:
            return None
        try:
            return _result(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep(self, result: ClaimResult) -> None:
        """Keep a result of `run_claim`, unless it is not final."""
        file = self._file(result.id)
        if file is None or result.problems or result.undecided:
            return
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(f".{os.getpid()}")
            part.write_text(json.dumps(asdict(result), default=lambda verdict: verdict.value), encoding="utf-8")
            part.replace(file)

    def _file(self, identifier: str) -> Path | None:
        fingerprint = self.fingerprints.get(identifier)
        return None if fingerprint is None else self.folder / f"results-{VERSION}" / f"{identifier}-{fingerprint}.json"


def _result(record: dict[str, Any]) -> ClaimResult:
    derivation = record["derivation"]
    return ClaimResult(
        id=record["id"],
        recorded=Status(record["recorded"]),
        status=Status(record["status"]),
        evidence=tuple(_evidence(entry) for entry in record["evidence"]),
        near_misses=tuple(NearMissResult(**miss) for miss in record["near_misses"]),
        derivation=None if derivation is None else _derivation(derivation),
        family=None if record["family"] is None else _family(record["family"]),
    )


def _family(record: dict[str, Any]) -> FamilyResult:
    kinds, listed = (tuple((first, second) for first, second in record[key]) for key in ("refuted", "listed"))
    return FamilyResult(kinds, record["weaker"], listed)


def _derivation(record: dict[str, Any]) -> DerivationResult:
    steps = (
        StepResult(
            Verdict(step["recorded"]),
            _evidence(step["evidence"]),
            tuple(NearMissResult(**miss) for miss in step["near_misses"]),
        )
        for step in record["steps"]
    )
    return DerivationResult(record["id"], tuple(steps))


def _evidence(record: dict[str, Any]) -> Evidence:
    enumerations = {
        "method": Method(record["method"]),
        "coverage": Coverage(record["coverage"]),
        "verdict": Verdict(record["verdict"]),
    }
    return Evidence(**{**record, **enumerations})
