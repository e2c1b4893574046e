"""The picture of Theorem 2 of DP-LSSGD: the region of its conditions, and noises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect

if TYPE_CHECKING:
    from sdp_proofs.experiments.theorem_two_region import Point


def compute(_: Asked) -> Drawn:
    """All rows, and how to draw them."""
    from sdp_proofs.experiments import theorem_two_region as experiment

    total = len(experiment.EPSILONS) * (len(experiment.STEPS_DRAWN) + 1)
    found, missing = collect("figure theorem-2", experiment.groups(), total)
    rows = [row for group in found for row in group]
    return Drawn(
        lambda stream: experiment.write_rows(rows, stream),
        lambda path: _save(rows, path),
        {"rows": [row.values() for row in rows]},
        missing,
    )


def _save(rows: list[Point], path: str) -> None:
    from sdp_proofs.experiments.theorem_two_region import Series
    from sdp_proofs.report.theorem_two_figure import Noises, Region, save_theorem_two

    def places(series: Series, steps: int | None = None) -> tuple[tuple[float, float], ...]:
        return tuple(
            (float(row.epsilon), float(row.value))
            for row in rows
            if row.series is series and steps in (None, row.steps)
        )

    counts = dict.fromkeys(row.steps for row in rows if row.series is Series.RATIO)
    region = Region(
        tuple((f"$T$ = {count:,}", places(Series.RATIO, count)) for count in counts), places(Series.USED)
    )
    least = [row for row in rows if row.series is Series.LEAST]
    low, high = (
        tuple((float(row.epsilon), float(end)) for row, end in zip(least, ends, strict=True))
        for ends in ([row.value.lower for row in least], [row.value.upper for row in least])
    )
    noises = Noises(places(Series.FORMULA), places(Series.THEOREM), places(Series.CODE), low, high)
    save_theorem_two(region, noises, path)
