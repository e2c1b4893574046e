"""Compute the profile of a release, and the trade-off between the two errors of any test.

**From points of the profile.** World: enclosures, and directed bounds for the trade-off.

A test that decides which of two neighbouring databases was used, with type I error alpha and type II error beta,
satisfies for every epsilon >= 0 and both directions

    alpha e^eps + beta >= 1 - delta(eps),        alpha + beta e^eps >= 1 - delta(eps)

[Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015, Thm. 2.1], because the rejection region is an event. So the
largest of the bounds at finitely many epsilons, with upper bounds of delta, is a lower bound of beta.

**From one pair.** World: enclosure. P is the law with the record, Q the one without, R = dP/dQ; a test of "without"
against "with" that rejects on S has errors alpha = Q(S) and beta = 1 - P(S). With h the profile of the pair (P, Q),
for every a >= 0

    beta >= 1 - h(a) - a alpha,

as h(a) >= P(S) - a Q(S), with equality at the threshold of the best test; and the points (Q(R > a), P(R > a)), (0, 0)
and (1, 1) belong to tests, as do the chords between them, which bound beta from above. Both meet where a is bisected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.accounting.pairs import Masses, Pair, height
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import bits_for, rounded_down
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational, shown

_BITS = 128


@dataclass(frozen=True)
class ProfilePoint:
    """delta at one epsilon."""

    epsilon: Fraction
    answer: Answer


def profile_points(question: Question, epsilons: Sequence[Readable], *, digits: int = 6) -> Iterator[ProfilePoint]:
    """The profile at several epsilons, one by one.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("pure(epsilon=log(3))"))
        >>> [str(point.answer.value) for point in profile_points(question, [0, 2])]
        ['1/2', '0']
    """
    for epsilon in epsilons:
        place = read_rational(epsilon, "epsilon")
        yield ProfilePoint(place, delta_at(question, place, digits=digits))


def places_of(question: Question, count: int = 24, smallest: Readable = "1e-12") -> list[Fraction]:
    """Return equally spaced epsilons, from zero to about where delta is small.

    Raises:
        DomainError: the profile does not fall that far.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> places_of(Question.of(read_release("pure(epsilon=2)")), 4)[-1]
        Fraction(2, 1)
    """
    last = epsilon_at(question, smallest, digits=3).value
    end = Fraction(8) if last is None or last.exact == 0 else Fraction(last.upper)
    end = end.limit_denominator(1000) or Fraction(1, 1000)
    return [end * index / count for index in range(count + 1)]


def type_two_lower(points: Sequence[ProfilePoint], alpha: Readable, *, digits: int = 6) -> str:
    """A decimal below the type II error of every test with this type I error.

    World: directed bound.

    Raises:
        DomainError: alpha is not in [0, 1], or there is no point.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("pure(epsilon=log(3))"))
        >>> points = list(profile_points(question, [0, "1.0986122886"]))
        >>> type_two_lower(points, "1/10")
        '0.699999'
    """
    error = read_rational(alpha, "alpha")
    if not 0 <= error <= 1:
        raise DomainError(f"alpha must be between 0 and 1, got {alpha}")
    if not points:
        raise DomainError("a trade-off must be drawn from at least one point of the profile, got none")
    with ctx.workprec(_BITS):
        best = arb(0)
        for point in points:
            odds = fraction_ball(point.epsilon).exp()
            rest = 1 - _ball(point.answer) - 0
            best = best.max(rest - odds * fraction_ball(error)).max((rest - fraction_ball(error)) / odds)
        return rounded_down(best, digits)


def _ball(answer: Answer) -> arb:
    value: Enclosure | None = answer.value
    return arb(1) if value is None else value.ball


_MOST_STEPS = 2000
_FARTHEST = 2**13
_ASIDE = Fraction(1, 1024)


def type_two_error(pair: Pair, alpha: Readable, *, digits: int = 6) -> Enclosure:
    """The least type II error at a type I error.

    Args:
        pair: (P, Q).
        alpha: strictly between 0 and 1.
        digits: of the width of the enclosure, which is absolute: beta is between 0 and 1.

    Raises:
        DomainError: alpha is out of range.
        PrecisionError: the width could not be reached.

    Example:
        >>> from sdp_proofs.accounting.pairs import GaussianPair
        >>> type_two_error(GaussianPair(lambda bits: arb(1)), "0.05").rounded(4)  # Phi(Phi^-1(0.95) - 1)
        '0.7405'
    """
    chance = read_rational(alpha, "alpha")
    if not 0 < chance < 1:
        raise DomainError(f"alpha must be between 0 and 1, both excluded, got {shown(alpha)}")
    width = Fraction(1, 10 ** check_digits(digits))
    with ctx.workprec(bits_for(digits) + 128):
        return Enclosure(_bisected(pair, fraction_ball(chance), fraction_ball(width)))


def _bisected(pair: Pair, alpha: arb, width: arb) -> arb:
    """Thresholds e^low and e^high with tests on either side of alpha."""
    strict: Masses = (arb(0), arb(0))
    lax: Masses = (arb(1), arb(1))
    lowest = arb(0)
    low, high = -Fraction(_FARTHEST), Fraction(_FARTHEST)
    place = Fraction(0)
    for _ in range(_MOST_STEPS):
        ratio = fraction_ball(place).exp()
        lowest = lowest.max(1 - height(pair, ratio) - ratio * alpha)
        power, size = pair.upper(ratio)
        if size <= alpha:
            strict, high = (power, size), place
        elif size > alpha:
            lax, low = (power, size), place
        else:  # an output has just this ratio, or the size is alpha: go a little aside
            place += min((high - place) / 3, _ASIDE)
            continue
        highest = 1 - _chord(strict, lax, alpha)
        if highest - lowest < width:
            return lowest.union(highest).max(arb(0)).min(arb(1))
        place = _next(low, high)
    raise PrecisionError("the trade-off curve could not be computed to these digits")


def _chord(strict: Masses, lax: Masses, alpha: arb) -> arb:
    """The power, at size alpha, of the mixture of two tests."""
    gap = lax[1] - strict[1]
    return strict[0] + (lax[0] - strict[0]) * ((alpha - strict[1]) / gap)


def _next(low: Fraction, high: Fraction) -> Fraction:
    """The middle, or in steps that double from zero while one end is far."""
    if low == -_FARTHEST:
        return 2 * min(high, Fraction(-1)) if high > -_FARTHEST / 2 else (low + high) / 2
    if high == _FARTHEST:
        return 2 * max(low, Fraction(1)) if low < _FARTHEST / 2 else (low + high) / 2
    return (low + high) / 2
