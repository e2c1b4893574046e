"""The map of notions of privacy and of what each implies."""

from __future__ import annotations

import csv
from typing import TextIO

from sdp_proofs.cli.figures.drawn import Asked, Drawn

_COLUMNS = ("source", "target", "constant", "attained", "claim")


def compute(_: Asked) -> Drawn:
    """The arrows; nothing has to be computed."""
    from sdp_proofs.privacy.notions.arrows import ARROWS, NOTIONS
    from sdp_proofs.report.notions_figure import Implication, save_map

    rows = [{column: getattr(arrow, column) for column in _COLUMNS} for arrow in ARROWS]
    drawn = [Implication(arrow.source, arrow.target, arrow.constant, bool(arrow.attained)) for arrow in ARROWS]

    def write(stream: TextIO) -> None:
        writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)

    return Drawn(write, lambda path: save_map(NOTIONS, drawn, path), {"rows": rows}, 0)
