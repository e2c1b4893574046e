"""Sampling with replacement: the worst case exactly, and a bound for every epsilon > 0.

[Liu, Wang, Xia 2023, App. F, Thm. 5]. T draws from n records, rho = T/n, which may exceed 1; full support.

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
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import Readable, add, fraction_ball, multiply, rational, read_rational, shown, sign
from sdp_proofs.privacy.bounds.average import powered, single_sum
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.entropy import poisson_entropy
from sdp_proofs.privacy.bounds.estimates import epsilon_estimate, lowest, short, shrinking_estimate
from sdp_proofs.privacy.bounds.instance import Instance, require_privacy_budget
from sdp_proofs.privacy.bounds.lower import attained_laws
from sdp_proofs.privacy.budget import Budget

HYPOTHESES = ("sampling with replacement", "epsilon > 0", "every source gives every type a positive probability")


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
    return Bound(refine(compute, digits), Way.UPPER, name, "bounds.replacement", Standing.PROVED, HYPOTHESES)


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
    return Bound(value, Way.LOWER, "an absent type", "bounds.replacement", Standing.PROVED, HYPOTHESES[:1])


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
