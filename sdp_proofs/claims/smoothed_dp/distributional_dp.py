"""Appendix B: distributional DP, that smoothed DP implies it (Proposition 9), and two lines of the proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, IDLE, family
from sdp_proofs.claims.instances.one_record import ODDS, Row, laws_of, losses, rows_at, small_rows, space
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.records import Records, record_lists
from sdp_proofs.distributions.source_set import SourceSet
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
from sdp_proofs.ledger.space import Laws, Rationals
from sdp_proofs.mechanisms.finite import DatabaseTable, OneRecord
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import smoothed_delta_by_lists
from sdp_proofs.privacy.distributional import distributional_delta
from sdp_proofs.privacy.divergence import hockey_stick

TWO = {
    "a": r"\Pr[\mathcal{M}(x'_1) \in S]",
    "b": r"\Pr[\mathcal{M}(x_1) \in S]",
    "c": r"\Pr[\mathcal{M}(x'_2) \in S]",
    "d": r"\Pr[\mathcal{M}(x_2) \in S]",
    "w": "w",
    "odds": r"e^{\epsilon}",
    "one": r"\delta(x_1)",
    "two": r"\delta(x_2)",
    "delta": r"\delta",
}
NEIGHBOURS = Formula(
    "And(0 <= w, w <= 1, a - odds*b <= one, b - odds*a <= one, c - odds*d <= two, d - odds*c <= two, "
    "w*one + (1 - w)*two <= delta, one >= 0, two >= 0)",
    TWO,
)
ONE_EVENT = {
    "distributional": "Max(0, w*a + (1 - w)*c - odds*(w*b + (1 - w)*d), w*b + (1 - w)*d - odds*(w*a + (1 - w)*c))",
    "smoothed": "delta",
}
"""Inequality (1) for the averages over two databases and one event, and any bound of the expected loss."""
LEVELS = {
    "distributional": r"\delta_{\mathrm{DDP}}", "smoothed": r"\delta_{\mathrm{SDP}}", "one": r"\hat\delta_1",
    "two": r"\hat\delta_2", "joint": r"\min_{\mathrm{Sim}} \max", "first": r"\hat\delta^{\mathrm{DDP}}_1",
    "second": r"\hat\delta^{\mathrm{DDP}}_2",
}
IMPLIED = Formula("distributional <= smoothed", LEVELS)
SPLIT = Formula("smoothed == Max(0, one, two)", LEVELS)
SEPARATE = Formula("joint <= Max(0, first, second)", LEVELS)
CONVERSE = Formula("And(distributional == 0, smoothed == 1)", LEVELS)
EXCHANGED = Formula("w*Max(0, a, b) + (1 - w)*Max(0, c, d) >= Max(0, w*a + (1 - w)*c, w*b + (1 - w)*d)", TWO)
HALF = Fraction(1, 2)


def averaged(law: Mapping[Records, FiniteLaw[int]], weights: Mapping[Records, Fraction]) -> FiniteLaw[int]:
    """The law of the output when the database is random."""
    return FiniteLaw.gathered(
        (output, weight * mass) for x, weight in weights.items() if weight for output, mass in law[x].items()
    )


def simulated(table: Mapping[Records, FiniteLaw[int]], sources: SourceSet, odds: Fraction) -> Fraction:
    """The delta of Definition 4 for two records, the simulator drawing the missing one from the first source."""
    worst, fixed = Fraction(0), sources.laws[0]
    for position, law, value in product(range(2), sources.laws, range(2)):
        others = {kind: law[kind] for kind in range(2)}

        def placed(own: int, other: int, position: int = position) -> Records:
            return (own, other) if position == 0 else (other, own)

        true = averaged(table, {placed(value, kind): weight for kind, weight in others.items()})
        guess = averaged(
            table, {placed(own, kind): fixed[own] * weight for own in range(2) for kind, weight in others.items()}
        )
        worst = max(worst, hockey_stick(true, guess, odds), hockey_stick(guess, true, odds))
    return worst


def _levels(shares: tuple[Fraction, ...], sources: SourceSet, odds: Fraction, *, best: bool = False) -> dict[str, Any]:
    """The delta of Definition 4 by the fixed simulator or by the best one, and that of Definition 3."""
    table = {
        x: FiniteLaw.gathered([(1, share), (0, 1 - share)]) for x, share in zip(record_lists(2, 2), shares, strict=True)
    }
    mechanism = DatabaseTable(2, table)
    smoothed = smoothed_delta_by_lists(mechanism, sources, 2, odds).value
    found = distributional_delta(mechanism, sources, 2, odds).value if best else simulated(table, sources, odds)
    return {"distributional": found, "smoothed": smoothed}


def small_tables(_: Claim, *, best: bool = False) -> Iterator[Instance]:
    """All mechanisms on two bits with one bit of output, in halves; two sets of sources."""
    sets = (SourceSet.interval("1/4", "3/4"), SourceSet.interval("0", "1/2"))
    for shares in product((Fraction(0), HALF, Fraction(1)), repeat=4):
        for sources in sets:
            for odds in (Fraction(1), Fraction(2)):
                yield f"shares {', '.join(map(str, shares))}, odds {odds}", _levels(shares, sources, odds, best=best)


def exclusive_or(_: Claim, *, best: bool = False) -> Iterator[Instance]:
    """The parity of two fair bits."""
    fair = SourceSet.from_laws(["1/2,1/2"])
    shares = (Fraction(0), Fraction(1), Fraction(1), Fraction(0))
    yield "parity of two bits", _levels(shares, fair, Fraction(2), best=best)


def _directions(rows: tuple[Row, ...], odds: Fraction, share: Fraction) -> dict[str, Any]:
    found = losses(rows, odds)
    one, two = found[0][1], found[1][0]
    return {
        "smoothed": max(one, two), "one": share * one + (1 - share) * two, "two": share * two + (1 - share) * one
    }


def both_directions(_: Claim) -> Iterator[Instance]:
    """One bit from one source."""
    for rows in small_rows(2, 2, 2):
        for odds in ODDS:
            for share in (Fraction(1), HALF):
                yield f"laws {rows}, source {share}", _directions(rows, odds, share)


def _simulators(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """One record, two types and outputs: the best simulators for each direction and for both, at corners."""

    def first(q: Fraction) -> Fraction:
        return max(max(q - odds * row[0], (1 - q) - odds * row[1]) for row in rows)

    def second(q: Fraction) -> Fraction:
        return max(max(row[0] - odds * q, row[1] - odds * (1 - q)) for row in rows)

    lines = [(odds * 0 - odds * row[0], Fraction(1)) for row in rows]
    lines += [(1 - odds * row[1], Fraction(-1)) for row in rows]
    lines += [(row[0], -odds) for row in rows] + [(row[1] - odds, odds) for row in rows] + [(Fraction(0), Fraction(0))]
    corners = {Fraction(0), Fraction(1)}
    for one, slope in lines:
        for two, other in lines:
            if slope != other and 0 <= (two - one) / (slope - other) <= 1:
                corners.add((two - one) / (slope - other))
    return {
        "joint": min(max(Fraction(0), first(q), second(q)) for q in corners),
        "first": min(first(q) for q in corners),
        "second": min(second(q) for q in corners),
    }


def small_simulators(_: Claim) -> Iterator[Instance]:
    """Two laws in halves."""
    for rows in small_rows(2, 2, 2):
        for odds in (Fraction(2), Fraction(3)):
            yield f"laws {rows}, odds {odds}", _simulators(rows, odds)


def programmed_simulators(_: Claim) -> Iterator[Instance]:
    """Two laws in halves over two or three outputs; the best simulators by linear programmes."""
    alone = SourceSet.from_laws(["1/2,1/2"])
    for rows in (*small_rows(2, 2, 2), *small_rows(2, 3, 2)):
        mechanism = OneRecord(laws_of(rows))
        for odds in (Fraction(2), Fraction(3)):
            joint = distributional_delta(mechanism, alone, 1, odds)
            first = distributional_delta(mechanism, alone, 1, odds, directions=("Sim-M",))
            second = distributional_delta(mechanism, alone, 1, odds, directions=("M-Sim",))
            yield f"laws {rows}, odds {odds}", {"joint": joint.value, "first": first.value, "second": second.value}


SMALL_ROWS = {
    "E": "2",
    "rows": "((0, 1), (1/2, 1/2))",
    "d": "lambda P, Q: max(P[0] - E * Q[0], P[1] - E * Q[1])",
}

CLAIMS = (
    Claim(
        id="definition-of-distributional-dp",
        paper="smoothed-dp",
        locator="Definition 4",
        title="(epsilon, delta, Pi)-distributional DP",
        kind=Kind.DEFINITION,
        statement="There is one simulator, which sees all records but one, such that for all assignments of sources, "
        "all positions, values of the missing record and events, the averaged output and the averaged simulation meet "
        "inequality (1) both ways.",
        hypotheses=(
            Hypothesis("to condition on the missing record is to fix it; its value may be improbable", silent=True),
            Hypothesis("the simulator may know which record is missing", silent=True),
        ),
        recorded=Status.OPEN,
        uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
    ),
    Claim(
        id="smoothed-dp-implies-distributional-dp",
        paper="smoothed-dp",
        locator="Proposition 9",
        title="with the same epsilon, delta and sources",
        kind=Kind.PROPOSITION,
        statement="Let the simulator draw the missing record from one fixed source and run the mechanism. Under any "
        "assignment of the others, the database x so completed and the true x' are neighbours, and $\\mathbb{E} "
        "P_{x'}(S) - e^{\\epsilon}\\, \\mathbb{E} P_x(S) \\le \\mathbb{E}\\,\\delta(x) \\le \\delta$, and the same the "
        "other way round.",
        hypotheses=(Hypothesis("there is a source, and the expectation of delta(x) is that of a member of Pi^n"),),
        formula=IMPLIED,
        checks=(
            after_substitution(
                by_solver("two databases of any weights, one event", [NEIGHBOURS]), ONE_EVENT, tuple(TWO)
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "all mechanisms on two bits, the fixed simulator",
                "81 mechanisms with one bit of output, in halves, 2 sets of sources, 2 odds", small_tables,
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "all mechanisms on two bits, the best simulator",
                "the same, by linear programmes in fractions", partial(small_tables, best=True),
            ),
        ),
        near_misses=(
            NearMiss("half of it", IMPLIED.mutate("smoothed", "smoothed/2")),
            NearMiss("strictly", IMPLIED.mutate("<=", "<")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {
                **{f"share{x}": Rationals(0, 1) for x in range(4)}, "odds": Rationals(1, 10),
                "low": Laws(2), "high": Laws(2),
            },
            lambda _, at: _levels(
                tuple(at[f"share{x}"] for x in range(4)), SourceSet((at["low"], at["high"])), at["odds"]
            ),
            climbs=False,
        ),
        trust=("z3", "averaging"),
        note="True, but the printed simulator draws from the source of the missing record under the assignment, and "
        "Definition 4 asks for one simulator for all assignments. Any fixed source will do.",
    ),
    Claim(
        id="distributional-dp-does-not-imply-smoothed-dp",
        paper="smoothed-dp",
        locator="Sec. 3.2, below Table 3",
        title="smoothed DP is a stronger notion: the converse of Proposition 9 fails as far as it can",
        kind=Kind.STATEMENT,
        statement="The parity of two fair bits is (epsilon, 0)-distributionally private, since the unknown bit hides "
        "the other; its delta_SDP is 1, since the adversary knows all bits but one.",
        formula=CONVERSE,
        checks=(
            on_instances(Method.EXACT, Coverage.ALL, "the instance", "two fair bits, odds 2", exclusive_or),
            on_instances(
                Method.EXACT, Coverage.ALL, "the instance, the best simulator", "two fair bits, odds 2",
                partial(exclusive_or, best=True),
            ),
        ),
        near_misses=(
            NearMiss("smoothed, too", CONVERSE.mutate("smoothed == 1", "smoothed == 0")),
            NearMiss("neither", CONVERSE.mutate("distributional == 0", "distributional > 0")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("smoothed-dp-implies-distributional-dp",),
    ),
    Claim(
        id="smoothed-delta-splits-into-directions",
        paper="smoothed-dp",
        locator="App. B, first display",
        title="the smoothed delta equals the larger of those of the two directions",
        kind=Kind.PROOF_STEP,
        statement="The maximum over assignments of the expected delta(x) equals the larger of the two maxima in which "
        "only d(x,x') or only d(x',x) is averaged.",
        formula=SPLIT,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "one bit, one source", "laws in halves", both_directions),),
        near_misses=(
            NearMiss("half", SPLIT.mutate("Max(0, one, two)", "Max(0, one, two)/2")),
            NearMiss("below", SPLIT.mutate("==", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="mean-of-maxima-is-at-least-the-maximum-of-means",
        counterexample=Counterexample(
            "One fair bit, odds 2, 1 gives a fair coin and 0 always 1: delta(x) = 1/2, each direction has the mean "
            "1/4.",
            {
                **SMALL_ROWS, "there": "max(0, d(rows[0], rows[1]))", "back": "max(0, d(rows[1], rows[0]))",
                "delta": "max(there, back)",
            },
            fails="(delta + delta) / 2 == max((there + back) / 2, (back + there) / 2)",
        ),
        erratum=Erratum(
            "At one database the one direction is worse, at the other the other: the mean of the maximum is larger.",
            "'=' reads '>=', which is what the proof needs.",
        ),
        search=over(
            {**space(2, 2), "share": Rationals(0, 1)},
            lambda _, at: _directions(rows_at(at), at["odds"], at["share"]), climbs=False,
        ),
    ),
    Claim(
        id="mean-of-maxima-is-at-least-the-maximum-of-means",
        paper="smoothed-dp",
        locator="App. B, chain, step 2",
        title="the mean of a maximum is at least the maximum of the means",
        kind=Kind.PROOF_STEP,
        statement="For two databases of any weights the mean of max(0, a, b) is at least the maximum of 0 and the "
        "means of a and of b. It is what the exchange of expectation and maximum, over directions or over events and "
        "neighbours, rests on.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=EXCHANGED,
        checks=(by_solver("all numbers and weights", [Formula("And(0 <= w, w <= 1)", TWO)]),),
        near_misses=(
            NearMiss("equality", EXCHANGED.mutate(">=", "==")),
            NearMiss("at most", EXCHANGED.mutate(">=", "<=")),
        ),
        family=family(
            true={
                IDLE: [
                    "w * a + (1 - w) * c without (1 - w) * c",
                    "w * a + (1 - w) * c without w * a",
                    "w * b + (1 - w) * d without (1 - w) * d",
                    "w * b + (1 - w) * d without w * b",
                ],
                ALIKE: ["a and b exchanged in Max(0, w * a + (1 - w) * c, w * b + (1 - w) * d)"],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "averaging"),
    ),
    Claim(
        id="simulators-may-differ-between-directions",
        paper="smoothed-dp",
        locator="App. B, third display",
        title="distributional DP says that delta is at least the minimum over simulators in each direction",
        kind=Kind.PROOF_STEP,
        statement="The conditions of Definition 4 are rewritten as delta being at least two numbers, one for each "
        "direction, each minimised over simulators on its own.",
        formula=SEPARATE,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "one bit", "laws in halves, 2 odds", small_simulators),
            on_instances(
                Method.EXACT, Coverage.GRID, "one bit, two or three outputs",
                "laws in halves, 2 odds, by linear programmes in fractions", programmed_simulators,
            ),
        ),
        near_misses=(
            NearMiss("half", SEPARATE.mutate("Max(0, first, second)", "Max(0, first, second)/2")),
            NearMiss("strictly", SEPARATE.mutate("<=", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-dp-implies-distributional-dp",
        counterexample=Counterexample(
            "One bit, odds 2, laws (0, 1) and (1/2, 1/2): the simulator (0, 1) meets one direction with 0, (1/4, 3/4) "
            "the other; none meets both with less than 1/6. The larger of the two is convex and piecewise linear in "
            "the first probability q of the simulator, so its minimum is at a corner.",
            {
                **SMALL_ROWS,
                "one": "lambda q: max(0, max(d((q, 1 - q), P) for P in rows))",
                "two": "lambda q: max(0, max(d(P, (q, 1 - q)) for P in rows))",
                "corners": "(0, 1/6, 1/4, 1/3, 3/8, 1/2, 2/3, 3/4, 1)",
            },
            fails="min(max(one(q), two(q)) for q in corners) <= max(one(0), two(1/4))",
        ),
        erratum=Erratum(
            "Definition 4 asks for one simulator that serves both directions. Two simulators, one for each, are less.",
            "None: the simulator of the proof, drawing from one fixed source, serves both.",
        ),
        search=over(space(2, 2), lambda _, at: _simulators(rows_at(at), at["odds"]), climbs=False),
    ),
)
