"""Conjunctions and equivalences, taken apart: z3 decides each part in a moment that together keep it waiting."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import parsed


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, or the formula itself.

    Example:
        >>> [str(part) for part in parts(Formula("And(x < 1, Max(x, 0) < 2)", ["x"]))]
        ['x < 1', 'Max(x, 0) < 2']
    """
    texts = _arguments(formula.text, "And")
    return tuple(Formula(text, formula.symbols) for text in texts) if texts else (formula,)


@functools.lru_cache(maxsize=1 << 12)  # mutants of one formula have all their other parts in common
def _arguments(text: str, connective: str) -> tuple[str, ...]:
    """The statements that a connective joins; none if the text is no such statement."""
    root = parsed(text)
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == connective:
        return tuple(map(ast.unparse, root.args))
    return ()


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
    if texts := _arguments(formula.text, "Equivalent"):
        one, other = texts
        return tuple(Formula(f"Implies({p}, {q})", formula.symbols) for p, q in ((one, other), (other, one)))
    return parts(formula)
