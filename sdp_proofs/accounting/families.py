"""Decide the members of a family of releases, one for each value of a `?`, and estimate where they turn.

World: decisions by enclosures, and estimates that only say which values are tried. A Chernoff bound is asked before an
engine where that may be enough.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, cast

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at, read_epsilon
from sdp_proofs.accounting.engines import SingleStep
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.inversion import Contour, Steps, next_order, revealed, saddle_point, slopes
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.sides import engine_of
from sdp_proofs.accounting.unknowns import Unknown
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.reals import Readable, fraction_ball
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.accounting.fixed_batches import FixedBatches

_MOST_TURNS, _FINE = 200, 2e-6
_FACTORS = (1, 2, 4, 8)
_DIGITS_OF_A_GAME = 3
MOST_SECONDS = 300.0
"""Processor time after which no further value is tried, and allocations stop inside one."""


class Family:
    """Decided answers about the members of a family, and ln(delta/target) of those that were asked about (estimate).

    Args:
        release: with the `?`.
        adjacency: as in `Question.of`.
        epsilon: of the budget.
        target: delta of the budget.
        unknown: the number that is asked for.
        heard: called after each value that was tried.
    """

    def __init__(
        self, release: str, adjacency: str | None, epsilon: Readable, target: Fraction, unknown: Unknown | None = None,
        heard: Callable[[], object] = bool,
    ) -> None:  # fmt: skip
        self.heard, self.end = heard, time.process_time() + MOST_SECONDS
        self.release, self.adjacency, self.epsilon, self.target = release, adjacency, epsilon, target
        self.unknown = unknown or Unknown("steps")
        self.logarithms: dict[Fraction, float] = {}
        self.known: dict[Fraction, bool] = {}
        self.failed: set[Fraction] = set()
        self.steps: dict[str, float] = {}
        self._lines: dict[str, float] = {}
        self._verdicts: dict[Fraction, Verdict] = {}
        self.worst, self.method = "", "auto"

    def late(self) -> SizeError:
        """Return the refusal of a search that takes too long, with the best value that it has proven."""
        tried = [self.unknown.place(one) for one, holds in self.known.items() if holds]
        best = f"; {tried[-1]} is proven to meet the budget" if tried else ""
        limit = f"must end within {MOST_SECONDS:.0f} seconds, got that it does not"
        return SizeError(f"the search for {self.unknown.name} {limit}{best}")

    def member(self, value: Fraction) -> Release:
        """The release with this parameter."""
        return read_release(self.release.replace("?", f"({self.unknown.place(value)})"))

    def is_there(self, value: int | Fraction) -> bool:
        """Tell whether there is a release with this parameter."""
        try:
            self.member(Fraction(value))
        except DomainError:
            return False
        return True

    def question(self, value: Fraction) -> Question:
        """About the member with this parameter.

        Raises:
            SizeError: the time is used up.
        """
        self.heard()
        if time.process_time() > self.end:
            raise self.late()
        return Question.of(self.member(value), self.adjacency)

    def meets(self, value: Fraction) -> bool:
        """Prove that the member with this parameter meets the budget; False where it does not or that is open.

        The direction that was the worst is decided first; of others a Chernoff bound is asked before.
        """
        question = self.question(value)
        if not _one_by_one(question):
            return self._known_verdict(value) is Verdict.HOLDS
        found: dict[str, float] = {}
        for turn, direction in enumerate(sorted(question.directions, key=lambda one: one.name != self.worst)):
            if turn and self._surely(direction):
                continue
            verdict = self._verdict(replace(question, directions=(direction,)), value)
            found[direction.name] = self.logarithms.get(value, -math.inf)
            if verdict is Verdict.FAILS:
                self.failed.add(value)
            if verdict is not Verdict.HOLDS:
                self.worst = direction.name
                return False
        self.worst = max(found, key=lambda name: found[name])
        self.logarithms[value] = found[self.worst]
        return True

    def can_fail(self, value: Fraction) -> bool:
        """Tell whether anything but upper bounds is known of it."""
        return all(direction.once for direction in self.question(value).directions)

    def fails(self, value: Fraction) -> bool:
        """Prove that it does not: by a game, or by single pairs of databases where none has the pairs that dominate."""
        if value in self.failed or self._verdicts.get(value) is Verdict.FAILS:
            return True
        question = self.question(value)
        games = product(question.directions, ("batches", "choices"))
        if any(engine_of(direction, game) is not None for direction, game in games):
            return self._known_verdict(value) is Verdict.FAILS
        if question.attained:
            question = replace(question, directions=question.attained, attained=())
        return self._verdict(question, value) is Verdict.FAILS

    def _known_verdict(self, value: Fraction) -> Verdict:
        """Ask about a member once."""
        if value not in self._verdicts:
            self._verdicts[value] = self._verdict(self.question(value), value)
        return self._verdicts[value]

    def _verdict(self, question: Question, value: Fraction) -> Verdict:
        for wanted in (3, 8, 16):
            answer = delta_at(question, self.epsilon, digits=wanted, method=self.method, target=self.target)
            found = answer.value
            assert found is not None
            if not answer.sharp and self.method != "auto":
                self.method = "auto"
                return self._verdict(question, value)
            if answer.method == "lattice" and answer.sharp:  # other failures stay for the next value
                self.method = "lattice"
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
        question = self.question(value)
        return all(self._surely(direction) for direction in question.directions)

    def _surely(self, direction: Direction) -> bool:
        try:
            return self._bounded(direction)
        except (ArithmeticError, SizeError):
            return False

    def holds(self, value: Fraction) -> bool:
        """Prove the same as `meets`, direction by direction, by a Chernoff bound where that is enough."""
        if value not in self.known:
            self.known[value] = self._holds(value)
        return self.known[value]

    def _holds(self, value: Fraction) -> bool:
        question = self.question(value)
        if not _one_by_one(question):
            return self.meets_by_chernoff(value) or self.meets(value)
        for direction in sorted(question.directions, key=lambda direction: self.steps.get(direction.name, 0.0)):
            verdict = Verdict.HOLDS
            if not self._surely(direction):
                verdict = self._verdict(replace(question, directions=(direction,)), value)
            if verdict is Verdict.FAILS:
                self.failed.add(value)
            if verdict is not Verdict.HOLDS:
                return False
        return True

    def game(self, value: Fraction) -> FixedBatches | None:
        """The game of fixed batches that decides the member with this parameter; None where it is none."""
        directions = self.question(value).directions
        return cast("FixedBatches | None", engine_of(directions[0], "batches")) if len(directions) == 1 else None

    def beyond(self, value: Fraction, *, upper: bool) -> float:
        """The logarithm of one end of the bracket of a game over the target; its sign is decided."""
        game = self.game(value)
        assert game is not None
        end = game.end(read_epsilon(self.epsilon), _DIGITS_OF_A_GAME, upper=upper)
        if not end > 0:
            return -math.inf
        found = math.log(end / self.target)
        return abs(found) if Fraction(end) > self.target else -abs(found)

    def can_expect(self, value: Fraction) -> bool:
        """Tell whether `expected` takes no answer."""
        directions = self._expected_directions(value)
        return bool(directions) and all(
            direction.losses and SingleStep.of(direction) is None for direction in directions
        )

    def _expected_directions(self, value: Fraction) -> tuple[Direction, ...]:
        """The directions, or of a game those of single pairs of databases whose losses have moments."""
        question = self.question(value)
        if self.game(value) is None:
            return question.directions
        return tuple(direction for direction in question.attained if direction.losses)

    def expected(self, value: Fraction) -> float:
        """The logarithm of delta over the target (estimate): by saddle points, or of an answer where none are known."""
        directions = self._expected_directions(value)
        if directions and all(direction.losses and SingleStep.of(direction) is None for direction in directions):
            best: tuple[float, str] | None = None
            for one in directions:
                if self.worst not in ("", one.name) or (best is not None and self._surely_less(one, *best)):
                    continue
                found = self._expected(one)
                if found is not None and (best is None or found > best[0]):
                    best = found, one.name
            if best is not None:
                self.worst = best[1]
                return best[0]
        return self.logarithms.get(value, -1.0) if self.holds(value) else abs(self.logarithms.get(value, 1.0))

    def expected_steps(self) -> int | None:
        """The last number that is expected to meet the budget (estimate), where it is that of equal runs; else None.

        The saddle point of N runs at epsilon lies at c where N K'(c) = epsilon + 1/c + 1/(1 + c): for each c there is
        one N, and none of the far saddle points of few runs is needed.
        """
        if not (self.is_there(1) and self.is_there(2)):
            return None
        one, two = (list(self.member(Fraction(number)).terms()) for number in (1, 2))
        question = self.question(Fraction(1))
        directions = question.directions
        known = all(direction.losses and revealed(direction.losses).is_zero() for direction in directions)
        if [(term, 2 * count) for term, count in one] != two or not known or self.target == 0:
            return None
        try:
            self.steps = {direction.name: self._steps_of(direction) for direction in directions}
            return math.floor(min(self.steps.values()))
        except (ArithmeticError, ValueError, SizeError):
            return None

    def _steps_of(self, direction: Direction) -> float:
        losses = direction.losses
        assert losses is not None
        epsilon = float(read_epsilon(self.epsilon).ball(64))
        goal = float(fraction_ball(self.target).log())

        def at(real: float, more: float = 0.0) -> tuple[float, float]:
            """The number of runs with this saddle point, and what ln delta is above the goal."""
            slope = slopes(losses, real)
            steps = (epsilon + 1 / real + 1 / (1 + real)) / slope.first
            second = steps * max(slope.second, 0.0) + 1 / real**2 + 1 / (1 + real) ** 2
            value = steps * slope.value - real * epsilon - math.log(real * (1 + real))
            return steps, value - 0.5 * math.log(2 * math.pi * second) - goal + more

        low = high = 1.0
        while at(high)[1] > 0:
            high *= 1.5
        while at(low)[1] < 0:
            low /= 1.5
        real = crossing(lambda one: at(one)[1], low, high)
        more = next_order(lambda one: slopes(losses, one).times(round(at(real)[0])), real)
        return at(crossing(lambda one: at(one, more)[1], real / 1.5, real * 1.5))[0]

    def _surely_less(self, direction: Direction, least: float, beside: str) -> bool:
        """Tell whether a Chernoff bound near the line of another direction is below it (estimate)."""
        losses = direction.losses
        if losses is None or beside not in self._lines or not self.target or not revealed(losses).is_zero():
            return False
        goal, place = least + float(fraction_ball(self.target).log()), float(read_epsilon(self.epsilon).ball(64))

        def bound(c: float) -> float:
            return slopes(losses, c).value + c * math.log(c) - (1 + c) * math.log1p(c) - c * place

        with suppress(ArithmeticError, ValueError, SizeError):
            return any(bound(factor * self._lines[beside]) < goal for factor in _FACTORS)
        return False

    def next_order(self, value: Fraction) -> float:
        """The logarithm by which the next term moves what is expected in the worst direction (estimate)."""
        direction = next((one for one in self.question(value).directions if one.name == self.worst), None)
        losses = None if direction is None else direction.losses
        if direction is None or losses is None:
            return 0.0
        with suppress(ArithmeticError, ValueError, SizeError):
            return next_order(lambda real: slopes(losses, real), self._line(direction).real)
        return 0.0

    def _expected(self, direction: Direction) -> float | None:
        losses, place = direction.losses, read_epsilon(self.epsilon)
        assert losses is not None
        found = -math.inf
        if not direction.never_beyond(place):
            if self.target == 0:
                return math.inf
            try:
                line = self._line(direction)
                # at epsilon itself, to second order
                found = line.log_delta + line.real * (line.epsilon - float(place.ball(64)))
            except (ArithmeticError, ValueError, SizeError):
                return None
        elif self.target == 0:
            return -math.inf
        hidden = revealed(losses)
        with ctx.workprec(64):
            known = [found, float(hidden.mid().log())] if hidden > 0 else [found]
            return max(known) - float(fraction_ball(self.target).log())

    def _line(self, direction: Direction) -> Contour:
        """The saddle point of a direction, looked for next to that of the member before."""
        losses, place = direction.losses, float(read_epsilon(self.epsilon).ball(64))
        assert losses is not None
        found = saddle_point(lambda real: slopes(losses, real), place, self._lines.get(direction.name))
        self._lines[direction.name] = found.real
        return found

    def _bounded(self, direction: Direction) -> bool:
        losses = direction.losses
        if direction.never_beyond(read_epsilon(self.epsilon)):
            return True
        if losses is None:
            return False
        # Any line does: that of the member before, or some next to that of the worst direction, before one far off.
        own, worst = self._lines.get(direction.name), self._lines.get(self.worst)
        known = [own] if own is not None else [] if worst is None else [factor * worst for factor in _FACTORS]
        return any(self._below(losses, line) for line in known) or self._below(losses, self._line(direction).real)

    def _below(self, losses: Steps, line: float) -> bool:
        """Decide that the Chernoff bound on a line is at most the target."""
        real = min(line, *(getattr(loss, "rightmost", math.inf) for loss, _ in losses))
        delta_is_below_its_chernoff_bound(real)
        with ctx.workprec(128):
            total, c = arb(0), arb(real)
            for loss, count in losses:
                total += loss.moment(real).log() * count
            place = read_epsilon(self.epsilon).ball(128)
            bound = (total + c * c.log() - (1 + c) * c.log1p() - c * place).exp() + revealed(losses)
            return bool(bound <= fraction_ball(self.target))


def crossing(excess: Callable[[float], float], low: float, high: float) -> float:
    """The place where a monotone function changes its sign, to five digits, between two places > 0 where it has both.

    Example:
        >>> round(crossing(lambda x: 2 - x**3, 1.0, 2.0) ** 3, 4)
        2.0
    """
    other, last = math.log(low), math.log(high)
    held, found = excess(low), excess(high)
    for _ in range(_MOST_TURNS):
        straight = math.isfinite(held) and math.isfinite(found) and held != found
        following = last - found * (last - other) / (found - held) if straight else (last + other) / 2
        now = excess(math.exp(following))
        if (now > 0) != (found > 0):
            other, held = last, found
        elif straight and found + now:  # the end that stays counts less, so that it moves next (Pegasus)
            held *= found / (found + now)
        moved, last, found = abs(following - last), following, now
        if now == 0 or abs(last - other) < _FINE or (straight and moved < _FINE):
            break
    return math.exp(last)


def _one_by_one(question: Question) -> bool:
    """Tell whether directions may be decided one by one."""
    return all(
        direction.attained and direction.losses and SingleStep.of(direction) is None
        for direction in question.directions
    )
