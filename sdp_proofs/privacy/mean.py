"""Compute delta of one database whose sampled mean is published.

*A database of integers on a grid*, and its exact loss against one neighbour. The neighbour replaces a record of value
v by the level w. With q_t(s) the number of t-subsets of the other n - 1 records with sum s, the database that holds u
in that place has C(n,T) P(s) = q_(T-1)(s - u) + q_T(s): the sample contains the record in question, or it does not.
Both laws share q, and q comes from the whole database by one exact polynomial division.

*Upper bounds in float64* of the losses against all neighbours that replace one record, many at a time. In the notation
of `privacy.mean`, with g_w(s) = q_(T-1)(s - w) and h = q_T, up to the factor C(n,T)

    d(x, x') = sum of max(0, g_v - E g_w - (E-1) h),    d(x', x) = sum of max(0, g_w - E g_v - (E-1) h).

For a block of levels w, the largest g_w of the block, output by output, bounds all d(x', x) of the block at once, and
the smallest all d(x, x'). If the mean is rounded, all of this holds with sums over the outputs' cells.

Why the bounds hold in float64. The integers g and h were computed exactly before they became floats. From then on
both sides of each difference, x = g_v or g_w and y the rest, are sums of products of nonnegative numbers, so each has a
relative error below r = N u/(1 - N u), N counting roundings. Then x (1 + 4r) - y, computed, exceeds x - y wherever
that is positive, because (1 + 4r)(1 - r) >= (1 + r)^2 for r <= 1/16; the last factor 1 + 4r pays for the final sum.
So where it is not positive, x <= y, and the exact sum need not look there.

*Delta: every neighbour, exactly.* A neighbour replaces one record of value v by a level w, so there are as many as
distinct values times other levels, in two directions. No rule says which is the worst: with few records on a fine grid
neither the replaced value nor the new one need be extreme. So all are searched, best first: blocks of neighbours, then
single ones, are taken from a queue in the order of proven upper bounds (`privacy.mean`), and only what reaches the
head of the queue is evaluated exactly. The search ends when no bound in the queue exceeds the largest exact loss.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from sdp_proofs.distributions.subset_sums import SubsetSums, first_sum_of_level, nearest_level
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.floats import relative_error
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, shown
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import BACKWARD, DATABASE_ALONE, FORWARD, at_epsilon

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]

MOST_LEVELS = 2**16
_PLAIN = re.compile(r"[-+]?[0-9]+")


@dataclass(frozen=True)
class GridDatabase:
    """The records and how their mean is sampled, as in `mechanisms.sampling`.

    Args:
        values: the records, integers between low and high, in units of the grid.
        low: the lowest level.
        high: the highest level, above the lowest.
        draws: sample size T, 1 <= T <= n, without replacement.
        rounded: whether the mean is rounded to the nearest level, ties away from zero.

    Raises:
        DomainError: outside these domains.
        SizeError: too many levels.

    Example:
        >>> GridDatabase.read(values="3,-5,7,0", levels="-8:7", draws=2).records
        4
    """

    values: tuple[int, ...]
    low: int
    high: int
    draws: int
    rounded: bool = False

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise DomainError(
                f"there must be at least two levels, LOW < HIGH, got {shown(self.low)} and {shown(self.high)}"
            )
        if self.high - self.low >= MOST_LEVELS:
            raise SizeError(f"there must be at most {MOST_LEVELS} levels, got {shown(self.high - self.low + 1)}")
        if not self.values:
            raise DomainError("there must be at least one value, got none")
        for value in self.values:
            if not self.low <= value <= self.high:
                raise DomainError(f"a value must be a level between {self.low} and {self.high}, got {shown(value)}")
        if not 1 <= self.draws <= self.records:
            raise DomainError(
                f"draws must be between 1 and the number of records {self.records}, got {shown(self.draws)}"
            )

    @classmethod
    def read(
        cls,
        *,
        values: str | Sequence[Readable],
        levels: str | tuple[Readable, Readable],
        rate: Readable | None = None,
        draws: Readable | None = None,
        rounded: bool = False,
    ) -> GridDatabase:
        """Read the values, the lowest and the highest level, and exactly one of rate and draws.

        Args:
            values: "3,-5,7", separated by commas, blanks or lines, or a sequence.
            levels: "-128:127", or a pair.
            rate: sampling rate in (0, 1]; draws are ceil(rate * records).
            draws: sample size, instead of the rate.
            rounded: whether the mean is rounded to the nearest level.

        Raises:
            DomainError: not integers, or outside the domains.
        """
        parts = values.replace(",", " ").split() if isinstance(values, str) else list(values)
        numbers = tuple(_read_value(part) for part in parts)
        ends = levels.split(":") if isinstance(levels, str) else list(levels)
        if len(ends) != 2:
            raise DomainError(f"levels must be LOW:HIGH, such as -128:127, got {shown(levels)}")
        low, high = (
            read_integer(end.strip() if isinstance(end, str) else end, f"the {name} level")
            for end, name in zip(ends, ("lowest", "highest"), strict=True)
        )
        return cls(numbers, low, high, sampling_draws(len(numbers), rate=rate, draws=draws), rounded)

    @property
    def records(self) -> int:
        """The number of records n."""
        return len(self.values)

    @property
    def samples(self) -> int:
        """The number of samples, C(n, T)."""
        return comb(self.records, self.draws)

    @cached_property
    def sums(self) -> SubsetSums:
        """The counts that everything is made of; computed once.

        Raises:
            SizeError: it would take too long.
        """
        return SubsetSums.of(self.values, min(self.draws, self.records - self.draws))

    def changed(self, removed: int, added: int) -> tuple[int, ...]:
        """The values after the first record of value `removed` became `added`.

        Raises:
            DomainError: no such record, or not another level.
        """
        if removed not in self.values:
            raise DomainError(f"the value to change must be one of the records, got {removed}")
        if added == removed or not self.low <= added <= self.high:
            raise DomainError(f"the new value must be another level between {self.low} and {self.high}, got {added}")
        position = self.values.index(removed)
        return (*self.values[:position], added, *self.values[position + 1 :])


def _read_value(value: Readable) -> int:
    """An integer; of text only a plain one, since among many values "3-5" is a comma forgotten, not -2."""
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        raise DomainError(f"a value must be an integer such as -5, got {shown(value)}")
    return read_integer(value, "a value")


class OneRecord:
    """The laws of the output when all records are known but one.

    World: exact. An output is a sum of draws, or a rounded mean.

    Args:
        database: x.
        removed: the value of the record that is singled out.

    Example:
        >>> record = OneRecord(GridDatabase((0, 0, 1), low=0, high=2, draws=2), removed=1)
        >>> [record.samples_to(output, level=2) for output in range(4)]
        [1, 0, 2, 0]
    """

    def __init__(self, database: GridDatabase, removed: int) -> None:
        self.database, self.removed = database, removed
        rest = database.sums.without(removed)
        self._drawn, self._left = rest.row(database.draws - 1), rest.row(database.draws)

    def samples_to(self, output: int, level: int) -> int:
        """Return how many samples lead to an output if the record has this level."""
        drawn, left = self._drawn, self._left
        return sum(left.at(total) + drawn.at(total - level) for total in self._sums_of(output))

    def loss(self, added: int, direction: str, odds: Fraction, outputs: Iterable[int] | None = None) -> Fraction:
        """d(x, x') or d(x', x), where the record becomes `added` in x'.

        Args:
            added: the new level.
            direction: `FORWARD` for d(x, x'), `BACKWARD` for d(x', x).
            odds: exp(epsilon) >= 1, rational.
            outputs: those to look at, all of them unless given; what others would add is left out.

        Raises:
            DomainError: no such neighbour or direction, or odds below one.
        """
        if direction not in (FORWARD, BACKWARD):
            raise DomainError(f"direction must be {FORWARD} or {BACKWARD}, got {direction}")
        if odds < 1:
            raise DomainError(f"odds must be >= 1 (odds = exp(epsilon)), got {odds}")
        self.database.changed(self.removed, added)
        one, other = (self.removed, added) if direction == FORWARD else (added, self.removed)
        up, down = odds.numerator, odds.denominator
        gain = 0
        for output in self._outputs(one) if outputs is None else outputs:
            excess = down * self.samples_to(output, one)
            if excess:
                gain += max(0, excess - up * self.samples_to(output, other))
        return Fraction(gain, down * self.database.samples)

    def _outputs(self, level: int) -> range:
        """All outputs that are possible with this level, and perhaps others between them."""
        rows = ((self._left.first, self._left), (self._drawn.first + level, self._drawn))
        first, last = min(start for start, _ in rows), max(start + row.length - 1 for start, row in rows)
        if not self.database.rounded:
            return range(first, last + 1)
        draws = self.database.draws
        return range(nearest_level(first, draws), nearest_level(last, draws) + 1)

    def _sums_of(self, output: int) -> Iterable[int]:
        if not self.database.rounded:
            return (output,)
        draws = self.database.draws
        return range(first_sum_of_level(output, draws), first_sum_of_level(output + 1, draws))


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
        """Find where the loss against a level can come from: at all other outputs x <= y. None if that is not known."""
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
        """Find which cell is the one of the mean zero if it is the one narrower cell: ties leave it on both sides."""
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


MOST_ENTRIES = 10**8
"""Distinct values times outputs, at most: all are held in memory at once."""
START_BITS = 128
"""Bits at which irrational odds are enclosed at first."""


@dataclass(frozen=True, slots=True, repr=False)
class AverageDelta(Valued):
    """delta(x) and a neighbour that attains it.

    Args:
        value: the loss, exact where the odds are rational.
        removed: the value of the record that the neighbour replaces.
        added: what it is replaced by.
        direction: `FORWARD` for d(x, x'), `BACKWARD` for d(x', x).
        epsilon: the budget, as typed.
    """

    value: Enclosure
    removed: int
    added: int
    direction: str
    epsilon: str = ""

    @property
    def _asked(self) -> str:
        return "delta"

    def _words(self, number: str) -> str:
        return f"delta(x) <= {number} {at_epsilon(self.epsilon)}for {DATABASE_ALONE}"

    def _facts(self) -> dict[str, object]:
        return {"removed": self.removed, "added": self.added, "direction": self.direction}


def average_delta(database: GridDatabase, budget: Budget, *, digits: int = 30) -> AverageDelta:
    """Delta(x) of the sampling-average mechanism on a grid, over all neighbours.

    World: exact (a fraction) where the odds are rational, else an enclosure with `digits` proven digits.

    Args:
        database: the values, their levels, and how they are sampled.
        budget: epsilon.
        digits: significant digits to prove.

    Raises:
        PrecisionError: the digits could not be proven.
        SizeError: it would take too long.

    Example:
        >>> x = GridDatabase.read(values="0,0,1,1,1,2,3", levels="0:3", draws=3)
        >>> found = average_delta(x, Budget.read(odds="3/2"))
        >>> str(found.value), found.removed, found.added, found.direction
        ('5/14', 3, 0, "d(x,x')")
    """
    check_digits(digits)
    if len(set(database.values)) * database.draws * (database.high - database.low) > MOST_ENTRIES:
        raise SizeError(f"distinct values x draws x levels must be at most {MOST_ENTRIES}, got more")
    return replace(_Search(database, budget, digits).run(), epsilon=budget.text)


def neighbour_divergence(
    database: GridDatabase, budget: Budget, *, removed: int, added: int, direction: str = FORWARD, digits: int = 30
) -> Enclosure:
    """The divergence d(x, x') or d(x', x) when one record of value `removed` becomes `added` in x'.

    World: as for `average_delta`.

    Raises:
        DomainError: no such neighbour.
        PrecisionError: the digits could not be proven.
        SizeError: it would take too long.

    Example:
        >>> x = GridDatabase.read(values="0,0,1,2,2,3", levels="0:3", draws=2)
        >>> str(neighbour_divergence(x, Budget.read(odds=2), removed=3, added=0))
        '2/15'
    """
    record = OneRecord(database, removed)

    def loss(odds: Fraction) -> Fraction:
        return record.loss(added, direction, odds)

    return _value(loss, budget, database.samples, check_digits(digits))


def odds_between(budget: Budget, bits: int, most: int) -> tuple[Fraction, Fraction]:
    """Fractions between which min(exp(epsilon), most) lies, equal where it is known exactly.

    With C(n,T) equally likely samples no difference P - E P' of counts changes its sign once E exceeds C(n,T), except
    that it stays positive where P' is zero; so larger odds may be replaced by `most` = C(n,T).
    """
    odds = budget.rational_odds
    if odds is not None:
        return (min(odds, Fraction(most)),) * 2
    ball = budget.odds.ball(bits)
    with ctx.workprec(bits + 64):  # the ends themselves are rounded, too
        ends = _dyadic(ball.lower()), _dyadic(ball.upper())
    low, high = (max(Fraction(1), min(Fraction(most), end)) for end in ends)
    return low, high


class _Candidate(NamedTuple):
    """One neighbour, or a block of them: `place` is the new level, or the block's number."""

    removed: int
    direction: str
    place: int
    is_block: bool


class _Search:
    """Best-first search of the neighbours."""

    def __init__(self, database: GridDatabase, budget: Budget, digits: int) -> None:
        self.database, self.budget, self.digits = database, budget, digits
        self.low, self.high = odds_between(budget, START_BITS, database.samples)
        self.queue: list[tuple[float, int, _Candidate]] = []
        self.order = count()
        self.records: dict[int, OneRecord] = {}

    def run(self) -> AverageDelta:
        present = sorted(set(self.database.values))
        bounds = {removed: LevelBounds(self.database, removed, self.low) for removed in present}
        for removed, bounded in bounds.items():
            # Without a factor on one side the divergence is symmetric.
            for direction in (FORWARD, BACKWARD) if self.high > 1 else (FORWARD,):
                for block, bound in enumerate(bounded.of_blocks(direction)):
                    self._push(bound, _Candidate(removed, direction, block, is_block=True))
        unit = next(iter(bounds.values())).unit
        found: list[AverageDelta] = []
        proven = Fraction(-1)
        # A neighbour shows only if the record in question is drawn, so no loss exceeds T/n.
        limit = Fraction(self.database.draws, self.database.records)
        while self.queue and proven < limit:
            negative, _, candidate = heapq.heappop(self.queue)
            if Fraction(-negative) * unit <= proven:
                break
            removed, direction, place, is_block = candidate
            if is_block:
                for level, bound in bounds[removed].of_levels(direction, place):
                    self._push(bound, _Candidate(removed, direction, level, is_block=False))
            else:
                value = self._exact(candidate, bounds[removed].outputs(direction, place))
                found.append(AverageDelta(value, removed, place, direction))
                proven = max(proven, value.exact if value.exact is not None else Fraction(value.lower))
        values = [loss.value for loss in found]
        worst = found[position_of_largest(values)]
        return AverageDelta(largest(values), worst.removed, worst.added, worst.direction)

    def _push(self, bound: float, candidate: _Candidate) -> None:
        heapq.heappush(self.queue, (-bound, next(self.order), candidate))

    def _exact(self, neighbour: _Candidate, outputs: list[int] | None) -> Enclosure:
        removed, direction, added, _ = neighbour
        if removed not in self.records:
            self.records[removed] = OneRecord(self.database, removed)

        def loss(odds: Fraction) -> Fraction:
            return self.records[removed].loss(added, direction, odds, outputs)

        return _value(loss, self.budget, self.database.samples, self.digits)


def _value(loss: Callable[[Fraction], Fraction], budget: Budget, samples: int, digits: int) -> Enclosure:
    """A loss at odds that may be irrational; it falls as they grow."""
    low, high = odds_between(budget, START_BITS, samples)
    if low == high:
        return Enclosure.of(loss(low), precision=64 + 4 * digits)

    def ball(bits: int) -> arb:
        ends = [loss(odds) for odds in odds_between(budget, max(bits, START_BITS), samples)]
        with ctx.workprec(bits):
            return fraction_ball(ends[0]).union(fraction_ball(ends[1]))

    return refine(ball, digits)


def _dyadic(point: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
