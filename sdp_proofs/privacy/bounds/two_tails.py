"""For every epsilon > 0: two exponentials, one for each factor of the likelihood ratio.

Write E = exp(epsilon), rho = T/n, N = n - T and q = 1 - rho. A record of type i (a of them) turns into type j
(b of them); u and w of them are not sampled. The likelihood ratio of the sample is x/y with

    x = u/a   and   y = (w+1)/(b+1),

both of which concentrate around q; the divergence gains only where E x < y. For a cut c in (q, 1] with c < E q,

    D(a, b) <= P(x < c/E) + P(y > c) <= exp(-a K+) + (c/q) exp(-(b+1) K-),
    K+ = KL(c/E || q),   K- = KL(c || q),   the second term absent at c = 1, where y > c is impossible.

*Proof.* If x >= c/E and y <= c then E x >= y. The first tail is that of `one_sided`: u is hypergeometric with mean
q a and c/E < q. For the second, the moment generating function of w is at most (rho + q e^s)^b [Hoeffding 1963,
theorem 4], hence P(w + 1 > c (b+1)) <= e^s (rho + q e^s)^b e^(-s c (b+1)), s >= 0. With e^s = c rho/(q (1-c))
the base rho + q e^s is rho/(1-c), and the right-hand side is (c/q) exp(-(b+1) KL(c || q)). QED

**Smoothed.** delta(H) is a maximum of D(H_i, H_j), H_i >= 1, and of D(H_j + 1, H_i - 1), for i != j. Hence
delta(H) <= sum_i [exp(-K+ H_i) + (c/q) exp(-K- H_i)], and averaged (`instance`)

    delta_SDP <= sum_i [(1 - f_i (1 - exp(-K+)))^n + 1{c < 1} (c/q) (1 - f_i (1 - exp(-K-)))^n].

c = 1 is allowed exactly above the threshold, E q > 1, and gives back the bound of `one_sided`; a cut c < 1 exists for
every epsilon > 0. So the threshold ln(n/(n-T)) belongs to a method of proof, not to the mechanism.
"""

from __future__ import annotations

import math
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational, shown
from sdp_proofs.privacy.bounds.average import single_sum
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy
from sdp_proofs.privacy.bounds.estimates import (
    above,
    entropy_of_doubles,
    epsilon_estimate,
    lowest,
    shrinking_estimate,
)
from sdp_proofs.privacy.bounds.instance import Instance, exceeds, require_privacy_budget, require_without_replacement
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database

HYPOTHESES = ("epsilon > 0", "every source gives every type a positive probability")


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

    return _bound(refine(compute, digits), f"two tails, cut {shown(chosen)}", HYPOTHESES)


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

    return _bound(refine(compute, digits), f"two tails, one database, cut {shown(chosen)}", HYPOTHESES[:1])


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


def _bound(value: Enclosure, name: str, hypotheses: tuple[str, ...]) -> Bound:
    return Bound(value, Way.UPPER, name, "bounds.two_sided", Standing.PROVED, hypotheses)
