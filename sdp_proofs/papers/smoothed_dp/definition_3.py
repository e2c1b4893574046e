"""Definition 3: the maximum over assignments of sources. For a set that is not closed it need not exist.

Items: Definition 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Definition 3", {
    "inside": "F(\\pi)", "supremum": "\\sup_{\\pi \\in \\Pi} F(\\pi)",
}, dict.fromkeys(("inside", "supremum"), "privacy.smoothed.delta.smoothed_delta"))  # fmt: skip


def at_shares(case: Mapping[str, Any], share: Fraction) -> dict[str, Any]:
    """F when all records follow one share of the first type, and its supremum."""
    alone, whole = SourceSet.interval(share, share), SourceSet.interval(case["low"], case["high"], closed=False)
    inside, supremum = (
        smoothed_delta(Smoothing(sources, case["records"], case["draws"]), Budget.read(odds=case["odds"])).value.exact
        for sources in (alone, whole)
    )
    return {"inside": inside, "supremum": supremum}


def shares_inside(claim: Claim) -> Iterator[Instance]:
    """Shares closer and closer to the open end, which would attain the supremum."""
    case = claim.parameters["case"]
    for share in (Fraction(case["low"]) + Fraction(1, 10**power) for power in range(1, 9)):
        yield f"share {share}", at_shares(case, share)


def centre(claim: Claim, at: Mapping[str, Any]) -> Mapping[str, Any]:
    """All records at the middle of the interval: if any assignment inside attains the supremum, this one does.

    An assignment inside is a mixture, all weights positive, of those to the ends. So it attains the largest value of
    these only if they all have the same, and then every assignment attains it.
    """
    case = {**claim.parameters["case"], **at}
    return at_shares(case, (Fraction(case["low"]) + Fraction(case["high"])) / 2)


SECTION.claim(
    "the-maximum-over-sources-exists", "the maximum over assignments exists for every set of sources",
    "For every set of source distributions, also an open one such as all shares strictly between 1/5 and 4/5, some "
    "assignment attains the maximum of the expected delta(x).",
    "inside >= supremum",
    on_instances(EXACT, SAMPLE, "homogeneous assignments near the open end", "8 shares", shares_inside),
    given="the set need not be closed: the example of Section 4 is an open interval", fidelity="narrowed",
    parameters={"case": {"records": 4, "draws": 1, "odds": "2", "low": "1/5", "high": "4/5"}},
    fails=instance(
        "n = 4, T = 1, e^epsilon = 2, every share between 1/5 and 4/5 but not these ends. The expected delta(x) is "
        "linear in "
        "each record's share, so that of an assignment inside is a mixture, all weights positive, of those of the "
        "sixteen assignments to the ends; F(k) is the value if k records are at 4/5 and the others at 1/5. It attains "
        "the supremum only if all F(k) are equal, and they are not. Here `inside` is its value at the shares 1/2.",
        "n = 4; T = 1; E = 2; low = 1/5; high = 4/5", SMALL_LOSS,
        "chance = lambda p, k, j: comb(k, j) * p**j * (1 - p)**(k - j); F = lambda k: sum(chance(high, k, i) * "
        "chance(low, n - k, j) * delta(i + j) for i in range(k + 1) for j in range(n - k + 1)); inside = "
        "sum(chance(1/2, n, j) * delta(j) for j in range(n + 1))",
        given="0 < low < 1/2 < high < 1; E > 1; not F(0) == F(1) == F(2) == F(3) == F(4)",
        at={"supremum": "max(F(k) for k in range(n + 1))"},
    ),
    wrong="If the set of sources is open, as in the paper's own example, every assignment can be made worse by moving "
    "its shares towards an end that does not belong to the set: there is no maximum.",
    cost="Definition 3 takes a supremum, or asks for a closed set; no value changes.", defect="only the edge",
    search=over(
        {"records": Integers(1, 8), "draws": Integers(1, lambda at: at["records"]), "odds": Rationals(1, 8)}, centre,
        climbs=False,
    ),
    note="Whatever share p in (1/5, 4/5) all records follow, one nearer to the end is worse. Definition 3 should say "
    "supremum, or ask for a closed set.", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "supremum-is-approached", "for an open set the value is a supremum that no assignment attains",
    "In the same instance (n = 4, T = 1, e^epsilon = 2, shares strictly between 1/5 and 4/5) delta(x) is T/n unless "
    "two "
    "records are of the first type, where it is smaller. For every assignment of shares inside, pure or not, the "
    "probability of that histogram is strictly above 96/625, its value at the pure ends. So every expected delta(x) "
    "is strictly below the supremum, which the ends of the closed interval attain.",
    "a*b*(1 - c)*(1 - d) + a*(1 - b)*c*(1 - d) + a*(1 - b)*(1 - c)*d + (1 - a)*b*c*(1 - d) + (1 - a)*b*(1 - c)*d + (1 "
    "- a)*(1 - b)*c*d > 96/625",
    by_solver(
        "all assignments of four shares", "And(1/5 < a, a < 4/5, 1/5 < b, b < 4/5, 1/5 < c, c < 4/5, 1/5 < d, d < 4/5)",
    ), kind="project", mutants={"a unit larger": ("96/625", "97/625")}, generated="deep",
    repairs="the-maximum-over-sources-exists",
)  # fmt: skip
