"""A lower bound from one event: some step's likelihood ratio exceeds a threshold, or every step's does.

World: directed bound. Whatever the event, delta(eps) is at least its probability under P less e^eps times that under Q;
so no epsilon below ln((p - delta)/q) meets delta. Two events are tried. That dP/dQ > a in at least one step has p = 1 -
prod (1 - P_i(R > a))^(T_i) and likewise q. It is close to the truth where one step alone makes the difference, in the
far tails of rarely sampled records, which no tilt of the whole composition can reach. That every loss is above a share
of the largest one of its step has p = prod P_i(R > a_i)^(T_i), and is close to the truth for few steps near the largest
loss of all. Any threshold is sound; a good one is found by trying.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_BITS = 160
_COARSE = [1e-10 * 1.6**k for k in range(68)]
_ROUNDS = 5
_NEAR_THE_END = (1, 2, 3, 5, 8, 12, 20, 30)

Pair = tuple[arb, arb]


def least_delta(direction: Direction, epsilon: ExactReal) -> arb:
    """A lower bound of delta, an exact ball >= 0.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> rare = Question.of(read_release("poisson(rate=1e-6, gaussian(sigma=0.3)) * 30")).directions[0]
        >>> 2e-5 < float(least_delta(rare, read_real(0))) < 3e-5  # at most 30 rates
        True
    """
    with ctx.workprec(_BITS):
        odds = epsilon.ball(_BITS).exp()
        return _best(direction, lambda p, q: p - odds * q)


def least_epsilon_lower(direction: Direction, target: Fraction) -> arb:
    """No smaller epsilon meets the target: an exact ball >= 0."""
    with ctx.workprec(_BITS):
        goal = fraction_ball(target)
        return _best(direction, lambda p, q: ((p - goal) / q).log() if p > goal and q > 0 else arb(0))


def _best(direction: Direction, gain: Callable[[arb, arb], arb]) -> arb:
    """The largest gain found, at least zero."""

    def found(log_ratio: float) -> arb:
        value = gain(*_once(direction, arb(log_ratio).exp()))
        return arb(value.lower()) if value.is_finite() else arb(0)

    every = (gain(*_every(direction, 1 - arb(10) ** -digits)) for digits in _NEAR_THE_END)
    best = max([arb(0), *(arb(value.lower()) for value in every if value.is_finite())])
    tried = {place: found(place) for place in _COARSE}
    step = 1.6
    for _ in range(_ROUNDS):
        place = max(tried, key=lambda one: tried[one])
        step = step**0.5
        tried |= {other: found(other) for other in (place * step, place / step, place * step**0.5, place / step**0.5)}
    return max(best, *tried.values())


def _once(direction: Direction, ratio: arb) -> Pair:
    """The probabilities that some step exceeds the ratio, under P and under Q."""
    none = [arb(0), arb(0)]
    for step, count in direction.steps:
        for side, mass in enumerate(step.pair.upper(ratio)):
            none[side] += (-mass).log1p() * count
    return -none[0].expm1(), -none[1].expm1()


def _every(direction: Direction, share: arb) -> Pair:
    """The probabilities that each loss is above a share of its largest value, under P and under Q; zero without one."""
    every = [arb(1), arb(1)]
    for step, count in direction.steps:
        if step.largest is None or not step.largest(ctx.prec).is_finite():
            return arb(0), arb(0)
        for side, mass in enumerate(step.pair.upper((step.largest(ctx.prec) * share).exp())):
            every[side] *= mass**count
    return every[0], every[1]
