"""Conversions, several answers and choices.

From Rényi divergences and zero-concentration to (epsilon, delta).

Several answers with Laplace or geometric noise cost no more than one answer at the sum of their distances.

A neighbour moves the answers by distances that add up to at most the l1 sensitivity. Distances and losses are in units
in which the noise falls by the factor e (Laplace) or 1/q (geometric). What two laws have in common at odds e^x, the sum
of min(P, e^x Q), is 1 less the profile; for the Laplace pair at distance b it is the exponential of

    t_b(x) = min(0, (x - b)/2, x).

With a second pair, at distance a, it is averaged over the loss l of that one. No loss costs more than its distance from
one that costs nothing (the first claim), and the law of the loss is such that this average is exactly 1.

The largest profile of the exponential mechanism: see `sdp_proofs.accounting.exponential`.
"""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by Rényi divergences", {
    "c": "c", "d": "\\delta", "r": "D_{1+c}", "rho": "\\rho", "s": "s",
}, {"d": "any number between 0 and 1"})  # fmt: skip
EPSILON = "(r + log(c/(1 + c)) - (log(d) + log(1 + c))/c)"
POWER = "c*log(c) - (1 + c)*log(1 + c)"
_THREE_FACTORS = about(Formula("exp(u)*exp(-v)*exp(w) == exp(u - v + w)", ["u", "v", "w"]), by_identity(
    "three factors", "real u v w",
))
_AN_EXPONENTIAL = about(Formula("exp(log(d)) == d", ["d"]), by_identity("an exponential", "positive d"))

SECTION.claim(
    "renyi-conversion-is-chernoffs-bound",
    "epsilon = D + ln((a - 1)/a) - (ln delta + ln a)/(a - 1) makes k(c) M(c) e^(-c epsilon) = delta, a = 1 + c",
    "The Rényi divergence of order $1 + c$ is $D = \\ln M(c)/c$. With this epsilon the logarithm of Chernoff's bound, "
    "$c \\ln c - (1 + c)\\ln(1 + c) + cD - c\\epsilon$, is $\\ln\\delta$. So the conversion is valid for every order, "
    "and the least over any orders is an upper bound.",
    f"c*log(c) - (1 + c)*log(1 + c) + c*r - c*{EPSILON} == log(d)",
    and_so(
        by_identity("all orders", "positive c d; real r"),
        _THREE_FACTORS, _AN_EXPONENTIAL,
        about(Formula(
            "Implies(moment == exp(c*r), delta <= d)",
            {"delta": "\\delta", "d": "d", "moment": "M(c)", "c": "c", "r": "D"},
        ), by_solver(
            "so that is its delta at most", [
                "And(c > 0, d > 0)", defined("k", f"exp({POWER})"), defined("shift", "exp(-c*x)"),
                defined("x", EPSILON), cite("delta-is-below-its-chernoff-bound"), shown("all orders"),
                shown("three factors", {"u": POWER, "v": "c*x", "w": "c*r"}), shown("an exponential"),
            ],
        )),
    ),
    mutants={"without ln a": ("(log(d) + log(1 + c))/c", "log(d)/c"), "turned": ("log(c/(1 + c))", "log((1 + c)/c)")},
    generated="none", note="C. Canonne, G. Kamath, T. Steinke, NeurIPS 2020, Proposition 12; B. Balle, G. Barthe, M. "
    "Gaboardi, J. Hsu, T. Sato, AISTATS 2020.",
)  # fmt: skip

SECTION.claim(
    "zero-concentrated-conversion", "rho + 2 sqrt(rho ln(1/delta)) is enough where D_a <= a rho",
    "With $M(c) \\le e^{\\rho c(c+1)}$, $k(c) \\le 1$ and $c = s/\\rho$, $s = \\sqrt{\\rho\\ln(1/\\delta)}$, "
    "Chernoff's bound at $\\epsilon = \\rho + 2s$ is $e^{-s^2/\\rho} = \\delta$.",
    "Implies(c == s/rho, c*log(c) - (1 + c)*log(1 + c) + rho*c*(c + 1) - c*(rho + 2*s) < -s**2/rho)",
    and_so(
        in_steps(
            "the exponent, then the constant",
            about(Formula("rho*(s/rho)*(s/rho + 1) - s/rho*(rho + 2*s) == -s**2/rho", ["rho", "s"]),
                  by_identity("all rho", "positive rho s")),
            about(Formula("Implies(c == x, rho*c*(c + 1) - c*(rho + 2*s) == rho*x*(x + 1) - x*(rho + 2*s))",
                          ["c", "x", "rho", "s"]), by_solver("in its letters", [])),
            by_solver("the exponent", [
                "And(rho > 0, s > 0, c > 0)", shown("all rho"), shown("in its letters", {"x": "s/rho"}),
                cite("the-chernoff-constant-is-below-one"),
            ]),
        ),
        _THREE_FACTORS,
        about(Formula("Implies(u <= v, exp(u) <= exp(v))", ["u", "v"]), by_solver("exponentials rise", [])),
        about(Formula(
            "Implies(And(c == s/rho, moment <= exp(rho*c*(c + 1))), delta <= exp(-s**2/rho))",
            {"delta": "\\delta", "moment": "M(c)", "c": "c", "rho": "\\rho", "s": "s"},
        ), by_solver("so that is its delta at most", [
            "And(rho > 0, s > 0, c > 0)", defined("k", f"exp({POWER})"), defined("shift", "exp(-c*x)"),
            defined("x", "rho + 2*s"), cite("delta-is-below-its-chernoff-bound"),
            shown("the exponent, then the constant"),
            shown("three factors", {"u": POWER, "v": "c*x", "w": "rho*c*(c + 1)"}),
            shown("exponentials rise", {"u": f"{POWER} - c*x + rho*c*(c + 1)", "v": "-s**2/rho"}),
        ])),
        about(Formula(
            "Implies(m**2 <= 2*rho, -(x - m)**2/2 + c*(m*x - m**2/2) <= -(x - m*(1 + c))**2/2 + rho*c*(c + 1))",
            ["m", "rho", "x", "c"],
        ), by_solver("normal laws are among these", ["c > 0", cite("moments-of-the-gaussian-loss", {"z": "c"})])),
    ),
    mutants={"s for 2s": ("rho + 2*s", "rho + s"), "without rho": ("(rho + 2*s)", "(2*s)")}, generated="none",
    note="M. Bun, T. Steinke, TCC 2016, Proposition 1.3.",
)  # fmt: skip


SEVERAL_ANSWERS = SECTION.beside(PROJECT, "Accounting for several answers", {
    "a": "a", "b": "b", "x": "x", "y": "y", "l": "l", "q": "q", "w": "w", "own": "1 - h_{a, b}",
    "several": "h_K", "joined": "h_s", "left": "h_K(e_0)", "right": "h_K(e_1)", "Left": "h_s(e_0)",
    "Right": "h_s(e_1)", "total": "\\sum_k |s_k|", "s": "s", "common": "1 - h_b", "weights": "S", "power": "q^k",
}, {
    "total": "any number >= 0", "power": "any power of q",
    **dict.fromkeys(("own", "common"), "any value of an overlap"),
    **dict.fromkeys(("several", "joined", "left", "right", "Left", "Right"), "any value of a profile"),
})  # fmt: skip


def overlap(place: str, distance: str) -> str:
    """The logarithm of what the Laplace pair at a distance has in common at odds e^place."""
    return f"Min(0, (({place}) - ({distance}))/2, {place})"


BEST = "Max(x - a, Min(x + a, b))"
"""Remainder of x after the loss that costs nothing."""
TARGET = overlap("x", "a + b")
LAPLACE, SMALLER = overlap("x", "total"), overlap("x", "s")

SEVERAL_ANSWERS.claim(
    "no-loss-costs-more-than-its-distance",
    "-(a - l)/2 + t_b(x - l) >= t_(a + b)(x) - |x - l - m|/2 for losses l from -a to a",
    "Here m is the number nearest to b among those from $x - a$ to $x + a$: what the loss that costs nothing leaves "
    "of x. A loss that leaves y costs at most $|y - m|/2$ more. On a lattice m belongs to it wherever x does.",
    f"-(a - l)/2 + {overlap('x - l', 'b')} >= {TARGET} - abs(x - l - {BEST})/2",
    by_solver("all losses", "And(a >= 0, b >= 0, -a <= l, l <= a)"),
    mutants={"a quarter": ("- abs(x - l - Max(x - a, Min(x + a, b)))/2", "- abs(x - l - Max(x - a, Min(x + a, b)))/4"),
             "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "two-laplace-answers-are-dominated-by-one",
    "Laplace pairs at the distances a and b are dominated by the one at a + b",
    "The loss of the first has the masses 1/2 at a and $e^{-a}/2$ at $-a$, and the density $e^{-(a - l)/2}/4$ between "
    "(`the-laplace-profile`). Averaged over it, what both pairs have in common is at least $e^{t_{a + b}(x)}$ times "
    "the average of $e^{-|x - l - m|/2}$ with the same weights, now 1/2 at both ends and 1/4 between, which is 1.",
    f"own >= exp({TARGET})",
    in_steps(
        "weights, then both ends and what lies between",
        antiderivative("the law of the loss", "exp((l - a)/2)/2", "exp(-(a - l)/2)/4", "real l a", variable="l"),
        antiderivative("before the best", "2*exp((y - m)/2)", "exp(-(m - y)/2)", "real y m"),
        antiderivative("after the best", "-2*exp((m - y)/2)", "exp(-(y - m)/2)", "real y m"),
        by_solver("together", [
            "And(a >= 0, b >= 0)", defined("first", f"exp(-({BEST} - (x - a))/2)"),
            defined("last", f"exp(-(x + a - {BEST})/2)"),
            lifted("integrals", f"ends >= exp({TARGET})*(first + last)/2",
                   cite("no-loss-costs-more-than-its-distance")),
            lifted("integrals", f"between >= exp({TARGET})*((2 - 2*first) + (2 - 2*last))/4",
                   cite("no-loss-costs-more-than-its-distance"), shown("before the best"), shown("after the best")),
            lifted("densities", "own == ends + between", cite("the-laplace-profile"), shown("the law of the loss"),
                   cite("one-release-at-a-time-may-be-replaced")),
        ]),
    ), trust="exponentials",
    mutants={"the larger distance": (TARGET, overlap("x", "Max(a, b)")), "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "laplace-noise-on-several-answers",
    "independent Laplace answers are dominated by one whose sensitivity is the sum of theirs, or any larger number",
    "One answer after the other: with the answers so far replaced by one at the sum of their distances, which costs no "
    "less, the next is joined to it. And what two laws have in common falls with their "
    "distance, so the l1 sensitivity may stand for the sum. It is attained where one answer changes by all of it.",
    f"Implies(total <= s, own >= exp({SMALLER}))",
    by_solver("the sum, then any larger number", [
        lifted("induction", f"own >= exp({LAPLACE})", cite("two-laplace-answers-are-dominated-by-one"),
                             cite("one-release-at-a-time-may-be-replaced")),
    ]), symbols={"own": "1 - h_K"}, given="the noise of the answers is independent", trust="densities",
    mutants={"a smaller one": (SMALLER, overlap("x", "s/2")), "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "the-geometric-profile-on-its-lattice",
    "at E = q^(-(b - 2j)) the geometric pair at distance b has q^j in common, j = 1, ..., b",
    "The outputs up to 0 have the probability $1/(1 + q)$ and $q^b/(1 + q)$, the output i between the means $(1 - "
    "q)/(1 + q)$ times $q^i$ and $q^{b - i}$. Their losses exceed $b - 2j$ for $i < j$; w is $q^j$, v is $q^b$.",
    "common == w",
    by_induction(
        "one output after the other", {
            "common": "1 - 1/(1 + q) + q**2/v*(v/(1 + q))", "w": "q", "up": "1/(1 + q)", "uq": "v/(1 + q)",
            "odds": "q**2/v",
        }, {
            "common": "1 - (up + (1 - q)/(1 + q)*w) + odds*q**2*(uq + (1 - q)/(1 + q)*v/w)", "w": "w*q",
            "up": "up + (1 - q)/(1 + q)*w", "uq": "uq + (1 - q)/(1 + q)*v/w", "odds": "odds*q**2",
        }, ["And(0 < q, q < 1, v > 0)"],
        keeps=["w > 0", "up*(1 + q) == 1 + q - w", "uq*w*(1 + q) == v*q", "odds*v == w**2"],
    ),
    mutants={"twice": ("== w", "== 2*w"), "less": ("==", "<")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "geometric-weights-average-the-distance-to-one",
    "the weights of the losses, times q to the number of steps from any one of them, add up to 1",
    "Weights are $1/(1 + q)$ at both ends and $(1 - q)/(1 + q)$ between. On one side of the chosen place the end k "
    "steps away and what lies before it add up to $q/(1 + q)$ whatever k; both sides and the place itself to 1.",
    "And(weights*(1 + q) == q, 2*weights + (1 - q)/(1 + q) == 1)",
    by_induction(
        "the end one step further away", {"weights": "q/(1 + q)", "power": "q"},
        {"weights": "weights - power/(1 + q) + (1 - q)/(1 + q)*power + q*power/(1 + q)", "power": "power*q"},
        ["And(0 < q, q < 1)"],
    ),
    mutants={"one side": ("2*weights", "weights"), "all": ("== q", "== 1")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "two-geometric-answers-are-dominated-by-one",
    "at the losses of the geometric pair at a + b, those at $a$ and at b together have no less in common",
    "At a loss x of the pair at $a + b$ all $x - l$ are on the lattice of the pair at b, and so is m. In powers of q "
    "the first claim says that each loss keeps at least $q^{|i - k|}$ of the target, i and k the places of l and of "
    "the loss that costs nothing; and the weighted sum of these is 1.",
    "own >= target",
    by_solver("all losses", [
        lifted("sum-over-outputs", "own == kept", cite("the-geometric-profile-on-its-lattice"),
               cite("one-release-at-a-time-may-be-replaced")),
        summed("kept >= target*weights", {"kept": "w*u", "weights": "w*v"}, each="u v w",
               where="And(w >= 0, u >= target*v)"),
        lifted("adding-up", "weights == 1", cite("no-loss-costs-more-than-its-distance"),
               cite("geometric-weights-average-the-distance-to-one")),
    ]), symbols={"target": "1 - h_{a + b}"}, means={"target": "any value of an overlap"},
    mutants={"strictly": (">=", ">"), "twice": ("target", "2*target")}, generated="none",
)  # fmt: skip

SEVERAL_ANSWERS.claim(
    "geometric-noise-on-several-answers",
    "independent geometric answers are dominated by one whose sensitivity is the sum of theirs, or any larger number",
    "At the losses of the pair of the sum this is one answer after the other, as for Laplace noise. Between two of "
    "them, at the ratio $w e_0 + (1 - w) e_1$, that pair has no likelihood ratio, so its profile is linear there, and "
    "that of the answers is convex. Any larger distance is one answer more.",
    "Implies(And(0 <= w, w <= 1, low <= high), several <= joined)",
    by_solver("between two losses", [
        "And(0 <= w, w <= 1, low <= high)",
        summed("several <= w*left + (1 - w)*right", {
            "several": "Max(0, p - (w*low + (1 - w)*high)*q)", "left": "Max(0, p - low*q)",
            "right": "Max(0, p - high*q)",
        }, each="p q"),
        summed("joined == w*Left + (1 - w)*Right", {
            "joined": "Max(0, r - (w*low + (1 - w)*high)*s)", "Left": "Max(0, r - low*s)",
            "Right": "Max(0, r - high*s)",
        }, each="r s", where="And(s >= 0, Or(r >= high*s, r <= low*s))"),
        lifted("induction", "And(left <= Left, right <= Right)", cite("two-geometric-answers-are-dominated-by-one"),
               cite("one-release-at-a-time-may-be-replaced")),
    ]), given=("the noise of the answers is independent", "outputs form a countable set"), trust="countable-sums",
    mutants={"strictly": ("<=", "<"), "half": ("<= joined", "<= joined/2")}, generated="none",
)  # fmt: skip


CHOICES = SECTION.beside(PROJECT, "Accounting for choices", {
    "E": "e^{\\epsilon}", "t": "e^t", "a": "a", "profile": "h(a)", "top": "q_t", "worst": "h_t(a)", "r": "r", "u": "u",
    "best": "h(a)", "odds": "a", "l": "\\ell", "e": "\\epsilon", "z": "z", "w": "w", "v": "v", "s": "s",
}, {
    **dict.fromkeys(("E", "t", "a", "odds"), "any number > 0"), "top": "any probability",
    **dict.fromkeys(("profile", "worst", "best"), "any value of a profile"),
})  # fmt: skip

CHOICES.claim(
    "one-record-moves-all-losses-within-an-interval",
    "weights that change by factors between 1/v and v: every ratio lies within v^2 of every other, 1 among them",
    "A record moves every score by at most 1, so the weights $w_r$ by factors $f_r$ between $e^{-\\epsilon/2}$ and "
    "$e^{\\epsilon/2}$. The ratio of the probabilities of r is $f_r$ over the mean of the factors under the one law, "
    "which is between them, too: all ratios are between $e^{t - \\epsilon}$ and $e^t$ with $0 \\le t \\le \\epsilon$.",
    "And(1/v <= mean, mean <= v)",
    and_so(
        by_sums("one candidate after the other", {"mean": "Mean(i, f)"}, ["v >= 1", "1/v <= f", "f <= v"], "over i:",
                each={"i": "f"}),
        about(Formula("And(least <= mean, mean <= most)", ["least", "mean", "most"]),
              by_sums("the mean is one of the numbers between", {"mean": "Mean(i, f)"},
                      ["least <= most", "least <= f", "f <= most"], "over i:", each={"i": "f"}, citable=True)),
        about(Formula("Implies(And(v >= 1, 1/v <= least, most <= v, least <= most), And(least/mean <= 1, "
                      "1 <= most/mean, most/mean <= v**2*(least/mean)))", ["v", "least", "mean", "most"]),
              by_solver("all ratios", [shown("the mean is one of the numbers between")])),
    ),
    mutants={"no more than 1": ("mean <= v", "mean <= 1"), "at least 1": ("1/v <= mean", "1 <= mean")},
    generated="none",
)  # fmt: skip

CHOICES.claim(
    "among-losses-within-an-interval-the-ends-are-worst",
    "with ratios between t/E and t the profile is at most that of the ends alone",
    "$(R - a)_+$ is convex in the ratio R, so it is at most its chord over the interval, whose mean is known, as R has "
    "the mean 1: $q_t = (1/t - 1/E)/(1 - 1/E)$ times $t - a$ for t within the interval. The laws may have any "
    "finite number of outputs, here with the probabilities q and $p = Rq$.",
    "Implies(And(one == 1, other == 1), profile <= (t - odds)*(1/t - 1/E)/(1 - 1/E))",
    by_sums(
        "one output after the other",
        {"profile": "Sum(i, Max(0, p - odds*q))", "one": "Sum(i, q)", "other": "Sum(i, p)"},
        ["And(E > 1, t > 0, t/E <= odds, odds <= t)", "And(q >= 0, t/E*q <= p, p <= t*q)"],
        "over i: profile*(t - t/E) <= (t - odds)*(other - t/E*one)",
        each={"i": "p q"},
    ),
    mutants={"half": ("(t - odds)*", "(t - odds)/2*"), "all masses": ("And(one == 1, other == 1)", "one == 1")},
    generated="none",
)  # fmt: skip

CHOICES.claim(
    "the-worst-interval-of-losses",
    "(t - a)(1/t - 1/E)/(1 - 1/E) <= (1 - sqrt(a/E))^2/(1 - 1/E), with equality at t = sqrt(aE)",
    "The product is $1 + a/E - (t/E + a/t)$, and the sum in brackets is at least $2\\sqrt{a/E}$. Here r is $\\sqrt{a/E}"
    "$; every t is attained, by two candidates with real scores. Odds below the interval of t add $1 - a$, no more.",
    "And((t - r**2*E)*(1/t - 1/E) <= (1 - r)**2, Implies(t == r*E, (t - r**2*E)*(1/t - 1/E) == (1 - r)**2), "
    "(1 - r**2*E)*(1 - 1/E) <= (1 - r)**2)",
    by_solver("all t", "And(t > 0, E > 1, r > 0)"),
    mutants={"half": ("<= (1 - r)**2", "<= (1 - r)**2/2"), "strictly": ("<= (1 - r)**2", "< (1 - r)**2")},
    generated="none", note="D. Durfee, R. Rogers, Practical differentially private top-k selection with "
    "pay-what-you-get composition, NeurIPS 2019; J. Dong, D. Durfee, R. Rogers, ICML 2020.",
)  # fmt: skip

_BETWEEN = {"between": "R d(a/R)", "low": "R_0 d(a/R_0)", "high": "R_1 d(a/R_1)"}
CHOICES.claim(
    "ratios-between-two-losses-are-below-their-chord", "R d(a/R) is convex in the ratio R, for every profile d",
    "$R \\max(0, P - (a/R) Q) = \\max(0, R P - a Q)$ at every output. So what follows an answer whose ratio lies "
    "between two others adds no more than these, with weights of the same mean; and an interval of losses is worst at "
    "its ends.",
    "between <= w*low + (1 - w)*high",
    by_sums(
        "one output after the other",
        {"between": "Sum(i, Max(0, (w*r + (1 - w)*s)*p - a*q))", "low": "Sum(i, Max(0, r*p - a*q))",
         "high": "Sum(i, Max(0, s*p - a*q))"},
        ["And(0 <= w, w <= 1)"], "over i:", each={"i": "p q"}, citable=True,
    ), symbols=_BETWEEN, means=dict.fromkeys(_BETWEEN, "any value of a profile"),
    mutants={"weights exchanged": ("w*low + (1 - w)*high", "(1 - w)*low + w*high"), "strictly": ("<=", "<")},
    given="outputs form a countable set", generated="none", trust="countable-sums",
)  # fmt: skip

VALUE = "(1 - x)*(l + u*v) + x*(m + w*z)"
CHOICES.claim(
    "a-choice-between-two-losses-is-below-a-parabola",
    "q A + (1 - q) B <= e_0 (1 - x) + e_1 x + (q_0 - q_1)(g_1 - g_0) x (1 - x)",
    "Let A and B be linear in $e^t$ between two points of the lattice, A the larger one; x is the share of the way. "
    "The mass $q = (1/e^t - 1/E)/(1 - 1/E)$ is convex in $e^t$, so it is at most its chord, and $B + q(A - B)$ rises "
    "with q. With $g = A - B$ and e the values at the ends, what remains is the product of two chords.",
    f"Implies(q <= (1 - x)*u + x*w, ((1 - x)*l + x*m) + q*((1 - x)*v + x*z) <= {VALUE} + x*(1 - x)*(u - w)*(z - v))",
    by_solver("all chords", "And(0 <= x, x <= 1, v >= 0, z >= 0)"),
    symbols={"q": "q", "u": "q_0", "w": "q_1", "v": "g_0", "z": "g_1", "l": "B_0", "m": "B_1", "x": "x"},
    mutants={"half": ("(u - w)*(z - v)", "(u - w)*(z - v)/2"), "a sign": ("(u - w)", "(w - u)")}, generated="none",
)  # fmt: skip

CHOICES.claim(
    "the-summit-of-a-parabola-above-a-chord",
    "$\\mathrm{first}\\,(1 - x) + \\mathrm{last}\\,x + b x (1 - x)$ is at most "
    "$(\\mathrm{first} + \\mathrm{last})/2 + b/4 + (\\mathrm{last} - \\mathrm{first})^2/(4b)$",
    "The difference is b times the square of $x - \\frac12 - (\\text{last} - \\text{first})/(2b)$.",
    "Implies(b > 0, first*(1 - x) + last*x + b*x*(1 - x) <= (first + last)/2 + b/4 + (last - first)**2/(4*b))",
    by_solver("all places", []), symbols={"x": "x", "b": "b"},
    mutants={"without the slope": (" + (last - first)**2/(4*b)", ""), "an eighth": ("b/4 +", "b/8 +")},
    generated="none",
)  # fmt: skip

_SAMPLED = {"between": "R d(a/R)", "low": "R_0 d(a/R_0)", "high": "R_1 d(a/R_1)"}
CHOICES.claim(
    "sampled-ratios-between-two-losses-are-below-their-chord",
    "R d(a/R) is convex in the ratio s of the mechanism, R = 1 - g + g s that of its Poisson sample at rate g",
    "R is a straight line in s, so nothing is lost but the slope. Without the record the laws are those of the "
    "mechanism, on whatever other records were drawn: to tell which ones these are costs no less, and it tells nothing "
    "where they leave the scores as they are. So an interval of losses is worst at its ends for samples, too, and the "
    "game is that of choices, with R for s.",
    "between <= w*low + (1 - w)*high",
    by_sums(
        "one output after the other",
        {"between": "Sum(i, Max(0, (1 - g + g*(w*r + (1 - w)*s))*p - a*q))",
         "low": "Sum(i, Max(0, (1 - g + g*r)*p - a*q))", "high": "Sum(i, Max(0, (1 - g + g*s)*p - a*q))"},
        ["And(0 <= w, w <= 1)"], "over i:", each={"i": "p q"}, citable=True,
    ), symbols=_SAMPLED, means=dict.fromkeys(_SAMPLED, "any value of a profile"),
    mutants={"weights exchanged": ("w*low + (1 - w)*high", "(1 - w)*low + w*high"), "strictly": ("<=", "<")},
    given="outputs form a countable set", generated="none", trust="countable-sums",
)  # fmt: skip

_U, _W, _Q = "c*(1/s - b)", "c*(1/t - b)", "c*(1/((1 - x)*s + x*t) - b)"
CHOICES.claim(
    "a-sampled-choice-between-two-losses-is-below-its-bulge",
    "q A + (1 - q) B <= e_0 (1 - x) + e_1 x + (q_0 - q_1) max(0, g_1 - g_0 s_1/s_0) x (1 - x)",
    "Let A and B be linear in $s = e^t$ between two points of the lattice; x is the share of the way, $g = A - B$, and "
    "e are the values at the ends. The mass is $q = c (1/s - b)$, $c = 1/(1 - 1/E)$ and $b = 1/E$. What q g has beyond "
    "its chord is $x (1 - x) (q_0 - q_1) (g_1 - g_0 s_1/s_0) s_0/s$, and $s_0 \\le s$.",
    f"((1 - x)*l + x*m) + {_Q}*((1 - x)*v + x*z) <= "
    f"(1 - x)*(l + {_U}*v) + x*(m + {_W}*z) + x*(1 - x)*({_U} - {_W})*Max(0, z - v*t/s)",
    by_solver("all t", "And(0 <= x, x <= 1, 0 < s, s <= t, c > 0)"),
    symbols={"v": "g_0", "z": "g_1", "l": "B_0", "m": "B_1", "x": "x", "s": "s_0", "t": "s_1", "b": "b", "c": "c"},
    mutants={"half": ("*Max(0", "/2*Max(0"), "without the ratio": ("v*t/s", "v")}, generated="none",
)  # fmt: skip

CHOICES.claim(
    "the-next-choice-may-depend-on-all-answers",
    "the largest delta of k choices follows from that of k - 1, at the epsilon that the first answer leaves",
    "Given the first answer, what follows has a delta of at most $d_{k-1}$ at e^epsilon = a/R, R its ratio "
    "(`one-release-at-a-time-may-be-replaced`), and attains it if it is chosen by that answer. So k choices have at "
    "most the sum of $p\\,d_{k-1}(a/R)$ for the worst interval, which is that of its two ends. Where budgets "
    "differ, it is the largest of these sums over the budget that comes first, with the others left.",
    "Implies(And(upper <= high, lower <= low, 0 <= p, p <= 1), p*upper + (1 - p)*lower <= p*high + (1 - p)*low)",
    and_so(
        by_solver("two answers", [cite("one-release-at-a-time-may-be-replaced")]),
        about(Formula("chosen <= largest", ["chosen", "largest"]), by_sums(
            "any number of answers", {"chosen": "Sum(i, p*d)", "largest": "Sum(i, p*h)"}, ["p >= 0", "d <= h"],
            "over i:", each={"i": "p d h"},
        )),
        about(Formula("Implies(And(0 <= w, w <= 1), between <= w*low + (1 - w)*high)", {**_BETWEEN, "w": "w"}),
              by_solver("an answer between the ends", [cite("ratios-between-two-losses-are-below-their-chord")])),
    ),
    mutants={"weights exchanged": ("p*high + (1 - p)*low", "(1 - p)*high + p*low"),
             "one answer": ("lower <= low, ", "")},
    generated="none", trust="induction",
    note="J. Dong, D. Durfee, R. Rogers, Optimal differential privacy composition for exponential mechanisms, ICML "
    "2020.",
)  # fmt: skip
