"""Definition 3: the maximum over source assignments. For a set that is not closed it need not exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

LEVEL = {"inside": r"F(\pi)", "supremum": r"\sup_{\pi \in \Pi} F(\pi)", "outside": r"F(\pi_{\mathrm{end}})"}
ATTAINED = Formula("inside >= supremum", LEVEL)
SHARES = ("a", "b", "c", "d")
INSIDE = Formula("And(" + ", ".join(f"1/5 < {share}, {share} < 4/5" for share in SHARES) + ")", SHARES)
TWO_OF_FOUR = Formula(
    " + ".join(
        "*".join(share if share in pair else f"(1 - {share})" for share in SHARES) for pair in combinations(SHARES, 2)
    )
    + " > 96/625",
    SHARES,
)
INSTANCE = {"records": 4, "draws": 2, "odds": "3/2", "low": "1/5", "high": "4/5"}


def _expected(share: Fraction, case: Mapping[str, Any]) -> Fraction:
    """F when all records follow one share of the first type."""
    sources = SourceSet.interval(share, share)
    found = smoothed_delta(Smoothing(sources, case["records"], case["draws"]), Budget.read(odds=case["odds"]))
    return found.value.exact or Fraction(0)


def shares_inside(claim: Claim) -> Iterator[Instance]:
    """Shares closer and closer to the open end, against the supremum, which the end itself would attain."""
    case = claim.parameters["case"]
    sources = SourceSet.interval(case["low"], case["high"], closed=False)
    whole = smoothed_delta(Smoothing(sources, case["records"], case["draws"]), Budget.read(odds=case["odds"]))
    for power in range(1, 9):
        gap = Fraction(1, 10**power)
        share = Fraction(case["low"]) + gap
        yield (
            f"share {share}",
            {
                "inside": _expected(share, case),
                "supremum": whole.value.exact,
                "outside": _expected(Fraction(case["low"]), case),
            },
        )


def replay(counterexample: Mapping[str, Any]) -> Verdict:
    """F at the recorded share against the supremum, both recomputed."""
    case = {**INSTANCE, **counterexample}
    sources = SourceSet.interval(case["low"], case["high"], closed=False)
    whole = smoothed_delta(Smoothing(sources, case["records"], case["draws"]), Budget.read(odds=case["odds"]))
    values = {"inside": _expected(Fraction(case["share"]), case), "supremum": whole.value.exact}
    return ATTAINED.decide(values)


CLAIMS = (
    Claim(
        id="the-maximum-over-sources-exists",
        paper="smoothed-dp",
        locator="Definition 3",
        title="the maximum over assignments exists for every set of sources",
        kind=Kind.DEFINITION,
        statement="For every set of source distributions, also an open one such as all shares strictly "
        "between 1/5 and 4/5, "
        "some assignment attains the maximum of the expected delta(x).",
        hypotheses=(Hypothesis("the set need not be closed: the example of Section 4 is an open interval"),),
        fidelity=Fidelity.NARROWED,
        formula=ATTAINED,
        parameters={"case": INSTANCE},
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "pure assignments near the open end", "8 shares", shares_inside
            ),
        ),
        near_misses=(
            NearMiss("exceeded", ATTAINED.mutate(">=", ">")),
            NearMiss("the end stays below", Formula("outside < supremum", LEVEL)),
        ),
        recorded=Status.REPAIRED,
        repaired_by="supremum-is-approached",
        counterexample={**INSTANCE, "share": "1/4"},
        replay=replay,
        note="Whatever share p in (1/5, 4/5) all records follow, one nearer to the end is worse. "
        "Definition 3 should say "
        "supremum, or ask for a closed set.",
    ),
    Claim(
        id="supremum-is-approached",
        paper="smoothed-dp",
        locator="Definition 3",
        title="for an open set the value is a supremum that no assignment attains",
        kind=Kind.PROJECT,
        statement="In the same instance (n = 4, T = 2, odds 3/2, shares strictly between 1/5 and 4/5) delta(x) is T/n "
        "unless two "
        "records are of the first type, where it is smaller. For every assignment of shares inside, pure or not, the "
        "probability of that histogram is strictly above 96/625, its value at the pure ends. So every expected loss is "
        "strictly below the supremum, which the ends of the closed interval attain.",
        formula=TWO_OF_FOUR,
        checks=(by_solver("all assignments of four shares", [INSIDE]),),
        near_misses=(
            NearMiss("a unit larger", TWO_OF_FOUR.mutate("96/625", "97/625")),
            NearMiss("below it", TWO_OF_FOUR.mutate(">", "<")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
)
