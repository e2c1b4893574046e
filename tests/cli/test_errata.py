from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdp_proofs.certificate import confirm
from sdp_proofs.cli import ledger, main
from sdp_proofs.ledger import Erratum, Hypothesis, Registry, Status, TrustLedger
from tests.ledger.toy_ledger import claim, refuted_claim


def wrong_registry() -> Registry:
    """Refuted claims of two papers and of the project, not in the papers' order."""
    return Registry(
        [
            refuted_claim(id="last", locator="App. B.10"),
            refuted_claim(id="middle", locator="App. B.2", hypotheses=(Hypothesis("n is an integer", silent=True),)),
            refuted_claim(id="first", locator="Figure 9", recorded=Status.REPAIRED, repaired_by=claim().id),
            refuted_claim(id="elsewhere", paper="other", erratum=Erratum("Zero was overlooked.")),
            refuted_claim(id="own", paper="project"),
            claim(),
        ],
        TrustLedger(),
    )


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:wrong_registry")


def test_errata_are_in_the_order_of_the_papers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/errata/1"
    assert [entry["claim"] for entry in document["errata"]] == ["first", "middle", "last", "elsewhere"]
    first = document["errata"][0]
    assert first["repair"]["claim"] == "squares-are-nonnegative"
    assert first["repair"]["cost"] == "Equality is allowed."
    assert confirm(first["certificate"])
    assert document["errata"][1]["repair"] is None


def test_markdown_says_what_a_reader_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--paper", "toy"]) == 0
    text = capsys.readouterr().out
    for part in (
        "3 statements that fail as printed, or as read where the paper leaves it open; 1 with an established repair.",
        "## Statements",
        "### Figure 9: Squares are nonnegative",
        "3 in *Statements*",
        "**Printed.** For every integer $n$, $n^2 \\ge 0$.",
        "**Read here.** n is an integer.",
        "**Wrong (false).** 0 is an integer, and its square is not positive.",
        "**Counterexample.** n = 0, square = 0/1.",
        "**Instead (established).** Squares are nonnegative. For every integer",
        "**Cost.** Equality is allowed.",
        "**Instead.** No repair is known to this ledger.",
        "sdp-proofs certificate ID -o certificate.json",
        "**Id.** `middle`",
    ):
        assert part in text
    assert "Zero was overlooked" not in text


def test_own_conjectures_are_shown_if_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--paper", "project"]) == 0
    assert capsys.readouterr().out.startswith("# Errata\n\n1 statement that fails as printed")


def test_a_paper_without_errata(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.ledger.toy_ledger:undecided_registry")
    assert main(["errata"]) == 0
    assert capsys.readouterr().out == "# Errata\n\nNo statement is refuted.\n"


def test_a_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "errata.md"
    assert main(["errata", "--output", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8").startswith("# Errata\n")


def test_unknown_papers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--paper", "none"]) == 2
    assert "the paper must be one of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "start", "formula"), [("latex", r"\documentclass", "$"), ("html", "<!doctype html>", "<math")]
)
def test_other_formats_say_the_same(capsys: pytest.CaptureFixture[str], form: str, start: str, formula: str) -> None:
    assert main(["errata", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)["errata"]
    assert main(["errata", "--format", form]) == 0
    text = capsys.readouterr().out
    assert text.startswith(start)
    assert formula in text
    for entry in entries:
        assert entry["locator"] in text
        assert f"Wrong ({entry['defect']})" in text
    assert main(["errata", "--format", "word"]) == 2


def test_the_paper_is_followed_and_repairs_are_shown_once() -> None:
    from sdp_proofs.report.errata import errata_of, parts

    def snapshot(identifier: str, locator: str, kind: str, repaired_by: str | None) -> dict[str, object]:
        erratum = {"wrong": "Zero.", "cost": "Equality.", "defect": "false"}
        shared = {"paper": "toy", "title": identifier, "statement": "Said.", "hypotheses": [], "fidelity": "literal"}
        rest = {"note": "", "erratum": erratum, "counterexample": {"says": "n = 0"}, "status": "repaired"}
        return {"id": identifier, "locator": locator, "kind": kind, "repaired_by": repaired_by, **shared, **rest}

    right = {**snapshot("right", "App. A", "project", None), "status": "established", "counterexample": None}
    claims = [
        right,
        snapshot("step", "App. A.2, Eq. (1)", "equation", "right"),
        snapshot("second", "Sec. 2, Eq. (10)", "equation", "right"),
        snapshot("first", "Sec. 2, Eq. (1)", "equation", "right"),
    ]
    entries = errata_of({"claims": claims}, used_by={"first": ("Eq. (10)",)}, order={"toy": ("Eq. (1)", "Eq. (10)")})
    assert [entry["claim"] for entry in entries] == ["first", "second", "step"]
    assert [entry["section"] for entry in entries] == ["Statements", "Statements", "Steps of proofs"]
    assert [entry["repair"]["shown_at"] for entry in entries] == [None, "Sec. 2, Eq. (1)", "Sec. 2, Eq. (1)"]
    said = [dict(parts(entry)) for entry in entries]
    assert said[0]["Instead (established)"] == "right. Said."
    assert said[0]["Rests on it"] == "Eq. (10)."
    assert said[1]["Instead (established)"] == "right, as at Sec. 2, Eq. (1)."


def test_misprints_are_listed_in_every_format() -> None:
    from sdp_proofs.report.errata import errata_markdown
    from sdp_proofs.report.errata_html import errata_html
    from sdp_proofs.report.latex import errata_latex

    slips = (("Sec. 1", "2 < 1", "1 < 2"),)
    assert "| Sec. 1 | 2 < 1 | 1 < 2 |" in errata_markdown((), slips)
    assert "<td>2 &lt; 1</td>" in errata_html((), slips)
    assert r"Sec. 1 & 2 \ensuremath{<} 1 & 1 \ensuremath{<} 2 \\" in errata_latex((), slips)
