"""Section 6, Figures 2 (left) and 4: the smoothed delta falls exponentially in the number of records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.claims.smoothed_dp.districts import sources
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

SIZES = (100_000, 200_000, 300_000, 400_000, 500_000)
RATES = {"1/2": (126, 174), "1": (319, 378), "2": (689, 768), "7": (1138, 1139)}
SYMBOLS = {
    "now": r"\delta_n",
    "then": r"\delta_{n'}",
    "step": "(n'-n)",
    "low": "r",
    "high": "R",
    "records": "n'",
    "epsilon": r"\epsilon",
}
DECAYS = Formula("And(now*exp(-high*step/10**7) <= then, then <= now*exp(-low*step/10**7))", SYMBOLS)
BELOW = Formula("then < exp(-low*records/10**7)", SYMBOLS)


@cache
def smoothed(epsilon: str, records: int) -> Enclosure:
    """delta_SDP of the districts of 2020 when 0.2 % of the votes are lost."""
    draws = -(-records * 998 // 1000)
    return smoothed_delta(Smoothing(sources(), records, draws), Budget.read(epsilon=epsilon), digits=8).value


def steps(claim: Claim) -> Iterator[Instance]:
    """Each size of the figure and the next."""
    for epsilon, (low, high) in claim.parameters["rates"].items():
        for before, after in pairwise(SIZES):
            values = {
                "now": smoothed(epsilon, before),
                "then": smoothed(epsilon, after),
                "step": after - before,
                "low": low,
                "high": high,
            }
            yield f"epsilon = {epsilon}, n = {before} to {after}", values


def electorate(claim: Claim) -> Iterator[Instance]:
    """The whole electorate of 2020."""
    for epsilon, low in claim.parameters["rates"].items():
        records = claim.parameters["records"]
        yield (
            f"epsilon = {epsilon}, n = {records}",
            {"then": smoothed(epsilon, records), "low": low, "records": records},
        )


CLAIMS = (
    Claim(
        id="smoothed-delta-falls-exponentially",
        paper="smoothed-dp",
        locator="Figure 2",
        title="delta_SDP falls exponentially in n for epsilon = 0.5, 1, 2 and 7 (left panel)",
        kind=Kind.FIGURE,
        statement="With the districts of 2020 as sources and 0.2 % of the votes lost, delta_SDP falls by a factor "
        "between $e^{-R}$ and $e^{-r}$ per record from each size of the figure to the next (steps of 100,000 from "
        "100,000 to 500,000), with r and R in units of $10^{-7}$: 126 and 174 at epsilon = 0.5, 319 and 378 at 1, 689 "
        "and 768 at 2, 1138 and 1139 at 7.",
        hypotheses=(
            Hypothesis(
                "'exponentially small' is read as two-sided bounds of the rate per record over the figure's range",
                silent=True,
            ),
            Hypothesis("the vertices are DC and NE-3"),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=DECAYS,
        parameters={"rates": RATES},
        checks=(
            on_instances(
                Method.CERTIFIED, Coverage.ALL, "steps of the figure", "4 epsilons, n = 100,000 ... 500,000", steps
            ),
        ),
        near_misses=(
            NearMiss("faster at epsilon = 2", parameters={"rates": {"2": (690, 768)}}),
            NearMiss("a single rate at epsilon = 0.5", parameters={"rates": {"1/2": (173, 174)}}),
            NearMiss("slower at epsilon = 7", parameters={"rates": {"7": (1137, 1138)}}),
        ),
        family=family(
            true={
                NOT_ATTAINED: [
                    "< for <= in now * exp(-high * step / 10 ** 7) <= then",
                    "< for <= in then <= now * exp(-low * step / 10 ** 7)",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"),
        trust=("arb", "election-returns"),
        note="The statement is about the five sizes of the figure, and all of them are decided; for all n an upper "
        "bound is the claim smoothed-loss-below-two-exponentials. At epsilon = 7 the rate is constant to three digits. "
        "At epsilon = 0.5 it falls along the figure, because of a power of n in front of the exponential; a straight "
        "line through the figure overstates the decay at large n.",
    ),
    Claim(
        id="smoothed-delta-of-the-whole-electorate",
        paper="smoothed-dp",
        locator="Figure 2",
        title="at n = 155,507,476 delta_SDP is below exp(-9.8e-6 n) at epsilon = 0.5",
        kind=Kind.PROJECT,
        statement="For the whole electorate of 2020, delta_SDP is below $e^{-r n}$ with r in units of $10^{-7}$: 98 at "
        "epsilon = 0.5, 291 at 1, 667 at 2 and 1130 at 7. At epsilon = 0.5 it is 8.11e-664.",
        formula=BELOW,
        parameters={"rates": {"1/2": 98, "1": 291, "2": 667, "7": 1130}, "records": 155_507_476},
        checks=(on_instances(Method.CERTIFIED, Coverage.ALL, "four epsilons", "n = 155,507,476", electorate),),
        near_misses=(
            NearMiss("99 at epsilon = 0.5", parameters={"rates": {"1/2": 99}}),
            NearMiss("1131 at epsilon = 7", parameters={"rates": {"7": 1131}}),
        ),
        family=family(counts=["records"], true={ROOM: ["records + 1 for records in -low * records"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"),
        trust=("arb", "election-returns"),
    ),
)
