"""Evaluate closed forms of Smoothed Differential Privacy: Theorem 3, Remark 8, Theorem 5.

*Theorem 3 (iii)*: the worst case, and the threshold of the one-sided bounds. **Without replacement.** max over x of
delta(x) = T/n for every epsilon >= 0. *Proof.* Sample the same positions of x and of a neighbour x'. The samples
differ only if the changed record is sampled, so d(x, x') <= P(sampled) = T/n for E = exp(epsilon) >= 1. If all records
of x are alike, x' has a record of its own type; it shows exactly when it is sampled, and x never shows it: d(x', x) >=
T/n. QED So [Liu, Wang, Xia 2023, Thm. 3 (iii)] is sharp, and T/n is attained.

**With replacement.** max over x of delta(x) = 1 - (1 - 1/n)^T for every epsilon >= 0, by the same two steps: the
changed record is drawn at least once with that probability.

**Threshold.** theta = 1 - exp(-epsilon) > T/n exactly for epsilon > ln(n/(n-T)).

*Remark 8*: the published bound, which fails for small sampling rates, and where it is true. [Liu, Wang, Xia 2023,
Remark 8, App. E.1]: for f-strictly positive sources over m types and epsilon > ln(1/(1-rho)),

    delta_SDP <= exp(-g f n/6) + m exp(-f n/8),    g = s^2,  s = theta/rho - 1,  theta = 1 - exp(-epsilon).

**It is false.** T = 1, n = 200, exp(epsilon) = 101/100 and fair coins: delta_SDP = 3.3e-4, the printed bound is
7.6e-6. Its proof bounds a hypergeometric tail with mean rho H as if the mean were H (`tails`), and uses exp(-mu
s^2/3) beyond s = 1.

**It is also false if strict positivity is read literally**, as pi(X) >= f only for X in the support of pi: two
sources that are point masses have f = 1 and delta_SDP = T/n. Here, as in the published proof, every source gives
every type at least f.

**Where it is true for all n, m and f.** Let K = KL(theta || rho), w = g/(6 K). Remark 8 holds for all n, m, f

    (a) if 1 - exp(-K) >= 1/8, or
    (b) if w <= exp(-K) and w ln w + 1 - w + g/6 >= 1/8.

*Proof.* With t = f n. (a): `one_sided_upper` gives m exp(-(1 - exp(-K)) t) <= m exp(-t/8). (b): delta(H) <= max_i
exp(-K H_i), which is at most exp(-K w t) + sum over i with H_i < w t of exp(-K H_i). The first is exp(-g t/6). For the
second, for every z >= 0,

    E exp(-K H_i) 1{H_i < w t} <= E exp(-K H_i + z (w t - H_i)) <= exp(z w t - t (1 - exp(-K-z))),

(`instance`, and ln(1-x) <= -x), which at exp(-K-z) = w is exp(-t (w ln w + 1 - w + w K)), and w K = g/6. QED

**At every rate of one half and more** it is true for all n, m, f and every epsilon above the threshold. *Proof.*
Then s <= 1/rho - 1 <= 1, and with phi of `tails`, K = rho phi(s) + (1-rho) phi(-rho s/(1-rho)) >= rho s^2/3 +
rho^2 s^2/(2 (1-rho)) >= s^2/3, the last because 3 rho^2 >= 2 (1-rho)^2. So w <= 1/2. If w <= exp(-K), (b) holds, as
w ln w + 1 - w falls in w and is 0.153... at 1/2; else exp(-K) < 1/2 and (a) holds. QED This is the published route,
corrected, and it covers sampling rates such as 0.998.

For lower rates the two conditions depend on epsilon. Near the threshold, s -> 0, w tends to (1-rho)/(3 rho), and
(b) needs rho >= 0.3801.

*Theorem 5*: with replacement, the worst case exactly, and a bound for every epsilon > 0. [Liu, Wang, Xia 2023, App. F,
Thm. 5]. T draws from n records, rho = T/n, which may exceed 1; full support.

**Worst case.** It is 1 - (1-1/n)^T exactly, at every epsilon (`dp`). Theorem 5 prints that no delta <= T/(n+1) is
possible. That is false for n >= 2 from T = 3 on: delta = 1 - (1-1/n)^T is possible, and it is below T/(n+1).
*Proof.* Their difference 1 - (1-1/n)^T - T/(n+1) is concave in T, 0 at T = 0, positive at T = 1 and equal to
-(2n-1)/(n^3 (n+1)) at T = 3. QED

**Two tails.** Let a record of type i (a of them) turn into type j (b of them), h and k draws showing them. For tau
> rho put sigma = tau - epsilon, and assume sigma < rho. The likelihood ratio is ((a-1)/a)^h ((b+1)/b)^k, and the
divergence gains only where h ln(a/(a-1)) - k ln((b+1)/b) > epsilon. As ln(a/(a-1)) <= 1/(a-1) and ln((b+1)/b) >=
1/(b+1),

    either h > tau (a-1),   or   k < sigma (b+1), which is impossible for sigma <= 0.

h ~ Bin(T, a/n) has E e^(z h) <= exp(rho a (e^z - 1)), and k likewise. With e^z = tau/rho and e^z = sigma/rho

    D(a, b) <= (tau/rho)^tau exp(-a L+) + 1{sigma > 0} (rho/sigma)^sigma exp(-b L-),
    L+ = tau ln(tau/rho) - tau + rho,   L- = sigma ln(sigma/rho) - sigma + rho.

*(At a = 1 or b = 0 the respective term is at least 1.)* delta(H) is a maximum of D(H_i, H_j) and D(H_j + 1, H_i -
1), i != j; the shift multiplies the second term by exp(L-), and (rho/sigma)^sigma exp(L-) = exp(rho - sigma).
Averaged (`instance`),

    delta_SDP <= sum_i [ (tau/rho)^tau (1 - f_i (1 - exp(-L+)))^n
                         + 1{sigma > 0} exp(rho-sigma) (1 - f_i (1 - exp(-L-)))^n ].

It falls exponentially in n for every fixed epsilon > 0 and rho. If T = o(n) and epsilon stays above a constant, tau
= epsilon makes L+ grow without limit and the rate tends to -ln(1-f), that of `absent_type_lower`: Theorem 5's
smoothed half, at epsilon = 1 + 2T/n, with explicit constants.

**Not at epsilon = 2T/n.** The published proof sets epsilon = 2T/n in its first step; the statement is false there.
For T = 1 a database has delta >= (1 - (E-1)(a-1))/n, which with a <= n/4 and E = exp(2/n) is of the order 1/n, with
probability near 1 for shares below 1/4.

**Below.** A type without a record has delta(H) = 1 - (1-1/n)^T, so delta_SDP >= (1-p)^n (1 - (1-1/n)^T), p the
least probability of a type.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    fraction_ball,
    logarithm,
    multiply,
    rational,
    read_rational,
    shown,
    sign,
)
from sdp_proofs.privacy.bounds.instance import (
    Bound,
    Instance,
    Standing,
    Way,
    above_threshold,
    bernoulli_entropy,
    epsilon_estimate,
    lowest,
    poisson_entropy,
    powered,
    require_privacy_budget,
    require_without_replacement,
    short,
    shrinking_estimate,
    single_sum,
)
from sdp_proofs.privacy.bounds.lower import attained_laws
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.verdict import Verdict

_MOST_EXACT_BITS = 20_000


def dp_delta(records: int, draws: int) -> Fraction:
    """The largest delta(x) over all databases without replacement, at every epsilon: T/n.

    Raises:
        DomainError: not 0 <= draws <= records with records >= 1.

    Example:
        >>> dp_delta(1000, 998)
        Fraction(499, 500)
    """
    if not (records >= 1 and 0 <= draws <= records):
        raise DomainError(f"draws must be between 0 and records >= 1, got {draws} of {records}")
    return Fraction(draws, records)


def dp_delta_with_replacement(records: int, draws: int, *, digits: int = 15) -> Enclosure:
    """The largest delta(x) over all databases with replacement, at every epsilon: 1 - (1 - 1/n)^T.

    Exact where it has not too many digits.

    Raises:
        DomainError: not records >= 1 and draws >= 0.

    Example:
        >>> str(dp_delta_with_replacement(4, 2))
        '7/16'
    """
    if records < 1 or draws < 0:
        raise DomainError(f"records must be at least 1 and draws at least 0, got {records} and {draws}")
    if draws * records.bit_length() <= _MOST_EXACT_BITS:
        return Enclosure.of(1 - Fraction(records - 1, records) ** draws, 64 + 4 * digits)
    if records == 1:
        return Enclosure.of(1)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits + records.bit_length() + draws.bit_length()):
            return -(fraction_ball(Fraction(-1, records)).log1p() * draws).expm1()

    return refine(compute, digits)


def threshold(records: int, draws: int) -> ExactReal:
    """ln(n/(n-T)), above which one exponential bounds the loss.

    Raises:
        DomainError: not 0 <= draws < records.

    Example:
        >>> str(threshold(1000, 998))
        'log(500)'
    """
    return logarithm(rational(_threshold_odds(records, draws)))


def threshold_budget(records: int, draws: int) -> Budget:
    """The budget with exactly this epsilon.

    Raises:
        DomainError: not 0 <= draws < records.
    """
    return Budget.read(odds=_threshold_odds(records, draws))


def _threshold_odds(records: int, draws: int) -> Fraction:
    if not 0 <= draws < records:
        raise DomainError(f"draws must be at least 0 and less than records = {records}, got {draws}")
    return Fraction(records, records - draws)


_REMARK_8 = ("epsilon > ln(n/(n-T))", "every source gives every type at least f")
_MOST_ODDS_BITS = 200_000
_BITS = 256


class Reason(StrEnum):
    """Why Remark 8 holds for all n, m and f at one rate and one budget."""

    ONE_TAIL = "1 - exp(-K) >= 1/8"
    SPLIT = "w ln w + 1 - w + g/6 >= 1/8 with w = g/(6K) <= exp(-K)"


@dataclass(frozen=True, slots=True)
class Validity:
    """Validity of the printed bound: FAILS means that neither condition holds, not that the bound fails.

    Args:
        verdict: HOLDS if one of the conditions does.
        reason: which.
    """

    verdict: Verdict
    reason: Reason | None


def remark_8_as_published(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """The printed bound with rho = T/n. It is not a bound; `valid` tells whether its hypothesis on epsilon holds.

    Raises:
        DomainError: sampling is with replacement.

    Example:
        >>> case = Instance.read(records=200, draws=1, types=2, floor="1/2")
        >>> remark_8_as_published(case, Budget.read(odds="101/100")).decimal(3)
        '7.57e-6'
    """
    require_without_replacement(instance)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            t = fraction_ball(instance.floor * instance.records)
            gap = remark_8_gap(instance.rate, budget)
            return (-gap * t / 6).exp() + instance.types * (-t / 8).exp()

    return Bound(
        refine(compute, digits),
        Way.UPPER,
        "Remark 8",
        "[Liu, Wang, Xia 2023, Remark 8]",
        Standing.REFUTED,
        _REMARK_8,
        valid=above_threshold(instance, budget),
    )


def remark_8_gap(rate: Fraction, budget: Budget) -> arb:
    """g(rho, epsilon) = ((1 - exp(-epsilon))/rho - 1)^2, at the current working precision.

    Raises:
        DomainError: the rate is not in (0, 1).

    Example:
        >>> remark_8_gap(Fraction(1, 2), Budget.read(odds=4)).overlaps(arb(1) / 4)
        True
    """
    if not 0 < rate < 1:
        raise DomainError(f"rate must be strictly between 0 and 1, got {rate}")
    odds = budget.rational_odds
    if odds is not None and odds.numerator.bit_length() < _MOST_ODDS_BITS:
        return fraction_ball(((1 - 1 / odds) / rate - 1) ** 2)
    return ((1 - 1 / budget.odds.ball(ctx.prec)) / fraction_ball(rate) - 1) ** 2


def remark_8_proved(rate: Fraction, budget: Budget) -> Validity:
    """Tell whether Remark 8 is proved here for all n, m and f at this rate and budget.

    Args:
        rate: rho = T/n, strictly between 0 and 1.
        budget: epsilon, above ln(1/(1-rho)).

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> remark_8_proved(Fraction(499, 500), Budget.read(epsilon=7)).verdict.value
        'HOLDS'
        >>> remark_8_proved(Fraction(1, 200), Budget.read(odds="101/100")).verdict.value
        'FAILS'
    """
    if not 0 < rate < 1:
        raise DomainError(f"rate must be strictly between 0 and 1, got {rate}")
    case = Instance(rate.denominator, rate.numerator, 2, Fraction(1, 2))
    if not above_threshold(case, budget):
        raise DomainError(f"epsilon must be above ln(1/(1-rho)) = log({1 / case.missing}), got {budget}")
    bits = _BITS + budget.size_bits
    with ctx.workprec(bits):
        theta = 1 - 1 / budget.odds.ball(bits)
        entropy, gap = bernoulli_entropy(theta, fraction_ball(rate)), remark_8_gap(rate, budget)
        kept = -(-entropy).expm1()
        if kept >= arb(1) / 8:
            return Validity(Verdict.HOLDS, Reason.ONE_TAIL)
        w = gap / (6 * entropy)
        split = w * w.log() + 1 - w + gap / 6
        if w <= (-entropy).exp() and split >= arb(1) / 8:
            return Validity(Verdict.HOLDS, Reason.SPLIT)
        refused = kept < arb(1) / 8 and (w > (-entropy).exp() or split < arb(1) / 8)
        return Validity(Verdict.FAILS if refused else Verdict.UNKNOWN, None)


_THEOREM_5 = ("sampling with replacement", "epsilon > 0", "every source gives every type a positive probability")


def replacement_upper(
    instance: Instance, budget: Budget, *, level: Readable | None = None, digits: int = 15
) -> Bound:
    """The two tails of the module's docstring, at least delta_SDP with replacement.

    Args:
        instance: records, draws and sources, with replacement.
        budget: epsilon > 0.
        level: a rational tau, rho < tau < rho + epsilon; without, a good one is chosen. Every such tau gives a bound.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: sampling without replacement, epsilon = 0, or a level outside its range.

    Example:
        >>> case = Instance.read(records=1000, draws=10, types=2, floor="1/4", replacement=True)
        >>> replacement_upper(case, Budget.read(epsilon="1.02")).decimal(3)
        '8.9e-120'
    """
    _require_replacement(instance)
    require_privacy_budget(budget)
    tau = _best_level(instance, budget) if level is None else read_rational(level, "level")
    place = sign(add(rational(tau - instance.rate), multiply(rational(-1), budget.epsilon)))
    if not (tau > instance.rate and place == -1):
        raise DomainError(f"level must be above {instance.rate} and below {instance.rate} + epsilon, got {shown(tau)}")
    side = sign(add(rational(tau), multiply(rational(-1), budget.epsilon)))
    if side is None:
        raise DomainError(f"level must be further from epsilon: the two could not be told apart, got {shown(tau)}")

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            rho, high = fraction_ball(instance.rate), fraction_ball(tau)
            total = (high / rho) ** high * single_sum(instance, (-poisson_entropy(high, rho)).exp())
            if side == 1:
                sigma = high - budget.epsilon.ball(bits)
                total += (rho - sigma).exp() * single_sum(instance, (-poisson_entropy(sigma, rho)).exp())
            return total

    name = f"two Poisson tails, level {shown(tau)}"
    return Bound(refine(compute, digits), Way.UPPER, name, "bounds.replacement", Standing.PROVED, _THEOREM_5)


def absent_type_lower(instance: Instance, *, digits: int = 15) -> Bound:
    """(1-p)^n (1 - (1-1/n)^T), at most delta_SDP with replacement, at every epsilon.

    Raises:
        DomainError: sampling without replacement.

    Example:
        >>> case = Instance.read(records=1000, draws=10, types=2, floor="1/4", replacement=True)
        >>> absent_type_lower(case).decimal(3)
        '1.14e-127'
    """
    _require_replacement(instance)
    n, draws = instance.records, instance.draws
    share = min(probability for law in attained_laws(instance) for probability in law)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits + n.bit_length() + draws.bit_length()):
            seen = arb(1) if n == 1 else -(fraction_ball(Fraction(-1, n)).log1p() * draws).expm1()
            return powered(fraction_ball(1 - share), n) * seen

    value = refine(compute, digits)
    return Bound(value, Way.LOWER, "an absent type", "bounds.replacement", Standing.PROVED, _THEOREM_5[:1])


@dataclass(frozen=True, slots=True)
class WorstCase:
    """Theorem 5's worst case.

    Args:
        value: 1 - (1-1/n)^T, the exact DP parameter at every epsilon.
        printed: T/(n+1), which is printed to be impossible.
        refuted: whether the printed value is possible: it is at least the exact parameter.
    """

    value: Fraction
    printed: Fraction
    refuted: bool


def theorem_5_worst_case(records: int, draws: int) -> WorstCase:
    """The exact worst case beside the printed one (meant for small sizes).

    Raises:
        DomainError: not records >= 1 and draws >= 1.

    Example:
        >>> theorem_5_worst_case(5, 3)
        WorstCase(value=Fraction(61, 125), printed=Fraction(1, 2), refuted=True)
        >>> theorem_5_worst_case(5, 2).refuted
        False
    """
    if records < 1 or draws < 1:
        raise DomainError(f"records and draws must be at least 1, got {records} and {draws}")
    value, printed = 1 - Fraction(records - 1, records) ** draws, Fraction(draws, records + 1)
    return WorstCase(value, printed, printed >= value)


_MARGIN = 2.0**-20


def _best_level(instance: Instance, budget: Budget) -> Fraction:
    rho, epsilon, n = float(instance.rate), epsilon_estimate(budget), instance.records

    def log_bound(part: float) -> float:
        tau = rho + part * epsilon
        sigma = tau - epsilon
        first = tau * math.log(tau / rho) - tau + rho
        worst = -math.inf
        for _, floor in instance.floors():
            worst = max(worst, n * shrinking_estimate(floor, first) + tau * math.log(tau / rho))
            if sigma > 0:
                second = sigma * math.log(sigma / rho) - sigma + rho
                worst = max(worst, n * shrinking_estimate(floor, second) + rho - sigma)
        return worst

    # The second tail sets in where the level passes epsilon, so there is a valley on either side. The margin is wider
    # than what rounding to a short fraction can move the level by.
    below = (epsilon * (1 - _MARGIN) - rho) / epsilon
    parts = [lowest(log_bound, max(_MARGIN, below + 2 * _MARGIN), 1 - _MARGIN)]
    if below > _MARGIN:
        parts += [lowest(log_bound, _MARGIN, below), below]
    return instance.rate + short(min(parts, key=log_bound) * epsilon)


def _require_replacement(instance: Instance) -> None:
    if not instance.replacement:
        raise DomainError("sampling must be with replacement here")
