from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main

MNIST = "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063"
RARE = ("exponential", "fixed_batches", "lattice", "renyi_bounds", "replaced_gaussian", "two_steps")
"""Engines and pairs of other questions."""
HEAVY = {"sympy", "matplotlib", "pandas", "numpy", "scipy", "z3", "mpmath"} | {
    f"sdp_proofs.accounting.{name}" for name in RARE
}


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert main(["account", *arguments, "--json"]) == code
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_question_of_every_day(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, MNIST, "--delta", "1e-5")
    assert document["schema"] == "sdp-proofs/account/1"
    assert (document["adjacency"], document["direction"], document["method"]) == ("add-remove", "remove", "inversion")
    assert document["delta"] == "1e-5"
    lower, upper = Decimal(document["epsilon"]["lower"]), Decimal(document["epsilon"]["upper"])
    assert Decimal("2.381689726140") < lower < upper < Decimal("2.381689726144")
    assert {entry["direction"] for entry in document["directions"]} == {"add", "remove"}
    assert document["sharp"] is True


def test_text_shows_the_proven_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", MNIST, "--delta", "1e-5"]) == 0
    printed = capsys.readouterr().out
    assert "epsilon           2.381689727\n" in printed
    assert "(2.382, 1e-5)-DP, add or remove one record" in printed
    assert "direction         remove" in printed


def test_delta_at_an_epsilon_and_a_claim_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(
        capsys,
        *("gaussian(sigma=100) * 10000", "--epsilon", "7", "--adjacency", "add-remove", "--check", "5.1301e-12"),
        code=1,
    )
    assert (document["claimed"], document["epsilon"]) == ("5.1301e-12", "7")
    assert (document["valid_upper_bound"], document["valid_lower_bound"]) == ("FAILS", "HOLDS")
    assert document["direction"] == "remove"


def test_exact_answers_are_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "pure(epsilon=log(2)) * 3", "--epsilon", "log(2)")["delta"]["exact"] == "2/9"


@pytest.mark.parametrize(("check", "expected"), [("2.3817", ["HOLDS", "FAILS"]), ("2.38", ["FAILS", "HOLDS"])])
def test_checks(capsys: pytest.CaptureFixture[str], check: str, expected: list[str]) -> None:
    asked = (MNIST, "--delta", "1e-5", "--check", check, "--digits", "6")
    document = run_json(capsys, *asked, code=int(expected[0] == "FAILS"))
    assert [document["valid_upper_bound"], document["valid_lower_bound"]] == expected


def test_a_bracket_says_that_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "laplace(scale=4) * 20", "--epsilon", "2", "--adjacency", "add-remove")
    assert document["sharp"] is False
    assert Fraction(document["delta"]["lower"]) < Fraction(document["delta"]["upper"])


def test_calibration(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(
        capsys, "gaussian(sigma=20) * ?", "--epsilon", "1", "--delta", "1e-5", "--adjacency", "add-remove"
    )
    assert (document["parameter"], document["meets"], document["fails"]) == ("steps", "28", "29")


def test_curves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, picture = tmp_path / "profile.csv", tmp_path / "profile.png"
    for path in (table, picture):
        assert main(["account", "pure(epsilon=0.3) * 4", "--curve", str(path)]) == 0
    capsys.readouterr()
    rows = [line.split(",") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    uppers = [Fraction(row[2]) for row in rows]
    assert uppers == sorted(uppers, reverse=True)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((MNIST,), "one of --delta, --epsilon and --curve"),
        ((MNIST, "--delta", "1e-5", "--epsilon", "1"), "must not be given together, unless"),
        ((MNIST, "--delta", "2"), "delta must be in [0, 1]"),
        ((MNIST, "--delta=-1"), "delta must be in [0, 1]"),
        ((MNIST, "--epsilon=1e19"), "epsilon must be at most"),
        ((MNIST, "--delta", "1e-5", "--digits", "0"), "digits must be between"),
        ((MNIST, "--delta", "1e-5", "--method", "magic"), "method must be one of"),
        ((MNIST, "--delta", "1e-5", "--method", "gaussian"), "method must apply"),
        (("poisson(0.1, laplace(1))", "--delta", "1e-5", "--adjacency", "replace-one"), "must go with adjacency add-"),
        ((MNIST, "--delta", "1e-5", "--check", "about 2"), "the number to check"),
        ((MNIST, "--delta", "1e-5", "--curve", "file.txt"), "must end in"),
        (("--delta", "1e-5"), "a release must be given, or a training run"),
        ((MNIST, "--epochs", "3", "--delta", "1e-5"), "--epochs must not be given with a release"),
        (("poisson(rate=256/60000, gaussian(sigma=1.1)) * (60*60000/256)", "--delta", "1e-5"), "14062.5"),
        (("gausian(sigma=1)", "--delta", "1e-5"), "did you mean 'gaussian'"),
        (("gaussian(sigma=?)", "--delta", "1e-5"), "both --delta and --epsilon"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str) -> None:
    assert main(["account", *arguments]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert sentence in streams.err
    assert len(streams.err.splitlines()) == 1


def test_nothing_heavy_is_loaded() -> None:
    program = (
        "import sys; from sdp_proofs.cli import main; "
        f"main(['account', 'poisson(rate=0.1, gaussian(sigma=1)) * 100', '--delta', '1e-5']); "
        f"print(sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_the_databases_behind_a_lower_end_are_shown() -> None:
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import epsilon_at
    from sdp_proofs.accounting.grammar import read_release

    def databases(release: str, digits: int = 3) -> str | None:
        return epsilon_at(Question.of(read_release(release)), "1e-3", digits=digits).databases

    release = "without-replacement(batch=5, records=100, gaussian(sigma=4)) * {}"
    for steps, digits in ((1, 3), (2, 2)):  # one step needs no reaction; two digits are asked of fixed databases
        found = databases(release.format(steps), digits)
        assert found is not None and "contribute -C, the replaced one -C in one database and +C in the other" in found
    found = databases(release.format(2))
    assert found is not None and "whichever is worst after what was seen (queries that react)" in found
    assert databases("poisson(rate=0.1, gaussian(sigma=4)) * 2") is None


@pytest.mark.parametrize(
    ("claimed", "upper", "code"), [("log(3)", "HOLDS", 0), ("log(2)", "FAILS", 1), ("log(4)", "HOLDS", 0)]
)
def test_a_claimed_epsilon_may_be_a_logarithm(claimed: str, upper: str, code: int, capsys) -> None:
    words = ["account", "randomised-response(truth=3/4)", "--delta", "0", "--check", claimed, "--json"]
    assert main(words) == code
    assert json.loads(capsys.readouterr().out)["valid_upper_bound"] == upper
