"""Statements with square roots for all real numbers: z3 is asked about their squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdp_proofs.claims.proofs.conjunctions import parts
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict


def without_roots(formula: Formula) -> tuple[Formula, dict[str, str]]:
    """The formula with a symbol for each different square root, and what is under the roots, by symbol.

    Example:
        >>> statement, roots = without_roots(Formula("sqrt(1 + x) + sqrt(y) <= sqrt(1 + x)*z", ["x", "y", "z"]))
        >>> print(statement, roots)
        (root_1 + root_2) <= (root_1 * z) {'root_1': '(1 + x)', 'root_2': 'y'}
    """
    from sdp_proofs.numerics.derivatives import text

    names: dict[str, str] = {}

    def renamed(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(renamed(piece) for piece in part)
        if not hasattr(part, "head"):
            return part
        inner = renamed(part.parts)
        if part.head != "sqrt":
            return type(part)(part.head, inner)
        under = text(inner[0])
        name = next((known for known, other in names.items() if other == under), f"root_{len(names) + 1}")
        names[name] = under
        return type(part)("symbol", (name,))

    tree = renamed(formula.tree)
    return Formula(text(tree), {**formula.symbols, **{name: name for name in names}}), names


def each_with_roots(title: str, hypotheses: Sequence[Formula], given: Formula | None = None) -> Check:
    """The hypotheses imply every part of the formula, which may have square roots, for all real values of the symbols.

    Args:
        title: what is shown.
        hypotheses: what may be assumed, without roots; what is under a root must not be negative by them.
        given: more that may be assumed, with roots.
    """

    def run(claim: Claim) -> Outcome:
        scope, undecided = "all real values of the symbols", ""
        for part in parts(claim.formula):
            found = _decided(part if given is None else _after(given, part), hypotheses, scope)
            if found.verdict is Verdict.FAILS or found.instances == 0:
                return found
            if found.verdict is Verdict.UNKNOWN:
                undecided = undecided or found.detail or str(part)
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, detail=undecided)
        return Outcome(Verdict.HOLDS, scope, detail="each part by z3, with the squares of its roots")

    return Check(Method.SMT, Coverage.ALL, run, title)


def _after(given: Formula, part: Formula) -> Formula:
    return Formula(f"Implies({given}, {part})", {**given.symbols, **part.symbols})


def _decided(part: Formula, hypotheses: Sequence[Formula], scope: str) -> Outcome:
    from sdp_proofs.numerics.smt import prove_for_all_reals

    statement, roots = without_roots(part)
    assumed = list(hypotheses)
    for name, under in roots.items():
        if prove_for_all_reals(assumed, Formula(f"{under} >= 0", statement.symbols)).verdict is not Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{under} >= 0 is not proved")
        assumed.append(Formula(f"And({name} >= 0, {name}**2 == {under})", statement.symbols))
    result = prove_for_all_reals(assumed, statement)
    if result.vacuous:
        return Outcome(Verdict.UNKNOWN, scope, 0, detail="no real numbers meet the hypotheses")
    if result.witness is None:
        return Outcome(result.verdict, scope, detail=f"{part}: {result.reason}" if result.reason else None)
    # The roots of a witness are rational and exact; the formula as it is written is asked all the same.
    values = {name: result.witness[name] for name in part.free}
    if part.decide(values) is not Verdict.FAILS:
        return Outcome(Verdict.UNKNOWN, scope, detail=f"{part}: the counterexample of z3 does not re-evaluate")
    return Outcome(Verdict.FAILS, scope, witness=f"{part}: {', '.join(f'{n} = {v}' for n, v in values.items())}")
