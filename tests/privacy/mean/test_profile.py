"""The sampled mean against a judge that lists all samples of actual records, for every neighbour."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, floor

import pytest

from sdp_proofs.distributions import subset_sums
from sdp_proofs.distributions.subset_sums import sum_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.mechanisms.sampling import SamplingAverage
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD, FORWARD
from sdp_proofs.privacy.mean import (
    BLOCK,
    GridDatabase,
    LevelBounds,
    OneRecord,
    average_delta,
    neighbour_divergence,
    odds_between,
)


def half_away(mean):
    size = floor(abs(mean) + Fraction(1, 2))
    return size if mean > 0 else -size


def listed_law(values, draws, rounded):
    """Fractions of all samples, straight from the description of the mechanism."""
    means = (Fraction(sum(sample), draws) for sample in combinations(values, draws))
    seen = Counter(half_away(mean) if rounded else mean for mean in means)
    return {output: Fraction(times, comb(len(values), draws)) for output, times in seen.items()}


def divergence(first, second, odds):
    return sum((max(Fraction(0), mass - odds * second.get(output, 0)) for output, mass in first.items()), Fraction(0))


def listed_losses(database, odds):
    """(removed, added, direction) -> loss."""
    law = listed_law(database.values, database.draws, database.rounded)
    losses = {}
    for position, removed in enumerate(database.values):
        for added in range(database.low, database.high + 1):
            if added != removed:
                changed = (*database.values[:position], added, *database.values[position + 1 :])
                other = listed_law(changed, database.draws, database.rounded)
                losses[removed, added, FORWARD] = divergence(law, other, odds)
                losses[removed, added, BACKWARD] = divergence(other, law, odds)
    return losses


def random_databases(seed, count, most_records=7, most_levels=7):
    source = random.Random(seed)
    for _ in range(count):
        low = source.randint(-6, 3)
        high = low + source.randint(1, most_levels - 1)
        records = source.randint(1, most_records)
        values = tuple(source.randint(low, high) for _ in range(records))
        yield GridDatabase(values, low, high, source.randint(1, records), source.random() < 0.5)


ODDS = [Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(3), Fraction(40), Fraction(10**9)]


@pytest.mark.parametrize("odds", ODDS)
def test_delta_and_every_neighbour_equal_the_listed_ones(odds):
    for database in random_databases(f"every neighbour {odds}", 40):
        losses = listed_losses(database, odds)
        found = average_delta(database, Budget.read(odds=odds))
        assert found.value.exact == max(losses.values()), database
        assert losses[found.removed, found.added, found.direction] == found.value.exact, database
        for (removed, added, direction), loss in losses.items():
            assert OneRecord(database, removed).loss(added, direction, odds) == loss


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("odds", ODDS)
def test_float_bounds_are_above_every_loss_and_close(odds):
    for database in random_databases(f"bounds {odds}", 25, most_levels=2 * BLOCK + 5):
        losses = listed_losses(database, odds)
        for removed in set(database.values):
            bounds = LevelBounds(database, removed, odds)
            levels = []
            for direction in (FORWARD, BACKWARD):
                for block, highest in enumerate(bounds.of_blocks(direction)):
                    for level, bound in bounds.of_levels(direction, block):
                        loss = losses[removed, level, direction]
                        assert loss <= Fraction(bound) * bounds.unit <= loss + Fraction(1, 10**12)
                        assert loss <= Fraction(highest) * bounds.unit
                        outputs = bounds.outputs(direction, level)
                        assert OneRecord(database, removed).loss(level, direction, odds, outputs) == loss
                        levels.append(level)
            assert sorted(levels) == sorted(2 * [w for w in range(database.low, database.high + 1) if w != removed])


def test_float_bounds_prune_blocks_but_never_the_worst_neighbour():
    source = random.Random("blocks")
    for rounded in (False, True):
        values = tuple(source.randint(-30, 30) for _ in range(7))
        database = GridDatabase(values, -40, 40, 4, rounded)
        odds = Fraction(3, 2)
        assert average_delta(database, Budget.read(odds=odds)).value.exact == max(
            listed_losses(database, odds).values()
        )


def test_looser_bounds_do_not_change_the_answer(monkeypatch):
    """The order of the search comes from the bounds, the answer must not."""
    source = random.Random("looser")
    of_levels, of_blocks = LevelBounds.of_levels, LevelBounds.of_blocks
    monkeypatch.setattr(
        LevelBounds, "of_levels",
        lambda *call: [(level, bound * source.uniform(1, 3)) for level, bound in of_levels(*call)],
    )  # fmt: skip
    monkeypatch.setattr(LevelBounds, "of_blocks", lambda *call: [3 * bound for bound in of_blocks(*call)])
    for odds in ODDS[1:4]:
        for database in random_databases(f"looser {odds}", 20):
            expected = max(listed_losses(database, odds).values())
            assert average_delta(database, Budget.read(odds=odds)).value.exact == expected


def test_counts_too_small_for_float64_are_not_lost(monkeypatch):
    monkeypatch.setattr(subset_sums, "FLOAT_BITS", -1070)
    for odds in ODDS[1:4]:
        for database in random_databases(f"small {odds}", 10, most_records=6):
            losses = listed_losses(database, odds)
            assert average_delta(database, Budget.read(odds=odds)).value.exact == max(losses.values())
            bounds = LevelBounds(database, database.values[0], odds)
            for level, bound in bounds.of_levels(FORWARD, 0):
                assert losses[database.values[0], level, FORWARD] <= Fraction(bound) * bounds.unit


@pytest.mark.parametrize(
    ("values", "levels", "draws", "rounded", "odds", "worst", "largest", "best_extreme"),
    [
        # A lattice: all values even, and an odd one shows whenever it is drawn.
        ("0,0,2,2", "0:2", 1, False, "11/10", (0, 1), "1/4", "9/40"),
        # Neither the smallest or largest value, nor the lowest or highest level.
        ("0,1,4,5", "0:5", 2, False, "11/10", (1, 3), "1/2", "29/60"),
        ("-2,-2,0,1", "-2:1", 2, True, "1", (0, -1), "1/2", "1/3"),
    ],
)
def test_the_worst_neighbour_need_not_be_extreme(values, levels, draws, rounded, odds, worst, largest, best_extreme):
    database = GridDatabase.read(values=values, levels=levels, draws=draws, rounded=rounded)
    losses = listed_losses(database, Fraction(odds))
    assert max(losses.values()) == Fraction(largest)
    assert max(losses[(*worst, direction)] for direction in (FORWARD, BACKWARD)) == Fraction(largest)
    ends, present = (database.low, database.high), (min(database.values), max(database.values))
    if worst[0] in present:
        extreme = {key: loss for key, loss in losses.items() if key[1] in ends}
    else:
        extreme = {key: loss for key, loss in losses.items() if key[0] in present or key[1] in ends}
    assert max(extreme.values()) == Fraction(best_extreme) < Fraction(largest)
    assert average_delta(database, Budget.read(odds=odds)).value.exact == Fraction(largest)


def test_the_judge_of_all_mechanisms_agrees():
    from sdp_proofs.privacy.definition import database_delta

    for database in random_databases("definition", 15, most_records=5, most_levels=5):
        mechanism = SamplingAverage(database.low, database.high, database.draws, database.rounded)
        expected = database_delta(mechanism, database.values, Fraction(3, 2))
        assert average_delta(database, Budget.read(odds="3/2")).value.exact == expected


def test_a_database_whose_counts_exceed_float64():
    values = tuple(k % 3 for k in range(930))
    database = GridDatabase(values, 0, 2, 455)
    budget = Budget.read(odds=3)
    found = average_delta(database, budget).value.exact
    losses = [
        OneRecord(database, removed).loss(added, direction, Fraction(3))
        for removed in range(3)
        for added in range(3)
        if added != removed
        for direction in (FORWARD, BACKWARD)
    ]
    assert found == max(losses) > 0


@pytest.mark.parametrize("odds", [Fraction(1), Fraction(3, 2), Fraction(10)])
def test_moving_all_values_and_levels_changes_nothing(odds):
    budget = Budget.read(odds=odds)
    for database in random_databases(f"moved {odds}", 25):
        # Rounding turns ties away from zero, so with an even number of draws zero is a special place.
        if database.rounded and database.draws % 2 == 0:
            continue
        moved = GridDatabase(
            tuple(value + 11 for value in database.values),
            database.low + 11,
            database.high + 11,
            database.draws,
            database.rounded,
        )
        here, there = (average_delta(each, budget) for each in (database, moved))
        assert there.value.exact == here.value.exact
        moved_back = OneRecord(database, there.removed - 11).loss(there.added - 11, there.direction, odds)
        assert moved_back == here.value.exact


@pytest.mark.parametrize("rounded", [False, True])
def test_reflection_changes_nothing(rounded):
    budget = Budget.read(odds=2)
    for database in random_databases("reflected", 25):
        mirrored = GridDatabase(
            tuple(-value for value in database.values), -database.high, -database.low, database.draws, rounded
        )
        straight = GridDatabase(database.values, database.low, database.high, database.draws, rounded)
        assert average_delta(mirrored, budget).value.exact == average_delta(straight, budget).value.exact


def test_rounding_never_shows_more():
    budget = Budget.read(odds="3/2")
    for database in random_databases("rounded", 40):
        exact, rounded = (
            average_delta(GridDatabase(database.values, database.low, database.high, database.draws, flag), budget)
            for flag in (False, True)
        )
        assert rounded.value.exact <= exact.value.exact <= Fraction(database.draws, database.records)


def test_all_records_drawn_or_all_equal_show_as_much_as_can_be():
    budget = Budget.read(odds=100)
    assert average_delta(GridDatabase((1, 2, 3), 0, 3, 3), budget).value.exact == 1
    assert average_delta(GridDatabase((2,) * 10, 0, 3, 4), budget).value.exact == Fraction(4, 10)
    # The mean of three hides a step of one.
    assert average_delta(GridDatabase((0, 0, 0), 0, 1, 3, rounded=True), budget).value.exact == 0
    assert average_delta(GridDatabase((5,), 4, 5, 1), budget).value.exact == 1


@pytest.mark.parametrize("rounded", [False, True])
def test_irrational_odds_are_enclosed_between_rational_ones(rounded):
    values = tuple(random.Random("irrational").randint(-20, 20) for _ in range(30))
    database = GridDatabase(values, -25, 25, 5, rounded)
    found = average_delta(database, Budget.read(epsilon="1/2"), digits=20)
    below, above = (
        average_delta(database, Budget.read(odds=odds)).value.exact
        for odds in ("1.6487212707001281469", "1.6487212707001281468")
    )
    assert found.value.exact is None
    assert below <= Fraction(found.value.upper) and Fraction(found.value.lower) <= above
    assert found.value.proven_digits >= 20
    same = neighbour_divergence(
        database, Budget.read(epsilon="1/2"),
        removed=found.removed, added=found.added, direction=found.direction, digits=20,
    )  # fmt: skip
    assert same.overlaps(found.value)


def test_odds_beyond_all_counts_are_exact_and_fast():
    database = GridDatabase((0, 1, 1, 2, 5, 9), 0, 9, 2)
    huge = average_delta(database, Budget.read(epsilon=10**6))
    assert huge.value.exact == max(listed_losses(database, Fraction(10**30)).values())
    assert odds_between(Budget.read(epsilon=10**6), 64, 15) == (15, 15)


def test_a_database_of_the_size_of_a_gradient_step():
    """225 records, 15 draws, 256 levels: far too many samples to list, so two other routes are compared."""
    source = random.Random(225)
    values = tuple(max(-128, min(127, round(source.gauss(0, 30.7)))) for _ in range(225))
    database = GridDatabase(values, -128, 127, 15)
    law = sum_law(values, 15)
    assert sum(law.values()) == 1
    assert law.expectation(Fraction) == Fraction(15 * sum(values), 225)
    mean = Fraction(sum(values), 225)
    spread = sum((value - mean) ** 2 for value in values) / 225
    assert law.expectation(lambda total: (total - 15 * mean) ** 2) == 15 * spread * Fraction(225 - 15, 225 - 1)
    found = average_delta(database, Budget.read(odds=2))
    other = list(values)
    other[other.index(found.removed)] = found.added
    pair = [law, sum_law(other, 15)]
    assert divergence(*(pair if found.direction == FORWARD else pair[::-1]), 2) == found.value.exact
    rivals = [OneRecord(database, v).loss(w, d, Fraction(2)) for v in (min(values), 0, max(values))
              if v in values for w in (-128, 1, 127) for d in (FORWARD, BACKWARD)]  # fmt: skip
    assert max(rivals) <= found.value.exact
    assert average_delta(database, Budget.read(epsilon="log(2)")).value.exact == found.value.exact


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"levels": "0:0"}, "there must be at least two levels, LOW < HIGH, got 0 and 0"),
        ({"levels": "5:-5"}, "there must be at least two levels"),
        ({"levels": "5"}, "levels must be LOW:HIGH"),
        ({"levels": "a:b"}, "the lowest level must be a number"),
        ({"levels": "0:70000"}, "there must be at most 65536 levels, got 70001"),
        ({"levels": "0:2"}, "a value must be a level between 0 and 2, got 3"),
        ({"values": ""}, "there must be at least one value, got none"),
        ({"values": "1,x"}, "a value must be an integer such as -5, got 'x'"),
        ({"values": [1, 2.0]}, "a value must be exact"),
        ({"values": "1,1.5"}, "a value must be an integer"),
        ({"draws": 0}, "draws must be between 1 and the number of records 4, got 0"),
        ({"draws": 5}, "draws must be between 1 and the number of records 4, got 5"),
        ({"draws": None}, "exactly one of rate and draws must be given"),
        ({"rate": "1/2"}, "exactly one of rate and draws must be given"),
    ],
)
def test_databases_that_are_refused(given, message):
    with pytest.raises(DomainError, match="^" + message):
        GridDatabase.read(**{"values": "0,1,2,3", "levels": "-4:4", "draws": 2, **given})


def test_sizes_that_are_refused():
    with pytest.raises(SizeError, match="exact law of the sum"):
        average_delta(GridDatabase(tuple(k % 2 for k in range(10**5)), 0, 1, 5000), Budget.read(odds=2))
    with pytest.raises(SizeError, match="distinct values"):
        average_delta(GridDatabase(tuple(range(5000)), 0, 60000, 2), Budget.read(odds=2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: x.loss(0, FORWARD, Fraction(2)), "the new value must be another level between 0 and 3, got 0"),
        (lambda x: x.loss(4, FORWARD, Fraction(2)), "the new value must be another level between 0 and 3, got 4"),
        (lambda x: x.loss(1, "sideways", Fraction(2)), "direction must be"),
        (lambda x: x.loss(1, FORWARD, Fraction(1, 2)), "odds must be >= 1"),
        (lambda x: OneRecord(x.database, 3), "the record to leave out must be one of the values, got 3"),
    ],
)
def test_neighbours_that_are_refused(call, message):
    with pytest.raises(DomainError, match="^" + message):
        call(OneRecord(GridDatabase((0, 1, 2), 0, 3, 2), 0))


def test_the_slack_covers_a_rounding_for_every_draw_and_every_sum():
    """Sums of up to so many terms are bounded, and each term is a count made of as many sums as there are draws."""
    bounds = LevelBounds(GridDatabase((0, 7, 300, 400), low=0, high=400, draws=2), removed=7, odds=Fraction(3, 2))
    assert bounds._sums > 400
    assert bounds._slack - 1 >= 4 * (2 + bounds._sums) * 2.0**-53
