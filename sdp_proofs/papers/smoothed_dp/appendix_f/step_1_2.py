"""App. F, Step 1.2: an output that shows a type at least as often as it has records; P_{M,k} <= (e T/n)^k."""

from __future__ import annotations

from collections.abc import Iterator

from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import on_outputs, outputs, searched
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Step 1.2", {"mass": "P_{M,k}"})
OWN = SECTION.beside(PROJECT, "Sampling with replacement")

SCOPE = "all n <= 7, T <= n, 1 <= M <= k"


def meant(n: int, count: int, draws: int, seen: int) -> bool:
    """M <= k, as step 1.3 needs it; step 1.2 says M < k."""
    return 1 <= count <= seen and 2 * count < n


def printed(n: int, count: int, draws: int, seen: int) -> bool:
    """Where step 1.2 is stated, without M = 0."""
    return 1 <= count < seen and 2 * count < n


def large_and_small(_: Claim) -> Iterator[Instance]:
    """The small outputs, and a large one where the constant e is needed."""
    yield from outputs(7, meant)
    place = {"n": 300_000, "M": 45, "T": 3000, "k": 45}
    mass = Formula("binomial(T, k)*exp(k*log(M/n) + (T - k)*log((n - M)/n))", list(place)).value(place)
    yield "n = 300000, M = k = 45, T = 3000", {**place, "mass": mass}


_SMALL = on_outputs(7, meant, SCOPE)
TURNED = {"direction turned": ">=", "strict": "<"}

POWERS = SECTION.derivation(
    "chance-of-more-draws-than-records", "The chance to draw a type at least as often as it has records",
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
    ), line("<=", "(exp(1)*T/n)**k", Rule.MONOTONICITY, _SMALL, mutants=TURNED),
    line(
        "binomial(T, k)*(M/n)**k", "<", "(exp(1)*T/k)**k*(M/n)**k", Rule.INEQUALITY, _SMALL,
        part="What holds instead", mutants={"T for e T": "(T/k)**k*(M/n)**k", "direction turned": ">="},
    ),
    line(
        "=", "(exp(1)*T/n)**k*(M/k)**k", Rule.ALGEBRA,
        by_identity("identity", "natural n M T k", "And(n >= 1, M >= 1, T >= 1, k >= 1)"),
        mutants={"k/M for M/k": ("(M/k)", "(k/M)"), "without M/k": "(exp(1)*T/n)**k"},
    ), line("<=", "(exp(1)*T/n)**k", Rule.MONOTONICITY, _SMALL, mutants=TURNED, note="M <= k."),
    source="App. F, step 1.2",
)  # fmt: skip

SECTION.claim(
    "chance-of-more-draws-than-records-as-printed", "binom(T,k) (M/n)^k < (e k/(k T))^k (M/n)^k",
    "For M < min(k, n/2), $\\binom{T}{k} (M/n)^k < \\left(\\frac{e k}{k T}\\right)^k (M/n)^k$.",
    "binomial(T, k)*(M/n)**k < (exp(1)*k/(k*T))**k*(M/n)**k",
    on_outputs(7, printed, "all n <= 7, T <= n, 1 <= M < min(k, n/2)"),
    silent="M >= 1; at M = 0 both sides are 0",
    fails=instance(
        "n = 100, T = 3, M = 1, k = 2: the left side is 3/10000, the right side (e/300)^2, about 0.8/10000. So it "
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

SECTION.claim(
    "binomial-coefficient-below-its-power", "binom(T,k) <= (e T/k)^k",
    "$\\binom{T}{k} \\le (e T/k)^k$ for 1 <= k <= T. From k to k + 1 the coefficient grows by $(T-k)/(k+1)$, the "
    "power by $\\frac{T}{k+1}\\, e (1 + 1/k)^{-k} \\ge \\frac{T}{k+1}$.",
    "And(0 <= binomial(T, k), binomial(T, k) <= (exp(1)*T/k)**k)",
    in_steps(
        "from k to k + 1",
        about(
            Formula("And(0 <= choose, choose <= power)", ["choose", "power"]),
            by_induction(
                "induction on k", {"choose": "T", "power": "exp(1)*T", "k": "1"},
                {
                    "choose": "choose*(T - k)/(k + 1)", "power": "power*exp(1 - k*log((k + 1)/k))*T/(k + 1)",
                    "k": "k + 1",
                }, ["And(k >= 1, T >= k, T >= 1)"],
            ),
        ),
        by_solver("closed forms", [
            "And(k >= 1, T >= k)", defined("choose", "binomial(T, k)"), shown("induction on k"),
            lifted("induction", "power == (exp(1)*T/k)**k", shown("induction on k")),
        ]),
    ),
    on_instances(
        CERTIFIED, GRID, "all small coefficients", "1 <= k <= T <= 20",
        lambda _: ((f"T = {T}, k = {k}", {"T": T, "k": k}) for T in range(1, 21) for k in range(1, T + 1)),
    ),
    fidelity="typo-corrected", mutants={"a third of the power": ("<= (exp(1)*T/k)**k", "<= (exp(1)*T/k)**k/3")},
    repairs="chance-of-more-draws-than-records-as-printed", trust="induction",
)  # fmt: skip

SECTION.claim(
    "chance-of-more-draws-than-records", "P_M,k <= (e T/n)^k for 1 <= M <= k",
    "If M of n records are of the type and $1 \\le M \\le k$, the chance that k of T draws show it is at most $(e "
    "T/n)^k$.",
    "Implies(And(1 <= M, M <= k, M <= n), mass <= (exp(1)*T/n)**k)",
    in_steps(
        "factor by factor",
        about(
            Formula("And(0 <= M/n, 0 <= 1 - M/n, 1 - M/n <= 1, k/M >= 1)", ["M", "n", "k"]),
            by_solver("the bases", ["And(1 <= M, M <= k, M <= n)"]),
        ),
        about(
            Formula("Eq((exp(1)*T/n)**k, (exp(1)*T/k)**k*(M/n)**k*(k/M)**k)", ["T", "n", "k", "M"]),
            by_identity("the powers regrouped", "natural n M T k", "And(n >= 1, M >= 1, T >= 1, k >= 1)"),
        ),
        by_solver("the powers", [
            "T >= k", defined("mass", "binomial(T, k)*(M/n)**k*(1 - M/n)**(T - k)"),
            cite("binomial-coefficient-below-its-power"), shown("the bases"), shown("the powers regrouped"),
            lifted(
                "exponentials",
                "Implies(And(0 <= M/n, 0 <= 1 - M/n, 1 - M/n <= 1, k/M >= 1), "
                "And(0 <= (M/n)**k, 0 <= (1 - M/n)**(T - k), (1 - M/n)**(T - k) <= 1, (k/M)**k >= 1))",
                shown("the bases"),
            ),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "all small outputs, one large", SCOPE, large_and_small),
    silent=("M >= 1, and M = k is allowed, as step 1.3 needs", "1 <= k <= T"), mutants={
        "2.5009 for e": ("mass <= (exp(1)*T/n)**k", "mass <= (exp(1)*T/n)**k*(92/100)**k"),
        "k for T": ("mass <= (exp(1)*T/n)**k", "mass <= (exp(1)*T/n)**k*(k/T)**k"),
    }, search=searched(lambda n, count, draws, seen: 1 <= count <= seen), integers="n M T k",
    note="With the part $(M/n)^k$, the rest $(1-M/n)^{T-k} \\le 1$ and the growth $(k/M)^k \\ge 1$ from $(eT/k)^k "
    "(M/n)^k$ to $(eT/n)^k$. No constant below e would do: at M = k the chance is about $(k^k/k!) (T/n)^k$ for large "
    "T and n.",
)  # fmt: skip
