from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from math import isclose, log, log10
from typing import Any

import pytest

from sdp_proofs import plots
from sdp_proofs.figures.bounds import Series
from sdp_proofs.figures.remark_8 import LOOKS, Sheet, Standing
from sdp_proofs.papers.smoothed_dp.elections import us_presidential_elections
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.profile import profile_of

SMALL = Database.read(counts="3,5", draws=4)


def lines(figure: Any, panel: int = 0) -> dict[str, tuple[list[float], list[float]]]:
    return {
        line.get_label(): ([float(x) for x in line.get_xdata()], [float(y) for y in line.get_ydata()])
        for line in figure.axes[panel].get_lines()
    }


def test_a_small_profile_is_drawn_through_its_exact_corners() -> None:
    exact = profile_of(SMALL)
    places, values = lines(plots.profile(SMALL))["corners"]
    wanted = [(log(odds), exact.at(odds)) for odds in exact.breakpoints if exact.at(odds)]
    assert [isclose(place, epsilon) for place, (epsilon, _) in zip(places, wanted, strict=True)]
    assert all(isclose(value, log10(loss)) for value, (_, loss) in zip(values, wanted, strict=True))


def test_a_large_profile_is_drawn_at_the_epsilons_asked_for() -> None:
    database = Database.read(counts="81283501,74223975", rate="0.998")
    figure = plots.profile(database, epsilons=["0", "0.01", "0.02"])
    places, values = lines(figure)[r"$\delta(x)$"]
    assert places == [0.0, 0.01, 0.02]
    loss = delta(database, Budget.read(epsilon="0.02")).value
    assert isclose(values[-1], loss.log10_estimate, rel_tol=1e-9)
    assert lines(figure)["differential privacy"][1] == pytest.approx([log10(155196462 / 155507476)] * 2)


def test_the_trade_off_has_the_profiles_pieces_as_corners() -> None:
    places, values = lines(plots.trade_off(SMALL))["best tests"]
    half = [(float(-piece.slope), float(1 - piece.intercept)) for piece in profile_of(SMALL).pieces]
    wanted = {(0.0, 1.0), (1.0, 0.0), *half, *((beta, alpha) for alpha, beta in half)}
    assert set(zip(places, values, strict=True)) == wanted


def test_replacement_has_a_worst_database_of_its_own() -> None:
    database = Database.read(counts="2,2", draws=2, replacement=True)
    assert lines(plots.trade_off(database))["worst database"][0] == pytest.approx([0, 9 / 16])


def test_bounds_are_drawn_by_epsilon_and_by_size() -> None:
    half = Fraction(1, 2)
    figure = plots.bounds(floors=["1/2"], rates=["0.5"], epsilons=["1"], series=[Series(half, "0.5", "1", (50, 100))])
    shares, losses = lines(figure, 0), lines(figure, 1)
    assert shares["two tails"][1] == pytest.approx([0.513], abs=1e-3)
    assert losses["exact"][0] == [50.0, 100.0]
    assert losses["lower bound"][1][1] < losses["exact"][1][1] < losses["10 cells"][1][1]


def test_a_map_has_a_square_for_every_cell() -> None:
    figure = plots.remark_8_map(sheets=[Sheet(2, Fraction(1, 2), 200)], rates=["0.01", "0.5"], epsilons=["0.02", "1"])
    (axes,) = figure.axes
    squares = {patch.get_xy(): patch.get_facecolor() for patch in axes.patches}
    assert len(squares) == 4
    from matplotlib.colors import to_rgba

    assert squares[-0.5, -0.5] == to_rgba(LOOKS[Standing.REFUTED].fill)
    assert squares[0.5, -0.5] == to_rgba(LOOKS[Standing.OUTSIDE_FAILS].fill)
    assert squares[0.5, 0.5] == to_rgba(LOOKS[Standing.PROVED].fill)


def test_elections_and_electorates() -> None:
    by_year = plots.elections(data=us_presidential_elections()[-2:])
    places, values = lines(by_year)[r"$\delta(x)$"]
    assert places == [2016.0, 2020.0]
    assert isclose(values[1], log10(1.19720414897e-32), rel_tol=1e-9)
    by_size = plots.smoothed(sizes=[1000, 2000], epsilons=["7"])
    assert lines(by_size)[r"$\epsilon$ = 7"][0] == [1000.0, 2000.0]


def test_the_same_database_gives_the_same_bytes_in_the_common_style() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    files = []
    for _ in range(2):
        stream = BytesIO()
        plots.trade_off(SMALL).savefig(stream, metadata={})
        files.append(stream.getvalue())
    assert files[0] == files[1]
    assert dict(matplotlib.rcParams) == before


def test_a_notebook_can_show_a_figure() -> None:
    figure: Any = plots.profile(SMALL)
    assert figure._repr_png_().startswith(b"\x89PNG")
