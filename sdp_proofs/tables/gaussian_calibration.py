"""Gaussian noise for a budget: the least sigma beside the classical formula, and what that one has in truth.

At sensitivity 1; sigma is proportional to it. The exact sigma is that of [Balle, Wang 2018], certified on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping

from sdp_proofs.accounting.classical import classical_profile, classical_sigma, decide_classical, least_sigma
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.tables.shared_options import DELTA, EPSILON
from sdp_proofs.tables.table import GUARD_DIGITS, Axis, Row, Table, enclosure, guarantee, text
from sdp_proofs.verdict import Verdict

AXES = (
    Axis("epsilon", ("0.1", "1", "4", "8", "10"), EPSILON),
    Axis("delta", ("1e-3", "1e-5", "1e-10", "1e-100"), DELTA),
)
COLUMNS = (
    guarantee("sigma", "the least standard deviation that meets the budget, sensitivity 1"),
    guarantee("classical_sigma", "sqrt(2 ln(1.25/delta))/epsilon"),
    enclosure("ratio", "classical over least; below 1 the classical one is too small"),
    guarantee("classical_delta", "the delta that the classical sigma has in truth"),
    text("classical_is_enough", "whether that is at most the delta asked for, decided"),
)
_WORDS = {Verdict.HOLDS: "yes", Verdict.FAILS: "no", Verdict.UNKNOWN: "not decided"}


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> row = _row({"epsilon": "10", "delta": "1e-5"}, 4)
        >>> [cell if isinstance(cell, str) else cell.rounded(4) for cell in row.cells]
        ['0.4999', '0.4845', '0.9692', '2.265e-5', 'no']
    """
    epsilon, delta, proven = point["epsilon"], point["delta"], digits + GUARD_DIGITS
    classical = refine(classical_sigma(epsilon, delta).ball, proven)
    least = least_sigma(epsilon, delta, digits=proven)
    actual = classical_profile(epsilon, delta, digits=proven)
    return Row(
        (epsilon, delta), (least, classical, classical / least, actual, _WORDS[decide_classical(epsilon, delta)])
    )


TABLES = (
    Table(
        "gaussian-calibration",
        "dp_lecture",
        "Gaussian noise that a budget needs, and what the classical formula gives",
        AXES,
        COLUMNS,
        _row,
        brief=("epsilon", "delta", "sigma", "classical_sigma", "ratio"),
    ),
)
