"""One mechanism in one direction: the pair that dominates it, in the forms that the engines ask for.

World: exact descriptions that can be enclosed. A `Step` holds the same pair in up to three forms: its profile
(always), its loss with moments (where a closed form or a proven sum is known), and its lattice of losses (where there
is one).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from sdp_proofs.accounting.adjacency import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.binomial_noise import Binomial, binomial
from sdp_proofs.accounting.cut_noise import (
    HalfLines,
    between,
    cut_binomial,
    cut_discrete_gaussian,
    cut_rounded,
    cut_rounded_laplace,
    largest_loss,
    odd_halves,
)
from sdp_proofs.accounting.exponential_mechanism import Exponential, ExponentialLoss, ExponentialPair
from sdp_proofs.accounting.finite_pairs import (
    approximate,
    atom_loss,
    geometric,
    histogram,
    randomised_response,
    sampled,
    table,
)
from sdp_proofs.accounting.lemmas import a_range_limits_half_lines_most_from_its_ends
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.others_at_zero import OthersAtZero
from sdp_proofs.accounting.pairs import AtomPair, Ball, GaussianPair, LaplacePair, Mirrored, Pair, Replaced, Sampled
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
from sdp_proofs.accounting.post_processed import Rounded, Truncated, at_sensitivity, rounded_laplace, whole_number
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.sampled_gaussian import SampledGaussian
from sdp_proofs.accounting.sampled_laplace import SampledLaplace
from sdp_proofs.accounting.sampled_releases import SAMPLED, Poisson, WithoutReplacement
from sdp_proofs.accounting.simple_losses import GaussianLoss, LaplaceLoss
from sdp_proofs.accounting.touched_parts import Run
from sdp_proofs.distributions.histograms import Counts
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, add, fraction_ball, logarithm, multiply, power, rational

ADD, REMOVE, REPLACE = "add", "remove", "replace"


@dataclass(frozen=True)
class Step:
    """One mechanism in one direction.

    Args:
        pair: its profile.
        loss: its moments; None where they are not known.
        squared: (distance/sigma)^2 of a plain Gaussian mechanism, else None.
        largest: precision -> a number that no finite loss exceeds; None where there is none.
        bound: that number itself, where it is known as one.
        least: where the smallest losses are, if they are atoms (a hint for lattices, nothing proven depends on it).
    """

    pair: Pair
    loss: Loss | None = None
    squared: ExactReal | None = None
    largest: Ball | None = None
    bound: ExactReal | None = None
    least: Ball | None = None


@dataclass(frozen=True)
class View:
    """What neighbours are, which of the two comes first, and the neighbour of a database where there is one.

    Args:
        adjacency: the one that holds.
        mirrored: whether P is the law without the record.
        neighbour: the counts of the only neighbour.
        one_pair: where no two databases have the pair that dominates: how much of the room in a range is below both
            answers of a pair that two databases have, in [0, 1/2]; None for the pair that dominates.
    """

    adjacency: str
    mirrored: bool
    neighbour: Counts | None = None
    one_pair: Fraction | None = None

    @classmethod
    def of(cls, run: Run, name: str, neighbour: Counts | None = None) -> View:
        """What one run sees in a direction: a part that gains the record sees it mirrored."""
        return cls(run.adjacency, (name == ADD) != run.gains, neighbour)


def asymmetric(term: Release) -> bool:
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


def quotient(left: ExactReal, right: ExactReal) -> ExactReal:
    """Left / right."""
    return multiply(left, power(right, rational(-1)))


def step_of(term: Release, view: View) -> Step:
    """The pair of a mechanism, sampled or not, that dominates its neighbours in one direction.

    Raises:
        DomainError: a mechanism that cannot be analysed, or not be sampled like this.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> step = step_of(read_release("poisson(rate=1/4, pure(epsilon=log(3)))"), View(ADD_REMOVE, mirrored=False))
        >>> step.pair.exact  # randomised response at odds 3, one record in four
        ((Fraction(5, 8), Fraction(3, 4)), (Fraction(3, 8), Fraction(1, 4)))
    """
    if isinstance(term, Poisson):
        return sampled_step(term, view)
    if isinstance(term, WithoutReplacement):
        return _replaced(term, view)
    step = _plain(term, view)
    differs = asymmetric(term) or (view.one_pair is not None and is_cut(term, view.adjacency))
    return mirrored(step) if view.mirrored and differs else step


def mirrored(step: Step) -> Step:
    """The step seen from the other side; of a pair that is not finite no largest loss is known there."""
    return of_atoms(swapped(step.pair)) if isinstance(step.pair, AtomPair) else Step(Mirrored(step.pair))


def _plain(term: Release, view: View) -> Step:
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
            return replace(of_atoms(geometric(term.scale, whole_distance(term, adjacency))), bound=bound)
        case Binomial():
            return of_atoms(binomial(term.coins, whole_distance(term, adjacency)))
        case Rounded() | Truncated():
            return _post_processed(term, distance(term, adjacency), view)
        case Exponential():
            ball = _ball(term.epsilon)
            return Step(ExponentialPair(ball), ExponentialLoss(ball), largest=ball, bound=term.epsilon)
        case RandomisedResponse():
            return of_atoms(randomised_response(term.truth, term.types))
        case Pure():
            return replace(of_atoms(approximate(term.epsilon, Fraction(0))), bound=term.epsilon)
        case Approximate():
            return of_atoms(approximate(term.epsilon, term.delta))
        case Finite():
            return of_atoms(table(term.first, term.second))
        case SamplingHistogram():
            return of_atoms(histogram(term, view.neighbour))
        case DiscreteGaussian():
            from sdp_proofs.accounting.discrete_gaussian import DiscreteGaussianLoss, DiscreteGaussianPair

            whole = whole_distance(term, adjacency)
            variance = _ball(multiply(term.sigma, term.sigma))
            return Step(DiscreteGaussianPair(variance, whole), DiscreteGaussianLoss(variance, whole))
    raise DomainError(f"a mechanism must be one that can be analysed, got {term}")


def _post_processed(term: Rounded | Truncated, apart: ExactReal, view: View) -> Step:
    """Those of one pair differ from their mirrors, all others equal them."""
    if isinstance(term, Truncated):
        reach = term.reach(apart)
        if term.keeps(reach):
            noise = at_sensitivity(term.mechanism, reach)
            return _plain(noise, View(ADD_REMOVE, mirrored=False))
        ends = add(reach, rational(-term.length)), rational(term.length)
        return cut_step(term.mechanism, reach, *(ends if view.one_pair is None else term.ends(reach, view.one_pair)))
    inner = term.mechanism
    if isinstance(inner, Gaussian):
        return Step(HalfLines(_ball(apart), _ball(inner.sigma), odd_halves))
    return replace(of_atoms(rounded_laplace(inner.scale, apart)), bound=quotient(apart, inner.scale))


def cut_step(noise: Release, apart: ExactReal, low: ExactReal, high: ExactReal) -> Step:
    """Noise on two answers, P that on the larger and Q that on the smaller one, cut to a range; no larger loss exists.

    Args:
        noise: normal, discrete Gaussian, binomial or rounded.
        apart: the distance of the answers.
        low: the lower end of the range less the smaller answer, at most 0.
        high: the upper end less the smaller answer, at least the distance.
    """
    a_range_limits_half_lines_most_from_its_ends(low, high, apart)
    if isinstance(noise, Gaussian):
        far, sigma, ends = _ball(apart), _ball(noise.sigma), (_ball(low), _ball(high))
        return Step(HalfLines(far, sigma, between(*ends)), largest=largest_loss(far, sigma, ends[1]))
    places = (whole_number(apart), whole_number(low), whole_number(high))
    match noise:
        case DiscreteGaussian():
            return of_atoms(cut_discrete_gaussian(_ball(multiply(noise.sigma, noise.sigma)), *places))
        case Binomial():
            return of_atoms(cut_binomial(noise.coins, *places))
        case Rounded(Gaussian() as inner):
            return of_atoms(cut_rounded(_ball(inner.sigma), *places))
        case Rounded(Laplace() as inner):
            return of_atoms(cut_rounded_laplace(inner.scale, *places))
    raise DomainError(f"what is truncated must be noise, got {noise}")


def is_cut(term: Release, adjacency: str) -> bool:
    """Whether a mechanism, sampled or not, is truncated noise whose dominating pair no two databases have."""
    inner = term.mechanism if isinstance(term, SAMPLED) else term
    return isinstance(inner, Truncated) and not inner.attained(inner.reach(distance(inner, adjacency)))


def sampled_step(term: Poisson | WithoutReplacement, view: View) -> Step:
    """The pair ((1-q)Q + qP, Q), or its mirror, of a mechanism with the pair (P, Q)."""
    if term.rate == 1:
        return step_of(term.mechanism, view)
    plain = _plain(term.mechanism, view)
    if isinstance(plain.pair, AtomPair):
        mixed = sampled(plain.pair, term.rate)
        return of_atoms(swapped(mixed) if view.mirrored else mixed)
    pair: Pair = Sampled(plain.pair, term.rate)
    loss: Loss | None = None
    if isinstance(term.mechanism, Gaussian):
        sigma = quotient(term.mechanism.sigma, distance(term.mechanism, view.adjacency))
        loss = SampledGaussian(term.rate, sigma, remove=not view.mirrored)
    elif isinstance(term.mechanism, Laplace):
        ratio = quotient(distance(term.mechanism, view.adjacency), term.mechanism.scale)
        loss = SampledLaplace(term.rate, _ball(ratio), remove=not view.mirrored)
    # The sampled ratio is at least 1 - q, and at most 1 - q + qR.
    high = _sampled_largest(plain.largest, term.rate)
    if isinstance(term.mechanism, Laplace):
        low = _sampled_largest(_minus(plain.largest), term.rate)
        if view.mirrored:
            return Step(Mirrored(pair), loss, largest=_minus(low), least=_minus(high))
        return Step(pair, loss, largest=high, least=low)
    if view.mirrored:
        return Step(Mirrored(pair), loss, largest=_ball(multiply(rational(-1), logarithm(rational(1 - term.rate)))))
    return Step(pair, loss, largest=high)


def _replaced(term: WithoutReplacement, view: View) -> Step:
    if isinstance(term.mechanism, Finite | SamplingHistogram):
        raise DomainError(
            f"without-replacement must be given a mechanism that equals its mirror, got {term.mechanism.name}"
        )
    plain = _plain(term.mechanism, view)
    if term.rate == 1:
        return plain
    return Step(Replaced(plain.pair, term.rate), largest=_sampled_largest(plain.largest, term.rate))


def others_at_zero(term: Release) -> Step:
    """What two databases whose other records contribute nothing show of batches of normal noise."""
    assert isinstance(term, WithoutReplacement) and isinstance(term.mechanism, Gaussian)
    return Step(OthersAtZero(_ball(quotient(term.mechanism.sigma, term.mechanism.sensitivity)), term.rate))


def _sampled_largest(largest: Ball | None, rate: Fraction) -> Ball | None:
    """ln(1 - q + q e^l) where l is the largest loss of the mechanism itself."""
    if largest is None:
        return None

    def sampled_largest(bits: int) -> arb:
        with ctx.workprec(bits):
            return (fraction_ball(rate) * largest(bits).expm1()).log1p()

    return sampled_largest


def _minus(ball: Ball | None) -> Ball | None:
    return None if ball is None else lambda bits: -ball(bits)


def of_atoms(pair: AtomPair) -> Step:
    """A finite pair with its loss."""
    loss = atom_loss(pair)

    def largest(bits: int) -> arb:
        with ctx.workprec(bits):
            found = arb(0)
            for value, _ in loss.values(bits):
                found = found.max(value)
            return found

    def least(bits: int) -> arb:
        with ctx.workprec(bits):
            found = arb(0)
            for value, _ in loss.values(bits):
                found = found.min(value)
            return found

    return Step(pair, loss, largest=largest, least=least)


def swapped(pair: AtomPair) -> AtomPair:
    """The pair (Q, P)."""
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
