"""App. D.2: composition, as printed and repaired. The print turns an inequality round and stays with product sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import by_solver, on_grid
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

EVENTS = {
    "p": r"\Pr[M_1(x) \in S_1]", "q": r"\Pr[M_1(x') \in S_1]", "d": r"d_1",
    "r": r"\Pr[M_2(x) \in S_2]", "s": r"\Pr[M_2(x') \in S_2]", "e": r"d_2",
    "odds": r"e^{\epsilon_1}", "others": r"e^{\epsilon_2}",
    "joint": r"\Pr[M_{[2]}(x) \in S_1 \times S_2]", "joint_other": r"\Pr[M_{[2]}(x') \in S_1 \times S_2]",
}  # fmt: skip
"""d_i is Pr[M_i(x) in S_i] - e^{eps_i} Pr[M_i(x') in S_i]."""
LOSSES = {"both": r"\delta_{[2]}(x)", "first": r"\delta_1(x)", "second": r"\delta_2(x)"}
MEANT = "And(d == p - odds*q, e == r - others*s, odds >= 1, others >= 1)"
SHARES = "And(0 <= p, p <= 1, 0 < q, q <= 1, 0 <= r, r <= 1, 0 < s, s <= 1)"
IN_USE = [Formula(MEANT, EVENTS), Formula(SHARES, EVENTS)]
QUOTIENTS = Formula("(p - d)/q*((r - e)/s)", EVENTS)
SUMMED = Formula("(p*r - (d + e))/(q*s)", EVENTS)
PRODUCT_LOSS = Formula("joint - odds*others*joint_other", EVENTS)
GRID = "one binary record, two outputs each, probabilities 0, 1/4, 1/2, 1, all product events, odds 1 and 2"
LEVELS = tuple(map(Fraction, ("0", "1/4", "1/2", "1")))


def loss(first: tuple[Fraction, ...], second: tuple[Fraction, ...], odds: Fraction) -> Fraction:
    """The sum of the positive parts of P - odds P'."""
    return sum((max(Fraction(0), p - odds * q) for p, q in zip(first, second, strict=True)), Fraction(0))


def both_ways(first: tuple[Fraction, ...], second: tuple[Fraction, ...], odds: Fraction) -> Fraction:
    """delta(x) for one record of two types with these laws of the output."""
    return max(loss(first, second, odds), loss(second, first, odds))


def joined(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The law of two independent outputs."""
    return tuple(p * r for p, r in product(first, second))


def loss_values(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The losses of two independent releases about one binary record, alone and together."""
    odds, others = at["odds"], at["others"]
    return {
        "both": both_ways(joined(at["p"], at["r"]), joined(at["q"], at["s"]), odds * others),
        "first": both_ways(at["p"], at["q"], odds),
        "second": both_ways(at["r"], at["s"], others),
    }


def event_values(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The values of `EVENTS` for two independent releases and an event of each."""
    odds, others = at["odds"], at["others"]
    p, q = (sum((law[a] for a in at["one"]), Fraction(0)) for law in (at["p"], at["q"]))
    r, s = (sum((law[a] for a in at["two"]), Fraction(0)) for law in (at["r"], at["s"]))
    width = len(at["r"])
    joint, joint_other = (
        sum((law[a * width + b] for a in at["one"] for b in at["two"]), Fraction(0))
        for law in (joined(at["p"], at["r"]), joined(at["q"], at["s"]))
    )
    return {
        "p": p, "q": q, "r": r, "s": s, "odds": odds, "others": others, "d": p - odds * q, "e": r - others * s,
        "joint": joint, "joint_other": joint_other,
    }  # fmt: skip


def releases() -> Iterator[dict[str, Any]]:
    """Two releases about one binary record, with two outputs each."""
    for shares in product(LEVELS, repeat=4):
        laws = dict(zip("pqrs", ((share, 1 - share) for share in shares), strict=True))
        for odds, others in ((Fraction(1), Fraction(1)), (Fraction(2), Fraction(1)), (Fraction(2), Fraction(2))):
            yield {**laws, "odds": odds, "others": others}


def shown(at: Mapping[str, Any]) -> str:
    """A release in words."""
    rows = ", ".join(f"{name} = {at[name][0]}" for name in "pqrs")
    return f"output 0 with {rows}, odds {at['odds']} and {at['others']}"


def product_events() -> Iterator[Instance]:
    """Every product of events of small releases."""
    sets = ((0,), (1,), (0, 1), ())
    for at in releases():
        for one, two in product(sets, sets):
            yield f"{shown(at)}, S = {one} x {two}", event_values({**at, "one": one, "two": two})


def small_losses() -> Iterator[Instance]:
    """The losses of small releases."""
    for at in releases():
        yield shown(at), loss_values(at)


TOTALS = {"more": r"\delta_{[k]}", "before": r"\delta_{[k-1]}", "last": r"\delta_k", "total": r"\sum_{i<k} \delta_i"}
MEANS = {
    "a": r"\mathbb{E}_{\vec\pi} \delta_1", "b": r"\mathbb{E}_{\vec\pi} \delta_2",
    "c": r"\mathbb{E}_{\vec\pi'} \delta_1", "g": r"\mathbb{E}_{\vec\pi'} \delta_2",
}  # fmt: skip
INDUCTION = Step(
    before=Formula("And(more <= before + last, before <= total)", TOTALS),
    relation=Relation.IMPLIES,
    after=Formula("more <= total + last", TOTALS),
    rule=Rule.INDUCTION,
    check=by_solver([]),
    near_misses=(
        StepMiss("the sum without the last", after=Formula("more <= total", TOTALS)),
        StepMiss("strictly", after=Formula("more < total + last", TOTALS)),
    ),
    hypotheses=(Hypothesis("all k releases are independent of each other, not merely in pairs", silent=True),),
    part="More than two releases",
)
LARGEST = Step(
    before=Formula("Max(a + b, c + g)", MEANS),
    relation=Relation.AT_MOST,
    after=Formula("Max(a, c) + Max(b, g)", MEANS),
    rule=Rule.MONOTONICITY,
    check=by_solver([]),
    near_misses=(
        StepMiss("equality", relation=Relation.EQUAL),
        StepMiss("the smallest", after=Formula("Max(a, c) + Min(b, g)", MEANS)),
    ),
    part="The largest average of a sum",
)

PRINTED_COMPOSITION = Derivation(
    id="composition-as-printed",
    title="Composition, with the product inequality turned round",
    source="App. D.2",
    steps=(
        Step(
            before=Formula("d == p - odds*q", EVENTS),
            relation=Relation.IMPLIES,
            after=Formula("(p - d)/q == odds", EVENTS),
            rule=Rule.ALGEBRA,
            check=by_solver([]),
            hypotheses=(Hypothesis("Pr[M_1(x') in S_1] > 0", silent=True),),
            near_misses=(
                StepMiss("sign of d", after=Formula("(p + d)/q == odds", EVENTS)),
                StepMiss("the other database", after=Formula("(q - d)/p == odds", EVENTS)),
            ),
            part="One event",
        ),
        Step(
            before=Formula("odds*others", EVENTS),
            relation=Relation.EQUAL,
            after=QUOTIENTS,
            rule=Rule.SUBSTITUTION,
            check=by_solver(IN_USE),
            near_misses=(
                StepMiss("one factor", after=Formula("(p - d)/q", EVENTS)),
                StepMiss("sign of d", after=Formula("(p + d)/q*((r - e)/s)", EVENTS)),
            ),
            part="Two events",
        ),
        Step(
            before=QUOTIENTS,
            relation=Relation.AT_MOST,
            after=SUMMED,
            rule=Rule.ALGEBRA,
            check=by_solver(IN_USE),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("d_1 + d_2 doubled", after=Formula("(p*r - 2*(d + e))/(q*s)", EVENTS)),
            ),
            recorded=Verdict.FAILS,
            note="The difference of the numerators is d_1 (1 - P_2) + d_2 (1 - P_1) + d_1 d_2, which is not negative "
            "if d_1 and d_2 are not: the inequality holds the other way round.",
        ),
        Step(
            before=Formula("odds*others <= (p*r - (d + e))/(q*s)", EVENTS),
            relation=Relation.IMPLIES,
            after=Formula("d + e <= p*r - odds*others*q*s", EVENTS),
            rule=Rule.ALGEBRA,
            check=by_solver([Formula("And(q > 0, s > 0)", EVENTS)]),
            near_misses=(
                StepMiss("only d_1", after=Formula("2*d + e <= p*r - odds*others*q*s", EVENTS)),
                StepMiss("strictly", after=Formula("d + e < p*r - odds*others*q*s", EVENTS)),
            ),
            part="Inequality (5)",
        ),
        Step(
            before=PRODUCT_LOSS,
            relation=Relation.EQUAL,
            after=Formula("p*r - odds*others*q*s", EVENTS),
            rule=Rule.DEFINITION,
            check=on_grid("small releases", GRID, product_events),
            hypotheses=(Hypothesis("the two releases are independent", silent=True),),
            near_misses=(
                StepMiss("less", relation=Relation.BELOW),
                StepMiss("without e^{eps_2}", after=Formula("p*r - odds*q*s", EVENTS)),
            ),
            part="Product sets",
        ),
        Step(
            before=PRODUCT_LOSS,
            relation=Relation.AT_LEAST,
            after=Formula("d + e", EVENTS),
            rule=Rule.SUBSTITUTION,
            check=on_grid("small releases", GRID, product_events),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("strictly", relation=Relation.ABOVE),
            ),
            recorded=Verdict.FAILS,
            part="From (5)",
            note="It is said of every set S of pairs; S_1 and S_2 exist only if S is a product.",
        ),
        Step(
            before=Formula("both", LOSSES),
            relation=Relation.AT_LEAST,
            after=Formula("first + second", LOSSES),
            rule=Rule.MONOTONICITY,
            check=on_grid("small releases", GRID, small_losses),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("twice the sum", after=Formula("2*(first + second)", LOSSES)),
            ),
            recorded=Verdict.FAILS,
            part="The loss of both",
            note="Even if it held it would not give the proposition, which needs the upper bound.",
        ),
        INDUCTION,
        LARGEST,
    ),
)

OUTPUT = {
    "p": "P(a)", "q": "P'(a)", "r": "R(b)", "s": "R'(b)", "odds": r"e^{\epsilon_1}", "others": r"e^{\epsilon_2}",
}  # fmt: skip
NONNEGATIVE = Formula("And(p >= 0, q >= 0, r >= 0, s >= 0, odds >= 1, others >= 1)", OUTPUT)
PAIR = Formula("Max(0, p*r - odds*others*q*s)", OUTPUT)
SHARP = Formula("Max(0, p - odds*q)*r + Min(p, odds*q)*Max(0, r - others*s)", OUTPUT)
PLAIN = Formula("Max(0, p - odds*q)*r + p*Max(0, r - others*s)", OUTPUT)
TWO = {"p": "P(a)", "q": "P'(a)", "u": "P(b)", "v": "P'(b)", "odds": r"e^{\epsilon_1}"}
WAYS = {
    "there": r"d_{[2]}(x, x')", "back": r"d_{[2]}(x', x)", "a": r"d_1(x, x')", "b": r"d_1(x', x)",
    "c": r"d_2(x, x')", "e": r"d_2(x', x)", "first": r"\delta_1(x)", "second": r"\delta_2(x)",
}  # fmt: skip

REPAIRED_COMPOSITION = Derivation(
    id="composition-repaired",
    title="Composition, output by output",
    source="",
    steps=(
        Step(
            before=PAIR,
            relation=Relation.AT_MOST,
            after=SHARP,
            rule=Rule.CASE_SPLIT,
            check=by_solver([NONNEGATIVE]),
            hypotheses=(Hypothesis("the releases are independent"),),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("both with the larger", after=SHARP.mutate("Min(p, odds*q)", "Min(p, q)")),
            ),
            part="A pair of outputs",
        ),
        Step(
            before=SHARP,
            relation=Relation.AT_MOST,
            after=PLAIN,
            rule=Rule.MONOTONICITY,
            check=by_solver([NONNEGATIVE]),
            near_misses=(
                StepMiss("equality", relation=Relation.EQUAL),
                StepMiss("q for p", after=PLAIN.mutate("+ p*", "+ q*")),
            ),
        ),
        Step(
            before=Formula("Min(p, odds*q) + Min(u, odds*v)", TWO),
            relation=Relation.EQUAL,
            after=Formula("1 - (Max(0, p - odds*q) + Max(0, u - odds*v))", TWO),
            rule=Rule.DEFINITION,
            check=by_solver([Formula("p + u == 1", TWO)]),
            near_misses=(
                StepMiss("one", after=Formula("1 + 0*p", TWO)),
                StepMiss("with q", after=Formula("1 - (Max(0, p - odds*q) + Max(0, u - v))", TWO)),
            ),
            part="The sum over outputs: d_[2] <= d_1 + (1 - d_1) d_2",
            note="Two outputs; more add terms of the same form.",
        ),
        Step(
            before=Formula(
                "And(there <= a + c, back <= b + e, a <= first, b <= first, c <= second, e <= second, "
                "first >= 0, second >= 0)",
                WAYS,
            ),
            relation=Relation.IMPLIES,
            after=Formula("Max(0, there, back) <= first + second", WAYS),
            rule=Rule.DEFINITION,
            check=by_solver([]),
            near_misses=(
                StepMiss("strictly", after=Formula("Max(0, there, back) < first + second", WAYS)),
                StepMiss("the larger loss", after=Formula("Max(0, there, back) <= Max(first, second)", WAYS)),
            ),
            part="Both directions and every neighbour",
        ),
        INDUCTION,
        LARGEST,
    ),
)
