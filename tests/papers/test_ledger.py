"""Every claim is a test: its checks agree with the record and refute each of its near misses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sdp_proofs.ledger import Claim, run_claim
from sdp_proofs.papers import registry
from tests.decided import DecidedLedger

CLAIMS = list(registry().values())


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_agrees_with_its_record(claim: Claim, decided: DecidedLedger) -> None:
    result = decided[claim.id]
    assert result.agrees, result.problems
    assert result.status is claim.recorded
    if claim.uncheckable is None:
        # What refutes a claim refutes its neighbours, too, so refuted claims have none.
        generated = result.family.killed if result.family is not None else 0
        assert len(result.near_misses) + generated >= 1 or claim.counterexample is not None
        assert all(near_miss.met for near_miss in result.near_misses)


def test_formulas_are_rendered_and_statements_said() -> None:
    checkable = [claim for claim in CLAIMS if claim.uncheckable is None]
    assert len(checkable) > 700
    assert not [claim.id for claim in checkable if not claim.formula.latex() or len(claim.statement) <= 40]


def test_a_claim_with_a_broken_check_does_not_agree() -> None:
    def crash(_: Claim) -> Iterator[None]:
        raise ZeroDivisionError("on purpose")

    claim = registry()["loss-below-one-over-n"]
    broken = replace(claim, checks=tuple(replace(check, run=crash) for check in claim.checks))
    assert not run_claim(broken).agrees


def test_the_trust_ledger_grows_only_on_purpose() -> None:
    believed = (entry.id for entry in registry().trust.values() if not entry.proved_by)
    assert sorted(believed) == [
        "arb",
        "bidiagonal-minors",
        "cauchy-binet",
        "circulant-inverse",
        "convex-minimum",
        "convex-moments",
        "convolved-polynomials",
        "countable-sums",
        "densities",
        "election-returns",
        "elementary-functions",
        "fourier-series",
        "gaussian-moments",
        "generating-functions",
        "hoeffding",
        "identity-theorem",
        "induction",
        "integrals",
        "intermediate-values",
        "jensen",
        "limits",
        "minimax",
        "moved-paths",
        "plackett",
        "poisson-summation",
        "printed-by-accountants",
        "programs",
        "programs-are-read",
        "published-noise-levels",
        "shifts-of-noise",
        "smooth-descent",
        "spectral",
        "strip-trapezoid",
        "subsampled-renyi",
        "symmetric-powers",
        "sympy",
        "uniform-batches",
        "variation-diminishing",
        "z3",
    ]
    assert sorted(entry.id for entry in registry().trust.values() if entry.proved_by) == [
        "adding-up",
        "averaging",
        "binomial-theorem",
        "coupling",
        "data-processing",
        "exchanged-sums",
        "exponential-markov",
        "exponentials",
        "finite-exclusion",
        "independent-records",
        "linear-sums",
        "maximum",
        "normal-sums",
        "one-record-at-a-time",
        "pascals-rule",
        "positive-parts",
        "sum-over-mixtures",
        "sum-over-outputs",
        "telescoping",
        "vandermonde",
    ]


def test_a_title_can_be_read_alone() -> None:
    """In a list and among the hits of a search nothing stands before it."""
    leans = re.compile(r"(what holds|it|the same|this|these|they|its|as above|also)\b", re.IGNORECASE)
    assert [claim.id for claim in registry().values() if leans.match(claim.title)] == []
