"""Checks that prove claims: by induction, by tangents of the logarithm, or after a substitution.

A claim about integers is proved here for reals, or with bounds in place of some of its symbols. A point where such a
stronger statement fails refutes nothing, so these checks answer HOLDS or UNKNOWN; checks that enumerate refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.steps import assertion
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome, Step, StepCheck
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict


def with_terms(formula: Formula, terms: Mapping[str, str], more: Sequence[str] = ()) -> Formula:
    """The formula with terms in place of some of its symbols, all at once; `more` names further symbols of the terms.

    Example:
        >>> print(with_terms(Formula("p <= x", ["p", "x"]), {"p": "x**2"}))
        (x ** 2) <= x
    """
    from sdp_proofs.numerics.derivatives import substitute, text

    symbols = {**{name: name for name in more}, **formula.symbols}
    trees = {name: Formula(term, symbols).tree for name, term in terms.items()}
    return Formula(text(substitute(formula.tree, trees)), symbols)


def after_substitution(check: Check, terms: Mapping[str, str], more: Sequence[str] = ()) -> Check:
    """The check, run on the claim's formula with terms in place of symbols: bounds, or one record in place of n."""

    def run(claim: Claim) -> Outcome:
        found = check.run(replace(claim, formula=with_terms(claim.formula, terms, more)))
        scope = f"{found.scope}, with {', '.join(f'{name} = {term}' for name, term in terms.items())}"
        if found.verdict is Verdict.FAILS:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"the stronger statement fails at {found.witness}")
        return replace(found, scope=scope)

    return Check(check.method, check.coverage, run, check.title)


def by_induction(
    title: str, first: Mapping[str, str], following: Mapping[str, str], hypotheses: Sequence[Formula]
) -> Check:
    """The formula holds with the terms `first`; and if it holds, it holds with the terms `following`. By z3.

    Args:
        title: what is shown.
        first: the symbols where the induction begins.
        following: what comes next in their place, in terms of the symbols.
        hypotheses: what may be assumed, all in the same symbols, which may occur in the terms.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        more = [name for hypothesis in hypotheses for name in hypothesis.symbols]
        start, after = (with_terms(claim.formula, terms, more) for terms in (first, following))
        step = Formula(f"Implies({claim.formula}, {after})", after.symbols)
        scope = "all integers from the first on"
        for name, statement in (("first case", start), ("step", step)):
            result = prove_for_all_reals(hypotheses, statement)
            if result.verdict is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"the {name} is not proved: {statement}")
        return Outcome(Verdict.HOLDS, scope, detail="first case and step by z3")

    return Check(Method.SMT, Coverage.ALL, run, title)


def by_tangents(title: str, hypotheses: Sequence[Formula]) -> Check:
    """The formula follows from 1 - 1/u <= log u <= u - 1 for its logarithms, for all reals, by z3.

    Args:
        title: what is shown.
        hypotheses: what may be assumed; the arguments of the logarithms must be positive by them.
    """

    def run(claim: Claim) -> Outcome:
        return tangent_outcome(claim.formula, hypotheses)

    return Check(Method.SMT, Coverage.ALL, run, title)


def tangent_outcome(formula: Formula, hypotheses: Sequence[Formula]) -> Outcome:
    """See `by_tangents`; UNKNOWN where the tangents are not enough."""
    from sdp_proofs.numerics.smt import prove_for_all_reals

    statement, logarithms = without_logarithms(formula)
    scope = "all real values of the symbols"
    assumed = [Formula(str(hypothesis), statement.symbols) for hypothesis in hypotheses]
    for name, argument in logarithms.items():
        if prove_for_all_reals(assumed, Formula(f"{argument} > 0", statement.symbols)).verdict is not Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{argument} > 0 is not proved")
        tangents = f"And({name} <= {argument} - 1, {name} >= 1 - 1/{argument})"
        assumed.append(Formula(tangents, statement.symbols))
    result = prove_for_all_reals(assumed, statement)
    if result.verdict is not Verdict.HOLDS:
        return Outcome(Verdict.UNKNOWN, scope, detail=result.reason or "the tangents are not enough")
    return Outcome(Verdict.HOLDS, scope, 0 if result.vacuous else None, detail="tangents of the logarithm, z3")


def without_logarithms(formula: Formula) -> tuple[Formula, dict[str, str]]:
    """The formula with a symbol for each different logarithm, and their arguments by symbol.

    Example:
        >>> statement, logarithms = without_logarithms(Formula("k*log(1 + x) <= k*x", ["k", "x"]))
        >>> print(statement, logarithms)
        (k * log_1) <= (k * x) {'log_1': '((1 + x))'}
    """
    from sdp_proofs.numerics.derivatives import text

    names: dict[str, str] = {}

    def renamed(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(renamed(piece) for piece in part)
        if not hasattr(part, "head"):
            return part
        if part.head != "log":
            return type(part)(part.head, renamed(part.parts))
        argument = f"({text(part.parts[0])})"
        name = next((known for known, other in names.items() if other == argument), f"log_{len(names) + 1}")
        names[name] = argument
        return type(part)("symbol", (name,))

    tree = renamed(formula.tree)
    return Formula(text(tree), {**formula.symbols, **{name: name for name in names}}), names


def step_by_tangents(hypotheses: Sequence[Formula], instances: Callable[[], Iterable[Instance]]) -> StepCheck:
    """The step follows from tangents of the logarithm, as in `by_tangents`; instances refute what is false."""

    def run(step: Step) -> Outcome:
        statement = assertion(step)
        for name, values in instances():
            if statement.decide(values) is Verdict.FAILS:
                return Outcome(Verdict.FAILS, "instances", witness=name)
        return tangent_outcome(statement, hypotheses)

    return StepCheck(Method.SMT, Coverage.ALL, run, "tangents of the logarithm, z3")
