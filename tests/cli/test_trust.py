"""Entries of the trust list are printed with the number of claims that rest on them, directly and through citations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdp_proofs.cli import ledger, main
from sdp_proofs.papers import registry

SUM, PRODUCT, SQUARE = "sum-of-squares-exceeds-the-product", "product-exceeds-the-sum-of-squares", "square-of-a-sum"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.papers.toy_wing:registry")
    monkeypatch.setenv("COLUMNS", "160")


@pytest.mark.usefixtures("toy")
def test_entries_name_the_claims_that_rest_on_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/trust/1"
    assert (document["claims"], document["nothing"]) == (3, 0)
    found = {entry["id"]: (entry["direct"], entry["through_citations"]) for entry in document["believed"]}
    assert found == {"z3": ([SUM, PRODUCT], []), "sympy": ([SQUARE], [SUM])}


@pytest.mark.usefixtures("toy")
def test_the_table_has_references_and_both_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "trust.md"
    assert main(["trust", "--markdown", str(file)]) == 0
    text = capsys.readouterr().out
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert rows[0] == "Engines"
    assert "2 2 z3 An answer 'unsat' of z3 over the reals is right. [de Moura, Bjorner 2008]" in rows
    assert "1 2 sympy What sympy reduces to zero is zero. [Meurer et al. 2017]" in rows
    assert "3 claims; what is believed: 2 engines. 0 of the claims rest on exact arithmetic alone." in " ".join(rows)
    written = file.read_text(encoding="utf-8")
    assert "## Engines" in written
    assert written.splitlines()[-1].endswith("| 1 | 2 |")


@pytest.mark.usefixtures("toy")
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "--paper", "none"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_entry_of_this_ledger_carries_a_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {entry["id"] for entry in document["believed"]} == set(registry().trust)
    assert all(entry["direct"] and entry["reference"] for entry in document["believed"])
    assert main(["trust", "--paper", "smoothed-dp", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["claims"] < document["claims"]


def test_claims_with_a_theorem_of_the_kernel_rest_on_less() -> None:
    from sdp_proofs.kernel.record import PROSE, Record, before_and_after, words

    def row(name: str, believed: list[str], origin: str, formula: str = "x > 0") -> dict[str, object]:
        check = {"coverage": "ALL", "verdict": "HOLDS", "method": "SMT", "premises": [{"origin": origin}]}
        return {
            "id": name, "trust": believed, "recorded": "established", "evidence": [check],
            "formula": {"text": formula}, "counterexample": None, "hypotheses": [],
        }  # fmt: skip

    entry = {"says": "holds", "theorem": "", "words": words("x > 0", None, [])}
    record = Record("8.16.1", (), {"first": entry, "changed": entry})
    claims = [
        row("first", ["z3"], "hypothesis"), row("changed", ["z3"], "claim", "x > 1"),
        row("told", ["z3", "averaging"], "trust"),
    ]  # fmt: skip
    trust = {"z3": {"kind": "engine"}, "averaging": {"kind": "lifting"}}
    assert before_and_after(record, claims, trust) == {
        "z3": {"before": 3, "after": 2}, PROSE: {"before": 1, "after": 1}, "any of these": {"before": 3, "after": 2},
        "algebraic": {"before": 2, "after": 1},
    }  # fmt: skip


def test_the_summary_says_what_is_left_with_the_kernel() -> None:
    from sdp_proofs.render.trust import trust_markdown

    rests = {"z3": (9, 5), "any of these": (11, 6), "algebraic": (4, 1)}
    kernel = {"compiler": "8.16.1", "is refuted": 1, "holds": 2, "numbers": 3}
    kernel["rests"] = {name: {"before": one, "after": two} for name, (one, two) in rests.items()}
    said = trust_markdown({"believed": [], "claims": 12, "nothing": 1, "kernel": kernel})
    assert "11 claims rest on an engine or on words, and 6 of them have no such theorem: 9 on z3 (5)." in said
    assert "Of the 4 established claims that are proved by algebra alone, the kernel has 3." in said
