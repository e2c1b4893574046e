"""Region where the conditions of Theorem 2 of DP-LSSGD can be met, and its noise beside what is needed.

The noise is that of the theorem, of its formula and of the published code, beside the least that is proven to do.
World: enclosure; every row is proven at both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import BLUE, DASHES, GREEN, MARKERS, VERMILION, panels_figure
from sdp_proofs.figures.figure import Drawn, Figure, Run
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

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

EPSILONS = ("0.1", "0.15", "0.2", "0.25", "0.3", "0.5", "0.7", "1", "1.5", "2", "3", "4", "5", "6", "8", "10")
STEPS_DRAWN = (1, 1000, STEPS, 10**6)
RATIO = Fraction(RECORDS, BATCH)
COLUMNS = ("series", "steps", "epsilon", "lower", "upper")
_DIGITS = 6
_HIGHEST = 1e12
"""The most records that are drawn: beyond it no data set lies."""


class Series(StrEnum):
    """Curve that a row belongs to."""

    RATIO = "n/b from which the conditions can be met"
    USED = "n/b of Table 2"
    FORMULA = "noise of the formula, mu = 1/2"
    THEOREM = "noise of the theorem"
    CODE = "noise of the code"
    LEAST = "least noise"


@dataclass(frozen=True, slots=True)
class Row:
    """A proven interval at one epsilon, with `steps` steps."""

    series: Series
    steps: int
    epsilon: str
    value: Enclosure

    def values(self) -> dict[str, str]:
        """Return the row as texts, rounded outward."""
        cells = (self.series.value, str(self.steps), self.epsilon, *self.value.bounds(_DIGITS))
        return dict(zip(COLUMNS, cells, strict=True))


def groups(epsilons: Sequence[str] = EPSILONS, steps: Sequence[int] = STEPS_DRAWN) -> Iterator[tuple[Row, ...]]:
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
            yield (Row(Series.RATIO, count, epsilon, least_ratio(count, Fraction(epsilon), DELTA)),)
    for epsilon in epsilons:
        yield tuple(_noises(epsilon))


def _noises(epsilon: str) -> Iterator[Row]:
    setting = Setting(RATIO, STEPS, Fraction(epsilon), DELTA)
    if epsilon in PUBLISHED:
        yield Row(Series.USED, STEPS, epsilon, Enclosure.of(RATIO))
        yield Row(Series.CODE, STEPS, epsilon, Enclosure.of(Fraction(PUBLISHED[epsilon]) * BATCH))
    yield Row(Series.FORMULA, STEPS, epsilon, formula_noise(setting, Fraction(1, 2)))
    noise = reach(setting).noise
    if noise is not None:
        yield Row(Series.THEOREM, STEPS, epsilon, noise)
    if epsilon in LEAST:
        meets, fails = LEAST[epsilon]
        yield Row(Series.LEAST, STEPS, epsilon, Enclosure.between(fails, meets))


def _compute(run: Run, /) -> Drawn:
    """Compute all rows."""
    total = len(EPSILONS) * (len(STEPS_DRAWN) + 1)
    found, missing = run.collect(groups(EPSILONS, STEPS_DRAWN), total)
    rows = [row for group in found for row in group]
    return Drawn(rows=[row.values() for row in rows], draw=lambda: draw(rows), missing=missing)


FIGURES = (
    Figure(
        "theorem-2",
        "dp_lssgd",
        r"Where the conditions of Theorem~2 of DP-LSSGD can be met, and its noise beside the least one.",
        _compute,
        "5 s",
        title="Where a theorem on training applies",
        page="how_to/train",
    ),
)


def draw(rows: Sequence[Row]) -> matplotlib.figure.Figure:
    """Draw the region of the conditions, and the noises.

    Raises:
        DomainError: no boundary of the region.
    """

    def places(series: Series, steps: int | None = None) -> tuple[list[float], list[float]]:
        chosen = (row for row in rows if row.series is series and steps in (None, row.steps))
        pairs = sorted((float(row.epsilon), float(row.value)) for row in chosen)
        return [place for place, _ in pairs], [value for _, value in pairs]

    counts = list(dict.fromkeys(row.steps for row in rows if row.series is Series.RATIO))
    if not counts:
        raise DomainError("a region must have a boundary, and every boundary at least one point")
    figure, (left, right) = panels_figure(2, 2, alone=(4.4, 3.6), each=(4.0, 3.4))
    for place, (count, (color, _)) in enumerate(zip(counts, MARKERS, strict=False)):
        look: Any = {"color": color, "linewidth": 1.2, "linestyle": DASHES[place % len(DASHES)]}
        left.plot(*places(Series.RATIO, count), label=f"$T$ = {count:,}", **look)
    left.fill_between(*places(Series.RATIO, counts[0]), 1, color="0.92", linewidth=0)
    left.text(0.04, 0.05, "no $\\mu$ meets the conditions", transform=left.transAxes, color="0.35")
    used = places(Series.USED)
    if used[0]:
        left.plot(*used, "o", label="settings of Table 2", color="0.15", markersize=4.5)
    _finish(left, "where Theorem 2 applies", "$n/b$")
    left.set_ylim(1, _HIGHEST)
    least = sorted(
        (float(row.epsilon), float(row.value.lower), float(row.value.upper))
        for row in rows
        if row.series is Series.LEAST
    )
    if least:
        where, low, high = map(list, zip(*least, strict=True))
        # Bars and no band: nothing is proven between the places.
        right.vlines(where, low, high, label="least noise, from both sides", color=GREEN, linewidth=2.2)
        right.plot([*where, *where], [*low, *high], "_", color=GREEN, markersize=6)
    noises: tuple[tuple[Series, str, Any], ...] = (
        (Series.FORMULA, "formula, $\\mu = 1/2$", {"color": VERMILION, "linestyle": DASHES[1], "linewidth": 1.0}),
        (Series.THEOREM, "Theorem 2", {"color": VERMILION, "linewidth": 1.6}),
        (Series.CODE, "published code", {"color": BLUE, "marker": "s", "linestyle": "", "markersize": 4.5}),
    )
    for series, name, look in noises:
        if any(row.series is series for row in rows):
            right.plot(*places(series), label=name, **look)
    _finish(right, "noise on the sum of a batch", "clip norms")
    return figure


def _finish(axes: Axes, title: str, name: str) -> None:
    axes.set_title(title, loc="left")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(name)
    axes.set_xticks([0.1, 0.3, 1, 3, 10], ["0.1", "0.3", "1", "3", "10"])
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(frameon=False)
