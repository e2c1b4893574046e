"""A refuted claim as a theorem: its formula is false at the recorded instance, which meets the hypotheses."""

from __future__ import annotations

from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.kernel.certificates import Translation
from sdp_proofs.kernel.formulas import Writer, needs_reals
from sdp_proofs.kernel.names import file_of, named
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.kernel.types import Level, Type
from sdp_proofs.ledger import Claim

THEOREM = "published_is_false"
PROOFS = Path(__file__).parent / "proofs"
"""The proofs that were written by hand, of statements that are generated like all others."""


def refutation(claim: Claim) -> Theorem:
    """The theorem that the claim's formula fails where its counterexample says.

    Raises:
        DomainError: there is no counterexample, or a part has no translation.
    """
    if claim.counterexample is None:
        raise DomainError(f"a refutation must be of a claim with a counterexample; got {claim.id}")
    document = claim.counterexample.certificate(claim)
    found, conditions, values = Translation(), [], {}
    for name, text in document["let"]:
        found.define(name, text)
    for text in document["given"]:
        conditions.append(found.read(text))
    for symbol, sign, text in document["at"]:
        values[symbol] = (sign, found.read(text))
    tree: Node = claim.formula.tree
    bounded = any(sign != "==" for sign, _ in values.values())
    irrational = any(found.level(value) is Level.REAL for _, value in values.values())
    real = bounded or irrational or needs_reals(tree)
    definitions = found.definitions()
    symbols = claim.formula.free
    whole = [symbol for symbol, (_, value) in values.items() if found.level(value) is Level.WHOLE]
    writer = Writer(real=real, whole=whole, counts=real)
    world = "R" if real else "Q"
    head = f" ({' '.join(map(named, symbols))} : {world})" if symbols else ""
    published = f"Definition published{head} : Prop :=\n  {writer.proposition(tree)}."
    wanted = Type("number", level=Level.REAL) if real else None
    arguments, quantified = [], []
    for symbol in symbols:
        sign, value = values[symbol]
        text = found.text(value, wanted)
        if sign == "==":
            arguments.append(text)
        else:
            name = f"any_{symbol}"
            one, other = (text, name) if sign == ">=" else (name, text)
            quantified.append((name, f"({one} <= {other})%R"))
            arguments.append(name)
    fails = f"~ published {' '.join(arguments)}".rstrip()
    if quantified:
        names = " ".join(name for name, _ in quantified)
        fails = f"forall {names} : R, {' -> '.join(bound for _, bound in quantified)} -> {fails}"
    parts = [*(f"({found.proposition(condition)})" for condition in conditions), f"({fails})"]
    statement = "\n".join([*_said(claim), *definitions, published, "", _theorem(parts)])
    uses_reals = "%R" in statement or "Q2R" in statement
    proof = f"Proof. {_real_proof(found.reals, real) if uses_reals else 'computed.'} Qed."
    requires, proof = _by_hand(claim) or ("Real" if uses_reals else "Exact", proof)
    return Theorem(claim.id, "is refuted", THEOREM, statement, proof, requires)


def _by_hand(claim: Claim) -> tuple[str, str] | None:
    """What a proof that was written by hand requires, and the proof; None if there is none."""
    path = PROOFS / f"{file_of(claim.id)}.v"
    if not path.is_file():
        return None
    first, proof = path.read_text(encoding="utf-8").rstrip().split("\n", 1)
    return first.removeprefix("From SdpProofs Require Import ").rstrip("."), proof


def _theorem(parts: list[str]) -> str:
    return f"Theorem {THEOREM} :\n  " + " /\\\n  ".join(parts) + "."


def _said(claim: Claim) -> list[str]:
    return [f"(* {claim.paper}, {claim.locator}: {claim.id} *)"]


def _real_proof(reals: list[str], published: bool) -> str:
    """Reals are enclosed; where only conditions are about reals, what is published is computed."""
    unfolded = " ".join([*reals, "published"])
    by = "by_enclosure"
    if not published:
        by = f"repeat apply conj; match goal with |- context [Q2R] => {by} | _ => computed end"
    return f"cbv beta delta [{unfolded}]; {by}."

