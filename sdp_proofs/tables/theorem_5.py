"""Sampling with replacement: the exact worst case beside the printed one, and the smoothed loss between its bounds.

[Liu, Wang, Xia 2023, App. F, Thm. 5]. The sources are all laws that give each of m types at least f.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sdp_proofs.declarations import Option
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.reals import read_integer
from sdp_proofs.privacy.bounds.instance import Instance, exceeds
from sdp_proofs.privacy.bounds.published import absent_type_lower, dp_delta_with_replacement, replacement_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.tables.reach import capped, reached, smoothed_or_none
from sdp_proofs.tables.shared_options import DRAWS, FLOOR, RECORDS, TYPES
from sdp_proofs.tables.table import (
    GUARD_DIGITS,
    Axis,
    Row,
    Table,
    exact,
    guarantee,
    lower,
    text,
    upper,
)
from sdp_proofs.verdict import Verdict

AXES = (
    Axis("types", ("2",), TYPES),
    Axis("floor", ("1/4",), FLOOR),
    Axis("epsilon", ("statement", "proof"), Option("statement or proof: whose epsilon is taken.", metavar="E,E,...")),
    Axis("draws", ("1", "2", "3", "10"), DRAWS),
    Axis("records", ("10", "100", "1000"), RECORDS),
)
COLUMNS = (
    guarantee("delta_sdp", "smoothed loss delta_SDP with replacement"),
    upper("two_tails", "two Poisson tails, for epsilon > 0"),
    lower("absent_type", "probability that a type is absent, times the worst case"),
    guarantee("dp_delta", "1 - (1-1/n)^T, the exact delta of differential privacy at every epsilon"),
    exact("printed", "T/(n+1): printed is that no delta this small is possible"),
    text("printed_standing", "whether the printed statement holds here"),
    exact("one_over_n", "1/n"),
    text("valid", "the upper bounds that are proved here"),
)
_PRINTED = {
    Verdict.HOLDS: "refuted: the exact delta is not larger",
    Verdict.FAILS: "holds here",
    Verdict.UNKNOWN: "not decided here",
}


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point; the epsilon "statement" is 1 + 2T/n of Theorem 5, and "proof" 2T/n of its proof.

    Example:
        >>> point = {"types": "2", "floor": "1/4", "epsilon": "statement", "draws": "3", "records": "10"}
        >>> row = _row(point, 3)
        >>> row.keys[2], str(row.cells[3]), row.cells[5]
        ('8/5', '271/1000', 'refuted: the exact delta is not larger')
    """
    n, draws = (read_integer(point[name], name) for name in ("records", "draws"))
    instance = Instance.read(records=n, draws=draws, types=point["types"], floor=point["floor"], replacement=True)
    named = {"statement": str(1 + 2 * instance.rate), "proof": str(2 * instance.rate)}
    epsilon = named.get(point["epsilon"], point["epsilon"])
    budget, proven = Budget.read(epsilon=epsilon), digits + GUARD_DIGITS
    above = None
    if exceeds(budget, Fraction(1)):
        above = capped(reached(lambda: replacement_upper(instance, budget, digits=proven).value))
    worst, printed = dp_delta_with_replacement(n, draws, digits=proven), Fraction(draws, n + 1)
    loss = smoothed_or_none(instance.types, instance.floor, n, draws, budget, proven, replacement=True)
    cells = (
        loss, above, absent_type_lower(instance, digits=proven).value, worst, printed,
        _PRINTED[decide_less_equal(worst, printed)], Fraction(1, n), "" if above is None else "two Poisson tails",
    )  # fmt: skip
    return Row(tuple(epsilon if axis.name == "epsilon" else point[axis.name] for axis in AXES), cells)


TABLES = (
    Table(
        "theorem-5",
        "smoothed_dp",
        "Sampling with replacement: worst case and smoothed loss",
        AXES,
        COLUMNS,
        _row,
        brief=("epsilon", "draws", "records", "delta_sdp", "two_tails", "dp_delta"),
    ),
)
