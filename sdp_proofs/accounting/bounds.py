"""Bound one direction from below and above without an engine.

**Infinite losses, and the largest finite one.** World: exact. delta(eps) is the probability of an infinite loss and
what the finite ones add. A smaller target is met by no epsilon. A target that is just this probability is met from
the largest finite loss on, as below it some outcome of finite loss adds to delta; no ball decides that two numbers
are equal, so the probabilities are compared as fractions.

**One event.** World: directed bound. Whatever the event, delta(eps) is at least its probability under P less e^eps
times that under Q; so no epsilon below ln((p - delta)/q) meets delta. Two events are tried. That dP/dQ > a in at
least one step has p = 1 - prod (1 - P_i(R > a))^(T_i) and likewise q. It is close to the truth where one step alone
makes the difference, in the far tails of rarely sampled records, which no tilt of the whole composition can reach.
That every loss is above a share of the largest one of its step has p = prod P_i(R > a_i)^(T_i), and is close to the
truth for few steps near the largest loss of all. Any threshold is sound; a good one is found by trying.

**Hellinger affinities, where the two laws have little in common.** World: directed bound. 1 - delta(eps) is the sum
of min(p, e^eps q) over all outcomes, as p - (p - e^eps q)_+ is the smaller one. The smaller of two numbers is at most
any weighted geometric mean of them, so for 0 < c < 1

    1 - delta(eps) <= sum p^(1-c) (e^eps q)^c = e^(c eps) M(-c),     M(-c) = E_P[e^(-cL); L finite]

with L = ln(p/q). M is a product over the steps, each at most 1, and falls exponentially with their number: with very
many steps the bound says that delta is nearly one, and that no epsilon below (ln(1 - delta) - ln M(-c))/c meets a
delta. Any c is sound; a good one is found by trying.

**A tail split.** World: directed bound. Let D_i be the event that the loss of step i is beyond a. With S the loss of
all steps,

    delta(eps) <= sum T_i P_i(D_i) + k(c) e^(-c eps) prod M_i(c)^(T_i),    M_i(c) = E_i[e^(cL); L <= a],

for every a and c > 0: where some D_i happens an output adds at most its probability, elsewhere what Chernoff's bound
(`inversion`) says of it (claim `delta-is-below-a-cut-chernoff-bound`). Without the cut the moments of rarely sampled
records are made by losses that hardly ever occur, and the bound says next to nothing far in the tail. Every pair is
replaced by one with finitely many losses that dominates it (`rounded_above`), on a geometric grid, so that nothing
else has to be known of it. The cut and c are chosen by floats; any choice is sound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.dominating_pairs import unbounded
from sdp_proofs.accounting.lemmas import delta_is_above_one_less_the_affinity, delta_is_below_a_cut_chernoff_bound
from sdp_proofs.accounting.pairs import Masses, Pair, alone_exactly, height
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_BITS = 256
_MOST_BITS = 2_000_000
"""Most bits of the fractions that are compared."""


def compared(target: Fraction, direction: Direction) -> int | None:
    """The sign of a target less the probability of an infinite loss; None where it is not decided.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> release = read_release("approximate(epsilon=1, delta=0.1) + approximate(epsilon=2, delta=0.2)")
        >>> question = Question.of(release)
        >>> [compared(Fraction(percent, 100), question.directions[0]) for percent in (27, 28, 29)]
        [-1, 0, 1]
    """
    with ctx.workprec(_BITS):
        rest = fraction_ball(target) - direction.infinite()
        if not rest.contains(0):
            return 1 if rest > 0 else -1
    hidden = _hidden(direction)
    if hidden is None:
        return None
    return (hidden > 1 - target) - (hidden < 1 - target)


def largest_finite(direction: Direction, bits: int) -> arb | None:
    """The supremum of the finite losses of the composition, infinity where they have no bound; None: not known.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("approximate(epsilon=1, delta=0.1) * 3"))
        >>> largest_finite(question.directions[0], 64).str(10, radius=False)
        '3.000000000'
    """
    with ctx.workprec(bits):
        total = arb(0)
        for step, count in direction.steps:
            if step.largest is None:
                return None
            total += step.largest(bits) * count
        without_end = any(step.largest is unbounded for step, _ in direction.steps)
        return unbounded(bits) if without_end else total if total.is_finite() else None


def _hidden(direction: Direction) -> Fraction | None:
    """The probability that all losses are finite; None where a step's is not known as a fraction, or it is too long."""
    hidden: list[tuple[Fraction, int]] = []
    for step, count in direction.steps:
        chance = alone_exactly(step.pair)[0]
        if chance is None:
            return None
        if chance == 1:
            return Fraction(0)
        if chance:
            hidden.append((1 - chance, count))
    if sum(count * part.denominator.bit_length() for part, count in hidden) > _MOST_BITS:
        return None
    return prod((part**count for part, count in hidden), start=Fraction(1))


_EVENT_BITS = 160
_COARSE = [1e-10 * 1.6**k for k in range(68)]
_ROUNDS = 5
_NEAR_THE_END = (1, 2, 3, 5, 8, 12, 20, 30)


def event_delta(direction: Direction, epsilon: ExactReal) -> arb:
    """A lower bound of delta, an exact ball >= 0.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> rare = Question.of(read_release("poisson(rate=1e-6, gaussian(sigma=0.3)) * 30")).directions[0]
        >>> 2e-5 < float(event_delta(rare, read_real(0))) < 3e-5  # at most 30 rates
        True
    """
    with ctx.workprec(_EVENT_BITS):
        odds = epsilon.ball(_EVENT_BITS).exp()
        return _best_event(direction, lambda p, q: p - odds * q)


def event_epsilon(direction: Direction, target: Fraction) -> arb:
    """No smaller epsilon meets the target: an exact ball >= 0."""
    with ctx.workprec(_EVENT_BITS):
        goal = fraction_ball(target)
        return _best_event(direction, lambda p, q: ((p - goal) / q).log() if p > goal and q > 0 else arb(0))


def _best_event(direction: Direction, gain: Callable[[arb, arb], arb]) -> arb:
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


def _once(direction: Direction, ratio: arb) -> Masses:
    """The probabilities that some step exceeds the ratio, under P and under Q."""
    none = [arb(0), arb(0)]
    for step, count in direction.steps:
        for side, mass in enumerate(step.pair.upper(ratio)):
            none[side] += (-mass).log1p() * count
    return -none[0].expm1(), -none[1].expm1()


def _every(direction: Direction, share: arb) -> Masses:
    """The probabilities that each loss is above a share of its largest value, under P and under Q; zero without one."""
    every = [arb(1), arb(1)]
    for step, count in direction.steps:
        if step.largest is None or not step.largest(ctx.prec).is_finite():
            return arb(0), arb(0)
        for side, mass in enumerate(step.pair.upper((step.largest(ctx.prec) * share).exp())):
            every[side] *= mass**count
    return every[0], every[1]


_AFFINITY_BITS = 128
_WEIGHTS = tuple(0.97 * 0.7**k for k in range(36))


def hellinger_delta(direction: Direction, epsilon: ExactReal) -> arb:
    """A lower bound of delta, an exact ball >= 0.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> many = Question.of(read_release("gaussian(sigma=1) * 100"), "add-remove").directions[0]
        >>> 0.999 < float(hellinger_delta(many, read_real(10))) < 1
        True
    """
    with ctx.workprec(_AFFINITY_BITS):
        place = epsilon.ball(_AFFINITY_BITS)
        return _best_affinity(direction, lambda c, moment: -(c * place + moment).expm1())


def hellinger_epsilon(direction: Direction, target: Fraction) -> arb:
    """No smaller epsilon meets the target: an exact ball >= 0."""
    with ctx.workprec(_AFFINITY_BITS):
        goal = (-fraction_ball(target)).log1p()
        return _best_affinity(direction, lambda c, moment: (goal - moment) / c)


def _best_affinity(direction: Direction, gain: Callable[[arb, arb], arb]) -> arb:
    """The largest gain found, at least zero."""
    found = [arb(gain(c, moment).lower()) for c, moment in _moments(direction)]
    return max([arb(0), *(bound for bound in found if bound.is_finite())])


def _moments(direction: Direction) -> Iterator[tuple[arb, arb]]:
    """Some c, and ln M(-c) of the composition."""
    losses = direction.losses
    for place in _WEIGHTS if losses is not None else ():
        delta_is_above_one_less_the_affinity(place)
        try:
            yield arb(place), sum((loss.moment(-place).log() * count for loss, count in losses or ()), arb(0))
        except SizeError:
            continue


_TAIL_BITS = 192
_PER_OCTAVE = 10
_OCTAVES = 36
_FINEST = 1 << 48
_PLACES = tuple(0.05 * 1.5**k for k in range(64))
_FARTHEST = 4096.0


def tail_split_delta(direction: Direction, epsilon: ExactReal) -> arb | None:
    """An upper bound of delta, an exact ball; None where none is found.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> rare = Question.of(read_release("poisson(rate=1e-6, gaussian(sigma=1)) * 2")).directions[0]
        >>> float(tail_split_delta(rare, read_real(1))) < 1e-45  # without the cut 3e-11
        True
    """
    with ctx.workprec(_TAIL_BITS):
        place = epsilon.ball(_TAIL_BITS)
        middle = float(place)
        if not 0 < middle < _FARTHEST:
            return None

        def estimate(c: float, log_moment: float, log_beyond: float) -> float:
            return _log_sum(log_moment - c * middle, log_beyond)

        def bound(c: arb, log_moment: arb, beyond: arb) -> arb:
            return beyond + (log_moment - c * place).exp()

        return _least(direction, 1.5 * middle, estimate, bound)


def tail_split_epsilon(direction: Direction, target: Fraction) -> arb | None:
    """An epsilon that meets the target, an exact ball >= 0; None where none is found."""
    with ctx.workprec(_TAIL_BITS):
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
    from sdp_proofs.accounting.lattice import rounded_above

    unit = arb(reach) / _FINEST
    right = {round(_FINEST * 2 ** (-k / _PER_OCTAVE)) for k in range(_OCTAVES * _PER_OCTAVE)}
    indices = sorted({0, *right, *(-index for index in right)})
    found = rounded_above(pair, indices, unit)
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
