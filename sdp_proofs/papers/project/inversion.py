"""Accounting by inversion, and its moments.

Moments bound delta, and determine it: Chernoff's bound, and the inversion with its known errors.

Moment generating functions of pairs, their sums over nodes, and how they fall along a line.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by moments", {
    "c": "c", "y": "y", "x": "\\epsilon", "loss": "\\ell", "k": "k(c)", "z": "z", "s": "s", "t": "t", "B": "B",
    "r": "r", "total": "S", "term": "a_m", "shift": "e^{-c\\epsilon}", "delta": "\\delta", "moment": "M(c)",
    "computed": "\\hat\\delta", "cut": "\\rho", "above": "B", "aliases": "A", "whole": "W", "K": "K", "j": "j",
}, {
    "k": "any number", "shift": "any number >= 0", "moment": "any sum of masses", "delta": "any sum of masses",
    "computed": "any number",
})  # fmt: skip
POWER = "c*log(c) - (1 + c)*log(1 + c)"
_THREE_FACTORS = about(
    Formula("exp(u + c*(loss - x)) == exp(u)*exp(-c*x)*exp(c*loss)", ["u", "c", "loss", "x"]),
    by_identity("three factors", "real u c loss x"),
)

SECTION.claim(
    "a-shortfall-times-a-power-has-its-largest-value", "(1 - y) y^c <= k(c) = c^c/(1 + c)^(1 + c), here as logarithms",
    "For $0 < y < 1$ and $c > 0$: $c \\ln y + \\ln(1 - y) \\le c \\ln c - (1 + c)\\ln(1 + c)$. Proof: $\\ln u \\le u - "
    "1$ at $u = y(1 + c)/c$ and at $u = (1 - y)(1 + c)$; weighted with c and 1, the right sides cancel.",
    f"c*log(y) + log(1 - y) <= {POWER}",
    in_steps(
        "two tangents of the logarithm",
        about(Formula("log(y*(1 + c)/c) == log(y) + log(1 + c) - log(c)", ["y", "c"]),
              by_identity("a quotient", "positive y c")),
        about(Formula("log(u*(1 + c)) == log(u) + log(1 + c)", ["u", "c"]), by_identity("a product", "positive u c")),
        about(Formula("log(u) <= u - 1", ["u"]), by_solver("a tangent", "u > 0")),
        by_solver("weighted", [
            "And(0 < y, y < 1, c > 0)", shown("a quotient"), shown("a product", {"u": "1 - y"}),
            shown("a tangent", {"u": "y*(1 + c)/c"}), shown("a tangent", {"u": "(1 - y)*(1 + c)"}),
        ]),
    ),
    mutants={"2 + c": (" - (1 + c)*log(1 + c)", " - (2 + c)*log(1 + c)"), "a third": ("c*log(y)", "c*log(y)/3")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "the-chernoff-constant-is-below-one", "k(c) < 1 for every c > 0",
    "$c \\ln c - (1 + c)\\ln(1 + c) < 0$ for $c > 0$, so $\\delta \\le M(c)e^{-c\\epsilon}$, too.",
    f"{POWER} < 0",
    in_steps(
        "logarithms of c and 1 + c",
        about(Formula("log(c/(1 + c)) == log(c) - log(1 + c)", ["c"]), by_identity("a quotient", "positive c")),
        about(Formula("And(log(u) <= u - 1, log(u) >= 1 - 1/u)", ["u"]), by_solver("tangents", "u > 0")),
        by_solver("both", [
            "c > 0", shown("a quotient"), shown("tangents", {"u": "c/(1 + c)"}), shown("tangents", {"u": "1 + c"}),
        ]),
    ),
    mutants={"the other way": ("< 0", "> 0"), "below one half": ("< 0", "< -2/3")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "one-loss-is-below-its-exponential",
    "1 - e^(epsilon - l) <= k(c) e^(c (l - epsilon)) at every loss l beyond epsilon",
    "Let $\\ell > \\epsilon$ and $c > 0$. The claim before, at $y = e^{\\epsilon - \\ell}$, says $1 - e^{\\epsilon - "
    "\\ell} \\le k(c) e^{c(\\ell - \\epsilon)}$.",
    f"1 - exp(x - loss) <= exp({POWER} + c*(loss - x))",
    in_steps(
        "logarithms, then exponentials",
        about(Formula("log(exp(u)) == u", ["u"]), by_identity("a logarithm", "real u")),
        about(Formula("exp(log(u)) == u", ["u"]), by_identity("an exponential", "positive u")),
        about(Formula("exp(u)*exp(-u) == 1", ["u"]), by_identity("a reciprocal", "real u")),
        about(Formula("exp(u) < 1", ["u"]), by_solver("below one", ["u < 0", shown("a reciprocal")])),
        about(Formula("Implies(u <= v, exp(u) <= exp(v))", ["u", "v"]), by_solver("rises", [])),
        by_solver("together", [
            "And(loss > x, c > 0)", shown("a logarithm", {"u": "x - loss"}),
            shown("below one", {"u": "x - loss"}), shown("an exponential", {"u": "1 - exp(x - loss)"}),
            cite("a-shortfall-times-a-power-has-its-largest-value", {"y": "exp(x - loss)"}),
            shown("rises", {"u": "log(1 - exp(x - loss))", "v": f"{POWER} + c*(loss - x)"}),
        ]),
    ),
    mutants={"the wrong side": ("c*(loss - x)", "c*(x - loss)")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "delta-is-below-its-chernoff-bound",
    "delta_fin(epsilon) <= k(c) M(c) e^(-c epsilon); a part of tilted mass d adds at most k(c) e^(-c epsilon) d",
    "Where at every output the shortfall is at most $k\\,e^{-c\\epsilon} w$, with $w = e^{c\\ell}$, the finite part of "
    "delta, $\\sum p\\,\\max(0, 1 - e^{\\epsilon - \\ell})$, is at most $k\\,e^{-c\\epsilon}\\sum p\\,w$. The sum may "
    "be that over a part of the outputs that is left out, whose tilted mass is $\\sum p\\,w$.",
    "delta <= k*shift*moment",
    in_steps(
        "one output, then one after the other",
        _THREE_FACTORS,
        by_sums(
            "one output after the other",
            {"delta": "Sum(a, p*Max(0, 1 - exp(x - loss)))", "moment": "Sum(a, p*exp(c*loss))"},
            ["p >= 0", "c > 0", f"And(k == exp({POWER}), shift == exp(-c*x))",
             cite("one-loss-is-below-its-exponential"), shown("three factors", {"u": POWER})],
            "over a:", each={"a": "p loss"}, citable=True,
        ),
    ),
    mutants={"strictly": ("<=", "<"), "half": ("k*shift", "k*shift/2"), "without the shift": ("k*shift", "k")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "delta-is-below-a-cut-chernoff-bound",
    "$\\delta \\le P(\\mathrm{far}) + k(c)\\,e^{-c\\epsilon} M(c)$, M without the outputs that are far",
    "Call some outputs far; $v$ is 1 there and 0 elsewhere. A far output adds at most its probability, each other one "
    "at most what Chernoff's bound says of it. With the outputs called far where the loss of some step is beyond $a$ "
    "(or infinite), their probability is at most the sum of the steps' (`combined-failures-stay-below-their-sum`), and "
    "the moment of the others is at most the product of the steps' moments without losses beyond a.",
    "delta <= large + k*shift*moment",
    in_steps(
        "one output, then one after the other",
        _THREE_FACTORS,
        by_sums(
            "one output after the other",
            {"delta": "Sum(a, p*Max(0, 1 - exp(x - loss)))", "large": "Sum(a, p*v)",
             "moment": "Sum(a, p*(1 - v)*exp(c*loss))"},
            ["p >= 0", "Or(v == 0, v == 1)", "c > 0", f"And(k == exp({POWER}), shift == exp(-c*x))",
             cite("one-loss-is-below-its-exponential"), shown("three factors", {"u": POWER})],
            "over a:", each={"a": "p loss v"},
        ),
    ),
    symbols={"large": "P_\\infty", "v": "v"}, means={"large": "any sum of masses"},
    mutants={"without the far ones": ("large + ", ""), "strictly": ("<=", "<"), "half": ("k*shift", "k*shift/2")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "what-a-loss-leaves-is-below-a-power",
    "min(1, e^(epsilon - l)) <= e^(c (epsilon - l)) at every loss l, for 0 < c < 1",
    "With $u = \\epsilon - \\ell$: where $u \\ge 0$ the left side is 1 and $cu \\ge 0$; where $u < 0$ it is $e^u$ and "
    "$u < cu$.",
    "1 - Max(0, 1 - exp(x - loss)) <= exp(c*(x - loss))",
    in_steps(
        "both sides of epsilon",
        about(Formula("Implies(u <= v, exp(u) <= exp(v))", ["u", "v"]), by_solver("rises", [])),
        by_solver("together", [
            "And(0 < c, c < 1)", shown("rises", {"u": "x - loss", "v": "c*(x - loss)"}),
            shown("rises", {"u": "0", "v": "c*(x - loss)"}),
        ]),
    ),
    mutants={"the wrong side": ("c*(x - loss)", "c*(loss - x)"), "a larger power": ("c*(x", "(1 + c)*(x")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "delta-is-above-one-less-the-affinity",
    "1 - delta(epsilon) <= e^(c epsilon) M(-c) for 0 < c < 1",
    "$1 - \\delta(\\epsilon) = \\sum \\min(p, e^\\epsilon q)$, where outputs with $q = 0$ add nothing and each other "
    "one, of loss $\\ell = \\ln(p/q)$, adds $p\\min(1, e^{\\epsilon - \\ell}) \\le p\\,e^{c\\epsilon}e^{-c\\ell}$.",
    "rest <= shift*moment",
    in_steps(
        "one output, then one after the other",
        about(Formula("exp(c*(x - loss)) == exp(c*x)*exp(-c*loss)", ["c", "loss", "x"]),
              by_identity("two factors", "real c loss x")),
        by_sums(
            "one output after the other",
            {"rest": "Sum(a, p*(1 - Max(0, 1 - exp(x - loss))))", "moment": "Sum(a, p*exp(-c*loss))"},
            ["p >= 0", "And(0 < c, c < 1)", "shift == exp(c*x)",
             cite("what-a-loss-leaves-is-below-a-power"), shown("two factors")],
            "over a:", each={"a": "p loss"},
        ),
    ),
    symbols={"rest": "1 - \\delta", "shift": "e^{c\\epsilon}", "moment": "M(-c)"}, means={"rest": "any sum of masses"},
    mutants={"strictly": ("<=", "<"), "half": ("shift*", "shift/2*"), "without the shift": ("shift*", "")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "transform-of-the-shortfall", "the integral of (1 - e^(x - s)) e^(zx) over x < s is e^(zs)/(z (z + 1))",
    "The integrand has the antiderivative $e^{zx}/z - e^{(z+1)x - s}/(z + 1)$, which tends to 0 at $-\\infty$ for $z > "
    "0$; its value at s is $e^{zs}/(z(z + 1))$. Both sides are analytic in z, so it holds for $\\mathrm{Re}\\,z > 0$.",
    "exp(z*s)/z - exp((z + 1)*s - s)/(z + 1) == exp(z*s)/(z*(z + 1))",
    by_identity("all s, z > 0", "positive z; real s"), trust="identity-theorem",
    mutants={"z + 2": ("(z*(z + 1))", "(z*(z + 2))"), "a plus": ("/z - exp", "/z + exp")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "aliases-are-below-a-geometric-series", "terms of at most B r, B r^2, ... add up to at most B r/(1 - r)",
    "Each alias $\\delta(\\epsilon + m\\Lambda)e^{cm\\Lambda}$ is at most $B r^m$ by Chernoff's bound at another line, "
    "$B = k(b)M(b)e^{-b\\epsilon}$, $r = e^{-|b - c|\\Lambda}$. However many are added, the sum is at most $B r/(1 - "
    "r)$. So are the nodes that a trapezoid sum leaves out, where they fall at least by r a step.",
    "total <= B*r/(1 - r)",
    by_induction(
        "one alias after the other", {"total": "0", "term": "B*r"}, {"total": "total + share*term", "term": "term*r"},
        ["And(0 <= r, r < 1, B >= 0)", "And(0 <= share, share <= 1)"], inputs=("share",),
        keeps=["term >= 0", "total*(1 - r) + term <= B*r"],
    ),
    mutants={"without the first": ("B*r/(1 - r)", "B*r**2/(1 - r)"), "half": ("B*r/", "B*r/2/")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "reciprocal-squares-beyond-a-frequency", "1/k^2 summed over k > K is at most 1/K",
    "$1/(j+1)^2 \\le 1/j - 1/(j+1)$, so the sum over $K < k \\le j$ is at most $1/K - 1/j$. Times $1/(\\pi h)$ it is "
    "the part of the inversion beyond $t_K = Kh$: at most $1/(\\pi t_K)$.",
    "total <= 1/K - 1/j",
    by_induction(
        "one frequency after the other", {"total": "0", "j": "K"}, {"total": "total + 1/(j + 1)**2", "j": "j + 1"},
        ["K >= 1", "j >= K"],
    ),
    mutants={"half": ("1/K - 1/j", "1/(2*K) - 1/(2*j)"), "strictly": ("<=", "<")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-kernel-falls-like-a-square", "|z (z + 1)| >= t^2 on z = c + i t",
    "$|z(z+1)|^2 = (c^2 + t^2)((c + 1)^2 + t^2) \\ge t^4$.",
    "(c**2 + t**2)*((c + 1)**2 + t**2) >= t**4",
    by_solver("all c and t", []),
    mutants={"twice": (">= t**4", ">= 2*t**4"), "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "inversion-encloses-delta",
    "delta is at most the computed part plus the cut, and at least that part less the cut and the aliases",
    "Poisson's summation formula makes the whole sum over frequencies, W, equal to delta plus aliases that are >= 0. "
    "If the computed part differs from W by at most $\\rho$, and the aliases are at most B, then delta is between "
    "$\\hat\\delta - \\rho - B$ and $\\hat\\delta + \\rho$.",
    "Implies(And(abs(whole - computed) <= cut, 0 <= aliases, aliases <= above), "
    "And(computed - cut - above <= delta, delta <= computed + cut))",
    and_so(
        by_solver("an identity and two errors", [
            lifted("poisson-summation", "whole == delta + aliases", cite("transform-of-the-shortfall")),
        ]),
        about(SECTION.formula(
            "Implies(And(abs(whole - computed) <= cut, 0 <= aliases, aliases <= total, peak >= 0, 0 <= r, r < 1), "
            "computed - cut - peak*r/(1 - r) <= delta)",
        ), by_solver("aliases of a geometric series", [
            shown("an identity and two errors", {"above": "peak*r/(1 - r)"}),
            cite("aliases-are-below-a-geometric-series", {"B": "peak"}),
        ])),
        about(Formula("exp(-c*x)*exp(b*(x - e)) == exp(-c*e)*exp(-(c - b)*(x - e))", ["b", "c", "e", "x"]), by_identity(
            "two lines", "real b c e x",
        )),
        about(Formula("delta*exp(b*(x - e)) <= k*exp(-c*e)*moment*exp(-(c - b)*(x - e))", {
            **{name: SECTION.symbols[name] for name in ("delta", "k", "moment", "c")}, "e": "\\epsilon",
            "x": "\\epsilon + m\\Lambda", "b": "b",
        }), by_solver("an alias on the line b, by Chernoff's bound on the line c", [
            "c > 0", defined("k", f"exp({POWER})"), defined("shift", "exp(-c*x)"), shown("two lines"),
            cite("delta-is-below-its-chernoff-bound"),
        ])),
        about(SECTION.formula(
            "Implies(And(t > 0, y >= 0, m >= 0, y**2*((c**2 + t**2)*((c + 1)**2 + t**2)) == m**2), y <= m/t**2)",
        ), by_solver("what is cut off falls like a square", [cite("the-kernel-falls-like-a-square")])),
        about(SECTION.formula(
            "Implies(And(K >= 1, j >= K, m >= 0, abs(whole - computed) <= m*total, 0 <= aliases, aliases <= above), "
            "And(computed - m/K - above <= delta, delta <= computed + m/K))",
        ), by_solver("all that is cut off", [
            shown("an identity and two errors", {"cut": "m/K"}), cite("reciprocal-squares-beyond-a-frequency"),
        ])),
    ), integers="K j",
    mutants={"without the aliases": ("computed - cut - above", "computed - cut"),
             "without the cut": ("delta <= computed + cut", "delta <= computed")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "lattice-points-beyond-epsilon-are-geometric-series",
    "1 + x + ... + x^(n-1) = (1 - x^n)/(1 - x), which the inversion over one period sums in closed form",
    "Where losses lie on a lattice, those beyond epsilon are $s + ju$, $j \\ge 0$, and the kernel is $\\sum_j (1 - "
    "e^{\\epsilon - s - ju}) e^{-z(s + ju)}$: two geometric series, with the ratios $e^{-zu}$ and $e^{-(z+1)u}$, both "
    "below 1 in modulus. So N frequencies of one period give the same aliases as the whole line, and nothing is "
    "cut off.",
    "total*(1 - x) == 1 - power",
    by_induction(
        "one lattice point after the other", {"total": "0", "power": "1"},
        {"total": "total + power", "power": "power*x"}, [],
    ),
    symbols={"x": "x", "total": "S", "power": "x^n"}, means={"power": "any power of x"}, trust="identity-theorem",
    mutants={"one less": ("1 - power", "1 - power*x"), "a plus": ("(1 - x)", "(1 + x)")}, generated="none",
)  # fmt: skip


MOMENTS = SECTION.beside(PROJECT, "Accounting by moments", {
    "x": "x", "m": "\\mu", "z": "z", "a": "a", "p": "p", "q": "q", "k": "k", "v": "\\sigma^2", "A": "A", "B": "B",
    "c": "\\cos\\theta", "w": "w", "s": "\\varsigma(x)", "S": "\\varsigma(-X)", "X": "X", "y": "y", "t": "t",
    "d": "d", "b": "b", "f": "f", "g": "g", "u": "u", "h": "h", "spread": "\\mathrm{E}|L|", "square": "\\mathrm{E} L^2",
}, {
    "v": "any number > 0", "spread": "any mean of |L|", "square": "any mean of the squares",
    "s": "any number between 0 and 1", "S": "any number at least that at x",
})  # fmt: skip

MOMENTS.claim(
    "moments-of-the-gaussian-loss", "M(z) = e^(z (z + 1) mu^2/2) for normal laws with means mu deviations apart",
    "With mean $\\mu$ under P and 0 under Q the loss is $\\mu x - \\mu^2/2$. The integrand of $\\mathrm{E}_P e^{zL}$ "
    "is, up to $e^{z(z+1)\\mu^2/2}$, a normal density about $\\mu(1 + z)$. So T steps are one with $T\\mu^2$.",
    "-(x - m)**2/2 + z*(m*x - m**2/2) == -(x - m*(1 + z))**2/2 + z*(z + 1)*m**2/2",
    by_identity("all points", "real x m z"), trust="densities",
    mutants={"z^2": ("z*(z + 1)", "z**2"), "centre": ("m*(1 + z))", "m*z)")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
    "moments-of-the-laplace-loss", "the part of M(z) between the means, for Laplace laws at distance a scales",
    "Between the means the loss has the density $e^{(l - a)/2}/4$ on $(-a, a)$, and $e^{zl + (l-a)/2}/4$ the "
    "antiderivative $e^{(z + 1/2)l - a/2}/(4z + 2)$. Its values at the ends differ by $(e^{az} - e^{-a(1+z)})/(2(1 + "
    "2z))$; the ends themselves have probability 1/2 and $e^{-a}/2$.",
    "exp(-a/2)*(exp((z + 1/2)*a) - exp(-(z + 1/2)*a))/(4*(z + 1/2)) == (exp(a*z) - exp(-a*(1 + z)))/(2*(1 + 2*z))",
    by_identity("all a and z", "positive a z"), trust=("identity-theorem", "densities"),
    mutants={"1 + z": ("(1 + 2*z)", "(1 + z)"), "a plus": ("(exp(a*z) - exp", "(exp(a*z) + exp")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
    "moments-of-the-sampled-gaussian-at-integers",
    "the k-th power of the likelihood ratio under the law without the record",
    "The binomial expansion of $\\mathrm{E}\\,(1 - q + q e^{(x - 1/2)/\\sigma^2})^n$ has the terms $\\mathrm{E}\\,"
    "e^{k(x - 1/2)/\\sigma^2} = e^{k(k-1)/(2\\sigma^2)}$: up to that factor the integrand is a normal density about k.",
    "-x**2/(2*v) + k*(x - 1/2)/v == -(x - k)**2/(2*v) + k*(k - 1)/(2*v)",
    by_identity("all points", "real x k; positive v"), trust="densities",
    mutants={"k^2": ("k*(k - 1)", "k**2"), "centre": ("(x - k)", "(x - 1)")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
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

MOMENTS.claim(
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

MOMENTS.claim(
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

MOMENTS.claim(
    "the-ratio-off-the-real-line", "|A + B e^(i theta)| is between (A + B) cos(theta/2) and A + B",
    "On the line $\\mathrm{Im}\\,x = \\theta\\sigma^2$ the likelihood ratio is $A + Be^{i\\theta}$ with $A, B > 0$; "
    "the square of its modulus is $A^2 + 2AB\\cos\\theta + B^2$, at least $(A + B)^2\\cos^2(\\theta/2)$ and at most "
    "$(A + B)^2$. So it has no zero where $\\theta < \\pi$, and the integrand is analytic there.",
    "And((A + B)**2*(1 + c)/2 <= A**2 + 2*A*B*c + B**2, A**2 + 2*A*B*c + B**2 <= (A + B)**2)",
    by_solver("all A and B", "And(A > 0, B > 0, -1 <= c, c <= 1)"),
    mutants={"1 + c": ("(1 + c)/2", "(1 + c)"), "half": ("<= (A + B)**2", "<= (A + B)**2/2")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
    "terms-fall-beyond-the-bumps",
    "the logarithm of a term falls at least at the rate (X - max(w, 0))/sigma^2 right of X, and likewise on the left",
    "The logarithm of $e^{-x^2/(2\\sigma^2)}r(x)^w$ has the slope $(w\\varsigma(x) - x)/\\sigma^2$ with the logistic "
    "function $\\varsigma$, which rises from 0 to 1. Right of X it is at most $\\max(w, 0) - X$; at $-y$ left of $-X$ "
    "it is at least $X + \\min(w, 0)\\varsigma(-X)$, both over $\\sigma^2$.",
    "And(Implies(x >= X, w*s - x <= Max(w, 0) - X), Implies(And(y >= X, s <= S), w*s + y >= X + Min(w, 0)*S))",
    by_solver("both sides", "And(0 <= s, s <= 1, S <= 1)"),
    mutants={"without w": ("Max(w, 0) - X", "-X"), "to the left": ("Min(w, 0)*S", "w*S")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
    "the-normal-density-on-a-raised-line",
    "|e^(-z^2/(2 sigma^2))| grows by e^(theta^2 sigma^2/2) at the height theta sigma^2",
    "The real part of $z^2$ at $z = x + iy$ is $x^2 - y^2$, here with $y = \\theta\\sigma^2$.",
    "-(x**2 - (h*v)**2)/(2*v) == -x**2/(2*v) + h**2*v/2",
    by_identity("all points", "real x h; positive v"), symbols={"x": "x", "h": "\\theta", "v": "\\sigma^2"},
    mutants={"without the half": ("h**2*v/2", "h**2*v"), "a sign": ("+ h**2", "- h**2")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
    "powers-of-the-ratio-fall-with-the-frequency",
    "above the real line $|r^{p + it}| = |r|^p e^{-t \\mathrm{arg}\\, r}$ with $\\mathrm{arg}\\, r \\ge 0$, "
    "decreasing in t",
    "The imaginary part of $r = A + Be^{i\\theta}$ is $B\\sin\\theta \\ge 0$ for $0 \\le \\theta \\le \\pi$, so its "
    "angle $\\gamma$ is between 0 and $\\pi$. With $\\ell = \\ln|r|$ the logarithm of the modulus of $r^{p + it}$ is "
    "$p\\ell - t\\gamma$, which is no larger at $u \\ge t$.",
    "And(B*y >= 0, Implies(And(g >= 0, u >= t), p*f - u*g <= p*f - t*g))",
    by_solver("all frequencies", "And(B >= 0, y >= 0)"),
    symbols={"B": "B", "y": "\\sin\\theta", "g": "\\gamma", "f": "\\ell", "u": "u", "t": "t", "p": "p"},
    mutants={"an angle below": ("g >= 0", "g <= 0"), "a smaller frequency": ("u >= t", "u <= t")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
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

MOMENTS.claim(
    "logistic-paths-rise-slowly",
    "s (1 - s) <= 1/4: the slope of theta sigma^2/(1 + e^(-x/sigma^2)) is at most theta/4",
    "With $s = 1/(1 + e^{-x/\\sigma^2})$ the slope is $\\theta s(1 - s)$, and $(s - 1/2)^2 \\ge 0$.",
    "y*(1 - y) <= 1/4",
    by_solver("all heights", []), symbols={"y": "s"},
    mutants={"a fifth": ("1/4", "1/5"), "strictly": ("<=", "<")}, generated="none",
)  # fmt: skip

MOMENTS.claim(
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

MOMENTS.claim(
    "moments-of-the-discrete-gaussian-loss",
    "the privacy loss of the discrete Gaussian at k is (d^2 - 2kd)/(2 sigma^2)",
    "The ratio of the probabilities of k about 0 and about d is $e^{(d^2 - 2kd)/(2\\sigma^2)}$.",
    "-k**2/(2*v) + (k - d)**2/(2*v) == (d**2 - 2*k*d)/(2*v)",
    by_identity("all integers", "real k d; positive v"),
    mutants={"a sign": ("d**2 - 2*k*d", "d**2 + 2*k*d"), "half": ("2*k*d", "k*d")},
    generated="none",
)  # fmt: skip

MOMENTS.claim(
    "gaussian-terms-fall-geometrically",
    "(k + 1 - m)^2 - (k - m)^2 >= 2 (K - m) for k >= K: a factor of at most e^(-(K - m)/sigma^2) a step",
    "Beyond K > m the terms $e^{-(k - m)^2/(2\\sigma^2)}$ fall at least by that factor.",
    "Implies(k >= X, (k + 1 - m)**2 - (k - m)**2 >= 2*(X - m))",
    by_solver("all k", []), symbols={"X": "K", "m": "m"},
    mutants={"three times": ("2*(X - m)", "2*(X - m) + 2")}, generated="none",
)  # fmt: skip
