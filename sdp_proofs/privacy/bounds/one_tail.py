"""Above the threshold, epsilon > ln(n/(n-T)): one exponential.

Let theta = 1 - exp(-epsilon) > rho = T/n and K = KL(theta || rho).

**One database.** delta(H) <= exp(-K max(1, min H)).

*Proof.* Let a record of type i, of which there are a, turn into type j, of which there are b, and let u of the a
and w of the b records not be sampled. The likelihood ratio of the sample is (u/a) ((b+1)/(w+1)), see
`sampled_pair`; the second factor is at least 1. Where the divergence gains anything the ratio is below
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
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.average import single_sum
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold, require_without_replacement
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database

_ANY_FLOOR = Fraction(1, 2)
HYPOTHESES = ("epsilon > ln(n/(n-T))", "every source gives every type a positive probability")


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

    return _bound(refine(compute, digits), "one tail, one database", HYPOTHESES[:1])


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

    return _bound(refine(compute, digits), "one tail", HYPOTHESES)


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

    return _bound(refine(compute, digits), "one tail, exponential form", HYPOTHESES)


def one_sided_entropy(instance: Instance, budget: Budget) -> arb:
    """K = KL(1 - exp(-epsilon) || rho), at the current working precision."""
    share = 1 / budget.odds.ball(ctx.prec)
    return bernoulli_entropy(share, fraction_ball(instance.missing))


def _check(instance: Instance, budget: Budget) -> None:
    require_without_replacement(instance)
    if not above_threshold(instance, budget):
        raise DomainError(f"epsilon must be above ln(n/(n-T)) = log({1 / instance.missing}), got {budget}")


def _bound(value: Enclosure, name: str, hypotheses: tuple[str, ...]) -> Bound:
    return Bound(value, Way.UPPER, name, "bounds.one_sided", Standing.PROVED, hypotheses)
