"""Three types or more: the decay rate of one ordered pair, by duality.

See `exponent` for what the rate is, `cells` for the bases. For a fixed y = E x the rate's constraints are linear, and

    min over the other variables = max over v of min over pi of
        G(y, v) = -ln(pi_i exp(-KL(x||q) - v x) + pi_j exp(-KL(y||q) - v y) + (1-pi_i-pi_j) (rho + q e^(-v))) - v q:

every v gives a lower bound of the rate at y, because pi -> -ln(linear) and v -> G are convex and concave.

**Lower bound.** On a cell of y one v is fixed, and the base, the argument of the logarithm, is bounded by its value
and derivative (mean value form), or, where derivatives are infinite, by its monotone pieces as in `cells`. Cells
are halved until every one of them exceeds the target.

**Upper bound.** A point of the primal problem: shares A_i, A_j, A_0 of all records and unsampled shares y/E, y and
x_0 = (q - A_i y/E - A_j y)/A_0, with the value KL(A || pi) + A_i KL(y/E || q) + A_j KL(y || q) + A_0 KL(x_0 || q),
for pi a source or a mixture of two.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy, log_odds_ratio, weighted_log
from sdp_proofs.privacy.bounds.estimates import entropy_estimate, epsilon_estimate, highest, lowest, short
from sdp_proofs.privacy.bounds.instance import Pair, exceeds
from sdp_proofs.privacy.bounds.two_type_rate import PairRate
from sdp_proofs.privacy.budget import Budget

MOST_RATE_DIGITS = 10
_MOST_CELLS = 4000
_BITS = 128
_MIXTURE_GAIN = 1e-10


def many_type_rate(missing: Fraction, budget: Budget, shares: list[Pair], digits: int) -> PairRate:
    """The rate of an ordered pair whose two types have the given shares in the sources (and their mixtures).

    Args:
        missing: q = 1 - rho.
        budget: epsilon > 0.
        shares: (pi_i, pi_j) of every source, with pi_i + pi_j < 1.
        digits: digits of the rate, at most `MOST_RATE_DIGITS`.

    Raises:
        PrecisionError: the digits could not be proven.

    Example:
        >>> third = Fraction(1, 3)
        >>> rate = many_type_rate(Fraction(1, 2), Budget.read(odds=4), [(third, third)], 6)
        >>> rate.value.str(5, radius=False)
        '0.099878'
    """
    if digits > MOST_RATE_DIGITS:
        raise PrecisionError(f"with three types or more at most {MOST_RATE_DIGITS} digits of a rate are proven")
    with ctx.workprec(_BITS):
        dual = _Dual(missing, budget, shares)
        best = min((dual.primal(pi) for pi in dual.candidates()), key=lambda found: float(found.value.mid()))
        target = (best.value * (1 - arb(10) ** (-digits - 1))).lower()
        dual.prove(target)
        return PairRate(best.value.union(target), best.share, best.losing, best.gaining, best.gaining_share)


def many_type_place(missing: Fraction, budget: Budget, law: Pair) -> PairRate:
    """A point of the primal problem near the minimum for one law; its value is an upper bound of the rate.

    Raises:
        PrecisionError: no such point was found.
    """
    with ctx.workprec(_BITS):
        return _Dual(missing, budget, [law]).primal(law)


@dataclass(frozen=True, slots=True)
class _Saddle:
    value: float
    log: float
    tilt: float


class _Dual:
    def __init__(self, missing: Fraction, budget: Budget, shares: list[Pair]) -> None:
        self.missing, self.shares = missing, list(dict.fromkeys(shares))
        self.q, self.rho = fraction_ball(missing), fraction_ball(1 - missing)
        self.odds, self.epsilon = budget.odds.ball(ctx.prec), epsilon_estimate(budget)
        closed = exceeds(budget, 1 / missing)
        self.top = -math.log(missing) if closed else self.epsilon
        self.right = arb(1) if closed else self.odds * self.q

    def candidates(self) -> list[Pair]:
        """Sources and, where all of them together allow for a smaller rate, the best mixtures of two of them."""
        found = list(self.shares)
        alone = min(self._saddle([pi]).value for pi in found)
        if len(found) == 1 or self._saddle(found).value > alone * (1 - _MIXTURE_GAIN):
            return found
        for number, one in enumerate(self.shares):
            for other in self.shares[:number]:
                found.append(self._best_mixture(one, other))
        return found

    def _best_mixture(self, one: Pair, other: Pair) -> Pair:
        return _mixed(one, other, lowest(lambda part: self._saddle([_mixed(one, other, part)]).value, 0.0, 1.0, 20))

    @cached_property
    def _low_tilt(self) -> float:
        floor = float(min(own for own, _ in self.shares))
        q, x = float(self.missing), -self.epsilon
        entropy = entropy_estimate(x, self.missing)

        def value(tilt: float) -> float:
            rest = math.log1p(q * math.expm1(-tilt))
            losing = -entropy - tilt * q * math.exp(x)
            return -(rest + math.log1p(max(-1 + 1e-300, floor * math.expm1(losing - rest))) + tilt * q)

        return highest(value, -40.0, 40.0)

    def _values(self, shares: list[Pair], log: float) -> Callable[[float], float]:
        """The value at each tilt."""
        q, doubles, x = float(self.missing), [(float(own), float(other)) for own, other in shares], log - self.epsilon
        losing, gaining = entropy_estimate(x, self.missing), entropy_estimate(log, self.missing)
        lost, gained = q * math.exp(x), q * math.exp(log)

        def value(tilt: float) -> float:
            rest = math.log1p(q * math.expm1(-tilt))
            one, two = math.expm1(-losing - tilt * lost - rest), math.expm1(-gaining - tilt * gained - rest)
            worst = max(math.log1p(max(-1 + 1e-300, own * one + other * two)) for own, other in doubles)
            return -(rest + worst + tilt * q)

        return value

    def tilt(self, shares: list[Pair], log: float) -> float:
        return self._best(shares, log)[1]

    def _best(self, shares: list[Pair], log: float) -> tuple[float, float]:
        """The largest value, and at which tilt."""
        value = self._values(shares, log)
        tilt = highest(value, -40.0, 40.0, 48)
        return value(tilt), tilt

    def _saddle(self, shares: list[Pair]) -> _Saddle:
        log = lowest(lambda at: self._best(shares, at)[0], 0.0, self.top * (1 - 1e-9), 40)
        value, tilt = self._best(shares, log)
        return _Saddle(value, log, tilt)

    def primal(self, pi: Pair) -> PairRate:
        """A feasible point near the saddle of one law, and its value."""
        saddle = self._saddle([pi])
        q, x = float(self.missing), saddle.log - self.epsilon
        own = float(pi[0]) * math.exp(-entropy_estimate(x, self.missing) - saddle.tilt * q * math.exp(x))
        other = float(pi[1]) * math.exp(
            -entropy_estimate(saddle.log, self.missing) - saddle.tilt * q * math.exp(saddle.log)
        )
        rest = float(1 - pi[0] - pi[1]) * (1 + q * math.expm1(-saddle.tilt))
        total = own + other + rest
        shares = [fraction_ball(short(part / total, 50)) for part in (own, other)]
        shares.append(1 - shares[0] - shares[1])
        y = self.q * (1 + fraction_ball(short(math.expm1(saddle.log), 50)))
        levels = [y / self.odds, y]
        levels.append((self.q - shares[0] * levels[0] - shares[1] * levels[1]) / shares[2])
        if not (0 < levels[2] < 1 and 0 < levels[1] <= 1):
            raise PrecisionError("the rate's minimum could not be located")
        laws = [fraction_ball(part) for part in (*pi, 1 - pi[0] - pi[1])]
        value = arb(0)
        for share, law, level in zip(shares, laws, levels, strict=True):
            value += weighted_log(share, law) + share * bernoulli_entropy(level, self.q)
        return PairRate(value, shares[0], levels[0], levels[1], shares[1])

    def prove(self, target: arb) -> None:
        """G > target for some v, on every cell.

        Raises:
            PrecisionError: too many cells would be needed.
        """
        # Below y = q the condition x <= q/E alone costs enough, with a tilt of its own.
        cells = [(arb(0), self.q.lower()), (self.q.lower(), self.right)]
        for _ in range(_MOST_CELLS):
            if not cells:
                return
            low, high = cells.pop()
            if not self._exceeds(low, high, target):
                middle = ((low + high) / 2).mid()
                cells += [(low, middle), (middle, high)]
        raise PrecisionError("the rate could not be proven with so many digits")

    def _exceeds(self, low: arb, high: arb, target: arb) -> bool:
        middle = ((low + high) / 2).mid()
        log = float((middle / self.q).log())
        log = min(max(log, 0.0), self.top)
        crude = self._crude(low, high, arb(self._low_tilt if high <= self.q else self.tilt(self.shares, log)))
        if crude > target:
            return True
        smooth = self._smooth(low, high, middle, log)
        return smooth is not None and bool(smooth > target)

    def _crude(self, low: arb, high: arb, tilt: arb) -> arb:
        """-ln of the largest base of the cell's two conditions, as in `cells`."""
        weight = self.q * (-tilt).exp()
        rest = self.rho + weight
        moved = weight / rest
        x = high / self.odds
        losing = self._base(x, tilt) if x <= moved else rest
        gaining = self._base(low, tilt) if low >= moved else rest
        return -self._largest(losing, gaining, rest).log() - tilt * self.q

    def _smooth(self, low: arb, high: arb, middle: arb, log: float) -> arb | None:
        """The same along tilts that are linear in y, by the mean value form; None near infinite slopes."""
        cell = low.union(high)
        x = cell / self.odds
        if not (x > 0 and cell < 1):
            return None
        half = (high - low).abs_upper() / 2
        tilt, steep = self._line(middle, log, half)
        tilts = tilt + steep * (cell - middle)
        here = self._bases(middle / self.odds, middle, tilt)
        ranges = self._bases(x, cell, tilts)
        slopes = (
            -ranges[0] * ((log_odds_ratio(x, self.q) + tilts) / self.odds + steep * x),
            -ranges[1] * (log_odds_ratio(cell, self.q) + tilts + steep * cell),
            -self.q * (-tilts).exp() * steep,
        )
        scale, scales = (tilt * self.q).exp(), (tilts * self.q).exp()
        worst: arb | None = None
        for own, other in self.shares:
            parts = [fraction_ball(part) for part in (own, other, 1 - own - other)]
            slope = sum((part * bend for part, bend in zip(parts, slopes, strict=True)), arb(0))
            slope += steep * self.q * sum((part * base for part, base in zip(parts, ranges, strict=True)), arb(0))
            base = scale * sum((part * base for part, base in zip(parts, here, strict=True)), arb(0))
            base += (scales * slope).abs_upper() * half
            worst = base if worst is None else worst.max(base)
        return None if worst is None else -worst.log()

    def _line(self, middle: arb, log: float, half: arb) -> tuple[arb, arb]:
        """A tilt for the middle of a cell, and how it should change with y (near several sources' equal bases)."""
        at = self.tilt(self.shares, log)
        step = max(1e-4, float(half / middle))
        if len(self.shares) == 1 or not self.top * 0.999 > log + step:
            return arb(at), arb(0)
        steep = (self.tilt(self.shares, log + step) - self.tilt(self.shares, log - step)) / (2 * step)
        return arb(at), arb(steep) / middle

    def _bases(self, losing: arb, gaining: arb, tilt: arb) -> tuple[arb, arb, arb]:
        return self._base(losing, tilt), self._base(gaining, tilt), self.rho + self.q * (-tilt).exp()

    def _base(self, level: arb, tilt: arb) -> arb:
        return (-bernoulli_entropy(level, self.q) - tilt * level).exp()

    def _largest(self, losing: arb, gaining: arb, rest: arb) -> arb:
        worst = arb(0)
        for own, other in self.shares:
            base = fraction_ball(own) * losing + fraction_ball(other) * gaining + fraction_ball(1 - own - other) * rest
            worst = worst.max(base)
        return worst


def _mixed(one: Pair, other: Pair, part: float) -> Pair:
    weight = short(min(max(part, 0.0), 1.0))
    return (one[0] * weight + other[0] * (1 - weight), one[1] * weight + other[1] * (1 - weight))
