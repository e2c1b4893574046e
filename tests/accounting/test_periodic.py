"""Losses on a lattice: the inversion over one period against fractions, a brute sum, and the other engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.accounting import dominating_pairs, inversion
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.dominating_pairs import places_of
from sdp_proofs.accounting.inversion import Periodic
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.losses import Cells, FiniteLoss
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import delta, question

EXACT = [
    "pure(epsilon=0.3) * 6",
    "approximate(epsilon=log(3), delta=1/50) * 7",
    "randomised-response(truth=2/3, types=4) * 6",
    "geometric(scale=2, sensitivity=3) * 5",
    "poisson(rate=1/4, pure(epsilon=1)) * 9",
    "finite(first=[1/2, 1/4, 1/4], second=[1/8, 1/2, 3/8]) * 4",
    "finite(first=[8/16, 4/16, 4/16, 0], second=[2/16, 4/16, 8/16, 2/16]) * 8",
]
PLACES = ["0", "log(2)", "1", "log(64)"]


def agrees(release: str, place: str) -> bool:
    asked = question(release, "add-remove" if release.startswith("geometric") else None)
    exact = delta_at(asked, place, method="exact", digits=25)
    found = {side.direction: side for side in exact.sides}
    try:
        inverted = delta_at(asked, place, method="inversion", digits=12)
    except PrecisionError:
        return False
    return all(
        side.value is not None and side.value.overlaps(expected)
        for side in inverted.sides
        if (expected := found[side.direction].value) is not None
    )


@pytest.mark.parametrize("release", [text for text in EXACT if "3/8" not in text])
@pytest.mark.parametrize("place", PLACES)
def test_all_outcomes_listed(release: str, place: str) -> None:
    """Among the places are points of the lattices, where a ball does not decide which point is the first one."""
    assert agrees(release, place)


def test_no_lattice_no_period() -> None:
    """Ratios 4, 1/2 and 2/3 are no powers of one number."""
    with pytest.raises(PrecisionError, match="does not decay fast enough"):
        delta_at(question(EXACT[5]), "1/2", method="inversion")


@pytest.mark.parametrize("place", [0.3, 1.25])
def test_two_discrete_gaussians_summed_by_force(place: float) -> None:
    ks = range(-60, 61)
    masses = {k: math.exp(-k * k / 18) for k in ks}
    total = sum(masses.values())
    losses = {k: (1 - 2 * k) / 18 for k in ks}
    expected = sum(
        masses[j] * masses[k] / total**2 * max(0.0, 1 - math.exp(place - losses[j] - losses[k])) for j in ks for k in ks
    )
    found = delta("discrete-gaussian(sigma=3) * 2", str(place), adjacency="add-remove", digits=12, method="inversion")
    assert found.proven_digits >= 12
    assert abs(float(found) - expected) < 1e-13


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("release", "target"),
    [("discrete-gaussian(sigma=5) * 50", "1e-5"), ("geometric(scale=20, sensitivity=3) * 400", "1e-12")],
)
def test_the_lattice_engine_contains_it(release: str, target: str) -> None:
    asked = question(release, "add-remove")
    found = epsilon_at(asked, target, digits=10)
    assert found.value is not None and found.method == "inversion" and found.value.proven_digits >= 10
    bracket = Lattice.of(asked.directions[0]).epsilon(Fraction(target), 3)
    assert bracket is not None and bracket.lower < found.value.lower and found.value.upper < bracket.upper


@pytest.mark.parametrize(
    ("ratios", "places"),
    [
        (["1/4", "1", "8"], (0, 2, 5)), (["3", "1/3"], (1, 0)), (["9/4", "8/27"], (1, 0)), (["1"], None),
        (["1", "2", "3"], None), (["4", "1/2", "1/2", "2"], (3, 0, 0, 2)),
    ],
)  # fmt: skip
def test_places_on_a_lattice(ratios: list[str], places: tuple[int, ...] | None) -> None:
    assert places_of([Fraction(ratio) for ratio in ratios]) == places


def test_a_falling_row_is_turned() -> None:
    pair = [(arb(2).log(), arb(2) / 3), (-arb(2).log(), arb(1) / 3)]
    for indices in ((0, 1), (1, 0)):
        cells = FiniteLoss(lambda bits: pair, indices=indices).cells(1.0)
        assert cells is not None and cells.unit > 0
        for (index, _), (loss, _) in zip(cells.weights, pair, strict=True):
            assert (cells.first + cells.unit * index).overlaps(loss)


def _other_ratio(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda power, points: original(power + 1, points)


def _more(original: Callable[..., Any]) -> Callable[..., Any]:
    def mutated(self: FiniteLoss, contour: float) -> Cells | None:
        cells = original(self, contour)
        return cells and cells._replace(first=cells.first + cells.unit / 7)

    return mutated


@pytest.mark.parametrize(
    ("owner", "attribute", "change"),
    [
        (inversion, "_root_of_unity", _other_ratio),
        (FiniteLoss, "cells", _more),
        (Periodic, "_alias", lambda _: lambda self, epsilon, upwards: arb(0)),
        (Periodic, "_points", lambda _: property(lambda self: 7)),
    ],
    ids=["powers", "first point", "aliases", "period"],
)
def test_a_mistake_is_noticed(
    monkeypatch: pytest.MonkeyPatch, owner: Any, attribute: str, change: Callable[[Any], Any]
) -> None:
    if attribute == "_alias":
        monkeypatch.setattr(Periodic, "_points", property(lambda self: 9))
    monkeypatch.setattr(owner, attribute, change(getattr(owner, attribute)))
    assert not all(agrees(EXACT[3], place) for place in ("1/3", "1"))


def test_a_wide_epsilon_is_refused() -> None:
    from sdp_proofs.accounting.inversion import saddle_point, slopes

    pair = [(-arb(2).log(), arb(1) / 3), (arb(2).log(), arb(2) / 3)]
    steps = ((FiniteLoss(lambda bits: pair, indices=(0, 1)), 3),)
    line = Periodic(steps, saddle_point(lambda real: slopes(steps, real), 0.7), 10)
    with pytest.raises(PrecisionError, match="the first lattice point beyond epsilon could not be determined"):
        line.delta(arb("0.7", "1"))


def test_a_point_at_epsilon_itself() -> None:
    """The largest loss but one: what is left is one outcome."""
    found = delta_at(question("pure(epsilon=log(2)) * 40"), "38*log(2)", method="inversion", digits=10)
    exact = Fraction(2, 3) ** 40 * (1 - Fraction(1, 4))
    assert found.value is not None and found.value.contains(exact)
    assert read_real("38*log(2)").ball(64) > 26


def test_a_table_has_its_outputs_in_the_order_of_their_ratios() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    pair = dominating_pairs.table((half, Fraction(0), half / 2, half / 2), (Fraction(0), third, third, third))
    assert pair.exact == ((Fraction(0), third), (half, 2 * third), (half, Fraction(0)))
