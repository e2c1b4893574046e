"""Evidence from closed sentences: a claim that a theorem of `logic` states is proved if the theorem's proof replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.claim import Check, Coverage, Method, Outcome
from sdp_proofs.logic.record import theorems_of
from sdp_proofs.verdict import Verdict

_found: dict[str, tuple[str, tuple[str, ...]]] = {}


def with_sentences(claim: Claim) -> Claim:
    """A claim with a check for the theorems that state it; the claim itself where there are none.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> claim = registry("dp-is-the-largest-delta")["dp-is-the-largest-delta"]
        >>> claim.checks[-1].title
        'replay of the proof of privacy-is-bounded-greatest-loss'
    """
    names = theorems_of(claim.id)
    if not names:
        return claim
    shown = ", ".join(name.replace("_", "-") for name in names)

    def run(_: Any) -> Outcome:
        return replayed(names)

    check = Check(Method.REPLAYED, Coverage.ALL, run, f"replay of the proof of {shown}")
    return replace(claim, checks=(*claim.checks, check))


def replayed(names: Sequence[str]) -> Outcome:
    """The outcome of a replay, in a process of its own, of the proofs of theorems as the sources state them.

    A second question replays all proofs, which takes a few seconds once.
    """
    from sdp_proofs.logic import proofs, replay  # dear, and only a replay needs them

    missing = [name for name in names if name not in _found]
    if missing:
        _found.update(proofs.proved(() if _found else missing))
    statements = proofs.load()
    stale = [name for name in names if _found[name][0] != replay.digest(statements[name].term)]
    if stale:
        return Outcome(Verdict.UNKNOWN, "not replayed", detail=f"the proof file is of another sentence: {stale}")
    tags = sorted({tag for name in names for tag in _found[name][1]})
    told = f"rests on {'; '.join(tags)}" if tags else ""
    return Outcome(Verdict.HOLDS, "a closed sentence; its proof replays in a process of its own", detail=told)
