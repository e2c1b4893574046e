"""Dotted paths in the texts of the package, the pages and the notebooks name something that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATH = re.compile(r"sdp_proofs(?:\.[A-Za-z_]\w*)+")
IMPORT = re.compile(r"from (sdp_proofs[\w.]*) import (\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*)")
ELSEWHERE = {"sdp_proofs.ledgers"}
"""Paths that are no module: the group of entry points."""


def texts() -> Iterator[Path]:
    """The sources, the pages and the notebooks, without what is generated."""
    for place, kinds in (("sdp_proofs", ("py",)), ("docs", ("md", "py")), ("notebooks", ("ipynb", "py"))):
        for kind in kinds:
            for file in sorted((ROOT / place).rglob(f"*.{kind}")):
                if not {"_build", "generated"} & set(file.relative_to(ROOT).parts):
                    yield file


def is_there(path: str) -> bool:
    """Import the longest part of a path that is a module, and look the rest up."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:length]))
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("sdp_proofs"):
                return True  # an optional package is missing
            continue
        for name in parts[length:]:
            found = getattr(found, name, None)
        return found is not None
    return False


def paths_in(text: str) -> set[str]:
    """The dotted paths that a text names, and what it imports.

    Example:
        >>> sorted(paths_in('"sdp_proofs.verdict.Verdict", from sdp_proofs.errors import DomainError as Wrong'))
        ['sdp_proofs.errors.DomainError', 'sdp_proofs.verdict.Verdict']
    """
    imported = {f"{home}.{name.split()[0]}" for home, names in IMPORT.findall(text) for name in names.split(", ")}
    named = {path for path in PATH.findall(text) if not path.endswith((".py", ".json", ".md"))}
    return imported | (named - {home for home, _ in IMPORT.findall(text)})


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_dotted_path_names_something() -> None:
    missing = []
    for file in texts():
        text = file.read_text(encoding="utf-8").replace("\\n", "\n")
        if file.suffix == ".py":  # a name for the type checker alone is not there at run time
            text = re.sub(r"if TYPE_CHECKING:\n(?:    .*\n|\n)*", "", text)
        missing += [f"{file.relative_to(ROOT)}: {path}" for path in sorted(paths_in(text) - ELSEWHERE)
                    if not is_there(path)]  # fmt: skip
    assert not missing


def test_a_path_that_is_not_there_is_found() -> None:
    assert is_there("sdp_proofs.verdict.Verdict") and not is_there("sdp_proofs.verdict.Nothing")
    assert not is_there("sdp_proofs.no_room.anything")
