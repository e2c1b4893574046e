"""A figure, and a table, is one module: adding one touches no other file."""

from __future__ import annotations

import csv
import importlib
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sdp_proofs import figures, tables
from sdp_proofs.cli import completion, main
from sdp_proofs.cli.app import build
from sdp_proofs.cli.command import COMMANDS
from sdp_proofs.papers import PAPERS

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = (DOCS / "how_to" / "add_a_figure.md").read_text(encoding="utf-8")
FIGURE = HOW_TO.partition("```python\n")[2].partition("```")[0]
TABLE = '''"""Squares."""

from sdp_proofs.declarations import Option
from sdp_proofs.tables.table import Axis, Row, Table, exact

RECORDS = ("1", "2")


def _row(point, digits):
    return Row((point["records"], point["corners"]), (int(point["records"]) ** 2,))


AXES = (Axis("records", RECORDS, Option("Sizes of squares.")), Axis("corners", ("4",), Option("Corners.", metavar="C")))
TABLES = (Table("squares", "project", "Squares", AXES, (exact("square", "n^2"),), _row),)
'''


@pytest.fixture
def squares(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package, text in ((figures, FIGURE), (tables, TABLE)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "squares.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        monkeypatch.delitem(sys.modules, f"{package.__name__}.squares", raising=False)
    build(["figure", "table"])  # loads their modules
    for name in ("figure", "table"):
        monkeypatch.setitem(COMMANDS, name, replace(COMMANDS[name]))  # one that has not read any options yet


@pytest.mark.usefixtures("squares")
def test_a_figure_is_one_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "squares" in figures.names() and completion.complete_figure("sq") == ["squares"]
    assert main(["figure", "--list"]) == 0
    assert "squares          1 s" in capsys.readouterr().out
    assert main(["figure", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "squares: Squares of the first numbers." in said and "Larger numbers as well (squares)." in said
    assert "Sizes up to 2,500 as well (2-right, 5)." in said
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
    assert capsys.readouterr().out == "records,corners,square\n3,4,9\n"
    assert main(["table", "squares", "--corners", "5", "--format", "csv"]) == 0
    assert capsys.readouterr().out == "records,corners,square\n1,5,1\n2,5,4\n"
    assert main(["table", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "--corners C Corners (squares)." in said and "Sizes of squares (squares)." in said


def test_what_modules_declare_is_complete_and_light() -> None:
    found, others = figures.figures(), tables.tables()
    assert list(found) == figures.names() and list(others) == tables.names()
    assert len(found) >= 19 and len(others) >= 9
    assert {one.paper for one in (*found.values(), *others.values())} <= set(PAPERS)
    having = {option: {name for name, one in found.items() if option in one.options} for option in figures.options()}
    assert set().union(*(one.options for one in found.values())) == set(having)
    for option, (said, _) in figures.options().items():
        assert set(", ".join(re.findall(r"\(([^()]*)\)\.", said.help)).split(", ")) == having[option]
    axes = {axis.name for one in others.values() for axis in one.axes}
    assert axes == set(tables.axes())
    for name, one in others.items():
        assert all(name in tables.axes()[axis.name].help for axis in one.axes)
    for name, one in found.items():
        assert figures.find(name) is one
        assert (DOCS / "static" / f"figure-{name}.png").is_file() is bool(one.title)
        assert not one.page or one.page.startswith("generated/") or (DOCS / f"{one.page}.md").is_file()


def test_a_page_of_the_gallery_has_the_picture_in_full_and_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    gallery = importlib.import_module("gallery_pages")
    shown = [name for name, one in figures.figures().items() if one.title]
    pages, cards = dict(gallery.pages()), gallery.cards()
    assert list(pages) == [f"gallery/{name}.md" for name in shown] and len(shown) > 10
    for name in shown:
        page = pages[f"gallery/{name}.md"]
        assert f":link: generated/gallery/{name}\n" in cards and f"\ngenerated/gallery/{name}\n" in cards
        places = re.findall(r"\{(?:image|literalinclude)\} (\S+)", page)
        picture, code = ((DOCS / "generated" / "gallery" / place).resolve() for place in places)
        assert picture.is_file() and "FIGURES = " in code.read_text(encoding="utf-8")
