"""The contract of `sdp-proofs program`, key by key; what a delta forgives; the test that is printed to be pasted."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find

from sdp_proofs import certificate
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.programs import catalogue, further
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.deltas import FINE, delta_between, outputs_within
from sdp_proofs.programs.language import Refused
from sdp_proofs.programs.laws import Chances, Unit, probability
from sdp_proofs.programs.pairs import alike
from sdp_proofs.programs.paths import paths
from sdp_proofs.programs.questions import power
from sdp_proofs.programs.reading import read_file, read_function
from sdp_proofs.programs.violations import measured, outputs, told
from sdp_proofs.strategies import neighbouring
from sdp_proofs.testing import assert_alike, assert_private
from sdp_proofs.verdict import Verdict

KEYS = {
    "all_inputs", "budget", "by_size", "all_sizes", "certificate", "delta", "least_proved", "method", "neighbours",
    "odds", "program", "delta_formula", "formula", "largest_ratio", "needed", "schema", "scope", "size",
    "unit_ratio", "verdict", "violation",
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
    answer = program(catalogue.noisy_max_gap, size=2, budget=1, delta="1/100")
    assert answer.verdict is Verdict.UNKNOWN  # the noise of the gap is that of the comparison
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


# Violations that a delta forgives, with infinite noise


def test_delta_is_enclosed_as_it_is_on_paper() -> None:
    """The key of one record is shown if the noise is at least 4: r^4/(1 + r), and never without the record."""
    ways = list(paths(read_function(further.threshold_for_new_keys), 1))
    for ratio in (Fraction(1, 2), Fraction(1, 3)):
        true = ratio**4 / (1 + ratio)
        low, high, *_ = delta_between(Chances(lambda _: ways, Unit(ratio)), (1,), (0,), 1 / ratio, true)
        assert low <= true <= high < true + Fraction(1, 10**4)


@pytest.mark.parametrize(("delta", "verdict"), [("1/23", Verdict.HOLDS), ("1/25", Verdict.FAILS)])
def test_a_threshold_for_new_keys_needs_a_delta(delta: str, verdict: Verdict) -> None:
    answer = program(further.threshold_for_new_keys, size=1, budget=1, neighbours="one", delta=delta)
    assert answer.verdict is verdict
    assert ("at r = 1/2" in answer.sentence) is (verdict is Verdict.HOLDS)


def test_delta_of_noisy_max_below_its_budget_is_that_of_brute_force() -> None:
    source = read_function(catalogue.noisy_max)
    ways = list(paths(source, 2, split=True))
    reach, a = 30, Fraction(1, 2)
    mass = {x: a ** abs(x) * (1 - a) / (1 + a) for x in range(-reach, reach + 1)}

    def chance(q: tuple[int, int]) -> Fraction:
        return sum((mass[x] * mass[y] for x in mass for y in mass if q[0] + x >= q[1] + y), Fraction(0))

    first, second = chance((1, 0)), chance((0, 1))
    true = max(Fraction(0), first - 2 * second) + max(Fraction(0), (1 - first) - 2 * (1 - second))
    low, high, *_ = delta_between(Chances(lambda _: ways, Unit()), (1, 0), (0, 1), Fraction(2), true)
    assert low - Fraction(1, 10**6) <= true <= high + Fraction(1, 10**6)
    assert high - low < Fraction(1, 1000)


def test_outputs_within_a_reach_are_all_there() -> None:
    ways = list(paths(read_function(further.threshold_for_new_keys), 1))
    assert set(outputs_within(ways, (1,), 3, Unit())) == {("-",), *((n,) for n in range(-2, 5))}


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
        assert_alike(catalogue.noisy_max_value, (0, 0, 0), (1, 1, 1), epsilon=2)
    with pytest.raises(DomainError):
        alike(catalogue.noisy_max_value, (0,), (1,))


def test_neighbours_are_drawn_from_all_differences() -> None:
    pair = find(neighbouring(2, "up"), lambda pair: pair[0] != pair[1])
    moved = tuple(b - a for a, b in zip(*pair, strict=True))
    assert any(moved) and (min(moved) >= 0 or max(moved) <= 0)


def test_a_private_program_passes_and_the_message_names_all() -> None:
    assert_private(catalogue.noisy_max, epsilon=2)
    with pytest.raises(AssertionError, match=r"(?s)input .*neighbour .*output .*P\(output \| input\)"):
        assert_private(catalogue.noisy_max_value, epsilon=2)


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
    assert line.startswith("q = [0, 0, 0], q' = [1, 1, 1], output 0: P >= 0.259259")
    assert line in answer.certificate["says"]
    assert "P - 4 Q >= 0.1296" in told(answer.violation, Fraction(4), Fraction(1, 10))


MIXED = """
def mixed(draw, q):
    return 1 if q[0] + draw.laplace(1) >= q[1] + draw.geometric(1) else 0


def mixed_twice(draw, q):
    return 1 if 2 * q[0] + 2 * draw.laplace(1) >= q[1] + draw.geometric(1) else 0


def both_real(draw, q):
    return 1 if q[0] + draw.laplace(1) >= q[1] + draw.laplace(2) else 0
"""


def _above(x: float, r: float) -> float:
    half: float = r ** abs(x) / 2
    return half if x >= 0 else 1 - half


@pytest.mark.parametrize("grid", [1, 4, 16])
@pytest.mark.parametrize(("name", "times"), [("mixed", 1), ("mixed_twice", 2), ("both_real", 1)])
def test_cells_bound_probabilities_of_real_noise(tmp_path: Path, name: str, times: int, grid: int) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MIXED)
    unit = Unit(Fraction(15, 16), grid)
    r = float(unit.ratio)
    for q in ((0, 0), (3, 1), (-2, 1)):
        if name == "both_real":
            steps = 20_000
            points = ((i + 0.5) / 200 - 50 for i in range(steps))
            density = -math.log(r) * 2 / 2
            true = sum(density * r ** (2 * abs(y)) * _above(y + q[1] - q[0], r) for y in points) / 200
        else:
            mass = {g: (1 - r) / (1 + r) * r ** abs(g) for g in range(-400, 401)}
            true = sum(mass[g] * _above((g + q[1] - times * q[0]) / times, r) for g in mass)
        ways = list(paths(read_file(file, name), q, split=True))
        for output, chance in ((1, true), (0, 1 - true)):
            found = probability(ways, q, (output,), unit, Fraction(1, 2**24))
            assert float(found.lower) - 1e-4 <= chance <= float(found.upper) + 1e-4
            assert float(found.upper - found.lower) < 4 / grid * (1 - r)


REAL = """
def count(draw, q):
    return q[0] + draw.laplace(1)


def keys(draw, q):
    if q[0] <= 0:
        return "-"
    noisy = q[0] + draw.laplace(1)
    return noisy if noisy > 4 else "-"


def best(draw, q):
    noisy = [x + draw.laplace(1) for x in q]
    return noisy.index(max(noisy))


def gap(draw, q):
    noise = draw.laplace(1)
    return (1, q[0] + noise) if noise >= q[1] + draw.laplace(1) else (0, 0)


def either(draw, q):
    return q[0] + draw.laplace(1) if draw.bernoulli(Fraction(1, 2)) else q[0] + draw.geometric(1)
"""


@pytest.mark.parametrize(
    ("name", "size", "budget", "delta", "verdict"),
    [
        ("count", 1, "1/2", "1/4", Verdict.HOLDS), ("count", 1, "1/2", "11/50", Verdict.FAILS),
        ("keys", 1, 1, "1/20", Verdict.HOLDS), ("keys", 1, 1, "1/50", Verdict.FAILS),
        ("best", 2, 1, "1/5", Verdict.HOLDS), ("best", 2, 1, "1/10", Verdict.FAILS),
        ("gap", 2, "1/2", "1/10", Verdict.UNKNOWN), ("either", 1, "1/2", "1/4", Verdict.UNKNOWN),
    ],
)  # fmt: skip
def test_the_delta_of_real_noise(
    tmp_path: Path, name: str, size: int, budget: object, delta: str, verdict: Verdict
) -> None:
    """Laplace noise of one unit at half a unit has delta 1 - r^(1/4); keys has r^(3)/2 at one unit."""
    file = tmp_path / "mine.py"
    file.write_text(f"from fractions import Fraction\n{REAL}")
    answer = program(f"{file}:{name}", size=size, budget=budget, delta=delta, neighbours="one" if size == 1 else "all",
                     values=(0, 1))  # fmt: skip
    assert answer.verdict is verdict
    if verdict is Verdict.FAILS:
        odds = answer.question.allowed(answer.unit)
        assert answer.violation is not None and odds is not None
        assert answer.violation.exceeds(odds, Fraction(delta))
        assert certificate.replayed(json.loads(json.dumps(answer.certificate))).confirmed


def test_the_delta_of_a_laplace_count_is_enclosed() -> None:
    ways = list(paths(read_function(_laplace), 1))
    r = float(FINE.ratio)
    for budget in (Fraction(1, 2), Fraction(1, 3), Fraction(3, 5)):  # the last two end within a cell
        odds = power(FINE.ratio, budget)
        true = 1 - r ** ((1 - float(budget)) / 2)
        low, high, _ = delta_between(Chances(lambda _: ways, FINE), (0,), (1,), odds, Fraction(true))
        assert float(low) <= true <= float(high) < float(low) + 0.02


def _laplace(draw, q):  # type: ignore[no-untyped-def]
    return q[0] + draw.laplace(1)


def test_coins_fail_by_a_set_of_outputs() -> None:
    answer = program(catalogue.rappor_once, size=1, neighbours="any", odds=2, delta="1/2", values=(0, 1))
    found = answer.violation
    assert answer.verdict is Verdict.FAILS and found is not None and found.further
    assert answer.to_dict()["violation"]["output"]["one_of"][0] == [1, 1, 0, 0]
    assert "one of [1, 1, 0, 0]" in str(answer)
    here, there = (list(paths(answer.question.source, x, split=True)) for x in (found.input, found.neighbour))
    alone = measured(here, there, found.input, found.neighbour, found.output, answer.unit)
    assert alone is not None and not alone.exceeds(Fraction(2), Fraction(1, 2))
    assert certificate.replayed(json.loads(json.dumps(answer.certificate))).confirmed


# Neighbours that are given by a function, and records that come or go

SWAPS = """
from fractions import Fraction


def swaps(size):
    return [tuple([1 if k == i else -1 if k == j else 0 for k in range(size)])
            for i in range(size) for j in range(size) if i < j]


def histogram(draw, q):
    return tuple(x + draw.geometric(1) for x in q)


def count(draw, q):
    return sum(q) + draw.geometric(1)


def yes(draw, q):
    return any([draw.bernoulli(Fraction(1, 2)) for x in q if x == 1])


def too_long(size):
    return [[1] * (size + 1)]


def noisy(size):
    return [[draw.geometric(1)] * size]
"""


@pytest.fixture
def swaps(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(SWAPS)
    return str(tmp_path / "mine.py")


def test_neighbours_may_be_a_function(swaps: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that changes its type moves one count up and another down, and both directions are asked about."""
    answer = program(f"{swaps}:histogram", budget=2, neighbours="swaps")
    assert (answer.verdict, answer.by_size) == (Verdict.HOLDS, ((1, 0), (2, 2), (3, 2)))
    assert program(f"{swaps}:count", budget=0, neighbours="swaps").verdict is Verdict.HOLDS
    refuted = program(f"{swaps}:histogram", budget=1, size=2, neighbours="swaps")
    assert refuted.verdict is Verdict.FAILS and refuted.violation is not None
    assert refuted.violation.neighbour in ((1, -1), (-1, 1))
    code, shown, _ = _asked(capsys, f"{swaps}:histogram", "--budget", "2", "--neighbours", "swaps")
    assert (code, shown["neighbours"]) == (0, "swaps")
    with pytest.raises(DomainError, match=r"swaps\(1\) must list some differences"):
        program(f"{swaps}:histogram", budget=2, size=1, neighbours="swaps")


@pytest.mark.parametrize("name", ["too_long", "noisy", "nobody", "histogram"])
def test_neighbours_that_are_no_differences_are_refused(swaps: str, name: str) -> None:
    with pytest.raises(DomainError):
        program(f"{swaps}:histogram", budget=2, neighbours=name)


def test_neighbours_may_be_a_python_function() -> None:
    answer = program(catalogue.histogram, budget=2, neighbours=_rises, size=2)
    assert (answer.verdict, answer.least_proved, answer.all_sizes) == (Verdict.HOLDS, 2, None)
    assert "neighbours=_rises" in answer.test


def _rises(size):  # type: ignore[no-untyped-def]
    return [(1,) * size]


def test_a_record_may_come_or_go(swaps: str) -> None:
    asked: dict[str, Any] = {"neighbours": "record", "values": (0, 1), "size": 2}
    assert program(f"{swaps}:yes", odds=2, delta="1/2", **asked).verdict is Verdict.HOLDS
    assert program(f"{swaps}:yes", odds=2, delta="49/100", **asked).verdict is Verdict.FAILS
    assert program(f"{swaps}:count", budget=1, delta="1/1000", **asked).verdict is Verdict.HOLDS
    refuted = program(f"{swaps}:count", budget="1/2", **asked)
    assert refuted.verdict is Verdict.FAILS and refuted.violation is not None
    assert abs(len(refuted.violation.input) - len(refuted.violation.neighbour)) == 1
    assert certificate.replayed(json.loads(json.dumps(refuted.certificate))).confirmed
    assert program(f"{swaps}:count", budget=1, **asked).verdict is Verdict.HOLDS


RECORDS = """
from fractions import Fraction

def total(draw, q):
    return sum(q) + draw.geometric(1)


def size(draw, q):
    return len(q) + draw.laplace(1)


def as_many(draw, q):
    return [x + draw.geometric(1) for x in q]


def cut(draw, q):
    noisy = sum(q) + draw.geometric(1)
    return noisy if noisy >= 3 else "-"


def larger(draw, q):
    counts = [sum([1 if x == t else 0 for x in q]) + draw.geometric(1) for t in range(2)]
    return counts.index(max(counts))


def extra(draw, q):
    noises = [draw.exponential(1) for _ in range(4 - len(q))]
    return sum(q) + draw.geometric(2)


def first_above(draw, q):
    level = 1 + draw.geometric(2)
    for x in q:
        if x + draw.geometric(1) >= level:
            return "above"
    return "below"


def mixed(draw, q):
    noisy = draw.geometric(1)
    if len(q) > 1 and draw.bernoulli(Fraction(1, 2)):
        return sum(q) + noisy >= 1
    return q[0] + noisy >= 1
"""


@pytest.mark.parametrize(
    ("name", "budget", "least"),
    [
        ("total", 2, 2), ("total", 1, None), ("size", 1, 1), ("as_many", 9, None), ("cut", 2, 2), ("cut", 1, None),
        ("larger", 1, 1), ("larger", 0, None),
    ],
)  # fmt: skip
def test_a_record_more_or_less_is_proved_or_refuted(name: str, budget: int, least: int | None, tmp_path: Path) -> None:
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    answer = program(f"{file}:{name}", size=2, budget=budget, neighbours="record")
    assert answer.verdict is (Verdict.FAILS if least is None else Verdict.HOLDS)
    if least is not None:
        assert answer.least_proved == least and "of one less" in answer.scope
        assert program(f"{file}:{name}", size=2, neighbours="record").least_proved == least
    else:
        assert certificate.replayed(json.loads(json.dumps(answer.certificate))).confirmed


def test_more_runs_than_the_neighbour_has_are_not_taken_to_one(tmp_path: Path) -> None:
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    answer = program(f"{file}:first_above", size=2, neighbours="record")
    assert answer.verdict is Verdict.UNKNOWN and "one of its own" in answer.method
    # Noise that one of two runs does not draw stands before the one that both draw: nothing is taken for the same.
    assert program(f"{file}:extra", size=2, budget=4, neighbours="record").verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("budget", [2, 3, 9])
def test_a_sparse_vector_on_a_record_more_is_refuted_near_r_one(budget: int, tmp_path: Path) -> None:
    """As r goes to 1 one query more makes `above` likelier by a factor that no budget in units allows."""
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    answer = program(f"{file}:first_above", size=2, budget=budget, neighbours="record")
    assert answer.verdict is Verdict.FAILS and str(answer.unit) == {2: "1/2", 3: "9/10", 9: "19/20"}[budget]
    assert certificate.replayed(json.loads(json.dumps(answer.certificate))).confirmed


def test_functions_of_r_decide_at_one_r(tmp_path: Path) -> None:
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    asked: dict[str, Any] = {"size": 2, "neighbours": "record", "ratio": "1/2"}
    right = program(f"{file}:first_above", budget=3, **asked)
    assert right.verdict is Verdict.HOLDS and right.scope.endswith("at r = 1/2") and right.least_proved is None
    assert program(f"{file}:first_above", budget=2, **asked).verdict is Verdict.FAILS


def test_functions_of_r_prove_what_no_shifts_do(tmp_path: Path) -> None:
    """The longer input throws a coin that the shorter one does not."""
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    asked: dict[str, Any] = {"size": 2, "neighbours": "record", "values": (0, 1)}
    assert program(f"{file}:mixed", **asked).least_proved == 1
    right = program(f"{file}:mixed", budget=1, **asked)
    assert right.verdict is Verdict.HOLDS and "functions of r" in right.method
    assert program(f"{file}:mixed", budget="1/2", **asked).verdict is Verdict.FAILS


@pytest.mark.parametrize("name", ["total", "cut", "larger"])
def test_shifts_between_inputs_bound_every_ratio(name: str, tmp_path: Path) -> None:
    file = tmp_path / "records.py"
    file.write_text(RECORDS)
    source = read_file(file, name)
    least = program(f"{file}:{name}", size=2, neighbours="record").least_proved
    assert least is not None
    largest = Fraction(0)
    for q, x in (((0, 2), (0,)), ((0,), (0, 2)), ((2, 1), (1,)), ((1,), (2, 1)), ((0, 1), (0,)), ((1,), (0, 1))):
        here, there = (list(paths(source, one, split=True)) for one in (q, x))
        for output in outputs(here, q, Unit()):
            found = measured(here, there, q, x, output, Unit())
            if found is not None:  # none where the output cannot come from the first
                assert found.first <= 2**least * found.second
                largest = max(largest, found.first / found.second)
    assert largest > 2 ** (least - 1)
