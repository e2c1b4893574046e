"""The claims of a ledger, consistent by construction, found by id or by locator."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.ledger.consistency import problems_of
from sdp_proofs.ledger.locators import has_part, normalised
from sdp_proofs.ledger.trust import TrustLedger


class Registry(Mapping[str, Claim]):
    """Claims by id, together with the trust ledger they refer to.

    Args:
        claims: in the order in which they are shown.
        trust: what their evidence rests on.
        homes: the modules that define them, by id; results of claims without one are never kept between runs.

    Raises:
        DomainError: the claims contradict each other or are incomplete; every problem is named.
    """

    def __init__(
        self, claims: Iterable[Claim], trust: TrustLedger, homes: Mapping[str, str] | None = None
    ) -> None:
        listed = tuple(claims)
        problems = problems_of(listed, trust)
        if problems:
            raise DomainError("a ledger must be consistent; got: " + "; ".join(problems))
        self._claims = {claim.id: claim for claim in listed}
        self.trust = trust
        self.homes = dict(homes or {})

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
        if paper is not None and paper not in self.papers:
            raise DomainError(f"the paper must be one of {', '.join(self.papers)}; got {paper!r}")
        return tuple(claim for claim in self.values() if paper in (None, claim.paper))

    def find(self, query: str, paper: str | None = None) -> tuple[Claim, ...]:
        """The claims with that id, or at that locator ("fig 1"), or at one that has it as a part ("Eq. (7)").

        Raises:
            DomainError: there is none; the message suggests what is spelled alike.
        """
        claims = self.of_paper(paper)
        place = normalised(query)
        found = (
            tuple(claim for claim in claims if claim.id == query.strip().casefold())
            or tuple(claim for claim in claims if normalised(claim.locator) == place)
            or tuple(claim for claim in claims if has_part(normalised(claim.locator), place))
        )
        if found:
            return found
        spelled = {claim.id: claim.id for claim in claims}
        spelled |= {normalised(claim.locator): claim.locator for claim in claims}
        close = [
            spelled[word]
            for attempt in dict.fromkeys((query.casefold(), place))
            for word in difflib.get_close_matches(attempt, spelled, n=3)
        ]
        hint = f" (did you mean {', '.join(dict.fromkeys(close))}?)" if close else ""
        raise DomainError(f"a claim must be an id or a locator of the ledger; got {query!r}{hint}")

    def closure(self, identifiers: Iterable[str] | None = None) -> tuple[str, ...]:
        """The given claims (default: all) with all they depend on or are repaired by, those first."""
        graph: dict[str, tuple[str, ...]] = {}
        waiting = list(self if identifiers is None else identifiers)
        while waiting:
            identifier = waiting.pop()
            if identifier not in graph:
                graph[identifier] = prerequisites(self[identifier])
                waiting.extend(graph[identifier])
        ordered = {identifier: graph[identifier] for identifier in self if identifier in graph}
        return tuple(TopologicalSorter(ordered).static_order())


def prerequisites(claim: Claim) -> tuple[str, ...]:
    """The ids whose status the status of this claim refers to."""
    return claim.depends_on if claim.repaired_by is None else (*claim.depends_on, claim.repaired_by)


def load(path: str) -> Registry:
    """The registry returned by the function named "package.module:function".

    Worker processes find the claims this way, because checks are functions and do not travel.
    """
    module, _, function = path.partition(":")
    registry = getattr(importlib.import_module(module), function)()
    if not isinstance(registry, Registry):
        raise TypeError(f"{path} must return a Registry; got {type(registry).__name__}")
    return registry
