from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import save
from sdp_proofs.report.sgd_figure import Curve, Panel, Point, draw

POINTS = tuple(Point(125 + 25 * k, -2.0 - k, -2.5 - k, -1.8 - k, -1.5, -2.0 - k, -1.0) for k in range(4))


def test_bands_marks_and_fits() -> None:
    figure = draw([Panel("one", (Curve("0.5", POINTS), Curve("2", POINTS[:2])))])
    (axes,) = figure.axes
    assert len(axes.collections) == 3
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "DP, any $\\epsilon$", "1/n", "$\\epsilon$ = 0.5", "$\\epsilon$ = 2", "exponential fit", "99 % band, normal",
        "guaranteed upper end, 99 %",
    ]  # fmt: skip
    bounds = [line for line in axes.lines if line.get_label().startswith("_bound")]
    assert [list(line.get_ydata()) for line in bounds] == [[-1.5] * 4, [-1.5] * 2]


def test_a_band_down_to_zero_ends_at_the_edge() -> None:
    point = Point(125, -3.0, -inf, -2.0, -1.5, None, -1.0)
    (axes,) = draw([Panel("one", (Curve("1", (point,)),))]).axes
    assert axes.get_ylim()[0] == -4
    (path,) = axes.collections[0].get_paths()
    assert path.get_extents().y0 == -4


def test_the_same_panels_give_the_same_file(tmp_path: Path) -> None:
    panels = [Panel(name, (Curve("1", POINTS),)) for name in ("a", "b", "c")]
    for name in ("one.svg", "two.svg"):
        save(lambda: draw(panels), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize(
    "panels",
    [
        [],
        [Panel("none", ())],
        [Panel("no point", (Curve("1", ()),))],
        [Panel("zero", (Curve("1", (Point(1, -inf, -inf, -1.0, -1.0, None, -1.0),)),))],
        [Panel("many", tuple(Curve(str(k), POINTS) for k in range(9)))],
    ],
)
def test_what_is_refused(panels: list[Panel]) -> None:
    with pytest.raises(DomainError):
        draw(panels)
