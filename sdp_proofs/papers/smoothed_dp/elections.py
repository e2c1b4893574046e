"""Private elections with lost votes: the vote counts, and the rows of Figures 1 and 3.

Vote counts of United States presidential elections: the packaged tables, and a reader for a user's own.

Every count is an exact integer. Where the packaged numbers come from, and where their sources disagree, is
told in `data/PROVENANCE.md` beside the tables.

How private the totals of an election are when votes are lost [Liu, Wang, Xia 2023, Fig. 1 and 3].

Every election is a database of the two leading candidates' votes, each vote one record. A share of them is
lost at random, so the announced totals are a sample without replacement of ceil((1 - lost) n) records.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from types import MappingProxyType

from sdp_proofs.errors import DomainError
from sdp_proofs.files import Row, csv_rows, rows_of
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.utility import utility
from sdp_proofs.verdict import Verdict

_INTEGER = re.compile(r"-?[0-9]{1,30}")
MOST_ELECTIONS = 1000
"""Most elections of one file; every one of them is computed."""
_LONGEST_QUOTE = 40


class _TwoCandidates:
    """Quantities that every table of two candidates has."""

    __slots__ = ()
    first_votes: int
    second_votes: int

    @property
    def counts(self) -> tuple[int, int]:
        """The histogram of the two candidates' votes, first candidate first."""
        return (self.first_votes, self.second_votes)

    @property
    def records(self) -> int:
        """The size of the database that holds these two candidates' votes and no others."""
        return self.first_votes + self.second_votes


@dataclass(frozen=True, slots=True)
class Election(_TwoCandidates):
    """The two leading candidates of one election.

    Attributes:
        year: The year of the election.
        first_name: The candidate counted first; a placeholder when the table names nobody.
        first_votes: Votes for that candidate.
        second_name: The candidate counted second.
        second_votes: Votes for that candidate.
        total_votes: All votes cast for the office, or None when the table does not say.
        first_party: Party of the first candidate, empty when the table does not say.
        second_party: Party of the second candidate.
    """

    year: int
    first_name: str
    first_votes: int
    second_name: str
    second_votes: int
    total_votes: int | None
    first_party: str = ""
    second_party: str = ""


@dataclass(frozen=True, slots=True)
class Unit(_TwoCandidates):
    """The 2020 vote of one unit that chooses electors: a state, DC, or a district of Maine or Nebraska.

    Attributes:
        unit: Postal code, with the district's number after a hyphen ("NE-3").
        first_votes: Votes for Biden.
        second_votes: Votes for Trump.
        total_votes: All votes cast for president.
    """

    unit: str
    first_votes: int
    second_votes: int
    total_votes: int


def us_presidential_elections() -> tuple[Election, ...]:
    """The 26 elections of 1920-2020, winner of the popular vote first, best available counts.

    Example:
        >>> us_presidential_elections()[-1].counts
        (81283501, 74223975)
    """
    return _elections(*_packaged("us_presidential_top2.csv"))


def authors_elections() -> tuple[Election, ...]:
    """The same 26 elections with the counts behind the published curve, which carries no names and no totals.

    Source: the data published with the code of [Liu, Wang, Xia 2023], Fig. 1. They differ from
    `us_presidential_elections` in seven years.

    Example:
        >>> authors_elections()[-1].counts
        (81268924, 74216154)
    """
    return _elections(*_packaged("us_presidential_top2_authors.csv"))


def units_2020() -> tuple[Unit, ...]:
    """The 56 units of the 2020 election, ordered by code.

    The rows of Maine and Nebraska include their districts' votes, so the 56 rows must not be added up.

    Example:
        >>> next(unit for unit in units_2020() if unit.unit == "NE-3").counts
        (65854, 222179)
    """
    raw, source = _packaged("us_presidential_2020_units.csv")
    return tuple(
        Unit(row.text("unit"), row.count("biden"), row.count("trump"), row.count("total"))
        for row in _rows(raw, source, ("unit", "biden", "trump", "total"))
    )


def read_elections(path: str | os.PathLike[str]) -> tuple[Election, ...]:
    r"""Read elections from a CSV file: UTF-8, comma-separated, one header line, one election per line.

    The columns `year`, `first_votes` and `second_votes` must be there, in any order; `first_name`,
    `second_name`, `first_party`, `second_party` and `total_votes` are used when they are; all others are
    ignored. Neither the lines nor the two candidates of a line are reordered: whoever the file calls first stays
    first, with fewer votes too.

    Args:
        path: The file.

    Returns:
        The elections in the order of the file, at least one.

    Raises:
        DomainError: The file cannot be read or a line is not as described; the message names the file, the
            line and what must hold.
        SizeError: The file is larger than 16 MiB, or has more than `MOST_ELECTIONS` elections.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "votes.csv")
        ...     _ = file.write_text("second_votes,year,first_votes\n700,2024,300\n")
        ...     read_elections(file)[0].counts
        (300, 700)
    """
    source = os.fspath(path)
    return _elections(csv_rows(path, most_rows=MOST_ELECTIONS + 1), source)


def _packaged(name: str) -> tuple[Iterator[Row], str]:
    table = resources.files("sdp_proofs.papers.smoothed_dp") / "data" / name
    return rows_of(io.BytesIO(table.read_bytes()), name, most_rows=MOST_ELECTIONS + 1), name


def _elections(lines: Iterator[Row], source: str) -> tuple[Election, ...]:
    elections: list[Election] = []
    seen: dict[int, int] = {}
    for row in _rows(lines, source, ("year", "first_votes", "second_votes")):
        total = row.count("total_votes") if row.text("total_votes") else None
        election = Election(
            year=row.integer("year"),
            first_name=row.text("first_name") or "first",
            first_votes=row.count("first_votes"),
            second_name=row.text("second_name") or "second",
            second_votes=row.count("second_votes"),
            total_votes=total,
            first_party=row.text("first_party"),
            second_party=row.text("second_party"),
        )
        if election.year in seen:
            raise row.error(f"year must appear once, got {election.year} also in line {seen[election.year]}")
        if election.records == 0:
            raise row.error("first_votes + second_votes must be at least 1, got 0")
        if total is not None and total < election.records:
            raise row.error(f"total_votes must be at least first_votes + second_votes, got {total}")
        seen[election.year] = row.line
        elections.append(election)
    return tuple(elections)


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a table, with what an error message about it needs to say."""

    source: str
    line: int
    fields: dict[str, str]

    def text(self, column: str) -> str:
        return self.fields.get(column, "")

    def integer(self, column: str) -> int:
        text = self.text(column)
        if not _INTEGER.fullmatch(text):
            raise self.error(f"{column} must be an integer of at most 30 digits, got {_quoted(text)}")
        return int(text)

    def count(self, column: str) -> int:
        value = self.integer(column)
        if value < 0:
            raise self.error(f"{column} must be at least 0, got {value}")
        return value

    def error(self, message: str) -> DomainError:
        return DomainError(f"{self.source}, line {self.line}: {message}")


def _rows(lines: Iterator[Row], source: str, required: tuple[str, ...]) -> Iterator[_Row]:
    """The lines of a table as rows; blank lines are skipped, at least one row is demanded."""
    header = next(lines, None)
    if header is None:
        raise DomainError(f"{source}: must have a header with {', '.join(required)}, got an empty file")
    line, columns = header
    missing = [column for column in required if column not in columns]
    if missing:
        found = _quoted(",".join(columns))
        raise DomainError(f"{source}, line {line}: the header must name {', '.join(required)}, got {found}")
    repeated = [column for column in columns if column and columns.count(column) > 1]
    if repeated:
        raise DomainError(f"{source}, line {line}: a column must be named once, got {repeated[0]!r} again")
    empty = True
    for line, values in lines:
        empty = False
        if len(values) != len(columns):
            # Refused rather than padded: a thousands separator would shift every later column.
            raise DomainError(f"{source}, line {line}: must have {len(columns)} fields, got {len(values)}")
        yield _Row(source, line, dict(zip(columns, values, strict=True)))
    if empty:
        raise DomainError(f"{source}: must have at least one line below the header, got none")


def _quoted(text: str) -> str:
    """The text as a Python literal on one line, shortened when it is long."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")


DIGITS = 12
"""Significant digits that are proven unless others are asked for."""

COLUMNS = (
    "panel", "threshold", "epsilon", "lost", "year", "first_votes", "second_votes", "records", "draws",
    "delta_lower", "delta_upper", "utility_lower", "utility_upper", "one_over_n", "dp_delta",
    "neighbour_first", "neighbour_second", "direction", "delta_below_one_over_n", "utility_below_one_over_n",
)  # fmt: skip
"""Columns of the rows as text."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Assumptions about the adversary and about the lost votes.

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
class ElectionRow:
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


def election_rows(elections: Iterable[Election], setting: Setting, *, digits: int = DIGITS) -> Iterator[ElectionRow]:
    """The privacy of every election in one setting, one row after the other.

    World: enclosures with `digits` proven significant digits.

    Args:
        elections: for instance `us_presidential_elections()`.
        setting: for instance `FIGURE_1`.
        digits: significant digits to prove.

    Raises:
        PrecisionError: the digits could not be proven.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.elections import us_presidential_elections
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
        yield ElectionRow(
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
