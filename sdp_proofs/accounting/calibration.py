"""The unknown in a release: the least noise, the most steps, the largest rate that meets (epsilon, delta).

World: enclosure with proven ends, exact for a number of steps. A release with one `?` in it is a family; delta is
monotone in each parameter: more noise is post-processing of less (claim `nearer-normal-laws-are-post-processed` for
normal noise), and more steps, a larger rate (`the-excess-falls-at-least-like-the-rate`), sensitivity, epsilon or delta
of a step give a pair that dominates. At one end of the bracket delta <= target is decided by an enclosure, at the other
delta > target. Where delta itself is only known up to a bracket, values between may be undecided; both ends are proven
all the same.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import IN_WORDS, Direction, Question, adjacency_of
from sdp_proofs.accounting.answers import delta_at, read_delta, read_epsilon
from sdp_proofs.accounting.grammar import kind_of, only_number, read_release
from sdp_proofs.accounting.inversion import revealed, saddle_point, slopes
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound, the_excess_falls_at_least_like_the_rate
from sdp_proofs.accounting.release import MECHANISMS, MOST_STEPS, Mechanism
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import QUOTED_DIGITS
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import Readable, fraction_ball
from sdp_proofs.verdict import Verdict

_OPTION = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=\s*\?")
_CALL = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\($")
_BARE = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\(\s*\?")
_STEPS = re.compile(r"\*\s*\?|\?\s*\*")
_MOST_DOUBLINGS = 60
MOST_DIGITS = 12
_TRIED_DIGITS = MOST_DIGITS + 6
_END_DIGITS = 12
_CALIBRATED_DIGITS = 4


@dataclass(frozen=True)
class Calibrated:
    """The parameter that just meets a budget.

    Args:
        parameter: what was asked for: sigma, scale, steps, rate, ...
        meets: the best value that is proven to meet the budget.
        fails: a value beyond it that is proven not to; None where all values meet the budget.
    """

    parameter: str
    meets: Fraction
    fails: Fraction | None

    @property
    def value(self) -> Enclosure:
        """The exact threshold: between the two; the number of steps itself where it is decided."""
        if self.fails is None:
            return Enclosure.of(self.meets)
        last = self.fails - 1 if self.parameter == "steps" else self.fails
        if last == self.meets:
            return Enclosure.of(self.meets)
        with ctx.workprec(128):
            return Enclosure(fraction_ball(self.meets).union(fraction_ball(last)))

    def sharp(self, digits: int) -> bool:
        """Tell whether the ends are as close as they can be, or as so many digits ask for."""
        if self.fails is None:
            return True
        gap = abs(self.fails - self.meets)
        return gap == 1 if self.parameter == "steps" else gap * 10**digits <= 2 * min(self.fails, self.meets)


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
        cls, release: str, *, epsilon: str, delta: str, adjacency: str | None = None, digits: int = _CALIBRATED_DIGITS
    ) -> CalibrationReport:
        """Solve for the `?`, to at most four digits."""
        digits = min(digits, _CALIBRATED_DIGITS)
        found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency, digits=digits)
        return cls(release, epsilon, delta, adjacency, found, digits)

    @property
    def meets(self) -> str:
        """A decimal that meets the budget as it stands."""
        return self._rounded(self.found.meets, upward=self._safer_above)

    @property
    def fails(self) -> str | None:
        """A decimal that does not; None where all values meet the budget."""
        return None if self.found.fails is None else self._rounded(self.found.fails, upward=not self._safer_above)

    @property
    def sharp(self) -> bool:
        """True where both ends are as close as the digits ask for."""
        return self.found.sharp(self.digits)

    @property
    def quote(self) -> str:
        """The words to be quoted."""
        known = adjacency_of(read_release(self.release.replace("?", f"({self.found.meets})")), self.adjacency)
        value = self._rounded(self.found.meets, upward=self._safer_above, digits=QUOTED_DIGITS)
        return f"({self.epsilon}, {self.delta})-DP with {self.found.parameter} = {value}, {IN_WORDS[known]}"

    @property
    def _safer_above(self) -> bool:
        """More noise is safer, and so are fewer steps and a smaller rate: ends are rounded to where they hold."""
        return self.found.fails is not None and self.found.fails < self.found.meets

    def __str__(self) -> str:
        """Print three lines: the parameter, where the budget fails, words to quote."""
        fails = f"fails at {self.fails}" if self.fails else "no value fails"
        return f"{self.found.parameter} = {self.meets} meets the budget\n{fails}\nto quote: {self.quote}"

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
            "meets": self.meets,
            "fails": self.fails,
            "value": self.found.value.to_json(),
            "sharp": self.sharp,
        }

    @staticmethod
    def _rounded(value: Fraction, *, upward: bool, digits: int = _END_DIGITS) -> str:
        return str(value) if value.denominator == 1 else exact_decimal(value, digits, upward=upward)


def calibrate(
    release: str, *, epsilon: Readable, delta: Readable, adjacency: str | None = None, digits: int = 4
) -> Calibrated:
    """The extreme value of the one `?` in a release.

    Args:
        release: an expression with one `?` in the place of a number.
        epsilon: the budget.
        delta: the budget.
        adjacency: as in `Question.of`.
        digits: to how many digits a real parameter is bracketed.

    Raises:
        DomainError: no unknown, or a place that cannot be solved for; no value meets the budget.
        PrecisionError: no value could be proven not to meet the budget.

    Example:
        >>> found = calibrate("gaussian(sigma=?) * 10", epsilon=1, delta="1e-5", adjacency="add-remove")
        >>> found.parameter, found.value.rounded(3)
        ('sigma', '11.8')
        >>> calibrate("gaussian(sigma=20) * ?", epsilon=1, delta="1e-5", adjacency="add-remove").meets
        Fraction(28, 1)
    """
    release = named(release)
    name, kind = _unknown(release)
    read_epsilon(epsilon)
    target = read_delta(delta)
    if not 1 <= check_digits(digits) <= MOST_DIGITS:
        raise DomainError(f"digits of a calibrated parameter must be at most {MOST_DIGITS}, got {digits}")

    family = _Family(release, adjacency, epsilon, target)
    if kind is None:
        return _most_steps(family)
    bad: Fraction | None
    if name in kind.more_is_safer:
        good, bad = _least(family, digits)
    else:
        the_excess_falls_at_least_like_the_rate(read_epsilon(epsilon))
        good, bad = _most(family, digits, Fraction(1) if name in kind.at_most_one else None)
    if bad is not None:
        bad = _proven_to_fail(family, good, bad, digits)
    return Calibrated(name, good, bad)


class _Family:
    """Decided answers about the members of a family, and ln(delta/target) of those that were asked about (estimate)."""

    def __init__(self, release: str, adjacency: str | None, epsilon: Readable, target: Fraction) -> None:
        self.release, self.adjacency, self.epsilon, self.target = release, adjacency, epsilon, target
        self.logarithms: dict[Fraction, float] = {}

    def question(self, value: Fraction) -> Question:
        """About the member with this parameter."""
        return Question.of(read_release(self.release.replace("?", f"({value})")), self.adjacency)

    def meets(self, value: Fraction) -> bool:
        """Prove that the member with this parameter meets the budget; False where it does not or that is open."""
        return self._verdict(self.question(value), value) is Verdict.HOLDS

    def fails(self, value: Fraction) -> bool:
        """Prove that it does not, by single pairs of databases where the dominating pairs are not attained."""
        question = self.question(value)
        if not all(direction.once for direction in question.directions):
            raise PrecisionError("no value can be proven not to meet the budget, as the pairs are upper bounds alone")
        if question.attained:
            question = replace(question, directions=question.attained, attained=())
        return self._verdict(question, value) is Verdict.FAILS

    def _verdict(self, question: Question, value: Fraction) -> Verdict:
        for wanted in (3, 8, 16):
            answer = delta_at(question, self.epsilon, digits=wanted)
            found = answer.value
            assert found is not None
            verdict = decide_less_equal(found, self.target)
            if verdict is not Verdict.UNKNOWN or not answer.sharp:
                break
        assert found is not None
        end = found.ball.upper() if question.attained else found.ball.mid()
        if end > 0 and self.target > 0:
            self.logarithms[value] = float((end / fraction_ball(self.target)).log())
        return verdict

    def straight(self, good: Fraction, bad: Fraction) -> Fraction:
        """Cross the target by the straight line through two logarithms; the middle where it cannot tell."""
        left, right = self.logarithms.get(good, -math.inf), self.logarithms.get(bad, math.inf)
        if not (math.isfinite(left) and math.isfinite(right) and left < 0 < right):
            return (good + bad) / 2
        return good + (bad - good) * Fraction(-left / (right - left)).limit_denominator(10**9)

    def meets_by_chernoff(self, value: Fraction) -> bool:
        """Prove by k(c) M(c) e^(-c eps) alone that the budget is met; False also where M is not known."""
        try:
            question = self.question(value)
            return all(self._bounded(direction) for direction in question.directions)
        except (ArithmeticError, SizeError):
            return False

    def _bounded(self, direction: Direction) -> bool:
        losses, place = direction.losses, read_epsilon(self.epsilon)
        if direction.never_beyond(place):
            return True
        if losses is None:
            return False
        line = saddle_point(lambda real: slopes(losses, real), float(place.ball(64)))
        delta_is_below_its_chernoff_bound(line.real)
        with ctx.workprec(128):
            total, c = arb(0), arb(line.real)
            for loss, count in losses:
                total += loss.moment(line.real).log() * count
            bound = (total + c * c.log() - (1 + c) * c.log1p() - c * place.ball(128)).exp() + revealed(losses)
            return bool(bound <= fraction_ball(self.target))


def _unknown(release: str) -> tuple[str, type[Mechanism] | None]:
    """The number that is asked for, and the mechanism of which it is one; none, where it is the number of steps."""
    if release.count("?") != 1:
        raise DomainError(f"a release to calibrate must have one ? in the place of a number, got {release.count('?')}")
    option = _OPTION.search(release)
    call = _CALL.search(_before_bracket(release[: option.start()])) if option else None
    if option and call:
        kind = kind_of(call[1])
        name = option[1].replace("-", "_")
        name = kind.also_called.get(name, name)
        if name in (*kind.more_is_safer, *kind.less_is_safer):
            return name, kind
    if not option and _STEPS.search(release):
        return "steps", None
    known = dict.fromkeys(name for kind in MECHANISMS.values() for name in (*kind.more_is_safer, *kind.less_is_safer))
    raise DomainError(f"the ? must stand for steps or one of {', '.join(sorted(known))}, got it elsewhere")


def named(release: str) -> str:
    """Name the parameter of a `?` that needs no name.

    Example:
        >>> named("poisson(?, gaussian(1)) * 3"), named("gaussian( ? )")
        ('poisson(rate=?, gaussian(1)) * 3', 'gaussian(sigma=?)')
    """

    def with_name(found: re.Match[str]) -> str:
        known = only_number(kind_of(found[1]))
        return found[0] if known is None else f"{found[1]}({known}=?"

    return re.sub(r"\s+\)", ")", _BARE.sub(with_name, release)) if _BARE.search(release) else release


def _before_bracket(text: str) -> str:
    """The text up to the last bracket that is open at its end.

    Example:
        >>> _before_bracket("poisson(rate=0.1, gaussian(sigma=1), ")
        'poisson('
    """
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] in ")]") - (text[place] in "([")
        if depth < 0:
            return text[: place + 1]
    return ""


def _most_steps(family: _Family) -> Calibrated:
    low = _by_chernoff(family, Fraction(1), Fraction(2), whole=True)
    if low is None:
        low = Fraction(1)
        if not family.meets(low):
            raise DomainError("one step must meet the budget, got one that does not")
    good, step = int(low), max(1, int(low) // 8)
    while True:
        if good == MOST_STEPS:
            return Calibrated("steps", Fraction(good), None)
        bad = min(good + step, MOST_STEPS)
        if not family.meets(Fraction(bad)):
            break
        good, step = bad, 2 * step
    good, last = _between(family, good, bad)
    below, step = good, last - good
    while not family.fails(Fraction(last)):
        below, last, step = last, min(last + step, MOST_STEPS), 2 * step
        if below == last:
            raise PrecisionError("no number of steps could be proven not to meet the budget")
    while last - below > 1:
        middle = (below + last) // 2
        below, last = (below, middle) if family.fails(Fraction(middle)) else (middle, last)
    return Calibrated("steps", Fraction(good), Fraction(last))


def _between(family: _Family, good: int, bad: int) -> tuple[int, int]:
    """The last number of steps that is proven to meet the budget, and the next."""
    while bad - good > 1:
        middle = family.straight(Fraction(good), Fraction(bad))
        place = min(bad - 1, max(good + 1, round(middle)))
        good, bad = (place, bad) if family.meets(Fraction(place)) else (good, place)
    return good, bad


def _by_chernoff(family: _Family, start: Fraction, factor: Fraction, *, whole: bool = False) -> Fraction | None:
    """The last of a few values, going in the worse direction, that a Chernoff bound alone proves to meet the budget."""
    good = start
    for _ in range(_MOST_DOUBLINGS):
        if family.meets_by_chernoff(good):
            break
        good = _short(good / factor)
        if whole:
            return None
    else:
        return None
    bad = _short(good * factor)
    while family.meets_by_chernoff(bad) and good < MOST_STEPS and good > Fraction(1, 1 << _MOST_DOUBLINGS):
        good, bad = bad, _short(bad * factor)
    for _ in range(6):
        middle = Fraction(math.floor((good + bad) / 2)) if whole else _short((good + bad) / 2)
        if family.meets_by_chernoff(middle):
            good = middle
        else:
            bad = middle
    return good


def _least(family: _Family, digits: int) -> tuple[Fraction, Fraction]:
    """For a parameter of which more is better."""
    known = _by_chernoff(family, Fraction(1), Fraction(1, 2))
    if known is not None:
        good = bad = known
        while family.meets(bad):
            good, bad = bad, _short(bad * Fraction(7, 8))
            if bad < Fraction(1, 1 << _MOST_DOUBLINGS):
                raise DomainError("the noise must matter, got a budget that any noise meets")
        return _bisected(family, good, bad, digits)
    good = bad = Fraction(1)
    if family.meets(good):
        while family.meets(bad):
            good, bad = bad, _short(bad / 2)
            if bad < Fraction(1, 1 << _MOST_DOUBLINGS):
                raise DomainError("the noise must matter, got a budget that any noise meets")
    else:
        while not family.meets(good):
            bad, good = good, _short(good * 2)
            if good > 1 << _MOST_DOUBLINGS:
                raise DomainError("some noise must meet the budget, got none that does")
    return _bisected(family, good, bad, digits)


def _most(family: _Family, digits: int, limit: Fraction | None) -> tuple[Fraction, Fraction | None]:
    """For a parameter of which less is better, up to a limit."""
    start = limit or Fraction(1)
    if limit is not None and (family.meets_by_chernoff(limit) or family.meets(limit)):
        return limit, None
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


def _proven_to_fail(family: _Family, good: Fraction, bad: Fraction, digits: int) -> Fraction:
    """From a value that is not proven to meet the budget, the first that is proven not to."""
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


def _bisected(family: _Family, good: Fraction, bad: Fraction, digits: int) -> tuple[Fraction, Fraction]:
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
