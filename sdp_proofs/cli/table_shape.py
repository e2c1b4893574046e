"""Layout of a table on request: its columns, its direction, and the float around a LaTeX fragment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from sdp_proofs.render.tables import TextTable


ALL = "all"
"""Word for `--columns` instead of names."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Options of a table's layout.

    Args:
        columns: the columns to show, in this order; `ALL` for all; None if it was not said.
        transpose: whether rows and columns change places.
        fragment: LaTeX without a preamble.
        caption: LaTeX above a fragment.
        label: of the float that it then is.
        brief: the columns to show where it was not said; all of them if there is none.
    """

    columns: tuple[str, ...] | None
    transpose: bool
    fragment: bool
    caption: str
    label: str
    brief: tuple[str, ...] = ()

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

    def rendered(self, table: TextTable, kind: str) -> str:
        """The table in this shape, as CSV, Markdown or LaTeX.

        Raises:
            DomainError: a column that it does not have.
        """
        from sdp_proofs.render.tables import table_csv, table_latex, table_markdown, transposed, with_columns

        wanted = self.columns
        if wanted is None and self.brief:
            wanted = self.brief
            typer.echo(f"{len(wanted)} of {len(table.header)} columns; --columns {ALL} shows all of them", err=True)
        table = table if wanted is None or wanted == (ALL,) else with_columns(table, wanted)
        table = transposed(table) if self.transpose else table
        match kind:
            case "csv":
                return table_csv(table)
            case "latex":
                if self.fragment:
                    _warn_of_width(table)
                return table_latex(table, fragment=self.fragment, caption=self.caption, label=self.label)
            case _:
                return table_markdown(table)


def _warn_of_width(table: TextTable) -> None:
    from sdp_proofs.render.tables import PAGE_POINTS, fragment_points

    points = fragment_points(table)
    if points > PAGE_POINTS:
        smaller = r"\resizebox{\linewidth}{!}{...} of the package graphicx makes it smaller"
        typer.echo(
            f"about {points / PAGE_POINTS:.1f} times as wide as a line of LaTeX's article: "
            f"--columns shows fewer columns, --transpose exchanges columns and rows, {smaller}",
            err=True,
        )
