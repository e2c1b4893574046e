"""A second judge of certificates: Python itself evaluates them, in fractions and in the package's balls.

The replay of `sdp_proofs.certificate` walks the syntax tree with intervals of its own. This one shares no code with it:
it rewrites what Python means otherwise (integers are fractions, powers may be real, comparisons are decided) and lets
the interpreter run the rest.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Any

from sdp_proofs.numerics.balls import arb, ctx
from sdp_proofs.numerics.decide import decide_equal, decide_less, decide_less_equal
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

BITS = 1024


class OpenError(Exception):
    """A comparison that the balls leave open."""


def judged(certificate: Mapping[str, Any]) -> bool:
    """Whether the hypotheses hold and the claimed relation fails."""
    before, ctx.prec = ctx.prec, BITS
    try:
        scope: dict[str, Any] = {"__builtins__": {}, **FUNCTIONS}
        for name, text in certificate["let"]:
            scope[name] = _evaluated(text, scope)
        met = all(_evaluated(text, scope) for text in certificate["given"])
        return met and not _evaluated(certificate["fails"], scope)
    finally:
        ctx.prec = before


def _evaluated(text: str, scope: dict[str, Any]) -> Any:
    tree = ast.fix_missing_locations(_Rewriter().visit(ast.parse(text.strip(), mode="eval")))
    found = eval(compile(tree, "<certificate>", "eval"), scope)
    return tuple(found) if hasattr(found, "__next__") else found


class _Rewriter(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return node if isinstance(node.value, bool) else _called("exact", node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        names = {ast.Pow: "power", ast.FloorDiv: "quotient", ast.Mod: "remainder"}
        return _called(names[type(node.op)], node.left, node.right) if type(node.op) in names else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _called("negative", node.operand) if isinstance(node.op, ast.USub) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return _called("entry", node.value, node.slice)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        signs = ast.Tuple([ast.Constant(type(sign).__name__) for sign in node.ops], ast.Load())
        return _called("compared", signs, node.left, *node.comparators)


def _called(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


_DECIDERS: dict[str, Callable[[Any, Any], Verdict]] = {
    "Lt": decide_less,
    "LtE": decide_less_equal,
    "Gt": lambda left, right: decide_less(right, left),
    "GtE": lambda left, right: decide_less_equal(right, left),
    "Eq": decide_equal,
    "NotEq": lambda left, right: decide_equal(left, right).negated,
}


def _compared(signs: tuple[str, ...], *terms: Any) -> bool:
    for sign, left, right in zip(signs, terms, terms[1:], strict=False):
        if isinstance(left, tuple):
            holds = (left == right) == (sign == "Eq")
        else:
            verdict = _DECIDERS[sign](left, right)
            if verdict is Verdict.UNKNOWN:
                raise OpenError(f"{left} {sign} {right}")
            holds = verdict is Verdict.HOLDS
        if not holds:
            return False
    return True


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if isinstance(base, Fraction):
            return base ** int(exponent)
        return Enclosure(base.ball ** int(exponent))
    return Enclosure((_ball(exponent) * _ball(base).log()).exp())


def _ball(number: Any) -> arb:
    return number.ball if isinstance(number, Enclosure) else arb(number.numerator) / arb(number.denominator)


def _best(exact: Callable[..., Any], ball: str) -> Callable[..., Any]:
    def best(*arguments: Any) -> Any:
        items = list(arguments[0] if len(arguments) == 1 and not isinstance(arguments[0], Fraction) else arguments)
        if all(isinstance(item, Fraction) for item in items):
            return exact(items)
        return Enclosure(reduce(lambda one, other: getattr(one, ball)(other), map(_ball, items)))

    return best


def _whole(number: Any) -> int:
    if number.denominator != 1:
        raise ValueError(f"an integer is needed, got {number}")
    return int(number)


def _binomial(n: Any, k: Any) -> Fraction:
    top, below = _whole(n), _whole(k)
    return Fraction(math.comb(top, below) if 0 <= below <= top else 0)


def _total(items: Iterable[Any]) -> Any:
    total: Any = Fraction(0)
    for item in items:
        total = total + item
    return total


FUNCTIONS: Mapping[str, Any] = {
    "exact": Fraction,
    "power": _power,
    "quotient": lambda left, right: Fraction(left // right),
    "remainder": operator.mod,
    "negative": lambda x: Fraction(0) - x,
    "entry": lambda items, index: items[_whole(index)],
    "compared": _compared,
    "comb": _binomial,
    "factorial": lambda n: Fraction(math.factorial(_whole(n))),
    "floor": lambda x: Fraction(math.floor(x)),
    "ceil": lambda x: Fraction(math.ceil(x)),
    "range": lambda *ends: tuple(map(Fraction, range(*map(_whole, ends)))),
    "len": lambda items: Fraction(len(items)),
    "sum": _total,
    "max": _best(max, "max"),
    "min": _best(min, "min"),
    "all": all,
    "any": any,
    "exp": lambda x: Enclosure(_ball(x).exp()),
    "log": lambda x: Enclosure(_ball(x).log()),
    "sqrt": lambda x: Enclosure(_ball(x).sqrt()),
    "running": lambda first, ratios: tuple(
        accumulate(ratios, lambda term, ratio: Enclosure(term.ball * _ball(ratio)), initial=Enclosure(_ball(first)))
    ),
}
