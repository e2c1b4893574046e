"""Trust list of the ledger: engines, data, and the lifting steps from formulas to mechanisms."""

from __future__ import annotations

from sdp_proofs.ledger import TrustEntry, TrustLedger
from sdp_proofs.proving.entailment import ENTRY, FACTS

TRUST = TrustLedger((
    TrustEntry(
        "arb", "engine", "Arb's ball arithmetic, log-gamma and integration contain the true values.",
        "F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE "
        "Trans. Comput. 2017", made_of=("python-flint", "sdp_proofs.numbers", "sdp_proofs.provers"),
    ),
    TrustEntry(
        "z3", "engine", "An answer 'unsat' of z3 over the reals is right.",
        "L. de Moura, N. Bjorner, Z3: an efficient SMT solver, TACAS 2008", made_of=("z3-solver",),
    ),
    TrustEntry(
        "sympy", "engine",
        "An expression that FLINT's arithmetic of polynomials, or sympy, reduces to zero is zero (also compared at "
        "exact points).",
        "W. Hart, FLINT: fast library for number theory, ICMS 2010; A. Meurer et al., SymPy: symbolic computing in "
        "Python, PeerJ CS 2017", made_of=("python-flint", "sympy"),
    ),
    TrustEntry(
        ENTRY, "theorem",
        f"What z3 is told of functions that it does not know, for all real x and y: "
        f"{'; '.join(fact.typeset() for fact in FACTS)}.",
        "elementary calculus; W. Rudin, Principles of Mathematical Analysis, 1976, chapters 1 and 8",
    ),
    TrustEntry(
        "election-returns", "data", "The packaged vote counts are the votes cast (see PROVENANCE.md beside them).",
        "FEC, NARA and compilations of state returns, as named in the provenance file",
    ),
    TrustEntry(
        "sum-over-outputs", "lemma",
        "The largest P(S) - E P'(S) over events S is the sum over outputs of max(0, P(a) - E P'(a)): S takes exactly "
        "the outputs with a positive term.",
        "elementary, for countable output spaces",
        proved_by=("a-divergence-is-a-sum-of-positive-parts",),
    ),
    TrustEntry(
        "data-processing", "lemma",
        "A randomised map applied to both outputs does not increase the divergence: the pointwise bound "
        "summed over outputs.",
        "Dwork and Roth 2014, Prop. 2.1, for the hockey-stick divergence",
        proved_by=("a-random-map-does-not-raise-the-divergence",),
    ),
    TrustEntry(
        "coupling", "lemma",
        "Two databases that differ in one record are sampled by the same index set: given that the record is not in "
        "it, the two outputs have the same law.",
            "coupling of the two samples, elementary",
        proved_by=("records-that-are-not-sampled-leave-no-trace",),
    ),
    TrustEntry(
        "one-record-at-a-time", "lemma",
        "What holds when one record's law is replaced by a mixture holds for all records, replaced one "
        "after the other.",
        "induction on the records",
        proved_by=("a-chain-of-improvements-improves",),
    ),
    TrustEntry(
        "programs-are-read", "engine",
        "The small language in which programs are read does what Python does, or refuses (also compared with Python, "
        "noise by noise).",
        "sdp_proofs.programs.machine; every program of the tests is run both ways", made_of=("sdp_proofs.programs",),
    ),
    TrustEntry(
        "shifts-of-noise", "lifting",
        "A translation of the noises by integers that depend on the path, and keep every comparison and every output, "
        "multiplies probabilities by at most e to the sum of units times shifts; by induction over the rounds of a "
        "loop it does so for inputs of every size.",
        "D. Zhang, D. Kifer, LightDP, POPL 2017; Y. Wang, Z. Ding, D. Kifer, D. Zhang, CheckDP, CCS 2020; "
        "sdp_proofs.programs.alignment, sdp_proofs.programs.induction",
    ),
    TrustEntry(
        "variation-diminishing", "theorem",
        "A totally positive stochastic matrix does not increase the number of sign changes of a sequence, and keeps "
        "their order where the number stays.",
        "S. Karlin, Total Positivity, Stanford 1968, chapter 5",
    ),
    TrustEntry(
        "induction", "lifting", "A statement with its base case and its induction step holds for all natural numbers.",
        "G. Peano, Arithmetices principia, 1889, axiom 9",
    ),
    TrustEntry(
        "linear-sums", "rule",
        "Sums and means over finite sets are linear.", "elementary",
        proved_by=("sums-are-linear", "means-are-linear"),
    ),
    TrustEntry(
        "exchanged-sums", "rule",
        "Finite sums may be exchanged.", "elementary",
        proved_by=("sums-may-be-exchanged",),
    ),
    TrustEntry(
        "telescoping", "lemma", "A finite sum of differences of consecutive terms is the difference of the ends.",
        "elementary",
        proved_by=("differences-add-up-to-that-of-the-ends",),
    ),
    TrustEntry(
        "sum-over-mixtures", "lemma",
        "A bound on the work for each mixture, times the number of mixtures, bounds the work for all.",
        "elementary",
        proved_by=("a-bound-for-each-times-their-number-bounds-all",),
    ),
    TrustEntry(
        "symmetric-powers", "lifting",
        "Replacing variables by linear forms twice is replacing them once by the product: symmetric powers "
        "of matrices multiply.",
        "W. Fulton, J. Harris, Representation Theory, 1991, appendix B.2; elementary, for homogeneous polynomials",
    ),
    TrustEntry(
        "maximum", "lemma",
        "A maximum is at most a number exactly if each of its members is, and a mean is at most the maximum.",
        "elementary",
        proved_by=("a-maximum-is-what-bounds-every-member",),
    ),
    TrustEntry(
        "positive-parts", "lemma", "A sum of positive parts is at least the positive part of the sum.", "elementary",
        proved_by=("positive-parts-add-up-to-no-less",),
    ),
    TrustEntry(
        "averaging", "lemma", "A bound for every database is one for averages over databases.", "elementary",
        proved_by=("what-bounds-every-database-bounds-the-mean",),
    ),
    TrustEntry(
        "hoeffding", "theorem",
        "The moment generating function of a count of draws without replacement is at most that of as many draws with "
        "replacement.",
        "W. Hoeffding, Probability inequalities for sums of bounded random variables, JASA 1963, Theorem 4",
    ),
    TrustEntry(
        "exponential-markov", "lemma",
        "P(X >= k) is at most E exp(z (X - k)) for every z >= 0.",
        "Markov's inequality, elementary",
        proved_by=("a-tail-is-at-most-its-exponential-moment",),
    ),
    TrustEntry(
        "vandermonde", "lemma", "Hypergeometric probabilities sum to one.", "elementary",
        proved_by=("hypergeometric-probabilities-add-up-to-one",),
    ),
    TrustEntry(
        "independent-records", "lemma",
        "The expectation of a product over independent records is the product of their expectations; a bound of each "
        "factor, to the power n, bounds it.",
        "elementary",
        proved_by=(
            "averages-of-products-over-independent-records-are-products",
            "averages-of-products-are-below-the-power-of-a-bound",
        ),
    ),
    TrustEntry(
        "finite-exclusion", "lemma", "Finitely many values do not exhaust an interval.", "elementary",
        proved_by=("finitely-many-values-leave-an-interval",),
    ),
    TrustEntry(
        "countable-sums", "lifting",
        "A bound for finitely many outputs holds for countably many; nonnegative terms may be summed in any order.",
        "monotone convergence and Tonelli's theorem: W. Rudin, Real and Complex Analysis, 1987, Theorems 1.26 and 8.8",
    ),
    TrustEntry(
        "densities", "lifting",
        "Laws with densities, as the normal ones: what holds between densities at every output holds between their "
        "integrals over events, as it does for sums; nonnegative functions may be integrated in any order; a density "
        "has the integral one.",
        "monotone convergence and Tonelli's theorem: W. Rudin, Real and Complex Analysis, 1987, Theorems 1.26 and 8.8",
    ),
    TrustEntry(
        "binomial-theorem", "lemma", "Binomial probabilities sum to one.", "elementary",
        proved_by=("binomial-probabilities-add-up-to-one",),
    ),
    TrustEntry(
        "generating-functions", "lifting",
        "Finite laws with equal generating functions are equal; that of Bin(n, s) is (1 - s + s x)^n, and those of "
        "independent counts multiply.",
        "W. Feller, An Introduction to Probability Theory and Its Applications I, 1968, chapter XI",
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
        "adding-up", "lemma",
        "Inequalities between corresponding terms add up; the probability of a union is at most the sum of the "
        "probabilities.",
        "elementary",
        proved_by=("inequalities-add-up",),
    ),
    TrustEntry(
        "exponentials", "lemma",
        "exp rises: inequalities between exponents, and between bases, are inequalities between exponentials and "
        "powers.",
        "elementary",
        proved_by=("exponentials-rise-with-their-exponents", "powers-rise-with-their-bases"),
    ),
    TrustEntry(
        "limits", "lifting",
        "What is at least x - c/j for every natural number j is at least x, and what lies between two sequences with "
        "one limit tends to it.",
        "W. Rudin, Principles of Mathematical Analysis, 1976, chapter 3",
    ),
    TrustEntry(
        "programs", "engine",
        "A program named in a statement evaluates the formula of its docstring; second evaluations at two, three and "
        "four types notice a factor, a term or a count that is off.",
        "tests of the package, no proof",
        made_of=tuple(f"sdp_proofs.{room}" for room in ("accounting", "privacy", "mechanisms", "smoothing")),
    ),
    TrustEntry(
        "pascals-rule", "lemma", "The binomial coefficient of k + 1 over l is those of k over l and l - 1 together.",
        "elementary", proved_by=("a-set-has-an-element-or-not",),
    ),
    TrustEntry(
        "spectral", "theorem",
        "A real symmetric matrix is diagonal in an orthonormal basis of eigenvectors, and d orthogonal ones have all "
        "its eigenvalues: quadratic forms and traces are sums over these. Where all are positive, its norm is the "
        "largest, and its condition number the largest over the least.",
        "R. Horn, C. Johnson, Matrix Analysis, 2013, Theorem 4.1.5",
    ),
    TrustEntry(
        "gaussian-moments", "theorem",
        "Independent coordinates of mean 0 and variance v, a symmetric matrix M: E x^T M x is v times the trace of M, "
        "and for normal ones its variance 2 v^2 times that of M M; mixed terms with what is independent of x have mean "
        "0.",
        "elementary",
    ),
    TrustEntry(
        "normal-sums", "lemma", "A sum of independent normal numbers, each times a constant, is normal.", "elementary",
        proved_by=("sums-of-independent-gaussians-are-gaussian",),
    ),
    TrustEntry(
        "uniform-batches", "theorem",
        "A uniform batch of b out of n records has a record with probability b/n, and two records together with the "
        "probability b (b - 1)/(n (n - 1)), and is b - 1 uniform records with one more of the rest; deviations from a "
        "mean add up to 0, and their squares to no more than those from 0.",
        "elementary",
    ),
    TrustEntry(
        "jensen", "theorem",
        "A convex function of an average is at most the average of its values.",
        "J. Jensen 1906",
    ),
    TrustEntry(
        "convex-moments", "theorem",
        "The logarithm of the mean of the power a of a positive quantity is convex in a; that mean is e^((a - 1) D_a) "
        "for the ratio of two laws.",
        "O. Hölder 1889; T. van Erven, P. Harremoës, Rényi divergence, 2014, Corollary 2",
    ),
    TrustEntry(
        "subsampled-renyi", "theorem",
        "Records replaced one at a time, a fresh uniform subset without replacement, rate t, integer order a >= 2, a "
        "Gaussian mechanism with the squared ratio s of noise to sensitivity: (a - 1) D_a is at most the logarithm of "
        "1 + 2 t^2 a (a - 1) (e^(1/s) - 1) + sum over j from 3 to a of 2 t^j C(a, j) e^(j (j - 1)/(2 s)).",
        "Y.-X. Wang, B. Balle, S. Kasiviswanathan, Subsampled Renyi differential privacy and analytical moments "
        "accountant, AISTATS 2019, Theorem 9",
    ),
    TrustEntry(
        "smooth-descent", "theorem",
        "If the gradient of F is L-Lipschitz, F(w + v) is at most "
        "$F(w) + \\langle \\nabla F(w), v \\rangle + L |v|^2/2$.",
        "Y. Nesterov, Introductory Lectures on Convex Optimization, 2004, Lemma 1.2.3",
    ),
    TrustEntry(
        "fourier-series", "lifting",
        "An absolutely convergent Fourier series has its terms as coefficients, and no others; a product by "
        "$1 + 2 \\sigma (1 - \\cos\\theta)$ combines three neighbours, and a product of two series convolves their "
        "coefficients.",
        "A. Zygmund, Trigonometric Series, 1959, chapter I",
    ),
    TrustEntry(
        "integrals", "theorem",
        "Integrals are linear and monotone; that of a continuous function with an antiderivative is the difference of "
        "its limits at the ends, where exponentials outweigh powers; that of exp(-x^2/2) over all reals is sqrt(2 pi).",
        "Newton, Leibniz and Gauss; elementary",
    ),
    TrustEntry(
        "published-noise-levels", "data",
        "The code published with DP-LSSGD takes the noise levels 0.1162, 0.1393, 0.1739, 0.2316 and 0.3471 for "
        "epsilon = 0.3, 0.25, 0.2, 0.15 and 0.1, with 50 shuffled epochs of batches of 128 out of 60,000 images, and "
        "clips the mean of a batch.",
        "github.com/BaoWangMath/DP-LSSGD",
    ),
    TrustEntry(
        "poisson-summation", "theorem",
        "For a function that is continuous, integrable and of bounded variation, the sum of its values at all "
        "multiples of a period is the sum of its Fourier transform at the frequencies of that period, over the period.",
        "A. Zygmund, Trigonometric Series, 1959, chapter II, (13.4)",
    ),
    TrustEntry(
        "plackett", "theorem",
        "Let X be normal with covariance C and f smooth with derivatives that grow at most exponentially. The "
        "derivative "
        "of E f(X) with respect to the covariance of two different coordinates is the mean of the mixed derivative "
        "of f "
        "in them.",
        "R. L. Plackett, A reduction formula for normal multivariate integrals, Biometrika 1954; R. Price 1958",
    ),
    TrustEntry(
        "moved-paths", "theorem",
        "Let two paths run over the whole line, within a strip, one above the other, and let a function be analytic on "
        "an open set that holds both and all between them. If its largest modulus on the segments that join the paths "
        "at equal real parts tends to zero far out on either side, and its integral over one of the paths exists, then "
        "that over the other is the same.",
        "Cauchy; any textbook of complex analysis",
    ),
    TrustEntry(
        "strip-trapezoid", "theorem",
        "Let f be analytic at all x + iy with |y| < a, tend to zero uniformly in y as |x| grows, and for every such y "
        "let the integral of |f(x + iy)| over all x be at most N. Then for every h > 0 the sum of h f(kh) over all "
        "integers k exists and differs from the integral of f over the line by at most 2N/(e^(2 pi a/h) - 1).",
        "L. N. Trefethen, J. A. C. Weideman, The exponentially convergent trapezoidal rule, SIAM Review 2014, "
        "Thm. 5.1",
    ),
    TrustEntry(
        "identity-theorem", "theorem",
        "Analytic functions that agree on an interval agree on the connected region around it.",
        "any textbook of complex analysis",
    ),
    TrustEntry(
        "printed-by-accountants", "data",
        "The recorded numbers are what dp_accounting 0.6.0, Opacus 1.6.0, prv_accountant 0.2.0 and OpenDP 0.16.0 print "
        "for the recorded calls.",
        "python -m sdp_proofs.papers.accountants.peers runs the calls again",
    ),
))  # fmt: skip
