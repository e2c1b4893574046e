"""Random identities, true and false, over random domains; decided at points by `second_evaluation` alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tests.provers import second_evaluation

Point = dict[str, Fraction]


@dataclass(frozen=True)
class Identity:
    """Two terms, and the domains of their symbols."""

    left: str
    right: str
    domains: dict[str, str]

    def points(self, generator: Random, count: int) -> Iterator[Point]:
        """Points of the domains, small and simple ones often."""
        for _ in range(count):
            yield {name: _draw(domain, generator) for name, domain in self.domains.items()}


def _draw(domain: str, generator: Random) -> Fraction:
    whole = Fraction(generator.randint(-4, 6))
    if domain in ("integer", "natural"):
        return abs(whole) if domain == "natural" else whole
    number = generator.choice((whole, whole / 2, Fraction(generator.randint(-99, 99), generator.randint(1, 99))))
    return abs(number) or Fraction(1, 3) if domain == "positive" else number


_TERMS = ("x", "y", "(x + 1)", "(x - 2)", "(x*y)", "(x + y)", "2", "(x**2 + 1)", "(y - x)")
_PAIRS = (
    ("({a} + {b})**2", "{a}**2 + 2*{a}*{b} + {b}**2"), ("{a}/{b}", "1/({b}/{a})"), ("{a}*{b}/{b}", "{a}"),
    ("sqrt({a}**2)", "abs({a})"), ("sqrt({a}**2)", "{a}"), ("log({a}*{b})", "log({a}) + log({b})"),
    ("log({a}**2)", "2*log({a})"), ("exp({a} + {b})", "exp({a})*exp({b})"), ("exp(log({a}))", "{a}"),
    ("log(exp({a}))", "{a}"), ("abs({a}*{b})", "abs({a})*abs({b})"), ("abs({a})", "{a}"),
    ("Max({a}, {b})", "({a} + {b} + abs({a} - {b}))/2"), ("sqrt({a})*sqrt({b})", "sqrt({a}*{b})"),
    ("({a}**2 - {b}**2)/({a} - {b})", "{a} + {b}"), ("1/{a} - 1/{b}", "({b} - {a})/({a}*{b})"),
    ("({a}**2)**(1/2)", "{a}"), ("{a}**3/{a}", "{a}**2"), ("{a}**-1*{a}", "1"), ("{a}**0", "1"),
)  # fmt: skip


def make(seed: int) -> Identity:
    """The identity of a seed."""
    generator = Random(f"identity {seed}")
    domains = {name: generator.choice(("real", "real", "positive", "integer", "natural")) for name in "xy"}
    a, b = generator.choice(_TERMS), generator.choice(_TERMS)
    left, right = (side.format(a=a, b=b) for side in generator.choice(_PAIRS))
    if generator.random() < 0.4:
        c = generator.choice(_TERMS)
        one, other = (side.format(a=c, b=a) for side in generator.choice(_PAIRS))
        sign = generator.choice(("+", "*", "-"))
        left, right = f"({left}) {sign} ({one})", f"({right}) {sign} ({other})"
    if generator.random() < 0.2:
        right = f"({right}) + {generator.choice(('1/10**9', 'x/10**6', 'abs(x) - x'))}"
    return Identity(left, right, domains)


def differs(identity: Identity, point: Point) -> bool:
    """Tell whether the sides have different values at a point."""
    return second_evaluation.truth(f"({identity.left}) == ({identity.right})", point) is False


def has_values(identity: Identity, point: Point) -> bool:
    """Tell whether both sides have a value at a point."""
    return all(second_evaluation.value(side, point) is not None for side in (identity.left, identity.right))
