"""Competitors: the code that one would write without the package, for two types without replacement.

All of them get for free what the package has to find: the four changes, the start of each best event and the
number of terms that matter. None gets an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, inf, lgamma, log
from typing import Any

import mpmath
import numpy
from flint import arb, fmpq
from scipy.special import logsumexp
from scipy.stats import hypergeom

from docs.benchmarks.timing import ten_to
from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, worst_changes
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.sums.tails import estimated_terms

DOUBLE_BITS = 60
MOST_TERMS = 1_000_000
MOST_PMF_TERMS = 50_000
"""scipy's pmf slows down with n: near the mode at n = 10^12 its 200 thousand terms take half a minute and more."""
MOST_SF_TERMS = 100_000_000
"""scipy's sf sums the terms one by one near the mode: 200 million did not end in 100 s."""
MOST_EXACT_RECORDS = 1_000_000
MPMATH_DIGITS = 50
STOP = 1e-30
LOOK_EVERY = 16


@dataclass(frozen=True)
class Case:
    """One database of two types and a budget; the table calls its size `name`, the second type's part `share`."""

    database: Database
    name: str
    share: str
    odds: Fraction

    @property
    def budget(self) -> Budget:
        """The budget of the odds."""
        return Budget.read(odds=self.odds)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs of laws whose largest divergence is delta(x)."""
        pairs = []
        for change in worst_changes(self.database):
            count = change.pair(self.database).count
            pair = SampledPair(self.database.records, count, self.database.draws)
            start, _ = pair.crossing(self.budget, 128)
            if start <= pair.law.term.high:
                pairs.append(Pair(self.database.records, count, self.database.draws, start))
        return pairs

    @property
    def terms(self) -> int:
        """The terms of the longest sum, in double precision."""
        return max(pair.window for pair in self.pairs)

    @property
    def exact_size(self) -> tuple[int, float]:
        """The terms of the longest sum to the end of the support, and the bits of its integers."""
        n, draws = self.database.records, self.database.draws
        bits = (lgamma(n + 1) - lgamma(draws + 1) - lgamma(n - draws + 1)) / log(2)
        return max(pair.high - pair.start + 1 for pair in self.pairs), bits


@dataclass(frozen=True)
class Pair:
    """P has `count` of the type, P' one less; the best event is h >= start."""

    records: int
    count: int
    draws: int
    start: int

    @property
    def others(self) -> int:
        """Records of the other type under P."""
        return self.records - self.count

    @property
    def high(self) -> int:
        """The largest h with P(h) > 0."""
        return min(self.count, self.draws)

    @cached_property
    def window(self) -> int:
        """Number of terms that matter in double precision."""
        law = Hypergeometric(population=self.records, marked=self.count, draws=self.draws)
        return max(1, min(estimated_terms(law, self.start, DOUBLE_BITS), self.high - self.start + 1))

    @property
    def points(self) -> Any:
        """These terms' h."""
        return numpy.arange(self.start, self.start + self.window)


def scipy_sum(case: Case) -> float:
    """Sum P(h) - E P'(h) over the window, vectorised."""
    odds = float(case.odds)
    sums = []
    for pair in case.pairs:
        h = pair.points
        own = hypergeom.pmf(h, pair.records, pair.count, pair.draws)
        other = hypergeom.pmf(h, pair.records, pair.count - 1, pair.draws)
        sums.append(float(numpy.sum(own - odds * other)))
    return max(sums)


def scipy_tails(case: Case) -> float:
    """Two survival functions."""
    odds = float(case.odds)
    return max(
        float(
            hypergeom.sf(pair.start - 1, pair.records, pair.count, pair.draws)
            - odds * hypergeom.sf(pair.start - 1, pair.records, pair.count - 1, pair.draws)
        )
        for pair in case.pairs
    )


def scipy_logarithm(case: Case) -> float:
    """log delta: nothing underflows, and the likelihood ratio spares the second pmf and its cancellation."""
    odds = float(case.odds)
    logarithms = []
    with numpy.errstate(divide="ignore"):
        for pair in case.pairs:
            h = pair.points
            own = hypergeom.logpmf(h, pair.records, pair.count, pair.draws)
            ratio = (pair.count - h) / pair.count * ((pair.others + 1) / (pair.others + 1 - pair.draws + h))
            excess = numpy.maximum(1 - odds * ratio, 0)
            logarithms.append(float(logsumexp(own + numpy.log(excess))))
    return max(logarithms, default=-inf)


def mpmath_sum(case: Case, digits: int = MPMATH_DIGITS, stop: float = STOP) -> Any:
    """The first term by loggamma, the others by their ratio, until the rest is below `stop` times the sum."""
    with mpmath.workdps(digits):
        return max(_mpmath_loss(pair, case.odds, stop) for pair in case.pairs)


def _mpmath_loss(pair: Pair, odds: Fraction, stop: float) -> Any:
    n, a, b, draws, start = pair.records, pair.count, pair.others, pair.draws, pair.start

    def log_choose(m: int, k: int) -> Any:
        return mpmath.loggamma(m + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(m - k + 1)

    term = mpmath.exp(log_choose(a, start) + log_choose(b, draws - start) - log_choose(n, draws))
    total = mpmath.mpf(0)
    p, q, aq = odds.numerator * (b + 1), odds.denominator * a, a * odds.denominator
    for h in range(start, pair.high + 1):
        rest = b + 1 - draws + h
        total += term * (q * rest - p * (a - h)) / (aq * rest)
        above, below = (a - h) * (draws - h), (h + 1) * rest
        if h % LOOK_EVERY == 0 and above < below and term * above < stop * total * (below - above):
            break
        term = term * above / below
    return total


def exact_sum(case: Case) -> Fraction:
    """The definition in integers: both laws' numerators to the end of the support."""
    return max(_exact_loss(pair, case.odds) for pair in case.pairs)


def _exact_loss(pair: Pair, odds: Fraction) -> Fraction:
    def tail(a: int) -> int:
        b = pair.records - a
        term = total = comb(a, pair.start) * comb(b, pair.draws - pair.start)
        for h in range(pair.start, min(a, pair.draws)):
            term = term * ((a - h) * (pair.draws - h)) // ((h + 1) * (b - pair.draws + h + 1))
            total += term
        return total

    return (tail(pair.count) - odds * tail(pair.count - 1)) / comb(pair.records, pair.draws)


@dataclass(frozen=True)
class Competitor:
    """A way to the same number: how to run it, how to read its answer, and why not to run it."""

    name: str
    run: Callable[[Case], Any]
    read: Callable[[Any], arb]
    refused: Callable[[Case], str | None]


def _more_terms_than(most: int) -> Callable[[Case], str | None]:
    return lambda case: f"{power(case.terms)} terms" if case.terms > most else None


def power(number: float) -> str:
    """A large number to one digit: 2·10⁵."""
    digit, _, exponent = f"{number:.0e}".partition("e+")
    return f"{digit}·{ten_to(int(exponent))}"


def _huge_integers(case: Case) -> str | None:
    terms, bits = case.exact_size
    return f"{power(terms)} integers of {power(bits)} bits" if case.database.records > MOST_EXACT_RECORDS else None


def mpmath_ball(value: Any) -> arb:
    """An mpmath number as a ball of radius zero."""
    sign, mantissa, exponent, _ = value._mpf_
    return arb((-int(mantissa) if sign else int(mantissa), int(exponent)))


COMPETITORS = (
    Competitor("scipy: sum of pmf", scipy_sum, arb, _more_terms_than(MOST_PMF_TERMS)),
    Competitor("scipy: difference of sf", scipy_tails, arb, _more_terms_than(MOST_SF_TERMS)),
    Competitor(
        "scipy: logpmf and logsumexp",
        scipy_logarithm,
        lambda value: arb(value).exp(),
        _more_terms_than(MOST_TERMS),
    ),
    Competitor(f"mpmath, {MPMATH_DIGITS} digits", mpmath_sum, mpmath_ball, _more_terms_than(MOST_TERMS)),
    Competitor(
        "exact integers", exact_sum, lambda value: arb(fmpq(value.numerator, value.denominator)), _huge_integers
    ),
)
