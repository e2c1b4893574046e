"""The continued fractions of the hypergeometric and binomial tails and their exact remainders, for all levels.

Hypergeometric: let P and Q be the numerators and denominators of the convergents and

    B(i, j) = (n+1) Q_i(k) Q_j(k+1) - k v P_i(k) Q_j(k+1) + (H-k)(T-k) Q_i(k) P_j(k+1).

Multiplying the remainder identity by (n+1) Q_N(k) Q_N(k+1) turns it into B(N, N) = A_N (-1)^N l_1...l_N with
A_N = n+1+2N. Binomial: divide by n and let it grow with H/n = p. Both indices obey the same three-term
recurrence, and with L_N = (-1)^N l_1...l_N one shows at once, by induction on N,

    B(N, N) = A_N L_N,    B(N, N-1) = -U_N L_{N-1},    B(N-1, N) = -W_N L_{N-1},

for explicit polynomials U_N, W_N in k. The base and the three steps are identities between rational functions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

REMAINDER = Formula(
    "Eq((1 - y + q*z)*Q*R, (-1)**N*(n + 1 + 2*N)/(n + 1)*L)",
    {
        "y": "y_N(k)",
        "z": "y_N(k+1)",
        "q": "q(k)",
        "Q": "Q_N(k)",
        "R": "Q_N(k+1)",
        "n": "n",
        "N": "N",
        "L": r"\prod_{j\le N} l_j",
    },
)
BINOMIAL_REMAINDER = REMAINDER.mutate("(n + 1 + 2*N)/(n + 1)*", "")
HYPERGEOMETRIC = {
    "one": "n + 1",
    "front": "k*(n - H - T + k)",
    "rest": "(H - k)*(T - k)",
    "a": "k - (H + 1)*(T + 1)/(n + 2) + (n - 2*H)*(n - 2*T)*N*(N + n + 1)/((n + 2)*(2*N + n)*(2*N + n + 2))",
    "l": "N*(N + n)*(N + H)*(N + n - H)*(N + T)*(N + n - T)/((2*N + n - 1)*(2*N + n)**2*(2*N + n + 1))",
    "A": "n + 1 + 2*N",
    "sum": "(2*H + 2*T - n)*(2*N + n)/4 + (n - 2*H)*(n - 2*T)*n/(4*(2*N + n)) - (n + 2*N)*k",
    "difference": "2*k**2 + (n - 2*H - 2*T)*k + H*T + N*(n + N)",
    "U": "(sum + difference)/2",
    "W": "(sum - difference)/2",
}
"""a_N, l_N, A_N and U_N, W_N (through their sum and difference), and the coefficients of B, as text."""
BINOMIAL = {
    **HYPERGEOMETRIC,
    "one": "1",
    "front": "k*(1 - p)",
    "rest": "p*(T - k)",
    "a": "k - p*(T + 1) + (1 - 2*p)*N",
    "l": "N*(N + T)*p*(1 - p)",
    "A": "1",
    "sum": "p*T - (1 - 2*p)*N - k",
    "difference": "(1 - 2*p)*k + p*T + N",
}
BASE = (
    ("diagonal at 0", 0, "A", "one"),
    ("first row", 1, "-U", "one*a0 - front"),
    ("first column", 1, "-W", "one*b0 + rest"),
    ("diagonal at 1", 1, "-l*A", "one*a0*b0 - front*b0 + rest*a0"),
)
STEPS = (
    ("next row", "-U1", "A*a + W"),
    ("next column", "-W1", "A*b + U"),
    ("next diagonal", "-l1*A1", "A*a*b + U*a + W*b - l*A0"),
)
"""Of each identity the sides, for the base also the N of the left one; b is a at k + 1, 1 and 0 after a name
stand for N + 1 and N - 1, a0 and b0 for a and b at N = 0."""


def induction(claim: Claim) -> Outcome:
    """Base case N = 0, 1 and the step from N to N + 1, each decided as an identity of rational functions."""
    from sdp_proofs.numerics.symbolic import decide_identity

    pieces = dict(claim.parameters["pieces"])
    scope = "all N, and all n, H (or p), T, k with non-zero divisors"
    if claim.formula.text != (BINOMIAL_REMAINDER if pieces["one"] == "1" else REMAINDER).text:
        return Outcome(Verdict.UNKNOWN, scope, detail="the identities are those of another statement")
    for name, left, right in _identities(pieces):
        result = decide_identity(left, right, ["N", "n", "H", "T", "k", "p"])
        if result.verdict is not Verdict.HOLDS:
            witness = f"{name}: {result.witness}" if result.witness else None
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
        low, high = law.term.low, law.term.high
        if low == high:
            continue
        k = source.randint(low, high - 1)
        y, bottom = _convergent(law, k, levels)
        z, above = _convergent(law, k + 1, levels)
        if bottom and above:
            product = Fraction(1)
            for j in range(1, levels + 1):
                _, _, numerator, denominator = law.tail_fraction(k).level(j)
                product *= Fraction(numerator, denominator)
            ratio = Fraction(*law.term.ratio(k))
            values = {"y": y, "z": z, "q": ratio, "Q": bottom, "R": above, "n": n, "N": levels, "L": product}
            yield f"{law}, k = {k}, N = {levels}", values


def hypergeometric(n: int, marked: int, draws: int) -> Hypergeometric:
    """The law without replacement."""
    return Hypergeometric(population=n, marked=marked, draws=draws)


def binomial(n: int, marked: int, draws: int) -> Binomial:
    """The law with replacement."""
    return Binomial(draws=draws, success=Fraction(marked, n))


def _convergent(law: Hypergeometric | Binomial, k: int, levels: int) -> tuple[Fraction, Fraction]:
    """y_N(k) and Q_N(k) by the three-term recurrence."""
    fraction = law.tail_fraction(k)
    tops, bottoms = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    for j in range(levels):
        a, b, numerator, denominator = fraction.level(j)
        partial = Fraction(numerator, denominator) if j else Fraction(1)
        tops = tops[1], Fraction(a, b) * tops[1] + partial * tops[0]
        bottoms = bottoms[1], Fraction(a, b) * bottoms[1] + partial * bottoms[0]
    if not bottoms[1]:
        return Fraction(0), Fraction(0)
    return Fraction(*fraction.front()) * tops[1] / bottoms[1], bottoms[1]


def _without(pieces: Mapping[str, str], name: str, old: str, new: str) -> dict[str, dict[str, str]]:
    """The parameters with one piece changed."""
    return {"pieces": {**pieces, name: pieces[name].replace(old, new)}}


CHECKS = (
    Check(Method.SYMBOLIC, Coverage.ALL, induction, "induction on the level"),
    on_instances(
        Method.EXACT,
        Coverage.SAMPLE,
        "the program's own coefficients",
        "300 random n <= 80, N <= 8, seed 1",
        random_convergents,
    ),
)
SUPPORT = (Hypothesis("k is a point of the support and Q_N(k), Q_N(k+1) are not zero"),)

CLAIMS = (
    Claim(
        id="hypergeometric-tail-fraction-has-exact-remainder",
        paper="project",
        locator="Tail fraction",
        title="remainder identity of the hypergeometric tail's continued fraction, for all levels",
        kind=Kind.PROJECT,
        statement="With $q(k) = t(k+1)/t(k)$ the ratio of the hypergeometric pmf and $y_N$ the N-th convergent of the "
        "fraction in `numerics.fraction`, $1 - y_N(k) + q(k) y_N(k+1)$ equals $(-1)^N \\frac{n+1+2N}{n+1} \\prod_{j "
        "\\le N} l_j$ divided by $Q_N(k) Q_N(k+1)$.",
        hypotheses=SUPPORT,
        formula=REMAINDER,
        parameters={"pieces": HYPERGEOMETRIC, "law": hypergeometric, "seed": 1},
        checks=CHECKS,
        near_misses=(
            NearMiss("no alternating sign", REMAINDER.mutate("(-1)**N*", "")),
            NearMiss("weight n+1+N", parameters=_without(HYPERGEOMETRIC, "A", "2*N", "N")),
            NearMiss("j + n in a_j", parameters=_without(HYPERGEOMETRIC, "a", "N + n + 1", "N + n")),
            NearMiss("other sign in a_j", parameters=_without(HYPERGEOMETRIC, "a", "+ (n - 2*H)", "- (n - 2*H)")),
            NearMiss("j - H in l_j", parameters=_without(HYPERGEOMETRIC, "l", "(N + H)", "(N - H)")),
        ),
        family=family(counts=["n", "N"], deep=True),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "induction"),
        note="Summed over k it gives |S/t - y_N| <= (n+1+2N)/(n+1) prod l_j/Q_N^2 S/t wherever the a_j are positive: "
        "the certificate behind every digit far from the mode.",
    ),
    Claim(
        id="binomial-tail-fraction-has-exact-remainder",
        paper="project",
        locator="Tail fraction",
        title="remainder identity of the binomial tail's continued fraction, for all levels",
        kind=Kind.PROJECT,
        statement="The same for Binomial(T, p): $1 - y_N(k) + q(k) y_N(k+1)$ equals $(-1)^N \\prod_{j \\le N} l_j$ "
        "divided by $Q_N(k) Q_N(k+1)$.",
        hypotheses=SUPPORT,
        formula=BINOMIAL_REMAINDER,
        parameters={"pieces": BINOMIAL, "law": binomial, "seed": 1},
        checks=CHECKS,
        near_misses=(
            NearMiss("no alternating sign", BINOMIAL_REMAINDER.mutate("(-1)**N*", "")),
            NearMiss("p T for p (T+1) in a_j", parameters=_without(BINOMIAL, "a", "(T + 1)", "T")),
            NearMiss("1 + 2p in a_j", parameters=_without(BINOMIAL, "a", "1 - 2*p", "1 + 2*p")),
            NearMiss("j - T in l_j", parameters=_without(BINOMIAL, "l", "(N + T)", "(N - T)")),
        ),
        family=family(counts=["N"], deep=True),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "induction"),
    ),
)
