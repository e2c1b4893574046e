"""Terms as quotients of polynomials with rational coefficients: what is equal by arithmetic alone.

Whatever else a term is made of, such as a root, a power with a symbol above or a sum, stands as an unknown of its own,
the same one wherever the same is written. So a difference that vanishes here vanishes wherever both terms have a
value; only if there are no such unknowns are terms different whose difference does not vanish.
"""

from __future__ import annotations

from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from sdp_proofs.formulas.syntax import Node

_ARITHMETIC = ("add", "sub", "mul", "div", "neg")
_MOST_TERMS = 20_000
"""Of a product, before equal ones are collected."""
_HIGHEST_POWER = 32


class _NotComparedError(Exception):
    """A term of which nothing is said here."""


class _TooManyTermsError(_NotComparedError):
    """A product of more terms than are multiplied here."""


class _ZeroDivisorError(_NotComparedError):
    """A divisor that is zero everywhere: the term has no value at all."""


def difference_vanishes(left: Node, right: Node) -> bool | None:
    """Whether two terms are the same by arithmetic; None if they are not, or not found to be, but may be equal.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> one_way = read("(x**2 - exp(y))/(x - 1)", {"x", "y"})
        >>> difference_vanishes(one_way, read("(exp(y) - x*x)/(1 - x)", {"x", "y"}))
        True
        >>> difference_vanishes(read("x + 1", {"x"}), read("x", {"x"}))
        False
    """
    unknowns: dict[Node, int] = {}
    _collect(left, unknowns)
    _collect(right, unknowns)
    context = fmpq_mpoly_ctx.get([f"x{number}" for number in unknowns.values()], Ordering.lex)
    reader = _Reader(dict(zip(unknowns, context.gens(), strict=True)), context)
    try:
        above, _ = reader.sum_of(reader.quotient(left), reader.quotient(right), -1)
    except _NotComparedError:
        return None
    if above == 0:
        return True
    return False if all(node.head == "symbol" for node in unknowns) else None


def _collect(node: Node, unknowns: dict[Node, int]) -> None:
    """Number what is not arithmetic."""
    if node.head == "number":
        return
    if node.head in _ARITHMETIC:
        for part in node.parts:
            _collect(part, unknowns)
    elif _exponent(node) is not None:
        _collect(node.parts[0], unknowns)
    else:
        unknowns.setdefault(node, len(unknowns))


def _exponent(node: Node) -> int | None:
    """The exponent of a power that is multiplied out."""
    if node.head != "pow":
        return None
    exponent, sign = node.parts[1], 1
    if exponent.head == "neg":
        exponent, sign = exponent.parts[0], -1
    if exponent.head != "number" or exponent.parts[0].denominator != 1 or exponent.parts[0] > _HIGHEST_POWER:
        return None
    return sign * int(exponent.parts[0])


class _Reader:
    """Numerators and denominators of terms; no denominator is the zero polynomial."""

    def __init__(self, unknowns: dict[Node, Any], context: Any) -> None:
        self.unknowns, self.one = unknowns, context.constant(1)
        self.found: dict[Node, tuple[Any, Any]] = {}

    def quotient(self, node: Node) -> tuple[Any, Any]:
        """A term's numerator and denominator."""
        if node not in self.found:
            self.found[node] = self._quotient(node)
        return self.found[node]

    def _quotient(self, node: Node) -> tuple[Any, Any]:
        if node in self.unknowns:
            return self.unknowns[node], self.one
        if node.head == "number":
            value = node.parts[0]
            return self.one * fmpq(value.numerator, value.denominator), self.one
        exponent = _exponent(node)
        if exponent is not None:
            above, below = self.quotient(node.parts[0])
            base = (above, below) if exponent >= 0 else self._inverse(above, below)
            return self._power(base[0], abs(exponent)), self._power(base[1], abs(exponent))
        above, below = self.quotient(node.parts[0])
        if node.head == "neg":
            return -above, below
        for part in node.parts[1:]:
            other = self.quotient(part)
            match node.head:
                case "add":
                    above, below = self.sum_of((above, below), other)
                case "sub":
                    above, below = self.sum_of((above, below), other, -1)
                case _:
                    factor = other if node.head == "mul" else self._inverse(*other)
                    above, below = self._product(above, factor[0]), self._product(below, factor[1])
        return above, below

    def sum_of(self, one: tuple[Any, Any], other: tuple[Any, Any], sign: int = 1) -> tuple[Any, Any]:
        """The sum of two quotients, or their difference, over the least common multiple of their denominators."""
        (above, below), (more, under) = one, other
        common = below.gcd(under)
        left, right = under / common, below / common
        return self._product(above, left) + sign * self._product(more, right), self._product(below, left)

    def _inverse(self, above: Any, below: Any) -> tuple[Any, Any]:
        if above == 0:
            raise _ZeroDivisorError
        return below, above

    def _power(self, base: Any, exponent: int) -> Any:
        result = self.one
        for _ in range(exponent):
            result = self._product(result, base)
        return result

    @staticmethod
    def _product(one: Any, other: Any) -> Any:
        if len(one) * len(other) > _MOST_TERMS:
            raise _TooManyTermsError
        return one * other
