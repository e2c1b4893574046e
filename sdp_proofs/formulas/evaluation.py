"""Values of trees at a point: exact, else a ball, else nothing.

A quantity is a rational number of flint, an `ExactReal` (`exp(log(25))` is 25), an Arb ball, or None. None stands for
everything that has no known finite value: a quotient whose divisor may be zero, the logarithm of what may not be
positive, a NaN, an infinite radius. It makes the relation it occurs in UNKNOWN, and never raises.

Every operation is tried in this order: in rational arithmetic, which is what most formulas are asked for, many times;
in exact reals; in balls. A result that is too long to be written down in one is left to the next.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from flint import arb, ctx, fmpq

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.numbers import decide, reals
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal
from sdp_proofs.verdict import Verdict, all_of, any_of

MAX_TERMS = 100_000
"""Largest number of terms of a sum that is evaluated."""
MAX_FACTORIAL = 20_000
_READING_BITS = 4096
_MAX_BITS = 1 << 16  # bits of a rational number; `ExactReal` writes down longer ones

Quantity = fmpq | ExactReal | arb | None
Point = Mapping[str, Quantity]
Term = Callable[[Point, int], Quantity]
"""The value of a term at a point, with balls of so many bits."""
Statement = Callable[[Point, int], Verdict]


def quantity(value: object, name: str) -> Quantity:
    """Read a caller's value; an enclosure without bounds is not known.

    Raises:
        DomainError: a float, or not a number.
    """
    if isinstance(value, Enclosure):
        if value.exact is None:
            return _finite(value.ball)
        value = value.exact
    if type(value) is int or type(value) is Fraction:
        return fmpq(value.numerator, value.denominator)
    real = reals.read_real(value, name)
    exact = real.as_fraction()
    if exact is not None:
        return fmpq(exact.numerator, exact.denominator)
    # An expression such as 1/(log(4) - 2*log(2)) can be read, and has no value.
    return real if real.ball(_READING_BITS).is_finite() else None


def fraction_of(quantity: Quantity) -> Fraction | None:
    """The rational number that a quantity is known to be."""
    if isinstance(quantity, fmpq):
        return Fraction(int(quantity.p), int(quantity.q))
    return quantity.as_fraction() if isinstance(quantity, ExactReal) else None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Evaluates trees at one point, with balls of `bits` bits.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> at = Evaluation({"x": quantity("log(25)", "x"), "n": quantity(3, "n")}, 128)
        >>> fraction_of(at.value(read("exp(x)/100", {"x"}))), fraction_of(at.value(read("Sum(k/n, (k, 0, n))", {"n"})))
        (Fraction(1, 4), Fraction(2, 1))
    """

    values: Point
    bits: int

    def value(self, node: Node) -> Quantity:
        """The value of a term."""
        return _term(node)(self.values, self.bits)

    def enclosure(self, quantity: fmpq | ExactReal | arb) -> Enclosure:
        """The quantity as a public enclosure."""
        return Enclosure(_ball(quantity, self.bits), fraction_of(quantity))

    def verdict(self, node: Node) -> Verdict:
        """Decide a statement; strong Kleene logic joins its parts."""
        return _statement(node)(self.values, self.bits)


@functools.lru_cache(maxsize=1 << 12)  # a formula is asked for at many points
def _statement(node: Node) -> Statement:
    """Return the function that decides a statement."""
    if node.head == "relation":
        signs, terms = node.parts
        return functools.partial(_relation, signs, [_term(term) for term in terms])
    parts = [_statement(part) for part in node.parts]
    match node.head:
        case "and":
            return lambda values, bits: all_of(part(values, bits) for part in parts)
        case "or":
            return lambda values, bits: any_of(part(values, bits) for part in parts)
        case "not":
            return lambda values, bits: parts[0](values, bits).negated
        case "implies":
            given, then = parts
            cases = (lambda values, bits: given(values, bits).negated), then
            return lambda values, bits: any_of(case(values, bits) for case in cases)
    return lambda values, bits: _alike([part(values, bits) for part in parts])


def _alike(found: list[Verdict]) -> Verdict:
    return any_of([all_of(found), any_of(found).negated])


def _relation(signs: Sequence[str], terms: Sequence[Term], values: Point, bits: int) -> Verdict:
    found = [term(values, bits) for term in terms]
    if len(signs) == 1:
        return _compared(signs[0], found[0], found[1], bits)
    return all_of(_compared(*one, bits) for one in zip(signs, found, found[1:], strict=False))


def _compared(sign: str, left: Quantity, right: Quantity, bits: int) -> Verdict:
    if left is None or right is None:
        return Verdict.UNKNOWN
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return Verdict.HOLDS if _ORDER[sign](left, right) else Verdict.FAILS
    if not isinstance(left, arb) and not isinstance(right, arb):
        one, other = _exact(left), _exact(right)
        difference = 0 if one == other else reals.sign(_EXACT["sub"](one, other), bits)
        return Verdict.UNKNOWN if difference is None else Verdict.of(bool(_ORDER[sign](difference, 0)))
    a, b = (Enclosure(_ball(side, bits), fraction_of(side)) for side in (left, right))
    if sign in ("==", "!="):
        equal = decide.decide_equal(a, b)
        return equal if sign == "==" else equal.negated
    if sign in (">", ">="):
        a, b = b, a
    return decide.decide_less(a, b) if sign in ("<", ">") else decide.decide_less_equal(a, b)


@functools.lru_cache(maxsize=1 << 12)  # a formula is asked for at many points
def _term(node: Node) -> Term:
    """Return the function that finds the value of a term."""
    head, parts = node.head, node.parts
    if head == "symbol":
        name = parts[0]
        return lambda values, bits: values[name]
    if head in ("number", "pi"):
        constant = fmpq(parts[0].numerator, parts[0].denominator) if parts else reals.PI
        return lambda values, bits: constant
    if head == "sum":
        body, index, first, last = parts
        return functools.partial(_sum, _term(body), index, _term(first), _term(last))
    operands, rational = [_term(part) for part in parts], _RATIONAL.get(head)
    if rational is None or len(operands) != 2:
        return lambda values, bits: _applied(head, [operand(values, bits) for operand in operands], bits)
    left, right = operands

    def of_two(values: Point, bits: int) -> Quantity:
        one, other = left(values, bits), right(values, bits)
        found = rational(one, other) if type(one) is type(other) is fmpq else None
        return _applied(head, [one, other], bits) if found is None else found

    return of_two


def _sum(body: Term, index: str, first: Term, last: Term, values: Point, bits: int) -> Quantity:
    low, high = (_integer(bound(values, bits)) for bound in (first, last))
    if low is None or high is None:
        return None
    if high - low >= MAX_TERMS:
        raise SizeError(f"a sum must have at most {MAX_TERMS} terms; got {high - low + 1}")
    total: Quantity = fmpq(0)
    for position in range(low, high + 1):
        term = body({**values, index: fmpq(position)}, bits)
        if type(total) is type(term) is fmpq and total.q.bit_length() <= _MAX_BITS:
            total = total + term
        else:
            total = _otherwise("add", [total, term], bits)
        if total is None:
            return None
    return total


def _applied(head: str, operands: Sequence[Quantity], bits: int) -> Quantity:
    """The value of an operation: rational, else exact, else a finite ball."""
    rational = _RATIONAL.get(head)
    if rational is not None and all(isinstance(one, fmpq) for one in operands):
        found = rational(*operands)
        if found is not None:
            return found
    return _otherwise(head, operands, bits)


def _otherwise(head: str, operands: Sequence[Quantity], bits: int) -> Quantity:
    """The value of an operation of which rational arithmetic knows none."""
    known = [_exact(one) if isinstance(one, fmpq) else one for one in operands if one is not None]
    return _finite(_of_reals(head, known, bits)) if len(known) == len(operands) else None


def _of_reals(head: str, operands: list[ExactReal | arb], bits: int) -> Quantity:
    if head in ("floor", "ceiling"):
        return _rounded(head, operands[0], bits)
    if head in ("factorial", "binomial"):
        return _combinatorial(head, operands)
    if head in ("max", "min"):
        return reduce(lambda left, right: _extreme(head, left, right, bits), operands)
    if head == "abs":
        return _absolute(operands[0], bits)
    if head == "pow" and not _power_is_real(operands[0], operands[1], bits):
        return None
    exact = [operand for operand in operands if isinstance(operand, ExactReal)]
    if len(exact) == len(operands):
        try:
            return _EXACT[head](*exact)
        except DomainError:
            pass  # outside the domain, or too long to write down: the balls tell the two apart
    with ctx.workprec(bits):
        return _BALLS[head](*(_ball(operand, bits) for operand in operands))


def _power_is_real(base: ExactReal | arb, exponent: ExactReal | arb, bits: int) -> bool:
    """Tell whether base**exponent is a real number for sure.

    0**0 is 1, as everywhere in combinatorics.
    """
    power = fraction_of(exponent)
    if power is not None and power.denominator == 1 and power >= 0:
        return True
    sign = _sign(base, bits)
    if power is not None and power.denominator == 1:
        return sign in (1, -1)
    return sign == 1 or (sign == 0 and _sign(exponent, bits) == 1)


def _absolute(operand: ExactReal | arb, bits: int) -> Quantity:
    sign = _sign(operand, bits)
    if isinstance(operand, ExactReal) and sign is not None:
        return reals.multiply(reals.rational(sign), operand) if sign else reals.rational(0)
    return abs(_ball(operand, bits))


def _extreme(head: str, left: ExactReal | arb, right: ExactReal | arb, bits: int) -> ExactReal | arb:
    order = _compared("<=", left, right, bits)
    if order is not Verdict.UNKNOWN:
        return right if (order is Verdict.HOLDS) == (head == "max") else left
    with ctx.workprec(bits):
        a, b = _ball(left, bits), _ball(right, bits)
        return a.max(b) if head == "max" else a.min(b)


def _rounded(head: str, operand: ExactReal | arb, bits: int) -> Quantity:
    exact = fraction_of(operand)
    if exact is not None:
        return reals.rational(math.floor(exact) if head == "floor" else math.ceil(exact))
    with ctx.workprec(bits):
        ball = _ball(operand, bits)
        # Both ends of the ball must round to one integer.
        integer = (ball.floor() if head == "floor" else ball.ceil()).unique_fmpz()
    return None if integer is None else fmpq(integer)


def _combinatorial(head: str, operands: list[ExactReal | arb]) -> Quantity:
    """Evaluate factorials and binomials that rational arithmetic leaves open.

    The operands are no integers, or too large.
    """
    integers = [integer for integer in map(_integer, operands) if integer is not None]
    if len(integers) < len(operands) or integers[0] < 0:
        return None
    if integers[0] > MAX_FACTORIAL:
        raise SizeError(f"{head} must be of at most {MAX_FACTORIAL}; got {integers[0]}")
    if head == "factorial":
        return reals.rational(math.factorial(integers[0]))
    return reals.rational(math.comb(*integers) if integers[1] >= 0 else 0)


def _exact(operand: fmpq | ExactReal) -> ExactReal:
    return reals.rational(Fraction(int(operand.p), int(operand.q))) if isinstance(operand, fmpq) else operand


def _ball(operand: fmpq | ExactReal | arb, bits: int) -> arb:
    return operand if isinstance(operand, arb) else _exact(operand).ball(bits)


def _sign(operand: ExactReal | arb, bits: int) -> int | None:
    if isinstance(operand, ExactReal):
        return reals.sign(operand, bits)
    return 1 if operand > 0 else -1 if operand < 0 else 0 if operand.is_zero() else None


def _finite(value: Quantity) -> Quantity:
    return None if isinstance(value, arb) and not value.is_finite() else value


def _integer(value: Quantity) -> int | None:
    if isinstance(value, fmpq):
        return int(value.p) if value.q == 1 else None
    exact = fraction_of(value)
    return exact.numerator if exact is not None and exact.denominator == 1 else None


# Rational arithmetic: None stands for a value that it does not know, or that is too long for it.


def _bits(value: fmpq) -> int:
    return max(value.p.bit_length(), value.q.bit_length())


def _written(value: fmpq) -> fmpq | None:
    return value if _bits(value) <= _MAX_BITS else None


def _rational_power(base: fmpq, exponent: fmpq) -> fmpq | None:
    if exponent.q != 1 or (base == 0 and exponent < 0) or abs(exponent) * _bits(base) > _MAX_BITS:
        return None
    return base ** int(exponent.p)


def _rational_factorial(operand: fmpq) -> fmpq | None:
    return fmpq(math.factorial(int(operand.p))) if operand.q == 1 and 0 <= operand <= MAX_FACTORIAL else None


def _rational_binomial(among: fmpq, chosen: fmpq) -> fmpq | None:
    if among.q != 1 or chosen.q != 1 or not 0 <= among <= MAX_FACTORIAL:
        return None
    return fmpq(math.comb(int(among.p), int(chosen.p)) if chosen >= 0 else 0)


def _negative(value: ExactReal) -> ExactReal:
    return reals.multiply(reals.rational(-1), value)


def _quotient(left: ExactReal, right: ExactReal) -> ExactReal:
    if reals.sign(right) not in (1, -1):
        raise DomainError("the divisor must not be zero")
    return reals.multiply(left, reals.power(right, reals.rational(-1)))


_HALF = reals.rational(Fraction(1, 2))
_RATIONAL: dict[str, Callable[..., fmpq | None]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": lambda left, right: _written(left * right),
    "div": lambda left, right: _written(left / right) if right != 0 else None,
    "neg": operator.neg,
    "pow": _rational_power,
    "abs": abs,
    "max": lambda *operands: max(operands),  # one operand is none that can be gone through
    "min": lambda *operands: min(operands),
    "floor": lambda operand: fmpq(operand.floor()),
    "ceiling": lambda operand: fmpq(operand.ceil()),
    "factorial": _rational_factorial,
    "binomial": _rational_binomial,
}
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
_ORDER: dict[str, Callable[..., object]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
