"""One count bounds the loss, for any number of types: by the mean excess of its sampled share over 1 - e^-epsilon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Compositions, Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.bounds.mean_excess import mean_excesses
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta

OUTPUT = {"p": r"\Pr[h|H]", "q": r"\Pr[h|H']", "odds": r"e^{\epsilon}", "share": "h_i/H_i"}
ONE_OUTPUT = Formula("Max(0, p - odds*q) <= p*Max(0, 1 - odds*(1 - share))", OUTPUT)
ONE_LOSS = Formula("loss <= excess", {"loss": r"\delta(H)", "excess": r"L(\max(1, \min_i H_i))"})
NEIGHBOURS = {
    "fewest": r"\min_i H_i",
    "losing": "H_i",
    "gaining": "H_j",
    "of_losing": "L(H_i)",
    "of_gaining": "L(H_j + 1)",
}
BOTH_DIRECTIONS = tuple(
    Formula(text, {**ONE_LOSS.symbols, **NEIGHBOURS})
    for text in (
        "And(0 <= fewest, fewest <= losing, fewest <= gaining, 1 <= losing)",
        "Or(loss <= of_losing, loss <= of_gaining)",
        "Implies(Max(1, fewest) <= losing, of_losing <= excess)",
        "Implies(Max(1, fewest) <= gaining + 1, of_gaining <= excess)",
    )
)
"""One pair of neighbours in either direction, each output summed; and L falls in its count."""
SUMMED = Formula("lower <= upper", ["lower", "upper", "p", "small", "large"])
OUTPUT_BY_OUTPUT = by_induction(
    "output by output",
    {"lower": "0", "upper": "0"},
    {"lower": "lower + p*small", "upper": "upper + p*large"},
    [Formula("And(p >= 0, small <= large)", SUMMED.symbols)],
)
MONOTONE = Formula(
    "And(one_more_marked <= excess, excess <= one_more_drawn, one_more_record <= excess)",
    {
        "excess": "L(n, T, a)",
        "one_more_marked": "L(n, T, a+1)",
        "one_more_drawn": "L(n, T+1, a)",
        "one_more_record": "L(n+1, T, a)",
    },
)
MIXED = tuple(
    Formula(text, {**MONOTONE.symbols, "weight": "T/(n+1)", "one_fewer_drawn": "L(n, T-1, a)"})
    for text in (
        "And(one_more_marked <= excess, excess <= one_more_drawn, one_fewer_drawn <= excess)",
        "And(0 <= weight, weight <= 1, one_more_record == (1 - weight)*excess + weight*one_fewer_drawn)",
    )
)
"""The first two by the mixtures, output by output; a record more mixes two numbers of draws."""
COUNTS = {"a": "a", "h": "h", "n": "n", "T": "T", "theta": r"\theta"}
NATURAL = dict.fromkeys(("a", "h", "n", "T"), "natural")
UNMARKED = Formula(
    "Eq(binomial(a, h)*binomial(n - a, T - h), (a + 1 - h)/(a + 1)*binomial(a + 1, h)*binomial(n - a - 1, T - h) "
    "+ (h + 1)/(a + 1)*binomial(a + 1, h + 1)*binomial(n - a - 1, T - h - 1))",
    tuple(NATURAL),
)
DRAWN = Formula(
    "Eq(binomial(a, h)*binomial(n - a, T + 1 - h)/binomial(n, T + 1), (n - T - (a - h))/(n - T)*binomial(a, "
    "h)*binomial(n - a, T - h)/binomial(n, T) + (a - h + 1)/(n - T)*binomial(a, h - 1)*binomial(n - a, T - h + "
    "1)/binomial(n, T))",
    tuple(NATURAL),
)
RECORDED = Formula(
    "Eq(binomial(a, h)*binomial(n + 1 - a, T - h)/binomial(n + 1, T), (1 - T/(n + 1))*binomial(a, h)*binomial(n - a, T "
    "- h)/binomial(n, T) + T/(n + 1)*binomial(a, h)*binomial(n - a, T - 1 - h)/binomial(n, T - 1))",
    tuple(NATURAL),
)
EXCESS = Formula(
    "And(Max(0, h - theta*(a + 1)) <= (h*Max(0, h - 1 - theta*a) + (a + 1 - h)*Max(0, h - theta*a))/a, "
    "Max(0, h - theta*a) <= Max(0, h + 1 - theta*a))",
    COUNTS,
)


def _small_loss(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    counts, odds = tuple(at["counts"]), Fraction(at["odds"])
    database = Database(counts, at["draws"])
    table = mean_excesses(database.records, at["draws"], 1 - 1 / odds)
    return {"loss": delta(database, Budget.read(odds=odds)).value, "excess": table[min(counts)]}


def _small_losses(claim: Claim) -> Iterator[Instance]:
    for types, most in ((2, 12), (3, 7)):
        for counts in product(range(most + 1), repeat=types):
            if 2 <= sum(counts) <= most:
                for draws in range(1, sum(counts)):
                    for odds in ("1", "11/10", "3/2", "4"):
                        at = {"counts": counts, "draws": draws, "odds": odds}
                        yield f"counts {counts}, T = {draws}, odds {odds}", _small_loss(claim, at)


def _neighbours(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws, count, theta = at["records"], at["draws"], at["count"], Fraction(at["theta"])
    excess = mean_excesses(n, draws, theta)
    return {
        "excess": excess[count],
        "one_more_marked": excess[count + 1],
        "one_more_drawn": mean_excesses(n, draws + 1, theta)[count],
        "one_more_record": mean_excesses(n + 1, draws, theta)[count],
    }


def _all_neighbours(claim: Claim) -> Iterator[Instance]:
    for n, theta in product(range(4, 13), ("0", "1/10", "1/3", "4/5")):
        for draws, count in product(range(1, n), range(1, n // 2)):
            at = {"records": n, "draws": draws, "count": count, "theta": theta}
            yield f"n = {n}, T = {draws}, a = {count}, theta = {theta}", _neighbours(claim, at)


DATABASES: dict[str, Domain] = {
    "draws": Integers(1, 30),
    "records": Integers(lambda at: at["draws"] + 1, 40),
    "counts": Compositions(lambda at: at["records"], 3),
    "odds": Rationals(1, 100),
}
SIZES: dict[str, Domain] = {
    "records": Integers(4, 40),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "count": Integers(1, lambda at: at["records"] // 2 - 1),
    "theta": Rationals(0, 1, open_high=True),
}

CLAIMS = (
    Claim(
        id="one-loss-below-the-mean-excess",
        paper="project",
        locator="Mean excess",
        title="delta(H) <= L(max(1, min H)) for any number of types: the mean excess of one sampled share",
        kind=Kind.PROJECT,
        statement="Let h be the number of sampled records among a of one type, $\\theta = 1 - e^{-\\epsilon}$ and "
        "$L(a) = E \\max(0, h/a - \\theta)/(1 - \\theta)$. Then $\\delta(H) \\le L(\\max(1, \\min_i H_i))$ for any "
        "number of types and every epsilon. Proof: if a record of type i is replaced, $\\Pr[h|H'] \\ge "
        "\\Pr[h|H](1 - h_i/H_i)$, so the loss at one output is at most $\\Pr[h|H] \\max(0, 1 - e^\\epsilon(1 - "
        "h_i/H_i))$, in all $L(H_i)$. In the other direction it is $L(H_j + 1)$, with j the type that gains a record. "
        "And L falls in a; at an absent type $L(1) = T/n$.",
        hypotheses=(Hypothesis("T < n"),),
        formula=ONE_LOSS,
        checks=(
            in_steps(
                "output by output",
                about(
                    ONE_OUTPUT,
                    by_solver(
                        "one output",
                        [Formula("And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)", OUTPUT)],
                    ),
                ),
                about(SUMMED, OUTPUT_BY_OUTPUT),
                from_premises("one type loses a record, or one gains it", BOTH_DIRECTIONS, tuple(NEIGHBOURS)),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all small databases",
                "two types, n <= 12, three types, n <= 7, every T, 4 odds",
                _small_losses,
            ),
        ),
        near_misses=(
            NearMiss("half of it", ONE_LOSS.mutate("<= excess", "<= excess/2")),
            NearMiss("strictly", ONE_LOSS.mutate("<=", "<")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(DATABASES, _small_loss, climbs=False),
        depends_on=(
            "ratio-at-least-one-minus-a-share",
            "best-event-takes-the-positive-terms",
            "mean-excess-is-monotone",
        ),
        trust=("z3", "induction", "averaging", "maximum"),
    ),
    Claim(
        id="mean-excess-is-monotone",
        paper="project",
        locator="Mean excess",
        title="L falls in the count and in the number of records, and grows with the number of draws",
        kind=Kind.PROJECT,
        statement="The hypergeometric law with a marked records is that with a + 1, one of which is unmarked at "
        "random; with T + 1 draws it is that with T draws and one more; with n + 1 records it is a mixture of those "
        "with n records and T or T - 1 draws. The excess max(0, h/a - theta) is convex and grows with h. So "
        "$L(n, T, a)$ falls in a (Jensen), grows with T and falls in n.",
        hypotheses=(Hypothesis("0 <= theta < 1, T < n, 1 <= a < n"),),
        formula=MONOTONE,
        checks=(
            in_steps(
                "mixtures of neighbouring laws",
                about(
                    UNMARKED,
                    by_identity(
                        "a record is unmarked",
                        NATURAL,
                        [Formula("And(h <= a, 1 + h <= T, T - h <= n - a - 1, a + 1 <= n)", UNMARKED.symbols)],
                    ),
                ),
                about(
                    DRAWN,
                    by_identity(
                        "a record is drawn",
                        NATURAL,
                        [Formula("And(1 <= h, h <= a, h <= T, T + 1 - h <= n - a, T < n)", DRAWN.symbols)],
                    ),
                ),
                about(
                    RECORDED,
                    by_identity(
                        "a record is added",
                        NATURAL,
                        [Formula("And(h <= a, h + 1 <= T, T - h <= n - a, T <= n)", RECORDED.symbols)],
                    ),
                ),
                about(
                    EXCESS,
                    each_by_solver(
                        "the excess", [Formula("And(0 <= h, h <= a + 1, a >= 1, theta >= 0, theta <= 1)", COUNTS)]
                    ),
                ),
                about(SUMMED, OUTPUT_BY_OUTPUT),
                from_premises("one record more mixes two numbers of draws", MIXED, ("weight", "one_fewer_drawn")),
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "all small cases", "n <= 12, every T, 4 values of theta", _all_neighbours
            ),
        ),
        near_misses=(
            NearMiss("grows with the count", MONOTONE.mutate("one_more_marked <=", "one_more_marked >=")),
            NearMiss("strictly in n", MONOTONE.mutate("one_more_record <=", "one_more_record <")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(SIZES, _neighbours, climbs=False),
        trust=("sympy", "z3", "induction", "averaging"),
        note="At the ends of the range of h, where a binomial coefficient is zero, the same identities lack that term.",
    ),
)
