"""The figure and the table on accounting."""

from __future__ import annotations

from sdp_proofs.ledger.exhibits import Figure, Table

_DRAWN = "sdp_proofs.cli.figures."

FIGURES = (
    Figure(
        "accounting",
        r"The $\epsilon$ of private training by number of steps: proven values, bounds by R\'enyi orders, the "
        r"approximation by the central limit, and what other accountants printed (recorded); right: by how much "
        r"each is off the proven value.",
        f"{_DRAWN}accounting", "6 s",
    ),
)  # fmt: skip
"""In the order in which they are listed."""

TABLES = (
    Table(
        "accounting", "sdp_proofs.cli.accounting_table:text", bound=False,
        brief=("release", "delta", "epsilon"),
    ),
)
"""By name on the command line."""
