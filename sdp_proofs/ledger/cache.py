"""Keeps what checks have found, so that a claim is run again only when something that decides it has changed.

One JSON file per claim and key (see `ledger.digests`), with a digest of its content and of its name. Only answers are
kept: what they amount to is computed again whenever they are read, and an entry that does not fit the claim in every
part is no entry. Nothing is kept of a run with problems or undecided checks, since a time-out may be due to a busy
machine. What a *deep* run has refuted is remembered in a file of its own, and every later run reports it until
something that decides the claim changes, or a deep run finds otherwise. No fault of the folder or of a file changes an
answer: what cannot be read is not there, and what cannot be written is not kept. No time stamp is read. The digest
finds damage; whoever wants to forge an entry can as well forge a check.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from sdp_proofs.ledger.claim import Claim, Status
from sdp_proofs.ledger.evidence import ClaimResult, DerivationResult, Evidence, FamilyResult, NearMissResult, StepResult
from sdp_proofs.ledger.examination import concluded, derived, own_part
from sdp_proofs.ledger.recount import decoded, strict_json
from sdp_proofs.verdict import Verdict

MAX_BYTES = 1 << 24
VERSION = 4
"""Format of the files that keep what was found of a claim."""
_EARLIER = " (found by an earlier deep run)"

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Answers:
    """Evidence that is kept of a run without problems."""

    id: str
    evidence: tuple[Evidence, ...]
    near_misses: tuple[NearMissResult, ...]
    family: FamilyResult | None
    steps: tuple[StepResult, ...] | None

    def concern(self, claim: Claim) -> bool:
        """Tell whether these are answers to just the questions that a default run asks about the claim."""
        checks = [(check.title, check.method) for check in claim.checks if not check.deep]
        return (
            self.id == claim.id
            and [(entry.title, entry.method) for entry in self.evidence] == checks
            and _names(self.near_misses) == _names(claim.near_misses)
            and (self.family is not None) == (claim.family is not None and not claim.family.deep)
            and self._are_steps_of(claim)
        )

    def _are_steps_of(self, claim: Claim) -> bool:
        if self.steps is None or claim.derivation is None:
            return self.steps is None and claim.derivation is None
        wanted = [(step.check.title, step.recorded, _names(step.near_misses)) for step in claim.derivation.steps]
        return wanted == [(step.evidence.title, step.recorded, _names(step.near_misses)) for step in self.steps]


@dataclass(frozen=True, slots=True)
class DeepFailures:
    """Findings of a deep run against a claim: checks that fail, generated near misses that survive."""

    id: str
    evidence: tuple[Evidence, ...]
    family: FamilyResult | None


class Store:
    """Results in a folder, found by key.

    Args:
        folder: created when the first result is kept.
        keys: of the claims, by id; nothing is kept of a claim without one.
        fresh: whether results of earlier runs are left aside; what a deep run has refuted never is.
        unchanged: whether the keys are still those of what is run; nothing is written once they are not.
    """

    def __init__(
        self,
        folder: Path,
        keys: Mapping[str, str],
        *,
        fresh: bool = False,
        unchanged: Callable[[], bool] = lambda: True,
    ) -> None:
        self.folder, self.keys, self.fresh, self.unchanged = folder, keys, fresh, unchanged

    def find(self, claim: Claim) -> ClaimResult | None:
        """The result of an earlier run, if everything that decides the claim is as it was then."""
        answers = None if self.fresh else self._read(claim, Answers)
        if answers is None or not answers.concern(claim):
            return None
        result = concluded(
            claim, answers.evidence, answers.near_misses, family=answers.family, derivation=_derivation(claim, answers)
        )
        return result if final(result) else None

    def keep(self, claim: Claim, result: ClaimResult) -> None:
        """Keep a result of `run_claim`, unless it is not final."""
        if final(result):
            steps = None if result.derivation is None else result.derivation.steps
            self._write(claim, Answers(claim.id, result.evidence, result.near_misses, result.family, steps))

    def remember(self, claim: Claim, result: ClaimResult) -> None:
        """Remember what a deep run has found against a claim, or forget what an earlier one had found.

        The result is one `with_deep_failures`, so what this run could not decide is among what it found.
        """
        deep = {check.title for check in claim.checks if check.deep}
        answers = [entry for entry in result.evidence if entry.title in deep]
        failing = tuple(entry for entry in answers if entry.verdict is Verdict.FAILS)
        family = result.family if claim.family is not None and claim.family.deep else None
        if (failing and own_part(claim.recorded) is not Status.REFUTED) or (family is not None and family.problems):
            self._write(claim, DeepFailures(claim.id, failing, family))
        else:
            self._forget(claim)

    def with_deep_failures(self, claim: Claim, result: ClaimResult) -> ClaimResult:
        """The result together with what an earlier deep run has found against the claim, unless this run decided it."""
        found = self._read(claim, DeepFailures)
        if found is None or found.id != claim.id:
            return result
        decided = {entry.title for entry in result.evidence if entry.verdict is not Verdict.UNKNOWN}
        earlier = {entry.title: _earlier(entry) for entry in found.evidence if entry.title not in decided}
        return concluded(
            claim,
            [*(entry for entry in result.evidence if entry.title not in earlier), *earlier.values()],
            result.near_misses,
            family=result.family or found.family,
            derivation=result.derivation,
            findings=[problem for problem in result.problems if problem not in result.unsettled],
            crashes=result.unsettled,
        )

    def _read(self, claim: Claim, kind: type[Kept]) -> Kept | None:
        """A file of the right digest and of exactly the right fields; whatever is wrong with it, it is none."""
        file = self._file(claim, kind)
        content = None if file is None else sealed(file)
        if content is None:
            return None
        try:
            return decoded(kind, strict_json(content.decode("utf-8")))
        except Exception:  # decoding raises whatever the content makes it raise; no entry means that checks are run
            return None

    def _write(self, claim: Claim, value: Any) -> None:
        file = self._file(claim, type(value))
        if file is None or not self.unchanged():
            return
        with suppress(Exception):  # an answer that cannot be written down is not kept
            seal(file, json.dumps(asdict(value), default=_word, sort_keys=True, allow_nan=False).encode("utf-8"))

    def _forget(self, claim: Claim) -> None:
        file = self._file(claim, DeepFailures)
        if file is not None:
            with suppress(Exception):  # a finding that stays is reported once more
                file.unlink(missing_ok=True)

    def _file(self, claim: Claim, kind: type[Any]) -> Path | None:
        key = self.keys.get(claim.id)
        folder = self.folder / f"{'deep' if kind is DeepFailures else 'results'}-{VERSION}"
        return None if key is None else folder / f"{claim.id}-{key}.json"


def final(result: ClaimResult) -> bool:
    """Tell whether a later run would find the same: nothing is wrong, and nothing was left undecided."""
    return not result.problems and not result.undecided


def _earlier(entry: Evidence) -> Evidence:
    return entry if entry.scope.endswith(_EARLIER) else replace(entry, scope=entry.scope + _EARLIER)


def _derivation(claim: Claim, answers: Answers) -> DerivationResult | None:
    return None if claim.derivation is None else derived(claim.derivation, answers.steps or ())


def _names(entries: Iterable[Any]) -> list[str]:
    return [entry.name for entry in entries]


def _word(value: Any) -> Any:
    """Verdicts are no strings, other enumerations are."""
    return value.value


# Files of the cache.


def default_folder() -> Path:
    """`SDP_PROOFS_CACHE`, or sdp-proofs in the user's cache folder."""
    own = os.environ.get("SDP_PROOFS_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdp-proofs"


def deep_findings(folder: Path) -> frozenset[str]:
    """The claims against which a deep run has found something, whatever has changed since."""
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder / f"deep-{VERSION}")
    return frozenset(name.rpartition("-")[0] for name in names if name.endswith(".json"))


def sealed(file: Path) -> bytes | None:
    """Content that was written under a name, whole and unharmed; None for anything else."""
    try:
        if not file.is_file():  # a pipe or a device would never end
            return None
        with file.open("rb") as stream:
            text = stream.read(MAX_BYTES)  # a longer file is cut, and has another digest
        digest, _, content = text.partition(b"\n")
        return content if digest.decode("ascii") == _digest(file, content) else None
    except Exception:  # reading raises whatever the file system makes it raise
        return None


def seal(file: Path, content: bytes) -> None:
    """Write a file with a digest of its content and of its name."""
    write_whole(file, _digest(file, content).encode("ascii") + b"\n" + content)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file of its own and rename it, so that a reader sees all of it or nothing."""
    part = None
    with suppress(Exception):  # a cache that cannot be written to must not change an answer
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, part = tempfile.mkstemp(prefix=f"{file.stem}.", suffix=".part", dir=file.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        os.replace(part, file)
        part = None
    if part is not None:
        with suppress(Exception):  # nothing is ever read under this name
            os.unlink(part)


def _digest(file: Path, content: bytes) -> str:
    """Digest of the content and of the name, so that no file can stand in for another one."""
    return hashlib.sha256(file.name.encode() + b"\0" + content).hexdigest()
