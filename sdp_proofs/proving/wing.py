"""Papers as ledgers: their modules, sections and claims, in order."""

from __future__ import annotations

import gc
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from sdp_proofs.errors import DomainError
from sdp_proofs.extras import MissingExtraError
from sdp_proofs.ledger import Claim, Fidelity, Kind, Registry, Status, TrustEntry, TrustLedger, catalogue
from sdp_proofs.ledger.catalogue import Catalogue, Row
from sdp_proofs.ledger.examination import named, place_of
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.registry import references, rested_on
from sdp_proofs.ledger.results import Index
from sdp_proofs.proving.section import Section
from sdp_proofs.proving.sentences import with_sentences


def ledger_of(
    papers: Iterable[Paper],
    trust: Iterable[TrustEntry] = (),
    shared: Iterable[TrustEntry] = (),
    *,
    indexed: Callable[[], Index | None] = lambda: None,
) -> Registry:
    """All claims of some papers, in their order.

    Args:
        papers: each with its modules.
        trust: what their evidence rests on.
        shared: entries of another ledger, of which only those count that some claim rests on.
        indexed: what is known of the claims of a module that cannot be imported, if one cannot.

    Raises:
        DomainError: a module without claims, or a ledger that is not consistent.
    """
    papers = tuple(papers)
    with _collector_at_rest():
        made, faults = _made((home for paper in papers for home in paper.homes()), indexed)
        claims = [claim for own in made.values() for claim in own]
        homes = {claim.id: home for home, own in made.items() for claim in own}
        rested = rested_on(claims)
        entries = [*trust, *(entry for entry in shared if entry.id in rested)]
        known = {claim.id for claim in claims}
        believed = TrustLedger(entry if known.issuperset(entry.proved_by) else _unproved(entry) for entry in entries)
        return Registry(claims, believed, homes, papers, faults=faults)


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
    faults: dict[str, tuple[str, ...]] = {}
    with _collector_at_rest():
        reached, missing = frozenset[str](), set(index.changed)
        while missing or not reached:
            made, broken = _made((home for home in order if home in missing), lambda: index)
            loaded, faults = {**loaded, **made}, {**faults, **broken}
            if not reached:
                wanted = _wanted(index.catalogue(order, loaded), queries, paper, faults)
            claims = {claim.id: (claim, home) for home in order for claim in loaded.get(home, ())}
            refer = references([claim for claim, _ in claims.values()], believed)
            # A claim is repaired by one that says so itself; where that one's module has not changed, the index knows.
            for name, other in index.repairs.items():
                if name in refer and other in index.homes:
                    refer[name] = (*refer[name], other)
            reached = catalogue.reached(wanted, {**index.prerequisites, **refer})
            missing = {index.homes[name] for name in reached if name not in claims and name in index.homes}
        absent = (index.homes.keys() | claims.keys()) - reached
        chosen = [_without(claim, absent) for claim, _ in claims.values() if claim.id in reached]
        used = rested_on(chosen)
        return Registry(
            chosen, TrustLedger(entry for entry in believed.values() if entry.id in used),
            {claim.id: claims[claim.id][1] for claim in chosen}, papers, part=wanted, faults=faults,
        )  # fmt: skip


def _wanted(
    known: Catalogue, queries: Sequence[str], paper: str | None, faults: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """The ids that some words name; where there are none, a module that cannot be imported may have had them."""
    try:
        return [row["id"] for row in known.selected(queries, paper)]
    except DomainError as error:
        told = dict.fromkeys(fault for one in faults.values() for fault in one)
        raise DomainError("; ".join([str(error), *told])) from None


def _made(
    homes: Iterable[str], indexed: Callable[[], Index | None]
) -> tuple[dict[str, list[Claim]], dict[str, tuple[str, ...]]]:
    """The claims of some modules, and faults of those of which the module cannot be imported.

    These stand for themselves as they were when they were indexed, so that no other claim is lost with them; of a
    module that is not indexed nothing is known, and the error stays one.
    """
    made: dict[str, list[Claim]] = {}
    faults: dict[str, tuple[str, ...]] = {}
    for home in homes:
        try:
            made[home] = [with_sentences(claim) for claim in claims_of(import_module(home))]
        except MissingExtraError:
            raise
        except Exception as error:
            known = indexed()
            rows = () if known is None else known.earlier.get(home, ())
            if not rows:
                raise
            made[home] = [_stand_in(row) for row in rows]
            fault = f"{home} must be importable; got {named(error)}{place_of(error)}"
            faults |= dict.fromkeys((row["id"] for row in rows), (fault,))
    return made, faults


def _stand_in(row: Row) -> Claim:
    """A claim as it was, without what its module says of it."""
    return Claim(
        id=row["id"], paper=row["paper"], locator=row["locator"], title=row["title"], kind=Kind(row["kind"]),
        statement=row["statement"], recorded=None if row["recorded"] is None else Status(row["recorded"]),
        depends_on=tuple(row["depends_on"]), repaired_by=row["repaired_by"], fidelity=Fidelity(row["fidelity"]),
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
