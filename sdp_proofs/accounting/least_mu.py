"""The least mu of Gaussian differential privacy.

World: enclosure. A release is mu-GDP where no trade-off curve of neighbours is anywhere below that of N(0, 1) against
N(mu, 1) [Dong, Roth, Su 2022], that is where no profile h is above the profile h_mu of the normal pair, at any odds
E >= 1 and in both directions: odds below 1 are odds above 1 of the other direction, and the normal pair is its own
mirror (claim `a-trade-off-is-a-profile`). h_mu rises with mu (claim `nearer-normal-laws-are-post-processed`).

* *Normal noise alone*: the squares of all mu add up.
* *Losses of at most B*: h = 0 from e^B on. One place where h > h_mu shows that mu is too small. On [a, b] the convex
  h is below its chord, and the convex h_mu above its tangent at any c, of slope -Phi(-mu/2 - ln(c)/mu): where the
  tangent is above the chord at a and at b, mu is enough for all odds between. Of the cells of the whole range the one
  that needs the largest mu is halved, until that is close to the best value found.

Where losses have no bound the least mu is a matter of the far tail, and is not answered here.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.sides import Bracket
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball

CLOSE = 5
"""Digits of mu."""
_BITS = 192
_FIRST_CELLS, _MOST_CELLS = 8, 96
_LEAST, _FARTHEST, _FINE = 2.0**-40, 2.0**20, 1e-9
_DELTA_DIGITS = 9


def least_mu(question: Question, direction: Direction, digits: int) -> Bracket:
    """The least mu of one direction; None for its value where no mu is enough.

    Raises:
        DomainError: neither normal noise alone nor losses with a known bound.
        PrecisionError: no mu could be proven to be enough.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("gaussian(sigma=2) * 9"), "add-remove")
        >>> least_mu(question, question.directions[0], 5).value.rounded(3)
        '1.5'
    """
    with ctx.workprec(_BITS):
        if all(step.squared is not None for step, _ in direction.steps):
            total = sum(
                (step.squared.ball(_BITS) * n for step, n in direction.steps if step.squared is not None), arb(0)
            )
            return Bracket(direction.name, Enclosure(total.sqrt()), "normal")
        if not direction.infinite().is_zero():
            return Bracket(direction.name, None, "infinite-loss")
        most = direction.largest(_BITS)
        if most is None or not most.is_finite():
            raise DomainError("mu must be that of normal noise alone, or of mechanisms with a known largest loss")
        alone = replace(question, directions=(replace(direction, attained=True, once=True),), attained=())
        low, high = _ends(lambda place: _profile(alone, place), most.max(arb(0)), digits)
        single = direction.once and sum(count for _, count in direction.steps) == 1
        return Bracket(
            direction.name, Enclosure(arb(low if direction.attained or single else 0).union(arb(high))), "profile"
        )


def _profile(question: Question, place: Fraction) -> arb:
    found = delta_at(question, place, digits=_DELTA_DIGITS).value
    return arb(1) if found is None else found.ball


def _ends(profile: Callable[[Fraction], arb], most: arb, digits: int) -> tuple[float, float]:
    """A mu that is too small, or zero, and one that is enough.

    Args:
        profile: delta at an epsilon >= 0.
        most: the largest loss.
        digits: to which they are to be close.
    """
    end = Fraction(math.nextafter(float(most.upper()), math.inf))
    known = {end: arb(0)}
    low, gap = 0.0, 1 + 0.5 * 10.0**-digits

    def cell(left: Fraction, right: Fraction) -> tuple[float, Fraction, Fraction]:
        return -_turn(lambda mu: _is_enough(mu, (left, known[left]), (right, known[right])), low), left, right

    places = [end * k / _FIRST_CELLS for k in range(_FIRST_CELLS + 1)]
    for place in places[:-1]:
        known[place] = profile(place)
        low = max(low, _too_small(place, known[place]))
    heap = [cell(*ends) for ends in pairwise(places)]
    heapq.heapify(heap)
    for _ in range(_MOST_CELLS):
        worst, left, right = heap[0]
        if -worst <= low * gap:
            break
        heapq.heappop(heap)
        middle = (left + right) / 2
        known[middle] = profile(middle)
        low = max(low, _too_small(middle, known[middle]))
        for ends in ((left, middle), (middle, right)):
            heapq.heappush(heap, cell(*ends))
    high = max(low, *(-needed for needed, _, _ in heap))
    if math.isinf(high):
        raise PrecisionError("no mu could be proven to be enough")
    return low, high


def _normal(mu: float, place: arb) -> tuple[arb, arb]:
    """The profile of the normal pair at an epsilon, and less its slope in the odds there."""
    root, shift = arb(2).sqrt(), arb(mu) / 2
    far = ((place / mu + shift) / root).erfc() / 2
    return ((place / mu - shift) / root).erfc() / 2 - place.exp() * far, far


def _is_enough(mu: float, left: tuple[Fraction, arb], right: tuple[Fraction, arb]) -> bool:
    """Prove by a chord and a tangent that no odds of a cell need more than this mu."""
    place = fraction_ball((left[0] + right[0]) / 2)
    value, fall = _normal(mu, place)
    ends = ((fraction_ball(end).exp(), delta) for end, delta in (left, right))
    return all(bool(value - fall * (odds - place.exp()) >= delta) for odds, delta in ends)


def _too_small(place: Fraction, delta: arb) -> float:
    """The largest mu found that is proven to be too small at an epsilon; zero where there is none."""
    ball = fraction_ball(place)
    found = _turn(lambda mu: not _normal(mu, ball)[0] < delta, 0.0)
    below = found * (1 - _FINE)
    return below if math.isfinite(below) and below > 0 and _normal(below, ball)[0] < delta else 0.0


def _turn(holds: Callable[[float], bool], start: float) -> float:
    """The least mu found at which a statement holds, from a start on; infinity where it never does."""
    if start and holds(start):
        return start
    low, high = start, max(2 * start, _LEAST)
    while not holds(high):
        low, high = high, 2 * high
        if high > _FARTHEST:
            return math.inf
    while high - low > _FINE / 4 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
