"""Figures in one line: from a database, or from nothing, to a matplotlib figure.

Every function returns a `matplotlib.figure.Figure`, which a notebook shows and `figure.savefig("name.png")` writes.
All have one style, and are readable in black and white.

Example:
    >>> from sdp_proofs import Database, plots
    >>> figure = plots.profile(Database.read(counts="3,3", draws=2))
    >>> figure.axes[0].get_title(loc="left")
    'x = (3, 3), 2 of 6 records sampled'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sdp_proofs.experiments.bound_comparison import Series
    from sdp_proofs.experiments.remark_8_map import Sheet
    from sdp_proofs.numbers.reals import Readable
    from sdp_proofs.papers.smoothed_dp.elections import Election, Setting
    from sdp_proofs.papers.smoothed_dp.electorates import Electorate
    from sdp_proofs.privacy.histogram.database import Database

__all__ = ["bounds", "elections", "profile", "remark_8_map", "smoothed", "trade_off"]


def profile(database: Database, *, epsilons: Sequence[Readable] | None = None) -> Figure:
    """The privacy profile, delta(x) by epsilon: exact with its corners if the database is small, else certified points.

    Args:
        database: x and the sampling scheme.
        epsilons: increasing; without, from 0 to where delta is tiny.

    Raises:
        DomainError: an epsilon outside its domain, or none.
        SizeError: three types or more, and too many pool sizes matter.
    """
    from sdp_proofs.experiments.database_curves import profile_points
    from sdp_proofs.plots.panels import profile_panel
    from sdp_proofs.report.database_figures import draw_profile
    from sdp_proofs.report.figures import styled

    drawn = profile_panel(database, profile_points(database, epsilons))
    return styled(lambda: draw_profile(drawn))


def trade_off(database: Database) -> Figure:
    """The least type II error by type I error of anyone who tells x from a neighbour by the published sample.

    Exact if the database is small; else a proven lower bound from certified values of delta.

    Args:
        database: x and the sampling scheme.

    Raises:
        SizeError: three types or more, and too many pool sizes matter.

    Example:
        >>> from sdp_proofs import Database
        >>> axes = trade_off(Database.read(counts="3,3", draws=2)).axes[0]
        >>> [round(float(y), 2) for y in axes.get_lines()[2].get_ydata()]
        [1.0, 0.8, 0.6, 0.2, 0.07, 0.0]
    """
    from sdp_proofs.experiments.database_curves import trade_off_curve
    from sdp_proofs.plots.panels import trade_off_panel
    from sdp_proofs.report.database_figures import draw_trade_off
    from sdp_proofs.report.figures import styled

    drawn = trade_off_panel(database, trade_off_curve(database))
    return styled(lambda: draw_trade_off(drawn))


def bounds(
    *,
    floors: Iterable[Readable] | None = None,
    rates: Sequence[str] | None = None,
    epsilons: Sequence[str] | None = None,
    series: Iterable[Series] | None = None,
) -> Figure:
    """How sharp the closed forms are: shares of the exact exponent by epsilon, and values by number of records.

    Everything is computed anew, which takes most of a minute unless less is asked for.

    Args:
        floors: the least probabilities f of a type, at most 1/2; one line of panels each.
        rates: sampling rates; one column each.
        epsilons: increasing, above 0.
        series: what is drawn by number of records; () for nothing.

    Raises:
        DomainError: outside these domains.
    """
    from sdp_proofs.experiments import bound_comparison as comparison
    from sdp_proofs.numbers.reals import read_rational
    from sdp_proofs.plots.panels import bound_panels
    from sdp_proofs.report.bounds_figure import draw
    from sdp_proofs.report.figures import styled

    wanted = comparison.FLOORS if floors is None else [read_rational(floor, "floor") for floor in floors]
    rows = [
        *comparison.exponent_rows(wanted, rates or comparison.RATES, epsilons or comparison.EPSILONS),
        *comparison.delta_rows(comparison.SERIES if series is None else series),
    ]
    return styled(lambda: draw(bound_panels(rows)))


def remark_8_map(
    *,
    sheets: Iterable[Sheet] | None = None,
    rates: Sequence[str] | None = None,
    epsilons: Sequence[str] | None = None,
) -> Figure:
    """Where the published Remark 8 is proved, holds, fails and says nothing, over sampling rate and epsilon.

    Everything is computed anew, which takes more than a minute unless less is asked for.

    Args:
        sheets: types, floor and records of every panel.
        rates: sampling rates in (0, 1).
        epsilons: increasing, above 0.

    Raises:
        DomainError: outside these domains.
    """
    from sdp_proofs.experiments import remark_8_map as experiment
    from sdp_proofs.plots.panels import map_panels
    from sdp_proofs.report.figures import styled
    from sdp_proofs.report.map_figure import draw

    rows = list(
        experiment.map_rows(
            experiment.SHEETS if sheets is None else sheets, rates or experiment.RATES, epsilons or experiment.EPSILONS
        )
    )
    return styled(lambda: draw(map_panels(rows)))


def elections(*, data: Sequence[Election] | None = None, settings: Sequence[Setting] | None = None) -> Figure:
    """Delta and adversary's utility of elections, by year [Liu, Wang, Xia 2023, Fig. 1 and 3].

    Args:
        data: other elections than those of US presidents since 1920.
        settings: the panels; without, that of Figure 1.

    Raises:
        DomainError: nothing to draw.
    """
    from sdp_proofs.papers.smoothed_dp.elections import FIGURE_1, election_rows, us_presidential_elections
    from sdp_proofs.plots.panels import election_panel
    from sdp_proofs.report.election_figure import draw
    from sdp_proofs.report.figures import styled

    chosen = us_presidential_elections() if data is None else data
    panels = [election_panel(list(election_rows(chosen, each))) for each in settings or (FIGURE_1,)]
    return styled(lambda: draw(panels))


def smoothed(
    *,
    electorates: Sequence[Electorate] | None = None,
    sizes: Sequence[int] | None = None,
    epsilons: Sequence[str] | None = None,
) -> Figure:
    """Smoothed privacy of elections by number of votes [Liu, Wang, Xia 2023, Fig. 2 (left) and 4].

    Args:
        electorates: the panels; without, that of Figure 2.
        sizes: at least two numbers of votes.
        epsilons: at most six.

    Raises:
        DomainError: nothing or too much to draw.
        SizeError: an electorate too large to finish.
    """
    from sdp_proofs.papers.smoothed_dp import electorates as experiment
    from sdp_proofs.plots.panels import smoothed_panel
    from sdp_proofs.report.figures import styled
    from sdp_proofs.report.smoothed_figure import draw

    chosen = experiment.figure_2() if electorates is None else electorates
    panels = [
        smoothed_panel(
            list(experiment.smoothed_rows(each, sizes or experiment.SIZES, epsilons or experiment.DRAWN_EPSILONS))
        )
        for each in chosen
    ]
    return styled(lambda: draw(panels))
