"""Lower bounds of delta_SDP: from one event, from two, and from all that two types show.

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
`sampled_pair`

    delta_SDP >= rho (1-p)^n + sum over u >= 1, v >= 0 of Bin(T,p)(u) Bin(N,p)(v) max(0, 1 - E r),
    r = v (n-u-v+1)/((u+v)(N-v+1)).

The factor 1 - E r falls as v grows.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sdp_proofs.distributions.source_set import Law
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.average import powered
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.instance import Instance, require_without_replacement
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


