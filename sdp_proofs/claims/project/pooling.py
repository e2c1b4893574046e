"""Many types: given how many draws fall among the two types, only these two matter, and more draws lose no less."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.divergence import hockey_stick
from sdp_proofs.privacy.pooled_pair import PooledPair

NATURAL = {"n": "natural", "a": "natural", "s": "natural", "h": "natural"}
DROPPED = Formula(
    "Eq(binomial(a, h)*binomial(n - a, s - 1 - h)/binomial(n, s - 1), "
    "binomial(a, h)*binomial(n - a, s - h)/binomial(n, s)*(1 - h/s) "
    "+ binomial(a, h + 1)*binomial(n - a, s - h - 1)/binomial(n, s)*(h + 1)/s)",
    {name: name for name in NATURAL},
)
POOLED = Formula("pooled == enumerated", {"pooled": r"\sum_s P(s)\, d_s", "enumerated": "d(x,x')"})


def small_pairs(claim: Claim) -> Iterator[Instance]:
    """Three types, every pair that differs in one record, against the enumerated output laws."""
    for counts in ((1, 2, 2), (2, 3, 1), (3, 1, 3), (2, 2, 4)):
        after = (counts[0] - 1, counts[1] + 1, counts[2])
        records = sum(counts)
        for replacement in (False, True):
            for draws in range(records + 1):
                law = SamplingHistogram(draws=draws, replacement=replacement).law
                pair = PooledPair(records, counts[0], counts[1], draws, replacement=replacement)
                for odds in (Fraction(1), Fraction(51, 49), Fraction(3)):
                    enumerated = hockey_stick(law(counts), law(after), odds)
                    values = {"pooled": pair.exact_loss(odds), "enumerated": enumerated}
                    yield f"counts {counts}, T = {draws}, odds {odds}, replacement {replacement}", values


CLAIMS = (
    Claim(
        id="dropping-a-draw-is-post-processing",
        paper="project",
        locator="Pooling",
        title="removing one random draw turns the law of s draws into that of s - 1",
        kind=Kind.PROJECT,
        statement="Removing one of s drawn records at random, the marked ones with probability h/s, "
        "turns the "
        "hypergeometric law of s draws into that of s - 1, for x and its neighbour alike. So the loss "
        "given s draws in "
        "the pool grows with s.",
        formula=DROPPED,
        checks=(
            by_identity(
                "the two ways to h marked records",
                NATURAL,
                [Formula("And(1 <= a, a < n, 1 <= s, s <= n, h < s, h < a, s - h <= n - a)", DROPPED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("probability h/n", DROPPED.mutate("(1 - h/s)", "(1 - h/n)")),
            NearMiss("h for h + 1", DROPPED.mutate("(h + 1)/s", "h/s")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "data-processing"),
    ),
    Claim(
        id="loss-of-many-types-is-a-mixture-of-two-type-losses",
        paper="project",
        locator="Pooling",
        title="d(x,x') is the average of two-type losses over the number of draws in the pool",
        kind=Kind.PROJECT,
        statement="For a change from one type to another, d(x,x') is the average, over the number s of "
        "draws that "
        "fall on records of these two types, of the two-type loss with s draws from their pool.",
        formula=POOLED,
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "enumeration",
                "three types, four histograms of 5 to 8 records, all T, 3 odds, with and without replacement",
                small_pairs,
            ),
        ),
        near_misses=(
            NearMiss("strictly less", POOLED.mutate("==", "<")),
            NearMiss("half of it", POOLED.mutate("pooled", "2*pooled")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("best-event-takes-the-positive-terms",),
    ),
)
