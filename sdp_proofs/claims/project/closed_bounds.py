"""What replaces Remark 8: one exponential above the threshold, two for every epsilon, at every n and T < n."""

from __future__ import annotations

from sdp_proofs.claims.checks import by_identity, by_solver, on_box, on_instances, on_many_instances
from sdp_proofs.claims.families import NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.instances.bound_samples import (
    DATABASES_SCOPE,
    DEEP_SEED,
    RANDOM_DATABASES,
    RANDOM_SOURCES,
    SMOOTHED_SCOPE,
    databases_above_the_threshold,
    databases_at_every_budget,
    sources_at_every_budget,
)
from sdp_proofs.claims.smoothed_dp.derivations.two_exponentials import TWO_EXPONENTIALS
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

EXPONENT = Formula(
    "Eq(log(q/t) - th*log(th*q/(rho*t)), -(th*log(th/rho) + (1 - th)*log(t/q)))",
    {"th": r"\theta", "t": r"(1-\theta)", "rho": r"\rho", "q": r"(1-\rho)"},
)
PINSKER = Formula(
    "th*log(th/rho) + (1 - th)*log((1 - th)/(1 - rho)) >= 2*(th - rho)**2", {"th": r"\theta", "rho": r"\rho"}
)
ONE_LOSS = Formula(
    "loss <= limit",
    {"loss": r"\delta(H)", "limit": r"e^{-K \max(1, \min_i H_i)}", "tail": r"\Pr[h > \theta H_i]"},
)
ONE_MORE = Formula(
    "Eq(p*power*base + (1 - p)*power, (1 - p*(1 - base))*power)",
    {"p": r"\pi(i)", "power": r"E[L^{H_i}]_{n-1}", "base": "L"},
)
SHRINKS = Formula("n*log(1 - x) <= -n*x", {"n": "n", "x": "f(1-L)"})
LARGEST = Formula("1 - p*(1 - base) <= 1 - f*(1 - base)", {"p": r"\pi(i)", "f": "f", "base": "L"})
TWO_LOSS = Formula(
    "loss <= first + second",
    {
        "loss": r"\delta(H)",
        "first": r"e^{-K_+ k}",
        "second": r"\frac{c}{q} e^{-K_- k}",
        "low": r"\Pr[x < c/E]",
        "high": r"\Pr[y > c]",
    },
)
INCLUSION = Formula(
    "Implies(And(x >= c/odds, y <= c), p*(1 - odds*x/y) <= 0)",
    {"x": "u/a", "y": "(w+1)/(b+1)", "c": "c", "odds": "E", "p": r"\Pr[h|H]"},
)
TWO_SMOOTHED = Formula(
    "loss <= types*(first + second)",
    {
        "loss": r"\delta_{\mathrm{SDP}}",
        "types": "m",
        "first": r"(1 - f(1 - e^{-K_+}))^n",
        "second": r"\frac{c}{q} (1 - f(1 - e^{-K_-}))^n",
        "at_first": r"\max E e^{-K_+ H_i}",
        "at_second": r"\frac{c}{q} \max E e^{-K_- H_i}",
    },
)

CLAIMS = (
    Claim(
        id="best-exponent-of-a-tail-is-the-relative-entropy",
        paper="project",
        locator="Closed bounds",
        title="(1 - rho + rho u) u^-theta = exp(-KL(theta || rho)) at u = theta (1-rho)/(rho (1-theta))",
        kind=Kind.PROJECT,
        statement="At $u = \\theta(1-\\rho)/(\\rho(1-\\theta))$ one has $1 - \\rho + \\rho u = (1-\\rho)/(1-\\theta)$, "
        "so $\\ln\\left((1 - \\rho + \\rho u) u^{-\\theta}\\right) = -KL(\\theta \\| \\rho)$.",
        hypotheses=(Hypothesis("0 < rho < theta < 1; t = 1 - theta and q = 1 - rho"),),
        formula=EXPONENT,
        checks=(by_identity("logarithms taken apart", dict.fromkeys(EXPONENT.symbols, "positive")),),
        near_misses=(
            NearMiss("u = theta/rho", EXPONENT.mutate("th*q/(rho*t)", "th/rho")),
            NearMiss("the entropy the other way round", EXPONENT.mutate("th*log(th/rho)", "th*log(rho/th)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="relative-entropy-is-at-least-twice-the-squared-distance",
        paper="project",
        locator="Closed bounds",
        title="KL(theta || rho) >= 2 (theta - rho)^2 (Pinsker)",
        kind=Kind.PROJECT,
        statement="$KL(\\theta\\|\\rho) \\ge 2(\\theta-\\rho)^2$ for all theta and rho strictly between 0 and 1.",
        formula=PINSKER,
        checks=(on_box("the whole square", {"th": "(0, 1)", "rho": "(0, 1)"}, touching={"th": "rho"}),),
        near_misses=(
            NearMiss("three instead of two", PINSKER.mutate("2*(th", "3*(th")),
            NearMiss("strictly", PINSKER.mutate(">=", ">")),
        ),
        family=family(
            true={
                UNDECIDED: [
                    "2 for 1 in 1 - th, place 2", "0 for 1 in 1 - th, place 2",
                    "sign of th reversed in 1 - th, place 2", "1 - th without th, place 2", "0 for 1 in 1 - rho",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="one-loss-below-one-exponential",
        paper="project",
        locator="Closed bounds",
        title="above the threshold delta(H) <= exp(-K max(1, min H)), K = KL(1 - e^-eps || T/n)",
        kind=Kind.PROJECT,
        statement="If epsilon > ln(n/(n - T)), $\\delta(H) \\le e^{-K \\max(1, \\min_i H_i)}$ with $K = KL(1 - "
        "e^{-\\epsilon} \\| T/n)$. Proof: the loss is at most $\\Pr[h > \\theta H_i]$ for the type i that loses a "
        "record. With the roles of the type and of the sample exchanged, h counts the marked ones among H_i records "
        "drawn from n, of which T are marked. By Hoeffding 1963, Theorem 4, the moment generating function is at most "
        "that of a binomial count, and the best exponent is H_i K: for one pair of neighbours the loss is at most "
        "$e^{-H_i K}$.",
        hypotheses=(Hypothesis("T < n"), Hypothesis("epsilon > ln(n/(n - T))")),
        formula=ONE_LOSS,
        checks=(
            by_solver(
                "through the tail",
                [Formula("And(0 <= loss, loss <= tail, tail <= limit, limit <= 1)", ONE_LOSS.symbols)],
            ),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random databases", DATABASES_SCOPE, databases_above_the_threshold
            ),
            on_many_instances(
                Method.CERTIFIED,
                "many random databases",
                RANDOM_DATABASES,
                databases_above_the_threshold,
                seed=DEEP_SEED,
            ),
        ),
        near_misses=(
            NearMiss("half of it", ONE_LOSS.mutate("<= limit", "<= limit/2")),
            NearMiss("strictly", ONE_LOSS.mutate("<=", "<")),
        ),
        family=family(
            true={NOT_NEEDED: ["through the tail, without 0 <= loss", "through the tail, without limit <= 1"]},
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("outputs-with-a-small-share-lose-nothing", "best-exponent-of-a-tail-is-the-relative-entropy"),
        trust=("z3", "arb", "hoeffding", "exponential-markov"),
    ),
    Claim(
        id="averages-of-powers-factorise",
        paper="project",
        locator="Closed bounds",
        title="one more record multiplies E L^H_i by 1 - pi(i) (1 - L)",
        kind=Kind.PROJECT,
        statement="For independent records, of whatever sources, $E[L^{H_i}] = \\prod_r (1 - \\pi_r(i)(1 - L))$: "
        "a record of law pi multiplies the average by $\\pi(i) L + 1 - \\pi(i)$.",
        formula=ONE_MORE,
        checks=(by_identity("one record", dict.fromkeys(ONE_MORE.symbols, "real")),),
        near_misses=(
            NearMiss("1 + L for 1 - L", ONE_MORE.mutate("(1 - base)", "(1 + base)")),
            NearMiss("the other types", ONE_MORE.mutate("1 - p*(1 - base)", "p*(1 - base)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "induction"),
    ),
    Claim(
        id="a-rarer-type-has-a-larger-average",
        paper="project",
        locator="Closed bounds",
        title="1 - pi(i) (1-L) <= 1 - f (1-L) if pi(i) >= f",
        kind=Kind.PROJECT,
        statement="For $0 \\le L \\le 1$ the factor of a record is largest where the type is rarest.",
        hypotheses=(Hypothesis("every source gives every type at least f"),),
        formula=LARGEST,
        checks=(by_solver("all reals", [Formula("And(0 <= base, base <= 1, f <= p, 0 <= f)", LARGEST.symbols)]),),
        near_misses=(
            NearMiss("strictly", LARGEST.mutate("<=", "<")),
            NearMiss("f doubled", LARGEST.mutate("f*(1", "2*f*(1")),
        ),
        family=family(true={NOT_NEEDED: ["all reals, without 0 <= base", "all reals, without 0 <= f"]}),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="a-power-is-below-an-exponential",
        paper="project",
        locator="Closed bounds",
        title="(1 - x)^n <= exp(-n x)",
        kind=Kind.PROJECT,
        statement="$(1 - x)^n \\le e^{-n x}$ for $0 \\le x < 1$ and $n \\ge 1$; at x = 1 the left side is 0.",
        formula=SHRINKS,
        checks=(on_box("all n and x", {"n": "[1, oo)", "x": "[0, 1)"}, touching={"x": "0"}),),
        near_misses=(
            NearMiss("exp(-2 n x)", SHRINKS.mutate("-n*x", "-2*n*x")),
            NearMiss("strictly", SHRINKS.mutate("<=", "<")),
        ),
        family=family(counts=["n"], true={UNDECIDED: ["0 for 1 in 1 - x"]}, deep=True),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="outputs-between-two-cuts-lose-nothing",
        paper="project",
        locator="Closed bounds",
        title="where x >= c/E and y <= c the loss is at most 0",
        kind=Kind.PROJECT,
        statement="The ratio of a sample is x/y, with x = u/a and y = (w+1)/(b+1), u and w being the records of "
        "the two types that are not sampled. If x >= c/E and y <= c, the output loses nothing.",
        formula=INCLUSION,
        checks=(by_solver("one output", [Formula("And(c > 0, odds >= 1, y > 0, x >= 0, p >= 0)", INCLUSION.symbols)]),),
        near_misses=(
            NearMiss("cut at c for x", INCLUSION.mutate("x >= c/odds", "x >= c/odds**2")),
            NearMiss("cut at 2c for y", INCLUSION.mutate("y <= c", "y <= 2*c")),
        ),
        family=family(
            true={
                ROOM: ["p * (1 - odds * x / y) without p"],
                NOT_NEEDED: ["one output, without c > 0", "one output, without x >= 0"],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced",),
        trust=("z3",),
    ),
    Claim(
        id="one-loss-below-two-exponentials",
        paper="project",
        locator="Closed bounds",
        title="for every epsilon > 0 delta(H) <= exp(-K+ k) + (c/q) exp(-K- k), k = max(1, min H)",
        kind=Kind.PROJECT,
        statement="With q = 1 - T/n and a cut c in (q, 1), c < E q: $\\delta(H) \\le e^{-K_+ k} + \\frac{c}{q} "
        "e^{-K_- k}$, where $K_+ = KL(c/E \\| q)$, $K_- = KL(c \\| q)$ and $k = \\max(1, \\min_i H_i)$.",
        hypotheses=(Hypothesis("T < n"), Hypothesis("epsilon > 0")),
        formula=TWO_LOSS,
        checks=(
            by_solver(
                "through the two tails",
                [
                    Formula(
                        "And(loss <= low + high, 0 <= low, low <= first, 0 <= high, high <= second)", TWO_LOSS.symbols
                    )
                ],
            ),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random databases", DATABASES_SCOPE, databases_at_every_budget
            ),
            on_many_instances(
                Method.CERTIFIED, "many random databases", RANDOM_DATABASES, databases_at_every_budget, seed=DEEP_SEED
            ),
        ),
        near_misses=(
            NearMiss("one of the two", TWO_LOSS.mutate("first + second", "Min(first, second)")),
            NearMiss("strictly", TWO_LOSS.mutate("<=", "<")),
        ),
        family=family(
            true={NOT_NEEDED: ["through the two tails, without 0 <= low", "through the two tails, without 0 <= high"]},
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("outputs-between-two-cuts-lose-nothing", "best-exponent-of-a-tail-is-the-relative-entropy"),
        trust=("z3", "arb", "hoeffding", "exponential-markov"),
    ),
    Claim(
        id="smoothed-loss-below-two-exponentials",
        paper="smoothed-dp",
        locator="Theorem 3 (i), every epsilon",
        title="for every epsilon > 0, without a threshold, delta_SDP <= m [(1-f(1-e^-K+))^n + (c/q)(1-f(1-e^-K-))^n]",
        kind=Kind.PROJECT,
        statement="For every epsilon > 0 and every cut c with q < c < min(1, E q), q = 1 - T/n: "
        "$\\delta_{SDP} \\le m\\,[(1 - f(1 - e^{-K_+}))^n + \\frac{c}{q}(1 - f(1 - e^{-K_-}))^n]$, with "
        "$K_+ = KL(c/E \\| q)$ and $K_- = KL(c \\| q)$. Both are positive, so delta_SDP falls exponentially in n at "
        "every epsilon > 0: the threshold ln(n/(n-T)) of Theorem 3 belongs to its proof, not to the mechanism.",
        hypotheses=(
            Hypothesis("T < n"),
            Hypothesis("every source gives every type at least f > 0"),
        ),
        formula=TWO_SMOOTHED,
        checks=(
            by_solver(
                "averaged over databases",
                [
                    Formula(
                        "And(loss <= types*(at_first + at_second), types >= 1, at_first <= first, at_second <= second)",
                        TWO_SMOOTHED.symbols,
                    )
                ],
            ),
            on_instances(Method.CERTIFIED, Coverage.SAMPLE, "random sources", SMOOTHED_SCOPE, sources_at_every_budget),
            on_many_instances(
                Method.CERTIFIED, "many random sources", RANDOM_SOURCES, sources_at_every_budget, seed=DEEP_SEED
            ),
        ),
        near_misses=(
            NearMiss("one of the two", TWO_SMOOTHED.mutate("(first + second)", "Min(first, second)")),
            NearMiss("once for all types", TWO_SMOOTHED.mutate("types*(first", "(first")),
        ),
        family=family(counts=["types"]),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "one-loss-below-two-exponentials",
            "averages-of-powers-factorise",
            "a-rarer-type-has-a-larger-average",
        ),
        trust=("z3", "arb", "averaging"),
        derivation=TWO_EXPONENTIALS,
    ),
)
