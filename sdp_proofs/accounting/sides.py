"""The bracket of one direction: engines in their order, bounds beside what they leave open, and games.

World: enclosure. Engines, in the order in which they are tried; each can be asked for by name, and one that fails
within its limits hands over: gaussian, exact, single-step, choices and batches (brackets of a few digits), two-steps,
inversion (10 digits and more), lattice (a bracket of a few digits), chernoff (an upper bound alone, which is enough for
a direction that is not the worse one).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import ClassVar, Protocol

from sdp_proofs.accounting.analysis import (
    THAT_REACT,
    BoundFromAbove,
    Direction,
    Engine,
    Question,
    spanned,
)
from sdp_proofs.accounting.bounds import (
    compared,
    event_delta,
    event_epsilon,
    hellinger_delta,
    hellinger_epsilon,
    largest_finite,
    tail_split_delta,
    tail_split_epsilon,
)
from sdp_proofs.accounting.engines import Chernoff, ClosedGaussian, Inverted, Listed, SingleStep
from sdp_proofs.accounting.losses import LatticeLoss
from sdp_proofs.accounting.pairs import AtomPair
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, bits_of, ctx, square
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import (
    ExactReal,
    fraction_ball,
)

METHODS = (
    "auto",
    "renyi",
    "gaussian",
    "exact",
    "single-step",
    "choices",
    "batches",
    "two-steps",
    "inversion",
    "lattice",
    "chernoff",
)
_SHORT_BITS = 128
_MOST_LISTED_FIRST = 2000
_WIDE_BITS = 24
_WIDE = 0.02
_ROUGH = 5e-2
_FEW_DIGITS, _DIGITS_OF_A_GAME = 3, 4
_NOTHING = "nothing"
_USELESS = arb(10) ** -20
"""A lower end below this share of the square of the upper one is not worth its digits."""


@dataclass(frozen=True)
class Bracket:
    """The answer of one direction: two proven ends, and by what each is proven.

    Args:
        direction: add, remove or replace.
        value: delta or epsilon, between the ends; None where no finite epsilon is enough.
        upper_by: the engine or bound that proves the upper end.
        lower_by: likewise the lower end; None where one proof encloses both, "nothing" where nothing bounds it.
        databases: where batches are sampled, two that attain its lower end, in words.

    Example:
        >>> Bracket("remove", Enclosure.between("1", "2"), "lattice", "one-event").method
        'lattice above, one-event below'
    """

    direction: str
    value: Enclosure | None
    upper_by: str
    lower_by: str | None = None
    databases: str | None = None

    @property
    def method(self) -> str:
        """By what it is proven, in words."""
        return self.upper_by if self.lower_by is None else f"{self.upper_by} above, {self.lower_by} below"

    def above(self, others: list[Bracket]) -> Bracket:
        """Return the bracket from the largest lower end of others to its own upper end.

        Raises:
            PrecisionError: nothing bounds it from above.
        """
        ends = [(other.value.ball.lower(), other) for other in others if other.value is not None]
        if len(ends) < len(others):  # an infinite epsilon below decides
            return Bracket(self.direction, None, "attained")
        if self.value is None:
            raise PrecisionError("no upper bound was found for this release")
        low, best = max(ends, key=lambda end: end[0])
        if best.value is not None and best.value.exact is not None and best.value.exact == self.value.exact:
            return replace(self, databases=best.databases)
        return _between(
            self, low, best.lower_by or best.upper_by, self.value.ball.upper(), self.upper_by, best.databases
        )


def _between(known: Bracket, low: arb, under: str, high: arb, over: str, databases: str | None) -> Bracket:
    """The bracket with these ends; a lower end that says nothing beside the upper one is zero."""
    if low < square(high.min(arb(1))) * _USELESS:
        low, under, databases = arb(0), _NOTHING, None
    return Bracket(known.direction, Enclosure(spanned(low.min(high), high)), over, under, databases)


def engines_of(direction: Direction, method: str, order: tuple[str, ...]) -> Iterator[tuple[str, Engine | None]]:
    """The engines to try, by name, each made when it is its turn; None where it does not apply.

    A long list of outcomes comes after the inversion, if its probabilities are no fractions.
    """
    names = list(order) if method == "auto" else [method]
    if method == "auto" and _long_list(direction):
        names.remove("exact")
        names.insert(names.index("inversion") + 1, "exact")
    for name in names:
        yield name, engine_of(direction, name)


def engine_of(direction: Direction, name: str) -> Engine | None:
    """The engine of a direction; None where it does not apply.

    Engines of few questions, and the lattice, the last but one, are not imported by others.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("exponential(epsilon=1) * 2"))
        >>> type(engine_of(question.directions[0], "choices")).__name__, engine_of(question.directions[0], "batches")
        ('AdaptiveChoices', None)
    """
    if name in _ENGINES:
        return _ENGINES[name].of(direction)
    if name == "lattice":
        from sdp_proofs.accounting.lattice import Lattice

        return Lattice.of(direction)
    if name == "two-steps":
        if sum(count for _, count in direction.steps) != 2:
            return None
        from sdp_proofs.accounting.half_line_steps import TwoHalfLines
        from sdp_proofs.accounting.two_steps import TwoSteps

        return TwoSteps.of(direction) or TwoHalfLines.of(direction)
    if not direction.asks(name):
        return None
    if name == "renyi":
        from sdp_proofs.accounting.renyi_bounds import RenyiBound

        return RenyiBound.of(direction)
    if name == "choices":
        from sdp_proofs.accounting.choices import AdaptiveChoices
        from sdp_proofs.accounting.sampled_choices import SampledChoices

        return AdaptiveChoices.of(direction) or SampledChoices.of(direction)
    from sdp_proofs.accounting.fixed_batches import FixedBatches

    return FixedBatches.of(direction)


def _long_list(direction: Direction) -> bool:
    """Tell whether inversion over one period takes much less time than listing all outcomes, of which none is exact."""
    if len(direction.steps) != 1:
        return False
    step, count = direction.steps[0]
    loss = step.loss
    if loss is None or not isinstance(step.pair, AtomPair) or step.pair.exact is not None:
        return False
    if not isinstance(loss, LatticeLoss):
        return False
    with ctx.workprec(_SHORT_BITS):
        outputs = len(step.pair.masses(_SHORT_BITS))
        return comb(count + outputs - 1, outputs - 1) > _MOST_LISTED_FIRST and loss.cells(0.0) is not None


_ENGINES: dict[str, type[Engine]] = {
    "gaussian": ClosedGaussian,
    "exact": Listed,
    "single-step": SingleStep,
    "inversion": Inverted,
    "chernoff": Chernoff,
}


def _known_bound(direction: Direction, largest: arb) -> Fraction | None:
    """The largest loss as a fraction, where those of all steps are known as numbers; `largest` encloses it."""
    known = direction.bound.as_fraction() if direction.bound is not None else None
    return known if known is not None and known >= 0 and largest.overlaps(fraction_ball(known)) else None


class Asked(Protocol):
    """A question to one direction: to an engine, and to bounds that need none, by name."""

    @property
    def order(self) -> tuple[str, ...]:
        """Name the engines in the order in which they are tried."""

    def of(self, engine: Engine) -> Enclosure | None:
        """Return the engine's answer."""

    def below(self, direction: Direction) -> Iterator[tuple[str, arb]]:
        """Yield bounds from below."""

    def above(self, direction: Direction, wide: bool) -> Iterator[tuple[str, arb | None]]:
        """Yield bounds from above; one of them helps only where what is known is wide."""

    def decided(self, direction: Direction) -> Bracket | None:
        """Return the answer of a direction that needs neither engine nor bound."""

    def open(self, value: Enclosure) -> bool:
        """Tell whether a bracket leaves open what is asked."""

    def settled(self, value: Enclosure) -> bool:
        """Tell whether no narrower bracket would say more."""


@dataclass(frozen=True)
class DeltaAt:
    """Delta at one epsilon >= 0."""

    place: ExactReal
    digits: int
    target: Fraction | None = None
    order: ClassVar[tuple[str, ...]] = METHODS[1:]

    def open(self, value: Enclosure) -> bool:
        """See `Asked`: it is wide, and does not tell delta from a target."""
        return not self.settled(value) and _is_open(value, self.digits)

    def settled(self, value: Enclosure) -> bool:
        """See `Asked`: it tells delta from a target."""
        return self.target is not None and not value.ball.overlaps(fraction_ball(self.target))

    def of(self, engine: Engine) -> Enclosure:
        """See `Asked`."""
        if self.target is None:
            return engine.delta(self.place, self.digits)
        return engine.told(self.place, self.digits, self.target)

    def below(self, direction: Direction) -> Iterator[tuple[str, arb]]:
        """See `Asked`."""
        yield "one-event", event_delta(direction, self.place)
        yield "affinity", hellinger_delta(direction, self.place)

    def above(self, direction: Direction, wide: bool) -> Iterator[tuple[str, arb | None]]:
        """See `Asked`."""
        yield "probability", arb(1)
        if wide:
            yield "large-losses", tail_split_delta(direction, self.place)

    def decided(self, direction: Direction) -> Bracket | None:
        """One, at every epsilon, where some loss is infinite for certain."""
        certain = compared(Fraction(1), direction) == 0
        return (
            Bracket(direction.name, Enclosure.of(1), "infinite-loss", databases=direction.databases)
            if certain
            else None
        )


@dataclass(frozen=True)
class EpsilonAt:
    """The least epsilon >= 0 at one delta; where inversion finds it, it takes a tenth of the time of two steps."""

    target: Fraction
    digits: int
    order: ClassVar[tuple[str, ...]] = tuple(sorted(METHODS[1:], key=("two-steps", "lattice", "chernoff").count))

    def open(self, value: Enclosure) -> bool:
        """See `Asked`: it is wide."""
        return _is_open(value, self.digits)

    def settled(self, value: Enclosure) -> bool:
        """See `Asked`: it never is."""
        return False

    def of(self, engine: Engine) -> Enclosure | None:
        """See `Asked`."""
        return engine.epsilon(self.target, self.digits)

    def below(self, direction: Direction) -> Iterator[tuple[str, arb]]:
        """See `Asked`."""
        yield "one-event", event_epsilon(direction, self.target)
        yield "affinity", hellinger_epsilon(direction, self.target)

    def above(self, direction: Direction, wide: bool) -> Iterator[tuple[str, arb | None]]:
        """See `Asked`."""
        end = largest_finite(direction, _SHORT_BITS)
        yield "largest-loss", None if end is None or not end.is_finite() else end.max(arb(0))
        if wide:
            yield "large-losses", tail_split_epsilon(direction, self.target)

    def decided(self, direction: Direction) -> Bracket | None:
        """Infinity below the probability of an infinite loss; at it, the largest finite loss."""
        order = compared(self.target, direction)
        if order == -1:
            return Bracket(direction.name, None, "largest-loss")
        with ctx.workprec(64 + 4 * self.digits):  # the largest of two balls is rounded too
            end = largest_finite(direction, ctx.prec) if order == 0 else None
            if end is None:
                return None
            value = Enclosure(end.max(arb(0)), _known_bound(direction, end)) if end.is_finite() else None
        return Bracket(direction.name, value, "largest-loss", databases=direction.databases)


def _is_open(value: Enclosure, digits: int) -> bool:
    """Tell whether a bracket is wider than what a game proves at best, and more than a rough answer is asked for."""
    return digits >= _FEW_DIGITS and value.proven_digits < min(digits, _DIGITS_OF_A_GAME)


def sides_of(question: Question, method: str, asked: Asked) -> list[Bracket]:
    """The answers of all directions; where pairs only dominate, a bracket with what single pairs attain."""
    found = []
    for direction in question.directions:
        if not direction.once:
            nothing = Bracket(direction.name, Enclosure.of(0), _NOTHING)
            found.append(_side(direction, method, asked).above([nothing]))
            continue
        if direction.attained or SingleStep.of(direction) is not None:
            found.append(_side(direction, method, asked))
            continue
        if engine_of(direction, "choices") is not None:
            found.append(_side(direction, "choices", asked))
            continue
        above = _side(direction, "auto", asked)
        one_sided = len({other.name for other in question.directions}) > 1
        beside = [other for other in question.attained if other.choice == direction.choice]
        known = [other for other in beside if other.name == direction.name or not one_sided]
        found.append(_played(direction, above.above(_attained(known, asked)), asked))
    return found


def _played(direction: Direction, known: Bracket, asked: Asked) -> Bracket:
    """A bracket whose ends are moved to those of the game of fixed batches, where it is one and that is worth it."""
    game = engine_of(direction, "batches")
    if game is None or known.value is None or not asked.open(known.value):
        return known
    with suppress(PrecisionError, SizeError):
        played = asked.of(game)
        if played is None:
            return known
        low, under, databases = known.value.ball.lower(), known.lower_by or known.upper_by, known.databases
        high, over = known.value.ball.upper(), known.upper_by
        if played.ball.lower() > low:
            low, under, databases = played.ball.lower(), "batches", THAT_REACT
        if played.ball.upper() < high:
            high, over = played.ball.upper(), "batches"
        return _between(known, low, under, high, over, databases)
    return known


def _attained(directions: list[Direction], asked: Asked) -> list[Bracket]:
    """The answers of those directions that have one and may be the largest; zero where none has."""
    found: list[Bracket] = []
    for direction in directions:
        with suppress(PrecisionError):
            if not (found and direction.losses is None and _surely_smaller(direction, found, asked)):
                found.append(_side(direction, "auto", asked))
    return found or [Bracket(directions[0].name, Enclosure.of(0), _NOTHING)]


def _surely_smaller(direction: Direction, found: list[Bracket], asked: Asked) -> bool:
    """Ask a coarse lattice, which takes a small part of the time, whether some answer found is larger."""
    from sdp_proofs.accounting.lattice import Lattice

    with suppress(PrecisionError, SizeError):
        rough = asked.of(replace(Lattice.of(direction), tolerance=_ROUGH))
        if rough is not None:
            return any(side.value is None or bool(rough.ball <= side.value.ball.lower()) for side in found)
    return False


def _side(direction: Direction, method: str, asked: Asked) -> Bracket:
    """The answer of the first engine that has one; without any, what the bounds say."""
    decided = asked.decided(direction)
    if decided is not None:
        return decided
    reasons = []
    for name, engine in engines_of(direction, method, asked.order):
        if engine is None:
            continue
        try:
            value = asked.of(engine)
            lower_by = _NOTHING if isinstance(engine, BoundFromAbove) else None
            found = Bracket(direction.name, value, name, lower_by, direction.databases)
            wide = value is not None and value.ball.rel_accuracy_bits() < _WIDE_BITS and not asked.settled(value)
            if method == "auto" and wide and not getattr(engine, "final", False):
                return _narrowed(found, asked, direction)
        except (PrecisionError, SizeError) as error:
            reasons.append(f"{name}: {error}")
        else:
            return found
    if direction.asks("renyi"):
        raise PrecisionError(f"nothing could be proven within the limits ({'; '.join(reasons[:1])})")
    if not reasons:
        raise DomainError(f"the method must apply to the release, got {method}")
    above = (
        [bound.upper() for _, bound in asked.above(direction, True) if bound is not None] if method == "auto" else []
    )
    if not above:
        raise PrecisionError(f"nothing could be proven within the limits ({'; '.join(reasons)})")
    anything = Enclosure(arb(0).union(2 * min(above) + 1))
    return _narrowed(Bracket(direction.name, anything, _NOTHING, databases=direction.databases), asked, direction)


def _narrowed(side: Bracket, asked: Asked, direction: Direction) -> Bracket:
    """A wide bracket whose ends are moved to bounds that need no engine, where those prove more."""
    assert side.value is not None
    with ctx.workprec(max(_SHORT_BITS, bits_of(side.value.ball)) + 64):
        low, high, under, over = (
            side.value.ball.lower(),
            side.value.ball.upper(),
            side.lower_by or side.upper_by,
            side.upper_by,
        )
        for name, bound in asked.below(direction):
            if bound > low:
                low, under = bound, name
        for name, limit in asked.above(direction, bool(high - low > _WIDE * high)):
            if limit is not None and limit < high:
                high, over = limit.upper(), name
        if (under, over) == (side.lower_by or side.upper_by, side.upper_by):
            return side
        return _between(side, low, under, high, over, side.databases)
