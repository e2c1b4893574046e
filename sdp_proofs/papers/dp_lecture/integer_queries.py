"""Integer queries: rounding and truncation, and noise on the integers."""

from __future__ import annotations

from collections.abc import Iterator

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *


def always_large(_: Claim) -> Iterator[Instance]:
    """The output is 1 whatever the dataset; truncated to [0..n], at n = 1 and at n = 0, the probability of a 1."""
    for size in (1, 2):
        yield f"n = {size}", {"p": int(min(1, size) == 1), "q": int(min(1, size - 1) == 1), "E": 2, "delta": 0}


SECTION = Section(DP_LECTURE, "Integer queries", {
    "c": "c", "n": "n", "p": "p", "q": "q", "E": "e^{\\epsilon}", "delta": "\\delta", "x": "x", "k": "k", "a": "a",
    "b": "b", "mass": "m", "z": "z",
}, {"delta": "any number >= 0"})  # fmt: skip

SECTION.claim(
    "counts-lie-between-zero-and-the-size", "a counting query over n records is an integer in [0..n]",
    "Each record adds 0 or 1 to the count, and 1 to the size.",
    "And(0 <= c, c <= n)",
    by_induction("record by record", {"c": "0", "n": "0"}, {"c": "c + x", "n": "n + 1"}, ["And(0 <= x, x <= 1)"],
                 inputs=["x"]),
    at="Integer queries, range", trust="induction",
    mutants={"below n": ("c <= n", "c < n"), "positive": ("0 <= c", "0 < c")},
)  # fmt: skip

SECTION.claim(
    "rounding-and-truncation-preserve-privacy",
    "rounding and truncation that do not depend on the dataset preserve (epsilon, delta)-DP",
    "They are functions of the output: a set of rounded results has the probability of its preimage, an interval or a "
    "union of such.",
    "p <= E*q + delta",
    by_sums(
        "output by output", {"p": "Sum(a, k*u)", "q": "Sum(a, k*v)"},
        ["And(0 <= k, k <= 1)", "Sum(a, Max(0, u - E*v)) <= delta"],
        "over a: p - E*q <= Sum(a, Max(0, u - E*v))", each={"a": "k u v"},
    ), at="Integer queries, rounding and truncation", generated="none",
    trust=("countable-sums", "densities"),
    silent=(
        "where neighbours add or remove a record, their number n is part of the data: see below",
        "outputs form a countable set, or have densities",
    ),
    mutants={"without delta": (" + delta", ""), "half": ("E*q", "E*q/2")},
    repairs="truncation-to-the-size-of-the-dataset-is-post-processing",
)  # fmt: skip

SECTION.claim(
    "truncation-to-the-size-of-the-dataset-is-post-processing", "counts over n records may be truncated to [0..n]",
    "A counting query has values in [0..n], and truncation preserves privacy if it is independent of the dataset. Read "
    "here as: outputs may be truncated to [0..n], with the n of the dataset.",
    "p <= E*q + delta",
    on_instances(EXACT, GRID, "an output that is always 1", "n = 1 and 2", always_large),
    at="Integer queries, rounding and truncation", kind="reading",
    fails=instance("An algorithm that always says 1 is private with any budget. Truncated to [0..n] it says 1 with one "
                   "record and 0 with none.", "out = lambda n: min(1, n); p = 1 if out(1) == 1 else 0; q = 1 if out(0) "
                   "== 1 else 0; E = 2; delta = 0"),
    wrong="With neighbours that add or remove a record n is private itself, and truncation to [0..n] depends on the "
    "dataset, which the slide excludes.",
    cost="n must be public, as it is where records are replaced; or truncate at 0 alone.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "the-geometric-mechanism-is-private",
    "noise k with probability (1 - a)/(1 + a) a^|k|, a = e^(-epsilon): an integer mechanism that is epsilon-DP",
    "For a count that changes by 1 the exponents |k| and |k - 1| differ by 1 in size: the ratio of the probabilities "
    "is a or 1/a. Truncation to a public range is post-processing.",
    "abs(abs(k) - abs(k - 1)) <= 1",
    by_solver("all integers", []), at="Integer queries, geometric mechanism", integers="k",
    fidelity="reconstructed",
    mutants={"strictly": ("<= 1", "< 1"), "two apart": ("abs(k - 1)", "abs(k - 2)")},
)  # fmt: skip

SECTION.claim(
    "geometric-probabilities-add-up-to-one", "the probabilities (1 - a)/(1 + a) a^|k| of the integers add up to 1",
    "Those of $-n, \\dots, n$ add up to $1 - 2 a^{n+1}/(1 + a)$, which tends to 1. Here b is $a^{n+1}$.",
    "mass == 1 - 2*b/(1 + a)",
    by_induction("two more integers", {"mass": "(1 - a)/(1 + a)", "b": "a"},
                 {"mass": "mass + 2*(1 - a)/(1 + a)*b", "b": "a*b"}, ["And(0 < a, a < 1)"]),
    at="Integer queries, geometric mechanism", kind="project", trust=("induction", "limits"), generated="deep",
    mutants={"one side": ("2*b", "b"), "the limit": ("1 - 2*b/(1 + a)", "1")},
)  # fmt: skip

SECTION.claim(
    "rounded-laplace-noise",
    "rounded, Laplace noise is 0 with probability 1 - u and k with (1 - u^2) u^(2|k| - 1)/2, u = e^(-1/(2b))",
    "For $k \\ge 1$ it is the integral of the density from $k - \\frac12$ to $k + \\frac12$, of which $-e^{-y/b}/2$ is "
    "an antiderivative; for 0 twice that from 0 to $\\frac12$. With $h = 1/(2b)$ the ends are powers of $u = e^{-h}$. "
    "The probabilities are log-concave, so that half-lines are the best events and the largest distance is the worst.",
    "And(middle == 1 - u, next == (1 - u**2)*w/2, (1 - u**2)*u/2 <= middle, "
    "(1 - u**2)*u**3/2*middle <= ((1 - u**2)*u/2)**2)",
    in_steps(
        "cells, then powers",
        antiderivative("antiderivative", "-exp(-y/b)/2", "exp(-y/b)/(2*b)", "positive b; real y"),
        by_solver("powers", [
            "And(0 < u, u < 1)",
            lifted("integrals", "And(middle == 2*(1 - u)/2, next == (w - w*u**2)/2)", shown("antiderivative")),
        ]),
    ), at="Integer queries, rounding and truncation", kind="project", generated="none",
    symbols={"u": "u", "w": "u^{2k - 1}", "middle": "\\Pr[Y = 0]", "next": "\\Pr[Y = k]"},
    means={**dict.fromkeys(("middle", "next"), "any probability"), "w": "any odd power of u"},
    mutants={"without the square": ("next == (1 - u**2)*w/2", "next == (1 - u)*w/2"),
             "the middle is less": ("(1 - u**2)*u/2 <= middle", "(1 - u**2)*u/2 > middle"),
             "two of the first": ("(1 - u**2)*u**3/2*middle", "(1 - u**2)*u**3*middle")},
)  # fmt: skip

SECTION.claim(
    "truncation-to-a-range-of-the-answers-loses-nothing",
    "Laplace and geometric noise on answers within a range, truncated to it, have the privacy that they had",
    "An output y below both answers c and c' has the likelihood ratio $e^{(c - c')/b}$ whatever y, and the same above "
    "both. To put such outputs together, as truncation does, loses nothing. So a truncated geometric mechanism is as "
    "private as the geometric one, and no more.",
    "And(Implies(And(y <= c, y <= x), abs(y - x) - abs(y - c) == x - c), "
    "Implies(And(y >= c, y >= x), abs(y - x) - abs(y - c) == c - x))",
    by_solver("beyond both answers", [cite("outputs-of-one-ratio-may-be-joined")]),
    at="Integer queries, rounding and truncation", kind="project", trust="exponentials", generated="none",
    symbols={"c": "c", "x": "c'", "y": "y"},
    mutants={"between them": ("And(y <= c, y <= x)", "y <= x"), "a sign": ("== x - c)", "== c - x)")},
)  # fmt: skip

SECTION.claim(
    "room-for-one-output-keeps-the-loss-of-rounded-laplace-noise",
    "rounded Laplace noise keeps its privacy where the truncation leaves room for one output beyond both answers, and "
    "loses privacy where not",
    "Let integer answers be $d \\ge 1$ apart, $u = e^{-1/(2b)}$ and $v = u^{2d}$. By `rounded-laplace-noise` an output"
    " below both, k from the nearer answer, has a probability p there, which falls like $u^{2k}$, and $q = vp$ from "
    "the other one; p' and q' belong to another such output. All have one ratio, so the range may join them. The "
    "nearer answer itself is an output with $1 - u$ and $g = (1 - u^2)v/(2u)$: a larger ratio, and to join it with "
    "those below loses at some epsilon. It is alike above.",
    "And(Max(0, p - t*q) + Max(0, r - t*s) == Max(0, p + r - t*(q + s)), g/(1 - u) > v)",
    by_solver("all outputs", [
        "And(0 < u, u < 1, 0 < v, v < 1, p > 0, r > 0, p + r < 1, t >= 0)", defined("q", "v*p"), defined("s", "v*r"),
        defined("g", "(1 - u**2)*v/(2*u)"),
    ]),
    at="Integer queries, rounding and truncation", kind="project", generated="none", trust="integrals",
    symbols={"p": "p", "q": "q", "r": "p'", "s": "q'", "t": "E", "u": "u", "v": "v", "g": "g"},
    mutants={"the answer itself, too": ("g/(1 - u) > v", "g/(1 - u) == v"),
             "one of them": ("Max(0, p + r - t*(q + s))", "Max(0, p - t*q)"),
             "as much as one place": ("g/(1 - u) > v", "g/(1 - u) > v/u")},
)  # fmt: skip

SECTION.claim(
    "ratios-that-rise-rise-after-rounding-and-truncation",
    "where the likelihood ratio rises with the output, it rises after rounding and truncation: half-lines stay best",
    "Outputs that become one are an interval. Let p and q be the probabilities of an interval at D and at D', p' and "
    "q' those of the next one, and a the ratio where they meet: $p \\le aq$ and $p' \\ge aq'$, so that $p/q \\le "
    "p'/q'$. The best events are half-lines before, and after it those between two results. So delta is known for "
    "normal, discrete Gaussian and binomial noise, rounded or truncated.",
    "Implies(And(p <= a*q, x >= a*y), p*y <= x*q)",
    by_solver("two intervals", "And(a >= 0, p >= 0, q >= 0, x >= 0, y >= 0)"),
    at="Integer queries, rounding and truncation", kind="project", trust="integrals", generated="none",
    symbols={"p": "p", "q": "q", "x": "p'", "y": "q'", "a": "a"},
    mutants={"falls": ("p*y <= x*q", "p*y >= x*q"), "one interval": (", x >= a*y", "")},
)  # fmt: skip

SECTION.claim(
    "the-binomial-loss-is-bounded-but-for-a-tail",
    "noise of n fair coins, counts one apart: the privacy loss is at most epsilon exactly for k >= (n + 1)/(1 + "
    "e^epsilon) heads",
    "The binomial mechanism adds the number k of heads, less n/2. Where the count is one less, the same output takes "
    "$k + 1$ heads, where it is one more $k - 1$; and $k \\binom nk = (n - k + 1) \\binom n{k-1}$. So delta is at most "
    "the probability of fewer heads, and it is never 0: with $2^{-n}$ the output is one that the neighbour never has.",
    "Implies(c*k == b*(n - k + 1), And(Implies(k >= (n + 1)/(1 + E), c <= E*b), Implies(c <= E*b, "
    "k >= (n + 1)/(1 + E)), Implies(k == 0, b == 0)))",
    by_solver("all heads", "And(0 <= k, k <= n, n >= 1, E >= 1, c > 0, b >= 0)"),
    at="Integer queries, other mechanisms", kind="project", trust="binomial-theorem", generated="none",
    symbols={"c": "\\Pr[k]", "b": "\\Pr[k - 1]"}, means=dict.fromkeys(("b", "c"), "any probability"),
    given="c and b are the probabilities of k and of k - 1 heads", integers="k n",
    mutants={"n for n + 1": ("k >= (n + 1)/(1 + E), c", "k >= n/(1 + E), c"),
             "twice the odds": ("Implies(c <= E*b, ", "Implies(c <= 2*E*b, ")},
)  # fmt: skip

SECTION.claim(
    "the-discrete-gaussian-loss-is-that-of-the-gaussian",
    "the privacy loss of discrete Gaussian noise k is that of the Gaussian, (2 k d + d^2)/(2 sigma^2), and has no "
    "bound",
    "The discrete Gaussian mechanism adds the integer k with a probability proportional to $e^{-k^2/2\\sigma^2}$. The "
    "normaliser is the same at both datasets, at integer answers, and cancels: the exponents differ as those of "
    "the Gaussian mechanism do. So no epsilon holds with $\\delta = 0$.",
    "And(-k**2/(2*x) + (k + d)**2/(2*x) == (2*k*d + d**2)/(2*x), "
    "Implies(And(k >= x*y, d >= 1, y >= 0), (2*k*d + d**2)/(2*x) > y))",
    by_solver("all integers", "x > 0"), at="Integer queries, other mechanisms", kind="project", generated="none",
    symbols={"x": "\\sigma^2", "y": "\\epsilon", "d": "d"}, means={"x": "any variance"},
    trust="exponentials", integers="k d",
    silent="answers are integers: between them the normalisers differ",
    mutants={"once": ("2*k*d + d**2)/(2*x), ", "k*d + d**2)/(2*x), "), "twice": ("> y", "> 2*y + d**2/x")},
)  # fmt: skip
