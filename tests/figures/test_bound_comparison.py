from __future__ import annotations

import csv
import io
import math
from fractions import Fraction

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures import bounds as comparison
from sdp_proofs.figures.bounds import Part, Series, delta_rows, exponent_rows
from sdp_proofs.files import write_csv
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.tails import one_sided_upper
from sdp_proofs.privacy.budget import Budget

FLOOR = Fraction(1, 4)
SERIES = Series(FLOOR, "0.5", "1", (50, 100))


def test_shares_of_the_exact_exponent() -> None:
    rows = {row.name: row for row in exponent_rows([FLOOR], ["0.5"], ["1"])}
    assert list(rows) == [comparison.EXACT, *comparison.EXPONENT_NAMES]
    case, budget = Instance.read(records=2, draws=1, types=2, floor=FLOOR), Budget.read(epsilon=1)
    exact = rows["exact"].value
    assert exact is not None and exact.overlaps(decay_rate(case, budget).value)
    shares = {name: float(row.share) for name, row in rows.items() if row.share is not None}
    # The exponents themselves, written down anew.
    theta = 1 - math.exp(-1)
    entropy = theta * math.log(2 * theta) + (1 - theta) * math.log(2 * (1 - theta))
    assert math.isclose(shares["one tail"] * float(exact), -math.log(1 - 0.25 * -math.expm1(-entropy)), rel_tol=1e-9)
    gap = (2 * theta - 1) ** 2
    assert math.isclose(shares["Remark 8"] * float(exact), 0.25 * gap / 6, rel_tol=1e-9)
    order = ["Remark 8", "one tail", "two tails", "2 cells", "3 cells", "5 cells", "10 cells"]
    assert [shares[name] for name in order] == sorted(shares[name] for name in order)
    assert shares["10 cells"] <= 1 <= shares["lower bound"] < 1 + 1e-6


def test_bounds_that_do_not_apply_have_no_value() -> None:
    rows = {row.name: row for row in exponent_rows([FLOOR], ["0.95"], ["1"])}
    assert rows["one tail"].value is rows["Remark 8"].value is None
    assert rows["two tails"].value is not None


def test_values_by_size_enclose_the_loss() -> None:
    rows = list(delta_rows([SERIES]))
    assert len(rows) == len(comparison.LOSS_NAMES) * 2
    for records in SERIES.sizes:
        found = {row.name: row.value for row in rows if row.records == records}
        exact = found.pop("exact")
        below = found.pop("lower bound")
        assert exact is not None and below is not None
        assert below.upper <= exact.lower
        assert all(bound is not None and exact.upper <= bound.lower for bound in found.values())
        one = found["one tail"]
        case = Instance.read(records=records, rate="0.5", types=2, floor=FLOOR)
        assert one is not None and one.overlaps(one_sided_upper(case, Budget.read(epsilon=1)).value)


def test_csv_has_a_line_for_every_row() -> None:
    rows = list(delta_rows([Series(FLOOR, "0.95", "1", (20,))]))
    stream = io.StringIO()
    write_csv(comparison.COLUMNS, [row.values() for row in rows], stream)
    lines = list(csv.DictReader(stream.getvalue().splitlines()))
    assert list(lines[0]) == list(comparison.COLUMNS)
    assert [line["name"] for line in lines] == list(comparison.LOSS_NAMES)
    assert {line["part"] for line in lines} == {Part.LOSS.value}
    assert (lines[-1]["value_lower"], lines[0]["share_lower"]) == ("", "")
    assert 0 < float(lines[0]["value_lower"]) <= float(lines[0]["value_upper"]) < 1


def test_outside_the_domain_is_refused() -> None:
    with pytest.raises(DomainError):
        list(exponent_rows([Fraction(3, 4)], ["0.5"], ["1"]))
