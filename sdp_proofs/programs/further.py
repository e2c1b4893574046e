# mypy: disable-error-code="no-untyped-def"
"""Further programs of the literature: selection by coins, shuffled responses, quantiles, repetition, monotone answers.

Their coins depend on the input, so that most are decided by listing inputs; what is claimed is in odds, or at a delta.
"""

from __future__ import annotations

from fractions import Fraction


def exponential_mechanism(draw, q):
    """Return a candidate with chance proportional to r^(-score): noisy max with Gumbel noise."""
    weights = [Fraction(1, 2) ** (max(q) - x) for x in q]
    for i in range(len(q) - 1):
        if draw.bernoulli(weights[i] / sum(weights[i:])):
            return i
    return len(q) - 1


def exponential_mechanism_wrong_scale(draw, q):
    """Return a candidate with chance proportional to the square of that."""
    weights = [Fraction(1, 4) ** (max(q) - x) for x in q]
    for i in range(len(q) - 1):
        if draw.bernoulli(weights[i] / sum(weights[i:])):
            return i
    return len(q) - 1


def shuffled_response(draw, q):
    """Flip each bit with chance 1/4 and return how many ones there are, as after a shuffle."""
    return sum([x if draw.bernoulli(Fraction(3, 4)) else 1 - x for x in q])


def noisy_median(draw, q):
    """Return a point of 0..2 by the exponential mechanism, scored by how far its rank is from the middle."""
    ranks = [sum([1 if x < t else 0 for x in q]) - sum([1 if x > t else 0 for x in q]) for t in range(3)]
    scores = [0 - abs(rank) for rank in ranks]
    weights = [Fraction(1, 2) ** (max(scores) - score) for score in scores]
    for t in range(2):
        if draw.bernoulli(weights[t] / sum(weights[t:])):
            return t
    return 2


def best_of_three(draw, q):
    """Ask a randomised response three times and return the best answer: selection by repetition, a fixed number."""
    best = 0
    for _ in range(3):
        answer = q[0] if draw.bernoulli(Fraction(3, 4)) else 1 - q[0]
        best = answer if answer > best else best
    return best


def threshold_for_new_keys(draw, q):
    """Return the noisy count of a key that somebody has, if it is above 4."""
    if q[0] <= 0:
        return "-"
    noisy = q[0] + draw.geometric(1)
    return noisy if noisy > 4 else "-"
