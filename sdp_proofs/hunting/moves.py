"""The instances of a space: all of a level, one at random, those near another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from sdp_proofs.hunting.space import Domain, Instance

Space = Mapping[str, Domain]
"""The coordinates, each after those on which it depends."""


def on_level(space: Space, level: int) -> Iterator[Instance]:
    """All instances of exactly this level.

    Example:
        >>> from sdp_proofs.hunting.space import Integers
        >>> list(on_level({"n": Integers(1, 5), "k": Integers(0, lambda before: before["n"])}, 1))
        [{'n': 1, 'k': 1}, {'n': 2, 'k': 0}]
    """

    def extend(names: list[str], left: int, before: dict[str, Any]) -> Iterator[Instance]:
        if not names:
            yield before
            return
        first, *rest = names
        for own in range(left + 1) if rest else (left,):
            for value in space[first].at_level(own, before):
                yield from extend(rest, left - own, {**before, first: value})

    yield from extend(list(space), level, {})


def level_of(space: Space, instance: Instance) -> int:
    """The sum of the levels of the coordinates."""
    return sum(domain.level(instance[name], instance) for name, domain in space.items())


def drawn(space: Space, random: Random) -> Instance | None:
    """An instance at random; None if a coordinate found no value."""
    place: dict[str, Any] = {}
    for name, domain in space.items():
        value = domain.draw(random, place)
        if value is None:
            return None
        place[name] = value
    return place


def around(space: Space, place: Instance) -> Iterator[Instance]:
    """Instances that differ in one coordinate, later ones being adjusted where they depend on it."""
    for changed in space:
        for value in space[changed].near(place[changed], place):
            if value != place[changed]:
                step = adjusted(space, {**place, changed: value}, changed)
                if step is not None:
                    yield step


def adjusted(space: Space, place: Instance, changed: str | None = None) -> Instance | None:
    """The coordinates after the changed one (all: None) moved into their domains; None if one has no value left."""
    names, place = list(space), dict(place)
    for name in names[0 if changed is None else names.index(changed) + 1 :]:
        value = next(iter(space[name].near(place[name], place)), None)
        if value is None:
            return None
        place[name] = value
    return place
