"""Runs checks on claims and on their near misses, serially or in processes."""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace

from sdp_proofs.certificate import confirm
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Check, Claim, Status
from sdp_proofs.ledger.derivation_run import run_derivation
from sdp_proofs.ledger.evidence import ClaimResult, Evidence, NearMissResult
from sdp_proofs.ledger.examination import examine, named
from sdp_proofs.ledger.registry import Registry, load, prerequisites
from sdp_proofs.ledger.status import ContradictionError, resting_on, status_of, with_repair
from sdp_proofs.ledger.store import Store
from sdp_proofs.verdict import Verdict


def run_claim(claim: Claim, *, deep: bool = False) -> ClaimResult:
    """Run every check of a claim, its near misses and the replay of its counterexample.

    Checks and generated near misses that are marked as deep are left out unless `deep`.

    The status is what the claim's own evidence says; whether a refuted claim is repaired, and what it
    rests on, depends on other claims and is filled in by `run_registry`.
    """
    answers = [_examine(check, claim) for check in claim.checks if deep or not check.deep]
    evidence = tuple(entry for entry, _ in answers)
    problems = [problem for _, problem in answers if problem is not None]
    near_misses = tuple(_provoke(claim, index) for index in range(len(claim.near_misses)))
    problems += [
        f"near miss {miss.name!r} survives: {miss.detail or 'no check fails'}"
        for miss in near_misses
        if not miss.refuted
    ]
    generated = claim.family.provoke(claim) if claim.family is not None and (deep or not claim.family.deep) else None
    problems += [] if generated is None else generated.problems
    problems += _replay(claim)
    derived = None if claim.derivation is None else run_derivation(claim.derivation)
    problems += [] if derived is None else [f"derivation: {problem}" for problem in derived.problems]
    try:
        status = status_of(evidence)
    except ContradictionError as error:
        status = Status.OPEN
        problems.append(f"contradiction: {error}")
    return ClaimResult(
        claim.id,
        claim.recorded,
        status,
        evidence,
        near_misses,
        tuple(problems),
        derivation=derived,
        family=generated,
    )


def run_registry(
    registry: Registry,
    ids: Iterable[str] | None = None,
    *,
    jobs: int = 1,
    loader: str | None = None,
    deep: bool = False,
    store: Store | None = None,
) -> Iterator[ClaimResult]:
    """Run claims together with all they depend on or are repaired by; yield results as they finish.

    A claim is yielded after everything its status refers to, so an interrupted run leaves results that
    are final.

    Args:
        registry: the ledger.
        ids: the claims to run (default: all).
        jobs: the number of processes.
        loader: "package.module:function" that returns the same registry; needed when `jobs` > 1.
        deep: also run the checks that take long; these results are not kept.
        store: results of earlier runs, which are used and added to.
    """
    if jobs < 1:
        raise DomainError(f"jobs must be at least 1; got {jobs}")
    if jobs > 1 and loader is None:
        raise DomainError(f"more than one job needs a loader; got {jobs} jobs without one")
    order = registry.closure(ids)
    return _settled(registry, order, _raw(registry, order, jobs, loader, deep, store))


def _raw(
    registry: Registry, order: tuple[str, ...], jobs: int, loader: str | None, deep: bool, store: Store | None
) -> Iterator[ClaimResult]:
    """First what is on store, then what has to be run."""
    missing = []
    for identifier in order:
        known = store.find(identifier) if store is not None and not deep else None
        if known is None:
            missing.append(identifier)
        else:
            yield known
    if loader is None or jobs == 1 or not missing:
        fresh: Iterable[ClaimResult] = (run_claim(registry[identifier], deep=deep) for identifier in missing)
    else:
        fresh = _in_processes(registry, tuple(missing), jobs, loader, deep)
    for result in fresh:
        if store is not None and not deep:
            store.keep(result)
        yield result


def _settled(registry: Registry, order: tuple[str, ...], raw: Iterable[ClaimResult]) -> Iterator[ClaimResult]:
    """Hold every result back until those it refers to are final."""
    statuses: dict[str, Status] = {}
    waiting: dict[str, ClaimResult] = {}
    for result in raw:
        waiting[result.id] = result
        for identifier in order:
            claim = registry[identifier]
            if identifier not in waiting or any(other not in statuses for other in prerequisites(claim)):
                continue
            ready = waiting.pop(identifier)
            repair = None if claim.repaired_by is None else statuses[claim.repaired_by]
            statuses[identifier] = with_repair(ready.status, repair)
            yield replace(
                ready, status=statuses[identifier], resting_on=resting_on(claim, registry, statuses)
            )


def _in_processes(
    registry: Registry, order: tuple[str, ...], jobs: int, loader: str, deep: bool
) -> Iterator[ClaimResult]:
    already_there = set(multiprocessing.active_children())
    # Forking a process that has threads (progress bars, numerical libraries) can deadlock: spawn.
    pool = ProcessPoolExecutor(
        max_workers=min(jobs, len(order)) or 1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_die_when_interrupted,
    )
    futures = {pool.submit(_run_group, loader, group, deep): group for group in _groups(registry, order)}
    try:
        for future in as_completed(futures):
            try:
                yield from future.result()
            except Exception as error:  # the process died, or the loader failed there
                for claim in (registry[identifier] for identifier in futures[future]):
                    problem = f"not run: {named(error)}"
                    yield ClaimResult(claim.id, claim.recorded, Status.OPEN, problems=(problem,))
        pool.shutdown()
    except BaseException:  # interrupted: do not wait for checks that nobody wants any more
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - already_there:
            child.terminate()
        raise


_loaded = functools.cache(load)  # once per worker process, not once per claim


def _run_group(loader: str, identifiers: tuple[str, ...], deep: bool) -> list[ClaimResult]:
    return [run_claim(_loaded(loader)[identifier], deep=deep) for identifier in identifiers]


def _groups(registry: Registry, order: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Claims of one module stay together: what one of them has computed often serves the next."""
    groups: dict[str, list[str]] = {}
    for identifier in order:
        groups.setdefault(registry.homes.get(identifier, identifier), []).append(identifier)
    return [tuple(group) for group in groups.values()]


def _die_when_interrupted() -> None:
    """Ctrl-C reaches the workers too; they should end at once, without a traceback of their own."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _examine(check: Check, claim: Claim) -> tuple[Evidence, str | None]:
    """The evidence of one check; a claim that is recorded vacuous may have no instances."""
    return examine(check, claim, may_be_empty=claim.recorded is Status.VACUOUS)


def _provoke(claim: Claim, index: int) -> NearMissResult:
    """Run the claim's checks on one near miss until one of them fails, as it should."""
    miss = claim.near_misses[index]
    try:
        neighbour = miss.of(claim)
    except Exception as error:
        return NearMissResult(miss.name, None, named(error))
    answers: list[str] = []
    for check in claim.checks:
        if check.deep:
            continue
        evidence, _ = _examine(check, neighbour)
        if evidence.verdict is Verdict.FAILS:
            return NearMissResult(miss.name, check.title, evidence.witness)
        reason = f" ({evidence.detail})" if evidence.detail else ""
        answers.append(f"{check.title!r} answers {evidence.verdict.value}{reason}")
    return NearMissResult(miss.name, None, ", ".join(answers))


def _replay(claim: Claim) -> list[str]:
    """The recorded counterexample must be confirmed again, by a program that shares nothing with the checks."""
    if claim.counterexample is None:
        return []
    try:
        confirmed = confirm(claim.counterexample.certificate(claim.id, claim.locator))
    except Exception as error:
        return [f"replay of the counterexample crashed: {named(error)}"]
    return [] if confirmed else ["the recorded counterexample must fail again; its replay does not confirm it"]
