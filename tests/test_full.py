"""Rule of the short form: on made-up tests, and by the option on a file of this folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.full import left_out, trials

ROOT = Path(__file__).parents[1]


class Item:
    """Collected test, with a name and its markers."""

    def __init__(self, nodeid: str, *markers: pytest.MarkDecorator) -> None:
        self.nodeid, self.own_markers = nodeid, [marker.mark for marker in markers]

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        return (marker for marker in self.own_markers if marker.name == name)


def items(count: int, *markers: pytest.MarkDecorator, name: str = "tests/test_a.py::test_b") -> list[Any]:
    return [Item(f"{name}[{place}]", *markers) for place in range(count)]


def names(found: list[pytest.Item]) -> list[str]:
    return [item.nodeid.partition("[")[2].rstrip("]") for item in found]


def test_every_fourth_case_stays_from_the_first_one() -> None:
    cases = items(9, pytest.mark.slow(every=4))
    assert names(left_out(cases)) == ["1", "2", "3", "5", "6", "7"]
    assert [bool(case.own_markers) for case in cases] == [place % 4 > 0 for place in range(9)]


def test_positions_are_counted_in_each_test_apart() -> None:
    marked = pytest.mark.slow(every=2)
    first, second = items(3, marked), items(3, marked, name="tests/test_a.py::test_c")
    mixed = [item for pair in zip(first, second, strict=True) for item in pair]
    assert names(left_out(mixed)) == ["1", "1"]


def test_plain_markers_leave_out_what_carries_them() -> None:
    quick, slow = Item("tests/test_a.py::test_b"), Item("tests/test_a.py::test_c", pytest.mark.slow)
    one_case = items(2, pytest.mark.slow(every=2))[0]
    one_case.own_markers.append(pytest.mark.slow.mark)
    assert left_out([quick, slow, one_case]) == [slow, one_case]  # type: ignore[comparison-overlap,list-item]


@pytest.mark.parametrize("marker", [pytest.mark.slow(4), pytest.mark.slow(every=1), pytest.mark.slow(first=3)])
def test_other_markers_are_refused(marker: pytest.MarkDecorator) -> None:
    with pytest.raises(pytest.UsageError, match="slow or slow"):
        left_out(items(2, marker))


def test_a_stride_needs_cases() -> None:
    with pytest.raises(pytest.UsageError, match="of a test with cases"):
        left_out([Item("tests/test_a.py::test_b", pytest.mark.slow(every=4))])  # type: ignore[list-item]


def test_the_option_decides(pytestconfig: pytest.Config) -> None:
    assert trials(3, full=400) == (400 if pytestconfig.getoption("full") else 3)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:benchmark", "tests/statistics"]
    collected = {
        form: subprocess.run([*command, *form], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        for form in ((), ("--full",))
    }
    assert "test_the_guaranteed_interval_covers" not in collected[()]
    assert "test_the_guaranteed_interval_covers" in collected["--full",]


def test_the_short_form_decides_every_claim() -> None:
    assert "slow" not in (ROOT / "tests" / "papers" / "test_ledger.py").read_text(encoding="utf-8")
