"""Many types: the two rarest decide, because recolouring a record of a third type is post-processing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.database import FORWARD, Database, all_changes, worst_changes
from sdp_proofs.privacy.pooled_pair import PooledPair

COUNTS = {"a": "a", "c": "c", "h": "h", "g": "g"}
RECOLOURED = Formula(
    "Eq(binomial(a + 1, h)*binomial(c - 1, g), binomial(a, h)*binomial(c, g)*(1 - g/c) + binomial(a, h - "
    "1)*binomial(c, g + 1)*(g + 1)/c)",
    COUNTS,
)
ATTAINED = Formula("chosen == largest", {"chosen": r"\max_{\mathrm{rarest}} d", "largest": r"\max_{x'} d"})
ONE_DRAW = Formula(
    "Eq(a*x + b*y + c*(x/c + (1 - 1/c)*z), (a + 1)*x + b*y + (c - 1)*z)",
    {"a": "a", "b": "b", "c": "c", "x": "x_i", "y": "x_j", "z": "x_k"},
)
"""The generating function of one draw, times n: each sighting of the third type moves with probability 1/c."""
FALLS = Formula("more <= fewer", {"more": "D(a', b')", "fewer": "D(a, b)"})
MORE = ("c1", "c2", "rate", "d12", "d21", "e12", "e21", "x", "y", "forward")


def facts(claim: Claim) -> Sequence[Formula]:
    """The losses of the two rarest types, c1 <= c2 records: d12 = D(c1, c2), e12 = D(c2 + 1, c1 - 1), and d21, e21.

    A largest loss is that of types with x and y records, D(x, y) (forward) or D(y + 1, x - 1). D does not rise in
    either count, which needs D(., .) at c1 - 1 >= 1.
    """
    return facts_of(claim.formula, (
        "And(0 <= c1, c1 <= c2, Or(c1 <= 1, c1 >= 2), Or(forward == 0, forward == 1))",
        "And(chosen <= largest, largest <= rate)",
        "And(Implies(c1 <= 1, chosen == rate), Implies(c1 >= 2, chosen == Max(d12, d21, e12, e21)))",
        "And(Min(x, y) >= c1, Max(x, y) >= c2)",
        "Implies(And(c1 >= 2, forward == 1), And(Implies(And(x >= c1, y >= c2), largest <= d12), "
        "Implies(And(x >= c2, y >= c1), largest <= d21)))",
        "Implies(And(c1 >= 2, forward == 0), And(Implies(And(y + 1 >= c2 + 1, x - 1 >= c1 - 1), largest <= e12), "
        "Implies(And(y + 1 >= c1 + 1, x - 1 >= c2 - 1), largest <= e21)))",
    ), more=MORE)  # fmt: skip


ODDS = (Fraction(1), Fraction(51, 49), Fraction(3, 2), Fraction(4))


def small_histograms(claim: Claim) -> Iterator[Instance]:
    """The candidates against all pairs of types and directions, in exact fractions."""
    for counts in _histograms(claim.parameters["records"]):
        for replacement in (False, True):
            for draws in (1, sum(counts) // 2, sum(counts) - 1):
                database = Database(counts, max(draws, 1), replacement)
                for odds in ODDS:
                    yield f"counts {counts}, T = {draws}, odds {odds}", _largest(database, odds)


def small_proofs(claim: Claim) -> Iterator[Instance]:
    """Smaller ones, with the losses and the pair of types that the proof speaks of."""
    for counts in _histograms(6):
        for replacement in (False, True):
            for draws in range(1, sum(counts)):
                database = Database(counts, draws, replacement)
                for odds in (Fraction(51, 49), Fraction(3)):
                    values = {"rate": _inclusion(database), **_largest(database, odds), **_pairs(database, odds)}
                    yield f"counts {counts}, T = {draws}, odds {odds}, replacement {replacement}", values


def _inclusion(database: Database) -> Fraction:
    if database.replacement:
        return 1 - Fraction(database.records - 1, database.records) ** database.draws
    return Fraction(database.draws, database.records)


def _pairs(database: Database, odds: Fraction) -> dict[str, Any]:
    """The four losses of the two rarest types, and a change that attains the largest loss."""
    c1, c2 = sorted(database.counts)[:2]
    around = {"d12": (c1, c2), "d21": (c2, c1), "e12": (c2 + 1, c1 - 1), "e21": (c1 + 1, c2 - 1)}
    losses = {name: _pair_loss(database, *pair, odds) if c1 >= 2 else Fraction(0) for name, pair in around.items()}
    worst = max(all_changes(database), key=lambda change: change.pair(database).exact_loss(odds))
    x, y = database.counts[worst.removed], database.counts[worst.added]
    return {**losses, "c1": c1, "c2": c2, "x": x, "y": y, "forward": int(worst.direction == FORWARD)}


def _pair_loss(database: Database, losing: int, gaining: int, odds: Fraction) -> Fraction:
    return PooledPair(database.records, losing, gaining, database.draws, replacement=database.replacement).exact_loss(
        odds
    )


def small_pairs(_: Claim) -> Iterator[Instance]:
    """D with one record more of either type, taken from a third."""
    for n in range(2, 9):
        for losing in range(1, n):
            for gaining in range(n - losing):
                for replacement in (False, True):
                    for draws in (1, n // 2, n - 1):
                        for odds in ODDS:
                            for more in ((losing + 1, gaining), (losing, gaining + 1)):
                                at = {"n": n, "a": losing, "b": gaining, "up": more, "T": draws, "odds": odds}
                                values = _fall({**at, "replacement": replacement})
                                yield f"n = {n}, D{more} and D({losing}, {gaining}), T = {draws}, odds {odds}", values


def _fall(at: Mapping[str, Any]) -> dict[str, Any]:
    (a, b), odds = at["up"], Fraction(at["odds"])
    database = Database((at["a"], at["n"] - at["a"]), at["T"], at["replacement"])
    return {"more": _pair_loss(database, a, b, odds), "fewer": _pair_loss(database, at["a"], at["b"], odds)}


PAIRS: dict[str, Domain] = {
    "n": Integers(2, 16),
    "a": Integers(1, lambda at: at["n"]),
    "b": Integers(0, lambda at: at["n"] - at["a"]),
    "first": Integers(0, lambda at: at["n"] - at["a"] - at["b"]),
    "second": Integers(0, lambda at: at["n"] - at["a"] - at["b"] - at["first"]),
    "T": Integers(1, lambda at: at["n"]),
    "odds": Rationals(1, 100),
    "replacement": Choices((False, True)),
}


def _falls(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return _fall({**at, "up": (at["a"] + at["first"], at["b"] + at["second"])})


def _largest(database: Database, odds: Fraction) -> dict[str, Any]:
    chosen, everything = (
        max(change.pair(database).exact_loss(odds) for change in changes(database))
        for changes in (worst_changes, all_changes)
    )
    return {"chosen": chosen, "largest": everything}


DATABASES: dict[str, Domain] = {
    "records": Integers(2, 20),
    "types": Integers(2, 5),
    "counts": Compositions(lambda before: before["records"], lambda before: before["types"]),
    "draws": Integers(1, lambda before: before["records"]),
    "odds": Rationals(1, 1000),
    "replacement": Choices((False, True)),
}


def _attained(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return _largest(Database(at["counts"], at["draws"], at["replacement"]), Fraction(at["odds"]))


def _histograms(most: int) -> Iterator[tuple[int, ...]]:
    for first in range(most + 1):
        for second in range(first, most + 1 - first):
            for third in range(second, most + 1 - first - second):
                if first + second + third >= 2:
                    yield first, second, third


CLAIMS = (
    Claim(
        id="recolouring-a-third-record-is-post-processing",
        paper="project",
        locator="Worst pair",
        title="turning one record of type k into type i acts on the histogram by a fixed random map",
        kind=Kind.PROJECT,
        statement="Let x have c >= 1 records of a third type. Moving one sampled record of that type, with probability "
        "g/c when g of them are sampled, to type i turns the histogram of x into that of the database with one record "
        "recoloured, for x and for its neighbour alike. Hence d falls as the count of i (or of j) grows at the expense "
        "of a third type.",
        hypotheses=(
            Hypothesis(
                "c >= 1; sampling without replacement (with replacement each sighting moves with probability 1/c)"
            ),
        ),
        formula=RECOLOURED,
        checks=(
            by_identity(
                "the two ways to the recoloured histogram",
                {"a": "natural", "c": "natural", "h": "natural", "g": "natural"},
                [Formula("And(c >= 1, h >= 1, h <= a, g < c)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("probability g/(c+1)", RECOLOURED.mutate("(1 - g/c)", "(1 - g/(c + 1))")),
            NearMiss("two records recoloured", RECOLOURED.mutate("binomial(a + 1, h)", "binomial(a + 2, h)")),
        ),
        family=family(counts=["h"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "data-processing"),
    ),
    Claim(
        id="recolouring-a-third-sighting-is-post-processing",
        paper="project",
        locator="Worst pair",
        title="with replacement, each sighting of type k moves to type i with probability 1/c",
        kind=Kind.PROJECT,
        statement="With replacement the draws are independent. If each that shows a third type of c records turns to "
        "type i with probability 1/c, a draw has the law of the database with one of these c records recoloured: its "
        "generating function is $((a+1) x_i + b x_j + (c-1) x_k + \\ldots)/n$. The histogram of the new draws depends "
        "on that of the old ones and on chance only, for x and for its neighbour alike.",
        hypotheses=(Hypothesis("c >= 1"),),
        formula=ONE_DRAW,
        checks=(by_identity("one draw", {**dict.fromkeys("abc", "positive"), **dict.fromkeys("xyz", "real")}),),
        near_misses=(
            NearMiss(
                "moves with probability 1/(c+1)",
                ONE_DRAW.mutate("c*(x/c + (1 - 1/c)*z)", "c*(x/(c + 1) + c/(c + 1)*z)"),
            ),
            NearMiss("nothing is lost where it comes from", ONE_DRAW.mutate("(c - 1)*z", "c*z")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "data-processing"),
    ),
    Claim(
        id="a-pair-loses-no-more-with-more-records",
        paper="project",
        locator="Worst pair",
        title="D(a', b') <= D(a, b) for a' >= a >= 1, b' >= b >= 0 and a' + b' <= n",
        kind=Kind.PROJECT,
        statement="Let D(a, b) be the loss when one of a records of one type turns into one of another that has b. The "
        "records of a third type can be recoloured one by one until there are a' and b': each time the histogram goes "
        "through a fixed random map. An output of mass $x = P - E P'$ that goes to a result which has y so far, in the "
        "share k, adds $\\max(0, y + k x) - \\max(0, y)$ to the new loss, no more than its part $k \\max(0, x)$ of the "
        "old one.",
        hypotheses=(Hypothesis("n and T are fixed"), Hypothesis("sampling with or without replacement")),
        formula=FALLS,
        checks=(
            by_induction(
                "one output and one result after the other",
                {"more": "0", "fewer": "0"},
                {"more": "more + Max(0, y + k*x) - Max(0, y)", "fewer": "fewer + k*Max(0, x)"},
                [Formula("k >= 0", {"k": "k", "x": "x", "y": "y"})],
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "one more of either type", "n <= 8, three T, 4 odds", small_pairs
            ),
        ),
        near_misses=(
            NearMiss("strictly", FALLS.mutate("<=", "<")),
            NearMiss("a tenth less", FALLS.mutate("more", "11/10*more")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(PAIRS, _falls, climbs=False),
        depends_on=(
            "recolouring-a-third-record-is-post-processing",
            "recolouring-a-third-sighting-is-post-processing",
            "loss-of-many-types-is-a-mixture-of-two-type-losses",
        ),
        trust=("z3", "induction", "countable-sums"),
        note="That D depends on a, b, n and T only, not on how the other records are spread over types, is the claim "
        "on pooling. The shares of an output add up to one, so the parts of the old loss add up to it.",
    ),
    Claim(
        id="two-rarest-types-attain-delta",
        paper="project",
        locator="Worst pair",
        title="delta(x) is attained by the two rarest types, or by a lone or absent type",
        kind=Kind.PROJECT,
        statement="If every type has two records or more, delta(x) is attained when a record moves between the two "
        "rarest types. If a type has one record or none, delta(x) is the inclusion probability, attained there.",
        formula=ATTAINED,
        parameters={"records": 8},
        checks=(
            by_facts("the counts of any pair of types against those of the two rarest", facts),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all pairs, both directions",
                "three types, n <= 8, three sample sizes, 4 odds, with and without replacement",
                small_histograms,
            ),
            on_instances_with_facts(
                Method.EXACT,
                Coverage.GRID,
                "every step of the proof",
                "three types, n <= 6, 2 odds",
                small_proofs,
                facts,
            ),
        ),
        near_misses=(
            NearMiss("strictly less", ATTAINED.mutate("==", "<")),
            NearMiss("half of it", ATTAINED.mutate("chosen", "2*chosen")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(DATABASES, _attained, climbs=False),
        depends_on=(
            "a-pair-loses-no-more-with-more-records",
            "lone-record-is-seen-when-sampled",
            "no-loss-exceeds-the-sampling-rate",
            "worst-case-with-replacement-is-the-chance-of-being-drawn",
        ),
        trust=("z3", "maximum"),
        note="Any two types have at least the counts of the two rarest, in one of the two orders, and so have the "
        "counts after a change; with a lone or an absent type the inclusion probability is attained, and nothing "
        "exceeds it. With replacement that is $1 - (1 - 1/n)^T$.",
    ),
)
