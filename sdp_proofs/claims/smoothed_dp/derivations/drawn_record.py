"""App. F, the DP half of Theorem 5: a lone record is seen if it is drawn; the last line of the proof is false."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, on_grid
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import chance
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.verdict import Verdict

SYMBOLS = {"lone": r"\delta_1", "unseen": r"\Pr[K_1 = 0]", "T": "T", "n": "n"}
GRID = "2 <= n <= 8, T <= n, odds 1 and 20"
LONE, SHOWN = Formula("lone", SYMBOLS), Formula("1 - unseen", SYMBOLS)
POWER = Formula("1 - (1 - 1/n)**T", SYMBOLS)
LEAST = Formula("T/(n + T - 1)", SYMBOLS)


def instances() -> Iterator[Instance]:
    """The loss of a database with a lone record."""
    for n in range(2, 9):
        for draws in range(1, n + 1):
            for odds in (1, 20):
                loss = delta(Database((1, n - 1), draws, True), Budget.read(odds=odds)).value
                yield f"n = {n}, T = {draws}, odds {odds}", {
                    "lone": loss, "unseen": chance(n, 1, draws, 0), "T": Fraction(draws), "n": n,
                }  # fmt: skip


_CHECK = on_grid("lone records", GRID, instances)

DRAWN_RECORD = Derivation(
    id="loss-of-a-lone-record-with-replacement",
    title="The loss of a lone record, drawn with replacement",
    source="App. F, the DP half of Theorem 5",
    steps=(
        Step(
            before=LONE,
            relation=Relation.AT_LEAST,
            after=SHOWN,
            rule=Rule.DEFINITION,
            check=_CHECK,
            near_misses=(
                StepMiss("above", relation=Relation.ABOVE),
                StepMiss("the chance not to be seen", after=Formula("unseen", SYMBOLS)),
            ),
            note="Even with equality, at every epsilon.",
        ),
        Step(
            before=SHOWN,
            relation=Relation.EQUAL,
            after=POWER,
            rule=Rule.SUBSTITUTION,
            check=_CHECK,
            near_misses=(
                StepMiss("T - 1 draws", after=Formula("1 - (1 - 1/n)**(T - 1)", SYMBOLS)),
                StepMiss("above", relation=Relation.ABOVE),
            ),
        ),
        Step(
            before=POWER,
            relation=Relation.AT_LEAST,
            after=Formula("T/(n + 1)", SYMBOLS),
            rule=Rule.INEQUALITY,
            check=_CHECK,
            near_misses=(StepMiss("T/n", after=Formula("T/n", SYMBOLS)),),
            recorded=Verdict.FAILS,
            note="False from T = 3 on.",
        ),
        Step(
            before=POWER,
            relation=Relation.AT_LEAST,
            after=LEAST,
            rule=Rule.INDUCTION,
            check=_CHECK,
            hypotheses=(Hypothesis("T >= 1"),),
            near_misses=(
                StepMiss("T/(n + T - 2)", after=Formula("T/(n + T - 2)", SYMBOLS)),
                StepMiss("above", relation=Relation.ABOVE),
            ),
            part="What holds instead",
            note="Proved for all n and T as a claim of its own.",
        ),
        Step(
            before=Formula("n/(n - 1)*(T + n - 1)", SYMBOLS),
            relation=Relation.EQUAL,
            after=Formula("T + n + T/(n - 1)", SYMBOLS),
            rule=Rule.ALGEBRA,
            check=by_identity({"n": "natural", "T": "natural"}, [Formula("n >= 2", SYMBOLS)]),
            near_misses=(
                StepMiss("without the last term", after=Formula("T + n", SYMBOLS)),
                StepMiss("T/n", after=Formula("T + n + T/n", SYMBOLS)),
            ),
            part="The induction step: (1 - 1/n)(n - 1)/(n + T - 1) is at most (n - 1)/(n + T)",
        ),
    ),
)
