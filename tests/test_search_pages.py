"""The search of the documentation: both spellings are one word, and what was asked for by its number comes first."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAIRS = {
    "randomised": "randomized", "neighbours": "neighbors", "behaviour": "behavior", "analysed": "analyzed",
    "centred": "centered", "labelled": "labeled", "programme": "program", "quantisation": "quantization",
}  # fmt: skip
CLAIM, PAGE, API = "claims/a", "how_to/a", "generated/api/a"
RESULT = "results/smoothed-dp/a"
# A stemmer that changes nothing shows what the spelling rules change; the browser brings its address.
STAGE = """
globalThis.window = globalThis;
window.Stemmer = function () { this.stemWord = (word) => word; };
globalThis.location = { search: "?q=" + encodeURIComponent(QUESTION) };
"""


def in_script(question: str, expression: str) -> Any:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the PATH")
    script = (DOCS / "search.js").read_text(encoding="utf-8")
    program = STAGE.replace("QUESTION", json.dumps(question)) + script + f"\nconsole.log(JSON.stringify({expression}))"
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def scores(question: str, results: list[tuple[str, str]]) -> list[float]:
    given = json.dumps([[page, title, "", None, 15, "", ""] for page, title in results])
    return list(in_script(question, f"{given}.map(Scorer.score)"))


def test_both_spellings_are_one_word_for_a_question() -> None:
    stemmed = f"{json.dumps([list(pair) for pair in PAIRS.items()])}.map((pair) => pair.map(stemmer.stemWord))"
    pairs = in_script("", f"((stemmer) => {stemmed})(new Stemmer())")
    assert all(one == other for one, other in pairs)
    assert len({one for one, _ in pairs}) == len(PAIRS)


def test_both_spellings_are_one_word_in_the_index() -> None:
    pytest.importorskip("sphinx")
    sys.path.insert(0, str(DOCS))
    try:
        from search_pages import BothSpellings
    finally:
        sys.path.remove(str(DOCS))
    english = BothSpellings({})
    assert [english.stem(word) for word in PAIRS] == [english.stem(word) for word in PAIRS.values()]


@pytest.mark.parametrize("question", ["remark 8", "Remark 8:", "  REMARK   8 "])
def test_what_carries_the_number_comes_first(question: str) -> None:
    found = [
        (CLAIM, "Remark 8: the bound"),
        (f"{CLAIM}-with-a-longer-name", "Remark 8: another bound"),
        (CLAIM, "Remark 8; Table 1: both"),
        (CLAIM, "Table 1; Remark 8: both"),
        (CLAIM, "Sec. 4, Remark 8: what stands there"),
        (CLAIM, "Remark 8, proof: a step"),
        (PAGE, "Map of Remark 8"),
        (API, "sdp_proofs.figures.remark_8"),
        (CLAIM, "Remark 18: about Remark 8"),
    ]
    ranked = scores(question, found)
    assert ranked[:6] == sorted(ranked[:6], reverse=True) and len(set(ranked[:6])) == 6
    assert min(ranked[:6]) > max(ranked[6:]) + 100


def test_brackets_and_points_do_not_count() -> None:
    exact, other = scores("eq 2", [(CLAIM, "Sec. 2, Eq. (2): a ratio"), (CLAIM, "Sec. 2, Eq. (3): a utility")])
    assert exact > other + 100


def test_the_spelling_of_a_title_does_not_matter() -> None:
    found = [(CLAIM, "Utility: the randomised response of neighbours")]
    assert scores("randomized neighbors", found) == scores("randomised neighbours", found) == [24.992]


def test_pages_come_before_the_reference() -> None:
    page, reference = scores("pandas", [(PAGE, "Use it with pandas"), (API, "Frames for pandas")])
    assert page > reference


def test_guides_come_before_results_results_before_claims_and_claims_before_the_reference() -> None:
    places = [(page, "Composition, theorem: budgets add up") for page in (PAGE, RESULT, CLAIM, API)]
    ranked = scores("composition", places)
    assert ranked == sorted(ranked, reverse=True) and len(set(ranked)) == len(ranked)


def test_a_guide_comes_before_claims_at_a_place_of_that_name() -> None:
    found = [(PAGE, "Account for private training"), (CLAIM, "Composition: the product beats the sum")]
    guide, claim = scores("composition", found)
    assert guide > claim


def test_the_page_of_a_result_comes_before_its_claims() -> None:
    found = [(RESULT, "Theorem 5: FALSE (A paper)"), (CLAIM, "Theorem 5: the bound (FALSE)")]
    result, claim = scores("theorem 5", found)
    assert result > claim + 100


@pytest.mark.parametrize("question", ["Theorem 2 lssgd", "thm 2 LSSGD", "DP-LSSGD theorem 2"])
def test_words_beside_a_place_tell_the_papers_apart(question: str) -> None:
    found = [
        ("results/dp-lssgd/theorem-2", "Theorem 2: STANDS (DP-LSSGD)"),
        ("results/smoothed-dp/theorem-2", "Theorem 2: STANDS (Smoothed Differential Privacy)"),
        ("results/dp-lssgd/theorem-4", "Theorem 4: FALSE (DP-LSSGD)"),
        (PAGE, "Train with LSSGD"),
    ]
    own, other, wrong, guide = scores(question, found)
    assert own > other + 50 and other > wrong + 100 and other > guide + 100


def test_short_forms_are_those_of_the_pages() -> None:
    pytest.importorskip("sphinx")
    sys.path.insert(0, str(DOCS))
    try:
        from result_pages import SHORT
    finally:
        sys.path.remove(str(DOCS))
    assert {short: long.casefold() for long, short in SHORT.items()} == in_script("", "Scorer.short")


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("DP-SGD", "from_opacus"), ("noise multiplier", "from_opacus"), ("opacus", "from_opacus"),
        ("epochs", "from_opacus"), ("privacy budget filter", "from_opacus"), ("odometer", "from_opacus"),
        ("composition", "from_dp_accounting"), ("jax privacy", "from_dp_accounting"),
        ("user level", "which_sampling"), ("shuffle", "which_sampling"), ("one run canary", "audit_a_run"),
        ("membership inference", "audit_a_run"),
        *((words, "account") for words in (
            "DP-SGD", "noise multiplier", "opacus", "sensitivity", "composition", "hockey-stick", "f-DP",
        )),
    ],
)  # fmt: skip
def test_words_of_the_field_are_keywords_of_the_page_about_them(question: str, page: str) -> None:
    text = (DOCS / "how_to" / f"{page}.md").read_text(encoding="utf-8")
    keywords = {word.strip() for word in text.partition("keywords:")[2].partition("---")[0].split(",")}
    assert set(question.lower().replace("-", " ").split()) <= keywords
