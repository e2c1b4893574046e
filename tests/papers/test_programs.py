"""The wing of programs: every program of the benchmark has a claim, and every violation on record is computed anew."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from sdp_proofs import certificate
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.programs.paper import MODULES, PAPER
from sdp_proofs.papers.programs.statements import computed, entry_of, key, violations
from sdp_proofs.programs.catalogue import FURTHER, PROGRAMS
from sdp_proofs.programs.questions import source_of
from sdp_proofs.proving.programs import SENTENCE, by_program, digest
from sdp_proofs.verdict import Verdict

CLAIMS: list[Claim] = [
    claim for name in MODULES for claim in import_module(f"sdp_proofs.papers.programs.{name}").SECTION.claims
]
REFUTED = [claim for claim in CLAIMS if claim.counterexample is not None]


def test_every_program_has_a_claim_of_its_own() -> None:
    assert not PAPER.missing(CLAIMS)
    assert len(CLAIMS) == 62 and len(REFUTED) == sum(not entry.right for entry in (*PROGRAMS, *FURTHER))


def test_violations_on_record_are_those_that_are_computed() -> None:
    assert json.loads(json.dumps(dict(computed()))) == violations()


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_violation_replays_against_the_sentence_of_its_claim(claim: Claim) -> None:
    assert claim.counterexample is not None
    document = claim.counterexample.certificate(claim)
    assert document["formula"] == SENTENCE
    assert certificate.replayed(document).confirmed


@pytest.mark.slow
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_is_decided_as_it_is_on_record(claim: Claim) -> None:
    found = claim.checks[0].run(claim.unrecorded())
    assert found.verdict is Verdict.of(claim.counterexample is None)
    assert found.instances


@pytest.mark.slow
@pytest.mark.parametrize("claim", [claim for claim in CLAIMS if claim.near_misses], ids=lambda claim: claim.id)
def test_near_misses_are_refuted(claim: Claim) -> None:
    for miss in claim.near_misses:
        assert claim.checks[0].run(miss.of(claim)).verdict is Verdict.FAILS


def test_the_check_decides_its_sentence_and_no_other() -> None:
    from dataclasses import replace

    from sdp_proofs.formulas.formula import Formula

    claim = next(claim for claim in CLAIMS if claim.id == "noisy-max-costs-two-units")
    other = replace(claim, formula=Formula("P < E*Q", claim.formula.symbols))
    assert claim.checks[0].run(other).verdict is Verdict.UNKNOWN


def test_what_is_proved_at_a_size_is_not_claimed_for_every_size() -> None:
    claim = next(claim for claim in CLAIMS if claim.id == "zeros-may-be-dropped-after-the-noise")
    from dataclasses import replace

    asked = replace(claim, parameters={**claim.parameters, "every": True})
    assert claim.checks[0].run(asked).verdict is Verdict.UNKNOWN


def test_the_scope_names_the_text_of_the_program() -> None:
    entry = entry_of("noisy_max", "StatDP")
    claim = next(claim for claim in CLAIMS if claim.id == "noisy-max-costs-two-units")
    scope = by_program(entry.program).run(claim).scope
    from sdp_proofs.programs.answers import program

    answer = program(entry.program, size=1)  # type: ignore[arg-type]
    assert digest(answer) in scope
    assert source_of(entry.program).text in answer.question.source.text  # type: ignore[arg-type]


def test_an_entry_that_is_not_there_is_told() -> None:
    with pytest.raises(KeyError):
        entry_of("nobody")
    assert key(PROGRAMS[0]) == "noisy_max, StatDP, v1a"
