"""The worst neighbour of a histogram, and losses of zero.

Instances for the worst neighbour: losses of pairs of types, and of all changes of a record, in exact fractions.

The worst neighbour of a histogram with many types: losses pool two types, and the two rarest attain delta.

When the sampling histogram has delta(x) = 0: exactly if (1 - 1/E) min H >= T.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.papers.small_instances import grid
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import hockey_stick
from sdp_proofs.privacy.histogram.database import Database, all_changes, delta, worst_changes
from sdp_proofs.privacy.histogram.pairs import PooledPair
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.vocabulary import *

BOTH = (False, True)
ODDS = (Fraction(1), Fraction(51, 49), Fraction(3, 2), Fraction(4))


def _possible(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """An output that is possible, with any probability of the rest."""
    n, draws, p, s, a, h = (at[name] for name in ("n", "T", "p", "s", "a", "h"))
    possible = max(0, draws - n + p) <= s <= min(draws, p) and max(0, s - p + a) <= h <= min(a, s)
    return {**at, "others": Fraction(1, 3)} if possible else None


SMALL_POOLS = grid({
    "n": range(2, 7), **dict.fromkeys(("T", "p"), lambda at: range(1, at["n"] + 1)), "s": range(7),
    "a": lambda at: range(at["p"] + 1), "h": range(7),
}, _possible)  # fmt: skip


def _by_pools(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The loss when a record of the first type turns into one of the second, by its pool and by the output laws."""
    counts, draws, odds = at["counts"], at["T"], Fraction(at["odds"])
    law = SamplingHistogram(draws=draws, replacement=at["replacement"]).law
    pair = PooledPair(sum(counts), counts[0], counts[1], draws, replacement=at["replacement"])
    enumerated = hockey_stick(law(counts), law((counts[0] - 1, counts[1] + 1, *counts[2:])), odds)
    return {"pooled": pair.exact_divergence(odds), "enumerated": enumerated}


SMALL_CHANGES = grid({
    "counts": ((1, 2, 2), (2, 3, 1), (3, 1, 3), (2, 2, 4)), "T": lambda at: range(sum(at["counts"]) + 1),
    "odds": (Fraction(1), Fraction(51, 49), Fraction(3)), "replacement": BOTH,
}, _by_pools)  # fmt: skip
PAIRS: dict[str, Domain] = {
    "n": Integers(2, 16), "a": Integers(1, lambda at: at["n"]), "b": Integers(0, lambda at: at["n"] - at["a"]),
    "T": Integers(1, lambda at: at["n"]), "odds": Rationals(1, 100), "replacement": Choices(BOTH),
}  # fmt: skip
CHANGES = over(
    PAIRS, lambda claim, at: _by_pools(claim, {**at, "counts": (at["a"], at["b"], at["n"] - at["a"] - at["b"])}),
    climbs=False,
)  # fmt: skip


def _rising(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """D of two types with a and b records, and where they have some more, taken from a third."""
    a, b = at["a"] + at["first"], at["b"] + at["second"]
    if a + b > at["n"]:
        return None
    fewer, more = (
        PooledPair(at["n"], own, other, at["T"], replacement=at["replacement"]).exact_divergence(Fraction(at["odds"]))
        for own, other in ((at["a"], at["b"]), (a, b))
    )
    return {"more": more, "fewer": fewer}


ONE_RECORD_MORE = grid({
    "n": range(2, 7), "a": lambda at: range(1, at["n"]), "b": lambda at: range(at["n"] - at["a"]), "first": (0, 1),
    "second": lambda at: (1 - at["first"],), "T": lambda at: (1, at["n"] // 2, at["n"] - 1), "odds": ODDS,
    "replacement": BOTH,
}, _rising)  # fmt: skip
MORE_RECORDS = over({
    **PAIRS, "first": Integers(0, lambda at: at["n"] - at["a"] - at["b"]),
    "second": Integers(0, lambda at: at["n"] - at["a"] - at["b"] - at["first"]),
}, _rising, climbs=False)  # fmt: skip


def _of_changes(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The largest loss of the changes that are tried, that of all, and the probability that a record is drawn."""
    database, n = Database(at["counts"], at["T"], at["replacement"]), sum(at["counts"])
    chosen, largest = (
        max(change.pair(database).exact_divergence(Fraction(at["odds"])) for change in changes(database))
        for changes in (worst_changes, all_changes)
    )
    rate = 1 - Fraction(n - 1, n) ** at["T"] if at["replacement"] else Fraction(at["T"], n)
    return {"chosen": chosen, "largest": largest, "rate": rate}


def _histograms(most: int) -> list[tuple[int, ...]]:
    return [each for each in combinations_with_replacement(range(most + 1), 3) if 2 <= sum(each) <= most]


SMALL_HISTOGRAMS = grid({
    "counts": _histograms(6), "T": lambda at: (1, max(sum(at["counts"]) // 2, 1), sum(at["counts"]) - 1),
    "odds": ODDS, "replacement": BOTH,
}, _of_changes)  # fmt: skip
SMALLER_HISTOGRAMS = grid({
    "counts": _histograms(6), "T": lambda at: range(1, sum(at["counts"])), "odds": (Fraction(51, 49), Fraction(3)),
    "replacement": BOTH,
}, _of_changes)  # fmt: skip
DATABASES = over({
    "records": Integers(2, 20), "types": Integers(2, 5),
    "counts": Compositions(lambda at: at["records"], lambda at: at["types"]),
    "T": Integers(1, lambda at: at["records"]), "odds": Rationals(1, 1000), "replacement": Choices(BOTH),
}, _of_changes, climbs=False)  # fmt: skip


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
    "an output is drawn pool first with replacement: binomial draws in the pool, binomial counts within it",
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
    "d(x,x') is the average of two-type divergences over the number of draws in the pool",
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
    "the old ones and on fresh coins only, for x and for its neighbour alike.",
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


ZERO_DELTA = SECTION.beside(
    PROJECT, "Zero loss", {"odds": "E", "delta": "\\delta(x)", "rarest": "\\min_i H_i", "draws": "T"},
    {"delta": "privacy.histogram.database.delta", "rarest": "any number of records"},
)  # fmt: skip

ZERO_DELTA.claim(
    "no-count-crosses-when-draws-are-few",
    "if (1 - 1/E) a >= T even the largest count h = T is not E times likelier under P",
    "If $(1 - 1/E) a \\ge T$ then $E\\,P'(h) \\ge P(h)$ at h = T, and so, the ratio falling in h, at every h: the "
    "loss is 0.",
    "Implies((1 - 1/odds)*a >= T, odds*(a - T)*(b + 1) >= a*(b + 1))",
    by_solver("all reals", "And(odds >= 1, a >= 1, b >= 0, T >= 0, T <= a)"),
    mutants={"without the 1/E": ("(1 - 1/odds)*a >= T", "a >= T")}, counts="T", generated="deep",
    trust="sum-over-outputs",
)  # fmt: skip

ZERO_DELTA.claim(
    "the-largest-count-crosses-above-the-line",
    "if (1 - 1/E) a < T the largest count h = min(a, T) is more than E times likelier under P",
    "If $(1 - 1/E) a < T$ then $E\\,P'(h) < P(h)$ at h = min(a, T), with g = 0 records of the type that gains: for "
    "h = a because P'(a) is zero, whatever g is, and for h = T because the ratio is 1 - T/a.",
    "Implies((1 - 1/odds)*a < T, odds*(a - Min(a, T))*(b + 1) < a*(b + 1))",
    by_solver("all reals", "And(odds >= 1, a >= 1, b >= 0, T >= 0)"),
    mutants={"at the count T/2": ("Min(a, T)", "Min(a, T/2)")}, counts="T", generated="deep",
)  # fmt: skip

ZERO_LOSSES: tuple[Given, ...] = (
    "And(odds >= 1, Or(draws == 0, draws >= 1), Or(rarest == 0, rarest >= 1))",
    # A neighbour has one record of a type that x has not, so no change takes a record from fewer than one. The change
    # that takes one from the fewest has an output that gains, or no change has one.
    lifted(
        "sum-over-outputs", "Implies((1 - 1/odds)*Max(1, rarest) < draws, delta > 0)",
        cite("the-largest-count-crosses-above-the-line"), cite("ratio-when-a-record-is-replaced"),
    ),
    lifted(
        "sum-over-outputs", "Implies((1 - 1/odds)*Max(1, rarest) >= draws, delta <= 0)",
        cite("no-count-crosses-when-draws-are-few"), cite("likelihood-ratio-falls-in-the-count"),
    ),
)  # fmt: skip


def _delta(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    found = delta(Database(at["counts"], at["draws"]), Budget.read(odds=at["odds"])).value
    return {"delta": found, "odds": at["odds"], "rarest": min(at["counts"]), "draws": at["draws"]}


SMALL_DATABASES = grid({
    "n": range(2, 8), "first": lambda at: range(at["n"] + 1),
    # Two types, and some of three.
    "second": lambda at: {0, min(1, at["n"] - at["first"]), (at["n"] - at["first"]) // 2},
    "counts": lambda at: [
        (at["first"], *filter(None, [at["second"]]), at["n"] - at["first"] - at["second"]),
    ],
    "draws": lambda at: range(at["n"] + 1), "odds": tuple(map(Fraction, ("1", "9/8", "3/2", "2", "5", "11"))),
}, _delta)  # fmt: skip

ZERO_DELTA.claim(
    "delta-vanishes-exactly-below-the-line", "delta(x) = 0 if and only if (1 - 1/E) min H >= T",
    "Without replacement delta(x) = 0 holds exactly when $(1 - 1/E) \\min_i H_i \\ge T$, for any number of types, m "
    ">= 2 of them.",
    "Equivalent(delta <= 0, (1 - 1/odds)*rarest >= draws)",
    by_solver("an output gains exactly above the line", ZERO_LOSSES),
    on_instances_with_facts(
        EXACT, GRID, "enumeration, with every premise of the proof", "two and three types, n <= 7, all T, 6 odds",
        SMALL_DATABASES, lambda _: ZERO_LOSSES,
    ),
    mutants={"E - 1 for 1 - 1/E": ("(1 - 1/odds)", "(odds - 1)")}, counts="draws", generated="deep", trust="maximum",
    search=over({
        "records": Integers(2, 30), "types": Integers(2, 4),
        "counts": Compositions(lambda at: at["records"], lambda at: at["types"]),
        "draws": Integers(0, lambda at: at["records"]), "odds": Rationals(1, 1000),
    }, _delta, climbs=False),
    note="Whether a change loses anything depends on the type that gives up the record only: it loses nothing "
    "exactly if $(1 - 1/E) a \\ge T$. The fewest that a type gives up one of is max(1, min H), because a neighbour "
    "has a record of a type that x lacks; for T >= 1 nothing is zero then, since (1 - 1/E) < 1.",
)  # fmt: skip
