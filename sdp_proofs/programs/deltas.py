"""Bounds the delta of a program on given inputs, with infinite noise: outputs in a window, and a proven rest.

The delta of two inputs is the sum over outputs of max(0, P(o) - e^epsilon Q(o)). In a window of outputs P is bounded
above and Q below; what the outputs of the window leave of P counts whole. Both bounds close in on delta as the window
grows, as the tails of the noise do.

A published number with Laplace noise has densities p and q, and its outputs are the cells of a grid of width w. If its
noise of k units is met nowhere else, moving the output by h changes p and q by a factor of at most r^(-k |h|) each, so
that within a cell q/p is at least Q/P r^(2 k w) and at most Q/P r^(-2 k w), and

    the integral of max(0, p - e^epsilon q) is at most max(0, P - e^epsilon Q r^(2 k w)),

and it is P - e^epsilon Q where the sign of p - e^epsilon q cannot change within the cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.laws import Bounds, Cell, Chances, Unit
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.values import Linear
from sdp_proofs.programs.violations import Violation

REACHES = (3, 8, 20)
"""Distances from its value without noise at which a published number is listed, the nearest first."""
MOST_OUTPUTS = 2_000
FINE = Unit(Fraction(15, 16), 16)
"""The noise level at which the delta of Laplace noise is bounded, in cells of a sixteenth."""
_WINDOW = Fraction(1, 2**24)


class Missing(NamedTuple):
    """Bounds of a delta, and the outputs that the lower one is about."""

    low: Fraction
    high: Fraction
    event: Violation | None


def delta_between(chances: Chances, q: tuple[int, ...], x: tuple[int, ...], odds: Fraction, delta: Fraction) -> Missing:
    """Enclose the delta of two inputs, as closely as the question needs it.

    Args:
        chances: the probabilities of the program.
        q: the first input.
        x: the second.
        odds: e^epsilon.
        delta: what it is compared with.

    Returns:
        A lower and an upper bound, and the set of outputs at which the lower one is missing.

    Raises:
        SizeError: too many outputs are to be listed, or their densities are not those of noise of their own.

    Example:
        >>> from sdp_proofs.programs.further import threshold_for_new_keys
        >>> from sdp_proofs.programs.laws import Chances, Unit
        >>> from sdp_proofs.programs.paths import paths
        >>> from sdp_proofs.programs.reading import read_function
        >>> ways = list(paths(read_function(threshold_for_new_keys), 1))
        >>> chances = Chances(lambda q: ways, Unit())
        >>> found = delta_between(chances, (1,), (0,), Fraction(2), Fraction(1, 23))
        >>> found.low <= Fraction(1, 24) <= found.high <= Fraction(1, 23)
        True
    """
    low, high, event = Fraction(0), Fraction(1), None
    here, unit = chances.find(q), chances.unit
    # The noise of both inputs has to be of its own: the cells bound q as they bound p.
    shrink = unit.base ** (2 * max(_own_units(here), _own_units(chances.find(x))))
    for reach in REACHES if any(path.published for path in here) else REACHES[:1]:
        below = above = likely = Fraction(0)
        seen: list[Violation] = []
        for output in outputs_within(here, q, reach, unit):
            first = chances.of(q, output, _WINDOW)
            if not first.upper:
                continue
            second = chances.of(x, output, _WINDOW)
            found = Violation(q, x, output, first.lower, second.upper, unit, (first, second))
            if found.exceeds(odds):
                seen.append(found)
            below += max(Fraction(0), first.lower - odds * second.upper)
            cells = sum(isinstance(part, Cell) for part in output)
            above += _most(first, second, odds, shrink**cells)
            likely += first.lower
        if below > low:
            low, event = below, Violation.of_all(seen)
        high = min(high, above + 1 - likely)
        if high <= delta or low > delta:
            break
    return Missing(low, high, event)


def _most(first: Bounds, second: Bounds, odds: Fraction, shrink: Fraction) -> Fraction:
    """Bound the integral of max(0, p - odds q) over a cell, within which q/p varies by at most a factor `shrink`."""
    if first.lower * shrink >= odds * second.upper:  # p >= odds q in the whole cell
        return first.upper - odds * second.lower
    if first.upper <= odds * second.lower * shrink:  # p <= odds q in the whole cell
        return Fraction(0)
    return max(Fraction(0), first.upper - odds * second.lower * shrink)


def _own_units(ways: list[Path]) -> int:
    """Give the largest rate of Laplace noise that is published and met nowhere else.

    Raises:
        SizeError: some Laplace noise is published that is also met elsewhere, or not once, or integers are, too.
    """
    kinds = {_is_real(path, part) for path in ways for part in path.published}
    if len(kinds) > 1:  # a cell would hold the integers in it
        raise SizeError("what is published must be all integers or all real for a delta to be bounded")
    most = 0
    for path in ways:
        for part in path.published:
            # A comparison of the number itself with an integer is the same in a whole cell.
            same = (part.terms, part.times(-1).terms)
            numbers = [fact for fact, _ in path.facts if fact.terms not in same]
            numbers += [*path.published, *(x for operands in path.maxima for x in operands)]
            held = [(j, c) for (kind, j), c in part.terms if kind == "noise" and path.noises[j].kind == "laplace"]
            met = [sum(key == ("noise", j) for number in numbers for key, _ in number.terms) for j, _ in held]
            own = [path.noises[j].units for (j, c), times in zip(held, met, strict=True) if times == 1 and abs(c) == 1]
            if held and not own:
                raise SizeError("published Laplace noise must be met nowhere else for a delta to be bounded")
            most = max(most, min(own, default=0))
    return most


def outputs_within(ways: list[Path], q: tuple[int, ...], reach: int, unit: Unit) -> Iterator[tuple[Any, ...]]:
    """List every output whose published numbers are near those without noise, in cells where they are continuous.

    Raises:
        SizeError: there are too many.
    """
    seen: set[tuple[Any, ...]] = set()
    for path in ways:
        places = [i for i, part in enumerate(path.output) if isinstance(part, Linear)]
        grids = [unit.grid if _is_real(path, path.output[i]) else 0 for i in places]
        listed = [range(-reach * grid, reach * grid) if grid else range(-reach, reach + 1) for grid in grids]
        count = 1
        for steps in listed:
            count *= len(steps)
        if count > MOST_OUTPUTS:
            raise SizeError(f"at most {MOST_OUTPUTS} outputs can be listed")
        for chosen in product(*listed):
            output = list(path.output)
            for i, step, grid in zip(places, chosen, grids, strict=True):
                part = path.output[i]
                value = part.constant + sum(c * q[j] for (kind, j), c in part.terms if kind == "input")
                output[i] = Cell(value * grid + step, grid) if grid else value + step
            typed = tuple(map(type, output)), tuple(output)
            if typed not in seen:
                seen.add(typed)
                yield tuple(output)


def _is_real(path: Path, part: Linear) -> bool:
    return any(kind == "noise" and path.noises[j].kind == "laplace" for (kind, j), _ in part.terms)
