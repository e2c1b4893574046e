"""Moments bound delta, and determine it: Chernoff's bound, and the inversion with its known errors."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
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
    and_so(
        by_identity("all s, z > 0", "positive z; real s"),
        antiderivative("the kernel", "exp(z*x)/z - exp((z + 1)*x - s)/(z + 1)", "(1 - exp(x - s))*exp(z*x)",
                       "positive z; real s x", variable="x"),
        about(Formula("whole == exp(z*s)/(z*(z + 1))", {"whole": "I", "z": "z", "s": "s"}), by_solver(
            "from far below to s", [
                "z > 0", shown("all s, z > 0"),
                lifted("integrals", "whole == exp(z*s)/z - exp((z + 1)*s - s)/(z + 1)", shown("the kernel")),
            ],
        )),
    ), trust="identity-theorem",
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
    "1 + x + ... + x^(n-1) = (1 - x^n)/(1 - x): what the inversion over one period sums in closed form",
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
