"""App. F, step 1.1: inequalities (9), (10) and (11) for sampling with replacement."""

from __future__ import annotations

from typing import Any

from sdp_proofs.claims.checks import on_instances
from sdp_proofs.claims.proofs.proving import by_tangents
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.replacement_ratios import (
    BELOW_LESS,
    BOUND_9,
    BOUND_10,
    GRID,
    LESS_EXISTS,
    LESS_TO_OWN,
    MORE_EXISTS,
    MORE_TO_OWN,
    OWN_TO_LESS,
    PRINTED_ABOVE_MORE,
    PRINTED_BELOW_MORE,
    REPLACEMENT_RATIOS,
    Where,
    inner,
    instances,
)
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import PLAIN_CHANCE, SYMBOLS, hunted
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

ABOVE = Formula(f"{OWN_TO_LESS} <= {BOUND_9}", SYMBOLS)
BACK = Formula(f"And({BELOW_LESS} <= {LESS_TO_OWN}, {LESS_TO_OWN} <= {BOUND_10})", SYMBOLS)
PRINTED = Formula(f"And({PRINTED_BELOW_MORE} <= {MORE_TO_OWN}, {MORE_TO_OWN} <= {PRINTED_ABOVE_MORE})", SYMBOLS)
TURNED = Formula(f"And({PRINTED_ABOVE_MORE} <= {MORE_TO_OWN}, {MORE_TO_OWN} <= {PRINTED_BELOW_MORE})", SYMBOLS)
SPACE: dict[str, Domain] = {
    "n": Integers(1, 40),
    "M": Integers(0, lambda before: before["n"]),
    "T": Integers(1, lambda before: before["n"]),
    "k": Integers(0, lambda before: before["T"]),
}


def _grid(where: Where) -> Any:
    found = instances(where)
    return on_instances(Method.CERTIFIED, Coverage.GRID, "all small outputs", GRID, lambda claim: found())


CLAIMS = (
    Claim(
        id="ratio-to-one-record-fewer-below-its-exponential",
        paper="smoothed-dp",
        locator="App. F, Eq. (9)",
        title="P_M,k / P_M-1,k <= exp(k/(M-1) - (T-k)/(n-M+1))",
        kind=Kind.PROOF_STEP,
        statement="Sampling T times with replacement, the ratio of the chances that k draws show the type, with M and "
        "with M - 1 of n records, is at most $e^{k/(M-1) - (T-k)/(n-M+1)}$ (here in logarithms).",
        hypotheses=(
            Hypothesis("2 <= M", silent=True),
            Hypothesis("M < n; at M = n the ratio is 0 for k < T and the bound holds", silent=True),
        ),
        formula=ABOVE,
        checks=(by_tangents("tangents of the logarithm", LESS_EXISTS), _grid(inner(2, 1))),
        near_misses=(
            NearMiss("M for M - 1", ABOVE.mutate("k/(M - 1) -", "k/M -")),
            NearMiss("n - M for n - M + 1", ABOVE.mutate("- (T - k)/(n - M + 1)", "- (T - k)/(n - M)")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, hunted(inner(2, 1))),
        trust=("z3", "arb"),
        note="At M = 1 the printed exponent k/(M - 1) has no value; the ratio is infinite there for k >= 1.",
    ),
    Claim(
        id="ratio-of-one-record-fewer-between-its-exponentials",
        paper="smoothed-dp",
        locator="App. F, Eq. (10)",
        title="P_M-1,k / P_M,k lies between its exponentials: (10) and the first line of (11)",
        kind=Kind.PROOF_STEP,
        statement="$e^{(T-k)/(n-M+1) - k/(M-1)} \\le P_{M-1,k}/P_{M,k} \\le e^{(T-k)/(n-M) - k/M}$, in logarithms.",
        hypotheses=(Hypothesis("2 <= M < n", silent=True),),
        formula=BACK,
        checks=(by_tangents("tangents of the logarithm", LESS_EXISTS), _grid(inner(2, 1))),
        near_misses=(
            NearMiss("M - 1 for M", BACK.mutate("(T - k)/(n - M) - k/M)", "(T - k)/(n - M) - k/(M - 1))")),
            NearMiss("n - M for n - M + 1", BACK.mutate("And((T - k)/(n - M + 1)", "And((T - k)/(n - M)")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, hunted(inner(2, 1)), climbs=False),
        trust=("z3", "arb"),
        note="The upper half, (10), also holds at M = 1.",
    ),
    Claim(
        id="ratio-of-one-record-more-as-printed",
        paper="smoothed-dp",
        locator="App. F, Eq. (11)",
        title="second line of (11): exp(k/M - (T-k)/(n-M)) <= P_M+1,k / P_M,k <= exp(k/(M+1) - (T-k)/(n-M-1))",
        kind=Kind.PROOF_STEP,
        statement="$e^{k/M - (T-k)/(n-M)} \\le P_{M+1,k}/P_{M,k} \\le e^{k/(M+1) - (T-k)/(n-M-1)}$, in logarithms.",
        hypotheses=(Hypothesis("1 <= M <= n - 2", silent=True),),
        formula=PRINTED,
        checks=(_grid(inner(1, 2)),),
        near_misses=(
            NearMiss("lower half alone", Formula(f"{PRINTED_BELOW_MORE} <= {MORE_TO_OWN}", SYMBOLS)),
            NearMiss("upper half alone", Formula(f"{MORE_TO_OWN} <= {PRINTED_ABOVE_MORE}", SYMBOLS)),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratio-of-one-record-more-between-its-exponentials",
        counterexample=Counterexample(
            "n = 3, M = 1, T = 1, k = 0: the ratio is 1/2, while the printed lower bound is exp(-1/2), about 0.61, and "
            "the upper bound exp(-1), about 0.37.",
            {"n": "3", "M": "1", "T": "1", "k": "0", **PLAIN_CHANCE, "ratio": "P(M + 1, k) / P(M, k)"},
            fails="exp(k / M - (T - k) / (n - M)) <= ratio or ratio <= exp(k / (M + 1) - (T - k) / (n - M - 1))",
            given=("1 <= M", "M <= n - 2"),
        ),
        erratum=Erratum(
            "Both inequalities of the line point the wrong way: (9) and (10) with M + 1 for M bound the ratio from the "
            "other side. Step 1.3 uses the printed lower bound.",
            "Nothing at epsilon = 1 + 2T/n, where the true lower bound is enough too; at epsilon = 2T/n the step that "
            "uses it is false.",
            defect=Defect.DIRECTION,
        ),
        search=over(SPACE, hunted(inner(1, 2)), climbs=False),
        trust=("arb",),
        derivation=REPLACEMENT_RATIOS,
    ),
    Claim(
        id="ratio-of-one-record-more-between-its-exponentials",
        paper="smoothed-dp",
        locator="App. F, Eq. (11)",
        title="exp(k/(M+1) - (T-k)/(n-M-1)) <= P_M+1,k / P_M,k <= exp(k/M - (T-k)/(n-M))",
        kind=Kind.PROOF_STEP,
        statement="$e^{k/(M+1) - (T-k)/(n-M-1)} \\le P_{M+1,k}/P_{M,k} \\le e^{k/M - (T-k)/(n-M)}$, in logarithms: the "
        "second line of (11) with its ends exchanged.",
        hypotheses=(Hypothesis("1 <= M <= n - 2", silent=True),),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=TURNED,
        checks=(by_tangents("tangents of the logarithm", MORE_EXISTS), _grid(inner(1, 2))),
        near_misses=(
            NearMiss("lower end with M for M + 1", TURNED.mutate("And(k/(M + 1)", "And(k/M")),
            NearMiss(
                "upper end with M + 1 for M", TURNED.mutate("k/M - (T - k)/(n - M))", "k/(M + 1) - (T - k)/(n - M))")
            ),
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, hunted(inner(1, 2)), climbs=False),
        trust=("z3", "arb"),
    ),
)
