"""The value of a term at rational values, by rational arithmetic alone: what most formulas are asked for, many times.

Whatever it does not know, it leaves to `evaluation`, which knows irrational numbers, balls and what is undefined.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping

from flint import fmpq

from sdp_proofs.formulas.syntax import Node

MAX_TERMS = 100_000
"""Of a sum."""
MAX_FACTORIAL = 20_000
_MAX_BITS = 1 << 16


class UnknownError(Exception):
    """A value that rational arithmetic does not know."""


def rational_value(node: Node, values: Mapping[str, fmpq]) -> fmpq:
    """The value of a term.

    Args:
        node: the term.
        values: of the symbols that have a rational one.

    Raises:
        UnknownError: it is none, or one that is not found here.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> rational_value(read("Sum(binomial(n, k)/2**n, (k, 0, 1))", {"n"}), {"n": fmpq(3)})
        1/2
    """
    return _term(node)(values)


@functools.lru_cache(maxsize=1 << 12)  # a formula is asked for at many points
def _term(node: Node) -> Callable[[Mapping[str, fmpq]], fmpq]:
    """What finds the value of a term at given values."""
    head, parts = node.head, node.parts
    if head == "symbol":
        return functools.partial(_of_symbol, parts[0])
    if head == "number":
        value = fmpq(parts[0].numerator, parts[0].denominator)
        return lambda values: value
    if head == "sum":
        return lambda values: _sum(node, values)
    apply = _OPERATIONS.get(head)
    if apply is None:
        return _unknown
    if len(parts) == 1:
        only = _term(parts[0])
        return lambda values: apply(only(values))
    if len(parts) == 2:
        left, right = map(_term, parts)
        return lambda values: apply(left(values), right(values))
    operands = [_term(part) for part in parts]
    return lambda values: apply(*(operand(values) for operand in operands))


def _of_symbol(name: str, values: Mapping[str, fmpq]) -> fmpq:
    found = values.get(name)
    if found is None:
        raise UnknownError
    return found


def _unknown(values: Mapping[str, fmpq]) -> fmpq:
    raise UnknownError


def rational_verdict(node: Node, values: Mapping[str, fmpq]) -> bool:
    """Whether a statement is true, as far as that depends on terms with rational values.

    Args:
        node: the statement.
        values: of the symbols that have a rational one.

    Raises:
        UnknownError: it depends on others.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> rational_verdict(read("Or(x < 1, log(x) > 0)", {"x"}), {"x": fmpq(1, 2)})
        True
    """
    parts = node.parts
    match node.head:
        case "relation":
            signs, terms = parts
            found = [rational_value(term, values) for term in terms]
            return all(map(_compared, signs, found, found[1:]))
        case "and":
            return all(rational_verdict(part, values) for part in parts)
        case "or":
            return any(rational_verdict(part, values) for part in parts)
        case "not":
            return not rational_verdict(parts[0], values)
        case "implies":
            return not rational_verdict(parts[0], values) or rational_verdict(parts[1], values)
    return len({rational_verdict(part, values) for part in parts}) == 1


def _compared(sign: str, left: fmpq, right: fmpq) -> bool:
    return bool(_ORDER[sign](left, right))


def _written(value: fmpq) -> fmpq:
    """The value, unless it is too long to be written down; then the other way has balls for it."""
    if max(value.p.bit_length(), value.q.bit_length()) > _MAX_BITS:
        raise UnknownError
    return value


def _power(base: fmpq, exponent: fmpq) -> fmpq:
    power = _integer(exponent)
    bits = max(base.p.bit_length(), base.q.bit_length())
    if (base == 0 and power < 0) or abs(power) * bits > _MAX_BITS:
        raise UnknownError
    return base**power


def _quotient(dividend: fmpq, divisor: fmpq) -> fmpq:
    if divisor == 0:
        raise UnknownError
    return _written(dividend / divisor)


def _factorial(operand: fmpq) -> fmpq:
    return fmpq(math.factorial(_index(operand)))


def _binomial(operand: fmpq, chosen: fmpq) -> fmpq:
    among, count = _index(operand), _integer(chosen)
    return fmpq(math.comb(among, count) if count >= 0 else 0)


def _index(operand: fmpq) -> int:
    found = _integer(operand)
    if not 0 <= found <= MAX_FACTORIAL:
        raise UnknownError
    return found


def _sum(node: Node, values: Mapping[str, fmpq]) -> fmpq:
    body, index, first, last = node.parts
    low, high = (_integer(rational_value(bound, values)) for bound in (first, last))
    if high - low >= MAX_TERMS:
        raise UnknownError
    total, summand = fmpq(0), _term(body)
    for position in range(low, high + 1):
        total = _written(total + summand({**values, index: fmpq(position)}))
    return total


def _integer(value: fmpq) -> int:
    if value.q != 1:
        raise UnknownError
    return int(value.p)


_OPERATIONS: dict[str, Callable[..., fmpq]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": lambda left, right: _written(left * right),
    "div": _quotient,
    "neg": operator.neg,
    "pow": _power,
    "abs": abs,
    "max": lambda *operands: max(operands),  # one operand is none that can be gone through
    "min": lambda *operands: min(operands),
    "floor": lambda operand: fmpq(operand.floor()),
    "ceiling": lambda operand: fmpq(operand.ceil()),
    "factorial": _factorial,
    "binomial": _binomial,
}
_ORDER: dict[str, Callable[[fmpq, fmpq], object]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
