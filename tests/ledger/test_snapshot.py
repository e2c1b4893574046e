from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from sdp_proofs.certificate import confirm
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Status, run_registry
from sdp_proofs.ledger.claim import Coverage, Fidelity, Kind, Method
from sdp_proofs.ledger.schema import ledger_schema, validate
from sdp_proofs.ledger.snapshot import SCHEMA, dumps, loads, snapshot
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import registry


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(registry(), run_registry(registry()))


def test_a_snapshot_follows_its_schema_and_round_trips(document: dict[str, Any]) -> None:
    validate(document)
    assert loads(dumps(document)) == document
    assert json.loads(dumps(document)) == document


def test_a_snapshot_says_what_the_run_found(document: dict[str, Any]) -> None:
    assert document["schema"] == SCHEMA
    assert (document["complete"], document["agrees"]) == (True, True)
    assert document["summary"] == {
        "established": 1,
        "supported": 1,
        "refuted": 0,
        "repaired": 1,
        "open": 2,
        "vacuous": 0,
    }
    assert [claim["id"] for claim in document["claims"]] == list(registry())
    repaired = document["claims"][1]
    assert (repaired["status"], repaired["recorded"], repaired["agrees"]) == ("repaired", "repaired", True)
    assert confirm(repaired["counterexample"])
    assert repaired["counterexample"]["claim"] == repaired["id"]
    assert repaired["erratum"]["cost"] == "Equality is allowed."
    assert repaired["repaired_by"] == "squares-are-nonnegative"
    assert repaired["resting_on"] == ["squares-are-undecided", "squares-grow-slowly"]
    assert repaired["near_misses"]["refuted"] == repaired["near_misses"]["total"] == 1
    assert repaired["formula"] == {"latex": r"\text{n^2 >= 0}", "text": "n^2 >= 0"}
    assert document["claims"][0]["hypotheses"] == [{"text": "n is an integer", "silent": True}]
    assert document["trust"]["python"]["kind"] == "engine"


def test_a_snapshot_of_a_part_counts_that_part() -> None:
    results = [result for result in run_registry(registry()) if result.id == "squares-are-undecided"]
    part = snapshot(registry(), results, complete=False)
    validate(part)
    assert [claim["id"] for claim in part["claims"]] == ["squares-are-undecided"]
    assert sum(part["summary"].values()) == part["summary"]["open"] == 1
    assert (part["complete"], part["trust"]) == (False, {})


def _without_agrees(document: dict[str, Any]) -> None:
    del document["claims"][0]["agrees"]


def _unknown_status(document: dict[str, Any]) -> None:
    document["claims"][0]["status"] = "true"


def _extra_field(document: dict[str, Any]) -> None:
    document["claims"][0]["evidence"][0]["colour"] = "red"


def _text_for_number(document: dict[str, Any]) -> None:
    document["claims"][0]["near_misses"]["total"] = "1"


def _boolean_for_number(document: dict[str, Any]) -> None:
    document["summary"]["open"] = True


def _negative_count(document: dict[str, Any]) -> None:
    document["summary"]["open"] = -1


def _other_version(document: dict[str, Any]) -> None:
    document["schema"] = "sdp-proofs/ledger/2"


def _untold_trust(document: dict[str, Any]) -> None:
    document["trust"]["python"] = {"kind": "engine"}


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (_without_agrees, r"no 'agrees' in \$\.claims\[0\]"),
        (_unknown_status, r"'true', not one of .* in \$\.claims\[0\]\.status"),
        (_extra_field, r"unexpected 'colour' in \$\.claims\[0\]\.evidence\[0\]"),
        (_text_for_number, r"str for integer in \$\.claims\[0\]\.near_misses\.total"),
        (_boolean_for_number, r"bool for integer in \$\.summary\.open"),
        (_negative_count, r"-1, less than 0, in \$\.summary\.open"),
        (_other_version, r"'sdp-proofs/ledger/2' for 'sdp-proofs/ledger/1' in \$\.schema"),
        (_untold_trust, r"no 'reference' in \$\.trust\.python"),
    ],
)
def test_a_spoilt_snapshot_is_refused(
    document: dict[str, Any], spoil: Callable[[dict[str, Any]], None], place: str
) -> None:
    spoilt = copy.deepcopy(document)
    spoil(spoilt)
    with pytest.raises(DomainError, match=place):
        validate(spoilt)


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_other_text_is_not_a_snapshot(text: str) -> None:
    with pytest.raises(DomainError, match="a snapshot must"):
        loads(text)


def test_the_schema_lists_every_word_of_the_ledger() -> None:
    named = ledger_schema()["$defs"]
    claim, evidence = named["claim"]["properties"], named["evidence"]["properties"]
    assert named["status"]["enum"] == list(Status)
    assert claim["kind"]["enum"] == list(Kind)
    assert claim["fidelity"]["enum"] == list(Fidelity)
    assert evidence["method"]["enum"] == list(Method)
    assert evidence["coverage"]["enum"] == list(Coverage)
    assert evidence["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert ledger_schema()["properties"]["summary"]["required"] == sorted(Status)


def test_the_schema_uses_only_what_the_validator_knows() -> None:
    known = {
        "$schema", "$id", "$defs", "$ref", "title", "description",
        "type", "const", "enum", "minimum", "items", "required", "properties", "additionalProperties",
    }  # fmt: skip

    def keywords(rule: dict[str, Any]) -> set[str]:
        found = set(rule)
        for name in ("properties", "$defs"):
            for entry in rule.get(name, {}).values():
                found |= keywords(entry)
        for name in ("items", "additionalProperties"):
            if isinstance(rule.get(name), dict):
                found |= keywords(rule[name])
        return found

    assert keywords(dict(ledger_schema())) <= known
