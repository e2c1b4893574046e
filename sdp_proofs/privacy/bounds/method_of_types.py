"""An upper bound with the exact exponent, also for records with different sources.

With N = n - T, rho' = T/(n+1), 1 - rho' = (N+1)/(n+1), R' the decay rate of `exponent` at rho' and B' =
1/P(Bin(n+1, rho') = T),

    delta_SDP <= m (m-1) (T+1) (N+2) B' exp(-(n+1) R') / (f (1 - rho')).

*Proof.* One more record makes the likelihood ratio symmetric. Let G_ij be the event E u_i H_j < u_j H_i, u counting
unsampled records, in a database of n + 1 records of which T are sampled.

D(H_i, H_j) <= P(E u_i (H_j+1) < (u_j+1) H_i), and this is the probability of G_ij in H + e_j given that one record
of type j is not sampled; so it is at most P(G_ij in H + e_j)/(1 - rho'). In the same way D(H_j + 1, H_i - 1) is at
most P(G_ji in H + e_j)/(1 - rho'), given one record of type i, as (H - e_i + e_j) + e_i = H + e_j. Sum over i != j
and average over H; let the extra record follow any of the sources. It has type j with probability f at least, so
both terms with G_ij together are at most P(G_ij, the extra record has type j or i)/(f (1 - rho')). Hence

    delta_SDP <= sum over i != j of P(G_ij) / (f (1 - rho')).

G_ij asks H_i >= 1, and x = u_i/H_i takes at most (T+1)(N+2) values. For each, as in `cells` with s of any sign,
since u_i = x H_i exactly, and without the shift by one, every tilt v gives P(u_i = x H_i, u_j > E x H_j) <= B'
(base)^(n+1), for product measures. Over v and the hull the best exponent is a max min; the primal set is a compact
product of simplices, the Lagrangian is convex and lower semicontinuous in it and linear in the multipliers, so by
Sion's theorem it equals the least value of the primal problem with x_i = x and x_j >= E x, which is R' at least.
QED
"""

from __future__ import annotations

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.conditioning import lattice_factor
from sdp_proofs.privacy.bounds.exponent import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance, require_privacy_budget, require_without_replacement
from sdp_proofs.privacy.budget import Budget

HYPOTHESES = ("epsilon > 0", "every source gives every type a positive probability")
_BITS = 128


def types_upper(instance: Instance, budget: Budget, *, digits: int = 15) -> Bound:
    """The bound of the module's docstring, at least delta_SDP; with three types or more to fewer digits than asked for.

    Raises:
        DomainError: epsilon = 0, or sampling with replacement.
        PrecisionError: the rate could not be proven.

    Example:
        >>> case = Instance.read(records=10**6, rate="0.5", types=2, floor="0.45")
        >>> types_upper(case, Budget.read(epsilon="0.5")).value.log10_estimate < -12300
        True
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    check_digits(digits)
    n, draws = instance.records, instance.draws
    larger = Instance(n + 1, draws, instance.types, instance.floor, instance.laws)
    lattice = (draws + 1) * (n - draws + 2)

    def compute(bits: int) -> arb:
        rate_digits = 10 if instance.types > 2 else int(bits / 3.3) + len(str(n)) + 5
        rate = decay_rate(larger, budget, digits=rate_digits).value.ball
        with ctx.workprec(bits + 2 * n.bit_length() + 32):
            weight = lattice_factor(n + 1, draws) / fraction_ball(instance.floor * larger.missing)
            pairs = instance.types * (instance.types - 1)
            return pairs * lattice * weight * (-(n + 1) * rate).exp()

    value = refine(compute, digits) if instance.types == 2 else Enclosure(compute(_BITS))
    return Bound(value, Way.UPPER, "method of types", "bounds.method_of_types", Standing.PROVED, HYPOTHESES)
