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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.paths import Noise, Path
from sdp_proofs.programs.values import Linear

MOST_LEAVES = 200_000


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


def leaves(noises: tuple[Noise, ...], conditions: Iterable[Condition], unit: Unit, window: Fraction) -> Iterator[Leaf]:
    """Cut the noises that satisfy the conditions into boxes, which do not overlap.

    Args:
        noises: what was drawn.
        conditions: all must hold.
        unit: the noise level.
        window: the tail beyond which a noise is not listed.
    """
    start = tuple((0 if noise.kind == "exponential" else -inf, inf) for noise in noises)
    todo: list[tuple[tuple[Interval, ...], tuple[Condition, ...], bool]] = [(start, tuple(conditions), True)]
    while todo:
        box, pending, sure = todo.pop()
        cut = _cut(noises, box, pending, sure)
        if cut is None:
            continue
        box, pending, sure = cut
        if not pending:
            yield Leaf(box, sure)
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


def mass(noises: tuple[Noise, ...], leaf: Leaf, unit: Unit) -> Fraction:
    """Give the probability of a box."""
    total = Fraction(1)
    for noise, (low, high) in zip(noises, leaf.box, strict=True):
        if low > -inf or high < inf:
            base = unit.of(noise.kind)
            total *= above(noise.kind, base, noise.units, low) - above(noise.kind, base, noise.units, high + 1)
    return total


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
    ways: Iterable[Path], inputs: tuple[int, ...], wanted: tuple[Any, ...], unit: Unit, window: Fraction
) -> Bounds:
    """Bound the probability of an output on given inputs.

    Args:
        ways: all paths of the program, on unknown inputs or on these.
        inputs: integers.
        wanted: an output as it is flattened; a `Cell` stands for a published number with Laplace noise.
        unit: the noise level.
        window: the tail beyond which a noise is not listed.

    Raises:
        SizeError: there are too many boxes in this window.
    """
    lower = upper = Fraction(0)
    parts: list[tuple[Path, Leaf]] = []
    for path in ways:
        told = conditions(path, inputs, wanted, unit)
        if told is None:
            continue
        for leaf in leaves(path.noises, told, unit, window):
            parts.append((path, leaf))
            if len(parts) > MOST_LEAVES:
                raise SizeError(f"a window must have at most {MOST_LEAVES} boxes, got more")
            chance = mass(path.noises, leaf, unit) * weight(path)
            upper += chance
            lower += chance if leaf.sure else 0
    return Bounds(lower, upper, tuple(parts))


def weight(path: Path) -> Fraction:
    """Give the probability of what the coins of a path show."""
    total = Fraction(1)
    for chance, _ in path.coins:
        total *= chance
    return total
