"""The comparison of bounds: shares of the exact exponent by epsilon, and values by number of records."""

from __future__ import annotations

from itertools import chain

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect


def compute(_: Asked) -> Drawn:
    """All bounds at all points."""
    from sdp_proofs.experiments import bound_comparison as experiment
    from sdp_proofs.plots.panels import bound_panels
    from sdp_proofs.report.bounds_figure import draw
    from sdp_proofs.report.figures import save

    total = experiment.rows_in_all(
        len(experiment.FLOORS), len(experiment.RATES), len(experiment.EPSILONS), experiment.SERIES
    )
    found = chain(experiment.exponent_rows(), experiment.delta_rows())
    rows, missing = collect("figure bounds", found, total)
    return Drawn(
        lambda stream: experiment.write_rows(rows, stream),
        lambda path: save(lambda: draw(bound_panels(rows)), path),
        {"rows": [row.values() for row in rows]},
        missing,
    )
