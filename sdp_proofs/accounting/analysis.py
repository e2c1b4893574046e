"""From a release to the pairs that dominate it, one list per direction.

World: exact descriptions that can be enclosed; see `steps` for a single mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from sdp_proofs.accounting.adjacency import ADD_REMOVE, REPLACE_ONE, adjacency_of
from sdp_proofs.accounting.exponential_mechanism import SHARES, Exponential, two_candidates
from sdp_proofs.accounting.finite_pairs import sampled
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.pairs import AtomPair, infinite_loss
from sdp_proofs.accounting.parallel import mechanisms_in
from sdp_proofs.accounting.plain_releases import Gaussian, SamplingHistogram
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.sampled_releases import SAMPLED, WithoutReplacement
from sdp_proofs.accounting.steps import (
    ADD,
    REMOVE,
    REPLACE,
    Step,
    View,
    asymmetric,
    is_cut,
    of_atoms,
    others_at_zero,
    sampled_step,
    step_of,
    swapped,
)
from sdp_proofs.accounting.touched_parts import Run, touched
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, add, multiply, rational, sign

_DATABASES = "all other records contribute {}, the replaced one -C in one database and +C in the other (C: sensitivity)"
AT_THE_EDGE, AT_ZERO = _DATABASES.format("-C"), _DATABASES.format("0")

_ROOMS = (Fraction(0), Fraction(1, 2))


@dataclass(frozen=True)
class Direction:
    """All steps in one direction, with how often each is run.

    Args:
        name: add, remove or replace.
        steps: the pairs dominate; they are attained unless `exact` says otherwise.
        attained: whether the composition of the pairs is itself one of neighbouring databases.
        databases: where a batch is sampled, the two that have these pairs (or attain one step of them), in words.
        choice: which neighbours these are, counted: the parts that they touch, and the histogram that is sampled.
    """

    name: str
    steps: tuple[tuple[Step, int], ...]
    attained: bool = True
    databases: str | None = None
    choice: int = 0

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
        """The largest loss of the composition (its supremum), or None where there is none."""
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
        merged: dict[Release, int] = {}
        for term, count in release.terms():
            merged[term] = merged.get(term, 0) + count
        everything = tuple(mechanisms_in(release))
        one_sided = any(asymmetric(term) for term in everything)
        bounded = (isinstance(term, WithoutReplacement) or _chooses(term) or is_cut(term) for term in everything)
        attained = not any(bounded)
        directions: list[Direction] = []
        below: list[Direction] = []
        choices = product(touched(merged, known), _neighbours(everything))
        for choice, (runs, neighbour) in enumerate(choices):
            for name in (REMOVE, ADD) if one_sided else (REPLACE if known == REPLACE_ONE else REMOVE,):
                steps = tuple((step_of(run.mechanism, View.of(run, name, neighbour)), run.count) for run in runs)
                shown = REPLACE if known == REPLACE_ONE else name
                edge = AT_THE_EDGE if any(map(_is_batch, runs)) else None
                directions.append(Direction(shown, steps, attained, edge, choice))
            if not attained:
                below += (replace(found, choice=choice) for found in _attained(runs, neighbour))
        return cls(release, known, tuple(directions), tuple(below))


def _attained(runs: tuple[Run, ...], neighbour: Counts | None) -> Iterator[Direction]:
    """Single pairs of databases.

    Of batches without replacement the record that differs contributes what all others do not, in one of the two
    databases. Then a batch without it looks like a batch of the other database: the pair ((1-g)Q + gP, Q), and its
    mirror. Where all others contribute nothing, the pair of normal noise is `OthersAtZero`. Of the exponential
    mechanism, losses at the ends of one interval; of truncated noise, answers at the lower end or in the middle of the
    range.
    """
    choices = SHARES if any(_chooses(run.mechanism) for run in runs) else SHARES[:1]
    rooms = _ROOMS if any(is_cut(run.mechanism) for run in runs) else _ROOMS[:1]
    batches = [run.mechanism for run in runs if _is_batch(run)]
    normal = batches and all(isinstance(getattr(term, "mechanism", None), Gaussian) for term in batches)
    for share, room, name in product(choices, rooms, (REMOVE, ADD)):
        views = [replace(View.of(run, name, neighbour), one_pair=room) for run in runs]
        steps = tuple((_of_one_pair(run, view, share), run.count) for run, view in zip(runs, views, strict=True))
        shown = REPLACE if runs[0].adjacency == REPLACE_ONE else name
        yield Direction(shown, steps, databases=AT_THE_EDGE if batches else None)
        # The pair equals its mirror. What sees no batch has a pair of the same two databases, as before.
        if normal and (name == REMOVE or len(batches) < len(runs)):
            zeros = tuple(
                (others_at_zero(run.mechanism), count) if _is_batch(run) else (step, count)
                for run, (step, count) in zip(runs, steps, strict=True)
            )
            yield Direction(shown, zeros, databases=AT_ZERO)


def _of_one_pair(run: Run, view: View, share: Fraction) -> Step:
    """What two databases show of a mechanism, those with all other records at the edge where it sees a batch."""
    term = run.mechanism
    if _chooses(term):
        pair = _two_candidates(term, share)
        return of_atoms(swapped(pair) if view.mirrored else pair)
    return sampled_step(term, view) if isinstance(term, WithoutReplacement) else step_of(term, view)


def _is_batch(run: Run) -> bool:
    """Whether a mechanism sees a batch of fixed size, not all records."""
    return isinstance(run.mechanism, WithoutReplacement) and run.mechanism.rate < 1


def _chooses(term: Release) -> bool:
    """Whether a mechanism, sampled or not, is the exponential one, whose pair no two databases have."""
    return isinstance(term.mechanism if isinstance(term, SAMPLED) else term, Exponential)


def _two_candidates(term: Release, share: Fraction) -> AtomPair:
    """One that two databases have, of a mechanism that chooses."""
    chosen = term.mechanism if isinstance(term, SAMPLED) else term
    assert isinstance(chosen, Exponential)
    pair = two_candidates(chosen.epsilon, share)
    return sampled(pair, term.rate) if isinstance(term, SAMPLED) and term.rate < 1 else pair


def _neighbours(terms: tuple[Release, ...]) -> list[Counts | None]:
    """The neighbours of the database whose histogram is sampled."""
    databases = {term.counts for term in terms if isinstance(term, SamplingHistogram) and term.counts is not None}
    if not databases:
        return [None]
    if len(databases) > 1:
        raise DomainError(f"all sampled histograms must be of one database, got {len(databases)}")
    return list(replace_one(databases.pop()))


__all__ = ["ADD", "ADD_REMOVE", "REMOVE", "REPLACE", "Direction", "Question", "Step"]
