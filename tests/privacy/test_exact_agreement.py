"""delta, chosen losses and profiles against the definition, exactly, for every small instance."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import hockey_stick, total_variation
from sdp_proofs.privacy.histogram.database import Database, all_changes, change_divergence, delta, worst_changes
from sdp_proofs.privacy.profile import profile_of
from tests.privacy.judge import ODDS, databases, defined_delta, defined_loss, law

BUDGETS = {odds: Budget.read(odds=odds) for odds in ODDS}


def assert_agrees(database, odds):
    expected = defined_delta(database, odds)
    found = delta(database, BUDGETS[odds])
    assert found.value.exact == expected, (database, odds)
    # The named worst must be so by definition, too.
    assert defined_loss(database, found.change, odds) == expected, (database, odds, found)
    assert found.neighbour == database.changed(found.change.removed, found.change.added)


@pytest.mark.parametrize("records", range(1, 11))
def test_two_types_without_replacement(records):
    for database in databases(records, 2):
        for odds in ODDS:
            assert_agrees(database, odds)


@pytest.mark.parametrize("records", range(1, 8))
def test_two_types_with_replacement(records):
    for database in databases(records, 2, replacement=True, draws=(0, 1, 2, 3, 5, 8, 13)):
        for odds in ODDS:
            assert_agrees(database, odds)


@pytest.mark.parametrize("records", range(1, 11))
def test_three_types_without_replacement(records):
    for database in databases(records, 3, up_to_order=True):
        for odds in ODDS:
            assert_agrees(database, odds)


@pytest.mark.parametrize("records", range(1, 7))
def test_three_types_with_replacement(records):
    for database in databases(records, 3, replacement=True, draws=(1, 2, 4, 6), up_to_order=True):
        for odds in ODDS:
            assert_agrees(database, odds)


@pytest.mark.parametrize("replacement", [False, True])
def test_four_types(replacement):
    for database in databases(6, 4, replacement=replacement, draws=(2, 4, 5), up_to_order=True):
        for odds in ODDS[2:5]:
            assert_agrees(database, odds)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("types", "largest"), [(2, 7), (3, 6)])
@pytest.mark.parametrize("replacement", [False, True])
def test_every_chosen_neighbour_in_both_directions(types, largest, replacement):
    for records in range(1, largest + 1):
        for database in databases(records, types, replacement=replacement, up_to_order=True):
            for change in all_changes(database):
                for odds in (Fraction(1), Fraction(51, 49), Fraction(3, 2)):
                    found = change_divergence(
                        database,
                        BUDGETS[odds],
                        removed=change.removed,
                        added=change.added,
                        direction=change.direction,
                    )
                    assert found.value.exact == defined_loss(database, change, odds), (database, change, odds)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_the_worst_changes_reach_the_maximum_over_all_changes(replacement):
    """Beyond the sizes that are enumerated: fractions of the pooled formula against themselves."""
    for records, types in ((18, 2), (13, 3), (9, 4)):
        for database in databases(records, types, replacement=replacement, draws=(3, 7, 9), up_to_order=True):
            for odds in (Fraction(51, 49), Fraction(3), Fraction(1)):
                every = max(change.pair(database).exact_divergence(odds) for change in all_changes(database))
                worst = max(change.pair(database).exact_divergence(odds) for change in worst_changes(database))
                assert worst == every, (database, odds)


def test_types_may_be_listed_in_any_order():
    for database in databases(7, 3, draws=(2, 5), up_to_order=True):
        for replacement in (False, True):
            values = {
                delta(type(database)(order, database.draws, replacement), BUDGETS[Fraction(3, 2)]).value.exact
                for order in permutations(database.counts)
            }
            assert len(values) == 1, database


def test_everything_or_nothing_sampled():
    for records in range(1, 8):
        for database in databases(records, 3, draws=(0, records)):
            for odds in ODDS:
                assert delta(database, BUDGETS[odds]).value.exact == (1 if database.draws else 0)


@pytest.mark.parametrize("replacement", [False, True])
def test_a_type_with_at_most_one_record_costs_the_inclusion_probability(replacement):
    for counts in ((1, 6), (0, 7), (1, 2, 4), (0, 3, 4), (0, 0, 7), (1, 1, 5)):
        for draws in range(8):
            inclusion = 1 - Fraction(6, 7) ** draws if replacement else Fraction(draws, 7)
            for database in databases(7, len(counts), replacement=replacement, draws=(draws,)):
                if database.counts == counts:
                    for odds in (1, "3/2", 10**9):
                        assert delta(database, Budget.read(odds=odds)).value.exact == inclusion


def test_no_database_loses_more_than_the_inclusion_probability():
    for database in databases(9, 2):
        assert delta(database, BUDGETS[Fraction(1)]).value.exact <= Fraction(database.draws, 9)


def test_delta_without_a_budget_is_the_total_variation():
    for database in databases(7, 2):
        own = law(database.counts, database.draws, False)
        expected = max(
            total_variation(own, law(database.changed(change.removed, change.added), database.draws, False))
            for change in all_changes(database)
        )
        assert delta(database, Budget.read(epsilon=0)).value.exact == expected


def test_hockey_stick_is_the_maximum_over_all_events():
    for counts, other in (((2, 2), (1, 3)), ((1, 1, 2), (0, 2, 2))):
        first, second = law(counts, 2, False), law(other, 2, False)
        outcomes = sorted(set(first) | set(second))
        for odds in ODDS:
            events = (
                [outcome for bit, outcome in enumerate(outcomes) if mask >> bit & 1]
                for mask in range(1 << len(outcomes))
            )
            gains = [
                sum((first.probability(a) - odds * second.probability(a) for a in event), Fraction(0))
                for event in events
            ]
            assert hockey_stick(first, second, odds) == max(gains)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("records", range(1, 15))
def test_delta_is_zero_exactly_where_a_fraction_of_the_rarest_type_covers_the_sample(records):
    """Without replacement (1 - 1/E) min H >= T; with it, (H/(H-1))^T <= E for the rarest type."""
    for odds in (*ODDS, Fraction(4), Fraction(7, 3)):
        budget = Budget.read(odds=odds)
        for database in databases(records, 2):
            zero = delta(database, budget).value.exact == 0
            assert zero == ((1 - 1 / odds) * min(database.counts) >= database.draws), (database, odds)
        for database in databases(records, 2, replacement=True, draws=(0, 1, 2, 5)):
            rarest = min(database.counts)
            expected = database.draws == 0 or (
                rarest > 1 and Fraction(rarest, rarest - 1) ** database.draws <= odds
            )
            assert (delta(database, budget).value.exact == 0) == expected, (database, odds)


@pytest.mark.parametrize(
    ("counts", "draws", "odds", "replacement", "removed", "direction"),
    [
        ((2, 3), 1, "51/49", True, 0, "d(x,x')"),
        ((2, 3), 3, "51/49", True, 0, "d(x',x)"),
        ((3, 6), 4, "1001/1000", True, 1, "d(x,x')"),
        ((3, 5), 3, "51/49", True, 1, "d(x',x)"),
        ((2, 3), 2, "51/49", False, 0, "d(x',x)"),
        ((2, 3), 1, "51/49", False, 0, "d(x,x')"),
        ((2, 5), 3, "3/2", False, 1, "d(x',x)"),
        ((3, 5), 6, "51/49", False, 1, "d(x,x')"),
    ],
)
def test_each_neighbour_and_direction_can_be_the_only_worst_one(
    counts, draws, odds, replacement, removed, direction
):
    """The rarer or the commoner type loses a record, compared forwards or backwards."""
    database = Database(counts, draws, replacement)
    values = {change: defined_loss(database, change, Fraction(odds)) for change in all_changes(database)}
    winner = next(change for change in values if (change.removed, change.direction) == (removed, direction))
    assert all(values[winner] > value for change, value in values.items() if change != winner)
    assert delta(database, Budget.read(odds=odds)).change == winner


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_the_profile_is_the_definition_at_every_budget(replacement):
    for types, records in ((2, 6), (3, 6), (4, 5)):
        for database in databases(records, types, replacement=replacement, draws=(1, 3, 5), up_to_order=True):
            profile = profile_of(database)
            for odds in (*ODDS, *profile.breakpoints, *(point + Fraction(1, 97) for point in profile.breakpoints)):
                assert profile.at(odds) == defined_delta(database, odds), (database, odds)
