"""The best event is a tail, and where it starts: the likelihood ratio falls in the count and crosses 1/E at h*."""

from __future__ import annotations

from sdp_proofs.claims.checks import by_solver
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Kind, NearMiss, Status
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula

SYMBOLS = {"a": "a", "b": "b", "T": "T", "h": "h", "g": "g", "odds": "E"}
FALLS = Formula("(a - g)*(b + 1)*a*(b + 1 - T + h) < (a - h)*(b + 1)*a*(b + 1 - T + g)", SYMBOLS)
CROSSES = Formula(
    "Equivalent(odds*(a - h)*(b + 1) < a*(b + 1 - T + h), h > a - a*(a + b + 1 - T)/(a + odds*(b + 1)))",
    SYMBOLS,
)
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
        statement="Without replacement $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$ is smaller at g than at h "
        "whenever h < g, on the support. "
        "(Cross-multiplied; all factors are positive.)",
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
        recorded=Status.ESTABLISHED,
        search=over({**SAMPLED, "odds": Rationals(1, 1000)}, lambda _, point: point, climbs=False),
        trust=("z3", "sum-over-outputs"),
    ),
)
