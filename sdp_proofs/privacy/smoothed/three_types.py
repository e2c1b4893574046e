"""Three types: the loss of every database of n records, and its average for every mixture of three sources.

Loss of a change. Let a record of a type with a records turn into one of a type with b records, c = n - a - b, and let
x and y - 1 of the two types be among the U = n - T records that are not sampled. The likelihood ratio is
P'/P = ((b+1)/a) (x/y), so the divergence is a sum of positive numbers,

    D(a, b) = 1/(a (b+1) C(n, U)) * sum of C(a, x) C(b+1, y) C(c, U+1-x-y) (a y - E x (b+1))
              over x >= 0, y >= 1 with E x (b+1) < a y.

Where E z, z = x (b+1), lies between integers is decided exactly (in balls for irrational E), and with the integer
ceil(E z) the last factor is (a y - ceil(E z)) + (ceil(E z) - E z): an integer plus a gap in [0, 1) that is known to all
its digits. Nothing cancels.

Loss of a database. A type with no record or one makes it T/n; otherwise it is the largest of the four changes among
the two rarest types (see `database`) [Liu, Wang, Xia 2023, Def. 2 for Algorithm 2].

World: float64 with a proven error. Roundings of D: three binomial coefficients, three for the gap and one for its sum
with the integer, two products and the additions over y, one product and the additions over x, C(n, U), its product
with a (b+1), and the division: 11 + (number of x) + (number of y). The sum lies between the least gap and
n^2 C(n+1, U+1), and D is at least gap/(n^2 C(n, U)), inside the range of float64 for what is accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import comb
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.floats import SimplexTable, binomial_coefficients
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.sums.elementary_factors import smoothed, stochastic_matrix

if TYPE_CHECKING:
    from sdp_proofs.numbers.floats import Floats

MOST_RECORDS = 900
_GAP_BITS = 100
"""A multiple of the odds must not lie closer than 2^-100 below an integer, unless it is one."""
_PRECISION = 192
_FIXED_ROUNDINGS = 11


class ChangeDivergences:
    """The losses D(a, b) of single changes, without replacement.

    Args:
        records: number of records n, 1 <= n <= `MOST_RECORDS`.
        draws: sample size T, 0 <= T <= n.
        budget: epsilon.

    Raises:
        DomainError: outside these ranges.
        SizeError: more records.
        PrecisionError: a multiple of the odds lies closer than 2^-100 below an integer.

    Example:
        >>> round(ChangeDivergences(6, 3, Budget.read(odds=2)).loss(2, 2), 15)
        0.2
    """

    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        import numpy as np

        if records < 1:
            raise DomainError(f"records must be >= 1, got {records}")
        if records > MOST_RECORDS:
            raise SizeError(f"with three types records must be at most {MOST_RECORDS} in float64, got {records}")
        if not 0 <= draws <= records:
            raise DomainError(f"draws must be between 0 and records = {records}, got {draws}")
        self.records, self.unsampled = records, records - draws
        self.choose = binomial_coefficients(records + 2)
        # In row c and column z stands C(c, U + 1 - z).
        self.others = np.zeros((records + 1, 2 * records + 4))
        self.others[:, : self.unsampled + 2] = self.choose[: records + 1, self.unsampled + 1 :: -1]
        self.whole = float(comb(records, draws))
        self.ceilings, self.gaps = _multiples(budget, (records + 1) ** 2 // 4)
        self.numbers = np.arange(1.0, records + 2)
        self.roundings = 0
        """Roundings of the losses computed so far, at most."""

    def loss(self, losing: int, gaining: int) -> float:
        """D(losing, gaining) of a type's counts before, for losing >= 1 and gaining >= 0 with a sum of at most n."""
        import numpy as np

        unsampled, following = self.unsampled, gaining + 1
        ys = min(following, unsampled + 1)
        most = min(losing, unsampled) + 1
        ceilings = self.ceilings[::following][:most]
        xs = int(ceilings.searchsorted(losing * ys, side="right"))
        factors = np.subtract.outer(-ceilings[:xs], self.numbers[:ys] * -losing)
        factors += self.gaps[::following][:xs, None]
        np.maximum(factors, 0.0, out=factors)
        row = self.others[self.records - losing - gaining]
        # Entry (x, y - 1) of this view is C(c, U + 1 - x - y).
        factors *= np.ndarray((xs, ys), float, row, 8, (8, 8))
        total = self.choose[losing, :xs] @ (factors @ self.choose[following, 1 : ys + 1])
        self.roundings = max(self.roundings, _FIXED_ROUNDINGS + xs + ys)
        return float(total) / (losing * following * self.whole)


def _multiples(budget: Budget, largest: int) -> tuple[Floats, Floats]:
    """ceil(E z), an integer, and ceil(E z) - E z, three roundings, for z = 0, 1, ... while ceil(E z) <= largest."""
    import numpy as np

    odds = budget.rational_odds
    pairs = _irrational_multiples(budget, largest) if odds is None else _rational_multiples(odds, largest)
    ceilings, gaps = zip(*pairs, strict=True)
    return np.array(ceilings, dtype=float), np.array(gaps)


def _rational_multiples(odds: Fraction, largest: int) -> Iterator[tuple[int, float]]:
    top, bottom = odds.numerator, odds.denominator
    for number in count():
        ceiling = -(-top * number // bottom)
        if ceiling > largest:
            return
        rest = ceiling * bottom - top * number
        if 0 < rest << _GAP_BITS < bottom:
            raise _too_close(number)
        yield ceiling, rest / bottom


def _irrational_multiples(budget: Budget, largest: int) -> Iterator[tuple[int, float]]:
    yield 0, 0.0
    odds = budget.odds.ball(_PRECISION)
    with ctx.workprec(_PRECISION):
        for number in count(1):
            product = odds * number
            if product > largest:
                return
            ceiling = product.ceil().unique_fmpz()
            if ceiling is None or not (gap := arb(ceiling) - product) > 2.0**-_GAP_BITS:
                raise _too_close(number)
            yield int(ceiling), float(gap.mid())


def _too_close(number: int) -> PrecisionError:
    return PrecisionError(f"the odds times {number} must not be within 2^-{_GAP_BITS} of an integer")


def simplex_deltas(records: int, draws: int, budget: Budget) -> SimplexTable:
    """delta(H) for all histograms H of n records over three types, sampled without replacement.

    World: float64 with a proven relative error, about the number of unsampled records times 2^-52 at most.

    Args:
        records: number of records n, 1 <= n <= `MOST_RECORDS`.
        draws: sample size T, 0 <= T <= n.
        budget: epsilon.

    Raises:
        DomainError: outside these ranges.
        SizeError: more records.
        PrecisionError: a multiple of the odds lies closer than 2^-100 below an integer.

    Example:
        >>> table = simplex_deltas(6, 3, Budget.read(odds=2))
        >>> table.entry(2, 2).rounded(5), table.entry(1, 2).rounded(5)
        ('0.2', '0.5')
    """
    import numpy as np

    losses = ChangeDivergences(records, draws, budget)
    counts = np.indices((records + 1, records + 1))
    third = records - counts.sum(axis=0)
    low, middle, _ = np.sort(np.stack([*counts, third]), axis=0)
    inside = low >= 0
    largest = Fraction(draws, records)
    values = np.where(inside, float(largest), 0.0)
    open_ = low >= 2
    low, middle = low[open_], middle[open_]
    if len(low):
        changes = [(low, middle), (middle, low), (low + 1, middle - 1), (middle + 1, low - 1)]
        needed = np.zeros((records + 1, records + 1), dtype=bool)
        for change in changes:
            needed[change] = True
        single = np.zeros((records + 1, records + 1))
        for losing, gaining in np.argwhere(needed).tolist():
            single[losing, gaining] = losses.loss(losing, gaining)
        worst = np.max([single[change] for change in changes], axis=0)
        # No loss exceeds T/n, so cutting what rounding added brings no entry further from the truth.
        values[open_] = np.minimum(worst, float(largest))
    return SimplexTable(values, max(1, losses.roundings), 0.0, "table of losses")


def smoothed_simplex(deltas: SimplexTable, sources: Sequence[Sequence[Readable]]) -> SimplexTable:
    """F(k1, k2, k3) = E delta(H) for all mixtures: k_j of the n records follow source j.

    World: float64 with a proven error, that of the deltas and at most 6n + 42 roundings.

    Args:
        deltas: delta(H), or any other numbers between 0 and 1, for all histograms.
        sources: one to three laws over three types, exact numbers. Fewer than three are filled up with the last
            one: with two laws F(k1, k2, k3) is that of k1 and k2 + k3 records.

    Raises:
        DomainError: no such laws, or numbers outside [0, 1].

    Example:
        >>> budget = Budget.read(odds=2)
        >>> sources = [("0.2", "0.3", "0.5"), ("0.3", "0.4", "0.3"), ("0.6", "0.3", "0.1")]
        >>> found = smoothed_simplex(simplex_deltas(6, 3, budget), sources).largest()
        >>> found.value.rounded(8), found.counts
        ('0.491252', (0, 0, 6))
    """
    if not 1 <= len(sources) <= 3:
        raise DomainError(f"there must be one to three laws over three types, got {len(sources)}")
    laws = [*sources, *[sources[-1]] * (3 - len(sources))]
    return smoothed(deltas, stochastic_matrix(laws))
