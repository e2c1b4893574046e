"""Instances that a check goes through, one after the other, as a domain of a hunt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sdp_proofs.hunting.space import Instance


@dataclass(frozen=True, slots=True)
class Named:
    """An instance with its name for people."""

    name: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return self.name


class Listed:
    """The named instances of a list, made when they are asked for; the level is the place in it.

    Nothing is drawn from it and nothing is near: it is gone through once, from the first to the last.

    Example:
        >>> pairs = Listed(iter([("first", {"x": 1}), ("second", {"x": 2})]))
        >>> [[value.name for value in pairs.at_level(level, {})] for level in range(3)]
        [['first'], ['second'], []]
    """

    def __init__(self, instances: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        self._left = iter(instances)
        self._seen: list[Named] = []

    def at_level(self, level: int, before: Instance) -> Iterator[Named]:
        """One instance or none."""
        while len(self._seen) <= level:
            following = next(self._left, None)
            if following is None:
                return
            self._seen.append(Named(*following))
        yield self._seen[level]

    def level(self, value: Named, before: Instance) -> int:
        """The place in the list."""
        return next(place for place, seen in enumerate(self._seen) if seen is value)

    def draw(self, random: Random, before: Instance) -> None:
        """Nothing."""
        return

    def near(self, value: Named, before: Instance) -> Iterator[Named]:
        """The value alone."""
        yield value
