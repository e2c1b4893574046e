"""Implications between notions of privacy, with the best constant: the arrows of `figure notions`.

Written with E for the odds of epsilon, for laws with finitely many outputs; p and q are the probabilities of an output
or of an event, with p at most E q and q at most E p where privacy is pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Notions of privacy", {
    "E": "e^{\\epsilon}", "F": "e^{\\epsilon'}", "a": "a", "p": "p", "q": "q", "delta": "\\delta", "u": "u", "x": "x",
    "profile": "H_a", "one": "\\sum q", "other": "\\sum p", "moment": "\\mathbb{E}\\,f(R)", "low": "f(1/E)",
    "high": "f(E)", "y": "y", "e": "\\epsilon", "h": "h_1", "g": "h_0", "m": "\\mu", "c": "c", "w": "w",
    "z": "z", "k": "\\tanh z",
}, {
    "delta": "any number >= 0", "F": "any number >= 1", "one": "any sum", "other": "any sum", "m": "any distance",
    "k": "any number between 0 and 1",
    **dict.fromkeys(("profile", "moment", "low", "high"), "any value of a convex function"),
})  # fmt: skip

SECTION.claim(
    "pure-privacy-at-a-smaller-epsilon",
    "epsilon-DP gives delta = (E - a)/(E + 1) at ln a < epsilon: at a = 1 the total variation tanh(epsilon/2)",
    "At every output $(E^2 - 1) \\max(0, p - aq) \\le (E - a)(E p - q)$ where $p/E \\le q \\le Ep$: the chord of a "
    "convex function of the ratio. Summed, the right side is $(E - a)(E - 1)$. Randomised response attains it.",
    "Implies(And(one == 1, other == 1), profile*(E + 1) <= E - a)",
    by_sums(
        "one output after the other",
        {"profile": "Sum(i, Max(0, p - a*q))", "one": "Sum(i, q)", "other": "Sum(i, p)"},
        ["And(E > 1, 1 <= a, a <= E)", "And(p >= 0, q >= 0, p <= E*q, q <= E*p)"],
        "over i: (E**2 - 1)*profile <= (E - a)*(E*other - one)", each={"i": "p q"},
    ), given="outputs form a countable set", trust="countable-sums", generated="none",
    mutants={"half": ("profile*(E + 1)", "2*profile*(E + 1)"), "one law": ("And(one == 1, other == 1)", "one == 1")},
)  # fmt: skip

SECTION.claim(
    "pure-privacy-and-convex-functions-of-the-ratio",
    "epsilon-DP: every convex f of the likelihood ratio has at most the expectation under randomised response, (f(E) "
    "+ E f(1/E))/(E + 1)",
    "A convex f is at most its chord over $[1/E, E]$, and the ratio has the mean 1. With $f(R) = R^\\alpha$ it is the "
    "Rényi divergence of randomised response, the most that pure privacy allows.",
    "Implies(mean == 1, moment*(E + 1) <= high + E*low)",
    by_sums(
        "one output after the other", {"moment": "Mean(i, f)", "mean": "Mean(i, r)"},
        ["E > 1", "f*(E**2 - 1) <= low*(E**2 - 1) + (high - low)*(E*r - 1)"],
        "over i: moment*(E**2 - 1) <= low*(E**2 - 1) + (high - low)*(E*mean - 1)", each={"i": "f r"},
    ), given="outputs form a countable set", trust=("countable-sums", "jensen"), generated="none",
    mutants={"the other end": ("high + E*low", "E*high + low - 2*high"), "any mean": ("mean == 1", "mean >= 1")},
)  # fmt: skip

SECTION.claim(
    "pure-privacy-is-concentrated",
    "epsilon-DP gives rho-zCDP with rho = epsilon tanh(epsilon/2), and no less; so rho = epsilon^2/2 is enough",
    "Randomised response is the worst pair (`pure-privacy-and-convex-functions-of-the-ratio`): the power $\\alpha$ of "
    "the ratio has at most its mean, $\\cosh(y\\epsilon)/\\cosh(\\epsilon/2)$ with $y = \\alpha - \\frac12$. The "
    "logarithm is 0 at $y = \\frac12$ and has the slope $\\epsilon\\tanh(y\\epsilon) = y\\epsilon^2 h_1$ in y, with "
    "$h(z) = \\tanh(z)/z$ at $y\\epsilon$. This h is at most 1 and falls, as $\\tanh z - z(1 - \\tanh^2 z)$, 0 at 0, "
    "has the slope $2zk(1 - k^2) \\ge 0$, $k = \\tanh z$. So the slope is at most $y\\epsilon^2 h_0$, with $h_0$ at "
    "$\\epsilon/2$: that of $\\rho(y - \\frac12)(y + \\frac12) = \\alpha(\\alpha - 1)\\rho$ for $\\rho = \\epsilon^2 "
    "h_0/2$. At $y = \\frac12$, the order 1, $h_1 = h_0$ and the slopes are equal: no less is enough.",
    "And(Implies(And(z >= 0, 0 <= k, k <= 1), 2*z*k*(1 - k**2) >= 0), "
    "Implies(And(0 <= h, h <= g, y >= 1/2, e >= 0), y*e**2*h <= 2*y*(e**2*g/2)), "
    "Implies(h == g, y*e**2*h == 2*y*(e**2*g/2)), Implies(g <= 1, e**2*g/2 <= e**2/2))",
    by_solver("all orders", []), trust="integrals", generated="none",
    mutants={"half": ("2*y*(e**2*g/2)), Implies(h", "y*(e**2*g/2)), Implies(h"), "any h": ("h <= g, ", ""),
             "less": ("y*e**2*h == 2*y*(e**2*g/2)", "y*e**2*h < 2*y*(e**2*g/2)"),
             "elsewhere": ("h == g, ", "h <= g, ")},
    note="M. Bun, T. Steinke, Concentrated differential privacy, TCC 2016, Proposition 4, has epsilon^2/2.",
)  # fmt: skip

SECTION.claim(
    "pure-privacy-has-the-trade-off-of-a-gaussian-at-its-corner",
    "epsilon-DP gives mu-GDP with Phi(-mu/2) = 1/(1 + E), and no less",
    "The trade-off of randomised response is $1 - Ex$ up to its corner $x = 1/(1 + E)$. A convex curve through (0, 1) "
    "and that corner lies below the chord between, and by symmetry on the other side; the Gaussian curve passes "
    "through it at that $\\mu$. A smaller one is above the corner, which randomised response attains.",
    "(1 - x*(1 + E))*1 + x*(1 + E)*(1/(1 + E)) == 1 - E*x",
    and_so(
        by_identity("all places", "positive E; real x"),
        about(Formula("Implies(x*(1 + E) == 1, And(1 - E*x == x, (1 - x)/E == x))", ["x", "E"]),
              by_solver("the corner", "E > 0")),
        about(Formula("Implies(And(0 <= x, x <= z, z*(1 + E) == 1, g <= (1 - x/z)*1 + x/z*z), g <= 1 - E*x)",
                      ["x", "z", "E", "g"]), in_steps(
            "below the chord",
            about(Formula("Implies(z*(1 + E) == 1, And(z > 0, 1/z == 1 + E))", ["z", "E"]),
                  by_solver("a reciprocal", "E > 0")),
            about(Formula("x/z == x*(1/z)", ["x", "z"]), by_identity("a share", "positive z; real x")),
            by_solver("up to the corner", ["And(E > 0, z > 0)", shown("a reciprocal"), shown("a share")]),
        )),
    ), trust="jensen", generated="none",
    mutants={"twice": ("1 - E*x", "1 - 2*E*x"), "the other corner": ("(1/(1 + E))", "(E/(1 + E))")},
    note="J. Dong, A. Roth, W. Su, Gaussian differential privacy, JRSS B 2022.",
)  # fmt: skip

SECTION.claim(
    "approximate-privacy-and-rare-large-losses",
    "(epsilon, delta)-DP gives P(L >= epsilon') <= delta/(1 - E/F) for epsilon' > epsilon, attained up to F/(F + 1)",
    "Let x and u be the probabilities at both databases of a loss of at least $\\epsilon'$: $x \\ge F u$ and $x \\le "
    "E u + \\delta$. Equality holds where all these losses are $\\epsilon'$ and the event is the best one. The other "
    "outputs must not lose too much in the other direction: of the complement the definition says $1 - u \\le E(1 - x) "
    "+ \\delta$, so x is at most $(\\delta + E - 1)/(E - 1/F)$, too, which is the smaller bound beyond $F/(F + 1)$. "
    "Two outputs with the probabilities x, $1 - x$ and $u = x/F$, $1 - u$ attain the smaller one.",
    "Implies(F > E, And(Implies(And(x <= E*u + delta, F*u <= x), x*(1 - E/F) <= delta), "
    "Implies(And(x == E*u + delta, F*u == x), x*(1 - E/F) == delta)))",
    and_so(
        by_solver("all probabilities", "And(E >= 1, delta >= 0)"),
        about(SECTION.formula(
            "Implies(And(F > E, F*u <= x, 1 - u <= E*(1 - x) + delta), x*(E - 1/F) <= delta + E - 1)",
        ), by_solver("the complement", "And(E >= 1, delta >= 0)")),
        about(SECTION.formula(
            "Implies(And(F > E, u == x/F, 0 <= x, x <= 1, x*(1 - E/F) <= delta, x*(E - 1/F) <= delta + E - 1), "
            "And(0 <= u, u <= 1, x <= E*u + delta, u <= E*x + delta, 1 - x <= E*(1 - u) + delta, 1 - u <= E*(1 - x) + "
            "delta))",
        ), by_solver("two outputs", "And(E >= 1, delta >= 0)")),
        about(SECTION.formula(
            "Implies(And(F > E, delta <= (1 - E/F)*F/(F + 1), x*(1 - E/F) <= delta), x*(E - 1/F) <= delta + E - 1)",
        ), by_solver("up to F/(F + 1) the first bound is the smaller one", "And(E >= 1, delta >= 0)")),
    ), generated="none",
    mutants={"half": ("x*(1 - E/F) <= delta)", "x*(1 - E/F) <= delta/2)"), "any loss": ("F*u <= x), x", "0 <= x), x")},
)  # fmt: skip

SECTION.claim(
    "approximate-privacy-and-total-variation",
    "(epsilon, delta)-DP gives the total variation delta + (1 - delta)(E - 1)/(E + 1), attained",
    "The inequality for an event and for its complement, from the other side, add up. Equality holds for an algorithm "
    "that tells with probability $\\delta$ and else answers by randomised response.",
    "And(Implies(And(p <= E*q + delta, 1 - q <= E*(1 - p) + delta), p - q <= delta + (1 - delta)*(E - 1)/(E + 1)), "
    "Implies(And(p == delta + (1 - delta)*E/(E + 1), q == (1 - delta)/(E + 1)), "
    "And(p == E*q + delta, p - q == delta + (1 - delta)*(E - 1)/(E + 1))))",
    by_solver("all events", "And(E >= 1, 0 <= delta, delta <= 1)"), generated="none",
    mutants={"one side": ("And(p <= E*q + delta, 1 - q <= E*(1 - p) + delta)", "p <= E*q + delta"),
             "half": ("p - q <= delta + (1 - delta)", "p - q <= delta/2 + (1 - delta)")},
)  # fmt: skip

SECTION.claim(
    "gaussian-privacy-has-the-moments-of-its-pair",
    "normal laws mu apart have the Rényi divergence alpha mu^2/2 at every order: rho = mu^2/2, attained",
    "$-\\alpha(x - \\mu)^2/2 - (1 - \\alpha)x^2/2 = -(x - \\alpha\\mu)^2/2 + \\alpha(\\alpha - 1)\\mu^2/2$, and the "
    "bell about $\\alpha\\mu$ has the integral of that about 0. A convex f is a line and a mixture of the functions "
    "$(R - a)_+$ with weights $f'' \\ge 0$, so a pair with no larger profile at any epsilon has no larger mean of f.",
    "-a*(x - m)**2/2 - (1 - a)*x**2/2 == -(x - a*m)**2/2 + a*(a - 1)*m**2/2",
    by_identity("all places", "real a x m"), symbols={"a": "\\alpha"}, trust=("integrals", "densities"),
    generated="none", mutants={"once": ("a*(a - 1)*m**2/2", "a*m**2/2"), "a sign": ("(x - a*m)**2", "(x + a*m)**2")},
)  # fmt: skip

SECTION.claim(
    "two-tangents-bound-the-profile",
    "lines below f(R) that differ by w (R - a) bound w H_a by the mean of f less that of the lower line; tight for a "
    "pair on two outputs at whose ratios they touch f",
    "At an output where the ratio is at least a, $w(p - aq)$ is the upper line less the lower one, elsewhere the "
    "positive part is 0: in both cases $w \\max(0, p - aq) \\le fq - (up - vq)$. Here $fq$ is written f. With $f = R^"
    "\\alpha$, or a mean of $R^\\alpha$ and $R^{1 - \\alpha}$, which are convex, the lines are tangents, at a ratio "
    "above a and at one below, and the mean of f is at most $e^{(\\alpha - 1)\\gamma}$. One tangent and the line 0 "
    "give the bound with $(1 - 1/\\alpha)^\\alpha/(\\alpha - 1)$.",
    "Implies(And(one == 1, other == 1), w*profile <= moment - u + x)",
    by_sums(
        "one output after the other",
        {"profile": "Sum(i, Max(0, p - a*q))", "moment": "Sum(i, f)", "one": "Sum(i, q)", "other": "Sum(i, p)"},
        ["And(w >= 0, a >= 1)", "And(f >= u*p - x*q, f >= (u + w)*p - (x + w*a)*q)"],
        "over i: w*profile <= moment - u*other + x*one", each={"i": "p q f"},
    ), symbols={"a": "a", "w": "w", "u": "u", "x": "v", "profile": "H_a", "moment": "\\mathbb{E}\\,f(R)",
                "one": "\\sum q", "other": "\\sum p"},
    given="outputs form a countable set",
    trust=("countable-sums", "jensen"), generated="none",
    mutants={"half": ("w*profile", "2*w*profile"), "one law": ("And(one == 1, other == 1)", "one == 1")},
)  # fmt: skip

SECTION.claim(
    "two-outputs-attain-the-bound-of-two-tangents",
    "two outputs at whose ratios the lines touch: w (p - a q) is the mean of f less that of the lower line",
    "With the probabilities p, q of one output and $1 - p$, $1 - q$ of the other, the upper line touches at the first "
    "ratio, the lower one at the second. Merging the outputs of any pair into its best event and the rest keeps its "
    "delta and raises no mean of a convex f, so two outputs are enough for bounds on several orders, too.",
    "Implies(And(h == (u + w)*p - (x + w*a)*q, g == u*(1 - p) - x*(1 - q)), w*(p - a*q) == h + g - u + x)",
    by_solver("both outputs", []),
    symbols={"h": "q f(R_1)", "g": "(1 - q) f(R_2)", "u": "u", "x": "v", "w": "w", "a": "a", "p": "p", "q": "q"},
    means={"h": "any number", "g": "any number"}, trust=("data-processing", "jensen"), generated="none",
    mutants={"half": ("== h + g", "== h/2 + g"), "the other line": ("u*(1 - p) - x*(1 - q)", "u*(1 - p)")},
)  # fmt: skip


def orders(_: Claim) -> Iterator[Instance]:
    """Randomised response: the divergences of two orders, and bounds of rho that just follow from the second."""

    def moment(odds: int, a: Fraction) -> str:
        return f"log(({odds}**({a}) + {odds}**(1 - {a}))/{odds + 1})"

    some = tuple(map(Fraction, ("3/2", "2", "10")))
    for odds, s, a, b, at in product((2, 20), some, some, some, some):
        divergence = f"{moment(odds, b)}/({b - 1})"
        yield f"odds {odds}, orders {s}, {a} and {b}, from that of {at}", {
            "s": s, "a": a, "b": b, "x": moment(odds, a), "y": divergence, "c": f"1001/1000*{divergence}/{at}",
        }  # fmt: skip


SECTION.claim(
    "finitely-many-orders-show-that-a-pair-is-concentrated",
    "$D_b \\le \\rho s$ shows $D_a \\le \\rho a$ at every order a between s and b; "
    "orders beyond $D_\\infty/\\rho$ need no look",
    "The logarithm $(\\alpha - 1)D_\\alpha$ of a moment is convex in the order and 0 at the order 1, so up to b it is "
    "at most $(\\alpha - 1)D_b$: divergences rise with the order, and so do their bounds. None exceeds the largest "
    "loss $D_\\infty$, so the orders from $D_\\infty/\\rho$ on hold of themselves.",
    "Implies(And(1 <= s, s <= a, 1 < a, a <= b, y <= c*s, c >= 0), x <= (a - 1)*(a*c))",
    on_instances(CERTIFIED, GRID, "randomised response", "odds 2 and 20, orders 3/2, 2 and 10", orders),
    symbols={"a": "\\alpha", "b": "b", "s": "s", "x": "(\\alpha - 1)D_\\alpha", "y": "D_b", "c": "\\rho"},
    means={"x": "any number", "y": "any number"}, generated="none",
    mutants={"the end": ("y <= c*s", "y <= c*b"), "beyond": ("a <= b, y", "b <= a, y")},
    note="Merging outputs into the best event and the rest raises no divergence of any order, in either direction, so "
    "a pair on two outputs has the largest delta of all that are concentrated; the bound of every single order is one "
    "for all of them.",
)  # fmt: skip

SECTION.claim(
    "approximate-privacy-is-a-trade-off",
    "(epsilon, delta)-DP is the trade-off function max(0, 1 - delta - E alpha, (1 - delta - alpha)/E), attained at "
    "every alpha",
    "Let a test say 'the record is there' wrongly with probability p and not say so with probability q. Of the event "
    "that it says so, and of its complement from the other side, the definition says $1 - q \\le Ep + \\delta$ and "
    "$1 - p \\le Eq + \\delta$, and no more. An algorithm that tells with probability $\\delta$ and else answers by "
    "randomised response has tests at the corners $(0, 1 - \\delta)$, (p, p) and $(1 - \\delta, 0)$ with $p = (1 - "
    "\\delta)/(1 + E)$.",
    "And(Implies(And(1 - q <= E*p + delta, 1 - p <= E*q + delta), q >= Max(1 - delta - E*p, (1 - delta - p)/E)), "
    "Implies(q >= Max(1 - delta - E*p, (1 - delta - p)/E), And(1 - q <= E*p + delta, 1 - p <= E*q + delta)), "
    "Implies(p == (1 - delta)/(1 + E), And(1 - delta - E*p == p, (1 - delta - p)/E == p)))",
    by_solver("all tests", "And(E >= 1, 0 <= delta, delta <= 1)"), generated="none",
    mutants={"one side": ("And(1 - q <= E*p + delta, 1 - p <= E*q + delta), q >=", "1 - q <= E*p + delta, q >="),
             "half the odds": ("q >= Max(1 - delta - E*p, (1 - delta - p)/E)), Implies", "q >= Max(1 - delta - E*p/2, "
                               "(1 - delta - p)/E)), Implies")},
)  # fmt: skip

SECTION.claim(
    "a-trade-off-is-a-profile",
    "a trade-off function f gives delta(epsilon) = sup_alpha (1 - f(alpha) - E alpha), and no less",
    "An event has the probabilities 1 - q at D and p at D', as a test with the errors p and $q \\ge f(p)$: it exceeds "
    "by $1 - q - Ep \\le 1 - f(p) - Ep \\le \\delta$. A test with $q = f(p)$ where that is largest attains it.",
    "Implies(And(q >= f, 1 - f - E*p <= delta), And(1 - q <= E*p + delta, "
    "Implies(And(q == f, 1 - f - E*p == delta), 1 - q == E*p + delta)))",
    by_solver("all tests", "And(E >= 1, delta >= 0)"), generated="none", symbols={"f": "f(p)"},
    means={"f": "any number between 0 and 1"},
    mutants={"below the curve": ("q >= f, ", "q <= f, "), "half of delta": ("1 - q <= E*p + delta, ", "1 - q <= E*p + "
             "delta/2, ")},
)  # fmt: skip
