"""Several releases of the same data: sharper than the sum of the losses, at every budget between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.proving import by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import NONNEGATIVE, OUTPUT, PAIR, SHARP, both_ways, joined, loss
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
from sdp_proofs.ledger.space import Choices, Domain, Integers, Laws, Rationals
from sdp_proofs.mechanisms.composition import Composition
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import smoothed_delta_by_lists

SURVIVES = Formula(f"{PAIR} <= {SHARP}", OUTPUT)
BELOW_SUM = Formula(
    "1 - survives <= total",
    {"survives": r"\prod_{i \le k} (1 - \delta_i)", "total": r"\sum_{i \le k} \delta_i", "loss": r"\delta_{k+1}"},
)
CURVE = {"p": "P(a)", "q": "P'(a)", "odds": "E", "w": "w"}
CHORD = Formula(
    "Max(0, p - (w/odds + (1 - w)*odds)*q) <= w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - odds*q)", CURVE
)
FACTOR = Formula(
    "Max(0, p*r - t*q*s) == r*Max(0, p - t*s/r*q)",
    {"p": "P_1(a)", "q": "P'_1(a)", "r": "P_2(b)", "s": "P'_2(b)", "t": "t"},
)
ALL_BUDGETS = Formula(
    "composed <= 1 - (1 - delta)**k*(1 - part)",
    {"composed": r"\delta^{(k)}(E^{k-2j})", "delta": r"\delta(E)", "k": "k", "part": r"\delta_j"},
)
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
REPEATED: dict[str, Domain] = {
    "releases": Integers(1, 4),
    "steps": Integers(0, lambda at: at["releases"] // 2),
    "first": Laws(2),
    "second": Laws(2),
    "odds": Rationals(1, 5, open_low=True),
}


def part(releases: int, steps: int, odds: Fraction) -> Fraction:
    """delta_j: the loss of k randomised responses at E^(k-2j)."""
    gains = (
        comb(releases, low) * (odds ** (releases - low) - odds ** (releases - 2 * steps + low)) for low in range(steps)
    )
    return sum(gains, Fraction(0)) / (1 + odds) ** releases


def repeated(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """k independent releases with the same two laws, at the budget (k - 2j) epsilon."""
    k, j, odds = at["releases"], at["steps"], at["odds"]
    first, second = (reduce(joined, [at[name]] * k) for name in ("first", "second"))
    return {
        "composed": max(loss(first, second, odds ** (k - 2 * j)), loss(second, first, odds ** (k - 2 * j))),
        "delta": both_ways(at["first"], at["second"], odds),
        "k": k,
        "part": part(k, j, odds),
    }


def small_repeats(claim: Claim) -> Iterator[Instance]:
    """Pairs of laws on two and three outputs, and the pair that attains the bound."""
    pairs = [pair for size in (2, 3) for pair in product([x for n in range(3) for x in Laws(size).at_level(n, {})], repeat=2)]
    for odds in (Fraction(3, 2), Fraction(3)):
        for delta in (Fraction(0), Fraction(1, 4)):
            worst = (delta, (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds), Fraction(0))
            pairs.append((worst, worst[::-1]))
        for (first, second), k in product(pairs, (1, 2, 3)):
            for j in range(k // 2 + 1):
                at = {"releases": k, "steps": j, "first": first, "second": second, "odds": odds}
                shown = ", ".join(map(str, first)), ", ".join(map(str, second))
                yield f"({shown[0]}) and ({shown[1]}), k = {k}, j = {j}, odds {odds}", repeated(claim, at)


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
        statement="The bound by the product is never above the sum of the losses, and below it as soon as two losses are "
        "positive.",
        formula=BELOW_SUM,
        checks=(
            by_induction(
                "one loss after the other",
                {"survives": "1 - loss", "total": "loss"},
                {"survives": "survives*(1 - loss)", "total": "total + loss"},
                [Formula("And(0 <= loss, loss <= 1, 0 <= survives, survives <= 1)", BELOW_SUM.symbols)],
            ),
            by_solver(
                "two losses, strictly",
                [
                    Formula(
                        "And(0 < loss, loss <= 1, 0 < total, total <= 1, survives == (1 - loss)*(1 - (total - loss)), "
                        "loss < total)",
                        BELOW_SUM.symbols,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("at least the sum", BELOW_SUM.mutate("<=", ">=")),
            NearMiss("half of the sum", BELOW_SUM.mutate("total", "total/2")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "induction"),
        depends_on=("losses-combine-like-independent-failures",),
    ),
    Claim(
        id="loss-curves-lie-below-their-chords",
        paper="project",
        locator="Composition",
        title="between 1/E and E the loss is below the chord, whose ends are known from both directions at E",
        kind=Kind.PROJECT,
        statement="The loss at t is convex in t, and its value at 1/E is $1 - 1/E + d(x', x)/E$. So between 1/E and E "
        "it is at most that of a randomised response that reveals everything with probability $\\delta(x)$; below 1/E "
        "likewise from $d = 1$ at t = 0, and above E it falls.",
        hypotheses=(Hypothesis("E >= 1; w runs from 0 to 1 and t = w/E + (1 - w) E"),),
        formula=CHORD,
        checks=(
            by_solver("one output", [Formula("And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)", CURVE)]),
        ),
        near_misses=(
            NearMiss("weights exchanged", CHORD.mutate("w/odds + (1 - w)*odds", "w*odds + (1 - w)/odds")),
            NearMiss("without the other direction", CHORD.mutate(" + Max(0, q - odds*p)/odds", "")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {"p": Rationals(0, 1), "q": Rationals(0, 1), "odds": Rationals(1, 5), "w": Rationals(0, 1)},
            lambda _, point: point,
            climbs=False,
        ),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="one-release-at-a-time-may-be-replaced",
        paper="project",
        locator="Composition",
        title="given the output of the other releases, the loss is one of the first alone, at another budget",
        kind=Kind.PROJECT,
        statement="$\\max(0, P_1 P_2 - t P'_1 P'_2) = P_2 \\max(0, P_1 - (t P'_2/P_2) P'_1)$ where $P_2 > 0$, and nothing "
        "is lost where $P_2 = 0$. So a pair of laws whose loss is at least as large at every t may take the place of "
        "the first factor, and then of the others, without lowering the loss of the product.",
        hypotheses=(Hypothesis("the releases are independent given the database"), Hypothesis("P_2 > 0, t >= 0")),
        formula=FACTOR,
        checks=(by_solver("a pair of outputs", [Formula("And(p >= 0, q >= 0, r > 0, s >= 0, t >= 0)", FACTOR.symbols)]),),
        near_misses=(
            NearMiss("the ratio turned", FACTOR.mutate("t*s/r*q", "t*r*s*q")),
            NearMiss("without the weight", FACTOR.mutate("r*Max(0, p - t*s/r*q)", "Max(0, p - t*s/r*q)")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {**{name: Rationals(0, 1) for name in "pqs"}, "r": Rationals(0, 1, open_low=True), "t": Rationals(0, 9)},
            lambda _, point: point,
            climbs=False,
        ),
        trust=("z3",),
    ),
    Claim(
        id="k-releases-at-every-budget",
        paper="project",
        locator="Composition",
        title="delta^(k) at E^(k-2j) is at most 1 - (1 - delta)^k (1 - delta_j)",
        kind=Kind.PROJECT,
        statement="For k independent releases with loss $\\delta(x)$ at odds E each, the loss at odds $E^{k-2j}$ is at most "
        "$1 - (1 - \\delta(x))^k (1 - \\delta_j)$ with $\\delta_j = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - E^{k-2j+l})/"
        "(1+E)^k$, and a randomised response that reveals everything with probability $\\delta(x)$ attains it.",
        hypotheses=(Hypothesis("the releases are independent given the database"), Hypothesis("0 <= 2j <= k")),
        formula=ALL_BUDGETS,
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "small laws and the extreme pair",
                "all pairs of laws on two and three outputs with denominators up to 3, k <= 3, all j, two odds",
                small_repeats,
            ),
        ),
        near_misses=(
            NearMiss("strictly", ALL_BUDGETS.mutate("<=", "<")),
            NearMiss("without delta_j", ALL_BUDGETS.mutate("(1 - part)", "1")),
        ),
        recorded=Status.SUPPORTED,
        search=over(REPEATED, repeated, climbs=False),
        depends_on=("loss-curves-lie-below-their-chords", "one-release-at-a-time-may-be-replaced"),
        note="For all laws and all k it is the two dependencies, with the losses of k randomised responses, of which "
        "exactly those with fewer than j answers against the type are positive (P. Kairouz, S. Oh, P. Viswanath, The "
        "composition theorem for differential privacy, IEEE Trans. Inf. Theory 2017). The exact loss of the k releases is "
        "smaller still, unless each is that response.",
    ),
    Claim(
        id="repeated-losses-are-concave",
        paper="project",
        locator="Composition",
        title="the smoothed loss of k releases of one mechanism is at most 1 - (1 - delta_SDP)^k",
        kind=Kind.PROJECT,
        statement="$u^k \\ge v^k + k v^{k-1}(u - v)$ for $u, v \\ge 0$. With $u = 1 - \\delta(x)$ and v its average, "
        "$\\mathbb{E}\\,(1 - \\delta(x))^k \\ge (1 - \\mathbb{E}\\,\\delta(x))^k$: the bound by the product, also times a "
        "constant $1 - \\delta_j$, holds for the smoothed loss of k releases of the same mechanism.",
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
        statement="The smoothed loss of two different independent releases is at most $1 - (1 - \\delta_1)(1 - \\delta_2)$, "
        "with their smoothed losses, as it is at every single database.",
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
            "Different mechanisms can lose at different databases, and then the average of the product of what survives "
            "is smaller than the product of the averages.",
            "All releases are of one mechanism, or of mechanisms with the same losses; in general the sum of "
            "Proposition 5 remains.",
        ),
        search=over(PAIRS, _smoothed, climbs=False),
    ),
)
