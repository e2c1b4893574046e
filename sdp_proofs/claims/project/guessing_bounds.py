"""What delta(x) says about guesses, for any number of types: pointwise inequalities between one gain and all losses.

Fix an output. The types are that of the true record, whose output it is, the one with the largest probability there,
and others. Probabilities are scaled so that one of them is 1. For a convex function of the sum of all others, and their
losses being at least the positive part of a sum, the worst case has that sum at an end of an interval.
"""

from __future__ import annotations

from sdp_proofs.claims.checks import by_identity, by_solver
from sdp_proofs.claims.families import ALIKE, NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.ledger import Claim, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

SYMBOLS = {
    "odds": "E",
    "k": "k",
    "p": "p",
    "s": "s",
    "x": "p_x",
    "y": "y",
    "z": "z",
    "w": "w",
    "c": "c",
    "b": "b",
    "r": "r",
    "end": "R",
    "lead": "A",
    "slope": "B",
    "low": "C",
}
"""k: the number of the other types; p, y, z: probabilities of the output; s, r: sums over the others."""

ENDS = Formula(
    "And(Implies(And(0 <= r, r <= end, lead >= 0, low <= 0, lead*end**2 + slope*end + low <= 0), lead*r**2 + slope*r + "
    "low <= 0), Implies(And(r >= end, end >= 0, y >= 0, c >= 0, b >= 0, y*(z - odds*end) <= c*(b + end)), y*(z - "
    "odds*r) <= c*(b + r)))",
    SYMBOLS,
)
TRUE = Formula(
    "And(Max(0, p*((1 + odds)*p/(p + s) - odds)) <= Max(0, k*p - odds*s)/k, (y - odds)*k <= (k - 1 + 1/2*(y - "
    "odds))*(1 + y), (y - odds - (k - 1))*k <= 1/2*(y - odds)*(1 + y + (k - 1)/odds))",
    SYMBOLS,
)
ROOTS = {"w": "w", "a": r"\alpha", "b": r"\beta"}
SQUARE = Formula("Eq((w - b**2)*(a + b)**2 + (w - b*(a + b))**2, w*(w + a**2 - b**2))", ROOTS)
PAIRS = {
    "utility": "u",
    "there": r"\overline{d(Y,Z)}",
    "back": r"\overline{d(Z,Y)}",
    "worst": r"\max_{Y,Z} (d(Y,Z) + d(Z,Y))",
    "delta": r"\delta",
}
WORST_PAIR = Formula("utility <= worst", PAIRS)
FOURTEEN = Formula(
    "And(Implies(And(p >= 0, x >= 0, x + p > 0), p*((1 + odds)*p/(x + p + s) - odds) <= Max(0, p - odds*x)), p*(1 - "
    "odds*(p + s)) <= 1/4*Max(0, 1 - odds*s/k)*(1 + p + s), Implies(k <= 12, And(y*(z - odds - odds*y)*k <= (1/4*(k - "
    "1) + 3/4*(z - odds))*(1 + y + z), y*k <= 3/4*(4*(odds*y + k - 1) + 1 + odds + y + (k - 1)/odds))), (w - c)*(4*c + "
    "b) <= w*(w + b), Implies(p >= odds, p*((1 + odds)*z/(1 + p + z + s) - odds) <= p - odds + odds*Max(0, (1 + "
    "odds)*z/(1 + odds + z + s) - odds)))",
    SYMBOLS,
)
ANY_NUMBER = Formula(
    "And(p*(1 - odds*(p + s)) <= odds*Max(0, 1 - odds*s/k)*(1 + p + s), y*(z - odds - odds*y)*k <= (odds*(k - 1) + "
    "odds/4*(z - odds))*(1 + y + z), y*k <= odds/4*(4*(odds*y + k - 1) + 1 + odds + y + (k - 1)/odds))",
    SYMBOLS,
)
RANGES = Formula(
    "And(odds >= 1, k >= 1, 0 <= y, y <= odds, z >= odds, p >= 0, s >= 0, w >= 0, c >= 0, b >= 0)", SYMBOLS
)
LARGE = {"odds": "E", "k": "k"}
NO_CONSTANT = Formula(
    "And(1 - (k - 1 + odds)/(k*(odds + 1)) >= 1/(odds + 1), 1 - (k - 1 + odds)/(k*(odds + 1)) <= odds*odds/(odds + 1), "
    "odds*k*((1 + odds)*(k - 1 + odds)/(1 + odds + k - 1 + odds) - odds) >= odds/2*(k - 1))",
    LARGE,
)
FINITE = Hypothesis("finitely many types, two at least, and finitely many outputs", silent=True)

CLAIMS = (
    Claim(
        id="worst-at-the-ends-of-the-others",
        paper="project",
        locator="Guesses",
        title="a quadratic that is convex is below zero between two points where it is; beyond, the gain falls",
        kind=Kind.PROJECT,
        statement="With the sum r of all other probabilities, gain minus loss times the denominator is a convex "
        "quadratic while the losses fall in r, so it is at most zero between two ends where it is. Beyond, where the "
        "losses are constant, the numerator of the gain falls and the denominator grows.",
        formula=ENDS,
        checks=(each_by_solver("all quadratics", [Formula("odds >= 1", SYMBOLS)]),),
        near_misses=(
            NearMiss("concave", ENDS.mutate("lead >= 0", "lead <= 0")),
            NearMiss("to the left", ENDS.mutate("r >= end", "r <= end")),
        ),
        family=family(
            true={
                ROOM: [
                    "sign of low reversed in lead * end ** 2 + slope * end + low",
                    "lead * end ** 2 + slope * end + low without low",
                    "lead * r ** 2 + slope * r + low without lead * r ** 2 + slope * r", "odds * end without odds",
                    "sign of odds * end reversed in z - odds * end", "z - odds * end without odds * end",
                    "sign of end reversed in b + end", "b + end without end", "b + end without b",
                ],
                NOT_NEEDED: [
                    "-1 for 0 in end >= 0", "<= for >= in end >= 0", "-1 for 0 in b >= 0", "<= for >= in b >= 0",
                    "without end >= 0", "without b >= 0",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="utility-of-the-true-value",
        paper="project",
        locator="Guesses",
        title="if the missing record is that of x, the utility is at most 3/2 of delta(x), for any number of types",
        kind=Kind.PROJECT,
        statement="With k other types Z, each output adds at most the mean over Z of $\\max(0, p_x - E p_Z) + "
        "\\frac{1}{2} \\max(0, p_Z - E p_x)$ to the utility under the true value. So the utility is at most the mean "
        "of $d(x,Z) + \\frac{1}{2} d(Z,x)$, and at most $\\frac{3}{2} \\delta(x)$. The parts: the true type looks "
        "likeliest; another one does, and the rest have no mass or the mass (k - 1)/E, in units of $p_x$.",
        hypotheses=(FINITE,),
        formula=TRUE,
        checks=(
            each_by_solver(
                "one output, all probabilities",
                [Formula("And(odds >= 1, k >= 1, y >= odds, p > 0, s >= 0)", SYMBOLS)],
            ),
        ),
        near_misses=(
            NearMiss("a fifth for a half", TRUE.mutate("k <= 1/2*(y - odds)", "k <= 1/5*(y - odds)")),
            NearMiss("0.99 of d(x,Z)", TRUE.mutate("<= Max(0, k*p - odds*s)/k", "<= 99/100*Max(0, k*p - odds*s)/k")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("worst-at-the-ends-of-the-others",),
        trust=("z3", "sum-over-outputs", "positive-parts", "maximum"),
        note="3/2 is approached with two types at epsilon = 0; with two types the factor is 1 + 1/(1 + E). The least "
        "factor for each number of types is that of `sharp-utility-of-the-true-value`.",
    ),
    Claim(
        id="sharp-weight-of-the-other-direction",
        paper="project",
        locator="Guesses",
        title="(w - b^2)(a + b)^2 <= w(w + a^2 - b^2), with equality at w = b(a + b)",
        kind=Kind.PROJECT,
        statement="At the end (k - 1)/E of the others the least weight of d(Z,x) is the maximum of $k (w - k + 1)/(w "
        "(w + B))$ over w = y - E > 0, with B = 1 + E + (k - 1)/E. With $\\beta^2 = k - 1$ and $\\alpha^2 = B + k - 1$ "
        "it is $k/(\\alpha + \\beta)^2$: the difference of the two sides is a square.",
        formula=SQUARE,
        checks=(by_identity("identity", {"w": "real", "a": "real", "b": "real"}),),
        near_misses=(
            NearMiss("another place", SQUARE.mutate("(w - b*(a + b))", "(w - a*(a + b))")),
            NearMiss("without the square", SQUARE.mutate(" + (w - b*(a + b))**2", "")),
        ),
        family=family(true={ALIKE: ["sides of w - b * (a + b) exchanged"]}),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
        note="For one other type it is 1/(1 + E), so that u_x <= d(x,x') + d(x',x)/(1 + E).",
    ),
    Claim(
        id="some-pair-of-values-bounds-the-utility",
        paper="project",
        locator="Guesses",
        title="u <= max over pairs of values of the missing record of d + d', for any number of types",
        kind=Kind.PROJECT,
        statement="If the missing record is Y, the utility is at most the mean over Z of d(Y,Z) + d(Z,Y)/2, hence at "
        "most the largest d(Y,Z) + d(Z,Y) over pairs of values. The databases of the pair agree outside of the missing "
        "record.",
        formula=WORST_PAIR,
        checks=(
            by_solver(
                "all losses", [Formula("And(utility <= there + back/2, there + back <= worst, back >= 0)", PAIRS)]
            ),
        ),
        near_misses=(
            NearMiss("half of it", WORST_PAIR.mutate("worst", "worst/2")),
            NearMiss("strictly", WORST_PAIR.mutate("<=", "<")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("utility-of-the-true-value",),
        trust=("z3", "maximum"),
    ),
    Claim(
        id="twice-delta-bounds-the-utility-up-to-fourteen-types",
        paper="project",
        locator="Guesses",
        title="u <= 2 delta(x) for at most fourteen types",
        kind=Kind.PROJECT,
        statement="If the missing record is Y, not that of x, and there are k = m - 2 others Z, each output adds at "
        "most $\\max(0, p_Y - E p_x)$ and the mean over Z of $\\frac{1}{4} \\max(0, p_x - E p_Z) + \\frac{3}{4} "
        "\\max(0, p_Z - E p_x)$. The weights add up to 2, for k <= 12. The parts: Y looks likeliest; x does; some Z "
        "does, with no mass on the others, or (k - 1)/E (two steps), for y <= E; and y > E. Units of $p_x$; if it is "
        "0, the loss d(Y,x) is enough.",
        hypotheses=(FINITE,),
        formula=FOURTEEN,
        checks=(each_by_solver("one output, all probabilities", [RANGES]),),
        near_misses=(
            NearMiss("fifteen types", FOURTEEN.mutate("k <= 12", "k <= 13")),
            NearMiss("an eighth for a quarter", FOURTEEN.mutate("<= 1/4*Max(0, 1", "<= 1/8*Max(0, 1")),
            NearMiss("half of d(Y,x)", FOURTEEN.mutate("<= Max(0, p - odds*x))", "<= Max(0, p - odds*x)/2)")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("worst-at-the-ends-of-the-others", "utility-of-the-true-value", "utilities-add-up-to-divergences"),
        trust=("z3", "sum-over-outputs", "positive-parts", "maximum"),
        note="With fifteen types it is false (`utility-at-most-twice-delta`), so fourteen cannot be improved. Two "
        "types have no others: there u <= d + d'.",
    ),
    Claim(
        id="utility-for-any-number-of-types",
        paper="project",
        locator="Guesses",
        title="u <= (1 + 5E/4) delta(x), however many types",
        kind=Kind.PROJECT,
        statement="With the weight 1 of d(Y,x), E of the mean of d(x,Z) and E/4 of the mean of d(Z,x), each output "
        "adds at most these, for every number of others. So $u \\le (1 + \\frac{5}{4} e^{\\epsilon})\\, \\delta(x)$.",
        hypotheses=(FINITE,),
        formula=ANY_NUMBER,
        checks=(each_by_solver("one output, all probabilities", [RANGES]),),
        near_misses=(
            NearMiss("no weight for E", ANY_NUMBER.mutate("(odds*(k - 1)", "(0*(k - 1)")),
            NearMiss("E/8 for E/4", Formula(ANY_NUMBER.text.replace("odds/4*(4", "odds/8*(4"), SYMBOLS)),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("twice-delta-bounds-the-utility-up-to-fourteen-types",),
        trust=("z3", "sum-over-outputs", "positive-parts", "maximum"),
        note="The other parts are those of the claim for fourteen types. By `no-constant-serves-all-types` the factor "
        "must grow like E; the least one, with the same leading term, is in `sharp-utility-for-any-number-of-types`.",
    ),
    Claim(
        id="no-constant-serves-all-types",
        paper="project",
        locator="Guesses",
        title="with 4 E^2 + 2 types or more the utility can be above E/2 times delta(x)",
        kind=Kind.PROJECT,
        statement="Let k outputs point to one of k types each, which has k - 1 + E units there, and let x have 1 unit "
        "and Y have E at all of them, a unit being 1/(k (E + 1)); what is left goes to one more output. Then delta(x) "
        "is k - 1 units, and the utility at least E/2 times that. So no factor that does not depend on epsilon serves "
        "all numbers of types. The parts: the two losses at the last output are zero, and the gain.",
        hypotheses=(Hypothesis("k >= 4 E^2 and E >= 2; k is the number of the types that are pointed to"),),
        formula=NO_CONSTANT,
        checks=(each_by_solver("all odds and numbers", [Formula("And(odds >= 2, k >= 4*odds**2)", LARGE)]),),
        near_misses=(
            NearMiss("above E", NO_CONSTANT.mutate(">= odds/2*(k - 1)", ">= odds*(k - 1)")),
            NearMiss("no rest", NO_CONSTANT.mutate(">= 1/(odds + 1)", ">= 2/(odds + 1)")),
        ),
        family=family(
            counts=["k"],
            true={
                NOT_ATTAINED: [
                    "> for >= in 1 - (k - 1 + odds) / (k * (odds + 1)) >= 1 / (odds + 1)",
                    "< for <= in 1 - (k - 1 + odds) / (k * (odds + 1)) <= odds * odds ...",
                    "> for >= in odds * k * ((1 + odds) * (k - 1 + odds) / (1 + odds  ...",
                ],
                ROOM: [
                    "k + 1 for k in k - 1", "0 for 1 in k - 1", "sign of 1 reversed in k - 1", "k - 1 without 1",
                    "k - 1 for k in k * (odds + 1)", "0 for 1 in odds + 1", "odds + 1 without 1",
                    "0 for 1 in odds + 1, place 2", "odds + 1 without 1, place 2", "k - 1 for k in k - 1, place 2",
                    "2 for 1 in k - 1, place 2", "sign of odds reversed in k - 1 + odds, place 2",
                    "k - 1 + odds without odds, place 2", "k - 1 + odds without k - 1, place 2",
                    "k + 1 for k in k * (odds + 1), place 2", "2 for 1 in odds + 1, place 3",
                    "1 - (k - 1 + odds) / (k * (odds + 1)) without (k - 1 + odds) / (k * (odds + 1)), place 2",
                    "odds * odds without odds", "2 for 1 in odds + 1, place 4", "k - 1 for k in odds * k",
                    "k + 1 for k in k - 1, place 4", "0 for 1 in k - 1, place 4",
                    "sign of 1 reversed in k - 1, place 4", "k - 1 without 1, place 4",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "sum-over-outputs"),
    ),
)
