"""From a release to the pairs that dominate it, one list per direction.

World: exact descriptions that can be enclosed; see `steps` for a single mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from sdp_proofs.accounting.adjacency import ADD_REMOVE, REPLACE_ONE, adjacency_of
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.pairs import infinite_loss
from sdp_proofs.accounting.parallel import touched
from sdp_proofs.accounting.release import Mechanism, Release, Run, mechanisms_in
from sdp_proofs.accounting.steps import ADD, REMOVE, REPLACE, Step, View, step_of
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, add, multiply, rational, sign

_DATABASES = "all other records contribute {}, the replaced one -C in one database and +C in the other (C: sensitivity)"
AT_THE_EDGE, AT_ZERO = _DATABASES.format("-C"), _DATABASES.format("0")


@dataclass(frozen=True)
class Direction:
    """All steps in one direction, with how often each is run.

    Args:
        name: add, remove or replace.
        steps: the pairs dominate; they are attained unless `exact` says otherwise.
        attained: whether the composition of the pairs is itself one of neighbouring databases.
        once: whether neighbouring databases have the delta of each pair alone; else the pairs bound it from above only.
        databases: where a batch is sampled, the two that have these pairs (or attain one step of them), in words.
        choice: which neighbours these are, counted: the parts that they touch, and the histogram that is sampled.
    """

    name: str
    steps: tuple[tuple[Step, int], ...]
    attained: bool = True
    once: bool = True
    databases: str | None = None
    choice: int = 0

    def __post_init__(self) -> None:
        """Leave out the steps that show nothing: none of their losses exceeds zero."""
        telling = tuple(entry for entry in self.steps if entry[0].bound != rational(0))
        object.__setattr__(self, "steps", telling or self.steps[:1])

    def never_beyond(self, epsilon: ExactReal) -> bool:
        """Whether it is decided that no loss of the composition exceeds epsilon: then delta is zero."""
        exact = self.bound
        if exact is not None:
            return sign(add(exact, multiply(rational(-1), epsilon))) in (-1, 0)
        total = self.largest(256)
        return total is not None and bool(total < epsilon.ball(256))

    @property
    def bound(self) -> ExactReal | None:
        """A number that no loss of the composition exceeds, where all steps know theirs as one."""
        total: ExactReal = rational(0)
        for step, count in self.steps:
            if step.bound is None:
                return None
            total = add(total, multiply(rational(count), step.bound))
        return total

    def largest(self, bits: int) -> arb | None:
        """The supremum of the losses of the composition; None where it is not known, or a loss is infinite."""
        with ctx.workprec(bits):
            total = arb(0)
            for step, count in self.steps:
                if step.largest is None or not step.pair.alone()[0].is_zero():
                    return None
                total += step.largest(bits) * count
            return total

    def infinite(self) -> arb:
        """The probability of an infinite loss, at the working precision."""
        return infinite_loss((step.pair, count) for step, count in self.steps)

    @property
    def losses(self) -> tuple[tuple[Loss, int], ...] | None:
        """The losses of all steps, or None where one is not known."""
        found = [(step.loss, count) for step, count in self.steps if step.loss is not None]
        return tuple(found) if len(found) == len(self.steps) else None


@dataclass(frozen=True)
class Question:
    """A release under an adjacency, analysed.

    Args:
        release: what is run.
        adjacency: the one that holds.
        directions: the worst of them is the answer, or bounds it from above where it is not attained.
        attained: directions of single pairs of databases: they bound the answer from below where the others only
            bound it from above.
    """

    release: Release
    adjacency: str
    directions: tuple[Direction, ...]
    attained: tuple[Direction, ...] = ()

    @classmethod
    def of(cls, release: Release, adjacency: str | None = None) -> Question:
        """Analyse a release.

        Raises:
            DomainError: the adjacency is missing, unknown or not admitted; a mechanism cannot be sampled like this.

        Example:
            >>> from sdp_proofs.accounting.grammar import read_release
            >>> question = Question.of(read_release("poisson(rate=0.1, gaussian(sigma=1)) * 5"))
            >>> question.adjacency, [direction.name for direction in question.directions]
            ('add-remove', ['remove', 'add'])
        """
        known = adjacency_of(release, adjacency)
        merged: dict[Mechanism, int] = {}
        for term, count in release.terms():
            merged[term] = merged.get(term, 0) + count
        everything = tuple(mechanisms_in(release))
        one_sided = not all(term.symmetric for term in everything)
        directions: list[Direction] = []
        below: list[Direction] = []
        choices = product(touched(merged, known), _neighbours(everything))
        for choice, (runs, neighbour) in enumerate(choices):
            attained = all(run.mechanism.attained(run.adjacency) for run in runs)
            once = all(run.mechanism.attained_once(run.adjacency) for run in runs)
            for name in (REMOVE, ADD) if one_sided else (REPLACE if known == REPLACE_ONE else REMOVE,):
                steps = tuple((step_of(run.mechanism, View.of(run, name, neighbour)), run.count) for run in runs)
                shown = REPLACE if known == REPLACE_ONE else name
                edge = AT_THE_EDGE if any(run.mechanism.is_batch for run in runs) else None
                directions.append(Direction(shown, steps, attained, once, edge, choice))
            if once and not attained:
                below += (replace(found, choice=choice) for found in _attained(runs, neighbour))
        return cls(release, known, tuple(directions), tuple(below))


def _attained(runs: tuple[Run, ...], neighbour: Counts | None) -> Iterator[Direction]:
    """Single pairs of databases: of every kind of mechanism whose dominating pair none has, each that it names.

    Of batches without replacement the record that differs contributes what all others do not, in one of the two
    databases. Then a batch without it looks like a batch of the other database: the pair ((1-g)Q + gP, Q), and its
    mirror. Where all others contribute nothing, the pair is another (of normal noise: `OthersAtZero`).
    """
    named = {run: run.mechanism.alternatives(run.adjacency) for run in runs}
    kinds = {_kind(run.mechanism): known for run, known in named.items() if known}
    batches = [run.mechanism for run in runs if run.mechanism.is_batch]
    for chosen, name in product(product(*kinds.values()), (REMOVE, ADD)):
        pair_of = dict(zip(kinds, chosen, strict=True))
        asked = [pair_of[_kind(run.mechanism)] if named[run] else None for run in runs]
        views = [replace(View.of(run, name, neighbour), one_pair=one) for run, one in zip(runs, asked, strict=True)]
        steps = tuple((step_of(run.mechanism, view), run.count) for run, view in zip(runs, views, strict=True))
        shown = REPLACE if runs[0].adjacency == REPLACE_ONE else name
        yield Direction(shown, steps, databases=AT_THE_EDGE if batches else None)
        # The pair equals its mirror. What sees no batch has a pair of the same two databases, as before.
        if batches and (name == REMOVE or len(batches) < len(runs)):
            zeros = [
                run.mechanism.batch_at_zero() if run.mechanism.is_batch else step
                for run, (step, _) in zip(runs, steps, strict=True)
            ]
            known = [step for step in zeros if step is not None]
            if len(known) == len(runs):
                counted = tuple((step, run.count) for step, run in zip(known, runs, strict=True))
                yield Direction(shown, counted, databases=AT_ZERO)


def _kind(term: Mechanism) -> type[Mechanism]:
    """Mechanisms of one kind are asked for pairs of one name at a time: of a sampled one that which is sampled."""
    inner = getattr(term, term.inner) if term.sampling else term
    return type(inner)


def _neighbours(terms: tuple[Mechanism, ...]) -> list[Counts | None]:
    """The neighbours of the database whose histogram is sampled."""
    databases = {term.database for term in terms if term.database is not None}
    if not databases:
        return [None]
    if len(databases) > 1:
        raise DomainError(f"all sampled histograms must be of one database, got {len(databases)}")
    return list(replace_one(databases.pop()))


__all__ = ["ADD", "ADD_REMOVE", "REMOVE", "REPLACE", "Direction", "Question", "Step"]
