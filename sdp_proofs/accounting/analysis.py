"""From a release to the pairs that dominate it, one list per direction.

World: exact descriptions that can be enclosed. A `Step` holds the same pair in up to three forms: its profile
(always), its loss
with moments (where a closed form or a proven sum is known), and its lattice of losses (where there is one).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sdp_proofs.accounting.adjacency import ADD_REMOVE, REPLACE_ONE, adjacency_of
from sdp_proofs.accounting.binomial_noise import Binomial, binomial
from sdp_proofs.accounting.exponential_mechanism import (
    SHARES,
    Exponential,
    ExponentialLoss,
    ExponentialPair,
    two_candidates,
)
from sdp_proofs.accounting.finite_pairs import (
    approximate,
    atom_loss,
    geometric,
    histogram,
    randomised_response,
    sampled,
    table,
)
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.pairs import AtomPair, Ball, GaussianPair, LaplacePair, Mirrored, Pair, Replaced, Sampled
from sdp_proofs.accounting.parallel import mechanisms_in
from sdp_proofs.accounting.plain_releases import (
    Approximate,
    DiscreteGaussian,
    Finite,
    Gaussian,
    Geometric,
    Laplace,
    Pure,
    RandomisedResponse,
    SamplingHistogram,
)
from sdp_proofs.accounting.post_processed import Rounded, Truncated, rounded_laplace
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.sampled_gaussian import SampledGaussian
from sdp_proofs.accounting.sampled_releases import SAMPLED, Poisson, WithoutReplacement
from sdp_proofs.accounting.simple_losses import GaussianLoss, LaplaceLoss
from sdp_proofs.accounting.touched_parts import Run, touched
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, add, fraction_ball, logarithm, multiply, power, rational, sign

ADD, REMOVE, REPLACE = "add", "remove", "replace"
_DATABASES = "all other records contribute -C, the replaced one -C in one database and +C in the other (C: sensitivity)"


@dataclass(frozen=True)
class Step:
    """One mechanism in one direction.

    Args:
        pair: its profile.
        loss: its moments; None where they are not known.
        squared: (distance/sigma)^2 of a plain Gaussian mechanism, else None.
        largest: precision -> a number that no finite loss exceeds; None where there is none.
        bound: that number itself, where it is known as one.
    """

    pair: Pair
    loss: Loss | None = None
    squared: ExactReal | None = None
    largest: Ball | None = None
    bound: ExactReal | None = None


@dataclass(frozen=True)
class Direction:
    """All steps in one direction, with how often each is run.

    Args:
        name: add, remove or replace.
        steps: the pairs dominate; they are attained unless `exact` says otherwise.
        attained: whether the composition of the pairs is itself one of neighbouring databases.
    """

    name: str
    steps: tuple[tuple[Step, int], ...]
    attained: bool = True

    def never_beyond(self, epsilon: ExactReal) -> bool:
        """Whether it is decided that no loss of the composition exceeds epsilon: then delta is zero."""
        exact: ExactReal = multiply(rational(-1), epsilon)
        for step, count in self.steps:
            if step.bound is None:
                break
            exact = add(exact, multiply(rational(count), step.bound))
        else:
            return sign(exact) in (-1, 0)
        total = self.largest(256)
        return total is not None and bool(total < epsilon.ball(256))

    def largest(self, bits: int) -> arb | None:
        """The largest loss of the composition (its supremum), or None where there is none."""
        with ctx.workprec(bits):
            total = arb(0)
            for step, count in self.steps:
                if step.largest is None or (step.loss is not None and not step.loss.infinite.is_zero()):
                    return None
                total += step.largest(bits) * count
            return total

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
        bound it
            from above.
    """

    release: Release
    adjacency: str
    directions: tuple[Direction, ...]
    attained: tuple[Direction, ...] = ()

    @property
    def databases(self) -> str | None:
        """The pair of databases behind `attained`, in words; None where there is none, or no sampled batch."""
        sampled = any(isinstance(term, WithoutReplacement) for term in mechanisms_in(self.release))
        return _DATABASES if self.attained and sampled else None

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
        one_sided = any(_one_sided(term) for term in everything)
        attained = not any(isinstance(term, WithoutReplacement) or _chooses(term) for term in everything)
        directions: list[Direction] = []
        below: list[Direction] = []
        for runs in touched(merged, known):
            for neighbour in _neighbours(everything):
                for name in (REMOVE, ADD) if one_sided else (REPLACE if known == REPLACE_ONE else REMOVE,):
                    steps = tuple((_step(run.mechanism, _View.of(run, name, neighbour)), run.count) for run in runs)
                    shown = REPLACE if known == REPLACE_ONE else name
                    directions.append(Direction(shown, steps, attained))
            if not attained:
                below += _attained(runs)
        return cls(release, known, tuple(directions), tuple(below))


def _attained(runs: tuple[Run, ...]) -> Iterator[Direction]:
    """Single pairs of databases.

    Of batches without replacement the record that differs contributes what all others do not, in one of the two
    databases. Then a batch without it looks like a batch of the other database: the pair ((1-g)Q + gP, Q), and its
    mirror. Of the exponential mechanism, losses at the ends of one interval.
    """
    choices = SHARES if any(_chooses(run.mechanism) for run in runs) else SHARES[:1]
    for share in choices:
        for name in (REMOVE, ADD):
            steps = []
            for run in runs:
                view, term = _View.of(run, name), run.mechanism
                if _chooses(term):
                    pair = _two_candidates(term, share)
                    steps.append((_atoms(_swapped(pair) if view.mirrored else pair), run.count))
                elif isinstance(term, WithoutReplacement):
                    steps.append((_poisson(term, view), run.count))
                else:
                    steps.append((_step(term, view), run.count))
            yield Direction(REPLACE if runs[0].adjacency == REPLACE_ONE else name, tuple(steps))


def _chooses(term: Release) -> bool:
    """Whether a mechanism, sampled or not, is the exponential one, whose pair no two databases have."""
    return isinstance(term.mechanism if isinstance(term, SAMPLED) else term, Exponential)


def _two_candidates(term: Release, share: Fraction) -> AtomPair:
    """One that two databases have, of a mechanism that chooses."""
    chosen = term.mechanism if isinstance(term, SAMPLED) else term
    assert isinstance(chosen, Exponential)
    pair = two_candidates(chosen.epsilon, share)
    return sampled(pair, term.rate) if isinstance(term, SAMPLED) and term.rate < 1 else pair


@dataclass(frozen=True)
class _View:
    """What neighbours are, which of the two comes first, and the neighbour of a database where there is one."""

    adjacency: str
    mirrored: bool
    neighbour: Counts | None = None

    @classmethod
    def of(cls, run: Run, name: str, neighbour: Counts | None = None) -> _View:
        """What one run sees in a direction: a part that gains the record sees it mirrored."""
        return cls(run.adjacency, (name == ADD) != run.gains, neighbour)


def _neighbours(terms: tuple[Release, ...]) -> list[Counts | None]:
    """The neighbours of the database whose histogram is sampled."""
    databases = {term.counts for term in terms if isinstance(term, SamplingHistogram) and term.counts is not None}
    if not databases:
        return [None]
    if len(databases) > 1:
        raise DomainError(f"all sampled histograms must be of one database, got {len(databases)}")
    return list(replace_one(databases.pop()))


def _one_sided(term: Release) -> bool:
    """Whether a pair may differ from its mirror."""
    return isinstance(term, Poisson | Finite | SamplingHistogram)


def distance(term: Release, adjacency: str) -> ExactReal:
    """How far apart neighbouring outputs are: the sensitivity, or twice that."""
    sensitivity = getattr(term, "sensitivity", 1)
    number = sensitivity if isinstance(sensitivity, ExactReal) else rational(sensitivity)
    return multiply(rational(2), number) if adjacency == REPLACE_ONE else number


def whole_distance(term: Geometric | DiscreteGaussian | Binomial, adjacency: str) -> int:
    """The same for integers."""
    return term.sensitivity * (2 if adjacency == REPLACE_ONE else 1)


def _integer(value: ExactReal) -> int:
    known = value.as_fraction()
    assert known is not None and known.denominator == 1
    return known.numerator


def quotient(left: ExactReal, right: ExactReal) -> ExactReal:
    """Left / right."""
    return multiply(left, power(right, rational(-1)))


def _step(term: Release, view: _View) -> Step:
    if isinstance(term, Poisson):
        return _poisson(term, view)
    if isinstance(term, WithoutReplacement):
        return _replaced(term, view)
    step = _plain(term, view)
    if not view.mirrored or not _one_sided(term):
        return step
    assert isinstance(step.pair, AtomPair)
    return _atoms(_swapped(step.pair))


def _plain(term: Release, view: _View) -> Step:
    adjacency = view.adjacency
    match term:
        case Gaussian():
            mu = quotient(distance(term, adjacency), term.sigma)
            square = multiply(mu, mu)
            return Step(GaussianPair(_ball(mu)), GaussianLoss(_ball(square)), square)
        case Laplace():
            ratio = quotient(distance(term, adjacency), term.scale)
            return Step(LaplacePair(_ball(ratio)), LaplaceLoss(_ball(ratio)), largest=_ball(ratio), bound=ratio)
        case Geometric():
            bound = quotient(distance(term, adjacency), term.scale)
            return replace(_atoms(geometric(term.scale, whole_distance(term, adjacency))), bound=bound)
        case Binomial():
            return _atoms(binomial(term.coins, whole_distance(term, adjacency)))
        case Rounded() | Truncated():
            return _post_processed(term, distance(term, adjacency))
        case Exponential():
            ball = _ball(term.epsilon)
            return Step(ExponentialPair(ball), ExponentialLoss(ball), largest=ball, bound=term.epsilon)
        case RandomisedResponse():
            return _atoms(randomised_response(term.truth, term.types))
        case Pure():
            return replace(_atoms(approximate(term.epsilon, Fraction(0))), bound=term.epsilon)
        case Approximate():
            return _atoms(approximate(term.epsilon, term.delta))
        case Finite():
            return _atoms(table(term.first, term.second))
        case SamplingHistogram():
            return _atoms(histogram(term, view.neighbour))
        case DiscreteGaussian():
            from sdp_proofs.accounting.discrete_gaussian import DiscreteGaussianLoss, DiscreteGaussianPair

            whole = whole_distance(term, adjacency)
            variance = _ball(multiply(term.sigma, term.sigma))
            return Step(DiscreteGaussianPair(variance, whole), DiscreteGaussianLoss(variance, whole))
    raise DomainError(f"a mechanism must be one that can be analysed, got {term}")


def _post_processed(term: Rounded | Truncated, apart: ExactReal) -> Step:
    """Both equal their mirrors."""
    if isinstance(term, Truncated):
        return _plain(term.at(apart), _View(ADD_REMOVE, mirrored=False))
    scale = term.mechanism.scale
    return replace(_atoms(rounded_laplace(scale, _integer(apart))), bound=quotient(apart, scale))


def _poisson(term: Poisson | WithoutReplacement, view: _View) -> Step:
    if term.rate == 1:
        return _step(term.mechanism, view)
    plain = _plain(term.mechanism, view)
    if isinstance(plain.pair, AtomPair):
        mixed = sampled(plain.pair, term.rate)
        return _atoms(_swapped(mixed) if view.mirrored else mixed)
    pair: Pair = Sampled(plain.pair, term.rate)
    loss: Loss | None = None
    if isinstance(term.mechanism, Gaussian):
        sigma = quotient(term.mechanism.sigma, distance(term.mechanism, view.adjacency))
        loss = SampledGaussian(term.rate, sigma, remove=not view.mirrored)
    # The sampled ratio is at least 1 - q, and at most 1 - q + qR.
    if view.mirrored:
        largest: Ball | None = _ball(multiply(rational(-1), logarithm(rational(1 - term.rate))))
    else:
        largest = _sampled_largest(plain.largest, term.rate)
    return Step(Mirrored(pair) if view.mirrored else pair, loss, largest=largest)


def _replaced(term: WithoutReplacement, view: _View) -> Step:
    if isinstance(term.mechanism, Finite | SamplingHistogram):
        raise DomainError(
            f"without-replacement must be given a mechanism that equals its mirror, got {term.mechanism.name}"
        )
    plain = _plain(term.mechanism, view)
    if term.rate == 1:
        return plain
    return Step(Replaced(plain.pair, term.rate), largest=_sampled_largest(plain.largest, term.rate))


def _sampled_largest(largest: Ball | None, rate: Fraction) -> Ball | None:
    """ln(1 - q + q e^l) where l is the largest loss of the mechanism itself."""
    if largest is None:
        return None

    def sampled_largest(bits: int) -> arb:
        with ctx.workprec(bits):
            return (fraction_ball(rate) * largest(bits).expm1()).log1p()

    return sampled_largest


def _atoms(pair: AtomPair) -> Step:
    loss = atom_loss(pair)

    def largest(bits: int) -> arb:
        with ctx.workprec(bits):
            found = arb(0)
            for value, _ in loss.values(bits):
                found = found.max(value)
            return found

    return Step(pair, loss, largest=largest)


def _swapped(pair: AtomPair) -> AtomPair:
    exact = None if pair.exact is None else tuple((q, p) for p, q in pair.exact)
    masses = pair.masses
    return AtomPair(lambda bits: [(q, p) for p, q in masses(bits)], exact)


def _ball(value: ExactReal) -> Ball:
    known: dict[int, arb] = {}

    def ball(bits: int) -> arb:
        if bits not in known:
            with ctx.workprec(bits):
                known[bits] = value.ball(bits + 16)
        return known[bits]

    return ball


__all__ = ["ADD", "ADD_REMOVE", "REMOVE", "REPLACE", "Direction", "Question", "Step", "distance", "quotient"]
