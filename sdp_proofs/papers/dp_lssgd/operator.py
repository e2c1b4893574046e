"""The operator of Laplacian smoothing, and its gamma and beta.

Sec. 2: the smoothing matrix, its eigenvalues and its condition number, and what smoothing does to noise.

Propositions 5 and 8, Lemmas 15 and 16, Tables 1, 3 and 4, Remark 6: the two means of eigenvalues.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.small_instances import SCOPE, circles, smoothing_circles
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.laplacian import SmoothingOperator


def first_signal(_: Claim) -> Iterator[Instance]:
    """The first signal of Figure 2: its eigenvalue, and the noise that is left."""
    operator = SmoothingOperator(100, Fraction(10))
    before = Enclosure.of(Fraction(1, 100))
    yield "d = 100, sigma = 10", {
        "lam": laplacian.eigenvalue(operator, 1), "beta": laplacian.beta_of_circle(operator), "noise": before,
    }  # fmt: skip


def second_signal(_: Claim) -> Iterator[Instance]:
    """The second signal of Figure 2, row after row on one circle: what is lost of it, and the noise that is left."""
    from sdp_proofs.papers.dp_lssgd.signals import lost_signal

    operator = SmoothingOperator(10_000, Fraction(100))
    yield "d = 10000, sigma = 100", {
        "lost": lost_signal(operator.sigma), "beta": laplacian.beta_of_circle(operator),
        "noise": Enclosure.of(Fraction(4, 100)),
    }  # fmt: skip


SECTION = Section(DP_LSSGD, "Sec. 2.1", {
    "sigma": "\\sigma", "lam": "\\lambda", "c": "\\cos\\theta", "C": "\\cos k\\theta", "S": "\\sin k\\theta",
    "z": "\\sin\\theta", "kappa": "\\kappa", "d": "d", "x": "x", "v": "v", "g": "g", "beta": "\\beta",
    "noise": "\\nu^2", "lost": "r",
}, means={
    "noise": "any variance of the noise on one coordinate", "lost": "papers.dp_lssgd.signals.lost_signal",
})  # fmt: skip
EIGENVALUE = "1 + 2*sigma*(1 - c)"

SECTION.claim(
    "waves-are-eigenvectors-of-the-smoothing-matrix",
    "A cos(k theta) = (1 + 2 sigma (1 - cos theta)) cos(k theta), for theta = 2 pi j/d",
    "On the circle of d places $(A u)_k = (1 + 2\\sigma) u_k - \\sigma(u_{k-1} + u_{k+1})$; a Fourier mode of "
    "frequency "
    "$\\theta = 2\\pi j/d$ closes up on it and is multiplied by $1 + 2\\sigma(1 - \\cos\\theta)$. With shifted modes "
    "these are all eigenvalues, for every d, one and two places included.",
    f"(1 + 2*sigma)*C - sigma*((C*c + S*z) + (C*c - S*z)) == ({EIGENVALUE})*C",
    by_identity("all waves", "real sigma C S c z"), at="Sec. 2.1, Eq. (3)",
    mutants={"sigma for 2 sigma": ("(1 + 2*sigma)*C", "(1 + sigma)*C"), "plus the cosine": ("(1 - c))*C",
    "(1 + c))*C")},
)  # fmt: skip

SECTION.claim(
    "the-smoothing-matrix-is-positive-definite",
    "all eigenvalues of A are lambda = 1 + 2 sigma (1 - cos theta), at least 1",
    "$A_\\sigma$ is positive definite for every $\\sigma \\ge 0$ and every d: its eigenvalues are those of the d "
    "waves, which are orthogonal, and at least 1; so those of $A_\\sigma^{-1}$ are in (0, 1].",
    f"And(lam == {EIGENVALUE}, lam >= 1)",
    by_solver("all eigenvalues", [
        "And(sigma >= 0, c <= 1)",
        lifted("spectral", f"lam == {EIGENVALUE}", cite("waves-are-eigenvectors-of-the-smoothing-matrix"),
               cite("comb-is-nonzero-where-d-divides-k"), every="sigma c"),
    ]),
    mutants={"strictly": (">= 1", "> 1"), "without sigma": ("1 + 2*sigma*", "1 + 2*")},
)  # fmt: skip

SECTION.claim(
    "without-smoothing-lssgd-is-sgd", "at sigma = 0 the smoothed gradient is the gradient",
    "When $\\sigma = 0$ the step (2) is that of SGD: in every Fourier mode the gradient is divided by the eigenvalue, "
    "which "
    "is 1.",
    f"Implies(sigma == 0, g/({EIGENVALUE}) == g)",
    by_solver("all waves", "And(-1 <= c, c <= 1, sigma >= 0)"), at="Sec. 2.1, Eq. (2)",
    mutants={"for small sigma": ("sigma == 0", "sigma <= 1/100")}, counts="",
)  # fmt: skip

SECTION.claim(
    "condition-number-free-of-the-dimension", "the condition number of A is 1 + 4 sigma, for every d",
    "$A_\\sigma$ has the condition number $1 + 4\\sigma$, which does not depend on d.",
    "kappa == 1 + 4*sigma",
    on_instances(CERTIFIED, GRID, "small circles", SCOPE, circles), at="Sec. 2.1, condition number",
    fails=instance(
        "Three places, sigma = 1: the eigenvalues of A are 1, 4 and 4. With one place A is the number 1.",
        "d = 3; sigma = 1",
        "A = lambda u: [(1 + 2*sigma)*u[k] - sigma*(u[(k + 2) % 3] + u[(k + 1) % 3]) for k in range(3)]",
        "kappa = A([1, 0 - 1, 0])[0]",
        given="A([1, 1, 1]) == [1, 1, 1]; A([1, 0 - 1, 0]) == [kappa, 0 - kappa, 0]; "
        "A([1, 0, 0 - 1]) == [kappa, 0, 0 - kappa]",
    ),
    wrong="The frequency pi, at which $1 - \\cos$ is 2, is on the circle only if d is even. For odd d the largest "
    "eigenvalue is smaller.",
    cost="1 + 4 sigma bounds the condition number for every d, which is all that is used.",
)  # fmt: skip

SECTION.claim(
    "condition-number-of-even-and-odd-circles",
    "condition number on a circle: 1 + 4 sigma for even d, 1 + 2 sigma (1 + cos(pi/d)) for odd d",
    "The condition number is $1 + 2\\sigma(1 + x)$ with x = 1 for even d and $x = \\cos(\\pi/d)$ for odd d, as the "
    "cosines of the frequencies are at least -x, with equality at the one nearest to $\\pi$. It is at most "
    "$1 + 4\\sigma$ for every d.",
    "And(kappa == 1 + 2*sigma*(1 + x), kappa <= 1 + 4*sigma)",
    in_steps(
        "one eigenvalue, then all",
        about(
            SECTION.formula("Implies(And(sigma >= 0, -x <= c, c <= 1), And(1 <= lam, lam <= 1 + 2*sigma*(1 + x)))"),
            by_solver("one eigenvalue", [cite("the-smoothing-matrix-is-positive-definite")]),
        ),
        by_solver("the largest", [
            "And(sigma >= 0, 0 - 1 <= x, x <= 1)",
            lifted("spectral", "kappa == 1 + 2*sigma*(1 + x)", shown("one eigenvalue"), every="sigma x"),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "small circles", SCOPE, lambda claim: _with_turns()),
    at="Sec. 2.1, condition number", fidelity="reconstructed",
    mutants={"without the factor two": ("2*sigma*(1 + x)", "sigma*(1 + x)")},
    repairs="condition-number-free-of-the-dimension",
)  # fmt: skip


def _with_turns() -> Iterator[Instance]:
    cosines = {1: Fraction(-1), 3: Fraction(1, 2)}
    for name, at in circles():
        x = Fraction(1) if at["even"] else cosines.get(at["d"])
        if x is not None:
            yield name, {**at, "x": x}


SECTION.claim(
    "smoothing-by-a-fourier-transform",
    "dividing the Fourier transform by 1 - sigma fft(d) divides each coefficient by its eigenvalue",
    "The transform of the vector d = [-2, 1, 0, ..., 0, 1] at the frequency $\\theta$ is $-2 + e^{-i\\theta} + "
    "e^{i\\theta}$, so the divisor is the eigenvalue of $A$ and the display computes $A^{-1} v$, for all d if "
    "neighbours are counted with multiplicity.",
    "1 - sigma*(-2 + (c - z*I) + (c + z*I)) == lam",
    by_solver("all frequencies", ["And(sigma >= 0, c <= 1)", cite("the-smoothing-matrix-is-positive-definite")]),
    at="Sec. 2.1, FFT display", symbols={"I": "i"},
    mutants={"one neighbour": ("(c - z*I) + ", ""), "-1 for -2": ("(-2", "(-1")},
    note="On two places, which nobody trains with, both neighbours are the same place: d is [-2, 2] there.",
)  # fmt: skip

SECTION.claim(
    "smoothing-does-not-increase-the-variance",
    "smoothing increases the variance of no Fourier coefficient of the noise",
    "Laplacian smoothing can reduce the variance of a stochastic gradient: the variance of its component along a "
    "Fourier mode "
    "is divided by $\\lambda^2 \\ge 1$.",
    "Implies(And(sigma >= 0, c <= 1), v/lam**2 <= v)",
    by_solver("all waves", ["v >= 0", cite("the-smoothing-matrix-is-positive-definite")]),
    mutants={"strictly": ("<= v)", "< v)"), "half": ("<= v)", "<= v/2)")}, at="Sec. 2.1, variance",
)  # fmt: skip

SECTION.claim(
    "a-share-of-white-noise-is-left", "of the variance of white noise a share beta is left, with 0 < beta <= 1",
    "White noise of variance $\\nu^2$ per coordinate has after smoothing the variance $\\beta\\nu^2$ per coordinate on "
    "average, where $\\beta$ is the mean of $\\lambda^{-2}$: more than nothing, and less than before on circles of "
    "two places and more if $\\sigma > 0$.",
    "Implies(sigma >= 0, And(0 < beta, beta <= 1))",
    by_solver("the mean over all eigenvalues", [
        averaged("Implies(sigma >= 0, And(0 < beta, beta <= 1))", {"beta": "1/lam**2"},
                 cite("the-smoothing-matrix-is-positive-definite"), each="lam c", where=("c <= 1", "lam != 0")),
    ]),
    at="Sec. 2.2, noise removal", fidelity="reconstructed",
    mutants={"strictly less": ("beta <= 1", "beta < 1"), "at most half": ("beta <= 1", "beta <= 1/2")},
    note="That smoothing 'can remove the noise' is no more than this: it damps high frequencies, and a share "
    "of at least (1 + 2 sigma)/sqrt(1 + 4 sigma)^3 of the variance is left in every dimension.",
)  # fmt: skip

SECTION.claim(
    "smoothing-brings-the-first-signal-nearer",
    "Figure 2 (a): the mean squared error falls from 0.01 to below 0.0016, less than 0.0008 of it lost signal",
    "The first signal is a wave on the circle of 100 places; with $\\sigma = 10$ it is divided by $\\lambda < 1.04$. "
    "The expected squared error per place, $\\beta\\nu^2 + (1 - 1/\\lambda)^2/2$, is below 0.0016, and was "
    "$\\nu^2 = 0.01$ before.",
    "And(beta*noise + (1 - 1/lam)**2/2 < 0.0016, (1 - 1/lam)**2/2 < 0.0008, noise == 0.01)",
    on_instances(CERTIFIED, ALL, "the first signal", "d = 100, sigma = 10", first_signal), at="Sec. 2.2, Figure 2",
    silent="'removes noise efficiently' is read as: the expected squared error falls", fidelity="reconstructed",
    over="d = 100, sigma = 10", mutants={"below 0.0015": ("0.0016", "0.0015"), "less lost": ("0.0008", "0.0007")},
    ranges="noise",
    means=dict.fromkeys(("lam", "beta"), "papers.dp_lssgd.operator.first_signal"),
    numbers="1 + 20*(2*pi/100)**2/2 < 1.04",
)  # fmt: skip

SECTION.claim(
    "smoothing-brings-the-second-signal-nearer",
    "Figure 2 (d): the mean squared error falls from 0.04 to 0.021, of which 0.020 is lost signal",
    "The second signal, 100 by 100 places in row-major order on one circle, with $\\sigma = 100$: of the noise a share "
    "$\\beta$ is left, 0.001 of 0.04, and of the signal, whose mean square is 1/4, the part $v - A^{-1} v$ is lost, "
    "with the mean square r. The expected squared error per place, $\\beta\\nu^2 + r$, is about half of what it was.",
    "And(beta*noise + lost < 0.0211, lost > 0.02, beta*noise < 0.0011, noise == 0.04)",
    on_instances(CERTIFIED, ALL, "the second signal", "d = 10000, sigma = 100", second_signal),
    at="Sec. 2.2, Figure 2", silent="'removes noise efficiently' is read as: the expected squared error falls",
    fidelity="reconstructed", over="d = 10000, sigma = 100", ranges="noise",
    mutants={"below 0.021": ("0.0211", "0.021"), "more lost": ("0.02,", "0.0201,"), "0.001": ("0.0011", "0.001")},
    note="What is left is nearly all lost signal: columns are not neighbours on this circle. As a torus, with sigma = "
    "10, the error falls much further.",
    means={"beta": "papers.dp_lssgd.operator.second_signal"},
)  # fmt: skip

SECTION.claim(
    "lssgd-converges-and-generalizes-as-in-the-cited-work", "LSSGD converges at the rate of SGD and generalizes better",
    "LSSGD guarantees the same convergence rate as SGD in convex and nonconvex optimization, and leads to better "
    "generalization in training many models (cited from Osher et al. 2018).",
    None, at="Sec. 2.1, convergence",
    uncheckable="No rate is stated here, and generalization is a matter of the experiments of the cited work.",
)  # fmt: skip


PRINTED = {
    "gamma": ("0.447", "0.333", "0.277", "0.243", "0.218"),
    "beta": ("0.268", "0.185", "0.149", "0.128", "0.114"),
}
"""Tables 3 and 4, sigma = 1, ..., 5; each of the three rows reads like this."""


def printed(claim: Claim) -> Iterator[Instance]:
    """The entries of a table with the certified values."""
    mean = claim.parameters["mean"]
    compute = {"gamma": laplacian.gamma_of_circle, "beta": laplacian.beta_of_circle}[mean]
    for size in (1000, 10_000, 100_000):
        for sigma, text in enumerate(PRINTED[mean], 1):
            value = compute(SmoothingOperator(size, Fraction(sigma)), digits=12)
            yield f"d = {size}, sigma = {sigma}", {mean: value, "p": Fraction(text) + claim.parameters["shift"]}


COSINES = {1: "1", 2: "1 -1", 3: "1 -1/2 -1/2", 4: "1 0 0 -1", 6: "1 1/2 1/2 -1/2 -1/2 -1"}
"""The circles whose waves all have rational cosines."""
RATIONAL = "d in {1, 2, 3, 4, 6}, sigma in {0, 3/4, 2, 6}"


def _norms(claim: Claim) -> Iterator[Instance]:
    """The expected norm from the entries of the inverse, and the sum from the eigenvalues."""
    mean = claim.parameters["mean"]
    for name, at in circles():
        if at["d"] in COSINES:
            entries = laplacian.inverse_matrix(SmoothingOperator(at["d"], at["sigma"]))
            trace = sum((row[place] for place, row in enumerate(entries)), Fraction(0))
            squares = sum((entry**2 for row in entries for entry in row), Fraction(0))
            inverses = [1 / (1 + 2 * at["sigma"] * (1 - Fraction(cosine))) for cosine in COSINES[at["d"]].split()]
            total = sum((value ** (1 if mean == "gamma" else 2) for value in inverses), Fraction(0))
            yield name, {**at, "expected": trace if mean == "gamma" else squares, "total": total}


GAMMA_AND_BETA = SECTION.beside(DP_LSSGD, "Proposition 5", {
    "gamma": "\\gamma", "beta": "\\beta", "w": "\\omega", "d": "d", "s": "s", "sigma": "\\sigma", "xi": "\\xi",
    "R": "R", "p": "p", "expected": "E", "total": "t", "c": "\\cos\\theta", "level": "\\ell", "D": "D_\\sigma",
    "D0": "D_0", "G": "G", "b": "b", "tau": "\\tau",
})  # fmt: skip
GAMMA = "(1 + w**d)/((1 - w**d)*s)"
PRINTED_OMEGA = "(2*((s**2 - 1)/4) + 1 - s)/(2*((s**2 - 1)/4))"
ROOT, STRENGTH = "(1 + w)/(1 - w)", "(w/(1 - w)**2)"
COLUMN = (
    about(
        Formula(f"(1 + 2*{STRENGTH})*(P + Q) == {STRENGTH}*((P*w + Q/w) + (P/w + Q*w))", ["w", "P", "Q"]),
        by_identity("places beside the unit", "real w P Q"),
    ),
    about(
        Formula(f"(1 + 2*{STRENGTH})*(1 + R) - 2*{STRENGTH}*(w + R/w) == {ROOT}*(1 - R)", ["w", "R"]),
        by_identity("the place of the unit", "real w R"),
    ),
)
"""A c is the unit vector for c(k) = (w^k + w^(d-k))/(s (1 - w^d)); P, Q and R are w^k, w^(d-k) and w^d."""

GAMMA_AND_BETA.claim(
    "omega-without-a-division-by-sigma", "with s = sqrt(1 + 4 sigma): omega = (s - 1)/(s + 1)",
    "With $s = \\sqrt{1 + 4\\sigma}$ the printed $\\omega$ is $(s - 1)/(s + 1)$, which is in [0, 1) and needs no "
    "$\\sigma > 0$.",
    f"{PRINTED_OMEGA} == (s - 1)/(s + 1)",
    by_identity("all strengths", "positive s"), fidelity="reconstructed",
    mutants={"s + 1 over s - 1": ("(s - 1)/(s + 1)", "(s + 1)/(s - 1)"), "the other root": ("1 - s", "1 + s")},
    note="As printed omega is 0/0 at sigma = 0, to which Remark 6 compares; in this form it is 0 there. The same holds "
    "of xi in Proposition 8.",
)  # fmt: skip

GAMMA_AND_BETA.claim(
    "omega-below-one", "0 <= omega < 1",
    "$\\omega = (s - 1)/(s + 1)$ is below 1, and the printed one, for $\\sigma > 0$, is positive and below 1.",
    f"And(0 <= (s - 1)/(s + 1), (s - 1)/(s + 1) < 1, Implies(s > 1, And(0 < {PRINTED_OMEGA}, {PRINTED_OMEGA} < 1)))",
    by_solver("all strengths", "s >= 1"),
    mutants={"positive": ("0 <= (s", "0 < (s"), "below one half": ("s + 1) < 1", "s + 1) < 1/2")}, generated="none",
)  # fmt: skip

GAMMA_AND_BETA.claim(
    "gamma-in-closed-form", "gamma = (1 + omega^d)/((1 - omega^d) sqrt(4 sigma + 1)), for all d",
    "$\\gamma$, the mean of the eigenvalues of $A_\\sigma^{-1}$, is $\\frac{1 + \\omega^d}{(1 - \\omega^d)\\sqrt{4"
    "\\sigma + 1}}$ with $\\omega = (s - 1)/(s + 1)$. Proof: the entries of $A_\\sigma^{-1}$ at distance k are "
    "$(\\omega^k + \\omega^{d - k})/(s (1 - \\omega^d))$, and $\\gamma$ is the one on the diagonal.",
    f"gamma == {GAMMA}",
    by_sentence(f"And(d >= 1, 0 <= w, w < 1, s == {ROOT})", every="d w s"),
    on_instances(EXACT, GRID, "small circles", SCOPE, circles), integers="d",
    mutants={"w^(d+1)": ("1 + w**d", "1 + w**(d + 1)"), "without the root": ("*s)", ")")}, counts="d",
)  # fmt: skip

GAMMA_AND_BETA.claim(
    "gamma-converges-to-zero", "gamma converges to 0 as d grows",
    "$\\gamma$ converges to 0 almost exponentially as the dimension increases: for every $\\sigma > 0$ and every level "
    "it is below the level for all large d. Tested at the least d of Table 3 and the level $1/\\sqrt{1 + 4\\sigma}$.",
    "gamma < level",
    on_instances(EXACT, GRID, "large circles", "d = 1000, sigma in {3/4, 2, 6}", lambda claim: _levels()),
    at="Proposition 5, limit", fails=instance(
        "sigma = 2, where omega is 1/2, and the level 1/3: gamma = (1 + 2^-d)/(3 (1 - 2^-d)) is above it at every d, "
        "as at d = 1000.", "d = 1000; sigma = 2; w = 1/2; gamma = (1 + w**d) / ((1 - w**d)*3); level = 1/3",
        given="w == (2*sigma + 1 - 3) / (2*sigma)",
    ),
    wrong="The denominator contains sqrt(4 sigma + 1), which does not depend on d: gamma decreases to "
    "1/sqrt(1 + 4 sigma). Only the distance from this limit decreases exponentially.",
    cost="The improvement by smoothing does not grow with the dimension: the factor is at least 1/sqrt(1 + 4 sigma). "
    "Table 3 shows it, its rows are equal.",
)  # fmt: skip


def _levels() -> Iterator[Instance]:
    for s in (2, 3, 5):  # the roots of 1 + 4 sigma
        power = Fraction(s - 1, s + 1) ** 1000
        yield f"d = 1000, sigma = {Fraction(s * s - 1, 4)}", {
            "gamma": (1 + power) / (1 - power) / s, "level": Fraction(1, s),
        }  # fmt: skip


GAMMA_AND_BETA.claim(
    "gamma-decreases-to-a-positive-limit",
    "gamma decreases in d to 1/sqrt(1 + 4 sigma), with a gap of order omega^d",
    "For $\\sigma > 0$, $\\gamma$ exceeds $1/\\sqrt{1 + 4\\sigma}$ by exactly $\\frac{2\\omega^d}{(1 - \\omega^d)"
    "\\sqrt{1 + 4\\sigma}}$, which is positive and decreases as d grows, exponentially.",
    "Implies(And(R == w**d, 0 < R, R < 1), And(gamma - 1/s == 2*R/((1 - R)*s), gamma > 1/s, "
    "Implies(And(0 < p, p < R), 2*p/((1 - p)*s) < 2*R/((1 - R)*s))))",
    in_steps(
        "the gap, then its size",
        about(Formula("(1 + R)/((1 - R)*s) - 1/s == 2*R/((1 - R)*s)", ["R", "s"]),
              by_identity("the gap", "positive s; real R", "R < 1")),
        about(Formula("2*R/((1 - R)*s) > 0", ["R", "s"]), by_solver("its sign", "And(0 < R, R < 1, s > 0)")),
        about(Formula("Implies(And(0 < p, p < R), 2*p/((1 - p)*s) < 2*R/((1 - R)*s))", ["p", "R", "s"]),
              by_solver("a higher power", "And(R < 1, s > 0)")),
        about(Formula(f"{ROOT} >= 1", ["w"]), by_solver("the root", "And(0 <= w, w < 1)")),
        by_solver("all powers", [
            f"And(d >= 1, 0 < w, w < 1, s == {ROOT})", cite("gamma-in-closed-form"), shown("the gap"),
            shown("its sign"), shown("a higher power"), shown("the root"),
        ]),
    ),
    at="Proposition 5, limit", fidelity="reconstructed", integers="d",
    symbols={"R": "R", "p": "p"}, mutants={"a gap of R": ("== 2*R/", "== R/")}, generated="deep",
    given="R stands for omega^d, p for a higher power of omega", repairs="gamma-converges-to-zero",
)  # fmt: skip

GAMMA_AND_BETA.claim(
    "gamma-and-beta-below-one", "read for every d and sigma: gamma and beta are strictly below one",
    "$\\gamma$ and $\\beta$ are positive constants that are strictly less than one, and so $\\beta \\in (0, 1)$ in "
    "Proposition 8. Read here for every $\\sigma \\ge 0$ and every d, one coordinate included.",
    "And(gamma < 1, beta < 1)",
    on_instances(EXACT, GRID, "small circles", SCOPE, circles), at="Table 1; Proposition 8",
    kind="reading", fails=instance("One coordinate, sigma = 5: A is the number 1, and gamma = beta = 1. Without "
                                   "smoothing both are 1 in every dimension.",
                                   "d = 1; sigma = 5; lam = 1 + 2*sigma*(1 - 1); gamma = 1/lam; beta = 1/lam**2"),
    wrong="The eigenvalue at the frequency 0 is 1; with one coordinate there is no other, and without smoothing all "
    "are 1.", cost="d >= 2 and sigma > 0, which is the case of interest.", defect="missing hypothesis",
)  # fmt: skip

GAMMA_AND_BETA.claim(
    "gamma-and-beta-below-one-with-two-coordinates", "for d >= 2 and sigma > 0: 0 < beta < 1 and 0 < gamma < 1",
    "If $d \\ge 2$ and $\\sigma > 0$, then $\\gamma, \\beta \\in (0, 1)$: all eigenvalues of $A_\\sigma^{-1}$ are in "
    "(0, 1], and one of them is below 1.",
    "Implies(And(d >= 2, sigma > 0), And(0 < gamma, gamma < 1, 0 < beta, beta < 1))",
    on_instances(EXACT, GRID, "small circles", SCOPE, circles),
    at="Table 1; Proposition 8", fidelity="narrowed", mutants={"below one half": ("gamma < 1", "gamma < 1/2"),
    "for one": ("d >= 2", "d >= 1")}, generated="deep",
    repairs="gamma-and-beta-below-one",
)  # fmt: skip
BETA = "(2*w*w**(2*d) - xi*w**(2*d) + 2*xi*d*w**d - 2*w + xi)/(sigma**2*xi**3*(1 - w**d)**2)"
SQUARES = "((1 - R**2)*(1 + w**2)/(1 - w**2) + 2*d*R)/(((1 + w)/(1 - w))**2*(1 - R)**2)"
_XI = f"(-({ROOT})/{STRENGTH})"

GAMMA_AND_BETA.claim(
    "beta-in-closed-form", "beta is the printed fraction, for all d and sigma > 0",
    "$\\beta = \\frac{2\\omega^{2d+1} - \\xi\\omega^{2d} + 2\\xi d\\omega^d - 2\\omega + \\xi}{\\sigma^2\\xi^3"
    "(1 - \\omega^d)^2}$ with $\\xi = -\\sqrt{1 + 4\\sigma}/\\sigma$. Proof: $\\beta$ is the sum of the squares of a "
    "column of $A_\\sigma^{-1}$, three geometric sums.",
    f"beta == {BETA}",
    in_steps(
        "squares, their sum, the printed fraction", *COLUMN,
        about(
            Formula("total == (1 - P**2)/(1 - w**2) + R**2*(1/P**2 - 1)/(1/w**2 - 1) + 2*k*R",
                    ["total", "P", "w", "R", "k"]),
            by_telescoping(
                "the first k squares", {"total": "total + (P + R/P)**2", "P": "P*w", "k": "k + 1"}, {"total": "total"},
                {"total": "0", "P": "1", "k": "0"},
                {"total": "real", "P": "positive", "w": "positive", "R": "positive", "k": "natural"},
            ),
        ),
        about(
            Formula(
                f"{SQUARES} == (2*w*R**2 - {_XI}*R**2 + 2*{_XI}*d*R - 2*w + {_XI})/({STRENGTH}**2*{_XI}**3*(1 - R)**2)",
                ["w", "R", "d"],
            ),
            by_identity("the printed fraction", "real w R d"),
        ),
        by_solver("all of it", [
            f"And(d >= 1, 0 < w, w < 1, sigma == {STRENGTH}, xi == {_XI})",
            lifted("spectral", f"beta == {BETA}", shown("places beside the unit"), shown("the place of the unit"),
                   shown("the first k squares"), shown("the printed fraction"), every="d w sigma xi"),
        ]),
    ),
    on_instances(EXACT, GRID, "small circles", "d <= 8, sigma in {3/4, 2, 6}", lambda claim: _with_xi()),
    at="Proposition 8", integers="d", silent="sigma > 0: at 0 the fraction is 0/0", fidelity="narrowed",
    mutants={"another sign": ("- xi*w**(2*d)", "+ xi*w**(2*d)"), "xi^2": ("xi**3", "xi**2")}, generated="deep",
    note="The sum is taken at P = R, where all d squares are added.",
)  # fmt: skip


def _with_xi() -> Iterator[Instance]:
    for name, at in smoothing_circles():
        yield name, {**at, "xi": -Fraction(at["s"]) / at["sigma"]}


TWO_PARTS = "(1 + 2*sigma)/s**3*((1 + R)/(1 - R)) + 2*d*R/(s**2*(1 - R)**2)"
LARGER = in_steps(
    "two summands",
    about(Formula("And((1 + R)/(1 - R) > 1, R/(1 - R)**2 > 0)", ["R"]), by_solver("the powers",
    "And(0 < R, R < 1)")),
    about(Formula("And((1 + 2*sigma)/s**3 > 0, 1/s**2 > 0)", ["sigma", "s"]),
          by_solver("the strengths", "And(sigma > 0, s > 1)")),
    about(Formula("2*d*R/(s**2*(1 - R)**2) == 2*d*((R/(1 - R)**2)*(1/s**2))", ["d", "R", "s"]),
          by_identity("a quotient", "positive s; real d R")),
    about(Formula("Implies(And(x > 0, y > 1, z > 0, w > 0, d >= 1), x*y + 2*d*(z*w) > x)", ["x", "y", "z", "w",
    "d"]),
          by_solver("their sum", [])),
    by_solver("all sizes", [
        "And(0 < R, R < 1, sigma > 0, s > 1, d >= 1)", shown("the powers"), shown("the strengths"),
        shown("a quotient"), shown("their sum", {"x": "(1 + 2*sigma)/s**3", "y": "(1 + R)/(1 - R)",
                                                 "z": "R/(1 - R)**2", "w": "1/s**2"}),
    ]),
)  # fmt: skip
"""The first part exceeds its limit, and the second is positive."""


def _in_powers(xi: str, sigma: str) -> str:
    """The printed fraction, with R for the power of omega."""
    return f"(2*w*R**2 - {xi}*R**2 + 2*{xi}*d*R - 2*w + {xi})/({sigma}**2*{xi}**3*(1 - R)**2)"


GAMMA_AND_BETA.claim(
    "beta-above-its-limit", "beta stays above (1 + 2 sigma)/(1 + 4 sigma)^(3/2), so it does not fall to 0",
    "$\\beta = \\frac{1 + 2\\sigma}{s^3}\\frac{1 + R}{1 - R} + \\frac{2dR}{s^2(1 - R)^2}$ with $R = \\omega^d$ and "
    "$s = \\sqrt{1 + 4\\sigma}$: it exceeds $(1 + 2\\sigma)/s^3$ at every d, by little where R and d R are small.",
    f"Implies(And(R == w**d, 0 < R, R < 1, s == {ROOT}, sigma == {STRENGTH}), "
    f"And(beta == {TWO_PARTS}, beta > (1 + 2*sigma)/s**3))",
    in_steps(
        "the closed form, then its two parts",
        about(GAMMA_AND_BETA.formula(f"{TWO_PARTS} > (1 + 2*sigma)/s**3"), LARGER),
        about(Formula("w**(2*d) == (w**d)**2", ["w", "d"]), by_identity("a square", "positive w; real d")),
        about(Formula(f"{_in_powers(_XI, STRENGTH)} == (1 + 2*{STRENGTH})/({ROOT})**3*((1 + R)/(1 - R)) + "
                      f"2*d*R/(({ROOT})**2*(1 - R)**2)", ["w", "R", "d"]), by_identity("two parts", "real w R d")),
        about(Formula(f"Implies(And(Q == R, p == R**2, xi == x, sigma == y, beta == (2*w*p - xi*p + 2*xi*d*Q - 2*w + "
                      f"xi)/(sigma**2*xi**3*(1 - Q)**2)), beta == {_in_powers('x', 'y')})",
                      ["Q", "R", "p", "xi", "x", "sigma", "y", "beta", "w", "d"]), by_solver("in powers", [])),
        about(Formula("Implies(And(s == x, sigma == y), (1 + 2*y)/x**3*((1 + R)/(1 - R)) + 2*d*R/(x**2*(1 - R)**2) == "
                      f"{TWO_PARTS})", ["s", "x", "sigma", "y", "R", "d"]), by_solver("in its letters", [])),
        about(Formula(f"And({ROOT} > 1, {STRENGTH} > 0, {_XI} < 0)", ["w"]), by_solver("signs", "And(0 < w, w < 1)")),
        about(GAMMA_AND_BETA.formula(
            f"Implies(And(R == w**d, 0 < R, R < 1, s == {ROOT}, sigma == {STRENGTH}), beta == {TWO_PARTS})"
        ), by_solver("its two parts", [
            "And(0 < w, w < 1, d >= 1)", defined("xi", _XI), cite("beta-in-closed-form"), shown("signs"),
            shown("a square"), shown("two parts"),
            shown("in powers", {"Q": "w**d", "p": "w**(2*d)", "x": _XI, "y": STRENGTH}),
            shown("in its letters", {"x": ROOT, "y": STRENGTH}),
        ])),
        by_solver("all sizes", [
            "And(0 < w, w < 1, d >= 1)", shown("signs"), shown("two summands"), shown("its two parts"),
        ]),
    ),
    kind="project", at="Proposition 8", mutants={"1 + 3 sigma": ("> (1 + 2*sigma)", "> (1 + 3*sigma)"),
                                                 "s^2": ("> (1 + 2*sigma)/s**3", "> (1 + 2*sigma)/s**2")},
    generated="none", integers="d",
)  # fmt: skip

for identifier, mean, place in (("gamma", "gamma", "Table 3"), ("beta", "beta", "Table 4")):
    GAMMA_AND_BETA.claim(
        f"printed-values-of-{identifier}",
        f"all 15 values of {identifier} in {place} are rounded correctly",
        f"{place}: the values of $\\{mean}$ for $\\sigma = 1, ..., 5$ and d = 1000, 10000 and 100000, to three digits.",
        f"And(p - 1/2000 <= {mean}, {mean} <= p + 1/2000)",
        on_instances(CERTIFIED, ALL, "all entries", "the 15 entries", printed), at=place, over="the 15 entries",
        ranges="p", means={mean: "papers.dp_lssgd.operator.printed"},
        parameters={"mean": mean, "shift": Fraction(0)},
        mutants={"one more in the last digit": {"shift": Fraction(1, 1000)},
                 "half of the tolerance": ("1/2000", "1/8000")}, generated="deep",
    )  # fmt: skip

for number, power, mean in ((15, "lam", "gamma"), (16, "lam**2", "beta")):
    norm = "E\\|x\\|^2_{A_\\sigma^{-1}}" if number == 15 else "E\\|A_\\sigma^{-1} x\\|_2^2"
    what = "squares of the eigenvalues" if number == 16 else "eigenvalues"
    value, place = (6, "App. A.2") if number == 15 else (26, "App. A.3")
    GAMMA_AND_BETA.claim(
        f"expected-norm-is-the-sum-of-{what.replace(' ', '-')}",
        f"Lemma {number}: the expected squared norm is the sum of the {what} of the inverse",
        f"For a standard Gaussian vector x, ${norm}$ is the sum of the {what} of $A_\\sigma^{{-1}}$: in an orthonormal "
        "basis of eigenvectors the coordinates have variance 1 again.",
        "expected == total",
        by_induction(
            "one coordinate after the other", {"expected": "0", "total": "0"},
            {"expected": f"expected + v/{power}", "total": f"total + 1/{power}"}, ["And(lam >= 1, v == 1)"],
            inputs=["lam", "v"],
        ),
        on_instances(EXACT, GRID, "small circles", RATIONAL, _norms), at=f"Lemma {number}",
        parameters={"mean": mean}, trust=("spectral", "gaussian-moments", "induction"),
        mutants={"one more": ("== total", "== total + 1"), "twice": ("== total", "== 2*total")}, generated="deep",
    )  # fmt: skip
    GAMMA_AND_BETA.claim(
        f"expected-norm-is-{mean}",
        f"the sum at the end of the proof of Lemma {number} is {mean}",
        f"The sum of the {what} of $A_\\sigma^{{-1}}$ over all d coordinates is $\\{mean}$.",
        f"total == {mean}",
        on_instances(EXACT, GRID, "small circles", RATIONAL, _norms),
        at=f"{place}, proof of Lemma {number}, last display", parameters={"mean": mean},
        fails=instance(
            f"Two coordinates, sigma = 1: the eigenvalues of the inverse are 1 and 1/5, the sum is {value}/"
            f"{5 ** (number - 14)}, and {mean} half of it.",
            f"x = (1, 1/5); total = sum(v**{number - 14} for v in x); {mean} = total / len(x)",
            given="x[0] == 1; x[1] * (1 + 4) == 1",
        ),
        wrong=f"{mean} is the mean over the d coordinates, as Theorems 4 and 7 define it, and the sum is d {mean}.",
        cost=f"None: the proofs of the theorems go on with d {mean}.", defect="typo",
    )  # fmt: skip
    GAMMA_AND_BETA.claim(
        f"expected-norm-is-d-times-{mean}",
        f"Lemma {number} with d {mean} at its end",
        f"${norm} = t = d\\,\\{mean}$, as $\\{mean}$ is the mean of the {what} of $A_\\sigma^{{-1}}$, and t their sum.",
        f"And(expected == total, total == d*{mean})",
        by_solver("the mean", [
            "d >= 1", defined(mean, "total/d"), cite(f"expected-norm-is-the-sum-of-{what.replace(' ', '-')}"),
        ]),
        on_instances(EXACT, GRID, "small circles", RATIONAL, _norms),
        at=f"{place}, proof of Lemma {number}, last display", parameters={"mean": mean},
        mutants={"one more": ("expected == total", "expected == total + 1"), "without d": ("d*", "")}, generated="deep",
        fidelity="reconstructed", repairs=f"expected-norm-is-{mean}",
    )  # fmt: skip
