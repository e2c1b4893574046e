"""Analyse one exponential mechanism.

World: exact descriptions; the pair in balls. A record moves every score by at most 1, so it multiplies the weights by
factors between e^(-eps/2) and e^(eps/2), and after normalising every loss lies in one interval of length eps,
[t - eps, t] for some t between 0 and eps. Among laws with losses in that interval the profile is largest where only the
ends occur:

    q_t = Q(loss = t) = (e^-t - e^-eps)/(1 - e^-eps),        P(loss = t) = e^t q_t,

since (R - a)_+ is convex in the ratio R and the chord has the same mean, 1. Scores are real, so every t is attained,
by two candidates. At odds a between e^-eps and e^eps the worst is t = (eps + ln a)/2, and the largest profile is

    h(a) = (1 - sqrt(a e^-eps))^2 / (1 - e^-eps).

It is convex, with slope -1 at the left and 0 at the right end, so it is the profile of a pair, whose loss l has under
P the density e^((l-eps)/2)/(2 (1 - e^-eps)) on [-eps, eps] and

    M(z) = sinh((z + 1/2) eps) / ((2z + 1) sinh(eps/2)).

The pair equals its mirror. It is attained by one choice. Of several choices the worst case is that of a game, see
`choices`, and `sampled_choices` where each sees a Poisson sample; together with other mechanisms the pair is an upper
bound, and the pairs of one t are lower bounds.
Claims: `the-worst-interval-of-losses` and those before it. That the losses lie in one interval is why choosing costs
less than pure privacy [Durfee, Rogers 2019].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring, ball_of, nothing, of_atoms
from sdp_proofs.accounting.lemmas import the_worst_interval_of_losses
from sdp_proofs.accounting.losses import ContinuousLoss, Slope
from sdp_proofs.accounting.pairs import ANY, AtomPair, Masses, SymmetricPairWithHeights
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.release_fields import not_negative, set_fields
from sdp_proofs.distributions.finite import Counts, FiniteLaw, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import ExactReal, Readable, exponential, fraction_ball, multiply, rational

_SHORT_BITS = 96
SHARES = (Fraction(1, 2), Fraction(5, 8), Fraction(3, 4), Fraction(7, 8))
"""The t, over eps, of the pairs that bound several choices from below."""


@dataclass(frozen=True)
class Exponential(Mechanism):
    """One candidate of a finite set, chosen by its score; the answer is the worst of all real scores.

    Args:
        epsilon: twice the factor of the score in the exponent, for scores that one record moves by at most 1.

    Raises:
        DomainError: epsilon is not positive.

    Example:
        >>> print(Exponential("1/2") * 3)
        exponential(epsilon=1/2) * 3
    """

    name: ClassVar[str] = "exponential"
    relative_to: ClassVar[str] = ANY
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("gumbel-max",)  # the largest of scores with Gumbel noise has the same law
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon",)
    small: ClassVar[Mapping[str, tuple[str, ...]]] = {"epsilon": ("1/10", "1/2", "1", "2")}
    epsilon: ExactReal

    def __init__(self, epsilon: Readable) -> None:
        set_fields(self, epsilon=not_negative(epsilon, "epsilon"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """The worst interval of losses, or the ends of one interval."""
        if self.epsilon == rational(0):
            return of_atoms(nothing())
        the_worst_interval_of_losses(self.epsilon)
        if view.one_pair is not None:
            return of_atoms(two_candidates(self.epsilon, view.one_pair))
        ball = ball_of(self.epsilon)
        return DominatingPair(ExponentialPair(ball), ExponentialLoss(ball), largest=ball, bound=self.epsilon)

    def law(self, counts: Counts) -> FiniteLaw[int]:
        """The law of the chosen type of record, its count the score; epsilon must be twice a logarithm of a fraction.

        Raises:
            DomainError: the law is irrational.

        Example:
            >>> Exponential("2*log(2)").law((0, 1))
            FiniteLaw({0: 1/3, 1: 2/3})
        """
        base = exponential(multiply(rational(Fraction(1, 2)), self.epsilon)).as_fraction()
        if base is None:
            raise DomainError(f"e^(epsilon/2) must be rational for an exact distribution, got epsilon = {self.epsilon}")
        weights = [base**count for count in counts]
        total = sum(weights, Fraction(0))
        return FiniteLaw({kind: weight / total for kind, weight in enumerate(weights)})

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The histograms with one record replaced: each count moves by at most 1."""
        return replace_one(counts)

    def attained_once(self, adjacency: str) -> bool:
        """Some scores have the delta of one choice; no two databases have the pair of all intervals."""
        return True

    def attained(self, adjacency: str) -> bool:
        """No two databases have the pair of all intervals, if there is more than one."""
        return self.epsilon == rational(0)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """The upper ends of some intervals, over epsilon."""
        return () if self.attained(adjacency) else SHARES


@dataclass(frozen=True)
class ExponentialPair(SymmetricPairWithHeights):
    """The pair of the largest profile: see `pairs.Pair`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> pair = ExponentialPair(lambda bits: arb(1))
        >>> pair.height(arb(1)).str(10, radius=False)  # tanh(1/4)
        '0.2449186624'
    """

    engine: ClassVar[str] = "choices"
    epsilon: Callable[[int], arb]

    def upper(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ > ratio."""
        root, whole, place = self._root(ratio)
        return (1 - root) / whole, (root / place - self._least()) / whole

    def height(self, ratio: arb) -> arb:
        """H(a) as one square; 1 - a left of the interval."""
        root, whole, _ = self._root(ratio)
        return ((1 - root) ** 2 / whole).max(1 - ratio)

    def _least(self) -> arb:
        return (-self.epsilon(ctx.prec)).exp()

    def _root(self, ratio: arb) -> tuple[arb, arb, arb]:
        """Sqrt(a e^-eps), 1 - e^-eps, and a, which is clipped to the interval of ratios."""
        epsilon = self.epsilon(ctx.prec)
        clipped = ratio.max((-epsilon).exp()).min(epsilon.exp())
        return (clipped * (-epsilon).exp()).sqrt(), -(-epsilon).expm1(), clipped


@dataclass(frozen=True)
class ExponentialLoss(ContinuousLoss):
    """Loss of the exponential mechanism: see `loss.Loss`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> float(ExponentialLoss(lambda bits: arb(1)).moment(0.0))  # a law
        1.0
    """

    epsilon: Callable[[int], arb]

    def slope(self, contour: float) -> Slope:
        """See `Loss`: of ln sinh(w eps) - ln w, w = z + 1/2, with derivatives eps coth(w eps) - 1/w and its own."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            first = epsilon * (place * epsilon).coth() - 1 / place
            second = 1 / place**2 - (epsilon / (place * epsilon).sinh()) ** 2
            return Slope(float(self.moment(contour).log()), float(first), float(second))

    def beyond(self, contour: float, start: float) -> arb:
        """|sinh(x + iy)| <= cosh x, and |2z + 1| grows with the imaginary part."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            point = abs(2 * acb(arb(contour), arb(start)) + 1)
            bound = (place * epsilon).cosh() / (point * (epsilon / 2).sinh()) / self.moment(contour)
            return arb(bound.upper()).min(arb(1))

    def _at(self, z: acb, digits: int) -> acb:
        epsilon, half = self.epsilon(ctx.prec), arb(1) / 2
        return ((z + half) * epsilon).sinh() / ((2 * z + 1) * (epsilon / 2).sinh())


def two_candidates(epsilon: ExactReal, share: Fraction) -> AtomPair:
    """The pair with the losses t and t - eps only, t = share eps.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> pair = two_candidates(read_real("log(4)"), Fraction(1, 2))
        >>> [(p.str(3, radius=False), q.str(3, radius=False)) for p, q in pair.masses(64)]
        [('0.667', '0.333'), ('0.333', '0.667')]
    """

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            whole = epsilon.ball(bits + 16)
            top = whole * fraction_ball(share)
            chance = ((-top).exp() - (-whole).exp()) / -(-whole).expm1()
            return [(chance * top.exp(), chance), (1 - chance * top.exp(), 1 - chance)]

    return AtomPair(masses)
