"""Enclose what a sum of independent lognormal variables exceeds a number by, or falls short of it by.

World: enclosure. Let Y = e^(mu x - mu^2/2) with x standard normal, so that E Y = 1, and S = Y_1 + ... + Y_t. With
L(w) =
E e^(-wY) for Re w >= 0,

    G(K) = E (K - S)_+,    int over K > 0 of G(K) e^(-wK) = L(w)^t/w^2,    E (S - K)_+ = G(K) + t - K.

**The line.** With c > 0, Lam >= K, h = 2 pi/Lam and w_k = c + ikh, Poisson's formula is an identity:

    (e^(cK)/Lam) sum over all k of L(w_k)^t/w_k^2 e^(ikhK) = sum over m >= 0 of G(K + m Lam) r^m,    r = e^(-c Lam),

as G is zero left of 0. There G(x) = x - t + E (S - x)_+, the first part sums to a closed form, and 0 <= E (S - x)_+ <=
A = E (S - K)_+ for x >= K. So the sum less that closed form exceeds G(K) by at most A r/(1 - r).

**Far frequencies.** For |w| >= rho and theta <= arg w <= pi/2 turn the normal variable, x -> x - i theta/mu: its
density
grows by e^(theta^2/(2 mu^2)) and Re(w e^(-i theta)) >= rho sin(theta), so

    |L(w)| <= e^(theta^2/(2 mu^2)) L(rho sin(theta)) = B,

and what is left out beyond N is at most 2 (e^(cK)/Lam) B^t/(h^2 N), with rho = Nh.

**L itself** by the trapezoid rule on the line Im x = -a, 2 mu a <= pi/2, for all w_k alike: between the lines 0 and -2a
the argument of wY is within pi/2, so |e^(-wY)| <= 1, and a rule of step d errs by at most 2 e^(2 a^2)/(e^(2 pi a/d) -
1)
[Trefethen, Weideman 2014, Thm. 5.1]. What is left out beyond J d is at most 2 e^(a^2/2) Phi(-J d).

**Masses.** The same nodes with 1/w instead of 1/w^2 give Pr[S <= K]. There e^(-u) <= (q/(eu))^q for every q > 0 and
E Y^(-q) = e^(mu^2 q (q+1)/2), so the terms |L|^t/(kh) beyond some N' fall like k^(-qt-1): together
they are at most the bound at N' over h q t. Those between N and N' are at most B^t ln(N'/N)/h.

Floats choose c, h, N, J, a, d, theta and q; any choice is sound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sdp_proofs.accounting.lemmas import aliases_are_below_a_geometric_series
from sdp_proofs.accounting.pairs import Ball
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.sums.exponential_sums import FrequencySum, exponential_sums

MOST_FREQUENCIES = 60_000
_BITS = 128
_LOG2 = math.log(2)
_ANGLES = tuple(0.85**k for k in range(48))
_GROWTHS = (1.5, 1.15, 1.04)
_TURNS = 60
_MOST_BITS = 8000
_PER_UNIT = 8
_DOUBLINGS = 64
_FAR_ANGLE = 1.5
_LONGER = 2


class Rule(NamedTuple):
    """A trapezoid rule for L: step d, the height a of its line, and the last node J."""

    step: float
    height: float
    last: int


@dataclass(frozen=True)
class LognormalSum:
    """S = Y_1 + ... + Y_t.

    Args:
        steps: t.
        distance: precision -> mu > 0.

    Example:
        >>> total = LognormalSum(10, lambda bits: arb(1))
        >>> with ctx.workprec(64):
        ...     found = total.excess(10 * arb(1).exp()) / 10
        >>> found.str(12, radius=False)
        '0.00278286899918'
    """

    steps: int
    distance: Ball

    def excess(self, place: arb, line: Line | None = None) -> arb:
        """E (S - K)_+ at K > 0, its error about t 2^-precision, or that of a line of at least twice the place.

        Raises:
            SizeError: too many frequencies.
        """
        line, own = line or self.line(place), place.mid()
        # The excess changes by at most as much as the place, which the line would multiply by up to half its bits.
        return self._summed(own, line) * arb(1).union(1 - line.ratio) + arb(0, place.rad())

    def shortfall(self, place: arb, line: Line | None = None) -> arb:
        """E (K - S)_+, likewise."""
        line, own = line or self.line(place), place.mid()
        found, ratio = self._summed(own, line), line.ratio
        above = (found * ratio / (1 - ratio)).max(arb(0))
        return found + own - self.steps - arb(0).union(above) + arb(0, place.rad())

    def below(self, place: arb) -> arb:
        """Pr[S <= K], its error about 2^-precision."""
        line = self.line(place)
        with ctx.workprec(line.bits):
            ratio = line.ratio
            scale = (place * line.real).exp() / line.period
            value = line.masses.at(place * line.step).real * scale
            value += arb(0, (scale * line.rest_of_masses).upper())
            # Aliases Pr[S <= K + m Lam] r^m are between those of Pr[S <= K] and those of one.
            rest = ratio / (1 - ratio)
            return (value - rest).union(value * (1 - ratio))

    def _summed(self, place: arb, line: Line) -> arb:
        """E (S - K)_+ and the aliases that are not known: at most its own r/(1 - r)."""
        if not place <= line.period:
            raise SizeError(f"a place must be at most {line.period} on this line, got {place}")
        with ctx.workprec(line.bits):
            ratio = line.ratio
            scale = (place * line.real).exp() / line.period
            value = line.gains.at(place * line.step).real * scale
            value += arb(0, (scale * line.rest_of_gains).upper())
            aliases = ((place - self.steps) + line.period / (1 - ratio)) * ratio / (1 - ratio)
            return value - aliases + self.steps - place

    def line(self, place: arb, bits: int = 0) -> Line:
        """The line whose period is 2t times a quarter of an octave, next to twice the place or more."""
        quarters = math.ceil(4 * math.log2(float(place.upper()) / self.steps) - 1e-6)
        length, wanted = 2 * self.steps * 2.0 ** (quarters / 4), bits or 32 * math.ceil(ctx.prec / 32)
        if (quarters, wanted) in self._lines:
            return self._lines[quarters, wanted]
        # One that is tabulated to more bits, or a little longer, serves as well.
        for known in self._lines.values():
            if 1 <= known.length / length <= _LONGER and wanted <= known.wanted and "_values" in known.__dict__:
                return known
        return self._lines.setdefault((quarters, wanted), Line(self, length, wanted))

    @cached_property
    def _lines(self) -> dict[tuple[int, int], Line]:
        """The lines that were made, by quarters of octaves and bits."""
        return {}

    def frequencies(self, line: Line) -> int:
        """The number of frequencies of a line; one more than the most where more."""
        try:
            return line.count
        except SizeError:
            return MOST_FREQUENCIES + 1

    def best_weight(self, place: float) -> float:
        """The w where e^(wK) L(w)^t/w is least, for K below t (estimate)."""
        low, high = -40.0, 60.0
        for _ in range(_TURNS):
            first, second = low + (high - low) * 0.45, low + (high - low) * 0.55
            values = [math.exp(w) * place + self.steps * self.log_transform(math.exp(w)) - w for w in (first, second)]
            low, high = (low, second) if values[0] < values[1] else (first, high)
        return math.exp((low + high) / 2)

    def bits_of_shortfall(self, place: float) -> int:
        """About -log2 of E (K - S)_+/t (estimate)."""
        w = self.best_weight(place)
        log = w * place + self.steps * self.log_transform(w) - math.log(w) - math.log(self.steps)
        return min(_MOST_BITS, max(0, math.ceil(-log / _LOG2)))

    def log_transform(self, real: float) -> float:
        """Ln L at a real point > 0 (estimate): between points of a grid ln(-ln L) is nearly straight in ln of it."""
        place = math.log(real) * _PER_UNIT
        low = math.floor(place)
        near, far = self._estimate(low), self._estimate(low + 1)
        return -math.exp(near + (far - near) * (place - low))

    def _estimate(self, index: int) -> float:
        known = self._estimates
        if index not in known:
            mu, real, lost, left, weight = self._mu, math.exp(min(700.0, index / _PER_UNIT)), 0.0, 0.0, 0.0
            for k in range(-64, 33):
                x = 0.25 * k
                mass, exponent = math.exp(-x * x / 2), -min(700.0, real * math.exp(mu * x - mu * mu / 2))
                lost += mass * math.expm1(exponent)
                left += mass * math.exp(exponent)
                weight += mass
            log = math.log1p(lost / weight) if lost > -weight / 2 else math.log(left / weight)
            known[index] = math.log(-log) if log < 0 else -700.0
        return known[index]

    @cached_property
    def _estimates(self) -> dict[int, float]:
        return {}

    @cached_property
    def _mu(self) -> float:
        return float(self.distance(64))

    def transform(self, real: arb) -> arb:
        """L at a real point >= 0."""
        with ctx.workprec(_BITS):
            mu = self.distance(_BITS)
            exponent = 0.8 * _BITS * _LOG2
            height = min(math.pi / (2 * self._mu) * 0.999, math.sqrt(2 * exponent))
            step = _short(2 * math.pi * height / (exponent + height * height / 2 + 2))
            last = math.ceil(math.sqrt(2 * exponent) / step)
            a, d = arb(height), arb(step)
            if not mu * a <= arb.pi() / 2:
                raise SizeError("the transform of a lognormal law could not be summed at these parameters")
            total = arb(0)
            for k in range(-last, last + 1):
                x = d * k
                total += (-x * x / 2 - real * (mu * x - mu * mu / 2).exp()).exp()
            error = 2 * (a * a / 2).exp() / (2 * arb.pi() * a / d).expm1() + normal_tail(d * last) * 2
            return total * d / (2 * arb.pi()).sqrt() + arb(0, error.upper())

    def far(self, start: arb, angle: float) -> arb:
        """B: an upper bound of |L(w)| for |w| >= start and angle <= arg w <= pi/2."""
        with ctx.workprec(_BITS):
            theta, mu = arb(angle), self.distance(_BITS)
            if not (theta > 0 and theta < arb.pi() / 2):
                raise SizeError("the decay of the transform of a lognormal law could not be bounded")
            grown = (theta * theta / (2 * mu * mu)).exp()
            return arb((grown * self.transform(start * theta.sin())).upper())

    def log_far(self, frequency: float, angle: float) -> float:
        """Ln B (estimate)."""
        return angle**2 / (2 * self._mu**2) + self.log_transform(frequency * math.sin(angle))

    def rule(self, bits: float, widest: float) -> Rule:
        """A rule for L with an error of about 2^-bits; its line is at most that high."""
        exponent = bits * _LOG2 + 2
        height = min(widest * 0.999, math.sqrt(exponent / 2))
        step = _short(2 * math.pi * height / (exponent + 2 * height * height))
        last = math.ceil(math.sqrt(2 * exponent + height * height) / step)
        return Rule(step, height, last)


@dataclass(frozen=True)
class Line:
    """The sum over frequencies on one line, for all places up to half its period.

    Args:
        sum: S.
        length: Lam, a float.
        wanted: the bits that are wanted: r = 2^-wanted.
    """

    sum: LognormalSum
    length: float
    wanted: int

    @property
    def bits(self) -> int:
        """The working precision: e^(cK) takes half as many bits more."""
        size = math.log2(max(1.0, self.length)) + math.log2(self.sum.steps)
        return math.ceil(1.5 * self.wanted + 2 * size) + 48

    @property
    def period(self) -> arb:
        """Lam."""
        return arb(self.length)

    @cached_property
    def real(self) -> arb:
        """C: a float."""
        return arb(self.wanted * _LOG2 / self.length).mid()

    @property
    def ratio(self) -> arb:
        """R = e^(-c Lam), decided to be below one."""
        found = (-self.real * self.period).exp()
        aliases_are_below_a_geometric_series(found)
        return found

    @property
    def step(self) -> arb:
        """H."""
        return 2 * arb.pi() / self.period

    @property
    def count(self) -> int:
        """N."""
        return self._end[0]

    @cached_property
    def _end(self) -> tuple[int, float]:
        """N, and the angle whose bound is used beyond it."""
        step, real, t = 2 * math.pi / self.length, float(self.real), self.sum.steps
        goal = -self.wanted * _LOG2 * 1.5 - 2

        def excess(count: int) -> tuple[float, float]:
            start = count * step
            widest = 0.999 * math.atan2(start, real)
            best, angle = min((self.sum.log_far(start, widest * share), widest * share) for share in _ANGLES)
            # With c and h of order 1/Lam the factors before B^t are of order Lam/N.
            return t * best + math.log(self.length / count / t) - goal, angle

        count = 4
        for growth in _GROWTHS:
            while True:
                over, angle = excess(count)
                if over <= 0:
                    break
                if count > MOST_FREQUENCIES:
                    raise SizeError(f"a sum of lognormals must be inverted at most {MOST_FREQUENCIES} times, got more")
                count = math.ceil(count * growth)
            best = count, angle
            count = max(4, math.floor(count / growth))
        return best

    @cached_property
    def _values(self) -> list[tuple[acb, acb]]:
        """W_k and L(w_k)^t for 0 <= k <= N."""
        count = self._end[0]
        size = math.log2(max(1.0, self.length)) + 12
        rule = self.sum.rule(1.5 * self.wanted + size, math.pi / (4 * self.sum._mu))
        with ctx.workprec(self.bits):
            mu, a, d = self.sum.distance(self.bits), arb(rule.height), arb(rule.step)
            if not 2 * mu * a <= arb.pi() / 2:
                raise SizeError("the transform of a lognormal law could not be summed at these parameters")
            error = 2 * (2 * a * a).exp() / (2 * arb.pi() * a / d).expm1()
            error += 2 * (a * a / 2).exp() * normal_tail(d * rule.last)
            weights, points = [], []
            small, scale = arb(2) ** -(1.5 * self.wanted + size + 16), d / (2 * arb.pi()).sqrt()
            for j in range(-rule.last, rule.last + 1):
                x = acb(d * j, -a)
                y = (mu * x - mu * mu / 2).exp()
                weight = (-x * x / 2 - self.real * y).exp() * scale
                size_of = abs(weight)
                if size_of < small:  # |e^(-ikhY)| <= 1 on this line
                    error += size_of
                    continue
                weights.append(weight)
                points.append(-y)
            slack = arb(0, error.upper())
            sums = exponential_sums(weights, points, self.step, count + 1)
            nodes = [acb(self.real, self.step * k) for k in range(count + 1)]
            return [
                (w, power_of(value + acb(slack, slack), self.sum.steps)) for w, value in zip(nodes, sums, strict=True)
            ]

    @cached_property
    def gains(self) -> FrequencySum:
        """Sum of L^t/w^2 over k, those for k > 0 twice: they are conjugate to those for -k."""
        with ctx.workprec(self.bits):
            return FrequencySum([value / (w * w) * (2 if k else 1) for k, (w, value) in enumerate(self._values)])

    @cached_property
    def masses(self) -> FrequencySum:
        """Sum of L^t/w."""
        with ctx.workprec(self.bits):
            return FrequencySum([value / w * (2 if k else 1) for k, (w, value) in enumerate(self._values)])

    @cached_property
    def rest_of_gains(self) -> arb:
        """A bound of the terms of `gains` beyond N: 2 B^t/(h^2 N)."""
        count, angle = self._end
        start = arb((self.step * count).lower())
        self._check_angle(start, angle)
        with ctx.workprec(_BITS):
            bound = bounded_power(self.sum.far(start, angle), self.sum.steps)
            return arb((2 * bound / (self.step * self.step * count)).upper())

    @cached_property
    def rest_of_masses(self) -> arb:
        """A bound of the terms of `masses` beyond N."""
        count, angle = self._end
        t = self.sum.steps
        with ctx.workprec(_BITS):
            start = arb((self.step * count).lower())
            self._check_angle(start, angle)
            near = 2 * bounded_power(self.sum.far(start, angle), t) * _DOUBLINGS * arb(2).log() / self.step
            mu, theta = self.sum.distance(_BITS), arb(_FAR_ANGLE)
            start *= arb(2) ** _DOUBLINGS
            self._check_angle(start, _FAR_ANGLE)
            point = start * theta.sin()
            q = arb(_best_power(float(point), self.sum._mu))
            # The logarithm of e^(theta^2/(2 mu^2)) (q/(e u))^q e^(mu^2 q(q+1)/2).
            log = theta * theta / (2 * mu * mu) + q * ((q / point).log() - 1) + mu * mu * q * (q + 1) / 2
            return arb((near + 2 * (log * t).exp() / (self.step * q * t)).upper())

    def _check_angle(self, start: arb, angle: float) -> None:
        """Decide that arg w >= angle beyond the last frequency."""
        if not arb(angle).tan() * self.real < start:
            raise SizeError("the decay of the transform of a lognormal law could not be bounded")


def _best_power(point: float, mu: float) -> float:
    """The q where q ln(q/(e x)) + mu^2 q(q+1)/2 is least (estimate)."""
    low, high = 0.0, min(point, max(0.0, math.log(point)) / mu**2 + 1)
    for _ in range(_TURNS):
        middle = (low + high) / 2
        low, high = (low, middle) if math.log(middle / point) + mu * mu * (middle + 0.5) > 0 else (middle, high)
    return high


def power_of(value: acb, exponent: int) -> acb:
    """A power of a ball, by its logarithm where that is finite: repeated squares would widen it."""
    if value.real.contains(0) and value.imag.contains(0):
        size = arb(0, bounded_power(arb(abs(value).upper()), exponent))
        return acb(size, size)
    return (value.log() * exponent).exp()


def bounded_power(bound: arb, exponent: int) -> arb:
    """An upper bound of a power of a number >= 0."""
    return arb((bound.log() * exponent).exp().upper()) if bound > 0 else arb(1 if exponent == 0 else 0)


def normal_tail(place: arb) -> arb:
    """Phi(-x)."""
    return (place / arb(2).sqrt()).erfc() / 2


def _short(number: float) -> float:
    """The largest number of 24 bits up to it: its multiples are floats without rounding."""
    mantissa, exponent = math.frexp(number)
    return math.ldexp(math.floor(mantissa * (1 << 24)), exponent - 24)
