"""The questions that readers of papers ask, one function each: what the commands on claims say, under `sdp_proofs`.

Answers are plain values, those that a command prints with `--json`, or dataclasses that convert to them. Everything is
about the ledger of this package unless another registry is given. What the package has results of is not run again.

Example:
    >>> [row["id"] for row in claims("Remark 8", status="repaired")][0]
    'remark-eight-with-strict-positivity-on-supports'
    >>> counterexample("remark-eight")["let"][0]
    ['n', '127']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from sdp_proofs.hunting.hunt import Hunted
    from sdp_proofs.ledger.catalogue import Catalogue
    from sdp_proofs.ledger.registry import Registry
    from sdp_proofs.render.errata import Errata

_LOADER = "sdp_proofs.papers:registry"


def claims(
    *queries: str, paper: str | None = None, status: str | None = None, ledger: Registry | None = None
) -> list[dict[str, Any]]:
    """The claims that ids or locators name, or all; nothing is run.

    Each has its recorded status, and the status that the last whole run found, or None where there is no such run.

    Args:
        queries: ids or locators ("Theorem 3").
        paper: only claims of this paper.
        status: only what counts as this: a status, or reading, definition, uncheckable.
        ledger: another one.

    Raises:
        DomainError: there are none, or no such status.

    Example:
        >>> [row["recorded"] for row in claims("fifty-six-units")]
        ['established']
    """
    return listed(_catalogue(ledger), queries, paper, status)


def verify(*queries: str, paper: str | None = None, ledger: Registry | None = None) -> dict[str, Any]:
    """Run claims, by name or by place, and all they rest on: the snapshot that `verify --json` prints.

    Args:
        queries: ids or locators; all claims of the paper, or of the ledger, without any.
        paper: look there only.
        ledger: another one.

    Raises:
        DomainError: there are none.

    Example:
        >>> verify("fifty-six-units")["summary"]["established"]
        1
    """
    registry = _registry(ledger)
    found = [claim for query in queries for claim in registry.find(query, paper)]
    return _run(registry, [claim.id for claim in found or registry.of_paper(paper)], kept=False)


def errata(paper: str | None = None, *, severity: str | None = None, ledger: Registry | None = None) -> Errata:
    """What is wrong in a paper, where it fails, why, what holds instead and what that costs; the gravest first.

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


def counterexample(claim: str, *, paper: str | None = None, ledger: Registry | None = None) -> dict[str, Any]:
    """The recorded counterexample of a refuted claim: the document that `certificate` writes.

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


def trust(paper: str | None = None, *, ledger: Registry | None = None) -> dict[str, Any]:
    """What is believed rather than checked, with the claims that rest on it; nothing is run.

    Args:
        paper: count the claims of this paper only.
        ledger: another one.

    Raises:
        DomainError: no claim belongs to that paper.

    Example:
        >>> "lifting" in {entry["kind"] for entry in trust("dp-lecture")["believed"]}
        True
    """
    from sdp_proofs.ledger.believed import believed

    return believed(_catalogue(ledger), paper)


def hunt(
    claim: str,
    *,
    effort: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    paper: str | None = None,
    ledger: Registry | None = None,
) -> Hunted:
    """Look for a counterexample to a claim, knowing nothing but the claim.

    World: what is found fails exactly or certifiably; that nothing is found proves nothing beyond what is covered.

    Args:
        claim: an id, or a locator of one claim.
        effort: questions to ask (20,000 unless said); the same effort and seed look at the same instances.
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
    return engine.hunt(named[0], effort=engine.EFFORT if effort is None else effort, seconds=seconds, seed=seed)


def listed(known: Catalogue, queries: Sequence[str], paper: str | None, status: str | None) -> list[dict[str, Any]]:
    """The same of a catalogue: what `list` prints.

    Raises:
        DomainError: there are none, or no such status.
    """
    from sdp_proofs.render.phrases import WORDS, standing

    if status is not None and status not in WORDS:
        raise DomainError(f"the status must be one of {', '.join(WORDS)}; got {status!r}")
    keys = (
        *("id", "paper", "locator", "title", "kind", "fidelity", "recorded"),
        *("uncheckable", "depends_on", "repaired_by"),
    )  # fmt: skip
    selected = known.selected(queries, paper)
    rows = [
        {**{key: row[key] for key in keys}, "status": row.get("status"), "strength": row.get("strength")}
        for row in selected
    ]
    return [row for row in rows if status in (None, standing({**row, "status": row["status"] or row["recorded"]}))]


def _registry(ledger: Registry | None) -> Registry:
    from sdp_proofs.papers import registry

    return registry() if ledger is None else ledger


def _known() -> Catalogue | None:
    """The results of this package that are still those of its sources, shipped or of the last whole run here."""
    from sdp_proofs.ledger import known

    return known.shipped(_LOADER).catalogue or known.last_run(_LOADER)


def _catalogue(ledger: Registry | None) -> Catalogue:
    known = _known() if ledger is None else None
    if known is not None:
        return known
    from sdp_proofs.ledger.snapshot import catalogue_of

    return catalogue_of(_registry(ledger))


def _run(registry: Registry, wanted: Sequence[str], *, kept: bool) -> dict[str, Any]:
    """A snapshot of claims that are run here; if `kept`, results of earlier runs are used and added to."""
    from sdp_proofs.ledger import run_registry, snapshot
    from sdp_proofs.ledger.fingerprint import fingerprints
    from sdp_proofs.ledger.sealed import default_folder
    from sdp_proofs.ledger.sources import unchanged
    from sdp_proofs.ledger.store import Store

    wanted = list(dict.fromkeys(wanted))
    store = Store(default_folder(), fingerprints(registry, _LOADER, wanted), unchanged=unchanged) if kept else None
    results = list(run_registry(registry, wanted, store=store))
    return snapshot(registry, [result for result in results if result.id in wanted])
