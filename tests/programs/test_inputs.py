"""Inputs that are listed: which ones stand for all integers, what is said of others; brute force as the judge."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.programs import catalogue
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.distances import Undecided
from sdp_proofs.programs.induction import MOST_COMPARED, _Proof
from sdp_proofs.programs.inputs import standing_for_all
from sdp_proofs.programs.paths import paths
from sdp_proofs.programs.reading import read_file
from sdp_proofs.verdict import Verdict

COINS = """
from fractions import Fraction

def high(draw, q):
    if q[0] >= 40:
        return True
    return draw.bernoulli(Fraction(1, 2))

def table(draw, q):
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(0)]
    return draw.bernoulli(chances[min(q[0], 3)])

def apart(draw, q):
    if q[0] >= q[1] + 5:
        return True
    return draw.bernoulli(Fraction(1, 2))

def never(draw, q):
    return draw.bernoulli(Fraction(1, 2))
"""


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    file = tmp_path / "coins.py"
    file.write_text(COINS)
    return file


def test_a_leak_far_from_zero_is_found(coins: Path) -> None:
    found = program(f"{coins}:high", size=1, odds=2)
    assert found.verdict is Verdict.FAILS and found.violation is not None
    assert sorted((found.violation.input, found.violation.neighbour)) == [(39,), (40,)]


def test_two_entries_that_are_compared_are_listed_on_both_sides(coins: Path) -> None:
    assert program(f"{coins}:apart", size=2, odds=2).verdict is Verdict.FAILS


def test_a_box_that_is_asked_for_is_kept(coins: Path) -> None:
    found = program(f"{coins}:high", size=1, odds=2, values=(0, 3))
    assert found.sentence.endswith("from 0 to 3 (all of them listed, exactly). Nothing is said of other inputs.")
    assert found.to_dict()["all_inputs"] is False


def test_what_is_proved_of_a_box_is_not_said_of_all_inputs(coins: Path) -> None:
    found = program(f"{coins}:table", size=1, odds=2)
    assert found.verdict is Verdict.HOLDS and found.boxed
    assert "for inputs of one number from 0 to 2" in found.sentence and "Nothing is said of other" in found.sentence
    assert program(f"{coins}:table", size=1, odds=2, values=(0, 3)).verdict is Verdict.FAILS


def test_inputs_that_stand_for_all(coins: Path) -> None:
    found = program(f"{coins}:never", size=2, odds=1)
    assert "for all inputs of 2 numbers" in found.sentence and not found.boxed
    assert found.to_dict()["all_inputs"] is True


@pytest.mark.parametrize(
    ("test", "reach", "numbers"),
    [
        ("2 * q[0] >= 9", 1, {0, 1, 3, 4, 5, 6}), ("2 * q[0] <= 9", 1, {0, 1, 3, 4, 5, 6}), ("q[0] < 4", 0, {0, 3, 4}),
        ("-3 * q[0] >= 12", 0, {0, -4, -3}), ("-3 * q[0] > 12", 2, {0, 1, 2, -7, -6, -5, -4, -3, -2}),
        ("q[0] >= q[1]", 1, None),
    ],
)  # fmt: skip
def test_the_numbers_on_both_sides_of_a_constant(
    test: str, reach: int, numbers: set[int] | None, tmp_path: Path
) -> None:
    file = tmp_path / "one.py"
    file.write_text(f"def f(draw, q):\n    return draw.choice([1, 2]) if {test} else draw.choice([1, 2, 2])\n")
    found = standing_for_all(paths(read_file(file, "f"), 2), reach)
    assert (None if found is None else set(found)) == numbers


def test_no_list_stands_for_numbers_that_are_returned(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text("def f(draw, q):\n    return draw.choice([q[0], 0])\n")
    assert standing_for_all(paths(read_file(file, "f"), 1), 1) is None


def _generated(pick: random.Random) -> tuple[str, Any]:
    """Write a program that throws one of three coins, chosen by entries of its input; and what it does on numbers."""
    rows = [(pick.choice([1, -1, 2, -3]), pick.randrange(2), pick.randint(-4, 4)) for _ in range(2)]
    chances = [Fraction(pick.randint(1, 7), 8) for _ in range(3)]
    tests = [f"{k} * q[{i}] >= {c}" for k, i, c in rows]
    lines = [f"    if {tests[0]}:\n        return draw.bernoulli({chances[0]!r})"]
    lines += [f"    if {tests[1]}:\n        return draw.bernoulli({chances[1]!r})"]
    text = "from fractions import Fraction\n\ndef f(draw, q):\n" + "\n".join(lines)

    def chance(q: tuple[int, ...]) -> Fraction:
        for (k, i, c), p in zip(rows, chances, strict=False):
            if k * q[i] >= c:
                return p
        return chances[2]

    return f"{text}\n    return draw.bernoulli({chances[2]!r})\n", chance


@pytest.mark.parametrize("neighbours", ["one", "together", "apart"])
def test_listed_inputs_stand_for_all_as_brute_force_does(neighbours: str, tmp_path: Path) -> None:
    seen = set()
    for seed in range(8):
        text, chance = _generated(random.Random(seed))
        file = tmp_path / f"f{seed}.py"
        file.write_text(f"{text}\ndef together(size):\n    return [(1, 1)]\n\ndef apart(size):\n    return [(3, -2)]\n")
        largest = Fraction(1)
        moves = {
            "one": [(1, 0), (-1, 0), (0, 1), (0, -1)], "together": [(1, 1), (-1, -1)], "apart": [(3, -2), (-3, 2)],
        }[neighbours]  # fmt: skip
        pairs = {
            (chance(q), chance((q[0] + d[0], q[1] + d[1]))) for q, d in product(product(range(-9, 10), repeat=2), moves)
        }
        for p, other in pairs:
            largest = max(largest, p / other, (1 - p) / (1 - other))
        found = program(f"{file}:f", size=2, neighbours=neighbours, odds=largest)
        assert found.verdict is Verdict.HOLDS and not found.boxed
        if largest > 1:
            seen.add(seed)
            less = program(f"{file}:f", size=2, neighbours=neighbours, odds=1 + (largest - 1) * Fraction(99, 100))
            assert less.verdict is Verdict.FAILS
    assert len(seen) > 2


def test_the_induction_gives_up_after_its_work(tmp_path: Path) -> None:
    file = tmp_path / "total.py"
    file.write_text("def total(draw, q):\n    return sum(x + draw.geometric(1) for x in q)\n")
    proof = _Proof(read_file(file, "total"), "all", 12)
    with pytest.raises(Undecided):
        proof.proved()
    assert MOST_COMPARED < proof.compared < 2 * MOST_COMPARED


def test_who_stops_early_is_told_what_is_known() -> None:
    def stop(doing: str) -> None:
        if doing == "shifts at size 3":
            raise KeyboardInterrupt

    found = program(catalogue.sparse_vector, size=4, budget=4, progress=stop)
    assert found.verdict is Verdict.UNKNOWN and found.stopped and found.by_size == ((1, 1), (2, 2))
    assert str(found).startswith("least budget proved  1, 2 (in units, at sizes 1 to 2)\nUNKNOWN")
    with pytest.raises(KeyboardInterrupt):
        program(catalogue.sparse_vector, size=1, progress=lambda _: stop("shifts at size 3"))


def test_a_violation_that_was_found_before_the_stop_is_told() -> None:
    def stop(doing: str) -> None:
        if doing == "budgets that are not enough":
            raise KeyboardInterrupt

    found = program(catalogue.sparse_vector_noisy_value, size=3, budget=2, progress=stop)
    assert found.verdict is Verdict.FAILS and found.certificate is not None
