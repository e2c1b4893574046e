"""Budgets that are spent step by step, and the odometer of a plan."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring, approximate, of_atoms
from sdp_proofs.accounting.plain_releases import Pure
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.runs.budget import HYPOTHESES, GaussianBudget, ZcdpBudget


def test_a_gaussian_budget_is_exact_at_its_edge() -> None:
    budget = GaussianBudget("3/4")
    for _ in range(2):
        assert budget.allows("gaussian(2)")
        budget.spend("gaussian(2)")
    assert budget.allows("gaussian(2)") and not budget.allows("gaussian(1.999999999999)")
    budget.spend(sdp.Gaussian(2))
    assert budget.left == 0 and not budget.allows("gaussian(1000000)")
    with pytest.raises(DomainError, match="within the budget"):
        budget.spend("gaussian(1000)")
    assert budget.left == 0  # a refused budget is not spent


def test_the_budget_of_epsilon_and_delta_is_kept_however_it_is_split() -> None:
    budget = GaussianBudget.of(epsilon=1, delta="1e-5")
    sigmas, spent = [], []
    for sigma in (20, 9, 13, 7, 30, 8, 6, 40, 25, 19, 18, 50, 100, 300):
        if budget.allows(f"gaussian({sigma})"):
            budget.spend(f"gaussian({sigma})")
            sigmas.append(sigma)
            spent.append(f"gaussian({sigma})")
    assert sum(Fraction(1, sigma**2) for sigma in sigmas) == budget.spent <= budget.total
    assert sdp.account(" + ".join(spent), delta="1e-5") <= 1
    assert sdp.account(f"gaussian(sqrt(1/({budget.total})))", delta="1e-5").value.lower > Fraction("0.9999")  # type: ignore[union-attr]


def test_where_records_are_replaced_a_step_costs_four_times_as_much() -> None:
    one, other = GaussianBudget(1), GaussianBudget(1, "replace-one")
    for budget in (one, other):
        budget.spend("gaussian(4, sensitivity=2)")
    assert (one.spent, other.spent) == (Fraction(1, 4), Fraction(1))


def test_a_zcdp_budget_adds_normal_noise_and_pure_steps() -> None:
    budget = ZcdpBudget(1)
    budget.spend("gaussian(1) + pure(1/2) * 2")
    assert budget.left == Fraction(1, 4)
    assert budget.allows("pure(1/2)") and not budget.allows("pure(0.71)")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("poisson(0.1, gaussian(1))", "neither sampled nor other"),
        ("laplace(1)", "neither sampled nor other"),
        ("gaussian(0)", "neither sampled nor other"),
        ("gaussian(pi)", "rational mu"),
    ],
)
def test_steps_without_an_exact_cost_are_refused(step: str, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        GaussianBudget(1).allows(step)


@pytest.mark.parametrize(
    ("step", "adjacency", "cost"),
    [
        ("gdp(mu=1/2)", "add-remove", "1/8"), ("zcdp(rho=1/8)", "replace-one", "1/8"),
        ("laplace(2)", "add-remove", "1/8"), ("laplace(2)", "replace-one", "1/2"),
        ("geometric(scale=4, sensitivity=2)", "add-remove", "1/8"), ("poisson(1, gaussian(2))", "add-remove", "1/8"),
        ("group(size=2, gaussian(2))", "add-remove", "1/2"), ("allocation(steps=1, gaussian(2))", "add-remove", "1/8"),
    ],
)  # fmt: skip
def test_a_step_says_itself_what_it_costs(step: str, adjacency: str, cost: str) -> None:
    budget = ZcdpBudget(1, adjacency)
    budget.spend(step)
    assert budget.spent == Fraction(cost)


@pytest.mark.parametrize(
    "step",
    ["approximate(epsilon=1/2, delta=1/100)", "approximate(epsilon=0, delta=1/100)", "poisson(1/2, laplace(2))",
     "sampling-histogram(draws=1, records=10)", "laplace(0)", "rdp(order=2, epsilon=1/2)", "parallel(gaussian(2))"],
)  # fmt: skip
def test_what_can_tell_all_or_has_no_rho_is_never_within_a_budget(step: str) -> None:
    for adjacency in ("add-remove", "replace-one"):
        for kind in (GaussianBudget, ZcdpBudget):
            with pytest.raises(DomainError):
                kind(10**6, adjacency).allows(step)


def test_a_largest_loss_is_no_cost_where_another_loss_is_infinite() -> None:
    """As of a step that tells all with a small chance, and else loses at most what it says."""

    @dataclass(frozen=True)
    class TellsNowAndThen(Mechanism):
        relative_to: ClassVar[str] = "any"
        symmetric: ClassVar[bool] = True
        epsilon: Any

        def step(self, view: Neighbouring) -> DominatingPair:
            return replace(of_atoms(approximate(self.epsilon, Fraction(1, 100))), bound=self.epsilon)

    step = TellsNowAndThen(Pure("1/2").epsilon)
    assert step.concentration("add-remove") is None and Pure("1/2").concentration("add-remove") is not None


def test_a_step_of_other_neighbours_is_refused() -> None:
    with pytest.raises(DomainError, match="group must go with adjacency add-remove"):
        ZcdpBudget(1, "replace-one").allows("group(size=2, gaussian(2))")


def test_a_budget_says_under_which_hypotheses_it_holds() -> None:
    for budget in (GaussianBudget(1), ZcdpBudget(1)):
        assert all(line in str(budget) for line in HYPOTHESES)
        assert budget.claim in str(budget)
    with pytest.raises(DomainError, match=">= 0"):
        GaussianBudget(-1)


def test_the_claims_of_the_budgets_are_in_the_ledger() -> None:
    from sdp_proofs.papers import registry

    claims = registry()
    for budget in (GaussianBudget, ZcdpBudget):
        assert claims[budget.claim].formula is not None


def test_a_plan_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["account", "laplace(8) * 10 + gaussian(4) * 3", "--delta", "1e-5", "--epsilon", "3", "--explain"]
    rows, picture = tmp_path / "spent.csv", tmp_path / "spent.svg"
    assert main([*flags, "--curve", str(rows)]) == 0
    lines = rows.read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["steps", "10", "13"]
    pytest.importorskip("matplotlib")
    assert main([*flags, "--curve", str(picture)]) == 0 and "budget 3" in picture.read_text(encoding="utf-8")
    assert main([*flags, "--curve", str(tmp_path / "spent.doc")]) == 2
    capsys.readouterr()
    found = sdp.explain("laplace(8) * 10 + gaussian(4) * 3", delta="1e-5", epsilon="3")
    page = found._repr_html_()
    assert page.count("<line") == 1 and page.count("<polyline") == 1 and str(found) in page.replace("&#x27;", "'")


def test_the_least_noise_is_that_of_any_mechanism_that_has_some() -> None:
    found = sdp.explain("laplace(8) * 100", delta="1e-5", epsilon="3")
    scale = found.least_noise.removeprefix("scale = ")
    assert sdp.account(f"laplace({scale}) * 100", delta="1e-5") <= 3
    assert sdp.account(f"laplace({scale}*0.999) * 100", delta="1e-5") > 3
    assert sdp.explain("pure(1/10) * 10", delta="1e-5", epsilon="3").least_noise == ""


def test_the_odometer_ends_at_the_answer_and_names_the_dearest_phase() -> None:
    text = "gaussian(8) * 4 + gaussian(2) + gaussian(16) * 2"
    found = sdp.explain(text, delta=1e-5)
    answer = sdp.account(text, delta=1e-5)
    assert found.spent[-1] is not None and found.spent[-1].at_most(5) == answer.value.at_most(5)  # type: ignore[union-attr]
    uppers = [value.upper for value in found.spent if value is not None]
    assert uppers == sorted(uppers) and found.dearest == 1


@pytest.mark.slow
def test_one_more_epoch_and_the_least_noise_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ("--noise-multiplier", "1.5", "--batch-size", "50", "--records", "1000", "--epochs", "10")
    assert main(["account", *flags, "--delta", "1e-5", "--epsilon", "2", "--explain", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["one_more_epoch"]["steps"] == "20"
    more = sdp.account("poisson(0.05, gaussian(1.5)) * 220", delta="1e-5")
    assert document["one_more_epoch"]["epsilon"]["upper"][:5] == str(more.upper)[:5]
    sigma = document["least_noise"]
    assert sdp.account(f"poisson(0.05, gaussian({sigma})) * 200", delta="1e-5") <= 2
    assert main(["account", *flags, "--delta", "1e-5", "--explain"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("#") > 10 and "one more epoch" in printed and "it rests on" in printed
    assert main(["account", *flags, "--epsilon", "2", "--explain"]) == 2


def test_a_budget_is_about_groups_of_one_size() -> None:
    budget = GaussianBudget(4)
    budget.spend("group(size=2, gaussian(sigma=2))")
    with pytest.raises(DomainError, match="groups of at most 2, as those before"):
        budget.spend("gaussian(sigma=2)")
    assert budget.spent == 1
