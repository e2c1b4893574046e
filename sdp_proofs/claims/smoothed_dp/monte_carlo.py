"""What the runs behind Figure 2 (right) rest on: two neighbours, and frequencies in the place of probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import EQUAL, family
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.experiments.plug_in import expected_plug_in, output_laws, unseen_mass
from sdp_proofs.experiments.quantised_sgd import FIGURE_2, FIGURE_5, Point, Setting, random_database, typical_database
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Compositions, Integers, Laws, Rationals
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.average_loss import average_delta, neighbour_loss
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import BACKWARD, FORWARD
from sdp_proofs.privacy.grid_database import GridDatabase

EXTREMES = Formula("worst <= extreme", {"worst": r"\delta(x)", "extreme": r"\delta_{\mathrm{ends}}(x)"})
DOUBLE = Formula("expected <= 2*loss", {"expected": r"\mathbb{E}[\hat d]", "loss": "d(x,x')"})
FLOOR = Formula(
    "And(expected >= loss, expected >= unseen)",
    {"expected": r"\mathbb{E}[\hat d]", "loss": "d(x,x')", "unseen": r"\sum_a p(a) (1-q(a))^N"},
)

ONE_OUTPUT = {
    **FLOOR.symbols, "p": "p(a)", "q": "q(a)", "odds": r"e^\epsilon", "seen": r"\hat p(a)", "rival": r"\hat q(a)",
    "absent": r"\mathbf{1}[\hat q(a) = 0]", "none": "(1-q(a))^N",
}  # fmt: skip
AT_EVERY_RUN = about(
    Formula(
        "And(Max(0, seen - odds*rival) >= 0, Max(0, seen - odds*rival) >= seen - odds*rival, Max(0, seen - odds*rival) "
        ">= seen*absent)",
        ONE_OUTPUT,
    ),
    by_solver(
        "whatever the frequencies of an output are",
        [
            Formula(
                "And(0 <= seen, seen <= 1, 0 <= rival, rival <= 1, odds >= 1, Or(absent == 0, And(absent == 1, rival "
                "== 0)))",
                ONE_OUTPUT,
            )
        ],
    ),
)
ON_AVERAGE = from_premises(
    "on average over the runs",
    [
        Formula(
            "And(expected >= 0, expected >= p - odds*q, expected >= p*none, loss == Max(0, p - odds*q), "
            "unseen == p*none)",
            ONE_OUTPUT,
        )
    ],
    tuple(ONE_OUTPUT),
)


def _ends(database: GridDatabase, budget: Budget) -> Enclosure:
    """The largest loss when the smallest record goes to the highest level, or the largest to the lowest."""
    changes = ((min(database.values), database.high), (max(database.values), database.low))
    losses = [
        neighbour_loss(database, budget, removed=removed, added=added, direction=direction)
        for removed, added in changes
        if removed != added
        for direction in (FORWARD, BACKWARD)
    ]
    return max(losses, key=lambda loss: loss.exact or Fraction(0))


def small_databases(claim: Claim) -> Iterator[Instance]:
    """All databases of four records on three levels, a record drawn at a time."""
    for values in combinations_with_replacement(range(3), 4):
        database, budget = GridDatabase(values, 0, 2, 1), Budget.read(odds=claim.parameters["odds"])
        worst = average_delta(database, budget).value
        yield f"x = {values}, T = 1", {"worst": worst, "extreme": _ends(database, budget)}


def _on_few_levels(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    values = tuple(level for level, count in enumerate(at["counts"]) for _ in range(count))
    database, budget = GridDatabase(values, 0, len(at["counts"]) - 1, at["draws"]), Budget.read(odds=at["odds"])
    return {"worst": average_delta(database, budget).value, "extreme": _ends(database, budget)}


def _one_draw(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """One record is drawn; its value is that of `own` records of x and one less of x'."""
    p, q = Fraction(at["own"], at["records"]), Fraction(at["own"] - 1, at["records"])
    odds, trials = at["odds"], claim.parameters["trials"]
    unseen = Formula("p*(1 - q)**N", "pqN").value({"p": p, "q": q, "N": trials})
    return {"expected": unseen, "loss": max(Fraction(0), p - odds * q) + max(Fraction(0), 1 - p - odds * (1 - q))}


def _random(settings: tuple[Setting, ...], records: int, number: int) -> Iterator[tuple[str, GridDatabase]]:
    for setting in settings:
        for following in ((records, 0), (0, records)):
            point = Point(setting, following)
            for index in range(number):
                yield f"{setting.name}, {following}, number {index}", random_database(point, index)


def random_gradients(claim: Claim) -> Iterator[Instance]:
    """Random databases of every setting; the odds are rational, so both sides are exact."""
    for name, database in _random((FIGURE_2, *FIGURE_5), claim.parameters["records"], 1):
        for odds in ("8/5", "15/2", "150"):
            budget = Budget.read(odds=odds)
            worst, extreme = average_delta(database, budget).value, _ends(database, budget)
            yield f"{name}, odds {odds}", {"worst": worst.exact, "extreme": extreme.exact * claim.parameters["share"]}


def typical_gradients(claim: Claim) -> Iterator[Instance]:
    """The unseen mass of N trials against the exact loss, at quantiles of N(0, 0.12^2)."""
    for records in (125, 250):
        database = typical_database(Point(FIGURE_2, (records, 0)))
        removed, added = min(database.values), database.high
        one, other = output_laws(database, removed, added, BACKWARD)
        expected = unseen_mass(one, other, claim.parameters["trials"])
        for odds in ("8/5", "15/2", "150"):
            loss = neighbour_loss(database, Budget.read(odds=odds), removed=removed, added=added, direction=BACKWARD)
            yield f"n = {records}, odds {odds}", {"expected": expected, "loss": loss}


def small_laws(_: Claim) -> Iterator[Instance]:
    """Pairs of laws on three outcomes, up to five trials, by enumeration."""
    shares = [(a, b, 6 - a - b) for a in range(7) for b in range(7 - a)]
    laws = [FiniteLaw({k: Fraction(share, 6) for k, share in enumerate(each) if share}) for each in shares]
    for one in laws[::5]:
        for other in laws[::3]:
            for odds in (Fraction(1), Fraction(3, 2), Fraction(20)):
                for trials in (1, 2, 5):
                    yield f"{one}, {other}, odds {odds}, {trials} trials", _floor(one, other, odds, trials)


def _floor(one: FiniteLaw[int], other: FiniteLaw[int], odds: Fraction, trials: int) -> dict[str, Any]:
    return {
        "expected": expected_plug_in(one, other, odds, trials),
        "loss": sum(max(Fraction(0), share - odds * other.probability(k)) for k, share in one.items()),
        "unseen": sum(share * (1 - other.probability(k)) ** trials for k, share in one.items()),
    }


def _floor_at(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    one, other = (FiniteLaw.gathered(enumerate(at[name])) for name in ("one", "other"))
    return _floor(one, other, at["odds"], at["trials"])


CLAIMS = (
    Claim(
        id="two-extreme-neighbours-suffice",
        paper="project",
        locator="Sampled means",
        title="delta(x) of the sampled mean is attained at a neighbour that moves an extreme record to the other end",
        kind=Kind.PROJECT,
        statement="Of all neighbours of x only two need be looked at: the smallest record becomes the highest level, "
        "or the largest record the lowest. Their loss is delta(x).",
        hypotheses=(
            Hypothesis("a run that compares x with two neighbours reports delta(x) only if this is so", silent=True),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=EXTREMES,
        parameters={"odds": "11/10"},
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "small databases", "n = 4, T = 1, three levels", small_databases
            ),
        ),
        near_misses=(
            NearMiss("strictly", EXTREMES.mutate("<=", "<")),
            NearMiss("half of it", EXTREMES.mutate("extreme", "extreme/2")),
        ),
        recorded=Status.REFUTED,
        search=over(
            {
                "records": Integers(2, 8),
                "draws": Integers(1, lambda at: at["records"]),
                "levels": Integers(2, 5),
                "counts": Compositions(lambda at: at["records"], lambda at: at["levels"]),
                "odds": Rationals(1, 20),
            },
            _on_few_levels,
            climbs=False,
        ),
        counterexample=Counterexample(
            "x = (0, 0, 2, 2) on the levels 0, 1, 2, one record drawn, odds 2: the extreme neighbours (0, 2, 2, 2) and "
            "(0, 0, 0, 2) give 0, but (0, 1, 2, 2), which has a level that x has not, gives 1/4.",
            {
                "E": "2",
                "P": "lambda x, s: sum(1 for v in x if v == s) / 4",
                "d": "lambda x, y: sum(max(0, P(x, s) - E * P(y, s)) for s in range(3))",
                "loss": "lambda y: max(d(x, y), d(y, x))",
                "x": "(0, 0, 2, 2)",
            },
            fails="loss((0, 1, 2, 2)) <= max(loss((0, 2, 2, 2)), loss((0, 0, 0, 2)))",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "A new record at an empty level inside the range can be seen more clearly than one at a level that is in "
            "use."
        ),
    ),
    Claim(
        id="two-extreme-neighbours-suffice-for-gradients",
        paper="smoothed-dp",
        locator="Figure 2",
        title="for random gradients on 256 levels the two extreme neighbours are the worst",
        kind=Kind.PROJECT,
        statement="For random databases of 125 gradients, of both sources of every setting of Figures 2 (right) and "
        "5, at odds 8/5, 15/2 and 150, no neighbour has a larger loss than the two extreme ones.",
        formula=EXTREMES,
        parameters={"records": 125, "share": Fraction(1)},
        checks=(
            on_instances(Method.EXACT, Coverage.SAMPLE, "all neighbours", "10 databases, three odds", random_gradients),
        ),
        near_misses=(
            NearMiss("by a thousandth more", parameters={"share": Fraction(999, 1000)}),
            NearMiss("strictly", EXTREMES.mutate("<=", "<")),
        ),
        family=family(true={EQUAL: [">= for <= in worst <= extreme"]}, deep=True),
        recorded=Status.SUPPORTED,
        note="A wider search, 288 databases of both sources with n from 125 to 250, met no other worst neighbour "
        "either.",
    ),
    Claim(
        id="a-million-trials-show-the-loss",
        paper="smoothed-dp",
        locator="Figure 2",
        title="an estimate of delta from 10^6 trials is right up to a factor of two",
        kind=Kind.STATEMENT,
        statement="The probabilities in delta are estimated through $10^6$ independent trials. Then the expected "
        "estimate, the sum of max(0, p^ - E q^) over outputs with frequencies p^ and q^, is at most twice the loss.",
        hypotheses=(
            Hypothesis("the estimate puts frequencies into the place of probabilities", silent=True),
            Hypothesis("the trials are outputs for one database and one neighbour", silent=True),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=DOUBLE,
        parameters={"trials": 10**6},
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "a lower bound of the expected estimate",
                "quantiles of N(0, 0.12^2), n = 125 and 250, three odds",
                typical_gradients,
            ),
        ),
        near_misses=(
            NearMiss("with ten million", parameters={"trials": 10**7}),
            NearMiss("a hundredfold", DOUBLE.mutate("2*loss", "100*loss")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="an-estimate-exceeds-the-loss-by-the-noise-of-its-trials",
        search=over(
            {
                "records": Integers(2, 10**8),
                "own": Integers(1, lambda at: at["records"]),
                "odds": Rationals(1, 100, open_low=True),
            },
            _one_draw,
            climbs=False,
        ),
        counterexample=Counterexample(
            "One of n = 10^7 records is drawn and published, odds 2; two records of x are 0 and all others 1, and one "
            "of the two is 1 in x'. No event is more than twice as likely under x, so d(x, x') = 0. But among N = "
            "10^6 trials under x' the output 0 is absent with probability (1 - q)^N >= 1 - N q [Bernoulli], and then "
            "it counts in full: the expected estimate is at least p (1 - N q).",
            {
                "E": "2",
                "N": "10**6",
                "n": "10**7",
                "p": "2 / n",
                "q": "1 / n",
                "loss": "max(0, p - E * q) + max(0, (1 - p) - E * (1 - q))",
                "expected": "p * (1 - N * q)",
            },
            fails="expected <= 2 * loss",
            given=("E >= 1", "N * q < 1"),
        ),
        erratum=Erratum(
            "For n = 250 and odds 150 (epsilon = 5) the loss at the quantiles of the source is 1e-11, and the "
            "expected estimate from a million trials is above 1e-4: the trials show their own number, not the loss. "
            "The sum of p (1 - q)^N over outputs is a floor that no plug-in estimate with N trials goes below.",
            "The trials have to grow like the inverse square of the loss, times the number of outputs: 10^6 are enough "
            "for a loss of 0.01 with a hundred outputs, none of the figure's sizes for one of 1e-11.",
        ),
        trust=("arb",),
        note="If the mean is rounded to a level there are fewer outputs and the floor is lower, 1e-5 for 10^6 trials "
        "and 1.4e-6 for 10^7. How the authors combine trials over databases is not said.",
    ),
    Claim(
        id="unseen-outputs-set-a-floor",
        paper="smoothed-dp",
        locator="Figure 2",
        title="the expected plug-in estimate is at least the loss, and at least the sum of p (1 - q)^N",
        kind=Kind.PROJECT,
        statement="Frequencies from N trials under either law, in the place of the probabilities in d, give an "
        "estimate whose expectation is at least d (the estimate is convex in the frequencies) and at least the sum of "
        "$p(a)(1-q(a))^N$ over the outputs a (outputs that were met under one law and not under the other), whatever "
        "epsilon >= 0 is. In every run an output adds at least 0, at least its term without the positive part, and its "
        "whole frequency if it was not met under the other law; the averages of these are 0, $p - E q$ and "
        "$p (1-q)^N$.",
        hypotheses=(Hypothesis("the N trials under either law are independent, and so are those under both"),),
        formula=FLOOR,
        checks=(
            in_steps("one output, averaged over runs", AT_EVERY_RUN, ON_AVERAGE),
            on_instances(
                Method.EXACT, Coverage.GRID, "by enumeration", "laws in sixths on 3 outcomes, N <= 5", small_laws
            ),
        ),
        near_misses=(
            NearMiss("twice the unseen mass", FLOOR.mutate("expected >= unseen", "expected >= 2*unseen")),
            NearMiss("unbiased", FLOOR.mutate("expected >= loss", "expected <= loss")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {"one": Laws(2), "other": Laws(2), "odds": Rationals(1, 20), "trials": Integers(1, 4)},
            _floor_at,
            climbs=False,
        ),
        trust=("z3", "averaging", "independent-records", "sum-over-outputs"),
    ),
)
