"""Formulas as a solver for polynomials can read them: a symbol in place of every term that it does not understand.

Equal terms get the same symbol, in all formulas of a question, so what is proved is more general than what was asked:
it holds whatever the values of these terms. What is known of some functions is added as premises: `FACTS` has all of
it, and the entry `elementary-functions` of the trust ledger says it; whatever is given any of it rests on that entry.

That nothing negative stands under a root, and that a logarithm has a positive argument, has to be shown from the other
premises, before the rest is used of them. What is known of an exponential is used where its exponent has a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, permutations
from typing import Any

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.ledger.premise import Citation

ENTRY = "elementary-functions"
"""The entry of the trust ledger that says what is known of exponentials, logarithms and roots."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a solver is told of a function, for all values of x, and of y if it speaks of two.

    Attributes:
        function: its name.
        says: the fact, with `f` in the place of the function's value at x, and `g` of that at y.
        where: what must hold for the function to have a value at x.
        proved_by: the claim that proves it from the others; without one it is believed.
    """

    function: str
    says: str
    where: str = ""
    proved_by: str = ""

    @property
    def of_two(self) -> bool:
        """Whether it compares two values."""
        return "{g}" in self.says

    def said(self) -> str:
        """The fact in its own words.

        Example:
            >>> print(*(fact.said() for fact in FACTS if fact.function == "log"), sep="; ")
            log(x) <= x - 1 where x > 0; log(x) >= 1 - 1/x where x > 0
        """
        return self._told(str)

    def typeset(self) -> str:
        """The same with its formulas in LaTeX.

        Example:
            >>> FACTS[0].typeset()
            '$e^{x} > 0$'
        """
        return self._told(lambda text: f"${Formula(text, ['x', 'y']).latex()}$")

    def _told(self, shown: Callable[[str], str]) -> str:
        values = {"f": f"{self.function}(x)", "g": f"{self.function}(y)", "x": "x", "y": "y"}
        where = f" where {shown(self.where.format(**values))}" if self.where else ""
        proved = f" (proved from the others by {self.proved_by})" if self.proved_by else ""
        return f"{shown(self.says.format(**values))}{where}{proved}"


FACTS = (
    Fact("exp", "{f} > 0"),
    Fact("exp", "{f} >= 1 + {x}"),
    Fact("exp", "Implies({x} <= 0, {f} <= 1)"),
    Fact("exp", "Implies({x} <= {y}, {f} <= {g})", proved_by="exponentials-rise-with-their-exponents"),
    Fact("sqrt", "{f} >= 0", where="{x} >= 0"),
    Fact("sqrt", "{f}**2 == {x}", where="{x} >= 0"),
    Fact("log", "{f} <= {x} - 1", where="{x} > 0"),
    Fact("log", "{f} >= 1 - 1/{x}", where="{x} > 0"),
)
"""All that a solver is told of functions that it does not know."""

_CALLED = re.compile(r"\b([a-z]\w*)\(")
_NAMES = {"exp": "exp", "log": "log", "sqrt": "root"}
_UNDERSTOOD = frozenset({"number", "symbol", "neg", "add", "sub", "mul", "div", "abs", "max", "min"})
_MOST_EXPONENTIALS = 6


@dataclass(frozen=True, slots=True)
class Abstraction:
    """Formulas with symbols in place of terms.

    Attributes:
        formulas: in the order in which they were given.
        known: what holds of the new symbols, each with what must be shown before it may be used, if anything.
        terms: the term behind each new symbol.
    """

    formulas: tuple[Formula, ...]
    known: tuple[tuple[Formula | None, Formula], ...]
    terms: dict[str, str]


def needs(formulas: Iterable[Formula | str]) -> frozenset[str]:
    """The entry of the trust ledger that a solver's answer on formulas rests on, if they have a function of `FACTS`.

    Example:
        >>> sorted(needs([Formula("x <= exp(x)", ["x"])])), sorted(needs(["x <= 1"]))
        (['elementary-functions'], [])
    """
    called = {name for formula in formulas for name in _CALLED.findall(str(formula))}
    return frozenset({ENTRY} if called & {fact.function for fact in FACTS} else ())


def terms_of(cited: Iterable[Citation], known: Mapping[str, Formula]) -> tuple[Formula | str, ...]:
    """What is cited, and the terms in place of its symbols.

    Args:
        cited: claims and steps.
        known: their formulas, by id and by title.
    """
    return tuple(text for one in cited for text in (known.get(one.source, ""), *one.terms.values()))


def abstracted(formulas: Sequence[Formula], without: Collection[Fact] = ()) -> Abstraction:
    """The formulas with a symbol for each different term that is not rational.

    Args:
        formulas: of a question.
        without: facts that are not to be used.

    Example:
        >>> question = [Formula("x <= exp(-k)", ["x", "k"]), Formula("x*exp(-k) <= sqrt(k)", ["x", "k"])]
        >>> found = abstracted(question)
        >>> print(*found.formulas, found.terms, sep="; ")
        x <= exp_1; (x * exp_1) <= root_1; {'exp_1': 'exp((-k))', 'root_1': 'sqrt(k)'}
        >>> [str(obligation) for obligation, _ in found.known if obligation]
        ['k >= 0']
    """
    from sdp_proofs.formulas.derivatives import text

    names: dict[str, str] = {}
    parts: dict[str, tuple[str, str]] = {}
    taken = {name for formula in formulas for name in formula.symbols}

    def named(head: str, inner: Sequence[Any], written: str) -> Node:
        found = next((name for name, term in names.items() if term == written), None)
        if found is None:
            stem = _NAMES.get(head, "term")
            fresh = (f"{stem}_{number}" for number in count(1))
            found = next(name for name in fresh if name not in names and name not in taken)
            names[found] = written
            parts[found] = head, text(inner[0]) if head in _NAMES else ""
        return Node("symbol", (found,))

    def outside(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(outside(piece) for piece in node)
        if not isinstance(node, Node):
            return node
        if node.is_statement or node.head in _UNDERSTOOD or _is_power(node):
            return Node(node.head, outside(node.parts))
        if node.head in _NAMES:
            inner = outside(node.parts)
            return named(node.head, inner, text(Node(node.head, inner)))
        if not node.free_names() and node.head != "pi":
            return node
        return named(node.head, (), text(node))

    trees = [outside(formula.tree) for formula in formulas]
    if not names:
        return Abstraction(tuple(formulas), (), {})
    symbols = {name: shown for formula in formulas for name, shown in formula.symbols.items()}
    symbols |= {name: name for name in names}
    known = tuple(
        (Formula(obligation, symbols) if obligation else None, Formula(fact, symbols))
        for obligation, fact in _known(parts, without)
    )
    return Abstraction(tuple(Formula(text(tree), symbols) for tree in trees), known, names)


def _is_power(node: Node) -> bool:
    """A power with a whole number in the exponent."""
    if node.head != "pow":
        return False
    from sdp_proofs.formulas.ranges import exact_constant

    value = exact_constant(node.parts[1])
    return value is not None and value.denominator == 1 and abs(value) <= 64


def instances(formula: Formula) -> list[tuple[Fact, Formula, Formula]]:
    """The facts that speak of the functions in a formula, each with what it says of them, and the formula beside it.

    Example:
        >>> [fact.says for fact, _, _ in instances(Formula("log(u) <= u", ["u"]))]
        ['{f} <= {x} - 1', '{f} >= 1 - 1/{x}']
    """
    found = []
    for fact in FACTS:
        question = abstracted([formula], [one for one in FACTS if one is not fact])
        found += [(fact, said, question.formulas[0]) for _, said in question.known]
    return found


def _known(parts: Mapping[str, tuple[str, str]], without: Collection[Fact]) -> list[tuple[str, str]]:
    """What is known of the new symbols: in one piece, what is known of one of them under the same condition."""
    known = []
    facts = [fact for fact in FACTS if fact not in without]
    for name, (head, inner) in parts.items():
        pieces: dict[str, list[str]] = {}
        for fact in facts:
            if fact.function == head and not fact.of_two:
                pieces.setdefault(fact.where.format(x=inner), []).append(fact.says.format(f=name, x=inner))
        known += [(where, said[0] if len(said) == 1 else f"And({', '.join(said)})") for where, said in pieces.items()]
    for fact in facts:
        values = {name: inner for name, (head, inner) in parts.items() if head == fact.function and fact.of_two}
        if len(values) <= _MOST_EXPONENTIALS:
            for one, other in permutations(values, 2):
                known.append(("", fact.says.format(f=one, g=other, x=values[one], y=values[other])))
    return known
