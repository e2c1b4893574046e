"""An inequality on a box, with the places at which it is dangerous, and an independent look at what is said of it.

A case knows where its sides touch, where a pole or a thin spike was planted, and how to move a point to the thin set
that its conditions leave. A sampler decides the statement there and around, by `second_evaluation` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from tests.provers import second_evaluation

Point = dict[str, Fraction]
Move = Callable[[Point], Point]


@dataclass(frozen=True)
class Case:
    """An inequality, its box and conditions, and where to look."""

    text: str
    box: dict[str, str]
    where: tuple[str, ...] = ()
    touching: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[Fraction, ...]] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.box)

    def contains(self, point: Point) -> bool:
        """Tell whether a point lies in the box and all conditions are true there."""
        return all(_inside(self.box[name], point[name]) for name in self.box) and all(
            second_evaluation.truth(condition, point) is True for condition in self.where
        )

    def points(self, generator: Random, count: int) -> Iterator[Point]:
        """Points to look at: planted places, what is close to them, and others."""
        for _ in range(count):
            point = {name: self._draw(name, generator) for name in self.box}
            yield generator.choice(self.moves)(point) if self.moves and generator.random() < 0.8 else point

    def _draw(self, name: str, generator: Random) -> Fraction:
        low, high = _ends(self.box[name])
        places = [*self.places.get(name, ()), *(end for end in (low, high) if end is not None)]
        kind = generator.random()
        if places and kind < 0.6:
            near = Fraction(generator.choice((0, 0, 1, -1)), 10 ** generator.choice((1, 2, 3, 4, 5, 7, 9, 20, 31, 62)))
            return generator.choice(places) + near
        left = low if low is not None else (high or 0) - 10 ** generator.randint(0, 4)
        right = high if high is not None else (low or 0) + 10 ** generator.randint(0, 4)
        return left + (right - left) * Fraction(generator.randint(0, 997), 997)


def refutation(case: Case, generator: Random, count: int) -> Point | None:
    """A point of the region at which the inequality is false, if one is found."""
    for point in case.points(generator, count):
        if second_evaluation.truth(case.text, point) is False and case.contains(point):
            return point
    return None


def confirms(case: Case, witness: Point) -> bool:
    """Tell whether a point that a prover names may refute: it lies in the box, and nothing seen contradicts it.

    Two irrational sides may be equal there, which the second evaluator does not decide.
    """
    return (
        all(_inside(case.box[name], witness[name]) for name in case.box)
        and all(second_evaluation.truth(condition, witness) is not False for condition in case.where)
        and second_evaluation.truth(case.text, witness) is not True
    )


def _ends(span: str) -> tuple[Fraction | None, Fraction | None]:
    low, high = span[1:-1].split(", ")
    return (None if low == "-oo" else Fraction(low)), (None if high == "oo" else Fraction(high))


def _inside(span: str, number: Fraction) -> bool:
    low, high = _ends(span)
    above = low is None or number > low or (number == low and span[0] == "[")
    return above and (high is None or number < high or (number == high and span[-1] == "]"))
