"""`Bound`: a number on a known side of a loss, with where it comes from and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sdp_proofs.numbers.decide import Number, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict


class Standing(StrEnum):
    """What is known of a bound."""

    PROVED = "proved here"
    REFUTED = "refuted as printed"


class Way(StrEnum):
    """On which side of the quantity a bound is meant to lie."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper or a lower bound.

    World: directed bound. `value` encloses the number that the bound's formula has; `decimal` rounds it away from
    what it bounds.

    Args:
        value: the formula's value.
        way: upper or lower.
        name: which bound it is.
        source: where it is proved or printed.
        standing: proved, or refuted as printed.
        hypotheses: what must hold, beyond the instance being well formed; all of it holds here unless `valid` is False.
        valid: whether the hypotheses hold. A proved bound whose hypotheses fail is an error instead.

    Example:
        >>> third = Bound(Enclosure.of("1/3"), Way.UPPER, "a third", "here", Standing.PROVED)
        >>> third.decimal(4), third.admits(Enclosure.of("1/4")).value
        ('0.3334', 'HOLDS')
    """

    value: Enclosure
    way: Way
    name: str
    source: str
    standing: Standing
    hypotheses: tuple[str, ...] = ()
    valid: bool = True

    def decimal(self, digits: int) -> str:
        """The bound as a decimal, rounded up if it is an upper bound and down if it is a lower one."""
        return self.value.bounds(digits)[1 if self.way is Way.UPPER else 0]

    def admits(self, quantity: Number) -> Verdict:
        """Whether a quantity lies on the side of the bound where it should."""
        if self.way is Way.UPPER:
            return decide_less_equal(quantity, self.value)
        return decide_less_equal(self.value, quantity)
