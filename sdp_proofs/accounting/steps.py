"""One mechanism in one direction: the pair that dominates it, in the forms that the engines ask for.

World: exact descriptions that can be enclosed. A `Step` holds the same pair in up to three forms: its profile
(always), its loss with moments (where a closed form or a proven sum is known), and its lattice of losses (where there
is one). Which pair a mechanism has is its own to say: `release.Mechanism.step`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.finite_pairs import atom_loss, sampled
from sdp_proofs.accounting.lemmas import the_profile_of_a_sampled_pair
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.pairs import AtomPair, Ball, Mirrored, Pair, Sampled
from sdp_proofs.accounting.release import Mechanism, Run
from sdp_proofs.distributions.histograms import Counts
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball, multiply, power, rational

ADD, REMOVE, REPLACE = "add", "remove", "replace"


@dataclass(frozen=True)
class Step:
    """One mechanism in one direction.

    Args:
        pair: its profile.
        loss: its moments; None where they are not known.
        squared: (distance/sigma)^2 of a plain Gaussian mechanism, else None.
        largest: precision -> the supremum of the finite losses; `unbounded` where they have none, None where it is
            not known.
        bound: that number itself, where it is known as one.
        least: the infimum, likewise.
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
        one_pair: where no two databases have the pair that dominates: one of `Mechanism.alternatives`, which names a
            pair that two databases have; None for the pair that dominates.
    """

    adjacency: str
    mirrored: bool
    neighbour: Counts | None = None
    one_pair: Fraction | None = None

    @classmethod
    def of(cls, run: Run, name: str, neighbour: Counts | None = None) -> View:
        """What one run sees in a direction: a part that gains the record sees it mirrored."""
        return cls(run.adjacency, (name == ADD) != run.gains, neighbour)


def step_of(term: Mechanism, view: View) -> Step:
    """The pair of a mechanism, sampled or not, that dominates its neighbours in one direction.

    Raises:
        DomainError: a mechanism that cannot be analysed, or not be sampled like this.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> term = read_release("poisson(rate=1/4, pure(epsilon=log(3)))")
        >>> step_of(term, View("add-remove", mirrored=False)).pair.exact  # randomised response at odds 3, one in four
        ((Fraction(5, 8), Fraction(3, 4)), (Fraction(3, 8), Fraction(1, 4)))
    """
    return term.seen(view)


def mirrored(step: Step) -> Step:
    """The step seen from the other side."""
    if isinstance(step.pair, AtomPair):
        return of_atoms(swapped(step.pair))
    return Step(Mirrored(step.pair), largest=minus(step.least), least=minus(step.largest))


def under_sampling(plain: Step, rate: Fraction, *, mirror: bool) -> Step:
    """The pair ((1-q)Q + qP, Q), or its mirror, of the step of a pair (P, Q), q in (0, 1)."""
    if isinstance(plain.pair, AtomPair):
        mixed = sampled(plain.pair, rate)
        return of_atoms(swapped(mixed) if mirror else mixed)
    the_profile_of_a_sampled_pair(rate)
    pair: Pair = Sampled(plain.pair, rate)
    if mirror:
        return Step(Mirrored(pair), largest=minus(sampled_loss(plain.least, rate)))
    return Step(pair, largest=sampled_loss(plain.largest, rate))


def sampled_loss(loss: Ball | None, rate: Fraction) -> Ball | None:
    """ln(1 - q + q e^l) where l is a loss of the mechanism itself."""
    if loss is None or loss is unbounded:
        return loss

    def value(bits: int) -> arb:
        with ctx.workprec(bits):
            return (fraction_ball(rate) * loss(bits).expm1()).log1p()

    return value


def unbounded(bits: int) -> arb:
    """The supremum of losses that have no bound."""
    return arb("inf")


def minus(ball: Ball | None) -> Ball | None:
    """The negative of a number."""
    return None if ball is None else lambda bits: -ball(bits)


def at_least_zero(ball: Ball | None) -> Ball | None:
    """The number, or zero where that is larger."""
    return ball if ball is None or ball is unbounded else lambda bits: ball(bits).max(arb(0))


def of_atoms(pair: AtomPair) -> Step:
    """A finite pair with its loss.

    Example:
        >>> from sdp_proofs.accounting.finite_pairs import table
        >>> step = of_atoms(table((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))))
        >>> step.largest(64).str(5, radius=False)  # ln 2
        '0.69315'
    """
    loss = atom_loss(pair)

    def largest(bits: int) -> arb:
        with ctx.workprec(bits):
            found = arb("-inf")
            for value, _ in loss.values(bits):
                found = found.max(value)
            return found

    def least(bits: int) -> arb:
        with ctx.workprec(bits):
            found = arb(0)
            for value, _ in loss.values(bits):
                found = found.min(value)
            return found

    equal = pair.exact is not None and all(p == q for p, q in pair.exact)
    return Step(pair, loss, largest=largest, bound=rational(0) if equal else None, least=least)


def swapped(pair: AtomPair) -> AtomPair:
    """The pair (Q, P)."""
    exact = None if pair.exact is None else tuple((q, p) for p, q in pair.exact)
    masses, tells = pair.masses, None if pair.tells is None else pair.tells[::-1]
    return AtomPair(lambda bits: [(q, p) for p, q in masses(bits)], exact, tells=tells)


def quotient(left: ExactReal, right: ExactReal) -> ExactReal:
    """Left / right."""
    return multiply(left, power(right, rational(-1)))


def ball_of(value: ExactReal) -> Ball:
    """Balls of a number, each precision computed once."""
    known: dict[int, arb] = {}

    def ball(bits: int) -> arb:
        if bits not in known:
            with ctx.workprec(bits):
                known[bits] = value.ball(bits + 16)
        return known[bits]

    return ball
