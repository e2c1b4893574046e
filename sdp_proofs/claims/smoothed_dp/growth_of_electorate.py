"""Sec. 1 on Figure 1: the losses fall because the electorate grows, and exponentially so."""

from __future__ import annotations

from sdp_proofs.claims.checks import on_instances
from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.instances.elections import SYMBOLS, in_every_election
from sdp_proofs.claims.smoothed_dp.decreasing_trend import TREND, over_the_century
from sdp_proofs.experiments.elections import FIGURE_1
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

RATE = Formula("And(exp(-72*10**-8*records) < utility, utility < exp(-47*10**-8*records))", SYMBOLS)

CLAIMS = (
    Claim(
        id="larger-electorates-lose-less",
        paper="smoothed-dp",
        locator="Figure 1",
        title="ordered by number of votes, the losses fall (more strictly than by year)",
        kind=Kind.FIGURE,
        statement="Ordered by the number of votes instead of the year, even more of the 325 pairs have the smaller "
        "loss later: more than 320, which a random order gives with probability below $10^{-22}$.",
        hypotheses=(
            Hypothesis(
                "'primarily due to the growth' is read as: votes order the losses better than years do", silent=True
            ),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=Formula("And(falls > 320, chance < 10**-22)", TREND.symbols),
        parameters={"order": "records"},
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.ALL,
                "all pairs of elections",
                "325 pairs, each ordered by certified values",
                over_the_century,
            ),
        ),
        near_misses=(
            NearMiss("ordered by year", parameters={"order": "year"}),
            NearMiss("every pair but three", Formula("And(falls > 321, chance < 10**-22)", TREND.symbols)),
        ),
        family=family(counts=["falls"]),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
        note="321 of 325 pairs fall by number of votes, 311 by year. The four exceptions differ in the "
        "winner's margin.",
    ),
    Claim(
        id="utility-exponential-in-the-electorate",
        paper="smoothed-dp",
        locator="Figure 1",
        title="the utility lies between exp(-7.2e-7 n) and exp(-4.7e-7 n)",
        kind=Kind.FIGURE,
        statement="The adversary's utility is exponentially related to the number n of votes: over the 26 elections it "
        "lies between $e^{-7.2\\cdot 10^{-7} n}$ and $e^{-4.7\\cdot 10^{-7} n}$.",
        hypotheses=(
            Hypothesis("'exponentially related' is read as two-sided exponential bounds on these data", silent=True),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=RATE,
        checks=(in_every_election(FIGURE_1),),
        near_misses=(
            NearMiss("lower rate 7.1e-7", RATE.mutate("-72*", "-71*")),
            NearMiss("upper rate 4.8e-7", RATE.mutate("-47*", "-48*")),
        ),
        family=family(
            counts=["records"],
            true={
                ROOM: [
                    "records - 1 for records in -72 * 10 ** (-8) * records",
                    "records + 1 for records in -47 * 10 ** (-8) * records",
                ]
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
        note="The rate is not one constant: the prefactor of order 1/sqrt(n) and the margin move it. What happens as n "
        "grows is another claim (Theorem 3).",
    ),
)
