"""Lemma 18 and Appendix B: Fourier coefficients, the comb of the sampled frequencies, and what is summed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *


def divisors(_: Claim) -> Iterator[Instance]:
    """Two frequencies, 0 and pi: the sum over j of exp(i pi j k)."""
    for k in (1, 2):
        yield f"d = 2, k = {k}", {"total": 1 + (-1) ** k, "d": 2}


def powers(_: Claim) -> Iterator[Instance]:
    """Short geometric sums."""
    for z in (-1, 1, 2):
        for k in range(5):
            yield f"z = {z}, {k} powers", {"z": z, "P": z**k, "total": sum(z**j for j in range(k))}


def means_on_the_circle(_: Claim) -> Iterator[Instance]:
    """The mean of z f(z) over four places of the circle, and the residues of f inside: 1/z, and the conjugate of z."""
    yield "1/z", {"mean": 1, "residues": 1}
    yield "the conjugate", {"mean": 1, "residues": 0}


def four_places(_: Claim) -> Iterator[Instance]:
    """A function on four places of the circle, times the sine there, on average: an even function, and the sine."""
    for name, values in (("even", (1, 2, 3, 2)), ("sine", (0, 1, 0, -1))):
        yield name, {"S": Fraction(values[1] - values[3], 4)}


SECTION = Section(DP_LSSGD, "App. B.1", {
    "f": "f", "al": "\\alpha", "k": "k", "s": "s", "sigma": "\\sigma", "z": "z", "c": "\\cos\\theta", "d": "d",
    "total": "t", "P": "P", "R": "R", "w": "\\alpha", "S": "S", "x": "F_1", "y": "F_2",
})  # fmt: skip
STRENGTH, ROOT = "(w/(1 - w)**2)", "((1 + w)/(1 - w))"
SERIES = (
    about(
        Formula(f"(1 + 2*{STRENGTH})*P == {STRENGTH}*(P/w + P*w)", ["w", "P"]),
        by_identity("coefficients beside the first", "real w P"),
    ),
    about(
        Formula(f"(1 + 2*{STRENGTH}) - 2*{STRENGTH}*w == {ROOT}", ["w"]),
        by_identity("the first coefficient", "real w"),
    ),
)
"""The series with the coefficients alpha^|k|/s, times 1 + 2 sigma (1 - cos), is 1."""

SECTION.claim(
    "fourier-coefficients-of-the-inverse-symbol", "f[k] = alpha^|k|/sqrt(4 sigma + 1)",
    "For $\\sigma > 0$ the coefficients of $F(\\theta) = 1/(1 + 2\\sigma(1 - \\cos\\theta))$ are $f[k] = "
    "\\alpha^{|k|}/\\sqrt{4\\sigma + 1}$. Proof: the series with these coefficients, times the denominator, is 1; "
    "s stands for the root, k for |k|.",
    "f == al**k/s",
    in_steps(
        "a product of series", *SERIES,
        by_solver("all coefficients", [
            "And(0 < al, al < 1, s == (1 + al)/(1 - al), k >= 0)",
            lifted("fourier-series", "f == al**k/s", shown("coefficients beside the first"),
                   shown("the first coefficient")),
        ]),
    ),
    at="Lemma 18; Eq. (13)", silent="sigma > 0: at 0, alpha is 0/0", integers="k",
    mutants={"one power more": ("al**k", "al**(k + 1)"), "without the root": ("/s", "")},
)  # fmt: skip

SECTION.claim(
    "integrals-of-complex-functions-are-their-residues",
    "for a complex function the integral over the unit circle is 2 pi i times its residues inside",
    "Let f be a complex function on $\\mathbb{C}$. Then $\\int f\\,dz$ over the unit circle, which is $2\\pi i$ times "
    "the mean of $z f(z)$ there, is $2\\pi i$ times the sum of the residues at the poles inside.",
    "mean == residues",
    on_instances(EXACT, GRID, "two functions", "1/z and the conjugate of z", means_on_the_circle), at="Lemma 17",
    symbols={"mean": "\\overline{z f(z)}", "residues": "\\sum_c \\mathrm{Res}(f, c)"},
    means={"mean": "any mean over the circle", "residues": "any sum of residues"},
    fails=instance(
        "The conjugate of z is a complex function without a pole, and z times it is 1 everywhere on the circle: here "
        "at "
        "z = (3 + 4i)/5.", "x = 3/5; y = 4/5; mean = x**2 + y**2; residues = 0", given="x**2 + y**2 == 1",
    ),
    wrong="Nothing says that f is holomorphic but for finitely many poles, and nothing that none of them lies on the "
    "circle itself. Neither is 'defined on C' what a function with poles is.",
    cost="f must be holomorphic in a neighbourhood of the closed disc, but for finitely many poles inside.",
    defect="missing hypothesis",
    recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "means-of-powers-are-residues",
    "z^k has the mean 0 on d places of the circle, but for k = 0",
    "For a Laurent series that converges on the circle, as those of Appendix B do, the mean of $z f(z)$ is the "
    "coefficient of $1/z$: the powers of a root of unity $z \\ne 1$ with $z^d = 1$ add up to 0. P is $z^d$.",
    "Implies(And(total*(1 - z) == 1 - P, P == 1, z != 1), total == 0)",
    by_solver("all roots", []), at="Lemma 17", fidelity="narrowed", generated="none", trust="fourier-series",
    repairs="integrals-of-complex-functions-are-their-residues",
    mutants={"at 1, too": (", z != 1)", ")"), "any power": (", P == 1", "")},
)  # fmt: skip

SECTION.claim(
    "real-symbols-have-symmetric-coefficients", "f[k] = f[-k] because F is real",
    "As F is real valued, $f[k] = f[-k]$. For the F of Lemma 18, which is even as well, that is right, but not for the "
    "reason that is given, which is one for whatever is real: $f[k] - f[-k] = 2iS$, where S is the mean of "
    "$F(\\theta)\\sin k\\theta$, so "
    "that S = 0 is asserted for real F; here k = 1.",
    "S == 0",
    on_instances(EXACT, GRID, "four places", "an even function and the sine", four_places),
    at="App. B.1, proof of Lemma 18, symmetry",
    fails=instance("F is the sine itself, which is real: S is its mean square, 1/2. Here on four places of the circle.",
                   "sine = (0, 1, 0, 0 - 1); F = sine; S = sum(F[j]*sine[j] for j in range(4)) / 4"),
    wrong="The coefficients of a real function are conjugate to each other, not equal.",
    cost="None: F is even, as the cosine is.", defect="false",
)  # fmt: skip

SECTION.claim(
    "even-symbols-have-symmetric-coefficients", "f[k] = f[-k] because F is even",
    "The places $\\theta$ and $-\\theta$ add $(F(\\theta) - F(-\\theta))\\sin k\\theta$ to S, and $F(\\theta) = "
    "1/(1 + 2\\sigma(1 - \\cos\\theta))$ takes the same value at both, $F_1 = F_2$. Here S is what two such "
    "places add.",
    "Implies(And(x == 1/(1 + 2*sigma*(1 - c)), y == 1/(1 + 2*sigma*(1 - c)), S == x*z + y*(0 - z)), S == 0)",
    by_solver("all places", "And(sigma >= 0, -1 <= c, c <= 1)"), at="App. B.1, proof of Lemma 18, symmetry",
    fidelity="reconstructed", symbols={"z": "\\sin k\\theta"}, trust="fourier-series", generated="none",
    mutants={"no sign": ("y*(0 - z)", "y*z"), "another value": ("y == 1/", "y == 2/")},
    repairs="real-symbols-have-symmetric-coefficients",
)  # fmt: skip

SECTION.claim(
    "integrand-of-the-contour", "Eq. (14): on the circle F d theta is -dz/(i sigma (z - alpha_-)(z - alpha_+))",
    "With $z = e^{i\\theta}$, $F(\\theta)/z = -1/(\\sigma(z - \\alpha_-)(z - \\alpha_+))$ with $\\alpha_- = \\alpha$ "
    "and $\\alpha_+ = 1/\\alpha$, of which the first lies inside the unit circle; $\\sigma = \\alpha/(1 - \\alpha)^2$.",
    f"1/(z*(1 + 2*{STRENGTH} - {STRENGTH}*(z + 1/z))) == -1/({STRENGTH}*(z - w)*(z - 1/w))",
    by_identity("all z", "real w z"), at="App. B.1, Eq. (14)",
    mutants={"another sign": ("== -1/", "== 1/"), "both inside": ("(z - 1/w)", "(z - w)")},
)  # fmt: skip

INNER, OUTER = "(2*sigma + 1 - s)/(2*sigma)", "(2*sigma + 1 + s)/(2*sigma)"

SECTION.claim(
    "one-root-inside-and-one-outside",
    "alpha_- and alpha_+ are the roots of -sigma z^2 + (2 sigma + 1) z - sigma, the first inside the circle, the other "
    "outside",
    "With $s = \\sqrt{4\\sigma + 1}$ the roots $\\alpha_\\pm = (2\\sigma + 1 \\pm s)/(2\\sigma)$ have the product 1, "
    "and $0 < \\alpha_- < 1 < \\alpha_+$: no root lies on the circle, and one within it.",
    f"Implies(s**2 == 4*sigma + 1, And(-sigma*z**2 + (2*sigma + 1)*z - sigma == -sigma*(z - {INNER})*(z - {OUTER}), "
    f"0 < {INNER}, {INNER} < 1, 1 < {OUTER}, {INNER}*({OUTER}) == 1))",
    in_steps(
        "places, product",
        about(Formula(f"Implies(s**2 == 4*sigma + 1, And(0 < {INNER}, {INNER} < 1, 1 < {OUTER}))", ["s", "sigma"]),
              in_steps(
                  "two places",
                  about(Formula("Implies(s**2 == 4*sigma + 1, And(1 < s, s < 2*sigma + 1))", ["s", "sigma"]),
                        by_solver("the root", "And(sigma > 0, s > 0)")),
                  by_solver("the places", ["And(sigma > 0, s > 0)", shown("the root")]),
              )),
        about(Formula(f"-sigma*(z - {INNER})*(z - {OUTER}) == -sigma*z**2 + (2*sigma + 1)*z - ((2*sigma + 1)**2 - "
                      "s**2)/(4*sigma)", ["s", "sigma", "z"]),
              by_identity("multiplied out", "positive sigma; real s z")),
        about(Formula(f"{INNER}*({OUTER}) == ((2*sigma + 1)**2 - s**2)/(4*sigma**2)", ["s", "sigma"]),
              by_identity("the product", "positive sigma; real s")),
        about(Formula("Implies(s**2 == 4*sigma + 1, And(((2*sigma + 1)**2 - s**2)/(4*sigma) == sigma, "
                      "((2*sigma + 1)**2 - s**2)/(4*sigma**2) == 1))", ["s", "sigma"]),
              by_solver("its value", "sigma > 0")),
        by_solver("both roots", [
            "And(sigma > 0, s > 0)", shown("two places"), shown("multiplied out"), shown("the product"),
            shown("its value"),
        ]),
    ),
    at="App. B.1, roots; Eq. (14)", silent="sigma > 0", generated="none",
    mutants={"both inside": (f"1 < {OUTER}", f"1 > {OUTER}"), "another product": ("== 1))", "== 2))")},
)  # fmt: skip

SECTION.claim(
    "residue-at-the-inner-root", "the residue: -alpha^k/(sigma (alpha_- - alpha_+)) = alpha^k/sqrt(4 sigma + 1)",
    "$-\\alpha_-^k/(\\sigma(\\alpha_- - \\alpha_+)) = \\alpha^k/\\sqrt{4\\sigma + 1}$; P stands for $\\alpha^k$.",
    f"-P/({STRENGTH}*(w - 1/w)) == P/{ROOT}",
    by_identity("all roots", "real w P"), at="App. B.1, Lemma 18, last display",
    mutants={"another sign": ("-P/(", "P/("), "no root": (f"P/{ROOT}", "P")},
)  # fmt: skip

SECTION.claim(
    "gamma-as-a-sum-from-zero", "Eq. (15): the summands are those of Theorem 4",
    "$\\gamma = \\frac1d \\sum_{j=0}^{d-1} \\frac{1}{1 + 2\\sigma(1 - \\cos(2\\pi j/d))}$: the same summands as in "
    "Theorem 4, where the index runs from 1 to d instead, around the same circle.",
    "1/(1 + 2*sigma*(1 - c)) == 1/(1 + 2*sigma - 2*sigma*c)",
    by_identity("all summands", "real sigma c"), at="App. B.1, Eq. (15)",
    mutants={"plus": ("- 2*sigma*c", "+ 2*sigma*c"), "once": ("- 2*sigma*c", "- sigma*c")},
)  # fmt: skip

SECTION.claim(
    "comb-is-nonzero-where-k-divides-d", "g[k] = d/(2 pi) if k divides d",
    "The comb at the d frequencies $2\\pi j/d$ has the coefficients $g[k] = d/(2\\pi)$ if k divides d, and 0 "
    "otherwise. Times $2\\pi$, $\\sum_j e^{2\\pi i j k/d} = d$ for every divisor k of d.",
    "total == d",
    on_instances(EXACT, GRID, "divisors of two", "d = 2, k = 1 and 2", divisors), at="App. B.1, comb",
    fails=instance("d = 2, k = 1, which divides 2: the two summands are 1 and -1, their sum is 0.",
                   "d = 2; k = 1; total = sum((0 - 1)**(j*k) for j in range(d))", given="d % k == 0"),
    wrong="The divisibility is turned round: the sum is d where d divides k, and 0 elsewhere. At d = 2, k = 4 does not "
    "divide d, and the sum is 2.",
    cost="None: the proof goes on with multiples of d.", defect="typo",
)  # fmt: skip

SECTION.claim(
    "comb-is-nonzero-where-d-divides-k",
    "with z = exp(2 pi i k/d): (z - 1) times the sum is z^d - 1, so it is 0 unless d divides k",
    "Let $z = e^{2\\pi i k/d}$ and P the next power of z. The sum of the powers so far, times z - 1, is P - 1; after "
    "d of them P = 1, so the sum is 0 unless z = 1, that is unless d divides k, when it is d.",
    "total*(z - 1) == P - 1",
    by_telescoping("one power after the other", {"total": "total + P", "P": "P*z"}, {"total": "total"},
                   {"total": "0", "P": "1"}, {"total": "real", "P": "real", "z": "real"}),
    on_instances(EXACT, GRID, "short sums", "z in {-1, 1, 2}, up to 4 powers", powers),
    at="App. B.1, comb", fidelity="reconstructed", mutants={"z + 1": ("z - 1", "z + 1"), "P": ("P - 1", "P")},
    repairs="comb-is-nonzero-where-k-divides-d",
    note="An identity of polynomials, so it holds for complex z.",
)  # fmt: skip

SECTION.claim(
    "sum-over-multiples-of-d", "the sum of f[l d] over all l is (1 + alpha^d)/((1 - alpha^d) sqrt(4 sigma + 1))",
    "$\\sum_{\\ell} f[-\\ell d]$ is $f[0] (1 + 2 (R + R^2 + ...))$ with $R = \\alpha^d$, which is the formula of "
    "Proposition 5. The d frequencies see a coefficient together with all those a multiple of d away.",
    "total == (1 + R)/((1 - R)*s)",
    in_steps(
        "the series, then its sum",
        about(Formula("(1 + 2*R/(1 - R))/s == (1 + R)/((1 - R)*s)", ["R", "s"]),
              by_identity("two forms", "positive s; real R", "R < 1")),
        by_solver("all d", [
            "And(0 < R, R < 1, s > 1)", shown("two forms"),
            lifted("limits", "total == (1 + 2*R/(1 - R))/s", cite("fourier-coefficients-of-the-inverse-symbol"),
                   cite("comb-is-nonzero-where-d-divides-k", {"z": "R"})),
        ]),
    ),
    at="App. B.1, aliasing",
    mutants={"one side only": ("1 + R)", "1 + R/2)"), "the inverse": ("== (1 + R)/", "== (1 - R)/")},
    note="With z = R the formula of the comb is that of a finite geometric sum.",
)  # fmt: skip

SECTION.claim(
    "fourier-coefficients-of-the-squared-symbol",
    "App. B.2: f[k] = (k + 1) alpha^k/(4 sigma + 1) + 2 sigma alpha^(k+1)/(4 sigma + 1)^(3/2)",
    "For $\\sigma > 0$ and $k \\ge 0$ the coefficients of $F^2$ are as printed. Proof: by convolution they are "
    "$\\frac{1}{s^2}\\bigl((k + 1)\\alpha^k + 2\\alpha^{k+2}/(1 - \\alpha^2)\\bigr)$; P stands for $\\alpha^k$.",
    f"f == (k + 1)*P/{ROOT}**2 + 2*{STRENGTH}*P*w/{ROOT}**3",
    in_steps(
        "the convolution, then the printed sum",
        about(Formula(f"((k + 1)*P + 2*P*w**2/(1 - w**2))/{ROOT}**2 == (k + 1)*P/{ROOT}**2 + "
                      f"2*{STRENGTH}*P*w/{ROOT}**3", ["k", "P", "w"]), by_identity("two forms", "real w P k")),
        by_solver("all coefficients", [
            "And(0 < w, w < 1, k >= 0, P == w**k)", shown("two forms"),
            lifted("fourier-series", f"f == ((k + 1)*P + 2*P*w**2/(1 - w**2))/{ROOT}**2",
                   cite("fourier-coefficients-of-the-inverse-symbol")),
        ]),
    ),
    at="App. B.2, Eq. (16)", silent="sigma > 0: at 0, alpha is 0/0", integers="k",
    mutants={"alpha^k": ("*P*w/", "*P/"), "k for k + 1": ("== (k + 1)*P", "== k*P")},
)  # fmt: skip

SECTION.claim(
    "integrand-of-the-squared-contour",
    "App. B.2, second and fourth line: F^2/z = z/(z + sigma (2 z - z^2 - 1))^2 = z/(sigma^2 (z - alpha_-)^2 (z - "
    "alpha_+)^2)",
    "On the circle $F = z/(z + \\sigma(2z - z^2 - 1))$, whose denominator is $-\\sigma(z - \\alpha_-)(z - \\alpha_+)$; "
    "with $z^k$ and $d\\theta = dz/(iz)$ these are the integrands of the display.",
    f"1/(z*(1 + 2*{STRENGTH} - {STRENGTH}*(z + 1/z))**2) == z/({STRENGTH}**2*(z - w)**2*(z - 1/w)**2)",
    by_identity("all z", "real w z"), at="App. B.2, second line",
    mutants={"one pole": ("(z - w)**2", "(z - w)"), "without z": ("== z/", "== 1/")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "derivative-at-the-double-pole",
    "App. B.2: the derivative of z^(k+1)/(sigma^2 (z - alpha_+)^2) at alpha_- is the printed sum",
    "The derivative is $\\frac{(k+1) z^k}{\\sigma^2 (z - \\alpha_+)^2} - \\frac{2 z^{k+1}}{\\sigma^2 (z - "
    "\\alpha_+)^3}$; at $z = \\alpha$ it is the last line of the display. P stands for $\\alpha^k$.",
    f"(k + 1)*P/({STRENGTH}**2*(w - 1/w)**2) - 2*P*w/({STRENGTH}**2*(w - 1/w)**3) "
    f"== (k + 1)*P/{ROOT}**2 + 2*{STRENGTH}*P*w/{ROOT}**3",
    by_identity("all roots", "real w P k"), at="App. B.2, last two lines",
    mutants={"another sign": ("- 2*P*w/(", "+ 2*P*w/("), "k": ("== (k + 1)*P", "== k*P")},
)  # fmt: skip
