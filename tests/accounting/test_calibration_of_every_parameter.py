"""`?` for any number of a release: the best value meets the budget, and the next does not; or the reason why not."""

from __future__ import annotations

from fractions import Fraction
from inspect import signature
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.grammar import mechanisms
from sdp_proofs.accounting.unknowns import table, why_not
from sdp_proofs.errors import DomainError

PAGE = Path(__file__).parents[2] / "docs" / "how_to" / "calibrate.md"


def delta(release: str, epsilon: str, adjacency: str | None = None) -> float:
    found = sdp.account(release, epsilon=epsilon, adjacency=adjacency, digits=6)
    assert found.upper is not None
    return float(found.upper)


def test_every_parameter_has_an_order_or_a_reason_why_not() -> None:
    for name, kind in mechanisms().items():
        parameters = {one for one in signature(kind).parameters if one != kind.inner}
        asked = {*kind.more_is_safer, *kind.less_is_safer}
        assert not {*kind.more_is_safer} & {*kind.less_is_safer}, name
        refused = {one for one in parameters if why_not(kind, one)}
        assert parameters == asked | refused and not asked & refused, name
        assert {*kind.exceptions} <= asked, name


def test_the_page_has_the_table_of_the_registry() -> None:
    rows = [f"| `{kind}` | `{name}` | {known or 'none'} | {reason} |" for kind, name, known, reason in table()]
    text = PAGE.read_text()
    assert all(row in text for row in rows), next(row for row in rows if row not in text)
    assert text.count("\n| `") == len(rows)


@pytest.mark.parametrize(
    ("release", "epsilon", "delta"),
    [
        ("randomised-response(truth=1/2, types=?)", "1", "1e-2"),
        ("sampling-histogram(draws=10, records=?)", "1", "0.031"),
        ("sampling-histogram(draws=?, records=100)", "1", "0.031"),
        ("sampling-histogram(draws=2, counts=[?, 2])", "log(3/2)", "0.09"),
        ("geometric(scale=3, sensitivity=?)", "1", "1e-5"),
        ("binomial(coins=?)", "1", "1e-5"),
        ("truncated(low=0, high=2, binomial(coins=?, sensitivity=2))", "1", "1/10"),
        ("truncated(low=0, high=?, binomial(coins=10, sensitivity=4))", "1", "1/4"),
        ("truncated(low=?, high=3, binomial(coins=10, sensitivity=4))", "1", "1/4"),
        ("allocation(steps=?, gaussian(1))", "1/2", "3e-2"),
        ("group(size=?, gaussian(10))", "1", "1e-5"),
        ("banded(bands=4, steps=?, rate=1, gaussian(10))", "1", "1e-5"),
        ("banded(bands=?, steps=100, rate=1, gaussian(10))", "1", "1e-5"),
        ("tree(steps=?, gaussian(10))", "1", "1e-5"),
        ("without-replacement(batch=?, records=1000, gaussian(2))", "1", "1e-4"),
        ("without-replacement(batch=50, records=?, gaussian(2))", "1", "1e-4"),
    ],
)
def test_whole_numbers_meet_the_budget_just(release: str, epsilon: str, delta: str) -> None:
    adjacency = "add-remove" if any(word in release for word in ("geometric", "binomial", "tree")) else None
    found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency)
    assert found.whole and found.fails is not None and found.sharp(4)
    for value, meets in ((found.meets, True), (found.fails, False)):
        answer = sdp.account(release.replace("?", str(value)), epsilon=epsilon, adjacency=adjacency, digits=6)
        assert answer.value is not None and (answer.value.upper <= Fraction(delta)) is meets
    assert found.more_is_safer == (found.fails < found.meets)


@pytest.mark.parametrize(
    ("release", "epsilon", "delta"),
    [
        ("randomised-response(truth=?, types=4)", "1", "0"),
        ("mixture(chances=[1/2, 1/2], shifts=[0, ?], sigma=1)", "1", "1e-2"),
        ("truncated(low=0, high=?, gaussian(sigma=1))", "1", "1e-2"),
        ("truncated(low=?, high=-1, gaussian(sigma=1))", "1", "1e-2"),
        ("sparse-vector(threshold=2, queries=8, values=?)", "1", "0"),
        ("sparse-vector(threshold=2, queries=8, sensitivity=?)", "1", "0"),
        ("repeat(mean=?, gaussian(10))", "1", "1e-5"),
        ("repeat(mean=?, runs=poisson, gaussian(10))", "1", "1e-5"),
    ],
)
def test_real_numbers_meet_the_budget_just(release: str, epsilon: str, delta: str) -> None:
    adjacency = None if "mixture" in release or "randomised" in release else "add-remove"
    found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency)
    step = (abs(found.meets - found.origin)) / 100 * (-1 if found.more_is_safer else 1)
    worse = found.fails if found.fails is not None else found.meets + step
    for value, meets in ((found.meets, True), (worse, False)):
        answer = sdp.account(release.replace("?", f"({value})"), epsilon=epsilon, adjacency=adjacency, digits=6)
        assert answer.value is not None and (answer.value.upper <= Fraction(delta)) is meets
    assert found.sharp(4) or found.bound


def test_a_share_of_the_truth_is_a_formula() -> None:
    found = calibrate("randomised-response(truth=?, types=4)", epsilon="1", delta="0", adjacency=None)
    assert abs(float(found.meets) - 2.718281828 / 5.718281828) < 1e-4 and found.fails is not None
    sparse = calibrate("sparse-vector(threshold=2, queries=8, values=?)", epsilon=1, delta=0, adjacency="add-remove")
    assert abs(float(sparse.meets) - 4) < 4e-3 and sparse.bound
    low = calibrate("truncated(low=?, high=-1, gaussian(sigma=1))", epsilon="1", delta="1e-2", adjacency="add-remove")
    high = calibrate("truncated(low=0, high=?, gaussian(sigma=1))", epsilon="1", delta="1e-2", adjacency="add-remove")
    assert low.meets == -1 - high.meets and low.more_is_safer and not high.more_is_safer


@pytest.mark.parametrize(
    ("release", "epsilon", "delta", "most"),
    [
        ("noisy-top-k(k=?, epsilon=1/10)", "1/2", "0", 5), ("repeat(mean=?, runs=fixed, laplace(10))", "1/2", "0", 5),
        ("sparse-vector(threshold=10, queries=20, answers=?)", "1", "0", 9),
    ],
)  # fmt: skip
def test_counts_of_pure_steps(release: str, epsilon: str, delta: str, most: int) -> None:
    found = calibrate(release, epsilon=epsilon, delta=delta, adjacency="add-remove" if "k=" not in release else None)
    assert found.whole and found.meets == most


def test_a_lax_budget_is_met_by_all() -> None:
    lax = calibrate("randomised-response(truth=?, types=4)", epsilon="1", delta="1", adjacency=None)
    assert lax.meets == 1 and lax.fails is None


@pytest.mark.parametrize(
    ("release", "values"),
    [
        ("binomial(coins=?, sensitivity=2)", ("4", "6", "8", "20", "22")),
        ("truncated(low=0, high=2, binomial(coins=?, sensitivity=2))", ("2", "4", "6", "12", "14")),
        ("truncated(low=0, high=3, binomial(coins=?, sensitivity=2))", ("2", "4", "6", "12", "14")),
        ("truncated(low=0, high=1, gaussian(sigma=?, sensitivity=2))", ("1/5", "1/2", "0.6", "1", "2")),
        ("truncated(low=0, high=3, gaussian(sigma=?, sensitivity=2))", ("1/5", "1/2", "0.6", "1", "2")),
        ("truncated(low=?, high=1, gaussian(sigma=1, sensitivity=2))", ("-3", "-2", "-1", "0", "1/2")),
        ("sampling-histogram(draws=3, counts=[?, 2])", ("1", "2", "3", "4", "9")),
        ("sampling-histogram(draws=3, counts=[0, 2, ?])", ("1", "2", "3", "4", "9")),
        ("banded(bands=?, steps=7, rate=1, gaussian(1))", ("1", "2", "3", "4", "7")),
        ("geometric(scale=?)", ("1/5", "1/2", "1", "3/2", "4")),
    ],
)
def test_more_is_safer_at_many_odds(release: str, values: tuple[str, ...]) -> None:
    """Brute force: at every epsilon the answers fall."""
    adjacency = "add-remove" if any(word in release for word in ("binomial", "gaussian", "geometric")) else None
    for epsilon in ("0", "1/10", "log(3/2)", "1", "2", "5"):
        found = [delta(release.replace("?", value), epsilon, adjacency) for value in values]
        assert all(after <= before * (1 + 1e-5) for before, after in pairwise(found)), (epsilon, found)


def test_two_more_coins_cut_to_a_range_gain_nothing() -> None:
    """All ranges, distances and odds at which some threshold of some sizes changes: exact."""

    def tails(coins: int) -> dict[int, Fraction]:
        half, found, total = coins // 2, {}, Fraction(0)
        for place in range(half, -half - 12, -1):
            total += Fraction(comb(coins, half + place), 2**coins) if -half <= place else 0
            found[place] = total
        return found

    def gain(tail: dict[int, Fraction], distance: int, length: int, odds: Fraction) -> Fraction:
        return max(
            tail.get(t - distance, Fraction(0)) - odds * tail.get(t, Fraction(0))
            for t in range(distance - length + 1, length + 1)
        )

    for coins in range(2, 16, 2):
        less, more = tails(coins), tails(coins + 2)
        for distance in (1, 2, 3):
            for length in range(distance, 10):
                for odds in {Fraction(a, b) for a in range(1, 20, 2) for b in range(1, 6) if a >= b}:
                    assert gain(more, distance, length, odds) <= gain(less, distance, length, odds)


@pytest.mark.parametrize(
    ("release", "epsilon", "values"),
    [
        ("truncated-poisson(rate=?, batch=1, records=50, gaussian(5))", "1/10",
         (("1/20", 4.77e-10), ("1/5", 1.45e-8), ("2/5", 8.98e-9))),
        ("truncated-poisson(rate=1/2, batch=?, records=20, gaussian(10))", "0",
         (("1", 0.00399), ("10", 0.0272), ("19", 0.02))),
        ("truncated-poisson(rate=1/2, batch=10, records=?, gaussian(10))", "0",
         (("11", 0.0201), ("20", 0.0272), ("40", 0.02))),
    ],
)  # fmt: skip
def test_what_has_no_order_turns_between_two_values(
    release: str, epsilon: str, values: tuple[tuple[str, float], ...]
) -> None:
    found = [delta(release.replace("?", value), epsilon) for value, _ in values]
    assert found[0] < found[1] > found[2]
    assert all(abs(one - said) < 0.01 * said for one, (_, said) in zip(found, values, strict=True))
    with pytest.raises(DomainError, match="must be given, as the bound rises and falls"):
        calibrate(release, epsilon="1", delta="1e-5")


@pytest.mark.parametrize(
    ("release", "epsilon", "values"),
    [
        ("discrete-gaussian(sigma=?)", "5", (("1/3", 0.0109), ("1/2", 0.0676))),
        ("rounded(gaussian(sigma=?))", "5", (("1/4", 0.0228), ("1/3", 0.0663))),
        ("rounded(laplace(scale=?))", "log(14)", (("1/4", 0.0503), ("0.27", 0.0514))),
    ],
)
def test_an_order_with_exceptions_says_so_and_proves_what_it_prints(
    release: str, epsilon: str, values: tuple[tuple[str, float], ...]
) -> None:
    less, more = (delta(release.replace("?", value), epsilon, "add-remove") for value, _ in values)
    assert less < more and abs(less - values[0][1]) < 1e-4 and abs(more - values[1][1]) < 1e-4
    times = " * 3" if "discrete" in release else ""
    report = sdp.calibrate(f"{release}{times}", epsilon="1", delta="1e-5", adjacency="add-remove")
    assert all(f"{said:.4f} at" in report.note for _, said in values) and "note: each value" in str(report)
    assert report.fails is not None and f" = {report.meets}," in report.quote
    for printed, meets in ((report.meets, True), (report.fails, False)):
        assert (delta(f"{release.replace('?', printed)}{times}", "1", "add-remove") <= 1e-5) is meets


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        ("finite(first=[?, 1/2], second=[1/4, 3/4])", "sum to one"),
        ("mixture(chances=[?, 1/2], shifts=[0, 1], sigma=1)", "sum to one"),
        ("allocation(steps=3, epochs=2, bins=?, gaussian(1))", "it is a word"),
        ("sampling-histogram(draws=2, counts=?)", "one number of the list counts"),
        ("binomial(coins=[?])", "the number coins"),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_one_line(release: str, reason: str) -> None:
    with pytest.raises(DomainError, match=reason) as refusal:
        calibrate(release, epsilon="1", delta="1e-5")
    assert "\n" not in str(refusal.value)


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
