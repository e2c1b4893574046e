"""What replaces Remark 8 above the threshold: the published route, with the right mean and without a split."""

from __future__ import annotations

from sdp_proofs.claims.proofs.steps import by_identity, by_solver, on_box, on_grid
from sdp_proofs.claims.smoothed_dp.derivations.hypergeometric_tail import GRID, IN_USE, LOSS, TAIL, instances
from sdp_proofs.claims.smoothed_dp.derivations.hypergeometric_tail import SYMBOLS as TAIL_SYMBOLS
from sdp_proofs.ledger import Derivation, Hypothesis, Method, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula

ENTROPY = Formula("exp(-count*(theta*log(theta/rho) + (1 - theta)*log((1 - theta)/(1 - rho))))", TAIL_SYMBOLS)
FACTOR = {"p": r"\pi(i)", "f": "f", "base": "e^{-K}", "power": r"E[e^{-K H_i}]_{n-1}"}
RECORD = Formula("p*power*base + (1 - p)*power", FACTOR)
FACTORED = Formula("(1 - p*(1 - base))*power", FACTOR)
AT_FLOOR = Formula("(1 - f*(1 - base))*power", FACTOR)
RATES = {"n": "n", "x": "f(1-e^{-K})"}
SPLIT = {"rare": r"e^{-K \min(a, b)}", "one": "e^{-K a}", "two": "e^{-K b}"}
GENERATING = {"theta": r"\theta", "rho": r"\rho"}

ONE_EXPONENTIAL = Derivation(
    id="one-exponential-for-the-smoothed-loss",
    title="delta_SDP <= m (1 - f (1 - e^-K))^n",
    source="",
    steps=(
        Step(
            before=LOSS,
            relation=Relation.AT_MOST,
            after=TAIL,
            rule=Rule.MONOTONICITY,
            check=on_grid("all small databases", GRID, instances),
            hypotheses=(IN_USE,),
            near_misses=(
                StepMiss("half of the tail", after=Formula("tail/2", TAIL_SYMBOLS)),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            note="For all sizes: the claim outputs-with-a-small-share-lose-nothing, summed over the outputs.",
            part="One database",
        ),
        Step(
            before=TAIL,
            relation=Relation.AT_MOST,
            after=ENTROPY,
            rule=Rule.THEOREM,
            reference="Hoeffding 1963, Theorem 4, for H draws of which a share rho is marked; Markov's inequality",
            check=on_grid("all small databases", GRID, instances, method=Method.CERTIFIED),
            hypotheses=(IN_USE,),
            near_misses=(
                StepMiss("twice the exponent", after=ENTROPY.mutate("-count", "-2*count")),
                StepMiss("direction turned", relation=Relation.AT_LEAST),
            ),
            note="The roles of the type and of the sample are exchanged: h counts the sampled ones among H records, "
            "and has the mean rho H. No condition s <= 1 is needed.",
        ),
        Step(
            before=Formula("1 - rho + rho*(theta*(1 - rho)/(rho*(1 - theta)))", GENERATING),
            relation=Relation.EQUAL,
            after=Formula("(1 - rho)/(1 - theta)", GENERATING),
            rule=Rule.ALGEBRA,
            check=by_identity({"theta": "positive", "rho": "positive"}),
            near_misses=(
                StepMiss("the reciprocal", after=Formula("(1 - theta)/(1 - rho)", GENERATING)),
                StepMiss("theta/rho", after=Formula("theta/rho", GENERATING)),
            ),
            part="The moment generating function at the best place",
        ),
        Step(
            before=Formula("rare", SPLIT),
            relation=Relation.AT_MOST,
            after=Formula("one + two", SPLIT),
            rule=Rule.UNION_BOUND,
            check=by_solver([Formula("And(0 <= one, 0 <= two, Or(rare == one, rare == two))", SPLIT)]),
            near_misses=(
                StepMiss("the smaller one", after=Formula("Min(one, two)", SPLIT)),
                StepMiss("half of the sum", after=Formula("(one + two)/2", SPLIT)),
            ),
            part="The maximum over types becomes a sum; one such step for each type more",
        ),
        Step(
            before=RECORD,
            relation=Relation.EQUAL,
            after=FACTORED,
            rule=Rule.EXPECTATION,
            check=by_identity(dict.fromkeys(FACTOR, "real")),
            hypotheses=(Hypothesis("the records are independent; their sources may differ"),),
            near_misses=(
                StepMiss("1 + L", after=Formula("(1 - p*(1 + base))*power", FACTOR)),
                StepMiss("without the record", after=Formula("power", FACTOR)),
            ),
            part="One more record in the average of e^(-K H_i)",
        ),
        Step(
            before=FACTORED,
            relation=Relation.AT_MOST,
            after=AT_FLOOR,
            rule=Rule.MONOTONICITY,
            check=by_solver([Formula("And(0 <= base, base <= 1, 0 <= f, f <= p, power >= 0)", FACTOR)]),
            hypotheses=(Hypothesis("every source gives every type at least f", silent=True),),
            near_misses=(
                StepMiss("strictly", relation=Relation.BELOW),
                StepMiss("twice the floor", after=Formula("(1 - 2*f*(1 - base))*power", FACTOR)),
            ),
        ),
        Step(
            before=Formula("n*log(1 - x)", RATES),
            relation=Relation.AT_MOST,
            after=Formula("-n*x", RATES),
            rule=Rule.INEQUALITY,
            check=on_box({"n": "[1, oo)", "x": "[0, 1)"}, touching={"x": "0"}),
            near_misses=(
                StepMiss("twice the rate", after=Formula("-2*n*x", RATES)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            part="In exponential form",
        ),
    ),
)
"""One term, no split at c_2, no two exponents: the average of each summand factorises over the records."""
