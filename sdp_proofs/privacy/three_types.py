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

World: float64 with a proven error. Roundings of D: three binomial coefficients, two for the gap and one for its sum
with the integer, two products and the additions over y, one product and the additions over x, C(n, U), its product with
a (b+1), and the division: 11 + (number of x) + (number of y) leaves one to spare. All terms lie between
gap/C(n, U) and n^2 C(n+1, U+1), far inside the range of float64 for the records that are accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numerics.balls import arb, ctx
from sdp_proofs.numerics.floats import SimplexTable, binomial_coefficients
from sdp_proofs.numerics.shears import smoothed, stochastic_matrix
from sdp_proofs.privacy.budget import Budget

if TYPE_CHECKING:
    from sdp_proofs.numerics.floats import Floats

MOST_RECORDS = 900
_LEAST_GAP = 2.0**-60
_LARGEST_PRECISION = 1 << 14
_GAP_BITS = 60
_FIXED_ROUNDINGS = 11


class ChangeLosses:
    """The losses D(a, b) of single changes.

    Args:
        records: number of records n, 1 <= n <= `MOST_RECORDS`.
        draws: sample size T, without replacement.
        budget: epsilon.

    Raises:
        DomainError: outside these ranges.
        SizeError: more records.
        PrecisionError: a multiple of the odds is too close to an integer.

    Example:
        >>> losses = ChangeLosses(records=6, draws=3, budget=Budget.read(odds=2))
        >>> round(losses.loss(2, 2), 15)
        0.2
    """

    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        import numpy as np

        if records < 1:
            raise DomainError(f"records must be >= 1, got {records}")
        if records > MOST_RECORDS:
            raise SizeError(f"the table of three types takes at most {MOST_RECORDS} records, got {records}")
        if not 0 <= draws <= records:
            raise DomainError(f"draws must be between 0 and records = {records}, got {draws}")
        self.records, self.unsampled = records, records - draws
        self.choose = binomial_coefficients(records + 2)
        # Row c: C(c, U + 1 - z) for z = 0, 1, ...; zero beyond z = U + 1.
        width = min(2 * self.unsampled, records) + 8
        self.others = np.zeros((records + 1, width))
        reach = min(width, self.unsampled + 2)
        self.others[:, :reach] = self.choose[: records + 1, self.unsampled + 1 :: -1][:, :reach]
        self.whole = float(comb(records, draws))
        self.ceilings, self.gaps = _multiples(budget, (records + 1) ** 2 // 4 + 1)
        self.longest = 0

    def loss(self, count: int, other: int) -> float:
        """D(count, other) for count >= 1 and other >= 0 that leave n - count - other >= 0; see `roundings`."""
        import numpy as np

        a, following = count, other + 1
        ys = min(following, self.unsampled + 1)
        most = min(a, self.unsampled) + 1
        ceilings, gaps = self.ceilings[::following][:most], self.gaps[::following][:most]
        xs = int(ceilings.searchsorted(a * ys, side="right"))
        excess = np.subtract.outer(-ceilings[:xs], self.multiples_down[a][:ys])
        return float(excess.sum()) + float(gaps.sum())
