from __future__ import annotations

from math import log10
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import save
from sdp_proofs.figures.quantised_sgd import draw
from sdp_proofs.papers.smoothed_dp.sgd_estimates import Level


def level(name: str, epsilon: str, records: int, delta: float, low: float | None = None) -> Level:
    return Level(name, epsilon, records, delta, delta / 3 if low is None else low, 1.5 * delta, 0.0, 0.03)


def levels(name: str, epsilon: str = "1", sizes: int = 4) -> list[Level]:
    return [level(name, epsilon, 125 + 25 * k, 10.0 ** (-2 - k)) for k in range(sizes)]


def test_bands_marks_and_fits() -> None:
    figure = draw([*levels("one", "0.5"), *levels("one", "2", 2)])
    (axes,) = figure.axes
    assert len(axes.collections) == 3
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "DP, any $\\epsilon$", "1/n", "$\\epsilon$ = 0.5", "$\\epsilon$ = 2", "exponential fit", "99 % band, normal",
        "guaranteed upper end, 99 %",
    ]  # fmt: skip
    bounds = [line for line in axes.lines if line.get_label().startswith("_bound")]
    assert [list(line.get_ydata()) for line in bounds] == [pytest.approx([log10(0.03)] * count) for count in (4, 2)]


def test_a_band_down_to_zero_ends_at_the_edge() -> None:
    (axes,) = draw([level("one", "1", 125, 1e-3, 0.0)]).axes
    assert axes.get_ylim()[0] == -4
    (path,) = axes.collections[0].get_paths()
    assert path.get_extents().y0 == -4


def test_the_same_panels_give_the_same_file(tmp_path: Path) -> None:
    found = [each for name in ("a", "b", "c") for each in levels(name)]
    for name in ("one.svg", "two.svg"):
        save(lambda: draw(found), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize(
    "found", [[], [level("zero", "1", 125, 0.0)], [each for k in range(9) for each in levels("many", str(k))]]
)
def test_what_is_refused(found: list[Level]) -> None:
    with pytest.raises(DomainError):
        draw(found)
