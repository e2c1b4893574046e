"""Shifts of the noise between two runs on inputs that are known, which may have different sizes.

Each path on the one input is taken to a path of its own on the other, with the same words and the same coins: its
noises are moved by integers such that the comparisons of the first imply those of the second, and what is published
stays. Noise that the second path does not draw is left out, which costs nothing. Summed over the paths with an output,

    P(A(q) = o) <= e^(unit * cost) P(A(q') = o),    as no two paths are taken to the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.alignment import Row, Work
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.values import Linear


@dataclass(frozen=True)
class Taken:
    """A path on one input, the path on the other that it is taken to, and the shifts.

    Attributes:
        path: on the first input.
        other: on the second.
        shifts: of the noises of the second path.
        cost: sum of units times |shift|.
    """

    path: Path
    other: Path
    shifts: tuple[int, ...]
    cost: int


def between(here: list[Path], there: list[Path], work: Work) -> list[Taken] | None:
    """Take all paths on one input to paths on another at the least cost of the dearest; None where that fails.

    Args:
        here: the paths on the first input.
        there: those on the second.
        work: what may be tried.

    Raises:
        SizeError: it is used up.
    """
    groups: dict[Any, tuple[list[Path], list[Path]]] = {}
    for side, ways in enumerate((here, there)):
        for path in ways:
            groups.setdefault(_says(path), ([], []))[side].append(path)
    rows: list[Taken] = []
    for ours, theirs in groups.values():
        ways_on = [[_shifted(path, other, work) for other in theirs] for path in ours]
        costs = sorted({one.cost for row in ways_on for one in row if one is not None})
        for most in costs if ours else [0]:
            allowed = [[j for j, one in enumerate(row) if one is not None and one.cost <= most] for row in ways_on]
            matched = _matched(allowed)
            if matched is not None:
                rows += [one for row, j in zip(ways_on, matched, strict=True) if (one := row[j]) is not None]
                break
        else:
            return None
    return rows


def _says(path: Path) -> Any:
    """Tell apart what paths return and what their coins show, numbers with noise left open."""
    words = tuple("number" if isinstance(part, Linear) else (type(part).__name__, part) for part in path.output)
    return words, path.coins


def _shifted(path: Path, other: Path, work: Work) -> Taken | None:
    """Find the cheapest shifts that take a path to another one."""
    count = len(other.noises)
    if [(n.kind, n.units) for n in path.noises[:count]] != [(n.kind, n.units) for n in other.noises]:
        return None
    rows: dict[Row, None] = {}
    for number, holds in other.facts:
        row = _implied(number, holds, path, count)
        if row is None:
            return None
        rows[row] = None
    for before, after in zip(path.published, other.published, strict=True):
        if before.terms != after.terms:
            return None
        rows[_coefficients(after, count), after.constant - before.constant, True] = None
    units = tuple(noise.units for noise in other.noises)
    free = tuple((noise.kind != "exponential", True) for noise in other.noises)
    shifts = work.cheapest(tuple(rows), units, free)
    if shifts is None:
        return None
    return Taken(path, other, shifts, sum(k * abs(s) for k, s in zip(units, shifts, strict=True)))


def _implied(number: Linear, holds: bool, path: Path, count: int) -> Row | None:
    """State that a comparison of the second path follows from one of the first; None if there is none like it."""
    sign = 1 if holds else -1
    known = [sign * fact.constant for fact, held in path.facts if held == holds and fact.terms == number.terms]
    if not known:
        return None
    # The sharpest of several bounds of one number counts: x >= -c for the least c.
    return tuple(sign * c for c in _coefficients(number, count)), sign * number.constant - min(known), False


def _coefficients(number: Linear, count: int) -> tuple[int, ...]:
    terms = dict(number.terms)
    return tuple(terms.get(("noise", j), 0) for j in range(count))


def _matched(allowed: list[list[int]]) -> list[int] | None:
    """Give each row a column of its own among those that it may have; None if that cannot be done."""
    owner: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j in allowed[i]:
            if j not in seen:
                seen.add(j)
                if j not in owner or place(owner[j], seen):
                    owner[j] = i
                    return True
        return False

    if not all(place(i, set()) for i in range(len(allowed))):
        return None
    found = {i: j for j, i in owner.items()}
    return [found[i] for i in range(len(allowed))]


def taken(
    known: dict[tuple[int, ...], list[Path]], pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]
) -> list[Taken] | None:
    """Take all paths of all pairs of inputs to each other; None where one of them fails, or takes too much work.

    Args:
        known: the paths on each input.
        pairs: neighbours, each in both orders.
    """
    rows: list[Taken] = []
    work = Work()
    for q, x in pairs:
        try:
            found = between(known[q], known[x], work)
        except SizeError:
            return None
        if found is None:
            return None
        rows += found
    return rows
