"""Algorithm 4 against a judge that truncates far out, and the claim that its tails can be summed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.distributions.finite import sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.definition import database_deltas

HALF = Fraction(1, 2)


def truncated_law(counts, draws, decay, last):
    """Eq. (4) summed entry by entry up to `last`, in fractions; what is beyond is missing, so masses are off a bit."""
    outputs = list(product(range(last + 1), repeat=len(counts)))
    masses = dict.fromkeys(outputs, Fraction(0))
    for drawn, probability in sampled_law(counts, draws).items():
        weights = {
            y: decay ** sum(abs(count - entry) for count, entry in zip(drawn, y, strict=True)) for y in outputs
        }
        whole = sum(weights.values())
        for y in outputs:
            masses[y] += probability * weights[y] / whole
    return masses


@pytest.mark.parametrize("decay", [HALF, Fraction(1, 10)])
@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (3, 0)])
def test_law_is_the_limit_of_the_truncated_sums(counts, decay):
    last, draws = 24, 2
    judged = truncated_law(counts, draws, decay, last)
    for output, mass in ExponentialHistogram.read(draws=draws, decay=decay).law(counts).items():
        grouped = sum(
            part
            for y, part in judged.items()
            if all(entry == seen or (seen == draws and entry >= draws) for entry, seen in zip(y, output, strict=True))
        )
        assert abs(grouped - mass) < Fraction(1, 10**6)


@pytest.mark.parametrize("odds", [Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(4)])
def test_outputs_above_the_sample_size_tell_nothing(odds):
    """Keeping four more values of each entry apart changes no delta(x)."""
    for draws in (1, 2):
        databases = [(0, 3), (1, 2), (2, 1), (3, 0)]
        coarse, fine = (
            database_deltas(ExponentialHistogram.read(draws=draws, decay=HALF, resolution=last), databases, odds)
            for last in (None, draws + 4)
        )
        assert coarse == fine
        assert odds > Fraction(11, 10) or all(coarse.values())


def test_all_records_sampled_are_protected_by_the_noise_alone():
    """Replacing a record moves two entries by one: a likelihood ratio of q^-4 = exp(epsilon) at most."""
    mechanism = ExponentialHistogram.read(draws=2, decay=HALF)
    assert not any(database_deltas(mechanism, [(0, 2), (1, 1), (2, 0)], 16).values())
    assert any(database_deltas(mechanism, [(0, 2), (1, 1), (2, 0)], 3).values())


def test_enclosures_contain_the_exact_law_and_an_irrational_one_sums_to_one():
    rational = ExponentialHistogram.read(draws=2, decay=Fraction(2, 3))
    exact = rational.law((2, 1))
    enclosed = rational.enclosures((2, 1), digits=20)
    assert set(enclosed) == set(exact)
    assert all(enclosed[output].contains(mass) for output, mass in exact.items())
    assert all(value.proven_digits >= 20 for value in enclosed.values())
    irrational = ExponentialHistogram.read(draws=2, epsilon="1/3").enclosures((2, 1), digits=40)
    assert sum(irrational.values(), Enclosure.of(0)).contains(1)
    tiny = ExponentialHistogram.read(draws=1, epsilon="1e-30").enclosures((1, 1), digits=15)
    assert all(value.proven_digits >= 15 for value in tiny.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"draws": -1, "decay": "1/2"}, r"^draws must be >= 0, got -1$"),
        ({"draws": 1, "decay": 1}, r"^decay must be strictly between 0 and 1, got 1$"),
        ({"draws": 1, "decay": 0}, r"^decay must be strictly between 0 and 1, got 0$"),
        ({"draws": 1, "epsilon": 0}, r"^epsilon must be > 0, got 0$"),
        ({"draws": 1}, r"^exactly one of epsilon and decay must be given$"),
        ({"draws": 2, "decay": "1/2", "resolution": 1}, r"^resolution must be at least draws = 2, got 1$"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(DomainError, match=message):
        ExponentialHistogram.read(**arguments)


def test_an_irrational_decay_has_no_exact_law_and_sizes_are_limited():
    with pytest.raises(DomainError, match=r"^decay must .*, got exp\(-1/4\)$"):
        ExponentialHistogram.read(draws=1, epsilon=1).law((1, 1))
    with pytest.raises(SizeError, match=r"outputs times samples"):
        ExponentialHistogram.read(draws=1000, decay="1/2").law((1000, 1000))
