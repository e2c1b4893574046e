"""The best event is a tail: the likelihood ratio falls in the count, crosses 1/E once, and one tail is enough."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(
    PROJECT, "One tail", {"own": "P(\\ge k)", "other": "P'(\\ge k)", "first": "P(k)", "odds": "E"},
    dict.fromkeys(("own", "other"), "sums.tails.tail_ratio") | {"first": "distributions.counts.Hypergeometric"},
)  # fmt: skip
OWN = SECTION.beside(PROJECT, "Crossing")


def small_tails(_: Claim) -> Iterator[Instance]:
    """Every n <= 9, a, T and k, in exact fractions."""
    for n, a, draws, k in product(range(2, 10), range(1, 10), range(1, 9), range(9)):
        if a <= n and k <= draws < n:
            laws = [Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1)]
            own, other = (sum((law.pmf(h) for h in range(k, draws + 1)), Fraction(0)) for law in laws)
            values = {"own": own, "other": other, "first": laws[0].pmf(k), "k": k, "a": a}
            yield f"n = {n}, a = {a}, T = {draws}, k = {k}", values


TERM = "binomial(a, k)*binomial(n - a, T - k)/binomial(n, T)"
FOLLOWING = "binomial(a, k + 1)*binomial(n - a, T - k - 1)/binomial(n, T)"
OTHER = "binomial(a - 1, k)*binomial(n - a + 1, T - k)/binomial(n, T)"
"""P(k), P(k + 1) and P'(k)."""

SECTION.claim(
    "tails-of-neighbours-differ-by-one-term",
    "$P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$, term by term a telescoping difference",
    "For a of n records and T draws without replacement, and P' the law with a - 1, the difference P(k) - P'(k) is "
    "the difference of P(k) k/a at k and k + 1. Summed from k on: $P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$.",
    "own - other == first*k/a",
    by_telescoping(
        "one more term", {"own": f"own + {TERM}", "other": f"other + {OTHER}", "first": TERM},
        {"first": FOLLOWING, "k": "k + 1"}, {"own": "0", "other": "0", "first": "0"},
        {**dict.fromkeys(("n", "a", "T", "k"), "natural"), "own": "real", "other": "real"},
        [Formula("And(1 <= a, a <= n, T <= n, k <= a, k <= T, T - k <= n - a)", ("n", "a", "T", "k"))],
        begins={"k": "Min(a, T)"},
    ),
    on_instances(EXACT, GRID, "both tails, edges included", "all n <= 9", small_tails),
    mutants={"a + 1 for a": ("*k/a", "*k/(a + 1)")}, counts="k a", generated="deep", trust="induction",
)  # fmt: skip

OWN.claim(
    "likelihood-ratio-falls-in-the-count", "P'(h)/P(h) strictly falls in h, so the best event is a tail",
    "Without replacement $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$ is smaller at g than at h whenever h < g, at outputs "
    "that P gives. (Cross-multiplied; all factors are positive.)",
    "(a - g)*(b + 1)*a*(b + 1 - T + h) < (a - h)*(b + 1)*a*(b + 1 - T + g)",
    by_solver("all reals", "And(a >= 1, b >= 0, b + 1 - T + h > 0, h < g, g <= a, T < a + b + 1)"),
    mutants={"it rises": (" < ", " > ")}, generated="deep",
)  # fmt: skip

OWN.claim(
    "crossing-in-closed-form", "E P'(h) < P(h) exactly for h above h* = a - a(n+1-T)/(a + E(b+1))",
    "Without replacement, at every h with P(h) > 0, E P'(h) < P(h) holds exactly when $h > h^* = a - a(n+1-T)/(a + "
    "E(b+1))$: one division finds the event. (Cross-multiplied with $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$.) Where P "
    "and P' are zero, h may be above h* all the same.",
    "Equivalent(odds*(a - h)*(b + 1) < a*(b + 1 - T + h), h > a - a*(a + b + 1 - T)/(a + odds*(b + 1)))",
    by_solver("all outputs", "And(a >= 1, b >= 0, b + 1 - T + h > 0, odds >= 1)"),
    given="h is an output that P gives: max(0, T - b) <= h <= min(a, T)",
    mutants={"h* with E and 1 exchanged": ("(a + odds*(b + 1))", "(odds*a + (b + 1))")}, generated="deep",
)  # fmt: skip

OWN.claim(
    "likelihood-ratio-falls-in-the-count-with-replacement",
    "with replacement as well the best event is a tail: each count more divides the ratio by more than 1",
    "With replacement $P'(h)/P(h) = ((a-1)/a)^h ((b+1)/b)^{T-h}$, with a and b records of the two types. One count "
    "more multiplies it by $(a-1)b/(a(b+1))$, which is below 1.",
    "(a - 1)/a*(b/(b + 1)) < 1",
    by_solver("all reals", "And(a >= 1, b >= 0)"),
    given="b >= 1; for b = 0 all draws show the one type, and P has a single output",
    mutants={"below 1/2": ("< 1", "< 1/2")},
)  # fmt: skip
