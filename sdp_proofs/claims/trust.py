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
        "The largest P(S) - E P'(S) over events S is the sum over outputs of max(0, P(a) - E P'(a)): S "
        "takes exactly the "
        "outputs with a positive term.",
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
        "Two databases that differ in one record are sampled by the same index set: given that the "
        "record is not in "
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
        "A totally positive stochastic matrix does not increase the number of sign changes of a "
        "sequence, and keeps their "
        "order where the number stays.",
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
))  # fmt: skip
