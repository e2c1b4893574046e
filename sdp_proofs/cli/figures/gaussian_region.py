"""Where the classical Gaussian formula gives enough noise, over epsilon and delta."""

from __future__ import annotations

from math import log10

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect

_DIGITS = 6


def compute(_: Asked) -> Drawn:
    """The boxes and their border."""
    from sdp_proofs.accounting.classical import largest_epsilon_everywhere
    from sdp_proofs.experiments import gaussian_region as experiment
    from sdp_proofs.report.gaussian_region_figure import Region, save_region

    found = list(experiment.boxes())
    deltas = experiment.BORDER_DELTAS
    border, missing = collect("figure gaussian-region", experiment.border(deltas), len(deltas))
    everywhere = largest_epsilon_everywhere()
    regions = [
        Region(
            left=float(box.epsilons[0]),
            right=float(box.epsilons[1]),
            low=float(box.exponents[0]),
            high=float(box.exponents[1]),
            verdict=box.verdict.value,
        )
        for box in found
    ]
    line = [(float(epsilon), log10(delta)) for delta, epsilon in border]
    marks = [(1.0, r"$\epsilon = 1$: proved in [DR 2014]"), (float(everywhere), r"left of it: at every $\delta$")]
    document: dict[str, object] = {
        "boxes": [dict(zip(experiment.COLUMNS, experiment.cells(box), strict=True)) for box in found],
        "border": [{"delta": str(delta), "epsilon": epsilon.to_json(_DIGITS)} for delta, epsilon in border],
        "enough_at_every_delta": everywhere.to_json(_DIGITS),
    }
    return Drawn(
        lambda stream: experiment.write_rows(found, stream),
        lambda path: save_region(regions, line, marks, path),
        document,
        missing,
    )
