"""Justifications by Bayesian inference, and the meaning of delta.

Justification 3: the posterior, the loss, the adjusted utility of Eq. (3) and its examples.

Sec. 1: delta as 'the probability that the threshold got exceeded'.

Items: Eq. (3).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.definition import guessing_utilities
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Sec. 2, Justification 3, posterior", {
    "p": "p_X(a)", "rest": "\\sum_{Y \\ne X} p_Y(a)", "prior": "\\Pr[X]", "best": "\\max_X \\Pr[X \\mid a]",
    "types": "m", "take": "\\mathbf{1}[\\ell \\le 1-t]", "keep": "p", "second": "p_Y(a)", "others": "\\sum_Z p_Z(a)",
    "own": "\\max_{x'} u(x,x',t)", "utility": "u(t,x_{-i})",
}, {
    "p": "any law of the output: p_X(a)", "rest": "any number > 0", "prior": "any probability",
    "best": "any probability", "second": "any number >= 0", "others": "any number >= 0",
    "own": "privacy.definition.guessing_utilities", "utility": "privacy.definition.missing_record_utilities",
})  # fmt: skip

SECTION.claim(
    "posterior-under-a-uniform-prior", "Pr[X | a] is p_X(a) over the sum of all p_Y(a)",
    "With a uniform prior the posterior probability of X after the output a is $p_X(a)/\\sum_Y p_Y(a)$: the prior "
    "cancels.",
    "Eq(p*prior/(p*prior + rest*prior), p/(p + rest))",
    by_identity("identity in the masses", "positive p rest prior"),
    by_solver("one of the masses may be zero", []), kind="equation",
    silent=(
        "some type gives the output positive probability",
        "finitely many types: there is no uniform prior on infinitely many",
    ),
    mutants={
        "relative to the rest": ("p/(p + rest))", "p/rest)"),
        "the prior stays": ("p/(p + rest))", "p*prior/(p + rest))"),
    }, note="A uniform prior is an assumption on the adversary, and everything about the utility rests on it.",
)  # fmt: skip

SECTION.claim(
    "loss-of-the-bayesian-prediction", "the loss is 1 minus the largest posterior probability, between 0 and 1 - 1/m",
    "The displayed loss equals one minus the largest posterior probability. Since that is at least 1/m, the loss is "
    "at most 1 - 1/m, that of a random guess.",
    "And(0**2*best + 1**2*(1 - best) == 1 - best, 0 <= 1 - best, 1 - best <= 1 - 1/types)",
    and_so(
        by_solver("all posteriors", "And(types >= 1, types*best >= 1, best <= 1)"),
        about(Formula("total <= types*best", {"total": "t", "types": "m", "best": "b"}), by_sums(
            "none is larger", {"total": "Sum(i, x)", "types": "Sum(i, 1)"}, ["x <= best"], "over i:", each={"i": "x"},
        )),
        about(Formula("best <= total", {"total": "t", "best": "b"}), by_sums(
            "it is one of them", {"total": "Sum(i, x)", "best": "Largest(i, x)"}, ["x >= 0"],
            "over i: And(best >= 0, best <= total)", each={"i": "x"},
        )),
    ), at="Sec. 2, Justification 3, loss",
    kind="equation", mutants={"below 1 - 2/m": ("1 - 1/types", "1 - 2/types")},
    note="The index i of the maximum runs over the types; elsewhere i is the missing record. 'An always incorrect "
    "prediction has loss one' is true of the 0/1 loss, but no output gives the displayed loss that value.",
)  # fmt: skip

SECTION.claim(
    "adjusted-utility", "the adjusted utility with threshold t",
    "$u(t, x_{-i})$ is the maximum over values of the missing record of the expectation of $\\max(0, 1 - t - \\ell)$ "
    "over $1 - t$, the output being drawn under that value.",
    None,
    at="Sec. 2, Eq. (3)", kind="equation", silent="t < 1",
    uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
    note="The maximum is over all types, also those that neither x nor x' has there.",
)  # fmt: skip


def taken(best: Fraction, t: Fraction) -> dict[str, Any]:
    """Tell whether an output counts."""
    return {"best": best, "t": t, "take": int(best >= t)}


SECTION.claim(
    "utility-is-one-minus-the-loss-where-it-counts",
    "u is the expectation of one minus the loss over the outputs of loss at most 1 - t",
    "The sentence puts Eq. (3) in short: the expectation of one minus the loss, the contribution of predictors with a "
    "loss above 1 - t being omitted. Read here as an equation rather than as a summary of one. For one output: "
    "$\\max(0, \\mathrm{best} - t)/(1 - t)$ is best, if best is at least t.",
    "Max(0, best - t)/(1 - t) == take*best",
    on_instances(
        EXACT, GRID, "coins", "posteriors in up to fifths, 3 thresholds",
        each(taken, best=[Fraction(top, bottom) for bottom in range(2, 6) for top in range(1, bottom + 1)], t=(
            Fraction(1, 3), Fraction(1, 2), Fraction(2, 3),
        )),
    ), at="Sec. 2, below Eq. (3)", kind="reading", silent="t < 1", fidelity="narrowed",
    fails=instance(
        "A fair coin, t = 1/2: the utility is 0, the expectation of 1 - loss is 1/2.",
        "t = 1/2; best = 1/2; u = max(0, best - t) / (1 - t)", given="t < 1; best >= t", at={"take": "1"},
    ),
    wrong="Eq. (3) does not only leave outputs out: what counts is by how much the posterior exceeds t, relative to 1 "
    "- t.", cost="'The contribution' is that of $(1 - \\mathrm{loss} - t)/(1 - t)$.",
    search=over(
        {"best": Rationals(0, 1, open_low=True), "t": Rationals(0, 1, open_low=True, open_high=True)},
        lambda _, at: taken(**at), climbs=False,
    ),
)  # fmt: skip

SECTION.claim(
    "utility-is-the-normalised-excess",
    "one output contributes $(\\mathrm{best} - t)/(1 - t)$ where best is at least t, and nothing elsewhere",
    "Outputs whose largest posterior probability is at least t contribute its excess over t, normalised by 1 - t; all "
    "others contribute nothing.",
    "Max(0, best - t)/(1 - t) == take*(best - t)/(1 - t)",
    by_solver("all posteriors and thresholds", "And(t < 1, Or(And(take == 1, best >= t), And(take == 0, best < t)))"),
    at="Sec. 2, below Eq. (3), corrected", silent="t < 1",
    mutants={"as in the text": ("take*(best - t)/(1 - t)", "take*best")},
    repairs="utility-is-one-minus-the-loss-where-it-counts",
)  # fmt: skip

SECTION.claim(
    "certain-and-random-guesses", "for t >= 1/m a certain guess has utility 1 and a random one 0",
    "A prediction without loss has utility 1, at any t < 1. One of loss 1 - 1/m has utility 0 as soon as t is at "
    "least 1/m.",
    "And(Max(0, 1 - t - 0)/(1 - t) == 1, Implies(t >= 1/types, Max(0, 1 - t - (1 - 1/types))/(1 - t) == 0))",
    by_solver("all thresholds and types", "And(0 <= t, t < 1, types >= 1)"), at="Sec. 2, below Eq. (3), guesses",
    silent="t < 1", mutants={"t above 1/(m+1)": ("t >= 1/types", "t >= 1/(types + 1)")}, counts="types",
    generated="deep",
)  # fmt: skip

GAIN = "(keep*Max(0, Max(keep, 1 - keep)/(keep + 1 - keep) - t) + (1 - keep)*Max(0, Max(keep, 1 - keep) - t))/(1 - t)"

SECTION.claim(
    "coin-that-is-kept-or-fair", "p = 1 has utility 1 for t in (0,1), p = 1/2 has utility 0 for t in (1/2, 1)",
    "A bit that is released as it is gives the adversary the utility 1 at every threshold in (0, 1). A fair coin "
    "gives 0 at every threshold in (1/2, 1), and at 1/2.",
    f"And(Implies(keep == 1, {GAIN} == 1), Implies(And(keep == 1/2, t >= 1/2), {GAIN} == 0))",
    by_solver("all coins", "And(0 < t, t < 1, 0 <= keep, keep <= 1)"), at="Sec. 2, coin flip", kind="example",
    mutants={
        "also from one third on": ("t >= 1/2", "t >= 1/3"), "a coin kept with 2/3": ("keep == 1/2", "keep == 2/3"),
    }, generated="none",
    note="By symmetry the utility is the same for both values of the bit, so the maximum of Eq. (3) is either.",
)  # fmt: skip

SECTION.claim(
    "keeping-two-types-raises-the-posterior",
    "with all types but two left out, one of them the likeliest, the posterior does not fall",
    "At one output, leaving out all types but the likeliest and one other one makes the sum in the denominator "
    "smaller, so the posterior probability of the likeliest type does not fall.",
    "best/(best + second + others) <= best/(best + second)",
    by_solver("one output, all probabilities", "And(best > 0, second >= 0, others >= 0)"), at="App. C.2, third line",
    symbols={"best": "\\max_X p_X(a)"}, means={"best": "any number > 0"},
    silent="which types are kept depends on the output",
    mutants={
        "equality": ("<=", "=="), "the likeliest left out": ("<= best/(best + second)", "<= second/(best + second)"),
    },
    note="The next sentence applies Lemma 10 to the types that were kept. But they differ from output to output, need "
    "not be those of x and x', and the output may be drawn under a third: see Lemma 2.",
)  # fmt: skip


def fixed_or_random(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The utility if the record is of the first type, and whatever it is."""
    gains = guessing_utilities(laws_of(rows), odds / (odds + 1))
    return {"own": gains[0], "utility": max(gains)}


SECTION.claim(
    "utility-in-the-figure-is-the-adjusted-utility",
    "max over x' of u(x,x',t), as plotted, is the adjusted utility of Eq. (3)",
    "The utility of Figure 1 is described as the maximum over neighbours x' of u(x,x',t), in a sentence that is cut "
    "off and refers to a place where no such form stands. Read here as Eq. (3), for which Lemma 2 is cited, with the "
    "u of App. C.1, whose expectation is over the output of x. Read as the utility of the true value, it is what is "
    "plotted and needs no lemma.",
    "own == utility",
    on_instances(EXACT, GRID, "one bit", "laws in halves, 3 odds", each_mechanism(fixed_or_random, (2, 2, 2))),
    at="App. A.1, utility", kind="reading",
    silent=(
        "neighbours are meant where the range of the maximum is cut off",
        "u(x,x',t) is that of App. C.1; the place that is named defines none of this form",
    ), fidelity="reconstructed",
    fails=instance(
        "One bit, e^epsilon = 2, 0 always gives the output 0, 1 a fair coin: at x = 0 the expectation under x is 0, "
        "Eq. (3) "
        "is 1/2.", "E = 2; rows = ((1, 0), (1/2, 1/2))", ROWS, GUESSES, given="E > 1",
        at={"own": "gain(rows[0])", "utility": "u"},
    ),
    wrong="Eq. (3) takes the maximum over the true value of the missing record, App. A.1 fixes it to that of x. The "
    "first can be positive where the second is 0; the second is at most 3/2 of delta(x) for any number of types.",
    cost="The plotted utility is the smaller one, of an adversary who meets the record of x; Lemma 2 is not needed.",
    search=among_mechanisms(fixed_or_random, 2, 2),
)  # fmt: skip

SECTION.claim(
    "utility-in-the-figure-is-at-most-the-adjusted-utility",
    "max over x' of u(x,x',t), as plotted, is at most the adjusted utility of Eq. (3)",
    "Eq. (3) takes the maximum over the true value of the missing record, and that of x is one of these values. So "
    "what is plotted is the utility of an adversary who meets the record of x, and no other has less.",
    "own <= utility",
    by_solver("it is one of them", [
        one_of("And(own <= most, rest <= most)", {"most": "Max(own, rest)"}, each="own rest"),
        defined("utility", "most"),
    ]),
    on_instances(EXACT, GRID, "one bit", "laws in halves, 3 odds", each_mechanism(fixed_or_random, (2, 2, 2))),
    at="App. A.1, utility", silent="u(x,x',t) is that of App. C.1", fidelity="reconstructed",
    mutants={"half of it": ("<= utility", "<= utility/2"), "at least": ("<=", ">=")},
    repairs="utility-in-the-figure-is-the-adjusted-utility",
)  # fmt: skip

SECTION.claim(
    "noise-is-usually-needed",
    "stability-based queries seem not to need noise, where the local sensitivity is 0 far around",
    "Private mechanisms usually need additive noise; stability-based ones seem not to, if the local sensitivity is 0 "
    "at all databases within a distance of ln(1/delta)/epsilon.",
    None,
    at="Sec. 2, footnote 1",
    uncheckable="'Usually' is not a quantifier, and the rest reports on other mechanisms in other papers. That the "
    "sampled histogram is not private in the worst case is `worst-case-loss-is-the-sampling-rate`.",
)  # fmt: skip


MEANING_OF_DELTA = SECTION.beside(SMOOTHED_DP, "Sec. 1, what delta measures", {
    "loss": "d(x,x')", "exceeds": "\\Pr[P > e^{\\epsilon} P']", "p": "P", "q": "P'", "E": "e^{\\epsilon}",
}, {
    "loss": "privacy.definition.pair_divergence",
    "exceeds": "papers.smoothed_dp.bayesian_inference.chance_of_exceeding",
})  # fmt: skip
OWN = MEANING_OF_DELTA.beside(PROJECT, "Ratios")


def chance_of_exceeding(first: Row, second: Row, odds: Fraction) -> Fraction:
    """The probability under the first law of an output that is more than so many times likelier there."""
    return sum((p for p, q in zip(first, second, strict=True) if p > odds * q), Fraction(0))


def gauged(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """d(x,x'), and that probability."""
    return {"loss": losses(rows, odds)[0][1], "exceeds": chance_of_exceeding(rows[0], rows[1], odds)}


def gauged_twice(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The same, and the probability that ratios exceed odds a quarter larger."""
    larger = odds * Fraction(5, 4)
    return {**gauged(rows, odds), "far": chance_of_exceeding(rows[0], rows[1], larger), "E": odds, "R": larger}


MEANING_OF_DELTA.claim(
    "delta-is-the-chance-of-exceeding-epsilon", "delta is the probability that the threshold epsilon is exceeded",
    "The sentence says, at a high level, that delta measures the probability that the threshold is exceeded. Read "
    "here as an equation: d(x,x') is the probability, under x, of an output that is more than $e^{\\epsilon}$ times "
    "likelier than under x'. As a gloss it is right in so far as d is at most that probability.",
    "loss == exceeds",
    on_instances(EXACT, GRID, "small laws", "coins; laws in thirds", lambda claim: chain(
        each(lambda odds: gauged(coin(Fraction(3, 4)), odds), odds=ODDS)(claim),
        each_mechanism(gauged, (2, 3, 3), odds=(Fraction(2),))(claim),
    )),
    kind="reading", silent="the threshold is exceeded where $P > e^{\\epsilon} P'$", fidelity="narrowed",
    fails=instance(
        "One bit, e^epsilon = 3/2, 0 always gives the output 0, 1 a fair coin: the output of x = 0 is twice as likely "
        "under "
        "x, with probability 1, and d(x,x') = 1/4.", "E = 3/2; rows = ((1, 0), (1/2, 1/2))", ROWS,
        "exceeds = sum(rows[0][a] for a in outputs if rows[0][a] > E * rows[1][a])", given="E > 1",
        at={"loss": "d(rows[0], rows[1])"},
    ),
    wrong="delta is at most that probability, and may be much smaller: only the part of P beyond e^epsilon P' counts. "
    "That the two differ is also behind Eq. (2) and footnote 3.",
    cost="At most for equal; for ratios above R > e^epsilon the probability is at most delta/(1 - e^epsilon/R).",
    defect="wrong constant", search=among_mechanisms(gauged, 2, 2),
    note="The paper says 'at a high level'; the sentence is a common simplification.",
)  # fmt: skip

OWN.claim(
    "chance-of-exceeding-a-larger-epsilon", "d(x,x') <= Pr[P > E P'], and Pr[P > R P'] <= d(x,x')/(1 - E/R) for R > E",
    "Under x an output with $P > e^{\\epsilon} P'$ has probability at least d(x,x'); one with $P > R P'$, $R > "
    "e^{\\epsilon}$, at most $d(x,x')/(1 - e^{\\epsilon}/R)$. For one output: $P - e^{\\epsilon} P' \\le P$, and $P "
    "(1 - e^{\\epsilon}/R) \\le P - e^{\\epsilon} P'$ where $P > R P'$.",
    "And(loss <= exceeds, far*(1 - E/R) <= loss)",
    by_sentence("And(E >= 1, R > E)"),
    on_instances(EXACT, GRID, "small laws", "coins; laws in thirds", lambda claim: chain(
        each(lambda odds: gauged_twice(coin(Fraction(3, 4)), odds), odds=ODDS)(claim),
        each_mechanism(gauged_twice, (2, 3, 3), odds=(Fraction(2),))(claim),
    )), symbols={"far": "\\Pr[P > R P']", "R": "R"}, means={"far": "any probability"},
    mutants={
        "half of the excess": ("far*(1 - E/R)", "far*(1 - E/(2*R))"), "half of the chance": ("exceeds,", "exceeds/2,"),
    }, generated="none", repairs="delta-is-the-chance-of-exceeding-epsilon",
    given="outputs form a countable set",
    note="The first bound is attained where P' = 0 at all these outputs, the second approached by a coin whose ratio "
    "falls to R.",
)  # fmt: skip

OWN.claim(
    "ratios-within-any-bound",
    "for every R > E the ratio is between 1/R and R with probability at least 1 - delta (R + 1)/(R - E)",
    "Outputs with $P > R P'$ have $P \\le \\frac{R}{R - E} (P - E P')$, those with $P' > R P$ have $P \\le "
    "\\frac{1}{R - E} (P' - E P)$, $E = e^{\\epsilon} < R$. Summed, the ratio leaves [1/R, R] with probability at "
    "most $\\frac{R + 1}{R - E}\\,\\delta(x)$. At R = 2E + 1 that is $2\\delta(x)$, at R = 2E it is $(2 + "
    "1/E)\\,\\delta(x)$.",
    "And(Implies(p > R*q, p <= R/(R - E)*(p - E*q)), Implies(q > R*p, p <= (q - E*p)/(R - E)), Eq(R/(R - E) + 1/(R - "
    "E), (R + 1)/(R - E)), Eq((R + 1)/(R - E)*((R - E)/(R + 1)), 1))",
    and_collected(
        by_solver("all outputs", "And(p >= 0, q >= 0, E >= 1, R > E)"),
        summed(
            "outside <= R/(R - E)*there + 1/(R - E)*back",
            {"outside": "out*p", "there": "Max(0, p - E*q)", "back": "Max(0, q - E*p)"}, each="p q out",
            where="Or(out == 0, And(out == 1, Or(p > R*q, q > R*p)))",
        ),
    ), silent=("a ratio p/0 counts as too large", "outputs form a countable set"),
    mutants={
        "1/(R - E) both times": ("p <= R/(R - E)*", "p <= 1/(R - E)*"),
        "half of the other direction": ("(q - E*p)/(R - E)", "(q - E*p)/(2*(R - E))"),
    }, generated="deep", trust="countable-sums",
    note="Sharp for every R: a coin whose ratio is just above R has delta(x) just above (R - E)/(R + 1), and both of "
    "its outputs are outside.",
)  # fmt: skip
