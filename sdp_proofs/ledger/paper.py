"""Papers as a ledger knows them, besides their claims: modules, items in the order of reading, misprints."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING

from sdp_proofs.ledger.catalogue import has_part, normalised

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paper:
    """A paper, as its wing of the ledger describes it: whatever the house knows of it is said here.

    Attributes:
        key: the name by which commands know it.
        title: as printed; empty for statements of the project itself.
        authors: as printed.
        venue: where it appeared, and when.
        version: which of its versions the locators are those of, where there are several.
        identifier: a DOI, an arXiv identifier or another permanent name.
        heading: what pages put above its claims (default: the title, or the key).
        package: the package that the names of its modules are relative to; empty if they are complete.
        modules: those with its claims, each with a `proving.section.Section`, in the order in which they are shown.
        items: what the paper numbers or says, by locator, in the order of reading; a test compares claims with it.
        uncheckable: items without a claim of their own, and why.
        elsewhere: items that are adjudicated by a claim at another place.
        uses: what uses an item in print, by the beginning of its locator; the first key that fits counts.
        misprints: slips that assert nothing by themselves: where, what is printed, what is meant.
        notation: its letters, for a reader of its errata; Markdown.
        compared: who else than the authors of the claims has compared their words with the paper's, and how far;
            empty if nobody has, which the errata then say: a claim counts as literal unless it says otherwise.
        settled: whether its statements have been judged, so that a claim without a counterexample is on record as
            established. Of a draft nothing is on record but what a claim says itself.
        survivors: mutants that ask for more than a claim and are not refuted: by claim, by key of the mutant, the
            reason; see `proving.mutants`.

    Example:
        >>> survey = Paper(key="survey", items=("Theorem 1", "Lemma 2"), uses={"Lemma 2": ("Theorem 1",)})
        >>> survey.heading, survey.rests_on("Lemma 2 (i)"), survey.missing([])
        ('survey', ('Theorem 1',), ('Theorem 1', 'Lemma 2'))
    """

    key: str
    title: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    version: str = ""
    identifier: str = ""
    heading: str = ""
    package: str = ""
    modules: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    uncheckable: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    misprints: tuple[tuple[str, str, str], ...] = ()
    notation: str = ""
    compared: str = ""
    settled: bool = False
    survivors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.heading:
            object.__setattr__(self, "heading", self.title or self.key)

    def homes(self) -> tuple[str, ...]:
        """The modules with its claims, by their complete names.

        Example:
            >>> Paper(key="survey", package="surveys", modules=("answers",)).homes()
            ('surveys.answers',)
        """
        return tuple(f"{self.package}.{name}" if self.package else name for name in self.modules)

    def rests_on(self, locator: str) -> tuple[str, ...]:
        """Items that use an item in print; empty if none is known."""
        return next((places for start, places in self.uses.items() if locator.startswith(start)), ())

    def missing(self, claims: Iterable[Claim]) -> tuple[str, ...]:
        """The items that neither a claim covers nor `uncheckable` explains.

        Args:
            claims: of the ledger; those of other papers may adjudicate an item `elsewhere`.
        """
        known = {claim.id: claim for claim in claims}
        places = [normalised(claim.locator) for claim in known.values() if claim.paper == self.key]
        return tuple(
            item
            for item in self.items
            if item not in self.uncheckable
            and self.elsewhere.get(item) not in known
            and not any(has_part(place, normalised(item)) for place in places)
        )


def survivors(package: str, name: str) -> Mapping[str, Mapping[str, str]]:
    """The mutants that ask for more than a claim and hold all the same, from a file: by claim and key, the reason.

    Args:
        package: where the file is.
        name: of the file: JSON, by claim, by key of the mutant, its name and the reason.
    """
    found = json.loads((files(package) / name).read_text(encoding="utf-8"))
    return {claim: {key: reason for key, (_, reason) in listed.items()} for claim, listed in found.items()}
