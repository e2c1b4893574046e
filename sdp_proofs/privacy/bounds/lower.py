"""Bound delta_SDP from below.

All average over independent records of one law of the sources' hull, which delta_SDP is at least, its F being
multilinear.

**One type only.** A database whose records are all of type i has delta = T/n: its neighbour's odd record is seen
exactly when it is sampled. So delta_SDP >= rho pi(i)^n, and rho f^n as in [Liu, Wang, Xia 2023, Thm. 3 (ii), App.
E.1].

**A rare type.** Let pi(i) = p. If all H_i >= 1 records of type i are sampled the neighbour with one fewer cannot
have given that sample: d >= P(u = 0). If H_i = 0, delta(H) = rho. The N = n - T unsampled records are independent
of type i with probability (1-p)^N in all, so for every epsilon

    delta_SDP >= rho (1-p)^n + ((1-p)^N - (1-p)^n) = (1-p)^(n-T) - (1-rho) (1-p)^n.

**Double sum.** Count all types other than i as one (a post-processing, which lowers no loss). The sampled and the
unsampled records of type i are independent, Bin(T, p) and Bin(N, p), hence with the likelihood ratio of
`SampledPair`

    delta_SDP >= rho (1-p)^n + sum over u >= 1, v >= 0 of Bin(T,p)(u) Bin(N,p)(v) max(0, 1 - E r),
    r = v (n-u-v+1)/((u+v)(N-v+1)).

The factor 1 - E r falls as v grows.

*One lattice point of the double sum*: a lower bound at any size, with the exact exponent. Let all records follow one
law pi of the hull, independently. The T sampled and the N = n - T other records then have independent multinomial
histograms. For types i != j and counts h of sampled and u of unsampled ones, h_i + u_i >= 1,

    delta_SDP >= P(sampled h_i, h_j) P(unsampled u_i, u_j) (1 - E (u_i/(h_i+u_i)) ((h_j+u_j+1)/(u_j+1))),

because delta(H) >= D(H_i, H_j), the average over samples of the positive part of the last factor (`SampledPair`;
the likelihood ratio of a change from i to j).

P_pi(h) = exp(-T KL(h/T || pi)) P_{h/T}(h), and under the law h/T no histogram is more likely than h, of at most
(T+1)^m: a multinomial probability at h is at least exp(-T KL(h/T || pi))/(T+1)^m. At a lattice point near the
minimiser of `decay_rate` the bound is therefore poly(1/n) exp(-n R): the upper bound of `types_upper` has the
same exponent, and the two together hold delta_SDP between explicit functions of n.

The point is chosen in doubles and improved by steps of one; every point gives a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.distributions.source_set import Law
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, whole
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.decay_rate import place_of_law
from sdp_proofs.privacy.bounds.instance import (
    Bound,
    Instance,
    Standing,
    Way,
    powered,
    require_privacy_budget,
    require_without_replacement,
)
from sdp_proofs.privacy.budget import Budget

EXACT_RECORDS = 120
"""Up to this many records the double sum with rational odds is a fraction."""
MOST_TERMS = 4_000_000


def attained_laws(instance: Instance) -> tuple[Law, ...]:
    """Laws of the instance: its vertices, or without laws one that gives f to all types but one."""
    if instance.laws is not None:
        return instance.laws
    rest = 1 - (instance.types - 1) * instance.floor
    return ((instance.floor,) * (instance.types - 1) + (rest,),)


def one_type_lower(instance: Instance, *, digits: int = 15) -> Bound:
    """Rho max pi(i)^n, at most delta_SDP.

    Raises:
        DomainError: sampling is with replacement.

    Example:
        >>> case = Instance.read(records=100, draws=50, types=2, floor="0.45")
        >>> one_type_lower(case).decimal(3)
        '5.43e-27'
    """
    require_without_replacement(instance)
    share = max(probability for law in attained_laws(instance) for probability in law)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return fraction_ball(instance.rate) * powered(fraction_ball(share), instance.records)

    return _bound(refine(compute, digits), "one type only")


def rare_type_lower(instance: Instance, *, digits: int = 15) -> Bound:
    """(1-p)^(n-T) - (1-rho) (1-p)^n with p the least probability of a type, at most delta_SDP at every epsilon.

    Raises:
        DomainError: sampling is with replacement.

    Example:
        >>> case = Instance.read(records=1000, rate="0.998", types=2, floor="0.0554")
        >>> rare_type_lower(case).decimal(6)
        '0.892269'
    """
    require_without_replacement(instance)
    present = 1 - min(probability for law in attained_laws(instance) for probability in law)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            base, n = fraction_ball(present), instance.records
            return powered(base, n - instance.draws) - fraction_ball(instance.missing) * powered(base, n)

    return _bound(refine(compute, digits), "a rare type")


def double_sum_lower(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """The double sum for the rarest type, at most delta_SDP; exact for rational odds up to `EXACT_RECORDS` records.

    Raises:
        DomainError: sampling is with replacement.
        SizeError: more than `MOST_TERMS` terms.

    Example:
        >>> case = Instance.read(records=20, draws=10, types=2, floor="1/2")
        >>> double_sum_lower(case, Budget.read(odds=2)).decimal(6)
        '0.0197238'
    """
    require_without_replacement(instance)
    n, draws = instance.records, instance.draws
    if draws * (n - draws) > MOST_TERMS:
        raise SizeError(f"draws times unsampled records must be at most {MOST_TERMS}, got more; see `one_point_lower`")
    share = min(probability for law in attained_laws(instance) for probability in law)
    odds = budget.rational_odds
    if odds is not None and n <= EXACT_RECORDS:
        return _bound(Enclosure.of(_exact_sum(n, draws, share, odds), 64 + 4 * digits), "double sum")
    return _bound(refine(lambda bits: _ball_sum(n, draws, share, budget, bits + 32), digits), "double sum")


def _exact_sum(n: int, draws: int, share: Fraction, odds: Fraction) -> Fraction:
    rest, missed = 1 - share, n - draws
    total = Fraction(draws, n) * rest**n
    unsampled = [comb(missed, v) * share**v * rest ** (missed - v) for v in range(missed + 1)]
    for u in range(1, draws + 1):
        inner = Fraction(0)
        for v in range(missed + 1):
            gain = 1 - odds * Fraction(v * (n - u - v + 1), (u + v) * (missed - v + 1))
            if gain <= 0:
                break
            inner += unsampled[v] * gain
        total += comb(draws, u) * share**u * rest ** (draws - u) * inner
    return total


def _ball_sum(n: int, draws: int, share: Fraction, budget: Budget, bits: int) -> arb:
    missed = n - draws
    with ctx.workprec(bits + 2 * n.bit_length()):
        odds, total = budget.odds.ball(ctx.prec), fraction_ball(1 - share)
        total = fraction_ball(Fraction(draws, n)) * powered(total, n)
        sampled, unsampled = _binomial(draws, share), _binomial(missed, share)
        for u in range(1, draws + 1):
            inner = arb(0)
            for v in range(missed + 1):
                gain = 1 - odds * (v * (n - u - v + 1)) / ((u + v) * (missed - v + 1))
                if gain <= 0:
                    break
                # An undecided sign means a term that is zero or next to nothing.
                inner += unsampled[v] * (gain if gain > 0 else arb(0).union(gain.abs_upper()))
            total += sampled[u] * inner
        return total


def _binomial(draws: int, share: Fraction) -> list[arb]:
    odds = fraction_ball(share / (1 - share))
    masses = [powered(fraction_ball(1 - share), draws)]
    for k in range(draws):
        masses.append(masses[-1] * odds * (draws - k) / (k + 1))
    return masses


def _bound(value: Enclosure, name: str) -> Bound:
    return Bound(value, Way.LOWER, name, "bounds.lower", Standing.PROVED)


_SEARCH_BITS = 40
_MOST_STEPS = 400


@dataclass(frozen=True, slots=True)
class LatticePoint:
    """Counts of two types of one law.

    Args:
        shares: pi_i and pi_j.
        sampled: h_i and h_j.
        missed: u_i and u_j.
    """

    shares: tuple[Fraction, Fraction]
    sampled: tuple[int, int]
    missed: tuple[int, int]


def one_point_lower(
    instance: Instance, budget: Budget, *, point: LatticePoint | None = None, digits: int = 15
) -> Bound:
    """The bound of the module's docstring, at most delta_SDP.

    Args:
        instance: records, draws and sources.
        budget: epsilon > 0.
        point: counts and a law of the hull; without, a good one is chosen among the sources.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: epsilon = 0, sampling with replacement, or a point where the bound is not positive.

    Example:
        >>> case = Instance.read(records=10**6, rate="0.5", types=2, floor="0.45")
        >>> one_point_lower(case, Budget.read(epsilon="0.5")).value.log10_estimate > -12340
        True
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    chosen = best_point(instance, budget) if point is None else point
    if not _term(instance, budget, chosen, 64) > 0:
        raise DomainError("the point must have a positive gain: E u_i (h_j+u_j+1) < (u_j+1) (h_i+u_i)")
    value = refine(lambda bits: _term(instance, budget, chosen, bits), digits)
    return Bound(value, Way.LOWER, "one lattice point", "bounds.one_point", Standing.PROVED)


def best_point(instance: Instance, budget: Budget) -> LatticePoint:
    """A lattice point of nearly the largest bound.

    Raises:
        PrecisionError: none was found.
    """
    best: tuple[arb, LatticePoint] | None = None
    for law in attained_laws(instance):
        for pair in _pairs(law):
            start = _start(instance, budget, pair)
            found = None if start is None else _climbed(instance, budget, start)
            if found is not None and (best is None or found[0].mid() > best[0].mid()):
                best = found
    if best is None:
        raise PrecisionError("no lattice point with a positive gain was found")
    return best[1]


def _pairs(law: Law) -> Iterator[tuple[Fraction, Fraction]]:
    pairs = {(law[i], law[j]) for i in range(len(law)) for j in range(len(law)) if i != j}
    return iter(sorted(pairs))


def _start(instance: Instance, budget: Budget, pair: tuple[Fraction, Fraction]) -> LatticePoint | None:
    n, draws = instance.records, instance.draws
    try:
        place = place_of_law(instance.missing, budget, pair, types=instance.types)
    except PrecisionError:
        return None
    if not (place.share.is_finite() and place.gaining.is_finite()):
        return None
    with ctx.workprec(128 + 2 * n.bit_length()):
        u = [_nearest(n * place.share * place.losing), _nearest(n * place.gaining_share * place.gaining)]
        h = [
            _nearest(n * place.share * (1 - place.losing)),
            _nearest(n * place.gaining_share * (1 - place.gaining)),
        ]
    missed = n - draws
    # With two types the second counts follow from the first, and an absent type costs least at h_i = 1.
    h[0], u[0] = min(max(h[0], 1), draws), min(max(u[0], 0), missed)
    h[1] = draws - h[0] if instance.types == 2 else min(max(h[1], 0), draws - h[0])
    u[1] = missed - u[0] if instance.types == 2 else min(max(u[1], 0), missed - u[0])
    return LatticePoint(pair, (h[0], h[1]), (u[0], u[1]))


def _nearest(value: arb) -> int:
    if not value.is_finite():
        raise PrecisionError("the decay rate's place could not be located")
    return whole((value.mid() + arb(1) / 2).mid().floor())


def _climbed(instance: Instance, budget: Budget, start: LatticePoint) -> tuple[arb, LatticePoint] | None:
    """Steps of one as long as they improve; first towards a positive gain."""
    point = start
    while not (value := _term(instance, budget, point, _SEARCH_BITS)) > 0:
        if point.missed[0] == 0:
            return None
        u, w = point.missed[0] - 1, point.missed[1]
        point = replace(point, missed=(u, w + 1 if instance.types == 2 else w))
    for _ in range(_MOST_STEPS):
        options = [(_term(instance, budget, other, _SEARCH_BITS), other) for other in _neighbours(instance, point)]
        better = max(options, key=lambda option: _log(option[0]), default=None)
        if better is None or not better[0] > value:
            break
        value, point = better
    return value, point


def _log(value: arb) -> float:
    return float(value.mid().log()) if value > 0 else float("-inf")


def _neighbours(instance: Instance, point: LatticePoint) -> Iterator[LatticePoint]:
    draws, missed = instance.draws, instance.records - instance.draws
    for move in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for first in (True, False) if instance.types > 2 else (True,):
            h, u = list(point.sampled), list(point.missed)
            h[0 if first else 1] += move[0]
            u[0 if first else 1] += move[1]
            if instance.types == 2:
                h[1], u[1] = draws - h[0], missed - u[0]
            if min(*h, *u) >= 0 and sum(h) <= draws and sum(u) <= missed and h[0] + u[0] >= 1:
                yield replace(point, sampled=(h[0], h[1]), missed=(u[0], u[1]))


def _term(instance: Instance, budget: Budget, point: LatticePoint, bits: int) -> arb:
    """The bound at one point."""
    n, draws = instance.records, instance.draws
    (h, k), (u, w) = point.sampled, point.missed
    own, other = point.shares
    if h + u < 1 or min(h, k, u, w) < 0 or h + k > draws or u + w > n - draws:
        raise DomainError("the point's counts must be possible, with at least one record of the first type")
    with ctx.workprec(bits + 4 * n.bit_length() + 32):
        mass = _multinomial(draws, own, other, h, k, bits) * _multinomial(n - draws, own, other, u, w, bits)
        gain = 1 - budget.odds.ball(ctx.prec) * u * (k + w + 1) / (arb(h + u) * (w + 1))
        return mass * gain


def _multinomial(total: int, own: Fraction, other: Fraction, first: int, second: int, bits: int) -> arb:
    if own + other == 1:
        return Binomial(total, own).term.ball(first, bits) if first + second == total else arb(0)
    rest = Binomial(total - first, other / (1 - own)).term.ball(second, bits)
    return Binomial(total, own).term.ball(first, bits) * rest
