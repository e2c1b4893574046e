"""The whole profile of a release, and the trade-off between the two errors of any test.

World: enclosures, and directed bounds for the trade-off.

A test that decides which of two neighbouring databases was used, with type I error alpha and type II error beta,
satisfies for every epsilon >= 0 and both directions

    alpha e^eps + beta >= 1 - delta(eps),        alpha + beta e^eps >= 1 - delta(eps)

[Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015, Thm. 2.1], because the rejection region is an event. So the
largest of the bounds at finitely many epsilons, with upper bounds of delta, is a lower bound of beta.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import rounded_down
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational

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
