"""Describe Poisson batches that are cut to a largest size: where more records are drawn, some of them are used.

World: exact descriptions; the pair in balls, an upper bound. Of n records the one that differs included, each is drawn
with probability q, and of more than B that are drawn B are used at random. Let T be how many of the others are drawn.

* T < B: the record is in the batch with probability q, and nothing is cut.
* T >= B, with probability tau: without the record the batch is a random set of B others, whatever T is. With it, it
  takes the place of one of these with probability q B/(T + 1), on average

      rho = (B/n) Pr[Bin(n, q) >= B + 1]/tau,        tau = Pr[Bin(n - 1, q) >= B],

  as Pr[T = k] q/(k + 1) = Pr[Bin(n, q) = k + 1]/n. Both batches, with and without the exchange, have the same law for
  every T, and differ by one record in the place of another: two clipping norms.

T has one law on both sides. If it were published whether T >= B, the release would be Poisson sampling at the rate q
with the chance 1 - tau, and with the chance tau at the rate rho of noise on answers twice as far apart; hiding it loses
(claim `a-hidden-coin-lowers-the-profile`). So the profile of a step is at most (1 - tau) h_1 + tau h_2, in each
direction by itself, and moments are M = (1 - tau) M_1 + tau M_2 [Ganesh 2024, there with the pair of a replaced
record]. rho is rounded up: the profile rises with the rate (claim `the-excess-falls-at-least-like-the-rate`).

A database of n records has neighbours of n - 1 and of n + 1: both are asked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring, quotient, unbounded
from sdp_proofs.accounting.lemmas import a_hidden_coin_lowers_the_profile
from sdp_proofs.accounting.losses import Loss, Slope
from sdp_proofs.accounting.pairs import ADD_REMOVE, NOWHERE, Ball, Masses, Pair, depth, height
from sdp_proofs.accounting.release import Mechanism, Release, Run
from sdp_proofs.accounting.release_fields import positive_integer, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import ExactReal, Readable, fraction_ball, multiply, rational, read_rational, shown, sign

MOST_RECORDS = 10**9
_BITS = 256


@dataclass(frozen=True)
class CoinPair:
    """One of two pairs, by a coin that is published.

    Args:
        first: where it shows tails.
        second: where it shows heads.
        chance: precision -> the probability of heads.
    """

    first: Pair
    second: Pair
    chance: Ball

    def height(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        heads = self.chance(ctx.prec)
        return (1 - heads) * height(self.first, ratio) + heads * height(self.second, ratio)

    def depth(self, ratio: arb) -> arb:
        """See `pairs.WithHeights`."""
        heads = self.chance(ctx.prec)
        return (1 - heads) * depth(self.first, ratio) + heads * depth(self.second, ratio)

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self._mixed(self.first.upper(ratio), self.second.upper(ratio))

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        return self._mixed(self.first.lower(ratio), self.second.lower(ratio))

    def alone(self) -> Masses:
        """Nowhere: both pairs are of normal noise."""
        return NOWHERE

    def _mixed(self, tails: Masses, heads: Masses) -> Masses:
        chance = self.chance(ctx.prec)
        return (1 - chance) * tails[0] + chance * heads[0], (1 - chance) * tails[1] + chance * heads[1]


@dataclass(frozen=True)
class CoinLoss:
    """The loss of that pair: a mixture of two losses.

    Args:
        first: with tails.
        second: with heads.
        chance: of heads.
    """

    first: Loss
    second: Loss
    chance: Ball

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`."""
        with ctx.workprec(64):
            heads = float(self.chance(64))
        known = [(self.first.slope(contour), 1 - heads), (self.second.slope(contour), heads)]
        top = max(slope.value for slope, _ in known)
        weights = [chance * math.exp(slope.value - top) for slope, chance in known]
        total = math.fsum(weights)
        first = sum(w * slope.first for w, (slope, _) in zip(weights, known, strict=True)) / total
        second = sum(w * (slope.second + slope.first**2) for w, (slope, _) in zip(weights, known, strict=True)) / total
        return Slope(top + math.log(total), first, max(second - first**2, 0.0))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            tails, heads = self._weighted(contour)
            return tails + heads

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        lines = [loss.line(contour, step, count, digits + 1) for loss in (self.first, self.second)]
        with ctx.workprec(int(digits * 3.33) + 64):
            heads = self.chance(ctx.prec)
            return [tail * (1 - heads) + head * heads for tail, head in zip(*lines, strict=True)]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            tails, heads = self._weighted(contour)
            bound = tails * self.first.beyond(contour, start) + heads * self.second.beyond(contour, start)
            return arb((bound / (tails + heads)).upper()).min(arb(1))

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        with ctx.workprec(96):
            tails, heads = (float(part) for part in self._shares(contour))
        return tails * self.first.near(contour, frequency) + heads * self.second.near(contour, frequency)

    def _weighted(self, contour: float) -> tuple[arb, arb]:
        heads = self.chance(ctx.prec)
        return (1 - heads) * self.first.moment(contour), heads * self.second.moment(contour)

    def _shares(self, contour: float) -> tuple[arb, arb]:
        known = self._known_shares
        if contour not in known:
            tails, heads = self._weighted(contour)
            known[contour] = tails / (tails + heads), heads / (tails + heads)
        return known[contour]

    @cached_property
    def _known_shares(self) -> dict[float, tuple[arb, arb]]:
        return {}


@dataclass(frozen=True)
class TruncatedPoisson(Mechanism):
    """A Poisson sample of the records, cut to a largest size by leaving out some at random.

    Args:
        rate: the probability of each record to be drawn, in (0, 1).
        batch: the largest size.
        records: how many there are; neighbours have one more or one less.
        mechanism: what is run: normal noise, added to a sum that is divided by no size.

    Raises:
        DomainError: not as described.

    Example:
        >>> print(TruncatedPoisson("1/10", 110, 1000, Gaussian(1)) * 3)
        truncated-poisson(rate=1/10, batch=110, records=1000, gaussian(sigma=1, sensitivity=1)) * 3
    """

    name: ClassVar[str] = "truncated-poisson"
    relative_to: ClassVar[str] = ADD_REMOVE
    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True
    no_order: ClassVar[Mapping[str, str]] = {
        "rate": "the bound rises and falls: with batches of 1 of 50 records and sigma = 5, at epsilon = 1/10 it is "
        "4.8e-10 at rate = 1/20, 1.45e-8 at 1/5 and 9.0e-9 at 2/5",
        "batch": "the bound rises and falls: of 20 records at rate 1/2 with sigma = 10, at epsilon = 0 it is 0.0040 "
        "at batch = 1, 0.0272 at 10 and 0.0200 at 19",
        "records": "the bound rises and falls: with batches of 10 at rate 1/2 and sigma = 10, at epsilon = 0 it is "
        "0.0201 at records = 11, 0.0272 at 20 and 0.0200 at 40",
    }
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"rate": ("1/2",), "batch": (2,), "records": (4,)}
    rate: Fraction
    batch: int
    records: int
    mechanism: Gaussian

    def __init__(self, rate: Readable, batch: Readable, records: Readable, mechanism: Release) -> None:
        part = read_rational(rate, "rate")
        if not 0 < part < 1:
            raise DomainError(f"rate must be between 0 and 1, both excluded, got {shown(rate)}")
        size, population = positive_integer(batch, "batch"), positive_integer(records, "records")
        if population > MOST_RECORDS:
            raise SizeError(f"records must be at most {MOST_RECORDS}, got {population}")
        if size >= population:
            raise DomainError(f"batch must be less than the {population} records, or nothing is cut, got {size}")
        if not isinstance(mechanism, Gaussian):
            raise DomainError(f"truncated-poisson must be given gaussian noise, got {shown(str(mechanism))}")
        if sign(mechanism.sigma) != 1 or sign(mechanism.sensitivity) != 1:
            raise DomainError("truncated-poisson must be given noise with sigma > 0 and a sensitivity > 0, got zero")
        set_fields(self, rate=part, batch=size, records=population, mechanism=mechanism)

    def touched(self, count: int, adjacency: str) -> list[tuple[Run, ...]]:
        """A record of these that is removed, or one more that is added."""
        return [
            (Run(Truncation(self.rate, self.batch, size, self.mechanism), count, adjacency),)
            for size in (self.records, self.records + 1)
        ]

    def step(self, view: Neighbouring) -> DominatingPair:
        """The pair of the record that is removed."""
        return Truncation(self.rate, self.batch, self.records, self.mechanism).step(view)

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The same, or its mirror, whose moments are known, too."""
        return Truncation(self.rate, self.batch, self.records, self.mechanism).seen(view)

    @property
    def remark(self) -> str:
        """See `Mechanism`."""
        return "of truncated batches an upper bound: sizes must not be released, nor what is divided by them"

    def __str__(self) -> str:
        return f"{self.name}(rate={self.rate}, batch={self.batch}, records={self.records}, {self.mechanism})"


@dataclass(frozen=True, init=False)
class Truncation(TruncatedPoisson):
    """The same for one size, the record that differs included."""

    name: ClassVar[str] = ""

    def touched(self, count: int, adjacency: str) -> list[tuple[Run, ...]]:
        """Itself."""
        return [(Run(self, count, adjacency),)]

    def step(self, view: Neighbouring) -> DominatingPair:
        """See `Mechanism`."""
        return self.seen(replace(view, mirrored=False))

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The coin of two samples."""
        a_hidden_coin_lowers_the_profile(self.rate, self.batch, self.records)
        sigma = quotient(self.mechanism.sigma, self.mechanism.sensitivity)
        chance = lru_cache(maxsize=16)(self._chance)
        parts = [
            _sampled(self.rate, sigma, view.mirrored),
            _sampled(self._exchanged, multiply(rational(Fraction(1, 2)), sigma), view.mirrored),
        ]
        losses = [part.loss for part in parts]
        assert losses[0] is not None and losses[1] is not None
        pair = CoinPair(parts[0].pair, parts[1].pair, chance)
        return DominatingPair(pair, CoinLoss(losses[0], losses[1], chance), largest=_larger(parts))

    def _chance(self, bits: int) -> arb:
        """Tau, by the regularised incomplete beta function."""
        return _binomial_tail(self.records - 1, self.rate, self.batch, bits)

    @cached_property
    def _exchanged(self) -> Fraction:
        """Rho, rounded up."""
        with ctx.workprec(_BITS):
            tail = _binomial_tail(self.records, self.rate, self.batch + 1, _BITS)
            rho = fraction_ball(Fraction(self.batch, self.records)) * tail / self._chance(_BITS)
            most = float(rho.upper())
        return min(Fraction(math.nextafter(most * (1 + 2.0**-50), math.inf)), Fraction(1 - 2.0**-53))


def _larger(parts: list[DominatingPair]) -> Ball:
    """The larger of the largest losses: beyond it both profiles are zero. Where a record is removed there is none."""
    first, second = (part.largest for part in parts)
    if first is None or second is None or unbounded in (first, second):
        return unbounded

    def largest(bits: int) -> arb:
        with ctx.workprec(bits):
            return first(bits).max(second(bits))

    return largest


def _sampled(rate: Fraction, sigma: ExactReal, mirrored: bool) -> DominatingPair:
    noise = Gaussian(1, sensitivity=quotient(rational(1), sigma))
    return noise.sampled_step(rate, Neighbouring(ADD_REMOVE, mirrored))


def _binomial_tail(count: int, rate: Fraction, least: int, bits: int) -> arb:
    """Pr[Bin(count, rate) >= least], 1 <= least <= count.

    Example:
        >>> _binomial_tail(2, Fraction(1, 2), 1, 64).str(6, radius=False)
        '0.750000'
    """
    with ctx.workprec(2 * bits + 64):
        return fraction_ball(rate).beta_lower(arb(least), arb(count - least + 1), regularized=1)
