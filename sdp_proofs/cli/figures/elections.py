"""Figures 1 and 3: privacy loss and adversary's utility of elections, by year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdp_proofs.cli.figures.drawn import Drawn, collect

if TYPE_CHECKING:
    from sdp_proofs.experiments.elections import Row
    from sdp_proofs.report.election_figure import Panel


def compute(number: str, data: str | None) -> Drawn:
    """Privacy loss and utility of every election, setting by setting.

    Args:
        number: 1 or 3.
        data: a CSV file with other elections.
    """
    from sdp_proofs.experiments.election_data import read_elections, us_presidential_elections
    from sdp_proofs.experiments.elections import FIGURE_1, FIGURE_3, election_rows, write_rows
    from sdp_proofs.report.election_figure import save_figure

    settings = (FIGURE_1,) if number == "1" else tuple(FIGURE_3.values())
    elections = us_presidential_elections() if data is None else read_elections(data)
    found = (row for setting in settings for row in election_rows(elections, setting))
    rows, missing = collect(f"figure {number}", found, len(settings) * len(elections))
    parts = [[row for row in rows if row.setting == setting] for setting in settings]
    return Drawn(
        lambda stream: write_rows(rows, stream),
        lambda path: save_figure([_panel(part) for part in parts if part], path),
        {"rows": [row.values() for row in rows]},
        missing,
    )


def _panel(rows: Sequence[Row]) -> Panel:
    from sdp_proofs.numerics.enclosure import Enclosure
    from sdp_proofs.report.election_figure import Panel, Point

    setting = rows[0].setting
    name = f"({setting.panel})  " if setting.panel else ""
    return Panel(
        f"{name}$t$ = {float(setting.threshold):g}, {float(100 * setting.lost):g} % of the votes lost",
        tuple(
            Point(
                year=row.year,
                delta=row.delta.log10_estimate,
                utility=row.utility.log10_estimate,
                one_over_n=Enclosure.of(row.one_over_n).log10_estimate,
                dp_delta=Enclosure.of(row.dp_delta).log10_estimate,
            )
            for row in rows
        ),
    )
