"""Random allocation: truths, two contours against each other, brackets in convex order, mutations."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy
import pytest
from flint import arb, ctx

from sdp_proofs.accounting import allocation, lognormal_rays, lognormal_sums
from sdp_proofs.accounting.allocation import AllocationLoss, AllocationPair, central_moments
from sdp_proofs.accounting.allocation_releases import Allocation
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lognormal_rays import rays_of
from sdp_proofs.accounting.lognormal_sums import Line, LognormalSum
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.conversion import Bounds
from sdp_proofs.verdict import Verdict
from tests.accounting.asked import question


def pair_of(steps: int, mu: float) -> AllocationPair:
    return AllocationPair(steps, lambda bits: arb(mu))


def sides(answer: Answer) -> dict[str, str]:
    return {side.direction: side.value.rounded(13) for side in answer.sides if side.value is not None}


TRUTHS = [
    (2, "1", "1", "0.0592065010858927", "0.0501976623694882"),
    (3, "1", "1", "0.0335007729777383", "0.0238387090046950"),
    (10, "1", "1", "0.00278286899918157", "0.000486185808500802"),
    (234, "1.1", "1/4", "2.210653803547113e-5", "4.52054883634324e-6"),
    (234, "1.1", "1", "5.24678630182882e-11", None),
    (1000, "1", "1/10", "1.482069027274114e-4", "9.28339204910396e-5"),
    (10000, "1", "1/10", "1.084484967078990e-11", None),
    (10000, "1/2", "1", "1.709017147742963e-5", None),
    (10000, "1/2", "1/2", "1.254357941267816e-4", None),
    (1000000, "1/2", "1/10", "2.50132072278786e-7", None),
    (10, "1/5", "31", "8.37463943436714e-6", None),
    (100, "1/2", "6", "2.55080198144484e-6", None),
]


@pytest.mark.parametrize(("steps", "sigma", "epsilon", "remove", "add"), TRUTHS)
def test_one_epoch(steps: int, sigma: str, epsilon: str, remove: str, add: str | None) -> None:
    """By nested quadrature in another program, by a prototype of its own, and by rays where the line was meant."""
    asked = question(f"allocation(steps={steps}, gaussian(sigma={sigma}))")
    named = [direction for direction in asked.directions if direction.name == "remove" or add is not None]
    for side in delta_at(replace(asked, directions=tuple(named)), epsilon, digits=12).sides:
        assert side.value is not None
        assert abs(float(side.value.ball.mid()) / float(remove if side.direction == "remove" else add or 0) - 1) < 1e-11
        assert side.value.proven_digits >= 12


@pytest.mark.parametrize("seed", range(24))
def test_line_and_rays_agree(seed: int) -> None:
    chosen = random.Random(seed)
    steps, mu = chosen.choice([1, 2, 3, 8, 30, 100, 300]), 10 ** chosen.uniform(-0.7, 0.6)
    log = chosen.uniform(-2, 3) * min(1.0, 3 * mu / math.sqrt(steps))
    total = pair_of(steps, mu).sum
    with ctx.workprec(64):
        place = steps * arb(log).exp()
        rays = rays_of(steps, total.distance, 0.9 * float(place), 64)
        known = [(rays.excess(place), rays.above(place))]
        try:
            known.append((total.excess(place), 1 - total.below(place)))
        except SizeError:
            assert mu > 0.5, "many frequencies are for little noise"
        if steps == 1:  # one normal variable against another
            away = (arb(log) / mu + arb(mu) / 2) / arb(2).sqrt(), (arb(log) / mu - arb(mu) / 2) / arb(2).sqrt()
            known.append(((away[1].erfc() - arb(log).exp() * away[0].erfc()) / 2, away[0].erfc() / 2))
        for first, second in itertools.pairwise(known):
            assert first[0].overlaps(second[0])
            assert first[1].overlaps(second[1])


def masses(mu: float, unit: float, end: float, *, upper: bool) -> numpy.ndarray:
    """Lattice laws above and below Y in convex order, by chords and by tangents of its call prices; of mean one.

    Beyond the end the upper one has an atom there that keeps the mean of min(Y, end).
    """

    def tail(x: float) -> float:
        return math.erfc(x / math.sqrt(2)) / 2

    def call(k: float) -> float:  # E (min(Y, end) - k)_+
        def whole(y: float) -> float:
            return tail(math.log(y) / mu - mu / 2) - y * tail(math.log(y) / mu + mu / 2) if y > 0 else 1 - y

        return whole(k) - whole(end)

    def slope(k: float) -> float:
        return -tail(math.log(k) / mu + mu / 2)

    count = round(end / unit)
    places = unit * numpy.arange(count + 1)
    if upper:
        prices = numpy.array([call(place) for place in places])
    else:
        middles = places[:-1] + unit / 2
        tangents = [(call(m), slope(m)) for m in middles]
        values = [call(0.0)]
        for k in range(1, count):
            left, right = tangents[k - 1], tangents[k]
            values.append(min(left[0] + left[1] * unit / 2, right[0] - right[1] * unit / 2))
        beyond = tail(math.log(end) / mu + mu / 2)
        values.append(0.0)
        values[-2] = min(values[-2], unit * beyond)
        straight = [call(0.0) - place for place in places]
        first = next(k for k in range(1, count) if all(v >= s for v, s in zip(values[k:], straight[k:], strict=True)))
        prices = numpy.array(straight[: first + 1] + values[first + 1 :])
        prices = hull(places, prices)
    slopes = numpy.diff(prices) / unit
    found = numpy.concatenate([[1 + slopes[0]], numpy.diff(slopes), [-slopes[-1]]])
    assert found.min() > -1e-12
    return numpy.clip(found, 0, None)


def hull(places: numpy.ndarray, values: numpy.ndarray) -> numpy.ndarray:
    kept: list[int] = []
    for k in range(len(places)):
        while len(kept) > 1 and (values[kept[-1]] - values[kept[-2]]) * (places[k] - places[kept[-1]]) >= (
            values[k] - values[kept[-1]]
        ) * (places[kept[-1]] - places[kept[-2]]):
            kept.pop()
        kept.append(k)
    return numpy.interp(places, places[kept], values[kept])


@pytest.mark.parametrize(("steps", "mu", "epsilon"), [(2, 1.0, 1.0), (5, 0.7, 0.5), (16, 1.0, 0.4), (12, 0.9, 0.3)])
def test_brackets_in_convex_order_hold_the_answer(steps: int, mu: float, epsilon: float) -> None:
    """Another engine: sums of lattice laws, of which one is above and one below every term in convex order."""
    unit = 0.02
    end = steps * math.exp(epsilon) + 100  # no term beyond K matters for (K - S)_+
    end = unit * math.ceil(end / unit)
    cut = math.erfc((math.log(end) / mu - mu / 2) / math.sqrt(2)) / 2 - end * (
        math.erfc((math.log(end) / mu + mu / 2) / math.sqrt(2)) / 2
    )
    brackets = {}
    for upper in (False, True):
        law, whole = masses(mu, unit, end, upper=upper), numpy.array([1.0])
        for _ in range(steps):
            whole = numpy.convolve(whole, law) if len(whole) * len(law) < 4e6 else _convolved(whole, law)
        sums = unit * numpy.arange(len(whole))
        places = (steps * math.exp(epsilon), steps * math.exp(-epsilon))
        gain = float((whole * numpy.clip(sums - places[0], 0, None)).sum()) + (steps * cut if upper else 0.0)
        loss = float((whole * numpy.clip(places[1] - sums, 0, None)).sum())
        brackets[upper] = gain / steps, math.exp(epsilon) * loss / steps
    pair = pair_of(steps, mu)
    with ctx.workprec(80):
        ratio = arb(epsilon).exp()
        found = float(pair.height(ratio)), float(ratio * pair.depth(1 / ratio))
    for side in (0, 1):
        assert brackets[False][side] - 1e-9 <= found[side] <= brackets[True][side] + 1e-9
        assert brackets[True][side] - brackets[False][side] < 0.02 * found[side]


def _convolved(left: numpy.ndarray, right: numpy.ndarray) -> numpy.ndarray:
    size = len(left) + len(right) - 1
    return numpy.clip(numpy.fft.irfft(numpy.fft.rfft(left, size) * numpy.fft.rfft(right, size), size), 0, None)


def test_moments_are_the_closed_ones() -> None:
    """E R^2 = 1 + (e^(mu^2) - 1)/t, E R^3 likewise; E 1/R of two terms by quadrature."""
    for steps, mu in ((3, 0.8), (50, 1.2)):
        loss = AllocationLoss(pair_of(steps, mu), remove=True)
        second, third = math.exp(mu**2), math.exp(3 * mu**2)
        assert (
            loss.moment(1.0).contains(arb(1 + (second - 1) / steps))
            or abs(float(loss.moment(1.0)) - (1 + (second - 1) / steps)) < 1e-9
        )
        cube = (steps * third + 3 * steps * (steps - 1) * second + steps * (steps - 1) * (steps - 2)) / steps**3
        if loss.rightmost + 1 >= 2:
            assert abs(float(loss.moment(2.0)) - cube) < 1e-8 * cube
    grid = numpy.arange(-9, 9.0001, 0.02)
    weight = numpy.exp(-(grid**2) / 2) * 0.02 / math.sqrt(2 * math.pi)
    terms = numpy.exp(0.8 * grid - 0.32)
    mean = float((weight[:, None] * weight[None, :] * 2 / (terms[:, None] + terms[None, :])).sum())
    assert abs(float(AllocationLoss(pair_of(2, 0.8), remove=False).moment(1.0)) - mean) < 1e-9


def test_moments_fall_as_the_bound_says() -> None:
    for remove in (True, False):
        loss = AllocationLoss(pair_of(20, 1.0), remove=remove)
        values = loss.line(1.0, 2.0, 8, 10)
        for k, value in enumerate(values):
            assert abs(value) <= loss.beyond(1.0, 2.0 * k) * loss.moment(1.0) + arb("1e-9")


def test_central_moments_are_those_of_the_sum() -> None:
    found = dict(central_moments(pair_of(5, 0.5)))
    v = math.exp(0.25) - 1
    fourth = math.exp(1.5) - 4 * math.exp(0.75) + 6 * math.exp(0.25) - 3
    assert abs(float(found[2]) - v / 5) < 1e-12
    assert abs(float(found[4]) - (5 * fourth + 3 * 5 * 4 * v * v) / 5**4) < 1e-12


@pytest.mark.slow
def test_epochs() -> None:
    """Sixty epochs of MNIST size: figures of a prototype whose composition was checked by a lattice in floats."""
    asked = question("allocation(steps=234, gaussian(sigma=1.1)) * 60")
    found = delta_at(asked, 2, digits=14)
    assert sides(found) == {"remove": "9.948714168227e-5", "add": "8.157162262665e-5"}
    assert sides(epsilon_at(asked, "1e-5", digits=12))["remove"].startswith("2.34052075960")
    assert sides(epsilon_at(asked, "1e-5", digits=12))["add"].startswith("2.299822026318")
    assert sides(epsilon_at(asked, "1e-10", digits=10))["remove"].startswith("3.633698071")
    assert sides(epsilon_at(asked, "1e-20", digits=10))["remove"].startswith("5.485172797")


@pytest.mark.slow
def test_ten_epochs_of_ten_thousand_steps() -> None:
    """The prototype's figures; the far part of each table takes lines of tens of thousands of frequencies."""
    found = sides(epsilon_at(question("allocation(steps=10000, gaussian(sigma=1)) * 10"), "1e-5", digits=9))
    assert found["remove"].startswith("0.1309453374")
    assert found["add"].startswith("0.129880279681")


def test_moments_between_the_two_laws_are_enclosed() -> None:
    """E R^s for 0 < s < 1, by quadrature for two terms."""
    grid = numpy.arange(-9, 9.0001, 0.02)
    weight = numpy.exp(-(grid**2) / 2) * 0.02 / math.sqrt(2 * math.pi)
    terms = numpy.exp(0.8 * grid - 0.32)
    for power in (0.1, 0.5, 0.9):
        mean = float((weight[:, None] * weight[None, :] * ((terms[:, None] + terms[None, :]) / 2) ** power).sum())
        for bracket in (
            AllocationLoss(pair_of(2, 0.8), remove=True).moment(power - 1),
            AllocationLoss(pair_of(2, 0.8), remove=False).moment(-power),
        ):
            assert bracket.contains(arb(mean)) and bracket.rad() < 0.2


def test_without_a_line_or_rays_moments_bound_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> list[arb]:
        pair = pair_of(100, 1.0)
        with ctx.workprec(64):
            places = [arb(1) / 3, arb(3) / 4, arb(5) / 4, arb(3)]
            return [ball for a in places for ball in (pair.height(a), pair.depth(a), *pair.upper(a), *pair.lower(a))]

    known = asked()
    monkeypatch.setattr(allocation, "_MOST_ON_A_LINE", 0)
    monkeypatch.setattr(allocation, "MOST_FREQUENCIES", 0)
    monkeypatch.setattr(lognormal_rays, "MOST_NODES", 0)
    bounds = asked()
    assert all(wide.overlaps(sharp) for wide, sharp in zip(bounds, known, strict=True))
    assert sum(1 for wide, sharp in zip(bounds, known, strict=True) if wide.rad() > sharp.rad()) > len(known) // 2


@pytest.mark.slow
def test_two_epochs_lie_in_the_bracket_of_the_lattice() -> None:
    """The composition by another engine: profiles rounded to a lattice from both sides, in integers."""
    asked = question("allocation(steps=20, gaussian(sigma=2)) * 3")
    wide, sharp = delta_at(asked, "1/4", method="lattice"), delta_at(asked, "1/4", method="inversion")
    for rough, fine in zip(wide.sides, sharp.sides, strict=True):
        assert rough.value is not None
        assert fine.value is not None
        assert fine.value.ball.overlaps(rough.value.ball)
        assert fine.value.proven_digits >= 10


def test_fixed_bins_are_one_allocation() -> None:
    fixed = question("allocation(steps=234, epochs=60, bins=fixed, gaussian(sigma=1.1))")
    same = question("allocation(steps=234, gaussian(sigma=1.1/sqrt(60)))")
    assert abs(float(delta_at(fixed, 2).value.ball) - 0.98907305129) < 1e-10  # type: ignore[union-attr]
    assert sides(delta_at(fixed, 2)) == sides(delta_at(same, 2))
    assert Allocation(5, read_release("gaussian(sigma=1)"), 3, "fresh") * 2 != fixed.release


@pytest.mark.slow
def test_several_steps_are_bounded_from_above_alone() -> None:
    two = question("allocation(steps=7, chosen=2, gaussian(sigma=1))")
    answer = delta_at(two, 2)
    apart = delta_at(question("allocation(steps=3, gaussian(sigma=1)) + allocation(steps=4, gaussian(sigma=1))"), 2)
    assert answer.value is not None
    assert apart.value is not None
    assert answer.value.lower == 0
    assert answer.value.upper >= apart.value.lower
    assert answer.check("1e-6") == Bounds(Verdict.UNKNOWN, Verdict.UNKNOWN)
    assert answer.check("0.9").upper is Verdict.HOLDS
    every = delta_at(question("allocation(steps=4, chosen=4, gaussian(sigma=3))"), 1)
    assert every.value is not None
    plain = delta_at(question("gaussian(sigma=3) * 4", "add-remove"), 1).value
    assert plain is not None
    assert every.value.ball.overlaps(plain.ball)


@pytest.mark.parametrize(
    "text",
    [
        "allocation(steps=0, gaussian(sigma=1))",
        "allocation(steps=5, epochs=2, gaussian(sigma=1))",
        "allocation(steps=5, epochs=2, bins=shuffled, gaussian(sigma=1))",
        "allocation(steps=5, chosen=6, gaussian(sigma=1))",
        "allocation(steps=5, gaussian(sigma=0))",
        "allocation(steps=5, laplace(scale=1))",
        "allocation(steps=2000000, gaussian(sigma=1))",
    ],
)
def test_what_is_no_allocation_is_refused(text: str) -> None:
    with pytest.raises((DomainError, SizeError)):
        read_release(text)


def test_a_wrong_sign_in_an_engine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above see a turned frequency, and a change of the rays in the ninth digit."""
    total = LognormalSum(30, lambda bits: arb("0.731"))
    with ctx.workprec(64):
        place = 30 * arb("0.2").exp()
        truth = rays_of(30, total.distance, 0.9 * float(place), 96).excess(place)
        sums = lognormal_sums.exponential_sums
        monkeypatch.setattr(
            lognormal_sums, "exponential_sums", lambda *given: [value.conjugate() for value in sums(*given)]
        )
        assert not total.excess(place, Line(total, 120.0, 64)).overlaps(truth), "the sign of a frequency"
        monkeypatch.undo()
        assert total.excess(place, Line(total, 120.0, 64)).overlaps(truth)
        rays = lognormal_rays.Rays(30, total.distance, 0.9 * float(place), 64)
        values = [value * (1 + arb(10) ** -9) for value in rays._gains]
        monkeypatch.setitem(rays.__dict__, "_gains", values)
        assert not rays.excess(place).overlaps(truth), "the width of the rays is below 1e-9"


@pytest.mark.parametrize(
    ("target", "remove", "add"), [("1e-5", 0.27167271703, 0.23575395232), ("1e-20", 3.1833325057, 0.6051431087)]
)
def test_one_epoch_is_searched_where_it_is_expected(target: str, remove: float, add: float) -> None:
    """The figures of a search that began at one."""
    asked = question("allocation(steps=234, gaussian(sigma=1.1))")
    found = {side.direction: side.value for side in epsilon_at(asked, target).sides}
    for direction, known in zip(asked.directions, (remove, add), strict=True):
        value, loss = found[direction.name], direction.steps[0][0].loss
        assert value is not None
        assert abs(float(value.ball.mid()) / known - 1) < 2e-10
        assert isinstance(loss, AllocationLoss)
        assert 0.8 < (loss.likely_epsilon(math.log(float(target))) or 0) / known < 1.2


def test_moments_left_of_zero_are_affinities() -> None:
    """Bounds of many epochs from below ask for them: they are between 0 and 1."""
    pair = AllocationPair(100, lambda bits: arb(1))
    for remove in (True, False):
        for place in (-0.5, -0.01, -0.99):
            found = AllocationLoss(pair, remove=remove).moment(place)
            assert found.lower() > 0.98 and found.upper() < 1 + 1e-6 and found.contains(1)
