"""A paper is one folder and one line: whatever the house knows of it, its wing says."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

from sdp_proofs import papers as house
from sdp_proofs.cli import ledger, main
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import run_registry
from sdp_proofs.papers import PAPERS, papers
from sdp_proofs.proving.section import Section
from sdp_proofs.proving.wing import claims_of
from tests.papers import toy_wing

ROOT = Path(__file__).parents[2]


def test_a_wing_is_a_ledger() -> None:
    found = toy_wing.registry()
    assert [claim.locator for claim in found.values()] == ["Theorem 1", "Lemma 2", "Lemma 2"]
    assert set(found.homes.values()) == {toy_wing.__name__}
    assert toy_wing.PAPER.missing(found.values()) == ()
    assert all(result.agrees for result in run_registry(found))


def test_commands_know_of_a_paper_what_its_wing_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.papers.toy_wing:registry")
    assert main(["errata"]) == 0
    text = capsys.readouterr().out
    for part in ("**Notation.** $x$ is a number.", "The proof of Theorem 1", "| Sec. 1 | $x^{3}$ | $x^{2}$ |"):
        assert part in text
    assert main(["errata", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["misprints"] == [["Sec. 1", "x^3", "x^2"]]


def test_one_word_adds_a_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    wing = ModuleType("sdp_proofs.papers.toy.paper")
    wing.PAPER = toy_wing.PAPER  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sdp_proofs.papers.toy", ModuleType("sdp_proofs.papers.toy"))
    monkeypatch.setitem(sys.modules, "sdp_proofs.papers.toy.paper", wing)
    monkeypatch.setattr(house, "PAPERS", ("toy",))
    papers.cache_clear()
    try:
        assert house.papers() == (toy_wing.PAPER,)
    finally:
        papers.cache_clear()


def test_a_module_has_one_section_and_others_beside_it() -> None:
    with pytest.raises(DomainError, match=r"must have one Section, .* got none in json"):
        claims_of(json)
    module = ModuleType("two")
    first, second = Section(toy_wing.PAPER, "Sec. 1"), Section(toy_wing.PAPER, "Sec. 3")
    vars(module).update(first=first, beside=first.beside(toy_wing.PAPER, "Sec. 2"), second=second)
    first.claim("one", "t", "s", None, uncheckable="a definition")
    assert claims_of(module) is first.claims  # the second holds the symbols of a derivation
    second.claim("two", "t", "s", None, uncheckable="a definition")
    with pytest.raises(DomainError, match=r"got Sec\. 1, Sec\. 3 in two"):
        claims_of(module)


def test_every_folder_with_a_paper_is_listed() -> None:
    found = {
        folder.name for folder in files("sdp_proofs.papers").iterdir() if folder.joinpath("paper.py").is_file()
    }
    assert found == set(PAPERS)


@pytest.mark.parametrize("name", PAPERS)
def test_every_module_of_a_wing_is_listed(name: str) -> None:
    """At any depth; modules without a statement are the machinery of their neighbours."""
    found = {
        ".".join(module.relative_to(ROOT).with_suffix("").parts)
        for module in (ROOT / "sdp_proofs" / "papers" / name).rglob("*.py")
        if re.search(r"^(?:\w+\.claim|private|leaks)\(", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == set(import_module(f"sdp_proofs.papers.{name}.paper").PAPER.homes())


def test_nothing_outside_a_wing_names_its_paper() -> None:
    keys = {paper.key for paper in papers() if paper.title}
    examples = ("sdp_proofs/__init__.py", "sdp_proofs/api/claims.py")  # they name one
    # A theorem says its place, a list why a result has none; a page says which figure or widget shows a result.
    kept = ("sdp_proofs/papers/", "sdp_proofs/logic/theories/", "sdp_proofs/logic/numbered.py", "docs/result_pages.py")
    told = [
        path.relative_to(ROOT).as_posix()
        for path in [*(ROOT / "sdp_proofs").rglob("*.py"), *(ROOT / "docs").glob("*.py")]
        if any(f'"{key}"' in path.read_text(encoding="utf-8") for key in keys)
    ]
    assert not [path for path in told if not path.startswith((*kept, *examples))]
