"""Describe mechanisms by Renyi bounds alone, zCDP and RDP, and compose them by their moments.

World: exact descriptions; the answer is a directed bound, given as an enclosure from zero. A mechanism that is only
known to be rho-zCDP, or (order, epsilon)-RDP, has no pair that dominates it; but of the moments of its loss L it is
known that

    ln E_P[e^(cL)] <= c (c + 1) rho,    and    <= c epsilon for c <= order - 1, as the divergence rises with the order.

Moments multiply under composition, also an adaptive one with fixed parameters, so that for every c > 0

    delta(eps) <= k(c) e^(-c eps) prod M_i(c),    k(c) = c^c/(1 + c)^(1 + c)

(claim `delta-is-below-its-chernoff-bound`) [Bun, Steinke 2016; Mironov 2017; Canonne, Kamath, Steinke 2020]. c is
chosen by floats; the bound at that c is proven. What else is composed gives its own moments: see `losses`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from typing import Any, ClassVar

from sdp_proofs.accounting.analysis import BoundFromAbove, Direction
from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound
from sdp_proofs.accounting.pairs import ANY, NOWHERE, Masses
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.release_fields import not_negative, positive, set_fields
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import rounded_up
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, Readable, add, fraction_ball, rational, shown, sign

_BITS = 128
_DIGITS = 8
_NO_PAIR = "no pair is known of a mechanism that is described by a Renyi bound alone"
_GOLDEN = 0.6180339887498949


@dataclass(frozen=True)
class RenyiPair:
    """The pair of a mechanism of which only the moments of the loss are bounded: it has no masses.

    Args:
        log_moment: c -> an upper bound of ln E_P[e^(cL)], at the working precision.
        most: the largest c for which it holds.
    """

    engine: ClassVar[str] = "renyi"
    log_moment: Callable[[arb], arb]
    most: float = inf

    def upper(self, ratio: arb) -> Masses:
        """Refuse.

        Raises:
            PrecisionError: always.
        """
        raise PrecisionError(_NO_PAIR)

    lower = upper

    def alone(self) -> Masses:
        """No loss is infinite."""
        return NOWHERE

    def height(self, ratio: arb) -> arb:
        """Refuse."""
        raise PrecisionError(_NO_PAIR)

    depth = height


class RenyiBounded(Mechanism):
    """A mechanism that says an upper bound of its Renyi divergences, in both directions, and nothing else."""

    relative_to: ClassVar[str] = ANY

    def renyi(self) -> RenyiPair:
        """Return the moments; a subclass says them."""
        raise NotImplementedError

    def step(self, view: Neighbouring) -> DominatingPair:
        """See `Mechanism`."""
        return DominatingPair(self.renyi())

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The same from both sides."""
        return self.step(view)

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """Refuse: what sampling makes of a Renyi bound is not known here.

        Raises:
            DomainError: always.
        """
        raise DomainError(f"a mechanism that is sampled must have a known pair, got {self.name}")


@dataclass(frozen=True)
class ZeroConcentrated(RenyiBounded):
    """Any mechanism with rho-zero-concentrated privacy; the answer is an upper bound of all of them.

    Args:
        rho: >= 0.

    Raises:
        DomainError: rho is negative.

    Example:
        >>> print(ZeroConcentrated("1/8") * 3)
        zcdp(rho=1/8) * 3
    """

    name: ClassVar[str] = "zcdp"
    less_is_safer: ClassVar[tuple[str, ...]] = ("rho",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"rho": ("1/10", "1/2", "1")}
    rho: ExactReal

    def __init__(self, rho: Readable) -> None:
        set_fields(self, rho=not_negative(rho, "rho"))

    def concentration(self, adjacency: str) -> ExactReal:
        """The rho that it says."""
        return self.rho

    def renyi(self) -> RenyiPair:
        """See `RenyiBounded`."""
        return RenyiPair(lambda c: c * (c + 1) * self.rho.ball(ctx.prec))


@dataclass(frozen=True)
class RenyiPrivate(RenyiBounded):
    """Any mechanism with (order, epsilon)-Renyi privacy; the answer is an upper bound of all of them.

    Args:
        order: > 1.
        epsilon: >= 0.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "rdp"
    more_is_safer: ClassVar[tuple[str, ...]] = ("order",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"order": ("2", "8"), "epsilon": ("1/10", "1/2", "1")}
    order: ExactReal
    epsilon: ExactReal

    def __init__(self, order: Readable, epsilon: Readable) -> None:
        number = positive(order, "order")
        if sign(add(number, rational(-1))) != 1:
            raise DomainError(f"order must be > 1, got {shown(order)}")
        set_fields(self, order=number, epsilon=not_negative(epsilon, "epsilon"))

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """Orders are above 1."""
        return Fraction(parameter == "order"), 1

    def renyi(self) -> RenyiPair:
        """See `RenyiBounded`."""
        with ctx.workprec(_BITS):
            most = float((self.order.ball(_BITS) - 1).lower())
        return RenyiPair(lambda c: c * self.epsilon.ball(ctx.prec), most * (1 - 1e-12))


@dataclass(frozen=True)
class RenyiBound(BoundFromAbove):
    """The engine of a direction with a step that is only known by a Renyi bound.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> asked = Question.of(read_release("zcdp(1/2)"))
        >>> found = RenyiBound.of(asked.directions[0]).epsilon(Fraction(1, 10**5), 6)
        >>> float(found.lower), 4.5 < float(found.upper) < 5
        (0.0, True)
    """

    final: ClassVar[bool] = True
    direction: Direction

    @classmethod
    def of(cls, direction: Direction) -> RenyiBound | None:
        """The engine, where such a step is there."""
        return cls(direction) if any(isinstance(step.pair, RenyiPair) for step, _ in direction.steps) else None

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: from zero to the bound."""
        with ctx.workprec(_BITS):
            place = epsilon.ball(_BITS)
            found = self._least(lambda c, weight: weight - c * place)
            return Enclosure.between("0", rounded_up(found.exp().min(arb(1)), _DIGITS))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """See `Engine`: from zero to an epsilon that meets the target; none is known for delta = 0."""
        if target == 0:
            return None
        with ctx.workprec(_BITS):
            logarithm = fraction_ball(target).log()
            found = self._least(lambda c, weight: (weight - logarithm) / c)
            return Enclosure.between("0", rounded_up(found.max(arb(0)), _DIGITS))

    def _least(self, bound: Callable[[arb, arb], arb]) -> arb:
        """The bound at the best c found, by a grid and a golden section in ln c."""
        limits = [step.pair.most for step, _ in self.direction.steps if isinstance(step.pair, RenyiPair)]
        most = min(limits)

        def at(c: float) -> arb | None:
            power = arb(c)
            delta_is_below_its_chernoff_bound(power)
            try:
                moment = self._log_moment(power, c)
            except (PrecisionError, SizeError):
                return None
            weight = moment + power * power.log() - (1 + power) * power.log1p()
            return bound(power, weight) if weight.is_finite() else None

        def estimate(c: float) -> float:
            value = at(c)
            return inf if value is None else float(value)

        grid = [c for c in (1e-3 * 1.3**k for k in range(90)) if c <= most]
        grid += [most] if isfinite(most) else []
        best = min(grid, key=estimate)
        low, high = best / 1.3, min(best * 1.3, most)
        for _ in range(40):
            left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
            low, high = (low, right) if estimate(left) < estimate(right) else (left, high)
        found = [value for value in (at(best), at((low + high) / 2)) if value is not None]
        if not found:
            raise PrecisionError("no moment of the composition could be bounded")
        return min(found, key=float)

    def _log_moment(self, power: arb, c: float) -> arb:
        total = arb(0)
        for step, count in self.direction.steps:
            if isinstance(step.pair, RenyiPair):
                total += step.pair.log_moment(power) * count
            elif step.loss is not None and step.loss.infinite.is_zero():
                total += step.loss.moment(c).log() * count
            else:
                raise PrecisionError("a Renyi bound must be composed with mechanisms whose moments are known")
        return total
