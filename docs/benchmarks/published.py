"""The published algorithm in double precision, as one would write it with numpy.

Estimates: nothing here has an error bound, and probabilities below 1e-308 are zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from math import log
from typing import Any

import numpy
from scipy.signal import convolve2d
from scipy.special import gammaln
from scipy.stats import binom, hypergeom

from sdp_proofs.distributions.finite import histograms


def published_losses_estimate(records: int, draws: int, odds: float) -> Any:
    """delta of every histogram H = 0, ..., n of the first type, every neighbour and both directions."""
    outcomes = numpy.arange(draws + 1)
    laws = [hypergeom.pmf(outcomes, records, count, draws) for count in range(records + 1)]
    losses = numpy.zeros(records + 1)
    for count in range(records):
        low, high = laws[count], laws[count + 1]
        worst = max(numpy.maximum(low - odds * high, 0).sum(), numpy.maximum(high - odds * low, 0).sum())
        losses[count : count + 2] = numpy.maximum(losses[count : count + 2], worst)
    return losses


def one_convolution_per_mixture(losses: Any, low: float, high: float) -> Any:
    """F(k) for k = 0, ..., n records of share `high`, the others of share `low`, by `numpy.convolve`.

    Args:
        losses: the loss of every histogram, n + 1 numbers.
        low: share of the first type under the first source.
        high: the same under the second source.
    """
    losses = numpy.asarray(losses, dtype=float)
    table = numpy.empty(len(losses))
    for count in range(len(losses)):
        followers, others = _two_laws(len(losses) - 1, count, low, high)
        table[count] = numpy.convolve(followers, others) @ losses
    return table


def histogram_by_histogram(losses: Any, low: float, high: float) -> Any:
    """The same in the loops of the published pseudocode: mixtures, histograms, and the splits of a histogram.

    Both laws are computed once per mixture, and the sum over all splits of a histogram into the records of the one
    source and those of the other is one product of vectors.
    """
    losses = numpy.asarray(losses, dtype=float)
    records = len(losses) - 1
    table = numpy.empty(records + 1)
    for count in range(records + 1):
        followers, others = _two_laws(records, count, low, high)
        # Backwards, so that a split (i, H - i) has the same step in both.
        others = others[::-1].copy()
        expected = 0.0
        for histogram in range(records + 1):
            shift = records - count - histogram
            first, last = max(0, -shift), min(histogram, count) + 1
            probability = followers[first:last] @ others[first + shift : last + shift]
            expected += probability * losses[histogram]
        table[count] = expected
    return table


def _two_laws(records: int, count: int, low: float, high: float) -> tuple[Any, Any]:
    """Law of the first type among `count` records of share `high` and others of share `low`."""
    return (
        binom.pmf(numpy.arange(count + 1), count, high),
        binom.pmf(numpy.arange(records - count + 1), records - count, low),
    )


def published_simplex_numpy(losses: Any, sources: Sequence[Sequence[float]]) -> dict[tuple[int, ...], float]:
    """F(k) for every mixture of any number of sources over two or three types, each convolved from scratch.

    Args:
        losses: the loss of every histogram, by the counts of all types but the last: n + 1 numbers for two types,
            an (n+1) x (n+1) array for three, of which only counts with a sum of at most n are used.
        sources: laws over the types, all probabilities positive.
    """
    losses = numpy.asarray(losses, dtype=float)
    convolve = numpy.convolve if losses.ndim == 1 else partial(convolve2d, mode="full")
    table = {}
    for mixture in histograms(len(losses) - 1, (len(losses) - 1,) * len(sources)):
        laws = [_multinomial(source, count) for source, count in zip(sources, mixture, strict=True) if count]
        table[mixture] = float(numpy.sum(reduce(convolve, laws) * losses))
    return table


def _multinomial(source: Sequence[float], records: int) -> Any:
    """The law of a histogram, by the counts of all types but the last; zero where these exceed the records."""
    if len(source) == 2:
        return binom.pmf(numpy.arange(records + 1), records, source[0])
    first, second = numpy.indices((records + 1, records + 1))
    third = records - first - second
    logarithm = (
        gammaln(records + 1)
        - (gammaln(first + 1) + gammaln(second + 1) + gammaln(numpy.maximum(third, 0) + 1))
        + (first * log(source[0]) + second * log(source[1]) + third * log(source[2]))
    )
    return numpy.where(third >= 0, numpy.exp(logarithm), 0.0)
