"""The discrete Gaussian mechanism: probabilities proportional to e^(-k^2/(2 v)) on the integers, v = sigma^2.

World: enclosure. At an integer distance d the loss of the output k is (d^2 - 2kd)/(2v): a lattice. Its moment
generating function is e^(z d^2/(2v)) sum e^(-k^2/(2v) - zkd/v) / sum e^(-k^2/(2v)): theta functions on the real axis.
Elsewhere the modulus of a term is largest near k = -Re z d, and it falls at least geometrically beyond: from K on (K >
the place of the maximum m) by e^(-(K-m)/v) a step, as (k+1-m)^2 - (k-m)^2 >= 2 (k-m). The pair equals its mirror (k ->
d - k).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sdp_proofs.accounting.loss import Cells, Slope
from sdp_proofs.accounting.pairs import NOWHERE, Masses
from sdp_proofs.distributions.noise.discrete_gaussian import lower_tail, lower_tails, row, total
from sdp_proofs.numbers.balls import acb, arb, ctx, square, whole
from sdp_proofs.sums.exponential_sums import exponential_sums

_SHORT_BITS = 96
_SMOOTH = 4


@dataclass(frozen=True)
class DiscreteGaussianLoss:
    """The loss of one step.

    Args:
        variance: precision -> v.
        distance: d, a positive integer.

    Example:
        >>> float(DiscreteGaussianLoss(lambda bits: arb(4), 1).moment(0.0))
        1.0
    """

    variance: Callable[[int], arb]
    distance: int

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            rate = float(self.distance**2 / self.variance(_SHORT_BITS))
            if rate * _SMOOTH < self.distance**2:  # then the loss is normal to far beyond a float
                return Slope(contour * (contour + 1) * rate / 2, (contour + 0.5) * rate, rate)
            weights, losses, _ = self._tilted(arb(contour))
            total = sum(weights, arb(0))
            first = sum((w * x for w, x in zip(weights, losses, strict=True)), arb(0)) / total
            second = sum((w * square(x - first) for w, x in zip(weights, losses, strict=True)), arb(0)) / total
            return Slope(float(total.log()), float(first), float(second))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            v, d, point = self.variance(_SHORT_BITS), self.distance, arb(contour)
            # e^(-k^2/(2v) + c (d^2 - 2kd)/(2v)) = e^(-(k + cd)^2/(2v)) e^(c (c+1) d^2/(2v))
            return (point * (point + 1) * d * d / (2 * v)).exp() * total(v, -point * d) / total(v)

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(int(digits * 3.33) + 64):
            weights, losses, rest = self._tilted(arb(contour))
            slack = acb(arb(0, rest), arb(0, rest))
            return [value + slack for value in exponential_sums(weights, losses, arb(step), count)]

    def beyond(self, contour: float, start: float) -> arb:
        """One: on a lattice it comes back."""
        return arb(1)

    def near(self, contour: float, frequency: float) -> float:
        """One, as `beyond`."""
        return 1.0

    def cells(self, contour: float) -> Cells:
        """See `periodic`: the loss of the output k is d^2/(2v) - k d/v."""
        v, d = self.variance(ctx.prec), self.distance
        terms, _ = row(v, -arb(contour) * d)
        weights, _, rest = self._tilted(arb(contour))
        indexed = [(-k, weight) for (k, _), weight in zip(terms, weights, strict=True)]
        return Cells(arb(d * d) / (2 * v), d / v, indexed, rest)

    def _tilted(self, contour: arb) -> tuple[list[arb], list[arb], arb]:
        """Probabilities times e^(c L), the losses L, and a bound of the sum of what is left out."""
        v, d = self.variance(ctx.prec), self.distance
        centre = -contour * d
        terms, rest = row(v, centre)
        # e^(-k^2/(2v) + c (d^2 - 2kd)/(2v)) = e^(-(k + cd)^2/(2v)) e^(c (c+1) d^2/(2v))
        scale = (contour * (contour + 1) * d * d / (2 * v)).exp() / total(v)
        return (
            [weight * scale for _, weight in terms],
            [(arb(d * d) - 2 * k * d) / (2 * v) for k, _ in terms],
            arb((rest * scale).upper()),
        )


@dataclass(frozen=True)
class DiscreteGaussianPair:
    """The pair of one step: see `Pair`."""

    equals_mirror: ClassVar[bool] = True
    variance: Callable[[int], arb]
    distance: int

    def upper(self, ratio: arb) -> Masses:
        """Losses above ln ratio are outputs k < d/2 - v ln(ratio)/d; the law with mean d sees them shifted by d."""
        place = self._place(ratio)
        return self._below(place), self._below(place - self.distance)

    def lower(self, ratio: arb) -> Masses:
        """The outputs on the other side."""
        place = self._place(ratio)
        return self._below(-place), self._below(self.distance - place)

    def alone(self) -> Masses:
        """None: see `Pair`."""
        return NOWHERE

    def height(self, ratio: arb) -> arb:
        """The outputs that are decided to gain, and of one that is not decided what it gains, if anything."""
        place = self._place(ratio)
        if not place.is_finite():
            return arb(0).union(arb(1))
        first, last = whole(place.lower().ceil()), whole(place.upper().ceil())
        found = self._gain(first - 1, ratio)
        for k in range(first, last):
            found += (self._gain(k, ratio) - self._gain(k - 1, ratio)).max(arb(0))
        return found

    def depth(self, ratio: arb) -> arb:
        """A h(1/a), as the pair equals its mirror."""
        return ratio * self.height(1 / ratio)

    def _gain(self, last: int, ratio: arb) -> arb:
        """P - a Q of the outputs up to one."""
        return self._tail(last) - ratio * self._tail(last - self.distance)

    def _place(self, ratio: arb) -> arb:
        v = self.variance(ctx.prec)
        return arb(self.distance) / 2 - v * ratio.log() / self.distance

    def _below(self, place: arb) -> arb:
        """P(k < place); where the ball does not decide an integer, both."""
        if not place.is_finite():
            return arb(0).union(arb(1))
        high, low = whole(place.upper().ceil()), whole(place.lower().ceil())
        bound = self._tail(high - 1)
        return bound if low == high else bound.union(self._tail(low - 1))

    def _tail(self, last: int) -> arb:
        """P(k <= last), from a table; further out remembered, as most places lie between the same few integers."""
        whole, tails = self._table()
        if last >= 0:
            return 1 - self._tail(-last - 1)
        if last >= -len(tails):
            return tails[-last - 1]
        known = self._tails
        if (ctx.prec, last) not in known:
            known[ctx.prec, last] = lower_tail(self.variance(ctx.prec), last, whole)
        return known[ctx.prec, last]

    def _table(self) -> tuple[arb, list[arb]]:
        """The sum of all terms, and the tails that are not negligible."""
        known = self._tables
        if ctx.prec not in known:
            v = self.variance(ctx.prec)
            whole = total(v)
            known[ctx.prec] = whole, lower_tails(v, whole)
        return known[ctx.prec]

    @cached_property
    def _tables(self) -> dict[int, tuple[arb, list[arb]]]:
        return {}

    @cached_property
    def _tails(self) -> dict[tuple[int, int], arb]:
        return {}
