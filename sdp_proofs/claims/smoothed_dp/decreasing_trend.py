"""Sec. 1 on Figure 1: the losses show a decreasing trend. Not from each election to the next; over the century, yes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.instances.elections import YEARS, rows
from sdp_proofs.claims.instances.plain_definitions import ELECTION_EVENT, WHOLE_LOSS
from sdp_proofs.claims.searching import over
from sdp_proofs.experiments.elections import FIGURE_1
from sdp_proofs.experiments.trend import chance_of_falls, falls
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Choices
from sdp_proofs.numerics.formula import Formula

STEPWISE = Formula("later < earlier", {"later": r"u_{y+4}", "earlier": "u_y"})
TREND = Formula("And(falls > 300, chance < 10**-16)", {"falls": "F", "chance": r"\Pr[F' \ge F]"})


def consecutive(claim: Claim) -> Iterator[Instance]:
    """Each election and the next: delta, then utility."""
    for quantity in ("delta", "utility"):
        series = rows(FIGURE_1)
        for earlier, later in pairwise(series):
            values = {"earlier": getattr(earlier, quantity), "later": getattr(later, quantity)}
            yield f"{quantity}, {earlier.year} to {later.year}", values


def step(_: Claim, instance: Mapping[str, Any]) -> Mapping[str, Any]:
    """One quantity at an election and at the next."""
    place = YEARS.index(instance["year"])
    earlier, later = rows(FIGURE_1)[place : place + 2]
    return {"earlier": getattr(earlier, instance["quantity"]), "later": getattr(later, instance["quantity"])}


def over_the_century(claim: Claim) -> Iterator[Instance]:
    """The number of falling pairs in the order of `claim.parameters["order"]`, and its chance under a random order."""
    series = sorted(rows(FIGURE_1), key=lambda row: getattr(row, claim.parameters["order"]))
    for quantity in ("delta", "utility"):
        count = falls([getattr(row, quantity) for row in series])
        yield quantity, {"falls": count, "chance": chance_of_falls(len(series), count)}


CLAIMS = (
    Claim(
        id="losses-fall-at-every-election",
        paper="smoothed-dp",
        locator="Figure 1",
        title="delta(x) and utility fall from each election to the next",
        kind=Kind.FIGURE,
        statement="The decreasing trend of Figure 1, read literally: delta(x) and the adversary's utility fall from "
        "each election to the next, 1920 to 2020.",
        fidelity=Fidelity.NARROWED,
        formula=STEPWISE,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.ALL,
                "consecutive elections",
                "25 steps of delta and 25 of the utility",
                consecutive,
            ),
        ),
        near_misses=(
            NearMiss("they rise at every election", STEPWISE.mutate("later <", "later >")),
            NearMiss("they fall tenfold at every election", STEPWISE.mutate("earlier", "earlier/10")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="losses-fall-over-the-century",
        counterexample=Counterexample(
            "1920 (16,144,093 to 9,139,661 votes) and 1924 (15,723,789 to 8,386,242; U.S. election returns), 0.2 % "
            "lost, odds 51/49: delta(x) is at most 1.7e-8 in 1920, whichever vote is changed, and at least 3.2e-8 in "
            "1924, by one event.",
            {
                "E": "51/49",
                **ELECTION_EVENT,
                **WHOLE_LOSS,
                "P": "law(16144093, 9139661, 50567, 17600, 18960)",
                "earlier": "at_most(P, 16144093, 9139661, 50567, 17600)",
                "Q": "law(15723789, 8386242, 48220, 15700, 16335)",
                "later": "seen(Q, 15723789, 8386242, 48220, 15700)",
            },
            fails="later < earlier",
            given=("16144093 + 9139661 - 50567 == 25233187", "15723789 + 8386242 - 48220 == 24061811"),
        ),
        erratum=Erratum(
            "In 9 of the 25 steps the loss goes up, in 1924 for the first time: delta(x) depends on the electorate's "
            "size and on the margin, not on the year.",
            "The trend holds for pairs of elections at large, 311 of 325 of them, not from one election to the next.",
        ),
        search=over({"quantity": Choices(("delta", "utility")), "year": Choices(YEARS[:-1])}, step, climbs=False),
        trust=("arb", "election-returns"),
        note="9 of the 25 steps go up: 1924, 1944, 1948, 1956, 1964, 1968, 1980, 1992 and 2012, years with fewer "
        "voters or a wider margin.",
    ),
    Claim(
        id="losses-fall-over-the-century",
        paper="smoothed-dp",
        locator="Figure 1",
        title="over the century the losses fall (exact Mann-Kendall test)",
        kind=Kind.FIGURE,
        statement="Of the 325 pairs of elections more than 300 have the smaller loss in the later year, for delta(x) "
        "and for the utility. If all orders were equally likely that many would occur with probability below "
        "$10^{-16}$ (one-sided, exact).",
        hypotheses=(Hypothesis("a trend is judged by the Mann-Kendall count of falling pairs", silent=True),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=TREND,
        parameters={"order": "year"},
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
            NearMiss("nearly every pair falls", TREND.mutate("300", "312")),
            NearMiss("a thousand times rarer", TREND.mutate("10**-16", "10**-19")),
        ),
        family=family(
            counts=["falls"], true={ROOM: ["falls - 1 for falls in falls > 300", "301 for 300 in falls > 300"]}
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
        note="311 of 325 pairs fall, for delta(x) and for the utility alike.",
    ),
)
