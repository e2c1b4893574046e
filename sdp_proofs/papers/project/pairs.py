"""Pairs of distributions that dominate mechanisms, and their best events.

Profiles of pairs: mirrors, sampling, what dominates, and rounding to a lattice from both sides.

Half-lines as best events, what limits them, and parameters by which delta rises.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by profiles", {
    "p": "P(a)", "q": "Q(a)", "r": "P(b)", "s": "Q(b)", "t": "E", "g": "q", "m": "R(a)", "w": "w", "v": "v",
    "b": "b", "mixed": "H_E", "worst": "h", "e": "\\epsilon", "x": "x", "mu": "\\mu", "a": "a", "l": "l",
    "near": "t_0", "far": "t_1", "between": "h(a)", "left": "h(a_0)", "right": "h(a_1)", "change": "\\Delta",
    "total": "S", "value": "h",
    "slope": "h'", "one": "\\tau_1", "other": "\\tau_2", "small": "L", "large": "L'", "A": "A", "B": "B",
}, {
    **dict.fromkeys("pqrsm", "any probability"), "mixed": "privacy.definition.hockey_stick",
    "between": "any value of the profile", "left": "any value of the profile", "right": "any value of the profile",
    "slope": "any slope of the profile", "near": "any value of the cell's tangent at its left end",
    "far": "any value of the cell's tangent at its right end",
})  # fmt: skip

SECTION.claim(
    "outputs-of-one-ratio-may-be-joined",
    "two outputs with the same likelihood ratio may be merged: the divergence is unchanged",
    "If $P(a)Q(b) = P(b)Q(a)$, the two outputs add to delta what one with their joint probabilities does. So the "
    "outputs of geometric noise beyond both means, of many runs with the same counts, and of tables, are listed once.",
    "Implies(p*s == r*q, Max(0, p - t*q) + Max(0, r - t*s) == Max(0, p + r - t*(q + s)))",
    by_solver("two outputs", "And(p >= 0, q > 0, r >= 0, s > 0, t >= 0)"),
    mutants={"any ratios": ("p*s == r*q", "p*s >= r*q"), "one of them": ("p + r - t*(q + s)", "p - t*q")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "the-mirrored-profile", "the pair (Q, P) has the profile E h(1/E) + 1 - E",
    "$\\max(0, Q - E P) = E\\max(0, P - Q/E) + Q - E P$ at every output; summed, the last terms are $1 - E$. So one "
    "profile serves add and remove.",
    "Max(0, q - t*p) == t*Max(0, p - q/t) + q - t*p",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, t > 0)"),
        summed("mirrored == t*profile + other - t*one",
               {"mirrored": "Max(0, q - t*p)", "profile": "Max(0, p - q/t)", "one": "p", "other": "q"}, each="p q"),
    ), given="outputs form a countable set", trust="countable-sums",
    mutants={"without the rest": (" + q - t*p", ""), "the same odds": ("q/t", "q*t")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-profile-of-a-sampled-pair",
    "Poisson sampling at rate q: the profile at E is q times that of the mechanism at (E - 1 + q)/q",
    "$\\max(0, (1 - q)Q + qP - E Q) = q \\max(0, P - \\frac{E - 1 + q}{q} Q)$. Direction remove; add is its mirror.",
    "Max(0, (1 - g)*q + g*p - t*q) == g*Max(0, p - (t - 1 + g)/g*q)",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, 0 < g, g <= 1)"),
        summed("sampled == g*profile", {"sampled": "Max(0, (1 - g)*q + g*p - t*q)",
                                        "profile": "Max(0, p - (t - 1 + g)/g*q)"}, each="p q"),
    ), given="outputs form a countable set", trust="countable-sums",
    mutants={"without the factor": ("g*Max(0, p - (", "Max(0, p - ("), "E - 1": ("(t - 1 + g)/g", "(t - 1)/g")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "delta-falls-in-epsilon", "the hockey-stick divergence decreases in epsilon",
    "$\\max(0, P - vQ) \\le \\max(0, P - E Q)$ at every output where $v \\ge E$. So an epsilon that meets delta is met "
    "by all larger ones, and bisection finds the least.",
    "Max(0, p - v*q) <= Max(0, p - t*q)",
    and_collected(
        by_solver("one output", "And(q >= 0, v >= t)"),
        summed("small <= large", {"small": "Max(0, p - v*q)", "large": "Max(0, p - t*q)"}, each="p q"),
    ), given=("v >= E", "outputs form a countable set"), trust="countable-sums",
    mutants={"strictly": ("<=", "<"), "turned": ("<=", ">=")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-record-that-is-not-drawn-is-hidden",
    "a record drawn with probability q: each output adds at most q P and, for E < 1, (1 - E) of the rest",
    "With probability $1 - q$ the record that differs is not drawn, and both laws are R. Summed, the profile is at "
    "most $q + (1 - q)\\max(0, 1 - E)$: that of the pair that reveals its origin with probability q and else says "
    "nothing.",
    "Max(0, (1 - g)*m + g*p - t*((1 - g)*m + g*q)) <= g*p + (1 - g)*m*Max(0, 1 - t)",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, m >= 0, 0 <= g, g <= 1, t >= 0)"),
        summed("profile <= g*one + (1 - g)*other*Max(0, 1 - t)",
               {"profile": "Max(0, (1 - g)*m + g*p - t*((1 - g)*m + g*q))", "one": "p", "other": "m"}, each="p q m"),
    ), given="outputs form a countable set", trust="countable-sums",
    mutants={"without the rest": (" + (1 - g)*m*Max(0, 1 - t)", ""), "half": ("<= g*p", "<= g*p/2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-mixture-of-pairs-loses-no-more-than-the-worst",
    "a mixture of pairs of divergence at most h, given the batch of the others, has divergence at most h",
    "Let the other records be sampled as b with probability $u_b$, the same for both neighbours, and let the pair of "
    "laws given b have a divergence of at most h. Then so do the two mixtures. With Poisson sampling the pair given b "
    "is that of $(1 - q)M(b) + q M(b + x)$ and $M(b)$, whose profile is that of a sampled pair.",
    "mixed <= worst",
    by_sums(
        "output by output, then batch by batch",
        {"mixed": "Sum(a, Max(0, Sum(b, u*(p - t*q))))"},
        ["u >= 0", "Sum(b, u) == 1", "Sum(a, Max(0, p - t*q)) <= worst"],
        "over b: Max(0, Sum(b, u*(p - t*q))) <= Sum(b, u*Max(0, p - t*q))",
        "over a: mixed <= Sum(a, Sum(b, u*Max(0, p - t*q)))",
        "over b: Sum(b, u*Sum(a, Max(0, p - t*q))) <= worst*Sum(b, u)",
        each={"b": "u", "a b": "p q"},
    ),
    mutants={"strictly": ("<=", "<"), "half": ("<= worst", "<= worst/2")}, generated="none",
    given="the outputs and the batches are finitely many",
)  # fmt: skip

MIXED = "Max(0, (1 - g)*m + g*p - t*((1 - g)*m + g*q))"
SECTION.claim(
    "one-output-of-a-replaced-record",
    "batches without replacement: one output adds at most q times a mean of the excesses over both alternatives",
    "With probability q the batch holds the record that differs, P against Q; else both have the law R. For $E \\ge "
    "1$, $v = 1 + (E - 1)/q$ and $w = E/v$ the output adds $q\\max(0, P - v((1 - w)R + wQ))$, at most $q((1 - "
    "w)\\max(0, P - vR) + w\\max(0, P - vQ))$.",
    f"{MIXED} <= g*((1 - w)*Max(0, p - v*m) + w*Max(0, p - v*q))",
    in_steps(
        "an identity, then convexity",
        about(Formula("(1 - g)*m + g*p - t*((1 - g)*m + g*q) == g*((1 - t/(1 + (t - 1)/g))*(p - (1 + (t - 1)/g)*m) + "
                      "t/(1 + (t - 1)/g)*(p - (1 + (t - 1)/g)*q))", ["g", "t", "m", "p", "q"]),
              by_identity("the same", "positive g t; real m p q")),
        about(Formula("And(1 + (t - 1)/g >= t, 1 + (t - 1)/g > 0)", ["g", "t"]),
              by_solver("the odds", "And(0 < g, g <= 1, t >= 1)")),
        about(Formula("And(0 <= t/v, t/v <= 1)", ["t", "v"]), by_solver("the share", "And(v >= t, t >= 1)")),
        about(Formula("Max(0, g*((1 - w)*x + w*y)) <= g*((1 - w)*Max(0, x) + w*Max(0, y))", ["w", "g", "x", "y"]),
              by_solver("convexity", "And(0 <= w, w <= 1, g >= 0)")),
        by_solver("together", [
            "And(0 < g, g <= 1, t >= 1)", defined("v", "1 + (t - 1)/g"), defined("w", "t/v"),
            shown("the same"), shown("the odds"), shown("the share"),
            shown("convexity", {"x": "p - v*m", "y": "p - v*q"}),
        ]),
    ),
    given="E >= 1", mutants={"weights exchanged": ("(1 - w)*Max(0, p - v*m) + w*Max(0, p - v*q)",
                                                 "w*Max(0, p - v*m) + (1 - w)*Max(0, p - v*q)")},
    generated="none", note="B. Balle, G. Barthe, M. Gaboardi, Privacy amplification by subsampling, NeurIPS 2018, "
    "Theorems 2 and 11. Summed over the outputs, both excesses are divergences of neighbours of the mechanism at "
    "e^epsilon = v, so the step has at most q h(v): the profile of a sampled pair.",
)  # fmt: skip

SECTION.claim(
    "the-glued-profile-is-convex", "the slopes of the two parts at E = 1 are in order",
    "For $E \\ge 1$ the profile is that of the sampled pair, for $E < 1$ that of its mirror. At 1 the right slope is "
    "$-B$ and the left one $q(A - B) + B - 1$, with $A = P(R > 1)$, $B = Q(R > 1)$; the pair equals its mirror, so $B "
    "= P(R < 1)$ and $A + B \\le 1$. Then $q(A - B) + 2B \\le 1$. Near 1 the profile of finitely many outputs is $A - "
    "EB$ right of 1; that of the sampled pair and that of its mirror are linear in E there, too, with these slopes.",
    "g*(A - B) + 2*B <= 1",
    and_so(
        by_solver("all masses", "And(0 <= g, g <= 1, B >= 0, A >= B, A + B <= 1)"),
        about(SECTION.formula("g*(A - (t - 1 + g)/g*B) == g*(A - B) + (-B)*(t - 1)"),
              by_identity("right of 1", "positive g t; real A B")),
        about(SECTION.formula("t*(g*A - (1/t - 1 + g)*B) + 1 - t == g*(A - B) + (g*(A - B) + B - 1)*(t - 1)"),
              by_identity("left of 1", "positive g t; real A B")),
        about(SECTION.formula("Implies(g*(A - B) + 2*B <= 1, g*(A - B) + B - 1 <= -B)"), by_solver("in order", [])),
        # No ratio lies between 1 and E: where one exceeds 1 it exceeds E.
        about(SECTION.formula("worst == A - t*B"), by_solver("near 1", [summed(
            "worst == A - t*B", {"worst": "Max(0, p - t*q)", "A": "p*hit", "B": "q*hit"}, each="p q hit",
            where=["Or(And(hit == 1, p >= t*q), And(hit == 0, p <= t*q))"],
        )])),
    ), given=("the pair equals its mirror, so that B = P(R < 1) and A + B <= 1", "the outputs are finitely many"),
    mutants={"three times B": ("2*B", "3*B"), "strictly": ("<= 1", "< 1")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "ratio-of-batches-with-others-at-zero",
    "batches with normal noise, all other records 0: the likelihood ratio exceeds E exactly right of one point",
    "With $u = e^{x/s^2}$ and $K = e^{-1/(2s^2)}$ the densities of $N(\\pm 1, s^2)$ are $K u^{\\pm 1}$ times that of "
    "$N(0, s^2)$, so the ratio of the mixtures is $(1 - q + qKu)/(1 - q + qK/u)$. Let $b > 0$ be the root of $qK(b - "
    "E/b) = (E - 1)(1 - q)$. Then the numerator less E times the denominator is $qK(u - b)(u + E/b)/u$: the ratio "
    "exceeds E exactly if $u > b$.",
    "1 - g + g*K*u - t*(1 - g + g*K/u) == g*K*(u - b)*(u + t/b)/u",
    in_steps(
        "the product, then the root",
        about(Formula("g*K*(u - b)*(u + t/b)/u == g*K*u - g*K*(b - t/b) - t*g*K/u", ["g", "K", "u", "b", "t"]),
              by_identity("expanded", "positive g K u b t")),
        by_solver("together", [
            "And(g > 0, K > 0, u > 0, b > 0, t > 0)", "g*K*(b - t/b) == (t - 1)*(1 - g)", shown("expanded"),
        ]),
    ),
    symbols={"K": "K", "u": "u", "b": "b", "t": "E", "g": "q"}, trust=("sum-over-outputs", "densities"),
    mutants={"a minus": ("u + t/b", "u - t/b"), "the other root": ("u - b", "u + b")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "opposite-records-are-the-worst-in-a-poisson-batch",
    "a record of a Poisson batch of normal noise, replaced: opposite answers, as long as they can be, are the worst",
    "In a step the record is drawn with probability q and has the answer a in one database and b in the other. Over "
    "the density of the noise the laws are $1 - q + qA$ and $1 - q + qB$ with $A = e^{(a \\cdot u - |a|^2/2)/s^2}$ and "
    "B likewise. The mean of $(1 - q + qA - E(1 - q + qB))_+$ falls in $a \\cdot b$, as its mixed derivative in "
    "$\\ln A$ and $\\ln B$ is $-E q^2 AB$ times the second one of a convex function: b points away from a. On that "
    "line the ratio rises, half-lines are the best events, and what one gains, with T the tail of the noise, rises in "
    "both lengths: $T(x - |a|)$ rises, $T(x + |b|)$ falls. Databases whose other records contribute nothing have "
    "the pair with $|a| = |b| = 1$, and answers may depend on what was seen: see `pairs-that-dominate-compose`.",
    "Implies(And(near <= far, less <= more), "
    "rest + g*near - t*(rest + g*more) <= rest + g*far - t*(rest + g*less))",
    by_solver("one half-line", "And(g >= 0, t >= 0)"),
    symbols={
        "near": "T(x - |a|)", "far": "T(x - 1)", "less": "T(x + 1)", "more": "T(x + |b|)", "rest": "(1 - q)\\,T(x)",
        "g": "q", "t": "E",
    },
    means={"near": "any probability", "far": "any probability", "less": "any probability", "more": "any probability",
           "rest": "any number"},
    trust=("plackett", "densities"),
    mutants={"turned": ("near <= far", "near >= far"), "both rise": ("less <= more", "less >= more"),
             "strictly": ("(rest + g*more) <=", "(rest + g*more) <")}, generated="none",
    note="Google's dp_accounting has this pair under replace-one; here it is proved, also where answers depend on what "
    "was seen.",
)  # fmt: skip

SECTION.claim(
    "the-event-of-the-gaussian-pair",
    "the privacy loss of normal laws mu apart exceeds epsilon exactly right of epsilon/mu + mu/2",
    "$\\mu x - \\mu^2/2 > \\epsilon$ exactly if $x > \\epsilon/\\mu + \\mu/2$, x being standard normal under Q and "
    "about $\\mu$ under P. So delta is $\\Phi(\\mu/2 - \\epsilon/\\mu) - e^\\epsilon\\Phi(-\\mu/2 - \\epsilon/\\mu)$.",
    "mu*(x - (e/mu + mu/2)) == mu*x - mu**2/2 - e",
    and_so(
        by_identity("all outputs", "positive mu; real x e"),
        about(Formula("Equivalent(mu*x - mu**2/2 > e, x > e/mu + mu/2)", {"mu": "\\mu", "x": "x", "e": "\\epsilon"}),
              by_solver("the half-line", ["mu > 0", shown("all outputs")])),
    ), trust=("sum-over-outputs", "densities"),
    mutants={"minus": ("e/mu + mu/2", "e/mu - mu/2"), "a quarter": ("mu**2/2", "mu**2/4")}, generated="none",
    note="B. Balle, Y.-X. Wang, Improving the Gaussian mechanism, ICML 2018, Theorem 8.",
)  # fmt: skip

SECTION.claim(
    "both-terms-of-the-gaussian-profile-have-one-factor", "e^epsilon phi(epsilon/mu + mu/2) = phi(epsilon/mu - mu/2)",
    "$\\epsilon - (\\epsilon/\\mu + \\mu/2)^2/2 = -(\\epsilon/\\mu - \\mu/2)^2/2$. So delta is $\\phi(\\epsilon/\\mu - "
    "\\mu/2)$ times a difference of Mills' ratios: what the certificates on public accountants evaluate.",
    "e - (e/mu + mu/2)**2/2 == -(e/mu - mu/2)**2/2",
    by_identity("all numbers", "real e; positive mu"),
    mutants={"mu^2": ("mu/2)**2/2 ==", "mu)**2/2 =="), "twice": ("e - (", "2*e - (")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-laplace-profile", "Laplace laws at distance a, between the means: delta = 1 - e^((l - a)/2) at epsilon = l",
    "Under P a loss beyond l has probability $1 - e^{(l-a)/2}/2$, under Q it has $e^{-(l+a)/2}/2$, for $-a \\le l < "
    "a$. So "
    "delta is $1 - e^{(l - a)/2}$; beyond a it is 0, below $-a$ it is $1 - e^l$.",
    "1 - exp((l - a)/2)/2 - exp(l)*exp(-(l + a)/2)/2 == 1 - exp((l - a)/2)",
    by_identity("all l", "real l a"), given="a >= 0 is the distance of the means over the scale",
    mutants={"all of it": ("exp((l - a)/2)/2 -", "exp((l - a)/2) -"), "a sign": ("-(l + a)", "(l + a)")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "profiles-lie-below-their-chords",
    "rounding up: between two lattice points the profile is at most the mean of its values there",
    "$\\max(0, P - aQ)$ is convex in a, and so is its sum. With $a = w a_0 + (1 - w)a_1$, $h(a) \\le w h(a_0) + (1 - "
    "w)h(a_1)$: the profile that is linear between the lattice points dominates.",
    "between <= w*left + (1 - w)*right",
    by_sums(
        "one output after the other",
        {
            "between": "Sum(a, Max(0, p - (w*low + (1 - w)*high)*q))", "left": "Sum(a, Max(0, p - low*q))",
            "right": "Sum(a, Max(0, p - high*q))",
        },
        ["q >= 0", "And(0 <= w, w <= 1)"], "over a:", each={"a": "p q"},
    ),
    mutants={"weights exchanged": ("w*left + (1 - w)*right", "(1 - w)*left + w*right"), "strictly": ("<=", "<")},
    given="outputs form a countable set",
    generated="none", trust="countable-sums",
    note="V. Doroshenko, B. Ghazi, P. Kamath, R. Kumar, P. Manurangsi, Connect the dots, PoPETs 2022.",
)  # fmt: skip

SECTION.claim(
    "masses-from-changes-of-slope",
    "a profile that is linear between points is that of masses: the change of slope times the ratio",
    "Go from the last lattice point to the left. At each point b let the slope change by $\\Delta$: then the value at "
    "any x left of all of them is $\\sum \\Delta(b - x)$, that is $\\sum b\\Delta(1 - x/b)$, which the mass $b\\Delta$ "
    "at the ratio b adds.",
    "total == value + slope*(a - x)",
    by_induction(
        "one lattice point after the other", {"total": "0", "value": "0", "slope": "0", "a": "start"},
        {"total": "total + change*(b - x)", "value": "value + slope*(a - b)", "slope": "slope + change", "a": "b"},
        [], inputs=("change", "b"),
    ),
    mutants={"a sign": ("slope*(a - x)", "slope*(x - a)"), "the value alone": (" + slope*(a - x)", "")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "smaller-tangents-lie-below-the-profile",
    "optimistic rounding: linear interpolation of values below a tangent stays below it",
    "On a cell take at both ends the smaller value of the cell's tangent, $t_0$ and $t_1$, and its neighbour's. The "
    "chord "
    "of these is at most the cell's tangent, which is at most the profile (`a-divergence-is-a-sum-of-positive-parts`: "
    "the tangent at "
    "a point is what the best event there gains elsewhere). So is the lower convex hull of all such values.",
    "w*Min(one, near) + (1 - w)*Min(other, far) <= w*near + (1 - w)*far",
    by_solver("one cell", "And(0 <= w, w <= 1)"),
    mutants={"the larger": ("Min(one, near)", "Max(one, near)"), "strictly": ("<=", "<")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "depths-and-heights", "at E = a < 1 the profile is 1 - a plus what the complementary event adds",
    "$\\max(0, P - aQ) - (P - aQ) = \\max(0, aQ - P)$; summed, $h(a) - (1 - a)$ is computed from the lower masses, "
    "without cancellation.",
    "Max(0, p - t*q) - (p - t*q) == Max(0, t*q - p)",
    and_collected(
        by_solver("one output", []),
        summed("profile - (one - t*other) == depth",
               {"profile": "Max(0, p - t*q)", "depth": "Max(0, t*q - p)", "one": "p", "other": "q"}, each="p q"),
    ), given="outputs form a countable set", trust="countable-sums",
    mutants={"the same": ("== Max(0, t*q - p)", "== Max(0, p - t*q)"), "added": (" - (p - t*q)", " + (p - t*q)")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "pairs-that-dominate-compose", "a mechanism with a larger privacy profile has a larger delta in every composition",
    "The delta of a composition is $\\sum_b P(b)\\,h(E Q(b)/P(b))$, h the profile of one step "
    "(`one-release-at-a-time-may-be-replaced`), also if the step is chosen by b. If $h \\le h'$ at every output, so is "
    "the sum: the steps are replaced by pairs that dominate them, one after the other.",
    "small <= large",
    by_sums(
        "one output of the others after the other",
        {"small": "Sum(b, Sum(a, Max(0, p*r - t*q*s)))", "large": "Sum(b, r*k)"},
        [
            "And(p >= 0, q >= 0)", "And(r > 0, s >= 0)", "t >= 0", "Sum(a, Max(0, p - t*s/r*q)) <= k",
            cite("one-release-at-a-time-may-be-replaced"),
        ],
        "over a: Sum(a, Max(0, p*r - t*q*s)) == r*Sum(a, Max(0, p - t*s/r*q))",
        "over b:", each={"a": "p q", "b": "r s k"},
    ),
    mutants={"strictly": ("<=", "<"), "turned": ("small <= large", "large <= small")}, generated="none",
    given="outputs form a countable set",
    trust="countable-sums",
    note="D. Blackwell 1953; Y. Zhu, J. Dong, Y.-X. Wang, Optimal accounting of differential privacy via "
    "characteristic function, AISTATS 2022, Theorem 10.",
)  # fmt: skip


BEST_EVENTS = SECTION.beside(PROJECT, "Accounting by half-lines", {
    "p": "p", "q": "q", "x": "x", "y": "y", "t": "E", "near": "T(u - d)", "far": "T(u - D)", "r": "T(u)",
    "l": "\\ln E", "v": "\\sigma^2", "d": "d", "L": "\\ell", "U": "h", "R": "R", "n": "n", "k": "k",
    "s": "s", "a": "b(k - s)", "b": "b(k)", "c": "b(k + 1)", "g": "b(k + 1 - s)", "mu": "\\mu", "nu": "\\nu",
    "w": "w", "f": "t", "h": "t'", "m": "c", "rate": "\\rho", "share": "w",
}, {
    **dict.fromkeys("pqxyabcg", "any probability"), **dict.fromkeys(("near", "far", "r"), "any probability"),
    **dict.fromkeys("lv", "any number"),
})  # fmt: skip

BEST_EVENTS.claim(
    "half-lines-gain-up-to-the-odds",
    "extending a half-line raises its divergence where the likelihood ratio is at least E, and lowers the divergence "
    "where not",
    "Let x and y be the probabilities of the outputs beyond a place under the two laws, p and q those of the outputs "
    "just before it. Where the ratio rises with the output, what half-lines gain rises up to the place at which it is "
    "E, and falls from there on: of the places that can be seen, one next to that is best, or the last on its side.",
    "And(Implies(p >= t*q, x + p - t*(y + q) >= x - t*y), Implies(p <= t*q, x + p - t*(y + q) <= x - t*y))",
    by_solver("one step", []), trust="sum-over-outputs",
    mutants={"turned": ("p >= t*q, x", "p <= t*q, x"), "one law": ("(y + q) <= x", "y <= x")}, generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "half-lines-gain-more-at-larger-distances",
    "every half-line has at least the divergence at the larger of two distances",
    "The noise is at least $u - D$ wherever it is at least $u - d$, for $D \\ge d$: T falls. The other law stays. So "
    "where half-lines are the best events, the largest distance is the worst.",
    "Implies(near <= far, near - t*r <= far - t*r)",
    and_collected(
        by_solver("one half-line", []),
        largest("best <= better", {"best": "near - t*r", "better": "far - t*r"}, each="near far r",
                where="near <= far"),
    ),
    mutants={"strictly": ("t*r <= far", "t*r < far"), "turned": ("near <= far,", "near >= far,")}, generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "a-range-limits-half-lines-most-from-its-ends",
    "truncated to a range of length R: the best threshold is limited by R alone for E >= 1, by d - R alone for E < 1",
    "Seen from the smaller answer, the range is from $\\ell \\le 0$ to $h \\ge d$, and the ratio of normal laws about "
    "d and 0 is E at $u = \\sigma^2\\ln(E)/d + d/2$. For e^epsilon from 1 on that is not below $\\ell$, and h is at "
    "most R; below 1 it is not beyond h, and $\\ell$ is at least $d - R$. As half-lines gain up to "
    "e^epsilon (`half-lines-gain-up-to-the-odds`), the worst answer is at one end.",
    "And(Implies(l >= 0, And(v*l/d + d/2 >= L, U <= R)), Implies(l <= 0, And(v*l/d + d/2 <= U, L >= d - R)))",
    by_solver("all ranges", "And(v > 0, d > 0, L <= 0, U >= d, U - L == R)"),
    mutants={"beyond h": ("d/2 >= L", "d/2 >= U"), "half the range": ("U <= R", "U <= R/2")}, generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "a-range-limits-symmetric-noise-most-from-its-ends",
    "symmetric noise with monotone likelihood ratio: the upper end alone limits half-lines for E >= 1, the lower end "
    "for E < 1",
    "Let p and q be the probabilities of an output u about d and about 0, x and y those of all outputs beyond it. Seen "
    "from d the output $d - u$ has q and p, by symmetry; so the ratio $p/q$ is at most 1 for $u \\le d/2$ and at least "
    "1 from there on. For $E \\ge 1$ a half-line gains nothing by taking in outputs up to the lower end $\\ell \\le "
    "0$ of a range; for $E \\le 1$ it loses nothing by taking in those from the upper end $h \\ge d$ on. The range of "
    "length R leaves most room with $h = R$ and with $\\ell = d - R$.",
    "And(Implies(And(t >= 1, u <= L), x + p - t*(y + q) <= x - t*y), "
    "Implies(And(t <= 1, u >= U), x + p - t*(y + q) >= x - t*y), U <= R, L >= d - R)",
    by_solver("all outputs", [
        "And(d > 0, L <= 0, U >= d, U - L == R, p >= 0, q >= 0, t >= 0)", "And(p <= 1, q <= 1)",
        "And(Implies(u <= d - u, p*p <= q*q), Implies(u >= d - u, p*p >= q*q))",
    ]),
    symbols={"u": "u", "L": "\\ell", "U": "h", "d": "d", "R": "R", "t": "E"},
    given="the noise is symmetric, and the ratio p/q rises with the output: p/q <= q/p where u <= d - u",
    mutants={"the other end": ("t >= 1, u <= L", "t >= 1, u >= U"), "at all odds": ("And(t <= 1, u >= U)", "u >= U"),
             "half the range": ("U <= R", "U <= R/2")},
    generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "the-ratio-of-shifted-binomial-laws-falls",
    "the number of heads is log-concave: with s heads less the ratio of two probabilities is larger",
    "Of n fair coins, $(k + 1) b(k + 1) = (n - k) b(k)$ for the probabilities b(k) of k heads. So the ratio of laws "
    "of heads that are s apart falls with the output, and the best events are half-lines.",
    "Implies(And((k + 1)*c == (n - k)*b, (k - s + 1)*g == (n - k + s)*a), c*a <= b*g)",
    in_steps(
        "two quotients, then the laws",
        about(Formula("(n - k)/(k + 1) <= (n - k + s)/(k - s + 1)", ["n", "k", "s"]),
              by_solver("the quotients", "And(0 <= s, s <= k, k <= n)")),
        by_solver("together", [
            "And(0 <= s, s <= k, k <= n, a >= 0, b >= 0)", defined("x", "(n - k)/(k + 1)"),
            defined("y", "(n - k + s)/(k - s + 1)"), shown("the quotients"),
        ]),
    ),
    integers="n k s",
    mutants={"rises": ("c*a <= b*g", "c*a >= b*g"), "strictly": ("c*a <= b*g", "c*a < b*g")}, generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "nearer-normal-laws-are-post-processed",
    "shrunk by w = nu/mu and with noise of variance 1 - w^2, normal laws mu apart are nu apart",
    "Multiplied by w, normal laws of deviation 1 about 0 and $\\mu$ have the deviation w and the distance $\\nu$; "
    "independent normal noise makes their variance 1 again. That is a random map, so delta at $\\nu \\le \\mu$ is at "
    "most delta at $\\mu$.",
    "And(w*mu == nu, 1 - w**2 >= 0, w**2 + (1 - w**2) == 1)",
    by_solver("all distances", ["And(0 < nu, nu <= mu)", defined("w", "nu/mu")]),
    trust=("normal-sums", "data-processing", "densities"),
    mutants={"variance 1 - w": ("w**2 + (1 - w**2)", "w**2 + (1 - w)"), "more": ("w*mu == nu", "w*mu > nu")},
    generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "laplace-and-normal-moments-fall-with-the-frequency",
    "the bound of the moment of Laplace and normal laws at c + i t bounds the moment at all larger frequencies",
    "Of a normal loss the modulus is $M(c)e^{-\\mu^2 t^2/2}$. Of a Laplace loss the terms that do not fall are "
    "bounded by themselves at $t = 0$, and the others have $|1 + 2z|^2 = (1 + 2c)^2 + 4t^2$ below them.",
    "And(-mu**2*h**2/2 <= -mu**2*f**2/2, 1/((1 + 2*m)**2 + 4*h**2) <= 1/((1 + 2*m)**2 + 4*f**2))",
    by_solver("all frequencies", "And(h >= f, f >= 0, (1 + 2*m)**2 + 4*f**2 > 0)"),
    mutants={"strictly": ("<= -mu", "< -mu"), "turned": ("<= 1/", ">= 1/")}, generated="none",
)  # fmt: skip

BEST_EVENTS.claim(
    "the-excess-falls-at-least-like-the-rate",
    "Poisson sampling at the rate $w\\rho$ instead of $\\rho$: "
    "every output adds at most w times as much, in both directions",
    "The law at the smaller rate is w times that at the larger one and $1 - w$ times that without the record. For "
    "e^epsilon from 1 on the latter adds nothing: delta rises with the rate.",
    "And(Max(0, (1 - share*rate)*q + share*rate*p - t*q) <= share*Max(0, (1 - rate)*q + rate*p - t*q), "
    "Max(0, q - t*((1 - share*rate)*q + share*rate*p)) <= share*Max(0, q - t*((1 - rate)*q + rate*p)))",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, 0 <= rate, rate <= 1, 0 <= share, share <= 1, t >= 1)"),
        summed("And(one <= share*larger, other <= share*mirrored)", {
            "one": "Max(0, (1 - share*rate)*q + share*rate*p - t*q)", "larger": "Max(0, (1 - rate)*q + rate*p - t*q)",
            "other": "Max(0, q - t*((1 - share*rate)*q + share*rate*p))",
            "mirrored": "Max(0, q - t*((1 - rate)*q + rate*p))",
        }, each="p q"),
    ),
    trust="countable-sums", given=("E >= 1", "outputs form a countable set"), generated="none",
    mutants={"strictly": ("<= share*Max(0, q", "< share*Max(0, q"),
             "half of it": ("<= share*Max(0, (", "<= share/2*Max(0, (")},
)  # fmt: skip
