"""Delta and the adversary's utility of elections by year: 1 is one setting, 3 has six."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import (
    BLUE,
    VERMILION,
    finish_panel,
    label_outer,
    log10,
    panels_figure,
    plot_logarithms,
    styled,
)
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.papers.smoothed_dp.elections import (
    FIGURE_1,
    FIGURE_3,
    Election,
    ElectionRow,
    Setting,
    election_rows,
    read_elections,
    us_presidential_elections,
)

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

_COLUMNS = 3
# Delta and utility often lie on top of each other: a filled mark is drawn inside a wider open one.
_CURVES: tuple[tuple[str, Callable[[ElectionRow], float], Any], ...] = (
    (
        "differential privacy, $T/n$",
        lambda row: log10(row.dp_delta),
        {"color": "0.6", "linewidth": 1.0, "linestyle": (0, (6, 2, 1, 2))},
    ),
    (
        "$1/n$",
        lambda row: log10(row.one_over_n),
        {"color": "black", "linewidth": 1.2, "linestyle": (0, (1, 1.5))},
    ),
    (
        r"$\delta(x)$",
        lambda row: row.delta.log10_estimate,
        {"color": BLUE, "linewidth": 1.0, "marker": "o", "markersize": 6.0, "markerfacecolor": "white"},
    ),
    (
        "adversary's utility",
        lambda row: row.utility.log10_estimate,
        {"color": VERMILION, "linewidth": 1.0, "linestyle": (0, (4, 2)), "marker": "D", "markersize": 2.6},
    ),
)
"""Label, value and look of every curve, told apart by shape as well as by colour."""


def _compute(
    settings: Sequence[Setting],
    run: Run,
    /,
    *,
    data: Annotated[
        str | None, Option("Other elections: columns year, first_votes, second_votes.", metavar="FILE")
    ] = None,
) -> Drawn:
    """Compute delta and utility of every election, setting by setting."""
    elections = us_presidential_elections() if data is None else read_elections(data)
    found = (row for setting in settings for row in election_rows(elections, setting))
    rows, missing = run.collect(found, len(settings) * len(elections))
    panels = [part for setting in settings if (part := [row for row in rows if row.setting == setting])]
    return Drawn(rows=[row.values() for row in rows], draw=lambda: draw(panels), missing=missing)


def elections(
    *, data: Sequence[Election] | None = None, settings: Sequence[Setting] | None = None
) -> matplotlib.figure.Figure:
    """Draw delta and adversary's utility of elections, by year [Liu, Wang, Xia 2023, Fig. 1 and 3].

    Args:
        data: other elections than those of US presidents since 1920.
        settings: the panels; without, that of Figure 1.

    Raises:
        DomainError: nothing to draw.
    """
    chosen = us_presidential_elections() if data is None else data
    panels = [list(election_rows(chosen, setting)) for setting in settings or (FIGURE_1,)]
    return styled(lambda: draw(panels))


FIGURES = (
    Figure(
        "1",
        "smoothed_dp",
        r"Privacy parameter $\delta(x)$ and adjusted utility of the adversary (threshold $t = 0.51$) of the US "
        r"presidential elections 1920--2020, if $0.2\,\%$ of the votes are lost at random; every value is proven.",
        partial(_compute, (FIGURE_1,)),
        "1 s",
        plot=elections,
        title="Elections, year by year",
        page="generated/notebooks/1_election_with_lost_ballots",
    ),
    Figure(
        "3",
        "smoothed_dp",
        r"Privacy parameter $\delta(x)$ and adjusted utility of the US presidential elections 1920--2020 at six "
        r"settings of threshold and share of lost votes; every value is proven.",
        partial(_compute, tuple(FIGURE_3.values())),
        "2 s",
        plot=partial(elections, settings=tuple(FIGURE_3.values())),
        title="The elections at six settings",
        page="generated/notebooks/1_election_with_lost_ballots",
    ),
)


def draw(panels: Sequence[Sequence[ElectionRow]]) -> matplotlib.figure.Figure:
    """Draw the rows of each setting as a panel.

    Raises:
        DomainError: no panel, or a panel without rows.
    """
    if not panels or not all(panels):
        raise DomainError("a figure must have at least one panel, and every panel at least one election")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.6, 3.8), each=(3.05, 2.5), sharex=len(panels) > 1)
    for axes, rows in zip(grid, panels, strict=True):
        _draw_panel(axes, rows)
    label_outer(grid, _COLUMNS, below="year of the election", left="value (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    alone = len(panels) == 1
    figure.legend(handles[::-1], labels[::-1], loc="outside lower center", ncols=2 if alone else 4, frameon=False)
    return figure


def _draw_panel(axes: Axes, rows: Sequence[ElectionRow]) -> None:
    from matplotlib.ticker import MaxNLocator

    ordered, setting = sorted(rows, key=lambda row: row.year), rows[0].setting
    for label, value, look in _CURVES:
        plot_logarithms(axes, [row.year for row in ordered], [value(row) for row in ordered], label=label, **look)
    name = f"({setting.panel})  " if setting.panel else ""
    finish_panel(axes, f"{name}$t$ = {float(setting.threshold):g}, {float(100 * setting.lost):g} % of the votes lost")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 4, 10]))
