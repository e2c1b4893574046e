from __future__ import annotations

import random
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.tables import find
from sdp_proofs.tables.comparison import Agreement, compare_number, compare_rows
from sdp_proofs.tables.table import Direction
from sdp_proofs.tables.typed import TypedNumber, read_typed

ONE = {"types": ("2",), "floor": ("1/4",), "epsilon": ("1",)}


def compared(typed: str, value: Enclosure, direction: Direction = Direction.ENCLOSURE) -> tuple[str, str]:
    agreement, note = compare_number(TypedNumber.read(typed), value, 10, direction)
    return agreement.value, note


@pytest.mark.parametrize(
    ("typed", "units", "exponent", "digits"),
    [
        ("1.2e-32", 12, -33, 2),
        ("0.0017", 17, -4, 2),
        ("0.00170", 170, -5, 3),
        ("-3.50", -350, -2, 3),
        ("1.2 × 10^{-32}", 12, -33, 2),
        (r"$1.2\times 10^{-32}$", 12, -33, 2),
        ("155,507,476", 155507476, 0, 9),
        ("1E+3", 1, 3, 1),
        ("−2e5", -2, 5, 1),
        ("0.0", 0, -1, 1),
    ],
)
def test_a_typed_number(typed: str, units: int, exponent: int, digits: int) -> None:
    number = TypedNumber.read(typed)
    assert (number.units, number.exponent, number.digits) == (units, exponent, digits)


@pytest.mark.parametrize("typed", ["", "abc", "1.2.3", "1/0", "<1e-5", "1,2,3", "1e99999999999", "9" * 501, "nan"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(DomainError, match="typed"):
        TypedNumber.read(typed)


@pytest.mark.parametrize(
    ("typed", "value", "agreement", "note"),
    [
        ("0.50", "1/2", "agrees", "exactly equal"),
        ("1/2", "1/2", "agrees", "exactly equal"),
        ("1/3", "0.333", "wrong digit", "another fraction"),
        ("0.0018", "0.001752", "rounded", "to nearest, up"),
        ("0.0017", "0.001752", "rounded", "down"),
        ("0.001752", "0.00175249", "rounded", "to nearest, down"),
        ("0.25", "0.245", "rounded", "to nearest, up"),
        ("0.24", "0.245", "rounded", "to nearest, down"),
        ("0.0027", "0.001752", "wrong digit", "digit 1: 2 typed, 1 computed"),
        ("1.2345", "1.2375", "wrong digit", "digit 4: 4 typed, 7 computed"),
        ("1.2e-32", "1.2e-31", "wrong digit", "order of magnitude"),
        ("-0.5", "0.5", "wrong digit", "sign"),
        ("0", "1e-40", "rounded", "to nearest, down"),
        ("1.0", "0.997", "rounded", "to nearest, up"),
        ("26600", "26612", "rounded", "to nearest, down; zeros at the end not counted as digits"),
        ("26400", "26612", "wrong digit", "digit 3: 4 typed, 6 computed"),
        ("2.60", "2.66", "wrong digit", "digit 3: 0 typed, 6 computed"),
    ],
)
def test_a_typed_number_against_an_exact_one(typed: str, value: str, agreement: str, note: str) -> None:
    assert compared(typed, Enclosure.of(value)) == (agreement, note)


def test_every_rounding_of_random_fractions_is_found() -> None:
    chance = random.Random(3)
    for _ in range(300):
        value = Fraction(chance.randrange(1, 10**9), chance.randrange(10**6, 10**9))
        place = Decimal(1).scaleb(-chance.randrange(10, 15))
        # Thirty digits of a fraction like these are enough to round it in every way.
        decimal = Decimal(value.numerator) / Decimal(value.denominator)
        for way, rounding in (("to nearest", ROUND_HALF_UP), ("down", ROUND_FLOOR), ("up", ROUND_CEILING)):
            typed = format(decimal.quantize(place, rounding), "f")
            agreement, note = compared(typed, Enclosure.of(value))
            assert agreement in ("rounded", "agrees")
            assert agreement == "agrees" or way in note.split(", ")
            off = format(decimal.quantize(place, ROUND_FLOOR) + 2 * place, "f")
            assert compared(off, Enclosure.of(value))[0] == "wrong digit"


def test_bounds_that_allow_several_answers_decide_nothing() -> None:
    wide = Enclosure.between("0.12", "0.14")
    assert compared("0.1234", wide)[0] == "not decided"
    assert compared("0.1", wide) == ("rounded", "to nearest, down")
    assert compared("0.2", wide) == ("rounded", "up")
    assert compared("0.31", wide)[0] == "wrong digit"
    assert compared("1/8", wide)[0] == "not decided"


def test_exponents_beyond_floats() -> None:
    tiny = Enclosure.between("1.251e-10000000", "1.26e-10000000")
    assert compared("1.3e-10000000", tiny) == ("rounded", "to nearest, up")
    assert compared("1.4e-10000000", tiny)[0] == "wrong digit"
    assert compared("1.3e-9999999", tiny) == ("wrong digit", "order of magnitude")
    assert compared("1.3e-20000000", tiny) == ("wrong digit", "order of magnitude")
    assert compared("0.0", tiny) == ("rounded", "to nearest, down")


def test_rounding_a_bound_to_the_wrong_side_is_said() -> None:
    value = Enclosure.of("0.1234")
    assert "no longer an upper bound" in compared("0.123", value, Direction.UPPER)[1]
    assert "no longer" not in compared("0.124", value, Direction.UPPER)[1]
    assert "no longer a lower bound" in compared("0.124", value, Direction.LOWER)[1]


def test_a_file_is_compared_cell_by_cell(tmp_path: Path) -> None:
    file = tmp_path / "typed.csv"
    file.write_text(
        "records,draws,dp_delta,printed,printed_standing,delta_sdp_lower\n"
        "10,3,0.271,3/11,Refuted: the exact delta is not larger,\n"
        "\n"
        "7,3,0.39,0.375,holds here,\n",
        encoding="utf-8",
    )
    table = find("theorem-5")
    rows = read_typed(file, table, ONE)
    assert [row.line for row in rows] == [2, 4]
    findings = [finding for group in compare_rows(table, rows, 6) for finding in group]
    assert [(finding.column, finding.agreement) for finding in findings] == [
        ("dp_delta", Agreement.AGREES),
        ("printed", Agreement.AGREES),
        ("printed_standing", Agreement.AGREES),
        ("dp_delta", Agreement.WRONG),
        ("printed", Agreement.AGREES),
        ("printed_standing", Agreement.WRONG),
    ]
    assert findings[3].note == "digit 2: 9 typed, 7 computed"
    assert findings[3].computed == "0.37026"
    assert findings[3].values() | {"note": ""} == {
        "draws": "3", "records": "7", "column": "dp_delta", "typed": "0.39", "computed": "0.37026",
        "agreement": "wrong digit", "note": "",
    }  # fmt: skip


def test_an_undecided_cell_is_computed_again_with_more_digits(tmp_path: Path) -> None:
    exactly = Fraction(1, 20)
    nearly = exactly - Fraction(1, 10**30)
    assert compare_number(TypedNumber.read("0.0"), Enclosure.of(nearly), 4)[0] is Agreement.ROUNDED
    file = tmp_path / "typed.csv"
    file.write_text("records,marked,draws,theta,tail,third\n20,1,1,0.5,0.05,0.1\n", encoding="utf-8")
    table = find("chernoff")
    (found,) = compare_rows(table, read_typed(file, table, {}), 3)
    assert [finding.agreement for finding in found] == [Agreement.AGREES, Agreement.UNDECIDED]
    assert found[1].note == "there is no computed value here"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "header"),
        (b"records,draws,dp_delta\n", "a line below"),
        (b"records,draws\n1,2\n", "a column to compare"),
        (b"records,draws,colour\n1,2,3\n", "'colour'"),
        (b"records,records,dp_delta\n1,2,3\n", "twice"),
        (b"records,draws,dp_delta\n1,2\n", "line 2: must have 3 cells"),
        (b"records,draws,dp_delta\n,2,3\n", "line 2: records must have a value"),
        (b"records,dp_delta\n10,3\n", "draws must be a column"),
        (b"records,draws,epsilon,dp_delta\n10,3,1,0.1\n", "both"),
        (b"records,draws,dp_delta\n10,3,\xff\n", "UTF-8"),
        (b'records,draws,dp_delta\n10,3,"0.1\n', "CSV"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "typed.csv"
    file.write_bytes(content)
    with pytest.raises(DomainError, match=message):
        read_typed(file, find("theorem-5"), ONE)


def test_all_of_a_file_is_read_before_anything_is_computed(tmp_path: Path) -> None:
    file = tmp_path / "typed.csv"
    file.write_text("records,draws,dp_delta\n-5,3,0.1\n10,3,oops\n", encoding="utf-8")
    table = find("theorem-5")
    with pytest.raises(DomainError, match="oops"):
        list(compare_rows(table, read_typed(file, table, ONE), 6))
