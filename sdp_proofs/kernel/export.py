"""Theorems of a ledger in a folder of files for Coq."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.files import replace_text
from sdp_proofs.kernel.claims import known, refutation
from sdp_proofs.kernel.instances import (
    OF_ALL_ELECTIONS,
    OF_RESPONSES,
    OF_SMOOTHED,
    elections,
    refutation_by_election,
    three_hundred_responses,
    two_hundred_records,
)
from sdp_proofs.kernel.theorem import Theorem, by_hand, library, library_text
from sdp_proofs.ledger import Claim

PROJECT = "_CoqProject"
FIRST_LINE = "-R . SdpProofs"
CACHES = (".lia.cache", ".nia.cache", ".nra.cache", ".csdp.cache")
"""Files that Coq's tactics leave where the compiler runs."""
OWN_ENDINGS = (".v", ".vo", ".vok", ".vos", ".glob", ".aux", ".json", ".part")
_FORMS: tuple[Callable[[Claim], Theorem | None], ...] = (
    by_hand,
    refutation_by_election,
    lambda claim: None if claim.counterexample is None else refutation(claim),
    lambda claim: known(claim) if claim.counterexample is None else None,
)


def theorem_of(claim: Claim) -> Theorem | None:
    """Return the theorem on a claim; None if there is none.

    Raises:
        DomainError: there should be one, but a part has no translation.
    """
    return next((found for form in _FORMS if (found := form(claim)) is not None), None)


def theorems(claims: Collection[Claim]) -> tuple[dict[str, Theorem], dict[str, str]]:
    """Return the theorems on claims and numbers, and reasons for none.

    Those on claims are known by id, those on numbers by name.
    """
    found: dict[str, Theorem] = {}
    missing: dict[str, str] = {}
    for claim in claims:
        try:
            theorem = theorem_of(claim)
        except DomainError as error:
            missing[claim.id] = str(error)
        else:
            if theorem is not None:
                found[claim.id] = theorem
    if any(claim.id == OF_RESPONSES for claim in claims):
        found |= three_hundred_responses()
    if any(claim.id == OF_SMOOTHED for claim in claims):
        found |= two_hundred_records()
    if any(claim.id == OF_ALL_ELECTIONS for claim in claims):
        found |= elections()  # the longest come last
    return found, missing


def write(folder: Path, found: Mapping[str, Theorem]) -> list[Path]:
    """Write the library and one file per theorem.

    Files of earlier exports that have no theorem now are taken away.

    Files that are the same already are left alone, so that nothing that follows has to be done again.

    Returns:
        The files, each after those that it requires.

    Raises:
        DomainError: something else is in the folder.
    """
    texts = {f"library/{name}.v": library_text(name) for name in library()}
    texts |= {f"claims/{theorem.module}.v": theorem.text() for theorem in found.values()}
    _check_folder(folder)
    for name in ("library", "claims"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, text in {PROJECT: "\n".join([FIRST_LINE, *texts]) + "\n", **texts}.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            replace_text(path, text)
    for path in sorted((folder / "claims").iterdir()):
        if f"claims/{path.name.lstrip('.').split('.')[0]}.v" not in texts:
            path.unlink()
    return [folder / name for name in texts]


def _check_folder(folder: Path) -> None:
    """Refuse a folder in which somebody else's work could be."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise DomainError(f"--coq must name a folder; got the file {folder}")
    foreign = _foreign(folder)
    if foreign:
        raise DomainError(f"--coq must name a new folder, or one of an earlier export; got {folder} with {foreign[0]}")


def _foreign(folder: Path) -> Sequence[str]:
    """The names of what no export has written."""
    project = folder / PROJECT
    entries = sorted(path.name for path in folder.iterdir() if not path.name.endswith(".part"))
    if not entries:
        return ()
    if not project.is_file() or project.read_text(encoding="utf-8", errors="replace").splitlines()[:1] != [FIRST_LINE]:
        return entries
    own = {PROJECT, "library", "claims", "kernel.json", *CACHES}
    inside = [path for name in ("library", "claims") for path in sorted((folder / name).glob("*"))]
    return [name for name in entries if name not in own] + [
        f"{path.parent.name}/{path.name}" for path in inside if not path.name.endswith(OWN_ENDINGS)
    ]
