"""The map of notions of privacy and of what each implies."""

from __future__ import annotations

from sdp_proofs.cli.figures.drawn import Asked, Drawn

_COLUMNS = ("source", "target", "constant", "attained", "claim")


def compute(_: Asked) -> Drawn:
    """The arrows; nothing has to be computed."""
    from sdp_proofs.files import write_csv
    from sdp_proofs.privacy.notions import ARROWS, NOTIONS
    from sdp_proofs.report.notions_figure import Implication, save_map

    rows = [{column: getattr(arrow, column) for column in _COLUMNS} for arrow in ARROWS]
    drawn = [Implication(arrow.source, arrow.target, arrow.constant, bool(arrow.attained)) for arrow in ARROWS]

    return Drawn(
        lambda stream: write_csv(_COLUMNS, rows, stream), lambda path: save_map(NOTIONS, drawn, path), {"rows": rows}, 0
    )
