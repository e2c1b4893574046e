"""Choose epsilon, the sample size and the number of records for a budget.

*Epsilon.* The smallest epsilon that meets a target is the inverse of delta. Only decided comparisons of certified
values move an end of the bracket, and delta falls as the odds grow, so the answer is proven to lie between the two
ends.

*Sample size and number of records.* A sample of T records becomes one of T - 1 when one of them, chosen at random, is
dropped; this is post-processing, so delta never falls when T grows (claim `dropping-a-draw-is-post-processing`). The
largest T that meets a target is therefore found by bisection, and two certified comparisons prove it: T meets the
target and T + 1 does not.

In the number of records delta is not monotone: it is a sawtooth. The smallest number found is certified to meet the
target, and the number below it not to; that is all that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import (
    DATABASE_ALONE,
    EXACT_RECORDS,
    MOST_RECORDS,
    Change,
    Database,
    delta,
    delta_at_most,
    worst_changes,
)
from sdp_proofs.privacy.profile import LeastEpsilon, profile_of, read_target
from sdp_proofs.verdict import Verdict

PROFILE_RECORDS = 60
"""Up to this many records and draws the answer is read off the exact profile."""
MAX_LOG2_ODDS = 1 << 17
_DIGITS_TRIED = (10, 20, 40, 80, 160, 320)


def epsilon_for(database: Database, target: Readable, *, digits: int = 10) -> LeastEpsilon | None:
    """The smallest epsilon with delta(epsilon) <= target; None where no finite one is enough.

    World: a bracket of rational odds with proven ends; exact for at most `PROFILE_RECORDS` records and draws.

    Args:
        database: x and the sampling scheme.
        target: the delta asked for, rational, between 0 and 1.
        digits: the bracket ends once epsilon is known to a relative 10^-digits.

    Raises:
        DomainError: the target is not a rational number between 0 and 1.
        PrecisionError: delta could not be distinguished from the target at some odds.
        SizeError: epsilon would be beyond log(2) * `MAX_LOG2_ODDS`, or delta is beyond reach.

    Example:
        >>> x = Database.read(counts="81283501,74223975", rate="0.998")
        >>> epsilon_for(x, "1e-32").enclosure().rounded(8)
        '0.040062451'
    """
    goal = read_target(target)
    check_digits(digits)
    if max(database.records, database.draws) <= PROFILE_RECORDS:
        found = profile_of(database).epsilon(goal)
        return None if found is None else replace(found, whom=DATABASE_ALONE)
    search = _Search(database, goal)
    if search.meets(Fraction(1)):
        return LeastEpsilon(goal, Fraction(1), Fraction(1), DATABASE_ALONE)
    if search.out_of_reach():
        return None
    power = search.power()
    lower, upper = 1 + _power_of_two(power - 1), 1 + _power_of_two(power)
    # As log(1 + x) >= x/(1 + x), this width is enough for a relative 10^-digits of epsilon.
    while (upper - lower) * 10**digits > lower - 1:
        middle = (lower + upper) / 2
        if search.meets(middle):
            upper = middle
        else:
            lower = middle
    return LeastEpsilon(goal, lower, upper, DATABASE_ALONE)


class _Search:
    """Proven answers about one database and one target."""

    def __init__(self, database: Database, target: Fraction) -> None:
        self.database, self.target = database, target

    def meets(self, odds: Fraction) -> bool:
        """Tell whether delta(odds) <= target, proven either way."""
        budget = Budget.read(odds=odds)
        rough = delta_at_most(self.database, budget, self.target)
        if rough is not None:
            return rough
        for digits in _DIGITS_TRIED:
            verdict = decide_less_equal(delta(self.database, budget, digits=digits).value, self.target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError(f"delta could not be distinguished from the target with {digits} digits")

    def out_of_reach(self) -> bool:
        """Tell whether the limit of delta is above the target, proven either way."""
        for digits in _DIGITS_TRIED:
            above = [
                decide_less(self.target, _limit(self.database, change, digits))
                for change in worst_changes(self.database)
            ]
            if Verdict.HOLDS in above:
                return True
            if Verdict.UNKNOWN not in above:
                return False
        raise PrecisionError(f"delta's limit could not be distinguished from the target with {digits} digits")

    def power(self) -> int:
        """The k with delta(1 + 2^(k-1)) > target >= delta(1 + 2^k)."""
        step, low, high = 1, 0, 0
        if self.meets(Fraction(2)):
            while self.meets(1 + _power_of_two(low)):
                high, low, step = low, low - step, 2 * step
        else:
            while not self.meets(1 + _power_of_two(high)):
                if high >= MAX_LOG2_ODDS:
                    raise SizeError(f"the odds must be at most 2^{MAX_LOG2_ODDS}, got more at this target")
                low, high, step = high, min(high + step, MAX_LOG2_ODDS), 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            if self.meets(1 + _power_of_two(middle)):
                high = middle
            else:
                low = middle
        return high


def _power_of_two(exponent: int) -> Fraction:
    return Fraction(2) ** exponent


def _limit(database: Database, change: Change, digits: int) -> Enclosure:
    """Return what the change's divergence falls to: the probability of outputs the other database cannot have."""
    pair = change.pair(database)
    if pair.count == 1:
        return delta(database, Budget.read(odds=1), digits=digits).value
    if database.replacement or database.draws < pair.count:
        return Enclosure.of(0)
    term = Hypergeometric(population=database.records, marked=pair.count, draws=database.draws).term
    if database.records <= EXACT_RECORDS:
        return Enclosure.of(term.exact(pair.count))
    return refine(lambda bits: term.ball(pair.count, bits), digits)


_DIGITS_OF_A_DELTA = (10, 20, 40, 80, 160)


@dataclass(frozen=True, slots=True)
class Limit:
    """The last number that meets a target, going in the direction that costs privacy.

    Args:
        target: the delta asked for.
        meets: a number of which delta <= target is proven; None if there is none.
        fails: the neighbouring number, of which delta > target is proven; None if every number meets the target.
    """

    target: Fraction
    meets: int | None
    fails: int | None


def most_draws(counts: Sequence[int], budget: Budget, target: Readable, *, replacement: bool = False) -> Limit:
    """The largest sample of a database with delta <= target.

    World: exact integers, proven by certified comparisons. With replacement no more than n draws are considered.

    Args:
        counts: records of each type.
        budget: epsilon.
        target: the delta asked for, rational, between 0 and 1.
        replacement: whether records can be drawn twice.

    Raises:
        DomainError: outside these ranges.
        PrecisionError: a delta could not be distinguished from the target.

    Example:
        >>> limit = most_draws((81283501, 74223975), Budget.read(odds="51/49"), "1/155507476")
        >>> limit.meets, limit.fails
        (155456798, 155456799)
    """
    goal, kept = read_target(target), tuple(counts)
    records = sum(kept)
    meets = _decider(lambda draws: Database(kept, draws, replacement), budget, goal)
    if meets(records):
        return Limit(goal, records, None)
    left_out = 1
    while left_out < records and not meets(records - left_out):
        left_out *= 2
    return Limit(goal, *_crossing(meets, max(0, records - left_out), records - left_out // 2))


def fewest_records(
    shares: Sequence[Fraction], rate: Readable, budget: Budget, target: Readable, *, most: int = 10**12
) -> Limit:
    """A number of records with these shares that meets delta <= target, while one record fewer does not.

    World: exact integers, proven by certified comparisons.

    Args:
        shares: the share of each type; the counts are n times the shares, rounded by largest remainders.
        rate: the share of records that is sampled.
        budget: epsilon.
        target: the delta asked for, rational, between 0 and 1.
        most: give up beyond; `meets` is None then.

    Raises:
        DomainError: outside these ranges.
        PrecisionError: a delta could not be distinguished from the target.

    Example:
        >>> shares = (Fraction(1, 2), Fraction(1, 2))
        >>> fewest_records(shares, "0.9", Budget.read(epsilon=1), "1e-6")
        Limit(target=Fraction(1, 1000000), meets=730, fails=729)
    """
    if not 1 <= most <= MOST_RECORDS:
        raise DomainError(f"most must be between 1 and 10^30, got {most}")
    if sum(shares) != 1 or min(shares) < 0:
        raise DomainError(f"shares must be at least 0 and sum to 1, got {', '.join(map(str, shares))}")
    goal = read_target(target)

    def database(records: int) -> Database:
        return Database(apportioned(shares, records), sampling_draws(records, rate=rate))

    meets = _decider(database, budget, goal)
    low, high = 0, 1
    while not meets(high):
        if high >= most:
            return Limit(goal, None, high)
        low, high = high, min(2 * high, most)
    if low == 0:
        return Limit(goal, 1, None)
    # `_crossing` wants the side that meets the target below: count downwards.
    down, up = _crossing(lambda less: meets(high - less), 0, high - low)
    return Limit(goal, high - down, high - up)


def apportioned(shares: Sequence[Fraction], records: int) -> tuple[int, ...]:
    """Whole counts that add up to `records`: quotas rounded down, the rest to the largest remainders.

    Example:
        >>> apportioned((Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)), 10)
        (4, 3, 3)
    """
    quotas = [share * records for share in shares]
    counts = [quota.numerator // quota.denominator for quota in quotas]
    order = sorted(range(len(quotas)), key=lambda index: counts[index] - quotas[index])
    for index in order[: records - sum(counts)]:
        counts[index] += 1
    return tuple(counts)


def _crossing(meets: Callable[[int], bool], low: int, high: int) -> tuple[int, int]:
    """Neighbours, of which the first meets the target and the second does not, given such ends."""
    while high - low > 1:
        middle = (low + high) // 2
        if meets(middle):
            low = middle
        else:
            high = middle
    return low, high


def _decider(database: Callable[[int], Database], budget: Budget, target: Fraction) -> Callable[[int], bool]:
    def meets(number: int) -> bool:
        asked = database(number)
        rough = delta_at_most(asked, budget, target)
        if rough is not None:
            return rough
        for digits in _DIGITS_OF_A_DELTA:
            verdict = decide_less_equal(delta(asked, budget, digits=digits).value, target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError(f"delta could not be distinguished from the target with {digits} digits")

    return meets
