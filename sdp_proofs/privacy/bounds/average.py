"""Averages over databases of products over records, from the one inequality in `instance`."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.instance import Instance


def single_sum(instance: Instance, shrunk: arb) -> arb:
    """An upper bound of sum_i E L^(H_i) for 0 <= L <= 1: sum_i (1 - f_i (1 - L))^n."""
    total = arb(0)
    for multiplicity, floor in instance.floors():
        total += multiplicity * powered(1 - fraction_ball(floor) * (1 - shrunk), instance.records)
    return total


def pair_sum(instance: Instance, losing: arb, gaining: arb, rest: arb, scale: arb) -> arb:
    """An upper bound of the sum over i != j of E L_i^(H_i) L_j^(H_j) L_0^(n-H_i-H_j), times s^n with s the scale.

    The bases L_i, L_j are at most L_0.
    """
    total = arb(0)
    for multiplicity, shares in instance.pairs():
        worst = pair_base(shares, losing, gaining, rest)
        total += multiplicity * powered(worst * scale, instance.records)
    return total


def pair_base(shares: list[tuple[Fraction, Fraction]], losing: arb, gaining: arb, rest: arb) -> arb:
    """The largest of pi_i L_i + pi_j L_j + (1 - pi_i - pi_j) L_0 over the given laws."""
    bases = [
        fraction_ball(own) * losing + fraction_ball(other) * gaining + fraction_ball(1 - own - other) * rest
        for own, other in shares
    ]
    worst = bases[0]
    for base in bases[1:]:
        worst = worst.max(base)
    return worst


def powered(base: arb, exponent: int) -> arb:
    """A base above 0 to the power of any exponent."""
    return (base.log() * exponent).exp()
