"""Noise that is rounded or cut to a range, where outputs that are put together differ in their ratio.

World: enclosure. Let noise be symmetric with ratios of shifted densities (or probabilities) that rise, as those of the
normal, the discrete Gaussian, the binomial and the rounded Laplace law do (the last ones are log-concave), and let d
be the distance of two answers, of which the smaller one is 0 here. Rounding and truncation are monotone, so the ratio
of the results rises, too, and the best events are half-lines {y >= u} (claim `ratios-that-rise-rise-after-rounding-
and-truncation`); with T(x) = Pr[noise >= x] one has

    h(a) = max(0, 1 - a, max over u of T(u - d) - a T(u)).

* *Rounded*: u is half an odd number. Without rounding the maximum is at u* = sigma^2 ln(a)/d + d/2, with values that
  fall to both sides (claim `half-lines-gain-up-to-the-odds`), so one of the places next to u* is the best.
* *Cut* to a range of length R >= d: seen from the smaller answer b, the ends are low - b and high - b, and u is
  between them. Every half-line gains more the further the answers are apart
  (`half-lines-gain-more-at-larger-distances`), so the largest distance is the worst; and then
  (`a-range-limits-half-lines-most-from-its-ends`) the worst answer is at one end. For
  a >= 1 one has u* >= d/2, and what limits u is the upper end: it is R, its largest, where b is the low end itself.
  For a < 1 it is the lower end, and d - R is the least, where the larger answer is the high end. Both together are the
  pair with the ends d - R and R. It dominates, it equals its mirror, and one step attains it at every a; several steps
  need not: that depends on whether their answers can be at both ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.finite_pairs import table
from sdp_proofs.accounting.lemmas import outputs_of_one_ratio_may_be_joined, rounded_laplace_noise
from sdp_proofs.accounting.pairs import NOWHERE, AtomPair, Ball, Masses
from sdp_proofs.accounting.release import MOST_ROWS, whole_number
from sdp_proofs.distributions.noise.discrete_gaussian import lower_tail, total
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpq_poly
from sdp_proofs.numbers.reals import ExactReal

Power = Any
"""A ball, a fraction, or the polynomial u itself: a law that is a polynomial in u is evaluated with any of them."""
Places = Callable[[arb], list[arb]]
_Law = tuple[Callable[[int], arb], Callable[[int], arb]]
"""The probabilities of at least k, and of k, for any integer k."""
_MOST_PLACES = 8


@dataclass(frozen=True)
class HalfLines:
    """Normal laws about d and 0, of which half-lines from some places on are seen.

    Args:
        distance: precision -> d > 0.
        sigma: of the noise.
        places: the best place of all -> those seen places among which the best one is.
        equals_mirror: whether the places equal themselves seen from d instead of 0.

    Example:
        >>> pair = HalfLines(lambda bits: arb(1), lambda bits: arb(1), odd_halves)
        >>> pair.height(arb(1)).str(8, radius=False)  # Phi(1/2) - Phi(-1/2)
        '0.38292492'
    """

    distance: Ball
    sigma: Ball
    places: Places
    equals_mirror: bool = True

    def height(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        gains = [p - ratio * q for (p, q), _ in self._events(ratio)]
        return _largest([arb(0), 1 - ratio, *gains])

    def depth(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        gains = [ratio * q - p for _, (p, q) in self._events(ratio)]
        return _largest([arb(0), ratio - 1, *gains])

    def upper(self, ratio: arb) -> Masses:
        """See `pairs.Pair`."""
        nothing, everything = (arb(0), arb(0)), (arb(1), arb(1))
        return _best([nothing, everything, *(event for event, _ in self._events(ratio))], ratio, 1)

    def lower(self, ratio: arb) -> Masses:
        """See `pairs.Pair`."""
        nothing, everything = (arb(0), arb(0)), (arb(1), arb(1))
        return _best([nothing, everything, *(rest for _, rest in self._events(ratio))], ratio, -1)

    def alone(self) -> Masses:
        """None: see `Pair`."""
        return NOWHERE

    def _events(self, ratio: arb) -> list[tuple[Masses, Masses]]:
        """Half-lines from the places on, and their complements, each under P and under Q."""
        d, sigma = self.distance(ctx.prec), self.sigma(ctx.prec)
        best = sigma * sigma * ratio.log() / d + d / 2
        found = []
        for place in self.places(best):
            near, far = (place - d) / sigma, place / sigma
            found.append(((_beyond(near), _beyond(far)), (_beyond(-near), _beyond(-far))))
        return found


def odd_halves(best: arb) -> list[arb]:
    """Half an odd number next to a place, on either side.

    Raises:
        SizeError: the place is not known to a few units.
    """
    low, high = (math.floor(float(end) - 0.5) for end in (best.lower(), best.upper()))
    if high - low > _MOST_PLACES or not math.isfinite(float(best)):
        raise SizeError("the place of the best event must be known to a few units")
    # One more to either side: the floats above are rounded.
    return [arb(2 * k + 1) / 2 for k in range(low - 1, high + 3)]


def between(low: Ball, high: Ball) -> Places:
    """The place itself, or the end that it is beyond."""

    def places(best: arb) -> list[arb]:
        return [best.max(low(ctx.prec)).min(high(ctx.prec))]

    return places


def largest_loss(distance: Ball, sigma: Ball, high: Ball) -> Ball:
    """The loss of the outputs at the upper end, which none exceeds."""

    def loss(bits: int) -> arb:
        with ctx.workprec(bits):
            d, s, end = distance(bits), sigma(bits), high(bits)
            return (_beyond((end - d) / s) / _beyond(end / s)).log()

    return loss


def cut_rounded(sigma: Ball, distance: int, low: int, high: int) -> AtomPair:
    """Rounded normal noise about d and 0, cut to the integers from low to high.

    Example:
        >>> pair = cut_rounded(lambda bits: arb(1), 1, 0, 1)
        >>> [(p.str(4, radius=False), q.str(4, radius=False)) for p, q in pair.masses(64)]
        [('0.3085', '0.6915'), ('0.6915', '0.3085')]
    """

    def law(bits: int) -> _Law:
        s = sigma(bits)

        def tail(k: int) -> arb:
            return _beyond((arb(2 * k - 1) / 2) / s)

        return tail, lambda k: tail(abs(k)) - tail(abs(k) + 1)

    return _cut(law, distance, low, high)


def joined_rounded_laplace(room: int, distance: int) -> list[tuple[fmpq_poly, fmpq_poly]]:
    """An output so far below the smaller answer, and all below it: masses about the distance and about 0, in u.

    Beyond the first output below both answers the law is geometric, so more room than one changes nothing.
    """
    _check_distance(distance)
    u, first = fmpq_poly([0, 1]), min(room, 1)
    return [
        (rounded_laplace_mass(first + distance, u), rounded_laplace_mass(first, u)),
        (rounded_laplace_tail(first + distance + 1, u), rounded_laplace_tail(first + 1, u)),
    ]


def _check_distance(distance: int) -> None:
    """Refuse answers too far apart.

    Raises:
        SizeError: they are.
    """
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of rounded noise must be at most {MOST_ROWS}, got {distance}")


def rounded_laplace_mass(place: int, u: Power) -> Power:
    """The probability that rounded Laplace noise is an integer: claim `rounded-laplace-noise`."""
    return 1 - u if place == 0 else (1 - u * u) * u ** (2 * abs(place) - 1) / 2


def rounded_laplace_tail(place: int, u: Power) -> Power:
    """The probability that it is at least an integer.

    Example:
        >>> u = Fraction(1, 2)
        >>> [rounded_laplace_tail(k, u) - rounded_laplace_tail(k + 1, u) == rounded_laplace_mass(k, u) for k in (-1, 0)]
        [True, True]
    """
    return u ** (2 * place - 1) / 2 if place > 0 else 1 - u ** (1 - 2 * place) / 2


def rounded_laplace(scale: ExactReal, distance: ExactReal) -> AtomPair:
    """Rounded Laplace noise about 0 and about an integer distance.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> pair = rounded_laplace(rational(1), rational(1))
        >>> [(p.str(3, radius=False), q.str(3, radius=False)) for p, q in pair.masses(64)]
        [('0.303', '0.112'), ('0.393', '0.192'), ('0.192', '0.393'), ('0.112', '0.303')]
    """
    rounded_laplace_noise(distance)
    apart = whole_number(distance)
    outputs_of_one_ratio_may_be_joined(joined_rounded_laplace(1, apart))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            u = (-1 / (2 * scale.ball(bits + 16))).exp()
            inner = [rounded_laplace_mass(k, u) for k in range(apart + 1)]
            own = [rounded_laplace_tail(1, u), *inner, rounded_laplace_tail(apart + 1, u)]
            return list(zip(own, own[::-1], strict=True))

    return AtomPair(masses)


def cut_rounded_laplace(scale: ExactReal, distance: int, low: int, high: int) -> AtomPair:
    """Rounded Laplace noise about d and 0, cut to the integers from low to high.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> pair = cut_rounded_laplace(rational(1), 1, 0, 1)
        >>> [(p.str(4, radius=False), q.str(4, radius=False)) for p, q in pair.masses(64)]
        [('0.3033', '0.6967'), ('0.6967', '0.3033')]
    """

    def law(bits: int) -> _Law:
        u = (-1 / (2 * scale.ball(bits + 16))).exp()
        return lambda k: rounded_laplace_tail(k, u), lambda k: rounded_laplace_mass(k, u)

    return _cut(law, distance, low, high)


def cut_discrete_gaussian(variance: Ball, distance: int, low: int, high: int) -> AtomPair:
    """Discrete Gaussian noise about d and 0, cut to the integers from low to high."""

    def law(bits: int) -> _Law:
        v = variance(bits)
        whole = total(v)
        return lambda k: lower_tail(v, -k), lambda k: (-(arb(k) ** 2) / (2 * v)).exp() / whole

    return _cut(law, distance, low, high)


def cut_binomial(coins: int, distance: int, low: int, high: int) -> AtomPair:
    """Heads of fair coins less half of them, about d and 0, cut to the integers from low to high.

    Example:
        >>> cut_binomial(2, 1, 0, 1).exact
        ((Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4)))
    """
    _check_size(low, high)
    laws = []
    for centre in (distance, 0):
        row = dict.fromkeys(range(low, high + 1), Fraction(0))
        for heads in range(coins + 1):
            row[min(high, max(low, centre + heads - coins // 2))] += Fraction(math.comb(coins, heads), 2**coins)
        laws.append(tuple(row.values()))
    return table(laws[0], laws[1])


def _cut(law: Callable[[int], _Law], distance: int, low: int, high: int) -> AtomPair:
    """The masses at the integers from low to high."""
    _check_size(low, high)

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(2 * bits):  # a mass is a difference of tails
            tail, mass = law(2 * bits)
            rows = [
                [tail(centre - low), *(mass(k - centre) for k in range(low + 1, high)), tail(high - centre)]
                for centre in (distance, 0)
            ]
            return list(zip(*rows, strict=True))

    return AtomPair(masses)


def _check_size(low: int, high: int) -> None:
    if high - low > MOST_ROWS:
        raise SizeError(f"a range must have at most {MOST_ROWS} integers, got {high - low}")


def _best(events: list[Masses], ratio: arb, sign: int) -> Masses:
    """The event with the largest gain; all that may be it where the balls do not decide."""
    gains = [sign * (p - ratio * q) for p, q in events]
    found = [event for event, gain in zip(events, gains, strict=True) if not any(gain < other for other in gains)]
    first, second = found[0]
    for p, q in found[1:]:
        first, second = first.union(p), second.union(q)
    return first, second


def _largest(values: list[arb]) -> arb:
    found = values[0]
    for value in values[1:]:
        found = found.max(value)
    return found


def _beyond(x: arb) -> arb:
    """The probability that a normal number exceeds x."""
    return (x / arb(2).sqrt()).erfc() / 2
