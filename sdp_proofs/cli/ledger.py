"""What the commands on claims share: the package's ledger, a run of it, and its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.output import AGREES, DISAGREES, INTERRUPTED, UNDECIDED, progress_bar

if TYPE_CHECKING:
    from sdp_proofs.ledger import Claim, Registry

LEDGER = "sdp_proofs.claims:registry"
ENTRY_POINTS = "sdp_proofs.ledgers"
"""The group under which other packages announce their ledgers: a name for "package.module:function"."""

LedgerName = Annotated[
    str | None,
    typer.Option(
        "--ledger", metavar="NAME", help="Another ledger: the name of an installed one, or MODULE:FUNCTION."
    ),
]


def opened(name: str | None) -> tuple[Registry, str]:
    """A ledger and where processes find it: this package's, an installed one, or a function that returns one.

    Modules of the current directory are found, too.

    Raises:
        DomainError: there is none of that name, or it cannot be loaded.
    """
    import sys
    from importlib.metadata import entry_points

    from sdp_proofs.errors import DomainError
    from sdp_proofs.ledger.registry import load

    if name is None:
        return load(LEDGER), LEDGER
    installed = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    path = installed.get(name, name)
    if ":" not in path:
        known = ", ".join(sorted(installed)) or "none"
        raise DomainError(f"a ledger must be MODULE:FUNCTION or the name of an installed one ({known}); got {name!r}")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return load(path), path
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise DomainError(f"a ledger must be found and return a Registry; got {path!r}: {error}") from None


def selected(registry: Registry, queries: Sequence[str], paper: str | None) -> tuple[Claim, ...]:
    """The claims that the words on the command line name; all of the paper, or all, without words."""
    if not queries:
        return registry.of_paper(paper)
    found = [claim for query in queries for claim in registry.find(query, paper)]
    return tuple(dict.fromkeys(found))


def audited(
    registry: Registry,
    claims: Sequence[Claim],
    loader: str,
    *,
    jobs: int | None = None,
    deep: bool = False,
    fresh: bool = False,
) -> dict[str, Any]:
    """Run claims and all they rest on; the snapshot shows the claims themselves.

    What was run before, and is decided by the same files, is not run again unless `fresh`. As many processes are
    used as there are processors, or claims, unless `jobs` says how many.

    Interrupted by Ctrl-C, it shows the claims that were finished and says that it is not complete.
    """
    import os

    from sdp_proofs.ledger import run_registry, snapshot
    from sdp_proofs.ledger.fingerprint import fingerprints
    from sdp_proofs.ledger.store import Store, default_folder

    store = None if fresh else Store(default_folder(), fingerprints(registry))
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = max(1, min(len(claims), processors)) if jobs is None else jobs
    wanted = {claim.id for claim in claims}
    results = []
    complete = False
    try:
        with progress_bar("claims", len(registry.closure(wanted))) as advance:
            for result in run_registry(registry, wanted, jobs=workers, loader=loader, deep=deep, store=store):
                results.append(result)
                advance()
        complete = True
    except KeyboardInterrupt:
        pass
    return snapshot(registry, [result for result in results if result.id in wanted], complete=complete)


def exit_code(document: dict[str, Any], *, strict: bool = False) -> int:
    """The exit code that a snapshot stands for."""
    if not document["complete"]:
        return INTERRUPTED
    if not document["agrees"]:
        return DISAGREES
    undecided = any(
        entry["verdict"] == "UNKNOWN" for claim in document["claims"] for entry in claim["evidence"]
    )
    return UNDECIDED if strict and undecided else AGREES
