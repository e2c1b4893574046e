from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import FORMATS, save
from sdp_proofs.figures.electorates import draw
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.electorates import Electorate, Row
from sdp_proofs.verdict import Verdict


def panel(name: str = "lost", *, epsilons: int = 2, fall: int = -9) -> list[Row]:
    """Three sizes, out of order, whose delta falls by so many powers of ten from one to the next."""
    electorate = Electorate(name, SourceSet.from_counts([(1, 1), (1, 2)]), Fraction(0))
    return [
        Row(electorate, size, size - 1, str(epsilon), Enclosure.of(f"1e{fall * size}"), (size, 0), Verdict.HOLDS)
        for epsilon in range(epsilons)
        for size in (1200, 1000, 1100)
    ]


def lines(panels: list[list[Row]]) -> dict[str, Any]:
    return {line.get_label(): line for line in draw(panels).axes[0].get_lines()}


@pytest.mark.slow(every=3)
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
    assert list(curve.get_xdata()) == [1000, 1100, 1200]
    assert list(curve.get_ydata()) == [-9000, -9900, -10_800]
    axes = draw([panel()]).axes[0]
    assert axes.yaxis.get_major_formatter()(-2500.0, None) == "$10^{-2500}$"
    assert axes.yaxis.get_major_formatter()(0.0, None) == "$1$"
    assert axes.xaxis.get_major_formatter()(100_000.0, None) == "100,000"


def test_limits_and_fits_are_drawn() -> None:
    found = lines([panel()])
    assert list(found["$1/n$"].get_ydata()) == pytest.approx([-math.log10(size) for size in (1000, 1100, 1200)])
    assert found[r"DP, any $\epsilon$"].get_ydata()[0] == pytest.approx(math.log10(999 / 1000))
    assert list(found["_fit"].get_ydata()) == pytest.approx([-9000, -9900, -10_800])
    assert "exponential fit" in found


def test_curves_differ_without_colour() -> None:
    found = lines([panel(epsilons=6)])
    assert len({found[rf"$\epsilon$ = {index}"].get_marker() for index in range(6)}) == 6


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_panel_for_each_electorate(count: int) -> None:
    titles = [f"electorate {index}" for index in range(count)]
    figure = draw([panel(title) for title in titles])
    assert [axes.get_title(loc="left").split(",")[0] for axes in figure.axes] == titles
    (legend,) = figure.legends
    assert len(legend.get_texts()) == 5


@pytest.mark.parametrize("panels", [[], [[]], [panel()[:1]], [panel(epsilons=7)]])
def test_nothing_or_too_much_to_draw_is_refused(panels: list[list[Row]]) -> None:
    with pytest.raises(DomainError, match=r"at least|two sizes|at most 6 curves, got 7"):
        draw(panels)


def test_other_suffixes_are_refused() -> None:
    with pytest.raises(DomainError, match="must end in"):
        save(lambda: draw([panel()]), "figure.jpg")


def test_the_state_of_matplotlib_is_left_alone(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    save(lambda: draw([panel()]), tmp_path / "figure.png")
    assert dict(matplotlib.rcParams) == before
