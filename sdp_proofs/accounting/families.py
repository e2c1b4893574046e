"""Decide the members of a family of releases, one for each value of a `?`, and estimate where they turn.

World: decisions by enclosures, and estimates that only say which values are tried. A Chernoff bound is asked before an
engine where that may be enough.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at, read_epsilon
from sdp_proofs.accounting.engines import SingleStep
from sdp_proofs.accounting.fixed_batches import FixedBatches
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.inversion import revealed, saddle_point, slopes
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.unknowns import Unknown
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.reals import Readable, fraction_ball
from sdp_proofs.verdict import Verdict

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
        """Prove that it does not, by single pairs of databases where the dominating pairs are not attained."""
        if value in self.failed or self._verdicts.get(value) is Verdict.FAILS:
            return True
        question = self.question(value)
        if any(FixedBatches.of(direction) is not None for direction in question.directions):
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

    def can_expect(self, value: Fraction) -> bool:
        """Tell whether `expected` takes no answer."""
        return all(
            direction.losses and SingleStep.of(direction) is None for direction in self.question(value).directions
        )

    def expected(self, value: Fraction) -> float:
        """The logarithm of delta over the target (estimate): by saddle points, or of an answer where none are known."""
        directions = self.question(value).directions
        if all(direction.losses and SingleStep.of(direction) is None for direction in directions):
            known = [(self._expected(one), one.name) for one in directions if self.worst in ("", one.name)]
            found = max(((value, name) for value, name in known if value is not None), default=None)
            if found is not None:
                self.worst = found[1]
                return found[0]
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

        def at(real: float) -> tuple[float, float]:
            """The number of runs with this saddle point, and what ln delta is above the goal."""
            slope = slopes(losses, real)
            steps = (epsilon + 1 / real + 1 / (1 + real)) / slope.first
            second = steps * max(slope.second, 0.0) + 1 / real**2 + 1 / (1 + real) ** 2
            value = steps * slope.value - real * epsilon - math.log(real * (1 + real))
            return steps, value - 0.5 * math.log(2 * math.pi * second) - goal

        low = high = 1.0
        while at(high)[1] > 0:
            high *= 1.5
        while at(low)[1] < 0:
            low /= 1.5
        while high > low * (1 + 1e-9):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if at(middle)[1] > 0 else (low, middle)
        return at(high)[0]

    def _expected(self, direction: Direction) -> float | None:
        losses, place = direction.losses, read_epsilon(self.epsilon)
        assert losses is not None
        found = -math.inf
        if not direction.never_beyond(place):
            if self.target == 0:
                return math.inf
            try:
                found = saddle_point(lambda real: slopes(losses, real), float(place.ball(64))).log_delta
            except (ArithmeticError, ValueError, SizeError):
                return None
        elif self.target == 0:
            return -math.inf
        hidden = revealed(losses)
        with ctx.workprec(64):
            known = [found, float(hidden.mid().log())] if hidden > 0 else [found]
            return max(known) - float(fraction_ball(self.target).log())

    def _bounded(self, direction: Direction) -> bool:
        losses, place = direction.losses, read_epsilon(self.epsilon)
        if direction.never_beyond(place):
            return True
        if losses is None:
            return False
        line = saddle_point(lambda real: slopes(losses, real), float(place.ball(64)))
        real = min(line.real, *(getattr(loss, "rightmost", math.inf) for loss, _ in losses))
        delta_is_below_its_chernoff_bound(real)
        with ctx.workprec(128):
            total, c = arb(0), arb(real)
            for loss, count in losses:
                total += loss.moment(real).log() * count
            bound = (total + c * c.log() - (1 + c) * c.log1p() - c * place.ball(128)).exp() + revealed(losses)
            return bool(bound <= fraction_ball(self.target))


def _one_by_one(question: Question) -> bool:
    """Tell whether directions may be decided one by one."""
    return all(
        direction.attained and direction.losses and SingleStep.of(direction) is None
        for direction in question.directions
    )
