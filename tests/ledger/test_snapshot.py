from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from sdp_proofs.certificate import confirm
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Registry, Status, Strength, TrustLedger, run_claim, run_registry
from sdp_proofs.ledger.catalogue import SCHEMA
from sdp_proofs.ledger.claim import Coverage, Fidelity, Kind, Method
from sdp_proofs.ledger.schema import ledger_schema, validate
from sdp_proofs.ledger.snapshot import dumps, loads, snapshot
from sdp_proofs.verdict import Verdict
from tests.ledger.test_derivation import SQUARE, derivation
from tests.ledger.toy_ledger import claim, disagreeing_registry, registry, undecided_registry


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
        "not examined": 0,
        "readings": 0,
    }
    assert {name: count for name, count in document["strengths"].items() if count} == {"believed": 1}
    assert [claim["id"] for claim in document["claims"]] == list(registry())
    repaired = document["claims"][1]
    assert (repaired["status"], repaired["recorded"], repaired["agrees"]) == ("repaired", "repaired", True)
    assert confirm(repaired["counterexample"])
    assert repaired["counterexample"]["claim"] == repaired["id"]
    assert repaired["erratum"]["cost"] == "Equality is allowed."
    assert repaired["repaired_by"] == "squares-are-nonnegative"
    assert repaired["resting_on"] == ["square-of-an-integer", "squares-are-undecided", "squares-grow-slowly"]
    assert repaired["near_misses"]["refuted"] == repaired["near_misses"]["total"] == 1
    assert repaired["formula"] == {"latex": r"\text{square >= 1}", "text": "square >= 1"}
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


def _more_established(document: dict[str, Any]) -> None:
    document["summary"]["established"] = 9999


def _agreed(document: dict[str, Any]) -> None:
    document["agrees"] = False


def _promoted(document: dict[str, Any]) -> None:
    document["claims"][3]["status"] = document["claims"][3]["recorded"] = "established"
    document["summary"]["established"] += 1
    document["summary"]["open"] -= 1


def _failing(document: dict[str, Any]) -> None:
    document["claims"][0]["evidence"][0] |= {"verdict": "FAILS", "witness": "n = 1"}


def _failing_without_witness(document: dict[str, Any]) -> None:
    document["claims"][1]["evidence"][0]["witness"] = None


def _unrepaired(document: dict[str, Any]) -> None:
    document["claims"][1]["status"] = "refuted"


def _endless(document: dict[str, Any]) -> None:
    document["claims"][0]["evidence"][0]["seconds"] = float("1e308")


def _twice(document: dict[str, Any]) -> None:
    document["claims"].append(document["claims"][0])
    document["summary"]["established"] += 1


def _agreeing_with_problems(document: dict[str, Any]) -> None:
    document["claims"][0]["problems"] = ["something is wrong"]


def _contradicting(document: dict[str, Any]) -> None:
    proof = document["claims"][0]["evidence"][0]
    document["claims"][3]["evidence"] = [proof, {**proof, "verdict": "FAILS", "witness": "n = 1"}]


def _without_problems(document: dict[str, Any]) -> None:
    document["claims"][0]["agrees"] = document["agrees"] = False


def _other_agreement(document: dict[str, Any]) -> None:
    document["claims"][0]["agreement"] = "UNKNOWN"


def _more_refuted(document: dict[str, Any]) -> None:
    document["claims"][0]["near_misses"]["refuted"] = 2


def _more_near_misses(document: dict[str, Any]) -> None:
    document["claims"][0]["near_misses"]["total"] = 2


def _surviving(document: dict[str, Any]) -> None:
    document["claims"][0]["near_misses"]["details"][0]["refuted_by"] = None
    document["claims"][0]["near_misses"]["refuted"] = 0


def _trusted(document: dict[str, Any]) -> None:
    del document["trust"]["python"]


def _resting(document: dict[str, Any]) -> None:
    document["claims"][1]["resting_on"].append("squares-are-nonnegative")


GENERATED = {"refuted": 3, "total": 3, "kinds": {"sign": 3}, "weaker": 0, "listed": [], "survivors": []}


def _generated(**changes: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        document["claims"][0]["generated"] = {**GENERATED, **changes}

    return spoil


def _derivation(**changes: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        entry = claim(id="squares-are-nonnegative", derivation=derivation(SQUARE))
        one = snapshot(Registry([entry], TrustLedger()), [run_claim(entry)])["claims"][0]["derivation"]
        first = one["steps"][0]
        document["claims"][0]["derivation"] = {**one, "steps": [{**first, **changes.pop("step", {})}], **changes}

    return spoil


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_more_established, "established 9999, where 1 are counted"),
        (_agreed, "an agreement of all"),
        (_promoted, "established, where the evidence says open in squares-are-undecided"),
        (_failing, "established, where the evidence says refuted"),
        (_failing_without_witness, "without a witness"),
        (_unrepaired, "refuted, where the evidence says repaired"),
        (_endless, "evidence that is none"),
        (_twice, "2 claims called squares-are-nonnegative"),
        (_agreeing_with_problems, "an agreement that is none"),
        (_contradicting, "a contradiction that is not among the problems"),
        (_without_problems, "or the other way round"),
        (_other_agreement, "agreement UNKNOWN, where agrees is True"),
        (_more_refuted, "2 refuted ones, where 1 are counted"),
        (_more_near_misses, "2 near misses, where 1 are counted"),
        (_surviving, "a near miss that survives"),
        (_trusted, "trust entries that are not those of the claims"),
        (_resting, "rest on squares-are-nonnegative, which is established"),
        (_generated(total=4), "4 generated ones, where 3 are counted"),
        (_generated(refuted=4, total=4), "4 generated ones refuted or not proved, where 3 are counted"),
        (
            _generated(total=4, survivors=[{"name": "a", "refuted_by": None, "detail": "b"}]),
            "a generated near miss that survives",
        ),
        (_derivation(first_broken=1), "first broken step 1, where it is None"),
        (_derivation(step={"number": 2}), "not numbered from 1"),
        (_derivation(step={"recorded": "FAILS"}), "other verdicts than those recorded"),
        (_derivation(agrees=False), "a derivation that does not agree"),
    ],
)
def test_a_snapshot_that_contradicts_itself_is_refused(
    document: dict[str, Any], spoil: Callable[[dict[str, Any]], None], problem: str
) -> None:
    forged = copy.deepcopy(document)
    spoil(forged)
    validate(forged)
    with pytest.raises(DomainError, match=f"what follows from its evidence; got .*{problem}"):
        loads(json.dumps(forged))


def test_snapshots_of_parts_and_with_everything_read_back(document: dict[str, Any]) -> None:
    whole = copy.deepcopy(document)
    _generated()(whole)
    _derivation()(whole)
    assert loads(dumps(whole)) == whole
    for result in run_registry(registry()):
        part = snapshot(registry(), [result])
        assert loads(dumps(part)) == part
    for ledger in (disagreeing_registry(), undecided_registry()):
        other = snapshot(ledger, run_registry(ledger))
        assert loads(dumps(other)) == other


@pytest.mark.parametrize(
    "text",
    ['{"claims": [], "claims": []}', "[" * 200_000, '{"a": ' * 100_000, "9" * 5000, "NaN", '{"agrees": Infinity}'],
    ids=["twice", "deep list", "deep object", "long number", "no number", "infinite"],
)
def test_hostile_text_is_not_a_snapshot(text: str) -> None:
    with pytest.raises(DomainError, match="a snapshot must be a JSON document"):
        loads(text)


def test_a_key_twice_is_refused_wherever_it_stands(document: dict[str, Any]) -> None:
    text = dumps(document)
    for key in ('"established": 1', '"agrees": true', '"verdict": "HOLDS"'):
        assert key in text
        with pytest.raises(DomainError, match="must stand once"):
            loads(text.replace(key, f"{key}, {key}", 1))


def test_the_schema_lists_every_word_of_the_ledger() -> None:
    named = ledger_schema()["$defs"]
    claim, evidence = named["claim"]["properties"], named["evidence"]["properties"]
    assert named["status"]["enum"] == list(Status)
    assert claim["agreement"]["enum"] == [verdict.value for verdict in Verdict]
    assert claim["kind"]["enum"] == list(Kind)
    assert claim["fidelity"]["enum"] == list(Fidelity)
    assert evidence["method"]["enum"] == list(Method)
    assert evidence["coverage"]["enum"] == list(Coverage)
    assert evidence["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert named["record"]["enum"] == [*Status, None]
    # Documents of before this status was counted are still read.
    counted = sorted([*Status, "readings"])
    assert sorted(ledger_schema()["properties"]["summary"]["properties"]) == counted
    assert ledger_schema()["properties"]["summary"]["required"] == [one for one in counted if one != "not examined"]
    assert ledger_schema()["properties"]["strengths"]["required"] == sorted([*Strength, "typed", "typed_alone"])
    assert named["strength"]["enum"] == [*Strength, None]


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
