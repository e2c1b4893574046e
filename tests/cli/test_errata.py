from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdp_proofs.certificate import confirm
from sdp_proofs.cli import ledger, main
from sdp_proofs.ledger import Defect, Erratum, Hypothesis, Kind, Registry, Status, TrustLedger
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.render import errata
from sdp_proofs.render.markdown import Markdown
from tests.ledger.toy_ledger import claim, refuted_claim


def wrong_registry() -> Registry:
    """Refuted claims of two papers and of the project, not in the papers' order."""
    return Registry(
        [
            refuted_claim(id="last", locator="App. B.10"),
            refuted_claim(id="middle", locator="App. B.2", hypotheses=(Hypothesis("n is an integer", silent=True),)),
            refuted_claim(id="first", locator="Figure 9", recorded=Status.REPAIRED),
            refuted_claim(id="elsewhere", paper="other", erratum=Erratum("Zero was overlooked.")),
            refuted_claim(id="own", paper="project"),
            claim(repairs=("first",)),
        ],
        TrustLedger(),
    )


TRUST = TrustLedger()
ESTABLISHED = Status.ESTABLISHED


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errata, "edition", lambda: "X")
    monkeypatch.setattr(errata, "today", lambda: "Y")
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
        "3 statements fail as printed; 1 has a repair that is proved for all instances (established).",
        "## Results that are false as printed",
        "### Figure 9: Squares are nonnegative",
        "3 in *Results that are false as printed*",
        "**Printed.** For every integer $n$, $n^2 \\ge 0$.",
        "**Read here.** $n$ is an integer.",
        "**Wrong (false).** 0 is an integer, and its square is not positive.",
        "**Counterexample.** $n = 0$, square = 0/1.",
        "**Instead (established, believed).** Squares are nonnegative. For every integer",
        "**Cost.** Equality is allowed.",
        "**Instead.** No repair is known to this ledger.",
        "sdp-proofs certificate ID -o certificate.json",
        "**Id.** `middle` (`a4888a`)",
    ):
        assert part in text
    assert "Zero was overlooked" not in text


def test_own_conjectures_are_shown_if_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--paper", "project"]) == 0
    assert "\n\n1 statement fails as printed" in capsys.readouterr().out


def unrecorded_registry() -> Registry:
    """A claim that is recorded as established, and whose check fails."""
    return Registry([refuted_claim(id="believed", counterexample=None, erratum=None, recorded=ESTABLISHED)], TRUST)


def test_the_run_decides_what_is_shown_not_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:unrecorded_registry")
    assert main(["errata"]) == 1
    text = capsys.readouterr().out
    assert "1 statement fails as printed; no repair is proved." in text
    assert "**Not on record.**" in text and "**Counterexample.** " in text
    assert main(["errata", "--json"]) == 1
    [entry] = json.loads(capsys.readouterr().out)["errata"]
    assert (entry["claim"], entry["on_record"], entry["certificate"]) == ("believed", False, None)


def graded_registry() -> Registry:
    """Errors of every severity, the least first."""
    hypothesis = Erratum("It needs n > 0.", "Zero is lost.", Defect.HYPOTHESIS)
    slip = Erratum("A slip.", "", Defect.TYPO)
    return Registry(
        [
            refuted_claim(id="reading", locator="Lemma 1", kind=Kind.READING),
            refuted_claim(id="slip", locator="Lemma 2", erratum=slip),
            refuted_claim(id="step", locator="App. A", kind=Kind.PROOF_STEP),
            refuted_claim(id="statement", locator="Sec. 1", kind=Kind.TABLE),
            refuted_claim(id="hypothesis", locator="Lemma 3", erratum=hypothesis, recorded=Status.REPAIRED),
            claim(id="mended", locator="Lemma 3", repairs=("hypothesis",)),
            refuted_claim(id="result", locator="Lemma 4"),
            claim(id="right", locator="Lemma 5"),
            claim(id="part", locator="Lemma 4"),
        ],
        TRUST,
        wings=(Paper(key="toy", title="On Toys", authors=("A. Uthor",), items=LEMMAS, identifier="toys:1"),),
    )


LEMMAS = tuple(f"Lemma {number}" for number in range(1, 6))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("count", range(1, 7))
def test_the_gravest_errors_come_first_and_alone_if_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:graded_registry")
    order = ["result", "hypothesis", "statement", "step", "slip", "reading"]
    assert main(["errata", "--json", "--severity", order[count - 1]]) == 0
    entries = json.loads(capsys.readouterr().out)["errata"]
    assert [entry["claim"] for entry in entries] == [entry["severity"] for entry in entries] == order[:count]


def test_the_front_page_says_which_results_stand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:graded_registry")
    assert main(["errata"]) == 0
    text = capsys.readouterr().out
    for part in (
        "# Errata: On Toys",
        "**Paper.** A. Uthor, *On Toys*, toys:1.",
        "Examined 5 of 5 numbered items.",
        "Of 5 numbered results, 1 is false in part, 1 needs a hypothesis that is not printed, 1 is false by a misprint "
        "only, 1 leaves open what it says, 1 stands.",
        "*False in part*: Lemma 4.",
        "*Needs a hypothesis*: Lemma 3.",
        "*Stands*: Lemma 5.",
    ):
        assert part in text
    assert main(["errata", "--severity", "grave"]) == 2
    assert "severity must be one of result, hypothesis, statement, step, slip, edge, reading; got 'grave'" in (
        capsys.readouterr().err
    )


def test_a_paper_without_errata(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.ledger.toy_ledger:undecided_registry")
    assert main(["errata"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# Errata\n\nMade by X on Y.\n\n**Paper.** toy.")
    assert "does not list what is to be examined" in text and "refuted" not in text


def test_a_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "errata.md"
    assert main(["errata", "--output", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8").startswith("# Errata\n")


def test_unknown_papers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--paper", "none"]) == 2
    assert "the paper must be one of" in capsys.readouterr().err


@pytest.mark.slow(every=2)
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
    def snapshot(identifier: str, locator: str, kind: str, repaired_by: str | None) -> dict[str, object]:
        erratum = {"wrong": "Zero.", "cost": "Equality.", "defect": "false"}
        shared: dict[str, object] = {"paper": "toy", "title": identifier, "statement": "Said.", "hypotheses": []}
        shared |= {"fidelity": "literal", "evidence": []}
        rest = {"note": "", "erratum": erratum, "counterexample": {"says": "n = 0"}, "status": "repaired"}
        rest["recorded"] = "repaired"
        return {"id": identifier, "locator": locator, "kind": kind, "repaired_by": repaired_by, **shared, **rest}

    right = {**snapshot("right", "App. A", "project", None), "status": "established", "counterexample": None}
    claims = [
        right,
        snapshot("step", "App. A.2, Eq. (1)", "equation", "right"),
        snapshot("second", "Sec. 2, Eq. (10)", "equation", "right"),
        snapshot("first", "Sec. 2, Eq. (1)", "equation", "right"),
    ]
    paper = Paper(key="toy", items=("Eq. (1)", "Eq. (10)"), uses={"Sec. 2, Eq. (1)": ("Eq. (10)",)})
    entries = errata.errata_of({"claims": claims}, papers=[paper])
    assert [entry["claim"] for entry in entries] == ["first", "second", "step"]
    assert [entry["section"] for entry in entries] == ["Statements", "Statements", "Steps of proofs"]
    assert [entry["repair"]["shown_at"] for entry in entries] == [None, "Sec. 2, Eq. (1)", "Sec. 2, Eq. (1)"]
    said = [{label: Markdown().line(line) for label, line in errata.parts(entry)} for entry in entries]
    assert said[0]["Instead (established)"] == "right. Said."
    assert said[0]["Rests on it"] == "Eq. (10)."
    assert said[1]["Instead (established)"] == "right, as at Sec. 2, Eq. (1)."


def test_misprints_are_listed_in_every_format() -> None:
    found = errata.Errata([], (Paper(key="toy", misprints=(("Sec. 1", "2 < 1", "1 < 2"),)),), [])
    assert "| Sec. 1 | 2 < 1 | 1 < 2 |" in found.text("markdown")
    assert "<td>2 &lt; 1</td>" in found.text("html")
    assert r"Sec. 1 & 2 \ensuremath{<} 1 & 1 \ensuremath{<} 2 \\" in found.text("latex")


def preface(entries: list[dict[str, str]], papers: list[Paper]) -> list[str]:
    return list(map(Markdown().line, errata.preface(entries, papers)))


def test_the_letters_of_a_paper_are_those_that_its_wing_names() -> None:
    entry = {"section": "Statements", "severity": "result", "status": "repaired"}
    assert not any("Notation" in paragraph for paragraph in preface([entry], []))
    assert preface([entry], [Paper(key="toy", notation="n is a number.")])[-1] == "**Notation.** $n$ is a number."


def test_who_has_compared_the_words_is_said() -> None:
    papers = [Paper(key="toy", heading="On Toys"), Paper(key="read", heading="On Reading", compared="two have.")]
    entry = {"section": "Statements", "status": "repaired", "severity": "statement"}
    said = [paragraph for paragraph in preface([entry], papers) if paragraph.startswith("**Wording.**")]
    assert said[0] == "**Wording.** On Reading: two have."
    assert "On Toys" in said[1] and "nobody else has compared it" in said[1] and len(said) == 2
