"""Formulas taken apart: conjuncts, substitution, conditions for values.

Values are those of `formulas.evaluation`: a quotient has one where its divisor is not zero, a logarithm of positive
numbers, a root of numbers that are not negative. A power has one where its base is positive, or the exponent is an
integer, and not negative if the base is 0; powers of 0 with other positive exponents are left out. A factorial has one
at natural numbers, a binomial coefficient where the first is one and the second an integer.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, names_in, parsed


def formula_of(given: Formula | str, symbols: Mapping[str, str] | None = None) -> Formula:
    """Read a formula that may be given as text.

    Symbols that are not declared stand for themselves.
    """
    if isinstance(given, Formula):
        return given
    return Formula(given, {**{name: name for name in names_in(given)}, **(symbols or {})})


def with_terms(formula: Formula, terms: Mapping[str, str], more: Sequence[str] = ()) -> Formula:
    """Put terms in the place of some symbols, all at once.

    `more` names further symbols of the terms.

    Example:
        >>> print(with_terms(Formula("p <= x", ["p", "x"]), {"p": "x**2"}))
        (x ** 2) <= x
    """
    from sdp_proofs.formulas.derivatives import substitute, text

    symbols = {**{name: name for name in more}, **formula.symbols}
    trees = {name: Formula(term, symbols).tree for name, term in terms.items()}
    return Formula(text(substitute(formula.tree, trees)), symbols)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, or the formula itself.

    Example:
        >>> [str(part) for part in parts(Formula("And(x < 1, Max(x, 0) < 2)", ["x"]))]
        ['x < 1', 'Max(x, 0) < 2']
    """
    texts = _arguments(formula.text, "And")
    return tuple(Formula(text, formula.symbols) for text in texts) if texts else (formula,)


@functools.lru_cache(maxsize=1 << 12)  # mutants of one formula have all their other parts in common
def _arguments(text: str, connective: str) -> tuple[str, ...]:
    """Return the statements that a connective joins; none for another text."""
    root = parsed(text)
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == connective:
        return tuple(map(ast.unparse, root.args))
    return ()


def all_but_one(hypotheses: Sequence[Formula]) -> Iterator[tuple[str, tuple[Formula, ...]]]:
    """Every hypothesis, taken apart at its conjunctions, with all the others.

    Example:
        >>> whole = Formula("And(x > 0, y > x, y < 1)", ["x", "y"])
        >>> for name, others in all_but_one([whole]):
        ...     print(name, "|", *others)
        x > 0 | y > x y < 1
        y > x | x > 0 y < 1
        y < 1 | x > 0 y > x
    """
    single = [part for hypothesis in hypotheses for part in parts(hypothesis)]
    for place, part in enumerate(single):
        yield str(part), (*single[:place], *single[place + 1 :])


def directions(formula: Formula) -> tuple[Formula, ...]:
    """Split an equivalence into two implications, or a conjunction into its parts.

    Together they say the same.

    Example:
        >>> [str(part) for part in directions(Formula("Equivalent(x > 0, -x < 0)", ["x"]))]
        ['Implies(x > 0, -x < 0)', 'Implies(-x < 0, x > 0)']
    """
    if texts := _arguments(formula.text, "Equivalent"):
        one, other = texts
        return tuple(Formula(f"Implies({p}, {q})", formula.symbols) for p, q in ((one, other), (other, one)))
    return parts(formula)


_LIMITS = {"positive": "{} > 0", "natural": "{} >= 0"}
_WHOLE = ("integer", "natural")


def limits(domains: Mapping[str, str]) -> tuple[Formula, ...]:
    """The formulas that say what can be said of domains in formulas.

    Example:
        >>> [str(one) for one in limits({"x": "positive", "n": "natural", "y": "real"})]
        ['x > 0', 'n >= 0']
    """
    return tuple(Formula(_LIMITS[kind].format(name), [name]) for name, kind in domains.items() if kind in _LIMITS)


def integers_of(domains: Mapping[str, str]) -> frozenset[str]:
    """The symbols that stand for integers only.

    Example:
        >>> sorted(integers_of({"x": "positive", "n": "natural", "k": "integer"}))
        ['k', 'n']
    """
    return frozenset(name for name, kind in domains.items() if kind in _WHOLE)


_COUNTED = ("factorial", "binomial")
_STEPS = 20_000


def definedness(formula: Formula, integers: Container[str] = ()) -> tuple[str, ...]:
    """Return the conditions under which all terms of a formula have values.

    They are texts of formulas.

    That something is an integer is no formula: see `counted`.

    Args:
        formula: a term or a statement.
        integers: the symbols that stand for integers.

    Raises:
        DomainError: it is a condition on the index of a sum.

    Example:
        >>> definedness(Formula("x/y <= log(1 + y) + y**-2", ["x", "y"]))
        ('y != 0', '(1 + y) > 0')
        >>> definedness(Formula("x**k", ["x", "k"])), definedness(Formula("x**k", ["x", "k"]), {"k"})
        (('x > 0',), ('Or(x != 0, k >= 0)',))
    """
    return tuple(dict.fromkeys(_needs(formula.tree, _Whole(integers))))


@functools.lru_cache(maxsize=4096)
def follows_at_once(need: str, stated: tuple[str, ...]) -> bool:
    """Tell whether a condition need not be said beside others.

    A solver has enough to do with what it has to know.

    Example:
        >>> follows_at_once("Or(x != 0, k >= 0)", ("x > 0",)), follows_at_once("x > 0", ("x >= 0",))
        (True, False)
    """
    from sdp_proofs.provers.region import is_rational
    from sdp_proofs.provers.smt import prove_for_all_reals

    known = [Formula(text, names_in(text)) for text in stated]
    wanted = Formula(need, names_in(need))
    if not is_rational(wanted.tree):
        return False
    names = {name for one in (wanted, *known) for name in one.free}
    assumed = [Formula(str(one), tuple(names)) for one in known if is_rational(one.tree)]
    return prove_for_all_reals(assumed, Formula(need, tuple(names)), steps=_STEPS).everywhere


def counted(formula: Formula) -> frozenset[str]:
    """Return the symbols that must be integers for terms to have values.

    They are those of factorials, binomials and bounds.

    Example:
        >>> sorted(counted(Formula("x*binomial(n, k) <= Sum(x**j, (j, 0, m))", ["x", "n", "k", "m"])))
        ['k', 'm', 'n']
    """
    return frozenset(_counted(formula.tree))


@dataclass(frozen=True, slots=True)
class _Whole:
    """Integer symbols, and indices of the sums around a term."""

    integers: Container[str]
    indices: frozenset[str] = frozenset()
    natural: frozenset[str] = frozenset()

    def __contains__(self, name: object) -> bool:
        return name in self.indices or name in self.integers


def _needs(node: Node, whole: _Whole) -> Iterator[str]:
    if node.head == "sum":
        yield from _of_sum(node, whole)
        return
    yield from _own_needs(node, whole)
    for child in node.children():
        yield from _needs(child, whole)


def _of_sum(node: Node, whole: _Whole) -> Iterator[str]:
    from sdp_proofs.formulas.ranges import exact_constant

    body, index, first, last = node.parts
    begins = exact_constant(first)
    natural = whole.natural | {index} if begins is not None and begins >= 0 else whole.natural - {index}
    for need in _needs(body, replace(whole, indices=whole.indices | {index}, natural=natural)):
        if index in names_in(need):
            raise DomainError(f"every term of a sum must have a value by its form; open for {index} is {need}")
        yield need
    for bound in (first, last):
        yield from _needs(bound, whole)


def _own_needs(node: Node, whole: _Whole) -> Iterator[str]:
    from sdp_proofs.formulas.derivatives import text
    from sdp_proofs.formulas.ranges import exact_constant

    match node.head:
        case "div" if not exact_constant(node.parts[1]):
            yield f"{text(node.parts[1])} != 0"
        case "log":
            yield f"{text(node.parts[0])} > 0"
        case "sqrt":
            yield f"{text(node.parts[0])} >= 0"
        case "pow":
            yield from _of_power(node.parts[0], node.parts[1], whole)
        case "factorial" | "binomial" if (exact_constant(node.parts[0]) or -1) < 0:
            yield f"{text(node.parts[0])} >= 0"


def _of_power(base: Node, exponent: Node, whole: _Whole) -> Iterator[str]:
    from sdp_proofs.formulas.derivatives import text
    from sdp_proofs.formulas.ranges import exact_constant
    from sdp_proofs.provers.region import is_positive

    power, low, high = exact_constant(exponent), text(base), text(exponent)
    if is_positive(base) or (exponent.head == "symbol" and exponent.parts[0] in whole.natural):
        return
    if power is not None and power.denominator == 1:
        if power < 0:
            yield f"{low} != 0"
    elif power is not None:
        yield f"{low} {'>=' if power > 0 else '>'} 0"
    elif is_integer(high, whole):
        yield f"Or({low} != 0, {high} >= 0)"
    else:
        yield f"{low} > 0"


def _counted(node: Node) -> Iterator[str]:
    if node.head in _COUNTED:
        for part in node.parts:
            yield from part.free_names()
    if node.head == "sum":
        body, index, *bounds = node.parts
        yield from (name for name in _counted(body) if name != index)
        for bound in bounds:
            yield from bound.free_names()
    elif node.head not in ("number", "symbol"):
        for child in node.children():
            yield from _counted(child)


def is_integer(term: str, integers: Container[str]) -> bool:
    """Tell whether a term is a sum, difference or product of integers.

    Example:
        >>> is_integer("2*n - 1", {"n"}), is_integer("n/2", {"n"})
        (True, False)
    """
    return _is_whole(ast.parse(term, mode="eval").body, integers)


def _is_whole(node: ast.expr, integers: Container[str]) -> bool:
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id=name):
            return name in integers
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_whole(inner, integers)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            return _is_whole(left, integers) and _is_whole(right, integers)
    return False


def guarded(formula: Formula, needed: Sequence[str]) -> Formula:
    """The formula, under conditions."""
    if not needed:
        return formula
    conditions_ = needed[0] if len(needed) == 1 else f"And({', '.join(needed)})"
    symbols = {**{name: name for text in needed for name in names_in(text)}, **formula.symbols}
    return Formula(f"Implies({conditions_}, {formula})", symbols)
