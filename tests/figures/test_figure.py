from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from sdp_proofs.papers.smoothed_dp.elections import COLUMNS

OWN = "year,first_votes,second_votes\n2024,300,700\n2020,12,18\n"


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.csv"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


def table(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture(tmp_path: Path, own: str, capsys: pytest.CaptureFixture[str], suffix: str, magic: bytes) -> None:
    file = tmp_path / f"figure.{suffix}"
    assert main(["figure", "1", "--output", str(file), "--data", own]) == 0
    assert file.read_bytes().startswith(magic)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"wrote {file}\n"


def test_the_rows_as_output(tmp_path: Path, own: str) -> None:
    file = tmp_path / "rows.csv"
    assert main(["figure", "3", "--output", str(file), "--data", own]) == 0
    rows = table(file)
    assert [(row["panel"], row["year"]) for row in rows] == [
        (panel, year) for panel in "abcdef" for year in ("2024", "2020")
    ]
    assert list(rows[0]) == list(COLUMNS)


def test_the_elections_of_the_package(tmp_path: Path) -> None:
    picture, rows = tmp_path / "figure.png", tmp_path / "rows.csv"
    assert main(["figure", "1", "--output", str(picture), "--csv", str(rows)]) == 0
    assert picture.stat().st_size > 10_000
    lines = table(rows)
    assert [int(line["year"]) for line in lines] == list(range(1920, 2024, 4))
    assert lines[-1]["delta_lower"].startswith("1.197204148")
    assert {line["utility_below_one_over_n"] for line in lines} == {"HOLDS"}


def test_rows_as_json_equal_the_table(tmp_path: Path, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.csv"
    assert main(["figure", "3", "--json", "--csv", str(file), "--data", own]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["figure"]) == ("sdp-proofs/figure/1", "3")
    assert document["rows"] == table(file)


def test_values_of_own_elections(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "1", "--json", "--data", own]) == 0
    row = json.loads(capsys.readouterr().out)["rows"][1]
    # 12 + 18 votes at 0.2 % lost: all 30 are counted, and nothing is hidden.
    assert (row["records"], row["draws"]) == ("30", "30")
    assert (row["delta_lower"], row["utility_upper"]) == ("1", "1")
    assert Fraction(row["dp_delta"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "figure must be one of 1, 2, 2-left"),
        ("6 --json", "figure must be one of 1, 2, 2-left, 2-right, 3, 4, 5, accounting, bounds, "),
        ("one --json", "figure must be one of 1, 2, 2-left, 2-right, 3, 4, 5, accounting, bounds, "),
        ("2 --json --data own.csv", "--data must go with one of the figures 1, 3, lssgd-3, lssgd-4, lssgd-5, lssgd-c"),
        ("1 --output figure.jpg", "must end in .png, .svg, .pdf or .csv, got 'figure.jpg'"),
        ("1 --output figure", "must end in .png, .svg, .pdf or .csv, got 'figure'"),
        ("1 --output /nonexistent/figure.png", "/nonexistent/figure.png"),
        ("1 --output /nonexistent/rows.csv", "/nonexistent/rows.csv"),
        ("1 --json --csv /nonexistent/rows.csv", "/nonexistent/rows.csv"),
        ("1 --output rows.csv --csv other.csv", "two CSV files"),
        ("1 --json --data /nonexistent.csv", "/nonexistent.csv: must be a readable file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    assert main(["figure", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("sdp-proofs: error: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err


@pytest.mark.slow
def test_smoothed_privacy_by_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, rows = tmp_path / "figure.svg", tmp_path / "rows.csv"
    assert main(["figure", "2-left", "--output", str(picture), "--csv", str(rows), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert picture.read_bytes().startswith(b"<?xml")
    assert document["figure"] == "2-left"
    assert document["rows"] == table(rows)
    assert len(document["rows"]) == 36
    assert {row["certified"] for row in document["rows"]} == {"yes"}
    assert [fit["epsilon"] for fit in document["fits"]] == ["0.5", "1", "2", "7"]
    rates = [float(fit["rate_estimate"]) for fit in document["fits"]]
    assert 0 < rates[0] < rates[1] < rates[2] < rates[3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty file"),
        ("year,first_votes\n2024,3\n", "the header must name"),
        ("year,first_votes,second_votes\n", "at least one line below the header"),
        ("year,first_votes,second_votes\n2024,3,-4\n", "must be at least 0, got -4"),
        ("year,first_votes,second_votes\n2024,3,4.5\n", "must be an integer"),
        ("year,first_votes,second_votes\n2024,0,0\n", "must be at least 1, got 0"),
    ],
)
def test_malformed_data_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    file, picture = tmp_path / "bad.csv", tmp_path / "figure.png"
    file.write_text(text, encoding="utf-8")
    assert main(["figure", "1", "--output", str(picture), "--data", str(file)]) == 2
    error = capsys.readouterr().err
    assert str(file) in error
    assert message in error
    assert not picture.exists()


def test_ctrl_c_keeps_the_finished_rows(
    tmp_path: Path, own: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sdp_proofs.figures import elections

    finished = elections.election_rows

    def interrupted(*arguments: Any) -> Iterator[elections.ElectionRow]:
        yield next(finished(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(elections, "election_rows", interrupted)
    picture, rows = tmp_path / "figure.svg", tmp_path / "rows.csv"
    assert main(["figure", "1", "--data", own, "--output", str(picture), "--csv", str(rows)]) == 130
    assert len(table(rows)) == 1
    assert not picture.exists()
    assert "interrupted: 1 rows are missing" in capsys.readouterr().err
