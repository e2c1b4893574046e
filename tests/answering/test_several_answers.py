"""Several answers against one at the sum of their distances: laws multiplied out, and integrals by another library."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest

RATES = tuple(map(Fraction, ("1/2", "1/3", "1/9", "9/10")))
Law = list[tuple[Fraction, Fraction]]


def _shifted(distance: int, q: Fraction) -> Law:
    """Both probabilities of the outputs up to 0, between the means, and from the distance on."""
    own = [1 / (1 + q), *((1 - q) / (1 + q) * q**place for place in range(1, distance)), q**distance / (1 + q)]
    return list(zip(own, own[::-1], strict=True))


def _together(laws: list[Law]) -> Law:
    return [(prod(p for p, _ in outputs), prod(q for _, q in outputs)) for outputs in product(*laws)]


def _profile(law: Law, odds: Fraction) -> Fraction:
    return sum((max(Fraction(0), p - odds * q) for p, q in law), Fraction(0))


@pytest.mark.parametrize("distances", [(1, 1), (1, 2), (2, 2), (3, 1), (4, 3), (1, 1, 1), (2, 1, 3)])
def test_geometric_answers_are_dominated_by_one_and_not_by_less(distances: tuple[int, ...]) -> None:
    total = sum(distances)
    for q in RATES:
        several = _together([_shifted(one, q) for one in distances])
        joined, less = _shifted(total, q), _shifted(total - 1, q)
        lattice = [q**-step for step in range(-total - 1, total + 2)]
        between = [(low + 2 * high) / 3 for low, high in pairwise(lattice)]
        gaps = [_profile(joined, odds) - _profile(several, odds) for odds in (*lattice, *between)]
        assert min(gaps) == 0 < max(gaps)
        assert any(_profile(less, odds) < _profile(several, odds) for odds in lattice)


def test_laplace_answers_are_dominated_by_one() -> None:
    from mpmath import exp, mp, mpf, quad

    def shared(place: object, distance: object) -> object:
        return exp(min(0, (place - distance) / 2, place))

    with mp.workdps(20):
        for a, b, x in product((mpf("0.3"), mpf(1), mpf("2.5")), (mpf("0.2"), mpf(2)), map(mpf, range(-4, 6))):
            breaks = sorted({-a, a, *(x - place for place in (-b, b) if -a < x - place < a)})
            between = quad(lambda loss: exp(-(a - loss) / 2) / 4 * shared(x - loss, b), breaks)  # noqa: B023
            own = shared(x - a, b) / 2 + exp(-a) / 2 * shared(x + a, b) + between
            assert own >= shared(x, a + b) - mpf("1e-15")
            if x > a + b or x < -a - b:
                assert abs(own - shared(x, a + b)) < mpf("1e-15")
