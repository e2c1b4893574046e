"""`sdp-proofs delta --releases K`: what several releases of one database show together."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.cli.checking import Shown
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.releases import Releases


def repeated(database: Database, budget: Budget, releases: int, shown: Shown) -> None:
    """Print delta of all releases and two upper bounds, side by side."""
    from sdp_proofs.numbers.conversion import QUOTED_DIGITS
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.histogram.database import DATABASE_ALONE, at_epsilon
    from sdp_proofs.privacy.releases import releases_delta

    digits, guarded = shown.digits, shown.digits + shared.GUARD_DIGITS

    def known(digits: int) -> tuple[Releases, Enclosure]:
        found = releases_delta(database, budget, releases, digits=digits)
        least = min((found.domination.bounds(digits)[1], found.summed.bounds(digits)[1]), key=Decimal)
        return found, found.exact or Enclosure.between("0", least)

    with progress_bar("delta"):
        found, value = known(digits)
        checked = shown.checked(value, lambda more: known(more)[1])
    payload: dict[str, object] = {
        **shared.described(database),
        "releases": str(releases),
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": None if found.exact is None else found.exact.to_json(guarded),
        "domination": found.domination.to_json(guarded),
        "sum": found.summed.to_json(guarded),
    }
    unknown = [("delta of all", "not computed: too many likelihood ratios")]
    number = Enclosure.between(*2 * (value.bounds(digits)[1],)).at_most(min(digits, QUOTED_DIGITS))
    lines = [
        *shared.database_lines(database),
        ("releases", str(releases)),
        ("epsilon", f"{budget.text}, of all releases together"),
        *(unknown if found.exact is None else shared.value_lines("delta of all", found.exact, digits)),
        ("to quote", f"delta of all {releases} <= {number} {at_epsilon(budget.text)}for {DATABASE_ALONE}"),
        ("by domination", f"at most {found.domination.bounds(digits)[1]}"),
        ("by the sum", f"at most {found.summed.bounds(digits)[1]}"),
        shared.comparison("the least bound", found.exact or found.domination, database),
    ]
    shown.answer(payload, "sdp-proofs/delta-releases/1", lines, "delta of all", checked)
