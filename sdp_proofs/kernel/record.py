"""Record of the last run of the kernel.

It says which theorems were accepted, by their digests.

It is shown where there is no kernel. Two digests tell whether it still speaks of today's ledger: that of the theorem
with its proof and its library, which `export` compares, and that of the claim's own words, which is there without a
translation, so that `show` can say it of any snapshot.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sdp_proofs.files import replace_text
from sdp_proofs.kernel.theorem import Theorem, objects_of
from sdp_proofs.ledger import Registry

SCHEMA = "sdp-proofs/kernel/1"
FILE = Path(__file__).parent / "record.json"
STALE = "Stale"
PROSE = "a step told in words"
_WORDS = frozenset({"lifting", "lemma"})
_ALGEBRA = frozenset({"SMT", "SYMBOLIC"})
_ALONE = frozenset({"hypothesis", "definition", "claim", "step"})


@dataclass(frozen=True, slots=True)
class Record:
    """Theorems that the kernel accepted.

    Attributes:
        compiler: its version.
        axioms: all that the theorems rest on.
        accepted: by claim, what the theorem says, its digest ("theorem"), and that of the claim's words ("words").
    """

    compiler: str
    axioms: tuple[str, ...]
    accepted: Mapping[str, Mapping[str, str]]

    def has(self, theorem: Theorem) -> bool:
        """Tell whether the kernel accepted exactly this statement and proof."""
        entry = self.accepted.get(theorem.claim)
        return entry is not None and entry["theorem"] == theorem.digest

    def standing(self, claim: Mapping[str, Any]) -> str | None:
        """Say how a claim of a snapshot stands; None without accepted theorem.

        Example:
            >>> claim = {"id": "a", "formula": {"text": "x > 0"}, "counterexample": None, "hypotheses": []}
            >>> entry = {"says": "holds", "theorem": "", "words": words("x > 0", None, [])}
            >>> Record("8.16.1", (), {"a": entry}).standing(claim)
            'Coq 8.16.1 accepted a theorem that the formula holds, of numbers: what they are is left to words.'
            >>> Record("8.16.1", (), {"a": {**entry, "words": ""}}).standing(claim)
            'Stale: Coq 8.16.1 accepted a theorem on the claim, but the claim has changed since.'
        """
        entry = self.accepted.get(claim["id"])
        if entry is None:
            return None
        formula = claim["formula"]["text"] if claim["formula"] else ""
        hypotheses = [hypothesis["text"] for hypothesis in claim["hypotheses"]]
        if words(formula, claim["counterexample"], hypotheses) != entry["words"]:
            return f"{STALE}: Coq {self.compiler} accepted a theorem on the claim, but the claim has changed since."
        what, of = "formula", "at the recorded instance"
        if objects := objects_of(claim["id"]):
            what, of = "statement", f"of objects of the library: {', '.join(objects)}"
        elif entry["says"] == "holds":
            of = "of numbers: what they are is left to words"
        return f"Coq {self.compiler} accepted a theorem that the {what} {entry['says']}, {of}."

    def covers(self, claim: Mapping[str, Any]) -> bool:
        """Tell whether a theorem on today's words was accepted."""
        said = self.standing(claim)
        return said is not None and not said.startswith(STALE)

    def counts(self) -> dict[str, int]:
        """Count the theorems by what they say.

        Those on numbers are counted apart, and those that a claim of objects holds.
        """
        found = {"is refuted": 0, "holds": 0, "numbers": 0, "of objects": 0}
        for claim, entry in self.accepted.items():
            found[entry["says"] if entry["words"] else "numbers"] += 1
            found["of objects"] += entry["says"] == "holds" and bool(objects_of(claim))
        return found

    def write(self, path: Path = FILE) -> None:
        """Write the record."""
        document = {
            "schema": SCHEMA,
            "compiler": self.compiler,
            "axioms": list(self.axioms),
            "accepted": dict(sorted(self.accepted.items())),
        }
        replace_text(path, json.dumps(document, indent=1) + "\n")


def of_run(
    compiler: str, axioms: tuple[str, ...], theorems: Mapping[str, Theorem], accepted: Iterable[str], registry: Registry
) -> Record:
    """The record of a run."""
    entries = {}
    for name in accepted:
        claim = registry.get(name)
        certificate = claim.counterexample.certificate(claim) if claim is not None and claim.counterexample else None
        own = "" if claim is None else words(str(claim.formula), certificate, [one.text for one in claim.hypotheses])
        entries[name] = {"says": theorems[name].says, "theorem": theorems[name].digest, "words": own}
    return Record(compiler, axioms, entries)


def before_and_after(
    record: Record, claims: Iterable[Mapping[str, Any]], trust: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, int]]:
    """Count the claims that rest on engines, and those without theorem.

    Engines are z3, sympy and Arb; a step in prose counts, too.

    "algebraic" counts the established claims that z3 or sympy proves for all instances from hypotheses, definitions and
    what is cited, and those of them without a theorem.

    Args:
        record: what the kernel accepted.
        claims: of a snapshot.
        trust: what is believed, by id.

    Example:
        >>> claim = {"id": "a", "trust": ["z3"], "recorded": "open", "evidence": []}
        >>> before_and_after(Record("", (), {}), [claim], {"z3": {"kind": "engine"}})["z3"]
        {'before': 1, 'after': 1}
    """
    names = [*(name for name in ("z3", "sympy", "arb") if name in trust), PROSE, "any of these", "algebraic"]
    found = {name: {"before": 0, "after": 0} for name in names}
    for claim in claims:
        told = any(trust[name]["kind"] in _WORDS for name in claim["trust"])
        rests = [name for name in names if name in claim["trust"] or (name == PROSE and told)]
        rests += ["any of these"] * bool(rests) + ["algebraic"] * _algebraic(claim)
        covered = record.covers(claim) if rests else False
        for name in rests:
            found[name]["before"] += 1
            found[name]["after"] += not covered
    return found


def _algebraic(claim: Mapping[str, Any]) -> bool:
    return claim["recorded"] == "established" and any(
        (check["coverage"], check["verdict"]) == ("ALL", "HOLDS")
        and check["method"] in _ALGEBRA
        and all(premise["origin"] in _ALONE for premise in check["premises"])
        for check in claim["evidence"]
    )


def words(formula: str, certificate: Mapping[str, Any] | None, hypotheses: Sequence[str]) -> str:
    """Digest a claim's formula, its refuting instance and its hypotheses."""
    instance = None if certificate is None else [certificate[key] for key in ("let", "given", "at")]
    return hashlib.sha256(json.dumps([formula, instance, list(hypotheses)]).encode()).hexdigest()


@cache
def recorded() -> Record:
    """Read the record that came with the package; empty without one."""
    if not FILE.is_file():
        return Record("", (), {})
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return Record(found["compiler"], tuple(found["axioms"]), found["accepted"])
