from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from sdp_proofs.figures import training as smoothed_training


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few and short runs."""
    from sdp_proofs.figures import training_runs as training_cells

    monkeypatch.setattr(smoothed_training, "BUDGETS", ("8",))
    monkeypatch.setattr(smoothed_training, "CURVE_BUDGETS", ("8",))
    monkeypatch.setattr(smoothed_training, "CONTROL_BUDGETS", ("8",))
    monkeypatch.setattr(smoothed_training, "STEP_SIZES", ("1/2", "1"))
    monkeypatch.setattr(smoothed_training, "TUNING_SEEDS", 2)
    monkeypatch.setattr(training_cells.Cell.__init__, "__defaults__", _with_steps(training_cells.Cell, 6))


def _with_steps(cell: type, steps: int) -> tuple[object, ...]:
    defaults = list(cell.__init__.__defaults__ or ())  # type: ignore[misc]
    return tuple(steps if value == 500 else value for value in defaults)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("number", ["lssgd-2", "lssgd-4", "lssgd-table", "lssgd-controls"])
def test_every_figure_is_drawn(number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, table = tmp_path / "a.svg", tmp_path / "a.csv"
    words = [] if number == "lssgd-2" else ["--draws-per-point", "2", "--workers", "1"]
    assert main(["figure", number, "--output", str(picture), "--csv", str(table), *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = list(csv.DictReader(table.open()))
    assert rows == document["rows"] and rows
    assert picture.read_text().startswith("<?xml")


def test_the_curves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoothed_training, "CURVE_EVERY", 3)
    words = ["--draws-per-point", "2", "--workers", "1", "--resume", str(tmp_path / "runs")]
    for name in ("a.svg", "b.svg"):
        assert main(["figure", "lssgd-3", "--output", str(tmp_path / name), *words]) == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        "lssgd-4 --draws-per-point 1",
        "lssgd-4 --workers -1",
        "lssgd-4 --seed -1",
        "lssgd-4 --grid",
        "lssgd-4 --rounded",
        "lssgd-4 --mixtures 2",
        "lssgd-2 --data x.csv",
        "lssgd-4 --data none.csv --workers 1 --draws-per-point 2",
        "lssgd-9",
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert main(["figure", *words.split(), "--json"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1
