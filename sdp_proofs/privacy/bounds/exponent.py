"""The exact decay rate of delta_SDP, the yardstick of every closed form.

Let T/n = rho be fixed, q = 1 - rho, E = exp(epsilon) > 1, and let all sources have full support. Then
-ln(delta_SDP)/n tends to

    R = min over i != j and over the laws pi of the hull of
        inf { rho KL(p || pi) + (1-rho) KL(p' || pi) : 1 + c p_j/p'_j <= (1 + c p_i/p'_i)/E },    c = rho/(1-rho),

p and p' being the histograms of the sampled and of the other records, as shares. With A the histogram of all
records and x_k = q p'_k/A_k the unsampled share of type k this is KL(A || pi) + sum_k A_k KL(x_k || q), with sum_k
A_k x_k = q and the condition E x_i A_j A_i <= x_j A_j A_i.

*Proof, upper bound of delta_SDP.* `method_of_types`: delta_SDP <= poly(n) exp(-(n+1) R(T/(n+1))), for records with
different sources. *Lower bound.* delta_SDP is at least the average over independent records of one law pi of the
hull, since F is multilinear; and of that average `one_point` keeps one lattice point within O(1) of the minimiser,
worth poly(1/n) exp(-n R). R is continuous in rho. QED

*Reductions.* All types other than i and j have the same x_0 and shares in proportion to pi (the relative entropy is
convex), so they count as one. The condition is an equality at the minimum: else the point would be a local, and so
the global, minimum of a convex function on the simplex under one linear constraint, which is where A = pi and all x
= q, and E q < q is false. So one number is left to be found by a global search: y = x_j = E x_i (`two_type_rate`,
`many_type_rate`). An absent type, A_i = 0, is a point of the problem: R <= -ln(1 - f) always.

World: enclosure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.privacy.bounds.instance import Instance, Pair, require_privacy_budget, require_without_replacement
from sdp_proofs.privacy.bounds.many_type_rate import MOST_RATE_DIGITS, many_type_place, many_type_rate
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
