from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, log

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.database import exact_profile, profile_points, trade_off_curve
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.profile import profile_of

SMALL = Database.read(counts="12,20", draws=15)
LARGE = Database.read(counts="300,700", rate="0.95")


def errors(first: list[Fraction], second: list[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """(second(S), 1 - first(S)) of all likelihood-ratio events S."""
    found, alpha, beta = [], Fraction(0), Fraction(1)
    order = sorted(range(len(first)), key=lambda h: -first[h] / second[h] if second[h] else float("-inf"))
    for h in order:
        alpha, beta = alpha + second[h], beta - first[h]
        found.append((alpha, beta))
    return found


def law(marked: int, records: int, draws: int) -> list[Fraction]:
    ways = [comb(marked, h) * comb(records - marked, draws - h) for h in range(draws + 1)]
    return [Fraction(way, comb(records, draws)) for way in ways]


def test_the_trade_off_is_the_hull_of_all_likelihood_ratio_tests() -> None:
    own = law(12, 32, 15)
    others = [law(11, 32, 15), law(13, 32, 15)]
    tests = [point for other in others for pair in ((own, other), (other, own)) for point in errors(*pair)]
    curve = trade_off_curve(SMALL)
    assert curve.exact
    assert set(curve.corners) <= {(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), *tests}
    assert all(beta >= curve.at(alpha) for alpha, beta in tests)


@pytest.mark.parametrize("database", [SMALL, LARGE, Database.read(counts="1,30", draws=9)])
def test_a_trade_off_is_symmetric_and_convex(database: Database) -> None:
    corners = trade_off_curve(database).corners
    assert list(corners) == [(beta, alpha) for alpha, beta in reversed(corners)]
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(corners) if c > a]
    assert slopes == sorted(slopes)


def test_the_lower_bound_of_a_large_database_is_below_its_exact_curve_and_close() -> None:
    bound, exact = trade_off_curve(LARGE), profile_of(LARGE)
    assert not bound.exact
    for piece in exact.pieces:
        alpha, beta = -piece.slope, 1 - piece.intercept
        assert 0 <= beta - bound.at(alpha) < Fraction(1, 500)


def test_small_profiles_are_exact_with_their_corners() -> None:
    points, exact = profile_points(SMALL), profile_of(SMALL)
    corners = [point for point in points if point.corner]
    assert [point.budget.rational_odds for point in corners] == list(exact.breakpoints)
    assert [point.delta.exact for point in corners] == [exact.at(odds) for odds in exact.breakpoints]
    places = [point.epsilon_estimate for point in points]
    assert places == sorted(places)
    assert points[0].delta.exact == exact.total_variation


def test_large_profiles_are_certified_points() -> None:
    assert exact_profile(LARGE) is None
    points = profile_points(LARGE, ["0", "log(25)", "3.2"])
    assert [point.corner for point in points] == [False] * 3
    assert points[2].delta.overlaps(delta(LARGE, Budget.read(epsilon="3.2")).value)
    assert abs(points[1].epsilon_estimate - log(25)) < 1e-12


def test_the_range_ends_where_delta_is_tiny_or_flat() -> None:
    tiny = profile_points(Database.read(counts="6000,14000", rate="0.5"))
    assert -31 < tiny[-1].delta.log10_estimate < -29.5
    # A rare type is seen in full with a chance that no epsilon takes away.
    flat = profile_points(Database.read(counts="3,1000", rate="0.5"))
    assert flat[-1].delta.overlaps(flat[-2].delta)
    assert flat[-1].epsilon_estimate < 10


def test_nothing_and_no_errors_are_refused() -> None:
    with pytest.raises(DomainError, match="at least one epsilon"):
        profile_points(SMALL, [])
    with pytest.raises(DomainError, match="between 0 and 1"):
        trade_off_curve(SMALL).at(Fraction(2))
