"""Limits of a certificate's cost: every size is refused, and all work is paid for, before it is done."""

from __future__ import annotations

from dataclasses import dataclass

MAX_BYTES = 2**20
"""Largest size of a file."""
MAX_TEXT = 4000
"""Characters of an expression; words may have as many."""
MAX_DIGITS = 4000
"""Decimal digits of a number as it is written."""
MAX_ENTRIES = 200
"""Definitions, hypotheses, or values; pairs or parts of an accounting answer."""
MAX_NESTING = 60
"""Deepest nesting of an expression as it is written."""
MAX_DEPTH = 120
"""Greatest depth of an expression as it is evaluated, through all functions that are called."""
MAX_BITS = 2**21
"""Most bits of a number: numerator and denominator together."""
MAX_ITEMS = 100_000
"""Most items of a tuple."""
MAX_WORK = 5_000_000
"""Steps, of two microseconds at most; one step is a small operation, and a product of two numbers of 2048 bits."""
_STEP = 22
_SCHOOL_BITS = 2048
"""Up to which Python multiplies digit by digit; longer numbers are halved, and one product becomes three."""


class CertificateError(ValueError):
    """The certificate cannot be read, or an expression uses what the language does not have."""


class LimitError(CertificateError):
    """The certificate may be right, but it asks for more than is granted."""


class UndecidedError(Exception):
    """Two intervals overlap, so that a comparison of the numbers in them is open; more precision may decide."""


@dataclass(slots=True)
class Budget:
    """The work that is left, the same for all precisions; what is used in vain is gone.

    Example:
        >>> budget = Budget(10)
        >>> budget.charge(4)
        >>> budget.left
        6
    """

    left: int = MAX_WORK

    def charge(self, steps: int) -> None:
        """Pay for some steps.

        Raises:
            LimitError: they are more than is left.
        """
        self.left -= steps
        if self.left < 0:
            raise LimitError(f"a certificate must be replayed within {MAX_WORK} steps of work; it needs more")

    def charge_product(self, one: int, other: int, times: int = 1) -> None:
        """Pay for multiplying, or for dividing, numbers of so many bits, so many times, and for keeping the results.

        Raises:
            LimitError: the numbers are too long, or the work is more than is left.
        """
        fits(one)
        fits(other)
        self.charge(times * (1 + (one * other >> _STEP) + (one + other >> 9)))

    def charge_long_product(self, one: int, other: int) -> None:
        """Pay for a single product of integers of so many bits, however long: the longer one in pieces of the shorter.

        Raises:
            LimitError: the work is more than is left.
        """
        shorter, longer = sorted((max(1, one), max(1, other)))
        products = -(-longer // shorter)
        while shorter > _SCHOOL_BITS:
            shorter, products = (shorter + 1) // 2, 3 * products
        self.charge(products + (one + other >> 9))


def fits(bits: int) -> None:
    """Refuse a number of too many bits.

    Raises:
        LimitError: there are more than `MAX_BITS`.
    """
    if bits > MAX_BITS:
        raise LimitError(f"a number must have at most {MAX_BITS} bits; one would have more")
