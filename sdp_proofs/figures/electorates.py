"""Smoothed privacy of an election by number of votes, for one electorate or four.

2, also called 2-left, shows the districts of 2020 with 0.2 % of the votes lost; 4 adds the elections since 1920 and 1 %
of the votes lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import (
    DP,
    FIT,
    MARKERS,
    check_family,
    finish_panel,
    label_outer,
    log10,
    panels_figure,
    plot_logarithms,
    styled,
)
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.papers.smoothed_dp.electorates import (
    DRAWN_EPSILONS,
    EPSILONS,
    LARGE_SIZES,
    SIZES,
    Electorate,
    Row,
    exponential_fit,
    figure_2,
    figure_4,
    smoothed_rows,
    votes_2020,
)

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

_COLUMNS = 2
_NAMES = {"districts": "Districts of 2020", "history": "Elections 1920\u20132020"}
_ONE_OVER_N: Any = {"color": "black", "linewidth": 1.2}


def _compute(
    electorates: Callable[[], Sequence[Electorate]],
    run: Run,
    /,
    *,
    grid: Annotated[bool, Option("Rows that are not drawn as well: 21 epsilons, up to all votes of 2020.")] = False,
) -> Drawn:
    """Compute smoothed privacy of every electorate, size by size, with exponential fits."""
    chosen = electorates()
    epsilons = EPSILONS if grid else DRAWN_EPSILONS
    sizes = (*SIZES, *LARGE_SIZES, votes_2020()) if grid else SIZES
    found = (row for each in chosen for row in smoothed_rows(each, sizes, epsilons))
    rows, missing = run.collect(found, len(chosen) * len(epsilons) * len(sizes))
    fitted = [row for row in rows if row.records in SIZES]
    drawn = [row for row in fitted if row.epsilon in DRAWN_EPSILONS]
    panels = [part for each in chosen if (part := [row for row in drawn if row.electorate == each])]
    values = [row.values() for row in rows]
    fits = [] if missing else [fit.values() for fit in exponential_fit(fitted)]
    return Drawn(rows=values, draw=lambda: draw(panels), document={"rows": values, "fits": fits}, missing=missing)


def smoothed(
    *,
    electorates: Sequence[Electorate] | None = None,
    sizes: Sequence[int] | None = None,
    epsilons: Sequence[str] | None = None,
) -> matplotlib.figure.Figure:
    """Draw smoothed privacy of elections by number of votes [Liu, Wang, Xia 2023, Fig. 2 (left) and 4].

    Args:
        electorates: the panels; without, that of Figure 2.
        sizes: at least two numbers of votes.
        epsilons: at most six.

    Raises:
        DomainError: nothing or too much to draw.
        SizeError: an electorate too large to finish.
    """
    chosen = figure_2() if electorates is None else electorates
    panels = [list(smoothed_rows(each, sizes or SIZES, epsilons or DRAWN_EPSILONS)) for each in chosen]
    return styled(lambda: draw(panels))


FIGURES = (
    Figure(
        "2",
        "smoothed_dp",
        r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, each distributed as "
        r"in some district of 2020, with $0.2\,\%$ of the votes lost at random; the dashed line is $1/n$.",
        partial(_compute, figure_2),
        "5 s",
        plot=smoothed,
        title="Smoothed privacy of an election",
        page="smoothed_elections",
    ),
    Figure("2-left", "smoothed_dp", "The same as figure 2.", partial(_compute, figure_2), "5 s"),
    Figure(
        "4",
        "smoothed_dp",
        r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, for the states of "
        r"1920--2020 and the districts of 2020, with $0.2\,\%$ and $1\,\%$ of the votes lost at random.",
        partial(_compute, figure_4),
        "30 s",
        plot=lambda **options: smoothed(**{"electorates": figure_4(), **options}),
        title="States and districts, 1920-2020",
        page="smoothed_elections",
    ),
)


def draw(panels: Sequence[Sequence[Row]]) -> matplotlib.figure.Figure:
    """Draw the rows of each electorate as a panel, with exponential fits.

    Raises:
        DomainError: no panel, a panel without rows, fewer than two sizes, or more epsilons than marks.
    """
    if not panels or not all(panels):
        raise DomainError("a figure must have a panel, and every panel at least one size")
    check_family(max(len({row.epsilon for row in rows}) for rows in panels))
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, rows in zip(grid, panels, strict=True):
        _draw_panel(axes, rows)
    label_outer(grid, _COLUMNS, below="number of votes $n$", left=r"$\delta_{\mathrm{SDP}}$ (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def _draw_panel(axes: Axes, rows: Sequence[Row]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    curves = [
        (fit, sorted((row for row in rows if row.epsilon == fit.epsilon), key=lambda row: row.records))
        for fit in exponential_fit(rows)
    ]
    _, widest = max(curves, key=lambda curve: len(curve[1]))
    sizes = [row.records for row in widest]
    axes.plot(sizes, [log10(row.dp_delta) for row in widest], label="DP, any $\\epsilon$", **DP)
    axes.plot(sizes, [log10(row.one_over_n) for row in widest], label="$1/n$", **_ONE_OVER_N)
    for (fit, points), (color, marker) in zip(curves, MARKERS, strict=False):
        places = [row.records for row in points]
        axes.plot(places, [fit.log10_at(place) for place in places], color=color, label="_fit", **FIT)
        plot_logarithms(
            axes, places, [row.delta.log10_estimate for row in points], label=rf"$\epsilon$ = {fit.epsilon}",
            linestyle="none", color=color, marker=marker, markersize=4.2, markeredgecolor="white", markeredgewidth=0.4,
        )  # fmt: skip
    # One entry in the legend stands for all fits.
    axes.plot([], [], color="0.25", label="exponential fit", **FIT)
    electorate = rows[0].electorate
    name = _NAMES.get(electorate.name, electorate.name)
    finish_panel(axes, f"{name}, {float(100 * electorate.lost):g} % of the votes lost")
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
