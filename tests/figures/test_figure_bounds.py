from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from sdp_proofs.figures import bounds, remark_8
from sdp_proofs.figures.figure import Run


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures' own grids, cut down to a few cells."""
    sheets = (remark_8.Sheet(2, Fraction(1, 2), 200),)
    for name, value in (("SHEETS", sheets), ("RATES", ("0.01", "0.5")), ("EPSILONS", ("0.02", "1"))):
        monkeypatch.setattr(remark_8, name, value)
    series = (bounds.Series(Fraction(1, 2), "0.5", "1", (20,)),)
    floors = (Fraction(1, 2),)
    for name, value in (("FLOORS", floors), ("RATES", ("0.5",)), ("EPSILONS", ("1",)), ("SERIES", series)):
        monkeypatch.setattr(bounds, name, value)


def table(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.slow(every=2)
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("name", "count"), [("remark-8", 4), ("bounds", 15)])
def test_picture_rows_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, count: int) -> None:
    picture, rows = tmp_path / "map.png", tmp_path / "rows.csv"
    assert main(["figure", name, "--output", str(picture), "--csv", str(rows), "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (document["figure"], document["missing"]) == (name, 0)
    assert document["rows"] == table(rows)
    assert len(document["rows"]) == count
    if name == "remark-8":
        assert document["cells"]["refuted"] == "1"


@pytest.mark.usefixtures("small")
def test_ctrl_c_keeps_the_finished_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = remark_8.map_rows

    def interrupted(*arguments: Any) -> Iterator[remark_8.Row]:
        yield next(iter(finished(*arguments)))
        raise KeyboardInterrupt

    monkeypatch.setattr(remark_8, "map_rows", interrupted)
    picture, rows = tmp_path / "map.png", tmp_path / "rows.csv"
    assert main(["figure", "remark-8", "--output", str(picture), "--csv", str(rows)]) == 130
    assert [line["standing"] for line in table(rows)] == ["refuted"]
    assert not picture.exists()
    assert "interrupted: 3 rows are missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("remark-8 --json --grid", "--grid must go with"),
        ("bounds --json --data own.csv", "--data must go with one of the figures 1, 3, lssgd"),
        ("remark-9 --json", "figure must be one of"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: str, message: str) -> None:
    assert main(["figure", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert message in printed.err


def test_the_picture_of_theorem_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sdp_proofs.figures import theorem_2

    monkeypatch.setattr(theorem_2, "EPSILONS", ("0.3", "4"))
    monkeypatch.setattr(theorem_2, "STEPS_DRAWN", (1, 23437))
    picture, table = tmp_path / "a.svg", tmp_path / "a.csv"
    assert main(["figure", "theorem-2", "--output", str(picture), "--csv", str(table), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["rows"] == list(csv.DictReader(table.open())) and document["missing"] == 0
    assert "no" in picture.read_text() and "Theorem 2" in picture.read_text()


def test_time_left_is_told_by_effort_where_rows_differ() -> None:
    """Two quick rows and a slow one: after the quick ones most is still to be done."""
    told: list[tuple[int, int]] = []

    @contextmanager
    def heard(label: str, total: int) -> Iterator[Any]:
        yield lambda done, steps: told.append((done, steps))

    assert Run("figure x", heard).collect(iter((1, 1, 18)), 10, float, 20.0) == ([1, 1, 18], 7)
    assert told == [(0, 10), (1, 10), (10, 10)]
    (quick, *_, slow) = (sheet.effort for sheet in remark_8.SHEETS)
    assert slow > 10 * quick
