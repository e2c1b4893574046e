"""Spaces in which counterexamples are looked for: named coordinates, each with its values, the simplest first.

A value has a level, 0 for the simplest; an instance has the sum of the levels of its coordinates. There are finitely
many values on every level, so "all instances up to level L" is a finite and growing set, and the first counterexample
on the way up is one of the simplest. A coordinate may depend on those before it: a bound may be a function of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, floor, gcd
from random import Random
from typing import Any, Protocol

Instance = Mapping[str, Any]
"""A value for every coordinate."""
Bound = int | Fraction | Callable[[Instance], int | Fraction]


class Domain(Protocol):
    """The values of one coordinate, given those of the coordinates before it."""

    def at_level(self, level: int, before: Instance) -> Iterator[Any]:
        """The finitely many values of a level, in a fixed order."""

    def level(self, value: Any, before: Instance) -> int:
        """The level of a value."""

    def draw(self, random: Random, before: Instance) -> Any:
        """A value at random, the simple ones more often; None if there is none."""

    def near(self, value: Any, before: Instance) -> Iterator[Any]:
        """Values to try next to one, and the value itself if it still belongs to the domain."""


@dataclass(frozen=True, slots=True)
class Integers:
    """low, low + 1, ..., high; the level is the distance from low.

    Example:
        >>> list(Integers(1, lambda before: before["n"]).at_level(2, {"n": 3}))
        [3]
    """

    low: Bound
    high: Bound

    def _ends(self, before: Instance) -> tuple[int, int]:
        return ceil(at(self.low, before)), floor(at(self.high, before))

    def at_level(self, level: int, before: Instance) -> Iterator[int]:
        """One value or none."""
        low, high = self._ends(before)
        if low + level <= high:
            yield low + level

    def level(self, value: int, before: Instance) -> int:
        """The distance from low."""
        return value - self._ends(before)[0]

    def draw(self, random: Random, before: Instance) -> int | None:
        """Half of the values are from the first twenty, half from all."""
        low, high = self._ends(before)
        if low > high:
            return None
        return random.randint(low, min(high, low + 20) if random.random() < 0.5 else high)

    def near(self, value: int, before: Instance) -> Iterator[int]:
        """One step, a few steps and large steps in both directions; an end first, if the value lies beyond it."""
        low, high = self._ends(before)
        if low > high:
            return
        start = min(max(value, low), high)
        steps = (0, 1, -1, 2, -2, 5, -5, value // 3, -(value // 3), low - start)
        yield from dict.fromkeys(start + step for step in steps if low <= start + step <= high)


@dataclass(frozen=True, slots=True)
class Rationals:
    """The fractions from low to high; the level counts the denominator and the whole steps from low.

    Args:
        low: an end, which may depend on the coordinates before.
        high: the other end.
        open_low: low itself does not belong to it.
        open_high: high itself does not.
        denominator: the largest denominator.

    Example:
        >>> [str(x) for level in range(4) for x in Rationals(0, 1, open_low=True).at_level(level, {})]
        ['1', '1/2', '1/3', '2/3', '1/4', '3/4']
    """

    low: Bound
    high: Bound
    open_low: bool = False
    open_high: bool = False
    denominator: int = 10**6

    def has(self, value: Fraction, before: Instance) -> bool:
        """Tell whether it lies between the ends."""
        low, high = at(self.low, before), at(self.high, before)
        above = value > low or (value == low and not self.open_low)
        return above and (value < high or (value == high and not self.open_high))

    def at_level(self, level: int, before: Instance) -> Iterator[Fraction]:
        """In ascending order of the denominators."""
        low = at(self.low, before)
        for bottom in range(1, min(level + 1, self.denominator) + 1):
            whole = level - bottom + 1
            first, last = ceil((low + whole) * bottom), ceil((low + whole + 1) * bottom)
            for top in range(first, last):
                if gcd(top, bottom) == 1 and self.has(Fraction(top, bottom), before):
                    yield Fraction(top, bottom)

    def level(self, value: Fraction, before: Instance) -> int:
        """The denominator less one, and the whole steps from low."""
        return value.denominator - 1 + floor(value - at(self.low, before))

    def draw(self, random: Random, before: Instance) -> Fraction | None:
        """A denominator first, small ones more often; then one of the fractions that have it."""
        low, high = at(self.low, before), at(self.high, before)
        for _ in range(20):
            bottom = min(self.denominator, int(random.paretovariate(0.7)))
            top = random.randint(ceil(low * bottom), max(ceil(low * bottom), floor(high * bottom)))
            if self.has(Fraction(top, bottom), before):
                return Fraction(top, bottom)
        return next((x for level in range(30) for x in self.at_level(level, before)), None)

    def near(self, value: Fraction, before: Instance) -> Iterator[Fraction]:
        """Rounded values, mediants with the ends, and steps of several sizes."""
        low, high = Fraction(at(self.low, before)), Fraction(at(self.high, before))
        candidates = [value]
        candidates += [value.limit_denominator(bottom) for bottom in (1, 2, 3, 5, 10, 30, 100)]
        for share in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
            candidates += [value + (end - value) * share for end in (low, high)]
        candidates += [value + Fraction(step, 100) for step in (-10, -1, 1, 10)]
        for candidate in dict.fromkeys(candidates):
            small = candidate.limit_denominator(self.denominator)
            if self.has(small, before):
                yield small


@dataclass(frozen=True, slots=True)
class Choices:
    """A fixed list; the level is the place in it.

    Example:
        >>> list(Choices("ab").at_level(1, {}))
        ['b']
    """

    options: Any

    def at_level(self, level: int, before: Instance) -> Iterator[Any]:
        """One value or none."""
        yield from tuple(self.options)[level : level + 1]

    def level(self, value: Any, before: Instance) -> int:
        """The place in the list."""
        return tuple(self.options).index(value)

    def draw(self, random: Random, before: Instance) -> Any:
        """Every option as often as any other."""
        return random.choice(tuple(self.options))

    def near(self, value: Any, before: Instance) -> Iterator[Any]:
        """All options, the value first."""
        yield from dict.fromkeys((value, *self.options)) if _hashable(value) else self.options


@dataclass(frozen=True, slots=True)
class Compositions:
    """Tuples of `parts` non-negative integers with a given sum; the level is the sum of all parts but the largest.

    Args:
        total: the sum; may depend on the coordinates before.
        parts: how many parts; may depend on the coordinates before.

    Example:
        >>> list(Compositions(3, 2).at_level(1, {}))
        [(1, 2), (2, 1)]
    """

    total: Bound
    parts: Bound

    def at_level(self, level: int, before: Instance) -> Iterator[tuple[int, ...]]:
        """In lexicographic order."""
        total, parts = int(at(self.total, before)), int(at(self.parts, before))
        for cuts in combinations(range(total + parts - 1), parts - 1):
            ends = (-1, *cuts, total + parts - 1)
            counts = tuple(right - left - 1 for left, right in pairwise(ends))
            if total - max(counts) == level:
                yield counts

    def level(self, value: tuple[int, ...], before: Instance) -> int:
        """Sum of all parts but the largest."""
        return sum(value) - max(value)

    def draw(self, random: Random, before: Instance) -> tuple[int, ...]:
        """Uniform over all compositions."""
        total, parts = int(at(self.total, before)), int(at(self.parts, before))
        cuts = sorted(random.sample(range(total + parts - 1), parts - 1))
        ends = (-1, *cuts, total + parts - 1)
        return tuple(right - left - 1 for left, right in pairwise(ends))

    def near(self, value: tuple[int, ...], before: Instance) -> Iterator[tuple[int, ...]]:
        """One unit moved from any part to any other; a simple composition if sum or length no longer fit."""
        total, parts = int(at(self.total, before)), int(at(self.parts, before))
        if len(value) != parts or sum(value) != total:
            yield (total, *(0 for _ in range(parts - 1)))
            return
        yield value
        for source in range(parts):
            for target in range(parts):
                if source != target and value[source]:
                    moved = list(value)
                    moved[source] -= 1
                    moved[target] += 1
                    yield tuple(moved)


@dataclass(frozen=True, slots=True)
class Laws:
    """Laws over `types` types, as tuples of fractions; the level is their common denominator less one.

    Args:
        types: how many; may depend on the coordinates before.
        positive: only laws of full support.

    Example:
        >>> [[str(p) for p in law] for law in Laws(2, positive=True).at_level(1, {})]
        [['1/2', '1/2']]
    """

    types: Bound
    positive: bool = False

    def at_level(self, level: int, before: Instance) -> Iterator[tuple[Fraction, ...]]:
        """Yield the values with common denominator level + 1, in lexicographic order."""
        types, bottom = int(at(self.types, before)), level + 1
        for cuts in combinations(range(bottom + types - 1), types - 1):
            ends = (-1, *cuts, bottom + types - 1)
            counts = [right - left - 1 for left, right in pairwise(ends)]
            if gcd(bottom, *counts) == 1 and (not self.positive or min(counts) > 0):
                yield tuple(Fraction(count, bottom) for count in counts)

    def level(self, value: tuple[Fraction, ...], before: Instance) -> int:
        """The common denominator less one."""
        bottom = 1
        for share in value:
            bottom = bottom * share.denominator // gcd(bottom, share.denominator)
        return bottom - 1

    def draw(self, random: Random, before: Instance) -> tuple[Fraction, ...]:
        """Integer weights, small ones more often."""
        types = int(at(self.types, before))
        scale = random.choice((1, 2, 5, 20))
        weights = [random.randint(int(self.positive), scale) + int(self.positive) for _ in range(types)]
        if not any(weights):
            weights[random.randrange(types)] = 1
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    def near(self, value: tuple[Fraction, ...], before: Instance) -> Iterator[tuple[Fraction, ...]]:
        """Mass moved between two types, in steps of several sizes; laws of small denominators nearby."""
        types = int(at(self.types, before))
        if len(value) != types:
            yield tuple(Fraction(1, types) for _ in range(types))
            return
        yield value
        for share in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
            for source in range(types):
                for target in range(types):
                    if source != target and value[source]:
                        moved = list(value)
                        moved[source] -= share * value[source]
                        moved[target] += share * value[source]
                        yield tuple(moved)
        for bottom in (2, 3, 4, 5, 10, 20):
            rounded = [Fraction(round(share * bottom), bottom) for share in value[:-1]]
            law = (*rounded, 1 - sum(rounded, Fraction(0)))
            if min(law) > 0 or (min(law) == 0 and not self.positive):
                yield law


def at(bound: Bound, before: Instance) -> int | Fraction:
    """The value of a bound, given the coordinates before it."""
    return bound(before) if callable(bound) else bound


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


_ROUND = (1, 2, 3, 5, 10, 30, 100)
_REACHES = (1, 3, 10, 10, 100, 1000, 10**6)


@dataclass(frozen=True, slots=True)
class Reals:
    """Fractions of any sign; the level is |numerator| + denominator - 1, so 0 comes first, then 1 and -1.

    If 0 is not between the ends, the integer next to it that is takes its place.

    Args:
        low: the least value; None: none.
        high: the largest value; None: none.
        open_low: low itself does not belong to it.
        open_high: high itself does not.
        denominator: the largest denominator; 1 for integers.

    Example:
        >>> [str(x) for level in range(4) for x in Reals().at_level(level, {})]
        ['0', '-1', '1', '-2', '-1/2', '1/2', '2', '-3', '-1/3', '1/3', '3']
    """

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False
    denominator: int = 10**6

    @property
    def origin(self) -> int:
        """Simplest value, where the levels begin."""
        if self.low is not None and self.low > 0:
            return ceil(self.low)
        return floor(self.high) if self.high is not None and self.high < 0 else 0

    def has(self, value: Fraction) -> bool:
        """Tell whether it lies between the ends."""
        above = self.low is None or value > self.low or (value == self.low and not self.open_low)
        return above and (self.high is None or value < self.high or (value == self.high and not self.open_high))

    def at_level(self, level: int, before: Instance) -> Iterator[Fraction]:
        """In ascending order."""
        found = [
            self.origin + Fraction(top, bottom)
            for bottom in range(1, min(level + 1, self.denominator) + 1)
            for top in {level + 1 - bottom, bottom - level - 1}
            if gcd(top, bottom) == 1
        ]
        yield from sorted(value for value in found if self.has(value))

    def level(self, value: Fraction, before: Instance) -> int:
        """The size of the numerator and of the denominator, together."""
        return abs((value - self.origin).numerator) + value.denominator - 1

    def draw(self, random: Random, before: Instance) -> Fraction | None:
        """Small fractions, large ones, and values close to the ends."""
        for _ in range(20):
            bottom = min(self.denominator, int(random.paretovariate(0.7)))
            reach = bottom * random.choice(_REACHES)
            middle = random.choice([Fraction(self.origin), *(end for end in (self.low, self.high) if end is not None)])
            value = Fraction(round(middle * bottom) + random.randint(-reach, reach), bottom)
            if self.has(value):
                return value
        return None

    def near(self, value: Fraction, before: Instance) -> Iterator[Fraction]:
        """The value, rounded values and steps of several sizes; the nearer end if it lies beyond."""
        if not self.has(value):
            ends = [end for end in (self.low, self.high) if end is not None and self.has(end)]
            inner = ends or [x for level in range(9) for x in self.at_level(level, before)][:1]
            yield from inner[:1]
            return
        candidates = [value, *(value.limit_denominator(bottom) for bottom in _ROUND)]
        candidates += [value + step for step in (1, -1, Fraction(1, 10), -Fraction(1, 10), Fraction(1, 100))]
        candidates += [value * Fraction(*factor) for factor in ((-1, 1), (0, 1), (2, 1), (1, 2), (9, 10), (11, 10))]
        for candidate in dict.fromkeys(candidates):
            small = candidate.limit_denominator(self.denominator)
            if self.has(small):
                yield small


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


Space = Mapping[str, Domain]
"""The coordinates, each after those on which it depends."""


def on_level(space: Space, level: int) -> Iterator[Instance]:
    """All instances of exactly this level.

    Example:
        >>> from sdp_proofs.hunting.spaces import Integers
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
