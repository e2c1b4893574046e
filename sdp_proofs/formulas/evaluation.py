"""The value of a formula's tree at a point: exact where that is possible, else a ball, else nothing.

A quantity is an `ExactReal` (rationals fold, `exp(log(25))` is 25), an Arb ball, or None. None stands for
everything that has no known finite value: a quotient whose divisor may be zero, the logarithm of what may not
be positive, a NaN, an infinite radius. It makes the relation it occurs in UNKNOWN, and never raises.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from flint import arb, ctx, fmpq

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.formulas.rationals import MAX_FACTORIAL, MAX_TERMS, UnknownError, rational_value
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.numbers import decide, reals
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal
from sdp_proofs.verdict import Verdict, all_of, any_of

Quantity = ExactReal | arb | None
_READING_BITS = 4096


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Evaluates trees at one point, with balls of `bits` bits.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> point = Evaluation({"x": reals.read_real("log(25)")}, 128)
        >>> point.value(read("exp(x)/100", {"x"})).as_fraction()
        Fraction(1, 4)
    """

    values: Mapping[str, Quantity]
    bits: int

    def verdict(self, node: Node) -> Verdict:
        """The verdict of a statement; strong Kleene logic joins its parts."""
        if node.head == "relation":
            signs, terms = node.parts
            values = [self.of_term(term) for term in terms]
            return all_of(map(self._compare, signs, values, values[1:]))
        parts = [self.verdict(part) for part in node.parts]
        match node.head:
            case "and":
                return all_of(parts)
            case "or":
                return any_of(parts)
            case "not":
                return parts[0].negated
            case "implies":
                return any_of([parts[0].negated, parts[1]])
        both, neither = all_of(parts), any_of(parts).negated
        return any_of([both, neither])

    def of_term(self, node: Node) -> Quantity:
        """The value of a whole term, by rational arithmetic if that is enough."""
        with suppress(UnknownError):
            found = rational_value(node, self._rationals())
            return reals.rational(Fraction(int(found.p), int(found.q)))
        return self.value(node)

    def _rationals(self) -> dict[str, fmpq]:
        """The symbols with rational values."""
        exact = {
            name: value.as_fraction() for name, value in self.values.items() if isinstance(value, ExactReal)
        }
        return {name: fmpq(one.numerator, one.denominator) for name, one in exact.items() if one is not None}

    def value(self, node: Node) -> Quantity:
        """The value of a term, part by part."""
        match node.head:
            case "number":
                return reals.rational(node.parts[0])
            case "symbol":
                return self.values[node.parts[0]]
            case "pi":
                return reals.PI
            case "sum":
                return self._sum(*node.parts)
        operands = [self.value(part) for part in node.parts]
        known = [operand for operand in operands if operand is not None]
        return _finite(self._apply(node.head, known)) if len(known) == len(operands) else None

    def _apply(self, head: str, operands: list[ExactReal | arb]) -> Quantity:
        if head in ("floor", "ceiling"):
            return self._rounded(operands[0], head)
        if head in ("factorial", "binomial"):
            return _combinatorial(head, operands)
        if head in ("max", "min"):
            return reduce(lambda left, right: self._extreme(head, left, right), operands)
        if head == "abs":
            return self._absolute(operands[0])
        if head == "pow" and not self._power_is_real(*operands):
            return None
        exact = [operand for operand in operands if isinstance(operand, ExactReal)]
        if len(exact) == len(operands):
            try:
                return _EXACT[head](*exact)
            except DomainError:
                pass  # outside the domain, or too long to write down: the balls tell the two apart
        with ctx.workprec(self.bits):
            return _BALLS[head](*map(self._ball, operands))

    def _ball(self, operand: ExactReal | arb) -> arb:
        return operand.ball(self.bits) if isinstance(operand, ExactReal) else operand

    def _sign(self, operand: ExactReal | arb) -> int | None:
        if isinstance(operand, ExactReal):
            return reals.sign(operand, self.bits)
        return 1 if operand > 0 else -1 if operand < 0 else 0 if operand.is_zero() else None

    def _power_is_real(self, base: ExactReal | arb, exponent: ExactReal | arb) -> bool:
        """Whether base**exponent is a real number for sure; 0**0 is 1, as everywhere in combinatorics."""
        power = exponent.as_fraction() if isinstance(exponent, ExactReal) else None
        if power is not None and power.denominator == 1 and power >= 0:
            return True
        sign = self._sign(base)
        if power is not None and power.denominator == 1:
            return sign in (1, -1)
        return sign == 1 or (sign == 0 and self._sign(exponent) == 1)

    def _absolute(self, operand: ExactReal | arb) -> Quantity:
        sign = self._sign(operand)
        if isinstance(operand, ExactReal) and sign is not None:
            return reals.multiply(reals.rational(sign), operand) if sign else reals.rational(0)
        return abs(self._ball(operand))

    def _extreme(self, head: str, left: ExactReal | arb, right: ExactReal | arb) -> ExactReal | arb:
        order = self._compare("<=", left, right)
        if order is not Verdict.UNKNOWN:
            return right if (order is Verdict.HOLDS) == (head == "max") else left
        with ctx.workprec(self.bits):
            a, b = self._ball(left), self._ball(right)
            return a.max(b) if head == "max" else a.min(b)

    def _rounded(self, operand: ExactReal | arb, head: str) -> Quantity:
        exact = operand.as_fraction() if isinstance(operand, ExactReal) else None
        if exact is not None:
            return reals.rational(math.floor(exact) if head == "floor" else math.ceil(exact))
        with ctx.workprec(self.bits):
            ball = self._ball(operand)
            integer = (ball.floor() if head == "floor" else ball.ceil()).unique_fmpz()
        return None if integer is None else reals.rational(int(integer))

    def _sum(self, body: Node, index: str, first: Node, last: Node) -> Quantity:
        low, high = (_integer(self.value(bound)) for bound in (first, last))
        if low is None or high is None:
            return None
        if high - low >= MAX_TERMS:
            raise SizeError(f"a sum must have at most {MAX_TERMS} terms; got {high - low + 1}")
        total: Quantity = reals.rational(0)
        for position in range(low, high + 1):
            term = Evaluation({**self.values, index: reals.rational(position)}, self.bits).value(body)
            if term is None or total is None:
                return None
            total = _finite(self._apply("add", [total, term]))
        return total

    def _compare(self, sign: str, left: Quantity, right: Quantity) -> Verdict:
        if left is None or right is None:
            return Verdict.UNKNOWN
        if isinstance(left, ExactReal) and isinstance(right, ExactReal):
            difference = 0 if left == right else reals.sign(_EXACT["sub"](left, right), self.bits)
            return Verdict.UNKNOWN if difference is None else Verdict.of(_ORDER[sign](difference, 0))
        a, b = self.enclosure(left), self.enclosure(right)
        if sign in ("==", "!="):
            equal = decide.decide_equal(a, b)
            return equal if sign == "==" else equal.negated
        if sign in (">", ">="):
            a, b = b, a
        return decide.decide_less(a, b) if sign in ("<", ">") else decide.decide_less_equal(a, b)

    def enclosure(self, quantity: ExactReal | arb) -> Enclosure:
        """The quantity as a public enclosure."""
        exact = quantity.as_fraction() if isinstance(quantity, ExactReal) else None
        return Enclosure(self._ball(quantity), exact)


def quantity(value: object, name: str) -> Quantity:
    """What a caller's value is as a quantity; an enclosure that is not finite is not known at all.

    Raises:
        DomainError: a float, or not a number.
    """
    if not isinstance(value, Enclosure):
        real = reals.read_real(value, name)
        # An expression such as 1/(log(4) - 2*log(2)) can be read, and has no value.
        defined = real.as_fraction() is not None or real.ball(_READING_BITS).is_finite()
        return real if defined else None
    if value.exact is not None:
        return reals.rational(value.exact)
    return _finite(value.ball)


def _finite(value: Quantity) -> Quantity:
    return None if isinstance(value, arb) and not value.is_finite() else value


def _integer(value: Quantity) -> int | None:
    exact = value.as_fraction() if isinstance(value, ExactReal) else None
    return exact.numerator if exact is not None and exact.denominator == 1 else None


def _combinatorial(head: str, operands: list[ExactReal | arb]) -> Quantity:
    integers = [integer for integer in map(_integer, operands) if integer is not None]
    if len(integers) < len(operands) or integers[0] < 0:
        return None
    if integers[0] > MAX_FACTORIAL:
        raise SizeError(f"{head} must be of at most {MAX_FACTORIAL}; got {integers[0]}")
    if head == "factorial":
        return reals.rational(math.factorial(integers[0]))
    return reals.rational(math.comb(*integers) if integers[1] >= 0 else 0)


def _negative(value: ExactReal) -> ExactReal:
    return reals.multiply(reals.rational(-1), value)


def _quotient(left: ExactReal, right: ExactReal) -> ExactReal:
    if reals.sign(right) not in (1, -1):
        raise DomainError("the divisor must not be zero")
    return reals.multiply(left, reals.power(right, reals.rational(-1)))


_HALF = reals.rational(Fraction(1, 2))
_EXACT: dict[str, Callable[..., ExactReal]] = {
    "neg": _negative,
    "add": reals.add,
    "sub": lambda left, right: reals.add(left, _negative(right)),
    "mul": reals.multiply,
    "div": _quotient,
    "pow": reals.power,
    "exp": reals.exponential,
    "log": reals.logarithm,
    "sqrt": lambda value: reals.power(value, _HALF),
}
_BALLS: dict[str, Callable[..., arb]] = {
    "neg": operator.neg,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "exp": arb.exp,
    "log": arb.log,
    "sqrt": arb.sqrt,
}
_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
