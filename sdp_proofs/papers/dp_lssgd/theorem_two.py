"""Domain of Theorem 2, and the least noise of its formula there [Wang et al. 2019, Theorem 2].

The conditions depend on n and b through n/b alone. With alpha = 1 + log(1/delta)/((1 - mu) epsilon) and
s = 5 T alpha/(mu epsilon (n/b)^2) they say s >= 3/2 and (1 + s) e^alpha <= n/b, and the noise on the sum of a batch
is 2 sqrt(s) clip norms. Both alpha and alpha/(1 - mu) grow with mu, so over an interval of mu alpha and s lie between
values at its ends: a search that halves intervals proves that no mu at all will do, or finds one, with the least s.

If n/b grows, or T falls, a smaller mu keeps s as it was and lowers alpha. So for every T, epsilon and delta the
conditions can be met from some n/b on. The conditions are taken as printed; that they suffice, also where epsilon >
log(1/delta) and alpha may be below 2, is the claim theorem-two of the ledger.

The second half is what the noise of the formula costs, and the least noise that would do. All noises are on the sum of
a batch, in clip norms; batches are drawn afresh without replacement at every step, and neighbours differ in one
replaced record, as in the theorem. The accountant's answer for such batches is a bracket, whose lower end a pair of
databases attains; so the least noise is known up to some percent, from both sides. Finding these numbers takes minutes,
deciding them once more seconds: they stand here as typed, and the tests decide them.

World: enclosure; a verdict is certified, a bracket is proven at both ends.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown
from sdp_proofs.verdict import Verdict

LEAST_SQUARE = Fraction(3, 2)
"""Least square of the printed second condition."""
_BITS, _MOST_INTERVALS, _MOST_DIGITS = 128, 20_000, 12
_MOST_ORDER = 2000
"""Largest alpha where n/b is searched for: beyond it n/b has a thousand digits."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Parameters of a question about Theorem 2.

    Args:
        ratio: n/b > 1, records over the size of a batch.
        steps: T >= 1.
        epsilon: > 0.
        delta: in (0, 1).

    Raises:
        DomainError: not such numbers.
    """

    ratio: Fraction
    steps: int
    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        if not (self.ratio > 1 and self.steps >= 1 and self.epsilon > 0 and 0 < self.delta < 1):
            raise DomainError(
                "n/b must be above 1, the steps at least 1, epsilon above 0 and delta between 0 and 1, got "
                f"{shown(self.ratio)}, {shown(self.steps)}, {shown(self.epsilon)} and {shown(self.delta)}"
            )

    @classmethod
    def read(cls, *, ratio: Readable, steps: Readable, epsilon: Readable, delta: Readable) -> Setting:
        """Read all numbers exactly.

        Raises:
            DomainError: a number that is no fraction or out of its range.

        Example:
            >>> Setting.read(ratio="60000/128", steps=23437, epsilon=4, delta="1e-5").ratio
            Fraction(1875, 4)
        """
        return cls(
            read_rational(ratio, "n/b"),
            read_integer(steps, "the number of steps"),
            read_rational(epsilon, "epsilon"),
            read_rational(delta, "delta"),
        )


@dataclass(frozen=True, slots=True)
class Reach:
    """Result of the search.

    Args:
        verdict: whether some mu meets both conditions.
        mu: the one with the least noise that was found, or None.
        noise: encloses the least noise multiplier 2 sqrt(s) over all mu that meet them; None unless they can be met.
    """

    verdict: Verdict
    mu: Fraction | None
    noise: Enclosure | None


def decide_conditions(setting: Setting, mu: Fraction) -> Verdict:
    """Tell whether this mu in (0, 1) meets both conditions.

    Example:
        >>> setting = Setting.read(ratio="60000/128", steps=23437, epsilon=4, delta="1e-5")
        >>> [decide_conditions(setting, Fraction(mu)).name for mu in ("1/4", "1/2")]
        ['HOLDS', 'FAILS']
    """
    with ctx.workprec(_BITS):
        order, square = _order(setting, mu), _square(setting, _order(setting, mu), mu)
        verdicts = [
            decide_less_equal(LEAST_SQUARE, Enclosure(square)),
            decide_less_equal(Enclosure((1 + square) * order.exp()), setting.ratio),
        ]
    if Verdict.FAILS in verdicts:
        return Verdict.FAILS
    return Verdict.UNKNOWN if Verdict.UNKNOWN in verdicts else Verdict.HOLDS


def formula_noise(setting: Setting, mu: Fraction) -> Enclosure:
    """The noise multiplier of the formula at this mu in (0, 1), whether or not the conditions are met.

    Noise of deviation nu on the mean of a batch is noise of deviation b nu on its sum; in clip norms that is
    sqrt(20 T alpha/(mu epsilon)) b/n = 2 sqrt(s).

    Example:
        >>> setting = Setting.read(ratio="60000/128", steps=23437, epsilon="0.3", delta="1e-5")
        >>> formula_noise(setting, Fraction(1, 2)).rounded(4)
        '33.25'
    """
    with ctx.workprec(_BITS):
        return Enclosure(2 * _square(setting, _order(setting, mu), mu).sqrt())


def reach(setting: Setting, digits: int = 3) -> Reach:
    """Tell whether some mu in (0, 1) meets both conditions, and with how little noise.

    Args:
        setting: what is asked.
        digits: from 1 to 12, to how many the least s is bracketed.

    Raises:
        DomainError: digits out of range.

    Example:
        >>> found = reach(Setting.read(ratio="60000/128", steps=23437, epsilon=4, delta="1e-5"))
        >>> found.verdict, found.noise.rounded(2)
        (<Verdict.HOLDS: 'HOLDS'>, '3.2')
        >>> reach(Setting.read(ratio="60000/128", steps=23437, epsilon="0.3", delta="1e-5")).verdict
        <Verdict.FAILS: 'FAILS'>
    """
    if not 1 <= digits <= _MOST_DIGITS:
        raise DomainError(f"digits must be from 1 to {_MOST_DIGITS}, got {digits}")
    best: tuple[Fraction, arb] | None = None
    with ctx.workprec(_BITS):
        intervals = [(0.0, Fraction(0), Fraction(1))]
        for _ in range(_MOST_INTERVALS):
            if not intervals:
                return Reach(Verdict.FAILS, None, None)
            least, low, high = heapq.heappop(intervals)
            if best is not None and best[1] * fraction_ball(1 - Fraction(1, 10**digits)) <= least:
                return Reach(Verdict.HOLDS, best[0], _noise_between(least, best[1]))
            middle = (low + high) / 2
            if decide_conditions(setting, middle) is Verdict.HOLDS:
                square = _square(setting, _order(setting, middle), middle)
                if best is None or square < best[1]:
                    best = middle, square
            for part in ((low, middle), (middle, high)):
                bound = _least_square(setting, *part)
                if bound is not None:
                    heapq.heappush(intervals, (bound, *part))
        if best is None:
            return Reach(Verdict.UNKNOWN, None, None)
        return Reach(Verdict.HOLDS, best[0], _noise_between(intervals[0][0], best[1]))


def least_ratio(steps: int, epsilon: Fraction, delta: Fraction, digits: int = 3) -> Enclosure:
    """From which n/b on the conditions can be met: below its lower end they cannot, at its upper end they can.

    Args:
        steps: T >= 1.
        epsilon: > 0.
        delta: in (0, 1).
        digits: to how many the bracket is narrowed.

    Raises:
        DomainError: numbers out of range.
        SizeError: log(1/delta)/epsilon is above 2000, and n/b beyond all bounds.
        PrecisionError: the search could not decide.

    Example:
        >>> least_ratio(23437, Fraction(4), Fraction(1, 10**5)).bounds(3)
        ('437', '438')
    """
    with ctx.workprec(_BITS):
        order = _order(Setting(Fraction(2), steps, epsilon, delta), Fraction(0))
        if not order < _MOST_ORDER:
            raise SizeError(f"log(1/delta)/epsilon must be below {_MOST_ORDER}, got epsilon {shown(epsilon)}")
        # As s >= 3/2 and alpha is above its infimum, n/b is above 5/2 times the exponential of that.
        bad = Fraction(int((order.exp() * 5 / 2).lower().floor().unique_fmpz() or 1))
    good = 2 * bad
    while not _can(Setting(good, steps, epsilon, delta)):
        good, bad = 2 * good, good
    while (good - bad) * 10**digits > bad:
        middle = (good + bad) / 2
        if _can(Setting(middle, steps, epsilon, delta)):
            good = middle
        else:
            bad = middle
    with ctx.workprec(_BITS):
        return Enclosure(fraction_ball(bad).union(fraction_ball(good)))


def _can(setting: Setting) -> bool:
    verdict = reach(setting).verdict
    if verdict is Verdict.UNKNOWN:
        raise PrecisionError(f"whether the conditions can be met must be decided, got UNKNOWN at {setting}")
    return verdict is Verdict.HOLDS


def _order(setting: Setting, mu: Fraction) -> arb:
    """Alpha; for mu = 0 its infimum."""
    return 1 + -fraction_ball(setting.delta).log() / fraction_ball((1 - mu) * setting.epsilon)


def _square(setting: Setting, order: arb, mu: Fraction) -> arb:
    return order * fraction_ball(5 * setting.steps / (mu * setting.epsilon * setting.ratio**2))


def _least_square(setting: Setting, low: Fraction, high: Fraction) -> float | None:
    """A lower bound of s over the mu of an interval that may meet the conditions; None where none of them can."""
    order = _order(setting, low)
    least = _square(setting, order, high)
    if low > 0 and high < 1 and _square(setting, _order(setting, high), low) < fraction_ball(LEAST_SQUARE):
        return None
    if not least >= fraction_ball(LEAST_SQUARE):
        least = fraction_ball(LEAST_SQUARE)
    if (1 + least) * order.exp() > fraction_ball(setting.ratio):
        return None
    # A float below the bound: its order is exact, and so is the ball that is made of it.
    return math.nextafter(float(least.lower()), 0) * (1 - 2**-50)


def _noise_between(least: float, most: arb) -> Enclosure:
    return Enclosure(2 * arb(least).union(most).sqrt())


RECORDS, BATCH, STEPS, DELTA = 60_000, 128, 23_437, Fraction(1, 10**5)
"""Sizes of MNIST; 50 epochs, of whole batches."""
PUBLISHED = {"0.3": "0.1162", "0.25": "0.1393", "0.2": "0.1739", "0.15": "0.2316", "0.1": "0.3471"}
"""The noise levels of the published code, on the mean of a batch, by epsilon."""
LEAST: Mapping[str, tuple[str, str]] = MappingProxyType({
    "0.1": ("20.9", "20.1"), "0.15": ("14.8", "13.9"), "0.2": ("11.5", "10.7"), "0.25": ("9.49", "8.81"),
    "0.3": ("8.144", "7.494"), "4": ("1.6", "1.38"),
})  # fmt: skip
"""By epsilon: a noise that is proven to meet the budget, and one that is proven not to."""
COST: Mapping[str, tuple[str, str, str]] = MappingProxyType({
    "0.1": ("99.34", "0.0170", "0.0173"), "0.15": ("66.30", "0.0267", "0.0272"), "0.2": ("49.78", "0.0368", "0.0375"),
    "0.25": ("39.87", "0.0470", "0.0482"), "0.3": ("33.26", "0.0575", "0.0591"), "4": ("2.685", "1.06", "1.35"),
})  # fmt: skip
"""By epsilon: the noise of the formula at mu = 1/2 rounded up, and between which ends its true epsilon lies."""


def decide_budget(noise: str, epsilon: str) -> Verdict:
    """Decide whether the steps with this noise meet (epsilon, 1e-5), by the accountant; UNKNOWN where it cannot tell.

    Args:
        noise: noise multiplier, as typed.
        epsilon: as typed.

    Example:
        >>> decide_budget("9", "0.3")
        <Verdict.HOLDS: 'HOLDS'>
    """
    step = f"without-replacement(batch={BATCH}, records={RECORDS}, gaussian(sigma={noise}))"
    found = delta_at(Question.of(read_release(f"{step} * {STEPS}")), epsilon, digits=3, target=DELTA).value
    assert found is not None
    return decide_less_equal(found, DELTA)
