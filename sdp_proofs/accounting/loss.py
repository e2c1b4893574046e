"""What the inversion engine asks of one step of a composition: the law of its privacy loss through its moments.

A *pair* (P, Q) of laws has the privacy loss L = ln(dP/dQ) under P; M(z) = E_P[e^(zL); L finite] is its moment
generating function. The engine needs M on the real axis, M at equidistant points of a vertical line, and a bound of
|M| on the far part of that line. Whatever supplies these three can be composed with everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from sdp_proofs.numbers.balls import acb, arb


@dataclass(frozen=True, slots=True)
class Slope:
    """ln M, its first and its second derivative at one real point, as floats (estimate: it only chooses contours)."""

    value: float
    first: float
    second: float

    def __add__(self, other: Slope) -> Slope:
        return Slope(self.value + other.value, self.first + other.first, self.second + other.second)

    def times(self, steps: int) -> Slope:
        """That of so many independent steps."""
        return Slope(steps * self.value, steps * self.first, steps * self.second)


class Loss(Protocol):
    """The privacy loss of one step, in one direction.

    `infinite` is the probability under P that the loss is infinite, as a ball.
    """

    @property
    def infinite(self) -> arb:
        """P(L = infinity)."""

    def slope(self, contour: float) -> Slope:
        """Ln M and its derivatives at a real point > 0 (estimate)."""

    def moment(self, contour: float) -> arb:
        """M at a real point >= 0, a ball of at least some 30 bits."""

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """M(contour + i k step) for k < count, balls of radius at most about 10^-digits M(contour)."""

    def beyond(self, contour: float, start: float) -> arb:
        """An upper bound of |M(contour + it)| / M(contour) over all t >= start, at most one."""

    def near(self, contour: float, frequency: float) -> float:
        """About what `beyond` will prove there (estimate), at most one."""


class Cells(NamedTuple):
    """The tilted law of one step: the loss at index 0, the spacing, (index, p e^(c l)), and what is left out."""

    first: arb
    unit: arb
    weights: Sequence[tuple[int, arb]]
    rest: arb


@runtime_checkable
class LatticeLoss(Protocol):
    """A loss that may lie on a lattice."""

    def cells(self, contour: float) -> Cells | None:
        """Its tilted law at the working precision; None where there is no lattice."""
