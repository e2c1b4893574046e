"""The tail that the proof of Remark 8 bounds: its exact value, the bound as printed, and the bounds that hold.

P(h > theta H), h the number of sampled records among H of n, T of them sampled [Liu, Wang, Xia 2023, App. E.1, (7)].
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb, floor

from sdp_proofs.declarations import Option
from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import read_integer, read_rational
from sdp_proofs.privacy.bounds.tails import entropy_tail_upper, multiplicative_tail_upper, printed_step_as_published
from sdp_proofs.sums.tails import tail_ratio
from sdp_proofs.tables.reach import bound_in_words, reached
from sdp_proofs.tables.shared_options import DRAWS, RECORDS
from sdp_proofs.tables.table import (
    GUARD_DIGITS,
    Axis,
    Row,
    Table,
    enclosure,
    exact,
    text,
    upper,
)

EXACT_RECORDS = 1000
"""Up to this many records the tail is a fraction."""

AXES = (
    Axis("records", ("20", "100", "1000"), RECORDS),
    Axis("marked", ("1", "10"), Option("Marked records.", metavar="H,H,...")),
    Axis("draws", ("1", "10"), DRAWS),
    Axis("theta", ("0.6", "0.95"), Option("Shares of the marked records.", metavar="P,P,...")),
)
COLUMNS = (
    exact("excess", "s = theta n/T - 1"),
    enclosure("tail", "P(h > theta H)"),
    upper("printed", "exp(-s^2 H/3), inequality (7) as printed"),
    enclosure("tail_over_printed", "above 1 where the printed bound fails"),
    text("printed_standing", "whether the printed bound holds here"),
    upper("relative_entropy", "exp(-max(T KL(theta H/T || H/n), H KL(theta || T/n)))"),
    upper("poisson", "exp(-mu ((1+s) ln(1+s) - s)), mu = H T/n"),
    upper("ratio", "exp(-mu s^2/(2+s))"),
    upper("third", "exp(-mu s^2/3), the form meant in print; for s <= 1 only"),
    text("valid", "the bounds that are proved here"),
)


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> row = _row({"records": "20", "marked": "1", "draws": "1", "theta": "1/2"}, 3)
        >>> str(row.cells[1]), row.cells[4]
        ('1/20', 'fails here')
    """
    n, marked, draws = (read_integer(point[name], name) for name in ("records", "marked", "draws"))
    theta, proven = read_rational(point["theta"], "theta"), digits + GUARD_DIGITS
    # The one that refuses what is out of range comes first.
    printed = printed_step_as_published(n, marked, draws, theta, digits=proven).value
    law, excess = Hypergeometric(n, marked, draws), theta * n / draws - 1
    tail = _tail(law, floor(theta * marked) + 1, proven)
    impossible = theta * marked > draws
    entropy = Enclosure.of(0) if impossible else entropy_tail_upper(law, theta * marked, digits=proven).value
    forms = ["phi", "ratio", "third"] if excess <= 1 else ["phi", "ratio"]
    bounds = [multiplicative_tail_upper(law, excess, form=form, digits=proven).value for form in forms]
    ratio, standing = None, "not decided here"
    if tail is not None:
        ratio, standing = tail / printed, bound_in_words(printed, tail, tail)
    cells = (
        excess, tail, printed, ratio, standing, entropy, *bounds, *([None] * (3 - len(bounds))),
        "relative entropy, Poisson, ratio" + (", third" if excess <= 1 else ""),
    )  # fmt: skip
    return Row(tuple(point[axis.name] for axis in AXES), cells)


def _tail(law: Hypergeometric, start: int, digits: int) -> Enclosure | None:
    """P(h >= start), exact up to `EXACT_RECORDS` records, None where no route would finish."""
    n, marked, draws = law.population, law.marked, law.draws
    if start > min(marked, draws):
        return Enclosure.of(0)
    if n <= EXACT_RECORDS:
        ways = sum(comb(marked, k) * comb(n - marked, draws - k) for k in range(start, min(marked, draws) + 1))
        return Enclosure.of(Fraction(ways, comb(n, draws)), 64 + 4 * digits)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits + 32):
            return law.term.ball(start, bits + 16) * tail_ratio(law, start, bits + 16)

    return reached(lambda: refine(compute, digits))


TABLES = (
    Table(
        "chernoff",
        "smoothed_dp",
        "Tail of the number of sampled records, and its bounds",
        AXES,
        COLUMNS,
        _row,
        brief=("records", "marked", "draws", "theta", "tail", "printed"),
    ),
)
