"""How many records may be published, or must be collected, for a budget and a target delta to be met.

A sample of T records becomes one of T - 1 when one of them, chosen at random, is dropped; this is post-processing, so
delta never falls when T grows (claim `dropping-a-draw-is-post-processing`). The largest T that meets a target is
therefore found by bisection, and two certified comparisons prove it: T meets the target and T + 1 does not.

In the number of records delta is not monotone: it is a sawtooth. The smallest number found is certified to meet the
target, and the number below it not to; that is all that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import MOST_RECORDS, Database, delta
from sdp_proofs.privacy.profile import read_target
from sdp_proofs.verdict import Verdict

_DIGITS_TRIED = (10, 20, 40, 80, 160)


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
        PrecisionError: a delta could not be told from the target.

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
    return Limit(goal, *_crossing(meets, 0, records))


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
        PrecisionError: a delta could not be told from the target.

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
        for digits in _DIGITS_TRIED:
            verdict = decide_less_equal(delta(database(number), budget, digits=digits).value, target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError(f"delta could not be told from the target with {digits} digits")

    return meets
