"""Smoothed privacy of an election by its size [Liu, Wang, Xia 2023, Fig. 2 (left) and Fig. 4].

Every voter follows one of the sources: the shares of two candidates in an electoral unit of 2020, or in an
election since 1920. A share of the votes is lost at random, so the announced totals are a sample without
replacement of ceil((1 - lost) n) records. Every value is an enclosure of the maximum over all n + 1 mixtures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import Election, units_2020, us_presidential_elections
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

DIGITS = 6
"""Significant digits that are asked for; how many are proven is in every row."""

EPSILONS = ("0.1", *(f"{halves // 2}.5" if halves % 2 else str(halves // 2) for halves in range(1, 21)))
"""The grid of epsilons: 0.1, and 0.5 to 10 in steps of 0.5."""
DRAWN_EPSILONS = ("0.5", "1", "2", "7")
"""The epsilons that are drawn."""
SIZES = tuple(range(100_000, 500_001, 50_000))
"""The electorates that are drawn."""
LARGE_SIZES = (10**6, 10**7)
"""Electorates beyond them; `votes_2020` is one more."""

COLUMNS = (
    "set", "lost", "records", "draws", "epsilon", "delta_lower", "delta_upper", "proven_digits", "certified",
    "worst_source", "mixture", "one_over_n", "dp_delta", "delta_below_one_over_n",
)  # fmt: skip
"""Columns of the rows as text."""


@dataclass(frozen=True, slots=True)
class Electorate:
    """Whom voters can be like, and how many of their votes are lost.

    Args:
        name: what the set of sources is called.
        sources: the shares of two candidates.
        lost: the share of votes that are lost, in [0, 1).

    Raises:
        DomainError: `lost` is outside its domain.
    """

    name: str
    sources: SourceSet
    lost: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.lost < 1:
            raise DomainError(f"lost must be in [0, 1), got {self.lost}")

    @property
    def rate(self) -> Fraction:
        """The share of votes that are counted."""
        return 1 - self.lost


def districts_2020() -> SourceSet:
    """The shares of the two candidates in the 56 units that chose electors in 2020.

    Example:
        >>> districts_2020().vertex_labels
        ('DC', 'NE-3')
    """
    units = units_2020()
    return SourceSet.from_counts([unit.counts for unit in units], labels=[unit.unit for unit in units])


def history(*, by_party: bool = False) -> SourceSet:
    """The shares of the two leading candidates in the 26 elections of 1920-2020.

    The loss of a database does not change when its two types trade places, but which law a mixture is made of
    does: `by_party` changes the hull. The homogeneous assignment of the most lopsided election is the same in both.

    Args:
        by_party: the Democratic candidate first, instead of the winner of the popular vote.

    Example:
        >>> history().vertex_labels, history(by_party=True).vertex_labels
        (('1924', '1960'), ('1924', '1936'))
    """
    elections = us_presidential_elections()
    rows = [_democrat_first(election) if by_party else election.counts for election in elections]
    return SourceSet.from_counts(rows, labels=[str(election.year) for election in elections])


def _democrat_first(election: Election) -> tuple[int, int]:
    return election.counts if election.first_party == "Democratic" else election.counts[::-1]


def votes_2020() -> int:
    """The votes for the two candidates in 2020.

    Example:
        >>> votes_2020()
        155507476
    """
    return us_presidential_elections()[-1].records


def figure_2() -> tuple[Electorate, ...]:
    """The electorate of Fig. 2 (left)."""
    return (Electorate("districts", districts_2020(), Fraction(2, 1000)),)


def figure_4() -> tuple[Electorate, ...]:
    """The four electorates of Fig. 4: either set of sources, 0.2 % or 1 % of the votes lost."""
    sets = (("districts", districts_2020()), ("history", history()))
    return tuple(
        Electorate(name, sources, lost) for name, sources in sets for lost in (Fraction(1, 500), Fraction(1, 100))
    )


@dataclass(frozen=True, slots=True)
class Row:
    """The smoothed privacy of one electorate at one size.

    Args:
        electorate: the sources and the share of lost votes.
        records: number of votes n.
        draws: votes that are counted, T.
        epsilon: as typed.
        delta: delta_SDP [Def. 3], the maximum over all mixtures.
        mixture: votes that follow each vertex of the sources' hull in a worst mixture; if the enclosure is wide,
            in the best one found.
        below_one_over_n: whether delta_SDP < 1/n.
    """

    electorate: Electorate
    records: int
    draws: int
    epsilon: str
    delta: Enclosure
    mixture: tuple[int, ...]
    below_one_over_n: Verdict

    @property
    def certified(self) -> bool:
        """Tell whether the proven bounds from below and from above agree to a digit at least."""
        return self.delta.proven_digits >= 1

    @property
    def worst_source(self) -> str | None:
        """The name of the source that all votes follow in that mixture, None if they follow several."""
        names = self.electorate.sources.vertex_labels or ()
        found = [name for name, count in zip(names, self.mixture, strict=False) if count]
        return found[0] if len(found) == 1 else None

    @property
    def one_over_n(self) -> Fraction:
        """1/n, below which delta is asked to be."""
        return Fraction(1, self.records)

    @property
    def dp_delta(self) -> Fraction:
        """T/n, the delta of differential privacy at whatever epsilon: that of a database with a unique record."""
        return Fraction(self.draws, self.records)

    def values(self, digits: int = DIGITS + 2) -> dict[str, str]:
        """The row as text by column (`COLUMNS`): fractions exact, enclosures rounded outward."""
        cells = (
            self.electorate.name, self.electorate.lost, self.records, self.draws, self.epsilon,
            *self.delta.bounds(digits), self.delta.proven_digits, "yes" if self.certified else "no",
            self.worst_source or "", " ".join(map(str, self.mixture)),
            self.one_over_n, self.dp_delta, self.below_one_over_n.value,
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def smoothed_rows(
    electorate: Electorate, sizes: Iterable[int], epsilons: Sequence[str] = DRAWN_EPSILONS, *, digits: int = DIGITS
) -> Iterator[Row]:
    """delta_SDP of an electorate at every epsilon and size, one row after the other, sizes innermost.

    World: enclosures. Up to 20,000 votes all mixtures are computed; beyond, the homogeneous ones, with a bound of
    all others.

    Args:
        electorate: for instance one of `figure_4`.
        sizes: numbers of votes, for instance `SIZES`.
        epsilons: anything that `Budget` reads, for instance `EPSILONS`.
        digits: significant digits to prove, as far as the bound of the other mixtures allows.

    Raises:
        DomainError: an epsilon or a size outside its domain.
        SizeError: an electorate too large to finish.

    Example:
        >>> (row,) = smoothed_rows(figure_2()[0], [200_000], ["7"])
        >>> row.delta.rounded(6), row.worst_source, row.below_one_over_n
        ('1.29409e-10', 'DC', <Verdict.HOLDS: 'HOLDS'>)
    """
    sizes = tuple(sizes)
    for epsilon in epsilons:
        budget = Budget.read(epsilon=epsilon)
        for records in sizes:
            draws = sampling_draws(records, rate=electorate.rate)
            found = smoothed_delta(Smoothing(electorate.sources, records, draws), budget, digits=digits)
            below = decide_less(found.value, Fraction(1, records))
            yield Row(electorate, records, draws, epsilon, found.value, found.mixture, below)


@dataclass(frozen=True, slots=True)
class Fit:
    """delta_SDP as an exponential function of the size: ln delta = intercept - rate n, by least squares (estimates).

    Args:
        name: of the set of sources.
        lost: the share of votes that are lost.
        epsilon: as typed.
        rate_estimate: the fall of ln delta per vote.
        intercept_estimate: ln delta at n = 0.
        largest_residual_estimate: the largest distance of ln delta from the line.
    """

    name: str
    lost: Fraction
    epsilon: str
    rate_estimate: float
    intercept_estimate: float
    largest_residual_estimate: float

    def log10_at(self, records: int) -> float:
        """log10 of the fitted delta at a size (estimate)."""
        return (self.intercept_estimate - self.rate_estimate * records) / log(10)

    def values(self) -> dict[str, str]:
        """The fit as text by name."""
        return {
            "set": self.name,
            "lost": str(self.lost),
            "epsilon": self.epsilon,
            "rate_estimate": f"{self.rate_estimate:.6g}",
            "intercept_estimate": f"{self.intercept_estimate:.6g}",
            "largest_residual_estimate": f"{self.largest_residual_estimate:.3g}",
        }


def exponential_fit(rows: Iterable[Row]) -> tuple[Fit, ...]:
    """Least-squares fits of ln delta = intercept - rate n, one for each electorate and epsilon (estimates).

    Raises:
        DomainError: fewer than two sizes for some epsilon, or a delta of zero.
    """
    return tuple(_fit(part) for part in _curves(rows))


def _fit(rows: Sequence[Row]) -> Fit:
    first = rows[0]
    if len({row.records for row in rows}) < 2:
        raise DomainError(f"a fit must have two sizes or more, got one for epsilon {first.epsilon}")
    heights = [row.delta.log10_estimate * log(10) for row in rows]
    if min(heights) == -float("inf"):
        raise DomainError(f"a fit must have deltas > 0, got 0 for epsilon {first.epsilon}")
    middle, level = sum(row.records for row in rows) / len(rows), sum(heights) / len(rows)
    spread = sum((row.records - middle) ** 2 for row in rows)
    slope = sum((row.records - middle) * height for row, height in zip(rows, heights, strict=True)) / spread
    start = level - slope * middle
    residual = max(abs(height - start - slope * row.records) for row, height in zip(rows, heights, strict=True))
    return Fit(first.electorate.name, first.electorate.lost, first.epsilon, -slope, start, residual)


@dataclass(frozen=True, slots=True)
class Step:
    """The exponential rate between two sizes, (ln delta(n) - ln delta(n')) / (n' - n), as an enclosure."""

    name: str
    lost: Fraction
    epsilon: str
    smaller: int
    larger: int
    rate: Enclosure


def rates_between(rows: Iterable[Row]) -> tuple[Step, ...]:
    """The rates between consecutive sizes of each electorate and epsilon, certified from the rows' enclosures.

    World: enclosure. A rate whose lower bound is positive proves that delta_SDP is smaller at the larger size.

    Raises:
        DomainError: a delta that may be zero, or a size twice.
    """
    steps = []
    for part in _curves(rows):
        for before, after in pairwise(sorted(part, key=lambda row: row.records)):
            if not (before.delta.ball > 0 and after.delta.ball > 0):
                raise DomainError(f"a rate must be between deltas > 0, got 0 for epsilon {before.epsilon}")
            if before.records == after.records:
                raise DomainError(f"a rate must be between two sizes, got {before.records} twice")
            fall = before.delta.ball.log() - after.delta.ball.log()
            rate = Enclosure(fall / (after.records - before.records))
            setting = before.electorate
            steps.append(Step(setting.name, setting.lost, before.epsilon, before.records, after.records, rate))
    return tuple(steps)


def _curves(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of each electorate and epsilon, in the order of their first appearance."""
    curves: dict[tuple[str, Fraction, str], list[Row]] = {}
    for row in rows:
        curves.setdefault((row.electorate.name, row.electorate.lost, row.epsilon), []).append(row)
    return list(curves.values())
