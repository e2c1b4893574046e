"""How a table is laid out on request: its columns, its direction, and the float around a LaTeX fragment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from sdp_proofs.report.tables import TextTable


ALL = "all"
"""What `--columns` may say instead of names."""
BRIEF = {
    "remark-8": ("rate", "epsilon", "records", "delta_sdp", "remark_8", "two_tails"),
    "elections": ("rate", "threshold", "year", "records", "delta", "utility"),
    "chernoff": ("records", "marked", "draws", "theta", "tail", "printed"),
    "table-1": ("notion", "rate", "epsilon", "records", "parameter_delta", "one_over_n"),
    "theorem-5": ("epsilon", "draws", "records", "delta_sdp", "two_tails", "dp_delta"),
    "theorem-2": ("epsilon", "conditions_met", "noise_of_formula", "noise_of_code", "least_noise_meets"),
    "accounting": ("release", "delta", "epsilon"),
    "gaussian-calibration": ("epsilon", "delta", "sigma", "classical_sigma", "ratio"),
    "laplace-utility": ("answers", "epsilon", "scale", "mean_largest", "quantile_largest", "union_bound"),
}
"""The columns of each table that a page or a screen has room for: what it shows there unless others are asked for."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the options say.

    Args:
        columns: the columns to show, in this order; `ALL` for all; for None those that fit where it is read.
        transpose: whether rows and columns change places.
        fragment: LaTeX without a preamble.
        caption: LaTeX above a fragment.
        label: of the float that it then is.
    """

    columns: tuple[str, ...] | None
    transpose: bool
    fragment: bool
    caption: str
    label: str

    def check(self, kind: str) -> None:
        """Refuse options that this format cannot follow.

        Raises:
            DomainError: a caption without a fragment, or a document of JSON in another shape.
        """
        from sdp_proofs.errors import DomainError

        if (self.caption or self.label) and not self.fragment:
            raise DomainError("--caption and --label must go with --fragment")
        if kind == "json" and (self.columns is not None or self.transpose):
            raise DomainError("--columns and --transpose must go with the formats csv, markdown and latex, got json")

    def rendered(self, table: TextTable, kind: str, name: str = "", *, narrow: bool = False) -> str:
        """The table in this shape, as CSV, Markdown or LaTeX.

        Args:
            table: all of it.
            kind: csv, markdown or latex.
            name: of the table, if it has columns that are shown first.
            narrow: whether it is read on a screen, where there is room for these only, as there is on a page.

        Raises:
            DomainError: a column that it does not have.
        """
        from sdp_proofs.report.table_shape import transposed, with_columns
        from sdp_proofs.report.tables import table_csv, table_latex, table_markdown

        wanted = self.columns
        if wanted is None and (self.fragment or narrow) and name in BRIEF:
            wanted = BRIEF[name]
            said = f"{len(wanted)} of {len(table.header)} columns; --columns {ALL} shows all of them"
            typer.echo(said, err=True)
        table = table if wanted in (None, (ALL,)) else with_columns(table, wanted)
        table = transposed(table) if self.transpose else table
        match kind:
            case "csv":
                return table_csv(table)
            case "latex":
                return table_latex(table, fragment=self.fragment, caption=self.caption, label=self.label)
            case _:
                return table_markdown(table)
