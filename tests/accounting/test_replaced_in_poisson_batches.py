"""Poisson batches of normal noise, one record replaced: dp_accounting's numbers, quadrature, two engines, adjacency."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.pairs import Pair
from sdp_proofs.accounting.replaced_gaussian import ReplacedLoss
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question

Law = dict[int, float]
UP: dict[tuple[float, float, float], Law] = {
    (1.0, 0.5, 1.0): {0: 0.30853754, 1: 0.38292491, 2: 0.12447742},
    (5.0, 2.5, 1.0): {0: 0.30853754, 1: 0.38292491, 2: 0.12447742},
    (1.0, 1.0, 1.0): {-1: 0.06680719, 0: 0.09184806, 1: 0.14988228, 2: 0.19146246, 3: 0.19146246, 4: 0.12447743},
    (3.0, 3.0, 1.0): {-1: 0.06680720, 0: 0.09184806, 1: 0.14988228, 2: 0.19146246, 3: 0.19146247, 4: 0.12447741},
    (1.0, 1.0, 0.8): {-1: 0.08224694, 0: 0.14467727, 1: 0.23519769, 2: 0.26750658, 3: 0.11738012},
    (5.0, 5.0, 0.6): {0: 0.29519315, 1: 0.35647862, 2: 0.22640553},
    (1.0, 2.0, 0.4): {0: 0.30910005, 1: 0.36921424, 2: 0.13256016, 3: 0.08727219, 4: 0.02710982},
    (3.0, 6.0, 0.2): {0: 0.40455003, 1: 0.47280851, 2: 0.06563991, 3: 0.01869688},
}
"""Deviation, sensitivity, rate: losses rounded up to integers, cut at both ends (privacy_loss_distribution_test.py)."""
DOWN: dict[tuple[float, float, float], Law] = {
    (1.0, 0.5, 1.0): {1: 0.30853755, 0: 0.38292491, -1: 0.22778088},
    (5.0, 2.5, 1.0): {1: 0.30853754, 0: 0.38292492, -1: 0.22778088},
    (1.0, 1.0, 1.0): {3: 0.30853755, 2: 0.19146246, 1: 0.19146246, 0: 0.14988228, -1: 0.09184806, -2: 0.03809063},
    (3.0, 3.0, 1.0): {3: 0.30853754, 2: 0.19146247, 1: 0.19146246, 0: 0.14988228, -1: 0.09184806, -2: 0.03809064},
    (1.0, 1.0, 0.8): {2: 0.27037153, 1: 0.26750658, 0: 0.23519769, -1: 0.14467727, -2: 0.02246166},
    (5.0, 5.0, 0.6): {1: 0.34832823, 0: 0.35647862, -1: 0.20433917},
    (1.0, 2.0, 0.4): {3: 0.10185336, 2: 0.08727219, 1: 0.13256016, 0: 0.36921424, -1: 0.19791765},
    (3.0, 6.0, 0.2): {2: 0.05700155, 1: 0.06563991, 0: 0.47280851, -1: 0.25692876},
}
"""The same, rounded down."""
JOINED: dict[tuple[float, float, float], tuple[Law, float]] = {
    (1.0, 1.0, 0.8): (
        {3: 0.152221152, 2: 0.243537311, 1: 0.256578347, 0: 0.183992937, -1: 0.094389899, -2: 0.040537836},
        0.028742519,
    ),
    (5.0, 5.0, 0.6): ({2: 0.194074972, 1: 0.332685221, 0: 0.293079816, -1: 0.148653245}, 0.031506747),
    (1.0, 2.0, 0.4): (
        {4: 0.052530086, 3: 0.073288168, 2: 0.111233661, 1: 0.222238357, 0: 0.415356732, -1: 0.101421687},
        0.023931308,
    ),
    (3.0, 6.0, 0.2): (
        {3: 0.029249326, 2: 0.048971483, 1: 0.171170848, 0: 0.666991966, -1: 0.071054043},
        0.012562334,
    ),
}
"""Between integers joined by chords, and the mass at infinity: delta at an integer is that of the pair itself."""


def pair(key: tuple[float, float, float]) -> Pair:
    deviation, sensitivity, rate = key
    asked = question(f"poisson(rate={rate}, gaussian(sigma={deviation}, sensitivity={sensitivity}))", "replace-one")
    [direction] = asked.directions
    return direction.steps[0][0].pair


def beyond(known: Pair, loss: float) -> float:
    with ctx.workprec(96):
        return float(known.upper(arb(loss).exp())[0])


@pytest.mark.parametrize("key", UP, ids=str)
def test_losses_rounded_up_are_those_of_dp_accounting(key: tuple[float, float, float]) -> None:
    known, inner = pair(key), sorted(UP[key])[1:-1]
    for loss in inner:
        assert abs(beyond(known, loss - 1) - beyond(known, loss) - UP[key][loss]) < 2e-8


@pytest.mark.parametrize("key", DOWN, ids=str)
def test_losses_rounded_down_are_those_of_dp_accounting(key: tuple[float, float, float]) -> None:
    known, law = pair(key), DOWN[key]
    for loss in sorted(law)[1:-1]:
        assert abs(beyond(known, loss) - beyond(known, loss + 1) - law[loss]) < 2e-8
    assert abs(beyond(known, max(law)) - law[max(law)]) < 2e-8  # nothing is cut off above


@pytest.mark.parametrize("key", JOINED, ids=str)
def test_deltas_of_joined_losses_are_ours(key: tuple[float, float, float]) -> None:
    deviation, sensitivity, rate = key
    release = question(f"poisson(rate={rate}, gaussian(sigma={deviation}, sensitivity={sensitivity}))", "replace-one")
    law, infinite = JOINED[key]
    for place in [loss for loss in law if 0 <= loss < max(law)]:
        found = delta_at(release, place).value
        truth = infinite + sum(p * -float(mpmath.expm1(place - loss)) for loss, p in law.items() if loss > place)
        assert found is not None
        assert abs(float(found) - truth) < 3e-8


@pytest.mark.parametrize(
    ("release", "place"),
    [
        ("poisson(rate=3/10, gaussian(sigma=2)) * 10", "1/2"),
        ("poisson(rate=3/10, gaussian(sigma=2)) * 10 + laplace(scale=3) * 2", "2"),
        ("poisson(rate=1/100, gaussian(sigma=1)) * 2000", "3"),
    ],
)
def test_the_inversion_is_in_the_bracket_of_the_lattice(release: str, place: str) -> None:
    sharp, wide = (delta_at(question(release, "replace-one"), place, method=name) for name in ("inversion", "lattice"))
    assert sharp.value is not None
    assert wide.value is not None
    assert sharp.value.proven_digits >= 10
    assert wide.value.ball.contains(sharp.value.ball)
    assert [side.direction for side in sharp.sides] == ["replace"]


@pytest.mark.parametrize(("rate", "sigma"), [("1/100", "1/2"), ("1/2", "1"), ("9/10", "3")])
def test_moments_are_the_integrals_and_fall(rate: str, sigma: str) -> None:
    q, s = float(Fraction(rate)), float(Fraction(sigma))
    loss = ReplacedLoss(Fraction(rate), read_real(sigma), True)
    for k, value in enumerate(loss.line(0.8, 1.5, 4, 12)):
        z = mpmath.mpc(0.8, 1.5 * k)

        def integrand(x: mpmath.mpf, z: mpmath.mpc = z) -> mpmath.mpc:
            own, other = (1 - q + q * mpmath.exp((place - 0.5) / s**2) for place in (x, -x))
            return mpmath.npdf(x, 0, s) * own ** (1 + z) * other**-z

        truth = mpmath.quad(integrand, [s * j for j in range(-14, 15 + round(6 / s))])
        assert abs(complex(value) - complex(truth)) < 1e-9 * float(loss.moment(0.8))
        assert abs(value) <= loss.beyond(0.8, 1.5 * k) * loss.moment(0.8) * (1 + arb("1e-9"))
    slope = loss.slope(0.8)
    with ctx.workprec(96):
        ends = [float(loss.moment(0.8 + turn).log()) for turn in (-1e-4, 1e-4)]
    assert abs(slope.first - (ends[1] - ends[0]) / 2e-4) < 1e-5 * (1 + abs(slope.first))


def test_no_answers_in_the_plane_exceed_it() -> None:
    """Random answers a and b in the unit disk, by the definition on a grid, never gain more than opposite ones."""
    numpy = pytest.importorskip("numpy")
    chosen, step = random.Random(8), 0.05
    axis = numpy.arange(-9, 9, step)
    x, y = numpy.meshgrid(axis, axis)
    density = numpy.exp(-(x**2 + y**2) / 2) / (2 * numpy.pi) * step**2

    def ratio(a: complex, q: float) -> Any:
        return 1 - q + q * numpy.exp(a.real * x + a.imag * y - abs(a) ** 2 / 2)

    for _ in range(60):
        q, odds = chosen.uniform(0.05, 0.95), chosen.uniform(0.3, 3)
        a, b = (chosen.random() ** 0.5 * complex(numpy.exp(1j * chosen.uniform(0, 6.3))) for _ in range(2))
        one, most = (
            float((density * numpy.maximum(ratio(p, q) - odds * ratio(r, q), 0)).sum()) for p, r in ((a, b), (1, -1))
        )
        assert one <= most + 2e-5
        with ctx.workprec(64):
            known = pair((1.0, 1.0, q)).upper(arb(odds))
            assert abs(float(known[0] - odds * known[1]) - most) < 2e-4


def test_a_rate_of_zero_or_one_and_no_noise() -> None:
    assert delta_at(question("poisson(rate=0, gaussian(sigma=1)) * 3", "replace-one"), 1).upper == 0
    whole = delta_at(question("poisson(rate=1, gaussian(sigma=2)) * 3", "replace-one"), 1).value
    plain = delta_at(question("gaussian(sigma=2) * 3", "replace-one"), 1).value
    assert whole is not None
    assert plain is not None
    assert whole.ball.overlaps(plain.ball)
    bare = delta_at(question("poisson(rate=1/2, gaussian(sigma=0))", "replace-one"), 1).value
    assert bare is not None
    assert bare.rounded(12) == "0.5"
    twice = delta_at(question("poisson(rate=1/2, gaussian(sigma=0)) * 2", "replace-one"), 1).value
    assert twice is not None
    assert twice.rounded(12) == "0.75"
    still = delta_at(question("poisson(rate=1/2, gaussian(sigma=1, sensitivity=0))", "replace-one"), 0)
    assert still.upper == 0


@pytest.mark.parametrize("inner", ["laplace(scale=1)", "pure(epsilon=1)", "gdp(mu=1)", "discrete-gaussian(sigma=2)"])
def test_other_mechanisms_are_refused(inner: str) -> None:
    with pytest.raises(DomainError, match="poisson must go with adjacency add-remove, got replace-one"):
        question(f"poisson(rate=1/2, {inner})", "replace-one")


def test_it_goes_with_batches_of_fixed_size_and_bands() -> None:
    both = "poisson(rate=1/10, gaussian(sigma=2)) * 3 + without-replacement(batch=1, records=9, gaussian(sigma=3))"
    with pytest.raises(DomainError, match="one release must have one adjacency"):
        question(both)
    assert question(both, "replace-one").adjacency == "replace-one"
    banded = delta_at(question("banded(bands=4, steps=10, rate=1/10, gaussian(sigma=2))", "replace-one"), 1)
    same = delta_at(question("poisson(rate=1/10, gaussian(sigma=2)) * 3", "replace-one"), 1)
    assert (banded.lower, banded.upper) == (same.lower, same.upper)


def test_a_wrong_ratio_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.accounting import replaced_gaussian

    def wrong(self: object, x: arb) -> tuple[arb, arb]:
        own, other = self.ratio.log(x), self.ratio.log(-x)  # type: ignore[attr-defined]
        return self.exponent * (own - other), own - other  # type: ignore[attr-defined]

    truth = ReplacedLoss(Fraction(1, 2), read_real("1"), True).moment(0.0)
    assert truth.contains(1)
    monkeypatch.setattr(replaced_gaussian._Nodes, "logs", wrong)
    loss = ReplacedLoss(Fraction(1, 2), read_real("1"), True)

    def right(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.npdf(x) * (0.5 + 0.5 * mpmath.exp(x - 0.5)) ** 2 / (0.5 + 0.5 * mpmath.exp(-x - 0.5))

    assert abs(float(loss.moment(1.0)) - float(mpmath.quad(right, [-20, 20]))) > 1e-3
