"""How the loss depends on the count: it ripples, and no neighbour is always the worst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.sampled_pair import SampledPair

RISES = Formula(
    "Equivalent(after > now, crossings >= 1)",
    {"after": r"\varphi(a+1)", "now": r"\varphi(a)", "crossings": r"\#\{v : N < v(1 + E(n-a)/a) < N+1\}"},
)
WORST = Formula("own > others", {"own": r"\varphi_i", "others": r"\max_{j \ne i} \varphi_j"})
ODDS = tuple(map(Fraction, ("1", "51/49", "3/2", "2", "3", "7", "20")))
WINNERS = {
    "x gives up one of its rarer records": (3, 1, "51/49", 1, 0),
    "a neighbour gives up one of its rarer records": (7, 3, "3/2", 2, 1),
    "x gives up one of its other records": (8, 6, "51/49", 3, 2),
    "a neighbour gives up one of its other records": (5, 2, "51/49", 2, 3),
}


def loss(records: int, count: int, draws: int, odds: Fraction) -> Fraction:
    """phi(a) = d(P_a, P_(a-1))."""
    return SampledPair(records, count, draws).exact_loss(odds)


def rise(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The losses at a and a + 1, and how many unsampled counts v lie between the two thresholds."""
    n, a, draws, odds = at["n"], at["a"], at["T"], Fraction(at["odds"])
    left = n - draws
    low = max(1, a + 1 - draws) - claim.parameters["shift"]
    crossings = sum(left < v * (1 + odds * Fraction(n - a, a)) < left + 1 for v in range(low, min(a, left) + 1))
    return {"after": loss(n, a + 1, draws, odds), "now": loss(n, a, draws, odds), "crossings": crossings}


def small_rises(claim: Claim) -> Iterator[Instance]:
    """Every n, T, a and seven odds."""
    for n in range(2, 13):
        for draws in range(1, n):
            for a in range(1, n):
                for odds in ODDS:
                    values = rise(claim, {"n": n, "a": a, "T": draws, "odds": odds})
                    assert values is not None
                    yield f"n = {n}, T = {draws}, a = {a}, odds {odds}", values


def winners(claim: Claim) -> Iterator[Instance]:
    """One instance per neighbour and direction, in which it alone is the worst."""
    for name, (n, draws, odds, k, index) in WINNERS.items():
        counts = (k, k + 1, n - k, n - k + 1)
        losses = [loss(n, count, draws, Fraction(odds)) for count in counts]
        own = losses.pop((index + claim.parameters["turn"]) % 4)
        yield f"{name}: n = {n}, T = {draws}, E = {odds}, H = {k}", {"own": own, "others": max(losses)}


CLAIMS = (
    Claim(
        id="loss-rises-where-a-count-crosses",
        paper="project",
        locator="Ripple",
        title="phi(a+1) > phi(a) exactly where a count of unsampled records crosses the threshold",
        kind=Kind.PROJECT,
        statement="For two types, N = n - T and $\\varphi(a) = d(P_a, P_{a-1})$: $\\varphi(a+1) > \\varphi(a)$ if and "
        "only if some integer v in $[\\max(1, a+1-T), \\min(a, N)]$ has $N < v (1 + E (n-a)/a) < N + 1$. So the loss "
        "is not V-shaped in the count; it ripples.",
        formula=RISES,
        parameters={"shift": 0},
        checks=(on_instances(Method.EXACT, Coverage.GRID, "every small pair", "n <= 12, seven odds", small_rises),),
        near_misses=(
            NearMiss("not strict", RISES.mutate("after > now", "after >= now")),
            NearMiss("one way only, turned", RISES.mutate("crossings >= 1", "crossings >= 2")),
            NearMiss("v = 0 as well, from one lower on", parameters={"shift": 1}),
        ),
        recorded=Status.SUPPORTED,
        search=over(
            {
                "n": Integers(2, 60),
                "T": Integers(1, lambda before: before["n"] - 1),
                "a": Integers(1, lambda before: before["n"] - 1),
                "odds": Rationals(1, 100),
            },
            rise,
        ),
        note="This is why the worst mixture of an electorate is certified with losses averaged over a few records.",
    ),
    Claim(
        id="each-neighbour-can-be-the-only-worst",
        paper="project",
        locator="Ripple",
        title="each of the four neighbours and directions of two types is somewhere the only worst one",
        kind=Kind.PROJECT,
        statement="For two types delta(x) is the largest of $\\varphi(k)$, $\\varphi(k+1)$, $\\varphi(n-k)$ and "
        "$\\varphi(n-k+1)$, and for each of the four there is an instance in which it is larger than the other three.",
        formula=WORST,
        parameters={"turn": 0},
        checks=(
            on_instances(Method.EXACT, Coverage.ALL, "four instances", "one per neighbour and direction", winners),
        ),
        near_misses=(
            NearMiss("the next of the four", parameters={"turn": 1}),
            NearMiss("the one before", parameters={"turn": 3}),
        ),
        recorded=Status.ESTABLISHED,
        note="A program that tries the outward neighbour only computes too small a loss for three of them.",
    ),
)
