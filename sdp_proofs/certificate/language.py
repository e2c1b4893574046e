"""The small language of certificates: Python's expressions without statements, attributes, strings and floats."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, comb, factorial, floor
from typing import Any

from sdp_proofs.certificate.intervals import (
    REAL,
    CertificateError,
    Interval,
    UndecidedError,
    arithmetic,
    ends_of,
    widened,
)


def parsed(text: str) -> ast.expr:
    """The syntax tree of an expression."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise CertificateError(f"an expression must be one of Python's, got {text!r}") from None


def value(node: ast.expr, scope: Mapping[str, Any], bits: int) -> Any:
    """A number, a tuple, a function or a truth value."""
    match node:
        case ast.Constant(value=bool() | int() as literal):
            return literal if isinstance(literal, bool) else Fraction(literal)
        case ast.Name(id=name):
            if name not in scope:
                raise CertificateError(f"a name must be defined before it is used, got {name!r}")
            return scope[name]
        case ast.BinOp(left=left, op=op, right=right):
            return arithmetic(type(op), value(left, scope, bits), value(right, scope, bits), bits)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return arithmetic(ast.Sub, Fraction(0), value(operand, scope, bits), bits)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return value(body if truth(test, scope, bits) else orelse, scope, bits)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(value(part, scope, bits) for part in parts)
        case ast.Subscript(value=sequence, slice=index):
            return value(sequence, scope, bits)[_integer(value(index, scope, bits))]
        case ast.Lambda(args=arguments, body=body):
            names = [argument.arg for argument in arguments.args]
            return lambda *given: value(body, {**scope, **dict(zip(names, given, strict=True))}, bits)
        case ast.GeneratorExp(elt=element, generators=clauses) | ast.ListComp(elt=element, generators=clauses):
            return tuple(value(element, inner, bits) for inner in _loops(clauses, scope, bits))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _call(name, [value(argument, scope, bits) for argument in arguments], scope, bits)
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return truth(node, scope, bits)
    raise CertificateError(f"an expression must be of the small language, got {ast.unparse(node)!r}")


def truth(node: ast.expr, scope: Mapping[str, Any], bits: int) -> bool:
    """Whether a condition holds; raises `UndecidedError` if `bits` do not tell."""
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(truth(part, scope, bits) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(truth(part, scope, bits) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not truth(operand, scope, bits)
        case ast.Compare(left=left, ops=relations, comparators=others):
            chain = [value(part, scope, bits) for part in (left, *others)]
            pairs = zip(relations, chain, chain[1:], strict=False)
            return all(_compared(type(relation), one, other) for relation, one, other in pairs)
    found = value(node, scope, bits)
    if not isinstance(found, bool):
        raise CertificateError(f"a condition must be true or false, got {ast.unparse(node)!r}")
    return found


def _compared(relation: type[ast.cmpop], one: Any, other: Any) -> bool:
    if isinstance(one, tuple) or isinstance(other, tuple):
        if relation not in (ast.Eq, ast.NotEq):
            raise CertificateError("tuples must be compared with == or !=")
        return bool((one == other) == (relation is ast.Eq))
    low, high = ends_of(one)
    lower, upper = ends_of(other)
    match relation:
        case ast.Lt | ast.GtE:
            less = _decided(high < lower, low >= upper)
            return less == (relation is ast.Lt)
        case ast.LtE | ast.Gt:
            less = _decided(high <= lower, low > upper)
            return less == (relation is ast.LtE)
        case ast.Eq | ast.NotEq:
            equal = _decided(low == high == lower == upper, high < lower or upper < low)
            return equal == (relation is ast.Eq)
    raise CertificateError("a comparison must be one of < <= > >= == !=")


def _decided(holds: bool, fails: bool) -> bool:
    if not holds and not fails:
        raise UndecidedError
    return holds


def _loops(clauses: Sequence[ast.comprehension], scope: Mapping[str, Any], bits: int) -> Iterator[Mapping[str, Any]]:
    if not clauses:
        yield scope
        return
    first, *rest = clauses
    if not isinstance(first.target, ast.Name):
        raise CertificateError("a loop must be over one name")
    for item in value(first.iter, scope, bits):
        inner = {**scope, first.target.id: item}
        if all(truth(condition, inner, bits) for condition in first.ifs):
            yield from _loops(rest, inner, bits)


def _call(name: str, arguments: list[Any], scope: Mapping[str, Any], bits: int) -> Any:
    if name in scope:
        return scope[name](*arguments)
    if name == "running":
        first, ratios = arguments
        return _running(first, ratios, bits)
    if name in REAL:
        (argument,) = arguments
        return REAL[name](argument, bits)
    if name not in _FUNCTIONS:
        known = ", ".join(sorted((*_FUNCTIONS, *REAL, "running")))
        raise CertificateError(f"a function must be one of the certificate's own or of {known}; got {name!r}")
    return _FUNCTIONS[name](*arguments)


def _running(first: Any, ratios: tuple[Any, ...], bits: int) -> tuple[Any, ...]:
    """first, first r_1, first r_1 r_2, ... as intervals: a recurrence whose exact fractions would grow too long."""
    rounded = widened(first, bits)
    return tuple(accumulate(ratios, lambda term, ratio: arithmetic(ast.Mult, term, ratio, bits), initial=rounded))


def _integer(number: Any) -> int:
    if not isinstance(number, Fraction) or number.denominator != 1:
        raise CertificateError(f"an integer is needed here, got {number}")
    return number.numerator


def _whole(function: Callable[..., int]) -> Callable[..., Fraction]:
    return lambda *arguments: Fraction(function(*(_integer(argument) for argument in arguments)))


def _binomial(n: int, k: int) -> int:
    return comb(n, k) if 0 <= k <= n else 0


def _best(choose: Callable[..., Fraction]) -> Callable[..., Any]:
    def best(*arguments: Any) -> Any:
        items = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], tuple) else arguments
        if all(isinstance(item, Fraction) for item in items):
            return choose(items)
        ends = [ends_of(item) for item in items]
        return Interval(choose(low for low, _ in ends), choose(high for _, high in ends))

    return best


def _sum(items: tuple[Any, ...]) -> Any:
    if all(isinstance(item, Fraction) for item in items):
        return sum(items, Fraction(0))
    ends = [ends_of(item) for item in items]
    return Interval(sum((low for low, _ in ends), Fraction(0)), sum((high for _, high in ends), Fraction(0)))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "comb": _whole(_binomial),
    "factorial": _whole(factorial),
    "floor": lambda x: Fraction(floor(x)),
    "ceil": lambda x: Fraction(ceil(x)),
    "range": lambda *ends: tuple(map(Fraction, range(*map(_integer, ends)))),
    "len": lambda items: Fraction(len(items)),
    "sum": _sum,
    "max": _best(max),
    "min": _best(min),
    "all": all,
    "any": any,
}
