"""Table 1, and the noisy histogram of Appendix A.3.

Table 1, Algorithm 4 and App. A.3: the sampled histogram with and without noise; Tables 2 and 3, which compare.

Table 1: the smoothed row is exponential both ways, and noise at which rates and levels loses eta epsilon.

Items: Table 2, Table 3, Eq. (4), Algorithm 4, Table 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.distributions.finite import replace_one
from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.numbers.reals import rational
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Table 1, DP without noise", {
    "worst": "\\max_x \\delta(x)", "rate": "\\rho", "q": "e^{-\\epsilon/4}", "a": "h_i", "b": "h_j",
    "y": "\\tilde{h}_i", "s": "\\tilde{h}_j", "c": "q^{h_i}", "own": "P_1", "none": "P_0", "other": "P'_1",
    "ratio": "R", "records": "n", "draws": "T", "u": "q^{|h_i - \\tilde{h}_i|}", "v": "q^{|h_j - \\tilde{h}_j|}",
    "x": "q^{|h_i - 1 - \\tilde{h}_i|}", "z": "q^{|h_j + 1 - \\tilde{h}_j|}", "g": "q^{h_j}",
}, {"worst": "privacy.definition.worst_delta", **dict.fromkeys("quvxzcg", "any number between 0 and 1")})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Additive noise")


def rounded(records: int, rate: Fraction) -> dict[str, Any]:
    """Loss if the rate is rounded up."""
    return {"worst": Fraction(-(-records * rate // 1), records), "rate": rate}


SECTION.claim(
    "loss-without-noise-is-the-rate", "the sampling-histogram mechanism is (0, eta)-differentially private",
    "The table gives the pair (0, eta), eta being the sampling rate. If that is the rate T/n that is attained, the "
    "pair is right, and the best. Read here as the rate that is asked for, which Algorithm 2 rounds up: with T = "
    "ceil(eta n) of n records sampled, the mechanism is (0, eta)-differentially private.",
    "worst <= rate",
    on_instances(
        EXACT, GRID, "T = ceil(eta n)", "n <= 7, three rates",
        each(rounded, records=range(1, 8), rate=(Fraction(1, 2), Fraction(2, 3), Fraction(499, 500))),
    ), kind="reading", symbols={"rate": "\\eta"},
    fails=instance(
        "n = 1, eta = 1/2, T = ceil(1/2) = 1: the only record is published, and delta is 1.",
        "n = 1; eta = 1/2; T = ceil(eta * n); P = lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T); delta = "
        "max(sum(max(0, P(h, H) - P(h, 1 - H)) for h in range(2)) for H in range(2))", given="0 < eta < 1",
        at={"worst": "delta", "rate": "eta"},
    ), wrong="Only rounding: T is ceil(eta n), so delta = T/n is above eta unless eta n is an integer.",
    cost="eta reads T/n, which differs from it by less than 1/n.", defect="wrong constant",
    search=over(
        {"records": Integers(1, 60), "rate": Rationals(0, 1, open_low=True, open_high=True)},
        lambda _, at: rounded(**at), climbs=False,
    ), note="That (0, T/n) is the best pair, attained by a unique record, is `worst-case-loss-is-the-sampling-rate`.",
)  # fmt: skip

SECTION.claim(
    "exponents-and-normalisations-of-a-noisy-histogram",
    "a replaced record changes either exponent by one at most, the normalisations by 1 + q - q^2 at most",
    "With q = exp(-epsilon/4), one replaced record changes the exponent of Eq. (4) by 2 at most, and the "
    "normalisation by a factor of at most $1 + q - q^2$; and $q^2 (1 + q - q^2) < 1$. The parts: two exponents, two "
    "normalisations (entry i smaller by one, entry j larger by one), and the comparison.",
    "And(abs(a - 1 - y) - abs(a - y) <= 1, abs(b + 1 - s) - abs(b - s) <= 1, 1 + q - c <= 1 + q - c*q, 1 + q - c*q**2 "
    "<= (1 + q - q**2)*(1 + q - c*q), q**2*(1 + q - q**2) < 1)",
    by_solver("all histograms, outputs and levels of noise", "And(0 < q, q < 1, 0 < c, c <= 1)"),
    at="App. A.3, Eq. (4), parts", symbols={"c": "q^{h_j}"}, kind="equation", given="epsilon > 0",
    silent="published entries are nonnegative, so that Z depends on the histogram",
    mutants={"exponent 1/2": ("abs(a - y) <= 1", "abs(a - y) <= 1/2")}, generated="deep",
)  # fmt: skip

LEVELS = "0 < q, q < 1, 0 < c, c <= 1, 0 < g, g <= 1"


def entries(q: Fraction, a: int, b: int, y: int, s: int) -> dict[str, Any]:
    """Two entries, the first with a record to lose, and two published ones."""
    steps = {"u": a - y, "v": b - s, "x": a - 1 - y, "z": b + 1 - s, "c": a, "g": b}
    return {"q": q, **{name: q ** abs(step) for name, step in steps.items()}}


SECTION.claim(
    "noise-alone-is-private", "without sampling, the noise makes the histogram (epsilon, 0)-private",
    "With q = exp(-epsilon/4), an entry h is published as y with the probability $q^{|h - y|}(1 - q)/(1 + q - "
    "q^{h+1})$. If a record of type i becomes one of type j, two entries change, and the product of their factors is "
    "at most $R = q^{-2} (1 + q - q^2)$ times the new one, which is below $q^{-4} = e^{\\epsilon}$. So no probability "
    "changes by more than the factor R.",
    "And(u*v/((1 + q - c*q)*(1 + q - g*q)) <= (1 + q - q**2)/q**2*(x*z/((1 + q - c)*(1 + q - g*q**2))), (1 + q - "
    "q**2)/q**2 < 1/q**4)",
    in_steps(
        "factor by factor",
        about(SECTION.formula("u*v*q**2 <= x*z"), by_solver("two entries, each nearer to its output by one at most", [
            f"And({LEVELS}, u > 0, v > 0, x > 0, z > 0)",
            lifted(
                "exponentials", "And(u*q <= x, v*q <= z)", cite("exponents-and-normalisations-of-a-noisy-histogram"),
            ),
        ])),
        about(SECTION.formula("one*two <= factor*first*second"), by_solver(
            "two inequalities multiplied",
            "And(one > 0, two > 0, first > 0, second > 0, factor > 0, one <= first, two <= factor*second)",
        )),
        about(SECTION.formula("(1 + q - c)*(1 + q - g*q**2) <= (1 + q - q**2)*(1 + q - c*q)*(1 + q - g*q)"), by_solver(
            "two normalisations",
            [
                f"And({LEVELS})", shown("two inequalities multiplied", {
                    "one": "1 + q - c", "two": "1 + q - g*q**2", "first": "1 + q - c*q", "second": "1 + q - g*q",
                    "factor": "1 + q - q**2",
                }),
            ],
        )),
        about(SECTION.formula("before/first <= factor/q**2*(after/second)"), by_solver(
            "a product of quotients",
            "And(0 < q, first > 0, second > 0, before >= 0, after >= 0, factor > 0, before*q**2 <= after, second <= "
            "factor*first)",
        )),
        by_solver("both together", [
            f"And({LEVELS}, u > 0, v > 0, x > 0, z > 0)",
            shown("two entries, each nearer to its output by one at most"), shown("two normalisations"),
            shown("a product of quotients", {
                "before": "u*v", "after": "x*z", "first": "(1 + q - c*q)*(1 + q - g*q)",
                "second": "(1 + q - c)*(1 + q - g*q**2)", "factor": "1 + q - q**2",
            }),
        ]),
    ),
    on_instances(
        EXACT, GRID, "small entries", "entries up to 3, published up to 4, q = 1/2 and 1/4",
        each(entries, q=(Fraction(1, 2), Fraction(1, 4)), a=range(1, 4), b=range(4), y=range(5), s=range(5)),
    ), at="App. A.3, Eq. (4)", kind="equation", given="epsilon > 0",
    silent="published entries are nonnegative, so that Z depends on the histogram",
    mutants={
        "normalisation unchanged": ("<= (1 + q - q**2)/q**2*", "<= 1/q**2*"),
        "half the exponent": ("<= (1 + q - q**2)/q**2*", "<= (1 + q - q**2)/q*"),
    }, generated="none", note="For small epsilon the parameter is 3 epsilon/4, for large epsilon epsilon/2.",
)  # fmt: skip

OWN.claim(
    "sampling-amplifies-the-noise", "with sampling at the rate T/n the factor R becomes 1 + (R - 1) T/n",
    "The laws are mixtures $\\rho P_1 + (1-\\rho) P_0$ and $\\rho P'_1 + (1-\\rho) P_0$ by whether the changed record "
    "is sampled. If $P_1 \\le R P'_1$ and $P_1 \\le R P_0$, their ratio is at most $1 + \\rho (R - 1)$.",
    "rate*own + (1 - rate)*none <= (1 + rate*(ratio - 1))*(rate*other + (1 - rate)*none)",
    by_solver(
        "one output, all probabilities",
        "And(0 <= rate, rate <= 1, ratio >= 1, own >= 0, none >= 0, other >= 0, own <= ratio*other, own <= ratio*none)",
    ), given="P_1 <= R P'_1 and P_1 <= R P_0, which noise alone gives",
    mutants={
        "R^rate is smaller": ("rate*(ratio - 1)", "rate*(ratio - 1)/ratio"),
        "half of the rate": ("rate*(ratio - 1)", "rate/2*(ratio - 1)"),
    }, trust="coupling",
)  # fmt: skip


def worst_ratio(records: int, draws: int, decay: Fraction) -> dict[str, Any]:
    """The largest ratio of the probabilities of an output under two neighbours, two types."""
    mechanism = ExponentialHistogram(draws, rational(decay))
    histograms: list[tuple[int, ...]] = [(first, records - first) for first in range(records + 1)]
    laws = {counts: mechanism.law(counts) for counts in histograms}
    ratios = (
        mass / laws[other].probability(output)
        for counts, law in laws.items() for other in replace_one(counts) for output, mass in law.items()
    )
    return {"ratio": max(Fraction(1), *ratios), "records": records, "draws": draws, "q": decay}


SECTION.claim(
    "noisy-sample-has-eta-epsilon",
    "the sampled histogram with noise of level 1/epsilon is (eta epsilon, 0)-private, whatever the rate and epsilon",
    "The table gives the pair (eta epsilon, 0), and calls it private if epsilon is small. At the rate of its example, "
    "and at every rate if epsilon is small, the pair is right. Read here as of every constant rate and every epsilon: "
    "with a rate of eta = T/n, Algorithm 4 is $(\\eta \\epsilon, 0)$-differentially private, as no ratio of "
    "probabilities exceeds $e^{\\epsilon T/n}$.",
    "ratio**records <= (1/q)**(4*draws)",
    on_instances(EXACT, GRID, "all outputs", "two types, n <= 4, three levels", each(
        worst_ratio, records=range(1, 5), draws=lambda at: range(1, at["records"] + 1),
        decay=(Fraction(1, 2), Fraction(1, 4), Fraction(1, 5)),
    )),
    at="Table 1, DP with noise", silent="eta n is an integer, T", kind="reading",
    fails=instance(
        "n = 3, T = 1, two types, q = exp(-epsilon/4) = 1/5: for x = (2, 1) and x' = (3, 0) the output (0, 1) has the "
        "ratio 9, more than e^(epsilon/3) = 8.55. A sample (1, 0) or (0, 1) gives the same normalisation.",
        "n = 3; T = 1; q = 1/5; entry = lambda y, h: q**((y - h) if y >= h else (h - y)) * (1 - q) / (1 + q - q**(h + "
        "1)); noisy = lambda h: entry(0, h) * entry(1, 1 - h); P = lambda H: sum(comb(H, h) * comb(n - H, T - h) / "
        "comb(n, T) * noisy(h) for h in range(2)); ratio = P(2) / P(3)", given="0 < q < 1",
        at={"records": "n", "draws": "T"},
    ),
    wrong="eta epsilon is what sampling makes of a small epsilon. Exactly, the factor R becomes 1 + eta (R - 1), "
    "which is more than e^(eta epsilon) for small rates and large epsilon.",
    cost="A rate of at least one half, as in the paper's example (0.998); or an epsilon of at most 1.3014, at every "
    "rate, as the table's 'if epsilon is small' may mean; else ln(1 + eta (R - 1)).",
    defect="wrong constant",
    search=over(
        {
            "records": Integers(1, 6), "draws": Integers(1, lambda at: at["records"]),
            "decay": Rationals(0, 1, open_low=True, open_high=True),
        }, lambda _, at: worst_ratio(**at), climbs=False,
    ),
    numbers=(
        "abs(exp(4*log(5)/3) - 8.55) < 0.005",
        # R - 1 = (1 + q - q^2)/q^2 - 1 against epsilon, the slope of e^(eta epsilon) at eta = 0.
        "exp(1.3014/2)*(1 + exp(-1.3014/4)) - 2 < 1.3014", "exp(1.3015/2)*(1 + exp(-1.3015/4)) - 2 > 1.3015",
    ),
)  # fmt: skip

PARTS = (Fraction(0), Fraction(1, 2), Fraction(1))
FACTOR = "(1 + q - q**2)/q**2"


def mixture(rate: Fraction, q: Fraction, other: Fraction, none: Fraction) -> dict[str, Any]:
    """P_1 is as large as noise alone allows."""
    return {"rate": rate, "q": q, "own": (1 + q - q**2) / q**2 * min(other, none), "none": none, "other": other}


OWN.claim(
    "noisy-sample-has-eta-epsilon-from-one-half-on",
    "for T/n >= 1/2 the sampled histogram with noise is (epsilon T/n, 0)-private",
    "The law of the output is a mixture $\\rho P_1 + (1-\\rho) P_0$ by whether the changed record is sampled, and no "
    "probability is more than $e^{\\rho\\epsilon}$ times that under the neighbour: the factor is $1 + \\rho (R - 1)$, "
    "and $1 + \\rho (R - 1) \\le e^{\\rho \\epsilon}$ for $1/2 \\le \\rho \\le 1$, with $R = q^{-2}(1 + q - q^2)$ and "
    "$e^{\\rho\\epsilon} = (q^{-2})^{2\\rho}$, which is at least $1 + 2 \\rho (q^{-2} - 1)$ by Bernoulli's inequality.",
    "rate*own + (1 - rate)*none <= exp(-4*rate*log(q))*(rate*other + (1 - rate)*none)",
    in_steps(
        "Bernoulli's inequality, then one output",
        about(SECTION.formula("Eq(log(1 + (1/q**2 - 1)), -2*log(q))"), by_identity("a power", "positive q")),
        about(SECTION.formula("Eq(exp(log(mass)), mass)"), by_identity("a logarithm", "positive mass")),
        about(SECTION.formula("Implies(log(mass) <= large, mass <= exp(large))"), by_solver("an exponential", [
            "mass > 0", shown("a logarithm"),
        ])),
        about(SECTION.formula("1 + 2*rate*(1/q**2 - 1) <= exp(-4*rate*log(q))"), by_solver("Bernoulli's inequality", [
            "And(0 < q, q < 1, 1/2 <= rate, rate <= 1)", shown("a power"),
            cite("bernoullis-inequality", {"r": "2*rate", "v": "1/q**2 - 1"}),
            shown("an exponential", {"mass": "1 + 2*rate*(1/q**2 - 1)", "large": "-4*rate*log(q)"}),
        ])),
        about(SECTION.formula(f"1 + rate*({FACTOR} - 1) <= exp(-4*rate*log(q))"), by_solver(
            "all rates and levels of noise",
            ["And(0 < q, q < 1, 1/2 <= rate, rate <= 1)", shown("Bernoulli's inequality")],
        )),
        about(SECTION.formula("small*mass <= large*mass"), by_solver(
            "a larger factor", "And(mass >= 0, small <= large)",
        )),
        by_solver("one output", [
            "And(1/2 <= rate, rate <= 1, own >= 0, none >= 0, other >= 0)", "And(0 < q, q < 1)",
            # Given that the record is sampled, its two values, or it and another record, differ by a replaced one.
            lifted("coupling", f"And(own <= {FACTOR}*other, own <= {FACTOR}*none)", cite("noise-alone-is-private")),
            shown("all rates and levels of noise"),
            shown("a larger factor", {
                "small": f"1 + rate*({FACTOR} - 1)", "large": "exp(-4*rate*log(q))",
                "mass": "rate*other + (1 - rate)*none",
            }),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "the largest P_1", "three rates, q = 1/2 and 1/4", each(
        mixture, rate=(Fraction(1, 2), Fraction(3, 4), Fraction(1)), q=(Fraction(1, 2), Fraction(1, 4)),
        other=PARTS, none=PARTS,
    )),
    mutants={"half the loss": ("exp(-4*rate", "exp(-2*rate"), "twice P_1": ("rate*own", "2*rate*own")},
    repairs="noisy-sample-has-eta-epsilon",
)  # fmt: skip

SECTION.claim(
    "messages-of-the-comparison", "private under smoothed analysis, non-private in the worst case, private with noise",
    "Without noise the election is private under smoothed DP and not under DP; with noise it is private if epsilon is "
    "small.",
    None,
    at="Table 1, main messages",
    uncheckable="'Private' is delta = o(1/n), a statement on all n for parameters that the table leaves open; the "
    "numbers of the table are claims of their own, as are those on the exponential fall of the smoothed delta.",
)  # fmt: skip

A_TABLE_OF_WORDS = "A table of words: which quantifier is a maximum, a mean or a conditional probability."

SECTION.claim(
    "comparison-of-notions",
    "which of database, output and neighbour are worst-case, smoothed or less informed, notion by notion",
    "Smoothed DP has a smoothed database, and a worst-case output and neighbour; DP, f-DP, Rényi and concentrated DP "
    "are worst-case in all three; Bayesian, random and distributional DP assume less informed adversaries.",
    None,
    at="Table 2", uncheckable=A_TABLE_OF_WORDS + " Rényi and concentrated DP average over outputs.",
)  # fmt: skip

SECTION.claim(
    "threat-models", "knowledge and choices of the adversaries of DP, smoothed DP and distributional DP",
    "The adversary of smoothed DP knows what that of DP knows, all records but one, and chooses the sources in place "
    "of the database; that of distributional DP knows the distribution only.",
    None,
    at="Table 3",
    uncheckable=A_TABLE_OF_WORDS + " The three share a cell for the output, but in smoothed DP event and neighbour "
    "are chosen after the database, in distributional DP before it.",
)  # fmt: skip

SECTION.claim(
    "sampled-histogram-with-noise",
    "T records without replacement, their histogram with the noise of the exponential mechanism",
    "The histogram of T sampled records is published as y with a probability proportional to $e^{-\\epsilon |h - "
    "y|_1/4}$, entries of y being nonnegative.",
    None,
    at="Algorithm 4",
    uncheckable="A definition asserts nothing. That it 'can be treated as' discrete Laplacian noise is a manner of "
    "speaking: the entries are geometric in both directions, cut off at 0.",
)  # fmt: skip

SECTION.claim(
    "strictly-positive-sources", "strictly positive is f-strictly positive for a constant f",
    "A set of sources is strictly positive if a constant c > 0 is a lower bound of the probabilities that its members "
    "give to types of their supports.",
    None,
    at="App. A.3, strictly positive", kind="definition",
    uncheckable="Two definitions that agree word by word. Both only look at the support, so a source that is certain "
    "is strictly positive, too, with c = 1; what follows is in `exponentially-small-whatever-the-sources`.",
)  # fmt: skip


TABLE_1 = SECTION.beside(SMOOTHED_DP, "Table 1, smoothed DP without noise", {
    "z": "\\ln \\delta_{SDP}", "k": "|\\ln f|", "b": "\\ln B", "q": "e^{-\\epsilon/4}", "r": "T/n", "s": "q^T",
    "epsilon": "\\epsilon", "rate": "\\rho", "ratio": "P/P'", "threshold": "e^{\\epsilon T/n}", "loss": "\\delta_{SDP}",
}, {
    "z": "privacy.smoothed.delta.smoothed_delta", "k": "any number >= 0", "b": "any number",
    "q": "any number between 0 and 1", "r": "any number between 0 and 1/2", "s": "any number between 0 and 1",
    "ratio": "papers.smoothed_dp.table_1.ratio_at", "threshold": "any number > 0",
    "loss": "privacy.smoothed.delta.smoothed_delta",
})  # fmt: skip
OWN_NOISE = TABLE_1.beside(PROJECT, "Additive noise")

TABLE_1.claim(
    "smoothed-row-falls-exponentially-both-ways",
    "delta_SDP = exp(-Theta(n)) at every epsilon > 0, constant rate and floor: both bounds are exponential",
    "For a constant rate, 0 < T/n < 1, a constant floor f > 0 of the sources and every $\\epsilon > 0$, "
    "$\\delta_{SDP}$ is at least $f^{2n}$ and at most $B e^{-a n}$, with a and B that do not depend on n; so for $a n "
    "\\ge 2 \\ln B$ it lies between $e^{-2 |\\ln f| n}$ and $e^{-a n/2}$. The upper bound is that by two exponentials.",
    "Implies(a*n >= 2*b, And(-2*k*n <= z, z <= -a*n/2))",
    by_solver(
        # a is the smaller of the two rates -ln(1 - f (1 - e^-K)), positive as both entropies are, B is m (1 + c/q).
        "all constants",
        [lifted("exponentials", "-2*k*n <= z", cite("smoothed-loss-is-at-least-a-power-of-the-floor")), lifted(
            "exponentials", "z <= b - a*n", cite("smoothed-loss-below-two-exponentials"),
            cite("relative-entropy-is-at-least-twice-the-squared-distance"),
        )],
    ), given="a n >= 2 ln B, for the decay from a certain n on",
    silent=("every source gives every type at least f, a constant", "epsilon > 0; the table leaves epsilon open"),
    mutants={"the full exponent": ("-a*n/2", "-a*n"), "half of the lower exponent": ("-2*k*n", "-k*n")}, counts="n",
    note="Only a bound by m exp(-Theta(f n)) is Theorem 3 (i), and that above a threshold of epsilon.",
)  # fmt: skip

QUOTIENT = (
    "((1 - r)*(s*(1 - q)/(1 + q - s*q))*(q*(1 - q)/(1 + q - q)) + "
    "r*(s/q*(1 - q)/(1 + q - s))*((1 - q)/(1 + q - q**2)))/((s*(1 - q)/(1 + q - s*q))*(q*(1 - q)/(1 + q - q)))"
)
CLOSED = "(1 - r + r*(1 + q - s*q)/(q**2*(1 + q - s)*(1 + q - q**2)))"
TWO_SAMPLES = TABLE_1.formula(f"Eq({QUOTIENT}, {CLOSED})")
"""The samples (T, 0) and (T - 1, 1), whose entries are shown as 0 and 1 with q^|h - y| (1 - q)/(1 + q - q^(h+1))."""
ROW_LEVELS = "And(0 < r, r < 1/2, 0 < q, q < 1, 0 < s, s < 1)"


def ratio_at(n: int, draws: int) -> dict[str, Any]:
    """One small q: the output (0, 1), for the counts (n - 1, 1) and (n, 0)."""
    decay, rate = Fraction(1, 2**13), Fraction(draws, n)
    with_one, without = map(ExponentialHistogram(draws, rational(decay)).law, ((n - 1, 1), (n, 0)))
    return {
        "ratio": with_one.probability((0, 1)) / without.probability((0, 1)), "q": decay, "s": decay**draws, "r": rate,
        "threshold": Formula("(1/q)**(4*r)", ["q", "r"]).value({"q": decay, "r": rate}),
    }  # fmt: skip


OWN_NOISE.claim(
    "no-rate-below-one-half-has-eta-epsilon",
    "for every T < n/2 there is a level of noise with a ratio above e^(epsilon T/n)",
    "At each rate r = T/n below one half the sampled histogram with noise is not $(\\epsilon r, 0)$-private for large "
    "epsilon: under the counts (n-1, 1) and (n, 0) the output (0, 1) has the ratio $1 - r + r (1 + q - q^{T+1})/(q^2 "
    "(1 + q - q^T)(1 + q - q^2))$, at least $\\frac45 r q^{-2}$, and $e^{\\epsilon r} = q^{-4r}$ is smaller from "
    "$q^{2-4r} = r/2$ on. So one half cannot be replaced by less. The ratio is that of the samples (T, 0) and, with "
    "probability r, (T - 1, 1): a count h is shown as y with probability $q^{|h-y|} (1-q)/(1 + q - q^{h+1})$.",
    "Implies(And(0 < q, q < 1, 0 < s, s < 1, 0 < r, r < 1/2, threshold*q**2 <= r/2), ratio > threshold)",
    in_steps(
        "the ratio in closed form, at a small level",
        about(TWO_SAMPLES, by_identity("the ratio in closed form", "positive r s q", ROW_LEVELS)),
        about(TABLE_1.formula(f"{CLOSED}*q**2 >= 4*r/5"), by_solver("at least 4/5 of r/q^2", ROW_LEVELS)),
        by_solver("above the threshold where q^(2-4r) <= r/2", [
            defined("ratio", QUOTIENT), shown("the ratio in closed form"), shown("at least 4/5 of r/q^2"),
        ]),
    ),
    on_instances(EXACT, GRID, "q = 2^-13", "n <= 8, all T < n/2", each(
        ratio_at, n=range(3, 9), draws=lambda at: range(1, (at["n"] + 1) // 2),
    )),
    given=(
        "1 <= T < n/2; two types at least, the others being absent",
        "q^(2-4r) <= r/2, which holds for all large epsilon",
    ),
    mutants={
        "a millionth of the ratio": ("ratio >", "ratio/10**6 >"),
        "twice the parameter": ("ratio > threshold", "ratio > threshold**2"),
    }, note="It is the tightness of the repair of Table 1.",
)  # fmt: skip


def thinning(n: int, odds: Fraction) -> dict[str, Any] | None:
    """All of n records follow (1/n, 1 - 1/n), half of them are sampled; n is even."""
    total = Fraction(0)
    if n % 2:
        return None
    for count in range(n + 1):
        found = delta(Database((count, n - count), n // 2), Budget.read(odds=odds)).value.exact
        assert found is not None  # rational odds and few records
        total += comb(n, count) * Fraction(n - 1) ** (n - count) / n**n * Fraction(found)
    return {"loss": total}


TABLE_1.claim(
    "a-floor-that-is-bounded-is-mild", "f-strict positivity with f = O(1) is enough for a delta_SDP that falls with n",
    "The assumption of the main theorem is called mild when f(m, n) = O(1). Read as: with any such f, positive at "
    "every n, and half of the records sampled, $\\delta_{SDP}$ gets small as n grows, here below 1/8.",
    "loss < 1/8",
    on_instances(
        EXACT, GRID, "shares (1/n, 1 - 1/n)", "n <= 20, 2 odds",
        each(thinning, n=range(2, 21, 2), odds=(Fraction(3), Fraction(100))),
    ), at="Sec. 5.1, strictly positive", silent="f = 1/n is O(1), as every f is, probabilities being at most 1",
    fidelity="narrowed",
    fails=instance(
        "Every record follows (1/n, 1 - 1/n), half of n are sampled: with probability (1 - 1/n)^n >= 1/4 there is no "
        "record of the first type, and then delta(x) is 1/2; so delta_SDP >= 1/8 at every even n. Here n = 100, "
        "e^epsilon = 3, and delta_SDP is at least what the databases without that type add to it, 0.183.",
        "n = 100; T = 50; E = 3",
        SMALL_LOSS, "smoothed = (1 - 1/n)**n * delta(0)", given="E > n / (n - T)", at={"loss": "smoothed"},
    ), wrong="O is an upper bound, which every f meets; what makes the assumption mild is a lower bound.",
    cost="None: read Omega(1) for O(1). The arguments of f, (n, m) in the definition, are (m, n) elsewhere.",
    defect="typo",
    search=over(
        {"n": Integers(2, 30), "odds": Rationals(2, 100, open_low=True)}, lambda _, at: thinning(**at), climbs=False,
    ),
)  # fmt: skip

LARGEST = "13014/10000"
ROW_FACTOR = "(exp(epsilon/2) + exp(epsilon/4) - 1)"
"""By which the noise changes a probability at most."""

OWN_NOISE.claim(
    "the-factor-of-the-noise-is-below-one-plus-epsilon",
    "for epsilon <= 1.3014 the factor R of the noise is at most 1 + epsilon",
    "The noise of level $1/\\epsilon$ changes no probability by more than $R = e^{\\epsilon/2} + e^{\\epsilon/4} - "
    "1$, and $R - 1 \\le \\epsilon$ for $0 \\le \\epsilon \\le 1.3014$.",
    "exp(epsilon/2) + exp(epsilon/4) - 2 <= epsilon",
    on_box("every small epsilon", {"epsilon": f"[0, {LARGEST}]"}, touching={"epsilon": "0"}),
    mutants={"less than epsilon/2": ("<= epsilon", "<= epsilon/2"), "strictly": ("<=", "<")}, generated="none",
    note="At epsilon = 1.3015 it is false.",
    numbers=("exp(1.3015/2) + exp(1.3015/4) - 2 > 1.3015",),
)  # fmt: skip

OWN_NOISE.claim(
    "noisy-sample-has-eta-epsilon-for-small-epsilon",
    "for epsilon <= 1.3014 the sampled histogram with noise is (epsilon T/n, 0)-private at every rate",
    "With sampling at the rate $\\rho$ the factor is $1 + \\rho (R - 1) \\le 1 + \\rho \\epsilon \\le e^{\\rho "
    "\\epsilon}$. So the pair of Table 1 is right at every rate if epsilon is at most 1.3014, as the table says, 'if "
    "epsilon is small'.",
    "rate*own + (1 - rate)*none <= exp(rate*epsilon)*(rate*other + (1 - rate)*none)",
    in_steps(
        "the factor, then one output",
        about(Formula("1 + rate*(exp(epsilon/2) + exp(epsilon/4) - 2) <= exp(rate*epsilon)", ["rate", "epsilon"]),
              by_solver("all rates", [
                  "0 <= rate", "0 <= epsilon", f"epsilon <= {LARGEST}",
                  cite("the-factor-of-the-noise-is-below-one-plus-epsilon"),
              ])),
        about(Formula("Implies(And(mass >= 0, small <= large), small*mass <= large*mass)", ["mass", "small", "large"]),
              by_solver("a larger factor", [])),
        by_solver("one output", [
            "And(0 <= rate, rate <= 1, own >= 0, none >= 0, other >= 0)", f"And(0 <= epsilon, epsilon <= {LARGEST})",
            lifted(
                "coupling", f"And(own <= {ROW_FACTOR}*other, own <= {ROW_FACTOR}*none)", cite("noise-alone-is-private")
            ),
            cite("sampling-amplifies-the-noise", {"ratio": ROW_FACTOR}), shown("all rates"),
            shown("a larger factor", {
                "small": f"1 + rate*({ROW_FACTOR} - 1)", "large": "exp(rate*epsilon)",
                "mass": "rate*other + (1 - rate)*none",
            }),
        ]),
    ),
    on_instances(
        CERTIFIED, GRID, "some rates", "three epsilons, four rates",
        each(
            lambda epsilon, rate: {
                "epsilon": Fraction(epsilon), "rate": Fraction(rate), "own": 1 + Fraction(7, 10) * Fraction(epsilon),
                "none": 1, "other": 1,
            },
            epsilon=("1/10", "1", LARGEST), rate=("1/100", "1/3", "1/2", "1"),
        ),
    ), given="0 < epsilon <= 1.3014", symbols={"own": "P_1", "none": "P_0", "other": "P'_1"},
    mutants={"half the exponent": ("exp(rate*epsilon)", "exp(rate*epsilon/2)"),
             "1.1 in place of 1": ("rate*own +", "11/10*rate*own +")},
    generated="none",
)  # fmt: skip
