"""Why Remark 8 fails at every rate up to 1/10: one place whose cost is below an eighth of the floor.

With rho = T/n and 1 - e^-epsilon = 1.9 rho, let the types have the shares f and 1 - f, as in one of the sources, and
let rho s and rho s' of their records be sampled, s' = (1 - 1.9 f)/(1 - 1.9 f rho) and s = 1.9 + s' (1 - 1.9 rho). This
place meets the conditions of the decay rate, whose value is at most its cost, f KL(rho s || rho) + (1-f) KL(rho s' ||
rho). The cost is below f/8: from f = 1/50 on as it stands, below with the chi-square in place of the second entropy,
which has the factor f that is divided by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_box, on_instances
from sdp_proofs.claims.proofs.facts import facts_of
from sdp_proofs.claims.proofs.proving import by_tangents
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

SYMBOLS = {"f": "f", "r": r"\rho"}
GAINING = "((1 - 19*f/10)/(1 - 19*f*r/10))"
LOSING = f"(19/10 + {GAINING}*(1 - 19*r/10))"


def entropy(share: str) -> str:
    """The text of KL(rho share || rho).

    Example:
        >>> entropy("s")
        '(r*s*log(s) + (1 - r*s)*log((1 - r*s)/(1 - r)))'
    """
    return f"(r*{share}*log({share}) + (1 - r*{share})*log((1 - r*{share})/(1 - r)))"


FEASIBLE = Formula(
    f"And(f*{LOSING} + (1 - f)*{GAINING} == 1, 1 - r*{LOSING} == (1 - 19*r/10)*(1 - r*{GAINING}), "
    f"0 < {GAINING}, 0 < {LOSING}, r*{GAINING} < 1, r*{LOSING} < 1)",
    SYMBOLS,
)
CHI_SQUARE = Formula(
    "x*log(x/r) + (1 - x)*log((1 - x)/(1 - r)) <= (x - r)**2/(r*(1 - r))", {"x": "x", "r": r"\rho"}
)
LARGE_FLOOR = Formula(f"f*{entropy(LOSING)} + (1 - f)*{entropy(GAINING)} < f/8", SYMBOLS)
CHI = "361*f*(1 - f)*r*(1 - r)/(100*(1 - 19*f*r/10)**2)"
DIVIDED = Formula(f"Eq((1 - f)/f*(r*{GAINING} - r)**2/(r*(1 - r)), {CHI})", SYMBOLS)
SMALL_FLOOR = Formula(f"{entropy(LOSING)} + {CHI} < 1/8", SYMBOLS)


def small_places(_: Claim) -> Iterator[Instance]:
    """Shares on both sides of a rate."""
    for x, r in product(map(Fraction, ("1/50", "1/5", "1/2", "9/10")), map(Fraction, ("1/100", "1/5", "1/2"))):
        yield f"x = {x}, rho = {r}", {"x": x, "r": r}


def facts(claim: Claim) -> Sequence[Formula]:
    """`losing` and `gaining` are the two relative entropies, `chi` bounds (1-f)/f times the latter."""
    return facts_of(claim.formula, (
        "And(0 < least, least <= 1/2, gap == (19/10 - 1)**2)",
        "rate <= least*losing + (1 - least)*gaining",
        "Implies(least >= 1/50, least*losing + (1 - least)*gaining < least/8)",
        "Implies(least <= 1/50, And((1 - least)*gaining <= least*chi, losing + chi < 1/8))",
    ), more=("losing", "gaining", "chi"))  # fmt: skip


CLAIMS = (
    Claim(
        id="a-place-of-slow-decay-is-feasible",
        paper="project",
        locator="Region of Remark 8",
        title="the place with shares f and 1 - f, of which rho s and rho s' are sampled, meets E x <= y",
        kind=Kind.PROJECT,
        statement="With $s' = (1 - 1.9 f)/(1 - 1.9 f\\rho)$ and $s = 1.9 + s'(1 - 1.9\\rho)$: $f s + (1-f) s' = 1$, "
        "the unsampled shares are in (0, 1), and $E (1 - \\rho s) = 1 - \\rho s'$ at $1/E = 1 - 1.9\\rho$.",
        formula=FEASIBLE,
        checks=(by_solver("all reals", [Formula("And(0 < f, f <= 1/2, 0 < r, r <= 1/10)", SYMBOLS)]),),
        near_misses=(
            NearMiss("2 for 1.9", FEASIBLE.mutate("== (1 - 19*r/10)*", "== (1 - 2*r)*")),
            NearMiss("shares exchanged", FEASIBLE.mutate(f"f*{LOSING} + (1 - f)*{GAINING}",
                                                         f"(1 - f)*{LOSING} + f*{GAINING}")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="relative-entropy-is-at-most-the-chi-square",
        paper="project",
        locator="Region of Remark 8",
        title="KL(x || rho) <= (x - rho)^2/(rho (1 - rho))",
        kind=Kind.PROJECT,
        statement="$KL(x\\|\\rho) \\le (x-\\rho)^2/(\\rho(1-\\rho))$ for x and rho strictly between 0 and 1.",
        formula=CHI_SQUARE,
        checks=(
            by_tangents("tangents", [Formula("And(0 < x, x < 1, 0 < r, r < 1)", CHI_SQUARE.symbols)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small places", "12 places", small_places),
        ),
        near_misses=(
            NearMiss("half of it", CHI_SQUARE.mutate("(r*(1 - r))", "(2*r*(1 - r))")),
            NearMiss("strictly", CHI_SQUARE.mutate("<=", "<")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb"),
    ),
    Claim(
        id="cost-of-the-slow-place-at-larger-floors",
        paper="project",
        locator="Region of Remark 8",
        title="the cost of the place is below f/8 for 1/50 <= f <= 1/2 and rho <= 1/10",
        kind=Kind.PROJECT,
        statement="$f KL(\\rho s\\|\\rho) + (1-f) KL(\\rho s'\\|\\rho) < f/8$ for every f in [1/50, 1/2] and every "
        "rho in (0, 1/10].",
        formula=LARGE_FLOOR,
        checks=(on_box("all floors and rates", {"f": "[1/50, 1/2]", "r": "(0, 1/10]"}),),
        near_misses=(
            NearMiss("f/9", LARGE_FLOOR.mutate("< f/8", "< f/9")),
            NearMiss("direction turned", LARGE_FLOOR.mutate("< f/8", "> f/8")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="cost-of-the-slow-place-at-small-floors",
        paper="project",
        locator="Region of Remark 8",
        title="the same for f <= 1/50, divided by f, with the chi-square in place of the second entropy",
        kind=Kind.PROJECT,
        statement="$KL(\\rho s\\|\\rho) + \\frac{1-f}{f}\\frac{(\\rho s' - \\rho)^2}{\\rho(1-\\rho)} < 1/8$ for every "
        "f in (0, 1/50] and every rho in (0, 1/10]; the second term is $3.61 f(1-f)\\rho(1-\\rho)/(1 - 1.9 f\\rho)^2$.",
        formula=SMALL_FLOOR,
        checks=(
            in_steps(
                "the second term, then all floors and rates",
                about(
                    DIVIDED,
                    by_identity("the second term", {"f": "positive", "r": "positive"}),
                ),
                on_box("all floors and rates", {"f": "[0, 1/50]", "r": "(0, 1/10]"}),
            ),
            on_box("all floors and rates", {"f": "[0, 1/50]", "r": "(0, 1/10]"}),
        ),
        near_misses=(
            NearMiss("a ninth", SMALL_FLOOR.mutate("< 1/8", "< 1/9")),
            NearMiss("direction turned", SMALL_FLOOR.mutate("< 1/8", "> 1/8")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("relative-entropy-is-at-most-the-chi-square",),
        trust=("arb", "sympy"),
        hypotheses=(Hypothesis("f > 0 where it is divided by f"),),
    ),
)  # fmt: skip
