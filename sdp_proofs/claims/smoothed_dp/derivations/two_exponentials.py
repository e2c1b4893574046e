"""The bound for every epsilon > 0: both factors of the ratio concentrate around the share that is not sampled."""

from __future__ import annotations

from sdp_proofs.claims.proofs.steps import by_identity, by_solver, on_box
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula

RATIO = {"a": "a", "u": "u", "b": "b", "w": "w"}
LOSES = {"x": "x", "y": "y", "c": "c", "odds": "E", "p": r"\Pr[h|H]"}
SUMS = {"gain": r"\Pr[x<c/E \vee y>c]", "low": r"\Pr[x<c/E]", "high": r"\Pr[y>c]", "both": r"\Pr[x<c/E, y>c]"}
SHARE = {"q": "q", "c": "c"}

TWO_EXPONENTIALS = Derivation(
    id="two-exponentials-at-every-budget",
    title="delta(H) <= P(x < c/E) + P(y > c) for every epsilon > 0",
    source="",
    steps=(
        Step(
            before=Formula(
                "binomial(a - 1, a - u)*binomial(b + 1, b - w)/(binomial(a, a - u)*binomial(b, b - w))", RATIO
            ),
            relation=Relation.EQUAL,
            after=Formula("(u/a)/((w + 1)/(b + 1))", RATIO),
            rule=Rule.ALGEBRA,
            check=by_identity(dict.fromkeys(RATIO, "natural"), [Formula("And(1 <= u, u <= a, w <= b)", RATIO)]),
            near_misses=(
                StepMiss("w/b", after=Formula("(u/a)/((w + 2)/(b + 2))", RATIO)),
                StepMiss("the product", after=Formula("(u/a)*((w + 1)/(b + 1))", RATIO)),
            ),
            part="The ratio in terms of the records that are not sampled: x/y",
        ),
        Step(
            before=Formula("And(x >= c/odds, y <= c)", LOSES),
            relation=Relation.IMPLIES,
            after=Formula("p*(1 - odds*x/y) <= 0", LOSES),
            rule=Rule.CASE_SPLIT,
            check=by_solver([Formula("And(c > 0, odds >= 1, y > 0, x >= 0, p >= 0)", LOSES)]),
            near_misses=(
                StepMiss("a cut at 2c for y", before=Formula("And(x >= c/odds, y <= 2*c)", LOSES)),
                StepMiss("a strict loss", after=Formula("p*(1 - odds*x/y) < 0", LOSES)),
            ),
            part="Between the cuts nothing is lost",
        ),
        Step(
            before=Formula("gain", SUMS),
            relation=Relation.AT_MOST,
            after=Formula("low + high", SUMS),
            rule=Rule.UNION_BOUND,
            check=by_solver([Formula("And(gain == low + high - both, 0 <= both, both <= low, both <= high)", SUMS)]),
            near_misses=(
                StepMiss("the larger one", after=Formula("Max(low, high)", SUMS)),
                StepMiss("the product", after=Formula("low*high", SUMS)),
            ),
            note="Each tail is Hoeffding's: E[u/a] = q, and the moment generating function of w is at most binomial.",
            part="Two tails",
        ),
        Step(
            before=Formula("1 - q + q*(c*(1 - q)/(q*(1 - c)))", SHARE),
            relation=Relation.EQUAL,
            after=Formula("(1 - q)/(1 - c)", SHARE),
            rule=Rule.ALGEBRA,
            check=by_identity(dict.fromkeys(SHARE, "positive")),
            near_misses=(
                StepMiss("the reciprocal", after=Formula("(1 - c)/(1 - q)", SHARE)),
                StepMiss("c/q", after=Formula("c/q", SHARE)),
            ),
            hypotheses=(Hypothesis("q < c < 1"),),
            part="The second tail at the best place; the +1 of w + 1 costs c/q",
        ),
        Step(
            before=Formula("c*log(c/q) + (1 - c)*log((1 - c)/(1 - q))", SHARE),
            relation=Relation.AT_LEAST,
            after=Formula("2*(c - q)**2", SHARE),
            rule=Rule.INEQUALITY,
            check=on_box({"c": "(0, 1)", "q": "(0, 1)"}, touching={"c": "q"}),
            near_misses=(
                StepMiss("three times", after=Formula("3*(c - q)**2", SHARE)),
                StepMiss("strictly", relation=Relation.ABOVE),
            ),
            part="Both exponents are positive, whatever epsilon > 0: c may lie anywhere between q and E q",
        ),
    ),
)
