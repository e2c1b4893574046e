"""App. F, step 1.2: a chance with M <= k is at most (e T/n)^k."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import after_substitution, by_induction, by_tangents
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.replacement_masses import (
    BOUND,
    GRID,
    LARGEST,
    PRINTED_POWER,
    REPLACEMENT_MASSES,
    WITHOUT_REST,
    meant,
)
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import SYMBOLS, hunted, outputs
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Domain, Integers
from sdp_proofs.numerics.formula import Formula

PRINTED = Formula(f"{WITHOUT_REST} < {PRINTED_POWER}", SYMBOLS)
COEFFICIENT = Formula("choose <= power", {"choose": r"\binom{T}{k}", "power": "(eT/k)^k"})
POWER = Formula("(exp(1)*T/k)**k", ["T", "k"])
LARGE_CHANCE = Formula("binomial(T, k)*exp(k*log(M/n) + (T - k)*log((n - M)/n))", ["n", "M", "T", "k"])
GROWTH = Formula("k*log((k + 1)/k) <= 1", ["k"])
END = Formula("mass <= bound", {**SYMBOLS, "bound": "(eT/n)^k"})
FACTORS = {"choose": "choose", "power": "power", "part": "part", "rest": "rest", "grown": "grown"}
SPACE: dict[str, Domain] = {
    "n": Integers(1, 40),
    "M": Integers(1, lambda before: before["n"]),
    "T": Integers(1, lambda before: before["n"]),
    "k": Integers(0, lambda before: before["T"]),
}


def printed(records: int, count: int, draws: int, seen: int) -> bool:
    """Where step 1.2 is stated, without M = 0."""
    return 1 <= count < seen and 2 * count < records


def coefficients(_: Claim) -> Iterator[Instance]:
    """All 1 <= k <= T <= 20."""
    for draws in range(1, 21):
        for seen in range(1, draws + 1):
            power = POWER.value({"T": draws, "k": seen})
            yield f"T = {draws}, k = {seen}", {"choose": comb(draws, seen), "power": power}


def chances(_: Claim) -> Iterator[Instance]:
    """The small outputs, and a large one where the constant e is needed."""
    for name, found in outputs(LARGEST, meant):
        yield name, {**found, "bound": BOUND.value(found)}
    place = {"n": 300_000, "M": 45, "T": 3000, "k": 45}
    mass, bound = LARGE_CHANCE.value(place), BOUND.value(place)
    yield "n = 300000, M = k = 45, T = 3000", {**place, "mass": mass, "bound": bound}


def _hunted(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    found = hunted(lambda n, count, draws, seen: 1 <= count <= seen)(claim, at)
    return None if found is None else {**found, "bound": BOUND.value(found)}


CLAIMS = (
    Claim(
        id="chance-of-more-draws-than-records-as-printed",
        paper="smoothed-dp",
        locator="App. F, Step 1.2",
        title="binom(T,k) (M/n)^k < (e k/(k T))^k (M/n)^k",
        kind=Kind.PROOF_STEP,
        statement="For M < min(k, n/2), $\\binom{T}{k} (M/n)^k < \\left(\\frac{e k}{k T}\\right)^k (M/n)^k$.",
        hypotheses=(Hypothesis("M >= 1; at M = 0 both sides are 0", silent=True),),
        formula=PRINTED,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "all small outputs",
                f"all n <= {LARGEST}, T <= n, 1 <= M < min(k, n/2)",
                lambda claim: outputs(LARGEST, printed),
            ),
        ),
        near_misses=(
            NearMiss("direction turned", PRINTED.mutate(" < ", " > ")),
            NearMiss("half of it", PRINTED.mutate(" < (exp(1)*k", " < (exp(1)/2*k")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="binomial-coefficient-below-its-power",
        counterexample=Counterexample(
            "n = 3, T = 3, M = 1, k = 2: the left side is 1/3, the right side (e/9)^2, about 0.09.",
            {"n": "3", "T": "3", "M": "1", "k": "2", "e": "exp(1)"},
            fails="comb(T, k) * (M / n)**k < (e * k / (k * T))**k * (M / n)**k",
            given=("1 <= M", "M < k", "M < n / 2"),
        ),
        erratum=Erratum(
            "T and k have changed places: binom(T,k) is at most (e T/k)^k, not (e k/(k T))^k = (e/T)^k. The bound "
            "(e k/n)^k of the next line is false, too.",
            "Nothing: the end of the chain, (e T/n)^k, holds for all 1 <= M <= k.",
            defect=Defect.TYPO,
        ),
        search=over(SPACE, hunted(printed), climbs=False),
        trust=("arb",),
        derivation=REPLACEMENT_MASSES,
    ),
    Claim(
        id="growth-of-the-power-is-enough",
        paper="project",
        locator="Sampling with replacement",
        title="(1 + 1/k)^k <= e",
        kind=Kind.PROJECT,
        statement="$k \\ln(1 + 1/k) \\le 1$ for every k > 0, so that $(1 + 1/k)^k \\le e$.",
        formula=GROWTH,
        checks=(
            by_tangents("tangents of the logarithm", [Formula("k > 0", ["k"])]),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "integers",
                "k <= 40",
                lambda claim: ((f"k = {k}", {"k": k}) for k in range(1, 41)),
            ),
        ),
        near_misses=(
            NearMiss("0.98 for 1", GROWTH.mutate("<= 1", "<= 98/100")),
            NearMiss("k + 2", GROWTH.mutate("(k + 1)", "(k + 2)")),
        ),
        family=family(
            counts=["k"],
            true={
                NOT_ATTAINED: ["< for <= in k * log((k + 1) / k) <= 1"],
                UNDECIDED: ["sign of 1 reversed in k + 1"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb"),
    ),
    Claim(
        id="binomial-coefficient-below-its-power",
        paper="smoothed-dp",
        locator="App. F, Step 1.2",
        title="binom(T,k) <= (e T/k)^k",
        kind=Kind.PROOF_STEP,
        statement="$\\binom{T}{k} \\le (e T/k)^k$ for 1 <= k <= T. From k to k + 1 the coefficient grows by "
        "$(T-k)/(k+1)$, the power by $\\frac{T}{k+1}\\, e (1 + 1/k)^{-k} \\ge \\frac{T}{k+1}$.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=COEFFICIENT,
        checks=(
            by_induction(
                "induction on k",
                {"choose": "T", "power": "first*T"},
                {"choose": "choose*(T - k)/(k + 1)", "power": "power*growth*T/(k + 1)"},
                [
                    Formula(
                        "And(first >= 2, growth >= 1, k >= 1, T >= k, choose >= 0)",
                        ["first", "growth", "k", "T", "choose"],
                    )
                ],
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "all small coefficients", "1 <= k <= T <= 20", coefficients),
        ),
        near_misses=(
            NearMiss("a third of the power", COEFFICIENT.mutate("power", "power/3")),
            NearMiss("direction turned", COEFFICIENT.mutate("<=", ">=")),
        ),
        family=family(true={NOT_ATTAINED: ["< for <= in choose <= power"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("growth-of-the-power-is-enough",),
        trust=("z3", "arb", "induction"),
    ),
    Claim(
        id="chance-of-more-draws-than-records",
        paper="smoothed-dp",
        locator="App. F, Step 1.2",
        title="P_M,k <= (e T/n)^k for 1 <= M <= k",
        kind=Kind.PROOF_STEP,
        statement="If M of n records are of the type and $1 \\le M \\le k$, the chance that k of T draws show it is at "
        "most $(e T/n)^k$.",
        hypotheses=(Hypothesis("M >= 1, and M = k is allowed, as step 1.3 needs", silent=True),),
        formula=END,
        checks=(
            after_substitution(
                by_solver(
                    "factor by factor",
                    [
                        Formula("And(0 <= choose, choose <= power, 0 <= part)", FACTORS),
                        Formula("And(0 <= rest, rest <= 1, grown >= 1)", FACTORS),
                    ],
                ),
                {"mass": "choose*part*rest", "bound": "power*part*grown"},
                tuple(FACTORS),
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "all small outputs, one large", GRID, chances),
        ),
        near_misses=(
            NearMiss("2.5009 for e", END.mutate("bound", "bound*(92/100)**k")),
            NearMiss("k for T", END.mutate("bound", "bound*(k/T)**k")),
        ),
        family=family(true={NOT_ATTAINED: ["< for <= in mass <= bound"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("binomial-coefficient-below-its-power",),
        search=over(SPACE, _hunted),
        trust=("z3", "arb"),
        note="With the part $(M/n)^k$, the rest $(1-M/n)^{T-k} \\le 1$ and the growth $(k/M)^k \\ge 1$ from $(eT/k)^k "
        "(M/n)^k$ to $(eT/n)^k$. No constant below e would do: at M = k the chance is about $(k^k/k!) (T/n)^k$ for "
        "large T and n.",
    ),
)
