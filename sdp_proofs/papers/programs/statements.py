"""States that a program of the literature is private: the sentence, its question, and the violation on record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from sdp_proofs.ledger import Claim
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.catalogue import FURTHER, PROGRAMS, Entry
from sdp_proofs.proving.programs import SENTENCE, by_program
from sdp_proofs.proving.section import Section, instance

FILE = "violations.json"
SYMBOLS = {"P": "\\Pr[\\mathcal{A}(q) = o]", "E": "e^\\epsilon", "Q": "\\Pr[\\mathcal{A}(q') = o]"}
MEANS = {
    "P": "any probability that the program returns an output o on an input q",
    "Q": "any probability of the same output on a neighbour q'",
    "E": "any odds e^epsilon that are claimed",
}
HOW = {
    "all": "Every number of a neighbour differs by at most one.",
    "up": "The numbers of a neighbour differ by at most one, all in one direction.",
    "one": "One number of a neighbour differs by one.",
    "any": "Any two inputs are neighbours.",
}
PROOF = ("shifts-of-noise",)
LISTED = ("programs-are-read",)


def entry_of(name: str, source: str = "") -> Entry:
    """Find a program of the catalogue, by its name and the beginning of its source.

    Raises:
        KeyError: there is none.
    """
    for entry in (*PROGRAMS, *FURTHER):
        if entry.program.__name__ == name and entry.source.startswith(source):
            return entry
    raise KeyError(name, source)


def private(
    section: Section, identifier: str, entry: Entry, title: str, says: str, *, misses: Mapping[str, Mapping[str, Any]],
    repairs: str = "", budget: int | None = None, note: str = "",
) -> Claim:
    """State that a program is private, and let it be proved.

    Args:
        section: where the claim stands.
        identifier: says the assertion.
        entry: the program and its question.
        title: one line.
        says: what the program does, and what is claimed.
        misses: false neighbours by name: other parameters of the question.
        repairs: the refuted claim that this one corrects.
        budget: units, where they are not those of the entry.
        note: what else a reader should know.
    """
    asked = {**entry.arguments, **({} if budget is None else {"budget": budget})}
    details: dict[str, Any] = {"repairs": repairs, "fidelity": "reconstructed"} if repairs else {}
    return section.claim(
        identifier, title, f"{says} {HOW[entry.neighbours]}", SENTENCE, by_program(entry.program),
        at=entry.locator, parameters={**asked, "every": entry.every or bool(repairs)}, means=MEANS,
        mutants=misses, generated="none", trust=(PROOF if entry.neighbours != "any" else LISTED),
        note=note, **details,
    )  # fmt: skip


def leaks(
    section: Section, identifier: str, entry: Entry, title: str, says: str, *, wrong: str, cost: str = "",
    repaired: bool = False,
) -> Claim:
    """State what is claimed of a program that is not private; its violation is on record.

    Args:
        section: where the claim stands.
        identifier: says the assertion.
        entry: the program and its question.
        title: one line.
        says: what the program does, and what is claimed.
        wrong: what is wrong with it.
        cost: what the repair costs.
        repaired: a claim repairs it.
    """
    found = violations()[key(entry)]
    refuted: dict[str, Any] = {} if repaired else {"recorded": "refuted"}
    return section.claim(
        identifier, title, f"{says} {HOW[entry.neighbours]}", SENTENCE, by_program(entry.program),
        at=entry.locator, parameters=entry.arguments, means=MEANS, generated="none", trust=LISTED,
        fails=instance(found["says"], dict(found["let"]), at={"P": ">= P", "Q": "<= Q"}),
        wrong=wrong, cost=cost, defect="wrong constant" if repaired else "false", **refuted,
    )  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A statement of a program: its name in the ledger, one line, and what the program does with what is claimed.

    Attributes:
        identifier: says the assertion.
        title: one line.
        says: what the program does, and what is claimed.
    """

    identifier: str
    title: str
    says: str


def mended(
    section: Section, entry: Entry, claimed: Said, true: Said, *, budget: int, wrong: str, cost: str,
    misses: Mapping[str, Mapping[str, Any]],
) -> None:
    """State what is claimed of a program that costs more, and beside it what it costs.

    Args:
        section: where the claims stand.
        entry: the program and its question.
        claimed: what is claimed of it.
        true: the same with the budget that is enough.
        budget: these units.
        wrong: what is wrong with the claim.
        cost: what the repair costs.
        misses: smaller budgets, by name.
    """
    leaks(
        section, claimed.identifier, entry, claimed.title, claimed.says, wrong=wrong, cost=cost, repaired=True
    )
    private(
        section, true.identifier, entry, true.title, true.says, misses=misses, budget=budget,
        repairs=claimed.identifier,
    )  # fmt: skip


def key(entry: Entry) -> str:
    """Name a question of the catalogue in the file of violations."""
    return f"{entry.program.__name__}, {entry.source}"


@cache
def violations() -> dict[str, Any]:
    """The certificates of the wrong programs, by program and source."""
    text = resources.files("sdp_proofs.papers.programs").joinpath("data", FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def computed() -> Iterator[tuple[str, dict[str, Any]]]:
    """Compute the certificates anew: what the file of violations must hold."""
    for entry in (*PROGRAMS, *FURTHER):
        if not entry.right:
            found = program(entry.program, **entry.arguments).certificate
            if found is not None:
                yield key(entry), found


if __name__ == "__main__":
    print(json.dumps(dict(computed()), indent=1, sort_keys=True))
