"""The operator A = I - sigma L of Laplacian smoothing [Wang et al. 2019, Eq. (3)]: what it is for every size.

L is the Laplacian of the circle with d places, (L u)(i) = u(i - 1) - 2 u(i) + u(i + 1), indices modulo d. Hence

    (A u)(i) = (1 + 2 sigma) u(i) - sigma (u(i - 1) + u(i + 1)).

This definition also says what A is where the printed matrix cannot be read: at d = 1 both neighbours of a place are
the place itself, so L = 0 and A = 1; at d = 2 both are the other place, so A = [[1 + 2s, -2s], [-2s, 1 + 2s]]. With it
the eigenvalues are 1 + 2 sigma (1 - cos(2 pi j/d)) for every d >= 1, as the paper uses them.

World: exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_integer, read_rational, shown

LARGEST_SIZE = 10**18
"""Beyond it no closed form is evaluated."""


@dataclass(frozen=True, slots=True)
class SmoothingOperator:
    """A = I - sigma L on a circle of `size` places, and with it A^-1, which smooths.

    Args:
        size: number of coordinates d >= 1.
        sigma: strength >= 0, without unit; at 0 the operator is the identity.

    Raises:
        DomainError: a size below 1 or a sigma below 0.

    Example:
        >>> SmoothingOperator.read(size=3, sigma="1/2").apply([1, 0, 0])
        (Fraction(2, 1), Fraction(-1, 2), Fraction(-1, 2))
    """

    size: int
    sigma: Fraction

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST_SIZE:
            raise DomainError(f"the size d must be from 1 to {LARGEST_SIZE}, got {shown(self.size)}")
        check_sigma(self.sigma)

    @classmethod
    def read(cls, *, size: Readable, sigma: Readable) -> SmoothingOperator:
        """Read both exactly.

        Raises:
            DomainError: not an integer size >= 1, or not a rational sigma >= 0.
        """
        return cls(read_integer(size, "the size d"), read_rational(sigma, "sigma"))

    def apply(self, vector: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
        """A u, exactly.

        Args:
            vector: u, of `size` numbers.

        Raises:
            DomainError: another number of coordinates.
        """
        if len(vector) != self.size:
            raise DomainError(f"a vector must have {self.size} coordinates, got {len(vector)}")
        values = [Fraction(value) for value in vector]
        return tuple(
            (1 + 2 * self.sigma) * value - self.sigma * (values[i - 1] + values[(i + 1) % self.size])
            for i, value in enumerate(values)
        )


LARGEST_FLOAT_SIGMA = 10**15
"""Beyond it a smoothing in floats would only be a mean."""


def check_float_sigma(sigma: Fraction) -> Fraction:
    """The strength of smoothing, if it can be computed with in floats.

    Raises:
        DomainError: it is negative, or larger than `LARGEST_FLOAT_SIGMA`.

    Example:
        >>> check_float_sigma(Fraction(3))
        Fraction(3, 1)
    """
    if check_sigma(sigma) > LARGEST_FLOAT_SIGMA:
        raise DomainError(f"the smoothing strength sigma must be at most 10**15 in floats, got {shown(sigma)}")
    return sigma


def check_sigma(sigma: Fraction) -> Fraction:
    """The strength of smoothing, if it is one.

    Raises:
        DomainError: it is negative.

    Example:
        >>> check_sigma(Fraction(0))
        Fraction(0, 1)
    """
    if sigma < 0:
        raise DomainError(f"the smoothing strength sigma must be >= 0, got {shown(sigma)}")
    return sigma
