"""Inputs that are listed where no shifts decide, and the inputs that they stand for.

A program that throws coins and compares entries of its input with constants, one at a time, treats all integers between
two constants alike. If an entry of a neighbour differs by at most d, the integers from t - d - 1 to t + d around each
constant t stand for all: both entries of any pair lie in the same gaps as those of a pair of these.
"""

from __future__ import annotations

from collections.abc import Iterable

from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.values import Linear


def compared_bare(ways: Iterable[Path]) -> tuple[Linear, ...]:
    """List what is compared that holds input and no noise: a neighbour may take another path there.

    Args:
        ways: the paths on unknown inputs.
    """
    numbers = dict.fromkeys(number for path in ways for number, _ in path.facts)
    return tuple(number for number in numbers if all(kind == "input" for (kind, _), _ in number.terms))


def standing_for_all(ways: Iterable[Path], reach: int) -> tuple[int, ...] | None:
    """List integers that stand for all integers as entries of an input, if finitely many do.

    Args:
        ways: the paths on unknown inputs.
        reach: how far an entry of a neighbour may differ; 0 where any two inputs are neighbours.

    Returns:
        The integers; None where a path has noise, publishes a number of the input, or compares two entries.

    Example:
        >>> from sdp_proofs.programs.paths import paths
        >>> from sdp_proofs.programs.reading import read_function
        >>> from sdp_proofs.programs.catalogue import histogram
        >>> standing_for_all(paths(read_function(histogram), 2), 1) is None
        True
    """
    ways = list(ways)
    numbers = [number for path in ways for number, _ in path.facts]
    if any(path.noises or path.published for path in ways) or any(len(number.terms) != 1 for number in numbers):
        return None
    found = set(range(reach + 1))
    for number in numbers:
        ((kind, _), times), c = number.terms[0], number.constant
        if kind != "input":
            return None
        # k x + c >= 0 says x >= t for k > 0, and not x >= t for k < 0.
        t = -(c // times) if times > 0 else c // -times + 1
        found.update(range(int(t) - reach - 1, int(t) + reach + 1))
    return tuple(sorted(found))


def both_sides(number: Linear, low: int, high: int) -> bool:
    """Decide that inputs from low to high take both ways at `number >= 0`."""
    ends = ((low, high), (high, low))
    least, most = (sum(times * (a if times > 0 else b) for _, times in number.terms) for a, b in ends)
    return bool(least + number.constant < 0 <= most + number.constant)
