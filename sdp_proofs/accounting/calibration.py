"""The unknown in a release: the least noise, the most steps, the largest rate that meets (epsilon, delta).

World: enclosure with proven ends, exact for a whole number. A release with one `?` in it is a family; delta is
monotone in each parameter that `unknowns` lets it stand for: more noise is post-processing of less (claim
`nearer-normal-laws-are-post-processed` for normal noise), and more steps, a larger rate
(`the-excess-falls-at-least-like-the-rate`), sensitivity, epsilon or delta of a step give a pair that dominates. At one
end of the bracket delta <= target is decided by an enclosure, at the other delta > target. Where delta itself is only
known up to a bracket, values between may be undecided; both ends are proven all the same, and so they are where an
order has exceptions. Where a release is known by upper bounds alone, as `zcdp`, no value is proven not to meet the
budget. A whole number is first estimated by saddle points, and then decided next to the estimate.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import adjacency_of, changed_records, in_words
from sdp_proofs.accounting.answers import read_delta, read_epsilon
from sdp_proofs.accounting.deadline import LateError, until
from sdp_proofs.accounting.families import Family, crossing
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lemmas import the_excess_falls_at_least_like_the_rate
from sdp_proofs.accounting.release import MOST_STEPS
from sdp_proofs.accounting.unknowns import Unknown, named, unknown_of
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.conversion import QUOTED_DIGITS
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import Readable, fraction_ball

_MOST_DOUBLINGS = 60
MOST_DIGITS = 12
_TRIED_DIGITS = MOST_DIGITS + 6
_END_DIGITS = 12
_CALIBRATED_DIGITS = 4
_MOST_TRIED = 16
_BESIDE = Fraction(6, 5)


@dataclass(frozen=True)
class Calibrated:
    """The parameter that just meets a budget.

    Args:
        parameter: what was asked for: sigma, scale, steps, rate, ...
        meets: the best value that is proven to meet the budget.
        fails: a value beyond it that is proven not to; None where all values meet the budget, or with `bound`.
        more_is_safer: whether larger values are more private.
        whole: whether it is a whole number.
        bound: whether the release is known by upper bounds alone, so that larger ones may meet the budget, too.
        origin: the number from which on it is counted.
        unit: the step from one whole number to the next: 2 for even ones.
        exception: where its order fails, so that both values are proven by themselves alone; empty where it never does.
    """

    parameter: str
    meets: Fraction
    fails: Fraction | None
    more_is_safer: bool = False
    whole: bool = False
    bound: bool = False
    origin: Fraction = Fraction(0)
    unit: int = 1
    exception: str = ""

    @property
    def value(self) -> Enclosure:
        """The exact threshold: between the two; a whole number itself where it is decided."""
        if self.fails is None:
            return Enclosure.of(self.meets)
        step = self.unit if self.more_is_safer else -self.unit
        last = self.fails + step if self.whole else self.fails
        if last == self.meets:
            return Enclosure.of(self.meets)
        with ctx.workprec(128):
            return Enclosure(fraction_ball(self.meets).union(fraction_ball(last)))

    def sharp(self, digits: int) -> bool:
        """Tell whether the ends are as close as they can be, or as so many digits ask for."""
        if self.fails is None:
            return True
        gap = abs(self.fails - self.meets)
        size = min(abs(self.fails - self.origin), abs(self.meets - self.origin))
        return gap == self.unit if self.whole else gap * 10**digits <= 2 * size


@dataclass(frozen=True)
class CalibrationReport:
    """The extreme value of the one `?` in a release that meets a budget.

    Args:
        release: with the `?`, as typed.
        epsilon: of the budget, as typed.
        delta: of the budget, as typed.
        adjacency: as given; None where the release says it.
        found: the parameter, between a value that meets the budget and one that does not.
        digits: to which it is bracketed.

    Example:
        >>> report = CalibrationReport.of("gaussian(sigma=?) * 10", epsilon="1", delta="1e-5", adjacency="add-remove")
        >>> report.quote
        '(1, 1e-5)-DP with sigma = 11.8, add or remove one record'
    """

    release: str
    epsilon: str
    delta: str
    adjacency: str | None
    found: Calibrated
    digits: int

    @classmethod
    def of(
        cls, release: str, *, epsilon: str, delta: str, adjacency: str | None = None, digits: int = _CALIBRATED_DIGITS,
        heard: Callable[[], object] = bool,
    ) -> CalibrationReport:  # fmt: skip
        """Solve for the `?`, to at most four digits; each value that was tried is heard of."""
        digits = min(digits, _CALIBRATED_DIGITS)
        found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency, digits=digits, heard=heard)
        return cls(release, epsilon, delta, adjacency, found, digits)

    @property
    def meets(self) -> str:
        """A decimal that meets the budget as it stands: rounded up where more is safer, else down."""
        return self._rounded(self.found.meets, upward=self.found.more_is_safer)

    @property
    def fails(self) -> str | None:
        """A decimal that does not; None where all values meet the budget."""
        found = self.found
        return None if found.fails is None else self._rounded(found.fails, upward=not found.more_is_safer)

    @property
    def sharp(self) -> bool:
        """True where both ends are as close as the digits ask for."""
        return self.found.sharp(self.digits)

    @property
    def quote(self) -> str:
        """The words to be quoted."""
        release = read_release(self.release.replace("?", f"({self.found.meets})"))
        words = in_words(adjacency_of(release, self.adjacency), changed_records(release))
        digits = _END_DIGITS if self.found.exception else QUOTED_DIGITS
        value = self._rounded(self.found.meets, upward=self.found.more_is_safer, digits=digits)
        return f"({self.epsilon}, {self.delta})-DP with {self.found.parameter} = {value}, {words}"

    @property
    def note(self) -> str:
        """A warning where the order of the parameter has exceptions; else empty."""
        found = self.found.exception
        return f"each value is proven by itself, not those beyond it: {found}" if found else ""

    @property
    def where_it_fails(self) -> str:
        """The value that does not meet the budget, or the reason why there is none."""
        if self.fails is not None:
            return self.fails
        return "not known, as only upper bounds are" if self.found.bound else "no value"

    def __str__(self) -> str:
        """Print three lines: the parameter, where the budget fails, words to quote."""
        fails = f"fails at {self.where_it_fails}"
        note = f"\nnote: {self.note}" if self.note else ""
        return f"{self.found.parameter} = {self.meets} meets the budget\n{fails}\nto quote: {self.quote}{note}"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    def document(self) -> dict[str, Any]:
        """JSON values: numbers as strings."""
        return {
            "release": self.release,
            "adjacency": self.adjacency,
            "delta": self.delta,
            "epsilon": self.epsilon,
            "parameter": self.found.parameter,
            "note": self.note,
            "meets": self.meets,
            "fails": self.fails,
            "value": self.found.value.to_json(),
            "sharp": self.sharp,
        }

    @staticmethod
    def _rounded(value: Fraction, *, upward: bool, digits: int = _END_DIGITS) -> str:
        return str(value) if value.denominator == 1 else exact_decimal(value, digits, upward=upward)


def calibrate(
    release: str, *, epsilon: Readable, delta: Readable, adjacency: str | None = None, digits: int = 4,
    heard: Callable[[], object] = bool,
) -> Calibrated:  # fmt: skip
    """The extreme value of the one `?` in a release.

    Args:
        release: an expression with one `?` in the place of a number.
        epsilon: the budget.
        delta: the budget.
        adjacency: as in `Question.of`.
        digits: to how many digits a real parameter is bracketed.
        heard: called after each value that was tried.

    Raises:
        DomainError: no unknown, or a place that cannot be solved for; no value meets the budget.
        SizeError: the search took longer than `families.MOST_SECONDS`.
        PrecisionError: no value could be proven not to meet the budget.

    Example:
        >>> found = calibrate("gaussian(sigma=?) * 10", epsilon=1, delta="1e-5", adjacency="add-remove")
        >>> found.parameter, found.value.rounded(3)
        ('sigma', '11.8')
        >>> calibrate("gaussian(sigma=20) * ?", epsilon=1, delta="1e-5", adjacency="add-remove").meets
        Fraction(28, 1)
    """
    release = named(release)
    unknown = unknown_of(release)
    read_epsilon(epsilon)
    target = read_delta(delta)
    if not 1 <= check_digits(digits) <= MOST_DIGITS:
        raise DomainError(f"digits of a calibrated parameter must be at most {MOST_DIGITS}, got {digits}")
    family = Family(release, adjacency, epsilon, target, unknown, heard)
    try:
        with until(family.end):
            return _searched(family, unknown, digits)
    except LateError:
        raise family.late() from None


def _searched(family: Family, unknown: Unknown, digits: int) -> Calibrated:
    """The two values, by the kind of number that is asked for."""
    if unknown.kind is None:
        return _whole_number(family, unknown.name, (1, MOST_STEPS), more_is_safer=False)
    if unknown.whole or (family.is_there(1) and not family.is_there(Fraction(1, 2))):
        more = unknown.more_is_safer != (unknown.unit < 0)
        return _placed(_whole_number(family, unknown.name, _numbers(family, more), more_is_safer=more), unknown)
    bad: Fraction | None
    if unknown.more_is_safer != (unknown.unit < 0):
        good, bad = _least(family, digits)
    else:
        the_excess_falls_at_least_like_the_rate(read_epsilon(family.epsilon))
        good, bad = _most(family, digits, unknown.limit)
    bound = bad is not None and not family.can_fail(bad)
    if bad is not None:
        bad = None if bound else _proven_to_fail(family, good, bad, digits)
    if unknown.exception:
        good = _short_that(family.meets, good, upward=unknown.more_is_safer)
        bad = None if bad is None else _short_that(family.fails, bad, upward=not unknown.more_is_safer)
    return _placed(Calibrated(unknown.name, good, bad, bound=bound), unknown)


def _placed(found: Calibrated, unknown: Unknown) -> Calibrated:
    """Translate a place of the search into the number that was asked for."""
    fails = None if found.fails is None else unknown.place(found.fails)
    return replace(found, meets=unknown.place(found.meets), fails=fails, more_is_safer=unknown.more_is_safer,
                   origin=unknown.origin, unit=abs(unknown.unit), exception=unknown.exception)  # fmt: skip


def _short_that(holds: Callable[[Fraction], bool], value: Fraction, *, upward: bool) -> Fraction:
    """The shortest of a few decimals next to a number of which the same is proven: it is printed as it stands."""
    for digits in range(QUOTED_DIGITS, _END_DIGITS + 1):
        short = Fraction(exact_decimal(value, digits, upward=upward))
        if holds(short):
            return short
    return value


def _whole_number(family: Family, name: str, numbers: tuple[int, int], *, more_is_safer: bool) -> Calibrated:
    """The most, or the least, whole number that meets the budget, and the next that is proven not to."""
    first, last = numbers
    found = Calibrated(name, Fraction(first), None, more_is_safer=more_is_safer, whole=True)
    safest, worst = (last, first) if more_is_safer else (first, last)
    start = family.expected_steps()
    start = _expected(family, safest, worst) if start is None else min(max(start, first), last)
    good, bad = _around(family, start, safest, worst)
    if good is None:
        if more_is_safer:
            raise DomainError("some whole number must meet the budget, got none that is proven to")
        raise DomainError(f"{name} = {first} must meet the budget, got that it does not")
    if bad is None:
        return replace(found, meets=Fraction(good))
    good, bad = _between(family, good, bad)
    if not family.can_fail(Fraction(bad)):
        return replace(found, meets=Fraction(good), bound=True)
    return replace(found, meets=Fraction(good), fails=Fraction(_next_to_fail(family, good, bad, first, last)))


def _expected(family: Family, safest: int, worst: int) -> int:
    """The last whole number, going from the safest, that is expected to meet the budget (estimate)."""
    way = 1 if worst > safest else -1
    good, step = safest, 1
    if way < 0:  # there may be no end on the safe side: from the other one
        bad = worst
        while family.expected(Fraction(bad)) > 0 and bad < safest:
            bad, step = min(safest, bad + step), 2 * step
        good, bad = bad, max(worst, bad - step // 2)
    else:
        bad = safest
        while family.expected(Fraction(bad)) <= 0 and bad != worst:
            good, bad, step = bad, min(worst, bad + step), 2 * step
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if family.expected(Fraction(middle)) <= 0 else (good, middle)
    return good


def _around(family: Family, start: int, safest: int, worst: int) -> tuple[int | None, int | None]:
    """Numbers that are proven to meet the budget and not to, from a start; None for what is beyond an end."""
    way = 1 if worst > safest else -1
    good: int | None = None
    bad: int | None = None
    place, step = start, 1
    while good is None or bad is None:
        if family.holds(Fraction(place)):
            good = place
            if place == worst:
                return good, None
        else:
            bad = place
            if place == safest:
                return None, bad
        towards = way if bad is None else -way
        place = min(max(place + towards * step, min(safest, worst)), max(safest, worst))
        step *= 2
    return good, bad


def _numbers(family: Family, more_is_safer: bool) -> tuple[int, int]:
    """The least and the largest whole number of which there is a release.

    Raises:
        DomainError: there is none.
    """
    powers = [2**k for k in range(_MOST_DOUBLINGS)]
    known = next((number for number in powers if family.is_there(number)), None)
    if known is None:
        family.member(Fraction(2))  # says why
        raise DomainError("some whole number must be possible, got none")
    beyond = next((number for number in powers if number > known and not family.is_there(number)), None)
    first = known if known == 1 else bisect_left(range(known), True, lo=known // 2 + 1, key=family.is_there)
    first = 0 if more_is_safer and first == 1 and family.is_there(0) else first
    if beyond is None:
        return first, MOST_STEPS
    return first, bisect_left(range(beyond), True, lo=known, key=lambda number: not family.is_there(number)) - 1


def _between(family: Family, good: int, bad: int) -> tuple[int, int]:
    """The last whole number that is proven to meet the budget, and the next in the worse direction."""
    while abs(bad - good) > 1:
        middle = family.straight(Fraction(good), Fraction(bad))
        place = min(max(good, bad) - 1, max(min(good, bad) + 1, round(middle)))
        good, bad = (place, bad) if family.holds(Fraction(place)) else (good, place)
    return good, bad


def _next_to_fail(family: Family, good: int, bad: int, first: int, last: int) -> int:
    """From a whole number that is not proven to meet the budget, the first that is proven not to."""
    below, found, step = good, bad, bad - good
    while not family.fails(Fraction(found)):
        below, found, step = found, min(max(found + step, first), last), 2 * step
        if below == found:
            raise PrecisionError("no whole number could be proven not to meet the budget")
    while abs(found - below) > 1:
        middle = (below + found) // 2
        below, found = (below, middle) if family.fails(Fraction(middle)) else (middle, found)
    return found


def _by_chernoff(family: Family, start: Fraction, factor: Fraction) -> Fraction | None:
    """The last of a few values, going in the worse direction, that a Chernoff bound alone proves to meet the budget."""
    good = start
    for _ in range(_MOST_DOUBLINGS):
        if family.meets_by_chernoff(good):
            break
        good = _short(good / factor)
    else:
        return None
    bad = _short(good * factor)
    while family.meets_by_chernoff(bad) and good < MOST_STEPS and good > Fraction(1, 1 << _MOST_DOUBLINGS):
        good, bad = bad, _short(bad * factor)
    for _ in range(6):
        middle = _short((good + bad) / 2)
        if family.meets_by_chernoff(middle):
            good = middle
        else:
            bad = middle
    return good


def _closed_in(
    family: Family, digits: int, *, upward: bool, limit: Fraction | None = None
) -> tuple[Fraction, Fraction] | None:
    """Two values close to each other, one proven to meet the budget, from where it is expected to be just met.

    Args:
        family: whose estimates by saddle points start the search; None is returned where they do not lead to an end.
        digits: of the bracket.
        upward: whether larger values meet the budget.
        limit: no larger value is tried.
    """
    beyond = Fraction(1, 3 * 10**digits)
    place = _expected_value(family, beyond if upward else -beyond, upward=upward, limit=limit)
    good: Fraction | None = None
    bad: Fraction | None = None
    excesses: dict[Fraction, float] = {}
    for turn in range(_MOST_TRIED):
        if place is None or place in excesses or (limit is not None and place >= limit):
            return None
        holds = family.meets(place)
        good, bad = (place, bad) if holds else (good, place)
        if good is not None and bad is not None and abs(good - bad) * 10**digits <= min(good, bad):
            return good, bad
        excesses[place] = family.logarithms.get(place, math.inf)
        if not math.isfinite(excesses[place]):
            return None
        root = _root(family, excesses)
        if root is None:
            return None
        # A trifle beyond the root, towards what has not been found or is further away; more where that was too little.
        nearest = min(excesses, key=lambda one: abs(excesses[one]))
        larger = (nearest == good) != upward
        if turn and abs(root / place - 1) < beyond:
            beyond *= 2
        root = _short(root * (1 + beyond if larger else 1 - beyond))
        ends = sorted(one for one in (good, bad) if one is not None)
        if len(ends) == 2 and not ends[0] < root < ends[1]:
            root = _short((ends[0] + ends[1]) / 2)
        place = root if turn or len(ends) == 2 or place / 4 < root < 4 * place else None
    return None


def _near_the_end(
    family: Family, digits: int, *, upward: bool, limit: Fraction | None = None
) -> tuple[Fraction, Fraction] | None:
    """Two values beside the threshold, by the ends of a game or by answers; None where estimates do not lead there."""
    game = family.game(Fraction(1) if limit is None else limit / 2)
    found = _beside_a_game if game is not None else _closed_in
    return found(family, digits, upward=upward, limit=limit)


def _beside_a_game(
    family: Family, digits: int, *, upward: bool, limit: Fraction | None = None
) -> tuple[Fraction, Fraction] | None:
    """A value where the upper end of the bracket of a game meets the target just so, and one where the lower fails to.

    The search starts where single pairs of databases are expected to meet the budget just so, which is a little less
    than needed; of each value one end is computed. None where it does not lead to both.
    """
    start = _expected_value(family, Fraction(0), upward=upward, limit=limit)
    good = None if start is None else _just_beyond(family, start, digits, upward=upward, upper=True)
    if good is None or (limit is not None and good >= limit):
        return None
    bad = _just_beyond(family, good, digits, upward=upward, upper=False)
    if bad is None or (limit is not None and bad >= limit):
        return None
    family.failed.add(bad)
    return good, bad


def _just_beyond(family: Family, place: Fraction, digits: int, *, upward: bool, upper: bool) -> Fraction | None:
    """A value that is proven by one end to meet the budget, or not to, next to where that end crosses the target."""
    excesses: dict[Fraction, float] = {}
    beyond = Fraction(1, 2 * 10**digits)
    for _ in range(_MOST_TRIED):
        excesses[place] = family.beyond(place, upper=upper)
        root = _root(family, excesses) if math.isfinite(excesses[place]) else None
        if root is None:
            return None
        close = abs(root / place - 1) * 10**digits <= 1
        if close and (excesses[place] <= 0) == upper:
            return place
        beyond *= 2 if close else 1
        place = _short(root * (1 + beyond if upper == upward else 1 - beyond))
        if place in excesses:
            return None
    return None


def _root(family: Family, excesses: dict[Fraction, float]) -> Fraction | None:
    """Cross zero by the line through the two least excesses, or with the slope that is expected (estimate)."""
    first, *others = sorted(excesses, key=lambda one: abs(excesses[one]))
    now = excesses[first]
    other = others[0] if others else first * Fraction(101, 100)
    before = excesses[other] if others else now + family.expected(other) - family.expected(first)
    if before == now or not math.isfinite(before):
        return None
    # In logarithms it is nearly straight.
    move = now / (now - before) * math.log(other / first)
    return first * Fraction(math.exp(max(-1.0, min(1.0, move))))


def _expected_value(family: Family, beyond: Fraction, *, upward: bool, limit: Fraction | None) -> Fraction | None:
    """The value expected to meet the budget just so, by saddle points; None where those do not tell (estimate).

    Where their next order is small enough for it to be within a trifle of the truth, it is moved by that.
    """

    def excess(place: float) -> float:
        return family.expected(_short(Fraction(place)))

    def too_large(place: Fraction) -> bool:
        return (family.expected(place) <= 0) == upward

    try:
        place = Fraction(1) if limit is None else limit / 2
        if not family.can_expect(place):
            return None
        low = high = place
        for _ in range(_MOST_DOUBLINGS):
            if too_large(high):
                break
            low, high = high, high * 2 if limit is None else (high + limit) / 2
        else:
            return None
        while low == high or too_large(low):
            high, low = low, low / 2
            if low < Fraction(1, 1 << _MOST_DOUBLINGS):
                return None
        found = Fraction(crossing(excess, float(low), float(high)))
        more = family.next_order(_short(found))
        if more:
            right = found * _BESIDE if limit is None else min(found * _BESIDE, (found + limit) / 2)
            found = Fraction(crossing(lambda place: excess(place) + more, float(found / _BESIDE), float(right)))
            found *= 1 + beyond
    except (ArithmeticError, ValueError, DomainError, SizeError):
        return None
    return _short(found)


def _least(family: Family, digits: int) -> tuple[Fraction, Fraction]:
    """For a parameter of which more is better."""
    found = _near_the_end(family, digits, upward=True)
    if found is not None:
        return found
    known = _by_chernoff(family, Fraction(1), Fraction(1, 2))
    if known is not None:
        good = bad = known
        while family.meets(bad):
            good, bad = bad, _short(bad * Fraction(7, 8))
            if bad < Fraction(1, 1 << _MOST_DOUBLINGS):
                raise DomainError("the budget must need noise, got one that any noise meets")
        return _bisected(family, good, bad, digits)
    good = bad = Fraction(1)
    if family.meets(good):
        while family.meets(bad):
            good, bad = bad, _short(bad / 2)
            if bad < Fraction(1, 1 << _MOST_DOUBLINGS):
                raise DomainError("the budget must need noise, got one that any noise meets")
    else:
        while not family.meets(good):
            bad, good = good, _short(good * 2)
            if good > 1 << _MOST_DOUBLINGS:
                raise DomainError("some noise must meet the budget, got none that does")
    return _bisected(family, good, bad, digits)


def _most(family: Family, digits: int, limit: Fraction | None) -> tuple[Fraction, Fraction | None]:
    """For a parameter of which less is better, up to a limit."""
    start = limit or Fraction(1)
    if limit is not None and (family.meets_by_chernoff(limit) or family.meets(limit)):
        return limit, None
    found = _near_the_end(family, digits, upward=False, limit=limit)
    if found is not None:
        return found
    known = (
        _by_chernoff(family, start / 2, Fraction(2)) if limit is None else _by_chernoff(family, limit / 2, Fraction(2))
    )
    if known is not None:
        good = known
        bad = good
        while family.meets(bad):
            good, bad = bad, _short(bad * Fraction(9, 8))
            if limit is not None and bad >= limit:
                bad = limit
                break
            if bad > 1 << _MOST_DOUBLINGS:
                return good, None
        return _bisected(family, good, bad, digits)
    good = bad = start
    while not family.meets(good):
        bad, good = good, _short(good / 2)
        if good < Fraction(1, 1 << _MOST_DOUBLINGS):
            raise DomainError("some value must meet the budget, got none that does")
    while bad == good:
        bad = _short(good * 2)
        if family.meets(bad):
            good = bad
            if bad > 1 << _MOST_DOUBLINGS:
                return good, None
    return _bisected(family, good, bad, digits)


def _proven_to_fail(family: Family, good: Fraction, bad: Fraction, digits: int) -> Fraction:
    """From a value that is not proven to meet the budget, the first that is proven not to."""
    if bad in family.failed:  # next to the other one, or to the end of a bracket
        return bad
    share = 3 * max(abs(bad - good) / good, Fraction(1, 10**digits))
    low, factor = good, float(1 + share if bad > good else 1 / (1 + share))
    while not family.fails(bad):
        low, bad, factor = bad, _short(bad * Fraction(factor)), factor * factor
        if not Fraction(1, 1 << _MOST_DOUBLINGS) < bad < 1 << _MOST_DOUBLINGS:
            raise PrecisionError("no value could be proven not to meet the budget")
    while abs(low - bad) * 10**digits > min(low, bad):
        middle = _short((low + bad) / 2)
        low, bad = (low, middle) if family.fails(middle) else (middle, bad)
    return bad


def _bisected(family: Family, good: Fraction, bad: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Narrow the bracket; places come from a straight line through the logarithms of delta."""
    turn = 0
    while abs(good - bad) * 10**digits > min(good, bad):
        share = (family.straight(good, bad) - good) / (bad - good)
        if turn % 3 != 2:
            nudge = min(Fraction(1, 4), min(good, bad) / abs(bad - good) / 10**digits / 3)
            share = min(1 - nudge, max(nudge, share + (nudge if turn % 2 else -nudge)))
        else:
            share = Fraction(1, 2)
        middle = _short(good + (bad - good) * share)
        if family.meets(middle):
            good = middle
        else:
            bad = middle
        turn += 1
    return good, bad


def _short(value: Fraction) -> Fraction:
    """The decimal next to a number > 0: what is tried is proven as it stands, and products of it do not grow.

    Example:
        >>> _short(Fraction(1, 3)), _short(Fraction(2**90))
        (Fraction(333333333333333333, 1000000000000000000), Fraction(1237940039285380270000000000, 1))
    """
    place = math.floor(math.log10(value.numerator) - math.log10(value.denominator))
    unit = Fraction(10) ** (place + 1 - _TRIED_DIGITS)
    return round(value / unit) * unit
