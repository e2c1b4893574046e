"""The expected losses of all mixtures, one record at a time, instead of by laws of histograms that are convolved.

Line 5 of the published algorithm [Liu, Wang, Xia 2023, Algorithm 1] asks for the expected loss of every mixture and
does not say how. Let F(k, h) be the expected loss of a database in which the records with the histogram h are known and
k_j others follow source j, n records in all. With nothing unknown it is the loss of h; and one unknown record more is a
mean over its type,

    F(k + e_j, h) = sum over types t of pi_j(t) F(k, h + e_t).

A pair (k, h) is a histogram of n records over m + l kinds, and takes m multiplications: so all of them take at most
m C(n + m + l - 1, n), the power of n that the appendix states [App. D.5]. `algorithm_one`, which convolves laws as the
proof there does, takes more for three types and more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.histograms import Counts, histograms
from sdp_proofs.distributions.source_set import Law
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class OneRecordMore:
    """All expected losses, and how many numbers were multiplied.

    Args:
        table: (k_1, ..., k_l) -> the expected loss when k_j of the records follow source j.
        multiplications: the work done.
    """

    table: dict[Counts, Fraction]
    multiplications: int

    @property
    def maximum(self) -> Fraction:
        """The largest expected loss."""
        return max(self.table.values())


def one_record_more(loss: Callable[[Counts], Fraction], laws: Sequence[Law], records: int) -> OneRecordMore:
    """The expected loss of every mixture of the sources, exactly.

    Args:
        loss: histogram of the database -> delta(x), once per histogram.
        laws: the sources.
        records: n >= 1.

    Raises:
        DomainError: no record, or no source.

    Example:
        >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
        >>> found = one_record_more(lambda h: Fraction(h[0] == 0), [(half, half), (quarter, 3 * quarter)], 2)
        >>> found.table[1, 1], found.maximum, found.multiplications
        (Fraction(3, 8), Fraction(9, 16), 14)
    """
    if records < 1 or not laws:
        raise DomainError(f"there must be a record and a source, got {records} and {len(laws)}")
    types, sources, multiplications = len(laws[0]), len(laws), 0
    known = {h: loss(h) for h in histograms(records, (records,) * types)}
    layer = {(0,) * sources: known}
    for unknown in range(1, records + 1):
        later: dict[Counts, dict[Counts, Fraction]] = {}
        left = records - unknown
        for k in histograms(unknown, (unknown,) * sources):
            source = next(j for j, count in enumerate(k) if count)
            before = layer[_changed(k, source, -1)]
            later[k] = {
                h: sum((p * before[_changed(h, t, 1)] for t, p in enumerate(laws[source])), Fraction(0))
                for h in histograms(left, (left,) * types)
            }
            multiplications += types * len(later[k])
        layer = later
    return OneRecordMore({k: values[(0,) * types] for k, values in layer.items()}, multiplications)


def _changed(counts: Counts, place: int, by: int) -> Counts:
    """The histogram with so many more at one place."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
