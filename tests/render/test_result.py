"""The screen of a result: every result of every paper fits, with verdict, reason, counterexample and replacement."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sdp_proofs.kernel.record import recorded
from sdp_proofs.ledger import results
from sdp_proofs.ledger.catalogue import Catalogue, short
from sdp_proofs.papers import papers
from sdp_proofs.render import front
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.phrases import refuted
from sdp_proofs.render.result import HEADLINES, Result, items_named, needed_for, result_at, result_of, screen
from sdp_proofs.render.terminal import plain

ITEMS = [
    pytest.param(paper, item, id=f"{paper.key}: {item}")
    for paper in papers()
    for item in paper.items
    if front.is_numbered_result(item) or not any(map(front.is_numbered_result, paper.items))
]
"""The numbered results of the papers, and all items of those that number nothing."""


@pytest.fixture(scope="module")
def ledger() -> Catalogue:
    found = results.readable(results.SHIPPED)
    assert found is not None
    return found.catalogue


def result(ledger: Catalogue, paper: Any, item: str) -> Result:
    document = ledger.excerpt(needed_for(list(ledger.claims.values()), paper, item))
    claims = [{**claim, "kernel": recorded().standing(claim)} for claim in document["claims"]]
    return result_at({**document, "claims": claims}, paper, item)


def lines(found: list[Result], **options: Any) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in screen(found, **options)]


def flat(text: str) -> str:
    return " ".join(plain(prose(text)).split())


def test_there_are_as_many_results_as_the_papers_have() -> None:
    counts = {paper.key: sum(item.values[0] is paper for item in ITEMS) for paper in papers()}
    rest = {"accountants": 16, "programs": 56, "project": 0}
    assert counts == {"smoothed-dp": 15, "dp-lssgd": 15, "dp-lecture": 94, **rest}


@pytest.mark.parametrize(("paper", "item"), ITEMS)
def test_a_result_is_one_screen(ledger: Catalogue, paper: Any, item: str) -> None:
    found = result(ledger, paper, item)
    text = lines([found], query=item)
    assert len(text) <= 40
    assert max(map(len, text)) <= 100
    assert text[0].startswith(f"{item}  {HEADLINES[found.verdict].word}")
    whole = ledger.excerpt(ledger.claims)
    assert found.verdict == front.verdict_at(whole, paper, item)
    for claim in filter(refuted, found.parts):
        assert short(claim["id"]) in " ".join(text)
        reason = flat(claim["erratum"]["wrong"])
        assert reason[:40] in " ".join(" ".join(text).split())
        assert f"sdp-proofs certificate {short(claim['id'])} -o c.json" in "\n".join(text)
        instead = found.replacement(claim)
        assert claim["status"] == "refuted" or (instead is not None and short(instead["id"]) in "\n".join(text))
        assert sum(line.startswith("  cite ") for line in text) >= sum(map(refuted, found.parts))
    if not found.parts:
        assert (found.reason and "because" in text[2]) or found.verdict == front.NOT_EXAMINED


@pytest.mark.parametrize("width", [60, 80, 200])
def test_other_widths_fit_too(ledger: Catalogue, width: int) -> None:
    for item in ITEMS[::3]:
        text = lines([result(ledger, *item.values)], query="x", width=width)
        assert len(text) <= 40
        folded = [line for line in text if not re.match(r"  (replay|id|id to cite) ", line)]
        assert max(map(len, folded)) <= min(width, 100)


def test_several_papers_share_a_screen(ledger: Catalogue) -> None:
    named = items_named(papers(), "thm 2")
    assert [(paper.key, item) for paper, item in named] == [("smoothed-dp", "Theorem 2"), ("dp-lssgd", "Theorem 2")]
    assert items_named(papers(), "thm 2", "dp-lssgd") == named[1:]
    text = lines([result(ledger, *one) for one in named], query="thm 2")
    assert len(text) <= 40
    assert [line for line in text if line.startswith("Theorem 2  ")] == [
        "Theorem 2  STANDS: as far as it can be checked", "Theorem 2  STANDS: as it is read here",
    ]  # fmt: skip
    many = lines([result(ledger, *named[0])] * 9, query="thm 2")
    assert len(many) <= 40 and "and 5 more: name the paper with --paper" in many


def test_a_claim_has_a_screen_of_its_own(ledger: Catalogue) -> None:
    known = {paper.key: paper for paper in papers()}
    for claim in list(ledger.claims.values())[::7]:
        document = ledger.excerpt([claim["id"], *filter(None, [claim["repaired_by"]])])
        found = result_of(document, known[claim["paper"]], claim)
        text = lines([found], query=claim["id"])
        assert len(text) <= 40 and max(map(len, text)) <= 101
        fails = claim["status"] in ("refuted", "repaired")
        assert fails == any(word in text[0] for word in ("FALSE", "FAILS", "NEEDS A HYPOTHESIS"))
        assert fails == any(line.startswith("  fails at ") for line in text)


def test_theorem_five_says_what_is_wrong(ledger: Catalogue) -> None:
    [named] = items_named(papers(), "theorem 5")
    text = "\n".join(lines([result(ledger, *named)], query="Theorem 5"))
    for part in (
        "Theorem 5  FALSE as printed",
        "  FALSE: DP with replacement: no δ ≤ T/(n + 1) is possible, at any ε",
        "  NEEDS A HYPOTHESIS: Theorem 5 for sources that are strictly positive on their own support",
        "fails at   n = 4 and T = 3, e^ε = 2: the largest δ(x) is 37/64, below 3/5",
        "replay     sdp-proofs certificate 2b5983 -o c.json && python -P -m sdp_proofs.certificate c.json",
        "maxₓ δ(x) = 1 - ((n - 1)/n)^T",
        "id to cite 8d84f9  worst-case-with-replacement-is-the-chance-of-being-drawn",
        'sdp-proofs show "Theorem 5" --full',
    ):
        assert part in text


def test_an_item_takes_the_verdict_of_the_claim_that_adjudicates_it_elsewhere(ledger: Catalogue) -> None:
    seen = 0
    for paper in papers():
        for item, name in paper.elsewhere.items():
            if front.claims_at(ledger.excerpt(ledger.claims), paper, item):
                continue
            assert result(ledger, paper, item).verdict == front.verdict_of(ledger.claims[name])
            seen += 1
    assert seen >= 5
