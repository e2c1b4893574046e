from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from sdp_proofs.cli import main
from tests.refusals import refusal


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["utility", *arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def brute_utility(known: tuple[int, int], truth: int, draws: int, threshold: Fraction) -> Fraction:
    """Eq. (3) for one choice of the missing record and of its true value."""
    records = sum(known) + 1
    laws = [
        [comb(first, k) * comb(records - first, draws - k) for k in range(draws + 1)]
        for first in (known[0] + 1, known[0])
    ]
    total = Fraction(0)
    for k in range(draws + 1):
        weights = [law[k] for law in laws]
        if any(weights):
            total += weights[truth] * max(Fraction(0), Fraction(max(weights), sum(weights)) - threshold)
    return total / comb(records, draws) / (1 - threshold)


@pytest.mark.parametrize("threshold", ["0", "0.3", "1/2", "0.51", "0.9"])
def test_json_equals_brute_force(capsys: pytest.CaptureFixture[str], threshold: str) -> None:
    document = run_json(capsys, "--counts", "12,18", "--draws", "20", "--threshold", threshold)
    assert document["schema"] == "sdp-proofs/utility/1"
    assert (document["threshold"], document["epsilon"]) == (threshold, None)
    values = {
        (known, truth): brute_utility(known, truth, 20, Fraction(threshold))
        for known in ((11, 18), (12, 17))
        for truth in (0, 1)
    }
    assert Fraction(document["utility"]["exact"]) == max(values.values())
    attained = tuple(int(count) for count in document["known"])
    assert values[attained, document["truth"]] == max(values.values())


def test_a_budget_stands_for_its_threshold(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("--counts", "12,18", "--draws", "20")
    documents = [
        run_json(capsys, *question, *option)
        for option in (("--threshold", "0.6"), ("--odds", "3/2"), ("--epsilon", "log(3/2)"))
    ]
    assert len({document["utility"]["exact"] for document in documents}) == 1
    assert [document["epsilon"] for document in documents] == [None, "log(3/2)", "log(3/2)"]


def test_a_large_database_has_proven_digits(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "--counts", "81283501,74223975", "--rate", "0.998", "--odds", "51/49", "--digits", "40")
    lower, upper = (Fraction(document["utility"][end]) for end in ("lower", "upper"))
    assert (upper - lower) / lower < Fraction(1, 10**40)
    assert 10**32 * lower == pytest.approx(1.11341713705918, rel=1e-12)


def test_an_irrational_threshold(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "--counts", "12,18", "--draws", "20", "--epsilon", "0.2")
    assert document["utility"]["exact"] is None
    below, above = (brute_utility((11, 18), 1, 20, Fraction(t)) for t in ("0.5498341", "0.5498339"))
    best = max(below, brute_utility((12, 17), 1, 20, Fraction("0.5498341")))
    assert Fraction(document["utility"]["lower"]) >= best
    assert above > below


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["utility", "--counts", "2,1", "--draws", "2", "--threshold", "1/2"]) == 0
    out = capsys.readouterr().out
    for part in ("t = 1/2", "5/6", "0.833333333333333333333333333334", "the utility is not smaller"):
        assert part in out


def test_text_of_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["utility", "--counts", "2,1", "--draws", "2", "--epsilon", "log(3)"]) == 0
    assert "t = E/(E+1), E = exp(log(3))" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "subject"),
    [
        ("--counts 3,4 --draws 2", "options", ""),
        ("--counts 3,4 --draws 2 --odds 2 --threshold 0.6", "options", ""),
        ("--counts 3,4 --draws 2 --threshold 1", "domain", "threshold"),
        ("--counts 3,4 --draws 2 --threshold -0.1", "domain", "threshold"),
        ("--counts 3,4 --draws 2 --threshold sqrt(2)/2", "domain", "threshold"),
        ("--counts 3,4 --draws 2 --odds 0.5", "domain", "odds"),
        ("--counts 3,-4 --draws 2 --odds 2", "domain", ""),
        ("--counts 7 --draws 2 --odds 2", "domain", ""),
        ("--counts 3,4 --draws 2 --odds 2 --digits 0", "domain", "digits"),
        ("--counts 1000,1000,1000 --rate 0.5 --odds 2", "size", ""),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, code: str, subject: str) -> None:
    assert refusal(["utility", *arguments.split()], capsys, subject) == code


def test_a_thousand_types(capsys: pytest.CaptureFixture[str]) -> None:
    """Every type with one record: nothing is learnt from no draw; one draw may show the missing record."""
    counts = ",".join(["1"] * 1000)
    assert run_json(capsys, "--counts", counts, "--draws", "0", "--odds", "2")["utility"]["exact"] == "0"
    # It is seen with probability 1/n, and then certain; any other output is as likely whatever is missing.
    found = run_json(capsys, "--counts", counts, "--draws", "1", "--threshold", "1/2")
    assert found["utility"]["exact"] == "1/1000"
    assert found["known"][:2] == ["0", "1"]  # the first of several equal types is missing


@pytest.mark.parametrize(
    ("counts", "draws"), [("1,2,3", "9" * 25), (",".join(["1"] * 5000), "2500"), (",".join(map(str, range(400))), "1")]
)
def test_sizes_that_would_not_finish_are_refused(capsys: pytest.CaptureFixture[str], counts: str, draws: str) -> None:
    assert main(["utility", "--counts", counts, "--draws", draws, "--odds", "2", "--replacement"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and "must be at most" in printed.err
