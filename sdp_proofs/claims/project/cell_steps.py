"""Why cells bound delta_SDP: they cover what gains, each is a product of bases, and the bases are what they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import BOUNDARY, CONVERSE, EQUAL, NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import by_induction, by_tangents
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

COVER = Formula(
    "Implies(And(odds*x < y, x >= cut/odds), y > cut)", {"x": "u/a", "y": "(w+1)/(b+1)", "cut": "c", "odds": "E"}
)
COUNTS = {
    "a": "a", "b": "b", "u": "u", "w": "w", "low": "Y", "high": "X", "s": "s", "t": "t", "v": "v", "left": "N",
    "all_left": r"\sum u",
}  # fmt: skip
EXPONENT = Formula(
    "Implies(And(u/a < high, (w + 1)/(b + 1) > low, all_left == left), s*(high*a - u) + t*(w + 1 - low*(b + 1)) - "
    "v*(all_left - left) >= 0)",
    COUNTS,
)
LEVEL = {"X": "X", "t": "(1-X)", "q": "q", "r": r"\rho", "v": "v", "w": "e^{-v}", "step": "e^{-s-v}"}
BASE = Formula("Eq(log(r/t) - X*v - X*log(X*r/(q*t)), -(X*log(X/q) + (1 - X)*log(t/r)) - v*X)", LEVEL)
FACTOR = Formula("Eq(r + q*(X*r/(q*(1 - X))), r/(1 - X))", LEVEL)
SIDE = Formula(
    "And(Implies(X <= q*w/(r + q*w), X*r/(q*(1 - X)) <= w), Implies(X*r/(q*(1 - X)) <= w, X <= q*w/(r + q*w)))", LEVEL
)
LARGEST = Formula("X*log(q*w/(X*B)) + (1 - X)*log((1 - q)/((1 - X)*B)) <= 0", {**LEVEL, "B": "L_0"})
THREE = {
    "one": "L_i",
    "two": "L_j",
    "rest": "L_0",
    "p": r"\pi(i)",
    "g": r"\pi(j)",
    "f": "f",
    "power": r"E[\cdot]_{n-1}",
}
RECORD = Formula(
    "Eq(p*(one*power) + g*(two*power) + (1 - p - g)*(rest*power), (p*one + g*two + (1 - p - g)*rest)*power)", THREE
)
FLOORS = Formula("p*one + g*two + (1 - p - g)*rest <= f*one + f*two + (1 - 2*f)*rest", THREE)
TWO_TYPES = Formula(
    "p*one + (1 - p)*two <= Max(f*one + (1 - f)*two, (1 - f)*one + f*two)", {name: THREE[name] for name in
    ("p", "one", "two", "f")}
)  # fmt: skip
EXCHANGED = Formula(
    "Max(first*own*other, first*(own*one)*(other/two)) <= first*Max(1, one/two)*own*other",
    {**THREE, "first": "BC", "own": "L_i^{H_i}", "other": "L_j^{H_j}"},
)
TERMS = Formula("And(0 <= cell, cell <= bound)", {"cell": r"E\Pr[\text{cell}]", "bound": "B C M^n"})
CELL_BY_CELL = by_induction(
    "cell by cell", {"loss": "cell", "high": "bound"}, {"loss": "loss + cell", "high": "high + bound"}, [TERMS]
)


def shares(claim: Claim) -> Iterator[Instance]:
    """Small fractions, B the mean of the weights."""
    for x, q, w in product(
        map(Fraction, ("1/5", "1/2", "3/4")),
        map(Fraction, ("1/100", "1/4", "1/2")),
        map(Fraction, ("1/2", "1", "3", "1000")),
    ):
        yield f"X = {x}, q = {q}, w = {w}", {"X": x, "q": q, "w": w, "B": 1 - q + q * w}


CLAIMS = (
    Claim(
        id="what-gains-lies-in-a-cell",
        paper="project",
        locator="Cells",
        title="if E x < y and x is not below c/E then y > c",
        kind=Kind.PROJECT,
        statement="An output gains only if $E x < y$. Take the first cut c' with $x < c'/E$, or none; x is at least "
        "c/E for the cut c before it, and so y > c: the output is in the cell of c and c'. Beyond the last cut only y "
        "counts; if that cut is 1 nothing is there, as y <= 1.",
        formula=COVER,
        checks=(by_solver("all reals", [Formula("And(odds >= 1, x >= 0, cut > 0)", COVER.symbols)]),),
        near_misses=(
            NearMiss("twice the cut", COVER.mutate("y > cut)", "y > 2*cut)")),
            NearMiss("a cut at c/E^2", COVER.mutate("x >= cut/odds", "x >= cut/odds**2")),
        ),
        family=family(true={NOT_NEEDED: ["all reals, without x >= 0", "all reals, without cut > 0"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced",),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="an-exponential-is-at-least-one-on-a-cell",
        paper="project",
        locator="Cells",
        title="on a cell s (X a - u) + t (w + 1 - Y (b+1)) - v (all left out - N) >= 0",
        kind=Kind.PROJECT,
        statement="For $s, t \\ge 0$ and every real v the exponent is not negative where $u/a < X$, $(w+1)/(b+1) > Y$ "
        "and N records are left out; its exponential is a product over the records, times $e^{t(1-Y)}$.",
        formula=EXPONENT,
        checks=(by_solver("all reals", [Formula("And(a > 0, b >= 0, s >= 0, t >= 0)", COUNTS)]),),
        near_misses=(
            NearMiss("strictly", EXPONENT.mutate(">= 0)", "> 0)")),
            NearMiss("w for w + 1", EXPONENT.mutate("t*(w + 1 -", "t*(w -")),
        ),
        family=family(
            true={
                BOUNDARY: ["<= for < in u / a < high", ">= for > in (w + 1) / (b + 1) > low"],
                ROOM: [
                    "s * (high * a - u) without high * a - u", "s * (high * a - u) without s",
                    "t * (w + 1 - low * (b + 1)) without w + 1 - low * (b + 1)",
                    "t * (w + 1 - low * (b + 1)) without t",
                    "s * (high * a - u) + t * (w + 1 - low * (b + 1)) without t * (w + 1 - low * (b + 1))",
                    "s * (high * a - u) + t * (w + 1 - low * (b + 1)) without s * (high * a - u)",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "exponential-markov"),
    ),
    Claim(
        id="base-of-a-cell-at-the-best-place",
        paper="project",
        locator="Cells",
        title="L = exp(-KL(X || q) - v X) where the chance of being left out is moved to X",
        kind=Kind.PROJECT,
        statement="A record contributes $(\\rho + q e^{-s-v}) e^{sX}$. At $e^{-s-v} = X\\rho/(q(1-X))$ the first "
        "factor is $\\rho/(1-X)$, and the logarithm of the product $-KL(X\\|q) - vX$. For the type that gains s is -t.",
        hypotheses=(Hypothesis("0 < X < 1; t = 1 - X and rho = 1 - q"),),
        formula=BASE,
        checks=(by_identity("logarithms taken apart", dict.fromkeys(BASE.symbols, "positive")),),
        near_misses=(
            NearMiss("the tilt the other way", BASE.mutate("- v*X", "+ v*X")),
            NearMiss("rho for q", BASE.mutate("X*log(X/q)", "X*log(X/r)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("first-factor-of-a-cell-at-the-best-place",),
        trust=("sympy",),
    ),
    Claim(
        id="first-factor-of-a-cell-at-the-best-place",
        paper="project",
        locator="Cells",
        title="rho + q (X rho/(q (1-X))) = rho/(1-X)",
        kind=Kind.PROJECT,
        statement="$\\rho + q\\,\\frac{X\\rho}{q(1-X)} = \\frac{\\rho}{1-X}$.",
        formula=FACTOR,
        checks=(by_identity("fractions", {"X": "positive", "q": "positive", "r": "positive"}),),
        near_misses=(
            NearMiss("the reciprocal", FACTOR.mutate("r/(1 - X))", "(1 - X)/r)")),
            NearMiss("q for rho", FACTOR.mutate("r/(1 - X))", "q/(1 - X))")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="the-best-place-is-allowed-on-its-side",
        paper="project",
        locator="Cells",
        title="s >= 0 exactly if X <= z, the chance of being left out under the tilt",
        kind=Kind.PROJECT,
        statement="$X \\le z = q e^{-v}/(\\rho + q e^{-v})$ if and only if $e^{-s-v} = X\\rho/(q(1-X)) \\le e^{-v}$, "
        "that is $s \\ge 0$; in the same way $t \\ge 0$ if and only if $Y \\ge z$.",
        formula=SIDE,
        checks=(by_solver("all reals", [Formula("And(0 <= X, X < 1, q > 0, r > 0, w > 0)", SIDE.symbols)]),),
        near_misses=(
            NearMiss("without the tilt", SIDE.mutate("And(Implies(X <= q*w/(r + q*w)", "And(Implies(X <= q/(r + q)")),
            NearMiss("turned", SIDE.mutate("And(Implies(X <= q", "And(Implies(X >= q")),
        ),
        family=family(
            true={
                CONVERSE: [
                    "converse of Implies(X <= q * w / (r + q * w), X * r / (q * (1 -  ...",
                    "converse of Implies(X * r / (q * (1 - X)) <= w, X <= q * w / (r  ...",
                ],
                NOT_NEEDED: ["all reals, without 0 <= X"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="no-base-of-a-cell-exceeds-that-of-the-rest",
        paper="project",
        locator="Cells",
        title="exp(-KL(X || q) - v X) <= rho + q exp(-v)",
        kind=Kind.PROJECT,
        statement="With $B = \\rho + q e^{-v}$, the logarithm of $e^{-KL(X\\|q) - vX}/B$ is $X\\ln\\frac{q e^{-v}}{XB} "
        "+ (1-X)\\ln\\frac{\\rho}{(1-X)B}$, which is at most 0: Gibbs' inequality.",
        formula=LARGEST,
        checks=(
            by_tangents(
                "tangents", [Formula("And(0 < X, X < 1, 0 < q, q < 1, w > 0, B == 1 - q + q*w)", LARGEST.symbols)]
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small fractions", "X, q and w at 36 places", shares),
        ),
        near_misses=(
            NearMiss("q for 1 - q", LARGEST.mutate("(1 - q)/((1 - X)*B)", "1/((1 - X)*B)")),
            NearMiss("strictly", LARGEST.mutate("<= 0", "< 0")),
        ),
        family=family(true={UNDECIDED: ["0 for 1 in 1 - q", "0 for 1 in 1 - X, place 2"]}, deep=True),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb"),
    ),
    Claim(
        id="averages-of-products-of-powers-factorise",
        paper="project",
        locator="Cells",
        title="one more record multiplies E prod L_k^H_k by sum pi(k) L_k",
        kind=Kind.PROJECT,
        statement="For independent records, of whatever sources, $E \\prod_k L_k^{H_k} = \\prod_r \\sum_k \\pi_r(k) "
        "L_k$; here with the types i, j and all others.",
        formula=RECORD,
        checks=(by_identity("one record", dict.fromkeys(RECORD.free, "real")),),
        near_misses=(
            NearMiss("all others with probability one", RECORD.mutate("(1 - p - g)*rest)*power", "rest)*power")),
            NearMiss("one type alone", RECORD.mutate("g*(two*power)", "g*power")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "induction", "independent-records"),
    ),
    Claim(
        id="rarer-types-have-a-larger-base",
        paper="project",
        locator="Cells",
        title="the base of a record is largest where both types are rarest, if there are others",
        kind=Kind.PROJECT,
        statement="As $L_i, L_j \\le L_0$, a source with $\\pi(i), \\pi(j) \\ge f$ has a base of at most $f L_i + f "
        "L_j + (1-2f) L_0$.",
        formula=FLOORS,
        checks=(by_solver("all reals", [Formula("And(one <= rest, two <= rest, p >= f, g >= f)", FLOORS.symbols)]),),
        near_misses=(
            NearMiss("strictly", FLOORS.mutate("<= f*one", "< f*one")),
            NearMiss("without the rest", FLOORS.mutate(" + (1 - 2*f)*rest", "")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("no-base-of-a-cell-exceeds-that-of-the-rest",),
        trust=("z3",),
    ),
    Claim(
        id="two-types-have-the-largest-base-at-an-end",
        paper="project",
        locator="Cells",
        title="with two types the base of a record is largest at an end of the sources",
        kind=Kind.PROJECT,
        statement="$p L_i + (1-p) L_j$ is linear in p, so for $f \\le p \\le 1-f$ it is at most its value at an end; "
        "in the same way the largest value over the hull of any sources is attained by one of them.",
        formula=TWO_TYPES,
        checks=(by_solver("all reals", [Formula("And(f <= p, p <= 1 - f)", TWO_TYPES.symbols)]),),
        near_misses=(
            NearMiss("the other end alone", TWO_TYPES.mutate("Max(f*one + (1 - f)*two, (1 - f)*one + f*two)",
                                                             "f*one + (1 - f)*two")),
            NearMiss("the lesser end", TWO_TYPES.mutate("Max(", "Min(")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="both-neighbours-below-one-bound-of-a-cell",
        paper="project",
        locator="Cells",
        title="the bound of D(H_i + 1, H_j - 1) is that of D(H_i, H_j) times L_i/L_j",
        kind=Kind.PROJECT,
        statement="With $\\max(1, L_i/L_j)$ the bound of a cell holds for both losses of the ordered pair.",
        formula=EXCHANGED,
        checks=(
            by_solver(
                "all reals", [Formula("And(first > 0, own > 0, other > 0, one > 0, two > 0)", EXCHANGED.symbols)]
            ),
        ),
        near_misses=(
            NearMiss("without the maximum", EXCHANGED.mutate("first*Max(1, one/two)", "first")),
            NearMiss("strictly", EXCHANGED.mutate("<=", "<")),
        ),
        family=family(
            true={
                EQUAL: [">= for <= in Max(first * own * other, first * (own * one) * (othe ..."],
                NOT_NEEDED: ["all reals, without one > 0", "all reals, without two > 0"],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
)  # fmt: skip
