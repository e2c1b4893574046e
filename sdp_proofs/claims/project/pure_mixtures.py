"""Two sources: when the worst mixture is a pure one, and how all mixtures are computed at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

MINOR = Formula("minor >= 0", {"minor": r"\det K[k, h]"})
FACTORS = Formula("mixed == shifted", {"mixed": "K(k, h)", "shifted": r"\sum_j A(k, j) B(j, h)"})
PURE = Formula(
    "Implies(valley == 1, largest <= Max(first, last))",
    {
        "valley": r"\mathbf{1}[\{v > M\}^c \text{ is an interval}]",
        "largest": r"\max_k F(k)",
        "first": "F(0)",
        "last": "F(n)",
    },
)
MAJORANT = Formula(
    "And(lower <= largest, largest <= upper)",
    {"lower": r"\max(F(0), F(n))", "largest": r"\max_k F(k)", "upper": r"\max(\tilde F(0), \tilde F(n))"},
)
SHARES = ((Fraction(1, 5), Fraction(2, 3)), (Fraction(0), Fraction(1, 2)), (Fraction(9, 20), Fraction(11, 20)))


def kernel(n: int, low: Fraction, high: Fraction) -> list[list[Fraction]]:
    """K(k, h) = P(Bin(k, high) + Bin(n - k, low) = h), exactly."""
    rows = []
    for k in range(n + 1):
        row = [Fraction(1)]
        for share in [high] * k + [low] * (n - k):
            padded = [Fraction(0), *row, Fraction(0)]
            row = [share * padded[i] + (1 - share) * padded[i + 1] for i in range(len(row) + 1)]
        rows.append(row)
    return rows


def small_minors(claim: Claim) -> Iterator[Instance]:
    """All minors of order one, two and three."""
    step = claim.parameters["step"]
    for low, high in SHARES:
        for n in range(1, 5):
            matrix = kernel(n, low, high)[::step]
            for order in (1, 2, 3):
                for rows in combinations(matrix, order):
                    for columns in combinations(range(n + 1), order):
                        minor = _determinant([[row[column] for column in columns] for row in rows])
                        yield f"n = {n}, shares {low} and {high}, columns {columns}", {"minor": minor}


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    if len(rows) == 1:
        return rows[0][0]
    smaller = ([row[:i] + row[i + 1 :] for row in rows[1:]] for i in range(len(rows)))
    return sum(((-1) ** i * rows[0][i] * _determinant(rest) for i, rest in enumerate(smaller)), Fraction(0))


def small_factors(claim: Claim) -> Iterator[Instance]:
    """K against the product of its two binomial factors."""
    for low, high in SHARES:
        ratio = claim.parameters["ratio"](low, high)
        for n in range(1, 8):
            matrix = kernel(n, low, high)
            for k in range(n + 1):
                for h in range(n + 1):
                    shifted = sum((_pmf(n - k, ratio, j - k) * _pmf(j, high, h) for j in range(k, n + 1)), Fraction(0))
                    yield (
                        f"n = {n}, k = {k}, h = {h}, shares {low}, {high}",
                        {"mixed": matrix[k][h], "shifted": shifted},
                    )


def _pmf(draws: int, success: Fraction, count: int) -> Fraction:
    if not 0 <= count <= draws:
        return Fraction(0)
    return comb(draws, count) * success**count * (1 - success) ** (draws - count)


def random_losses(claim: Claim) -> Iterator[Instance]:
    """Random sequences v: the largest average over mixtures, the pure ones, and those of the valley majorant."""
    source = random.Random(claim.parameters["seed"])
    for trial in range(400):
        n = source.randint(2, 7)
        low, high = sorted(Fraction(source.randint(0, 12), 12) for _ in range(2))
        losses = [Fraction(source.randint(0, 9)) for _ in range(n + 1)]
        if trial % 2:
            losses = sorted(losses[: n // 2], reverse=True) + sorted(losses[n // 2 :])
        averages = _averages(losses, low, high)
        middle = n // 2
        raised = [max(losses[min(k, middle) : max(k, middle) + 1]) for k in range(n + 1)]
        above = [h for h, loss in enumerate(losses) if loss <= max(averages[0], averages[-1])]
        valley = not above or all(h in above for h in range(above[0], above[-1] + 1))
        upper = _averages(raised, low, high)
        yield (
            f"v = {[int(loss) for loss in losses]}, shares {low} and {high}",
            {
                "valley": int(valley or claim.parameters["always"]),
                "largest": max(averages),
                "first": averages[0],
                "last": averages[-1],
                "lower": max(averages[0], averages[-1]),
                "upper": max(upper[0], upper[-1]),
            },
        )


def _averages(losses: list[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    return [sum(map(Fraction.__mul__, row, losses), Fraction(0)) for row in kernel(len(losses) - 1, low, high)]


def of_binomials(low: Fraction, high: Fraction) -> Fraction:
    """The success probability of the first factor."""
    return low / high


def of_difference(low: Fraction, high: Fraction) -> Fraction:
    """A wrong one, for a near miss."""
    return high - low


RANDOM = (on_instances(Method.EXACT, Coverage.SAMPLE, "random losses", "400 sequences, n <= 7, seed 1", random_losses),)

CLAIMS = (
    Claim(
        id="mixture-kernel-factors-into-two-binomial-shifts",
        paper="project",
        locator="Pure mixtures",
        title="the kernel of all mixtures is a product of two binomial matrices",
        kind=Kind.PROJECT,
        statement="With $s = q/p$, $P(Bin(k,p) + Bin(n-k,q) = h) = \\sum_j P(Bin(n-k,s) = j-k) "
        "P(Bin(j,p) = h)$: each factor is a "
        "convolution after scaling, so all n + 1 mixtures cost about n log n operations, with "
        "nonnegative terms only.",
        hypotheses=(Hypothesis("0 <= q <= p, p > 0"),),
        formula=FACTORS,
        parameters={"ratio": of_binomials},
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "entry by entry", "three pairs of shares, n <= 7", small_factors),
        ),
        near_misses=(
            NearMiss("s = p - q", parameters={"ratio": of_difference}),
            NearMiss("twice", FACTORS.mutate("shifted", "2*shifted")),
        ),
        recorded=Status.SUPPORTED,
    ),
    Claim(
        id="mixture-kernel-is-totally-positive",
        paper="project",
        locator="Pure mixtures",
        title="the kernel of all mixtures has no negative minor",
        kind=Kind.PROJECT,
        statement="The kernel $K(k,h) = P(Bin(k,p) + Bin(n-k,q) = h)$, q <= p, is totally positive: it "
        "is a product of bidiagonal matrices "
        "with nonnegative entries (proof in `privacy.endpoint`).",
        formula=MINOR,
        parameters={"step": 1},
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "minors up to order three", "three pairs of shares, n <= 4", small_minors
            ),
        ),
        near_misses=(
            NearMiss("all minors positive", MINOR.mutate(">=", ">")),
            NearMiss("rows in reverse order", parameters={"step": -1}),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("mixture-kernel-factors-into-two-binomial-shifts",),
    ),
    Claim(
        id="pure-mixtures-are-worst",
        paper="project",
        locator="Pure mixtures",
        title="if {v > max(F(0), F(n))} is the complement of an interval, no mixture exceeds the pure ones",
        kind=Kind.PROJECT,
        statement="Let F(k) average v over the histogram when k of n records follow one of two sources. "
        "If the set where v exceeds "
        "$M = \\max(F(0), F(n))$ is the complement of an interval, then $F(k) \\le M$ for every k.",
        hypotheses=(Hypothesis("two types, two sources"),),
        formula=PURE,
        parameters={"seed": 1, "always": False},
        checks=RANDOM,
        near_misses=(
            NearMiss("without the condition", parameters={"always": True}),
            NearMiss("the smaller of the two", PURE.mutate("Max(first, last)", "Min(first, last)")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("mixture-kernel-is-totally-positive",),
        trust=("variation-diminishing",),
        note="Proved in `privacy.endpoint` from total positivity. The condition is needed: with n = 33, "
        "T = 31, odds 51/50 and shares 9/20 and "
        "11/20 the worst mixture of the sampling histogram is 16 to 17.",
    ),
    Claim(
        id="valley-majorant-bounds-all-mixtures",
        paper="project",
        locator="Pure mixtures",
        title="the averages of the valley majorant at the pure mixtures bound every mixture",
        kind=Kind.PROJECT,
        statement="Let vt be the smallest sequence above v that falls up to n/2 and rises from there, "
        "and Ft its averages. Then, without any "
        "condition, $\\max(F(0), F(n)) \\le \\max_k F(k) \\le \\max(Ft(0), Ft(n))$.",
        formula=MAJORANT,
        parameters={"seed": 1, "always": False},
        checks=RANDOM,
        near_misses=(
            NearMiss("strictly below", MAJORANT.mutate("largest <= upper", "largest < upper")),
            NearMiss("the pure mixtures of v bound it", MAJORANT.mutate("largest <= upper", "largest <= lower")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("pure-mixtures-are-worst",),
        trust=("variation-diminishing",),
    ),
)
