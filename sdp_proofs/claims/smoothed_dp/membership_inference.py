"""Justification 1: what delta says about the errors of a hypothesis test, for one database and smoothed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import IDLE, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.instances.one_record import ODDS, ROWS, Row, losses, rows_at, small_rows, space
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
from sdp_proofs.ledger.space import Choices
from sdp_proofs.numerics.formula import Formula

REGION = {
    "p": r"\Pr[\mathcal{M}(x) \in S]",
    "q": r"\Pr[\mathcal{M}(x') \in S]",
    "odds": r"e^{\epsilon}",
    "delta": r"\delta",
    "forward": "d(x,x')",
    "backward": "d(x',x)",
}
ERRORS = {
    "first": r"\mathcal{E}_I(x)",
    "second": r"\mathcal{E}_{II}(x')",
    "odds": r"e^{\epsilon}",
    "delta": r"\delta",
    "forward": "d(x,x')",
    "backward": "d(x',x)",
}
BOTH = Formula("And(odds*p + (1 - q) >= 1 - delta, odds*(1 - q) + p >= 1 - delta)", REGION)
PRIVATE = Formula(
    "And(0 <= p, p <= 1, 0 <= q, q <= 1, odds >= 1, p - odds*q <= delta, q - odds*p <= delta, (1 - p) - odds*(1 - q) "
    "<= delta, (1 - q) - odds*(1 - p) <= delta)",
    REGION,
)
HALF = Formula("And(abs(first - 1/2) < 1/4, abs(second - 1/2) < 1/4)", ERRORS)
MEAN = Formula("abs((p + (1 - q))/2 - 1/2) <= 1/2 - (1 - delta)/(1 + odds)", REGION)
PRINTED = Formula("And(odds*first + second >= 1 - forward, odds*second + first >= 1 - backward)", ERRORS)
TURNED = Formula("And(odds*p + (1 - q) >= 1 - backward, odds*(1 - q) + p >= 1 - forward)", REGION)
OF_EVENTS = Formula("And(q - odds*p <= backward, (1 - p) - odds*(1 - q) <= forward)", REGION)
SMOOTHED = {
    "one": r"\mathrm{E}\,\mathcal{E}_I",
    "two": r"\mathrm{E}\,\mathcal{E}_{II}",
    "largest_one": r"\max_{\vec\pi} \mathrm{E}\,\mathcal{E}_I",
    "largest_two": r"\max_{\vec\pi} \mathrm{E}\,\mathcal{E}_{II}",
    "mean": r"\mathrm{E}\,\delta(x)",
    "delta": r"\delta",
    "odds": r"e^{\epsilon}",
}
AVERAGED = Formula(
    "And(odds*one + two >= 1 - delta, odds*two + one >= 1 - delta, odds*largest_one + largest_two >= 1 - delta, "
    "odds*largest_two + largest_one >= 1 - delta)",
    SMOOTHED,
)
ASSIGNMENTS = Formula(
    "And(odds >= 1, odds*one + two >= 1 - mean, odds*two + one >= 1 - mean, mean <= delta, one <= largest_one, two <= "
    "largest_two)",
    SMOOTHED,
)


def _values(rows: tuple[Row, ...], region: tuple[int, ...], odds: Fraction) -> dict[str, Any]:
    found = losses(rows, odds)
    sizes = [sum((row[a] for a in region), Fraction(0)) for row in rows]
    return {
        "first": sizes[0],
        "second": 1 - sizes[1],
        "odds": odds,
        "delta": max(found[0][1], found[1][0]),
        "forward": found[0][1],
        "backward": found[1][0],
    }


def small_tests(_: Claim) -> Iterator[Instance]:
    """Two laws over two outputs, in halves; all rejection regions."""
    regions = list(chain.from_iterable(combinations(range(2), size) for size in range(3)))
    for rows in small_rows(2, 2, 2):
        for region in regions:
            for odds in ODDS:
                name = "; ".join(" ".join(map(str, row)) for row in rows)
                yield f"laws {name}, rejected {region}", _values(rows, region, odds)


def private_tests(claim: Claim) -> Iterator[Instance]:
    """Those of mechanisms with epsilon and delta close to zero."""
    for name, values in small_tests(claim):
        if values["delta"] <= Fraction(1, 100):
            yield name, {**values, "odds": Fraction(101, 100)}


REGIONS = {"region": Choices(((), (0,), (1,), (0, 1)))}
SPACE = {**space(2, 2), **REGIONS}


def _near_half(_: Claim, at: Any) -> dict[str, Any] | None:
    values = _values(rows_at(at), at["region"], at["odds"])
    return values if values["delta"] <= Fraction(1, 100) and at["odds"] <= Fraction(11, 10) else None


CLAIMS = (
    Claim(
        id="dp-bounds-both-errors",
        paper="smoothed-dp",
        locator="Sec. 2, Justification 1",
        title="E times one error plus the other is at least 1 - delta, both ways",
        kind=Kind.STATEMENT,
        statement="If inequality (1) holds at x and x' in both directions, for the rejection region and its "
        "complement, then $e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x')$ and $e^{\\epsilon} "
        "\\mathcal{E}_{II}(x') + \\mathcal{E}_I(x)$ are at least $1 - \\delta$.",
        formula=BOTH,
        checks=(by_solver("one region, all probabilities", [PRIVATE]),),
        near_misses=(
            NearMiss("without E", BOTH.mutate("And(odds*p + (1 - q)", "And(p + (1 - q)")),
            NearMiss("half of delta", BOTH.mutate(">= 1 - delta, odds*(1", ">= 1 - delta/2, odds*(1")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "one region, all probabilities, without 0 <= p",
                    "one region, all probabilities, without p <= 1",
                    "one region, all probabilities, without 0 <= q",
                    "one region, all probabilities, without q <= 1",
                    "one region, all probabilities, without odds >= 1",
                    "one region, all probabilities, without p - odds * q <= delta",
                    "one region, all probabilities, without 1 - q - odds * (1 - p) <= delta",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        note="The first needs (x', x) and S, the second (x, x') and the complement of S.",
    ),
    Claim(
        id="both-errors-are-near-one-half",
        paper="smoothed-dp",
        locator="Sec. 2, Justification 1, conclusion",
        title="when epsilon and delta are small, both errors are close to 1/2",
        kind=Kind.STATEMENT,
        statement="If epsilon and delta are small, then both error rates of every rejection region are close to 1/2.",
        hypotheses=(Hypothesis("'close' is read as within 1/4, at delta <= 0.01 and odds <= 1.1", silent=True),),
        formula=HALF,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "all regions", "two laws in halves", private_tests),),
        near_misses=(
            NearMiss("only the first error", Formula("abs(first - 1/2) < 1/4", ERRORS)),
            NearMiss("within 0.49", HALF.mutate("abs(first - 1/2) < 1/4", "abs(first - 1/2) < 49/100")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="mean-error-is-near-one-half",
        counterexample=Counterexample(
            "A constant output, and a test that never rejects: epsilon and delta may be 0, and the errors are 0 and 1. "
            "The relation asks for less than any closeness to 1/2.",
            {"P": "(1,)", "S": "()", "first": "sum(P[a] for a in S)", "second": "1 - sum(P[a] for a in S)"},
            fails="0 < first and second < 1",
        ),
        erratum=Erratum(
            "A test that never rejects has the errors 0 and 1, however private the mechanism. Only the mean of the "
            "two errors is close to 1/2.",
            "A statement on the mean of the two errors; for tests whose errors are equal it is the printed one.",
        ),
        search=over(SPACE, _near_half, climbs=False),
    ),
    Claim(
        id="mean-error-is-near-one-half",
        paper="project",
        locator="Errors",
        title="the mean of the two errors differs from 1/2 by at most 1/2 - (1 - delta)/(1 + E)",
        kind=Kind.PROJECT,
        statement="Under (epsilon, delta)-DP the mean of the two error rates is within $1/2 - (1-\\delta)/(1+e^{"
        "\\epsilon})$ of 1/2, for every rejection region. So the larger error is at least "
        "$(1-\\delta)/(1+e^{\\epsilon})$. Both become 1/2 with epsilon and delta going to 0.",
        formula=MEAN,
        checks=(by_solver("one region, all probabilities", [PRIVATE]),),
        near_misses=(
            NearMiss("1/2 - (1 - delta)/(2 E)", MEAN.mutate("(1 - delta)/(1 + odds)", "(1 - delta)/(1 + odds/2)")),
            NearMiss("half of delta", MEAN.mutate("(1 - delta)", "(1 - delta/2)")),
        ),
        family=family(
            true={
                ROOM: ["2 for 1 in 1 + odds"],
                IDLE: ["1 / 2 - (1 - delta) / (1 + odds) without (1 - delta) / (1 + odds)"],
                NOT_NEEDED: [
                    "one region, all probabilities, without 0 <= p",
                    "one region, all probabilities, without p <= 1",
                    "one region, all probabilities, without 0 <= q",
                    "one region, all probabilities, without q <= 1",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("dp-bounds-both-errors",),
        trust=("z3",),
        note="Attained by the coin that is kept with probability E/(1 + E): delta is 0 and both errors are 1/(1 + E).",
    ),
    Claim(
        id="errors-and-the-loss-in-print",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 1, second display",
        title="E times the first error plus the second is at least 1 - max d(x,x'), and vice versa 1 - max d(x',x)",
        kind=Kind.PROOF_STEP,
        statement="For a fixed x, $e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x') \\ge 1 - \\max_{x'} d(x,x')$"
        " and $e^{\\epsilon} \\mathcal{E}_{II}(x') + \\mathcal{E}_I(x) \\ge 1 - \\max_{x'} d(x',x)$.",
        formula=PRINTED,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "all regions", "two laws in halves", small_tests),),
        near_misses=(
            NearMiss("strictly", PRINTED.mutate("first >= 1 - backward", "first > 1 - backward")),
            NearMiss("without E", PRINTED.mutate("odds*first", "first")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="errors-and-the-loss-of-the-pair",
        counterexample=Counterexample(
            "One binary record, odds 2, 0 gives the output 0, 1 a fair coin, rejected at 1: the errors are 0 and 1/2, "
            "and d(x, x') = 0. There is one neighbour only, so its d is the maximum.",
            {
                "E": "2",
                "rows": "((1, 0), (1/2, 1/2))",
                "outputs": "range(2)",
                "d": ROWS["d"],
                "first": "rows[0][1]",
                "second": "1 - rows[1][1]",
            },
            fails="E * first + second >= 1 - d(rows[0], rows[1])",
        ),
        erratum=Erratum(
            "The two directions are exchanged: the error of type I is bounded with d(x',x), that of type II with "
            "d(x,x').",
            "d(x,x') and d(x',x) change places; the next display, with delta(x), stands.",
            defect=Defect.DIRECTION,
        ),
        search=over(SPACE, lambda _, at: _values(rows_at(at), at["region"], at["odds"]), climbs=False),
    ),
    Claim(
        id="errors-and-the-loss-of-the-pair",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 1, third display",
        title="with the directions exchanged, and so with delta(x)",
        kind=Kind.PROOF_STEP,
        statement="$e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x') \\ge 1 - d(x',x)$ and $e^{\\epsilon} "
        "\\mathcal{E}_{II}(x') + \\mathcal{E}_I(x) \\ge 1 - d(x,x')$, for every neighbour and region; as neither d "
        "exceeds delta(x), both are at least $1 - \\delta(x)$.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=TURNED,
        checks=(by_solver("one region, all probabilities", [OF_EVENTS]),),
        near_misses=(
            NearMiss(
                "as printed", Formula("And(odds*p + (1 - q) >= 1 - forward, odds*(1 - q) + p >= 1 - backward)", REGION)
            ),
            NearMiss("strictly", TURNED.mutate("(1 - q) >= 1 - backward", "(1 - q) > 1 - backward")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("z3", "maximum"),
    ),
    Claim(
        id="smoothed-dp-bounds-both-errors",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 1",
        title="the largest expected errors, weighted by E and 1, add up to at least 1 - delta",
        kind=Kind.STATEMENT,
        statement="For every assignment of sources the expected errors meet $e^{\\epsilon} "
        "\\mathrm{E}\\,\\mathcal{E}_I + \\mathrm{E}\\,\\mathcal{E}_{II} \\ge 1 - \\delta$ and the same with the errors "
        "exchanged. The printed inequalities, with a maximum over assignments for each error, follow and are weaker.",
        hypotheses=(
            Hypothesis("x' is a neighbour chosen as any function, also random, of x", silent=True),
            Hypothesis("the rejection region may depend on x", silent=True),
        ),
        formula=AVERAGED,
        checks=(by_solver("all expectations", [ASSIGNMENTS]),),
        near_misses=(
            NearMiss(
                "half of delta", AVERAGED.mutate("And(odds*one + two >= 1 - delta", "And(odds*one + two >= 1 - delta/2")
            ),
            NearMiss("without E", AVERAGED.mutate("odds*largest_one + largest_two", "largest_one + largest_two")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("errors-and-the-loss-of-the-pair",),
        trust=("z3", "averaging"),
        note="A maximum over assignments weakens a lower bound: the two maxima may be attained by different "
        "assignments, and a single bad assignment makes them large. What is proved is the statement for each.",
    ),
)
