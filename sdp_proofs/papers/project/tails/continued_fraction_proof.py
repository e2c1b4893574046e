"""The remainder of the tails' continued fractions: induction on the level, and random convergents of the program."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.ledger import Claim, Outcome
from sdp_proofs.proving.instances import Instance
from sdp_proofs.verdict import Verdict

BASE = (
    ("diagonal at 0", 0, "A", "one"), ("first row", 1, "-U", "one*a0 - front"),
    ("first column", 1, "-W", "one*b0 + rest"), ("diagonal at 1", 1, "-l*A", "one*a0*b0 - front*b0 + rest*a0"),
)  # fmt: skip
STEPS = (
    ("next row", "-U1", "A*a + W"), ("next column", "-W1", "A*b + U"),
    ("next diagonal", "-l1*A1", "A*a*b + U*a + W*b - l*A0"),
)  # fmt: skip
"""Of each identity the sides, for the base also the N of the left one; b is a at k + 1, 1 and 0 after a name stand for
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
