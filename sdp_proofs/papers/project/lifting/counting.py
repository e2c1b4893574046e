"""What counting rests on: Pascal's rule, the theorems of Vandermonde and of Newton, and Bernoulli's inequality."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Counting")

SECTION.claim(
    "a-set-has-an-element-or-not", "C(k + 1, l) = C(k, l) + C(k, l - 1)",
    "Of the sets with l of k + 1 elements some do not have the last one, and the others have l - 1 of the rest.",
    "Eq(binomial(k + 1, l), binomial(k, l) + binomial(k, l - 1))",
    by_identity("factorials", "natural k l"),
    mutants={"l + 1": ("binomial(k, l - 1)", "binomial(k, l + 1)"), "one of them": (" + binomial(k, l - 1)", "")},
    counts="k l",
)  # fmt: skip

SECTION.claim(
    "hypergeometric-probabilities-add-up-to-one", "the sum of C(a, h) C(b, T - h) over h is C(a + b, T)",
    "T of a + b elements are h of the a and T - h of the b, for one h.",
    "Eq(Sum(binomial(a, h)*binomial(b, T - h), (h, 0, T)), binomial(a + b, T))",
    by_identity("a hypergeometric sum", "natural a b T"),
    mutants={
        "not the last": ("(h, 0, T)", "(h, 1, T)"), "T of b": ("binomial(a + b, T)", "binomial(b, T)"),
        "T for T - h": ("binomial(b, T - h)", "binomial(b, T)"),
    }, counts="a b T",
)  # fmt: skip



def expanded(_: Claim) -> Iterator[Instance]:
    """Sums of binomial terms and the powers that they are."""
    for n, x, y in product(range(7), (Fraction(-1), Fraction(1, 3), Fraction(2)), (Fraction(2, 3), Fraction(-2))):
        total = sum(comb(n, h) * x**h * y ** (n - h) for h in range(n + 1))
        yield f"n = {n}, x = {x}, y = {y}", {"total": total, "power": (x + y) ** n}


SECTION.claim(
    "binomial-probabilities-add-up-to-one", "the sum of C(n, h) x^h y^(n - h) over h is (x + y)^n",
    "By Pascal's rule, A, the sum of the first j + 1 terms for n + 1, is x + y times B, that for n, but for what the "
    "last of those for n would still give: $A = (x+y)B - x \\binom nj X Y$ with $X = x^j$ and $Y = y^{n-j}$. At j = n "
    "one more term, $xX$, makes it x + y times B. So the sum goes on like the power; with x + y = 1 it is 1.",
    "total == power",
    in_steps(
        "term by term, then power by power",
        about(SECTION.formula("Eq(binomial(n + 1, j + 1), binomial(n, j + 1) + binomial(n, j))"),
              by_identity("Pascal's rule", "natural n j")),
        about(SECTION.formula("Eq(binomial(n, 0), 1)"), by_identity("none of them", "natural n")),
        about(SECTION.formula("A == (x + y)*B - x*binomial(n, j)*X*Y"), by_induction(
            "the first terms",
            {"j": "0", "A": "y*z", "B": "z", "X": "1", "Y": "z"},
            {"j": "j + 1", "A": "A + binomial(n + 1, j + 1)*(x*X)*Y", "X": "x*X", "Y": "next",
             "B": "B + binomial(n, j + 1)*(x*X)*next"},
            ["n >= 0", "y*next == Y", "binomial(n, 0) == 1"], inputs=["next"], keeps=["j >= 0"],
            each=[shown("Pascal's rule")], ends=True,
        )),
        about(SECTION.formula("Implies(And(n >= 0, j >= 0, binomial(n, j) == 1, Y == 1), A + x*X == (x + y)*B)"),
              by_solver("all terms", [shown("none of them"), shown("the first terms")])),
        by_induction(
            "one factor more", {"total": "1", "power": "1"}, {"total": "A + x*X", "power": "(x + y)*power"},
            ["And(n >= 0, j >= 0, binomial(n, j) == 1, Y == 1, B == total)"], inputs=["A", "B", "X", "Y", "n", "j"],
            each=[shown("all terms")],
        ),
    ),
    on_instances(EXACT, GRID, "expanded", "n = 0 ... 6, x in {-1, 1/3, 2}, y in {2/3, -2}", expanded),
    integers="n j", mutants={"twice the power": ("== power", "== 2*power"), "more than it": ("==", ">")},
)  # fmt: skip

SECTION.claim(
    "bernoullis-inequality", "ln(1 + r v) <= r ln(1 + v) for r >= 1",
    "The logarithm is concave: it lies below its tangent at 1 + v, at 1 as at 1 + r v. So $1 + rv \\le (1 + v)^r$ for "
    "$v > -1$ and $r \\ge 1$, which is clear where the left side is not positive.",
    "log(1 + r*v) <= r*log(1 + v)",
    in_steps(
        "a tangent, taken twice",
        about(SECTION.formula("Eq(log(x/y), log(x) - log(y))"), by_identity("a quotient", "positive x y")),
        about(SECTION.formula("log(x) <= x - 1"), by_solver("a tangent", "x > 0")),
        by_solver("tangents at 1 + v", [
            "And(r >= 1, v > -1, 1 + r*v > 0)", shown("a quotient", {"x": "1 + r*v", "y": "1 + v"}),
            shown("a quotient", {"x": "1", "y": "1 + v"}),
            # The tangent of the logarithm at 1, at two quotients.
            shown("a tangent", {"x": "(1 + r*v)/(1 + v)"}), shown("a tangent", {"x": "1/(1 + v)"}),
        ]),
    ),
    mutants={"r times less": ("<= r*log", "<= log"), "twice the left side": ("log(1 + r*v)", "log(1 + 2*r*v)")},
)  # fmt: skip
