"""Section 4: where the printed proofs break, and exact facts behind their repairs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sdp_proofs.ledger import run_derivation
from sdp_proofs.ledger.evidence import DerivationResult
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.papers import registry
from sdp_proofs.papers.project.composition import part, repeated
from sdp_proofs.papers.smoothed_dp.small_mechanisms import distance, events, feature_values, shared
from sdp_proofs.proving.terms import formula_of
from sdp_proofs.verdict import Verdict

HALF = Fraction(1, 2)
SURE, NEVER, FAIR = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (HALF, HALF)


def _run(claim: str) -> DerivationResult:
    derivation = registry()[claim].derivation
    assert derivation is not None
    return run_derivation(derivation)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("claim", "broken"),
    [
        ("preimage-of-all-results", [1, 3]),
        ("product-of-quotients-below-the-quotient-of-products", [3, 6, 7]),
        ("features-of-neighbours-are-neighbours", [1, 2, 3, 4, 5]),
        ("printed-probability-of-a-database", [2, 3, 5]),
    ],
)
def test_the_printed_proofs_break_at_these_lines(claim: str, broken: list[int]) -> None:
    result = _run(claim)
    assert result.agrees, result.problems
    found = [number for number, step in enumerate(result.steps, 1) if step.evidence.verdict is Verdict.FAILS]
    assert found == broken
    assert all(result.steps[number - 1].evidence.witness for number in broken)


@pytest.mark.parametrize(
    "claim",
    [
        "post-processing-merges-positive-parts",
        "independent-releases-add-their-losses",
        "features-of-records-lose-no-more",
        "equal-closed-hulls-have-the-same-supremum",
        "k-releases-at-every-budget",
    ],
)
def test_the_repaired_proofs_hold_line_by_line(claim: str) -> None:
    result = _run(claim)
    assert result.agrees, result.problems
    assert result.first_broken is None


def test_a_randomised_function_has_no_preimage() -> None:
    assert distance((SURE, NEVER), (HALF, Fraction(0))) == HALF
    assert distance((SURE, NEVER), (Fraction(1), Fraction(0))) == 0


def test_the_best_event_of_two_releases_is_no_product() -> None:
    at = {"p": FAIR, "q": NEVER, "r": FAIR, "s": NEVER, "odds": Fraction(1), "others": Fraction(2)}
    assert events(at) == {"products": HALF, "all": Fraction(3, 4)}


def test_a_cipher_and_its_key() -> None:
    at = {"keys": 2, "first": (0, 1, 1, 0), "second": (0, 1, 0, 1), "odds": Fraction(3)}
    assert shared(at) == {"together": 1, "total": 0}
    assert shared({**at, "second": (0, 0, 0, 0)}) == {"together": 0, "total": 0}


def test_copying_a_record_and_sorting_two() -> None:
    copied = feature_values(((0, 0), (0, 0), (1, 1), (1, 1)), "one of the two at random", (0, 0))
    assert (copied["features"], copied["plain"], copied["processed"]) == (2, HALF, 1)
    ordered = feature_values(((0, 0), (0, 1), (0, 1), (1, 1)), "whether both are 1", (0, 0))
    assert (ordered["features"], ordered["as_product"], ordered["pushed"]) == (1, Fraction(13, 16), Fraction(3, 4))


def test_two_releases_lose_less_than_the_sum_and_less_at_larger_budgets() -> None:
    claim = registry()["k-releases-at-every-budget"]
    release = {
        "first": (Fraction(3, 4), Fraction(1, 4)),
        "second": (Fraction(1, 4), Fraction(3, 4)),
        "odds": Fraction(2),
    }
    twice = [repeated(claim, {**release, "releases": 2, "steps": steps}) for steps in (0, 1)]
    assert [found["delta"] for found in twice] == [Fraction(1, 4)] * 2
    assert [found["composed"] for found in twice] == [Fraction(5, 16), HALF]
    assert [part(2, steps, Fraction(2)) for steps in (0, 1)] == [0, Fraction(1, 3)]
    bounds = [1 - (1 - found["delta"]) ** 2 * (1 - found["part"]) for found in twice]
    assert bounds == [Fraction(7, 16), Fraction(5, 8)]


@pytest.mark.parametrize(("visits", "met"), [("with replacement", True), ("without replacement", False)])
def test_with_replacement_there_may_be_more_visits_than_records(visits: str, met: bool) -> None:
    """The fifth visit of two records, one of each of two types; the type of the next one was met twice."""
    claim = registry()["random-visits-do-not-depend-on-the-order"]
    at = {"n": 2, "h": 1, "g": 1, "v": 4, "u": 2}
    proof = replace(claim, parameters={"visits": (visits,)})
    outcome = claim.checks[0].run(proof)
    hypotheses = [formula_of(one.text) for one in outcome.premises if one.origin is Origin.HYPOTHESIS]
    assert outcome.verdict is Verdict.HOLDS
    assert hypotheses
    assert all(one.decide(at) is Verdict.HOLDS for one in hypotheses) is met
