"""Two types: the decay rate of one ordered pair, as the minimum of a function of one variable.

See `decay_rate` for what the rate is. Let type 1 have a share pi between `low` and `high` in the sources' hull, q = 1
- rho and E = exp(epsilon) > 1. With x the unsampled share of type 1, y = E x that of type 2 and A the share of type
1 among all records, A x + (1-A) y = q forces A = (1 - q/y)/(1 - 1/E), so the rate of the pair is the minimum over y
of

    J(y) = min_pi KL(A || pi) + A KL(y/E || q) + (1-A) KL(y || q),      q <= y <= min(1, E q).

**Certified minimum.** A point y* is searched for. On a cluster around it J'' > 0 and J' changes sign, so J has one
minimum there, m, and for every point z of the cluster convexity gives J(z) - |J'(z)| |z - m| <= J(m) <= J(z).
Outside, J > J(z) is proven by bisection; where that fails, the descent from there leads to another minimum, as low or
lower, which gets a cluster of its own: on a cell [y1, y2], where A and y/E grow with y,

    J >= min over [A1, A2] of KL(A || pi) + A1 KL(y2/E || q) + (1-A2) KL(y1 || q),

because KL(. || q) falls below q and rises above it; or the mean value form in J'. J' is -infinity at the left end
and +infinity at the right one, so the minimum is never at an end.

With wide sources and a small epsilon J has two minima, just beyond the two ends of the sources: between these A is
itself a source, and J is nearly theta^2 q A (1-A)/(2 rho), which is concave. Both are close to a corner of J'. Where no
cluster is found, J > (1 - 2^-bits) J(z) is proven by the same bisection on the whole interval: the mean value form is
off by the square of a cell's width, so that every bit costs a bounded number of cells, with or without convexity.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.instance import bernoulli_entropy, exceeds, log2_estimate, log_odds_ratio
from sdp_proofs.privacy.budget import Budget

_START_BITS = 128
_GRID = 150
_STRIDE = 8
_PIECES = 16
_MOVES = 200
_SMALLEST_STEP = 48
_HALVINGS = 60
_NEWTON = 8
_MOST_MINIMA = 6
_DEEPEST = 64
_MOST_ODDS_BITS = 256
_MOST_CELLS = 40_000


@dataclass(frozen=True, slots=True)
class PairRate:
    """The minimum of J with its place.

    Args:
        value: a ball around the rate.
        share: a ball around A, the share of the type that loses a record; a point near it where J is not convex.
        losing: a ball around x.
        gaining: a ball around y.
        gaining_share: a ball around the share of the type that gains the record; without a third type 1 - A.
    """

    value: arb
    share: arb
    losing: arb
    gaining: arb
    gaining_share: arb


def two_type_rate(
    missing: Fraction, budget: Budget, low: Fraction, high: Fraction, bits: int, *, near: PairRate | None = None
) -> PairRate:
    """The rate of the pair (1, 2) with shares of type 1 in [low, high], 0 < low <= high < 1.

    Args:
        missing: q = 1 - rho.
        budget: epsilon > 0.
        low: the least share of type 1.
        high: its largest share.
        bits: working precision.
        near: what an earlier call with other bits found, where the search then starts.

    Raises:
        PrecisionError: the minimum could not be certified.

    Example:
        >>> half = Fraction(1, 2)
        >>> two_type_rate(half, Budget.read(odds=4), half, half, 64).value.str(5, radius=False)
        '0.16655'
    """
    with ctx.workprec(_precision(missing, budget, low, high, bits)):
        objective = _Objective(missing, budget, low, high)
        place = objective.search() if near is None else near.gaining.mid()
        level = objective.value(place)
        minima: list[PairRate] = []
        segments = [(objective.left, objective.right)]
        for _ in range(_MOST_MINIMA):
            level = level.min(objective.value(place))
            try:
                place, left, right = objective.cluster(place)
            except PrecisionError:
                return objective.bisected(place, bits)
            level = level.min(objective.value(place))
            minima.append(objective.polished(place, left, right))
            segments = [part for segment in segments for part in _without(segment, left, right)]
            others = (objective.other_minimum(*each, level) for each in segments)
            found = next((at for at in others if at is not None), None)
            if found is None:
                best = min(minima, key=lambda rate: float(rate.value.mid().log()))
                value = best.value
                for rate in minima:
                    value = value.min(rate.value)
                return replace(best, value=value)
            place = objective.descended(found)
        return objective.bisected(place, bits)


def two_type_place(missing: Fraction, budget: Budget, share: Fraction) -> PairRate:
    """A point near the minimum for one law, with nothing proven; its value is an upper bound of the rate."""
    with ctx.workprec(_precision(missing, budget, share, share, _START_BITS)):
        objective = _Objective(missing, budget, share, share)
        return objective.at(objective.search())


def _precision(missing: Fraction, budget: Budget, low: Fraction, high: Fraction, bits: int) -> int:
    sizes = [missing, 1 - missing, low, 1 - high]
    extra = min(budget.size_bits, _MOST_ODDS_BITS)
    extra += sum(size.denominator.bit_length() - size.numerator.bit_length() + 1 for size in sizes)
    # Budgets near zero put the minimum near y = q, where everything cancels twice.
    extra += 2 * max(0, -int(log2_estimate(budget)))
    return max(bits, _START_BITS) + 32 + 4 * extra


def _without(segment: tuple[arb, arb], left: arb, right: arb) -> list[tuple[arb, arb]]:
    """Cut [left, right] out of a segment."""
    low, high = segment
    if right <= low or left >= high:
        return [segment]
    return [part for part in ((low, left), (right, high)) if not part[0] >= part[1]]


class _Objective:
    def __init__(self, missing: Fraction, budget: Budget, low: Fraction, high: Fraction) -> None:
        self.q, self.odds = fraction_ball(missing), budget.odds.ball(ctx.prec)
        self.theta = 1 - 1 / self.odds
        self.low, self.high = fraction_ball(low), fraction_ball(high)
        self.single = low == high
        self.left = self.q
        self.right = arb(1) if exceeds(budget, 1 / missing) else self.odds * self.q

    def share(self, y: arb) -> arb:
        return (1 - self.q / y) / self.theta

    def _source_cost(self, share: arb) -> tuple[arb, arb, arb]:
        """The minimum over pi of KL(A || pi), its derivative in A and, almost everywhere, its second one.

        The minimum is at the end of the sources nearest to A, and 0 between the ends. It is continuously
        differentiable, so where A may lie on several sides the hull of the pieces serves.
        """
        pieces = []
        for end, beyond in ((self.low, share >= self.low), (self.high, share <= self.high)):
            if not beyond or self.single:
                cost = bernoulli_entropy(share, end)
                pieces.append((cost, log_odds_ratio(share, end), 1 / (share * (1 - share))))
        if not self.single and not (share < self.low or share > self.high):
            pieces.append((arb(0), arb(0), arb(0)))
        found = pieces[0]
        for piece in pieces[1:]:
            found = (found[0].union(piece[0]), found[1].union(piece[1]), found[2].union(piece[2]))
        return found

    def value(self, y: arb) -> arb:
        """J(y)."""
        share = self.share(y)
        own = self._source_cost(share)[0]
        return own + share * bernoulli_entropy(y / self.odds, self.q) + (1 - share) * bernoulli_entropy(y, self.q)

    def at(self, y: arb) -> PairRate:
        """J and the other variables at a point."""
        share = self.share(y)
        return PairRate(self.value(y), share, y / self.odds, y, 1 - share)

    def slopes(self, y: arb) -> tuple[arb, arb]:
        """J'(y) and J''(y)."""
        share, x = self.share(y), y / self.odds
        _, own_slope, own_curve = self._source_cost(share)
        grow = self.q / (self.theta * y * y)
        bend = -2 * grow / y
        lean = own_slope + bernoulli_entropy(x, self.q) - bernoulli_entropy(y, self.q)
        below, over = log_odds_ratio(x, self.q) / self.odds, log_odds_ratio(y, self.q)
        first = grow * lean + share * below + (1 - share) * over
        second = bend * lean + grow * (grow * own_curve + 2 * below - 2 * over)
        second += share / (self.odds * self.odds * x * (1 - x)) + (1 - share) / (y * (1 - y))
        return first, second

    def search(self) -> arb:
        """A point near the minimum: downhill from the best of a grid that is dense at both ends."""
        best, value = 0, self._value_or_none(self._grid(arb(0)))
        for spread, step in ((_GRID, _STRIDE), (_STRIDE - 1, 1)):
            centre = best
            for k in range(centre - spread, centre + spread + 1, step):
                found = self._value_or_none(self._grid(arb(k)))
                if found is not None and (value is None or found.mid() < value.mid()):
                    best, value = k, found
        if value is None:
            raise PrecisionError("the rate's minimum could not be located")
        near, far = arb(best - 1), arb(best + 1)
        if self._slope(near) < 0 and self._slope(far) > 0:
            return self._halved(near, far, rising=False)
        return self.descended(self._grid(arb(best)))

    def descended(self, start: arb) -> arb:
        """A point near a minimum of J: downhill from a point, in steps that double, then bisection on the sign of J'.

        All of it in the coordinate of the grid, as the minimum may be as near to an end as one likes.
        """
        slope = self.slopes(start)[0]
        if not (slope > 0 or slope < 0):
            return start
        rising = bool(slope > 0)
        near = (2 * ((start - self.left) / (self.right - start)).log()).mid()
        step = arb(-1 if rising else 1) / 2**_SMALLEST_STEP
        while abs(near) < 2 * _GRID:
            ahead = (near + step).mid()
            slope = self._slope(ahead)
            # If nothing is known of the slope the end is near, and beyond the minimum.
            if not (slope > 0 if rising else slope < 0):
                return self._halved(near, ahead, rising=rising)
            near, step = ahead, step * 2
        raise PrecisionError("the rate's minimum could not be located")

    def _slope(self, k: arb) -> arb:
        return self.slopes(self._grid(k))[0]

    def _halved(self, near: arb, far: arb, *, rising: bool) -> arb:
        """Find where J' changes sign between two points; at the near one it is positive if `rising`, else negative."""
        for halving in range(_HALVINGS):
            middle = ((near + far) / 2).mid()
            slope = self._slope(middle)
            if slope > 0 if rising else slope < 0:
                near = middle
            else:
                far = middle
            if halving % _NEWTON == _NEWTON - 1:
                found = self._polished_point(self._grid(near), self._grid(far))
                if found is not None:
                    return found
        return self._grid(near)

    def _polished_point(self, near: arb, far: arb) -> arb | None:
        """Newton's method from a point between two others; None if it leaves them or does not settle."""
        place, low, high = near, near.min(far), near.max(far)
        for _ in range(_NEWTON):
            slope, bend = self.slopes(place)
            if not bend > 0:
                return None
            move = (slope / bend).mid()
            place = (place - move).mid()
            if not low <= place <= high:
                return None
            if abs(move) * 2**_HALVINGS < high - low:
                return place
        return None

    def _grid(self, k: arb) -> arb:
        return (self.left + (self.right - self.left) / (1 + (-k / 2).exp())).mid()

    def _value_or_none(self, y: arb) -> arb | None:
        value = self.value(y)
        return value if value.is_finite() else None

    def cluster(self, place: arb) -> tuple[arb, arb, arb]:
        """A point and ends of an interval around it on which J'' > 0 and across which J' changes sign."""
        for _ in range(_MOVES):
            left, right = self._convex_ends(place)
            first, last = self.slopes(left)[0], self.slopes(right)[0]
            if first < 0 and last > 0:
                return place, left, right
            if first > 0:
                place = left
            elif last < 0:
                place = right
            else:
                break
        raise PrecisionError("the rate's minimum could not be bracketed")

    def _convex_ends(self, place: arb) -> tuple[arb, arb]:
        room = (place - self.left).lower().min((self.right - place).lower())
        for halving in range(2, 60):
            radius = (room / 2**halving).mid()
            left, right = (place - radius).mid(), (place + radius).mid()
            if self._convex(left, right):
                return left, right
        raise PrecisionError("the rate could not be proven convex near its minimum")

    def _convex(self, left: arb, right: arb) -> bool:
        width = (right - left) / _PIECES
        for k in range(_PIECES):
            piece = (left + width * k).union(left + width * (k + 1))
            if not self.slopes(piece)[1] > 0:
                return False
        return True

    def other_minimum(self, left: arb, right: arb, level: arb) -> arb | None:
        """None if J > level is proven on [left, right]; else a point that may be next to a minimum as low.

        Raises:
            PrecisionError: too many cells would be needed.
        """
        cells = [(left, right)]
        for _ in range(_MOST_CELLS):
            if not cells:
                return None
            low, high = cells.pop()
            middle = ((low + high) / 2).mid()
            if not (self._floor(low, high) > level or self._mean_value(low, high, middle) > level):
                # A minimum may be as near to an end as one likes, so cells there may be as narrow as they must.
                if (high - low) * 2**_DEEPEST < (middle - self.left).min(self.right - middle):
                    return middle
                cells += [(low, middle), (middle, high)]
        raise PrecisionError("the rate's minimum could not be distinguished from others")

    def bisected(self, place: arb, bits: int) -> PairRate:
        """The minimum to about `bits` bits, without convexity.

        Raises:
            PrecisionError: too many cells would be needed.
        """
        for _ in range(_MOST_MINIMA):
            value = self.value(place)
            target = (value * (1 - arb(2) ** -bits)).lower()
            lower = self.other_minimum(self.left, self.right, target)
            if lower is None:
                return replace(self.at(place), value=value.union(target))
            place = self.descended(lower)
        raise PrecisionError("the rate's minimum could not be distinguished from others")

    def _mean_value(self, low: arb, high: arb, middle: arb) -> arb:
        """J at the middle less half the width times the steepest slope; NaN where that is not known."""
        slope = self.slopes(low.union(high))[0]
        return self.value(middle) - slope.abs_upper() * (high - low).abs_upper() / 2

    def _floor(self, low: arb, high: arb) -> arb:
        least, most = self.share(low).max(arb(0)), self.share(high).min(arb(1))
        x, y = (high / self.odds).min(self.q), low.max(self.q)
        own = arb(0)
        if most < self.low:
            own = bernoulli_entropy(most, self.low)
        elif least > self.high:
            own = bernoulli_entropy(least, self.high)
        return own + least * bernoulli_entropy(x, self.q) + (1 - most) * bernoulli_entropy(y, self.q)

    def polished(self, place: arb, left: arb, right: arb) -> PairRate:
        """Bisection until Newton's interval method applies, that method, then the value by convexity."""
        for _ in range(200):
            range_ = left.union(right)
            bend = self.slopes(range_)[1]
            newton = place - self.slopes(place)[0] / bend
            if bend > 0 and newton.overlaps(range_):
                narrowed = range_.intersection(newton)
                if not narrowed.rad() < range_.rad() / 2:
                    return self._rate(place, narrowed)
                left, right, place = narrowed.lower(), narrowed.upper(), narrowed.mid()
                continue
            slope = self.slopes(place)[0]
            if slope > 0:
                right = place
            elif slope < 0:
                left = place
            else:
                # The place is the minimum as far as can be told: the ends come nearer to it.
                closer = ((left + place) / 2).mid(), ((place + right) / 2).mid()
                if not (self.slopes(closer[0])[0] < 0 and self.slopes(closer[1])[0] > 0):
                    break
                left, right = closer
                continue
            place = ((left + right) / 2).mid()
        raise PrecisionError("the rate's minimum could not be refined")

    def _rate(self, place: arb, minimum: arb) -> PairRate:
        value = self.value(place)
        slack = (self.slopes(place)[0] * (minimum - place)).abs_upper()
        share = self.share(minimum)
        return PairRate((value - slack).union(value), share, minimum / self.odds, minimum, 1 - share)
