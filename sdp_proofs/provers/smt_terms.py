"""Trees of formulas as terms of z3.

Division. A comparison with a zero divisor is neither true nor false, and strong Kleene logic joins the parts, as in
`Formula.decide`; so every statement becomes two for z3, that it is true and that it is false, in which a divisor's
condition stands next to the comparison that divides. A hypothesis is assumed to be true in this sense: 1/x > 0 excludes
x = 0, and Implies(x != 0, 1/x > 0) does not. Where the hypotheses are shown to exclude the zeros of a divisor, this is
written once and the comparisons are left plain, which z3 finds much easier.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.evaluation import Evaluation, fraction_of
from sdp_proofs.formulas.syntax import Node, parsed

_MAX_EXPONENT = 64


class Truth(NamedTuple):
    """A statement for z3: that it is true, and that it is false; where a divisor is zero it may be neither."""

    true: Any
    false: Any


@dataclass(frozen=True, slots=True)
class Translator:
    """Turns trees into z3 terms over `variables`; the divisors in `known` are taken to be nonzero."""

    variables: dict[str, Any]
    context: Any
    known: dict[Node, None] = field(default_factory=dict)
    # The same hypotheses are asked about again and again, and to build a term of z3's takes longer than most proofs.
    _terms: dict[int, tuple[Node, Any]] = field(default_factory=dict)
    _divisors: dict[int, tuple[Node, dict[Node, None]]] = field(default_factory=dict)
    _truths: dict[int, tuple[Node, list[Node], Truth]] = field(default_factory=dict)

    def with_variables(self, names: Iterable[str]) -> Translator:
        """The same for another question, whose symbols are these: it knows nothing, and shares what was translated."""
        import z3

        for name in names:
            if name not in self.variables:
                self.variables[name] = z3.Real(name, self.context)
        return replace(self, known={})

    def guarded(self, node: Node) -> list[Node]:
        """The divisors of a statement that may be zero."""
        _, found = self._divisors.get(id(node)) or self._divisors.setdefault(
            id(node), (node, dict.fromkeys(divisors(node)))
        )
        return [divisor for divisor in found if divisor not in self.known] if found else []

    def statement(self, node: Node) -> Truth:
        """The z3 formulas of a statement.

        Raises:
            DomainError: not a statement, or not rational.
        """
        guarded = self.guarded(node)
        earlier = self._truths.get(id(node))
        if earlier is not None and earlier[1] == guarded:
            return earlier[2]
        found = self._statement(node)
        self._truths[id(node)] = node, guarded, found
        return found

    def _statement(self, node: Node) -> Truth:
        import z3

        if not node.is_statement:
            raise DomainError("z3 must be asked about a statement; got a term")
        if node.head == "relation":
            signs, terms = node.parts
            parts = [self._comparison(*pair) for pair in zip(signs, terms, terms[1:], strict=False)]
        else:
            parts = [self.statement(part) for part in node.parts]
        true, false = ([part.true for part in parts], [part.false for part in parts])
        match node.head:
            case "or":
                return Truth(z3.Or(*true), z3.And(*false))
            case "not":
                return Truth(false[0], true[0])
            case "implies":
                return Truth(z3.Or(false[0], true[1]), z3.And(true[0], false[1]))
            case "iff":
                return Truth(z3.Or(z3.And(*true), z3.And(*false)), z3.And(z3.Or(*true), z3.Or(*false)))
        return Truth(z3.And(*true), z3.Or(*false))

    def _comparison(self, sign: str, left: Node, right: Node) -> Truth:
        import z3

        compared = _compare(sign, self.term(left), self.term(right))
        defined = [self.term(divisor) != 0 for side in (left, right) for divisor in self.guarded(side)]
        if not defined:
            return Truth(compared, z3.Not(compared))
        return Truth(z3.And(*defined, compared), z3.And(*defined, z3.Not(compared)))

    def term(self, node: Node) -> Any:
        """The z3 term of a term.

        Raises:
            DomainError: not rational.
        """
        found = self._terms.get(id(node))  # `node` is kept with it, so that no other one gets its identity
        if found is None:
            found = self._terms[id(node)] = node, self._term(node)
        return found[1]

    def _term(self, node: Node) -> Any:
        import z3

        constant = _constant(node)
        if constant is not None:
            return z3.RealVal(str(constant), self.context)
        if node.head == "symbol":
            return self.variables[node.parts[0]]
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head not in _ARITHMETIC:
            raise DomainError(f"a formula for z3 must be rational, with abs, Max and Min; got {node.head}")
        return _ARITHMETIC[node.head]([self.term(part) for part in node.parts])

    def _power(self, base: Node, exponent: Node) -> Any:
        import z3

        power = _constant(exponent)
        if power is None or power.denominator != 1 or abs(power) > _MAX_EXPONENT:
            given = exponent.head if power is None else power
            raise DomainError(f"an exponent must be an integer of at most {_MAX_EXPONENT}; got {given}")
        factor = self.term(base)
        product = reduce(lambda left, right: left * right, [factor] * abs(int(power)), z3.RealVal(1, self.context))
        return product if power >= 0 else 1 / product


def _pick(first_if: Callable[[Any, Any], Any], operands: Iterable[Any]) -> Any:
    import z3

    return reduce(lambda left, right: z3.If(first_if(left, right), left, right), operands)


_ARITHMETIC: dict[str, Callable[[list[Any]], Any]] = {
    "neg": lambda operands: -operands[0],
    "add": lambda operands: operands[0] + operands[1],
    "sub": lambda operands: operands[0] - operands[1],
    "mul": lambda operands: operands[0] * operands[1],
    "div": lambda operands: operands[0] / operands[1],
    "abs": lambda operands: _pick(lambda left, right: left >= right, [operands[0], -operands[0]]),
    "max": lambda operands: _pick(lambda left, right: left >= right, operands),
    "min": lambda operands: _pick(lambda left, right: left <= right, operands),
}


def _compare(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case "==":
            return left == right
    return left != right


def _constant(node: Node) -> Fraction | None:
    """The value of a term without symbols, if it is rational."""
    if node.head == "symbol" or node.free_names():
        return None
    return fraction_of(Evaluation({}, 64).value(node))


def divisors(node: Node) -> Iterator[Node]:
    """The divisors in a term or a statement, bases of negative powers among them; numbers that are not zero left out.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> [text(divisor) for divisor in divisors(read("x/(2*y) + x**-2/3", {"x", "y"}))]
        ['(2 * y)', 'x']
    """
    for part in node.children():
        yield from divisors(part)
    if node.head == "div" and not _constant(node.parts[1]):
        yield node.parts[1]
    if node.head == "pow" and (_constant(node.parts[1]) or 0) < 0:
        yield node.parts[0]


def bare(divisor: Node) -> str:
    """The text of a divisor, with the parentheses that it needs and no others.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> bare(read("(1 - 2*(x*y))**2", {"x", "y"}))
        '(1 - 2 * (x * y)) ** 2'
    """
    return ast.unparse(parsed(text(divisor)))
