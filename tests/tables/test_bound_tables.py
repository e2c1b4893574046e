from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import us_presidential_elections
from sdp_proofs.tables import find, names
from sdp_proofs.tables.elections import elections
from sdp_proofs.tables.reach import floor_sources
from sdp_proofs.tables.table import (
    Cell,
    Table,
    as_enclosure,
    bounds,
    document,
    enclosure,
    exact,
    header,
    line,
    lower,
    one_text,
    text,
    upper,
)
from sdp_proofs.verdict import Verdict

UPPERS = {"one tail": "one_tail", "two tails": "two_tails", "cells": "cells", "method of types": "method_of_types"}


def cells(table: Table, point: Mapping[str, str], digits: int = 6) -> dict[str, Cell]:
    row = table.compute(point, digits)
    assert len(row.cells) == len(table.columns)
    assert len(row.keys) == len(table.axes)
    return dict(zip((column.name for column in table.columns), row.cells, strict=True))


def at(table: Table, **values: str) -> dict[str, Cell]:
    (point,) = table.points({name: (value,) for name, value in values.items()})
    return cells(table, point)


def number(cell: Cell) -> Enclosure:
    assert cell is not None
    return as_enclosure(cell)


def test_upper_bounds_are_rounded_up_and_lower_ones_down() -> None:
    chance = random.Random(8)
    for _ in range(200):
        value = Fraction(chance.randrange(1, 10**12), chance.randrange(1, 10 ** chance.randrange(1, 60)))
        for digits in (1, 3, 40, 500):
            up, down = (Fraction(one_text(make("b", ""), value, digits)) for make in (upper, lower))
            assert down <= value <= up
            # Both have that many digits, so they are neighbours on the grid of such decimals, or equal.
            assert up - down <= value * Fraction(10) ** (1 - digits)
            assert (up == down) == (down == value)


def test_an_enclosure_is_rounded_to_nearest_or_shown_as_an_interval() -> None:
    wide = Enclosure.between("0.1234", "0.1236")
    assert one_text(enclosure("e", ""), Fraction(2, 3), 3) == "0.667"
    assert one_text(enclosure("e", ""), wide, 2) == "0.12"
    low, high = one_text(enclosure("e", ""), wide, 5).strip("[]").split(", ")
    assert Decimal(low) <= Decimal("0.1234") and Decimal(high) >= Decimal("0.1236")
    assert one_text(exact("x", ""), Fraction(1, 7), 3) == "1/7"
    assert one_text(text("t", ""), "words", 3) == "words"
    assert one_text(upper("u", ""), None, 3) == ""


@pytest.mark.parametrize("digits", [1, 6, 500])
def test_bounds_in_csv_enclose_the_exact_value(digits: int) -> None:
    table = find("theorem-5")
    (point,) = table.points({"epsilon": ("log(2)",), "draws": ("3",), "records": ("7",)})
    row = table.compute(point, digits)
    names, texts = header(table, ends=True), line(table, row, digits, ends=True)
    shown = dict(zip(names, texts, strict=True))
    worst = 1 - Fraction(6, 7) ** 3
    assert Fraction(shown["dp_delta_lower"]) < worst < Fraction(shown["dp_delta_upper"])
    assert len(shown["dp_delta_upper"].removeprefix("0.")) == digits
    assert shown["printed"] == "3/8" and shown["printed_standing"].startswith("refuted")
    assert len(line(table, row, digits, ends=False)) == len(header(table, ends=False))


def test_json_keeps_fractions_exact() -> None:
    table = find("theorem-5")
    (point,) = table.points({"epsilon": ("log(2)",), "draws": ("3",), "records": ("7",)})
    record = document(table, [table.compute(point, 4)], 4, 0)["rows"]
    assert isinstance(record, list)
    assert record[0]["dp_delta"] == {"lower": "0.3702", "upper": "0.3703", "exact": "127/343"}
    assert record[0]["one_over_n"]["exact"] == "1/7"
    assert record[0]["records"] == "7"


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("rate", "epsilon", "records", "floor"),
    [("0.5", "1", "60", "1/4"), ("0.5", "0.1", "200", "2/5"), ("0.9", "3", "300", "1/2"), ("0.95", "0", "100", "1/4")],
)
def test_every_valid_bound_of_remark_8_holds(rate: str, epsilon: str, records: str, floor: str) -> None:
    found = at(find("remark-8"), rate=rate, epsilon=epsilon, records=records, floor=floor)
    loss = number(found["delta_sdp"])
    valid = [name for name in str(found["valid"]).split(", ") if name]
    values = [number(found[UPPERS.get(name, "remark_8")]) for name in valid]
    assert {UPPERS[name] for name in valid if name in UPPERS} == {
        column for column in UPPERS.values() if found[column] is not None
    }
    assert all(decide_less_equal(loss, value) is Verdict.HOLDS for value in values)
    assert all(decide_less(second, first) is not Verdict.HOLDS for first, second in pairwise(values))
    assert decide_less(loss, number(found["lower"])) is not Verdict.HOLDS
    assert decide_less_equal(loss, number(found["dp_delta"])) is Verdict.HOLDS


def test_remark_8_is_refuted_where_it_fails_and_not_elsewhere() -> None:
    failing = at(find("remark-8"), rate="1/200", epsilon="log(101/100)", records="200", floor="1/2")
    assert failing["remark_8_standing"] == "hypothesis met; fails here"
    assert decide_less(number(failing["remark_8"]), number(failing["delta_sdp"])) is Verdict.HOLDS
    assert "remark 8" not in str(failing["valid"])
    proved = at(find("remark-8"), rate="0.5", epsilon="1", records="100", floor="1/4")
    assert proved["remark_8_standing"] == "hypothesis met; proved at this rate"
    outside = at(find("remark-8"), rate="0.998", epsilon="1", records="10000", floor="1/4")
    assert outside["remark_8_standing"] == "hypothesis not met; fails here"
    assert outside["one_tail"] is None


def test_remark_8_with_every_record_sampled_and_beyond_the_reach_of_exact_values() -> None:
    whole = at(find("remark-8"), rate="1", epsilon="1", records="9", floor="1/4")
    assert (str(whole["delta_sdp"]), whole["two_tails"], whole["dp_delta"]) == ("1", None, 1)
    far = at(find("remark-8"), rate="0.5", epsilon="1", records="1000", types="4", floor="1/8")
    assert far["delta_sdp"] is None
    assert far["two_tails"] is not None and far["lower"] is not None


def test_three_types_are_computed() -> None:
    found = at(find("remark-8"), rate="0.5", epsilon="1", records="40", types="3", floor="1/4")
    loss = number(found["delta_sdp"])
    assert decide_less(number(found["lower"]), loss) is Verdict.HOLDS


@pytest.mark.parametrize(("n", "marked", "draws"), [(30, 4, 9), (1500, 40, 60)])
def test_chernoff_tail_and_its_bounds(n: int, marked: int, draws: int) -> None:
    found = at(find("chernoff"), records=str(n), marked=str(marked), draws=str(draws), theta="1/2")
    ways = [comb(marked, k) * comb(n - marked, draws - k) for k in range(marked + 1)]
    tail = Fraction(sum(ways[marked // 2 + 1 :]), comb(n, draws))
    assert number(found["tail"]).contains(tail)
    for name in ("relative_entropy", "poisson", "ratio", *(["third"] if found["third"] is not None else [])):
        assert decide_less_equal(tail, number(found[name])) is Verdict.HOLDS
    fails = decide_less(number(found["printed"]), tail) is Verdict.HOLDS
    assert found["printed_standing"] == ("fails here" if fails else "holds here")
    assert (decide_less(1, number(found["tail_over_printed"])) is Verdict.HOLDS) == fails


def test_chernoff_where_the_tail_is_impossible() -> None:
    found = at(find("chernoff"), records="20", marked="10", draws="1", theta="0.6")
    assert (str(found["tail"]), str(found["relative_entropy"]), found["printed_standing"]) == ("0", "0", "holds here")


@pytest.mark.parametrize("draws", range(1, 8))
def test_theorem_5_worst_case_is_refuted_from_three_draws_on(draws: int) -> None:
    found = at(find("theorem-5"), epsilon="1", draws=str(draws), records="20")
    assert number(found["dp_delta"]).exact == 1 - Fraction(19, 20) ** draws
    assert str(found["printed_standing"]).startswith("refuted") == (draws >= 3)
    loss = number(found["delta_sdp"])
    assert decide_less_equal(number(found["absent_type"]), loss) is Verdict.HOLDS
    assert decide_less_equal(loss, number(found["two_tails"])) is Verdict.HOLDS


def test_table_1_amplification_by_sampling_is_larger_than_printed() -> None:
    found = at(find("table-1"), notion="worst-case-noise", rate="1/2", epsilon="log(3)", records="10")
    with localcontext() as context:
        context.prec = 40
        low, high = (Decimal(end) for end in bounds(found["parameter_epsilon"], 9))
        assert low < Decimal(2).ln() < high
        assert low > Decimal(3).ln() / 2
    assert str(found["printed_standing"]).startswith("refuted")


def test_table_1_worst_case_is_rounded_up() -> None:
    exactly = at(find("table-1"), notion="worst-case", rate="0.5", epsilon="1", records="10")
    assert (str(exactly["parameter_delta"]), exactly["printed_standing"]) == ("1/2", "holds here")
    more = at(find("table-1"), notion="worst-case", rate="0.5", epsilon="1", records="11")
    assert str(more["parameter_delta"]) == "6/11"
    assert str(more["printed_standing"]).startswith("too small")


def test_table_1_smoothed_loss_falls_at_least_at_its_rate() -> None:
    found = at(find("table-1"), notion="smoothed", rate="0.5", epsilon="1", records="1000")
    assert decide_less(number(found["decay_rate"]), number(found["fall"])) is Verdict.HOLDS
    with pytest.raises(DomainError, match="lost"):
        at(find("table-1"), notion="smoothed", rate="1", epsilon="1", records="1000")


def test_elections_by_year() -> None:
    table = find("elections")
    assert [point["year"] for point in table.points({})] == [str(year) for year in range(1920, 2024, 4)]
    found = at(table, year="2020")
    assert found["records"] == us_presidential_elections()[-1].records
    assert number(found["delta"]).rounded(6) == "1.1972e-32"
    assert found["delta_standing"] == "below 1/n"
    with pytest.raises(DomainError, match="year must be one of"):
        at(table, year="2021")
    with pytest.raises(DomainError, match="twice"):
        elections(us_presidential_elections()[:1] * 2)


def test_axes_are_crossed_with_the_last_one_innermost() -> None:
    given = {"records": ("20", "30"), "theta": ("0.5", "0.6"), "marked": ("1",), "draws": ("1",)}
    points = find("chernoff").points(given)
    assert [(point["records"], point["theta"]) for point in points] == [
        ("20", "0.5"), ("20", "0.6"), ("30", "0.5"), ("30", "0.6"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_every_table_refuses_what_it_does_not_have(name: str) -> None:
    table = find(name)
    assert table.name == name
    assert len({*header(table, ends=True)}) == len(header(table, ends=True))
    with pytest.raises(DomainError, match="has the axes"):
        table.points({"colour": ("1",)})
    with pytest.raises(DomainError, match="digits"):
        next(table.rows(table.points({}), 501))


def test_floor_sources() -> None:
    assert floor_sources(3, Fraction(1, 3)).vertices == ((Fraction(1, 3),) * 3,)
    assert len(floor_sources(4, Fraction(1, 5)).vertices) == 4
    with pytest.raises(DomainError, match="floor"):
        floor_sources(2, Fraction(3, 4))
