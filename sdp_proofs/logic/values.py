"""Values that an instance gives to terms: numbers, means by their masses, tables, classes.

A number is a fraction or a ball that contains it. A linear form in unknowns stands for a number that depends on an
argument left open; whatever would branch on it, or multiply two of them, is not decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import fraction_ball

# Numbers that tell much, the simplest first; of these also the draws of a hunt are made.
GRID = tuple(map(Fraction, ("0", "1", "1/2", "2", "1/3", "3/2", "1/4", "3", "2/3", "5/6")))


class NotDecided(ValueError):
    """Something that this reading cannot decide exactly."""


# ---- values --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Linear:
    """A constant and multiples of unknowns, one unknown for each value of an argument that is left open."""

    masses: tuple[tuple[Any, Any], ...]
    constant: Any = Fraction(0)


@dataclass(frozen=True)
class Unknown:
    """An unknown that is no element: the value at a place of a function about which nothing is known."""

    owner: object
    place: Any


@dataclass(frozen=True)
class Weights:
    """A mean by its masses, on finitely many elements; masses need not be those of a law."""

    masses: tuple[tuple[Any, Any], ...]

    @classmethod
    def of(cls, masses: Iterable[Any]) -> Weights:
        """The mean with these masses on 0, 1, 2, ..."""
        return cls(tuple((a, m) for a, m in enumerate(masses) if m != 0))

    def __call__(self, f: Callable[[Any], Any]) -> Any:
        """The mean of a function."""
        found: Any = Fraction(0)
        for a, m in self.masses:
            found = plus(found, times(m, f(a)))
        return found

    def __str__(self) -> str:
        return "{" + ", ".join(f"{a}: {m}" for a, m in self.masses) + "}"


@dataclass(frozen=True)
class Table:
    """A function on finitely many elements."""

    pairs: tuple[tuple[Any, Any], ...]

    def __call__(self, x: Any) -> Any:
        """The value at an element."""
        for a, value in self.pairs:
            if a == x:
                return value
        raise NotDecided("outside the table")

    def __str__(self) -> str:
        return "{" + ", ".join(f"{a}: {value}" for a, value in self.pairs) + "}"


@dataclass(frozen=True, eq=False)
class Late:
    """Any natural number from a bound on: what is true of it is true of them all."""

    bound: int

    def __eq__(self, other: object) -> bool:
        raise NotDecided("one of many numbers")

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Sequence_:
    """A function on the natural numbers: some values, the last one for ever."""

    values: tuple[Any, ...]

    def __call__(self, n: int | Late) -> Any:
        """The value at a natural number."""
        if isinstance(n, Late):
            if n.bound < len(self.values) - 1:
                raise NotDecided("a place in the list")
            return self.values[-1]
        return self.values[min(n, len(self.values) - 1)]

    def __str__(self) -> str:
        return "(" + ", ".join(map(str, self.values)) + ", ...)"


@dataclass(frozen=True)
class Rule:
    """A function by a rule, with the text of the rule."""

    said: str
    rule: Callable[[Any], Any]

    def __call__(self, x: Any) -> Any:
        """The value at an element."""
        return self.rule(x)

    def __str__(self) -> str:
        return self.said


@dataclass(frozen=True)
class Listed:
    """A class with finitely many members."""

    members: tuple[Any, ...]

    def __call__(self, x: Any) -> bool:
        """Membership, where masses tell it."""
        if isinstance(x, Weights) and all(isinstance(one, Weights) for one in self.members):
            return any(dict(x.masses) == dict(one.masses) for one in self.members)
        raise NotDecided("membership of a listed class")

    def __str__(self) -> str:
        return "one of " + ", ".join(map(str, self.members))


class Everything:
    """The class of all functions."""

    def __call__(self, f: Any) -> bool:
        """True: each function is a member."""
        return True

    def __str__(self) -> str:
        return "all functions"


# ---- arithmetic of fractions, balls and linear forms ---------------------------------------------------------------
def _ball(x: Any) -> arb:
    return x if isinstance(x, arb) else fraction_ball(x)


def plus(x: Any, y: Any) -> Any:
    """The sum of two numbers or linear forms."""
    if isinstance(x, Linear) or isinstance(y, Linear):
        (p, c), (q, d) = ((z.masses, z.constant) if isinstance(z, Linear) else ((), z) for z in (x, y))
        masses = dict(p)
        for a, m in q:
            masses[a] = plus(masses[a], m) if a in masses else m
        return Linear(tuple((a, m) for a, m in masses.items() if isinstance(m, arb) or m), plus(c, d))
    return _ball(x) + _ball(y) if isinstance(x, arb) or isinstance(y, arb) else x + y


def times(x: Any, y: Any) -> Any:
    """The product, of which one side at most is a linear form."""
    if isinstance(x, Linear) or isinstance(y, Linear):
        number, form = (y, x) if isinstance(x, Linear) else (x, y)
        if isinstance(number, Linear):
            raise NotDecided("a product of two unknowns")
        if number == 0 and not isinstance(number, arb):
            return Fraction(0)
        return Linear(tuple((a, times(number, m)) for a, m in form.masses), times(number, form.constant))
    if any(z == 0 and not isinstance(z, arb) for z in (x, y)):
        return Fraction(0)
    return _ball(x) * _ball(y) if isinstance(x, arb) or isinstance(y, arb) else x * y


def minus(x: Any, y: Any) -> Any:
    """The difference."""
    return plus(x, times(Fraction(-1), y))


def sign(x: Any) -> int:
    """The sign of a number: -1, 0 or 1.

    Raises:
        NotDecided: if a ball contains 0, or if it depends on unknowns.
    """
    if isinstance(x, Linear):
        if x.masses:
            raise NotDecided("depends on unknowns")
        x = x.constant
    if isinstance(x, arb):
        if x > 0 or x < 0:
            return 1 if x > 0 else -1
        raise NotDecided("too close to call")
    return int(x > 0) - int(x < 0)


def largest(values: Iterable[Any]) -> Any:
    """The greatest of some numbers."""
    found: Any = None
    for one in values:
        if found is None or sign(minus(one, found)) > 0:
            found = one
    return found


def inverse(x: Any) -> Any:
    """The inverse of a number that is not 0."""
    if sign(x) == 0 or isinstance(x, Linear):
        raise NotDecided("the inverse of 0 is any number")
    return 1 / x


def elementary(name: str, x: Any) -> Any:
    """The value of exp or log: exact at 0 or 1, else a ball that contains it."""
    if isinstance(x, Linear) or (name == "log" and sign(x) <= 0):
        raise NotDecided(f"{name} of no positive number")
    if not isinstance(x, arb) and x == (0 if name == "exp" else 1):
        return Fraction(1 if name == "exp" else 0)
    return _ball(x).exp() if name == "exp" else _ball(x).log()
