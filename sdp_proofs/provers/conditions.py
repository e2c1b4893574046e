"""Conditions of an identity, and the sentence that says them.

sympy proves abs(x) = x for a positive x and x/x = 1 for an x that is not zero; whoever prints the identity must print
this as well. What the domains and side conditions imply is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import ONE, exact_constant, factors
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.provers.region import is_positive, is_rational
from sdp_proofs.provers.smt import bare, prove_for_all_reals

_SAID = {"positive": "{} > 0", "integer": "{} is an integer", "natural": "{} is a natural number"}
_WHOLE = {"natural": "all natural numbers", "integer": "all integers"}


def domain_said(name: str, domain: str) -> str:
    """State a symbol's domain; nothing is said of a real number.

    Example:
        >>> domain_said("a", "natural"), domain_said("x", "positive"), domain_said("y", "real")
        ('a is a natural number', 'x > 0', '')
    """
    return _SAID.get(domain, "").format(name)


def all_values(domains: Mapping[str, str], conditions: Sequence[str] = ()) -> str:
    """Describe the values in domains that meet conditions.

    The conditions that the domains already say are said once.

    Args:
        domains: of the symbols that occur, see `provers.symbolic`.
        conditions: in words and formulas, those that say that a symbol is positive among them.

    Example:
        >>> print(all_values({"a": "natural", "n": "natural"}, ["a is a natural number", "n >= 3"]))
        all natural numbers a, n with n >= 3
        >>> print(all_values({"k": "integer", "n": "natural", "x": "positive"}, ["x > 0"]))
        all natural numbers n, all integers k and all real x with x > 0
        >>> print(all_values({"x": "real", "y": "positive"}, ["y > 0"]))
        all real values of the symbols with y > 0
        >>> print(all_values({"x": "real"}, ["x is an integer"]))
        all real values of the symbols where x is an integer
    """
    ranges: list[str] = []
    known: set[str] = set()
    for domain, said in _WHOLE.items():
        if names := [name for name, own in domains.items() if own == domain]:
            ranges.append(f"{said} {', '.join(names)}")
            known.update(domain_said(name, domain) for name in names)
    if not ranges:
        whole = "all real values of the symbols"
    else:
        if names := [name for name, own in domains.items() if own not in _WHOLE]:
            ranges.append(f"all real {', '.join(names)}")
        *others, last = ranges
        whole = " and ".join(filter(None, (", ".join(others), last)))
    further = [condition for condition in conditions if condition not in known]
    if not further:
        return whole
    sentences = any(" is " in condition for condition in further)
    return f"{whole} {'where' if sentences else 'with'} {', '.join(further)}"


_BOUNDS = {"positive": " > 0", "natural": " >= 0"}
_Z3_STEPS = 200_000


def side_of_identity(side: Any, domains: Mapping[str, str]) -> Formula:
    """Read a side of an identity: text, `Formula`, or sympy expression.

    The expression must have no floats.

    Raises:
        DomainError: not a term over the symbols.
    """
    if isinstance(side, Formula):
        return Formula(side.text, tuple(domains))
    if not isinstance(side, str):
        import sympy

        side = sympy.sympify(side, rational=False)
        if side.atoms(sympy.Float):
            raise DomainError(f"an expression must not contain floats; got {side}")
    formula = Formula(str(side), tuple(domains))
    if formula.tree.is_statement:
        raise DomainError(f"a side of an identity must be a term; got the statement {side}")
    return formula


def conditions_of(
    left: Any, right: Any, symbols: Mapping[str, Any] | Sequence[str], where: Sequence[Formula] = ()
) -> tuple[str, ...]:
    """Return the conditions under which `decide_identity` speaks of two terms.

    They are words and formulas.

    Args:
        left: a term, as for `decide_identity`.
        right: the other term.
        symbols: the domain of each symbol; a bare sequence of names: all real.
        where: statements that were assumed.

    Raises:
        DomainError: a side is not a term over the symbols.

    Example:
        >>> conditions_of("abs(x)/y", "x/y", {"x": "positive", "y": "real"})
        ('x > 0', 'y != 0')
        >>> conditions_of("(x**2 - 1)/(x - 1) + 1/(x**2 + 1)", "x + 1 + 1/(x**2 + 1)", ["x"])
        ('x - 1 != 0',)
    """
    domains = dict(symbols) if isinstance(symbols, Mapping) else dict.fromkeys(symbols, "real")
    sides = [side_of_identity(side, domains) for side in (left, right)]
    used = [name for name in domains if any(name in formula.free for formula in (*sides, *where))]
    found = [said for name in used if (said := domain_said(name, domains[name]))]
    found += [str(statement) for statement in where]
    assumed = _bounds(domains)
    assumed += [Formula(str(statement), tuple(domains)) for statement in where if is_rational(statement.tree)]
    for side in sides:
        for need in _needs(side.tree, domains, ()):
            if not _follows(need, assumed, domains):
                found.append(need.shown())
    return tuple(dict.fromkeys(found))


def open_ranges(
    sides: Sequence[Formula], domains: Mapping[str, str], where: Sequence[Formula] = ()
) -> tuple[str, ...]:
    """Return the sums that may end before they begin.

    A sum is fine if it is shown to end no more than one term before it begins.

    A sum over such a range is empty here; in the algebra of sympy it is the negative of what lies between.

    Args:
        sides: terms.
        domains: of their symbols.
        where: statements that are assumed.

    Example:
        >>> open_ranges([Formula("Sum(k, (k, 1, n))", ["n"])], {"n": "natural"})
        ()
        >>> open_ranges([Formula("Sum(k, (k, 1, n))", ["n"])], {"n": "integer"})
        ('Sum(k, (k, 1, n))',)
    """
    assumed = _bounds(domains)
    assumed += [Formula(str(statement), tuple(domains)) for statement in where if is_rational(statement.tree)]
    found = (need for side in sides for need in _lengths(side.tree, ()))
    return tuple(text(whole) for whole, need in found if not _follows(need, assumed, domains))


def _lengths(node: Node, indices: tuple[tuple[str, Node, Node], ...]) -> Iterator[tuple[Node, _Need]]:
    """State that each sum ends one term before it begins, or later."""
    if node.head == "sum":
        body, index, first, last = node.parts
        length = Node("add", (Node("sub", (last, first)), ONE))
        yield node, _Need(length, ">= 0", tuple(one for one in indices if one[0] in length.free_names()))
        for bound in (first, last):
            yield from _lengths(bound, indices)
        yield from _lengths(body, (*indices, (index, first, last)))
        return
    for part in node.children():
        yield from _lengths(part, indices)


@dataclass(frozen=True)
class _Need:
    """A condition on a term, under the sums around it.

    They are given by index, first and last value.
    """

    node: Node
    what: str
    indices: tuple[tuple[str, Node, Node], ...] = ()

    def shown(self) -> str:
        among = [f"for {index} from {bare(first)} to {bare(last)}" for index, first, last in self.indices]
        return ", ".join([f"{bare(self.node)} {self.what}", *among])


def _needs(node: Node, domains: Mapping[str, str], indices: tuple[tuple[str, Node, Node], ...]) -> Iterator[_Need]:
    """Yield the conditions for a term to have a value."""
    if node.head == "sum":
        body, index, first, last = node.parts
        for bound in (first, last):
            yield from (_Need(bound, "is an integer", indices) for _ in range(not _is_integer(bound, domains)))
            yield from _needs(bound, domains, indices)
        yield from _needs(body, {**domains, index: "integer"}, (*indices, (index, first, last)))
        return
    for term, what in _own_needs(node, domains):
        yield _Need(term, what, tuple(entry for entry in indices if entry[0] in term.free_names()))
    for part in node.children():
        yield from _needs(part, domains, indices)


def _own_needs(node: Node, domains: Mapping[str, str]) -> Iterator[tuple[Node, str]]:
    first = node.parts[0]
    match node.head:
        case "div":
            yield from ((factor, "!= 0") for factor in _not_zero(node.parts[1]))
        case "log":
            yield first, "> 0"
        case "sqrt":
            yield first, ">= 0"
        case "pow":
            yield from _power_needs(first, node.parts[1], domains)
        case "factorial" | "binomial":
            yield first, ">= 0" if _is_integer(first, domains) else "is a natural number"
            for chosen in node.parts[1:]:
                if not _is_integer(chosen, domains):
                    yield chosen, "is an integer"


def _not_zero(node: Node) -> Iterator[Node]:
    """Yield terms that are zero exactly where this one is.

    Each of them has a value there.
    """
    for factor in factors(node):
        if (factor.head == "pow" and exact_constant(factor.parts[1])) or factor.head == "div":
            yield from _not_zero(factor.parts[0])
        else:
            yield factor


def _power_needs(base: Node, exponent: Node, domains: Mapping[str, str]) -> Iterator[tuple[Node, str]]:
    power = exact_constant(exponent)
    if power is None and not _is_integer(exponent, domains):
        yield base, "> 0"
    elif power is None:
        if not _follows(_Need(exponent, ">= 0"), _bounds(domains), domains):
            yield base, "!= 0"
    elif power.denominator > 1:
        yield base, ">= 0" if power > 0 else "> 0"
    elif power < 0:
        yield base, "!= 0"


def _is_integer(node: Node, domains: Mapping[str, str]) -> bool:
    """Tell whether a term is an integer by its form."""
    if node.head == "symbol":
        return domains.get(node.parts[0]) in ("integer", "natural")
    value = exact_constant(node)
    if value is not None:
        return value.denominator == 1
    if node.head in ("floor", "ceiling", "factorial", "binomial"):
        return True
    closed = node.head in ("neg", "add", "sub", "mul", "abs", "max", "min")
    return closed and all(_is_integer(part, domains) for part in node.parts)


def _follows(need: _Need, assumed: Sequence[Formula], domains: Mapping[str, str]) -> bool:
    """Tell whether a condition is true by form, or by z3."""
    if need.what not in ("!= 0", "> 0", ">= 0"):
        return False
    if need.node.head == "factorial" or is_positive(need.node):
        return True
    if not is_rational(need.node):
        return False
    names = (*domains, *(index for index, _, _ in need.indices))
    ranges = [Formula(f"{text(low)} <= {index} <= {text(high)}", names) for index, low, high in need.indices]
    known = [Formula(str(formula), names) for formula in assumed]
    known += [formula for formula in ranges if is_rational(formula.tree)]
    wanted = Formula(f"{text(need.node)} {need.what}", names)
    return prove_for_all_reals(known, wanted, steps=_Z3_STEPS).everywhere


def _bounds(domains: Mapping[str, str]) -> list[Formula]:
    return [
        Formula(f"{name}{_BOUNDS[domain]}", tuple(domains)) for name, domain in domains.items() if domain in _BOUNDS
    ]
