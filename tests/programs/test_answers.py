"""The contract of `sdp-proofs program`, key by key; what a delta forgives; the test that is printed to be pasted."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import find

from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.programs import catalogue, further
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.deltas import delta_between, outputs_within
from sdp_proofs.programs.language import Refused
from sdp_proofs.programs.laws import Unit
from sdp_proofs.programs.pairs import alike
from sdp_proofs.programs.paths import paths
from sdp_proofs.programs.reading import read_file, read_function
from sdp_proofs.programs.violations import told
from sdp_proofs.strategies import neighbouring
from sdp_proofs.testing import assert_alike, assert_private
from sdp_proofs.verdict import Verdict

KEYS = {
    "budget", "by_size", "all_sizes", "certificate", "delta", "least_proved", "method", "neighbours", "odds", "program",
    "schema", "scope", "size", "unit_ratio", "verdict", "violation",
}  # fmt: skip


def _asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object], str]:
    code = main(["program", *words, "--json"])
    shown = capsys.readouterr()
    return code, json.loads(shown.out), shown.err


def test_the_contract_of_a_refuted_program(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, _ = _asked(
        capsys, f"{catalogue.__file__}:sparse_vector_noisy_value", "--size", "3", "--budget", "2", "--neighbours", "all"
    )
    assert code == 1
    assert set(answer) == KEYS
    assert (answer["verdict"], answer["budget"], answer["least_proved"]) == ("FAILS", 2, 3)
    assert answer["by_size"] == [{"size": n, "least_proved": n} for n in (1, 2, 3)]
    found = answer["violation"]
    assert isinstance(found, dict)
    assert set(found) == {"input", "neighbour", "output", "first", "second", "ratio"}
    assert all(abs(a - b) <= 1 for a, b in zip(found["input"], found["neighbour"], strict=True))
    assert Decimal(found["first"]) > 4 * Decimal(found["second"])
    assert Decimal(found["ratio"]) <= Decimal(found["first"]) / Decimal(found["second"]) + 1
    assert isinstance(answer["certificate"], dict)
    assert answer["certificate"]["formula"] == "P <= E*Q"


def test_the_contract_of_a_proved_program(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, _ = _asked(capsys, f"{catalogue.__file__}:sparse_vector", "--budget", "4")
    assert code == 0
    assert set(answer) == KEYS
    assert (answer["verdict"], answer["budget"], answer["least_proved"], answer["all_sizes"]) == ("HOLDS", 4, 3, 4)
    assert (answer["size"], answer["neighbours"]) == (3, "all")
    assert answer["violation"] is None and answer["certificate"] is None


@pytest.mark.parametrize("neighbours", ["one", "all", "up"])
def test_each_kind_of_neighbour(capsys: pytest.CaptureFixture[str], neighbours: str) -> None:
    where = f"{catalogue.__file__}:sparse_vector_half_noise"
    code, answer, _ = _asked(capsys, where, "--size", "3", "--neighbours", neighbours, "--budget", "2")
    # One query, or all in one direction, need no more; any queries do.
    assert (answer["verdict"], code) == (("FAILS", 1) if neighbours == "all" else ("HOLDS", 0))
    if answer["violation"]:
        assert isinstance(answer["violation"], dict)
        assert answer["violation"]["neighbour"] == [1, 1, -1]


def test_an_undecided_budget_is_unknown_and_no_refutation() -> None:
    answer = program(catalogue.smart_sum_bare_blocks, size=1, budget=1, neighbours="one")
    assert answer.verdict is Verdict.HOLDS
    answer = program(further.threshold_for_new_keys, size=1, budget=1, neighbours="one", delta="1/25")
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.certificate is None


@pytest.mark.parametrize(
    "words",
    [["--size", "0"], ["--size", "many"], ["--budget", "-1"], ["--neighbours", "some"], ["--budget", "1/0"]],
)
def test_bad_input_is_one_line_and_exit_code_two(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["program", f"{catalogue.__file__}:noisy_max", *words]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["gumbel", "gaussian"])
def test_noise_without_shifts_is_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def f(draw, q):\n    return q[0] + draw.{name}(1)\n")
    with pytest.raises(Refused, match=r"line 2: .* density without bound"):
        program(f"{file}:f", size=1, budget=1)


# What a delta forgives, with infinite noise


def test_delta_is_enclosed_as_it_is_on_paper() -> None:
    """The key of one record is shown if the noise is at least 4: r^4/(1 + r), and never without the record."""
    ways = list(paths(read_function(further.threshold_for_new_keys), 1))  # type: ignore[arg-type]
    for ratio in (Fraction(1, 2), Fraction(1, 3)):
        true = ratio**4 / (1 + ratio)
        low, high = delta_between(ways, ways, (1,), (0,), 1 / ratio, Unit(ratio), true)
        assert low <= true <= high < true + Fraction(1, 10**4)


@pytest.mark.parametrize(("delta", "verdict"), [("1/23", Verdict.HOLDS), ("1/25", Verdict.UNKNOWN)])
def test_a_threshold_for_new_keys_needs_a_delta(delta: str, verdict: Verdict) -> None:
    answer = program(further.threshold_for_new_keys, size=1, budget=1, neighbours="one", delta=delta)
    assert answer.verdict is verdict
    assert ("at r = 1/2" in answer.sentence) is (verdict is Verdict.HOLDS)


def test_delta_of_noisy_max_below_its_budget_is_that_of_brute_force() -> None:
    source = read_function(catalogue.noisy_max)  # type: ignore[arg-type]
    ways = list(paths(source, 2, split=True))
    reach, a = 30, Fraction(1, 2)
    mass = {x: a ** abs(x) * (1 - a) / (1 + a) for x in range(-reach, reach + 1)}

    def chance(q: tuple[int, int]) -> Fraction:
        return sum((mass[x] * mass[y] for x in mass for y in mass if q[0] + x >= q[1] + y), Fraction(0))

    first, second = chance((1, 0)), chance((0, 1))
    true = max(Fraction(0), first - 2 * second) + max(Fraction(0), (1 - first) - 2 * (1 - second))
    low, high = delta_between(ways, ways, (1, 0), (0, 1), Fraction(2), Unit(), true)
    assert low - Fraction(1, 10**6) <= true <= high + Fraction(1, 10**6)
    assert high - low < Fraction(1, 1000)


def test_outputs_within_a_reach_are_all_there() -> None:
    ways = list(paths(read_function(further.threshold_for_new_keys), 1))  # type: ignore[arg-type]
    assert set(outputs_within(ways, (1,), 3)) == {("-",), *((n,) for n in range(-2, 5))}


# The test that is printed


@pytest.mark.parametrize("name", ["sparse_vector_little_noise", "noisy_max"])
def test_the_test_that_is_printed_runs(tmp_path: Path, name: str) -> None:
    answer = program(getattr(catalogue, name), size=3, budget=4 if "sparse" in name else 2)
    file = tmp_path / "test_mine.py"
    file.write_text(f"from sdp_proofs.programs.catalogue import {name}\n{answer.test}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, file],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert ("2 passed" if answer.verdict is Verdict.HOLDS else "2 failed") in done.stdout, done.stdout
    if answer.verdict is Verdict.FAILS:
        assert "got probability >=" in done.stdout


def test_two_inputs_are_told_apart_or_not() -> None:
    assert alike(catalogue.noisy_max_value, (0, 0, 0), (1, 1, 1), budget=3) is None
    found = alike(catalogue.noisy_max_value, (0, 0, 0), (1, 1, 1), budget=2)
    assert found is not None and found.exceeds(Fraction(4))
    with pytest.raises(AssertionError, match=r"the output 0 must be within 2 units at r = 1/2, got probability >= 0"):
        assert_alike(catalogue.noisy_max_value, (0, 0, 0), (1, 1, 1), epsilon=2)  # type: ignore[arg-type]
    with pytest.raises(DomainError):
        alike(catalogue.noisy_max_value, (0,), (1,))


def test_neighbours_are_drawn_from_all_differences() -> None:
    pair = find(neighbouring(2, "up"), lambda pair: pair[0] != pair[1])
    moved = tuple(b - a for a, b in zip(*pair, strict=True))
    assert any(moved) and (min(moved) >= 0 or max(moved) <= 0)


def test_a_private_program_passes_and_the_message_names_all() -> None:
    assert_private(catalogue.noisy_max, epsilon=2)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match=r"(?s)input .*neighbour .*output .*P\(output \| input\)"):
        assert_private(catalogue.noisy_max_value, epsilon=2)  # type: ignore[arg-type]


def test_imports_under_other_names_are_known(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from fractions import Fraction as F\n\nHALF = F(1, 2)\n\n"
        "def f(draw, q):\n    return 1 if draw.bernoulli(HALF) else q[0]\n"
    )
    assert read_file(file, "f").name == "f"
    assert program(f"{file}:f", size=1, odds=3, neighbours="any", delta="1/2").verdict is Verdict.HOLDS


def test_a_violation_is_told_with_its_numbers() -> None:
    answer = program(catalogue.noisy_max_value, budget=2)
    assert answer.violation is not None and answer.certificate is not None
    line = told(answer.violation, Fraction(4))
    assert line.startswith("q = [0, 0, 0], q' = [1, 1, 1], output 0: P >= 0.2563")
    assert line in answer.certificate["says"]
    assert "P - 4 Q >= 0.126" in told(answer.violation, Fraction(4), Fraction(1, 10))
