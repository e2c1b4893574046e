from __future__ import annotations

import copy
import re
from collections import Counter
from typing import Any
from urllib.parse import unquote

import pytest

from sdp_proofs.ledger.schema import validate
from sdp_proofs.render.page import ledger_html
from sdp_proofs.render.phrases import standing
from tests.render.page_tree import Element, read

HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)> & {{ 1 }} $\\text{<b>}$ `<i>`"
# Fields with a fixed list of values; everything else may be any text.
ENUMERATED = {
    *("status", "recorded", "kind", "fidelity", "method", "coverage", "verdict", "schema", "relation", "rule"),
    "strength",
}


def derivation() -> dict[str, Any]:
    """Three steps in two parts; the second one is broken."""

    def step(number: int, before: str, relation: str, after: str, verdict: str, **changes: Any) -> dict[str, Any]:
        evidence: dict[str, Any] = {"method": "SMT", "coverage": "ALL", "title": "solver", "scope": "all n"}
        evidence |= {"verdict": verdict}
        evidence |= {"seconds": 0.25, "instances": None, "detail": None, "premises": []}
        return {
            "number": number,
            "part": "",
            "before": {"latex": before, "text": before},
            "relation": relation,
            "after": {"latex": after, "text": after},
            "rule": "algebra",
            "reference": "",
            "hypotheses": [],
            "note": "",
            "recorded": verdict,
            "evidence": {**evidence, "believed": False, "witness": "n = 1/2" if verdict == "FAILS" else None},
            "near_misses": {"refuted": 0, "total": 0, "details": []},
            **changes,
        }

    miss = {"name": "turned", "refuted_by": "solver", "detail": "n = 7"}
    return {
        "id": "square-of-a-half",
        "title": "the square of $n$",
        "source": "App. Z",
        "agrees": True,
        "first_broken": 2,
        "steps": [
            step(1, "n^2", "=", "n n", "HOLDS", near_misses={"refuted": 1, "total": 1, "details": [miss]}),
            step(2, "n n", ">=", "n", "FAILS", rule="theorem", reference="Bernoulli", note="at $n = 1$ it is sharp"),
            step(3, "a", "implies", "b", "UNKNOWN", part="Second part", hypotheses=[{"text": "$a$", "silent": True}]),
        ],
    }


@pytest.fixture(scope="module")
def page(document: dict[str, Any]) -> Element:
    return read(ledger_html(document))


def article(page: Element, identifier: str) -> Element:
    [found] = page.all("article", id=f"claim-{identifier}")
    return found


def assert_links_resolve(page: Element) -> None:
    names = [element["id"] for element in page if "id" in element.attributes]
    assert len(set(names)) == len(names)
    links = [element["href"] for element in page.all("a")]
    assert links
    assert all(link.startswith("#") and unquote(link[1:]) in names for link in links)
    labels = [element["aria-labelledby"] for element in page if "aria-labelledby" in element.attributes]
    assert set(labels) <= set(names)


def hostile(value: Any, key: str = "") -> Any:
    """The value with hostile text behind every string that is not one of a fixed list; names stay consistent."""
    if isinstance(value, dict):
        names = key == "trust"
        return {name + HOSTILE if names else name: hostile(entry, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [hostile(entry, key) for entry in value]
    return value + HOSTILE if isinstance(value, str) and key not in ENUMERATED else value


def test_every_claim_has_a_section_and_a_row(document: dict[str, Any], page: Element) -> None:
    for claim in document["claims"]:
        assert claim["title"] in article(page, claim["id"]).text
        [row] = page.all("tr", data_claim=claim["id"])
        assert claim["locator"] in row.text
        assert row["data-status"] == standing(claim)
    assert len(page.all("article")) == len(document["claims"])
    counts = "5 claims: 1 established (1 believed), 1 supported, 1 false as stated (1 repaired), 1 open, 1 definition"
    assert counts in page.text


def test_every_link_leads_somewhere(page: Element) -> None:
    assert_links_resolve(page)


def test_a_claim_that_is_named_is_a_link(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    first, other = changed["claims"][0], changed["claims"][1]["id"]
    premise = {"text": "0 <= x", "origin": "claim", "source": other, "lifts": [], "rests_on": []}
    first["note"] = f"See {other} and `{other}`, not x-{other}, {other}-y or some-other-claim."
    first["evidence"][0]["premises"] = [premise]
    page = read(ledger_html(changed))
    [note] = [one for one in article(page, first["id"]).all("div") if one.attributes.get("class") == "note"]
    assert [link.text for link in note.all("a")] == [other, other]
    [proof] = [one for one in article(page, first["id"]).all("div") if one.attributes.get("class") == "proof"]
    assert [link["href"] for link in proof.all("a")] == [f"#claim-{other}"]
    assert_links_resolve(page)


def test_nothing_is_loaded_and_nothing_else_may_run(document: dict[str, Any]) -> None:
    text = ledger_html(document)
    assert not re.search(r"https?:|@import|url\((?!data:font/woff2;base64,)", text)
    page = read(text)
    assert not any({"src", "srcset", "action", "style"} & set(element.attributes) for element in page)
    assert not any(name.startswith("on") for element in page for name in element.attributes)
    [policy] = page.all("meta", http_equiv="Content-Security-Policy")
    assert policy["content"].startswith("default-src 'none'; style-src 'sha256-")
    assert len(page.all("script")) == len(page.all("style")) == 1
    [icon] = page.all("link")
    assert icon["rel"] == "icon" and icon["href"].startswith("data:image/svg+xml;base64,")
    assert "img-src data:" in policy["content"].split("; ")


def test_formulas_are_mathml(page: Element) -> None:
    theorem = article(page, "squares-are-nonnegative")
    [statement] = [element for element in theorem if element.attributes.get("class") == "statement"]
    assert len(statement.all("math")) == 2
    assert "$" not in statement.text
    [formula] = [element for element in theorem if element.attributes.get("class") == "formula"]
    assert formula.all("mtext")


def test_the_graph_shows_every_link(document: dict[str, Any], page: Element) -> None:
    drawn = {(line["data-from"], line["data-to"]) for line in page.all("path")}
    claims = document["claims"]
    assert drawn == {(support, claim["id"]) for claim in claims for support in claim["depends_on"]} | {
        (claim["repaired_by"], claim["id"]) for claim in claims if claim["repaired_by"]
    }
    boxes = {box["data-box"]: box["class"] for box in page.all("a") if "data-box" in box.attributes}
    assert boxes["squares-grow-slowly"] == "box supported rests"
    assert boxes["squares-are-nonnegative"] == "box established"


def test_hostile_text_stays_text(document: dict[str, Any], page: Element) -> None:
    attacked = hostile(copy.deepcopy(document))
    found = read(ledger_html(attacked))
    counts, harmless = Counter(element.tag for element in found), Counter(element.tag for element in page)
    for tag in ("script", "style", "article", "tr", "li", "path", "table", "input", "b", "i", "img"):
        assert counts[tag] == harmless[tag], tag
    assert not any(name.startswith("on") for element in found for name in element.attributes)
    assert_links_resolve(found)
    assert "squares-are-positive" + HOSTILE in [element["data-claim"] for element in found.all("article")]


@pytest.mark.parametrize("latex", ["\\left(x", "\\unheardof{x}", "}{", "\\href{javascript:alert(1)}{x}", "<script>"])
def test_strange_formulas_are_shown_safely(document: dict[str, Any], latex: str) -> None:
    changed = copy.deepcopy(document)
    changed["claims"][0]["formula"]["latex"] = latex
    page = read(ledger_html(changed))
    [formula] = [e for e in page.all("div") if e.attributes.get("class") == "formula"][:1]
    assert formula.text.strip()
    assert len(page.all("script")) == 1
    assert not [element for element in formula if "href" in element.attributes]


def test_a_derivation_is_shown_step_by_step(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    changed["claims"][0]["derivation"] = derivation()
    validate(changed)
    page = read(ledger_html(changed))
    [shown] = [element for element in page.all("div") if element.attributes.get("class") == "derivation"]
    lines = ["".join(e.text.split()) for e in shown if e.attributes.get("class") == "line"]
    assert lines == ["n2", "=nn", "≥n", "a", "⟹b"]
    assert [element["class"] for element in shown.all("li") if "class" in element.attributes] == [
        "step holds",
        "step fails",
        "step unknown",
    ]
    assert [element["start"] for element in shown.all("ol")] == ["1", "3"]
    [row] = page.all("tr", data_claim=changed["claims"][0]["id"])
    assert "3 steps, the first broken is 2" in " ".join(row.text.split())
    attacked = read(ledger_html(hostile(changed)))
    assert len(attacked.all("script")) == 1
    assert len(attacked.all("li")) == len(page.all("li"))


def test_claims_that_were_not_asked_for_are_named_without_a_link(document: dict[str, Any]) -> None:
    page = read(ledger_html({**document, "claims": [document["claims"][1]], "trust": {}}))
    assert_links_resolve(page)
    assert "squares-are-nonnegative (not on this page)" in " ".join(page.text.split())


def test_an_empty_ledger_has_a_page(document: dict[str, Any]) -> None:
    empty = {**document, "claims": [], "trust": {}, "summary": dict.fromkeys(document["summary"], 0)}
    assert "0 claims" in read(ledger_html(empty)).text


def test_cards_of_a_large_ledger_are_closed_unless_they_disagree(document: dict[str, Any]) -> None:
    many = [{**document["claims"][0], "id": f"squares-{'of-' * n}numbers", "depends_on": []} for n in range(1, 15)]
    many[3] = {**many[3], "agrees": False}
    page = read(ledger_html({**document, "claims": many}))
    cards = [e.all("details")[0] for e in page.all("article")]
    assert ["open" in card.attributes for card in cards] == [n == 3 for n in range(14)]
