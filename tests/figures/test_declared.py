"""A figure, and a table, is one module: adding one touches no other file."""

from __future__ import annotations

import csv
import inspect
import json
import sys
from pathlib import Path

import pytest

from sdp_proofs import figures, tables
from sdp_proofs.cli import completion, main
from sdp_proofs.papers import PAPERS

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = (DOCS / "how_to" / "add_a_figure.md").read_text(encoding="utf-8")
FIGURE = HOW_TO.partition("```python\n")[2].partition("```")[0]
TABLE = '''"""Squares."""

from sdp_proofs.tables.table import Axis, Row, Table, exact


def _row(point, digits):
    return Row((point["records"],), (int(point["records"]) ** 2,))


TABLES = (Table("squares", "project", "Squares", (Axis("records", ("1", "2")),), (exact("square", "n^2"),), _row),)
'''


@pytest.fixture
def squares(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package, text in ((figures, FIGURE), (tables, TABLE)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "squares.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        monkeypatch.delitem(sys.modules, f"{package.__name__}.squares", raising=False)


@pytest.mark.usefixtures("squares")
def test_a_figure_is_one_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "squares" in figures.names() and completion.complete_figure("sq") == ["squares"]
    assert main(["figure", "--list"]) == 0
    assert "squares          1 s" in capsys.readouterr().out
    assert main(["figure", "--help"]) == 0
    assert "squares: Squares of the first numbers. --grid adds larger numbers." in capsys.readouterr().out
    picture, rows = tmp_path / "a.svg", tmp_path / "a.csv"
    assert main(["figure", "squares", "--output", str(picture), "--csv", str(rows), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == list(csv.DictReader(rows.open()))
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert main(["figure", "squares", "--grid", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 9
    assert main(["figure", "squares", "--json", "--rounded"]) == 2
    assert "--rounded must go with one of the figures 2-right, 5; got figure squares" in capsys.readouterr().err


@pytest.mark.usefixtures("squares")
def test_a_table_is_one_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert "squares" in tables.names() and completion.complete_table("sq") == ["squares"]
    assert main(["table", "squares", "--records", "3", "--format", "csv"]) == 0
    assert capsys.readouterr().out == "records,square\n3,9\n"


def test_what_modules_declare_is_complete_and_light() -> None:
    found, others = figures.figures(), tables.tables()
    assert list(found) == figures.names() and list(others) == tables.names()
    assert (len(found), len(others)) == (19, 9)
    assert {one.paper for one in (*found.values(), *others.values())} <= set(PAPERS)
    known = set(inspect.signature(sys.modules["sdp_proofs.cli.figure"].figure).parameters)
    for one in found.values():
        assert set(one.options) <= known
    for name, one in found.items():
        assert figures.find(name) is one
        assert (DOCS / "static" / f"figure-{name}.png").is_file() is bool(one.title)
        assert not one.page or one.page.startswith("generated/") or (DOCS / f"{one.page}.md").is_file()
