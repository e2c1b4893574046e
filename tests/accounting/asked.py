"""Questions in one line."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.numbers.enclosure import Enclosure

MNIST = "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063"
THOUSAND = "poisson(rate=0.01, gaussian(sigma=1)) * 1000"
TEN_THOUSAND = "poisson(rate=0.01, gaussian(sigma=1)) * 10000"


def question(release: str, adjacency: str | None = None) -> Question:
    return Question.of(read_release(release), adjacency)


def delta(
    release: str, epsilon: str, *, adjacency: str | None = None, digits: int = 10, method: str = "auto"
) -> Enclosure:
    value = delta_at(question(release, adjacency), epsilon, digits=digits, method=method).value
    assert value is not None
    return value


@cache
def epsilon(release: str, target: str, *, adjacency: str | None = None, digits: int = 10) -> dict[str, Enclosure]:
    """By direction; asked by several tests, and answered once."""
    found = epsilon_at(question(release, adjacency), target, digits=digits)
    return {side.direction: side.value for side in found.sides if side.value is not None}


def digits_agree(value: Enclosure, printed: str) -> bool:
    """Tell whether the value is within one unit of the last digit of a printed number."""
    number = Decimal(printed)
    unit = Fraction(Decimal((0, (1,), int(number.as_tuple().exponent))))
    middle = Fraction(printed)
    return middle - unit <= Fraction(value.lower) and Fraction(value.upper) <= middle + unit
