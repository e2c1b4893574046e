"""Theorem 5: Eq. (8), Step 2 and the bound.

Eq. (8), the definition of delta_M, its order of growth as Step 1.3 sums it up, and its monotonicity for Step 2.

App. F, Step 2: the two tails of the number of records of a type, and the average over databases.

Theorem 5, the smoothed half: as stated, as its proof sets epsilon, and what holds without asymptotics.

Items: Eq. (8), Theorem 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.ledger import Check
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp import appendix_f_instances as averages
from sdp_proofs.papers.smoothed_dp.appendix_f import AS_SET
from sdp_proofs.papers.smoothed_dp.appendix_f_instances import (
    PLAIN_CHANCE,
    PLAIN_LOSS,
    shares_at_random,
    small_averages,
    tails,
)
from sdp_proofs.papers.smoothed_dp.shared import attained
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import ResampledPair
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Step 1.3", {
    "delta": "\\delta_M", "onesided": "\\max(0, \\max_{M'} d(P_M, P_{M'}))", "constant": "C",
    "next": "\\delta_{M+1}",
}, {
    "delta": "privacy.histogram.database.delta", "next": "privacy.histogram.database.delta",
    "onesided": "papers.smoothed_dp.theorem_five.one_sided",
})  # fmt: skip


def of_count(n: int, count: int, draws: int) -> Enclosure:
    """delta_M at epsilon = 1 + 2T/n, by Definition 2."""
    budget = Budget.read(epsilon=1 + Fraction(2 * draws, n))
    return delta(Database((count, n - count), draws, replacement=True), budget, digits=12).value


def one_sided(n: int, count: int, draws: int) -> Enclosure:
    """The same without d(x', x): only the events that are likelier under the database itself."""
    budget, largest = Budget.read(epsilon=1 + Fraction(2 * draws, n)), Enclosure.of(0)
    for leaving in {count, n - count} - {0}:
        found = Enclosure(ResampledPair(n, leaving, draws).divergence_ball(budget, 96))
        largest = found if (found.ball > largest.ball) else largest
    return largest


def _values(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, count, draws, asked = at["n"], at["M"], at["T"], claim.formula.free
    found = {**at, "delta": of_count(n, count, draws), "constant": claim.parameters.get("constant", 0)}
    found |= {"onesided": one_sided(n, count, draws)} if "onesided" in asked else {}
    return found | ({"next": of_count(n, count + 1, draws)} if "next" in asked else {})


def _grid(which: str) -> Check:
    def sizes(claim: Claim) -> Iterator[Instance]:
        """All n, T <= n and the M that the claim speaks of."""
        first, last = claim.parameters["first"], claim.parameters["last"]
        places = [place for n in range(2, 10) for place in product([n], range(1, n + 1), range(first, last + 1))]
        meant = [(n, T, M) for n, T, M in places if n // 2 >= M + ("next" in claim.formula.free)]
        for n, T, M in (*meant, *claim.parameters.get("more", ())):
            yield f"n = {n}, M = {M}, T = {T}", _values(claim, {"n": n, "M": M, "T": T})

    return on_instances(CERTIFIED, GRID, "small databases", f"n <= 9, T <= n, {which}, epsilon = 1 + 2T/n", sizes)


SPACE: dict[str, Domain] = {
    "n": Integers(2, 40), "M": Integers(0, lambda at: at["n"] // 2), "T": Integers(1, lambda at: at["n"]),
}  # fmt: skip

SECTION.claim(
    "loss-with-replacement-in-one-direction", "delta_M is the largest d(x,x') alone, without d(x',x)",
    "The proof writes delta_M as the maximum of 0 and of $\\Pr[K_M \\in S] - e^{\\epsilon} \\Pr[K_{M'} \\in S]$ "
    "over S and over the neighbours M'. Definition 2 also takes the maximum over the other direction.",
    "delta == onesided",
    _grid("M <= n/2"),
    at="App. F, Eq. (8)", kind="equation", parameters={"first": 0, "last": 9},
    fails=instance(
        "n = 2, T = 1, M = 0, e^epsilon = 8 (epsilon = 1 + 2T/n is ln 7.39): no event is likelier by that much under "
        "x, so "
        "the printed maximum is 0; the neighbour with a unique record shows it half of the time, so delta_0 = 1/2.",
        "n = 2; T = 1; E = 8; M = 0", PLAIN_LOSS, given="E >= exp(1 + 2 * T / n)",
        at={"delta": "delta(M)", "onesided": "max(0, d(M, M + 1))"},
    ),
    wrong="The direction d(x', x) of Definition 2 is missing. It matters at M = 0 and M = n, where the printed "
    "formula gives 0 and delta is the largest of all.",
    cost="Nothing: for 1 <= M <= n - 1 both formulas agree wherever it was computed, and M = 0 has an exponentially "
    "small probability.", defect="wrong direction", search=over(SPACE, _values, climbs=False),
    note="The proof of the DP half uses M = 1 against M = 0; by Definition 2 it belongs to both databases.",
    numbers=("exp(2) > 7.38", "exp(2) < 7.39"),
)  # fmt: skip

SECTION.claim(
    "loss-of-an-absent-type-with-replacement", "delta_0 = delta_1 = 1 - (1 - 1/n)^T",
    "A database without the type, and one with a single record of it, have a delta of $1 - (1 - 1/n)^T$, the largest "
    "there is, at every epsilon.",
    "delta == 1 - ((n - 1)/n)**T",
    _grid("M = 0 and 1"),
    in_steps("a unique record on either side", *attained("delta")),
    fidelity="typo-corrected", parameters={"first": 0, "last": 1},
    mutants={"T/n": ("1 - ((n - 1)/n)**T", "T/n"), "zero": ("1 - ((n - 1)/n)**T", "0")}, counts="n T",
    repairs=("loss-with-replacement-in-one-direction", "no-loss-of-an-absent-type-with-replacement"),
    search=over({**SPACE, "M": Integers(0, 1)}, _values, climbs=False),
)  # fmt: skip

SECTION.claim(
    "no-loss-of-an-absent-type-with-replacement", "the summary: delta_M = 0 'otherwise', that is for M = 0",
    "For M <= n/2 step 1.3 lists delta_M for M >= 2 and M = 1, and 0 otherwise: at M = 0.",
    "delta == 0",
    _grid("M = 0"),
    parameters={"first": 0, "last": 0},
    fails=instance(
        "n = 2, T = 1: the database without the type has delta 1/2, at every epsilon.", "n = 2; T = 1; E = 8",
        PLAIN_LOSS, given="E >= exp(1 + 2 * T / n)", at={"delta": "delta(0)"},
    ), wrong="At M = 0 delta is not 0 but the largest of all, 1 - (1 - 1/n)^T, by the neighbour with a unique record. "
    "It is 0 if delta_M stands for what Eq. (8) prints, in which the other direction is missing.",
    cost="Nothing: M = 0 has an exponentially small probability.", defect="wrong constant",
    search=over({**SPACE, "M": Integers(0, 0)}, _values, climbs=False),
)  # fmt: skip

SECTION.claim(
    "order-of-the-loss-with-replacement-with-one-constant",
    "the summary: delta_M = O((T/n)^M) for M >= 2, with one constant",
    "Step 1.3 sums up that $\\delta_M = O((T/n)^M)$ for M >= 2, which is right for each M. Read here with one constant "
    "for all M, C = 100, as step 2 takes it at M = cn/2: $\\delta_M \\le C (T/n)^M$.",
    "delta <= constant*(T/n)**M",
    _grid("2 <= M <= n/2, and n = 20,000, T = 200, M = 14"), kind="reading",
    silent="one constant for all M; step 1.2 has the factor e^k, which depends on k",
    fidelity="narrowed", parameters={"first": 2, "last": 9, "constant": 100, "more": ((20000, 200, 14),)},
    fails=instance(
        "n = 20,000, T = 200, M = 14, e^epsilon at most e^(1 + 2T/n): the event that 14 to 16 draws show the type "
        "alone has a gain above 600 (T/n)^14. The factor is about $e^M/M^{3/2}$, so every constant is exceeded.",
        "n = 20000; T = 200; M = 14; E = exp(1 + 2 * T / n)", PLAIN_CHANCE,
        "gain = sum(P(M, k) - E * P(M - 1, k) for k in range(M, M + 3))", given="M >= 2",
        at={"delta": ">= gain", "constant": "100"},
    ), wrong="The constant grows like e^M, so it is not one constant, although step 2 uses the order at M = cn/2.",
    cost="(T/n)^M becomes (eT/n)^M/(1 - eT/n), which is exponentially small all the same for T = o(n).",
    defect="wrong constant", search=over(
        {"M": Integers(2, 30), "T": Integers(1, 400), "scale": Integers(1, 200)},
        lambda claim, at: _values(claim, {"n": at["T"] * at["scale"], "M": at["M"], "T": at["T"]})
        if 2 * at["M"] <= at["T"] * at["scale"] else None,
    ),
)  # fmt: skip

_X = "(exp(1)*T/n)"


def _few_draws(claim: Claim) -> Iterator[Instance]:
    """All M from 2 to n/2 where eT < n, as 1000 n > 2719 T says."""
    for n in range(4, 19):
        for T, M in product(range(1, (n * 1000 - 1) // 2719 + 1), range(2, n // 2 + 1)):
            yield f"n = {n}, M = {M}, T = {T}", _values(claim, {"n": n, "M": M, "T": T})


SECTION.claim(
    "order-of-the-loss-with-replacement", "the summary: delta_M = O((T/n)^M) for each M >= 2, with e^M/(1 - eT/n)",
    "At $\\epsilon = 1 + 2T/n$ and for $2 \\le M \\le n/2$, $\\delta_M \\le x^M/(1-x)$ with $x = eT/n < 1$. Of the "
    "four divergences from and to M - 1 and M + 1 two vanish, as a record more gains nothing, and the others are below "
    "$x^M/(1-x)$ and $x^{M+1}/(1-x)$. For T = o(n) and each M that is $O((T/n)^M)$.",
    f"delta <= {_X}**M/(1 - {_X})",
    in_steps(
        "both neighbours, from and to each",
        about(Formula("x**M == exp(M*log(x))", ["x", "M"]), by_identity("a power", "positive x; real M")),
        about(Formula("Implies(And(u <= 0, M <= K), K*u <= M*u)", ["u", "M", "K"]), by_solver("its exponent", [])),
        about(Formula("Implies(M <= K, And(0 < x**K, x**K <= x**M))", ["x", "M", "K"]), by_solver("a larger power", [
            "And(0 < x, x < 1)", shown("a power"), shown("a power", {"M": "K"}), shown("its exponent", {"u": "log(x)"}),
        ])),
        about(Formula("more <= 0", {"more": "d(P_{K-1}, P_K)"}), by_solver("one record more", [
            lifted("sum-over-outputs", "more <= 0", cite("one-record-more-gains-nothing")),
        ])),
        # K is the larger count of two neighbours: it loses `loss` against the smaller one, which loses `more` to it.
        by_solver("every neighbour", [
            f"And(0 < {_X}, {_X} < 1, n >= 6, M >= 2, 2*M <= n, T >= 1)",
            largest(
                f"delta <= {_X}**M/(1 - {_X})", {"delta": "Max(0, loss, more)"},
                shown("a larger power", {"x": _X}), shown("one record more"),
                cite("loss-against-one-record-fewer-below-a-geometric-sum", {"M": "K"}),
                each="loss more K", where="And(M <= K, K <= M + 1)",
            ),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "small databases", "n <= 18, eT < n, 2 <= M <= n/2, epsilon = 1 + 2T/n", _few_draws),
    silent=("epsilon = 1 + 2T/n", "eT < n and n >= 6, which T = o(n) implies for large n", "2 <= M <= n/2"),
    mutants={"one power more": ("**M", f"**M*{_X}"), "direction turned": ("<=", ">=")}, generated="none",
    repairs="order-of-the-loss-with-replacement-with-one-constant",
)  # fmt: skip

SECTION.claim(
    "order-of-the-loss-of-a-lone-record-with-replacement", "the summary: delta_1 = Theta(T/n)",
    "$T/(n+T-1) \\le \\delta_1 \\le T/n$, so $\\delta_1 = \\Theta(T/n)$ as long as T = O(n).",
    "And(T/(n + T - 1) <= delta, delta <= T/n)",
    by_solver("its value, and the bounds of that", [
        "And(n >= 2, T >= 1)", defined("chance", "1 - ((n - 1)/n)**T"),
        cite("loss-of-an-absent-type-with-replacement"), cite("chance-of-being-drawn-between-its-bounds"),
    ]),
    _grid("M = 1"),
    parameters={"first": 1, "last": 1}, mutants={"n for n + T - 1": ("(n + T - 1)", "n")}, counts="n T", integers="n T",
    generated="deep", search=over({**SPACE, "M": Integers(1, 1)}, _values, climbs=False),
)  # fmt: skip

SECTION.claim(
    "loss-with-replacement-is-symmetric", "delta_M = delta_{n-M}",
    "Counting the other type turns (M, k) into (n - M, T - k) and changes no probability: $P_{M,k} = P_{n-M,T-k}$, "
    "so $\\delta_M = \\delta_{n-M}$. Here for $1 \\le M < n$; at M = 0 no draw shows the type, at M = n every one.",
    "Eq(binomial(T, k)*(M/n)**k*((n - M)/n)**(T - k), binomial(T, T - k)*((n - M)/n)**(T - k)*(M/n)**k)",
    by_identity("the two probabilities", "natural n M T k", "And(1 <= M, M < n, k <= T)"),
    mutants={
        "k + 1": ("binomial(T, T - k)", "binomial(T, k + 1)"),
        "shares not exchanged": ("*((n - M)/n)**(T - k)*(M/n)**k", "*((n - M)/n)**k*(M/n)**(T - k)"),
    }, counts="n M T k",
)  # fmt: skip

SECTION.claim(
    "loss-with-replacement-decreases-towards-the-middle", "delta_M+1 <= delta_M for M + 1 <= n/2 at epsilon = 1 + 2T/n",
    "Step 2 bounds delta_M in the middle by its value at cn/2, which needs delta_M not to grow with M up to n/2.",
    "next <= delta",
    _grid("M + 1 <= n/2"),
    at="App. F, Step 2", silent="epsilon = 1 + 2T/n", parameters={"first": 0, "last": 9},
    mutants={"by a tenth": ("next", "10*next/9")},
    search=over({**SPACE, "M": Integers(0, lambda at: at["n"] // 2 - 1)}, _values, climbs=False), recorded="supported",
    note="At small epsilon it is false: epsilon = 0.01, n = 11, T = 3, M = 4. The repaired proof does not need it. "
    "For all sizes one step is missing: $d(P_{a+1}, P_a) \\le d(P_a, P_{a-1})$ at this epsilon. The best events of "
    "neighbours differ by several outputs, and between two places where the event changes the gain may rise with a, "
    "so neither a comparison of single outputs nor a derivative decides it. Proved for all sizes are the ends, M = 0 "
    "and 1, the symmetry, and a geometric bound from above.",
)  # fmt: skip


STEP_2 = SECTION.beside(SMOOTHED_DP, "App. F, Step 2", {
    "smoothed": "\\delta_{SDP}", "low": "\\Pr[M \\le cn/2]", "misprinted": "\\Pr[M \\ge 1 - cn/2]",
    "high": "\\Pr[M \\ge n - cn/2]", "outside": "\\Pr[M \\le cn/2 \\vee M \\ge n - cn/2]",
    "inside": "\\Pr[cn/2 < M < n - cn/2]", "lone": "\\delta_1", "middle": "\\delta_{\\lceil cn/2 \\rceil}",
    "written_out": "\\Pr[M \\in (0, cn/2) \\cup (1 - cn/2, 1)]", "written_in": "\\Pr[M \\in (cn/2, 1 - cn/2)]",
}, dict.fromkeys(("low", "misprinted", "high"), "papers.smoothed_dp.appendix_f_instances.tails"))  # fmt: skip

FULL_SUPPORT = "every source gives every type at least c > 0, not only the types of its own support"
_AVERAGES = on_instances(CERTIFIED, GRID, "small averages", "n <= 12, T <= 3, c in {1/4, 1/3, 1/2}", small_averages)
_AT_RANDOM = on_instances(CERTIFIED, SAMPLE, "shares at random", "n <= 9, seed 20230723", shares_at_random)

AVERAGE = STEP_2.derivation(
    "published-average-with-replacement", "The average over databases, as published",
    line(
        "smoothed", "<=", "written_out*lone + written_in*middle", Rule.EXPECTATION, _AVERAGES, holds=False,
        mutants={"half of the right side": "(written_out*lone + written_in*middle)/2"},
        note="With 1 for n and open ends, M = 0 and most other M are left out.",
    ),
    line(
        "smoothed", "<=", "outside*lone + inside*middle", Rule.EXPECTATION, _AVERAGES, part="With n for 1, and all M",
        silent="delta_M does not grow with M up to n/2",
        mutants={"half of the right side": "(outside*lone + inside*middle)/2"},
    ),
    line(
        "<=", "2*exp(-c*n/8)*lone + middle", Rule.THEOREM, _AVERAGES, reference="Chernoff bound",
        mutants={"a ninth of the first term alone": "2*exp(-c*n/8)*lone/9"},
        note="The middle term needs its own bound: O((T/n)^M) with one constant is false, (eT/n)^M/(1 - eT/n) is not.",
    ), source="App. F, step 2",
)  # fmt: skip

STEP_2.claim(
    "tails-of-the-record-count-as-printed", "Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= 1 - cn/2] <= exp(-cn/8)",
    "If every record is of the type with a probability in [c, 1 - c], then $\\Pr[M \\le cn/2]$ and $\\Pr[M \\ge 1 - "
    "cn/2]$ are at most $e^{-cn/8}$.",
    "And(low <= exp(-c*n/8), misprinted <= exp(-c*n/8))",
    _AT_RANDOM,
    silent=FULL_SUPPORT,
    fails=instance(
        "n = 3, c = 1/2: M >= 1 - 3/4 unless no record is of the type, so the probability is 7/8, above exp(-3/16), "
        "about 0.83. For cn >= 2 the event is certain.",
        "n = 3; c = 1/2; low = sum(comb(n, k) / 2**n for k in range(n + 1) if k <= c * n / 2); tail = sum(comb(n, "
        "k) / 2**n for k in range(n + 1) if k >= 1 - c * n / 2)", given="0 < c <= 1/2", at={"misprinted": "tail"},
    ), wrong="1 - cn/2 stands where n - cn/2 belongs, here and three times in the next display.", cost="Nothing.",
    defect="typo", search=over(
        {"n": Integers(1, 12), "c": Rationals(0, Fraction(1, 2), open_low=True)},
        lambda _, at: tails([1 - at["c"]] * at["n"], at["c"]), climbs=False,
    ), derivation=AVERAGE,
    numbers="abs(exp(-3/16) - 0.83) < 0.005",
)  # fmt: skip

STEP_2.claim(
    "tails-of-the-record-count", "Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= n - cn/2] <= exp(-cn/8)",
    "For independent records, each of the type with a probability in [c, 1 - c], the number M of records of the "
    "type has both tails $M \\le cn/2$ and $M \\ge n - cn/2$ at most $e^{-cn/8}$: by Markov's inequality for "
    "$2^{-M}$ each is at most the n-th power of $2^{c/2}(1 - c/2)$.",
    "And(low <= exp(-c*n/8), high <= exp(-c*n/8))",
    by_sentence("And(0 < c, c <= 1/2, n >= 0)", every="c n"),
    _AT_RANDOM,
    on_many_instances(CERTIFIED, "many shares at random", "n <= 9", shares_at_random, seed=20_230_726),
    silent=FULL_SUPPORT, fidelity="typo-corrected", mutants={
        "five times the exponent above": ("high <= exp(-c*n/8)", "high <= exp(-5*c*n/8)"),
        "eight times the exponent below": ("low <= exp(-c*n/8)", "low <= exp(-c*n)"),
    }, counts="n", generated="deep", repairs="tails-of-the-record-count-as-printed",
    note="The exponent $c/8$ may be raised to $(1 - \\ln 2)\\, c/2$.",
)  # fmt: skip


THEOREM_5 = SECTION.beside(SMOOTHED_DP, "App. F, Theorem 5", {
    "epsilon": "\\epsilon", "smoothed": "\\delta_{SDP}", "drawn": "(1 - (1 - 1/n)^T)", "x": "\\frac{1}{n}",
    "few": "\\Pr[\\min(M, n - M) \\le T]", "low": "\\Pr[M \\le cn/2]", "high": "\\Pr[M \\ge n - cn/2]",
}, {
    "smoothed": "privacy.smoothed.delta.smoothed_delta", "drawn": "privacy.bounds.published.dp_delta_with_replacement",
})  # fmt: skip
OWN = THEOREM_5.beside(PROJECT, "Sampling with replacement")

EVENTUALLY = "exp(-Theta(n)) is read as: below 1/n, and below 1/(2n), from some n on"


THEOREM_5.claim(
    "smoothed-half-with-positivity-on-the-support",
    "Theorem 5 for sources that are strictly positive on their own support",
    "For any strictly positive set of sources (a source gives at least c to each type *of its support*, the "
    "definition of Section 5.1) and T = o(n), delta_SDP at epsilon = 1 + 2T/n is exp(-Theta(n)).",
    "smoothed < x",
    on_instances(CERTIFIED, GRID, "one certain type", "n up to 1000, T = 1 and 2", averages.certain_records),
    kind="theorem", silent=EVENTUALLY,
    fails=instance(
        "The only source gives the first of two types probability 1, which is strictly positive with c = 1. Every "
        "database then lacks the other type, and delta_SDP = 1 - (1 - 1/n)^T >= 1/n at every epsilon and every n; "
        "here n = 2, T = 1.", "n = 2; T = 1; E = 8", PLAIN_LOSS, given="E >= exp(1 + 2 * T / n)",
        at={"smoothed": "delta(n)", "x": "1 / n"},
    ),
    wrong="The definition of Section 5.1 asks for positivity on the support only; the proof uses that every type "
    "has probability at least c ('any event').", cost="Full support: every source gives every type at least c.",
    defect="missing hypothesis", search=over(
        {"n": Integers(2, 40), "T": Integers(1, lambda at: at["n"]), "share": Rationals(1, 1)}, averages.searched_mean,
        climbs=False,
    ),
)  # fmt: skip

THEOREM_5.claim(
    "smoothed-half-as-the-proof-sets-epsilon", "Theorem 5 at epsilon = 2T/n = o(1)",
    "The theorem is stated at epsilon = 1 + 2T/n, and there it holds; its proof sets 2T/n = o(1) 'in all following "
    "proofs'. Read here as what the proof would show: that delta_SDP at epsilon = 2T/n is exp(-Theta(n)).",
    "smoothed < x/2",
    on_instances(CERTIFIED, GRID, "single draws", "T = 1, n = 4 to 30", averages.at_twice_the_rate),
    at="App. F, Step 1.3", kind="reading", silent=(EVENTUALLY, FULL_SUPPORT, AS_SET),
    parameters={"share": Fraction(1, 8), "factor": 2},
    fails=instance(
        "T = 1 and one source that gives the two types 1/8 and 7/8: delta_SDP at epsilon = 2/n is at least 2/(3n) "
        "for every n >= 4 (its own claim); here n = 4.", "n = 4; T = 1; E = exp(2 * T / n)", PLAIN_LOSS,
        "average = sum(comb(n, H) * (1/8)**H * (7/8)**(n - H) * delta(H) for H in range(n + 1))",
        at={"smoothed": "average", "x": "1 / n"},
    ),
    wrong="The theorem says epsilon = 1 + 2T/n, its proof computes with 2T/n. At 2T/n it is false: with one draw "
    "delta_SDP is of the order 1/n.",
    cost="epsilon >= 1; at epsilon = 2T/n, delta_SDP falls exponentially in T instead of n.", defect="wrong constant",
    search=over(
        {"n": Integers(4, 40), "share": Rationals(0, Fraction(1, 2), open_low=True)}, averages.searched_mean,
        climbs=False,
    ),
)  # fmt: skip

OWN.claim(
    "single-draw-loses-a-constant-share-at-twice-the-rate",
    "one draw, a source with share 1/8, epsilon = 2/n: delta_SDP >= 2/(3n) for every n >= 4",
    "With one draw delta(M) is at least $(1 - (E-1) M)/n$, so a source with share 1/8 has $\\delta_{SDP} \\ge "
    "\\frac{1}{n} - \\frac{E-1}{8}$, at least $\\frac{2}{3n}$ at $E = e^{2/n}$ for all n >= 4.",
    "smoothed >= 2*x/3",
    in_steps(
        # a records of n, the mean of which is n/8.
        "one event, averaged",
        about(
            Formula("a*x - odds*(a - 1)*x >= (1 - (odds - 1)*a)*x", ["a", "x", "odds"]),
            by_solver("the event that the type is drawn", "And(odds >= 1, x >= 0)"),
        ), about(
            lambda claim: Formula(f"x - (exp(2*x) - 1)*({claim.parameters['share']}) >= 2*x/3", ["x"]),
            on_box("the linear bound", {"x": "(0, 1/4]"}),
        ),
        by_solver("averaged over databases", [
            "And(0 < x, x <= 1/4)", shown("the linear bound"),
            lifted(
                "averaging", "smoothed >= x - (exp(2*x) - 1)/8", shown("the event that the type is drawn"),
                cite("loss-of-an-absent-type-with-replacement"),
            ),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "exact averages", "n = 4 to 30", averages.at_twice_the_rate),
    given=("T = 1, epsilon = 2/n and n >= 4", "some source gives one of two types the share 1/8"),
    parameters={"share": Fraction(1, 8), "factor": 2},
    mutants={"nine tenths of 1/n": ("2*x/3", "9*x/10"), "share 1/2": {"share": Fraction(1, 2)}},
)  # fmt: skip

OWN.claim(
    "no-loss-with-replacement-below-a-share-of-the-records",
    "outputs that show a type at most epsilon (a-1) times contribute nothing",
    "If one of a records of a type turns into another type that b records have, an output that shows the first type "
    "$h \\le \\epsilon (a-1)$ times has no likelihood ratio above $e^{\\epsilon}$. So delta(H) = 0 if every type has "
    "at least $1 + T/\\epsilon$ records; at epsilon >= 1, if every type has more than T.",
    "epsilon + h*log((a - 1)/a) + k*log((b + 1)/b) >= 0",
    by_solver("tangents of the logarithm", "And(a > 1, b > 0, h >= 0, k >= 0, h <= epsilon*(a - 1))"),
    on_instances(CERTIFIED, GRID, "h = epsilon (a-1)", "a <= 8, h <= 8, k <= 3", averages.at_the_level),
    given="h <= epsilon (a - 1)", parameters={"slack": 0},
    mutants={"epsilon a for epsilon (a-1)": {"slack": 1}, "epsilon (a - 1/4)": {"slack": Fraction(3, 4)}},
    generated="none", trust="sum-over-outputs",
    note="If the type that gains is absent, b = 0, every possible output has k = 0, and there is no third term: the "
    "formula at k = 0, with any b, says the same.",
)  # fmt: skip

_FEW = on_instances(CERTIFIED, GRID, "small averages", "n <= 12, T <= cn/2, c in {1/4, 1/3, 1/2}", averages.few_draws)
FEW_DRAWS = THEOREM_5.derivation(
    "average-while-draws-are-few", "The average over databases at epsilon >= 1, if T <= cn/2",
    line(
        "smoothed", "<=", "few*drawn", Rule.CASE_SPLIT, _FEW, mutants={"half of the right side": "few*drawn/2"},
        note="delta is 0 if each type has more than T records; otherwise at most the worst case.",
    ),
    line(
        "<=", "(low + high)*drawn", Rule.UNION_BOUND, _FEW, mutants={"half of the right side": "(low + high)*drawn/2"},
        note="T <= cn/2.",
    ),
    line(
        "<=", "2*drawn*exp(-c*n/8)", Rule.THEOREM, _FEW, reference="Markov's inequality for 2^-M",
        mutants={"sixteen times the exponent": "2*drawn*exp(-2*c*n)"},
    ),
)  # fmt: skip

THEOREM_5.claim(
    "smoothed-loss-with-replacement-exponentially-small",
    "delta_SDP <= m (1 - (1-1/n)^T) exp(-cn/8) for every epsilon >= 1, if T <= cn/2",
    "If every source gives each of m types at least c, $T \\le cn/2$ and $\\epsilon \\ge 1$, then with replacement "
    "$\\delta_{SDP} \\le m\\,(1 - (1-1/n)^T)\\, e^{-cn/8}$, without asymptotics. For T = o(n) the first condition "
    "holds for large n, and $1 + 2T/n \\ge 1$: the smoothed half of Theorem 5.",
    "smoothed <= m*drawn*exp(-c*n/8)",
    on_instances(
        CERTIFIED, SAMPLE, "sizes and shares at random, all mixtures",
        "two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n, seed 20230723", averages.averages_at_random,
    ),
    on_many_instances(
        CERTIFIED, "many sizes and shares at random", "two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n",
        averages.averages_at_random, seed=20_230_726,
    ),
    kind="theorem", given=("T <= cn/2, which T = o(n) implies for large n", "epsilon >= 1"),
    silent=FULL_SUPPORT, fidelity="reconstructed",
    mutants={"twelve times the exponent": ("-c*n/8", "-3*c*n/2"), "direction turned": ("<=", ">")}, generated="none",
    repairs=("smoothed-half-with-positivity-on-the-support", "smoothed-half-as-the-proof-sets-epsilon"),
    derivation=FEW_DRAWS,
    note="No database in which each type has more than T records has a delta above 0 at epsilon >= 1; the others have "
    "exponentially small probability, and the worst case bounds their delta. From below, delta_SDP is at least "
    "$(1-p)^n (1 - (1-1/n)^T)$, p being the least probability of a type. At an epsilon of the order of T/n: "
    "smoothed-loss-with-replacement-at-small-epsilon.",
)  # fmt: skip

OWN.claim(
    "draws-below-epsilon-times-half-of-the-least-share",
    "if epsilon >= T/(cn/2 - 1) and a > cn/2 then every h <= T is at most epsilon (a - 1)",
    "No output shows a type more than T times. So if the type has more than cn/2 > 1 records and $\\epsilon (cn/2 - "
    "1) \\ge T$, every output shows it at most $\\epsilon (a - 1)$ times, and delta is 0.",
    "Implies(And(c*n/2 > 1, h <= T, a > c*n/2, epsilon*(c*n/2 - 1) >= T, T >= 0), h <= epsilon*(a - 1))",
    by_solver("all sizes", []),
    mutants={"half of epsilon": ("h <= epsilon*(a - 1)", "h <= epsilon*(a - 1)/2"), "a - 2": ("a - 1", "a - 2")},
    generated="none",
)  # fmt: skip

THEOREM_5.claim(
    "smoothed-loss-with-replacement-at-small-epsilon",
    "delta_SDP <= m (1 - (1-1/n)^T) exp(-cn/8) for every epsilon >= T/(cn/2 - 1), if cn > 2",
    "If every source gives each of m types at least c, cn > 2 and $\\epsilon \\ge T/(cn/2 - 1)$, then with "
    "replacement $\\delta_{SDP} \\le m\\,(1 - (1-1/n)^T)\\, e^{-cn/8}$, for any number of draws. For T = o(n) that "
    "is an epsilon of the order of T/n, where Theorem 5 asks for 1 + 2T/n.",
    "smoothed <= m*drawn*exp(-c*n/8)",
    on_instances(
        CERTIFIED, SAMPLE, "sizes and shares at random, all mixtures",
        "two types, n <= 60, the least epsilon, seed 20261122", averages.small_epsilons,
    ),
    kind="theorem", given="cn > 2, epsilon >= T/(cn/2 - 1)", silent=FULL_SUPPORT, fidelity="reconstructed",
    mutants={"fifty times the exponent": ("-c*n/8", "-50*c*n/8"), "direction turned": ("<=", ">")}, generated="none",
)  # fmt: skip
