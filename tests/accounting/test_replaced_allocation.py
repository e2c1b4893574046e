"""Random allocation where a record is replaced: closed forms, quadrature, other releases, and refusals."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy
import pytest

from sdp_proofs.accounting import allocation_releases, replaced_allocation
from sdp_proofs.accounting.allocation import AllocationPair
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.engines import _last
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lemmas import Lemma
from sdp_proofs.accounting.pairs import GaussianPair, height
from sdp_proofs.accounting.replaced_allocation import ReplacedAllocationLoss, ReplacedAllocationPair, chords
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.verdict import Verdict
from tests.accounting.interpreted import largest_delta


def pair_of(steps: int, mu: str) -> ReplacedAllocationPair:
    return ReplacedAllocationPair(steps, lambda bits: arb(mu))


def asked(text: str) -> Question:
    return Question.of(read_release(text), "replace-one")


@pytest.mark.parametrize(
    ("steps", "mu", "epsilon"), [(1, "0.5", "1"), (2, "0.5", "0"), (2, "0.5", "1"), (2, "0.7", "2")]
)
def test_one_and_two_steps_are_normal(steps: int, mu: str, epsilon: str) -> None:
    """With t = 2 the ratio is e^(mu (x_1 + x_2)): normal laws mu sqrt(2) apart; with t = 1 they are 2 mu apart."""
    with ctx.workprec(64):
        odds = arb(epsilon).exp()
        distance = arb(mu) * (2 if steps == 1 else arb(2).sqrt())
        known = height(GaussianPair(lambda bits: distance), odds)
        found = pair_of(steps, mu).height(odds)
        assert found.overlaps(known)
        assert found.rad() < 1e-15


def three_steps() -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """The densities of both laws, and the cells, on a grid."""
    grid = numpy.arange(-7, 7.0001, 0.05)
    weight = numpy.exp(-(grid**2) / 2) * 0.05 / math.sqrt(2 * math.pi)
    up, down = numpy.exp(0.4 * grid - 0.08), numpy.exp(-0.4 * grid - 0.08)
    cells = weight[:, None, None] * weight[None, :, None] * weight[None, None, :]
    own = (up[:, None, None] + up[None, :, None] + up[None, None, :]) / 3
    other = (down[:, None, None] + down[None, :, None] + down[None, None, :]) / 3
    return cells, own, other


def test_three_steps_by_quadrature() -> None:
    (cells, own, other), pair = three_steps(), pair_of(3, "0.4")
    for epsilon in (-0.5, 0.4, 1.0):
        sums = float((cells * numpy.clip(own - math.exp(epsilon) * other, 0, None)).sum())
        with ctx.workprec(64):
            assert abs(float(pair.height(arb(epsilon).exp())) - sums) < 2e-4 * sums


@pytest.mark.slow
def test_moments_of_three_steps_by_quadrature() -> None:
    cells, own, other = three_steps()
    loss = ReplacedAllocationLoss(pair_of(3, "0.4"))
    for contour in (1.0, -0.3, -0.8):
        moment = float((cells * own * (own / other) ** contour).sum())
        found = loss.moment(contour)
        assert abs(float(found.mid()) - moment) < 1e-6 + float(found.rad())
        assert contour < 0 or found.rad() < 1e-6


def test_known_figures() -> None:
    """Compare with a prototype in floats."""
    for steps, mu, epsilon, known in ((2, "0.5", "1", 0.0396325930), (234, "10/11", "1/4", 1.23893e-3)):
        with ctx.workprec(64):
            distance = arb(mu.split("/")[0]) / arb(mu.split("/")[1]) if "/" in mu else arb(mu)
            pair = ReplacedAllocationPair(steps, lambda bits, distance=distance: distance)
            assert abs(float(pair.height(arb(0.25 if epsilon == "1/4" else 1).exp())) / known - 1) < 3e-6


@pytest.mark.parametrize("seed", range(4))
def test_bounds_of_other_pairs_hold_the_answer(seed: int) -> None:
    """A record that is replaced by one of nothing is below, one step that is known above; profiles are convex."""
    chosen = random.Random(seed)
    steps, mu = chosen.choice([2, 3, 8, 40, 200]), f"{10 ** chosen.uniform(-0.7, 0):.3f}"
    pair, plain = pair_of(steps, mu), AllocationPair(steps, lambda bits: arb(mu))
    place = arb(f"{chosen.uniform(0, 1) * float(mu):.3f}").exp()
    with ctx.workprec(64):
        found = pair.height(place)
        assert not found < plain.height(place)
        assert not found < place * plain.depth(1 / place)
        assert not found > height(GaussianPair(lambda bits: 2 * arb(mu)), place)
        left, right = pair.height(place / arb("1.01")), pair.height(place * arb("1.01"))
        own, other = pair.upper(place)
        assert (own - place * other).overlaps(found)
        gap = place - place / arb("1.01")
        assert not left - found < gap * other and not right > found


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """One and two steps by the engine of all others, as a test of it."""
    monkeypatch.setattr(
        allocation_releases, "a_replaced_record_in_two_steps_moves_their_sum_alone", Lemma(lambda steps: False)
    )


@pytest.mark.parametrize("sigma", ["2", "1/2"])
def test_two_steps_by_brute_force(sigma: str) -> None:
    """A grid of the plane, on which the two laws are as they are defined."""
    mu, grid = 1 / float(Fraction(sigma)), numpy.arange(-9, 9.0001, 0.03)
    near, far = (numpy.exp(-((grid - shift) ** 2) / 2) for shift in (mu, -mu))
    none = numpy.exp(-(grid**2) / 2)
    cell = 0.03**2 / (2 * math.pi) / 2
    first, second = ((side[:, None] * none + none[:, None] * side) * cell for side in (near, far))
    for epsilon in ("1/2", "2"):
        found = delta_at(asked(f"allocation(steps=2, gaussian(sigma={sigma}))"), epsilon).value
        assert found is not None and found.proven_digits >= 10
        brute = float(numpy.clip(first - math.exp(float(Fraction(epsilon))) * second, 0, None).sum())
        assert abs(float(found.ball.mid()) / brute - 1) < 2e-4


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
def test_epochs_of_two_steps_are_normal() -> None:
    """Three epochs at distance sqrt(1/2) are one at distance sqrt(3/2), at other sizes and by another engine."""
    found = delta_at(asked("allocation(steps=2, gaussian(sigma=2)) * 3"), 1).value
    known = delta_at(asked("gaussian(sigma=sqrt(8/3))"), 1).value
    assert found is not None and known is not None
    assert found.ball.overlaps(known.ball)
    assert found.proven_digits >= 10


@pytest.mark.slow
def test_sixty_epochs() -> None:
    found = epsilon_at(asked("allocation(steps=234, gaussian(sigma=1.1)) * 60"), "1e-5").value
    assert found is not None
    assert abs(float(found.ball.mid()) - 4.235137691727) < 1e-9


def test_fixed_bins_and_several_steps() -> None:
    fixed = delta_at(asked("allocation(steps=40, epochs=9, bins=fixed, gaussian(sigma=6))"), "1/4").value
    once = delta_at(asked("allocation(steps=40, gaussian(sigma=2))"), "1/4").value
    assert fixed is not None and once is not None
    assert fixed.ball.overlaps(once.ball)
    every = delta_at(asked("allocation(steps=4, chosen=4, gaussian(sigma=6))"), 1).value
    plain = delta_at(asked("gaussian(sigma=6) * 4"), 1).value
    assert every is not None and plain is not None
    assert every.ball.overlaps(plain.ball)
    several = asked("allocation(steps=5, chosen=2, gaussian(sigma=1))")
    assert not any(direction.attained for direction in several.directions)


@pytest.mark.parametrize(
    "change",
    [
        ("power_of", lambda true: lambda value, exponent: true(value, exponent + 1)),
        ("exponential_sums", lambda true: lambda *given: [value * (1 + arb(10) ** -9) for value in true(*given)]),
        ("tail_from_moments", lambda true: lambda pair, ratio: true(pair, ratio) * 1e-30),
    ],
    ids=["a step more", "in the ninth digit", "no tail"],
)
def test_a_wrong_engine_is_noticed(change: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = change
    monkeypatch.setattr(replaced_allocation, name, wrong(getattr(replaced_allocation, name)))
    with ctx.workprec(40):
        found = [(pair_of(2, "0.7").excess(arb(a), 40)[0], arb(a)) for a in (1, 2, 4)]
        known = [height(GaussianPair(lambda bits: arb("0.7") * arb(2).sqrt()), a) for _, a in found]
        assert not all(ball.overlaps(truth) for (ball, _), truth in zip(found, known, strict=True))


def test_little_noise_has_a_bracket() -> None:
    pair = pair_of(10, "3")
    with ctx.workprec(40):
        values = [pair.height(arb(place).exp()) for place in (8, 9)]
        for left, right in itertools.pairwise(values):
            assert left.upper() > 0 and right.lower() >= 0 and not right > left


def test_chords_are_above_the_profile_and_near() -> None:
    """With t = 2, those of normal laws mu sqrt(2) apart."""
    first, second = chords(pair_of(2, "1"))
    assert sum(first) == sum(second) == 1
    assert min(*first, *second) >= 0
    for epsilon in (-1.1, 0.0, 0.3, 1.6, 3.1):
        odds = math.exp(epsilon)
        found = sum(max(0.0, float(p) - odds * float(q)) for p, q in zip(first, second, strict=True))
        distance = math.sqrt(2)
        known = 1 - tail(distance / 2 - epsilon / distance) - odds * (1 - tail(-distance / 2 - epsilon / distance))
        assert known <= found * (1 + 1e-9)
        assert found < known * 1.05


def tail(x: float) -> float:
    """The chance of a normal output above x."""
    return math.erfc(x / math.sqrt(2)) / 2


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "text",
    [
        "allocation(steps=3, chosen=2, gaussian(sigma=1))",
        pytest.param("allocation(steps=2, gaussian(sigma=1)) * 2", marks=pytest.mark.slow),
    ],
)
def test_several_replaced_epochs_of_little_noise_are_answered_from_above(text: str) -> None:
    """Above the databases on which they are run, below the normal laws of one known step, in seconds."""
    found = delta_at(asked(text), "1")
    least = largest_delta(read_release(text), "replace-one", 1.0, 11)
    normal = delta_at(asked("gaussian(sigma=1) * 2"), "1")
    assert found.value is not None
    assert normal.value is not None
    assert 0.8 * least < least <= float(found.value.upper) < 0.9 * float(normal.value.upper)
    assert found.lower == 0
    assert found.check("0.1").upper is Verdict.UNKNOWN


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
def test_little_noise_and_one_epoch_are_a_bracket_that_holds_the_answer() -> None:
    """With t = 2 that of normal laws 2 sqrt(2) apart: a wave that is too long leaves a bracket, and soon."""
    found = epsilon_at(asked("allocation(steps=2, gaussian(sigma=1/2))"), "1/10")
    known = epsilon_at(asked("gaussian(sigma=1/2, sensitivity=sqrt(1/2))"), "1/10")
    assert found.lower <= known.lower
    assert known.upper <= found.upper < 14


def test_a_bisection_ends_where_no_place_is_decided() -> None:
    low, high = _last(lambda place: False, Fraction(0), Fraction(8))
    assert low == 0 < high < Fraction(1, 10**5)


def test_moments_of_little_noise_are_refused_in_one_line() -> None:
    with pytest.raises(PrecisionError, match="no moment") as refused:
        epsilon_at(asked("repeat(mean=2, allocation(steps=7, gaussian(sigma=1/2)))"), "1e-3")
    assert "\n" not in str(refused.value)
