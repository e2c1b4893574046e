"""The continued fractions of the hypergeometric and binomial tails and their exact remainders, for all levels.

Hypergeometric: let P and Q be the numerators and denominators of the convergents and

    B(i, j) = (n+1) Q_i(k) Q_j(k+1) - k v P_i(k) Q_j(k+1) + (H-k)(T-k) Q_i(k) P_j(k+1).

Multiplying the remainder identity by (n+1) Q_N(k) Q_N(k+1) turns it into B(N, N) = A_N (-1)^N l_1...l_N with
A_N = n+1+2N. Binomial: divide by n and let it grow with H/n = p. Both indices obey the same three-term recurrence, and
with L_N = (-1)^N l_1...l_N one shows at once, by induction on N,

    B(N, N) = A_N L_N,    B(N, N-1) = -U_N L_{N-1},    B(N-1, N) = -W_N L_{N-1},

for explicit polynomials U_N, W_N in k. The base and the three steps are identities between rational functions.
"""

from __future__ import annotations

from collections.abc import Mapping

from sdp_proofs.ledger import Check
from sdp_proofs.papers.project.tails.continued_fraction_proof import (
    binomial,
    hypergeometric,
    induction,
    random_convergents,
)
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Tail fraction", {
    "y": "y_N(k)", "z": "y_N(k+1)", "q": "q(k)", "Q": "Q_N(k)", "R": "Q_N(k+1)", "n": "n", "N": "N",
    "L": "\\prod_{j\\le N} l_j",
}, {
    **dict.fromkeys("yzQRL", "papers.project.tails.continued_fraction_proof.convergent"),
    "q": "papers.project.tails.continued_fraction_proof.ratio",
})  # fmt: skip

HYPERGEOMETRIC = {
    "one": "n + 1", "front": "k*(n - H - T + k)", "rest": "(H - k)*(T - k)", "A": "n + 1 + 2*N",
    "a": "k - (H + 1)*(T + 1)/(n + 2) + (n - 2*H)*(n - 2*T)*N*(N + n + 1)/((n + 2)*(2*N + n)*(2*N + n + 2))",
    "l": "N*(N + n)*(N + H)*(N + n - H)*(N + T)*(N + n - T)/((2*N + n - 1)*(2*N + n)**2*(2*N + n + 1))",
    "sum": "(2*H + 2*T - n)*(2*N + n)/4 + (n - 2*H)*(n - 2*T)*n/(4*(2*N + n)) - (n + 2*N)*k",
    "difference": "2*k**2 + (n - 2*H - 2*T)*k + H*T + N*(n + N)", "U": "(sum + difference)/2",
    "W": "(sum - difference)/2",
}  # fmt: skip
"""a_N, l_N, A_N and U_N, W_N (through their sum and difference), and the coefficients of B, as text."""
BINOMIAL = {
    **HYPERGEOMETRIC, "one": "1", "front": "k*(1 - p)", "rest": "p*(T - k)", "A": "1",
    "a": "k - p*(T + 1) + (1 - 2*p)*N", "l": "N*(N + T)*p*(1 - p)", "sum": "p*T - (1 - 2*p)*N - k",
    "difference": "(1 - 2*p)*k + p*T + N",
}  # fmt: skip
_CHECKS = (
    Check(SYMBOLIC, ALL, induction, "induction on the level"),
    on_instances(
        EXACT, SAMPLE, "the program's own coefficients", "300 random n <= 80, N <= 8, seed 1", random_convergents,
    ),
)  # fmt: skip


def _without(pieces: Mapping[str, str], name: str, old: str, new: str) -> dict[str, dict[str, str]]:
    """The parameters with one piece changed."""
    return {"pieces": {**pieces, name: pieces[name].replace(old, new)}}


SECTION.claim(
    "hypergeometric-tail-fraction-has-exact-remainder",
    "remainder identity of the hypergeometric tail's continued fraction, for all levels",
    "With $q(k) = t(k+1)/t(k)$ the ratio of the hypergeometric pmf and $y_N$ the N-th convergent of the fraction in "
    "`sums.terms`, $1 - y_N(k) + q(k) y_N(k+1)$ equals $(-1)^N \\frac{n+1+2N}{n+1} \\prod_{j \\le N} "
    "l_j$ divided by $Q_N(k) Q_N(k+1)$.",
    "Eq((1 - y + q*z)*Q*R, (-1)**N*(n + 1 + 2*N)/(n + 1)*L)",
    *_CHECKS,
    given="k is a point of the support and Q_N(k), Q_N(k+1) are not zero",
    parameters={"pieces": HYPERGEOMETRIC, "law": hypergeometric, "seed": 1},
    mutants={
        "no alternating sign": ("(-1)**N*", ""), "weight n+1+N": ("2*N", "N"),
        "j + n in a_j": _without(HYPERGEOMETRIC, "a", "N + n + 1", "N + n"),
        "other sign in a_j": _without(HYPERGEOMETRIC, "a", "+ (n - 2*H)", "- (n - 2*H)"),
        "j - H in l_j": _without(HYPERGEOMETRIC, "l", "(N + H)", "(N - H)"),
    }, counts="n N", generated="deep", trust="induction",
    note="Summed over k it gives |S/t - y_N| <= (n+1+2N)/(n+1) prod_j l_j/Q_N^2 S/t wherever the a_j are positive: the "
    "certificate behind every digit far from the mode.",
)  # fmt: skip

SECTION.claim(
    "binomial-tail-fraction-has-exact-remainder",
    "remainder identity of the binomial tail's continued fraction, for all levels",
    "The same for Binomial(T, p): $1 - y_N(k) + q(k) y_N(k+1)$ equals $(-1)^N \\prod_{j \\le N} l_j$ divided by "
    "$Q_N(k) Q_N(k+1)$.",
    "Eq((1 - y + q*z)*Q*R, (-1)**N*L)",
    *_CHECKS,
    given="k is a point of the support and Q_N(k), Q_N(k+1) are not zero",
    parameters={"pieces": BINOMIAL, "law": binomial, "seed": 1},
    mutants={
        "no alternating sign": ("(-1)**N*", ""), "p T for p (T+1) in a_j": _without(BINOMIAL, "a", "(T + 1)", "T"),
        "1 + 2p in a_j": _without(BINOMIAL, "a", "1 - 2*p", "1 + 2*p"),
        "j - T in l_j": _without(BINOMIAL, "l", "(N + T)", "(N - T)"),
    }, counts="N", generated="deep", trust="induction",
)  # fmt: skip
