"""Why delta_SDP decays at the exact rate: one record more, product laws, and the minimax theorem."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import BOUNDARY, NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import by_tangents
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

PAIR = {"a": "H_i", "b": "H_j", "u": "u_i", "w": "u_j", "odds": "E", "p": r"\Pr[h|H]"}
MORE = Formula("Eq(binomial(n, T)/binomial(n + 1, T), (n + 1 - T)/(n + 1))", {"n": "n", "T": "T"})
SYMMETRIC = Formula("Implies(odds*u*(b + 1) >= (w + 1)*a, p*(1 - odds*(u/a)/((w + 1)/(b + 1))) <= 0)", PAIR)
GIVEN = Formula("given <= event/unsampled", {"given": r"\Pr[G|U]", "event": r"\Pr[G]", "unsampled": r"\Pr[U]"})
BOTH = Formula(
    "first + second <= event/(f*left)",
    {
        "first": r"E\,D(H_i, H_j)",
        "second": r"E\,D(H_i + 1, H_j - 1)",
        "event": r"\Pr[G_{ij}]",
        "own": r"\Pr[G_{ij}, \text{the extra record is of type } j]",
        "other": r"\Pr[G_{ij}, \text{the extra record is of type } i]",
        "given_own": r"\Pr[G_{ij} | j]",
        "given_other": r"\Pr[G_{ij} | i]",
        "chance_own": r"\pi(j)",
        "chance_other": r"\pi(i)",
        "f": "f",
        "left": r"(1-\rho')",
    },
)
EXPONENT = Formula(
    "Implies(And(odds*u*b < w*a, u == x*a, left == all_left), s*(x*a - u) + t*(w - odds*x*b) - v*(all_left - left) "
    ">= 0)",
    {**PAIR, "x": "x", "s": "s", "t": "t", "v": "v", "left": "N", "all_left": r"\sum u"},
)
GIBBS = Formula(
    "A*log(c*(A + B)/(A*(c + d))) + B*log(d*(A + B)/(B*(c + d))) <= 0",
    {"A": "A_1", "B": "A_2", "c": "c_1", "d": "c_2"},
)
SHARES = {"x": "x", "first": "x_i", "second": "x_j", "A": "A_i", "B": "A_j", "odds": "E", "q": "q"}
FEASIBLE = Formula("Implies(And(first == x, second >= odds*x), odds*first*A*B <= second*A*B)", SHARES)
ACTIVE = Formula("Implies(And(first == q, second == q), odds*first*A*B > second*A*B)", SHARES)
PARTS = {
    "low": "L",
    "loss": r"\delta_{\mathrm{SDP}}",
    "high": "U",
    "others": r"\text{all other terms}",
    "pairs": "m(m-1)",
    "event": r"\max \Pr[G_{ij}]",
    "lattice": "(T+1)(N+2)",
    "factor": "B'",
    "decay": "e^{-(n+1)R'}",
    "f": "f",
    "left": r"(1-\rho')",
}
BRACKETS = Formula(
    "And(loss >= low + others, others >= 0, loss <= pairs*event/(f*left), event <= lattice*(factor*decay), "
    "high == pairs*lattice*(factor/(f*left))*decay, pairs > 0, f > 0, left > 0)",
    PARTS,
)


def two_parts(claim: Claim) -> Iterator[Instance]:
    """Small integer weights."""
    for place in product((1, 2, 5), repeat=4):
        yield f"A, B, c, d = {place}", dict(zip("ABcd", place, strict=True))


CLAIMS = (
    Claim(
        id="with-one-record-more-the-event-is-symmetric",
        paper="project",
        locator="Method of types",
        title="D(H_i, H_j) is at most the chance of E u_i H_j < u_j H_i in a database with one more record of type j, "
        "given that it is not sampled",
        kind=Kind.PROJECT,
        statement="An output gains only if $E u_i (H_j + 1) < (u_j + 1) H_i$. With one more record, of type j and not "
        "sampled, there are $H_j + 1$ and $u_j + 1$ of type j, and this is $E u_i H_j < u_j H_i$. It is not sampled "
        "with probability $\\binom nT / \\binom{n+1}T = (n+1-T)/(n+1)$.",
        formula=SYMMETRIC,
        checks=(
            in_steps(
                "the extra record, then one output",
                about(
                    MORE,
                    by_identity(
                        "the extra record is not sampled",
                        {"n": "natural", "T": "natural"},
                        [Formula("T <= n", MORE.symbols)],
                    ),
                ),
                by_solver("one output", [Formula("And(a > 0, b >= 0, u >= 0, w >= 0, odds >= 1, p >= 0)", PAIR)]),
            ),
            by_solver("one output", [Formula("And(a > 0, b >= 0, u >= 0, w >= 0, odds >= 1, p >= 0)", PAIR)]),
        ),
        near_misses=(
            NearMiss("w for w + 1", SYMMETRIC.mutate(">= (w + 1)*a", ">= w*a")),
            NearMiss("strictly", SYMMETRIC.mutate("<= 0)", "< 0)")),
        ),
        family=family(
            true={
                ROOM: ["p * (1 - odds * (u / a) / ((w + 1) / (b + 1))) without p"],
                NOT_NEEDED: [
                    "one output, without b >= 0", "one output, without u >= 0", "one output, without odds >= 1",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced",),
        trust=("sympy", "z3", "sum-over-outputs"),
    ),
    Claim(
        id="a-chance-given-an-event-is-at-most-a-quotient",
        paper="project",
        locator="Closed bounds",
        title="P(G | U) <= P(G)/P(U)",
        kind=Kind.PROJECT,
        statement="Given an event of positive probability no other one is more probable than the quotient of theirs. "
        "So conditioning independent choices on their number costs a factor B at most.",
        formula=GIVEN,
        checks=(
            by_solver(
                "the joint event is part of G",
                [Formula("And(0 < unsampled, given*unsampled <= event, 0 <= event, event <= 1)", GIVEN.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("the product", GIVEN.mutate("event/unsampled", "event*unsampled")),
            NearMiss("the chance itself", GIVEN.mutate("event/unsampled", "event")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "the joint event is part of G, without 0 <= event",
                    "the joint event is part of G, without event <= 1",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="both-neighbours-together-below-one-event",
        paper="project",
        locator="Method of types",
        title="E D(H_i, H_j) + E D(H_i + 1, H_j - 1) <= P(G_ij)/(f (1 - rho'))",
        kind=Kind.PROJECT,
        statement="The extra record follows any source. It is of type j, or i, with probability f at least, and these "
        "are disjoint events: $\\Pr[G|j] \\le \\Pr[G, j]/f$, and both together are at most $\\Pr[G]/f$.",
        hypotheses=(Hypothesis("every source gives every type at least f > 0"),),
        formula=BOTH,
        checks=(
            by_solver(
                "two disjoint events",
                [
                    Formula("And(first <= given_own/left, second <= given_other/left, 0 < left, 0 < f)", BOTH.symbols),
                    Formula("And(own == given_own*chance_own, other == given_other*chance_other)", BOTH.symbols),
                    Formula("And(given_own >= 0, given_other >= 0, chance_own >= f, chance_other >= f)", BOTH.symbols),
                    Formula("own + other <= event", BOTH.symbols),
                ],
            ),
        ),
        near_misses=(
            NearMiss("half of it", BOTH.mutate("event/(f*left)", "event/(2*f*left)")),
            NearMiss("without the floor", BOTH.mutate("event/(f*left)", "event/left")),
        ),
        family=family(true={ROOM: ["first + second without second", "first + second without first"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("with-one-record-more-the-event-is-symmetric", "a-chance-given-an-event-is-at-most-a-quotient"),
        trust=("z3", "averaging"),
        note="The second term is D(H_j + 1, H_i - 1) of the other ordered pair, renamed.",
    ),
    Claim(
        id="every-tilt-bounds-a-ray-of-the-event",
        paper="project",
        locator="Method of types",
        title="on E u_i H_j < u_j H_i with u_i = x H_i, exp(s (x H_i - u_i) + t (u_j - E x H_j) - v (sum u - N)) >= 1",
        kind=Kind.PROJECT,
        statement="For all real s and v and every $t \\ge 0$ the exponent is at least 0 where $u_i = xH_i$, $E u_i H_j "
        "< u_j H_i$ and N records are not sampled. The exponential is a product over the records.",
        hypotheses=(Hypothesis("H_i >= 1"),),
        formula=EXPONENT,
        checks=(
            by_solver(
                "the exponent",
                [Formula("And(a > 0, b >= 0, t >= 0, odds >= 1, x >= 0, u >= 0, w >= 0)", EXPONENT.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("strictly", EXPONENT.mutate(">= 0)", "> 0)")),
            NearMiss("another ray", EXPONENT.mutate("u == x*a", "u >= x*a")),
        ),
        family=family(
            true={
                BOUNDARY: ["<= for < in odds * u * b < w * a"],
                ROOM: [
                    "t * (w - odds * x * b) without w - odds * x * b", "t * (w - odds * x * b) without t",
                    "s * (x * a - u) + t * (w - odds * x * b) without t * (w - odds * x * b)",
                ],
                NOT_NEEDED: [
                    "the exponent, without a > 0", "the exponent, without b >= 0", "the exponent, without odds >= 1",
                    "the exponent, without x >= 0", "the exponent, without u >= 0", "the exponent, without w >= 0",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "exponential-markov", "independent-records"),
    ),
    Claim(
        id="a-base-is-the-least-cost-of-all-shares",
        paper="project",
        locator="Method of types",
        title="sum A_k ln(c_k/A_k) <= ln(sum c_k), with equality where A is in proportion to c",
        kind=Kind.PROJECT,
        statement="$A_1 \\ln(c_1/A_1) + A_2 \\ln(c_2/A_2) \\le (A_1 + A_2) \\ln\\frac{c_1 + c_2}{A_1 + A_2}$ for "
        "positive numbers, with equality where A is in proportion to c; so two parts may be taken as one, and by "
        "induction any number of them. With $c_k$ a probability times $e^{-\\text{cost}}$: minus the logarithm of a "
        "base is the least value of relative entropy plus cost (Gibbs).",
        formula=GIBBS,
        checks=(
            by_tangents("tangents", [Formula("And(A > 0, B > 0, c > 0, d > 0)", GIBBS.symbols)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "small weights", "A, B, c, d in {1, 2, 5}", two_parts),
        ),
        near_misses=(
            NearMiss("strictly", GIBBS.mutate("<= 0", "< 0")),
            NearMiss("the reference not normalised", GIBBS.mutate("/(A*(c + d))", "/(A*c)")),
        ),
        family=family(
            counts=["A", "B", "c", "d"],
            true={
                UNDECIDED: [
                    "c - 1 for c in c * (A + B)", "sign of B reversed in A + B", "d - 1 for d in d * (A + B)",
                    "sign of B reversed in A + B, place 2",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb", "induction"),
    ),
    Claim(
        id="every-ray-is-feasible-for-the-decay-rate",
        paper="project",
        locator="Method of types",
        title="x_i = x and x_j >= E x imply E x_i A_i A_j <= x_j A_i A_j",
        kind=Kind.PROJECT,
        statement="The shares on which a ray's best exponent is a minimum are among those of the decay rate; so no ray "
        "has a smaller exponent than the rate.",
        formula=FEASIBLE,
        checks=(by_solver("all reals", [Formula("And(A >= 0, B >= 0, odds >= 1)", SHARES)]),),
        near_misses=(
            NearMiss("strictly", FEASIBLE.mutate("<= second*A*B)", "< second*A*B)")),
            NearMiss("x_j >= x", FEASIBLE.mutate("second >= odds*x", "second >= x")),
        ),
        family=family(true={NOT_NEEDED: ["all reals, without odds >= 1"]}),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="the-decay-rate-is-attained-on-the-boundary",
        paper="project",
        locator="Method of types",
        title="at x_i = x_j = q the condition E x_i <= x_j fails, so it is an equality at the minimum",
        kind=Kind.PROJECT,
        statement="Where the condition holds strictly, a minimum of relative entropy is a local and so the global one "
        "of a convex function under linear constraints, which is at A = pi and all x = q. There E q <= q fails. So "
        "$x_j = E x_i$ at the minimum, and one number is left to be searched for.",
        formula=ACTIVE,
        checks=(by_solver("all reals", [Formula("And(A > 0, B > 0, odds > 1, q > 0)", SHARES)]),),
        near_misses=(
            NearMiss("twice as much", ACTIVE.mutate("> second*A*B)", "> 2*second*A*B)")),
            NearMiss("direction turned", ACTIVE.mutate("> second", "<= second")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("z3", "convex-minimum"),
        note="The relative entropy of a joint law to a product with fixed shares q and 1 - q is convex in both laws.",
    ),
)
