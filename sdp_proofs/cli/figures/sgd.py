"""Figures 2 (right) and 5: smoothed privacy of one SGD step with 8-bit gradients, by number of records."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdp_proofs.cli.figures.drawn import Asked, Drawn, Draws, Options
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.experiments.checkpoint import DrawStore
    from sdp_proofs.papers.smoothed_dp.sgd_estimates import Level
    from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta, Point, Setting, Source
    from sdp_proofs.report.sgd_figure import Panel

DRAWS = {"2-right": 120, "5": 40}
"""Databases per point, so that a figure takes some minutes on two cores."""
MOST_DRAWS = 100_000
MOST_PARTS = 100
MOST_WORKERS = 256


def compute(asked: Asked) -> Drawn:
    """The average of delta(x) for every setting, mixture and size, at every epsilon, with exponential fits.

    Args:
        asked: figure 2-right or 5; with its grid, also sizes up to 2,500, which are drawn as well. A fresh one is drawn
            anew also where the rows of the package's own run are what is asked for.
    """
    from sdp_proofs.experiments.draws import settings_of
    from sdp_proofs.papers.smoothed_dp import sgd_step as sgd
    from sdp_proofs.papers.smoothed_dp.sgd_estimates import recorded_rows_of, rows_of

    number, options = asked.number, asked.options
    settings = sgd.FIGURE_5 if number == "5" else (sgd.FIGURE_2,)
    sizes = (*sgd.SIZES, *(sgd.LARGE_SIZES if asked.grid else ()))
    if not asked.fresh and options == Options():
        rows = recorded_rows_of([setting.name for setting in settings], sizes)
        if rows is not None:
            note = f"the rows are those recorded with seed {rows[0]['seed']}; --fresh draws them anew"
            return _figure(rows, 0, note=note)
    count = DRAWS[number] if options.draws is None else options.draws
    points = _points(settings, sizes, options, count)
    workers = options.workers or os.cpu_count() or 1
    draws = Draws(number, options, settings_of(points))
    with draws.opened() as store:
        complete = _drawn(f"figure {number}", points, count, store, workers, options.cluster)
    rows = [row.values() for point in points if point in complete for row in rows_of(point, complete[point])]
    missing = sum(len(point.epsilons) for point in points if point not in complete)
    return _figure(rows, missing, kept=draws.after(missing))


def _points(settings: Sequence[Setting], sizes: Sequence[int], options: Options, count: int) -> list[Point]:
    """Every setting at every size, for every mixture.

    Raises:
        DomainError: an option out of its range.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.papers.smoothed_dp import sgd_step as sgd

    parts = options.parts
    if not (2 <= count <= MOST_DRAWS and 1 <= parts <= MOST_PARTS and 0 <= options.workers <= MOST_WORKERS):
        raise DomainError(
            f"draws must be from 2 to {MOST_DRAWS}, mixtures from 1 to {MOST_PARTS} and workers from 0 to "
            f"{MOST_WORKERS}, got {count}, {parts} and {options.workers}"
        )
    seed = sgd.SEED if options.seed is None else options.seed
    if seed < 0:
        raise DomainError(f"seed must be at least 0, got {seed}")
    return [
        sgd.Point(setting, following, rounded=options.rounded, seed=seed)
        for setting in settings
        for records in sizes
        for following in sgd.mixtures(records, parts)
    ]


def _figure(rows: list[dict[str, str]], missing: int, *, kept: str | None = None, note: str = "") -> Drawn:
    from sdp_proofs.papers.smoothed_dp.sgd_estimates import levels, write_rows
    from sdp_proofs.report.figures import save
    from sdp_proofs.report.sgd_figure import draw

    found = levels(rows)
    databases = ", ".join(dict.fromkeys(row["databases"] for row in rows))
    return Drawn(
        lambda stream: write_rows(rows, stream),
        lambda path: save(lambda: draw(_panels(found)), path),
        {"rows": rows, "databases": databases, "fits": [] if missing else _fits(found)},
        missing,
        kept,
        note,
    )


def _drawn(
    label: str, points: Sequence[Point], count: int, store: DrawStore | None, workers: int, cluster: str | None
) -> dict[Point, list[DrawnDelta]]:
    """The draws of the points that have all of them; Ctrl-C ends the run and keeps what was found."""
    from sdp_proofs.experiments.draws import drawn_deltas

    found: dict[Point, list[DrawnDelta]] = {point: [] for point in points}
    try:
        with progress_bar(label, len(points) * count, logged=True) as advance:
            for point, drawn in drawn_deltas(points, count, store=store, workers=workers, cluster=cluster):
                found[point].append(drawn)
                advance()
    except KeyboardInterrupt:
        if not any(found.values()):
            raise
    return {point: drawn for point, drawn in found.items() if len(drawn) == count}


def _curves(found: Sequence[Level]) -> list[list[Level]]:
    curves: dict[tuple[str, str], list[Level]] = {}
    for level in found:
        curves.setdefault((level.name, level.epsilon), []).append(level)
    return [sorted(curve, key=lambda level: level.records) for curve in curves.values()]


def _fits(found: Sequence[Level]) -> list[dict[str, str]]:
    from sdp_proofs.papers.smoothed_dp.sgd_estimates import SHAPES, fit

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


def _panels(found: Sequence[Level]) -> list[Panel]:
    from math import inf, log10

    from sdp_proofs.papers.smoothed_dp.sgd_estimates import fit
    from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2, FIGURE_5, SIZES, batch_size
    from sdp_proofs.report.sgd_figure import Curve, Panel, Point

    titles = {
        setting.name: "; ".join(_symbol(source) for source in setting.sources) for setting in (FIGURE_2, *FIGURE_5)
    }
    panels: dict[str, list[Curve]] = {}
    for curve in _curves(found):
        # The fit is the paper's: exponential, over the sizes of its figure, also where the axis goes on.
        fitted = [level for level in curve if level.records in SIZES]
        line = fit("exponential", fitted) if len(fitted) > 2 else None
        points = tuple(
            Point(
                records=level.records,
                delta=log10(level.delta_estimate),
                low=log10(level.low) if level.low > 0 else -inf,
                high=log10(level.high),
                bound=log10(level.guaranteed_high),
                fitted=None if line is None else line.log10_at(level.records),
                dp_delta=log10(batch_size(level.records) / level.records),
            )
            for level in curve
        )
        panels.setdefault(curve[0].name, []).append(Curve(curve[0].epsilon, points))
    return [Panel(titles[name], tuple(curves)) for name, curves in panels.items()]


def _symbol(source: Source) -> str:
    letter = {"gaussian": "N", "laplace": "L"}[source.shape]
    return rf"$\mathcal{{{letter}}}$({float(source.mean):g}, {float(source.deviation):g}$^2$)"
