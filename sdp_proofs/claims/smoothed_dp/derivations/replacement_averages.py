"""App. F, step 2, and the proofs that replace it: averages over databases of two types, sampled with replacement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import exp, floor, log
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.proving import step_by_tangents
from sdp_proofs.claims.proofs.steps import by_identity, on_grid
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import chance
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Derivation, Hypothesis, Method, Relation, Rule, Step, StepCheck, StepMiss
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.resampled_pair import ResampledPair
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

SYMBOLS = {
    "smoothed": r"\delta_{SDP}",
    "low": r"\Pr[M \le cn/2]",
    "high": r"\Pr[M \ge n - cn/2]",
    "misprinted": r"\Pr[M \ge 1 - cn/2]",
    "outside": r"\Pr[M \le cn/2 \vee M \ge n - cn/2]",
    "inside": r"\Pr[cn/2 < M < n - cn/2]",
    "written_out": r"\Pr[M \in (0, cn/2) \cup (1 - cn/2, 1)]",
    "written_in": r"\Pr[M \in (cn/2, 1 - cn/2)]",
    "few": r"\Pr[\min(M, n - M) \le T]",
    "lone": r"\delta_1",
    "middle": r"\delta_{\lceil cn/2 \rceil}",
    "drawn": "(1 - (1 - 1/n)^T)",
    "start": "(2 + n/T)^{1 + 2T/n}",
    "m": "m",
    "c": "c",
    "n": "n",
    "x": r"\frac{1}{n}",
    "r": r"\rho",
    "epsilon": r"\epsilon",
}
AVERAGE = Formula("smoothed", SYMBOLS)


def count_law(shares: Sequence[Fraction]) -> list[Fraction]:
    """The law of the number of records of the type, if record i is of it with probability shares[i].

    Example:
        >>> [str(p) for p in count_law([Fraction(1, 2), Fraction(1, 3)])]
        ['1/3', '1/2', '1/6']
    """
    law = [Fraction(1)]
    for share in shares:
        law = [
            (law[count] if count < len(law) else 0) * (1 - share) + (law[count - 1] if count else 0) * share
            for count in range(len(law) + 1)
        ]
    return law


def largest_average(low: Fraction, high: Fraction, records: int, draws: int, epsilon: Fraction) -> Enclosure:
    """delta_SDP for the shares between `low` and `high`."""
    smoothing = Smoothing(SourceSet.interval(low, high), records, draws, replacement=True)
    return smoothed_delta(smoothing, Budget.read(epsilon=epsilon), digits=8, route="table").value


def tails(shares: Sequence[Fraction], share: Fraction) -> dict[str, Any]:
    """The two tails of the number of records, and the one that is printed."""
    records, law = len(shares), count_law(shares)
    level = share * records / 2

    def total(meant: Any) -> Fraction:
        return sum((mass for count, mass in enumerate(law) if meant(count)), Fraction(0))

    return {
        "low": total(lambda count: count <= level),
        "high": total(lambda count: count >= records - level),
        "misprinted": total(lambda count: count >= 1 - level),
        "outside": total(lambda count: count <= level or count >= records - level),
        "inside": total(lambda count: level < count < records - level),
        "written_out": total(lambda count: 0 < count < level or 1 - level < count < 1),
        "written_in": total(lambda count: level < count < 1 - level),
        "c": share,
        "n": records,
    }


def averages() -> Iterator[Instance]:
    """One source for all records, e^epsilon the first integer above e^(1 + 2T/n), everything exact."""
    for records, draws, share in product(range(2, 13), (1, 2, 3), map(Fraction, ("1/4", "1/3", "1/2"))):
        if draws < records:
            budget = Budget.read(odds=floor(exp(1 + 2 * draws / records)) + 1)
            losses = [
                delta(Database((count, records - count), draws, True), budget).value for count in range(records + 1)
            ]
            law = count_law([share] * records)
            values = tails([share] * records, share) | {
                "lone": losses[1],
                "middle": losses[floor(share * records / 2) + 1],
                "smoothed": sum((p * loss for p, loss in zip(law, losses, strict=True)), Enclosure.of(0)),
                "few": sum((p for count, p in enumerate(law) if min(count, records - count) <= draws), Fraction(0)),
                "drawn": 1 - Fraction(records - 1, records) ** draws,
            }
            yield f"n = {records}, T = {draws}, c = {share}", values


def few_draws() -> Iterator[Instance]:
    """Those with T <= cn/2."""
    for name, found in averages():
        draws = int(name.split("T = ")[1].split(",")[0])
        if draws <= found["c"] * found["n"] / 2:
            yield name, found


def _step(before: str, relation: Relation, after: str, rule: Rule, check: StepCheck, *false: str, **more: Any) -> Step:
    misses = tuple(StepMiss(f"right side {text}", after=Formula(text, SYMBOLS)) for text in false)
    return Step(
        before=Formula(before, SYMBOLS),
        relation=relation,
        after=Formula(after, SYMBOLS),
        rule=rule,
        check=check,
        near_misses=misses,
        **more,
    )


_AVERAGES = on_grid("small averages", "n <= 12, T <= 3, c in {1/4, 1/3, 1/2}", averages, method=Method.CERTIFIED)
_FEW = on_grid("small averages", "n <= 12, T <= cn/2, c in {1/4, 1/3, 1/2}", few_draws, method=Method.CERTIFIED)

STEP_TWO = Derivation(
    id="published-average-with-replacement",
    title="The average over databases, as published",
    source="App. F, step 2",
    steps=(
        _step(
            "smoothed", Relation.AT_MOST, "written_out*lone + written_in*middle", Rule.EXPECTATION, _AVERAGES,
            "(written_out*lone + written_in*middle)/2",
            recorded=Verdict.FAILS,
            note="With 1 for n and open ends, M = 0 and most other M are left out.",
        ),
        _step(
            "smoothed", Relation.AT_MOST, "outside*lone + inside*middle", Rule.EXPECTATION, _AVERAGES,
            "(outside*lone + inside*middle)/2",
            part="With n for 1, and all M",
            hypotheses=(Hypothesis("delta_M does not grow with M up to n/2", silent=True),),
        ),
        _step(
            "outside*lone + inside*middle", Relation.AT_MOST, "2*exp(-c*n/8)*lone + middle", Rule.THEOREM, _AVERAGES,
            "2*exp(-c*n/8)*lone/9",
            reference="Chernoff bound",
            note="The middle term needs its own bound: O((T/n)^M) with one constant is false, (eT/n)^M/(1 - eT/n) is "
            "not.",
        ),
    ),
)  # fmt: skip

FEW_DRAWS = Derivation(
    id="average-while-draws-are-few",
    title="The average over databases at epsilon >= 1, if T <= cn/2",
    source="",
    steps=(
        _step(
            "smoothed", Relation.AT_MOST, "few*drawn", Rule.CASE_SPLIT, _FEW, "few*drawn/2",
            note="No loss if each type has more than T records; otherwise at most the worst case.",
        ),
        _step(
            "few*drawn", Relation.AT_MOST, "(low + high)*drawn", Rule.UNION_BOUND, _FEW, "(low + high)*drawn/2",
            note="T <= cn/2.",
        ),
        _step(
            "(low + high)*drawn", Relation.AT_MOST, "2*drawn*exp(-c*n/8)", Rule.THEOREM, _FEW,
            "2*drawn*exp(-2*c*n)",
            reference="Markov's inequality for 2^-M",
        ),
    ),
)  # fmt: skip

ONE_TAIL_SYMBOLS = {
    "loss": "d(P_a, P_{a-1})",
    "tail": r"\Pr[h > \epsilon (a - 1)]",
    "a": "a",
    "n": "n",
    "T": "T",
    "z": "z",
    "r": r"\rho",
    "s": r"\frac{a}{n}",
    "epsilon": r"\epsilon",
}
POSITIVE = Formula("And(T >= 0, 0 < s, s <= 1, z > 0, 1 + s*(z - 1) > 0)", ONE_TAIL_SYMBOLS)
ONE_TAIL_GRID = "n <= 9, T <= n, all a, e^epsilon in {2, 5, 60}, epsilon > T/n"


def pairs() -> Iterator[Instance]:
    """Small pairs at three epsilons above the rate, the losses and tails exact."""
    for records, odds in product(range(2, 10), (2, 5, 60)):
        for draws, leaving in product(range(1, records + 1), range(1, records + 1)):
            rate, epsilon = Fraction(draws, records), Budget.read(odds=odds).epsilon
            if log(odds) > rate:
                # No power of an integer is a power of e, so floats can tell h from epsilon (a - 1).
                seen = (h for h in range(draws + 1) if h > log(odds) * (leaving - 1))
                yield f"n = {records}, T = {draws}, a = {leaving}, odds = {odds}", {
                    "loss": ResampledPair(records, leaving, draws).exact_loss(Fraction(odds)),
                    "tail": sum((chance(records, leaving, draws, h) for h in seen), Fraction(0)),
                    "a": leaving,
                    "n": records,
                    "T": draws,
                    "r": rate,
                    "s": Fraction(leaving, records),
                    "z": Formula("log(odds)/r", ["odds", "r"]).value({"odds": odds, "r": rate}),
                    "epsilon": epsilon,
                }  # fmt: skip


_PAIRS = on_grid("small pairs", ONE_TAIL_GRID, pairs, method=Method.CERTIFIED)


def _tail_step(
    before: str, relation: Relation, after: str, rule: Rule, check: StepCheck, *false: str, **more: Any
) -> Step:
    misses = tuple(StepMiss(f"right side {text}", after=Formula(text, ONE_TAIL_SYMBOLS)) for text in false)
    left, right = Formula(before, ONE_TAIL_SYMBOLS), Formula(after, ONE_TAIL_SYMBOLS)
    return Step(before=left, relation=relation, after=right, rule=rule, check=check, near_misses=misses, **more)


ONE_TAIL = Derivation(
    id="one-tail-with-replacement",
    title="The loss of one pair with replacement, for every epsilon above the rate",
    source="",
    steps=(
        _tail_step(
            "loss", Relation.AT_MOST, "tail", Rule.MONOTONICITY, _PAIRS, "tail/3",
            note="No output with h <= epsilon (a - 1) contributes.",
        ),
        _tail_step(
            "tail", Relation.AT_MOST, "z**(-epsilon*(a - 1))*(1 + s*(z - 1))**T", Rule.THEOREM, _PAIRS,
            "z**(-epsilon*a)*(1 + s*(z - 1))**T",
            reference="Markov's inequality for z^h, h binomial, z = epsilon/rho",
        ),
        _tail_step(
            "T*log(1 + s*(z - 1))", Relation.AT_MOST, "T*s*(z - 1)", Rule.INEQUALITY,
            step_by_tangents([POSITIVE], pairs),
            "T*s*(z - 1)/2",
            part="The second factor, in logarithms",
        ),
        _tail_step(
            "-epsilon*(a - 1)*log(epsilon/r) + a*r*(epsilon/r - 1)", Relation.EQUAL,
            "epsilon*log(epsilon/r) - a*(epsilon*log(epsilon/r) - epsilon + r)", Rule.ALGEBRA,
            by_identity({"epsilon": "positive", "r": "positive", "a": "positive"}),
            "epsilon*log(epsilon/r) - a*(epsilon*log(epsilon/r) - epsilon)",
            part="Both factors, in logarithms; T s = a rho",
        ),
    ),
)  # fmt: skip


def drawn_at_random(seed: int, count: int, largest: int) -> Iterator[dict[str, Any]]:
    """Sizes, shares and epsilon at random: two types, sources between two shares, any number of draws."""
    random = Random(seed)
    for _ in range(count):
        records = random.randint(1, largest)
        share = Fraction(random.randint(1, 10), 20)
        yield {
            "n": records,
            "T": random.randint(1, 3 * records),
            "low": share,
            "high": 1 - Fraction(random.randint(int(20 * share), 10), 20),
            "epsilon": Fraction(random.randint(1, 60), 20),
        }
