"""Sampled and other records of independent records are independent: the average of a loss as a double sum."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, UNDECIDED, family
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

COUNTS = {"n": "n", "T": "T", "u": "u", "v": "v"}
TWO_TYPES = {**COUNTS, "k": "k", "w": "w"}
SPLIT = Formula(
    "Eq(binomial(n, u + v)*binomial(u + v, u)*binomial(n - u - v, T - u)/binomial(n, T), binomial(T, u)*binomial(n - "
    "T, v))",
    COUNTS,
)
SPLIT_TWICE = Formula(
    "Eq(binomial(n, u + v)*binomial(n - u - v, k + w)*binomial(u + v, u)*binomial(k + w, k)*binomial(n - u - v - k - "
    "w, T - u - k)/binomial(n, T), binomial(T, u)*binomial(T - u, k)*binomial(n - T, v)*binomial(n - T - v, w))",
    TWO_TYPES,
)
RATIO = Formula(
    "Eq(binomial(u + v - 1, u)*binomial(n - u - v + 1, T - u)/(binomial(u + v, u)*binomial(n - u - v, T - u)), "
    "v*(n - u - v + 1)/((u + v)*(n - T - v + 1)))",
    COUNTS,
)
ALONE = Formula("Eq(binomial(n - 1, T - 1)/binomial(n, T), T/n)", {"n": "n", "T": "T"})
RARE = Formula(
    "Eq(rate*none_drawn*none_left + (1 - none_drawn)*none_left, none_left - (1 - rate)*none_drawn*none_left)",
    {"rate": r"\rho", "none_drawn": "(1-p)^T", "none_left": "(1-p)^{n-T}"},
)
FULL_SAMPLE = Formula(
    "Implies(v == 0, Max(0, 1 - odds*v*(n - u - v + 1)/((u + v)*(n - T - v + 1))) == 1)", {**COUNTS, "odds": "E"}
)
PARTS = {
    "loss": r"\delta_{\mathrm{SDP}}",
    "one": r"\rho \max \pi(i)^n",
    "rare": r"(1-f)^{n-T} - (1-\rho)(1-f)^n",
    "double": "D",
    "rate": r"\rho",
    "uniform": r"\Pr[H_i = n]",
    "mixed": r"E[\delta; H_i < n]",
    "absent": r"\Pr[H_i = 0]",
    "full": r"\sum_{u \ge 1} \mathrm{Bin}_T(u) \mathrm{Bin}_{n-T}(0)",
    "partial": r"\sum_{u, v \ge 1} \mathrm{Bin}_T(u) \mathrm{Bin}_{n-T}(v) \max(0, 1 - E r)",
}
AVERAGES = Formula(
    "And(loss >= rate*uniform + mixed, loss >= rate*absent + full + partial, mixed >= 0, partial >= 0, "
    "one == rate*uniform, rare == rate*absent + full, double == rate*absent + full + partial)",
    PARTS,
)
"""Two averages of delta(H), for two laws; both are at most delta_SDP."""


def few_records(_: Claim) -> Iterator[Instance]:
    """Sampled and other records of two types and the rest."""
    for n in range(1, 6):
        for draws in range(n + 1):
            for u, v in product(range(draws + 1), range(n - draws + 1)):
                for k, w in product(range(draws - u + 1), range(n - draws - v + 1)):
                    values = {"n": n, "T": draws, "u": u, "v": v, "k": k, "w": w}
                    yield ", ".join(f"{name} = {value}" for name, value in values.items()), values


CLAIMS = (
    Claim(
        id="sampled-and-other-records-are-independent",
        paper="project",
        locator="Double sum",
        title="Bin(n,p)(u+v) times the chance of u sampled ones is Bin(T,p)(u) Bin(n-T,p)(v)",
        kind=Kind.PROJECT,
        statement="If each of n records is of a type with probability p, independently, and T of them are sampled, "
        "then the numbers u and v of records of that type among the sampled and among the other ones are independent "
        "binomial counts: $\\binom{n}{u+v}\\binom{u+v}{u}\\binom{n-u-v}{T-u}/\\binom nT = \\binom Tu\\binom{n-T}{v}$.",
        formula=SPLIT,
        checks=(
            by_identity(
                "binomial coefficients",
                dict.fromkeys(COUNTS, "natural"),
                [Formula("And(T <= n, u <= T, v <= n - T)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("n for n - T", SPLIT.mutate("binomial(n - T, v)", "binomial(n, v)")),
            NearMiss("without the choice of the sample", SPLIT.mutate("/binomial(n, T)", "")),
        ),
        family=family(
            counts=["n", "T"],
            true={
                UNDECIDED: [
                    "sides of n - u exchanged", "sides of n - u - v exchanged", "sides of n - T exchanged",
                    "n and T exchanged in binomial(T, u) * binomial(n - T, v)",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="sampled-and-other-records-of-two-types-are-independent",
        paper="project",
        locator="Double sum",
        title="the histograms of the sampled and of the other records are independent multinomials",
        kind=Kind.PROJECT,
        statement="The same for two types of many: u and k sampled, v and w other records of them. The coefficients "
        "are those of two multinomials with T and n - T records.",
        formula=SPLIT_TWICE,
        checks=(
            by_identity(
                "binomial coefficients",
                dict.fromkeys(TWO_TYPES, "natural"),
                [Formula("And(T <= n, u + k <= T, v + w <= n - T)", TWO_TYPES)],
            ),
            on_instances(Method.EXACT, Coverage.GRID, "few records", "n <= 5, possible outputs", few_records),
        ),
        near_misses=(
            NearMiss("T for T - u", SPLIT_TWICE.mutate("binomial(T - u, k)", "binomial(T, k)")),
            NearMiss("one type alone", SPLIT_TWICE.mutate("*binomial(n - T - v, w)", "")),
        ),
        family=family(
            counts=["n", "T", "u", "v", "k", "w"],
            true={
                ALIKE: [
                    "u and k exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                    "v and w exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                ],
                UNDECIDED: [
                    "sides of n - u exchanged", "sides of n - u - v exchanged", "sides of n - u exchanged, place 2",
                    "sides of n - u - v exchanged, place 2", "sides of n - u - v - k exchanged",
                    "sides of n - u - v - k - w exchanged", "sides of T - u exchanged, place 2",
                    "sides of n - T exchanged", "sides of n - T exchanged, place 2", "sides of n - T - v exchanged",
                    "n and T exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                    "n and u exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                    "n and v exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                    "T and u exchanged in binomial(T, u) * binomial(T - u, k) * binomial(n - T ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="ratio-in-terms-of-sampled-and-other-records",
        paper="project",
        locator="Double sum",
        title="r = v (n-u-v+1)/((u+v)(n-T-v+1)) for u sampled and v other records of the type",
        kind=Kind.PROJECT,
        statement="If one of the $u + v$ records of the type is replaced by one of another type (all others counted as "
        "one), an output with u of them has the likelihood ratio $v(n-u-v+1)/((u+v)(n-T-v+1))$.",
        formula=RATIO,
        checks=(
            by_identity(
                "binomial coefficients",
                dict.fromkeys(COUNTS, "natural"),
                [Formula("And(T <= n, u <= T, 1 <= v, v <= n - T)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("v + 1 for v", RATIO.mutate("v*(n - u - v + 1)/(", "(v + 1)*(n - u - v + 1)/(")),
            NearMiss("T for n - T", RATIO.mutate("(n - T - v + 1))", "(T - v + 1))")),
        ),
        family=family(
            counts=["n", "T"],
            true={
                UNDECIDED: [
                    "sides of n - u exchanged", "sign of v reversed in u + v, place 2",
                    "sides of n - u exchanged, place 2", "sides of n - u - v exchanged, place 2",
                    "sides of T - u exchanged, place 2",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="a-full-sample-has-the-largest-gain",
        paper="project",
        locator="Double sum",
        title="where all records of the type are sampled the gain is one",
        kind=Kind.PROJECT,
        statement="At v = 0 the ratio is 0, and the positive part of 1 - E r is 1: the neighbour with one record fewer "
        "cannot give that sample.",
        formula=FULL_SAMPLE,
        checks=(
            by_solver(
                "all reals", [Formula("And(u >= 1, v >= 0, T <= n, v <= n - T, odds >= 1)", FULL_SAMPLE.symbols)]
            ),
        ),
        near_misses=(
            NearMiss("v = 1", FULL_SAMPLE.mutate("v == 0", "v == 1")),
            NearMiss("twice the gain", FULL_SAMPLE.mutate("== 1)", "== 2)")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="a-lone-record-is-sampled-at-the-rate",
        paper="project",
        locator="Double sum",
        title="a record is in the sample with probability T/n",
        kind=Kind.PROJECT,
        statement="$\\binom{n-1}{T-1}/\\binom nT = T/n$: if all records are of one type, the neighbour's odd record is "
        "seen with this probability and never otherwise, so that delta is T/n at every epsilon.",
        formula=ALONE,
        checks=(
            by_identity(
                "binomial coefficients",
                {"n": "natural", "T": "natural"},
                [Formula("And(1 <= T, T <= n)", ALONE.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("T/(n + 1)", ALONE.mutate("T/n)", "T/(n + 1))")),
            NearMiss("the record is not there", ALONE.mutate("binomial(n - 1, T - 1)", "binomial(n - 1, T)")),
        ),
        family=family(counts=["n", "T"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="the-two-events-of-a-rare-type-in-closed-form",
        paper="project",
        locator="Double sum",
        title="rho (1-p)^n + (1 - (1-p)^T) (1-p)^(n-T) = (1-p)^(n-T) - (1-rho) (1-p)^n",
        kind=Kind.PROJECT,
        statement="No record of the type at all, or some and all of them sampled: $\\rho(1-p)^n + (1 - (1-p)^T)"
        "(1-p)^{n-T}$, with $(1-p)^n = (1-p)^T (1-p)^{n-T}$.",
        hypotheses=(Hypothesis("the records are independent"),),
        formula=RARE,
        checks=(by_identity("powers as symbols", dict.fromkeys(RARE.symbols, "real")),),
        near_misses=(
            NearMiss("rho for 1 - rho", RARE.mutate("(1 - rate)*none_drawn", "rate*none_drawn")),
            NearMiss("the absent type twice", RARE.mutate("(1 - none_drawn)*none_left,", "none_left,")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "binomial-theorem"),
    ),
)
