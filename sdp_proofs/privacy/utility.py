"""The adversary's adjusted utility [Liu, Wang, Xia 2023, Eq. (3)].

The adversary knows all records but one, sees the published histogram a, and names the most likely value of
the missing record under a uniform prior. With p_X the law of the output when the missing record is X and t
the accuracy threshold,

    u(t, x without the record) = max over X of sum over a of p_X(a) max(0, max_Y p_Y(a) / sum_Y p_Y(a) - t) / (1 - t).

For two types the sum splits into the event where type 1 is more than E = t/(1-t) times as likely and its
mirror image, so it consists of hypergeometric or binomial tails (any size). More types are enumerated (small
sizes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from math import comb
from operator import mul

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable, as_typed, fraction_ball, read_rational
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import DATABASE_ALONE, EXACT_RECORDS, Database, at_epsilon
from sdp_proofs.privacy.histogram.pairs import two_type_pair

MAX_ENUMERATION = 36_000_000
"""Outputs, times their size, times types, times different records to miss: at most, where outputs are enumerated."""


@dataclass(frozen=True, slots=True, repr=False)
class Utility(Valued):
    """The utility of one database.

    Args:
        value: the maximum over which record is missing and over its true value.
        known: counts of the records the adversary knows, at the maximum.
        truth: index of the missing record's type at the maximum.
        threshold: what a prediction must exceed to count, in words.
    """

    value: Enclosure
    known: tuple[int, ...]
    truth: int
    threshold: str = ""

    @property
    def _asked(self) -> str:
        return "utility"

    def _words(self, number: str) -> str:
        return f"adversary's utility <= {number} {self.threshold}for {DATABASE_ALONE}"

    def _facts(self) -> dict[str, object]:
        return {"known": ",".join(map(str, self.known)), "truth": self.truth}


@dataclass(frozen=True, slots=True)
class Threshold:
    """The accuracy t below which a prediction does not count: rational, or E/(E+1) of a budget."""

    rational: Fraction | None
    budget: Budget

    @classmethod
    def read(cls, *, budget: Budget | None = None, threshold: Readable | None = None) -> Threshold:
        """Read exactly one of a budget and a rational threshold in [0, 1).

        Raises:
            DomainError: neither or both, or outside the domain.
        """
        if (budget is None) == (threshold is None):
            raise DomainError("exactly one of budget and threshold must be given")
        if budget is not None:
            return cls(budget.threshold, budget)
        t = read_rational(threshold, "threshold")
        if not 0 <= t < 1:
            raise DomainError(f"threshold must be in [0, 1), got {threshold}")
        return cls(t, Budget.read(threshold=max(t, Fraction(1, 2))))

    @property
    def counts_guesses(self) -> bool:
        """Tell whether t < 1/2, so that every output of a two-type instance counts."""
        return self.rational is not None and self.rational < Fraction(1, 2)

    def odds(self, bits: int) -> arb:
        """A ball around t/(1-t) (which is below 1 for small t) at `bits` bits."""
        if self.rational is None:
            return self.budget.odds.ball(bits)
        with ctx.workprec(bits):
            return fraction_ball(self.rational / (1 - self.rational))


def utility(
    database: Database, *, budget: Budget | None = None, threshold: Readable | None = None, digits: int = 30
) -> Utility:
    """The adversary's adjusted utility against one database, any of its records missing.

    Args:
        database: x and the sampling scheme.
        budget: epsilon; the threshold is then E/(E+1), E = exp(epsilon).
        threshold: or t in [0, 1) itself.
        digits: significant digits to prove.

    World: an enclosure; exact (a fraction) where the threshold is rational and the instance small.

    Raises:
        DomainError: not exactly one of budget and threshold.
        SizeError: three types or more and too many outputs.

    Example:
        >>> str(utility(Database.read(counts="1,1", draws=0), threshold="1/2").value)
        '0'
        >>> str(utility(Database.read(counts="2,1", draws=2), threshold="1/2").value)
        '5/6'
    """
    cut = Threshold.read(budget=budget, threshold=threshold)
    check_digits(digits)
    # Types with equal counts are alike: the first of them stands for all.
    present = sorted({count: index for index, count in reversed([*enumerate(database.counts)]) if count > 0}.values())
    if len(database.counts) > 2:
        _check_size(database, len(present))
    candidates = [_with_missing(database, index, cut, digits) for index in present]
    values = [candidate.value for candidate in candidates]
    best = candidates[position_of_largest(values)]
    told = f"at t = {as_typed(threshold)}, " if budget is None else at_epsilon(budget.text)
    return Utility(largest(values), best.known, best.truth, told)


def _check_size(database: Database, candidates: int) -> None:
    types, draws = len(database.counts), database.draws
    # With 40 draws of 41 types there are 10^23 outputs, a number that is as long as one likes with more of both.
    many = min(draws, types - 1) >= 40
    if many or comb(draws + types - 1, types - 1) * (draws + 20) * types * candidates > MAX_ENUMERATION:
        raise SizeError(
            f"with three types or more, outputs times draws times types times different counts must be at most "
            f"{MAX_ENUMERATION}, got more with {draws} draws of {types} types"
        )


def _with_missing(database: Database, missing: int, cut: Threshold, digits: int) -> Utility:
    """The utility when a record of type `missing` is the unknown one."""
    known = tuple(count - (index == missing) for index, count in enumerate(database.counts))
    enumerated = _Enumeration(known, database.draws, database.replacement, cut)
    small = len(known) > 2 or (database.records <= EXACT_RECORDS and database.draws <= 2 * EXACT_RECORDS)
    if small and cut.rational is not None:
        exact = enumerated.exact()
        truth = exact.index(max(exact))
        return Utility(Enclosure.of(exact[truth], precision=64 + 4 * digits), known, truth)
    laws = enumerated if small else _TwoTypes(known, database.draws, database.replacement, cut)
    truths: list[int] = []

    def best(bits: int) -> arb:
        balls = [Enclosure(ball) for ball in laws.balls(bits)]
        truths.append(position_of_largest(balls))
        return largest(balls).ball

    value = refine(best, digits)
    return Utility(value, known, truths[-1])


class _TwoTypes:
    """Two types at any size: tails of the two laws on the two events."""

    def __init__(self, known: tuple[int, ...], draws: int, replacement: bool, cut: Threshold) -> None:
        records = sum(known) + 1
        self.pairs = [two_type_pair(records, count + 1, draws, replacement=replacement) for count in known]
        self.cut = cut

    def balls(self, bits: int) -> list[arb]:
        """The utility for each true value: what is counted when the guess is right, and when it is wrong."""
        working = bits + 20
        guesses = self.cut.counts_guesses
        first, second = (
            pair.side(self.cut.budget, working, closed=guesses and index == 0) for index, pair in enumerate(self.pairs)
        )
        with ctx.workprec(working + 32):
            odds = self.cut.odds(ctx.prec)
            values = []
            for right, wrong in ((first, second), (second, first)):
                seen = right.posterior + (wrong.own - wrong.posterior)
                missed = arb(1) if guesses else right.own + wrong.other
                # An output of gain p(1 - E r)/(1 + r), |p - E p'| at most, may have been counted in by either side.
                values.append((1 + odds) * seen - odds * missed + (right.slack + wrong.slack).upper().union(arb(0)))
            return values


class _Enumeration:
    """Any number of types at small sizes: every output, weighted by integers proportional to the p_X."""

    def __init__(self, known: tuple[int, ...], draws: int, replacement: bool, cut: Threshold) -> None:
        self.known, self.draws, self.replacement, self.cut = known, draws, replacement, cut
        self.records = sum(known) + 1

    @property
    def total(self) -> int:
        """Return what the integer weights of one law sum to."""
        return self.records**self.draws if self.replacement else comb(self.records, self.draws)

    def weights(self) -> Iterator[list[int]]:
        """For each output, the weight of each X."""
        for output in _histograms(self.draws, len(self.known)):
            factors = [self._factors(count, seen) for count, seen in zip(self.known, output, strict=True)]
            # The factor of every type is that without the missing record, but of one that with it.
            before = accumulate((without for without, _ in factors), mul, initial=1)
            after = [*accumulate((without for without, _ in reversed(factors)), mul, initial=1)][-2::-1]
            weights = [left * own * right for left, (_, own), right in zip(before, factors, after, strict=False)]
            if any(weights):
                scale = _multinomial(output) if self.replacement else 1
                yield [scale * weight for weight in weights]

    def _factors(self, count: int, seen: int) -> tuple[int, int]:
        """One type's factor of the weight without and with the missing record."""
        if self.replacement:
            return int(count**seen), int((count + 1) ** seen)
        return comb(count, seen), comb(count + 1, seen)

    def exact(self) -> list[Fraction]:
        """The utility for each true value, for a rational threshold."""
        t = self.cut.rational
        if t is None:
            raise DomainError("threshold must be rational for an exact utility")
        gained = [Fraction(0)] * len(self.known)
        for weights in self.weights():
            best = Fraction(max(weights), sum(weights))
            if best > t:
                gained = [value + weight * (best - t) for value, weight in zip(gained, weights, strict=True)]
        return [value / self.total / (1 - t) for value in gained]

    def balls(self, bits: int) -> list[arb]:
        """The utility for each true value."""
        with ctx.workprec(bits + 64):
            odds = self.cut.odds(ctx.prec)
            gained = [arb(0)] * len(self.known)
            for weights in self.weights():
                excess = (1 + odds) * fraction_ball(Fraction(max(weights), sum(weights))) - odds
                excess = excess.max(arb(0))
                gained = [value + weight * excess for value, weight in zip(gained, weights, strict=True)]
            return [value / self.total for value in gained]


def _histograms(draws: int, types: int) -> Iterator[tuple[int, ...]]:
    """Every histogram once: the places of the bars between the draws of one type and those of the next."""
    for bars in combinations(range(draws + types - 1), types - 1):
        yield tuple(right - left - 1 for left, right in pairwise((-1, *bars, draws + types - 1)))


def _multinomial(output: tuple[int, ...]) -> int:
    total, ways = 0, 1
    for seen in output:
        total += seen
        ways *= comb(total, seen)
    return ways
