"""Enclose delta of two steps of rounded or truncated normal noise as a sum and an integral.

World: enclosure. Let p and q be the laws of the first output under P and Q, and h the profile of the second step. Given
the first output, what is left of the odds a is a q/p, so

    H_a = sum of p h(a q/p) over all outputs, or the integral of it where they have densities.

*Rounded* noise has the outputs k, integers; those farther than K from both answers add between zero and their mass
under P, since h is at most 1.

*Truncated* noise has an atom at each end of its range and in between the densities f(x - d) and f(x), f normal of
deviation s. Its loss at x is (xd - d^2/2)/s^2, so what is left of ln a falls in x as a straight line, and so does the
place u of the second step's best half-line. From left to right there are five pieces, with the range of the second step
from v to w and its tails T:

* the odds left are larger than those of all outputs: h is zero;
* u is beyond w: h = T(w - d) - (a q/p) T(w), of the atom there;
* u is in the range: h = T(u - d) - (a q/p) T(u);
* u is below v: h = T(v - d) - (a q/p) T(v), all but the atom at v;
* the odds left are smaller than those of all outputs: h = 1 - a q/p.

The third piece is integrated, the others are differences of normal tails. Where two pieces meet is a ball; one of them
is taken up to its middle, and within the radius both differ from h by less than 1 + a q/p, which is added.

Of the mirrored pairs delta is a H_(1/a) + 1 - a.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction, Engine
from sdp_proofs.accounting.engines import least_epsilon
from sdp_proofs.accounting.noise_pairs import Between, HalfLines, normal_beyond, odd_halves
from sdp_proofs.accounting.pairs import Mirrored, Pair, height
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import ExactReal, exponential

_SPARE = 48
_MOST_OUTPUTS = 2000
_ROUGH_BITS = 64
_LOG2 = math.log(2)


@dataclass(frozen=True)
class TwoHalfLines(Engine):
    """The engine of two steps of rounded or truncated normal noise.

    Args:
        first: one step, P with the larger answer.
        second: the other.
        mirror: whether the pairs are asked from the other side.
        direction: of both.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> asked = Question.of(read_release("rounded(gaussian(sigma=1)) * 2"), "add-remove")
        >>> TwoHalfLines.of(asked.directions[0]).delta(read_real(1), 12).rounded(12)
        '0.251379678046'
    """

    first: HalfLines
    second: HalfLines
    mirror: bool
    direction: Direction

    @classmethod
    def of(cls, direction: Direction) -> TwoHalfLines | None:
        """The engine of a direction, or None where there are not two steps of one kind, or too many outputs."""
        pairs = [step.pair for step, count in direction.steps for _ in range(count)][:3]
        if sum(count for _, count in direction.steps) != 2:
            return None
        mirror = all(isinstance(pair, Mirrored) for pair in pairs)
        lines = [_plain(pair) if mirror else pair for pair in pairs]
        one, two = lines
        if not isinstance(one, HalfLines) or not isinstance(two, HalfLines):
            return None
        if (one.places is odd_halves) != (two.places is odd_halves):
            return None
        if one.places is odd_halves and not 2 * one.sigma(_ROUGH_BITS) + one.distance(_ROUGH_BITS) < _MOST_OUTPUTS / 16:
            return None
        return cls(one, two, mirror, direction)

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """See `Engine`."""
        return least_epsilon(self, target, digits)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""
        if self.direction.never_beyond(epsilon):
            return Enclosure.of(0)

        def value(bits: int) -> arb:
            with ctx.workprec(bits + _SPARE):
                odds = exponential(epsilon).ball(bits + _SPARE)
                if not self.mirror:
                    return self._value(odds).max(arb(0))
                return (odds * self._value(1 / odds) + 1 - odds).max(arb(0))

        return refine(value, digits)

    def _value(self, odds: arb) -> arb:
        if isinstance(self.first.places, Between):
            return self._of_truncated(self.first.places, odds)
        return self._of_integers(odds)

    def _of_integers(self, odds: arb) -> arb:
        """The sum over the outputs of the first step."""
        sigma, d = self.first.sigma(ctx.prec), self.first.distance(ctx.prec)
        apart = round(float(d))
        reach = math.ceil(float(sigma) * math.sqrt(2 * _LOG2 * ctx.prec)) + 1
        total = arb(0).union(2 * normal_beyond(arb(2 * reach + 1) / 2 / sigma))

        def mass(place: int) -> arb:
            near, far = (arb(2 * abs(place) + side) / 2 / sigma for side in (-1, 1))
            return normal_beyond(near) - normal_beyond(far)

        for k in range(-reach, apart + reach + 1):
            total += self._after(mass(k - apart), mass(k), odds)
        return total

    def _after(self, first: arb, second: arb, odds: arb) -> arb:
        """The gain of one output of the first step: p h(a q/p)."""
        return first * height(self.second, odds * second / first)

    def _of_truncated(self, ends: Between, odds: arb) -> arb:
        """Both atoms and five pieces in between."""
        sigma, d = self.first.sigma(ctx.prec), self.first.distance(ctx.prec)
        low, high = ends.low(ctx.prec), ends.high(ctx.prec)
        total = self._after(normal_beyond((d - low) / sigma), normal_beyond(-low / sigma), odds)
        total += self._after(normal_beyond((high - d) / sigma), normal_beyond(high / sigma), odds)
        others = self.second.places
        assert isinstance(others, Between)
        other, apart = self.second.sigma(ctx.prec), self.second.distance(ctx.prec)
        v, w = others.low(ctx.prec), others.high(ctx.prec)

        def tails(place: arb) -> tuple[arb, arb]:
            return normal_beyond((place - apart) / other), normal_beyond(place / other)

        # Losses of the second step where its pieces meet, from the largest one on.
        beyond, rest = tails(w), tuple(normal_beyond(-end / other) for end in (v - apart, v))
        losses = [
            (beyond[0] / beyond[1]).log(),
            *((place * apart - apart * apart / 2) / other**2 for place in (w, v)),
            (rest[0] / rest[1]).log(),
        ]
        left = odds.log()
        meets = [sigma**2 * (left - loss) / d + d / 2 for loss in losses]
        cuts = [place.max(low).min(high) for place in meets]
        middles = [cut.mid() for cut in cuts]

        def between(start: arb, end: arb) -> tuple[arb, arb]:
            """Masses of the first step under P and Q."""
            return (
                normal_beyond((start - d) / sigma) - normal_beyond((end - d) / sigma),
                normal_beyond(start / sigma) - normal_beyond(end / sigma),
            )

        for (start, end), gain in (
            ((middles[0], middles[1]), beyond),
            ((middles[2], middles[3]), tails(v)),
            ((middles[3], high), (arb(1), arb(1))),
        ):
            masses = between(start, end)
            total += masses[0] * gain[0] - odds * masses[1] * gain[1]
        total += self._inner(middles[1], middles[2], odds)
        dense = (1 + odds) / (sigma * (2 * arb.pi()).sqrt())
        return total + arb(0, (2 * dense * sum((cut.rad() for cut in cuts), arb(0))).upper())

    def _inner(self, start: arb, end: arb, odds: arb) -> arb:
        """The integral where the place of the second step is within its range."""
        if not start < end:
            return arb(0)
        sigma, d = self.first.sigma(ctx.prec), self.first.distance(ctx.prec)
        other, apart = self.second.sigma(ctx.prec), self.second.distance(ctx.prec)
        root, left = arb(2).sqrt(), odds.log()

        def gain(x: acb, _: bool) -> acb:
            place = other**2 * (left - (x * d - d * d / 2) / sigma**2) / apart + apart / 2
            own = (-(((x - d) / sigma) ** 2) / 2).exp() * ((place - apart) / (other * root)).erfc()
            return own - odds * (-((x / sigma) ** 2) / 2).exp() * (place / (other * root)).erfc()

        found: arb = acb.integral(gain, acb(start), acb(end)).real
        return found / (2 * sigma * (2 * arb.pi()).sqrt())


def _plain(pair: Pair) -> Pair:
    """The pair that a mirrored one is the mirror of."""
    return pair.pair if isinstance(pair, Mirrored) else pair
