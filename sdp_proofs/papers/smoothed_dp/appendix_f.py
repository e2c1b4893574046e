"""Appendix F, sampling with replacement: the worst case, Eqs. (9) to (11), Steps 1.2 and 1.3.

Theorem 5, the DP half: with replacement the worst case is 1 - (1 - 1/n)^T, which T/(n+1) exceeds.

App. F, Step 1.1: Eqs. (9), (10) and (11), the likelihood ratios of neighbours sampled with replacement.

App. F, Step 1.2: an output that shows a type at least as often as it has records; P_{M,k} <= (e T/n)^k.

App. F, Step 1.3: which outputs contribute to delta_M, at epsilon = 2T/n as the step sets it, and at 1 + 2T/n.

Items: Eq. (9), Eq. (10), Eq. (11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.appendix_f_instances import (
    PLAIN_CHANCE,
    PLAIN_LOSS,
    Where,
    chance,
    chances,
    on_outputs,
    outputs,
    searched,
    unless_refuted,
)
from sdp_proofs.papers.smoothed_dp.shared import DRAWN_RECORD, attained
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Theorem 5", {
    "worst": "\\max_x \\delta(x)", "chance": "1 - (1 - 1/n)^T",
}, {
    "worst": "privacy.definition.worst_delta", "chance": "privacy.bounds.published.dp_delta_with_replacement",
})  # fmt: skip


def _values(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws = at["n"], at["T"]
    databases = (Database((count, n - count), draws, replacement=True) for count in range(n + 1))
    losses = (delta(database, Budget.read(odds=at["odds"])).value.exact for database in databases)
    worst = max((loss for loss in losses if loss is not None), default=Fraction(0))
    return {"worst": worst, "chance": 1 - Fraction(n - 1, n) ** draws, "T": draws, "n": n}


def _enumerated(most: Callable[[int], int], scope: str) -> Check:
    def instances(claim: Claim) -> Iterator[Instance]:
        for n in range(2, 8):
            for draws in range(1, most(n) + 1):
                for odds in map(Fraction, ("1", "51/49", "20")):
                    yield f"n = {n}, T = {draws}, odds {odds}", _values(claim, {"n": n, "T": draws, "odds": odds})

    return on_instances(EXACT, GRID, "all histograms of two types", scope, instances)


_FEWER = _enumerated(lambda n: n - 1, "n <= 7, T < n, 3 odds")
_ALL = _enumerated(lambda n: 2 * n, "n <= 7, T <= 2n, 3 odds")
SPACE: dict[str, Domain] = {"n": Integers(2, 60), "T": Integers(1, lambda at: at["n"] - 1), "odds": Rationals(1, 1000)}

SECTION.claim(
    "with-replacement-no-delta-up-to-the-printed-one",
    "DP with replacement: no delta <= T/(n+1) is possible, at any epsilon",
    "At no epsilon >= 0 is the counting mechanism with replacement $(\\epsilon, \\delta)$-DP for a $\\delta \\le "
    "T/(n+1)$: the largest delta(x) exceeds T/(n+1).",
    "worst > T/(n + 1)",
    _FEWER,
    kind="theorem", silent="T < n, as T = o(n) asks for",
    fails=instance(
        "n = 4 and T = 3, e^epsilon = 2: the largest delta(x) is 37/64, below 3/5. The same happens for T = 3 at "
        "every n: "
        "1 - (1 - 1/n)^3 is below 3/(n + 1) by (2n - 1)/(n^3 (n + 1)), so T = o(n) does not help.",
        "n = 4; T = 3; E = 2", PLAIN_LOSS, given="T < n", at={"worst": "max(delta(H) for H in range(n + 1))"},
    ),
    wrong="T/(n+1) is possible, and more than needed, for every n >= 2 from T = 3 on. It has n + 1 where n + T - 1 "
    "belongs.", cost="Nothing: the exact value is 1 - (1 - 1/n)^T, between T/(n + T - 1) and T/n.",
    defect="wrong constant", search=over(SPACE, _values, climbs=False), derivation=DRAWN_RECORD,
    note="For T = 1 and T = 2 the printed sentence is right.",
)  # fmt: skip

SECTION.claim(
    "worst-case-with-replacement-is-the-chance-of-being-drawn",
    "with replacement the largest delta(x) is 1 - (1 - 1/n)^T at every epsilon",
    "With replacement the largest delta(x) is the probability $1 - (1 - 1/n)^T$ that the changed record is drawn at "
    "all, "
    "at every epsilon >= 0 and for any number of types. A unique record attains it: its type is seen with this "
    "probability "
    "in one database and never in the other. Nothing exceeds it: given that the record is not drawn, both outputs "
    "have the same law.",
    "worst == 1 - ((n - 1)/n)**T",
    _ALL,
    in_steps("given whether the record is drawn, and a unique record", *attained("worst")),
    kind="theorem", fidelity="narrowed", mutants={"T/n": ("1 - ((n - 1)/n)**T", "T/n")}, counts="T n",
    repairs="with-replacement-no-delta-up-to-the-printed-one",
    search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
    note="The coupling bound is that of sampling without replacement, with this probability for the rate.",
)  # fmt: skip

SECTION.claim(
    "chance-of-being-drawn-above-the-printed-one", "1 - (1 - 1/n)^T >= T/(n+1)",
    "The proof ends with $1 - (1 - 1/n)^T \\ge T/(n+1)$.",
    "1 - ((n - 1)/n)**T >= T/(n + 1)",
    _FEWER,
    at="App. F, proof of the DP half", silent="T < n, as T = o(n) asks for",
    fails=instance("n = 4 and T = 3: 37/64 < 3/5.", "n = 4; T = 3", given="T < n"),
    wrong="The inequality fails from T = 3 on, for every n >= 2.",
    cost="The denominator n + 1 becomes n + T - 1; for T = o(n) this is of the same order.", defect="wrong constant",
    search=over(SPACE, _values),
)  # fmt: skip

SECTION.claim(
    "chance-of-being-drawn-between-its-bounds", "T/(n+T-1) <= 1 - (1 - 1/n)^T <= T/n",
    "For all n and T >= 1, $T/(n+T-1) \\le 1 - (1-1/n)^T \\le T/n$, with equality at T = 1. So delta of a unique "
    "record is of the order T/n as long as T = O(n), and T/(n+T) is a strict lower bound.",
    "And(T/(n + T - 1) <= chance, chance <= T/n)",
    by_induction(
        "induction on the draws", {"chance": "1/n", "T": "1"}, {"chance": "1 - (1 - chance)*(1 - 1/n)", "T": "T + 1"},
        ["And(n >= 1, T >= 1)"],
    ),
    _ALL,
    at="App. F, proof of the DP half", fidelity="typo-corrected",
    mutants={"n + T - 2": ("(n + T - 1)", "(n + T - 2)")}, counts="T n", generated="deep",
    repairs="chance-of-being-drawn-above-the-printed-one", trust="induction",
    search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
)  # fmt: skip


EQUATION_11 = SECTION.beside(
    SMOOTHED_DP, "App. F, Eq. (11)", {"mass": "P_{M,k}", "less": "P_{M-1,k}", "more": "P_{M+1,k}"}
)

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


EQUATION_11.claim(
    "ratio-to-one-record-fewer-below-its-exponential", "P_M,k / P_M-1,k <= exp(k/(M-1) - (T-k)/(n-M+1))",
    "Sampling T times with replacement, the ratio of the probabilities that k draws show the type, with M and with M "
    "- 1 "
    "of n records, is at most $e^{k/(M-1) - (T-k)/(n-M+1)}$ (here in logarithms).",
    f"{OWN_TO_LESS} <= k/(M - 1) - (T - k)/(n - M + 1)",
    by_sentence("And(0 <= k, k <= T, M > 1, n > M)"), _grid(2, 1),
    at="App. F, Eq. (9)", silent=("2 <= M", "M < n; at M = n the ratio is 0 for k < T and the bound holds"), mutants={
        "M for M - 1": ("k/(M - 1) -", "k/M -"), "n - M for n - M + 1": ("- (T - k)/(n - M + 1)", "- (T - k)/(n - M)"),
    }, generated="none", search=searched(inner(2, 1)),
    note="At M = 1 the printed exponent k/(M - 1) has no value; the ratio is infinite there for k >= 1.",
)  # fmt: skip

EQUATION_11.claim(
    "ratio-of-one-record-fewer-between-its-exponentials",
    "P_M-1,k / P_M,k lies between its exponentials: (10) and the first line of (11)",
    "$e^{(T-k)/(n-M+1) - k/(M-1)} \\le P_{M-1,k}/P_{M,k} \\le e^{(T-k)/(n-M) - k/M}$, in logarithms.",
    f"And({BELOW_LESS} <= {LESS_TO_OWN}, {LESS_TO_OWN} <= {BOUND_10})",
    by_sentence("And(0 <= k, k <= T, M > 1, n > M)"), _grid(2, 1),
    at="App. F, Eq. (10)", silent="2 <= M < n", mutants={
        "M - 1 for M": ("(T - k)/(n - M) - k/M)", "(T - k)/(n - M) - k/(M - 1))"),
        "n - M for n - M + 1": ("And((T - k)/(n - M + 1)", "And((T - k)/(n - M)"),
    }, generated="none", search=searched(inner(2, 1), climbs=False), note="The upper half, (10), also holds at M = 1.",
)  # fmt: skip


INNER = "M >= 2 and M < n, else an exponent or a logarithm has no value"
TURNED = {"direction turned": ">=", "equality": "="}

RATIOS = EQUATION_11.derivation(
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

EQUATION_11.claim(
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
    numbers=("abs(exp(-1/2) - 0.61) < 0.005", "abs(exp(-1) - 0.37) < 0.005"),
)  # fmt: skip

EQUATION_11.claim(
    "ratio-of-one-record-more-between-its-exponentials",
    "exp(k/(M+1) - (T-k)/(n-M-1)) <= P_M+1,k / P_M,k <= exp(k/M - (T-k)/(n-M))",
    "$e^{k/(M+1) - (T-k)/(n-M-1)} \\le P_{M+1,k}/P_{M,k} \\le e^{k/M - (T-k)/(n-M)}$, in logarithms: the second "
    "line of (11) with its ends exchanged.",
    f"And({BELOW_MORE} <= {MORE_TO_OWN}, {MORE_TO_OWN} <= {ABOVE_MORE})",
    by_sentence("And(0 <= k, k <= T, M >= 1, n - M > 1)"), _grid(1, 2),
    silent="1 <= M <= n - 2", fidelity="typo-corrected", mutants={
        "lower end with M for M + 1": ("And(k/(M + 1)", "And(k/M"),
        "upper end with M + 1 for M": ("k/M - (T - k)/(n - M))", "k/(M + 1) - (T - k)/(n - M))"),
    }, generated="none", repairs="ratio-of-one-record-more-as-printed", search=searched(inner(1, 2), climbs=False),
)  # fmt: skip


STEP_1_2 = SECTION.beside(SMOOTHED_DP, "App. F, Step 1.2", {"mass": "P_{M,k}"})
OWN = STEP_1_2.beside(PROJECT, "Sampling with replacement")

SCOPE = "all n <= 7, T <= n, 1 <= M <= k"


def meant(n: int, count: int, draws: int, seen: int) -> bool:
    """M <= k, as step 1.3 needs it; step 1.2 says M < k."""
    return 1 <= count <= seen and 2 * count < n


def printed(n: int, count: int, draws: int, seen: int) -> bool:
    """Domain of step 1.2, excluding M = 0."""
    return 1 <= count < seen and 2 * count < n


def large_and_small(_: Claim) -> Iterator[Instance]:
    """The small outputs, and a large one where the constant e is needed."""
    yield from outputs(7, meant)
    place = {"n": 300_000, "M": 45, "T": 3000, "k": 45}
    mass = Formula("binomial(T, k)*exp(k*log(M/n) + (T - k)*log((n - M)/n))", list(place)).value(place)
    yield "n = 300000, M = k = 45, T = 3000", {**place, "mass": mass}


_SMALL = on_outputs(7, meant, SCOPE)
STEP_1_2_TURNED = {"direction turned": ">=", "strict": "<"}

POWERS = STEP_1_2.derivation(
    "chance-of-more-draws-than-records", "The probability to draw a type at least as often as it has records",
    line(
        "mass", "<=", "binomial(T, k)*(M/n)**k", Rule.MONOTONICITY, on_outputs(7, meant, SCOPE, EXACT),
        silent="1 <= M <= k; at M = 0 both sides are 0, and '<' is false",
        mutants={"equality": "=", "without the coefficient": "(M/n)**k"},
    ),
    line(
        "<", "(exp(1)*k/(k*T))**k*(M/n)**k", Rule.INEQUALITY, _SMALL, mutants={"equality": "="}, holds=False,
        note="T and one of the two k have changed places: it should be (eT/k)^k.",
    ),
    line(
        "<=", "(exp(1)*k/n)**k", Rule.MONOTONICITY,
        # At T = 1 the two sides are equal.
        on_outputs(7, lambda n, count, draws, seen: draws >= 2 and meant(n, count, draws, seen), f"{SCOPE}, T >= 2"),
        mutants={"equality": "=", "direction turned": ">="},
        note="True, but what stands before is no bound of the chance, and neither is (e k/n)^k: that fails at n = 7, "
        "T = 6, M = k = 1.",
    ), line("<=", "(exp(1)*T/n)**k", Rule.MONOTONICITY, _SMALL, mutants=STEP_1_2_TURNED),
    line(
        "binomial(T, k)*(M/n)**k", "<", "(exp(1)*T/k)**k*(M/n)**k", Rule.INEQUALITY, _SMALL,
        part="What holds instead", mutants={"T for e T": "(T/k)**k*(M/n)**k", "direction turned": ">="},
    ),
    line(
        "=", "(exp(1)*T/n)**k*(M/k)**k", Rule.ALGEBRA,
        by_identity("identity", "natural n M T k", "And(n >= 1, M >= 1, T >= 1, k >= 1)"),
        mutants={"k/M for M/k": ("(M/k)", "(k/M)"), "without M/k": "(exp(1)*T/n)**k"},
    ), line("<=", "(exp(1)*T/n)**k", Rule.MONOTONICITY, _SMALL, mutants=STEP_1_2_TURNED, note="M <= k."),
    source="App. F, step 1.2",
)  # fmt: skip

STEP_1_2.claim(
    "chance-of-more-draws-than-records-as-printed", "binom(T,k) (M/n)^k < (e k/(k T))^k (M/n)^k",
    "For M < min(k, n/2), $\\binom{T}{k} (M/n)^k < \\left(\\frac{e k}{k T}\\right)^k (M/n)^k$.",
    "binomial(T, k)*(M/n)**k < (exp(1)*k/(k*T))**k*(M/n)**k",
    on_outputs(7, printed, "all n <= 7, T <= n, 1 <= M < min(k, n/2)"),
    silent="M >= 1; at M = 0 both sides are 0",
    fails=instance(
        "n = 100, T = 3, M = 1, k = 2: the left side is 3/10000, the right side (e/3)^2/100^2, less than one of "
        "them. So it "
        "is at every n, as n only scales both sides.", "n = 100; T = 3; M = 1; k = 2", given="1 <= M; M < k; M < n / 2",
    ),
    wrong="T and k have changed places: binom(T,k) is at most (e T/k)^k, not (e k/(k T))^k = (e/T)^k. The bound (e "
    "k/n)^k of the next line is false, too.",
    cost="Nothing: the end of the chain, (e T/n)^k, holds for all 1 <= M <= k.", defect="typo",
    search=searched(printed, climbs=False), derivation=POWERS,
)  # fmt: skip

OWN.claim(
    "growth-of-the-power-is-enough", "(1 + 1/k)^k <= e",
    "$k \\ln(1 + 1/k) \\le 1$ for every k > 0, so that $(1 + 1/k)^k \\le e$.",
    "k*log((k + 1)/k) <= 1",
    by_solver("tangents of the logarithm", "k > 0"),
    on_instances(CERTIFIED, GRID, "integers", "k <= 40", lambda _: ((f"k = {k}", {"k": k}) for k in range(1, 41))),
    given="k > 0", mutants={"0.98 for 1": ("<= 1", "<= 98/100")}, counts="k", generated="deep",
)  # fmt: skip

STEP_1_2.claim(
    "binomial-coefficient-below-its-power", "binom(T,k) <= (e T/k)^k",
    "$\\binom{T}{k} \\le (e T/k)^k$ for 1 <= k <= T. From k to k + 1 the coefficient grows by $(T-k)/(k+1)$, the "
    "power by $\\frac{T}{k+1}\\, e (1 + 1/k)^{-k} \\ge \\frac{T}{k+1}$.",
    "And(0 <= binomial(T, k), binomial(T, k) <= (exp(1)*T/k)**k)",
    by_sentence("And(k >= 1, T >= k)", every="k T"),
    on_instances(
        CERTIFIED, GRID, "all small coefficients", "1 <= k <= T <= 20",
        lambda _: ((f"T = {T}, k = {k}", {"T": T, "k": k}) for T in range(1, 21) for k in range(1, T + 1)),
    ),
    fidelity="typo-corrected", mutants={"a third of the power": ("<= (exp(1)*T/k)**k", "<= (exp(1)*T/k)**k/3")},
    repairs="chance-of-more-draws-than-records-as-printed",
)  # fmt: skip

STEP_1_2.claim(
    "chance-of-more-draws-than-records", "P_M,k <= (e T/n)^k for 1 <= M <= k",
    "If M of n records are of the type and $1 \\le M \\le k$, the probability that k of T draws show it is at most $(e "
    "T/n)^k$.",
    "Implies(And(1 <= M, M <= k, M <= n), mass <= (exp(1)*T/n)**k)",
    by_sentence(
        ["T >= k", "mass == binomial(T, k)*(M/n)**k*(1 - M/n)**(T - k)"], every="mass M n k T",
    ),
    on_instances(CERTIFIED, GRID, "all small outputs, one large", SCOPE, large_and_small),
    silent=("M >= 1, and M = k is allowed, as step 1.3 needs", "1 <= k <= T"), mutants={
        "2.5009 for e": ("mass <= (exp(1)*T/n)**k", "mass <= (exp(1)*T/n)**k*(92/100)**k"),
        "k for T": ("mass <= (exp(1)*T/n)**k", "mass <= (exp(1)*T/n)**k*(k/T)**k"),
    }, search=searched(lambda n, count, draws, seen: 1 <= count <= seen), integers="n M T k",
    note="With the part $(M/n)^k$, the rest $(1-M/n)^{T-k} \\le 1$ and the growth $(k/M)^k \\ge 1$ from $(eT/k)^k "
    "(M/n)^k$ to $(eT/n)^k$. No constant below e would do: at M = k the probability is about $(k^k/k!) (T/n)^k$ for "
    "large "
    "T and n.",
)  # fmt: skip


STEP_1_3 = SECTION.beside(SMOOTHED_DP, "App. F, Step 1.3", {
    "mass": "P_{M,k}", "more": "P_{M+1,k}", "less": "P_{M-1,k}", "tail": "\\sum_{k \\ge M} P_{M,k}",
    "loss": "\\max_S (\\Pr[K_M \\in S] - e^{\\epsilon} \\Pr[K_{M-1} \\in S])",
}, {"loss": "privacy.histogram.database.change_divergence"})  # fmt: skip

MORE = "k*log((M + 1)/M) + (T - k)*log((n - M - 1)/(n - M))"
FEWER = "k*log((M - 1)/M) + (T - k)*log((n - M + 1)/(n - M))"
STEP_1_3_SCOPE = "3 <= n <= 8, T <= n, 1 <= M <= n/2, all k"
X = "(exp(1)*T/n)"
SIZES = "T <= n and n >= 3, which T = o(n) implies for large n"
AS_SET = "epsilon is the 2T/n of one sentence of the step, not the 1 + 2T/n of the theorem and of the displays"


def half(n: int, count: int, draws: int, seen: int) -> bool:
    """At most half of the records are of the type."""
    return n >= 3 and 1 <= count <= n // 2


def few_seen(n: int, count: int, draws: int, seen: int) -> bool:
    """Instances with k <= M - 1, M >= 2."""
    return half(n, count, draws, seen) and seen < count and count >= 2


def losses(_: Claim) -> Iterator[Instance]:
    """The largest gain against M - 1 at epsilon = 1 + 2T/n where eT < n, and its tail."""
    gain = STEP_1_3.formula("Max(0, mass - exp(1 + 2*T/n)*less)")
    for n in range(3, 19):
        for draws, count in product(range(1, (n * 1000 - 1) // 2719 + 1), range(1, n // 2 + 1)):
            gains = [gain.value(chances(n, count, draws, seen)) for seen in range(draws + 1)]
            yield f"n = {n}, M = {count}, T = {draws}", {
                "n": n, "M": count, "T": draws,
                "loss": sum(value for value in gains[1:] if value is not None) + (gains[0] or 0),
                "tail": sum((chance(n, count, draws, seen) for seen in range(count, draws + 1)), Fraction(0)),
            }  # fmt: skip


_STEP_1_3_ALL, _FEW = on_outputs(8, half, STEP_1_3_SCOPE), on_outputs(8, few_seen, f"{STEP_1_3_SCOPE}, k < M")
_TANGENTS_OF_MORE = by_solver("tangents, n >= 6", "And(0 <= k, k <= T, M >= 1, n >= 6, 2*M <= n, T <= n)")
_TANGENTS_OF_FEWER = by_solver("tangents", "And(0 <= k, k <= T, M >= 1, k <= M - 1, M > 1, n > M)")
_LOSSES = on_instances(
    CERTIFIED, GRID, "all small databases", "n <= 18, eT < n, M <= n/2, epsilon = 1 + 2T/n", losses
)

TERMS = STEP_1_3.derivation(
    "positive-terms-of-the-loss-with-replacement", "Which outputs contribute to delta_M, in logarithms",
    line(
        MORE, ">=", "k/M - (T - k)/(n - M)", Rule.SUBSTITUTION, _STEP_1_3_ALL, mutants={"equality": "="}, holds=False,
        part="M' = M + 1, as printed: by the reversed line of (11)",
    ),
    line(
        ">=", "-2*T/n", Rule.MONOTONICITY, _STEP_1_3_ALL, mutants={"T/n": "-T/n", "direction turned": "<="},
        note="M <= n/2. True, but it follows a line that is false.",
    ),
    line(
        MORE, ">=", "-2*T/n", Rule.SUBSTITUTION, _STEP_1_3_ALL, mutants={"twice": "-T/n"}, holds=False,
        part="M' = M + 1, its conclusion at epsilon = 2T/n",
        note="With M = n/2 and k = 0 a term is positive at every n.",
    ),
    line(
        MORE, ">=", "-1 - 2*T/n", Rule.INEQUALITY, unless_refuted(_TANGENTS_OF_MORE, _STEP_1_3_ALL),
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

STEP_1_3.claim(
    "one-record-more-gains-nothing-as-the-proof-sets-epsilon",
    "case M' = M + 1 at epsilon = 2T/n: P_M,k <= exp(2T/n) P_M+1,k for all k and M <= n/2",
    "The theorem, the definition of delta_M and the display of this case have epsilon = 1 + 2T/n, and with it no "
    "output contributes; the step begins with epsilon = 2T/n, for all that follows. With that: $P_{M,k} \\le "
    "e^{\\epsilon} P_{M+1,k}$ "
    "for all k and all M <= n/2, so that a record more never contributes to delta_M.",
    "mass <= exp(2*T/n)*more",
    _STEP_1_3_ALL, silent=SIZES,
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

STEP_1_3.claim(
    "one-record-more-gains-nothing", "case M' = M + 1 at epsilon = 1 + 2T/n: no output contributes",
    "With $\\epsilon = 1 + 2T/n$, $P_{M,k} \\le e^{\\epsilon} P_{M+1,k}$ for all k and 1 <= M <= n/2, if n >= 6 and "
    "T <= n (in logarithms; n = 3, 4, 5 by enumeration).",
    f"1 + 2*T/n + {MORE} >= 0",
    _TANGENTS_OF_MORE, _STEP_1_3_ALL,
    silent=SIZES, fidelity="typo-corrected", mutants={"epsilon = 1 + T/n": ("1 + 2*T/n", "1 + T/n")}, counts="n M T k",
    generated="deep", repairs="one-record-more-gains-nothing-as-the-proof-sets-epsilon", search=searched(half),
    note="At n = 2, M = 1 it is false: with both records of the type, k = 0 is impossible.",
)  # fmt: skip

STEP_1_3.claim(
    "share-of-the-draws-per-other-record-vanishes", "(T-k)/(n-M-1) = o(1) for T = o(n) and M <= n/2",
    "For all $k \\ge 0$ and $M \\le n/2$, $(T-k)/(n-M-1)$ is at most $2T/(n-2)$, and for n >= 4 at most 4T/n: it tends "
    "to 0 if T/n does.",
    "And((T - k)/(n - M - 1) <= 2*T/(n - 2), 2*T/(n - 2) <= 4*T/n)",
    by_solver("all sizes", "And(0 <= k, k <= T, 0 <= M, 2*M <= n, n >= 4)"),
    mutants={"T/n": ("<= 2*T/(n - 2),", "<= T/n,"), "twice T/n": ("<= 4*T/n", "<= 2*T/n")}, generated="deep",
)  # fmt: skip

STEP_1_3.claim(
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

STEP_1_3.claim(
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

STEP_1_3.claim(
    "loss-against-one-record-fewer-below-a-geometric-sum",
    "d(P_M, P_M-1) <= (eT/n)^M/(1 - eT/n) at epsilon >= 1, if eT < n",
    "With $x = eT/n < 1$ and $\\epsilon \\ge 1$, the divergence from one record fewer is at most $x^M + x^{M+1} + "
    "\\dots = x^M/(1-x)$: only outputs with k >= M contribute, each at most $x^k$.",
    f"loss <= {X}**M/(1 - {X})",
    in_steps(
        "term by term, then all of them",
        about(
            # The terms from k = M on, j of them, where `end` is x^j; each P_{M,k} is at most x^k.
            STEP_1_3.formula(f"And(tail*(1 - {X}) <= {X}**M*(1 - end), 0 <= end)"),
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
