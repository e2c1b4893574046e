"""The set of laws a record may follow, as the vertices of a polytope of laws over finitely many types."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.files import csv_rows
from sdp_proofs.numbers.reals import Readable, read_integer, read_rational, shown
from sdp_proofs.provers.linear import Separation, extreme_points, separating_functional

Law = tuple[Fraction, ...]

MOST_LAWS = 100_000
_MOST_WORK = 10**9
_MOST_ROWS = 100_000


@dataclass(frozen=True)
class SourceSet:
    """Finitely many laws over the same m >= 2 types, and with them all the mixtures of these laws.

    World: exact. Of Pi only the convex hull matters [Liu, Wang, Xia 2023, Prop. 7], because the expected loss is
    affine in the law of each single record. `vertices` are the laws that are mixtures of no others.

    Read with `closed=False` the laws bound a set that need not contain them, such as all shares strictly between
    20 % and 80 %. Everything computed from the vertices is then the supremum over the set, which need not be
    attained; the `max` in Def. 3 has to be read as that supremum. For a closed set it is a maximum.

    Args:
        laws: at least one; each has one probability per type, >= 0, and they sum to one exactly.
        closed: whether the set contains the laws.
        labels: a name for each law, for instance of an electoral unit.

    Raises:
        DomainError: no laws, laws over different types, or not laws.
        SizeError: more than `MOST_LAWS` laws.

    Example:
        >>> sources = SourceSet.from_laws(["1/5,4/5", "1/2,1/2", "4/5,1/5"])
        >>> sources.types, sources.vertex_indices, sources.smallest_probability
        (2, (0, 2), Fraction(1, 5))
        >>> sources.redundant[1] == {0: Fraction(1, 2), 2: Fraction(1, 2)}
        True
    """

    laws: tuple[Law, ...]
    closed: bool = True
    labels: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not self.laws:
            raise DomainError("a set of sources must have at least one source, got none")
        if len(self.laws) > MOST_LAWS:
            raise SizeError(f"a set of sources must have at most {MOST_LAWS} sources, got {len(self.laws)}")
        if self.types < 2:
            raise DomainError(f"a source must have at least two types, got {self.types}")
        for position, law in enumerate(self.laws):
            name = f"source {position + 1}"
            if len(law) != self.types:
                raise DomainError(f"sources must have the same types: {name} must have {self.types}, got {len(law)}")
            if not all(isinstance(probability, Fraction) for probability in law):
                raise DomainError(f"{name}: probabilities must be fractions; `from_laws` reads other numbers")
            for probability in law:
                if probability < 0:
                    raise DomainError(f"{name}: probabilities must be >= 0, got {shown(probability)}")
            if sum(law) != 1:
                raise DomainError(f"{name}: probabilities must sum to one, got {shown(sum(law))}")
        if self.labels is not None and len(self.labels) != len(self.laws):
            raise DomainError(f"labels must be one per source, {len(self.laws)}, got {len(self.labels)}")

    @classmethod
    def from_laws(
        cls,
        laws: Iterable[str | Sequence[Readable]],
        *,
        closed: bool = True,
        labels: Iterable[str] | None = None,
    ) -> SourceSet:
        """Read laws: sequences of exactly readable probabilities, or strings of them separated by commas.

        Args:
            laws: one entry per law.
            closed: whether the set contains the laws.
            labels: one name per law.

        Raises:
            DomainError: a number that is not exact, or not laws.

        Example:
            >>> SourceSet.from_laws(["0.9446,0.0554", ("9/40", "31/40")]).vertices[1]
            (Fraction(9, 40), Fraction(31, 40))
        """
        read: list[Law] = []
        for law in laws:
            parts = law.split(",") if isinstance(law, str) else law
            name = f"source {len(read) + 1}: a probability"
            read.append(tuple(read_rational(part, name) for part in parts))
        return cls(tuple(read), closed, None if labels is None else tuple(labels))

    @classmethod
    def interval(cls, low: Readable, high: Readable, *, closed: bool = True) -> SourceSet:
        """All laws over two types in which the share of the first type lies between two bounds.

        Args:
            low: the smallest share.
            high: the largest share.
            closed: whether the bounds belong to the set.

        Raises:
            DomainError: not 0 <= low <= high <= 1, or an open interval with low = high, which is empty.

        Example:
            >>> SourceSet.interval("0.2", "0.8", closed=False).vertices[0]
            (Fraction(1, 5), Fraction(4, 5))
        """
        first, last = read_rational(low, "low"), read_rational(high, "high")
        if not 0 <= first <= last <= 1:
            raise DomainError(f"shares must satisfy 0 <= low <= high <= 1, got {shown(first)} and {shown(last)}")
        if first == last and not closed:
            raise DomainError(f"an open interval must have low < high, got {shown(first)} twice")
        shares = (first,) if first == last else (first, last)
        return cls(tuple((share, 1 - share) for share in shares), closed)

    @classmethod
    def from_counts(
        cls,
        rows: Iterable[Sequence[Readable]],
        *,
        closed: bool = True,
        labels: Iterable[str] | None = None,
    ) -> SourceSet:
        """The relative frequencies of rows of counts, such as the votes of each candidate in each unit.

        Args:
            rows: one row per law, one count per type.
            closed: whether the set contains the laws.
            labels: one name per row.

        Raises:
            DomainError: a count that is negative or not an integer, or a row without a record.

        Example:
            >>> SourceSet.from_counts([(1, 3), (2, 2)]).vertices[0]
            (Fraction(1, 4), Fraction(3, 4))
        """
        laws = [_frequencies(row, f"row {number}") for number, row in enumerate(rows, start=1)]
        return cls(tuple(laws), closed, None if labels is None else tuple(labels))

    @classmethod
    def from_csv(
        cls,
        path: str | os.PathLike[str],
        columns: Sequence[str],
        *,
        label: str | None = None,
        closed: bool = True,
    ) -> SourceSet:
        r"""The relative frequencies of the counts in a CSV file: UTF-8, comma-separated, one header line.

        Args:
            path: the file; other columns than those named are ignored, blank lines are skipped.
            columns: the columns with the counts, one per type, in the order of the types.
            label: the column with the laws' names.
            closed: whether the set contains the laws.

        Raises:
            DomainError: the file cannot be read, a column is missing, or a line is not as described; the message
                names the file and the line.
            SizeError: the file is larger than 16 MiB, or has more than 100,000 lines.

        Example:
            >>> import pathlib, tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = pathlib.Path(folder, "units.csv")
            ...     _ = file.write_text("unit,yes,no\nA,1,3\nB,2,2\n")
            ...     sources = SourceSet.from_csv(file, ["yes", "no"], label="unit")
            >>> sources.vertex_labels
            ('A', 'B')
        """
        source = os.fspath(path)
        wanted = [*columns, *([] if label is None else [label])]
        laws, names = [], []
        for line, fields in _table(source, wanted):
            laws.append(_frequencies([fields[column] for column in columns], f"{source}, line {line}"))
            names.append("" if label is None else fields[label])
        if not laws:
            raise DomainError(f"{source}: must have at least one line below the header, got none")
        return cls(tuple(laws), closed, None if label is None else tuple(names))

    @property
    def types(self) -> int:
        """The number of types m."""
        return len(self.laws[0])

    @cached_property
    def _hull(self) -> tuple[list[int], dict[int, dict[int, Fraction]]]:
        if self.types == 2:
            return _segment([law[0] for law in self.laws])
        count = len(self.laws)
        if count * min(count, self.types) * self.types * (count + self.types) > _MOST_WORK:
            raise SizeError(
                f"the convex hull must be of fewer laws or types to be computed exactly, "
                f"got {count} laws over {self.types} types"
            )
        # The last probability follows from the others, so it says nothing about who is a mixture of whom.
        return extreme_points([law[:-1] for law in self.laws])

    @property
    def vertex_indices(self) -> tuple[int, ...]:
        """Find which of the laws are vertices of the convex hull, increasing; of equal laws the first.

        Raises:
            SizeError: three types or more, and too many laws for exact linear programming.
        """
        return tuple(self._hull[0])

    @property
    def vertices(self) -> tuple[Law, ...]:
        """The vertices of the convex hull, in the order of the laws.

        Raises:
            SizeError: three types or more, and too many laws for exact linear programming.
        """
        return tuple(self.laws[index] for index in self.vertex_indices)

    @property
    def vertex_labels(self) -> tuple[str, ...] | None:
        """The names of the vertices, where the laws have names."""
        return None if self.labels is None else tuple(self.labels[index] for index in self.vertex_indices)

    @property
    def redundant(self) -> Mapping[int, Mapping[int, Fraction]]:
        """Every law that is not a vertex: its index -> {index of a vertex: share > 0}, a mixture that gives it.

        Raises:
            SizeError: three types or more, and too many laws for exact linear programming.
        """
        return MappingProxyType({index: MappingProxyType(shares) for index, shares in self._hull[1].items()})

    def separation(self, vertex: int) -> Separation | None:
        """A hyperplane that keeps a vertex strictly apart from all other vertices: why it cannot be left out.

        Args:
            vertex: an index among `vertex_indices`.

        Returns:
            The hyperplane, checked exactly; None if the vertex is the only one.

        Raises:
            DomainError: not the index of a vertex.

        Example:
            >>> apart = SourceSet.from_laws(["1,0", "1/2,1/2", "0,1"]).separation(0)
            >>> apart.value((1, 0)) > apart.level >= apart.value((0, 1))
            True
        """
        if vertex not in self.vertex_indices:
            raise DomainError(f"vertex must be one of the indices {self.vertex_indices}, got {vertex}")
        others = [self.laws[index] for index in self.vertex_indices if index != vertex]
        return separating_functional(others, self.laws[vertex]) if others else None

    @property
    def smallest_probability(self) -> Fraction:
        """The smallest positive probability that one of the laws gives to a type.

        With `full_support` it is the constant f of strict positivity [Liu, Wang, Xia 2023, Thm. 3]: every mixture,
        too, gives every type at least f. Without, mixtures give some type arbitrarily small probabilities or none.
        """
        return min(probability for law in self.laws for probability in law if probability)

    @property
    def full_support(self) -> bool:
        """Tell whether every law gives every type a positive probability (of an open set: whether its closure does)."""
        return all(probability > 0 for law in self.laws for probability in law)


def _segment(shares: Sequence[Fraction]) -> tuple[list[int], dict[int, dict[int, Fraction]]]:
    """Two types: the first law of smallest and of largest share, and the position of all others in between."""
    positions = range(len(shares))
    low, high = min(positions, key=shares.__getitem__), max(positions, key=shares.__getitem__)
    width = shares[high] - shares[low]
    combined: dict[int, dict[int, Fraction]] = {}
    for index, share in enumerate(shares):
        if index not in (low, high):
            part = (share - shares[low]) / width if width else Fraction(0)
            pairs = sorted([(low, 1 - part), (high, part)])
            combined[index] = {vertex: mass for vertex, mass in pairs if mass}
    return sorted({low, high}), combined


def _frequencies(row: Sequence[Readable], name: str) -> Law:
    counts = [read_integer(count, f"{name}: a count") for count in row]
    for count in counts:
        if count < 0:
            raise DomainError(f"{name}: a count must be >= 0, got {shown(count)}")
    total = sum(counts)
    if total == 0:
        raise DomainError(f"{name}: there must be at least one record, got none")
    return tuple(Fraction(count, total) for count in counts)


def _table(source: str, columns: Sequence[str]) -> Iterable[tuple[int, dict[str, str]]]:
    """Line number and named fields of every line of a CSV file that is not blank."""
    header: list[str] | None = None
    for line, fields in csv_rows(source, most_rows=_MOST_ROWS):
        if header is None:
            header = fields
            for column in columns:
                if header.count(column) != 1:
                    found = shown(",".join(header))
                    raise DomainError(f"{source}: the header must name {column!r} once, got {found}")
        elif len(fields) != len(header):
            raise DomainError(f"{source}, line {line}: must have {len(header)} fields, got {len(fields)}")
        else:
            yield line, dict(zip(header, fields, strict=True))
    if header is None:
        raise DomainError(f"{source}: must have a header with {', '.join(columns)}, got an empty file")
