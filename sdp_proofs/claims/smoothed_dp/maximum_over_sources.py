"""Definition 3: the maximum over source assignments. For a set that is not closed it need not exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.searching import over
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
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

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
INSTANCE = {"records": 4, "draws": 1, "odds": "2", "low": "1/5", "high": "4/5"}


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


def centre(claim: Claim, instance: Mapping[str, Any]) -> Mapping[str, Any]:
    """All records at the middle of the interval: if any assignment inside attains the supremum, this one does.

    An assignment inside is a mixture, all weights positive, of those to the ends. So it attains the largest value of
    these only if they all have the same, and then every assignment attains it.
    """
    case = {**claim.parameters["case"], **instance}
    sources = SourceSet.interval(case["low"], case["high"], closed=False)
    whole = smoothed_delta(Smoothing(sources, case["records"], case["draws"]), Budget.read(odds=case["odds"]))
    middle = (Fraction(case["low"]) + Fraction(case["high"])) / 2
    return {"inside": _expected(middle, case), "supremum": whole.value.exact, "outside": whole.value.exact}


SIZES: dict[str, Domain] = {
    "records": Integers(1, 8),
    "draws": Integers(1, lambda before: before["records"]),
    "odds": Rationals(1, 8),
}


CLAIMS = (
    Claim(
        id="the-maximum-over-sources-exists",
        paper="smoothed-dp",
        locator="Definition 3",
        title="the maximum over assignments exists for every set of sources",
        kind=Kind.DEFINITION,
        statement="For every set of source distributions, also an open one such as all shares strictly between 1/5 and "
        "4/5, some assignment attains the maximum of the expected delta(x).",
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
        counterexample=Counterexample(
            "n = 4, T = 1, odds 2, every share between 1/5 and 4/5 but not these ends. The expected loss is linear in "
            "each record's share, so that of an assignment inside is a mixture, all weights positive, of those of the "
            "sixteen assignments to the ends; F(k) is the value if k records are at 4/5 and the others at 1/5. It "
            "attains the supremum only if all F(k) are equal.",
            {
                "n": "4",
                "T": "1",
                "E": "2",
                "low": "1/5",
                "high": "4/5",
                **SMALL_LOSS,
                "chance": "lambda p, k, j: comb(k, j) * p**j * (1 - p)**(k - j)",
                "F": "lambda k: sum(chance(high, k, i) * chance(low, n - k, j) * delta(i + j) for i in range(k + 1) "
                "for j in range(n - k + 1))",
            },
            fails="F(0) == F(1) == F(2) == F(3) == F(4)",
            given=("0 < low < high < 1", "E > 1"),
        ),
        erratum=Erratum(
            "If the set of sources is open, as in the paper's own example, every assignment can be made worse by "
            "moving its shares towards an end that does not belong to the set: there is no maximum.",
            "Definition 3 takes a supremum, or asks for a closed set; no value changes.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(SIZES, centre, climbs=False),
        note="Whatever share p in (1/5, 4/5) all records follow, one nearer to the end is worse. Definition 3 should "
        "say supremum, or ask for a closed set.",
    ),
    Claim(
        id="supremum-is-approached",
        paper="smoothed-dp",
        locator="Definition 3",
        title="for an open set the value is a supremum that no assignment attains",
        kind=Kind.PROJECT,
        statement="In the same instance (n = 4, T = 1, odds 2, shares strictly between 1/5 and 4/5) delta(x) is T/n "
        "unless two records are of the first type, where it is smaller. For every assignment of shares inside, pure or "
        "not, the probability of that histogram is strictly above 96/625, its value at the pure ends. So every "
        "expected loss is strictly below the supremum, which the ends of the closed interval attain.",
        formula=TWO_OF_FOUR,
        checks=(by_solver("all assignments of four shares", [INSIDE]),),
        near_misses=(
            NearMiss("a unit larger", TWO_OF_FOUR.mutate("96/625", "97/625")),
            NearMiss("below it", TWO_OF_FOUR.mutate(">", "<")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
)
