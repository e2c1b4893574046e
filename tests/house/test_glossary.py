"""Glossary of the words that this project uses in a sense of its own: none is missing, and none is out of use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sdp_proofs.ledger.claim import Coverage, Fidelity, Method, Status, Strength
from sdp_proofs.proving import vocabulary
from sdp_proofs.proving.section import Details

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
# A reader of the field would not know these, or would take them for something else.
HOUSE = (
    "bracket", "catalogue", "claim", "door", "edition", "family", "floor", "hunt", "kill rate", "ledger",
    "lifting step", "mirror", "near miss", "odds", "reading", "recount", "room", "slip", "snapshot", "survivor",
    "tight", "trust list",
    "unique record", "window", "wing",
)  # fmt: skip


def rows() -> list[list[str]]:
    """Read the rows of all tables, without heads and rulers."""
    lines = PAGE.splitlines()
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if line.startswith("|") and not line.startswith("|---") and not after.startswith("|---")
    ]


def defined() -> set[str]:
    return {word.strip("` ") for row in rows() for word in row[0].split(",")}


def test_every_word_has_the_words_of_the_field_beside_it() -> None:
    assert len(rows()) > 80
    assert not [row[0] for row in rows() if not any(row[1:])]


@pytest.mark.parametrize("kind", [Coverage, Fidelity, Method, Status, Strength])
def test_words_of_a_verdict_are_explained(kind: type[Coverage]) -> None:
    assert {one.value for one in kind} <= defined()


def test_keywords_of_claims_are_explained() -> None:
    assert {"says", "holds", *Details.__annotations__} <= defined()


def test_ways_to_prove_are_explained() -> None:
    functions = {name for name in vocabulary.__all__ if name.islower()}
    assert len(functions) > 20
    assert functions <= defined()


@pytest.mark.parametrize("word", HOUSE)
def test_words_of_the_house_are_explained_and_used(word: str) -> None:
    assert word in defined()
    places = [*(ROOT / "sdp_proofs").rglob("*.py"), *(ROOT / "docs").glob("*/*.md"), ROOT / "README.md"]
    places += [ROOT / "Makefile", ROOT / "pyproject.toml", *(ROOT / "tests" / "house").glob("*.py")]
    used = re.compile(rf"\b{word}(e?s)?\b", re.IGNORECASE)
    assert any(used.search(place.read_text(encoding="utf-8")) for place in places if place != Path(__file__))


def test_keywords_that_are_gone_are_not_explained() -> None:
    quoted = {word.strip("` ") for row in rows() for word in row[0].split(",") if word.strip().startswith("`")}
    known = {"?", "says", "holds", *Details.__annotations__, *vocabulary.__all__}
    assert quoted <= known
