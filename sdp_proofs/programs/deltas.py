"""Bounds the delta of a program on given inputs, with infinite noise: outputs in a window, and a proven rest.

The delta of two inputs is the sum over outputs of max(0, P(o) - e^epsilon Q(o)). In a window of outputs P is bounded
above and Q below; what the outputs of the window leave of P counts whole. Both bounds close in on delta as the window
grows, as the tails of geometric noise do.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.laws import Unit, probability
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.values import Linear

REACHES = (3, 8, 20)
"""How far from its value without noise a published number is listed, the nearest first."""
MOST_OUTPUTS = 2_000
_WINDOW = Fraction(1, 2**24)


def delta_between(
    here: list[Path],
    there: list[Path],
    q: tuple[int, ...],
    x: tuple[int, ...],
    odds: Fraction,
    unit: Unit,
    delta: Fraction,
) -> tuple[Fraction, Fraction]:
    """Enclose the delta of two inputs, as closely as the question needs it.

    Args:
        here: the paths on the first input.
        there: the paths on the second.
        q: the first input.
        x: the second.
        odds: e^epsilon.
        unit: the noise level.
        delta: what it is compared with.

    Returns:
        A lower and an upper bound.

    Raises:
        SizeError: too many outputs are to be listed, or they are continuous.

    Example:
        >>> from sdp_proofs.programs.further import threshold_for_new_keys
        >>> from sdp_proofs.programs.paths import paths
        >>> from sdp_proofs.programs.reading import read_function
        >>> ways = list(paths(read_function(threshold_for_new_keys), 1))
        >>> low, high = delta_between(ways, ways, (1,), (0,), Fraction(2), Unit(), Fraction(1, 23))
        >>> low <= Fraction(1, 24) <= high <= Fraction(1, 23)
        True
    """
    low, high = Fraction(0), Fraction(1)
    for reach in REACHES:
        below = above = likely = Fraction(0)
        for output in outputs_within(here, q, reach):
            first = probability(here, q, output, unit, _WINDOW)
            if not first.upper:
                continue
            second = probability(there, x, output, unit, _WINDOW)
            below += max(Fraction(0), first.lower - odds * second.upper)
            above += max(Fraction(0), first.upper - odds * second.lower)
            likely += first.lower
        low, high = max(low, below), min(high, above + 1 - likely)
        if high <= delta or low > delta:
            break
    return low, high


def outputs_within(ways: list[Path], q: tuple[int, ...], reach: int) -> Iterator[tuple[Any, ...]]:
    """List every output whose published numbers are near those without noise.

    Raises:
        SizeError: there are too many, or they are continuous.
    """
    seen: set[tuple[Any, ...]] = set()
    for path in ways:
        if any(noise.kind == "laplace" for noise in path.noises):
            raise SizeError("the delta of Laplace noise must be asked of `account`")
        places = [i for i, part in enumerate(path.output) if isinstance(part, Linear)]
        if (2 * reach + 1) ** len(places) > MOST_OUTPUTS:
            raise SizeError(f"at most {MOST_OUTPUTS} outputs can be listed")
        for steps in product(range(-reach, reach + 1), repeat=len(places)):
            output = list(path.output)
            for i, step in zip(places, steps, strict=True):
                part = path.output[i]
                output[i] = step + part.constant + sum(c * q[j] for (kind, j), c in part.terms if kind == "input")
            typed = tuple(map(type, output)), tuple(output)
            if typed not in seen:
                seen.add(typed)
                yield tuple(output)
