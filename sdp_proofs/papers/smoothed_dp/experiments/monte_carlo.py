"""Figure 2 (right), probabilities estimated through 10^6 trials: what frequencies show in their place."""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.experiments.sgd_instances import (
    PAIRS,
    small_laws,
    typical_gradients,
    with_many_outputs,
)
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Figure 2", {
    "expected": "\\mathbb{E}[\\hat d]", "loss": "d(x,x')", "unseen": "\\sum_a p(a) (1-q(a))^N", "outputs": "K",
    "odds": "e^\\epsilon", "trials": "N", "mean": "\\mathbb{E}\\,\\hat d_a", "spread": "\\mathrm{Var}_a",
    "p": "p(a)", "q": "q(a)", "seen": "\\hat p(a)", "rival": "\\hat q(a)", "none": "(1-q(a))^N",
    "absent": "\\mathbf{1}[\\hat q(a) = 0]", "x": "\\hat p - E \\hat q", "m": "p - E q",
}, {
    "expected": "papers.smoothed_dp.experiments.plug_in.expected_plug_in", "loss": "privacy.definition.hockey_stick",
    "unseen": "papers.smoothed_dp.experiments.plug_in.unseen_mass",
})  # fmt: skip

SECTION.claim(
    "a-million-trials-show-the-loss", "an estimate of delta from 10^6 trials is right up to a factor of two",
    "The paper says that the probabilities are estimated through $10^6$ independent trials, and draws confidence "
    "bands; it promises no accuracy. Tested here is whether that many trials show the loss: whether the expected "
    "estimate, the sum of $\\max(0, \\hat p - E \\hat q)$ over outputs with frequencies $\\hat p$ and $\\hat q$, is at "
    "most twice the loss.",
    "expected <= 2*loss",
    on_instances(
        CERTIFIED, SAMPLE, "a lower bound of the expected estimate",
        "quantiles of N(0, 0.12^2), n = 125 and 250, three odds", typical_gradients,
    ),
    kind="reading",
    silent=(
        "the estimate puts frequencies into the place of probabilities",
        "the trials are outputs for one database and one neighbour",
    ), fidelity="reconstructed", parameters={"trials": 10**6},
    fails=instance(
        "One of n = 10^7 records is drawn and published, odds 2; two records of x are 0 and all others 1, and one "
        "of the two is 1 in x'. No event is more than twice as likely under x, so d(x, x') = 0. But among N = 10^6 "
        "trials under x' the output 0 is absent with probability (1 - q)^N >= 1 - N q [Bernoulli], and then it "
        "counts in full: the expected estimate is at least p (1 - N q).",
        "E = 2; N = 10**6; n = 10**7; p = 2 / n; q = 1 / n; loss = max(0, p - E * q) + max(0, (1 - p) - E * (1 - "
        "q)); expected = p * (1 - N * q)", given="E >= 1; N * q < 1", at={"expected": ">= expected"},
    ),
    wrong="For n = 250 and odds 150 (epsilon = 5) the loss at the quantiles of the source is 1e-11, and the "
    "expected estimate from a million trials is above 1e-4: the trials show their own number, not the loss. The sum "
    "of p (1 - q)^N over outputs is a floor that no plug-in estimate with N trials goes below.",
    cost="The trials have to grow like the inverse square of the loss, times the number of outputs: 10^6 are enough "
    "for a loss of 0.01 with a hundred outputs, none of the figure's sizes for one of 1e-11.",
    note="If the mean is rounded to a level there are fewer outputs and the floor is lower, 1e-5 for 10^6 trials "
    "and 1.4e-6 for 10^7. How the authors combine trials over databases is not said.",
)  # fmt: skip

SECTION.claim(
    "unseen-outputs-set-a-floor",
    "the expected plug-in estimate is at least the loss, and at least the sum of p (1 - q)^N",
    "Frequencies from N trials under either law, in the place of the probabilities in d, give an estimate whose "
    "expectation is at least d (the estimate is convex in the frequencies) and at least the sum of $p(a)(1-q(a))^N$ "
    "over the outputs a (outputs that were met under one law and not under the other), whatever epsilon >= 0 is. In "
    "every run an output adds at least 0, at least its term without the positive part, and its whole frequency if it "
    "was not met under the other law; the averages of these are 0, $p - E q$ and $p (1-q)^N$.",
    "And(expected >= loss, expected >= unseen)",
    in_steps(
        "one output, averaged over runs",
        about(
            SECTION.formula(
                "And(Max(0, seen - odds*rival) >= 0, Max(0, seen - odds*rival) >= seen - odds*rival, "
                "Max(0, seen - odds*rival) >= seen*absent)"
            ), by_solver(
                "whatever the frequencies are",
                "And(0 <= seen, seen <= 1, 0 <= rival, rival <= 1, odds >= 1, "
                "Or(absent == 0, And(absent == 1, rival == 0)))",
            ),
        ),
        about(SECTION.formula("And(mean >= Max(0, p - odds*q), mean >= p*none)"), by_solver("on average", [
            "odds >= 1", averaged(
                "And(mean >= 0, mean >= p - odds*q)", {"mean": "Max(0, seen - odds*rival)", "p": "seen", "q": "rival"},
                shown("whatever the frequencies are"), each="seen rival absent",
                where=(
                    "And(0 <= seen, seen <= 1, 0 <= rival, rival <= 1)",
                    "Or(absent == 0, And(absent == 1, rival == 0))",
                ),
            ),
            lifted("independent-records", "mean >= p*none", shown("whatever the frequencies are")),
        ])),
        by_solver("summed over the outputs", [
            summed(
                "And(expected >= loss, expected >= unseen)",
                {"expected": "mean", "loss": "Max(0, p - odds*q)", "unseen": "p*none"}, shown("on average"),
                each="mean p q none odds", where="odds >= 1",
            ),
        ]),
    ),
    on_instances(
        EXACT, GRID, "by enumeration", "laws in sixths on 3 outcomes, N <= 5", small_laws(6, 1, 2, 5, every=(5, 3)),
    ),
    kind="project", given="the N trials under either law are independent, and so are those under both",
    mutants={"twice the unseen mass": ("expected >= unseen", "expected >= 2*unseen")}, search=PAIRS,
)  # fmt: skip

SECTION.claim(
    "an-estimate-exceeds-the-loss-by-the-noise-of-its-trials",
    "the expected plug-in estimate is at most d + sqrt(K (1 + E^2)/N)/2 for K outputs and N trials",
    "Frequencies from N trials under either law, in the place of the probabilities in d, give an estimate whose "
    "expectation is above d(x,x') by at most $\\frac12 \\sqrt{K (1 + e^{2\\epsilon})/N}$, where K outputs are "
    "possible. So it is right up to a factor of two where $N \\ge K (1 + e^{2\\epsilon})/(4 d(x,x')^2)$: the trials "
    "have to grow like the inverse square of the loss. In every run $\\max(0, x) \\le \\max(0, m) + (x - m)/2 + (c "
    "(x - m)^2 + 1/c)/4$ for $x = \\hat p - E \\hat q$ with the mean m; on average the second term vanishes, and the "
    "squares are variances, $(p(1-p) + E^2 q(1-q))/N$, whose sum over the outputs is at most $(1 + E^2)/N$.",
    "expected <= loss + sqrt(outputs*(1 + odds**2)/trials)/2",
    in_steps(
        "one output, averaged and summed",
        about(
            SECTION.formula("Max(0, x) <= Max(0, m) + (x - m)/2 + (c*(x - m)**2 + 1/c)/4"),
            by_solver("one run, for any c > 0", "c > 0"),
        ),
        about(SECTION.formula("mean <= Max(0, m) + (c*spread + 1/c)/4"), by_solver("on average", [
            "c > 0",
            defined("off", "0"),  # m is the mean of x.
            averaged(
                "mean <= Max(0, m) + off/2 + (c*spread + 1/c)/4",
                {"mean": "Max(0, x)", "off": "x - m", "spread": "(x - m)**2"}, shown("one run, for any c > 0"),
                each="x",
            ),
        ])),
        about(SECTION.formula("Eq(p*(1 - p)**2 + (1 - p)*p**2, p*(1 - p))"), by_identity("one trial", ["p"])),
        about(SECTION.formula("spread <= (p + odds**2*q)/trials"), by_solver("the variance of an output", [
            "And(0 <= p, 0 <= q, trials >= 1)",
            lifted("independent-records", "spread == (p*(1 - p) + odds**2*(q*(1 - q)))/trials", shown("one trial")),
        ])),
        by_solver("summed over K outputs, at c = K/noise", [
            "And(outputs >= 1, trials >= 1, odds >= 1)",
            defined("noise", "sqrt(outputs*(1 + odds**2)/trials)"),
            defined("c", "outputs/noise"),
            defined("one", "1"), defined("other", "1"),
            summed(
                "variance <= (one + odds**2*other)/trials", {"variance": "spread", "one": "p", "other": "q"},
                shown("the variance of an output"), each="spread p q", where="And(p >= 0, q >= 0)",
            ),
            summed(
                "Implies(c > 0, c*(expected - loss) <= (c**2*variance + number)/4)",
                {"expected": "mean", "loss": "Max(0, m)", "variance": "spread", "number": "1"}, shown("on average"),
                each="mean m spread off",
            ), defined("number", "outputs"),
        ]),
    ),
    on_instances(
        CERTIFIED, GRID, "by enumeration",
        "laws in quarters on 3 outcomes, N <= 6; two certain outputs, N = 100; 30 equally likely ones, N = 30",
        with_many_outputs,
    ),
    kind="project",
    given=(
        "the N trials under either law are independent, and so are those under both",
        "K is the number of outputs that are possible under x or x'",
    ),
    mutants={"an eighth of the noise": ("/trials)/2", "/trials)/16"), "no noise": ("sqrt(outputs", "0*sqrt(outputs")},
    generated="deep", repairs="a-million-trials-show-the-loss", search=PAIRS,
    note="Many equally likely outputs under both laws at E = 1 come within the factor sqrt(2/pi) = 0.80 of the "
    "bound for large N (central limit theorem); a single fair coin has 0.56 of it.",
)  # fmt: skip
