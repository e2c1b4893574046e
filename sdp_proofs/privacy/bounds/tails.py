"""Bound losses from above by tails of one or two counts.

*Chernoff bounds* of how many marked records a sample contains, and the printed step that lost a factor. X counts
marked records; mean mu. P(X >= k) is bounded for k >= mu, P(X <= k) for k <= mu.

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

*One tail*, above the threshold epsilon > ln(n/(n-T)): one exponential. Let theta = 1 - exp(-epsilon) > rho = T/n and K
= KL(theta || rho).

**One database.** delta(H) <= exp(-K max(1, min H)).

*Proof.* Let a record of type i, of which there are a, turn into type j, of which there are b, and let u of the a
and w of the b records not be sampled. The likelihood ratio of the sample is (u/a) ((b+1)/(w+1)), see
`SampledPair`; the second factor is at least 1. Where the divergence gains anything the ratio is below
exp(-epsilon), so u/a < exp(-epsilon), and d <= P(h > theta a) for the number h = a - u of sampled ones. h is
hypergeometric: it counts the marked ones among a records drawn from n of which T are marked (the roles of the type
and of the sample are exchanged; the law is the same). For a draws without replacement from a population with mean
rho the moment generating function is at most that of a draws with replacement [Hoeffding 1963, theorem 4], so P(h
>= theta a) <= exp(-a KL(theta || rho)). In delta(H) the type that loses a record has H_i >= 1 records, or H_j + 1
if the neighbour is the one that loses it; the least is max(1, min H). QED

**Smoothed.** delta_SDP <= sum_i (1 - f_i (1 - exp(-K)))^n <= m (1 - f (1 - exp(-K)))^n <= m exp(-f n (1 -
exp(-K))), with f_i the least probability of type i under a source.

*Proof.* delta(H) <= sum_i exp(-K H_i), and each summand's average factorises over the records (`instance`); then
ln(1 - x) <= -x. QED

*Two tails*, for every epsilon > 0: two exponentials, one for each factor of the likelihood ratio. Write E =
exp(epsilon), rho = T/n, N = n - T and q = 1 - rho. A record of type i (a of them) turns into type j (b of them); u and
w of them are not sampled. The likelihood ratio of the sample is x/y with

    x = u/a   and   y = (w+1)/(b+1),

both of which concentrate around q; the divergence gains only where E x < y. For a cut c in (q, 1] with c < E q,

    D(a, b) <= P(x < c/E) + P(y > c) <= exp(-a K+) + (c/q) exp(-(b+1) K-),
    K+ = KL(c/E || q),   K- = KL(c || q),   the second term absent at c = 1, where y > c is impossible.

*Proof.* If x >= c/E and y <= c then E x >= y. The first tail is that of one tail: u is hypergeometric with mean
q a and c/E < q. For the second, the moment generating function of w is at most (rho + q e^s)^b [Hoeffding 1963,
theorem 4], hence P(w + 1 > c (b+1)) <= e^s (rho + q e^s)^b e^(-s c (b+1)), s >= 0. With e^s = c rho/(q (1-c))
the base rho + q e^s is rho/(1-c), and the right-hand side is (c/q) exp(-(b+1) KL(c || q)). QED

**Smoothed.** delta(H) is a maximum of D(H_i, H_j), H_i >= 1, and of D(H_j + 1, H_i - 1), for i != j. Hence
delta(H) <= sum_i [exp(-K+ H_i) + (c/q) exp(-K- H_i)], and averaged (`instance`)

    delta_SDP <= sum_i [(1 - f_i (1 - exp(-K+)))^n + 1{c < 1} (c/q) (1 - f_i (1 - exp(-K-)))^n].

c = 1 is allowed exactly above the threshold, E q > 1, and gives back the bound of one tail; a cut c < 1 exists for
every epsilon > 0. So the threshold ln(n/(n-T)) belongs to a method of proof, not to the mechanism.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational, shown
from sdp_proofs.privacy.bounds.instance import (
    Bound,
    Instance,
    Standing,
    Way,
    above,
    above_threshold,
    bernoulli_entropy,
    entropy_of_doubles,
    epsilon_estimate,
    exceeds,
    lowest,
    require_privacy_budget,
    require_without_replacement,
    shrinking_estimate,
    single_sum,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database

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


_ANY_FLOOR = Fraction(1, 2)
_ABOVE_THRESHOLD = ("epsilon > ln(n/(n-T))", "every source gives every type a positive probability")


def one_tail_delta_upper(database: Database, budget: Budget, *, digits: int = 15) -> Bound:
    """exp(-K max(1, min H)), at least delta(H).

    Raises:
        DomainError: epsilon is not above ln(n/(n-T)), or sampling is with replacement or of nothing.

    Example:
        >>> one_tail_delta_upper(Database((30, 30), 30), Budget.read(odds=4)).decimal(4)
        '0.01976'
    """
    instance = Instance(database.records, database.draws, 2, _ANY_FLOOR, replacement=database.replacement)
    _check(instance, budget)
    rarest = max(1, min(database.counts))

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return (-rarest * one_sided_entropy(instance, budget)).exp()

    return _one_tail_bound(refine(compute, digits), "one tail, one database", _ABOVE_THRESHOLD[:1])


def one_sided_upper(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """sum_i (1 - f_i (1 - exp(-K)))^n, at least delta_SDP.

    Raises:
        DomainError: epsilon is not above ln(n/(n-T)), or sampling is with replacement.

    Example:
        >>> case = Instance.read(records=10**6, rate="0.998", types=2, floor="0.0553")
        >>> one_sided_upper(case, Budget.read(epsilon=7)).decimal(4)
        '2.269e-9'
    """
    _check(instance, budget)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return single_sum(instance, (-one_sided_entropy(instance, budget)).exp())

    return _one_tail_bound(refine(compute, digits), "one tail", _ABOVE_THRESHOLD)


def one_sided_exponential_upper(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """M exp(-f n (1 - exp(-K))), at least delta_SDP: weaker, and the shortest to write down.

    Raises:
        DomainError: epsilon is not above ln(n/(n-T)), or sampling is with replacement.
    """
    _check(instance, budget)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            kept = -(-one_sided_entropy(instance, budget)).expm1()
            return instance.types * (-fraction_ball(instance.floor * instance.records) * kept).exp()

    return _one_tail_bound(refine(compute, digits), "one tail, exponential form", _ABOVE_THRESHOLD)


def one_sided_entropy(instance: Instance, budget: Budget) -> arb:
    """K = KL(1 - exp(-epsilon) || rho), at the current working precision."""
    share = 1 / budget.odds.ball(ctx.prec)
    return bernoulli_entropy(share, fraction_ball(instance.missing))


def _check(instance: Instance, budget: Budget) -> None:
    require_without_replacement(instance)
    if not above_threshold(instance, budget):
        raise DomainError(f"epsilon must be above ln(n/(n-T)) = log({1 / instance.missing}), got {budget}")


def _one_tail_bound(value: Enclosure, name: str, hypotheses: tuple[str, ...]) -> Bound:
    return Bound(value, Way.UPPER, name, "bounds.one_sided", Standing.PROVED, hypotheses)


_FULL_SUPPORT = ("epsilon > 0", "every source gives every type a positive probability")


def two_sided_upper(
    instance: Instance, budget: Budget, *, cut: Readable | None = None, digits: int = 15
) -> Bound:
    """The bound of the module's docstring, at least delta_SDP, for every epsilon > 0.

    Args:
        instance: records, draws and sources.
        budget: epsilon > 0.
        cut: a rational c with q < c <= 1 and c < E q; without one a good one is chosen. Every cut gives a bound.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: epsilon = 0, a cut outside its range, or sampling with replacement.

    Example:
        >>> case = Instance.read(records=1000, rate="0.5", types=2, floor="0.45")
        >>> two_sided_upper(case, Budget.read(epsilon="0.5")).decimal(4)
        '5.832e-6'
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    chosen = best_cut(instance, budget) if cut is None else read_rational(cut, "cut")
    check_cut(instance, budget, chosen)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            first, second = tail_entropies(instance, budget, chosen)
            total = single_sum(instance, (-first).exp())
            if chosen < 1:
                total += fraction_ball(chosen / instance.missing) * single_sum(instance, (-second).exp())
            return total

    return _two_tails_bound(refine(compute, digits), f"two tails, cut {shown(chosen)}", _FULL_SUPPORT)


def two_tail_delta_upper(
    database: Database, budget: Budget, *, cut: Readable | None = None, digits: int = 15
) -> Bound:
    """exp(-K+ k) + (c/q) exp(-K- k) with k = max(1, min H), at least delta(H).

    The arguments D(a, b) of delta(H) have a >= k and b + 1 >= k.

    Raises:
        DomainError: as in `two_sided_upper`.

    Example:
        >>> x = Database((1000, 3000), 2000)
        >>> two_tail_delta_upper(x, Budget.read(odds="3/2")).decimal(4)
        '3.912e-9'
    """
    instance = Instance(database.records, database.draws, 2, Fraction(1, 2), replacement=database.replacement)
    require_without_replacement(instance)
    require_privacy_budget(budget)
    chosen = best_cut(instance, budget) if cut is None else read_rational(cut, "cut")
    check_cut(instance, budget, chosen)
    rarest = max(1, min(database.counts))

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            first, second = tail_entropies(instance, budget, chosen)
            total = (-rarest * first).exp()
            if chosen < 1:
                total += fraction_ball(chosen / instance.missing) * (-rarest * second).exp()
            return total

    return _two_tails_bound(refine(compute, digits), f"two tails, one database, cut {shown(chosen)}", _FULL_SUPPORT[:1])


def tail_entropies(instance: Instance, budget: Budget, cut: Fraction) -> tuple[arb, arb]:
    """(K+, K-), at the current working precision."""
    q = fraction_ball(instance.missing)
    level = fraction_ball(cut)
    return bernoulli_entropy(level / budget.odds.ball(ctx.prec), q), bernoulli_entropy(level, q)


def check_cut(instance: Instance, budget: Budget, cut: Fraction) -> None:
    """Refuse a cut that is not in (q, 1] and below E q.

    Raises:
        DomainError: the cut is outside its range.
    """
    q = instance.missing
    if not q < cut <= 1 or not exceeds(budget, cut / q):
        raise DomainError(f"cut must be above {shown(q)}, at most 1 and below exp(epsilon) times {shown(q)}, got {cut}")


def best_cut(instance: Instance, budget: Budget) -> Fraction:
    """A cut for which the bound is nearly least; chosen in doubles, any choice is valid."""
    q, n, epsilon = instance.missing, instance.records, epsilon_estimate(budget)
    reachable, floors = exceeds(budget, 1 / q), [float(f) for _, f in instance.floors()]
    share, rest = float(q), float(1 - q)

    def log_bound(log_ratio: float) -> float:
        first = entropy_of_doubles(log_ratio - epsilon, share, rest)
        second = entropy_of_doubles(log_ratio, share, rest)
        return max(
            max(n * shrinking_estimate(f, first), n * shrinking_estimate(f, second) + log_ratio) for f in floors
        )

    top = -math.log(q) if reachable else epsilon
    best = lowest(log_bound, 0.0, top * (1 - 1e-6))
    if reachable:
        first = entropy_of_doubles(top - epsilon, share, rest)
        if max(n * shrinking_estimate(f, first) for f in floors) <= log_bound(best):
            return Fraction(1)
    return min(above(q, best), Fraction(1))


def _two_tails_bound(value: Enclosure, name: str, hypotheses: tuple[str, ...]) -> Bound:
    return Bound(value, Way.UPPER, name, "bounds.two_sided", Standing.PROVED, hypotheses)
