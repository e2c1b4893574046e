from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from sdp_proofs.cli import main
from tests.refusals import refusal

ELECTION = ("delta", "--counts", "81283501,74223975", "--rate", "0.998", "--odds", "51/49")
HEAVY = {"sympy", "matplotlib", "pandas", "numpy", "z3", "mpmath", "rich.table"}


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def brute_delta(first: int, second: int, draws: int, odds: Fraction) -> Fraction:
    def law(marked: int) -> list[Fraction]:
        records = first + second
        return [
            Fraction(comb(marked, k) * comb(records - marked, draws - k), comb(records, draws))
            for k in range(draws + 1)
        ]

    pairs = [(first, first + step) for step in (-1, 1)] + [(first + step, first) for step in (-1, 1)]
    return max(
        sum((max(Fraction(0), p - odds * q) for p, q in zip(law(a), law(b), strict=True)), Fraction(0))
        for a, b in pairs
    )


def test_json_of_a_small_database(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "delta", "--counts", "30,70", "--rate", "0.95", "--odds", "25")
    assert document["schema"] == "sdp-proofs/delta/1"
    assert document["counts"] == ["30", "70"]
    assert (document["records"], document["draws"], document["epsilon"]) == ("100", "95", "log(25)")
    exact = Fraction(document["delta"]["exact"])
    assert exact == brute_delta(30, 70, 95, Fraction(25))
    assert Fraction(document["delta"]["lower"]) <= exact <= Fraction(document["delta"]["upper"])
    assert sum(int(count) for count in document["neighbour"]) == 100
    assert document["direction"] in ("d(x,x')", "d(x',x)")
    assert document["dp_delta"]["exact"] == "19/20"


@pytest.mark.parametrize("digits", [1, 30, 60])
def test_json_bounds_prove_the_digits_asked_for(capsys: pytest.CaptureFixture[str], digits: int) -> None:
    value = run_json(capsys, *ELECTION, "--digits", str(digits))["delta"]
    assert value["exact"] is None
    lower, upper = Fraction(value["lower"]), Fraction(value["upper"])
    assert lower < upper
    assert (upper - lower) / lower < Fraction(1, 10**digits)


def test_the_budget_as_typed(capsys: pytest.CaptureFixture[str]) -> None:
    small = ("delta", "--counts", "3,4", "--draws", "5")
    assert run_json(capsys, *small, "--epsilon", "log(3/2)")["epsilon"] == "log(3/2)"
    assert run_json(capsys, *small, "--epsilon", "0.25")["epsilon"] == "0.25"
    documents = [
        run_json(capsys, *small, option, value)
        for option, value in (("--epsilon", "log(3/2)"), ("--odds", "1.5"), ("--threshold", "0.6"))
    ]
    assert {document["delta"]["exact"] for document in documents} == {documents[0]["delta"]["exact"]}


@pytest.mark.parametrize("budget", [("--epsilon", "0"), ("--odds", "1"), ("--threshold", "1/2")])
def test_epsilon_zero_is_total_variation(capsys: pytest.CaptureFixture[str], budget: tuple[str, str]) -> None:
    document = run_json(capsys, "delta", "--counts", "3,4", "--draws", "5", *budget)
    assert Fraction(document["delta"]["exact"]) == brute_delta(3, 4, 5, Fraction(1))


def test_replacement_changes_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("delta", "--counts", "3,4", "--draws", "7", "--odds", "2")
    without, with_replacement = run_json(capsys, *arguments), run_json(capsys, *arguments, "--replacement")
    assert without["delta"]["exact"] == "1"
    assert with_replacement["replacement"] is True
    assert 0 < Fraction(with_replacement["delta"]["exact"]) < 1
    # A unique record of seven is seen unless it is missed seven times.
    assert Fraction(with_replacement["dp_delta"]["exact"]) == 1 - Fraction(6, 7) ** 7


def test_text_says_everything_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ELECTION, "--digits", "12"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    for part in (
        "81283501, 74223975", "n = 155507476", "T = 155196462, without replacement", "epsilon           log(51/49)",
        "delta(x)          1.19720414898e-32", "delta(x) <= 1.198e-32 at epsilon = log(51/49)",
        "81283500, 74223976 as x', attained by d(x',x)", "is smaller", "T/n <= 0.998001",
    ):  # fmt: skip
        assert printed.out.count(part) == 1, part


def test_text_of_a_short_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["delta", "--counts", "3,3", "--draws", "2", "--odds", "3/2"]) == 0
    out = capsys.readouterr().out
    assert str(brute_delta(3, 3, 2, Fraction(3, 2))) in out
    assert "at least" not in out


def test_text_bounds_enclose(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ELECTION, "--digits", "5"]) == 0
    lines = dict(line.split("  ", 1) for line in capsys.readouterr().out.replace("  at", "at").splitlines())
    lower, upper = (Decimal(lines[label].strip()) for label in ("at least", "at most"))
    assert lower < Decimal("1.1972041489720512069529350264843908e-32") < upper


@pytest.mark.parametrize(
    ("arguments", "code", "subject"),
    [
        ("--rate 0.9 --odds 2", "options", "--counts"),
        ("700,300 --rate 0.9 --odds 2", "options", "counts"),
        ("--counts 700 300 --rate 0.9 --odds 2", "options", ""),
        ("--counts 3,4 --odds 2", "options", ""),
        ("--counts 3,4 --odds 2 --rate 0.5 --draws 3", "options", ""),
        ("--counts 3,4 --rate 0.9", "options", ""),
        ("--counts 3,4 --rate 0.9 --odds 2 --epsilon 1", "options", ""),
        ("--counts 3,-4 --rate 0.9 --odds 2", "domain", ""),
        ("--counts -3,4 --rate 0.9 --odds 2", "domain", ""),
        ("--counts 3.5,4 --rate 0.9 --odds 2", "domain", ""),
        ("--counts 3,x --rate 0.9 --odds 2", "domain", ""),
        ("--counts 3,,4 --rate 0.9 --odds 2", "domain", ""),
        ("--counts 7 --rate 0.9 --odds 2", "domain", ""),
        ("--counts 0,0 --rate 0.9 --odds 2", "domain", ""),
        ("--counts 3,4 --rate 0 --odds 2", "domain", "rate"),
        ("--counts 3,4 --rate 1.1 --odds 2", "domain", "rate"),
        ("--counts 3,4 --rate -0.1 --odds 2", "domain", "rate"),
        ("--counts 3,4 --rate nan --odds 2", "domain", "rate"),
        ("--counts 3,4 --draws 8 --odds 2", "domain", ""),
        ("--counts 3,4 --draws -1 --odds 2", "domain", "draws"),
        ("--counts 3,4 --draws 2.5 --odds 2", "domain", "draws"),
        ("--counts 3,4 --draws 2 --odds 0.9", "domain", "odds"),
        ("--counts 3,4 --draws 2 --odds -2", "domain", "odds"),
        ("--counts 3,4 --draws 2 --epsilon -1", "domain", "epsilon"),
        ("--counts 3,4 --draws 2 --epsilon abc", "domain", "epsilon"),
        ("--counts 3,4 --draws 2 --epsilon inf", "domain", "epsilon"),
        ("--counts 3,4 --draws 2 --epsilon 1e7", "size", "epsilon"),
        ("--counts 3,4 --draws 2 --epsilon 1e9999", "size", "epsilon"),
        ("--counts 3,4 --draws 2 --threshold 0.4", "domain", "threshold"),
        ("--counts 3,4 --draws 2 --threshold 1", "domain", "threshold"),
        ("--counts 3,4 --draws 2 --odds 2 --digits 0", "domain", "digits"),
        ("--counts 3,4 --draws 2 --odds 2 --digits 99999", "domain", "digits"),
        ("--counts 3,4 --draws 2 --odds 2 --digits many", "usage", "--digits"),
        ("--counts 1e5000,4 --draws 2 --odds 2", "size", ""),
        (f"--counts 3,-{'9' * 5000} --draws 2 --odds 2", "domain", "counts"),
        (f"--counts 3,4 --draws {'9' * 5000} --odds 2", "size", ""),
        ("--counts 3,4 --draws 2 --odds 2 --nonsense", "usage", "--nonsense"),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, code: str, subject: str) -> None:
    assert refusal(["delta", *arguments.split()], capsys, subject) == code


def test_nothing_heavy_is_imported() -> None:
    program = f"import sys, sdp_proofs.cli as c; c.main({list(ELECTION)}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "155196462" in done.stdout
    assert HEAVY.isdisjoint(done.stderr.split())


def test_several_releases_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "delta --counts 4,6 --draws 5 --odds 4 --releases 2 --json"
    assert main(arguments.split()) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["delta"]["exact"] == "67/882"
    assert Decimal(document["domination"]["upper"]) < Decimal(document["sum"]["upper"])
    assert main(["delta", "--counts", "300,700", "--rate", "0.9", "--odds", "4", "--releases", "9"]) == 0
    assert "not computed" in capsys.readouterr().out
    assert main(["delta", "--counts", "300,700", "--rate", "0.9", "--odds", "4", "--releases", "0"]) == 2
