from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import FORMATS, save
from sdp_proofs.report.smoothed_figure import Curve, Panel, Point, draw


def panel(title: str = "lost", *, epsilons: int = 2, delta: float = -900.5, fitted: bool = True) -> Panel:
    points = tuple(Point(size, delta * size, delta * size if fitted else None, -5.0, -0.001) for size in (3, 1, 2))
    return Panel(title, tuple(Curve(str(epsilon), points) for epsilon in range(epsilons)))


def lines(panels: list[Panel]) -> dict[str, Any]:
    return {line.get_label(): line for line in draw(panels).axes[0].get_lines()}


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_panels_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for file in files:
        save(lambda: draw([panel()] * 4), file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 1000


def test_values_below_the_smallest_float_keep_their_places() -> None:
    found = lines([panel()])
    curve = found[r"$\epsilon$ = 0"]
    assert list(curve.get_xdata()) == [1, 2, 3]
    assert list(curve.get_ydata()) == [-900.5, -1801.0, -2701.5]
    axes = draw([panel()]).axes[0]
    assert axes.yaxis.get_major_formatter()(-2500.0, None) == "$10^{-2500}$"
    assert axes.yaxis.get_major_formatter()(0.0, None) == "$1$"
    assert axes.xaxis.get_major_formatter()(100_000.0, None) == "100,000"


def test_limits_and_fits_are_drawn() -> None:
    found = lines([panel()])
    assert list(found["$1/n$"].get_ydata()) == [-5.0] * 3
    assert list(found[r"DP, any $\epsilon$"].get_ydata()) == [-0.001] * 3
    assert list(found["_fit"].get_ydata()) == [-900.5, -1801.0, -2701.5]
    assert "exponential fit" in found
    assert not {"_fit", "exponential fit"} & set(lines([panel(fitted=False)]))


def test_curves_differ_without_colour() -> None:
    found = lines([panel(epsilons=6)])
    assert len({found[rf"$\epsilon$ = {index}"].get_marker() for index in range(6)}) == 6


def test_a_value_of_zero_is_an_arrow_on_the_edge() -> None:
    found = lines([panel(delta=-math.inf, fitted=False)])
    assert all(math.isnan(value) for value in found[r"$\epsilon$ = 0"].get_ydata())
    assert list(found["_zero"].get_xdata()) == [1, 2, 3]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_panel_for_each_electorate(count: int) -> None:
    titles = [f"electorate {index}" for index in range(count)]
    figure = draw([panel(title) for title in titles])
    assert [axes.get_title(loc="left") for axes in figure.axes] == titles
    (legend,) = figure.legends
    assert len(legend.get_texts()) == 5


@pytest.mark.parametrize("panels", [[], [Panel("empty", ())], [Panel("empty", (Curve("1", ()),))], [panel(epsilons=7)]])
def test_nothing_or_too_much_to_draw_is_refused(panels: list[Panel]) -> None:
    with pytest.raises(DomainError, match=r"at least|at most 6 curves, got 7"):
        draw(panels)


def test_other_suffixes_are_refused() -> None:
    with pytest.raises(DomainError, match="must end in"):
        save(lambda: draw([panel()]), "figure.jpg")


def test_the_state_of_matplotlib_is_left_alone(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    save(lambda: draw([panel()]), tmp_path / "figure.png")
    assert dict(matplotlib.rcParams) == before
