"""What counting rests on: Pascal's rule, Vandermonde's identity, and Bernoulli's inequality."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import Section, about, by_identity, by_solver, in_steps, shown

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
