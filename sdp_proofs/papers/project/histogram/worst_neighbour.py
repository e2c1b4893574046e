"""The worst neighbour of a histogram with many types: losses pool two types, and the two rarest attain delta."""

from __future__ import annotations

from sdp_proofs.papers.project.histogram.worst_neighbour_instances import (
    CHANGES,
    DATABASES,
    MORE_RECORDS,
    ONE_RECORD_MORE,
    SMALL_CHANGES,
    SMALL_HISTOGRAMS,
    SMALL_POOLS,
    SMALLER_HISTOGRAMS,
)
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Pooling", {
    "share": "\\Pr[\\vec h \\mid \\vec H]", "p": "(a+b)",
    "others": "\\prod_k \\binom{H_k}{h_k}", "pooled": "\\sum_s P(s)\\, d_s",
    "enumerated": "d(x,x')", "x": "x_i", "y": "x_j", "z": "x_k", "more": "D(a', b')", "fewer": "D(a, b)",
    "chosen": "\\max_{\\mathrm{rarest}} d", "largest": "\\max_{x'} d",
}, {
    "p": "any number of records, those of the two types", "others": "any probability",
    "enumerated": "privacy.definition.hockey_stick",
    **dict.fromkeys(("pooled", "more", "fewer"), "privacy.histogram.pairs.PooledPair"),
    "chosen": "privacy.histogram.database.worst_changes", "largest": "privacy.histogram.database.all_changes",
})  # fmt: skip

SECTION.claim(
    "dropping-a-draw-is-post-processing", "removing one random draw turns the law of s draws into that of s - 1",
    "Removing one of s drawn records at random, the marked ones with probability h/s, turns the hypergeometric law "
    "of s draws into that of s - 1, for x and its neighbour alike. So the loss given s draws in the pool grows with "
    "s.",
    "Eq(binomial(a, h)*binomial(n - a, s - 1 - h)/binomial(n, s - 1), binomial(a, h)*binomial(n - a, s - "
    "h)/binomial(n, s)*(1 - h/s) + binomial(a, h + 1)*binomial(n - a, s - h - 1)/binomial(n, s)*(h + 1)/s)",
    by_identity(
        "the two ways to h marked records", "natural n a s h",
        "And(1 <= a, a < n, 1 <= s, s <= n, h < s, h < a, s - h <= n - a)",
    ),
    mutants={"probability h/n": ("(1 - h/s)", "(1 - h/n)"), "h for h + 1": ("(h + 1)/s", "h/s")}, counts="n h",
    generated="deep", trust="data-processing",
)  # fmt: skip

SECTION.claim(
    "an-output-is-drawn-pool-first",
    "$P(h) = P(s)\\,P(\\mathrm{rest} \\mid s)\\,P(h_i \\mid s)$, and only the last factor changes with the record",
    "Without replacement the probability of an output is that of s draws in the pool of the two types, times that "
    "of the counts of the other types given s, times that of the two counts given s. When a record changes from one "
    "of the two types to the other, the pool and with it the first two factors stay.",
    "Eq((binomial(p, s)*binomial(n - p, T - s)/binomial(n, T))*(others/binomial(n - p, T - s))*(binomial(a, "
    "h)*binomial(p - a, s - h)/binomial(p, s)), binomial(a, h)*binomial(p - a, s - h)*others/binomial(n, T))",
    and_so(
        by_identity(
            "three factors", "natural n T p s a h",
            "And(a <= p, p <= n, h <= a, h <= s, s - h <= p - a, s <= T, T - s <= n - p)",
        ),
        about(SECTION.formula("Eq(binomial(n - p, T - h - (s - h)), binomial(n - p, T - s))"), by_identity(
            "the rest", "natural n p T s h", "And(p <= n, h <= s, s <= T, T - s <= n - p)",
        )),
        about(SECTION.formula(
            "Implies(And(binomial(n, T) > 0, binomial(n - p, T - s) > 0, binomial(p, s) > 0), share == (binomial(p, "
            "s)*binomial(n - p, T - s)/binomial(n, T))*(binomial(n - p, T - s)/binomial(n - p, T - s))*(binomial(a, "
            "h)*binomial(p - a, s - h)/binomial(p, s)))",
        ), by_solver("of the probability of the output, with one more type", [
            "And(0 <= a, a <= p, p <= n, 0 <= h, h <= a, h <= s, s - h <= p - a, s <= T, T - s <= n - p)",
            shown("three factors", {"others": "binomial(n - p, T - s)"}), shown("the rest"),
            cite("probability-of-a-histogram-is-a-product-of-binomials", {"b": "p - a", "k": "s - h", "c": "n - p"}),
        ])),
    ),
    on_instances(EXACT, GRID, "small pools", "n <= 6, possible outputs", SMALL_POOLS),
    given="the output is possible; p = a + b is the size of the pool",
    mutants={
        "drawn from n - 1": ("binomial(n, T))*(others", "binomial(n - 1, T))*(others"),
        "one draw less in the pool": ("/binomial(p, s)), ", "/binomial(p, s - 1)), "),
    }, counts="n T p s a h", generated="deep", integers="n T p s a h",
)  # fmt: skip

SECTION.claim(
    "an-output-is-drawn-pool-first-with-replacement",
    "the same with replacement: binomial draws in the pool, binomial counts within it",
    "With replacement the number of draws in the pool is binomial (T, (a+b)/n), and given s of them the count of "
    "the type is binomial (s, a/(a+b)); the other types have a factor of their own.",
    "Eq(binomial(T, h + k)*((a + b)/n)**(h + k)*others*(binomial(h + k, h)*(a/(a + b))**h*(b/(a + b))**k), "
    "factorial(T)/(factorial(h)*factorial(k)*factorial(T - h - k))*(a/n)**h*(b/n)**k*others)",
    by_identity("three factors", "natural T h k; positive n a b", "h + k <= T"),
    symbols={"others": "P(\\mathrm{rest})"}, given="a and b are positive; at b = 0 the last factor is 0^0 = 1",
    mutants={
        "share a/n within the pool": ("(a/(a + b))**h", "(a/n)**h"),
        "another order of draws": ("binomial(h + k, h)", "binomial(h + k, h + 1)"),
    }, counts="n T h k", generated="deep",
)  # fmt: skip

SECTION.claim(
    "loss-of-many-types-is-a-mixture-of-two-type-losses",
    "d(x,x') is the average of two-type losses over the number of draws in the pool",
    "For a change from one type to another, d(x,x') is the average, over the number s of draws that fall on records "
    "of these two types, of the two-type loss with s draws from their pool.",
    "pooled == enumerated",
    in_steps(
        "one output after the other, and all of them",
        # An output has the probability w p, and w q after the change: only the last of its three factors changes.
        about(SECTION.formula("inner == outer"), by_induction(
            "one output after the other", {"inner": "0", "outer": "0"},
            {"inner": "inner + w*Max(0, p - odds*q)", "outer": "outer + Max(0, w*p - odds*(w*q))"},
            ["And(w >= 0, p >= 0, q >= 0, odds >= 0)"], inputs=("w", "p", "q"),
        )),
        by_solver("all outputs", [lifted(
            "sum-over-outputs", "pooled == enumerated",
            shown("one output after the other"), cite("best-event-takes-the-positive-terms"),
            cite("an-output-is-drawn-pool-first"), cite("an-output-is-drawn-pool-first-with-replacement"),
        )]),
    ),
    on_instances(
        EXACT, GRID, "enumeration",
        "three types, four histograms of 5 to 8 records, all T, 3 odds, with and without replacement", SMALL_CHANGES,
    ),
    mutants={"strictly less": ("==", "<"), "half of it": ("pooled", "2*pooled")}, generated="none",
    trust=("induction", "vandermonde", "binomial-theorem"), search=CHANGES,
    note="The weights w of the outputs with s draws in the pool add up to P(s), because the law of the rest does: "
    "Vandermonde's identity without replacement, the multinomial theorem with it.",
)  # fmt: skip

SECTION.claim(
    "recolouring-a-third-record-is-post-processing",
    "turning one record of type k into type i acts on the histogram by a fixed random map",
    "Let x have c >= 1 records of a third type. Moving one sampled record of that type, with probability g/c when g "
    "of them are sampled, to type i turns the histogram of x into that of the database with one record recoloured, "
    "for x and for its neighbour alike. Hence d falls as the count of i (or of j) grows at the expense of a third "
    "type.",
    "Eq(binomial(a + 1, h)*binomial(c - 1, g), binomial(a, h)*binomial(c, g)*(1 - g/c) + binomial(a, h - "
    "1)*binomial(c, g + 1)*(g + 1)/c)",
    by_identity("the two ways to the recoloured histogram", "natural a c h g", "And(c >= 1, h >= 1, h <= a, g < c)"),
    at="Worst pair",
    given="c >= 1; sampling without replacement (with replacement each sighting moves with probability 1/c)",
    mutants={
        "probability g/(c+1)": ("(1 - g/c)", "(1 - g/(c + 1))"),
        "two records recoloured": ("binomial(a + 1, h)", "binomial(a + 2, h)"),
    }, counts="h", trust="data-processing",
)  # fmt: skip

SECTION.claim(
    "recolouring-a-third-sighting-is-post-processing",
    "with replacement, each sighting of type k moves to type i with probability 1/c",
    "With replacement the draws are independent. If each that shows a third type of c records turns to type i with "
    "probability 1/c, a draw has the law of the database with one of these c records recoloured: its generating "
    "function is $((a+1) x_i + b x_j + (c-1) x_k + \\ldots)/n$. The histogram of the new draws depends on that of "
    "the old ones and on chance only, for x and for its neighbour alike.",
    "Eq(a*x + b*y + c*(x/c + (1 - 1/c)*z), (a + 1)*x + b*y + (c - 1)*z)",
    by_identity("one draw", "positive a b c; real x y z"),
    at="Worst pair", given="c >= 1",
    mutants={
        "moves with probability 1/(c+1)": ("c*(x/c + (1 - 1/c)*z)", "c*(x/(c + 1) + c/(c + 1)*z)"),
        "nothing is lost where it comes from": ("(c - 1)*z", "c*z"),
    }, trust="data-processing",
)  # fmt: skip

SECTION.claim(
    "a-pair-loses-no-more-with-more-records", "D(a', b') <= D(a, b) for a' >= a >= 1, b' >= b >= 0 and a' + b' <= n",
    "Let D(a, b) be the loss when one of a records of one type turns into one of another that has b. The records of "
    "a third type can be recoloured one by one until there are a' and b': each time the histogram goes through a "
    "fixed random map. An output of mass $x = P - E P'$ that goes to a result which has y so far, in the share k, "
    "adds $\\max(0, y + k x) - \\max(0, y)$ to the new loss, no more than its part $k \\max(0, x)$ of the old one.",
    "more <= fewer",
    in_steps(
        "one record recoloured after the other",
        about(SECTION.formula("after <= before"), by_induction(
            "one output and one result after the other", {"after": "0", "before": "0"},
            {"after": "after + Max(0, y + k*x) - Max(0, y)", "before": "before + k*Max(0, x)"}, ["k >= 0"],
            inputs=("k", "x", "y"),
        )),
        by_solver("all records", [lifted(
            "data-processing", "more <= fewer",
            shown("one output and one result after the other"), cite("recolouring-a-third-record-is-post-processing"),
            cite("recolouring-a-third-sighting-is-post-processing"),
            cite("loss-of-many-types-is-a-mixture-of-two-type-losses"),
        )]),
    ),
    on_instances(EXACT, GRID, "one more of either type", "n <= 6, three T, 4 odds", ONE_RECORD_MORE),
    at="Worst pair", given=("n and T are fixed", "sampling with or without replacement"),
    mutants={"a tenth less": ("more", "11/10*more")}, generated="deep",
    trust=("induction", "sum-over-outputs"), search=MORE_RECORDS,
    note="That D depends on a, b, n and T only, not on how the other records are spread over types, is the claim on "
    "pooling. The shares of an output add up to one, so the parts of the old loss add up to it.",
)  # fmt: skip

LOSSES: tuple[Given, ...] = (
    one_of("chosen <= largest", {"largest": "chosen"}, each="chosen"),
    lifted(
        "sum-over-outputs", "largest <= rate",
        cite("no-loss-exceeds-the-sampling-rate"),
        cite("worst-case-with-replacement-is-the-chance-of-being-drawn"),
    ),
    lifted(
        "maximum", "Or(rate <= chosen, largest <= chosen)",
        cite("lone-record-is-seen-when-sampled"), cite("worst-case-with-replacement-is-the-chance-of-being-drawn"),
        cite("a-pair-loses-no-more-with-more-records"), shown("any pair of types against the two rarest"),
    ),
)  # fmt: skip
"""With a unique or an absent type the change that is tried has the loss `rate`.

Else the loss of any two types with x and y records is D(x, y), or D(y + 1, x - 1) in the other direction, and D does
not rise in either count: one of D(c1, c2), D(c2, c1), D(c2 + 1, c1 - 1) and D(c1 + 1, c2 - 1) is as large.
"""

SECTION.claim(
    "two-rarest-types-attain-delta", "delta(x) is attained by the two rarest types, or by a unique or absent type",
    "If every type has two records or more, delta(x) is attained when a record moves between the two rarest types. "
    "If a type has one record or none, delta(x) is the inclusion probability, attained there.",
    "chosen == largest",
    in_steps(
        "any pair of types against the two rarest",
        about(
            # The two rarest types have c1 <= c2 records, any two types x and y.
            SECTION.formula(
                "Implies(And(c1 <= c2, Min(x, y) >= c1, Max(x, y) >= c2), "
                "Or(And(x >= c1, y >= c2), And(x >= c2, y >= c1)))"
            ), by_solver("any pair of types against the two rarest", []),
        ),
        by_solver("the largest loss", LOSSES),
    ),
    on_instances(
        EXACT, GRID, "all pairs, both directions",
        "three types, n <= 6, three sample sizes, 4 odds, with and without replacement", SMALL_HISTOGRAMS,
    ),
    on_instances_with_facts(
        EXACT, GRID, "every step of the proof", "three types, n <= 6, 2 odds", SMALLER_HISTOGRAMS, lambda _: LOSSES[:2],
    ),
    at="Worst pair", generated="none", search=DATABASES,
    mutants={"strictly less": ("==", "<"), "half of it": ("chosen", "2*chosen")},
    note="Any two types have at least the counts of the two rarest, in one of the two orders, and so have the "
    "counts after a change; with a unique or an absent type the inclusion probability is attained, and nothing exceeds "
    "it. With replacement that is $1 - (1 - 1/n)^T$.",
)  # fmt: skip
