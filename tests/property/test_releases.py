"""Any mechanism of the language, any neighbours, any post-processing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.curves import type_two_error
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.integer_noise import Binomial
from sdp_proofs.accounting.pairs import height
from sdp_proofs.accounting.plain_releases import Finite
from sdp_proofs.accounting.renyi_bounds import RenyiPair
from sdp_proofs.answering.errors import MAXIMUM, Errors, noise_of
from sdp_proofs.answering.queries import l1_sensitivity, largest_sensitivity, squared_l2_sensitivity
from sdp_proofs.numbers.balls import arb
from sdp_proofs.strategies import neighbouring_records, noise_releases, queries, single_releases


def pair_of(release):
    """The pair of one direction, of a release that has one: a bound of Renyi divergences alone says none."""
    pair = Question.of(release, "add-remove").directions[0].steps[0][0].pair
    assume(not isinstance(pair, RenyiPair))
    return pair


few = settings(derandomize=True, max_examples=25, deadline=None)


def value(release, epsilon: str) -> float:
    found = delta_at(Question.of(release, "add-remove"), epsilon, digits=8).value
    assert found is not None
    return float(found)


@few
@given(single_releases())
def test_every_release_is_read_back_from_its_text(release):
    assert read_release(str(release)) == release


@few
@given(single_releases())
def test_profiles_fall_and_are_convex_in_the_odds(release):
    pair = pair_of(release)
    heights = [float(height(pair, arb(odds))) for odds in (1, 2, 3)]
    assert heights[0] >= heights[1] - 1e-12 >= heights[2] - 2e-12
    assert heights[1] <= (heights[0] + heights[2]) / 2 + 1e-12
    assert heights[2] >= 0 and heights[0] <= 1


@few
@given(single_releases(), st.sampled_from(["1/100", "1/3", "9/10"]))
def test_no_test_beats_the_trade_off_curve(release, alpha):
    pair = pair_of(release)
    least = float(type_two_error(pair, alpha, digits=4))
    for odds in (1, 2):
        assert least >= 1 - float(height(pair, arb(odds))) - odds * float(Fraction(alpha)) - 2e-4
    assert least <= 1 - float(Fraction(alpha)) + 2e-4


@few
@given(st.integers(2, 4).flatmap(lambda types: st.tuples(st.just(types), queries(types))), st.data())
def test_no_neighbours_are_farther_apart_than_the_sensitivity(drawn, data):
    types, query = drawn
    adjacency = data.draw(st.sampled_from(["add-remove", "replace-one"]))
    first, second = data.draw(neighbouring_records(types, data.draw(st.integers(1, 3)), adjacency))
    move = [a - b for a, b in zip(query.value(first), query.value(second), strict=True)]
    assert sum(map(abs, move)) <= l1_sensitivity(query, adjacency)
    assert sum(entry**2 for entry in move) <= squared_l2_sensitivity(query, adjacency)
    assert max(map(abs, move)) <= largest_sensitivity(query, adjacency)


@few
@given(st.integers(1, 5), st.integers(1, 3), st.data())
def test_post_processing_of_binomial_noise_costs_nothing(half, distance, data):
    release = Binomial(2 * half, distance)
    pair = Question.of(release, "add-remove").directions[0].steps[0][0].pair
    outputs = len(pair.exact)
    labels = data.draw(st.lists(st.integers(0, 2), min_size=outputs, max_size=outputs))
    laws = [[Fraction(0)] * 3, [Fraction(0)] * 3]
    for row, label in zip(pair.exact, labels, strict=True):
        for law, mass in zip(laws, row, strict=True):
            law[label] += mass
    for place in ("0", "1/2"):
        assert value(Finite(*laws), place) <= value(release, place) * (1 + 1e-9) + 1e-15


@few
@given(noise_releases(), st.integers(1, 20))
def test_quantiles_of_the_largest_error_are_where_the_tail_crosses(release, answers):
    errors = Errors(noise_of(release), answers)
    place = errors.quantile(MAXIMUM, "1/10", digits=6)
    above = Fraction(place.upper) if place.exact is None else place.exact
    below = Fraction(place.lower) if place.exact is None else place.exact - 1
    assert float(errors.exceeds(MAXIMUM, above)) <= 0.1 + 1e-9
    assert below < 0 or float(errors.exceeds(MAXIMUM, below)) >= 0.1 - 1e-9


@pytest.mark.parametrize("name", ["laplace", "discrete-gaussian", "binomial"])
def test_every_noise_is_reached(name: str) -> None:
    found = settings(derandomize=True, deadline=None, phases=[Phase.generate])
    assert find(noise_releases(), lambda release: release.name == name, settings=found).name == name
