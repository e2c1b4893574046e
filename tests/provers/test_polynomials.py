"""Quotients of polynomials: what vanishes does so at every point, what does not differs somewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from random import Random

import pytest

from sdp_proofs.formulas.syntax import read
from sdp_proofs.provers.symbolic import decide_identity, difference_vanishes
from sdp_proofs.verdict import Verdict

NAMES = {"x", "y", "z"}


def vanishes(left: str, right: str) -> bool | None:
    return difference_vanishes(read(left, NAMES), read(right, NAMES))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(x + y)**3/(x + y)", "x**2 + 2*x*y + y**2"),
        ("1/(1 - 1/x)", "x/(x - 1)"),
        ("x**-2*y", "y/(x*x)"),
        ("0.125*x - x/8", "0"),
        ("-(x - y)**2", "-(y - x)**2"),
        ("(exp(x) + sqrt(y))**2", "exp(x)**2 + 2*exp(x)*sqrt(y) + sqrt(y)**2"),
        ("x**(2*y)*(1 + x)", "x**(2*y) + x*x**(2*y)"),
        ("Sum(i**2, (i, 1, x))/2", "Sum(i**2, (i, 1, x)) - Sum(i**2, (i, 1, x))/2"),
        ("x**0", "1"),
    ],
)
def test_arithmetic_is_found(left: str, right: str) -> None:
    assert vanishes(left, right) is True


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ("x + 1", "x", False),
        ("(x**2 - y**2)/(x - y)", "x - y", False),
        ("x/y", "y/x", False),
        ("exp(x)", "x", None),
        ("exp(x + y)", "exp(x)*exp(y)", None),  # true, by more than arithmetic
        ("exp(2.0*x)", "exp(2*x)", None),  # true, but not written alike
        ("x/(y - y)", "1/(y - y)", None),  # without a value everywhere
        ("(x/x - 1)**-1", "y", None),
        ("x**33", "x*x**32", None),  # beyond the powers that are multiplied out
        ("(1 + x + y)**32*(1 + x + z)**32", "0", None),  # too many terms
        ("x**(1/2)*x**(1/2)", "x", None),
    ],
)
def test_what_is_more_than_arithmetic_is_left_open(left: str, right: str, answer: bool | None) -> None:
    assert vanishes(left, right) is answer


Point = dict[str, Fraction]


@dataclass(frozen=True)
class Term:
    """A text, and its value by Python's own fractions, which share nothing with the readers of formulas."""

    text: str
    value: Callable[[Point], Fraction]

    def __add__(self, other: Term) -> Term:
        return Term(f"({self.text} + {other.text})", lambda at: self.value(at) + other.value(at))

    def __sub__(self, other: Term) -> Term:
        return Term(f"({self.text} - {other.text})", lambda at: self.value(at) - other.value(at))

    def __mul__(self, other: Term) -> Term:
        return Term(f"({self.text}*{other.text})", lambda at: self.value(at) * other.value(at))

    def __truediv__(self, other: Term) -> Term:
        return Term(f"({self.text}/{other.text})", lambda at: self.value(at) / other.value(at))

    def __neg__(self) -> Term:
        return Term(f"(-{self.text})", lambda at: -self.value(at))

    def __pow__(self, exponent: int) -> Term:
        return Term(f"({self.text})**{exponent}", lambda at: self.value(at) ** exponent)

    def at(self, point: Point) -> Fraction | None:
        try:
            return self.value(point)
        except ZeroDivisionError:
            return None


ONE = Term("1", lambda at: Fraction(1))
LEAVES = [ONE, Term("(1/3)", lambda at: Fraction(1, 3)), Term("0.5", lambda at: Fraction(1, 2))] + [
    Term(name, itemgetter(name)) for name in sorted(NAMES)
]


def random_term(generator: Random, depth: int) -> Term:
    if depth == 0 or generator.random() < 0.15:
        return generator.choice(LEAVES)
    one, other = (random_term(generator, depth - 1) for _ in range(2))
    power = generator.choice((0, 1, 2, 3, -1, -2))
    return generator.choice((one + other, one - other, one * other, one / other, -one, one**power))


@pytest.mark.parametrize("seed", range(6))
def test_random_quotients_agree_with_their_values(seed: int) -> None:
    generator = Random(seed)
    same = different = 0
    for _ in range(150):
        left, factor = random_term(generator, 4), random_term(generator, 2)
        # The same in another form, or something else.
        right = generator.choice((left * factor / factor, left + factor - factor, left + ONE, -left))
        answer = vanishes(left.text, right.text)
        points = [{name: Fraction(generator.randint(-999, 999), 997) for name in sorted(NAMES)} for _ in range(5)]
        values = [(left.at(point), right.at(point)) for point in points]
        both = [one == other for one, other in values if one is not None and other is not None]
        if answer is True:
            assert all(both), (left.text, right.text)
            same += bool(both)
        elif answer is False:
            assert not both or not all(both), (left.text, right.text)
            different += bool(both)
        else:
            assert not both, (left.text, right.text)
    assert same >= 30
    assert different >= 30


def test_a_proof_by_polynomials_is_compared_at_points_too() -> None:
    result = decide_identity("1/x - 1/(x + 1)", "1/(x*(x + 1))", ["x"])
    assert (result.verdict, result.proved_by, result.points) == (Verdict.HOLDS, "polynomials", 8)
    assert decide_identity("x/(x - x)", "1/(x - x)", ["x"]).verdict is Verdict.UNKNOWN
