"""App. D.3: pre-processing, as printed for functions of the whole database, and repaired for functions of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, by_solver, on_grid
from sdp_proofs.claims.smoothed_dp.derivations.post_processing import AVERAGED
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.records import Records, record_lists
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.mechanisms.finite import DatabaseTable
from sdp_proofs.mechanisms.pre_processing import Mixing
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import database_delta, pair_loss
from sdp_proofs.verdict import Verdict

FEATURES = {
    "records": r"\lVert x - x' \rVert", "features": r"\lVert f(x) - f(x') \rVert",
    "there": r"\max_{x'} d_{M \circ f}(x, x')",
    "twice": r"\max_{S} (\Pr[M(a) \in S] - e^\epsilon \Pr[M(a) \in S])",
    "own": r"\max_{a'} d_M(a, a')",
    "processed": r"\delta_{M \circ f}(x)", "plain": r"\delta_M(f(x))",
    "as_product": r"\mathbb{E}_{a \sim f(\vec\pi)} \delta_M(a)",
    "pushed": r"\mathbb{E}_{x \sim \vec\pi} \delta_M(f(x))",
    "average": r"\mathbb{E}_{x \sim \vec\pi} \delta_{M \circ f}(x)",
}  # fmt: skip
"""a is f(x); f(pi) is the product of the laws of the single features."""
PAIRS: tuple[Records, ...] = tuple(record_lists(2, 2))
FUNCTIONS = tuple(product(PAIRS, repeat=4))
"""All functions of two binary records to two binary features, by their values at `PAIRS`."""
RECORD_WISE = tuple(tuple((table[x], table[y]) for x, y in PAIRS) for table in product(range(2), repeat=2))
MECHANISMS = {
    "one of the two at random": (Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(0)),
    "whether both are 1": (Fraction(1), Fraction(1), Fraction(1), Fraction(0)),
    "the second": (Fraction(1), Fraction(0), Fraction(1), Fraction(0)),
}
"""Probabilities of output 0 at `PAIRS`."""
GRID = "all functions of two fair binary records to two binary features, three mechanisms, odds 2, every database"
ALONE = GRID.replace(
    "all functions of two fair binary records to two", "all functions of single fair binary records to"
)
ODDS = Fraction(2)


def table_of(name: str) -> DatabaseTable[int]:
    """One of `MECHANISMS`."""
    return DatabaseTable(
        2,
        {x: FiniteLaw.gathered([(0, share), (1, 1 - share)]) for x, share in zip(PAIRS, MECHANISMS[name], strict=True)},
    )


def apart(first: Records, second: Records) -> int:
    """In how many records two databases differ."""
    return sum(one != other for one, other in zip(first, second, strict=True))


@cache
def _loss(name: str, first: Records, second: Records) -> Fraction:
    return pair_loss(table_of(name), first, second, ODDS)


@cache
def _delta(name: str, database: Records) -> Fraction:
    return database_delta(table_of(name), database, ODDS)


def feature_values(function: tuple[Records, ...], name: str, database: Records) -> dict[str, Fraction | int]:
    """The values of `FEATURES` at one database, whose records are fair coins in the averages."""
    feature = dict(zip(PAIRS, function, strict=True))
    neighbours = [x for x in PAIRS if apart(x, database) == 1]
    images = [feature[x] for x in neighbours]
    a = feature[database]
    quarter = Fraction(1, 4)
    shares = [sum(quarter for x in PAIRS if feature[x][place] == 1) for place in range(2)]
    as_product = sum(
        (
            _delta(name, x) * (shares[0] if x[0] else 1 - shares[0]) * (shares[1] if x[1] else 1 - shares[1])
            for x in PAIRS
        ),
        Fraction(0),
    )

    def processed(x: Records) -> Fraction:
        own = feature[x]
        others = [feature[y] for y in PAIRS if apart(x, y) == 1]
        return max(max(_loss(name, own, other), _loss(name, other, own)) for other in others)

    return {
        "records": 1,
        "features": max(apart(a, image) for image in images),
        "there": max(_loss(name, a, image) for image in images),
        "twice": Fraction(0),
        "own": max(_loss(name, a, y) for y in PAIRS if apart(a, y) <= 1),
        "processed": processed(database),
        "plain": _delta(name, a),
        "as_product": as_product,
        "pushed": sum((quarter * _delta(name, feature[x]) for x in PAIRS), Fraction(0)),
        "average": sum((quarter * processed(x) for x in PAIRS), Fraction(0)),
    }


def instances(functions: tuple[tuple[Records, ...], ...] = FUNCTIONS) -> Iterator[Instance]:
    """Every function, mechanism and database."""
    for function, name, database in product(functions, MECHANISMS, PAIRS):
        yield f"f = {function}, M tells {name}, x = {database}", feature_values(function, name, database)


def mixing(function: tuple[Records, ...], name: str) -> Mixing[int]:
    """M after f."""
    return Mixing(table_of(name), 2, dict(zip(PAIRS, function, strict=True)).__getitem__)


def values_at(at: Mapping[str, Any]) -> dict[str, Fraction | int]:
    """The same at an instance of a hunt."""
    return feature_values(at["function"], at["mechanism"], at["database"])


def _side(name: str) -> Formula:
    return Formula(name, FEATURES)


def _all() -> Iterator[Instance]:
    return instances()


def _alone() -> Iterator[Instance]:
    return instances(RECORD_WISE)


PRINTED_PRE_PROCESSING = Derivation(
    id="pre-processing-as-printed",
    title="Pre-processing by a function of the whole database",
    source="App. D.3",
    steps=(
        Step(
            before=_side("features"),
            relation=Relation.AT_MOST,
            after=_side("records"),
            rule=Rule.MONOTONICITY,
            check=on_grid("all functions of two records", GRID, _all),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            recorded=Verdict.FAILS,
            note="'f is deterministic' does not give it: a feature may depend on several records.",
            part="Features of neighbours",
        ),
        Step(
            before=_side("there"),
            relation=Relation.AT_MOST,
            after=_side("twice"),
            rule=Rule.SUBSTITUTION,
            check=on_grid("all functions of two records", GRID, _all),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            recorded=Verdict.FAILS,
            note="Printed with M(a) in both probabilities; the second is M(a').",
            part="One direction",
        ),
        Step(
            before=_side("processed"),
            relation=Relation.AT_MOST,
            after=_side("plain"),
            rule=Rule.DEFINITION,
            check=on_grid("all functions of two records", GRID, _all),
            near_misses=(
                StepMiss("half of it", after=Formula("plain/2", FEATURES)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            recorded=Verdict.FAILS,
            part="Both directions",
        ),
        Step(
            before=_side("as_product"),
            relation=Relation.EQUAL,
            after=_side("pushed"),
            rule=Rule.EXPECTATION,
            check=on_grid("all functions of two records", GRID, _all),
            near_misses=(
                StepMiss("at least", relation=Relation.AT_LEAST),
                StepMiss("at most", relation=Relation.AT_MOST),
            ),
            recorded=Verdict.FAILS,
            note="Features that share a record are not independent, and their joint law is in no set f(Pi)^n.",
            part="Averages",
        ),
        Step(
            before=_side("pushed"),
            relation=Relation.AT_LEAST,
            after=_side("average"),
            rule=Rule.EXPECTATION,
            check=on_grid("all functions of two records", GRID, _all),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("strictly", relation=Relation.ABOVE),
            ),
            recorded=Verdict.FAILS,
        ),
    ),
)

RANDOM = {"one": r"P_1(b)", "zero": r"P_0(b)", "k": r"k_x", "l": r"k_{x'}", "odds": r"e^\epsilon"}
"""P_u(b) is the probability of output b if the changed record has the feature u, k_x that this is 1."""
GAP = Formula("k*one + (1 - k)*zero - odds*(l*one + (1 - l)*zero)", RANDOM)
COUPLED = Formula(
    "k*l*(one - odds*one) + k*(1 - l)*(one - odds*zero) + (1 - k)*l*(zero - odds*one) + (1 - k)*(1 - l)*(zero - "
    "odds*zero)",
    RANDOM,
)
LOSSES = Formula("k*(1 - l)*Max(0, one - odds*zero) + (1 - k)*l*Max(0, zero - odds*one)", RANDOM)
IN_RANGE = Formula("And(0 <= k, k <= 1, 0 <= l, l <= 1, one >= 0, zero >= 0, odds >= 1)", RANDOM)
LAWS = {"p": r"\pi_1(1)", "r": r"\pi_2(1)", "k": r"k_1", "m": r"k_0", "first": r"f(\pi_1)(1)", "second": r"f(\pi_2)(1)"}

REPAIRED_PRE_PROCESSING = Derivation(
    id="pre-processing-repaired",
    title="Pre-processing record by record, also with randomness",
    source="",
    steps=(
        Step(
            before=_side("features"),
            relation=Relation.AT_MOST,
            after=_side("records"),
            rule=Rule.MONOTONICITY,
            check=on_grid("all functions of single records", ALONE, _alone),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            part="Deterministic features",
        ),
        Step(
            before=_side("there"),
            relation=Relation.AT_MOST,
            after=_side("own"),
            rule=Rule.SUBSTITUTION,
            check=on_grid("all functions of single records", ALONE, _alone),
            near_misses=(
                StepMiss("a for a'", after=_side("twice")),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            part="One direction",
        ),
        Step(
            before=_side("as_product"),
            relation=Relation.EQUAL,
            after=_side("pushed"),
            rule=Rule.EXPECTATION,
            check=on_grid("all functions of single records", ALONE, _alone),
            near_misses=(
                StepMiss("strictly less", relation=Relation.BELOW),
                StepMiss("twice it", after=Formula("2*pushed", FEATURES)),
            ),
            part="Averages of deterministic features",
        ),
        Step(
            before=GAP,
            relation=Relation.EQUAL,
            after=COUPLED,
            rule=Rule.EXPECTATION,
            check=by_identity(dict.fromkeys(RANDOM, "real")),
            near_misses=(
                StepMiss("odds on the other side", before=GAP.mutate("- odds*", "*odds - ")),
                StepMiss("one term left out", after=COUPLED.mutate(" + (1 - k)*(1 - l)*(zero - odds*zero)", "")),
            ),
            note="The features of x and x' are drawn independently; those of the other records are drawn once.",
            part="Randomised features of the changed record",
        ),
        Step(
            before=COUPLED,
            relation=Relation.AT_MOST,
            after=LOSSES,
            rule=Rule.CASE_SPLIT,
            check=by_solver([IN_RANGE]),
            near_misses=(
                StepMiss("one direction", after=Formula("k*(1 - l)*Max(0, one - odds*zero)", RANDOM)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            note="Each term is a loss of two databases of features that are neighbours; equal ones lose nothing. "
            "Its weight is the probability of the first of them, and then of the other.",
        ),
        Step(
            before=Formula("And(first == p*k + (1 - p)*m, second == r*k + (1 - r)*m)", LAWS),
            relation=Relation.IMPLIES,
            after=Formula("first*second == p*r*k*k + p*(1 - r)*k*m + (1 - p)*r*m*k + (1 - p)*(1 - r)*m*m", LAWS),
            rule=Rule.EXPECTATION,
            check=by_solver([]),
            hypotheses=(Hypothesis("records are independent, and so is the randomness of their features"),),
            near_misses=(
                StepMiss(
                    "one term less",
                    after=Formula("first*second == p*r*k*k + p*(1 - r)*k*m + (1 - p)*r*m*k", LAWS),
                ),
                StepMiss("the sum", after=Formula("first + second == p*r*k*k + (1 - p)*(1 - r)*m*m", LAWS)),
            ),
            part="Features of independent records are independent",
        ),
        *AVERAGED,
    ),
)
