"""Regions: the part of a box on which conditions hold.

What is known on all of a region: definedness, signs, the answers of z3.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import derivative, number, substitute, text
from sdp_proofs.formulas.evaluation import Evaluation
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import BITS, Box, RangeFunction, Span, entropy_factors, exact_constant
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.provers.smt import SmtResult, divisors, prove_for_all_reals
from sdp_proofs.verdict import Verdict, all_of

CEILING = 2048
Z3_STEPS = 600_000
_ROUGH = frozenset({"abs", "max", "min", "floor", "ceiling"})

Point = dict[str, Fraction]
Obligation = tuple[Node, str]
"""A term and the relation to 0 that it must satisfy: ">", ">=" or "!="."""


@dataclass(frozen=True)
class Region:
    """The points of a box at which all conditions hold.

    Attributes:
        box: a span for every symbol.
        where: the side conditions.
        engines: where the engines that have answered are written down.

    Example:
        >>> from sdp_proofs.formulas.ranges import read_box
        >>> region = Region(read_box({"a": (0, 1), "b": (0, 1)}), (Formula("a >= b", ["a", "b"]),))
        >>> region.contains({"a": Fraction(1, 2), "b": Fraction(3, 4)})
        False
    """

    box: Mapping[str, Span]
    where: tuple[Formula, ...] = ()
    engines: set[str] = field(default_factory=set, compare=False, repr=False)
    _dropping: list[Callable[[Box], bool]] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._dropping.extend(_failing(formula.tree) for formula in self.where)

    def restricted(self, used: frozenset[str]) -> Region:
        """Drop the symbols that neither are used nor occur in conditions."""
        needed = used.union(*(formula.free for formula in self.where))
        kept = {name: span for name, span in self.box.items() if name in needed} or dict(self.box)
        where = tuple(Formula(formula.text, tuple(kept)) for formula in self.where)
        return Region(kept, where, self.engines)

    def tightened(self) -> Region | None:
        """Shrink the box by conditions on one symbol; None if nothing stays.

        A condition that says nothing else is not needed any more.
        """
        box, where = dict(self.box), []
        for formula in self.where:
            bounds, complete = _bounds(formula.tree)
            if not complete:
                where.append(formula)
            for name, span in bounds:
                common = box[name].common(span)
                if common is None:
                    return None
                box[name] = common
        return Region(box, tuple(where), self.engines)

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols."""
        return tuple(self.box)

    def interior(self) -> Region:
        """The region without the ends of its spans."""
        return Region({name: span.interior() for name, span in self.box.items()}, self.where, self.engines)

    def opened(self) -> Region:
        """Take away the ends of the spans, if that is dense.

        Else it is the region itself.

        Off the ends is dense in a box, and stays so under conditions that are open: rational relations < > != joined
        by And and Or. Under linear conditions, which leave a convex set, it is dense once they all hold at one point
        off the ends: the segment from there to any point of the region stays off the ends but for that point.

        Example:
            >>> from sdp_proofs.formulas.ranges import read_box
            >>> box = read_box({"a": (0, 1), "b": (0, 1)})
            >>> [str(Region(box, (Formula(text, ["a", "b"]),)).opened().box["a"]) for text in ("a >= b", "a*b <= 0")]
            ['(0, 1)', '[0, 1]']
        """
        closed = tuple(formula for formula in self.where if not _is_open(formula.tree))
        if not all(_is_linear(formula.tree) for formula in closed):
            return self
        inside = self.interior()
        return inside if not closed or inside.with_conditions(closed).inhabitant() is not None else self

    def with_conditions(self, where: tuple[Formula, ...]) -> Region:
        """The same box with other conditions."""
        return Region(self.box, where, self.engines)

    def contains(self, point: Mapping[str, Fraction]) -> bool:
        """Tell whether a point lies in the region for sure."""
        if not all(span.contains(point[name]) for name, span in self.box.items()):
            return False
        return all_of(formula.decide(point, CEILING) for formula in self.where) is Verdict.HOLDS

    def misses(self, box: Box) -> bool:
        """Tell whether a condition certainly fails everywhere in a smaller box."""
        return any(fails(box) for fails in self._dropping)

    def formula(self, node: Node, sign: str) -> Formula:
        """The statement that a term stands in a relation to 0."""
        return Formula(f"{text(node)} {sign} 0", self.names)

    def ask(self, node: Node, sign: str) -> SmtResult | None:
        """Ask z3 for the sign of a term on the region.

        None if z3 cannot be asked.
        """
        texts = [condition for name, span in self.box.items() for condition in span.conditions(name)]
        assumed = [Formula(condition, self.names) for condition in texts] + [
            formula for formula in self.where if is_rational(formula.tree)
        ]
        if not is_rational(node):
            return None
        answer = prove_for_all_reals(assumed, self.formula(node, sign), steps=Z3_STEPS)
        if answer.everywhere:
            self.engines.add("z3")
        return answer

    def satisfies(self, node: Node, sign: str) -> bool:
        """Prove a relation of a term to 0, by range or z3."""
        found = RangeFunction(node).over(self.box)
        if found is not None:
            low, high = found
            if low > 0 or (sign == ">=" and low >= 0) or (sign == "!=" and high < 0):
                self.engines.add("arb")
                return True
        asked = self.ask(node, sign)
        return asked is not None and asked.everywhere

    def defines(self, node: Node) -> bool:
        """Prove that a term is defined on the region.

        There 0 log 0 = 0.
        """
        required = obligations(node)
        return required is not None and all(self.satisfies(term, sign) for term, sign in required)

    def is_smooth(self, node: Node) -> bool:
        """Prove that a term has all derivatives on the region."""
        required = obligations(node, smooth=True)
        return required is not None and all(self.satisfies(term, sign) for term, sign in required)

    def inhabitant(self) -> Point | None:
        """Some point of the region, if one is found."""
        asked = self.ask(number(-1), ">=")
        found = [asked.witness] if asked is not None and asked.witness is not None else []
        middles = {name: span.middle() for name, span in self.box.items()}
        filled = [{**middles, **point} for point in found]
        return next((point for point in (*filled, *self.probes()) if self.contains(point)), None)

    def probes(self) -> Iterator[Point]:
        """A few points of the box: ends, middles, quarters."""
        for values in itertools.islice(itertools.product(*map(_probes, self.box.values())), 2000):
            yield dict(zip(self.box, values, strict=True))


def is_rational(node: Node) -> bool:
    """Tell whether z3 understands a tree: rational functions, abs, Max, Min."""
    if node.head == "number" or (node.head != "symbol" and not node.is_statement and not node.free_names()):
        return exact_constant(node) is not None
    if node.head == "pow":
        exponent = exact_constant(node.parts[1])
        whole = exponent is not None and exponent.denominator == 1 and abs(exponent) <= 64
        return whole and is_rational(node.parts[0])
    known = node.is_statement or node.head in ("symbol", "neg", "add", "sub", "mul", "div", "abs", "max", "min")
    return known and all(map(is_rational, node.children()))


def is_positive(node: Node) -> bool:
    """Tell whether a term is positive by form wherever defined.

    Powers of e are, and sums, products and quotients of such terms.
    """
    constant = exact_constant(node)
    if constant is not None:
        return constant > 0
    if node.head in ("mul", "div", "add", "sqrt"):
        return all(map(is_positive, node.parts))
    return node.head == "exp" or (node.head == "pow" and is_positive(node.parts[0]))


def obligations(node: Node, *, smooth: bool = False) -> list[Obligation] | None:
    """Return the conditions for a term to be defined, or smooth.

    It is defined with 0 log 0 = 0.

    None stands for a term that is not smooth, or a constant part that is not defined.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> [(text(term), sign) for term, sign in obligations(read("x*log(x) + sqrt(x)", {"x"}))]
        [('x', '>='), ('x', '>=')]
        >>> [(text(term), sign) for term, sign in obligations(read("log(1 - x)/x", {"x"}), smooth=True)]
        [('x', '!='), ('(1 - x)', '>')]
    """
    if not node.free_names():
        return [] if Evaluation({}, BITS).value(node) is not None else None
    found: list[Obligation] = []
    parts = list(node.children())
    if node.head in _ROUGH and smooth:
        return None
    if node.head == "div" and not exact_constant(node.parts[1]):
        found.append((node.parts[1], "!="))
    elif node.head == "log":
        found.append((node.parts[0], ">"))
    elif node.head == "sqrt":
        found.append((node.parts[0], ">" if smooth else ">="))
    elif node.head == "pow":
        base, exponent = node.parts
        found += _of_power(base, exponent, smooth)
    elif node.head == "mul" and not smooth and (entropy := entropy_factors(node)) is not None:
        found.append((entropy[1], ">="))
        parts = list(entropy)
    for part in parts:
        below = obligations(part, smooth=smooth)
        if below is None:
            return None
        found += below
    return found


def _of_power(base: Node, exponent: Node, smooth: bool) -> list[Obligation]:
    value = exact_constant(exponent)
    if value is None:
        return [(base, ">")]
    if value.denominator == 1:
        return [(base, "!=")] if value < 0 else []
    return [(base, ">=" if value > 0 and not smooth else ">")]


def _failing(node: Node) -> Callable[[Box], bool]:
    """Return a test that a statement certainly fails in a box.

    A statement that is not plain never does.
    """
    if node.head in ("and", "or"):
        parts = [_failing(part) for part in node.parts]
        joined = any if node.head == "and" else all
        return lambda box: joined(part(box) for part in parts)
    compared = [(RangeFunction(difference), sign) for difference, sign in _differences(node)]

    def fails(box: Box) -> bool:
        for function, sign in compared:
            found = function.over(box)
            if found is None:
                continue
            low, high = found
            if high < 0 or (sign == ">" and high <= 0) or (sign == "==" and low > 0):
                return True
        return False

    return fails


def _differences(node: Node) -> Iterator[tuple[Node, str]]:
    """Yield differences with the sign that a statement gives them.

    They are positive, nonnegative or zero where it holds, as far as they are plain.
    """
    if node.head == "and":
        for part in node.parts:
            yield from _differences(part)
    if node.head != "relation":
        return
    signs, terms = node.parts
    for sign, left, right in zip(signs, terms, terms[1:], strict=False):
        larger, smaller = (right, left) if sign in ("<", "<=") else (left, right)
        if sign != "!=":
            yield Node("sub", (larger, smaller)), {"==": "==", "<": ">", ">": ">"}.get(sign, ">=")


def _bounds(node: Node) -> tuple[list[tuple[str, Span]], bool]:
    """Return the spans of symbols that a statement leaves.

    And whether it says nothing else.
    """
    found = [bound for difference, sign in _differences(node) if (bound := _bound(difference, sign)) is not None]
    return found, _comparisons(node) == len(found) and not any(divisors(node))


def _comparisons(node: Node) -> int:
    """Count the comparisons of a conjunction; -1 for any other statement."""
    if node.head == "relation":
        return len(node.parts[0])
    counts = [_comparisons(part) for part in node.parts] if node.head == "and" else [-1]
    return -1 if -1 in counts else sum(counts)


def _is_open(node: Node) -> bool:
    """Tell whether the truth of a statement extends nearby, by form."""
    if node.head in ("and", "or"):
        return all(map(_is_open, node.parts))
    return node.head == "relation" and set(node.parts[0]) <= {"<", ">", "!="} and is_rational(node)


def _is_linear(node: Node) -> bool:
    """Tell whether a statement joins linear relations, of convex truth."""
    if node.head == "and":
        return all(map(_is_linear, node.parts))
    if node.head != "relation" or "!=" in node.parts[0] or not is_rational(node) or any(divisors(node)):
        return False
    try:
        slopes = [derivative(term, name) for term in node.parts[1] for name in term.free_names()]
    except DomainError:
        return False
    return all(exact_constant(slope) is not None for slope in slopes)


def _bound(node: Node, sign: str) -> tuple[str, Span] | None:
    """Return the span that a linear condition leaves to one symbol."""
    names = tuple(node.free_names())
    if len(names) != 1 or not is_rational(node):
        return None
    try:
        slope = exact_constant(derivative(node, names[0]))
    except DomainError:
        return None
    start = exact_constant(substitute(node, {names[0]: number(0)}))
    if not slope or start is None:
        return None
    end, closed = -start / slope, sign == ">="
    if sign == "==":
        return names[0], Span(end, end)
    return names[0], Span(end, None, closed, False) if slope > 0 else Span(None, end, False, closed)


def _probes(span: Span) -> list[Fraction]:
    low, high = span.halves() if not span.is_point else (span, span)
    middles = [span.middle(), low.middle(), high.middle()]
    ends = [end for end in (span.low, span.high) if end is not None and span.contains(end)]
    return list(dict.fromkeys([*ends, *(middle for middle in middles if span.contains(middle))]))


def checked_names(formula: Formula, box: Box) -> None:
    """Require that every symbol has a span.

    Raises:
        DomainError: one has none.
    """
    missing = [name for name in formula.free if name not in box]
    if missing:
        raise DomainError(f"every symbol of {formula.text!r} must have an interval; got none for {', '.join(missing)}")
