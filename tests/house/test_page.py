"""The page on the house has every room on its floor."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.house.structure import House

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "house.md").read_text(encoding="utf-8")


def rows(title: str) -> list[str]:
    """List the first cells of the table below a title."""
    part = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]


def floors() -> list[set[str]]:
    """List the rooms of each floor, from the top, as the import linter has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [set(re.findall(r"\w+", layer)) for layer in layers]


def test_the_page_has_the_floors_in_their_order() -> None:
    listed = [set(re.findall(r"`(\w+)`", row)) for row in rows("The floors")]
    assert listed == floors()


def test_every_room_of_a_need_exists() -> None:
    needs = PAGE.partition("## From a need")[2].partition("## The floors")[0]
    cells = [line.split("|")[2] for line in needs.splitlines() if line.startswith("| a") or line.startswith("| the")]
    named = {room for cell in cells for room in re.findall(r"`(\w+)`", cell)}
    assert len(cells) > 10
    assert named <= set().union(*floors())


def test_the_page_lists_the_modules_that_name_a_mechanism_of_another() -> None:
    named = {f"sdp_proofs.{place}" for place in House().places_of_mechanisms()}
    assert {
        place for row in rows("A mechanism outside its own module") for place in re.findall(r"`([\w.]+)`", row)
    } == named
