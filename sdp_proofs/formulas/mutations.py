"""Slips of the pen: formulas that differ in one place.

Each differs by a mistake of a known kind.

Every slip comes with the statement that it asks for no more than the formula, where that can be said with the two
differences, larger minus smaller side, before and after: 3 x <= y asks for more than 2 x <= y where x > 0, and for less
where x < 0. The statement is about the terms alone. Whether the formula is true plays no part in it.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Any

from sdp_proofs.formulas.derivatives import number, substitute, text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, parsed


class MutationKind(StrEnum):
    """Kind of a mistake."""

    SIGN = "sign"
    CONSTANT = "constant"
    DIRECTION = "direction"
    STRICTNESS = "strictness"
    HYPOTHESIS = "dropped hypothesis"
    OFF_BY_ONE = "off by one"
    OMISSION = "omission"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Mutation:
    """A formula with one mistake.

    Attributes:
        kind: of the mistake.
        name: what was changed, for people; different for different slips of one formula.
        key: the place in the tree and the number of the slip there, for files.
        formula: with the mistake.
        asks_no_more: holds where the mistake makes the formula weaker, or leaves it as it is; None if unknown.
    """

    kind: MutationKind
    name: str
    key: str
    formula: Formula
    asks_no_more: Formula | None


def mutations_of(formula: Formula, counts: Collection[str] = ()) -> tuple[Mutation, ...]:
    """All slips of a statement, in the order of the text.

    Args:
        formula: a statement.
        counts: its symbols that are integers; a slip puts one of them, at one place, one up or down, and exchanges
            integers with integers only.

    Example:
        >>> for slip in mutations_of(Formula("k*x <= 2", ["k", "x"]), counts=["k"]):
        ...     print(f"{slip.kind}: {slip.name}")
        off by one: k + 1 for k in k * x
        off by one: k - 1 for k in k * x
        omission: k * x without x
        omission: k * x without k
        constant: 3 for 2 in k * x <= 2
        constant: 1 for 2 in k * x <= 2
        direction: >= for <= in k * x <= 2
        strictness: < for <= in k * x <= 2
    """
    maker = _Maker(formula, frozenset(counts))
    seen = {_canonical(formula.tree)}
    found: list[Mutation] = []
    names: dict[str, int] = {}
    places: dict[str, int] = {}
    for change in (*maker.statement(formula.tree, 1), *maker.exchanges()):
        place = ".".join(map(str, change.path))
        places[place] = places.get(place, 0) + 1
        key = f"{place}/{places[place]}"
        form = _canonical(change.node)
        if form in seen:  # a sum in another order, or the slip of another place
            continue
        seen.add(form)
        names[change.name] = names.get(change.name, 0) + 1
        name = change.name if names[change.name] == 1 else f"{change.name}, place {names[change.name]}"
        weaker = None if change.weaker is None else _formula(change.weaker, formula)
        found.append(Mutation(change.kind, name, key, _formula(change.node, formula), weaker))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Change:
    kind: MutationKind
    name: str
    node: Node
    weaker: Node | None = None
    path: tuple[int | str, ...] = ()


_LONGEST = 56  # characters of a formula that a name quotes
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_STRICT = {"<=": "<", ">=": ">"}
_WEAK = {strict: weak for weak, strict in _STRICT.items()}


@dataclass(frozen=True, slots=True)
class _Maker:
    formula: Formula
    counts: frozenset[str]

    def statement(self, node: Node, polarity: int) -> Iterator[_Change]:
        """Make slips inside a statement.

        The polarity is -1 if it is assumed, 0 if it is assumed and claimed.
        """
        if node.head == "relation":
            yield from self._relation(node, polarity)
            return
        signs = {"not": (-polarity,), "implies": (-polarity, polarity), "iff": (0, 0)}
        for place, part in enumerate(node.parts):
            inner = signs.get(node.head, (polarity,) * len(node.parts))[place]
            for change in self.statement(part, inner):
                weaker = change.weaker
                if node.head == "implies" and place == 1 and weaker is not None:
                    weaker = Node("implies", (node.parts[0], weaker))
                yield replace(change, node=_with(node, place, change.node), weaker=weaker, path=(place, *change.path))
        yield from _dropped(node, polarity)

    def _relation(self, node: Node, polarity: int) -> Iterator[_Change]:
        signs, terms = node.parts
        for place, term in enumerate(terms):
            for change in self._term(term, node):
                changed = Node("relation", (signs, (*terms[:place], change.node, *terms[place + 1 :])))
                weaker = _asks_no_more(node, changed, polarity)
                yield replace(change, node=changed, weaker=weaker, path=(place, *change.path))
        for place, sign in enumerate(signs):
            others = [(MutationKind.DIRECTION, _TURNED)]
            others += [(MutationKind.STRICTNESS, _STRICT)] if polarity >= 0 else []
            others += [(MutationKind.STRICTNESS, _WEAK)] if polarity <= 0 else []
            for kind, table in others:
                if sign in table:
                    changed = Node("relation", ((*signs[:place], table[sign], *signs[place + 1 :]), terms))
                    yield _Change(kind, f"{table[sign]} for {sign} in {quoted(node)}", changed)

    def _term(self, node: Node, around: Node) -> Iterator[_Change]:
        """Slips inside a term; `around` is what a name quotes."""
        if node.head == "number":
            value = node.parts[0]
            for other in (value + 1, value - 1) if value.denominator == 1 else ():
                yield _Change(MutationKind.CONSTANT, f"{other} for {value} in {quoted(around)}", number(other))
            return
        if node.head == "symbol":
            yield from self._symbol(node, around)
            return
        if node.head == "sum":
            body, index, low, high = node.parts
            inner = replace(self, counts=self.counts | {index})
            for place, (maker, part) in enumerate(((inner, body), (self, low), (self, high))):
                for change in maker._term(part, node):
                    yield replace(change, node=_with(node, (0, 2, 3)[place], change.node), path=(place, *change.path))
            return
        if node.head == "div" and all(part.head == "number" for part in node.parts):
            value = node.parts[0].parts[0] / node.parts[1].parts[0]
            unit = 1 / node.parts[1].parts[0]
            for other in (value + unit, value - unit):
                yield _Change(MutationKind.CONSTANT, f"{other} for {value} in {quoted(around)}", number(other))
            return
        for place, part in enumerate(node.parts):
            inside = node if node.head not in ("neg", "pow") else around
            for change in self._term(part, inside):
                yield replace(change, node=_with(node, place, change.node), path=(place, *change.path))
        yield from _operation(node, around)

    def _symbol(self, node: Node, around: Node) -> Iterator[_Change]:
        (name,) = node.parts
        if name in self.counts:
            for head, sign in (("add", "+"), ("sub", "-")):
                title = f"{name} {sign} 1 for {name} in {quoted(around)}"
                yield _Change(MutationKind.OFF_BY_ONE, title, Node(head, (node, number(1))))

    def exchanges(self) -> Iterator[_Change]:
        """Exchange two symbols of one kind on the last side.

        On both sides it may be a renaming.
        """
        tree = self.formula.tree
        if tree.head != "relation":
            return
        signs, terms = tree.parts
        # In alphabetical order: that of the declaration may change without the formula.
        used = sorted(name for name in self.formula.free if name in terms[-1].free_names())
        for name, other in combinations(used, 2):
            if (name in self.counts) == (other in self.counts):
                places = {name: Node("symbol", (other,)), other: Node("symbol", (name,))}
                changed = Node("relation", (signs, (*terms[:-1], substitute(terms[-1], places))))
                if changed != tree:
                    title = f"{name} and {other} exchanged in {quoted(terms[-1])}"
                    yield _Change(MutationKind.EXCHANGE, title, changed, _asks_no_more(tree, changed, 1), (name, other))


def _operation(node: Node, around: Node) -> Iterator[_Change]:
    """Mistake an operation for its opposite, or its operands.

    The operands are exchanged, or one of them is left out.
    """
    if node.head in ("add", "sub"):
        other = "sub" if node.head == "add" else "add"
        title = f"sign of {quoted(node.parts[1])} reversed in {quoted(node)}"
        yield _Change(MutationKind.SIGN, title, Node(other, node.parts))
    elif node.head == "neg":
        yield _Change(MutationKind.SIGN, f"sign of {quoted(node.parts[0])} reversed in {quoted(around)}", node.parts[0])
    elif node.head in ("max", "min"):
        other = "min" if node.head == "max" else "max"
        yield _Change(MutationKind.DIRECTION, f"{other.title()} for {quoted(node)}", Node(other, node.parts))
    if node.head in ("add", "sub", "mul", "div"):
        first, last = node.parts
        if not (node.head in ("mul", "div") and last.head == "number"):  # a slip in a constant
            yield _Change(MutationKind.OMISSION, f"{quoted(node)} without {quoted(last)}", first)
        if node.head == "add" or (node.head == "mul" and first.head != "number"):
            yield _Change(MutationKind.OMISSION, f"{quoted(node)} without {quoted(first)}", last)
        if node.head in ("sub", "div") and "number" not in (first.head, last.head):
            yield _Change(MutationKind.EXCHANGE, f"sides of {quoted(node)} exchanged", Node(node.head, (last, first)))


def _dropped(node: Node, polarity: int) -> Iterator[_Change]:
    """Leave out a hypothesis of an implication, or one of several.

    Claimed alternatives count as well.
    """
    if node.head == "implies" and polarity >= 0:
        yield _Change(MutationKind.HYPOTHESIS, f"without the hypothesis {quoted(node.parts[0])}", node.parts[1])
        yield _Change(MutationKind.EXCHANGE, f"converse of {quoted(node)}", Node("implies", node.parts[::-1]))
    several = node.head == ("and" if polarity < 0 else "or") or (polarity == 0 and node.head in ("and", "or"))
    if several and len(node.parts) > 1:
        for place, part in enumerate(node.parts):
            rest = node.parts[:place] + node.parts[place + 1 :]
            kept = rest[0] if len(rest) == 1 else Node(node.head, rest)
            yield _Change(MutationKind.HYPOTHESIS, f"without {quoted(part)}", kept)


def _asks_no_more(before: Node, after: Node, polarity: int) -> Node | None:
    """State that no changed gap between two sides is smaller than before."""
    signs = before.parts[0]
    if polarity == 0 or not set(signs) <= set(_TURNED):
        return None
    comparisons, pair = [], (after, before)
    for place, sign in enumerate(signs):
        (small, large), (old_small, old_large) = (_ordered(sign, node.parts[1][place : place + 2]) for node in pair)
        # A side that stays as it is would only widen the two balls.
        if small == old_small and large == old_large:
            continue
        if small == old_small:
            terms = large, old_large
        elif large == old_large:
            terms = old_small, small
        else:
            terms = Node("sub", (large, small)), Node("sub", (old_large, old_small))
        comparisons.append(Node("relation", ((">=" if polarity > 0 else "<=",), terms)))
    return comparisons[0] if len(comparisons) == 1 else Node("and", tuple(comparisons))


def _ordered(sign: str, terms: tuple[Node, Node]) -> tuple[Node, Node]:
    return terms if sign in ("<", "<=") else (terms[1], terms[0])


def _with(node: Node, place: int, part: Node) -> Node:
    return Node(node.head, (*node.parts[:place], part, *node.parts[place + 1 :]))


def _formula(tree: Node, like: Formula) -> Formula:
    return Formula(brief(tree), like.symbols)


@functools.lru_cache(maxsize=1 << 12)  # each slip quotes what is around it
def brief(node: Node) -> str:
    """Write a tree with the parentheses that it needs.

    Example:
        >>> brief(Formula("(1 - p)*q", ["p", "q"]).tree)
        '(1 - p) * q'
    """
    return ast.unparse(parsed(text(node)))


def quoted(node: Node) -> str:
    """Write a tree for a name: its beginning, if it is long."""
    whole = brief(node)
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 4]} ..."


def _canonical(node: Node) -> tuple[Any, ...]:
    """Return a form that is equal for statements in another order.

    It is the order of sums, products, sides or parts.
    """
    if node.head in ("number", "symbol", "pi"):
        return node.head, node.parts[:1]
    if node.head == "relation":
        signs, terms = node.parts
        forms = [_canonical(term) for term in terms]
        if len(signs) == 1 and signs[0] in (">", ">="):
            signs, forms = (_TURNED[signs[0]],), forms[::-1]
        return "relation", signs, tuple(sorted(forms, key=repr) if signs == ("==",) else forms)
    if node.head == "sum":
        body, index, low, high = node.parts
        return "sum", _canonical(body), index, _canonical(low), _canonical(high)
    forms = [_canonical(part) for part in node.parts]
    if node.head in ("add", "mul", "and", "or", "iff", "max", "min"):
        flat = [piece for form in forms for piece in (form[1] if form[0] == node.head else (form,))]
        return node.head, tuple(sorted(flat, key=repr))
    if node.head in ("neg", "sub"):  # x - y is x + (-y)
        last = ("neg", (forms[-1],))
        return last if node.head == "neg" else ("add", tuple(sorted((forms[0], last), key=repr)))
    return node.head, tuple(forms)
