"""Sampled means on a grid: what an extreme draw shows, what copies of a record hide, and the limit for SGD."""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.experiments.sgd_instances import (
    both_rates,
    end_seldom,
    long_runs,
    many_copies,
    one_drawn_of_four,
)
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Sampled means", {
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
    "extreme": "papers.smoothed_dp.experiments.sgd_instances.of_ends",
    "rate": "papers.smoothed_dp.experiments.sgd_instances.both_rates",
    "share": "papers.smoothed_dp.experiments.sgd_step.rarest_end",
    "ln_lower": "papers.smoothed_dp.experiments.sgd_step.log_lower_bound",
    "ln_upper": "papers.smoothed_dp.experiments.sgd_step.log_upper_bound",
})  # fmt: skip
SMALL = "2 levels and n <= 6, 3 and n <= 4, 4 and n <= 3; all T, four odds"

SECTION.claim(
    "two-extreme-neighbours-suffice",
    "delta(x) of the sampled mean is attained at a neighbour that moves an extreme record to the other end",
    "Of all neighbours of x only two need be looked at: the smallest record becomes the highest level, or the "
    "largest record the lowest. Their loss is delta(x).",
    "worst <= extreme",
    on_instances(EXACT, SAMPLE, "small databases", "n = 4, T = 1, three levels", one_drawn_of_four),
    silent="a run that compares x with two neighbours reports delta(x) only if this is so", fidelity="reconstructed",
    parameters={"odds": "11/10"},
    fails=instance(
        "x = (0, 0, 2, 2) on the levels 0, 1, 2, one record drawn, odds 2: the extreme neighbours (0, 2, 2, 2) and "
        "(0, 0, 0, 2) give 0, but (0, 1, 2, 2), which has a level that x has not, gives 1/4.",
        "E = 2; first = (0, 0, 2, 2); P = lambda x, s: sum(1 for v in x if v == s) / 4; d = lambda x, y: sum(max(0, "
        "P(x, s) - E * P(y, s)) for s in range(3)); loss = lambda y: max(d(first, y), d(y, first))", given="E >= 1",
        at={"worst": ">= loss((0, 1, 2, 2))", "extreme": "max(loss((0, 2, 2, 2)), loss((0, 0, 0, 2)))"},
    ),
    wrong="A new record at an empty level inside the range can be seen more clearly than one at a level that is in "
    "use.", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "a-draw-of-the-changed-database-has-another-level",
    "with one record fewer at the lowest level, at most T - 1 of T drawn records are at it",
    "If the lowest level occurs c <= T times in x, and one of these records is changed, then every draw of T "
    "records of x' has a record above the lowest level.",
    "Implies(And(drawn_ends <= ends - 1, ends <= draws), drawn_ends < draws)",
    by_solver("counting", []),
    mutants={"two of them": (", drawn_ends < draws", ", drawn_ends + 1 < draws")}, counts="draws",
)  # fmt: skip

SECTION.claim(
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

SECTION.claim(
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
            lambda claim: SECTION.formula(
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

SECTION.claim(
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

SECTION.claim(
    "draws-with-a-record-are-few-among-copies",
    "with k >= m > T copies, the draws of a sum that hold the record are at most T/(m-T) times the others",
    "$A_j (k - j) = C_j j$ with $j \\le T$ and $k \\ge m > T$ gives $A_j (m - T) \\le T\\,C_j$; summed over j, the "
    "same holds for all draws of one sum. In x' the record has the new value, with k at least m + 1.",
    "holding*(m - T) <= T*lacking",
    in_steps(
        "one j, and all of them",
        about(
            # Here A and C are those with j records of the value.
            SECTION.formula("Implies(holding*(k - j) == lacking*j, holding*(m - T) <= T*lacking)"),
            by_solver("one j", "And(holding >= 0, lacking >= 0, 1 <= j, j <= T, k >= m, m > T)"),
        ),
        by_solver("all draws of one sum", [
            lifted(
                "adding-up", "holding*(m - T) <= T*lacking",
                shown("one j"), cite("draws-with-a-record-exchanged-for-a-copy"),
            ),
        ]),
    ),
    mutants={"half of it": ("T*lacking", "T*lacking/2")}, counts="m T",
)  # fmt: skip

SECTION.claim(
    "copies-of-every-level-hide-a-record",
    "if every level occurs T/(1 - 1/E) times, delta(x) of the sampled mean is zero",
    "Let every level occur at least m > T times in x, with E (m - T) >= m, E = exp(epsilon). Then delta(x) is 0: a "
    "sample with the changed record becomes one of the same sum without it when that record is exchanged for a copy.",
    "delta <= 0",
    in_steps(
        "every sum",
        about(
            # There are enough copies, even with the claim's number of them lacking.
            lambda claim: SECTION.formula(
                f"Implies(And(k == m + {claim.parameters['lacking']}, k > T, odds*(k - T) >= k, T >= 1), "
                "And(m > T, odds*(m - T) >= m))"
            ), by_solver("enough copies", []),
        ),
        about(
            # Draws of one sum with the record and without it; those without it are common to both databases.
            SECTION.formula(
                "Implies(And(odds*(m - T) >= m, m > T, holding*(m - T) <= T*lacking), "
                "Max(0, (holding + lacking)/samples - odds*(holding_after + lacking)/samples) <= 0)"
            ),
            by_solver(
                "the draws of one sum", "And(T >= 1, samples >= 1, holding >= 0, lacking >= 0, holding_after >= 0)"
            ),
        ),
        by_solver("all sums", [
            lifted(
                "sum-over-outputs", "delta <= 0",
                shown("enough copies"), shown("the draws of one sum"),
                cite("draws-with-a-record-are-few-among-copies"),
            ),
        ]),
    ),
    on_instances(EXACT, BOX, "all small databases", SMALL, many_copies),
    given="every level occurs at least m > T times, and E (m - T) >= m", parameters={"lacking": 0},
    mutants={"one copy fewer": {"lacking": 1}}, trust="maximum",
    note="Per sum: of the draws with it, those that hold the changed record are at most T/(m-T) times those that do "
    "not, which the neighbour has, too; so the ratio is at most m/(m-T).",
)  # fmt: skip

SECTION.claim(
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
        about(SECTION.formula("z*(1 - 2*log(z)) <= 2"), by_solver("the number of samples", "And(0 < z, z <= 1)")),
        about(
            # KL(s || p) + ln(1 - p) with t = 1 - s and r = 1 - p.
            SECTION.formula("Eq((1 - t)*log(s/p) + t*log(t/r) + log(r), (1 - t)*(log(s) + log(r/p)) + t*log(t))"),
            by_identity("the relative entropy taken apart", "positive s t p r"),
        ),
        about(
            SECTION.formula("w**2*(2*log(w) + log((1 - p)/p)) + (1 - w**2)*log(1 - w**2) + 2*w >= 0"),
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

SECTION.claim(
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
