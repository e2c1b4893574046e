"""Papers as ledgers: their modules, sections and claims, in order."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Claim, Registry, TrustEntry, TrustLedger, catalogue
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.registry import references, rested_on
from sdp_proofs.ledger.results import Index
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
        rested = rested_on(claims)
        entries = [*trust, *(entry for entry in shared if entry.id in rested)]
        known = {claim.id for claim in claims}
        believed = TrustLedger(entry if known.issuperset(entry.proved_by) else _unproved(entry) for entry in entries)
        return Registry(claims, believed, homes, papers)


def part_of(
    papers: Iterable[Paper], trust: Iterable[TrustEntry], index: Index, queries: Sequence[str], paper: str | None = None
) -> Registry:
    """Return the claims that words name, with all they rest on.

    No other module with claims is imported.

    Modules that the index does not know are imported first, since their claims may be among those.

    Args:
        papers: each with its modules.
        trust: what the evidence of all claims rests on.
        index: what is known of the claims of modules that are not imported.
        queries: ids or locators; all claims of the paper without any.
        paper: look there only.

    Raises:
        DomainError: there are none, or the ledger is not consistent.
    """
    papers, believed = tuple(papers), TrustLedger(trust)
    order = [home for one in papers for home in one.homes()]
    loaded: dict[str, list[Claim]] = {}
    with _collector_at_rest():
        reached, missing = frozenset[str](), set(index.changed)
        while missing or not reached:
            loaded |= {home: claims_of(import_module(home)) for home in order if home in missing}
            if not reached:
                wanted = [row["id"] for row in index.catalogue(order, loaded).selected(queries, paper)]
            claims = {claim.id: (claim, home) for home in order for claim in loaded.get(home, ())}
            refer = references([claim for claim, _ in claims.values()], believed)
            reached = catalogue.reached(wanted, {**index.prerequisites, **refer})
            missing = {index.homes[name] for name in reached if name not in claims and name in index.homes}
        absent = (index.homes.keys() | claims.keys()) - reached
        chosen = [_without(claim, absent) for claim, _ in claims.values() if claim.id in reached]
        used = rested_on(chosen)
        return Registry(
            chosen, TrustLedger(entry for entry in believed.values() if entry.id in used),
            {claim.id: claims[claim.id][1] for claim in chosen}, papers, part=wanted,
        )  # fmt: skip


def _without(claim: Claim, absent: Container[str]) -> Claim:
    return replace(claim, repairs=tuple(name for name in claim.repairs if name not in absent))


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Rest the garbage collector: all that a ledger is made of stays.

    To look for garbage among it again and again takes a fifth of the time.
    """
    works = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if works:
            gc.enable()


def _unproved(entry: TrustEntry) -> TrustEntry:
    """Believe an entry here that is proved in another ledger only."""
    return replace(entry, kind="lifting", proved_by=())


def claims_of(module: ModuleType) -> list[Claim]:
    """Return the claims of a module's section, which others may share.

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
