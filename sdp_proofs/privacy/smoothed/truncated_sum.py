"""Two types, millions of records: the expected loss when all records follow the same source.

For n records with share p of the first type, F = E delta(H), H ~ Binomial(n, p), is the smoothed value at
an end of the hull of the sources. delta(H) = max(D(H), D(H+1), D(n-H), D(n-H+1)) with
D(a) = d(P_a, P_{a-1}) as in `SampledPair` and `profile_table`. Only a window of H matters, or two;
`block_sum` finds it, given a proven bound of the contribution of any block of H. That bound is the product
of the mass, proved here, and that of the loss, proved in `loss_bounds`.

**Mass.** The binomial pmf has its maximum at floor((n+1)p) and is log-concave. In a block of L indices on
one side of the maximum its ratio, away from the nearer edge e, is at most that at the edge, x < 1. So the
block's mass is at most pmf(e) min(L, 1/(1-x)), and that of a block around the maximum at most
L pmf(maximum).

**Majorant.** Let dt be the smallest sequence above delta that falls up to n/2 and rises from there. By total
positivity its average over mixtures of two sources is largest at a homogeneous one (see `two_sources`), and it bounds
that of delta.

[Liu, Wang, Xia 2023, Def. 3, Algorithm 1].
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import isqrt

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpz
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import BOUND_BITS, BlockDeltas, least
from sdp_proofs.sums.binomial_shift import block_sum

BLOCKS_PER_DEVIATION = 16
LARGEST_DEVIATION = 10**6
SHORTEST_BLOCK = 32
"""Least length of a block: with shorter ones the bound costs as much as the terms."""
GUARD_BITS = 48
SHARP_BLOCKS = 4
"""Sharp bounds are tried on ranges of up to so many blocks of the largest length that is summed."""
SLACK = 256
"""Factor by which, above the bound of a negligible block, a bound of the losses behind it may lie."""


def end_average(
    records: int,
    draws: int,
    share: Fraction,
    budget: Budget,
    *,
    digits: int = 6,
    replacement: bool = False,
    window: tuple[int, int] | None = None,
    enough: Enclosure | None = None,
) -> Enclosure:
    """E delta(H) for H ~ Binomial(records, share): all records follow one source of two types.

    World: enclosure; exact where the loss is certain (share 0 or 1, nothing or everything sampled).
    The time grows with the square root of the number of records.

    Args:
        records: number of records n >= 1.
        draws: sample size T; at most n without replacement.
        share: probability of the first type, 0 <= share <= 1.
        budget: epsilon.
        digits: significant digits to prove.
        replacement: whether sampling is with replacement, far slower: each loss is computed alone.
        window: sum only these H, both ends included, and bound the others: the enclosure then
            holds, but may be wide.
        enough: stop where the average is proven to be at most the lower end of this; the enclosure holds, but
            may be wide.

    Raises:
        DomainError: outside these ranges.
        SizeError: too many H matter: the standard deviation of H is beyond `LARGEST_DEVIATION`.
        PrecisionError: the digits could not be proven.

    Example:
        >>> end_average(10**6, 998_000, Fraction(1, 3), Budget.read(epsilon="1/2")).rounded(6)
        '2.05474e-25'
    """
    return _average(records, draws, share, budget, digits, replacement, window, enough)[0]


def end_bounds(
    records: int, draws: int, share: Fraction, budget: Budget, *, digits: int = 6, replacement: bool = False
) -> tuple[Enclosure, Enclosure]:
    """E delta(H) and E dt(H), dt the smallest sequence above delta that falls up to n/2 and rises from there.

    By total positivity (see `two_sources`) the averages of dt over all mixtures of two sources are largest at a pure
    one. So the larger of the two second values bounds delta_SDP from above, and the larger of the first ones from
    below. Of the second enclosure only the upper end is a bound.

    Args, raises: as `end_average`.

    Example:
        >>> average, majorant = end_bounds(1000, 998, Fraction(1, 3), Budget.read(epsilon="1/2"))
        >>> average.rounded(6), majorant.rounded(6)
        ('0.444445', '0.444445')
    """
    average, partition = _average(records, draws, share, budget, digits, replacement, None)
    return average, average if partition is None else Enclosure(partition.majorant())


def _average(
    records: int,
    draws: int,
    share: Fraction,
    budget: Budget,
    digits: int,
    replacement: bool,
    window: tuple[int, int] | None,
    enough: Enclosure | None = None,
) -> tuple[Enclosure, _Partition | None]:
    """The average, and the partition behind it where the losses are not all alike."""
    if records < 1:
        raise DomainError(f"records must be >= 1, got {records}")
    if draws < 0 or (draws > records and not replacement):
        limit = f"at most records = {records} without replacement"
        raise DomainError(f"draws must be >= 0, and {limit}, got {draws}")
    if not 0 <= share <= 1:
        raise DomainError(f"share must be a probability, got {share}")
    bits = bits_for(check_digits(digits))
    if draws == 0 or (not replacement and (draws == records or share in (0, 1))):
        return Enclosure.of(Fraction(draws, records), precision=64 + 4 * digits), None
    if share in (0, 1):
        database = Database((0, records), draws, replacement)
        return delta(database, budget, digits=digits).value, None
    losses = BlockDeltas(records, draws, budget, digits + 3, replacement)
    deviation = isqrt(int(records * share * (1 - share)))
    if deviation > LARGEST_DEVIATION:
        raise SizeError(
            "the count of a type must have a standard deviation sqrt(n p (1-p)) of at most "
            f"{LARGEST_DEVIATION}, got {deviation}: for so many records there are the bounds of `table`"
        )
    lengths = SHORTEST_BLOCK, max(SHORTEST_BLOCK, deviation // BLOCKS_PER_DEVIATION)
    partition = _Partition(Binomial(records, share), losses, bits, lengths[1])
    wanted: arb | None = None if enough is None else enough.ball.lower()
    total = block_sum(
        (0, records), bound=partition.bound, summed=partition.summed, lengths=lengths, bits=bits, window=window,
        trace=partition.left_out, enough=wanted,
    )  # fmt: skip
    if wanted is not None and total.upper() <= wanted:
        return Enclosure(total), partition
    if window is None and total.rel_accuracy_bits() < bits - 4:
        raise PrecisionError(f"{digits} digits of the average could not be proven")
    return Enclosure(total), partition


class _Partition:
    """The blocks of one average: those that were summed, with their losses, and those that were bounded."""

    def __init__(self, law: Binomial, losses: BlockDeltas, bits: int, length: int) -> None:
        self.law, self.losses, self.bits, self.length = law, losses, bits, length
        self.values: dict[tuple[int, int], list[arb]] = {}
        self.left_out: list[tuple[int, int]] = []

    def bound(self, first: int, last: int) -> arb:
        """At least the sum over a block."""
        with ctx.workprec(BOUND_BITS + 2 * self.law.draws.bit_length()):
            return mass_bound(self.law, first, last) * self.losses.bound(first, last)

    def summed(self, first: int, last: int) -> arb:
        """The sum over a block."""
        with ctx.workprec(self.bits + GUARD_BITS):
            values = self.losses.deltas(first, last)
            self.values[first, last] = values
            return _weighted(self.law, first, values)

    def majorant(self) -> arb:
        """A ball whose upper end is at least E dt(H): block by block from the middle outwards, both ways."""
        middle, blocks = self.law.draws // 2, self._all_blocks()
        with ctx.workprec(self.bits + GUARD_BITS):
            left = self._outwards([block for block in blocks if block[0] <= middle][::-1], -1)
            return left + self._outwards([block for block in blocks if block[1] > middle], 1)

    def _all_blocks(self) -> list[tuple[int, int]]:
        """The partition in order; where neither sum nor bound was kept, the bound was zero."""
        blocks, expected = [], 0
        for first, last in sorted([*self.values, *self.left_out]):
            if first > expected:
                blocks.append((expected, first - 1))
            blocks.append((first, last))
            expected = last + 1
        if expected <= self.law.draws:
            blocks.append((expected, self.law.draws))
        return blocks

    def _outwards(self, blocks: list[tuple[int, int]], step: int) -> arb:
        """The sum of P(H) dt(H) over blocks that lead away from the middle, step by step downwards or upwards."""
        total, highest = arb(0), arb(0)
        edge = self.law.draws // 2 if step < 0 else self.law.draws // 2 + 1
        for first, last in blocks:
            values = self.values.get((first, last))
            inner = (last + 1, edge) if step < 0 else (edge, first - 1)
            if values is None:
                bound = self.losses.bound(first, last)
                above = highest.max(bound).max(self._highest(*inner, bound * SLACK))
                total += mass_bound(self.law, first, last) * above
                continue
            values = values[::step]
            highest = highest.max(self._highest(*inner, values[0].lower()))
            raised = list(accumulate(values, arb.max, initial=highest))[1:]
            total += _weighted(self.law, first, raised[::step])
            highest, edge = raised[-1], (first - 1 if step < 0 else last + 1)
        return total

    def _highest(self, first: int, last: int, enough: arb) -> arb:
        """At least delta(H) for every H in a range; a bound above `enough` is refined, in the end to the losses."""
        if first > last:
            return arb(0)
        highest = self.losses.bound(first, last)
        if highest > enough and last - first < SHARP_BLOCKS * self.length:
            highest = self.losses.sharp_bound(first, last)
        if highest <= enough:
            return highest
        if last - first < SHORTEST_BLOCK:
            return reduce(arb.max, self.losses.deltas(first, last)).upper()
        middle = (first + last) // 2
        return self._highest(first, middle, enough).max(self._highest(middle + 1, last, enough))


def mass_bound(law: Binomial, first: int, last: int) -> arb:
    """At least P(first <= H <= last), see the module's docstring."""
    n, hit, miss = law.draws, law.success.numerator, law.success.denominator - law.success.numerator
    mode = (n + 1) * hit // (hit + miss)
    if first <= mode <= last:
        edge, top, bottom = mode, 1, 1
    elif last < mode:
        edge, top, bottom = last, last * miss, (n - last + 1) * hit
    else:
        edge, top, bottom = first, (n - first) * hit, (first + 1) * miss
    terms = arb(last - first + 1)
    if top < bottom:
        terms = least(terms, arb(fmpz(bottom)) / arb(fmpz(bottom - top)))
    return least(arb(1), terms * law.term.ball(edge, BOUND_BITS))


def _weighted(law: Binomial, first: int, values: list[arb]) -> arb:
    """The sum of P(H = first + i) values[i]."""
    n, hit, miss = law.draws, law.success.numerator, law.success.denominator - law.success.numerator
    mass, total = law.term.ball(first, ctx.prec), arb(0)
    for count, value in enumerate(values, first):
        total += mass * value
        mass = mass * ((n - count) * hit) / ((count + 1) * miss)
    return total
