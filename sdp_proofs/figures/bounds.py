"""Sharpness of the closed forms: their exponents beside the exact one, their values beside delta_SDP.

The sources are all laws over two types that give each at least f; records are sampled without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.figures.drawing import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    finish_panel,
    panels_figure,
    plot_logarithms,
    short,
    styled,
)
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.decide import largest
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, read_rational
from sdp_proofs.privacy.bounds.buckets import buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold
from sdp_proofs.privacy.bounds.lower import one_point_lower, rare_type_lower
from sdp_proofs.privacy.bounds.published import remark_8_as_published
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.tables.reach import reached, smoothed_or_none

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

DIGITS = 6
"""Significant digits that are asked for."""
TYPES = 2
LARGE = 10**15
"""The number of records at which exponents are read off: powers of n no longer matter."""

FLOORS = (Fraction(1, 2), Fraction("0.0554"))
RATES = ("0.5", "0.95", "0.998")
EPSILONS = ("0.2", "0.5", "1", "2", "3", "5", "7", "10")
CELLS = (2, 3, 5, 10)
"""Numbers of cells, each with its own tilt."""

EXACT, LOWER, CELL, TWO, ONE, REMARK_8 = "exact", "lower bound", "cells", "two tails", "one tail", "Remark 8"
EXPONENT_NAMES = (LOWER, *(f"{count} {CELL}" for count in reversed(CELLS)), TWO, ONE, REMARK_8)
"""The bounds whose exponents are compared."""
LOSS_NAMES = (EXACT, LOWER, f"10 {CELL}", TWO, ONE, REMARK_8)
"""The bounds that are computed by size; `exact` is delta_SDP."""

COLUMNS = (
    "part", "floor", "rate", "epsilon", "records", "name", "value_lower", "value_upper", "share_lower", "share_upper",
)  # fmt: skip
"""The columns of the rows as text."""


class Part(StrEnum):
    """Kind of value of a row: -ln(bound)/n, or the number itself."""

    EXPONENT = "exponent"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Series:
    """delta_SDP by size: one rate and epsilon, and the numbers of records."""

    floor: Fraction
    rate: str
    epsilon: str
    sizes: tuple[int, ...]


SERIES = (
    Series(Fraction("0.0554"), "0.5", "1", (100, 500, 1000, 1500, 2000, 2500, 3000, 4000)),
    Series(Fraction("0.0554"), "0.95", "4", (500, 2000, 4000, 6000, 8000, 10_000, 12_000, 15_000)),
    Series(Fraction("0.0554"), "0.998", "7", (5000, 25_000, 50_000, 75_000, 100_000, 150_000, 200_000)),
)
"""The series that are drawn, each above ln(n/(n-T)), the threshold of Remark 8 and of one tail."""


@dataclass(frozen=True, slots=True)
class Row:
    """One bound at one point.

    Args:
        part: what the value is.
        floor: f.
        rate: as typed.
        epsilon: as typed.
        records: number of records n.
        name: which bound.
        value: its exponent or itself; None where its hypotheses fail or its digits are out of reach.
        share: of an exponent, the value divided by the exact exponent.
    """

    part: Part
    floor: Fraction
    rate: str
    epsilon: str
    records: int
    name: str
    value: Enclosure | None
    share: Enclosure | None = None

    def values(self, digits: int = DIGITS + 2) -> dict[str, str]:
        """The row as text by column (`COLUMNS`): fractions exact, enclosures rounded outward."""
        cells = (
            self.part.value, self.floor, self.rate, self.epsilon, self.records, self.name,
            *(("", "") if self.value is None else self.value.bounds(digits)),
            *(("", "") if self.share is None else self.share.bounds(digits)),
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def exponent_rows(
    floors: Iterable[Fraction] = FLOORS, rates: Sequence[str] = RATES, epsilons: Sequence[str] = EPSILONS
) -> Iterator[Row]:
    """The exact exponent R and those of the bounds, -ln(bound)/n at n = `LARGE`, with their shares of R.

    World: enclosures. An upper bound's share is at most 1 and a lower bound's at least 1, up to powers of n.

    Args:
        floors: f in (0, 1/2].
        rates: sampling rates in (0, 1).
        epsilons: anything that `Budget` reads, above 0.

    Raises:
        DomainError: outside these domains.

    Example:
        >>> rows = list(exponent_rows([Fraction(1, 2)], ["0.5"], ["1"]))
        >>> {row.name: row.share.rounded(3) for row in rows[1:]}["two tails"]
        '0.513'
    """
    for floor in floors:
        for rate in rates:
            instance = Instance.read(records=LARGE, rate=rate, types=TYPES, floor=floor)
            for epsilon in epsilons:
                budget = Budget.read(epsilon=epsilon)
                exact = reached(partial(_exponent, instance, budget))
                yield Row(Part.EXPONENT, floor, rate, epsilon, LARGE, EXACT, exact)
                for name in EXPONENT_NAMES:
                    bound = bound_or_none(name, instance, budget)
                    value = None if bound is None else _per_record(bound, LARGE)
                    share = None if value is None or exact is None else value / exact
                    yield Row(Part.EXPONENT, floor, rate, epsilon, LARGE, name, value, share)


def delta_rows(series: Iterable[Series] = SERIES) -> Iterator[Row]:
    """delta_SDP and its bounds by size.

    World: enclosures.

    Raises:
        DomainError: a rate, an epsilon or a size outside its domain.

    Example:
        >>> rows = list(delta_rows([Series(Fraction(1, 2), "0.5", "1", (100,))]))
        >>> rows[0].name, rows[0].value.rounded(3)
        ('exact', '3.26e-7')
    """
    for each in series:
        budget = Budget.read(epsilon=each.epsilon)
        for records in each.sizes:
            instance = Instance.read(records=records, rate=each.rate, types=TYPES, floor=each.floor)
            for name in LOSS_NAMES:
                value = bound_or_none(name, instance, budget)
                yield Row(Part.LOSS, each.floor, each.rate, each.epsilon, records, name, value)


def bound_or_none(name: str, instance: Instance, budget: Budget) -> Enclosure | None:
    """A bound by its name, one of `EXPONENT_NAMES` or `LOSS_NAMES`; None where it does not apply or is out of reach.

    Example:
        >>> case = Instance.read(records=1000, rate="0.998", types=2, floor="1/2")
        >>> bound_or_none("one tail", case, Budget.read(epsilon=1)) is None
        True
    """
    digits = DIGITS + 3
    above = above_threshold(instance, budget)
    ways: dict[str, Callable[[], Enclosure]] = {
        EXACT: lambda: _smoothed(instance, budget, digits),
        LOWER: lambda: _best_lower(instance, budget, digits),
        TWO: lambda: two_sided_upper(instance, budget, digits=digits).value,
    }
    if above:
        ways[ONE] = lambda: one_sided_upper(instance, budget, digits=digits).value
        ways[REMARK_8] = lambda: remark_8_as_published(instance, budget, digits=digits).value
    for count in CELLS:
        ways[f"{count} {CELL}"] = partial(_cells, instance, budget, count, digits)
    return reached(ways[name]) if name in ways else None


def _exponent(instance: Instance, budget: Budget) -> Enclosure:
    return decay_rate(instance, budget, digits=DIGITS + 3).value


def _cells(instance: Instance, budget: Budget, count: int, digits: int) -> Enclosure:
    return buckets_upper(instance, budget, cells=count, digits=digits).value


def _smoothed(instance: Instance, budget: Budget, digits: int) -> Enclosure:
    found = smoothed_or_none(TYPES, instance.floor, instance.records, instance.draws, budget, digits)
    if found is None:
        raise SizeError("delta_SDP is out of reach here")
    return found


def _best_lower(instance: Instance, budget: Budget, digits: int) -> Enclosure:
    forms = (rare_type_lower(instance, digits=digits), one_point_lower(instance, budget, digits=digits))
    return largest([form.value for form in forms])


def _per_record(bound: Enclosure, records: int) -> Enclosure:
    with ctx.workprec(128):
        return Enclosure(-bound.ball.log() / records)


def _compute(run: Run, /) -> Drawn:
    """Compute all bounds at all points."""
    points = len(FLOORS) * len(RATES) * len(EPSILONS)
    total = points * (1 + len(EXPONENT_NAMES)) + len(LOSS_NAMES) * sum(len(each.sizes) for each in SERIES)
    found = chain(exponent_rows(FLOORS, RATES, EPSILONS), delta_rows(SERIES))
    rows, missing = run.collect(found, total)
    return Drawn(rows=[row.values() for row in rows], draw=lambda: draw(rows), missing=missing)


def bounds(
    *,
    floors: Iterable[Readable] | None = None,
    rates: Sequence[str] | None = None,
    epsilons: Sequence[str] | None = None,
    series: Iterable[Series] | None = None,
) -> matplotlib.figure.Figure:
    """Draw how sharp the closed forms are: shares of the exact exponent by epsilon, values by number of records.

    Everything is computed anew, which takes most of a minute unless less is asked for.

    Args:
        floors: the least probabilities f of a type, at most 1/2; one line of panels each.
        rates: sampling rates; one column each.
        epsilons: increasing, above 0.
        series: what is drawn by number of records; () for nothing.

    Raises:
        DomainError: outside these domains.
    """
    wanted = FLOORS if floors is None else [read_rational(floor, "floor") for floor in floors]
    exponents = exponent_rows(wanted, rates or RATES, epsilons or EPSILONS)
    rows = [*exponents, *delta_rows(SERIES if series is None else series)]
    return styled(lambda: draw(rows))


FIGURES = (
    Figure(
        "bounds",
        "smoothed_dp",
        r"How sharp the closed forms are: exponents beside the exact rate of decay, and values beside "
        r"$\delta_{\mathrm{SDP}}$. \emph{One tail}, \emph{two tails}: Chernoff bounds of one or both tails of a "
        r"likelihood ratio; \emph{$k$ cells}: its values divided into $k$ parts, each bounded by itself.",
        _compute,
        "10 s",
        plot=bounds,
        title="How sharp the closed forms are",
        page="how_to/bound_table",
    ),
)


_COLUMNS = 3
_DASH, _DOTS, _DASH_DOT = (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5))


def _look(color: str, marker: str, linestyle: Any = "-", *, open_mark: bool = False, size: float = 3.8) -> Any:
    return {
        "color": color, "marker": marker, "linestyle": linestyle, "linewidth": 1.0, "markersize": size,
        "markerfacecolor": "white" if open_mark else color, "markeredgewidth": 0.8,
    }  # fmt: skip


LOOKS: Mapping[str, Any] = {
    "exact": _look("black", "o", "none", open_mark=True, size=6.5),
    "lower bound": _look("0.45", "v", _DASH),
    "10 cells": _look(BLUE, "o", size=3.0),
    "5 cells": _look(SKY, "D", open_mark=True),
    "3 cells": _look(GREEN, "^", _DASH_DOT),
    "2 cells": _look(PURPLE, "s", _DOTS, open_mark=True),
    "two tails": _look(VERMILION, "x", _DASH),
    "one tail": _look(ORANGE, "P", size=4.6),
    "Remark 8": _look("black", "*", _DOTS, size=5.0),
}
"""The look of every bound, in the order of the legend: by colour, mark and dashes."""


def draw(rows: Iterable[Row]) -> matplotlib.figure.Figure:
    """Draw a panel for every floor and rate of the exponents, then one for every series of values.

    Raises:
        DomainError: no row.
    """
    panels: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        by_epsilon = () if row.part is Part.EXPONENT else (row.epsilon,)
        panels.setdefault((row.part is Part.LOSS, row.floor, row.rate, *by_epsilon), []).append(row)
    if not panels:
        raise DomainError("a figure must have at least one point")
    # Shares come first, each kind in the order of its rows.
    ordered = [panels[key] for key in sorted(panels, key=lambda key: bool(key[0]))]
    figure, grid = panels_figure(len(ordered), _COLUMNS, alone=(5.6, 4.2), each=(3.05, 2.5))
    handles: dict[str, Any] = {}
    for axes, part in zip(grid, ordered, strict=True):
        (_draw_shares if part[0].part is Part.EXPONENT else _draw_losses)(axes, part)
        handles.update(zip(*axes.get_legend_handles_labels()[::-1], strict=True))
    _name_axes(grid, [part[0].part is Part.EXPONENT for part in ordered])
    names = [name for name in LOOKS if name in handles]
    labels = [r"exact $\delta_{SDP}$" if name == EXACT else name for name in names]
    columns = 3 if len(ordered) == 1 else 5
    figure.legend([handles[name] for name in names], labels, loc="outside lower center", ncols=columns, frameon=False)
    return figure


def _name_axes(grid: Sequence[Axes], shares: Sequence[bool]) -> None:
    """Name the axes; every line of panels is of one kind, or at least the panels above each other need not be."""
    for index, (axes, share) in enumerate(zip(grid, shares, strict=True)):
        below = index + _COLUMNS
        if index % _COLUMNS == 0 or shares[index - 1] != share:
            axes.set_ylabel("share of the exact exponent" if share else "value (log scale)")
        if below >= len(shares) or shares[below] != share:
            axes.set_xlabel(r"$\epsilon$" if share else "number of records $n$")


def _draw_shares(axes: Axes, rows: Sequence[Row]) -> None:
    epsilons = list(dict.fromkeys(row.epsilon for row in rows))
    axes.axhline(1, color="0.3", linewidth=0.8)
    for name in EXPONENT_NAMES:
        points = [
            (float(epsilons.index(row.epsilon)), float(row.share))
            for row in rows
            if row.name == name and row.share is not None
        ]
        if points:
            axes.plot(*zip(*sorted(points), strict=True), label=name, **LOOKS[name])
    axes.set_title(rf"rate {rows[0].rate}, $f$ = {short(rows[0].floor)}", loc="left")
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_ylim(-0.03, 1.08)  # a mark at zero is whole
    axes.set_xticks(range(len(epsilons)), epsilons)


def _draw_losses(axes: Axes, rows: Sequence[Row]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for name in LOSS_NAMES:
        points = [
            (float(row.records), row.value.log10_estimate)
            for row in rows
            if row.name == name and row.value is not None
        ]
        if points:
            places, values = zip(*sorted(points), strict=True)
            plot_logarithms(axes, places, values, label=name, **LOOKS[name])
    first = rows[0]
    finish_panel(axes, rf"rate {first.rate}, $f$ = {short(first.floor)}, $\epsilon$ = {first.epsilon}")
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
