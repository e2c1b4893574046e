"""A reader with a paper open finds what it numbers by one search, and what is found is short."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from sdp_proofs.ledger.paper import Paper
from sdp_proofs.papers import papers, registry

WINGS = Path(__file__).parents[2] / "sdp_proofs" / "papers"
SMOOTHED_DP = next(paper for paper in papers() if paper.key == "smoothed-dp")
NUMBERED = re.compile(
    r"(Theorem|Lemma|Corollary|Proposition|Remark|Definition|Example|Algorithm|Eq\.|Figure|Table) \(?\d+\)?"
)
ITEMS = tuple(item for item in SMOOTHED_DP.items if NUMBERED.fullmatch(item))
COMPUTED = {
    "algorithm_cost.py", "election_data.py", "elections.py", "electorates.py", "fewer_records.py", "peers.py",
    "plug_in.py", "printed_examples.py", "pure_assignments.py", "sgd_estimates.py", "sgd_step.py", "signals.py",
    "theorem_two.py",
}  # fmt: skip
"""Modules that compute again what a paper computed, or what a claim is about; they prove nothing themselves."""
NO_STATEMENTS = {"__init__.py", "__main__.py", "paper.py", "trust.py", "wings.py"}
"""Modules of what a paper numbers and of what is believed: they hold nothing of a claim."""


def searched(item: str, wing: Path = WINGS / "smoothed_dp") -> list[Path]:
    """The modules that `grep -rlE "^Items:.*ITEM[,.]"` finds in a wing."""
    line = re.compile(rf"^Items:(.*, | ){re.escape(item)}[,.]", re.MULTILINE)
    return [path for path in sorted(wing.rglob("*.py")) if line.search(path.read_text(encoding="utf-8"))]


def speaks_of(paper: Paper, item: str, module: str) -> bool:
    """Tell whether a claim of a module adjudicates an item, at its place or where the paper's wing says."""
    claims = registry()
    if item in paper.elsewhere:
        return claims.homes[paper.elsewhere[item]] == module
    own = [claim for claim in claims.values() if claims.homes[claim.id] == module and claim.paper == paper.key]
    return not Paper(key=paper.key, items=(item,)).missing(own)


def test_the_first_paper_numbers_forty_four_items() -> None:
    assert len(ITEMS) == 44
    assert not searched("Theorem 30")
    assert not searched("Eq. (1")


@pytest.mark.parametrize("item", ITEMS)
def test_a_numbered_item_is_found_in_one_module_by_one_search(item: str) -> None:
    (path,) = searched(item)
    module = ".".join(path.relative_to(WINGS.parents[1]).with_suffix("").parts)
    assert module in SMOOTHED_DP.homes()
    assert speaks_of(SMOOTHED_DP, item, module) or item in SMOOTHED_DP.uncheckable
    assert item in (import_module(module).__doc__ or "")


def lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_a_claim_takes_thirty_lines_on_average() -> None:
    """Statement, proof, near misses, search and certificate: all modules of the wings, their instances and imports.

    Not counted are what papers number (`paper`), what is believed (`trust`), and what computes experiments again.
    """
    modules = [path for path in WINGS.rglob("*.py") if path.name not in NO_STATEMENTS | COMPUTED]
    assert lines(modules) <= 30 * len(registry())
