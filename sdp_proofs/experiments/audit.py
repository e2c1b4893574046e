"""How private is a release of my own data? From raw records to delta, epsilon, the adversary's odds and the limits."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numerics.decide import decide_less
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.reals import Readable
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.calibration import epsilon_for
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.profile import LeastEpsilon
from sdp_proofs.privacy.sample_size import Limit, fewest_records, most_draws
from sdp_proofs.privacy.utility import utility
from sdp_proofs.verdict import Verdict

EPSILONS = ("0.1", "0.5", "1", "2", "4")
"""Budgets of the first table."""
MOST_TYPES = 1000


@dataclass(frozen=True, slots=True)
class Column:
    """The values of one column and how often each occurs, the most frequent first."""

    name: str
    values: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def records(self) -> int:
        """Number of records."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class AtBudget:
    """What a release loses at one epsilon.

    Args:
        epsilon: as typed.
        delta: delta(x).
        utility: how much an adversary gains who knows all records but one; None if there are too many types for it.
        below_one_over_n: whether delta < 1/n.
        most_draws: the largest sample with delta <= 1/n.
        fewest_records: a number of records with the same shares, sampled at the same rate, with delta <= 1/n for the n
            of this column, while one fewer has a larger delta; None for three values or more, where it takes long.
    """

    epsilon: str
    delta: Enclosure
    utility: Enclosure | None
    below_one_over_n: Verdict
    most_draws: Limit
    fewest_records: Limit | None


@dataclass(frozen=True, slots=True)
class Audit:
    """The answers about one column.

    Args:
        column: its histogram.
        database: with the sampling scheme.
        rows: one per epsilon.
        epsilons: the smallest epsilon for each target delta, None where none is finite.
        dp_delta: T/n, the delta that differential privacy has to allow at whatever epsilon.
    """

    column: Column
    database: Database
    rows: tuple[AtBudget, ...]
    epsilons: tuple[tuple[Fraction, LeastEpsilon | None], ...]
    dp_delta: Fraction


def read_column(path: str, name: str, *, delimiter: str = ",") -> Column:
    """Count the values of a column of a CSV file with a header; spaces around values do not count.

    Raises:
        DomainError: no such column, an empty cell, or fewer than two or more than 1000 different values.
        OSError: the file cannot be read.
    """
    with open(path, encoding="utf-8-sig", newline="") as stream:
        rows = csv.DictReader(stream, delimiter=delimiter)
        try:
            if rows.fieldnames is None or name not in rows.fieldnames:
                known = ", ".join(rows.fieldnames or ()) or "none"
                raise DomainError(f"{path}: the column must be one of {known}; got {name!r}")
            tally: Counter[str] = Counter()
            for row in rows:
                value = (row[name] or "").strip()
                if not value:
                    raise DomainError(f"{path}: every record must have a {name}, got none in line {rows.line_num}")
                tally[value] += 1
        except (csv.Error, UnicodeDecodeError) as error:
            raise DomainError(f"{path}: must be a CSV file in UTF-8, got {error}") from None
    if not 2 <= len(tally) <= MOST_TYPES:
        raise DomainError(f"{path}: {name} must have between 2 and {MOST_TYPES} different values, got {len(tally)}")
    values, counts = zip(*tally.most_common(), strict=True)
    return Column(name, values, counts)


def audit(
    column: Column,
    *,
    rate: Readable | None = None,
    draws: Readable | None = None,
    epsilons: Sequence[str] = EPSILONS,
    targets: Sequence[Readable] = (),
    digits: int = 6,
) -> Audit:
    """Delta and utility at several epsilons, epsilon at several deltas, and the largest sample that stays below 1/n.

    World: enclosures and proven integers.

    Args:
        column: for instance of `read_column`.
        rate: the share of records that is sampled, without replacement.
        draws: or how many.
        epsilons: anything that `Budget` reads.
        targets: deltas to find epsilon for; 1/n is always one of them.
        digits: significant digits to prove.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> found = audit(Column("vote", ("yes", "no"), (700, 300)), rate="0.9")
        >>> [(row.epsilon, row.delta.rounded(3), row.below_one_over_n.value) for row in found.rows][2]
        ('1', '2.52e-6', 'HOLDS')
    """
    size = sampling_draws(column.records, rate=rate, draws=draws)
    database = Database(column.counts, size)
    limit = Fraction(1, column.records)
    rows = tuple(_row(database, epsilon, limit, digits) for epsilon in epsilons)
    goals = dict.fromkeys((limit, *(Fraction(str(target)) for target in targets)))
    return Audit(
        column,
        database,
        rows,
        tuple((goal, epsilon_for(database, goal, digits=digits)) for goal in goals),
        Fraction(size, column.records),
    )


def _row(database: Database, epsilon: str, limit: Fraction, digits: int) -> AtBudget:
    budget = Budget.read(epsilon=epsilon)
    value = delta(database, budget, digits=digits).value
    try:
        gain = utility(database, budget=budget, digits=digits).value
    except SizeError:
        gain = None
    most = most_draws(database.counts, budget, limit)
    fewest = None
    if len(database.counts) == 2:
        shares = [Fraction(count, database.records) for count in database.counts]
        rate = Fraction(database.draws, database.records)
        fewest = fewest_records(shares, rate, budget, limit) if rate > 0 else None
    return AtBudget(epsilon, value, gain, decide_less(value, limit), most, fewest)
