"""Looks for a counterexample to a claim, knowing the claim and nothing else.

Three stages share the time. *Exhaustive*: all instances of the claim's space, level by level, so that what it finds is
as simple as possible and what it does not find is excluded up to a stated level. *Climbing*: from random instances,
step to the neighbour where the claimed relation comes nearest to failing; the distance is an estimate in floats. If a
claim offers none, *sampling* takes its place: random instances, large ones too. *Shrinking*: whatever was found is
made simpler, coordinate by coordinate, while it still fails. Only exact or certified decisions count; the estimate
merely steers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isnan
from random import Random
from typing import Any

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.ledger.space import Domain, Instance
from sdp_proofs.verdict import Verdict

_UNDECIDED = (PrecisionError, SizeError, ZeroDivisionError, OverflowError)
_STEPS = 40  # of one climb
_EMPTY_LEVELS = 60  # in a row, after which a space is taken to have no more instances


@dataclass(frozen=True, slots=True)
class Search:
    """What a claim offers to a hunt.

    Args:
        space: the coordinates of an instance, in an order in which each depends only on those before.
        decide: the claim at an instance, exactly or certifiably; None where its hypotheses are not met. It is given
            the claim, so that near misses can be hunted, too.
        gap_estimate: positive where the claim fails, and larger the nearer it comes to failing; steers the climbing.
            It must not have its largest values where the claim holds with equality: minus infinity is for such places.
    """

    space: Mapping[str, Domain]
    decide: Callable[[Claim, Instance], Verdict | None]
    gap_estimate: Callable[[Claim, Instance], float] | None = None


class Stage(StrEnum):
    """Which stage found a counterexample."""

    EXHAUSTIVE = "exhaustive"
    CLIMBING = "climbing"
    SAMPLING = "random"


@dataclass(frozen=True, slots=True)
class Hunted:
    """What a hunt found and what it covered.

    Attributes:
        claim: the id.
        found: a counterexample, as simple as shrinking could make it; None if there was none.
        stage: which stage found it.
        examined: instances that met the hypotheses.
        undecided: instances among them that could be decided neither way.
        level: all instances up to this level were examined (-1: none).
        exhausted: these are all instances of the space.
        seconds: wall clock.
        seed: of the random stage.
    """

    claim: str
    found: Instance | None
    stage: Stage | None
    examined: int
    undecided: int
    level: int
    exhausted: bool
    seconds: float
    seed: int


def hunt(claim: Claim, *, seconds: float = 20.0, seed: int = 0, advance: Callable[[], None] = lambda: None) -> Hunted:
    """Look for a counterexample; Ctrl-C ends the search and keeps what is known.

    Args:
        claim: one with a `search`.
        seconds: the budget; a single instance is never cut short.
        seed: of the random stage.
        advance: called after every instance.

    Raises:
        DomainError: the claim has no `search`, or the budget is not positive.
    """
    search = claim.search
    if not isinstance(search, Search):
        raise DomainError(f"only a claim that says where to search can be hunted; got {claim.id!r}")
    if not seconds > 0:
        raise DomainError(f"seconds must be positive, got {seconds}")
    return _Hunt(claim, search, seconds, seed, advance).run()


class _Hunt:
    def __init__(self, claim: Claim, search: Search, seconds: float, seed: int, advance: Callable[[], None]) -> None:
        self.claim, self.search, self.seed, self.advance = claim, search, seed, advance
        self.started = time.monotonic()
        self.seconds = seconds
        self.examined = self.undecided = 0
        self.level, self.exhausted = -1, False
        self.found: Instance | None = None
        self.stage: Stage | None = None

    def run(self) -> Hunted:
        try:
            self.exhaustive(0.5)
            if self.found is None and not self.exhausted:
                if self.search.gap_estimate is None:
                    self.sampling()
                else:
                    self.climbing(self.search.gap_estimate)
            if self.found is not None:
                self.found = self.shrunk(self.found)
        except KeyboardInterrupt:
            pass
        spent = time.monotonic() - self.started
        return Hunted(
            self.claim.id, self.found, self.stage, self.examined, self.undecided, self.level, self.exhausted, spent,
            self.seed,
        )  # fmt: skip

    def late(self, share: float = 1.0) -> bool:
        return time.monotonic() - self.started > share * self.seconds

    def fails(self, instance: Instance) -> bool:
        try:
            verdict = self.search.decide(self.claim, instance)
        except _UNDECIDED:
            verdict = Verdict.UNKNOWN
        if verdict is None:
            return False
        self.examined += 1
        self.undecided += verdict is Verdict.UNKNOWN
        self.advance()
        return verdict is Verdict.FAILS

    def exhaustive(self, share: float) -> None:
        level = empty = 0
        while empty < _EMPTY_LEVELS:
            none = True
            for instance in self.instances(level):
                none = False
                if self.fails(instance):
                    self.found, self.stage = instance, Stage.EXHAUSTIVE
                    return
                if self.late(share):
                    return
            self.level = level
            level, empty = level + 1, empty + 1 if none else 0
        self.exhausted = True

    def instances(self, level: int) -> Iterator[Instance]:
        """All instances of exactly this level."""

        def extend(names: list[str], left: int, before: dict[str, Any]) -> Iterator[Instance]:
            if not names:
                yield before
                return
            first, *rest = names
            for own in range(left + 1) if rest else (left,):
                for value in self.search.space[first].at_level(own, before):
                    yield from extend(rest, left - own, {**before, first: value})

        yield from extend(list(self.search.space), level, {})

    def climbing(self, estimate: Callable[[Claim, Instance], float]) -> None:
        random = Random(self.seed)
        while not self.late():
            place = self.drawn(random)
            if place is None:
                continue
            height = self.height(estimate, place)
            for _ in range(_STEPS):
                if self.fails(place):
                    self.found, self.stage = place, Stage.CLIMBING
                    return
                if self.late():
                    return
                steps = [(self.height(estimate, step), step) for step in self.around(place)]
                best, step = max(steps, key=lambda pair: pair[0], default=(height, place))
                if best <= height:
                    break
                place, height = step, best

    def sampling(self) -> None:
        random = Random(self.seed)
        while not self.late():
            place = self.drawn(random)
            if place is not None and self.fails(place):
                self.found, self.stage = place, Stage.SAMPLING
                return

    def drawn(self, random: Random) -> dict[str, Any] | None:
        place: dict[str, Any] = {}
        for name, domain in self.search.space.items():
            value = domain.draw(random, place)
            if value is None:
                return None
            place[name] = value
        return place

    def height(self, estimate: Callable[[Claim, Instance], float], place: Instance) -> float:
        try:
            height = estimate(self.claim, place)
        except (*_UNDECIDED, DomainError, ValueError):
            return -float("inf")
        return -float("inf") if isnan(height) else height

    def around(self, place: Instance) -> Iterator[dict[str, Any]]:
        """Instances that differ in one coordinate, later ones being adjusted where they depend on it."""
        for changed in self.search.space:
            for value in self.search.space[changed].near(place[changed], place):
                if value != place[changed]:
                    step = self.adjusted({**place, changed: value}, changed)
                    if step is not None:
                        yield step

    def adjusted(self, place: dict[str, Any], changed: str) -> dict[str, Any] | None:
        names = list(self.search.space)
        for name in names[names.index(changed) + 1 :]:
            value = next(iter(self.search.space[name].near(place[name], place)), None)
            if value is None:
                return None
            place[name] = value
        return place

    def shrunk(self, found: Instance) -> Instance:
        """A counterexample of lower level that fails as well, as long as there is one nearby."""
        place = dict(found)
        simpler = True
        while simpler and not self.late(2.0):
            simpler = False
            for candidate in sorted(self.around(place), key=self.level_of):
                if self.level_of(candidate) >= self.level_of(place) or self.late(2.0):
                    break
                if self.fails(candidate):
                    place, simpler = candidate, True
                    break
        return place

    def level_of(self, instance: Instance) -> int:
        return sum(domain.level(instance[name], instance) for name, domain in self.search.space.items())
