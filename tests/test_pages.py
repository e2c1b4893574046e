"""README and pages are true today: commands print what is shown, examples run, the ledger is the ledger."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sdp_proofs.cli.output import progress_line
from sdp_proofs.ledger import results, snapshot
from sdp_proofs.papers import LOADER, registry
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
    """The tables of the ledger are made of the shipped results as long as these are of the sources.

    That those are what a run finds is a test of their own, in tests/papers/test_ledger.py.
    """

    def known() -> dict[str, Any]:
        shipped = results.shipped(LOADER).catalogue
        return snapshot(registry(), decided.all()) if shipped is None else shipped.excerpt(shipped.claims)

    written = page.read_text(encoding="utf-8")
    found = REGENERATE.generated(written, known)
    assert REGENERATE.without_times(found) == REGENERATE.without_times(written), "run: make generate"


@pytest.mark.parametrize(("total", "seconds"), [(0, 20.0), (2, 10.0), (12000, 7200.0)])
@pytest.mark.parametrize("done", [0, 1, 1200])
def test_lines_of_progress_are_no_part_of_a_page(done: int, total: int, seconds: float) -> None:
    assert REGENERATE.PROGRESS.fullmatch(progress_line("table remark-8", done, total, seconds))


def test_what_a_command_prints_is_no_progress() -> None:
    lines = [line for page in REGENERATE.PAGES for line in page.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 1000 and not list(filter(REGENERATE.PROGRESS.fullmatch, lines))


@every_page
def test_python_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_readme_has_examples() -> None:
    assert REGENERATE.PAGES[0].name == "README.md"
    assert doctest.testfile(str(REGENERATE.PAGES[0]), module_relative=False).attempted > 2


def test_the_page_that_computes_in_the_browser_is_the_first_card() -> None:
    first = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").partition("{grid-item-card} ")[2]
    assert first.splitlines()[:2] == ["Try it", ":link: try/index.html"]
