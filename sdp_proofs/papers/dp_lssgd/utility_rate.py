"""The rate of Theorems 4 and 7: the number of steps put into their bounds, and the dimensions that it leaves."""

from __future__ import annotations

from sdp_proofs.papers.dp_lssgd.convex import PRINTED_VARIANCE, VARIANCE
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LSSGD, "App. A.2", {
    "Q": "Q", "K": "K", "m": "m", "T": "T", "C1": "C_1", "gamma": "\\gamma", "d": "d", "G": "G", "ell": "l", "n": "n",
    "ep": "\\epsilon", "mu": "\\mu", "b": "b",
})  # fmt: skip

SECTION.claim(
    "rate-of-the-utility", "with T = C_1 Q/K the bound is a constant times sqrt(Q K), in Theorems 4 and 7",
    "With $Q = D_\\sigma + G^2/b$, $K = \\gamma dG^2 l/(n\\epsilon)^2$, $m = \\mu(1-\\mu)$ and $T = C_1Q/K$, the noise "
    "$\\gamma d\\nu^2$ is at most $40TK/m$, and $(Q + 40TK/m)/\\sqrt T = \\sqrt{QK}(1/\\sqrt{C_1} + "
    "40\\sqrt{C_1}/m)$: a constant times $G\\sqrt{\\gamma(D_\\sigma + G^2/b)d\\,l}/(n\\epsilon)$. For Theorem 7, $Q = "
    "2D_F + LG^2/b$, and $L\\beta$ in place of $\\gamma$.",
    "Implies(And(K == gamma*d*G**2*ell/(n*ep)**2, m == mu*(1 - mu), T == C1*Q/K), "
    f"(Q + gamma*d*({VARIANCE}))/sqrt(T) <= sqrt(Q*K)*(1/sqrt(C1) + 40*sqrt(C1)/m))",
    in_steps(
        "the noise, then the rate",
        about(Formula("(Q + 40*(C1*Q/K)*K/m)/sqrt(C1*Q/K) == sqrt(Q*K)*(1/sqrt(C1) + 40*sqrt(C1)/m)",
                      ["Q", "C1", "K", "m"]), by_identity("the rate", "positive C1 Q K m")),
        about(Formula(f"gamma*d*(2*({PRINTED_VARIANCE})) == 40*T*(gamma*d*G**2*ell/(n*ep)**2)/(mu*(1 - mu))",
                      ["gamma", "d", "T", "G", "ell", "n", "ep", "mu"]),
              by_identity("the noise", "positive gamma d T G ell n ep; real mu")),
        about(Formula("Implies(And(T == C1*Q/K, p <= 40*T*K/m), (Q + p)/sqrt(T) <= "
                      "sqrt(Q*K)*(1/sqrt(C1) + 40*sqrt(C1)/m))", ["T", "C1", "Q", "K", "p", "m"]),
              in_steps(
                  "the rate from the noise",
                  about(Formula("Implies(And(T == u, x >= 0, y > 0, x**2 == T, y**2 == u), And(x > 0, x == y))",
                                ["T", "u", "x", "y"]), by_solver("one root", [])),
                  about(Formula("C1*Q/K > 0", ["C1", "Q", "K"]),
                        by_solver("steps", "And(C1 > 0, Q > 0, K > 0)")),
                  about(Formula("Implies(And(x == y, x > 0, T == u, p <= 40*T*K/m), (Q + p)/x <= (Q + 40*u*K/m)/y)",
                                ["x", "y", "T", "u", "p", "K", "m", "Q"]), by_solver("a quotient", "m > 0")),
                  by_solver("both", [
                      "And(C1 > 0, Q > 0, K > 0, m > 0, T > 0)", shown("the rate"), shown("steps"),
                      shown("one root", {"u": "C1*Q/K", "x": "sqrt(T)", "y": "sqrt(C1*Q/K)"}),
                      shown("a quotient", {"u": "C1*Q/K", "x": "sqrt(T)", "y": "sqrt(C1*Q/K)"}),
                  ]),
              )),
        about(Formula("Implies(And(K == u, m == w, x >= 0, p <= q, x*q == 40*T*u/w), x*p <= 40*T*K/m)",
                      ["K", "u", "m", "w", "x", "p", "q", "T"]), by_solver("in its letters", [])),
        about(Formula("gamma*d*G**2*ell/(n*ep)**2 > 0", ["gamma", "d", "G", "ell", "n", "ep"]),
              by_solver("its sign", "And(gamma > 0, d >= 1, G > 0, ell > 0, n >= 1, ep > 0)")),
        by_solver("all sizes", [
            "And(0 < mu, mu < 1, 0 < ep, ep <= ell, T >= 1, n >= 1, d >= 1, gamma > 0)",
            "And(G > 0, C1 > 0, Q > 0, K > 0, m > 0)",
            shown("the noise"), shown("its sign"),
            shown("in its letters", {"u": "gamma*d*G**2*ell/(n*ep)**2", "w": "mu*(1 - mu)", "x": "gamma*d",
                                     "p": VARIANCE, "q": f"2*({PRINTED_VARIANCE})"}),
            shown("the rate from the noise", {"p": f"gamma*d*({VARIANCE})"}),
        ]),
    ),
    at="Theorem 4, T; Theorem 7, T", fidelity="reconstructed", generated="none", silent="epsilon <= ln(1/delta)",
    mutants={"20": ("sqrt(C1) + 40", "sqrt(C1) + 20"), "a third": ("sqrt(Q*K)*(1", "1/3*sqrt(Q*K)*(1")},
    repairs="the-step-counts-of-the-theorems-are-those-of-their-proofs",
)  # fmt: skip

SECTION.claim(
    "the-conditions-bound-the-dimension",
    "with the T of Theorem 4 the second condition of Theorem 2 bounds the dimension by a multiple of b^2 Q/G^2",
    "With $T = C_1Qn^2\\epsilon^2/(dG^2 l)$ the condition $5b^2T\\alpha/(\\mu n^2\\epsilon) \\ge 3/2$ reads $3\\mu "
    "dG^2 l \\le 10b^2\\alpha C_1Q\\epsilon$. With $\\alpha \\le 2l/((1-\\mu)\\epsilon)$ it gives $d \\le "
    "\\frac{20\\,C_1}{3\\mu(1-\\mu)} b^2Q/G^2$, $Q = D_\\sigma + G^2/b$: in larger dimensions Theorem 4 says nothing.",
    "Implies(And(3*mu*d*G**2*ell <= 10*b**2*p*C1*Q*ep, p*(1 - mu)*ep <= 2*ell), 3*mu*(1 - mu)*d*G**2 <= 20*b**2*C1*Q)",
    in_steps(
        "multiplied and divided",
        about(Formula("Implies(And(x*ell <= y*q, q*m <= 2*ell), x*m <= 2*y)", ["x", "ell", "y", "q", "m"]),
              by_solver("products", "And(x >= 0, y >= 0, m > 0, ell > 0, q > 0)")),
        by_solver("all sizes", [
            "And(0 < mu, mu < 1, d >= 1, G > 0, ell > 0, b >= 1, C1 > 0, Q > 0, ep > 0, p > 1)",
            shown("products", {"x": "3*mu*d*G**2", "y": "10*b**2*C1*Q", "q": "p*ep", "m": "1 - mu"}),
        ]),
    ),
    kind="project", at="Theorem 4", symbols={"p": "\\alpha"}, given="epsilon <= ln(1/delta)",
    mutants={"half": ("<= 20*b", "<= 10*b"), "without 1 - mu": ("3*mu*(1 - mu)*d", "3*mu*d")}, generated="none",
)  # fmt: skip
