"""Proposition 9 if the simulator sees the other records as a list and not where the missing one stood: false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.records import Records, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Choices, Domain, Rationals
from sdp_proofs.mechanisms.finite import DatabaseTable
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import smoothed_delta_by_lists
from sdp_proofs.privacy.distributional import distributional_delta
from sdp_proofs.verdict import Verdict

IMPLIED = Formula(
    "distributional <= smoothed", {"distributional": r"\delta_{\mathrm{DDP}}", "smoothed": r"\delta_{\mathrm{SDP}}"}
)
BITS = tuple(record_lists(3, 2))
CERTAIN = SourceSet.from_laws(["1,0", "0,1"])
SPACE: dict[str, Domain] = {
    **{f"share_{''.join(map(str, x))}": Rationals(0, 1, denominator=1000) for x in BITS},
    "odds": Choices((Fraction(2),)),
}
"""Any mechanism with one bit of output on three bits."""


def _levels(shares: Mapping[Records, Fraction], sources: SourceSet, odds: Fraction) -> dict[str, Any]:
    table = DatabaseTable(2, {x: FiniteLaw.gathered([(1, share), (0, 1 - share)]) for x, share in shares.items()})
    records = len(next(iter(shares)))
    return {
        "distributional": distributional_delta(table, sources, records, odds, position_known=False).value,
        "smoothed": smoothed_delta_by_lists(table, sources, records, odds).value,
    }


def doubled(_: Claim) -> Iterator[Instance]:
    """The probability of a one doubles with every bit that differs from a given database."""
    for records in (1, 2, 3):
        for centre in record_lists(records, 2):
            apart = {x: sum(a != b for a, b in zip(x, centre, strict=True)) for x in record_lists(records, 2)}
            shares = {x: Fraction(2**steps, 2 ** (records + 1)) for x, steps in apart.items()}
            yield f"centre {centre}, odds 2", _levels(shares, CERTAIN, Fraction(2))


def best_blind(shares: Mapping[Records, Fraction], odds: Fraction) -> Fraction:
    """The least delta of a blind simulator for one bit of output and records that are certain, in closed form.

    World: exact. For one list of others let a one have probabilities between p and P. The simulator's q has to be
    within odds and delta of both, and of both zeros: two lower and two upper bounds of q, and each pair bounds delta.

    Example:
        >>> published = {(0,): Fraction(0), (1,): Fraction(1)}
        >>> best_blind(published, Fraction(2))
        Fraction(1, 2)
    """
    left: dict[Records, list[Fraction]] = {}
    for x, share in shares.items():
        for place in range(len(x)):
            left.setdefault(x[:place] + x[place + 1 :], []).append(share)
    worst = Fraction(0)
    for seen in left.values():
        low, high = min(seen), max(seen)
        apart = max(high - odds**2 * low, (1 - low) - odds**2 * (1 - high)) / (1 + odds)
        crossed = max(high + 1 - low - odds, 1 - odds + odds * (high - low)) / 2
        worst = max(worst, apart, crossed)
    return worst


def _at(at: Mapping[str, Any]) -> dict[str, Any]:
    shares, odds = {x: at[f"share_{''.join(map(str, x))}"] for x in BITS}, at["odds"]
    losses = (
        max(Fraction(0), p - odds * q) + max(Fraction(0), (1 - p) - odds * (1 - q))
        for x, p in shares.items()
        for y, q in shares.items()
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    )
    return {"distributional": best_blind(shares, odds), "smoothed": max(losses)}


def _decided(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    verdict: Verdict = claim.formula.decide(_at(at))
    return verdict


def _estimate(claim: Claim, at: Mapping[str, Any]) -> float:
    found = _at(at)
    return float(found["distributional"] - found["smoothed"])


CLAIMS = (
    Claim(
        id="a-simulator-need-not-know-which-record-is-missing",
        paper="smoothed-dp",
        locator="App. B, Definition 4, simulator",
        title="Proposition 9 for a simulator that sees the list of the other records only",
        kind=Kind.STATEMENT,
        statement="If the simulator of Definition 4 is one random map of the list of the other records, the same "
        "whichever record is missing, $(\\epsilon, \\delta, \\Pi)$-smoothed DP still implies $(\\epsilon, \\delta, "
        "\\Pi)$-distributional DP.",
        fidelity=Fidelity.RECONSTRUCTED,
        hypotheses=(Hypothesis("'the other records' are read as a list in their order, without the gap", silent=True),),
        formula=IMPLIED,
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "doubling mechanisms, the best simulator",
                "one to three bits, odds 2, by linear programmes in fractions", doubled,
            ),
        ),
        near_misses=(
            NearMiss("half of it", IMPLIED.mutate("smoothed", "smoothed/2")),
            NearMiss("strictly", IMPLIED.mutate("<=", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-dp-implies-distributional-dp",
        counterexample=Counterexample(
            "Three bits, each certain, odds 2; a one is published with probability 2^k/16, k the number of bits that "
            "differ from 101: neighbours are within a factor of two, so delta_SDP = 0. The list 1, 0 is left over from "
            "101, where a one has 1/16, and from 010, where it has 8/16: a simulator with q for it needs q <= 2/16 + "
            "delta and 8/16 <= 2q + delta.",
            {
                "E": "2",
                "centre": "[1, 0, 1]",
                "bits": "[[a, b, c] for a in range(2) for b in range(2) for c in range(2)]",
                "P": "lambda x: 2**sum(1 if x[i] != centre[i] else 0 for i in range(3)) / 16",
                "without": "lambda x, i: [x[j] for j in range(3) if j != i]",
                "flipped": "lambda x, i: [1 - x[j] if j == i else x[j] for j in range(3)]",
                "loss": "lambda p, q: max(0, p - E * q) + max(0, (1 - p) - E * (1 - q))",
                "smoothed": "max(loss(P(x), P(flipped(x, i))) for x in bits for i in range(3))",
                "left": "[P(x) for x in bits for i in range(3) if 2 * without(x, i)[0] + without(x, i)[1] == 2]",
                "distributional": "(max(left) - E**2 * min(left)) / (E + 1)",
            },
            fails="distributional <= smoothed",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "The printed simulator puts a record back where it is missing, so it knows the place; Definition 4 does "
            "not say so. A simulator that does not know it has to answer for databases that are far apart. Two bits "
            "are not enough for that at delta_SDP = 0: their lists are left over from databases two steps apart.",
            "The simulator is told which record is missing, or the mechanism is anonymous.",
            defect=Defect.HYPOTHESIS,
        ),
        search=Search(SPACE, _decided, _estimate),
    ),
)
