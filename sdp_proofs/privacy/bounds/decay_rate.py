"""Enclose the decay rate of delta_SDP, the yardstick of every closed form.

*The rate.* Let T/n = rho be fixed, q = 1 - rho, E = exp(epsilon) > 1, and let all sources have full support. Then
-ln(delta_SDP)/n tends to

    R = min over i != j and over the laws pi of the hull of
        inf { rho KL(p || pi) + (1-rho) KL(p' || pi) : 1 + c p_j/p'_j <= (1 + c p_i/p'_i)/E },    c = rho/(1-rho),

p and p' being the histograms of the sampled and of the other records, as shares. With A the histogram of all
records and x_k = q p'_k/A_k the unsampled share of type k this is KL(A || pi) + sum_k A_k KL(x_k || q), with sum_k
A_k x_k = q and the condition E x_i A_j A_i <= x_j A_j A_i.

*Proof, upper bound of delta_SDP.* `types_upper`: delta_SDP <= poly(n) exp(-(n+1) R(T/(n+1))), for records with
different sources. *Lower bound.* delta_SDP is at least the average over independent records of one law pi of the hull,
since F is multilinear; and of that average `one_point_lower` keeps one lattice point within O(1) of the minimiser,
worth poly(1/n) exp(-n R). R is continuous in rho. QED

*Reductions.* All types other than i and j have the same x_0 and shares in proportion to pi (the relative entropy is
convex), so they count as one. The condition is an equality at the minimum: else the point would be a local, and so
the global, minimum of a convex function on the simplex under one linear constraint, which is where A = pi and all x
= q, and E q < q is false. So one number is left to be found by a global search: y = x_j = E x_i (`two_type_rate`,
`many_type_rate`). An absent type, A_i = 0, is a point of the problem: R <= -ln(1 - f) always.

World: enclosure.

*Three types or more*, by duality. See `decay_rate` for what the rate is, `buckets` for the bases. For a fixed y = E x
the rate's constraints are linear, and

    min over the other variables = max over v of min over pi of
        G(y, v) = -ln(pi_i exp(-KL(x||q) - v x) + pi_j exp(-KL(y||q) - v y) + (1-pi_i-pi_j) (rho + q e^(-v))) - v q:

every v gives a lower bound of the rate at y, because pi -> -ln(linear) and v -> G are convex and concave.

**Lower bound.** On a cell of y one v is fixed, and the base, the argument of the logarithm, is bounded by its value
and derivative (mean value form), or, where derivatives are infinite, by its monotone pieces as in `buckets`. Cells
are halved until every one of them exceeds the target.

**Upper bound.** A point of the primal problem: shares A_i, A_j, A_0 of all records and unsampled shares y/E, y and
x_0 = (q - A_i y/E - A_j y)/A_0, with the value KL(A || pi) + A_i KL(y/E || q) + A_j KL(y || q) + A_0 KL(x_0 || q),
for pi a source or a mixture of two.

*An upper bound with the exact exponent*, also for records with different sources. With N = n - T, rho' = T/(n+1), 1 -
rho' = (N+1)/(n+1), R' the decay rate of `decay_rate` at rho' and B' = 1/P(Bin(n+1, rho') = T),

    delta_SDP <= m (m-1) (T+1) (N+2) B' exp(-(n+1) R') / (f (1 - rho')).

*Proof.* One more record makes the likelihood ratio symmetric. Let G_ij be the event E u_i H_j < u_j H_i, u counting
unsampled records, in a database of n + 1 records of which T are sampled.

D(H_i, H_j) <= P(E u_i (H_j+1) < (u_j+1) H_i), and this is the probability of G_ij in H + e_j given that one record
of type j is not sampled; so it is at most P(G_ij in H + e_j)/(1 - rho'). In the same way D(H_j + 1, H_i - 1) is at
most P(G_ji in H + e_j)/(1 - rho'), given one record of type i, as (H - e_i + e_j) + e_i = H + e_j. Sum over i != j
and average over H; let the extra record follow any of the sources. It has type j with probability f at least, so
both terms with G_ij together are at most P(G_ij, the extra record has type j or i)/(f (1 - rho')). Hence

    delta_SDP <= sum over i != j of P(G_ij) / (f (1 - rho')).

G_ij asks H_i >= 1, and x = u_i/H_i takes at most (T+1)(N+2) values. For each, as in `buckets` with s of any sign,
since u_i = x H_i exactly, and without the shift by one, every tilt v gives P(u_i = x H_i, u_j > E x H_j) <= B'
(base)^(n+1), for product measures. Over v and the hull the best exponent is a max min; the primal set is a compact
product of simplices, the Lagrangian is convex and lower semicontinuous in it and linear in the multipliers, so by
Sion's theorem it equals the least value of the primal problem with x_i = x and x_j >= E x, which is R' at least.
QED
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.instance import (
    Bound,
    Instance,
    Pair,
    Standing,
    Way,
    bernoulli_entropy,
    entropy_estimate,
    epsilon_estimate,
    exceeds,
    highest,
    lattice_factor,
    log_odds_ratio,
    lowest,
    require_privacy_budget,
    require_without_replacement,
    short,
    weighted_log,
)
from sdp_proofs.privacy.bounds.two_type_rate import PairRate, two_type_place, two_type_rate
from sdp_proofs.privacy.budget import Budget

_ROUGH_BITS = 128


@dataclass(frozen=True, slots=True)
class Rate:
    """The decay rate and where it is attained.

    Args:
        value: R.
        pair: which of the instance's pairs of types is the worst; without laws, one of those that are alike.
        place: shares of all records and unsampled shares at the minimum (balls, or points near it).
    """

    value: Enclosure
    pair: int
    place: PairRate


def decay_rate(instance: Instance, budget: Budget, *, digits: int = 15) -> Rate:
    """R at rho = T/n, for the instance's sources; of records and draws only their ratio matters.

    Args:
        instance: rho and the sources.
        budget: epsilon > 0.
        digits: digits to prove; with three types or more `MOST_RATE_DIGITS` at most are.

    Raises:
        DomainError: epsilon = 0, or sampling with replacement.
        PrecisionError: the digits could not be proven.

    Example:
        >>> case = Instance.read(records=1000, draws=950, types=2, floor="0.45")
        >>> decay_rate(case, Budget.read(epsilon=1)).value.rounded(10)
        '0.005411820842'
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    check_digits(digits)
    found = [_pair_rate(instance, budget, shares, digits) for _, shares in instance.pairs()]
    with ctx.workprec(_ROUGH_BITS + 4 * digits):
        negated = [Enclosure(-rate.value.ball) for rate in found]
        worst = position_of_largest(negated)
        value = Enclosure(-largest(negated).ball)
    return Rate(value, worst, found[worst].place)


@dataclass(frozen=True, slots=True)
class _Found:
    value: Enclosure
    place: PairRate


def _pair_rate(instance: Instance, budget: Budget, shares: list[Pair], digits: int) -> _Found:
    q = instance.missing
    if instance.types > 2:
        place = many_type_rate(q, budget, shares, min(digits, MOST_RATE_DIGITS))
        return _Found(Enclosure(place.value), place)
    low, high = min(own for own, _ in shares), max(own for own, _ in shares)
    place = two_type_rate(q, budget, low, high, _ROUGH_BITS)

    def compute(bits: int) -> arb:
        return two_type_rate(q, budget, low, high, bits, near=place).value

    return _Found(refine(compute, digits), place)


def place_of_law(missing: Fraction, budget: Budget, law: Pair, *, types: int) -> PairRate:
    """An estimate of the place of one ordered pair's rate for independent records of one law.

    Args:
        missing: q = 1 - rho.
        budget: epsilon > 0.
        law: the probabilities of the two types.
        types: number of types.
    """
    if types > 2:
        return many_type_place(missing, budget, law)
    return two_type_place(missing, budget, law[0])


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
        """-ln of the largest base of the cell's two conditions, as in `buckets`."""
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


_HYPOTHESES = ("epsilon > 0", "every source gives every type a positive probability")


def types_upper(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """The bound of the module's docstring, at least delta_SDP; with three types or more to fewer digits than asked for.

    Raises:
        DomainError: epsilon = 0, or sampling with replacement.
        PrecisionError: the rate could not be proven.

    Example:
        >>> case = Instance.read(records=10**6, rate="0.5", types=2, floor="0.45")
        >>> types_upper(case, Budget.read(epsilon="0.5")).value.log10_estimate < -12300
        True
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    check_digits(digits)
    n, draws = instance.records, instance.draws
    larger = Instance(n + 1, draws, instance.types, instance.floor, instance.laws)
    lattice = (draws + 1) * (n - draws + 2)

    def compute(bits: int) -> arb:
        rate_digits = 10 if instance.types > 2 else int(bits / 3.3) + len(str(n)) + 5
        rate = decay_rate(larger, budget, digits=rate_digits).value.ball
        with ctx.workprec(bits + 2 * n.bit_length() + 32):
            weight = lattice_factor(n + 1, draws) / fraction_ball(instance.floor * larger.missing)
            pairs = instance.types * (instance.types - 1)
            return pairs * lattice * weight * (-(n + 1) * rate).exp()

    value = refine(compute, digits) if instance.types == 2 else Enclosure(compute(_BITS))
    return Bound(value, Way.UPPER, "method of types", "bounds.method_of_types", Standing.PROVED, _HYPOTHESES)
