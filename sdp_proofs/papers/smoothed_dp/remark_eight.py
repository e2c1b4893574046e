"""Remark 8: false as printed, with T/n for eta and with f on supports; one exponential in its place.

Items: Remark 8.
"""

from __future__ import annotations

from sdp_proofs.papers.project.bound_instances import (
    DEEP_SEED,
    RANDOM_SOURCES,
    SMOOTHED_SCOPE,
    sources_above_the_threshold,
)
from sdp_proofs.papers.smoothed_dp.appendix_e1 import PUBLISHED_BOUND, SMALL_CERTIFIED, SMALL_EXACT
from sdp_proofs.papers.smoothed_dp.bound_instances import (
    ONE_LAW,
    POINT_MASSES,
    all_sampled,
    by_excess,
    fair_coins_and_one_draw,
    of_point_masses,
    point_masses,
    small_printed_rate,
)
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Remark 8", {
    "loss": "\\delta_{\\mathrm{SDP}}", "gap": "g(\\eta, \\epsilon)", "least": "f", "records": "n", "types": "m",
    "theta": "\\theta", "rate": "\\rho", "eta": "\\eta", "entropy": "KL(1 - e^{-\\epsilon} \\| T/n)",
}, {
    "loss": "privacy.smoothed.delta.smoothed_delta", "gap": "privacy.bounds.published.remark_8_gap",
    "entropy": "privacy.bounds.tails.one_sided_entropy",
})  # fmt: skip

SECTION.claim(
    "remark-eight", "delta_SDP <= exp(-g f n/6) + m exp(-f n/8) for epsilon > ln(1/(1-eta)), with eta = T/n",
    "For f-strictly positive sources over m types and $\\epsilon > \\ln(1/(1-\\eta))$, the sampling histogram has "
    "$\\delta_{SDP} \\le e^{-g f n/6} + m\\,e^{-f n/8}$, where $g = (\\eta^{-1}(1 - e^{-\\epsilon}) - 1)^2$. Read in "
    "the authors' favour, as their proof computes: eta is the rate T/n that is attained, f bounds the share of every "
    "type, and not all records are sampled.",
    "loss <= exp(-gap*least*records/6) + types*exp(-least*records/8)",
    on_instances(CERTIFIED, GRID, "fair coins, one draw", "n = 126, 127, 200", lambda _: fair_coins_and_one_draw()),
    given="epsilon > ln(1/(1-eta))",
    silent=(
        "eta = T/n: the rate that is attained, not one that is rounded up to it",
        "every source gives every type at least f, not only the types of its support", "T < n",
    ), fidelity="narrowed",
    fails=instance(
        "Fair coins, n = 127 records, one of them sampled, e^epsilon = 66/65: delta_SDP is 8.485e-4, the bound "
        "8.327e-4. With eta = T/n no database with fewer records fails, whatever T, epsilon, f and the sources.",
        "n = 127; T = 1; E = 66/65", SMALL_LOSS,
        "f = 1/2; g = ((1 - 1/E) / (T/n) - 1)**2; average = sum(comb(n, H) * f**n * delta(H) for H in range(n + 1))",
        given="T < n; E > n / (n - T)", at={"loss": "average", "gap": "g", "least": "f", "records": "n", "types": "2"},
    ),
    wrong="The Chernoff bound in step 1 of its proof takes the mean of the sampled count to be H instead of H T/n. At "
    "small sampling rates the bound falls much too fast: for fair coins, T = 1, n = 200 and e^epsilon = 1.01 it is "
    "7.6e-6, and delta_SDP 3.3e-4.",
    cost="The exponent is 1 - e^-K with K = KL(1 - e^-epsilon || T/n) instead of min(g/6, 1/8). It is smaller at "
    "small rates, and needs neither the split at one half nor two terms.", defect="wrong constant",
    search=over(ONE_LAW, by_excess), derivation=PUBLISHED_BOUND,
    numbers="abs(exp(-(200/101 - 1)**2*200/12) + 2*exp(-200/16) - 76*10**-7) < 10**-7",
    note="With eta as printed: remark-eight-at-the-printed-rate. With T/n it holds for all n <= 126: "
    "remark-eight-holds-for-fewer-records; at every rate T/n >= 2/5 and wherever theta - T/n >= 13/50: "
    "remark-eight-holds-at-larger-rates. It fails for T = 1 at every n >= 200, and for large n at rates up to 1/10: "
    "remark-eight-fails-for-one-draw, remark-eight-fails-at-small-rates. The repair is "
    "smoothed-loss-below-one-exponential; for every epsilon, smoothed-loss-below-two-exponentials.",
)  # fmt: skip

SECTION.claim(
    "remark-eight-with-strict-positivity-on-supports",
    "Remark 8 with f and eta as printed: pi(X) >= f for X in the support of pi, T = ceil(eta n)",
    "With the definition of strict positivity as printed, $\\pi(X) \\ge f$ for X in the support of pi, point masses "
    "are 1-strictly positive. Remark 8 then says $\\delta_{SDP} \\le e^{-g n/6} + m\\,e^{-n/8}$ for any set of them.",
    "loss <= exp(-gap*records/6) + types*exp(-records/8)",
    on_instances(CERTIFIED, GRID, "two point masses", "n = 12, 13, 20", point_masses),
    given="epsilon > ln(1/(1-eta)), T = ceil(eta n)",
    fails=instance(
        "Two point masses, 12 records, eta = 3/7, so that 6 of them are sampled, e^epsilon = 19. All records may be "
        "of one type, for certain, and then delta is T/n = 1/2; the bound is 0.49962. No database with fewer records "
        "fails. With T/n for eta it takes 13 records, 6 of them sampled, and e^epsilon = 42.",
        "n = 12; eta = 3/7; T = ceil(eta * n); E = 19", SMALL_LOSS, "f = 1; g = ((1 - 1/E) / eta - 1)**2",
        given="E > 1 / (1 - eta)",
        at={"loss": "max(delta(H) for H in range(n + 1))", "gap": "g", "records": "n", "types": "2"},
    ),
    wrong="The definition restricts pi(X) >= f to the support of pi, while the proof uses it for all types. Sources "
    "that exclude a type keep delta_SDP near T/n at every n.", cost="Every source must give every type at least f.",
    defect="missing hypothesis", search=over(POINT_MASSES, of_point_masses),
    numbers="exp(-((1 - 1/42)*13/6 - 1)**2*13/6) + 2*exp(-13/8) < 6/13",
)  # fmt: skip

SECTION.claim(
    "remark-eight-at-the-printed-rate",
    "delta_SDP <= exp(-g(eta, eps) f n/6) + m exp(-f n/8) with T = ceil(eta n), for eps > ln(1/(1-eta))",
    "Remark 8 letter by letter: the mechanism samples $T = \\lceil \\eta n \\rceil$ records, and both "
    "$g = (\\eta^{-1}(1 - e^{-\\epsilon}) - 1)^2$ and the threshold have eta itself, which may be anything above (T - "
    "1)/n. Only the hypothesis on f is read in the authors' favour.",
    "loss <= exp(-gap*least*records/6) + types*exp(-least*records/8)",
    on_instances(CERTIFIED, GRID, "fair coins, one draw, small eta", "n = 81, 82, 127", small_printed_rate),
    given="epsilon > ln(1/(1-eta)), T = ceil(eta n)",
    silent="every source gives every type at least f, not only the types of its support",
    fails=instance(
        "Fair coins, n = 82 records, eta = 1/10000, so that one record is sampled, e^epsilon = 2001/2000: delta_SDP "
        "is 0.01197, the bound 0.01190. No database with fewer records fails, whatever eta, epsilon, f and the "
        "sources.", "n = 82; eta = 1/10000; T = ceil(eta * n); E = 2001/2000", SMALL_LOSS,
        "f = 1/2; g = ((1 - 1/E) / eta - 1)**2; average = sum(comb(n, H) * f**n * delta(H) for H in range(n + 1))",
        given="E > 1 / (1 - eta)", at={"loss": "average", "gap": "g", "least": "f", "records": "n", "types": "2"},
    ),
    wrong="T is eta n rounded up, but g and the threshold have eta, which may be far below T/n: at T = 1 as far as "
    "one likes, and then the first term vanishes and any epsilon is allowed. With all records sampled, eta between 1 "
    "- 1/n and 1, delta_SDP is 1 and the bound below 1 from n = 129 on.",
    cost="T/n stands for eta, every epsilon > 0 is allowed, and not all records may be sampled. Remark 8 with T/n for "
    "eta is false as well, from 127 records on.", defect="wrong constant",
    note="With T/n for eta: remark-eight. No fewer records: remark-eight-at-the-printed-rate-for-fewer-records. All "
    "records sampled: remark-eight-fails-when-all-records-are-sampled.",
)  # fmt: skip

GAP_AT_ALL = "(989/(1000*n - 990))**2*n"
Y, GROWN = f"({GAP_AT_ALL}/12)", "3172*(1 + (n - 129)/32)**2"

SECTION.claim(
    "remark-eight-fails-when-all-records-are-sampled",
    "eta = 1 - 99/(100n), all records sampled: the printed bound is below 1 = delta_SDP from n = 129 on",
    "If eta is above 1 - 1/n, all records are sampled, the histogram is published and delta_SDP is 1. At $\\eta = 1 - "
    "99/(100n)$ and $e^\\epsilon = 1000 n$, above the threshold 100n/99, g is $(989/(1000n - 990))^2$, and the "
    "printed bound for fair coins is below 1 at every n >= 129.",
    f"exp(-{GAP_AT_ALL}/12) + 2*exp(-n/16) < 1",
    in_steps(
        "two exponentials",
        about(Formula("exp(129/16) > 3172", []), on_box("the first size", {})),
        about(Formula("exp(n/16) == exp(129/16)*exp((n - 129)/32)**2", ["n"]),
              by_identity("from the first size on", "real n")),
        about(Formula("Implies(And(x > 3172, p >= u, u >= 1), x*p**2 >= 3172*u**2)", ["x", "p", "u"]),
              by_solver("a product", [])),
        about(Formula(f"2/({GROWN}) < {Y}/(1 + {Y})", ["n"]), by_solver("what is left", "n >= 129")),
        about(Formula("Implies(And(p >= 1 + y, y > 0, q >= k, k > 0, 2/k < y/(1 + y)), 1/p + 2/q < 1)",
                      ["p", "y", "q", "k"]), in_steps(
            "both terms",
            about(Formula("Implies(And(p >= 1 + y, y > 0), 1/p <= 1/(1 + y))", ["p", "y"]),
                  by_solver("the first term", [])),
            about(Formula("Implies(And(q >= k, k > 0), 2/q <= 2/k)", ["q", "k"]), by_solver("the second term", [])),
            about(Formula("1/(1 + y) == 1 - y/(1 + y)", ["y"]), by_solver("one less", "y > 0")),
            by_solver("their sum", [shown("the first term"), shown("the second term"), shown("one less")]),
        )),
        about(Formula(f"exp(n/16) >= {GROWN}", ["n"]), by_solver("the second exponential", [
            "n >= 129", shown("the first size"), shown("from the first size on"),
            shown("a product", {"x": "exp(129/16)", "p": "exp((n - 129)/32)", "u": "1 + (n - 129)/32"}),
        ])),
        about(Formula(f"exp({Y}) >= 1 + {Y}", ["n"]), by_solver("the first exponential", "n >= 129")),
        about(Formula(f"And({Y} > 0, {GROWN} > 0)", ["n"]), by_solver("signs", "n >= 129")),
        about(Formula(f"exp(-{GAP_AT_ALL}/12) + 2*exp(-n/16) == 1/exp({Y}) + 2/exp(n/16)", ["n"]),
              by_identity("reciprocals", "real n")),
        by_solver("all sizes", [
            "n >= 129", shown("reciprocals"), shown("the first exponential"), shown("the second exponential"),
            shown("signs"), shown("what is left"),
            shown("both terms", {"p": f"exp({Y})", "y": Y, "q": "exp(n/16)", "k": GROWN}),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "each size", "n = 129 to 2000, 10^4, 10^6", all_sampled),
    kind="project", symbols={}, parameters={"first": 129},
    mutants={"from 128 on": {"first": 128}, "m = 3": ("2*exp", "3*exp")}, generated="none",
)  # fmt: skip

_BETWEEN = by_solver("all reals", "And(0 < eta, eta <= rate, rate < theta, theta < 1)")

SECTION.claim(
    "gap-at-the-printed-rate-is-no-larger",
    "g(eta, eps) in the place of g(T/n, eps): exp(-g(T/n, eps) f n/6) <= exp(-g(eta, eps) f n/6)",
    "The last display puts $g(\\eta, \\epsilon)$ for what has been computed with T/n. For an upper bound it must not "
    "be larger: $(\\theta/\\eta - 1)^2 \\le (\\theta/\\rho - 1)^2$, where $\\rho = T/n \\ge \\eta$ and $\\theta = 1 - "
    "e^{-\\epsilon} > \\rho$.",
    "(theta/eta - 1)**2 <= (theta/rate - 1)**2",
    _BETWEEN,
    at="App. E.1, last display of step 2",
    fails=instance(
        "Three records, eta = 1/4, so that one is sampled and T/n = 1/3, e^epsilon = 2: g(eta) is 1, g(T/n) is 1/4.",
        "n = 3; eta = 1/4; T = ceil(eta * n); E = 2; rate = T / n; theta = 1 - 1/E", given="eta < rate; rate < theta",
    ), wrong="T/n is eta rounded up, and g falls in the rate: eta in its place makes the bound smaller, not larger.",
    cost="T/n stays where the proof has it.", defect="wrong direction", note="At eta = T/n the step is an equation.",
)  # fmt: skip

SECTION.claim(
    "gap-at-the-printed-rate-is-no-smaller", "g falls in the rate: g(T/n, eps) <= g(eta, eps)",
    "For $0 < \\eta \\le \\rho < \\theta < 1$: $(\\theta/\\rho - 1)^2 \\le (\\theta/\\eta - 1)^2$, with equality at "
    "eta = rho. So a bound with T/n is not improved by putting eta there.",
    "(theta/rate - 1)**2 <= (theta/eta - 1)**2",
    _BETWEEN,
    at="App. E.1, last display of step 2", kind="project",
    mutants={"direction turned": ("<=", ">="), "strictly": ("<=", "<")}, generated="none",
    repairs="gap-at-the-printed-rate-is-no-larger",
)  # fmt: skip

PROOF = Section(SMOOTHED_DP, "", {
    "loss": "\\max_{S} \\delta_{S}(\\vec{H}, \\vec{H}')", "tail": "\\Pr\\left[h > \\theta H\\right]", "count": "H",
    "theta": "\\theta", "rho": "\\rho", "p": "\\pi(i)", "base": "e^{-K}", "power": "E[e^{-K H_i}]_{n-1}",
    "x": "f(1-e^{-K})", "rare": "e^{-K \\min(a, b)}", "one": "e^{-K a}", "two": "e^{-K b}",
})  # fmt: skip
ONE_EXPONENTIAL = PROOF.derivation(
    "one-exponential-for-the-smoothed-loss", "delta_SDP <= m (1 - f (1 - e^-K))^n",
    line("loss", "<=", "tail", Rule.MONOTONICITY, SMALL_EXACT,
         mutants={"half of the tail": "tail/2", "direction turned": ">="},
         given="epsilon > ln(n/(n - T)), that is theta > rho", part="One database",
         note="For all sizes: the claim outputs-with-a-small-share-lose-nothing, summed over the outputs."),
    line("<=", "exp(-count*(theta*log(theta/rho) + (1 - theta)*log((1 - theta)/(1 - rho))))", Rule.THEOREM,
         SMALL_CERTIFIED,
         reference="Hoeffding 1963, Theorem 4, for H draws of which a share rho is marked; Markov's inequality",
         mutants={"twice the exponent": ("-count", "-2*count"), "direction turned": ">="},
         given="epsilon > ln(n/(n - T)), that is theta > rho",
         note="The roles of the type and of the sample are exchanged: h counts the sampled ones among H records, and "
         "has the mean rho H. No condition s <= 1 is needed."),
    line("1 - rho + rho*(theta*(1 - rho)/(rho*(1 - theta)))", "=", "(1 - rho)/(1 - theta)", Rule.ALGEBRA,
         by_identity("the best place", "positive theta rho"),
         mutants={"the reciprocal": "(1 - theta)/(1 - rho)", "theta/rho": "theta/rho"},
         part="The moment generating function at the best place"),
    line("rare", "<=", "one + two", Rule.UNION_BOUND,
         by_solver("two types", "And(0 <= one, 0 <= two, Or(rare == one, rare == two))"),
         mutants={"the smaller one": "Min(one, two)", "half of the sum": "(one + two)/2"},
         part="The maximum over types becomes a sum; one such step for each type more"),
    line("p*power*base + (1 - p)*power", "=", "(1 - p*(1 - base))*power", Rule.EXPECTATION,
         by_identity("one record", ""), mutants={"1 + L": ("1 - base", "1 + base"), "without the record": "power"},
         given="the records are independent; their sources may differ",
         part="One more record in the average of e^(-K H_i)"),
    line("<=", "(1 - f*(1 - base))*power", Rule.MONOTONICITY,
         by_solver("the rarest", "And(0 <= base, base <= 1, 0 <= f, f <= p, power >= 0)"),
         mutants={"strictly": "<", "twice the floor": ("f*", "2*f*")},
         silent="every source gives every type at least f"),
    line("n*log(1 - x)", "<=", "-n*x", Rule.INEQUALITY,
         on_box("all n and x", {"n": "[1, oo)", "x": "[0, 1)"}, touching={"x": "0"}),
         mutants={"twice the rate": "-2*n*x", "strictly": "<"}, part="In exponential form"),
)  # fmt: skip
"""One term, no split at c_2, no two exponents: the average of each summand factorises over the records."""

SUMMED = about(Formula("largest <= total", ["largest", "total"]), by_induction(
    "the largest term is at most the sum", {"largest": "0", "total": "0"},
    {"largest": "Max(largest, x)", "total": "total + x"}, ["x >= 0"], inputs=["x"], keeps=["total >= 0"],
))  # fmt: skip
"""x is e^(-K H_i), for one type i after the other."""

# `mean` is the largest E e^(-K H_i), over types and assignments of sources.
SECTION.claim(
    "smoothed-loss-below-one-exponential",
    "delta_SDP <= m (1 - f (1 - e^-K))^n <= m exp(-f n (1 - e^-K))",
    "If epsilon > ln(n/(n-T)) and every source gives every type at least f, then with $K = KL(1 - e^{-\\epsilon} \\| "
    "T/n)$: $\\delta_{SDP} \\le m\\,(1 - f(1 - e^{-K}))^n \\le m\\,e^{-f n (1 - e^{-K})}$. Proof: $\\delta(H) \\le "
    "\\max_i e^{-K H_i} \\le \\sum_i e^{-K H_i}$, and the average of each summand is a product over the records, "
    "whatever sources they follow.",
    "And(loss <= types*(1 - f*(1 - exp(-entropy)))**n, (1 - f*(1 - exp(-entropy)))**n <= exp(-f*n*(1 - "
    "exp(-entropy))))",
    by_sentence("And(types >= 1, 0 <= f, f <= 1, n >= 1, entropy > 0)"),
    on_instances(CERTIFIED, SAMPLE, "random sources", SMOOTHED_SCOPE, sources_above_the_threshold),
    on_many_instances(CERTIFIED, "many random sources", RANDOM_SOURCES, sources_above_the_threshold, seed=DEEP_SEED),
    kind="project", given="epsilon > ln(n/(n-T))",
    silent=("every source gives every type at least f, not only the types of its support", "T < n"),
    fidelity="reconstructed", mutants={"twice the exponent": ("exp(-f*n*(", "exp(-2*f*n*(")}, counts="types",
    integers="n", derivation=ONE_EXPONENTIAL,
    repairs=("remark-eight", "remark-eight-with-strict-positivity-on-supports"),
)  # fmt: skip
