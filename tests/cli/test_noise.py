"""`delta RELEASE`, `utility RELEASE`, the two tables of noise and the map of the classical formula."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from tests.refusals import refusal


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_delta_of_a_release_is_that_of_account(capsys: pytest.CaptureFixture[str]) -> None:
    release = ["laplace(scale=2)", "--adjacency", "add-remove", "--digits", "12"]
    delta = output(capsys, "delta", *release, "--odds", "6/5", "--json")
    assert json.loads(delta) == json.loads(output(capsys, "account", *release, "--epsilon", "log(6/5)", "--json"))
    # 1 - e^((eps - 1/2)/2) with e^eps = 6/5
    assert json.loads(delta)["delta"]["lower"].startswith("0.146866")


def test_utility_of_noise(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["utility", "laplace(scale=2)", "--answers", "4", "--beta", "0.1", "--error", "5", "--digits", "6"]
    document = json.loads(output(capsys, *asked, "--json"))
    assert document["schema"] == "sdp-proofs/utility-of-noise/1"
    largest = document["norms"]["l-infinity"]
    assert largest["mean"]["lower"].startswith("4.16666")
    assert document["norms"]["l2"]["mean"].startswith("not computed")
    text = output(capsys, *asked)
    assert "l1 error          8 on average" in text and "above 5 with probability 0.290080" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["delta", "laplace(scale=-1)", "--epsilon", "1"], "domain"),
        (["delta", "laplace(scale=1)", "--epsilon", "-1", "--adjacency", "add-remove"], "domain"),
        (["delta", "laplace(scale=1)", "--epsilon", "1", "--rate", "0.5"], "options"),
        (["delta", "--counts", "3,4", "--draws", "2", "--epsilon", "1", "--adjacency", "add-remove"], "options"),
        (["delta", "laplace(scale=1, sensitivity=-1)", "--epsilon", "1"], "domain"),
        (["delta", "gaussian(sigma=-2)", "--epsilon", "1"], "domain"),
        (["utility"], "options"),
        (["utility", "laplace(scale=1)", "--counts", "3,4"], "options"),
        (["utility", "--counts", "3,4", "--beta", "0.1"], "options"),
        (["utility", "pure(epsilon=1)"], "domain"),
        (["utility", "laplace(scale=1) * 3"], "domain"),
        (["utility", "laplace(scale=1)", "--answers", "0"], "domain"),
        (["utility", "laplace(scale=1)", "--beta", "1"], "domain"),
        (["utility", "laplace(scale=1)", "--error", "-1"], "domain"),
        (["table", "gaussian-calibration", "--delta", "1"], "domain"),
        (["table", "gaussian-calibration", "--epsilon", "0"], "domain"),
        (["table", "laplace-utility", "--sensitivity", "0"], "domain"),
        (["table", "laplace-utility", "--answers", "1.5"], "domain"),
    ],
)
def test_bad_input_is_one_line_and_code_two(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(arguments, capsys) == code


def test_the_map_as_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from sdp_proofs.figures import gaussian_region

    boxes = list(gaussian_region.boxes((2, 10), (-4, 0), depth=2))
    monkeypatch.setattr(gaussian_region, "boxes", lambda *_: boxes)
    monkeypatch.setattr(gaussian_region, "BORDER_DELTAS", ("0.5", "1e-2"))
    picture, table = tmp_path / "map.svg", tmp_path / "map.csv"
    files = ["--output", str(picture), "--csv", str(table)]
    document = json.loads(output(capsys, "figure", "gaussian-region", *files, "--json"))
    with table.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert rows == document["boxes"] and len(rows) == len(boxes)
    assert {row["classical_sigma_is_enough"] for row in rows} == {"HOLDS", "FAILS", "UNKNOWN"}
    assert document["enough_at_every_delta"]["lower"].startswith("3.78")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


def test_the_map_of_notions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "notions.svg"
    document = json.loads(output(capsys, "figure", "notions", "--output", str(picture), "--json"))
    (arrow,) = (row for row in document["rows"] if (row["source"], row["target"]) == ("pure", "total-variation"))
    assert (arrow["constant"], arrow["attained"]) == (r"$\tanh(\epsilon/2)$", "randomized response")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
