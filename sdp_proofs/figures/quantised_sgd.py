"""Smoothed privacy of one step of SGD with 8-bit gradients by number of records, for one set of sources or four.

They are averages over random databases, each with its exact delta: estimates, with confidence bands. They are drawn
from the rows recorded in the package, unless an option asks for others.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
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
    panels_figure,
)
from sdp_proofs.figures.draws import MOST_WORKERS, DrawStore, KeptDraws, completed, draw_all
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.figures.shared_options import Dask, Resume, Workers
from sdp_proofs.papers.smoothed_dp import sgd_step
from sdp_proofs.papers.smoothed_dp.sgd_estimates import SHAPES, Fit, Level, fit, levels, recorded_rows_of, rows_of
from sdp_proofs.papers.smoothed_dp.sgd_step import (
    FIGURE_2,
    FIGURE_5,
    DrawnDelta,
    Point,
    Setting,
    Source,
    batch_size,
    drawn_delta,
)
from sdp_proofs.papers.smoothed_dp.sgd_step import mixtures as mixtures_of

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

MOST_DRAWS, MOST_PARTS = 100_000, 100
TASK = 4
"""Draws per task: some tenths of a second each."""
_COLUMNS = 2
_BAND: Any = {"alpha": 0.22, "linewidth": 0}
_BOUND: Any = {"linewidth": 0.8, "alpha": 0.75}
_ONE_OVER_N: Any = {"color": "0.35", "linewidth": 0.9, "linestyle": (0, (3, 1.5, 1, 1.5))}


def _compute(  # noqa: PLR0913
    settings: Sequence[Setting],
    usual: int,
    run: Run,
    /,
    *,
    grid: Annotated[bool, Option("Sizes up to 2,500 as well.")] = False,
    draws: Annotated[
        int | None, Option("Databases per point.", flag="--draws-per-point", metavar="N", default=False)
    ] = None,
    mixtures: Annotated[
        int | None, Option("K + 1 equidistant mixtures of the two sources.", metavar="K", default="1")
    ] = None,
    rounded: Annotated[bool, Option("Round the published mean to a level.")] = False,
    seed: Annotated[int | None, Option("Seed of the random numbers.", metavar="SEED")] = None,
    resume: Resume = None,
    workers: Workers = None,
    dask: Dask = None,
    fresh: Annotated[bool, Option("Draw new rows instead of those that the package has recorded.")] = False,
) -> Drawn:
    """Average delta(x) for every setting, mixture and size, at every epsilon, with exponential fits."""
    sizes = (*sgd_step.SIZES, *(sgd_step.LARGE_SIZES if grid else ()))
    others = (draws, mixtures, seed, resume, workers, dask)
    if not fresh and not rounded and all(option is None for option in others):
        rows = recorded_rows_of([setting.name for setting in settings], sizes)
        if rows is not None:
            seed = int(rows[0]["seed"])
            return _figure(rows, note=f"the rows are those recorded with seed {seed}; --fresh draws them anew")
    count, parts = usual if draws is None else draws, 1 if mixtures is None else mixtures
    processes = workers or 0
    _check(count, parts, processes)
    points = _points(settings, sizes, parts, rounded, sgd_step.SEED if seed is None else seed)
    kept = KeptDraws(run, resume, settings_of(points))
    with kept.opened() as store:
        found = drawn_deltas(points, count, store=store, workers=processes or os.cpu_count() or 1, cluster=dask)
        complete, _ = completed(run, points, count, found)
    rows = [row.values() for point, drawn in complete.items() for row in rows_of(point, drawn)]
    missing = sum(len(point.epsilons) for point in points if point not in complete)
    return _figure(rows, missing, kept=kept.after(missing))


def _check(count: int, parts: int, workers: int) -> None:
    if not (2 <= count <= MOST_DRAWS and 1 <= parts <= MOST_PARTS and 0 <= workers <= MOST_WORKERS):
        raise DomainError(
            f"draws must be from 2 to {MOST_DRAWS}, mixtures from 1 to {MOST_PARTS} and workers from 0 to "
            f"{MOST_WORKERS}, got {count}, {parts} and {workers}"
        )


def _points(settings: Sequence[Setting], sizes: Sequence[int], parts: int, rounded: bool, seed: int) -> list[Point]:
    """Return every setting at every size, for every mixture."""
    if seed < 0:
        raise DomainError(f"seed must be at least 0, got {seed}")
    return [
        Point(setting, following, rounded=rounded, seed=seed)
        for setting in settings
        for records in sizes
        for following in mixtures_of(records, parts)
    ]


FIGURES = (
    Figure(
        "2-right",
        "smoothed_dp",
        r"Estimate of $\delta_{\mathrm{SDP}}$ of one step of SGD with gradients quantised to 8 bits, against the "
        r"number of records: means over random databases, each with its exact $\delta(x)$, with normal bands of "
        r"$99\,\%$ (about right) and, thin, upper ends that are guaranteed to $99\,\%$.",
        partial(_compute, (FIGURE_2,), 120),
        "1 s, --fresh 2 min",
        title="One step of SGD with 8-bit gradients",
        page="quantised_sgd",
    ),
    Figure(
        "5",
        "smoothed_dp",
        r"Estimates of $\delta_{\mathrm{SDP}}$ of one step of SGD with quantised gradients for four more sets of "
        r"sources.",
        partial(_compute, FIGURE_5, 40),
        "1 s, --fresh 3 min",
        title="SGD, four more sets of sources",
        page="quantised_sgd",
    ),
)
"""With the databases per point, so that a figure takes some minutes on two cores."""


def settings_of(points: Iterable[Point]) -> dict[str, Any]:
    """Return what the points have in common, as a store records it.

    Raises:
        DomainError: they differ in their epsilons, their rounding or their seed.
    """
    common = {(point.epsilons, point.rounded, point.seed) for point in points}
    if len(common) != 1:
        raise DomainError(f"points must have the same epsilons, rounding and seed, got {len(common)} different")
    epsilons, rounded, seed = common.pop()
    return {"epsilons": list(epsilons), "rounded": rounded, "seed": seed, "draw": 1}


def drawn_deltas(
    points: Sequence[Point],
    draws: int,
    *,
    store: DrawStore | None = None,
    workers: int = 1,
    cluster: str | None = None,
) -> Iterator[tuple[Point, DrawnDelta]]:
    """Draw so many databases of every point with their losses, numbered from 0.

    Args:
        points: what to draw.
        draws: how many databases per point.
        store: as for `draw_all`, and so are the others.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead.

    Example:
        >>> point = Point(FIGURE_2, (30, 0), epsilons=("1",))
        >>> sorted(drawn.index for _, drawn in drawn_deltas([point], 3))
        [0, 1, 2]
    """
    wanted = [(point, index) for point in points for index in range(draws)]
    return draw_all(wanted, _tasks, run_task, store=store, workers=workers, cluster=cluster)


def _tasks(missing: Sequence[tuple[Point, int]]) -> list[Sequence[tuple[Point, int]]]:
    groups: dict[Point, list[tuple[Point, int]]] = {}
    for point, index in missing:
        groups.setdefault(point, []).append((point, index))
    return [group[start : start + TASK] for group in groups.values() for start in range(0, len(group), TASK)]


def run_task(task: Sequence[tuple[Point, int]]) -> list[tuple[Point, DrawnDelta]]:
    """Compute the draws of one task; called in another process."""
    return [(point, drawn_delta(point, index)) for point, index in task]


def _figure(rows: list[dict[str, str]], missing: int = 0, *, kept: str | None = None, note: str = "") -> Drawn:
    found = levels(rows)
    document = {
        "rows": rows,
        "databases": ", ".join(dict.fromkeys(row["databases"] for row in rows)),
        "fits": [] if missing else _fits(found),
    }
    return Drawn(rows=rows, draw=lambda: draw(found), document=document, missing=missing, kept=kept, note=note)


def _curves(found: Sequence[Level]) -> list[list[Level]]:
    """Return the levels of each set of sources and epsilon, by size."""
    curves: dict[tuple[str, str], list[Level]] = {}
    for level in found:
        curves.setdefault((level.name, level.epsilon), []).append(level)
    return [sorted(curve, key=lambda level: level.records) for curve in curves.values()]


def _fits(found: Sequence[Level]) -> list[dict[str, str]]:
    fitted = [(curve[0].name, fit(shape, curve)) for curve in _curves(found) if len(curve) > 2 for shape in SHAPES]
    return [
        {
            "set": name,
            "epsilon": each.epsilon,
            "shape": each.shape,
            "rate_estimate": f"{each.rate_estimate:.6g}",
            "constant_estimate": f"{each.constant_estimate:.6g}",
            "misfit_estimate": f"{each.misfit_estimate:.3g}",
            "largest_residual_estimate": f"{each.largest_residual_estimate:.3g}",
        }
        for name, each in fitted
    ]


def draw(found: Sequence[Level]) -> matplotlib.figure.Figure:
    """Draw a panel for every set of sources.

    The bands are normal intervals, which are about right; the thin lines are upper ends that are guaranteed.

    Raises:
        DomainError: nothing to draw, a delta of zero, or more epsilons than marks.
    """
    if not found or not all(level.delta_estimate > 0 for level in found):
        raise DomainError("a figure must have at least one point, and every point a delta > 0")
    panels: dict[str, list[list[Level]]] = {}
    for curve in _curves(found):
        panels.setdefault(curve[0].name, []).append(curve)
    check_family(max(map(len, panels.values())))
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, (name, curves) in zip(grid, panels.items(), strict=True):
        _draw_panel(axes, _title(name), curves)
    label_outer(grid, _COLUMNS, below="number of records $n$", left=r"$\delta_{\mathrm{SDP}}$ (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    columns = 3 if len(panels) == 1 else 4
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, columnspacing=1.2, frameon=False)
    return figure


def _draw_panel(axes: Axes, title: str, curves: Sequence[Sequence[Level]]) -> None:
    from matplotlib.ticker import MaxNLocator

    ns = [level.records for level in max(curves, key=len)]
    axes.plot(ns, [math.log10(batch_size(n) / n) for n in ns], label="DP, any $\\epsilon$", **DP)
    axes.plot(ns, [-math.log10(n) for n in ns], label="1/n", **_ONE_OVER_N)
    lowest = math.floor(min(math.log10(level.delta_estimate) for curve in curves for level in curve)) - 1
    fitted = False
    for curve, (color, marker) in zip(curves, MARKERS, strict=False):
        sizes = [level.records for level in curve]
        low = [max(math.log10(level.low), lowest) if level.low > 0 else lowest for level in curve]
        axes.fill_between(
            sizes, low, [math.log10(level.high) for level in curve], color=color, label="_band", **_BAND
        )
        bounds = [math.log10(level.guaranteed_high) for level in curve]
        axes.plot(sizes, bounds, color=color, label="_bound", **_BOUND)
        line = _line(curve)
        if line is not None:
            axes.plot(sizes, [line.log10_at(n) for n in sizes], color=color, label="_fit", **FIT)
            fitted = True
        axes.plot(
            sizes, [math.log10(level.delta_estimate) for level in curve], label=rf"$\epsilon$ = {curve[0].epsilon}",
            linestyle="none", color=color, marker=marker, markersize=4.2, markeredgecolor="white", markeredgewidth=0.4,
        )  # fmt: skip
    axes.set_ylim(bottom=lowest)
    if fitted:  # one entry in the legend stands for all of them
        axes.plot([], [], color="0.25", label="exponential fit", **FIT)
    axes.fill_between([], [], [], color="0.25", label="99 % band, normal", **_BAND)
    axes.plot([], [], color="0.25", label="guaranteed upper end, 99 %", **_BOUND)
    finish_panel(axes, title)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def _line(curve: Sequence[Level]) -> Fit | None:
    """Return the paper's fit, exponential over the sizes of its figure, also where the axis goes on."""
    fitted = [level for level in curve if level.records in sgd_step.SIZES]
    return fit("exponential", fitted) if len(fitted) > 2 else None


def _title(name: str) -> str:
    sources = next((setting.sources for setting in (FIGURE_2, *FIGURE_5) if setting.name == name), ())
    return "; ".join(map(_symbol, sources)) or name


def _symbol(source: Source) -> str:
    letter = {"gaussian": "N", "laplace": "L"}[source.shape]
    return rf"$\mathcal{{{letter}}}$({float(source.mean):g}, {float(source.deviation):g}$^2$)"
