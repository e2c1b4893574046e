"""Looks for a counterexample to a claim, knowing the claim and nothing else.

A hunt is measured in questions: every decision of an instance and every estimate of a distance is one. So the same
hunt looks at the same instances on a fast machine and on a busy one, and a budget says what was covered.

Stages share the questions. *Exhaustive*: all instances of the claim's space, level by level, so that what it finds is
as simple as possible and what it does not find is excluded up to a stated level. *Hypothesis*: instances at edges and
ties, and mutations of what came near. *Linear programmes* and *climbing*, in turns: from random instances, laws and
fractions are moved to where the claimed relation is furthest from holding, then every coordinate step by step. If a
claim offers no distance, *sampling* takes their place: random instances, large ones too. *Shrinking*: whatever was
found is made simpler, coordinate by coordinate, while it still fails. Only exact or certified decisions count;
distances are estimates in floats and merely steer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf, isnan
from random import Random
from typing import Any

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.hunting.examples import example_found
from sdp_proofs.hunting.programmes import ascent, has_programmes
from sdp_proofs.hunting.searches import Search, search_of
from sdp_proofs.hunting.spaces import Instance, Listed, around, drawn, level_of, on_level
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.verdict import Verdict

_UNDECIDED = (PrecisionError, SizeError, ZeroDivisionError, OverflowError)
_STEPS = 40  # steps of one climb
_EMPTY_LEVELS = 60  # in a row, after which a space is taken to have no more instances
EFFORT = 20_000
"""Questions of a hunt that is not told how many."""


class Stage(StrEnum):
    """Stages of a hunt, in this order."""

    EXHAUSTIVE = "exhaustive"
    EXAMPLES = "Hypothesis"
    PROGRAMMES = "linear programmes"
    CLIMBING = "climbing"
    SAMPLING = "random"


_SHARES = {Stage.EXHAUSTIVE: 2, Stage.EXAMPLES: 1}
_TURNS = (Stage.PROGRAMMES, Stage.CLIMBING, Stage.SAMPLING)
_SHARE_OF_TURNS = 2  # together, if they take part


class End(StrEnum):
    """Why a hunt ended."""

    FOUND = "a counterexample"
    EXHAUSTED = "no more instances"
    EFFORT = "all questions asked"
    PATIENCE = "out of patience"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Covered:
    """Work that a stage has done.

    Attributes:
        stage: which one.
        examined: the instances that it decided and that met the hypotheses.
        asked: its questions: decisions, of other instances as well, and estimates of distances.
        seconds: wall clock.
    """

    stage: Stage
    examined: int
    asked: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Hunted:
    """Findings of a hunt, and the instances that it covered.

    Attributes:
        claim: the id.
        found: a counterexample, as simple as shrinking could make it; None if there was none.
        stage: which stage found it.
        examined: instances that met the hypotheses.
        undecided: instances among them that could be decided neither way.
        level: all instances up to this level were examined (-1: none).
        exhausted: these are all instances of the space.
        covered: what each stage did, without the shrinking.
        end: why it ended.
        effort: how many questions it was allowed, the shrinking apart.
        asked: how many it asked, the shrinking included.
        seconds: wall clock.
        seed: of the random stages.
        interrupted: by Ctrl-C; what is known is kept, and nobody wants more.
    """

    claim: str
    found: Instance | None
    stage: Stage | None
    examined: int
    undecided: int
    level: int
    exhausted: bool
    covered: tuple[Covered, ...]
    end: End
    effort: int
    asked: int
    seconds: float
    seed: int
    interrupted: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Document that `hunt --json` prints; the values of an instance are texts, as they are exact."""
        found = None if self.found is None else {name: text_of(value) for name, value in self.found.items()}
        stages = [
            {"stage": part.stage, "examined": part.examined, "asked": part.asked, "seconds": round(part.seconds, 2)}
            for part in self.covered
        ]
        rest = ("claim", "stage", "examined", "undecided", "level", "exhausted", "end", "effort", "asked", "seed")
        return {
            **{name: getattr(self, name) for name in rest},
            "counterexample": found,
            "stages": stages,
            "seconds": round(self.seconds, 2),
        }


def text_of(value: object) -> str:
    """A value of an instance as it is printed.

    Example:
        >>> text_of((1, (2, 3)))
        '(1, (2, 3))'
    """
    return f"({', '.join(map(text_of, value))})" if isinstance(value, tuple) else str(value)


def hunt(
    claim: Claim,
    *,
    effort: int = EFFORT,
    seconds: float | None = None,
    seed: int = 0,
    stages: Collection[Stage] = tuple(Stage),
    advance: Callable[[], None] = lambda: None,
) -> Hunted:
    """Look for a counterexample; Ctrl-C ends the search and keeps what is known.

    The same effort and seed look at the same instances, unless patience ends them.

    Args:
        claim: one with a `search`, or with a check that offers one.
        effort: the budget, in questions (decisions and estimates of distances); shrinking may take as many again.
        seconds: patience, for people (None: without end); a single question is never cut short.
        seed: of the random stages.
        stages: those that take part; the effort is divided among them.
        advance: called after every instance.

    Raises:
        DomainError: nothing says where to search, no stage takes part, or the budget is not positive.
    """
    search = search_of(claim)
    if search is None:
        raise DomainError(f"only a claim that says where to search can be hunted; got {claim.id!r}")
    if effort < 1:
        raise DomainError(f"effort must be at least one question, got {effort}")
    if seconds is not None and not seconds > 0:
        raise DomainError(f"seconds must be positive, got {seconds}")
    if not stages:
        raise DomainError("a hunt needs at least one stage")
    return _Hunt(claim, search, effort, inf if seconds is None else seconds, seed, frozenset(stages), advance).run()


class _Spent(BaseException):
    """All questions are asked; not an Exception, so that Hypothesis lets it pass as it does with Ctrl-C."""


class _Hunt:
    def __init__(
        self, claim: Claim, search: Search, effort: int, seconds: float, seed: int, stages: frozenset[Stage],
        advance: Callable[[], None],
    ) -> None:  # fmt: skip
        self.claim, self.search, self.seed, self.advance = claim, search, seed, advance
        self.space = search.space_of(claim)
        self.stages = stages & self.applicable()
        self.random = Random(seed)
        self.started = time.monotonic()
        self.effort, self.seconds, self.limit = effort, seconds, effort
        self.asked = self.examined = self.undecided = 0
        self.level, self.exhausted = -1, False
        self.found: Instance | None = None
        self.failed: Instance | None = None
        self.stage: Stage | None = None
        self.covered: dict[Stage, Covered] = {}

    def applicable(self) -> frozenset[Stage]:
        """A list is gone through once; what is climbed needs a height; programmes need something to move."""
        if any(isinstance(domain, Listed) for domain in self.space.values()):
            return frozenset({Stage.EXHAUSTIVE})
        if self.search.gap_estimate is None:
            return frozenset({Stage.EXHAUSTIVE, Stage.EXAMPLES, Stage.SAMPLING})
        return frozenset(Stage) - {Stage.SAMPLING} - (set() if has_programmes(self.space) else {Stage.PROGRAMMES})

    def run(self) -> Hunted:
        interrupted = False
        try:
            self.look()
            if self.found is not None:
                self.found = self.shrunk(self.found)
        except KeyboardInterrupt:
            interrupted = True
        return Hunted(
            self.claim.id, self.found, self.stage, self.examined, self.undecided, self.level, self.exhausted,
            tuple(self.covered.values()), self.end(interrupted), self.effort, self.asked,
            time.monotonic() - self.started, self.seed, interrupted,
        )  # fmt: skip

    def look(self) -> None:
        self.during(Stage.EXHAUSTIVE, self.exhaustive)
        if self.exhausted:
            return
        self.during(Stage.EXAMPLES, self.examples)
        self.limit = self.effort
        while self.stages.intersection(_TURNS) and self.found is None and not self.spent():
            self.from_a_random_place()

    def end(self, interrupted: bool) -> End:
        if self.found is not None:
            return End.FOUND
        if interrupted:
            return End.INTERRUPTED
        if self.exhausted:
            return End.EXHAUSTED
        return End.PATIENCE if self.impatient() else End.EFFORT

    def during(self, stage: Stage, search: Callable[[], Instance | None]) -> None:
        """One turn of a stage, if it takes part and there is no counterexample yet."""
        if stage not in self.stages or self.found is not None:
            return
        before, began = self.covered.get(stage, Covered(stage, 0, 0, 0.0)), time.monotonic()
        examined, asked = before.examined - self.examined, before.asked - self.asked
        self.limit = self.end_of(stage)
        try:
            self.found = search()
        except _Spent:
            self.found = self.failed  # Hypothesis may have been making it simpler
        finally:
            took = before.seconds + time.monotonic() - began
            self.covered[stage] = Covered(stage, examined + self.examined, asked + self.asked, took)
        if self.found is not None:
            self.stage = stage

    def end_of(self, stage: Stage) -> int:
        """Number of questions that have been asked when this stage ends."""
        if stage in _TURNS:
            return self.effort
        shares = [share if known in self.stages else 0 for known, share in _SHARES.items()]
        upto = list(_SHARES).index(stage) + 1
        whole = sum(shares) + _SHARE_OF_TURNS * bool(self.stages.intersection(_TURNS))
        return -(-self.effort * sum(shares[:upto]) // whole)

    def ask(self) -> None:
        """To be called before every question."""
        if self.spent():
            raise _Spent
        self.asked += 1

    def spent(self) -> bool:
        return self.asked >= self.limit or self.impatient()

    def impatient(self) -> bool:
        return time.monotonic() - self.started > self.seconds

    def fails(self, instance: Instance) -> bool:
        self.ask()
        try:
            verdict = self.search.decide(self.claim, instance)
        except _UNDECIDED:
            verdict = Verdict.UNKNOWN
        if verdict is None:
            return False
        self.examined += 1
        self.undecided += verdict is Verdict.UNKNOWN
        self.advance()
        if verdict is Verdict.FAILS:
            self.failed = instance
        return verdict is Verdict.FAILS

    def height(self, estimate: Callable[[Claim, Instance], float], place: Instance) -> float:
        self.ask()
        try:
            height = estimate(self.claim, place)
        except (*_UNDECIDED, DomainError, ValueError):
            return -float("inf")
        return -float("inf") if isnan(height) else height

    def exhaustive(self) -> Instance | None:
        level, empty = 0, 0
        while empty < _EMPTY_LEVELS:
            none = True
            for instance in on_level(self.space, level):
                none = False
                if self.fails(instance):
                    return instance
            self.level = level
            level, empty = level + 1, empty + 1 if none else 0
        self.exhausted = True
        return None

    def examples(self) -> Instance | None:
        estimate = self.search.gap_estimate
        height = None if estimate is None else partial(self.height, estimate)
        return example_found(self.space, self.fails, self.seed, height)

    def from_a_random_place(self) -> None:
        self.asked += 1  # drawing counts: a hunt that draws nothing must end, too
        place, estimate = drawn(self.space, self.random), self.search.gap_estimate
        if place is None:
            return
        if estimate is None:
            self.during(Stage.SAMPLING, lambda: place if self.fails(place) else None)
            return
        height, highest = partial(self.height, estimate), [place]
        self.during(Stage.PROGRAMMES, lambda: self.by_programmes(place, height, highest))
        self.during(Stage.CLIMBING, lambda: self.climbing(highest[-1], height))

    def by_programmes(
        self, start: Instance, height: Callable[[Instance], float], highest: list[Instance]
    ) -> Instance | None:
        for place in ascent(self.space, start, height):
            highest.append(place)
            if self.fails(place):
                return place
        return None

    def climbing(self, place: Instance, height: Callable[[Instance], float]) -> Instance | None:
        reached = height(place)
        for _ in range(_STEPS):
            if self.fails(place):
                return place
            steps = [(height(step), step) for step in around(self.space, place)]
            best, step = max(steps, key=lambda pair: pair[0], default=(reached, place))
            if best <= reached:
                return None
            place, reached = step, best
        return None

    def shrunk(self, place: Instance) -> Instance:
        """A counterexample of lower level that fails as well, as long as there is one nearby."""
        self.limit = self.asked + self.effort
        try:
            while (simpler := self.simpler(place)) is not None:
                place = simpler
        except _Spent:
            pass
        return place

    def simpler(self, place: Instance) -> Instance | None:
        level = partial(level_of, self.space)
        lower = [step for step in around(self.space, place) if level(step) < level(place)]
        return next((step for step in sorted(lower, key=level) if self.fails(step)), None)
