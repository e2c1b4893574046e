from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures import bounds, database, remark_8
from sdp_proofs.figures.drawing import FORMATS, save
from sdp_proofs.figures.remark_8 import LOOKS, Row, Sheet, Standing
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database

RATES, EPSILONS = ("0.1", "0.5", "0.9"), ("0.2", "1")
SHEETS = [Sheet(2, Fraction(1, 2), records) for records in (200, 300)]


def cell(rate: str, epsilon: str, standing: Standing, excess: str | None = None, sheet: Sheet = SHEETS[0]) -> Row:
    """A cell with a printed bound of one; the excess of the loss decides the power that is written in it."""
    loss = None if excess is None else Enclosure.of(excess)
    return Row(sheet, rate, 1, epsilon, standing, "", None, Enclosure.of(1), loss)


def a_map(sheet: Sheet = SHEETS[0]) -> list[Row]:
    known = list(Standing)
    return [
        cell(rate, epsilon, known[(3 * line + column) % len(known)], "3e7", sheet)
        for column, rate in enumerate(RATES)
        for line, epsilon in enumerate(EPSILONS)
    ]


def some_bounds(part: bounds.Part) -> list[bounds.Row]:
    names = bounds.EXPONENT_NAMES if part is bounds.Part.EXPONENT else bounds.LOSS_NAMES
    values = [
        (name, n, Enclosure.of(f"1e-{k * n}"), Enclosure.of(f"0.{k + 1}"))
        for k, name in enumerate(names)
        for n in (1, 2)
    ]
    half = Fraction(1, 2)
    return [bounds.Row(part, half, "0.5", str(n), 100 * n, name, value, share) for name, n, value, share in values]


SMALL = Database.read(counts="3,3", draws=2)
PROFILE = [
    database.ProfilePoint(Budget.read(epsilon=0), Enclosure.of("0.1"), corner=True),
    database.ProfilePoint(Budget.read(epsilon=1), Enclosure.of(0)),
]
TRADE_OFF = database.TradeOffCurve(
    ((Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(1, 4)), (Fraction(1), Fraction(0))), exact=True
)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_values_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    written = []
    for name in ("one", "two"):
        files = [tmp_path / f"{name}-{kind}{suffix}" for kind in ("map", "bounds", "profile", "trade")]
        save(lambda: remark_8.draw([*a_map(), *a_map(SHEETS[1])]), files[0])
        save(lambda: bounds.draw([row for part in bounds.Part for row in some_bounds(part)]), files[1])
        save(lambda: database.draw_profile(SMALL, PROFILE), files[2])
        save(lambda: database.draw_trade_off(SMALL, TRADE_OFF), files[3])
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    assert min(map(len, written[0])) > 1000


def test_a_square_stands_at_its_rate_and_epsilon() -> None:
    from matplotlib.colors import to_rgba

    axes = remark_8.draw(a_map()).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == list(RATES)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(EPSILONS)
    squares = {patch.get_xy(): patch for patch in axes.patches}
    assert len(squares) == 6
    failed = set()
    for row in a_map():
        square = squares[RATES.index(row.rate) - 0.5, EPSILONS.index(row.epsilon) - 0.5]
        assert square.get_facecolor() == to_rgba(LOOKS[row.standing].fill)
        assert (square.get_hatch() or "") == LOOKS[row.standing].hatch
        if row.standing in (Standing.REFUTED, Standing.OUTSIDE_FAILS):
            failed.add((RATES.index(row.rate), EPSILONS.index(row.epsilon)))
    assert failed and {text.get_position() for text in axes.texts} == failed
    assert {text.get_text() for text in axes.texts} == {"7"}


def test_fills_differ_without_colour() -> None:
    from matplotlib.colors import to_rgb

    def light(fill: str) -> float:
        return sum(weight * part for weight, part in zip((0.299, 0.587, 0.114), to_rgb(fill), strict=True))

    # Cells that fail have a number in them, the others have not.
    assert set(LOOKS) == set(Standing)
    plain = [look for known, look in LOOKS.items() if known not in (Standing.REFUTED, Standing.OUTSIDE_FAILS)]
    for one in plain:
        for other in plain:
            same_side = one.inside == other.inside and one is not other
            assert not same_side or one.hatch != other.hatch or abs(light(one.fill) - light(other.fill)) > 0.2


def test_the_threshold_is_the_edge_of_the_cells_below_it() -> None:
    cells = [
        cell(rate, epsilon, Standing.OUTSIDE_HOLDS if line < column else Standing.PROVED)
        for column, rate in enumerate(RATES)
        for line, epsilon in enumerate(EPSILONS)
    ]
    (edge,) = remark_8.draw(cells).axes[0].get_lines()
    assert list(edge.get_xdata()) == [-0.5, 0.5, 0.5, 1.5, 1.5, 2.5]
    assert list(edge.get_ydata()) == [-0.5, -0.5, 0.5, 0.5, 1.5, 1.5]


def test_the_legend_of_a_map_names_what_is_there() -> None:
    cells = [cell("0.1", "2", Standing.REFUTED, "2e3"), cell("0.1", "1", Standing.PROVED)]
    (legend,) = remark_8.draw(cells).legends
    labels = [LOOKS[standing].label for standing in (Standing.PROVED, Standing.REFUTED)]
    assert [text.get_text() for text in legend.get_texts()] == labels


def test_bounds_differ_without_colour() -> None:
    looks = [(look["marker"], look["linestyle"], look["markerfacecolor"] == "white") for look in
             bounds.LOOKS.values()]  # fmt: skip
    assert len(set(looks)) == len(looks)


def test_bounds_are_drawn_where_they_are() -> None:
    rows = [replace(row, epsilon="1") for row in some_bounds(bounds.Part.LOSS)]
    figure = bounds.draw(rows)
    found = {line.get_label(): line for line in figure.axes[0].get_lines()}
    assert list(found["two tails"].get_xdata()) == [100, 200]
    assert list(found["two tails"].get_ydata()) == pytest.approx([-3, -6])
    assert len(figure.legends[0].get_texts()) == len(bounds.LOSS_NAMES)


def test_zero_is_an_arrow_and_corners_are_marked() -> None:
    found = {line.get_label(): line for line in database.draw_profile(SMALL, PROFILE).axes[0].get_lines()}
    assert list(found["_zero"].get_xdata()) == [1.0]
    assert list(found["corners"].get_ydata()) == [-1.0]
    drawn = {line.get_label(): line for line in database.draw_trade_off(SMALL, TRADE_OFF).axes[0].get_lines()}
    assert list(drawn["worst database"].get_ydata()) == pytest.approx([2 / 3, 0])
    assert list(drawn["best tests"].get_xdata()) == [0.0, 0.25, 1.0]


def test_nothing_to_draw_is_refused() -> None:
    for draw in (remark_8.draw, bounds.draw):
        with pytest.raises(DomainError, match="must have"):
            draw([])
    with pytest.raises(DomainError, match="got none"):
        database.draw_profile(SMALL, [])
    with pytest.raises(DomainError, match="got none"):
        database.draw_trade_off(SMALL, database.TradeOffCurve((), exact=True))
