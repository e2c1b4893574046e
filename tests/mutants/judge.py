"""Judges mutants: runs tests on a copy of the project in which one file is a mutant. The project itself is not touched.

How many tests is decided beforehand, by what each of them costs on the true program and which functions it enters:
those that enter the changed function first, and of them the cheap ones, up to a budget of processor seconds. A busy
machine changes nothing about that. Own tests come first, other files in turn while nothing has been noticed. A test
that fails must pass on the true program in the same hour: some are limited by the clock, and a machine may be short
of memory; one that fails there as well has no say.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutants.mutations import Mutant
from tests.mutants.selection import ROOT, judges_of, needed_tests, own_tests_of

_PYTEST = ("-m", "pytest", "-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-p", "no:benchmark",
           "-p", "no:xdist", "-p", "tests.mutants.plugin", "--doctest-modules", "--hypothesis-seed=0")  # fmt: skip
_SHARE = 0.6  # share of the budget that is left, for one file of tests: the next one may notice more
_PATIENCE = 5  # times what the tests cost on the true program
_MEASURED = 60  # processor seconds of a file of tests; those that come later cost too much
_START = 30  # processor seconds for imports and collection, at most
_MEMORY = 8 << 30
_OUT_OF_TIME = -signal.SIGXCPU
_WALL = 1800  # seconds; against what sleeps for ever
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", ".mutants", "__pycache__", "_build", "generated", ".*_cache")


class Fate(StrEnum):
    """Fate of a mutant."""

    KILLED = "killed"
    RAN_AWAY = "ran away"
    SURVIVED = "survived"
    UNDECIDED = "undecided"
    EQUIVALENT = "equivalent"

    @property
    def noticed(self) -> bool:
        """Tell whether the tests notice it: a mutant that runs five times as long as all its tests has been noticed."""
        return self in (Fate.KILLED, Fate.RAN_AWAY)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Judgement of the tests on a mutant.

    Attributes:
        fate: what became of the mutant.
        tests: how many were at hand.
        by: the first that failed, or what else went wrong.
        seconds: of the processor.
        digest: of everything that decides it.
    """

    fate: Fate
    tests: int
    by: str
    seconds: float
    digest: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Cost and reach of a test on the true program.

    Attributes:
        name: its id.
        cost: processor seconds.
        entered: functions by files.
    """

    name: str
    cost: float
    entered: dict[str, list[str]]

    def distance(self, mutant: Mutant) -> int:
        """0 if it enters the changed function, 1 if only the file, 2 if it cannot see the mutant."""
        names = self.entered.get(mutant.file, [])
        return 0 if mutant.within in names else 1 if names or not mutant.within else 2


def worth_running(tests: Iterable[Measured], mutant: Mutant, budget: float) -> list[Measured]:
    """The nearest that fit into the budget, of these the cheapest."""
    near = [(test.distance(mutant), test.cost, test.name, test) for test in tests]
    found = []
    for distance, cost, _, test in sorted(near, key=lambda one: one[:3]):
        if distance < 2 and cost <= budget:
            found.append(test)
            budget -= cost
    return found


class Judge:
    """A copy of the project, and what its tests cost.

    Args:
        folder: where the copy is made, and the costs are kept for the next time.
        budget: processor seconds of tests for one mutant.
    """

    def __init__(self, folder: Path, budget: float) -> None:
        self.folder, self.budget = folder, budget
        self._place = TemporaryDirectory(prefix="mutants-")
        self.copy = Path(self._place.name) / "project"
        shutil.copytree(ROOT, self.copy, ignore=_LEFT_OUT)
        self._ticks = count(1_000_000_000)  # times of change: bytecode of an earlier mutant must look old

    def close(self) -> None:
        """Remove the copy."""
        self._place.cleanup()

    def digest(self, mutant: Mutant) -> str:
        """Digest of the file, its tests and the budget: a judgement is as good as new while this is the same."""
        files = [mutant.file, *judges_of(mutant.file)]
        parts = [str(self.budget).encode(), *((self.copy / file).read_bytes() for file in files)]
        return sha256(b"\0".join(parts)).hexdigest()

    def judge(self, mutant: Mutant) -> Judgement:
        """Run the tests on the mutant until one fails: its own, then file by file; a file is measured when needed."""
        own, left, number, seconds = own_tests_of(mutant.file), self.budget, 0, 0.0
        others = [[file] for file in judges_of(mutant.file) if file not in own]
        final, why = Fate.SURVIVED, "no test enters it"
        for files in [own, *others]:
            tests = [test for file in files for test in self._measured(file)]
            chosen = worth_running(tests, mutant, left * _SHARE)
            if not chosen:
                continue
            fate, by, taken = self._confirmed(mutant, chosen)
            left -= sum(test.cost for test in chosen)
            number, seconds = number + len(chosen), seconds + taken
            if final is Fate.SURVIVED or fate.noticed:  # another file may decide what this one leaves open
                final, why = fate, by
            if fate.noticed:
                break
        return Judgement(final, number, why, round(seconds, 1), self.digest(mutant))

    def _confirmed(self, mutant: Mutant, tests: list[Measured]) -> tuple[Fate, str, float]:
        """Judgement of the tests on the mutant, less the tests that fail on the true program at this time as well."""
        total, left = 0.0, tests
        while left:
            fate, by, seconds = self._run(mutant, left)
            total += seconds
            blamed = [test for test in left if test.name == by.partition(" ")[2]]
            code, _, seconds = self._items(blamed) if blamed else (0, "", 0.0)
            total += seconds
            if code == 0:
                return fate, by, total
            left = [test for test in left if test not in blamed]
        return Fate.SURVIVED, "on the true program the same tests fail", total

    def _run(self, mutant: Mutant, tests: list[Measured]) -> tuple[Fate, str, float]:
        file, source = self.copy / mutant.file, (self.copy / mutant.file).read_bytes()
        try:
            self._write(file, mutant.applied(source))
            code, text, seconds = self._items(tests)
        finally:
            self._write(file, source)
        return *fate_of(code, text), seconds

    def _items(self, tests: list[Measured]) -> tuple[int, str, float]:
        listed = self.copy.parent / "items"
        listed.write_text("\n".join(test.name for test in tests), encoding="utf-8")
        limit = int(_PATIENCE * sum(test.cost for test in tests)) + _START
        files = dict.fromkeys(test.name.split("::")[0] for test in tests)
        return self._pytest([*files], {"MUTANTS_ITEMS": str(listed)}, limit)

    def _measured(self, tests: str) -> list[Measured]:
        """Measure the tests of a file once, on the true program."""
        # The names of parametrised tests may come from a file beside them; a name that no longer exists judges nothing.
        parts = [(self.copy / file).read_bytes() for file in needed_tests(tests)]
        digest = sha256(b"\0".join(parts)).hexdigest()[:16]
        kept = self.folder / "costs" / f"{tests.replace('/', '.')}-{digest}.jsonl"
        if not kept.is_file():
            fresh = self.copy.parent / "costs"
            fresh.write_text("", encoding="utf-8")
            code, text, _ = self._pytest([tests], {"MUTANTS_COSTS": str(fresh)}, _MEASURED)
            if code not in (0, 5, _OUT_OF_TIME):
                raise SystemExit(f"tests must pass before mutants are judged by them; {tests} says:\n{text}")
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(fresh, kept)
        return [Measured(*json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]

    def _pytest(self, files: list[str], more: dict[str, str], limit: int) -> tuple[int, str, float]:
        environment = {**os.environ, **more, "PYTHONPATH": str(self.copy), "SDP_PROOFS_CACHE": str(self.copy / "cache")}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(
                [sys.executable, *_PYTEST, *files], cwd=self.copy, env=environment, capture_output=True, text=True,
                check=False, preexec_fn=_limited(limit), timeout=_WALL,
            )  # fmt: skip
            code, text = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, text = -1, "asleep"
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return code, text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def _write(self, file: Path, source: bytes) -> None:
        file.write_bytes(source)
        tick = next(self._ticks)
        os.utime(file, (tick, tick))


def _limited(seconds: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    return limit


def fate_of(code: int, text: str) -> tuple[Fate, str]:
    """Tell a mutant's fate from the exit code of pytest and its text, and why."""
    lines = text.splitlines()
    failed = next((line for line in lines if line.startswith(("FAILED ", "ERROR "))), "")
    # A name with parameters may contain what divides it from the reason.
    name = re.match(r"\S+ [^[ ]+(\[.*\](?= - |$))?", failed)
    match code:
        case 0:
            return Fate.SURVIVED, ""
        case 1 | 2:
            return Fate.KILLED, name[0] if name else ""
        case 4:
            return Fate.KILLED, "the tests' own set-up, which cannot be imported"
        case 5:  # a mutant may make tests disappear; other files are asked
            return Fate.SURVIVED, "none of the tests exists"
        case code if code == _OUT_OF_TIME:
            return Fate.RAN_AWAY, "the limit of the processor's time"
        case code if code == -signal.SIGKILL:  # a machine short of memory sends it, for any program
            return Fate.UNDECIDED, "killed from outside"
        case _ if code < 0 and text != "asleep":
            return Fate.KILLED, f"the interpreter itself, by signal {-code}"
        case _:
            return Fate.UNDECIDED, f"exit code {code}: {lines[-1] if lines else ''}"
