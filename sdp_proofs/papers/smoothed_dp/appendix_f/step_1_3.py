"""App. F, Step 1.3: which outputs contribute to delta_M, at epsilon = 2T/n as the step sets it, and at 1 + 2T/n."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import (
    PLAIN_CHANCE,
    chance,
    chances,
    on_outputs,
    searched,
    unless_refuted,
)
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Step 1.3", {
    "mass": "P_{M,k}", "more": "P_{M+1,k}", "less": "P_{M-1,k}", "tail": "\\sum_{k \\ge M} P_{M,k}",
    "loss": "\\max_S (\\Pr[K_M \\in S] - e^{\\epsilon} \\Pr[K_{M-1} \\in S])",
}, {"loss": "privacy.histogram.database.change_divergence"})  # fmt: skip

MORE = "k*log((M + 1)/M) + (T - k)*log((n - M - 1)/(n - M))"
FEWER = "k*log((M - 1)/M) + (T - k)*log((n - M + 1)/(n - M))"
SCOPE = "3 <= n <= 8, T <= n, 1 <= M <= n/2, all k"
X = "(exp(1)*T/n)"
SIZES = "T <= n and n >= 3, which T = o(n) implies for large n"
AS_SET = "epsilon is the 2T/n of one sentence of the step, not the 1 + 2T/n of the theorem and of the displays"


def half(n: int, count: int, draws: int, seen: int) -> bool:
    """At most half of the records are of the type."""
    return n >= 3 and 1 <= count <= n // 2


def few_seen(n: int, count: int, draws: int, seen: int) -> bool:
    """Those with k <= M - 1, M >= 2."""
    return half(n, count, draws, seen) and seen < count and count >= 2


def losses(_: Claim) -> Iterator[Instance]:
    """The largest gain against M - 1 at epsilon = 1 + 2T/n where eT < n, and its tail."""
    gain = SECTION.formula("Max(0, mass - exp(1 + 2*T/n)*less)")
    for n in range(3, 19):
        for draws, count in product(range(1, (n * 1000 - 1) // 2719 + 1), range(1, n // 2 + 1)):
            gains = [gain.value(chances(n, count, draws, seen)) for seen in range(draws + 1)]
            yield f"n = {n}, M = {count}, T = {draws}", {
                "n": n, "M": count, "T": draws,
                "loss": sum(value for value in gains[1:] if value is not None) + (gains[0] or 0),
                "tail": sum((chance(n, count, draws, seen) for seen in range(count, draws + 1)), Fraction(0)),
            }  # fmt: skip


_ALL, _FEW = on_outputs(8, half, SCOPE), on_outputs(8, few_seen, f"{SCOPE}, k < M")
_TANGENTS_OF_MORE = by_solver("tangents, n >= 6", "And(0 <= k, k <= T, M >= 1, n >= 6, 2*M <= n, T <= n)")
_TANGENTS_OF_FEWER = by_solver("tangents", "And(0 <= k, k <= T, M >= 1, k <= M - 1, M > 1, n > M)")
_LOSSES = on_instances(
    CERTIFIED, GRID, "all small databases", "n <= 18, eT < n, M <= n/2, epsilon = 1 + 2T/n", losses
)

TERMS = SECTION.derivation(
    "positive-terms-of-the-loss-with-replacement", "Which outputs contribute to delta_M, in logarithms",
    line(
        MORE, ">=", "k/M - (T - k)/(n - M)", Rule.SUBSTITUTION, _ALL, mutants={"equality": "="}, holds=False,
        part="M' = M + 1, as printed: by the reversed line of (11)",
    ),
    line(
        ">=", "-2*T/n", Rule.MONOTONICITY, _ALL, mutants={"T/n": "-T/n", "direction turned": "<="},
        note="M <= n/2. True, but it follows a line that is false.",
    ),
    line(
        MORE, ">=", "-2*T/n", Rule.SUBSTITUTION, _ALL, mutants={"twice": "-T/n"}, holds=False,
        part="M' = M + 1, its conclusion at epsilon = 2T/n",
        note="With M = n/2 and k = 0 a term is positive at every n.",
    ),
    line(
        MORE, ">=", "-1 - 2*T/n", Rule.INEQUALITY, unless_refuted(_TANGENTS_OF_MORE, _ALL),
        part="M' = M + 1 at epsilon = 1 + 2T/n: no term is positive",
        silent="n >= 6 and T <= n, which T = o(n) implies for large n",
        mutants={"T/n for 2T/n": "-1 - T/n", "at epsilon = 2T/n": "-2*T/n"},
    ),
    line(
        FEWER, ">=", "-2*T/n", Rule.SUBSTITUTION, _FEW, mutants={"T/n": "-T/n"}, holds=False,
        part="M' = M - 1 and k <= M - 1, at epsilon = 2T/n",
    ),
    line(
        FEWER, ">=", "-1", Rule.INEQUALITY, unless_refuted(_TANGENTS_OF_FEWER, _FEW),
        part="M' = M - 1 and k <= M - 1, at every epsilon >= 1",
        mutants={"-3/4 for -1": "-3/4", "direction turned": "<="},
    ),
    line(
        "loss", "<=", "tail", Rule.MONOTONICITY, _LOSSES, part="The sum over k >= M",
        mutants={"half of the tail": "tail/2", "direction turned": ">="},
        note="At epsilon = 1 + 2T/n. The printed line has P_{M+1,k} for P_{M-1,k}.",
    ),
    line(
        "<=", f"{X}**M/(1 - {X})", Rule.INEQUALITY, _LOSSES, silent="eT < n",
        mutants={"one power more": f"{X}**(M + 1)/(1 - {X})", "direction turned": ">="},
    ), source="App. F, step 1.3",
)  # fmt: skip

SECTION.claim(
    "one-record-more-gains-nothing-as-the-proof-sets-epsilon",
    "case M' = M + 1 at epsilon = 2T/n: P_M,k <= exp(2T/n) P_M+1,k for all k and M <= n/2",
    "The theorem, the definition of delta_M and the display of this case have epsilon = 1 + 2T/n, and with it no "
    "output contributes; the step begins with epsilon = 2T/n, for all that follows. With that: $P_{M,k} \\le "
    "e^{\\epsilon} P_{M+1,k}$ "
    "for all k and all M <= n/2, so that a record more never contributes to delta_M.",
    "mass <= exp(2*T/n)*more",
    _ALL, silent=SIZES,
    fails=instance(
        "n = 3, M = 1, T = 1, k = 0: 2/3 against e^(2/3)/3, about 0.65. At k = 0 and M = n/2 the same happens for "
        "every even n, since (1 - 2/n) e^(2/n) < 1.", "n = 3; T = 1", PLAIN_CHANCE, "M = 1; k = 0",
        given="T <= n; n >= 3; M <= n / 2; M + 1 < n", at={"mass": "P(M, k)", "more": "P(M + 1, k)"},
    ),
    wrong="The theorem is stated at epsilon = 1 + 2T/n, and this step begins with 'epsilon = 2T/n = o(1)' and uses the "
    "reversed line of (11); at that epsilon outputs with k = 0 contribute.",
    cost="Nothing, if epsilon = 1 + 2T/n is kept.", defect="wrong constant", search=searched(half), derivation=TERMS,
    note="The display of the step inserts exp(1 + 2T/n), the sentence before it sets epsilon = 2T/n.",
)  # fmt: skip

SECTION.claim(
    "one-record-more-gains-nothing", "case M' = M + 1 at epsilon = 1 + 2T/n: no output contributes",
    "With $\\epsilon = 1 + 2T/n$, $P_{M,k} \\le e^{\\epsilon} P_{M+1,k}$ for all k and 1 <= M <= n/2, if n >= 6 and "
    "T <= n (in logarithms; n = 3, 4, 5 by enumeration).",
    f"1 + 2*T/n + {MORE} >= 0",
    _TANGENTS_OF_MORE, _ALL,
    silent=SIZES, fidelity="typo-corrected", mutants={"epsilon = 1 + T/n": ("1 + 2*T/n", "1 + T/n")}, counts="n M T k",
    generated="deep", repairs="one-record-more-gains-nothing-as-the-proof-sets-epsilon", search=searched(half),
    note="At n = 2, M = 1 it is false: with both records of the type, k = 0 is impossible.",
)  # fmt: skip

SECTION.claim(
    "share-of-the-draws-per-other-record-vanishes", "(T-k)/(n-M-1) = o(1) for T = o(n) and M <= n/2",
    "For all $k \\ge 0$ and $M \\le n/2$, $(T-k)/(n-M-1)$ is at most $2T/(n-2)$, and for n >= 4 at most 4T/n: it tends "
    "to 0 if T/n does.",
    "And((T - k)/(n - M - 1) <= 2*T/(n - 2), 2*T/(n - 2) <= 4*T/n)",
    by_solver("all sizes", "And(0 <= k, k <= T, 0 <= M, 2*M <= n, n >= 4)"),
    mutants={"T/n": ("<= 2*T/(n - 2),", "<= T/n,"), "twice T/n": ("<= 4*T/n", "<= 2*T/n")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "one-record-fewer-gains-nothing-as-the-proof-sets-epsilon",
    "case M' = M - 1, k <= M - 1, at epsilon = 2T/n: P_M,k <= exp(2T/n) P_M-1,k",
    "$P_{M,k} \\le e^{\\epsilon} P_{M-1,k}$ for all $k \\le M - 1$. At the epsilon of the theorem that is right; "
    "the step sets $\\epsilon = 2T/n$ for all that follows.",
    "mass <= exp(2*T/n)*less",
    _FEW, silent=SIZES,
    fails=instance(
        "n = 4, M = 2, T = 1, k = 1: 1/2 against e^(1/2)/4, about 0.41. With T = 1 it is 2 - e^(2/n) > 0 for every "
        "n >= 3, so T = o(n) does not help.", "n = 4; T = 1", PLAIN_CHANCE, "M = 2; k = 1",
        given="T <= n; n >= 3; M <= n / 2; k <= M - 1", at={"mass": "P(M, k)", "less": "P(M - 1, k)"},
    ), wrong="At epsilon = 2T/n, as the step sets it, outputs with k <= M - 1 contribute.",
    cost="epsilon >= 1, which the theorem's epsilon is: then it holds for all n, T, M.", defect="wrong constant",
    search=searched(few_seen),
)  # fmt: skip

SECTION.claim(
    "one-record-fewer-gains-nothing", "case M' = M - 1, k <= M - 1: no output contributes at epsilon >= 1",
    "At every $\\epsilon \\ge 1$, $P_{M,k} \\le e^{\\epsilon} P_{M-1,k}$ for all $k \\le M - 1$, whatever n and T "
    "(in logarithms).",
    f"1 + {FEWER} >= 0",
    _TANGENTS_OF_FEWER, _FEW,
    silent="2 <= M < n, where all logarithms have values", fidelity="typo-corrected",
    mutants={"epsilon = 3/4": ("1 + k", "3/4 + k")}, counts="n M T k", generated="deep",
    repairs="one-record-fewer-gains-nothing-as-the-proof-sets-epsilon", search=searched(few_seen),
    note="One is the least such epsilon: at k = T = M - 1 the ratio is $(1 - 1/M)^{M-1}$, which falls to 1/e.",
)  # fmt: skip

SECTION.claim(
    "loss-against-one-record-fewer-below-a-geometric-sum",
    "d(P_M, P_M-1) <= (eT/n)^M/(1 - eT/n) at epsilon >= 1, if eT < n",
    "With $x = eT/n < 1$ and $\\epsilon \\ge 1$, the divergence from one record fewer is at most $x^M + x^{M+1} + "
    "\\dots = x^M/(1-x)$: only outputs with k >= M contribute, each at most $x^k$.",
    f"loss <= {X}**M/(1 - {X})",
    in_steps(
        "term by term, then all of them",
        about(
            # The terms from k = M on, j of them, where `end` is x^j; each P_{M,k} is at most x^k.
            SECTION.formula(f"And(tail*(1 - {X}) <= {X}**M*(1 - end), 0 <= end)"),
            by_induction(
                "one output more, from k = M on", {"tail": f"{X}**M", "end": X},
                {"tail": "tail + mass", "end": f"end*{X}"},
                [f"And(0 < {X}, {X} < 1, {X}**M >= 0, mass <= {X}**M*end)"], inputs=("mass",),
                keeps=["And(0 <= end, end <= 1)"],
            ),
        ),
        by_solver("the outputs that contribute", [
            f"And(0 < {X}, {X} < 1, {X}**M >= 0)", shown("one output more, from k = M on"),
            lifted(
                "sum-over-outputs", "loss <= tail", cite("one-record-fewer-gains-nothing"),
                cite("chance-of-more-draws-than-records"),
            ),
        ]),
    ),
    _LOSSES,
    silent=("eT < n", "2 <= M < n"), fidelity="typo-corrected", mutants={"one power more": ("**M", f"**M*{X}")},
    trust="induction",
    note="Enumerated up to n = 8 for the single outputs. For T < M the divergence is exactly zero. As a record more "
    "gains nothing, delta_M is the larger of this divergence at M and at M + 1, for 1 <= M <= n/2.",
)  # fmt: skip
