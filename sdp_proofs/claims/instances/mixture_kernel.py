"""K(k, h) = P(Bin(k, p) + Bin(n-k, q) = h): exact entries and minors, and the generating functions of its rows.

Row k has the generating function (1 - p + p x)^k (1 - q + q x)^(n-k). A law is its generating function, so identities
between these, which sympy proves with n and k as symbols, are identities between kernels of every size.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver
from sdp_proofs.claims.proofs.proving import after_substitution, with_terms
from sdp_proofs.claims.proofs.sign_patterns import ANY, VALLEY, diminished, summaries
from sdp_proofs.claims.proofs.stepwise import about
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

SHARES = ((Fraction(1, 5), Fraction(2, 3)), (Fraction(0), Fraction(1, 2)), (Fraction(9, 20), Fraction(11, 20)))
GENERATING = {"n": "natural", "k": "natural", "p": "positive", "q": "positive", "x": "positive"}
INSIDE = [Formula("And(k <= n, q <= p, p <= 1)", tuple(GENERATING))]

ROW = "(1 - p + p*x)**k*(1 - q + q*x)**(n - k)"
"""The row of k records of the larger share and n - k of the smaller one."""


def product_row(share: str, following: str = "k") -> str:
    """The generating function of a row of the product: k + Bin(n-k, share) records, then each of them with p."""
    return f"(1 - p + p*x)**({following})*(1 - ({share}) + ({share})*(1 - p + p*x))**(n - ({following}))"


def rows_agree(title: str, row: str = "mixed", product: str = "shifted") -> Check:
    """The claim's equation between the kernel and the product, as generating functions of their rows, for all n and k.

    Reads the success probability of the first factor from the claim's parameters.
    """

    def formula(claim: Claim) -> Formula:
        terms = {row: ROW, product: product_row(claim.parameters["share"])}
        return with_terms(claim.formula, terms, tuple(GENERATING))

    return about(formula, by_identity(title, GENERATING, INSIDE))


def _reordered_rows(claim: Claim) -> Formula:
    following = claim.parameters["following"]
    row = ROW.replace("**k*", f"**({following})*").replace("(n - k)", f"(n - ({following}))")
    return Formula(f"Eq({row}, {product_row('q/p')})", tuple(GENERATING))


TWO_FACTORS = about(
    _reordered_rows, by_identity("the kernel is a product of two binomial matrices", GENERATING, INSIDE)
)
ONE_MORE_ROW = about(
    Formula("Eq((1 - p + p*x)**(j + 1), (1 - p)*(1 - p + p*x)**j + p*x*(1 - p + p*x)**j)", ["j", "p", "x"]),
    by_identity(
        "each row of the second factor is the one before times a bidiagonal matrix with entries 1 - p and p",
        {"j": "natural", "p": "positive", "x": "positive"},
    ),
)
BACKWARDS = about(
    Formula("Eq(x**n*(1/x)**k*(1 - s + s/x)**(n - k), (s + (1 - s)*x)**(n - k))", ["n", "k", "s", "x"]),
    by_identity(
        "the first factor, rows and columns read backwards, is of the same kind with 1 - s",
        {"n": "natural", "k": "natural", "s": "positive", "x": "positive"},
        [Formula("And(k <= n, s <= 1)", ["n", "k", "s", "x"])],
    ),
)
ENTRIES = about(
    Formula("And(p >= 0, 1 - p >= 0, q/p >= 0, 1 - q/p >= 0)", ["p", "q"]),
    by_solver("no entry is negative", [Formula("And(0 <= q, q <= p, 0 < p, p <= 1)", ["p", "q"])]),
)
BIDIAGONAL = after_substitution(
    by_solver(
        "a minor of a bidiagonal matrix is an entry times a smaller minor",
        [Formula("And(entry >= 0, smaller >= 0)", ["entry", "smaller"])],
    ),
    {"minor": "entry*smaller"},
    ["entry", "smaller"],
)
PRODUCTS = after_substitution(
    by_solver(
        "a minor of a product is a sum of products of minors",
        [Formula("And(left >= 0, right >= 0, others >= 0)", ["left", "right", "others"])],
    ),
    {"minor": "left*right + others"},
    ["left", "right", "others"],
)


def kernel(n: int, low: Fraction, high: Fraction) -> list[list[Fraction]]:
    """K(k, h), exactly, one record after the other.

    Example:
        >>> [[str(entry) for entry in row] for row in kernel(1, Fraction(1, 4), Fraction(2, 3))]
        [['3/4', '1/4'], ['1/3', '2/3']]
    """
    rows = []
    for k in range(n + 1):
        row = [Fraction(1)]
        for share in [high] * k + [low] * (n - k):
            padded = [Fraction(0), *row, Fraction(0)]
            row = [share * padded[i] + (1 - share) * padded[i + 1] for i in range(len(row) + 1)]
        rows.append(row)
    return rows


def small_factors(claim: Claim) -> Iterator[Instance]:
    """K against the product of its two binomial factors."""
    for low, high in SHARES:
        for n in range(1, 8):
            for k in range(n + 1):
                for h in range(n + 1):
                    at = {"n": n, "k": k, "h": h, "low": low, "high": high}
                    yield f"n = {n}, k = {k}, h = {h}, shares {low}, {high}", entry(claim, at)


def entry(claim: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """One entry of the kernel and of the product."""
    n, k, h, low, high = (at[name] for name in ("n", "k", "h", "low", "high"))
    share = _exact(claim.parameters["share"], {"p": high, "q": low})
    shifted = sum((pmf(n - k, share, j - k) * pmf(j, high, h) for j in range(k, n + 1)), Fraction(0))
    return {"mixed": kernel(n, low, high)[k][h], "shifted": shifted}


def pmf(draws: int, success: Fraction, count: int) -> Fraction:
    """P(Bin(draws, success) = count), for shares from 0 to 1.

    Example:
        >>> pmf(2, Fraction(1, 2), 1)
        Fraction(1, 2)
    """
    if not 0 <= count <= draws:
        return Fraction(0)
    return comb(draws, count) * success**count * (1 - success) ** (draws - count)


def small_minors(claim: Claim) -> Iterator[Instance]:
    """All minors of order one, two and three."""
    for low, high in SHARES:
        for n in range(1, 5):
            matrix = _ordered(claim, n, low, high)
            for order in (1, 2, 3):
                for rows in combinations(matrix, order):
                    for columns in combinations(range(n + 1), order):
                        minor = _determinant([[row[column] for column in columns] for row in rows])
                        yield f"n = {n}, shares {low} and {high}, columns {columns}", {"minor": minor}


def minor(claim: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A minor of order two."""
    matrix = _ordered(claim, at["n"], at["low"], at["high"])
    return {"minor": _determinant([[matrix[row][at[h]] for h in ("g", "h")] for row in (at["i"], at["j"])])}


def _ordered(claim: Claim, n: int, low: Fraction, high: Fraction) -> list[list[Fraction]]:
    matrix = kernel(n, low, high)
    return [matrix[int(_exact(claim.parameters["following"], {"n": n, "k": k}))] for k in range(n + 1)]


def _exact(text: str, values: Mapping[str, int | Fraction]) -> Fraction:
    """The value of a term in a claim's parameters."""
    found = Formula(text, tuple(values)).value(values)
    if found is None or found.exact is None:
        raise DomainError(f"a parameter must have an exact value, got {text!r} at {values}")
    return found.exact


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    if len(rows) == 1:
        return rows[0][0]
    smaller = ([row[:i] + row[i + 1 :] for row in rows[1:]] for i in range(len(rows)))
    return sum(((-1) ** i * rows[0][i] * _determinant(rest) for i, rest in enumerate(smaller)), Fraction(0))


def random_losses(claim: Claim) -> Iterator[Instance]:
    """Random sequences v: the largest average over mixtures, the pure ones, and those of the valley majorant."""
    source = random.Random(claim.parameters["seed"])
    for trial in range(400):
        n = source.randint(2, 7)
        low, high = sorted(Fraction(source.randint(0, 12), 12) for _ in range(2))
        losses = [source.randint(0, 9) for _ in range(n + 1)]
        if trial % 2:
            losses = sorted(losses[: n // 2], reverse=True) + sorted(losses[n // 2 :])
        yield f"v = {losses}, shares {low} and {high}", averaged(claim, {"losses": losses, "low": low, "high": high})


def averaged(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The averages of some losses."""
    losses, low, high = [Fraction(loss) for loss in at["losses"]], at["low"], at["high"]
    averages, middle = _averages(losses, low, high), (len(losses) - 1) // 2
    raised = [max(losses[min(k, middle) : max(k, middle) + 1]) for k in range(len(losses))]
    below = [h for h, loss in enumerate(losses) if loss <= max(averages[0], averages[-1])]
    valley = not below or below == list(range(below[0], below[-1] + 1))
    upper = _averages(raised, low, high)
    return {
        "valley": int(valley or claim.parameters["always"]),
        "largest": max(averages), "first": averages[0], "last": averages[-1],
        "lower": max(averages[0], averages[-1]), "upper": max(upper[0], upper[-1]),
    }  # fmt: skip


def _averages(losses: Sequence[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    return [sum(map(Fraction.__mul__, row, losses), Fraction(0)) for row in kernel(len(losses) - 1, low, high)]


def _no_pattern_fails(claim: Claim) -> Outcome:
    """Signs of v and of F at a level just above both pure averages, at which neither has a value.

    If the formula failed there would be such a level with F above it somewhere; the signs of v are + where v exceeds
    the pure averages. Every pair of patterns that variation diminishing allows must satisfy the formula: of valleys,
    and of all patterns where the formula is told that there is none.
    """
    scope = "sequences of every length, by their signs"
    valleys, others = summaries(ANY if claim.parameters["always"] else VALLEY), summaries(ANY)
    for valley, v in [*((1, v) for v in valleys), *((0, v) for v in others)]:
        for f in others:
            at = {"valley": valley, "largest": f.largest, "first": f.first, "last": f.last}
            if diminished(v, f) and claim.formula.decide(at) is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"signs {v} might become {f}")
    return Outcome(Verdict.HOLDS, scope, detail=f"{len(valleys)} kinds of patterns")


SIGNS = Check(Method.EXACT, Coverage.ALL, _no_pattern_fails, "sign patterns that variation diminishing allows")

PAIRS_OF_SHARES: dict[str, Domain] = {
    "low": Rationals(0, 1, denominator=12),
    "high": Rationals(lambda before: before["low"], 1, open_low=True, denominator=12),
}
ENTRY_SPACE: dict[str, Domain] = {
    "n": Integers(1, 12),
    "k": Integers(0, lambda before: before["n"]),
    "h": Integers(0, lambda before: before["n"]),
    **PAIRS_OF_SHARES,
}
MINOR_SPACE: dict[str, Domain] = {
    "n": Integers(1, 9),
    "i": Integers(0, lambda before: before["n"] - 1),
    "j": Integers(lambda before: before["i"] + 1, lambda before: before["n"]),
    "g": Integers(0, lambda before: before["n"] - 1),
    "h": Integers(lambda before: before["g"] + 1, lambda before: before["n"]),
    **PAIRS_OF_SHARES,
}
