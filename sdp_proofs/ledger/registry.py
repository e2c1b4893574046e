"""The claims of a ledger, found by id or by locator, and what is not consistent among them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sdp_proofs.ledger import catalogue
from sdp_proofs.ledger.claim import Claim, Coverage, Method
from sdp_proofs.ledger.consistency import cycles, faults_of, resembles, unused
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.premise import Citable, joined, together
from sdp_proofs.ledger.trust import TrustLedger


class Registry(Mapping[str, Claim]):
    """Claims by id, together with the trust ledger they refer to.

    Args:
        claims: in the order in which they are shown.
        trust: what their evidence rests on.
        homes: the modules that define them, by id; results of claims without one are never kept between runs.
        wings: what is known of their papers.
        part: the claims that were asked for, where only these are loaded with all they rest on; None of a whole ledger.
        faults: what is wrong with claims that need not be looked at.

    Attributes:
        faults: the claims that are not consistent with themselves or with others, each with all that is wrong. They
            are not run and cannot be cited, so that what depends on them is not established; others are as they are.
        unused: the entries of the trust ledger that no claim rests on.
    """

    def __init__(
        self,
        claims: Iterable[Claim],
        trust: TrustLedger,
        homes: Mapping[str, str] | None = None,
        wings: Iterable[Paper] = (),
        part: Iterable[str] | None = None,
        faults: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        given, wings = tuple(claims), tuple(wings)
        self.part = None if part is None else tuple(part)
        formulas = {claim.id: claim.formula for claim in given}
        listed = _with_repairs(tuple(_with_citations(claim, trust, formulas) for claim in given))
        found = faults_of(listed, trust)
        self.faults = {
            claim.id: faults.get(claim.id) or found[claim.id]
            for claim in listed
            if claim.id in faults or claim.id in found
        }
        self.unused = unused(listed, trust)
        by_id = _sound({claim.id: claim for claim in reversed(listed)}, trust)
        listed = tuple(by_id[name] for name in dict.fromkeys(claim.id for claim in listed))
        citable: dict[str, Citable | None] = dict.fromkeys(self.faults)
        self._claims = {claim.id: _with_citable(claim, by_id, citable) for claim in listed}
        self.trust = trust
        self.homes = dict(homes or {})
        self.wings = wings
        self._places = [catalogue.Place(claim.id, claim.paper, claim.locator) for claim in self._claims.values()]

    def __getitem__(self, identifier: str) -> Claim:
        return self._claims[identifier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._claims)

    def __len__(self) -> int:
        return len(self._claims)

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers that claims belong to, in order of first appearance."""
        return tuple(dict.fromkeys(claim.paper for claim in self.values()))

    def of_paper(self, paper: str | None) -> tuple[Claim, ...]:
        """The claims of one paper, or all claims.

        Raises:
            DomainError: no claim belongs to that paper.
        """
        return tuple(self[place.id] for place in catalogue.of_paper(self._places, paper))

    def find(self, query: str, paper: str | None = None) -> tuple[Claim, ...]:
        """The claims with that id, or at that locator ("fig 1"), or at one that has it as a part ("Eq. (7)").

        Raises:
            DomainError: there is none; the message suggests what is spelled alike.
        """
        return tuple(self[identifier] for identifier in catalogue.found(self._places, query, paper))

    def closure(self, identifiers: Iterable[str] | None = None) -> tuple[str, ...]:
        """The given claims (default: all) with all they depend on or are repaired by, those first."""
        needed = {claim.id: prerequisites(claim) for claim in self.values()}
        return catalogue.ordered_closure(self if identifiers is None else identifiers, needed)


def _with_citations(claim: Claim, trust: TrustLedger, formulas: Mapping[str, Any]) -> Claim:
    """Add the citations of a proof to its dependencies, its trusted entries to the trust, and what proves those."""
    trusted = sorted(trusted_by(claim, formulas) - set(claim.trust))
    lemmas = {name for entry in (*claim.trust, *trusted) if entry in trust for name in trust[entry].proved_by}
    cited = sorted(set().union(lemmas, *(check.cites for check in claim.checks)) - set(claim.depends_on))
    if not cited and not trusted:
        return claim
    return replace(claim, depends_on=(*claim.depends_on, *cited), trust=(*claim.trust, *trusted))


def _sound(claims: dict[str, Claim], trust: TrustLedger) -> dict[str, Claim]:
    """The claims without references that lead nowhere, or back to them."""
    for name, claim in claims.items():
        repair = claim.repaired_by if claim.repaired_by in claims else None
        depends = tuple(other for other in claim.depends_on if other in claims)
        rests = tuple(entry for entry in claim.trust if entry in trust)
        if (repair, depends, rests) != (claim.repaired_by, claim.depends_on, claim.trust):
            claims[name] = replace(claim, repaired_by=repair, depends_on=depends, trust=rests)
    for cycle in cycles(claims):
        for name in cycle:
            claim = claims[name]
            repair = None if claim.repaired_by in cycle else claim.repaired_by
            depends = tuple(other for other in claim.depends_on if other not in cycle)
            claims[name] = replace(claim, repaired_by=repair, depends_on=depends)
    return claims


def references(claims: Iterable[Claim], trust: TrustLedger) -> dict[str, tuple[str, ...]]:
    """The ids that the status of each claim refers to, as far as these claims tell."""
    given = tuple(claims)
    formulas = {claim.id: claim.formula for claim in given}
    return {one.id: prerequisites(one) for one in _with_repairs(_with_citations(one, trust, formulas) for one in given)}


def rested_on(claims: Iterable[Claim]) -> set[str]:
    """The entries of the trust ledger that any of the claims rests on."""
    given = tuple(claims)
    formulas = {claim.id: claim.formula for claim in given}
    return {name for claim in given for name in (*claim.trust, *trusted_by(claim, formulas))}


def trusted_by(claim: Claim, formulas: Mapping[str, Any]) -> set[str]:
    """The entries of the trust ledger that a claim's checks rest on, given the formulas of all claims by id."""
    found = set[str]()
    for check in claim.checks:
        found |= check.trusts | (check.needs(claim, formulas) if check.needs is not None else frozenset())
    return found


def _with_repairs(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """A claim says which refuted ones it corrects; that these are repaired by it follows, or by one that resembles."""
    claims = tuple(claims)
    known = {claim.id: claim for claim in claims}
    by: dict[str, Claim] = {}
    for claim in claims:
        for refuted in claim.repairs:
            kept = refuted in by and refuted in known and resembles(known[refuted], by[refuted])
            if not kept or resembles(known[refuted], claim):
                by[refuted] = claim
    return tuple(
        replace(claim, repaired_by=by[claim.id].id, alike=resembles(claim, by[claim.id])) if claim.id in by else claim
        for claim in claims
    )


def _with_citable(claim: Claim, claims: Mapping[str, Claim], known: dict[str, Citable | None]) -> Claim:
    """The formulas that the proofs of a claim may cite: those of the claims that it depends on, proved for all."""
    found = {name: _citable(claims[name], claims, known) for name in claim.depends_on}
    return replace(claim, citable={name: one for name, one in found.items() if one is not None})


def _citable(claim: Claim, claims: Mapping[str, Claim], known: dict[str, Citable | None]) -> Citable | None:
    """Statements that may be cited of a claim; `known` is filled in, cited claims first."""
    if claim.id not in known:
        known[claim.id] = _proved(claim, _with_citable(claim, claims, known).citable)
    return known[claim.id]


def _proved(claim: Claim, cited: Mapping[str, Citable]) -> Citable | None:
    # A sentence has no letters; its claim says under which conditions it reads as the formula, or is not cited.
    decided = [check for check in claim.checks if check.method is not Method.REPLAYED or check.every is not None]
    proofs = [check for check in decided if check.coverage is Coverage.ALL]
    if not proofs or claim.formula is None:
        return None
    # Any one of them may be the proof, in a deep run a deep one: what is cited holds under the conditions of all.
    whole = together([check.citable(claim.formula, claim.integers, cited) for check in proofs])
    own = frozenset(one.text for one in claim.hypotheses)
    words = joined([whole.words, dict.fromkeys(getattr(claim.formula, "free", ()), own)])
    return replace(whole, means=claim.means, words=words)


def prerequisites(claim: Claim) -> tuple[str, ...]:
    """The ids whose status the status of this claim refers to."""
    return claim.depends_on if claim.repaired_by is None else (*claim.depends_on, claim.repaired_by)


def load(path: str, part: Sequence[str] | None = None) -> Registry:
    """The registry returned by the function named "package.module:function".

    Worker processes find the claims this way, because checks are functions and do not travel.

    Args:
        path: of the function.
        part: its arguments, the claims that are wanted; only of a function that has returned a part before.
    """
    module, _, function = path.partition(":")
    registry = getattr(importlib.import_module(module), function)(*(part or ()))
    if not isinstance(registry, Registry):
        raise TypeError(f"{path} must return a Registry; got {type(registry).__name__}")
    return registry
