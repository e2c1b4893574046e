"""Rule for the cases that are left to `make deep`, on made-up costs; and the list speaks of tests that exist."""

from __future__ import annotations

import json
import re

import pytest

from tests import costs
from tests.costs import FILE, FOLDER, TOO_LONG, slow_cases, too_long
from tests.mutants.selection import ROOT


def of(*seconds: float, name: str = "tests/test_a.py::test_b") -> dict[str, float]:
    return {f"{name}[{place}]": cost for place, cost in enumerate(seconds)}


def test_quick_cases_stay_and_a_quarter_in_any_case() -> None:
    assert too_long(of(0, TOO_LONG, 9, 9)) == {"tests/test_a.py::test_b": ["2]", "3]"]}
    assert too_long(of(8, 7, 9, 9, 9, 9, 9, 9)) == {"tests/test_a.py::test_b": [f"{one}]" for one in range(2, 8)]}
    assert too_long(of(9)) == {}


def test_tests_of_one_case_and_those_that_decide_the_ledger_stay() -> None:
    assert too_long({"tests/test_a.py::test_b": 9}) == {}
    for always in costs.ALWAYS:
        assert too_long(of(9, 9, 9, name=f"{always}::test_b")) == {}


def test_nothing_is_left_out_while_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(slow_cases()) == sum(map(len, json.loads(FILE.read_text(encoding="utf-8")).values())) > 0
    monkeypatch.setenv(FOLDER, "somewhere")
    assert slow_cases() == frozenset()


def test_the_list_speaks_of_tests_that_exist() -> None:
    for test in json.loads(FILE.read_text(encoding="utf-8")):
        file, *_, name = test.split("::")
        # A test may be made by a function: test_what_is_refused = tried(...).
        assert re.search(rf"\b{name}( =|\()", (ROOT / file).read_text(encoding="utf-8")), test
        assert not test.startswith(costs.ALWAYS)
