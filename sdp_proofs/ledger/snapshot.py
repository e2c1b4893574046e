"""A run of the ledger as one JSON document, the only thing that reports read.

The document is described by `ledger/schema/ledger-1.json`; a change that would surprise a reader of
version 1 gets a new version and a new schema file. Where a claim has no derivation, or no
generated near misses, that key is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Claim, Hypothesis, Status
from sdp_proofs.ledger.counterexample import Erratum
from sdp_proofs.ledger.derivation import Derivation, Step
from sdp_proofs.ledger.evidence import ClaimResult, DerivationResult, Evidence, FamilyResult, NearMissResult, StepResult
from sdp_proofs.ledger.registry import Registry
from sdp_proofs.ledger.schema import validate

SCHEMA = "sdp-proofs/ledger/1"


def snapshot(registry: Registry, results: Iterable[ClaimResult], *, complete: bool = True) -> dict[str, Any]:
    """The results as JSON values, in the order of the registry.

    Args:
        registry: the ledger that was run.
        results: what the run yielded, or the part of it that is to be shown.
        complete: whether the run came to its end.
    """
    by_id = {result.id: result for result in results}
    shown = [(claim, by_id[identifier]) for identifier, claim in registry.items() if identifier in by_id]
    counts = Counter(result.status for _, result in shown)
    trusted = sorted({identifier for claim, _ in shown for identifier in claim.trust})
    return {
        "schema": SCHEMA,
        "complete": complete,
        "agrees": all(result.agrees for _, result in shown),
        "claims": [_claim(claim, result) for claim, result in shown],
        "summary": {status.value: counts[status] for status in Status},
        "trust": {
            identifier: {
                "kind": registry.trust[identifier].kind,
                "statement": registry.trust[identifier].statement,
                "reference": registry.trust[identifier].reference,
            }
            for identifier in trusted
        },
    }


def dumps(document: Mapping[str, Any]) -> str:
    """The document as text, with sorted keys, so that equal documents are equal texts."""
    return json.dumps(document, indent=2, sort_keys=True, allow_nan=False) + "\n"


def loads(text: str) -> dict[str, Any]:
    """Read a document back, refusing anything that is not a snapshot of this version.

    Raises:
        DomainError: the text is not JSON or does not follow the schema.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DomainError(f"a snapshot must be a JSON document; got: {error}") from None
    validate(document)
    return dict(document)


def _claim(claim: Claim, result: ClaimResult) -> dict[str, Any]:
    document = {
        "id": claim.id,
        "paper": claim.paper,
        "locator": claim.locator,
        "title": claim.title,
        "kind": claim.kind.value,
        "statement": claim.statement,
        "formula": None if claim.formula is None else _formula(claim.formula),
        "hypotheses": _hypotheses(claim.hypotheses),
        "fidelity": claim.fidelity.value,
        "note": claim.note,
        "uncheckable": claim.uncheckable,
        "status": result.status.value,
        "recorded": result.recorded.value,
        "agrees": result.agrees,
        "problems": list(result.problems),
        "evidence": [_evidence(entry) for entry in result.evidence],
        "near_misses": _near_misses(result.near_misses),
        "counterexample": _certificate(claim),
        "erratum": None if claim.erratum is None else _erratum(claim.erratum),
        "repaired_by": claim.repaired_by,
        "trust": sorted(claim.trust),
        "depends_on": sorted(claim.depends_on),
        "resting_on": list(result.resting_on),
    }
    if result.family is not None:
        document["generated"] = _generated(result.family)
    if claim.derivation is not None and result.derivation is not None:
        document["derivation"] = derivation_snapshot(claim.derivation, result.derivation)
    return document


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
    return {"latex": formula.latex(), "text": str(formula)}


def _hypotheses(hypotheses: tuple[Hypothesis, ...]) -> list[dict[str, Any]]:
    return [{"text": entry.text, "silent": entry.silent} for entry in hypotheses]


def _certificate(claim: Claim) -> dict[str, Any] | None:
    counterexample = claim.counterexample
    return None if counterexample is None else counterexample.certificate(claim.id, claim.locator)


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
    }


def _generated(family: FamilyResult) -> dict[str, Any]:
    return {
        "refuted": family.killed,
        "total": family.killed + len(family.survivors),
        "kinds": dict(family.refuted),
        "weaker": family.weaker,
        "listed": [{"name": name, "reason": reason} for name, reason in family.listed],
        "survivors": _near_misses(family.survivors)["details"],
    }


def _near_misses(results: tuple[NearMissResult, ...]) -> dict[str, Any]:
    return {
        "refuted": sum(result.refuted for result in results),
        "total": len(results),
        "details": [
            {"name": result.name, "refuted_by": result.refuted_by, "detail": result.detail}
            for result in results
        ],
    }
