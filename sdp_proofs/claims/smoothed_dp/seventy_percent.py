"""Sec. 1: no candidate has had more than 70 % of the votes since 1920."""

from __future__ import annotations

from collections.abc import Iterator

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

FORMULA = Formula("100*winner < 70*cast", {"winner": "w_y", "cast": "v_y"})


def shares(claim: Claim) -> Iterator[Instance]:
    """The leading candidate's votes against the two-party vote, the smaller and so the harder denominator."""
    for election in us_presidential_elections():
        yield str(election.year), {"winner": max(election.counts), "cast": election.records}


CLAIMS = (
    Claim(
        id="no-candidate-above-seventy-percent",
        paper="smoothed-dp",
        locator="Sec. 1",
        title="no candidate got more than 70 % of the votes since 1920",
        kind=Kind.STATEMENT,
        statement="In no US presidential election from 1920 on did a candidate win more than 70 % of the popular vote, "
        "not even of the votes for the two leading candidates.",
        hypotheses=(Hypothesis("popular vote, national, up to and including 2020", silent=True),),
        formula=FORMULA,
        checks=(on_instances(Method.EXACT, Coverage.ALL, "all elections", "the 26 elections 1920-2020", shares),),
        near_misses=(
            NearMiss("65 % instead of 70 %", FORMULA.mutate("70", "65")),
            NearMiss("direction turned", FORMULA.mutate("<", ">")),
        ),
        family=family(
            counts=["winner", "cast"],
            true={
                ROOM: [
                    "101 for 100 in 100 * winner",
                    "winner + 1 for winner in 100 * winner",
                    "69 for 70 in 70 * cast",
                    "cast - 1 for cast in 70 * cast",
                ]
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
        note="The largest two-party shares are 65.2 % (Coolidge 1924) and 63.9 % (Harding 1920).",
    ),
)
