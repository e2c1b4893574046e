"""Conjunctions and equivalences, taken apart: z3 decides each part in a moment that together keep it waiting."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import parsed


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, or the formula itself.

    Example:
        >>> [str(part) for part in parts(Formula("And(x < 1, Max(x, 0) < 2)", ["x"]))]
        ['x < 1', 'Max(x, 0) < 2']
    """
    root = parsed(formula.text)
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


def directions(formula: Formula) -> tuple[Formula, ...]:
    """An equivalence as two implications, a conjunction as its parts; together they say the same.

    Example:
        >>> [str(part) for part in directions(Formula("Equivalent(x > 0, -x < 0)", ["x"]))]
        ['Implies(x > 0, -x < 0)', 'Implies(-x < 0, x > 0)']
    """
    root = parsed(formula.text)
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == "Equivalent":
        one, other = (ast.unparse(part) for part in root.args)
        return tuple(Formula(f"Implies({p}, {q})", formula.symbols) for p, q in ((one, other), (other, one)))
    return parts(formula)
