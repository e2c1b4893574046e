"""Random allocation in a certificate: what its masses are computed from, so that no mass is written down.

World: estimate. The replay (`sdp_proofs.certificate.allocation`) computes the masses of an epoch from the number of
steps and the noise, and is right for every choice made here: grids, ends and cuts cost work or digits alone. It spreads
terms, sums and losses (claims `terms-of-an-allocation-may-be-spread`, `outputs-of-one-ratio-may-be-joined`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.allocation import AllocationPair
from sdp_proofs.accounting.pairs import Mirrored, Pair
from sdp_proofs.certificate.allocation import WITH, WITHOUT
from sdp_proofs.errors import SizeError

_SMALL, _LITTLE = 1e-4, 3e-5
_CELLS = 4
_DEVIATIONS = 8.0
_TURNS = 60


@dataclass(frozen=True)
class Allocated:
    """One epoch in a certificate.

    Args:
        pair: of the epoch.
        recorded: whether its losses are those of the law with the record.
        log_tail: ln of the mass that may be left out.

    Example:
        >>> from sdp_proofs.accounting.allocation_releases import Allocation
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> (step, _), = Question.of(read_release("allocation(steps=234, gaussian(sigma=1.1))")).directions[0].steps
        >>> low, high = Allocated.of(step.pair, -20.0).ends
        >>> -1 < low < high < 2
        True
    """

    pair: AllocationPair
    recorded: bool
    log_tail: float

    @classmethod
    def of(cls, pair: Pair, log_delta: float) -> Allocated | None:
        """The allocation of a pair, in one direction; None where it is none.

        Args:
            pair: of an epoch.
            log_delta: ln of the delta that it is for, over the number of epochs.
        """
        own = pair.pair if isinstance(pair, Mirrored) else pair
        return cls(own, own is pair, log_delta + math.log(_SMALL)) if isinstance(own, AllocationPair) else None

    @property
    def squared(self) -> Fraction:
        """Mu^2.

        Raises:
            SizeError: it is no rational number, or too large.
        """
        found = self.pair.squared.as_fraction() if self.pair.squared is not None else None
        if found is None or found > 100:
            raise SizeError("a certificate of an allocation must be of sigma not below 1/10 with a rational square")
        return found

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest loss that matter."""
        t = self.pair.steps
        above = math.log(1 + self._end / t + _DEVIATIONS * self._deviation / t)
        low, high = 1e-6, 1.0
        for _ in range(_TURNS):
            middle = math.sqrt(low * high)
            small = self.pair.sum.bits_of_shortfall(t * middle) > -self.log_tail / math.log(2)
            low, high = (middle, high) if small else (low, middle)
        return (math.log(low), above) if self.recorded else (-above, -math.log(low))

    @property
    def _mu(self) -> float:
        return math.sqrt(self.squared)

    @property
    def _deviation(self) -> float:
        """Deviation of S."""
        return math.sqrt(self.pair.steps * math.expm1(self._mu**2))

    @property
    def _end(self) -> float:
        """The largest value of a term that matters."""
        mu = self._mu
        if self.recorded:  # its part of the law with the record is small
            place = math.sqrt(-2 * self.log_tail)
            for _ in range(3):
                place = math.sqrt(max(1.0, -2 * (self.log_tail + math.log(max(1.0, place) * 2.5))))
            return math.exp(mu * place + mu * mu / 2)
        low, high, goal = 1.0, math.exp(mu * 40), _LITTLE * self._deviation / self.pair.steps
        for _ in range(_TURNS):  # the rest moves the mean of all by little
            middle = math.sqrt(low * high)
            away = math.log(middle) / mu
            excess = _tail(away - mu / 2) - middle * _tail(away + mu / 2)
            low, high = (middle, high) if excess > goal else (low, middle)
        return high

    def part(self, count: int, unit: Fraction, bits: int, points: int) -> dict[str, Any]:
        """The part of a document.

        Args:
            count: how often the epoch is run.
            unit: of the lattice of losses.
            bits: of the masses.
            points: the most places of a sum.
        """
        low, high = self.ends
        grid = Fraction(2) ** math.floor(math.log2(self._end / (_CELLS * points)))
        cut = self.log_tail / math.log(2) - math.log2(4 * points * self.pair.steps)
        return {
            "count": count,
            "steps": self.pair.steps,
            "squared_distance": str(self.squared),
            "losses": WITH if self.recorded else WITHOUT,
            "grid": str(grid),
            "growth": str(Fraction(1, min(500, max(100, math.ceil(100 / self._mu))))),
            "end": math.ceil(self._end / grid),
            "cut": 1 << max(0, bits + math.floor(cut)),
            "points": points,
            "first": min(-1, math.floor(low / unit)),
            "last": max(1, math.ceil(high / unit)),
        }


def _tail(x: float) -> float:
    return math.erfc(x / math.sqrt(2)) / 2
