"""The exponential mechanism: a candidate r of score u(r) is chosen with probability proportional to e^(eps u(r)/2).

World: exact descriptions; the pair in balls. A record moves every score by at most 1, so it multiplies the weights by
factors between e^(-eps/2) and e^(eps/2), and after normalising every loss lies in one interval of length eps, [t -
eps, t] for some t between 0 and eps. Among laws with losses in that interval the profile is largest where only the
ends occur:

    q_t = Q(loss = t) = (e^-t - e^-eps)/(1 - e^-eps),        P(loss = t) = e^t q_t,

since (R - a)_+ is convex in the ratio R and the chord has the same mean, 1. Scores are real, so every t is attained, by
two candidates. At odds a between e^-eps and e^eps the worst is t = (eps + ln a)/2, and the largest profile is

    h(a) = (1 - sqrt(a e^-eps))^2 / (1 - e^-eps).

It is convex, with slope -1 at the left and 0 at the right end, so it is the profile of a pair, whose loss l has under P
the density e^((l-eps)/2)/(2 (1 - e^-eps)) on [-eps, eps] and

    M(z) = sinh((z + 1/2) eps) / ((2z + 1) sinh(eps/2)).

The pair equals its mirror. It is attained by one choice. Of several choices with one budget the worst case is that of a
game, see `adaptive_choices`; together with other mechanisms the pair is an upper bound, and the pairs of one t are
lower bounds. Claims: `the-worst-interval-of-losses` and those before it. That the losses lie in one interval is why
choosing costs less than pure privacy [Durfee, Rogers 2019].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.finite_pairs import nothing
from sdp_proofs.accounting.lemmas import the_worst_interval_of_losses
from sdp_proofs.accounting.loss import Slope
from sdp_proofs.accounting.pairs import NOWHERE, AtomPair, Masses
from sdp_proofs.accounting.release import ANY, Mechanism, not_negative, set_fields
from sdp_proofs.accounting.steps import Step, View, ball_of, of_atoms
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import ExactReal, Readable, fraction_ball, rational

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

    def step(self, view: View) -> Step:
        """The worst interval of losses, or the ends of one interval."""
        if self.epsilon == rational(0):
            return replace(of_atoms(nothing()), bound=self.epsilon)
        the_worst_interval_of_losses(self.epsilon)
        if view.one_pair is not None:
            return of_atoms(two_candidates(self.epsilon, view.one_pair))
        ball = ball_of(self.epsilon)
        return Step(ExponentialPair(ball), ExponentialLoss(ball), largest=ball, bound=self.epsilon)

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
class ExponentialPair:
    """The pair of the largest profile: see `pairs.Pair`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> pair = ExponentialPair(lambda bits: arb(1))
        >>> pair.height(arb(1)).str(10, radius=False)  # tanh(1/4)
        '0.2449186624'
    """

    equals_mirror: ClassVar[bool] = True
    epsilon: Callable[[int], arb]

    def upper(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ > ratio."""
        root, whole, place = self._root(ratio)
        return (1 - root) / whole, (root / place - self._least()) / whole

    def lower(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ < ratio."""
        root, whole, place = self._root(ratio)
        return (root - self._least()) / whole, (1 - root / place) / whole

    def alone(self) -> Masses:
        """None: see `Pair`."""
        return NOWHERE

    def height(self, ratio: arb) -> arb:
        """H(a) as one square; 1 - a left of the interval."""
        root, whole, _ = self._root(ratio)
        return ((1 - root) ** 2 / whole).max(1 - ratio)

    def depth(self, ratio: arb) -> arb:
        """h(a) - (1 - a) = a h(1/a), as the pair equals its mirror."""
        return ratio * self.height(1 / ratio)

    def _least(self) -> arb:
        return (-self.epsilon(ctx.prec)).exp()

    def _root(self, ratio: arb) -> tuple[arb, arb, arb]:
        """Sqrt(a e^-eps), 1 - e^-eps, and a, which is clipped to the interval of ratios."""
        epsilon = self.epsilon(ctx.prec)
        clipped = ratio.max((-epsilon).exp()).min(epsilon.exp())
        return (clipped * (-epsilon).exp()).sqrt(), -(-epsilon).expm1(), clipped


@dataclass(frozen=True)
class ExponentialLoss:
    """Its loss: see `loss.Loss`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> float(ExponentialLoss(lambda bits: arb(1)).moment(0.0))  # a law
        1.0
    """

    epsilon: Callable[[int], arb]

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`: of ln sinh(w eps) - ln w, w = z + 1/2, with derivatives eps coth(w eps) - 1/w and its own."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            first = epsilon * (place * epsilon).coth() - 1 / place
            second = 1 / place**2 - (epsilon / (place * epsilon).sinh()) ** 2
            return Slope(float(self.moment(contour).log()), float(first), float(second))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return self._at(acb(contour)).real

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(int(digits * 3.33) + 64):
            return [self._at(acb(arb(contour), arb(step) * k)) for k in range(count)]

    def beyond(self, contour: float, start: float) -> arb:
        """|sinh(x + iy)| <= cosh x, and |2z + 1| grows with the imaginary part."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            point = abs(2 * acb(arb(contour), arb(start)) + 1)
            bound = (place * epsilon).cosh() / (point * (epsilon / 2).sinh()) / self.moment(contour)
            return arb(bound.upper()).min(arb(1))

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return float(self.beyond(contour, frequency))

    def _at(self, z: acb) -> acb:
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
