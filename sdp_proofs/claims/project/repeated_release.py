"""Several releases of the same data at the sum of the budgets: sharper than the sum of the losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import NONNEGATIVE, OUTPUT, PAIR, SHARP
from sdp_proofs.claims.smoothed_dp.post_processing import ROWS, on_pairs
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Choices, Domain, Integers, Rationals
from sdp_proofs.mechanisms.composition import Composition
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import smoothed_delta_by_lists

SURVIVES = Formula(f"{PAIR} <= {SHARP}", OUTPUT)
BELOW_SUM = Formula(
    "1 - survives <= total",
    {"survives": r"\prod_{i \le k} (1 - \delta_i)", "total": r"\sum_{i \le k} \delta_i", "loss": r"\delta_{k+1}"},
)
STRICTLY = Formula("1 - (1 - first)*(1 - second) < first + second", {"first": r"\delta_1(x)", "second": r"\delta_2(x)"})
TANGENT = Formula(
    "power >= before*v + k*before*(u - v)",
    {"power": "u^k", "before": "v^{k-1}", "u": r"1 - \delta(x)", "v": r"1 - \mathbb{E}\,\delta(x)", "k": "k"},
)
SMOOTHED = Formula(
    "both <= 1 - (1 - first)*(1 - second)",
    {"both": r"\delta_{[2]}", "first": r"\delta_1", "second": r"\delta_2"},
)
TABLES = tuple(product((0, 1), repeat=4))
PAIRS: dict[str, Domain] = {"first": Choices(TABLES), "second": Choices(TABLES), "share": Rationals(0, 1)}


def few_losses(_: Claim) -> Iterator[Instance]:
    """One to three losses."""
    for count in (1, 2, 3):
        for losses in product(map(Fraction, ("0", "1/10", "1/3", "1/2", "1")), repeat=count):
            values = {"survives": prod((1 - x for x in losses), start=Fraction(1)), "total": sum(losses, Fraction(0))}
            yield f"losses {', '.join(map(str, losses))}", values


def _smoothed(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    first, second = (
        on_pairs({tuple(map(int, row)): Fraction(bit) for row, bit in zip(ROWS, at[name], strict=True)})
        for name in ("first", "second")
    )
    sources = SourceSet.interval(at["share"], at["share"])
    alone = [smoothed_delta_by_lists(part, sources, 2, 2).value for part in (first, second)]
    return {
        "both": smoothed_delta_by_lists(Composition((first, second)), sources, 2, 4).value,
        "first": alone[0],
        "second": alone[1],
    }


def deterministic(claim: Claim) -> Iterator[Instance]:
    """All pairs of bits of two fair binary records."""
    for first, second in product(TABLES, TABLES):
        at = {"first": first, "second": second, "share": Fraction(1, 2)}
        yield f"bits {first} and {second} of the databases 00, 01, 10, 11", _smoothed(claim, at)


CLAIMS = (
    Claim(
        id="losses-combine-like-independent-failures",
        paper="project",
        locator="Composition",
        title="delta_[k](x) <= 1 - prod_i (1 - delta_i(x)) for independent releases",
        kind=Kind.PROJECT,
        statement="For a pair of outputs the positive part of $P(a)R(b) - E F P'(a)R'(b)$ is at most $(P - E P')^+ R + "
        "\\min(P, E P') (R - F R')^+$, and the minima sum to $1 - d_1$. So $d_{[2]} \\le d_1 + (1 - d_1) d_2$ at every "
        "database, and $1 - \\delta_{[k]}(x) \\ge \\prod_i (1 - \\delta_i(x))$ by induction.",
        hypotheses=(Hypothesis("the releases are independent given the database"),),
        formula=SURVIVES,
        checks=(by_solver("a pair of outputs, all probabilities and budgets", [NONNEGATIVE]),),
        near_misses=(
            NearMiss("min(P, P')", SURVIVES.mutate("Min(p, odds*q)", "Min(p, q)")),
            NearMiss("budgets exchanged", SURVIVES.mutate("r - others*s", "r - odds*s")),
        ),
        family=family(
            true={
                ROOM: [
                    "p and r exchanged in Max(0, p - odds * q) * r + Min(p, odds * q) * Max(0, ...",
                    "q and s exchanged in Max(0, p - odds * q) * r + Min(p, odds * q) * Max(0, ...",
                    "q and others exchanged in Max(0, p - odds * q) * r + Min(p, odds * q) * Max(0, ...",
                    "s and odds exchanged in Max(0, p - odds * q) * r + Min(p, odds * q) * Max(0, ...",
                    "odds and others exchanged in Max(0, p - odds * q) * r + Min(p, odds * q) * Max(0, ...",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1) for name in "pqrs"} | {name: Rationals(1, 4) for name in ("odds", "others")},
            lambda _, point: point,
            climbs=False,
        ),
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "sum-over-outputs", "induction", "countable-sums"),
    ),
    Claim(
        id="combined-failures-stay-below-their-sum",
        paper="project",
        locator="Composition",
        title="1 - prod_i (1 - delta_i) <= sum_i delta_i: sharper than Proposition 5 at the same budget",
        kind=Kind.PROJECT,
        statement="The bound by the product is never above the sum of the losses that Proposition 5 has at the same "
        "budget.",
        formula=BELOW_SUM,
        checks=(
            by_induction(
                "one loss after the other",
                {"survives": "1 - loss", "total": "loss"},
                {"survives": "survives*(1 - loss)", "total": "total + loss"},
                [Formula("And(0 <= loss, loss <= 1, 0 <= survives, survives <= 1)", BELOW_SUM.symbols)],
            ),
            on_instances(Method.EXACT, Coverage.GRID, "numbers", "up to three losses of five values", few_losses),
        ),
        near_misses=(
            NearMiss("at least the sum", BELOW_SUM.mutate("<=", ">=")),
            NearMiss("half of the sum", BELOW_SUM.mutate("total", "total/2")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {f"loss_{i}": Rationals(0, 1) for i in range(3)},
            lambda _, at: {"survives": prod(1 - x for x in at.values()), "total": sum(at.values())},
            climbs=False,
        ),
        depends_on=("losses-combine-like-independent-failures",),
        trust=("z3", "induction"),
    ),
    Claim(
        id="two-positive-losses-combine-to-less",
        paper="project",
        locator="Composition",
        title="the product beats the sum of Proposition 5 as soon as two losses are positive",
        kind=Kind.PROJECT,
        statement="For two positive losses $1 - (1 - \\delta_1)(1 - \\delta_2)$ is strictly below $\\delta_1 + "
        "\\delta_2$.",
        formula=STRICTLY,
        checks=(by_solver("all positive losses", [Formula("And(first > 0, second > 0)", STRICTLY.symbols)]),),
        near_misses=(
            NearMiss("below the larger one", STRICTLY.mutate("< first + second", "< Max(first, second)")),
            NearMiss("below three quarters of the sum", STRICTLY.mutate("< first + second", "< 3/4*(first + second)")),
        ),
        family=family(
            true={
                ROOM: [
                    "1 - first without first", "1 - second without second",
                    "(1 - first) * (1 - second) without 1 - second", "(1 - first) * (1 - second) without 1 - first",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, open_low=True) for name in STRICTLY.symbols}, lambda _, at: at, climbs=False
        ),
        depends_on=("losses-combine-like-independent-failures",),
        trust=("z3",),
    ),
    Claim(
        id="repeated-losses-are-concave",
        paper="project",
        locator="Composition",
        title="the smoothed loss of k releases of one mechanism is at most 1 - (1 - delta_SDP)^k",
        kind=Kind.PROJECT,
        statement="$u^k \\ge v^k + k v^{k-1}(u - v)$ for $u, v \\ge 0$. With $u = 1 - \\delta(x)$ and v its average, "
        "$\\mathbb{E}\\,(1 - \\delta(x))^k \\ge (1 - \\mathbb{E}\\,\\delta(x))^k$: the bound by the product, also "
        "times a constant $1 - \\delta_j$, holds for the smoothed loss of k releases of the same mechanism.",
        hypotheses=(Hypothesis("all k releases have the same loss delta(x)"),),
        formula=TANGENT,
        checks=(
            by_induction(
                "from k to k + 1",
                {"power": "u", "before": "1", "k": "1"},
                {"power": "power*u", "before": "before*v", "k": "k + 1"},
                [Formula("And(u >= 0, v >= 0, before >= 0, k >= 1)", TANGENT.symbols)],
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "numbers",
                "u, v among 0, 1/3, 1/2, 1, k <= 5",
                lambda claim: (
                    (f"u = {u}, v = {v}, k = {k}", {"power": u**k, "before": v ** (k - 1), "u": u, "v": v, "k": k})
                    for u in map(Fraction, ("0", "1/3", "1/2", "1"))
                    for v in map(Fraction, ("0", "1/3", "1/2", "1"))
                    for k in range(1, 6)
                ),
            ),
        ),
        near_misses=(
            NearMiss("at most", TANGENT.mutate(">=", "<=")),
            NearMiss("twice the slope", TANGENT.mutate("k*before*(u - v)", "2*k*before*(u - v)")),
        ),
        family=family(counts=["k"]),
        recorded=Status.ESTABLISHED,
        search=over(
            {"u": Rationals(0, 1), "v": Rationals(0, 1), "k": Integers(1, 9)},
            lambda _, at: {**at, "power": at["u"] ** at["k"], "before": at["v"] ** (at["k"] - 1)},
            climbs=False,
        ),
        depends_on=("losses-combine-like-independent-failures",),
        trust=("z3", "induction", "averaging"),
    ),
    Claim(
        id="smoothed-losses-combine-like-failures",
        paper="project",
        locator="Composition",
        title="the same for different mechanisms: delta_SDP,[2] <= 1 - (1 - delta_SDP,1)(1 - delta_SDP,2)",
        kind=Kind.PROJECT,
        statement="The smoothed loss of two different independent releases is at most $1 - (1 - \\delta_1)(1 - "
        "\\delta_2)$, with their smoothed losses, as it is at every single database.",
        formula=SMOOTHED,
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "bits of two fair records", "all pairs of bits, odds 2 each", deterministic
            ),
        ),
        near_misses=(
            NearMiss("strictly", SMOOTHED.mutate("<=", "<")),
            NearMiss("the larger of the two", SMOOTHED.mutate("1 - (1 - first)*(1 - second)", "Max(first, second)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="repeated-losses-are-concave",
        counterexample=Counterexample(
            "Two fair binary records, one release tells whether they are 0 and 1, the other whether they are 1 and 1: "
            "the first loses nothing at (1, 0), the second nothing at (0, 0), and each 1 at the three other databases. "
            "Both together lose 1 everywhere, more than 15/16.",
            {
                "E": "2",
                "pairs": "((0, 0), (0, 1), (1, 0), (1, 1))",
                "near": "lambda x: ((1 - x[0], x[1]), (x[0], 1 - x[1]))",
                "one": "lambda x: 1 if x == (0, 1) else 0",
                "two": "lambda x: 1 if x == (1, 1) else 0",
                "alone": "lambda f, x: max(1 if f(x) != f(y) else 0 for y in near(x))",
                "together": "lambda x: max(1 if one(x) != one(y) or two(x) != two(y) else 0 for y in near(x))",
                "first": "sum(1/4 * alone(one, x) for x in pairs)",
                "second": "sum(1/4 * alone(two, x) for x in pairs)",
                "both": "sum(1/4 * together(x) for x in pairs)",
            },
            fails="both <= 1 - (1 - first) * (1 - second)",
            given=("first == second == 3/4",),
        ),
        erratum=Erratum(
            "Different mechanisms can lose at different databases, and then the average of the product of what "
            "survives is smaller than the product of the averages.",
            "All releases are of one mechanism, or of mechanisms with the same losses; in general the sum of "
            "Proposition 5 remains.",
        ),
        search=over(PAIRS, _smoothed, climbs=False),
    ),
)
