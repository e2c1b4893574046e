"""Hold the pair that dominates one mechanism, and build those with finitely many outputs.

World: exact descriptions that can be enclosed. A `DominatingPair` holds the same pair in up to three forms: its
profile (always), its loss with moments (where a closed form or a proven sum is known), and its lattice of losses
(where there is one). Which pair a mechanism has is its own to say: `release.Mechanism.step`.

**Finite pairs.** World: exact where all probabilities are rational, else enclosures.

* *pure and approximate* privacy: the pair that reveals its origin with probability delta and is randomised response
  at odds E = e^epsilon otherwise dominates every pair with that profile [Kairouz, Oh, Viswanath 2015, Thm. 3.1 and
  its proof].
* *randomised response* with m types: the rows of two types, (t, r, r, ...) and (r, t, r, ...), r = (1-t)/(m-1).
* *geometric noise* of scale s at distance d: with w = e^(-1/s) the probabilities are (1-w)/(1+w) w^|k|. Outputs k <=
  0 have one ratio, those >= d too, so d + 1 outputs remain: 1/(1+w) and w^d/(1+w) at the ends, (1-w)/(1+w) w^k
  between.
* *the sampling histogram* at a database: the two laws on histograms, for every neighbour in turn; at the worst
  database of n records a unique record is replaced by one of another new type, and is seen if it is drawn:
  approximate(0, T/n). That pair dominates all others: any two neighbours share the law given that the record is not
  drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.accounting.lemmas import (
    a_record_that_is_not_drawn_is_hidden,
    loss_curves_lie_below_their_chords,
    outputs_of_one_ratio_may_be_joined,
    the_profile_of_a_sampled_pair,
)
from sdp_proofs.accounting.losses import FiniteLoss, Loss
from sdp_proofs.accounting.pairs import MOST_ROWS, AtomPair, Ball, Masses, Mirrored, Pair, Sampled
from sdp_proofs.distributions.finite import Counts, FiniteLaw
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpq_poly
from sdp_proofs.numbers.reals import ExactReal, exponential, fraction_ball, logarithm, multiply, power, rational

_MOST_COMPARED = 64
"""Rows of fractions of which the largest ratio is found."""


@dataclass(frozen=True)
class DominatingPair:
    """One mechanism in one direction.

    Args:
        pair: its profile.
        loss: its moments; None where they are not known.
        squared: (distance/sigma)^2 of a plain Gaussian mechanism, else None.
        largest: precision -> the supremum of the finite losses; `unbounded` where they have none, None where it is
            not known.
        bound: that number itself, where it is known as one.
        least: the infimum, likewise.
        coarser: where several of these would take minutes, makes one that dominates it and takes seconds.
    """

    pair: Pair
    loss: Loss | None = None
    squared: ExactReal | None = None
    largest: Ball | None = None
    bound: ExactReal | None = None
    least: Ball | None = None
    coarser: Callable[[], DominatingPair] | None = None


@dataclass(frozen=True)
class Neighbouring:
    """The neighbours that are compared, in order, and the neighbour of a database where there is one.

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


def mirrored(step: DominatingPair) -> DominatingPair:
    """The step seen from the other side."""
    if isinstance(step.pair, AtomPair):
        return of_atoms(swapped(step.pair))
    return DominatingPair(Mirrored(step.pair), largest=minus(step.least), least=minus(step.largest))


def under_sampling(plain: DominatingPair, rate: Fraction, *, mirror: bool) -> DominatingPair:
    """The pair ((1-q)Q + qP, Q), or its mirror, of the step of a pair (P, Q), q in (0, 1)."""
    if isinstance(plain.pair, AtomPair):
        mixed = sampled_atoms(plain.pair, rate)
        return of_atoms(swapped(mixed) if mirror else mixed)
    the_profile_of_a_sampled_pair(rate)
    pair: Pair = Sampled(plain.pair, rate)
    if mirror:
        return DominatingPair(Mirrored(pair), largest=minus(sampled_loss(plain.least, rate)))
    return DominatingPair(pair, largest=sampled_loss(plain.largest, rate))


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


def of_atoms(pair: AtomPair) -> DominatingPair:
    """A finite pair with its loss.

    Example:
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

    return DominatingPair(pair, loss, largest=largest, bound=_largest_loss(pair), least=least)


def _largest_loss(pair: AtomPair) -> ExactReal | None:
    """The largest loss as a number; None where a ratio is no fraction, or a loss is infinite."""
    if pair.exact is None or any(p and not q for p, q in pair.exact):
        return None
    if len(pair.exact) > _MOST_COMPARED:
        return rational(0) if all(p == q for p, q in pair.exact) else None
    return logarithm(rational(max(p / q for p, q in pair.exact if q)))


def swapped(pair: AtomPair) -> AtomPair:
    """The pair (Q, P)."""
    exact = None if pair.exact is None else tuple((q, p) for p, q in pair.exact)
    masses, tells = pair.masses, None if pair.tells is None else pair.tells[::-1]
    return AtomPair(lambda bits: [(q, p) for p, q in masses(bits)], exact, tells=tells)


def whole_number(value: ExactReal) -> int:
    """The integer that a number is.

    Raises:
        DomainError: it is none.
    """
    known = value.as_fraction()
    if known is None or known.denominator != 1:
        raise DomainError(f"a distance of integers must be an integer, got {value}")
    return known.numerator


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


_MOST_DIVISIONS = 1000
_MOST_BITS = 10_000


def table(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> AtomPair:
    """Two laws given by fractions; outputs of one ratio are joined, which loses nothing.

    Example:
        >>> table((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))).exact
        ((Fraction(1, 2), Fraction(3, 4)), (Fraction(1, 2), Fraction(1, 4)))
    """
    outputs: dict[Fraction | None, list[tuple[Fraction, Fraction]]] = {}
    for p, q in zip(first, second, strict=True):
        if p or q:
            outputs.setdefault(p / q if q else None, []).append((p, q))
    ordered = sorted(outputs.items(), key=lambda entry: (entry[0] is None, entry[0] or Fraction(0)))
    for _, masses in ordered:
        outputs_of_one_ratio_may_be_joined(masses)
    exact = tuple(
        (sum((p for p, _ in masses), Fraction(0)), sum((q for _, q in masses), Fraction(0))) for _, masses in ordered
    )
    return AtomPair(lambda bits: _balls(exact, bits), exact)


def approximate(epsilon: ExactReal, delta: Fraction) -> AtomPair:
    """Randomised response at odds e^epsilon, and with probability delta an output that tells."""
    loss_curves_lie_below_their_chords(epsilon)
    odds = exponential(epsilon)
    known = odds.as_fraction()
    if known is not None:
        high, low = (1 - delta) * known / (1 + known), (1 - delta) / (1 + known)
        return table((delta, Fraction(0), high, low), (Fraction(0), delta, low, high))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            ball, rest = odds.ball(bits + 16), fraction_ball(1 - delta)
            high, low = rest * ball / (1 + ball), rest / (1 + ball)
            telling = [(fraction_ball(delta), arb(0)), (arb(0), fraction_ball(delta))] if delta else []
            return [*telling, (high, low), (low, high)]

    return AtomPair(masses, tells=(delta, delta))


def told() -> AtomPair:
    """Laws that have no output in common, as of answers without noise: the output tells which database it was."""
    return table((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))


def nothing() -> AtomPair:
    """Two equal laws."""
    return table((Fraction(1),), (Fraction(1),))


def randomised_response(truth: Fraction, types: int) -> AtomPair:
    """The rows of two types."""
    other = (1 - truth) / (types - 1)
    rest = other * (types - 2)
    return table((truth, other, rest), (other, truth, rest))


def binomial(coins: int, distance: int) -> AtomPair:
    """Heads of fair coins, and heads shifted by an integer distance.

    Example:
        >>> binomial(2, 1).exact
        ((Fraction(0, 1), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 4)), \
(Fraction(1, 4), Fraction(0, 1)))
    """
    if distance > coins:
        return told()
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of binomial noise must be at most {MOST_ROWS}, got {distance}")
    heads = [Fraction(comb(coins, k), 2**coins) for k in range(coins + 1)]
    nothing = [Fraction(0)] * distance
    return table(tuple(nothing + heads), tuple(heads + nothing))


def geometric(scale: ExactReal, distance: int) -> AtomPair:
    """Geometric noise at an integer distance.

    Raises:
        SizeError: a distance beyond some thousands.
    """
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of geometric noise must be at most {MOST_ROWS}, got {distance}")

    outputs_of_one_ratio_may_be_joined(_joined_geometric(distance))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            w = (-1 / scale.ball(bits + 16)).exp()
            ends = 1 / (1 + w), w**distance / (1 + w)
            row = [ends[0], *((1 - w) / (1 + w) * w**k for k in range(1, distance)), ends[1]]
            return list(zip(row, row[::-1], strict=True))

    # The loss of the output k is (d - 2k)/scale.
    return AtomPair(masses, indices=tuple(range(distance, -1, -1)))


def of_laws(first: FiniteLaw[Any], second: FiniteLaw[Any]) -> AtomPair:
    """One release of a mechanism at a database and at its neighbour.

    Raises:
        SizeError: too many outputs.

    Example:
        >>> from sdp_proofs.mechanisms.sampling import SamplingHistogram
        >>> law = SamplingHistogram(draws=1).law
        >>> of_laws(law((1, 1)), law((0, 2))).exact
        ((Fraction(1, 2), Fraction(1, 1)), (Fraction(1, 2), Fraction(0, 1)))
    """
    most = max(len(first), len(second))
    if most > MOST_ROWS:
        raise SizeError(f"a distribution must have at most {MOST_ROWS} outputs, got {most}")
    outputs = sorted(set(first) | set(second))
    zero = Fraction(0)
    return table(tuple(first.get(o, zero) for o in outputs), tuple(second.get(o, zero) for o in outputs))


def _joined_geometric(distance: int) -> list[tuple[fmpq_poly, fmpq_poly]]:
    """The smaller answer itself and all outputs below it, times 1 + w: masses about the distance and about 0, in w."""
    w = fmpq_poly([0, 1])
    return [((1 - w) * w**distance, 1 - w), (w ** (distance + 1), w)]


def drawn_record(share: Fraction) -> AtomPair:
    """The worst database of a sampled histogram: a record that tells where it is drawn, with the chance of a share.

    Example:
        >>> drawn_record(Fraction(1, 4)).exact
        ((Fraction(0, 1), Fraction(1, 4)), (Fraction(3, 4), Fraction(3, 4)), (Fraction(1, 4), Fraction(0, 1)))
    """
    a_record_that_is_not_drawn_is_hidden(share)
    return table((share, Fraction(0), 1 - share), (Fraction(0), share, 1 - share))


def sampled_atoms(pair: AtomPair, rate: Fraction) -> AtomPair:
    """The pair ((1-q)Q + qP, Q)."""
    the_profile_of_a_sampled_pair(rate)
    exact = None if pair.exact is None else tuple(((1 - rate) * q + rate * p, q) for p, q in pair.exact)
    if exact is not None:
        return table(tuple(p for p, _ in exact), tuple(q for _, q in exact))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            part = fraction_ball(rate)
            return [((1 - part) * q + part * p, q) for p, q in pair.masses(bits)]

    return AtomPair(masses, tells=Sampled(pair, rate).alone_exactly())


def atom_loss(pair: AtomPair) -> FiniteLoss:
    """The privacy loss of a finite pair: outputs that Q does not have are revealing."""

    def values(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            return [((p / q).log(), p) for p, q in pair.masses(bits) if p > 0 and q > 0]

    def revealed(bits: int) -> arb:
        with ctx.workprec(bits):
            return sum((p for p, q in pair.masses(bits) if q.is_zero()), arb(0))

    if pair.exact is not None:
        indices = places_of([p / q for p, q in pair.exact if p and q])
    elif pair.indices is not None:
        indices = pair.indices
    else:
        indices = (0, 1) if len(values(64)) == 2 else None
    return FiniteLoss(values, revealed, indices)


def places_of(ratios: Sequence[Fraction]) -> tuple[int, ...] | None:
    """Integers j with ratio = a b^j, without a common divisor; None where there are none, or none are found soon.

    Example:
        >>> places_of([Fraction(1, 4), Fraction(1), Fraction(8)]), places_of([Fraction(1), Fraction(2), Fraction(3)])
        ((0, 2, 5), None)
    """
    if len(set(ratios)) < 2:
        return None
    quotients = [ratio / min(ratios) for ratio in ratios]
    base = Fraction(1)
    for quotient in quotients:
        common = _common_base(base, quotient)
        if common is None:
            return None
        base = common
    found = []
    for quotient in quotients:
        rest, place = quotient, 0
        while rest > 1:
            rest, place = rest / base, place + 1
        found.append(place)
    return tuple(found)


def _common_base(first: Fraction, second: Fraction) -> Fraction | None:
    """The largest number of which both, at least one, are powers: Euclid's algorithm on exponents."""
    for _ in range(_MOST_DIVISIONS):
        if first == 1:
            return second
        if second.numerator.bit_length() > _MOST_BITS:
            break  # without a common base the fractions only grow
        if second < first:
            first, second = second, first
        else:
            second /= first
    return None


def _balls(exact: tuple[tuple[Fraction, Fraction], ...], bits: int) -> list[Masses]:
    with ctx.workprec(bits):
        return [(fraction_ball(p), fraction_ball(q)) for p, q in exact]
