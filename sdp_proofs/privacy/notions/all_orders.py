"""What concentrated privacy leaves of approximate privacy: a bound of one order, and a pair that all orders allow.

World: enclosures, with ends that need not meet. Merging outputs into the best event and its complement raises no
divergence of any order, so two outputs are enough. Above, every order has its own bound, of which the best one found
counts. Below, the worst pair of that order, drawn together a little, is proven to be allowed at all orders: divergences
rise with the order and end at the largest loss, so finitely many orders are enough. Where the best order is inside, the
curve of its worst pair touches the line a rho there, and the ends nearly meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, Readable, exponential, multiply, rational, read_real, shown, sign
from sdp_proofs.privacy.notions.two_outputs import WorstPair, renyi_to_approximate

_BITS = 128
_LEAST_STEP = Fraction(1, 2**30)
"""Below this step in the order a pair counts as not allowed: it touches the line."""
_DRAWN_TOGETHER = (20, 14, 8, 4)
"""By which powers of 1/2 the two probabilities approach each other, in turn: five digits, some thousand steps."""


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
        lower = (_ball(first) - odds * _ball(second)).max(arb(0))
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
        if _ball(pair[0]) > odds * _ball(pair[1]) and is_concentrated(rho, *pair):
            yield pair


def is_concentrated(rho: arb, p: Fraction, q: Fraction) -> bool:
    """Whether D_a <= a rho is proven at all orders, in both directions, for two outputs with p and q for the first.

    World: a proof or none; False says only that there is none. Claim:
    `finitely-many-orders-show-that-a-pair-is-concentrated`.

    Example:
        >>> third, two = Fraction(1, 3), Fraction(2, 3)  # ln 2 tanh(ln 2/2) = 0.2310
        >>> is_concentrated(arb("0.2311"), two, third), is_concentrated(arb("0.2310"), two, third)
        (True, False)
    """
    return _at_all_orders(rho, p, q) and _at_all_orders(rho, q, p)


def _at_all_orders(rho: arb, p: Fraction, q: Fraction) -> bool:
    """Whether D_a <= a rho is proven for every a > 1: D at the end of a step is at most rho times its beginning."""
    first, second = _ball(p), _ball(q)
    largest = (first / second).log().max(((1 - first) / (1 - second)).log())
    order, step = Fraction(1), Fraction(1)
    while not _ball(order) * rho >= largest:
        end = order + step
        if _divergence(_ball(end), first, second) <= _ball(order) * rho:
            order, step = end, 2 * step
        elif step <= _LEAST_STEP:
            return False
        else:
            step /= 2
    return True


def _divergence(a: arb, p: arb, q: arb) -> arb:
    return (p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)).log() / (a - 1)


def _ball(number: Fraction) -> arb:
    return arb(number.numerator) / arb(number.denominator)
