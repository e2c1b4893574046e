"""Eq. (8), the definition of delta_M, its order of growth as Step 1.3 sums it up, and its monotonicity for Step 2.

Items: Eq. (8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.ledger import Check
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.appendix_f.drawn_records import attained
from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import PLAIN_CHANCE, PLAIN_LOSS
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import ResampledPair
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Step 1.3", {
    "delta": "\\delta_M", "onesided": "\\max(0, \\max_{M'} d(P_M, P_{M'}))", "constant": "C",
    "next": "\\delta_{M+1}",
}, {
    "delta": "privacy.histogram.database.delta", "next": "privacy.histogram.database.delta",
    "onesided": "papers.smoothed_dp.appendix_f.equation_8.one_sided",
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
        "n = 2, T = 1, M = 0, odds 8 (epsilon = 1 + 2T/n is ln 7.39): no event is likelier by that much under x, so "
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
        "n = 20,000, T = 200, M = 14, odds at most e^(1 + 2T/n): the event that 14 to 16 draws show the type alone "
        "has a gain above 600 (T/n)^14. The factor is about $e^M/M^{3/2}$, so every constant is exceeded.",
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
        # Of two neighbours K is the larger count: it loses `loss` against the smaller one, which loses `more` to it.
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
