"""Two types: all n + 1 mixtures by two convolutions instead of Algorithm 1, and why that is the same number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import UNDECIDED, family
from sdp_proofs.claims.instances.mixture_kernel import GENERATING, INSIDE, ROW, pmf, product_row
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

SHEARS = Formula(
    "Eq(u*(p*x + (1 - p)*y) + v*(q*x + (1 - q)*y), (u + v*q/p)*(p*x + (1 - p)*y) + v*(1 - q/p)*y)",
    ["u", "v", "x", "y", "p", "q"],
)
SCALED = Formula(
    "Eq(binomial(j, h)*p**h*(1 - p)**(j - h), factorial(j)*(p**h/factorial(h))*((1 - p)**(j - h)/factorial(j - h)))",
    ["j", "h", "p"],
)
AGREES = Formula(
    "abs(fast - published) <= slack*published",
    {"fast": r"F(k)", "published": r"F_{\mathrm{alg. 1}}(k)", "slack": "r"},
)
ENCLOSED = ("fast", "published", "slack", "averages")
BUDGET = Budget.read(odds="3/2")
SETS = ((("1/4", "3/4"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")), (("9/20", "11/20"), ("11/20", "9/20")))


def _tables(claim: Claim) -> Iterator[tuple[str, tuple[int, int], Smoothing, Mapping[Any, Enclosure], Fraction]]:
    """Every mixture by the published algorithm, in fractions, with the mixture to look up elsewhere."""
    for laws in SETS:
        sources = SourceSet.from_laws(laws)
        for records in (2, 3, 5, 8, 11):
            for draws in (1, records - 1):
                instance = Smoothing(sources, records, draws)
                fast = smoothed_delta(instance, BUDGET, route="table").table or {}
                published = smoothed_delta(instance, BUDGET, route="algorithm-1").table or {}
                for mixture, value in published.items():
                    # Which of the two numbers belongs to which source is what a near miss gets wrong.
                    first, second = mixture[:: claim.parameters["order"]]
                    name = f"sources {laws}, T = {draws}, mixture {mixture}"
                    yield name, (first, second), instance, fast, value.exact or Fraction(0)


def every_mixture(claim: Claim) -> Iterator[Instance]:
    """The certified table of all mixtures against the published algorithm."""
    for name, mixture, _, fast, published in _tables(claim):
        yield name, {"fast": fast[mixture], "published": published, "slack": Fraction(1, 10**14)}


def every_mixture_exactly(claim: Claim) -> Iterator[Instance]:
    """The two averages in fractions, as sums over two binomial laws."""
    for name, mixture, instance, _, published in _tables(claim):
        yield name, {"fast": _two_averages(instance, mixture), "published": published, "slack": 0}


def _two_averages(instance: Smoothing, mixture: tuple[int, int]) -> Fraction:
    """E G(k + Bin(n-k, q/p)) with G(j) = E v(Bin(j, p)), p the larger share of the first type, k of the n records."""
    (p, k), (q, _) = sorted(
        ((law[0], count) for law, count in zip(instance.sources.laws, mixture, strict=True)), reverse=True
    )
    losses = _losses(instance.records, instance.draws)

    def average(count: int) -> Fraction:
        return sum((pmf(count, p, h) * losses[h] for h in range(count + 1)), Fraction(0))

    others = instance.records - k
    return sum((pmf(others, q / p, j) * average(k + j) for j in range(others + 1)), Fraction(0))


@cache
def _losses(records: int, draws: int) -> tuple[Fraction, ...]:
    found = (delta(Database((h, records - h), draws), BUDGET).value.exact for h in range(records + 1))
    return tuple(loss or Fraction(0) for loss in found)


def _both_rows(claim: Claim) -> Formula:
    """The generating functions of the histogram's law, by the two averages and by one convolution of binomial laws."""
    fast = product_row("q/p", "k" if claim.parameters["order"] == 1 else "n - k")
    return Formula(f"Eq({fast}, {ROW})", tuple(GENERATING))


CLAIMS = (
    Claim(
        id="two-laws-are-a-product-of-two-shears",
        paper="project",
        locator="Quasi-linear",
        title="two laws over two types are a product of two shears, so mixtures are two binomial averages",
        kind=Kind.PROJECT,
        statement="For p > 0 the matrix with rows (p, 1-p) and (q, 1-q) is the product of those with rows (1, 0), "
        "(q/p, 1 - q/p) and (p, 1-p), (0, 1): as a bilinear form in (u, v) and (x, y) both sides agree. The n-th "
        "symmetric power takes the losses to the averages over all mixtures, and that of a shear is a binomial "
        "average; hence F(k) = E G(k + Bin(n-k, q/p)) with G(j) = E v(Bin(j, p)).",
        hypotheses=(Hypothesis("p > 0; that all weights are probabilities also needs q <= p"),),
        formula=SHEARS,
        checks=(by_identity("bilinear form", ["u", "v", "x", "y", "p", "q"]),),
        near_misses=(
            NearMiss("p/q for q/p", SHEARS.mutate("(u + v*q/p)", "(u + v*p/q)")),
            NearMiss("p - q for 1 - q/p", SHEARS.mutate("v*(1 - q/p)", "v*(p - q)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "symmetric-powers"),
    ),
    Claim(
        id="a-table-of-binomial-averages-is-one-convolution",
        paper="project",
        locator="Quasi-linear",
        title="after scaling by factorials and powers, E v(Bin(j, p)) for all j is one convolution",
        kind=Kind.PROJECT,
        statement="$P(Bin(j,p) = h) = j!\\,(p^h/h!)\\,((1-p)^{j-h}/(j-h)!)$: a factor of j, one of h and one of j - h. "
        "So all n + 1 averages are one product of polynomials of degree n between two diagonal scalings, and the "
        "mixtures of two laws take two such products instead of the n^3 multiplications of Algorithm 1.",
        hypotheses=(Hypothesis("0 <= h <= j"),),
        formula=SCALED,
        checks=(
            by_identity(
                "entries of the matrix",
                {"j": "natural", "h": "natural", "p": "real"},
                [Formula("h <= j", ["j", "h"])],
            ),
        ),
        near_misses=(
            NearMiss("no scaling by j!", SCALED.mutate("factorial(j)*", "")),
            NearMiss("powers of p for those of 1 - p", SCALED.mutate("((1 - p)**(j - h)/", "(p**(j - h)/")),
        ),
        family=family(
            counts=["j", "h"],
            true={
                UNDECIDED: [
                    "sides of j - h exchanged, place 3",
                    "j and h exchanged in factorial(j) * (p ** h / factorial(h)) * ((1 - p) ** ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
        note="How the convolution keeps every entry's digits, in about n log n operations, is in "
        "`numerics.binomial_shift`; its speed is measured, not claimed here.",
    ),
    Claim(
        id="two-convolutions-agree-with-algorithm-one",
        paper="project",
        locator="Quasi-linear",
        title="the table by two convolutions is that of Algorithm 1, mixture by mixture",
        kind=Kind.PROJECT,
        statement="Algorithm 1 convolves Bin(k, p) and Bin(n-k, q); two averages over k + Bin(n-k, q/p) and Bin(j, p) "
        "have the same generating function, so for all n, losses and pairs of laws the average of every mixture is the "
        "same number F(k). An enclosure of relative radius r of the one is one of the other; the certified table is "
        "within $10^{-14}$ of the published algorithm, run in fractions.",
        hypotheses=(
            Hypothesis("0 <= q <= p <= 1, p > 0, laws exchanged if need be; for p = 0 all F(k) are equal"),
            Hypothesis("that the programs evaluate these averages rightly is tested, and not proved"),
        ),
        formula=AGREES,
        parameters={"order": 1},
        checks=(
            in_steps(
                "generating functions",
                about(_both_rows, by_identity("laws of the histogram", GENERATING, INSIDE)),
                from_premises(
                    "enclosures of the same number",
                    [Formula("And(averages == published, abs(fast - averages) <= slack*averages)", ENCLOSED)],
                    ENCLOSED,
                ),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "the two averages in fractions",
                "three pairs of sources, n = 2, 3, 5, 8 and 11, T = 1 and n - 1, odds 3/2",
                every_mixture_exactly,
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "every mixture",
                "three pairs of sources, n = 2, 3, 5, 8 and 11, T = 1 and n - 1, odds 3/2",
                every_mixture,
            ),
        ),
        near_misses=(
            NearMiss("sources exchanged", parameters={"order": -1}),
            NearMiss("half of it", AGREES.mutate("fast - published)", "fast - published/2)")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("two-laws-are-a-product-of-two-shears", "a-table-of-binomial-averages-is-one-convolution"),
        trust=("arb", "sympy", "z3", "generating-functions"),
    ),
)
