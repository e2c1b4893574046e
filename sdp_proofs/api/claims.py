"""The questions that readers of papers ask, one function each.

Answers are frozen dataclasses; `to_dict` makes them what a command prints with `--json`. Everything is about the ledger
of this package unless another registry is given. What the package has results of is not run again.

Example:
    >>> [claim.id for claim in claims("Remark 8", status="repaired")][0]
    'remark-eight-with-strict-positivity-on-supports'
    >>> counterexample("remark-eight")["let"][0]
    ['n', '127']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.api.results import ListedClaim, ListedClaims, Trust, Verification
from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError, UnknownNameError

if TYPE_CHECKING:
    from sdp_proofs.hunting.hunt import Hunted
    from sdp_proofs.ledger.catalogue import Catalogue
    from sdp_proofs.ledger.registry import Registry
    from sdp_proofs.render.errata import Errata

_LOADER = "sdp_proofs.papers:registry"

Query = Annotated[
    str,
    Option("Ids or locators ('Remark 8'); default: every claim.", metavar="CLAIM", completes="claim", argument=True),
]
OneClaim = Annotated[
    str, Option("An id or a locator ('Remark 8').", metavar="CLAIM", completes="claim", argument=True)
]
OnlyPaper = Annotated[str | None, Option("Only the claims of this paper.", completes="paper")]
InPaper = Annotated[str | None, Option("Look the locator up in this paper only.", completes="paper")]
Ledger = Annotated[
    "Registry | None",
    Option("Another ledger: an installed one's name, MODULE:FUNCTION, or a file.", metavar="NAME"),
]


def claims(
    *queries: Query,
    paper: OnlyPaper = None,
    status: Annotated[
        str | None,
        Option("Only what counts as this: a status, or reading, definition, uncheckable.", completes="status"),
    ] = None,
    strength: Annotated[
        str | None,
        Option(
            "Only established claims that this carries: proved, formula, computed or believed.",
            completes=("proved", "formula", "computed", "believed"),
        ),
    ] = None,
    ledger: Ledger = None,
) -> ListedClaims:
    """List the claims that ids or locators name, or all; nothing is run.

    Each has its recorded status, and the status that the last whole run found, or None where there is no such run.

    Args:
        queries: ids or locators ("Theorem 3").
        paper: only claims of this paper.
        status: only what counts as this: a status, or reading, definition, uncheckable.
        strength: only established claims that this carries: proved, formula, computed or believed.
        ledger: another one.

    Raises:
        DomainError: there are none, no such status or strength, or a strength is asked for that no run has found.

    Example:
        >>> [claim.recorded for claim in claims("fifty-six-units")]
        ['established']
    """
    return listed(_catalogue(ledger), queries, paper, status, strength)


def verify(*queries: Query, paper: OnlyPaper = None, ledger: Ledger = None) -> Verification:
    """Run claims, by name or by place, and all they rest on.

    Args:
        queries: ids or locators; all claims of the paper, or of the ledger, without any.
        paper: look there only.
        ledger: another one.

    Raises:
        DomainError: there are none.

    Example:
        >>> found = verify("fifty-six-units")
        >>> found.agrees, found.summary["established"], found.claims[0].near_misses["total"] > 0
        (True, 1, True)
    """
    registry = _registry(ledger)
    found = [claim for query in queries for claim in registry.find(query, paper)]
    return Verification.of(_run(registry, [claim.id for claim in found or registry.of_paper(paper)], kept=False))


def errata(
    paper: Annotated[
        str | None,
        Option("Only this paper; 'project' for our own conjectures. Default: all papers.", completes="paper"),
    ] = None,
    *,
    severity: Annotated[
        str | None,
        Option(
            "Only items as grave as that: result, hypothesis, statement, step, slip, edge or reading.",
            completes="severity",
            default="reading: all",
        ),
    ] = None,
    ledger: Ledger = None,
) -> Errata:
    """Collect what is wrong in a paper: where it fails, why, what holds instead and its price; the gravest first.

    Claims without a result are run first, which takes a minute or so for the whole ledger.

    Args:
        paper: its key; all papers without one, and "project" for our own conjectures.
        severity: only items as grave as that: result, hypothesis, statement, step, slip or reading.
        ledger: another one.

    Returns:
        A value with `entries`, `to_dict()` and `text(form)`, the document as markdown, latex, html or json.

    Raises:
        DomainError: no claim belongs to that paper, or no such severity.

    Example:
        >>> found = errata("accountants", severity="statement")
        >>> {entry["paper"] for entry in found.entries}, found.text().splitlines()[0]
        ({'accountants'}, '# Errata: Public accountants')
    """
    from sdp_proofs.render.errata import errata_document
    from sdp_proofs.render.front import graded

    least = graded(severity)
    known = _known() if ledger is None else None
    if known is not None:
        from sdp_proofs.papers import papers

        return errata_document(known.excerpt(known.concerned(paper)), papers(), paper, least)
    from sdp_proofs.ledger.snapshot import catalogue_of

    registry = _registry(ledger)
    document = _run(registry, catalogue_of(registry).concerned(paper), kept=ledger is None)
    return errata_document(document, registry.wings, paper, least)


def counterexample(claim: OneClaim, *, paper: InPaper = None, ledger: Ledger = None) -> dict[str, Any]:
    """Return the recorded counterexample of a refuted claim: the document that `certificate` writes.

    World: exact, or certified by the module `certificate`, which replays it with the standard library alone.

    Args:
        claim: an id or a locator.
        paper: look there only.
        ledger: another one.

    Raises:
        DomainError: not exactly one refuted claim is there.

    Example:
        >>> from sdp_proofs.certificate import replayed
        >>> replayed(counterexample("remark-eight")).confirmed
        True
    """
    return _catalogue(ledger).counterexample(claim, paper)


def trust(
    paper: Annotated[str | None, Option("Count the claims of this paper only.", completes="paper")] = None,
    *,
    ledger: Ledger = None,
) -> Trust:
    """List what is believed rather than checked, with the claims that rest on it; nothing is run.

    Args:
        paper: count the claims of this paper only.
        ledger: another one.

    Raises:
        DomainError: no claim belongs to that paper.

    Example:
        >>> "lifting" in {entry.kind for entry in trust("dp-lecture").believed}
        True
    """
    from sdp_proofs.ledger.trust import believed

    return Trust.of(believed(_catalogue(ledger), paper))


def hunt(
    claim: OneClaim,
    *,
    effort: Annotated[int, Option("Questions to ask, for each claim at the locator.")] = 20_000,
    seconds: Annotated[float | None, Option("Patience: stop earlier.", default="without end")] = None,
    seed: Annotated[int, Option("Of the random stages.")] = 0,
    paper: InPaper = None,
    ledger: Ledger = None,
) -> Hunted:
    """Look for a counterexample to a claim, knowing nothing but the claim.

    World: what is found fails exactly or certifiably; that nothing is found proves nothing beyond what is covered.

    Args:
        claim: an id, or a locator of one claim.
        effort: questions to ask; the same effort and seed look at the same instances.
        seconds: patience: stop earlier.
        seed: of the random stages.
        paper: look the locator up there only.
        ledger: another one.

    Raises:
        DomainError: not exactly one claim, or one that does not say where to search.

    Example:
        >>> hunt("loss-below-the-printed-exponential", effort=60).to_dict()["counterexample"]
        {'records': '7', 'draws': '1', 'count': '1', 'odds': '2'}
    """
    from sdp_proofs.hunting import hunt as engine

    named = _registry(ledger).find(claim, paper)
    if len(named) != 1:
        raise DomainError(f"one claim must be hunted at a time; {claim!r} names {', '.join(one.id for one in named)}")
    return engine.hunt(named[0], effort=effort, seconds=seconds, seed=seed)


def listed(
    known: Catalogue, queries: Sequence[str], paper: str | None, status: str | None, strength: str | None = None
) -> ListedClaims:
    """List the same of a catalogue.

    Raises:
        DomainError: there are none, no such status or strength, or a strength is asked for that no run has found.
    """
    from sdp_proofs.render.phrases import STRENGTHS, WORDS, standing

    if status is not None and status not in WORDS:
        raise UnknownNameError(f"the status must be one of {', '.join(WORDS)}; got {status!r}")
    if strength is not None and strength not in STRENGTHS:
        raise UnknownNameError(f"the strength must be one of {', '.join(STRENGTHS)}; got {strength!r}")
    chosen = known.selected(queries, paper)
    if strength is not None:
        if not any("strength" in row for row in chosen):
            raise DomainError("strengths must come from a whole run of the ledger, got none: run sdp-proofs verify")
        chosen = [row for row in chosen if row.get("strength") == strength]
    rows = map(ListedClaim.of, chosen)
    kept = (row for row in rows if status in (None, standing({**vars(row), "status": row.status or row.recorded})))
    return ListedClaims(tuple(kept))


def _registry(ledger: Registry | None) -> Registry:
    from sdp_proofs.papers import registry

    return registry() if ledger is None else ledger


def _known() -> Catalogue | None:
    """The results of this package that are still those of its sources, shipped or of the last whole run here."""
    from sdp_proofs.ledger import results

    return results.shipped(_LOADER).catalogue or results.last_run(_LOADER)


def _catalogue(ledger: Registry | None) -> Catalogue:
    known = _known() if ledger is None else None
    if known is not None:
        return known
    from sdp_proofs.ledger.snapshot import catalogue_of

    return catalogue_of(_registry(ledger))


def _run(registry: Registry, wanted: Sequence[str], *, kept: bool) -> dict[str, Any]:
    """A snapshot of claims that are run here; if `kept`, results of earlier runs are used and added to."""
    from sdp_proofs.ledger import run_registry, snapshot
    from sdp_proofs.ledger.cache import Store, default_folder
    from sdp_proofs.ledger.digests import keys, unchanged

    wanted = list(dict.fromkeys(wanted))
    store = Store(default_folder(), keys(registry, _LOADER, wanted), unchanged=unchanged) if kept else None
    results = list(run_registry(registry, wanted, store=store))
    return snapshot(registry, [result for result in results if result.id in wanted])
