from __future__ import annotations

import csv
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from sdp_proofs.cli.output import INTERRUPTED
from sdp_proofs.errors import DomainError
from sdp_proofs.figures import quantised_sgd as draws
from sdp_proofs.papers.smoothed_dp import sgd_step
from sdp_proofs.papers.smoothed_dp.sgd_estimates import COLUMNS, recorded_rows


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgd_step, "SIZES", (30, 40, 50))
    monkeypatch.setattr(sgd_step, "LARGE_SIZES", (60,))


@pytest.mark.usefixtures("small")
def test_a_picture_rows_and_a_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, rows, kept = (str(tmp_path / name) for name in ("figure.png", "rows.csv", "draws.jsonl"))
    command = ["figure", "2-right", "--draws-per-point", "3", "--workers", "1", "--resume", kept]
    assert main([*command, "--output", picture, "--csv", rows, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert Path(picture).read_bytes().startswith(b"\x89PNG")
    with open(rows, encoding="utf-8", newline="") as stream:
        table = list(csv.DictReader(stream))
    assert list(table[0]) == list(COLUMNS) and table == document["rows"]
    assert len(table) == 3 * 2 * 4
    assert {row["seed"] for row in table} == {"2023"}
    assert len(document["fits"]) == 4 * 4
    before = Path(kept).read_bytes()
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == document["rows"]
    assert Path(kept).read_bytes() == before
    assert main([*command, "--seed", "1", "--json"]) == 2
    assert "other settings" in capsys.readouterr().err


@pytest.mark.usefixtures("small")
def test_more_mixtures_sizes_and_rounded_means(capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "figure",
        "2-right",
        "--draws-per-point",
        "2",
        "--workers",
        "1",
        "--mixtures",
        "2",
        "--grid",
        "--rounded",
    ]
    assert main([*command, "--rounded", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) == 4 * 3 * 4
    assert {row["rounded"] for row in rows} == {"yes"}
    assert [row["following"] for row in rows if row["records"] == "60"][::4] == ["60 0", "30 30", "0 60"]


def test_recorded_rows_are_drawn_unless_others_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def drawn(*_: object, **__: object) -> Iterator[object]:
        raise DomainError("drawn anew")

    monkeypatch.setattr(draws, "drawn_deltas", drawn)
    recorded = recorded_rows()
    for number, rows in {"2-right": recorded[:48], "5": recorded[88:], "2-right --grid": recorded[:88]}.items():
        assert main(["figure", *number.split(), "--json"]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["rows"] == rows
        assert "recorded with seed 2023; --fresh draws them anew" in said.err
    for words in ("5 --grid", "2-right --fresh", "5 --seed 1", "2-right --draws-per-point 120"):
        assert main(["figure", *words.split(), "--json"]) == 2
        assert "drawn anew" in capsys.readouterr().err


@pytest.mark.usefixtures("small")
def test_what_was_drawn_is_kept_until_the_figure_is_complete(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = draws.drawn_deltas

    def terminated(*arguments: Any, **options: Any) -> Iterator[Any]:
        for place, found in enumerate(whole(*arguments, **options)):
            if place == 7:
                signal.raise_signal(signal.SIGTERM)
            yield found

    command = ["figure", "2-right", "--draws-per-point", "2", "--workers", "1", "--csv", "rows.csv"]
    monkeypatch.setattr(draws, "drawn_deltas", terminated)
    before = signal.getsignal(signal.SIGTERM)
    assert main(command) == INTERRUPTED
    assert signal.getsignal(signal.SIGTERM) == before
    [kept] = tmp_path.glob("*.jsonl")
    assert f"12 rows are missing; the same command goes on from {kept.name}" in capsys.readouterr().err
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 1 + 8
    monkeypatch.setattr(draws, "drawn_deltas", whole)
    assert main(command) == 0
    assert not list(tmp_path.glob("*.jsonl"))
    assert len((tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()) == 1 + 3 * 2 * 4


@pytest.mark.slow
def test_all_settings_of_figure_5(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sgd_step, "SIZES", (20, 30))
    picture = tmp_path / "figure.svg"
    assert main(["figure", "5", "--draws-per-point", "2", "--workers", "1", "--output", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["2-right", "--draws-per-point", "1", "--json"], "draws"),
        (["5", "--mixtures", "0", "--json"], "mixtures"),
        (["5", "--mixtures", "99999999", "--json"], "mixtures from 1 to 100"),
        (["5", "--draws-per-point", "999999999999", "--json"], "draws must be from 2 to 100000"),
        (["2-right", "--workers", "100000000", "--json"], "workers from 0 to 256"),
        (["2-right", "--workers=-1", "--json"], "workers from 0 to 256"),
        (["2-right", "--seed=-5", "--json"], "seed must be at least 0, got -5"),
        (["2", "--seed", "1", "--json"], "2-right"),
        (["4", "--resume", "x", "--json"], "2-right"),
        (["2-right", "--data", "x", "--json"], "--data"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_fresh_goes_with_a_figure_that_is_computed_anyway(capsys: pytest.CaptureFixture[str]) -> None:
    documents = []
    for words in (["notions"], ["notions", "--fresh"]):
        assert main(["figure", *words, "--json"]) == 0
        documents.append(capsys.readouterr().out)
    assert documents[0] == documents[1]
