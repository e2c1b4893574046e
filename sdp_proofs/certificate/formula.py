"""The formula of a claim, read from its text, at given values of its symbols: it holds, it fails, or is left open.

The text is what the ledger prints: And, Or, Not, Implies, Equivalent, Eq, Ne and relations between terms. A symbol
has an exact value, or is known by a bound only ("the loss is at least this"). Such a symbol may be added, subtracted
and multiplied by exact numbers: a loss of at least 1/2 is not below 1/3, twice it is not below 2/3, and whether it is
below 2/3 is left open. Nothing is inferred from a part that is open.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from sdp_proofs.certificate.grammar import FORMULA_FUNCTIONS, SIGNS, name, tree_of
from sdp_proofs.certificate.intervals import OPPOSITE, Number, Reals, integer
from sdp_proofs.certificate.limits import MAX_ITEMS, CertificateError, LimitError, UndecidedError

_DECIMAL = re.compile(r"[0-9]*\.[0-9]*")
_CONNECTIVES = {"And": None, "Or": None, "Not": 1, "Implies": 2, "Equivalent": 2}
_RELATIONS = {"Eq": "==", "Ne": "!="}
_TERMS = {"abs": 1, "exp": 1, "log": 1, "sqrt": 1, "floor": 1, "ceiling": 1, "factorial": 1, "binomial": 2,
          "Max": None, "Min": None}  # fmt: skip


class Answer(Enum):
    """Answer to a statement at given values; `OPEN` if bounds do not tell, `UNDECIDED` if more digits may."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "is left open by the bounds"
    UNDECIDED = "needs more digits"


@dataclass(frozen=True, slots=True)
class Known:
    """Bounds of a symbol: it is at least `low` and at most `high`; `None` is no bound."""

    low: Number | None
    high: Number | None

    @property
    def exact(self) -> bool:
        """Tell whether it is one number."""
        return self.low is not None and self.low is self.high


@dataclass(frozen=True, slots=True)
class Statement:
    """A formula as read.

    Attributes:
        text: the formula.
        tree: its syntax tree.
        symbols: the free symbols, in the order of their first occurrence.
    """

    text: str
    tree: ast.expr
    symbols: tuple[str, ...]


def read(text: str) -> Statement:
    """A formula that is a statement.

    Raises:
        CertificateError: it is not a formula, or a term.

    Example:
        >>> read("Implies(n > 1, Sum(1/k, (k, 1, n)) < 2*n)").symbols
        ('n',)
    """
    tree = tree_of(text, "the formula")
    found: list[str] = []
    for symbol in _statement_symbols(tree, text.strip()):
        if symbol not in found:
            found.append(symbol)
    return Statement(text.strip(), tree, tuple(found))


def _call(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """The function that a node calls, with its arguments; `and`, `or` and `not` are functions, too."""
    match node:
        case ast.Call(func=ast.Name(id=called), args=arguments, keywords=[]):
            return called, arguments
        case ast.BoolOp(op=op, values=parts):
            return "And" if isinstance(op, ast.And) else "Or", parts
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return "Not", [operand]
    return "", []


def _counted(called: str, arguments: list[ast.expr], count: int | None) -> None:
    if not arguments or (count is not None and len(arguments) != count):
        raise CertificateError(f"{called} must have {count or 'some'} argument(s), got {len(arguments)}")


def _statement_symbols(node: ast.expr, text: str) -> Iterator[str]:
    """The symbols of a statement in their order; raises if it is none."""
    called, arguments = _call(node)
    if isinstance(node, ast.Compare) and all(type(sign) in SIGNS for sign in node.ops):
        for side in (node.left, *node.comparators):
            yield from _term_symbols(side, text, frozenset())
    elif called in _RELATIONS:
        _counted(called, arguments, 2)
        for side in arguments:
            yield from _term_symbols(side, text, frozenset())
    elif called in _CONNECTIVES:
        _counted(called, arguments, _CONNECTIVES[called])
        for part in arguments:
            yield from _statement_symbols(part, text)
    else:
        raise CertificateError(f"a formula must be made of relations, got {_piece(node, text)[:60]!r}")


def _term_symbols(node: ast.expr, text: str, bound: frozenset[str]) -> Iterator[str]:
    called, arguments = _call(node)
    children: list[ast.expr] = []
    match node:
        case ast.Constant():
            _number(node, text)
        case ast.Name(id=symbol):
            if symbol not in bound:
                yield name(symbol, (), FORMULA_FUNCTIONS)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            children = [operand]
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), right=right):
            children = [left, right]
        case _ if called in _TERMS:
            _counted(called, arguments, _TERMS[called])
            children = arguments
        case _ if called == "Sum":
            body, index, first, last = _sum_parts(arguments)
            children = [first, last]
            yield from _term_symbols(body, text, bound | {name(index, bound, FORMULA_FUNCTIONS)})
        case _:
            raise CertificateError(f"a number must stand here, got {_piece(node, text)[:60]!r}")
    for child in children:
        yield from _term_symbols(child, text, bound)


def _sum_parts(arguments: list[ast.expr]) -> tuple[ast.expr, str, ast.expr, ast.expr]:
    if len(arguments) == 2 and isinstance(arguments[1], ast.Tuple) and len(arguments[1].elts) == 3:
        index, first, last = arguments[1].elts
        if isinstance(index, ast.Name):
            return arguments[0], index.id, first, last
    raise CertificateError("a sum must be written Sum(term, (index, first, last))")


def _piece(node: ast.expr, text: str) -> str:
    """The part of the text that a node was read from; the text is one line of ASCII."""
    return text[node.col_offset : node.end_col_offset]


def _number(node: ast.Constant, text: str) -> Fraction:
    """An integer, or a decimal read digit by digit; the float that Python made of it is not looked at."""
    if type(node.value) is int:
        return Fraction(node.value)
    piece = _piece(node, text)
    if type(node.value) is float and _DECIMAL.fullmatch(piece):
        return Fraction(piece)
    raise CertificateError(f"a number must be an integer or a decimal, got {piece[:60]!r}")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A statement at a point.

    Example:
        >>> from sdp_proofs.certificate.limits import Budget
        >>> half, third = Fraction(1, 2), Fraction(1, 3)
        >>> reals = Reals(64, Budget())
        >>> Evaluation(read("loss < b"), {"loss": Known(half, None), "b": Known(third, third)}, reals).answer()
        <Answer.FAILS: 'fails'>
    """

    statement: Statement
    values: Mapping[str, Known]
    reals: Reals

    def answer(self) -> Answer:
        """Tell whether the statement holds.

        Raises:
            CertificateError: a term has no value, also one that does not matter, or a symbol that is known by a bound
                enters by anything but sums and products with exact numbers.
        """
        return self._statement(self.statement.tree)

    def _statement(self, node: ast.expr) -> Answer:
        self.reals.budget.charge(1)
        if isinstance(node, ast.Compare):
            chain = [node.left, *node.comparators]
            signs = [SIGNS[type(sign)] for sign in node.ops]
            return _all(self._relation(*part) for part in zip(signs, chain, chain[1:], strict=False))
        called, arguments = _call(node)
        if called in _RELATIONS:
            return self._relation(_RELATIONS[called], arguments[0], arguments[1])
        parts = [self._statement(argument) for argument in arguments]
        match called:
            case "And":
                return _all(parts)
            case "Or":
                return _any(parts)
            case "Not":
                return _turned(parts[0])
            case "Implies":
                return _any([_turned(parts[0]), parts[1]])
        return _any([_all(parts), _all(map(_turned, parts))])

    def _relation(self, sign: str, left: ast.expr, right: ast.expr) -> Answer:
        try:
            one, other = self._side(left), self._side(right)
            if self._must(sign, one, other):
                return Answer.HOLDS
            return Answer.FAILS if self._must(OPPOSITE[sign], one, other) else Answer.OPEN
        except UndecidedError:
            return Answer.UNDECIDED

    def _must(self, sign: str, one: Known, other: Known) -> bool:
        """Tell whether a relation holds for all numbers within the bounds; False also where the bounds do not tell."""
        match sign:
            case "<" | "<=":
                return one.high is not None and other.low is not None and self.reals.compare(sign, one.high, other.low)
            case ">" | ">=":
                return one.low is not None and other.high is not None and self.reals.compare(sign, one.low, other.high)
            case "!=" if any(known.low is not known.high for known in (one, other)):
                return self._must("<", one, other) or self._must(">", one, other)
        exact = all(known.low is not None and known.low is known.high for known in (one, other))
        return exact and self.reals.compare(sign, one.low, other.low)

    def _side(self, node: ast.expr) -> Known:
        """Bounds of a side: those of its symbols, added and multiplied."""
        if isinstance(node, ast.Name):
            return self.values[node.id]
        if not any(isinstance(part, ast.Name) and self._is_bound(part.id) for part in ast.walk(node)):
            value = self._term(node, {})
            return Known(value, value)
        self.reals.budget.charge(1)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._sum_of(Known(Fraction(0), Fraction(0)), "-", self._side(operand))
            case ast.BinOp(op=ast.Add() | ast.Sub() as op, left=left, right=right):
                return self._sum_of(self._side(left), SIGNS[type(op)], self._side(right))
            case ast.BinOp(op=ast.Mult() | ast.Div() as op, left=left, right=right):
                one, other = self._side(left), self._side(right)
                if one.exact and isinstance(op, ast.Mult):
                    return self._multiple(other, "*", one.low)
                if other.exact:
                    return self._multiple(one, SIGNS[type(op)], other.low)
        bound = next(part.id for part in ast.walk(node) if isinstance(part, ast.Name) and self._is_bound(part.id))
        must = "must enter by sums, or products with exact numbers"
        raise CertificateError(f"{bound!r} is known by a bound, so it {must}")

    def _is_bound(self, symbol: str) -> bool:
        return symbol in self.values and not self.values[symbol].exact

    def _sum_of(self, one: Known, sign: str, other: Known) -> Known:
        low, high = (other.low, other.high) if sign == "+" else (other.high, other.low)
        return Known(
            None if one.low is None or low is None else self.reals.apply(sign, one.low, low),
            None if one.high is None or high is None else self.reals.apply(sign, one.high, high),
        )

    def _multiple(self, known: Known, sign: str, factor: Number | None) -> Known:
        """Multiply bounds by an exact number, or divide them; a negative one turns them round."""
        low, high = (None if end is None else self.reals.apply(sign, end, factor) for end in (known.low, known.high))
        return Known(low, high) if self.reals.compare(">=", factor, Fraction(0)) else Known(high, low)

    def _term(self, node: ast.expr, indices: Mapping[str, Fraction]) -> Number:
        self.reals.budget.charge(1)
        called, arguments = _call(node)
        match node:
            case ast.Constant():
                return _number(node, self.statement.text)
            case ast.Name(id=symbol):
                return indices[symbol] if symbol in indices else self._exact(symbol)
            case ast.UnaryOp(op=op, operand=operand):
                value = self._term(operand, indices)
                return self.reals.apply("-", Fraction(0), value) if isinstance(op, ast.USub) else value
            case ast.BinOp(left=left, op=op, right=right):
                return self.reals.apply(SIGNS[type(op)], self._term(left, indices), self._term(right, indices))
        if called == "Sum":
            return self._sum(*_sum_parts(arguments), indices)
        return self._function(called, [self._term(argument, indices) for argument in arguments])

    def _exact(self, symbol: str) -> Number:
        known = self.values[symbol]
        if known.low is None or not known.exact:
            raise CertificateError(f"{symbol!r} is known by a bound, so it must not enter a function")
        return known.low

    def _function(self, called: str, values: list[Number]) -> Number:
        reals: Any = self.reals
        match called:
            case "Max":
                return self.reals.maximum(values)
            case "Min":
                return self.reals.minimum(values)
            case "abs":
                return self.reals.absolute(values[0])
            case "floor" | "ceiling":
                return self.reals.rounded(values[0], called)
        found: Number = getattr(reals, called)(*values)
        return found

    def _sum(
        self, body: ast.expr, index: str, first: ast.expr, last: ast.expr, indices: Mapping[str, Fraction]
    ) -> Number:
        low, high = integer(self._term(first, indices)), integer(self._term(last, indices))
        if high - low >= MAX_ITEMS:
            raise LimitError(f"a sum must have at most {MAX_ITEMS} terms, got more")
        return self.reals.total([self._term(body, {**indices, index: Fraction(k)}) for k in range(low, high + 1)])


def _turned(answer: Answer) -> Answer:
    return {Answer.HOLDS: Answer.FAILS, Answer.FAILS: Answer.HOLDS}.get(answer, answer)


def _all(parts: Any) -> Answer:
    answers = set(parts)
    return next((one for one in (Answer.FAILS, Answer.UNDECIDED, Answer.OPEN) if one in answers), Answer.HOLDS)


def _any(parts: Any) -> Answer:
    return _turned(_all([_turned(part) for part in parts]))
