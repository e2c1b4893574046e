"""App. D.1: post-processing, as printed and repaired. The print has the wrong preimage, and none for randomised f."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_identity, by_solver, on_grid
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.ledger.space import Laws
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

EVENT = {
    "pushed": r"\Pr[f(M(x)) \in S]",
    "other": r"\Pr[f(M(x')) \in S]",
    "pulled": r"\Pr[M(x) \in T]",
    "pulled_other": r"\Pr[M(x') \in T]",
    "odds": r"e^{\epsilon}",
    "delta": r"\delta_{\epsilon,M}(x)",
}
PUSHED, PULLED = Formula("pushed", EVENT), Formula("pulled", EVENT)
BOUNDED = Formula("odds*pulled_other + delta", EVENT)
RETURNED = Formula("odds*other + delta", EVENT)
GRID = "one binary record, two outputs of denominators up to 4, all functions and events, odds 1 and 2"


def events(whole: bool) -> Iterator[Instance]:
    """All functions f and events S for small pairs of laws; T is the preimage of S, or of all results."""
    laws = [law for level in range(4) for law in Laws(2).at_level(level, {})]
    for odds, first, second in product((Fraction(1), Fraction(2)), laws, laws):
        for function, event in product(product(range(2), repeat=2), ((), (0,), (1,), (0, 1))):
            at = {"first": first, "second": second, "odds": odds, "function": function, "event": event}
            yield (
                f"rows {first[0]} and {second[0]}, f = {function}, S = {set(event) or '{}'}, odds {odds}",
                event_values(at, whole),
            )


def event_values(at: Mapping[str, Any], whole: bool) -> dict[str, Fraction]:
    """The values of `EVENT`: `whole` takes all outputs for T, as printed."""
    laws, odds = (at["first"], at["second"]), at["odds"]
    preimage = [output for output in range(len(laws[0])) if at["function"][output] in at["event"]]
    taken = range(len(laws[0])) if whole else preimage
    pushed, other = (sum((law[output] for output in preimage), Fraction(0)) for law in laws)
    pulled, pulled_other = (sum((law[output] for output in taken), Fraction(0)) for law in laws)
    losses = [sum(max(Fraction(0), p - odds * q) for p, q in zip(*pair, strict=True)) for pair in (laws, laws[::-1])]
    return {
        "pushed": pushed, "other": other, "pulled": pulled, "pulled_other": pulled_other, "odds": odds,
        "delta": max(losses),
    }  # fmt: skip


GAPS = {"delta": r"\delta_{M}(x)", "there": r"d_{f \circ M}(x, x')", "back": r"d_{f \circ M}(x', x)"}
MEANS = {
    "a": r"\delta_{f \circ M}(x)", "b": r"\delta_{f \circ M}(y)", "c": r"\delta_M(x)", "d": r"\delta_M(y)",
    "w": r"\Pr[x]", "v": r"\Pr[x|\vec\pi']",
}  # fmt: skip
SMALLER = Formula("And(a <= c, b <= d)", MEANS)
ON_AVERAGE = Formula("And(w*a + (1 - w)*b <= w*c + (1 - w)*d, v*a + (1 - v)*b <= v*c + (1 - v)*d)", MEANS)
AT_MOST_THE_LARGEST = Formula("Max(w*a + (1 - w)*b, v*a + (1 - v)*b) <= Max(w*c + (1 - w)*d, v*c + (1 - v)*d)", MEANS)
WEIGHTS = [Formula("And(0 <= w, w <= 1, 0 <= v, v <= 1)", MEANS)]

BOTH_DIRECTIONS = Step(
    before=Formula("And(there <= delta, back <= delta, delta >= 0)", GAPS),
    relation=Relation.IMPLIES,
    after=Formula("Max(0, there, back) <= delta", GAPS),
    rule=Rule.DEFINITION,
    check=by_solver([]),
    near_misses=(
        StepMiss("strictly", after=Formula("Max(0, there, back) < delta", GAPS)),
        StepMiss("one direction only", before=Formula("And(there <= delta, delta >= 0)", GAPS)),
    ),
    part="Both directions and every neighbour",
)
AVERAGED = (
    Step(
        before=SMALLER,
        relation=Relation.IMPLIES,
        after=ON_AVERAGE,
        rule=Rule.EXPECTATION,
        check=by_solver(WEIGHTS),
        near_misses=(
            StepMiss("one database only", before=Formula("a <= c", MEANS)),
            StepMiss("strictly", after=Formula("w*a + (1 - w)*b < w*c + (1 - w)*d", MEANS)),
        ),
        part="Averages, and the largest average",
    ),
    Step(
        before=ON_AVERAGE,
        relation=Relation.IMPLIES,
        after=AT_MOST_THE_LARGEST,
        rule=Rule.MONOTONICITY,
        check=by_solver(WEIGHTS),
        near_misses=(
            StepMiss("the smallest average", after=AT_MOST_THE_LARGEST.mutate("<= Max", "<= Min")),
            StepMiss("one assignment only", before=Formula("w*a + (1 - w)*b <= w*c + (1 - w)*d", MEANS)),
        ),
    ),
)
"""Also the end of the other proofs of the appendix."""

PRINTED_POST_PROCESSING = Derivation(
    id="post-processing-as-printed",
    title="Post-processing, with T the preimage of all results",
    source="App. D.1",
    steps=(
        Step(
            before=PUSHED,
            relation=Relation.EQUAL,
            after=PULLED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=True)),
            near_misses=(
                StepMiss("half of it", after=Formula("pulled/2", EVENT)),
                StepMiss("at least", relation=Relation.AT_LEAST),
            ),
            recorded=Verdict.FAILS,
            note="T is printed as the set of all y with f(y) in A', which are all outputs; f(y) in S is meant. For a "
            "randomised f there is no such set at all.",
        ),
        Step(
            before=PULLED,
            relation=Relation.AT_MOST,
            after=BOUNDED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=True)),
            near_misses=(
                StepMiss("without delta", after=Formula("odds*pulled_other - 1", EVENT)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
        ),
        Step(
            before=BOUNDED,
            relation=Relation.EQUAL,
            after=RETURNED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=True)),
            near_misses=(
                StepMiss("the other way", after=Formula("odds*other - delta", EVENT)),
                StepMiss("at most", relation=Relation.AT_MOST),
            ),
            recorded=Verdict.FAILS,
        ),
        BOTH_DIRECTIONS,
        *AVERAGED,
    ),
)

KERNEL = {"p": "P(a)", "q": "P(b)", "k": r"k_{a,S}", "l": r"k_{b,S}"}
POSITIVE = {"x": "P(a) - E P'(a)", "g": r"k_{a,S}"}

REPAIRED_POST_PROCESSING = Derivation(
    id="post-processing-repaired",
    title="Post-processing of deterministic functions by preimages, of randomised ones as averages of these",
    source="",
    steps=(
        Step(
            before=PUSHED,
            relation=Relation.EQUAL,
            after=PULLED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=False)),
            near_misses=(
                StepMiss("strictly less", relation=Relation.BELOW),
                StepMiss("twice it", after=Formula("2*pulled", EVENT)),
            ),
            note="T is the set of all y with f(y) in S. For all laws: the claim probability-of-a-preimage.",
            part="Deterministic f",
        ),
        Step(
            before=PULLED,
            relation=Relation.AT_MOST,
            after=BOUNDED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=False)),
            near_misses=(
                StepMiss("without delta", after=Formula("odds*pulled_other", EVENT)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            note="For all laws: the claim best-event-takes-the-positive-terms.",
        ),
        Step(
            before=BOUNDED,
            relation=Relation.EQUAL,
            after=RETURNED,
            rule=Rule.DEFINITION,
            check=on_grid("all small functions and events", GRID, lambda: events(whole=False)),
            near_misses=(
                StepMiss("the complement", after=Formula("odds*(1 - other) + delta", EVENT)),
                StepMiss("strictly less", relation=Relation.BELOW),
            ),
        ),
        Step(
            before=Formula("k*p + l*q", KERNEL),
            relation=Relation.EQUAL,
            after=Formula("k*l*(p + q) + k*(1 - l)*p + (1 - k)*l*q + (1 - k)*(1 - l)*0", KERNEL),
            rule=Rule.EXPECTATION,
            check=by_identity(dict.fromkeys(KERNEL, "real")),
            hypotheses=(Hypothesis("the randomness of f is its own", silent=True),),
            near_misses=(
                StepMiss("only the function that keeps both", after=Formula("k*l*(p + q)", KERNEL)),
                StepMiss("the sets exchanged", after=Formula("k*l*(p + q) + k*(1 - l)*q + (1 - k)*l*p", KERNEL)),
            ),
            note="A randomised f is a deterministic one drawn beforehand; of two outputs either, both or none is "
            "mapped into S.",
            part="Randomised f: an average over deterministic ones",
        ),
        Step(
            before=Formula("g*x", POSITIVE),
            relation=Relation.AT_MOST,
            after=Formula("Max(0, x)", POSITIVE),
            rule=Rule.MONOTONICITY,
            check=by_solver([Formula("And(0 <= g, g <= 1)", POSITIVE)]),
            near_misses=(
                StepMiss("strictly", relation=Relation.BELOW),
                StepMiss("half of it", after=Formula("Max(0, x)/2", POSITIVE)),
            ),
            note="The same at once: an output enters with a weight instead of being in or out.",
            part="Randomised f, without preimages",
        ),
        BOTH_DIRECTIONS,
        *AVERAGED,
    ),
)
