"""Papers as ledgers: a paper names its modules, each module has its section, and the claims follow."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Claim, Registry, TrustEntry, TrustLedger
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.registry import trusted_by
from sdp_proofs.proving.section import Section


def ledger_of(
    papers: Iterable[Paper], trust: Iterable[TrustEntry] = (), shared: Iterable[TrustEntry] = ()
) -> Registry:
    """All claims of some papers, in their order.

    Args:
        papers: each with its modules.
        trust: what their evidence rests on.
        shared: entries of another ledger, of which only those count that some claim rests on.

    Raises:
        DomainError: a module without claims, or a ledger that is not consistent.
    """
    papers = tuple(papers)
    claims: list[Claim] = []
    homes: dict[str, str] = {}
    with _collector_at_rest():
        for paper in papers:
            for name in paper.homes():
                own = claims_of(import_module(name))
                claims += own
                homes |= dict.fromkeys((claim.id for claim in own), name)
        rested = {name for claim in claims for name in claim.trust}
        formulas = {claim.id: claim.formula for claim in claims}
        rested = rested.union(*(trusted_by(claim, formulas) for claim in claims))
        entries = [*trust, *(entry for entry in shared if entry.id in rested)]
        known = {claim.id for claim in claims}
        believed = TrustLedger(entry if known.issuperset(entry.proved_by) else _unproved(entry) for entry in entries)
        return Registry(claims, believed, homes, papers)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """All that a ledger is made of stays: to look for garbage among it again and again takes a fifth of the time."""
    works = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if works:
            gc.enable()


def _unproved(entry: TrustEntry) -> TrustEntry:
    """What is proved in another ledger only is believed in this one."""
    return replace(entry, kind="lifting", proved_by=())


def claims_of(module: ModuleType) -> list[Claim]:
    """The claims of the section of a module; sections beside it share them.

    Raises:
        DomainError: it has no section, or two of them, of which one would be lost.
    """
    sections: dict[int, Section] = {}
    for one in vars(module).values():
        if isinstance(one, Section) and one.claims:  # others hold the symbols of derivations
            sections.setdefault(id(one.claims), one)
    if len(sections) != 1:
        found = ", ".join(one.locator for one in sections.values()) or "none"
        raise DomainError(
            f"a module of a paper must have one Section, and others `beside` it; got {found} in {module.__name__}"
        )
    return next(iter(sections.values())).claims
