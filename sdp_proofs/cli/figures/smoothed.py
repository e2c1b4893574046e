"""Figures 2 (left) and 4: smoothed privacy of elections, by number of votes."""

from __future__ import annotations

from collections.abc import Sequence

from sdp_proofs.cli.figures.drawn import Asked, Drawn, collect


def compute(asked: Asked) -> Drawn:
    """Smoothed privacy of every electorate, size by size, with exponential fits.

    Args:
        asked: figure 4, or another name of Figure 2 (left); with its grid, also what is not drawn, 17 more epsilons and
            three more sizes.
    """
    from sdp_proofs.papers.smoothed_dp import electorates as elections
    from sdp_proofs.plots.panels import smoothed_panel
    from sdp_proofs.report.figures import save
    from sdp_proofs.report.smoothed_figure import draw

    number, grid = asked.number, asked.grid
    electorates = elections.figure_4() if number == "4" else elections.figure_2()
    epsilons: Sequence[str] = elections.EPSILONS if grid else elections.DRAWN_EPSILONS
    beyond = (*elections.LARGE_SIZES, elections.votes_2020()) if grid else ()
    sizes = (*elections.SIZES, *beyond)
    found = (row for each in electorates for row in elections.smoothed_rows(each, sizes, epsilons))
    rows, missing = collect(f"figure {number}", found, len(electorates) * len(epsilons) * len(sizes))
    drawn = [row for row in rows if row.records in elections.SIZES and row.epsilon in elections.DRAWN_EPSILONS]
    fitted = [row for row in rows if row.records in elections.SIZES]
    parts = [[row for row in drawn if row.electorate == each] for each in electorates]
    return Drawn(
        lambda stream: elections.write_rows(rows, stream),
        lambda path: save(lambda: draw([smoothed_panel(part) for part in parts if part]), path),
        {
            "rows": [row.values() for row in rows],
            "fits": [fit.values() for fit in elections.exponential_fit(fitted)] if not missing else [],
        },
        missing,
    )
