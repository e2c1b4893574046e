"""The trust ledger: everything that is believed rather than checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from sdp_proofs.errors import DomainError

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
    """

    id: str
    kind: TrustKind
    statement: str
    reference: str
    proved_by: tuple[str, ...] = ()


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
