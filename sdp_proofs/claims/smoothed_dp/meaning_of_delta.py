"""Sec. 1: delta as 'the probability that the threshold got exceeded'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import BOUNDARY, NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.instances.one_record import ODDS, ROWS, coin, losses, rows_at, small_rows, space
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
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
from sdp_proofs.numerics.formula import Formula

SYMBOLS = {
    "loss": "d(x,x')",
    "exceeds": r"\Pr[P > e^{\epsilon} P']",
    "p": "P",
    "q": "P'",
    "E": r"e^{\epsilon}",
    "R": "R",
}
EQUAL = Formula("loss == exceeds", SYMBOLS)
WITHIN = Formula(
    "And(Implies(p > R*q, p <= R/(R - E)*(p - E*q)), Implies(q > R*p, p <= (q - E*p)/(R - E)), Eq(R/(R - E) + 1/(R - "
    "E), (R + 1)/(R - E)), Eq((R + 1)/(R - E)*((R - E)/(R + 1)), 1))",
    SYMBOLS,
)
BETWEEN = Formula("And(p - E*q <= p, Implies(p > R*q, p*(1 - E/R) <= p - E*q))", SYMBOLS)


def _values(rows: tuple[tuple[Fraction, ...], ...], odds: Fraction) -> dict[str, Any]:
    exceeds = sum((p for p, q in zip(rows[0], rows[1], strict=True) if p > odds * q), Fraction(0))
    return {"loss": losses(rows, odds)[0][1], "exceeds": exceeds}


def small_laws(_: Claim) -> Iterator[Instance]:
    """Coins, then pairs of laws over three outputs."""
    for odds in ODDS:
        yield f"kept with probability 3/4, odds {odds}", _values(coin(Fraction(3, 4)), odds)
    for rows in small_rows(2, 3, 3):
        yield f"laws {'; '.join(' '.join(map(str, row)) for row in rows)}, odds 2", _values(rows, Fraction(2))


def _drawn(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return _values(rows_at(at), at["odds"])


CLAIMS = (
    Claim(
        id="delta-is-the-chance-of-exceeding-epsilon",
        paper="smoothed-dp",
        locator="Sec. 1, what delta measures",
        title="delta is the probability that the threshold epsilon is exceeded",
        kind=Kind.STATEMENT,
        statement="delta measures the probability that the threshold got exceeded: d(x,x') is the probability, under "
        "x, of an output that is more than $e^{\\epsilon}$ times likelier than under x'.",
        hypotheses=(Hypothesis("the threshold is exceeded where $P > e^{\\epsilon} P'$", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=EQUAL,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "small laws", "coins; laws in thirds", small_laws),),
        near_misses=(
            NearMiss("twice delta", EQUAL.mutate("loss ==", "2*loss ==")),
            NearMiss("at least", EQUAL.mutate("==", ">=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="chance-of-exceeding-a-larger-epsilon",
        counterexample=Counterexample(
            "One bit, odds 3/2, 0 always gives the output 0, 1 a fair coin: the output of x = 0 is twice as likely "
            "under x, with probability 1, and d(x,x') = 1/4.",
            {
                "E": "3/2",
                "rows": "((1, 0), (1/2, 1/2))",
                **ROWS,
                "exceeds": "sum(rows[0][a] for a in outputs if rows[0][a] > E * rows[1][a])",
            },
            fails="d(rows[0], rows[1]) == exceeds",
            given=("E > 1",),
        ),
        erratum=Erratum(
            "delta is at most that probability, and may be much smaller: only the part of P beyond e^epsilon P' "
            "counts. That the two differ is also behind Eq. (2) and footnote 3.",
            "At most for equal; for ratios above R > e^epsilon the chance is at most delta/(1 - e^epsilon/R).",
            defect=Defect.CONSTANT,
        ),
        search=over(space(2, 2), _drawn, climbs=False),
        note="The paper says 'at a high level'; the sentence is a common simplification.",
    ),
    Claim(
        id="chance-of-exceeding-a-larger-epsilon",
        paper="project",
        locator="Ratios",
        title="d(x,x') <= Pr[P > E P'], and Pr[P > R P'] <= d(x,x')/(1 - E/R) for R > E",
        kind=Kind.PROJECT,
        statement="Under x an output with $P > e^{\\epsilon} P'$ has probability at least d(x,x'); one with $P > R "
        "P'$, $R > e^{\\epsilon}$, at most $d(x,x')/(1 - e^{\\epsilon}/R)$. For one output: $P - e^{\\epsilon} P' \\le "
        "P$, and $P (1 - e^{\\epsilon}/R) \\le P - e^{\\epsilon} P'$ where $P > R P'$.",
        formula=BETWEEN,
        checks=(each_by_solver("all outputs", [Formula("And(p >= 0, q >= 0, E >= 1, R > E)", SYMBOLS)]),),
        near_misses=(
            NearMiss("without a factor", BETWEEN.mutate("p*(1 - E/R)", "p")),
            NearMiss("half of the excess", BETWEEN.mutate("p*(1 - E/R)", "p*(1 - E/(2*R))")),
            NearMiss("also at ratios below R", BETWEEN.mutate("p > R*q", "p > E*q")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in p * (1 - E / R) <= p - E * q"],
                BOUNDARY: [">= for > in p > R * q"],
                ROOM: ["E * q without q", "E * q without E", "p - E * q without E * q"],
                NOT_NEEDED: ["all outputs, without p >= 0"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "sum-over-outputs"),
        note="The first bound is attained where P' = 0 at all these outputs, the second approached by a coin whose "
        "ratio falls to R.",
    ),
    Claim(
        id="ratios-within-any-bound",
        paper="project",
        locator="Ratios",
        title="for every R > E the ratio is between 1/R and R with probability at least 1 - delta (R + 1)/(R - E)",
        kind=Kind.PROJECT,
        statement="Outputs with $P > R P'$ have $P \\le \\frac{R}{R - E} (P - E P')$, those with $P' > R P$ have $P "
        "\\le \\frac{1}{R - E} (P' - E P)$, $E = e^{\\epsilon} < R$. Summed, the ratio leaves [1/R, R] with "
        "probability at most $\\frac{R + 1}{R - E}\\,\\delta(x)$. At R = 2E + 1 that is $2\\delta(x)$, at R = 2E it is "
        "$(2 + 1/E)\\,\\delta(x)$.",
        hypotheses=(Hypothesis("a ratio p/0 counts as too large", silent=True),),
        formula=WITHIN,
        checks=(each_by_solver("all outputs", [Formula("And(p >= 0, q >= 0, E >= 1, R > E)", SYMBOLS)]),),
        near_misses=(
            NearMiss("1/(R - E) both times", WITHIN.mutate("p <= R/(R - E)*", "p <= 1/(R - E)*")),
            NearMiss("half of the other direction", WITHIN.mutate("(q - E*p)/(R - E)", "(q - E*p)/(2*(R - E))")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in p <= R / (R - E) * (p - E * q)", "< for <= in p <= (q - E * p) / (R - E)"],
                BOUNDARY: [">= for > in p > R * q", ">= for > in q > R * p"],
                NOT_NEEDED: ["all outputs, without p >= 0", "all outputs, without q >= 0"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "sum-over-outputs"),
        note="Sharp for every R: a coin whose ratio is just above R has delta(x) just above (R - E)/(R + 1), and both "
        "of its outputs are outside.",
    ),
)
