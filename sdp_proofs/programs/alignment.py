"""Proves a program private by shifting its noise (an alignment), for all inputs of one size and all noise.

Let d be the difference of two neighbours q and q' = q + d. On the path that a run on q takes, each noise x_j is moved
to x_j + s_j with integers s_j such that the run on q' passes the same comparisons and returns the same numbers.
Moving noise of k units by s costs a factor of at most e^(unit k |s|), and a translation of the integers, or of the
line, keeps masses and volumes. Summed over the paths with one output,

    P(A(q) = o) <= e^(unit * cost) P(A(q') = o),    cost = the largest over paths and differences of sum_j k_j |s_j|.

A row of the proof is a path, a difference and the shifts; `check` accepts it by sums of integers alone.

Laplace noise: inputs may differ by real numbers. The least cost at a difference d is the value of a linear programme
whose right-hand sides are linear in d, hence convex in d, hence largest at the extreme differences, which are
integers.

Paths that return the same words may be taken together. Where every comparison is between two numbers u - v >= c, what
all of these paths have in common is the closure of their comparisons under sums; if no path with another output can
satisfy it, the common part *is* their union, and one shift moves all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import mul
from typing import Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.programs.language import Source
from sdp_proofs.programs.paths import Path, paths
from sdp_proofs.programs.values import Linear

NEIGHBOURS = ("one", "all", "up")
"""Relations of two inputs: how they may differ."""
MOST_ROWS = 60_000
"""Pairs of a path and a difference for which shifts are looked for: some seconds."""
MOST_TRIED = 400_000
"""Shifts that are tried at one size: some seconds."""
MOST_COST = 24
"""Units beyond which no shift is looked for."""

Row = tuple[tuple[int, ...], int, bool]
"""Coefficients of the shifts and a constant: their sum must be at least zero, or equal to zero (True)."""


def differences(size: int, neighbours: str) -> list[tuple[int, ...]]:
    """List how two neighbours may differ, entry by entry; with each difference comes its opposite.

    Args:
        size: how many numbers an input has.
        neighbours: `one` entry by one, `all` entries by at most one each, or `up`: all in one direction.

    Raises:
        DomainError: neighbours are none of these.

    Example:
        >>> differences(2, "one")
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
    """
    if neighbours not in NEIGHBOURS:
        raise DomainError(f"neighbours must be {', '.join(NEIGHBOURS[:-1])} or {NEIGHBOURS[-1]}, got {neighbours}")
    every = [d for d in product((-1, 0, 1), repeat=size) if any(d)]
    if neighbours == "one":
        return [d for d in every if sum(map(abs, d)) == 1]
    if neighbours == "up":
        return [d for d in every if min(d) >= 0 or max(d) <= 0]
    return every


@dataclass(frozen=True)
class Aligned:
    """One row of a proof: the path, the difference, and the shift of each noise.

    Attributes:
        maxima: how far each largest number moves that the path did not ask about.
        facts: what the shifts keep, where several paths are taken together; the facts of the path otherwise.
        cost: sum of units times |shift|.
    """

    path: Path
    difference: tuple[int, ...]
    maxima: tuple[int, ...]
    shifts: tuple[int, ...]
    cost: int
    facts: tuple[tuple[Linear, bool], ...]


@dataclass(frozen=True)
class Alignment:
    """Result of an alignment: the budget that shifts prove at one size.

    Attributes:
        budget: the least number of units that is proved, or None where no shifts do.
        rows: the proof; where there is none, the row that has no shifts is left out.
        stuck: a path and a difference that no shifts keep, or None.
    """

    size: int
    budget: int | None
    rows: tuple[Aligned, ...]
    stuck: tuple[Path, tuple[int, ...]] | None = None

    def dearest(self) -> list[tuple[int, ...]]:
        """List the differences that cost most, first those that nothing aligns."""
        if self.stuck is not None:
            return [self.stuck[1]]
        return list(dict.fromkeys(row.difference for row in self.rows if row.cost == self.budget))


def align(source: Source, size: int, moves: Iterable[tuple[int, ...]]) -> Alignment:
    """Find the least budget that shifts prove for all inputs of a size.

    Args:
        source: the program.
        size: how many numbers the input has.
        moves: the differences of neighbours.

    Raises:
        Refused: the program uses what the language does not have.
        SizeError: it has too many paths at this size.
    """
    moves = list(moves)
    found = _aligned(list(paths(source, size)), size, moves)
    if any(any(row.path.maxima) for row in found.rows) or (found.stuck is not None and any(found.stuck[0].maxima)):
        split = _aligned(list(paths(source, size, split=True)), size, moves)
        if found.budget is None or (split.budget is not None and split.budget < found.budget):
            return split
    return found


def align_each_path(source: Source, size: int, moves: Iterable[tuple[int, ...]]) -> Alignment:
    """Find shifts for every path by itself, with each largest number asked for: what a proof in the logic has rows of.

    Args:
        source: the program.
        size: how many numbers the input has.
        moves: the differences of neighbours.

    Raises:
        Refused: the program uses what the language does not have.
        SizeError: it has too many paths at this size.
    """
    rows: list[Aligned] = []
    moves, work = list(moves), Work()
    for path in paths(source, size, split=True):
        for d in moves:
            shifted = _shifted(path, path.facts, d, work)
            if shifted is None:
                return Alignment(size, None, tuple(rows), (path, d))
            rows += shifted
    return Alignment(size, max((row.cost for row in rows), default=0), tuple(rows))


def _aligned(ways: list[Path], size: int, moves: list[tuple[int, ...]]) -> Alignment:
    _check_rows(ways, moves)
    groups: dict[Any, list[Path]] = {}
    for path in ways:
        groups.setdefault(id(path) if path.published else _says(path), []).append(path)
    rows: list[Aligned] = []
    stuck, work = None, Work()
    for group in groups.values():
        alone: list[Aligned] | None = []
        for path in group:
            for d in moves:
                shifted = _shifted(path, path.facts, d, work)
                if shifted is None:
                    alone, stuck_here = None, (path, d)
                    break
                alone.extend(shifted)  # type: ignore[union-attr]
            if alone is None:
                break
        least = _cost(alone)
        if len(group) > 1 and (least is None or least > 0):
            together = _together(group, ways, moves, work)
            if together is not None and (least is None or (_cost(together) or 0) < least):
                alone = together
        if alone is None:
            stuck = stuck or stuck_here
        else:
            rows += alone
    if stuck is not None:
        return Alignment(size, None, tuple(rows), stuck)
    return Alignment(size, max((row.cost for row in rows), default=0), tuple(rows))


def _check_rows(ways: list[Path], moves: list[tuple[int, ...]]) -> None:
    if len(ways) * len(moves) > MOST_ROWS:
        raise SizeError(
            f"shifts are looked for at most {MOST_ROWS} times, got {len(ways)} paths and {len(moves)} differences"
        )


def _says(path: Path) -> tuple[Any, ...]:
    """Tell apart what paths return; True is no 1, though Python says that they are equal."""
    return path.output, tuple(map(type, path.output)), path.noises, path.coins


def _cost(rows: list[Aligned] | None) -> int | None:
    return None if rows is None else max((row.cost for row in rows), default=0)


def _check_tried(tried: int) -> None:
    if tried > MOST_TRIED:
        raise SizeError(f"at most {MOST_TRIED} shifts are tried")


class Work:
    """The shifts tried so far for one purpose, of which there is a limit; a search that is repeated counts once."""

    def __init__(self) -> None:
        self.searches: set[Any] = set()
        self.tried = 0

    def cheapest(
        self, rows: tuple[Row, ...], units: tuple[int, ...], free: tuple[tuple[bool, bool], ...], most: int = MOST_COST
    ) -> tuple[int, ...] | None:
        """Find integers s that satisfy every row at the least cost sum_j units_j |s_j|.

        Args:
            rows: the conditions.
            units: what moving a noise by one costs.
            free: of each noise, whether it may move down, and whether it may move at all.
            most: the largest cost that is tried.

        Raises:
            SizeError: more than `MOST_TRIED` shifts are tried.

        Example:
            >>> Work().cheapest((((1, -1), -2, False),), (1, 3), ((True, True), (True, True)))
            (2, 0)
        """
        asked = rows, units, free, most
        shifts, tried = _cheapest(*asked)
        if asked not in self.searches:
            self.searches.add(asked)
            self.tried += tried
            _check_tried(self.tried)
        return shifts


def _shifted(path: Path, facts: Iterable[tuple[Linear, bool]], d: tuple[int, ...], work: Work) -> list[Aligned] | None:
    """Find the cheapest shifts, for every way in which the largest numbers may move."""
    facts = tuple(facts)
    kept_still = {key[1] for operands in path.maxima for x in operands for key, _ in x.terms if key[0] == "noise"}
    rows = []
    for maxima in _moves_of_maxima(path, d):
        conditions = _conditions(path, facts, d, maxima)
        units = tuple(noise.units for noise in path.noises)
        free = tuple((noise.kind != "exponential", j not in kept_still) for j, noise in enumerate(path.noises))
        shifts = work.cheapest(conditions, units, free)
        if shifts is None:
            return None
        cost = sum(k * abs(s) for k, s in zip(units, shifts, strict=True))
        rows.append(Aligned(path, d, maxima, shifts, cost, facts))
    return rows


def _moves_of_maxima(path: Path, d: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """List how far the largest of some numbers may move, when their noise stays: as far as one of them."""
    ways = [sorted({_moved(x, d, (), ()) for x in operands}) if operands else [0] for operands in path.maxima]
    # Between the ends every integer is possible: two of the numbers may take turns at being the largest.
    yield from product(*[range(way[0], way[-1] + 1) for way in ways])


def _moved(number: Linear, d: tuple[int, ...], shifts: tuple[int, ...], maxima: tuple[int, ...]) -> int:
    """Say how far a number moves when inputs, noises and maxima do."""
    by = {"input": d, "noise": shifts, "max": maxima}
    return sum(times * by[kind][i] for (kind, i), times in number.terms if by[kind])


def _conditions(
    path: Path, facts: tuple[tuple[Linear, bool], ...], d: tuple[int, ...], maxima: tuple[int, ...]
) -> tuple[Row, ...]:
    rows: dict[Row, None] = {}
    for number, holds in facts:
        # x + c >= 0 is kept when x does not fall, x + c < 0 when it does not rise.
        rows[_row(number if holds else number.times(-1), path, d, maxima, False)] = None
    for number in path.published:
        rows[_row(number, path, d, maxima, True)] = None
    return tuple(rows)


def _row(number: Linear, path: Path, d: tuple[int, ...], maxima: tuple[int, ...], equal: bool) -> Row:
    terms = dict(number.terms)
    constant = sum(
        times * (d[i] if kind == "input" else maxima[i]) for (kind, i), times in terms.items() if kind != "noise"
    )
    return tuple(terms.get(("noise", j), 0) for j in range(len(path.noises))), constant, equal


@lru_cache(maxsize=200_000)
def _cheapest(
    rows: tuple[Row, ...], units: tuple[int, ...], free: tuple[tuple[bool, bool], ...], most: int
) -> tuple[tuple[int, ...] | None, int]:
    """Find the shifts of `Work.cheapest`, and count those that were tried."""
    last = [max((j for j, c in enumerate(row[0]) if c), default=-1) for row in rows]
    if any(not _satisfied(row, ()) for row, j in zip(rows, last, strict=True) if j < 0):
        return None, 0
    due = [[row for row, at in zip(rows, last, strict=True) if at == j] for j in range(len(units))]
    tried = 0

    def search(chosen: tuple[int, ...], allowed: int) -> tuple[int, ...] | None:
        nonlocal tried
        tried += 1
        _check_tried(tried)
        j = len(chosen)
        if j == len(units):
            return chosen
        down, moves = free[j]
        reach = allowed // units[j] if moves else 0
        low, high = _within(due[j], chosen, -reach if down else 0, reach)
        for size in range(max(0, low, -high), max(high, -low) + 1):
            for s in (size, -size) if size else (0,):
                if low <= s <= high:
                    found = search((*chosen, s), allowed - units[j] * size)
                    if found is not None:
                        return found
        return None

    for allowed in range(most + 1):
        found = search((), allowed)
        if found is not None:
            return found, tried
    return None, tried


def _within(rows: list[Row], chosen: tuple[int, ...], low: int, high: int) -> tuple[int, int]:
    """The ends between which the next shift satisfies the rows that end with it; the first above the second if none."""
    for coefficients, constant, equal in rows:
        c = coefficients[len(chosen)]  # not 0: the row ends here
        rest = constant + sum(map(mul, coefficients, chosen))
        if equal:
            if rest % c:
                return 1, 0
            low, high = max(low, -rest // c), min(high, -rest // c)
        elif c > 0:
            low = max(low, -(rest // c))
        else:
            high = min(high, rest // -c)
    return low, high


def _satisfied(row: Row, shifts: tuple[int, ...]) -> bool:
    coefficients, constant, equal = row
    total = constant + sum(c * s for c, s in zip(coefficients, shifts, strict=False))
    return total == 0 if equal else total >= 0


# Paths with one output, taken together

_HAIR = 1_000_000
"""Bounds are counted in millionths; one of them stands for `more than` where noise is continuous."""


def _together(group: list[Path], ways: list[Path], moves: list[tuple[int, ...]], work: Work) -> list[Aligned] | None:
    """Align the union of paths that return the same, where it is what their comparisons have in common."""
    closures = [_closure(path) for path in group]
    if any(closure is None for closure in closures):
        return None
    common = {
        pair: min(closure[pair] for closure in closures if closure is not None)
        for pair in closures[0]  # type: ignore[union-attr]
        if all(closure is not None and pair in closure for closure in closures)
    }
    ours = {id(path) for path in group}
    for other in ways:
        if id(other) in ours:
            continue
        if other.noises[: len(group[0].noises)] != group[0].noises[: len(other.noises)]:
            return None
        bounds = _bounds(other)
        if (
            bounds is None
            or _closed({**common, **{p: max(c, common.get(p, c)) for p, c in bounds.items()}}) is not None
        ):
            return None
    facts = tuple((u.plus(v, -1), True) for u, v in common if u != v)
    rows: list[Aligned] = []
    for d in moves:
        shifted = _shifted(group[0], facts, d, work)
        if shifted is None:
            return None
        rows += shifted
    return rows


Bounds = dict[tuple[Linear, Linear], int]
"""For two numbers without constants, u and v, a number in millionths that u - v is at least."""


def _bounds(path: Path) -> Bounds | None:
    """Write the facts of a path as bounds of differences, or None where one is no difference of two numbers."""
    found: Bounds = {}
    for number, holds in path.facts:
        if any(kind == "max" for (kind, _), _ in number.terms):
            return None
        x = number if holds else number.times(-1)
        up = Linear.of({key: c for key, c in x.terms if c > 0}, 0)
        down = Linear.of({key: -c for key, c in x.terms if c < 0}, 0)
        if any(sum(key[0] == "noise" for key, _ in side.terms) > 1 for side in (up, down)):
            return None
        real = any(key[0] == "noise" and path.noises[key[1]].kind == "laplace" for key, _ in x.terms)
        # x + c >= 0; a strict one is x + c >= 1 for integers. On the line what is equal has probability zero.
        bound = -x.constant * _HAIR + (1 if real else 0 if holds else _HAIR)
        found[up, down] = max(bound, found.get((up, down), bound))
    return found


def _closure(path: Path) -> Bounds | None:
    bounds = _bounds(path)
    return None if bounds is None else _closed(bounds)


def _closed(bounds: Bounds) -> Bounds | None:
    """Add up bounds along all chains; None if they contradict each other."""
    closed = dict(bounds)
    numbers = list(dict.fromkeys(x for pair in bounds for x in pair))
    for middle in numbers:
        for u in numbers:
            first = closed.get((u, middle))
            if first is None:
                continue
            for v in numbers:
                second = closed.get((middle, v))
                if second is not None and first + second > closed.get((u, v), first + second - 1):
                    closed[u, v] = first + second
    return None if any(closed.get((u, u), 0) > 0 for u in numbers) else closed


# The checker


def check(source: Source, proof: Alignment, moves: Iterable[tuple[int, ...]], budget: int) -> bool:
    """Accept a proof by sums of integers: each path and difference has a row whose shifts keep it within the budget.

    Paths are followed afresh; rows that take several paths together are accepted where the common facts are recomputed
    and no other output can satisfy them.

    Args:
        source: the program.
        proof: rows that somebody found.
        moves: the differences that must be covered.
        budget: units.

    Returns:
        Whether the rows prove the budget.
    """
    for split in (False, True):
        ways = list(paths(source, proof.size, split=split))
        if _covered(ways, proof, list(moves), budget):
            return True
    return False


def _covered(ways: list[Path], proof: Alignment, moves: list[tuple[int, ...]], budget: int) -> bool:
    by: dict[tuple[Any, ...], Aligned] = {}
    for row in proof.rows:
        by[row.path, row.difference, row.maxima, row.facts] = row
    _check_rows(ways, moves)
    groups: dict[Any, list[Path]] = {}
    for path in ways:
        groups.setdefault(_says(path), []).append(path)
    for group in groups.values():
        if all(_kept(path, path.facts, moves, by, budget) for path in group):
            continue
        together = _together(group, ways, moves, Work()) if len(group) > 1 and not group[0].published else None
        if together is None or not _kept(group[0], together[0].facts, moves, by, budget):
            return False
    return True


def _kept(
    path: Path, facts: Any, moves: list[tuple[int, ...]], by: dict[tuple[Any, ...], Aligned], budget: int
) -> bool:
    return all(
        (row := by.get((path, d, maxima, facts))) is not None and _accepted(row, budget)
        for d in moves
        for maxima in _moves_of_maxima(path, d)
    )


def _accepted(row: Aligned, budget: int) -> bool:
    path = row.path
    if len(row.shifts) != len(path.noises) or not all(type(s) is int for s in row.shifts):
        return False
    still = {key[1] for operands in path.maxima for x in operands for key, _ in x.terms if key[0] == "noise"}
    return (
        all(_satisfied(condition, row.shifts) for condition in _conditions(path, row.facts, row.difference, row.maxima))
        and all(s >= 0 for s, noise in zip(row.shifts, path.noises, strict=True) if noise.kind == "exponential")
        and all(row.shifts[j] == 0 for j in still)
        and sum(noise.units * abs(s) for noise, s in zip(path.noises, row.shifts, strict=True)) <= budget
    )
