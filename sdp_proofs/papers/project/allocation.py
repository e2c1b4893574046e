"""Random allocation and mixtures of normal laws.

The pairs that dominate: of a record in one of several steps, of shifts that are drawn at random, of groups of records.

What their inversion uses: excess and shortfall of a sum, how moments of an allocation fall.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Random allocation and mixtures", {
    "g": "g", "v": "\\sigma^2", "f": "f", "x": "S", "k": "K", "l": "K'", "s": "s", "tau": "\\tau", "mu": "\\mu",
    "t": "t", "p": "p_j", "near": "T(x - c_j)", "far": "T(x - c)", "rest": "A", "E": "E", "q": "T(x)",
    "n": "n", "a": "a", "b": "b", "early": "E\\,(S - K)_+", "late": "E\\,(S - K')_+", "y": "Y", "r": "r",
}, {
    "near": "any probability", "far": "any probability", "q": "any probability", "rest": "any number",
    "early": "any sum of parts", "late": "any sum of parts",
})  # fmt: skip

SECTION.claim(
    "allocation-to-one-step",
    "a record in one of t steps of normal noise is dominated by one that adds 1 in its step, all others nothing",
    "Given the history and the other records, step j has the answer f or $f + g$, $|g| \\le 1$. The random map $x "
    "\\mapsto "
    "f + gx + \\sigma\\sqrt{1 - g^2}\\,\\xi$ sends $N(0, \\sigma^2)$ to the step without and $N(1, \\sigma^2)$ to "
    "the step "
    "with the record. Run step by step along a sample of $N(0, \\sigma^2)^t$ it gives the transcript without the "
    "record; "
    "along one of $N(e_i, \\sigma^2)$ that with the record in step i. So the mixture over i is mapped to the "
    "transcript "
    "with the record, and the pair of the two samples dominates. Databases with $g = 1$, $f = 0$ have it.",
    "And(f + g*0 == f, f + g*1 == f + g, g**2*v + (1 - g**2)*v == v, 1 - g**2 >= 0)",
    by_solver("one step", "And(-1 <= g, g <= 1, v > 0)"), means={"v": "any number > 0"},
    given="the bin of a record is drawn independently of the others', and no size of a batch is released",
    trust=("normal-sums", "data-processing", "densities"),
    mutants={"more noise": ("1 - g**2 >= 0", "1 - g**2 > 0"), "variance 1 - g": ("(1 - g**2)*v", "(1 - g)*v")},
    generated="none",
    note="L. Chua et al., Balls-and-bins sampling for DP-SGD, AISTATS 2025; V. Feldman, M. Shenfeld, Privacy "
    "amplification by random allocation, 2025.",
)  # fmt: skip

SECTION.claim(
    "opposite-records-are-the-worst-in-an-allocation",
    "a replaced record in one of t steps of normal noise: opposite answers, as long as they can be, are the worst",
    "In step j the record has the answer $a_j$ in one database and $b_j$ in the other, if it is put in that step. "
    "Over the density of the noise the laws are the means of $A_j = e^{(a_j \\cdot u_j - |a_j|^2/2)/s^2}$ and of "
    "$B_j$ likewise. Let $W(c)$ be the mean of $\\max(0, c + \\ldots)$ over the steps that follow, at opposite answers "
    "of length 1: a convex function. The mean of $W(c + A - EB)$ falls in $a \\cdot b$, as the mixed derivative in "
    "$\\ln A$ and $\\ln B$ is $-EAB\\,W''$: b points away from a. On that line $A - EB$ rises, W is a straight line "
    "and a mixture of $\\max(0, \\cdot + c')$, half-lines are the best events, and what one gains, with T the tail of "
    "the noise, rises in both lengths: $T(x - |a|)$ rises, $T(x + |b|)$ falls. So, the last step first, no answers "
    "that depend on what was seen gain more. Databases whose other records contribute nothing have the pair.",
    "Implies(And(near <= far, less <= more), rest + near - t*more <= rest + far - t*less)",
    by_solver("one half-line", "t >= 0"),
    symbols={
        "near": "T(x - |a|)", "far": "T(x - 1)", "less": "T(x + 1)", "more": "T(x + |b|)", "rest": "c'\\,T(x)",
        "t": "E",
    },
    means={"near": "any probability", "far": "any probability", "less": "any probability", "more": "any probability",
           "rest": "any number", "t": "any number >= 0"},
    given="the bin of a record is drawn independently of the others', and no size of a batch is released",
    trust=("plackett", "densities"),
    mutants={"turned": ("near <= far", "near >= far"), "both rise": ("less <= more", "less >= more"),
             "strictly": ("t*more <=", "t*more <")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-replaced-record-in-two-steps-moves-their-sum-alone",
    "a replaced record in one of two steps of normal noise: normal laws at distance sqrt(2)/sigma",
    "The laws are the mean of $N(e_1, \\sigma^2)$ and $N(e_2, \\sigma^2)$ and that of $N(-e_1, \\sigma^2)$ and "
    "$N(-e_2, \\sigma^2)$. With Y and S the densities of the two steps over that of the noise, those of the opposite "
    "answers are $r/Y$ and $r/S$, $r = e^{-\\mu^2}$, $\\mu = 1/\\sigma$. The ratio of the laws is that of the sums, "
    "$YS/r$, a function of $x_1 + x_2$ alone, which has $N(1, 2\\sigma^2)$ under the one law and $N(-1, 2\\sigma^2)$ "
    "under the other. In one step they are $N(1, \\sigma^2)$ and $N(-1, \\sigma^2)$.",
    "(y + x)/(r/y + r/x) == y*x/r",
    by_identity("the ratio", "positive x y r"),
    means={"x": "any number > 0", "y": "any number > 0", "r": "any number > 0"},
    trust=("densities", "normal-sums"), generated="none",
    mutants={"inverted": ("y*x/r", "r/(y*x)"), "one step": ("y*x/r", "y/r")},
)  # fmt: skip

SECTION.claim(
    "terms-of-an-allocation-may-be-spread",
    "an allocation is dominated by one whose terms are spread to places such that their means stay",
    "Without the record the terms $Y_1, \\ldots, Y_t$ are independent, and the law with it has the density $(Y_1 + "
    "\\ldots + Y_t)/t$. Put $Y'_i$ in the place of each, a with probability $1 - u$ and else b, whose mean is $Y_i$. "
    "Given all $Y'$ draw the Y by Bayes' rule: a map that knows nothing of the record. Without the record it restores "
    "their law. With it the density of Y becomes the mean of $(Y'_1 + \\ldots + Y'_t)/t$ given Y, term by term that of "
    "Y itself. So the pair of the spread terms dominates, and products of such pairs do. The same holds of a part of "
    "the sum.",
    "Implies(y == (1 - u)*a + u*b, (1 - u)*(a + rest)/t + u*(b + rest)/t == (y + rest)/t)",
    by_solver("one term", "t > 0"),
    symbols={"a": "a", "b": "b", "u": "u", "y": "Y_1", "rest": "Y_2 + \\ldots + Y_t"},
    means={"a": "any number", "b": "any number", "u": "any number", "y": "any number", "rest": "any number",
           "t": "any number > 0"},
    trust=("data-processing", "densities"),
    mutants={"the ends exchanged": ("y == (1 - u)*a + u*b", "y == u*a + (1 - u)*b"),
             "at the nearer end": ("y == (1 - u)*a + u*b", "y == a")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "excess-and-shortfall-differ-by-the-distance-of-the-mean",
    "E (S - K)_+ = E (K - S)_+ + E S - K, and the excess falls in K",
    "At every value of S, $\\max(0, S - K) = \\max(0, K - S) + S - K$, and $\\max(0, S - K') \\le \\max(0, S - K)$ for "
    "$K' \\ge K$. So one inversion serves both directions of an allocation, and the aliases of the excess are at most "
    "those of the first one.",
    "And(Max(0, x - k) == Max(0, k - x) + x - k, Implies(l >= k, Max(0, x - l) <= Max(0, x - k)))",
    by_solver("one value", []), trust="sum-over-outputs",
    mutants={"rises": ("<= Max(0, x - k)", ">= Max(0, x - k)"), "without S": (" + x - k,", " - k,")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-an-allocation-fall-like-normal-ones",
    "|E R^(s + i tau)| <= e^(-tau^2 mu^2/(2t)) E R^s for the mean R of t lognormal variables",
    "The mean of the t normal variables is normal with variance $1/t$ and independent of their deviations from it, "
    "so R is "
    "$e^{\\mu\\bar x}$ times an independent $R'$. The real part of $(s + i\\tau)^2\\mu^2/(2t)$ is $(s^2 - "
    "\\tau^2)\\mu^2/(2t)$, and $|E R'^{s + i\\tau}| \\le E R'^s$.",
    "(s**2 - tau**2)*mu**2/(2*t) == s**2*mu**2/(2*t) - tau**2*mu**2/(2*t)",
    by_identity("the exponents", "real s tau; positive mu t"), trust=("densities", "normal-sums"),
    mutants={"twice": ("tau**2*mu**2/(2*t)", "tau**2*mu**2/t"), "a sign": ("s**2 - tau**2", "s**2 + tau**2")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "moments-of-a-replaced-allocation-fall-four-times-as-fast",
    "the moments of the loss of a replaced record in one of t steps are M(c + i tau) <= e^(-2 tau^2 mu^2/t) M(c)",
    "Under the noise alone $M(z) = E\\,S^{1+z}S'^{-z}/t$, with S the sum of $e^{\\mu x_i - \\mu^2/2}$ and S' that of "
    "$e^{-\\mu x_i - \\mu^2/2}$. The mean $\\bar x$ of the t normal variables has variance $1/t$ and is independent of "
    "their deviations from it. It leaves $e^{\\mu\\bar x(1 + 2z)}$, times what the deviations make of the rest. With "
    "$z = c + i\\tau$ the real part of $(1 + 2z)^2\\mu^2/(2t)$ is $((1 + 2c)^2 - 4\\tau^2)\\mu^2/(2t)$, and the moment "
    "of the rest is at most that at c.",
    "((1 + 2*s)**2 - (2*tau)**2)*mu**2/(2*t) == (1 + 2*s)**2*mu**2/(2*t) - 2*tau**2*mu**2/t",
    by_identity("the exponents", "real s tau; positive mu t"), trust=("densities", "normal-sums"), symbols={"s": "c"},
    mutants={"half of it": ("- 2*tau**2", "- tau**2"), "no factor": ("(2*tau)**2", "tau**2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "an-excess-over-another-splits-at-any-level",
    "(S - aS')_+ <= (S - ak)_+ + a (k - S')_+ at every level k",
    "$S - aS' = (S - ak) + a(k - S')$, and a positive part of a sum is at most the sum of the positive parts. With k a "
    "part of the mean, the first is the excess of an allocation that loses a record and the second its shortfall: "
    "far losses of a replaced record are bounded by these.",
    "Max(0, x - a*y) <= Max(0, x - a*k) + a*Max(0, k - y)",
    by_solver("one value", "a >= 0"), symbols={"y": "S'", "k": "k", "x": "S"},
    means={"a": "any number >= 0", "x": "any number", "y": "any number", "k": "any number"}, trust="sum-over-outputs",
    mutants={"the first alone": (" + a*Max(0, k - y)", ""), "the wrong sign": ("k - y", "y - k")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "longer-shifts-dominate",
    "normal noise about a random shift: the divergence of every half-line increases with the shift",
    "Without the record the noise is about 0, with it about $c_j$ with probability $p_j$. The mean of a convex "
    "function of "
    "$\\sum p_j e^{c_j \\cdot u - |c_j|^2/2}$ rises in every product $c_i \\cdot c_j$, as its mixed derivatives are "
    "$p_i "
    "p_j A_i A_j\\psi'' \\ge 0$: shifts that are vectors may be replaced by their lengths. Then the ratio rises, "
    "half-lines "
    "are the best events, and what one gains, $\\sum p_j T(x - c_j) - E\\,T(x)$, rises in every $c_j$.",
    "Implies(near <= far, rest + p*near - E*q <= rest + p*far - E*q)",
    and_collected(
        by_solver("one half-line", "p >= 0"),
        largest("best <= better", {"best": "rest + p*near - E*q", "better": "rest + p*far - E*q"},
                each="near far rest q p", where=["near <= far", "p >= 0"]),
    ),
    trust=("plackett", "densities"),
    mutants={"turned": ("near <= far,", "near >= far,"), "strictly": ("E*q <= rest", "E*q < rest")}, generated="none",
    note="C. A. Choquette-Choo, A. Ganesh, T. Steinke, A. Thakurta, Privacy amplification for matrix mechanisms, 2023, "
    "Corollary 4.7.",
)  # fmt: skip

SECTION.claim(
    "a-hidden-coin-lowers-the-profile",
    "one of two releases by a coin that is not published is at most that with the coin published",
    "The coin shows heads with probability v, and tails with u. At every output the excess of the mixtures is at most "
    "the sum of those of the parts. So truncated Poisson batches, in which a record is sampled where fewer than B "
    "others are drawn, and else takes the place of one of them or of none, have at most the profile of the coin of two "
    "samples.",
    "Max(0, u*p + v*r - t*(u*q + v*s)) <= u*Max(0, p - t*q) + v*Max(0, r - t*s)",
    by_solver("one output", "And(u >= 0, v >= 0)"),
    symbols={"p": "P_1(a)", "q": "Q_1(a)", "r": "P_2(a)", "s": "Q_2(a)", "u": "u", "v": "v", "t": "E"},
    means={"u": "any number", "v": "any number", "r": "any number", "s": "any number", "p": "any number",
           "q": "any number", "t": "any number"},
    trust=("sum-over-outputs", "densities"),
    mutants={"turned": (" <= u*", " >= u*"), "half of one": ("v*Max(0, r - t*s)", "v*Max(0, r - t*s)/2")},
    generated="none", note="A. Ganesh, Tight group-level DP guarantees for DP-SGD, 2024, has truncated batches under "
    "another adjacency.",
)  # fmt: skip

SECTION.claim(
    "a-group-moves-an-answer-by-its-number",
    "n contributions of length at most 1 add up to a vector no longer than n",
    "One contribution more makes the sum longer by at most 1. So of a group of k records each of which is sampled with "
    "probability q the shift is no longer than a binomial number.",
    "Implies(And(abs(a) <= n, abs(b) <= 1), abs(a + b) <= n + 1)",
    by_solver("one more", []),
    mutants={"n itself": ("<= n + 1", "<= n"), "half": ("abs(b) <= 1", "abs(b) <= 3/2")}, generated="none",
)  # fmt: skip
