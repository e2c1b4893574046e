"""Batches of fixed size, one record replaced: which databases are the worst, and what a step of the game is at most.

The other records of a database may depend on what was seen; so the delta of several batches is the value of a game.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Batches of fixed size", {
    "n": "n", "m": "m", "c": "C", "d": "D", "g": "g", "t": "k", "A": "A", "B": "B", "u": "u", "v": "v", "w": "w",
    "x": "x", "y": "y", "p": "P_x(o)", "q": "P_{x'}(o)", "r": "P_z(o)", "s": "s", "aa": "|a|^2", "bb": "|b|^2",
    "ab": "a \\cdot b", "S": "\\sin 2(u + v)", "V": "\\sin 2v", "chosen": "V", "largest": "V'", "h": "h", "value": "e",
}, {
    **dict.fromkeys("pqr", "any probability"), "S": "any number >= 0", "V": "any number >= 0",
    "c": "any number of batches without the record", "d": "any number of batches with it",
    "aa": "any number >= 0", "bb": "any number >= 0", "ab": "any number",
})  # fmt: skip

SECTION.claim(
    "a-batch-without-the-record-holds-another-one",
    "a batch of m of n records without one record is a random m - 1 of the others and one more",
    "Of the $n - 1$ other records there are $D = \\binom{n-1}{m-1}$ sets of $m - 1$ and $C = \\binom{n-1}{m}$ sets of "
    "m, $C m = D (n - m)$. A random set of $m - 1$ with one of the $n - m$ that are left is each set of m in m ways, "
    "so it is a uniform one: $m/(D (n - m)) = 1/C$. Given that set both neighbours have the laws $(1 - g) N(z) + g "
    "N(x)$ and $(1 - g) N(z) + g N(x')$, $g = m/n$, z the other record at random; so the divergence of a step is at "
    "most that of the worst z, x and x' (`a-mixture-of-pairs-loses-no-more-than-the-worst`), and databases whose other "
    "records are equal have it.",
    "Implies(c*m == d*(n - m), m/(d*(n - m)) == 1/c)",
    by_solver("every batch", "And(n > m, m > 0, c > 0, d > 0)"),
    mutants={"with the record": ("c*m == d*(n - m)", "c*m == d*n"), "once": ("m/(d*(n - m))", "1/(d*(n - m))")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "other-records-may-react",
    "the largest delta of t batches follows from that of t - 1, at the epsilon that the first answer leaves",
    "Given the first answer, with the ratio R, what follows has a delta of at most $V_{t-1}$ at the odds $k/R$ "
    "(`one-release-at-a-time-may-be-replaced`), and attains it if the other records are chosen by that answer. So t "
    "batches have at most the mean of $R\\,V_{t-1}(k/R)$ for the worst triple of the first step. $V_{t-1}$ may be "
    "replaced by a bound of it.",
    "Implies(And(0 <= x, u <= v), x*u <= x*v)",
    and_so(
        by_solver("one answer", []),
        about(Formula("chosen <= largest", ["chosen", "largest"]), by_sums(
            "any number of answers", {"chosen": "Sum(i, p*d)", "largest": "Sum(i, p*h)"}, ["p >= 0", "d <= h"],
            "over i:", each={"i": "p d h"},
        )),
    ),
    mutants={"falls": ("u <= v", "u >= v"), "strictly": ("x*u <= x*v", "x*u < x*v")},
    generated="none", trust="induction",
)  # fmt: skip

SECTION.claim(
    "the-worst-triples-of-a-fixed-batch",
    "of z, x and x' in a ball the worst are right triangles, or acute ones on a circle, at every $E$",
    "With $a = x - z$, $b = x' - z$ and $A = e^{a \\cdot u - |a|^2/2}$, B likewise, the profile is the mean of $((1 - "
    "g)(1 - k) + gA - gkB)_+$. If one Gram matrix of a and b exceeds another, a linear contraction maps the first pair "
    "to the second, and adding the missing noise is a random map: the profile grows with the Gram matrix. Its mixed "
    "derivative in $\\ln A$ and $\\ln B$ is $-g^2 k AB$ times the second one of a convex function: it falls in $a "
    "\\cdot b$ at given lengths. Let the ball have the radius 1. *Where $a \\cdot b \\le 0$*, the diagonal matrix with "
    "$|a|^2 + m/2$ and $|b|^2 + m/2$, $m = 4 - |a|^2 - |b|^2$, exceeds the Gram matrix, as $m \\ge -2 a \\cdot b$ says "
    "that x and x' are at most 2 apart. *Where $a \\cdot b > 0$ and $|a|^2 + |b|^2 \\le 4$*, the profile is at most "
    "that of orthogonal ones, and these are covered. Else $a \\cdot b$ is least on the unit circle: moving z "
    "outwards along the bisector at given lengths opens the angle, whose derivative changes sign only where x and x' "
    "are antipodal, which needs $|a|^2 + |b|^2 \\le 4$. There $|a| = 2\\cos u$, $|b| = 2\\cos v$ with the angle $u + v "
    "< \\pi/2$. Three points span a plane, so dimension adds nothing.",
    "Implies(And(ab <= 0, aa + bb - 2*ab <= 4), (4 - aa - bb)/2*(x**2 + y**2) - 2*ab*x*y >= 0)",
    by_solver("two squares", []),
    given="a batch has some of the records, and not all", trust=("plackett", "data-processing", "densities"),
    mutants={"three apart": ("aa + bb - 2*ab <= 4", "aa + bb - 2*ab <= 9"),
             "a sign": ("- 2*ab*x*y >= 0", "+ 4*ab*x*y >= 0")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "right-triples-bound-acute-ones",
    "at $E$ above 1 the profile of an acute triple rises as its other angle opens, up to the right one",
    "Let $|a| = 2\\cos u$, $|b| = 2\\cos v$ at the angle $u + v \\le \\pi/2$, and let v grow. The profile changes by "
    "the mean over the outputs where the ratio is k of $2 g^2 k B$ times $2A\\cos u\\sin(u + 2v) - kB\\sin 2v$, as "
    "$|b|^2$ and $a \\cdot b$ change by $-4\\sin 2v$ and $-4\\cos u\\sin(u + 2v)$ (Plackett). There $gkB = (1 - g)(1 - "
    "k) + gA$, so $kB \\le A$ for $k \\ge 1$, and $2\\cos u\\sin(u + 2v) = \\sin 2(u + v) + \\sin 2v$. So it rises up "
    "to the right triple with the same $|a|$. Along right triples it changes with $\\sin^2 u$ like the mean of "
    "$(kB)^2 - A^2 \\le 0$: it falls in u. At $k \\le 1$ change sides.",
    "Implies(And(t >= 1, g*t*B == (1 - g)*(1 - t) + g*A), And(A*(S + V) - t*B*V >= 0, (t*B)**2 - A**2 <= 0))",
    and_so(
        by_solver("where the ratio is k", "And(0 < g, g <= 1, A >= 0, B >= 0, S >= 0, V >= 0)"),
        # 2 cos u sin(u + 2v) = sin 2(u + v) + sin 2v, with x, y the sines and c, d the cosines of u and v.
        about(Formula("Implies(And(x**2 + c**2 == 1, y**2 + d**2 == 1), 2*c*(x*(1 - 2*y**2) + 2*c*y*d) == "
                      "2*(x*d + c*y)*(c*d - x*y) + 2*y*d)",
                      {"x": "\\sin u", "c": "\\cos u", "y": "\\sin v", "d": "\\cos v"}),
              by_solver("the angles", [])),
    ),
    given="0 <= u <= w, the angles over a right one", trust=("plackett", "densities"),
    mutants={"below one": ("t >= 1", "t >= 0"), "twice": ("t*B*V >= 0", "2*t*B*V >= 0")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-sum-of-two-profiles-bounds-that-of-a-mixture",
    "what a mixture gains is at most what parts of it gain against each of the laws of the other one",
    "At every output $g P_x - gkP_{x'} - (1 - g)(k - 1) P_z$ is the sum of $g (sP_x - (k - 1)\\frac{1 - g}{g} P_z)$ "
    "and $g ((1 - s) P_x - kP_{x'})$. So the profile of a batch at k is at most g times the sum of s times that of "
    "$P_x$ and $P_z$ at the odds $(k - 1)(1 - g)/(gs)$ and $1 - s$ times that of $P_x$ and $P_{x'}$ at $k/(1 - s)$. Of "
    "normal laws these are in closed form. Borja Balle et al. take $1 - s = k g/(g + k - 1)$, for which both odds are "
    "equal.",
    "Max(0, (1 - g)*r + g*p - t*((1 - g)*r + g*q)) "
    "<= g*(Max(0, s*p - (t - 1)*(1 - g)/g*r) + Max(0, (1 - s)*p - t*q))",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, r >= 0, 0 < g, g <= 1, t >= 1, 0 <= s, s < 1)"),
        summed("batch <= g*(one + other)", {
            "batch": "Max(0, (1 - g)*r + g*p - t*((1 - g)*r + g*q))", "one": "Max(0, s*p - (t - 1)*(1 - g)/g*r)",
            "other": "Max(0, (1 - s)*p - t*q)",
        }, each="p q r"),
    ), given="outputs form a countable set", trust="countable-sums",
    mutants={"without z": (" - (t - 1)*(1 - g)/g*r)", " - 2*(t - 1)*(1 - g)/g*r)"), "half": ("<= g*(", "<= g/2*(")},
    generated="none",
    note="B. Balle, G. Barthe, M. Gaboardi, Privacy amplification by subsampling, NeurIPS 2018, Theorem 2.",
)  # fmt: skip

SECTION.claim(
    "a-normal-law-is-nearly-a-random-rounding-of-a-grid",
    "normal laws are those of a fine grid after a random map, but for a small part",
    "Let $0 < v < 1$, and give the points $y = jh$ the masses $h\\varphi_{1-v}(y - \\theta)$, $\\varphi_v$ the density "
    "of $N(0, v)$. Normal noise of variance v about them has at x the density $\\varphi_1(x - \\theta)$ times $h "
    "\\sum_j \\varphi_{v(1-v)}(jh - m)$, $m = v\\theta + (1 - v)x$, as the exponents add up. That sum is $1 + 2 "
    "\\sum_{k \\ge 1} e^{-2\\pi^2 k^2 v(1-v)/h^2}\\cos(2\\pi km/h)$, within e of 1, whatever $\\theta$ and x are; "
    "$(1 - e)^2$ and $(1 + e)^2$ take the place of its ends in a plane. So at each output mixtures p and q of normal "
    "laws and the mapped p' and q' have $(1 - e)p \\le p'$ and $q' \\le (1 + e)q$, and a random map does not raise "
    "a profile: that of p and q is at most that of the masses at $k (1-e)/(1+e)$, over $1 - e$.",
    "Implies(And((1 - r)*p <= u, w <= (1 + r)*q), p - t*q <= (u - t*(1 - r)/(1 + r)*w)/(1 - r))",
    and_so(
        by_solver("one output", "And(0 <= r, r < 1, p >= 0, q >= 0, t >= 0)"),
        about(Formula("(y - z)**2/(1 - v) + (x - y)**2/v == (x - z)**2 + (y - v*z - (1 - v)*x)**2/(v*(1 - v))",
                      {"y": "jh", "z": "\\theta", "v": "v", "x": "x"}),
              by_identity("the exponents", "real x y z; positive v")),
    ),
    symbols={"p": "p", "q": "q", "u": "p'", "w": "q'", "r": "e"},
    means=dict.fromkeys(("p", "q", "u", "w"), "any number >= 0"),
    given="0 < v < 1, h > 0", trust=("poisson-summation", "data-processing", "densities"),
    mutants={"above": ("(1 - r)*p <= u", "(1 - r)*p >= u"), "no factor": ("(1 - r)/(1 + r)*w", "w")}, generated="none",
)  # fmt: skip
