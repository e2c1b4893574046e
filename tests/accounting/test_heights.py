"""Heights and depths that a pair states itself, against the masses on either side of a ratio."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.noise_pairs import DiscreteGaussianPair
from sdp_proofs.accounting.pairs import GaussianPair, LaplacePair, Mirrored, Pair, Replaced, Sampled, depth, height
from sdp_proofs.numbers.balls import arb

RATE = Fraction(1, 7)
INNER: list[Pair] = [
    GaussianPair(lambda bits: arb("1.3")),
    LaplacePair(lambda bits: arb("0.8")),
    DiscreteGaussianPair(lambda bits: arb(4), 2),
]


@pytest.mark.parametrize("ratio", ["0.2", "0.9", "0.99", "1.01", "1.17", "7"])
@pytest.mark.parametrize("inner", INNER, ids=["gaussian", "laplace", "discrete"])
def test_heights_are_differences_of_masses(inner: Pair, ratio: str) -> None:
    sampled = Sampled(inner, RATE)
    for pair in (inner, sampled, Mirrored(sampled), Replaced(inner, RATE)):
        a = arb(ratio)
        (p, q), (left, right) = pair.upper(a), pair.lower(a)
        for found, expected in ((height(pair, a), p - a * q), (depth(pair, a), a * right - left)):
            assert found.overlaps(expected.max(arb(0)))
            assert found.rad() < arb("1e-9")


def test_at_an_atom_the_height_is_sharp() -> None:
    """The masses on either side of an atom are not decided there; what they add up to is."""
    pair = DiscreteGaussianPair(lambda bits: arb(4), 2)  # losses (4 - 4k)/8
    for loss in ("0", "0.5", "-0.5"):
        ratio = arb(loss).exp()
        assert height(pair, ratio).rad() < arb("1e-9")
        assert height(Replaced(pair, RATE), ratio).rad() < arb("1e-9")
