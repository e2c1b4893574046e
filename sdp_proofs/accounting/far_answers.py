"""Integer noise on two answers so far apart that the outputs between them cannot be listed.

World: enclosure. The noise is symmetric about 0 and its tails T(k) = Pr[noise >= k] are known in closed form; the
answers are 0 and d, a positive integer. Where the ratio of the two laws rises in the output, half-lines {y >= u} are
the best events (claim `half-lines-gain-up-to-the-odds`), so h(a) = max(0, 1 - a, max over u of T(u - d) - a T(u)).
Between the answers the loss of the output y is (2y - d)/scale, so the best u is next to (d + scale ln a)/2, or to an
answer; as no half-line gains more than the best one, those that are tried next to these places decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from sdp_proofs.accounting.pairs import NOWHERE, Ball, Masses
from sdp_proofs.numbers.balls import arb, ctx, whole

_NEAR = range(-2, 4)
_MOST_UNDECIDED = 16


@dataclass(frozen=True)
class FarAnswers:
    """The pair of one step: see `pairs.Pair`; it equals its mirror, as the noise is symmetric.

    Args:
        distance: d.
        scale: precision -> the scale that the losses between the answers are proportional to.
        tail: a positive integer k -> T(k), at the working precision.

    Example:
        >>> pair = FarAnswers(10**20, lambda bits: arb(10) ** 20, geometric_tail(lambda bits: arb(10) ** 20))
        >>> pair.height(arb(2)).str(8, radius=False)  # that of Laplace noise: 1 - e^((ln 2 - 1)/2)
        '0.14223612'
    """

    equals_mirror: ClassVar[bool] = True
    distance: int
    scale: Ball
    tail: Callable[[int], arb]

    def height(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        return _largest([arb(0), 1 - ratio, *(p - ratio * q for p, q in self._events(ratio))])

    def depth(self, ratio: arb) -> arb:
        """A h(1/a), as the pair equals its mirror."""
        return ratio * self.height(1 / ratio)

    def upper(self, ratio: arb) -> Masses:
        """See `pairs.Pair`."""
        events = [(arb(0), arb(0)), (arb(1), arb(1)), *self._events(ratio)]
        gains = [p - ratio * q for p, q in events]
        best = [event for event, gain in zip(events, gains, strict=True) if not any(gain < other for other in gains)]
        first, second = best[0]
        for p, q in best[1:]:
            first, second = first.union(p), second.union(q)
        return first, second

    def lower(self, ratio: arb) -> Masses:
        """See `pairs.Pair`: the outputs y with the ratio 1/a at d - y."""
        return self.upper(1 / ratio)[::-1]

    def alone(self) -> Masses:
        """None: see `pairs.Pair`."""
        return NOWHERE

    def _events(self, ratio: arb) -> Iterator[Masses]:
        """Half-lines from the places next to the best one and to both answers, under P and under Q."""
        with ctx.workprec(ctx.prec + self.distance.bit_length()):
            best = (self.distance + self.scale(ctx.prec) * ratio.log()) / 2
            clipped = best.max(arb(0)).min(arb(self.distance))
            low, high = (whole(end.floor()) for end in (clipped.lower(), clipped.upper()))
        if high - low > _MOST_UNDECIDED:
            yield arb(0).union(arb(1)), arb(0).union(arb(1))
            return
        near = {place + turn for place in (0, self.distance) for turn in _NEAR}
        for place in sorted({*near, *range(low + _NEAR[0], high + _NEAR[-1] + 1)}):
            yield self._tail(place - self.distance), self._tail(place)

    def _tail(self, place: int) -> arb:
        return self.tail(place) if place > 0 else 1 - self.tail(1 - place)


def geometric_tail(scale: Ball) -> Callable[[int], arb]:
    """Of noise with probabilities proportional to e^(-|k|/scale)."""

    def tail(place: int) -> arb:
        s = scale(ctx.prec)
        return (-place / s).exp() / (1 + (-1 / s).exp())

    return tail


def rounded_laplace_tail(scale: Ball) -> Callable[[int], arb]:
    """Of Laplace noise rounded to integers: that it is above k - 1/2 itself."""
    return lambda place: (-(2 * place - 1) / (2 * scale(ctx.prec))).exp() / 2


def _largest(values: list[arb]) -> arb:
    found = values[0]
    for value in values[1:]:
        found = found.max(value)
    return found
