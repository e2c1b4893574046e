"""Two types, two sources: when the worst mixture is one of the two homogeneous ones, and bounds when it is not.

Write K(k, h) = P(Bin(k, high) + Bin(n-k, low) = h) and F(k) = sum over h of K(k, h) delta(h).

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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, bits_of, ctx
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import check_digits
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.smoothed.two_source_table import largest_entry
from sdp_proofs.sums.binomial_shift import positive_convolution
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True, slots=True)
class EndpointCertificate:
    """What the endpoint theorem says about one table of losses.

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
    _check(deltas, low, high)
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
    """Whether h1 < h2 < h3 exist with h1 and h3 outside the first set and h2 inside the second.

    That is what a set that is not the complement of an interval looks like.
    """
    outside = [h for h, inside in enumerate(certainly_high) if not inside]
    return bool(outside) and any(perhaps_high[outside[0] + 1 : outside[-1]])


def _larger_end(
    values: Sequence[arb], deltas: Sequence[arb], low: Fraction, high: Fraction, digits: int
) -> tuple[arb, int]:
    """A ball around the larger of the two pure averages, and its end."""
    _check(deltas, low, high)
    last = len(values) - 1
    ends = [single_mixture(values, low, high, k, digits) for k in (0, last)]
    maximum, index = largest_entry(ends)
    return maximum, index * last


def _check(deltas: Sequence[arb], low: Fraction, high: Fraction) -> None:
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
