"""Theorems 4 and 7 where losses are smooth and steps are short: what is left of them without the T and the output.

Their counterexamples take one step. Here the number T of steps is as large as one likes, and L is at most sqrt(T)/2 or
1, so that neither a missing hypothesis nor a long step is to blame.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LSSGD, "Theorem 4", {
    "gap": "\\Delta F", "G": "G", "T": "T", "C1": "C_1", "C2": "C_2", "gamma": "\\gamma", "b": "b", "x": "x", "p": "p",
    "q": "q", "M": "m", "P": "P", "k": "k", "z": "z", "v": "v", "y": "y", "D": "D_F", "left": "r", "mid": "r_0",
    "moved": "m", "eta": "\\eta", "g": "g", "root": "s", "r": "r",
})  # fmt: skip

SECTION.claim(
    "no-constants-serve-theorem-four-without-gamma",
    "with the T of Theorem 4, which lacks gamma, no constants serve: smooth losses, short steps, every T >= 2",
    "F is $G|x|$ along the direction of equal coordinates, where $\\lambda = 1$, made smooth within $r = 2G/\\sqrt T$ "
    "of 0: L is $\\sqrt T/2$, and $F \\ge Gx - Gr/2$. From $x = 2G\\sqrt T$ a step of $1/\\sqrt T$ moves the mean by "
    "$G/\\sqrt T$ at most, whatever the noise, so all T iterates keep on average a distance of $G\\sqrt T$ at least, "
    "and "
    "the gap is at least $G^2(\\sqrt T - 1/\\sqrt T)$. The bound is "
    "$C_2\\sqrt{6\\gamma C_1/T}(D_\\sigma + G^2/b)$ with $D_\\sigma = 4TG^2$, which is less for $\\gamma < "
    "1/(600 C_1C_2^2)$, that is for large $\\sigma$ and d.",
    "Implies(600*gamma*C1*C2**2 < 1, gap > C2*sqrt(6*gamma*C1)*((2*G*sqrt(T))**2 + G**2/b)/sqrt(T))",
    in_steps(
        "the root, both sides",
        about(Formula("Implies(600*gamma*C1*C2**2 < 1, C2*sqrt(6*gamma*C1) < 1/10)", ["gamma", "C1", "C2"]),
              by_solver("the root", "And(gamma > 0, C1 > 0, C2 > 0)")),
        about(Formula("Implies(And(0 < p, p < 1/10, x**2 >= 2, x > 0, q <= 1), (x - 1/x) > p*(4*x**2 + q)/x)",
                      ["p", "x", "q"]),
              by_solver("both sides over G^2", "q >= 0")),
        about(Formula("And(1/b <= 1, 1/b >= 0)", ["b"]), by_solver("batches", "b >= 1")),
        about(Formula("p*(4*x**2*G**2 + G**2/b)/x == G**2*(p*(4*x**2 + 1/b)/x)", ["p", "x", "G", "b"]),
              by_identity("the factor G^2", "positive x b; real p G")),
        about(Formula("Implies(And(G > 0, x > y), G**2*x > G**2*y)", ["G", "x", "y"]), by_solver("times G^2", [])),
        about(Formula("And(sqrt(T)**2 == T, sqrt(T) > 0)", ["T"]), by_solver("the number of steps", "T >= 2")),
        about(Formula("C2*sqrt(6*gamma*C1) > 0", ["C1", "C2", "gamma"]),
              by_solver("its sign", "And(gamma > 0, C1 > 0, C2 > 0)")),
        about(Formula("x >= 2*G*root - k*G/root", ["x", "G", "root", "k"]), by_induction(
            "one step after the other, on average", {"x": "2*G*root", "k": "0"}, {"x": "x - g/root", "k": "k + 1"},
            ["And(root > 0, G > 0)", "g <= G"], inputs=["g"],
        )),
        about(Formula("Implies(And(k <= root**2, x >= 2*G*root - k*G/root), x >= G*root)", ["x", "G", "root", "k"]),
              by_solver("all iterates", "And(root > 0, G > 0)")),
        about(Formula("And(G*z**2/(2*r) >= G*z - G*r/2, Implies(z <= 0, -G*z - G*r/2 >= G*z - G*r/2))",
                      ["G", "z", "r"]), by_solver("near 0 and left of it", "And(G > 0, r > 0)")),
        about(Formula("Implies(And(y >= G*s, gap >= G*y - G*(2*G/s)/2), gap >= G**2*(s - 1/s))",
                      ["gap", "G", "s", "y"]), by_solver("the gap", "And(s > 0, G > 0)")),
        about(Formula("And((2*G*x)**2 == 4*x**2*G**2, 4*x**2*G**2 >= 0)", ["G", "x"]), by_solver("the start", [])),
        by_solver("all constants", [
            "And(gamma > 0, C1 > 0, C2 > 0, G > 0, T >= 2, b >= 1)", shown("the root"), shown("batches"),
            lifted("averaging", "y >= G*sqrt(T)", shown("one step after the other, on average"), shown("all iterates")),
            lifted("averaging", "gap >= G*y - G*(2*G/sqrt(T))/2", shown("near 0 and left of it")),
            shown("the gap", {"s": "sqrt(T)"}), shown("the start", {"x": "sqrt(T)"}),
            shown("the number of steps"), shown("its sign"),
            shown("both sides over G^2", {"p": "C2*sqrt(6*gamma*C1)", "x": "sqrt(T)", "q": "1/b"}),
            shown("the factor G^2", {"p": "C2*sqrt(6*gamma*C1)", "x": "sqrt(T)"}),
            shown("times G^2", {"x": "sqrt(T) - 1/sqrt(T)",
                                "y": "C2*sqrt(6*gamma*C1)*(4*sqrt(T)**2 + 1/b)/sqrt(T)"}),
        ]),
    ),
    kind="project", at="Theorem 4, T", trust="gaussian-moments",
    mutants={"10": ("600*", "10*"), "turned": ("gap > C2", "gap < C2")}, generated="none",
    given="n is large, mu = 10 b^2 T alpha/(3 n^2 epsilon), and d is such that T is that of the theorem",
    note="Then the noise of Theorem 2 has s = 3/2, and its condition on alpha holds for large n. gamma tends to 0 "
    "where first d and then sigma grow, see gamma-decreases-to-a-positive-limit.",
    numbers=("5/(10/3) == 3/2",),
)  # fmt: skip

SECTION.claim(
    "noise-moves-smooth-paths-by-little",
    "two paths of a 1-smooth loss, one with noise: their squared distance is at most k eta^2 nu^2 (1 + eta)^(2k) on "
    "average",
    "If the gradient is 1-Lipschitz, a step multiplies the distance of two points by at most $1 + \\eta$, and noise "
    "of mean 0 and variance $\\nu^2$ adds $\\eta^2\\nu^2$ to its mean square m. With $z = (1 + \\eta)^2$, $v = "
    "\\eta^2\\nu^2$ and $P = z^k$: $m \\le kvP$ after k steps.",
    "M <= k*v*P",
    by_induction("one step after the other", {"M": "0", "P": "1", "k": "0"},
                 {"M": "z*M + v - y", "P": "P*z", "k": "k + 1"}, ["And(z >= 1, v >= 0, y >= 0)"], inputs=["y"],
                 keeps=["P >= 1", "k >= 0"]),
    kind="project", at="Theorem 7, average iterate", trust=("induction", "gaussian-moments"),
    mutants={"half": ("k*v*P", "k*v*P/2"), "without the growth": ("k*v*P", "k*v")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "no-constants-serve-the-average-of-iterates",
    "for all C_1 and C_2 Theorem 7 fails for averages at every T > 60 C_1 C_2^2, with L = 1",
    "F is $\\cos w_1$, so that G = L = 1 and $D_F \\le 2$. Without noise the average of the first T iterates depends "
    "continuously on the start; it is 0 from 0 and $\\pi$ from $\\pi$, where nothing moves, so from some start it is "
    "$\\pi/2$, where the squared gradient is 1. Noise moves it by at most m in mean square, and the squared gradient "
    "falls by no more, as $\\sin^2(\\pi/2 + u) = 1 - \\sin^2 u \\ge 1 - u^2$. The bound, "
    "$C_2\\sqrt{\\beta C_1(2D_F + 1/b)(D_F + 1/b)/T}$, falls with T.",
    "Implies(And(T > 60*C1*C2**2, moved <= 1/2), left > C2*sqrt(C1*(2*D + 1/b)*(D + 1/b)/T))",
    in_steps(
        "the path, the bound",
        about(Formula("Implies(g == 0, x - eta*g == x)", ["g", "x", "eta"]), by_solver("where nothing moves", [])),
        about(Formula("Implies(z**2 <= u**2, 1 - z**2 >= 1 - u**2)", ["z", "u"]), by_solver("beside the middle", [])),
        about(Formula("Implies(T > 60*C1*C2**2, C2*sqrt(C1*(2*D + 1/b)*(D + 1/b)/T) < 1/2)",
                      ["T", "C1", "C2", "D", "b"]), in_steps(
            "the bound in long runs",
            about(Formula("Implies(And(0 <= D, D <= 2, 0 <= q, q <= 1), (2*D + q)*(D + q) <= 15)", ["D", "q"]),
                  by_solver("the two gaps", [])),
            about(Formula("And(0 <= 1/b, 1/b <= 1)", ["b"]), by_solver("batches", "b >= 1")),
            about(Formula("Implies(And(T > 60*x, T > 0, x > 0, p <= 15), 4*x*p/T < 1)", ["T", "x", "p"]),
                  by_solver("long runs", [])),
            about(Formula("Implies(And(4*p**2*x**2 < 1, p > 0, x >= 0), p*x < 1/2)", ["p", "x"]),
                  by_solver("the root", [])),
            about(Formula("And(sqrt(q) >= 0, sqrt(q)**2 == q)", ["q"]), by_solver("its square", "q >= 0")),
            about(Formula("4*(C1*C2**2)*((2*D + 1/b)*(D + 1/b))/T == 4*C2**2*(C1*(2*D + 1/b)*(D + 1/b)/T)",
                          ["C1", "C2", "D", "b", "T"]), by_identity("the factors", "positive T b; real C1 C2 D")),
            about(Formula("Implies(And(C1 > 0, D >= 0, q >= 0, T > 0), C1*(2*D + q)*(D + q)/T >= 0)",
                          ["C1", "D", "q", "T"]), by_solver("its sign", [])),
            by_solver("the bound", [
                "And(C1 > 0, C2 > 0, T >= 1, b >= 1, 0 <= D, D <= 2)", shown("batches"),
                shown("the two gaps", {"q": "1/b"}),
                shown("long runs", {"x": "C1*C2**2", "p": "(2*D + 1/b)*(D + 1/b)"}), shown("the factors"),
                shown("its sign", {"q": "1/b"}), shown("its square", {"q": "C1*(2*D + 1/b)*(D + 1/b)/T"}),
                shown("the root", {"p": "C2", "x": "sqrt(C1*(2*D + 1/b)*(D + 1/b)/T)"}),
            ]),
        )),
        by_solver("all constants", [
            "And(C1 > 0, C2 > 0, T >= 1, b >= 1, 0 <= D, D <= 2)", shown("the bound in long runs"),
            lifted("intermediate-values", "mid == 1", shown("where nothing moves")),
            lifted("integrals", "left >= mid - moved", shown("beside the middle"),
                   cite("noise-moves-smooth-paths-by-little")),
        ]),
    ),
    kind="project", at="Theorem 7, average iterate", given="sigma = 0, so that beta is 1; with smoothing it is less",
    mutants={"6": ("60*", "6*"), "any noise": ("moved <= 1/2", "moved <= 1")}, generated="none",
    note="As T eta^2 = 1, m is at most nu^2 (1 + eta)^(2T), and nu^2 is 4 s/b^2: large batches, with n/b as the "
    "conditions of Theorem 2 ask for, make it small.",
)  # fmt: skip
