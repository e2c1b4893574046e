"""Cones of claims: all that a claim rests on and all that rests on it, and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sdp_proofs.api.claims import listed
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import cone
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.logic import kernel
from sdp_proofs.logic.proofs import foundations
from sdp_proofs.logic.record import shipped
from sdp_proofs.render.trust import cone_lines


def row(name: str, *needs: str, trust: tuple[str, ...] = (), strength: str | None = "formula") -> dict[str, Any]:
    return {
        "id": name, "paper": "toy", "locator": "Lemma", "title": name, "depends_on": list(needs), "repaired_by": None,
        "trust": list(trust), "status": "established", "recorded": "established", "strength": strength, "kind": "lemma",
        "statement": "", "fidelity": "literal", "hypotheses": [], "uncheckable": None,
    }  # fmt: skip


ENTRIES: dict[str, dict[str, Any]] = {
    name: {"kind": "engine", "statement": f"{name} is right."} for name in ("arb", "z3", "programs")
}
ENTRIES["arb"]["made_of"] = ["python-flint", "sdp_proofs.numbers"]
ROWS = [
    row("bottom", trust=("arb",), strength="computed"), row("middle", "bottom", trust=("z3",)),
    row("top", "middle", trust=("programs",)), row("beside", trust=("z3",), strength="believed"),
    row("simple-composition", "beside", strength="proved"),
]  # fmt: skip
TOY = Catalogue({one["id"]: one for one in ROWS}, ENTRIES)


def test_a_cone_reaches_down_through_citations_and_up_to_all_that_follows() -> None:
    (top,) = cone.cones(TOY, ["top"])["claims"]
    assert {one["id"]: one["named_by"] for one in top["rests_on"]} == {
        "programs": ["top"], "z3": ["middle"], "arb": ["bottom"],
    }  # fmt: skip
    (bottom,) = cone.cones(TOY, ["bottom"])["claims"]
    assert [one["id"] for one in bottom["rests_on"]] == ["arb"] and bottom["followers"] == ["middle", "top"]
    (beside,) = cone.cones(TOY, ["beside"])["claims"]
    assert beside["followers"] == ["simple-composition"]


def test_an_oracle_is_named_by_its_version_and_the_digest_of_its_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    (bottom,) = cone.cones(TOY, ["bottom"])["claims"]
    (arb,) = bottom["rests_on"]
    assert re.fullmatch(r"python-flint \S+; sdp_proofs\.numbers sha256 [0-9a-f]{16}", arb["tag"])
    before = cone.tag("sdp_proofs.accounting")
    cone.tag.cache_clear()
    monkeypatch.setattr(cone, "engines", lambda: {"sdp_proofs.accounting.answers": "0"})
    assert cone.tag("sdp_proofs.accounting") != before
    cone.tag.cache_clear()


def test_a_sentence_rests_on_axioms_of_the_kernel_and_on_its_definitions_alone() -> None:
    (found,) = cone.cones(TOY, ["simple-composition"])["claims"]
    (sentence,) = found["sentences"]
    assert sentence["digest"] == shipped()["simple_composition"]["digest"] and sentence["computed"] == []
    assert set(sentence["axioms"]) <= set(kernel.AXIOMS) and "adaptive-composition" in sentence["cites"]
    said = "\n".join(cone_lines({"claims": [found]}))
    assert "beside the sentence, its checks rest on" in said and "through beside" in said


def test_axioms_of_what_is_cited_are_axioms_of_what_cites() -> None:
    table = foundations()
    for name, (cites, axioms) in table.items():
        assert set(axioms) >= {axiom for one in cites for axiom in table[one][1]}, name
        assert set(cites) >= {below for one in cites for below in table[one][0]}, name


def test_the_command_prints_the_cone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "simple-composition", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == cone.SCHEMA and document["claims"][0]["sentences"]
    assert main(["trust", "no-such-claim-at-all"]) == 2
    assert main(["trust", "simple-composition", "--markdown", "x.md"]) == 2


@pytest.mark.parametrize(("word", "names"), [("proved", ["simple-composition"]), ("computed", ["bottom"])])
def test_claims_are_listed_by_what_carries_them(word: str, names: list[str]) -> None:
    assert [one.id for one in listed(TOY, [], None, None, word).claims] == names


def test_a_strength_that_is_none_or_not_known_is_refused() -> None:
    with pytest.raises(DomainError, match="must be one of proved, formula, computed, believed"):
        listed(TOY, [], None, None, "certain")
    bare = Catalogue({"a": {key: one for key, one in row("a").items() if key != "strength"}}, {})
    with pytest.raises(DomainError, match="a whole run"):
        listed(bare, [], None, None, "proved")
