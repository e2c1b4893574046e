"""Lemma 11 at orders between 1 and 2, which Theorem 2 uses where epsilon > ln(1/delta): from the order 2 itself.

Appendix A.1: Lemmas 11 to 13, the steps of the proof of Theorem 2, and the theorem itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *


def two_gradients(_: Claim) -> Iterator[Instance]:
    """Gradients G and -G, batches of one and of two."""
    for b in (1, 2):
        yield f"b = {b}", {"q": 2 // b, "r": 2}


SECTION = Section(DP_LSSGD, "App. A.1", {
    "a": "\\alpha", "D": "D", "s": "s", "t": "\\tau", "rho": "\\rho", "x": "x", "m": "m", "ep": "\\epsilon", "ell": "l",
    "loss": "\\delta_M", "total": "t", "joint": "M_{12}", "first": "M_1", "M": "M_2", "mu": "\\mu", "n": "n", "b": "b",
    "T": "T", "q": "\\Delta", "r": "r", "G": "G", "nu2": "v", "delta": "\\delta", "L": "x", "e": "\\epsilon",
}, means={
    "delta": "any number between 0 and 1", "loss": "any loss of an algorithm at epsilon, as a chance",
})  # fmt: skip

SECTION.claim(
    "renyi-divergence-of-shifted-gaussians",
    "Lemma 11, first half: the Gaussian mechanism is (alpha, alpha Delta^2/(2 sigma^2))-RDP",
    "The integrand of the moment of order $\\alpha$ of two normal laws of variance v at a distance m is, up to a "
    "constant, "
    "a normal density: $\\alpha(x - m)^2 - (\\alpha - 1)x^2 = (x - \\alpha m)^2 - \\alpha(\\alpha - 1)m^2$. So the "
    "moment is $e^{\\alpha(\\alpha-1)m^2/(2v)}$ and the divergence $\\alpha m^2/(2v)$, which grows with m.",
    "a*(x - m)**2 - (a - 1)*x**2 == (x - a*m)**2 - a*(a - 1)*m**2",
    by_identity("all points", "real a x m"), at="Lemma 11, Gaussian mechanism", trust="densities",
    mutants={"alpha^2": ("a*(a - 1)*m", "a**2*m"), "centre m": ("(x - a*m)", "(x - m)")},
)  # fmt: skip
RATIO = "(20*T*a*G**2/(mu*n**2*ep))/(2*G/b)**2"
"""The squared ratio of the noise of Theorem 2 and the sensitivity 2G/b."""
SIZES = "And(b > 0, T > 0, mu > 0, n > 0, ep > 0, G > 0)"
ORDER = "And(a > 1, s >= 3/2, t >= 0, t*(1 + s) <= exp(-a))"
GIVEN = "And(a >= 2, s >= 3/2, t >= 0, t*(1 + s) <= exp(1 - a))"

SECTION.claim(
    "renyi-divergence-of-a-subsampled-gaussian",
    "Lemma 11, second half: D_alpha <= 4 tau^2 alpha/s for integer orders, below the printed 5 tau^2 alpha/s",
    "Let $s = \\sigma^2/\\Delta^2 \\ge 3/2$ and $\\alpha \\ge 2$ an integer with $\\alpha \\le 1 + \\ln(1/(\\tau(1 "
    "+ s)))$. A Gaussian mechanism on a fresh uniform subset of rate $\\tau$, one record replaced, is $(\\alpha, "
    "4\\tau^2\\alpha/s)$-"
    "RDP. Proof from the cited theorem on subsampling, whose later terms fall by a factor of 16 each.",
    "D <= 4*t**2*a/s",
    in_steps(
        "the first term, the others, the sum",
        about(Formula("2*(exp(x) - 1) <= 57/20*x", ["x"]), on_box("the first term", {"x": "(0, 2/3]"})),
        about(
            Formula("s*t*(a - 2)*exp(3/s) <= 1", ["s", "t", "a"]),
            in_steps(
                "a product of three",
                about(Formula("exp(a - 3)*exp(1 - a)*exp(2) == 1", ["a"]), by_identity("exponents add up", "real a")),
                about(
                    Formula("Implies(And(0 <= x, x <= p, 0 <= y, y <= q, 0 <= z, z <= r, p*q*r == 1), x*y*z <= 1)",
                            ["x", "y", "z", "p", "q", "r"]),
                    in_steps(
                        "two, then three",
                        about(Formula("Implies(And(0 <= x, x <= p, 0 <= y, y <= q), x*y <= p*q)", ["x", "y", "p", "q"]),
                              by_solver("two factors", "And(0 <= p, 0 <= q)")),
                        by_solver("three factors", [
                            "And(0 <= p, 0 <= q, 0 <= r)", shown("two factors"),
                            shown("two factors", {"x": "x*y", "y": "z", "p": "p*q", "q": "r"}),
                        ]),
                    ),
                ),
                by_solver("the third term", [
                    GIVEN, shown("exponents add up"),
                    shown("two, then three", {"x": "s*t", "y": "a - 2", "z": "exp(3/s)", "p": "exp(1 - a)",
                                        "q": "exp(a - 3)", "r": "exp(2)"}),
                ]),
            ),
        ),
        about(
            Formula("total + 16/15*x <= 16/15*y", ["total", "x", "y"]),
            by_induction("a series that falls fast", {"total": "0", "x": "y"}, {"total": "total + x", "x": "x*q"},
                         ["And(y >= 0, 0 <= q, q <= 1/16)"], inputs=["q"], keeps=["x >= 0"]),
        ),
        about(
            Formula("(x - 2)*exp(-x/3) <= 5/8", ["x"]), on_box("the ratio of two terms", {"x": "[2, oo)"}),
        ),
        by_solver("the sum", [
            GIVEN,
            shown("the first term", {"x": "1/s"}), shown("a product of three"),
            lifted("subsampled-renyi", "(a - 1)*D <= 2*t**2*a*(a - 1)*(exp(1/s) - 1) + 16/15*t**2*a*(a - 1)/s/3*"
                   "(s*t*(a - 2)*exp(3/s))", shown("a series that falls fast"), shown("the ratio of two terms")),
        ]),
    ),
    at="Lemma 11, subsampling", integers="a", fidelity="narrowed",
    given="the order is an integer; between integers see renyi-divergence-of-a-subsampled-gaussian-at-all-orders",
    mutants={"half": ("<= 4*", "<= 2*"), "tau": ("t**2", "t**3")}, generated="deep",
    note="The printed factor 5 is 4 here, and neither is sharp: to second order in tau the divergence of a record that "
    "is replaced by one without a gradient is tau^2 alpha (e^(1/s) - 1)/2, which the first step of the proof bounds by "
    "57/80 tau^2 alpha/s. Two terms of the series have at most the ratio tau (alpha - 3)/4 e^((alpha - 1)/s), which "
    "with x = alpha - "
    "1 and the conditions is at most (x - 2) e^(-x/3)/10 <= 1/16.",
    numbers=(
        "3/2*(exp(2/3) - 1) < 2*57/80",
        "3*exp(-5/3)/10 < 1/16",
    ),
)  # fmt: skip

SECTION.claim(
    "renyi-divergence-of-a-subsampled-gaussian-at-all-orders",
    "Lemma 11, second half: D_alpha <= 5 tau^2 alpha/s for all orders 1 < alpha <= ln(1/(tau (1 + s)))",
    "Let $s \\ge 3/2$ and $1 < \\alpha \\le \\ln(1/(\\tau(1 + s)))$. $(\\alpha - 1)D_\\alpha$ is convex in $\\alpha$. "
    "Between the integers m and m + 1 from 2 on, at m + r, it is at most the mean of its bounds there, "
    "$4\\tau^2(m - 1)m/s$ and $4\\tau^2 m(m + 1)/s$, which is below $5\\tau^2(\\alpha - 1)\\alpha/s$. Below 2 the "
    "divergence is at most that of order 2.",
    "D <= 5*t**2*a/s",
    in_steps(
        "between integers, then all orders",
        about(Formula("(1 - r)*4*(m - 1)*m + r*4*m*(m + 1) <= 5*(m + r - 1)*(m + r)", ["r", "m"]),
              by_solver("between integers", "And(0 <= r, r <= 1, m >= 2)")),
        about(Formula("Implies(And(x > 0, x*p <= x*q), p <= q)", ["x", "p", "q"]), by_solver("a factor", [])),
        about(Formula("5*t**2*(a - 1)*a/s == (a - 1)*(5*t**2*a/s)", ["a", "s", "t"]),
              by_identity("the factor", "positive s; real a t")),
        by_solver("all orders", [
            "And(a > 1, s >= 3/2, t >= 0, t*(1 + s) <= exp(-a))",
            cite("renyi-divergence-of-a-subsampled-gaussian-at-small-orders"),
            lifted("convex-moments", "Implies(a >= 2, (a - 1)*D <= 5*t**2*(a - 1)*a/s)", shown("between integers"),
                   cite("renyi-divergence-of-a-subsampled-gaussian")),
            shown("the factor"), shown("a factor", {"x": "a - 1", "p": "D", "q": "5*t**2*a/s"}),
        ]),
    ),
    at="Lemma 11, subsampling", fidelity="narrowed",
    mutants={"2 for 5": ("<= 5*", "<= 2*"), "tau^3": ("t**2", "t**3")}, generated="deep",
    note="As alpha + 1 is at most 1 + ln(1/(tau (1 + s))), the claim for integers covers both ends.",
)  # fmt: skip

SECTION.claim(
    "moments-of-a-composition", "Lemma 12: Rényi divergences add up under adaptive composition",
    "The joint moment of two mechanisms is a sum over the outputs of the first, with weights w that add up to its "
    "moment "
    "$M_1$, of moments of the second given the output, each at most $M_2$: it is at most $M_1 M_2$, and the logarithms "
    "add up. For k mechanisms by induction.",
    "joint <= M*first",
    by_induction("one output of the first after the other", {"joint": "0", "first": "0"},
                 {"joint": "joint + w*x", "first": "first + w"}, ["And(M >= 0, w >= 0, 0 <= x, x <= M)"],
                 inputs=["w", "x"]),
    silent="outputs form a countable set, or have densities",
    at="Lemma 12", trust=("induction", "countable-sums", "densities"),
    mutants={"half": ("<= M", "<= M/2"), "strictly": ("<=", "<")},
)  # fmt: skip

SECTION.claim(
    "renyi-divergence-gives-differential-privacy",
    "Lemma 13: (alpha, rho)-RDP is (rho + ln(1/delta)/(alpha - 1), delta)-DP",
    "Let x be the logarithm of the ratio of the two probabilities of an output. Then $e^x - e^\\epsilon \\le "
    "e^{\\alpha x - (\\alpha - 1)\\epsilon}$; averaged over outputs of the neighbour, an event loses at most "
    "$e^{(\\alpha - 1)(D_\\alpha - \\epsilon)}$, which is $\\delta$ at $\\epsilon = \\rho + "
    "\\ln(1/\\delta)/(\\alpha - 1)$.",
    "exp(x) - exp(e) <= exp(x + (a - 1)*(x - e))",
    and_collected(
        in_steps(
            "ratios below and above the odds",
            about(Formula("Implies(x >= e, (a - 1)*(x - e) >= 0)", ["x", "e", "a"]), by_solver("above", "a > 1")),
            by_solver("all ratios", ["a > 1", shown("above")]),
        ),
        summed(
            "gain <= moment", {"gain": "take*q*(exp(x) - exp(e))", "moment": "q*exp(x + (a - 1)*(x - e))"},
            each="x q take", where=("q >= 0", "And(0 <= take, take <= 1)"),
        ),
    ),
    silent="outputs form a countable set, or have densities",
    at="Lemma 13", trust=("countable-sums", "densities"),
    note="A better conversion, valid for every order: renyi-conversion-is-chernoffs-bound.",
    mutants={"without the exponent": ("(a - 1)*(x - e)", "(a - 1)*(e - x)"), "half": ("<= exp(", "<= exp(-1 + ")},
)  # fmt: skip

SECTION.claim(
    "delta-of-the-printed-epsilon",
    "Lemma 13: at epsilon = rho + ln(1/delta)/(alpha - 1) the hockey-stick divergence is at most delta",
    "Let p be what an event gains at $\\epsilon = \\rho + \\ln(1/\\delta)/(\\alpha - 1)$, and q the mean of "
    "$e^{\\alpha x - (\\alpha - 1)\\epsilon}$, which is at most $e^{(\\alpha - 1)(\\rho - \\epsilon)}$ if the "
    "divergence is "
    "at most $\\rho$. As $(\\alpha - 1)(\\rho - \\epsilon) = -\\ln(1/\\delta)$, the event gains at most $\\delta$.",
    "Implies(And(e == rho + log(1/delta)/(a - 1), q <= exp((a - 1)*(rho - e))), p <= delta)",
    in_steps(
        "the exponent, then the event",
        about(SECTION.formula("exp((a - 1)*(rho - (rho + log(1/delta)/(a - 1)))) == delta"),
              by_identity("the exponent", "positive delta; real a rho")),
        about(Formula("Implies(e == r, (a - 1)*(rho - e) == (a - 1)*(rho - r))", ["e", "r", "a", "rho"]),
              by_solver("one epsilon", [])),
        by_solver("all events", [
            "And(a > 1, delta > 0)", shown("the exponent"),
            shown("one epsilon", {"r": "rho + log(1/delta)/(a - 1)"}),
            summed("p <= q", {"p": "take*w*(exp(x) - exp(e))", "q": "w*exp(x + (a - 1)*(x - e))"},
                   cite("renyi-divergence-gives-differential-privacy"), each="x w take",
                   where=("w >= 0", "And(0 <= take, take <= 1)")),
        ]),
    ),
    at="Lemma 13, last step", symbols={"q": "q", "p": "p"}, trust="densities", generated="deep",
    mutants={"alpha": ("log(1/delta)/(a - 1)", "log(1/delta)/(2*a - 2)"), "half": ("p <= delta", "p <= delta/2")},
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-the-query-as-printed", "the sensitivity of q_k is the norm of the difference of two gradients",
    "$q_k = \\frac nb\\nabla F$ has the sensitivity $\\Delta(q_k) = \\|\\nabla f_i - \\nabla f_{i'}\\|_2 \\le 2G/b$.",
    "q == r",
    on_instances(EXACT, GRID, "two gradients", "b = 1 and 2", two_gradients), at="App. A.1, sensitivity",
    fails=instance("Two records, both in the batch, gradients 1 and -1: the difference is 2, and the query changes "
        "by 1.",
                   "n = 2; b = 2; old = (1, 1); new = (1, 0 - 1); query = lambda g: n/b * sum(g)/n; "
                   "q = query(old) - query(new); r = old[1] - new[1]"),
    wrong="The query is a mean over b gradients: its change is the difference divided by b. As printed the equation "
    "would "
    "give 2G and not 2G/b.", cost="None: the bound 2G/b is right.", defect="typo",
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-the-query",
    "the sensitivity of q_k is the norm of the difference, divided by b",
    "$q_k = \\frac nb\\cdot\\frac1n\\sum_i \\nabla f_i$ changes by the difference of two gradients over b.",
    "Implies(And(q == n/b*((x + g)/n) - n/b*((x + h)/n), r == g - h), q == r/b)",
    by_solver("all gradients", "And(n > 0, b > 0)"), at="App. A.1, sensitivity", fidelity="reconstructed",
    symbols={"q": "\\Delta", "r": "r", "x": "x", "g": "g", "h": "h"},
    mutants={"over n": ("q == r/b", "q == r/n"), "as printed": ("q == r/b", "q == r")},
    repairs="sensitivity-of-the-query-as-printed",
)  # fmt: skip

SECTION.claim(
    "renyi-privacy-of-one-step-without-sampling",
    "with the noise of Theorem 2, M_k is (alpha, (n^2 epsilon mu/b^2)/(10 T))-RDP",
    "Let $\\Delta = 2G/b$ and $\\nu^2 = 20T\\alpha G^2/(\\mu n^2\\epsilon)$: the divergence "
    "$\\alpha\\Delta^2/(2\\nu^2)$ of two "
    "normal laws of variance $\\nu^2$ at the distance $\\Delta$ is the printed one.",
    "Implies(And(m == 2*G/b, nu2 == 20*T*a*G**2/(mu*n**2*ep)), x == n**2*ep*mu/b**2/(10*T))",
    in_steps(
        "two laws, then all sizes",
        about(Formula("a*(2*G/b)**2/(2*(20*T*a*G**2/(mu*n**2*ep))) == n**2*ep*mu/b**2/(10*T)",
                      ["a", "G", "b", "T", "mu", "n", "ep"]),
              by_identity("all sizes", "positive a G b T mu n ep")),
        about(Formula("Implies(And(m == p, nu2 == q, x == a*m**2/(2*nu2)), x == a*p**2/(2*q))",
                      ["m", "p", "nu2", "q", "x", "a"]), by_solver("in its letters", "nu2 > 0")),
        about(Formula("20*T*a*G**2/(mu*n**2*ep) > 0", ["T", "a", "G", "mu", "n", "ep"]),
              by_solver("its sign", "And(a > 0, G > 0, b > 0, T > 0, mu > 0, n > 0, ep > 0)")),
        by_solver("one step", [
            "And(a > 0, G > 0, b > 0, T > 0, mu > 0, n > 0, ep > 0)", shown("all sizes"), shown("its sign"),
            lifted("densities", "x == a*m**2/(2*nu2)", cite("renyi-divergence-of-shifted-gaussians")),
            shown("in its letters", {"p": "2*G/b", "q": "20*T*a*G**2/(mu*n**2*ep)"}),
        ]),
    ),
    at="App. A.1, proof of Theorem 2, one step", symbols={"m": "\\Delta", "nu2": "\\nu^2", "x": "D"},
    means={"nu2": "any variance"}, generated="deep",
    mutants={"5T": ("/(10*T)", "/(5*T)"), "G/b": ("2*G/b", "G/b")},
)  # fmt: skip

SECTION.claim(
    "renyi-privacy-of-one-sampled-step", "with the noise of Theorem 2, a sampled step is (alpha, mu epsilon/T)-RDP",
    "With $\\tau = b/n$ and $s = \\nu^2/\\Delta^2$, which is $5b^2T\\alpha/(\\mu n^2\\epsilon)$, the divergence of a "
    "sampled "
    "step is at most $5\\tau^2\\alpha/s = \\mu\\epsilon/T$.",
    f"Implies(And(t == b/n, s == {RATIO}), D <= mu*ep/T)",
    in_steps(
        "the bound, then all sizes",
        about(Formula("5*(b/n)**2*a/(5*b**2*T*a/(mu*n**2*ep)) == mu*ep/T", ["b", "n", "a", "T", "mu", "ep"]),
              by_identity("all sizes", "positive a b T mu n ep")),
        about(Formula("Implies(And(t == p, s == q, D <= 5*t**2*a/s), D <= 5*p**2*a/q)",
                      ["t", "p", "s", "q", "D", "a"]), by_solver("in its letters", "s > 0")),
        by_solver("a sampled step", [
            ORDER, SIZES, cite("renyi-divergence-of-a-subsampled-gaussian-at-all-orders"),
            shown("all sizes"),
            shown("in its letters", {"p": "b/n", "q": "5*b**2*T*a/(mu*n**2*ep)"}),
        ]),
    ),
    at="App. A.1, proof of Theorem 2, sampled step", generated="deep",
    mutants={"half": ("<= mu*ep/T", "<= mu*ep/(2*T)"), "tau": ("t == b/n", "t == 2*b/n")},
)  # fmt: skip

SECTION.claim(
    "iterates-lose-in-proportion",
    "after k of the T steps the iterate w^k is (k mu epsilon/T + (1 - mu) epsilon, delta)-DP",
    "k sampled steps are $(\\alpha, k\\mu\\epsilon/T)$-RDP, and $(\\alpha - 1)(1 - \\mu)\\epsilon = l$ with $\\delta = "
    "e^{-l}$: by Lemma 13 the iterate $w^k$ is $(k\\mu\\epsilon/T + (1 - \\mu)\\epsilon, \\delta)$-DP.",
    f"Implies(And(t == b/n, s == {RATIO}, a == ell/((1 - mu)*ep) + 1, e == k*mu*ep/T + (1 - mu)*ep), "
    "loss <= exp(-ell))",
    in_steps(
        "the steps, the exponent",
        about(Formula("Implies(And(x <= k*y, y <= D, D <= mu*ep/T, e == k*mu*ep/T + (1 - mu)*ep), "
                      "x - e <= -(1 - mu)*ep)", ["x", "k", "y", "D", "mu", "ep", "T", "e"]), in_steps(
            "k steps",
            about(Formula("Implies(And(k >= 0, y <= z), k*y <= k*z)", ["k", "y", "z"]), by_solver("k times", [])),
            about(Formula("k*(mu*ep/T) == k*mu*ep/T", ["k", "mu", "ep", "T"]),
                  by_identity("a factor", "positive T; real k mu ep")),
            by_solver("their divergence", [
                "And(k >= 0, T > 0)", shown("k times", {"z": "mu*ep/T"}), shown("a factor"),
            ]),
        )),
        about(Formula("Implies(And(a == ell/((1 - mu)*ep) + 1, x - e <= -(1 - mu)*ep), (a - 1)*(x - e) <= -ell)",
                      ["a", "ell", "mu", "ep", "x", "e"]), in_steps(
            "the exponent",
            about(Formula("Implies(And(m > 0, x <= -y), m*x <= -(m*y))", ["m", "x", "y"]),
                  by_solver("a larger exponent", [])),
            about(Formula("And(ell/((1 - mu)*ep) > 0, ell/((1 - mu)*ep)*((1 - mu)*ep) == ell)", ["ell", "mu", "ep"]),
                  by_solver("the order", "And(0 < mu, mu < 1, ep > 0, ell > 0)")),
            by_solver("cancelled", [
                "And(0 < mu, mu < 1, ep > 0, ell > 0)", shown("the order"),
                shown("a larger exponent", {"m": "ell/((1 - mu)*ep)", "x": "x - e", "y": "(1 - mu)*ep"}),
            ]),
        )),
        by_solver("the loss", [
            ORDER, SIZES, "And(mu < 1, ell > 0, k >= 0)", cite("renyi-privacy-of-one-sampled-step"),
            lifted("densities", "y <= D", cite("sensitivity-of-the-query"),
                   cite("smoothing-neither-costs-nor-gains-privacy")),
            lifted("induction", "x <= k*y", cite("moments-of-a-composition"), every="k"), shown("k steps"),
            shown("the exponent"),
            lifted("densities", "loss <= exp((a - 1)*(x - e))", cite("renyi-divergence-gives-differential-privacy")),
        ]),
    ),
    at="App. A.1, proof of Theorem 2, iterates", integers="k", symbols={"k": "k", "e": "\\epsilon_k"}, generated="none",
    silent="fresh uniform batches without replacement",
    mutants={"without the rest": ("k*mu*ep/T + (1 - mu)*ep)", "k*mu*ep/T)"), "half of delta": ("exp(-ell)", "exp(-ell "
             "- 1)")},
)  # fmt: skip

SECTION.claim(
    "theorem-two", "Theorem 2 with fresh uniform batches: T steps are (epsilon, delta)-DP",
    "Under the conditions of Theorem 2, with batches of b records drawn afresh, uniformly and without replacement at "
    "every step, and records replaced, DP-LSSGD is $(\\epsilon, \\delta)$-DP: T steps are $(\\alpha, "
    "\\mu\\epsilon)$-RDP, "
    "and $(\\alpha - 1)(\\mu\\epsilon - \\epsilon) = -l$ with $\\delta = e^{-l}$. Every iterate is released, so "
    "averages of "
    "them are private, too.",
    f"Implies(And(a == ell/((1 - mu)*ep) + 1, t == b/n, s == {RATIO}, s >= 3/2, "
    "a <= log(mu*n**3*ep/(5*b**3*T*a + mu*b*n**2*ep))), loss <= exp(-ell))",
    in_steps(
        "the order, the steps, the loss",
        about(
            Formula("Implies(a <= log(u), 1/u <= exp(-a))", ["a", "u"]),
            in_steps(
                "the order",
                about(Formula("exp(-log(u)) == 1/u", ["u"]), by_identity("an inverse", "positive u")),
                by_solver("its exponential", ["u > 0", shown("an inverse")]),
            ),
        ),
        about(Formula("Implies(And(t == p, s == q, 1/(p*(1 + q)) == u, 1/u <= e), t*(1 + s) <= e)",
                      ["t", "p", "s", "q", "u", "e"]), by_solver("the first condition", "And(p > 0, q > 0)")),
        about(Formula("And(b/n > 0, 5*b**2*T*a/(mu*n**2*ep) > 0, mu*n**3*ep/(5*b**3*T*a + mu*b*n**2*ep) > 0)",
                      ["b", "n", "T", "a", "mu", "ep"]),
              by_solver("signs", "And(a > 1, b > 0, n > 0, T > 0, mu > 0, ep > 0)")),
        about(
            Formula("Implies(And(a == ell/((1 - mu)*ep) + 1, x <= T*D, D <= mu*ep/T), (a - 1)*(x - ep) <= -ell)",
                    ["a", "x", "D", "T", "mu", "ep", "ell"]),
            in_steps(
                "the exponent",
                about(Formula("ell/((1 - mu)*ep)*(mu*ep - ep) == -ell", ["ell", "mu", "ep"]),
                      by_identity("the last exponent", "positive ell ep; real mu")),
                about(Formula("Implies(And(x <= y, m >= 0), m*(x - e) <= m*(y - e))", ["x", "y", "m", "e"]),
                      by_solver("larger exponents", [])),
                about(Formula("ell/((1 - mu)*ep) > 0", ["ell", "mu", "ep"]),
                      by_solver("the order exceeds one", "And(0 < mu, mu < 1, ep > 0, ell > 0)")),
                about(Formula("Implies(And(x <= T*D, D <= y/T), x <= y)", ["x", "T", "D", "y"]),
                      by_solver("all steps", "T > 0")),
                by_solver("cancelled", [
                    "And(0 < mu, mu < 1, ep > 0, ell > 0, T >= 1)", shown("the last exponent"),
                    shown("the order exceeds one"), shown("all steps", {"y": "mu*ep"}),
                    shown("larger exponents", {"y": "mu*ep", "m": "ell/((1 - mu)*ep)", "e": "ep"}),
                ]),
            ),
        ),
        by_solver("the loss", [
            SIZES, "And(a > 1, mu < 1, ell > 0, T >= 1)", shown("signs"),
            shown("the order", {"u": "mu*n**3*ep/(5*b**3*T*a + mu*b*n**2*ep)"}),
            shown("the first condition", {"p": "b/n", "q": "5*b**2*T*a/(mu*n**2*ep)", "e": "exp(-a)",
                                          "u": "mu*n**3*ep/(5*b**3*T*a + mu*b*n**2*ep)"}),
            cite("renyi-privacy-of-one-sampled-step"),
            lifted("densities", "y <= D", cite("sensitivity-of-the-query"),
                   cite("smoothing-neither-costs-nor-gains-privacy")),
            lifted("induction", "x <= T*y", cite("moments-of-a-composition")),
            shown("the exponent", {"D": "y"}),
            lifted("densities", "loss <= exp((a - 1)*(x - ep))", cite("renyi-divergence-gives-differential-privacy")),
        ]),
    ),
    at="Theorem 2; App. A.1, proof of Theorem 2", fidelity="narrowed",
    silent=("fresh uniform batches without replacement", "neighbours differ in one replaced record",
            "gradients exist and have norms <= G"),
    mutants={"half of delta": ("exp(-ell))", "exp(-ell - 1))"), "a smaller order": ("a == ell/", "a == ell/2/"),
             "a quarter of the variance": ("(20*T", "(5*T"), "twice the rate": ("t == b/n", "t == 2*b/n")},
    generated="none", repairs="any-batches-will-do",
    note="The conditions can be met, but only with very many records, see conditions-of-theorem-two-need-many-records. "
    "Orders below 2 occur where epsilon > ln(1/delta), and are covered.",
)  # fmt: skip


SMALL_ORDERS = SECTION.beside(DP_LSSGD, "App. A.1", {
    "a": "\\alpha", "D": "D", "D2": "D_2", "X": "\\chi^2", "Y": "y", "s": "s", "t": "\\tau", "x": "x", "m": "m",
    "k": "k", "A": "A", "B": "B", "C": "C", "p": "p", "q": "q", "r": "r", "v": "v", "g": "g", "h": "h", "f": "f",
    "top": "N", "whole": "Q", "parts": "P",
})  # fmt: skip

SMALL_ORDERS.claim(
    "chi-square-is-jointly-convex",
    "the chi-square divergence of two mixtures is at most the mean of those of their parts",
    "At an output let the parts of a mixture have the densities $q_i > 0$, with their weights, and those of another "
    "$q_i(1 + r_i)$. Then $(\\sum q_i r_i)^2 \\le \\sum q_i \\cdot \\sum q_i r_i^2$, so that the squared difference of "
    "the mixtures over the second is at most the sum of those of the parts.",
    "top**2 <= whole*parts",
    by_induction(
        "one part after the other", {"top": "0", "whole": "0", "parts": "0"},
        {"top": "top + q*r", "whole": "whole + q", "parts": "parts + q*r**2"}, ["q > 0"], inputs=["q", "r"],
        keeps=["whole >= 0", "parts >= 0"],
    ),
    at="Lemma 11, orders below 2", kind="project", trust="induction",
    mutants={"without the weight": ("whole*parts", "parts"), "half": ("whole*parts", "whole*parts/2")},
)  # fmt: skip

SMALL_ORDERS.claim(
    "product-of-two-shifted-gaussians-over-a-third", "the integral of N(m, v) N(k, v)/N(0, v) is e^(m k/v)",
    "$(x - m)^2 + (x - k)^2 - x^2 = (x - m - k)^2 - 2mk$ in every coordinate: the quotient is $e^{mk/v}$ times a "
    "normal density.",
    "(x - m)**2 + (x - k)**2 - x**2 == (x - m - k)**2 - 2*m*k",
    by_identity("all points", "real x m k"), at="Lemma 11, orders below 2", kind="project", trust="densities",
    mutants={"m k": ("2*m*k", "m*k"), "centre m": ("(x - m - k)", "(x - m)")},
)  # fmt: skip

SMALL_ORDERS.claim(
    "chi-square-of-three-near-gaussians",
    "three normal laws at distances of at most Delta: the integral of (P - P')^2/P_0 is at most 1.7 Delta^2/v",
    "Let $x = \\Delta^2/v \\le 2/3$. By products of densities the integral is $e^A + e^C - 2e^B$, where $A, C \\le x$ "
    "are the squared distances from $P_0$ and $A + C - 2B \\le x$ is the one of the two others, all over v. It is "
    "largest where all three are x, and $2(e^x - e^{x/2}) \\le 1.7x$.",
    "exp(A) + exp(C) - 2*exp(B) <= 17/10*x",
    in_steps(
        "the worst triangle, then its size",
        about(Formula("2*exp(x) - 2*exp(x/2) <= 17/10*x", ["x"]), on_box("the size", {"x": "(0, 2/3]"})),
        about(Formula("Implies(And(1 <= p, p <= r, 1 <= q, q <= r, p*q <= r*y), p**2 + q**2 - 2*y <= 2*r**2 - 2*r)",
                      ["p", "q", "r", "y"]), by_solver("the worst triangle", [])),
        about(Formula("exp(x/2)**2 == exp(x)", ["x"]), by_identity("half", "real x")),
        about(Formula("exp(A/2)*exp(C/2) <= exp(x/2)*exp(B)", ["A", "B", "C", "x"]), in_steps(
            "exponents are added",
            about(Formula("exp(A/2)*exp(C/2) == exp((A + C)/2)", ["A", "C"]), by_identity("on the left", "real A C")),
            about(Formula("exp(x/2)*exp(B) == exp(x/2 + B)", ["x", "B"]), by_identity("on the right", "real x B")),
            by_solver("products", ["A + C - 2*B <= x", shown("on the left"), shown("on the right")]),
        )),
        about(Formula("And(1 <= exp(A/2), exp(A/2) <= exp(x/2))", ["A", "x"]),
              by_solver("a side", "And(0 <= A, A <= x)")),
        by_solver("all triangles", [
            "And(0 <= A, A <= x, 0 <= C, C <= x, A + C - 2*B <= x, 0 < x, x <= 2/3)", shown("the size"),
            shown("half", {"x": "A"}), shown("half", {"x": "C"}), shown("half"), shown("exponents are added"),
            shown("a side"), shown("a side", {"A": "C"}),
            shown("the worst triangle", {"p": "exp(A/2)", "q": "exp(C/2)", "r": "exp(x/2)", "y": "exp(B)"}),
        ]),
    ),
    at="Lemma 11, orders below 2", kind="project", needs="product-of-two-shifted-gaussians-over-a-third",
    mutants={"1.6": ("17/10", "16/10")}, generated="none",
    search=over({
        "x": Rationals(0, Fraction(2, 3), open_low=True), "A": Rationals(0, lambda at: at["x"]),
        "C": Rationals(0, lambda at: at["x"]), "B": Rationals(lambda at: (at["A"] + at["C"] - at["x"])/2, 1),
    }, lambda _, at: at),
)  # fmt: skip
SMALL = "And(1 < a, a <= 2, s >= 3/2, 0 <= t, t*(1 + s) <= exp(-a))"

SMALL_ORDERS.claim(
    "renyi-divergence-of-a-subsampled-gaussian-at-small-orders",
    "Lemma 11, second half, at orders between 1 and 2: D_alpha <= D_2 <= 2 tau^2/s <= 5 tau^2 alpha/s",
    "Let $1 < \\alpha \\le 2$. A batch without the record is b - 1 uniform others and one more of the rest; given the "
    "b - 1, both laws are mixtures of $P_0$ and, with the weight $\\tau$, of P or P', three normal laws at distances "
    "of at most $\\Delta$. So $D_\\alpha \\le D_2 \\le \\chi^2 \\le \\frac{\\tau^2}{1 - \\tau}\\int (P - P')^2/P_0$, "
    "with $\\tau \\le 0.15$ by the condition on the order.",
    "And(D <= 2*t**2/s, 2*t**2/s <= 5*t**2*a/s)",
    in_steps(
        "the rate, the square, the order",
        about(Formula("exp(-a) <= 3/8", ["a"]), on_box("the rate", {"a": "[1, oo)"})),
        about(Formula("Implies(And(f > 0, g >= 0, h >= 0, 0 <= t, t < 1), "
                      "(t*(g - h))**2/((1 - t)*f + t*h) <= t**2*(g - h)**2/((1 - t)*f))", ["f", "g", "h", "t"]),
              by_solver("without the third law", [])),
        about(Formula("Implies(And(0 <= t, t <= 3/20, p <= 17/10*x), t**2/(1 - t)*p <= 2*t**2*x)", ["t", "p", "x"]),
              by_solver("the weight", "x > 0")),
        about(Formula("Implies(exp(x) <= 1 + X, x <= X)", ["x", "X"]), by_solver("the logarithm", [])),
        by_solver("small orders", [
            SMALL, shown("the rate"), shown("the weight", {"x": "1/s"}),
            lifted("densities", "X <= t**2/(1 - t)*p", shown("without the third law"),
                   cite("chi-square-is-jointly-convex"), cite("product-of-two-shifted-gaussians-over-a-third")),
            lifted("uniform-batches", "p <= 17/10*(1/s)", cite("chi-square-of-three-near-gaussians", {"x": "1/s"})),
            lifted("convex-moments", "D <= X", shown("the logarithm")),
        ]),
    ),
    at="Lemma 11, subsampling", mutants={"half": ("D <= 2*", "D <= "), "without 5": ("<= 5*", "<= ")},
    generated="none",
    numbers="exp(-1)/(1 + 3/2) < 0.15",
)  # fmt: skip
