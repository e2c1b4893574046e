"""Instances for Figures 1 and 3: all elections since 1920 and their order in time, with certified delta and utility."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.introduction.election_data import us_presidential_elections
from sdp_proofs.papers.smoothed_dp.introduction.elections import FIGURE_1, Row, Setting, election_rows
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.statistics import chance_of_falls, falls


@cache
def rows(setting: Setting) -> tuple[Row, ...]:
    """Delta and utility of all 26 elections in one setting, to 12 proven digits."""
    return tuple(election_rows(us_presidential_elections(), setting))


def in_every_election(*settings: Setting) -> Check:
    """The claim's formula holds for each of the 26 elections, in each of the settings."""

    def instances(_: Claim) -> Iterator[Instance]:
        for row in (row for setting in settings for row in rows(setting)):
            values = {name: getattr(row, name) for name in ("delta", "utility", "records", "draws")}
            yield f"{row.year}, t = {float(row.setting.threshold):g}, {float(100 * row.setting.lost):g} % lost", values

    scope = "the 26 elections 1920-2020" + (f" in {len(settings)} settings" if len(settings) > 1 else "")
    return on_instances(CERTIFIED, ALL, "all elections", scope, instances)


def consecutive(_: Claim) -> Iterator[Instance]:
    """Each election and the next: delta, then utility."""
    for quantity in ("delta", "utility"):
        for earlier, later in pairwise(rows(FIGURE_1)):
            values = {"earlier": getattr(earlier, quantity), "later": getattr(later, quantity)}
            yield f"{quantity}, {earlier.year} to {later.year}", values


def over_the_century(claim: Claim) -> Iterator[Instance]:
    """The number of falling pairs in the order of `claim.parameters["order"]`, and its chance under a random order."""
    series = sorted(rows(FIGURE_1), key=lambda row: getattr(row, claim.parameters["order"]))
    for quantity in ("delta", "utility"):
        count = falls([getattr(row, quantity) for row in series])
        yield quantity, {"falls": count, "chance": chance_of_falls(len(series), count)}
