"""Audit of a release of own data: from raw records to delta, epsilon, the adversary's odds and the limits."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.files import csv_rows
from sdp_proofs.numbers.conversion import frame, rounded_down, rounded_up
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, shown
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.calibration import Limit, epsilon_for, fewest_records, most_draws
from sdp_proofs.privacy.histogram.database import Database, delta, tiny_delta
from sdp_proofs.privacy.profile import LeastEpsilon, read_target
from sdp_proofs.privacy.utility import utility
from sdp_proofs.verdict import Verdict

EPSILONS = ("0.1", "0.5", "1", "2", "4")
"""Budgets of the first table."""
MOST_TYPES = 1000
MOST_RECORDS = 50_000_000
LARGEST_FILE = 2**28
"""Bytes of a file of records, of which only the counts are kept."""


@dataclass(frozen=True, slots=True)
class Column:
    """The values of one column and how often each occurs, the most frequent first.

    Args:
        name: as the header has it.
        values: the different ones.
        counts: how often each occurs.
        slips: sentences on what in the file looks like a slip; what is counted is counted as it stands.
    """

    name: str
    values: tuple[str, ...]
    counts: tuple[int, ...]
    slips: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, tally: Mapping[str, int]) -> Column:
        """A column from how often each value occurs.

        Raises:
            DomainError: fewer than two or more than 1000 different values.

        Example:
            >>> Column.of("vote", {"yes": 2, "no": 1}).counts
            (2, 1)
        """
        if not 2 <= len(tally) <= MOST_TYPES:
            raise DomainError(f"{name} must have between 2 and {MOST_TYPES} different values, got {len(tally)}")
        return cls(name, tuple(tally), tuple(tally.values()))

    @property
    def records(self) -> int:
        """Number of records."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class AtBudget:
    """Loss of a release at one epsilon.

    Args:
        epsilon: as typed.
        delta: delta(x).
        utility: how much an adversary gains who knows all records but one; None if there are too many types for it.
        below_one_over_n: whether delta < 1/n.
        most_draws: the largest sample with delta <= 1/n.
        fewest_records: a number of records with the same shares, sampled at the same rate, with delta <= 1/n for the n
            of this column, while one fewer has a larger delta; None for three values or more, where it takes long.
        bounded: whether delta is a bound alone: below 1e-300, of three values or more in very many records.
    """

    epsilon: str
    delta: Enclosure
    utility: Enclosure | None
    below_one_over_n: Verdict
    most_draws: Limit
    fewest_records: Limit | None
    bounded: bool = False

    @property
    def fewest_in_words(self) -> str | None:
        """The fewest records, or that they are more than could be looked at."""
        limit = self.fewest_records
        if limit is None:
            return None
        if limit.meets is not None:
            return str(limit.meets)
        power = len(str(limit.fails)) - 1
        return f"more than {f'10^{power}' if limit.fails == 10**power and power > 5 else limit.fails}"


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

    def to_dict(self, digits: int = 6) -> dict[str, object]:
        """The answers as decimal strings, rounded outward: what `audit --json` prints."""
        return {
            "column": self.column.name,
            "values": {value: str(count) for value, count in zip(self.column.values, self.column.counts, strict=True)},
            "records": str(self.column.records),
            "draws": str(self.database.draws),
            "rows": [
                {
                    "epsilon": row.epsilon,
                    "delta": row.delta.to_json(digits),
                    "utility": None if row.utility is None else row.utility.to_json(digits),
                    "below_one_over_n": row.below_one_over_n.value,
                    "most_draws": str(row.most_draws.meets),
                    "fewest_records": row.fewest_in_words,
                }
                for row in self.rows
            ],
            "epsilons": [
                {"delta": str(target), "epsilon": None if least is None else least.enclosure().to_json(digits)}
                for target, least in self.epsilons
            ],
            "dp_delta": str(self.dp_delta),
            "slips": list(self.column.slips),
        }

    def to_frame(self) -> Any:
        """A pandas frame with one row per epsilon; values are rounded up to doubles, lower ends down.

        Raises:
            DomainError: pandas is not installed.
        """
        rows = []
        for row in self.rows:
            found: dict[str, Any] = {"epsilon": row.epsilon}
            for name, value in (("delta", row.delta), ("utility", row.utility)):
                if value is not None:
                    found[name] = found[f"{name}_upper"] = rounded_up(value)
                    found[f"{name}_lower"] = rounded_down(value)
            found |= {"below_one_over_n": row.below_one_over_n.value, "most_draws": row.most_draws.meets}
            rows.append({**found, "fewest_records": row.fewest_in_words})
        return frame(rows)


def read_column(path: str, name: str, *, delimiter: str = ",") -> Column:
    """Count the values of a column of a CSV file with a header; spaces around values do not count.

    Args:
        path: the file.
        name: of the column, in the header.
        delimiter: one character, or the word tab.

    Raises:
        DomainError: the file cannot be read, no such column, an empty cell, or fewer than two or more than 1000
            different values.
        SizeError: more than `LARGEST_FILE` bytes, or a line of more than 1 MiB.
    """
    delimiter = "\t" if delimiter in ("tab", "\\t") else delimiter
    if len(delimiter) != 1 or delimiter in '\r\n" ':
        raise DomainError(f"delimiter must be one character, and no quote, space or line break; got {delimiter!r}")
    rows = csv_rows(path, most_rows=MOST_RECORDS + 1, most_bytes=LARGEST_FILE, delimiter=delimiter)
    _, header = next(rows, (0, []))
    if not header:
        raise DomainError(f"{path}: must begin with a line of the columns' names, got an empty file")
    if header.count(name) != 1:
        known = shown(", ".join(header))
        hint = _hint(header, delimiter)
        raise DomainError(f"{path}: the column must be one of {known}, and named there once; got {shown(name)}{hint}")
    place = header.index(name)
    tally: Counter[str] = Counter()
    odd = first_odd = 0
    for line, fields in rows:
        if len(fields) != len(header):
            odd, first_odd = odd + 1, first_odd or line
        value = fields[place] if place < len(fields) else ""
        if not value:
            raise DomainError(f"{path}: every record must have a {name}, got none in line {line}")
        tally[value] += 1
        if len(tally) > MOST_TYPES:
            break
    if not 2 <= len(tally) <= MOST_TYPES:
        found = len(tally) if len(tally) <= MOST_TYPES else "more"
        raise DomainError(f"{path}: {name} must have between 2 and {MOST_TYPES} different values, got {found}")
    values, counts = zip(*tally.most_common(), strict=True)
    told = list(slips(values))
    if odd:
        lines = "1 line has" if odd == 1 else f"{odd} lines have"
        told.insert(0, f"{lines} not as many fields as the header, the first of them line {first_odd}")
    return Column(name, values, counts, tuple(told))


def _hint(header: Sequence[str], delimiter: str) -> str:
    """The option to type where another character seems to separate the columns."""
    others = [sign for sign in (";", "\t", "|", ",") if sign != delimiter and any(sign in name for name in header)]
    if len(header) > 1 or not others:
        return ""
    return f"; the columns may be separated otherwise: --delimiter {'tab' if others[0] == chr(9) else repr(others[0])}"


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
    goals = dict.fromkeys((limit, *map(read_target, targets)))
    rows = tuple(_row(database, epsilon, limit, digits) for epsilon in epsilons)
    return Audit(
        column,
        database,
        rows,
        tuple((goal, epsilon_for(database, goal, digits=digits)) for goal in goals),
        Fraction(size, column.records),
    )


def _row(database: Database, epsilon: str, limit: Fraction, digits: int) -> AtBudget:
    budget = Budget.read(epsilon=epsilon)
    tiny = tiny_delta(database, budget)
    value = delta(database, budget, digits=digits).value if tiny is None else tiny
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
    return AtBudget(epsilon, value, gain, decide_less(value, limit), most, fewest, tiny is not None)


_QUOTES = frozenset("\"'`«»") | {chr(code) for code in (*range(0x2018, 0x2020), 0x2039, 0x203A)}


def legible(text: str) -> str:
    r"""A text as it may stand in a line of a terminal: quoted, with escapes, if a reader could take it for another.

    Example:
        >>> print(legible("New York"), legible("\x1b[2Jred"), legible("a, b"), legible("\ufeffa"))
        New York '\x1b[2Jred' 'a, b' '\ufeffa'
    """
    if unicodedata.normalize("NFC", text) != text:  # printable, and another text that looks the same is more usual
        return ascii(text)
    odd = not text.isprintable() or text != text.strip() or "," in text or bool(_QUOTES & set(text))
    return repr(text) if odd else text


def slips(values: Iterable[str]) -> Iterator[str]:
    r"""Sentences on the different values of a column that may be one, or none.

    Example:
        >>> for sentence in slips(["yes", "no", "Yes", "\ufeffno"]):
        ...     print(sentence)
        values that look alike are counted apart: yes, Yes
        values that look alike are counted apart: no, '\ufeffno'
        values have characters that are not shown: '\ufeffno'
    """
    listed = list(values)
    alike: dict[str, list[str]] = {}
    for value in listed:
        alike.setdefault(_look(value), []).append(value)
    for members in alike.values():
        if len(members) > 1:
            yield f"values that look alike are counted apart: {_named(members)}"
    hidden = [value for value in listed if not value.isprintable()]
    if hidden:
        yield f"values have characters that are not shown: {_named(hidden)}"
    quoted = [value for value in listed if '"' in value]
    if quoted:
        yield f"values have quotation marks within: {_named(quoted)}"


def _look(value: str) -> str:
    """Return a value as the eye sees it: without case, composition of accents, spaces, quotes or hidden characters."""
    plain = unicodedata.normalize("NFKC", value).casefold()
    return "".join(sign for sign in plain if sign.isprintable() and not sign.isspace() and sign not in _QUOTES)


def _named(values: list[str], most: int = 4) -> str:
    more = f" and {len(values) - most} more" if len(values) > most else ""
    return ", ".join(legible(value) if len(value) <= 60 else shown(value) for value in values[:most]) + more
