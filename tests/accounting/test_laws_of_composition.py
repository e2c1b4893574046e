"""Laws of composition that hold whatever the engine: brute force in fractions, monotonicity, adjacency, calibration."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import decide_claim, delta_at, epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.classical import central_limit_estimate, renyi_bound, zero_concentrated_upper
from sdp_proofs.accounting.curves import profile_points, type_two_lower
from sdp_proofs.accounting.plain_releases import Finite
from sdp_proofs.accounting.release import Release
from sdp_proofs.errors import DomainError
from sdp_proofs.strategies import odds, probability_vectors
from sdp_proofs.verdict import Verdict
from tests.accounting.asked import MNIST, THOUSAND, delta, epsilon, question


def brute_force(pairs: list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]], factor: Fraction) -> Fraction:
    """All outcomes of all mechanisms, one by one."""
    total = Fraction(0)
    for outcome in product(*(range(len(first)) for first, _ in pairs)):
        p = prod((first[k] for (first, _), k in zip(pairs, outcome, strict=True)), start=Fraction(1))
        q = prod((second[k] for (_, second), k in zip(pairs, outcome, strict=True)), start=Fraction(1))
        total += max(Fraction(0), p - factor * q)
    return total


Law = tuple[Fraction, ...]


@settings(max_examples=40)
@given(
    st.lists(st.tuples(probability_vectors(3), probability_vectors(3)), min_size=1, max_size=3),
    odds(),
)
def test_random_finite_mechanisms_against_brute_force(rows: list[tuple[Law, Law]], factor: Fraction) -> None:
    release: Release = Finite(*rows[0])
    for row in rows[1:]:
        release = release + Finite(*row)
    found = delta_at(Question.of(release), f"log({factor})")
    mirrored = [(second, first) for first, second in rows]
    expected = max(brute_force(rows, factor), brute_force(mirrored, factor))
    assert found.value is not None
    assert found.value.exact == expected


@pytest.mark.parametrize("steps", [1, 2, 7, 30])
def test_pure_composition_is_the_published_closed_form(steps: int) -> None:
    """The optimal composition of k equal pure mechanisms at odds E0 = 3, as a sum over answers that differ."""
    odds0 = 3
    for level in range(steps, -1, -2):
        expected = sum(
            comb(steps, lost) * max(0, odds0 ** (steps - lost) - odds0 ** (level + lost)) for lost in range(steps + 1)
        )
        found = delta(f"pure(epsilon=log(3)) * {steps}", f"{level}*log(3)")
        assert found.exact == Fraction(expected, (1 + odds0) ** steps)


def test_heterogeneous_approximate_composition_in_fractions() -> None:
    """Against the pair of each mechanism written out: odds 2 and delta 1/10, odds 3 and delta 1/20."""

    def pair(odds: int, loss: Fraction) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        high, low = (1 - loss) * Fraction(odds, 1 + odds), (1 - loss) * Fraction(1, 1 + odds)
        return (loss, Fraction(0), high, low), (Fraction(0), loss, low, high)

    pairs = [pair(2, Fraction(1, 10))] * 2 + [pair(3, Fraction(1, 20))]
    release = "approximate(epsilon=log(2), delta=1/10) * 2 + approximate(epsilon=log(3), delta=1/20)"
    for factor in (Fraction(1), Fraction(5, 2), Fraction(12)):
        assert delta(release, f"log({factor})").exact == brute_force(pairs, factor)


MONOTONE = [
    ("poisson(rate=0.05, gaussian(sigma={})) * 200", None, ["0.9", "1", "1.3", "3"], False),
    ("poisson(rate={}, gaussian(sigma=1.5)) * 200", None, ["0.01", "0.02", "0.2", "1"], True),
    ("poisson(rate=0.05, gaussian(sigma=1.5)) * {}", None, ["60", "61", "200", "1000"], True),
    ("gaussian(sigma={}) * 3", "add-remove", ["1", "2", "5"], False),
    ("gaussian(sigma=2, sensitivity={}) * 3", "add-remove", ["1/2", "1", "2"], True),
    ("approximate(epsilon={}, delta=1/1000) * 5", None, ["0.3", "0.5", "1"], True),
    ("approximate(epsilon=1/3, delta={}) * 5", None, ["0", "1/1000", "1/10"], True),
    ("laplace(scale={}) * 3", "add-remove", ["1", "3/2", "2"], False),
    ("geometric(scale={}) * 3", "add-remove", ["1", "3/2", "2"], False),
    ("discrete-gaussian(sigma={}) * 3", "add-remove", ["1", "3/2", "2"], False),
    ("randomised-response(truth={}) * 3", None, ["0.7", "0.8", "0.9"], True),
    ("without-replacement(batch={}, records=1000, gaussian(sigma=1)) * 2", None, ["10", "90"], True),
    ("without-replacement(batch=20, records={}, gaussian(sigma=1)) * 2", None, ["200", "3200"], False),
]


@pytest.mark.slow(every=5)
@pytest.mark.parametrize(("family", "adjacency", "values", "grows"), MONOTONE)
def test_monotone_in_every_parameter(family: str, adjacency: str | None, values: list[str], grows: bool) -> None:
    found = [delta(family.format(value), "1", adjacency=adjacency, digits=3) for value in values]
    for before, after in pairwise(found):
        assert (before.upper < after.lower) if grows else (after.upper < before.lower)


@pytest.mark.parametrize(
    ("sampling", "adjacency"),
    [("poisson(rate=1", "add-remove"), ("without-replacement(batch=9, records=9", "replace-one")],
)
def test_sampling_at_rate_one_is_no_sampling(sampling: str, adjacency: str) -> None:
    sampled = delta(f"{sampling}, gaussian(sigma=2)) * 3", "1", digits=12)
    assert sampled.overlaps(delta("gaussian(sigma=2) * 3", "1", adjacency=adjacency, digits=12))
    assert sampled.proven_digits >= 12


def test_replacing_doubles_the_distance() -> None:
    replaced = delta("gaussian(sigma=2)", "1", adjacency="replace-one", digits=15)
    assert replaced.overlaps(delta("gaussian(sigma=1)", "1", adjacency="add-remove", digits=15))


def test_composing_with_nothing_changes_nothing() -> None:
    alone = epsilon(THOUSAND, "1e-6")["remove"]
    assert alone.overlaps(epsilon(f"{THOUSAND} + pure(epsilon=0) * 5", "1e-6")["remove"])


def test_an_epsilon_that_no_finite_one_reaches() -> None:
    found = epsilon_at(question("approximate(epsilon=1, delta=1/100) * 10"), "1e-3")
    assert found.value is None
    assert decide_claim(found, "1000") == (Verdict.FAILS, Verdict.HOLDS)


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("pure(epsilon=log(2)) * 3", "log(8)"),
        ("poisson(rate=1/4, pure(epsilon=log(3))) * 2", "2*log(3/2)"),
        ("poisson(rate=1/4, laplace(scale=1/log(3))) * 2", "2*log(3/2)"),
    ],
)
def test_no_delta_at_all_needs_the_largest_loss(release: str, expected: str) -> None:
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.numbers.reals import read_real

    found = epsilon_at(question(release), 0).value
    assert found is not None
    assert found.overlaps(Enclosure(read_real(expected).ball(128)))
    assert delta(release, f"{expected} + 1/1000").exact == 0
    assert epsilon_at(question("gaussian(sigma=1)", "add-remove"), 0).value is None


def test_verdicts_on_claimed_numbers() -> None:
    found = epsilon_at(question(MNIST), "1e-5")
    assert decide_claim(found, "2.3817") == (Verdict.HOLDS, Verdict.FAILS)
    assert decide_claim(found, "2.3816") == (Verdict.FAILS, Verdict.HOLDS)
    assert decide_claim(found, "2.38168972614165") == (Verdict.UNKNOWN, Verdict.UNKNOWN)


@pytest.mark.parametrize("release", [THOUSAND, MNIST, "gaussian(sigma=30) * 400"])
def test_other_analyses_err_on_their_sides(release: str) -> None:
    asked = question(release, None if "poisson" in release else "add-remove")
    truth = epsilon_at(asked, "1e-6").sides[0].value
    assert truth is not None
    target = Fraction(1, 10**6)
    best = renyi_bound(asked.directions[0], target)
    whole = renyi_bound(asked.directions[0], target, integer_orders=True)
    assert Fraction(truth.upper) < Fraction(best.epsilon_upper) <= Fraction(whole.epsilon_upper)
    assert float(best.epsilon_upper) < 1.2 * float(truth)
    limit = central_limit_estimate(asked.directions[0], target)
    assert limit < 1.001 * float(truth)


def test_zero_concentrated_bounds_are_for_plain_noise() -> None:
    asked = question("gaussian(sigma=30) * 400", "add-remove")
    truth = epsilon_at(asked, "1e-6").value
    assert truth is not None
    assert Fraction(truth.upper) < Fraction(zero_concentrated_upper(asked.directions[0], Fraction(1, 10**6)))
    with pytest.raises(DomainError):
        zero_concentrated_upper(question(MNIST).directions[0], Fraction(1, 10**6))


def test_calibration_is_certified_on_both_sides() -> None:
    family = "poisson(rate=0.05, gaussian(sigma=?)) * 100"
    found = calibrate(family, epsilon=2, delta="1e-6", digits=3)
    assert found.fails is not None and found.fails < found.meets
    assert delta(family.replace("?", str(found.meets)), "2").upper <= Fraction(1, 10**6)
    assert delta(family.replace("?", str(found.fails)), "2").lower > Fraction(1, 10**6)


def test_the_most_steps() -> None:
    found = calibrate("poisson(rate=0.05, gaussian(sigma=2)) * ?", epsilon=2, delta="1e-6")
    assert delta(f"poisson(rate=0.05, gaussian(sigma=2)) * {found.meets}", "2").upper <= Fraction(1, 10**6)
    assert delta(f"poisson(rate=0.05, gaussian(sigma=2)) * {found.meets + 1}", "2").lower > Fraction(1, 10**6)


@pytest.mark.parametrize("family", ["gaussian(sigma=2)", "gaussian(sigma=?) * ?", "finite(first=[?], second=[1])"])
def test_calibration_needs_one_unknown(family: str) -> None:
    with pytest.raises(DomainError, match=r"\?"):
        calibrate(family, epsilon=1, delta="1e-6", adjacency="add-remove")


def test_the_trade_off_of_the_normal_law() -> None:
    """Type II of the best test between N(0, 1) and N(1, 1) at type I error 1/2 is Phi(-1) = 0.1586..."""
    asked = question("gaussian(sigma=1)", "add-remove")
    points = list(profile_points(asked, [Fraction(k, 8) for k in range(13)]))
    assert 0.157 < float(type_two_lower(points, "1/2")) <= 0.15866


def test_a_sampled_histogram_twice() -> None:
    """Against the package's own convolution of releases."""
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.releases import convolved_delta

    expected = convolved_delta(Database.read(counts="4,6", draws=5), Budget.read(odds=4), 2)
    found = delta("sampling-histogram(counts=[4, 6], draws=5) * 2", "log(4)")
    assert found.exact == expected.exact
