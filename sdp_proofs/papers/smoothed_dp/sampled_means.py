"""Estimates of Appendix G, and sampled means.

Figure 2 (right), probabilities estimated through 10^6 trials: what frequencies show in their place.

Sampled means on a grid: what an extreme draw shows, what copies of a record hide, and the limit for SGD.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from sdp_proofs.papers.smoothed_dp.appendix_g import (
    PAIRS,
    both_rates,
    end_seldom,
    long_runs,
    many_copies,
    one_drawn_of_four,
    small_laws,
    typical_gradients,
    with_many_outputs,
)
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Figure 2", {
    "expected": "\\mathbb{E}[\\hat d]", "loss": "d(x,x')", "unseen": "\\sum_a p(a) (1-q(a))^N", "outputs": "K",
    "odds": "e^\\epsilon", "trials": "N", "mean": "\\mathbb{E}\\,\\hat d_a", "spread": "\\mathrm{Var}_a",
    "p": "p(a)", "q": "q(a)", "seen": "\\hat p(a)", "rival": "\\hat q(a)", "none": "(1-q(a))^N",
    "absent": "\\mathbf{1}[\\hat q(a) = 0]", "x": "\\hat p - E \\hat q", "m": "p - E q",
}, {
    "expected": "papers.smoothed_dp.sgd_estimates.expected_plug_in", "loss": "privacy.definition.hockey_stick",
    "unseen": "papers.smoothed_dp.sgd_estimates.unseen_mass",
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
        "One of n = 10^7 records is drawn and published, e^epsilon = 2; two records of x are 0 and all others 1, and "
        "one "
        "of the two is 1 in x'. No event is more than twice as likely under x, so d(x, x') = 0. But among N = 10^6 "
        "trials under x' the output 0 is absent with probability (1 - q)^N >= 1 - N q [Bernoulli], and then it "
        "counts in full: the expected estimate is at least p (1 - N q).",
        "E = 2; N = 10**6; n = 10**7; p = 2 / n; q = 1 / n; loss = max(0, p - E * q) + max(0, (1 - p) - E * (1 - "
        "q)); expected = p * (1 - N * q)", given="E >= 1; N * q < 1", at={"expected": ">= expected"},
    ),
    wrong="For n = 250 and e^epsilon = 150 (epsilon = 5) the loss at the quantiles of the source is 1e-11, and the "
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
    numbers="abs(sqrt(1/pi) - 0.56) < 0.005",
)  # fmt: skip


SAMPLED_MEANS = SECTION.beside(PROJECT, "Sampled means", {
    "worst": "\\delta(x)", "extreme": "\\delta_{\\mathrm{ends}}(x)",
    "drawn_ends": "s_0", "ends": "c", "draws": "T", "least": "\\text{least sum of } x",
    "level": "\\text{the new value}", "value": "\\text{another value above the lowest}",
    "others": "\\text{the sum of the other drawn records}", "holding": "A", "lacking": "C",
    "delta": "\\delta(x)", "samples": "\\binom{n}{T}",
    "rate": "\\left(-\\tfrac1n \\ln \\delta_{\\mathrm{SDP}}\\right)", "share": "p_{\\min}",
    "drawn": "\\tfrac{T}{n}", "factor": "c", "levels": "\\ell", "records": "n", "ln_lower": "\\ln L_n",
    "ln_upper": "\\ln U_n",
}, {
    **dict.fromkeys(("worst", "delta"), "privacy.mean.average_delta"),
    "extreme": "papers.smoothed_dp.appendix_g.of_ends",
    "rate": "papers.smoothed_dp.appendix_g.both_rates",
    "share": "papers.smoothed_dp.sgd_step.rarest_end",
    "ln_lower": "papers.smoothed_dp.sgd_step.log_lower_bound",
    "ln_upper": "papers.smoothed_dp.sgd_step.log_upper_bound",
})  # fmt: skip
SMALL = "2 levels and n <= 6, 3 and n <= 4, 4 and n <= 3; all T, four odds"

SAMPLED_MEANS.claim(
    "two-extreme-neighbours-suffice",
    "delta(x) of the sampled mean is attained at a neighbour that moves an extreme record to the other end",
    "Of all neighbours of x only two need be looked at: the smallest record becomes the highest level, or the "
    "largest record the lowest. Their loss is delta(x).",
    "worst <= extreme",
    on_instances(EXACT, SAMPLE, "small databases", "n = 4, T = 1, three levels", one_drawn_of_four),
    silent="a run that compares x with two neighbours reports delta(x) only if this is so", fidelity="reconstructed",
    parameters={"odds": "11/10"},
    fails=instance(
        "x = (0, 0, 2, 2) on the levels 0, 1, 2, one record drawn, e^epsilon = 2: the extreme neighbours (0, 2, 2, 2) "
        "and "
        "(0, 0, 0, 2) give 0, but (0, 1, 2, 2), which has a level that x has not, gives 1/4.",
        "E = 2; first = (0, 0, 2, 2); P = lambda x, s: sum(1 for v in x if v == s) / 4; d = lambda x, y: sum(max(0, "
        "P(x, s) - E * P(y, s)) for s in range(3)); loss = lambda y: max(d(first, y), d(y, first))", given="E >= 1",
        at={"worst": ">= loss((0, 1, 2, 2))", "extreme": "max(loss((0, 2, 2, 2)), loss((0, 0, 0, 2)))"},
    ),
    wrong="A new record at an empty level inside the range can be seen more clearly than one at a level that is in "
    "use.", recorded="refuted",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "a-draw-of-the-changed-database-has-another-level",
    "with one record fewer at the lowest level, at most T - 1 of T drawn records are at it",
    "If the lowest level occurs c <= T times in x, and one of these records is changed, then every draw of T "
    "records of x' has a record above the lowest level.",
    "Implies(And(drawn_ends <= ends - 1, ends <= draws), drawn_ends < draws)",
    by_solver("counting", []),
    mutants={"two of them": (", drawn_ends < draws", ", drawn_ends + 1 < draws")}, counts="draws",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "no-draw-of-the-changed-database-has-the-least-sum",
    "if the lowest level occurs at most T times, raising one such record raises the least sum of T records",
    "A draw of x' with the changed record has a sum larger by the new value than the same draw of x. One without it "
    "has a record above the lowest level; exchanged for the changed record it is a draw of x with a smaller sum. So "
    "every sum of x' exceeds the least one of x. Mirrored, the same holds for the highest level.",
    "And(others + level > least, others + value > least)",
    by_solver("both kinds of draws", "And(level > 0, value > 0, others + 0 >= least)"),
    given="levels are counted from the lowest, which is 0",
    mutants={"by one half at least": ("others + value > least", "others + value > least + 1/2")},
)  # fmt: skip

SAMPLED_MEANS.claim(
    "an-extreme-draw-shows-a-record",
    "if an end level occurs at most T times, delta(x) of the sampled mean is at least 1/C(n,T)",
    "The mean of T of n records on a grid is published, T < n. If the highest or the lowest level occurs at most T "
    "times in x, then delta(x) is at least $1/\\binom{n}{T}$ at every epsilon: for some neighbour the T largest (or "
    "smallest) records of one database have a sum that the other cannot have.",
    "delta*samples >= 1",
    in_steps(
        "the least sum",
        about(
            # Fewer than T of the drawn records are at the lowest level, if T plus the claim's number are there at most.
            lambda claim: SAMPLED_MEANS.formula(
                f"Implies(And(drawn_ends <= ends - 1, ends <= draws + {claim.parameters['more']}), drawn_ends < draws)"
            ), by_solver("counting", []),
        ),
        by_solver("one draw has the least sum in x and none in x'", [
            "samples >= 1",
            lifted(
                "sum-over-outputs", "delta >= 1/samples",
                shown("counting"), cite("a-draw-of-the-changed-database-has-another-level"),
                cite("no-draw-of-the-changed-database-has-the-least-sum"),
            ),
        ]),
    ),
    on_instances(EXACT, BOX, "all small databases", SMALL, end_seldom),
    given=(
        "the mean is published as it is, not rounded to a level",
        "an end level occurs at most T times, T < n; epsilon >= 0",
    ), parameters={"more": 0}, mutants={"T + 1 times": {"more": 1}}, counts="samples", generated="deep",
    trust="maximum",
    note="If the level does not occur at all, the neighbour in which one record has it takes the part of x, and the "
    "loss in the other direction is as large.",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "draws-with-a-record-exchanged-for-a-copy",
    "C(k-1, j-1) (k-j) = C(k-1, j) j: draws with a record, and with a copy in its place",
    "Let k records have the value of a certain one. The draws with j of them that hold the record are to those that "
    "lack it as j to k - j, whatever else is drawn: exchanging the record for one of k - j copies that are not drawn "
    "keeps the sum, and each draw without the record is met j times.",
    "Eq(binomial(k - 1, j - 1)*(k - j), binomial(k - 1, j)*j)",
    by_identity("binomial coefficients", "natural k j", "And(1 <= j, j < k)"),
    mutants={"j - 1 for j": ("binomial(k - 1, j)*j", "binomial(k - 1, j)*(j - 1)"), "k for k - j": ("(k - j)", "k")},
    counts="k j",
)  # fmt: skip


def draws_of_one_sum(_: Claim) -> Iterator[Instance]:
    """Draws of one sum with the first record, and without, from all databases of few records on three levels."""
    for n in range(2, 6):
        for x, T in product(product(range(3), repeat=n), range(1, n)):
            draws = [draw for draw in combinations(range(n), T)]
            for value in range(2 * T + 1):
                found = [0 in draw for draw in draws if sum(x[i] for i in draw) == value]
                if x.count(x[0]) > T and found:
                    yield f"x = {x}, T = {T}, sum {value}", {
                        "holding": sum(found), "lacking": len(found) - sum(found), "m": x.count(x[0]), "T": T,
                    }  # fmt: skip


SAMPLED_MEANS.claim(
    "draws-with-a-record-are-few-among-copies",
    "with k >= m > T copies, the draws of a sum that hold the record are at most T/(m-T) times the others",
    "$A_j (k - j) = C_j j$ with $j \\le T$ and $k \\ge m > T$ gives $A_j (m - T) \\le T\\,C_j$; summed over j, the "
    "same holds for all draws of one sum. In x' the record has the new value, with k at least m + 1.",
    "holding*(m - T) <= T*lacking",
    by_sentence(),
    on_instances(EXACT, GRID, "small databases", "n <= 5, every T and sum", draws_of_one_sum),
    mutants={"half of it": ("T*lacking", "T*lacking/2")}, counts="m T",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "copies-of-every-level-hide-a-record",
    "if every level occurs T/(1 - 1/E) times, delta(x) of the sampled mean is zero",
    "Let every level occur at least m > T times in x, with E (m - T) >= m, E = exp(epsilon). Then delta(x) is 0: a "
    "sample with the changed record becomes one of the same sum without it when that record is exchanged for a copy.",
    "delta <= 0",
    by_sentence(),
    on_instances(EXACT, BOX, "all small databases", SMALL, many_copies),
    given="every level occurs at least m > T times, and E (m - T) >= m", parameters={"lacking": 0},
    mutants={"one copy fewer": {"lacking": 1}},
    note="Per sum: of the draws with it, those that hold the changed record are at most T/(m-T) times those that do "
    "not, which the neighbour has, too; so the ratio is at most m/(m-T).",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "sgd-decay-rate-in-the-limit",
    "for n to infinity the smoothed delta of quantised SGD falls like (1-p)^n, p the rarest level's share",
    "Let p be the least probability of one of $\\ell$ levels over the sources, that of an end level, and $c = 1/(1 "
    "- e^{-\\epsilon})$. Then $-\\ln \\delta_{SDP} / n$ is at most $-\\ln(1-p) + 2\\sqrt{T/n}$, and at least "
    "$-\\ln(1-p) - 2\\sqrt{cT/n} - \\ln(\\ell)/n$: it tends to $-\\ln(1-p)$ if T/n tends to 0, as for T the root of "
    "n. Below, delta_SDP is at least $(1-p)^n / \\binom{n}{T}$, and $\\ln \\binom{n}{T} \\le T (1 + \\ln(n/T))$. "
    "Above, a level occurs fewer than c T times with probability at most $e^{-n KL(c T/n \\| p)}$ [Chernoff].",
    "And(rate <= -log(1 - share) + 2*sqrt(drawn), rate >= -log(1 - share) - 2*sqrt(factor*drawn) - "
    "log(levels)/records)",
    in_steps(
        "both terms that part the bounds are small",
        about(SAMPLED_MEANS.formula("z*(1 - 2*log(z)) <= 2"), by_solver("the number of samples", "And(0 < z, z <= 1)")),
        about(
            # KL(s || p) + ln(1 - p) with t = 1 - s and r = 1 - p.
            SAMPLED_MEANS.formula("Eq((1 - t)*log(s/p) + t*log(t/r) + log(r), (1 - t)*(log(s) + log(r/p)) + t*log(t))"),
            by_identity("the relative entropy taken apart", "positive s t p r"),
        ),
        about(
            SAMPLED_MEANS.formula("w**2*(2*log(w) + log((1 - p)/p)) + (1 - w**2)*log(1 - w**2) + 2*w >= 0"),
            by_solver("the relative entropy", "And(0 < w, w < 1, 0 < p, p <= 1/2)"),
        ),
        # With z^2 = T/n, w^2 = c T/n: ln C(n,T) <= T (1 + ln(n/T)), and KL(c T/n || p).
        by_solver("both bounds of delta_SDP", [
            "And(0 < share, share <= 1/2, 0 < drawn, drawn <= 1, factor > 0, factor*drawn < 1, records >= 1)",
            "levels >= 1",
            shown("the number of samples", {"z": "sqrt(drawn)"}),
            lifted(
                "averaging", "rate <= -log(1 - share) + drawn*(1 - 2*log(sqrt(drawn)))",
                cite("an-extreme-draw-shows-a-record"), cite("binomial-coefficient-below-its-power"),
            ),
            defined("w", "sqrt(factor*drawn)"),
            shown("the relative entropy", {"p": "share"}),
            lifted(
                "averaging",
                "rate >= w**2*(2*log(w) + log((1 - share)/share)) + (1 - w**2)*log(1 - w**2) - log(1 - share) "
                "- log(levels)/records",
                cite("copies-of-every-level-hide-a-record"), shown("the relative entropy taken apart"),
            ),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "both bounds", "5 settings, n = 10^30 and 10^32, 2 epsilons", both_rates),
    given=(
        "the mean is published as it is, not rounded to a level",
        "epsilon > 0, 1 <= T < n, and c T/n < p <= 1/2 for the lower end",
        "p is the probability of an end level under some source, and no level has less under any",
    ), parameters={"records": (10**30, 10**32)},
    mutants={
        "nothing for the number of samples": (" + 2*sqrt(drawn)", ""),
        "the rare level's term turned": (" - 2*sqrt(factor", " + 2*sqrt(factor"),
    }, generated="none", repairs="sgd-loss-stays-below-the-line-of-the-figure",
    trust=("exponential-markov", "independent-records", "exponentials", "limits", "adding-up"),
    note="p is 5.9e-10 for Figure 2 (right), so the exponential begins beyond n = 10^18, and at a rate ten million "
    "times smaller than that of a line through the figure.",
)  # fmt: skip

SAMPLED_MEANS.claim(
    "sgd-bounds-agree-within-five-percent-in-the-long-run",
    "at n = 10^32 both bounds of the smoothed delta of quantised SGD are within 5 % of exp(-p n)",
    "In the five settings of Figures 2 (right) and 5, with T the integer nearest to the root of n, $n = 10^{32}$ "
    "and epsilon = 0.5 and 5, the logarithms of both bounds are within 5 % of -p n.",
    "And(-ln_lower < 21*share*records/20, -ln_upper > 19*share*records/20)",
    on_instances(CERTIFIED, ALL, "both bounds", "5 settings, n = 10^32, 2 epsilons", long_runs),
    parameters={"records": (10**32,)},
    mutants={
        "already at a million records": {"records": (10**6,)},
        "half the rate": ("21*share*records/20", "share*records/2"),
    }, counts="records", generated="deep", over="5 settings, n = 10^32, 2 epsilons", ranges="records",
)  # fmt: skip
