"""The best event is a tail, and where it starts: the likelihood ratio falls in the count and crosses 1/E at h*."""

from __future__ import annotations

from sdp_proofs.claims.checks import by_solver
from sdp_proofs.claims.families import NOT_NEEDED, ROOM, family
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula

SYMBOLS = {"a": "a", "b": "b", "T": "T", "h": "h", "g": "g", "odds": "E"}
FALLS = Formula("(a - g)*(b + 1)*a*(b + 1 - T + h) < (a - h)*(b + 1)*a*(b + 1 - T + g)", SYMBOLS)
CROSSES = Formula(
    "Equivalent(odds*(a - h)*(b + 1) < a*(b + 1 - T + h), h > a - a*(a + b + 1 - T)/(a + odds*(b + 1)))",
    SYMBOLS,
)
RETURNED = Formula("(a - 1)/a*(b/(b + 1)) < 1", SYMBOLS)
SAMPLED = {
    "a": Integers(1, 1000),
    "b": Integers(0, 1000),
    "T": Integers(0, lambda at: at["a"] + at["b"]),
    "h": Integers(lambda at: max(0, at["T"] - at["b"]), lambda at: min(at["a"], at["T"])),
}
"""a and b records of two types, T of them sampled, h of the first."""

CLAIMS = (
    Claim(
        id="likelihood-ratio-falls-in-the-count",
        paper="project",
        locator="Crossing",
        title="P'(h)/P(h) strictly falls in h, so the best event is a tail",
        kind=Kind.PROJECT,
        statement="Without replacement $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$ is smaller at g than at h whenever h < "
        "g, on the support. (Cross-multiplied; all factors are positive.)",
        formula=FALLS,
        checks=(
            by_solver(
                "all reals",
                [Formula("And(a >= 1, b >= 0, b + 1 - T + h > 0, h < g, g <= a, T < a + b + 1)", SYMBOLS)],
            ),
        ),
        near_misses=(
            NearMiss("it rises", FALLS.mutate(" < ", " > ")),
            NearMiss("a + g for a - g", FALLS.mutate("(a - g)", "(a + g)")),
        ),
        family=family(
            deep=True,
            true={
                NOT_NEEDED: [
                    "all reals, without b + 1 - T + h > 0",
                    "all reals, without g <= a",
                    "all reals, without T < a + b + 1",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over({**SAMPLED, "g": Integers(lambda at: at["h"] + 1, lambda at: at["a"])}, lambda _, point: point),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="crossing-in-closed-form",
        paper="project",
        locator="Crossing",
        title="E P'(h) < P(h) exactly for h above h* = a - a(n+1-T)/(a + E(b+1))",
        kind=Kind.PROJECT,
        statement="E P'(h) < P(h) holds exactly when $h > h^* = a - a(n+1-T)/(a + E(b+1))$: one division "
        "finds the event.",
        formula=CROSSES,
        checks=(by_solver("all reals", [Formula("And(a >= 1, b >= 0, b + 1 - T + h > 0, odds >= 1)", SYMBOLS)]),),
        near_misses=(
            NearMiss("n for n + 1", CROSSES.mutate("(a + b + 1 - T)", "(a + b - T)")),
            NearMiss("h* with E and 1 exchanged", CROSSES.mutate("(a + odds*(b + 1))", "(odds*a + (b + 1))")),
        ),
        family=family(deep=True, true={NOT_NEEDED: ["all reals, without b + 1 - T + h > 0"]}),
        recorded=Status.ESTABLISHED,
        search=over({**SAMPLED, "odds": Rationals(1, 1000)}, lambda _, point: point, climbs=False),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="likelihood-ratio-falls-in-the-count-with-replacement",
        paper="project",
        locator="Crossing",
        title="with replacement as well the best event is a tail: each count more divides the ratio by more than 1",
        kind=Kind.PROJECT,
        statement="With replacement $P'(h)/P(h) = ((a-1)/a)^h ((b+1)/b)^{T-h}$, with a and b records of the two types. "
        "One count more multiplies it by $(a-1)b/(a(b+1))$, which is below 1.",
        hypotheses=(Hypothesis("b >= 1; for b = 0 all draws show the one type, and P has a single output"),),
        formula=RETURNED,
        checks=(by_solver("all reals", [Formula("And(a >= 1, b >= 0)", SYMBOLS)]),),
        near_misses=(
            NearMiss("below 1/2", RETURNED.mutate("< 1", "< 1/2")),
            NearMiss("one record more of the first type", RETURNED.mutate("(a - 1)/a", "(a + 1)/a")),
        ),
        family=family(
            true={
                ROOM: [
                    "0 for 1 in a - 1", "a - 1 without 1", "0 for 1 in b + 1", "b + 1 without 1",
                    "(a - 1) / a * (b / (b + 1)) without b / (b + 1)",
                    "(a - 1) / a * (b / (b + 1)) without (a - 1) / a",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        search=over({"a": Integers(1, 1000), "b": Integers(0, 1000)}, lambda _, point: point),
        trust=("z3", "sum-over-outputs"),
    ),
)
