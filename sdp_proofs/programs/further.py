# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Further programs of the literature: selection by coins, shuffled responses, quantiles, repetition, cut Gaussians.

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


# Noise that the language has not, as it is used in practice: on integers, and cut


def noisy_max_gap_integers(draw, q):
    """Return the place of the largest noisy value and how far it is above the next, with noise on the integers."""
    values = [x + draw.geometric(1) for x in q]
    first = values.index(max(values))
    return first, values[first] - max([values[k] for k in range(len(q)) if k != first])


def cut_gaussian(draw, reach):
    """Draw x in -reach..reach with chance proportional to 2^(-x^2): a discrete Gaussian that is cut."""
    left = list(range(-reach, reach + 1))
    while len(left) > 1:
        weights = [Fraction(1, 2) ** (x * x) for x in left]
        x = left.pop(0)
        if draw.bernoulli(weights[0] / sum(weights)):
            return x
    return left[0]


def gaussian_threshold(draw, q):
    """Return a noisy count if it is above 2, with a discrete Gaussian that is cut at 3."""
    noisy = q[0] + cut_gaussian(draw, 3)
    return noisy if noisy > 2 else "-"


def noisy_max_gaussian(draw, q):
    """Return the place of the largest noisy count, with discrete Gaussians that are cut at 3."""
    values = [x + cut_gaussian(draw, 3) for x in q]
    return values.index(max(values))


# Selection by a random number of repetitions, and local responses that are shuffled


def best_of_a_random_number(draw, q):
    """Ask a randomised response until a coin says stop, four times at most, and return the best answer."""
    best = 0
    for _ in range(4):
        answer = q[0] if draw.bernoulli(Fraction(3, 4)) else 1 - q[0]
        best = answer if answer > best else best
        if draw.bernoulli(Fraction(1, 2)):
            break
    return best


def local_responses_shuffled(draw, q):
    """Let each record answer for itself among three types, and return how often each was answered."""
    counts = [0, 0, 0]
    for x in q:
        answer = x
        if draw.bernoulli(Fraction(1, 2)):
            answer = (x + (1 if draw.bernoulli(Fraction(1, 2)) else 2)) % 3
        counts[answer] = counts[answer] + 1
    return counts
