"""Randomized response with three types, a mechanism that only throws coins."""

from fractions import Fraction


def answer(draw, q):
    """Tell the truth with chance 1/2, otherwise one of the other types."""
    if draw.bernoulli(Fraction(1, 2)):
        return q[0]
    return (q[0] + (1 if draw.bernoulli(Fraction(1, 2)) else 2)) % 3
