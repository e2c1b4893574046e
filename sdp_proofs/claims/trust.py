"""What the ledger believes without checking: engines, data, and the lifting steps from formulas to mechanisms."""

from __future__ import annotations

from sdp_proofs.ledger import TrustEntry, TrustLedger

TRUST = TrustLedger((
    TrustEntry(
        "arb", "engine", "Arb's ball arithmetic, log-gamma and integration contain the true values.",
        "F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE "
        "Trans. Comput. 2017",
    ),
    TrustEntry(
        "z3", "engine", "An answer 'unsat' of z3 over the reals is right.",
        "L. de Moura, N. Bjorner, Z3: an efficient SMT solver, TACAS 2008",
    ),
    TrustEntry(
        "sympy", "engine", "An expression that sympy reduces to zero is zero (also compared at exact points).",
        "A. Meurer et al., SymPy: symbolic computing in Python, PeerJ CS 2017",
    ),
    TrustEntry(
        "election-returns", "data", "The packaged vote counts are the votes cast (see PROVENANCE.md beside them).",
        "FEC, NARA and compilations of state returns, as named in the provenance file",
    ),
    TrustEntry(
        "sum-over-outputs", "lifting",
        "The largest P(S) - E P'(S) over events S is the sum over outputs of max(0, P(a) - E P'(a)): S takes exactly "
        "the outputs with a positive term.",
        "elementary, for countable output spaces",
    ),
    TrustEntry(
        "data-processing", "lifting",
        "A randomised map applied to both outputs does not increase the divergence: the pointwise bound "
        "summed over outputs.",
        "Dwork and Roth 2014, Prop. 2.1, for the hockey-stick divergence",
    ),
    TrustEntry(
        "coupling", "lifting",
        "Two databases that differ in one record are sampled by the same index set: given that the record is not in "
        "it, the two outputs have the same law.",
            "coupling of the two samples, elementary",
    ),
    TrustEntry(
        "one-record-at-a-time", "lifting",
        "What holds when one record's law is replaced by a mixture holds for all records, replaced one "
        "after the other.",
        "induction on the records",
    ),
    TrustEntry(
        "variation-diminishing", "theorem",
        "A totally positive stochastic matrix does not increase the number of sign changes of a sequence, and keeps "
        "their order where the number stays.",
        "S. Karlin, Total Positivity, Stanford 1968, chapter 5",
    ),
    TrustEntry(
        "induction", "lifting", "A statement with its base case and its induction step holds for all natural numbers.",
        "Peano",
    ),
    TrustEntry(
        "telescoping", "lifting", "A finite sum of differences of consecutive terms is the difference of the ends.",
        "elementary",
    ),
    TrustEntry(
        "sum-over-mixtures", "lifting",
        "A bound on the work for each mixture, times the number of mixtures, bounds the work for all.",
        "elementary",
    ),
    TrustEntry(
        "symmetric-powers", "lifting",
        "Replacing variables by linear forms twice is replacing them once by the product: symmetric powers "
        "of matrices multiply.",
        "elementary, for homogeneous polynomials",
    ),
    TrustEntry(
        "maximum", "lifting",
        "A maximum is at most a number exactly if each of its members is, and a mean is at most the maximum.",
        "elementary",
    ),
    TrustEntry(
        "positive-parts", "lifting", "A sum of positive parts is at least the positive part of the sum.", "elementary",
    ),
    TrustEntry(
        "bernoulli", "theorem", "(1 + v)^r is at least 1 + r v for v >= -1 and r >= 1.", "Bernoulli's inequality",
    ),
    TrustEntry(
        "averaging", "lifting", "A bound for every database is one for averages over databases.", "elementary",
    ),
    TrustEntry(
        "hoeffding", "theorem",
        "The moment generating function of a count of draws without replacement is at most that of as many draws with "
        "replacement.",
        "W. Hoeffding, Probability inequalities for sums of bounded random variables, JASA 1963, Theorem 4",
    ),
    TrustEntry(
        "exponential-markov", "lifting",
        "P(X >= k) is at most E exp(z (X - k)) for every z >= 0.",
        "Markov's inequality, elementary",
    ),
    TrustEntry(
        "vandermonde", "theorem", "Hypergeometric probabilities sum to one.", "elementary",
    ),
    TrustEntry(
        "independent-records", "lifting",
        "The expectation of a product over independent records is the product of their expectations; a bound of each "
        "factor, to the power n, bounds it.",
        "elementary",
    ),
    TrustEntry(
        "finite-exclusion", "lifting", "Finitely many values do not exhaust an interval.", "elementary",
    ),
    TrustEntry(
        "countable-sums", "lifting",
        "A bound for finitely many outputs holds for countably many; nonnegative terms may be summed in any order.",
        "monotone convergence and Tonelli's theorem, elementary",
    ),
    TrustEntry(
        "binomial-theorem", "theorem", "Binomial probabilities sum to one.", "elementary",
    ),
    TrustEntry(
        "generating-functions", "lifting",
        "Finite laws with equal generating functions are equal; that of Bin(n, s) is (1 - s + s x)^n, and those of "
        "independent counts multiply.",
        "elementary, by the binomial theorem",
    ),
    TrustEntry(
        "bidiagonal-minors", "theorem",
        "A minor of a bidiagonal matrix is zero, or the product of its first entry and the minor of what remains.",
        "expansion along the row or column that has one entry only; Gasca and Pena, Linear Algebra Appl. 165 (1992)",
    ),
    TrustEntry(
        "cauchy-binet", "theorem",
        "A minor of a product of matrices is the sum, over choices of inner indices, of the products of their minors.",
        "Cauchy and Binet 1812",
    ),
    TrustEntry(
        "minimax", "theorem",
        "A function that is convex and continuous on a compact convex set, and linear in multipliers from a convex "
        "set, has the same minimum of suprema as supremum of minima.",
        "M. Sion, On general minimax theorems, Pacific J. Math. 1958, Corollary 3.3",
    ),
    TrustEntry(
        "convex-minimum", "theorem", "A local minimum of a convex function on a convex set is its minimum.",
        "elementary",
    ),
    TrustEntry(
        "intermediate-values", "theorem", "A continuous function on an interval takes every value between two others.",
        "Bolzano 1817",
    ),
    TrustEntry(
        "convolved-polynomials", "theorem",
        "Sums over i + j = n of products of polynomials in i and in j, of degrees d and e with positive leading "
        "coefficients, are a polynomial in n of degree d + e + 1 with a positive leading coefficient.",
        "sum of C(i, d) C(j, e) over i + j = n is C(n + 1, d + e + 1): Graham, Knuth, Patashnik, Concrete Mathematics, "
        "1994, (5.26)",
    ),
    TrustEntry(
        "pascals-rule", "theorem", "The binomial coefficient of k + 1 over l is those of k over l and l - 1 together.",
        "elementary",
    ),
))  # fmt: skip
