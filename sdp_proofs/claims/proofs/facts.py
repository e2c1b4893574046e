"""Proofs from facts: what the claims that a claim depends on say about its symbols, and z3 draws the conclusion.

A fact is a formula in the claim's symbols and in names for what the proof needs besides: the best event, the terms at
its edge, a mass. It holds at every instance, either by definition or by a claim that the claim depends on. That the
facts are right is looked at as well: where instances are enumerated, every fact is decided at each of them along with
the claim, and a false one fails the check.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.conjunctions import parts
from sdp_proofs.claims.searches_of_checks import over_list
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

Facts = Callable[[Claim], Sequence[Formula]]
"""What may be assumed about a claim; it may read the claim's parameters."""


def directions(formula: Formula) -> tuple[Formula, ...]:
    """An equivalence as two implications, a conjunction as its parts; together they say the same.

    Example:
        >>> [str(part) for part in directions(Formula("Equivalent(x > 0, -x < 0)", ["x"]))]
        ['Implies(x > 0, -x < 0)', 'Implies(-x < 0, x > 0)']
    """
    root = ast.parse(formula.text, mode="eval").body
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == "Equivalent":
        one, other = (ast.unparse(part) for part in root.args)
        return tuple(Formula(f"Implies({p}, {q})", formula.symbols) for p, q in ((one, other), (other, one)))
    return parts(formula)


def by_facts(title: str, facts: Facts, *, powers: Mapping[str, str] | None = None) -> Check:
    """The facts imply the formula for all real values of the symbols, by z3, one direction at a time.

    A point at which the facts hold and the formula does not need not be an instance, so this check never refutes.

    Args:
        title: what is shown.
        facts: what may be assumed.
        powers: symbols of the facts that are exponentials, with their exponents. Of exponentials it is used that they
            are positive and rise.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        scope = "every instance: all real values of the symbols that meet the facts"
        formula, exponents = without_exponentials(claim.formula)
        names = {name: name for fact in facts(claim) for name in fact.symbols} | dict(formula.symbols)
        rising = [
            Formula(f"And(Implies({small} <= {large}, {power} <= {name}), {power} > 0, {name} > 0)", names)
            for power, small in (powers or {}).items()
            for name, large in exponents.items()
        ]
        assumed = [*facts(claim), *rising]
        for part in directions(formula):
            result = prove_for_all_reals(assumed, part)
            if result.vacuous:
                return Outcome(Verdict.UNKNOWN, scope, 0, detail="no real numbers meet the facts")
            if result.verdict is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"not implied by the facts: {part}")
        return Outcome(Verdict.HOLDS, scope, detail=f"from {len(assumed)} facts, by z3")

    return Check(Method.SMT, Coverage.ALL, run, title)


def without_exponentials(formula: Formula) -> tuple[Formula, dict[str, str]]:
    """The formula with a symbol for each different exponential, and their exponents by symbol.

    Example:
        >>> statement, exponents = without_exponentials(Formula("x <= 2*exp(-k)", ["x", "k"]))
        >>> print(statement, exponents)
        x <= (2 * exp_1) {'exp_1': '((-k))'}
    """
    from sdp_proofs.numerics.derivatives import text

    exponents: dict[str, str] = {}

    def renamed(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(renamed(piece) for piece in part)
        if not hasattr(part, "head"):
            return part
        if part.head != "exp":
            return type(part)(part.head, renamed(part.parts))
        exponent = f"({text(part.parts[0])})"
        name = next((known for known, other in exponents.items() if other == exponent), f"exp_{len(exponents) + 1}")
        exponents[name] = exponent
        return type(part)("symbol", (name,))

    tree = renamed(formula.tree)
    if not exponents:
        return formula, {}
    return Formula(text(tree), {**formula.symbols, **{name: name for name in exponents}}), exponents


def on_instances_with_facts(
    method: Method,
    coverage: Coverage,
    title: str,
    scope: str,
    instances: Callable[[Claim], Iterable[Instance]],
    facts: Facts,
) -> Check:
    """The formula, and every fact of its proof, hold at every instance; the first failure is the witness."""

    def run(claim: Claim) -> Outcome:
        examined, undecided, assumed = 0, 0, facts(claim)
        for name, values in instances(claim):
            examined += 1
            for statement in (claim.formula, *assumed):
                verdict = statement.decide(values)
                if verdict is Verdict.FAILS:
                    what = "" if statement is claim.formula else f", the fact {statement} of the proof"
                    shown = ", ".join(f"{symbol} = {values[symbol]}" for symbol in statement.free)
                    return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}{what}: {shown}")
                undecided += verdict is Verdict.UNKNOWN
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"{undecided} statements undecided")
        return Outcome(Verdict.HOLDS, scope, examined, detail=f"with {len(assumed)} facts of the proof at each")

    return Check(method, coverage, run, title, search=over_list(instances))


def facts_of(symbols: Formula, texts: Sequence[str], *, more: Sequence[str] = ()) -> tuple[Formula, ...]:
    """Formulas in the symbols of another one, and in further names.

    Example:
        >>> [str(fact) for fact in facts_of(Formula("loss <= rate", ["loss", "rate"]), ["loss <= mass"], more=["mass"])]
        ['loss <= mass']
    """
    names = {**dict(symbols.symbols), **{name: name for name in more}}
    return tuple(Formula(text, names) for text in texts)
