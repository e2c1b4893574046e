"""The small language of certificates: Python's expressions without statements, attributes, strings and floats.

A value is a number (exact or an interval), a truth value, a tuple or a function, and every operation says which of
them it takes. A number is never true or false, and a truth value is never a number.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from sdp_proofs.certificate.grammar import FUNCTIONS, SIGNS
from sdp_proofs.certificate.intervals import (
    Number,
    Reals,
    integer,
    is_number,
    kind_of,
    widened,
)
from sdp_proofs.certificate.limits import MAX_DEPTH, MAX_ITEMS, CertificateError, LimitError, UndecidedError

Scope = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A lambda and the names that it knew when it was defined."""

    parameters: tuple[str, ...]
    body: ast.expr
    scope: Scope


@dataclass(slots=True)
class Evaluator:
    """The values of checked expressions, see `grammar.expression`.

    Example:
        >>> from sdp_proofs.certificate.grammar import expression
        >>> from sdp_proofs.certificate.limits import Budget
        >>> evaluator = Evaluator(Reals(64, Budget()))
        >>> evaluator.value(expression("sum(1/k for k in range(1, 4))", frozenset()), {})
        Fraction(11, 6)
    """

    reals: Reals
    depth: int = field(default=0, init=False)

    def value(self, node: ast.expr, scope: Scope) -> object:
        """Evaluate an expression.

        Raises:
            CertificateError: a value is not of the kind that an operation takes.
            LimitError: it takes more than is granted.
            UndecidedError: a comparison is open.
        """
        self.reals.budget.charge(1)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitError(f"an evaluation must be nested at most {MAX_DEPTH} deep")
        found = self._value(node, scope)
        self.depth -= 1
        return found

    def truth(self, node: ast.expr, scope: Scope) -> bool:
        """Tell whether a condition holds."""
        return _truth(self.value(node, scope))

    def _value(self, node: ast.expr, scope: Scope) -> object:
        match node:
            case ast.Constant(value=bool() | int() as literal):
                return literal if isinstance(literal, bool) else Fraction(literal)
            case ast.Name(id=name):
                return scope[name]
            case ast.BinOp(left=left, op=op, right=right):
                return self._applied(SIGNS[type(op)], self.value(left, scope), self.value(right, scope))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.reals.apply("-", Fraction(0), self.value(operand, scope))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.truth(test, scope) else orelse, scope)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return tuple(self.value(part, scope) for part in parts)
            case ast.Subscript(value=sequence, slice=index):
                return _entry(self.value(sequence, scope), self.value(index, scope))
            case ast.Lambda(args=arguments, body=body):
                return Function(tuple(argument.arg for argument in arguments.args), body, scope)
            case ast.GeneratorExp(elt=element, generators=clauses) | ast.ListComp(elt=element, generators=clauses):
                items: list[object] = []
                self._loop(element, clauses, scope, items)
                return tuple(items)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._called(name, [self.value(argument, scope) for argument in arguments], scope)
        return self._condition(node, scope)

    def _condition(self, node: ast.expr, scope: Scope) -> bool:
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(operand, scope)
            case ast.BoolOp(op=op, values=parts):
                # Like Python's: what stands behind the part that decides is not looked at.
                stop = isinstance(op, ast.Or)
                return stop if any(self.truth(part, scope) is stop for part in parts) else not stop
            case ast.Compare(left=left, ops=relations, comparators=others):
                chain = [self.value(part, scope) for part in (left, *others)]
                signs = [SIGNS[type(relation)] for relation in relations]
                return all(self._related(sign, *pair) for sign, pair in zip(signs, pairwise(chain), strict=True))
        raise CertificateError("an expression must be checked before it is evaluated")

    def _applied(self, sign: str, left: object, right: object) -> object:
        if isinstance(left, tuple) and isinstance(right, tuple) and sign == "+":
            self._granted(len(left) + len(right))
            return left + right
        return self.reals.apply(sign, left, right)

    def _related(self, sign: str, one: object, other: object) -> bool:
        """A relation between two numbers, or whether two tuples are the same, element by element."""
        self.reals.budget.charge(1)
        if is_number(one) and is_number(other):
            return self.reals.compare(sign, one, other)
        if not (isinstance(one, tuple) and isinstance(other, tuple) and sign in ("==", "!=")):
            raise CertificateError(
                f"a relation must be between two numbers, or == or != between two tuples; "
                f"got {kind_of(one)} {sign} {kind_of(other)}"
            )
        return self._same(one, other) == (sign == "==")

    def _same(self, one: tuple[object, ...], other: tuple[object, ...]) -> bool:
        if len(one) != len(other):
            return False
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitError(f"an evaluation must be nested at most {MAX_DEPTH} deep")
        answers = [self._equal_or_open(left, right) for left, right in zip(one, other, strict=True)]
        self.depth -= 1
        if None in answers and False not in answers:
            raise UndecidedError
        return False not in answers

    def _equal_or_open(self, left: object, right: object) -> bool | None:
        depth = self.depth
        try:
            return self._related("==", left, right)
        except UndecidedError:
            self.depth = depth
            return None

    def _loop(
        self, element: ast.expr, clauses: Sequence[ast.comprehension], scope: Scope, items: list[object]
    ) -> None:
        if not clauses:
            items.append(self.value(element, scope))
            if len(items) > MAX_ITEMS:
                self._granted(len(items))
            return
        first, *rest = clauses
        assert isinstance(first.target, ast.Name)
        for item in _tuple(self.value(first.iter, scope)):
            self.reals.budget.charge(1)
            inner = {**scope, first.target.id: item}
            if all(self.truth(condition, inner) for condition in first.ifs):
                self._loop(element, rest, inner, items)

    def _called(self, name: str, arguments: list[object], scope: Scope) -> object:
        if name in FUNCTIONS:
            return self._built_in(name, arguments)
        function = scope[name]
        if not isinstance(function, Function):
            raise CertificateError(f"a function must stand before parentheses, got {name!r}, {kind_of(function)}")
        if len(arguments) != len(function.parameters):
            _refuse_count(name, len(function.parameters), arguments)
        return self.value(function.body, {**function.scope, **dict(zip(function.parameters, arguments, strict=True))})

    def _built_in(self, name: str, arguments: list[object]) -> object:
        if name in ("max", "min"):
            items = _tuple(arguments[0]) if len(arguments) == 1 else arguments
            return self.reals.maximum(items) if name == "max" else self.reals.minimum(items)
        if name == "range":
            return self._range([integer(argument) for argument in arguments])
        function, count = self._functions()[name]
        if len(arguments) != count:
            _refuse_count(name, count, arguments)
        return function(*arguments)

    def _functions(self) -> dict[str, tuple[Callable[..., object], int]]:
        reals = self.reals
        return {
            "exp": (reals.exp, 1),
            "log": (reals.log, 1),
            "sqrt": (reals.sqrt, 1),
            "comb": (reals.binomial, 2),
            "factorial": (reals.factorial, 1),
            "floor": (lambda x: reals.rounded(x, "floor"), 1),
            "ceil": (lambda x: reals.rounded(x, "ceil"), 1),
            "len": (lambda items: Fraction(len(_tuple(items))), 1),
            "sum": (lambda items: reals.total(_tuple(items)), 1),
            "all": (lambda items: all([_truth(item) for item in _tuple(items)]), 1),
            "any": (lambda items: any([_truth(item) for item in _tuple(items)]), 1),
            "running": (self._running, 2),
        }

    def _range(self, ends: list[int]) -> tuple[Fraction, ...]:
        if not 1 <= len(ends) <= 3 or ends[2:] == [0]:
            raise CertificateError("range must have one to three arguments, the third not zero")
        numbers = range(*ends)
        if not numbers:
            return ()
        # `len` of a range fails beyond what an index can be, so the count is made of integers
        count = (numbers[-1] - numbers[0]) // numbers.step + 1
        self._granted(count)
        return tuple(map(Fraction, numbers))

    def _running(self, first: object, ratios: object) -> tuple[Number, ...]:
        """first, first r_1, first r_1 r_2, ... as intervals: a recurrence whose fractions would grow too long."""
        term: Number = widened(self.reals.apply("*", first, Fraction(1)), self.reals.bits)
        terms = [term]
        for ratio in _tuple(ratios):
            term = self.reals.apply("*", term, ratio)
            terms.append(term)
        return tuple(terms)

    def _granted(self, count: int) -> None:
        if count > MAX_ITEMS:
            raise LimitError(f"a tuple must have at most {MAX_ITEMS} items, got more")
        self.reals.budget.charge(2 * count)


def _entry(sequence: object, index: object) -> object:
    items, place = _tuple(sequence), integer(index)
    if not -len(items) <= place < len(items):
        raise CertificateError(f"an index must be within the {len(items)} items of a tuple, got another")
    return items[place]


def _tuple(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    raise CertificateError(f"a tuple must stand here, got {kind_of(value)}")


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise CertificateError(f"a condition must be true or false, got {kind_of(value)}")


def _refuse_count(name: str, count: int, arguments: Sequence[object]) -> None:
    raise CertificateError(f"{name} must have {count} argument(s), got {len(arguments)}")
