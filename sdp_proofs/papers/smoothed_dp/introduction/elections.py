"""How private the totals of an election are when votes are lost [Liu, Wang, Xia 2023, Fig. 1 and 3].

Every election is a database of the two leading candidates' votes, each vote one record. A share of them is
lost at random, so the announced totals are a sample without replacement of ceil((1 - lost) n) records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TextIO

from sdp_proofs.errors import DomainError
from sdp_proofs.files import write_csv
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.introduction.election_data import Election
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.utility import utility
from sdp_proofs.verdict import Verdict

DIGITS = 12
"""Significant digits that are proven unless others are asked for."""

COLUMNS = (
    "panel", "threshold", "epsilon", "lost", "year", "first_votes", "second_votes", "records", "draws",
    "delta_lower", "delta_upper", "utility_lower", "utility_upper", "one_over_n", "dp_delta",
    "neighbour_first", "neighbour_second", "direction", "delta_below_one_over_n", "utility_below_one_over_n",
)  # fmt: skip
"""The columns that `write_rows` writes."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is assumed about the adversary and about the lost votes.

    Args:
        threshold: the accuracy t in [1/2, 1) below which a prediction does not count; odds = t/(1-t).
        lost: the share of votes that are lost, in [0, 1).
        panel: the letter of the panel in a figure of several.

    Raises:
        DomainError: outside these domains.

    Example:
        >>> Setting(Fraction(51, 100), Fraction(1, 500)).budget.rational_odds
        Fraction(51, 49)
    """

    threshold: Fraction
    lost: Fraction
    panel: str = ""

    def __post_init__(self) -> None:
        if not Fraction(1, 2) <= self.threshold < 1:
            raise DomainError(f"threshold must be in [1/2, 1), got {self.threshold}")
        if not 0 <= self.lost < 1:
            raise DomainError(f"lost must be in [0, 1), got {self.lost}")

    @property
    def budget(self) -> Budget:
        """The epsilon that belongs to the threshold: log(t/(1-t))."""
        return Budget.read(threshold=self.threshold)

    @property
    def rate(self) -> Fraction:
        """The share of votes that are counted."""
        return 1 - self.lost


FIGURE_1 = Setting(Fraction(51, 100), Fraction(2, 1000))
"""The setting of Fig. 1."""

FIGURE_3: Mapping[str, Setting] = MappingProxyType(
    {
        panel: Setting(Fraction(threshold), Fraction(lost), panel)
        for panel, threshold, lost in (
            ("a", "0.6", "0.002"),
            ("b", "0.51", "0.002"),
            ("c", "0.5", "0.002"),
            ("d", "0.6", "0.0001"),
            ("e", "0.51", "0.0001"),
            ("f", "0.5", "0.0001"),
        )
    }
)
"""The six settings of Fig. 3 by panel, two rows of three; the paper's text fixes the place of (d) alone."""


@dataclass(frozen=True, slots=True)
class Row:
    """The privacy of one election in one setting.

    Args:
        setting: threshold and share of lost votes.
        year: year of the election.
        counts: votes of the two candidates.
        draws: votes that are counted, T.
        delta: delta(x) [Def. 2].
        neighbour: the votes in a worst neighbour.
        direction: the order in which x and that neighbour are compared.
        utility: the adversary's adjusted utility [Eq. (3)].
        delta_below_one_over_n: whether delta(x) < 1/n.
        utility_below_one_over_n: whether the utility is < 1/n.
    """

    setting: Setting
    year: int
    counts: tuple[int, int]
    draws: int
    delta: Enclosure
    neighbour: tuple[int, ...]
    direction: str
    utility: Enclosure
    delta_below_one_over_n: Verdict
    utility_below_one_over_n: Verdict

    @property
    def records(self) -> int:
        """The votes cast for the two candidates, n."""
        return sum(self.counts)

    @property
    def one_over_n(self) -> Fraction:
        """1/n, below which delta is asked to be."""
        return Fraction(1, self.records)

    @property
    def dp_delta(self) -> Fraction:
        """T/n, the delta of differential privacy: that of a database with a unique record."""
        return Fraction(self.draws, self.records)

    def values(self, digits: int = DIGITS) -> dict[str, str]:
        """The row as text by column (`COLUMNS`): fractions exact, enclosures rounded outward."""
        low, high = self.delta.bounds(digits)
        utility_low, utility_high = self.utility.bounds(digits)
        cells = (
            self.setting.panel, self.setting.threshold, self.setting.budget, self.setting.lost, self.year,
            *self.counts, self.records, self.draws, low, high, utility_low, utility_high,
            self.one_over_n, self.dp_delta, *self.neighbour, self.direction,
            self.delta_below_one_over_n.value, self.utility_below_one_over_n.value,
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def election_rows(elections: Iterable[Election], setting: Setting, *, digits: int = DIGITS) -> Iterator[Row]:
    """The privacy of every election in one setting, one row after the other.

    World: enclosures with `digits` proven significant digits.

    Args:
        elections: for instance `us_presidential_elections()`.
        setting: for instance `FIGURE_1`.
        digits: significant digits to prove.

    Raises:
        PrecisionError: the digits could not be proven.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.introduction.election_data import us_presidential_elections
        >>> (row,) = election_rows(us_presidential_elections()[-1:], FIGURE_1)
        >>> row.delta.rounded(10), row.delta_below_one_over_n
        ('1.197204149e-32', <Verdict.HOLDS: 'HOLDS'>)
    """
    budget = setting.budget
    for election in elections:
        database = Database.read(counts=election.counts, rate=setting.rate)
        loss = delta(database, budget, digits=digits)
        seen = utility(database, budget=budget, digits=digits).value
        limit = Fraction(1, database.records)
        yield Row(
            setting=setting,
            year=election.year,
            counts=election.counts,
            draws=database.draws,
            delta=loss.value,
            neighbour=loss.neighbour,
            direction=loss.change.direction,
            utility=seen,
            delta_below_one_over_n=decide_less(loss.value, limit),
            utility_below_one_over_n=decide_less(seen, limit),
        )


def write_rows(rows: Iterable[Row], stream: TextIO, *, digits: int = DIGITS) -> None:
    """Write rows as CSV with a header; fractions are exact, enclosures are rounded outward.

    Args:
        rows: of one setting or several.
        stream: a text stream opened with `newline=""`.
        digits: significant digits of the bounds.
    """
    write_csv(COLUMNS, (row.values(digits) for row in rows), stream)
