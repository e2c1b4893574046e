"""Distances: how far numbers move between two neighbours, for the induction over inputs of unknown size.

The world of a *script*, in which every choice of both sides is made: the adversary chooses how the entries of the
input differ and which way each comparison goes, the prover how far each noise moves. A comparison x >= 0 that holds
must not fall, one that fails must not rise, and what is published must not move; otherwise the script is dead.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.programs.machine import Machine, Names
from sdp_proofs.programs.paths import Choices
from sdp_proofs.programs.values import Linear

SHIFTS = (0, 1, -1, 2, -2)
"""Distances by which the prover moves a noise."""
MOST_TOTAL = 9
"""Largest distance by which a sum of numbers may move."""


class Undecided(Exception):
    """The program is not of the form that the induction knows, or has too many states."""


@dataclass(frozen=True)
class Inputs:
    """The input, of a size that nobody knows."""


@dataclass(frozen=True)
class Public:
    """A number that is the same on both inputs and otherwise unknown; in the loop, perhaps the place of its entry."""

    current: bool = False


@dataclass(frozen=True)
class Gathered:
    """A list to which the loop has appended what does not move."""


@dataclass(frozen=True)
class Many:
    """Numbers, one for each entry of the input.

    Attributes:
        first: the distance of the one that will be the first largest, or None before it came.
        highest: the largest distance of the others, or None where there are none.
        still: none of them moves.
        total: the sum of all distances, or None where nobody adds them up.
    """

    first: int | None = None
    highest: int | None = None
    still: bool = True
    total: int | None = None

    def with_one(self, distance: int, largest: bool) -> Many:
        """Append a number."""
        total = self.total
        if total is not None and abs(total) < MOST_TOTAL:  # out of reach once, out of reach for good
            total = max(-MOST_TOTAL, min(MOST_TOTAL, total + distance))
        still = self.still and distance == 0
        if largest:
            return Many(distance, self.highest, still, total)
        highest = distance if self.highest is None else max(self.highest, distance)
        return Many(self.first, highest, still, total)


@dataclass
class Distances:
    """The world of one script: the choices of both sides, the distances, and what the prover has paid."""

    choices: Choices
    allowed: int = 0
    moved: dict[int, int] = field(default_factory=dict)
    winners: dict[Linear, Many] = field(default_factory=dict)
    firsts: dict[tuple[tuple[Any, ...], Any], int] = field(default_factory=dict)
    word: list[int] = field(default_factory=list)
    cost: int = 0
    alive: bool = True
    entry: Linear | None = None

    def adversary(self, ways: int) -> int:
        """Let the adversary choose, and keep his word."""
        self.word.append(self.choices.choose(ways))
        return self.word[-1]

    def fresh(self, distance: int) -> Linear:
        """Make a number that moves by a distance."""
        self.moved[len(self.moved)] = distance
        return Linear.unknown("moved", len(self.moved) - 1)

    def distance(self, number: Any) -> int:
        """Say how far a number moves."""
        return sum(times * self.moved[i] for (_, i), times in number.terms) if isinstance(number, Linear) else 0

    def need(self, condition: bool) -> None:
        """Kill the script unless a condition holds; it goes on to its end, so that its word is known."""
        self.alive = self.alive and condition

    def draw(self, kind: str, units: int, node: ast.AST) -> Linear:
        """Let the prover move a noise, as far as he can pay."""
        shifts = [s for s in SHIFTS if (s >= 0 or kind != "exponential") and units * abs(s) <= self.allowed - self.cost]
        shift = shifts[self.choices.choose(len(shifts))] if self.alive else 0
        self.cost += units * abs(shift)
        return self.fresh(shift)

    def coin(self, chance: Fraction) -> bool:
        """Throw a coin, the same for both inputs."""
        return chance == 1 or (chance > 0 and self.adversary(2) == 0)

    def pick(self, options: int) -> int:
        """Pick one of equally likely options, the same for both inputs."""
        return self.adversary(options)

    def at_least_zero(self, number: Linear) -> bool:
        """Let the adversary decide a comparison, which must be kept."""
        holds = self.adversary(2) == 0
        distance = self.distance(number)
        self.need(distance >= 0 if holds else distance <= 0)
        return holds

    def largest(self, numbers: list[Any]) -> Any:
        """Let the adversary say which number is the first largest, which must be kept."""
        first = self.adversary(len(numbers))
        for number in numbers:
            self.need(self.distance(numbers[first]) >= self.distance(number))
        self.firsts[tuple(numbers), numbers[first]] = first
        return numbers[first]

    def place(self, numbers: list[Any], value: Any) -> int | None:
        """Give the place of what `largest` gave."""
        return self.firsts.get((tuple(numbers), value))


class Abstract(Machine):
    """The machine with entries of the input, public numbers and lists of unknown length."""

    def arithmetic(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        """Compute with public numbers too, of which nothing is known."""
        if isinstance(left, Public) or isinstance(right, Public):
            for number, other in ((left, right), (right, left)):
                if isinstance(number, Linear) and isinstance(other, Public):
                    if not isinstance(sign, (ast.Add, ast.Sub)):
                        raise Undecided
                    # The sum is another number, which moves as far.
                    distance = self.world.distance(number)
                    return self.world.fresh(-distance if number is right and isinstance(sign, ast.Sub) else distance)
            # A divisor that nobody knows may be zero.
            if isinstance(sign, (ast.Add, ast.Sub, ast.Mult)) and all(
                isinstance(side, (Public, int, Fraction)) for side in (left, right)
            ):
                return Public()
            if isinstance(sign, (ast.FloorDiv, ast.Mod)) and isinstance(left, Public) and isinstance(right, int):
                super().arithmetic(sign, 1, right, node)
                return Public()
            raise Undecided
        if isinstance(left, Gathered) and isinstance(right, (list, tuple)):
            self.published(right)
            return left
        return super().arithmetic(sign, left, right, node)

    def _holds(self, relation: ast.cmpop, left: Any, right: Any, node: ast.AST) -> bool:
        if isinstance(relation, (ast.Is, ast.IsNot)):
            return super()._holds(relation, left, right, node)
        if isinstance(left, (Gathered, Many, Inputs)) or isinstance(right, (Gathered, Many, Inputs)):
            raise Undecided
        if isinstance(left, Public) or isinstance(right, Public):
            if isinstance(left, Linear) or isinstance(right, Linear):
                number = left if isinstance(left, Linear) else right.times(-1)
                if not isinstance(relation, (ast.GtE, ast.LtE, ast.Gt, ast.Lt)):
                    raise Undecided
                # i < x, taken as x - i > 0: the outcome is kept when x does not fall where it is above, and so on.
                truth = bool(self.world.at_least_zero(number))
                return truth if isinstance(relation, (ast.GtE, ast.Gt)) else not truth
            return bool(self.world.adversary(2) == 0)
        return super()._holds(relation, left, right, node)

    def same(self, left: Any, right: Any, node: ast.AST) -> bool:
        """Leave the equality of public values to the adversary."""
        if isinstance(left, (Gathered, Many, Inputs)) or isinstance(right, (Gathered, Many, Inputs)):
            raise Undecided  # their length and their entries are not known
        if isinstance(left, Public) or isinstance(right, Public):
            if isinstance(left, Linear) or isinstance(right, Linear):
                raise Undecided
            return bool(self.world.adversary(2) == 0)
        return super().same(left, right, node)

    def as_truth(self, value: Any, node: ast.AST) -> bool:
        """Leave the truth of public values to the adversary."""
        if isinstance(value, (Public, Gathered, Many, Inputs)):
            return bool(self.world.adversary(2) == 0)
        return super().as_truth(value, node)

    def items(self, value: Any, node: ast.AST) -> Any:
        """Go through what has a known length only."""
        if isinstance(value, (Public, Gathered, Many, Inputs)):
            raise Undecided
        return super().items(value, node)

    def _position(self, held: Any, node: ast.expr, names: Names) -> Any:
        if isinstance(held, (Inputs, Many, Gathered)):
            raise Undecided
        return super()._position(held, node, names)

    def value(self, node: ast.expr, names: Names) -> Any:
        """Evaluate an expression; of the input only the entry of this round is there."""
        if not isinstance(node, ast.Subscript):
            return super().value(node, names)
        held = self.value(node.value, names)
        if isinstance(held, Inputs):
            place = self.value(node.slice, names)
            if isinstance(place, Public) and place.current and self.world.entry is not None:
                return self.world.entry
            raise Undecided
        return held[self._position(held, node.slice, names)]

    def _method(self, held: Any, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        if isinstance(held, (Gathered, Many)) and (named or len(given) != 1):
            raise Undecided
        if isinstance(held, Gathered):
            if name not in ("append", "extend"):
                raise Undecided
            self.published(given[0])
            return None
        if isinstance(held, Many):
            # The place of what `max` gave; nothing else is found by its value.
            if name == "index" and self._is_largest(held, given[0]):
                return Public()
            raise Undecided
        return super()._method(held, name, given, named, node)

    def _is_largest(self, held: Many, value: Any) -> bool:
        return isinstance(value, Linear) and self.world.winners.get(value) is held

    def _builtin(self, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        if len(given) == 1 and isinstance(given[0], Many) and not named:
            many = given[0]
            if name in ("tuple", "list"):
                return many
            if name == "sum" and many.total is not None and abs(many.total) < MOST_TOTAL:
                return self.world.fresh(many.total)
            if name == "max":
                if many.first is None:
                    raise Undecided
                self.world.need(many.highest is None or many.first >= many.highest)
                found = self.world.fresh(many.first)
                self.world.winners[found] = many
                return found
            if name == "len":
                return Public()
            raise Undecided
        if len(given) == 1 and isinstance(given[0], (Inputs, Gathered)):
            if name == "len":
                return Public()
            if name in ("tuple", "list") and isinstance(given[0], Gathered):
                return given[0]
        if any(isinstance(value, (Inputs, Gathered, Many, Public)) for value in given):
            raise Undecided
        return super()._builtin(name, given, named, node)

    def published(self, value: Any) -> None:
        """Demand that no number in a value moves."""
        if isinstance(value, (list, tuple)):
            for part in value:
                self.published(part)
        elif isinstance(value, Many):
            self.world.need(value.still)
        elif isinstance(value, Linear):
            self.world.need(self.world.distance(value) == 0)
        elif not isinstance(value, (int, str, Fraction, Public, Gathered, type(None))):
            raise Undecided  # the input itself, or what the language does not publish
