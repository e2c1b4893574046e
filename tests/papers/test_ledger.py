"""Every claim is a test: its checks agree with the record and refute each of its near misses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from sdp_proofs.ledger import Claim, results, run_claim, snapshot
from sdp_proofs.papers import LOADER, registry
from tests.decided import DecidedLedger

CLAIMS = list(registry().values())


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_agrees_with_its_record(claim: Claim, decided: DecidedLedger) -> None:
    result = decided[claim.id]
    assert result.agrees, result.problems
    assert result.status is claim.recorded
    if claim.uncheckable is None:
        # A counterexample of a claim refutes its neighbours, too, so refuted claims have none.
        generated = result.family.killed if result.family is not None else 0
        assert len(result.near_misses) + generated >= 1 or claim.counterexample is not None
        assert all(near_miss.met for near_miss in result.near_misses)


def test_the_shipped_results_are_those_of_a_run(decided: DecidedLedger) -> None:
    """Pages that take the shipped results instead of a run tell the same of every claim."""
    shipped = results.shipped(LOADER).catalogue
    if shipped is None:
        pytest.skip("the shipped results are older than the sources: make generate")
    found = {row["id"]: _told(row) for row in snapshot(registry(), decided.all())["claims"]}
    assert {row["id"]: _told(row) for row in shipped.excerpt(shipped.claims)["claims"]} == found


def _told(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what pages say of a claim, without seconds and without instances that another run may not find."""
    evidence = [(entry["verdict"], entry["method"], entry["scope"]) for entry in row["evidence"]]
    return row["status"], row["strength"], row["agrees"], evidence


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


LEANS = re.compile(
    r"^(what (holds|is|it|the|bounds)|it|its|the same|this|that|these|those|they|as above|also|the sum is|here)\b"
    r"|what holds instead|: it\b|\bthat algorithm\b",
    re.IGNORECASE,
)  # fmt: skip
HOUSE_WORDS = re.compile(r"(?<!posterior )(?<!prior )\bodds\b(?! of an adversary)|\bchances?\b|\bwaves?\b|\bloses at\b")


def test_a_title_can_be_read_alone() -> None:
    """In a list and among the hits of a search nothing stands before it."""
    assert [claim.id for claim in registry().values() if LEANS.search(claim.title)] == []


def test_a_title_has_the_words_of_the_field() -> None:
    """Odds are those of a Bayesian; e^epsilon is called E, and a chance a probability."""
    assert [claim.id for claim in registry().values() if HOUSE_WORDS.search(claim.title)] == []


@pytest.mark.parametrize(
    "title",
    ["what holds instead", "it fails at T = 1", "The same with records replaced", "for d even: it is 2", "this holds"],
)
def test_a_title_that_leans_is_noticed(title: str) -> None:
    assert LEANS.search(title)


def test_house_words_are_noticed() -> None:
    assert HOUSE_WORDS.search("larger odds leave less") and HOUSE_WORDS.search("the chance of a wave")
    assert not HOUSE_WORDS.search("the posterior odds are at most e^epsilon times the prior odds")
