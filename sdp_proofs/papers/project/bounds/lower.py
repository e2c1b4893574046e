"""A lower bound of delta_SDP: with some luck every record of one type is in the sample, and gives one away."""

from __future__ import annotations

from sdp_proofs.papers.project.bounds.lower_instances import (
    every_change,
    every_database,
    sizes_of_the_figure,
    small_sources,
)
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Lower bound", {
    "odds": "E", "loss": "\\delta_{\\mathrm{SDP}}", "full": "\\binom{n-H}{n-T}/\\binom{n}{n-T}", "rate": "T/n",
    "absent": "\\mathbf{1}[H = 0]", "lost_others": "(1-p)^{n-T}", "all_others": "(1-p)^n",
}, {
    "loss": "privacy.smoothed.delta.smoothed_delta", "full": "papers.project.bounds.lower_instances.full_sample",
    "rate": "any sampling rate",
    **dict.fromkeys(("lost_others", "all_others"), "papers.project.bounds.lower_instances.others_only"),
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
    "delta(H) is at least the chance that all records of a type are sampled, and T/n if there is none",
    "If a type has H >= 1 records, delta is at least the probability that all of them are sampled, one term of the "
    "loss. If it has none, delta is at least T/n, the same term for a neighbour with one record.",
    "loss >= full - (1 - rate)*absent",
    by_solver("from one term of the divergence, by cases", [
        "And(0 <= rate, rate <= 1)",
        lifted(
            "sum-over-outputs", "Or(And(absent == 0, loss >= full), And(absent == 1, full == 1, loss >= rate))",
            cite("a-full-count-is-impossible-next-door"), cite("lone-record-is-seen-when-sampled"),
        ),
    ]),
    on_instances(EXACT, GRID, "every database", "two types, n <= 9, every T, odds 1, 3/2, 20", every_database),
    symbols={"loss": "\\delta(H)"}, means={"loss": "privacy.histogram.database.delta"},
    mutants={"an absent type counts fully": ("(1 - rate)*absent", "(1 - rate)*absent/2")},
)  # fmt: skip

SECTION.claim(
    "smoothed-delta-falls-no-faster-than-a-power", "delta_SDP >= (1-p)^(n-T) - (1-T/n) (1-p)^n, whatever epsilon",
    "If some source gives some type the probability p, then $\\delta_{SDP} \\ge (1-p)^{n-T} - (1 - T/n)\\,(1-p)^n$ at "
    "every epsilon. Proof: let all records follow this source and average the bound of each database; the first term "
    "is that of all H, the second takes back what H = 0 has too much.",
    "loss >= lost_others - (1 - rate)*all_others",
    by_solver("the bound of each database, averaged", [
        lifted("averaging", "loss >= full - (1 - rate)*absent", cite("a-full-sample-of-a-type-bounds-the-loss")),
        lifted("binomial-theorem", "full == lost_others", cite("lost-records-are-of-the-other-types-on-average")),
        trusted("independent-records", "absent == all_others"),
    ]),
    on_instances(
        EXACT, GRID, "Algorithm 1", "three sets of sources over two and three types, n <= 6, every T, odds 2",
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
    note="With 0.2 % of 100,000 to 500,000 votes lost and epsilon = 7 this covers all $a$ up to 52 % of the votes, or "
    "more.",
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
    note="Not so for the whole electorate, where n - T is much larger than e^7: its rate is 1.130e-4. So between "
    "these sizes the curve falls by 0.002 ln(1/0.94467), that is 1.1384e-4, per vote.",
)  # fmt: skip
