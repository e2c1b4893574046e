"""The continued fraction contains the exact tail, and its remainder bound is a bound."""

from __future__ import annotations

import random
from fractions import Fraction
from math import log2

import pytest
from flint import arb, ctx

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.sums import terms as module
from sdp_proofs.sums.terms import Level, TailFraction, direct_sums, fraction_tail

Law = Hypergeometric | Binomial


def random_law(source: random.Random, most: int) -> Law:
    n = source.randint(1, most)
    if source.random() < 0.6:
        return Hypergeometric(population=n, marked=source.randint(0, n), draws=source.randint(0, n))
    return Binomial(draws=n, success=Fraction(source.randint(1, 999), 1000))


def exact_tail(law: Law, start: int) -> Fraction:
    total = value = Fraction(1)
    for k in range(start, law.term.high):
        value *= Fraction(*law.term.ratio(k))
        total += value
    return total


def test_thousands_of_random_tails_are_contained() -> None:
    source, found, refused = random.Random(7), 0, 0
    for _ in range(4000):
        law = random_law(source, 60)
        start, bits = source.randint(law.term.low, law.term.high), source.choice([1, 8, 40, 150])
        ball = fraction_tail(law.tail_fraction(start), bits, 400)
        if ball is None:
            refused += 1
            continue
        found += 1
        assert Enclosure(ball).contains(exact_tail(law, start)), (law, start, bits)
        assert ball.rel_accuracy_bits() >= bits, (law, start, bits)
    assert found > 700 and refused > 700


@pytest.mark.parametrize("bits", [2, 10, 30])
def test_the_remainder_is_not_decoration(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few levels the convergent itself misses the tail; only the error bound brings it back."""
    source, cases = random.Random(bits), []
    while len(cases) < 80:
        law = random_law(source, 60)
        start = source.randint(law.term.low, law.term.high)
        fraction = law.tail_fraction(start)
        plan = module._plan(fraction, bits, 400)
        if plan is not None and start < law.term.high:
            cases.append((fraction, exact_tail(law, start)))
    assert all(_contains(fraction, bits, tail) for fraction, tail in cases)
    sharp = module._plan
    monkeypatch.setattr(module, "_plan", lambda *arguments: _without_error(sharp(*arguments)))
    # Guard bits keep rounding from hiding the gap.
    missed = sum(not _contains(fraction, bits, tail) for fraction, tail in cases)
    assert missed > 60


def _contains(fraction: TailFraction, bits: int, tail: Fraction) -> bool:
    ball = fraction_tail(fraction, bits, 400)
    return ball is not None and Enclosure(ball).contains(tail)


def _without_error(plan: tuple[list[Level], float] | None) -> tuple[list[Level], float] | None:
    return None if plan is None else (plan[0], -1000.0)


def exact_log2(value: Fraction) -> float:
    shift = value.numerator.bit_length() - value.denominator.bit_length()
    return shift + log2(value / Fraction(2) ** shift)


def test_the_planned_error_bounds_the_exact_product() -> None:
    """The doubles' forward pass against the same recurrence in fractions."""
    source, seen = random.Random(11), 0
    while seen < 150:
        law = random_law(source, source.choice([60, 10**4, 10**9]))
        high = law.term.high
        start = source.randint(min(int(law.mean) + 1, high), high)
        fraction, bits = law.tail_fraction(start), source.choice([5, 60, 200])
        plan = module._plan(fraction, bits, 120)
        if plan is None:
            continue
        seen += 1
        levels, claimed = plan
        before, now, product = Fraction(0), Fraction(1), Fraction(1)
        for j, (a, b, top, bottom) in enumerate(levels):
            step = Fraction(top, bottom) if j else Fraction(0)
            product *= step if j else 1
            before, now = now, Fraction(a, b) * now + step * before
        _, _, top, bottom = fraction.level(len(levels))
        n = law.population if isinstance(law, Hypergeometric) else None
        weight = Fraction(1) if n is None else Fraction(n + 1 + 2 * len(levels), n + 1)
        exact = exact_log2(weight * product * Fraction(top, bottom) / now**2)
        assert exact <= claimed <= exact + 0.02
        assert claimed < -bits - 4


class Slow:
    """Levels whose convergents improve so slowly that roundings have 1e5 steps to add up."""

    def level(self, j: int) -> Level:
        return 1, 4000, 1, 3

    def front(self) -> tuple[int, int]:
        return 1, 1

    def weight(self, levels: int) -> float:
        return 1.0


def test_rounding_over_many_levels_stays_far_below_its_allowance() -> None:
    plan = module._plan(Slow(), 60, 200_000)
    assert plan is not None
    levels, claimed = plan
    assert len(levels) > 80_000
    with ctx.workprec(200):
        a, partial, now, before = arb(1) / 4000, arb(1) / 3, arb(1), arb(0)
        for j in range(len(levels)):
            now, before = a * now + (partial * before if j else 0), now
        exact = (len(levels) * partial.log() - 2 * now.log()) / arb(2).log()
        assert 0 < exact.rad() < 1e-6
        assert 0.0099 < claimed - float(exact.mid()) < 0.0101


class Fixed:
    """Given levels, the last repeated."""

    def __init__(self, *levels: Level) -> None:
        self.levels = levels

    def level(self, j: int) -> Level:
        return self.levels[min(j, len(self.levels) - 1)]

    def front(self) -> tuple[int, int]:
        return 1, 1

    def weight(self, levels: int) -> float:
        return 1.0


@pytest.mark.parametrize(
    "fraction",
    [
        Fixed((0, 1, 0, 1)),
        Fixed((-1, 1, 0, 1)),
        Fixed((1, 1, 0, 1), (-1, 1, 1000, 1)),
        Fixed((10**400, 1, 0, 1)),
        Fixed((1, 1, 0, 1), (1, 1, 10**400, 1)),
        Fixed((1, 1, 0, 1), (1, 1, 1, 10**320)),
        Fixed((1, 1, 0, 1), (1, 1, 1, 10**400)),
        Fixed((1, 10**400, 0, 1)),
        Fixed((1, 10**9, 0, 1), (1, 10**9, 1, 1)),
    ],
)
def test_what_the_fraction_cannot_give_is_refused(fraction: TailFraction) -> None:
    assert fraction_tail(fraction, 60, 1000) is None


def test_the_cap_on_levels_holds() -> None:
    law = Binomial(draws=10**6, success=Fraction(1, 3))
    fraction = law.tail_fraction(int(law.mean) + 200)
    assert fraction_tail(fraction, 200, 5) is None
    assert fraction_tail(fraction, 60, 10**9) is not None


@pytest.mark.parametrize("success", [Fraction(1, 10**400), Fraction(1, 10**320), 1 - Fraction(1, 10**400)])
def test_extreme_probabilities_never_crash(success: Fraction) -> None:
    law = Binomial(draws=50, success=success)
    for start in (1, 10, 49, 50):
        ball = fraction_tail(law.tail_fraction(start), 60, 200)
        tail = exact_tail(law, start)
        assert ball is None or Enclosure(ball).contains(tail)
        assert Enclosure(direct_sums(law.term, start, 60)[0]).contains(tail)


@pytest.mark.parametrize("size", [10**8, 10**12, 10**18])
@pytest.mark.parametrize("bits", [64, 300])
def test_agreement_with_direct_sums_at_large_sizes(size: int, bits: int) -> None:
    laws: list[Law] = [
        Hypergeometric(population=size, marked=size // 5, draws=50_000),
        Hypergeometric(population=size, marked=40_000, draws=size // 3),
        Binomial(draws=size, success=Fraction(20_000, size)),
    ]
    for law in laws:
        for deviations in (3, 12, 60):
            start = int(law.mean) + int(deviations * law.deviation_estimate)
            ball = fraction_tail(law.tail_fraction(start), bits, 4000)
            assert ball is not None
            direct = direct_sums(law.term, start, bits)[0]
            assert ball.overlaps(direct)
            assert ball.rel_accuracy_bits() >= bits <= direct.rel_accuracy_bits()
