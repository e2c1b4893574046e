from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.privacy import calibration
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.calibration import epsilon_for
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.profile import profile_of
from sdp_proofs.verdict import Verdict

ELECTION = (81_283_501, 74_223_975)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("target", ["1e-32", "1e-3000", "1e-6", "1/1000000000000"])
@pytest.mark.parametrize("replacement", [False, True])
def test_the_bracket_is_proven_and_narrow(target, replacement):
    database = Database.read(counts=ELECTION, rate="0.998", replacement=replacement)
    least = epsilon_for(database, target, digits=8)
    below, above = (
        delta(database, Budget.read(odds=end), digits=12).value for end in (least.lower, least.upper)
    )
    assert decide_less(Fraction(target), below) is Verdict.HOLDS
    assert decide_less_equal(above, Fraction(target)) is Verdict.HOLDS
    assert (least.upper - least.lower) * 10**8 <= least.lower - 1
    assert least.enclosure().proven_digits >= 7


@pytest.mark.parametrize(
    ("database", "target"),
    [
        (Database((9, 21), 25), "1/1000"),
        (Database((9, 21), 25), "1/5"),
        (Database((9, 21), 25, True), "1/1000"),
        (Database((9, 21), 5), 0),
        (Database((9, 21), 9), 0),
        (Database((9, 21), 10), 0),
        (Database((5, 25), 25), "1/100"),
        (Database((5, 25), 25), "99/100"),
        (Database((6, 7, 8), 12), "1/50"),
        (Database((1, 29), 7), "1/5"),
        (Database((1, 29), 7), "7/30"),
        (Database((0, 30), 7, True), "1/5"),
        (Database((0, 30), 7, True), "1/4"),
    ],
)
def test_bisection_agrees_with_the_exact_profile(monkeypatch, database, target):
    exact = profile_of(database).epsilon(target)
    assert epsilon_for(database, target) == exact
    monkeypatch.setattr(calibration, "PROFILE_RECORDS", 0)
    least = epsilon_for(database, target, digits=12)
    if exact is None:
        assert least is None
        return
    assert least.lower <= exact.odds <= least.upper
    assert (least.upper - least.lower) * 10**12 <= max(least.lower - 1, 0)


def test_zero_delta_needs_exactly_the_odds_that_cover_the_sample():
    """Without replacement delta = 0 from E = H/(H - T) on, H the rarest count."""
    database = Database.read(counts=ELECTION, rate="0.4")
    rarest = min(ELECTION)
    least = epsilon_for(database, 0, digits=20)
    assert least.lower <= Fraction(rarest, rarest - database.draws) <= least.upper


def test_targets_below_the_limit_have_no_epsilon():
    database = Database.read(counts=(5, 100_000), rate="0.998")
    assert epsilon_for(database, "0.98") is None
    assert epsilon_for(database, "0.999").upper == 1
    assert epsilon_for(Database.read(counts=ELECTION, rate="0.998"), 0) is None
    assert epsilon_for(Database.read(counts=(1, 10**7), rate="0.5"), "1/3") is None
    assert epsilon_for(Database.read(counts=(1, 10**7), rate="0.5"), "0.6").upper == 1


def test_very_small_and_very_large_answers():
    database = Database((50_000_000, 50_000_000), 50_000_000)
    tiny = epsilon_for(database, "7.97e-5")
    assert Fraction(1) < tiny.lower and tiny.upper < 1 + Fraction(1, 10**5)
    huge = epsilon_for(Database((4, 10**6), 3000, True), "1e-60")
    assert huge.lower > 100


def test_targets_that_are_refused():
    database = Database((300, 700), 950)
    with pytest.raises(DomainError, match=r"^delta must .*, got 2$"):
        epsilon_for(database, 2)
    with pytest.raises(DomainError, match=r"^delta must be exact"):
        epsilon_for(database, 1e-5)
    with pytest.raises(DomainError, match=r"^digits must be between"):
        epsilon_for(database, "1e-5", digits=0)
