"""Pairs of laws with few outputs at two neighbours: what (epsilon, delta) they have, and how large losses are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from sdp_proofs.hunting.spaces import Laws
from sdp_proofs.ledger import Claim
from sdp_proofs.proving.instances import Instance

Law = Sequence[Fraction]


def excess(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The largest P(S) - E P'(S), which takes the outputs that gain.

    Example:
        >>> excess((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), Fraction(2))
        Fraction(1, 4)
    """
    return sum((max(p - odds * q, Fraction(0)) for p, q in zip(one, other, strict=True)), Fraction(0))


def least_delta(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The least delta with which a pair of neighbours meets (1) in both directions."""
    return max(excess(one, other, odds), excess(other, one, odds))


def large_loss(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The probability, under the first law, that the privacy loss exceeds log E in size.

    Example:
        >>> large_loss((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), Fraction(2))
        Fraction(1, 1)
    """
    return sum((p for p, q in zip(one, other, strict=True) if p > odds * q or q > odds * p), Fraction(0))


def small_pairs(_: Claim) -> Iterator[Instance]:
    """Two and three outputs with denominators up to 4, at three odds, with the least delta."""
    for outputs in (2, 3):
        laws = [law for level in range(4) for law in Laws(outputs).at_level(level, {})]
        for one, other, odds in product(laws, laws, (Fraction(2), Fraction(3), Fraction(3, 2))):
            name = f"P = {', '.join(map(str, one))}; P' = {', '.join(map(str, other))}; odds {odds}"
            yield name, {
                "chance": large_loss(one, other, odds), "delta": least_delta(one, other, odds), "E": odds,
            }  # fmt: skip
