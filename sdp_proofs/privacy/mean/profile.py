"""Delta of one database when the mean of a sample is published: every neighbour, exactly.

A neighbour replaces one record of value v by a level w, so there are as many as distinct values times other levels,
in two directions. No rule says which is the worst: with few records on a fine grid neither the replaced value nor the
new one need be extreme. So all are searched, best first: blocks of neighbours, then single ones, are
taken from a queue in the order of proven upper bounds (`privacy.mean.bounds`), and only what reaches the head of
the queue is evaluated exactly. The search ends when no bound in the queue exceeds the largest exact loss.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD, DATABASE_ALONE, FORWARD, at_epsilon
from sdp_proofs.privacy.mean.bounds import LevelBounds
from sdp_proofs.privacy.mean.integer_database import GridDatabase, OneRecord

MOST_ENTRIES = 10**8
"""Distinct values times outputs, at most: all are held in memory at once."""
START_BITS = 128
"""Bits at which irrational odds are enclosed at first."""


@dataclass(frozen=True, slots=True, repr=False)
class AverageDelta(Valued):
    """delta(x) and a neighbour that attains it.

    Args:
        value: the loss, exact where the odds are rational.
        removed: the value of the record that the neighbour replaces.
        added: what it is replaced by.
        direction: `FORWARD` for d(x, x'), `BACKWARD` for d(x', x).
        epsilon: the budget, as typed.
    """

    value: Enclosure
    removed: int
    added: int
    direction: str
    epsilon: str = ""

    @property
    def _asked(self) -> str:
        return "delta"

    def _words(self, number: str) -> str:
        return f"delta(x) <= {number} {at_epsilon(self.epsilon)}for {DATABASE_ALONE}"

    def _facts(self) -> dict[str, object]:
        return {"removed": self.removed, "added": self.added, "direction": self.direction}


def average_delta(database: GridDatabase, budget: Budget, *, digits: int = 30) -> AverageDelta:
    """Delta(x) of the sampling-average mechanism on a grid, over all neighbours.

    World: exact (a fraction) where the odds are rational, else an enclosure with `digits` proven digits.

    Args:
        database: the values, their levels, and how they are sampled.
        budget: epsilon.
        digits: significant digits to prove.

    Raises:
        PrecisionError: the digits could not be proven.
        SizeError: it would take too long.

    Example:
        >>> x = GridDatabase.read(values="0,0,1,1,1,2,3", levels="0:3", draws=3)
        >>> found = average_delta(x, Budget.read(odds="3/2"))
        >>> str(found.value), found.removed, found.added, found.direction
        ('5/14', 3, 0, "d(x,x')")
    """
    check_digits(digits)
    if len(set(database.values)) * database.draws * (database.high - database.low) > MOST_ENTRIES:
        raise SizeError(f"distinct values x draws x levels must be at most {MOST_ENTRIES}, got more")
    return replace(_Search(database, budget, digits).run(), epsilon=budget.text)


def neighbour_divergence(
    database: GridDatabase, budget: Budget, *, removed: int, added: int, direction: str = FORWARD, digits: int = 30
) -> Enclosure:
    """The divergence d(x, x') or d(x', x) when one record of value `removed` becomes `added` in x'.

    World: as for `average_delta`.

    Raises:
        DomainError: no such neighbour.
        PrecisionError: the digits could not be proven.
        SizeError: it would take too long.

    Example:
        >>> x = GridDatabase.read(values="0,0,1,2,2,3", levels="0:3", draws=2)
        >>> str(neighbour_divergence(x, Budget.read(odds=2), removed=3, added=0))
        '2/15'
    """
    record = OneRecord(database, removed)

    def loss(odds: Fraction) -> Fraction:
        return record.loss(added, direction, odds)

    return _value(loss, budget, database.samples, check_digits(digits))


def odds_between(budget: Budget, bits: int, most: int) -> tuple[Fraction, Fraction]:
    """Fractions between which min(exp(epsilon), most) lies, equal where it is known exactly.

    With C(n,T) equally likely samples no difference P - E P' of counts changes its sign once E exceeds C(n,T), except
    that it stays positive where P' is zero; so larger odds may be replaced by `most` = C(n,T).
    """
    odds = budget.rational_odds
    if odds is not None:
        return (min(odds, Fraction(most)),) * 2
    ball = budget.odds.ball(bits)
    with ctx.workprec(bits + 64):  # the ends themselves are rounded, too
        ends = _dyadic(ball.lower()), _dyadic(ball.upper())
    low, high = (max(Fraction(1), min(Fraction(most), end)) for end in ends)
    return low, high


class _Candidate(NamedTuple):
    """One neighbour, or a block of them: `place` is the new level, or the block's number."""

    removed: int
    direction: str
    place: int
    is_block: bool


class _Search:
    """Best-first search of the neighbours."""

    def __init__(self, database: GridDatabase, budget: Budget, digits: int) -> None:
        self.database, self.budget, self.digits = database, budget, digits
        self.low, self.high = odds_between(budget, START_BITS, database.samples)
        self.queue: list[tuple[float, int, _Candidate]] = []
        self.order = count()
        self.records: dict[int, OneRecord] = {}

    def run(self) -> AverageDelta:
        present = sorted(set(self.database.values))
        bounds = {removed: LevelBounds(self.database, removed, self.low) for removed in present}
        for removed, bounded in bounds.items():
            # Without a factor on one side the divergence is symmetric.
            for direction in (FORWARD, BACKWARD) if self.high > 1 else (FORWARD,):
                for block, bound in enumerate(bounded.of_blocks(direction)):
                    self._push(bound, _Candidate(removed, direction, block, is_block=True))
        unit = next(iter(bounds.values())).unit
        found: list[AverageDelta] = []
        proven = Fraction(-1)
        # A neighbour shows only if the record in question is drawn, so no loss exceeds T/n.
        limit = Fraction(self.database.draws, self.database.records)
        while self.queue and proven < limit:
            negative, _, candidate = heapq.heappop(self.queue)
            if Fraction(-negative) * unit <= proven:
                break
            removed, direction, place, is_block = candidate
            if is_block:
                for level, bound in bounds[removed].of_levels(direction, place):
                    self._push(bound, _Candidate(removed, direction, level, is_block=False))
            else:
                value = self._exact(candidate, bounds[removed].outputs(direction, place))
                found.append(AverageDelta(value, removed, place, direction))
                proven = max(proven, value.exact if value.exact is not None else Fraction(value.lower))
        values = [loss.value for loss in found]
        worst = found[position_of_largest(values)]
        return AverageDelta(largest(values), worst.removed, worst.added, worst.direction)

    def _push(self, bound: float, candidate: _Candidate) -> None:
        heapq.heappush(self.queue, (-bound, next(self.order), candidate))

    def _exact(self, neighbour: _Candidate, outputs: list[int] | None) -> Enclosure:
        removed, direction, added, _ = neighbour
        if removed not in self.records:
            self.records[removed] = OneRecord(self.database, removed)

        def loss(odds: Fraction) -> Fraction:
            return self.records[removed].loss(added, direction, odds, outputs)

        return _value(loss, self.budget, self.database.samples, self.digits)


def _value(loss: Callable[[Fraction], Fraction], budget: Budget, samples: int, digits: int) -> Enclosure:
    """A loss at odds that may be irrational; it falls as they grow."""
    low, high = odds_between(budget, START_BITS, samples)
    if low == high:
        return Enclosure.of(loss(low), precision=64 + 4 * digits)

    def ball(bits: int) -> arb:
        ends = [loss(odds) for odds in odds_between(budget, max(bits, START_BITS), samples)]
        with ctx.workprec(bits):
            return fraction_ball(ends[0]).union(fraction_ball(ends[1]))

    return refine(ball, digits)


def _dyadic(point: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
