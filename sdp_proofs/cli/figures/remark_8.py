"""The map of Remark 8: where it is proved, holds, fails and says nothing, over sampling rate and epsilon."""

from __future__ import annotations

from collections import Counter

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect


def compute(_: Asked) -> Drawn:
    """Every cell of every panel."""
    from sdp_proofs.experiments import remark_8_map as experiment
    from sdp_proofs.plots.panels import map_panels
    from sdp_proofs.report.figures import save
    from sdp_proofs.report.map_figure import draw

    cells = len(experiment.RATES) * len(experiment.EPSILONS)
    total = len(experiment.SHEETS) * cells
    whole = cells * sum(sheet.effort for sheet in experiment.SHEETS)
    rows, missing = collect("figure remark-8", experiment.map_rows(), total, lambda row: row.sheet.effort, whole)
    counted = Counter(row.standing for row in rows)
    return Drawn(
        lambda stream: experiment.write_rows(rows, stream),
        lambda path: save(lambda: draw(map_panels(rows)), path),
        {
            "rows": [row.values() for row in rows],
            "cells": {standing.value: str(counted[standing]) for standing in experiment.Standing},
        },
        missing,
    )
