"""No claim is established because nothing meets its hypotheses: for each there is a point that does, in exact numbers.

The engines ask for real numbers that meet the premises. Here the symbols that stand for integers are integers, a
definition is evaluated and not solved, and where the formula says that something implies something, the point meets
the condition as well. Claims that are proved by enumeration have instances, or they are vacuous in the ledger.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice, product
from types import MappingProxyType
from typing import Any

import pytest

from sdp_proofs import memory
from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Status
from sdp_proofs.papers import registry
from sdp_proofs.provers.region import is_rational
from sdp_proofs.provers.smt import prove_for_all_reals
from sdp_proofs.proving.checks import by_solver, on_box
from sdp_proofs.proving.terms import parts
from sdp_proofs.verdict import Verdict
from tests.papers.about_programs import of_a_program
from tests.proving.test_premises import toy

CLAIMS = [claim for claim in registry().values() if claim.recorded is Status.ESTABLISHED and claim.formula is not None]
WHOLE = tuple(map(Fraction, (1, 2, 3, 0, 5, 10, -1, 7, 20, 100, 1200)))
SHARES = (1, 2), (1, 4), (3, 4), (1, 10), (1, 3), (3, 2), (9, 10), (1, 100), (99, 100)
VALUES = (*WHOLE, *(Fraction(*share) for share in SHARES))
KNOWN: dict[str, dict[str, Any]] = {
    "no-smaller-factor-serves-another-value": {"odds": 1, "k": 1, "lead": 0, "apart": 3},
    "iterates-lose-in-proportion": {
        "mu": Fraction(1, 2), "ell": 1, "ep": 1, "b": 1, "n": 1000, "T": 100_000, "G": 1, "k": 1, "loss": 0,
        "a": 3, "t": Fraction(1, 1000), "s": 3, "e": Fraction(1, 2) + Fraction(1, 200_000),
    },
}
"""Points that meet an equation for what is no number of the form `name == term`."""
TRIES, FIRST = 2000, 40
OVER_SETS = {
    "post-processing-of-the-lecture", "composed-deltas-combine-like-failures",
    "outputs-of-independent-coins-may-depend-on-the-same-data", "rounding-and-truncation-preserve-privacy",
    "sums-are-linear", "means-are-linear", "sums-may-be-exchanged", "inequalities-add-up",
    "positive-parts-add-up-to-no-less", "a-maximum-is-what-bounds-every-member",
    "what-bounds-every-database-bounds-the-mean", "a-bound-for-each-times-their-number-bounds-all",
    "a-divergence-is-a-sum-of-positive-parts", "a-random-map-does-not-raise-the-divergence",
    "records-that-are-not-sampled-leave-no-trace", "a-tail-is-at-most-its-exponential-moment",
    "averages-of-products-over-independent-records-are-products", "delta-is-below-a-cut-chernoff-bound",
    "delta-is-above-one-less-the-affinity", "a-path-above-the-line-bounds-all-larger-frequencies",
    "a-mixture-of-pairs-loses-no-more-than-the-worst", "profiles-lie-below-their-chords",
    "pairs-that-dominate-compose", "one-record-moves-all-losses-within-an-interval",
    "among-losses-within-an-interval-the-ends-are-worst",
    "pure-privacy-at-a-smaller-epsilon", "pure-privacy-and-convex-functions-of-the-ratio",
    "two-tangents-bound-the-profile", "features-of-records-follow-products-of-their-laws",
    "joint-probability-of-independent-mechanisms-is-a-product",
    "a-budget-of-concentrated-privacy-may-be-spent-adaptively", "budgets-of-several-orders-share-delta",
}  # fmt: skip
"""About collections over finite sets, of any numbers that meet what is given of an element: looked at one by one."""


def asked(claim: Claim) -> Iterator[tuple[str, tuple[Formula, ...], frozenset[str]]]:
    """Statements that must have a model: the conditions of each proof and of each implication in the formula."""
    for check in claim.checks:
        if check.coverage is Coverage.ALL and check.conditions is not None:
            stated = tuple(part for one in check.conditions for part in single(one))
            defined = tuple(one for _, one in check.definitions)
            for antecedent in (None, *antecedents(claim.formula)):
                more = () if antecedent is None else tuple(single(antecedent))
                yield check.title, (*stated, *defined, *more), claim.integers | check.whole


def single(formula: Formula) -> Iterator[Formula]:
    """The parts of a conjunction, and of those in it."""
    found = parts(formula)
    yield from found if len(found) == 1 else (one for part in found for one in single(part))


def antecedents(formula: Formula) -> Iterator[Formula]:
    for part in parts(formula):
        if part.tree.head == "implies":
            yield Formula(text(part.tree.parts[0]), part.symbols)


def model(
    hypotheses: Sequence[Formula], whole: frozenset[str], known: Mapping[str, Any] = MappingProxyType({})
) -> Mapping[str, Any] | None:
    """Values at which all of these are true: found by looking for them, or by the solver."""
    defines = dict(pair for one in hypotheses if (pair := definition(one)))
    for name in list(defines):  # a circle is no definition
        if name in reach(name, defines):
            del defines[name]
    others = [one for one in hypotheses if (definition(one) or ("",))[0] not in defines]
    names = sorted({name for one in hypotheses for name in one.free} - defines.keys())
    for at in chain([known] if known else [], guessed(names, others, whole), by_question(hypotheses, whole)):
        values = completed(at, defines)
        if values is not None and meets(hypotheses, values, whole):
            return values
    return None


def definition(hypothesis: Formula) -> tuple[str, Formula] | None:
    """The symbol and the term, if it says what a symbol is."""
    if hypothesis.is_equation:
        left, right = hypothesis.sides()
        if left.tree.head == "symbol":
            return left.text, right
    return None


def reach(name: str, defines: Mapping[str, Formula]) -> set[str]:
    """The symbols on which one that is defined depends."""
    found, waiting = set[str](), [name]
    while waiting:
        new = [other for other in defines[waiting.pop()].free if other not in found]
        found.update(new)
        waiting += [other for other in new if other in defines]
    return found


def by_question(hypotheses: Sequence[Formula], whole: frozenset[str]) -> Iterator[Mapping[str, Fraction]]:
    """Points of the solver, each with some numbers in place of two of the symbols that stand for integers."""
    if not all(is_rational(one.tree) for one in hypotheses):
        return
    counted = sorted({name for one in hypotheses for name in one.free} & whole)[:2]
    for numbers in islice(product(WHOLE, repeat=len(counted)), FIRST):
        fixed = [Formula(f"{name} == {number}", [name]) for name, number in zip(counted, numbers, strict=True)]
        found = prove_for_all_reals([*hypotheses, *fixed], Formula("0 < 0"), steps=1_000_000).witness
        if found is not None:
            yield found


def guessed(names: Sequence[str], others: Sequence[Formula], whole: frozenset[str]) -> Iterator[dict[str, Fraction]]:
    draw = random.Random(0)
    for _ in range(TRIES):
        at = {name: draw.choice(WHOLE if name in whole else VALUES) for name in names}
        if all(one.decide(at) is Verdict.HOLDS for one in others if set(one.free) <= at.keys()):
            yield at


def completed(at: Mapping[str, Any], defines: Mapping[str, Formula]) -> Mapping[str, Any] | None:
    """The values with those of the symbols that are defined; None where one has none."""
    values = dict(at)
    waiting = {name: term for name, term in defines.items() if name not in values}
    while waiting:
        ready = [name for name, term in waiting.items() if not set(term.free) & waiting.keys()]
        for name in ready:
            term = waiting.pop(name)
            found = term.value({**dict.fromkeys(term.free, Fraction(1)), **values})
            if found is None:
                return None
            values[name] = found
    return values


def meets(hypotheses: Sequence[Formula], at: Mapping[str, Any], whole: frozenset[str]) -> bool:
    """Tell whether all are true; a definition is, by what it defines, unless that is shown to be something else."""
    for one in hypotheses:
        values = {name: at.get(name, Fraction(1)) for name in one.free}
        verdict = one.decide(values)
        if verdict is Verdict.FAILS or (verdict is Verdict.UNKNOWN and not definition(one)):
            return False
    return all(Fraction(value).denominator == 1 for name, value in at.items() if name in whole and is_number(value))


def is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction)


@pytest.mark.parametrize("claim", [one for one in CLAIMS if any(asked(one))], ids=lambda claim: claim.id)
def test_something_meets_the_hypotheses(claim: Claim) -> None:
    known = KNOWN.get(claim.id, {})
    with memory.of_one_claim():
        for title, stated, whole in asked(claim):
            assert model(stated, whole, known) is not None, (title, *map(str, stated))


def test_all_other_claims_have_instances_or_speak_of_sets() -> None:
    others = [claim for claim in CLAIMS if not any(asked(claim))]
    assert len(others) > 80
    without = [claim for claim in others if not any(check.instances for check in claim.checks)]
    assert {claim.id for claim in without if not of_a_program(claim)} == OVER_SETS


def test_claims_on_programs_have_no_hypotheses_and_are_false_of_smaller_odds() -> None:
    """There is nothing to meet: every program has neighbours and outputs, and a smaller budget or odds are refuted."""
    about = [claim for claim in CLAIMS if of_a_program(claim)]
    assert len(about) > 20
    for claim in about:
        assert not claim.hypotheses and claim.near_misses, claim.id
        for miss in claim.near_misses:
            assert claim.checks[0].run(miss.of(claim)).verdict is Verdict.FAILS, (claim.id, miss)


class TestWhatHasNoModelIsSeen:
    @pytest.mark.parametrize(
        ("check", "text_", "whole"),
        [
            (by_solver("so", "And(0 < n, n < 1)"), "n <= 1", "n"),
            (by_solver("so", "x > 0"), "Implies(x < 0, x > 7)", ""),
            (by_solver("so", "And(x == y**2, x < 0)"), "x > 7", ""),
            (on_box("so", {"x": "[0, 1]"}, "x > 2"), "exp(x) > 0", ""),
        ],
    )
    def test_there_is_none(self, check: Check, text_: str, whole: str) -> None:
        claim = toy("vacuous", text_, Formula(text_, ["x", "y", "n"]).free, check, integers=frozenset(whole))
        assert any(model(stated, of) is None for _, stated, of in asked(claim))

    def test_a_definition_is_evaluated(self) -> None:
        found = model([Formula("y == exp(x)", ["x", "y"]), Formula("And(y < 3, y > 2)", ["y"])], frozenset())
        assert found is not None and Formula("exp(x) == y", ["x", "y"]).decide(found) is not Verdict.FAILS
