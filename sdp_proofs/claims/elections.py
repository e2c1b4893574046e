"""The instances on which claims about elections are decided: every election, with certified delta and utility."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.experiments.elections import Row, Setting, election_rows
from sdp_proofs.ledger import Check, Claim, Coverage, Method
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.utility import utility
from sdp_proofs.verdict import Verdict

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


def replay(formula: Formula) -> Callable[[Mapping[str, Any]], Verdict]:
    """Recomputes delta and utility of a recorded election (counts, draws, odds) and decides the formula on them."""
    return lambda counterexample: formula.decide(_recomputed(counterexample))


def replay_step(formula: Formula) -> Callable[[Mapping[str, Any]], Verdict]:
    """The same for two elections, "earlier" and "later", and a formula about both deltas."""

    def replayed(counterexample: Mapping[str, Any]) -> Verdict:
        return formula.decide({name: _recomputed(counterexample[name])["delta"] for name in ("earlier", "later")})

    return replayed


def _recomputed(record: Mapping[str, Any]) -> dict[str, Any]:
    database, budget = Database(tuple(record["counts"]), record["draws"]), Budget.read(odds=record["odds"])
    return {
        "delta": delta(database, budget).value,
        "utility": utility(database, budget=budget).value,
        "records": database.records,
        "draws": database.draws,
    }
