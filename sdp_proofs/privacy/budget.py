"""The privacy budget: epsilon, or its exponential, read exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError, OptionsError, SizeError
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    as_typed,
    exponential,
    logarithm,
    rational,
    read_integer,
    read_rational,
    read_real,
    sign,
)

LARGEST_EPSILON = 10**6
"""Beyond it no computation with exp(epsilon) would end."""


@dataclass(frozen=True, slots=True)
class Budget:
    """An epsilon >= 0 together with odds = exp(epsilon) >= 1.

    World: exact. `rational_odds` is a Fraction whenever exp(epsilon) is rational.

    Example:
        >>> Budget.read(epsilon="log(51/49)").rational_odds
        Fraction(51, 49)
        >>> Budget.read(odds="3/2").threshold
        Fraction(3, 5)
    """

    epsilon: ExactReal
    odds: ExactReal
    text: str

    @classmethod
    def read(
        cls,
        *,
        epsilon: Readable | None = None,
        odds: Readable | None = None,
        threshold: Readable | None = None,
    ) -> Budget:
        """Read exactly one of epsilon >= 0, odds >= 1 and threshold in [1/2, 1), with odds = t/(1-t).

        Raises:
            DomainError: none or several given, not exact, or outside the domain.
            SizeError: epsilon is larger than `LARGEST_EPSILON`.
        """
        given = [value for value in (epsilon, odds, threshold) if value is not None]
        if len(given) != 1:
            raise OptionsError(f"exactly one of epsilon, odds and threshold must be given, got {len(given)}")
        if epsilon is not None:
            read = read_real(epsilon, "epsilon")
            if sign(read) not in (0, 1):
                raise DomainError(f"epsilon must be >= 0, got {epsilon}")
            return cls(_limited(read), exponential(read), as_typed(epsilon))
        if odds is not None:
            read = read_real(odds, "odds")
            excess = _excess_sign(read)
            if excess not in (0, 1):
                raise DomainError(f"odds must be >= 1 (odds = exp(epsilon)), got {odds}")
            return cls(_limited(logarithm(read)), read, f"log({as_typed(odds)})")
        fraction = read_rational(threshold, "threshold")
        if not Fraction(1, 2) <= fraction < 1:
            raise DomainError(f"threshold must be in [1/2, 1), got {threshold}")
        return cls.read(odds=fraction / (1 - fraction))

    @property
    def rational_odds(self) -> Fraction | None:
        """exp(epsilon) as a Fraction, or None where it is irrational."""
        return self.odds.as_fraction()

    @property
    def threshold(self) -> Fraction | None:
        """The accuracy threshold t = odds/(odds + 1) that belongs to the budget, where rational."""
        odds = self.rational_odds
        return None if odds is None else odds / (odds + 1)

    @property
    def size_bits(self) -> int:
        """log2 of the odds, rounded up (estimate, for choosing a working precision)."""
        return int(float(self.epsilon.ball(64).upper()) * 1.4427) + 1

    def __str__(self) -> str:
        return self.text


def _limited(epsilon: ExactReal) -> ExactReal:
    if sign(add(epsilon, rational(-LARGEST_EPSILON))) == 1:
        raise SizeError(f"epsilon must be at most {LARGEST_EPSILON}, got a larger one")
    return epsilon


def _excess_sign(odds: ExactReal) -> int | None:
    """The sign of odds - 1."""
    fraction = odds.as_fraction()
    if fraction is not None:
        return (fraction > 1) - (fraction < 1)
    return sign(logarithm(odds)) if sign(odds) == 1 else -1


def sampling_draws(records: int, *, rate: Readable | None = None, draws: Readable | None = None) -> int:
    """Return how many records are sampled: ceil(rate * records), computed exactly, or `draws` as given.

    Args:
        records: number of records n >= 1.
        rate: sampling rate in (0, 1].
        draws: overrides the rate.

    Raises:
        DomainError: neither or both given, or outside the domain.

    Example:
        >>> sampling_draws(1000, rate="0.9981")
        999
    """
    if (rate is None) == (draws is None):
        raise OptionsError("exactly one of rate and draws must be given")
    if draws is not None:
        number = read_integer(draws, "draws")
        if number < 0:
            raise DomainError(f"draws must be >= 0, got {number}")
        return number
    fraction = read_rational(rate, "rate")
    if not 0 < fraction <= 1:
        raise DomainError(f"rate must be in (0, 1], got {rate}")
    product = fraction * records
    return -(-product.numerator // product.denominator)
