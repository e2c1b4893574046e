"""`Formula`: one object that is rendered, evaluated exactly or in enclosures, and sent to the solvers.

The text is written in sympy's syntax and read without sympy, so a module that only states formulas stays
light, and nothing is simplified behind the author's back. Division by zero, roots and logarithms outside
their domain have no value: the relation they occur in is UNKNOWN.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from functools import cached_property
from types import MappingProxyType
from typing import Any, NoReturn

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas import syntax
from sdp_proofs.formulas.evaluation import Evaluation, quantity
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.formulas.typeset import Typesetter
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

CEILING_BITS = 32_768
_FIRST_BITS = 128
_RAISE = 4
_ALIKE = 0.4


class Formula:
    r"""A statement (or a term) about real numbers, frozen, compared by text and symbols.

    Understood are + - * / **, exp, log, sqrt, abs, Max, Min, floor, ceiling, factorial, binomial, pi,
    Sum(term, (k, first, last)); the relations < <= > >= == != (also chained, also Eq and Ne); And, Or, Not,
    Implies, Equivalent. Decimals are read exactly. 0**0 is 1.

    Args:
        text: the formula.
        symbols: the names that may occur, each with its LaTeX; in a bare sequence a name is its own LaTeX.

    Raises:
        DomainError: the text is not a formula over the symbols.

    Example:
        >>> from fractions import Fraction
        >>> small = Formula("delta < 1/records", symbols={"delta": r"\delta(x)", "records": "n"})
        >>> print(small.latex())
        \delta(x) < \frac{1}{n}
        >>> small.decide({"delta": Fraction(1, 10), "records": 10})
        <Verdict.FAILS: 'FAILS'>
        >>> small.mutate("<", "<=").decide({"delta": Fraction(1, 10), "records": 10})
        <Verdict.HOLDS: 'HOLDS'>
    """

    text: str
    symbols: Mapping[str, str]

    def __init__(self, text: str, symbols: Mapping[str, str] | Sequence[str] = ()) -> None:
        names = dict(symbols) if isinstance(symbols, Mapping) else {name: name for name in symbols}
        for name in names:
            if not name.isidentifier() or name in syntax.RESERVED:
                raise DomainError(f"a symbol must be a name that is not a function; got {name!r}")
        self.__dict__.update(text=text, symbols=MappingProxyType(names), tree=syntax.read(text, names.keys()))

    tree: Node

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete {name!r}")

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The symbols that occur, in the order of their declaration."""
        used = self.tree.free_names()
        return tuple(name for name in self.symbols if name in used)

    def latex(self) -> str:
        """The formula in LaTeX, with the LaTeX names of its symbols and no dollar signs."""
        return Typesetter(self.symbols).latex(self.tree)

    def _repr_latex_(self) -> str:
        """What a notebook shows."""
        return rf"$\displaystyle {self.latex()}$"

    def decide(self, values: Mapping[str, Any], ceiling: int = CEILING_BITS) -> Verdict:
        """Whether the statement holds at a point.

        Exact where the values are exact and the formula is rational: then the answer is never UNKNOWN, unless
        a divisor is zero. Otherwise balls decide, at growing precision; strong Kleene logic joins the parts.

        Args:
            values: an `Enclosure` or any exactly readable real (int, Fraction, "log(25)") per symbol.
            ceiling: bits beyond which an undecided relation stays UNKNOWN.

        Raises:
            DomainError: a value is missing or a float, or the formula is a term.
            SizeError: a sum or a factorial is too large.
        """
        if not self.tree.is_statement:
            raise DomainError(f"only a statement can be decided; got the term {self.text!r}")
        point, bits = self._point(values), _FIRST_BITS
        while True:
            verdict = Evaluation(point, min(bits, ceiling)).verdict(self.tree)
            if verdict is not Verdict.UNKNOWN or bits >= ceiling:
                return verdict
            bits *= _RAISE

    def value(self, values: Mapping[str, Any], bits: int = 256) -> Enclosure | None:
        """The value of a term at a point, or None where it is not proven to be defined.

        Raises:
            DomainError: a value is missing or a float, or the formula is a statement.

        Example:
            >>> Formula("binomial(n, 2)/4", ["n"]).value({"n": 5}).exact
            Fraction(5, 2)
        """
        if self.tree.is_statement:
            raise DomainError(f"only a term has a value; got the statement {self.text!r}")
        evaluation = Evaluation(self._point(values), bits)
        result = evaluation.value(self.tree)
        return None if result is None else evaluation.enclosure(result)

    def _point(self, values: Mapping[str, Any]) -> dict[str, Any]:
        missing = [name for name in self.free if name not in values]
        if missing:
            names = ", ".join(missing)
            raise DomainError(f"every symbol of {self.text!r} must have a value; got none for {names}")
        return {name: quantity(values[name], name) for name in self.free}

    def sides(self) -> tuple[Formula, Formula]:
        """The two terms of a single relation.

        Raises:
            DomainError: the formula is not a single relation.
        """
        left, _, right = syntax.split(self.text)
        return Formula(left, self.symbols), Formula(right, self.symbols)

    @property
    def is_equation(self) -> bool:
        """Whether it is one relation, which says that its sides are equal.

        Example:
            >>> Formula("Eq(x, y)", ["x", "y"]).is_equation, Formula("x <= y", ["x", "y"]).is_equation
            (True, False)
        """
        try:
            return syntax.split(self.text)[1] == "=="
        except DomainError:
            return False

    def mutate(self, old: str, new: str) -> Formula:
        """The formula with one piece of its text replaced: a near miss.

        Raises:
            DomainError: `old` does not occur exactly once, nothing changes, or the result is not a formula.
        """
        count = self.text.count(old)
        if count != 1:
            raise DomainError(f"{old!r} must occur exactly once in {self.text!r}; got {count}")
        mutant = Formula(self.text.replace(old, new), self.symbols)
        if mutant.tree == self.tree:
            raise DomainError(f"a mutation must change the formula; got {old!r} -> {new!r}")
        return mutant

    def resembles(self, other: Formula) -> bool:
        """Whether one could be the other with a slip of the pen: the same symbols, most of the text or a whole side.

        Example:
            >>> small = Formula("delta < 1/records", ["delta", "records"])
            >>> small.resembles(small.mutate("<", ">")), small.resembles(Formula("1 == 0"))
            (True, False)
        """
        if not set(other.free) <= set(self.symbols) or (self.free and not set(other.free) & set(self.free)):
            return False
        mine, others = (re.findall(r"\w+|\S", formula.text) for formula in (self, other))
        # Most slips are one: what is alike before and after it is enough, and soon counted.
        start = _alike(mine, others)
        end = _alike(mine[start:][::-1], others[start:][::-1])
        if 2 * (start + end) >= _ALIKE * (len(mine) + len(others)):
            return True
        alike = difflib.SequenceMatcher(None, mine, others, autojunk=False).ratio()
        return alike >= _ALIKE or self.shares_a_side(other)

    def shares_a_side(self, other: Formula) -> bool:
        """Whether a side of a relation is one of the other formula, too.

        Example:
            >>> Formula("d < 1/n", ["d", "n"]).shares_a_side(Formula("d + 1/n <= 1/n", ["d", "n"]))
            True
        """
        return bool(self._whole_sides() & other._whole_sides())

    def _whole_sides(self) -> set[Node]:
        """The terms on either side of its relations, if they speak of a symbol."""

        def relations(node: Node) -> Iterator[Node]:
            if node.head == "relation":
                yield node
            elif node.is_statement:
                for child in node.children():
                    yield from relations(child)

        return {term for node in relations(self.tree) for term in node.parts[1] if term.free_names()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self.text == other.text and self.symbols == other.symbols

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.text, frozenset(self.symbols.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.text, dict(self.symbols))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Formula({self.text!r}, {dict(self.symbols)!r})"


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces two texts have in common at their beginnings."""
    same = 0
    for mine, others in zip(one, other, strict=False):
        if mine != others:
            break
        same += 1
    return same
