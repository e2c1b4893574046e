"""Measures the computations and writes docs/benchmarks.md: python -m docs.benchmarks, from the repository's root.

Answers are asserted, times never are.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from mpmath.libmp import BACKEND

from docs.benchmarks import (
    accounting,
    allocations,
    competitors,
    hunts,
    in_the_browser,
    losses,
    programs,
    published_cost,
    sampled_means,
    sentences,
    smoothed_runs,
    tail_routes,
    training_runs,
    whole_runs,
)

PAGE = Path("docs/benchmarks.md")
PACKAGES = ("python-flint", "mpmath", "scipy", "numpy")
TEMPLATE = """\
# Benchmarks

Written by `make bench`, which measures everything below. Allocations, runs, programs, hunts, proved sentences and the
browser can be measured again alone (`python -m docs.benchmarks allocations`, `runs`, `programs`, `hunts`, `sentences`,
`browser`) and name their machine and day. Times are wall clock unless said otherwise, one process, the fastest of
several runs; what takes longer than a moment is run once. Answers are checked as they come: against fractions where
integers can be summed, against mpmath wherever its sum ends, and one certified route against another.

{signed}

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

## The smoothed loss, two types

The maximum of F(k) over all n + 1 mixtures of two sources, which give the first type the shares {low} and {high};
epsilon = {epsilon}, sampling without replacement at rate {smoothed_rate}. `sdp_proofs` computes the losses of all
databases and every F(k), each with {smoothed_digits} proven digits or more. numpy stands for the published algorithm
in double precision, in two variants: "histogram by histogram" follows its loops over mixtures and histograms, with
one product of vectors for the splits of a histogram; "one convolution per mixture" leaves all histograms of a
mixture to the compiled `numpy.convolve`. The laws of all databases come from `scipy.stats.hypergeom`, the binomial
laws from `scipy.stats.binom`, once per mixture. These answers have no proven digits; the last column is the largest
relative error of an F(k). The time of a variant is without the losses; behind it stands the ratio of the variant and
the losses together to the time of `sdp_proofs`.

{two_types}

The time of `sdp_proofs` grows like
{growth}.

An answer with proven digits is what the published algorithm gives in exact fractions. Here it is told the losses and
only averages, while `sdp_proofs` computes them, too. The last line is not measured but multiplies the exact number
of multiplications by the price of one at the size before; the price rises with n, since the fractions become longer.

{exact}

{goal}

The losses alone, with {smoothed_digits} proven digits each, compared with single values by another route:

{loss_tables}

## The smoothed loss, whole electorates

The maximum over all mixtures for the {voters:,} votes of 2020 at rate {electorate_rate}, epsilon = {epsilon}, each
in a new process: the result as bounds to six digits, the time of the call, and the peak of the whole process. The
units are the states and districts of 2020: the smallest and the largest share of the first candidate. Where few
digits are proven, the averages at homogeneous assignments are known to 12 digits or more, but the bound for all other
mixtures lies higher.

{electorates}

## The smoothed loss, three types

All mixtures of three sources over three types, each source with half of its mass on another type; epsilon = {epsilon},
rate {smoothed_rate}. The last column is the number of multiplications of the published algorithm, without the losses.

{three_types}

## How the published algorithm grows

Multiplications of the published algorithm for $m$ types and $l$ sources of full support: exact integers, as counted by
its implementation in fractions, and as polynomials in $n$. The paper states two exponents, $2m + l - 3$ in the main
text and $m + l - 1$ in the appendix. The intervals contain $\\log_2(c(2N)/c(N))$ for all $N$ from the given $n$ on, $c$
the count. In the last column is the first power of two from which on this is above $m + l - 1$ for good. For $m = 2$
the two exponents agree; for $m = 3$ the counts have degree $2m + l - 3$ and outgrow $n^{{m+l-1}}$. The laws are
convolved pair by pair, as the stated costs assume; fast convolutions would need less.

{exponents}

Times with numpy (for three types `scipy.signal.convolve2d`, on squares that hold the triangles of histograms), the
losses not included. An exponent is that between a size and half of it. The times of two types grow more slowly than
the counts, because at these sizes scipy's binomial laws take about as long as the convolutions, or far longer.

{times}

## One step of SGD with 8-bit gradients

{sampled_means}

## Accounting

Epsilon of the Poisson-subsampled Gaussian mechanism, add/remove, with ten proven digits in both directions; the
lattice's bracket of the worse direction; and by how much the answers of others exceed the proven value. A negative
number is a claim below the truth.

{accounting}

## Allocations and mixtures

{allocations}

## Runs of training

{runs}

## Checking programs

{programs}

## Hunts

{hunts}

## Proved sentences

{sentences}

## In the browser

{browser}

## Starting

{processes}

## Memory

A new process computes one delta(x) (share 1/3, odds 51/49): the peak does not grow with n.

{memory}
"""


def main() -> None:
    """Measure, print and write the page."""
    # New processes first, while this one is still small and the machine is quiet.
    parts = {
        "memory": whole_runs.memory(),
        "processes": whole_runs.processes(),
        "electorates": smoothed_runs.electorates(),
        "elections": whole_runs.elections(),
        "tails": tail_routes.compared(),
        "losses": losses.compared(),
        "loss_tables": smoothed_runs.loss_tables(),
        "three_types": smoothed_runs.three_types(),
        "exponents": published_cost.exponents(),
        "times": published_cost.times(),
        "sampled_means": sampled_means.section(),
        "accounting": accounting.section(),
        **{name: alone(section) for name, (_, section) in ALONE.items()},
    }
    exact, in_fractions = smoothed_runs.exact()
    two_types, growth, in_doubles = smoothed_runs.two_types()
    page = TEMPLATE.format(
        signed=signed(),
        digits=losses.DIGITS,
        rate=losses.RATE,
        votes=" and ".join(map(str, losses.ELECTION_2020)),
        most_terms=competitors.MOST_TERMS,
        most_pmf=competitors.MOST_PMF_TERMS,
        most_sf=competitors.MOST_SF_TERMS,
        bits=tail_routes.BITS,
        low=smoothed_runs.LOW,
        high=smoothed_runs.HIGH,
        epsilon=smoothed_runs.EPSILON,
        smoothed_rate=smoothed_runs.RATE,
        smoothed_digits=smoothed_runs.DIGITS,
        voters=sum(losses.ELECTION_2020),
        electorate_rate=smoothed_runs.ELECTORATE_RATE,
        two_types=two_types,
        growth=growth,
        exact=exact,
        goal=smoothed_runs.goal(in_fractions, in_doubles),
        **parts,
    )
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    print(f"wrote {PAGE}", file=sys.stderr)


ALONE = {
    "allocations": ("Allocations and mixtures", allocations.section),
    "runs": ("Runs of training", training_runs.section),
    "programs": ("Checking programs", programs.section),
    "hunts": ("Hunts", hunts.section),
    "sentences": ("Proved sentences", sentences.section),
    "browser": ("In the browser", in_the_browser.section),
}
"""Sections that can be renewed without the others: python -m docs.benchmarks NAME."""


def alone(section: Callable[[], str]) -> str:
    """A section that says where and when it was measured."""
    return f"{signed()}\n\n{section()}"


def renew(name: str) -> None:
    """Measure one section and write it into the page."""
    title, section = ALONE[name]
    page = PAGE.read_text(encoding="utf-8")
    before, heading, rest = page.partition(f"## {title}\n\n")
    if not heading:
        sys.exit(f"the page has no section {title}: run make bench")
    _, following, after = rest.partition("\n\n## ")
    found = alone(section)
    PAGE.write_text(f"{before}{heading}{found}{following}{after}", encoding="utf-8")
    print(found)


def signed() -> str:
    """The day and the machine of what follows."""
    today = datetime.now(UTC)
    return f"Measured on {today.day} {today:%B %Y}: {machine()}."


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
    if not PAGE.parent.is_dir():
        sys.exit("run this in the repository's root: make bench")
    if sys.argv[1:] and sys.argv[1] not in ALONE:
        sys.exit(f"a section must be one of {', '.join(ALONE)}, got {sys.argv[1]}")
    renew(sys.argv[1]) if sys.argv[1:] else main()
