"""One tail is enough: P(>= k) - P'(>= k) is a single term, so the loss needs one sum, not two."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

DIFFERENCE = Formula(
    "Eq(binomial(a, k)*binomial(n - a, T - k)*k/a - binomial(a, k + 1)*binomial(n - a, T - k - 1)*(k + "
    "1)/a, "
    "binomial(a, k)*binomial(n - a, T - k) - binomial(a - 1, k)*binomial(n - a + 1, T - k))",
    {"n": "n", "a": "a", "T": "T", "k": "k"},
)
TAILS = Formula(
    "own - other == first*k/a",
    {"own": r"P(\ge k)", "other": r"P'(\ge k)", "first": "P(k)", "k": "k", "a": "a"},
)


def small_tails(claim: Claim) -> Iterator[Instance]:
    """Every n <= 12, a, T and k, in exact fractions."""
    for n in range(2, 13):
        for a in range(1, n + 1):
            for draws in range(1, n):
                own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1))
                for k in range(draws + 1):
                    values = {
                        "own": sum((own.pmf(h) for h in range(k, draws + 1)), Fraction(0)),
                        "other": sum((other.pmf(h) for h in range(k, draws + 1)), Fraction(0)),
                        "first": own.pmf(k), "k": k, "a": a,
                    }  # fmt: skip
                    yield f"n = {n}, a = {a}, T = {draws}, k = {k}", values


CLAIMS = (
    Claim(
        id="tails-of-neighbours-differ-by-one-term",
        paper="project",
        locator="One tail",
        title="P(>= k) - P'(>= k) = P(k) k/a, term by term a telescoping difference",
        kind=Kind.PROJECT,
        statement="For a of n records and T draws without replacement, and P' the law with a - 1, the "
        "difference P(k) - P'(k) is the "
        "difference of P(k) k/a at k and k + 1. Summed from k on: $P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$.",
        formula=DIFFERENCE,
        checks=(
            by_identity(
                "difference of consecutive terms",
                {"n": "natural", "a": "natural", "T": "natural", "k": "natural"},
                [Formula("And(1 <= a, a < n, k < a, k < T, T - k <= n - a)", ["n", "a", "T", "k"])],
            ),
        ),
        near_misses=(
            NearMiss("a - 1 for a", DIFFERENCE.mutate("*k/a", "*k/(a - 1)")),
            NearMiss("sum for difference", DIFFERENCE.mutate("*k/a -", "*k/a +")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "telescoping"),
    ),
    Claim(
        id="tails-of-neighbours-differ-by-one-term-at-small-sizes",
        paper="project",
        locator="One tail",
        title="the summed form, enumerated",
        kind=Kind.PROJECT,
        statement="$P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$ at all small sizes, edges included.",
        formula=TAILS,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "enumeration", "all n <= 12", small_tails),),
        near_misses=(
            NearMiss("other sign", TAILS.mutate("own - other", "other - own")),
            NearMiss("k + 1 for k", TAILS.mutate("*k/a", "*(k + 1)/a")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("tails-of-neighbours-differ-by-one-term",),
    ),
)
