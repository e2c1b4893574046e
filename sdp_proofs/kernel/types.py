"""The types of a certificate's expressions: numbers, truth values, lists and functions, inferred from their use.

A number is whole, rational or real. A whole number may stand where a rational one is wanted, and a rational one where
a real one is, so numbers are not unified: each has a level, and the levels are the smallest that fit. Everything else
is unified.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from sdp_proofs.errors import DomainError


class Level(IntEnum):
    """Which numbers a number may be."""

    WHOLE = 0
    RATIONAL = 1
    REAL = 2


@dataclass(slots=True, eq=False)
class Type:
    """A type that may still be unknown.

    Attributes:
        kind: "number", "truth", "list", "function", or nothing yet.
        parts: the type of the items; or those of the parameters, and of the result at the end.
        level: of a number.
        above: the numbers that this one is passed to; their level is no lower.
        same: the type that this one has turned out to be.
    """

    kind: str = ""
    parts: list[Type] = field(default_factory=list)
    level: Level = Level.WHOLE
    above: list[Type] = field(default_factory=list)
    same: Type | None = None

    def found(self) -> Type:
        """The type itself, behind what is the same."""
        one = self
        while one.same is not None:
            one = one.same
        return one

    def __str__(self) -> str:
        one = self.found()
        if one.kind == "list":
            return f"(list {one.parts[0]})"
        if one.kind == "function":
            return f"({' -> '.join(map(str, one.parts))})"
        return "bool" if one.kind == "truth" else "R" if one.level is Level.REAL else "Q"


def number(level: Level = Level.WHOLE) -> Type:
    """A new number of at least that level.

    Example:
        >>> str(number(Level.REAL)), str(number())
        ('R', 'Q')
    """
    return Type("number", level=level)


def truth() -> Type:
    """A truth value."""
    return Type("truth")


def listed(items: Type) -> Type:
    """A list of such items."""
    return Type("list", [items])


def function(parameters: Iterable[Type], result: Type) -> Type:
    """A function of such parameters."""
    return Type("function", [*parameters, result])


def unify(one: Type, other: Type) -> None:
    """Make two types the same.

    Raises:
        DomainError: they cannot be.
    """
    one, other = one.found(), other.found()
    if one is other:
        return
    if not one.kind:
        one, other = other, one
    if other.kind and (one.kind != other.kind or len(one.parts) != len(other.parts)):
        raise DomainError(f"an expression must have one type; got {one.kind} and {other.kind}")
    for mine, others in zip(one.parts, other.parts, strict=False):
        unify(mine, others)
    other.same = one
    one.above += other.above
    raise_level(one, max(one.level, other.level))


def flows(source: Type, target: Type) -> None:
    """A value of one type is used where another is wanted: the same, or a number of a higher level."""
    source, target = source.found(), target.found()
    if source.kind == target.kind == "number":
        if source is not target:
            source.above.append(target)
            raise_level(target, source.level)
    else:
        unify(source, target)


def raise_level(one: Type, level: Level) -> None:
    """A number is of at least that level, and so is what it is passed to."""
    waiting = [one.found()]
    waiting[0].level = max(waiting[0].level, level)
    while waiting:
        current = waiting.pop()
        for target in map(Type.found, current.above):
            if target.level < current.level:
                target.level = current.level
                waiting.append(target)
