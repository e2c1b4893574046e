"""The quasi-linear algorithm: all assignments of two or three sources by elementary bidiagonal factors."""

from __future__ import annotations

from sdp_proofs.papers.project.assignments import instances as small
from sdp_proofs.papers.project.assignments.instances import GENERATING, INSIDE, product_row, row
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Quasi-linear", {
    "fast": "F(k)", "published": "F_{\\mathrm{alg. 1}}(k)", "slack": "r",
    "found": "\\mathbf{1}[P M Q = S_1 \\cdots S_6]",
}, {
    "fast": "privacy.smoothed.two_sources.smoothed_table",
    "published": "privacy.smoothed.algorithm_one.algorithm_one", "found": "sums.elementary_factors.factorise",
})  # fmt: skip


def _both_rows(claim: Claim) -> Formula:
    """The generating functions of the histogram's law, by the two averages and by one convolution of binomial laws."""
    fast = product_row("q/p", "k" if claim.parameters["order"] == 1 else "n - k")
    return SECTION.formula(f"Eq({fast}, {row()})")


def _record_by_record(claim: Claim) -> Formula:
    """One record of a source, then the others: generating functions, (x, y, z) standing for the three types.

    The averages are looked up at the mixture (first, second, rest) of `order`.
    """
    first, second = claim.parameters["order"]
    one, other, third = "abc"[first], "abc"[second], "abc"[3 - first - second]
    law = "(p*x + q*y + r*z)"
    text = f"Eq({law}*({law}**{one}*v**{other}*w**{third}), {law}**(a + 1)*v**b*w**c)"
    return Formula(text, tuple("abcpqrxyzvw"))


SECTION.claim(
    "two-laws-are-a-product-of-two-shears",
    "two laws over two types are a product of two bidiagonal factors, so all assignments are two binomial averages",
    "For p > 0 the matrix with rows (p, 1-p) and (q, 1-q) is the product of those with rows (1, 0), (q/p, 1 - q/p) "
    "and (p, 1-p), (0, 1): as a bilinear form in (u, v) and (x, y) both sides agree. The n-th symmetric power takes "
    "the deltas to the averages over all assignments, and that of a bidiagonal factor is a binomial average; hence "
    "F(k) = E G(k + Bin(n-k, q/p)) with G(j) = E v(Bin(j, p)).",
    "Eq(u*(p*x + (1 - p)*y) + v*(q*x + (1 - q)*y), (u + v*q/p)*(p*x + (1 - p)*y) + v*(1 - q/p)*y)",
    by_identity("bilinear form", ["u", "v", "x", "y", "p", "q"]),
    given="p > 0; that all weights are probabilities also needs q <= p",
    mutants={"p/q for q/p": ("(u + v*q/p)", "(u + v*p/q)"), "p - q for 1 - q/p": ("v*(1 - q/p)", "v*(p - q)")},
    trust="symmetric-powers",
)  # fmt: skip

SECTION.claim(
    "a-table-of-binomial-averages-is-one-convolution",
    "after scaling by factorials and powers, E v(Bin(j, p)) for all j is one convolution",
    "$P(Bin(j,p) = h) = j!\\,(p^h/h!)\\,((1-p)^{j-h}/(j-h)!)$: a factor of j, one of h and one of j - h. So all n + 1 "
    "averages are one product of polynomials of degree n between two diagonal scalings, and the assignments of two "
    "laws take two such products instead of the n^3 multiplications of Algorithm 1.",
    "Eq(binomial(j, h)*p**h*(1 - p)**(j - h), factorial(j)*(p**h/factorial(h))*((1 - p)**(j - h)/factorial(j - h)))",
    by_identity("entries of the matrix", "natural j h", "h <= j"), given="0 <= h <= j",
    mutants={
        "no scaling by j!": ("factorial(j)*", ""),
        "powers of p for those of 1 - p": ("((1 - p)**(j - h)/", "(p**(j - h)/"),
    }, counts="j h", generated="deep", note="How the convolution keeps every entry's digits, in about n log n "
    "operations, is in `sums.binomial_shift`; its speed is measured, not claimed here.",
)  # fmt: skip

SECTION.claim(
    "two-convolutions-agree-with-algorithm-one",
    "the table by two convolutions is that of Algorithm 1, assignment by assignment",
    "Algorithm 1 convolves Bin(k, p) and Bin(n-k, q); two averages over k + Bin(n-k, q/p) and Bin(j, p) have the same "
    "generating function, so for all n, deltas and pairs of laws the average of every assignment is the same number "
    "F(k). An enclosure of relative radius r of the one is one of the other.",
    "abs(fast - published) <= slack*published",
    in_steps(
        "generating functions", about(_both_rows, by_identity("laws of the histogram", GENERATING, INSIDE)),
        by_solver(
            "enclosures of the same number", [
                lifted(
                    "generating-functions", "averages == published", shown("laws of the histogram"),
                    cite("two-laws-are-a-product-of-two-shears"),
                    cite("a-table-of-binomial-averages-is-one-convolution"),
                ), trusted("programs", "abs(fast - averages) <= slack*averages"),
            ],
        ),
    ), on_instances(
        EXACT, GRID, "the two averages in fractions",
        "three pairs of sources, n = 2, 3, 5, 8 and 11, T = 1 and n - 1, odds 3/2", small.every_mixture_exactly,
    ), on_instances(
        CERTIFIED, GRID, "every mixture", "three pairs of sources, n = 2, 3, 5, 8 and 11, T = 1 and n - 1, odds 3/2",
        small.every_mixture,
    ), given=(
        "0 <= q <= p <= 1, p > 0, laws exchanged if need be; for p = 0 all F(k) are equal",
        "that the programs evaluate these averages rightly is tested, and not proved",
    ), parameters={"order": 1},
    mutants={"sources exchanged": {"order": -1}, "half of it": ("fast - published)", "fast - published/2)")},
    generated="deep",
    note="The certified table is within $10^{-14}$ of the published algorithm, run in fractions at small sizes.",
)  # fmt: skip

SECTION.claim(
    "an-elementary-factor-is-a-scaled-shear",
    "$(I + t e_i e_j^T)\\,\\mathrm{diag}(s)$ is $\\mathrm{diag}(s')$ times a stochastic elementary factor",
    "Row i of $(I + t\\,e_i e_j^T)\\,\\mathrm{diag}(s)$ is $s_i x_i + t s_j x_j$. It is $s'_i = s_i + t s_j$ times "
    "the law that gives j the probability $t s_j / s'_i$ and i the rest. So a product of nonnegative elementary "
    "factors, if its rows sum to one, is a product of stochastic ones.",
    "Eq(s*x + t*r*y, (s + t*r)*((1 - t*r/(s + t*r))*x + t*r/(s + t*r)*y))",
    by_identity("one row", ["s", "r", "t", "x", "y"]), at="Elementary factors",
    symbols={"s": "s_i", "r": "s_j", "x": "x_i", "y": "x_j"}, given="s, t >= 0; where s' is zero the row is zero",
    mutants={"s for s'": ("(s + t*r)*(", "s*("), "t s_j / s_i": ("+ t*r/(s + t*r)*y", "+ t*r/s*y")}, generated="deep",
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "three-laws-have-nonnegative-triangular-factors",
    "any three laws over three types, suitably arranged, are L D U with nonnegative entries",
    "Every stochastic matrix of order three is, after permuting its rows and its columns, L D U with nonnegative "
    "entries, and so a product of six elementary bidiagonal factors.",
    "found >= 1",
    on_instances(EXACT, GRID, "36 arrangements of each", "all matrices of halves", small.small_matrices),
    at="Elementary factors",
    parameters={"denominators": (1, 2)}, fails=instance(
        "The laws (0, 1/2, 1/2), (1/2, 0, 1/2), (1/2, 1/2, 0). In L D U with nonnegative entries and no zero row or "
        "column the first entry is positive, and the minors of rows 1, 2 in columns 1, 2 or 1, 3, of rows 1, 3 in "
        "columns 1, 2, and the determinant are products of entries; none of the 36 arrangements has them all "
        "nonnegative.",
        "M = ((0, 1/2, 1/2), (1/2, 0, 1/2), (1/2, 1/2, 0)); orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, "
        "0, 1), (2, 1, 0)); minor = lambda r, c, i, j, k, l: M[r[i]][c[k]] * M[r[j]][c[l]] - M[r[i]][c[l]] * "
        "M[r[j]][c[k]]; determinant = lambda r, c: sum(M[r[0]][c[k]] * minor(r, c, 1, 2, (k + 1) % 3, (k + 2) % 3) "
        "for k in range(3)); possible = lambda r, c: M[r[0]][c[0]] > 0 and minor(r, c, 0, 1, 0, 1) >= 0 and minor(r, "
        "c, 0, 1, 0, 2) >= 0 and minor(r, c, 0, 2, 0, 1) >= 0 and determinant(r, c) >= 0",
        given="all(sum(row) == 1 for row in M); all(sum(row[k] for row in M) > 0 for k in range(3))",
        at={"found": "sum(1 for r in orders for c in orders if possible(r, c))"},
    ), wrong="Three laws of which each excludes another type have no such factors, in whatever order.",
    cost="Sets without factors take a slower route, which takes one record after the other.",
    note="Matrices of zeros and ones all factor; of the 216 matrices of halves six do not: those whose rows are the "
    "three laws of the counterexample in some order.", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "shears-and-peeling-agree-with-algorithm-one",
    "for three types the averages by bidiagonal factors, or else record by record, are those of Algorithm 1",
    "The histogram of an assignment has the generating function $\\ell_1^{k_1} \\ell_2^{k_2} \\ell_3^{k_3}$, with the "
    "linear form $\\ell_j$ of law j: Algorithm 1 multiplies it out. If the laws are the rows of a product of "
    "elementary bidiagonal factors, averages over one factor after the other have the same; and so has one record "
    "after the other, with laws written as mixtures of others. So for all n, deltas and laws every average is the "
    "same number, and an enclosure of the one is one of the other.",
    "abs(fast - published) <= slack*published",
    in_steps(
        "generating functions",
        about(_record_by_record, by_identity("one record after the other", "natural a b c; positive p q r x y z v w")),
        about(
            SECTION.formula("Eq(w*p + (1 - w)*((q - w*p)/(1 - w)), q)"),
            by_identity("a law is a mixture of another one and of what remains", ""),
        ), about(
            SECTION.formula(
                "Eq(s*(r11*x + r12*y + r13*z) + t*(r21*x + r22*y + r23*z) + u*(r31*x + r32*y + r33*z), (s*r11 + t*r21 "
                "+ u*r31)*x + (s*r12 + t*r22 + u*r32)*y + (s*r13 + t*r23 + u*r33)*z)",
            ), by_identity("a row of a product of two matrices is one after the other", ""),
        ), by_solver(
            "enclosures of the same number", [
                lifted(
                    "generating-functions", "averages == published", shown("one record after the other"),
                    shown("a law is a mixture of another one and of what remains"),
                    shown("a row of a product of two matrices is one after the other"),
                    cite("an-elementary-factor-is-a-scaled-shear"),
                ), trusted("programs", "abs(fast - averages) <= slack*averages"),
            ],
        ),
    ), on_instances(
        CERTIFIED, GRID, "every mixture", "three sets of sources, n = 6, 7 and 8, odds 3/2",
        small.every_mixture_of_three,
    ), at="Elementary factors", symbols={"fast": "F(\\vec k)", "published": "F_{\\mathrm{alg. 1}}(\\vec k)"},
    means={"fast": "privacy.smoothed.three_types.smoothed_simplex"}, given=(
        "three types; three laws, fewer being filled up with the last one",
        "that the programs evaluate these averages rightly is tested, and not proved",
    ), parameters={"order": (0, 1)}, mutants={
        "first and third source exchanged": {"order": (2, 1)},
        "half of it": ("fast - published)", "fast - published/2)"),
    }, generated="deep", repairs="three-laws-have-nonnegative-triangular-factors",
    trust=("symmetric-powers", "induction"), note="The package's averages are within $10^{-12}$ of the published "
    "algorithm, run in fractions at small sizes, for laws that factor into elementary bidiagonal matrices and for "
    "laws that do not.",
)  # fmt: skip
