"""Questions about a release and their answers: which engine, which direction, which verdict on a claimed number.

World: enclosure. Composition is monotone in the profile [Blackwell 1953; Zhu, Dong, Wang 2022, Thm. 10], so the
product of dominating pairs dominates the composition, also the adaptive one, and the value of a direction is attained
wherever the pairs are. The answer is the larger of the directions.

Engines, in the order in which they are tried; each can be asked for by name, and one that fails within its limits
hands over: gaussian, exact, single-step, choices (a bracket of a few digits), inversion (10 digits and more), lattice
(a bracket of a few digits), chernoff (an upper bound alone, which is enough for a direction that is not the worse one).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from sdp_proofs.accounting.analysis import IN_WORDS, Direction, Question, limited, spanned
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
from sdp_proofs.accounting.engines import (
    LARGEST,
    Chernoff,
    ClosedGaussian,
    Engine,
    Inverted,
    Listed,
    SingleStep,
    least_epsilon,
)
from sdp_proofs.accounting.exponential import AdaptiveChoices
from sdp_proofs.accounting.pairs import ADD, REMOVE, height
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, bits_of, ctx
from sdp_proofs.numbers.conversion import Bounds, Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    as_typed,
    exponential,
    fraction_ball,
    multiply,
    rational,
    read_rational,
    read_real,
    sign,
)

METHODS = ("auto", "gaussian", "exact", "single-step", "choices", "inversion", "lattice", "chernoff")
MOST_DIGITS = 1000
_SHORT_BITS = 128
_ABOVE, _BELOW = " above, ", " below"
_WIDE_BITS = 24
_WIDE = 0.02
_ROUGH = 5e-2
_OTHER = {ADD: REMOVE, REMOVE: ADD}


@dataclass(frozen=True)
class Side:
    """One direction's answer.

    Args:
        direction: add, remove or replace.
        value: delta or epsilon; None where no finite epsilon is enough.
        method: the engine that proved it.
        databases: where batches are sampled, two that attain its lower end, in words.
    """

    direction: str
    value: Enclosure | None
    method: str
    databases: str | None = None


@dataclass(frozen=True, repr=False)
class Answer(Valued):
    """What was asked for, over all directions: a guarantee, see `Valued`.

    Args:
        value: the larger of the sides; None where no finite epsilon is enough.
        direction: the side that attains it (the one with the larger midpoint where the enclosures overlap).
        method: how that side was proven.
        sides: all of them.
        sharp: whether the digits asked for were proven; else the value is the best bracket found.
        asked: what the value is called in a row: delta or epsilon.
        databases: where batches are sampled, two that attain the lower end, in words.
        given: the other one of epsilon and delta, as typed.
        adjacency: which databases are neighbours.
    """

    value: Enclosure | None
    direction: str
    method: str
    sides: tuple[Side, ...]
    sharp: bool
    asked: str = "value"
    databases: str | None = None
    given: str = ""
    adjacency: str = ""

    @property
    def _asked(self) -> str:
        return self.asked

    def _words(self, number: str) -> str:
        if not (self.given and self.adjacency):
            return super()._words(number)
        budget = (number, self.given) if self.asked == "epsilon" else (self.given, number)
        return f"({', '.join(budget)})-DP, {IN_WORDS[self.adjacency]}"

    def _facts(self) -> dict[str, object]:
        return {"direction": self.direction, "method": self.method, "sharp": self.sharp}


def delta_at(question: Question, epsilon: Readable, *, digits: int = 10, method: str = "auto") -> Answer:
    """Delta of a composition at one epsilon, which may be negative.

    Args:
        question: the release, analysed.
        epsilon: exactly readable.
        digits: significant digits to prove.
        method: one of `METHODS`.

    Raises:
        DomainError: the method is unknown or not applicable.
        PrecisionError: nothing could be proven.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("gaussian(sigma=100) * 10000"), "add-remove")
        >>> delta_at(question, 7).value.rounded(15)
        '5.16762970391774e-12'
    """
    _check(digits, method)
    place = read_real(epsilon, "epsilon")
    if sign(place) == -1:
        return _told(_below_zero(question, place, digits, method), question, delta=None, epsilon=epsilon)
    place = read_epsilon(place)
    # Several directions may have one name: a record can be in any part of a parallel release.
    silent = [direction.never_beyond(place) for direction in question.directions]
    asked = tuple(direction for direction, still in zip(question.directions, silent, strict=True) if not still)
    zero = sorted({direction.name for direction, still in zip(question.directions, silent, strict=True) if still})
    sides = [Side(name, Enclosure.of(0), "largest-loss") for name in zero]
    if asked:
        ask = Ask(
            lambda engine: engine.delta(place, digits),
            lambda direction: {
                "one-event": event_delta(direction, place),
                "affinity": hellinger_delta(direction, place),
            },
            lambda direction, wide: {
                "probability": arb(1),
                **_named(tail_split_delta(direction, place) if wide else None),
            },
            _all_told,
        )
        sides = [*_sides(replace(question, directions=asked), method, ask), *sides]
    return _told(_worst(sides, digits, most=1), question, delta=None, epsilon=epsilon)


def _below_zero(question: Question, epsilon: ExactReal, digits: int, method: str) -> Answer:
    """Delta at a negative epsilon: H_a(P||Q) = 1 - a + a H_(1/a)(Q||P), and with a pair its mirror is asked about."""
    mirrored = delta_at(question, multiply(rational(-1), epsilon), digits=digits + 1, method=method)
    odds = exponential(epsilon)
    names = {side.direction for side in mirrored.sides}

    def below(side: Side) -> Side:
        assert side.value is not None
        name = _OTHER[side.direction] if _OTHER.get(side.direction) in names else side.direction
        known, exact = odds.as_fraction(), side.value.exact
        if known is not None and exact is not None:
            return replace(side, direction=name, value=Enclosure.of(1 - known + known * exact))
        with ctx.workprec(bits_of(side.value.ball) + bits_for(digits) + 64):
            place = epsilon.ball(ctx.prec + 16)
            return replace(side, direction=name, value=Enclosure(-place.expm1() + place.exp() * side.value.ball))

    return _worst([below(side) for side in mirrored.sides], digits, most=1)


def epsilon_at(question: Question, delta: Readable, *, digits: int = 10, method: str = "auto") -> Answer:
    """The least epsilon >= 0 at which delta is at most the one given.

    Args:
        question: the release, analysed.
        delta: rational, in [0, 1].
        digits: significant digits to prove.
        method: one of `METHODS`.

    Raises:
        DomainError: delta is out of range, the method unknown or not applicable.
        PrecisionError: nothing could be proven.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("poisson(rate=0.01, gaussian(sigma=1)) * 1000"))
        >>> found = epsilon_at(question, "1e-5")
        >>> found.value.rounded(10), found.direction
        ('1.828236667', 'remove')
    """
    target = read_delta(delta)
    _check(digits, method)

    if target == 1:
        nothing = [Side(direction.name, Enclosure.of(0), "total-variation") for direction in question.directions]
        return _told(_worst(nothing, digits), question, delta=delta)
    if method == "auto" and target > 0 and all(_needs_nothing(direction, target) for direction in question.directions):
        nothing = [Side(direction.name, Enclosure.of(0), "total-variation") for direction in question.directions]
        return _told(_worst(nothing, digits), question, delta=delta)

    def ask(engine: Engine) -> Enclosure | None:
        own = getattr(engine, "epsilon", None)
        return own(target, digits) if own is not None else least_epsilon(engine, target, digits)

    def from_below(direction: Direction) -> dict[str, arb]:
        return {"one-event": event_epsilon(direction, target), "affinity": hellinger_epsilon(direction, target)}

    def from_above(direction: Direction, wide: bool) -> dict[str, arb]:
        end = largest_finite(direction, _SHORT_BITS)
        known = {} if end is None or not end.is_finite() else {"largest-loss": end.max(arb(0))}
        return {**known, **_named(tail_split_epsilon(direction, target) if wide else None)}

    def without_engine(direction: Direction) -> Side | None:
        order = compared(target, direction)
        if order == -1:
            return Side(direction.name, None, "largest-loss")
        end = largest_finite(direction, 64 + 4 * digits) if order == 0 else None
        if end is None:
            return None
        value = Enclosure(end.max(arb(0)), _known_bound(direction, end)) if end.is_finite() else None
        return Side(direction.name, value, "largest-loss", direction.databases)

    asked = Ask(ask, from_below, from_above, without_engine)
    return _told(_worst(_sides(question, method, asked), digits), question, delta=delta)


def decide_claim(answer: Answer, claimed: Readable) -> Bounds:
    """Whether a number printed elsewhere is a valid upper, and a valid lower bound of the answer.

    Example:
        >>> value = Enclosure.between("2.38", "2.39")
        >>> decide_claim(Answer(value, "remove", "inversion", (), True), "2.381")
        Bounds(upper=<Verdict.UNKNOWN: 'UNKNOWN'>, lower=<Verdict.UNKNOWN: 'UNKNOWN'>)
    """
    return answer.check(claimed)


def read_epsilon(epsilon: Readable) -> ExactReal:
    """An epsilon >= 0.

    Raises:
        DomainError: negative or not exact.
    """
    place = read_real(epsilon, "epsilon")
    if sign(place) not in (0, 1):
        raise DomainError(f"epsilon must be >= 0, got {epsilon}")
    if not place.ball(64) < int(LARGEST):
        raise SizeError(f"epsilon must be at most {LARGEST}, got {epsilon}")
    return place


def read_delta(delta: Readable) -> Fraction:
    """A target, from 0 to 1: with 1 everything is private.

    Raises:
        DomainError: outside, or not rational.
    """
    target = read_rational(delta, "delta")
    if not 0 <= target <= 1:
        raise DomainError(f"delta must be in [0, 1], got {delta}")
    return target


def engines_of(direction: Direction, method: str) -> list[tuple[str, Callable[[], Engine | None]]]:
    """The engines to try, by name; each may say that it does not apply."""

    def lattice() -> Engine | None:
        from sdp_proofs.accounting.lattice import Lattice

        return Lattice.of(direction)

    known: list[tuple[str, Callable[[], Engine | None]]] = [
        ("gaussian", lambda: ClosedGaussian.of(direction)),
        ("exact", lambda: Listed.of(direction)),
        ("single-step", lambda: SingleStep.of(direction)),
        ("choices", lambda: AdaptiveChoices.of(direction)),
        ("inversion", lambda: Inverted.of(direction)),
        ("lattice", lattice),
        ("chernoff", lambda: Chernoff.of(direction)),
    ]
    return known if method == "auto" else [entry for entry in known if entry[0] == method]


def _told(answer: Answer, question: Question, delta: Readable | None, epsilon: Readable = "") -> Answer:
    """The answer with what was asked for."""
    asked, given = ("delta", epsilon) if delta is None else ("epsilon", delta)
    return replace(answer, asked=asked, given=as_typed(given), adjacency=question.adjacency)


def _named(bound: arb | None) -> dict[str, arb]:
    return {} if bound is None else {"large-losses": bound}


def _all_told(direction: Direction) -> Side | None:
    """Delta where some loss is infinite for certain: one, at every epsilon."""
    if compared(Fraction(1), direction) != 0:
        return None
    return Side(direction.name, Enclosure.of(1), "infinite-loss", direction.databases)


def _needs_nothing(direction: Direction, target: Fraction) -> bool:
    """Whether delta(0) <= target as those of the steps add up to no more: `combined-failures-stay-below-their-sum`."""
    with ctx.workprec(_SHORT_BITS):
        total = sum((height(step.pair, arb(1)) * count for step, count in direction.steps), arb(0))
        return bool(total <= fraction_ball(target))


def _known_bound(direction: Direction, largest: arb) -> Fraction | None:
    """The largest loss as a fraction, where those of all steps are known as numbers; `largest` encloses it."""
    known = direction.bound.as_fraction() if direction.bound is not None else None
    return known if known is not None and known >= 0 and largest.overlaps(fraction_ball(known)) else None


class Ask(NamedTuple):
    """What is asked of an engine, and bounds that need none, by name: from below, and from above if there are any.

    Those from above are told whether what is known is wide, as one of them helps only then. Some directions are
    answered without all of them.
    """

    engine: Callable[[Engine], Enclosure | None]
    least: Callable[[Direction], Mapping[str, arb]]
    greatest: Callable[[Direction, bool], Mapping[str, arb]]
    decided: Callable[[Direction], Side | None] = lambda direction: None


def _sides(question: Question, method: str, ask: Ask) -> list[Side]:
    """The answers of all directions; where pairs only dominate, a bracket with what single pairs attain."""
    found = []
    for direction in question.directions:
        if not direction.once:
            nothing = Side(direction.name, Enclosure.of(0), "nothing")
            found.append(_bracket(direction, _side(direction, method, ask), [nothing]))
            continue
        if direction.attained or SingleStep.of(direction) is not None:
            found.append(_side(direction, method, ask))
            continue
        if AdaptiveChoices.of(direction) is not None:
            found.append(_side(direction, "choices", ask))
            continue
        above = _side(direction, "auto", ask)
        one_sided = len({other.name for other in question.directions}) > 1
        beside = [other for other in question.attained if other.choice == direction.choice]
        known = [other for other in beside if other.name == direction.name or not one_sided]
        found.append(_bracket(direction, above, _answered(known, ask)))
    return found


def _answered(directions: list[Direction], ask: Ask) -> list[Side]:
    """The answers of those directions that have one and may be the largest; zero where none has."""
    found: list[Side] = []
    for direction in directions:
        with suppress(PrecisionError):
            if not (found and direction.losses is None and _surely_smaller(direction, found, ask)):
                found.append(_side(direction, "auto", ask))
    return found or [Side(directions[0].name, Enclosure.of(0), "nothing")]


def _surely_smaller(direction: Direction, found: list[Side], ask: Ask) -> bool:
    """Whether a coarse lattice, which takes a small part of the time, says that some answer found is larger."""
    from sdp_proofs.accounting.lattice import Lattice

    with suppress(PrecisionError, SizeError):
        rough = ask.engine(replace(Lattice.of(direction), tolerance=_ROUGH))
        if rough is not None:
            return any(side.value is None or bool(rough.ball <= side.value.ball.lower()) for side in found)
    return False


def _bracket(direction: Direction, above: Side, below: list[Side]) -> Side:
    """From the largest proven lower end to the upper end; an infinite epsilon below decides."""
    ends = [(side.value.ball.lower(), side) for side in below if side.value is not None]
    if len(ends) < len(below):
        return Side(direction.name, None, "attained")
    if above.value is None:
        raise PrecisionError("no upper bound was found for this release")
    low, best = max(ends, key=lambda end: end[0])
    if best.value is not None and best.value.exact is not None and best.value.exact == above.value.exact:
        return replace(above, databases=best.databases)
    # Of a bracket only one end is used.
    lower = best.method.rpartition(_ABOVE)[2].removesuffix(_BELOW)
    how = f"{above.method.partition(_ABOVE)[0]}{_ABOVE}{lower}{_BELOW}"
    return Side(direction.name, Enclosure(spanned(low, above.value.ball.upper())), how, best.databases)


def _side(direction: Direction, method: str, ask: Ask) -> Side:
    decided = ask.decided(direction)
    if decided is not None:
        return decided
    reasons = []
    for name, build in engines_of(direction, method):
        engine = build()
        if engine is None:
            continue
        try:
            value = ask.engine(engine)
            if method == "auto" and value is not None and value.ball.rel_accuracy_bits() < _WIDE_BITS:
                return _narrowed(Side(direction.name, value, engine.method, direction.databases), ask, direction)
            return Side(direction.name, value, engine.method, direction.databases)
        except (PrecisionError, SizeError) as error:
            reasons.append(f"{name}: {error}")
    if not reasons:
        raise DomainError(f"the method must apply to the release, got {method}")
    bracket = _without_engine(direction, ask) if method == "auto" else None
    if bracket is None:
        raise PrecisionError(f"nothing could be proven within the limits ({'; '.join(reasons)})")
    return bracket


def _narrowed(side: Side, ask: Ask, direction: Direction) -> Side:
    """A wide bracket whose ends are moved to bounds that need no engine, where those prove more."""
    assert side.value is not None
    with ctx.workprec(max(_SHORT_BITS, bits_of(side.value.ball)) + 64):
        low, high, under, over = side.value.ball.lower(), side.value.ball.upper(), side.method, side.method
        for name, bound in ask.least(direction).items():
            if bound > low:
                low, under = bound, name
        for name, bound in ask.greatest(direction, bool(high - low > _WIDE * high)).items():
            if bound < high:
                high, over = bound.upper(), name
        if under == over:
            return side
        how = f"{over}{_ABOVE}{under}{_BELOW}"
        return replace(side, value=Enclosure(spanned(low.min(high), high)), method=how)


def _without_engine(direction: Direction, ask: Ask) -> Side | None:
    """The bracket where every engine failed; None where nothing bounds the answer from above."""
    above = [bound.upper() for bound in ask.greatest(direction, True).values()]
    if not above:
        return None
    return _narrowed(Side(direction.name, Enclosure(arb(0).union(2 * min(above) + 1)), "nothing"), ask, direction)


def _worst(sides: list[Side], digits: int, most: int | None = None) -> Answer:
    """The larger answer, no end of any beyond what the asked number can be."""
    sides = [side if side.value is None else replace(side, value=limited(side.value, most)) for side in sides]
    for side in sides:
        if side.value is None:
            return Answer(None, side.direction, side.method, tuple(sides), True)
    values = [side.value for side in sides if side.value is not None]
    best = sides[position_of_largest(values)]
    value = limited(largest(values), most)
    sharp = value.exact is not None or value.proven_digits >= digits
    return Answer(value, best.direction, best.method, tuple(sides), sharp, databases=best.databases)


def _check(digits: int, method: str) -> None:
    check_digits(digits)
    if digits > MOST_DIGITS:
        raise SizeError(f"digits must be at most {MOST_DIGITS}, got {digits}")
    if method not in METHODS:
        raise DomainError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
