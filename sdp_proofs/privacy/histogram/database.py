"""Delta of one database under the sampling-histogram mechanism.

delta(x) is the largest hockey-stick divergence between the output laws of x and of a database that
differs in one record, in either direction [Liu, Wang, Xia 2023, Def. 2, Algorithm 2, App. F].

Which neighbours can be the worst. A type with no record or one decides at once: that record is seen exactly when
it is sampled, and no pair does better. Otherwise the two rarest types attain the maximum: recolouring a
record of a third type is a post-processing of the histogram, so the loss of a pair falls as either count
grows. Of their two changes and two directions each can be the strict winner, so all four are evaluated.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, with_radius
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import decide_less, largest, position_of_largest
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable, read_integer
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.pairs import PooledPair
from sdp_proofs.verdict import Verdict

MOST_RECORDS = 10**30
"""Records, and draws, at most."""
EXACT_RECORDS = 1000
"""Up to this many records of two types an answer with rational odds is a fraction."""
EXACT_POOL_RECORDS = 120
"""The same with three types or more."""
SCREEN_DIGITS = 6
ROUGH_BLOCKS = (4, 32)
"""Blocks of the bounds that decide a comparison first."""
_RADIUS_BITS = 28  # so that the radius of [0, upper] is exact

FORWARD, BACKWARD = "d(x,x')", "d(x',x)"


@dataclass(frozen=True, slots=True)
class Database:
    """A histogram and the way it is sampled.

    Args:
        counts: records of each of m >= 2 types.
        draws: sample size T; at most the number of records without replacement.
        replacement: whether sampling is with replacement (App. F) or without (Algorithm 2).

    Raises:
        DomainError: outside these domains.

    Example:
        >>> Database.read(counts="300,700", rate="0.95").draws
        950
    """

    counts: tuple[int, ...]
    draws: int
    replacement: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(self.counts))
        if len(self.counts) < 2:
            raise DomainError(f"counts must have at least two types, got {len(self.counts)}")
        negative = [count for count in self.counts if count < 0]
        if negative:
            raise DomainError(f"counts must be >= 0, got {max(negative[0], -MOST_RECORDS)}")
        if self.records == 0:
            raise DomainError("counts must contain at least one record, got none")
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")
        if max(self.records, self.draws) > MOST_RECORDS:
            raise SizeError("there must be at most 10^30 records and draws, got more")
        if not self.replacement and self.draws > self.records:
            raise DomainError(f"draws must be at most the number of records {self.records}, got {self.draws}")

    @classmethod
    def read(
        cls,
        *,
        counts: str | Sequence[Readable],
        rate: Readable | None = None,
        draws: Readable | None = None,
        replacement: bool = False,
    ) -> Database:
        """Read counts ("300,700" or a sequence) and exactly one of rate and draws.

        Raises:
            DomainError: not integers, or outside the domains.
        """
        parts = counts.split(",") if isinstance(counts, str) else list(counts)
        numbers = tuple(read_integer(part.strip() if isinstance(part, str) else part, "a count") for part in parts)
        records = cls(numbers, 0, replacement).records
        return cls(numbers, sampling_draws(records, rate=rate, draws=draws), replacement)

    @property
    def records(self) -> int:
        """The number of records n."""
        return sum(self.counts)

    def changed(self, removed: int, added: int) -> tuple[int, ...]:
        """The counts after one record of type `removed` turned into type `added`.

        Raises:
            DomainError: no such types, the same type twice, or no record to change.
        """
        types = range(len(self.counts))
        if removed not in types or added not in types or removed == added:
            raise DomainError(
                f"the two types must be different numbers below {len(self.counts)}, got {removed}, {added}"
            )
        if self.counts[removed] == 0:
            raise DomainError(f"type {removed} must have a record to change, got none")
        return tuple(count - (index == removed) + (index == added) for index, count in enumerate(self.counts))


@dataclass(frozen=True, slots=True)
class Change:
    """One neighbour x' and the order in which the two laws are compared."""

    removed: int
    added: int
    direction: str

    def pair(self, database: Database) -> PooledPair:
        """The pair of laws (P, P') whose divergence this change is, seen from the type that loses a record."""
        losing, gaining = database.counts[self.removed], database.counts[self.added]
        if self.direction == BACKWARD:
            losing, gaining = gaining + 1, losing - 1
        return PooledPair(database.records, losing, gaining, database.draws, replacement=database.replacement)


DATABASE_ALONE = "this database alone, replace one record"
"""Whom a statement about one database is about: it is none about all databases, as differential privacy is."""
PAIR_ALONE = "these two databases alone, replace one record"


def at_epsilon(epsilon: str) -> str:
    """The words that name the budget of a statement; none where it is not known.

    Example:
        >>> at_epsilon("log(3)")
        'at epsilon = log(3), '
    """
    return f"at epsilon = {epsilon}, " if epsilon else ""


@dataclass(frozen=True, slots=True, repr=False)
class DatabaseDelta(Valued):
    """delta(x), or the divergence of one chosen change.

    Args:
        value: the loss, exact where the odds are rational and the instance small.
        change: the change that attains it (a worst one for delta).
        neighbour: the counts of x'.
        epsilon: the budget, as typed.
        alone: whether the neighbour was chosen; else it is a worst one.
    """

    value: Enclosure
    change: Change
    neighbour: tuple[int, ...]
    epsilon: str = ""
    alone: bool = False

    @property
    def _asked(self) -> str:
        return "delta"

    def _words(self, number: str) -> str:
        name, whom = (self.change.direction, PAIR_ALONE) if self.alone else ("delta(x)", DATABASE_ALONE)
        return f"{name} <= {number} {at_epsilon(self.epsilon)}for {whom}"

    def _facts(self) -> dict[str, object]:
        return {"neighbour": ",".join(map(str, self.neighbour)), "direction": self.change.direction}


def change_divergence(
    database: Database,
    budget: Budget,
    *,
    removed: int,
    added: int,
    direction: str = FORWARD,
    digits: int = 30,
) -> DatabaseDelta:
    """The divergence d(x, x') or d(x', x) for a chosen neighbour.

    Args:
        database: x and the sampling scheme.
        budget: epsilon.
        removed: index of the type that loses a record.
        added: index of the type that gains it.
        direction: `FORWARD` for d(x, x'), `BACKWARD` for d(x', x).
        digits: significant digits to prove.

    Raises:
        DomainError: no such neighbour.

    Example:
        >>> x = Database.read(counts="3,3", draws=2)
        >>> str(change_divergence(x, Budget.read(odds="3/2"), removed=0, added=1).value)
        '1/10'
    """
    neighbour = database.changed(removed, added)
    if direction not in (FORWARD, BACKWARD):
        raise DomainError(f"direction must be {FORWARD} or {BACKWARD}, got {direction}")
    change = Change(removed, added, direction)
    return DatabaseDelta(_value(database, budget, change, check_digits(digits)), change, neighbour, budget.text, True)


def delta(database: Database, budget: Budget, *, digits: int = 30) -> DatabaseDelta:
    """The delta of a database, with a worst neighbour and direction.

    World: an enclosure with `digits` proven significant digits; exact (a fraction) where the odds are
    rational and there are at most `EXACT_RECORDS` records (`EXACT_POOL_RECORDS` with three types or more).

    Raises:
        PrecisionError: the digits could not be proven.
        SizeError: three types or more, and too many pool sizes matter.

    Example:
        >>> x = Database.read(counts="81283501,74223975", rate="0.998")
        >>> delta(x, Budget.read(odds="51/49")).value.rounded(8)
        '1.1972041e-32'
    """
    check_digits(digits)
    changes = worst_changes(database)
    rough: list[Enclosure] = []
    if len(changes) > 1 and len(database.counts) > 2 and not _is_exact(database, budget):
        for change in changes:
            change.pair(database).check_size(digits)
        rough = [_value(database, budget, change, min(SCREEN_DIGITS, digits)) for change in changes]
        top = rough[position_of_largest(rough)]
        kept = [place for place, value in enumerate(rough) if decide_less(value, top) is not Verdict.HOLDS]
        changes, rough = [changes[place] for place in kept], [rough[place] for place in kept]
    if not rough or digits > SCREEN_DIGITS:
        rough = [_value(database, budget, change, digits) for change in changes]
    values = rough
    worst = changes[position_of_largest(values)]
    return DatabaseDelta(largest(values), worst, database.changed(worst.removed, worst.added), budget.text)


def delta_at_most(database: Database, budget: Budget, target: Fraction) -> bool | None:
    """Decide delta(x) <= target by bounds of each change as narrow as it needs; None where they do not decide."""
    if len(database.counts) == 2 or _is_exact(database, budget):
        return None
    goal = arb(target.numerator) / target.denominator
    undecided = [change.pair(database) for change in worst_changes(database)]
    for blocks in ROUGH_BLOCKS:
        left = []
        for pair in undecided:
            ball = pair.rough_ball(budget, blocks)
            if ball is None or ball > goal:
                return None if ball is None else False
            if not (ball <= goal):
                left.append(pair)
        undecided = left
    for pair in undecided:
        pair.check_size(SCREEN_DIGITS)
        ball = pair.divergence_ball(budget, bits_for(SCREEN_DIGITS))
        if not (ball <= goal):
            return False if ball > goal else None
    return True


def tiny_delta(database: Database, budget: Budget) -> Enclosure | None:
    """Bound a delta(x) below 1e-300 of which the digits would take long; None for any other."""
    if len(database.counts) == 2 or _is_exact(database, budget):
        return None
    balls = [change.pair(database).tiny_ball(budget) for change in worst_changes(database)]
    known = [ball for ball in balls if ball is not None]
    if not known or len(known) < len(balls):
        return None
    with ctx.workprec(64):
        mantissa, exponent = functools.reduce(arb.max, known).upper().man_exp()
        shift = max(0, int(mantissa).bit_length() - _RADIUS_BITS)
        half = arb(-(-int(mantissa) >> shift)) * arb(2) ** (int(exponent) + shift - 1)
        return Enclosure(with_radius(half, half))


def worst_changes(database: Database) -> list[Change]:
    """Changes among which delta(x) is attained at every budget (see the module's docstring)."""
    order = sorted(range(len(database.counts)), key=lambda index: database.counts[index])
    rarest, second = order[0], order[1]
    if database.counts[rarest] == 0:
        return [Change(order[-1], rarest, BACKWARD)]
    if database.counts[rarest] == 1:
        return [Change(rarest, second, FORWARD)]
    return [
        Change(removed, added, direction)
        for removed, added in ((rarest, second), (second, rarest))
        for direction in (FORWARD, BACKWARD)
    ]


def all_changes(database: Database) -> list[Change]:
    """Every neighbour and direction: what `worst_changes` is checked against."""
    types = range(len(database.counts))
    return [
        Change(removed, added, direction)
        for removed in types
        for added in types
        if removed != added and database.counts[removed] > 0
        for direction in (FORWARD, BACKWARD)
    ]


def _is_exact(database: Database, budget: Budget) -> bool:
    limit = EXACT_RECORDS if len(database.counts) == 2 else EXACT_POOL_RECORDS
    return budget.rational_odds is not None and database.records <= limit and database.draws <= 2 * limit


def _value(database: Database, budget: Budget, change: Change, digits: int) -> Enclosure:
    pair = change.pair(database)
    odds = budget.rational_odds
    if odds is not None and _is_exact(database, budget):
        return Enclosure.of(pair.exact_divergence(odds), precision=64 + 4 * digits)
    if pair.forced_divergence is not None:
        return Enclosure.of(pair.forced_divergence, precision=64 + 4 * digits)
    return refine(lambda bits: pair.divergence_ball(budget, bits), digits)
