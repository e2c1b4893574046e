"""The largest profile of the exponential mechanism: see `sdp_proofs.accounting.exponential`."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting for choices", {
    "E": "e^{\\epsilon}", "t": "e^t", "a": "a", "profile": "h(a)", "top": "q_t", "worst": "h_t(a)", "r": "r", "u": "u",
    "best": "h(a)", "odds": "a", "l": "\\ell", "e": "\\epsilon", "z": "z", "w": "w", "v": "v", "s": "s",
}, {
    **dict.fromkeys(("E", "t", "a", "odds"), "any number > 0"), "top": "any probability",
    **dict.fromkeys(("profile", "worst", "best"), "any value of a profile"),
})  # fmt: skip

SECTION.claim(
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

SECTION.claim(
    "among-losses-within-an-interval-the-ends-are-worst",
    "with ratios between t/E and t the profile is at most that of the ends alone",
    "$(R - a)_+$ is convex in the ratio R, so it is at most its chord over the interval, whose mean is known, as R has "
    "the mean 1: $q_t = (1/t - 1/E)/(1 - 1/E)$ times $t - a$ for odds within the interval. The laws may have any "
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

SECTION.claim(
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
SECTION.claim(
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
SECTION.claim(
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

SECTION.claim(
    "the-summit-of-a-parabola-above-a-chord",
    "$\\mathrm{first}\\,(1 - x) + \\mathrm{last}\\,x + b x (1 - x)$ is at most "
    "$(\\mathrm{first} + \\mathrm{last})/2 + b/4 + (\\mathrm{last} - \\mathrm{first})^2/(4b)$",
    "The difference is b times the square of $x - \\frac12 - (\\text{last} - \\text{first})/(2b)$.",
    "Implies(b > 0, first*(1 - x) + last*x + b*x*(1 - x) <= (first + last)/2 + b/4 + (last - first)**2/(4*b))",
    by_solver("all places", []), symbols={"x": "x", "b": "b"},
    mutants={"without the slope": (" + (last - first)**2/(4*b)", ""), "an eighth": ("b/4 +", "b/8 +")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "the-next-choice-may-depend-on-all-answers",
    "the largest delta of k choices follows from that of k - 1, at the odds that the first answer leaves",
    "Given the first answer, what follows has a delta of at most $d_{k-1}$ at the odds a/R, R its ratio "
    "(`one-release-at-a-time-may-be-replaced`), and attains it if it is chosen by that answer. So k choices have at "
    "most the sum of $p\\,d_{k-1}(a/R)$ for the worst interval, which is that of its two ends.",
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
