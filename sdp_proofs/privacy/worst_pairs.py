"""Find the least delta that bounds on Rényi divergences allow, and the pair of two outputs that attains it.

*One bound on the Rényi divergence.* Merging outputs into the best event and its complement changes no delta and raises
no divergence, so two outputs are enough. The lower end of the enclosure is the delta of such a pair with rational
probabilities, whose divergences are proven to be small enough in both directions. The upper end is the bound of the
claim `two-tangents-bound-the-profile`: two tangents of w R^a + (1 - w) R^(1-a) that differ by a multiple of R - e^eps.
They touch at the two ratios of the pair, so the ends meet. Two pairs can be the worst: the one that is worst under the
bound on D_a(P || Q) alone, if it also meets that on D_a(Q || P), or else randomized response, where both bounds hold
with equality.

*Concentrated privacy.* Above, every order has its own bound, of which the best one found counts. Below, the worst pair
of that order, drawn together a little, is proven to be allowed at all orders: divergences rise with the order and end
at the largest loss, so finitely many orders are enough. Where the best order is inside, the curve of its worst pair
touches the line a rho there, and the ends nearly meet.

World: enclosures; see `notions`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import ExactReal, Readable, add, exponential, multiply, rational, read_real, shown, sign

_BITS = 128
_LEAST_STEP = Fraction(1, 2**30)
"""Below this step in the order a pair counts as not allowed: it touches the line."""
_DRAWN_TOGETHER = (20, 14, 8, 4)
"""Powers of 1/2 by which the two probabilities approach each other, in turn: five digits, some thousand steps."""


@dataclass(frozen=True, slots=True)
class WorstPair:
    """The tight delta, and probabilities of the best event under P and Q that attain its lower end.

    Attributes:
        delta: an enclosure of the least delta that holds for all pairs.
        first: the probability under P, exact.
        second: that under Q, exact.
    """

    delta: Enclosure
    first: Fraction
    second: Fraction


def renyi_to_approximate(order: Readable, gamma: Readable, at: Readable, *, digits: int = 10) -> WorstPair:
    """The least delta at epsilon for all pairs with D_a(P || Q) <= gamma and D_a(Q || P) <= gamma.

    Raises:
        DomainError: order <= 1, gamma < 0 or epsilon < 0.

    Example:
        >>> worst = renyi_to_approximate(2, "1/10", 1)  # the bound with one tangent is 0.1016
        >>> worst.delta.rounded(6), round(float(worst.first / worst.second), 3)
        ('0.0151679', 4.467)
    """
    power, bound, place = (read_real(each, "a number") for each in (order, gamma, at))
    if sign(add(power, rational(-1))) != 1:
        raise DomainError(f"order must be > 1, got {shown(order)}")
    if sign(bound) not in (0, 1) or sign(place) not in (0, 1):
        raise DomainError(f"gamma and epsilon must be >= 0, got {shown(gamma)} and {shown(at)}")
    if sign(bound) == 0:
        return WorstPair(Enclosure.of(0), Fraction(1, 2), Fraction(1, 2))
    found: list[tuple[Fraction, Fraction]] = []

    def value(bits: int) -> arb:
        with ctx.workprec(2 * bits):
            a, odds = power.ball(2 * bits), exponential(place).ball(2 * bits)
            moment = exponential(multiply(add(power, rational(-1)), bound)).ball(2 * bits)
            lower, upper, pair = _bracket(a, moment, odds, bits)
            found[:] = [pair]
            return lower.union(upper)

    delta = refine(value, digits)
    return WorstPair(delta, *found[0])


def _bracket(a: arb, moment: arb, odds: arb, bits: int) -> tuple[arb, arb, tuple[Fraction, Fraction]]:
    """Proven ends whatever the pairs are that are tried: a pair counts below if it is feasible, above anyhow."""
    below, above, best = arb(0), arb(1), (Fraction(1, 2), Fraction(1, 2))
    for p, q in (_skewed(a.mid(), moment.mid(), odds.mid(), bits), _response(a.mid(), moment.mid(), bits)):
        above = above.min(_tangents_upper(a, moment, odds, p, q))
        shrunk = q + (p - q) * (1 - arb(2) ** (-bits // 2))
        first, second = _fraction(shrunk), _fraction(q)
        if not (0 < second < 1 and 0 < first < 1 and _feasible(a, moment, first, second)):
            continue
        delta = _rational_ball(first) - odds * _rational_ball(second)
        if delta > below:
            below, best = delta, (first, second)
    return below, above, best


def _skewed(a: arb, moment: arb, odds: arb, bits: int) -> tuple[arb, arb]:
    """The worst pair under the bound on D_a(P || Q) alone, about: its smaller ratio by bisection."""

    def pair(low: arb) -> tuple[arb, arb]:
        high = _touching(a, odds, low, bits)
        second = (1 - low) / (high - low)
        return (second * high).mid(), second.mid()

    def excess(low: arb) -> arb:
        p, q = pair(low)
        return _moment(a, p, q) - moment

    return pair(_bisected(excess, arb(0), arb(1), bits))


def _touching(a: arb, odds: arb, low: arb, bits: int) -> arb:
    """The ratio at which the other tangent touches, about: Newton's steps from the right, where it is convex."""
    high = (odds * a / (a - 1)).mid()
    rest = odds * a * low ** (a - 1) - (a - 1) * low**a
    for _ in range(bits):
        value = (a - 1) * high**a - odds * a * high ** (a - 1) + rest
        step = (value / (a * (a - 1) * high ** (a - 2) * (high - odds))).mid()
        if not abs(step) > arb(2) ** (-bits - 8):
            break
        high = (high - step).mid()
    return high


def _response(a: arb, moment: arb, bits: int) -> tuple[arb, arb]:
    """Randomized response with the whole divergence, about."""
    second = _bisected(lambda q: _moment(a, 1 - q, q) - moment, arb(0), arb("0.5"), bits)
    return (1 - second).mid(), second


def _bisected(excess: Callable[[arb], arb], low: arb, high: arb, bits: int) -> arb:
    """About where a falling function vanishes."""
    for _ in range(bits + 16):
        middle = ((low + high) / 2).mid()
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return high


def _moment(a: arb, p: arb, q: arb) -> arb:
    return p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)


def renyi_divergence(a: arb, p: arb, q: arb) -> arb:
    """Return D_a(P || Q) of two outputs, the first with probability p under P and q under Q, at the working precision.

    Example:
        >>> renyi_divergence(arb(2), arb(2) / 3, arb(1) / 3).str(5, radius=False)  # ln(4/3 + 1/6)
        '0.40547'
    """
    return _moment(a, p, q).log() / (a - 1)


def _feasible(a: arb, moment: arb, p: Fraction, q: Fraction) -> bool:
    first, second = _rational_ball(p), _rational_ball(q)
    return bool(_moment(a, first, second) <= moment and _moment(a, second, first) <= moment)


def _tangents_upper(a: arb, moment: arb, odds: arb, p: arb, q: arb) -> arb:
    """Bound all pairs by the tangents at the two ratios of a pair; one where they say nothing.

    With f = w R^a + (1 - w) R^(1-a), the tangent at r is f'(r) R - g(r), g = r f' - f. The weight w for which the two
    differ by a multiple of R - odds is a linear equation; what is left of the difference counts in full.
    """
    ratios = (p / q).mid(), ((1 - p) / (1 - q)).mid()
    if not ratios[1] > 0:
        return arb(1)
    slopes = [(a * r ** (a - 1), (1 - a) * r ** (-a)) for r in ratios]
    shifts = [((a - 1) * r**a, -a * r ** (1 - a)) for r in ratios]
    gaps = [(shifts[0][k] - shifts[1][k]) - odds * (slopes[0][k] - slopes[1][k]) for k in (0, 1)]
    weight = (gaps[1] / (gaps[1] - gaps[0])).mid()
    if not weight >= 0:
        weight = arb(0)
    weight = weight.min(arb(1)).mid()
    slope, shift = ([weight * one + (1 - weight) * two for one, two in each] for each in (slopes, shifts))
    rise = slope[0] - slope[1]
    if not rise > 0:
        return arb(1)
    rest = (shift[0] - shift[1]) / rise - odds
    return ((moment - slope[1] + shift[1]) / rise + rest.max(arb(0))).min(arb(1))


def concentrated_to_approximate(rho: Readable, at: Readable) -> WorstPair:
    """The least delta at epsilon for all pairs with D_a <= a rho at every a > 1 in both directions, enclosed.

    The lower end is the delta of the pair that is returned, up to rounding; the upper end is a bound. About five digits
    are proven where the ends nearly meet, which nothing guarantees: what is proven is the enclosure.

    Raises:
        DomainError: rho < 0 or epsilon < 0, or a positive rho that is not between 1e-6 and 1e6.

    Example:
        >>> worst = concentrated_to_approximate("1/2", 1)  # the Gaussian pair has 0.12694
        >>> worst.delta.rounded(5), round(float(worst.first / worst.second), 2)
        ('0.21491', 5.31)
    """
    bound, place = read_real(rho, "rho"), read_real(at, "epsilon")
    if sign(bound) not in (0, 1) or sign(place) not in (0, 1):
        raise DomainError(f"rho and epsilon must be >= 0, got {shown(rho)} and {shown(at)}")
    if sign(bound) == 0:
        return WorstPair(Enclosure.of(0), Fraction(1, 2), Fraction(1, 2))
    best = min(_orders(bound, place), key=lambda worst: worst.delta.ball.upper())
    with ctx.workprec(_BITS):
        odds = exponential(place).ball(_BITS)
        first, second = next(_allowed(bound.ball(_BITS), best, odds), (Fraction(1, 2), Fraction(1, 2)))
        lower = (_rational_ball(first) - odds * _rational_ball(second)).max(arb(0))
        return WorstPair(Enclosure(lower.union(best.delta.ball.upper())), first, second)


def _orders(rho: ExactReal, at: ExactReal) -> Iterator[WorstPair]:
    """The worst pairs of some orders, by golden section for the logarithm of the order less one."""

    def worst(place: float) -> WorstPair:
        order = 1 + Fraction(math.exp(place)).limit_denominator(10**12)
        return renyi_to_approximate(order, multiply(rational(order), rho), at, digits=12)

    share, scale = (math.sqrt(5) - 1) / 2, float(rho.ball(53))
    if not 1e-6 <= scale <= 1e6:
        raise DomainError("rho must be 0 or between 1e-6 and 1e6")
    low, high = -14.0, math.log(10 + (10 + float(at.ball(53))) / scale)
    one, two = high - share * (high - low), low + share * (high - low)
    left, right = worst(one), worst(two)
    for _ in range(40):
        yield from (left, right)
        if left.delta.ball.mid() < right.delta.ball.mid():
            high, two, right = two, one, left
            one = high - share * (high - low)
            left = worst(one)
        else:
            low, one, left = one, two, right
            two = low + share * (high - low)
            right = worst(two)


def _allowed(rho: arb, worst: WorstPair, odds: arb) -> Iterator[tuple[Fraction, Fraction]]:
    """Pairs with some delta that all orders allow, the best one first."""
    for power in _DRAWN_TOGETHER:
        first = worst.first - (worst.first - worst.second) / 2**power
        pair = first, worst.second
        if _rational_ball(pair[0]) > odds * _rational_ball(pair[1]) and is_concentrated(rho, *pair):
            yield pair


def is_concentrated(rho: arb, p: Fraction, q: Fraction) -> bool:
    """Prove D_a <= a rho at all orders, in both directions, for two outputs with p and q for the first.

    World: a proof or none; False says only that there is none. Claim:
    `finitely-many-orders-show-that-a-pair-is-concentrated`.

    Example:
        >>> third, two = Fraction(1, 3), Fraction(2, 3)  # ln 2 tanh(ln 2/2) = 0.2310
        >>> is_concentrated(arb("0.2311"), two, third), is_concentrated(arb("0.2310"), two, third)
        (True, False)
    """
    return _at_all_orders(rho, p, q) and _at_all_orders(rho, q, p)


def _at_all_orders(rho: arb, p: Fraction, q: Fraction) -> bool:
    """Prove D_a <= a rho for every a > 1: D at the end of a step is at most rho times its beginning."""
    first, second = _rational_ball(p), _rational_ball(q)
    largest = (first / second).log().max(((1 - first) / (1 - second)).log())
    order, step = Fraction(1), Fraction(1)
    while not _rational_ball(order) * rho >= largest:
        end = order + step
        if renyi_divergence(_rational_ball(end), first, second) <= _rational_ball(order) * rho:
            order, step = end, 2 * step
        elif step <= _LEAST_STEP:
            return False
        else:
            step /= 2
    return True


def _rational_ball(number: Fraction) -> arb:
    return arb(number.numerator) / arb(number.denominator)


def _fraction(number: arb) -> Fraction:
    mantissa, exponent = number.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
