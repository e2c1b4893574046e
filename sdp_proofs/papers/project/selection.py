"""Sparse vectors with any scales of noise, and choices as the largest of scores with exponential noise."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Selection", {
    "a": "q", "b": "q'", "n": "\\nu", "t": "\\theta", "D": "D", "f": "f_1", "g": "f_2", "F": "F_1", "G": "F_2",
    "l": "\\lambda", "p": "P(W > w)", "h": "-\\frac{d}{dw}P(W > w)",
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
