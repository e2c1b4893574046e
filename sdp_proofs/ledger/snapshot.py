"""A run of the ledger as one JSON document, the only thing that reports read.

The document is described by `ledger/schema/ledger-1.json`; a change that would surprise a reader of
version 1 gets a new version and a new schema file. Where a claim has no derivation, or no
generated near misses, that key is left out; what claims rest on is shown where somebody asks for a claim alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger.catalogue import Catalogue, cited, document_of
from sdp_proofs.ledger.claim import Claim, Hypothesis, Status, Strength
from sdp_proofs.ledger.evidence import Evidence
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.logic.record import sentences_of
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.ledger.counterexample import Erratum
    from sdp_proofs.ledger.derivation import Derivation, Step
    from sdp_proofs.ledger.evidence import (
        ClaimResult,
        DerivationResult,
        Evidence,
        FamilyResult,
        NearMissResult,
        StepResult,
    )
    from sdp_proofs.ledger.premise import Premise
    from sdp_proofs.ledger.registry import Registry

_SEQUENCE = re.compile(r"(\w+) begins at (.*?)(?: and goes on to (.*))?")
_GROWS = re.compile(r"(\w+) goes from (.*) to (.*)")


def snapshot(registry: Registry, results: Iterable[ClaimResult], *, complete: bool = True) -> dict[str, Any]:
    """The results as JSON values, in the order of the registry.

    Args:
        registry: the ledger that was run.
        results: what the run yielded, or the part of it that is to be shown.
        complete: whether the run came to its end.
    """
    by_id = {result.id: result for result in results}
    shown = [_claim(claim, by_id[identifier]) for identifier, claim in registry.items() if identifier in by_id]
    return document_of(shown, trust_of(registry), complete=complete)


def with_citations(
    document: Mapping[str, Any], registry: Registry, results: Iterable[ClaimResult]
) -> dict[str, Any]:
    """A snapshot together with what its claims rest on, so that a reader can follow a proof down to what is believed.

    Args:
        document: a snapshot.
        registry: the ledger that was run.
        results: what the run yielded; of a claim without a result the recorded status is shown.
    """
    run = {result.id: result for result in results}
    rows = {
        claim.id: {
            **described(claim),
            "status": (run[claim.id].status if claim.id in run else claim.recorded or Status.NOT_EXAMINED).value,
            "strength": _strength(run.get(claim.id)),
            "run": claim.id in run,
        }
        for claim in registry.values()
    }
    return cited(document, rows, trust_of(registry))


def catalogue_of(registry: Registry) -> Catalogue:
    """Catalogue of a ledger that was not run."""
    return Catalogue({claim.id: described(claim) for claim in registry.values()}, trust_of(registry))


def trust_of(registry: Registry) -> dict[str, dict[str, Any]]:
    """The entries of the trust ledger as JSON values."""
    return {
        name: {
            "kind": entry.kind,
            "statement": entry.statement,
            "reference": entry.reference,
            "proved_by": list(entry.proved_by),
            "made_of": list(entry.made_of),
        }
        for name, entry in registry.trust.items()
    }


def described(claim: Claim) -> dict[str, Any]:
    """Row of a claim that takes no run, and no typesetting: all that lists and searches need."""
    return {
        "id": claim.id,
        "paper": claim.paper,
        "locator": claim.locator,
        "title": claim.title,
        "kind": claim.kind.value,
        "uncheckable": claim.uncheckable,
        "formula": None if claim.formula is None else {"text": str(claim.formula)},
        "recorded": None if claim.recorded is None else claim.recorded.value,
        "fidelity": claim.fidelity.value,
        "counterexample": None if claim.counterexample is None else claim.counterexample.certificate(claim),
        "repaired_by": claim.repaired_by,
        "alike": claim.alike,
        "trust": sorted(claim.trust),
        "depends_on": sorted(claim.depends_on),
    }


def dumps(document: Mapping[str, Any]) -> str:
    """The document as text, with sorted keys, so that equal documents are equal texts."""
    return json.dumps(document, indent=2, sort_keys=True, allow_nan=False) + "\n"


def loads(text: str) -> dict[str, Any]:
    """Read a document back, refusing anything that is not a snapshot of this version, or contradicts itself.

    Raises:
        DomainError: the text is not JSON, does not follow the schema, or says what does not follow from its evidence.
    """
    from sdp_proofs.ledger.recount import contradictions, strict_json
    from sdp_proofs.ledger.schema import validate

    try:
        document = strict_json(text)
    except ValueError as error:
        raise DomainError(f"a snapshot must be a JSON document; got: {error}") from None
    validate(document)
    found = list(islice(contradictions(document), 10))
    if found:
        raise DomainError(f"a snapshot must say what follows from its evidence; got {'; '.join(found)}")
    return dict(document)


def _claim(claim: Claim, result: ClaimResult) -> dict[str, Any]:
    document = {
        **described(claim),
        "statement": claim.statement,
        "formula": None if claim.formula is None else _formula(claim.formula),
        "symbols": _symbols(claim),
        "hypotheses": _hypotheses(claim.hypotheses),
        "sentences": list(sentences_of(claim.id)),
        "supposed": supposed(claim, result.evidence, believed=result.strength is Strength.BELIEVED),
        "letters": letters(claim, result.evidence),
        "note": claim.note,
        "status": result.status.value,
        "strength": _strength(result),
        "agrees": result.agrees,
        "agreement": result.agreement.value,
        "problems": list(result.problems),
        "evidence": [_evidence(entry) for entry in result.evidence],
        "near_misses": _near_misses(result.near_misses),
        "erratum": None if claim.erratum is None else _erratum(claim.erratum),
        "resting_on": list(result.resting_on),
    }
    if result.family is not None:
        document["generated"] = _generated(result.family)
    if claim.derivation is not None and result.derivation is not None:
        document["derivation"] = derivation_snapshot(claim.derivation, result.derivation)
    return document


def _strength(result: ClaimResult | None) -> str | None:
    return None if result is None or result.strength is None else result.strength.value


def derivation_snapshot(derivation: Derivation, result: DerivationResult) -> dict[str, Any]:
    """A derivation with the evidence of its steps as JSON values; steps are numbered from 1."""
    steps = zip(derivation.steps, result.steps, strict=True)
    return {
        "id": derivation.id,
        "title": derivation.title,
        "source": derivation.source,
        "agrees": result.agrees,
        "first_broken": result.first_broken,
        "steps": [_step(number, step, answer) for number, (step, answer) in enumerate(steps, 1)],
    }


def _step(number: int, step: Step, result: StepResult) -> dict[str, Any]:
    return {
        "number": number,
        "part": step.part,
        "before": _formula(step.before),
        "relation": step.relation.value,
        "after": _formula(step.after),
        "rule": step.rule.value,
        "reference": step.reference,
        "hypotheses": _hypotheses(step.hypotheses),
        "note": step.note,
        "recorded": result.recorded.value,
        "evidence": _evidence(result.evidence),
        "near_misses": _near_misses(result.near_misses),
    }


def _formula(formula: Any) -> dict[str, str]:
    latex = getattr(formula, "latex", None)  # without it a claim has a fault, and is shown all the same
    return {"latex": str(formula) if latex is None else latex(), "text": str(formula)}


def _symbols(claim: Claim) -> list[dict[str, str | None]]:
    """The symbols of the formula: how each is typeset, and what it is if the claim says so."""
    captions = getattr(claim.formula, "symbols", {})
    whole = dict.fromkeys(claim.integers, "an integer")
    return [
        {"name": name, "latex": captions.get(name, name), "means": claim.means.get(name, whole.get(name))}
        for name in getattr(claim.formula, "free", ())
    ]


def _hypotheses(hypotheses: tuple[Hypothesis, ...]) -> list[dict[str, Any]]:
    return [{"text": entry.text, "silent": entry.silent} for entry in hypotheses]


def _erratum(erratum: Erratum) -> dict[str, str]:
    return {"wrong": erratum.wrong, "cost": erratum.cost, "defect": erratum.defect.value}


def _evidence(entry: Evidence) -> dict[str, Any]:
    return {
        "method": entry.method.value,
        "coverage": entry.coverage.value,
        "title": entry.title,
        "scope": entry.scope,
        "verdict": entry.verdict.value,
        "seconds": round(entry.seconds, 3),
        "instances": entry.instances,
        "witness": entry.witness,
        "detail": entry.detail,
        "premises": [_premise(premise) for premise in entry.premises],
        "believed": entry.believed,
    }


def _premise(premise: Premise) -> dict[str, Any]:
    return {
        "text": premise.text,
        "origin": premise.origin.value,
        "source": premise.source,
        "lifts": list(premise.lifts),
    }


def _generated(family: FamilyResult) -> dict[str, Any]:
    return {
        "refuted": family.killed - family.unproved,
        "not_proved": family.unproved,
        "total": family.killed + len(family.survivors),
        "kinds": dict(family.refuted),
        "weaker": family.weaker,
        "listed": [{"name": name, "reason": reason} for name, reason in family.listed],
        "survivors": _near_misses(family.survivors)["details"],
    }


def _near_misses(results: tuple[NearMissResult, ...]) -> dict[str, Any]:
    return {
        "refuted": sum(result.refuted for result in results),
        "not_proved": sum(result.met and not result.refuted for result in results),
        "total": len(results),
        "details": [
            {
                "name": result.name, "refuted_by": result.refuted_by, "not_proved_by": result.not_proved_by,
                "detail": result.detail,
            }
            for result in results
        ],
    }


# Suppositions of a proof, and its letters: hypotheses and symbols that stand in no statement.


def supposed(claim: Claim, evidence: Iterable[Evidence], *, believed: bool = False) -> list[dict[str, Any]]:
    """The hypotheses of the proofs of a claim, each as it is written and, if it is a formula, typeset.

    Those that a proof for all instances uses are conditions of the claim, whoever wrote them down where. Of a belief,
    what its proof takes the symbols to be is one as well. A letter that a quantity of the claim is said to be, as in
    delta = x, is told with what it is defined to be.

    Args:
        claim: with the captions of its symbols.
        evidence: what its checks found.
        believed: whether the claim is carried by beliefs.
    """
    proofs = [entry for entry in evidence if entry.verdict is Verdict.HOLDS]
    origins = (Origin.HYPOTHESIS, Origin.DEFINITION) if believed else (Origin.HYPOTHESIS,)
    said = {one.text for entry in proofs for one in entry.premises if one.origin in origins}
    defined = {one.text for entry in proofs for one in entry.premises if one.origin is Origin.DEFINITION}
    while spoken := {text for text in defined - said if _defines(text) & {name for one in said for name in _of(one)}}:
        said |= spoken
    ordered = dict.fromkeys(one.text for entry in proofs for one in entry.premises if one.text in said)
    return [{"text": text, "latex": _latex_of(claim, text)} for text in ordered]


def _defines(text: str) -> set[str]:
    """The symbol that a definition, written `x == (term)`, is of."""
    name, _, term = text.partition(" == (")
    return {name} if term else set()


def _of(text: str) -> tuple[str, ...]:
    """The symbols of the term in a definition."""
    return _names_in(text.partition(" == ")[2]) if _defines(text) else ()


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


def _latex_of(claim: Claim, text: str) -> str | None:
    try:
        return Formula(text, {name: claim.captions.get(name, name) for name in names_in(text)}).latex()
    except DomainError:
        return None
