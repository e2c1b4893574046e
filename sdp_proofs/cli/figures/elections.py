"""Figures 1 and 3: delta and adversary's utility of elections, by year."""

from __future__ import annotations

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect


def compute(asked: Asked) -> Drawn:
    """Delta and utility of every election, setting by setting.

    Args:
        asked: figure 1 or 3, and perhaps a CSV file with other elections.
    """
    from sdp_proofs.papers.smoothed_dp.elections import (
        FIGURE_1,
        FIGURE_3,
        election_rows,
        read_elections,
        us_presidential_elections,
        write_rows,
    )
    from sdp_proofs.plots.panels import election_panel
    from sdp_proofs.report.election_figure import draw
    from sdp_proofs.report.figures import save

    number, data = asked.number, asked.data
    settings = (FIGURE_1,) if number == "1" else tuple(FIGURE_3.values())
    elections = us_presidential_elections() if data is None else read_elections(data)
    found = (row for setting in settings for row in election_rows(elections, setting))
    rows, missing = collect(f"figure {number}", found, len(settings) * len(elections))
    parts = [[row for row in rows if row.setting == setting] for setting in settings]
    return Drawn(
        lambda stream: write_rows(rows, stream),
        lambda path: save(lambda: draw([election_panel(part) for part in parts if part]), path),
        {"rows": [row.values() for row in rows]},
        missing,
    )
