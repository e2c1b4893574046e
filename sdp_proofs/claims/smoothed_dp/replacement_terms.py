"""App. F, step 1.3: which outputs contribute to the loss, at epsilon = 2T/n as the step sets it, and at 1 + 2T/n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import after_substitution, by_tangents
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.replacement_losses import (
    FEWER,
    GRID,
    LARGEST,
    MORE,
    REPLACEMENT_LOSSES,
    SIGNS,
    all_outputs,
    few_seen,
    losses,
)
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import PLAIN_CHANCE, hunted
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

NO_GAIN_MORE = Formula("mass <= exp(2*T/n)*more", SIGNS)
NO_GAIN_FEWER = Formula("mass <= exp(2*T/n)*less", SIGNS)
ENOUGH_MORE = Formula(f"1 + 2*T/n + {MORE} >= 0", SIGNS)
ENOUGH_FEWER = Formula(f"1 + {FEWER} >= 0", SIGNS)
SUMMED = Formula("loss <= first/(1 - x)", {**SIGNS, "first": "x^M"})
POWER = Formula("x**M", SIGNS)
SPACE: dict[str, Domain] = {
    "n": Integers(3, 40),
    "M": Integers(1, lambda before: before["n"] // 2),
    "T": Integers(1, lambda before: before["n"] - 1),
    "k": Integers(0, lambda before: before["T"]),
}
SIZES = Hypothesis("T <= n and n >= 3, which T = o(n) implies for large n", silent=True)
_ANY = hunted(lambda n, count, draws, seen: True)


def _few(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    return _ANY(claim, at) if at["M"] >= 2 and at["k"] < at["M"] else None


def _reals(*texts: str) -> list[Formula]:
    return [Formula(text, SIGNS) for text in ("0 <= k", "k <= T", "M >= 1", *texts)]


def with_power() -> Iterator[Instance]:
    """The losses, with x^M."""
    for name, found in losses():
        yield name, {**found, "first": POWER.value(found)}


_ALL_OUTPUTS = on_instances(Method.CERTIFIED, Coverage.GRID, "all small outputs", GRID, lambda claim: all_outputs())
_FEW_SEEN = on_instances(
    Method.CERTIFIED, Coverage.GRID, "all small outputs", f"{GRID}, k < M", lambda claim: few_seen()
)

CLAIMS = (
    Claim(
        id="one-record-more-gains-nothing-as-the-proof-sets-epsilon",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="case M' = M + 1 at epsilon = 2T/n: P_M,k <= exp(2T/n) P_M+1,k for all k and M <= n/2",
        kind=Kind.PROOF_STEP,
        statement="With $\\epsilon = 2T/n$, as step 1.3 sets it, $P_{M,k} \\le e^{\\epsilon} P_{M+1,k}$ for all k and "
        "all M <= n/2, so that a record more never contributes to the loss.",
        hypotheses=(SIZES,),
        formula=NO_GAIN_MORE,
        checks=(_ALL_OUTPUTS,),
        near_misses=(
            NearMiss("direction turned", NO_GAIN_MORE.mutate("<=", ">=")),
            NearMiss("epsilon = T/n", NO_GAIN_MORE.mutate("2*T/n", "T/n")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="one-record-more-gains-nothing",
        counterexample=Counterexample(
            "n = 3, M = 1, T = 1, k = 0: 2/3 against e^(2/3)/3, about 0.65. At k = 0 and M = n/2 the same happens for "
            "every even n, since (1 - 2/n) e^(2/n) < 1.",
            {"n": "3", "M": "1", "T": "1", "k": "0", **PLAIN_CHANCE},
            fails="P(M, k) <= exp(2 * T / n) * P(M + 1, k)",
            given=("M <= n / 2", "M + 1 < n"),
        ),
        erratum=Erratum(
            "The theorem is stated at epsilon = 1 + 2T/n, and this step is carried out 'at epsilon = 2T/n = o(1)', "
            "with the reversed line of (11); at that epsilon outputs with k = 0 contribute.",
            "Nothing, if epsilon = 1 + 2T/n is kept.",
            defect=Defect.CONSTANT,
        ),
        search=over(SPACE, _ANY),
        trust=("arb",),
        derivation=REPLACEMENT_LOSSES,
        note="The display of the step inserts exp(1 + 2T/n), the sentence before it sets epsilon = 2T/n.",
    ),
    Claim(
        id="one-record-more-gains-nothing",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="case M' = M + 1 at epsilon = 1 + 2T/n: no output contributes",
        kind=Kind.PROOF_STEP,
        statement="With $\\epsilon = 1 + 2T/n$, $P_{M,k} \\le e^{\\epsilon} P_{M+1,k}$ for all k and 1 <= M <= n/2, if "
        "n >= 6 and T <= n (in logarithms; n = 3, 4, 5 by enumeration). At M = 0 it holds, too.",
        hypotheses=(SIZES,),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=ENOUGH_MORE,
        checks=(by_tangents("tangents, n >= 6", _reals("n >= 6", "2*M <= n", "T <= n")), _ALL_OUTPUTS),
        near_misses=(
            NearMiss("epsilon = 2T/n", ENOUGH_MORE.mutate("1 + 2*T/n", "2*T/n")),
            NearMiss("epsilon = 1 + T/n", ENOUGH_MORE.mutate("1 + 2*T/n", "1 + T/n")),
        ),
        family=family(
            counts=["n", "M", "T", "k"],
            true={
                NOT_ATTAINED: ["> for >= in 1 + 2 * T / n + k * log((M + 1) / M) + (T - k) * log ..."],
                ROOM: [
                    "M - 1 for M in M + 1", "0 for 1 in M + 1", "M + 1 without 1", "M + 1 for M in (M + 1) / M",
                    "M - 1 for M in (M + 1) / M", "k * log((M + 1) / M) without k",
                    "1 + 2 * T / n + k * log((M + 1) / M) without k * log((M + 1) / M)", "T - k without k",
                    "(T - k) * log((n - M - 1) / (n - M)) without T - k",
                ],
                UNDECIDED: ["sides of n - M exchanged", "sides of n - M exchanged, place 2"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, _ANY),
        trust=("z3", "arb"),
        note="At n = 2, M = 1 it is false: with both records of the type, k = 0 is impossible.",
    ),
    Claim(
        id="one-record-fewer-gains-nothing-as-the-proof-sets-epsilon",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="case M' = M - 1, k <= M - 1, at epsilon = 2T/n: P_M,k <= exp(2T/n) P_M-1,k",
        kind=Kind.PROOF_STEP,
        statement="With $\\epsilon = 2T/n$, $P_{M,k} \\le e^{\\epsilon} P_{M-1,k}$ for all $k \\le M - 1$.",
        hypotheses=(SIZES,),
        formula=NO_GAIN_FEWER,
        checks=(_FEW_SEEN,),
        near_misses=(
            NearMiss("direction turned", NO_GAIN_FEWER.mutate("<=", ">=")),
            NearMiss("epsilon = T/n", NO_GAIN_FEWER.mutate("2*T/n", "T/n")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="one-record-fewer-gains-nothing",
        counterexample=Counterexample(
            "n = 4, M = 2, T = 1, k = 1: 1/2 against e^(1/2)/4, about 0.41. With T = 1 it is 2 - e^(2/n) > 0 for every "
            "n >= 3, so T = o(n) does not help.",
            {"n": "4", "M": "2", "T": "1", "k": "1", **PLAIN_CHANCE},
            fails="P(M, k) <= exp(2 * T / n) * P(M - 1, k)",
            given=("M <= n / 2", "k <= M - 1"),
        ),
        erratum=Erratum(
            "At epsilon = 2T/n, as the step sets it, outputs with k <= M - 1 contribute.",
            "epsilon >= 1, which the theorem's epsilon is: then it holds for all n, T, M.",
            defect=Defect.CONSTANT,
        ),
        search=over(SPACE, _few),
        trust=("arb",),
    ),
    Claim(
        id="one-record-fewer-gains-nothing",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="case M' = M - 1, k <= M - 1: no output contributes at epsilon >= 1",
        kind=Kind.PROOF_STEP,
        statement="At every $\\epsilon \\ge 1$, $P_{M,k} \\le e^{\\epsilon} P_{M-1,k}$ for all $k \\le M - 1$, "
        "whatever n and T (in logarithms).",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=ENOUGH_FEWER,
        checks=(by_tangents("tangents", _reals("k <= M - 1", "M > 1", "n > M")), _FEW_SEEN),
        near_misses=(
            NearMiss("epsilon = 3/4", ENOUGH_FEWER.mutate("1 + k", "3/4 + k")),
            NearMiss("M + 1 for M", ENOUGH_FEWER.mutate("(M - 1)/M", "(M - 1)/(M + 1)")),
        ),
        family=family(
            counts=["n", "M", "T", "k"],
            true={
                NOT_ATTAINED: ["> for >= in 1 + k * log((M - 1) / M) + (T - k) * log((n - M + 1) ..."],
                ROOM: [
                    "k * log((M - 1) / M) without k", "n - 1 for n in n - M", "M + 1 for M in n - M",
                    "0 for 1 in n - M + 1", "n - M + 1 without 1", "n + 1 for n in n - M, place 2",
                    "M - 1 for M in n - M, place 2", "(T - k) * log((n - M + 1) / (n - M)) without T - k",
                    "1 + k * log((M - 1) / M) + (T - k) * log((n - M + 1) ... without (T - k) * log((n - M + "
                    "1) / (n - M))",
                    "1 + k * log((M - 1) / M) + (T - k) * log((n - M + 1) ... without 1 + k * log((M - 1) / M)",
                ],
                UNDECIDED: ["sides of n - M exchanged", "sides of n - M exchanged, place 2"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, _few),
        trust=("z3", "arb"),
        note="One is the least such epsilon: at k = T = M - 1 the ratio is $(1 - 1/M)^{M-1}$, which falls to 1/e.",
    ),
    Claim(
        id="loss-against-one-record-fewer-below-a-geometric-sum",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="d(P_M, P_M-1) <= (eT/n)^M/(1 - eT/n) at epsilon >= 1, if eT < n",
        kind=Kind.PROOF_STEP,
        statement="With $x = eT/n < 1$ and $\\epsilon \\ge 1$, the loss against one record fewer is at most "
        "$x^M + x^{M+1} + \\dots = x^M/(1-x)$: only outputs with k >= M contribute, each at most $x^k$.",
        hypotheses=(Hypothesis("eT < n", silent=True),),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=SUMMED,
        checks=(
            after_substitution(
                by_solver(
                    "a geometric sum",
                    [Formula("And(0 < x, x < 1, first >= 0, 0 <= end, end <= 1)", ["x", "first", "end"])],
                ),
                {"loss": "first*(1 - end)/(1 - x)"},
                ("end",),
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "all small databases",
                "n <= 18, eT < n, M <= n/2, epsilon = 1 + 2T/n",
                lambda claim: with_power(),
            ),
        ),
        near_misses=(
            NearMiss("one power more", SUMMED.mutate("first", "first*x")),
            NearMiss("direction turned", SUMMED.mutate("<=", ">=")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in loss <= first / (1 - x)"],
                ROOM: [
                    "2 for 1 in 1 - x", "sign of x reversed in 1 - x", "1 - x without x",
                    "first / (1 - x) without 1 - x", "x and first exchanged in first / (1 - x)",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("one-record-fewer-gains-nothing", "chance-of-more-draws-than-records"),
        trust=("z3", "arb"),
        note=f"Enumerated up to n = {LARGEST} for the single outputs. For T < M the loss is exactly zero. As a record "
        "more gains nothing, delta_M is the larger of this loss at M and at M + 1, for 1 <= M <= n/2.",
    ),
)
