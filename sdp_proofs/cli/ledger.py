"""Parts that the commands on claims share: the package's ledger, a run of it, and its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from sdp_proofs.cli.output import AGREES, DISAGREES, INTERRUPTED, UNDECIDED, progress_bar

if TYPE_CHECKING:
    from sdp_proofs.ledger import Claim, Registry
    from sdp_proofs.ledger.catalogue import Catalogue

LEDGER = "sdp_proofs.papers:registry"
ENTRY_POINTS = "sdp_proofs.ledgers"
"""The group under which other packages announce their ledgers: a name for "package.module:function"."""

def opened(name: str | None, queries: Sequence[str] = (), paper: str | None = None) -> tuple[Registry, str]:
    """A ledger and where processes find it: this package's, an installed one, or a function that returns one.

    Modules of the current directory are found, too, and so is a file, or a folder with an `__init__.py`, by its path:
    its function is `registry`, unless another is named after a colon.

    Args:
        name: of the ledger; None for this package's.
        queries: the claims that are wanted: of this package's ledger only these are loaded, with all they rest on.
        paper: what they belong to.

    Raises:
        DomainError: there is none of that name, it cannot be loaded, or a package that claims need is missing.
    """
    import sys
    from importlib.metadata import entry_points

    from sdp_proofs.errors import DomainError
    from sdp_proofs.extras import require

    require("ledger")
    if name is None:
        from sdp_proofs.papers import LOADER, registry

        part = LEDGER == LOADER and (queries or paper is not None)
        return (registry(*queries, paper=paper) if part else _loaded(LEDGER)), LEDGER
    installed = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    path = installed.get(name) or _by_path(name) or name
    if ":" not in path:
        known = ", ".join(sorted(installed)) or "none"
        raise DomainError(f"a ledger must be MODULE:FUNCTION or the name of an installed one ({known}); got {name!r}")
    if "" not in sys.path:
        sys.path.insert(0, "")
    return _loaded(path), path


def _by_path(name: str) -> str | None:
    """The module and function of a ledger that is named by the path of its file or folder, which is made importable.

    Processes of this run inherit the place by PYTHONPATH.

    Raises:
        DomainError: the name is that of a file which is missing.
    """
    import os
    import sys
    from pathlib import Path

    place, _, function = name.partition(":")
    file = Path(place)
    if file.name == "__init__.py":
        file = file.resolve().parent
    if file.suffix != ".py" and not (file / "__init__.py").is_file():
        return None
    if not file.exists():
        from sdp_proofs.errors import DomainError

        raise DomainError(f"the file of a ledger must exist; {place} is missing")
    folder = str(file.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    return f"{file.resolve().stem}:{function or 'registry'}"


def _loaded(path: str) -> Registry:
    """A ledger; whatever its module or its function does instead of returning one is an error in one line."""
    from sdp_proofs.errors import DomainError
    from sdp_proofs.ledger.examination import named, place_of
    from sdp_proofs.ledger.registry import load

    try:
        return load(path)
    except KeyboardInterrupt:
        raise
    except DomainError as error:
        raise DomainError(f"{error}{place_of(error, outside=path.partition(':')[2])}") from None
    except BaseException as error:  # SystemExit too: to load a ledger is to run its code, which may do anything
        said = f"{named(error)}{place_of(error)}"
        raise DomainError(f"a ledger must be found and return a Registry; got {path!r}: {said}") from None


def selected(registry: Registry, queries: Sequence[str], paper: str | None) -> tuple[Claim, ...]:
    """The claims that the words on the command line name; all of the paper, or all, without words.

    Raises:
        DomainError: there are none.
    """
    from sdp_proofs.errors import DomainError

    if not registry:
        raise DomainError("a ledger must have a claim; got none")
    if not queries:
        return registry.of_paper(paper)
    found = [claim for query in queries for claim in registry.find(query, paper)]
    return tuple(dict.fromkeys(found))


def catalogue(name: str | None) -> Catalogue:
    """Catalogue of a ledger, without running it; that of this package from the shipped results, if there are any."""
    known = known_results(name)
    if known is not None:
        return known
    from sdp_proofs.ledger.snapshot import catalogue_of

    registry = opened(name)[0]
    for identifier, faults in registry.faults.items():
        typer.echo(f"{identifier} will not be run: {'; '.join(faults)}", err=True)
    return catalogue_of(registry)


def known_results(name: str | None, about: str | None = None) -> Catalogue | None:
    """The results of this package's ledger that it ships, or those of the last whole run here.

    Nothing is loaded for them, let alone run. Those that are shipped count as long as the sources are what they were;
    otherwise a line on standard error names one that is not. Another one tells of damage.

    Args:
        name: the ledger; there are none of another one.
        about: an id, if it is enough that what decides this claim is as it was.
    """
    from sdp_proofs.ledger import results

    if name is not None:
        return None
    found, changed, damage = results.shipped(LEDGER, about)
    kept = last_run(name) if found is None else found
    if damage:
        typer.echo(f"the shipped results are damaged and not used: {damage}", err=True)
    elif kept is None and changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        typer.echo(f"the shipped results are older than {changed[0]}{more}: loading the claims", err=True)
    return kept


def last_run(name: str | None, asked: Sequence[str] = ()) -> Catalogue | None:
    """The last run here of all claims of this package's ledger, or of some ids, if it would find the same today."""
    from sdp_proofs.ledger import results

    return results.last_run(LEDGER, asked=asked) if name is None else None


def audited(
    registry: Registry,
    claims: Sequence[Claim],
    loader: str,
    *,
    jobs: int | None = None,
    deep: bool = False,
    fresh: bool = False,
    believing: bool = False,
) -> dict[str, Any]:
    """Run claims and all they rest on; the snapshot shows the claims themselves.

    What was run before, and is decided by the same files, is not run again unless `fresh`. As many processes are
    used as there are processors, or claims, unless `jobs` says how many. Another ledger is always run in processes of
    its own, as its code may end the one that it runs in.

    If it is `believing`, the claims are run alone, where there is no result of them yet: what they rest on is shown as
    found earlier, or as recorded, and the snapshot has all of that, too. A line on standard error names what is run.

    Interrupted by Ctrl-C, it shows the claims that were finished and says that it is not complete. Otherwise it shows
    every claim that was asked for.

    Raises:
        RuntimeError: the code of a ledger ended what it has no business to end.
    """
    import os

    from sdp_proofs.errors import DomainError, PrecisionError
    from sdp_proofs.ledger.cache import Store, default_folder
    from sdp_proofs.ledger.digests import keys, unchanged
    from sdp_proofs.ledger.examination import named
    from sdp_proofs.ledger.run import check_jobs

    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = max(1, min(len(claims), processors)) if jobs is None else jobs
    check_jobs(workers)
    wanted = [claim.id for claim in claims]
    try:
        store = Store(default_folder(), keys(registry, loader, wanted), fresh=fresh, unchanged=unchanged)
        options = {"jobs": workers, "loader": loader, "apart": loader != LEDGER, "deep": deep, "store": store}
        if believing:
            options |= {"believing": not fresh}
            _announce([claim.id for claim in claims if store.find(claim) is None], fresh)
        document = _document(registry, wanted, **options)
    except (KeyboardInterrupt, DomainError, PrecisionError, OSError):
        raise
    except BaseException as error:  # formulas of a ledger are code of its own, too, and may end the program
        raise RuntimeError(f"a run must come to its end; got {named(error)}") from error
    shown = {entry["id"] for entry in document["claims"]}
    if document["complete"] and not shown.issuperset(wanted):
        raise RuntimeError(f"every claim must have a result; got none of {', '.join(sorted({*wanted} - shown))}")
    return document


def _document(registry: Registry, wanted: Sequence[str], **options: Any) -> dict[str, Any]:
    from sdp_proofs.ledger import run_registry, snapshot
    from sdp_proofs.ledger.cache import default_folder
    from sdp_proofs.ledger.results import keep_run
    from sdp_proofs.ledger.snapshot import with_citations

    results = []
    complete = False
    try:
        total = len(wanted if options.get("believing") else registry.closure(wanted))
        with progress_bar("claims", total) as advance:
            for result in run_registry(registry, wanted, **options):
                results.append(result)
                advance()
        complete = True
    except KeyboardInterrupt:
        pass
    if complete and options["loader"] == LEDGER and not options["deep"]:
        keep_run(default_folder(), LEDGER, registry, results, wanted)
    document = snapshot(registry, [result for result in results if result.id in wanted], complete=complete)
    return with_citations(document, registry, results) if "believing" in options else document


def _announce(missing: Sequence[str], fresh: bool) -> None:
    """Say why it takes a while, if it does."""
    if missing:
        named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        typer.echo(f"running {named}" + ("" if fresh else ": there is no result yet"), err=True)


def exit_code(document: dict[str, Any], *, strict: bool = False) -> int:
    """The exit code that a snapshot stands for: only a finding disagrees, and what is missing is no agreement."""
    if not document["complete"]:
        return INTERRUPTED
    agreements = {claim["agreement"] for claim in document["claims"]}
    if "FAILS" in agreements:
        return DISAGREES
    undecided = any(entry["verdict"] == "UNKNOWN" for claim in document["claims"] for entry in claim["evidence"])
    return UNDECIDED if agreements - {"HOLDS"} or (strict and undecided) else AGREES
