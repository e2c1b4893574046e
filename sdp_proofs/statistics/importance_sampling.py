"""Databases drawn so that those that matter for the mean of delta(x) come often, each with the weight that corrects it.

delta(x) varies by powers of ten when it is small, and its mean is made by databases that are rare. For a sampled mean
they are those with a small variance and with a mean far from the level that a new record is put to: near the middle of
the normal range ln delta is about -(s/d)^2/2 times something that does not depend on x, s the standard deviation and
d the distance from the mean to that level. So if the records are drawn from their law times exp(a), with

    a(v) = (L/n) (1 - ((v - mean)/s)^2 -+ 2 (v - mean)/d),    L = -ln delta(typical database),

delta times the weight is nearly constant. Half of the databases are not tilted, which bounds all weights by 2; the
other half is shared by tilts for every epsilon and for the two ends of the grid. Whatever the tilts are, the mean of
weight times delta is the mean of delta.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]

UNTILTED = 0.5
"""The share of databases that are drawn from their own law."""
MOST_WEIGHT = 1 / UNTILTED


@dataclass(frozen=True, slots=True)
class Tilt:
    """What a tilt is made for.

    Args:
        steepness: L > 0.
        end: the level at whose distance from the mean delta falls, the lowest or the highest.
    """

    steepness: float
    end: int


class TiltedSampling:
    """A way to draw databases of records of which `following[j]` follow law j.

    World: estimate; laws are in float64.

    Args:
        low: the lowest level.
        laws: for each source the probabilities of the levels low, low + 1, ....
        following: how many records follow each source.
        tilts: any number.

    Raises:
        DomainError: not one number of records per law.

    Example:
        >>> import numpy as np
        >>> sampling = TiltedSampling(0, [np.array([0.25, 0.5, 0.25])], [4], [Tilt(1.0, end=2)])
        >>> values, weight = sampling.draw(seed=1, name="example", index=0)
        >>> values, round(weight, 6)
        ((1, 0, 1, 1), 0.668937)
    """

    def __init__(self, low: int, laws: Sequence[Floats], following: Sequence[int], tilts: Sequence[Tilt]) -> None:
        import numpy as np

        if len(laws) != len(following):
            raise DomainError(f"there must be one number of records per law, {len(laws)}, got {len(following)}")
        self._low, self._following = low, tuple(following)
        records = sum(following)
        levels = low + np.arange(len(laws[0]))
        pooled = sum(count * law for count, law in zip(following, laws, strict=True)) / records
        mean = float((pooled * levels).sum())
        variance = float((pooled * (levels - mean) ** 2).sum())
        self._cumulative = [[np.cumsum(law) for law in laws]]
        self._logarithms: list[list[Floats]] = []
        for tilt in tilts:
            far = (levels - mean) / (tilt.end - mean)
            exponents = tilt.steepness / records * (1 - (levels - mean) ** 2 / variance - 2 * far)
            tilted = [law * np.exp(exponents) for law in laws]
            self._cumulative.append([np.cumsum(law / law.sum()) for law in tilted])
            self._logarithms.append([exponents - np.log(law.sum()) for law in tilted])

    def draw(self, *, seed: int, name: str, index: int) -> tuple[tuple[int, ...], float]:
        """Draw number `index`: the values, and the weight that makes up for the tilts.

        It depends on the three arguments alone, not on what else was drawn.
        """
        import numpy as np

        words = np.frombuffer(hashlib.sha256(name.encode()).digest()[:16], dtype="<u4")
        source = np.random.SeedSequence(seed, spawn_key=(*(int(word) for word in words), index))
        generator = np.random.Generator(np.random.PCG64(source))
        tilts = len(self._logarithms)
        uniform = generator.random()
        chosen = 0
        if tilts and uniform >= UNTILTED:
            chosen = 1 + min(tilts - 1, int((uniform - UNTILTED) / (1 - UNTILTED) * tilts))
        places = [
            np.minimum(np.searchsorted(cumulative, generator.random(count), side="right"), len(cumulative) - 1)
            for cumulative, count in zip(self._cumulative[chosen], self._following, strict=True)
        ]
        density = UNTILTED if tilts else 1.0
        for logarithms in self._logarithms:
            ratio = sum(float(law[at].sum()) for law, at in zip(logarithms, places, strict=True))
            density += (1 - UNTILTED) / tilts * float(np.exp(min(ratio, 700.0)))
        values = tuple(self._low + int(place) for part in places for place in part)
        return values, 1 / density
