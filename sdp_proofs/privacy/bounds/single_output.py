"""A lower bound at any size, with the exact exponent: one lattice point of the double sum.

Let all records follow one law pi of the hull, independently. The T sampled and the N = n - T other records then
have independent multinomial histograms. For types i != j and counts h of sampled and u of unsampled ones, h_i + u_i
>= 1,

    delta_SDP >= P(sampled h_i, h_j) P(unsampled u_i, u_j) (1 - E (u_i/(h_i+u_i)) ((h_j+u_j+1)/(u_j+1))),

because delta(H) >= D(H_i, H_j), the average over samples of the positive part of the last factor (`sampled_pair`;
the likelihood ratio of a change from i to j).

P_pi(h) = exp(-T KL(h/T || pi)) P_{h/T}(h), and under the law h/T no histogram is more likely than h, of at most
(T+1)^m: a multinomial probability at h is at least exp(-T KL(h/T || pi))/(T+1)^m. At a lattice point near the
minimiser of `exponent` the bound is therefore poly(1/n) exp(-n R): the upper bound of `method_of_types` has the
same exponent, and the two together hold delta_SDP between explicit functions of n.

The point is chosen in doubles and improved by steps of one; every point gives a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.source_set import Law
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx, whole
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.exponent import place_of_law
from sdp_proofs.privacy.bounds.instance import Instance, require_privacy_budget, require_without_replacement
from sdp_proofs.privacy.bounds.lower import attained_laws
from sdp_proofs.privacy.budget import Budget

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
