"""The Gaussian distribution, its tail with the best constant, and why its noise is used."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Gaussian distribution", {
    "m": "\\mu", "mean": "\\mathbb{E}[Y]", "variance": "\\mathrm{Var}[Y]", "s": "\\sigma",
    "tail": "\\Pr[|Y - \\mu| > t\\sigma]", "t": "t", "x": "x", "y": "y", "a": "a", "b": "b", "D": "\\Delta",
    "s2": "\\sigma^2", "ep": "\\epsilon", "delta": "\\delta", "one": "\\Delta_1^2", "two": "\\Delta_2^2", "K": "K",
}, {
    **dict.fromkeys(("mean", "variance", "tail"), "any integral of the density"),
    **dict.fromkeys(("one", "two", "s2", "delta"), "any number > 0"),
})  # fmt: skip
BELL = "exp(-(y - m)**2/(2*s**2))"

SECTION.claim(
    "mean-and-variance-of-the-gaussian-law", "E[Y] = mu and Var[Y] = sigma^2",
    "Up to the factor of the density, $-\\sigma^2 e^{-(y - \\mu)^2/2\\sigma^2}$ is an antiderivative of $(y - \\mu) "
    "e^{\\dots}$, and $-\\sigma^2 (y - \\mu) e^{\\dots}$ one of $((y - \\mu)^2 - \\sigma^2) e^{\\dots}$. Both vanish "
    "at both ends.",
    "And(mean == m, variance == s**2)",
    in_steps(
        "two antiderivatives, then their ends",
        antiderivative("of the deviation", f"-s**2*{BELL}", f"(y - m)*{BELL}", "positive s; real y m"),
        antiderivative(
            "of the square", f"-s**2*(y - m)*{BELL}", f"((y - m)**2 - s**2)*{BELL}", "positive s; real y m",
        ),
        by_solver("both ends", [
            "s > 0", lifted("integrals", "mean - m == 0", shown("of the deviation")),
            lifted("integrals", "variance - s**2 == 0", shown("of the square")),
        ]),
    ), at="Gaussian distribution, moments", generated="none",
    mutants={"twice": ("== s**2", "== 2*s**2"), "mean 0": ("mean == m", "mean == 0")},
)  # fmt: skip

SECTION.claim(
    "the-gaussian-tail", "Pr[|Y - mu| > t sigma] <= 2 exp(-t^2/2), and the factor 2 is not needed",
    "For $t, x \\ge 0$ the density at $t + x$ deviations is at most $e^{-t^2/2}$ times that at x. Integrated over x, "
    "on both sides, $\\Pr[|Y - \\mu| > t\\sigma] \\le e^{-t^2/2}$; at t = 0 both sides are 1, so no smaller factor "
    "holds for all t.",
    "And(tail <= 2*exp(-t**2/2), tail <= exp(-t**2/2))",
    in_steps(
        "densities, then tails",
        about(SECTION.formula("-(t + x)**2/2 <= -t**2/2 - x**2/2"), by_solver("densities", "And(t >= 0, x >= 0)")),
        by_solver("tails", ["t >= 0", lifted("integrals", "tail <= exp(-t**2/2)", shown("densities"))]),
    ), at="Gaussian distribution, tail", trust="exponentials", generated="none",
    silent="t >= 0: at t = -2 the left side is 1, and the right one 0.27",
    mutants={"half": ("tail <= exp", "tail <= 1/2*exp"), "t^2": ("tail <= exp(-t**2/2)", "tail <= exp(-t**2)")},
)  # fmt: skip

SECTION.claim(
    "sums-of-independent-gaussians-are-gaussian", "the sum of Gaussian variables is Gaussian",
    "Means $\\mu$ and y, variances a and b: at the sum x the product of the densities at t and at x - t is the density "
    "at x of mean $\\mu + y$ and variance a + b, times that at t of a normal law of variance $ab/(a + b)$, whose "
    "integral over t is one. The normalisers agree, as $ab = (a + b) \\cdot ab/(a + b)$; here the exponents.",
    "(t - m)**2/(2*a) + (x - t - y)**2/(2*b) == "
    "(x - m - y)**2/(2*(a + b)) + (t - (b*m + a*(x - y))/(a + b))**2*(a + b)/(2*a*b)",
    by_identity("both exponents", "positive a b; real t x m y"), at="Gaussian noise, sums", trust="densities",
    silent="the variables are independent, or jointly Gaussian: Y and Y times a random sign are Gaussian each, and "
    "their sum is 0 with probability 1/2",
    mutants={"standard deviations": ("/(2*(a + b))", "/(2*(a + b)**2)"), "one mean": ("(x - m - y)**2", "(x - m)**2")},
    generated="deep",
)  # fmt: skip

SECTION.claim(
    "gaussian-releases-are-one-release",
    "two answers with Gaussian noise, at distances Delta and d, cost what one does at sqrt(Delta^2 + d^2)",
    "Why composition is tighter: at noises y and x the two losses add up to that of one answer at distance w, $w^2 = "
    "\\Delta^2 + d^2$, with the noise $z = (\\Delta y + d x)/w$, which is Gaussian with the same $\\sigma$. So K "
    "answers at distance $\\Delta$ cost what one does at $\\sqrt K \\Delta$, exactly; with Laplace noise the epsilon "
    "of K answers is K times that of one.",
    "Implies(And(w**2 == D**2 + d**2, z == (D*y + d*x)/w), "
    "((y + D)**2 - y**2)/(2*s2) + ((x + d)**2 - x**2)/(2*s2) == (2*z*w + w**2)/(2*s2))",
    and_so(
        by_solver("all noises", "And(s2 > 0, w > 0)"),
        about(SECTION.formula("two == K*D**2"), by_induction(
            "one answer after the other", {"two": "D**2", "K": "1"}, {"two": "two + D**2", "K": "K + 1"}, [],
        )),
    ), at="Gaussian noise, composition",
    silent="the noises are independent, and do not depend on what is asked first",
    symbols={"d": "d", "w": "w", "z": "z"}, trust=("induction", "gaussian-moments", "normal-sums"), generated="none",
    mutants={"distances add up": ("w**2 == D**2 + d**2", "w == D + d"), "half the noise": ("2*z*w", "z*w")},
)  # fmt: skip

SECTION.claim(
    "gaussian-noise-is-never-purely-private", "no epsilon holds with delta = 0: the privacy loss has no bound",
    "At $f(D) + y$ the loss is $(2y\\Delta + \\Delta^2)/2\\sigma^2$, more than $\\epsilon$ for all $y \\ge "
    "\\sigma^2\\epsilon/\\Delta$, and these have a positive probability whatever $\\sigma$.",
    "Implies(y >= s2*ep/D, (2*y*D + D**2)/(2*s2) > ep)",
    by_solver("all noises", "And(s2 > 0, D > 0, ep >= 0)"), at="Gaussian mechanism, delta = 0",
    silent="the query is not constant", trust="integrals", generated="deep",
    mutants={"twice": ("> ep", "> 2*ep + 1"), "from half on": ("y >= s2*ep/D", "y >= s2*ep/(2*D) - D")},
)  # fmt: skip

SECTION.claim(
    "the-variance-is-logarithmic-in-one-over-delta", "sigma^2 = 2 (ln(1/delta) + ln 1.25) Delta^2/epsilon^2",
    "The square of the printed $\\sigma$ is affine in $\\ln(1/\\delta)$.",
    "(sqrt(2*log(5/(4*delta)))*D/ep)**2 == 2*(log(1/delta) + log(5/4))*D**2/ep**2",
    by_identity("all budgets", "positive delta D ep", "delta < 1"), at="Gaussian mechanism, noise",
    silent="delta < 5/4, which the definition has with delta < 1: else sigma is no number, or 0",
    mutants={"without 1.25": (" + log(5/4)", ""), "once epsilon": ("D**2/ep**2", "D**2/ep")},
)  # fmt: skip

SECTION.claim(
    "sensitivities-in-both-norms", "Delta_2 <= Delta_1 <= sqrt(K) Delta_2",
    "Why the other sensitivity: $\\|v\\|_2^2 \\le \\|v\\|_1^2 \\le K \\|v\\|_2^2$, with equality on the right for "
    "equal entries, so that Gaussian noise may be smaller by a factor $\\sqrt K$ per answer. Here for one entry more: "
    "a is the sum of the sizes so far and b that of the squares.",
    "And(b <= a**2, a**2 <= K*b)",
    by_induction("entry by entry", {"a": "x", "b": "x**2", "K": "1"},
                 {"a": "a + y", "b": "b + y**2", "K": "K + 1"}, ["And(x >= 0, y >= 0)"], inputs=["y"],
                 keeps=["a >= 0", "K >= 1"]),
    at="Gaussian mechanism, sensitivity", kind="project", trust="induction", generated="deep",
    mutants={"without K": ("K*b", "b"), "half": ("b <= a**2", "2*b <= a**2")},
)  # fmt: skip
