"""App. F, step 1.3: which terms of the loss are positive. At epsilon = 2T/n, as the step sets it, it fails."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.proving import step_by_tangents
from sdp_proofs.claims.proofs.steps import on_grid
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import SYMBOLS, chance, values
from sdp_proofs.ledger import Derivation, Hypothesis, Method, Relation, Rule, Step, StepCheck, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

SIGNS = {
    **SYMBOLS,
    "tail": r"\sum_{k \ge M} P_{M,k}",
    "loss": r"\max_S (\Pr[K_M \in S] - e^{\epsilon} \Pr[K_{M-1} \in S])",
    "x": r"\frac{eT}{n}",
}
LARGEST = 8
GRID = f"3 <= n <= {LARGEST}, T <= n, 1 <= M <= n/2, all k"
FEWER = Formula("k*log((M - 1)/M) + (T - k)*log((n - M + 1)/(n - M))", SIGNS)
MORE = Formula("k*log((M + 1)/M) + (T - k)*log((n - M - 1)/(n - M))", SIGNS)
SMALLEST_MORE = Formula("T*log((n - M - 1)/(n - M))", SIGNS)
PRINTED_MORE = Formula("k/M - (T - k)/(n - M)", SIGNS)
AT_HALF = Formula("-2*T/n", SIGNS)
AT_STATEMENT = Formula("-1 - 2*T/n", SIGNS)
LOSS, TAIL = Formula("loss", SIGNS), Formula("tail", SIGNS)
GEOMETRIC = Formula("x**M/(1 - x)", SIGNS)


def all_outputs() -> Iterator[Instance]:
    """All k at the small sizes."""
    for records in range(3, LARGEST + 1):
        for draws in range(1, records + 1):
            for count in range(1, records // 2 + 1):
                for seen in range(draws + 1):
                    name = f"n = {records}, M = {count}, T = {draws}, k = {seen}"
                    yield name, values(records, count, draws, seen)


def few_seen() -> Iterator[Instance]:
    """Those with k <= M - 1, M >= 2."""
    return ((name, found) for name, found in all_outputs() if found["M"] >= 2 and found["k"] < found["M"])


def losses() -> Iterator[Instance]:
    """The loss against M - 1 at epsilon = 1 + 2T/n where eT < n, its tail and its bound."""
    ratio = Formula("exp(1)*T/n", ["T", "n"])
    gain = Formula("Max(0, mass - exp(1 + 2*T/n)*less)", SIGNS)
    for records in range(3, 19):
        for draws in range(1, (records * 1000 - 1) // 2719 + 1):
            for count in range(1, records // 2 + 1):
                place = {"n": records, "M": count, "T": draws}
                gains = [gain.value({**values(records, count, draws, seen)}) for seen in range(draws + 1)]
                tail = sum((chance(records, count, draws, seen) for seen in range(count, draws + 1)), Fraction(0))
                loss = sum(value for value in gains[1:] if value is not None) + (gains[0] or 0)
                yield f"n = {records}, M = {count}, T = {draws}", {
                    **place, "loss": loss, "tail": tail, "x": ratio.value(place),
                }  # fmt: skip


def _reals(*texts: str) -> list[Formula]:
    return [Formula(text, SIGNS) for text in ("0 <= k", "k <= T", "T <= n", "M >= 1", "2*M <= n", *texts)]


def _enumerated() -> StepCheck:
    return on_grid("all small outputs", GRID, all_outputs, method=Method.CERTIFIED)


SIZES = Hypothesis("n >= 6 and T <= n, which T = o(n) implies for large n", silent=True)

REPLACEMENT_LOSSES = Derivation(
    id="positive-terms-of-the-loss-with-replacement",
    title="Which outputs contribute to the loss, in logarithms",
    source="App. F, step 1.3",
    steps=(
        Step(
            before=MORE,
            relation=Relation.AT_LEAST,
            after=PRINTED_MORE,
            rule=Rule.SUBSTITUTION,
            check=_enumerated(),
            near_misses=(StepMiss("equality", relation=Relation.EQUAL),),
            recorded=Verdict.FAILS,
            part="M' = M + 1, as printed: by the reversed line of (11)",
        ),
        Step(
            before=PRINTED_MORE,
            relation=Relation.AT_LEAST,
            after=AT_HALF,
            rule=Rule.MONOTONICITY,
            check=_enumerated(),
            near_misses=(
                StepMiss("T/n", after=Formula("-T/n", SIGNS)),
                StepMiss("direction turned", relation=Relation.AT_MOST),
            ),
            note="M <= n/2. True, but it follows a line that is false.",
        ),
        Step(
            before=MORE,
            relation=Relation.AT_LEAST,
            after=AT_HALF,
            rule=Rule.SUBSTITUTION,
            check=_enumerated(),
            near_misses=(StepMiss("twice", after=Formula("-T/n", SIGNS)),),
            recorded=Verdict.FAILS,
            part="M' = M + 1, its conclusion at epsilon = 2T/n",
            note="With M = n/2 and k = 0 a term is positive at every n.",
        ),
        Step(
            before=MORE,
            relation=Relation.AT_LEAST,
            after=AT_STATEMENT,
            rule=Rule.INEQUALITY,
            check=step_by_tangents(_reals("n >= 6"), all_outputs),
            hypotheses=(SIZES,),
            near_misses=(
                StepMiss("T/n for 2T/n", after=Formula("-1 - T/n", SIGNS)),
                StepMiss("at epsilon = 2T/n", after=AT_HALF),
            ),
            part="M' = M + 1 at epsilon = 1 + 2T/n: no term is positive",
        ),
        Step(
            before=FEWER,
            relation=Relation.AT_LEAST,
            after=AT_HALF,
            rule=Rule.SUBSTITUTION,
            check=on_grid("k <= M - 1", GRID, few_seen, method=Method.CERTIFIED),
            near_misses=(StepMiss("T/n", after=Formula("-T/n", SIGNS)),),
            recorded=Verdict.FAILS,
            part="M' = M - 1 and k <= M - 1, at epsilon = 2T/n",
        ),
        Step(
            before=FEWER,
            relation=Relation.AT_LEAST,
            after=Formula("-1", SIGNS),
            rule=Rule.INEQUALITY,
            check=step_by_tangents(_reals("k <= M - 1", "M > 1"), few_seen),
            near_misses=(
                StepMiss("-3/4 for -1", after=Formula("-3/4", SIGNS)),
                StepMiss("direction turned", relation=Relation.AT_MOST),
            ),
            part="M' = M - 1 and k <= M - 1, at every epsilon >= 1",
        ),
        Step(
            before=LOSS,
            relation=Relation.AT_MOST,
            after=TAIL,
            rule=Rule.MONOTONICITY,
            check=on_grid("all small databases", "n <= 18, eT < n, M <= n/2", losses, method=Method.CERTIFIED),
            near_misses=(
                StepMiss("half of the tail", after=Formula("tail/2", SIGNS)),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            part="The sum over k >= M",
            note="At epsilon = 1 + 2T/n. The printed line has P_{M+1,k} for P_{M-1,k}.",
        ),
        Step(
            before=TAIL,
            relation=Relation.AT_MOST,
            after=GEOMETRIC,
            rule=Rule.INEQUALITY,
            check=on_grid("all small databases", "n <= 18, eT < n, M <= n/2", losses, method=Method.CERTIFIED),
            hypotheses=(Hypothesis("eT < n", silent=True),),
            near_misses=(
                StepMiss("one power more", after=Formula("x**(M + 1)/(1 - x)", SIGNS)),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
        ),
    ),
)
