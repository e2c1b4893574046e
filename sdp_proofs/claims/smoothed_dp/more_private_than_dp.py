"""App. A.2: in all settings of Figure 3 the elections are much more private than DP predicts."""

from __future__ import annotations

from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.instances.elections import SYMBOLS, in_every_election
from sdp_proofs.experiments.elections import FIGURE_3
from sdp_proofs.ledger import Claim, Fidelity, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

FORMULA = Formula("50*delta < draws/records", SYMBOLS)

CLAIMS = (
    Claim(
        id="elections-more-private-than-worst-case",
        paper="smoothed-dp",
        locator="Figure 3",
        title="delta(x) is under a fiftieth of the DP value T/n in all six settings",
        kind=Kind.FIGURE,
        statement="In all six settings of Figure 3 the delta(x) of every election is much smaller than the delta of "
        "differential privacy, which is T/n: by a factor of 50 at least.",
        hypotheses=(Hypothesis("'much more private' is read as a factor of 50", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=FORMULA,
        checks=(in_every_election(*FIGURE_3.values()),),
        near_misses=(
            NearMiss("factor 60 instead of 50", FORMULA.mutate("50*delta", "60*delta")),
            NearMiss("direction turned", FORMULA.mutate("delta <", "delta >")),
        ),
        family=family(
            counts=["records", "draws"],
            true={
                ROOM: [
                    "51 for 50 in 50 * delta",
                    "draws - 1 for draws in draws / records",
                    "records + 1 for records in draws / records",
                ]
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"),
        trust=("arb", "election-returns"),
        note="The factor is smallest, 58.6, for 1924 at epsilon = 0 with 0.01 % lost; at epsilon = ln(3/2) with 0.2 % "
        "lost it exceeds $10^{359}$.",
    ),
)
