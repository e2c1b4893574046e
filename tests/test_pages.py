"""README and pages are true today: commands print what is shown, examples run, the ledger is the ledger."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sdp_proofs.ledger import snapshot
from sdp_proofs.papers import registry
from tests.decided import DecidedLedger

ROOT = Path(__file__).parents[1]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("regenerate", ROOT / "docs" / "regenerate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REGENERATE = _load()
every_page = pytest.mark.parametrize("page", REGENERATE.PAGES, ids=lambda page: str(page.name))


@every_page
def test_generated_parts_are_up_to_date(page: Path, decided: DecidedLedger) -> None:
    written = page.read_text(encoding="utf-8")
    found = REGENERATE.generated(written, lambda: snapshot(registry(), decided.all()))
    assert REGENERATE.without_times(found) == REGENERATE.without_times(written), "run: make generate"


@every_page
def test_python_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_readme_has_examples() -> None:
    assert REGENERATE.PAGES[0].name == "README.md"
    assert doctest.testfile(str(REGENERATE.PAGES[0]), module_relative=False).attempted > 2


def test_the_page_that_computes_in_the_browser_is_the_first_card() -> None:
    first = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").partition("{grid-item-card} ")[2]
    assert first.splitlines()[:2] == ["Try it", ":link: try/index.html"]
