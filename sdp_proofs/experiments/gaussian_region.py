"""The map of the classical Gaussian formula: where in (epsilon, delta) it gives enough noise, by subdivision.

World: verdicts. Every box is decided at its corners (`classical_gaussian`) or divided into four; what is left after the
last division lies along the border. The border itself has proven digits at every delta.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TextIO

from sdp_proofs.accounting.classical import decide_classical_box, largest_classical_epsilon, read_open_delta
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

EPSILONS = (0, 14)
EXPONENTS = (-16, 0)
DEPTH = 4
BORDER_DELTAS = (
    "0.999", "0.99", "0.98", "0.96", "0.93", "0.9", "0.86", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1",
    *(f"{mantissa}e-{power}" for power in range(2, 17) for mantissa in (3, 1)),
)  # fmt: skip
BORDER_DIGITS = 6
COLUMNS = ("epsilon_low", "epsilon_high", "log10_delta_low", "log10_delta_high", "classical_sigma_is_enough")


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the map.

    Args:
        epsilons: its ends.
        exponents: log10 of delta at its ends.
        verdict: HOLDS where the formula is enough on all of it, FAILS where it is nowhere, UNKNOWN on the border.
    """

    epsilons: tuple[Fraction, Fraction]
    exponents: tuple[Fraction, Fraction]
    verdict: Verdict

    @property
    def area(self) -> Fraction:
        """Width times height."""
        return (self.epsilons[1] - self.epsilons[0]) * (self.exponents[1] - self.exponents[0])


def boxes(
    epsilons: tuple[int, int] = EPSILONS, exponents: tuple[int, int] = EXPONENTS, *, depth: int = DEPTH
) -> Iterator[Box]:
    """The boxes of the map, the undivided ones with sides 2.

    Example:
        >>> found = list(boxes((0, 4), (-4, -2), depth=2))
        >>> [(box.verdict.value, str(box.area)) for box in found]
        [('HOLDS', '4'), ('HOLDS', '4')]
    """
    for column in range(epsilons[0], epsilons[1], 2):
        for line in range(exponents[0], exponents[1], 2):
            yield from _divided((Fraction(column), Fraction(column + 2)), (Fraction(line), Fraction(line + 2)), depth)


def _divided(epsilons: tuple[Fraction, Fraction], exponents: tuple[Fraction, Fraction], depth: int) -> Iterator[Box]:
    verdict = decide_classical_box(epsilons, exponents)
    if verdict is not Verdict.UNKNOWN or depth == 0:
        yield Box(epsilons, exponents, verdict)
        return
    for side in _halves(epsilons):
        for level in _halves(exponents):
            yield from _divided(side, level, depth - 1)


def _halves(ends: tuple[Fraction, Fraction]) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    middle = (ends[0] + ends[1]) / 2
    return (ends[0], middle), (middle, ends[1])


def border(deltas: Iterable[str] = BORDER_DELTAS) -> Iterator[tuple[Fraction, Enclosure]]:
    """The largest epsilon at which the formula is enough, delta by delta.

    Example:
        >>> [(str(delta), epsilon.rounded(5)) for delta, epsilon in border(["1e-5"])]
        [('1/100000', '8.4198')]
    """
    for delta in deltas:
        yield read_open_delta(delta), largest_classical_epsilon(delta, digits=BORDER_DIGITS)


def cells(box: Box) -> tuple[str, ...]:
    """A box as text, one for each of `COLUMNS`; its ends are dyadic, and the decimals exact.

    Example:
        >>> cells(Box((Fraction(0), Fraction(1, 8)), (Fraction(-1), Fraction(0)), Verdict.HOLDS))
        ('0', '0.125', '-1', '0', 'HOLDS')
    """
    return (*(f"{float(end):g}" for end in (*box.epsilons, *box.exponents)), box.verdict.value)


def write_rows(rows: Iterable[Box], stream: TextIO) -> None:
    """Write the boxes as CSV with a header; ends are decimals, exact."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(cells, rows))
