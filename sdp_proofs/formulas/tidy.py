"""Arithmetic as one would write it by hand: no bracket, factor or summand without effect.

The text of a probability is put together from others, so it comes out as `(p)*(p) + (1 - p)*(0)`. Here that becomes
`p**2`. A rule is used only where the value and the domain stay the same for all values of the symbols: products are
sorted into their factors, constants are multiplied, ones and zeros go. Nothing is multiplied out, nothing cancelled.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from sdp_proofs.formulas.syntax import Decimals, parsed

_ADDITION = (ast.Add, ast.Sub)


def tidy(text: str) -> str:
    """Return a term without brackets, factors and summands that have no effect.

    Args:
        text: a term in the syntax of formulas.

    Raises:
        SyntaxError: it is no expression.

    Example:
        >>> tidy("(p)*(p) + (1 - p)*(0)"), tidy("(1/2)*(3/4)*(q)"), tidy("(1 - p)*(p)*(1 - p)"), tidy("x/x*(0)")
        ('p**2', '3/8*q', 'p*(1 - p)**2', 'x/x*0')
    """
    return _printed(_sum(parsed(text)))


def _printed(tree: ast.expr) -> str:
    return re.sub(r" (\*\*|\*|/) ", r"\1", ast.unparse(ast.fix_missing_locations(tree)))


def _sum(tree: ast.expr) -> ast.expr:
    """Return a sum without zeros, each summand tidied; another term tidied as a product."""
    if not (isinstance(tree, ast.BinOp) and isinstance(tree.op, _ADDITION)):
        return _product(tree)
    left, right = _sum(tree.left), _sum(tree.right)
    if _constant(right) == 0:
        return left
    if _constant(left) == 0 and isinstance(tree.op, ast.Add):
        return right
    return ast.BinOp(left, tree.op, right)


def _product(tree: ast.expr) -> ast.expr:
    """Return a product with its constants in front, then its symbols, and equal factors as a power."""
    number, powers = Fraction(1), dict[str, tuple[ast.expr, int]]()
    for base, power in _factors(tree):
        value = _constant(base)
        if value is not None and not isinstance(value, Decimals):
            number *= value**power
        else:
            key = ast.unparse(base)
            powers[key] = (base, power + powers.get(key, (base, 0))[1])
    if number == 0 and all(_defined(base) for base, _ in powers.values()):
        return _number(number)
    ordered = sorted(powers.items(), key=lambda one: (_rank(one[1][0]), one[0]))
    parts = [base if power == 1 else ast.BinOp(base, ast.Pow(), ast.Constant(power)) for _, (base, power) in ordered]
    if number == 0:
        parts.append(_number(number))
    elif number != 1 or not parts:
        parts.insert(0, _number(number))
    product = parts[0]
    for part in parts[1:]:
        product = ast.BinOp(product, ast.Mult(), part)
    return product


def _rank(factor: ast.expr) -> int:
    return 0 if _constant(factor) is not None else 1 if isinstance(factor, ast.Name) else 2


def _factors(tree: ast.expr) -> Iterator[tuple[ast.expr, int]]:
    """Yield the factors of a product with their natural powers; what is no product is its own factor."""
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult):
        yield from _factors(tree.left)
        yield from _factors(tree.right)
    elif isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Pow) and (power := _natural(tree.right)):
        yield from ((base, power * own) for base, own in _factors(tree.left))
    elif isinstance(tree, ast.BinOp) and isinstance(tree.op, _ADDITION):
        whole = _sum(tree)
        yield from [(whole, 1)] if isinstance(whole, ast.BinOp) and isinstance(whole.op, _ADDITION) else _factors(whole)
    else:
        yield tree, 1


def _natural(tree: ast.expr) -> int:
    """Return an exponent that is a positive integer; else 0."""
    value = _constant(tree)
    return value.numerator if value is not None and value.denominator == 1 and 0 < value <= 64 else 0


def _constant(tree: ast.expr) -> Fraction | None:
    """Return the value of a number or of a quotient of numbers; None for anything else."""
    if isinstance(tree, ast.Constant) and isinstance(read := cast("object", tree.value), int | Fraction):
        return read if isinstance(read, Fraction) else Fraction(read)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        value = _constant(tree.operand)
        return None if value is None else -value
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Div):
        over, under = _constant(tree.left), _constant(tree.right)
        return over / under if over is not None and under else None
    return None


def _number(value: Fraction) -> ast.expr:
    over: ast.expr = ast.Constant(abs(value.numerator))
    if value < 0:
        over = ast.UnaryOp(ast.USub(), over)
    return over if value.denominator == 1 else ast.BinOp(over, ast.Div(), ast.Constant(value.denominator))


def _defined(tree: ast.expr) -> bool:
    """Tell whether a term has a value whatever its symbols are: only sums and products of symbols and numbers."""
    return _constant(tree) is not None or all(
        isinstance(node, ast.Name | ast.Constant | ast.operator | ast.unaryop | ast.expr_context)
        or (isinstance(node, ast.BinOp) and isinstance(node.op, (*_ADDITION, ast.Mult)))
        or isinstance(node, ast.UnaryOp)
        for node in ast.walk(tree)
    )
