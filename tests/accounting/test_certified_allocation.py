"""Certificates of random allocation: above the truth and near it, in every direction; faults are noticed; refusals."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.accounting.allocation import AllocationPair
from sdp_proofs.accounting.certified_file import certified_files
from sdp_proofs.accounting.pairs import Mirrored
from sdp_proofs.certificate import allocation
from sdp_proofs.certificate.accounting import DOMINATES, replayed
from sdp_proofs.certificate.allocation import WITH, WITHOUT, Allocation
from sdp_proofs.certificate.limits import Budget
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from tests.accounting.asked import question

BLOCKS = "allocation(steps=5, chosen=2, gaussian(sigma=2))"
BITS, UNIT = 90, Fraction(1, 200)


@pytest.mark.parametrize(
    ("release", "epsilon", "known", "excess"),
    [
        ("allocation(steps=3, gaussian(sigma=1))", "1", ("0.0335007729777383", "0.0238387090046950"), 0.003),
        pytest.param(
            "allocation(steps=10, gaussian(sigma=1))", "1", ("0.00278286899918157", "0.000486185808500802"), 0.01,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "allocation(steps=234, gaussian(sigma=1.1))", "1/4", ("2.210653803547e-5", "4.52054883634e-6"), 0.005,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "allocation(steps=234, gaussian(sigma=1.1)) * 60", "2", ("9.948714168226e-5", "8.157162262665e-5"), 0.01,
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_documents_are_short_and_near_the_truth(
    release: str, epsilon: str, known: tuple[str, str], excess: float
) -> None:
    """The truths of quadrature and of a prototype, in both directions."""
    for document, truth in zip(certified_files(question(release), epsilon), known, strict=True):
        assert replayed(document)
        assert len(json.dumps(document)) < 1000 and document["trusted"] == [DOMINATES]
        assert Fraction(truth) < Fraction(document["delta"]) < Fraction(truth) * Fraction(1 + excess)
        assert not replayed({**document, "delta": truth})


def epoch(*, recorded: bool, steps: int = 5) -> Allocation:
    return Allocation(
        steps=steps, squared=Fraction(1, 2), recorded=recorded, grid=Fraction(1, 64), growth=Fraction(1, 100),
        end=3000, cut=1, points=1500, first=-800, last=800,
    )  # fmt: skip


def excesses(*, recorded: bool) -> list[float]:
    """By how much the profile of the masses is above that of the pair, at many epsilons."""
    own = AllocationPair(5, lambda bits: arb(1) / arb(2).sqrt())
    masses = epoch(recorded=recorded).masses(UNIT, BITS, Budget())
    weights = [float(Fraction(mass, 1 << BITS)) for mass in masses]
    infinite, found = float(1 - Fraction(sum(masses), 1 << BITS)), []
    assert 0 <= infinite < 1e-6
    with ctx.workprec(64):
        for place in range(-200, 240, 20):
            epsilon = float(UNIT) * (place + 0.5)
            upper = infinite - math.fsum(
                weight * math.expm1(epsilon - float(UNIT) * index)
                for index, weight in enumerate(weights, -800)
                if float(UNIT) * index > epsilon
            )
            truth = (own if recorded else Mirrored(own)).height(arb(epsilon).exp())
            found.append(upper - float(truth))
    return found


@pytest.mark.parametrize("recorded", [True, False])
def test_masses_are_above_the_pair_and_near_it(*, recorded: bool) -> None:
    assert min(excesses(recorded=recorded)) > 0 and max(excesses(recorded=recorded)) < 4e-4


def _down(law: tuple[int, list[int]]) -> tuple[int, list[int]]:
    first, masses = law
    row = [0] * (first % 2) + masses + [0]
    return first // 2, [one + other for one, other in zip(row[::2], row[1::2], strict=False)]


def _squared(factor: tuple[int, int], scale: int) -> tuple[int, int]:
    return factor[0] ** 2 >> scale, factor[1] ** 2 >> scale


FAULTS: list[tuple[object, str, Any]] = [
    (allocation, "_halved", lambda true: _down),
    (allocation, "_upper_tail", lambda true: lambda place, *given: true(place + (1 << given[0] - 8), *given)),
    (allocation, "_density", lambda true: lambda scale: true(scale) * 255 // 256),
    (allocation, "convolved", lambda true: lambda *given, up: [mass - (mass >> 6) for mass in true(*given, up=up)]),
    (allocation._Cells, "_powers", lambda true: lambda own, by, count: true(own, _squared(by, own.scale), count)),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=["halves go down", "tails", "density", "masses", "odds"])
def test_faults_of_the_replay_are_noticed(
    fault: tuple[object, str, Callable[[Any], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, wrong = fault
    monkeypatch.setattr(owner, name, wrong(getattr(owner, name)))
    try:
        found = [excess for recorded in (True, False) for excess in excesses(recorded=recorded)]
    except (AssertionError, ZeroDivisionError):
        return
    assert min(found) < 0 or max(found) > 4e-4


def test_prices_are_enclosed() -> None:
    """At k = 1 and mu = 1: twice the normal mass up to 1/2, less one."""
    prices = allocation._Prices(Fraction(1), 120, Budget())
    with ctx.workprec(160):
        for place in (Fraction(1, 50), Fraction(1), Fraction(7, 3), Fraction(10**6)):
            log = (arb(place.numerator) / place.denominator).log()
            near, far = ((log + shift) / arb(2).sqrt() for shift in (arb(-0.5), arb(0.5)))
            truth = (near.erfc() - far.erfc() * place.numerator / place.denominator) / 2 * arb(2) ** 120
            low, high = prices.at(place)
            assert low <= truth <= high
            assert high - low < 64 * max(1, place)


@pytest.mark.parametrize(
    ("release", "adjacency", "said"),
    [
        ("allocation(steps=9, gaussian(sigma=2))", "replace-one", "added or removed, not replaced"),
        ("allocation(steps=9, gaussian(sigma=1/100))", None, "not below 1/10"),
        ("allocation(steps=9, gaussian(sigma=exp(1)))", None, "rational"),
    ],
)
def test_what_has_no_certificate_is_refused(release: str, adjacency: str | None, said: str) -> None:
    with pytest.raises(SizeError, match=said):
        certified_files(question(release, adjacency), "1")


@pytest.mark.slow
def test_blocks_and_noise_beside_an_allocation_have_one() -> None:
    """Masses of noise are listed beside an allocation whose masses are computed; the answer is a bound of both."""
    for release in ("allocation(steps=6, gaussian(sigma=2)) + laplace(scale=3)", BLOCKS):
        (document, _) = certified_files(question(release, "add-remove"), "1", points=300)
        assert replayed(document)
        assert len(document["trusted"]) == 1 + ("laplace" in release)
        assert WITH in json.dumps(document) and WITHOUT not in json.dumps(document)
