"""Estimating delta from samples of the mechanism's output, and what that cannot see.

A plug-in estimate draws N outputs under x and N under x', and puts the frequencies p^ and q^ in the place of the
probabilities: the sum of max(0, p^(a) - E q^(a)). Its expectation is at least delta, because max(0, .) is convex
[Jensen], and at least the sum of p(a) (1 - q(a))^N, whatever E is: every output that was met under x and not under x'
counts in full. Outputs of probability near 1/N are always there, so the estimate cannot fall below about 1/N times
their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import TypeVar

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.sampling import SamplingAverage
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.histogram.database import FORWARD
from sdp_proofs.privacy.mean import GridDatabase

_BITS = 192
Outcome = TypeVar("Outcome")


def output_laws(
    database: GridDatabase, removed: int, added: int, direction: str = FORWARD
) -> tuple[FiniteLaw[Fraction], FiniteLaw[Fraction]]:
    """The exact laws of the published mean under x and under x', exchanged for d(x', x).

    Example:
        >>> output_laws(GridDatabase((0, 0, 2, 2), low=0, high=2, draws=1), removed=0, added=1)[1]
        FiniteLaw({Fraction(0, 1): 1/4, Fraction(1, 1): 1/4, Fraction(2, 1): 1/2})
    """
    mechanism = SamplingAverage(database.low, database.high, database.draws, database.rounded)
    one, other = mechanism.law(database.values), mechanism.law(database.changed(removed, added))
    return (one, other) if direction == FORWARD else (other, one)


def unseen_mass(one: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction], samples: int) -> Enclosure:
    """The sum of p(a) (1 - q(a))^N: no plug-in estimate with N samples has a smaller expectation.

    World: enclosure.

    Raises:
        DomainError: no sample.

    Example:
        >>> half = Fraction(1, 2)
        >>> unseen_mass({Fraction(0): half, Fraction(1): half}, {Fraction(0): half, Fraction(2): half}, 1).rounded(5)
        '0.75'
    """
    if samples < 1:
        raise DomainError(f"samples must be >= 1, got {samples}")
    with ctx.workprec(_BITS):
        total = arb(0)
        for output, share in one.items():
            total += fraction_ball(share) * fraction_ball(1 - other.get(output, Fraction(0))) ** samples
    return Enclosure(total)


def expected_plug_in(
    one: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction], odds: Fraction, samples: int
) -> Fraction:
    """The expectation of the plug-in estimate from `samples` outputs under either law.

    World: exact. For few samples: it enumerates both frequencies of every output.

    Raises:
        DomainError: no sample.

    Example:
        >>> half = Fraction(1, 2)
        >>> expected_plug_in({"a": half, "b": half}, {"a": half, "b": half}, Fraction(2), 1)
        Fraction(1, 2)
    """
    if samples < 1:
        raise DomainError(f"samples must be >= 1, got {samples}")
    total = Fraction(0)
    for output, share in one.items():
        rival_share = other.get(output, Fraction(0))
        counts, others = (_scaled_binomial(samples, each) for each in (share, rival_share))
        excess = sum(
            first * second * max(0, odds.denominator * k - odds.numerator * rival)
            for k, first in enumerate(counts)
            for rival, second in enumerate(others)
        )
        total += Fraction(excess, odds.denominator * (share.denominator * rival_share.denominator) ** samples)
    return total / samples


def _scaled_binomial(samples: int, share: Fraction) -> list[int]:
    """The binomial law, times the power of the denominator that makes it integers."""
    chosen, left = share.numerator, share.denominator - share.numerator
    return [comb(samples, k) * chosen**k * left ** (samples - k) for k in range(samples + 1)]


def plug_in_estimates(
    laws: tuple[Mapping[Fraction, Fraction], Mapping[Fraction, Fraction]],
    odds: float,
    samples: int,
    *,
    runs: int,
    seed: int,
) -> tuple[float, ...]:
    """Plug-in estimates, `runs` of them, each from `samples` outputs under either law.

    World: estimate. The frequencies are drawn at once, from the multinomial law that sampling would give them.

    Raises:
        DomainError: no sample, or no run.

    Example:
        >>> laws = output_laws(GridDatabase((0, 0, 2, 2), low=0, high=2, draws=1), removed=0, added=1)
        >>> all(abs(value - 9 / 40) < 0.03 for value in plug_in_estimates(laws, 1.1, 10_000, runs=2, seed=1))
        True
    """
    import numpy as np

    if samples < 1 or runs < 1:
        raise DomainError(f"samples and runs must be >= 1, got {samples} and {runs}")
    outputs = sorted({*laws[0], *laws[1]})
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    counts = []
    for law in laws:
        shares = np.array([float(law.get(output, 0)) for output in outputs])
        counts.append(generator.multinomial(samples, shares / shares.sum(), size=runs))
    gains = np.maximum(counts[0] - odds * counts[1], 0.0).sum(axis=1) / samples
    return tuple(float(gain) for gain in gains)
