"""One tail is enough: P(>= k) - P'(>= k) is a single term, so the loss needs one sum, not two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.stepwise import by_telescoping
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers
from sdp_proofs.numerics.formula import Formula

TERM = "binomial(a, k)*binomial(n - a, T - k)/binomial(n, T)"
FOLLOWING = "binomial(a, k + 1)*binomial(n - a, T - k - 1)/binomial(n, T)"
OTHER = "binomial(a - 1, k)*binomial(n - a + 1, T - k)/binomial(n, T)"
"""P(k), P(k + 1) and P'(k)."""
TAILS = Formula(
    "own - other == first*k/a",
    {"own": r"P(\ge k)", "other": r"P'(\ge k)", "first": "P(k)", "k": "k", "a": "a"},
)


def small_tails(claim: Claim) -> Iterator[Instance]:
    """Every n <= 12, a, T and k, in exact fractions."""
    for n in range(2, 13):
        for a in range(1, n + 1):
            for draws in range(1, n):
                for k in range(draws + 1):
                    at = {"n": n, "a": a, "T": draws, "k": k}
                    yield f"n = {n}, a = {a}, T = {draws}, k = {k}", _tails(claim, at)


def _tails(_: Claim, at: Mapping[str, int]) -> dict[str, Any]:
    n, a, draws, k = (at[name] for name in ("n", "a", "T", "k"))
    own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1))
    return {
        "own": sum((own.pmf(h) for h in range(k, draws + 1)), Fraction(0)),
        "other": sum((other.pmf(h) for h in range(k, draws + 1)), Fraction(0)),
        "first": own.pmf(k), "k": k, "a": a,
    }  # fmt: skip


SPACE: dict[str, Domain] = {
    "n": Integers(2, 40),
    "a": Integers(1, lambda before: before["n"]),
    "T": Integers(1, lambda before: before["n"] - 1),
    "k": Integers(0, lambda before: before["T"]),
}


CLAIMS = (
    Claim(
        id="tails-of-neighbours-differ-by-one-term",
        paper="project",
        locator="One tail",
        title="P(>= k) - P'(>= k) = P(k) k/a, term by term a telescoping difference",
        kind=Kind.PROJECT,
        statement="For a of n records and T draws without replacement, and P' the law with a - 1, the difference P(k) "
        "- P'(k) is the difference of P(k) k/a at k and k + 1. Summed from k on: $P(\\ge k) - P'(\\ge k) = "
        "P(k)\\,k/a$.",
        formula=TAILS,
        checks=(
            by_telescoping(
                "one more term",
                {"own": f"own + {TERM}", "other": f"other + {OTHER}", "first": TERM},
                {"first": FOLLOWING, "k": "k + 1"},
                {"own": "0", "other": "0", "first": "0"},
                {**dict.fromkeys(("n", "a", "T", "k"), "natural"), "own": "real", "other": "real"},
                [Formula("And(1 <= a, a < n, k < a, k < T, T - k <= n - a)", ["n", "a", "T", "k"])],
            ),
            on_instances(Method.EXACT, Coverage.GRID, "both tails, edges included", "all n <= 12", small_tails),
        ),
        near_misses=(
            NearMiss("a + 1 for a", TAILS.mutate("*k/a", "*k/(a + 1)")),
            NearMiss("k + 1 for k", TAILS.mutate("*k/a", "*(k + 1)/a")),
            NearMiss("the other sign", TAILS.mutate("own - other", "other - own")),
        ),
        family=family(deep=True, counts=["k", "a"]),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, _tails, climbs=False),
        trust=("sympy", "telescoping"),
    ),
)
