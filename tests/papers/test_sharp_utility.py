"""The least factors between utility and delta(x), against linear programmes that know nothing of the proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import sqrt

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Kind, NearMiss, Status
from sdp_proofs.papers.project.composition import part
from sdp_proofs.papers.project.true_value import (
    KAPPA,
    ZERO,
    factors_estimate,
    found,
    levelled,
    nearly_best,
    pointing,
    true_value,
)
from sdp_proofs.papers.smoothed_dp.one_record_instances import deltas
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.entailment import abstracted
from sdp_proofs.verdict import Verdict

CASES = [(1.0, 3), (1.0, 5), (1.5, 4), (2.0, 3), (4.0, 6)]


def columns(odds: float, types: int) -> Iterator[tuple[float, ...]]:
    """Masses of an output under x, the second type, and the others, of which the first is the largest."""
    others = types - 2
    few = [0.0, 0.5, 1.0, 1 / odds, odds, sqrt(1 + 1 / odds) - 1]
    many = sorted({*few, *(odds + 1.3**step / 4 for step in range(8, 26))})
    for x, second, large in product((0.0, 1.0), sorted({*few, 2 * odds, 9.0}), many):
        for rest in combinations_with_replacement((0.0, 1 / odds, 1.0), others - 1):
            yield (x, second, large, *rest)


def largest_ratio(odds: float, types: int, guessed: int) -> float:
    """The largest utility with all losses against x at most 1, over mechanisms with outputs among `columns`.

    By symmetry the other types may be averaged over, so their mean losses stand for each of them; that of x, too, if
    the second type is only one more of them.
    """
    from scipy.optimize import linprog

    gains, losses, sums = [], [], []
    for masses in columns(odds, types):
        x, rest = masses[0], masses[1:] if guessed == 0 else masses[2:]
        total = sum(masses)
        if total == 0:
            continue
        gains.append(-masses[guessed] * max(0.0, (1 + odds) * max(masses) / total - odds))
        rows = [mean([max(0.0, x - odds * z) for z in rest]), mean([max(0.0, z - odds * x) for z in rest])]
        rows += [max(0.0, x - odds * masses[1]), max(0.0, masses[1] - odds * x)] if guessed else []
        losses.append(rows)
        sums.append([x - mean(rest), *([x - masses[1]] if guessed else [])])
    across = list(zip(*losses, strict=True))
    level = list(zip(*sums, strict=True))
    found = linprog(gains, A_ub=across, b_ub=[1.0] * len(across), A_eq=level, b_eq=[0.0] * len(level), method="highs")
    assert found.status == 0
    return float(-found.fun)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def kappa(odds: Fraction, others: int) -> float:
    value = Formula(KAPPA, ["k", "odds"]).value({"k": others, "odds": odds})
    assert value is not None
    return float(value.lower)


@pytest.mark.parametrize(("odds", "types"), CASES)
def test_a_linear_programme_finds_the_factor_of_the_true_value(odds: float, types: int) -> None:
    best = largest_ratio(odds, types, 0)
    factor = 1 + kappa(Fraction(odds), types - 1)
    assert factor - 0.005 <= best <= factor + 1e-9


@pytest.mark.parametrize(("odds", "types"), CASES)
def test_a_linear_programme_finds_the_factor_of_another_value(odds: float, types: int) -> None:
    best = largest_ratio(odds, types, 1)
    lead = float(nearly_best(Fraction(odds), types - 2)[1])
    factor = 1 + lead + max(factors_estimate(odds, types - 2, lead)[:2])
    assert factor - 0.01 <= best <= factor + 1e-9


def test_three_types_at_odds_four_attain_the_factor_exactly() -> None:
    odds = Fraction(4)
    utility, delta = found(true_value(odds, 2, Fraction(7, 2)), odds, 0)
    assert utility / delta == Fraction(57, 49)
    assert Formula(f"{KAPPA} == 8/49", ["k", "odds"]).decide({"k": 2, "odds": 4}) is Verdict.HOLDS


@pytest.mark.parametrize("odds", [Fraction(1), Fraction(3, 2), Fraction(6)])
def test_levelling_loses_nothing_above_odds_one(odds: Fraction) -> None:
    masses = [(Fraction(1), Fraction(2), Fraction(5)), (Fraction(0), Fraction(1), Fraction(1))]
    rows = levelled(masses, odds)
    assert {sum(row) for row in rows} == {1}
    unit = rows[2][0] / 5
    free = max(max(ZERO, p - odds * q) for p, q in product([rows[0][-1]], [row[-1] for row in rows]))
    assert free == (0 if odds > 1 else 5 * unit)
    assert [rows[kind][0] / unit for kind in range(3)] == [1, 2, 5]


def test_hidden_types_lose_what_they_are_meant_to() -> None:
    for odds, others in product((Fraction(1), Fraction(5, 2)), (1, 2, 6)):
        hiding, _ = nearly_best(odds, others)
        rows = hiding.rows()
        assert deltas(rows, odds)[0] == rows[1][0]
        assert 0 <= hiding.left <= 1
    one, five = Fraction(1), Fraction(5)
    assert pointing((one,), five, ZERO, 2) == [(one, five, ZERO), (one, ZERO, five)]


def test_roots_are_numbers_with_a_square() -> None:
    found = abstracted([Formula("sqrt(1 + sqrt(x)) <= 2 + sqrt(x)", ["x"])])
    assert found.terms == {"root_1": "sqrt(x)", "root_2": "sqrt((1 + root_1))"}
    assert [str(formula) for formula in found.formulas] == ["root_2 <= (2 + root_1)"]


@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        ("sqrt(x*y) <= (x + y)/2", None, Verdict.HOLDS),
        ("And(sqrt(x*y) >= 0, sqrt(x*y) <= (x + y)/3)", None, Verdict.FAILS),
        ("sqrt(x - 1) >= 0", None, Verdict.UNKNOWN),  # nothing says that there is a root
        ("y >= 1", "sqrt(x) + y >= 1 + sqrt(x)", Verdict.HOLDS),
    ],
)
def test_statements_with_roots(text: str, given: str | None, expected: Verdict) -> None:
    names = ["x", "y"]
    hypotheses = [Formula("And(x >= 0, y >= 0)", names)]
    check = by_solver("toy", hypotheses if given is None else [*hypotheses, Formula(given, names)])
    claim = Claim(
        id="toy", paper="toy", locator="here", title="toy", kind=Kind.PROJECT, statement="toy",
        formula=Formula(text, names), recorded=Status.OPEN, checks=(check,),
        near_misses=(NearMiss("none", Formula("1 < 0")),),
    )  # fmt: skip
    assert check.run(claim).verdict is expected


def test_the_recurrence_of_responses_starts_with_no_release() -> None:
    odds = Fraction(3)
    assert [part(0, steps, odds) for steps in (-1, 0, 1, 2)] == [0, 0, 1 - odds**-2, 1 - odds**-4]
    assert part(1, 1, odds) == (odds - 1 / odds) / (1 + odds)
