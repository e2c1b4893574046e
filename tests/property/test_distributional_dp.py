"""Proposition 9 with the best simulator: an exact linear programme and the strategies of both players."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.mechanisms.finite import DatabaseTable, OneRecord
from sdp_proofs.privacy.definition import smoothed_delta_by_lists
from sdp_proofs.privacy.distributional import distributional_delta, drawing_simulator, simulated_delta
from sdp_proofs.strategies import database_tables, mechanisms, odds, source_sets
from tests.property.effort import SIZES, moderate

FEW = 7
"""Outputs; with more the programmes take seconds instead of milliseconds."""
brief = settings(moderate, max_examples=15)


def outputs_of(mechanism, types, records):
    return list(dict.fromkeys(a for x in record_lists(records, types) for a in mechanism.law(x)))


def small(types, records):
    return mechanisms(types, records).filter(lambda m: len(outputs_of(m, types, records)) <= FEW)


def gap(mechanism, sources, factor, simulator, inequality):
    """The two sides of inequality (1) for one simulator, summed over all databases of the other records."""
    position, event, left, right = inequality.position, inequality.event, Fraction(0), Fraction(0)
    for others in product(range(sources.types), repeat=len(inequality.assignment)):
        chance = prod(sources.laws[s][x] for s, x in zip(inequality.assignment, others, strict=True))
        completed = (*others[:position], inequality.value, *others[position:])
        left += chance * sum(mechanism.law(completed).probability(a) for a in event)
        right += chance * sum(simulator[position, others].probability(a) for a in event)
    return left - factor * right if inequality.direction == "M-Sim" else right - factor * left


def least_of_the_definition(mechanism, sources, records, factor, simulator):
    """The smallest delta of Definition 4 that a simulator shows: every event, listed law, position and value."""
    worst, outputs = Fraction(0), outputs_of(mechanism, sources.types, records)
    events = list(chain.from_iterable(combinations(outputs, size) for size in range(len(outputs) + 1)))
    assignments = list(product(sources.laws, repeat=records - 1))
    for position, laws, value in product(range(records), assignments, range(sources.types)):
        true, guess = dict.fromkeys(outputs, Fraction(0)), dict.fromkeys(outputs, Fraction(0))
        for others in product(range(sources.types), repeat=records - 1):
            chance = prod(law[x] for law, x in zip(laws, others, strict=True))
            for a in outputs:
                true[a] += chance * mechanism.law((*others[:position], value, *others[position:])).probability(a)
                guess[a] += chance * simulator[position, others].probability(a)
        for event in events:
            left, right = sum(true[a] for a in event), sum(guess[a] for a in event)
            worst = max(worst, left - factor * right, right - factor * left)
    return worst


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("types", "records"), SIZES)
def test_proposition_9(types, records):
    @moderate
    @given(small(types, records), source_sets(types), odds())
    def holds(mechanism, sources, factor):
        distributional = distributional_delta(mechanism, sources, records, factor).value
        smoothed = smoothed_delta_by_lists(mechanism, sources, records, factor).value
        drawn = [
            simulated_delta(mechanism, sources, records, factor, drawing_simulator(mechanism, law))
            for law in sources.laws
        ]
        assert 0 <= distributional <= min(drawn)
        assert max(drawn) <= smoothed

    holds()


def test_the_best_simulator_is_often_better_than_any_that_draws_the_missing_record():
    met = {"better": 0, "positive": 0}

    @moderate
    @given(database_tables(2, 2), source_sets(2), odds())
    def count(mechanism, sources, factor):
        best = distributional_delta(mechanism, sources, 2, factor).value
        drawn = min(
            simulated_delta(mechanism, sources, 2, factor, drawing_simulator(mechanism, law)) for law in sources.laws
        )
        met["better"] += best < drawn
        met["positive"] += best > 0

    count()
    assert min(met.values()) >= 10


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_both_strategies_prove_the_value_event_by_event(types, records):
    @brief
    @given(database_tables(types, records, 3), source_sets(types), odds(), database_tables(types, records, 3))
    def holds(mechanism, sources, factor, rival):
        found = distributional_delta(mechanism, sources, records, factor)
        assert least_of_the_definition(mechanism, sources, records, factor, found.simulator) == found.value
        assert min(found.against.values(), default=1) > 0
        assert sum(found.against.values()) <= 1

        def against(simulator):
            return sum(
                share * gap(mechanism, sources, factor, simulator, inequality)
                for inequality, share in found.against.items()
            )

        # The weighted gaps of the optimal simulator are its delta; those of a constant or any other one are no less.
        assert against(found.simulator) == found.value
        for output in outputs_of(mechanism, types, records):
            assert against(dict.fromkeys(found.simulator, FiniteLaw({output: 1}))) >= found.value
        assert against({asked: rival.law((*asked[1], 0)) for asked in found.simulator}) >= found.value

    holds()


@brief
@given(database_tables(2, 2), source_sets(2), odds())
def test_only_the_vertices_of_the_hull_matter(mechanism, sources, factor):
    all_listed = distributional_delta(mechanism, sources, 2, factor, reduced=False)
    assert distributional_delta(mechanism, sources, 2, factor).value == all_listed.value
    assert simulated_delta(
        mechanism, sources, 2, factor, lambda position, others: all_listed.simulator[position, others]
    ) == all_listed.value


@moderate
@given(database_tables(2, 2) | database_tables(2, 1), source_sets(2), odds(), st.booleans())
def test_a_simulator_for_each_direction_does_no_worse(mechanism, sources, factor, known):
    records = 1 if (0,) in mechanism.rows else 2
    joint, first, second = (
        distributional_delta(mechanism, sources, records, factor, directions=ways, position_known=known).value
        for ways in (("M-Sim", "Sim-M"), ("M-Sim",), ("Sim-M",))
    )
    assert max(first, second) <= joint
    assert distributional_delta(mechanism, sources, records, factor).value <= joint or known


def test_a_simulator_for_each_direction_can_do_better():
    # Appendix B, third display: 0 for each direction, 1/6 for both.
    released = OneRecord((FiniteLaw({1: 1}), FiniteLaw({0: "1/2", 1: "1/2"})))
    sources = SourceSet.from_laws(["1/2,1/2"])
    assert distributional_delta(released, sources, 1, 2).value == Fraction(1, 6)
    for way in ("M-Sim", "Sim-M"):
        assert distributional_delta(released, sources, 1, 2, directions=(way,)).value == 0


@pytest.mark.parametrize("records", [2, 3])
def test_the_parity_of_fair_bits_is_distributionally_private_and_not_smoothed(records):
    parity = DatabaseTable(2, {x: FiniteLaw({sum(x) % 2: 1}) for x in record_lists(records, 2)})
    fair = SourceSet.from_laws(["1/2,1/2"])
    for factor in (1, 2, 100):
        assert distributional_delta(parity, fair, records, factor).value == 0
        assert smoothed_delta_by_lists(parity, fair, records, factor).value == 1
    # A biased bit gives the missing one away: with the uniform simulator the gap is half of the bias.
    biased = SourceSet.from_laws(["1/4,3/4"])
    assert distributional_delta(parity, biased, records, 1).value == Fraction(1, 2**records)
    # And a bit that may be known is no protection: the best guess is a fair coin.
    certain = SourceSet.from_laws(["1,0", "0,1"])
    assert distributional_delta(parity, certain, records, 1).value == Fraction(1, 2)


@pytest.mark.parametrize("factor", [1, Fraction(3, 2), 4])
def test_one_published_bit_costs_what_a_pencil_finds(factor):
    # The simulator (q, 1 - q) has the gaps 1 - E q, 1 - E (1 - q), q and 1 - q: q = 1/2 is best.
    published = OneRecord((FiniteLaw({0: 1}), FiniteLaw({1: 1})))
    sources = SourceSet.interval("0", "1")
    assert distributional_delta(published, sources, 1, factor).value == Fraction(1, 2)
    # A second record that is ignored changes nothing.
    assert distributional_delta(published, sources, 2, factor).value == Fraction(1, 2)


def test_proposition_9_needs_a_simulator_that_knows_the_position():
    # With every record in which x differs from 101 the probability of a one doubles. So neighbours are within a factor
    # of two of each other, and 101 and 010 three steps apart.
    apart = {x: sum(a != b for a, b in zip(x, (1, 0, 1), strict=True)) for x in record_lists(3, 2)}
    doubling = DatabaseTable(
        2, {x: FiniteLaw({1: Fraction(2**steps, 16), 0: 1 - Fraction(2**steps, 16)}) for x, steps in apart.items()}
    )
    certain = SourceSet.from_laws(["1,0", "0,1"])
    assert smoothed_delta_by_lists(doubling, certain, 3, 2).value == 0
    assert distributional_delta(doubling, certain, 3, 2).value == 0
    # The list 0, 1 is 101 without the first record and 010 without the last. A simulator with q for a one needs
    # q - 2/16 <= delta and 8/16 - 2 q <= delta; q = 5/24 is best.
    assert distributional_delta(doubling, certain, 3, 2, position_known=False).value == Fraction(1, 12)


@brief
@given(source_sets(2), odds(), st.data())
def test_an_anonymous_mechanism_needs_no_position(sources, factor, data):
    by_count = data.draw(st.tuples(*[database_tables(2, 1)] * 2))
    laws = [by_count[0].law((0,)), by_count[0].law((1,)), by_count[1].law((0,))]
    mechanism = DatabaseTable(2, {x: laws[sum(x)] for x in record_lists(2, 2)})
    known, blind = (
        distributional_delta(mechanism, sources, 2, factor, position_known=known).value for known in (True, False)
    )
    assert known == blind


def test_what_is_refused():
    released = OneRecord((FiniteLaw({0: 1}), FiniteLaw({1: 1})))
    sources = SourceSet.interval("0", "1")
    with pytest.raises(DomainError, match=r"^directions must .*, got none$"):
        distributional_delta(released, sources, 1, 2, directions=())
    with pytest.raises(DomainError, match=r"^odds must be >= 1"):
        distributional_delta(released, sources, 1, "1/2")
    with pytest.raises(DomainError, match=r"^there must be at least one record"):
        distributional_delta(released, sources, 0, 2)
    with pytest.raises(SizeError, match=r"^averages must .*, got 10 records"):
        distributional_delta(released, sources, 10, 2)
    many = OneRecord((FiniteLaw({a: Fraction(1, 65) for a in range(65)}),) * 2)
    with pytest.raises(SizeError, match=r"^a simulator must .*, got 2 lists .* 65 outputs"):
        distributional_delta(many, sources, 2, 2)
