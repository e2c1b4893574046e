from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import FORMATS, check_suffix, save
from sdp_proofs.figures.elections import draw
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import ElectionRow, Setting
from sdp_proofs.verdict import Verdict

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def power(exponent: float) -> Enclosure:
    return Enclosure.of("0" if exponent == -math.inf else f"1e{exponent}")


def panel(threshold: str = "0.6", *exponents: float) -> list[ElectionRow]:
    """Elections of 100 million votes, each with such a power of ten as delta and as utility."""
    setting, counts, seen = Setting(Fraction(threshold), Fraction(0)), (5 * 10**7, 5 * 10**7), Verdict.HOLDS
    return [
        ElectionRow(setting, 1920 + 4 * index, counts, 10**8, power(value), (), "", power(value - 1), seen, seen)
        for index, value in enumerate(exponents or (-387, -2694))
    ]


def curves(axes: Any) -> dict[str, Any]:
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_of_the_format_that_its_suffix_says(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"figure{suffix}"
    save(lambda: draw([panel()]), file)
    assert file.read_bytes().startswith(MAGIC[suffix])


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_panels_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for file in files:
        save(lambda: draw([panel(), panel("0.5")]), file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_suffixes_are_recognized_in_capitals() -> None:
    assert check_suffix(Path("A.PNG")) == ".png"


@pytest.mark.parametrize("name", ["figure.jpg", "figure", ".png", "", "png"])
def test_other_suffixes_are_refused(name: str) -> None:
    with pytest.raises(DomainError, match=r"must end in \.png, \.svg or \.pdf"):
        save(lambda: draw([panel()]), name)


@pytest.mark.parametrize("panels", [[], [[]]])
def test_nothing_to_draw_is_refused(panels: list[list[ElectionRow]]) -> None:
    with pytest.raises(DomainError, match="at least one"):
        draw(panels)


def test_values_below_the_smallest_float_keep_their_places_and_labels() -> None:
    axes = draw([panel()]).axes[0]
    line = next(line for label, line in curves(axes).items() if "delta" in label)
    assert list(line.get_ydata()) == [-387.0, -2694.0]
    formatter = axes.yaxis.get_major_formatter()
    assert formatter(-2500.0, None) == "$10^{-2500}$"
    assert formatter(-2e21, None) == "$10^{-2e+21}$"
    assert formatter(0.0, None) == "$1$"


def test_points_are_drawn_in_the_order_of_the_years() -> None:
    line = next(iter(curves(draw([panel()[::-1]]).axes[0]).values()))
    assert list(line.get_xdata()) == [1920, 1924]


def test_curves_differ_without_colour() -> None:
    lines = curves(draw([panel()]).axes[0]).values()
    shapes = {(line.get_marker(), line.get_linestyle(), line._dash_pattern[1] and tuple(line._dash_pattern[1]))
              for line in lines}  # fmt: skip
    assert len(shapes) == 4


def test_a_value_of_zero_is_an_arrow_on_the_edge() -> None:
    axes = draw([panel("0.5", -3, -math.inf)]).axes[0]
    line = next(line for label, line in curves(axes).items() if "delta" in label)
    assert math.isnan(line.get_ydata()[1])
    arrows = [line for line in axes.get_lines() if line.get_marker() == "v"]
    assert [list(arrow.get_xdata()) for arrow in arrows] == [[1924], [1924]]  # delta and utility


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_one_panel_for_each_setting(count: int) -> None:
    figure = draw([panel(f"0.5{index}") for index in range(count)])
    assert [axes.get_title(loc="left").split(",")[0] for axes in figure.axes] == [
        f"$t$ = {float(f'0.5{index}'):g}" for index in range(count)
    ]
    (legend,) = figure.legends
    assert len(legend.get_texts()) == 4


def test_the_state_of_matplotlib_is_left_alone(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    save(lambda: draw([panel()]), tmp_path / "figure.png")
    assert dict(matplotlib.rcParams) == before


@pytest.mark.filterwarnings("error")
def test_layout_fits_without_warnings(tmp_path: Path) -> None:
    save(lambda: draw([panel()] * 6), tmp_path / "six.png")
    save(lambda: draw([panel("0.5", -1)]), tmp_path / "lone.png")
    save(lambda: draw([panel("0.5", -math.inf)]), tmp_path / "zeros.png")
