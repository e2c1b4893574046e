"""The sums of Appendices A.2 and A.3 as they are printed, with a step size of its own at every step.

Theorems 4 and 7 take steps of one size only, and what holds instead of them needs no more.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LSSGD, "App. A.2", {
    "eta": "\\eta_k", "b": "b", "G": "G", "f": "F", "fs": "F_*", "fn": "F_+", "L": "L", "gap": "\\Delta F",
    "total": "t", "D": "D_\\sigma", "V": "V", "gamma": "\\gamma", "d": "d",
    "before": "D_k", "after": "D_{k+1}", "g2": "r_2", "r": "r", "p": "p", "v": "\\nu^2",
    "steps": "h", "squares": "q", "beta": "\\beta", "first": "F_0", "grads": "t",
}, means={"v": "any variance"})  # fmt: skip

SECTION.claim(
    "weighted-sum-of-the-gaps",
    "summed over the steps: 2/3 of the gaps, each times its step, is at most D_sigma + (G^2/b + gamma d nu^2) times "
    "the squared steps",
    "For steps $\\eta_k \\le 1/(2L)$ that may differ: $\\frac23 t + D_T \\le D_\\sigma + qV$ with $V = G^2/b + "
    "\\gamma d\\nu^2$, where t is the sum of the expected gaps, each times its step, q that of the squared steps, and "
    "$D_T \\ge 0$ the last squared distance.",
    "2/3*total + before <= D + squares*V",
    by_induction(
        "one step after the other", {"total": "0", "before": "D", "squares": "0"},
        {"total": "total + eta*(f - fs)", "before": "after", "squares": "squares + eta**2"},
        ["And(L > 0, eta > 0, 2*L*eta <= 1, g2 >= 0, b >= 1, V == G**2/b + v*d*gamma)",
         "And(f - fs <= p, fs <= fn, fn <= f - eta*g2 + L*eta**2*g2/2, r <= g2)"],
        inputs=["eta", "f", "fn", "g2", "r", "p", "after"],
        each=[cite("distance-after-a-step-of-a-smooth-convex-loss")],
    ),
    at="App. A.2, sum over T", trust="induction",
    given=("F is convex and L-smooth, and every f_i is G-Lipschitz", "V is G^2/b + gamma d nu^2, as in every step"),
    silent="eta_k <= 1/(2L) at every step",
    mutants={"half of the noise": ("squares*V", "squares*V/2"), "all of the gaps": ("2/3*total", "total")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "gap-of-the-weighted-average",
    "the average of the iterates with the weights v_k: gap at most $\\frac{D_\\sigma + V \\sum_k \\eta_k^2}{\\frac23 "
    "\\sum_k \\eta_k}$",
    "F of the average $\\tilde w = \\sum_k v_k w^k$, $v_k = \\eta_k/h$ with the sum h of the steps, is at most the "
    "average of F with the same weights, so $h\\,\\Delta F \\le t$, as F is convex. Divided by $\\frac23 h$ the sum "
    "gives the two displays before the noise is put in.",
    "Implies(And(L > 0, V == G**2/b + v*d*gamma, steps*gap <= total, before >= 0), gap <= (D + squares*V)/(2*steps/3))",
    in_steps(
        "divided by the sum of the steps",
        about(Formula("Implies(And(x > 0, x*p <= q), p <= q/x)", ["x", "p", "q"]), by_solver("a division", [])),
        by_solver("all of it", [
            "And(b >= 1, steps > 0)", cite("weighted-sum-of-the-gaps"),
            shown("a division", {"x": "2*steps/3", "p": "gap", "q": "D + squares*V"}),
        ]),
    ),
    at="App. A.2, average of the iterates", given="F is convex and L-smooth", trust="jensen", generated="deep",
    silent="eta_k <= 1/(2L) at every step",
    mutants={"half": ("(2*steps/3)", "(4*steps/3)"), "without the noise": ("squares*V)/", "squares*G**2/b)/")},
)  # fmt: skip

SECTION.claim(
    "weighted-sums-from-zero",
    "what holds instead: with both sums from k = 0, also for steps that differ",
    "$E F(w^T) + \\frac12 t \\le F(w^0) + \\frac{L}2 qV$ for steps $\\eta_k \\le 1/L$, where t is the sum of the "
    "expected squared gradients in the norm of $A^{-1}$, each times its step, q that of the squared steps, both from "
    "k = 0 to T - 1, and $V = G^2/b + d\\beta\\nu^2$.",
    "f + grads/2 <= first + squares*L/2*V",
    by_induction(
        "one step after the other", {"f": "first", "grads": "0", "squares": "0"},
        {"f": "fn", "grads": "grads + eta*r", "squares": "squares + eta**2"},
        ["And(L > 0, eta > 0, eta*L <= 1, b >= 1, r >= 0, V == G**2/b + v*d*beta)"], inputs=["eta", "fn", "r"],
        each=[cite("expected-loss-after-a-step")],
    ),
    at="App. A.3, sum over T", fidelity="reconstructed", trust="induction", repairs="sums-from-one",
    given="V is G^2/b + d beta nu^2, as in every step", silent="eta_k <= 1/L at every step",
    mutants={"half": ("squares*L/2*V", "squares*L/4*V"), "all": ("grads/2", "grads")},
    generated="none",
)  # fmt: skip
