"""An upper bound from a cut: some loss is beyond it, or all are up to it and Chernoff's bound sees no larger ones.

World: directed bound. Let D_i be the event that the loss of step i is beyond a. With S the loss of all steps,

    delta(eps) <= sum T_i P_i(D_i) + k(c) e^(-c eps) prod M_i(c)^(T_i),    M_i(c) = E_i[e^(cL); L <= a],

for every a and c > 0: where some D_i happens an output adds at most its probability, elsewhere what Chernoff's bound
(`inversion`) says of it (claim `delta-is-below-a-cut-chernoff-bound`). Without the cut the moments of rarely sampled
records are made by losses that hardly ever occur, and the bound says next to nothing far in the tail. Every pair is
replaced by one with finitely many losses that dominates it (`rounded_pair`), on a geometric grid, so that nothing else
has to be known of it. The cut and c are chosen by floats; any choice is sound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.lemmas import delta_is_below_a_cut_chernoff_bound
from sdp_proofs.accounting.pairs import Pair, height
from sdp_proofs.accounting.rounded_pair import above
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_BITS = 192
_PER_OCTAVE = 10
_OCTAVES = 36
_FINEST = 1 << 48
_PLACES = tuple(0.05 * 1.5**k for k in range(64))
_ROUNDS = 5
_FARTHEST = 4096.0


def greatest_delta(direction: Direction, epsilon: ExactReal) -> arb | None:
    """An upper bound of delta, an exact ball; None where none is found.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> rare = Question.of(read_release("poisson(rate=1e-6, gaussian(sigma=1)) * 2")).directions[0]
        >>> float(greatest_delta(rare, read_real(1))) < 1e-45  # without the cut 3e-11
        True
    """
    with ctx.workprec(_BITS):
        place = epsilon.ball(_BITS)
        middle = float(place)
        if not 0 < middle < _FARTHEST:
            return None

        def estimate(c: float, log_moment: float, log_beyond: float) -> float:
            return _log_sum(log_moment - c * middle, log_beyond)

        def bound(c: arb, log_moment: arb, beyond: arb) -> arb:
            return beyond + (log_moment - c * place).exp()

        return _least(direction, 1.5 * middle, estimate, bound)


def greatest_epsilon(direction: Direction, target: Fraction) -> arb | None:
    """An epsilon that meets the target, an exact ball >= 0; None where none is found."""
    with ctx.workprec(_BITS):
        goal = fraction_ball(target)
        log_goal = float(goal.log())

        def estimate(c: float, log_moment: float, log_beyond: float) -> float:
            share = log_beyond - log_goal
            return math.inf if share >= 0 else (log_moment - log_goal - math.log1p(-math.exp(share))) / c

        def bound(c: arb, log_moment: arb, beyond: arb) -> arb:
            rest = goal - beyond
            return ((log_moment - rest.log()) / c).max(arb(0)) if rest > 0 else arb("nan")

        reach = _reach(direction, goal / 4)
        return None if reach is None else _least(direction, reach, estimate, bound)


class _Law:
    """One step rounded upwards to a grid of losses, and how often it is run."""

    def __init__(self, points: dict[int, arb], infinite: arb, unit: arb, count: int) -> None:
        self.losses = [unit * index for index in points]
        self.masses = [mass.max(arb(0)) for mass in points.values()]
        self.infinite, self.count = infinite, count
        self._places = [float(loss) for loss in self.losses]
        self._logs = [_log(mass) for mass in self.masses]
        self.log_beyond: list[float] = []
        total = _log(infinite)
        for mass in reversed(self._logs):
            self.log_beyond.append(total + math.log(count))
            total = _log_sum(total, mass)
        self.log_beyond.reverse()

    def log_moments(self, c: float) -> list[float]:
        """About T ln E[e^(cL); L <= a] for a at every point."""
        found, total = [], -math.inf
        for place, mass in zip(self._places, self._logs, strict=True):
            total = _log_sum(total, mass + c * place)
            found.append(self.count * total)
        return found

    def log_moment(self, c: arb, cut: int) -> arb:
        """T ln E[e^(cL); L <= a], a the point of the cut."""
        pairs = zip(self.losses[: cut + 1], self.masses[: cut + 1], strict=True)
        return sum((mass * (c * loss).exp() for loss, mass in pairs), arb(0)).log() * self.count

    def beyond(self, cut: int) -> arb:
        """T P(L > a)."""
        return sum(self.masses[cut + 1 :], self.infinite) * self.count


def _least(
    direction: Direction,
    reach: float,
    estimate: Callable[[float, float, float], float],
    bound: Callable[[arb, arb, arb], arb],
) -> arb | None:
    """The bound at the cut and the c where its estimate is least."""
    try:
        laws = [law for step, count in direction.steps for law in [_rounded(step.pair, count, reach)]]
    except (PrecisionError, SizeError):
        return None
    first = next(k for k, loss in enumerate(laws[0].losses) if loss > 0)
    beyond = [_log_sum(*logs) for logs in zip(*(law.log_beyond for law in laws), strict=True)]

    def at(c: float) -> tuple[float, int]:
        own = c * math.log(c) - (1 + c) * math.log1p(c)
        moments = [own + sum(logs) for logs in zip(*(law.log_moments(c) for law in laws), strict=True)]
        values = [estimate(c, moment, far) for moment, far in zip(moments[first:], beyond[first:], strict=True)]
        best = min(range(len(values)), key=values.__getitem__)
        return values[best], first + best

    tried = {c: at(c) for c in _PLACES}
    step = 1.5
    for _ in range(_ROUNDS):
        c, step = min(tried, key=lambda one: tried[one]), step**0.5
        tried |= {other: at(other) for other in (c * step, c / step)}
    c = min(tried, key=lambda one: tried[one])
    place, cut = arb(c), tried[c][1]
    delta_is_below_a_cut_chernoff_bound(place)
    own = place * place.log() - (1 + place) * place.log1p()
    found = bound(
        place, sum((law.log_moment(place, cut) for law in laws), own), sum((law.beyond(cut) for law in laws), arb(0))
    )
    return found.upper() if found.is_finite() else None


def _rounded(pair: Pair, count: int, reach: float) -> _Law:
    """A pair on geometric points up to a loss, on both sides of zero."""
    unit = arb(reach) / _FINEST
    right = {round(_FINEST * 2 ** (-k / _PER_OCTAVE)) for k in range(_OCTAVES * _PER_OCTAVE)}
    indices = sorted({0, *right, *(-index for index in right)})
    found = above(pair, indices, unit)
    return _Law(found.points, found.infinite, unit, count)


def _reach(direction: Direction, least: arb) -> float | None:
    """A loss beyond which the profiles add up to no more than that."""
    for octave in range(4 * _OCTAVES, -1, -1):
        place = _FARTHEST * 2 ** (-octave / 4)
        ratio = arb(place).exp()
        if sum((height(step.pair, ratio) * count for step, count in direction.steps), arb(0)) < least:
            return place
    return None


def _log(mass: arb) -> float:
    middle = mass.mid()
    return float(middle.log()) if middle > 0 else -math.inf


def _log_sum(*logs: float) -> float:
    """The logarithm of a sum of exponentials."""
    top = max(logs)
    return top if math.isinf(top) else top + math.log(sum(math.exp(log - top) for log in logs))
