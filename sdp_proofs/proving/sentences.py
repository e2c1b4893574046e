"""Evidence from closed sentences: a claim that a theorem of `logic` states is proved if the theorem's proof replays.

A sentence has no letters. Where the claim has no other proof, `by_sentence` says under which conditions on its letters
the formula reads as the sentence: these are printed as hypotheses of the claim, and come along where it is cited. That
the formula says no more than the sentence is for a reader to see, so what cites it is decided on letters at best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.claim import Check, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.logic.record import theorems_of
from sdp_proofs.proving.terms import formula_of, parts
from sdp_proofs.verdict import Verdict

_found: dict[str, tuple[str, tuple[str, ...]]] = {}


def by_sentence(given: Sequence[str] | str = (), every: str = "") -> Check:
    """Leave the proof to the sentence of a theorem that states the claim.

    Args:
        given: the conditions on letters under which the formula reads as the sentence.
        every: the letters, separated by blanks, that stand for all values there. The others keep their names wherever
            the claim is cited.

    Example:
        >>> by_sentence("0 <= t", every="t").title
        'the sentence'
    """
    conditions = tuple(map(formula_of, [given] if isinstance(given, str) else given))
    return Check(
        Method.REPLAYED, Coverage.ALL, _unstated, "the sentence", conditions=conditions, every=frozenset(every.split())
    )


def _unstated(_: Claim) -> Outcome:
    return Outcome(Verdict.UNKNOWN, "not replayed", detail="no proved theorem states the claim")


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
    others = tuple(check for check in claim.checks if check.every is None)
    said = next((check for check in claim.checks if check.every is not None), by_sentence())
    bare = len(others) == len(claim.checks)
    premises = tuple(
        Premise(str(part), Origin.HYPOTHESIS) for one in said.conditions or () for part in parts(one)
    )  # fmt: skip

    def run(_: Any) -> Outcome:
        return replace(replayed(names), premises=premises)

    check = replace(said, run=run, title=f"replay of the proof of {shown}")
    if bare:  # nothing is said of the letters
        check = replace(check, conditions=None, every=None)
    return replace(claim, checks=(*others, check))


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
