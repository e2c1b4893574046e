"""Sec. 1: in the worst case, a lone vote, delta is close to 1 and the adversary nearly certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import IDLE, family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.experiments.elections import FIGURE_1
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.utility import utility

LONE = Formula("Eq(binomial(1, 1)*binomial(n - 1, T - 1)/binomial(n, T), T/n)", {"n": "n", "T": "T"})
COUPLED = Formula(
    "Max(0, (rate*a + (1 - rate)*c) - odds*(rate*b + (1 - rate)*c)) <= rate*a",
    {"rate": r"\rho", "a": "A", "b": "B", "c": "C", "odds": "E"},
)
WORST = Formula("worst == T/n", {"worst": r"\max_x \delta(x)", "T": "T", "n": "n"})
MORE = ("odds", "a", "b", "c", "seen")


def facts(claim: Claim) -> Sequence[Formula]:
    """The best event has probability a, b if the record is sampled, in x and in x', and c if it is not."""
    return facts_of(claim.formula, (
        "And(n >= 1, 0 <= T, T <= n, odds >= 1, 0 <= a, a <= 1, 0 <= b, b <= 1, 0 <= c, c <= 1)",
        "worst == (T/n*a + (1 - T/n)*c) - odds*(T/n*b + (1 - T/n)*c)",
        # A lone record is seen with probability T/n, and never where it is not.
        "And(worst >= seen - odds*0, seen == T/n)",
    ), more=MORE)  # fmt: skip


CLOSE = Formula("And(delta > 99/100, utility > 99/100)", {"delta": r"\delta(x)", "utility": "u(x)"})
ODDS = (Fraction(1), Fraction(51, 49), Fraction(2), Fraction(1000))


def worst_of_all(claim: Claim) -> Iterator[Instance]:
    """The largest exact delta over all histograms of two types, for every n, T and several odds."""
    for n in range(1, claim.parameters["records"] + 1):
        for draws in range(n + 1):
            for odds in ODDS:
                yield f"n = {n}, T = {draws}, odds {odds}", _worst(claim, {"n": n, "T": draws, "odds": odds})


def _worst(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws, budget = at["n"], at["T"], Budget.read(odds=at["odds"])
    losses = (delta(Database((count, n - count), draws), budget).value for count in range(n + 1))
    return {"worst": max(loss.exact or 0 for loss in losses), "T": draws, "n": n}


def worst_events(claim: Claim) -> Iterator[Instance]:
    """For each size the database with the largest loss, its best event, and whether the record is sampled."""
    for n in range(1, 8):
        for draws in range(n + 1):
            for odds in (Fraction(1), Fraction(2)):
                values = _worst(claim, {"n": n, "T": draws, "odds": odds})
                for count in range(1, n + 1):
                    event = _event(n, draws, count, odds)
                    if event["loss"] == values["worst"]:
                        seen = Fraction(comb(n - 1, draws - 1) if draws else 0, comb(n, draws))
                        yield f"n = {n}, T = {draws}, odds {odds}, count {count}", {
                            **values, **event, "seen": seen, "odds": odds,
                        }  # fmt: skip


def _event(n: int, draws: int, count: int, odds: Fraction) -> dict[str, Fraction]:
    """The best event when one of `count` records changes its type: its chances if that is sampled, and if not."""
    own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (count, count - 1))
    best = [h for h in range(draws + 1) if own.pmf(h) > odds * other.pmf(h)]
    inside = [_others(n, draws - 1, count, h - 1) for h in best], [_others(n, draws - 1, count, h) for h in best]
    outside = [_others(n, draws, count, h) for h in best]
    loss = sum((own.pmf(h) - odds * other.pmf(h) for h in best), Fraction(0))
    a, b, c = (sum(shares, Fraction(0)) for shares in (*inside, outside))
    return {"loss": loss, "a": a, "b": b, "c": c}


def _others(n: int, draws: int, count: int, h: int) -> Fraction:
    """The chance of h among the draws from the n - 1 records that stay."""
    if not 0 <= draws <= n - 1 or h < 0:
        return Fraction(0)
    return Hypergeometric(population=n - 1, marked=count - 1, draws=draws).pmf(h)


SIZES: dict[str, Domain] = {
    "n": Integers(1, 60),
    "T": Integers(0, lambda before: before["n"]),
    "odds": Rationals(1, 1000),
}


def lone_democrat(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one."""
    election = us_presidential_elections()[-1]
    for records in filter(None, (election.records, election.total_votes)):
        database = Database.read(counts=[records - 1, 1], rate=FIGURE_1.rate)
        loss, seen = delta(database, FIGURE_1.budget).value, utility(database, budget=FIGURE_1.budget).value
        yield f"n = {records}", {"delta": loss, "utility": seen}


CLAIMS = (
    Claim(
        id="lone-record-is-seen-when-sampled",
        paper="smoothed-dp",
        locator="Sec. 1",
        title="with a lone record d(x,x') is the sampling rate T/n, for all n, T, epsilon",
        kind=Kind.STATEMENT,
        statement="If x has a single record of its type and x' none, the output that shows it has probability T/n "
        "under x and 0 under x', so d(x,x') is at least T/n at every epsilon.",
        formula=LONE,
        checks=(
            by_identity(
                "probability of seeing the record",
                {"n": "natural", "T": "natural"},
                [Formula("And(1 <= T, T <= n)", ["n", "T"])],
            ),
        ),
        near_misses=(
            NearMiss("drawn from n - 1 records", LONE.mutate("binomial(n, T)", "binomial(n - 1, T)")),
            NearMiss("rate (T-1)/n", LONE.mutate("T/n", "(T - 1)/n")),
        ),
        family=family(
            counts=["n", "T"],
            true={
                IDLE: [
                    "0 for 1 in binomial(1, 1), place 2",
                    "binomial(1, 1) * binomial(n - 1, T - 1) without binomial(1, 1)",
                ]
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="no-loss-exceeds-the-sampling-rate",
        paper="smoothed-dp",
        locator="Sec. 1",
        title="d(x,x') <= T/n for every pair of neighbours and every epsilon >= 0",
        kind=Kind.STATEMENT,
        statement="Condition on whether the changed record is sampled, an event of probability T/n: the two laws are "
        "mixtures $\\rho A + (1-\\rho) C$ and $\\rho B + (1-\\rho) C$ with the same C. At every output the positive "
        "part of P - E P' is then at most $\\rho A$, and summed over outputs d(x,x') is at most T/n.",
        hypotheses=(
            Hypothesis("epsilon >= 0"),
            Hypothesis("which records are sampled does not depend on their values"),
        ),
        formula=COUPLED,
        checks=(
            by_solver(
                "one output, all probabilities and odds",
                [Formula("And(0 <= rate, rate <= 1, a >= 0, b >= 0, c >= 0, odds >= 1)", COUPLED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("bounded by rate times the other law", COUPLED.mutate("<= rate*a", "<= rate*b")),
            NearMiss("bounded by rate times the difference", COUPLED.mutate("<= rate*a", "<= rate*(a - b)")),
            NearMiss("odds on the other law", COUPLED.mutate("- odds*(", "- (1/odds)*(")),
        ),
        family=family(
            true={
                IDLE: [
                    "rate * b without b",
                    "rate * b + (1 - rate) * c without rate * b",
                    "odds * (rate * b + (1 - rate) * c) without odds",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {
                "rate": Rationals(0, 1),
                **{name: Rationals(0, 1) for name in ("a", "b", "c")},
                "odds": Rationals(1, 100),
            },
            lambda _, point: point,
        ),
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "coupling"),
    ),
    Claim(
        id="worst-case-loss-is-the-sampling-rate",
        paper="smoothed-dp",
        locator="Table 1",
        title="the largest delta(x) over all databases is T/n",
        kind=Kind.TABLE,
        statement="Over all databases of n records the largest delta(x) of the sampling-histogram "
        "mechanism is exactly T/n, at every epsilon.",
        hypotheses=(Hypothesis("there are two types at least", silent=True),),
        formula=WORST,
        parameters={"records": 14},
        checks=(
            by_facts("the best event, given whether the record is sampled, and a lone record", facts),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all histograms",
                "n <= 14, all T, all two-type histograms, 4 odds",
                worst_of_all,
            ),
            on_instances_with_facts(
                Method.EXACT, Coverage.GRID, "every step of the proof", "n <= 7, all T, 2 odds", worst_events, facts
            ),
        ),
        near_misses=(
            NearMiss("(T+1)/n", WORST.mutate("T/n", "(T + 1)/n")),
            NearMiss("T/(n+1)", WORST.mutate("T/n", "T/(n + 1)")),
        ),
        family=family(deep=True, counts=["T", "n"]),
        recorded=Status.ESTABLISHED,
        search=over(SIZES, _worst, climbs=False),
        depends_on=("lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"),
        trust=("z3", "coupling", "maximum"),
        note="A lone record attains T/n. Nothing exceeds it: of an event only the part in which the record is sampled "
        "counts, and that part has at most this probability.",
    ),
    Claim(
        id="worst-case-nearly-certain",
        paper="smoothed-dp",
        locator="Sec. 1",
        title="all votes but one for one candidate: delta and utility above 0.99",
        kind=Kind.STATEMENT,
        statement="If all votes of 2020 but one had gone to one candidate and 0.2 % were lost, delta(x) and the "
        "adversary's utility would exceed 0.99.",
        hypotheses=(Hypothesis("'about 1' is read as above 0.99", silent=True),),
        formula=CLOSE,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.ALL,
                "the electorate of 2020",
                "two-party and total votes of 2020",
                lone_democrat,
            ),
        ),
        near_misses=(
            NearMiss("delta above 0.999", CLOSE.mutate("delta > 99/100", "delta > 999/1000")),
            NearMiss("utility is one", CLOSE.mutate("utility > 99/100", "utility >= 1")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("lone-record-is-seen-when-sampled",),
        trust=("arb", "election-returns"),
    ),
)
