"""The language of finite collections: terms and statements with sums, means and maxima over finite sets.

A set is known by its index, a name such as `a`; a symbol that is declared to depend on it stands for one number per
element, and nothing is known of these numbers but what is given. What the three collections are, by induction:

* `Sum(a, term)` is 0 over the empty set, and grows by the term of every element;
* `Largest(a, term)` is the term of the only element, and the larger one of it and of the next;
* `Mean(a, term)` is the term of the only element, and moves a share of the way to the next. All means over one set move
  by the same share, which is between 0 and 1: these are the averages over a finite law.

Terms have a normal form, in which sums are linear and means are, too, and sums over several sets are in the order of
the names of these: that is what linearity and the exchange of sums say. Both are claims, proved without the normal
form that uses them; see `proving.sums`.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.syntax import parsed

BINDERS = ("Sum", "Mean", "Largest")
_FUNCTIONS = ("Max", "Min", "exp", "log", "sqrt", "abs", "binomial")
_CONNECTIVES = ("And", "Or", "Not", "Implies", "Equivalent")
_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement: a connective of others, or a chain of relations between terms."""

    head: str
    parts: tuple[Any, ...]
    signs: tuple[str, ...] = ()

    def terms(self) -> Iterator[Any]:
        """The terms, from left to right."""
        for part in self.parts:
            if isinstance(part, Sentence):
                yield from part.terms()
            else:
                yield part

    def with_each(self, change: Callable[[Any], Any]) -> Sentence:
        """The statement with other terms."""
        parts = (part.with_each(change) if isinstance(part, Sentence) else change(part) for part in self.parts)
        return Sentence(self.head, tuple(parts), self.signs)

    def text(self, written: Callable[[Any], str] = str) -> str:
        """The statement as a formula, its terms as they are written."""
        parts = [part.text(written) if isinstance(part, Sentence) else f"({written(part)})" for part in self.parts]
        if not self.signs:
            return f"{self.head}({', '.join(parts)})"
        return parts[0] + "".join(f" {sign} {part}" for sign, part in zip(self.signs, parts[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Language:
    """Which symbols depend on the elements of which sets.

    Example:
        >>> laws = Language({"p": ("a",), "k": ("a", "b")})
        >>> print(laws.sentence("Sum(b, c*p*k) <= Sum(b, Sum(a, p + k))").text())
        (Sum(b, c*k(a, b)*p(a))) <= (Sum(b, Sum(a, k(a, b) + p(a))))
    """

    depends: Mapping[str, tuple[str, ...]]

    def sentence(self, text: str, let: Mapping[str, str] | None = None) -> Sentence:
        """The statement that a text says; `let` are terms for some of its symbols.

        Raises:
            DomainError: it is none.
        """
        try:
            return self._sentence(parsed(text), let or {})
        except SyntaxError:
            raise DomainError(f"a statement must be written like 'Sum(a, p) <= 1'; got {text!r}") from None

    def divisors(self, text: str, let: Mapping[str, str] | None = None) -> tuple[Any, ...]:
        """What stands under a fraction bar, numbers that are not zero left out."""
        found = [
            node.right for node in ast.walk(parsed(text))
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        ]  # fmt: skip
        terms = (self._term(node, let or {}) for node in found)
        return tuple(term for term in terms if not term.is_number or term == 0)

    def _symbol(self, name: str) -> Any:
        if self._reserved(name):
            raise DomainError(f"a symbol must not be called like a set or what stands for a collection; got {name}")
        return value_at(name, self.depends[name]) if name in self.depends else sympy.Symbol(name, real=True)

    def _reserved(self, name: str) -> bool:
        """Whether a name has a meaning in proofs: of an index, or of what stands for a term there."""
        indices = {index for names in self.depends.values() for index in names}
        numbered = any(re.fullmatch(rf"{one}(_[0-9]+)+", name) for one in (*BINDERS, *self.depends))
        return name in indices or name.startswith(("so_far_", "share_of_")) or numbered

    def _sentence(self, node: ast.expr, let: Mapping[str, str]) -> Sentence:
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if name in ("Eq", "Ne") and isinstance(node, ast.Call):
            return Sentence("", tuple(self._term(one, let) for one in node.args), ("==" if name == "Eq" else "!=",))
        if name in _CONNECTIVES and isinstance(node, ast.Call):
            return Sentence(name, tuple(self._sentence(one, let) for one in node.args))
        if isinstance(node, ast.Compare):
            signs = tuple(_SIGNS.get(type(sign), "") for sign in node.ops)
            if "" not in signs:
                return Sentence("", tuple(self._term(one, let) for one in (node.left, *node.comparators)), signs)
        raise DomainError(f"a statement must be a relation or a connective of them; got {ast.unparse(node)!r}")

    def _term(self, node: ast.expr, let: Mapping[str, str]) -> Any:
        match node:
            case ast.Constant(value=int() | Fraction() as value):
                return sympy.Rational(str(Fraction(value)))
            case ast.Name(id=name) if name in let:
                return self._term(parsed(let[name]), {})
            case ast.Name(id=name):
                return self._symbol(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self._term(inner, let)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._term(left, let) + self._term(right, let)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self._term(left, let) - self._term(right, let)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._term(left, let) * self._term(right, let)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return self._term(left, let) / self._term(right, let)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
                return self._term(left, let) ** power
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return named("power")(self._term(left, let), self._term(right, let))
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=index), body]) if name in BINDERS:
                return named(name)(sympy.Symbol(index, real=True), self._term(body, let))
            case ast.Call(func=ast.Name(id=name), args=inner) if name in _FUNCTIONS:
                return named(name)(*(self._term(one, let) for one in inner))
        raise DomainError(f"a term of a collection must be one of the calculus; got {ast.unparse(node)!r}")


@functools.cache
def named(name: str) -> Any:
    """A function of which nothing is known to sympy, so that it simplifies nothing."""
    return sympy.Function(name, real=True)


def value_at(name: str, indices: tuple[str, ...]) -> Any:
    """What a symbol stands for at elements of sets."""
    return named(name)(*(sympy.Symbol(index, real=True) for index in indices))


def is_collection(term: Any, index: Any = None) -> bool:
    """Whether a term is a sum, a mean or a maximum (over one set)."""
    return isinstance(term, AppliedUndef) and term.func.__name__ in BINDERS and index in (None, term.args[0])


def collections(term: Any) -> Iterator[Any]:
    """All sums, means and maxima in a term, the outer ones first."""
    if is_collection(term):
        yield term
    for part in term.args:
        yield from collections(part)


def free_in(term: Any, index: Any) -> bool:
    """Whether a term depends on an element, and does not run through all of them."""
    if term == index:
        return True
    return not is_collection(term, index) and any(free_in(part, index) for part in term.args)


def replaced(term: Any, change: Callable[[Any], Any]) -> Any:
    """The term with others in the place of its collections, from the outside; `None` keeps one."""
    if is_collection(term):
        new = change(term)
        if new is not None:
            return new
        return term.func(term.args[0], replaced(term.args[1], change))
    return term.func(*(replaced(part, change) for part in term.args)) if term.args else term


def normal(term: Any, linear: bool = True, exchange: bool = True) -> Any:
    """The normal form of a term.

    Args:
        term: the term.
        linear: whether sums and means are taken apart, and what does not depend on an element is taken out.
        exchange: whether sums over several sets are put in the order of the names of these.

    Example:
        >>> laws = Language({"p": ("a",), "k": ("a", "b")})
        >>> both = laws.sentence("Sum(b, Sum(a, c*p*k + p)) == 0").parts[0]
        >>> normal(both)
        c*Sum(a, Sum(b, k(a, b))*p(a)) + Sum(a, p(a))*Sum(b, 1)
    """
    if not term.args:
        return term
    if not is_collection(term):
        return sympy.expand(term.func(*(normal(part, linear, exchange) for part in term.args)))
    index, body = term.args[0], normal(term.args[1], linear, exchange)
    kind = term.func.__name__
    if not linear or kind == "Largest":
        return term.func(index, body)
    total = sympy.Integer(0)
    for summand in sympy.Add.make_args(sympy.expand(body)):
        factors = sympy.Mul.make_args(summand)
        inside = [one for one in factors if free_in(one, index)]
        outside = sympy.Mul(*(one for one in factors if not free_in(one, index)))
        if kind == "Mean" and not inside:
            total += outside
        else:
            total += outside * _collected(term.func, index, inside, exchange)
    return sympy.expand(total)


def _collected(binder: Any, index: Any, factors: list[Any], exchange: bool) -> Any:
    """A collection of a product, with sums over other sets taken before it if their names come before."""
    if exchange and binder.__name__ == "Sum":
        for place, factor in enumerate(factors):
            others = factors[:place] + factors[place + 1 :]
            if not is_collection(factor) or factor.func.__name__ != "Sum":
                continue
            first = factor.args[0]
            if first.name < index.name and not any(free_in(one, first) for one in others):
                inner = binder(index, sympy.Mul(*others, factor.args[1]))
                return normal(binder(first, inner))
    return binder(index, sympy.Mul(*factors))
