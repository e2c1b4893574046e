"""Engines that answer delta at epsilon directly: closed form, one step, all outcomes listed.

World: enclosure, exact where everything is rational.

* *gaussian*: T steps with mu_i are one with mu^2 = sum mu_i^2, and delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 -
  eps/mu) [Balle, Wang 2018, Thm. 8]: L is normal with mean mu^2/2 and variance mu^2 under P, mean -mu^2/2 under Q.
* *single-step*: the profile of the pair itself.
* *exact*: finite pairs. The T-fold product of a pair with n outputs depends on how often each output occurs; each of
  the C(T+n-1, n-1) possibilities has multinomial probability under P and under Q, and delta is the sum of (p - e^eps
  q)_+. For pure and
  approximate privacy this is optimal composition [Kairouz, Oh, Viswanath 2015; Murtagh, Vadhan 2016].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, Protocol

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.lemmas import gaussian_releases_are_one_release
from sdp_proofs.accounting.pairs import AtomPair, height
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.precision import refine
from sdp_proofs.numbers.reals import ExactReal, exponential, multiply, rational
from sdp_proofs.numbers.reals import add as sum_of

MOST_LISTED = 60_000
_MOST_EXACT_BITS = 3_000_000
_LAST_BITS = 1024


class Engine(Protocol):
    """One direction of a question, ready to be asked."""

    @property
    def method(self) -> str:
        """The engine's name."""

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """Delta at an epsilon >= 0."""


@dataclass(frozen=True)
class ClosedGaussian:
    """Plain Gaussian mechanisms.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> ClosedGaussian(rational(1)).delta(read_real(7), 15).rounded(15)
        '5.16762970391774e-12'
    """

    squared: ExactReal
    method: str = "gaussian"

    @classmethod
    def of(cls, direction: Direction) -> ClosedGaussian | None:
        """The engine of a direction, or None where some step is not a Gaussian mechanism."""
        total = rational(0)
        for step, count in direction.steps:
            if step.squared is None:
                return None
            total = sum_of(total, multiply(rational(count), step.squared))
        gaussian_releases_are_one_release([step.pair for step, _ in direction.steps])
        return cls(total)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                mu, place = self.squared.ball(bits).sqrt(), epsilon.ball(bits)
                root = arb(2).sqrt()
                first = ((place / mu - mu / 2) / root).erfc()
                return (first - place.exp() * ((place / mu + mu / 2) / root).erfc()) / 2

        return refine(value, digits)


@dataclass(frozen=True)
class SingleStep:
    """One step of one mechanism."""

    direction: Direction
    method: str = "single-step"

    @classmethod
    def of(cls, direction: Direction) -> SingleStep | None:
        """The engine of a direction, or None where there are several steps."""
        return cls(direction) if sum(count for _, count in direction.steps) == 1 else None

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""
        if self.direction.never_beyond(epsilon):  # at the largest loss itself no ball tells delta from zero
            return Enclosure.of(0)
        pair = self.direction.steps[0][0].pair

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                return height(pair, exponential(epsilon).ball(bits))

        return refine(value, digits, ceiling=16 * digits + 60_000)


@dataclass(frozen=True)
class Listed:
    """Finite pairs, all outcomes listed.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> engine = Listed.of(Question.of(read_release("pure(epsilon=log(2)) * 3")).directions[0])
        >>> engine.delta(read_real("log(2)"), 10).exact
        Fraction(2, 9)
    """

    pairs: tuple[tuple[AtomPair, int], ...]
    method: str = "exact"

    @classmethod
    def of(cls, direction: Direction) -> Listed | None:
        """The engine of a direction, or None where a pair is not finite or there are too many outcomes."""
        pairs = [(step.pair, count) for step, count in direction.steps]
        listed = 1
        for pair, count in pairs:
            if not isinstance(pair, AtomPair):
                return None
            outputs = len(pair.masses(64))
            if outputs > 64 or count > MOST_LISTED:
                return None
            listed *= comb(count + outputs - 1, outputs - 1)
            if listed > MOST_LISTED:
                return None
        return cls(tuple((pair, count) for pair, count in pairs if isinstance(pair, AtomPair)))

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""
        odds = exponential(epsilon)
        known = odds.as_fraction()
        if known is not None and self._exact_outcomes is not None:
            total = sum((max(Fraction(0), p - known * q) for p, q in self._exact_outcomes), Fraction(0))
            return Enclosure.of(total, precision=64 + 4 * digits)

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                factor = odds.ball(bits)
                outcomes = self._outcomes([(pair.masses(bits), count) for pair, count in self.pairs], arb(1))
                return sum(((p - factor * q).max(arb(0)) for p, q in outcomes), arb(0))

        try:
            return refine(value, digits)
        except PrecisionError:
            # At the largest loss itself delta is zero, which no ball decides: the bracket that there is.
            return Enclosure(value(_LAST_BITS))

    @cached_property
    def _exact_outcomes(self) -> list[tuple[Fraction, Fraction]] | None:
        masses = []
        size = 0
        for pair, count in self.pairs:
            if pair.exact is None:
                return None
            size += count * max(entry.denominator.bit_length() for row in pair.exact for entry in row)
            masses.append((pair.exact, count))
        outcomes = 1
        for entries, count in masses:
            outcomes *= comb(count + len(entries) - 1, len(entries) - 1)
        if size * outcomes > _MOST_EXACT_BITS:
            return None
        return list(self._outcomes(masses, Fraction(1)))

    def _outcomes(self, masses: Sequence[tuple[Sequence[Any], int]], one: Any) -> Iterator[tuple[Any, Any]]:
        """The probabilities of all outcomes of the product under P and under Q."""
        found = [(one, one)]
        for entries, count in masses:
            own = list(_multinomial(entries, count, one))
            found = [(p * a, q * b) for p, q in found for a, b in own]
        yield from found


def _multinomial(entries: Sequence[Any], count: int, one: Any) -> Iterator[tuple[Any, Any]]:
    """The probabilities of how often each output occurs in `count` draws, under both laws."""
    (p, q), rest = entries[0], entries[1:]
    if not rest:
        yield p**count, q**count
        return
    powers: list[tuple[Any, Any]] = [(one, one)]
    for _ in range(count):
        powers.append((powers[-1][0] * p, powers[-1][1] * q))
    binomial = 1
    for times in range(count + 1):
        for a, b in _multinomial(rest, count - times, one):
            yield binomial * powers[times][0] * a, binomial * powers[times][1] * b
        binomial = binomial * (count - times) // (times + 1)
