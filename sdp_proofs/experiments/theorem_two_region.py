"""The rows of the picture of Theorem 2: where its conditions can be met, and what noise it takes beside what is needed.

World: enclosure; every row is proven at both ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TextIO

from sdp_proofs.files import write_csv
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.dp_lssgd.theorem_two import (
    BATCH,
    DELTA,
    LEAST,
    PUBLISHED,
    RECORDS,
    STEPS,
    Setting,
    formula_noise,
    least_ratio,
    reach,
)

EPSILONS = ("0.1", "0.15", "0.2", "0.25", "0.3", "0.5", "0.7", "1", "1.5", "2", "3", "4", "5", "6", "8", "10")
STEPS_DRAWN = (1, 1000, STEPS, 10**6)
RATIO = Fraction(RECORDS, BATCH)
COLUMNS = ("series", "steps", "epsilon", "lower", "upper")
_DIGITS = 6


class Series(StrEnum):
    """What a row is of."""

    RATIO = "n/b from which the conditions can be met"
    USED = "n/b of Table 2"
    FORMULA = "noise of the formula, mu = 1/2"
    THEOREM = "noise of the theorem"
    CODE = "noise of the code"
    LEAST = "least noise"


@dataclass(frozen=True, slots=True)
class Point:
    """A proven interval at one epsilon, with `steps` steps."""

    series: Series
    steps: int
    epsilon: str
    value: Enclosure

    def values(self) -> dict[str, str]:
        """The row as texts, rounded outward."""
        cells = (self.series.value, str(self.steps), self.epsilon, *self.value.bounds(_DIGITS))
        return dict(zip(COLUMNS, cells, strict=True))


def groups(
    epsilons: Sequence[str] = EPSILONS, steps: Sequence[int] = STEPS_DRAWN
) -> Iterator[tuple[Point, ...]]:
    """All rows at delta = 1e-5: a group for every boundary at every epsilon, then one for the noises at every epsilon.

    Args:
        epsilons: as typed.
        steps: the numbers of steps of the region; the noises are for those of the paper.

    Example:
        >>> [[(each.series.name, each.value.rounded(2)) for each in group] for group in groups(["0.5"], [1])]
        [[('RATIO', '68000000000')], [('FORMULA', '20')]]
    """
    for count in steps:
        for epsilon in epsilons:
            yield (Point(Series.RATIO, count, epsilon, least_ratio(count, Fraction(epsilon), DELTA)),)
    for epsilon in epsilons:
        yield tuple(_noises(epsilon))


def _noises(epsilon: str) -> Iterator[Point]:
    setting = Setting(RATIO, STEPS, Fraction(epsilon), DELTA)
    if epsilon in PUBLISHED:
        yield Point(Series.USED, STEPS, epsilon, Enclosure.of(RATIO))
        yield Point(Series.CODE, STEPS, epsilon, Enclosure.of(Fraction(PUBLISHED[epsilon]) * BATCH))
    yield Point(Series.FORMULA, STEPS, epsilon, formula_noise(setting, Fraction(1, 2)))
    noise = reach(setting).noise
    if noise is not None:
        yield Point(Series.THEOREM, STEPS, epsilon, noise)
    if epsilon in LEAST:
        meets, fails = LEAST[epsilon]
        yield Point(Series.LEAST, STEPS, epsilon, Enclosure.between(fails, meets))


def write_rows(rows: Iterable[Point], stream: TextIO) -> None:
    """Write rows as CSV with a header.

    Args:
        rows: any.
        stream: a text stream opened with `newline=""`.
    """
    write_csv(COLUMNS, (row.values() for row in rows), stream)
