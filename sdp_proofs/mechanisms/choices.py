"""Choose an output by scores: noisy maximum, noisy histogram.

Report noisy max adds geometric noise to each count and tells the type of the largest. The exponential mechanism is
`accounting.exponential`.

*Exponential histogram* [Liu, Wang, Xia 2023, Algorithm 4]. A sample is counted, and a histogram y with nonnegative
entries is published with a probability proportional to q^|h - y|_1, where h is the sample's histogram and q =
exp(-epsilon/4). The normalisation depends on h, because entries cannot be negative. Entries are independent given h,
and unbounded. But at and above `draws`, which no entry of h exceeds, the law of an entry is q^y up to a constant: how
far above says nothing about h. So all outputs from there on are summed in closed form into one, and no divergence
between two databases changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeVar

from sdp_proofs.distributions.finite import Counts, FiniteLaw, replace_one, sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    exponential,
    fraction_ball,
    multiply,
    rational,
    read_rational,
    read_real,
    sign,
)

_MOST_TYPES = 12


@dataclass(frozen=True, slots=True)
class NoisyMax:
    """Noise N >= 0 with P(N >= k) = ratio^k, independent for each type; of equal sums the first type is told.

    World: exact. Type r is told at noise k where every other noise is at most k + c, c the difference of the counts,
    less 1 for an earlier type. With P(N <= t) = 1 - ratio^(t + 1) the product over the others is expanded, and each
    term is a geometric series in k.

    Args:
        ratio: strictly between 0 and 1.
        differ: how neighbours differ: `record`, histograms with one record replaced; `all`, counts that are answers to
            queries, each by at most one; `up`, the same all in one direction; `one`, one of them by one.

    Raises:
        DomainError: it is not, or neighbours differ in none of these ways.

    Example:
        >>> NoisyMax(Fraction(1, 2)).law((0, 1))
        FiniteLaw({0: 1/3, 1: 2/3})
        >>> sorted(NoisyMax(Fraction(1, 2), "up").neighbours((0, 1)))
        [(-1, 0), (-1, 1), (0, 0), (0, 2), (1, 1), (1, 2)]
    """

    ratio: Fraction
    differ: str = "record"

    def __post_init__(self) -> None:
        if not 0 < self.ratio < 1:
            raise DomainError(f"the ratio must be strictly between 0 and 1, got {self.ratio}")
        if self.differ not in ("record", "all", "up", "one"):
            raise DomainError(f"neighbours must differ by record, all, up or one, got {self.differ}")

    def law(self, counts: Counts) -> FiniteLaw[int]:
        """The law of the type that is told.

        Raises:
            SizeError: more types than can be expanded.
        """
        if len(counts) > _MOST_TYPES:
            raise SizeError(f"types must be at most {_MOST_TYPES}, got {len(counts)}")
        return FiniteLaw({kind: self._told(counts, kind) for kind in range(len(counts))})

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The histograms with one record replaced, or the answers that differ as `differ` says."""
        if self.differ == "record":
            yield from replace_one(counts)
            return
        for d in product((-1, 0, 1), repeat=len(counts)):
            one_way = min(d, default=0) >= 0 or max(d, default=0) <= 0
            alone = sum(map(abs, d)) == 1
            if any(d) and (self.differ == "all" or (one_way if self.differ == "up" else alone)):
                yield tuple(count + by for count, by in zip(counts, d, strict=True))

    def _told(self, counts: Counts, kind: int) -> Fraction:
        w = self.ratio
        slack = [counts[kind] - count + (other > kind) for other, count in enumerate(counts) if other != kind]
        first = max(0, *(1 - value for value in slack)) if slack else 0
        total = Fraction(0)
        for size in range(len(slack) + 1):
            series = (1 - w) * w ** (first * (1 + size)) / (1 - w ** (1 + size))
            for chosen in combinations(slack, size):
                total += (-1) ** size * w ** sum(chosen) * series
        return total


MAX_OUTPUTS = 1_000_000
"""The most outputs that are enumerated."""

Number = TypeVar("Number", Fraction, arb)


@dataclass(frozen=True, slots=True)
class ExponentialHistogram:
    """`draws` records without replacement; their histogram is published with noise.

    World: `law` is exact and needs a rational decay; `enclosures` takes any. The mechanism is anonymous, so a
    database is its histogram. In the output, an entry equal to `resolution` means that many or more.
    [Liu, Wang, Xia 2023, Algorithm 4, Eq. (4)]

    Args:
        draws: sample size T >= 0, at most the number of records.
        decay: q = exp(-epsilon/4), strictly between 0 and 1.
        resolution: entries from here on are one output; at least `draws`, which is what None stands for.

    Raises:
        DomainError: outside of that.

    Example:
        >>> mechanism = ExponentialHistogram.read(draws=1, decay="1/2")
        >>> mechanism.law((1, 0))
        FiniteLaw({(0, 0): 1/10, (0, 1): 1/10, (1, 0): 2/5, (1, 1): 2/5})
    """

    draws: int
    decay: ExactReal
    resolution: int | None = None

    def __post_init__(self) -> None:
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")
        one = rational(Fraction(1))
        if sign(self.decay) != 1 or sign(add(one, multiply(rational(Fraction(-1)), self.decay))) != 1:
            raise DomainError(f"decay must be strictly between 0 and 1, got {self.decay}")
        if self.resolution is not None and self.resolution < self.draws:
            raise DomainError(f"resolution must be at least draws = {self.draws}, got {self.resolution}")

    @classmethod
    def read(
        cls,
        *,
        draws: int,
        epsilon: Readable | None = None,
        decay: Readable | None = None,
        resolution: int | None = None,
    ) -> ExponentialHistogram:
        """Read the noise as exactly one of epsilon > 0 and q = exp(-epsilon/4), rational.

        Raises:
            DomainError: not exactly one of the two, or outside the domain.

        Example:
            >>> str(ExponentialHistogram.read(draws=1, epsilon="4*log(2)").decay)
            '1/2'
        """
        if (epsilon is None) == (decay is None):
            raise DomainError("exactly one of epsilon and decay must be given")
        if epsilon is None:
            return cls(draws, rational(read_rational(decay, "decay")), resolution)
        noise = read_real(epsilon, "epsilon")
        if sign(noise) != 1:
            raise DomainError(f"epsilon must be > 0, got {epsilon}")
        return cls(draws, exponential(multiply(rational(Fraction(-1, 4)), noise)), resolution)

    def law(self, counts: Sequence[int]) -> FiniteLaw[Counts]:
        """The law of the output, for a rational decay.

        Raises:
            DomainError: the decay is irrational, or not a histogram with enough records.
            SizeError: too many outputs.
        """
        decay = self.decay.as_fraction()
        if decay is None:
            raise DomainError(f"decay must be rational for an exact distribution, got {self.decay}")
        return FiniteLaw(self._masses(counts, decay, Fraction))

    def enclosures(self, counts: Sequence[int], *, digits: int = 30) -> Mapping[Counts, Enclosure]:
        """The probability of every output, each with `digits` proven digits.

        Raises:
            DomainError: not a histogram with enough records.
            SizeError: too many outputs.
            PrecisionError: the digits could not be proven.

        Example:
            >>> mechanism = ExponentialHistogram.read(draws=1, epsilon=1)
            >>> mechanism.enclosures((1, 0))[1, 0].rounded(8)
            '0.18869304'
        """
        tables: dict[int, dict[Counts, arb]] = {}

        def table(bits: int) -> dict[Counts, arb]:
            if bits not in tables:
                with ctx.workprec(bits + 32):
                    tables[bits] = self._masses(counts, self.decay.ball(bits + 32), fraction_ball)
            return tables[bits]

        def enclosure(output: Counts) -> Enclosure:
            return refine(lambda bits: table(bits)[output], digits)

        return {output: enclosure(output) for output in table(64)}

    def neighbours(self, counts: Sequence[int]) -> Iterator[Counts]:
        """The adjacent histograms."""
        return replace_one(counts)

    def _masses(self, counts: Sequence[int], decay: Number, number: Any) -> dict[Counts, Number]:
        """Output -> probability, in the arithmetic of `decay`; `number` turns a fraction into it."""
        top = self.draws if self.resolution is None else self.resolution
        sample = sampled_law(counts, self.draws)
        if (top + 1) ** min(len(counts), 64) * len(sample) > MAX_OUTPUTS:
            raise SizeError(
                f"there must be at most {MAX_OUTPUTS} outputs times samples, "
                f"got {top + 1}**{len(counts)} times {len(sample)}"
            )
        entries = [self._entry(count, top, decay) for count in range(self.draws + 1)]
        masses: dict[Counts, Number] = {}
        for drawn, probability in sample.items():
            for output in product(range(top + 1), repeat=len(drawn)):
                mass = number(probability)
                for count, shown in zip(drawn, output, strict=True):
                    mass = mass * entries[count][shown]
                masses[output] = masses[output] + mass if output in masses else mass
        return masses

    @staticmethod
    def _entry(count: int, top: int, decay: Number) -> list[Number]:
        """The law of one published entry given the sampled count: 0, ..., top - 1, and top or more."""
        powers = [decay ** abs(count - shown) for shown in range(top + 1)]
        powers[top] = powers[top] / (1 - decay)
        # The sum over all nonnegative entries is (1 + q - q^(count + 1)) / (1 - q).
        whole = (1 + decay - decay ** (count + 1)) / (1 - decay)
        return [power / whole for power in powers]
