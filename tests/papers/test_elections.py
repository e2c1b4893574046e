from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.files import write_csv
from sdp_proofs.papers.smoothed_dp.elections import (
    COLUMNS,
    FIGURE_1,
    FIGURE_3,
    Election,
    ElectionRow,
    Setting,
    election_rows,
    us_presidential_elections,
)
from sdp_proofs.verdict import Verdict
from tests.work import with_calls

SMALL = (Election(2000, "A", 12, "B", 18, None), Election(2004, "A", 25, "B", 15, None))


def brute_delta(counts: tuple[int, int], draws: int, odds: Fraction) -> Fraction:
    """The largest divergence over all neighbours, both directions and all outputs."""
    first, second = counts
    best = Fraction(0)
    for changed in (first - 1, first + 1):
        for one, other in ((first, changed), (changed, first)):
            p, q = (law(count, first + second, draws) for count in (one, other))
            best = max(best, sum((max(Fraction(0), a - odds * b) for a, b in zip(p, q, strict=True)), Fraction(0)))
    return best


def brute_utility(counts: tuple[int, int], draws: int, threshold: Fraction) -> Fraction:
    """Eq. (3) for either kind of missing record and either true value of it."""
    first, second = counts
    best = Fraction(0)
    for known in (first - 1, first):
        laws = [law(known, first + second, draws), law(known + 1, first + second, draws)]
        for truth in laws:
            total = Fraction(0)
            for own, p, q in zip(truth, *laws, strict=True):
                if p + q:
                    total += own * max(Fraction(0), max(p, q) / (p + q) - threshold)
            best = max(best, total / (1 - threshold))
    return best


def law(marked: int, records: int, draws: int) -> list[Fraction]:
    total = comb(records, draws)
    return [Fraction(comb(marked, k) * comb(records - marked, draws - k), total) for k in range(draws + 1)]


@pytest.mark.parametrize("threshold", ["1/2", "0.51", "0.6", "0.9"])
@pytest.mark.parametrize("lost", ["0.2", "0.05", "0.5"])
def test_rows_equal_brute_force(threshold: str, lost: str) -> None:
    setting = Setting(Fraction(threshold), Fraction(lost))
    odds = Fraction(threshold) / (1 - Fraction(threshold))
    for election, row in zip(SMALL, election_rows(SMALL, setting), strict=True):
        assert row.delta.exact == brute_delta(election.counts, row.draws, odds)
        assert row.utility.exact == brute_utility(election.counts, row.draws, setting.threshold)
        assert row.delta_below_one_over_n is Verdict.of(row.delta.exact < row.one_over_n)
        assert row.utility_below_one_over_n is Verdict.of(row.utility.exact < row.one_over_n)


def test_settings_of_the_paper() -> None:
    assert FIGURE_1.budget.rational_odds == Fraction(51, 49)
    assert FIGURE_1.rate == Fraction(998, 1000)
    assert {(setting.threshold, setting.lost) for setting in FIGURE_3.values()} == {
        (Fraction(threshold), Fraction(lost)) for threshold in ("0.5", "0.51", "0.6") for lost in ("0.002", "0.0001")
    }
    assert FIGURE_3["d"] == Setting(Fraction(3, 5), Fraction(1, 10_000), "d")
    assert [setting.panel for setting in FIGURE_3.values()] == list(FIGURE_3)


@pytest.mark.parametrize(("threshold", "lost"), [("0.49", "0.1"), ("1", "0.1"), ("0.6", "1"), ("0.6", "-0.1")])
def test_settings_outside_their_domain_are_refused(threshold: str, lost: str) -> None:
    with pytest.raises(DomainError, match="must be in"):
        Setting(Fraction(threshold), Fraction(lost))


def figure_3_rows() -> list[ElectionRow]:
    elections = us_presidential_elections()
    return [row for setting in FIGURE_3.values() for row in election_rows(elections, setting)]


def test_every_value_of_figure_3_has_ten_proven_digits() -> None:
    rows = figure_3_rows()
    assert len(rows) == 6 * 26
    for row in rows:
        assert row.delta.proven_digits >= 10
        assert row.utility.proven_digits >= 10
        assert row.draws == -(-row.records * row.setting.rate // 1)
        assert Verdict.UNKNOWN not in (row.delta_below_one_over_n, row.utility_below_one_over_n)


def test_the_work_of_figure_3_does_not_grow_with_the_electorates() -> None:
    rows, calls = with_calls(figure_3_rows)
    assert calls < 50_000 * len(rows)  # there are up to 155 million records


def test_figure_1_in_2020() -> None:
    # Summed independently in mpmath with 50 digits, over the outputs where the loss is positive.
    *_, row = election_rows(us_presidential_elections(), FIGURE_1)
    assert row.year == 2020
    assert row.delta.rounded(12) == "1.19720414897e-32"
    assert row.neighbour == (81283500, 74223976)
    assert row.dp_delta == Fraction(155196462, 155507476)


def test_the_losses_of_figure_1_are_below_one_over_n() -> None:
    rows = list(election_rows(us_presidential_elections(), FIGURE_1))
    assert {row.delta_below_one_over_n for row in rows} == {Verdict.HOLDS}
    assert {row.utility_below_one_over_n for row in rows} == {Verdict.HOLDS}


def test_panel_d_is_below_one_over_n_and_its_neighbours_at_the_same_rate_are_not() -> None:
    last = us_presidential_elections()[-1:]
    verdicts = {panel: next(election_rows(last, FIGURE_3[panel])).delta_below_one_over_n for panel in "def"}
    assert verdicts == {"d": Verdict.HOLDS, "e": Verdict.FAILS, "f": Verdict.FAILS}


def test_more_digits_are_proven_when_asked_for() -> None:
    (row,) = election_rows(us_presidential_elections()[:1], FIGURE_1, digits=40)
    assert row.delta.proven_digits >= 40
    assert row.utility.proven_digits >= 40


def written(rows: Sequence[ElectionRow]) -> list[dict[str, str]]:
    stream = io.StringIO(newline="")
    write_csv(COLUMNS, [row.values() for row in rows], stream)
    return list(csv.DictReader(io.StringIO(stream.getvalue())))


def test_csv_encloses_the_values_and_keeps_the_rest_exact() -> None:
    rows = list(election_rows(us_presidential_elections()[:3], FIGURE_3["d"]))
    table = written(rows)
    assert list(table[0]) == list(COLUMNS)
    for row, line in zip(rows, table, strict=True):
        for name, value in (("delta", row.delta), ("utility", row.utility)):
            lower, upper = Decimal(line[f"{name}_lower"]), Decimal(line[f"{name}_upper"])
            assert lower <= value.lower <= value.upper <= upper
            assert (upper - lower) / lower < Decimal("1e-10")
        assert Fraction(line["one_over_n"]) == Fraction(1, row.records)
        assert Fraction(line["dp_delta"]) == Fraction(row.draws, row.records)
        assert (line["panel"], line["threshold"], line["epsilon"]) == ("d", "3/5", "log(3/2)")
        assert (line["lost"], line["year"]) == ("1/10000", str(row.year))
        assert int(line["first_votes"]) + int(line["second_votes"]) == int(line["records"])
        assert line["delta_below_one_over_n"] == "HOLDS"


def test_csv_of_values_beyond_the_range_of_floats() -> None:
    (line,) = written(list(election_rows(us_presidential_elections()[-1:], FIGURE_3["a"])))
    assert Decimal(line["delta_upper"]).adjusted() == -2694
