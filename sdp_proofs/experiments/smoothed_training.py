"""The experiments on smoothing [Wang et al. 2019, Section 4], on digits: table, curves, step sizes, controls.

What is not reproduced: the numbers for MNIST and CIFAR10, because these data do not ship with a package. The layout is
the paper's; the records are 1,500 of scikit-learn's digits, or a file of the user's. Other than in the paper, clipping
is per example, batches are Poisson samples, runs of different methods share batches and noise, and intervals hold for
all comparisons of a table together. The step size is constant: a/t, the paper's, all but stops within 500 steps.

Every function takes the runs of its cells, seed by seed, and makes rows. World: estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Protocol, TextIO

from sdp_proofs.experiments.training_cells import NOISE, Cell
from sdp_proofs.files import write_csv
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta
from sdp_proofs.statistics import differences, mean_interval, median_interval

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


class Tabular(Protocol):
    """A row of a table."""

    def values(self) -> dict[str, str]:
        """Names of columns and texts."""


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
"""Of a run, after each of its steps at which it is measured."""


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


def step_rows(runs: Runs) -> list[Row]:
    """Accuracy by step size and strength, each strength against none at the same step size.

    Args:
        runs: of `step_cells`, those that there are.
    """
    return table_rows(runs)


def tuning_cells(data: str = "digits") -> list[Cell]:
    """What the step sizes of the controls are chosen from, with seeds of their own."""
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


def write_rows(rows: Iterable[Tabular], stream: TextIO) -> None:
    """Write rows of one kind as CSV with a header; nothing where there is none."""
    found = [row.values() for row in rows]
    if found:
        write_csv(list(found[0]), found, stream)


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
