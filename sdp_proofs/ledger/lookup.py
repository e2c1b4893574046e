"""How a reader finds claims: by id or by locator, in one paper or in all, with all that they rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.locators import has_part, normalised
from sdp_proofs.spelling import near


class Place(NamedTuple):
    """What a claim is found by."""

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
    """Those of one paper, or all.

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
    hint = f"; did you mean {' or '.join(map(repr, dict.fromkeys(close)))}?" if close else ""
    raise DomainError(f"a claim must be an id or a locator of the ledger; got {query!r}{hint}")


def closure(wanted: Iterable[str], prerequisites: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Some claims with all that their status refers to, those first.

    Args:
        wanted: ids.
        prerequisites: of every claim, in the order in which claims are shown.

    Example:
        >>> closure(["sum"], {"sum": ["term"], "other": [], "term": []})
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
