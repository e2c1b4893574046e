"""Theorem 5 without asymptotics, for every epsilon and any number of draws: two Poisson tails, or one, per type."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.papers.smoothed_dp import appendix_f_instances as averages
from sdp_proofs.papers.smoothed_dp.remark_eight import SUMMED
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Sampling with replacement", {
    "tau": "\\tau", "sigma": "\\sigma", "s": "a/n", "level": "\\tau (a-1)", "rise": "\\ln z", "fall": "\\ln z'",
    "r": "\\rho", "epsilon": "\\epsilon", "delta": "\\delta(H)", "up_one": "A e^{-L_+ H_1}",
    "up_two": "A e^{-L_+ H_2}", "down_one": "B e^{-L_- H_1}", "down_two": "B e^{-L_- H_2}",
    "loss": "d(P_a, P_{a-1})", "tail": "\\Pr[h > \\epsilon (a - 1)]",
    "smoothed": "\\delta_{SDP}", "bound": "B_2", "least": "(1 - p)^n (1 - (1 - 1/n)^T)",
}, {
    "s": "any number between 0 and 1", "level": "any number", "rise": "any number >= 0", "fall": "any number <= 0",
    **dict.fromkeys(("up_one", "up_two", "down_one", "down_two"), "any number >= 0"),
    "delta": "privacy.histogram.database.delta", "smoothed": "privacy.smoothed.delta.smoothed_delta",
    "least": "privacy.bounds.published.absent_type_lower",
})  # fmt: skip
PRINTED = SECTION.beside(SMOOTHED_DP, "App. F, Theorem 5")

RATE = "(epsilon*log(epsilon/r) - epsilon + r)"
RATE_THERE = "((1 + 2*r)*log((1 + 2*r)/r) - (1 + 2*r) + r)"
FULL_SUPPORT = "every source gives every type at least c > 0"


SECTION.claim(
    "outputs-between-both-levels-gain-nothing-with-replacement",
    "h <= tau (a-1) and k >= sigma (b+1), tau - sigma = epsilon: the output adds nothing to d(x,x')",
    "The likelihood ratio of an output that shows the types h and k times is $(a/(a-1))^h (b/(b+1))^k$. Its "
    "logarithm is at most $\\tau - \\sigma$ where $h \\le \\tau(a-1)$ and $k \\ge \\sigma(b+1)$, so an output gains "
    "only if $h > \\tau(a-1)$ or $k < \\sigma(b+1)$.",
    "Implies(And(h <= tau*(a - 1), k >= sigma*(b + 1)), h*log(a/(a - 1)) - k*log((b + 1)/b) <= tau - sigma)",
    by_solver("tangents of the logarithm", "And(a > 1, b > 0, h >= 0, k >= 0)"),
    on_instances(CERTIFIED, GRID, "small outputs", "480 outputs at the levels and around them", averages.small_outputs),
    given="a > 1 and b > 0; the other cases have a bound of at least one", mutants={
        "half of tau": ("<= tau - sigma", "<= 1/2*tau - sigma"), "twice sigma": ("<= tau - sigma", "<= tau - 2*sigma"),
    }, counts="b h", generated="deep",
)  # fmt: skip

SECTION.claim(
    "moment-of-a-binomial-count-below-that-of-a-poisson-count", "(1 + s (z-1))^T <= exp(T s (z-1)) for every z > 0",
    "A count of T independent draws with probability s has $E z^h = (1 + s(z-1))^T$, at most $e^{Ts(z-1)}$; with s = "
    "a/n "
    "and T = rho n the exponent is $\\rho a (z - 1)$.",
    "T*log(1 + s*(z - 1)) <= T*s*(z - 1)",
    by_solver("tangents", "And(T >= 0, 0 <= s, s <= 1, z > 0, 1 + s*(z - 1) > 0)"),
    on_instances(CERTIFIED, GRID, "small counts", "18 places", averages.moments),
    mutants={"half the exponent": ("<= T*s", "<= 1/2*T*s")}, counts="T", trust="binomial-theorem",
)  # fmt: skip

SECTION.claim(
    "both-tails-by-markov", "a power of z is at least 1 on the upper tail if z >= 1, and on the lower tail if z <= 1",
    "Above the level $(h - \\text{level}) \\ln z \\ge 0$ for $z \\ge 1$, below it for $z \\le 1$: so each tail is "
    "at most $E z^{h - \\text{level}}$.",
    "And(Implies(h >= level, (h - level)*rise >= 0), Implies(h <= level, (h - level)*fall >= 0))",
    and_collected(
        by_solver("all reals", "And(rise >= 0, fall <= 0)"),
        summed(
            "And(above <= up, below <= down)",
            {
                "above": "p*out", "up": "p*exp((h - level)*rise)", "below": "p*under",
                "down": "p*exp((h - level)*fall)",
            },
            each="p h out under", where=(
                "p >= 0", "Or(out == 0, And(out == 1, h >= level))", "Or(under == 0, And(under == 1, h <= level))",
            ),
        ),
    ),
    mutants={"one place for both": ("*fall", "*rise")}, counts="h",
)  # fmt: skip

SECTION.claim(
    "exponent-of-the-upper-tail-with-replacement",
    "at z = tau/rho the upper tail is at most (tau/rho)^tau exp(-a L), L = tau ln(tau/rho) - tau + rho",
    "$-\\tau(a-1)\\ln z + \\rho a(z - 1)$ at $z = \\tau/\\rho$ is $\\tau \\ln(\\tau/\\rho) - aL_+$.",
    "Eq(-tau*(a - 1)*log(tau/r) + a*r*(tau/r - 1), tau*log(tau/r) - a*(tau*log(tau/r) - tau + r))",
    by_identity("logarithms taken apart", "positive tau r a"),
    given="tau >= rho, so that z >= 1",
    mutants={"a for a - 1": ("-tau*(a - 1)", "-tau*a"), "without rho": ("- tau + r)", "- tau)")},
)  # fmt: skip

SECTION.claim(
    "exponent-of-the-lower-tail-with-replacement",
    "at z = sigma/rho the lower tail is at most (rho/sigma)^sigma exp(-b L)",
    "$-\\sigma(b+1)\\ln z + \\rho b(z-1)$ at $z = \\sigma/\\rho$ is $\\sigma\\ln(\\rho/\\sigma) - bL_-$ with $L_- = "
    "\\sigma\\ln(\\sigma/\\rho) - \\sigma + \\rho$.",
    "Eq(-sigma*(b + 1)*log(sigma/r) + b*r*(sigma/r - 1), -sigma*log(sigma/r) - b*(sigma*log(sigma/r) - sigma + r))",
    by_identity("logarithms taken apart", "positive sigma r b"),
    given="0 < sigma <= rho, so that 0 < z <= 1",
    mutants={"b for b + 1": ("-sigma*(b + 1)", "-sigma*b"), "without rho": ("- sigma + r)", "- sigma)")},
)  # fmt: skip

SECTION.claim(
    "one-record-fewer-costs-the-lower-tail-its-rate", "(rho/sigma)^sigma exp(L) = exp(rho - sigma)",
    "For D(H_j + 1, H_i - 1) the second tail has one record fewer, which multiplies it by $e^{L_-}$: its prefactor "
    "becomes $e^{\\rho - \\sigma}$. As $L_- \\ge 0$ this prefactor serves for both directions of a pair.",
    "Eq(-sigma*log(sigma/r) + (sigma*log(sigma/r) - sigma + r), r - sigma)",
    by_identity("logarithms", "positive sigma r"),
    mutants={
        "the other sign": (", r - sigma)", ", sigma - r)"),
        "without the prefactor": ("Eq(-sigma*log(sigma/r) + ", "Eq("),
    },
)  # fmt: skip

SECTION.claim(
    "poisson-entropies-are-not-negative", "tau ln(tau/rho) - tau + rho >= 0",
    "$\\tau\\ln(\\tau/\\rho) - \\tau + \\rho \\ge 0$ for all positive tau and rho, with equality at tau = rho.",
    "tau*log(tau/r) - tau + r >= 0",
    by_solver("tangents", "And(tau > 0, r > 0)"),
    on_instances(CERTIFIED, GRID, "small rates", "27 places", averages.rates),
    mutants={"strictly": (">=", ">")},
)  # fmt: skip

SECTION.claim(
    "bound-of-a-lone-or-an-absent-type-is-at-least-one",
    "(tau/rho)^tau exp(-L) >= 1, and (rho/sigma)^sigma >= 1 for sigma <= rho",
    "At a = 1, where the ratio is infinite as soon as the record is seen, the first tail's bound is $e^{\\tau - "
    "\\rho} \\ge 1$; at b = 0 the second one's is $(\\rho/\\sigma)^\\sigma \\ge 1$. No divergence exceeds one.",
    "And(tau*log(tau/r) - (tau*log(tau/r) - tau + r) >= 0, -sigma*log(sigma/r) >= 0)",
    by_solver("tangents", "And(0 < sigma, sigma <= r, r <= tau)"),
    on_instances(CERTIFIED, GRID, "small rates", "27 places", averages.rates),
    given="sigma <= rho <= tau", mutants={"two records": ("- (tau*log", "- 2*(tau*log")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "largest-loss-of-all-pairs-below-one-sum-over-types",
    "a maximum over ordered pairs of f(i) + g(j) is at most sum_i f(i) + sum_j g(j)",
    "delta(H) is the largest divergence of an ordered pair of types, each at most one first tail of one type and one "
    "second tail of another; so it is at most the sum of both tails over all types.",
    "delta <= up_one + up_two + down_one + down_two",
    and_so(
        by_solver("both pairs of two types", [
            "And(up_one >= 0, up_two >= 0, down_one >= 0, down_two >= 0)",
            "Or(delta <= up_one + down_two, delta <= up_two + down_one)",
        ]),
        about(Formula("largest <= up + down", ["largest", "up", "down"]), by_sums(
            "all pairs of any number of types",
            {"largest": "Largest(i, Largest(j, loss))", "up": "Sum(i, f)", "down": "Sum(j, g)"},
            ["f >= 0", "g >= 0", "loss <= f + g"], "over i: And(up >= 0, Largest(i, f) <= up)",
            "over j: And(down >= 0, Largest(j, g) <= down)",
            "over j: Largest(j, loss) <= f + Largest(j, g)", "over i: largest <= Largest(i, f) + Largest(j, g)",
            each={"i": "f", "j": "g", "i j": "loss"},
        )),
    ),
    given="the divergence of each ordered pair is at most a first and a second tail", mutants={
        "one pair": ("up_one + up_two + down_one + down_two", "up_one + down_two"),
        "first tails alone": (" + down_one + down_two", ""),
    },
)  # fmt: skip

UPPER_TAIL = (
    cite("both-tails-by-markov"), cite("moment-of-a-binomial-count-below-that-of-a-poisson-count"),
    cite("exponent-of-the-upper-tail-with-replacement"),
)  # fmt: skip

_CASES = "two types, all mixtures of two sources, T <= 3n, epsilon <= 3"
_AT_RANDOM = on_instances(CERTIFIED, SAMPLE, "300 cases at random", f"{_CASES}, seed 5, n <= 8", averages.at_random)
_MANY = on_many_instances(CERTIFIED, "many cases at random", f"{_CASES}, n <= 8", averages.at_random, seed=7)
_LARGER = over({
    "n": Integers(1, 30), "T": Integers(1, lambda at: 3 * at["n"]),
    "share": Rationals(0, Fraction(1, 2), open_low=True), "epsilon": Rationals(0, 5, open_low=True),
}, lambda _, at: averages.bounded(at["share"], 1 - at["share"], at["n"], at["T"], at["epsilon"]))  # fmt: skip

SECTION.claim(
    "smoothed-loss-with-replacement-below-two-tails",
    "with replacement delta_SDP is below the bound of two Poisson tails, for every epsilon > 0",
    "For every epsilon > 0, every number of draws, also above n, and sources of full support, delta_SDP is at most "
    "the sum over the types of two tails of Poisson type (`privacy.bounds.published`), which falls exponentially "
    "in n at a fixed rate T/n.",
    "smoothed <= bound",
    in_steps(
        # `up` is (tau/rho)^tau and `down` e^(rho - sigma); `low` is e^(-L_+ a) and `high` is e^(-L_- b).
        "two tails, averaged over databases",
        about(
            Formula("gain <= up*low + down*high", ["gain", "up", "low", "down", "high"]),
            by_solver("one pair of neighbours", [
                lifted(
                    "sum-over-outputs", "gain <= rising + falling",
                    cite("outputs-between-both-levels-gain-nothing-with-replacement"),
                    cite("bound-of-a-lone-or-an-absent-type-is-at-least-one"),
                ), lifted("exponential-markov", "rising <= up*low", *UPPER_TAIL),
                lifted(
                    "exponential-markov", "falling <= down*high", *UPPER_TAIL[:2],
                    cite("exponent-of-the-lower-tail-with-replacement"),
                    cite("one-record-fewer-costs-the-lower-tail-its-rate"),
                ),
            ]),
        ),
        by_solver("averaged over databases", [
            defined("up", "exp(rise)"), defined("down", "exp(shift)"),
            lifted(
                "averaging", "smoothed <= m*(up*averaged_up + down*averaged_down)", shown("one pair of neighbours"),
                cite("largest-loss-of-all-pairs-below-one-sum-over-types"),
            ), lifted(
                "independent-records", "And(averaged_up <= power_up, averaged_down <= power_down)",
                cite("an-average-of-powers-is-below-that-of-the-floor"), cite("poisson-entropies-are-not-negative"),
            ), trusted("programs", "And(m >= 1, bound == m*(up*power_up + down*power_down))"),
        ]),
    ),
    _AT_RANDOM, _MANY,
    given=FULL_SUPPORT, mutants={"a tenth of the bound": ("bound", "bound/10")}, search=_LARGER,
    note="If no type's floor is named the sum has the floor of each type; here all of them have c.",
)  # fmt: skip

SECTION.claim(
    "smoothed-loss-with-replacement-above-an-absent-type",
    "with replacement delta_SDP is at least (1-p)^n (1 - (1-1/n)^T)",
    "If some source gives a type the probability p, delta_SDP is at least $(1-p)^n (1 - (1-1/n)^T)$ at every "
    "epsilon: all records may follow that source, and a database without the type has this delta.",
    "smoothed >= least",
    _AT_RANDOM, _MANY,
    mutants={"twice as much": ("least", "2*least")}, search=_LARGER,
    note="So no bound can fall faster than $(1-p)^n$, and that of Theorem 5 cannot be more than exponentially small.",
)  # fmt: skip

_PAIRS = on_instances(
    CERTIFIED, GRID, "small pairs", "n <= 9, T <= n, all a, e^epsilon in {2, 5, 60}, epsilon > T/n",
    averages.small_pairs,
)
ABOVE = averages.above_the_rate
ONE_TAIL = SECTION.derivation(
    "one-tail-with-replacement", "The divergence of one pair with replacement, for every epsilon above the rate",
    line(
        "loss", "<=", "tail", Rule.MONOTONICITY, _PAIRS, mutants={"a third of the tail": "tail/3"},
        note="No output with h <= epsilon (a - 1) contributes.",
    ),
    line(
        "<=", "z**(-epsilon*(a - 1))*(1 + s*(z - 1))**T", Rule.THEOREM, _PAIRS,
        reference="Markov's inequality for z^h, h binomial, z = epsilon/rho",
        mutants={"a for a - 1": "z**(-epsilon*a)*(1 + s*(z - 1))**T"},
    ),
    line(
        "T*log(1 + s*(z - 1))", "<=", "T*s*(z - 1)", Rule.INEQUALITY,
        by_solver("tangents of the logarithm", "And(T >= 0, 0 < s, s <= 1, z > 0, 1 + s*(z - 1) > 0)"),
        part="The second factor, in logarithms", mutants={"half of it": "T*s*(z - 1)/2"},
    ),
    line(
        "-epsilon*(a - 1)*log(epsilon/r) + a*r*(epsilon/r - 1)", "=",
        "epsilon*log(epsilon/r) - a*(epsilon*log(epsilon/r) - epsilon + r)", Rule.ALGEBRA,
        by_identity("identity", "positive epsilon r a"), part="Both factors, in logarithms; T s = a rho",
        mutants={"without rho": "epsilon*log(epsilon/r) - a*(epsilon*log(epsilon/r) - epsilon)"},
    ),
)  # fmt: skip

SECTION.claim(
    "smoothed-loss-with-replacement-below-one-tail",
    "epsilon > T/n: delta_SDP <= m (eps n/T)^eps (1 - c (1 - e^-L))^n, L = eps ln(eps n/T) - eps + T/n",
    "For every $\\epsilon > \\rho = T/n$ and sources that give each of m types at least c, with replacement "
    "$\\delta_{SDP} \\le m (\\epsilon/\\rho)^{\\epsilon} (1 - c(1 - e^{-L}))^n$ with $L = \\epsilon "
    "\\ln(\\epsilon/\\rho) - \\epsilon + \\rho > 0$. At $\\epsilon = 2T/n$ this is $e^{-\\Theta(T)}$.",
    f"smoothed <= m*exp(epsilon*log(epsilon/r))*(1 - c*(1 - exp(-{RATE})))**n",
    in_steps(
        # `first` is (epsilon/rho)^epsilon, and `low` is e^(-L a) for the a records of the type that loses one.
        "one tail, averaged over databases",
        about(
            Formula("gain <= first*low", ["gain", "first", "low"]),
            by_solver("one pair of neighbours", [
                lifted(
                    "sum-over-outputs", "gain <= rising", cite("no-loss-with-replacement-below-a-share-of-the-records"),
                    cite("bound-of-a-lone-or-an-absent-type-is-at-least-one"),
                ), lifted("exponential-markov", "rising <= first*low", *UPPER_TAIL),
            ]),
        ), SUMMED,
        by_solver("averaged over databases", [
            "And(0 < r, r < epsilon, 0 <= c, c <= 1, m >= 1, n >= 1)",
            lifted(
                "averaging", "smoothed <= m*exp(epsilon*log(epsilon/r))*mean", shown("one pair of neighbours"),
                shown("the largest term is at most the sum"), every="m epsilon r",
            ), cite("an-average-of-powers-is-below-that-of-the-floor", {"f": "c", "base": f"exp(-{RATE})"}),
        ]),
    ),
    on_instances(CERTIFIED, SAMPLE, "cases at random with epsilon > T/n", f"{_CASES}, seed 5, n <= 8", ABOVE),
    on_many_instances(CERTIFIED, "many cases at random with epsilon > T/n", f"{_CASES}, n <= 8", ABOVE, seed=7),
    given=(FULL_SUPPORT, "epsilon > T/n"), mutants={
        "without the prefactor": ("m*exp(epsilon*log(epsilon/r))*", ""),
        "a larger rate": ("- epsilon + r)", "+ epsilon + 2*r)"),
    }, generated="none", derivation=ONE_TAIL, integers="n",
    note="The derivation shows the bound $(\\epsilon/\\rho)^{\\epsilon} e^{-aL}$ of one pair; delta(H) is at most "
    "its largest value over the types, and the expectation of $e^{-LH_i}$ factorises over the records.",
)  # fmt: skip

SECTION.claim(
    "rate-of-one-tail-at-the-stated-epsilon",
    "at epsilon = 1 + 2T/n the rate L is at least 5/4, for any number of draws",
    "$(1+2\\rho)\\ln(2 + 1/\\rho) - 1 - \\rho \\ge 5/4$ for every $\\rho > 0$.",
    "(1 + 2*r)*log(2 + 1/r) - 1 - r >= 5/4",
    on_box("all rates", {"r": "(0, oo)"}),
    mutants={"1.26 for 5/4": ("5/4", "126/100"), "1 + rho": ("(1 + 2*r)", "(1 + r)")}, generated="deep",
    note="The minimum is between 1.256 and 1.257, at a rate of about 0.66.",
    numbers=("(1 + 2*0.66)*log(2 + 1/0.66) - 1 - 0.66 < 1.257", "(1 + 2*0.66)*log(2 + 1/0.66) - 1 - 0.66 > 1.256"),
)  # fmt: skip

PRINTED.claim(
    "smoothed-loss-with-replacement-for-any-draws",
    "epsilon = 1 + 2T/n, any T >= 1: delta_SDP <= m (2 + n/T)^(1+2T/n) (1 - 7c/10)^n",
    "At $\\epsilon = 1 + 2T/n$ and for sources that give each of m types at least c, with replacement "
    "$\\delta_{SDP} \\le m\\,(2 + n/T)^{1 + 2T/n} (1 - \\tfrac{7}{10} c)^n$ for all n and T >= 1: T = o(n) is not "
    "needed.",
    "smoothed <= m*exp((1 + 2*r)*log((1 + 2*r)/r))*(1 - 7*c/10)**n",
    in_steps(
        "one record's factor, then all records",
        about(Formula("Eq(log((1 + 2*r)/r), log(2 + 1/r))", ["r"]), by_identity("the same logarithm", "positive r")),
        about(Formula("x*exp(-5/4) <= 3*x/10", ["x"]), on_box("the constant", {"x": "(0, 1]"})),
        about(
            SECTION.formula(f"1 - c*(1 - exp(-{RATE_THERE})) <= 1 - 7*c/10"),
            by_solver("one record's factor", [
                "And(r > 0, 0 <= c, c <= 1)", shown("the same logarithm"), shown("the constant", {"x": "1"}),
                cite("rate-of-one-tail-at-the-stated-epsilon"),
            ]),
        ),
        by_solver("all records", [
            "And(r > 0, 0 <= c, c <= 1/2, m >= 1, n >= 1)",
            cite("smoothed-loss-with-replacement-below-one-tail", {"epsilon": "1 + 2*r"}),
            lifted(
                "exponentials", f"(1 - c*(1 - exp(-{RATE_THERE})))**n <= (1 - 7*c/10)**n", shown("one record's factor"),
            ),
        ]),
    ),
    on_instances(
        CERTIFIED, SAMPLE, "150 cases at random", "two types, all mixtures, n <= 16, T <= 3n, seed 6",
        averages.at_the_stated,
    ),
    on_many_instances(
        CERTIFIED, "many cases at random", "two types, all mixtures, n <= 16, T <= 3n", averages.at_the_stated, seed=8,
    ),
    kind="theorem", given=FULL_SUPPORT, fidelity="reconstructed", mutants={
        "19/10 for 7/10": ("7*c/10", "19*c/10"),
        "without the prefactor": ("m*exp((1 + 2*r)*log((1 + 2*r)/r))*", "1/10*"),
    }, generated="none", integers="n",
)  # fmt: skip
