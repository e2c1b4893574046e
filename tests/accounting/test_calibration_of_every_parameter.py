"""`?` for any number of a release: the best value meets the budget, and the next does not."""

from __future__ import annotations

from fractions import Fraction
from inspect import signature

import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.grammar import mechanisms
from sdp_proofs.errors import DomainError

NO_ORDER = {
    "binomial": {"coins"},  # even numbers alone
    "finite": {"first", "second"},
    "mixture": {"chances", "shifts"},
    "sampling-histogram": {"counts"},
    "allocation": {"bins"},
    "banded": {"bands"},  # more bands are fewer turns, of larger parts
    "truncated": {"low", "high"},
    # An order is likely, and nobody has argued it yet.
    "noisy-top-k": {"k"},
    "repeat": {"mean", "runs"},
    "sparse-vector": {"values", "answers", "monotone", "sensitivity"},
    "tree": {"steps"},
    "truncated-poisson": {"rate", "records", "batch"},
}
"""Parameters that are lists or words, or of which neither more nor less is known to be more private."""


def test_every_parameter_may_be_asked_for_or_is_known_to_have_no_order() -> None:
    for name, kind in mechanisms().items():
        parameters = {one for one in signature(kind).parameters if one != kind.inner}
        asked = {*kind.more_is_safer, *kind.less_is_safer}
        assert parameters == asked | NO_ORDER.get(name, set()) and asked.isdisjoint(NO_ORDER.get(name, ())), name


@pytest.mark.parametrize(
    ("release", "epsilon", "delta"),
    [
        ("randomised-response(truth=1/2, types=?)", "1", "1e-2"),
        ("sampling-histogram(draws=10, records=?)", "1", "0.031"),
        ("sampling-histogram(draws=?, records=100)", "1", "0.031"),
        ("geometric(scale=3, sensitivity=?)", "1", "1e-5"),
        ("allocation(steps=?, gaussian(1))", "1/2", "3e-2"),
        ("group(size=?, gaussian(10))", "1", "1e-5"),
        ("banded(bands=4, steps=?, rate=1, gaussian(10))", "1", "1e-5"),
        ("without-replacement(batch=?, records=1000, gaussian(2))", "1", "1e-4"),
        ("without-replacement(batch=50, records=?, gaussian(2))", "1", "1e-4"),
    ],
)
def test_whole_numbers_meet_the_budget_just(release: str, epsilon: str, delta: str) -> None:
    adjacency = "add-remove" if "geometric" in release else None
    found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency)
    assert found.whole and found.fails is not None and found.sharp(4)
    for value, meets in ((found.meets, True), (found.fails, False)):
        answer = sdp.account(release.replace("?", str(value)), epsilon=epsilon, adjacency=adjacency, digits=6)
        assert answer.value is not None and (answer.value.upper <= Fraction(delta)) is meets
    assert found.more_is_safer == (found.fails < found.meets)


def test_a_real_number_above_a_bound_is_found() -> None:
    found = calibrate("randomised-response(truth=?, types=4)", epsilon="1", delta="0", adjacency=None)
    assert abs(float(found.meets) - 2.718281828 / 5.718281828) < 1e-4 and found.fails is not None
    lax = calibrate("randomised-response(truth=?, types=4)", epsilon="1", delta="1", adjacency=None)
    assert lax.meets == 1 and lax.fails is None


@pytest.mark.parametrize(
    ("release", "epsilon", "delta"),
    [
        ("zcdp(rho=?)", "1", "1e-5"), ("zcdp(rho=1/100) * ?", "1", "1e-5"), ("rdp(order=4, epsilon=?)", "2", "1e-2"),
        ("rdp(order=?, epsilon=1/10)", "2", "1e-2"),
    ],
)  # fmt: skip
def test_of_upper_bounds_the_best_that_is_proven_is_told(release: str, epsilon: str, delta: str) -> None:
    found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=None)
    assert found.bound and found.fails is None
    at = str(found.meets)
    assert sdp.account(release.replace("?", f"({at})"), epsilon=epsilon).value.upper <= Fraction(delta)  # type: ignore[union-attr]
    worse = found.meets + 1 if found.whole else found.meets * Fraction(99 if found.more_is_safer else 101, 100)
    assert sdp.account(release.replace("?", f"({worse})"), epsilon=epsilon).value.upper > Fraction(delta)  # type: ignore[union-attr]
    assert "only upper bounds" in str(sdp.calibrate(release, epsilon=epsilon, delta=delta))


def test_gaussian_privacy_is_the_inverse_of_sigma() -> None:
    mu, sigma = (calibrate(f"{one} * 3", epsilon="1", delta="1e-6", adjacency=adjacency) for one, adjacency in (
        ("gdp(mu=?)", None), ("gaussian(sigma=?)", "add-remove"),
    ))  # fmt: skip
    assert mu.fails is not None and sigma.fails is not None
    assert 1 / mu.fails < sigma.meets and 1 / sigma.meets < mu.fails


def test_a_whole_number_that_nothing_meets_is_refused() -> None:
    with pytest.raises(DomainError, match="batch = 1 must meet the budget"):
        calibrate("without-replacement(batch=?, records=2, gaussian(1/10))", epsilon="1", delta="1e-9")
    with pytest.raises(DomainError, match="some whole number must meet"):
        calibrate("sampling-histogram(draws=1, records=?)", epsilon="1", delta="0")
    with pytest.raises(DomainError, match="truth must be between"):
        calibrate("randomised-response(truth=2, types=?)", epsilon="1", delta="1e-9")
