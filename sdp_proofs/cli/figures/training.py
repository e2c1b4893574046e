"""The figures on Laplacian smoothing: signals, losses, step sizes, accuracy by budget, and controls."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from sdp_proofs.cli.figures.drawn import Asked, Drawn, Draws, Options
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.experiments.smoothed_training import CurvePoint, Row, Tabular
    from sdp_proofs.experiments.training_cells import Cell
    from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta
    from sdp_proofs.report.training_figure import Curve, Group, Panel

SEEDS = {"lssgd-3": 10, "lssgd-4": 10, "lssgd-5": 10, "lssgd-table": 20, "lssgd-controls": 20}
"""Runs per setting, so that all figures together take some minutes on two cores."""
MOST_SEEDS, MOST_WORKERS = 10_000, 256
Complete = dict["Cell", dict[int, "DrawnDelta"]]


def compute(asked: Asked) -> Drawn:
    """The rows of a figure, and how to draw them.

    Args:
        asked: figure lssgd-2 and so on, perhaps with a file of the user's instead of digits.

    Raises:
        DomainError: an option out of its range, or packages that are not installed.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.experiments.training_cells import FIRST_SEED
    from sdp_proofs.experiments.training_runs import SETTINGS

    number, options, data = asked.number, asked.options, asked.data
    first = FIRST_SEED if options.seed is None else options.seed
    if number == "lssgd-2":
        return _signals(first)
    count = SEEDS[number] if options.draws is None else options.draws
    if not (2 <= count <= MOST_SEEDS and 0 <= options.workers <= MOST_WORKERS and first >= 0):
        raise DomainError(
            f"seeds must be from 2 to {MOST_SEEDS}, workers from 0 to {MOST_WORKERS} and the first seed >= 0, "
            f"got {count}, {options.workers} and {first}"
        )
    source = "digits" if data is None else os.path.abspath(data)
    draws = Draws(number, options, SETTINGS)
    computed = _estimated(number, source, range(first, first + count), options, draws)
    return replace(computed, kept=draws.after(computed.missing))


def _estimated(number: str, source: str, seeds: Sequence[int], options: Options, draws: Draws) -> Drawn:
    from sdp_proofs.experiments import smoothed_training as experiment

    if number == "lssgd-controls":
        return _controls(source, seeds, options, draws)
    make = {
        "lssgd-3": experiment.curve_cells,
        "lssgd-4": experiment.step_cells,
        "lssgd-5": experiment.network_cells,
        "lssgd-table": experiment.table_cells,
    }
    found, missing = _runs(number, make[number](source), seeds, options, draws)
    if number in ("lssgd-3", "lssgd-5"):
        points = experiment.curve_points(found)
        panels = _curve_panels if number == "lssgd-3" else _network_panels
        return _drawn(points, lambda path: _save(panels(points), path), missing)
    rows = experiment.table_rows(found)
    if number == "lssgd-4":
        return _drawn(rows, lambda path: _save(_step_panels(rows), path), missing)
    return _drawn(rows, lambda path: _save(_table_panels(rows), path), missing)


def _signals(seed: int) -> Drawn:
    from sdp_proofs.papers.dp_lssgd.signals import signals
    from sdp_proofs.report.training_figure import save_signals

    line, circle, torus = signals(seed)
    squares = [
        ("square, true", circle.true), ("square, noisy", circle.noisy),
        ("smoothed as one circle", circle.smoothed), ("smoothed as a torus", torus.smoothed),
    ]  # fmt: skip
    lines = [each.tolist() for each in (line.true, line.noisy, line.smoothed)]
    errors = [each.errors() for each in (line, circle, torus)]
    return _drawn(errors, lambda path: save_signals(lines, squares, path), 0)


def _controls(source: str, seeds: Sequence[int], options: Options, draws: Draws) -> Drawn:
    from sdp_proofs.experiments import smoothed_training as experiment

    # Step sizes are chosen with seeds that the comparison does not use.
    others = range(seeds[-1] + 1, seeds[-1] + 1 + experiment.TUNING_SEEDS)
    tuning, missing = _runs("lssgd-controls, step sizes", experiment.tuning_cells(source), others, options, draws)
    if missing:
        return _drawn(experiment.table_rows({}), lambda path: None, missing)
    named = experiment.control_cells(experiment.tuned(tuning), source)
    found, missing = _runs("lssgd-controls", list(named), seeds, options, draws)
    rows = experiment.control_rows(found, named)
    return _drawn(rows, lambda path: _save_groups(_groups(rows), path), missing)


def _runs(
    label: str, cells: Sequence[Cell], seeds: Sequence[int], options: Options, draws: Draws
) -> tuple[Complete, int]:
    """The settings that have all their runs, and how many runs are missing; Ctrl-C keeps what was found."""
    from sdp_proofs.experiments.training_runs import cell_runs

    found: Complete = {cell: {} for cell in cells}
    workers = options.workers or os.cpu_count() or 1
    with draws.opened() as store:
        try:
            with progress_bar(f"figure {label}", len(cells) * len(seeds), logged=True) as advance:
                for cell, run in cell_runs(cells, seeds, store=store, workers=workers, cluster=options.cluster):
                    found[cell][run.index] = run
                    advance()
        except KeyboardInterrupt:
            if not any(found.values()):
                raise
    missing = len(cells) * len(seeds) - sum(map(len, found.values()))
    return {cell: dict(sorted(runs.items())) for cell, runs in found.items() if len(runs) == len(seeds)}, missing


def _drawn(rows: Sequence[Tabular], save: Callable[[str], None], missing: int) -> Drawn:
    from sdp_proofs.experiments.smoothed_training import write_rows

    return Drawn(lambda stream: write_rows(rows, stream), save, {"rows": [row.values() for row in rows]}, missing)


def _save(panels: Sequence[Panel], path: str) -> None:
    from sdp_proofs.report.training_figure import save_curves

    save_curves(panels, path)


def _save_groups(groups: Sequence[Group], path: str) -> None:
    from sdp_proofs.report.training_figure import save_differences

    save_differences(groups, path, below="difference in accuracy, points")


def _strength(smoothing: str) -> str:
    return rf"$\sigma$ = {smoothing}"


def _curve_panels(points: Sequence[CurvePoint]) -> list[Panel]:
    from sdp_proofs.report.training_figure import Panel

    panels = []
    for epsilon in dict.fromkeys(point.epsilon for point in points):
        own = [point for point in points if point.epsilon == epsilon]
        for name, title in (("training_loss", "training loss"), ("loss", "validation loss")):
            curves = tuple(
                _curve(_strength(each), [point for point in own if point.smoothing == each], name)
                for each in dict.fromkeys(point.smoothing for point in own)
            )
            panels.append(Panel(rf"{title}, $\epsilon$ = {epsilon}", curves, "step", "nats", "y", marks=False))
    return panels


def _network_panels(points: Sequence[CurvePoint]) -> list[Panel]:
    from sdp_proofs.report.training_figure import Panel

    panels = []
    for epsilon in dict.fromkeys(point.epsilon for point in points):
        own = [point for point in points if point.epsilon == epsilon]
        curves = tuple(
            _curve(method, [point for point in own if point.method == method], "accuracy", 100)
            for method in dict.fromkeys(point.method for point in own)
        )
        panels.append(Panel(rf"$\epsilon$ = {epsilon}", curves, "step", "accuracy, %"))
    return panels


def _curve(label: str, points: Sequence[CurvePoint], name: str, unit: int = 1) -> Curve:
    """One column of some points; the band holds the ends of its comparison that are finite."""
    from sdp_proofs.report.training_figure import Curve

    ends = [(point.step, *(unit * getattr(point, f"{name}_{end}") for end in ("low", "high"))) for point in points]
    return Curve(
        label,
        tuple((point.step, unit * getattr(point, name)) for point in points),
        tuple(each for each in ends if isfinite(each[1])),
    )


def _step_panels(rows: Sequence[Row]) -> list[Panel]:
    from fractions import Fraction

    from sdp_proofs.report.training_figure import Panel

    panels = []
    for epsilon in dict.fromkeys(row.epsilon for row in rows):
        curves = _by_strength([(float(Fraction(row.step_size)), row) for row in rows if row.epsilon == epsilon])
        panels.append(Panel(rf"$\epsilon$ = {epsilon}", curves, "step size", "accuracy, %", "x"))
    return panels


def _table_panels(rows: Sequence[Row]) -> list[Panel]:
    from sdp_proofs.report.training_figure import Panel

    curves = _by_strength([(float(row.epsilon), row) for row in rows])
    return [Panel(r"$\delta = 10^{-5}$", curves, r"$\epsilon$", "accuracy, %", "x")]


def _by_strength(placed: Sequence[tuple[float, Row]]) -> tuple[Curve, ...]:
    """A curve for each strength; its band is the interval of the difference, around the mean without smoothing."""
    from sdp_proofs.report.training_figure import Curve

    curves = []
    for each in dict.fromkeys(row.smoothing for _, row in placed):
        own = [(place, row) for place, row in placed if row.smoothing == each]
        compared = own if each != "0" else []
        bases = [row.accuracy - row.difference for _, row in compared]
        band = tuple(
            (x, 100 * (base + row.low), 100 * (base + row.high)) for (x, row), base in zip(compared, bases, strict=True)
        )
        curves.append(Curve(_strength(each), tuple((x, 100 * row.accuracy) for x, row in own), band))
    return tuple(curves)


def _groups(rows: Sequence[Row]) -> list[Group]:
    from sdp_proofs.report.training_figure import Difference, Group

    return [
        Group(
            rf"$\epsilon$ = {epsilon}",
            tuple(
                Difference(f"{row.method} ({row.step_size})", 100 * row.difference, 100 * row.low, 100 * row.high)
                for row in rows
                if row.epsilon == epsilon and row.method != row.against
            ),
        )
        for epsilon in dict.fromkeys(row.epsilon for row in rows)
    ]
