"""Half-lines as best events, what limits them, and parameters by which delta rises."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by half-lines", {
    "p": "p", "q": "q", "x": "x", "y": "y", "t": "E", "near": "T(u - d)", "far": "T(u - D)", "r": "T(u)",
    "l": "\\ln E", "v": "\\sigma^2", "d": "d", "L": "\\ell", "U": "h", "R": "R", "n": "n", "k": "k",
    "s": "s", "a": "b(k - s)", "b": "b(k)", "c": "b(k + 1)", "g": "b(k + 1 - s)", "mu": "\\mu", "nu": "\\nu",
    "w": "w", "f": "t", "h": "t'", "m": "c", "rate": "\\rho", "share": "w",
}, {
    **dict.fromkeys("pqxyabcg", "any probability"), **dict.fromkeys(("near", "far", "r"), "any probability"),
    **dict.fromkeys("lv", "any number"),
})  # fmt: skip

SECTION.claim(
    "half-lines-gain-up-to-the-odds",
    "a half-line gains by taking in the outputs before it exactly where their ratio is at least the odds",
    "Let x and y be the probabilities of the outputs beyond a place under the two laws, p and q those of the outputs "
    "just before it. Where the ratio rises with the output, what half-lines gain rises up to the place at which it is "
    "E, and falls from there on: of the places that can be seen, one next to that is best, or the last on its side.",
    "And(Implies(p >= t*q, x + p - t*(y + q) >= x - t*y), Implies(p <= t*q, x + p - t*(y + q) <= x - t*y))",
    by_solver("one step", []), trust="sum-over-outputs",
    mutants={"turned": ("p >= t*q, x", "p <= t*q, x"), "one law": ("(y + q) <= x", "y <= x")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "half-lines-gain-more-at-larger-distances",
    "at the larger of two distances every half-line gains no less",
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

SECTION.claim(
    "a-range-limits-half-lines-most-from-its-ends",
    "cut to a range of length R: the best place is limited by R alone at odds from 1 on, by d - R alone below 1",
    "Seen from the smaller answer, the range is from $\\ell \\le 0$ to $h \\ge d$, and the ratio of normal laws about "
    "d and 0 is E at $u = \\sigma^2\\ln(E)/d + d/2$. At odds from 1 on that is not below $\\ell$, and h is at most R; "
    "below 1 it is not beyond h, and $\\ell$ is at least $d - R$. As half-lines gain up to the odds "
    "(`half-lines-gain-up-to-the-odds`), the worst answer is at one end.",
    "And(Implies(l >= 0, And(v*l/d + d/2 >= L, U <= R)), Implies(l <= 0, And(v*l/d + d/2 <= U, L >= d - R)))",
    by_solver("all ranges", "And(v > 0, d > 0, L <= 0, U >= d, U - L == R)"),
    mutants={"beyond h": ("d/2 >= L", "d/2 >= U"), "half the range": ("U <= R", "U <= R/2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-range-limits-symmetric-noise-most-from-its-ends",
    "symmetric noise whose ratios rise: at odds from 1 on the upper end alone limits half-lines, below 1 the lower",
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

SECTION.claim(
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

SECTION.claim(
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

SECTION.claim(
    "laplace-and-normal-moments-fall-with-the-frequency",
    "what bounds the moment at c + i t bounds it at all larger frequencies",
    "Of a normal loss the modulus is $M(c)e^{-\\mu^2 t^2/2}$. Of a Laplace loss the terms that do not fall are "
    "bounded by themselves at $t = 0$, and the others have $|1 + 2z|^2 = (1 + 2c)^2 + 4t^2$ below them.",
    "And(-mu**2*h**2/2 <= -mu**2*f**2/2, 1/((1 + 2*m)**2 + 4*h**2) <= 1/((1 + 2*m)**2 + 4*f**2))",
    by_solver("all frequencies", "And(h >= f, f >= 0, (1 + 2*m)**2 + 4*f**2 > 0)"),
    mutants={"strictly": ("<= -mu", "< -mu"), "turned": ("<= 1/", ">= 1/")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-excess-falls-at-least-like-the-rate",
    "Poisson sampling at the rate $w\\rho$ instead of $\\rho$: "
    "every output adds at most w times as much, in both directions",
    "The law at the smaller rate is w times that at the larger one and $1 - w$ times that without the record. At odds "
    "from 1 on the latter adds nothing: delta rises with the rate.",
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
