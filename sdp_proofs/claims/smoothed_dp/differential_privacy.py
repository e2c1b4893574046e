"""Definitions 1 and 2 and Theorem 1: delta(x), event by event, and its largest value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import CONVERSE, IDLE, NOT_NEEDED, family
from sdp_proofs.claims.instances.one_record import ODDS, deltas, small_rows, space
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Choices, Rationals
from sdp_proofs.numerics.formula import Formula

EVENT = {"a": r"P(S)", "b": r"P'(S)", "odds": r"e^{\epsilon}", "delta": r"\delta", "less": "c"}
EQUIVALENT = Formula(
    "Equivalent(And(a - odds*b <= delta, b - odds*a <= delta, 0 <= delta), Max(0, a - odds*b, b - odds*a) <= delta)",
    EVENT,
)
LEAST = Formula(
    "And(a - odds*b <= Max(0, a - odds*b, b - odds*a), b - odds*a <= Max(0, a - odds*b, b - odds*a), "
    "Implies(And(a - odds*b <= less, b - odds*a <= less, 0 <= less), Max(0, a - odds*b, b - odds*a) <= less))",
    EVENT,
)
THEOREM = Formula(
    "Equivalent(private == 1, largest <= delta)",
    {"private": r"\mathbf{1}[(\epsilon, \delta)\text{-DP}]", "largest": r"\max_x \delta(x)", "delta": r"\delta"},
)
RANDOMISED = Formula(
    "take*(p - odds*q) <= Max(0, p - odds*q)",
    {"p": "P(a)", "q": "P'(a)", "odds": r"e^{\epsilon}", "take": r"\Pr[\text{reject} \mid a]"},
)
POSITIVE = Formula("And(epsilon > 0, delta > 0)", {"epsilon": r"\epsilon", "delta": r"\delta"})


def small_mechanisms(claim: Claim) -> Iterator[Instance]:
    """Mechanisms on one record: Definition 1 by all events, against the positive parts of Definition 2."""
    for types, outputs in ((2, 3), (3, 2)):
        for rows in small_rows(types, outputs, claim.parameters["denominator"]):
            for odds in (Fraction(1), *ODDS):
                name = "; ".join(" ".join(map(str, row)) for row in rows)
                largest = max(deltas(rows, odds))
                for delta in (largest, largest * Fraction(9, 10), largest + Fraction(1, 10), -Fraction(1, 10)):
                    yield f"laws {name}, odds {odds}, delta {delta}", _both(rows, odds, delta)


def _both(rows: tuple[tuple[Fraction, ...], ...], odds: Fraction, delta: Fraction) -> dict[str, Any]:
    outputs = range(len(rows[0]))
    events = chain.from_iterable(combinations(outputs, size) for size in range(len(rows[0]) + 1))
    private = all(
        sum((first[a] - odds * second[a] for a in event), Fraction(0)) <= delta
        for event in events for first in rows for second in rows
    )
    return {"private": int(private), "largest": max(deltas(rows, odds)), "delta": delta}


def _pair_in_print(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    rate = at["rate"]
    return {"epsilon": 0, "delta": rate} if at["noise"] == "none" else {"epsilon": rate * at["epsilon"], "delta": 0}


def pairs_in_print(claim: Claim) -> Iterator[Instance]:
    """Both pairs of Table 1, at its own sampling rate."""
    for noise in ("none", "additive"):
        at = {"rate": Fraction(499, 500), "noise": noise, "epsilon": Fraction(1)}
        yield f"Table 1, {noise} noise", _pair_in_print(claim, at)


ONE_PAIR = (*THEOREM.symbols, *EVENT)
EVENTS_MEET = (
    Hypothesis("the maximum over events is attained, as it is for countably many outputs", silent=True),
    Hypothesis("delta = 0 is allowed: among positive numbers there would be no least one", silent=True),
)
ANY_REALS = Formula("And(a >= 0, b >= 0, odds >= 1)", EVENT)

CLAIMS = (
    Claim(
        id="definition-of-differential-privacy",
        paper="smoothed-dp",
        locator="Definition 1",
        title="(epsilon, delta)-differential privacy",
        kind=Kind.DEFINITION,
        statement="A mechanism is (epsilon, delta)-differentially private if every event S and every two databases "
        "that differ in at most one record meet $P(S) \\le e^{\\epsilon} P'(S) + \\delta$.",
        recorded=Status.OPEN,
        uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
    ),
    Claim(
        id="printed-pairs-are-pairs-of-the-definition",
        paper="smoothed-dp",
        locator="Definition 1, domain",
        title="the parameters that Table 1 gives for DP are positive, as Definition 1 asks",
        kind=Kind.DEFINITION,
        statement="Definition 1 asks for epsilon > 0 and delta > 0, and Table 1 says that the mechanism has (0, eta) "
        "without noise and (eta epsilon, 0) with noise.",
        formula=POSITIVE,
        checks=(on_instances(Method.EXACT, Coverage.SAMPLE, "both pairs", "Table 1, eta = 0.998", pairs_in_print),),
        near_misses=(
            NearMiss("only epsilon", POSITIVE.mutate("delta > 0", "delta >= 0")),
            NearMiss("only delta", POSITIVE.mutate("epsilon > 0", "epsilon >= 0")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="dp-is-the-largest-delta",
        counterexample=Counterexample(
            "Table 1, no noise: epsilon = 0 and delta = 499/500.",
            {"epsilon": "0", "delta": "499/500"},
            fails="epsilon > 0 and delta > 0",
        ),
        erratum=Erratum(
            "Definition 1 asks for epsilon > 0 and delta > 0, and so excludes both pairs that Table 1 gives for DP.",
            "Definition 1 reads epsilon >= 0 and delta >= 0; Theorem 1 holds there, too.",
            defect=Defect.TYPO,
        ),
        search=over(
            {
                "rate": Rationals(0, 1, open_low=True),
                "noise": Choices(("none", "additive")),
                "epsilon": Rationals(0, 10, open_low=True),
            },
            _pair_in_print,
            climbs=False,
        ),
    ),
    Claim(
        id="delta-is-the-least-that-works",
        paper="smoothed-dp",
        locator="Definition 2, in words",
        title="delta(x) is the least delta for which inequality (1) holds at (x, x') and (x', x)",
        kind=Kind.DEFINITION,
        statement="For one event and one neighbour, max(0, P(S) - E P'(S), P'(S) - E P(S)) makes inequality (1) "
        "true both ways, and no smaller nonnegative number does. The maximum over events and neighbours is then the "
        "least number that makes all of them true.",
        hypotheses=EVENTS_MEET,
        formula=LEAST,
        checks=(by_solver("one event, all probabilities", [ANY_REALS]),),
        near_misses=(
            NearMiss("one direction", LEAST.mutate("Max(0, a - odds*b, b - odds*a) <= less", "a - odds*b < less")),
            NearMiss("strictly", LEAST.mutate("Max(0, a - odds*b, b - odds*a) <= less", "a + odds*b <= less")),
        ),
        family=family(
            deep=True,
            true={
                IDLE: [
                    "-1 for 0 in Max(0, a - odds * b, b - odds * a)",
                    "-1 for 0 in Max(0, a - odds * b, b - odds * a), place 2",
                    "odds * a without a",
                    "sides of b - odds * a exchanged",
                    "odds * b without b, place 3",
                    "sides of a - odds * b exchanged, place 3",
                ],
                CONVERSE: ["converse of Implies(And(a - odds * b <= less, b - odds * a <= le ..."],
                NOT_NEEDED: [
                    "one event, all probabilities, without a >= 0",
                    "one event, all probabilities, without b >= 0",
                    "one event, all probabilities, without odds >= 1",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {"a": Rationals(0, 1), "b": Rationals(0, 1), "odds": Rationals(1, 100), "less": Rationals(0, 1)},
            lambda _, at: at, climbs=False,
        ),
        trust=("z3", "maximum"),
    ),
    Claim(
        id="dp-is-the-largest-delta",
        paper="smoothed-dp",
        locator="Theorem 1",
        title="(epsilon, delta)-DP holds exactly if max delta(x) <= delta",
        kind=Kind.THEOREM,
        statement="A mechanism is (epsilon, delta)-DP exactly if no delta(x) exceeds delta. For one pair of neighbours "
        "and one event, inequality (1) in both directions with delta >= 0 says the same as max(0, P(S) - E P'(S), "
        "P'(S) - E P(S)) <= delta. Over all events and neighbours the left side is Definition 1, the right side the "
        "bound on every delta(x).",
        hypotheses=(
            *EVENTS_MEET,
            Hypothesis("a negative delta satisfies neither side: S may be empty", silent=True),
        ),
        formula=THEOREM,
        parameters={"denominator": 3},
        checks=(
            in_steps(
                "one event, both directions",
                about(EQUIVALENT, by_solver("inequality (1)", [ANY_REALS])),
                from_premises(
                    "Definitions 1 and 2 for one event",
                    [
                        ANY_REALS,
                        Formula(
                            "And(Equivalent(private == 1, And(a - odds*b <= delta, b - odds*a <= delta, 0 <= delta)), "
                            "largest == Max(0, a - odds*b, b - odds*a))",
                            ONE_PAIR,
                        ),
                    ],
                    ONE_PAIR,
                ),
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "all events", "2 types and 3 outputs, 3 types and 2 outputs, in thirds",
                small_mechanisms,
            ),
        ),
        near_misses=(
            NearMiss("only if: strictly", THEOREM.mutate("largest <= delta", "largest < delta")),
            NearMiss("if: twice delta", THEOREM.mutate("<= delta", "<= 2*delta")),
            NearMiss("delta may be negative", THEOREM.mutate("largest <= delta", "largest <= abs(delta)")),
        ),
        family=family(deep=True, counts=["private"]),
        recorded=Status.ESTABLISHED,
        search=over(
            {**space(2, 3), "delta": Rationals(-1, 1)},
            lambda _, at: _both(tuple(at[name] for name in ("law0", "law1")), at["odds"], at["delta"]),
            climbs=False,
        ),
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "maximum"),
        note="Both directions. The appendix prints this proof under the name of Lemma 1, and writes neighbours as "
        "||x - x'||_1 <= 1, which is right for bits but not for three or more types.",
    ),
    Claim(
        id="randomised-tests-gain-nothing",
        paper="smoothed-dp",
        locator="Sec. 2, footnote 2",
        title="a test that rejects with some probability at each output is no better than a rejection region",
        kind=Kind.STATEMENT,
        statement="Whatever the probability of rejecting at an output, the output adds at most max(0, P(a) - E P'(a)) "
        "to the power minus E times the size. So all that is said with rejection regions holds for any decision rule.",
        fidelity=Fidelity.RECONSTRUCTED,
        formula=RANDOMISED,
        checks=(
            by_solver(
                "one output, all probabilities of rejection",
                [Formula("And(p >= 0, q >= 0, odds >= 1, take >= 0, take <= 1)", RANDOMISED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("half of it", RANDOMISED.mutate("<= Max(0, p - odds*q)", "<= Max(0, p - odds*q)/2")),
            NearMiss("strictly", RANDOMISED.mutate("<=", "<")),
        ),
        family=family(
            true={
                IDLE: ["take * (p - odds * q) without take"],
                NOT_NEEDED: [
                    "one output, all probabilities of rejection, without p >= 0",
                    "one output, all probabilities of rejection, without q >= 0",
                    "one output, all probabilities of rejection, without odds >= 1",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {"p": Rationals(0, 1), "q": Rationals(0, 1), "odds": Rationals(1, 100), "take": Rationals(0, 1)},
            lambda _, at: at, climbs=False,
        ),
        trust=("z3", "sum-over-outputs"),
        note="The footnote says that the rejection region is only an example.",
    ),
)
