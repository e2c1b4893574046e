"""Certificates that would take for ever: their work is counted, and refused beyond a budget."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.certificate import accounting, document
from sdp_proofs.certificate.limits import MAX_WORK, Budget
from tests.attacks.test_certificates import ROOT, Document, dumped, exact_of, real

LONG = 10**1995


def lattice_of(*parts: tuple[int, int, list[int]], unit: str = "1/100", start: int = 100, bits: int = 60) -> Document:
    """A document of masses."""
    found = [{"count": count, "first": first, "masses": row, "infinite": 0} for count, first, row in parts]
    epsilon = str(Fraction(unit) * start)
    return {**real("sampled"), "parts": found, "unit": unit, "start": start, "bits": bits, "epsilon": epsilon}


ENDLESS: dict[str, Callable[[], Document]] = {
    "delta of a billion digits": lambda: exact_of((1, ["1"], ["1"]), delta="1e999999999"),
    "odds of a billion digits": lambda: exact_of((1, ["1"], ["1"]), odds="1e99999999"),
    "fifty times a million": lambda: exact_of(*[(10**6, ["1"], ["1"])] * 50),
    "a million coins": lambda: exact_of((10**6, ["1/3", "2/3"], ["1/7", "6/7"])),
    "two thousand coins": lambda: exact_of((2000, ["1/3", "2/3"], ["1/7", "6/7"])),
    "two kinds of coins": lambda: exact_of((400, ["1/3", "2/3"], ["1/7", "6/7"]),
                                           (400, ["1/5", "4/5"], ["2/9", "7/9"])),
    "many kinds of coins": lambda: exact_of(*[(3, [f"{k}/101", f"{101 - k}/101"], [f"{k + 1}/103", f"{102 - k}/103"])
                                              for k in range(1, 60)]),
    "long probabilities": lambda: exact_of((50, [f"1/{LONG}", f"{LONG - 1}/{LONG}"],
                                            [f"1/{LONG + 1}", f"{LONG}/{LONG + 1}"])),
    "many outcomes": lambda: exact_of((9, [f"{k + 1}/45150" for k in range(300)],
                                       [f"{300 - k}/45150" for k in range(300)])),
    "many denominators": lambda: exact_of((1, [f"1/{10**20 + k}" for k in range(20_000)], ["1"])),
    "a far index": lambda: lattice_of((1, 10**12, [2**60])),
    "a far index of one row": lambda: lattice_of((1, 10**7, [2**60] * 3), start=1),
    "an index beyond": lambda: lattice_of((1, 10**18, [2**60])),
    "a million rows": lambda: lattice_of((10**6, -4, [2**57] * 8)),
    "a long vector": lambda: lattice_of((9, -4, [0] * 49_000 + [2**60])),
    "a longer vector": lambda: lattice_of((3, -4, [1] * 190_000 + [2**60])),
    "long masses": lambda: lattice_of((10**6, -4, [2**3999 + k for k in range(700)]), bits=4000),
    "masses beyond one": lambda: lattice_of((3, -4, [10**3990] * 200)),
    "many parts": lambda: lattice_of(*[(10**6, -4, [2**59 + k for k in range(9)])] * 199),
    "a long unit": lambda: lattice_of((9, 30_000, [2**4000]), unit=f"{LONG - 1}/{LONG}", start=1, bits=4000),
}  # fmt: skip
EXPRESSIONS = {
    "logarithms": ([], "sum(log(k/3) for k in range(1, 99999))"),
    "exponentials": ([], "max(exp(k/9) for k in range(1, 99999))"),
    "roots": ([], "max(sqrt(k/7) for k in range(1, 99999))"),
    "powers": ([], "max(k**(1/3) for k in range(1, 99999))"),
    "running": ([], "len(running(1, [1/3 for k in range(90000)]))"),
    "long fractions": ([["a", "(2**600000+1)/3**300000"], ["b", "(2**600001+1)/5**200000"]],
                       "len([a + b for k in range(190)])"),
    "remainders": ([["a", "7**600000"], ["b", "3**600000"]], "len([a % b for k in range(190)])"),
    "loops": ([[f"a{k}", "1"] for k in range(199)], "len([1 for x in range(300) for y in range(300)]) "
              "+ sum(len(range(x)) for x in range(9000))"),
    "calls": ([[f"a{k}", "1"] for k in range(197)] + [["f", "lambda x: 1"]],
              "sum(sum(f(y) for y in range(300)) for x in range(99999))"),
    "lists of lists": ([["r", "[range(9999) for x in range(9999)]"]], "len(r)"),
    "intervals": ([["a", "sqrt(2)"]], "sum(a**9 for k in range(99999))"),
    "binomials": ([], "len([comb(k + 200000, 60000) for k in range(9999)])"),
    "factorials": ([], "len([factorial(7000) for k in range(99999)])"),
    "long logarithms": ([["a", "3**600001"]], "len([log(a) for k in range(9999)])"),
    "large exponentials": ([], "len([exp(300000) for k in range(9999)])"),
    "equal numbers": ([], "1 if sum(log(k) for k in range(1, 500)) == sum(log(k) for k in range(1, 500)) else 2"),
}  # fmt: skip


def counterexample(let: list[list[str]], x: str) -> Document:
    """A counterexample that needs the value of an expression."""
    words = {"schema": document.SCHEMA, "claim": "c", "locator": "l", "says": "s"}
    return {**words, "let": let, "given": [], "formula": "x < 0", "at": [["x", "==", x]]}


def endless() -> Iterator[tuple[str, Document]]:
    """Documents that would take for ever."""
    yield from ((name, make()) for name, make in ENDLESS.items())
    yield from ((name, counterexample(*made)) for name, made in EXPRESSIONS.items())


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.usefixtures("_little_work")
def test_what_would_not_end_is_refused(name: str, replay: Any) -> None:
    assert replay(dumped(ENDLESS[name]()))[0] == 2


def test_long_products_are_paid_for_by_their_length() -> None:
    def cost(points: int) -> int:
        budget = Budget()
        accounting.read(lattice_of((2, -4, [2**60] * points), start=1), budget).composed.delta(budget)
        return MAX_WORK - budget.left

    assert cost(4000) > 4 * cost(1000) + 9000  # a product of half a million bits is nine of a quarter of them
    left = Budget()
    left.charge_long_product(2**20, 2**20)
    assert MAX_WORK - left.left > 3**9


SECONDS, MEBIBYTES = 20, 1200


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ENDLESS, *EXPRESSIONS])
def test_all_the_work_that_is_granted_ends_in_time(name: str, tmp_path: Path) -> None:
    """The system ends the process after this time and beyond this memory; the budget ends it before."""
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEBIBYTES << 20, MEBIBYTES << 20))

    file = tmp_path / "endless.json"
    file.write_text(json.dumps(dict(endless())[name]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-m", "sdp_proofs.certificate", str(file)], env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode in (0, 1, 2) and done.stderr.count("\n") == (done.returncode == 2)
    assert "seconds of processor time" not in done.stderr and "little memory" not in done.stderr
