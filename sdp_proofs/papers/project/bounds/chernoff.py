"""Chernoff bounds: one exponential above the threshold, two for every epsilon, at every n and T < n.

The tail of a sampled share is bounded by Hoeffding's comparison with a binomial count and Markov's inequality.
"""

from __future__ import annotations

from sdp_proofs.papers.project.bounds.chernoff_instances import (
    DATABASES_SCOPE,
    DEEP_SEED,
    RANDOM_DATABASES,
    RANDOM_SOURCES,
    SMOOTHED_SCOPE,
    databases_above_the_threshold,
    databases_at_every_budget,
    few_records,
    sources_at_every_budget,
)
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Closed bounds", {
    "loss": "\\delta(H)", "limit": "e^{-K \\max(1, \\min_i H_i)}", "p": "\\pi(i)", "power": "E[L^{H_i}]_{n-1}",
    "base": "L", "mean": "E[L^{H_i}]", "x": "x", "y": "(w+1)/(b+1)", "odds": "E", "first": "e^{-K_+ k}",
    "second": "\\frac{c}{q} e^{-K_- k}", "types": "m", "th": "\\theta", "rho": "\\rho",
}, {
    "loss": "privacy.histogram.database.delta", "limit": "privacy.bounds.tails.one_tail_delta_upper",
    "p": "any probability", "power": "papers.project.bounds.chernoff_instances.average_power",
    "mean": "papers.project.bounds.chernoff_instances.average_power", "x": "any number >= 0", "y": "any number > 0",
    "first": "privacy.bounds.tails.tail_entropies", "second": "privacy.bounds.tails.tail_entropies",
})  # fmt: skip
PRINTED = SECTION.beside(SMOOTHED_DP, "Theorem 3 (i), every epsilon")

SECTION.claim(
    "best-exponent-of-a-tail-is-the-relative-entropy",
    "(1 - rho + rho u) u^-theta = exp(-KL(theta || rho)) at u = theta (1-rho)/(rho (1-theta))",
    "At $u = \\theta(1-\\rho)/(\\rho(1-\\theta))$ one has $1 - \\rho + \\rho u = (1-\\rho)/(1-\\theta)$, so "
    "$\\ln\\left((1 - \\rho + \\rho u) u^{-\\theta}\\right) = -KL(\\theta \\| \\rho)$.",
    "Eq(log(q/t) - th*log(th*q/(rho*t)), -(th*log(th/rho) + (1 - th)*log(t/q)))",
    by_identity("logarithms taken apart", "positive th t rho q"),
    given="0 < rho < theta < 1; t = 1 - theta and q = 1 - rho",
    mutants={
        "u = theta/rho": ("th*q/(rho*t)", "th/rho"),
        "the entropy the other way round": ("th*log(th/rho)", "th*log(rho/th)"),
    },
)  # fmt: skip

SECTION.claim(
    "relative-entropy-is-at-least-twice-the-squared-distance", "KL(theta || rho) >= 2 (theta - rho)^2 (Pinsker)",
    "$KL(\\theta\\|\\rho) \\ge 2(\\theta-\\rho)^2$ for all theta and rho strictly between 0 and 1.",
    "th*log(th/rho) + (1 - th)*log((1 - th)/(1 - rho)) >= 2*(th - rho)**2",
    on_box("the whole square", {"th": "(0, 1)", "rho": "(0, 1)"}, touching={"th": "rho"}),
    mutants={"three instead of two": ("2*(th", "3*(th")}, generated="deep",
)  # fmt: skip

_RATES = "And(0 < rho, rho < th, th < 1, q == 1 - rho, t == 1 - th, least >= 1, count >= 0)"
_SIZES = "count th rho q t"
_ENTROPY = "(th*log(th/rho) + t*log(t/q))"
_MARKOV = "exp(count*(log(q/t) - th*log(th*q/(rho*t))))"
_TAILS = Section(PROJECT, "Closed bounds", {
    "th": "\\theta", "rho": "\\rho", "tail": "p", "gain": "d", "count": "a", "least": "k",
})  # fmt: skip
_TAIL = (
    about(_TAILS.formula("And(th*q/(rho*t) >= 1, 1 - rho + rho*(th*q/(rho*t)) == q/t)"), by_solver(
        "the tilt", _RATES.replace(", least >= 1, count >= 0", ""),
    )),
    about(_TAILS.formula(f"Implies(least <= count, tail <= exp(-least*{_ENTROPY}))"), by_solver("a tail", [
        _RATES, trusted("hoeffding", "moment <= exp(count*log(q/t))", every="count q t"),
        lifted("exponential-markov", f"Implies(moment <= exp(count*log(q/t)), tail <= {_MARKOV})", shown("the tilt"),
               every=_SIZES),
        cite("best-exponent-of-a-tail-is-the-relative-entropy"),
    ])),
)  # fmt: skip
"""`tail` is the chance that at least a share `th` of `count` records is drawn, `moment` E u^h at u = th q/(rho t),
where a binomial count has (1 - rho + rho u)^count."""

# One of `count` records turns into another type; an output with at most the share th = 1 - 1/E loses nothing.
SECTION.claim(
    "one-loss-below-one-exponential",
    "above the threshold delta(H) <= exp(-K max(1, min H)), K = KL(1 - e^-eps || T/n)",
    "If epsilon > ln(n/(n - T)), $\\delta(H) \\le e^{-K \\max(1, \\min_i H_i)}$ with $K = KL(1 - e^{-\\epsilon} \\| "
    "T/n)$. Proof: the divergence is at most $\\Pr[h > \\theta H_i]$ for the type i that loses a record. With the "
    "roles of the type and of the sample exchanged, h counts the marked ones among H_i records drawn from n, of which "
    "T are marked. By Hoeffding 1963, Theorem 4, the moment generating function is at most that of a binomial count, "
    "and the best exponent is H_i K: for one pair of neighbours the divergence is at most $e^{-H_i K}$.",
    "loss <= limit",
    in_steps(
        "through the tail", *_TAIL,
        about(_TAILS.formula(f"Implies(least <= count, gain <= exp(-least*{_ENTROPY}))"), by_solver(
            "one pair of neighbours", [
                _RATES,
                lifted(
                    "sum-over-outputs", "gain <= tail", cite("outputs-with-a-small-share-lose-nothing"),
                    cite("ratio-at-least-one-minus-a-share"),
                ), shown("a tail"),
            ],
        )),
        by_solver("every pair of neighbours", [
            defined("limit", "exp(-Max(1, fewest)*entropy)"),
            lifted("maximum", "loss <= exp(-Max(1, fewest)*entropy)", shown("one pair of neighbours")),
        ]),
    ),
    on_instances(CERTIFIED, SAMPLE, "random databases", DATABASES_SCOPE, databases_above_the_threshold),
    on_many_instances(
        CERTIFIED, "many random databases", RANDOM_DATABASES, databases_above_the_threshold, seed=DEEP_SEED,
    ),
    given=("T < n", "epsilon > ln(n/(n - T))"), mutants={"half of it": ("<= limit", "<= limit/2")},
    repairs=("loss-below-the-printed-exponential", "loss-below-the-printed-exponential-of-the-rarest-type"),
)  # fmt: skip

SECTION.claim(
    "averages-of-powers-factorise", "one more record multiplies E L^H_i by 1 - pi(i) (1 - L)",
    "For independent records, of whatever sources, $E[L^{H_i}] = \\prod_r (1 - \\pi_r(i)(1 - L))$: a record of law pi "
    "multiplies the average by $\\pi(i) L + 1 - \\pi(i)$.",
    "Eq(p*power*base + (1 - p)*power, (1 - p*(1 - base))*power)",
    and_so(by_identity("one record", ""), about(Formula("mean == product", ["mean", "product"]), by_induction(
        "one record after the other", {"mean": "1", "product": "1"},
        {"mean": "p*mean*base + (1 - p)*mean", "product": "product*(1 - p*(1 - base))"}, [], inputs=["p"],
    ))),
    mutants={"1 + L for 1 - L": ("(1 - base)", "(1 + base)"), "the other types": ("1 - p*(1 - base)", "p*(1 - base)")},
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "a-rarer-type-has-a-larger-average", "1 - pi(i) (1-L) <= 1 - f (1-L) if pi(i) >= f",
    "For $0 \\le L \\le 1$ the factor of a record is largest where the type is rarest.",
    "1 - p*(1 - base) <= 1 - f*(1 - base)",
    by_solver("all reals", "And(0 <= base, base <= 1, f <= p, 0 <= f)"),
    given=("every source gives every type at least f", "0 <= L <= 1"), mutants={"f doubled": ("f*(1", "2*f*(1")},
)  # fmt: skip

SECTION.claim(
    "an-average-of-powers-is-below-that-of-the-floor",
    "E L^H_i <= (1 - f (1 - L))^n for independent records with pi(i) >= f, whatever their sources",
    "For n independent records, each of type i with a probability $\\pi(i) \\ge f$ of its own, and $0 \\le L \\le 1$: "
    "$E[L^{H_i}] \\le (1 - f(1 - L))^n$. Without records both sides are 1; a record multiplies the average by $1 - "
    "\\pi(i)(1 - L)$ and the bound by no less.",
    "mean <= (1 - f*(1 - base))**n",
    in_steps(
        "all records",
        about(Formula("mean <= power", {"mean": "E[L^{H_i}]", "power": "power"}), by_induction(
            "one record after the other", {"mean": "1", "power": "1", "n": "0"},
            {"mean": "p*mean*base + (1 - p)*mean", "power": "power*(1 - f*(1 - base))", "n": "n + 1"},
            ["And(0 <= base, base <= 1, 0 <= f, f <= 1)", "And(f <= p, p <= 1)"], inputs=["p"],
            keeps=["And(mean >= 0, power >= 0)"],
        )),
        by_solver("the power", [
            "And(0 <= base, base <= 1, 0 <= f, f <= 1, n >= 0)", defined("power", "(1 - f*(1 - base))**n"),
            shown("one record after the other"),
        ]),
    ),
    on_instances(EXACT, GRID, "few records", "up to three records of three laws, f, L in quarters", few_records),
    given=("every source gives every type at least f", "0 <= L <= 1"),
    mutants={"strictly": ("<=", "<"), "one record more": ("**n", "**(n + 1)"), "f doubled": ("f*(1", "2*f*(1")},
    generated="none", trust=("induction", "independent-records"), integers="n",
)  # fmt: skip

SECTION.claim(
    "a-power-is-below-an-exponential", "(1 - x)^n <= exp(-n x)",
    "$(1 - x)^n \\le e^{-n x}$ for $0 \\le x < 1$ and $n \\ge 1$; at x = 1 the left side is 0.",
    "n*log(1 - x) <= -n*x",
    on_box("all n and x", {"n": "[1, oo)", "x": "[0, 1)"}, touching={"x": "0"}),
    mutants={"exp(-2 n x)": ("-n*x", "-2*n*x")}, counts="n", generated="deep",
)  # fmt: skip

_CUTS = Section(PROJECT, "", {
    "odds": "E", "p": "\\Pr[h|H]", "low": "\\Pr[x<c/E]", "high": "\\Pr[y>c]", "both": "\\Pr[x<c/E, y>c]",
})  # fmt: skip
TWO_EXPONENTIALS = _CUTS.derivation(
    "two-exponentials-at-every-budget", "delta(H) <= P(x < c/E) + P(y > c) for every epsilon > 0",
    line("binomial(a - 1, a - u)*binomial(b + 1, b - w)/(binomial(a, a - u)*binomial(b, b - w))", "=",
         "(u/a)/((w + 1)/(b + 1))", Rule.ALGEBRA,
         by_identity("all counts", "natural a u b w", "And(1 <= u, u <= a, w <= b)"),
         mutants={"w/b": "(u/a)/((w + 2)/(b + 2))", "the product": "(u/a)*((w + 1)/(b + 1))"},
         part="The ratio in terms of the records that are not sampled: x/y"),
    line("And(x >= c/odds, y <= c)", "implies", "p*(1 - odds*x/y) <= 0", Rule.CASE_SPLIT,
         by_solver("one output", "And(c > 0, odds >= 1, y > 0, x >= 0, p >= 0)"),
         mutants={"a cut at 2c for y": ("y <= c", "y <= 2*c"), "a strict loss": ("<= 0", "< 0")},
         part="Between the cuts nothing is lost"),
    line("low + high - both", "<=", "low + high", Rule.UNION_BOUND,
         by_solver("two events", "And(0 <= both, both <= low, both <= high)"),
         mutants={"the larger one": "Max(low, high)", "the product": "low*high"}, part="Two tails",
         note="On the left is the chance that x < c/E or y > c. Each tail is Hoeffding's: E[u/a] = q, and the moment "
         "generating function of w is at most binomial."),
    line("1 - q + q*(c*(1 - q)/(q*(1 - c)))", "=", "(1 - q)/(1 - c)", Rule.ALGEBRA,
         by_identity("the best place", "positive q c"), mutants={"the reciprocal": "(1 - c)/(1 - q)", "c/q": "c/q"},
         given="q < c < 1", part="The second tail at the best place; the +1 of w + 1 costs c/q"),
    line("c*log(c/q) + (1 - c)*log((1 - c)/(1 - q))", ">=", "2*(c - q)**2", Rule.INEQUALITY,
         on_box("the whole square", {"c": "(0, 1)", "q": "(0, 1)"}, touching={"c": "q"}),
         mutants={"three times": ("2*", "3*"), "strictly": ">"},
         part="Both exponents are positive, whatever epsilon > 0: c may lie anywhere between q and E q"),
)  # fmt: skip

SECTION.claim(
    "outputs-between-two-cuts-lose-nothing", "where x >= c/E and y <= c the loss is at most 0",
    "The ratio of a sample is x/y, with x = u/a and y = (w+1)/(b+1), u and w being the records of the two types that "
    "are not sampled. If x >= c/E and y <= c, the output loses nothing.",
    "Implies(And(x >= c/odds, y <= c), p*(1 - odds*x/y) <= 0)",
    and_so(
        by_solver("one output", "And(c > 0, odds >= 1, y > 0, x >= 0, p >= 0)"),
        about(Formula(
            "Implies(And(c > 0, odds >= 1, p >= 0, 1 <= a, 0 <= h, h <= a, 0 <= k, k <= b, binomial(a, h)*"
            "binomial(b, k) > 0, (a - h)/a >= c/odds, (b - k + 1)/(b + 1) <= c), p*(1 - odds*(binomial(a - 1, h)*"
            "binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)))) <= 0)", ["c", "odds", "p", "a", "h", "b", "k"],
        ), by_solver("the ratio of a sample", [
            shown("one output", {"x": "(a - h)/a", "y": "(b - k + 1)/(b + 1)"}),
            cite("ratio-when-a-record-is-replaced"),
        ])),
    ),
    symbols={"x": "u/a", "p": "\\Pr[h|H]"}, integers="a b h k",
    mutants={"cut at c for x": ("x >= c/odds", "x >= c/odds**2"), "cut at 2c for y": ("y <= c", "y <= 2*c")},
)  # fmt: skip

_PLUS = "(y*log(y/(1 - q)) + (1 - y)*log((1 - y)/q))"
_MINUS = "(c*log(c/q) + (1 - c)*log((1 - c)/(1 - q)))"

# In the tail with one record more, of `count` records one counts as drawn, and the others may be: it is at most
# E u^(h + 1 - th count). At most c/E of the a records of the type that loses one are not sampled, or at least a share c
# of the b + 1 of the other with the new one is not.
SECTION.claim(
    "one-loss-below-two-exponentials",
    "for every epsilon > 0, delta(H) <= exp(-K+ k) + (c/q) exp(-K- k), k = max(1, min H)",
    "With q = 1 - T/n and a cut c in (q, 1), c < E q: $\\delta(H) \\le e^{-K_+ k} + \\frac{c}{q} e^{-K_- k}$, where "
    "$K_+ = KL(c/E \\| q)$, $K_- = KL(c \\| q)$ and $k = \\max(1, \\min_i H_i)$.",
    "loss <= first + second",
    in_steps(
        "through the two tails", *_TAIL,
        about(_TAILS.formula(f"Implies(least <= count, tail <= th/rho*exp(-least*{_ENTROPY}))"), by_solver(
            "a tail with one record more", [
                _RATES, trusted("hoeffding", "moment <= exp((count - 1)*log(q/t))", every="count q t"),
                lifted(
                    "exponential-markov",
                    f"Implies(moment <= exp((count - 1)*log(q/t)), tail <= (th*q/(rho*t))/(q/t)*{_MARKOV})",
                    shown("the tilt"), every=_SIZES,
                ), cite("best-exponent-of-a-tail-is-the-relative-entropy"),
            ],
        )),
        about(
            Formula(
                f"Implies(And(least <= own, least <= other), gain <= exp(-least*{_PLUS}) + c/q*exp(-least*{_MINUS}))",
                {"gain": "d", "least": "k", "own": "a", "other": "(b + 1)", "y": "1 - c/E", "c": "c", "q": "(1-\\rho)"},
            ),
            by_solver("one pair of neighbours and two cuts", [
                "And(0 < q, q < c, c < 1, 1 - q < y, y < 1, least >= 1)",
                lifted("sum-over-outputs", "gain <= either", cite("outputs-between-two-cuts-lose-nothing")),
                trusted("adding-up", "either <= low + high"),
                shown("a tail", {"tail": "low", "count": "own", "th": "y", "t": "1 - y", "rho": "1 - q"}),
                shown("a tail with one record more", {
                    "tail": "high", "count": "other", "th": "c", "t": "1 - c", "rho": "q", "q": "1 - q",
                }),
            ]),
        ),
        by_solver("every pair of neighbours", [
            defined("first", "exp(-Max(1, fewest)*plus)"), defined("second", "weight*exp(-Max(1, fewest)*minus)"),
            lifted(
                "maximum", "loss <= exp(-Max(1, fewest)*plus) + weight*exp(-Max(1, fewest)*minus)",
                shown("one pair of neighbours and two cuts"),
            ),
        ]),
    ),
    on_instances(CERTIFIED, SAMPLE, "random databases", DATABASES_SCOPE, databases_at_every_budget),
    on_many_instances(CERTIFIED, "many random databases", RANDOM_DATABASES, databases_at_every_budget, seed=DEEP_SEED),
    given=("T < n", "epsilon > 0", "q < c < min(1, E q)"),
    mutants={"one of the two": ("first + second", "Min(first, second)")},
    note="In the proof `plus` and `minus` are the two entropies, and `weight` is c/q.",
)  # fmt: skip

PRINTED.claim(
    "smoothed-loss-below-two-exponentials",
    "for every epsilon > 0, without a threshold, delta_SDP <= m [(1-f(1-e^-K+))^n + (c/q)(1-f(1-e^-K-))^n]",
    "For every epsilon > 0 and every cut c with q < c < min(1, E q), q = 1 - T/n: $\\delta_{SDP} \\le m\\,[(1 - f(1 - "
    "e^{-K_+}))^n + \\frac{c}{q}(1 - f(1 - e^{-K_-}))^n]$, with $K_+ = KL(c/E \\| q)$ and $K_- = KL(c \\| q)$. Both "
    "are positive, so delta_SDP falls exponentially in n at every epsilon > 0: the threshold ln(n/(n-T)) of Theorem 3 "
    "belongs to its proof, not to the mechanism.",
    "loss <= types*(first + second)",
    by_solver("averaged over databases", [
        "types >= 1", lifted("averaging", "loss <= mean", cite("one-loss-below-two-exponentials")),
        defined("number", "types"), summed(
            "mean <= number*(at_first + at_second)", {"mean": "of_type", "number": "1"}, each="of_type",
            where="of_type <= at_first + at_second",
        ),
        lifted(
            "independent-records", "at_first <= first", cite("averages-of-powers-factorise"),
            cite("a-rarer-type-has-a-larger-average"),
        ),
        lifted(
            "independent-records", "at_second <= second", cite("averages-of-powers-factorise"),
            cite("a-rarer-type-has-a-larger-average"),
        ),
    ]),
    on_instances(CERTIFIED, SAMPLE, "random sources", SMOOTHED_SCOPE, sources_at_every_budget),
    on_many_instances(CERTIFIED, "many random sources", RANDOM_SOURCES, sources_at_every_budget, seed=DEEP_SEED),
    kind="project",
    means={
        "loss": "privacy.smoothed.delta.smoothed_delta", "first": "privacy.bounds.tails.two_sided_upper",
        "second": "privacy.bounds.tails.two_sided_upper",
    },
    symbols={
        "loss": "\\delta_{\\mathrm{SDP}}", "first": "(1 - f(1 - e^{-K_+}))^n",
        "second": "\\frac{c}{q} (1 - f(1 - e^{-K_-}))^n",
    }, given=("T < n", "every source gives every type at least f > 0", "q < c < min(1, E q)"),
    mutants={"one of the two": ("(first + second)", "Min(first, second)")}, counts="types",
    repairs=("remark-eight-at-the-printed-rate", "exponentially-small-whatever-the-sources"),
    derivation=TWO_EXPONENTIALS,
    note="The average of both exponentials over databases is at most the sum over types i of those with H_i in the "
    "place of the least count, and each of these at most its largest value over the sources.",
)  # fmt: skip
