"""Upper bounds in float64 of the losses against all neighbours that replace one record, many at a time.

In the notation of `privacy.mean.integer_database`, with g_w(s) = q_(T-1)(s - w) and h = q_T, up to the factor C(n,T)

    d(x, x') = sum of max(0, g_v - E g_w - (E-1) h),    d(x', x) = sum of max(0, g_w - E g_v - (E-1) h).

For a block of levels w, the largest g_w of the block, output by output, bounds all d(x', x) of the block at once, and
the smallest all d(x, x'). If the mean is rounded, all of this holds with sums over the outputs' cells.

Why the bounds hold in float64. The integers g and h were computed exactly before they became floats. From then on
both sides of each difference, x = g_v or g_w and y the rest, are sums of products of nonnegative numbers, so each has a
relative error below r = N u/(1 - N u), N counting roundings. Then x (1 + 4r) - y, computed, exceeds x - y wherever
that is positive, because (1 + 4r)(1 - r) >= (1 + r)^2 for r <= 1/16; the last factor 1 + 4r pays for the final sum.
So where it is not positive, x <= y, and the exact sum need not look there.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from sdp_proofs.distributions.subset_sums import first_sum_of_level, nearest_level
from sdp_proofs.numbers.floats import relative_error
from sdp_proofs.privacy.histogram.database import FORWARD
from sdp_proofs.privacy.mean.integer_database import GridDatabase

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]

BLOCK = 16
"""Levels that are bounded together."""
_LARGEST_ODDS = 2**60
"""d falls as the odds grow, so smaller odds give an upper bound; these cannot overflow."""
_OTHER_ROUNDINGS = 64
"""More than the roundings of the products, of the differences and of the odds."""


class LevelBounds:
    """Bounds of the losses against all neighbours that replace one record of a given value.

    World: directed bounds, from above, in units of `unit`.

    Args:
        database: x.
        removed: the value v of the record that is replaced.
        odds: exp(epsilon), or a number between it and 1.

    Example:
        >>> bounds = LevelBounds(GridDatabase((0, 0, 1), low=0, high=2, draws=2), removed=1, odds=Fraction(3, 2))
        >>> for level, bound in bounds.of_levels(FORWARD, 0):
        ...     print(level, round(bound * float(bounds.unit), 12))
        2 0.666666666667
        0 0.666666666667
    """

    def __init__(self, database: GridDatabase, removed: int, odds: Fraction) -> None:
        import numpy as np

        self.database, self.removed = database, removed
        rest = database.sums.without(removed)
        first_drawn, drawn = rest.floats(database.draws - 1)
        first_left, left = rest.floats(database.draws)
        self.unit = Fraction(2**rest.float_shift, database.samples)

        # The sums start, ..., end - 1 are those that any level can lead to, or all of the cells they fall into.
        start = min(first_drawn + database.low, first_left)
        end = max(first_drawn + len(drawn) + database.high, first_left + len(left))
        cells: list[int] | None = None
        if database.rounded:
            levels = range(nearest_level(start, database.draws), nearest_level(end - 1, database.draws) + 2)
            edges = [first_sum_of_level(level, database.draws) for level in levels]
            start, end = edges[0], edges[-1]
            cells = [edge - start for edge in edges[:-1]]
        self._first_output = start if cells is None else levels[0]
        self._sums = end - start
        self._zero = self._zero_cell(start, cells)
        # Entry k is the count for the sum start + k if the level is the highest; each level below starts one later.
        reach = self._sums + database.high - database.low + BLOCK + database.draws
        padded = np.zeros(reach)
        at = first_drawn - (start - database.high)
        padded[at : at + len(drawn)] = drawn
        landed = np.zeros(self._sums)
        landed[first_left - start : first_left - start + len(left)] = left
        self._cells = None if cells is None else np.array(cells)
        if self._cells is not None:
            landed = np.add.reduceat(landed, self._cells)
        self._sources = self._summed(padded)

        factor = min(max(odds, Fraction(1)), Fraction(_LARGEST_ODDS))
        self._odds = float(factor)
        roundings = rest.float_roundings + database.draws + self._sums + _OTHER_ROUNDINGS
        self._slack = 1 + float(4 * relative_error(roundings)) * (1 + 2.0**-40)
        self._floor = self._sums * 2.0**-1000 if rest.float_shift else 0.0
        own = self._rows(self._sources, self._place(removed))[0]
        others = float(factor - 1) * landed
        self._active = np.flatnonzero(self._slack * own > others)
        self._excess = (self._slack * own - others)[self._active]
        self._against = self._odds * own + others

    def of_blocks(self, direction: str) -> list[float]:
        """For each block of `BLOCK` levels, from the highest down, a bound of all losses against them."""
        import numpy as np

        combine = np.minimum if direction == FORWARD else np.maximum
        sources = [None if source is None else _sliding(source, BLOCK, combine) for source in self._sources]
        blocks = slice(0, self.database.high - self.database.low + 1, BLOCK)
        return [float(bound) for bound in self._bounds(direction, self._rows(sources, blocks))]

    def of_levels(self, direction: str, block: int) -> list[tuple[int, float]]:
        """For each level of a block other than v, itself and a bound of the loss against it."""
        levels = range(self.database.high - block * BLOCK, self.database.low - 1, -1)[:BLOCK]
        rows = self._rows(self._sources, slice(block * BLOCK, block * BLOCK + len(levels)))
        bounds = self._bounds(direction, rows)
        return [
            (level, float(bound)) for level, bound in zip(levels, bounds, strict=True) if level != self.removed
        ]

    def outputs(self, direction: str, level: int) -> list[int] | None:
        """Where the loss against a level can come from: at all other outputs x <= y. None if that is not known."""
        import numpy as np

        if self._floor:
            return None
        gains = self._gains(direction, self._rows(self._sources, self._place(level)))[0]
        places = np.flatnonzero(gains > 0)
        if direction == FORWARD:
            places = self._active[places]
        return [self._first_output + int(place) for place in places]

    def _bounds(self, direction: str, rows: Floats) -> Floats:
        import numpy as np

        bounds: Floats = np.maximum(self._gains(direction, rows), 0).sum(axis=1) * self._slack + self._floor
        return bounds

    def _gains(self, direction: str, rows: Floats) -> Floats:
        forward = direction == FORWARD
        gains: Floats = (
            self._excess - self._odds * rows[:, self._active] if forward else self._slack * rows - self._against
        )
        return gains

    def _place(self, level: int) -> slice:
        return slice(self.database.high - level, self.database.high - level + 1)

    def _zero_cell(self, start: int, cells: list[int] | None) -> int | None:
        """Which cell is the one of the mean zero if it is the one narrower cell: ties leave it on both sides."""
        if cells is None or self.database.draws % 2:
            return None
        edge = first_sum_of_level(0, self.database.draws) - start
        return cells.index(edge) if edge in cells else None

    def _summed(self, padded: Floats) -> list[Floats | None]:
        """The counts by output for each position: as they are, or summed over a cell, or over the narrow one."""
        import numpy as np

        if self._cells is None:
            return [padded, None]
        narrow = None if self._zero is None else _sliding(padded, self.database.draws - 1, np.add)
        return [_sliding(padded, self.database.draws, np.add), narrow]

    def _rows(self, sources: list[Floats | None], levels: slice) -> Floats:
        """A row per level, counted from the highest down, and a column per output."""
        import numpy as np

        usual, narrow = sources
        assert usual is not None, "every output has a width"
        if self._cells is None:
            return np.lib.stride_tricks.sliding_window_view(usual, self._sums)[levels]
        offsets = np.arange(self.database.high - self.database.low + 1)[levels]
        rows: Floats = usual[offsets[:, None] + self._cells]
        if narrow is not None and self._zero is not None:
            rows[:, self._zero] = narrow[offsets + self._cells[self._zero]]
        return rows


def _sliding(values: Floats, width: int, combine: Callable[[Floats, Floats], Floats]) -> Floats:
    """combine(values[k], ..., values[k + width - 1]) for every k, by doubling."""
    length = len(values) - width + 1
    found: Floats | None = None
    part, size, at = values, 1, 0
    while size <= width:
        if width & size:
            piece = part[at : at + length]
            found = piece if found is None else combine(found, piece)
            at += size
        part = combine(part[:-size], part[size:])
        size *= 2
    assert found is not None, "the width is positive"
    return found
