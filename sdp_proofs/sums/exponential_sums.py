"""Exponential sums at equidistant frequencies, in balls: one matrix product instead of one exponential per term.

The same split serves the other way round: a sum over many frequencies at one place is a product of three matrices.

World: enclosure. With k = a B + b the sum over j of w_j e^(i k s L_j) is entry (a, b) of the product of the matrices
w_j e^(i a B s L_j) and e^(i b s L_j). Row n of each is the product of two rows of about half its index: a product of
two balls about numbers of modulus one is at most sqrt(2) times as wide as their widths together, so widths grow at most
like n sqrt(n), and as many bits more are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from flint import acb, acb_mat, arb, ctx


def exponential_sums(
    weights: Sequence[arb | acb], points: Sequence[arb | acb], step: arb, count: int, first: int | arb = 0
) -> list[acb]:
    """The sums over j of weights[j] exp(i (first + k) step points[j]) for k = 0, ..., count - 1.

    The working precision is that of the context.

    Args:
        weights: balls, real or complex.
        points: as many; imaginary parts >= 0 make terms fall.
        step: distance of two frequencies.
        count: how many frequencies.
        first: the first frequency, in steps.

    Example:
        >>> sums = exponential_sums([arb(1), arb(2)], [arb(0), arb.pi()], arb(1), 3)
        >>> [round(float(entry.real.mid()), 9) for entry in sums]
        [3.0, -1.0, 3.0]
    """
    if not weights or count < 1:
        return [acb(0)] * count
    width = isqrt(count - 1) + 1
    height = -(-count // width)
    with ctx.workprec(ctx.prec + 3 * width.bit_length() // 2 + 4):
        turns = _powers([_turn(point * step) for point in points], width)
        left = _powers([_turn(point * (step * width)) for point in points], height)
        start = weights if first == 0 else [_turn(p * (step * first)) * w for p, w in zip(points, weights, strict=True)]
        weighted = [[turn * weight for turn, weight in zip(row, start, strict=True)] for row in left]
    product = acb_mat(weighted) * acb_mat(turns).transpose()
    return list(product.entries()[:count])


class FrequencySum:
    """The sum over k of c_k e^(i k x), for many places x.

    Args:
        coefficients: c_0, c_1, ...

    Example:
        >>> round(float(FrequencySum([acb(1), acb(2), acb(3)]).at(arb.pi()).real), 9)
        2.0
    """

    def __init__(self, coefficients: Sequence[acb]) -> None:
        self._width = isqrt(max(0, len(coefficients) - 1)) + 1
        rows = [list(coefficients[k : k + self._width]) for k in range(0, len(coefficients), self._width)]
        rows[-1] += [acb(0)] * (self._width - len(rows[-1]))
        self._matrix = acb_mat(rows)

    def at(self, place: arb) -> acb:
        """The sum at one place, at the working precision."""
        with ctx.workprec(ctx.prec + 3 * self._width.bit_length() // 2 + 4):
            right = acb_mat(_powers([_turn(place)], self._width))
            left = acb_mat([[turn for (turn,) in _powers([_turn(place * self._width)], self._matrix.nrows())]])
        return (left * (self._matrix * right))[0, 0]


def _powers(turns: list[acb], count: int) -> list[list[acb]]:
    """The powers 0 to count - 1 of all turns, each the product of two of about half its exponent."""
    rows = [[acb(1)] * len(turns), turns]
    for power in range(2, count):
        half = power // 2
        rows.append([a * b for a, b in zip(rows[half], rows[power - half], strict=True)])
    return rows[:count]


def _turn(angle: arb | acb) -> acb:
    if isinstance(angle, acb):
        return (angle * acb(0, 1)).exp()
    sine, cosine = angle.sin_cos()
    return acb(cosine, sine)
