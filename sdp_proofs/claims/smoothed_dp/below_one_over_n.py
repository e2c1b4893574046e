"""Sec. 1 on Figure 1: the losses are always smaller than 1/n."""

from __future__ import annotations

from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.instances.elections import SYMBOLS, in_every_election
from sdp_proofs.experiments.elections import FIGURE_1
from sdp_proofs.ledger import Claim, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

FORMULA = Formula("And(utility < 1/records, delta < 1/records)", SYMBOLS)

CLAIMS = (
    Claim(
        id="loss-below-one-over-n",
        paper="smoothed-dp",
        locator="Figure 1",
        title="delta(x) and utility are below 1/n in every election",
        kind=Kind.FIGURE,
        statement="With 0.2 % of the votes lost and t = 0.51, both delta(x) and the adversary's utility stay below "
        "1/n, n being the votes of the two leading candidates, in every election since 1920.",
        hypotheses=(
            Hypothesis("only the votes of the two leading candidates are published"),
            Hypothesis("n counts those votes, not the whole electorate", silent=True),
        ),
        formula=FORMULA,
        checks=(in_every_election(FIGURE_1),),
        near_misses=(
            NearMiss("direction turned", FORMULA.mutate("utility < 1/records", "utility > 1/records")),
            NearMiss("square of 1/n", FORMULA.mutate("delta < 1/records", "delta < 1/records**2")),
        ),
        family=family(
            counts=["records"],
            true={ROOM: ["records + 1 for records in 1 / records", "records + 1 for records in 1 / records, place 2"]},
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
        note="The narrowest margin is that of 1924: n delta(x) is 0.78.",
    ),
)
