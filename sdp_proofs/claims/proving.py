"""Checks of claims that prove: on whole boxes, by induction, by tangents of the logarithm, after a substitution.

A claim about integers is proved here for reals, or with a symbol replaced by what bounds it. A real point where such a
stronger statement fails refutes nothing, so these checks answer HOLDS or UNKNOWN unless told otherwise; counterexamples
come from checks that enumerate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict


def with_terms(formula: Formula, terms: Mapping[str, str], more: Sequence[str] = ()) -> Formula:
    """The formula with terms in place of some of its symbols, all at once; `more` names symbols of the terms.

    Example:
        >>> print(with_terms(Formula("p <= x", ["p", "x"]), {"p": "x**2"}))
        x**2 <= x
    """
    from sdp_proofs.numerics.derivatives import substitute, text

    symbols = {**formula.symbols, **{name: name for name in more}}
    trees = {name: Formula(term, symbols).tree for name, term in terms.items()}
    return Formula(text(substitute(formula.tree, trees)), symbols)


def on_box(
    title: str,
    box: Mapping[str, Any],
    *,
    where: Sequence[Formula] = (),
    terms: Mapping[str, str] | None = None,
    refutes: bool = False,
) -> Check:
    """The formula holds at every point of a box; see `numerics.inequality.prove_inequality`.

    Args:
        title: what is shown.
        box: an interval for every symbol.
        where: side conditions.
        terms: what to put in place of symbols first: bounds, or a single record for n of them.
        refutes: whether a point of the box at which the formula fails refutes the claim.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.inequality import prove_inequality

        formula = with_terms(claim.formula, terms or {}, list(box))
        used = {name: span for name, span in box.items() if name in formula.free}
        scope = ", ".join(f"{name} in {span}" for name, span in used.items())
        if terms:
            scope += ", with " + ", ".join(f"{name} = {term}" for name, term in terms.items())
        result = prove_inequality(formula, used, where=where)
        if result.verdict is Verdict.FAILS and result.witness is not None and refutes:
            witness = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
            return Outcome(Verdict.FAILS, scope, witness=witness)
        if result.verdict is Verdict.HOLDS:
            return Outcome(Verdict.HOLDS, scope, detail=result.method or None)
        return Outcome(Verdict.UNKNOWN, scope, detail=result.reason or f"not at {result.witness}")

    return Check(Method.CERTIFIED, Coverage.ALL, run, title)


def by_induction(
    title: str, first: Mapping[str, str], following: Mapping[str, str], hypotheses: Sequence[Formula]
) -> Check:
    """The formula holds with the terms `first`, and if it holds, it holds with the terms `following`; by z3.

    Args:
        title: what is shown.
        first: the symbols' values where the induction begins.
        following: the symbols' next values, in terms of the symbols.
        hypotheses: what may be assumed; their symbols may occur in the terms.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        more = [name for hypothesis in hypotheses for name in hypothesis.symbols]
        start, after = (with_terms(claim.formula, terms, more) for terms in (first, following))
        step = Formula(f"Implies({claim.formula}, {after})", after.symbols)
        scope = "all integers from the first on, by induction"
        for name, statement in (("the first case", start), ("the step", step)):
            assumed = [h for h in hypotheses if set(h.free) <= set(statement.free)] if name != "the step" else hypotheses
            result = prove_for_all_reals(assumed, statement)
            if result.verdict is not Verdict.HOLDS or result.vacuous:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"{name} is not proved")
        return Outcome(Verdict.HOLDS, scope, detail="first case and step by z3")

    return Check(Method.SMT, Coverage.ALL, run, title)


def by_tangents(title: str, hypotheses: Sequence[Formula]) -> Check:
    """The formula follows from 1 - 1/u <= log u <= u - 1 for the arguments u of its logarithms, for all reals, by z3.

    Args:
        title: what is shown.
        hypotheses: what may be assumed; the arguments must be positive by them.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        statement, logarithms = without_logarithms(claim.formula)
        symbols = statement.symbols
        scope = "all real values of the symbols"
        assumed = [Formula(str(hypothesis), symbols) for hypothesis in hypotheses]
        for name, argument in logarithms.items():
            if prove_for_all_reals(assumed, Formula(f"{argument} > 0", symbols)).verdict is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"{argument} > 0 is not proved")
            assumed.append(Formula(f"And({name} <= {argument} - 1, {name} >= 1 - 1/({argument}))", symbols))
        result = prove_for_all_reals(assumed, statement)
        if result.verdict is Verdict.HOLDS:
            return Outcome(Verdict.HOLDS, scope, 0 if result.vacuous else None, detail="tangents of the logarithm, z3")
        return Outcome(Verdict.UNKNOWN, scope, detail=result.reason or "the tangents are not enough")

    return Check(Method.SMT, Coverage.ALL, run, title)


def without_logarithms(formula: Formula) -> tuple[Formula, dict[str, str]]:
    """The formula with a symbol for each different logarithm, and the arguments by symbol.

    Example:
        >>> statement, logarithms = without_logarithms(Formula("k*log(1 + x) <= k*x", ["k", "x"]))
        >>> print(statement, logarithms)
        k*log_1 <= k*x {'log_1': '(1 + x)'}
    """
    from sdp_proofs.numerics.derivatives import text

    names: dict[str, str] = {}

    def renamed(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(renamed(part) for part in node)
        if not hasattr(node, "head"):
            return node
        if node.head == "log":
            argument = f"({text(node.parts[0])})"
            name = next((known for known, other in names.items() if other == argument), f"log_{len(names) + 1}")
            names[name] = argument
            return type(node)("symbol", (name,))
        return type(node)(node.head, tuple(renamed(part) for part in node.parts))

    tree = renamed(formula.tree)
    return Formula(text(tree), {**formula.symbols, **{name: name for name in names}}), names
