"""The whole privacy profile of a small instance: delta as an exact function of the odds.

For two finite laws d(P, Q) = max over events S of P(S) - E Q(S), so as a function of E = exp(epsilon) it is
the upper envelope of lines. Only the events {P/Q >= r} matter; their lines, over all neighbours and both
directions, give delta(x) at every budget at once: convex, decreasing, piecewise linear, with rational
coefficients.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeVar

from sdp_proofs.distributions.finite import Counts, FiniteLaw, replace_one, resampled_law, sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decimals import fraction_text
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import ExactReal, Readable, fraction_ball, read_rational
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import read_odds
from sdp_proofs.privacy.histogram.database import Database, worst_changes

MAX_OUTCOMES = 4000
"""`profile_of` refuses when one law has more outcomes than this."""
MAX_PROFILE_RECORDS = 2000
"""`profile_of` refuses more records than this."""
MAX_RESAMPLED_DRAWS = 600
"""The same for draws with replacement, whose likelihood ratios are much longer fractions."""

_TARGET_DIGITS = 12

Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True, slots=True, repr=False)
class LeastEpsilon(Valued):
    """The smallest epsilon at which delta is at most a target, between two proven odds.

    Proven are delta(upper) <= target, and delta(lower) > target unless both are equal: the answer itself.

    Args:
        target: the delta asked for.
        lower: rational odds <= exp(epsilon).
        upper: rational odds >= exp(epsilon).
        whom: which databases it is about, in words.

    Example:
        >>> least = LeastEpsilon(Fraction(1, 10), Fraction(3, 2), Fraction(3, 2))
        >>> least.odds, str(least.epsilon), least.enclosure(5).rounded(5)
        (Fraction(3, 2), 'log(3/2)', '0.40547')
    """

    target: Fraction
    lower: Fraction
    upper: Fraction
    whom: str = field(default="", compare=False)

    @property
    def value(self) -> Enclosure:
        """Epsilon, with the digits that the bracket proves."""
        return self.enclosure()

    @property
    def _asked(self) -> str:
        return "epsilon"

    def _words(self, number: str) -> str:
        target = Enclosure.of(self.target).bounds(_TARGET_DIGITS)
        shown = target[0] if target[0] == target[1] else fraction_text(self.target)
        return f"delta(x) <= {shown} at epsilon = {number}{self.whom and f', for {self.whom}'}"

    def _facts(self) -> dict[str, object]:
        return {"delta": str(self.target)}

    @property
    def odds(self) -> Fraction | None:
        """exp(epsilon) where it is known exactly."""
        return self.lower if self.lower == self.upper else None

    @property
    def epsilon(self) -> ExactReal | None:
        """The answer where it is known exactly: the logarithm of a rational."""
        return None if self.odds is None else Budget.read(odds=self.odds).epsilon

    def enclosure(self, digits: int = 30) -> Enclosure:
        """The interval between the logarithms of the two odds, each to `digits` digits."""
        if self.upper == 1:
            return Enclosure.of(0)
        low, high = (
            Budget.read(odds=end).epsilon.ball(64 + 4 * digits + end.denominator.bit_length())
            for end in (self.lower, self.upper)
        )
        with ctx.workprec(128 + 4 * digits):
            return Enclosure(low if self.odds is not None else low.union(high))


class Piece(NamedTuple):
    """delta = intercept + slope * odds on one interval of the odds."""

    intercept: Fraction
    slope: Fraction

    def at(self, odds: Fraction) -> Fraction:
        """The value of the line."""
        return self.intercept + self.slope * odds


@dataclass(frozen=True, slots=True)
class PrivacyProfile:
    """The loss delta as an exact function of the odds E = exp(epsilon) >= 1.

    World: exact. Piece i holds from breakpoint i - 1 (the first from E = 1) to breakpoint i (the last for
    ever, and it is constant). [Liu, Wang, Xia 2023, Def. 2, as a function of epsilon]

    Args:
        breakpoints: increasing rational odds > 1.
        pieces: one more than breakpoints, slopes increasing up to 0.

    Example:
        >>> profile = profile_of(Database.read(counts="3,3", draws=2))
        >>> [str(odds) for odds in profile.breakpoints], str(profile.limit)
        (['3/2', '3'], '0')
        >>> str(profile.delta(Budget.read(odds="3/2")))
        '1/10'
    """

    breakpoints: tuple[Fraction, ...]
    pieces: tuple[Piece, ...]

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[FiniteLaw[Outcome], FiniteLaw[Outcome]]]) -> PrivacyProfile:
        """The largest d(P, Q) of several pairs of laws, at every budget (zero for no pair).

        Example:
            >>> coin, fixed = FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: 1})
            >>> [str(value) for value in PrivacyProfile.of_pairs([(fixed, coin)]).breakpoints]
            ['2']
        """
        lines = {Piece(Fraction(0), Fraction(0))}
        for first, second in pairs:
            lines.update(_lines(first, second))
        return _envelope(lines)

    @classmethod
    def of_mechanism(
        cls,
        law: Callable[[Counts], FiniteLaw[Outcome]],
        counts: Counts,
        *,
        neighbours: Callable[[Counts], Iterable[Counts]] = replace_one,
    ) -> PrivacyProfile:
        """The profile of any anonymous mechanism at one database: every neighbour, both directions.

        Args:
            law: histogram -> law of the output.
            counts: the histogram of x.
            neighbours: histogram -> adjacent histograms; one replaced record unless said otherwise.

        Example:
            >>> PrivacyProfile.of_mechanism(lambda x: sampled_law(x, 2), (1, 1)).limit
            Fraction(1, 1)
        """
        own = law(counts)
        others = [law(neighbour) for neighbour in neighbours(counts)]
        return cls.of_pairs([pair for other in others for pair in ((own, other), (other, own))])

    def __repr__(self) -> str:
        # The fractions may be too long to print.
        return f"PrivacyProfile({len(self.pieces)} pieces)"

    @property
    def limit(self) -> Fraction:
        """Return what delta falls to as epsilon grows: the probability of outputs that give the database away."""
        return self.pieces[-1].intercept

    @property
    def total_variation(self) -> Fraction:
        """The value at epsilon = 0."""
        return self.at(1)

    def at(self, odds: Readable) -> Fraction:
        """The value at rational odds, exactly.

        Raises:
            DomainError: odds below one, or not rational.

        Example:
            >>> profile_of(Database.read(counts="3,3", draws=2)).at("3/2")
            Fraction(1, 10)
        """
        factor = read_odds(odds)
        return self.pieces[bisect_left(self.breakpoints, factor)].at(factor)

    def delta(self, budget: Budget, *, digits: int = 30) -> Enclosure:
        """The value at a budget: exact where the odds are rational, else with `digits` proven digits.

        Raises:
            PrecisionError: the digits could not be proven.

        Example:
            >>> profile_of(Database.read(counts="3,3", draws=2)).delta(Budget.read(epsilon="1/3")).rounded(10)
            '0.120877515'
        """
        odds = budget.rational_odds
        if odds is not None:
            return Enclosure.of(self.at(odds), precision=64 + 4 * digits)
        return refine(lambda bits: self._ball(budget, bits), digits)

    def _ball(self, budget: Budget, bits: int) -> arb:
        with ctx.workprec(bits + budget.size_bits + 64):
            odds = budget.odds.ball(ctx.prec)
            low, high = 0, len(self.breakpoints)
            while low < high:
                middle = (low + high) // 2
                breakpoint_ball = fraction_ball(self.breakpoints[middle])
                if odds > breakpoint_ball:
                    low = middle + 1
                elif odds < breakpoint_ball:
                    high = middle
                else:
                    break
            lines = [
                fraction_ball(piece.intercept) + fraction_ball(piece.slope) * odds
                for piece in self.pieces[low : high + 1]
            ]
            value = lines[0]
            for line in lines[1:]:
                value = value.max(line)
            return value

    def epsilon(self, delta: Readable) -> LeastEpsilon | None:
        """The smallest epsilon with delta(epsilon) <= delta, exactly; None where no finite one is enough.

        Args:
            delta: the target, rational, between 0 and 1.

        Raises:
            DomainError: the target is not a rational number between 0 and 1.

        Example:
            >>> profile = profile_of(Database.read(counts="3,3", draws=4))
            >>> str(profile.epsilon("1/4").epsilon), profile.limit, profile.epsilon("1/10")
            ('log(7/4)', Fraction(1, 5), None)
        """
        target = read_target(delta)
        if self.limit > target:
            return None
        start = Fraction(1)
        for piece, end in zip(self.pieces, self.breakpoints, strict=False):
            if piece.at(start) <= target:
                break
            if piece.at(end) <= target:
                start = (target - piece.intercept) / piece.slope
                break
            start = end
        return LeastEpsilon(target, start, start)


def read_target(delta: Readable) -> Fraction:
    """A target for delta: rational, between 0 and 1.

    Raises:
        DomainError: outside of that.

    Example:
        >>> read_target("1e-3")
        Fraction(1, 1000)
    """
    target = read_rational(delta, "delta")
    if not 0 <= target <= 1:
        raise DomainError(f"delta must be between 0 and 1, got {delta}")
    return target


def profile_of(database: Database) -> PrivacyProfile:
    """The exact profile of one database under the sampling-histogram mechanism.

    Raises:
        SizeError: more than `MAX_PROFILE_RECORDS` records, `MAX_OUTCOMES` outcomes, or with replacement
            `MAX_RESAMPLED_DRAWS` draws.

    Example:
        >>> profile_of(Database.read(counts="2,3,4", draws=4)).at(2)
        Fraction(1, 6)
    """
    if database.records > MAX_PROFILE_RECORDS:
        raise SizeError(f"an exact profile must have at most {MAX_PROFILE_RECORDS} records, got {database.records}")
    if database.replacement and database.draws > MAX_RESAMPLED_DRAWS:
        raise SizeError(
            f"an exact profile must have at most {MAX_RESAMPLED_DRAWS} draws with replacement, got {database.draws}"
        )
    law = resampled_law if database.replacement else sampled_law
    groups = []
    for change in worst_changes(database):
        pair = change.pair(database)
        groups.append((pair.count, pair.other, database.records - pair.pool))
    largest = max(_outcomes(counts, database) for counts in groups)
    if largest > MAX_OUTCOMES:
        raise SizeError(f"an exact profile must have at most {MAX_OUTCOMES} outcomes, got up to {largest}")
    # Other types count as one: their split tells nothing about the two that changed.
    draws = database.draws
    return PrivacyProfile.of_pairs(
        (law((a, b, rest), draws), law((a - 1, b + 1, rest), draws)) for a, b, rest in groups
    )


def _outcomes(counts: Sequence[int], database: Database) -> int:
    """An upper bound of the number of histograms of the sample."""
    draws = database.draws
    ceilings = [min(count, 1) * draws if database.replacement else min(count, draws) for count in counts]
    sizes = sorted(ceiling + 1 for ceiling in ceilings)
    return min(sizes[0] * sizes[1], comb(draws + 2, 2))


def _lines(first: FiniteLaw[Outcome], second: FiniteLaw[Outcome]) -> list[Piece]:
    """The lines P(S) - E Q(S) of the events S = {P/Q >= r} with r > 1."""
    certain = Fraction(0)
    masses: dict[Fraction, tuple[Fraction, Fraction]] = {}
    for outcome, p in first.items():
        q = second.probability(outcome)
        if q == 0:
            certain += p
        elif p > q:
            held = masses.get(p / q, (Fraction(0), Fraction(0)))
            masses[p / q] = held[0] + p, held[1] + q
    lines, line = [], Piece(certain, Fraction(0))
    for _, (p, q) in sorted(masses.items(), reverse=True):
        lines.append(line)
        line = Piece(line.intercept + p, line.slope - q)
    return [*lines, line]


def _envelope(lines: Iterable[Piece]) -> PrivacyProfile:
    """The upper envelope of lines over E >= 1."""
    highest: dict[Fraction, Fraction] = {}
    for line in lines:
        highest[line.slope] = max(line.intercept, highest.get(line.slope, line.intercept))
    starts: list[Fraction] = []
    hull: list[Piece] = []
    for slope, intercept in sorted(highest.items()):
        start = Fraction(1)
        while hull:
            # From here on the new line is above the last one, which goes if that is where it began.
            start = (hull[-1].intercept - intercept) / (slope - hull[-1].slope)
            if start > starts[-1]:
                break
            hull.pop()
            starts.pop()
            start = Fraction(1)
        starts.append(start)
        hull.append(Piece(intercept, slope))
    return PrivacyProfile(tuple(starts[1:]), tuple(hull))
