"""Table 1, Algorithm 4 and App. A.3: the sampled histogram with and without noise; Tables 2 and 3, which compare.

Items: Table 2, Table 3, Eq. (4), Algorithm 4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.finite import replace_one
from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.numbers.reals import rational
from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Table 1, DP without noise", {
    "worst": "\\max_x \\delta(x)", "rate": "\\rho", "q": "e^{-\\epsilon/4}", "a": "h_i", "b": "h_j",
    "y": "\\tilde{h}_i", "s": "\\tilde{h}_j", "c": "q^{h_i}", "own": "P_1", "none": "P_0", "other": "P'_1",
    "ratio": "R", "records": "n", "draws": "T", "u": "q^{|h_i - \\tilde{h}_i|}", "v": "q^{|h_j - \\tilde{h}_j|}",
    "x": "q^{|h_i - 1 - \\tilde{h}_i|}", "z": "q^{|h_j + 1 - \\tilde{h}_j|}", "g": "q^{h_j}",
}, {"worst": "privacy.definition.worst_delta", **dict.fromkeys("quvxzcg", "any number between 0 and 1")})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Additive noise")


def rounded(records: int, rate: Fraction) -> dict[str, Any]:
    """What is lost if the rate is rounded up."""
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
    "threat-models", "what the adversaries of DP, smoothed DP and distributional DP know and choose",
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
