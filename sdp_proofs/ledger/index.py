"""Finds the claims of a ledger, and what each rests on, without importing the modules that make them.

The results that the package ships say where every claim stands, what it depends on and which module makes it. What
they say of a module counts as long as its source, and those of the statements that it imports, are what they were;
a module that has changed since, or is new, must be imported to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sdp_proofs.ledger import results
from sdp_proofs.ledger.catalogue import Catalogue, Row, refers_to
from sdp_proofs.ledger.digests import SHIPPED

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim


@dataclass(frozen=True)
class Index:
    """What is known of the claims of the modules that have not changed.

    Attributes:
        rows: by module, in the order of the ledger, the rows of its claims.
        changed: the modules that must be imported, in the same order.
    """

    rows: Mapping[str, Sequence[Row]]
    changed: tuple[str, ...]

    @cached_property
    def homes(self) -> dict[str, str]:
        """The module of every claim."""
        return {row["id"]: home for home, rows in self.rows.items() for row in rows}

    @cached_property
    def prerequisites(self) -> dict[str, tuple[str, ...]]:
        """The ids that the status of every claim refers to."""
        return {row["id"]: tuple(refers_to(row)) for rows in self.rows.values() for row in rows}

    def catalogue(self, homes: Iterable[str], loaded: Mapping[str, Sequence[Claim]]) -> Catalogue:
        """Where all claims stand: those of modules that were imported as they are now."""
        rows = (row for home in homes for row in self._of(home, loaded))
        return Catalogue({row["id"]: row for row in rows}, {})

    def _of(self, home: str, loaded: Mapping[str, Sequence[Claim]]) -> Iterator[Row]:
        if home not in loaded:
            yield from self.rows[home]
        else:
            yield from ({"id": one.id, "paper": one.paper, "locator": one.locator} for one in loaded[home])


def index(loader: str, homes: Iterable[str]) -> Index | None:
    """The index of a ledger, from the shipped results; None if they are of another one, damaged or not there.

    Args:
        loader: where the ledger is found.
        homes: the modules of its claims, in their order.
    """
    found = results.readable(SHIPPED)
    if found is None or found.loader != loader:
        return None
    rows: dict[str, list[Row]] = {}
    for identifier, home in found.homes.items():
        rows.setdefault(home, []).append(found.catalogue.claims[identifier])
    changed = found.changed_homes()
    listed = tuple(homes)
    return Index(
        {home: rows[home] for home in listed if home in rows and home not in changed},
        tuple(home for home in listed if home not in rows or home in changed),
    )
