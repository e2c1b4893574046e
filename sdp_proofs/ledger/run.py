"""Runs checks on claims and on their near misses, serially or in processes."""

from __future__ import annotations

import functools
import gc
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from typing import TypeVar

from sdp_proofs import memory
from sdp_proofs.certificate import confirm
from sdp_proofs.errors import DomainError
from sdp_proofs.extras import require
from sdp_proofs.ledger import results
from sdp_proofs.ledger.cache import Store
from sdp_proofs.ledger.claim import Claim, Status, Strength, recorded_as
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.evidence import (
    ClaimResult,
    FamilyResult,
    capped_by_premises,
    resting_on,
    strength_of,
    with_repair,
)
from sdp_proofs.ledger.examination import concluded, examine, named, not_run, own_part, provoke, refused, run_derivation
from sdp_proofs.ledger.registry import Registry, load, prerequisites
from sdp_proofs.verdict import Verdict

Found = TypeVar("Found")

MOST_JOBS = 256
"""Processes; each of them loads the whole ledger."""

_RARELY = (50_000, 20, 50)  # objects before garbage is looked for among the young ones; among those of middle age; all


def run_claim(claim: Claim, *, deep: bool = False) -> ClaimResult:
    """Run every check of a claim, its near misses and the replay of its counterexample.

    Checks and generated near misses that are marked as deep are left out unless `deep`.

    The status is what the claim's own evidence says; whether a refuted claim is repaired, and what it
    rests on, depends on other claims and is filled in by `run_registry`.

    Raises:
        MissingExtraError: a package that checks need is not installed; its absence is no evidence.
    """
    require("ledger")
    with memory.of_one_claim():
        return _run_claim(claim, deep)


def _run_claim(claim: Claim, deep: bool) -> ClaimResult:
    subject = claim.unrecorded()
    answers = [examine(check, subject) for check in claim.checks if deep or not check.deep]
    crashes = [crash for _, crash in answers if crash is not None]
    near_misses = [provoke(claim.checks, miss, claim) for miss in claim.near_misses]
    family = _guarded("generating near misses", lambda: _generated(claim, deep), crashes)
    derivation = _guarded(
        "the derivation", lambda: None if claim.derivation is None else run_derivation(claim.derivation), crashes
    )
    replayed = _guarded("replay of the counterexample", lambda: _replayed(claim), crashes)
    return concluded(
        claim,
        [evidence for evidence, _ in answers],
        near_misses,
        family=family,
        derivation=derivation,
        findings=["the recorded counterexample must fail again; its replay does not confirm it"]
        if replayed is False
        else (),
        crashes=crashes,
    )


def run_registry(
    registry: Registry,
    ids: Iterable[str] | None = None,
    *,
    jobs: int = 1,
    loader: str | None = None,
    apart: bool = False,
    deep: bool = False,
    store: Store | None = None,
    believing: bool = False,
) -> Iterator[ClaimResult]:
    """Run claims together with all they depend on or are repaired by; yield results as they finish.

    A claim is yielded after everything its status refers to, so an interrupted run leaves results that
    are final. There is a result for every claim; one that could not be run says so.

    Args:
        registry: the ledger.
        ids: the claims to run (default: all).
        jobs: the number of processes, at most `MOST_JOBS`.
        loader: "package.module:function" that returns the same registry; needed when `jobs` > 1, or `apart`.
        apart: use another process also for one job. A check that ends its process, without a word and with any exit
            code, then ends that one, and its claim is one that was not run.
        deep: also run the checks that take long; of these results, what refutes a claim is remembered.
        store: results of earlier runs, which are used and added to.
        believing: run the given claims alone. Of those that they refer to what is on store is yielded; of the others
            there is no result, and their status is taken to be the recorded one; what carries a claim that cites one
            of these is left open, unless it is a belief of its own.

    Raises:
        DomainError: that many jobs, or another process without a loader.
        MissingExtraError: a package that checks need is not installed; its absence is no evidence.
    """
    require("ledger")
    check_jobs(jobs)
    if (jobs > 1 or apart) and loader is None:
        raise DomainError(f"another process needs a loader; got {jobs} jobs without one")
    wanted = tuple(registry if ids is None else ids)
    order = registry.closure(wanted)
    absent = {
        identifier: registry[identifier].recorded or Status.NOT_EXAMINED
        for identifier in order
        if believing and identifier not in wanted and (store is None or store.find(registry[identifier]) is None)
    }
    order = tuple(identifier for identifier in order if identifier not in absent)
    elsewhere = None if loader is None or (jobs == 1 and not apart) else (loader, jobs)
    return _settled(registry, order, _raw(registry, order, elsewhere, deep, store), absent)


def check_jobs(jobs: int) -> None:
    """Refuse a number of processes that no machine should start.

    Raises:
        DomainError: fewer than one, or more than `MOST_JOBS`.
    """
    if jobs < 1:
        raise DomainError(f"jobs must be at least 1; got {jobs}")
    if jobs > MOST_JOBS:
        raise DomainError(f"jobs must be at most {MOST_JOBS}; got {jobs if jobs < 10**18 else 'more than 18 digits'}")


def _raw(
    registry: Registry, order: tuple[str, ...], elsewhere: tuple[str, int] | None, deep: bool, store: Store | None
) -> Iterator[ClaimResult]:
    """One result for every claim: first what is on store, then what has to be run."""
    faults = registry.faults
    yield from (refused(registry[identifier], faults[identifier]) for identifier in order if identifier in faults)
    missing = dict.fromkeys(identifier for identifier in order if identifier not in faults)
    for identifier in tuple(missing):
        known = store.find(registry[identifier]) if store is not None and not deep else None
        if known is not None:
            del missing[identifier]
            yield known if store is None else store.with_deep_failures(registry[identifier], known)
    if elsewhere is None or not missing:
        fresh: Iterable[ClaimResult] = (run_claim(registry[identifier], deep=deep) for identifier in tuple(missing))
    else:
        fresh = _in_processes(registry, tuple(missing), *elsewhere, deep)
    for result in fresh:
        if result.id not in missing:  # a second answer, or one to another question
            continue
        del missing[result.id]
        claim = registry[result.id]
        if result.recorded is not claim.recorded:
            yield not_run(claim, f"a process knows the claim otherwise: {recorded_as(result.recorded)}")
        elif store is None:
            yield result
        else:
            whole = store.with_deep_failures(claim, result)
            if deep:
                store.remember(claim, whole)
            else:
                store.keep(claim, result)
            yield whole
    for identifier in missing:
        yield not_run(registry[identifier], "no result came back")


def _settled(
    registry: Registry, order: tuple[str, ...], raw: Iterable[ClaimResult], absent: Mapping[str, Status]
) -> Iterator[ClaimResult]:
    """Hold every result back until those it refers to are final; of some the status is given."""
    statuses = dict(absent)
    strengths: dict[str, Strength | None] = {}
    undecided: set[str] = set()
    waiting: dict[str, ClaimResult] = {}
    for result in raw:
        waiting[result.id] = result
        for identifier in order:
            claim = registry[identifier]
            if identifier not in waiting or any(other not in statuses for other in prerequisites(claim)):
                continue
            ready = waiting.pop(identifier)
            repair = None if claim.repaired_by is None else statuses[claim.repaired_by]
            resting = resting_on(claim, registry, statuses)
            statuses[identifier] = with_repair(capped_by_premises(ready.status, resting), repair, claim.alike)
            established = statuses[identifier] is Status.ESTABLISHED
            cited = [strengths.get(other) for other in claim.depends_on]
            own = strength_of(ready.evidence, cited) if established else None
            # The strength of a claim that is not run is unknown; it may be a belief.
            unknown = own is not Strength.BELIEVED and any(other in absent for other in claim.depends_on)
            strengths[identifier] = None if unknown else own
            # Evidence that says its part can still agree if what is missing belongs to a claim that it refers to.
            unsure = ready.status is not own_part(claim.recorded) or any(
                other in undecided for other in prerequisites(claim)
            )
            final = replace(
                ready,
                status=statuses[identifier],
                resting_on=resting,
                could_agree=ready.could_agree and unsure,
                strength=strengths[identifier],
            )
            if final.agreement is Verdict.UNKNOWN:
                undecided.add(identifier)
            yield final


def _in_processes(
    registry: Registry, order: tuple[str, ...], loader: str, jobs: int, deep: bool
) -> Iterator[ClaimResult]:
    already_there = set(multiprocessing.active_children())
    groups = _groups(registry, order)
    # Forking a process that has threads (progress bars, numerical libraries) can deadlock: spawn.
    pool = ProcessPoolExecutor(
        max_workers=min(jobs, len(groups)) or 1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_die_when_interrupted,
    )
    futures = {pool.submit(_run_group, loader, registry.part, group, deep): group for group in groups}
    try:
        for future in as_completed(futures):
            try:
                found = future.result()
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # the process died, or the loader failed there: its claims are undecided
                found = [not_run(registry[identifier], named(error)) for identifier in futures[future]]
            yield from found
        pool.shutdown()
    except BaseException:  # interrupted: do not wait for checks that nobody wants any more
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - already_there:
            child.terminate()
        raise


@functools.cache  # once per worker process, not once per claim
def _loaded(loader: str, part: tuple[str, ...] | None) -> Registry:
    """The ledger, or the part of it that is run, which stays until the process ends: nothing of it is ever garbage.

    Nor is most of what examinations import and keep after it, so garbage is looked for more rarely.
    """
    registry = load(loader, part)
    gc.freeze()
    gc.set_threshold(*_RARELY)
    return registry


def _run_group(
    loader: str, part: tuple[str, ...] | None, identifiers: tuple[str, ...], deep: bool
) -> list[ClaimResult]:
    return [run_claim(_loaded(loader, part)[identifier], deep=deep) for identifier in identifiers]


def _groups(registry: Registry, order: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Claims of one module stay together: what one of them has computed often serves the next.

    Those that took longest when the shipped results were made come first, so that no process ends long after the other.
    """
    groups: dict[str, list[str]] = {}
    for identifier in order:
        groups.setdefault(registry.homes.get(identifier, identifier), []).append(identifier)
    shipped = results.readable(SHIPPED)
    took = {} if shipped is None else shipped.seconds()
    return sorted(map(tuple, groups.values()), key=lambda group: -sum(took.get(name, 0.0) for name in group))


def _die_when_interrupted() -> None:
    """Ctrl-C reaches the workers too; they should end at once, without a traceback of their own."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _guarded(what: str, run: Callable[[], Found], crashes: list[str]) -> Found | None:
    """Run a part of the examination; a part that raises anything but an interrupt has found nothing."""
    try:
        return run()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too; a crash makes the claim undecided, whatever else it has
        crashes.append(f"{what} crashed: {named(error)}")
        return None


def _generated(claim: Claim, deep: bool) -> FamilyResult | None:
    """Examine the generated near misses, if there are any and now is their time."""
    if claim.family is None or (claim.family.deep and not deep):
        return None
    found = claim.family.provoke(claim)
    if not isinstance(found, FamilyResult):
        raise TypeError(f"a family must return a FamilyResult; got {type(found).__name__}")
    return found


def _replayed(claim: Claim) -> bool | None:
    """The recorded counterexample must be confirmed again, by a program that shares nothing with the checks."""
    if claim.counterexample is None:
        return None
    return confirm(claim.counterexample.certificate(claim)) is True
