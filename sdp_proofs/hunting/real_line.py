"""All fractions of the real line, the simplest first: what a formula about real numbers is hunted over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd
from random import Random

from sdp_proofs.hunting.space import Instance

_ROUND = (1, 2, 3, 5, 10, 30, 100)
_REACHES = (1, 3, 10, 10, 100, 1000, 10**6)


@dataclass(frozen=True, slots=True)
class Reals:
    """Fractions of any sign; the level is |numerator| + denominator - 1, so 0 comes first, then 1 and -1.

    If 0 is not between the ends, the integer next to it that is takes its place.

    Args:
        low: the least value; None: none.
        high: the largest value; None: none.
        open_low: low itself does not belong to it.
        open_high: high itself does not.
        denominator: the largest denominator; 1 for integers.

    Example:
        >>> [str(x) for level in range(4) for x in Reals().at_level(level, {})]
        ['0', '-1', '1', '-2', '-1/2', '1/2', '2', '-3', '-1/3', '1/3', '3']
    """

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False
    denominator: int = 10**6

    @property
    def origin(self) -> int:
        """Where the levels begin."""
        if self.low is not None and self.low > 0:
            return ceil(self.low)
        return floor(self.high) if self.high is not None and self.high < 0 else 0

    def has(self, value: Fraction) -> bool:
        """Whether it lies between the ends."""
        above = self.low is None or value > self.low or (value == self.low and not self.open_low)
        return above and (self.high is None or value < self.high or (value == self.high and not self.open_high))

    def at_level(self, level: int, before: Instance) -> Iterator[Fraction]:
        """In ascending order."""
        found = [
            self.origin + Fraction(top, bottom)
            for bottom in range(1, min(level + 1, self.denominator) + 1)
            for top in {level + 1 - bottom, bottom - level - 1}
            if gcd(top, bottom) == 1
        ]
        yield from sorted(value for value in found if self.has(value))

    def level(self, value: Fraction, before: Instance) -> int:
        """The size of the numerator and of the denominator, together."""
        return abs((value - self.origin).numerator) + value.denominator - 1

    def draw(self, random: Random, before: Instance) -> Fraction | None:
        """Small fractions, large ones, and values close to the ends."""
        for _ in range(20):
            bottom = min(self.denominator, int(random.paretovariate(0.7)))
            reach = bottom * random.choice(_REACHES)
            middle = random.choice([Fraction(self.origin), *(end for end in (self.low, self.high) if end is not None)])
            value = Fraction(round(middle * bottom) + random.randint(-reach, reach), bottom)
            if self.has(value):
                return value
        return None

    def near(self, value: Fraction, before: Instance) -> Iterator[Fraction]:
        """The value, rounded values and steps of several sizes; the nearer end if it lies beyond."""
        if not self.has(value):
            ends = [end for end in (self.low, self.high) if end is not None and self.has(end)]
            inner = ends or [x for level in range(9) for x in self.at_level(level, before)][:1]
            yield from inner[:1]
            return
        candidates = [value, *(value.limit_denominator(bottom) for bottom in _ROUND)]
        candidates += [value + step for step in (1, -1, Fraction(1, 10), -Fraction(1, 10), Fraction(1, 100))]
        candidates += [value * Fraction(*factor) for factor in ((-1, 1), (0, 1), (2, 1), (1, 2), (9, 10), (11, 10))]
        for candidate in dict.fromkeys(candidates):
            small = candidate.limit_denominator(self.denominator)
            if self.has(small):
                yield small
