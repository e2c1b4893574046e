"""Sec. 1 on Figure 1: delta(x) is closely related to the adversary's utility."""

from __future__ import annotations

from sdp_proofs.claims.families import family
from sdp_proofs.claims.instances.elections import SYMBOLS, in_every_election
from sdp_proofs.experiments.elections import FIGURE_1, FIGURE_3
from sdp_proofs.ledger import Claim, Fidelity, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

CLOSE = Formula("And(84*delta < 100*utility, utility < delta)", SYMBOLS)
TWO_SIDED = Formula("And(delta < 2*utility, utility < 2*delta)", SYMBOLS)

CLAIMS = (
    Claim(
        id="utility-close-to-delta",
        paper="smoothed-dp",
        locator="Figure 1",
        title="in Figure 1 the utility is between 0.84 delta(x) and delta(x)",
        kind=Kind.FIGURE,
        statement="In every election of Figure 1 the adversary's utility is smaller than delta(x), by less than 16 %.",
        hypotheses=(
            Hypothesis("the utility is the largest over which record is missing and over its value", silent=True),
            Hypothesis("'closely related' is read as a two-sided factor", silent=True),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=CLOSE,
        checks=(in_every_election(FIGURE_1),),
        near_misses=(
            NearMiss("within 15 %", CLOSE.mutate("84*", "85*")),
            NearMiss("the utility is the larger one", CLOSE.mutate("utility < delta", "utility > delta")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
        note="At epsilon = 0 the order is the other way round: the utility then exceeds delta(x) by up to 0.02 %.",
    ),
    Claim(
        id="utility-and-delta-within-a-factor-two",
        paper="smoothed-dp",
        locator="Figure 3",
        title="in all settings of Figure 3 utility and delta(x) differ by less than a factor 2",
        kind=Kind.FIGURE,
        statement="In all six settings of Figure 3 and all elections each of delta(x) and the utility is "
        "less than twice the other.",
        fidelity=Fidelity.RECONSTRUCTED,
        formula=TWO_SIDED,
        checks=(in_every_election(*FIGURE_3.values()),),
        near_misses=(
            NearMiss("factor 3/2", TWO_SIDED.mutate("delta < 2*utility", "2*delta < 3*utility")),
            NearMiss("utility never above delta", TWO_SIDED.mutate("utility < 2*delta", "utility <= delta")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("utilities-add-up-to-divergences",),
        trust=("arb", "election-returns"),
    ),
)
