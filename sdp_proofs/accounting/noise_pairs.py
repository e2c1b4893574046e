"""Build the pairs of discrete Gaussian, rounded, truncated and far-apart integer noise.

**The discrete Gaussian mechanism:** World: enclosure. At an integer distance d the loss of the output k is (d^2 -
2kd)/(2v): a lattice. Its moment generating function is e^(z d^2/(2v)) sum e^(-k^2/(2v) - zkd/v) / sum e^(-k^2/(2v)):
theta functions on the real axis. Elsewhere the modulus of a term is largest near k = -Re z d, and it falls at least
geometrically beyond: from K on (K > the place of the maximum m) by e^(-(K-m)/v) a step, as (k+1-m)^2 - (k-m)^2 >= 2
(k-m). The pair equals its mirror (k -> d - k).

**Rounded and truncated noise.** World: enclosure. Let noise be symmetric with ratios of shifted densities (or
probabilities) that rise, as those of the normal, the discrete Gaussian, the binomial and the rounded Laplace law do
(the last ones are log-concave), and let d be the distance of two answers, of which the smaller one is 0 here.
Rounding and truncation are monotone, so the ratio of the results rises, too, and the best events are half-lines {y >=
u} (claim `ratios-that-rise-rise-after-rounding-and-truncation`); with T(x) = Pr[noise >= x] one has

    h(a) = max(0, 1 - a, max over u of T(u - d) - a T(u)).

* *Rounded*: u is half an odd number. Without rounding the maximum is at u* = sigma^2 ln(a)/d + d/2, with values that
  fall to both sides (claim `half-lines-gain-up-to-the-odds`), so one of the places next to u* is the best.
* *Cut* to a range of length R >= d: seen from the smaller answer b, the ends are low - b and high - b, and u is
  between them. Every half-line gains more the further the answers are apart
  (`half-lines-gain-more-at-larger-distances`), so the largest distance is the worst; and then
  (`a-range-limits-half-lines-most-from-its-ends`) the worst answer is at one end. For a >= 1 one has u* >= d/2, and
  what limits u is the upper end: it is R, its largest, where b is the low end itself. For a < 1 it is the lower end,
  and d - R is the least, where the larger answer is the high end. Both together are the pair with the ends d - R and
  R. It dominates, it equals its mirror, and one step attains it at every a; several steps need not: that depends on
  whether their answers can be at both ends. The place u* is that of normal noise; of any other symmetric noise the
  ratio is 1 at d/2, and that alone says which end limits u (`a-range-limits-symmetric-noise-most-from-its-ends`).

**Integer noise on answers so far apart that the outputs between them cannot be listed.** World: enclosure. The noise
is symmetric about 0 and its tails T(k) = Pr[noise >= k] are known in closed form; the answers are 0 and d, a positive
integer. Where the ratio of the two laws rises in the output, half-lines {y >= u} are the best events (claim
`half-lines-gain-up-to-the-odds`), so h(a) = max(0, 1 - a, max over u of T(u - d) - a T(u)). Between the answers the
loss of the output y is (2y - d)/scale, so the best u is next to (d + scale ln a)/2, or to an answer; as no half-line
gains more than the best one, those that are tried next to these places decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sdp_proofs.accounting.dominating_pairs import table, whole_number
from sdp_proofs.accounting.lemmas import outputs_of_one_ratio_may_be_joined, rounded_laplace_noise
from sdp_proofs.accounting.losses import Cells, Slope
from sdp_proofs.accounting.pairs import MOST_ROWS, NOWHERE, AtomPair, Ball, Masses, SymmetricPairWithHeights
from sdp_proofs.distributions.discrete_gaussian import lower_tail, lower_tails, row, total
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, fmpq_poly, square, whole
from sdp_proofs.numbers.reals import ExactReal
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
        """See `losses.LatticeLoss`: the loss of the output k is d^2/(2v) - k d/v."""
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
class DiscreteGaussianPair(SymmetricPairWithHeights):
    """The pair of one step: see `Pair`."""

    variance: Callable[[int], arb]
    distance: int

    def upper(self, ratio: arb) -> Masses:
        """Losses above ln ratio are outputs k < d/2 - v ln(ratio)/d; the law with mean d sees them shifted by d."""
        place = self._place(ratio)
        return self._below(place), self._below(place - self.distance)

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
        """Nowhere: see `Pair`."""
        return NOWHERE

    def _events(self, ratio: arb) -> list[tuple[Masses, Masses]]:
        """Half-lines from the places on, and their complements, each under P and under Q."""
        d, sigma = self.distance(ctx.prec), self.sigma(ctx.prec)
        best = sigma * sigma * ratio.log() / d + d / 2
        found = []
        for place in self.places(best):
            near, far = (place - d) / sigma, place / sigma
            found.append(((normal_beyond(near), normal_beyond(far)), (normal_beyond(-near), normal_beyond(-far))))
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


@dataclass(frozen=True)
class Between:
    """Places within a range: the best one itself, or the end that it is beyond.

    Args:
        low: precision -> the lower end.
        high: precision -> the upper one.
    """

    low: Ball
    high: Ball

    def __call__(self, best: arb) -> list[arb]:
        """Return the place."""
        return [best.max(self.low(ctx.prec)).min(self.high(ctx.prec))]


def largest_loss(distance: Ball, sigma: Ball, high: Ball) -> Ball:
    """The loss of the outputs at the upper end, which none exceeds."""

    def loss(bits: int) -> arb:
        with ctx.workprec(bits):
            d, s, end = distance(bits), sigma(bits), high(bits)
            return (normal_beyond((end - d) / s) / normal_beyond(end / s)).log()

    return loss


def truncated_rounded(sigma: Ball, distance: int, low: int, high: int) -> AtomPair:
    """Rounded normal noise about d and 0, cut to the integers from low to high.

    Example:
        >>> pair = truncated_rounded(lambda bits: arb(1), 1, 0, 1)
        >>> [(p.str(4, radius=False), q.str(4, radius=False)) for p, q in pair.masses(64)]
        [('0.3085', '0.6915'), ('0.6915', '0.3085')]
    """

    def law(bits: int) -> _Law:
        s = sigma(bits)

        def tail(k: int) -> arb:
            return normal_beyond((arb(2 * k - 1) / 2) / s)

        return tail, lambda k: tail(abs(k)) - tail(abs(k) + 1)

    return _truncated(law, distance, low, high)


def joined_rounded_laplace(distance: int, below: int = 1) -> list[tuple[fmpq_poly, fmpq_poly]]:
    """An output so far below the smaller answer, and all below it: masses about the distance and about 0, in u."""
    _check_distance(distance)
    u = fmpq_poly([0, 1])
    return [
        (rounded_laplace_mass(below + distance, u), rounded_laplace_mass(below, u)),
        (rounded_laplace_tail(below + distance + 1, u), rounded_laplace_tail(below + 1, u)),
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
    outputs_of_one_ratio_may_be_joined(joined_rounded_laplace(apart))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            u = (-1 / (2 * scale.ball(bits + 16))).exp()
            inner = [rounded_laplace_mass(k, u) for k in range(apart + 1)]
            own = [rounded_laplace_tail(1, u), *inner, rounded_laplace_tail(apart + 1, u)]
            return list(zip(own, own[::-1], strict=True))

    return AtomPair(masses)


def truncated_rounded_laplace(scale: ExactReal, distance: int, low: int, high: int) -> AtomPair:
    """Rounded Laplace noise about d and 0, cut to the integers from low to high.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> pair = truncated_rounded_laplace(rational(1), 1, 0, 1)
        >>> [(p.str(4, radius=False), q.str(4, radius=False)) for p, q in pair.masses(64)]
        [('0.3033', '0.6967'), ('0.6967', '0.3033')]
    """

    def law(bits: int) -> _Law:
        u = (-1 / (2 * scale.ball(bits + 16))).exp()
        return lambda k: rounded_laplace_tail(k, u), lambda k: rounded_laplace_mass(k, u)

    return _truncated(law, distance, low, high)


def truncated_discrete_gaussian(variance: Ball, distance: int, low: int, high: int) -> AtomPair:
    """Discrete Gaussian noise about d and 0, cut to the integers from low to high."""

    def law(bits: int) -> _Law:
        v = variance(bits)
        whole = total(v)
        return lambda k: lower_tail(v, -k), lambda k: (-(arb(k) ** 2) / (2 * v)).exp() / whole

    return _truncated(law, distance, low, high)


def truncated_binomial(coins: int, distance: int, low: int, high: int) -> AtomPair:
    """Heads of fair coins less half of them, about d and 0, cut to the integers from low to high.

    Example:
        >>> truncated_binomial(2, 1, 0, 1).exact
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


def _truncated(law: Callable[[int], _Law], distance: int, low: int, high: int) -> AtomPair:
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


def normal_beyond(x: arb) -> arb:
    """The probability that a normal number exceeds x.

    Example:
        >>> normal_beyond(arb(0)).str(5, radius=False)
        '0.50000'
    """
    return (x / arb(2).sqrt()).erfc() / 2


_NEAR = range(-2, 4)
_MOST_UNDECIDED = 16


@dataclass(frozen=True)
class FarAnswers(SymmetricPairWithHeights):
    """The pair of one step: see `pairs.Pair`; it equals its mirror, as the noise is symmetric.

    Args:
        distance: d.
        scale: precision -> the scale that the losses between the answers are proportional to.
        tail: a positive integer k -> T(k), at the working precision.

    Example:
        >>> pair = FarAnswers(10**20, lambda bits: arb(10) ** 20, far_geometric_tail(lambda bits: arb(10) ** 20))
        >>> pair.height(arb(2)).str(8, radius=False)  # as of Laplace noise: 1 - e^((ln 2 - 1)/2)
        '0.14223612'
    """

    distance: int
    scale: Ball
    tail: Callable[[int], arb]

    def height(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        return _largest([arb(0), 1 - ratio, *(p - ratio * q for p, q in self._events(ratio))])

    def upper(self, ratio: arb) -> Masses:
        """See `pairs.Pair`."""
        return _best([(arb(0), arb(0)), (arb(1), arb(1)), *self._events(ratio)], ratio, 1)

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


def far_geometric_tail(scale: Ball) -> Callable[[int], arb]:
    """Tails of noise with probabilities proportional to e^(-|k|/scale)."""

    def tail(place: int) -> arb:
        s = scale(ctx.prec)
        return (-place / s).exp() / (1 + (-1 / s).exp())

    return tail


def far_rounded_laplace_tail(scale: Ball) -> Callable[[int], arb]:
    """Tails of Laplace noise rounded to integers: that it is above k - 1/2 itself."""
    return lambda place: (-(2 * place - 1) / (2 * scale(ctx.prec))).exp() / 2
