"""Mean excess: one count bounds delta(H) for any number of types, by how much its sampled share exceeds 1 - e^-eps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.bounds.one_database import mean_excesses
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Mean excess", {
    "loss": "\\delta(H)", "excess": "L(\\max(1, \\min_i H_i))", "one_more_marked": "L(n, T, a+1)",
    "one_more_drawn": "L(n, T+1, a)", "one_more_record": "L(n+1, T, a)",
}, {
    "loss": "privacy.histogram.database.delta", **dict.fromkeys(
        ("excess", "one_more_marked", "one_more_drawn", "one_more_record"), "privacy.bounds.one_database.mean_excesses",
    ),
})  # fmt: skip

NATURAL = "natural a h n T"


def _of_database(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    database, odds = Database(tuple(at["counts"]), at["draws"]), Fraction(at["odds"])
    table = mean_excesses(database.records, at["draws"], 1 - 1 / odds)
    return {"loss": delta(database, Budget.read(odds=odds)).value, "excess": table[min(at["counts"])]}


def _small_databases(claim: Claim) -> Iterator[Instance]:
    for types, most in ((2, 9), (3, 5)):
        for counts in product(range(most + 1), repeat=types):
            for draws, odds in product(range(1, sum(counts)), ("1", "11/10", "3/2", "4")):
                if sum(counts) <= most:
                    at = {"counts": counts, "draws": draws, "odds": odds}
                    yield f"counts {counts}, T = {draws}, odds {odds}", _of_database(claim, at)


def _neighbours(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws, count, theta = at["records"], at["draws"], at["count"], Fraction(at["theta"])
    excess = mean_excesses(n, draws, theta)
    return {
        "excess": excess[count], "one_more_marked": excess[count + 1],
        "one_more_drawn": mean_excesses(n, draws + 1, theta)[count],
        "one_more_record": mean_excesses(n + 1, draws, theta)[count],
    }  # fmt: skip


def _small_neighbours(claim: Claim) -> Iterator[Instance]:
    for n, theta in product(range(4, 13), ("0", "1/10", "1/3", "4/5")):
        for draws, count in product(range(1, n), range(1, n // 2)):
            at = {"records": n, "draws": draws, "count": count, "theta": theta}
            yield f"n = {n}, T = {draws}, a = {count}, theta = {theta}", _neighbours(claim, at)


SECTION.claim(
    "one-loss-below-the-mean-excess",
    "delta(H) <= L(max(1, min H)) for any number of types: the mean excess of one sampled share",
    "Let h be the number of sampled records among a of one type, $\\theta = 1 - e^{-\\epsilon}$ and $L(a) = E "
    "\\max(0, h/a - \\theta)/(1 - \\theta)$. Then $\\delta(H) \\le L(\\max(1, \\min_i H_i))$ for any number of types "
    "and every epsilon. Proof: if a record of type i is replaced, $\\Pr[h|H'] \\ge \\Pr[h|H](1 - h_i/H_i)$, so the "
    "loss at one output is at most $\\Pr[h|H] \\max(0, 1 - e^\\epsilon(1 - h_i/H_i))$, in all $L(H_i)$. In the other "
    "direction it is $L(H_j + 1)$, with j the type that gains a record. And L falls in a; at an absent type $L(1) = "
    "T/n$.",
    "loss <= excess",
    in_steps(
        "output by output",
        about(
            Formula("Max(0, p - odds*q) <= p*Max(0, 1 - odds*(1 - share))", ["p", "q", "odds", "share"]),
            by_solver("one output", "And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)"),
        ),
        by_solver("one type loses a record, or one gains it", [
            summed(
                "loss <= largest",
                {"loss": "Max(0, p - odds*q)", "largest": "p*Max(0, 1 - odds*(1 - share))"}, shown("one output"),
                cite("ratio-at-least-one-minus-a-share"), each="p q share h a b k n T odds",
                where="And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)",
            ), lifted("induction", "largest <= excess", cite("mean-excess-is-monotone")),
        ]),
    ),
    on_instances(
        EXACT, GRID, "all small databases", "two types, n <= 9, three types, n <= 5, every T, 4 odds",
        _small_databases,
    ),
    given="T < n", integers="a b h k n T",
    mutants={"half of it": ("<= excess", "<= excess/2")}, generated="deep", trust="maximum",
    search=over({
        "draws": Integers(1, 30), "records": Integers(lambda at: at["draws"] + 1, 40),
        "counts": Compositions(lambda at: at["records"], 3), "odds": Rationals(1, 100),
    }, _of_database, climbs=False),
    note="The largest L of a count that loses a record, in x or in a neighbour, is between: none is below max(1, "
    "min H).",
)  # fmt: skip

SECTION.claim(
    "mean-excess-is-monotone", "L falls in the count and in the number of records, and grows with the number of draws",
    "The hypergeometric law with a marked records is that with a + 1, one of which is unmarked at random; with T + "
    "1 draws it is that with T draws and one more; with n + 1 records it is a mixture of those with n records and T "
    "or T - 1 draws. The excess max(0, h/a - theta) is convex and grows with h. So $L(n, T, a)$ falls in a (Jensen), "
    "grows with T and falls in n.",
    "And(one_more_marked <= excess, excess <= one_more_drawn, one_more_record <= excess)",
    in_steps(
        "mixtures of neighbouring laws",
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n - a, T - h), (a + 1 - h)/(a + 1)*binomial(a + 1, h)*"
            "binomial(n - a - 1, T - h) + (h + 1)/(a + 1)*binomial(a + 1, h + 1)*binomial(n - a - 1, T - h - 1))",
        ), by_identity("a record is unmarked", NATURAL, "And(h <= a, 1 + h <= T, T - h <= n - a - 1, a + 1 <= n)")),
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n - a, T + 1 - h)/binomial(n, T + 1), (n - T - (a - h))/(n - T)*"
            "binomial(a, h)*binomial(n - a, T - h)/binomial(n, T) + (a - h + 1)/(n - T)*binomial(a, h - 1)*"
            "binomial(n - a, T - h + 1)/binomial(n, T))",
        ), by_identity("a record is drawn", NATURAL, "And(1 <= h, h <= a, h <= T, T + 1 - h <= n - a, T < n)")),
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n + 1 - a, T - h)/binomial(n + 1, T), (1 - T/(n + 1))*binomial(a, h)*"
            "binomial(n - a, T - h)/binomial(n, T) + T/(n + 1)*binomial(a, h)*binomial(n - a, T - 1 - h)/"
            "binomial(n, T - 1))",
        ), by_identity("a record is added", NATURAL, "And(h <= a, h + 1 <= T, T - h <= n - a, T <= n)")),
        about(SECTION.formula(
            "And(Max(0, h - theta*(a + 1)) <= (h*Max(0, h - 1 - theta*a) + (a + 1 - h)*Max(0, h - theta*a))/a, "
            "Max(0, h - theta*a) <= Max(0, h + 1 - theta*a))",
        ), by_solver("the excess", "And(0 <= h, h <= a + 1, a >= 1, theta >= 0, theta <= 1)")),
        by_solver("one record more mixes two numbers of draws", [
            lifted("adding-up", "one_more_marked <= excess", shown("a record is unmarked"), shown("the excess")),
            *(
                lifted("adding-up", text, shown("a record is drawn"), shown("the excess"))
                for text in ("excess <= one_more_drawn", "one_fewer_drawn <= excess")
            ), lifted(
                "adding-up", "one_more_record <= Max(excess, one_fewer_drawn)", shown("a record is added"),
                cite("no-mixture-beats-its-parts"),
            ),
        ]),
    ),
    on_instances(EXACT, GRID, "all small cases", "n <= 12, every T, 4 values of theta", _small_neighbours),
    symbols={"excess": "L(n, T, a)"}, given="0 <= theta < 1, T < n, 1 <= a < n",
    mutants={"grows with the count": ("one_more_marked <=", "one_more_marked >=")}, generated="deep", search=over({
        "records": Integers(4, 40), "draws": Integers(1, lambda at: at["records"] - 1),
        "count": Integers(1, lambda at: at["records"] // 2 - 1), "theta": Rationals(0, 1, open_high=True),
    }, _neighbours, climbs=False),
    note="At the ends of the range of h, where a binomial coefficient is zero, the same identities lack that term.",
)  # fmt: skip
