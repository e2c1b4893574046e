"""Computes the probabilities of a program's outputs on given inputs, exactly or with a proven rest.

On a path the noises satisfy linear conditions: its comparisons, and that what is published has one value. Each noise
is an interval, which a condition on one noise cuts; where a condition joins two noises, one of them gets every value
of a window in turn, and what lies beyond the window counts above only. With r = e^(-unit) rational every probability
is a fraction:

    geometric    P(x >= k) = a^k / (1 + a) for k >= 1,    a = r^units; the other side by symmetry
    exponential  P(x >= k) = a^k for k >= 0
    Laplace      P(x >= t) = a^t / 2 for t >= 0, on a grid of t on which a^t is rational

Laplace noise that gets a value gets a cell of the grid; what its cell does not decide counts above only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import inf, lcm
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.paths import Noise, Path
from sdp_proofs.programs.values import Linear

MOST_LEAVES = 200_000
"""Boxes of one probability."""
MOST_BOXES = 100_000
"""Boxes of one search: about ten seconds. The programs of the literature need some thousand."""


@dataclass(frozen=True)
class Unit:
    """The noise level at which probabilities are computed: r = base^grid = e^(-unit).

    Attributes:
        base: a rational number in (0, 1).
        grid: the steps of one, in which Laplace noise is cut.
    """

    base: Fraction = Fraction(1, 2)
    grid: int = 1

    @property
    def ratio(self) -> Fraction:
        """The number r = e^(-unit)."""
        return self.base**self.grid

    def __str__(self) -> str:
        return str(self.ratio) if self.ratio.denominator < 1000 else f"({self.base})^{self.grid}"

    def of(self, kind: str) -> Fraction:
        """The ratio of one step of a noise: an integer, or for Laplace noise a cell."""
        return self.base if kind == "laplace" else self.ratio


@dataclass(frozen=True)
class Cell:
    """A published number that is known to lie in [place, place + 1) / grid."""

    place: int
    grid: int

    def __str__(self) -> str:
        return f"[{Fraction(self.place, self.grid)}, {Fraction(self.place + 1, self.grid)})"


@dataclass(frozen=True)
class Ray:
    """A published integer that is at least a number, or at most it."""

    start: int
    up: bool

    def __str__(self) -> str:
        return f"{self.start} or {'more' if self.up else 'less'}"


@lru_cache(maxsize=100_000)
def above(kind: str, base: Fraction, units: int, k: float) -> Fraction:
    """Give the probability that noise is at least k, an integer or infinite; for Laplace noise k counts the grid.

    Example:
        >>> above("geometric", Fraction(1, 2), 1, 0), above("exponential", Fraction(1, 2), 1, 2)
        (Fraction(2, 3), Fraction(1, 4))
    """
    if k in (inf, -inf):
        return Fraction(k < 0)
    a, k = base**units, int(k)
    if kind == "exponential":
        return a ** max(k, 0)
    if kind == "laplace":
        return a**k / 2 if k >= 0 else 1 - a ** (-k) / 2
    return a**k / (1 + a) if k >= 1 else 1 - a ** (1 - k) / (1 + a)


@lru_cache(maxsize=10_000)
def _width(kind: str, units: int, unit: Unit, window: Fraction) -> int:
    a, width = unit.of(kind) ** units, 1
    while a**width > window:
        width += 1
    return width


Interval = tuple[float, float]


@dataclass(frozen=True)
class Condition:
    """A linear condition on noises, in steps of the grid: sum + constant is at least, below or equal to zero.

    Attributes:
        terms: the coefficient of each noise, one step of which is an integer or a cell.
        relation: ">=", "<" or "==".
    """

    terms: tuple[tuple[int, int], ...]
    constant: int
    relation: str


@dataclass(frozen=True)
class Leaf:
    """A box of noise: an interval for each, on which all conditions hold, or may hold.

    Attributes:
        sure: False where some condition is not decided on the box.
    """

    box: tuple[Interval, ...]
    sure: bool


@dataclass
class Work:
    """Boxes that were looked at."""

    boxes: int = 0


def leaves(
    noises: tuple[Noise, ...], conditions: Iterable[Condition], unit: Unit, window: Fraction, work: Work
) -> Iterator[Leaf]:
    """Cut the noises that satisfy the conditions into boxes, which do not overlap.

    Args:
        noises: what was drawn.
        conditions: all must hold.
        unit: the noise level.
        window: the tail beyond which a noise is not listed.
        work: counts the boxes.

    Raises:
        SizeError: there are too many of them.
    """
    most = work.boxes + MOST_LEAVES
    start = tuple((0 if noise.kind == "exponential" else -inf, inf) for noise in noises)
    todo: list[tuple[tuple[Interval, ...], tuple[Condition, ...], bool]] = [(start, tuple(conditions), True)]
    while todo:
        box, pending, sure = todo.pop()
        work.boxes += 1
        if work.boxes > most:
            raise SizeError(f"a window must have at most {MOST_LEAVES} boxes, got more")
        cut = _cut(noises, box, pending, sure)
        if cut is None:
            continue
        box, pending, sure = cut
        if not pending:
            yield Leaf(box, sure)
            continue
        split = _split(noises, box, pending)
        if split is not None:
            todo += [(part, left, sure) for part, left in split]
            continue
        counts = [0] * len(noises)
        for condition in pending:
            for j, _ in condition.terms:
                counts[j] += box[j][0] != box[j][1]
        j = max(range(len(noises)), key=lambda i: counts[i])
        low, high = box[j]
        width = _width(noises[j].kind, noises[j].units, unit, window)
        first, last = int(max(low, -width)), int(min(high, width))
        # Beyond the window the others are bounded by what they must be at least there.
        for part in ((low, high),) if first > last else ((low, first - 1), (last + 1, high)):
            outside = _bounded(noises, (*box[:j], part, *box[j + 1 :]), pending)
            if outside is not None:
                yield Leaf(outside, False)
        todo += [((*box[:j], (k, k), *box[j + 1 :]), pending, sure) for k in range(first, last + 1)]


def cut(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], pending: tuple[Condition, ...]
) -> tuple[tuple[Interval, ...], tuple[Condition, ...]] | None:
    """Use every condition that has at most one open noise, for noise on the integers; None if one of them fails."""
    found = _cut(noises, box, pending, True)
    return None if found is None else found[:2]


def _cut(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], pending: tuple[Condition, ...], sure: bool
) -> tuple[tuple[Interval, ...], tuple[Condition, ...], bool] | None:
    """Use every condition that has at most one open noise; None if one of them fails."""
    left: list[Condition] = []
    for condition in pending:
        open_ = [(j, c) for j, c in condition.terms if box[j][0] != box[j][1]]
        cells = [(j, c) for j, c in condition.terms if noises[j].kind == "laplace" and box[j][0] == box[j][1]]
        known = condition.constant + sum(c * int(box[j][0]) for j, c in condition.terms if box[j][0] == box[j][1])
        if not open_:
            slack = (sum(min(c, 0) for _, c in cells), sum(max(c, 0) for _, c in cells))
            holds = _decided(known + slack[0], known + slack[1], condition.relation, bool(cells))
            if holds is False:
                return None
            sure = sure and holds is True
        elif len(open_) == 1 and not cells:
            (j, c) = open_[0]
            part = _part(noises[j].kind, c, known, condition.relation)
            if part is None:
                left.append(condition)
                continue
            low, high = max(box[j][0], part[0]), min(box[j][1], part[1])
            if low > high:
                return None
            box = (*box[:j], (low, high), *box[j + 1 :])
        else:
            left.append(condition)
    return box, tuple(left), sure


def _split(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], pending: tuple[Condition, ...]
) -> list[tuple[tuple[Interval, ...], tuple[Condition, ...]]] | None:
    """Split the one open noise of a condition among cells: where it holds in all of them, and steps that may decide.

    None if there is no such condition.
    """
    for at, condition in enumerate(pending):
        open_ = [(j, c) for j, c in condition.terms if box[j][0] != box[j][1]]
        if len(open_) != 1 or condition.relation == "==":
            continue
        (j, c) = open_[0]
        known = condition.constant + sum(c * int(box[j][0]) for j, c in condition.terms if box[j][0] == box[j][1])
        cells = [c for i, c in condition.terms if noises[i].kind == "laplace"]
        least, most = sum(min(c, 0) for c in cells), sum(max(c, 0) for c in cells)
        low, high = box[j]

        def holds(
            k: int, start: int = known + least, end: int = known + most, c: int = c, how: str = condition.relation,
            real: bool = bool(cells),
        ) -> bool | None:  # fmt: skip
            return _decided(start + c * k, end + c * k, how, real)

        # The outcome is monotone in k, and open for a few steps around the zero of the condition.
        rising = (condition.relation == ">=") == (c > 0)
        first = -known // c
        while holds(first - 1) is not (not rising):
            first -= 1
        while holds(first) is (not rising):
            first += 1
        last = first
        while holds(last) is not rising:
            last += 1
        # Steps from first to last - 1 may go either way; what is beyond them on the one side holds.
        sure = (max(low, last), high) if rising else (low, min(high, first - 1))
        others = (*pending[:at], *pending[at + 1 :])
        parts = [((*box[:j], sure, *box[j + 1 :]), others)] if sure[0] <= sure[1] else []
        for k in range(int(max(low, first)), int(min(high, last - 1)) + 1):
            parts.append(((*box[:j], (k, k), *box[j + 1 :]), pending))
        return parts
    return None


def _bounded(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], pending: tuple[Condition, ...]
) -> tuple[Interval, ...] | None:
    """Shrink a box to what conditions leave when the other noises help as much as they can; None if nothing is left."""
    ends = list(box)
    if any(low > high for low, high in ends):
        return None
    for condition in pending:
        for sign in (1, -1):
            if (condition.relation == ">=" and sign < 0) or (condition.relation == "<" and sign > 0):
                continue
            # sign * (sum + constant) >= 0 is necessary.
            most = {}
            for j, times in condition.terms:
                c = sign * times
                top = ends[j][1] + (noises[j].kind == "laplace") if c > 0 else ends[j][0]
                most[j] = c * top
            for j, times in condition.terms:
                others = sign * condition.constant + sum(value for i, value in most.items() if i != j)
                if others == inf:
                    continue
                c, (low, high) = sign * times, ends[j]
                # c x >= -others for some x of the step.
                if c > 0:
                    low = max(low, -others // c if noises[j].kind == "laplace" else -(others // c))
                else:
                    high = min(high, others // -c)
                if low > high:
                    return None
                ends[j] = (low, high)
    return tuple(ends)


def _decided(low: int, high: int, relation: str, cells: bool) -> bool | None:
    """Decide a relation to zero of a number in [low, high], whose upper end a cell does not reach."""
    if relation == "==":
        return low == 0 if low == high else (None if low <= 0 <= high else False)
    below = high < 0 or (cells and high == 0)
    if relation == ">=":
        return True if low >= 0 else False if below else None
    return True if below else False if low >= 0 else None


def _part(kind: str, c: int, constant: int, relation: str) -> Interval | None:
    """Give the steps x for which c x + constant meets a relation; None where that would cut a cell."""
    if kind == "laplace":
        if constant % c:
            return None
        cut = -constant // c
        if relation == "==":
            return (1, 0)  # with probability zero
        return (cut, inf) if (relation == ">=") == (c > 0) else (-inf, cut - 1)
    if relation == "==":
        return (1, 0) if constant % c else (-constant // c, -constant // c)
    if c > 0:
        cut = -(constant // c)
        return (cut, inf) if relation == ">=" else (-inf, cut - 1)
    cut = constant // -c
    return (-inf, cut) if relation == ">=" else (cut + 1, inf)


class Total:
    """Sum of many fractions, which is brought to one denominator at its end.

    Example:
        >>> total = Total()
        >>> total.add(1, 2)
        >>> total.add(1, 3)
        >>> total.value
        Fraction(5, 6)
    """

    def __init__(self) -> None:
        self._by: dict[int, int] = {}

    def add(self, numerator: int, denominator: int) -> None:
        """Add a fraction, which need not be reduced."""
        self._by[denominator] = self._by.get(denominator, 0) + numerator

    @property
    def value(self) -> Fraction:
        """The sum."""
        common = lcm(*self._by)
        return Fraction(sum(numerator * (common // denominator) for denominator, numerator in self._by.items()), common)


class Masses:
    """Probabilities of boxes of some noises, each interval computed once."""

    def __init__(self, noises: tuple[Noise, ...], unit: Unit) -> None:
        self._noises, self._unit = noises, unit
        self._known: dict[tuple[int, float, float], Fraction] = {}

    def of(self, leaf: Leaf, weight: Fraction = Fraction(1)) -> tuple[int, int]:
        """Give a numerator and a denominator of the probability of a box, times a weight."""
        numerator, denominator = weight.numerator, weight.denominator
        for j, (low, high) in enumerate(leaf.box):
            if low > -inf or high < inf:
                chance = self._interval(j, low, high)
                numerator *= chance.numerator
                denominator *= chance.denominator
        return numerator, denominator

    def _interval(self, j: int, low: float, high: float) -> Fraction:
        found = self._known.get((j, low, high))
        if found is None:
            noise = self._noises[j]
            base = self._unit.of(noise.kind)
            found = above(noise.kind, base, noise.units, low) - above(noise.kind, base, noise.units, high + 1)
            self._known[j, low, high] = found
        return found


def conditions(  # noqa: PLR0912 (one branch for each kind of part)
    path: Path, inputs: tuple[int, ...], wanted: tuple[Any, ...], unit: Unit
) -> list[Condition] | None:
    """Write that a path is taken on the inputs and ends with an output; None if it cannot.

    Raises:
        SizeError: what is published holds several Laplace noises.
    """
    if len(path.output) != len(wanted):
        return None
    told = [(number, 0, ">=" if holds else "<") for number, holds in path.facts]
    for part, value in zip(path.output, wanted, strict=True):
        if isinstance(part, Linear):
            if isinstance(value, Cell):
                width, number = unit.grid // value.grid, part.times(unit.grid)
                told += [(number, -value.place * width, ">="), (number, -(value.place + 1) * width, "<")]
            elif isinstance(value, Ray):
                told.append((part.plus(-value.start), 0, ">=") if value.up else (part.plus(-value.start - 1), 0, "<"))
            elif type(value) is int:
                told.append((part.plus(-value), 0, "=="))
            else:
                return None
        elif type(part) is not type(value) or part != value:
            return None
    found = []
    for number, steps, relation in told:
        scale = 1 if steps else unit.grid
        constant = number.constant * scale + steps
        terms = []
        for (kind, j), times in number.terms:
            if kind == "input":
                constant += times * inputs[j] * scale
            elif kind == "noise":
                # A cell is one step of the grid, an integer is `grid` steps.
                terms.append((j, times * scale // unit.grid if path.noises[j].kind == "laplace" else times * scale))
        if terms:
            found.append(Condition(tuple(terms), constant, relation))
        elif _decided(constant, constant, relation, False) is not True:
            return None
    return found


@dataclass(frozen=True)
class Bounds:
    """A probability between two fractions, and the boxes that they are the sums of."""

    lower: Fraction
    upper: Fraction
    parts: tuple[tuple[Path, Leaf], ...]


def probability(
    ways: Iterable[Path],
    inputs: tuple[int, ...],
    wanted: tuple[Any, ...],
    unit: Unit,
    window: Fraction,
    work: Work | None = None,
) -> Bounds:
    """Bound the probability of an output on given inputs.

    Args:
        ways: all paths of the program, on unknown inputs or on these.
        inputs: integers.
        wanted: an output as it is flattened; a `Cell` stands for a published number with Laplace noise, a `Ray` for
            all integers from one on.
        unit: the noise level.
        window: the tail beyond which a noise is not listed.
        work: counts the boxes.

    Raises:
        SizeError: there are too many boxes in this window.
    """
    work = Work() if work is None else work
    lower, rest = Total(), Total()
    parts: list[tuple[Path, Leaf]] = []
    for path in ways:
        told = conditions(path, inputs, wanted, unit)
        if told is None:
            continue
        masses, coins = Masses(path.noises, unit), weight(path)
        for leaf in leaves(path.noises, told, unit, window, work):
            parts.append((path, leaf))
            (lower if leaf.sure else rest).add(*masses.of(leaf, coins))
    return Bounds(lower.value, lower.value + rest.value, tuple(parts))


@dataclass
class Chances:
    """Probabilities of outputs on inputs, each computed once.

    Attributes:
        find: the paths on an input.
        unit: the noise level.
        work: the boxes that were looked at so far.
        known: what was computed.
        open: the paths on an input that its numbers alone do not close.
    """

    find: Callable[[tuple[int, ...]], list[Path]]
    unit: Unit
    work: Work = field(default_factory=Work)
    known: dict[Any, Bounds] = field(default_factory=dict, repr=False)
    open: dict[tuple[int, ...], list[Path]] = field(default_factory=dict, repr=False)

    def of(self, q: tuple[int, ...], output: tuple[Any, ...], window: Fraction) -> Bounds:
        """Bound the probability of an output on an input.

        Raises:
            SizeError: enough boxes were looked at.
        """
        if self.work.boxes > MOST_BOXES:
            raise SizeError(f"at most {MOST_BOXES} boxes of noise are looked at")
        key = (q, tuple(map(type, output)), output, window)  # True is no 1, though Python says that they are equal
        if key not in self.known:
            if q not in self.open:
                self.open[q] = [path for path in self.find(q) if _is_open(path, q)]
            self.known[key] = probability(self.open[q], q, output, self.unit, window, self.work)
            self.work.boxes += 1
        return self.known[key]


def _is_open(path: Path, q: tuple[int, ...]) -> bool:
    """Decide that an input passes the comparisons of a path that hold no noise."""
    for number, holds in path.facts:
        if all(kind == "input" for (kind, _), _ in number.terms):
            value = number.constant + sum(times * q[i] for (_, i), times in number.terms)
            if (value >= 0) != holds:
                return False
    return True


def weight(path: Path) -> Fraction:
    """Give the probability of what the coins of a path show."""
    total = Fraction(1)
    for chance, _ in path.coins:
        total *= chance
    return total
