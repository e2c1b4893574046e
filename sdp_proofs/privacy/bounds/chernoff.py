"""Chernoff bounds of how many marked records a sample contains, and the printed step that lost a factor.

X counts marked records; mean mu. P(X >= k) is bounded for k >= mu, P(X <= k) for k <= mu.

**Relative entropy.** X ~ Binomial(T, p): P(X >= k) <= exp(-T KL(k/T || p)), the infimum over s >= 0 of E e^(s(X-k))
= (1 - p + p e^s)^T e^(-s k); the same for P(X <= k) with s <= 0. X hypergeometric, T draws from n with H marked:
its moment generating function is at most that of Binomial(T, H/n) [Hoeffding 1963, theorem 4]. X has the same law
with the roles of T and H exchanged, H draws from n with T marked. So both exponents are valid,

    T KL(k/T || H/n)   and   H KL(k/H || T/n),

and the larger one is used.

**Multiplicative forms.** With k = (1+s) mu, as 1 - p + p e^t <= exp(p (e^t - 1)), the exponent is at least mu
phi(s), phi(s) = (1+s) ln(1+s) - s (s >= 0), and

    phi(s) >= s^2/(2+s) for s >= 0,    phi(s) >= s^2/3 for 0 <= s <= 1,    phi(-s) >= s^2/2 for 0 <= s <= 1.

*Proof.* ln(1+s) - 2s/(2+s) is 0 at 0 and has the derivative s^2/((1+s)(2+s)^2) >= 0; so phi(s) >= (1+s) 2s/(2+s) -
s = s^2/(2+s), and 2+s <= 3 on [0, 1]. phi(-s) = (1-s) ln(1-s) + s is 0 at 0 with the derivative -ln(1-s) >= s. QED
Beyond s = 1 the middle form is false: phi(s)/s^2 tends to 0.

**The printed step.** Inequality (7) of [Liu, Wang, Xia 2023, App. E.1] bounds P(h > theta H) by exp(-s^2 H/3), s =
theta/rho - 1, where h has the mean rho H: the exponent of the form used is s^2 rho H/3, and it needs s <= 1.
`printed_step_as_published` is the printed value. It fails for a handful of records: n = 20, T = 1, H = 1 and theta
= 1/2 give P(h >= 1) = 1/20 and a printed bound of 2e-12.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational, shown
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy

Law = Hypergeometric | Binomial


def entropy_tail_upper(law: Law, count: Readable, *, below: bool = False, digits: int = 15) -> Bound:
    """Exp of minus the relative entropy, at least P(X >= count), or P(X <= count) if `below`.

    Args:
        law: the law of X.
        count: k, rational, between the mean and the largest (the least) value that is possible.
        below: the lower tail.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: the count is on the wrong side of the mean, or beyond what is possible.

    Example:
        >>> entropy_tail_upper(Hypergeometric(population=20, marked=1, draws=1), 1).decimal(4)
        '0.05001'
    """
    level = read_rational(count, "count")
    _check_side(law, level, below)
    swaps = [(law.draws, _success(law))]
    if isinstance(law, Hypergeometric):
        swaps.append((law.marked, Fraction(law.draws, law.population)))
    for trials, _ in swaps:
        if not 0 <= level <= trials:
            raise DomainError(f"count must be between 0 and {trials}, got {shown(level)}")

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            exponents = [_exponent(trials, success, level) for trials, success in swaps]
            best = exponents[0]
            for exponent in exponents[1:]:
                best = best.max(exponent)
            return (-best).exp()

    value = refine(compute, digits)
    return Bound(value, Way.UPPER, "relative entropy", "bounds.chernoff", Standing.PROVED, _sides(below))


def _exponent(trials: int, success: Fraction, level: Fraction) -> arb:
    if trials == 0 or success in (0, 1):
        return arb(0)
    return trials * bernoulli_entropy(fraction_ball(level / trials), fraction_ball(success))


def multiplicative_tail_upper(law: Law, excess: Readable, *, form: str = "phi", digits: int = 15) -> Bound:
    """exp(-mu c(s)), at least P(X >= (1+s) mu), or P(X <= (1+s) mu) for s < 0.

    Args:
        law: the law of X.
        excess: s, rational, at least -1.
        form: c: "phi", "ratio" = s^2/(2+s) and "third" = s^2/3 for s >= 0, "half" = s^2/2 for s <= 0.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: s is outside the range of the form.

    Example:
        >>> multiplicative_tail_upper(Binomial(100, Fraction(1, 2)), "1/2", form="third").decimal(4)
        '0.01551'
    """
    s = read_rational(excess, "excess")
    if form not in _FORMS:
        raise DomainError(f"form must be one of {', '.join(_FORMS)}, got {shown(form)}")
    low, high, value = _FORMS[form]
    if s < low or (high is not None and s > high):
        raise DomainError(f"excess must be between {low} and {'infinity' if high is None else high}, got {shown(s)}")

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return (-fraction_ball(law.mean) * value(s)).exp()

    return Bound(refine(compute, digits), Way.UPPER, f"multiplicative, {form}", "bounds.chernoff", Standing.PROVED)


def _phi(s: Fraction) -> arb:
    if s in (0, -1):
        return fraction_ball(-s)
    return fraction_ball(1 + s) * fraction_ball(s).log1p() - fraction_ball(s)


_FORMS: dict[str, tuple[int, int | None, Callable[[Fraction], arb]]] = {
    "phi": (-1, None, _phi),
    "ratio": (0, None, lambda s: fraction_ball(s * s / (2 + s))),
    "third": (0, 1, lambda s: fraction_ball(s * s / 3)),
    "half": (-1, 0, lambda s: fraction_ball(s * s / 2)),
}


def printed_step_as_published(
    records: int, marked: int, draws: int, theta: Readable, *, digits: int = 15
) -> Bound:
    """min(1, exp(-s^2 H/3)) with s = theta/rho - 1: inequality (7) as printed. It is not a bound of P(h > theta H).

    Raises:
        DomainError: not 0 < draws < records, 1 <= marked <= records and rho < theta <= 1.

    Example:
        >>> printed_step_as_published(20, 1, 1, "1/2").decimal(2)
        '1.9e-12'
    """
    level = read_rational(theta, "theta")
    if not (0 < draws < records and 1 <= marked <= records):
        raise DomainError("draws must be between 1 and records - 1, and marked between 1 and records")
    rate = Fraction(draws, records)
    if not rate < level <= 1:
        raise DomainError(f"theta must be above {rate} and at most 1, got {shown(level)}")
    s = level / rate - 1

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return (-fraction_ball(s * s * marked / 3)).exp()

    source = "[Liu, Wang, Xia 2023, App. E.1, inequality (7)]"
    return Bound(refine(compute, digits), Way.UPPER, "printed Chernoff step", source, Standing.REFUTED)


def _success(law: Law) -> Fraction:
    if isinstance(law, Hypergeometric):
        return Fraction(law.marked, law.population) if law.population else Fraction(0)
    return law.success


def _check_side(law: Law, level: Fraction, below: bool) -> None:
    if below and level > law.mean:
        raise DomainError(f"count must be at most the mean {law.mean} for a lower tail, got {shown(level)}")
    if not below and level < law.mean:
        raise DomainError(f"count must be at least the mean {law.mean} for an upper tail, got {shown(level)}")


def _sides(below: bool) -> tuple[str, ...]:
    return ("count <= mean",) if below else ("count >= mean",)
