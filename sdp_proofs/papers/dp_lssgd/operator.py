"""Sec. 2: the smoothing matrix, its eigenvalues and its condition number, and what smoothing does to noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.instances.smoothing import SCOPE, circles
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.smoothing import kernel, spectrum
from sdp_proofs.smoothing.operator import SmoothingOperator


def first_signal(_: Claim) -> Iterator[Instance]:
    """The first signal of Figure 2: its eigenvalue, and the noise that is left."""
    operator = SmoothingOperator(100, Fraction(10))
    before = Enclosure.of(Fraction(1, 100))
    yield "d = 100, sigma = 10", {
        "lam": spectrum.eigenvalue(operator, 1), "beta": kernel.beta(operator), "noise": before,
    }  # fmt: skip


def second_signal(_: Claim) -> Iterator[Instance]:
    """The second signal of Figure 2, row after row on one circle: what is lost of it, and the noise that is left."""
    from sdp_proofs.papers.dp_lssgd.signals import lost_signal

    operator = SmoothingOperator(10_000, Fraction(100))
    yield "d = 10000, sigma = 100", {
        "lost": lost_signal(operator.sigma), "beta": kernel.beta(operator), "noise": Enclosure.of(Fraction(4, 100)),
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
    "On the circle of d places $(A u)_k = (1 + 2\\sigma) u_k - \\sigma(u_{k-1} + u_{k+1})$; a wave with a frequency "
    "$\\theta = 2\\pi j/d$ closes up on it and is multiplied by $1 + 2\\sigma(1 - \\cos\\theta)$. With shifted waves "
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
    "When $\\sigma = 0$ the step (2) is that of SGD: on every wave the gradient is divided by the eigenvalue, which "
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
    "what holds instead: 1 + 4 sigma for even d, 1 + 2 sigma (1 + cos(pi/d)) for odd d",
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
    "the transform, divided by 1 - sigma fft(d), divides every wave by its eigenvalue",
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
    "smoothing-does-not-increase-the-variance", "no wave of a noise has a larger variance after smoothing",
    "Laplacian smoothing can reduce the variance of a stochastic gradient: the variance of its component along a wave "
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
    note="That smoothing 'can remove the noise' is no more than this: it weakens waves of high frequency, and a share "
    "of at least (1 + 2 sigma)/(1 + 4 sigma)^(3/2) of the variance is left in every dimension.",
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
    "10, the error falls to 0.0017.",
    means={"beta": "papers.dp_lssgd.operator.second_signal"},
)  # fmt: skip

SECTION.claim(
    "lssgd-converges-and-generalizes-as-in-the-cited-work", "LSSGD converges at the rate of SGD and generalizes better",
    "LSSGD guarantees the same convergence rate as SGD in convex and nonconvex optimization, and leads to better "
    "generalization in training many models (cited from Osher et al. 2018).",
    None, at="Sec. 2.1, convergence",
    uncheckable="No rate is stated here, and generalization is a matter of the experiments of the cited work.",
)  # fmt: skip
