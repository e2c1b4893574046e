"""Identities: proved by polynomials or sympy, re-checked, refuted by a point.

As quotients of polynomials with rational coefficients, terms are compared by arithmetic alone. Whatever else a term is
made of, such as a root, a power with a symbol above or a sum, stands as an unknown of its own, the same one wherever
the same is written. So a difference that vanishes here vanishes wherever both terms have a value; only if there are no
such unknowns are terms different whose difference does not vanish.

What is no identity of quotients of polynomials is left to sympy, whose simplifier has been wrong before. So no proof is
accepted alone: both sides are also evaluated, without either, at points, and one point at which they differ refutes
whatever has been proved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any, Literal

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.provers.conditions import open_ranges, side_of_identity
from sdp_proofs.verdict import Verdict, all_of

_ARITHMETIC = ("add", "sub", "mul", "div", "neg")
_MOST_TERMS = 20_000
"""Most terms of a product, before equal ones are collected."""
_HIGHEST_POWER = 32


class _NotComparedError(Exception):
    """A term of which nothing is said here."""


class _TooManyTermsError(_NotComparedError):
    """A product of more terms than are multiplied here."""


class _ZeroDivisorError(_NotComparedError):
    """A divisor that is zero everywhere; the term has no value."""


def difference_vanishes(left: Node, right: Node) -> bool | None:
    """Tell whether two terms are the same by arithmetic.

    None if they are not, or not found to be, but may be equal.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> one_way = read("(x**2 - exp(y))/(x - 1)", {"x", "y"})
        >>> difference_vanishes(one_way, read("(exp(y) - x*x)/(1 - x)", {"x", "y"}))
        True
        >>> difference_vanishes(read("x + 1", {"x"}), read("x", {"x"}))
        False
    """
    unknowns: dict[Node, int] = {}
    _collect(left, unknowns)
    _collect(right, unknowns)
    context = fmpq_mpoly_ctx.get([f"x{number}" for number in unknowns.values()], Ordering.lex)
    reader = _Reader(dict(zip(unknowns, context.gens(), strict=True)), context)
    try:
        above, _ = reader.sum_of(reader.quotient(left), reader.quotient(right), -1)
    except _NotComparedError:
        return None
    if above == 0:
        return True
    return False if all(node.head == "symbol" for node in unknowns) else None


def _collect(node: Node, unknowns: dict[Node, int]) -> None:
    """Number what is not arithmetic."""
    if node.head == "number":
        return
    if node.head in _ARITHMETIC:
        for part in node.parts:
            _collect(part, unknowns)
    elif _exponent(node) is not None:
        _collect(node.parts[0], unknowns)
    else:
        unknowns.setdefault(node, len(unknowns))


def _exponent(node: Node) -> int | None:
    """The exponent of a power that is multiplied out."""
    if node.head != "pow":
        return None
    exponent, sign = node.parts[1], 1
    if exponent.head == "neg":
        exponent, sign = exponent.parts[0], -1
    if exponent.head != "number" or exponent.parts[0].denominator != 1 or exponent.parts[0] > _HIGHEST_POWER:
        return None
    return sign * int(exponent.parts[0])


class _Reader:
    """Numerators and denominators of terms; no denominator is the zero polynomial."""

    def __init__(self, unknowns: dict[Node, Any], context: Any) -> None:
        self.unknowns, self.one = unknowns, context.constant(1)
        self.found: dict[Node, tuple[Any, Any]] = {}

    def quotient(self, node: Node) -> tuple[Any, Any]:
        """A term's numerator and denominator."""
        if node not in self.found:
            self.found[node] = self._quotient(node)
        return self.found[node]

    def _quotient(self, node: Node) -> tuple[Any, Any]:
        if node in self.unknowns:
            return self.unknowns[node], self.one
        if node.head == "number":
            value = node.parts[0]
            return self.one * fmpq(value.numerator, value.denominator), self.one
        exponent = _exponent(node)
        if exponent is not None:
            above, below = self.quotient(node.parts[0])
            base = (above, below) if exponent >= 0 else self._inverse(above, below)
            return self._power(base[0], abs(exponent)), self._power(base[1], abs(exponent))
        above, below = self.quotient(node.parts[0])
        if node.head == "neg":
            return -above, below
        for part in node.parts[1:]:
            other = self.quotient(part)
            match node.head:
                case "add":
                    above, below = self.sum_of((above, below), other)
                case "sub":
                    above, below = self.sum_of((above, below), other, -1)
                case _:
                    factor = other if node.head == "mul" else self._inverse(*other)
                    above, below = self._product(above, factor[0]), self._product(below, factor[1])
        return above, below

    def sum_of(self, one: tuple[Any, Any], other: tuple[Any, Any], sign: int = 1) -> tuple[Any, Any]:
        """Add or subtract two quotients over their least common denominator."""
        (above, below), (more, under) = one, other
        common = below.gcd(under)
        left, right = under / common, below / common
        return self._product(above, left) + sign * self._product(more, right), self._product(below, left)

    def _inverse(self, above: Any, below: Any) -> tuple[Any, Any]:
        if above == 0:
            raise _ZeroDivisorError
        return below, above

    def _power(self, base: Any, exponent: int) -> Any:
        result = self.one
        for _ in range(exponent):
            result = self._product(result, base)
        return result

    @staticmethod
    def _product(one: Any, other: Any) -> Any:
        if len(one) * len(other) > _MOST_TERMS:
            raise _TooManyTermsError
        return one * other


Domain = Literal["real", "positive", "integer", "natural"]
_ASSUMPTIONS: dict[str, dict[str, bool]] = {
    "real": {"real": True},
    "positive": {"positive": True},
    "integer": {"integer": True},
    "natural": {"integer": True, "nonnegative": True},
}
_POINTS = 24
_POINTS_BESIDE_POLYNOMIALS = 8
_ATTEMPTS = 600
RECHECK_BITS = 512
_SEED = 20230807


@dataclass(frozen=True, slots=True)
class IdentityResult:
    """Result on the equality of two terms wherever both are defined.

    Attributes:
        verdict: HOLDS: it is proved and no point contradicts; FAILS: `witness` refutes; otherwise UNKNOWN.
        witness: exact values at which the sides provably differ.
        points: at how many points both sides were compared before the verdict.
        exact_points: at how many of these both sides were the same exact number; at the others (irrational
            values) they agreed to `RECHECK_BITS` bits.
        proved_by: what proved the identity: "polynomials", or the simplification of sympy's.
    """

    verdict: Verdict
    witness: dict[str, Fraction] | None = None
    points: int = 0
    exact_points: int = 0
    proved_by: str = ""


def decide_identity(
    left: Any,
    right: Any,
    symbols: Mapping[str, Domain] | Sequence[str],
    where: Sequence[Formula] = (),
) -> IdentityResult:
    """Decide whether two terms are equal wherever both are defined.

    A sum must be shown not to end more than one term before it begins: sympy takes such sums to be negative ones.

    What this leaves out, `provers.conditions.conditions_of` says: domains, side conditions, divisors that may vanish.

    Rational functions with rational coefficients are decided completely, by polynomials. For others (factorials,
    binomials, sums, exp, log) a true identity that sympy cannot simplify stays UNKNOWN.

    Args:
        left: a term: text in the syntax of `Formula`, a `Formula`, or a sympy expression without floats.
        right: the other term.
        symbols: the domain of each symbol; a bare sequence of names: all real.
        where: statements that the compared points must satisfy. They do not help sympy.

    Raises:
        DomainError: a side is not a term over the symbols.

    Example:
        >>> counts = {"n": "natural", "k": "natural"}
        >>> decide_identity("binomial(n, k)*k", "n*binomial(n - 1, k - 1)", counts).verdict
        <Verdict.HOLDS: 'HOLDS'>
        >>> decide_identity("(x + 1)**2", "x**2 + 1", ["x"]).verdict
        <Verdict.FAILS: 'FAILS'>
    """
    given = symbols if isinstance(symbols, Mapping) else dict.fromkeys(symbols, "real")
    domains: dict[str, str] = dict(given)
    unknown = [domain for domain in domains.values() if domain not in _ASSUMPTIONS]
    if unknown:
        raise DomainError(f"a domain must be one of {', '.join(_ASSUMPTIONS)}; got {unknown[0]!r}")
    sides = side_of_identity(left, domains), side_of_identity(right, domains)
    equation = Formula(f"Eq({sides[0]}, {sides[1]})", tuple(domains))
    same = difference_vanishes(sides[0].tree, sides[1].tree)
    tested = _test(equation, sides, where, _points(domains, 1), _POINTS_BESIDE_POLYNOMIALS if same else _POINTS)
    if tested.witness is not None or tested.points == 0:
        return tested
    proof = "polynomials" if same else "" if same is False else _proof_by_sympy(sides, domains, where)
    if proof:
        return replace(tested, verdict=Verdict.HOLDS, proved_by=proof)
    if same is False:
        # It may be false and still agree at all small points, but not at many large random ones.
        far = _test(equation, sides, where, _points(domains, 10**6), _POINTS)
        return far if far.witness is not None else tested
    return tested


def _proof_by_sympy(sides: tuple[Formula, Formula], domains: Mapping[str, str], where: Sequence[Formula]) -> str:
    proof = _proof(reduce(_OPERATIONS["sub"], (expression(side, domains) for side in sides)))
    # A sum may end before it begins: then sympy means something else by it.
    return "" if proof and open_ranges(sides, domains, where) else proof


def expression(formula: Formula, domains: Mapping[str, str] | None = None) -> Any:
    """Translate a term to sympy, with domains as assumptions (default: real).

    Raises:
        DomainError: the formula is a statement.

    Example:
        >>> expression(Formula("x/2 + x/2", ["x"]))
        x
    """
    import sympy

    if formula.tree.is_statement:
        raise DomainError(f"a term must be given; got the statement {formula.text!r}")
    kinds = domains or {}
    names = {name: sympy.Symbol(name, **_ASSUMPTIONS[kinds.get(name, "real")]) for name in formula.symbols}
    return _expression(formula.tree, names)


def one_quotient(term: Formula, domains: Mapping[str, Domain] | None = None) -> Node | None:
    """Write a term as one quotient of factors, by sympy.

    It is equal wherever both are defined; None if none is found.

    Example:
        >>> one_quotient(Formula("1/x - 1/(x + 1)", ["x"])).head
        'div'
    """
    import sympy

    given: dict[str, Domain] = dict(domains) if domains is not None else dict.fromkeys(term.symbols, "real")
    quotient = sympy.factor(sympy.together(expression(term, given)))
    try:
        found = Formula(str(quotient), term.symbols)
    except DomainError:  # sympy has brought in a number or function that formulas do not have
        return None
    return found.tree if decide_identity(term, found, given).verdict is Verdict.HOLDS else None


def _test(
    equation: Formula,
    sides: tuple[Formula, Formula],
    where: Sequence[Formula],
    points: Iterator[dict[str, Fraction]],
    most: int,
) -> IdentityResult:
    """Compare at points: FAILS with the first that refutes, else UNKNOWN.

    The count of compared points comes with it.
    """
    compared = exact = 0
    for point in points:
        answer = _compare(equation, sides, point, where)
        if answer is Verdict.FAILS:
            return IdentityResult(Verdict.FAILS, point, compared, exact)
        compared += answer is not None
        exact += answer is Verdict.HOLDS
        if compared == most:
            break
    return IdentityResult(Verdict.UNKNOWN, None, compared, exact)


def _points(domains: Mapping[str, str], scale: int) -> Iterator[dict[str, Fraction]]:
    """Draw random points, small ones first.

    Identities go wrong at 0 and 1 more often than elsewhere.
    """
    generator = random.Random(_SEED)
    for attempt in range(_ATTEMPTS):
        size = scale * (2 + attempt // 8 % 12)
        yield {name: _draw(generator, domain, size) for name, domain in domains.items()}


def _draw(generator: random.Random, domain: str, size: int) -> Fraction:
    low = {"natural": 0, "positive": 1}.get(domain, -size)
    numerator = generator.randint(low, size)
    return Fraction(numerator, 1 if domain in ("integer", "natural") else generator.randint(1, size))


def _compare(
    equation: Formula, sides: tuple[Formula, Formula], point: dict[str, Fraction], where: Sequence[Formula]
) -> Verdict | None:
    """Decide the equation at a point; None where it says nothing."""
    try:
        if all_of(condition.decide(point) for condition in where) is not Verdict.HOLDS:
            return None
        if any(side.value(point, RECHECK_BITS) is None for side in sides):
            return None
        return equation.decide(point, RECHECK_BITS)
    except SizeError:
        return None


def _proof(difference: Any) -> str:
    """Name the simplification that proves a difference zero; else empty."""
    import sympy

    steps: dict[str, Callable[[Any], Any]] = {
        "expand": sympy.expand,
        "cancel": lambda term: sympy.expand(sympy.fraction(sympy.together(term))[0]),
        "summation": lambda term: term.doit(),
        "gammasimp": lambda term: sympy.gammasimp(term.doit()),
        "combsimp": lambda term: sympy.combsimp(term.doit()),
        "simplify": lambda term: sympy.simplify(sympy.expand_log(term.doit())),
        "rewrite": lambda term: sympy.simplify(term.doit().rewrite(sympy.Piecewise)),
    }
    rational = difference.is_rational_function()
    names = list(steps)
    if not difference.has(sympy.functions.combinatorial.factorials.CombinatorialFunction, sympy.gamma, sympy.Sum):
        # Simplifying gamma functions is slow where there are none.
        names.sort(key=lambda name: name in ("gammasimp", "combsimp"))
    for name in names:
        if steps[name](difference) == 0:
            return name
        if rational and name == "cancel":
            return ""
    return ""


def _expression(node: Node, names: Mapping[str, Any]) -> Any:
    import sympy

    if node.head == "number":
        value = node.parts[0]
        return sympy.Rational(value.numerator, value.denominator)
    if node.head == "symbol":
        return names[node.parts[0]]
    if node.head == "pi":
        return sympy.pi
    if node.head == "sum":
        body, index, first, last = node.parts
        position = sympy.Symbol(index, integer=True)
        bounds = (position, _expression(first, names), _expression(last, names))
        return sympy.Sum(_expression(body, {**names, index: position}), bounds)
    operands = [_expression(part, names) for part in node.parts]
    if node.head in _OPERATIONS:
        return reduce(_OPERATIONS[node.head], operands)
    if node.head == "neg":
        return -operands[0]
    return getattr(sympy, _SYMPY_NAMES.get(node.head, node.head))(*operands)


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "div": lambda left, right: left / right,
    "pow": lambda left, right: left**right,
}
_SYMPY_NAMES = {"abs": "Abs", "max": "Max", "min": "Min"}
