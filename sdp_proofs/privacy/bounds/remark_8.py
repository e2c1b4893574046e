"""The published non-asymptotic bound, which fails for small sampling rates, and where it is true.

[Liu, Wang, Xia 2023, Remark 8, App. E.1]: for f-strictly positive sources over m types and epsilon > ln(1/(1-rho)),

    delta_SDP <= exp(-g f n/6) + m exp(-f n/8),    g = s^2,  s = theta/rho - 1,  theta = 1 - exp(-epsilon).

**It is false.** T = 1, n = 200, exp(epsilon) = 101/100 and fair coins: delta_SDP = 3.3e-4, the printed bound is
7.6e-6. Its proof bounds a hypergeometric tail with mean rho H as if the mean were H (`chernoff`), and uses exp(-mu
s^2/3) beyond s = 1.

**It is also false if strict positivity is read literally**, as pi(X) >= f only for X in the support of pi: two
sources that are point masses have f = 1 and delta_SDP = T/n. Here, as in the published proof, every source gives
every type at least f.

**Where it is true for all n, m and f.** Let K = KL(theta || rho), w = g/(6 K). Remark 8 holds for all n, m, f

    (a) if 1 - exp(-K) >= 1/8, or
    (b) if w <= exp(-K) and w ln w + 1 - w + g/6 >= 1/8.

*Proof.* With t = f n. (a): `one_sided` gives m exp(-(1 - exp(-K)) t) <= m exp(-t/8). (b): delta(H) <= max_i exp(-K
H_i), which is at most exp(-K w t) + sum over i with H_i < w t of exp(-K H_i). The first is exp(-g t/6). For the
second, for every z >= 0,

    E exp(-K H_i) 1{H_i < w t} <= E exp(-K H_i + z (w t - H_i)) <= exp(z w t - t (1 - exp(-K-z))),

(`instance`, and ln(1-x) <= -x), which at exp(-K-z) = w is exp(-t (w ln w + 1 - w + w K)), and w K = g/6. QED

**At every rate of one half and more** it is true for all n, m, f and every epsilon above the threshold. *Proof.*
Then s <= 1/rho - 1 <= 1, and with phi of `chernoff`, K = rho phi(s) + (1-rho) phi(-rho s/(1-rho)) >= rho s^2/3 +
rho^2 s^2/(2 (1-rho)) >= s^2/3, the last because 3 rho^2 >= 2 (1-rho)^2. So w <= 1/2. If w <= exp(-K), (b) holds, as
w ln w + 1 - w falls in w and is 0.153... at 1/2; else exp(-K) < 1/2 and (a) holds. QED This is the published route,
corrected, and it covers sampling rates such as 0.998.

For lower rates the two conditions depend on epsilon. Near the threshold, s -> 0, w tends to (1-rho)/(3 rho), and
(b) needs rho >= 0.3801.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold, require_without_replacement
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.verdict import Verdict

HYPOTHESES = ("epsilon > ln(n/(n-T))", "every source gives every type at least f")
_EXACT_BITS = 200_000
_BITS = 256


class Reason(StrEnum):
    """Why Remark 8 holds for all n, m and f at one rate and one budget."""

    ONE_TAIL = "1 - exp(-K) >= 1/8"
    SPLIT = "w ln w + 1 - w + g/6 >= 1/8 with w = g/(6K) <= exp(-K)"


@dataclass(frozen=True, slots=True)
class Validity:
    """Whether the printed bound is proved here; FAILS means that neither condition holds, not that the bound fails.

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
        HYPOTHESES,
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
    if odds is not None and odds.numerator.bit_length() < _EXACT_BITS:
        return fraction_ball(((1 - 1 / odds) / rate - 1) ** 2)
    return ((1 - 1 / budget.odds.ball(ctx.prec)) / fraction_ball(rate) - 1) ** 2


def remark_8_proved(rate: Fraction, budget: Budget) -> Validity:
    """Whether Remark 8 is proved here for all n, m and f at this rate and budget.

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
