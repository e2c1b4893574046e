"""Enclose the same excess on two rays instead of a line: for few steps or little noise, at a cost that no odds raise.

World: enclosure. With the notation of `lognormal_sums`, L is analytic in |arg w| < pi, and L^t - 1 + tw has a double
zero at 0. So the line of the inverse transform may be turned to the rays arg w = +-alpha, pi/2 < alpha < pi:

    E (S - K)_+ = (1/pi) Im int F(y) dy,    F(y) = e^(wK) (L(w)^t - 1 + tw)/w,    w = e^(y + i alpha),
    Pr[S > K]  = -(1/pi) Im int e^(wK) (L(w)^t - 1) dy.

**The rule in y.** On the ray arg w = pi/2 + b turn all t normal variables by b: the densities grow by e^(t b^2/(2
mu^2)),
and |e^(-iu) - 1 + iu| <= u^2/2, |e^(-iu) - 1| <= u for u >= 0. With rho = |w| both integrands are at most

    C e^(t b^2/(2 mu^2)) rho e^(-rho K sin(b)),    C = E S^2/2 = (t e^(mu^2) + t(t-1))/2, and C = E S = t for the
    second.

The integral of rho e^(-rho K sin(b)) over y is 1/(K sin(b)). So a rule of step d on alpha = pi/2 + beta, with lines a
above and below, a < beta and beta + a < pi/2, errs by at most 2N/(e^(2 pi a/d) - 1), N = C e^(t (beta + a)^2/(2
mu^2))/(K
sin(beta - a)) [Trefethen, Weideman 2014, Thm. 5.1]. Left of the first node terms are below a geometric series; right of
the last one, where rho K sin(beta) > 1, they fall, and d times their sum is below the integral.

**L on the ray** by a rule in x on the line Im x = -b', b' = beta/mu + a', 2 mu a' <= pi: between the lines b' - a'
and b'
+ a' the argument of wY is within pi/2. The rule errs by at most 2 e^((b' + a')^2/2)/(e^(2 pi a'/d') - 1), what is left
out is at most 2 e^(b'^2/2) Phi(-J d'). With mu d' = m d the products wY at all nodes are those of few numbers, and L at
all nodes is one product of polynomials.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from sdp_proofs.accounting.deadline import check_time
from sdp_proofs.accounting.pairs import Ball
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.sums.fixed_products import fixed_product

MOST_NODES = 60_000
_LOG2 = math.log(2)
_TURNS = tuple(0.85 * 0.8**k for k in range(30))
_SHARE = 0.8


class Plan(NamedTuple):
    """Floats that are chosen: beta, a, d, the first y, the number of nodes in y; a', m, and the last node in x."""

    turn: float
    strip: float
    step: float
    first: float
    nodes: int
    inner: float
    multiple: int
    last: int
    divisor: int = 1

    @property
    def size(self) -> int:
        """The length of the product of polynomials."""
        return self.nodes + 2 * self.last * self.multiple


@dataclass(frozen=True)
class Rays:
    """Both rays, for all places from one on.

    Args:
        steps: t.
        distance: precision -> mu > 0.
        least: the least place K, a float > 0.
        wanted: the bits that are wanted: the error is about t 2^-wanted.
        unit: what the step of the rule must divide, for places at distances of it in their logarithms; else 0.

    Example:
        >>> rays = Rays(2, lambda bits: arb(1), 5.0, 64)
        >>> (rays.excess(2 * arb(1).exp()) / 2).str(12, radius=False)
        '0.0592065010859'
    """

    steps: int
    distance: Ball
    least: float
    wanted: int
    unit: float = 0.0

    def excess(self, place: arb) -> arb:
        """E (S - K)_+."""
        mu_squared = self._mu**2
        second = (self.steps * mu_squared.exp() + self.steps * (self.steps - 1)) / 2
        return self._integral(place, self._gains, second).max(arb(0))

    def above(self, place: arb) -> arb:
        """Pr[S > K]."""
        return (-self._integral(place, self._masses, arb(self.steps))).max(arb(0))

    def excesses(self, first: arb, count: int) -> list[arb]:
        """E (S - K)_+ at K = first e^(j unit) for j < count: all sums over nodes are one product of polynomials."""
        check_time()
        mu_squared, multiple = self._mu**2, self.plan.divisor
        second = (self.steps * mu_squared.exp() + self.steps * (self.steps - 1)) / 2
        with ctx.workprec(self.bits):
            turn = acb(arb(0), arb.pi() / 2 + arb(self.plan.turn)).exp()
            start, size = first * arb(self.plan.first).exp(), self.plan.nodes + multiple * (count - 1)
            decay = -float((turn * start).real)
            # From there on |e^(wK)| is below 2^-bits; what it multiplies is bounded with the last of them.
            end = math.ceil((math.log((self.bits * _LOG2 + 2) / decay)) / self.plan.step) + 1
            seen = max(1, min(size, end))
            turns = [(turn * start * (self._spacing * n).exp()).exp() for n in range(seen)]
            left_out = arb(abs((turn * start * (self._spacing * seen).exp()).exp()).upper())
            rest = left_out * sum((abs(value) for value in self._gains), arb(0)) * self._spacing / arb.pi()
            product = fixed_product(turns, self._gains[::-1], self.bits)
            scale = self._spacing / arb.pi()
            sums = []
            for j in range(count):
                place = self.plan.nodes - 1 + multiple * j
                entry = product[place].imag if place < len(product) else arb(0)
                sums.append(entry * scale + arb(0, rest.upper()))
            places = [first * (arb(self.unit) * j).exp() for j in range(count)]
            return [(total + self._error(place, second)).max(arb(0)) for place, total in zip(places, sums, strict=True)]

    @property
    def _spacing(self) -> arb:
        """The step of the rule in y."""
        return arb(self.unit) / self.plan.divisor if self.unit else arb(self.plan.step)

    def _integral(self, place: arb, values: list[acb], constant: arb) -> arb:
        with ctx.workprec(self.bits):
            total = arb(0)
            for w, value in zip(self._nodes, values, strict=True):
                total += ((w * place).exp() * value).imag
            return total * self._spacing / arb.pi() + self._error(place, constant)

    def _error(self, place: arb, constant: arb) -> arb:
        """The ball about zero of what the rule and its ends may err by."""
        if not place >= self.least:
            raise SizeError(f"a place must be at least {self.least} on these rays, got {place}")
        plan, d, t = self.plan, self._spacing, self.steps
        with ctx.workprec(self.bits):
            beta, a, mu = arb(plan.turn), arb(plan.strip), self._mu
            if not (0 < a < beta and beta + a < arb.pi() / 2):
                raise SizeError("the rays of a sum of lognormals could not be chosen")
            grown = constant * (t * (beta + a) * (beta + a) / (2 * mu * mu)).exp() / (place * (beta - a).sin())
            error = 2 * grown / (2 * arb.pi() * a / d).expm1()
            height = constant * (t * beta * beta / (2 * mu * mu)).exp()
            error += height * arb(plan.first).exp() * d * (-d).exp() / (1 - (-d).exp())
            rate = place * beta.sin()
            last = (arb(plan.first) + d * (plan.nodes - 1)).exp() * rate
            if not last > 1:
                raise SizeError("the rays of a sum of lognormals were cut too early")
            error += height * (-last).exp() / rate
            return arb(0, (error / arb.pi()).upper())

    @property
    def _mu(self) -> arb:
        return self.distance(max(ctx.prec, 64))

    @cached_property
    def bits(self) -> int:
        """The working precision: what is divided by the first node takes as many bits more."""
        plan = self.plan
        grown = self.steps * plan.turn**2 / (2 * float(self.distance(64)) ** 2) / _LOG2
        return math.ceil(self._inner_bits(plan.first, grown)) + 64

    def _inner_bits(self, first: float, grown: float) -> float:
        """Bits of L: its error is multiplied by t, by the growth of its power, and divided by the first node."""
        return self.wanted + grown - min(0.0, first) / _LOG2 + 2 * math.log2(self.steps + 1) + 10

    @cached_property
    def plan(self) -> Plan:
        """The plan with the fewest nodes.

        Raises:
            SizeError: too many.
        """
        if self.best.size > MOST_NODES:
            raise SizeError(f"a sum of lognormals must take at most {MOST_NODES} nodes on rays, got {self.best.size}")
        return self.best

    @cached_property
    def best(self) -> Plan:
        """The same, of whatever size."""
        return min((self._plan(turn) for turn in _TURNS), key=lambda plan: plan.size)

    def _plan(self, turn: float) -> Plan:
        t, mu = self.steps, float(self.distance(64))
        log_second = math.log(t) + max(mu * mu, math.log(t + 1.0))
        goal = self.wanted * _LOG2 - math.log(t) + 3  # -ln of the error
        strip = _SHARE * turn
        grown = t * (turn + strip) ** 2 / (2 * mu * mu)
        rate = self.least * math.sin(turn)
        wide = self.least * math.sin(turn - strip)
        step = _short(2 * math.pi * strip / max(1.0, goal + log_second + grown - math.log(wide) + 1))
        height = log_second + t * turn**2 / (2 * mu * mu)
        first = math.floor(-(goal + height) - 1)
        end = math.log(max(2.0, goal + height - math.log(rate) + 3) / rate)
        count = max(2, math.ceil((end - first) / step) + 2)
        exponent = self._inner_bits(first, t * turn**2 / (2 * mu * mu) / _LOG2) * _LOG2
        best = None
        for k in range(1, 25):
            inner = 0.999 * math.pi / (2 * mu) * k / 24
            far = turn / mu + 2 * inner
            wanted = 2 * math.pi * inner / (exponent + far * far / 2 + 2)
            multiple = max(1, math.floor(mu * wanted / step))
            if mu * wanted < step:
                step_here = _short(mu * wanted)
                scaled = math.ceil((end - first) / step_here) + 2
            else:
                step_here, scaled = step, count
            node = multiple * step_here / mu
            last = math.ceil(math.sqrt(2 * exponent + (turn / mu + inner) ** 2) / node)
            divisor = max(1, math.ceil(self.unit / step_here))
            if self.unit:
                step_here = self.unit / divisor
                scaled = math.ceil((end - first) / step_here) + 2
                multiple = max(1, math.floor(mu * wanted / step_here))
                last = math.ceil(last * node / (multiple * step_here / mu))
            plan = Plan(turn, strip, step_here, first, scaled, inner, multiple, last, divisor)
            if best is None or plan.size < best.size:
                best = plan
        assert best is not None
        return best

    @cached_property
    def _nodes(self) -> list[acb]:
        with ctx.workprec(self.bits):
            turn = acb(arb(0), arb.pi() / 2 + arb(self.plan.turn)).exp()
            return [turn * (arb(self.plan.first) + self._spacing * j).exp() for j in range(self.plan.nodes)]

    @cached_property
    def _powers(self) -> list[acb]:
        """L^t at all nodes."""
        check_time()
        plan = self.plan
        with ctx.workprec(self.bits):
            mu, d, inner, beta = self._mu, self._spacing, arb(plan.inner), arb(plan.turn)
            below, rule = beta / mu + inner, d * plan.multiple / mu
            if not (2 * mu * inner <= arb.pi() and beta + mu * inner < arb.pi()):
                raise SizeError("the transform of a lognormal law could not be summed at these parameters")
            far = below + inner
            error = 2 * (far * far / 2).exp() / (2 * arb.pi() * inner / rule).expm1()
            error += (below * below / 2).exp() * (rule * plan.last / arb(2).sqrt()).erfc()
            # w_j Y_k = e^(first - mu^2/2 + d (j + m k) + i(pi/2 - mu a')).
            turned = acb(arb(0), arb.pi() / 2 - mu * inner).exp()
            offset = arb(plan.first) - mu * mu / 2 - d * (plan.last * plan.multiple)
            decay, largest = float(turned.real), self.bits * _LOG2
            logs = [float(offset) + plan.step * n for n in range(plan.size)]
            # Beyond, |e^(-wY)| is below 2^-bits, as its real part is known.
            seen = sum(1 for log in logs if log < 700 and decay * math.exp(log) < largest + 2)
            values = [(-turned * (offset + d * n).exp()).exp() for n in range(seen)]
            weights = [acb(0)] * (2 * plan.last * plan.multiple + 1)
            scale = rule / (2 * arb.pi()).sqrt()
            for k in range(-plan.last, plan.last + 1):
                x = acb(rule * k, -below)
                weights[(plan.last - k) * plan.multiple] = (-x * x / 2).exp() * scale
            left_out = abs((-turned * (offset + d * seen).exp()).exp())  # falls with n
            error += arb(left_out.upper()) * sum((abs(weight) for weight in weights), arb(0))
            product = fixed_product(values, weights, self.bits)
            product += [acb(0)] * (plan.size + len(weights) - 1 - len(product))
            slack = acb(arb(0, error.upper()), arb(0, error.upper()))
            start = 2 * plan.last * plan.multiple
            return [_power(product[start + j] + slack, self.steps) for j in range(plan.nodes)]

    @cached_property
    def _gains(self) -> list[acb]:
        with ctx.workprec(self.bits):
            return [(p - 1 + w * self.steps) / w for w, p in zip(self._nodes, self._powers, strict=True)]

    @cached_property
    def _masses(self) -> list[acb]:
        return [p - 1 for p in self._powers]


@lru_cache(maxsize=32)
def rays_of(steps: int, distance: Ball, least: float, wanted: int, unit: float = 0.0) -> Rays:
    """Rays, made once."""
    return Rays(steps, distance, least, wanted, unit)


def _power(value: acb, exponent: int) -> acb:
    """A power of a ball by its logarithm: repeated squares would widen it."""
    if value.contains(0):
        return value**exponent
    return (value.log() * exponent).exp()


def _short(number: float) -> float:
    """The largest number of 24 bits up to it: its multiples are floats without rounding."""
    mantissa, exponent = math.frexp(number)
    return math.ldexp(math.floor(mantissa * (1 << 24)), exponent - 24)
