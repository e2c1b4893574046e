from __future__ import annotations

from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.report import bounds_figure, database_figures, map_figure
from sdp_proofs.report.figures import FORMATS, save
from sdp_proofs.report.map_figure import Cell, Known

RATES, EPSILONS = ("0.1", "0.5", "0.9"), ("0.2", "1")


def a_map(title: str = "m") -> map_figure.Panel:
    known = list(Known)
    cells = [
        Cell(rate, epsilon, known[(3 * line + column) % len(known)], 7 if line == column else None)
        for column, rate in enumerate(RATES)
        for line, epsilon in enumerate(EPSILONS)
    ]
    return map_figure.Panel(title, tuple(cells))


def some_bounds(*, shares: bool) -> bounds_figure.Panel:
    curves = tuple(
        bounds_figure.Curve(name, ((0.0, -0.1 * k), (1.0, -0.2 * k))) for k, name in enumerate(bounds_figure.LOOKS)
    )
    return bounds_figure.Panel("title", curves, shares, ("1", "2") if shares else ())


PROFILE = database_figures.Profile("x", ((0.0, -1.0), (1.0, -float("inf"))), ((0.0, -1.0),), -2.0, -0.1)
TRADE_OFF = database_figures.TradeOff("x", ((0.0, 1.0), (0.25, 0.25), (1.0, 0.0)), True, 0.5)


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_values_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    written = []
    for name in ("one", "two"):
        files = [tmp_path / f"{name}-{kind}{suffix}" for kind in ("map", "bounds", "profile", "trade")]
        save(lambda: map_figure.draw([a_map()] * 2), files[0])
        save(lambda: bounds_figure.draw([some_bounds(shares=True), some_bounds(shares=False)]), files[1])
        database_figures.save_profile(PROFILE, files[2])
        database_figures.save_trade_off(TRADE_OFF, files[3])
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    assert min(map(len, written[0])) > 1000


def test_a_square_stands_at_its_rate_and_epsilon() -> None:
    from matplotlib.colors import to_rgba

    axes = map_figure.draw([a_map()]).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == list(RATES)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(EPSILONS)
    squares = {patch.get_xy(): patch for patch in axes.patches}
    assert len(squares) == 6
    for cell in a_map().cells:
        square = squares[RATES.index(cell.rate) - 0.5, EPSILONS.index(cell.epsilon) - 0.5]
        assert square.get_facecolor() == to_rgba(cell.known.value.fill)
        assert (square.get_hatch() or "") == cell.known.value.hatch
    assert {text.get_position() for text in axes.texts} == {(0, 0), (1, 1)}
    assert {text.get_text() for text in axes.texts} == {"7"}


def test_fills_differ_without_colour() -> None:
    from matplotlib.colors import to_rgb

    def light(fill: str) -> float:
        return sum(weight * part for weight, part in zip((0.299, 0.587, 0.114), to_rgb(fill), strict=True))

    # Cells that fail have a number in them, the others have not.
    plain = [known.value for known in Known if known not in (Known.REFUTED, Known.OUTSIDE_FAILS)]
    for one in plain:
        for other in plain:
            same_side = one.inside == other.inside and one is not other
            assert not same_side or one.hatch != other.hatch or abs(light(one.fill) - light(other.fill)) > 0.2


def test_the_threshold_is_the_edge_of_the_cells_below_it() -> None:
    cells = tuple(
        Cell(rate, epsilon, Known.OUTSIDE_HOLDS if line < column else Known.PROVED)
        for column, rate in enumerate(RATES)
        for line, epsilon in enumerate(EPSILONS)
    )
    (edge,) = map_figure.draw([map_figure.Panel("", cells)]).axes[0].get_lines()
    assert list(edge.get_xdata()) == [-0.5, 0.5, 0.5, 1.5, 1.5, 2.5]
    assert list(edge.get_ydata()) == [-0.5, -0.5, 0.5, 0.5, 1.5, 1.5]


def test_the_legend_of_a_map_names_what_is_there() -> None:
    cells = (Cell("0.1", "1", Known.PROVED), Cell("0.1", "2", Known.REFUTED, 3))
    (legend,) = map_figure.draw([map_figure.Panel("", cells)]).legends
    assert [text.get_text() for text in legend.get_texts()] == [Known.PROVED.value.label, Known.REFUTED.value.label]


def test_bounds_differ_without_colour() -> None:
    looks = [(look["marker"], look["linestyle"], look["markerfacecolor"] == "white") for look in
             bounds_figure.LOOKS.values()]  # fmt: skip
    assert len(set(looks)) == len(looks)


def test_bounds_are_drawn_where_they_are() -> None:
    figure = bounds_figure.draw([some_bounds(shares=False)])
    found = {line.get_label(): line for line in figure.axes[0].get_lines()}
    assert list(found["2 cells"].get_ydata()) == pytest.approx([-0.5, -1.0])
    assert len(figure.legends[0].get_texts()) == len(bounds_figure.LOOKS)


def test_zero_is_an_arrow_and_corners_are_marked() -> None:
    found = {line.get_label(): line for line in database_figures.draw_profile(PROFILE).axes[0].get_lines()}
    assert list(found["_zero"].get_xdata()) == [1.0]
    assert list(found["corners"].get_ydata()) == [-1.0]
    drawn = {line.get_label(): line for line in database_figures.draw_trade_off(TRADE_OFF).axes[0].get_lines()}
    assert list(drawn["worst database"].get_ydata()) == [0.5, 0]
    assert list(drawn["best tests"].get_xdata()) == [0.0, 0.25, 1.0]


def test_nothing_to_draw_is_refused() -> None:
    for draw in (map_figure.draw, bounds_figure.draw):
        with pytest.raises(DomainError, match="must have"):
            draw([])
    with pytest.raises(DomainError, match="must be one of"):
        bounds_figure.draw([bounds_figure.Panel("", (bounds_figure.Curve("mine", ((0, 0),)),), False)])
    with pytest.raises(DomainError, match="got none"):
        database_figures.draw_profile(database_figures.Profile("", (), (), 0, 0))
    with pytest.raises(DomainError, match="got none"):
        database_figures.draw_trade_off(database_figures.TradeOff("", (), True, 0.5))
