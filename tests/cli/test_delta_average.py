from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from tests.refusals import refusal

AVERAGE = ("delta", "--mechanism", "sampling-average")
SMALL = ("--values", "-3,0,0,1,4", "--levels", "-4:5", "--draws", "2")


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*AVERAGE, *arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def listed_loss(values: list[int], changed: list[int], draws: int, odds: Fraction) -> Fraction:
    sums, others = ([sum(sample) for sample in combinations(each, draws)] for each in (values, changed))
    gains = (sums.count(total) - odds * others.count(total) for total in set(sums))
    return sum((max(Fraction(0), gain) for gain in gains), Fraction(0)) / comb(len(values), draws)


def test_json_names_a_worst_neighbour(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, *SMALL, "--odds", "3/2")
    assert document["schema"] == "sdp-proofs/delta-average/1"
    assert (document["mechanism"], document["epsilon"]) == ("sampling-average", "log(3/2)")
    assert (document["records"], document["draws"], document["rounded"]) == ("5", "2", False)
    assert document["values"] == ["-3", "0", "0", "1", "4"]
    assert document["levels"] == {"low": "-4", "high": "5"}
    values = [-3, 0, 0, 1, 4]
    losses = {}
    for position, removed in enumerate(values):
        for added in set(range(-4, 6)) - {removed}:
            changed = [*values[:position], added, *values[position + 1 :]]
            losses[removed, added, "d(x,x')"] = listed_loss(values, changed, 2, Fraction(3, 2))
            losses[removed, added, "d(x',x)"] = listed_loss(changed, values, 2, Fraction(3, 2))
    found = int(document["neighbour"]["removed"]), int(document["neighbour"]["added"]), document["direction"]
    assert Fraction(document["delta"]["exact"]) == max(losses.values()) == losses[found]
    assert Fraction(document["delta"]["lower"]) <= losses[found] <= Fraction(document["delta"]["upper"])


def test_rounding_hides_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("--values", "0,0,0", "--levels", "0:1", "--draws", "3", "--odds", "2")
    assert run_json(capsys, *question)["delta"]["exact"] == "1"
    rounded = run_json(capsys, *question, "--rounded")
    assert (rounded["delta"]["exact"], rounded["rounded"]) == ("0", True)


def test_rate_and_irrational_odds(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, *SMALL[:4], "--rate", "0.21", "--epsilon", "0.5", "--digits", "12")
    assert document["draws"] == "2"
    lower, upper = (Fraction(document["delta"][end]) for end in ("lower", "upper"))
    assert document["delta"]["exact"] is None
    assert 0 < upper - lower < lower / 10**12


@pytest.mark.parametrize("mark", ["@", ""])
def test_values_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, mark: str) -> None:
    path = tmp_path / "values.txt"
    path.write_text("-3, 0\n0\t1\n4\n")
    from_file = run_json(capsys, "--values", f"{mark}{path}", *SMALL[2:], "--odds", "2")
    assert from_file == run_json(capsys, *SMALL, "--odds", "2")


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*AVERAGE, "--values", "-3,0,0,1,1,1,2,4", "--levels", "-4:5", "--draws", "3", "--odds", "3/2"]) == 0
    out = capsys.readouterr().out
    for part in ("5 of the levels -4 to 5", "n = 8", "T = 3, without replacement", "not rounded", "log(3/2)", "2/7",
                 "-3 becomes 5 in x', attained by d(x',x)", "delta(x) is not smaller"):  # fmt: skip
        assert part in out, part


@pytest.mark.parametrize(
    ("arguments", "code", "subject"),
    [
        ("--levels 0:5 --draws 2 --odds 2", "options", "--values"),
        ("--values 1,2 --draws 2 --odds 2", "options", "--levels"),
        ("--values 1,2 --levels 0:5 --odds 2", "options", ""),
        ("--values 1,2 --levels 0:5 --draws 1", "options", ""),
        ("--values 1,2 --levels 0:5 --draws 3 --odds 2", "domain", "draws"),
        ("--values 1,2 --levels 0:5 --draws 0 --odds 2", "domain", "draws"),
        ("--values 1,9 --levels 0:5 --draws 1 --odds 2", "domain", "value"),
        ("--values 1,2 --levels 5:0 --draws 1 --odds 2", "domain", ""),
        ("--values 1,2 --levels 3:3 --draws 1 --odds 2", "domain", ""),
        ("--values 1,2 --levels 0-5 --draws 1 --odds 2", "domain", "levels"),
        ("--values 1,2 --levels 0:1e9 --draws 1 --odds 2", "size", ""),
        ("--values 1,2 --levels 0:5 --draws 1 --odds 0.5", "domain", "odds"),
        ("--values 1,2 --levels 0:5 --draws 1 --odds 2 --digits 0", "domain", "digits"),
        ("--values , --levels 0:5 --draws 1 --odds 2", "domain", ""),
        ("--values 1--2 --levels 0:5 --draws 1 --odds 2", "domain", "value"),
        ("--values 1-2 --levels -5:5 --draws 1 --odds 2", "domain", "value"),
        (f"--values {'9' * 5000} --levels 0:5 --draws 1 --odds 2", "domain", "value"),
        ("--values 1.5,2 --levels 0:5 --draws 1 --odds 2", "domain", ""),
        ("--values @/nowhere --levels 0:5 --draws 1 --odds 2", "domain", ""),
        ("--values / --levels 0:5 --draws 1 --odds 2", "domain", ""),
        ("--values 1,2 --levels 0:5 --draws 1 --odds 2 --counts 3,4", "options", "--counts"),
        ("--values 1,2 --levels 0:5 --draws 1 --odds 2 --replacement", "options", "--replacement"),
        ("--mechanism other --values 1,2 --levels 0:5 --draws 1 --odds 2", "unknown-name", "mechanism"),
        ("--mechanism sampling-histogram --counts 3,4 --draws 1 --odds 2 --values 1", "options", "--values"),
        ("--mechanism sampling-histogram --counts 3,4 --draws 1 --odds 2 --rounded", "options", "--rounded"),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, code: str, subject: str) -> None:
    assert refusal([*AVERAGE, *arguments.split()], capsys, subject) == code


def test_a_file_that_is_not_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "values.bin"
    path.write_bytes(b"\xff\xfe\x00")
    assert main([*AVERAGE, "--values", f"@{path}", "--levels", "0:5", "--draws", "1", "--odds", "2"]) == 2
    assert "it is not text" in capsys.readouterr().err
