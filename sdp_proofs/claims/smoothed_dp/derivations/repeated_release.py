"""The loss of k releases at every budget between: a loss curve below a chord, replaced one factor at a time."""

from __future__ import annotations

from sdp_proofs.claims.proofs.steps import by_identity, by_solver
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula

OUTPUT = {"p": "P(a)", "q": "P'(a)", "odds": "E", "w": "w"}
PAIR = {"p": "P_1(a)", "q": "P'_1(a)", "r": "P_2(b)", "s": "P'_2(b)", "t": "t"}
ANSWERS = {"k": "k", "j": "j", "l": "l"}
SUMS = {"none": r"(1 - \delta)^k", "part": r"\delta_j"}
CURVE = {"there": r"d(x, x')", "back": r"d(x', x)", "delta": r"\delta(x)", "odds": "E", "w": "w"}
IN_RANGE = Formula("And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)", OUTPUT)
AT_T = Formula("Max(0, p - (w/odds + (1 - w)*odds)*q)", OUTPUT)
ON_CHORD = Formula("w*Max(0, p - q/odds) + (1 - w)*Max(0, p - odds*q)", OUTPUT)
BOTH_WAYS = Formula("w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - odds*q)", OUTPUT)
SUMMED = Formula("w*(1 - 1/odds + back/odds) + (1 - w)*there", CURVE)
RESPONSE = Formula("w*(1 - 1/odds + delta/odds) + (1 - w)*delta", CURVE)
ALL_LOSSES = Formula("(1 - none) + none*part", SUMS)

BUDGETS_BETWEEN = Derivation(
    id="k-releases-by-their-curves",
    title="The loss of k releases at E^(k-2j)",
    source="",
    steps=(
        Step(
            before=AT_T,
            relation=Relation.AT_MOST,
            after=ON_CHORD,
            rule=Rule.CONVEXITY,
            check=by_solver([IN_RANGE]),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("the end at E alone", after=Formula("Max(0, p - odds*q)", OUTPUT)),
            ),
            part="One output: t between 1/E and E",
        ),
        Step(
            before=ON_CHORD,
            relation=Relation.EQUAL,
            after=BOTH_WAYS,
            rule=Rule.ALGEBRA,
            check=by_solver([IN_RANGE]),
            near_misses=(
                StepMiss("the same direction", after=BOTH_WAYS.mutate("Max(0, q - odds*p)", "Max(0, p - odds*q)")),
                StepMiss("without it", after=BOTH_WAYS.mutate(" + Max(0, q - odds*p)/odds", "")),
            ),
            note="The loss at 1/E is that of the other direction at E.",
        ),
        Step(
            before=SUMMED,
            relation=Relation.AT_MOST,
            after=RESPONSE,
            rule=Rule.MONOTONICITY,
            check=by_solver([Formula("And(there <= delta, back <= delta, odds >= 1, 0 <= w, w <= 1)", CURVE)]),
            near_misses=(
                StepMiss("strictly", relation=Relation.BELOW),
                StepMiss("without delta at 1/E", after=RESPONSE.mutate(" + delta/odds", "")),
            ),
            note="The right side is the curve of a release that reveals the record with probability delta(x) and else "
            "answers truthfully with odds E.",
            part="All outputs: below the curve of a randomised response",
        ),
        Step(
            before=Formula("Max(0, p*r - t*q*s)", PAIR),
            relation=Relation.EQUAL,
            after=Formula("r*Max(0, p - t*s/r*q)", PAIR),
            rule=Rule.ALGEBRA,
            check=by_solver([Formula("And(p >= 0, q >= 0, r > 0, s >= 0, t >= 0)", PAIR)]),
            hypotheses=(Hypothesis("the releases are independent"), Hypothesis("P_2(b) > 0; else nothing is lost")),
            near_misses=(
                StepMiss("the ratio turned", after=Formula("r*Max(0, p - t*r*s*q)", PAIR)),
                StepMiss("without the weight", after=Formula("Max(0, p - t*s/r*q)", PAIR)),
            ),
            note="Summed over a it is P_2(b) times the loss of the first release at another t; so each release may be "
            "replaced by that response, one after the other.",
            part="One release at a time",
        ),
        Step(
            before=Formula("k - l > k - 2*j + l", ANSWERS),
            relation=Relation.IMPLIES,
            after=Formula("l < j", ANSWERS),
            rule=Rule.CASE_SPLIT,
            check=by_solver([]),
            near_misses=(
                StepMiss("one less", after=Formula("l < j - 1", ANSWERS)),
                StepMiss("more than j", after=Formula("l > j", ANSWERS)),
            ),
            note="With l answers against the type nothing revealed, P - E^(k-2j) P' is proportional to E^(k-l) - "
            "E^(k-2j+l).",
            part="k randomised responses",
        ),
        Step(
            before=ALL_LOSSES,
            relation=Relation.EQUAL,
            after=Formula("1 - none*(1 - part)", SUMS),
            rule=Rule.ALGEBRA,
            check=by_identity(dict.fromkeys(SUMS, "real")),
            near_misses=(
                StepMiss("without delta_j", after=Formula("1 - none", SUMS)),
                StepMiss("the sum", after=Formula("(1 - none) + part", SUMS)),
            ),
            note="Something is revealed with probability 1 - (1 - delta)^k; else k answers remain.",
            part="Together",
        ),
    ),
)
