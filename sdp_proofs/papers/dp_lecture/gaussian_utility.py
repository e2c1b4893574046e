"""How far the answers of the Gaussian mechanism are off."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.gaussian_numbers import printed_errors
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Gaussian utility", {
    "chance": "\\Pr[\\|\\mathcal{A}(D) - f(D)\\|_\\infty < \\alpha]", "square": "\\ln(K/\\beta)", "k": "K",
    "beta": "\\beta", "sigma": "\\sigma", "alpha": "\\alpha", "x": "x", "y": "y", "miss": "\\Pr[|Y| > \\alpha]",
}, {"miss": "any probability",
    "chance": "papers.dp_lecture.gaussian_numbers.within", "square": "any number >= 0"})  # fmt: skip

SECTION.claim(
    "high-probability-bound-of-the-gaussian-mechanism",
    "with probability at least 1 - beta no answer is off by sigma sqrt(ln(K/beta))",
    "The printed bound is $\\sqrt{2\\ln(1.25/\\delta)\\ln(K/\\beta)}\\,\\Delta_2/\\epsilon = \\sigma\\sqrt{\\ln(K/"
    "\\beta)}$: all K Gaussian numbers are below $\\sqrt{\\ln(K/\\beta)}$ deviations with probability at least $1 - "
    "\\beta = 1 - K e^{-\\ln(K/\\beta)}$.",
    "chance >= 1 - k*exp(-square)",
    on_instances(CERTIFIED, GRID, "one and ten answers", "ln(K/beta) up to 9", printed_errors),
    at="Gaussian utility, theorem", kind="theorem",
    fails=instance(
        "One answer and beta = 1/20: less than sqrt(ln 20) = 1.73 deviations, with probability 0.917 and not 0.95. The "
        "tail beyond x on both sides is at least 2 x phi(x)/(1 + x^2), and 2 pi < 44/7.",
        "k = 1; beta = 1/20; square = log(k/beta); tail = 2*sqrt(square)/(1 + square)*exp(0 - square/2)/sqrt(44/7)",
        at={"chance": "<= 1 - tail"},
    ),
    wrong="The tail of a Gaussian number is e^(-t^2/2), so that t must be sqrt(2 ln(K/beta)): a factor sqrt(2) is "
    "missing. The tail bound of the lecture even gives sqrt(2 ln(2K/beta)).",
    cost="A factor sqrt(2) in the error, and no smaller one is enough: whatever it is, some beta needs more.",
    defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "gaussian-answers-are-within-the-square-root-of-two-logarithms",
    "with probability at least 1 - beta no answer is off by sigma sqrt(2 ln(K/beta))",
    "By the sharp tail bound each answer is off by t deviations with probability at most $e^{-t^2/2} = \\beta/K$ for "
    "$t^2 = 2\\ln(K/\\beta)$, and K of them add up: the error is at most $2\\sqrt{\\ln(1.25/\\delta)\\ln(K/\\beta)}\\,"
    "\\Delta_2/\\epsilon$.",
    "Implies(alpha == sigma*sqrt(2*log(k/beta)), chance >= 1 - beta)",
    in_steps(
        "one tail, then K of them",
        about(SECTION.formula("exp(-sqrt(2*log(k/beta))**2/2) == beta/k"),
              by_identity("one tail", "positive k beta", "log(k/beta) >= 0")),
        by_solver("K of them", [
            "And(k >= 1, 0 < beta, beta <= 1, sigma > 0, log(k/beta) >= 0)", shown("one tail"),
            lifted(
                "adding-up", "Implies(alpha == sigma*sqrt(2*log(k/beta)), 1 - chance <= "
                "k*exp(-sqrt(2*log(k/beta))**2/2))", cite("the-gaussian-tail", {"t": "sqrt(2*log(k/beta))"}),
            ),
        ]),
    ), at="Gaussian utility, theorem", kind="theorem", fidelity="reconstructed", generated="none",
    silent="beta > 0", means={"chance": "any probability"},
    mutants={"half of beta": ("1 - beta)", "1 - beta/2)"), "more": ("chance >=", "chance >"),
             "seven tenths of alpha": ("sqrt(2*log(k/beta))", "sqrt(2*log(k/beta))*7/10")},
    repairs="high-probability-bound-of-the-gaussian-mechanism",
)  # fmt: skip

SECTION.claim(
    "no-factor-below-the-square-root-of-two-is-enough",
    "with any factor a < sqrt(2) for sqrt(2) the bound fails: one answer, and a small enough beta",
    "Let $s = \\sqrt{\\ln(1/\\beta)}$, and let h be $1 - a^2/2 > 0$. An error above $a s$ deviations has at least the "
    "probability $2 as\\,\\phi(as)/(1 + a^2 s^2)$ with $\\phi(as) = \\beta e^{h s^2}/\\sqrt{2\\pi}$, and $e^{h s^2} "
    "\\ge (1 + h s^2/2)^2$ outgrows $\\sqrt{2\\pi}\\,as$: from $as \\ge 1$ and $h^2 s^3 \\ge 15$ on it is more than "
    "$\\beta = e^{-s^2}$.",
    "Implies(And(a > 0, a**2 < 2, x == a*s, x >= 1, h == 1 - a**2/2, h**2*s**3 >= 15), miss > exp(-s**2))",
    in_steps(
        "growth, then the tail",
        about(SECTION.formula("Implies(And(w >= 1 + h*s**2/2, h > 0, s > 0, h**2*s**3 >= 15), w**2 >= 15/4*s)"),
              by_solver("growth", [])),
        about(SECTION.formula("Implies(And(x == a*s, a > 0, a**2 < 2, s > 0), x < 283/200*s)"),
              by_solver("the factor", [])),
        about(SECTION.formula("Implies(And(y >= 15/4*s, x < 283/200*s, x >= 1), 2*x*y > 251/100*(1 + x**2))"),
              by_solver("against the square", [])),
        about(SECTION.formula("Implies(And(x == a*s, h == 1 - a**2/2), -x**2/2 == -s**2 + 2*(h*s**2/2))"),
              by_solver("exponents", [])),
        about(Formula("exp(u) >= 1 + u", ["u"]), by_solver("a tangent", [])),
        about(SECTION.formula("2*pi < (251/100)**2"), on_box("the circle", {})),
        about(SECTION.formula("Implies(And(tail*(1 + x**2) >= x*density, density*r == q*y, 2*x*y > 251/100*(1 + x**2), "
                              "0 < r, r < 251/100, q > 0, x > 0), 2*tail > q)"), by_solver("the tail", [])),
        by_solver("all factors", [
            "s > 0", defined("w", "exp(h*s**2/2)"), shown("a tangent", {"u": "h*s**2/2"}),
            shown("growth"), shown("the factor"), shown("against the square", {"y": "w**2"}),
            shown("the tail", {"y": "w**2", "q": "exp(-s**2)"}),
            lifted("exponentials", "Implies(And(x == a*s, h == 1 - a**2/2), density*r == exp(-s**2)*w**2)",
                   shown("exponents")),
            lifted("integrals", "And(miss == 2*tail, Implies(x > 0, tail*(1 + x**2) >= x*density), 0 < r, r < 251/100)",
                   cite("normal-tails-are-above-a-part-of-the-density-over-x"), shown("the circle")),
        ]),
    ), at="Gaussian utility, theorem", kind="project", generated="none",
    symbols={"a": "a", "s": "s", "h": "h", "w": "e^{h s^2/2}", "tail": "\\Phi(-x)", "density": "\\phi(x)",
             "r": "\\sqrt{2\\pi}", "q": "q"},
    means={**dict.fromkeys(("tail", "density"), "any value of the normal law"),
           "r": "any number > 0", "w": "any number >= 1"},
    mutants={"whatever the factor": ("h == 1 - a**2/2", "h == 1"), "a third": ("miss >", "miss/3 >"),
             "at once": (", h**2*s**3 >= 15", "")},
)  # fmt: skip

SECTION.claim(
    "mean-and-square-error-of-the-gaussian-mechanism", "the expected squared error is K sigma^2",
    "Not on the slides, beside the theorem on $\\ell_1$ errors for Laplace noise: squared errors of the coordinates "
    "add up to $K\\sigma^2$.",
    "x == k*s**2",
    by_induction("answer by answer", {"x": "0", "k": "0"}, {"x": "x + variance", "k": "k + 1"}, ["s > 0"],
                 inputs=["variance"], each=[cite("mean-and-variance-of-the-gaussian-law")]),
    at="Gaussian utility, theorem", kind="project", symbols={"s": "\\sigma"},
    trust="gaussian-moments", mutants={"without K": ("k*s", "s"), "twice": ("k*s", "2*k*s")},
)  # fmt: skip
