"""Measures the computations and writes docs/benchmarks.md: python -m tests.benchmarks, from the repository's root.

Answers are asserted, times never are.
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path

from mpmath.libmp import BACKEND

from tests.benchmarks import competitors, losses, tail_routes, whole_runs

PAGE = Path("docs/benchmarks.md")
PACKAGES = ("python-flint", "mpmath", "scipy", "numpy")
TEMPLATE = """\
# Benchmarks

Written by `make bench`, which measures everything below in one run. Times are wall clock, one process, the fastest of
several runs; what takes longer than a moment is run once. Answers are checked as they come: against fractions where
integers can be summed, against mpmath wherever its sum ends, and one certified route against another.

Machine: {machine}.

## delta(x) against what one would write instead

delta(x) with {digits} proven digits, two types, sampling without replacement at rate {rate}; share is the second
type's part of the records, 2020 stands for the votes {votes}. Each cell of a competitor holds its
time, the ratio to the time of `sdp_proofs` (above 1× it is slower), and the relative error of its answer against
the certified value, which is known to more than {digits} digits. An error of 1 means that the answer is 0.
The competitors are told the starts of the best events and the number of terms that matter, so they only sum;
like `sdp_proofs` they take the maximum over four pairs of laws. Up to n = 1000 `sdp_proofs` answers with a fraction.

Not everything is run; the cell then says how many terms of each pair, or integers of what size, it would take. The
limits are {most_terms:,} terms for `logpmf` and mpmath (at mpmath's speed below, 10⁸ terms are hours),
{most_pmf:,} for `pmf` (at n = 10¹² near the mode it took half a minute and more) and {most_sf:,} for `sf` (which sums
term by term near the mode and did not end in 100 s).

{losses}

A difference of two survival functions takes scipy less time than a certified value nearly everywhere; where its error
is small enough for the purpose, it is the better choice. The error is known here only because the certified value is.
For small databases the plain sum of integers is faster still.

## One tail by every route

P(K ≥ k)/P(K = k) at the start k of the best event, to {bits} bits (shares as above, 1/2 at powers
of ten). All answers of a line were found to agree.

{tails}

## All elections of the figures

The 26 elections in all six settings of Figure 3 (Figure 1 is one of them): delta, the adversary's utility and
their comparison with 1/n.

{elections}

## Starting

{processes}

## Memory

A new process computes one delta(x) (share 1/3, odds 51/49): the peak does not grow with n.

{memory}
"""


def main() -> None:
    """Measure, print and write the page."""
    if not PAGE.parent.is_dir():
        sys.exit("run this in the repository's root: make bench")
    # New processes first, while this one is still small and the machine is quiet.
    parts = {
        "memory": whole_runs.memory(),
        "processes": whole_runs.processes(),
        "elections": whole_runs.elections(),
        "tails": tail_routes.compared(),
        "losses": losses.compared(),
    }
    page = TEMPLATE.format(
        machine=machine(),
        digits=losses.DIGITS,
        rate=losses.RATE,
        votes=" and ".join(map(str, losses.ELECTION_2020)),
        most_terms=competitors.MOST_TERMS,
        most_pmf=competitors.MOST_PMF_TERMS,
        most_sf=competitors.MOST_SF_TERMS,
        bits=tail_routes.BITS,
        **parts,
    )
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    print(f"wrote {PAGE}", file=sys.stderr)


def machine() -> str:
    """Processor and versions, nothing that names the machine."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor()}, {platform.system()}; {python}, {versions} (mpmath on {BACKEND} integers)"


def processor() -> str:
    """The processor's model, where the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
