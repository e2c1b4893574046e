"""Conjunctions for all real numbers, one part at a time: z3 decides each in a moment that together keep it waiting."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from sdp_proofs.claims.searches_of_checks import over_reals
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, or the formula itself.

    Example:
        >>> [str(part) for part in parts(Formula("And(x < 1, Max(x, 0) < 2)", ["x"]))]
        ['x < 1', 'Max(x, 0) < 2']
    """
    root = ast.parse(formula.text, mode="eval").body
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == "And":
        return tuple(Formula(ast.unparse(part), formula.symbols) for part in root.args)
    return (formula,)


def all_but_one(hypotheses: Sequence[Formula]) -> Iterator[tuple[str, tuple[Formula, ...]]]:
    """Every hypothesis, taken apart at its conjunctions, with all the others.

    Example:
        >>> whole = Formula("And(x > 0, y > x, y < 1)", ["x", "y"])
        >>> for name, others in all_but_one([whole]):
        ...     print(name, "|", *others)
        x > 0 | y > x y < 1
        y > x | x > 0 y < 1
        y < 1 | x > 0 y > x
    """
    single = [part for hypothesis in hypotheses for part in parts(hypothesis)]
    for place, part in enumerate(single):
        yield str(part), (*single[:place], *single[place + 1 :])


def each_by_solver(title: str, hypotheses: Sequence[Formula]) -> Check:
    """The hypotheses imply every part of the formula for all real values of the symbols, by z3."""

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        scope, undecided, nonzero = "all real values of the symbols", "", dict[str, None]()
        for part in parts(claim.formula):
            result = prove_for_all_reals(hypotheses, part)
            if result.witness is not None:
                witness = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
                return Outcome(result.verdict, scope, witness=f"{part}: {witness}")
            if result.vacuous:
                return Outcome(Verdict.UNKNOWN, scope, 0, detail="no real numbers meet the hypotheses")
            if result.verdict is not Verdict.HOLDS:
                undecided = undecided or f"{part}: {result.reason}"
            nonzero.update(dict.fromkeys(result.nonzero))
        if nonzero:
            scope += f" with {', '.join(nonzero)} not zero"
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, detail=undecided)
        return Outcome(Verdict.HOLDS, scope, detail="each part by z3")

    def without() -> Mapping[str, Check]:
        return {name: each_by_solver(title, rest) for name, rest in all_but_one(hypotheses)}

    return Check(Method.SMT, Coverage.ALL, run, title, search=over_reals(hypotheses), without=without)
