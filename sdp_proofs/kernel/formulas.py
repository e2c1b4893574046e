"""A formula of the ledger as a proposition of Coq, about fractions or about real numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.kernel.names import named

_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_CONNECTIVES = {"and": r"/\ ", "or": r"\/ ", "implies": "-> ", "iff": "<-> "}
_FRACTIONS = {"abs": "q_abs", "floor": "q_floor", "ceiling": "q_ceiling", "factorial": "factorial", "binomial": "comb"}
_REALS = {"abs": "Rabs", "exp": "exp", "log": "ln", "sqrt": "sqrt"}
_COUNTS = {"binomial": "choose"}
TRANSCENDENTAL = frozenset({"exp", "log", "sqrt", "pi"})
"""What has irrational values at fractions."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes formulas over numbers of one world.

    Attributes:
        real: whether the symbols are real numbers; fractions if not.
        whole: the symbols of which every value is whole: with these, and nothing else, a power may be formed.
        counts: whether binomial coefficients and whole powers are known, as they are in `library/Whole.v`.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> Writer(real=True).proposition(read("loss < 1/n", {"loss", "n"}))
        '(loss < (1 / n))%R'
        >>> Writer(real=False).proposition(read("Max(0, p - q) >= p**2", {"p", "q"}))
        '((p ^ 2) <= (q_max 0 (p - q)))'
    """

    real: bool
    whole: Collection[str] = ()
    counts: bool = False

    def proposition(self, node: Node) -> str:
        """A statement.

        Raises:
            DomainError: it has no translation.
        """
        if node.head == "relation":
            signs, terms = node.parts
            sides = [self.term(term) for term in terms]
            found = [self._relation(*part) for part in zip(signs, sides, sides[1:], strict=False)]
            return found[0] if len(found) == 1 else "(" + r" /\ ".join(found) + ")"
        parts = [self.proposition(part) for part in node.parts]
        if node.head == "not":
            return f"(~ {parts[0]})"
        if node.head in _CONNECTIVES:
            return f"({f' {_CONNECTIVES[node.head]}'.join(parts)})"
        raise DomainError(f"a statement must stand here; got {node.head}")

    def _relation(self, sign: str, left: str, right: str) -> str:
        if sign in (">", ">="):
            sign, left, right = {">": "<", ">=": "<="}[sign], right, left
        if self.real:
            return f"({left} {'<>' if sign == '!=' else '=' if sign == '==' else sign} {right})%R"
        return f"(~ ({left} == {right}))" if sign == "!=" else f"({left} {sign} {right})"

    def term(self, node: Node) -> str:
        """A term, in parentheses or without need of any.

        Raises:
            DomainError: it has no translation.
        """
        if node.head == "number":
            return self._literal(node.parts[0])
        if node.head == "symbol":
            return named(node.parts[0])
        if node.head == "pi" and self.real:
            return "PI"
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head == "sum":
            raise DomainError("a sum has no translation yet")
        parts = [self.term(part) for part in node.children()]
        if node.head in _OPERATORS:
            return f"({parts[0]} {_OPERATORS[node.head]} {parts[1]})"
        if node.head == "neg":
            return f"(- {parts[0]})" if self.real else f"(0 - {parts[0]})"
        if node.head in ("max", "min"):
            word = f"R{node.head}" if self.real else f"q_{node.head}"
            result = parts[-1]
            for part in reversed(parts[:-1]):
                result = f"({word} {part} {result})"
            return result
        words = _FRACTIONS if not self.real else _REALS | _COUNTS if self.counts else _REALS
        if node.head not in words:
            raise DomainError(f"{node.head} of {'real numbers' if self.real else 'fractions'} has no translation")
        return f"({words[node.head]} {' '.join(parts)})"

    def _literal(self, value: Fraction) -> str:
        top = str(value.numerator) if value >= 0 else f"(-{-value.numerator})"
        return top if value.denominator == 1 else f"({top} / {value.denominator})"

    def _power(self, base: Node, exponent: Node) -> str:
        count = literal(exponent)
        if count is not None and count.denominator == 1:
            if count >= 0:
                return f"({self.term(base)} ^ {count})"
            return f"(1 / ({self.term(base)} ^ {-count}))"
        if self.real:
            # a power of a negative number is one with a whole exponent
            sign = literal(base)
            word = "whole_power" if self.counts and sign is not None and sign < 0 else "Rpower"
            return f"({word} {self.term(base)} {self.term(exponent)})"
        if not self._is_whole(exponent):
            raise DomainError("an exponent must be a whole number")
        return f"({self.term(base)} ^ {self.term(exponent)})"

    def _is_whole(self, node: Node) -> bool:
        if node.head == "number":
            whole: bool = node.parts[0].denominator == 1
            return whole
        if node.head == "symbol":
            return node.parts[0] in self.whole
        return node.head in ("add", "sub", "mul", "neg") and all(map(self._is_whole, node.children()))


def literal(node: Node) -> Fraction | None:
    """The number that is written down, with its sign."""
    if node.head == "number":
        value: Fraction = node.parts[0]
        return value
    if node.head == "neg" and node.parts[0].head == "number":
        return -literal(node.parts[0])  # type: ignore[operator]
    return None


def heads(node: Node) -> set[str]:
    """The kinds of nodes that occur."""
    return {node.head}.union(*map(heads, node.children()))


def needs_reals(node: Node) -> bool:
    """Whether fractions for its symbols need not give its terms rational values."""
    return bool(heads(node) & TRANSCENDENTAL)
