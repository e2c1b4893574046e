from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import definition_delta, hockey_stick
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.profile import Piece, PrivacyProfile, profile_of
from sdp_proofs.verdict import Verdict
from tests.privacy.judge import databases

INSTANCES = [
    Database((4, 9), 8),
    Database((9, 11), 20),
    Database((3, 5), 6, True),
    Database((3, 4, 6), 7),
    Database((2, 3, 4, 5), 6, True),
    Database((1, 5), 3),
    Database((0, 5), 3, True),
]


@pytest.mark.parametrize("database", INSTANCES, ids=str)
def test_it_is_one_convex_falling_continuous_function(database):
    profile = profile_of(database)
    assert list(profile.breakpoints) == sorted(set(profile.breakpoints))
    assert all(point > 1 for point in profile.breakpoints)
    assert len(profile.pieces) == len(profile.breakpoints) + 1
    slopes = [piece.slope for piece in profile.pieces]
    assert slopes == sorted(set(slopes)) and slopes[-1] == 0
    for point, left, right in zip(profile.breakpoints, profile.pieces, profile.pieces[1:], strict=False):
        assert left.at(point) == right.at(point)


@pytest.mark.parametrize("database", INSTANCES, ids=str)
def test_it_agrees_with_delta_and_with_the_mechanism(database):
    profile = profile_of(database)
    law = SamplingHistogram(database.draws, database.replacement).law
    assert PrivacyProfile.of_mechanism(law, database.counts) == profile
    for odds in (Fraction(1), Fraction(13, 12), Fraction(5, 3), Fraction(40)):
        budget = Budget.read(odds=odds)
        assert profile.delta(budget).exact == delta(database, budget).value.exact
    for text in ("1/3", "sqrt(2)", "1e-9", "7"):
        budget = Budget.read(epsilon=text)
        mine, theirs = profile.delta(budget, digits=25), delta(database, budget, digits=25).value
        assert mine.overlaps(theirs)
        assert mine.ball.is_zero() or mine.ball.is_exact() or mine.proven_digits >= 25


def test_budgets_next_to_a_breakpoint_are_told_apart():
    database = Database((4, 9), 8)
    profile = profile_of(database)
    for point in profile.breakpoints[:4]:
        for sign in "+-":
            budget = Budget.read(epsilon=f"log({point}) {sign} 1e-500")
            value = profile.delta(budget, digits=20)
            assert budget.rational_odds is None
            assert abs(float(value) - float(profile.at(point))) < 1e-14


def test_limit_is_the_probability_of_giving_the_database_away():
    # Both records of the rarer type sampled: x' has only one, so the count two is proof.
    profile = profile_of(Database((2, 4), 3))
    assert profile.limit == Fraction(4, 20)
    assert profile.total_variation == delta(Database((2, 4), 3), Budget.read(epsilon=0)).value.exact
    assert profile_of(Database((2, 4), 1)).limit == 0
    assert profile_of(Database((2, 4), 6)).pieces == (Piece(Fraction(1), Fraction(0)),)
    assert profile_of(Database((2, 4), 0)).pieces == (Piece(Fraction(0), Fraction(0)),)


def test_the_smallest_epsilon_is_the_inverse():
    for database in databases(8, 2, draws=(3, 5, 7), up_to_order=True):
        profile = profile_of(database)
        targets = {profile.at(odds) for odds in (1, "9/8", 2, "7/2", *profile.breakpoints)} | {profile.limit}
        for target in targets | {value / 2 for value in targets}:
            least = profile.epsilon(target)
            if least is None:
                assert target < profile.limit
                continue
            assert least.odds is not None
            assert profile.at(least.odds) <= target
            if least.odds > 1:
                assert profile.at(least.odds) == target
                # The smallest: just before it, delta is larger.
                assert profile.at(1 + (least.odds - 1) * Fraction(999, 1000)) > target
                assert str(least.epsilon) == f"log({least.odds})"


def test_an_epsilon_of_zero_and_one_that_does_not_exist():
    profile = profile_of(Database((2, 4), 3))
    met = profile.epsilon(profile.total_variation)
    assert met.odds == 1 and str(met.epsilon) == "0" and met.enclosure().exact == 0
    assert profile.epsilon(1).odds == 1
    assert profile.epsilon(profile.limit) is not None
    assert profile.epsilon(profile.limit - Fraction(1, 10**9)) is None


def test_the_enclosure_of_an_exact_epsilon_has_the_digits_asked_for():
    least = profile_of(Database((3, 3), 2)).epsilon("1/10")
    assert least.odds == Fraction(3, 2)
    assert least.enclosure(50).rounded(50) == "0.40546510810816438197801311546434913657199042346249"


@pytest.mark.parametrize("target", ["-1/10", "11/10", 2])
def test_targets_that_are_no_probability_are_refused(target):
    with pytest.raises(DomainError, match=r"^delta must be between 0 and 1, got"):
        profile_of(Database((3, 3), 2)).epsilon(target)


def test_float_targets_and_odds_below_one_are_refused():
    profile = profile_of(Database((3, 3), 2))
    with pytest.raises(DomainError, match=r"^delta must be exact"):
        profile.epsilon(0.1)
    with pytest.raises(DomainError, match=r"^odds must .*, got 1/2"):
        profile.at("1/2")
    with pytest.raises(DomainError, match=r"^odds must .*, got 'sqrt\(2\)'$"):
        profile.at("sqrt(2)")


@pytest.mark.parametrize(
    ("database", "message"),
    [
        (Database((1500, 1500), 100), "at most 2000 records, got 3000"),
        (Database((50, 50), 700, True), "at most 600 draws with replacement, got 700"),
        (Database((300, 300, 300), 400), "at most 4000 outcomes, got up to"),
    ],
)
def test_sizes_that_are_refused(database, message):
    with pytest.raises(SizeError, match="^an exact profile must have " + message):
        profile_of(database)


def test_the_largest_instances_that_are_accepted():
    for database in (Database((1000, 1000), 1900), Database((62, 62, 300), 300), Database((150, 150), 200, True)):
        budget = Budget.read(odds="13/12")
        value = profile_of(database).delta(budget)
        assert decide_less_equal(value, delta(database, budget, digits=40).value) is not Verdict.FAILS
        assert delta(database, budget, digits=40).value.contains(value.exact)


def test_any_mechanism_has_a_profile():
    """Randomised response on two records, published as a count: the worst case is known."""

    def law(counts):
        flipped = Fraction(1, 4)
        ones = FiniteLaw({0: Fraction(1)})
        for rate in [flipped] * counts[0] + [1 - flipped] * counts[1]:
            ones = FiniteLaw.gathered(
                (total + bit, mass * (rate if bit else 1 - rate)) for total, mass in ones.items() for bit in (0, 1)
            )
        return ones

    profile = PrivacyProfile.of_mechanism(law, (1, 1))
    assert profile.at(3) == 0 and profile.at("29/10") > 0 and profile.limit == 0
    for odds in ("1", "3/2", "2", "5/2"):
        assert profile.at(odds) == definition_delta(law, (1, 1), odds)
    # Every record flipped by a coin of its own: no more than the odds of one coin.
    assert hockey_stick(law((2, 0)), law((1, 1)), 3) == 0
