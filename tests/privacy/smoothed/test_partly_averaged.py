"""Partly averaged losses: the passes behind them, the certificate against brute force, and whole electorates."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt
from random import Random

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import BlockDeltas, delta_table
from sdp_proofs.privacy.smoothed import partly_averaged
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.privacy.smoothed.partly_averaged import decide_partly_averaged
from sdp_proofs.privacy.smoothed.truncated_sum import end_average
from sdp_proofs.privacy.smoothed.two_sources import largest_entry, smoothed_table
from sdp_proofs.verdict import Verdict
from tests.work import CountedLosses

ELECTORATE = 155_507_476
ODDS = (Fraction(1), Fraction(51, 50), Fraction(11, 10), Fraction(3, 2), Fraction(7))
GRID = (Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(9, 20), Fraction(1, 2), Fraction(11, 20), Fraction(1))


def binomial(draws, share):
    return [comb(draws, h) * share**h * (1 - share) ** (draws - h) for h in range(draws + 1)]


def mixture(records, k, low, high):
    law = [Fraction(0)] * (records + 1)
    for i, first in enumerate(binomial(k, high)):
        for j, second in enumerate(binomial(records - k, low)):
            law[i + j] += first * second
    return law


def passes(vector, share, first, last):
    """The in-place passes of `endpoint`'s proof, numbered from 1."""
    for t in range(first, last + 1):
        vector = [v if x < t else (1 - share) * vector[x - 1] + share * v for x, v in enumerate(vector)]
    return vector


def averaged(values, share, m):
    """G as the module's docstring has it."""
    steps = binomial(m, 1 - share)
    return [
        sum(weight * values[x - i] for i, weight in enumerate(steps))
        if x >= m
        else sum(weight * values[h] for h, weight in enumerate(binomial(x, share)))
        for x in range(len(values))
    ]


def determinant(matrix):
    if not matrix:
        return 1
    return sum(
        (-1) ** c * value * determinant([row[:c] + row[c + 1 :] for row in matrix[1:]])
        for c, value in enumerate(matrix[0])
        if value
    )


@pytest.mark.parametrize(("n", "m"), [(1, 1), (4, 1), (4, 2), (5, 5), (6, 3)])
@pytest.mark.parametrize(("low", "high"), [("0", "1/3"), ("1/4", "1/2"), ("2/5", "9/10"), ("1/2", "1/2")])
def test_mixtures_are_images_of_averaged_losses_under_a_totally_positive_matrix(n, m, low, high):
    low, high = Fraction(low), Fraction(high)
    units = [[Fraction(x == h) for x in range(n + 1)] for h in range(n + 1)]
    for unit in units:
        assert passes(unit, high, 1, m) == averaged(unit, high, m)
    # The rest: the other passes, then the records of the other source.
    s = low / high
    others = [[Fraction(0)] * k + binomial(n - k, s) for k in range(n + 1)]
    columns = [passes(unit, high, m + 1, n) for unit in units]
    rest = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in others]
    assert all(sum(row) == 1 for row in rest)
    for size in (1, 2, 3):
        for rows in itertools.combinations(rest, size):
            for chosen in itertools.combinations(range(n + 1), size):
                assert determinant([[row[c] for c in chosen] for row in rows]) >= 0
    values = [Fraction(x * x % 7, 3) for x in range(n + 1)]
    image = averaged(values, high, m)
    for k, row in enumerate(rest):
        expected = sum(a * b for a, b in zip(mixture(n, k, low, high), values, strict=True))
        assert sum(a * b for a, b in zip(row, image, strict=True)) == expected


@lru_cache(maxsize=500)
def exact_losses(records, draws, odds):
    budget = Budget.read(odds=odds)
    return [delta(Database((h, records - h), draws), budget).value.exact for h in range(records + 1)]


@lru_cache(maxsize=5000)
def exact_table(records, draws, odds, low, high):
    losses = exact_losses(records, draws, odds)
    table = []
    for k in range(records + 1):
        table.append(sum(a * b for a, b in zip(mixture(records, k, low, high), losses, strict=True)))
    return table


def ball_above(value):
    """An exact number slightly above a fraction."""
    with ctx.workprec(200):
        return (arb(value.numerator) / value.denominator).upper()


@pytest.mark.parametrize("records", [5, *(pytest.param(n, marks=pytest.mark.slow) for n in (11, 15))])
def test_every_hull_of_a_grid_against_exact_enumeration(records):
    """HOLDS is never said where a mixture exceeds the level, and the window contains the truth."""
    held = 0
    for draws, odds in itertools.product((records - 1, records - 2, records // 2, 1), ODDS):
        losses = BlockDeltas(records, draws, Budget.read(odds=odds), 18, False)
        for low, high in itertools.combinations(GRID, 2):
            table = exact_table(records, draws, odds, low, high)
            level = ball_above(max(table[0], table[-1]))
            holds = decide_partly_averaged(losses, low, high, level) is Verdict.HOLDS
            assert not holds or max(table) == max(table[0], table[-1])
            held += holds
    assert held >= 20


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("seed", range(3))
def test_random_instances_forced_through_the_window(seed, monkeypatch):
    monkeypatch.setattr("sdp_proofs.privacy.smoothed.delta.decide_unimodal", lambda losses, level: Verdict.UNKNOWN)
    random = Random(seed)
    for _ in range(12):
        records = random.randint(20, 60)
        draws = random.choice([records - 2, records * 9 // 10, records // 2, random.randint(1, records)])
        low, high = sorted((Fraction(random.randint(0, 30), 30), Fraction(random.randint(0, 30), 30)))
        high = high if random.random() < 0.5 else max(low, 1 - low)
        low = min(low, high)
        odds = random.choice(ODDS)
        losses = exact_losses(records, draws, odds)
        found = smoothed_delta(
            Smoothing(SourceSet.interval(low, high), records, draws), Budget.read(odds=odds), route="window", digits=12
        )
        k = range(0, records + 1, 5 if low < high else records)
        truth = max(
            sum(a * b for a, b in zip(mixture(records, i, low, high), losses, strict=True)) for i in {*k, records}
        )
        assert not Enclosure(found.value.ball.upper() - ball_above(truth)).upper < Fraction(-1, 10**12)
        ends = (sum(a * b for a, b in zip(mixture(records, i, low, high), losses, strict=True)) for i in (0, records))
        assert Enclosure(found.value.ball - ball_above(max(ends))).lower < Fraction(1, 10**12)


def interior_instances():
    """Instances whose worst mixture is no homogeneous one, by the table of all mixtures."""
    random = Random("interior")
    while True:
        records = random.choice([33, 60, 150, 300, 700])
        draws = records - random.choice([1, 2, 3, 5])
        low = Fraction(random.randint(20, 49), 100)
        high = 1 - low if random.random() < 0.7 else Fraction(random.randint(50, 80), 100)
        budget = Budget.read(epsilon=random.choice(["1/100", "1/20", "1/10", "1/2", "1"]))
        deltas = delta_table(records, draws, budget, digits=20)
        table = smoothed_table(deltas, low, high, 18)
        best, _ = largest_entry(table)
        with ctx.workprec(80):
            level = table[0].max(table[-1]).upper()
            if best > level * arb("1.000000001"):
                yield records, draws, low, high, budget, level


@pytest.mark.slow
def test_an_interior_maximum_is_never_certified_away():
    for records, draws, low, high, budget, level in itertools.islice(interior_instances(), 40):
        losses = BlockDeltas(records, draws, budget, 18, False)
        assert decide_partly_averaged(losses, low, high, level) is Verdict.UNKNOWN


class AnyLosses(BlockDeltas):
    """A symmetric sequence in the place of losses: the theorem asks for nothing more."""

    def __init__(self, values):
        super().__init__(len(values) - 1, 1, Budget.read(odds=2), 18, False)
        self.values = values

    def deltas(self, first, last):
        return self.values[first : last + 1]

    def bound(self, first, last):
        return max(self.values[first : last + 1])

    sharp_bound = bound

    def least_bound(self, first, last):
        return min(self.values[first : last + 1])


def rough_losses(random, records):
    """Losses that fall towards the middle, as a sawtooth, and now and then a dent or a bump."""
    half = []
    for h in range(records // 2 + 1):
        tooth = 1 + 0.3 * random.random() * (h % 3)
        half.append(arb(tooth * 1.08 ** (records // 2 - h)))
    for _ in range(random.choice([0, 0, 1, 2])):
        half[random.randrange(1, len(half))] *= random.choice([arb("0.01"), arb("0.3"), arb(5), arb(100)])
    half[0] = max(half)
    return half + half[: records - len(half) + 1][::-1]


def test_the_valley_is_symmetric():
    values = rough_losses(Random(1), 61)
    assert len(values) == 62 and values == values[::-1]


@pytest.mark.parametrize(("low", "high"), [*itertools.combinations(GRID[1:-1], 2), (Fraction(2, 5), Fraction(9, 10))])
def test_the_source_that_is_averaged_over(low, high, monkeypatch):
    """The larger share, or one minus the smaller one: no other passes are those of the proof."""
    shares = []
    monkeypatch.setattr(partly_averaged._PartAverage, "around", lambda losses, share, *rest: shares.append(share))
    losses = BlockDeltas(300, 297, Budget.read(odds=2), 15, False)
    assert decide_partly_averaged(losses, low, high, losses.deltas(100, 100)[0].upper()) is Verdict.UNKNOWN
    assert shares and set(shares) <= {high, 1 - low}


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("rough", [False, True])
@pytest.mark.parametrize(("reach", "tail"), [(16, 10), (3, 4), (2, 1), (1, 0)])
def test_the_certificate_against_all_averaged_losses(reach, tail, rough, monkeypatch):
    """Every claim of the certificate, at short tables and long ones, against G computed everywhere."""
    monkeypatch.setattr(partly_averaged, "REACH", reach)
    monkeypatch.setattr(partly_averaged, "TAIL", tail)
    random, claims = Random(reach), [0, 0]
    for _ in range(150 if rough else 40):
        records = random.choice([61, 100] if rough else [61, 100, 200])
        draws = round(records * random.choice([0.5, 0.8, 0.9, 0.97]))
        budget = Budget.read(epsilon=random.choice(["1/20", "1/5", "1/2", "1"]))
        if rough:
            deltas = rough_losses(random, records)
            losses = AnyLosses(deltas)
        else:
            deltas = delta_table(records, draws, budget, digits=20)
            losses = BlockDeltas(records, draws, budget, 18, False)
        share = Fraction(random.randint(2, 18), 20)
        middle = random.randint(1, records // 2 - 1)
        part = partly_averaged._PartAverage.around(losses, share, middle, random.choice([0.5, 1, 2, 3]))
        if part is None:
            continue
        with ctx.workprec(100):
            level = (deltas[middle] * random.choice([1, arb("1.02"), arb("0.9")])).mid()
            floats = [float((value / level).mid()) for value in deltas]
        image = averaged(floats, float(share), part.law.draws)
        certificate = partly_averaged._Certificate(losses, part, level)
        # The first part of the certificate relies on what the second proves of the losses behind the table.
        behind = deltas[certificate.last + 1 : records - certificate.last]
        low_inside = all(value <= certificate.caps[0][1] for value in behind)
        with ctx.workprec(80):
            for near, (first, last) in ((True, part.near), (False, part.far)):
                for z in {first, last, (first + last) // 2}:
                    average = certificate._average(certificate._value, z, near) / level
                    rest = certificate._remainder(first, last, near) / level
                    truth = image[z if near else records - z]
                    assert float(average.lower()) <= truth * (1 + 1e-9)
                    assert not low_inside or truth <= float((average + rest).upper()) * (1 + 1e-9)
        above = [value > 1 for value in image]
        (x0, x1), (y0, y1) = part.near, part.far
        falls, clear = certificate.falls_once(), certificate.is_clear_elsewhere()
        if falls and (clear or low_inside):
            claims[0] += 1
            for signs in (above[x0 : x1 + 1], above[records - y1 : records - y0 + 1][::-1]):
                assert signs == sorted(signs, reverse=True)
        if clear:
            claims[1] += 1
            assert all(above[: x0 + 1]) and all(above[records - y0 + (y0 == 0) :])
            if x1 + y1 < records - 1:
                assert not any(above[x1 : records - y1 + 1])
    assert claims[0] >= 3 or tail == 0
    assert claims[1] >= 3 or tail < 4


@pytest.mark.parametrize(
    ("rate", "epsilon", "low", "high"),
    [
        ("0.998", "1/2", "9/20", "11/20"),
        pytest.param("0.998", "1/2", "1/3", "2/3", marks=pytest.mark.slow),
        pytest.param("0.998", "1", "2/5", "3/5", marks=pytest.mark.slow),
        ("0.998", "2", "499/1000", "501/1000"),
        ("0.99", "1/2", "1/3", "2/3"),
    ],
)
def test_hulls_around_a_half_in_a_whole_electorate(rate, epsilon, low, high, monkeypatch):
    draws, budget = sampling_draws(ELECTORATE, rate=rate), Budget.read(epsilon=epsilon)
    work = CountedLosses(monkeypatch)
    found = smoothed_delta(Smoothing(SourceSet.interval(low, high), ELECTORATE, draws), budget)
    assert 0 < work.losses < 24 * isqrt(ELECTORATE)  # not one for every record
    assert 0 < work.bounds < 4000
    assert found.value.proven_digits >= 10
    worse = max((Fraction(low), Fraction(high)), key=lambda share: abs(share - Fraction(1, 2)))
    assert found.value.overlaps(end_average(ELECTORATE, draws, worse, budget, digits=9))


@pytest.mark.slow
def test_the_losses_themselves_do_not_decide_there():
    """Why it averages: near the level losses are a sawtooth, and by themselves no complement of an interval."""
    draws, budget = sampling_draws(ELECTORATE, rate="0.998"), Budget.read(epsilon="1/2")
    low, high = Fraction(9, 20), Fraction(11, 20)
    level = end_average(ELECTORATE, draws, low, budget, digits=9).ball.upper()
    losses = BlockDeltas(ELECTORATE, draws, budget, 15, False)
    middle = partly_averaged.crossing(losses, level)
    signs = [value > level for value in losses.deltas(middle - 600, middle + 600)]
    assert sum(a != b for a, b in itertools.pairwise(signs)) == 3
    assert decide_partly_averaged(losses, low, high, level) is Verdict.HOLDS
    with ctx.workprec(80):
        too_low = level * arb("1e-300")
    assert decide_partly_averaged(losses, low, high, too_low) is Verdict.UNKNOWN


@pytest.mark.parametrize(("low", "high"), [("0", "0"), ("0", "1"), ("1", "1")])
def test_sources_without_chance_have_nothing_to_blur(low, high):
    losses = BlockDeltas(50, 45, Budget.read(odds=2), 15, False)
    assert decide_partly_averaged(losses, Fraction(low), Fraction(high), arb("0.1")) is Verdict.UNKNOWN
