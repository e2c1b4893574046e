"""The values of the second judge: fractions, the package's balls, truth values, tuples and functions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import accumulate, pairwise
from types import FunctionType
from typing import Any

from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.enclosure import Enclosure


class OpenError(Exception):
    """Values that the balls, or the package's formulas, leave open: this judge has no opinion."""


class MalformedError(Exception):
    """The certificate is not one."""


def number(value: Any) -> Any:
    if not isinstance(value, Fraction | Enclosure):
        raise MalformedError(f"no number: {value}")
    return value


def truth(value: Any) -> bool:
    if value is not True and value is not False:
        raise MalformedError(f"no truth value: {value}")
    return value


def _tuple(value: Any) -> tuple[Any, ...]:
    if type(value) is not tuple:
        raise MalformedError(f"no tuple: {value}")
    return value


def _call(function: Any, *arguments: Any) -> Any:
    if not isinstance(function, FunctionType):
        raise MalformedError(f"no function: {function}")
    return function(*arguments)


def _ball(number: Any) -> arb:
    return number.ball if isinstance(number, Enclosure) else arb(number.numerator) / arb(number.denominator)


def _operate(name: str, left: Any, right: Any) -> Any:
    if name == "Add" and type(left) is type(right) is tuple:
        return left + right
    exact = all([isinstance(number(value), Fraction) for value in (left, right)])
    if name == "Pow":
        return _power(left, right)
    if name in ("FloorDiv", "Mod"):
        if not exact:
            raise (OpenError if isinstance(right, Enclosure) and right.ball.contains(0) else MalformedError)(name)
        return Fraction(left // right) if name == "FloorDiv" else left % right
    if name == "Div" and not exact and _ball(right).contains(0) and right != 0:
        raise OpenError("a divisor that may be zero")
    if name == "Div" and right == 0:
        raise MalformedError("a divisor that is zero")
    operation = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv}[name]
    return operation(left, right) if exact else Enclosure(operation(_ball(left), _ball(right)))


def plus(left: Any, right: Any) -> Any:
    return _operate("Add", left, right)


def _power(base: Any, exponent: Any) -> Any:
    if not (isinstance(exponent, Fraction) and exponent.denominator == 1):
        return _exp(_operate("Mult", exponent, _log(base)))
    if isinstance(base, Fraction):
        return base ** int(exponent)
    if exponent < 0 and base.ball.contains(0):
        raise OpenError("a base that may be zero")
    return Enclosure(base.ball ** int(exponent)) if exponent else Fraction(1)


def _exp(x: Any) -> Any:
    return Fraction(1) if number(x) == 0 else Enclosure(_ball(x).exp())


def _log(x: Any) -> Any:
    if (isinstance(number(x), Fraction) and x <= 0) or (isinstance(x, Enclosure) and x.ball <= 0):
        raise MalformedError("log")
    if isinstance(x, Enclosure) and not x.ball > 0:
        raise OpenError("log")
    return Fraction(0) if x == 1 else Enclosure(_ball(x).log())


def _sqrt(x: Any) -> Any:
    if isinstance(number(x), Fraction):
        if x < 0:
            raise MalformedError("sqrt")
        parts = [math.isqrt(x.numerator), math.isqrt(x.denominator)]
        if parts[0] ** 2 == x.numerator and parts[1] ** 2 == x.denominator:
            return Fraction(*parts)
    elif x.ball < 0:
        raise MalformedError("sqrt")
    elif not x.ball >= 0:
        raise OpenError("sqrt")
    return Enclosure(_ball(x).sqrt())


def _less(left: Any, right: Any, strictly: bool) -> bool:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left < right if strictly else left <= right
    a, b = _ball(left), _ball(right)
    if a < b or (not strictly and a <= b):
        return True
    if b < a or (strictly and b <= a):
        return False
    raise OpenError(f"{left} and {right}")


def _equal(left: Any, right: Any) -> bool:
    if type(left) is type(right) is tuple:
        if len(left) != len(right):
            return False
        answers = [_asked(one, other) for one, other in zip(left, right, strict=True)]
        if None in answers and False not in answers:
            raise OpenError("tuples")
        return False not in answers
    if all([isinstance(number(value), Fraction) for value in (left, right)]):
        return bool(left == right)
    a, b = _ball(left), _ball(right)
    if not a.overlaps(b):
        return False
    if a.is_exact() and b.is_exact():
        return True
    raise OpenError(f"{left} and {right}")


def _asked(one: Any, other: Any) -> bool | None:
    try:
        return _equal(one, other)
    except OpenError:
        return None


_DECIDERS: dict[str, Callable[[Any, Any], bool]] = {
    "Lt": lambda left, right: _less(number(left), number(right), True),
    "LtE": lambda left, right: _less(number(left), number(right), False),
    "Gt": lambda left, right: _less(number(right), number(left), True),
    "GtE": lambda left, right: _less(number(right), number(left), False),
    "Eq": _equal,
    "NotEq": lambda left, right: not _equal(left, right),
}


def _compared(signs: tuple[str, ...], *terms: Any) -> bool:
    return all(_DECIDERS[sign](*pair) for sign, pair in zip(signs, pairwise(terms), strict=True))


def _best(exact: Callable[..., Any], ball: str) -> Callable[..., Any]:
    def best(*arguments: Any) -> Any:
        items = list(map(number, _tuple(arguments[0]) if len(arguments) == 1 else arguments))
        if all(isinstance(item, Fraction) for item in items):
            return exact(items)
        return Enclosure(reduce(lambda one, other: getattr(one, ball)(other), map(_ball, items)))

    return best


def _whole(number: Any) -> int:
    if not isinstance(number, Fraction) or number.denominator != 1:
        raise MalformedError(f"an integer is needed, got {number}")
    return int(number)


def _binomial(n: Any, k: Any) -> Fraction:
    top, below = _whole(n), _whole(k)
    if top < 0:
        raise MalformedError("comb")
    return Fraction(math.comb(top, below) if 0 <= below <= top else 0)


def _rounded(exact: Callable[[Any], int], ball: str) -> Callable[[Any], Fraction]:
    def rounded(x: Any) -> Fraction:
        if isinstance(number(x), Fraction):
            return Fraction(exact(x))
        found = getattr(x.ball, ball)().unique_fmpz()
        if found is None:
            raise OpenError(f"{ball} of {x}")
        return Fraction(int(found))

    return rounded


def _running(first: Any, ratios: Any) -> tuple[Any, ...]:
    start = Enclosure(_ball(number(first)))
    factors = [Enclosure(_ball(number(ratio))) for ratio in _tuple(ratios)]
    return tuple(accumulate(factors, lambda term, ratio: Enclosure(term.ball * ratio.ball), initial=start))


FUNCTIONS: dict[str, Any] = {
    "comb": _binomial,
    "factorial": lambda n: Fraction(math.factorial(_whole(n))),
    "floor": _rounded(math.floor, "floor"),
    "ceil": _rounded(math.ceil, "ceil"),
    "range": lambda *ends: tuple(map(Fraction, range(*map(_whole, ends)))),
    "len": lambda items: Fraction(len(_tuple(items))),
    "sum": lambda items: reduce(plus, map(number, _tuple(items)), Fraction(0)),
    "max": _best(max, "max"),
    "min": _best(min, "min"),
    "all": lambda items: all([truth(item) for item in _tuple(items)]),
    "any": lambda items: any([truth(item) for item in _tuple(items)]),
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "running": _running,
}
INNER: dict[str, Any] = {
    "exact": Fraction,
    "operate": _operate,
    "negative": lambda x: _operate("Sub", Fraction(0), x),
    "denied": lambda x: not truth(x),
    "truth": truth,
    "tuple": _tuple,
    "all_of": tuple,
    "entry": lambda items, index: _tuple(items)[_whole(index)],
    "compared": _compared,
    "call": _call,
}
