"""What a proof supposes, and its letters: hypotheses and symbols that stand in no statement, for pages of claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.ledger.evidence import Evidence
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.verdict import Verdict

_SEQUENCE = re.compile(r"(\w+) begins at (.*?)(?: and goes on to (.*))?")
_GROWS = re.compile(r"(\w+) goes from (.*) to (.*)")


def supposed(claim: Claim, evidence: Iterable[Evidence], *, believed: bool = False) -> list[dict[str, Any]]:
    """The hypotheses of the proofs of a claim, each as it is written and, if it is a formula, typeset.

    Those that a proof for all instances uses are conditions of the claim, whoever wrote them down where. Of a belief,
    what its proof takes the symbols to be is one as well.

    Args:
        claim: with the captions of its symbols.
        evidence: what its checks found.
        believed: whether the claim is carried by beliefs.
    """
    proofs = [entry for entry in evidence if entry.verdict is Verdict.HOLDS]
    origins = (Origin.HYPOTHESIS, Origin.DEFINITION) if believed else (Origin.HYPOTHESIS,)
    said = {one.text for entry in proofs for one in entry.premises if one.origin in origins}
    ordered = dict.fromkeys(one.text for entry in proofs for one in entry.premises if one.text in said)
    return [{"text": text, "latex": _latex(claim, text)} for text in ordered]


def letters(claim: Claim, evidence: Iterable[Evidence]) -> list[dict[str, str | None]]:
    """The symbols of the premises that are none of the formula: how each is typeset, and what it is if anybody says.

    Args:
        claim: with the captions of its symbols.
        evidence: what its checks found.
    """
    own = set(getattr(claim.formula, "free", ()))
    premises = [one for entry in evidence if entry.verdict is Verdict.HOLDS for one in entry.premises]
    names = dict.fromkeys(name for one in premises for name in _names(one) if name not in own)
    return [{"name": name, "latex": claim.captions.get(name, name), "means": claim.means.get(name)} for name in names]


def _names(premise: Premise) -> Iterator[str]:
    text, _, said = premise.text.partition(" [")
    found = _SEQUENCE.fullmatch(text) or _GROWS.fullmatch(text)
    for term in found.groups() if found is not None else (text,):
        yield from _names_in(term or "0")
    if premise.origin is Origin.COLLECTED:
        for meant in said.rstrip("]").split("; "):
            name, _, term = meant.partition(" is the ")
            yield from _names_in(term.partition(" of ")[2].partition(", ")[0] or name)


def _names_in(text: str) -> tuple[str, ...]:
    try:
        return names_in(text)
    except DomainError:  # it is told in words
        return ()


def _latex(claim: Claim, text: str) -> str | None:
    try:
        return Formula(text, {name: claim.captions.get(name, name) for name in names_in(text)}).latex()
    except DomainError:
        return None
