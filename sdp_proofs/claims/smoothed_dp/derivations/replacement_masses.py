"""App. F, step 1.2: P_{M,k} is at most (e T/n)^k for M <= k; two printed lines on the way are false."""

from __future__ import annotations

from collections.abc import Iterator

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, on_grid
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import SYMBOLS, outputs
from sdp_proofs.ledger import Derivation, Hypothesis, Method, Relation, Rule, Step, StepCheck, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

LARGEST = 7
GRID = f"all n <= {LARGEST}, T <= n, 1 <= M <= k"

MASS = Formula("mass", SYMBOLS)
WITHOUT_REST = Formula("binomial(T, k)*(M/n)**k", SYMBOLS)
PRINTED_POWER = Formula("(exp(1)*k/(k*T))**k*(M/n)**k", SYMBOLS)
PRINTED_MIDDLE = Formula("(exp(1)*k/n)**k", SYMBOLS)
POWER = Formula("(exp(1)*T/k)**k*(M/n)**k", SYMBOLS)
BOUND = Formula("(exp(1)*T/n)**k", SYMBOLS)
REGROUPED = Formula("(exp(1)*T/n)**k*(M/k)**k", SYMBOLS)
POSITIVE = Formula("And(n >= 1, M >= 1, T >= 1, k >= 1)", SYMBOLS)


def meant(records: int, count: int, draws: int, seen: int) -> bool:
    """M <= k, as step 1.3 needs it; step 1.2 says M < k."""
    return 1 <= count <= seen and 2 * count < records


def _check(method: Method = Method.CERTIFIED) -> StepCheck:
    return on_grid("all small outputs", GRID, lambda: outputs(LARGEST, meant), method=method)


def several_draws() -> Iterator[Instance]:
    """At T = 1 the two sides of the third line are equal."""
    return outputs(LARGEST, lambda records, count, draws, seen: draws >= 2 and meant(records, count, draws, seen))


ENOUGH = Hypothesis("1 <= M <= k; at M = 0 both sides are 0, and '<' is false", silent=True)

REPLACEMENT_MASSES = Derivation(
    id="chance-of-more-draws-than-records",
    title="The chance to draw a type at least as often as it has records",
    source="App. F, step 1.2",
    steps=(
        Step(
            before=MASS,
            relation=Relation.AT_MOST,
            after=WITHOUT_REST,
            rule=Rule.MONOTONICITY,
            check=_check(Method.EXACT),
            hypotheses=(ENOUGH,),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("without the coefficient", after=Formula("(M/n)**k", SYMBOLS)),
            ),
        ),
        Step(
            before=WITHOUT_REST,
            relation=Relation.BELOW,
            after=PRINTED_POWER,
            rule=Rule.INEQUALITY,
            check=_check(),
            near_misses=(StepMiss("equality", relation=Relation.EQUAL),),
            recorded=Verdict.FAILS,
            note="T and one of the two k have changed places: it should be (eT/k)^k.",
        ),
        Step(
            before=PRINTED_POWER,
            relation=Relation.AT_MOST,
            after=PRINTED_MIDDLE,
            rule=Rule.MONOTONICITY,
            check=on_grid("all small outputs", f"{GRID}, T >= 2", several_draws, method=Method.CERTIFIED),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            note="True, but what stands before is no bound of the chance, and neither is (e k/n)^k: that fails at "
            "n = 7, T = 6, M = k = 1.",
        ),
        Step(
            before=PRINTED_MIDDLE,
            relation=Relation.AT_MOST,
            after=BOUND,
            rule=Rule.MONOTONICITY,
            check=_check(),
            near_misses=(
                StepMiss("direction turned", relation=Relation.AT_LEAST),
                StepMiss("strict", relation=Relation.BELOW),
            ),
        ),
        Step(
            before=WITHOUT_REST,
            relation=Relation.BELOW,
            after=POWER,
            rule=Rule.INEQUALITY,
            check=_check(),
            near_misses=(
                StepMiss("T for e T", after=Formula("(T/k)**k*(M/n)**k", SYMBOLS)),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            part="What holds instead",
        ),
        Step(
            before=POWER,
            relation=Relation.EQUAL,
            after=REGROUPED,
            rule=Rule.ALGEBRA,
            check=by_identity({name: "natural" for name in ("n", "M", "T", "k")}, [POSITIVE]),
            near_misses=(
                StepMiss("k/M for M/k", after=REGROUPED.mutate("(M/k)", "(k/M)")),
                StepMiss("without M/k", after=BOUND),
            ),
        ),
        Step(
            before=REGROUPED,
            relation=Relation.AT_MOST,
            after=BOUND,
            rule=Rule.MONOTONICITY,
            check=_check(),
            near_misses=(
                StepMiss("direction turned", relation=Relation.AT_LEAST),
                StepMiss("strict", relation=Relation.BELOW),
            ),
            note="M <= k.",
        ),
    ),
)
