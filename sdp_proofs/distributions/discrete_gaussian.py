"""Sum the weights e^(-k^2/(2v)) of the discrete Gaussian distribution over the integers: the whole, and tails.

Beyond K terms fall at least by e^(-K/v) a step, as (k+1)^2 - k^2 >= 2k, which bounds what is left out.

World: enclosure.
"""

from __future__ import annotations

import math

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, square

MOST_TERMS = 200_000


def lower_tail(v: arb, last: int, whole: arb | None = None) -> arb:
    """P(Y <= last).

    Args:
        v: the parameter.
        last: an integer.
        whole: `total(v)`, where it is known.

    Raises:
        SizeError: too many terms.
    """
    if last >= 0:
        return 1 - lower_tail(v, -last - 1, whole)
    found, k, small = arb(0), last, arb(2) ** -(ctx.prec + 8)
    while last - k <= MOST_TERMS:
        term = (-(arb(k) ** 2) / (2 * v)).exp()
        found += term
        # From k on downwards terms fall at least by this factor a step.
        factor = (arb(k) / v).exp()
        rest = term * factor / (1 - factor)
        if rest < found * small:
            return (found + arb(0, rest.upper())) / (total(v) if whole is None else whole)
        k -= 1
    raise SizeError("a tail of the discrete Gaussian must have fewer terms")


def lower_tails(v: arb, whole: arb) -> list[arb]:
    """P(Y <= k) for k = -1, -2, ... as far as a tail is not negligible beside one, by one sum from the far end.

    Example:
        >>> [tail.str(6, radius=False) for tail in lower_tails(arb(1), total(arb(1)))[:3]]
        ['0.300529', '0.0585581', '0.00456717']
    """
    terms, _ = row(v, arb(0))
    first = terms[0][0]
    found = [lower_tail(v, first - 1, whole)]
    for _, weight in terms[:-first]:
        found.append(found[-1] + weight / whole)
    return found[:0:-1]


def total(v: arb, centre: arb | None = None) -> arb:
    """The sum of e^(-(k - centre)^2/(2v)) over all integers, a theta function, periodic in the centre.

    Example:
        >>> total(arb(1)).str(12, radius=False)
        '2.50662828804'
        >>> total(arb(100), arb("2.75")).overlaps(total(arb(100), arb("0.25")))
        True
    """
    shift = arb(0) if centre is None else centre - math.floor(float(centre) + 0.5)
    turn = 2 * arb.pi() * v
    theta: arb = acb.modular_theta(acb(0, shift / turn), acb(0, 1 / turn))[2].real
    return theta * (-square(shift) / (2 * v)).exp()


def row(v: arb, centre: arb) -> tuple[list[tuple[int, arb]], arb]:
    """e^(-(k - centre)^2/(2v)) for the integers k that matter, and a bound of the sum of all others.

    Raises:
        SizeError: too many of them.
    """
    reach = math.sqrt(2 * float(v) * (ctx.prec + 20) * math.log(2)) + 2
    middle = float(centre.mid())
    if not reach < MOST_TERMS or not abs(middle) < 1e15:
        raise SizeError("a discrete Gaussian must have a smaller sigma")
    low, high = math.floor(middle - reach), math.ceil(middle + reach)
    terms = [(k, (-square(arb(k) - centre) / (2 * v)).exp()) for k in range(low, high + 1)]
    rest = arb(0)
    for end, weight in (terms[0], terms[-1]):
        factor = (-abs(arb(end) - centre) / v).exp()
        rest += weight * factor / (1 - factor)
    return terms, arb(rest.upper())
