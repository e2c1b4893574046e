"""What must be proved: single terms that are positive or not negative, taken from an inequality and made simpler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import ONE, exact_constant, factors, product
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.provers.region import Region, obligations

_MAX_CASES = 6


@dataclass(frozen=True, slots=True)
class Goal:
    """A term, larger minus smaller, that must be positive (strict) or not negative where the conditions hold."""

    larger: Node
    smaller: Node
    strict: bool
    where: tuple[Formula, ...] = ()

    @property
    def node(self) -> Node:
        """The term."""
        return self.larger if exact_constant(self.smaller) == 0 else Node("sub", (self.larger, self.smaller))


def obligations_of(statement: Node) -> list[tuple[Node, str]] | None:
    """What must be true for every term of a statement to be defined."""
    found: list[tuple[Node, str]] = []
    for part in statement.children():
        below = obligations_of(part) if part.is_statement else obligations(part)
        if below is None:
            return None
        found += below
    return found


def goals_of(formula: Formula) -> tuple[list[Formula], list[Goal]]:
    """The hypotheses in front of an implication, and what must be proved under them.

    Raises:
        DomainError: not an inequality.
    """
    assumed, tree = [], formula.tree
    while tree.head == "implies":
        condition, tree = tree.parts
        assumed.append(Formula(text(condition), tuple(formula.symbols)))
    return assumed, list(_comparisons(tree))


def conclusion_of(formula: Formula) -> Node:
    """What stands behind all implications.

    Example:
        >>> text(conclusion_of(Formula("Implies(x > 0, Implies(y > 0, x*y > 0))", ["x", "y"])))
        '(x * y) > 0'
    """
    tree: Node = formula.tree
    while tree.head == "implies":
        tree = tree.parts[1]
    return tree


def _comparisons(node: Node) -> Iterator[Goal]:
    if node.head == "and":
        for part in node.parts:
            yield from _comparisons(part)
        return
    if node.head != "relation" or not set(node.parts[0]) <= {"<", "<=", ">", ">="}:
        raise DomainError(f"an inequality must consist of < <= > >= joined by And; got {text(node)}")
    signs, terms = node.parts
    for sign, left, right in zip(signs, terms, terms[1:], strict=False):
        larger, smaller = (right, left) if sign in ("<", "<=") else (left, right)
        # a >= max(b, c) is two inequalities without a maximum, which have derivatives.
        for above in larger.parts if larger.head == "min" else (larger,):
            for below in smaller.parts if smaller.head == "max" else (smaller,):
                yield from _without_exponentials(Goal(above, below, sign in ("<", ">")))


def _without_exponentials(goal: Goal) -> Iterator[Goal]:
    """The exponential function increases, so exponents are compared."""
    if goal.larger.head == goal.smaller.head == "exp":
        goal = Goal(goal.larger.parts[0], goal.smaller.parts[0], goal.strict)
    yield goal


def divided(goal: Goal, region: Region) -> Goal:
    """The goal without the factors that both sides share and that are positive on the region.

    Example:
        >>> from sdp_proofs.formulas.boxes import read_box
        >>> [goal] = goals_of(Formula("-h*x >= -h", ["h", "x"]))[1]
        >>> text(divided(goal, Region(read_box({"h": "(0, oo)", "x": (0, 1)}))).node)
        '(1 - x)'
    """
    left, right = list(_spread(goal.larger)), list(_spread(goal.smaller))
    turned = False
    for factor in list(left):
        if factor not in right:
            continue
        sign = exact_constant(factor)
        if sign is None and not region.satisfies(factor, ">" if goal.strict else ">="):
            continue
        if sign == 0:
            continue
        left.remove(factor)
        right.remove(factor)
        turned ^= sign is not None and sign < 0
    larger, smaller = (right, left) if turned else (left, right)
    return Goal(product(larger), product(smaller), goal.strict, goal.where)


def _spread(node: Node) -> Iterator[Node]:
    """The factors of a term, those of a numerator too."""
    for factor in factors(node):
        if factor.head == "div" and exact_constant(factor.parts[0]) != 1:
            yield from _spread(factor.parts[0])
            yield Node("div", (ONE, factor.parts[1]))
        else:
            yield factor


def pieces(goal: Goal, names: tuple[str, ...]) -> Iterator[Goal]:
    """The goal without its first maximum, minimum or absolute value, once for each of its cases."""
    rough = _first_rough(goal.larger) or _first_rough(goal.smaller)
    if rough is None or len(goal.where) >= _MAX_CASES:
        return
    if rough.head == "abs":
        [inside] = rough.parts
        cases = [(inside, [(inside, ">=")]), (Node("neg", (inside,)), [(inside, "<=")])]
    else:
        sign = ">=" if rough.head == "max" else "<="
        cases = [
            (part, [(Node("sub", (part, other)), sign) for other in rough.parts if other is not part])
            for part in rough.parts
        ]
    for value, conditions in cases:
        assumed = [Formula(f"{text(node)} {sign} 0", names) for node, sign in conditions]
        larger, smaller = (_with(side, rough, value) for side in (goal.larger, goal.smaller))
        yield Goal(larger, smaller, goal.strict, (*goal.where, *assumed))


def _first_rough(node: Node) -> Node | None:
    if node.head in ("abs", "max", "min") and node.free_names():
        return node
    return next((found for part in node.children() if (found := _first_rough(part)) is not None), None)


def _with(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    return Node(node.head, tuple(_with(part, old, new) if isinstance(part, Node) else part for part in node.parts))
