"""App. F, Step 1.1: Eqs. (9), (10) and (11), the likelihood ratios of neighbours sampled with replacement.

Items: Eq. (9), Eq. (10), Eq. (11).
"""

from __future__ import annotations

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import PLAIN_CHANCE, Where, on_outputs, searched
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Eq. (11)", {"mass": "P_{M,k}", "less": "P_{M-1,k}", "more": "P_{M+1,k}"})

OWN_TO_LESS = "k*log(M/(M - 1)) + (T - k)*log((n - M)/(n - M + 1))"
LESS_TO_OWN = "k*log((M - 1)/M) + (T - k)*log((n - M + 1)/(n - M))"
MORE_TO_OWN = "k*log((M + 1)/M) + (T - k)*log((n - M - 1)/(n - M))"
BELOW_LESS, BOUND_10 = "(T - k)/(n - M + 1) - k/(M - 1)", "(T - k)/(n - M) - k/M"
BELOW_MORE, ABOVE_MORE = "k/(M + 1) - (T - k)/(n - M - 1)", "k/M - (T - k)/(n - M)"
TANGENTS_OF_LESS = by_solver("tangents of the logarithm", "And(0 <= k, k <= T, M > 1, n > M)")
TANGENTS_OF_MORE = by_solver("tangents of the logarithm", "And(0 <= k, k <= T, M >= 1, n - M > 1)")


def inner(low: int, high: int) -> Where:
    """M from `low` to n - `high`: the type has `low` records at least, and all others together `high`."""
    return lambda n, count, draws, seen: low <= count <= n - high


def _grid(low: int, high: int, method: Method = CERTIFIED) -> Check:
    return on_outputs(7, inner(low, high), "all n <= 7, T <= n, and k", method)


SECTION.claim(
    "ratio-to-one-record-fewer-below-its-exponential", "P_M,k / P_M-1,k <= exp(k/(M-1) - (T-k)/(n-M+1))",
    "Sampling T times with replacement, the ratio of the chances that k draws show the type, with M and with M - 1 "
    "of n records, is at most $e^{k/(M-1) - (T-k)/(n-M+1)}$ (here in logarithms).",
    f"{OWN_TO_LESS} <= k/(M - 1) - (T - k)/(n - M + 1)",
    TANGENTS_OF_LESS, _grid(2, 1),
    at="App. F, Eq. (9)", silent=("2 <= M", "M < n; at M = n the ratio is 0 for k < T and the bound holds"), mutants={
        "M for M - 1": ("k/(M - 1) -", "k/M -"), "n - M for n - M + 1": ("- (T - k)/(n - M + 1)", "- (T - k)/(n - M)"),
    }, generated="none", search=searched(inner(2, 1)),
    note="At M = 1 the printed exponent k/(M - 1) has no value; the ratio is infinite there for k >= 1.",
)  # fmt: skip

SECTION.claim(
    "ratio-of-one-record-fewer-between-its-exponentials",
    "P_M-1,k / P_M,k lies between its exponentials: (10) and the first line of (11)",
    "$e^{(T-k)/(n-M+1) - k/(M-1)} \\le P_{M-1,k}/P_{M,k} \\le e^{(T-k)/(n-M) - k/M}$, in logarithms.",
    f"And({BELOW_LESS} <= {LESS_TO_OWN}, {LESS_TO_OWN} <= {BOUND_10})",
    TANGENTS_OF_LESS, _grid(2, 1),
    at="App. F, Eq. (10)", silent="2 <= M < n", mutants={
        "M - 1 for M": ("(T - k)/(n - M) - k/M)", "(T - k)/(n - M) - k/(M - 1))"),
        "n - M for n - M + 1": ("And((T - k)/(n - M + 1)", "And((T - k)/(n - M)"),
    }, generated="none", search=searched(inner(2, 1), climbs=False), note="The upper half, (10), also holds at M = 1.",
)  # fmt: skip


INNER = "M >= 2 and M < n, else an exponent or a logarithm has no value"
TURNED = {"direction turned": ">=", "equality": "="}

RATIOS = SECTION.derivation(
    "ratios-of-neighbouring-chances", "Ratios of neighbouring chances, in logarithms from the second line on",
    line(
        "mass/less", "=", "(M/(M - 1))**k*((n - M)/(n - M + 1))**(T - k)", Rule.DEFINITION, _grid(2, 0, EXACT),
        part="The ratio to one record fewer",
        mutants={"another factor": "(M/(M - 1))**k*((n - M)/(n - M + 1))**T", "direction": "<"},
    ),
    line(
        OWN_TO_LESS, "<=", "k/(M - 1) - (T - k)/(n - M + 1)", Rule.INEQUALITY, TANGENTS_OF_LESS, part="Inequality (9)",
        silent=INNER, mutants=TURNED,
    ),
    line(
        "less/mass", "=", "((M - 1)/M)**k*((n - M + 1)/(n - M))**(T - k)", Rule.DEFINITION, _grid(1, 1, EXACT),
        part="Its reciprocal",
        mutants={"another factor": "((M - 1)/M)**T*((n - M + 1)/(n - M))**(T - k)", "direction": "<"},
    ),
    line(
        LESS_TO_OWN, "<=", BOUND_10, Rule.INEQUALITY, TANGENTS_OF_LESS, part="Inequality (10)", silent=INNER,
        mutants=TURNED,
    ),
    line(
        BELOW_LESS, "<=", LESS_TO_OWN, Rule.INEQUALITY, TANGENTS_OF_LESS, part="The first line of (11)", silent=INNER,
        mutants=TURNED,
    ),
    line(
        ABOVE_MORE, "<=", MORE_TO_OWN, Rule.ALGEBRA, _grid(1, 2), mutants={"equality": "="}, holds=False,
        part="The second line of (11), as printed", note="(9) with M + 1 for M gives this with the opposite sign.",
    ), line("<=", BELOW_MORE, Rule.ALGEBRA, _grid(1, 2), mutants={"equality": "="}, holds=False),
    line(
        BELOW_MORE, "<=", MORE_TO_OWN, Rule.INEQUALITY, TANGENTS_OF_MORE, silent=INNER, mutants=TURNED,
        part="The second line of (11), the right way round",
    ), line("<=", ABOVE_MORE, Rule.INEQUALITY, TANGENTS_OF_MORE, silent=INNER, mutants=TURNED),
    source="App. F, step 1.1",
)  # fmt: skip

SECTION.claim(
    "ratio-of-one-record-more-as-printed",
    "second line of (11): exp(k/M - (T-k)/(n-M)) <= P_M+1,k / P_M,k <= exp(k/(M+1) - (T-k)/(n-M-1))",
    "$e^{k/M - (T-k)/(n-M)} \\le P_{M+1,k}/P_{M,k} \\le e^{k/(M+1) - (T-k)/(n-M-1)}$, in logarithms.",
    f"And({ABOVE_MORE} <= {MORE_TO_OWN}, {MORE_TO_OWN} <= {BELOW_MORE})",
    _grid(1, 2),
    silent="1 <= M <= n - 2",
    fails=instance(
        "n = 3, M = 1, T = 1, k = 0: the ratio is 1/2, while the printed lower bound is exp(-1/2), about 0.61, and "
        "the upper bound exp(-1), about 0.37.", "n = 3; T = 1", PLAIN_CHANCE,
        "M = 1; k = 0; ratio = P(M + 1, k) / P(M, k)", given="1 <= M; M <= n - 2",
    ),
    wrong="Both inequalities of the line point the wrong way: (9) and (10) with M + 1 for M bound the ratio from "
    "the other side. Step 1.3 uses the printed lower bound.",
    cost="Nothing at epsilon = 1 + 2T/n, where the true lower bound is enough too; at epsilon = 2T/n the step that "
    "uses it is false.", defect="wrong direction", search=searched(inner(1, 2), climbs=False), derivation=RATIOS,
)  # fmt: skip

SECTION.claim(
    "ratio-of-one-record-more-between-its-exponentials",
    "exp(k/(M+1) - (T-k)/(n-M-1)) <= P_M+1,k / P_M,k <= exp(k/M - (T-k)/(n-M))",
    "$e^{k/(M+1) - (T-k)/(n-M-1)} \\le P_{M+1,k}/P_{M,k} \\le e^{k/M - (T-k)/(n-M)}$, in logarithms: the second "
    "line of (11) with its ends exchanged.",
    f"And({BELOW_MORE} <= {MORE_TO_OWN}, {MORE_TO_OWN} <= {ABOVE_MORE})",
    TANGENTS_OF_MORE, _grid(1, 2),
    silent="1 <= M <= n - 2", fidelity="typo-corrected", mutants={
        "lower end with M for M + 1": ("And(k/(M + 1)", "And(k/M"),
        "upper end with M + 1 for M": ("k/M - (T - k)/(n - M))", "k/(M + 1) - (T - k)/(n - M))"),
    }, generated="none", repairs="ratio-of-one-record-more-as-printed", search=searched(inner(1, 2), climbs=False),
)  # fmt: skip
