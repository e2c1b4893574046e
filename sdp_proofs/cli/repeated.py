"""`sdp-proofs delta --releases K`: what several releases of one database show together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database


def repeated(database: Database, budget: Budget, releases: int, digits: int, as_json: bool) -> None:
    """Print delta of all releases and two upper bounds, side by side."""
    from sdp_proofs.privacy.releases import releases_delta

    with progress_bar("delta"):
        found = releases_delta(database, budget, releases, digits=digits)
    shown = digits + shared.GUARD_DIGITS
    if as_json:
        payload = {
            **shared.described(database),
            "releases": str(releases),
            "epsilon": budget.text,
            "digits": str(digits),
            "delta": None if found.exact is None else found.exact.to_json(shown),
            "domination": found.domination.to_json(shown),
            "sum": found.summed.to_json(shown),
        }
        print_json(payload, "sdp-proofs/delta-releases/1")
        return
    unknown = [("delta of all", "not computed: too many likelihood ratios")]
    shared.print_lines(
        [
            *shared.database_lines(database),
            ("releases", str(releases)),
            ("epsilon", f"{budget.text}, of all releases together"),
            *(unknown if found.exact is None else shared.value_lines("delta of all", found.exact, digits)),
            ("by domination", f"at most {found.domination.bounds(digits)[1]}"),
            ("by the sum", f"at most {found.summed.bounds(digits)[1]}"),
            shared.comparison("the least bound", found.exact or found.domination, database),
        ]
    )
