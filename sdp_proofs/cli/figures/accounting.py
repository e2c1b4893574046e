"""Epsilon against the number of steps: proven, by Rényi orders, by the central limit."""

from __future__ import annotations

import csv
from typing import TextIO

from sdp_proofs.cli.figures.drawn import Drawn, collect

_DIGITS = 6


def compute() -> Drawn:
    """All answers at all numbers of steps."""
    from sdp_proofs.experiments import accounting as experiment
    from sdp_proofs.report.accounting_figure import Curve, save_steps

    found, missing = collect("figure accounting", experiment.rows_by_steps(), len(experiment.STEPS))
    curves = [
        Curve("proven", tuple((float(steps), float(row.answer.value)) for steps, row in found if row.answer.value)),
        Curve("Rényi (upper bound)", tuple((float(steps), float(row.renyi)) for steps, row in found if row.renyi)),
        Curve("central limit (no bound)", tuple((float(steps), row.limit) for steps, row in found if row.limit)),
    ]

    def write(stream: TextIO) -> None:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["steps", *experiment.HEADER])
        writer.writerows([steps, *row.cells(_DIGITS)] for steps, row in found)

    title = "Poisson sampling 256 of 60,000, $\\sigma = 1.1$, $\\delta = 10^{-5}$"
    document: dict[str, object] = {
        "rows": [
            {"steps": str(steps), **dict(zip(experiment.HEADER, row.cells(_DIGITS), strict=True))}
            for steps, row in found
        ]
    }
    return Drawn(write, lambda path: save_steps(title, curves, path), document, missing)
