"""The sums of Appendices A.2 and A.3 as they are printed, with a step size of its own at every step.

Theorems 4 and 7 take steps of one size only, and what holds instead of them needs no more.

Theorem 7 and Appendix A.3: the utility for nonconvex losses, and what Table 1 makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.dp_lssgd.convex import PARABOLAS, parabolas
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *


def gradients(_: Claim) -> Iterator[Instance]:
    """Batches that are all records, without noise."""
    for g in (0, 1):
        yield f"gradient {g}", {"g": g, "m": g, "q": 0}


def large_steps(_: Claim) -> Iterator[Instance]:
    """One step of length 1."""
    for smoothness in (1, 3):
        yield f"L = {smoothness}", {"eta": 1, "L": smoothness}


def at_the_minimum(_: Claim) -> Iterator[Instance]:
    """F = w^2/2 from 0, one step of length 1 with noise of variance 1: the sums from 1 to T - 1 are empty."""
    yield "T = 1", {"last": Fraction(1, 2), "first": 0, "grads": 0, "noises": 0}


def averages(_: Claim) -> Iterator[Instance]:
    """F with the gradient max(0, 1 - |w|), at -1 and 1, and at their mean."""
    yield "two iterates", {"mid": 1, "mean": 0}


def one_step(_: Claim) -> Iterator[Instance]:
    """T = 1: -(1/3) cos(3 w), from the steepest point, at C_1 = C_2 = epsilon = l = 1."""
    yield "L = 3", {
        "left": 1, "C2": 1, "G": 1, "beta": 1, "d": 11_250, "L": 3, "D": Fraction(1, 3), "b": 9, "ell": 1, "n": 225,
        "ep": 1,
    }  # fmt: skip


def expected_losses(_: Claim) -> Iterator[Instance]:
    """The expected loss after a step."""
    for name, at in parabolas():
        yield name, {**at, "fn": at["L"] * at["onward"] / 2}


def norms(_: Claim) -> Iterator[Instance]:
    """The norm of the gradient where a run of one step begins."""
    for name, at in parabolas():
        V = at["G"] ** 2 / at["b"] + at["v"]
        yield name, {
            **at, "V": V, "T": 1, "mean": at["r"], "grads": at["r"], "first": at["f"], "f": 0, "D": at["f"],
            "r": at["G"],
        }  # fmt: skip


def roots(_: Claim) -> Iterator[Instance]:
    """Norms whose square meets a bound."""
    for norm in (Fraction(1, 2), Fraction(2)):
        yield f"norm {norm}", {"r": norm, "q": norm**2}


SECTION = Section(DP_LSSGD, "App. A.3", {
    "g": "g", "m": "m", "q": "q", "lam": "\\lambda", "eta": "\\eta", "L": "L", "v": "v", "p": "p", "last": "F_T",
    "first": "F_0", "grads": "t", "noises": "u", "V": "V", "T": "T", "mid": "r_m", "mean": "r", "left": "r",
    "C2": "C_2",
    "C1": "C_1", "G": "G", "beta": "\\beta", "d": "d", "D": "D_F", "b": "b", "ell": "l", "n": "n", "ep": "\\epsilon",
    "inside": "g_1", "outside": "g_2", "r": "r", "sigma": "\\sigma", "c": "\\cos\\theta", "mu": "\\mu", "t": "t",
    "f": "F", "fn": "F_+", "total": "t", "x": "x",
})  # fmt: skip

SECTION.claim(
    "expansion-of-the-squared-step", "the first display of the proof of Theorem 7",
    "$\\|A^{-1}(\\nabla f_B + n)\\|^2 = \\|A^{-1}(\\nabla f_B - \\nabla F)\\|^2 + \\|A^{-1}n\\|^2 + 2\\langle "
    "A^{-1}\\nabla f_B, A^{-1}n\\rangle$. In one Fourier mode, with the batch gradient g, the gradient m and the "
    "noise q.",
    "(g + q)**2 == (g - m)**2 + q**2 + 2*g*q",
    on_instances(EXACT, GRID, "whole batches", "no noise", gradients), at="App. A.3, first display",
    fails=instance("The batch is all records, no noise: the left side is the squared gradient, the right side 0.",
                   "g = 1; m = 1; q = 0"),
    wrong="The square of $A^{-1} \\nabla F$ and its product with the deviation are left out.",
    cost="None: the square is there in the second display, and the product has mean 0.", defect="typo",
)  # fmt: skip

SECTION.claim(
    "complete-expansion-of-the-squared-step",
    "expansion of the squared step with the squared gradient and its product with the deviation",
    "$(g + q)^2 = (g - m)^2 + m^2 + q^2 + 2gq + 2(g - m)m$, of which the last two have mean 0.",
    "(g + q)**2 == (g - m)**2 + m**2 + q**2 + 2*g*q + 2*(g - m)*m",
    by_identity("all waves", "real g m q"), at="App. A.3, first display", fidelity="reconstructed",
    mutants={"without m^2": ("+ m**2 ", ""), "once": ("2*g*q", "g*q")}, repairs="expansion-of-the-squared-step",
    note="That they have mean 0 is mixed-terms-have-mean-zero.",
)  # fmt: skip

SECTION.claim(
    "expected-loss-after-a-step", "the expected loss after a step, with the gradient in the norm of A^-1",
    "In every Fourier mode $-\\eta g^2/\\lambda + \\frac{L\\eta^2}2(g^2 + p + q)/\\lambda^2 \\le -\\eta(1 - "
    "\\frac{L\\eta}2)g^2/\\lambda + \\frac{L\\eta^2}2(p + q/\\lambda^2)$, as $\\lambda \\ge 1$; p and q are the "
    "variances of the batch and of the noise. Added up, these are at most $G^2/b$ and $d\\beta\\nu^2$. So a step "
    "takes the expected loss F to at most $F - \\eta(1 - \\frac{L\\eta}2)r + \\frac{L\\eta^2}2(G^2/b + "
    "d\\beta\\nu^2)$, with r the squared gradient in the norm of $A^{-1}$.",
    "fn <= f - eta*(1 - L*eta/2)*r + L*eta**2/2*(G**2/b + v*d*beta)",
    by_sentence("And(L >= 0, eta > 0, b >= 1)", every="eta L"),
    on_instances(EXACT, GRID, "parabolas", PARABOLAS, expected_losses),
    at="App. A.3, second display", symbols={"v": "\\nu^2"}, means={"v": "any variance"},
    given="F is L-smooth",
    mutants={"1 - L eta": ("(1 - L*eta/2)", "(1 - L*eta/4)"), "no noise": (" + v*d*beta", "")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "steps-are-short", "1 - eta L/2 > 1/2 for the steps of Theorem 7",
    "The last inequality of the second display: $1 - \\eta_k L/2 > 1/2$, with $\\eta_k = 1/\\sqrt T$ for any L and T.",
    "1 - eta*L/2 > 1/2",
    on_instances(EXACT, GRID, "one step", "eta = 1, L = 1 and 3", large_steps), at="App. A.3, step size",
    fails=instance("T = 1, so that the step is 1, and L = 1: the left side is 1/2; with L = 3 it is negative.",
                   "eta = 1; L = 1"),
    wrong="Nothing in Theorem 7 makes 1/sqrt(T) smaller than 1/L.", cost="T >= L^2 must be asked for.",
    defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "steps-below-one-over-l-are-short", "1 - eta L/2 >= 1/2 for eta <= 1/L, that is T >= L^2",
    "For steps of at most 1/L the factor is at least one half, which is what is used.",
    "Implies(eta*L <= 1, 1 - eta*L/2 >= 1/2)",
    by_solver("all steps", "And(eta > 0, L > 0)"), at="App. A.3, step size", fidelity="narrowed",
    mutants={"strictly": (">= 1/2", "> 1/2"), "to 2/L": ("<= 1,", "<= 2,")},
    repairs="steps-are-short",
)  # fmt: skip

SECTION.claim(
    "sums-from-one", "the sum over T iterations, with both sums from k = 1 to T - 1",
    "$E F(w^T) \\le F(w^0) - \\sum_{k=1}^{T-1} \\frac{\\eta}2 E\\|\\nabla F(w^k)\\|^2 + \\sum_{k=1}^{T-1} "
    "\\frac{\\eta^2 L}2 V$; t and u are the two sums.",
    "last <= first - grads + noises",
    on_instances(EXACT, GRID, "one step", "T = 1", at_the_minimum), at="App. A.3, sum over T",
    fails=instance("F = w^2/2 from its minimum 0, T = 1, step 1, noise of variance 1: both sums are empty, and the "
        "expected "
                   "loss rises from 0 to 1/2.",
                   "T = 1; first = 0; last = 1**2 * 1 / 2; grads = sum(0 for k in range(1, T)); "
                   "noises = sum(1/2 for k in range(1, T))"),
    wrong="There are T steps, from k = 0 on. The first step adds noise, too.", cost="None: from 0 on all goes through.",
    defect="typo",
)  # fmt: skip

SECTION.claim(
    "sums-from-zero", "for steps of one size: with both sums from k = 0",
    "$E F(w^T) + \\frac\\eta2 t \\le F(w^0) + T\\frac{\\eta^2L}2 V$, where t is the sum of the expected squared "
    "gradients from k = 0 to T - 1 and $V = G^2/b + d\\beta\\nu^2$.",
    "f + eta/2*grads <= first + T*L*eta**2/2*V",
    by_induction(
        "one step after the other", {"f": "first", "grads": "0", "T": "0"},
        {"f": "fn", "grads": "grads + r", "T": "T + 1"},
        ["And(L > 0, eta > 0, eta*L <= 1, b >= 1, r >= 0, V == G**2/b + v*d*beta)"], inputs=["fn", "r"],
        each=[cite("expected-loss-after-a-step")],
    ),
    at="App. A.3, fixed step size", fidelity="reconstructed", trust="induction",
    given="V is G^2/b + d beta nu^2, as in every step",
    mutants={"half": ("/2*V", "/4*V"), "all": ("eta/2*grads", "eta*grads")},
)  # fmt: skip

SECTION.claim(
    "gradient-at-the-average-iterate",
    "the squared gradient at the average iterate is at most the average of the squared gradients",
    "'Which implies that' the bound on the average over k holds for the gradient at $\\tilde w = \\sum_k w^k/T$: "
    "read as $\\|\\nabla F(\\tilde w)\\|^2 \\le \\frac1T\\sum_k\\|\\nabla F(w^k)\\|^2$.",
    "mid <= mean",
    on_instances(EXACT, GRID, "two iterates", "F' = max(0, 1 - |w|)", averages), at="App. A.3, average iterate",
    fails=instance("F with the gradient max(0, 1 - |w|) and the iterates -1 and 1: both gradients are 0, and at their "
                   "mean it is 1. F meets what Theorem 7 asks for: G = L = 1, and F is least for all w <= -1.",
                   "grad = lambda w: max((0, 1 - max((w, 0 - w)))); w = (0 - 1, 1); mid = grad(sum(w)/2)**2; "
                   "mean = sum(grad(x)**2 for x in w)/2"),
    wrong="The squared norm of a gradient is not convex in w if F is not quadratic; for nonconvex F the average of "
    "points with small gradients may have a large one.",
    cost="The bound holds for an iterate that is drawn uniformly, or for the best one.", defect="false",
)  # fmt: skip

SECTION.claim(
    "utility-of-smooth-nonconvex-losses",
    "a uniformly drawn iterate has E|grad F|^2 <= 2 D_F/(eta T) + eta L (G^2/b + d beta nu^2)",
    "If every $f_i$ is G-Lipschitz, F is L-smooth and $T \\ge L^2$, an iterate drawn uniformly from the first T has "
    "in the norm "
    "of $A_\\sigma^{-1}$ the expected squared gradient $r = t/T \\le 2D_F/(\\eta T) + \\eta L V$, $D_F = F(w^0) - "
    "F(w^*)$.",
    "Implies(And(eta*L <= 1, V == G**2/b + v*d*beta, T*mean <= grads, first - f <= D), "
    "mean <= 2*D/(eta*T) + eta*L*V)",
    in_steps(
        "divided by eta T",
        about(Formula("Implies(And(T*mean <= grads, first - f <= D, f + eta/2*grads <= first + T*L*eta**2/2*V), "
                      "eta*T*mean <= 2*D + T*L*eta**2*V)", ["T", "mean", "grads", "first", "f", "D", "eta", "L", "V"]),
              by_solver("multiplied out", "And(eta > 0, T >= 1)")),
        about(Formula("2*D/(eta*T) + eta*L*V == (2*D + T*L*eta**2*V)/(eta*T)", ["D", "eta", "T", "L", "V"]),
              by_identity("one quotient", "positive eta T; real D L V")),
        about(Formula("Implies(And(x > 0, x*p <= q), p <= q/x)", ["x", "p", "q"]), by_solver("a division", [])),
        by_solver("all of it", [
            "And(eta > 0, T >= 1, L > 0, b >= 1)", cite("sums-from-zero"), shown("multiplied out"),
            shown("one quotient"), shown("a division", {"x": "eta*T", "p": "mean", "q": "2*D + T*L*eta**2*V"}),
        ]),
    ),
    at="Theorem 7; App. A.3, average iterate", fidelity="reconstructed", given="F is L-smooth",
    symbols={"v": "\\nu^2"}, means={"v": "any variance"},
    mutants={"D": ("2*D/", "D/"), "half": ("+ eta*L*V", "+ eta*L*V/2")}, generated="deep", integers="T",
    repairs=("gradient-at-the-average-iterate", "theorem-seven"),
)  # fmt: skip
PROOF = SECTION.derivation(
    "utility-of-nonconvex-losses-as-printed", "The printed proof of Theorem 7",
    line("(g + q)**2", "=", "(g - m)**2 + q**2 + 2*g*q", Rule.ALGEBRA,
         on_instances(EXACT, GRID, "whole batches", "no noise", gradients), part="One step", holds=False,
         note="The squared gradient is left out; it is there again in the next display."),
    line("1 - eta*L/2", ">", "1/2", Rule.ALGEBRA,
         on_instances(EXACT, GRID, "one step", "eta = 1, L = 1 and 3", large_steps), part="The step size", holds=False,
         note="T >= L^2 is needed, and gives >= 1/2."),
    line("last", "<=", "first - grads + noises", Rule.INDUCTION,
         on_instances(EXACT, GRID, "one step", "T = 1", at_the_minimum), part="All steps", holds=False,
         note="With the sums from k = 0 on it holds."),
    line("mid", "<=", "mean", Rule.CONVEXITY,
         on_instances(EXACT, GRID, "two iterates", "F' = max(0, 1 - |w|)", averages), part="The output", holds=False,
         note="The broken step that remains: with a uniformly drawn iterate in place of the average it is an "
         "equation."),
    source="App. A.3",
)  # fmt: skip

SECTION.claim(
    "theorem-seven",
    "the expected squared gradient at the average is at most C_2 G sqrt(beta d L (2 D_F + L G^2/b) l)/(n "
    "epsilon)",
    "If every $f_i$ is G-Lipschitz with an L-Lipschitz gradient, then under the conditions of Theorem 2, with steps "
    "$1/\\sqrt T$ and $T = C_1(D_F + LG^2/b)n^2\\epsilon^2/(dLG^2 l)$, $l = \\ln(1/\\delta)$, the average iterate "
    "has $r = "
    "E\\|\\nabla F(\\tilde w)\\|^2_{A^{-1}} \\le C_2 G\\sqrt{\\beta dL(2D_F + LG^2/b) l}/(n\\epsilon)$. Read for "
    "$C_1 = C_2 = 1$; with others it fails in the same way, see no-constants-serve-theorem-seven.",
    "left <= C2*G*sqrt(beta*d*L*(2*D + L*G**2/b)*ell)/(n*ep)",
    on_instances(CERTIFIED, GRID, "one step", "T = 1", one_step), at="Theorem 7",
    fails=instance(
        "All f_i are -(1/3) cos(3 w_1), with G = 1 and L = 3; start at w_1 = pi/6, where the gradient is 1 and D_F = "
        "1/3; "
        "b = 9 of n = 225 records, d = 11250, sigma = 0, epsilon = l = 1. The prescribed T is 1, so that the output "
        "is the start; the bound is 0.82. The conditions of Theorem 2 are met at mu = 1/95.",
        "C1 = 1; C2 = 1; G = 1; L = 3; b = 9; n = 225; d = 11250; ep = 1; ell = 1; beta = 1; D = 1/3; left = 1**2; "
        "T = C1*(D + L*G**2/b)*n**2*ep**2/(d*L*G**2*ell); mu = 1/95; al = ell/((1 - mu)*ep) + 1; "
        "s = 5*b**2*T*al/(mu*n**2*ep)",
        given="T == 1; s >= 3/2; al <= log(n/(b*(1 + s)))",
    ),
    wrong="Steps of 1/sqrt(T) are not below 1/L unless T >= L^2, which is not asked for. The proof goes from the "
    "average of the squared gradients to the gradient at the average, which is another thing for nonconvex F, however "
    "many steps there are (no-constants-serve-the-average-of-iterates), and its T has a beta and a 2 that the "
    "theorem's has not.",
    cost="T >= L^2, T with 2 D_F and beta, epsilon <= ln(1/delta), C_2 depends on mu, and the output is a uniformly "
    "drawn iterate instead of the average.",
    defect="false", derivation=PROOF,
)  # fmt: skip

SECTION.claim(
    "no-constants-serve-theorem-seven",
    "Theorem 7 fails for every choice of C_1 and C_2 at T = 1 with L^2 > 6 C_1 C_2^2 and b = L^2",
    "At T = 1 the bound of Theorem 7 is $C_2\\sqrt{\\beta C_1(2D_F + LG^2/b)(D_F + LG^2/b)}$. For "
    "$-(G^2/L)\\cos(Lw_1/G)$ from "
    "its steepest point $D_F = G^2/L$ and the squared gradient is $G^2$; with $b = L^2$ it exceeds the bound if $L^2 > "
    "6C_1C_2^2$. Both sides are squared.",
    "Implies(L**2 > 6*C1*C2**2, G**4 > C2**2*C1*(2*G**2/L + G**2/L)*(G**2/L + G**2/L))",
    in_steps(
        "the product, then the bound",
        about(Formula("C2**2*C1*(2*G**2/L + G**2/L)*(G**2/L + G**2/L) == 6*C1*C2**2*G**4/L**2", ["C1", "C2", "G", "L"]),
              by_identity("the product", "positive L; real C1 C2 G")),
        about(Formula("Implies(And(y > x, y > 0, p > 0), p > x*p/y)", ["x", "y", "p"]), by_solver("the bound", [])),
        by_solver("all constants", [
            "And(C1 > 0, C2 > 0, L > 0, G > 0)", shown("the product"),
            shown("the bound", {"y": "L**2", "x": "6*C1*C2**2", "p": "G**4"}),
        ]),
    ),
    kind="project", at="Theorem 7", mutants={"5": ("L**2 > 6*", "L**2 > 5*"), "half": ("G**4 >", "G**4/2 >")},
    generated="deep",
    note="n = 25 b, epsilon = l = 1 and d = 2 C_1 n^2/L^2, rounded by a change of l, meet the conditions at mu = 1/95.",
    numbers=(
        "(1/(1 - 1/95) + 1)*95*5/25**2 >= 3/2",
        "1/(1 - 1/95) + 1 <= log(25/(1 + (1/(1 - 1/95) + 1)*95*5/25**2))",
    ),
)  # fmt: skip

SECTION.claim(
    "table-one-bounds-the-norm", "the l2 norm of the gradient is of the order sqrt(beta d)/(epsilon n)",
    "Table 1 gives the bound of Theorem 7 for the norm of the gradient; the theorem gives it for the squared norm. "
    "Read as a consequence: if the square is at most q, the norm r is.",
    "Implies(r**2 <= q, r <= q)",
    on_instances(EXACT, GRID, "norms", "1/2 and 2", roots), at="Table 1, measurement",
    fails=instance("A norm of 1/2, whose square is at most 1/4.", "r = 1/2; q = 1/4"),
    wrong="The column 'Measurement' leaves out 'squared': Theorem 7 bounds the squared norm. As printed the bound is "
    "much smaller where it is below 1, for large n.",
    cost="The norm is of the order (beta d)^(1/4)/sqrt(epsilon n), in the norm of A^-1.", defect="typo",
)  # fmt: skip

SECTION.claim(
    "norm-below-the-root-of-the-bound",
    "the expected norm of the gradient at a uniformly drawn iterate is at most the root of 2 D_F/(eta T) + eta L V",
    "At an iterate drawn uniformly from the first T the squared norm has an expectation of at most $q = 2D_F/(\\eta T) "
    "+ \\eta LV$ (utility-of-smooth-nonconvex-losses), so the norm itself, $\\rho$ in the norm of $A_\\sigma^{-1}$, "
    "has one of "
    "at most $\\sqrt q$. At the average iterate, which Theorem 7 speaks of, neither bound holds.",
    "Implies(And(eta*L <= 1, V == G**2/b + v*d*beta, T*mean <= grads, first - f <= D), "
    "r <= sqrt(2*D/(eta*T) + eta*L*V))",
    by_sentence("And(eta > 0, T >= 1, L > 0, b >= 1, r >= 0, 2*D/(eta*T) + eta*L*V >= 0)"),
    on_instances(CERTIFIED, GRID, "parabolas", PARABOLAS, norms),
    at="Table 1, measurement", fidelity="reconstructed", given="F is L-smooth, and every f_i is G-Lipschitz",
    symbols={"v": "\\nu^2", "r": "\\rho"}, means={"v": "any variance"}, generated="deep", integers="T",
    mutants={
        "half": ("sqrt(2*D/(eta*T) + eta*L*V)", "sqrt(2*D/(eta*T) + eta*L*V)/2"),
        "as printed": ("sqrt(2*D/(eta*T) + eta*L*V)", "2*D/(eta*T) + eta*L*V"),
    },
    repairs="table-one-bounds-the-norm",
)  # fmt: skip


VARYING_STEPS = SECTION.beside(DP_LSSGD, "App. A.2", {
    "eta": "\\eta_k", "b": "b", "G": "G", "f": "F", "fs": "F_*", "fn": "F_+", "L": "L", "gap": "\\Delta F",
    "total": "t", "D": "D_\\sigma", "V": "V", "gamma": "\\gamma", "d": "d",
    "before": "D_k", "after": "D_{k+1}", "g2": "r_2", "r": "r", "p": "p", "v": "\\nu^2",
    "steps": "h", "squares": "q", "beta": "\\beta", "first": "F_0", "grads": "t",
}, means={"v": "any variance"})  # fmt: skip

VARYING_STEPS.claim(
    "weighted-sum-of-the-gaps",
    "summed over the steps: 2/3 of the gaps, each times its step, is at most D_sigma + (G^2/b + gamma d nu^2) times "
    "the squared steps",
    "For steps $\\eta_k \\le 1/(2L)$ that may differ: $\\frac23 t + D_T \\le D_\\sigma + qV$ with $V = G^2/b + "
    "\\gamma d\\nu^2$, where t is the sum of the expected gaps, each times its step, q that of the squared steps, and "
    "$D_T \\ge 0$ the last squared distance.",
    "2/3*total + before <= D + squares*V",
    by_induction(
        "one step after the other", {"total": "0", "before": "D", "squares": "0"},
        {"total": "total + eta*(f - fs)", "before": "after", "squares": "squares + eta**2"},
        ["And(L > 0, eta > 0, 2*L*eta <= 1, g2 >= 0, b >= 1, V == G**2/b + v*d*gamma)",
         "And(f - fs <= p, fs <= fn, fn <= f - eta*g2 + L*eta**2*g2/2, r <= g2)"],
        inputs=["eta", "f", "fn", "g2", "r", "p", "after"],
        each=[cite("distance-after-a-step-of-a-smooth-convex-loss")],
    ),
    at="App. A.2, sum over T", trust="induction",
    given=("F is convex and L-smooth, and every f_i is G-Lipschitz", "V is G^2/b + gamma d nu^2, as in every step"),
    silent="eta_k <= 1/(2L) at every step",
    mutants={"half of the noise": ("squares*V", "squares*V/2"), "all of the gaps": ("2/3*total", "total")},
    generated="none",
)  # fmt: skip

VARYING_STEPS.claim(
    "gap-of-the-weighted-average",
    "the average of the iterates with the weights v_k: gap at most $\\frac{D_\\sigma + V \\sum_k \\eta_k^2}{\\frac23 "
    "\\sum_k \\eta_k}$",
    "F of the average $\\tilde w = \\sum_k v_k w^k$, $v_k = \\eta_k/h$ with the sum h of the steps, is at most the "
    "average of F with the same weights, so $h\\,\\Delta F \\le t$, as F is convex. Divided by $\\frac23 h$ the sum "
    "gives the two displays before the noise is put in.",
    "Implies(And(L > 0, V == G**2/b + v*d*gamma, steps*gap <= total, before >= 0), gap <= (D + squares*V)/(2*steps/3))",
    in_steps(
        "divided by the sum of the steps",
        about(Formula("Implies(And(x > 0, x*p <= q), p <= q/x)", ["x", "p", "q"]), by_solver("a division", [])),
        by_solver("all of it", [
            "And(b >= 1, steps > 0)", cite("weighted-sum-of-the-gaps"),
            shown("a division", {"x": "2*steps/3", "p": "gap", "q": "D + squares*V"}),
        ]),
    ),
    at="App. A.2, average of the iterates", given="F is convex and L-smooth", trust="jensen", generated="deep",
    silent="eta_k <= 1/(2L) at every step",
    mutants={"half": ("(2*steps/3)", "(4*steps/3)"), "without the noise": ("squares*V)/", "squares*G**2/b)/")},
)  # fmt: skip

VARYING_STEPS.claim(
    "weighted-sums-from-zero",
    "weighted sums of the steps with both from k = 0, also for steps that differ",
    "$E F(w^T) + \\frac12 t \\le F(w^0) + \\frac{L}2 qV$ for steps $\\eta_k \\le 1/L$, where t is the sum of the "
    "expected squared gradients in the norm of $A^{-1}$, each times its step, q that of the squared steps, both from "
    "k = 0 to T - 1, and $V = G^2/b + d\\beta\\nu^2$.",
    "f + grads/2 <= first + squares*L/2*V",
    by_induction(
        "one step after the other", {"f": "first", "grads": "0", "squares": "0"},
        {"f": "fn", "grads": "grads + eta*r", "squares": "squares + eta**2"},
        ["And(L > 0, eta > 0, eta*L <= 1, b >= 1, r >= 0, V == G**2/b + v*d*beta)"], inputs=["eta", "fn", "r"],
        each=[cite("expected-loss-after-a-step")],
    ),
    at="App. A.3, sum over T", fidelity="reconstructed", trust="induction", repairs="sums-from-one",
    given="V is G^2/b + d beta nu^2, as in every step", silent="eta_k <= 1/L at every step",
    mutants={"half": ("squares*L/2*V", "squares*L/4*V"), "all": ("grads/2", "grads")},
    generated="none",
)  # fmt: skip
