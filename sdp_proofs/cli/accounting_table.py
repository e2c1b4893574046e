"""`sdp-proofs table accounting`: proven epsilons beside Rényi bounds and the central limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdp_proofs.cli.figures.drawn import collect

if TYPE_CHECKING:
    from sdp_proofs.cli.table_shape import Shape

_SCHEMA = "sdp-proofs/table/1"


def text(kind: str, digits: int, shape: Shape) -> str:
    """The table in one of the formats."""
    from sdp_proofs.experiments import accounting as experiment
    from sdp_proofs.render.tables import TextTable, table_json

    total = len(experiment.INSTANCES) * len(experiment.DELTAS)
    found, missing = collect("table accounting", experiment.rows(digits=max(digits, 3)), total)
    cells = tuple(row.cells(digits) for row in found)
    if kind == "json":
        rows = [dict(zip(experiment.HEADER, row, strict=True)) for row in cells]
        return table_json({"table": "accounting", "rows": rows, "missing": str(missing)}, _SCHEMA)
    shown = TextTable(
        experiment.HEADER,
        cells,
        "What releases cost, proven and otherwise",
        experiment.NOTES,
        given=frozenset(("release", "delta")),
    )
    return shape.rendered(shown, kind)
