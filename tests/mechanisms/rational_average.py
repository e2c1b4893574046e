"""The sampling-average mechanism on rationals in [0, 1]: draw records without replacement and publish their mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.subset_sums import sum_law
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational


@dataclass(frozen=True, slots=True)
class RationalAverage:
    """`draws` records drawn uniformly without replacement; the output is their mean, not rounded.

    World: exact. A record is any rational in [0, 1], and databases are adjacent when one record has another value, so
    a database has infinitely many neighbours; `replaced` makes one of them. In units of one over the common
    denominator of the records the sums are integers. [Liu, Wang, Xia 2023, Algorithm 3, Sec. 5.2]

    Args:
        draws: sample size T >= 1; at most the number of records.

    Raises:
        DomainError: no draw.

    Example:
        >>> RationalAverage(draws=2).law(("0", "1/2", "2/3"))
        FiniteLaw({Fraction(1, 4): 1/3, Fraction(1, 3): 1/3, Fraction(7, 12): 1/3})
        >>> RationalAverage(draws=2).replaced(("0", "1/2"), 1, "1/3")
        (Fraction(0, 1), Fraction(1, 3))
    """

    draws: int

    def __post_init__(self) -> None:
        if self.draws < 1:
            raise DomainError(f"draws must be >= 1, got {self.draws}")

    def law(self, database: Sequence[Readable]) -> FiniteLaw[Fraction]:
        """The law of the published mean.

        Raises:
            DomainError: a record that is not a rational in [0, 1], or fewer records than draws.
            SizeError: it would take too long, as when the common denominator is large.
        """
        held = _read(database)
        unit = lcm(*(record.denominator for record in held))
        sums = sum_law([int(record * unit) for record in held], self.draws)
        return sums.image(lambda total: Fraction(total, unit * self.draws))

    def replaced(self, database: Sequence[Readable], position: int, value: Readable) -> tuple[Fraction, ...]:
        """The neighbour in which the record at a position has another value.

        Raises:
            DomainError: no such position, the value that is there already, or no rational in [0, 1].
        """
        held, (new,) = _read(database), _read([value])
        if not 0 <= position < len(held):
            raise DomainError(f"position must be between 0 and {len(held) - 1}, got {position}")
        if held[position] == new:
            raise DomainError(f"a neighbour must have another value at position {position}, got {new} again")
        return (*held[:position], new, *held[position + 1 :])


def _read(database: Sequence[Readable]) -> tuple[Fraction, ...]:
    held = tuple(read_rational(record, "a record") for record in database)
    for record in held:
        if not 0 <= record <= 1:
            raise DomainError(f"a record must be between 0 and 1, got {record}")
    return held
