"""Ask other questions of a release than epsilon and delta: Renyi divergence, concentration, what an adversary errs.

World: enclosures. With the pair (P, Q) of a direction, P with the record and Q without, L the loss and h the profile:

* *Renyi divergence* of order 1 + c, c > 0: ln E_P[e^(cL)]/c, where moments of independent steps multiply; the larger of
  the directions. It is attained where the pair is, and an upper bound elsewhere. At order 1 it is E_P[L], between the
  values at the orders 1 - c and 1 + c, as divergences rise with the order; at order infinity the largest loss, which is
  epsilon at delta 0.
* *Concentration*: the least rho with a divergence of at most rho times the order, at all orders above 1. K(c) = ln
  E_P[e^(cL)] is convex with K(0) = 0, so for c between u and v, K lies below the chord, and K(c) <= c K(v)/v; with
  losses of at most B also K(c) <= cB. Normal noise adds mu^2/2 at every order. Intervals of c are halved until the
  bound of the worst one is close to the best value found.
* *Gaussian privacy*: the least mu, see `least_mu`.
* *Advantage*: the largest P(S) - Q(S) over all tests S, which is h(1).
* *Error with a prior*: an adversary who believes with chance p that the record is there errs at least with the
  probability p (1 - h((1 - p)/p)): the minimum over S of (1 - p) Q(S) + p (1 - P(S)).
* *Misses at a rate of false alarms* f: the least 1 - P(S) with Q(S) <= f is the maximum over a >= 0 of g(a) = 1 -
  h(a) - f a, a concave function (claim `a-trade-off-is-a-profile`). Any a bounds it from below. From above: with a_1 <
  a_2 < a_3 and g(a_2) the largest of three values, g is below the chord of the two points on the other side, extended.
  A pair that dominates bounds the rate from below, two databases that have theirs from above.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from sdp_proofs.accounting.analysis import Direction, Question, in_words, limited
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.least_mu import CLOSE as CLOSE_MU
from sdp_proofs.accounting.least_mu import least_mu
from sdp_proofs.accounting.lemmas import the_mirrored_profile
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.pairs import ADD, REMOVE
from sdp_proofs.accounting.renyi_bounds import RenyiPair
from sdp_proofs.accounting.sides import Bracket
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.decimals import bits_for, rounded_up
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import (
    Readable,
    as_typed,
    fraction_ball,
    logarithm,
    rational,
    read_rational,
    shown,
)

RENYI, CONCENTRATED, ADVANTAGE, MISSES, ERROR = "renyi", "concentrated", "advantage", "misses", "error"
GAUSSIAN = "gaussian"
MEASURES = (RENYI, CONCENTRATED, GAUSSIAN, ADVANTAGE, MISSES, ERROR)
_NAMES = {
    RENYI: "renyi divergence", CONCENTRATED: "rho", ADVANTAGE: "advantage", MISSES: "false negative rate",
    ERROR: "error", GAUSSIAN: "mu",
}  # fmt: skip
_LARGEST_ORDER = 10**6
_INFINITE = ("inf", "infinity")
_ROUNDS = 6
_MOST_INTERVALS = 4000
_CLOSE = 7
"""Digits of rho."""
_GOLDEN = 0.6180339887498949
_FARTHEST = 60.0
_OTHER = {ADD: REMOVE, REMOVE: ADD}
_ROUGH_DIGITS = 5
_PARABOLIC = 0.3
_MOST_PARABOLAS = 14


@dataclass(frozen=True, repr=False)
class Measure(Valued):
    """The answer to such a question, over all directions.

    Args:
        measure: one of `MEASURES`.
        value: of the worst direction; None where it is infinite.
        direction: the worst one.
        sides: all of them.
        sharp: whether the digits asked for were proven.
        given: the order, the rate of false alarms or the prior, as typed; empty where there is none.
        adjacency: which databases are neighbours.
        by_convention: whether nobody named them.
        changed: how many records differ between neighbours: more than one for a group.
    """

    measure: str
    value: Enclosure | None
    direction: str
    sides: tuple[Bracket, ...]
    sharp: bool
    given: str
    adjacency: str
    by_convention: bool
    changed: int = 1

    @property
    def falls(self) -> bool:
        """Tell whether less is a weaker guarantee, so that it is rounded down: an error of the adversary."""
        return self.measure in (MISSES, ERROR)

    @property
    def asked(self) -> str:
        """The name of the number."""
        return _NAMES[self.measure]

    @property
    def _asked(self) -> str:
        return self.asked.replace(" ", "_")

    def _words(self, number: str) -> str:
        said = {
            RENYI: f"({self.given}, {number})-RDP",
            CONCENTRATED: f"{number}-zCDP",
            GAUSSIAN: f"{number}-GDP",
            ADVANTAGE: f"no test has an advantage above {number}",
            MISSES: f"a test with the false positive rate {self.given} misses at least {number}",
            ERROR: f"with the prior {self.given} an adversary errs with probability at least {number}",
        }[self.measure]
        return f"{said}, {in_words(self.adjacency, self.changed)}"

    def to_quote(self, digits: int = 4) -> str:
        """Quote the result in print, rounded to where it holds.

        Raises:
            DomainError: the result is infinite.
        """
        return self._words(self.headline(digits))

    def headline(self, digits: int) -> str:
        """The number, rounded to where it is a valid guarantee."""
        return self._number.at_least(digits) if self.falls else self._number.at_most(digits)

    def __str__(self) -> str:
        """Print the number rounded to where it holds, its other end, and words to quote."""
        if self.value is None:
            return f"{self.asked} is infinite"
        sign, other = (">=", f"at most {self.value.at_most(13)}") if self.falls else (
            "<=", f"at least {self.value.at_least(13)}"
        )  # fmt: skip
        return f"{self.asked} {sign} {self.headline(10)} ({other}); to quote: {self.to_quote()}"

    def _facts(self) -> dict[str, object]:
        return {"direction": self.direction, "sharp": self.sharp}


def measure(question: Question, name: str, given: Readable | None = None, *, digits: int = 10) -> Measure:
    """Answer one of `MEASURES`.

    Args:
        question: the release, analysed.
        name: what is asked.
        given: the order, the rate of false alarms or the prior; None for the others.
        digits: significant digits to prove; of rho at most seven, of mu five.

    Raises:
        DomainError: an order below 1, a rate or prior that is not strictly between 0 and 1, or a release of
            which the divergences are not known.
        PrecisionError: nothing could be proven.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> asked = Question.of(read_release("gaussian(sigma=2) * 3"), "add-remove")
        >>> measure(asked, RENYI, 4).value.rounded(5), measure(asked, CONCENTRATED).value.rounded(5)
        ('1.5', '0.375')
        >>> measure(asked, MISSES, "1/10", digits=6).headline(6)
        '0.661121'
    """
    check_digits(digits)
    asked: dict[str, Callable[[], list[Bracket]]] = {
        RENYI: lambda: _divergences(question, given, digits),
        CONCENTRATED: lambda: _concentrations(question, min(digits, _CLOSE)),
        GAUSSIAN: lambda: [least_mu(question, one, min(digits, CLOSE_MU)) for one in question.directions],
        ADVANTAGE: lambda: list(delta_at(question, 0, digits=digits).sides),
        MISSES: lambda: _misses(question, _chance(given, "the false positive rate"), digits),
        ERROR: lambda: _errors(question, _chance(given, "the prior"), digits),
    }
    sides = asked[name]()
    typed = "" if given is None else as_typed(given)
    found = partial(
        Measure, name, given=typed, adjacency=question.adjacency, by_convention=question.by_convention,
        changed=question.changed,
    )  # fmt: skip
    for side in sides:
        if side.value is None:
            return found(value=None, direction=side.direction, sides=tuple(sides), sharp=True)
    values = [side.value for side in sides if side.value is not None]
    if name in (MISSES, ERROR):
        place = min(range(len(values)), key=lambda k: float(values[k].ball.lower()))
        value = _least(values)
    else:
        place, value = position_of_largest(values), largest(values)
    value = limited(value)
    asked_for = min(digits, {CONCENTRATED: _CLOSE, GAUSSIAN: CLOSE_MU}.get(name, digits))
    sharp = value.exact is not None or value.proven_digits >= asked_for
    return found(value=value, direction=sides[place].direction, sides=tuple(sides), sharp=sharp)


def _least(values: list[Enclosure]) -> Enclosure:
    found = values[0].ball
    with ctx.workprec(4096):
        for value in values[1:]:
            found = found.min(value.ball)
        return values[0] if len(values) == 1 else Enclosure(found)


def _order(given: Readable | None) -> Fraction:
    order = read_rational("" if given is None else given, "order")
    if not 1 <= order <= _LARGEST_ORDER:
        raise DomainError(f"order must be at least 1 and at most {_LARGEST_ORDER}, or inf, got {shown(given)}")
    return order


def _chance(given: Readable | None, name: str) -> Fraction:
    chance = read_rational("" if given is None else given, name)
    if not 0 < chance < 1:
        raise DomainError(f"{name} must be between 0 and 1, both excluded, got {shown(given)}")
    return chance


def _divergences(question: Question, given: Readable | None, digits: int) -> list[Bracket]:
    """The divergence of every direction; from zero where its pair is no more than an upper bound."""
    if given is not None and str(given) in _INFINITE:
        return list(epsilon_at(question, 0, digits=digits).sides)
    order = _order(given)
    return [_divergence(direction, order, digits) for direction in question.directions]


def _divergence(direction: Direction, order: Fraction, digits: int) -> Bracket:
    if not direction.infinite().is_zero():
        return Bracket(direction.name, None, "infinite-loss")
    wanted = digits + 3
    for _ in range(_ROUNDS):
        with ctx.workprec(bits_for(wanted) + 64):
            found = (_near_order_one(direction, wanted) if order == 1 else _at(direction, order - 1, wanted)).max(
                arb(0)
            )
        if not found.is_finite():
            raise PrecisionError("the moment of this order could not be enclosed")
        if not _is_bound(direction) and found.rel_accuracy_bits() < bits_for(digits) and not found.is_zero():
            wanted += digits + 3
            continue
        if _is_bound(direction):
            return Bracket(direction.name, Enclosure.between("0", rounded_up(found, digits)), "moments", "nothing")
        return Bracket(direction.name, Enclosure(found), "moments")
    return Bracket(direction.name, Enclosure(found), "moments")


def _at(direction: Direction, power: Fraction, digits: int) -> arb:
    return _log_moment(direction, power, digits) / fraction_ball(power)


def _near_order_one(direction: Direction, digits: int) -> arb:
    """E_P[L], between the divergences of the orders 1 - c and 1 + c; from zero where there is a bound alone."""
    near = Fraction(1, 2 ** (bits_for(digits) + 8))
    with ctx.workprec(3 * ctx.prec):
        if not _is_bound(direction):
            return _at(direction, -near, 3 * digits).union(_at(direction, near, 3 * digits))
        found = _at(direction, near, 3 * digits)
        for power in (Fraction(1, 2**k) for k in range(10)):  # a bound need not rise with the order
            if power + 1 <= min(_most(direction), _LARGEST_ORDER):
                found = found.min(_at(direction, power, 3 * digits))
        return found


def _most(direction: Direction) -> float:
    """The largest order for which all steps are bounded."""
    return 1 + min(
        (step.pair.most for step, _ in direction.steps if isinstance(step.pair, RenyiPair)), default=math.inf
    )


def _is_bound(direction: Direction) -> bool:
    return not direction.attained or any(isinstance(step.pair, RenyiPair) for step, _ in direction.steps)


def _log_moment(direction: Direction, power: Fraction, digits: int) -> arb:
    """Ln E_P[e^(cL)] of all steps together."""
    total = arb(0)
    for step, count in direction.steps:
        if isinstance(step.pair, RenyiPair):
            if not fraction_ball(power) <= step.pair.most:
                raise DomainError(f"order must be at most that of the given bound, got {power + 1}")
            total += step.pair.log_moment(fraction_ball(power)) * count
        elif step.squared is not None:
            total += fraction_ball(power * (power + 1)) * step.squared.ball(ctx.prec) / 2 * count
        elif step.loss is not None:
            total += _moment(step.loss, power, digits).log() * count
        else:
            raise DomainError("divergences must be those of mechanisms with known moments, got one that has none")
    return total


def _moment(loss: Loss, power: Fraction, digits: int) -> arb:
    """E_P[e^(cL)] to so many digits; a power that is no float lies between two, and the moment rises beyond 0."""
    number = float(power)
    try:
        if Fraction(number) == power:
            return loss.line(number, 1.0, 1, digits)[0].real
        try:
            return loss.line(fraction_ball(power), 1.0, 1, digits)[0].real  # type: ignore[arg-type]  # read as numbers
        except (TypeError, ValueError):
            ends = (math.nextafter(number, -1.0), math.nextafter(number, math.inf))
            low, high = (loss.line(end, 1.0, 1, digits)[0].real for end in ends)
            return low.union(high)
    except ValueError as error:
        raise DomainError(f"order must be one with known moments of this release, got {number + 1:.9g}") from error


def _concentrations(question: Question, digits: int) -> list[Bracket]:
    return [_concentration(direction, digits) for direction in question.directions]


def _concentration(direction: Direction, digits: int) -> Bracket:
    """The least rho of a direction: what normal noise adds at every order, and the largest of the rest."""
    with ctx.workprec(128):
        if not direction.infinite().is_zero():
            return Bracket(direction.name, None, "infinite-loss")
        normal, most, rest = arb(0), arb(0), []
        for step, count in direction.steps:
            if step.squared is not None:
                normal += step.squared.ball(128) * count / 2
                continue
            if step.loss is None or step.largest is None or not step.largest(128).is_finite():
                raise DomainError(
                    "rho must be that of normal noise, or of mechanisms with a largest loss and known moments; "
                    "sampling does not lower it, so ask the release without"
                )
            most += step.largest(128) * count
            rest.append((step, count))
        if not rest:
            return Bracket(direction.name, Enclosure(normal), "normal")
        bounded = replace(direction, steps=tuple(rest))
        low, high = _largest_share(bounded, most, Fraction(1, 10 ** (digits + 1)))
        lowest = arb(0) if not direction.attained else low
        return Bracket(direction.name, Enclosure((normal + lowest).union(normal + high)), "moments")


def _largest_share(direction: Direction, most: arb, width: Fraction) -> tuple[arb, arb]:
    """The largest K(c)/(c (c + 1)) over all c > 0, from both sides."""
    known: dict[float, arb] = {}

    def log_moment(c: float) -> arb:
        if c not in known:
            known[c] = _log_moment(direction, Fraction(c), 25)
        return known[c]

    def bound(u: float, v: float) -> arb:
        """An upper bound between u and v; v may be infinite."""
        if math.isinf(v):
            return most / (u + 1)
        end = log_moment(v) / v  # K(c)/c rises
        if u == 0.0:
            return end
        slope = (log_moment(v) - log_moment(u)) / (v - u)
        start = log_moment(u) - slope * u  # the chord is start + slope c, with start <= 0
        return (start.min(arb(0)) / (arb(v) * (v + 1)) + slope / (u + 1)).min(end / (u + 1))

    ends = [0.0, *(2.0**k for k in range(-12, 13)), math.inf]
    low = arb(0)
    for c in ends[1:-1]:
        low = low.max(log_moment(c) / (arb(c) * (c + 1)))
    heap = [(-float(bound(u, v).upper()), u, v) for u, v in pairwise(ends)]
    heapq.heapify(heap)
    gap = fraction_ball(width)
    for _ in range(_MOST_INTERVALS):
        _, u, v = heap[0]
        if bound(u, v) <= low.lower() * (1 + gap):
            break
        heapq.heappop(heap)
        middle = 2 * u if math.isinf(v) else v / 2 if u == 0.0 else (u + v) / 2
        if middle > 2.0**40 or middle < 2.0**-40:
            heapq.heappush(heap, (-float(bound(u, v).upper()), u, v))
            break
        low = low.max(log_moment(middle) / (arb(middle) * (middle + 1)))
        for part in ((u, middle), (middle, v)):
            heapq.heappush(heap, (-float(bound(*part).upper()), *part))
    high = bound(heap[0][1], heap[0][2])
    for _, u, v in heap:
        high = high.max(bound(u, v))
    return low.lower(), high.max(low).upper()


def _errors(question: Question, prior: Fraction, digits: int) -> list[Bracket]:
    """Errors of the adversary who believes that the record is there: the tests of the direction remove."""
    odds = logarithm(rational((1 - prior) / prior))
    sides = delta_at(question, odds, digits=digits + 2).sides
    wanted = [side for side in sides if side.direction != ADD] or list(sides)
    found = []
    for side in wanted:
        assert side.value is not None
        with ctx.workprec(bits_for(digits) + 128):
            value = fraction_ball(prior) * (1 - side.value.ball)
            found.append(replace(side, value=Enclosure(value.max(arb(0)))))
    return found


def _misses(question: Question, rate: Fraction, digits: int) -> list[Bracket]:
    """The least rate of false negatives in every direction, the second law being the null hypothesis."""
    found = []
    for name in dict.fromkeys(direction.name for direction in question.directions):
        above = [_curve(direction, question.directions, question, rate) for direction in _named(question, name)]
        known = [direction for direction in question.directions if direction.attained] or list(question.attained)
        below = [_curve(direction, known, question, rate) for direction in known if direction.name == name]
        with ctx.workprec(bits_for(digits) + 128):
            high = 1 - fraction_ball(rate)
            ends = [curve.enclosed(digits) for curve in above]
            for curve in below:
                same = next((end for end, other in zip(ends, above, strict=True) if other == curve), None)
                high = high.min((same or curve.enclosed(digits))[1])
            low = arb(1)
            for end in ends:
                low = low.min(end[0])
            found.append(Bracket(name, Enclosure(low.union(high.max(low))), "profile"))
    return found


def _named(question: Question, name: str) -> list[Direction]:
    return [direction for direction in question.directions if direction.name == name]


def _curve(direction: Direction, beside: Sequence[Direction], question: Question, rate: Fraction) -> _Curve:
    """The curve of the pair of a direction, and of that seen from the other side.

    Raises:
        DomainError: the other side is not known.
    """
    other = [
        one
        for one in beside
        if one is not direction
        and (one.choice, one.databases) == (direction.choice, direction.databases)
        and one.name == _OTHER.get(direction.name, direction.name)
    ]
    if not other and all(the_mirrored_profile.holds(step.pair) for step, _ in direction.steps):
        other = [direction]
    if len(other) != 1:
        raise DomainError("error rates must be those of a release whose pairs are known from both sides")
    alone = [
        replace(question, directions=(replace(one, attained=True, once=True),), attained=())
        for one in (direction, other[0])
    ]
    return _Curve(alone[0], alone[1], rate)


@dataclass(frozen=True)
class _Curve:
    """g(a) = 1 - h(a) - f a at a = e^l, for one pair.

    Args:
        own: its question.
        mirror: that of the pair seen from the other side.
        rate: f.
    """

    own: Question
    mirror: Question
    rate: Fraction

    def at(self, place: Fraction, digits: int) -> arb:
        """G at e^place; with h(a) = 1 - a + a h'(1/a) left of 1, h' the profile of the other side."""
        found = delta_at(self.own if place >= 0 else self.mirror, abs(place), digits=digits).value
        with ctx.workprec(bits_for(digits) + 128):
            odds, profile = fraction_ball(place).exp(), arb(1) if found is None else found.ball
            if place < 0:
                return odds * (1 - profile - fraction_ball(self.rate))
            return 1 - profile - fraction_ball(self.rate) * odds

    def enclosed(self, digits: int) -> tuple[arb, arb]:
        """Ends of the maximum, which is never negative."""
        exact = digits + 4
        place, value = self._summit(digits, exact)
        with ctx.workprec(bits_for(exact) + 128):
            low, high = value.lower().max(arb(0)), 1 - fraction_ball(self.rate)
        for width in (10.0 ** -(digits / 2), 10.0 ** -(digits / 3), 10.0 ** -(digits / 5), 0.3):
            step = Fraction(width).limit_denominator(10**12)
            left, right = ((fraction_ball(spot).exp(), self.at(spot, exact)) for spot in (place - step, place + step))
            with ctx.workprec(bits_for(exact) + 128):
                low = low.max(left[1].lower()).max(right[1].lower())
                if left[1] <= value and right[1] <= value:
                    middle = fraction_ball(place).exp(), value
                    ends = _extended(middle, right, left[0]), _extended(left, middle, right[0])
                    high = high.min(ends[0].max(ends[1]).max(value).upper())
                    if (high - low) * 10**digits <= high:
                        break
        return low, arb(high.upper())

    def _summit(self, digits: int, exact: int) -> tuple[Fraction, arb]:
        """About the place of the maximum: golden sections, then parabolas (estimate), and the value there."""
        known: dict[float, float] = {}

        def rough(place: float) -> float:
            if place not in known:
                known[place] = float(self.at(Fraction(place), _ROUGH_DIGITS).lower())
            return known[place]

        low, high = -_FARTHEST, math.log(1 / float(self.rate)) + 1e-6
        if rough(high / 2) > 0:  # left of that g is below a (1 - f)
            low = max(low, math.log(rough(high / 2)) - 1e-6)
        while high - low > _PARABOLIC:
            left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
            low, high = (left, high) if rough(left) <= rough(right) else (low, right)
        places = [Fraction(spot).limit_denominator(10**14) for spot in (low, (low + high) / 2, high)]
        values = {spot: self.at(spot, exact) for spot in places}
        for _ in range(_MOST_PARABOLAS):
            one, two, three = places
            with ctx.workprec(bits_for(exact) + 128):
                before, after = ((values[two] - values[end]).mid() / float(two - end) for end in (one, three))
                turn = 0.0
                if before > after:  # the slopes of the chords
                    lean = before * float(two + three) - after * float(one + two)
                    turn = float(lean / (2 * (before - after)))
            spot = Fraction(turn).limit_denominator(10**14)
            near = Fraction(1, 10 ** (digits // 2 + 2))
            if not one < spot < three:
                spot = (one + three) / 2
            if abs(spot - two) < near:
                spot = two + near if three - two > two - one else two - near
                if abs(spot - two) >= max(three - two, two - one):
                    break
            if spot in values:
                break
            values[spot] = self.at(spot, exact)
            places = sorted([*places, spot])
            best = max(places[1:3], key=lambda place: float(values[place].mid()))
            k = places.index(best)
            places = places[k - 1 : k + 2]
            if places[2] - places[0] < 20 * near:
                break
        best = max(places, key=lambda place: float(values[place].mid()))
        return best, values[best]


def _extended(first: tuple[arb, arb], second: tuple[arb, arb], place: arb) -> arb:
    """The value at a place of the line through two points."""
    slope = (second[1] - first[1]) / (second[0] - first[0])
    return first[1] + slope * (place - first[0])
