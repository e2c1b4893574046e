"""The tail of a law relative to its first term, by whichever certified route is cheapest.

P(K >= k)/P(K = k) for a log-concave integer law: direct summation where it ends soon, the continued fraction far
from the mode, a stretch of direct terms followed by the fraction near it, and quadrature where
the law is so flat that only an integral ends. A route that does not apply says so and the next one
is tried; none can return a wrong digit, only a wider ball.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import log, sqrt
from typing import Protocol

from flint import arb, ctx

from sdp_proofs.errors import SizeError
from sdp_proofs.sums.continued_fraction import TailFraction, fraction_tail
from sdp_proofs.sums.direct import direct_head, direct_sums
from sdp_proofs.sums.quadrature import quadrature_sums
from sdp_proofs.sums.terms import RatioTerm

DIRECT_TERMS = 60
"""Up to here direct summation beats the fraction's set-up."""
MAX_HEAD = 40_000
QUADRATURE_WORK = 120_000
"""A quadrature costs about as much as this many terms."""
MAX_DIRECT_TERMS = 3_000_000


class TailLaw(Protocol):
    """What a law must offer to have its tails evaluated."""

    @property
    def term(self) -> RatioTerm:
        """The pmf."""

    @property
    def mean(self) -> Fraction:
        """The mean."""

    @property
    def deviation_estimate(self) -> float:
        """The standard deviation (estimate)."""

    def mirrored(self) -> TailLaw:
        """The law of the draws that are not marked, on which small counts become large ones."""

    def tail_fraction(self, start: int) -> TailFraction:
        """The continued fraction of the tail from `start` on."""


def tail_ratio(law: TailLaw, start: int, bits: int) -> arb:
    """A ball around P(K >= start)/P(K = start), of about `bits` correct bits.

    Args:
        law: the law of K.
        start: a point of its support.
        bits: relative accuracy aimed at.

    Raises:
        SizeError: no route ends in reasonable time.
    """
    term = law.term
    if start == term.high:
        return arb(1)
    if not _falls_from(term, start):
        return _from_below_the_mode(law, start, bits)
    terms = estimated_terms(law, start, bits)
    if terms <= DIRECT_TERMS:
        return direct_sums(term, start, bits)[0]
    head, work = _fraction_plan(law, start, bits)
    routes = [partial(_by_fraction, law, start, bits, terms, head), partial(_by_quadrature, law, start, bits, terms)]
    for route in routes if work < QUADRATURE_WORK else routes[::-1]:
        ratio = route()
        if ratio is not None:
            return ratio
    if terms > MAX_DIRECT_TERMS:
        raise SizeError(f"a tail must have at most {MAX_DIRECT_TERMS} terms on every route, got about {terms}")
    return direct_sums(term, start, bits)[0]


def _from_below_the_mode(law: TailLaw, start: int, bits: int) -> arb:
    """The same through the complement, whose terms fall from its end on."""
    term = law.term
    with ctx.workprec(bits + 64):
        if start == term.low:
            return 1 / term.ball(start, bits + 16)
        mirrored = law.mirrored()
        rest = tail_ratio(mirrored, mirrored.term.high - (start - 1 - term.low), bits) * term.ball(start - 1, bits + 16)
        return (1 - rest) / term.ball(start, bits + 16)


def estimated_terms(law: TailLaw, start: int, bits: int) -> int:
    """How many terms from `start` on matter at `bits` bits (estimate, for choosing a route)."""
    high = law.term.high
    deviation = max(law.deviation_estimate, 0.5)
    x = float(start - law.mean) / deviation
    gaussian = deviation * (sqrt(max(x, 0.0) ** 2 + 2 * bits * log(2)) - x) + 8
    p, q = law.term.ratio(start)
    decay = log(q) - log(p) if p else 1.0
    geometric = bits * log(2) / decay + 8 if decay > 0 else float(high)
    return int(min(gaussian, geometric, high - start + 1))


def smooth_scale(law: TailLaw, start: int, bits: int) -> float:
    """The length over which the tail falls, for the range of a quadrature (estimate)."""
    return estimated_terms(law, start, bits + 40) / sqrt(2 * (bits + 40) * log(2))


def _fraction_plan(law: TailLaw, start: int, bits: int) -> tuple[int, float]:
    """How many direct terms to take before the fraction, and the work of both in terms (estimates).

    At x deviations from the mean the fraction takes about 18 bits/x^2 levels, each as dear as seven terms; so it
    pays to begin with terms up to x ~ (60 bits/deviation)^(1/3).
    """
    deviation = max(law.deviation_estimate, 0.5)
    x = float(start - law.mean) / deviation
    target = max(x, (60 * bits / deviation) ** (1 / 3))
    head = int((target - x) * deviation)
    return head, head + 7 * 18 * bits / target**2


def _by_quadrature(law: TailLaw, start: int, bits: int, terms: int) -> arb | None:
    if terms <= MAX_HEAD:
        return None
    sums = quadrature_sums(law.term, start, bits, smooth_scale(law, start, bits))
    return None if sums is None else sums[0]


def _by_fraction(law: TailLaw, start: int, bits: int, terms: int, head: int) -> arb | None:
    term = law.term
    if head > min(MAX_HEAD, terms // 2) or start + head >= term.high:
        return None
    rest = fraction_tail(law.tail_fraction(start + head), bits, max_levels=terms)
    if head == 0:
        return rest
    if rest is None:
        return None
    total, last = direct_head(term, start, head, bits)
    with ctx.workprec(bits + 64):
        return total + last * rest


def _falls_from(term: RatioTerm, start: int) -> bool:
    p, q = term.ratio(start)
    return p <= q
