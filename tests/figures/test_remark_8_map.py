from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.remark_8 import COLUMNS, SHEETS, Row, Sheet, Standing, map_rows
from sdp_proofs.files import write_csv
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.published import remark_8_as_published
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
CASES = [
    (Sheet(2, HALF, 200), "0.01", "0.02", Standing.REFUTED),
    (Sheet(2, HALF, 200), "0.5", "1", Standing.PROVED),
    (Sheet(2, HALF, 200), "0.3", "0.5", Standing.PROVED_HERE),
    (Sheet(2, HALF, 200), "0.05", "0.1", Standing.HOLDS),
    (Sheet(2, HALF, 200), "0.5", "0.7", Standing.NOTHING),
    (Sheet(2, HALF, 200), "0.5", "0.1", Standing.OUTSIDE_FAILS),
    (Sheet(2, HALF, 200), "0.3", "0.3", Standing.OUTSIDE_NOTHING),
    (Sheet(2, HALF, 200), "0.5", "0.5", Standing.OUTSIDE_HOLDS),
    (Sheet(3, QUARTER, 20), "0.5", "1", Standing.NOTHING),
    (Sheet(3, Fraction(1, 3), 60), "0.5", "2", Standing.PROVED),
]


def cell(sheet: Sheet, rate: str, epsilon: str) -> Row:
    (row,) = map_rows([sheet], [rate], [epsilon])
    return row


def direct(sheet: Sheet, draws: int, epsilon: str) -> Enclosure:
    """delta_SDP from all mixtures, by another route than the map takes for two types."""
    rest = 1 - (sheet.types - 1) * sheet.floor
    laws = [[rest if k == j else sheet.floor for k in range(sheet.types)] for j in range(sheet.types)]
    route = Route.TABLE if sheet.types == 2 else Route.AUTO
    smoothing = Smoothing(SourceSet.from_laws(laws), sheet.records, draws)
    return smoothed_delta(smoothing, Budget.read(epsilon=epsilon), route=route).value


@pytest.mark.parametrize(("sheet", "rate", "epsilon", "standing"), CASES)
def test_every_standing_agrees_with_a_direct_computation(
    sheet: Sheet, rate: str, epsilon: str, standing: Standing
) -> None:
    row = cell(sheet, rate, epsilon)
    assert row.standing is standing
    instance = Instance(sheet.records, row.draws, sheet.types, sheet.floor)
    budget = Budget.read(epsilon=epsilon)
    printed = remark_8_as_published(instance, budget, digits=25)
    assert printed.value.overlaps(row.printed)
    assert printed.valid is not standing.value.startswith("hypothesis not met")
    loss = direct(sheet, row.draws, epsilon)
    fails = standing in (Standing.REFUTED, Standing.OUTSIDE_FAILS)
    assert (loss.lower > printed.value.upper) is fails
    assert (loss.upper <= printed.value.lower) is not fails
    assert (Fraction(printed.value.lower) >= instance.rate) is standing.value.endswith("says nothing")
    if row.loss is not None:
        assert row.loss.overlaps(loss)


def test_the_smallest_counterexample_known_is_refuted_exactly() -> None:
    row = cell(Sheet(2, HALF, 200), "0.005", "log(101/100)")
    assert (row.draws, row.standing, row.general) == (1, Standing.REFUTED, Verdict.FAILS)
    assert row.excess is not None
    assert 43 < row.excess.lower < row.excess.upper < 45


def test_reasons_name_what_decides() -> None:
    reasons = {standing: cell(*case).reason for *case, standing in CASES[:5]}
    assert reasons[Standing.REFUTED] == reasons[Standing.HOLDS] == "delta_SDP"
    assert reasons[Standing.PROVED] == "w ln w + 1 - w + g/6 >= 1/8 with w = g/(6K) <= exp(-K)"
    assert reasons[Standing.PROVED_HERE] in ("one tail", "two tails")
    assert reasons[Standing.NOTHING] == "at least T/n"


def test_what_says_nothing_may_be_proved_too() -> None:
    assert cell(Sheet(3, QUARTER, 20), "0.5", "1").general is Verdict.HOLDS
    assert cell(Sheet(2, HALF, 200), "0.5", "0.5").general is None


def test_rows_come_sheet_by_sheet_with_epsilons_innermost() -> None:
    sheets = [Sheet(2, HALF, 20), Sheet(2, QUARTER, 20)]
    keys = [(row.sheet, row.rate, row.epsilon) for row in map_rows(sheets, ["0.5", "0.9"], ["1", "3"])]
    assert keys == [(sheet, rate, epsilon) for sheet in sheets for rate in ("0.5", "0.9") for epsilon in ("1", "3")]


def test_csv_rounds_outward() -> None:
    row = cell(*CASES[0][:3])
    stream = io.StringIO()
    write_csv(COLUMNS, [row.values(3)], stream)
    (line,) = csv.DictReader(stream.getvalue().splitlines())
    assert list(line) == list(COLUMNS)
    assert (line["standing"], line["draws"], line["dp_delta"]) == ("refuted", "2", "1/100")
    assert row.loss is not None
    assert Fraction(line["delta_sdp_lower"]) <= Fraction(row.loss.lower) <= Fraction(row.loss.upper)
    assert Fraction(row.loss.upper) <= Fraction(line["delta_sdp_upper"])
    assert Fraction(line["excess_lower"]) > 1


@pytest.mark.parametrize(("rates", "epsilons"), [(["1"], ["1"]), (["0"], ["1"]), (["0.5"], ["-1"])])
def test_outside_the_domain_is_refused(rates: Sequence[str], epsilons: Sequence[str]) -> None:
    with pytest.raises(DomainError):
        list(map_rows([SHEETS[0]], rates, epsilons))
