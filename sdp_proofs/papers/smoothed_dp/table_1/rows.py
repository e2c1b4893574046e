"""Table 1: the smoothed row is exponential both ways, and noise at which rates and levels loses eta epsilon.

Items: Table 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.numbers.reals import rational
from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.smoothed_dp.sampling_histogram.plain_definitions import SMALL_LOSS
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Table 1, smoothed DP without noise", {
    "z": "\\ln \\delta_{SDP}", "k": "|\\ln f|", "b": "\\ln B", "q": "e^{-\\epsilon/4}", "r": "T/n", "s": "q^T",
    "epsilon": "\\epsilon", "rate": "\\rho", "ratio": "P/P'", "threshold": "e^{\\epsilon T/n}", "loss": "\\delta_{SDP}",
}, {
    "z": "privacy.smoothed.delta.smoothed_delta", "k": "any number >= 0", "b": "any number",
    "q": "any number between 0 and 1", "r": "any number between 0 and 1/2", "s": "any number between 0 and 1",
    "ratio": "papers.smoothed_dp.table_1.rows.ratio_at", "threshold": "any number > 0",
    "loss": "privacy.smoothed.delta.smoothed_delta",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Additive noise")

SECTION.claim(
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
TWO_SAMPLES = SECTION.formula(f"Eq({QUOTIENT}, {CLOSED})")
"""The samples (T, 0) and (T - 1, 1), whose entries are shown as 0 and 1 with q^|h - y| (1 - q)/(1 + q - q^(h+1))."""
LEVELS = "And(0 < r, r < 1/2, 0 < q, q < 1, 0 < s, s < 1)"


def ratio_at(n: int, draws: int) -> dict[str, Any]:
    """One small q: the output (0, 1), for the counts (n - 1, 1) and (n, 0)."""
    decay, rate = Fraction(1, 2**13), Fraction(draws, n)
    with_one, without = map(ExponentialHistogram(draws, rational(decay)).law, ((n - 1, 1), (n, 0)))
    return {
        "ratio": with_one.probability((0, 1)) / without.probability((0, 1)), "q": decay, "s": decay**draws, "r": rate,
        "threshold": Formula("(1/q)**(4*r)", ["q", "r"]).value({"q": decay, "r": rate}),
    }  # fmt: skip


OWN.claim(
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
        about(TWO_SAMPLES, by_identity("the ratio in closed form", "positive r s q", LEVELS)),
        about(SECTION.formula(f"{CLOSED}*q**2 >= 4*r/5"), by_solver("at least 4/5 of r/q^2", LEVELS)),
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


SECTION.claim(
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
        "record of the first type, and then delta(x) is 1/2; so delta_SDP >= 1/8 at every even n. Here n = 100, odds "
        "3, and delta_SDP is at least what the databases without that type add to it, 0.183.", "n = 100; T = 50; E = 3",
        SMALL_LOSS, "smoothed = (1 - 1/n)**n * delta(0)", given="E > n / (n - T)", at={"loss": "smoothed"},
    ), wrong="O is an upper bound, which every f meets; what makes the assumption mild is a lower bound.",
    cost="None: read Omega(1) for O(1). The arguments of f, (n, m) in the definition, are (m, n) elsewhere.",
    defect="typo",
    search=over(
        {"n": Integers(2, 30), "odds": Rationals(2, 100, open_low=True)}, lambda _, at: thinning(**at), climbs=False,
    ),
)  # fmt: skip

LARGEST = "13014/10000"
FACTOR = "(exp(epsilon/2) + exp(epsilon/4) - 1)"
"""By which the noise changes a probability at most."""

OWN.claim(
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

OWN.claim(
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
            lifted("coupling", f"And(own <= {FACTOR}*other, own <= {FACTOR}*none)", cite("noise-alone-is-private")),
            cite("sampling-amplifies-the-noise", {"ratio": FACTOR}), shown("all rates"),
            shown("a larger factor", {
                "small": f"1 + rate*({FACTOR} - 1)", "large": "exp(rate*epsilon)",
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
