"""App. C.1, the proof of Lemma 10, output by output: what is wrong with it, and what works."""

from __future__ import annotations

from sdp_proofs.claims.proofs.steps import by_solver
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

SYMBOLS = {"p": "p(a)", "q": "p'(a)", "odds": r"e^{\epsilon}", "r": "r"}

OWN = Formula("(odds + 1)*p*Max(0, Max(p, q)/(p + q) - odds/(odds + 1))", SYMBOLS)
PER_OUTPUT = Formula("p*Max(0, abs(p - q)/(p + q) - (odds - 1)/(odds + 1))", SYMBOLS)
NORMALISED = Formula("(odds + 1)/2*(p*Max(0, abs(p - q)/(p + q) - (odds - 1)/(odds + 1)))", SYMBOLS)
GAP = Formula("p*((p - q)/(p + q) - (odds - 1)/(odds + 1))", SYMBOLS)
SPLIT = Formula("p*(-2*q/(p + q) + 2/(odds + 1))", SYMBOLS)
RATIO = Formula("p*2*(p/q - odds)/((odds + 1)*(p/q + 1))", SYMBOLS)
LOSS = Formula("2/(odds + 1)*(p - odds*q)", SYMBOLS)
LOSS_RATIO = Formula("p*2*(p/q - odds)/((odds + 1)*(p/q))", SYMBOLS)
OTHER_LOSS = Formula("2/(odds + 1)*(q - odds*p)", SYMBOLS)
OTHER_GAP = Formula("p*((q - p)/(p + q) - (odds - 1)/(odds + 1))", SYMBOLS)
LOWER = Formula("p*2*(p/q - odds)/((odds + 3)*(p/q))", SYMBOLS)
OTHER_LOWER = Formula("2/(odds + 3)*(q - odds*p)", SYMBOLS)

FIRST = by_solver([Formula("And(odds >= 1, q > 0, p > odds*q)", SYMBOLS)])
SECOND = by_solver([Formula("And(odds >= 1, p > 0, q > odds*p)", SYMBOLS)])
ANY = by_solver([Formula("And(odds >= 1, p >= 0, q >= 0, p + q > 0)", SYMBOLS)])
POSITIVE = Hypothesis("p'(a) > 0: r has no value elsewhere", silent=True)

TWO_TYPES = Derivation(
    id="utility-of-two-types",
    title="Utility and losses of two types, output by output",
    source="App. C.1",
    steps=(
        Step(
            before=OWN, relation=Relation.EQUAL, after=PER_OUTPUT, rule=Rule.DEFINITION, check=ANY,
            near_misses=(
                StepMiss("without p", after=PER_OUTPUT.mutate("p*Max", "Max")),
                StepMiss("strictly less", relation=Relation.BELOW),
            ),
            recorded=Verdict.FAILS,
            note="'Easy to find', but the factor (E + 1)/2 is missing: 1/(1 - t) is E + 1, and a posterior exceeds t "
            "by half of what |p - p'|/(p + p') exceeds (E - 1)/(E + 1).",
        ),
        Step(
            before=OWN, relation=Relation.EQUAL, after=NORMALISED, rule=Rule.ALGEBRA, check=ANY,
            near_misses=(
                StepMiss("E + 1", after=NORMALISED.mutate("(odds + 1)/2", "(odds + 1)")),
                StepMiss("1/2", after=NORMALISED.mutate("(odds + 1)/2*", "1/2*")),
            ),
            part="With the factor",
        ),
        Step(
            before=GAP, relation=Relation.EQUAL, after=SPLIT, rule=Rule.ALGEBRA, check=FIRST,
            near_misses=(
                StepMiss("p' once", after=SPLIT.mutate("-2*q", "-q")), StepMiss("below", relation=Relation.BELOW),
            ),
            part="The first term, where p > E p'",
            note="The second term is printed with p'(a) - p'(a) for p'(a) - p(a).",
        ),
        Step(
            before=SPLIT, relation=Relation.EQUAL, after=RATIO, rule=Rule.SUBSTITUTION, check=FIRST,
            hypotheses=(POSITIVE,),
            near_misses=(
                StepMiss("r for r + 1", after=RATIO.mutate("(p/q + 1)", "(p/q)")),
                StepMiss("above", relation=Relation.ABOVE),
            ),
        ),
        Step(
            before=LOSS, relation=Relation.EQUAL, after=LOSS_RATIO, rule=Rule.SUBSTITUTION, check=FIRST,
            hypotheses=(POSITIVE,),
            near_misses=(
                StepMiss("r + 1 for r", after=LOSS_RATIO.mutate("(p/q))", "(p/q + 1))")),
                StepMiss("below", relation=Relation.BELOW),
            ),
            part="Upper bound, first direction",
            note="Printed with a sum over p < E p', which should be p > E p'.",
        ),
        Step(
            before=LOSS_RATIO, relation=Relation.BELOW, after=GAP, rule=Rule.ALGEBRA, check=FIRST,
            hypotheses=(POSITIVE,),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("half of the gain", after=Formula(f"1/2*({GAP})", SYMBOLS)),
            ),
            recorded=Verdict.FAILS,
            note="Turned around: the loss has r where the gain has r + 1 in the denominator, so it is larger. Only the "
            "turned inequality leads to the lemma.",
        ),
        Step(
            before=OTHER_LOSS, relation=Relation.BELOW, after=OTHER_GAP, rule=Rule.ALGEBRA, check=SECOND,
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("half of the gain", after=Formula(f"1/2*({OTHER_GAP})", SYMBOLS)),
            ),
            recorded=Verdict.FAILS,
            part="Upper bound, other direction",
            note="Not by symmetry, either: the second term is weighted by p, not by p'. The loss is larger here, too.",
        ),
        Step(
            before=LOWER, relation=Relation.AT_LEAST, after=GAP, rule=Rule.ALGEBRA, check=FIRST,
            hypotheses=(POSITIVE,),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("twice the gain", after=Formula(f"2*({GAP})", SYMBOLS)),
            ),
            recorded=Verdict.FAILS,
            part="Lower bound, first direction",
            note="Turned around: (E + 3) r >= (E + 1)(r + 1) for r > E >= 1.",
        ),
        Step(
            before=OTHER_LOWER, relation=Relation.AT_LEAST, after=OTHER_GAP, rule=Rule.ALGEBRA, check=SECOND,
            near_misses=(
                StepMiss("below", relation=Relation.BELOW),
                StepMiss("three times the gain", after=Formula(f"3*({OTHER_GAP})", SYMBOLS)),
            ),
            part="Lower bound, other direction",
            note="True as printed, but of no use: together with the first it would be an upper bound on the utility.",
        ),
        Step(
            before=GAP, relation=Relation.AT_MOST, after=LOSS, rule=Rule.ALGEBRA, check=FIRST,
            near_misses=(
                StepMiss("half of the loss", after=Formula(f"1/2*({LOSS})", SYMBOLS)),
                StepMiss("turned", relation=Relation.AT_LEAST),
            ),
            part="What holds instead",
            note="With the identity u_x + u_x' = d + d' (claim `utilities-add-up-to-divergences`) nothing else is "
            "needed.",
        ),
    ),
)
