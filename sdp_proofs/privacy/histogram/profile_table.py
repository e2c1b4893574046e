"""The losses of all databases of two types with n records, or of a window of them.

Write P_a for the law of the count of a type held by a of n records, D(a) = d(P_a, P_{a-1}) for the loss when one of
them leaves, as in `sampled_pair`. With the first count h0 of the best event

    D(a) = P_a(h0) E h0/a - (E - 1) P_a(>= h0),

and both probabilities follow from those of a - 1 by a few products (`TailRecurrence`), all in ball arithmetic. Every
entry's ball is looked at: where it is too wide (the losses have fallen by more than the spare bits since the walk
began, or the difference cancels) the walk begins anew at that entry, and where even that is not
enough the entry is computed on its own. So the route may cost time but never a digit.

The loss of the database with H records of the one type and n - H of the other is the largest of its four
changes, delta(H) = max(D(H), D(H+1), D(n-H), D(n-H+1)), where D(0) and D(n+1) do not exist.
[Liu, Wang, Xia 2023, Def. 2 for Algorithm 2, App. F].
"""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.distributions.tail_recurrence import TailRecurrence
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx, whole
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import check_digits, refine
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.binomial_pair import ResampledPair
from sdp_proofs.privacy.histogram.hypergeometric_pair import SampledPair

SPARE_BITS = 64
"""How many bits the losses may fall before the walk begins anew."""


def profile_table(
    records: int,
    draws: int,
    budget: Budget,
    *,
    first: int = 1,
    last: int | None = None,
    digits: int = 15,
    replacement: bool = False,
) -> list[arb]:
    """D(first), ..., D(last): the loss when one of a records of a type turns into the other type.

    World: an enclosure per entry with `digits` proven significant digits; exactly zero where the loss is zero.

    Args:
        records: number of records n >= 1.
        draws: sample size T; at most n without replacement.
        budget: epsilon.
        first: smallest a, at least 1.
        last: largest a, at most n; n if not given. A window with last < first is empty.
        digits: significant digits to prove.
        replacement: whether sampling is with replacement; every entry is then computed on its own.

    Raises:
        DomainError: outside these ranges.
        PrecisionError: the digits could not be proven.

    Example:
        >>> [value.str(9, radius=False) for value in profile_table(4, 2, Budget.read(odds="3/2"))]
        ['0.500000000', '0.166666667', '0.250000000', '0.250000000']
    """
    last = records if last is None else last
    _check(records, draws, replacement)
    check_digits(digits)
    if not (first >= 1 and last <= records):
        raise DomainError(f"the window must lie between 1 and records = {records}, got {first} to {last}")
    counts = range(first, last + 1)
    if replacement:
        return [_alone(ResampledPair(records, count, draws), budget, digits) for count in counts]
    if draws in (0, records):
        return [arb(draws // records)] * len(counts)
    return _SampledDeltas(records, draws, budget, digits).table(counts)


def delta_table(
    records: int,
    draws: int,
    budget: Budget,
    *,
    first: int = 0,
    last: int | None = None,
    digits: int = 15,
    replacement: bool = False,
) -> list[arb]:
    """delta(first), ..., delta(last): the loss of the database with H records of one type, n - H of the other.

    As `profile_table`, but H runs from 0 to n where no window is given.

    Example:
        >>> [value.str(3, radius=False) for value in delta_table(4, 2, Budget.read(odds="3/2"))]
        ['0.500', '0.500', '0.250', '0.500', '0.500']
    """
    last = records if last is None else last
    _check(records, draws, replacement)
    check_digits(digits)
    if not (first >= 0 and last <= records):
        raise DomainError(f"the window must lie between 0 and records = {records}, got {first} to {last}")
    own, mirrored = (first, last + 1), (records - last, records - first + 1)
    if own[0] <= mirrored[1] and mirrored[0] <= own[1]:
        own = mirrored = min(own[0], mirrored[0]), max(own[1], mirrored[1])
    worst: dict[int, arb] = {}
    with ctx.workprec(bits_for(digits) + 64):
        for low, high in {own, mirrored}:
            start, stop = max(low, 1), min(high, records)
            line = profile_table(records, draws, budget, first=start, last=stop, digits=digits, replacement=replacement)
            # D(0) and D(n+1) do not exist; their neighbours stand in for them.
            line = line[: start - low] + line + line[len(line) - (high - stop) :]
            worst.update(enumerate(map(arb.max, line, line[1:]), low))
        return [worst[count].max(worst[records - count]) for count in range(first, last + 1)]


def _check(records: int, draws: int, replacement: bool) -> None:
    if records < 1:
        raise DomainError(f"records must be >= 1, got {records}")
    if draws < 0 or (draws > records and not replacement):
        raise DomainError(f"draws must be >= 0, and at most records = {records} without replacement, got {draws}")


def _alone(pair: SampledPair | ResampledPair, budget: Budget, digits: int) -> arb:
    return refine(lambda bits: pair.divergence_ball(budget, bits), digits).ball


@dataclass(frozen=True, slots=True)
class _Crossing:
    """Where the best event starts, for odds between low/unit and high/unit, in integers."""

    records: int
    draws: int
    low: int
    high: int
    unit: int

    @classmethod
    def of(cls, records: int, draws: int, budget: Budget, bits: int) -> _Crossing:
        odds = budget.rational_odds
        if odds is not None:
            return cls(records, draws, odds.numerator, odds.numerator, odds.denominator)
        with ctx.workprec(bits + budget.size_bits + 64):
            scaled = budget.odds.ball(bits) * arb(2) ** bits
            return cls(records, draws, whole(scaled.lower().floor()), whole(scaled.upper().ceil()), 1 << bits)

    def start(self, count: int) -> int | None:
        """The first count h0 of the best event, which may lie above the support; None if undecided.

        h0 is the first integer above a - c with c = a(n+1-T)/(a + E(b+1)), which falls as E grows. It is never
        below the support: E >= 1 makes c at most a(n+1-T)/(n+1) and at most n+1-T.
        """
        own, other = count * self.unit, self.records + 1 - count
        top = own * (self.records + 1 - self.draws)
        step = -(-top // (own + other * self.low))
        if self.high != self.low and step != -(-top // (own + other * self.high)):
            return None
        return count + 1 - step


class _SampledDeltas:
    """D(a) for growing a, without replacement."""

    def __init__(self, records: int, draws: int, budget: Budget, digits: int) -> None:
        self.records, self.draws, self.budget, self.digits = records, draws, budget, digits
        self.target = bits_for(digits)
        self.bits = self.target + 2 * records.bit_length() + budget.size_bits + SPARE_BITS
        self.crossing = _Crossing.of(records, draws, budget, self.bits)
        self.odds = budget.odds.ball(self.bits)
        with ctx.workprec(self.bits):
            self.excess = self.odds - 1
        self.walk: TailRecurrence | None = None

    def table(self, counts: range) -> list[arb]:
        """The losses of consecutive counts."""
        with ctx.workprec(self.bits):
            return [self._loss(count) for count in counts]

    def _loss(self, count: int) -> arb:
        start = self.crossing.start(count)
        walk, self.walk = self.walk, None
        if start is None:
            return _alone(SampledPair(self.records, count, self.draws), self.budget, self.digits)
        if start > min(count, self.draws):
            return arb(0)
        if walk is None or not walk.step(start) or not self._is_sharp(loss := self._read(walk)):
            walk = TailRecurrence(self.records, self.draws, count, start, self.bits)
            if not self._is_sharp(loss := self._read(walk)):
                return _alone(SampledPair(self.records, count, self.draws), self.budget, self.digits)
        self.walk = walk
        return loss

    def _read(self, walk: TailRecurrence) -> arb:
        return walk.mass * (self.odds * walk.start / walk.marked) - self.excess * walk.tail

    def _is_sharp(self, loss: arb) -> bool:
        return bool(loss.rel_accuracy_bits() >= self.target)
