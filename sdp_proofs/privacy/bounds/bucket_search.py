"""Where to cut: cuts and tilts for which the largest cell has nearly the least possible exponent.

World: estimate. For a trial exponent R cells are laid from below, each as long as its own exponent stays at R or
more; the largest R for which the given number of cells is enough is found by bisection.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.privacy.bounds.estimates import above, entropy_of_doubles, epsilon_estimate, short
from sdp_proofs.privacy.bounds.instance import Instance, exceeds
from sdp_proofs.privacy.budget import Budget

_TILT_STEPS = 24
_CUT_STEPS = 20
_TRIALS = 12
_HALVINGS = 40
_WIDEST_TILT = 40.0


@dataclass(frozen=True, slots=True)
class Cell:
    """x < upper/E and y > lower; None leaves a condition out."""

    lower: Fraction | None
    upper: Fraction | None
    tilt: Fraction = Fraction(0)


def good_cells(instance: Instance, budget: Budget, count: int, tilted: bool) -> list[Cell]:
    """At most `count` cells that cover everything."""
    return _Search(instance, budget, tilted).cells(count)


class _Search:
    """A cut c is known by its logarithm ln(c/q)."""

    def __init__(self, instance: Instance, budget: Budget, tilted: bool) -> None:
        self.missing = instance.missing
        self.q, self.rho = float(instance.missing), float(1 - instance.missing)
        self.epsilon = epsilon_estimate(budget)
        self.closed = exceeds(budget, 1 / self.missing)
        self.top = -math.log(self.q) if self.closed else self.epsilon
        self.tilted = tilted
        self.shares = [(float(own), float(other)) for _, shares in instance.pairs() for own, other in shares]
        self.floor = float(instance.floor)

    def cells(self, count: int) -> list[Cell]:
        high = -math.log1p(-self.floor)
        best = self._laid(high, count)
        low = high
        for _ in range(_HALVINGS):
            if best is not None:
                break
            low, high = low / 4, low
            best = self._laid(low, count)
        for _ in range(_TRIALS):
            trial = (low + high) / 2
            cuts = self._laid(trial, count)
            if cuts is None:
                high = trial
            else:
                low, best = trial, cuts
        return self._as_cells(best or [self.top / 2])

    def _laid(self, rate: float, count: int) -> list[float] | None:
        """The cuts of at most `count` cells with exponents of at least `rate`, the last one being 1 if closed there."""
        cuts: list[float] = []
        lower: float | None = None
        for _ in range(count):
            if lower is not None and self._exponent(lower, None)[0] >= rate:
                return cuts
            if self.closed and self._exponent(lower, self.top)[0] >= rate:
                return [*cuts, self.top]
            begin = 0.0 if lower is None else lower
            following = self._farthest(lower, begin, rate)
            if following is None:
                return None
            cuts.append(following)
            lower = following
        return None

    def _farthest(self, lower: float | None, begin: float, rate: float) -> float | None:
        low, high = begin, self.top
        for _ in range(_CUT_STEPS):
            middle = (low + high) / 2
            if self._exponent(lower, middle)[0] >= rate:
                low = middle
            else:
                high = middle
        return low if low > begin else None

    def _as_cells(self, logs: list[float]) -> list[Cell]:
        closed = self.closed and logs[-1] == self.top
        cuts: list[Fraction | None] = [above(self.missing, log) for log in (logs[:-1] if closed else logs)]
        if closed:
            cuts.append(Fraction(1))
        ends = [None, *cuts] if closed else [None, *cuts, None]
        marks: list[float | None] = [None, *logs] if closed else [None, *logs, None]
        return [
            Cell(lower, upper, short(self._exponent(begin, end)[1], 12) if self.tilted else Fraction(0))
            for lower, upper, begin, end in zip(ends, ends[1:], marks, marks[1:], strict=False)
        ]

    def _exponent(self, lower: float | None, upper: float | None) -> tuple[float, float]:
        """The exponent of a cell, and its tilt."""
        if not self.tilted:
            return self._at(lower, upper, 0.0), 0.0
        left = -_WIDEST_TILT if lower is None else max(-_WIDEST_TILT, -self._log_odds(lower))
        right = _WIDEST_TILT if upper is None else min(_WIDEST_TILT, -self._log_odds(upper - self.epsilon))
        if left >= right:
            return self._at(lower, upper, 0.0), 0.0
        tilt = _peak(lambda tilt: self._at(lower, upper, tilt), left, right)
        return self._at(lower, upper, tilt), tilt

    def _log_odds(self, log: float) -> float:
        """ln(c/(1-c)) - ln(q/(1-q)) for c = q exp(log)."""
        return log - math.log(max(1e-300, (1 - self.q * math.exp(log)) / self.rho))

    def _at(self, lower: float | None, upper: float | None, tilt: float) -> float:
        q = self.q
        rest = math.log1p(q * math.expm1(-tilt)) + tilt * q
        losing = gaining = rest
        if upper is not None and -self._log_odds(upper - self.epsilon) >= tilt:
            log = upper - self.epsilon
            losing = -entropy_of_doubles(log, q, self.rho) - tilt * q * math.expm1(log)
        if lower is not None and -self._log_odds(lower) <= tilt:
            gaining = -entropy_of_doubles(lower, q, self.rho) - tilt * q * math.expm1(lower)
        if lower is None or upper is None:
            single = min(losing, gaining)
            return -(rest + math.log1p(self.floor * math.expm1(single - rest)))
        return -max(
            rest + math.log1p(max(-1 + 1e-300, own * math.expm1(losing - rest) + other * math.expm1(gaining - rest)))
            for own, other in self.shares
        )


def _peak(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a concave function is nearly largest."""
    golden = 0.6180339887498949
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(_TILT_STEPS):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = value(right)
    return left if at_left >= at_right else right

