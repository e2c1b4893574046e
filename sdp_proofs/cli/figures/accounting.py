"""Epsilon against the number of steps: proven, by Rényi orders, by the central limit, and as others print it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from typing import TextIO

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect

_DIGITS = 6


def compute(_: Asked) -> Drawn:
    """All answers at all numbers of steps."""
    from sdp_proofs.experiments import accounting as experiment
    from sdp_proofs.report.accounting_figure import Curve, save_steps

    found, missing = collect("figure accounting", experiment.rows_by_steps(), len(experiment.STEPS))
    curves = [
        Curve("proven", tuple((float(steps), float(row.answer.value)) for steps, row in found if row.answer.value)),
        Curve("Rényi (upper bound)", tuple((float(steps), float(row.renyi)) for steps, row in found if row.renyi)),
        Curve("central limit (no bound)", tuple((float(steps), row.limit) for steps, row in found if row.limit)),
    ]

    printed = experiment.printed_by_steps()
    drawn = {steps for steps, _ in found}
    curves += [
        Curve(name, tuple((float(steps), float(value)) for steps, value in entries if steps in drawn))
        for name, entries in printed.items()
    ]
    others = {steps: [_printed(entries, steps) for entries in printed.values()] for steps in drawn}

    def write(stream: TextIO) -> None:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["steps", *experiment.HEADER, *printed])
        writer.writerows([steps, *row.cells(_DIGITS), *others[steps]] for steps, row in found)

    title = "Poisson sampling 256 of 60,000, $\\sigma = 1.1$, $\\delta = 10^{-5}$"
    document: dict[str, object] = {
        "rows": [
            {
                "steps": str(steps),
                **dict(zip(experiment.HEADER, row.cells(_DIGITS), strict=True)),
                "printed": dict(zip(printed, others[steps], strict=True)),
            }
            for steps, row in found
        ]
    }
    return Drawn(write, lambda path: save_steps(title, curves, path), document, missing)


def _printed(entries: Sequence[tuple[int, Fraction]], steps: int) -> str:
    """The recorded number at so many steps, rounded up as it was meant as a bound; nothing where there is none."""
    from sdp_proofs.numbers.decimals import exact_decimal

    return next((exact_decimal(value, _DIGITS, upward=True) for at, value in entries if at == steps), "")
