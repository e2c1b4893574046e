"""What a reader asks of a ledger that is not run: its claims as JSON values, found by words, with what they rest on.

The values are those of a snapshot, so that the same code prints them, whether they come from claims that were loaded,
from a run, or from results that were kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import lookup
from sdp_proofs.ledger.claim import Status
from sdp_proofs.ledger.status import read_as
from sdp_proofs.ledger.strengths import strengths

SCHEMA = "sdp-proofs/ledger/1"

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Catalogue:
    """The claims of a ledger as JSON values, in the order in which they are shown.

    Attributes:
        claims: by id, with at least what `snapshot.described` says.
        trust: the entries of the trust ledger, by id.

    Example:
        >>> row = {"id": "sums-are-even", "paper": "toy", "locator": "Lemma 1", "depends_on": [], "repaired_by": None}
        >>> [found["id"] for found in Catalogue({"sums-are-even": row}, {}).selected(["lemma 1"])]
        ['sums-are-even']
    """

    claims: Mapping[str, Row]
    trust: Mapping[str, Row]

    @cached_property
    def places(self) -> list[lookup.Place]:
        """Where every claim stands."""
        return [lookup.Place(row["id"], row["paper"], row["locator"]) for row in self.claims.values()]

    def selected(self, queries: Sequence[str] = (), paper: str | None = None) -> list[Row]:
        """The claims that some words name; all of the paper, or all, without words.

        Raises:
            DomainError: there are none.
        """
        if not self.claims:
            raise DomainError("a ledger must have a claim; got none")
        if queries:
            named = [identifier for query in queries for identifier in lookup.found(self.places, query, paper)]
        else:
            named = [place.id for place in lookup.of_paper(self.places, paper)]
        return [self.claims[identifier] for identifier in dict.fromkeys(named)]

    def concerned(self, paper: str | None = None) -> list[str]:
        """The ids of the claims of a paper, or of all, and of those that repair them: what its errata speak of."""
        claims = self.selected(paper=paper)
        repairs = [one["repaired_by"] for one in claims if one["repaired_by"] is not None]
        return list(dict.fromkeys([*(one["id"] for one in claims), *repairs]))

    def counterexample(self, query: str, paper: str | None = None) -> dict[str, Any]:
        """The recorded counterexample of the one refuted claim that some words name, as a document that replays.

        Raises:
            DomainError: there is none, or there are several.
        """
        refuted = [one for one in self.selected([query], paper) if one["counterexample"] is not None]
        if len(refuted) != 1:
            reason = f"its ids {', '.join(one['id'] for one in refuted)}" if refuted else "no refuted one"
            raise DomainError(f"a certificate must be asked for one refuted claim; {query!r} names {reason}")
        return dict(refuted[0]["counterexample"])

    def closure(self, identifiers: Iterable[str] | None = None) -> tuple[str, ...]:
        """The given claims (default: all) with all they depend on or are repaired by, those first."""
        return closure(self.claims, self.claims if identifiers is None else identifiers)

    def excerpt(self, identifiers: Iterable[str]) -> dict[str, Any]:
        """A snapshot of some claims, if these are the claims of a run."""
        wanted = set(identifiers)
        return document_of([row for name, row in self.claims.items() if name in wanted], self.trust)

    def with_citations(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """A snapshot together with what its claims rest on; see `snapshot.with_citations`."""
        return cited(document, {name: {**row, "run": True} for name, row in self.claims.items()}, self.trust)


def document_of(
    claims: Sequence[Row], trust: Mapping[str, Row], *, complete: bool = True
) -> dict[str, Any]:
    """A snapshot of claims that were run: the claims, and what follows from them.

    Args:
        claims: as in a snapshot.
        trust: the entries of the trust ledger, of which those are shown that the claims name.
        complete: whether the run came to its end.
    """
    counts = Counter(claim["status"] for claim in claims if not read_as(claim))
    readings = sum(map(read_as, claims))
    return {
        "schema": SCHEMA,
        "complete": complete,
        "agrees": all(claim["agrees"] for claim in claims),
        "claims": list(claims),
        "summary": {**{status.value: counts[status.value] for status in Status}, "readings": readings},
        "strengths": strengths(claims),
        "trust": _named(trust, claims),
    }


def cited(
    document: Mapping[str, Any], rows: Mapping[str, Row], trust: Mapping[str, Row]
) -> dict[str, Any]:
    """A snapshot together with what its claims rest on.

    Args:
        document: a snapshot.
        rows: of every claim of the ledger, whether it was run, and its status.
        trust: the entries of the trust ledger.
    """
    keys = ("paper", "locator", "title", "status", "run", "depends_on", "trust")
    resting = {
        name: {**{key: rows[name][key] for key in keys}, "strength": rows[name].get("strength")}
        for name in closure(rows, (claim["id"] for claim in document["claims"]))
    }
    return {**document, "cited": resting, "trust": _named(trust, resting.values())}


def closure(rows: Mapping[str, Row], identifiers: Iterable[str]) -> tuple[str, ...]:
    """Some claims with all that their status refers to, those first."""
    return lookup.closure(identifiers, {name: refers_to(row) for name, row in rows.items()})


def refers_to(row: Row) -> list[str]:
    """The ids that the status of a claim refers to."""
    return [*row["depends_on"], *([] if row["repaired_by"] is None else [row["repaired_by"]])]


def _named(trust: Mapping[str, Row], claims: Iterable[Row]) -> dict[str, dict[str, str]]:
    named = sorted({name for claim in claims for name in claim["trust"]})
    return {name: {key: trust[name][key] for key in ("kind", "statement", "reference")} for name in named}
