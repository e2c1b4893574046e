"""App. D.2: the lines after inequality (5): all events, both losses, k releases, averages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import (
    GRID,
    LOSSES,
    joined,
    loss,
    loss_values,
    releases,
    shown,
    small_losses,
)
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
from sdp_proofs.ledger.space import Domain, Laws, Rationals
from sdp_proofs.numerics.formula import Formula

BEST = Formula("products == all", {"products": r"\max_{S_1, S_2} d_{S_1 \times S_2}", "all": r"\max_{S} d_{S}"})
NOT_BELOW = Formula("both >= first + second", LOSSES)
NOT_ABOVE = Formula(
    "Implies(And(two <= one + last, one <= total), two <= total + last)",
    {"two": r"\delta_{[k]}", "one": r"\delta_{[k-1]}", "last": r"\delta_k", "total": r"\sum_{i<k} \delta_i"},
)
AVERAGES = Formula(
    "Max(w*(a + b) + (1 - w)*(c + d), v*(a + b) + (1 - v)*(c + d)) <= Max(w*a + (1 - w)*c, v*a + (1 - v)*c) + Max(w*b "
    "+ (1 - w)*d, v*b + (1 - v)*d)",
    {
        "a": r"\delta_1(x)", "b": r"\delta_2(x)", "c": r"\delta_1(y)", "d": r"\delta_2(y)",
        "w": r"\Pr[x|\vec\pi]", "v": r"\Pr[x|\vec\pi']",
    },
)  # fmt: skip
RELEASES: dict[str, Domain] = {
    **{name: Laws(2) for name in "pqrs"},
    "odds": Rationals(1, 4),
    "others": Rationals(1, 4),
}


def events(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The largest loss of product events and of all events, in one direction."""
    odds = at["odds"] * at["others"]
    first, second = joined(at["p"], at["r"]), joined(at["q"], at["s"])
    width = len(at["r"])
    gains = [p - odds * q for p, q in zip(first, second, strict=True)]
    best = Fraction(0)
    for rows in product((False, True), repeat=len(at["p"])):
        columns = [
            sum((gains[a * width + b] for a, taken in enumerate(rows) if taken), Fraction(0)) for b in range(width)
        ]
        best = max(best, sum((gain for gain in columns if gain > 0), Fraction(0)))
    return {"products": best, "all": loss(first, second, odds)}


def best_events(_: Claim) -> Iterator[Instance]:
    """Small releases."""
    for at in releases():
        yield shown(at), events(at)


CLAIMS = (
    Claim(
        id="best-events-are-products",
        paper="smoothed-dp",
        locator="App. D.2, all sets",
        title="the maximum of d over all sets S of pairs is attained by a product S_1 x S_2",
        kind=Kind.PROOF_STEP,
        statement="The proof goes from product sets to 'any $S \\in A_1 \\times A_2$'. Written with a set of pairs in "
        "mind, this needs the maximum over all sets to be the maximum over products.",
        fidelity=Fidelity.RECONSTRUCTED,
        formula=BEST,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "small releases", GRID, best_events),),
        near_misses=(
            NearMiss("at least nine tenths", BEST.mutate("products == all", "products >= 9/10*all")),
            NearMiss("strictly more", BEST.mutate("==", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="independent-releases-add-their-losses",
        counterexample=Counterexample(
            "One binary record: 1 is always released as 1, 0 as the side of a fair coin; twice, odds 2 in all. The "
            "event that a 0 is seen at least once has probability 3/4 and 0. No product does better than 1/2; here a "
            "and b run over the events of either release, as 0/1 weights of its two outputs.",
            {
                "E": "2",
                "P": "(1/2, 1/2)",
                "Q": "(0, 1)",
                "sets": "((0, 0), (0, 1), (1, 0), (1, 1))",
                "chance": "lambda law, set: sum(law[i] * set[i] for i in range(2))",
                "d": "lambda a, b: chance(P, a) * chance(P, b) - E * chance(Q, a) * chance(Q, b)",
                "seen": "1 - P[1] * P[1] - E * (1 - Q[1] * Q[1])",
            },
            fails="seen <= max(d(a, b) for a in sets for b in sets)",
            given=("sum(P) == sum(Q) == 1", "E >= 1"),
        ),
        erratum=Erratum(
            "Only products of events are treated, and the best set of pairs need not be one: seeing a telling output "
            "at least once is not a product.",
            "The sum is taken over pairs of outputs instead of events, which no longer follows the printed route.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(RELEASES, lambda _, at: events(at), climbs=False),
    ),
    Claim(
        id="composed-loss-at-least-the-sum",
        paper="smoothed-dp",
        locator="App. D.2, last display",
        title="delta_[2](x) >= delta_1(x) + delta_2(x)",
        kind=Kind.PROOF_STEP,
        statement="The last display of the case k = 2: the loss of both releases is at least the sum of their losses.",
        formula=NOT_BELOW,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "small releases", GRID, lambda claim: small_losses()),),
        near_misses=(
            NearMiss("at least twice the sum", NOT_BELOW.mutate("first + second", "2*(first + second)")),
            NearMiss("equality", NOT_BELOW.mutate(">=", "==")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="independent-releases-add-their-losses",
        counterexample=Counterexample(
            "One binary record, released twice as it is: each loss is 1, and so is that of both.",
            {
                "E": "2",
                "P": "(1, 0)",
                "Q": "(0, 1)",
                "loss": "sum(max(0, P[a] - E * Q[a]) for a in range(2))",
                "both": "sum(max(0, P[a] * P[b] - E**2 * Q[a] * Q[b]) for a in range(2) for b in range(2))",
            },
            fails="both >= loss + loss",
            given=("sum(P) == sum(Q) == 1", "E >= 1"),
        ),
        erratum=Erratum(
            "The conclusion is printed as a lower bound of the joint loss. It is false, and it would not give the "
            "proposition, which is an upper bound.",
            "At most for at least.",
            defect=Defect.DIRECTION,
        ),
        search=over(RELEASES, lambda _, at: loss_values(at), climbs=False),
    ),
    Claim(
        id="sums-for-more-than-two-releases",
        paper="smoothed-dp",
        locator="App. D.2, induction",
        title="from two releases to k: (M_[k-1], M_k) is again a pair",
        kind=Kind.PROOF_STEP,
        statement="If two releases add at most their losses and k - 1 do, then k do: the first k - 1 together are one "
        "release, independent of the last, at the budget $\\epsilon_1 + \\dots + \\epsilon_{k-1}$.",
        hypotheses=(Hypothesis("the last release is independent of all before together", silent=True),),
        formula=NOT_ABOVE,
        checks=(by_solver("all reals", []),),
        near_misses=(
            NearMiss("without the last", NOT_ABOVE.mutate("two <= total + last", "two <= total")),
            NearMiss("at least", NOT_ABOVE.mutate("two <= total + last", "two >= total + last")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over({name: Rationals(0, 1) for name in NOT_ABOVE.symbols}, lambda _, point: point, climbs=False),
        trust=("z3", "induction"),
    ),
    Claim(
        id="largest-average-of-a-sum-below-the-sum-of-the-largest",
        paper="smoothed-dp",
        locator="App. D.2, averages",
        title="the maximum over assignments of E[delta_1 + delta_2] is at most the sum of the maxima",
        kind=Kind.PROOF_STEP,
        statement="'By the definition of the smoothed DP': averages of sums are sums of averages, and the largest sum "
        "is at most the sum of the largest.",
        formula=AVERAGES,
        checks=(by_solver("two databases, two assignments, all reals", []),),
        near_misses=(
            NearMiss("equality", AVERAGES.mutate("<=", "==")),
            NearMiss("at least", AVERAGES.mutate("<=", ">=")),
        ),
        family=family(
            deep=True,
            true={ALIKE: ["a and b exchanged in Max(w * a + (1 - w) * c, v * a + (1 - v) * c) + Max( ..."]},
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, denominator=20) for name in AVERAGES.symbols}, lambda _, point: point, climbs=False
        ),
        trust=("z3", "averaging"),
    ),
)
