"""Every refuted claim hunted: what is found within a stated effort, how soon, and how simple it is."""

from __future__ import annotations

from itertools import count
from typing import Any

from docs.benchmarks.timing import duration, table
from sdp_proofs.hunting.hunt import Hunted, hunt
from sdp_proofs.hunting.searches import Search, search_of
from sdp_proofs.hunting.spaces import Instance, Listed, Named, Space, level_of
from sdp_proofs.ledger import Claim, Status
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict

EFFORT = 20_000
SEED = 0
SECTION = """\
Each refuted claim, hunted from nothing but its statement: {effort:,} questions at most, seed {seed}. A question is a
decision of an instance or an estimate of its distance from failing; the shrinking may ask as many again.
Every counterexample is decided again, exactly or certifiably. The time includes making it simpler. The level is that
of the counterexample (0 is the simplest instance), "below" the level up to which all instances were examined.

{rows}

Found: {found} of {hunted} claims, in {total} together.
"""


def section() -> str:
    """The whole section, measured in one run."""
    claims = [
        claim
        for claim in registry().values()
        if claim.recorded in (Status.REFUTED, Status.REPAIRED)
    ]
    results = [(claim, hunt(claim, effort=EFFORT, seed=SEED)) for claim in claims]
    rows = [_row(claim, hunted) for claim, hunted in results]
    return SECTION.format(
        effort=EFFORT,
        seed=SEED,
        rows=table(["claim", "found", "stage", "time", "questions", "level", "below"], rows),
        found=sum(hunted.found is not None for _, hunted in results),
        hunted=len(results),
        total=duration(sum(hunted.seconds for _, hunted in results)),
    ).rstrip()


def _row(claim: Claim, hunted: Hunted) -> list[str]:
    below = "all" if hunted.exhausted else str(hunted.level) if hunted.level >= 0 else "none"
    asked, took = f"{hunted.asked:,}", duration(hunted.seconds)
    if hunted.found is None:
        return [f"`{claim.id}`", "no", "", took, asked, "", below]
    search = search_of(claim)
    assert isinstance(search, Search)
    assert search.decide(claim, hunted.found) is Verdict.FAILS, "a counterexample must fail again"
    space = search.space_of(claim)
    level = level_of(space, _in(space, hunted.found))
    place = ", ".join(f"{name} = {_shown(hunted.found[name])}" for name in space)
    return [f"`{claim.id}`", place, str(hunted.stage), took, asked, str(level), below]


def _in(space: Space, found: Instance) -> Instance:
    """An instance with the members of this space: a list that is gone through anew has its own."""
    return {
        name: _member(domain, found[name]) if isinstance(domain, Listed) else found[name]
        for name, domain in space.items()
    }


def _member(listed: Listed, value: Named) -> Named:
    members = (next(listed.at_level(place, {})) for place in count())
    return next(member for member in members if member.name == value.name)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    return str(value)
