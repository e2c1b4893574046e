"""The trust ledger: everything that is believed rather than checked, and how much rests on each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.catalogue import Catalogue, Row
from sdp_proofs.ledger.evidence import strengths

TrustKind = Literal["engine", "theorem", "lifting", "lemma", "rule", "data"]
KINDS: tuple[TrustKind, ...] = get_args(TrustKind)


@dataclass(frozen=True, slots=True)
class TrustEntry:
    """One thing that is believed: an engine, a cited theorem, a lifting step or a data source; or one that was.

    Attributes:
        id: its name.
        kind: a *lemma* is a lifting step that claims prove; believed is only that it applies where it is named, which
            is told in words. A *rule* is proved, too, and a program applies it.
        statement: what it says.
        reference: where it is from.
        proved_by: the claims that prove a lemma or a rule; what rests on the entry depends on these.
        made_of: of an engine, the packages of other people and the rooms of this one that it is made of.
    """

    id: str
    kind: TrustKind
    statement: str
    reference: str
    proved_by: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()


class TrustLedger(Mapping[str, TrustEntry]):
    """The trust entries by id.

    Example:
        >>> arb = TrustEntry("arb", "engine", "Ball arithmetic contains the value.", "Johansson 2017")
        >>> TrustLedger([arb])["arb"].reference
        'Johansson 2017'
    """

    def __init__(self, entries: Iterable[TrustEntry] = ()) -> None:
        self._entries: dict[str, TrustEntry] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise DomainError(f"trust entries must have unique ids; got {entry.id!r} twice")
            self._entries[entry.id] = entry

    def __getitem__(self, identifier: str) -> TrustEntry:
        return self._entries[identifier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


SCHEMA = "sdp-proofs/trust/1"


def believed(ledger: Catalogue, paper: str | None = None) -> dict[str, Any]:
    """The entries of the trust ledger as JSON values, kind by kind, with the claims that rest on them.

    A claim rests on an entry directly if its own evidence does, and through citations if that of a claim does which it
    depends on, however far down. Nothing is run.

    Of results it is counted as well how many claims follow from instances that were typed.

    Args:
        ledger: its claims and its trust ledger.
        paper: count the claims of this paper only.

    Raises:
        DomainError: no claim belongs to that paper.
    """
    claims = ledger.selected(paper=paper)
    whole = _resting(ledger)
    entries = [
        {
            "id": name,
            **entry,
            "direct": [claim["id"] for claim in claims if name in claim["trust"]],
            "through_citations": [
                claim["id"] for claim in claims if name in whole[claim["id"]] and name not in claim["trust"]
            ],
        }
        for kind in KINDS
        for name, entry in ledger.trust.items()
        if entry["kind"] == kind
    ]
    shown = [entry for entry in entries if entry["direct"] or entry["through_citations"]]
    found = {"schema": SCHEMA, "claims": len(claims), "believed": shown, "nothing": _on_nothing(claims, whole)}
    if all("strength" in claim for claim in claims):  # without results nothing tells what carries a claim
        found["strengths"] = strengths(claims)
    return found


def _resting(ledger: Catalogue) -> dict[str, frozenset[str]]:
    """The entries that each claim rests on, directly or through citations."""
    found: dict[str, frozenset[str]] = {}
    for identifier in ledger.closure():  # a claim comes after what it depends on
        claim = ledger.claims[identifier]
        found[identifier] = frozenset(claim["trust"]).union(*(found[other] for other in claim["depends_on"]))
    return found


def _on_nothing(claims: Iterable[Row], whole: Mapping[str, frozenset[str]]) -> int:
    """Number of claims that rest on no entry at all: they were decided by exact arithmetic."""
    return sum(not whole[claim["id"]] for claim in claims)
