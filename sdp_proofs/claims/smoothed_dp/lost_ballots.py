"""Example 1: up to 300,000 lost mail-in ballots are 0.2 % of all votes of 2020."""

from __future__ import annotations

from collections.abc import Iterator

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

ROUNDED = Formula("And(15*cast <= 10000*lost, 10000*lost < 25*cast)", {"lost": r"\ell", "cast": "v"})


def votes_cast(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020, and those for the two leading candidates."""
    election = us_presidential_elections()[-1]
    yield "all votes of 2020", {"lost": claim.parameters["lost"], "cast": election.total_votes}
    yield "votes for the two leading candidates", {"lost": claim.parameters["lost"], "cast": election.records}


CLAIMS = (
    Claim(
        id="three-hundred-thousand-ballots-are-a-fifth-of-a-percent",
        paper="smoothed-dp",
        locator="Example 1",
        title="300,000 ballots are 0.2 % of the votes of 2020",
        kind=Kind.EXAMPLE,
        statement="300,000 lost ballots are 0.2 % of the votes cast in 2020, to the one digit printed: of all votes, "
        "and of those for the two leading candidates.",
        hypotheses=(Hypothesis("0.2 % means at least 0.15 % and less than 0.25 %", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=ROUNDED,
        parameters={"lost": 300_000},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "both denominators", "2020", votes_cast),),
        near_misses=(
            NearMiss("0.2 % exactly", Formula("1000*lost == 2*cast", ROUNDED.symbols)),
            NearMiss("200,000 ballots", parameters={"lost": 200_000}),
            NearMiss("400,000 ballots", parameters={"lost": 400_000}),
        ),
        family=family(
            counts=["lost", "cast"],
            true={
                NOT_ATTAINED: ["< for <= in 15 * cast <= 10000 * lost"],
                ROOM: [
                    "16 for 15 in 15 * cast",
                    "cast + 1 for cast in 15 * cast",
                    "9999 for 10000 in 10000 * lost",
                    "lost - 1 for lost in 10000 * lost",
                    "10001 for 10000 in 10000 * lost, place 2",
                    "lost + 1 for lost in 10000 * lost, place 2",
                    "24 for 25 in 25 * cast",
                    "cast - 1 for cast in 25 * cast",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
        note="It is 0.189 % of 158,429,631 votes. The number of lost ballots itself is a press estimate "
        "and is not checked.",
    ),
    Claim(
        id="lost-ballots-form-a-uniform-sample",
        paper="smoothed-dp",
        locator="Example 1",
        title="the lost ballots are a uniformly random set",
        kind=Kind.EXAMPLE,
        statement="Which ballots are lost is uniformly random, so that the announced histogram is a "
        "sample without replacement.",
        recorded=Status.OPEN,
        uncheckable="a modelling assumption, which the example introduces as such; mail-in ballots are not a uniform "
        "sample of all ballots",
    ),
)
