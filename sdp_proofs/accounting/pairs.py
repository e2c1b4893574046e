"""Dominating pairs by their profile h(a) = H_a(P||Q) = sum (P - a Q)_+, a > 0, and what is made of them.

World: enclosure. With the ratio R = dP/dQ and upper masses P(R > a), Q(R > a), lower masses P(R < a), Q(R < a),

    height(a) = h(a) = P(R > a) - a Q(R > a),        depth(a) = h(a) - (1 - a) = a Q(R < a) - P(R < a),

and -Q(R > a) is a slope of h at a (h is convex). Heights are computed from upper and depths from lower masses, so that
neither loses digits where it is small.

* *Mirrored*, the pair (Q, P): its ratio is 1/R, its height a h(1/a) + 1 - a. A kind of pair that is proved to equal its
  mirror says so (`equals_mirror`).
* *Sampled* with rate q, the pair ((1-q)Q + qP, Q): the ratio is 1 - q + qR, so masses beyond a are those of R beyond
  b = (a - 1 + q)/q, and there are none below 1 - q. This is Poisson sampling, direction "remove"; its mirror is "add".
* *Replaced*, for batches of fixed size without replacement under replace-one: (P, Q) dominates the mechanism itself
  under
  replace-one and equals its own mirror. The divergences of one step are at most q h(b) for a >= 1 [Balle, Barthe,
  Gaboardi
  2018, Thm. 11], the height h_r of the sampled pair, and by mirroring at most a h_r(1/a) + 1 - a for a < 1 [Zhu,
  Dong, Wang
  2022]. The glued function is the profile of one pair, because it is convex: both parts are, and at a = 1 the slope
  from the right
  is -B with B = Q(R > 1), from the left h_r(1) + B - 1, where h_r(1) = q (A - B), A = P(R > 1). As the pair equals
  its mirror
  B = P(R < 1), so A + B <= 1 and B <= 1/2, hence h_r(1) + 2B = qA + (2-q)B <= q + 2(1-q)B <= 1: the left slope is
  the smaller.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import ClassVar, Protocol, TypeGuard, runtime_checkable

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

ADD_REMOVE, REPLACE_ONE, ANY = "add-remove", "replace-one", "any"
"""Adjacencies: which databases are neighbours."""
ADD, REMOVE, REPLACE = "add", "remove", "replace"
"""Directions: which of two neighbours comes first."""
MOST_ROWS = 4000
"""Outputs of a finite pair."""
Ball = Callable[[int], arb]
Masses = tuple[arb, arb]
NOWHERE: Masses = (arb(0), arb(0))
"""Every output of one law is one of the other: no loss is infinite."""


class Pair(Protocol):
    """Masses under P and under Q beyond a ratio, at the working precision."""

    def upper(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ > ratio."""

    def lower(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ < ratio."""

    def alone(self) -> Masses:
        """P where Q is zero, that is the probability of an infinite loss, and Q where P is zero."""


@runtime_checkable
class WithHeights(Protocol):
    """A pair that knows h itself more sharply than as a difference of masses."""

    def height(self, ratio: arb) -> arb:
        """H(a)."""

    def depth(self, ratio: arb) -> arb:
        """H(a) - (1 - a)."""


@cache  # to look for the methods of a protocol takes longer than most of them
def _are_with_heights(kind: type) -> bool:
    return issubclass(kind, WithHeights)


def _knows_heights(pair: Pair) -> TypeGuard[WithHeights]:
    return _are_with_heights(type(pair))


def height(pair: Pair, ratio: arb) -> arb:
    """h(a), never negative.

    Example:
        >>> pair = GaussianPair(lambda bits: arb(1))
        >>> height(pair, arb(1)).str(10, radius=False)  # 2 Phi(1/2) - 1
        '0.3829249225'
    """
    if isinstance(pair, AtomPair):
        return sum(((p - ratio * q).max(arb(0)) for p, q in pair.masses(ctx.prec)), arb(0))
    if _knows_heights(pair):
        return pair.height(ratio).max(arb(0))
    first, second = pair.upper(ratio)
    return (first - ratio * second).max(arb(0))


def depth(pair: Pair, ratio: arb) -> arb:
    """h(a) - (1 - a), never negative."""
    if isinstance(pair, AtomPair):
        return sum(((ratio * q - p).max(arb(0)) for p, q in pair.masses(ctx.prec)), arb(0))
    if _knows_heights(pair):
        return pair.depth(ratio).max(arb(0))
    first, second = pair.lower(ratio)
    return (ratio * second - first).max(arb(0))


def alone_exactly(pair: Pair) -> tuple[Fraction | None, Fraction | None]:
    """`Pair.alone` as fractions, each where it is known as one.

    Example:
        >>> tells = AtomPair(lambda bits: [], ((Fraction(1, 3), Fraction(0)), (Fraction(2, 3), Fraction(1))))
        >>> alone_exactly(Mirrored(Sampled(tells, Fraction(1, 2))))
        (Fraction(0, 1), Fraction(1, 6))
    """
    known = getattr(pair, "alone_exactly", None)
    if known is not None:
        found: tuple[Fraction | None, Fraction | None] = known()
        return found
    first, second = pair.alone()
    return Fraction(0) if first.is_zero() else None, Fraction(0) if second.is_zero() else None


def infinite_loss(pairs: Iterable[tuple[Pair, int]]) -> arb:
    """The probability that some loss is infinite, 1 - prod (1 - p_i)^(T_i), at the working precision.

    Example:
        >>> tells = AtomPair(lambda bits: [(arb(0.5), arb(0)), (arb(0.5), arb(1))])
        >>> infinite_loss([(tells, 2)]).str(5, radius=False)
        '0.75000'
        >>> infinite_loss([(Replaced(tells, Fraction(1, 2)), 1)]).str(5, radius=False)
        '0.25000'
    """
    hidden = arb(0)
    for pair, count in pairs:
        chance = pair.alone()[0]
        if chance >= 1:
            return arb(1)
        hidden += arb(0) if chance.is_zero() else (-chance).log1p() * count
    return -hidden.expm1()


class SymmetricPair(ABC):
    """A pair that equals its mirror, every output of one law being one of the other."""

    equals_mirror: ClassVar[bool] = True

    @abstractmethod
    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""

    def lower(self, ratio: arb) -> Masses:
        """The outputs with the ratio 1/a, under the laws changed over."""
        return self.upper(1 / ratio)[::-1]

    def alone(self) -> Masses:
        """Nowhere: see `Pair`."""
        return NOWHERE


class SymmetricPairWithHeights(SymmetricPair):
    """One that knows its heights, and so its depths: h(a) - (1 - a) = a h(1/a)."""

    @abstractmethod
    def height(self, ratio: arb) -> arb:
        """See `WithHeights`."""

    def depth(self, ratio: arb) -> arb:
        """See `WithHeights`."""
        return ratio * self.height(1 / ratio)


@dataclass(frozen=True)
class GaussianPair(SymmetricPair):
    """Normal laws with means at distance mu deviations: ln R is mu^2/2 + mu Z under P, less mu^2 under Q."""

    distance: Ball

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        mu = self.distance(ctx.prec)
        place = ratio.log() / mu
        return _normal(mu / 2 - place), _normal(-mu / 2 - place)


@dataclass(frozen=True)
class LaplacePair(SymmetricPairWithHeights):
    """Laplace laws with means at distance a times the scale: see `losses`."""

    distance: Ball

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        a, loss = self.distance(ctx.prec), ratio.log()
        inside = (1 - ((loss - a) / 2).exp() / 2, (-(loss + a) / 2).exp() / 2)
        return _pieces(loss, a, (arb(1), arb(1)), inside, (arb(0), arb(0)))

    def height(self, ratio: arb) -> arb:
        """H itself, which is continuous: 1 - e^((l-a)/2) between the ends (at odds e^l), 0 and 1 - e^l beyond."""
        a, loss = self.distance(ctx.prec), ratio.log()
        clipped = loss.max(-a).min(a)
        return (-((clipped - a) / 2).expm1()).max(1 - ratio)


@dataclass(frozen=True)
class AtomPair:
    """Two laws on finitely many outputs.

    Args:
        masses: precision -> for each output its probability under P and under Q.
        exact: the same as fractions, where they are rational.
        indices: the places of the outputs' losses on a lattice, where that is known.
        tells: what `alone` is, where that is rational although the masses are not.
    """

    masses: Callable[[int], list[Masses]]
    exact: tuple[tuple[Fraction, Fraction], ...] | None = None
    indices: tuple[int, ...] | None = None
    tells: tuple[Fraction | None, Fraction | None] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "masses", lru_cache(maxsize=8)(self.masses))

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self._beyond(ratio, above=True)

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self._beyond(ratio, above=False)

    def alone(self) -> Masses:
        """See `Pair`; what is impossible has the probability zero exactly."""
        rows = self.masses(ctx.prec)
        first = sum((p for p, q in rows if q.is_zero()), arb(0))
        return first, sum((q for p, q in rows if p.is_zero()), arb(0))

    def alone_exactly(self) -> tuple[Fraction | None, Fraction | None]:
        """`alone` as fractions, each where it is known as one."""
        if self.tells is not None:
            return self.tells
        if self.exact is not None:
            own = sum((p for p, q in self.exact if not q), Fraction(0))
            return own, sum((q for p, q in self.exact if not p), Fraction(0))
        first, second = self.alone()
        return Fraction(0) if first.is_zero() else None, Fraction(0) if second.is_zero() else None

    def _beyond(self, ratio: arb, *, above: bool) -> Masses:
        first = second = arb(0)
        for p, q in self.masses(ctx.prec):
            gain = p - ratio * q if above else ratio * q - p
            if gain <= 0:
                continue
            whole = gain > 0
            first += p if whole else p.union(arb(0))
            second += q if whole else q.union(arb(0))
        return first, second


def _game_of_choices(pair: Pair) -> str:
    return "choices" if getattr(pair, "engine", "") == "choices" else ""


@dataclass(frozen=True)
class Mirrored:
    """The pair (Q, P)."""

    pair: Pair

    @property
    def engine(self) -> str:
        """The game that is played where a choice is sampled, from this side, too."""
        return _game_of_choices(self.pair)

    def height(self, ratio: arb) -> arb:
        """A depth(1/a) of the pair itself: its height at 1/a is h(1/a), and h'(a) = a h(1/a) + 1 - a."""
        return ratio * depth(self.pair, 1 / ratio)

    def depth(self, ratio: arb) -> arb:
        """A h(1/a)."""
        return ratio * height(self.pair, 1 / ratio)

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self.pair.lower(1 / ratio)[::-1]

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self.pair.upper(1 / ratio)[::-1]

    def alone(self) -> Masses:
        """See `Pair`."""
        return self.pair.alone()[::-1]

    def alone_exactly(self) -> tuple[Fraction | None, Fraction | None]:
        """Swap those of the pair itself."""
        return alone_exactly(self.pair)[::-1]


@dataclass(frozen=True)
class Sampled:
    """The pair ((1-q)Q + qP, Q).

    Args:
        pair: (P, Q).
        rate: q in (0, 1].
    """

    pair: Pair
    rate: Fraction

    @property
    def engine(self) -> str:
        """The game that is played where a choice is sampled."""
        return _game_of_choices(self.pair)

    def height(self, ratio: arb) -> arb:
        """Q h(b), as (1-q)Q + qP - aQ = q(P - bQ); 1 - a where b <= 0."""
        inner = self._inner(ratio)
        return 1 - ratio if inner is None else fraction_ball(self.rate) * height(self.pair, inner)

    def depth(self, ratio: arb) -> arb:
        """Q times the depth at b."""
        inner = self._inner(ratio)
        return arb(0) if inner is None else fraction_ball(self.rate) * depth(self.pair, inner)

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        inner = self._inner(ratio)
        if inner is None:
            return arb(1), arb(1)
        return self._mixed(self.pair.upper(inner))

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        inner = self._inner(ratio)
        if inner is None:
            return arb(0), arb(0)
        return self._mixed(self.pair.lower(inner))

    def alone(self) -> Masses:
        """See `Pair`: P has a share of its own outputs, and all of those of Q unless the rate is one."""
        first, second = self.pair.alone()
        return fraction_ball(self.rate) * first, second if self.rate == 1 else arb(0)

    def alone_exactly(self) -> tuple[Fraction | None, Fraction | None]:
        """`alone` as fractions, each where it is known as one."""
        first, second = alone_exactly(self.pair)
        return None if first is None else self.rate * first, second if self.rate == 1 else Fraction(0)

    def _inner(self, ratio: arb) -> arb | None:
        """B with a = 1 - q + q b; None where it is not positive."""
        rate = fraction_ball(self.rate)
        inner = (ratio - fraction_ball(1 - self.rate)) / rate
        if inner <= 0:
            return None
        return inner if inner > 0 else arb(0).union(inner)

    def _mixed(self, masses: Masses) -> Masses:
        rate = fraction_ball(self.rate)
        return (1 - rate) * masses[1] + rate * masses[0], masses[1]


@dataclass(frozen=True)
class Replaced:
    """The glued pair of batches of fixed size under replace-one.

    Args:
        pair: of the mechanism itself under replace-one, equal to its own mirror.
        rate: the part of the records in a batch.
    """

    equals_mirror: ClassVar[bool] = True
    engine: ClassVar[str] = "batches"
    pair: Pair
    rate: Fraction

    def height(self, ratio: arb) -> arb:
        """The part on its side of one."""
        return self._glued(ratio, height)

    def depth(self, ratio: arb) -> arb:
        """The part on its side of one."""
        return self._glued(ratio, depth)

    def _glued(self, ratio: arb, value: Callable[[Pair, arb], arb]) -> arb:
        """The value of one part, or a ball with those of both where the ratio may be one."""
        right = Sampled(self.pair, self.rate)
        found = [] if ratio < 1 else [value(right, ratio)]
        found += [] if ratio > 1 else [value(Mirrored(right), ratio)]
        return found[0].union(found[-1])

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        cases = []
        if not ratio < 1:
            cases.append(Sampled(self.pair, self.rate).upper(ratio))
        if not ratio >= 1:
            cases.append(_complement(Mirrored(Sampled(self.pair, self.rate)).lower(ratio)))
        return _either(cases)

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        cases = []
        if not ratio > 1:
            cases.append(Mirrored(Sampled(self.pair, self.rate)).lower(ratio))
        if not ratio <= 1:
            cases.append(_complement(Sampled(self.pair, self.rate).upper(ratio)))
        return _either(cases)

    def alone(self) -> Masses:
        """See `Pair`: that of the sampled pair, and the same on the other side, as the pair equals its mirror."""
        first, _ = Sampled(self.pair, self.rate).alone()
        return first, first

    def alone_exactly(self) -> tuple[Fraction | None, Fraction | None]:
        """`alone` as fractions, each where it is known as one."""
        first, _ = Sampled(self.pair, self.rate).alone_exactly()
        return first, first


def _complement(masses: Masses) -> Masses:
    return 1 - masses[0], 1 - masses[1]


def _either(cases: list[Masses]) -> Masses:
    """Balls that contain all cases."""
    first, second = cases[0]
    for case in cases[1:]:
        first, second = first.union(case[0]), second.union(case[1])
    return first, second


def _normal(x: arb) -> arb:
    """The distribution function of the normal law."""
    return (x * -_root_of_half(ctx.prec)).erfc() / 2


@lru_cache(maxsize=64)
def _root_of_half(bits: int) -> arb:
    return arb(0.5).sqrt()


def _pieces(loss: arb, a: arb, below: Masses, inside: Masses, above: Masses) -> Masses:
    """The masses left of -a, between, and right of a; all that are possible where a ball does not decide."""
    cases = []
    if not loss > -a:
        cases.append(below)
    if not (loss < -a or loss > a):
        cases.append(inside)
    if not loss < a:
        cases.append(above)
    return _either(cases)
