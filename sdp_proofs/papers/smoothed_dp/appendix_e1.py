"""Appendix E.1: the ratio of probabilities, and the bound.

Instances for the steps of Appendix E.1: all samples, all small databases, independent records of one law.

The proof of Theorem 3 (i) and Remark 8, steps 0 and 1 (Appendix E.1): how much likelier a sample becomes.

The proof of Theorem 3 (i) and Remark 8, steps 1 and 2 (Appendix E.1): the tail of a count, and the average.

Items: Eq. (7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.hunting.spaces import Domain, Integers, Rationals
from sdp_proofs.papers.smoothed_dp.bound_instances import fair_coins_and_one_draw
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

LARGEST = 9
ODDS = tuple(map(Fraction, ("11/10", "3/2", "2", "4", "17", "100")))
LAWS = (("1/2", "1/2"), ("1/4", "3/4"), ("1/3", "1/3", "1/3"), ("1/10", "3/10", "3/5"), ("1/10", "9/10"))
PAIRS: dict[str, Domain] = {
    "records": Integers(2, 40), "draws": Integers(1, lambda at: at["records"] - 1),
    "count": Integers(1, lambda at: at["records"]),
    "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
}  # fmt: skip
Found = Callable[[int, int, int, Fraction], Mapping[str, Any]]


def all_samples() -> Iterator[Instance]:
    """Every histogram of three types, n <= 6, every sample counted as a set of records."""
    for n, a, b, draws in product(range(1, 7), range(7), range(7), range(7)):
        if a + b <= n and draws <= n:
            records = "a" * a + "b" * b + "c" * (n - a - b)
            seen = [(s.count("a"), s.count("b")) for s in map("".join, combinations(records, draws))]
            for h, k in sorted(set(seen)):
                values = {"a": a, "b": b, "c": n - a - b, "h": h, "k": k, "n": n, "T": draws}
                share = Fraction(seen.count((h, k)), comb(n, draws))
                yield f"counts {a}, {b}, {n - a - b}", {**values, "share": share}


def of_a_pair(records: int, draws: int, count: int, odds: Fraction) -> dict[str, Any]:
    """Loss of one of `count` records if it is replaced, and the tail of its count; s is theta/rho - 1."""
    theta, rho = 1 - 1 / odds, Fraction(draws, records)
    law = Hypergeometric(population=records, marked=count, draws=draws)
    support = range(max(0, draws + count - records), min(draws, count) + 1)
    return {
        "loss": SampledPair(records, count, draws).exact_divergence(odds),
        "tail": sum((law.pmf(h) for h in support if h > theta * count), Fraction(0)),
        "theta": theta, "rho": rho, "count": count, "s": (theta - rho) / rho,
    }  # fmt: skip


def of_a_database(records: int, draws: int, count: int, odds: Fraction) -> dict[str, Any]:
    """delta(H), and the least count."""
    found = delta(Database((count, records - count), draws), Budget.read(odds=odds)).value
    rarest = min(count, records - count)
    return {"loss": found, "theta": 1 - 1 / odds, "rho": Fraction(draws, records), "rarest": rarest}


def small_databases(found: Found = of_a_pair, fewest: int = 1) -> Iterator[Instance]:
    """Two types above the threshold, the smallest first."""
    for n, draws, count, odds in product(range(2, LARGEST + 1), range(1, LARGEST), range(fewest, LARGEST + 1), ODDS):
        if draws < n and count <= n and 1 - 1 / odds > Fraction(draws, n):
            yield f"n = {n}, T = {draws}, H = {count}, e^epsilon = {odds}", found(n, draws, count, odds)


def rare_types() -> Iterator[Instance]:
    """Independent records of one law: the exact probability that some type is rare, and the sum over types."""
    for text, c in product(LAWS, map(Fraction, ("1/10", "1/2", "9/10"))):
        law = tuple(map(Fraction, text))
        for n in (600,) if text == LAWS[-1] else (1, 2, 5, 9, 12, *((40,) if len(law) == 2 else ())):
            level, rare = (1 - c) * min(law) * n, Fraction(0)
            for counts in product(range(n + 1), repeat=len(law) - 1):
                whole = (*counts, n - sum(counts))
                if 0 <= min(whole) < level:
                    ways = Fraction(factorial(n), prod(map(factorial, whole)))
                    rare += ways * prod(share**count for share, count in zip(law, whole, strict=True))
            singles = [_below(share, n, level) for share in law]
            yield f"law {', '.join(text)}, n = {n}, c_2 = {c}", {
                "rare": rare, "types": len(law), "c": c, "least": min(law), "records": n,
                "singles": sum(singles), "single": max(singles), "moment": (1 - min(law) * c) ** n,
            }  # fmt: skip


def _below(share: Fraction, records: int, level: Fraction) -> Fraction:
    terms = (comb(records, k) * share**k * (1 - share) ** (records - k) for k in range(records + 1) if k < level)
    return sum(terms, Fraction(0))


SECTION = Section(SMOOTHED_DP, "App. E.1, step 1", {
    "a": "H_{i_1}", "h": "h_{i_1}", "others": "\\prod_{j \\ne i} \\binom{H_j}{h_j}", "b": "H_{i_2}", "k": "h_{i_2}",
    "c": "H_3", "share": "\\Pr[\\vec h \\mid \\vec H]",
})  # fmt: skip

_LAW = "lambda i, H, N: comb(H, i) * comb(N - H, T - i) / comb(N, T)"
_POSSIBLE = "And(0 <= h, h <= a, 0 <= k, k <= b, 0 <= T - h - k, T - h - k <= c, n == a + b + c)"
_ADDED_RATIO = "binomial(b + 1, k)*binomial(n, T)/(binomial(b, k)*binomial(n + 1, T))"
_ADDING = by_identity("all counts", "natural a h b k n T", "And(k <= b, k <= T, b - k <= n - T, T <= n)")
_REMOVED_RATIO = "binomial(a - 1, h)*binomial(n, T)/(binomial(a, h)*binomial(n - 1, T))"
_REMOVING = by_identity("all counts", "natural a h b k n T", "And(1 <= a, h < a, h <= T, a - h <= n - T, T < n)")

SECTION.claim(
    "samples-of-a-histogram-counted-record-by-record", "prod_i C(H_i, h_i) sets of records have the histogram h",
    "With one more record of type i, the sets of records with histogram h are those without it and those with it: "
    "$\\binom{H_i + 1}{h_i} = \\binom{H_i}{h_i} + \\binom{H_i}{h_i - 1}$, times the same factor for the other types. "
    "By induction on the records there are $\\prod_i \\binom{H_i}{h_i}$ of them.",
    "Eq(binomial(a + 1, h)*others, binomial(a, h)*others + binomial(a, h - 1)*others)",
    and_so(
        by_identity("one more record", "natural a h", "And(1 <= h, h <= a)"),
        about(Formula("Eq(binomial(0, 0)*others, others)", ["others"]), by_identity("no records, one sample", "")),
        about(Formula("Eq(binomial(a + 1, 0)*others, binomial(a, 0)*others + binomial(a, -1)*others)", ["a", "others"]),
              by_identity("nothing of the type in the sample", "natural a")),
        about(Formula("Eq(binomial(a + 1, a + 1)*others, binomial(a, a + 1)*others + binomial(a, a)*others)", [
            "a", "others",
        ]), by_identity("all of the type in the sample", "natural a")),
    ),
    at="App. E.1, step 0", symbols={"a": "H_i", "h": "h_i"},
    mutants={"without the new record": (" + binomial(a, h - 1)*others", ""), "h + 1": ("h - 1", "h + 1")}, counts="a h",
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "probability-of-a-histogram-is-a-product-of-binomials", "Pr[h|H] = prod_i C(H_i, h_i)/C(n, T)",
    "T of n records are drawn without replacement; the histogram of the sample is h with probability $\\prod_i "
    "\\binom{H_i}{h_i} / \\binom{n}{T}$. The sets of records with the histogram h are counted by induction on the "
    "records: one more record, of whatever type, is in the sample or not. It acts on the factor of its own type only, "
    "so that three types stand for any number of them.",
    "share == binomial(a, h)*binomial(b, k)*binomial(c, T - h - k)/binomial(n, T)",
    record_by_record(
        "samples counted record by record", "binomial(n, T)", dict.fromkeys(("a", "b", "c", "n", "h", "k", "T"), "0"), (
            ({"a": "a + 1", "n": "n + 1"}, {"h": "h - 1", "T": "T - 1"}),
            ({"b": "b + 1", "n": "n + 1"}, {"k": "k - 1", "T": "T - 1"}),
            ({"c": "c + 1", "n": "n + 1"}, {"T": "T - 1"}),
        ), [SECTION.formula("And(h <= a + 1, k <= b + 1, 0 <= T - h - k, T - h - k <= c + 1, T <= n)")],
        named="share", possible=[SECTION.formula(_POSSIBLE)],
    ),
    on_instances(EXACT, GRID, "all sets of records", "three types, n <= 6, every T and h", lambda _: all_samples()),
    at="App. E.1, step 0", silent="all samples of T records are equally likely",
    mutants={"n - 1 records": ("binomial(n, T)", "binomial(n - 1, T)")}, counts="a h b k n T c", generated="deep",
    trust="induction", means={"share": "distributions.finite.sampled_law"},
    note="The other display of step 0, the best event, is the claim best-event-takes-the-positive-terms.",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-replaced", "one record replaced: the ratio is (1 - h_1/H_1) (1 + h_2/(H_2 + 1 - h_2))",
    "If H' has one record less of type i_1 and one more of type i_2, $\\Pr[h|H']/\\Pr[h|H] = (1 - h_{i_1}/H_{i_1})(1 "
    "+ h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
    "Eq(binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)), (1 - h/a)*(1 + k/(b + 1 - k)))",
    and_so(
        by_identity("all counts", "natural a h b k", "And(1 <= a, h <= a, k <= b)"),
        about(SECTION.formula(
            f"Implies(And({_POSSIBLE[4:-1]}, 1 <= a, binomial(a, h)*binomial(b, k) > 0, binomial(n, T) > 0), share*(1 "
            "- h/a)*(1 + k/(b + 1 - k)) == binomial(a - 1, h)*binomial(b + 1, k)*binomial(c, T - h - k)/binomial(n, "
            "T))",
        ), by_solver("from the probability under H to that under H'", [
            shown("all counts"), cite("probability-of-a-histogram-is-a-product-of-binomials"),
        ])),
    ),
    silent="h is possible under H", integers="a h b k c n T",
    mutants={
        "H_2 for H_2 + 1": ("(1 + k/(b + 1 - k))", "(1 + k/(b - k + 2))"),
        "without the type that gains": ("*(1 + k/(b + 1 - k))", ""),
    }, counts="a h b k",
    note="The words before the display have the two types exchanged: type i_1 loses the record and i_2 gains it.",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-added-as-printed", "one record added: the ratio is 1 + h_2/(H_2 + 1 - h_2)",
    "If H' has one record more, of type i_2, $\\Pr[h|H']/\\Pr[h|H] = 1 + h_{i_2}/(H_{i_2} + 1 - h_{i_2})$.",
    f"Eq({_ADDED_RATIO}, 1 + k/(b + 1 - k))",
    _ADDING,
    integers="T b k n",
    fails=instance(
        "One record, sampled; another of the same type is added. The sample is the same for certain, before and "
        "after: the ratio is 1. The print says 2.", "n = 1; T = 1; b = 1; k = 1", {"P": _LAW},
        "ratio = P(k, b + 1, n + 1) / P(k, b, n)", given="P(k, b, n) > 0",
    ),
    wrong="The number of records is part of the probability: C(n, T) becomes C(n + 1, T), and the ratio has the "
    "factor 1 - T/(n + 1), which is not there in print.",
    cost="The lower bound of the ratio is lost in this case, so only replaced records are covered.",
    defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-added", "one record added: the ratio is (1 - T/(n+1)) (1 + h_2/(H_2 + 1 - h_2))",
    "If H' has one record more, of type i_2, and the sample size stays, $\\Pr[h|H']/\\Pr[h|H] = (1 - T/(n+1))(1 + "
    "h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
    f"Eq({_ADDED_RATIO}, (1 - T/(n + 1))*(1 + k/(b + 1 - k)))",
    _ADDING,
    silent="T does not change with n", fidelity="reconstructed",
    mutants={"n for n + 1": ("T/(n + 1)", "T/(n + 2)"), "the inverse factor": ("(1 - T/(n + 1))", "(1 + T/(n + 1))")},
    counts="b k n T", repairs="ratio-when-a-record-is-added-as-printed",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-removed-as-printed", "one record removed: the ratio is 1 - h_1/H_1",
    "If H' has one record less, of type i_1, $\\Pr[h|H']/\\Pr[h|H] = 1 - h_{i_1}/H_{i_1}$.",
    f"Eq({_REMOVED_RATIO}, 1 - h/a)",
    _REMOVING,
    integers="T a h n",
    fails=instance(
        "Two records of different types, one is sampled and shows the second type. If the first record is removed "
        "this sample is twice as likely; the print says as likely.", "n = 2; T = 1; a = 1; h = 0", {"P": _LAW},
        "ratio = P(h, a - 1, n - 1) / P(h, a, n)", given="P(h, a, n) > 0; T < n",
    ),
    wrong="The number of records is part of the probability: C(n, T) becomes C(n - 1, T), and the ratio has the "
    "factor n/(n - T), which is not there in print.",
    cost="Nothing: the factor is above 1, and the bound that follows stays true.", defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-removed", "one record removed: the ratio is (1 - h_1/H_1) n/(n - T)",
    "If H' has one record less, of type i_1, and the sample size stays, $\\Pr[h|H']/\\Pr[h|H] = (1 - "
    "h_{i_1}/H_{i_1})\\,n/(n-T)$.",
    f"Eq({_REMOVED_RATIO}, (1 - h/a)*n/(n - T))",
    _REMOVING,
    silent="T < n, and T does not change with n", fidelity="reconstructed",
    mutants={"n - 1 for n": ("*n/(n - T)", "*(n - 1)/(n - T)"), "the inverse factor": ("*n/(n - T)", "*(n - T)/n")},
    counts="a h n T", repairs="ratio-when-a-record-is-removed-as-printed",
)  # fmt: skip

SECTION.claim(
    "ratio-at-least-one-minus-a-share-in-every-case", "the ratio is at least 1 - h_1/H_1 also if a record is added",
    "Combining the three cases, $\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i}/H_{i}$, with i the type that changes, also if a "
    "record is added.",
    "(1 - T/(n + 1))*(1 + k/(b + 1 - k)) >= 1 - k/b",
    by_solver("all counts", "And(1 <= k + 1, k <= b, 1 <= b, b <= n, k <= T, T <= n)"),
    given="the ratio is the true one, with the number of records", integers="T b k n",
    fails=instance(
        "Two records of different types, one is sampled and shows the first type. With another record of the second "
        "type this sample has probability 1/3 instead of 1/2: the ratio is 2/3, and 1 - h/H is 1.",
        "n = 2; T = 1; b = 1; k = 0", {"P": _LAW}, "ratio = P(k, b + 1, n + 1) / P(k, b, n)", given="P(k, b, n) > 0",
    ),
    wrong="If a record is added, samples without its type become less likely, by the factor 1 - T/(n + 1); the bound "
    "holds for replaced and for removed records only.",
    cost="Databases of different sizes are no neighbours. The definitions of the paper compare databases of n "
    "records, so nothing is lost for the theorem.", defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-at-least-one-minus-a-share", "one record replaced or removed: the ratio is at least 1 - h_1/H_1",
    "$\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i_1}/H_{i_1}$ if a record of type i_1 is replaced, or removed.",
    "And((1 - h/a)*(1 + k/(b + 1 - k)) >= 1 - h/a, (1 - h/a)*n/(n - T) >= 1 - h/a)",
    and_so(
        by_solver("all counts", "And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b, 0 <= T, T < n)"),
        about(SECTION.formula(
            "Implies(And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b, 0 <= T, T < n, binomial(a, h)*binomial(b, k) > 0), "
            "binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)) >= 1 - h/a)",
        ), by_solver("replaced", [shown("all counts"), cite("ratio-when-a-record-is-replaced")])),
        about(SECTION.formula(
            "Implies(And(0 <= h, h < a, 1 <= a, h <= T, a - h <= n - T, T < n, binomial(a, h)*binomial(n - 1, T) > 0), "
            "binomial(a - 1, h)*binomial(n, T)/(binomial(a, h)*binomial(n - 1, T)) >= 1 - h/a)",
        ), by_solver("removed", [
            shown("all counts", {"b": "0", "k": "0"}), cite("ratio-when-a-record-is-removed"),
        ])),
    ),
    silent="h is possible under H; T < n where a record is removed", fidelity="narrowed", integers="a b h k n T",
    mutants={"(n - T)/n if removed": ("*n/(n - T)", "*(n - T)/n")}, generated="deep",
    repairs="ratio-at-least-one-minus-a-share-in-every-case",
)  # fmt: skip


BOUND = SECTION.beside(SMOOTHED_DP, "App. E.1, step 1", {
    "a": "H", "p": "\\Pr[h|H]", "q": "\\Pr[h|H']", "odds": "e^{\\epsilon}", "share": "h_{i_1}/H_{i_1}",
    "eps": "\\epsilon", "loss": "\\max_{S} \\delta_{S}(\\vec{H}, \\vec{H}')", "theta": "\\theta", "rho": "\\rho",
    "rarest": "\\min_i H_i", "count": "H", "tail": "\\Pr\\left[h > \\theta H\\right]", "inside": "E[\\delta \\mid A]",
    "outside": "E[\\delta \\mid \\neg A]", "c": "c_2", "gap": "g", "t": "f n",
    "rare": "\\Pr[\\min_i H_i < (1 - c_2) f n]", "types": "m", "least": "f", "records": "n",
}, {
    "p": "any probability", "q": "any probability", "share": "any share of the records of a type",
    "loss": "privacy.histogram.database.change_divergence", "rarest": "any number of records",
    "inside": "any number in [0, 1]", "outside": "any number in [0, 1]",
    "rare": "papers.smoothed_dp.appendix_e1.rare_types",
})  # fmt: skip

_RATIO = by_solver("one output", "And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)")

BOUND.claim(
    "outputs-with-a-large-share-lose-nothing", "if h_1/H_1 >= 1 - e^-eps then Pr[h|H] - e^eps Pr[h|H'] is at most 0",
    "When $h_{i_1}/H_{i_1} \\ge 1 - e^{-\\epsilon}$, the loss $\\Pr[h|H] - e^\\epsilon \\Pr[h|H']$ is never positive.",
    "Implies(share >= 1 - 1/odds, p - odds*q <= 0)",
    _RATIO,
    given="the ratio is at least 1 - h_1/H_1",
    fails=instance(
        "Two records of different types, one is sampled, epsilon = ln 2. The unique record of type 1 is seen with "
        "probability 1/2 and cannot be seen once it is replaced: its share is 1, and the loss at this output 1/2.",
        "n = 2; T = 1; E = 2", SMALL_LOSS, "H = 1; h = 1",
        given="h / H >= 1 - 1 / E; P(h, H - 1) >= (1 - h / H) * P(h, H)",
        at={"p": "P(h, H)", "q": "P(h, H - 1)", "odds": "E", "share": "h / H"},
    ),
    wrong="The inequality of the condition has the wrong direction: outputs with few records of the type lose "
    "nothing, those with many do. The next line of the paper uses it the right way round.", cost="Nothing.",
    defect="wrong direction",
)  # fmt: skip

BOUND.claim(
    "outputs-with-a-small-share-lose-nothing",
    "if h_1/H_1 <= 1 - e^-eps then Pr[h|H] - e^eps Pr[h|H'] is at most 0; at every h, at most Pr[h|H]",
    "When $h_{i_1}/H_{i_1} \\le 1 - e^{-\\epsilon}$ the loss at h is not positive, and nowhere does it exceed "
    "$\\Pr[h|H]$. Summed over outputs the loss is at most $\\Pr[h_{i_1} > (1 - e^{-\\epsilon}) H_{i_1}]$.",
    "And(Implies(share <= 1 - 1/odds, p - odds*q <= 0), p - odds*q <= p)",
    and_collected(and_so(_RATIO, about(
        Formula(
            "Implies(And(p >= 0, odds >= 1, 1 <= a, 0 <= h, h <= a, h/a <= 1 - 1/odds, 0 <= k, k <= b, 0 <= T, T < n), "
            "And(p - odds*(p*((1 - h/a)*(1 + k/(b + 1 - k)))) <= 0, p - odds*(p*((1 - h/a)*n/(n - T))) <= 0))",
            ["p", "odds", "a", "h", "b", "k", "n", "T"],
        ), by_solver("a record replaced or removed", [
            cite("ratio-at-least-one-minus-a-share"),
            shown("one output", {"q": "p*((1 - h/a)*(1 + k/(b + 1 - k)))", "share": "h/a"}),
            shown("one output", {"q": "p*((1 - h/a)*n/(n - T))", "share": "h/a"}),
        ]),
    )), summed(
        "loss <= tail", {"loss": "Max(0, p - odds*q)", "tail": "large*p"}, each="p q share large",
        where="Or(large == 1, And(large == 0, share <= 1 - 1/odds))",
    )),
    fidelity="typo-corrected", integers="a b h k n T",
    mutants={
        "up to twice the share": ("share <= 1 - 1/odds", "share/2 <= 1 - 1/odds"),
        "at most half of Pr[h|H]": ("p - odds*q <= p", "p - odds*q <= p/2"),
    }, repairs="outputs-with-a-large-share-lose-nothing",
)  # fmt: skip

BOUND.claim(
    "mean-of-a-hypergeometric-count", "E[h] = H T/n",
    "h times its probability is $H T/n$ times the probability of h - 1 for one record and one draw fewer; summed over "
    "h, $E[h] = H T/n$.",
    "Eq(h*binomial(a, h)*binomial(n - a, T - h)/binomial(n, T), T*a/n*binomial(a - 1, h - 1)*binomial(n - a, T - "
    "h)/binomial(n - 1, T - 1))",
    by_identity("term by term", "natural h a n T", "And(1 <= h, h <= a, a <= n, h <= T, T <= n, T - h <= n - a)"),
    mutants={"H for H T/n": ("T*a/n*", "a*"), "n draws": ("binomial(n - 1, T - 1)", "binomial(n - 1, T)")},
    counts="h a n T", trust="vandermonde", note="The Chernoff bound that follows in the paper uses the mean H instead.",
)  # fmt: skip

BOUND.claim(
    "excess-in-terms-of-the-distance-from-the-threshold",
    "with c = eps - ln(n/(n-T)): (1 - e^-eps - T/n)/(T/n) = (1 - e^-c) (n-T)/T",
    "With $c = \\epsilon - \\ln(n/(n-T))$ the relative excess of $1 - e^{-\\epsilon}$ over T/n is $(1 - "
    "e^{-c})(n-T)/T$; squared, it is the exponent's factor g.",
    "Eq((1 - exp(-eps) - T/n)/(T/n), (1 - exp(-(eps - log(n/(n - T)))))*(n - T)/T)",
    by_identity("identity", "positive eps n T", "T < n"),
    silent="T < n",
    mutants={"n/T for (n - T)/T": ("*(n - T)/T)", "*n/T)"), "threshold ln(n/T)": ("log(n/(n - T))", "log(n/T)")},
)  # fmt: skip

_TWO_TYPES = f"two types, n <= {LARGEST}, every T and H"
_SCOPE = f"{_TWO_TYPES}, e^epsilon one of {', '.join(map(str, ODDS))}, theta > rho"
SMALL_EXACT = on_instances(EXACT, GRID, "all small databases", _SCOPE, lambda _: small_databases())
SMALL_CERTIFIED = on_instances(CERTIFIED, GRID, "all small databases", _SCOPE, lambda _: small_databases())
CHERNOFF = (
    line("loss", "<=", "tail", Rule.MONOTONICITY, SMALL_EXACT,
         mutants={"half of the tail": "tail/2", "direction turned": ">="},
         given="epsilon > ln(n/(n - T)), that is theta > rho", part="Step 1, the Chernoff bound",
         note="Only outputs with h > theta H have a positive loss. The line before it in the print has that "
         "inequality the other way round."),
    line("<=", "exp(-1/3*((theta - rho)/rho)**2*count)", Rule.THEOREM, SMALL_CERTIFIED, holds=False,
         reference="Chernoff bound", mutants={"half instead of a third": ("-1/3", "-1/2"), "equality": "="},
         given="epsilon > ln(n/(n - T)), that is theta > rho",
         note="The mean of h is rho H; the exponent has H in its place. The form s^2/3 moreover needs s <= 1. Within "
         "s <= 1 the line fails at n = 14, T = 2, H = 6, e^epsilon = 7/5 (s = 1)."),
    line("=", "exp(-(1 - (1 - theta)/(1 - rho))**2/3*((1 - rho)/rho)**2*count)", Rule.SUBSTITUTION,
         by_identity("the distance from the threshold", ""),
         mutants={
             "n/T for (n - T)/T": ("((1 - rho)/rho)", "(1/rho)"), "T/n for n/(n - T)": ("/(1 - rho))", "/(1 + rho))"),
         }, note="With c = epsilon - ln(n/(n - T)), e^-c is (1 - theta)/(1 - rho)."),
)  # fmt: skip
HYPERGEOMETRIC_TAIL = BOUND.derivation(
    "exponential-bound-of-one-loss", "Exponential bound of delta of one database",
    *CHERNOFF,
    line("tail", "<=", "exp(-rho*count*((1 + s)*log(1 + s) - s))", Rule.THEOREM, SMALL_CERTIFIED,
         reference="Hoeffding 1963, Theorem 4, with the Chernoff bound of a binomial count",
         mutants={"without rho": ("rho*count", "count"), "twice the exponent": ("rho*count", "2*rho*count")},
         given="epsilon > ln(n/(n - T)), that is theta > rho", part="What holds instead, with the mean rho H"),
    line("<=", "exp(-rho*count*s**2/(2 + s))", Rule.INEQUALITY,
         on_box("every s", {"s": "[0, oo)", "rho": "(0, 1]", "count": "[1, oo)"}),
         mutants={"2 + s/2": ("(2 + s)", "(2 + s/2)"), "1 + s": ("(2 + s)", "(1 + s)")},
         note="Without a bound on s, so for every epsilon with theta > rho."),
    line("<=", "exp(-rho*count*s**2/3)", Rule.MONOTONICITY,
         on_box("s up to one", {"s": "[0, 1]", "rho": "(0, 1]", "count": "[1, oo)"}),
         mutants={"without rho": ("rho*count", "count"), "half instead of a third": ("s**2/3", "s**2/2")},
         silent="s <= 1, that is theta <= 2 rho"),
    source="App. E.1, step 1",
)  # fmt: skip

BOUND.claim(
    "loss-below-the-printed-exponential",
    "the divergence of one pair of databases is at most exp(-((1 - e^-eps - T/n)/(T/n))^2 H/3)",
    "If one of H records of a type is replaced and epsilon > ln(n/(n - T)), the divergence is at most $e^{-((\\theta "
    "- \\rho)/\\rho)^2 H/3}$ with $\\theta = 1 - e^{-\\epsilon}$ and $\\rho = T/n$.",
    "loss <= exp(-1/3*((theta - rho)/rho)**2*count)",
    SMALL_CERTIFIED,
    given="epsilon > ln(n/(n - T))", at="App. E.1, step 1, Chernoff bound",
    fails=instance(
        "n = 3, T = 1, H = 1, e^epsilon = 17: the divergence is 1/3, the exponential 0.331.", "n = 3; T = 1; E = 17",
        SMALL_LOSS, "H = 1; theta = 1 - 1/E; rho = T/n", given="E > n / (n - T)",
        at={"loss": "max(d(H, H - 1), d(H - 1, H))", "count": "H"},
    ),
    wrong="The mean of the count is H T/n, not H: the exponent has lost the factor T/n, and it takes the Chernoff "
    "bound beyond where it holds (a relative excess of at most 1).",
    cost="The exponent is K H with the relative entropy K = KL(theta || rho), which is smaller at small rates.",
    defect="wrong constant", search=over(PAIRS, lambda _, at: of_a_pair(**at)), derivation=HYPERGEOMETRIC_TAIL,
    note="The mean of the count is $\\rho H$, so the exponent of the Chernoff bound is $s^2 \\rho H/3$, which is shown "
    "for s <= 1 (entropy-is-at-least-the-square-over-the-sum); with three records, one draw and one record of the "
    "type the divergence is 1/3.",
)  # fmt: skip

BOUND.claim(
    "loss-below-the-printed-exponential-of-the-rarest-type", "delta(H) <= exp(-((theta - T/n)/(T/n))^2 min_i H_i/3)",
    "The maximum over neighbours and both directions: $\\delta(H) \\le \\exp(-((\\theta - \\rho)/\\rho)^2 \\min_i "
    "H_i/3)$ if epsilon > ln(n/(n - T)).",
    "loss <= exp(-((theta - rho)/rho)**2*rarest/3)",
    on_instances(
        CERTIFIED, GRID, "all small databases", f"{_TWO_TYPES}, six odds, theta > rho",
        lambda _: small_databases(of_a_database, 0),
    ),
    at="App. E.1, Eq. (7)", given="epsilon > ln(n/(n - T))",
    fails=instance(
        "n = 3, T = 1, a unique record among three, e^epsilon = 17: delta is 1/3, the exponential 0.331.",
        "n = 3; T = 1; E = 17", SMALL_LOSS, "H = 1; theta = 1 - 1/E; rho = T/n", given="E > n / (n - T)",
        at={"loss": "delta(H)", "rarest": "min(H, n - H)"},
    ), wrong="It inherits the exponent of the Chernoff bound before it, which takes H for the mean H T/n of the count.",
    cost="The exponent is K min H with the relative entropy K = KL(theta || rho), which is smaller at small rates.",
    defect="wrong constant", symbols={"loss": "\\delta(\\vec H)"}, means={"loss": "privacy.histogram.database.delta"},
    note="The step from $H_{i_1}$ and $H_{i_2}$ to the minimum is sound: in the other direction the type that loses "
    "a record has $H_{i_2} + 1$ of them. The norm of H - H' in the display is at most 1 in print; for a replaced "
    "record it is 2.",
)  # fmt: skip

BOUND.claim(
    "an-average-is-below-its-conditional-part-and-a-probability",
    "$E[\\delta] \\le E[\\delta \\mid A] + \\Pr[\\neg A]$",
    "$E[\\delta] = \\Pr[A] E[\\delta|A] + \\Pr[\\neg A] E[\\delta|\\neg A] \\le E[\\delta|A] + \\Pr[\\neg A]$.",
    "p*inside + (1 - p)*outside <= inside + (1 - p)",
    by_solver(
        "two numbers and a probability", "And(0 <= p, p <= 1, 0 <= inside, inside <= 1, 0 <= outside, outside <= 1)",
    ),
    at="App. E.1, step 2", symbols={"p": "p"},
    silent=("0 <= delta <= 1", "Pr[A] > 0, else there is no E[delta|A]; it is zero for n = 1 and f = 1/2"),
    mutants={"$\\Pr[A]$ for $\\Pr[\\neg A]$": "p*inside + (1 - p)*outside <= inside + p"},
)  # fmt: skip

BOUND.claim(
    "exponent-of-the-lower-tail", "(1-c) ln(1-c) + c >= c^2/2 on [0, 1)",
    "The Chernoff exponent of $\\Pr[H < (1 - c)\\,\\mathrm{mean}]$ is at least $c^2/2$ for every c in [0, 1).",
    "(1 - c)*log(1 - c) + c >= c**2/2",
    on_box("the whole interval", {"c": "[0, 1)"}),
    mutants={
        "c^2 instead of c^2/2": ("c**2/2", "c**2"),
        "the exponent of the upper tail": ("(1 - c)*log(1 - c) + c", "c**2/(2 + c)"),
    }, generated="deep", at="App. E.1, step 2",
)  # fmt: skip

_RARE_TYPES = "four laws over two and three types, n up to 40, c_2 = 1/10, 1/2, 9/10"
_MOMENT = "moment <= exp(records*log(1 - least*c))"
_TYPE_BY_TYPE = (
    trusted(
        "exponential-markov",
        f"Implies({_MOMENT}, single <= exp(records*log(1 - least*c) - (1 - c)*least*records*log(1 - c)))",
        every="records least c",
    ), trusted("adding-up", "rare <= types*single", every="types"),
)  # fmt: skip
"""`single` is the largest probability of a type to be rare, `moment` E L^H of that type at L = 1 - c."""
_RANGES = "And(types >= 1, records >= 1, 0 <= least, least <= 1, 0 <= c, c < 1)"

BOUND.claim(
    "a-type-is-rare-with-exponentially-small-probability", "Pr[min_i H_i < (1-c) f n] <= m exp(-c^2 f n/2)",
    "Every source gives every type at least f. Then $\\Pr[\\min_i H_i < (1 - c_2) f n] \\le m\\, e^{-c_2^2 f n/2}$: "
    "the union bound over types, and for each of them $E e^{-z H_i} \\le (1 - f(1 - e^{-z}))^n \\le e^{-f n (1 - "
    "e^{-z})}$ at $e^{-z} = 1 - c_2$.",
    "rare <= types*exp(-c**2/2*least*records)",
    in_steps(
        "the types one by one, each by its exponential moment",
        about(Formula("factor*smaller <= factor*larger", ["factor", "smaller", "larger"]), by_solver(
            "an inequality times a number", "And(factor >= 0, smaller <= larger)",
        )),
        about(
            BOUND.formula("records*log(1 - least*c) - (1 - c)*least*records*log(1 - c) <= -c**2/2*least*records"),
            by_solver("the exponent of one type", [
                _RANGES, cite("exponent-of-the-lower-tail"),
                shown("an inequality times a number", {
                    "factor": "least*records", "smaller": "c**2/2", "larger": "(1 - c)*log(1 - c) + c",
                }),
            ]),
        ),
        by_solver("the union bound", [
            _RANGES,
            lifted(
                "independent-records", _MOMENT, cite("averages-of-powers-factorise"),
                cite("a-rarer-type-has-a-larger-average"), every="records least c",
            ), *_TYPE_BY_TYPE, shown("the exponent of one type"),
        ]),
    ),
    on_instances_with_facts(
        CERTIFIED, GRID, "independent records of one law",
        "four laws over two and three types, n up to 40, and one at n = 600, c_2 = 1/10, 1/2, 9/10",
        lambda _: rare_types(), lambda _: _TYPE_BY_TYPE,
    ),
    silent=("every source gives every type at least f, in its support or not", "0 <= c_2 < 1"),
    mutants={
        "without the number of types": ("types*exp(-c**2/2", "exp(-3*c**2/2"), "twice the exponent": ("c**2/2", "c**2"),
        "four times the exponent": ("c**2/2", "2*c**2"),
    }, generated="none", at="App. E.1, step 2",
    note="The mean of H_i is at least f n, not equal to it; the moment generating function takes care of that.",
)  # fmt: skip

BOUND.claim(
    "two-exponents-at-one-half", "c_2 = 1/2 turns the sum into exp(-g f n/6) + m exp(-f n/8)",
    "At $c_2 = 1/2$ the sum of the two parts is $e^{-g f n/6} + m\\,e^{-f n/8}$.",
    "Eq(exp(-gap/3*(1 - 1/2)*t) + exp(-(1/2)**2/2*t + log(m)), exp(-gap*t/6) + m*exp(-t/8))",
    by_identity("substituted", "positive gap t m"),
    at="App. E.1, step 2", mutants={"a quarter": ("(1/2)**2/2", "(1/4)**2/2"), "1/3 for 1/6": ("gap*t/6", "gap*t/3")},
    note="The equation holds whatever its first part bounds; that this part bounds a delta would be inequality (7), "
    "which is false.",
)  # fmt: skip

PROOF = Section(SMOOTHED_DP, "App. E.1", {
    **BOUND.symbols, "a": "H_{i_1}", "h": "h_{i_1}", "b": "H_{i_2}", "k": "h_{i_2}", "chance": "\\Pr[A]",
    "singles": "\\sum_i \\Pr[H_i < (1-c_2) f n]", "own": "H_i", "smoothed": "\\delta_{\\mathrm{SDP}}",
})  # fmt: skip
PUBLISHED_BOUND = PROOF.derivation(
    "published-bound-of-the-smoothed-loss", "The published proof of Remark 8",
    line("p - odds*q", "=", "p*(1 - odds*(q/p))", Rule.ALGEBRA, by_identity("one output", "positive p q odds"),
         mutants={"the reciprocal": "p*(1 - odds*(p/q))", "without p": "1 - odds*(q/p)"}, silent="Pr[h|H] > 0",
         part="Step 0, the loss at one output"),
    line("binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k))", "=", "(1 - h/a)*(1 + k/(b + 1 - k))",
         Rule.ALGEBRA, by_identity("all counts", "natural a h b k", "And(1 <= a, h <= a, k <= b)"),
         mutants={"one factor": "1 - h/a", "H_2 + 2": ("b + 1 - k", "b + 2 - k")},
         part="Step 1, the ratio of two samples",
         note="One record replaced. For a record added or removed the printed ratio lacks the factor of C(n, T), see "
         "the claims at 'App. E.1, step 1'; neighbours of equal size do not need these cases."),
    line(">=", "1 - h/a", Rule.MONOTONICITY, by_solver("all counts", "And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b)"),
         mutants={"strictly": ">", "twice the share": "1 - h/(2*a)"}),
    line("share <= 1 - 1/odds", "implies", "p - odds*q <= 0", Rule.CASE_SPLIT, _RATIO,
         mutants={"every share": ("1 - 1/odds", "1"), "a strict loss": "p - odds*q < 0"},
         part="Step 1, outputs that lose nothing",
         note="In print the condition has the other direction, a slip (outputs-with-a-large-share-lose-nothing); the "
         "line after it uses it this way round."),
    *CHERNOFF,
    line("chance*inside + (1 - chance)*outside", "<=", "inside + (1 - chance)", Rule.EXPECTATION,
         by_solver(
             "two numbers and a probability",
             "And(0 <= chance, chance <= 1, 0 <= inside, inside <= 1, 0 <= outside, outside <= 1)",
         ), mutants={"$\\Pr[A]$ for $\\Pr[\\neg A]$": "inside + chance", "without the second part": "inside"},
         silent="Pr[A] > 0", part="Step 2, A: no type is rare"),
    line("rare", "<=", "singles", Rule.UNION_BOUND,
         on_instances(EXACT, GRID, "independent records of one law", _RARE_TYPES, lambda _: rare_types()),
         mutants={"a third of the sum": "singles/3", "direction turned": ">"},
         part="Step 2, the probability of a rare type"),
    line("<=", "types*exp(-c**2/2*least*records)", Rule.THEOREM,
         on_instances(CERTIFIED, GRID, "independent records of one law", _RARE_TYPES, lambda _: rare_types()),
         reference="Chernoff bound of the lower tail; its exponent is proved in exponent-of-the-lower-tail",
         mutants={"four times the exponent": ("c**2/2", "2*c**2"), "direction turned": ">="},
         silent="every source gives every type at least f, in its support or not"),
    line("=", "exp(-c**2/2*least*records + log(types))", Rule.ALGEBRA,
         by_identity("the factor m", "positive types c least records"),
         mutants={"m for ln m": ("log(types)", "types"), "minus ln m": ("+ log", "- log")}),
    line("exp(-gap/3*own)", "<=", "exp(-gap/3*(1 - c)*t)", Rule.MONOTONICITY,
         on_box(
             "every count from a level on", {"gap": "[0, oo)", "own": "[0, oo)", "c": "(0, 1)", "t": "[0, oo)"},
             "own >= (1 - c)*t",
         ), mutants={"without 1 - c": ("*(1 - c)", ""), "strictly": "<"},
         note="Given inequality (7), the broken line of step 1.", part="Step 2, the average where no type is rare"),
    line("exp(-gap/3*(1 - 1/2)*t) + exp(-(1/2)**2/2*t + log(types))", "=", "exp(-gap*t/6) + types*exp(-t/8)",
         Rule.SUBSTITUTION, by_identity("substituted", "positive gap t types"),
         mutants={"1/4": ("t/8", "t/4"), "1/3": ("t/6", "t/3")}, part="Step 2, both parts with c_2 = 1/2"),
    line("smoothed", "<=", "exp(-gap*least*records/6) + types*exp(-least*records/8)", Rule.SUBSTITUTION,
         on_instances(CERTIFIED, GRID, "fair coins, one draw", "three sizes", lambda _: fair_coins_and_one_draw()),
         mutants={
             "half of the bound": "(exp(-gap*least*records/6) + types*exp(-least*records/8))/2",
             "direction turned": ">=",
         }, holds=False, part="Conclusion: Remark 8",
         note="Only the line of the Chernoff bound is missing for this; where the statement holds all the same is the "
         "claim remark-eight-holds-at-larger-rates."),
    source="App. E.1, steps 0 to 2",
)  # fmt: skip
