"""Maximize the expected loss over the mixtures of two sources, for two types.

*The table* F(k) = E delta(Bin(k, high) + Bin(n-k, low)) of every mixture. k of the n records follow the source with
the larger share `high` of the first type, n - k the other one [Liu, Wang, Xia 2023, Algorithm 1 with m = l = 2]. With
s = low/high a record of the second source is a record of the first one with probability s, and of the second type
otherwise. Hence, with nothing but nonnegative weights,

    G(j) = E delta(Bin(j, high)),        F(k) = E G(k + Bin(n-k, s)),

two tables of binomial averages: `smoothed_table` takes two convolutions of positive numbers for them, the
recursions the two triangles v <- (1-c) v(.) + c v(. + 1), which are the same averages one record at a time.

World: enclosure.

*The ends*: when the worst mixture is one of the two homogeneous ones, and bounds when it is not. Write K(k, h) =
P(Bin(k, high) + Bin(n-k, low) = h) and F(k) = sum over h of K(k, h) delta(h).

**K is totally positive.** If high = 0 all its rows are equal. Otherwise, with s = low/high, K is the product of
the matrices P(Bin(n-k, s) = j-k) and P(Bin(j, high) = h). The second turns v into E v(Bin(j, high)), which can be done
in place, for t = 1, ..., n, by u_x <- (1 - high) u_(x-1) + high u_x for all x >= t at once: it is a product of n
bidiagonal matrices with nonnegative entries. The first is such a product with rows and columns reversed. A bidiagonal
matrix with nonnegative entries has no negative minor; by Cauchy and Binet neither has a product of them.

**Endpoint certificate.** Let M >= F(0), F(n), and let {h : delta(h) > M} be the complement of an interval of
0..n (possibly empty, or touching an end). Then F <= M everywhere. *Proof.* Suppose F(k) > M. Choose e > 0 with
F(k) > M + e and no delta in (M, M + e]. The signs of delta - (M + e) are then +..+ -..- +..+, blocks possibly
missing. K is stochastic, so F - (M + e) is its image; K is totally positive, so the image has at most as many sign
changes, and if it has two they are +, -, + as well [Karlin, Total Positivity, 1968, chapter 5: variation
diminishing]. But it is negative at 0 and n and positive at k. QED

**Sandwich.** For any v let dt(k) = max of delta(j) over the j between k and v. Then dt >= delta, and dt falls up to
v and rises from v on, so {dt > M} is the complement of an interval for every M: by the certificate
its averages Ft are largest at an end. As K >= 0, F <= Ft. Hence, for every delta and without any condition,

    max(F(0), F(n)) <= max over k of F(k) <= max(Ft(0), Ft(n)).

For a symmetric delta (delta(h) = delta(n-h)) and v = n//2 that dt(k) is the maximum of delta(j) over k <= j <= n-k for
k <= n/2, and it is symmetric too; symmetry is not needed for the bounds.

World: enclosure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, bits_of, ctx
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import check_digits
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.sums.binomial_shift import binomial_averages, positive_convolution
from sdp_proofs.verdict import Verdict

RADIUS_BITS = 16


def smoothed_table(deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int = 15) -> list[arb]:
    """F(0), ..., F(n) by two binomial shifts: about n log n operations, however far the losses spread.

    Args:
        deltas: delta(H) for H = 0, ..., n records of the first type: balls of nonnegative numbers.
        low: share of the first type in the source of n - k records.
        high: its share in the source of k records, 0 <= low <= high <= 1.
        digits: significant digits proven for each F(k), if all deltas are known to somewhat more; otherwise the
            balls are as wide as the deltas make them.

    Raises:
        DomainError: no deltas, a ball that is not finite or certainly negative, or shares out of order.

    Example:
        >>> table = smoothed_table([arb(1), arb(0), arb(1)], Fraction(1, 2), Fraction(3, 4))
        >>> [round(float(value), 6) for value in table]
        [0.5, 0.5, 0.625]
    """
    _check_shares(low, high)
    balls = _nonnegative(deltas)
    bits = bits_for(check_digits(digits))
    accuracy = _common_accuracy(balls)
    try:
        centres = _shifted_twice([ball.mid() for ball in balls], low, high, bits)
        if accuracy < max(8, bits - 3):  # one bound cannot serve all balls
            radii = _shifted_twice([ball.rad() for ball in balls], low, high, RADIUS_BITS)
            with ctx.workprec(bits + 32):
                return [centre + arb(0, radius.upper()) for centre, radius in zip(centres, radii, strict=True)]
    except PrecisionError:  # an exponent that the shifts do not take
        return recursion_table(balls, low, high, digits)
    with ctx.workprec(bits + 32):
        # The weights are nonnegative, so a common relative error of the deltas is one of every average.
        factor = _around_one(accuracy)
        return [centre * factor for centre in centres]


def recursion_table(deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int = 15) -> list[arb]:
    """The same table by n^2 additions of balls: slow, with no trick, for any size one can wait for.

    Raises:
        DomainError: as `smoothed_table`.

    Example:
        >>> table = recursion_table([arb(1), arb(0), arb(1)], Fraction(1, 2), Fraction(3, 4))
        >>> [round(float(value), 6) for value in table]
        [0.5, 0.5, 0.625]
    """
    _check_shares(low, high)
    balls = _nonnegative(deltas)
    if high == 0:
        return balls[:1] * len(balls)
    # Each of at most 2n steps makes three roundings, all of positive numbers.
    with ctx.workprec(bits_for(check_digits(digits)) + 8 + len(balls).bit_length()):

        def averages(values: list[arb], success: Fraction) -> list[arb]:
            hit, miss = fraction_ball(success), fraction_ball(1 - success)
            firsts = values[:1]
            while len(values) > 1:
                values = [miss * this + hit * following for this, following in pairwise(values)]
                firsts.append(values[0])
            return firsts

        return _twice(averages, balls, low, high)


def largest_entry(table: Sequence[arb]) -> tuple[arb, int]:
    """A ball around the largest of the numbers, and the index of the ball with the largest midpoint.

    Where balls overlap another index may attain the maximum; the ball covers it whichever does.

    Raises:
        DomainError: an empty table.

    Example:
        >>> largest_entry([arb(1), arb(3), arb(2)])
        (3.00000000000000, 1)
    """
    if not table:
        raise DomainError("the table must have at least one entry, got none")
    with ctx.workprec(64 + bits_of(*table)):
        hull = table[0]
        for ball in table:
            hull = hull.max(ball)
        centres = [ball.mid() for ball in table]
        return hull, centres.index(max(centres))


def _check_shares(low: Fraction, high: Fraction) -> None:
    if not 0 <= low <= high <= 1:
        raise DomainError(f"shares must satisfy 0 <= low <= high <= 1, got {low} and {high}")


def _nonnegative(deltas: Sequence[arb]) -> list[arb]:
    """The balls, cut at zero: what they enclose is known to be nonnegative."""
    if not deltas:
        raise DomainError("there must be at least one delta, got none")
    zero = arb(0)
    for ball in deltas:
        if not ball.is_finite() or ball < zero:
            raise DomainError(f"deltas must be finite and nonnegative, got {ball}")
    return [ball if ball >= zero else _from_zero(ball.upper()) for ball in deltas]


def _from_zero(upper: arb) -> arb:
    """A ball around everything between zero and an upper bound; its midpoint is nonnegative."""
    with ctx.workprec(64):
        half = (upper / 2).upper()
        return arb(half, half)


def _common_accuracy(balls: Sequence[arb]) -> int:
    """The relative bits to which the least accurate ball is known; 2^63 if all are exact."""
    return min(int(ball.rel_accuracy_bits()) for ball in balls)


def _around_one(accuracy: int) -> arb:
    """Everything within 2^-accuracy of one."""
    return arb(1, arb(2) ** -accuracy)


def _shifted_twice(values: list[arb], low: Fraction, high: Fraction, bits: int) -> list[arb]:
    """The table for exact values, to a relative error of 2^-bits."""
    if high == 0:
        return values[:1] * len(values)
    return _twice(lambda table, success: binomial_averages(table, success, bits + 3), values, low, high)


def _twice(
    averages: Callable[[list[arb], Fraction], list[arb]], values: list[arb], low: Fraction, high: Fraction
) -> list[arb]:
    """F from E v(Bin(j, success)) for all j: with G read backwards, k + Bin(n-k, s) becomes Bin(n-k, 1-s)."""
    return averages(averages(values, high)[::-1], 1 - low / high)[::-1]


@dataclass(frozen=True, slots=True)
class EndpointCertificate:
    """Result of the endpoint theorem for one table of losses.

    Args:
        maximum: a ball around max(F(0), F(n)).
        end: the end with the larger value, 0 or n (of two balls that overlap, the one with the larger midpoint).
        holds: HOLDS means proven: max over all k of F(k) lies in `maximum`. FAILS means that the *condition*
            certainly does not hold, which leaves the maximum open; UNKNOWN that balls decide neither.
        interval: the first and last h whose delta is not certainly above `maximum`; None if there is none. Where
            `holds` is HOLDS all deltas between them are at most the upper end of `maximum`.
    """

    maximum: arb
    end: int
    holds: Verdict
    interval: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Sandwich:
    """Two-sided bounds that need no condition.

    Args:
        lower: a ball around max(F(0), F(n)), a lower bound of max F.
        upper: a ball around max(Ft(0), Ft(n)), an upper bound of max F.
        end: as in `EndpointCertificate`.
    """

    lower: arb
    upper: arb
    end: int


def single_mixture(deltas: Sequence[arb], low: Fraction, high: Fraction, k: int, digits: int = 15) -> arb:
    """F(k) for one k: one sum of n + 1 nonnegative terms.

    Args:
        deltas: delta(H) for H = 0, ..., n, nonnegative.
        low: share of the first type in the source of n - k records.
        high: its share in the source of k records.
        k: 0 <= k <= n.
        digits: digits proven, if every delta is known to somewhat more.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> float(single_mixture([arb(1), arb(0), arb(1)], Fraction(1, 2), Fraction(3, 4), 2))
        0.625
    """
    _check_end(deltas, low, high)
    if not 0 <= k < len(deltas):
        raise DomainError(f"k must be between 0 and {len(deltas) - 1}, got {k}")
    bits = bits_for(check_digits(digits)) + 8
    law = mixture_law(len(deltas) - 1, k, low, high, bits)
    return _expectation(law, deltas, bits)


def mixture_law(records: int, k: int, low: Fraction, high: Fraction, bits: int) -> list[arb]:
    """P(Bin(k, high) + Bin(records - k, low) = h) for h = 0, ..., records, each to about `bits` bits.

    Example:
        >>> [str(weight.mid()) for weight in mixture_law(2, 1, Fraction(0), Fraction(1), 30)]
        ['0', '1.00000000000000', '0']
    """
    first, second = _binomial_law(k, high, bits + 4), _binomial_law(records - k, low, bits + 4)
    if k in (0, records):
        return first if k else second
    if high in (0, 1):
        shift = k if high else 0
        return [arb(0)] * shift + second + [arb(0)] * (k - shift)
    if low in (0, 1):
        shift = records - k if low else 0
        return [arb(0)] * shift + first + [arb(0)] * (records - k - shift)
    return positive_convolution(first + [arb(0)] * (records - k), second + [arb(0)] * k, bits + 4)


def endpoint_certificate(deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int = 15) -> EndpointCertificate:
    """Two sums and n + 1 comparisons: is the worst mixture a homogeneous one?

    The theorem is applied with M the upper end of the ball around max(F(0), F(n)): comparisons with one
    exact number leave fewer ties undecided, and what HOLDS then says is that max F lies in the ball.

    Args:
        deltas: delta(H) for H = 0, ..., n, nonnegative; symmetric or not.
        low: the smaller share of the first type.
        high: the larger share.
        digits: digits proven for the two sums.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> valley = [arb(4), arb(2), arb(1), arb(2), arb(4)]
        >>> endpoint_certificate(valley, Fraction(1, 4), Fraction(1, 2)).holds
        <Verdict.HOLDS: 'HOLDS'>
    """
    maximum, end = _larger_end(deltas, deltas, low, high, digits)
    lowest, highest = maximum.lower(), maximum.upper()
    above = [delta > highest for delta in deltas]
    # The two ends of the ball frame the true maximum, so these two lists frame the true signs.
    surely_not_above = [delta <= lowest for delta in deltas]
    perhaps_above = [not delta <= highest for delta in deltas]
    if _hill([not sign for sign in surely_not_above], above):
        holds = Verdict.FAILS
    elif _hill(above, perhaps_above):
        holds = Verdict.UNKNOWN
    else:
        holds = Verdict.HOLDS
    rest = [h for h, sign in enumerate(above) if not sign]
    return EndpointCertificate(maximum, end, holds, (rest[0], rest[-1]) if rest else None)


def sandwich(
    deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int = 15, valley: int | None = None
) -> Sandwich:
    """max(F(0), F(n)) <= max F <= max(Ft(0), Ft(n)) from four sums, for any losses.

    Args:
        deltas: delta(H) for H = 0, ..., n, nonnegative; symmetric or not.
        low: the smaller share of the first type.
        high: the larger share.
        digits: digits proven for the four sums.
        valley: the v of the majorant, n//2 without one.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> bounds = sandwich([arb(3), arb(0), arb(1), arb(0), arb(3)], Fraction(1, 4), Fraction(1, 2))
        >>> round(float(bounds.lower), 4), round(float(bounds.upper), 4)
        (1.1719, 1.6406)
    """
    lower, end = _larger_end(deltas, deltas, low, high, digits)
    upper, _ = _larger_end(unimodal_majorant(deltas, valley), deltas, low, high, digits)
    return Sandwich(lower, upper, end)


def unimodal_majorant(deltas: Sequence[arb], valley: int | None = None) -> list[arb]:
    """The smallest sequence >= delta that falls up to `valley` (n//2 without one) and rises from it on.

    Raises:
        DomainError: no deltas, or a valley outside 0..n.

    Example:
        >>> [int(float(value)) for value in unimodal_majorant([arb(x) for x in (3, 0, 1, 2, 0, 5)], 1)]
        [3, 0, 1, 2, 2, 5]
    """
    if not deltas:
        raise DomainError("there must be at least one delta, got none")
    valley = (len(deltas) - 1) // 2 if valley is None else valley
    if not 0 <= valley < len(deltas):
        raise DomainError(f"valley must be between 0 and {len(deltas) - 1}, got {valley}")
    with ctx.workprec(64 + bits_of(*deltas)):
        falling = list(accumulate(deltas[valley::-1], arb.max))[::-1]
        rising = list(accumulate(deltas[valley:], arb.max))
    return falling + rising[1:]


def _hill(certainly_high: Sequence[bool], perhaps_high: Sequence[bool]) -> bool:
    """Tell whether h1 < h2 < h3 exist with h1 and h3 outside the first set and h2 inside the second.

    That is what a set that is not the complement of an interval looks like.
    """
    outside = [h for h, inside in enumerate(certainly_high) if not inside]
    return bool(outside) and any(perhaps_high[outside[0] + 1 : outside[-1]])


def _larger_end(
    values: Sequence[arb], deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int
) -> tuple[arb, int]:
    """A ball around the larger of the two pure averages, and its end."""
    _check_end(deltas, low, high)
    last = len(values) - 1
    ends = [single_mixture(values, low, high, k, digits) for k in (0, last)]
    maximum, index = largest_entry(ends)
    return maximum, index * last


def _check_end(deltas: Sequence[arb], low: Fraction, high: Fraction) -> None:
    if not 0 <= low <= high <= 1:
        raise DomainError(f"shares must satisfy 0 <= low <= high <= 1, got {low} and {high}")
    if not deltas:
        raise DomainError("there must be at least one delta, got none")
    for delta in deltas:
        if not delta.is_finite() or delta < 0:
            raise DomainError(f"deltas must be finite and nonnegative, got {delta}")


def _binomial_law(draws: int, success: Fraction, bits: int) -> list[arb]:
    """P(Bin(draws, success) = h) for h = 0, ..., draws."""
    if success in (0, 1):
        law = [arb(0)] * draws
        return [*law, arb(1)] if success else [arb(1), *law]
    # Three roundings a step; the ball around the first term loses log2(draws) bits in the power.
    with ctx.workprec(bits + 8 + 2 * draws.bit_length()):
        ratio = fraction_ball(success / (1 - success))
        term = fraction_ball(1 - success) ** draws
        law = [term]
        for h in range(draws):
            term = term * ratio * (draws - h) / (h + 1)
            law.append(term)
        return law


def _expectation(law: Sequence[arb], deltas: Sequence[arb], bits: int) -> arb:
    with ctx.workprec(bits + 8 + len(law).bit_length()):
        total = arb(0)
        for weight, delta in zip(law, deltas, strict=True):
            total += weight * delta
        return total
