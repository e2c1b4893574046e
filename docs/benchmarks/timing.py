"""Timing calls and processes, and writing what came out as Markdown."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Generic, TypeVar

T = TypeVar("T")

ENOUGH_SECONDS = 0.15
MOST_RUNS = 25
PEAK_MEMORY = """
import sys
try:
    with open("/proc/self/status") as status:
        print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")))
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1))
"""
"""Prints KiB. Linux counts the parent's memory into ru_maxrss of a new process, but not into VmHWM."""


@dataclass(frozen=True, slots=True)
class Timing(Generic[T]):
    """The fastest of several runs (what the machine does besides can only slow a run down) and the answer."""

    seconds: float
    answer: T


def timed(call: Callable[[], T], clock: Callable[[], float] = perf_counter) -> Timing[T]:
    """Run until `ENOUGH_SECONDS` have passed: a slow call once, a fast one up to `MOST_RUNS` times."""
    runs: list[float] = []
    while True:
        started = clock()
        answer = call()
        runs.append(clock() - started)
        if sum(runs) > ENOUGH_SECONDS or len(runs) == MOST_RUNS:
            return Timing(min(runs), answer)


def process_seconds(arguments: list[str], runs: int = 5) -> float:
    """The median wall time of a new Python process with these arguments, after one that fills the disk cache."""
    python(arguments)
    times = []
    for _ in range(runs):
        started = perf_counter()
        python(arguments)
        times.append(perf_counter() - started)
    return median(times)


def peak_mebibytes(program: str) -> float:
    """The peak resident memory of a new Python process that runs a program."""
    return int(python(["-c", program + PEAK_MEMORY]).split()[-1]) / 1024


def python(arguments: list[str]) -> str:
    """Output of a new Python process."""
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True, env=environment
    ).stdout


def duration(seconds: float) -> str:
    """Two digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{_two_digits(seconds / size)} {unit}"
    raise AssertionError("the last unit takes everything")


def multiple(seconds: float, reference: float) -> str:
    """Multiple of the reference, in words."""
    return f"{_two_digits(seconds / reference)}×"


def ten_to(exponent: int) -> str:
    """A power of ten that every Markdown renderer shows alike."""
    return "10" + str(exponent).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))


def _two_digits(number: float) -> str:
    text = f"{number:.2g}"
    return f"{float(text):,.0f}" if "e" in text or number >= 100 else text


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    names = list(header)
    lines = [names, ["---"] * len(names), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
