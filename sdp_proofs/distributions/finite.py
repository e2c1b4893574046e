"""Represent finite distributions, databases and mechanisms on them, exactly.

A database is a list of records, for mechanisms that care who sent which record, or its histogram. The law of a sample's
histogram is enumerated. A mechanism offers, whoever analyses it, the law of its output and the adjacent databases.

World: exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm, prod
from typing import Generic, Protocol, TypeVar

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable, read_rational, shown

Outcome = TypeVar("Outcome", bound=Hashable)
Image = TypeVar("Image", bound=Hashable)


class FiniteLaw(Mapping[Outcome, Fraction], Generic[Outcome]):
    """A frozen mapping from outcomes to positive probabilities that sum to one exactly.

    World: exact. The keys are the support: off it `law[outcome]` raises KeyError, `probability` answers zero.

    Args:
        masses: outcome -> probability, exactly readable and > 0.

    Raises:
        DomainError: a mass is not exact or not positive, or the masses do not sum to one.

    Example:
        >>> coin = FiniteLaw({"heads": "1/3", "tails": "2/3"})
        >>> coin["heads"], coin.probability("edge")
        (Fraction(1, 3), Fraction(0, 1))
    """

    __slots__ = ("_hash", "_masses")

    def __init__(self, masses: Mapping[Outcome, Readable]) -> None:
        exact = {
            outcome: mass if isinstance(mass, Fraction) else read_rational(mass, "a probability")
            for outcome, mass in masses.items()
        }
        for outcome, mass in exact.items():
            if mass.numerator <= 0:
                raise DomainError(f"a probability must be > 0, got {mass} at {shown(outcome)}")
        whole = lcm(*(mass.denominator for mass in exact.values()))
        if sum(mass.numerator * (whole // mass.denominator) for mass in exact.values()) != whole:
            raise DomainError(f"probabilities must sum to one, got {shown(sum(exact.values(), Fraction(0)))}")
        self._masses = exact
        self._hash: int | None = None

    @classmethod
    def gathered(cls, pairs: Iterable[tuple[Outcome, Fraction]]) -> FiniteLaw[Outcome]:
        """The law of outcome-probability pairs: equal outcomes are added up, zeros left out.

        Raises:
            DomainError: the result is not a law.

        Example:
            >>> dict(FiniteLaw.gathered([("a", Fraction(1, 2)), ("b", Fraction(0)), ("a", Fraction(1, 2))]))
            {'a': Fraction(1, 1)}
        """
        masses: dict[Outcome, Fraction] = {}
        for outcome, mass in pairs:
            masses[outcome] = masses[outcome] + mass if outcome in masses else mass
        return cls({outcome: mass for outcome, mass in masses.items() if mass != 0})

    def probability(self, outcome: Outcome) -> Fraction:
        """The probability of one outcome, zero off the support."""
        return self._masses.get(outcome, Fraction(0))

    def image(self, function: Callable[[Outcome], Image]) -> FiniteLaw[Image]:
        """The law of function(outcome).

        Example:
            >>> die = FiniteLaw({face: Fraction(1, 6) for face in range(1, 7)})
            >>> dict(die.image(lambda face: face % 2))
            {1: Fraction(1, 2), 0: Fraction(1, 2)}
        """
        return FiniteLaw.gathered((function(outcome), mass) for outcome, mass in self._masses.items())

    def expectation(self, function: Callable[[Outcome], Fraction | int]) -> Fraction:
        """The expected value of function(outcome).

        Example:
            >>> FiniteLaw({0: "1/4", 1: "3/4"}).expectation(lambda outcome: 2 * outcome)
            Fraction(3, 2)
        """
        return sum((mass * function(outcome) for outcome, mass in self._masses.items()), Fraction(0))

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self._masses[outcome]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._masses)

    def __len__(self) -> int:
        return len(self._masses)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._masses.items()))
        return self._hash

    def __repr__(self) -> str:
        masses = ", ".join(f"{outcome!r}: {mass}" for outcome, mass in self._masses.items())
        return f"FiniteLaw({{{masses}}})"


MAX_HISTOGRAMS = 1_000_000
"""The most histograms that are enumerated."""

Counts = tuple[int, ...]


def histograms(draws: int, ceilings: Sequence[int]) -> Iterator[Counts]:
    """Every histogram of `draws` draws with at most `ceilings[i]` of type i.

    Example:
        >>> list(histograms(2, (1, 2)))
        [(0, 2), (1, 1)]
    """
    if len(ceilings) == 1:
        if draws <= ceilings[0]:
            yield (draws,)
        return
    room = sum(ceilings[1:])
    for first in range(max(0, draws - room), min(draws, ceilings[0]) + 1):
        for rest in histograms(draws - first, ceilings[1:]):
            yield (first, *rest)


def sampled_law(counts: Sequence[int], draws: int) -> FiniteLaw[Counts]:
    """The multivariate hypergeometric law: `draws` records without replacement.

    Raises:
        DomainError: a negative count, no type, or not 0 <= draws <= number of records.
        SizeError: more than `MAX_HISTOGRAMS` outcomes.

    Example:
        >>> sampled_law((1, 2), 2)
        FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
    """
    records = _records(counts)
    if not 0 <= draws <= records:
        raise DomainError(f"draws must be between 0 and the number of records {records}, got {draws}")
    _check_size(counts, draws)
    whole = comb(records, draws)
    return FiniteLaw(
        {
            drawn: Fraction(prod(comb(count, part) for count, part in zip(counts, drawn, strict=True)), whole)
            for drawn in histograms(draws, counts)
        }
    )


def resampled_law(counts: Sequence[int], draws: int) -> FiniteLaw[Counts]:
    """The multinomial law: `draws` records with replacement.

    Raises:
        DomainError: a negative count, no record, or a negative number of draws.
        SizeError: more than `MAX_HISTOGRAMS` outcomes.

    Example:
        >>> resampled_law((1, 2), 2)
        FiniteLaw({(0, 2): 4/9, (1, 1): 4/9, (2, 0): 1/9})
    """
    records = _records(counts)
    if records == 0:
        raise DomainError("counts must contain at least one record, got none")
    if draws < 0:
        raise DomainError(f"draws must be >= 0, got {draws}")
    ceilings = [draws if count else 0 for count in counts]
    _check_size(ceilings, draws)
    whole = records**draws
    masses: dict[Counts, Fraction] = {}
    for drawn in histograms(draws, ceilings):
        orders, left = 1, draws
        for part in drawn:
            orders *= comb(left, part)
            left -= part
        masses[drawn] = Fraction(
            orders * prod(count**part for count, part in zip(counts, drawn, strict=True)), whole
        )
    return FiniteLaw(masses)


def replace_one(counts: Sequence[int]) -> Iterator[Counts]:
    """Every histogram that one changed record leads to.

    Example:
        >>> list(replace_one((1, 0, 2)))
        [(0, 1, 2), (0, 0, 3), (2, 0, 1), (1, 1, 1)]
    """
    for removed, held in enumerate(counts):
        for added in range(len(counts)):
            if held and added != removed:
                yield tuple(
                    count - (index == removed) + (index == added) for index, count in enumerate(counts)
                )


def _records(counts: Sequence[int]) -> int:
    if not counts:
        raise DomainError("counts must have at least one type, got none")
    for count in counts:
        if count < 0:
            raise DomainError(f"counts must be >= 0, got {count}")
    return sum(counts)


def _check_size(ceilings: Sequence[int], draws: int) -> None:
    # All parts but the largest are free, within their ceilings and the draws.
    sizes = sorted(min(ceiling, draws) + 1 for ceiling in ceilings)[:-1]
    if prod(sizes) > MAX_HISTOGRAMS and comb(draws + len(ceilings) - 1, draws) > MAX_HISTOGRAMS:
        raise SizeError(f"a sample must have at most {MAX_HISTOGRAMS} histograms to be enumerated, got more")


MAX_LISTS = 1_000_000
"""The most lists of records that are enumerated."""

Records = tuple[int, ...]
"""One type, 0 to m - 1, per record; the order matters."""


def record_lists(records: int, types: int) -> Iterator[Records]:
    """Every database of `records` records over `types` types, in dictionary order.

    Raises:
        DomainError: no record or no type.
        SizeError: more than `MAX_LISTS` databases.

    Example:
        >>> list(record_lists(2, 2))
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if records < 1:
        raise DomainError(f"there must be at least one record, got {records}")
    if types < 1:
        raise DomainError(f"there must be at least one type, got {types}")
    if types > 1 and (records > MAX_LISTS or types**records > MAX_LISTS):
        raise SizeError(f"there must be at most {MAX_LISTS} databases, got {types}**{records}")
    return product(range(types), repeat=records)


def histogram_of(records: Sequence[int], types: int) -> Counts:
    """Return how many records are of each type.

    Raises:
        DomainError: a record that is not one of the types.

    Example:
        >>> histogram_of((2, 0, 2), 3)
        (1, 0, 2)
    """
    counts = [0] * types
    for record in checked(records, types):
        counts[record] += 1
    return tuple(counts)


def replace_record(records: Sequence[int], types: int) -> Iterator[Records]:
    """Every database in which one record has another type.

    Raises:
        DomainError: a record that is not one of the types.

    Example:
        >>> list(replace_record((0, 1), 2))
        [(1, 1), (0, 0)]
    """
    held = checked(records, types)
    for position, record in enumerate(held):
        for other in range(types):
            if other != record:
                yield (*held[:position], other, *held[position + 1 :])


def checked(records: Sequence[int], types: int) -> Records:
    """The records as a tuple, if each is one of the types.

    Raises:
        DomainError: one is not.

    Example:
        >>> checked([0, 1], 2)
        (0, 1)
    """
    for record in records:
        if not 0 <= record < types:
            raise DomainError(f"a record must be one of the types 0 to {types - 1}, got {record}")
    return tuple(records)


Database = TypeVar("Database", bound=Hashable)


class Mechanism(Protocol[Database, Outcome]):
    """A randomised map from databases to outputs [Liu, Wang, Xia 2023, Def. 1].

    A database is a list of records (`distributions.finite.Records`), or for an anonymous mechanism its histogram
    (`distributions.finite.Counts`); each mechanism says which.
    """

    def law(self, database: Database, /) -> FiniteLaw[Outcome]:
        """The exact law of the output."""

    def neighbours(self, database: Database, /) -> Iterable[Database]:
        """The databases that differ from this one in one record."""
