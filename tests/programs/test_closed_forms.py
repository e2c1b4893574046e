"""Probabilities as functions of r against enclosures and brute force at several r; budgets that no proof can beat."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.cli import main
from sdp_proofs.programs import catalogue, further
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.closed_forms import NoClosedForm, Ratio, closed_form, is_within, quotient, quotient_text
from sdp_proofs.programs.laws import Ray, Unit, above, probability
from sdp_proofs.programs.needed import least_cost
from sdp_proofs.programs.paths import Path, paths
from sdp_proofs.programs.reading import read_function
from sdp_proofs.programs.violations import outputs

LEVELS = (Fraction(1, 2), Fraction(2, 3), Fraction(1, 10))
NOISY = {entry.program.__name__: entry for entry in catalogue.PROGRAMS if entry.budget and entry.neighbours != "any"}
NAMES = [name for name in NOISY if "flip" not in name and name != "noisy_max_gap"]


def _ways(name: str, size: int) -> list[Path]:
    return list(paths(read_function(NOISY[name].program), size, split=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_closed_form_lies_between_the_bounds_at_every_level(name: str) -> None:
    size = min(NOISY[name].size, 2)
    ways, q = _ways(name, size), (1, 0)[:size]
    for output in list(outputs(ways, q, Unit()))[:5]:
        form = closed_form(ways, q, output)
        for r in LEVELS:
            bounds = probability(ways, q, output, Unit(r), Fraction(1, 2**12))
            assert bounds.lower <= form.at(r) <= bounds.upper
            assert bounds.upper - bounds.lower < Fraction(1, 1000)


@pytest.mark.parametrize("name", ["noisy_max", "sparse_vector", "sparse_vector_two", "noisy_max_exponential"])
def test_the_functions_of_all_outputs_add_up_to_one(name: str) -> None:
    ways = _ways(name, 2)
    total = Ratio(())
    for output in {path.output for path in ways}:
        total = total + closed_form(ways, (2, 0), output)
    assert str(total) == "1"


def test_functions_are_compared_for_every_r() -> None:
    one, half = Ratio.power(0), Ratio.power(0, Fraction(1, 2))
    assert is_within(one, one, 0) and not is_within(one, half, 40)  # near r = 1 no budget makes up for a factor
    assert is_within(Ratio.power(1), Ratio.power(3), 2) and not is_within(Ratio.power(1), Ratio.power(3), 1)
    near = Ratio.of({0: Fraction(1, 4) + Fraction(1, 10**6), 1: Fraction(-1), 2: Fraction(1)})  # (r - 1/2)^2 + 1/10^6
    assert is_within(Ratio(()), near, 0) and not is_within(Ratio(()), near + Ratio.power(0, Fraction(-1, 10**5)), 0)
    double = Ratio.of({0: Fraction(1, 4), 1: Fraction(-1), 2: Fraction(1)})
    assert not is_within(Ratio(()), double, 0)  # it touches zero, which is not decided


@pytest.mark.parametrize("seed", range(40))
def test_a_comparison_for_every_r_is_that_at_many(seed: int) -> None:
    pick = random.Random(seed)
    first, second = (Ratio.of({e: Fraction(pick.randint(-3, 4)) for e in range(5)}).over(pick.randint(1, 3))
                     for _ in range(2))  # fmt: skip
    budget, grid = pick.randint(0, 3), [Fraction(k, 400) for k in range(1, 400)]
    seen = [r**budget * first.at(r) <= second.at(r) for r in grid]
    proved = is_within(first, second, budget)
    assert all(seen) or not proved
    if not proved:  # a sign that changes between two of the numbers is seen at one of them, here
        assert not all(seen)


def test_a_function_is_written_in_lowest_terms() -> None:
    geometric = Ratio.of({0: Fraction(1), 2: Fraction(-1)}).over(1).over(3)
    assert str(geometric) == "(1 + r) / (1 - r^3)"
    assert str(Ratio.power(-2, 3)) == "3 / r^2"
    assert quotient(Ratio.power(1), Ratio.power(4)) == ([1], [0, 0, 0, 1])
    assert quotient_text(Ratio.power(0), Ratio(())) == "infinite"
    assert (-Ratio.power(2) + Ratio.power(2)).order is None
    assert geometric.at(Fraction(1, 2)) == Fraction(3, 2) / (1 - Fraction(1, 8))


def test_a_ray_of_published_numbers_is_a_tail() -> None:
    ways = _ways("partial_sum", 1)
    for start, up in product((-2, 0, 3), (True, False)):
        form = closed_form(ways, (1,), (Ray(start, up),))
        tail = above("geometric", Fraction(1, 2), 1, start - 1)
        assert form.at(Fraction(1, 2)) == (tail if up else 1 - above("geometric", Fraction(1, 2), 1, start))


def test_noise_that_is_no_star_has_no_closed_form() -> None:
    with pytest.raises(NoClosedForm, match="continuous"):
        closed_form(_ways("noisy_max_gap", 2), (0, 0), (0, 1))
    with pytest.raises(NoClosedForm, match="join two noises"):
        closed_form(list(paths(read_function(_sum_of_three), 1)), (0,), (1,))


def _sum_of_three(draw, q):  # type: ignore[no-untyped-def]
    return 1 if q[0] + draw.geometric(1) + draw.geometric(1) + draw.geometric(2) >= 0 else 0


EXACT = [entry for entry in catalogue.PROGRAMS if entry.program.__name__ in NAMES]


@pytest.mark.parametrize("entry", EXACT, ids=[f"{entry.program.__name__}-{entry.source}" for entry in EXACT])
def test_the_least_budget_that_shifts_prove_is_the_least(entry: catalogue.Entry) -> None:
    answer = program(entry.program, **entry.arguments)
    if answer.least_proved is None:
        return
    found = answer.needed
    assert found is not None and found.units == answer.least_proved
    ways = _ways(entry.program.__name__, entry.size)
    r = Fraction(1, 1000)
    first, second = (closed_form(ways, q, found.output) for q in (found.input, found.neighbour))
    # As r falls to 0 the ratio grows like r^-units: one unit less is not enough at a small r.
    assert first.order is not None and second.order is not None
    assert second.order - first.order == found.units
    assert first.at(r) > second.at(r) * r ** -(found.units - 1)
    assert first.at(r) <= second.at(r) * r**-found.units


def test_the_exponent_is_that_of_the_function() -> None:
    ways = _ways("sparse_vector_little_noise", 2)
    for q in product((0, 1, 2), repeat=2):
        for output in {path.output for path in ways}:
            assert least_cost(ways, q, output) == closed_form(ways, q, output).order


def test_answers_show_functions_of_r(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["program", f"{catalogue.__file__}:sparse_vector_noisy_value", "--budget", "2"]
    assert main(words) == 1
    shown = capsys.readouterr().out
    assert "ratio for every r        1 / r^3" in shown
    assert "needed for all units 3 (from " in shown
    assert main([*words, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["formula"]["ratio"] == "1 / r^3"
    assert answer["needed"]["units"] == 3
    assert answer["delta_formula"] is None


@pytest.mark.parametrize(("delta", "verdict"), [("1/23", "HOLDS"), ("1/25", "FAILS")])
def test_a_delta_is_a_function_of_r(delta: str, verdict: str) -> None:
    answer = program(further.threshold_for_new_keys, size=1, budget=1, neighbours="one", delta=delta)
    assert (answer.verdict.value, str(answer.delta_formula)) == (verdict, "r^4 / (1 + r)")
    assert answer.delta_formula is not None and answer.delta_formula.at(Fraction(1, 2)) == Fraction(1, 24)
    for ratio in ("1/3", "3/4"):
        other = program(
            further.threshold_for_new_keys, size=1, budget=1, neighbours="one", delta="1/100000", ratio=ratio
        )
        assert str(other.delta_formula) == "r^4 / (1 + r)"
