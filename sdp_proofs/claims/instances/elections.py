"""The instances on which claims about elections are decided: every election, with certified delta and utility."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.experiments.elections import Row, Setting, election_rows
from sdp_proofs.ledger import Check, Claim, Coverage, Method
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Choices

YEARS = tuple(range(1920, 2024, 4))
SYMBOLS = {"delta": r"\delta_y", "utility": "u_y", "records": "n_y", "draws": "T_y"}
"""The symbols of formulas about one election y."""


@cache
def rows(setting: Setting) -> tuple[Row, ...]:
    """Losses and utilities of all 26 elections in one setting, to 12 proven digits."""
    return tuple(election_rows(us_presidential_elections(), setting))


def in_every_election(*settings: Setting) -> Check:
    """The claim's formula holds for each of the 26 elections, in each of the settings."""

    def instances(claim: Claim) -> Iterator[Instance]:
        for setting in settings:
            for row in rows(setting):
                yield name_of(row), values_of(row)

    scope = "the 26 elections 1920-2020"
    if len(settings) > 1:
        scope += f" in {len(settings)} settings"
    return on_instances(Method.CERTIFIED, Coverage.ALL, "all elections", scope, instances)


def name_of(row: Row) -> str:
    """Year and setting, for people."""
    return f"{row.year}, t = {float(row.setting.threshold):g}, {float(100 * row.setting.lost):g} % lost"


def values_of(row: Row) -> dict[str, Any]:
    """The values of `SYMBOLS`."""
    return {"delta": row.delta, "utility": row.utility, "records": row.records, "draws": row.draws}


def among_elections(*settings: Setting) -> Search:
    """Looks for an election, in one of the settings, at which the claim's formula fails."""
    named = {f"t = {float(setting.threshold):g}": setting for setting in settings}

    def values(_: Claim, instance: Mapping[str, Any]) -> Mapping[str, Any]:
        (row,) = (row for row in rows(named[instance["setting"]]) if row.year == instance["year"])
        return values_of(row)

    return over({"setting": Choices(tuple(named)), "year": Choices(YEARS)}, values, climbs=False)
