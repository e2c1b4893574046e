"""The steps of the bounds for every epsilon with replacement: which outputs gain, both tails, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import by_tangents
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

OUTPUT = {"a": "a", "b": "b", "h": "h", "k": "k", "tau": r"\tau", "sigma": r"\sigma"}
BETWEEN = Formula(
    "Implies(And(h <= tau*(a - 1), k >= sigma*(b + 1)), h*log(a/(a - 1)) - k*log((b + 1)/b) <= tau - sigma)", OUTPUT
)
MOMENT = Formula("T*log(1 + s*(z - 1)) <= T*s*(z - 1)", {"T": "T", "s": "a/n", "z": "z"})
MARKOV = Formula(
    "And(Implies(h >= level, (h - level)*rise >= 0), Implies(h <= level, (h - level)*fall >= 0))",
    {"h": "h", "level": r"\tau (a-1)", "rise": r"\ln z", "fall": r"\ln z'"},
)
LEVELS = {"tau": r"\tau", "sigma": r"\sigma", "r": r"\rho", "a": "a", "b": "b"}
UPPER = Formula("Eq(-tau*(a - 1)*log(tau/r) + a*r*(tau/r - 1), tau*log(tau/r) - a*(tau*log(tau/r) - tau + r))", LEVELS)
LOWER = Formula(
    "Eq(-sigma*(b + 1)*log(sigma/r) + b*r*(sigma/r - 1), -sigma*log(sigma/r) - b*(sigma*log(sigma/r) - sigma + r))",
    LEVELS,
)
SHIFT = Formula("Eq(-sigma*log(sigma/r) + (sigma*log(sigma/r) - sigma + r), r - sigma)", LEVELS)
POSITIVE = Formula("tau*log(tau/r) - tau + r >= 0", LEVELS)
EMPTY = Formula("And(tau*log(tau/r) - (tau*log(tau/r) - tau + r) >= 0, -sigma*log(sigma/r) >= 0)", LEVELS)
PAIRS = Formula(
    "loss <= up_one + up_two + down_one + down_two",
    {"loss": r"\delta(H)", "up_one": "A e^{-L_+ H_1}", "up_two": "A e^{-L_+ H_2}", "down_one": "B e^{-L_- H_1}",
     "down_two": "B e^{-L_- H_2}"},
)  # fmt: skip


def outputs(claim: Claim) -> Iterator[Instance]:
    """At the levels, and around them."""
    for a, b, tau, sigma in product((2, 5), (1, 100), map(Fraction, (0, 1)), map(Fraction, ("0", "1/4", "2"))):
        at, other = tau * (a - 1), sigma * (b + 1)
        seen = Fraction(0), at, tau * a, Fraction(a - 1), Fraction(20)
        unseen = Fraction(0), other / 2, other, Fraction(20)
        for h, k in product(seen, unseen):
            yield f"a = {a}, b = {b}, h = {h}, k = {k}", {"a": a, "b": b, "h": h, "k": k, "tau": tau, "sigma": sigma}


def rates(claim: Claim) -> Iterator[Instance]:
    """Levels on both sides of a rate."""
    for r, up, down in product(map(Fraction, ("1/10", "1", "3")), (1, 2, 9), (1, 2, 9)):
        yield f"rho = {r}, tau = {r * up}, sigma = {r / down}", {"r": r, "tau": r * up, "sigma": r / down}


def moments(claim: Claim) -> Iterator[Instance]:
    """Shares and places on both sides of one."""
    for draws, s, z in product((1, 4), map(Fraction, ("1/5", "1/2", "1")), map(Fraction, ("1/4", "1", "3"))):
        yield f"T = {draws}, s = {s}, z = {z}", {"T": draws, "s": s, "z": z}


CLAIMS = (
    Claim(
        id="outputs-between-both-levels-gain-nothing-with-replacement",
        paper="project",
        locator="Sampling with replacement",
        title="h <= tau (a-1) and k >= sigma (b+1), tau - sigma = epsilon: the output gains nothing",
        kind=Kind.PROJECT,
        statement="The likelihood ratio of an output that shows the types h and k times is $(a/(a-1))^h (b/(b+1))^k$. "
        "Its logarithm is at most $\\tau - \\sigma$ where $h \\le \\tau(a-1)$ and $k \\ge \\sigma(b+1)$, so an output "
        "gains only if $h > \\tau(a-1)$ or $k < \\sigma(b+1)$.",
        hypotheses=(Hypothesis("a > 1 and b > 0; the other cases have a bound of at least one"),),
        formula=BETWEEN,
        checks=(
            by_tangents(
                "tangents of the logarithm",
                [Formula("And(a > 1, b > 0, h >= 0, k >= 0)", OUTPUT)],
            ),
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "small outputs", "480 outputs at the levels and around them", outputs
            ),
        ),
        near_misses=(
            NearMiss("half of tau", BETWEEN.mutate("<= tau - sigma", "<= 1/2*tau - sigma")),
            NearMiss("twice sigma", BETWEEN.mutate("<= tau - sigma", "<= tau - 2*sigma")),
        ),
        family=family(counts=["b", "h"], true={UNDECIDED: ["b - 1 for b in (b + 1) / b"]}, deep=True),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb", "sum-over-outputs"),
    ),
    Claim(
        id="moment-of-a-binomial-count-below-that-of-a-poisson-count",
        paper="project",
        locator="Sampling with replacement",
        title="(1 + s (z-1))^T <= exp(T s (z-1)) for every z > 0",
        kind=Kind.PROJECT,
        statement="A count of T independent draws with chance s has $E z^h = (1 + s(z-1))^T$, at most "
        "$e^{Ts(z-1)}$; with s = a/n and T = rho n the exponent is $\\rho a (z - 1)$.",
        formula=MOMENT,
        checks=(
            by_tangents("tangents", [Formula("And(T >= 0, 0 <= s, s <= 1, z > 0, 1 + s*(z - 1) > 0)", MOMENT.symbols)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small counts", "18 places", moments),
        ),
        near_misses=(
            NearMiss("strictly", MOMENT.mutate("<=", "<")),
            NearMiss("half the exponent", MOMENT.mutate("<= T*s", "<= 1/2*T*s")),
        ),
        family=family(
            counts=["T"],
            true={
                UNDECIDED: ["0 for 1 in 1 + s * (z - 1)", "2 for 1 in z - 1", "1 + s * (z - 1) without 1"],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb", "binomial-theorem"),
    ),
    Claim(
        id="both-tails-by-markov",
        paper="project",
        locator="Sampling with replacement",
        title="z^(h - level) >= 1 on the upper tail if z >= 1, and on the lower tail if z <= 1",
        kind=Kind.PROJECT,
        statement="Above the level $(h - \\text{level}) \\ln z \\ge 0$ for $z \\ge 1$, below it for $z \\le 1$: so "
        "each tail is at most $E z^{h - \\text{level}}$.",
        formula=MARKOV,
        checks=(by_solver("all reals", [Formula("And(rise >= 0, fall <= 0)", MARKOV.symbols)]),),
        near_misses=(
            NearMiss("strictly", MARKOV.mutate("*rise >= 0", "*rise > 0")),
            NearMiss("one place for both", MARKOV.mutate("*fall", "*rise")),
        ),
        family=family(
            counts=["h"], true={ROOM: ["(h - level) * rise without rise", "(h - level) * rise without h - level"]},
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "exponential-markov"),
    ),
    Claim(
        id="exponent-of-the-upper-tail-with-replacement",
        paper="project",
        locator="Sampling with replacement",
        title="at z = tau/rho the upper tail is at most (tau/rho)^tau exp(-a L), L = tau ln(tau/rho) - tau + rho",
        kind=Kind.PROJECT,
        statement="$-\\tau(a-1)\\ln z + \\rho a(z - 1)$ at $z = \\tau/\\rho$ is $\\tau \\ln(\\tau/\\rho) - aL_+$.",
        formula=UPPER,
        checks=(by_identity("logarithms taken apart", {"tau": "positive", "r": "positive", "a": "positive"}),),
        near_misses=(
            NearMiss("a for a - 1", UPPER.mutate("-tau*(a - 1)", "-tau*a")),
            NearMiss("without rho", UPPER.mutate("- tau + r)", "- tau)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("moment-of-a-binomial-count-below-that-of-a-poisson-count", "both-tails-by-markov"),
        trust=("sympy",),
    ),
    Claim(
        id="exponent-of-the-lower-tail-with-replacement",
        paper="project",
        locator="Sampling with replacement",
        title="at z = sigma/rho the lower tail is at most (rho/sigma)^sigma exp(-b L)",
        kind=Kind.PROJECT,
        statement="$-\\sigma(b+1)\\ln z + \\rho b(z-1)$ at $z = \\sigma/\\rho$ is $\\sigma\\ln(\\rho/\\sigma) - bL_-$ "
        "with $L_- = \\sigma\\ln(\\sigma/\\rho) - \\sigma + \\rho$.",
        formula=LOWER,
        checks=(by_identity("logarithms taken apart", {"sigma": "positive", "r": "positive", "b": "positive"}),),
        near_misses=(
            NearMiss("b for b + 1", LOWER.mutate("-sigma*(b + 1)", "-sigma*b")),
            NearMiss("without rho", LOWER.mutate("- sigma + r)", "- sigma)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("moment-of-a-binomial-count-below-that-of-a-poisson-count", "both-tails-by-markov"),
        trust=("sympy",),
    ),
    Claim(
        id="one-record-fewer-costs-the-lower-tail-its-rate",
        paper="project",
        locator="Sampling with replacement",
        title="(rho/sigma)^sigma exp(L) = exp(rho - sigma)",
        kind=Kind.PROJECT,
        statement="For D(H_j + 1, H_i - 1) the second tail has one record fewer, which multiplies it by $e^{L_-}$: its "
        "prefactor becomes $e^{\\rho - \\sigma}$. As $L_- \\ge 0$ this prefactor serves for both losses of a pair.",
        formula=SHIFT,
        checks=(by_identity("logarithms", {"sigma": "positive", "r": "positive"}),),
        near_misses=(
            NearMiss("the other sign", SHIFT.mutate(", r - sigma)", ", sigma - r)")),
            NearMiss("without the prefactor", SHIFT.mutate("Eq(-sigma*log(sigma/r) + ", "Eq(")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("poisson-entropies-are-not-negative",),
        trust=("sympy",),
    ),
    Claim(
        id="poisson-entropies-are-not-negative",
        paper="project",
        locator="Sampling with replacement",
        title="tau ln(tau/rho) - tau + rho >= 0",
        kind=Kind.PROJECT,
        statement="$\\tau\\ln(\\tau/\\rho) - \\tau + \\rho \\ge 0$ for all positive tau and rho, with equality at "
        "tau = rho.",
        formula=POSITIVE,
        checks=(
            by_tangents("tangents", [Formula("And(tau > 0, r > 0)", LEVELS)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small rates", "27 places", rates),
        ),
        near_misses=(
            NearMiss("strictly", POSITIVE.mutate(">=", ">")),
            NearMiss("rho twice subtracted", POSITIVE.mutate("+ r", "- r")),
        ),
        family=family(
            true={
                ROOM: [
                    "tau * log(tau / r) without log(tau / r)",
                    "tau * log(tau / r) - tau + r without tau * log(tau / r) - tau",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb"),
    ),
    Claim(
        id="bound-of-a-lone-or-an-absent-type-is-at-least-one",
        paper="project",
        locator="Sampling with replacement",
        title="(tau/rho)^tau exp(-L) >= 1, and (rho/sigma)^sigma >= 1 for sigma <= rho",
        kind=Kind.PROJECT,
        statement="At a = 1, where the ratio is infinite as soon as the record is seen, the first tail's bound is "
        "$e^{\\tau - \\rho} \\ge 1$; at b = 0 the second one's is $(\\rho/\\sigma)^\\sigma \\ge 1$. No loss "
        "exceeds one.",
        hypotheses=(Hypothesis("sigma <= rho <= tau"),),
        formula=EMPTY,
        checks=(
            by_tangents("tangents", [Formula("And(0 < sigma, sigma <= r, r <= tau)", LEVELS)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small rates", "27 places", rates),
        ),
        near_misses=(
            NearMiss("strictly", EMPTY.mutate("-sigma*log(sigma/r) >= 0", "-sigma*log(sigma/r) > 0")),
            NearMiss("two records", EMPTY.mutate("- (tau*log", "- 2*(tau*log")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb"),
    ),
    Claim(
        id="largest-loss-of-all-pairs-below-one-sum-over-types",
        paper="project",
        locator="Sampling with replacement",
        title="a maximum over ordered pairs of f(i) + g(j) is at most sum f + sum g",
        kind=Kind.PROJECT,
        statement="delta(H) is the largest loss of an ordered pair of types, each at most one first tail of one type "
        "and one second tail of another; so it is at most the sum of both tails over all types.",
        formula=PAIRS,
        checks=(
            by_solver(
                "both pairs of two types; every type more adds terms that are not negative",
                [
                    Formula("And(up_one >= 0, up_two >= 0, down_one >= 0, down_two >= 0)", PAIRS.symbols),
                    Formula("Or(loss <= up_one + down_two, loss <= up_two + down_one)", PAIRS.symbols),
                ],
            ),
        ),
        near_misses=(
            NearMiss("one pair", PAIRS.mutate("up_one + up_two + down_one + down_two", "up_one + down_two")),
            NearMiss("first tails alone", PAIRS.mutate(" + down_one + down_two", "")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("z3", "induction", "maximum"),
    ),
)
