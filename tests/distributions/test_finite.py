from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.distributions import finite as module
from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.distributions.finite import FiniteLaw, histograms, replace_one, resampled_law, sampled_law
from sdp_proofs.errors import DomainError, SizeError


@pytest.mark.parametrize(
    ("masses", "message"),
    [
        ({0: Fraction(1, 2), 1: Fraction(1, 3)}, "probabilities must sum to one, got 5/6"),
        ({0: Fraction(1), 1: Fraction(0)}, "a probability must be > 0, got 0 at 1"),
        ({0: Fraction(3, 2), "a": Fraction(-1, 2)}, "a probability must be > 0, got -1/2 at 'a'"),
        ({0: 0.5, 1: 0.5}, "a probability must be exact"),
        ({}, "probabilities must sum to one, got 0"),
    ],
)
def test_what_is_not_a_law_is_refused(masses, message):
    with pytest.raises(DomainError, match="^" + message):
        FiniteLaw(masses)


def test_a_law_is_frozen_and_does_not_see_later_changes_of_its_source():
    masses = {0: Fraction(1, 3), 1: Fraction(2, 3)}
    law = FiniteLaw(masses)
    masses[0] = Fraction(5)
    assert law[0] == Fraction(1, 3)
    with pytest.raises(TypeError):
        law[0] = Fraction(1)
    with pytest.raises(KeyError):
        law[2]
    assert law.probability(2) == 0


def test_equal_laws_are_one_key():
    first, second = FiniteLaw({0: "1/3", 1: "2/3"}), FiniteLaw({1: "2/3", 0: "1/3"})
    assert first == second
    assert len({first, second}) == 1
    assert first != FiniteLaw({0: "2/3", 1: "1/3"})


def test_image_and_expectation_agree():
    die = FiniteLaw({face: Fraction(1, 6) for face in range(1, 7)})
    squares = die.image(lambda face: (face - 3) ** 2)
    assert squares == FiniteLaw({0: "1/6", 1: "1/3", 4: "1/3", 9: "1/6"})
    assert squares.expectation(lambda value: value) == die.expectation(lambda face: (face - 3) ** 2)


def test_histograms_of_two_types_are_hypergeometric_and_binomial():
    for records in range(1, 9):
        for count in range(records + 1):
            for draws in range(records + 1):
                law = sampled_law((count, records - count), draws)
                counts = Hypergeometric(population=records, marked=count, draws=draws)
                assert all(mass == counts.pmf(drawn[0]) for drawn, mass in law.items())
                if 0 < count < records:
                    resampled = resampled_law((count, records - count), draws)
                    other = Binomial(draws, Fraction(count, records))
                    assert {drawn[0]: mass for drawn, mass in resampled.items()} == {
                        k: other.pmf(k) for k in range(draws + 1)
                    }


def test_histograms_enumerates_each_composition_once():
    found = list(histograms(5, (5, 5, 5)))
    assert len(found) == len(set(found)) == comb(7, 2)
    assert list(histograms(3, (1, 1))) == []


def test_neighbours_differ_by_one_moved_record():
    assert set(replace_one((2, 0, 1))) == {(1, 1, 1), (1, 0, 2), (3, 0, 0), (2, 1, 0)}


def test_sizes_and_domains_are_refused():
    with pytest.raises(SizeError, match="at most 1000000 histograms"):
        sampled_law((1000, 1000, 1000), 1500)
    with pytest.raises(DomainError, match=r"^counts must .*, got -1$"):
        sampled_law((2, -1), 1)
    with pytest.raises(DomainError, match=r"^draws must .*, got 4$"):
        sampled_law((2, 1), 4)
    with pytest.raises(DomainError, match=r"^counts must .*, got none$"):
        resampled_law((0, 0), 1)
    with pytest.raises(DomainError, match=r"^draws must .*, got -1$"):
        resampled_law((1, 1), -1)
    with pytest.raises(DomainError, match=r"^counts must .*, got none$"):
        sampled_law((), 0)


@pytest.mark.parametrize("counts", [(1,) * 40, (1, 1, 5000)])
def test_a_sample_is_enumerated_if_either_count_of_its_histograms_is_small(counts):
    """Many types and one draw, or many draws that few types have room for."""
    draws = 1 if len(counts) > 3 else 2000
    law = sampled_law(counts, draws)
    assert len(law) == (40 if draws == 1 else 4)
    assert law.expectation(lambda drawn: drawn[0]) == Fraction(draws, sum(counts))


@pytest.mark.parametrize(("counts", "draws", "size"), [((3, 3, 3), 3, 10), ((1, 2, 9), 6, 6)])
def test_the_size_that_is_limited_is_the_number_of_histograms(counts, draws, size, monkeypatch):
    monkeypatch.setattr(module, "MAX_HISTOGRAMS", size)
    assert len(sampled_law(counts, draws)) == size
    monkeypatch.setattr(module, "MAX_HISTOGRAMS", size - 1)
    with pytest.raises(SizeError, match="must have at most"):
        sampled_law(counts, draws)
