"""The inverse of delta at any size: the smallest epsilon that meets a target.

Only decided comparisons of certified values move an end of the bracket, and delta falls as the odds grow, so
the answer is proven to lie between the two ends.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import (
    DATABASE_ALONE,
    EXACT_RECORDS,
    Change,
    Database,
    delta,
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
        PrecisionError: delta could not be told from the target at some odds.
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
        """Whether delta(odds) <= target, proven either way."""
        budget = Budget.read(odds=odds)
        for digits in _DIGITS_TRIED:
            verdict = decide_less_equal(delta(self.database, budget, digits=digits).value, self.target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError(f"delta could not be told from the target with {digits} digits")

    def out_of_reach(self) -> bool:
        """Whether the limit of delta is above the target, proven either way."""
        for digits in _DIGITS_TRIED:
            above = [
                decide_less(self.target, _limit(self.database, change, digits))
                for change in worst_changes(self.database)
            ]
            if Verdict.HOLDS in above:
                return True
            if Verdict.UNKNOWN not in above:
                return False
        raise PrecisionError(f"delta's limit could not be told from the target with {digits} digits")

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
    """What the change's divergence falls to: the probability of outputs the other database cannot have."""
    pair = change.pair(database)
    if pair.count == 1:
        return delta(database, Budget.read(odds=1), digits=digits).value
    if database.replacement or database.draws < pair.count:
        return Enclosure.of(0)
    term = Hypergeometric(population=database.records, marked=pair.count, draws=database.draws).term
    if database.records <= EXACT_RECORDS:
        return Enclosure.of(term.exact(pair.count))
    return refine(lambda bits: term.ball(pair.count, bits), digits)
