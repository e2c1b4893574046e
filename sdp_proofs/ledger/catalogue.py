"""The claims of a ledger that is not run, as JSON values: found by words, with what they rest on.

The values are those of a snapshot, so that the same code prints them, whether they come from claims that were loaded,
from a run, or from results that were kept. Words are an id, six signs that stand for it, or a locator as people type
it: "Fig. 1", "Figure 1" and "fig 1" are the same place.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Status
from sdp_proofs.ledger.evidence import read_as, strengths
from sdp_proofs.spelling import near

_ABBREVIATIONS = {
    "alg": "algorithm",
    "app": "appendix",
    "cor": "corollary",
    "def": "definition",
    "defn": "definition",
    "eq": "equation",
    "eqn": "equation",
    "ex": "example",
    "fig": "figure",
    "ineq": "inequality",
    "lem": "lemma",
    "prop": "proposition",
    "rem": "remark",
    "rmk": "remark",
    "sec": "section",
    "tab": "table",
    "thm": "theorem",
}
_TOKEN = re.compile(r"[^\W\d_]+|\d+")


def normalised(locator: str) -> str:
    """A locator with case, spacing, punctuation and abbreviations levelled out.

    Example:
        >>> normalised("Eq. (3)"), normalised("App. E.1, step 2")
        ('equation 3', 'appendix e 1 step 2')
    """
    tokens = _TOKEN.findall(locator.casefold())
    return " ".join(_ABBREVIATIONS.get(token, token) for token in tokens)


def has_part(locator: str, place: str) -> bool:
    """Tell whether whole words of a normalised locator are a place, which has a word besides numbers.

    Example:
        >>> has_part("appendix e 1 equation 7", "equation 7"), has_part("theorem 31", "theorem 3"), has_part("a 1", "1")
        (True, False, False)
    """
    return bool(re.search(r"[^\W\d_]", place)) and f" {place} " in f" {locator} "


class Place(NamedTuple):
    """Words by which a claim is found."""

    id: str
    paper: str
    locator: str


def short(identifier: str) -> str:
    """Six signs that name a claim for good, as long as its id stays: for margins, tables and footnotes.

    Example:
        >>> short("remark-eight")
        '9d1b42'
    """
    return hashlib.sha256(identifier.encode()).hexdigest()[:6]


def of_paper(places: Sequence[Place], paper: str | None) -> list[Place]:
    """Claims of one paper, or all.

    Raises:
        DomainError: no claim belongs to that paper.
    """
    papers = dict.fromkeys(place.paper for place in places)
    if paper is not None and paper not in papers:
        raise DomainError(f"the paper must be one of {', '.join(papers)}; got {paper!r}")
    return [place for place in places if paper in (None, place.paper)]


def found(places: Sequence[Place], query: str, paper: str | None = None) -> tuple[str, ...]:
    """The ids of the claims with that id or short name, at that locator ("fig 1"), or one with that part ("Eq. (7)").

    Raises:
        DomainError: there is none; the message suggests what is spelled alike.

    Example:
        >>> found([Place("sums-are-even", "toy", "Theorem 1 (i)"), Place("sums-are-odd", "toy", "Lemma 2")], "thm 1")
        ('sums-are-even',)
    """
    among = of_paper(places, paper)
    place = normalised(query)
    named = (
        tuple(one.id for one in among if query.strip().casefold() in (one.id, short(one.id)))
        or tuple(one.id for one in among if normalised(one.locator) == place)
        or tuple(one.id for one in among if has_part(normalised(one.locator), place))
    )
    if named:
        return named
    spelled = {one.id: one.id for one in among}
    spelled |= {normalised(one.locator): one.locator for one in among}
    close = [spelled[word] for attempt in dict.fromkeys((query.casefold(), place)) for word in near(attempt, spelled)]
    meant = " or ".join(map(repr, dict.fromkeys(close)))
    hint = f"; did you mean {meant}?" if close else "; sdp-proofs list prints all"
    raise DomainError(f"a claim must be an id or a place in the ledger; got {query!r}{hint}")


def ordered_closure(wanted: Iterable[str], prerequisites: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Some claims with all that their status refers to, those first.

    Args:
        wanted: ids.
        prerequisites: of every claim, in the order in which claims are shown.

    Example:
        >>> ordered_closure(["sum"], {"sum": ["term"], "other": [], "term": []})
        ('term', 'sum')
    """
    found = reached(wanted, prerequisites)
    ordered = {identifier: needed for identifier, needed in prerequisites.items() if identifier in found}
    return tuple(TopologicalSorter(ordered).static_order())


def reached(wanted: Iterable[str], prerequisites: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Some claims with all that their status refers to, in no order.

    Args:
        wanted: ids.
        prerequisites: of every claim that is known.
    """
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        identifier = waiting.pop()
        if identifier not in found:
            found.add(identifier)
            waiting.extend(prerequisites.get(identifier, ()))
    return frozenset(found)


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
    def places(self) -> list[Place]:
        """Places of all claims."""
        return [Place(row["id"], row["paper"], row["locator"]) for row in self.claims.values()]

    def selected(self, queries: Sequence[str] = (), paper: str | None = None) -> list[Row]:
        """The claims that some words name; all of the paper, or all, without words.

        Raises:
            DomainError: there are none.
        """
        if not self.claims:
            raise DomainError("a ledger must have a claim; got none")
        if queries:
            named = [identifier for query in queries for identifier in found(self.places, query, paper)]
        else:
            named = [place.id for place in of_paper(self.places, paper)]
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
            raise DomainError(f"a certificate must be of one refuted claim; {query!r} names {reason}")
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
    return ordered_closure(identifiers, {name: refers_to(row) for name, row in rows.items()})


def refers_to(row: Row) -> list[str]:
    """The ids that the status of a claim refers to."""
    return [*row["depends_on"], *([] if row["repaired_by"] is None else [row["repaired_by"]])]


def _named(trust: Mapping[str, Row], claims: Iterable[Row]) -> dict[str, dict[str, str]]:
    named = sorted({name for claim in claims for name in claim["trust"]})
    return {name: {key: trust[name][key] for key in ("kind", "statement", "reference")} for name in named}
