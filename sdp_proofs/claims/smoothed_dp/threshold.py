"""App. A.1: the accuracy threshold t and epsilon belong together by t = e^epsilon/(e^epsilon + 1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import CONVERSE, IDLE, UNDECIDED, family
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget

IDENTITY = Formula("Eq(t, (t/(1 - t))/(t/(1 - t) + 1))", {"t": "t"})
VALUES = Formula("And(odds == t/(1 - t), Implies(t == 51/100, odds == 51/49))", {"t": "t", "odds": r"e^{\epsilon}"})


def thresholds(claim: Claim) -> Iterator[Instance]:
    """The thresholds of Figures 1 and 3, through the package's own budget."""
    for t in (Fraction(1, 2), Fraction(51, 100), Fraction(3, 5)):
        yield f"t = {t}", {"t": t, "odds": Budget.read(threshold=t).rational_odds}


CLAIMS = (
    Claim(
        id="threshold-is-odds-over-odds-plus-one",
        paper="smoothed-dp",
        locator="App. A.1",
        title="epsilon = ln(t/(1-t)) inverts t = e^epsilon/(e^epsilon + 1)",
        kind=Kind.STATEMENT,
        statement="The threshold t of the utility and the epsilon of delta(x) correspond: with epsilon = ln(t/(1-t)) "
        "one has t = e^epsilon/(e^epsilon + 1).",
        hypotheses=(
            Hypothesis("t < 1", silent=True),
            Hypothesis("t >= 1/2, so that epsilon >= 0", silent=True),
        ),
        formula=IDENTITY,
        checks=(by_identity("identity in t", {"t": "real"}),),
        near_misses=(
            NearMiss("odds minus one", IDENTITY.mutate("+ 1", "- 1")),
            NearMiss("odds (1+t)/(1-t)", Formula("Eq(t, ((1 + t)/(1 - t))/(t/(1 - t) + 1))", ["t"])),
        ),
        family=family(true={UNDECIDED: ["0 for 1 in 1 - t, place 2"]}),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="figure-thresholds-have-their-printed-odds",
        paper="smoothed-dp",
        locator="App. A.1",
        title="t = 0.51 is epsilon = ln(0.51/0.49)",
        kind=Kind.STATEMENT,
        statement="The thresholds 0.5, 0.51 and 0.6 of Figures 1 and 3 are epsilon = 0, ln(51/49) and ln(3/2).",
        formula=VALUES,
        checks=(on_instances(Method.EXACT, Coverage.ALL, "the three thresholds", "t = 1/2, 51/100, 3/5", thresholds),),
        near_misses=(
            NearMiss("inverse odds", VALUES.mutate("odds == t/(1 - t)", "odds == (1 - t)/t")),
            NearMiss("odds 0.51/0.48", VALUES.mutate("51/49", "51/48")),
        ),
        family=family(
            true={
                IDLE: ["13/25 for 51/100 in t == 51 / 100"],
                CONVERSE: ["converse of Implies(t == 51 / 100, odds == 51 / 49)"],
            }
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("threshold-is-odds-over-odds-plus-one",),
    ),
)
