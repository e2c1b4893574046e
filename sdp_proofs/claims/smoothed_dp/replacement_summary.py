"""App. F, step 1: the definition of delta_M, and what the step sums up as its order of growth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.proving import after_substitution, by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import PLAIN_CHANCE, PLAIN_LOSS
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
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.resampled_pair import ResampledPair

SYMBOLS = {
    "delta": r"\delta_M",
    "next": r"\delta_{M+1}",
    "onesided": r"\max(0, \max_{M'} d(P_M, P_{M'}))",
    "constant": "C",
    "n": "n",
    "T": "T",
    "M": "M",
}
ONE_SIDED = Formula("delta == onesided", SYMBOLS)
EMPTY = Formula("delta == 0", SYMBOLS)
EXACT_ENDS = Formula("delta == 1 - ((n - 1)/n)**T", SYMBOLS)
UNIFORM = Formula("delta <= constant*(T/n)**M", SYMBOLS)
LONE = Formula("And(T/(n + T - 1) <= delta, delta <= T/n)", SYMBOLS)
DECREASES = Formula("next <= delta", SYMBOLS)
MIRRORED = Formula(
    "Eq(binomial(T, k)*(M/n)**k*((n - M)/n)**(T - k), binomial(T, T - k)*((n - M)/n)**(T - k)*(M/n)**k)",
    {"n": "n", "M": "M", "T": "T", "k": "k"},
)
LARGEST = 9


def loss(records: int, count: int, draws: int) -> Enclosure:
    """delta_M at epsilon = 1 + 2T/n, by Definition 2."""
    return delta(Database((count, records - count), draws, replacement=True), _budget(records, draws), digits=12).value


def one_sided(records: int, count: int, draws: int) -> Enclosure:
    """The same without d(x', x): only the events that are likelier under the database itself."""
    budget, largest = _budget(records, draws), Enclosure.of(0)
    for leaving in {count, records - count} - {0}:
        found = Enclosure(ResampledPair(records, leaving, draws).loss_ball(budget, 96))
        largest = found if (found.ball > largest.ball) else largest
    return largest


def _budget(records: int, draws: int) -> Budget:
    return Budget.read(epsilon=1 + Fraction(2 * draws, records))


def _values(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    place = at["n"], at["M"], at["T"]
    found: dict[str, Any] = {**at, "delta": loss(*place), "constant": claim.parameters.get("constant", 0)}
    if "onesided" in claim.formula.free:
        found["onesided"] = one_sided(*place)
    if "next" in claim.formula.free:
        found["next"] = loss(at["n"], at["M"] + 1, at["T"])
    return found


def sizes(claim: Claim) -> Iterator[Instance]:
    """All n, T <= n and the M that the claim speaks of."""
    first, last = claim.parameters["first"], claim.parameters["last"]
    for n in range(2, LARGEST + 1):
        for draws in range(1, n + 1):
            for count in range(first, min(last, n // 2 - ("next" in claim.formula.free)) + 1):
                at = {"n": n, "M": count, "T": draws}
                yield f"n = {n}, M = {count}, T = {draws}", _values(claim, at)
    for n, draws, count in claim.parameters.get("more", ()):
        yield f"n = {n}, M = {count}, T = {draws}", _values(claim, {"n": n, "M": count, "T": draws})


def _grid(which: str) -> Any:
    scope = f"n <= {LARGEST}, T <= n, {which}, epsilon = 1 + 2T/n"
    return on_instances(Method.CERTIFIED, Coverage.GRID, "small databases", scope, sizes)


SPACE: dict[str, Domain] = {
    "n": Integers(2, 40),
    "M": Integers(0, lambda before: before["n"] // 2),
    "T": Integers(1, lambda before: before["n"]),
}
UNIFORMLY = Hypothesis(
    "one constant for all M, as step 2 needs it, which uses the order of delta_M at M = cn/2", silent=True
)

CLAIMS = (
    Claim(
        id="loss-with-replacement-in-one-direction",
        paper="smoothed-dp",
        locator="App. F, Eq. (8)",
        title="delta_M is the largest d(x,x') alone, without d(x',x)",
        kind=Kind.EQUATION,
        statement="The proof writes delta_M as the maximum of 0 and of $\\Pr[K_M \\in S] - e^{\\epsilon} \\Pr[K_{M'} "
        "\\in S]$ over S and over the neighbours M'. Definition 2 also takes the maximum over the other direction.",
        formula=ONE_SIDED,
        parameters={"first": 0, "last": LARGEST},
        checks=(_grid("M <= n/2"),),
        near_misses=(
            NearMiss("half of it, at M >= 1", ONE_SIDED.mutate("onesided", "onesided/2"), {"first": 1}),
            NearMiss("direction", ONE_SIDED.mutate("==", "<=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="loss-of-an-absent-type-with-replacement",
        counterexample=Counterexample(
            "n = 2, T = 1, M = 0, odds 8 (epsilon = 1 + 2T/n is ln 7.39): no event is likelier by that much under x, "
            "so the printed maximum is 0; the neighbour with a lone record shows it half of the time, so delta_0 = "
            "1/2.",
            {"n": "2", "T": "1", "E": "8", "M": "0", **PLAIN_LOSS},
            fails="delta(M) == max(0, d(M, M + 1))",
            given=("E >= exp(1 + 2 * T / n)",),
        ),
        erratum=Erratum(
            "The direction d(x', x) of Definition 2 is missing. It matters at M = 0 and M = n, where the printed "
            "formula gives 0 and the loss is the largest of all.",
            "Nothing: for 1 <= M <= n - 1 both formulas agree wherever it was computed, and M = 0 has an "
            "exponentially small probability.",
            defect=Defect.DIRECTION,
        ),
        search=over(SPACE, _values, climbs=False),
        trust=("arb",),
        note="The proof of the DP half uses M = 1 against M = 0; by Definition 2 that loss belongs to both databases.",
    ),
    Claim(
        id="loss-of-an-absent-type-with-replacement",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="delta_0 = delta_1 = 1 - (1 - 1/n)^T",
        kind=Kind.PROOF_STEP,
        statement="A database without the type, and one with a single record of it, have the loss $1 - (1 - 1/n)^T$, "
        "the largest there is, at every epsilon.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=EXACT_ENDS,
        parameters={"first": 0, "last": 1},
        checks=(
            _grid("M = 0 and 1"),
            after_substitution(
                by_identity(
                    "all outputs that show the type",
                    {"n": "natural", "T": "natural"},
                    [Formula("And(n >= 2, T >= 1)", ["n", "T"])],
                ),
                {"delta": "1 - binomial(T, 0)*(1/n)**0*(1 - 1/n)**T"},
            ),
        ),
        near_misses=(
            NearMiss("T/n", EXACT_ENDS.mutate("1 - ((n - 1)/n)**T", "T/n")),
            NearMiss("zero", EXACT_ENDS.mutate("1 - ((n - 1)/n)**T", "0")),
        ),
        family=family(counts=["n", "T"]),
        recorded=Status.ESTABLISHED,
        depends_on=("worst-case-with-replacement-is-the-chance-of-being-drawn",),
        search=over({**SPACE, "M": Integers(0, 1)}, _values, climbs=False),
        trust=("sympy", "arb", "coupling"),
    ),
    Claim(
        id="no-loss-of-an-absent-type-with-replacement",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="the summary: delta_M = 0 'otherwise', that is for M = 0",
        kind=Kind.PROOF_STEP,
        statement="For M <= n/2 step 1.3 lists delta_M for M >= 2 and M = 1, and 0 otherwise: at M = 0.",
        formula=EMPTY,
        parameters={"first": 0, "last": 0},
        checks=(_grid("M = 0"),),
        near_misses=(
            NearMiss("at M = 1", EMPTY, {"first": 1, "last": 1}),
            NearMiss("negative", EMPTY.mutate("== 0", "< 0")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="loss-of-an-absent-type-with-replacement",
        counterexample=Counterexample(
            "n = 2, T = 1: the database without the type has the loss 1/2, at every epsilon.",
            {"n": "2", "T": "1", "E": "8", **PLAIN_LOSS},
            fails="delta(0) == 0",
            given=("E >= exp(1 + 2 * T / n)",),
        ),
        erratum=Erratum(
            "At M = 0 the loss is not 0 but the largest of all, 1 - (1 - 1/n)^T, by the neighbour with a lone record.",
            "Nothing: M = 0 has an exponentially small probability.",
            defect=Defect.CONSTANT,
        ),
        search=over({**SPACE, "M": Integers(0, 0)}, _values, climbs=False),
        trust=("arb",),
    ),
    Claim(
        id="order-of-the-loss-with-replacement-with-one-constant",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="the summary: delta_M = O((T/n)^M) for M >= 2, with one constant",
        kind=Kind.PROOF_STEP,
        statement="There is a constant C with $\\delta_M \\le C (T/n)^M$ for all M >= 2; read here with C = 100.",
        hypotheses=(UNIFORMLY,),
        fidelity=Fidelity.NARROWED,
        formula=UNIFORM,
        parameters={"first": 2, "last": LARGEST, "constant": 100, "more": ((20_000, 200, 14),)},
        checks=(_grid("2 <= M <= n/2, and n = 20,000, T = 200, M = 14"),),
        near_misses=(
            NearMiss("C = 10", parameters={"constant": 10}),
            NearMiss("one power more", UNIFORM.mutate("**M", "**(M + 1)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="loss-against-one-record-fewer-below-a-geometric-sum",
        counterexample=Counterexample(
            "n = 20,000, T = 200, M = 14, odds at most e^(1 + 2T/n): the event that 14 to 16 draws show the type alone "
            "has a loss above 600 (T/n)^14. The factor is about $e^M/M^{3/2}$, so every constant is exceeded.",
            {
                "n": "20000",
                "T": "200",
                "M": "14",
                "E": "exp(1 + 2 * T / n)",
                **PLAIN_CHANCE,
                "gain": "sum(P(M, k) - E * P(M - 1, k) for k in range(M, M + 3))",
            },
            fails="gain <= 100 * (T / n)**M",
        ),
        erratum=Erratum(
            "The constant grows like e^M, so it is not one constant, although step 2 uses the order at M = cn/2.",
            "(T/n)^M becomes (eT/n)^M/(1 - eT/n), which is exponentially small all the same for T = o(n).",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {"M": Integers(2, 30), "T": Integers(1, 400), "scale": Integers(1, 200)},
            lambda claim, at: (
                _values(claim, {"n": at["T"] * at["scale"], "M": at["M"], "T": at["T"]})
                if 2 * at["M"] <= at["T"] * at["scale"]
                else None
            ),
        ),
        trust=("arb",),
        note="For each single M the summary is right, with C = e^M/(1 - eT/n).",
    ),
    Claim(
        id="order-of-the-loss-of-a-lone-record-with-replacement",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="the summary: delta_1 = Theta(T/n)",
        kind=Kind.PROOF_STEP,
        statement="$T/(n+T-1) \\le \\delta_1 \\le T/n$, so $\\delta_1 = \\Theta(T/n)$ as long as T = O(n).",
        formula=LONE,
        parameters={"first": 1, "last": 1},
        checks=(
            by_induction(
                "induction on the draws",
                {"delta": "1/n", "T": "1"},
                {"delta": "1 - (1 - delta)*(1 - 1/n)", "T": "T + 1"},
                [Formula("And(n >= 1, T >= 1)", ["n", "T"])],
            ),
            _grid("M = 1"),
        ),
        near_misses=(
            NearMiss("n for n + T - 1", LONE.mutate("(n + T - 1)", "n")),
            NearMiss("upper end T/(n+1)", LONE.mutate("delta <= T/n", "delta <= T/(n + 1)")),
        ),
        family=family(counts=["n", "T"], deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("loss-of-an-absent-type-with-replacement",),
        search=over({**SPACE, "M": Integers(1, 1)}, _values, climbs=False),
        trust=("z3", "induction", "arb"),
    ),
    Claim(
        id="loss-with-replacement-is-symmetric",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="delta_M = delta_n-M",
        kind=Kind.PROOF_STEP,
        statement="Counting the other type turns (M, k) into (n - M, T - k) and changes no probability: "
        "$P_{M,k} = P_{n-M,T-k}$, so $\\delta_M = \\delta_{n-M}$.",
        formula=MIRRORED,
        checks=(
            by_identity(
                "the two probabilities",
                {name: "natural" for name in ("n", "M", "T", "k")},
                [Formula("And(1 <= M, M < n, k <= T)", MIRRORED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("k + 1", MIRRORED.mutate("binomial(T, T - k)", "binomial(T, k + 1)")),
            NearMiss(
                "shares not exchanged",
                MIRRORED.mutate("*((n - M)/n)**(T - k)*(M/n)**k", "*((n - M)/n)**k*(M/n)**(T - k)"),
            ),
        ),
        family=family(counts=["n", "M", "T", "k"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="loss-with-replacement-decreases-towards-the-middle",
        paper="smoothed-dp",
        locator="App. F, Step 2",
        title="delta_M+1 <= delta_M for M + 1 <= n/2 at epsilon = 1 + 2T/n",
        kind=Kind.PROOF_STEP,
        statement="Step 2 bounds delta_M in the middle by its value at cn/2, which needs delta_M not to grow with M up "
        "to n/2.",
        hypotheses=(Hypothesis("epsilon = 1 + 2T/n", silent=True),),
        formula=DECREASES,
        parameters={"first": 0, "last": LARGEST},
        checks=(_grid("M + 1 <= n/2"),),
        near_misses=(
            NearMiss("direction turned", DECREASES.mutate("<=", ">=")),
            NearMiss("by a tenth", DECREASES.mutate("next", "10*next/9")),
        ),
        family=family(),
        recorded=Status.SUPPORTED,
        search=over({**SPACE, "M": Integers(0, lambda before: before["n"] // 2 - 1)}, _values, climbs=False),
        trust=("arb",),
        note="At small epsilon it is false: epsilon = 0.01, n = 11, T = 3, M = 4. The repaired proof does not need it. "
        "For all sizes one step is missing: $d(P_{a+1}, P_a) \\le d(P_a, P_{a-1})$ at this epsilon. The best events of "
        "neighbours differ by several outputs, and between two places where the event changes the gain may rise with "
        "a, so neither a comparison of single outputs nor a derivative decides it. Proved for all sizes are the ends, "
        "M = 0 and 1, the symmetry, and a geometric bound from above.",
    ),
)
