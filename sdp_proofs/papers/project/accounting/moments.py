"""Moment generating functions of pairs, their sums over nodes, and how they fall along a line."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by moments", {
    "x": "x", "m": "\\mu", "z": "z", "a": "a", "p": "p", "q": "q", "k": "k", "v": "\\sigma^2", "A": "A", "B": "B",
    "c": "\\cos\\theta", "w": "w", "s": "\\varsigma(x)", "S": "\\varsigma(-X)", "X": "X", "y": "y", "t": "t",
    "d": "d", "b": "b", "f": "f", "g": "g", "u": "u", "h": "h", "spread": "\\mathrm{E}|L|", "square": "\\mathrm{E} L^2",
}, {
    "v": "any number > 0", "spread": "any mean of |L|", "square": "any mean of the squares",
    "s": "any number between 0 and 1", "S": "any number at least that at x",
})  # fmt: skip

SECTION.claim(
    "moments-of-the-gaussian-loss", "M(z) = e^(z (z + 1) mu^2/2) for normal laws with means mu deviations apart",
    "With mean $\\mu$ under P and 0 under Q the loss is $\\mu x - \\mu^2/2$. The integrand of $\\mathrm{E}_P e^{zL}$ "
    "is, up to $e^{z(z+1)\\mu^2/2}$, a normal density about $\\mu(1 + z)$. So T steps are one with $T\\mu^2$.",
    "-(x - m)**2/2 + z*(m*x - m**2/2) == -(x - m*(1 + z))**2/2 + z*(z + 1)*m**2/2",
    by_identity("all points", "real x m z"), trust="densities",
    mutants={"z^2": ("z*(z + 1)", "z**2"), "centre": ("m*(1 + z))", "m*z)")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-the-laplace-loss", "the part of M(z) between the means, for Laplace laws at distance a scales",
    "Between the means the loss has the density $e^{(l - a)/2}/4$ on $(-a, a)$, and $e^{zl + (l-a)/2}/4$ the "
    "antiderivative $e^{(z + 1/2)l - a/2}/(4z + 2)$. Its values at the ends differ by $(e^{az} - e^{-a(1+z)})/(2(1 + "
    "2z))$; the ends themselves have probability 1/2 and $e^{-a}/2$.",
    "exp(-a/2)*(exp((z + 1/2)*a) - exp(-(z + 1/2)*a))/(4*(z + 1/2)) == (exp(a*z) - exp(-a*(1 + z)))/(2*(1 + 2*z))",
    and_so(
        by_identity("all a and z", "positive a z"),
        antiderivative("between the means", "exp((z + 1/2)*x - a/2)/(4*z + 2)", "exp(z*x + (x - a)/2)/4",
                       "positive a z; real x", variable="x"),
        about(Formula("part == (exp(a*z) - exp(-a*(1 + z)))/(2*(1 + 2*z))", ["part", "a", "z"]), in_steps(
            "from end to end",
            about(Formula("exp((z + 1/2)*a - a/2)/(4*z + 2) - exp((z + 1/2)*(-a) - a/2)/(4*z + 2) == "
                          "(exp(a*z) - exp(-a*(1 + z)))/(2*(1 + 2*z))", ["a", "z"]),
                  by_identity("its values", "positive a z")),
            by_solver("their difference", [
                "And(a > 0, z > 0)", shown("its values"),
                lifted("integrals", "part == exp((z + 1/2)*a - a/2)/(4*z + 2) - exp((z + 1/2)*(-a) - a/2)/(4*z + 2)",
                       shown("between the means")),
            ]),
        )),
    ), trust=("identity-theorem", "densities"),
    mutants={"1 + z": ("(1 + 2*z)", "(1 + z)"), "a plus": ("(exp(a*z) - exp", "(exp(a*z) + exp")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-the-sampled-gaussian-at-integers",
    "the k-th power of the likelihood ratio under the law without the record",
    "The binomial expansion of $\\mathrm{E}\\,(1 - q + q e^{(x - 1/2)/\\sigma^2})^n$ has the terms $\\mathrm{E}\\,"
    "e^{k(x - 1/2)/\\sigma^2} = e^{k(k-1)/(2\\sigma^2)}$: up to that factor the integrand is a normal density about k.",
    "-x**2/(2*v) + k*(x - 1/2)/v == -(x - k)**2/(2*v) + k*(k - 1)/(2*v)",
    by_identity("all points", "real x k; positive v"), trust="densities",
    mutants={"k^2": ("k*(k - 1)", "k**2"), "centre": ("(x - k)", "(x - 1)")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "sampled-laplace-density-falls-and-then-rises",
    "between the ends the slope of ln f changes its sign once, from minus to plus",
    "Seen from the loss $v = \\ln R$ of the sampled pair, $R = 1 - q + q e^l$, the part of the moment between the "
    "ends is the transform of $f = e^{-3l/2}R^{1 + p}/q$ ($\\mathrm{d}v = q e^l\\,\\mathrm{d}l/R$). The slope of "
    "$\\ln f$ in l is $-3/2 + (1 + p) q e^l/R$; with $x = e^l$: where it is at least 0, it is so at every larger y. So "
    "f has no maximum inside, and varies by at most the sum of its ends, as it is positive.",
    "Implies(-3/2 + (1 + p)*q*x/(1 - q + q*x) >= 0, -3/2 + (1 + p)*q*y/(1 - q + q*y) >= 0)",
    in_steps(
        "the share rises",
        about(Formula("And(0 <= q*x/(1 - q + q*x), q*x/(1 - q + q*x) <= q*y/(1 - q + q*y))", ["q", "x", "y"]),
              by_solver("the share", "And(0 < q, q < 1, 0 < x, x <= y)")),
        by_solver("together", ["And(0 < q, q < 1, 0 < x, x <= y)", shown("the share")]),
    ),
    symbols={"y": "y"}, given="0 < x, x <= y; x stands for e^l",
    mutants={"the other way": ("q*y/(1 - q + q*y) >= 0", "q*y/(1 - q + q*y) <= 0"),
             "a sign": ("(1 + p)*q*y", "(1 - p)*q*y")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "oscillating-sums-are-below-the-ends-and-the-variation",
    "summation by parts: the size of a sum of f (E' - E) is at most that of f E at the ends plus the variation of f, "
    "where |E| <= 1",
    "Go from point to point with f and E; let $V$ be the sum of $|f' - f|$ so far and $b = f E$ at the start. Then "
    "$|S - f E + b| \\le V$. With $E = \\mathrm{Re}\\,e^{i(tv - \\alpha)}$, in the limit of fine points, $t\\,|\\int f "
    "e^{itv}\\,\\mathrm{d}v|$ is at most the sum of f at its ends and its variation: for sampled Laplace noise twice "
    "the former.",
    "abs(total - f*u + b) <= k",
    by_induction(
        "one point after the other",
        {"total": "0", "f": "start", "u": "first", "k": "0"},
        {"total": "total + f*(following - u)", "f": "value", "u": "following", "k": "k + abs(value - f)"},
        ["And(-1 <= following, following <= 1)", "b == start*first"], inputs=("following", "value"),
    ),
    symbols={"total": "S", "f": "f", "u": "E", "b": "b", "k": "V"},
    means={"total": "any number", "f": "any number", "u": "any number", "k": "any number", "b": "any number"},
    mutants={"half": ("<= k", "<= k/2"), "a plus": ("- f*u", "+ f*u")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-both-directions",
    "E_P r^z = E_Q r^(1 + z) with $r = dP/dQ$: one function serves both directions and all Rényi orders",
    "At an output with the probabilities p and q, $p\\,(p/q)^z = q\\,(p/q)^{1 + z}$. So the moments of the loss of (P, "
    "Q) are $F(1 + z)$ with $F(w) = \\mathrm{E}_Q r^w$, those of (Q, P) are $F(-z)$, and the Rényi divergence of order "
    "$1 + c$ is $\\ln M(c)/c$.",
    "p*exp(z*log(p/q)) == q*exp((1 + z)*log(p/q))",
    by_identity("one output", "positive p q; real z"),
    mutants={"the same power": ("(1 + z)", "z"), "turned": ("q*exp((1 + z)*log(p/q))", "q*exp((1 + z)*log(q/p))")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "the-ratio-off-the-real-line", "|A + B e^(i theta)| is between (A + B) cos(theta/2) and A + B",
    "On the line $\\mathrm{Im}\\,x = \\theta\\sigma^2$ the likelihood ratio is $A + Be^{i\\theta}$ with $A, B > 0$; "
    "the square of its modulus is $A^2 + 2AB\\cos\\theta + B^2$, at least $(A + B)^2\\cos^2(\\theta/2)$ and at most "
    "$(A + B)^2$. So it has no zero where $\\theta < \\pi$, and the integrand is analytic there.",
    "And((A + B)**2*(1 + c)/2 <= A**2 + 2*A*B*c + B**2, A**2 + 2*A*B*c + B**2 <= (A + B)**2)",
    by_solver("all A and B", "And(A > 0, B > 0, -1 <= c, c <= 1)"),
    mutants={"1 + c": ("(1 + c)/2", "(1 + c)"), "half": ("<= (A + B)**2", "<= (A + B)**2/2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "terms-fall-beyond-the-bumps",
    "the logarithm of a term falls at least at the rate (X - max(w, 0))/sigma^2 right of X, and likewise on the left",
    "The logarithm of $e^{-x^2/(2\\sigma^2)}r(x)^w$ has the slope $(w\\varsigma(x) - x)/\\sigma^2$ with the logistic "
    "function $\\varsigma$, which rises from 0 to 1. Right of X it is at most $\\max(w, 0) - X$; at $-y$ left of $-X$ "
    "it is at least $X + \\min(w, 0)\\varsigma(-X)$, both over $\\sigma^2$.",
    "And(Implies(x >= X, w*s - x <= Max(w, 0) - X), Implies(And(y >= X, s <= S), w*s + y >= X + Min(w, 0)*S))",
    by_solver("both sides", "And(0 <= s, s <= 1, S <= 1)"),
    mutants={"without w": ("Max(w, 0) - X", "-X"), "to the left": ("Min(w, 0)*S", "w*S")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-normal-density-on-a-raised-line",
    "|e^(-z^2/(2 sigma^2))| grows by e^(theta^2 sigma^2/2) at the height theta sigma^2",
    "The real part of $z^2$ at $z = x + iy$ is $x^2 - y^2$, here with $y = \\theta\\sigma^2$.",
    "-(x**2 - (h*v)**2)/(2*v) == -x**2/(2*v) + h**2*v/2",
    by_identity("all points", "real x h; positive v"), symbols={"x": "x", "h": "\\theta", "v": "\\sigma^2"},
    mutants={"without the half": ("h**2*v/2", "h**2*v"), "a sign": ("+ h**2", "- h**2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "powers-of-the-ratio-fall-with-the-frequency",
    "above the real line $|r^{p + it}| = |r|^p e^{-t \\mathrm{arg}\\, r}$ with $\\mathrm{arg}\\, r \\ge 0$: it "
    "falls in t",
    "The imaginary part of $r = A + Be^{i\\theta}$ is $B\\sin\\theta \\ge 0$ for $0 \\le \\theta \\le \\pi$, so its "
    "angle $\\gamma$ is between 0 and $\\pi$. With $\\ell = \\ln|r|$ the logarithm of the modulus of $r^{p + it}$ is "
    "$p\\ell - t\\gamma$, which is no larger at $u \\ge t$.",
    "And(B*y >= 0, Implies(And(g >= 0, u >= t), p*f - u*g <= p*f - t*g))",
    by_solver("all frequencies", "And(B >= 0, y >= 0)"),
    symbols={"B": "B", "y": "\\sin\\theta", "g": "\\gamma", "f": "\\ell", "u": "u", "t": "t", "p": "p"},
    mutants={"an angle below": ("g >= 0", "g <= 0"), "a smaller frequency": ("u >= t", "u <= t")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-path-above-the-line-bounds-all-larger-frequencies",
    "$|F(p + iu)|$ is at most the integral of $|\\phi\\,r^{p + it}\\,dz|$ over a path above the real line, for all "
    "u >= t",
    "The integrand is analytic between the real line and the path, and decays, so F is its integral over the path "
    "(Cauchy), and at most that of its modulus, the sum over pieces of the path of sizes $|\\phi(z) r^p\\,dz|$ times "
    "$e^{-u\\gamma}$. Each is at most what it is at t.",
    "far <= bound",
    by_sums(
        "one piece of the path after the other",
        {"far": "Sum(a, size*later)", "bound": "Sum(a, size*sooner)"}, ["size >= 0", "later <= sooner"],
        "over a:", each={"a": "size later sooner"},
    ),
    symbols={"far": "|F(p + iu)|", "bound": "B(t)"}, means={"far": "any sum of parts", "bound": "any sum of parts"},
    mutants={"strictly": ("<=", "<"), "half": ("<= bound", "<= bound/2")}, generated="none",
    trust=("densities", "moved-paths"),
)  # fmt: skip

SECTION.claim(
    "logistic-paths-rise-slowly",
    "s (1 - s) <= 1/4: the slope of theta sigma^2/(1 + e^(-x/sigma^2)) is at most theta/4",
    "With $s = 1/(1 + e^{-x/\\sigma^2})$ the slope is $\\theta s(1 - s)$, and $(s - 1/2)^2 \\ge 0$.",
    "y*(1 - y) <= 1/4",
    by_solver("all heights", []), symbols={"y": "s"},
    mutants={"a fifth": ("1/4", "1/5"), "strictly": ("<=", "<")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "sums-over-nodes-enclose-the-moment",
    "a rule with the relative error e, cut by at most d, gives a sum S with |F - S| <= d + e (S + d)/(1 - e)",
    "On the lines of the strip the integral of the modulus is at most N, so the trapezoid rule over the whole line "
    "errs by at most $2N/(e^{2\\pi a/h} - 1) = eF$. It differs by at most d from the sum that is computed, so $(1 - "
    "e)F$ is at most that sum and d.",
    "Implies(And(whole >= 0, 0 <= share, share < 1, abs(rule - computed) <= cut), "
    "abs(whole - computed) <= cut + share*(computed + cut)/(1 - share))",
    by_solver("one sum", [
        lifted("strip-trapezoid", "abs(whole - rule) <= share*whole", cite("the-ratio-off-the-real-line")),
    ]),
    symbols={"whole": "F", "computed": "\\hat F", "cut": "d", "share": "e", "rule": "R"},
    means={"rule": "any number"},
    mutants={"without the cut": ("<= cut + share", "<= share"), "e squared": ("cut + share*(", "cut + share**2*(")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-the-discrete-gaussian-loss",
    "on the integers the loss is (d^2 - 2kd)/(2 sigma^2)",
    "The ratio of the probabilities of k about 0 and about d is $e^{(d^2 - 2kd)/(2\\sigma^2)}$.",
    "-k**2/(2*v) + (k - d)**2/(2*v) == (d**2 - 2*k*d)/(2*v)",
    by_identity("all integers", "real k d; positive v"),
    mutants={"a sign": ("d**2 - 2*k*d", "d**2 + 2*k*d"), "half": ("2*k*d", "k*d")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "gaussian-terms-fall-geometrically",
    "(k + 1 - m)^2 - (k - m)^2 >= 2 (K - m) for k >= K: a factor of at most e^(-(K - m)/sigma^2) a step",
    "Beyond K > m the terms $e^{-(k - m)^2/(2\\sigma^2)}$ fall at least by that factor.",
    "Implies(k >= X, (k + 1 - m)**2 - (k - m)**2 >= 2*(X - m))",
    by_solver("all k", []), symbols={"X": "K", "m": "m"},
    mutants={"three times": ("2*(X - m)", "2*(X - m) + 2")}, generated="none",
)  # fmt: skip
