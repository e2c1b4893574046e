"""The second opinion on the delta of one database: another formula, another library, no proof.

Fix the record that changes. Without replacement it is in the sample with probability T/n, so with Q_t the law
of the count among t draws of the other n - 1 records,

    P = rho Q_{T-1}(h - 1) + (1 - rho) Q_T(h),        P' = rho Q_{T-1}(h) + (1 - rho) Q_T(h).

With replacement both laws are binomial. Delta is the plain sum of max(0, P - E P') outward from its peak:
mpmath's loggamma at one point, recurrences in long integers from there.

World: estimate. No remainder is bounded and no rounding is tracked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.reals import ExactReal

MAX_TERMS = 3_000_000
MAX_POOL_RECORDS = 2000
"""The most records with three types or more: every sample size of the pool is summed over."""

_GUARD_DIGITS = 25


@dataclass(frozen=True, slots=True)
class TwoTypes:
    """A type with `count` of `records` records loses one; `draws` are sampled.

    Args:
        records: n.
        count: a >= 1.
        draws: T.
        replacement: how they are sampled.
    """

    records: int
    count: int
    draws: int
    replacement: bool

    def log_parts(self, context: Any, h: int) -> tuple[Any, ...]:
        """Logarithms of the parts Q_{T-1}(h-1), Q_T(h), Q_{T-1}(h), or of P(h), P'(h); None for zero."""
        n, a, t = self.records, self.count, self.draws
        if self.replacement:
            return _log_binomial(context, t, h, a, n), _log_binomial(context, t, h, a - 1, n)
        return (
            _log_hypergeometric(context, n - 1, a - 1, t - 1, h - 1),
            _log_hypergeometric(context, n - 1, a - 1, t, h),
            _log_hypergeometric(context, n - 1, a - 1, t - 1, h),
        )

    def masses(self, parts: list[int]) -> tuple[int, int]:
        """The products n P and n P' (with replacement P and P') from the parts."""
        if self.replacement:
            return parts[0], parts[1]
        same = (self.records - self.draws) * parts[1]
        return self.draws * parts[0] + same, self.draws * parts[2] + same

    def upward(self, parts: list[int], h: int) -> list[int]:
        """The parts at h + 1 from those at h."""
        n, a, t = self.records, self.count, self.draws
        if self.replacement:
            p, q = parts
            return [
                p * (t - h) * a // ((h + 1) * (n - a)) if n > a else 0,
                q * (t - h) * (a - 1) // ((h + 1) * (n - a + 1)),
            ]
        _, same, other = parts
        return [other, _step_up(same, n - 1, a - 1, t, h), _step_up(other, n - 1, a - 1, t - 1, h)]

    def downward(self, parts: list[int], h: int) -> list[int]:
        """The parts at h - 1 from those at h, all of which must be inside their supports."""
        n, a, t = self.records, self.count, self.draws
        if self.replacement:
            p, q = parts
            return [p * h * (n - a) // ((t - h + 1) * a), q * h * (n - a + 1) // ((t - h + 1) * (a - 1))]
        own, same, _ = parts
        return [_step_down(own, n - 1, a - 1, t - 1, h - 1), _step_down(same, n - 1, a - 1, t, h), own]

    @property
    def low(self) -> int:
        """The smallest count under P."""
        b = self.records - self.count
        return (0 if b else self.draws) if self.replacement else max(0, self.draws - b)

    @property
    def high(self) -> int:
        """The largest count under P."""
        return self.draws if self.replacement else min(self.count, self.draws)

    @property
    def mode(self) -> int:
        """The most likely count under P."""
        if self.replacement:
            peak = (self.draws + 1) * self.count // self.records
        else:
            peak = (self.draws + 1) * (self.count + 1) // (self.records + 2)
        return min(max(peak, self.low), self.high)


def two_type_divergence_estimate(pair: TwoTypes, odds: ExactReal, digits: int = 30) -> Any:
    """The hockey-stick divergence of P and P', as an mpf of about `digits` digits.

    Args:
        pair: the two laws.
        odds: exp(epsilon) >= 1.
        digits: digits aimed at.

    Raises:
        SizeError: too many terms would count.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> print(two_type_divergence_estimate(TwoTypes(4, 2, 2, False), rational(2), digits=10))
        0.1666666667
    """
    import mpmath

    context = mpmath.MPContext()
    context.dps = digits + _GUARD_DIGITS + 2 * len(str(pair.records + pair.draws))
    return _Sum(pair, in_mpmath(context, odds), context, digits).value()


def pooled_divergence_estimate(
    records: int, count: int, other: int, draws: int, odds: ExactReal, *, replacement: bool, digits: int = 30
) -> Any:
    """The divergence when a record of a type held by `count` turns into one held by `other`, among any types.

    Args:
        records: n.
        count: records of the type that loses one.
        other: records of the type that gains one.
        draws: T.
        odds: exp(epsilon) >= 1.
        replacement: how they are sampled.
        digits: digits aimed at.

    Raises:
        SizeError: too many terms would count, or a third type and over `MAX_POOL_RECORDS` records or draws.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> print(pooled_divergence_estimate(6, 2, 2, 3, rational(2), replacement=False, digits=10))
        0.2
    """
    import mpmath

    pool = count + other
    if pool == records:
        return two_type_divergence_estimate(TwoTypes(records, count, draws, replacement), odds, digits)
    if max(records, draws) > MAX_POOL_RECORDS:
        raise SizeError(
            f"with three types or more, records and draws must be at most {MAX_POOL_RECORDS}, "
            f"got {records} and {draws}"
        )
    context = mpmath.MPContext()
    context.dps = digits + _GUARD_DIGITS
    rest, total = records - pool, context.mpf(0)
    for s in range(draws + 1):
        if replacement:
            weight = context.mpf(comb(draws, s) * pool**s * rest ** (draws - s)) / records**draws
        else:
            weight = context.mpf(comb(pool, s) * comb(rest, draws - s)) / comb(records, draws)
        if weight:
            total += weight * two_type_divergence_estimate(TwoTypes(pool, count, s, replacement), odds, digits)
    context.dps = digits
    return +total


def in_mpmath(context: Any, real: ExactReal) -> Any:
    """An exact real as an mpf, evaluated by mpmath alone.

    Example:
        >>> import mpmath
        >>> from sdp_proofs.numbers.reals import read_real
        >>> print(mpmath.nstr(in_mpmath(mpmath.mp, read_real("exp(1/3)")), 10))
        1.395612425
    """
    if real.head == "rational":
        return context.mpf(real.parts[0].numerator) / real.parts[0].denominator
    if real.head == "pi":
        return +context.pi
    parts = [in_mpmath(context, part) for part in real.parts]
    heads: dict[str, Callable[..., Any]] = {
        "add": lambda x, y: x + y,
        "mul": lambda x, y: x * y,
        "pow": context.power,
        "log": context.log,
        "exp": context.exp,
    }
    return heads[real.head](*parts)


class _Sum:
    """sum of max(0, P - E P') in integers: `unit` stands for exp(log_scale), `odds` is scaled by 2^bits."""

    def __init__(self, pair: TwoTypes, odds: Any, context: Any, digits: int) -> None:
        self.pair, self.context, self.digits = pair, context, digits
        # The odds may be huge, and P must still be seen next to E P'.
        self.bits = context.prec + max(0, int(context.log(odds, 2))) + 16
        with context.workprec(self.bits + 32):
            self.odds = int(odds * context.mpf(2) ** self.bits)

    def value(self) -> Any:
        pair, context = self.pair, self.context
        if pair.draws == 0:
            return context.mpf(0)
        start = max(pair.mode, self._first_gain())
        if start > pair.high:
            return context.mpf(0)
        parts, scale = self._parts(start)
        total = self._gain(parts)
        for direction in (1, -1):
            for gain in self._gains(parts, start, direction, scale):
                total += gain
                if total and gain << int(3.33 * self.digits + 40) < total:
                    break
        value = context.mpf(total) / context.mpf(2) ** self.bits * context.exp(scale)
        context.dps = self.digits
        return value if pair.replacement else value / pair.records

    def _gains(self, parts: list[int], h: int, direction: int, scale: Any) -> Iterator[int]:
        pair = self.pair
        for _ in range(MAX_TERMS):
            h += direction
            if not pair.low <= h <= pair.high:
                return
            if direction > 0:
                parts = pair.upward(parts, h - 1)
            else:
                # A part that is zero here may be positive below, which no recurrence finds.
                parts = pair.downward(parts, h + 1) if all(parts) else self._parts(h, scale)[0]
            gain = self._gain(parts)
            if gain <= 0 and direction < 0:
                return
            yield max(0, gain)
        raise SizeError(f"the second opinion must need at most {MAX_TERMS} terms, got more")

    def _gain(self, parts: list[int]) -> int:
        own, other = self.pair.masses(parts)
        gain: int = (own << self.bits) - self.odds * other
        return gain

    def _parts(self, h: int, scale: Any = None) -> tuple[list[int], Any]:
        """The parts at h as integers in units of exp(scale); by default the largest gets `bits` bits."""
        context = self.context
        with context.workprec(self.bits + 32):
            logs = self.pair.log_parts(context, h)
            if scale is None:
                scale = max(log for log in logs if log is not None) - self.bits * context.ln2
            return [0 if log is None else int(context.exp(log - scale)) for log in logs], scale

    def _first_gain(self) -> int:
        """The smallest h with P > E P', by bisection: P/P' grows with h."""
        low, high = self.pair.low, self.pair.high + 1
        while low < high:
            middle = (low + high) // 2
            if self._gain(self._parts(middle)[0]) > 0:
                high = middle
            else:
                low = middle + 1
        return low


def _log_choose(context: Any, n: int, k: int) -> Any:
    return context.loggamma(n + 1) - context.loggamma(k + 1) - context.loggamma(n - k + 1)


def _log_hypergeometric(context: Any, population: int, marked: int, draws: int, h: int) -> Any:
    if not (0 <= draws <= population and max(0, draws + marked - population) <= h <= min(marked, draws)):
        return None
    return (
        _log_choose(context, marked, h)
        + _log_choose(context, population - marked, draws - h)
        - _log_choose(context, population, draws)
    )


def _log_binomial(context: Any, draws: int, h: int, count: int, records: int) -> Any:
    if not 0 <= h <= draws or (count == 0 and h) or (count == records and h < draws):
        return None
    total = _log_choose(context, draws, h)
    for power, part in ((h, count), (draws - h, records - count)):
        if power:
            total += power * context.log(context.mpf(part) / records)
    return total


def _step_up(value: int, population: int, marked: int, draws: int, h: int) -> int:
    below = population - marked - draws + h + 1
    return value * (marked - h) * (draws - h) // ((h + 1) * below) if value and below else 0


def _step_down(value: int, population: int, marked: int, draws: int, h: int) -> int:
    return value * h * (population - marked - draws + h) // ((marked - h + 1) * (draws - h + 1))
