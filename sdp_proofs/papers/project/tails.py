"""Tails of counts: their continued fraction and the best event.

The remainder of the tails' continued fractions: induction on the level, and random convergents of the program.

The continued fractions of the hypergeometric and binomial tails and their exact remainders, for all levels.

Hypergeometric: let P and Q be the numerators and denominators of the convergents and

    B(i, j) = (n+1) Q_i(k) Q_j(k+1) - k v P_i(k) Q_j(k+1) + (H-k)(T-k) Q_i(k) P_j(k+1).

Multiplying the remainder identity by (n+1) Q_N(k) Q_N(k+1) turns it into B(N, N) = A_N (-1)^N l_1...l_N with
A_N = n+1+2N. Binomial: divide by n and let it grow with H/n = p. Both indices obey the same three-term recurrence, and
with L_N = (-1)^N l_1...l_N one shows at once, by induction on N,

    B(N, N) = A_N L_N,    B(N, N-1) = -U_N L_{N-1},    B(N-1, N) = -W_N L_{N-1},

for explicit polynomials U_N, W_N in k. The base and the three steps are identities between rational functions.

The best event is a tail: the likelihood ratio falls in the count, crosses 1/E once, and one tail is enough.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.ledger import Check, Claim, Outcome
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.verdict import Verdict

BASE = (
    ("diagonal at 0", 0, "A", "one"), ("first row", 1, "-U", "one*a0 - front"),
    ("first column", 1, "-W", "one*b0 + rest"), ("diagonal at 1", 1, "-l*A", "one*a0*b0 - front*b0 + rest*a0"),
)  # fmt: skip
STEPS = (
    ("next row", "-U1", "A*a + W"), ("next column", "-W1", "A*b + U"),
    ("next diagonal", "-l1*A1", "A*a*b + U*a + W*b - l*A0"),
)  # fmt: skip
"""Sides of each identity, for the base also the N of the left one; b is a at k + 1, 1 and 0 after a name stand for
N + 1 and N - 1, a0 and b0 for a and b at N = 0."""


def induction(claim: Claim) -> Outcome:
    """Base case N = 0, 1 and the step from N to N + 1, each decided as an identity of rational functions.

    Let P_N and Q_N be the numerators and denominators of the convergents, both with X_{N+1} = a X_N + l X_{N-1}, so
    that y_N = front P_N/(one Q_N), and let R_N, S_N be those at k + 1. With

        D(M, N) = one Q_M R_N - front P_M R_N + rest Q_M S_N

    one has (1 - y_N + q z_N) Q_N R_N = D(N, N)/one, as q front(k + 1) = rest. D is linear in its row M and in its
    column N, with the recurrence in each. By induction, with s = (-1)^N l_1 ... l_N,

        D(N, N) = s A_N,    D(N, N-1) = s U_N/l_N,    D(N-1, N) = s W_N/l_N:

    `BASE` says so for N = 0 and 1, and `STEPS` are D(N+1, N) = a D(N, N) + l D(N-1, N), its mirror image, and
    D(N+1, N+1) = a b D(N, N) + b l D(N-1, N) + a l D(N, N-1) + l^2 D(N-1, N-1), each divided by s.
    """
    from sdp_proofs.provers.symbolic import decide_identity

    pieces = dict(claim.parameters["pieces"])
    scope = "all N, and all n, H (or p), T, k with non-zero divisors"
    if not claim.formula.is_equation:
        return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
    left, right = claim.formula.sides()
    shown = f"(1 - y + q*z)*Q*R - (-1)**N*({pieces['A']})/({pieces['one']})*L"
    domains: dict[str, Any] = {**dict.fromkeys("yzqQRL", "real"), "N": "natural", "n": "natural"}
    signs = (f"({left}) - ({right})", f"({right}) - ({left})")
    if all(decide_identity(text, shown, domains).verdict is not Verdict.HOLDS for text in signs):
        return Outcome(Verdict.UNKNOWN, scope, detail="the identities do not give the formula")
    for name, left, right in _identities(pieces):
        result = decide_identity(left, right, ["N", "n", "H", "T", "k", "p"])
        if result.verdict is not Verdict.HOLDS:
            point = ", ".join(f"{symbol} = {value}" for symbol, value in (result.witness or {}).items())
            witness = f"{name}: {point}" if point else None
            return Outcome(result.verdict, scope, witness=witness, detail=None if witness else f"undecided: {name}")
    return Outcome(Verdict.HOLDS, scope, detail="base case and three induction steps are identities")


def _identities(pieces: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name and both sides of every identity, with the pieces written in."""

    def piece(name: str, shift: int = 0, point: str = "k") -> str:
        text = _substituted(pieces[name], {part: f"({pieces[part]})" for part in ("sum", "difference")})
        return "(" + _substituted(text, {"N": f"(N + {shift})", "k": f"({point})"}) + ")"

    names = {name: piece(name) for name in ("one", "front", "rest", "a", "l", "A", "U", "W")}
    names |= {f"{name}1": piece(name, 1) for name in ("l", "A", "U", "W")}
    names |= {"A0": piece("A", -1), "b": piece("a", point="k + 1")}
    names |= {f"{name}0": _substituted(names[name], {"N": "0"}) for name in ("a", "b")}
    for name, at, left, right in BASE:
        yield name, _substituted(_substituted(left, names), {"N": str(at)}), _substituted(right, names)
    for name, left, right in STEPS:
        yield name, _substituted(left, names), _substituted(right, names)


def _substituted(text: str, values: Mapping[str, str]) -> str:
    """The text with whole names replaced."""
    return re.sub(r"[A-Za-z_]\w*", lambda match: values.get(match[0], match[0]), text)


def random_convergents(claim: Claim) -> Iterator[Instance]:
    """The identity in exact fractions, computed from the package's own coefficients."""
    source = random.Random(claim.parameters["seed"])
    for _ in range(300):
        n, levels = source.randint(2, 80), source.randint(1, 8)
        law = claim.parameters["law"](n, source.randint(1, n - 1), source.randint(1, n))
        if law.term.low == law.term.high:
            continue
        k = source.randint(law.term.low, law.term.high - 1)
        (y, bottom, product), (z, above, _) = (convergent(law, at, levels) for at in (k, k + 1))
        if bottom and above:
            values = {"y": y, "z": z, "q": ratio(law, k), "Q": bottom, "R": above, "n": n, "N": levels, "L": product}
            yield f"{law}, k = {k}, N = {levels}", values


def hypergeometric(n: int, marked: int, draws: int) -> Hypergeometric:
    """The law without replacement."""
    return Hypergeometric(population=n, marked=marked, draws=draws)


def binomial(n: int, marked: int, draws: int) -> Binomial:
    """The law with replacement."""
    return Binomial(draws=draws, success=Fraction(marked, n))


def ratio(law: Hypergeometric | Binomial, k: int) -> Fraction:
    """The probability of k + 1 over that of k."""
    return Fraction(*law.term.ratio(k))


def convergent(law: Hypergeometric | Binomial, k: int, levels: int) -> tuple[Fraction, Fraction, Fraction]:
    """y_N(k) and Q_N(k) by the three-term recurrence, and the product of the l_j; zeros where Q_N is zero."""
    fraction, product = law.tail_fraction(k), Fraction(1)
    tops, bottoms = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    for j in range(levels + 1):
        a, b, numerator, denominator = fraction.level(j)
        partial = Fraction(numerator, denominator) if j else Fraction(1)
        product *= partial
        if j < levels:
            tops = tops[1], Fraction(a, b) * tops[1] + partial * tops[0]
            bottoms = bottoms[1], Fraction(a, b) * bottoms[1] + partial * bottoms[0]
    y = Fraction(*fraction.front()) * tops[1] / bottoms[1] if bottoms[1] else Fraction(0)
    return y, bottoms[1], product


SECTION = Section(PROJECT, "Tail fraction", {
    "y": "y_N(k)", "z": "y_N(k+1)", "q": "q(k)", "Q": "Q_N(k)", "R": "Q_N(k+1)", "n": "n", "N": "N",
    "L": "\\prod_{j\\le N} l_j",
}, {
    **dict.fromkeys("yzQRL", "papers.project.tails.convergent"),
    "q": "papers.project.tails.ratio",
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


BEST_EVENT = SECTION.beside(
    PROJECT, "One tail", {"own": "P(\\ge k)", "other": "P'(\\ge k)", "first": "P(k)", "odds": "E"},
    dict.fromkeys(("own", "other"), "sums.tails.tail_ratio") | {"first": "distributions.counts.Hypergeometric"},
)  # fmt: skip
OWN = BEST_EVENT.beside(PROJECT, "Crossing")


def small_tails(_: Claim) -> Iterator[Instance]:
    """Every n <= 9, a, T and k, in exact fractions."""
    for n, a, draws, k in product(range(2, 10), range(1, 10), range(1, 9), range(9)):
        if a <= n and k <= draws < n:
            laws = [Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1)]
            own, other = (sum((law.pmf(h) for h in range(k, draws + 1)), Fraction(0)) for law in laws)
            values = {"own": own, "other": other, "first": laws[0].pmf(k), "k": k, "a": a}
            yield f"n = {n}, a = {a}, T = {draws}, k = {k}", values


TERM = "binomial(a, k)*binomial(n - a, T - k)/binomial(n, T)"
FOLLOWING = "binomial(a, k + 1)*binomial(n - a, T - k - 1)/binomial(n, T)"
OTHER = "binomial(a - 1, k)*binomial(n - a + 1, T - k)/binomial(n, T)"
"""P(k), P(k + 1) and P'(k)."""

BEST_EVENT.claim(
    "tails-of-neighbours-differ-by-one-term",
    "$P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$, term by term a telescoping difference",
    "For a of n records and T draws without replacement, and P' the law with a - 1, the difference P(k) - P'(k) is "
    "the difference of P(k) k/a at k and k + 1. Summed from k on: $P(\\ge k) - P'(\\ge k) = P(k)\\,k/a$.",
    "own - other == first*k/a",
    by_telescoping(
        "one more term", {"own": f"own + {TERM}", "other": f"other + {OTHER}", "first": TERM},
        {"first": FOLLOWING, "k": "k + 1"}, {"own": "0", "other": "0", "first": "0"},
        {**dict.fromkeys(("n", "a", "T", "k"), "natural"), "own": "real", "other": "real"},
        [Formula("And(1 <= a, a <= n, T <= n, k <= a, k <= T, T - k <= n - a)", ("n", "a", "T", "k"))],
        begins={"k": "Min(a, T)"},
    ),
    on_instances(EXACT, GRID, "both tails, edges included", "all n <= 9", small_tails),
    mutants={"a + 1 for a": ("*k/a", "*k/(a + 1)")}, counts="k a", generated="deep", trust="induction",
)  # fmt: skip

OWN.claim(
    "likelihood-ratio-falls-in-the-count", "P'(h)/P(h) strictly falls in h, so the best event is a tail",
    "Without replacement $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$ is smaller at g than at h whenever h < g, at outputs "
    "that P gives. (Cross-multiplied; all factors are positive.)",
    "(a - g)*(b + 1)*a*(b + 1 - T + h) < (a - h)*(b + 1)*a*(b + 1 - T + g)",
    by_solver("all reals", "And(a >= 1, b >= 0, b + 1 - T + h > 0, h < g, g <= a, T < a + b + 1)"),
    mutants={"it rises": (" < ", " > ")}, generated="deep",
)  # fmt: skip

OWN.claim(
    "crossing-in-closed-form", "E P'(h) < P(h) exactly for h above h* = a - a(n+1-T)/(a + E(b+1))",
    "Without replacement, at every h with P(h) > 0, E P'(h) < P(h) holds exactly when $h > h^* = a - a(n+1-T)/(a + "
    "E(b+1))$: one division finds the event. (Cross-multiplied with $P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h))$.) Where P "
    "and P' are zero, h may be above h* all the same.",
    "Equivalent(odds*(a - h)*(b + 1) < a*(b + 1 - T + h), h > a - a*(a + b + 1 - T)/(a + odds*(b + 1)))",
    by_solver("all outputs", "And(a >= 1, b >= 0, b + 1 - T + h > 0, odds >= 1)"),
    given="h is an output that P gives: max(0, T - b) <= h <= min(a, T)",
    mutants={"h* with E and 1 exchanged": ("(a + odds*(b + 1))", "(odds*a + (b + 1))")}, generated="deep",
)  # fmt: skip

OWN.claim(
    "likelihood-ratio-falls-in-the-count-with-replacement",
    "with replacement as well the best event is a tail: each count more divides the ratio by more than 1",
    "With replacement $P'(h)/P(h) = ((a-1)/a)^h ((b+1)/b)^{T-h}$, with a and b records of the two types. One count "
    "more multiplies it by $(a-1)b/(a(b+1))$, which is below 1.",
    "(a - 1)/a*(b/(b + 1)) < 1",
    by_solver("all reals", "And(a >= 1, b >= 0)"),
    given="b >= 1; for b = 0 all draws show the one type, and P has a single output",
    mutants={"below 1/2": ("< 1", "< 1/2")},
)  # fmt: skip
