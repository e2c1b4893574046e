"""A rough law of the losses, to choose the tilt and the lattice (estimate: nothing proven depends on it).

The masses between losses on a geometric grid, as logarithms, come from the upper and lower masses of a pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sdp_proofs.accounting.loss import Slope
from sdp_proofs.accounting.pairs import Pair
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx

_PER_OCTAVE = 6
_OCTAVES = 40
_LARGEST = 4096.0


@dataclass(frozen=True)
class Survey:
    """Cells of losses and ln of their probabilities under P.

    Args:
        cells: (left end, right end, ln of the probability), from left to right.
    """

    cells: tuple[tuple[float, float, float], ...]

    @classmethod
    def of(cls, pair: Pair, least: float) -> Survey:
        """The survey of a pair; what is less likely than e^least is left out.

        Raises:
            PrecisionError: nothing is left.
        """
        with ctx.workprec(96):
            still = _log(1 - pair.upper(arb(1))[0] - pair.lower(arb(1))[0])
            middle = [(0.0, 0.0, still)] if still > max(least, -40.0) else []
            cells = (*_left(pair, least), *middle, *_right(pair, least))
            if not cells:
                raise PrecisionError(f"losses must be at most {_LARGEST:g} for a survey, got larger ones only")
            return cls(cells)

    def slope(self, real: float) -> Slope:
        """The logarithm of M and its derivatives."""
        tilted = self.tilted(real)
        total = sum(mass for _, mass in tilted[1])
        first = sum(place * mass for place, mass in tilted[1]) / total
        second = sum((place - first) ** 2 * mass for place, mass in tilted[1]) / total
        return Slope(tilted[0] + math.log(total), first, second)

    def tilted(self, real: float) -> tuple[float, list[tuple[float, float]]]:
        """A logarithm, and for each cell its middle and its tilted mass over the exponential of that."""
        places = [((low + high) / 2, mass) for low, high, mass in self.cells]
        top = max(mass + real * place for place, mass in places)
        return top, [(place, math.exp(mass + real * place - top)) for place, mass in places]


def _grid(end: float) -> list[float]:
    """0 and geometric places up to an end."""
    return [0.0, *(end * 2 ** (-k / _PER_OCTAVE) for k in range(_OCTAVES * _PER_OCTAVE, -1, -1))]


def _log(mass: arb) -> float:
    middle = mass.mid()
    return float(middle.log()) if middle > 0 else -math.inf


def _reach(masses: Sequence[float], places: Sequence[float], least: float) -> float:
    """The first place beyond which nothing is left."""
    for place, mass in zip(places, masses, strict=True):
        if not mass > least:
            return place
    return places[-1]


def _right(pair: Pair, least: float) -> list[tuple[float, float, float]]:
    places = [_LARGEST * 2 ** (-k / 4) for k in range(160, -1, -1)]
    end = _reach([_log(pair.upper(arb(place).exp())[0]) for place in places], places, least)
    grid = _grid(end)
    return _cells(grid, [pair.upper(arb(place).exp())[0] for place in grid], least)


def _left(pair: Pair, least: float) -> list[tuple[float, float, float]]:
    places = [_LARGEST * 2 ** (-k / 4) for k in range(160, -1, -1)]
    end = _reach([_log(pair.lower(arb(-place).exp())[0]) for place in places], places, least)
    grid = _grid(end)
    cells = _cells(grid, [pair.lower(arb(-place).exp())[0] for place in grid], least)
    return [(-high, -low, mass) for low, high, mass in cells[::-1]]


def _cells(grid: list[float], beyond: list[arb], least: float) -> list[tuple[float, float, float]]:
    found = []
    for index in range(len(grid) - 1):
        mass = _log(beyond[index] - beyond[index + 1])
        if mass > least:
            found.append((grid[index], grid[index + 1], mass))
    return found
