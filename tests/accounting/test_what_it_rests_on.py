"""The page on what each engine rests on: every module is on it, and whatever it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import sdp_proofs.accounting
from sdp_proofs.ledger import Status
from sdp_proofs.papers import registry

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "accountant.md"
ROWS = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]


def named(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def test_every_module_is_on_the_page() -> None:
    modules = {file.stem for file in Path(sdp_proofs.accounting.__path__[0]).glob("[!_]*.py")}
    rest = PAGE.read_text(encoding="utf-8").rpartition("The other modules decide nothing")[2]
    listed = [name for row in ROWS for name in named(row[0])]
    assert modules == {*listed, *named(rest)}
    assert not set(listed) & set(named(rest))


def test_what_is_named_is_established_or_marked_as_believed() -> None:
    known = registry()
    for _, _, proofs in ROWS:
        believed = re.findall(r"`([^`]*)` \(believed\)", proofs)
        assert named(proofs) or "argued in the docstring" in proofs
        for name in set(named(proofs)) - set(believed):
            assert known[name].recorded is Status.ESTABLISHED
        for name in believed:
            assert not known.trust[name].proved_by


def test_what_docstrings_name_is_on_the_page() -> None:
    """A claim that a module speaks of is in its row."""
    known = registry()
    for file in Path(sdp_proofs.accounting.__path__[0]).glob("*.py"):
        row = " ".join(proofs for modules, _, proofs in ROWS if f"`{file.stem}`" in modules)
        spoken = set(named(file.read_text(encoding="utf-8"))) & set(known)
        assert spoken <= set(named(row)), file.stem
