"""`sdp-proofs audit` on files of records."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.calibration import apportioned
from sdp_proofs.privacy.histogram.database import Database, delta


@pytest.fixture
def votes(tmp_path: Path) -> str:
    file = tmp_path / "votes.csv"
    lines = ["id,vote", *(f"{index},{'yes' if index % 10 < 7 else ' no '}" for index in range(200))]
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_the_numbers_are_those_of_the_histogram(votes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", votes, "--column", "vote", "--rate", "0.9", "--epsilon", "log(3)", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["values"] == {"yes": "140", "no": "60"}
    assert (document["records"], document["draws"], document["dp_delta"]) == ("200", "180", "9/10")
    (row,) = document["rows"]
    exact = delta(Database((140, 60), 180), Budget.read(odds=3)).value.exact
    assert exact is not None
    assert Fraction(row["delta"]["lower"]) <= exact <= Fraction(row["delta"]["upper"])
    most = int(row["most_draws"])
    meets = [delta(Database((140, 60), draws), Budget.read(odds=3)).value.exact for draws in (most, most + 1)]
    assert meets[0] is not None and meets[1] is not None
    assert meets[0] <= Fraction(1, 200) < meets[1]
    fewest = int(row["fewest_records"])
    sizes = [(apportioned((Fraction(7, 10), Fraction(3, 10)), n), -(-9 * n // 10)) for n in (fewest - 1, fewest)]
    above, below = (delta(Database(*size), Budget.read(odds=3)).value.exact for size in sizes)
    assert above is not None and below is not None
    assert below <= Fraction(1, 200) < above


def test_the_report_in_words(votes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", votes, "--column", "vote", "--draws", "190", "--delta", "1/10"]) == 0
    printed = capsys.readouterr().out
    assert "vote: 2 different values in n = 200 records" in printed
    assert "yes 140, no 60" in printed
    assert "In words, for epsilon = 1: somebody who knows all records but one" in printed
    assert "T/n = 0.95 at every epsilon" in printed
    assert "        0.1  " in printed


@pytest.mark.parametrize(
    ("content", "column", "message"),
    [
        ("vote\nyes\nyes\n", "vote", "between 2 and 1000 different values, got 1"),
        ("vote\nyes\nno\n", "party", "must be one of 'vote', and named there once; got 'party'"),
        ("vote,x\nyes,1\n,2\n", "vote", "every record must have a vote, got none in line 3"),
        ("vote,vote\nyes,no\n", "vote", "must be one of 'vote, vote', and named there once"),
        ("", "vote", "must begin with a line of the columns' names, got an empty file"),
        ('vote\nyes\n"no\n', "vote", "line 3: must be well-formed CSV"),
        ("vote\nyes\nno" + "o" * 2**20, "vote", "line 3: must have at most 1048576 bytes"),
        ("vote\n" + "\n".join(map(str, range(1001))), "vote", "between 2 and 1000 different values, got more"),
        ("vote\n\xff\n", "vote", "line 2: must be UTF-8 text, got byte 0xff"),
    ],
)
def test_bad_files_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, column: str, message: str
) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(content.encode("latin-1"))
    assert main(["audit", str(file), "--column", column, "--rate", "0.9"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert message in printed.err


@pytest.mark.parametrize("target", ["x", "1/0", "2", "-1", "nan", ""])
def test_targets_are_probabilities(votes: str, capsys: pytest.CaptureFixture[str], target: str) -> None:
    assert main(["audit", votes, "--column", "vote", "--rate", "0.9", "--delta", "0.1", f"--delta={target}"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and "delta" in printed.err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "/none.csv", "--column", "vote", "--rate", "0.9"]) == 2
    assert "/none.csv" in capsys.readouterr().err
