"""Wide brackets, where no engine is sharp: they stay where the answer can be, and are raised from below."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sdp_proofs.accounting import bounds
from sdp_proofs.accounting.analysis import limited
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.engines import Chernoff, Inverted
from sdp_proofs.accounting.inversion import Inversion
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question

RELEASES = [
    "gaussian(sigma=1) * 9",
    "laplace(scale=1/2) * 7",
    "poisson(rate=1/2, gaussian(sigma=1/2)) * 50",
    "approximate(epsilon=1, delta=1/20) * 12",
    "finite(first=[1/2, 1/4, 1/4], second=[1/8, 3/8, 1/2]) * 9",
]


@pytest.mark.parametrize("release", RELEASES)
def test_the_affinity_bounds_both_answers_from_below(release: str) -> None:
    asked = question(release, "add-remove")
    for direction in asked.directions:
        for place in ("0", "2"):
            truth = delta_at(asked, place, digits=8)
            above = max(float(side.value.upper) for side in truth.sides if side.direction == direction.name)
            bound = float(bounds.hellinger_delta(direction, read_real(place)))
            assert 0 < bound <= above * (1 + 1e-12)
            assert 1 - bound < 3 * (1 - above) + 0.4  # and it says something
        found = epsilon_at(asked, "3/5", digits=8)
        sharp = max(float(side.value.upper) for side in found.sides if side.direction == direction.name)
        assert float(bounds.hellinger_epsilon(direction, Fraction(3, 5))) <= sharp * (1 + 1e-12)


def test_nearly_everything_is_revealed() -> None:
    """A lattice for a million steps is too coarse; the affinity says that delta is one to ten digits."""
    found = delta_at(question("poisson(rate=1/66, geometric(scale=1/2)) * 1000000"), "1/300")
    assert found.sharp
    assert found.method == "probability above, affinity below"
    assert found.value is not None
    assert 1 - Fraction(1, 10**10) < Fraction(found.value.lower) <= Fraction(found.value.upper) <= 1


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        ("0", "1", 1, ("0", "1")),
        ("0", "3", 1, ("0", "1")),
        ("0", "0.7", 1, ("0", "0.70000001")),
        ("0", "0.7", None, ("0", "0.70000001")),
        ("0.3", "1.2", 1, ("0.29999999", "1")),
        ("0.3", "1.2", None, ("0.29999999", "1.2000001")),
        ("0.3", "0.7", 1, ("0.29999999", "0.70000001")),
    ],
)
def test_brackets_stop_where_the_answer_must(low: str, high: str, most: int | None, expected: tuple[str, str]) -> None:
    found = limited(Enclosure(arb(low).union(arb(high))), most)
    ends = [Fraction(end) for end in found.bounds(8)]
    assert ends == [Fraction(end) for end in expected]


def test_a_tiny_delta_has_both_ends_of_its_bracket() -> None:
    """A ball's lower end is kept, however far it is below the upper one; a moment without a cut says 1e-900 at best."""
    found = delta_at(question("poisson(rate=1e-6, gaussian(sigma=2)) * 100000"), "30")
    assert found.method == "large-losses above, one-event below"
    assert found.value is not None
    assert Fraction(1, 10**1700) < Fraction(found.value.lower) < Fraction(found.value.upper) < Fraction(1, 10**1300)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(
    ("release", "place", "target"),
    [
        ("gaussian(sigma=1)", "4", "1e-5"),
        ("gaussian(sigma=3) * 7", "2", "1e-9"),
        ("laplace(scale=2)", "1/4", "1/20"),
        ("poisson(rate=1/50, gaussian(sigma=1)) + laplace(scale=9)", "1", "1e-4"),
        ("approximate(epsilon=1/2, delta=1e-3)", "1/3", "1/100"),
        ("finite(first=[1/2, 1/4, 1/4], second=[1/8, 3/8, 1/2]) * 3", "1", "1/20"),
    ],
)
def test_the_cut_bounds_both_answers_from_above(release: str, place: str, target: str) -> None:
    asked = replace(question(release, "add-remove"), directions=question(release, "add-remove").directions[:1])
    delta, epsilon = delta_at(asked, place).value, epsilon_at(asked, target).value
    above = bounds.tail_split_delta(asked.directions[0], read_real(place))
    beyond = bounds.tail_split_epsilon(asked.directions[0], Fraction(target))
    assert delta is not None and epsilon is not None and above is not None and beyond is not None
    assert delta.ball.lower() <= above < 0.9
    assert epsilon.ball.lower() <= beyond < 3 * epsilon.ball.upper() + 1


def test_the_cut_says_where_the_far_tail_of_rare_sampling_is() -> None:
    """The open question of a moment bound: rate 1e-6, delta 1e-50."""
    direction = question("poisson(rate=1e-6, gaussian(sigma=1)) * 1000").directions[0]
    target = Fraction(1, 10**50)
    low, high = bounds.event_epsilon(direction, target), bounds.tail_split_epsilon(direction, target)
    assert high is not None
    assert 1.28 < low < high < 1.43


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("release", "target"), [("laplace(scale=2) * 3", "1e-20"), ("laplace(scale=2) * 3", "1e-5")])
def test_few_steps_near_the_largest_loss(release: str, target: str) -> None:
    """With chance 1/8 all losses are the largest, 1/2: that alone is (1 - e^(eps - 3/2))/8; one other is O(x^2)."""
    found = epsilon_at(question(release, "add-remove"), target).value
    assert found is not None
    with ctx.workprec(200):
        least = arb("1.5") + (1 - 8 * arb(target)).log()
        assert least <= found.ball.upper()
        assert found.ball.lower() <= least + (10 * arb(target)) ** 2
        assert found.ball.upper() - found.ball.lower() < arb("1e-6")
        assert found.ball.upper() < arb("1.5") + arb("1e-6") * arb(target)


def test_where_no_engine_answers() -> None:
    """A bounded loss has a bracket all the same."""
    found = epsilon_at(question("poisson(rate=1/10, laplace(scale=1)) * 2"), "1e-30")
    assert found.method == "largest-loss above, one-event below"
    assert found.sharp


@pytest.mark.parametrize(("rate", "sigma", "place"), [("1e-6", "1", "1"), ("1e-3", "2", "2"), ("1e-6", "1/3", "20")])
def test_the_cut_counts_what_is_beyond_it(rate: str, sigma: str, place: str) -> None:
    """There one large loss is nearly all of delta: both bounds are within a few powers of ten of one another."""
    direction = question(f"poisson(rate={rate}, gaussian(sigma={sigma})) * 2").directions[0]
    low = bounds.event_delta(direction, read_real(place))
    high = bounds.tail_split_delta(direction, read_real(place))
    assert high is not None
    assert 0 < low < high < low * 10**6


def test_the_affinity_at_a_large_epsilon() -> None:
    """There it is sharp enough to tell e^(c epsilon) from its root."""
    asked = question("gaussian(sigma=1) * 100", "add-remove")
    truth = delta_at(asked, "20").value
    bound = bounds.hellinger_delta(asked.directions[0], read_real("20"))
    assert truth is not None
    assert 1 - 10 * (1 - truth.ball) < bound < truth.ball


def test_chernoffs_bound_is_above_both_answers_and_not_far() -> None:
    """Many deviations out of many small losses, where the constant k(c) = c^c/(1+c)^(1+c) is what matters."""
    asked = question("gaussian(sigma=10)", "add-remove")
    delta, epsilon = delta_at(asked, "1/2").value, epsilon_at(asked, "1e-8").value
    engine = Chernoff.of(asked.directions[0])
    assert engine is not None and delta is not None and epsilon is not None
    above, beyond = engine.delta(read_real("1/2"), 3).upper, engine.epsilon(Fraction("1e-8"), 3)
    assert beyond is not None
    assert delta.upper < above < 30 * delta.upper
    assert epsilon.upper < beyond.upper < 2 * epsilon.upper


def test_a_poor_line_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round takes more frequencies than the last."""
    asked: list[int] = []
    engine = Inverted.of(question("poisson(rate=0.01, gaussian(sigma=1)) * 1000").directions[0])
    assert engine is not None
    monkeypatch.setattr(Inversion, "delta", lambda self, place: asked.append(self.digits) or arb(0, 1))
    with pytest.raises(PrecisionError, match="could not be proven by inversion"):
        engine.delta(read_real(1), 10)
    assert len(asked) == 6  # two with the digits asked for, two with a few on another line, two on the same
