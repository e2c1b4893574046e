"""Choice of the cases of tests that run at length only: `python -m tests.costs` measures all, writes `slow_cases.json`.

A test with many cases says the same of each. Those that take a processor longer than `TOO_LONG` are left to `make deep`
(and count as slow); the quicker ones run each time, and a quarter in any case. A case that is new, or called otherwise,
is not in the list, and runs. What decides the ledger is never left out.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

TOO_LONG = 0.15  # seconds of a processor, on the machine that measures
FILE = Path(__file__).with_name("slow_cases.json")
ALWAYS = "tests/test_pages.py", "tests/papers/test_ledger.py"  # the first of these that asks decides a claim for all
FOLDER = "SDP_PROOFS_COSTS"


def slow_cases() -> frozenset[str]:
    """The recorded cases; none while they are measured."""
    if FOLDER in os.environ:
        return frozenset()
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    return frozenset(f"{test}[{case}" for test, cases in recorded.items() for case in cases)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test has cost this process and those that it started."""
    before = _processor_seconds()
    yield
    with (Path(os.environ[FOLDER]) / str(os.getpid())).open("a", encoding="utf-8") as file:
        file.write(json.dumps([item.nodeid, _processor_seconds() - before]) + "\n")


def too_long(costs: Mapping[str, float]) -> dict[str, list[str]]:
    """The cases that are left out, by the test that they are of."""
    cases: dict[str, dict[str, float]] = defaultdict(dict)
    for test, cost in costs.items():
        name, bracket, case = test.partition("[")
        if bracket and not name.startswith(ALWAYS):
            cases[name][case] = cost
    found = {}
    for name, of_test in sorted(cases.items()):
        always = sorted(of_test, key=lambda case: of_test[case])[: math.ceil(len(of_test) / 4)]
        if long := sorted(case for case, cost in of_test.items() if cost > TOO_LONG and case not in always):
            found[name] = long
    return found


def main() -> int:
    """Run the tests, all cases of them, and write which take too long; the exit code of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "pytest", "tests", "--ignore=tests/benchmarks", "-q", "-n", "2", "-m", "not slow",
            "-p", "no:benchmark", "-p", "tests.costs", *sys.argv[1:],
        ]  # fmt: skip
        code = subprocess.run(command, env={**os.environ, FOLDER: folder}, check=False).returncode
        lines = (line for file in Path(folder).iterdir() for line in file.read_text(encoding="utf-8").splitlines())
        costs = dict(map(json.loads, lines))
    if code == 0:
        FILE.write_text(json.dumps(too_long(costs), indent=1) + "\n", encoding="utf-8")
    return code


def _processor_seconds() -> float:
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


if __name__ == "__main__":
    sys.exit(main())
