"""Questions about a release and their answers: which engine, which direction, which verdict on a claimed number.

World: enclosure. Composition is monotone in the profile [Blackwell 1953; Zhu, Dong, Wang 2022, Thm. 10], so the
product of dominating pairs dominates the composition, also the adaptive one, and the value of a direction is attained
wherever the pairs are. The answer is the larger of the directions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from sdp_proofs.accounting.analysis import (
    Direction,
    Question,
    in_words,
    limited,
)
from sdp_proofs.accounting.engines import LARGEST
from sdp_proofs.accounting.pairs import ADD, REMOVE, height
from sdp_proofs.accounting.sides import METHODS, Bracket, DeltaAt, EpsilonAt, sides_of
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, bits_of, ctx
from sdp_proofs.numbers.conversion import Bounds, Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
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

MOST_DIGITS = 1000
_FEW_BITS = 48
_SHORT_BITS = 128
_GIVEN_DIGITS = 40
_OTHER = {ADD: REMOVE, REMOVE: ADD}


@dataclass(frozen=True, repr=False)
class Answer(Valued):
    """The answer over all directions: a guarantee, see `Valued`.

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
        by_convention: whether nobody named them.
        checked: the verdicts on a number printed elsewhere, if one was to be checked.
        rests_on: what the record of a run does not show and has to hold for the answer to be the run's.
        changed: how many records differ between neighbours: more than one for a group.
    """

    value: Enclosure | None
    direction: str
    method: str
    sides: tuple[Bracket, ...]
    sharp: bool
    asked: str = "value"
    databases: str | None = None
    given: str = ""
    adjacency: str = ""
    by_convention: bool = False
    checked: Bounds | None = None
    rests_on: tuple[str, ...] = ()
    changed: int = 1

    @property
    def _asked(self) -> str:
        return self.asked

    def _words(self, number: str) -> str:
        if not (self.given and self.adjacency):
            return super()._words(number)
        budget = (number, self.given) if self.asked == "epsilon" else (self.given, number)
        return f"({', '.join(budget)})-DP, {in_words(self.adjacency, self.changed)}"

    @property
    def epsilon(self) -> Enclosure | None:
        """Epsilon: the answer, or as given; None where no finite one is enough."""
        return self.value if self.asked == "epsilon" else self._given

    @property
    def delta(self) -> Enclosure | None:
        """Delta: the answer, or as given."""
        return self.value if self.asked == "delta" else self._given

    @property
    def _given(self) -> Enclosure:
        return refine(read_real(self.given, "the number that was given").ball, digits=_GIVEN_DIGITS)

    @property
    def upper(self) -> Decimal:
        """A decimal that the answer is at most; infinity where there is no finite one."""
        return Decimal("Infinity") if self.value is None else self.value.upper

    @property
    def lower(self) -> Decimal:
        """A decimal that the answer is at least; infinity where there is no finite one."""
        return Decimal("Infinity") if self.value is None else self.value.lower

    def __str__(self) -> str:
        """Print three lines: the bound, words to quote, how it is proven; then what it rests on."""
        first, _, quoted = super().__str__().partition("; to quote: ")
        why = ", by convention" if self.by_convention else ""
        lines = [first, *([f"to quote: {quoted}{why}"] if quoted else [])]
        lines.append(f"worst direction {self.direction}, by {self.method}")
        if self.rests_on:
            lines.append("it rests on what the description of the run does not show:")
        return "\n".join([*lines, *(f"  {line}" for line in self.rests_on)])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        """The lines, and one bar for each direction."""
        from html import escape

        return f"<pre>{escape(str(self))}</pre>{self._bars()}"

    def _bars(self) -> str:
        """A picture: the value of each direction as the length of a bar."""
        lengths = [(side.direction, None if side.value is None else float(side.value.upper)) for side in self.sides]
        longest = max((length for _, length in lengths if length is not None), default=0.0)
        rows = []
        for place, (name, length) in enumerate(lengths):
            width = 200 if length is None or longest == 0 else max(1, round(200 * length / longest))
            shown = "infinite" if length is None else f"{length:.4g}"
            rows.append(
                f'<rect x="60" y="{4 + 18 * place}" width="{width}" height="12" fill="#4477aa"/>'
                f'<text x="56" y="{14 + 18 * place}" text-anchor="end" font-size="11">{name}</text>'
                f'<text x="{64 + width}" y="{14 + 18 * place}" font-size="11">{shown}</text>'
            )
        height = 8 + 18 * len(rows)
        label = f"{self.asked} by direction"
        return f'<svg width="340" height="{height}" role="img" aria-label="{label}">{"".join(rows)}</svg>'

    def _facts(self) -> dict[str, object]:
        return {"direction": self.direction, "method": self.method, "sharp": self.sharp}


def delta_at(
    question: Question, epsilon: Readable, *, digits: int = 10, method: str = "auto", target: Fraction | None = None
) -> Answer:
    """Delta of a composition at one epsilon, which may be negative.

    Args:
        question: the release, analysed.
        epsilon: exactly readable.
        digits: significant digits to prove.
        method: one of `METHODS`.
        target: a number that delta is only to be told from, where one is.

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
    sides = [Bracket(name, Enclosure.of(0), "largest-loss") for name in zero]
    if asked:
        sides = [*sides_of(replace(question, directions=asked), method, DeltaAt(place, digits, target)), *sides]
    return _told(_worst(sides, digits, most=1), question, delta=None, epsilon=epsilon)


def _below_zero(question: Question, epsilon: ExactReal, digits: int, method: str) -> Answer:
    """Delta at a negative epsilon: H_a(P||Q) = 1 - a + a H_(1/a)(Q||P), and with a pair its mirror is asked about."""
    mirrored = delta_at(question, multiply(rational(-1), epsilon), digits=digits + 1, method=method)
    odds = exponential(epsilon)
    names = {side.direction for side in mirrored.sides}

    def below(side: Bracket) -> Bracket:
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

    if target == 1 or (
        method == "auto" and target > 0 and all(_needs_nothing(direction, target) for direction in question.directions)
    ):
        sides = [Bracket(direction.name, Enclosure.of(0), "total-variation") for direction in question.directions]
    else:
        sides = sides_of(question, method, EpsilonAt(target, digits))
    return _told(_worst(sides, digits), question, delta=delta)


def decide_claim(answer: Answer, claimed: Readable) -> Bounds:
    """Decide whether a number printed elsewhere is a valid upper, and a valid lower bound of the answer.

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
    if not place.ball(64) <= int(LARGEST):
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


def _told(answer: Answer, question: Question, delta: Readable | None, epsilon: Readable = "") -> Answer:
    """The answer with what was asked for."""
    asked, given = ("delta", epsilon) if delta is None else ("epsilon", delta)
    return replace(answer, asked=asked, given=as_typed(given), adjacency=question.adjacency, changed=question.changed)


def _needs_nothing(direction: Direction, target: Fraction) -> bool:
    """Decide delta(0) <= target by adding up those of the steps: `combined-failures-stay-below-their-sum`."""
    if direction.asks("renyi"):
        return False
    for bits in (_FEW_BITS, _SHORT_BITS):
        with ctx.workprec(bits):
            total = sum((height(step.pair, arb(1)) * count for step, count in direction.steps), arb(0))
            if total > fraction_ball(target):
                return False
            if total <= fraction_ball(target):
                return True
    return False


def _worst(sides: list[Bracket], digits: int, most: int | None = None) -> Answer:
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
