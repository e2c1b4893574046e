"""Direct sums contain the exact tails, whatever the start, the precision and the weights."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from types import ModuleType

import pytest
from flint import arb, ctx

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.sums import terms
from sdp_proofs.sums.terms import RatioTerm, Weight, direct_head, direct_sums

Law = Hypergeometric | Binomial


def random_law(source: random.Random, most: int) -> Law:
    n = source.randint(1, most)
    if source.random() < 0.5:
        return Hypergeometric(population=n, marked=source.randint(0, n), draws=source.randint(0, n))
    return Binomial(draws=n, success=Fraction(source.randint(1, 999), 1000))


def exact_ratios(term: RatioTerm, start: int) -> list[Fraction]:
    values = [Fraction(1)]
    for k in range(start, term.high):
        values.append(values[-1] * Fraction(*term.ratio(k)))
    return values


def weights_at(source: random.Random, term: RatioTerm) -> list[Weight]:
    low, span = term.low, term.high - term.low + 1
    table = {k: (source.randint(0, 5), 5) for k in range(low, term.high + 1)}
    rising: Callable[[int], tuple[int, int]] = lambda k: (k - low, span)  # noqa: E731
    return [rising, lambda k: (1, 1 + k - low), lambda k: table[k], lambda _: (0, 1), lambda _: (1, 1)]


def test_thousands_of_random_tails_are_contained() -> None:
    source = random.Random(20)
    for _ in range(2500):
        law = random_law(source, 40)
        term, bits = law.term, source.choice([1, 5, 30, 64, 200])
        start = source.randint(term.low, term.high)
        weights = weights_at(source, term) if source.random() < 0.3 else []
        values = exact_ratios(term, start)
        balls = direct_sums(term, start, bits, weights)
        tails = [sum(values)] + [
            sum((value * Fraction(*weight(start + i)) for i, value in enumerate(values)), Fraction(0))
            for weight in weights
        ]
        assert len(balls) == len(tails)
        for ball, tail in zip(balls, tails, strict=True):
            assert Enclosure(ball).contains(tail), (law, start, bits)
        assert balls[0].rel_accuracy_bits() >= bits, (law, start, bits)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("guard", [8, 12, 20])
def test_the_slack_alone_carries_the_proof(guard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any guard bits every rounding shows, and the ball must still contain the tail."""
    monkeypatch.setattr(terms, "_SUM_GUARD_BITS", guard)
    source = random.Random(guard)
    for _ in range(600):
        law = random_law(source, 60)
        term = law.term
        start = source.randint(term.low, term.high)
        weights = weights_at(source, term)
        values = exact_ratios(term, start)
        balls = direct_sums(term, start, 1, weights)
        tails = [sum(values)] + [
            sum(value * Fraction(*weight(start + i)) for i, value in enumerate(values)) for weight in weights
        ]
        assert all(Enclosure(ball).contains(tail) for ball, tail in zip(balls, tails, strict=True))


def changed(*edits: tuple[str, str]) -> Callable[..., list[arb]]:
    """`direct_sums` with pieces of its source replaced."""
    source = inspect.getsource(terms)
    for old, new in edits:
        assert source.count(old) == 1
        source = source.replace(old, new)
    module = ModuleType("changed")
    with pytest.MonkeyPatch.context() as patch:  # dataclasses look their module up
        patch.setitem(sys.modules, "changed", module)
        exec(compile(source, "changed", "exec"), module.__dict__)
    function: Callable[..., list[arb]] = module.direct_sums
    return function


def misses(sums: Callable[..., list[arb]], start_at_mode: bool) -> int:
    source, missed = random.Random(1), 0
    for _ in range(60):
        law = Binomial(draws=source.randint(100, 400), success=Fraction(source.randint(300, 700), 1000))
        start = int(law.mean) + 1 if start_at_mode else int(law.mean / 2)
        tail = sum(exact_ratios(law.term, start))
        missed += not Enclosure(sums(law.term, start, 10)[0]).contains(tail)
    return missed


def test_no_part_of_the_slack_is_decoration() -> None:
    coarse = ("_SUM_GUARD_BITS = 64", "_SUM_GUARD_BITS = 8")
    assert misses(changed(), True) == misses(changed(coarse), True) == misses(changed(coarse), False) == 0
    assert misses(changed(("+ steps + remainder", "+ steps")), True) == 60
    rounding = ("((steps * (steps + 3)) << max(0, growth)) + steps", "0")
    assert misses(changed(coarse, rounding, ("_SUM_GUARD_BITS - 6", "0")), True) > 30
    growth = ("(steps + 3)) << max(0, growth)", "(steps + 3))")
    assert misses(changed(coarse, growth, ("(steps << max(0, growth))", "1")), False) > 30


def test_starts_far_below_the_mode() -> None:
    law = Binomial(draws=600, success=Fraction(9, 10))
    values = exact_ratios(law.term, 0)
    ball = direct_sums(law.term, 0, 64)[0]
    assert Enclosure(ball).contains(sum(values))
    assert ball.rel_accuracy_bits() >= 64


@pytest.mark.parametrize("start", [-1, 11])
def test_a_start_outside_the_support_is_refused(start: int) -> None:
    with pytest.raises(DomainError, match=f"start must be between 0 and 10, got {start}"):
        direct_sums(Binomial(draws=10, success=Fraction(1, 2)).term, start, 64)


def test_the_head_and_the_rest_make_the_whole() -> None:
    source = random.Random(3)
    for _ in range(400):
        law = random_law(source, 60)
        term = law.term
        start = source.randint(term.low, term.high)
        p, q = term.ratio(start)
        if p > q:
            continue
        count = source.randint(0, term.high - start)
        values = exact_ratios(term, start)
        head, following = direct_head(term, start, count, source.choice([1, 60, 300]))
        assert Enclosure(head).contains(sum(values[:count], Fraction(0)))
        assert Enclosure(following).contains(values[count])


def test_head_plus_tail_agrees_with_the_tail_at_large_sizes() -> None:
    law = Hypergeometric(population=10**12, marked=10**6, draws=10**9)
    term, start = law.term, int(law.mean) + 40
    whole = direct_sums(term, start, 200)[0]
    head, following = direct_head(term, start, 25, 200)
    rest = direct_sums(term, start + 25, 200)[0]
    with ctx.workprec(400):
        assert (head + following * rest - whole).overlaps(arb(0))
    assert whole.rel_accuracy_bits() >= 200
