"""Every claim is a test: its checks agree with the record and refute each of its near misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sdp_proofs.claims import MODULES, registry
from sdp_proofs.ledger import Claim, ClaimResult, run_claim, run_registry

CLAIMS = list(registry().values())
CHECKABLE = [claim for claim in CLAIMS if claim.uncheckable is None]


@pytest.fixture(scope="module")
def results() -> dict[str, ClaimResult]:
    return {result.id: result for result in run_registry(registry())}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_agrees_with_its_record(claim: Claim, results: dict[str, ClaimResult]) -> None:
    result = results[claim.id]
    assert result.agrees, result.problems
    assert result.status is claim.recorded


@pytest.mark.parametrize("claim", CHECKABLE, ids=lambda claim: claim.id)
def test_near_misses_are_refuted(claim: Claim, results: dict[str, ClaimResult]) -> None:
    near_misses = results[claim.id].near_misses
    assert len(near_misses) >= 2
    assert all(near_miss.refuted_by for near_miss in near_misses)


@pytest.mark.parametrize("claim", CHECKABLE, ids=lambda claim: claim.id)
def test_a_formula_is_rendered_and_a_statement_said(claim: Claim) -> None:
    assert claim.formula.latex()
    assert len(claim.statement) > 40


def test_a_claim_with_a_broken_check_does_not_agree() -> None:
    def crash(_: Claim) -> Iterator[None]:
        raise ZeroDivisionError("on purpose")

    claim = registry()["loss-below-one-over-n"]
    broken = replace(claim, checks=tuple(replace(check, run=crash) for check in claim.checks))
    assert not run_claim(broken).agrees


def test_every_claim_module_is_listed() -> None:
    from importlib.resources import files

    found = {
        f"{folder.name}.{module.name.removesuffix('.py')}"
        for folder in files("sdp_proofs.claims").iterdir()
        if folder.is_dir() and folder.name not in ("__pycache__", "instances", "proofs")
        for module in folder.iterdir()
        if module.name.endswith(".py") and not module.name.startswith("__")
    }
    assert found == set(MODULES)


def test_the_trust_ledger_grows_only_on_purpose() -> None:
    assert sorted(registry().trust) == [
        "arb",
        "averaging",
        "bernoulli",
        "bidiagonal-minors",
        "binomial-theorem",
        "cauchy-binet",
        "convex-minimum",
        "convolved-polynomials",
        "countable-sums",
        "coupling",
        "data-processing",
        "election-returns",
        "exponential-markov",
        "finite-exclusion",
        "generating-functions",
        "hoeffding",
        "independent-records",
        "induction",
        "intermediate-values",
        "maximum",
        "minimax",
        "one-record-at-a-time",
        "pascals-rule",
        "positive-parts",
        "sum-over-mixtures",
        "sum-over-outputs",
        "symmetric-powers",
        "sympy",
        "telescoping",
        "vandermonde",
        "variation-diminishing",
        "z3",
    ]
