"""Many types: given how many draws fall among the two types, only these two matter, and more draws lose no less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import UNDECIDED, family
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Choices, Domain, Integers, Rationals
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.divergence import hockey_stick
from sdp_proofs.privacy.pooled_pair import PooledPair

NATURAL = {"n": "natural", "a": "natural", "s": "natural", "h": "natural"}
DROPPED = Formula(
    "Eq(binomial(a, h)*binomial(n - a, s - 1 - h)/binomial(n, s - 1), binomial(a, h)*binomial(n - a, s - "
    "h)/binomial(n, s)*(1 - h/s) + binomial(a, h + 1)*binomial(n - a, s - h - 1)/binomial(n, s)*(h + 1)/s)",
    {name: name for name in NATURAL},
)
POOLED = Formula("pooled == enumerated", {"pooled": r"\sum_s P(s)\, d_s", "enumerated": "d(x,x')"})
COUNTS = {"n": "n", "T": "T", "p": "(a+b)", "s": "s", "a": "a", "h": "h", "others": r"\prod_k \binom{H_k}{h_k}"}
DRAWN = Formula(
    "Eq((binomial(p, s)*binomial(n - p, T - s)/binomial(n, T))*(others/binomial(n - p, T - s))*(binomial(a, "
    "h)*binomial(p - a, s - h)/binomial(p, s)), binomial(a, h)*binomial(p - a, s - h)*others/binomial(n, T))",
    COUNTS,
)
"""The pool has p = a + b records, and s of the T draws fall into it."""
RETURNED = Formula(
    "Eq(binomial(T, h + k)*((a + b)/n)**(h + k)*others*(binomial(h + k, h)*(a/(a + b))**h*(b/(a + b))**k), "
    "factorial(T)/(factorial(h)*factorial(k)*factorial(T - h - k))*(a/n)**h*(b/n)**k*others)",
    {"n": "n", "T": "T", "a": "a", "b": "b", "h": "h", "k": "k", "others": r"P(\mathrm{rest})"},
)
OUTPUT = {"w": "w", "p": "p", "q": "q", "odds": "E"}
"""An output: w is the probability of s and of the rest, p and q those of the two counts given s."""


PAIRS: dict[str, Domain] = {
    "count": Integers(1, 5),
    "other": Integers(0, 5),
    "third": Integers(0, 5),
    "draws": Integers(0, lambda at: at["count"] + at["other"] + at["third"]),
    "odds": Rationals(1, 100),
    "replacement": Choices((False, True)),
}


def _pair(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    counts, draws, replacement = (at["count"], at["other"], at["third"]), at["draws"], at["replacement"]
    law = SamplingHistogram(draws=draws, replacement=replacement).law
    after = (counts[0] - 1, counts[1] + 1, counts[2])
    pair = PooledPair(sum(counts), counts[0], counts[1], draws, replacement=replacement)
    enumerated = hockey_stick(law(counts), law(after), Fraction(at["odds"]))
    return {"pooled": pair.exact_loss(Fraction(at["odds"])), "enumerated": enumerated}


def small_pairs(claim: Claim) -> Iterator[Instance]:
    """Three types, every pair that differs in one record, against the enumerated output laws."""
    for counts in ((1, 2, 2), (2, 3, 1), (3, 1, 3), (2, 2, 4)):
        after = (counts[0] - 1, counts[1] + 1, counts[2])
        records = sum(counts)
        for replacement in (False, True):
            for draws in range(records + 1):
                law = SamplingHistogram(draws=draws, replacement=replacement).law
                pair = PooledPair(records, counts[0], counts[1], draws, replacement=replacement)
                for odds in (Fraction(1), Fraction(51, 49), Fraction(3)):
                    enumerated = hockey_stick(law(counts), law(after), odds)
                    values = {"pooled": pair.exact_loss(odds), "enumerated": enumerated}
                    yield f"counts {counts}, T = {draws}, odds {odds}, replacement {replacement}", values



def small_pools(_: Claim) -> Iterator[Instance]:
    """The outputs that are possible, with any probability of the rest."""
    for n in range(2, 7):
        for draws, p in product(range(1, n + 1), range(1, n + 1)):
            for s, a in product(range(max(0, draws - n + p), min(draws, p) + 1), range(p + 1)):
                for h in range(max(0, s - p + a), min(a, s) + 1):
                    values = {"n": n, "T": draws, "p": p, "s": s, "a": a, "h": h, "others": Fraction(1, 3)}
                    yield ", ".join(f"{name} = {value}" for name, value in values.items()), values


CLAIMS = (
    Claim(
        id="dropping-a-draw-is-post-processing",
        paper="project",
        locator="Pooling",
        title="removing one random draw turns the law of s draws into that of s - 1",
        kind=Kind.PROJECT,
        statement="Removing one of s drawn records at random, the marked ones with probability h/s, turns the "
        "hypergeometric law of s draws into that of s - 1, for x and its neighbour alike. So the loss given s draws in "
        "the pool grows with s.",
        formula=DROPPED,
        checks=(
            by_identity(
                "the two ways to h marked records",
                NATURAL,
                [Formula("And(1 <= a, a < n, 1 <= s, s <= n, h < s, h < a, s - h <= n - a)", DROPPED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("probability h/n", DROPPED.mutate("(1 - h/s)", "(1 - h/n)")),
            NearMiss("h for h + 1", DROPPED.mutate("(h + 1)/s", "h/s")),
        ),
        family=family(
            counts=["n", "h"],
            true={
                UNDECIDED: [
                    "sides of n - a exchanged", "sides of n - a exchanged, place 2",
                    "sides of n - a exchanged, place 3",
                    "n and h exchanged in binomial(a, h) * binomial(n - a, s - h) / binomial(n ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "data-processing"),
    ),
    Claim(
        id="an-output-is-drawn-pool-first",
        paper="project",
        locator="Pooling",
        title="P(h) = P(s) P(rest | s) P(h_i | s), and only the last factor changes with the record",
        kind=Kind.PROJECT,
        statement="Without replacement the probability of an output is that of s draws in the pool of the two types, "
        "times that of the counts of the other types given s, times that of the two counts given s. When a record "
        "changes from one of the two types to the other, the pool and with it the first two factors stay.",
        hypotheses=(Hypothesis("the output is possible; p = a + b is the size of the pool"),),
        formula=DRAWN,
        checks=(
            by_identity(
                "three factors",
                {**dict.fromkeys(("n", "T", "p", "s", "a", "h"), "natural"), "others": "real"},
                [Formula("And(a <= p, p <= n, h <= a, h <= s, s - h <= p - a, s <= T, T - s <= n - p)", COUNTS)],
            ),
            on_instances(Method.EXACT, Coverage.GRID, "small pools", "n <= 6, possible outputs", small_pools),
        ),
        near_misses=(
            NearMiss("drawn from n - 1", DRAWN.mutate("binomial(n, T))*(others", "binomial(n - 1, T))*(others")),
            NearMiss("one draw less in the pool", DRAWN.mutate("/binomial(p, s)), ", "/binomial(p, s - 1)), ")),
        ),
        family=family(
            counts=["n", "T", "p", "s", "a", "h"],
            true={
                UNDECIDED: [
                    "sides of n - p exchanged", "sides of n - p exchanged, place 2",
                    "sides of T - s exchanged, place 2", "sides of p - a exchanged",
                    "sides of p - a exchanged, place 2",
                    "n and T exchanged in binomial(a, h) * binomial(p - a, s - h) * others / b ...",
                    "p and a exchanged in binomial(a, h) * binomial(p - a, s - h) * others / b ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("probability-of-a-histogram-is-a-product-of-binomials",),
        trust=("sympy",),
    ),
    Claim(
        id="an-output-is-drawn-pool-first-with-replacement",
        paper="project",
        locator="Pooling",
        title="the same with replacement: binomial draws in the pool, binomial counts within it",
        kind=Kind.PROJECT,
        statement="With replacement the number of draws in the pool is binomial (T, (a+b)/n), and given s of them the "
        "count of the type is binomial (s, a/(a+b)); the other types have a factor of their own.",
        hypotheses=(Hypothesis("a and b are positive; at b = 0 the last factor is 0^0 = 1"),),
        formula=RETURNED,
        checks=(
            by_identity(
                "three factors",
                {
                    **dict.fromkeys(("T", "h", "k"), "natural"),
                    **dict.fromkeys(("n", "a", "b"), "positive"),
                    "others": "real",
                },
                [Formula("h + k <= T", ["T", "h", "k"])],
            ),
        ),
        near_misses=(
            NearMiss("share a/n within the pool", RETURNED.mutate("(a/(a + b))**h", "(a/n)**h")),
            NearMiss("another order of draws", RETURNED.mutate("binomial(h + k, h)", "binomial(h + k, h + 1)")),
        ),
        family=family(
            counts=["n", "T", "h", "k"],
            true={
                UNDECIDED: [
                    "sides of T - h exchanged", "sides of T - h - k exchanged",
                    "T and h exchanged in factorial(T) / (factorial(h) * factorial(k) * factor ...",
                    "T and k exchanged in factorial(T) / (factorial(h) * factorial(k) * factor ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="loss-of-many-types-is-a-mixture-of-two-type-losses",
        paper="project",
        locator="Pooling",
        title="d(x,x') is the average of two-type losses over the number of draws in the pool",
        kind=Kind.PROJECT,
        statement="For a change from one type to another, d(x,x') is the average, over the number s of draws that fall "
        "on records of these two types, of the two-type loss with s draws from their pool.",
        formula=POOLED,
        checks=(
            by_induction(
                "one output after the other",
                {"pooled": "0", "enumerated": "0"},
                {
                    "pooled": "pooled + w*Max(0, p - odds*q)",
                    "enumerated": "enumerated + Max(0, w*p - odds*(w*q))",
                },
                [Formula("And(w >= 0, p >= 0, q >= 0, odds >= 0)", OUTPUT)],
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "enumeration",
                "three types, four histograms of 5 to 8 records, all T, 3 odds, with and without replacement",
                small_pairs,
            ),
        ),
        near_misses=(
            NearMiss("strictly less", POOLED.mutate("==", "<")),
            NearMiss("half of it", POOLED.mutate("pooled", "2*pooled")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(PAIRS, _pair, climbs=False),
        depends_on=(
            "best-event-takes-the-positive-terms",
            "an-output-is-drawn-pool-first",
            "an-output-is-drawn-pool-first-with-replacement",
        ),
        trust=("z3", "induction", "countable-sums", "vandermonde", "binomial-theorem"),
        note="The weights w of the outputs with s draws in the pool add up to P(s), because the law of the rest does: "
        "Vandermonde's identity without replacement, the multinomial theorem with it.",
    ),
)
