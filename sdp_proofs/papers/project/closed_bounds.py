"""Closed bounds: from below, and by Chernoff bounds from above.

Instances of the lower bound: all small databases, every change of one record, small sources, the elections.

A lower bound of delta_SDP: with some luck every record of one type is in the sample, and gives one away.

Chernoff bounds: one exponential above the threshold, two for every epsilon, at every n and T < n.

The tail of a sampled share is bounded by Hoeffding's comparison with a binomial count and Markov's inequality.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.project.bound_instances import (
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
from sdp_proofs.papers.smoothed_dp.electorates import districts_2020
from sdp_proofs.papers.smoothed_dp.figures_2_and_4 import SIZES, smoothed
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

SETS = ((("1/4", "3/4"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")), (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")))


def full_sample(records: int, draws: int, count: int) -> Fraction:
    """The probability that all `count` records of a type are among those sampled."""
    lost = records - draws
    return Fraction(comb(records - count, lost), comb(records, lost))


def every_database(_: Claim) -> Iterator[Instance]:
    """All databases of two types, all sample sizes."""
    for n, draws, odds, count in product(range(2, 10), range(1, 9), ("1", "3/2", "20"), range(10)):
        if draws < n and count <= n:
            loss = delta(Database((count, n - count), draws), Budget.read(odds=odds)).value.exact or 0
            values = {"full": full_sample(n, draws, count), "rate": Fraction(draws, n), "absent": int(count == 0)}
            yield f"counts ({count}, {n - count}), T = {draws}, odds {odds}", {"loss": loss, **values}


def every_change(_: Claim) -> Iterator[Instance]:
    """d(P_a, P_{a-1}) by its definition, all odds from small to large."""
    all_odds = map(Fraction, ("1", "3/2", "2", "4", "30"))
    for n, draws, a, odds in product(range(2, 10), range(1, 9), range(1, 10), all_odds):
        if draws < n and a <= n:
            own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1))
            loss = sum((max(Fraction(0), own.pmf(h) - odds * other.pmf(h)) for h in range(a + 1)), Fraction(0))
            values = {"full": full_sample(n, draws, a), "odds": odds, "n": n, "a": a, "T": draws}
            yield "change of one record", {"loss": loss, **values}


def small_sources(_: Claim) -> Iterator[Instance]:
    """Every source and every type of small sets, against Algorithm 1."""
    for laws, n, draws in product(SETS, range(2, 7), range(1, 6)):
        if draws < n:
            sources = SourceSet.from_laws(laws)
            loss = smoothed_delta(Smoothing(sources, n, draws), Budget.read(odds="2"), route="algorithm-1").value.exact
            for share in (share for law in sources.laws for share in law):
                values = {"lost_others": (1 - share) ** (n - draws), "all_others": (1 - share) ** n}
                name = f"sources {laws}, share {share}, n = {n}, T = {draws}"
                yield name, {"loss": loss, **values, "rate": Fraction(draws, n)}


def sizes_of_the_figure(claim: Claim) -> Iterator[Instance]:
    """The districts of 2020 with 0.2 % lost; p is the share of the runner-up in DC."""
    others = max(max(law) for law in districts_2020().laws)
    for epsilon, n in product(claim.parameters["epsilons"], SIZES):
        lost = n // 500
        values = {"lost_others": others_only(others, lost), "all_others": others_only(others, n)}
        yield f"epsilon = {epsilon}, n = {n}", {"loss": smoothed(epsilon, n), "rate": Fraction(n - lost, n), **values}


def others_only(share: Fraction, records: int) -> Enclosure:
    """The probability that so many records are of other types, which have a share of so much."""
    with ctx.workprec(128):
        return Enclosure(fraction_ball(share) ** records)


SECTION = Section(PROJECT, "Lower bound", {
    "odds": "E", "loss": "\\delta_{\\mathrm{SDP}}", "full": "\\binom{n-H}{n-T}/\\binom{n}{n-T}", "rate": "T/n",
    "absent": "\\mathbf{1}[H = 0]", "lost_others": "(1-p)^{n-T}", "all_others": "(1-p)^n",
}, {
    "loss": "privacy.smoothed.delta.smoothed_delta", "full": "papers.project.closed_bounds.full_sample",
    "rate": "any sampling rate",
    **dict.fromkeys(("lost_others", "all_others"), "papers.project.closed_bounds.others_only"),
})  # fmt: skip

SECTION.claim(
    "a-full-count-is-impossible-next-door",
    "the count h = a has no probability with a - 1 records, so it adds all of P(a) to the divergence",
    "Of the terms of $d(P_a, P_{a-1})$ the one at h = a is $P_a(a) - E\\,P_{a-1}(a) = "
    "\\binom{n-a}{T-a}/\\binom{n}{T}$ at every E, because a - 1 records cannot show up a times. No term is negative, "
    "so the divergence is at least this one: the probability that none of the n - T records that are not sampled is "
    "of the type.",
    "Eq(binomial(a, a)*binomial(n - a, T - a) - odds*binomial(a - 1, a)*binomial(n - a + 1, T - a), binomial(n - a, T "
    "- a))",
    by_identity("one term", "natural n a T", "And(1 <= a, a <= T, T < n)"),
    given="1 <= a <= T; for a > T the probability is zero",
    mutants={
        "the count a - 1": ("binomial(a - 1, a)", "binomial(a - 1, a - 1)"),
        "T for n - a": ("binomial(n - a, T - a))", "binomial(T, T - a))"),
    }, generated="none", trust="sum-over-outputs",
)  # fmt: skip

SECTION.claim(
    "lost-records-are-of-the-other-types-on-average",
    "for records that follow one law, the mean of C(n-H, N)/C(n, N) is (1-p)^N",
    "$\\binom{n}{H}\\binom{n-H}{N} = \\binom{n}{N}\\binom{n-N}{H}$. So if H is binomial (n, p), the mean of "
    "$\\binom{n-H}{N}/\\binom{n}{N}$ is $(1-p)^N \\sum_H \\binom{n-N}{H} p^H (1-p)^{n-N-H} = (1-p)^N$.",
    "Eq(binomial(n, H)*binomial(n - H, N), binomial(n, N)*binomial(n - N, H))",
    by_identity("term by term", "natural n H N", "H + N <= n"),
    mutants={
        "H for N": ("binomial(n, N)*", "binomial(n, H)*"), "n for n - N": ("binomial(n - N, H)", "binomial(n, H)"),
    }, counts="n H N", generated="deep", trust="binomial-theorem",
)  # fmt: skip

SECTION.claim(
    "a-full-sample-of-a-type-bounds-the-loss",
    "delta(H) is at least the probability that all records of a type are sampled, and T/n if there is none",
    "If a type has H >= 1 records, delta is at least the probability that all of them are sampled, one term of the "
    "loss. If it has none, delta is at least T/n, the same term for a neighbour with one record.",
    "loss >= full - (1 - rate)*absent",
    by_sentence("And(0 <= rate, rate <= 1)"),
    on_instances(EXACT, GRID, "every database", "two types, n <= 9, every T, e^epsilon = 1, 3/2, 20", every_database),
    symbols={"loss": "\\delta(H)"}, means={"loss": "privacy.histogram.database.delta"},
    mutants={"an absent type counts fully": ("(1 - rate)*absent", "(1 - rate)*absent/2")},
)  # fmt: skip

SECTION.claim(
    "smoothed-delta-falls-no-faster-than-a-power", "delta_SDP >= (1-p)^(n-T) - (1-T/n) (1-p)^n, whatever epsilon",
    "If some source gives some type the probability p, then $\\delta_{SDP} \\ge (1-p)^{n-T} - (1 - T/n)\\,(1-p)^n$ at "
    "every epsilon. Proof: let all records follow this source and average the bound of each database; the first term "
    "is that of all H, the second takes back what H = 0 has too much.",
    "loss >= lost_others - (1 - rate)*all_others",
    by_sentence(),
    on_instances(
        EXACT, GRID, "Algorithm 1", "three sets of sources over two and three types, n <= 6, every T, e^epsilon = 2",
        small_sources,
    ),
    on_instances(
        CERTIFIED, GRID, "districts of 2020", "0.2 % lost, epsilon = 0.5, 1, 2, n = 100,000 ... 500,000",
        sizes_of_the_figure,
    ),
    parameters={"epsilons": ("1/2", "1", "2")}, mutants={"nothing taken back": (" - (1 - rate)*all_others", "")},
    trust="election-returns",
)  # fmt: skip

SECTION.claim(
    "at-large-odds-only-a-full-sample-counts",
    "if E (n-a+1) >= a (n-T) the divergence is the probability of a full sample, whatever E",
    "The event that is best for the adversary starts at h = a as soon as E (n-a+1) >= a (n-T); then $d(P_a, P_{a-1}) "
    "= \\binom{n-a}{n-T}/\\binom{n}{n-T}$ and a larger epsilon gains nothing.",
    "Implies(odds*(n - a + 1) >= a*(n - T), loss == full)",
    # `all` is the number of samples.
    in_steps(
        "one output after the other",
        about(
            SECTION.formula(
                "Implies(And(full >= 0, full*all == binomial(n - a, T - a)), Max(0, (binomial(a, a)*binomial(n - a, T "
                "- a) - odds*binomial(a - 1, a)*binomial(n - a + 1, T - a))/all) == full)",
            ), by_solver("the full sample", [
                "And(all > 0, 1 <= a, a <= T, T < n)", cite("a-full-count-is-impossible-next-door"),
            ]),
        ),
        by_induction(
            "no other output gains", {"loss": "full"}, {
                "loss": "loss + Max(0, (binomial(a, h)*binomial(n - a, T - h) - odds*binomial(a - 1, h)*binomial(n - a "
                        "+ 1, T - h))/all)",
            }, [
                "And(all > 0, odds >= 1, 1 <= a, a <= n, T < n)",
                "And(0 <= h, h <= a - 1, T - h <= n - a, h <= T, binomial(a, h)*binomial(n - a, T - h) > 0)",
            ], inputs=["h"], each=[cite("ratio-when-a-record-is-replaced", {"b": "n - a", "k": "T - h"})],
        ),
    ),
    on_instances(EXACT, GRID, "definition of d", "all n <= 9, T and a, five odds", every_change),
    symbols={"loss": "d(P_a, P_{a-1})", "full": "\\binom{n-a}{n-T}/\\binom{n}{n-T}"},
    means={"loss": "privacy.histogram.database.change_divergence"}, given="1 <= a <= n, 1 <= T < n, E >= 1",
    mutants={
        "from half these odds on": ("odds*(n - a + 1)", "2*odds*(n - a + 1)"), "for every E": (">= a*(n - T)", ">= 0"),
    }, counts="n a T", generated="deep", integers="n a T h",
    trust=("induction", "sum-over-outputs"),
    note="With 0.2 % of at most 500,000 votes lost and epsilon = 7 this covers all $a$ up to 52 % of the votes, or "
    "more.",
    numbers="exp(7)*(1 - 52/100) >= 52/100*2/1000*500000",
)  # fmt: skip

SECTION.claim(
    "at-seven-the-loss-is-that-of-no-lost-minority-vote",
    "at epsilon = 7, 0.2 % lost, at the sizes of the figure delta_SDP is p^(n-T) to seven digits, p = 0.94466...",
    "With the districts of 2020, 0.2 % lost and epsilon = 7, delta_SDP at n = 100,000, 200,000, 300,000, 400,000 and "
    "500,000 agrees to seven digits with the probability that, all votes being cast as in DC, no lost vote is for the "
    "runner-up.",
    "And(lost_others*(1 - 1/10**7) <= loss, loss <= lost_others*(1 + 1/10**7))",
    on_instances(
        CERTIFIED, ALL, "all five sizes of the figure", "n = 100,000, 200,000, 300,000, 400,000, 500,000",
        sizes_of_the_figure,
    ),
    parameters={"epsilons": ("7",)},
    mutants={"at epsilon = 2": {"epsilons": ("2",)}, "one percent less": ("(1 + 1/10**7)", "99/100")},
    needs=(
        "third-district-of-nebraska-is-a-vertex", "at-large-odds-only-a-full-sample-counts", "pure-mixtures-are-worst",
    ), trust="election-returns", over="n = 100,000, 200,000, 300,000, 400,000, 500,000",
    note="Not so for the whole electorate, where n - T is much larger than e^7: its rate is smaller. So between "
    "these sizes the curve falls by 0.002 ln(1/0.94467), that is 1.1384e-4, per vote.",
    numbers="abs(0.002*log(1/0.94467) - 0.00011384) < 0.00000001",
)  # fmt: skip


CHERNOFF = SECTION.beside(PROJECT, "Closed bounds", {
    "loss": "\\delta(H)", "limit": "e^{-K \\max(1, \\min_i H_i)}", "p": "\\pi(i)", "power": "E[L^{H_i}]_{n-1}",
    "base": "L", "mean": "E[L^{H_i}]", "x": "x", "y": "(w+1)/(b+1)", "odds": "E", "first": "e^{-K_+ k}",
    "second": "\\frac{c}{q} e^{-K_- k}", "types": "m", "th": "\\theta", "rho": "\\rho",
}, {
    "loss": "privacy.histogram.database.delta", "limit": "privacy.bounds.tails.one_tail_delta_upper",
    "p": "any probability", "power": "papers.project.bound_instances.average_power",
    "mean": "papers.project.bound_instances.average_power", "x": "any number >= 0", "y": "any number > 0",
    "first": "privacy.bounds.tails.tail_entropies", "second": "privacy.bounds.tails.tail_entropies",
})  # fmt: skip
PRINTED = CHERNOFF.beside(SMOOTHED_DP, "Theorem 3 (i), every epsilon")

CHERNOFF.claim(
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

CHERNOFF.claim(
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
CHERNOFF.claim(
    "one-loss-below-one-exponential",
    "above the threshold delta(H) <= exp(-K max(1, min H)), K = KL(1 - e^-eps || T/n)",
    "If epsilon > ln(n/(n - T)), $\\delta(H) \\le e^{-K \\max(1, \\min_i H_i)}$ with $K = KL(1 - e^{-\\epsilon} \\| "
    "T/n)$. Proof: the divergence is at most $\\Pr[h > \\theta H_i]$ for the type i that loses a record. With the "
    "roles of the type and of the sample exchanged, h counts the marked ones among H_i records drawn from n, of which "
    "T are marked. By Hoeffding 1963, Theorem 4, the moment generating function is at most that of a binomial count, "
    "and the best exponent is H_i K: for one pair of neighbours the divergence is at most $e^{-H_i K}$.",
    "loss <= limit",
    by_sentence(),
    on_instances(CERTIFIED, SAMPLE, "random databases", DATABASES_SCOPE, databases_above_the_threshold),
    on_many_instances(
        CERTIFIED, "many random databases", RANDOM_DATABASES, databases_above_the_threshold, seed=DEEP_SEED,
    ),
    given=("T < n", "epsilon > ln(n/(n - T))"), mutants={"half of it": ("<= limit", "<= limit/2")},
    repairs=("loss-below-the-printed-exponential", "loss-below-the-printed-exponential-of-the-rarest-type"),
)  # fmt: skip

CHERNOFF.claim(
    "averages-of-powers-factorise", "adding a record of law pi multiplies E L^H_i by 1 - pi(i) (1 - L)",
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

CHERNOFF.claim(
    "a-rarer-type-has-a-larger-average", "1 - pi(i) (1-L) <= 1 - f (1-L) if pi(i) >= f",
    "For $0 \\le L \\le 1$ the factor of a record is largest where the type is rarest.",
    "1 - p*(1 - base) <= 1 - f*(1 - base)",
    by_solver("all reals", "And(0 <= base, base <= 1, f <= p, 0 <= f)"),
    given=("every source gives every type at least f", "0 <= L <= 1"), mutants={"f doubled": ("f*(1", "2*f*(1")},
)  # fmt: skip

CHERNOFF.claim(
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

CHERNOFF.claim(
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
         note="On the left is the probability of x < c/E or y > c. Each tail is Hoeffding's: E[u/a] = q, and the "
         "moment "
         "generating function of w is at most binomial."),
    line("1 - q + q*(c*(1 - q)/(q*(1 - c)))", "=", "(1 - q)/(1 - c)", Rule.ALGEBRA,
         by_identity("the best place", "positive q c"), mutants={"the reciprocal": "(1 - c)/(1 - q)", "c/q": "c/q"},
         given="q < c < 1", part="The second tail at the best place; the +1 of w + 1 costs c/q"),
    line("c*log(c/q) + (1 - c)*log((1 - c)/(1 - q))", ">=", "2*(c - q)**2", Rule.INEQUALITY,
         on_box("the whole square", {"c": "(0, 1)", "q": "(0, 1)"}, touching={"c": "q"}),
         mutants={"three times": ("2*", "3*"), "strictly": ">"},
         part="Both exponents are positive, whatever epsilon > 0: c may lie anywhere between q and E q"),
)  # fmt: skip

CHERNOFF.claim(
    "outputs-between-two-cuts-lose-nothing", "where x >= c/E and y <= c the output adds nothing to d(x,x')",
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
CHERNOFF.claim(
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
