"""Hunts know a claim and where to look, nothing else: they find what is false and nothing where a claim holds.

Budgets are questions, not seconds: what is found does not depend on the machine.
"""

from __future__ import annotations

from itertools import islice

import pytest

from sdp_proofs.hunting.hunt import Stage, hunt
from sdp_proofs.hunting.searches import search_of
from sdp_proofs.hunting.spaces import Instance
from sdp_proofs.ledger import Check, Claim, Method, Status
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.papers.about_programs import of_a_program

SEARCHABLE = [claim for claim in registry().values() if claim.search is not None]
REFUTED = [claim for claim in registry().values() if claim.recorded in (Status.REFUTED, Status.REPAIRED)]
HUNTED = [claim for claim in SEARCHABLE if claim not in REFUTED]
OF_THEIR_CHECKS = [
    claim for claim in registry().values()
    if claim.search is None and search_of(claim) is not None and claim not in REFUTED
]  # fmt: skip
EFFORTS = 1000, 3000, 10_000
"""Tried in turn, so that what is found soon costs little."""
EACH = trials(8, full=20)


def counterexample(claim: Claim, *efforts: int) -> Instance | None:
    found = (hunt(claim, effort=effort).found for effort in efforts)
    return next((instance for instance in found if instance is not None), None)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("claim", [claim for claim in REFUTED if not of_a_program(claim)], ids=lambda claim: claim.id)
def test_a_refuted_claim_is_refuted_again(claim: Claim) -> None:
    found, search = counterexample(claim, *EFFORTS), search_of(claim)
    assert found is not None and search is not None
    assert search.decide(claim, found) is Verdict.FAILS


@pytest.mark.parametrize("claim", [claim for claim in REFUTED if of_a_program(claim)], ids=lambda claim: claim.id)
def test_a_program_that_leaks_is_found_out_again_without_what_is_on_record(claim: Claim) -> None:
    """The check is the search: nothing but the program says what to look for."""
    assert [check.run(claim.unrecorded()).verdict for check in claim.checks] == [Verdict.FAILS]


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("claim", HUNTED, ids=lambda claim: claim.id)
def test_nothing_is_found_where_a_claim_holds(claim: Claim) -> None:
    # More where hypotheses are seldom met.
    hunts = (hunt(claim, effort=effort) for effort in (100, *EFFORTS))
    found = next((found for found in hunts if found.examined > 2), None)
    assert found is not None and found.found is None
    assert found.undecided == 0


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("claim", HUNTED, ids=lambda claim: claim.id)
def test_a_hunt_finds_what_is_wrong_with_a_near_miss(claim: Claim) -> None:
    """Else the space or the values would not be those of the claim. What is generated is tried where that is quick."""
    misses = [miss.of(claim) for miss in claim.near_misses]
    if claim.family is not None:
        generated = islice(claim.family.neighbours(claim), 12)
        misses += [each.claim for each in generated if each.key not in claim.family.true]
    assert any(counterexample(miss, effort) is not None for effort in (100, *EFFORTS) for miss in misses)


@pytest.mark.slow(every=20)
@pytest.mark.parametrize("claim", OF_THEIR_CHECKS, ids=lambda claim: claim.id)
def test_claims_that_offer_no_search_are_hunted_over_what_their_checks_decide(claim: Claim) -> None:
    assert hunt(claim, effort=EACH).found is None


def test_every_claim_that_a_check_decides_by_itself_can_be_hunted() -> None:
    """A claim that is only inferred from other claims or trusted statements has symbols without values here.

    One about a program is searched by its check.
    """
    unsearched = [
        claim for claim in registry().values()
        if claim.checks and search_of(claim) is None and not of_a_program(claim)
    ]  # fmt: skip

    def infers(check: Check) -> bool:
        return check.method in (Method.SMT, Method.SYMBOLIC) or bool(check.fixed)

    decided = [claim.id for claim in unsearched if not any(infers(check) for check in claim.checks)]
    assert decided == []


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(
    ("stage", "name"),
    [
        (Stage.EXAMPLES, "remark-eight"),
        (Stage.CLIMBING, "remark-eight"),
        (Stage.PROGRAMMES, "utility-at-most-twice-delta"),
        (Stage.PROGRAMMES, "loss-below-the-printed-exponential"),
    ],
)
def test_other_stages_find_what_is_wrong_on_their_own(stage: Stage, name: str) -> None:
    claim = registry()[name]
    found = hunt(claim, effort=20_000, stages=[stage])
    assert found.stage is stage and found.found is not None
    assert claim.search.decide(claim, found.found) is Verdict.FAILS
