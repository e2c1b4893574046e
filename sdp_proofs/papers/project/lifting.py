"""Lifting steps: from formulas about outputs to statements about mechanisms.

Sums, means and maxima over finite sets of any size: what every step from one element to all of them rests on.

A finite set has an index, here a or b; a symbol that is said to have a value at each element is not known but for what
is given of it, so what is proved holds of all finite laws, events, and maps between finite sets. The proofs go one
element after the other; see `proving.finite_sets`.

Finite laws: events, maps, mixtures, products, and the divergence at odds E of two laws.

Throughout p and q are the probabilities of an output under two laws: that they are nonnegative is said where it is
used, and that they sum to one nowhere, so all of it holds of the terms of a mixture, too.

What counting rests on: Pascal's rule, the theorems of Vandermonde and of Newton, and Bernoulli's inequality.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.proving.vocabulary import (
    Formula,
    Section,
    about,
    by_identity,
    by_induction,
    by_solver,
    by_sums,
    in_steps,
    shown,
)

SECTION = Section(PROJECT, "Finite sums")

SECTION.claim(
    "sums-are-linear", "sum_a (c x_a + y_a) = c sum_a x_a + sum_a y_a",
    "Over every finite set the sum of $c\\,x_a + y_a$ is c times the sum of the $x_a$ and the sum of the $y_a$.",
    "total == c*first + second",
    by_sums(
        "one element after the other",
        {"total": "Sum(a, c*x + y)", "first": "Sum(a, x)", "second": "Sum(a, y)"}, [], "over a:",
        each={"a": "x y"}, linear=False, exchange=False,
    ),
    mutants={"without the factor": ("c*first", "first"), "twice the rest": ("+ second", "+ 2*second")},
)  # fmt: skip

SECTION.claim(
    "means-are-linear", "the mean of c x + y + e is c times that of x, plus that of y, plus e",
    "Under every finite law the mean of $c\\,x_a + y_a + e$ is c times the mean of the $x_a$, the mean of the $y_a$ "
    "and the constant.",
    "mean == c*first + second + e",
    by_sums(
        "one element after the other",
        {"mean": "Mean(a, c*x + y + e)", "first": "Mean(a, x)", "second": "Mean(a, y)"}, [], "over a:",
        each={"a": "x y"}, linear=False, exchange=False,
    ),
    mutants={"without the constant": ("+ e", ""), "without the factor": ("c*first", "first")},
)  # fmt: skip

SECTION.claim(
    "sums-may-be-exchanged", "rows first or columns first",
    "For finite sets, the sum over b of the sums over $a$ of $k_{ab}$ is the sum over $a$ of the sums over b.",
    "rows == columns",
    by_sums(
        "one column after the other",
        {"rows": "Sum(b, Sum(a, k))", "columns": "Sum(a, Sum(b, k))"}, [], "over a:",
        each={"a b": "k"}, exchange=False,
    ),
    mutants={"half": ("== columns", "== columns/2"), "strictly": ("==", "<")},
)  # fmt: skip

SECTION.claim(
    "inequalities-add-up", "sums are in the order of their terms, and so are unions and their parts",
    "If $x_a \\le y_a$ for every a, the sums are in the same order. If an event is covered by two others, its "
    "probability is at most the sum of theirs; so by induction for any number.",
    "And(low <= high, union <= one + other)",
    by_sums(
        "one element after the other",
        {
            "low": "Sum(a, x)", "high": "Sum(a, y)", "union": "Sum(a, p*hit)", "one": "Sum(a, p*first)",
            "other": "Sum(a, p*second)",
        },
        ["x <= y", "p >= 0", "hit <= first + second"], "over a:", each={"a": "x y p hit first second"},
    ),
    mutants={"strictly": ("low <= high", "low < high"), "one part": ("<= one + other", "<= one")},
)  # fmt: skip

SECTION.claim(
    "positive-parts-add-up-to-no-less", "a sum of positive parts is at least the positive part of the sum",
    "$\\max(0, \\sum_a x_a) \\le \\sum_a \\max(0, x_a)$.",
    "Max(0, whole) <= parts",
    by_sums(
        "one element after the other", {"whole": "Sum(a, x)", "parts": "Sum(a, Max(0, x))"}, [], "over a:",
        each={"a": "x"},
    ),
    mutants={"the other way": ("<=", ">="), "half": ("<= parts", "<= parts/2")},
)  # fmt: skip

SECTION.claim(
    "a-maximum-is-what-bounds-every-member",
    "a maximum is at most c exactly if no member exceeds c; a mean is at most the maximum",
    "The maximum of $x_a$ is at most c exactly if the excesses $\\max(0, x_a - c)$ add up to 0, that is if no member "
    "exceeds c; and no mean exceeds the maximum.",
    "And(Equivalent(worst <= c, excess <= 0), mean <= worst)",
    by_sums(
        "one member after the other",
        {"worst": "Largest(a, x)", "excess": "Sum(a, Max(0, x - c))", "mean": "Mean(a, x)"}, [],
        "over a: And(excess >= 0, Equivalent(worst <= c, excess <= 0), mean <= worst)", each={"a": "x"},
    ),
    mutants={"strictly": ("mean <= worst", "mean < worst"), "some excess": ("excess <= 0", "excess <= 1")},
)  # fmt: skip

SECTION.claim(
    "what-bounds-every-database-bounds-the-mean", "a mean lies between the bounds of its members",
    "If $\\text{low} \\le x_a \\le \\text{high}$ for every a, every average of the $x_a$ lies between these, too; and "
    "averages are in the order of what is averaged.",
    "And(low <= mean, mean <= high, mean <= larger)",
    by_sums(
        "one database after the other", {"mean": "Mean(a, x)", "larger": "Mean(a, y)"},
        ["low <= x", "x <= high", "x <= y"], "over a:", each={"a": "x y"},
    ),
    mutants={"below the low": ("low <= mean", "mean <= low"), "half": ("mean <= high", "mean <= high/2")},
)  # fmt: skip

SECTION.claim(
    "a-bound-for-each-times-their-number-bounds-all", "work for each mixture, times the number of mixtures",
    "If the work $x_a$ for every mixture is at most `most`, that for all is at most their number times `most`.",
    "all <= number*most",
    by_sums(
        "one mixture after the other", {"all": "Sum(a, x)", "number": "Sum(a, 1)"}, ["x <= most"], "over a:",
        each={"a": "x"},
    ),
    mutants={"for one": ("number*most", "most"), "half": ("number*most", "number*most/2")},
)  # fmt: skip

SECTION.claim(
    "differences-add-up-to-that-of-the-ends", "a telescoping sum",
    "The differences of consecutive terms add up to the difference of the last and the first.",
    "total == last - start",
    by_induction(
        "one term after the other", {"total": "0", "last": "start"},
        {"total": "total + (next - last)", "last": "next"}, [], inputs=("next",),
    ),
    mutants={"the first alone": ("last - start", "last"), "turned": ("last - start", "start - last")},
)  # fmt: skip

SECTION.claim(
    "a-chain-of-improvements-improves", "records replaced one after the other",
    "Where the value is a mixture of two, let the law of the record be replaced by that with the larger one. However "
    "many records are replaced, one after the other, the last value is at least the first.",
    "start <= value",
    by_induction(
        "one record after the other", {"value": "start"},
        {"value": "value - (weight*first + (1 - weight)*second) + Max(first, second)"},
        ["And(0 <= weight, weight <= 1)"], inputs=("first", "second", "weight"),
    ),
    mutants={"strictly": ("<=", "<"), "the other way": ("<=", ">=")},
)  # fmt: skip

SECTION.claim(
    "exponentials-rise-with-their-exponents", "x <= y gives exp(x) <= exp(y)",
    "exp rises, so inequalities between exponents are inequalities between exponentials.",
    "Implies(x <= y, exp(x) <= exp(y))",
    in_steps(
        "from the exponential of a sum and the tangent at 0",
        about(
            Formula("exp(y) == exp(x)*exp(y - x)", ["x", "y"]),
            by_identity("the exponential of a sum", "real x y"),
        ),
        by_solver("the other factor is at least 1", [shown("the exponential of a sum")]),
    ),
    mutants={"the other way": ("exp(x) <= exp(y)", "exp(y) <= exp(x)"), "strictly": ("<= exp(y)", "< exp(y)")},
)  # fmt: skip

SECTION.claim(
    "powers-rise-with-their-bases", "products of smaller factors are smaller",
    "If $0 \\le a \\le b$ for every factor, the product of the a is at most that of the b; so $a^n \\le b^n$.",
    "low <= high",
    by_induction(
        "one factor after the other", {"low": "1", "high": "1"}, {"low": "low*a", "high": "high*b"},
        ["And(0 <= a, a <= b)"], inputs=("a", "b"), keeps=["low >= 0"],
    ),
    mutants={"strictly": ("low <= high", "low < high"), "the other way": ("low <= high", "high <= low")},
)  # fmt: skip


LAWS = SECTION.beside(PROJECT, "Finite laws", {"odds": "e^{\\epsilon}"})

LAWS.claim(
    "a-divergence-is-a-sum-of-positive-parts", "the best event is {a : P(a) > E P'(a)}",
    "For every event, or randomised test with probability `take` of rejecting at an output, $P(S) - e^{\\epsilon} "
    "P'(S)$ is at most the sum over the outputs of $\\max(0, P(a) - e^{\\epsilon} P'(a))$; the event of those with a "
    "positive term attains it. So the divergence is that sum.",
    "And(gain <= positive, best == positive)",
    by_sums(
        "one output after the other",
        {
            "gain": "Sum(a, take*(p - odds*q))", "best": "Sum(a, right*(p - odds*q))",
            "positive": "Sum(a, Max(0, p - odds*q))",
        },
        [
            "And(0 <= take, take <= 1)",
            "And(Implies(p > odds*q, right == 1), Implies(p <= odds*q, right == 0))",
        ],
        "over a:", each={"a": "p q take right"},
    ),
    mutants={
        "no event is better": ("best == positive", "best < positive"),
        "half": ("gain <= positive", "gain <= positive/2"),
    },
)  # fmt: skip

LAWS.claim(
    "a-random-map-does-not-raise-the-divergence", "data processing, for finite laws",
    "Let an output a become a result b with the probability $k_{ab}$, for both laws alike. The divergence of the "
    "results, $\\sum_b \\max(0, \\sum_a k_{ab} (P(a) - e^{\\epsilon} P'(a)))$, is at most that of the outputs.",
    "after <= before",
    by_sums(
        "result by result, then output by output",
        {"after": "Sum(b, Max(0, Sum(a, k*(p - odds*q))))", "before": "Sum(a, Max(0, p - odds*q))"},
        ["k >= 0", "Sum(b, k) == 1"],
        "over a: Max(0, Sum(a, k*(p - odds*q))) <= Sum(a, k*Max(0, p - odds*q))",
        "over b: after <= Sum(b, Sum(a, k*Max(0, p - odds*q)))",
        "over a: Sum(a, Max(0, p - odds*q)*Sum(b, k)) == before",
        each={"a": "p q", "a b": "k"},
    ),
    mutants={"strictly": ("<=", "<"), "the other way": ("<=", ">=")},
)  # fmt: skip

LAWS.claim(
    "records-that-are-not-sampled-leave-no-trace",
    "the laws of neighbours agree where the changed record is not sampled",
    "Let both databases be sampled by the same sets of records, s with the probability $u_s$, and let the output be h "
    "with probability $k_s$ in the one and $l_s$ in the other, the same if s does not hold the changed record. Then "
    "$P(h) = A + C$ and $P'(h) = B + C$ with the same C, and $A \\le \\Pr[\\text{the record is sampled}]$.",
    "And(own == one + same, other == two + same, one <= rate)",
    by_sums(
        "one set of records after the other",
        {
            "own": "Sum(s, u*k)", "other": "Sum(s, u*l)", "one": "Sum(s, u*sampled*k)", "two": "Sum(s, u*sampled*l)",
            "same": "Sum(s, u*(1 - sampled)*k)", "rate": "Sum(s, u*sampled)",
        },
        ["u >= 0", "Or(sampled == 0, sampled == 1)", "Implies(sampled == 0, k == l)", "And(0 <= k, k <= 1)"],
        "over s:", each={"s": "u k l sampled"},
    ),
    mutants={"the same everywhere": ("one + same", "same"), "half the rate": ("one <= rate", "one <= rate/2")},
)  # fmt: skip

LAWS.claim(
    "a-tail-is-at-most-its-exponential-moment", "Markov's inequality for an exponential",
    "If $z (X - k) \\ge 0$ wherever the event holds, its probability is at most $\\mathrm{E}\\, e^{z (X - k)}$.",
    "tail <= moment",
    by_sums(
        "one value after the other", {"tail": "Sum(a, p*hit)", "moment": "Sum(a, p*exp(z*(x - k)))"},
        ["p >= 0", "Or(hit == 0, And(hit == 1, z*(x - k) >= 0))"], "over a:", each={"a": "p hit x"},
    ),
    mutants={"half": ("<= moment", "<= moment/2"), "strictly": ("tail <= moment", "tail < moment")},
)  # fmt: skip

LAWS.claim(
    "averages-of-products-over-independent-records-are-products", "one record more multiplies by its own average",
    "If one more record has the law q, independent of all others with the law p, the average of the product x y of "
    "what depends on these and of what depends on it is the product of the two averages.",
    "joint == first*second",
    by_sums(
        "both sums", {"joint": "Sum(b, Sum(a, p*q*x*y))", "first": "Sum(a, p*x)", "second": "Sum(b, q*y)"}, [],
        each={"a": "p x", "b": "q y"},
    ),
    mutants={"the sum": ("first*second", "first + second"), "half": ("first*second", "first*second/2")},
)  # fmt: skip

LAWS.claim(
    "averages-of-products-are-below-the-power-of-a-bound",
    "a bound of each factor, to the power of the number of records",
    "If the average of each record's factor lies between 0 and b, the average of the product over n independent "
    "records is at most $b^n$.",
    "mean <= power",
    by_induction(
        "one record after the other", {"mean": "1", "power": "1"}, {"mean": "mean*factor", "power": "power*b"},
        ["And(0 <= factor, factor <= b)"], inputs=("factor",), keeps=["mean >= 0"],
    ),
    mutants={"strictly": ("mean <= power", "mean < power"), "the other way": ("mean <= power", "power <= mean")},
)  # fmt: skip

LAWS.claim(
    "finitely-many-values-leave-an-interval", "an interval that avoids one value after the other",
    "In every interval there is one that avoids any finite number of values. A value lies at some place of the "
    "interval so far; if that is in its first half, the last third avoids it, else the first third. `seen` is any of "
    "the values so far.",
    "And(start <= low, low < high, high <= end, Or(seen < low, seen > high))",
    by_induction(
        "one value after the other", {"low": "start", "high": "end", "seen": "start - 1"},
        {
            "low": "low + 2/3*last*(high - low)", "high": "high - 2/3*(1 - last)*(high - low)",
            "seen": "new*(low + place*(high - low)) + (1 - new)*seen",
        },
        ["start < end", "Or(And(last == 1, place <= 1/2), And(last == 0, place > 1/2))", "Or(new == 0, new == 1)"],
        inputs=("last", "place", "new"),
    ),
    mutants={"no length": ("low < high", "low >= high"), "beyond the end": ("high <= end", "high > end")},
)  # fmt: skip


COUNTING = SECTION.beside(PROJECT, "Counting")

COUNTING.claim(
    "a-set-has-an-element-or-not", "C(k + 1, l) = C(k, l) + C(k, l - 1)",
    "Of the sets with l of k + 1 elements some do not have the last one, and the others have l - 1 of the rest.",
    "Eq(binomial(k + 1, l), binomial(k, l) + binomial(k, l - 1))",
    by_identity("factorials", "natural k l"),
    mutants={"l + 1": ("binomial(k, l - 1)", "binomial(k, l + 1)"), "one of them": (" + binomial(k, l - 1)", "")},
    counts="k l",
)  # fmt: skip

COUNTING.claim(
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


COUNTING.claim(
    "binomial-probabilities-add-up-to-one", "the sum of C(n, h) x^h y^(n - h) over h is (x + y)^n",
    "By Pascal's rule, A, the sum of the first j + 1 terms for n + 1, is x + y times B, that for n, but for what the "
    "last of those for n would still give: $A = (x+y)B - x \\binom nj X Y$ with $X = x^j$ and $Y = y^{n-j}$. At j = n "
    "one more term, $xX$, makes it x + y times B. So the sum goes on like the power; with x + y = 1 it is 1.",
    "total == power",
    on_instances(EXACT, GRID, "expanded", "n = 0 ... 6, x in {-1, 1/3, 2}, y in {2/3, -2}", expanded),
    integers="n j", mutants={"twice the power": ("== power", "== 2*power"), "more than it": ("==", ">")},
)  # fmt: skip

COUNTING.claim(
    "bernoullis-inequality", "ln(1 + r v) <= r ln(1 + v) for r >= 1",
    "The logarithm is concave: it lies below its tangent at 1 + v, at 1 as at 1 + r v. So $1 + rv \\le (1 + v)^r$ for "
    "$v > -1$ and $r \\ge 1$, which is clear where the left side is not positive.",
    "log(1 + r*v) <= r*log(1 + v)",
    in_steps(
        "a tangent, taken twice",
        about(COUNTING.formula("Eq(log(x/y), log(x) - log(y))"), by_identity("a quotient", "positive x y")),
        about(COUNTING.formula("log(x) <= x - 1"), by_solver("a tangent", "x > 0")),
        by_solver("tangents at 1 + v", [
            "And(r >= 1, v > -1, 1 + r*v > 0)", shown("a quotient", {"x": "1 + r*v", "y": "1 + v"}),
            shown("a quotient", {"x": "1", "y": "1 + v"}),
            # The tangent of the logarithm at 1, at two quotients.
            shown("a tangent", {"x": "(1 + r*v)/(1 + v)"}), shown("a tangent", {"x": "1/(1 + v)"}),
        ]),
    ),
    mutants={"r times less": ("<= r*log", "<= log"), "twice the left side": ("log(1 + r*v)", "log(1 + 2*r*v)")},
)  # fmt: skip
