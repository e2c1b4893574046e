"""Sparse vectors with any scales of noise, choices by exponential noise, the best of random runs, trees of sums."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Selection", {
    "a": "q", "b": "q'", "n": "\\nu", "t": "\\theta", "D": "D", "f": "f_1", "g": "f_2", "F": "F_1", "G": "F_2",
    "l": "\\lambda", "p": "P(W > w)", "h": "-\\frac{d}{dw}P(W > w)", "u": "\\ln u", "v": "\\ln u'", "c": "1/b",
    "e": "D_b", "k": "k", "m": "m", "d": "\\delta", "x": "2^k", "i": "i", "N": "N", "j": "j", "r": "r'", "s": "r",
}, {"F": "any probability", "G": "any probability", "p": "any probability"})  # fmt: skip

SECTION.claim(
    "sparse-vector-costs-its-threshold-and-its-answers-above",
    "a threshold moved by D and the noise of each query above by 2D lead to the same answers on the neighbour",
    "The queries q and q' of neighbours differ by at most D. A query with $q + \\nu < \\theta$ has $q' + \\nu < "
    "\\theta + D$; one with $q + \\nu \\ge \\theta$ has $q' + \\nu + 2D \\ge \\theta + D$. So the transcript of one "
    "database is that of the other with the threshold's noise moved by D and that of c queries by 2D, and Laplace "
    "noise of scales a and b loses at most $D/a + 2cD/b$. Where all queries rise the queries above need D, and where "
    "all fall the threshold stays: $D/a + cD/b$. Queries below need nothing, however many there are.",
    "And(Implies(And(a + n < t, b <= a + D), b + n < t + D), "
    "Implies(And(a + n >= t, b >= a - D), b + n + 2*D >= t + D), "
    "Implies(And(a + n >= t, b >= a), b + n + D >= t + D), "
    "Implies(And(a + n < t, b <= a), b + n < t), "
    "Implies(And(a + n >= t, b >= a - D), b + n + D >= t))",
    by_solver("one query", "D > 0"), means={"D": "any number > 0"}, trust=("densities", "data-processing"),
    mutants={"the same shift": ("b + n + 2*D >= t + D", "b + n + D >= t + D"),
             "any query": ("b <= a + D", "b <= a + 2*D")}, generated="none",
    note="M. Lyu, D. Su, N. Li, Understanding the sparse vector technique, PVLDB 2017, Algorithm 7.",
)  # fmt: skip

SECTION.claim(
    "hazards-of-largest-values-are-below-the-rate",
    "the largest of shifted exponential variables has a hazard of at most their rate",
    "With distribution functions $F_i$ and densities $f_i \\le \\lambda(1 - F_i)$ the larger of two independent "
    "variables has the density $f_1 F_2 + F_1 f_2 \\le \\lambda(1 - F_1 F_2)$, and so on. Permute and flip chooses the "
    "largest score with exponential noise. Let W be the largest of a set S of candidates less the largest outside. "
    "Given either of the two, $-\\frac{d}{dw}P(W > w) \\le \\lambda\\min(P(W > w), 1 - P(W > w))$, so $P(W > w)$ falls "
    "no faster than the tail of Laplace noise of scale $1/\\lambda$, and a neighbour moves W by at most 2D: no test "
    "tells more than one of two Laplace laws 2D apart.",
    "Implies(And(f <= l*(1 - F), g <= l*(1 - G)), f*G + F*g <= l*(1 - F*G))",
    by_solver("two variables", "And(0 <= F, F <= 1, 0 <= G, G <= 1, l > 0)"),
    means={"l": "any number > 0", "f": "any number", "g": "any number"}, trust=("densities", "data-processing"),
    mutants={"both added": ("f*G + F*g", "f + g"), "half the rate": ("l*(1 - F*G)", "l*(1 - F*G)/2")}, generated="none",
    note="R. McKenna, D. Sheldon, Permute-and-flip, NeurIPS 2020.",
)  # fmt: skip

SECTION.claim(
    "the-best-of-random-runs-costs-two-divergences-of-one",
    "the best of a truncated negative binomial number of runs has the divergence of one, and twice more of another",
    "The run with the best result is published, and f is the generating function of the number K of runs: that result "
    "is y or worse with probability f of the probability of one run. With u and u' the probabilities that one run is "
    "better, each mixed with certainty at $\\gamma$, $f'$ is $E K\\,\\gamma^{1+s}u^{-(1+s)}$ at the first database "
    "and likewise at the other. So the moment of order a is at most that of one run times the largest value of "
    "$E K\\,\\gamma^{1+s}(u^{-a}u'^{a-1})^{1+s}$. As post-processing u has $b\\ln u' \\le (b-1)(D_b + \\ln u)$, with "
    "$D_b$ the divergence of the databases in the other order, and $\\ln u \\ge \\ln\\gamma$: the logarithm of "
    "$u^{-a}u'^{a-1}$ is at most $(a-1)(1-1/b)D_b - (1 + (a-1)/b)\\ln\\gamma$. Over a - 1 that is "
    "$D_a + (1+s)(1-1/b)D_b + (1+s)\\ln(1/\\gamma)/b + \\ln E K/(a-1)$. Some run is made, so nothing else is seen.",
    "Implies(v <= (1 - c)*(e + u), -a*u + (a - 1)*v <= (a - 1)*(1 - c)*e - (1 + (a - 1)*c)*g)",
    by_solver("one result", "And(a > 1, 0 < c, c <= 1, e >= 0, g <= u, u <= 0)"),
    symbols={"a": "a", "g": "\\ln\\gamma"},
    means={"a": "any number > 1", "c": "any number > 0", "e": "any number >= 0", "u": "any number", "v": "any number",
           "g": "any number"},
    given="the number of runs is drawn independently of the data and stays secret, and only the best result is seen",
    trust=("densities", "data-processing"),
    mutants={"once": ("(1 + (a - 1)*c)*g", "(a - 1)*c*g"), "half": ("(a - 1)*(1 - c)*e", "(a - 1)*(1 - c)*e/2")},
    generated="none",
    note="N. Papernot, T. Steinke, Hyperparameter tuning with Renyi differential privacy, ICLR 2022, Theorem 2.",
)  # fmt: skip

SECTION.claim(
    "the-best-of-a-geometric-number-of-runs-costs-three-times-one",
    "the best of a geometric number of private runs costs three times the epsilon of one",
    "After each run the next one is made with probability $1 - \\gamma$, and the best result is published. It is at "
    "most t with probability $\\gamma F/(1 - (1 - \\gamma) F)$, where F is that of one run; so it is above s and at "
    "most t with that of one run times $\\gamma$ over two factors $\\gamma + (1 - \\gamma)(1 - F)$, one at s and one "
    "at t. On a neighbour each of the three has changed by a factor of $e^{\\epsilon}$ at most.",
    "Implies(And(u <= E*v, k <= E*i, m <= E*j), u/(i*j) <= E**3*v/(k*m))",
    by_solver("one interval", "And(E >= 1, u >= 0, v >= 0, i > 0, j > 0, k > 0, m > 0)"),
    symbols={"E": "e^\\epsilon", "u": "p", "v": "p'", "i": "a", "j": "b", "k": "a'", "m": "b'"},
    means={"E": "any number >= 1", "u": "any number >= 0", "v": "any number >= 0", "i": "any number > 0",
           "j": "any number > 0", "k": "any number > 0", "m": "any number > 0"},
    given="the number of runs is drawn independently of the data and stays secret, and only the best result is seen",
    mutants={"two": ("E**3", "E**2")}, generated="none",
    note="J. Liu, K. Talwar, Private selection from private candidates, STOC 2019.",
)  # fmt: skip

SECTION.claim(
    "a-poisson-number-of-runs-costs-a-failure-of-each",
    "the best of a Poisson number of runs has the divergence of one run, and m times a delta of it more",
    "With $f'(x) = m e^{m(x-1)}$ and r, r' the probabilities that one run is better than y, the moment of order a is "
    "at most that of one run times the largest value of $m e^{m((a-1)r' - ar)}$, and $f(0)$ more where no run is made. "
    "One run has $r' \\le \\frac{a}{a-1}r + \\delta$, with delta that at $\\epsilon = \\ln(1 + 1/(a-1))$, so the "
    "exponent is at most $m(a-1)\\delta$.",
    "Implies(r <= a/(a - 1)*s + d, m*((a - 1)*r - a*s) <= m*(a - 1)*d)",
    by_solver("one result", "And(a > 1, m > 0)"), symbols={"a": "a"},
    means={"a": "any number > 1", "m": "any number > 0", "r": "any number", "s": "any number", "d": "any number"},
    given="the number of runs is drawn independently of the data and stays secret, and only the best result is seen",
    trust="densities",
    mutants={"half of it": ("m*(a - 1)*d", "m*(a - 1)*d/2"), "at smaller odds": ("a/(a - 1)*s", "(a + 1)/(a - 1)*s")},
    generated="none",
    note="N. Papernot, T. Steinke, Hyperparameter tuning with Renyi differential privacy, ICLR 2022, Theorem 6.",
)  # fmt: skip

SECTION.claim(
    "a-step-is-in-one-dyadic-block-of-each-length-there-is",
    "a step of n is in at most one block of each length 2^k <= n: in as many sums as n has binary digits",
    "The blocks of length $2^k$ are $[j2^k, (j+1)2^k)$, all of whose steps are among the n. Two that hold step i have "
    "numbers less than one apart: they are one. A block there is has $2^k \\le (j+1)2^k \\le n$, and as many k have "
    "$2^k \\le n$ as n has binary digits. The first step is in the block 0 of each such length.",
    "And(Implies(And(j*x <= i, i < (j + 1)*x, m*x <= i, i < (m + 1)*x), And(j < m + 1, m < j + 1)), "
    "Implies((j + 1)*x <= N, x <= N), And(0*x <= 0, 0 < (0 + 1)*x))",
    by_solver("one length", "And(x > 0, j >= 0)"), symbols={"m": "j'"},
    means={"x": "any number > 0", "j": "any number >= 0", "m": "any number", "i": "any number", "N": "any number"},
    given="a record is in one step, and its place stays empty where it is removed",
    mutants={"closed blocks": ("i < (j + 1)*x, m", "i <= (j + 1)*x, m"), "two lengths": ("x <= N)", "2*x <= N)")},
    generated="none",
    note="T.-H. H. Chan, E. Shi, D. Song, Private and continual release of statistics, TISSEC 2011.",
)  # fmt: skip
