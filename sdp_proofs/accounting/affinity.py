"""A lower bound where the two laws have little in common: from moments between -1 and 0.

World: directed bound. 1 - delta(eps) is the sum of min(p, e^eps q) over all outcomes, as p - (p - e^eps q)_+ is the
smaller one. The smaller of two numbers is at most any weighted geometric mean of them, so for 0 < c < 1

    1 - delta(eps) <= sum p^(1-c) (e^eps q)^c = e^(c eps) M(-c),     M(-c) = E_P[e^(-cL); L finite]

with L = ln(p/q). M is a product over the steps, each at most 1, and falls exponentially with their number: with very
many steps the bound says that delta is nearly one, and that no epsilon below (ln(1 - delta) - ln M(-c))/c meets a
delta. Any c is sound; a good one is found by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.lemmas import delta_is_above_one_less_the_affinity
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_BITS = 128
_PLACES = tuple(0.97 * 0.7**k for k in range(36))


def least_delta(direction: Direction, epsilon: ExactReal) -> arb:
    """A lower bound of delta, an exact ball >= 0.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> many = Question.of(read_release("gaussian(sigma=1) * 100"), "add-remove").directions[0]
        >>> 0.999 < float(least_delta(many, read_real(10))) < 1
        True
    """
    with ctx.workprec(_BITS):
        place = epsilon.ball(_BITS)
        return _best(direction, lambda c, moment: -(c * place + moment).expm1())


def least_epsilon_lower(direction: Direction, target: Fraction) -> arb:
    """No smaller epsilon meets the target: an exact ball >= 0."""
    with ctx.workprec(_BITS):
        goal = (-fraction_ball(target)).log1p()
        return _best(direction, lambda c, moment: (goal - moment) / c)


def _best(direction: Direction, gain: Callable[[arb, arb], arb]) -> arb:
    """The largest gain found, at least zero."""
    found = [arb(gain(c, moment).lower()) for c, moment in _moments(direction)]
    return max([arb(0), *(bound for bound in found if bound.is_finite())])


def _moments(direction: Direction) -> Iterator[tuple[arb, arb]]:
    """Some c, and ln M(-c) of the composition."""
    losses = direction.losses
    for place in _PLACES if losses is not None else ():
        delta_is_above_one_less_the_affinity(place)
        try:
            yield arb(place), sum((loss.moment(-place).log() * count for loss, count in losses or ()), arb(0))
        except SizeError:
            continue
