# mypy: disable-error-code="no-untyped-def,no-untyped-call,arg-type,no-any-return,assignment,return-value"
"""Right and wrong private programs of the literature, as their authors or critics state them.

The field's benchmark: StatDP (Ding, Wang, Wang, Zhang, Kifer 2018), CheckDP (Wang, Ding, Kifer, Zhang 2020), DP-Sniper
(Bichsel, Steffen, Bogunovic, Vechev 2021), and the variants of the sparse vector technique collected by Lyu, Su and Li
(2017). `PROGRAMS` says for each what is claimed and whether that is right; the tests decide all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.programs import further


def argmax(values):
    """Return the first place of the largest value."""
    return values.index(max(values))


# Report noisy max


def noisy_max(draw, q):
    """Return the place of the largest noisy value."""
    return argmax([x + draw.geometric(1) for x in q])


def noisy_max_value(draw, q):
    """Return the largest noisy value itself."""
    return max([x + draw.geometric(1) for x in q])


def noisy_max_exponential(draw, q):
    """Return the place of the largest value with one-sided noise."""
    return argmax([x + draw.exponential(1) for x in q])


def noisy_max_exponential_value(draw, q):
    """Return the largest value with one-sided noise."""
    return max([x + draw.exponential(1) for x in q])


def noisy_max_wrong_scale(draw, q):
    """Return the place of the largest value, with half the noise."""
    return argmax([x + draw.geometric(2) for x in q])


def noisy_max_gap(draw, q):
    """Return the place of the largest noisy value and how far it is above the next."""
    values = [x + draw.laplace(1) for x in q]
    first = argmax(values)
    return first, values[first] - max([values[k] for k in range(len(q)) if k != first])


def noisy_max_and_value(draw, q):
    """Return the place of the largest noisy value, and the value."""
    values = [x + draw.geometric(1) for x in q]
    first = argmax(values)
    return first, values[first]


# Histograms


def histogram(draw, q):
    """Return every count with noise."""
    return tuple(x + draw.geometric(1) for x in q)


def histogram_wrong_scale(draw, q):
    """Return every count with half the noise."""
    return tuple(x + draw.geometric(2) for x in q)


def zeros_dropped_before(draw, q):
    """Add noise to the counts that are not zero."""
    return tuple(x + draw.geometric(1) if x > 0 else "-" for x in q)


def zeros_dropped_after(draw, q):
    """Add noise, then drop what is small."""
    noisy = [x + draw.geometric(1) for x in q]
    return tuple(y if y > 1 else "-" for y in noisy)


def truncated(draw, q):
    """Cut a noisy count to 0..5."""
    y = q[0] + draw.geometric(1)
    return 0 if y <= 0 else 5 if y >= 5 else y


# The sparse vector technique


def sparse_vector(draw, q, *, count=1, threshold=1):
    """Say which queries are above a noisy threshold, up to `count` of them (Lyu, Su, Li, Alg. 1, count = 1)."""
    level = threshold + draw.geometric(2)
    out, found = [], 0
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
            found += 1
            if found >= count:
                break
        else:
            out.append("-")
    return out


def sparse_vector_two(draw, q, *, threshold=1):
    """Say which queries are above a noisy threshold, up to two of them (Alg. 1, count = 2)."""
    level = threshold + draw.geometric(4)
    out, found = [], 0
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
            found += 1
            if found >= 2:
                break
        else:
            out.append("-")
    return out


def sparse_vector_fresh(draw, q, *, threshold=1):
    """Draw the threshold again after each answer (Alg. 2, Dwork and Roth, count = 2)."""
    level = threshold + draw.geometric(2)
    out, found = [], 0
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
            found += 1
            level = threshold + draw.geometric(2)
            if found >= 2:
                break
        else:
            out.append("-")
    return out


def sparse_vector_noisy_value(draw, q, *, threshold=1):
    """Return the noisy value of the first query above (Alg. 3, Roth's notes)."""
    level = threshold + draw.geometric(1)
    out = []
    for x in q:
        noisy = x + draw.geometric(1)
        if noisy >= level:
            out.append(noisy)
            break
        out.append("-")
    return out


def sparse_vector_little_noise(draw, q, *, count=1, threshold=1):
    """Add a third of the threshold's noise to the queries (Alg. 4, Lee and Clifton)."""
    level = threshold + draw.geometric(1)
    out, found = [], 0
    for x in q:
        if x + draw.geometric(3) >= level:
            out.append(1)
            found += 1
            if found >= count:
                break
        else:
            out.append("-")
    return out


def sparse_vector_little_noise_two(draw, q, *, threshold=1):
    """Answer up to two queries with a third of the noise (Alg. 4, count = 2)."""
    level = threshold + draw.geometric(1)
    out, found = [], 0
    for x in q:
        if x + draw.geometric(3) >= level:
            out.append(1)
            found += 1
            if found >= 2:
                break
        else:
            out.append("-")
    return out


def sparse_vector_bare_queries(draw, q, *, threshold=1):
    """Add no noise to the queries (Alg. 5, Stoddard, Chen, Machanavajjhala)."""
    level = threshold + draw.geometric(1)
    return [1 if x >= level else "-" for x in q]


def sparse_vector_endless(draw, q, *, threshold=1):
    """Answer every query, however many are above (Alg. 6, Chen et al.)."""
    level = threshold + draw.geometric(1)
    return [1 if x + draw.geometric(1) >= level else "-" for x in q]


def sparse_vector_half_noise(draw, q, *, threshold=1):
    """Halve the noise, as is right for monotone queries."""
    level = threshold + draw.geometric(1)
    out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
            break
        out.append("-")
    return out


def sparse_vector_gap(draw, q, *, threshold=1):
    """Return how far the first query is above the threshold (CheckDP)."""
    level = threshold + draw.geometric(2)
    out = []
    for x in q:
        noisy = x + draw.geometric(1)
        if noisy >= level:
            out.append(noisy - level)
            break
        out.append("-")
    return out


def sparse_vector_bad_gap(draw, q, *, threshold=1):
    """Return the noisy value in place of the gap (CheckDP)."""
    level = threshold + draw.geometric(2)
    out = []
    for x in q:
        noisy = x + draw.geometric(1)
        if noisy >= level:
            out.append(noisy)
            break
        out.append("-")
    return out


def sparse_vector_numeric(draw, q, *, threshold=1):
    """Return the first query above with fresh noise (CheckDP, DP-Sniper)."""
    level = threshold + draw.geometric(2)
    out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(x + draw.geometric(2))
            break
        out.append("-")
    return out


def sparse_vector_adaptive(draw, q, *, threshold=1, top=2):
    """Spend less on what is far above the threshold (CheckDP)."""
    level = threshold + draw.geometric(4)
    out = []
    for x in q:
        far = x + draw.geometric(1)
        if far - level >= top:
            out.append(far - level)
            break
        near = x + draw.geometric(2)
        if near - level >= 0:
            out.append(near - level)
            break
        out.append("-")
    return out


def sparse_vector_bad_adaptive(draw, q, *, threshold=1, top=2):
    """Return the noisy value of what is far above (CheckDP)."""
    level = threshold + draw.geometric(4)
    out = []
    for x in q:
        far = x + draw.geometric(1)
        if far - level >= top:
            out.append(far)
            break
        near = x + draw.geometric(2)
        if near - level >= 0:
            out.append(near - level)
            break
        out.append("-")
    return out


# Sums


def partial_sum(draw, q):
    """Return the sum with noise."""
    return sum(q) + draw.geometric(1)


def partial_sum_wrong_scale(draw, q):
    """Return the sum with half the noise."""
    return sum(q) + draw.geometric(2)


def smart_sum(draw, q, *, block=2):
    """Return all prefix sums, with one noise for each block (CheckDP)."""
    following, total, out = 0, 0, []
    for i, x in enumerate(q):
        if (i + 1) % block == 0:
            following, total = total + x + draw.geometric(1), 0
        else:
            following, total = following + x + draw.geometric(1), total + x
        out.append(following)
    return out


def smart_sum_bare_blocks(draw, q, *, block=2):
    """Return all prefix sums, with no noise for the blocks (CheckDP)."""
    following, total, out = 0, 0, []
    for i, x in enumerate(q):
        if (i + 1) % block == 0:
            following, total = total + x, 0
        else:
            following, total = following + x + draw.geometric(1), total + x
        out.append(following)
    return out


def prefix_sum(draw, q):
    """Return all sums of noisy values (DP-Sniper)."""
    out, total = [], 0
    for x in q:
        total = total + (x + draw.geometric(1))
        out.append(total)
    return out


# Coins

BLOOM = ((1, 1, 0, 0), (0, 0, 1, 1), (1, 0, 1, 0), (0, 1, 1, 0))
"""Bits that two hash functions set, in a filter of four bits, for each of four values."""


def rappor_once(draw, q):
    """Flip each bit of the filter with chance 1/4 (DP-Sniper, one-time RAPPOR)."""
    return [1 if draw.bernoulli(Fraction(3, 4) if bit else Fraction(1, 4)) else 0 for bit in BLOOM[q[0]]]


def rappor(draw, q):
    """Flip each bit of the filter for good, then answer by chance (RAPPOR)."""
    out = []
    for bit in BLOOM[q[0]]:
        kept = draw.bernoulli(Fraction(3, 4) if bit else Fraction(1, 4))
        out.append(1 if draw.bernoulli(Fraction(3, 4) if kept else Fraction(1, 2)) else 0)
    return out


def randomized_response(draw, q, *, types=3):
    """Answer truthfully with chance 1/2, otherwise with one of the other types."""
    if draw.bernoulli(Fraction(1, 2)):
        return q[0]
    return (q[0] + (1 if draw.bernoulli(Fraction(1, 2)) else 2)) % types


def permute_and_flip(draw, q):
    """Accept a candidate in random order with chance r^(distance to the best) (McKenna and Sheldon)."""
    left = list(range(len(q)))
    while True:
        i = draw.choice(left)
        if draw.bernoulli(Fraction(1, 2) ** (max(q) - q[i])):
            return i
        left.remove(i)


def permute_and_flip_wrong_scale(draw, q):
    """Accept a candidate with the square of that chance."""
    left = list(range(len(q)))
    while True:
        i = draw.choice(left)
        if draw.bernoulli(Fraction(1, 4) ** (max(q) - q[i])):
            return i
        left.remove(i)


@dataclass(frozen=True)
class Entry:
    """A program of the literature, what is claimed of it, and whether that is right.

    Attributes:
        program: a function of (draw, q).
        source: who states it.
        budget: units that it is claimed to cost; None where `question` has odds.
        right: whether the claim is.
        size: numbers of the input at which it is decided.
        neighbours: how two inputs may differ.
        question: further arguments of `program`.
        every: the induction proves it for inputs of every size.
    """

    program: Callable[..., Any]
    source: str
    budget: int | None
    right: bool
    size: int = 3
    neighbours: str = "all"
    question: tuple[tuple[str, Any], ...] = ()
    every: bool = False

    @property
    def locator(self) -> str:
        """Place at which the program is stated, and its name."""
        return f"{self.source}: {self.program.__name__}"

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the question about it."""
        asked: dict[str, Any] = {"size": self.size, "neighbours": self.neighbours, **dict(self.question)}
        return asked if self.budget is None else {"budget": self.budget, **asked}


def _coins(odds: str, highest: int) -> tuple[tuple[str, Any], ...]:
    return (("odds", odds), ("values", (0, highest)))


PROGRAMS = (
    Entry(noisy_max, "StatDP, v1a", 2, True, every=True),
    Entry(noisy_max_value, "StatDP, v1b", 2, False),
    Entry(noisy_max_exponential, "StatDP, v2a", 2, True, every=True),
    Entry(noisy_max_exponential_value, "StatDP, v2b", 2, False),
    Entry(noisy_max_wrong_scale, "half the noise", 2, False),
    Entry(noisy_max_gap, "Ding, Wang, Zhang, Kifer 2019", 2, True),
    Entry(noisy_max_and_value, "index and value", 2, False),
    Entry(histogram, "StatDP", 1, True, 2, "one", every=True),
    Entry(histogram_wrong_scale, "StatDP", 1, False, 2, "one"),
    Entry(sparse_vector, "Lyu, Su, Li, Alg. 1", 4, True, every=True),
    Entry(sparse_vector_two, "Lyu, Su, Li, Alg. 1", 8, True, every=True),
    Entry(sparse_vector_fresh, "Lyu, Su, Li, Alg. 2", 8, True, every=True),
    Entry(sparse_vector_noisy_value, "Lyu, Su, Li, Alg. 3", 2, False),
    Entry(sparse_vector_little_noise, "Lyu, Su, Li, Alg. 4", 4, False, 4),
    Entry(sparse_vector_little_noise_two, "Lyu, Su, Li, Alg. 4", 4, False),
    Entry(sparse_vector_bare_queries, "Lyu, Su, Li, Alg. 5", 2, False, 2),
    Entry(sparse_vector_endless, "Lyu, Su, Li, Alg. 6", 2, False, 4),
    Entry(sparse_vector_half_noise, "CheckDP, increasing queries", 2, True, 3, "up", every=True),
    Entry(sparse_vector_half_noise, "the same for any queries", 2, False),
    Entry(sparse_vector_gap, "CheckDP", 4, True, 2, every=True),
    Entry(sparse_vector_bad_gap, "CheckDP", 4, False, 5),
    Entry(sparse_vector_numeric, "CheckDP, DP-Sniper", 6, True, 2, every=True),
    Entry(sparse_vector_adaptive, "CheckDP", 8, True, 2, every=True),
    Entry(sparse_vector_bad_adaptive, "CheckDP", 8, False, 4),
    Entry(partial_sum, "CheckDP", 1, True, 3, "one", every=True),
    Entry(partial_sum_wrong_scale, "CheckDP", 1, False, 3, "one"),
    Entry(smart_sum, "CheckDP", 2, True, 3, "one", every=True),
    Entry(smart_sum_bare_blocks, "CheckDP", 2, False, 3, "one"),
    Entry(prefix_sum, "DP-Sniper", 1, True, 3, "one", every=True),
    Entry(zeros_dropped_before, "noisy histograms", 1, False, 2, "one"),
    Entry(zeros_dropped_after, "noisy histograms", 1, True, 2, "one"),
    Entry(truncated, "DP-Sniper", 1, True, 1, "one"),
    Entry(rappor_once, "DP-Sniper", None, True, 1, "any", _coins("81", 3)),
    Entry(rappor_once, "half the exponent", None, False, 1, "any", _coins("9", 3)),
    Entry(rappor, "DP-Sniper", None, True, 1, "any", _coins("5929/2025", 3)),
    Entry(randomized_response, "p (k - 1) / (1 - p)", None, True, 1, "any", _coins("2", 2)),
    Entry(randomized_response, "the odds of two types", None, False, 1, "any", _coins("1", 2)),
    Entry(permute_and_flip, "McKenna, Sheldon", 2, True),
    Entry(permute_and_flip_wrong_scale, "half the noise", 2, False),
)

FURTHER = (
    Entry(further.exponential_mechanism, "McSherry, Talwar", 2, True),
    Entry(further.exponential_mechanism_wrong_scale, "half the noise", 2, False),
    Entry(
        further.shuffled_response, "Cheu, Smith, Ullman, Zeber, Zhilyaev", None, True, 3, "one",
        (("odds", "3"), ("values", (0, 1))),
    ),
    Entry(
        further.shuffled_response, "less by the shuffle, at delta 0", None, False, 3, "one",
        (("odds", "2"), ("values", (0, 1))),
    ),
    Entry(further.noisy_median, "Smith", 4, True, 3, "any", (("values", (0, 2)),)),
    Entry(further.best_of_three, "Liu, Talwar", None, True, 1, "any", (("odds", "27"), ("values", (0, 1)))),
    Entry(further.best_of_three, "one answer's odds", None, False, 1, "any", (("odds", "3"), ("values", (0, 1)))),
    Entry(further.noisy_max_gap_integers, "Ding, Wang, Zhang, Kifer 2019, on integers", 2, True),
    Entry(further.noisy_max_gap_integers, "half the budget", 1, False, 2),
    Entry(
        further.gaussian_threshold, "Canonne, Kamath, Steinke 2020, cut", None, True, 1, "one",
        (("odds", "32"), ("values", (0, 3)), ("delta", "1/1090")),
    ),
    Entry(
        further.gaussian_threshold, "at no delta", None, False, 1, "one", (("odds", "32"), ("values", (0, 3))),
    ),
    Entry(further.noisy_max_gaussian, "Lebensold, Precup, Balle 2024, cut", None, True, 2, "all", _coins("21", 2)),
    Entry(further.noisy_max_gaussian, "odds of one count", None, False, 2, "all", _coins("8", 2)),
    Entry(
        further.best_of_a_random_number, "Liu, Talwar 2019; Papernot, Steinke 2022", None, True, 1, "any",
        (("odds", "27"), ("values", (0, 1))),
    ),
    Entry(
        further.best_of_a_random_number, "one answer's odds", None, False, 1, "any",
        (("odds", "3"), ("values", (0, 1))),
    ),
    Entry(
        further.local_responses_shuffled, "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011", None, True, 2,
        "one", (("odds", "2"),),
    ),
    Entry(
        further.local_responses_shuffled, "less by the shuffle", None, False, 2, "one", (("odds", "3/2"),),
    ),
)  # fmt: skip
"""Further programs: selection by coins, what a shuffle leaves, quantiles, repetition, cut Gaussians."""
