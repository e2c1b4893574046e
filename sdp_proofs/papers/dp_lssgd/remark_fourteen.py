"""Remark 14: the sensitivity after smoothing, the identity of norms, and whether smoothing gains privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.small_instances import energies
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *


def batches(_: Claim) -> Iterator[Instance]:
    """Two records, batches of one or two."""
    for b in (1, 2):
        yield f"n = 2, b = {b}", {"G": 1, "b": b, "n": 2}


def small_vectors(_: Claim) -> Iterator[Instance]:
    """Small vectors on two and three places."""
    for size in (1, 2, 3):
        for sigma in (Fraction(0), Fraction(1), Fraction(2)):
            yield from energies(size, sigma)


def one_wave(_: Claim) -> Iterator[Instance]:
    """A difference of gradients along one wave, with noise of deviation 1."""
    for lam in (1, 5):
        signal, noise = Fraction(1, lam), Fraction(1, lam)
        yield f"eigenvalue {lam}", {
            "after": signal**2 / noise**2, "before": Fraction(1), "x": 1, "lam": lam, "nu": 1,
        }  # fmt: skip


def correlated(_: Claim) -> Iterator[Instance]:
    """A normal number times one wave: its mean square before and after smoothing."""
    for lam in (1, 5):
        yield f"eigenvalue {lam}", {"after": Fraction(2, lam**2), "before": 2, "lam": lam}


SECTION = Section(DP_LSSGD, "Remark 14", {
    "G": "G", "b": "b", "n": "n", "U": "u", "D": "p", "B": "q", "g": "r", "sigma": "\\sigma", "d": "d",
    "lam": "\\lambda",
    "x": "x", "nu": "\\nu", "after": "a_1", "before": "a_0", "a": "a", "r": "r", "p": "p", "q": "q", "v": "v",
    "expected": "E", "total": "t",
})  # fmt: skip

SHORTER = summed(
    "Implies(sigma >= 0, after <= before)", {"after": "x**2/lam**2", "before": "x**2"},
    cite("smoothing-does-not-increase-the-variance", {"v": "x**2"}), each="x lam c", where=("c <= 1", "lam != 0"),
)  # fmt: skip
"""Squared length after smoothing, a sum over Fourier modes."""

SECTION.claim(
    "sensitivity-used-in-the-proof-of-theorem-two", "the proof of Theorem 2 used the sensitivity 2G/n",
    "In the proof of Theorem 2 the sensitivity of $q_k$ was estimated by $2G/n$. What the proof uses is $2G/b$, with "
    "which the noise was computed; read as the same bound, $2G/b = 2G/n$.",
    "2*G/b == 2*G/n",
    on_instances(EXACT, GRID, "two records", "n = 2", batches), at="Remark 14, sensitivity",
    fails=instance("Two records, batches of one: the proof uses 2 G, and the remark says G.",
                   "n = 2; b = 1; G = 1", given="1 <= b; b <= n"),
    wrong="The query of the proof is (n/b) grad F, whose sensitivity is 2G/b and not 2G/n; it has no smoothing in it.",
    cost="None for Theorem 2, which is computed with 2G/b. With 2G/n the noise would be too small by n/b.",
    defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-a-smoothed-batch-mean",
    "smoothed or not, the sensitivity of the batch mean is at most 2G/b",
    "If one record is replaced, the mean of b gradients of norms at most G changes by at most $2G/b$, and smoothing "
    "does not make the change longer.",
    "Implies(And(sigma >= 0, before == (r/b)**2, r <= p + q, p <= G, q <= G), after <= (2*G/b)**2)",
    in_steps(
        "one record, then the waves",
        about(Formula("Implies(And(r <= p + q, p <= G, q <= G), (r/b)**2 <= (2*G/b)**2)", ["r", "b", "p", "q", "G"]),
              by_solver("one record", "And(b >= 1, G >= 0, r >= 0)")),
        by_solver("all gradients", ["And(b >= 1, G >= 0, r >= 0)", shown("one record"), SHORTER]),
    ),
    at="Remark 14, sensitivity", fidelity="reconstructed",
    given="p and q are the norms of the two gradients, r that of their difference; the squared length of the change is "
    "before and after smoothing a sum over Fourier modes",
    mutants={"G/b": ("(2*G/b)", "(G/b)"), "2G": ("p <= G, ", "")}, generated="deep",
    repairs="sensitivity-used-in-the-proof-of-theorem-two",
)  # fmt: skip

SECTION.claim(
    "norms-without-squares-and-with-the-dimension", "|u| + 2 sigma |D u|^2/d + sigma^2 |L u|^2/d = |A u|",
    "For $g = A_\\sigma u$: $\\|u\\|_2 + 2\\sigma\\|D_+ u\\|_2^2/d + \\sigma^2\\|L u\\|_2^2/d = \\|g\\|_2$. The "
    "symbols are the squared norms u, p, q and r of u, $D_+ u$, $L u$ and g.",
    "sqrt(U) + 2*sigma*D/d + sigma**2*B/d == sqrt(g)",
    on_instances(EXACT, GRID, "small vectors", "d <= 3, entries from -1 to 2", small_vectors), at="Remark 14, identity",
    fails=instance(
        "d = 2, sigma = 1, u = (1, 0), so that g = (3, -2): the left side is 1 + 2 + 4 = 7, and |g| is sqrt(13).",
        "d = 2; sigma = 1; u = (1, 0); dif = [u[(k + 1) % d] - u[k] for k in range(d)]; "
        "lap = [u[(k + 1) % d] - 2*u[k] + u[(k + d - 1) % d] for k in range(d)]; "
        "U = sum(x**2 for x in u); D = sum(x**2 for x in dif); B = sum(x**2 for x in lap); "
        "g = sum((u[k] - sigma*lap[k])**2 for k in range(d))",
    ),
    wrong="The two norms must be squared, and nothing is divided by d.", cost="None: nothing else uses the identity.",
    defect="false",
)  # fmt: skip

SECTION.claim(
    "squared-norms-add-up", "|A u|^2 = |u|^2 + 2 sigma |D u|^2 + sigma^2 |L u|^2",
    "For $g = A_\\sigma u$: $\\|g\\|^2 = \\|u\\|^2 + 2\\sigma\\|D_+ u\\|^2 + \\sigma^2\\|L u\\|^2$. In a mode with "
    "$m = 2(1 - \\cos\\theta)$ the operators $A$, $D_+^T D_+$ and $L$ multiply by $1 + \\sigma m$, m and -m.",
    "g == U + 2*sigma*D + sigma**2*B",
    by_sentence("sigma >= 0"),
    on_instances(EXACT, GRID, "small vectors", "d <= 3, entries from -1 to 2", small_vectors), at="Remark 14, identity",
    fidelity="reconstructed", mutants={"one sigma": ("2*sigma*D", "sigma*D")},
    repairs="norms-without-squares-and-with-the-dimension",
)  # fmt: skip

SECTION.claim(
    "smoothing-shortens-every-difference",
    "read for all differences: the smoothed difference of two gradients is shorter",
    "Numerical experiments show that $\\|A^{-1}\\nabla f_i - A^{-1}\\nabla f_{i'}\\|$ is much less than $\\|\\nabla "
    "f_i - \\nabla f_{i'}\\|$. Read here for all gradients, and only as 'less'; the symbols are the squared lengths.",
    "after < before",
    on_instances(EXACT, GRID, "one wave", "eigenvalues 1 and 5", one_wave), kind="reading",
    at="Remark 14, experiments",
    fails=instance("d = 2, sigma = 1 and the difference (1, 1), which smoothing leaves alone.",
                   "g = (1, 1); sigma = 1; u = (1, 1); before = sum(x**2 for x in g); after = sum(x**2 for x in u)",
                   given="[(1 + 2*sigma)*u[0] - 2*sigma*u[1], (1 + 2*sigma)*u[1] - 2*sigma*u[0]] == [g[0], g[1]]"),
    wrong="A difference that is the same in all coordinates is kept; the worst case over data, which is what privacy "
    "is "
    "about, is not improved.", cost="It may be shorter, and is never longer.",
)  # fmt: skip

SECTION.claim(
    "smoothing-compresses-every-gaussian-vector",
    "read for every Gaussian vector: smoothing compresses its squared norm by the same ratio in expectation",
    "The smoothing compresses the norm of 'any given' Gaussian random vector with a specific ratio in expectation. "
    "Read here for Gaussian vectors with any covariance, and for their squared norms, whose expectations before and "
    "after smoothing are the symbols; the lemmas that follow speak of standard ones.",
    "after < before",
    on_instances(EXACT, GRID, "one wave", "eigenvalues 1 and 5", correlated), kind="reading",
    at="App. A.2, first sentence; App. A.3, first sentence",
    fails=instance("Two coordinates that are the same normal number, sigma = 1: smoothing leaves them alone, and the "
                   "expected squared norm is 2 before and after.",
                   "x = (1, 1); sigma = 1; u = (1, 1); before = sum(v**2 for v in x); after = sum(v**2 for v in u)",
                   given="[(1 + 2*sigma)*u[0] - 2*sigma*u[1], (1 + 2*sigma)*u[1] - 2*sigma*u[0]] == [x[0], x[1]]"),
    wrong="The ratio depends on the covariance: it is between (1 + 4 sigma)^-2 and 1.",
    cost="None: the proofs use the lemmas for noise with independent coordinates of one variance.",
)  # fmt: skip

SECTION.claim(
    "smoothing-lengthens-no-difference",
    "a smoothed difference is never longer, and a difference in a random direction shrinks by beta in mean square",
    "A smoothed difference is at most as long as before, in every Fourier mode. If the direction of g is uniform on a "
    "sphere, "
    "every coordinate has the mean square v, and the expected square after smoothing is v times the sum of the squared "
    "eigenvalues: the ratio is $\\beta$, as Lemma 16 has it for a Gaussian vector.",
    "And(Implies(sigma >= 0, after <= before), expected == v*total)",
    by_solver("all waves", [
        SHORTER,
        summed("expected == v*total", {"expected": "v/lam**2", "total": "1/lam**2"}, each="lam", where="lam != 0"),
    ]),
    at="Remark 14, ratio", fidelity="reconstructed",
    repairs=("smoothing-shortens-every-difference", "smoothing-compresses-every-gaussian-vector"),
    trust=("spectral", "gaussian-moments"), mutants={"half": ("v*total", "v*total/2"), "v^2": ("v*t",
    "v**2*t"), "strictly": ("after <= before", "after < before")},
)  # fmt: skip

SECTION.claim(
    "smoothed-norms-concentrate",
    "in high dimension the squared norm shrinks by nearly beta with high probability: a deviation of t d has "
    "probability at most 2/(d t^2)",
    "For a Gaussian vector x the squared norm of $A_\\sigma^{-1}x$ has the mean $d\\beta$ and the variance p, twice "
    "the sum of the $\\lambda^{-4}$. As $\\lambda \\ge 1$, $p \\le 2d$, and by Chebyshev the squared norm is further "
    "than td from $d\\beta$ with a probability q of at most $2/(dt^2)$; so is, at $\\sigma = 0$, $\\|x\\|^2$ from d.",
    "Implies(q*(d*t)**2 <= p, q <= 2/(d*t**2))",
    in_steps(
        "the variance, then the chance",
        about(Formula("2/lam**4 <= 2", ["lam"]), by_solver("one wave", "lam >= 1")),
        about(Formula("Implies(And(q*(d*t)**2 <= 2*d, d >= 1, t > 0), q*(d*t**2) <= 2)", ["q", "d", "t"]),
              by_solver("a chance", [])),
        about(Formula("Implies(And(x > 0, q*x <= 2), q <= 2/x)", ["q", "x"]), by_solver("divided", [])),
        about(Formula("Implies(And(d >= 1, t > 0), d*t**2 > 0)", ["d", "t"]), by_solver("its sign", [])),
        by_solver("all sizes", [
            "And(d >= 1, t > 0)", lifted("gaussian-moments", "p <= 2*d", shown("one wave")), shown("a chance"),
            shown("its sign"), shown("divided", {"x": "d*t**2"}),
        ]),
    ),
    at="Remark 14, high probability", fidelity="reconstructed", kind="statement", symbols={"t": "t"},
    silent="no estimate is printed; 'high dimensional' is read as: the probability falls to 0 as d grows",
    mutants={"1/d": ("2/(d*t**2)", "1/(d*t**2)"), "d^2": ("2/(d*t**2)", "2/(d**2*t**2)")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "smoothing-gives-a-stronger-privacy-guarantee", "with the same noise, smoothing gives a stronger privacy guarantee",
    "As the smoothed difference is shorter, the noise gives a much stronger privacy guarantee. What decides privacy is "
    "the squared ratio of the change of the mean to the deviation of the noise, along every Fourier mode: it is "
    "smaller after "
    "smoothing than before.",
    "after < before",
    on_instances(EXACT, GRID, "one wave", "eigenvalues 1 and 5", one_wave), at="Remark 14, privacy",
    fails=instance(
        "d = 2, sigma = 1, the change (1, -1) and noise of variance 1. Along this mode A^-1 divides the change and the "
        "noise by 5, and the squared ratio is 2 before and after.",
        "lam = 5; before = 1**2 + 1**2; after = (before / lam**2) / (1 / lam**2)",
    ),
    wrong="The noise is added before the smoothing and is smoothed with the gradient. As A^-1 is invertible, the "
    "smoothed sum tells what the sum tells.",
    cost="Smoothing is free, and gains no privacy. Noise that is added after the smoothing would be another mechanism.",
)  # fmt: skip

SECTION.claim(
    "smoothing-neither-costs-nor-gains-privacy",
    "the privacy of the smoothed noisy gradient is that of the noisy gradient",
    "DP-LSSGD has with the same noise the same guarantee as DP-SGD, for every $(\\epsilon, \\delta)$: along every "
    "Fourier mode "
    "the change of the mean and the deviation of the noise are divided by the same $\\lambda$. In general: every "
    "event of the one is an event of the other, as $A^{-1}$ is invertible.",
    "Implies(And(after == (x/lam)**2/(nu/lam)**2, before == x**2/nu**2), after == before)",
    by_solver("all waves", "And(lam > 0, nu > 0)"), at="Abstract; Sec. 4.2; Remark 3; Remark 14, privacy",
    mutants={"the change alone": ("(nu/lam)", "(nu)"), "the noise alone": ("(x/lam)", "(x)")},
    repairs="smoothing-gives-a-stronger-privacy-guarantee",
    trust=("data-processing", "densities"),
)  # fmt: skip
