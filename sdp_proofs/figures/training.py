"""Private training with Laplacian smoothing, on scikit-learn's digits (extra `train`), as averages over seeds.

lssgd-3 is losses along the run, lssgd-4 step sizes, lssgd-5 a network with four optimisers, lssgd-table accuracy by
budget, lssgd-controls what a referee would ask for; all with simultaneous intervals for paired differences.

The experiments are those of [Wang et al. 2019, Section 4]. What is not reproduced: the numbers for MNIST and CIFAR10,
because these data do not ship with a package. The layout is the paper's; the records are 1,500 of scikit-learn's
digits, or a file of the user's. Other than in the paper, clipping is per example, batches are Poisson samples, runs of
different methods share batches and noise, and intervals hold for all comparisons of a table together. The step size is
constant: a/t, the paper's, all but stops within 500 steps.

World: estimate.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import BLUE, DASHES, MARKERS, VERMILION, check_family, label_outer, panels_figure
from sdp_proofs.figures.draws import MOST_WORKERS, KeptDraws, completed
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.figures.shared_options import Dask, Resume, Workers
from sdp_proofs.figures.training_runs import FIRST_SEED, NOISE, SETTINGS, Cell, cell_runs
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta
from sdp_proofs.statistics import differences, mean_interval, median_interval

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

SMOOTHINGS = ("0", "1", "2", "3")
BUDGETS = ("0.1", "0.2", "0.3", "1", "2", "8")
"""Epsilons: three of the paper's and three that 1,500 records can bear."""
CURVE_BUDGETS = ("1", "8")
CURVE_EVERY, NETWORK_EVERY = 25, 50
NETWORK_STEPS = {"sgd": "1", "adam": "1/50"}
"""Step size of the network, by optimiser."""
STEP_SIZES = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4")
CONTROL_BUDGETS = ("0.3", "1", "8")
CONTROLS = ("equal-norm", "constant", "permuted", "transposed", "noiseless")
CONTROL_SMOOTHING = "1"
TUNING_SEEDS = 5
MOST_SEEDS = 10_000


Runs = Mapping[Cell, Mapping[int, DrawnDelta]]
"""The runs of every cell, by seed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One setting against another one, over the same seeds.

    Args:
        epsilon: the budget, at delta = 1e-5.
        noise: noise multiplier.
        method: what was done to the noisy gradient.
        smoothing: its strength.
        step_size: of the method.
        runs: how many seeds.
        accuracy: mean over the seeds, of the test records.
        deviation: standard deviation over the seeds.
        loss: mean test loss, nats.
        against: what it is compared with.
        difference: mean difference of accuracies, with Student's simultaneous 95 % interval `low`, `high`.
        low: of it.
        high: of it.
        median_low: guaranteed simultaneous 95 % interval for the median difference.
        median_high: of it.
    """

    epsilon: str
    noise: str
    method: str
    smoothing: str
    step_size: str
    runs: int
    accuracy: float
    deviation: float
    loss: float
    against: str
    difference: float
    low: float
    high: float
    median_low: float
    median_high: float

    def values(self) -> dict[str, str]:
        """The row as texts; an end that is not finite is empty."""
        return _texts(asdict(self))


def table_cells(data: str = "digits") -> list[Cell]:
    """The settings of the table: every budget with every strength [Table 2]."""
    return [Cell(sigma=NOISE[epsilon], smoothing=each, data=data) for epsilon in BUDGETS for each in SMOOTHINGS]


def table_rows(runs: Runs) -> list[Row]:
    """Accuracy by budget and strength, each strength against none; one family of comparisons.

    Args:
        runs: of `table_cells`, those that there are.
    """
    pairs = []
    for cell in runs:
        base = replace(cell, smoothing="0")
        if base in runs:
            pairs.append((cell, base, "DP-LSSGD" if cell.smoothing != "0" else "DP-SGD", "DP-SGD"))
    return _rows(runs, pairs, sum(cell != base for cell, base, _, _ in pairs))


def curve_cells(data: str = "digits") -> list[Cell]:
    """The settings of the curves of loss [Figure 3]."""
    return [
        Cell(sigma=NOISE[epsilon], smoothing=each, measure_every=CURVE_EVERY, data=data)
        for epsilon in CURVE_BUDGETS
        for each in ("0", "1", "3")
    ]


def network_cells(data: str = "digits") -> list[Cell]:
    """The settings of the network with four optimisers [Figure 5]."""
    return [
        Cell(
            sigma=NOISE[epsilon], smoothing=each, measure_every=NETWORK_EVERY, data=data, model="cnn",
            optimizer=optimizer, step_size=NETWORK_STEPS[optimizer],
        )
        for epsilon in CURVE_BUDGETS
        for optimizer in NETWORK_STEPS
        for each in ("0", CONTROL_SMOOTHING)
    ]  # fmt: skip


def method_of(cell: Cell) -> str:
    """The paper's name of what a cell does.

    Example:
        >>> method_of(Cell(sigma="1", smoothing="1", optimizer="adam"))
        'DP-LSAdam'
    """
    return f"DP-{'' if cell.smoothing == '0' else 'LS'}{'Adam' if cell.optimizer == 'adam' else 'SGD'}"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Means over the seeds after some steps: losses in nats, and accuracy on the test records.

    A low and a high end are the mean without smoothing plus the ends of Student's simultaneous 95 % interval for the
    paired difference: methods differ where that mean lies outside. They are not finite where nothing is compared.
    """

    epsilon: str
    method: str
    smoothing: str
    step: int
    accuracy: float
    training_loss: float
    loss: float
    accuracy_low: float
    accuracy_high: float
    training_loss_low: float
    training_loss_high: float
    loss_low: float
    loss_high: float

    def values(self) -> dict[str, str]:
        """The row as texts; an end that is not finite is empty."""
        return _texts(asdict(self))


_MEASURES = ("accuracy", "loss", "training_loss")
"""The measures of a run, after each of its steps at which it is measured."""


def curve_points(runs: Runs) -> list[CurvePoint]:
    """The mean curves, cell by cell, each with smoothing against the same without; one family of comparisons.

    Args:
        runs: of `curve_cells` or `network_cells`.
    """
    bases = {cell: replace(cell, smoothing="0") for cell in runs}
    compared = [cell for cell, base in bases.items() if cell != base and base in runs]
    comparisons = max(1, sum(len(_measured_steps(cell)) for cell in compared) * len(_MEASURES))
    points = []
    for cell, found in runs.items():
        base = runs[bases[cell]] if cell in compared else {}
        for place, step in enumerate(_measured_steps(cell)):
            columns: dict[str, float] = {}
            for part, name in enumerate(_MEASURES, len(_MEASURES) * place):
                columns |= _measure(name, part, found, base, comparisons)
            points.append(CurvePoint(epsilon_of(cell), method_of(cell), cell.smoothing, step, **columns))
    return points


def _measured_steps(cell: Cell) -> range:
    return range(cell.measure_every, cell.steps + 1, cell.measure_every)


def _measure(
    name: str, part: int, found: Mapping[int, DrawnDelta], base: Mapping[int, DrawnDelta], comparisons: int
) -> dict[str, float]:
    """The mean of a measure, and the ends of its comparison."""
    columns = {name: _mean([run.losses[part] for run in found.values()])}
    low, high = -math.inf, math.inf
    if base:
        own, others = ([runs[seed].losses[part] for seed in sorted(found)] for runs in (found, base))
        interval = mean_interval(differences(own, others), comparisons=comparisons)
        low, high = _mean(others) + interval.low, _mean(others) + interval.high
    return columns | {f"{name}_low": low, f"{name}_high": high}


def step_cells(data: str = "digits") -> list[Cell]:
    """The settings of the sweep over step sizes [Figure 4]."""
    return [
        Cell(sigma=NOISE[epsilon], smoothing=each, step_size=size, data=data)
        for epsilon in CURVE_BUDGETS
        for each in SMOOTHINGS
        for size in STEP_SIZES
    ]


def tuning_cells(data: str = "digits") -> list[Cell]:
    """Return the settings from which the step sizes of the controls are chosen, with seeds of their own."""
    return [
        Cell(sigma=NOISE[epsilon], smoothing=each, step_size=size, data=data)
        for epsilon in CONTROL_BUDGETS
        for each in ("0", CONTROL_SMOOTHING)
        for size in STEP_SIZES
    ]


def tuned(runs: Runs) -> dict[tuple[str, str], str]:
    """The step size with the best mean accuracy, by noise and strength; choosing it is not accounted for as a release.

    Args:
        runs: of `tuning_cells`.
    """
    best: dict[tuple[str, str], tuple[float, str]] = {}
    for cell, found in runs.items():
        mean = _mean([run.losses[-3] for run in found.values()])
        key = cell.sigma, cell.smoothing
        best[key] = max(best.get(key, (-math.inf, "")), (mean, cell.step_size), key=lambda pair: pair[0])
    return {key: size for key, (_, size) in best.items()}


def control_cells(sizes: Mapping[tuple[str, str], str], data: str = "digits") -> dict[Cell, tuple[str, Cell]]:
    """The settings a referee would ask for, with their names and what they are compared with: tuned DP-LSSGD.

    Args:
        sizes: what `tuned` found.
        data: digits, or a file of the user's.
    """
    named: dict[Cell, tuple[str, Cell]] = {}
    for epsilon in CONTROL_BUDGETS:
        noise = NOISE[epsilon]
        size = sizes[noise, CONTROL_SMOOTHING]
        smoothed = Cell(sigma=noise, smoothing=CONTROL_SMOOTHING, step_size=size, data=data)
        named[smoothed] = "DP-LSSGD, tuned step", smoothed
        named.setdefault(replace(smoothed, smoothing="0"), ("DP-SGD, the step of DP-LSSGD", smoothed))
        own = replace(smoothed, smoothing="0", step_size=sizes[noise, "0"])
        named[own] = "DP-SGD, tuned step", smoothed
        named |= {replace(smoothed, denoising=kind): (kind, smoothed) for kind in CONTROLS}
    return named


def control_rows(runs: Runs, named: Mapping[Cell, tuple[str, Cell]]) -> list[Row]:
    """Accuracy of the controls, each against tuned DP-LSSGD; one family of comparisons.

    Args:
        runs: of the cells in `named`, those that there are.
        named: what `control_cells` gave.
    """
    pairs = [
        (cell, base, name, "DP-LSSGD, tuned step")
        for cell, (name, base) in named.items()
        if cell in runs and base in runs
    ]
    return _rows(runs, pairs, sum(cell != base for cell, base, _, _ in pairs))


def epsilon_of(cell: Cell) -> str:
    """The budget of a cell, by its noise.

    Example:
        >>> epsilon_of(Cell(sigma="0.8629"))
        '8'
    """
    return next((epsilon for epsilon, noise in NOISE.items() if noise == cell.sigma), "")


def _rows(runs: Runs, pairs: Sequence[tuple[Cell, Cell, str, str]], comparisons: int) -> list[Row]:
    rows = []
    for cell, base, method, against in pairs:
        seeds = sorted(set(runs[cell]) & set(runs[base]))
        accuracies, others = ([runs[each][seed].losses[-3] for seed in seeds] for each in (cell, base))
        losses = [runs[cell][seed].losses[-2] for seed in seeds]
        pairwise = differences(accuracies, others)
        mean, median = (
            interval(pairwise, comparisons=max(1, comparisons)) for interval in (mean_interval, median_interval)
        )
        middle = _mean(accuracies)
        deviation = math.sqrt(sum((value - middle) ** 2 for value in accuracies) / (len(seeds) - 1))
        rows.append(
            Row(
                epsilon_of(cell), cell.sigma, method, cell.smoothing, cell.step_size, len(seeds), middle, deviation,
                _mean(losses), against, mean.middle, mean.low, mean.high, median.low, median.high,
            )
        )  # fmt: skip
    return rows


def _texts(columns: Mapping[str, object]) -> dict[str, str]:
    shown = {name: value if isinstance(value, str) else repr(value) for name, value in columns.items()}
    return {name: "" if value in ("inf", "-inf", "nan") else value for name, value in shown.items()}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


@dataclass(frozen=True, slots=True)
class _Runner:
    """Runs the settings of a figure.

    Args:
        run: shows how far it is.
        source: digits, or a file of the user's.
        seeds: of the runs.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead.
        kept: the file that keeps finished runs.
    """

    run: Run
    source: str
    seeds: Sequence[int]
    workers: int
    cluster: str | None
    kept: KeptDraws

    def runs(self, cells: Sequence[Cell], seeds: Sequence[int] | None = None, part: str = "") -> tuple[Runs, int]:
        """Return the settings that have all their runs, and how many are missing in all; Ctrl-C keeps what was found.

        Args:
            cells: the settings.
            seeds: other seeds than those of the figure.
            part: what of the figure this is, where that is not all.
        """
        seeds = self.seeds if seeds is None else seeds
        with self.kept.opened() as store:
            found = cell_runs(cells, seeds, store=store, workers=self.workers, cluster=self.cluster)
            complete, missing = completed(self.run, cells, len(seeds), found, part)
        return {cell: {run.index: run for run in runs} for cell, runs in complete.items()}, missing


Plan = Callable[[_Runner], tuple[Sequence[Row | CurvePoint], Callable[[], "matplotlib.figure.Figure"], int]]
"""Makes rows, picture and how many runs are missing."""


def _compute(  # noqa: PLR0913
    plan: Plan,
    usual: int,
    run: Run,
    /,
    *,
    data: Annotated[str | None, Option("Other records, as for `train`.", metavar="FILE")] = None,
    draws: Annotated[
        int | None, Option("Number of seeds.", flag="--draws-per-point", metavar="N", default=False)
    ] = None,
    seed: Annotated[int, Option("The first seed.", metavar="SEED")] = FIRST_SEED,
    resume: Resume = None,
    workers: Workers = None,
    dask: Dask = None,
) -> Drawn:
    """Run the settings of a figure with so many seeds, and make its rows."""
    count, workers = usual if draws is None else draws, workers or 0
    if not (2 <= count <= MOST_SEEDS and 0 <= workers <= MOST_WORKERS and seed >= 0):
        raise DomainError(
            f"seeds must be from 2 to {MOST_SEEDS}, workers from 0 to {MOST_WORKERS} and the first seed >= 0, "
            f"got {count}, {workers} and {seed}"
        )
    source, kept = "digits" if data is None else os.path.abspath(data), KeptDraws(run, resume, SETTINGS)
    seeds = range(seed, seed + count)
    rows, draw, missing = plan(_Runner(run, source, seeds, workers or os.cpu_count() or 1, dask, kept))
    return Drawn(rows=[row.values() for row in rows], draw=draw, missing=missing, kept=kept.after(missing))


def _curves(
    cells: Callable[[str], list[Cell]], panels: Callable[[Sequence[CurvePoint]], list[Panel]], runner: _Runner
) -> tuple[Sequence[CurvePoint], Callable[[], matplotlib.figure.Figure], int]:
    found, missing = runner.runs(cells(runner.source))
    points = curve_points(found)
    return points, lambda: draw_curves(panels(points)), missing


def _accuracies(
    cells: Callable[[str], list[Cell]], panels: Callable[[Sequence[Row]], list[Panel]], runner: _Runner
) -> tuple[Sequence[Row], Callable[[], matplotlib.figure.Figure], int]:
    found, missing = runner.runs(cells(runner.source))
    rows = table_rows(found)
    return rows, lambda: draw_curves(panels(rows)), missing


def _controls(runner: _Runner) -> tuple[Sequence[Row], Callable[[], matplotlib.figure.Figure], int]:
    # Step sizes are chosen with seeds that the comparison does not use.
    others = range(runner.seeds[-1] + 1, runner.seeds[-1] + 1 + TUNING_SEEDS)
    tuning, missing = runner.runs(tuning_cells(runner.source), others, ", step sizes")
    rows: list[Row] = []
    if not missing:
        named = control_cells(tuned(tuning), runner.source)
        found, missing = runner.runs(list(named))
        rows = control_rows(found, named)
    return rows, lambda: draw_differences(rows, below="difference in accuracy, points"), missing


def _panel_of(rows: Sequence[Any], make: Callable[[str, Sequence[Any]], list[Panel]]) -> list[Panel]:
    """Make panels for each epsilon."""
    epsilons = dict.fromkeys(row.epsilon for row in rows)
    return [panel for epsilon in epsilons for panel in make(epsilon, [row for row in rows if row.epsilon == epsilon])]


def _loss_panels(points: Sequence[CurvePoint]) -> list[Panel]:
    def make(epsilon: str, own: Sequence[CurvePoint]) -> list[Panel]:
        strengths = dict.fromkeys(point.smoothing for point in own)
        return [
            Panel(
                rf"{title}, $\epsilon$ = {epsilon}",
                [_curve(_strength(each), [one for one in own if one.smoothing == each], name) for each in strengths],
                "step", "nats", "y", marks=False,
            )
            for name, title in (("training_loss", "training loss"), ("loss", "validation loss"))
        ]  # fmt: skip

    return _panel_of(points, make)


def _network_panels(points: Sequence[CurvePoint]) -> list[Panel]:
    def make(epsilon: str, own: Sequence[CurvePoint]) -> list[Panel]:
        methods = dict.fromkeys(point.method for point in own)
        curves = [_curve(each, [one for one in own if one.method == each], "accuracy", 100) for each in methods]
        return [Panel(rf"$\epsilon$ = {epsilon}", curves, "step", "accuracy, %")]

    return _panel_of(points, make)


def _step_panels(rows: Sequence[Row]) -> list[Panel]:
    def make(epsilon: str, own: Sequence[Row]) -> list[Panel]:
        curves = _by_strength([(float(Fraction(row.step_size)), row) for row in own])
        return [Panel(rf"$\epsilon$ = {epsilon}", curves, "step size", "accuracy, %", "x")]

    return _panel_of(rows, make)


def _budget_panels(rows: Sequence[Row]) -> list[Panel]:
    curves = _by_strength([(float(row.epsilon), row) for row in rows])
    return [Panel(r"$\delta = 10^{-5}$", curves, r"$\epsilon$", "accuracy, %", "x")]


_BAND = r"Band: accuracy without smoothing plus the simultaneous $95\,\%$ interval for the paired difference."
FIGURES = (
    Figure(
        "lssgd-3",
        "dp_lssgd",
        r"Training and validation loss along private training with and without Laplacian smoothing. Band: mean "
        r"without smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
        partial(_compute, partial(_curves, curve_cells, _loss_panels), 10),
        "10 s",
        ("plots", "train"),
    ),
    Figure(
        "lssgd-4",
        "dp_lssgd",
        r"Accuracy of private training by step size, with and without Laplacian smoothing. " + _BAND,
        partial(_compute, partial(_accuracies, step_cells, _step_panels), 10),
        "40 s",
        ("plots", "train"),
    ),
    Figure(
        "lssgd-5",
        "dp_lssgd",
        r"Accuracy of a network trained privately by four optimisers. Band: accuracy of the optimiser without "
        r"smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
        partial(_compute, partial(_curves, network_cells, _network_panels), 10),
        "80 s",
        ("plots", "train"),
    ),
    Figure(
        "lssgd-table",
        "dp_lssgd",
        r"Accuracy by privacy budget and strength of smoothing. " + _BAND,
        partial(_compute, partial(_accuracies, table_cells, _budget_panels), 20),
        "40 s",
        ("plots", "train"),
    ),
    Figure(
        "lssgd-controls",
        "dp_lssgd",
        r"What else than smoothing does as well? Accuracy against tuned DP-LSSGD, with simultaneous $95\,\%$ "
        r"intervals for paired differences: DP-SGD with the same step and with its own, a shorter step of equal "
        r"norm or by a constant, smoothing in another order of the coordinates, and smoothing before the noise.",
        partial(_compute, _controls, 20),
        "2 min",
        ("plots", "train"),
    ),
)
"""With the runs per setting, so that all figures together take some minutes on two cores."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A method: its name, its points (place, value), and a band (place, low, high) around them; estimates."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float, float]] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """One setting.

    Args:
        title: what is shown.
        curves: at least one, each with a point.
        below: name of the horizontal axis.
        left: name of the vertical axis.
        logarithmic: which axes are, "x", "y", "xy" or "".
        marks: whether the points are marked.
    """

    title: str
    curves: Sequence[Curve]
    below: str
    left: str
    logarithmic: str = ""
    marks: bool = True


def _strength(smoothing: str) -> str:
    return rf"$\sigma$ = {smoothing}"


def _curve(label: str, points: Sequence[CurvePoint], name: str, unit: int = 1) -> Curve:
    """Return one column of some points; the band holds the ends of its comparison that are finite."""
    ends = [(point.step, *(unit * getattr(point, f"{name}_{end}") for end in ("low", "high"))) for point in points]
    values = [(point.step, unit * getattr(point, name)) for point in points]
    return Curve(label, values, [each for each in ends if math.isfinite(each[1])])


def _by_strength(placed: Sequence[tuple[float, Row]]) -> list[Curve]:
    """Return a curve for each strength, with the interval of the difference around the mean without smoothing."""
    curves = []
    for each in dict.fromkeys(row.smoothing for _, row in placed):
        own = [(place, row) for place, row in placed if row.smoothing == each]
        compared = [(place, row.accuracy - row.difference, row) for place, row in own if each != "0"]
        band = [(x, 100 * (base + row.low), 100 * (base + row.high)) for x, base, row in compared]
        curves.append(Curve(_strength(each), [(x, 100 * row.accuracy) for x, row in own], band))
    return curves


_COLUMNS = 2


def draw_curves(panels: Sequence[Panel]) -> matplotlib.figure.Figure:
    """Draw panels of curves with bands.

    Raises:
        DomainError: nothing to draw, or more curves than marks.
    """
    if not panels or not all(panel.curves and all(curve.points for curve in panel.curves) for panel in panels):
        raise DomainError("a figure must have a panel, every panel a curve and every curve at least one point")
    check_family(max(len(panel.curves) for panel in panels))
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, panel in zip(grid, panels, strict=True):
        for place, (curve, (color, marker)) in enumerate(zip(panel.curves, MARKERS, strict=False)):
            if curve.band:
                places, low, high = zip(*sorted(curve.band), strict=True)
                axes.fill_between(places, low, high, color=color, alpha=0.13, linewidth=0)
            axes.plot(
                *zip(*sorted(curve.points), strict=True), label=curve.name, color=color, linewidth=1.1,
                linestyle=DASHES[place % len(DASHES)], marker=marker if panel.marks else "", markersize=4.0,
                markeredgecolor="white", markeredgewidth=0.4,
            )  # fmt: skip
        _finish(axes, panel.title)
        if "x" in panel.logarithmic:
            axes.set_xscale("log", base=2)
        if "y" in panel.logarithmic:
            axes.set_yscale("log")
        axes.set_xlabel(panel.below)
        axes.set_ylabel(panel.left)
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def draw_differences(rows: Sequence[Row], *, below: str) -> matplotlib.figure.Figure:
    """Draw the interval of each difference in percentage points, a panel for each epsilon.

    Raises:
        DomainError: nothing to draw.
    """
    compared = [row for row in rows if row.method != row.against]
    groups = {each: [row for row in compared if row.epsilon == each] for each in dict.fromkeys(r.epsilon for r in rows)}
    if not groups or not all(groups.values()):
        raise DomainError("a figure must have a group, and every group at least one difference")
    figure, grid = panels_figure(len(groups), _COLUMNS, alone=(5.2, 3.2), each=(4.4, 2.8))
    for axes, (epsilon, group) in zip(grid, groups.items(), strict=True):
        axes.axvline(0, color="0.6", linewidth=0.8)
        for place, row in enumerate(reversed(group)):
            axes.plot([100 * row.low, 100 * row.high], [place, place], color=BLUE, linewidth=1.4)
            axes.plot([100 * row.difference], [place], color=VERMILION, marker="o", markersize=4)
        axes.set_yticks(range(len(group)), [f"{row.method} ({row.step_size})" for row in reversed(group)])
        _finish(axes, rf"$\epsilon$ = {epsilon}", direction="x")
    label_outer(grid, _COLUMNS, below=below, left="")
    return figure


def _finish(axes: Axes, title: str, direction: Any = "y") -> None:
    axes.set_title(title, loc="left")
    axes.grid(axis=direction, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
