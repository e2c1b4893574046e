"""Sums, means and maxima over finite sets of any size: what every step from one element to all of them rests on.

A finite set has an index, here a or b; a symbol that is said to have a value at each element is not known but for what
is given of it, so what is proved holds of all finite laws, events, and maps between finite sets. The proofs go one
element after the other; see `proving.finite_sets`.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
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
