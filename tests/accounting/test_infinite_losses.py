"""Infinite losses, and losses far beyond the usual: neither is taken for the other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import decide_claim, delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.pairs import depth, height
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.verdict import Verdict
from tests.accounting.asked import delta, question

PAIRS = [
    ("gaussian(sigma=2)", "add-remove"),
    ("laplace(scale=2)", "add-remove"),
    ("geometric(scale=2)", "add-remove"),
    ("discrete-gaussian(sigma=2)", "add-remove"),
    ("binomial(coins=4)", "add-remove"),
    ("rounded(gaussian(sigma=2))", "add-remove"),
    ("rounded(laplace(scale=2))", "add-remove"),
    ("truncated(low=0, high=3, gaussian(sigma=2))", "add-remove"),
    ("truncated(low=0, high=3, binomial(coins=4))", "add-remove"),
    ("exponential(epsilon=1)", None),
    ("randomised-response(truth=3/4, types=3)", None),
    ("approximate(epsilon=1, delta=1/7)", None),
    ("finite(first=[1/2, 1/2, 0], second=[0, 1/4, 3/4])", None),
    ("sampling-histogram(draws=2, counts=[3, 1])", None),
    ("poisson(rate=1/3, gaussian(sigma=2))", None),
    ("poisson(rate=1/3, binomial(coins=4))", None),
    ("poisson(rate=1/3, finite(first=[1/2, 1/2, 0], second=[0, 1/4, 3/4]))", None),
    ("without-replacement(batch=1, records=3, gaussian(sigma=2))", None),
    ("without-replacement(batch=1, records=3, binomial(coins=4))", None),
    ("without-replacement(batch=3, records=3, approximate(epsilon=1, delta=1/7))", None),
]


@pytest.mark.parametrize(("release", "adjacency"), PAIRS)
def test_what_one_law_has_alone_is_what_its_profile_leaves_at_huge_and_tiny_odds(
    release: str, adjacency: str | None
) -> None:
    asked = question(release, adjacency)
    with ctx.workprec(2000):
        huge = arb(10) ** 300
        for direction in (*asked.directions, *asked.attained):
            pair = direction.steps[0][0].pair
            first, second = pair.alone()
            # The normal laws here have losses as large with far smaller probabilities only.
            assert abs(height(pair, huge) - first) < arb("1e-100")
            assert abs(huge * depth(pair, 1 / huge) - second) < arb("1e-100")


@pytest.mark.parametrize("odds", ["4", "log(25)", "100"])
def test_batches_of_a_mechanism_that_may_tell_all_have_a_delta_at_every_epsilon(odds: str) -> None:
    """No loss but infinite ones exceeds ln(1 + (e - 1)/10)."""
    value = delta("without-replacement(batch=1, records=10, approximate(epsilon=1, delta=1/1000))", odds)
    assert value.contains(Fraction(1, 10_000))
    assert value.proven_digits > 8


def test_batches_of_binomial_noise_have_an_output_that_tells() -> None:
    several = question("without-replacement(batch=1, records=10, binomial(coins=4)) * 10")
    tells = 1 - (1 - Fraction(1, 10) * Fraction(5, 16)) ** 10
    found = delta_at(several, 50).value
    assert found is not None
    assert Fraction(found.upper) >= tells
    assert epsilon_at(several, 0).value is None
    assert epsilon_at(several, "1e-3").value is None


@pytest.mark.parametrize(
    ("release", "least", "most"),
    [
        ("gaussian(sigma=1e-6)", 5 * 10**11, 5.001e11),
        ("poisson(rate=1/2, gaussian(sigma=1e-6))", 5 * 10**11, 5.001e11),
        ("laplace(scale=1e-9)", 999_999_999, 10**9 + 1),
        ("geometric(scale=1e-9) * 2", 1_999_999_999, 2 * 10**9 + 1),
        ("pure(epsilon=1e12) * 3", 2.999e12, 3.001e12),
    ],
)
def test_a_huge_loss_is_not_infinite(release: str, least: float, most: float) -> None:
    found = epsilon_at(question(release, None if "pure" in release or "poisson" in release else "add-remove"), "1e-5")
    assert found.value is not None
    assert least < float(found.value) < most
    assert decide_claim(found, 10**13) == (Verdict.HOLDS, Verdict.FAILS)


def test_what_is_beyond_reach_is_refused_and_not_called_infinite() -> None:
    tiny = Question.of(read_release("gaussian(sigma=1e-30)"), "add-remove")
    with pytest.raises((PrecisionError, SizeError)):
        epsilon_at(tiny, "1e-5")
    with pytest.raises(PrecisionError, match="losses must be at most 4096"):
        Lattice.of(question("laplace(scale=1e-9) * 3", "add-remove").directions[0]).epsilon(Fraction(1, 10), 3)
    with pytest.raises(PrecisionError, match="the budget of each of several choices must be at most 600"):
        epsilon_at(question("exponential(epsilon=1e9) * 2"), "1e-5")


def test_a_histogram_of_replaced_records_has_no_sample_of_a_random_size() -> None:
    with pytest.raises(DomainError, match="a mechanism of any number of records, got sampling-histogram"):
        question("poisson(rate=1/10, sampling-histogram(draws=1, counts=[3, 3]))")


def test_a_lattice_of_two_cells_has_a_spacing() -> None:
    """The largest loss that is above zero was two cells, and a third of that no number to choose from."""
    release = "poisson(rate=1/2, pure(epsilon=0.1)) + gaussian(sigma=1/50)"
    with pytest.raises(PrecisionError, match="lattice: a change of slope could not be distinguished from zero"):
        delta(release, "1400", digits=3, method="lattice")


def test_no_lattice_is_made_to_tell_a_target_from_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lattice needed 14 GB to say that the two cannot be told apart."""
    monkeypatch.setattr(Lattice, "composed", lambda *_: pytest.fail("no lattice is needed"))
    told = question("approximate(epsilon=log(7/4), delta=1e-12) * 3")
    with pytest.raises(PrecisionError, match="the target could not be distinguished from the probability"):
        Lattice.of(told.directions[0]).epsilon(1 - (1 - Fraction(1, 10**12)) ** 3, 3)
