"""Claims as theorems: refuted ones, and established ones.

An instance meets the hypotheses, and the formula is false there. What holds of all numbers holds under the hypotheses
under which a check proves it; which tactic proves it is found once, by `kernel.attempts`, and kept in `tactics.json`,
so that the work of the kernel is short.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.kernel.certificates import Level, Translation, Type
from sdp_proofs.kernel.formulas import Writer, clearings, file_of, heads, named, needs_reals
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.ledger import Check, Claim, Coverage, Method
from sdp_proofs.proving.terms import definedness, formula_of

PUBLISHED_IS_FALSE = "published_is_false"
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
    return Theorem(claim.id, "is refuted", PUBLISHED_IS_FALSE, statement, proof, requires)


def _by_hand(claim: Claim) -> tuple[str, str] | None:
    """Return a hand-written proof, and what it requires.

    None if there is none.
    """
    path = PROOFS / f"{file_of(claim.id)}.v"
    if not path.is_file():
        return None
    first, proof = path.read_text(encoding="utf-8").rstrip().split("\n", 1)
    return first.removeprefix("From SdpProofs Require Import ").rstrip("."), proof


def _theorem(parts: list[str]) -> str:
    return f"Theorem {PUBLISHED_IS_FALSE} :\n  " + " /\\\n  ".join(parts) + "."


def _said(claim: Claim) -> list[str]:
    return [f"(* {claim.paper}, {claim.locator}: {claim.id} *)"]


def _real_proof(reals: list[str], published: bool) -> str:
    """Enclose reals; compute what is published if only conditions are real."""
    unfolded = " ".join([*reals, "published"])
    by = "by_enclosure"
    if not published:
        by = f"repeat apply conj; match goal with |- context [Q2R] => {by} | _ => computed end"
    return f"cbv beta delta [{unfolded}]; {by}."


CLAIM_HOLDS = "claim_holds"
TACTICS = Path(__file__).parent / "tactics.json"
COUNTED = frozenset({"sum", "binomial", "factorial", "floor", "ceiling"})
"""Functions that speak of integers; such formulas are not about all real numbers."""


def proving_checks(claim: Claim) -> Iterator[Check]:
    """Yield the checks that prove a claim from hypotheses and definitions.

    They prove it for all instances.

    After them those that cite: a theorem may do without what is cited, but not without a hypothesis, and none of these
    may speak of what the claim does not.
    """
    found = [
        check for check in claim.checks
        if check.coverage is Coverage.ALL and check.proves is None and check.conditions is not None and not check.deep
        and check.method is not Method.REPLAYED  # a sentence is exported with its own proof
    ]  # fmt: skip
    yield from (check for check in found if not check.cites and not check.trusts)
    for check in found:
        own = {*claim.speaks_of, *claim.formula.free, *(name for name, _ in check.definitions)}
        if (check.cites or check.trusts) and all(own.issuperset(one.free) for one in check.conditions or ()):
            yield check


def hypotheses(claim: Claim) -> list[Formula]:
    """Return what the theorem supposes.

    Conditions, definitions, and that every term has a value.

    Raises:
        DomainError: no check proves the claim from hypotheses alone.
    """
    check = next(proving_checks(claim), None)
    if check is None or claim.formula is None:
        raise DomainError(f"a claim must be proved from its hypotheses alone; got {claim.id}")
    stated = [*(check.conditions or ()), *(formula for _, formula in check.definitions)]
    defined = [formula_of(text) for one in (*stated, claim.formula) for text in definedness(one)]
    return list(dict.fromkeys((*stated, *defined)))


def universal(claim: Claim, tactic: str) -> Theorem:
    """The theorem that the claim's formula holds wherever its hypotheses do.

    Args:
        claim: of the ledger, or a near miss.
        tactic: one of `TRIES`, or one of `HINTED` with its hints.

    Raises:
        DomainError: the claim has no such proof, or a formula no translation.
    """
    given = hypotheses(claim)
    trees: list[Node] = [one.tree for one in (*given, claim.formula)]
    if any(heads(tree) & COUNTED for tree in trees):
        raise DomainError("what speaks of integers has no theorem on all real numbers")
    writer = Writer(real=True)
    symbols = dict.fromkeys(name for tree in trees for name in sorted(tree.free_names()))
    names = " ".join(map(named, symbols))
    lines = [f"(* {claim.paper}, {claim.locator}: {claim.id} *)", f"Theorem {CLAIM_HOLDS} :"]
    lines.append(f"  forall {names} : R," if names else "")
    lines += [f"  {writer.proposition(tree)} ->" for tree in trees[:-1]]
    lines.append(f"  {writer.proposition(trees[-1])}.")
    introduced = f"intros {names}; " if names else ""
    clearing = "; ".join(
        f"try clear_atom {left} {right} {top} {bottom}" for left, right, top, bottom in clearings(trees, writer)
    )
    way, _, hints = tactic.partition(": ")
    script = (TRIES | HINTED)[way].replace("CLEARED", clearing or "idtac").replace("HINTS", hints or "idtac")
    statement = "\n".join(line for line in lines if line)
    proof = f"Proof. {introduced}{script}. Qed."
    return Theorem(claim.id, "holds", CLAIM_HOLDS, statement, proof, REQUIRES.get(way, "Algebra"))


TRIES = {
    "linear": "linear",
    "identity": "identity",
    "polynomial": "polynomial",
    "cleared": "no_maxima; apart; CLEARED; first [ lra | nra ]",
    "quotients": "no_maxima; apart; no_quotients; first [ lra | nra ]",
    "cleared after maxima": "no_maxima; apart; subst; CLEARED; no_quotients; first [ lra | nra ]",
    "functional": "functional_identity",
    "tangents": "no_maxima; apart; tangents; first [ lra | nra | no_quotients; nra ]",
}
"""Ways to prove, the cheapest first."""
HINTED = {
    "cases": "apart; cases; HINTS; settled",
    "merged": "apart; HINTS; merged",
    "boxes": "apart; interval with (HINTS, i_prec 60)",
}
"""Ways that take hints in the words of `library/Hints.v`, after a colon; `kernel.attempts` does not try them."""
REQUIRES = {"cases": "Hints", "merged": "Hints", "boxes": "Boxes"}
"""The file of the library that a way needs, if it is not `Algebra`."""


@cache
def tactics() -> dict[str, str]:
    """Return the tactic that proves each claim, by id.

    Those that are not here are not the kernel's.
    """
    if not TACTICS.is_file():
        return {}
    found: dict[str, str] = json.loads(TACTICS.read_text(encoding="utf-8"))
    return found


def known(claim: Claim) -> Theorem | None:
    """Return the theorem on a claim whose proof is known.

    None, too, if no check proves it any more.
    """
    tactic = tactics().get(claim.id)
    return None if tactic is None or next(proving_checks(claim), None) is None else universal(claim, tactic)
