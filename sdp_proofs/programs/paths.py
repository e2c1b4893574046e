"""Follows every path of a program on symbols: which comparisons it passed, and what it returns.

On a path inputs and noises are unknowns, every comparison that an earlier one does not decide goes both ways, and what
was asked is kept as a *fact*: a linear number, and whether it is at least zero. The paths cover all runs, and no two of
them share a run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.language import Refused, Source, too_deep
from sdp_proofs.programs.machine import Machine
from sdp_proofs.programs.values import MOST_STEPS, Linear

MOST_PATHS = 20_000
MOST_WORK = 500_000
"""Steps on all paths together: some seconds."""


@dataclass(frozen=True)
class Noise:
    """One draw: its kind, its rate in units, and the line that draws it.

    Two-sided geometric noise has P(x) proportional to r^(units |x|), exponential noise is its half from 0 on, and
    Laplace noise has the density proportional to r^(units |x|), with r = e^(-unit).
    """

    kind: str
    units: int
    line: int = 0


Fact = tuple[Linear, bool]


@dataclass(frozen=True)
class Path:
    """One way through a program.

    Attributes:
        noises: what was drawn, in order; noise j is the unknown ("noise", j).
        facts: what the comparisons found.
        maxima: the numbers that the unknown ("max", j) is the largest of, where the path did not ask which it is.
        output: the parts of what is returned, numbers and words, in one tuple.
        coins: the chance of what each coin showed, and which way that was.
        trail: what happened, in order: draws, comparisons, which of some numbers is the first largest, coins.
    """

    noises: tuple[Noise, ...]
    facts: tuple[Fact, ...]
    maxima: tuple[tuple[Linear, ...], ...]
    output: tuple[Any, ...]
    coins: tuple[tuple[Fraction, int], ...] = ()
    trail: tuple[tuple[Any, ...], ...] = field(default=(), compare=False, repr=False)

    @property
    def published(self) -> list[Linear]:
        """The numbers with noise or input that are returned."""
        return [part for part in self.output if isinstance(part, Linear)]


def flat(output: Any, top: bool = True) -> tuple[Any, ...]:
    """List every number and word of an output, with the lengths of what is nested.

    Raises:
        Refused: there is something else in it.

    Example:
        >>> flat((1, ["-", 2]))
        (1, ('list', 2), '-', 2)
    """
    if isinstance(output, (tuple, list)):
        head = () if top and isinstance(output, tuple) else ((type(output).__name__, len(output)),)
        parts = (*head, *(part for item in output for part in flat(item, False)))
        if len(parts) > MOST_STEPS:
            raise Refused(None, f"an output must have at most {MOST_STEPS} parts")
        return parts
    if not isinstance(output, (Linear, bool, int, str, Fraction, type(None))):
        raise Refused(None, f"an output must be numbers, words, tuples and lists, got a {type(output).__name__}")
    return (output,)


@dataclass
class Choices:
    """Choices on one path: first those that are wanted, then the first way each time."""

    wanted: list[int]
    made: list[tuple[int, int]] = field(default_factory=list)

    def choose(self, ways: int) -> int:
        """Choose one of several ways."""
        choice = self.wanted[len(self.made)] if len(self.made) < len(self.wanted) else 0
        self.made.append((choice, ways))
        return choice

    def following(self) -> list[int] | None:
        """Give the choices of the next path, or None after the last."""
        made = list(self.made)
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        return [*(choice for choice, _ in made[:-1]), made[-1][0] + 1] if made else None


def every(follow: Callable[[Choices], Any], most: int = MOST_PATHS) -> Iterator[Any]:
    """Follow every path once.

    Args:
        follow: runs one path.
        most: paths after which the search gives up.

    Raises:
        SizeError: there are more paths.
    """
    wanted: list[int] | None = []
    count = 0
    while wanted is not None:
        count += 1
        if count > most:
            raise SizeError(f"a program must have at most {most} paths at this size, got more")
        choices = Choices(wanted)
        yield follow(choices)
        wanted = choices.following()


class _Symbols:
    """The world in which inputs and noises are unknowns."""

    def __init__(self, choices: Choices, split: bool) -> None:
        self.choices, self.split = choices, split
        self.noises: list[Noise] = []
        self.facts: list[Fact] = []
        self.known: dict[Any, tuple[Any, Any]] = {}
        self.maxima: list[tuple[Linear, ...]] = []
        self.winners: dict[int, int] = {}
        self.coins: list[tuple[Fraction, int]] = []
        self.trail: list[tuple[Any, ...]] = []

    def draw(self, kind: str, units: int, node: ast.AST) -> Linear:
        self.noises.append(Noise(kind, units, getattr(node, "lineno", 0)))
        self.trail.append(("draw", len(self.noises) - 1, kind, units))
        return Linear.unknown("noise", len(self.noises) - 1)

    def coin(self, chance: Fraction) -> bool:
        if chance in (0, 1):
            return chance == 1
        shown = self.choices.choose(2)
        self.coins.append((chance if shown == 0 else 1 - chance, shown))
        self.trail.append(("coin", chance, shown))
        return shown == 0

    def pick(self, options: int) -> int:
        found = self.choices.choose(options)
        self.coins.append((Fraction(1, options), found))
        self.trail.append(("pick", options, found))
        return found

    def at_least_zero(self, number: Linear) -> bool:
        number = self.settled(number, ask=True)
        if not number.terms:
            return number.constant >= 0
        known = self._implied(number)
        if known is None:
            known = self.choices.choose(2) == 0
            self.at_least_zero_is(number, known)
            self.trail.append(("ask", number, known))
        return known

    def _implied(self, number: Linear) -> bool | None:
        """Decide a comparison by earlier ones of the same unknowns, where that can be done."""
        least, above = self.known.get(number.terms, (None, None))  # x + least >= 0, and x + above < 0
        if least is not None and number.constant >= least:
            return True
        if above is not None and number.constant <= above:
            return False
        least, above = self.known.get(number.times(-1).terms, (None, None))  # the number is constant - x
        if least is not None and number.constant < -least:
            return False
        if above is not None and number.constant >= -above:
            return True
        return None

    def largest(self, numbers: list[Any]) -> Linear:
        operands = self._operands(numbers)
        if operands not in self.maxima:
            self.maxima.append(operands)
        j = self.maxima.index(operands)
        if self.split:
            self.winner(j)
        return self.settled(Linear.unknown("max", j))

    def place(self, numbers: list[Any], value: Linear) -> int | None:
        operands = self._operands(numbers)
        for j, listed in enumerate(self.maxima):
            if listed == operands and value in (Linear.unknown("max", j), self.settled(Linear.unknown("max", j))):
                return self.winner(j)
        return None

    def _operands(self, numbers: list[Any]) -> tuple[Linear, ...]:
        """Take numbers as linear; one that is itself a largest number is asked about, as its moves are not linear."""
        return tuple(
            self.settled(number, ask=True) if isinstance(number, Linear) else Linear((), number) for number in numbers
        )

    def winner(self, j: int) -> int:
        """Choose which of the numbers is the first largest, and keep what that says."""
        if j not in self.winners:
            operands = self.maxima[j]
            first = self.winners[j] = self.choices.choose(len(operands))
            self.trail.append(("largest", operands, first))
            others = tuple(operand for k, operand in enumerate(operands) if k != first)
            if len(others) > 1 and not self.split and self._without_ties(operands):
                # Two of them are equal with probability zero: it is enough that the first is above the largest other.
                self.at_least_zero_is(operands[first].plus(self._largest_of(others), -1), True)
            else:
                for k, operand in enumerate(operands):
                    if k < first:
                        self.at_least_zero_is(operand.plus(operands[first], -1), False)
                    elif k > first:
                        self.at_least_zero_is(operands[first].plus(operand, -1), True)
        return self.winners[j]

    def _largest_of(self, operands: tuple[Linear, ...]) -> Linear:
        if operands not in self.maxima:
            self.maxima.append(operands)
        return Linear.unknown("max", self.maxima.index(operands))

    def _without_ties(self, operands: tuple[Linear, ...]) -> bool:
        """Decide that each number has Laplace noise which no other number has."""
        held = [[key for key, _ in operand.terms if key[0] != "input"] for operand in operands]
        return all(
            len(keys) == 1 and keys[0][0] == "noise" and self.noises[keys[0][1]].kind == "laplace" for keys in held
        ) and len({keys[0] for keys in held}) == len(held)

    def at_least_zero_is(self, number: Linear, holds: bool) -> None:
        self.facts.append((number, holds))
        least, above = self.known.get(number.terms, (None, None))
        c = number.constant
        if holds:
            least = c if least is None else min(least, c)
        else:
            above = c if above is None else max(above, c)
        self.known[number.terms] = least, above

    def settled(self, number: Linear, ask: bool = False) -> Linear:
        """Put in what the maxima are that are known, or with `ask` all of them."""
        for (kind, j), times in number.terms:
            if kind == "max" and (ask or j in self.winners):
                rest = Linear.of({key: value for key, value in number.terms if key != (kind, j)}, number.constant)
                return self.settled(rest.plus(self.maxima[j][self.winner(j)], times), ask)
        return number


def paths(
    source: Source, inputs: int | tuple[int, ...], *, split: bool = False, most: int = MOST_PATHS
) -> Iterator[Path]:
    """Follow every path of a program on unknown inputs, or on given ones.

    Args:
        source: the program.
        inputs: how many unknown numbers the input has, or the numbers themselves.
        split: asks at once which of several numbers is the largest.
        most: paths that are followed.

    Raises:
        Refused: the program uses what the language does not have.
        SizeError: there are more paths.
    """
    numbers: tuple[Any, ...] = (
        tuple(Linear.unknown("input", i) for i in range(inputs)) if isinstance(inputs, int) else inputs
    )

    work = 0

    def follow(choices: Choices) -> Path:
        nonlocal work
        world = _Symbols(choices, split)
        machine = Machine(world, source.function.scope)
        returned = machine.mechanism(source.function, numbers)
        work += machine.steps
        if work > MOST_WORK:
            raise SizeError(f"a program must take at most {MOST_WORK} steps on its paths at this size, got more")
        try:
            parts = flat(returned)
        except RecursionError:
            raise too_deep("an output") from None
        output = tuple(_number(world.settled(part)) if isinstance(part, Linear) else part for part in parts)
        facts = tuple((world.settled(number), holds) for number, holds in world.facts)
        used = {
            key[1]
            for number in (*(f for f, _ in facts), *(o for o in output if isinstance(o, Linear)))
            for key, _ in number.terms
            if key[0] == "max"
        }
        maxima = tuple(operands if j in used else () for j, operands in enumerate(world.maxima))
        return Path(tuple(world.noises), facts, maxima, output, tuple(world.coins), tuple(world.trail))

    yield from every(follow, most)


def _number(number: Linear) -> Linear | int:
    return number if number.terms else number.constant
