"""Conclusions that follow from premises for all reals, by z3.

A solver for polynomials reads a formula with a symbol in place of every term that it does not understand.
Equal terms get the same symbol, in all formulas of a question, so what is proved is more general than what was asked:
it holds whatever the values of these terms. What is known of some functions is added as premises: `FACTS` has all of
it, and the entry `elementary-functions` of the trust ledger says it; whatever is given any of it rests on that entry.

That nothing negative stands under a root, and that a logarithm has a positive argument, has to be shown from the other
premises, before the rest is used of them. What is known of an exponential is used where its exponent has a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, permutations
from typing import Any

from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, names_in
from sdp_proofs.ledger.premise import Citation
from sdp_proofs.provers.smt import SmtResult, bare, divisors, prove_for_all_reals
from sdp_proofs.proving.terms import definedness, parts, with_terms
from sdp_proofs.verdict import Verdict

ENTRY = "elementary-functions"
"""The entry of the trust ledger that says what is known of exponentials, logarithms and roots."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact on a function that the solver is told.

    It holds for all values of y, too, if it speaks of two.

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
        """The fact compares two values."""
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
    """Return the trusted entry that the solver's answer rests on.

    It rests on one if the formulas have a function of `FACTS`.

    Example:
        >>> sorted(needs([Formula("x <= exp(x)", ["x"])])), sorted(needs(["x <= 1"]))
        (['elementary-functions'], [])
    """
    called = {name for formula in formulas for name in _CALLED.findall(str(formula))}
    return frozenset({ENTRY} if called & {fact.function for fact in FACTS} else ())


def terms_of(cited: Iterable[Citation], known: Mapping[str, Formula]) -> tuple[Formula | str, ...]:
    """Return the cited formulas, and the terms in place of their symbols.

    Args:
        cited: claims and steps.
        known: their formulas, by id and by title.
    """
    return tuple(text for one in cited for text in (known.get(one.source, ""), *one.terms.values()))


def abstracted(formulas: Sequence[Formula], without: Collection[Fact] = ()) -> Abstraction:
    """Put symbols in the place of all terms that are not rational.

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
    """Return the facts on the functions in a formula.

    Each comes with what it says of them, and with the formula beside it.

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
    """Return the facts on the new symbols.

    Those of one symbol under the same condition come in one piece.
    """
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


_POINTS = 29


def follows(
    premises: Sequence[Formula], conclusion: Formula, without: Collection[Fact] = (), *, refute: bool = True
) -> SmtResult:
    """Ask whether premises imply a conclusion with exponentials, logarithms and roots.

    A witness gives values for these symbols, too, unless they are left out of it.

    Args:
        premises: what is assumed.
        conclusion: what is asked.
        without: facts on these functions that are not to be used.
        refute: whether a point is wanted where the conclusion fails.
    """
    question = abstracted((*premises, conclusion), without)
    *assumed, goal = question.formulas
    if not question.terms:
        return prove_for_all_reals(assumed, goal, refute=refute)
    open_: dict[str, None] = {}
    apart: set[str] = set()
    for obligation, fact in question.known:
        shown = prove_for_all_reals(assumed, obligation) if obligation is not None else None
        if shown is not None and (shown.verdict is not Verdict.HOLDS or shown.nonzero):
            undefined = SmtResult(Verdict.UNKNOWN, shown.witness, reason=f"{obligation} is not shown")
            return _without_terms(undefined, question)
        zeros = _may_vanish(assumed, fact, apart) if obligation is None else ()
        open_.update(dict.fromkeys(zeros))
        assumed.append(_where_apart(fact, zeros))
    found = prove_for_all_reals(assumed, goal, refute=refute)
    return _without_terms(replace(found, nonzero=tuple({**dict.fromkeys(found.nonzero), **open_})), question)


def _may_vanish(assumed: Sequence[Formula], fact: Formula, apart: set[str]) -> tuple[str, ...]:
    """Return the divisors in a fact that may vanish under the premises.

    `apart` are those that fewer premises keep.
    """
    found = []
    for one in dict.fromkeys(map(bare, divisors(fact.tree))):
        if one not in apart and prove_for_all_reals(assumed, Formula(f"{one} != 0", fact.symbols)).everywhere:
            apart.add(one)
        if one not in apart:
            found.append(one)
    return tuple(found)


def _where_apart(fact: Formula, zeros: Sequence[str]) -> Formula:
    """Restrict a fact to where these divisors are not zero.

    Elsewhere the term that it is about has no value, and no fact.
    """
    if not zeros:
        return fact
    return Formula(f"Implies(And({', '.join(f'{one} != 0' for one in zeros)}), {fact})", fact.symbols)


def _without_terms(found: SmtResult, question: Abstraction) -> SmtResult:
    if found.witness is None:
        return found
    witness = {name: value for name, value in found.witness.items() if name not in question.terms}
    return SmtResult(Verdict.UNKNOWN, witness, found.vacuous, found.reason, found.nonzero)


def without_value(premises: Sequence[Formula], conclusion: Formula, integers: Container[str]) -> tuple[str, ...]:
    """Return the conditions that terms like powers need to have values.

    These are powers and such; conditions that the premises imply are left out.

    The conclusion is false nowhere, but true only where they have; of an implication, where its condition is true.

    Raises:
        DomainError: it is a condition on the index of a sum.

    Example:
        >>> formula = Formula("Implies(x > 1, x**y == x**y)", ["x", "y"])
        >>> without_value([], formula, ()), without_value([], formula.mutate("> 1", "> -1"), ())
        ((), ('x > 0',))
    """
    tree, known = conclusion.tree, list(premises)
    open_: dict[str, None] = {}
    for node in tree.parts if tree.head == "implies" else (tree,):
        part = Formula(text(node), conclusion.symbols)
        opaque = [term for name, term in abstracted([part]).terms.items() if name.startswith("term_")]
        needs = (need for term in opaque for need in definedness(Formula(term, conclusion.symbols), integers))
        for need in dict.fromkeys(needs):
            found = follows(known, Formula(need, conclusion.symbols))
            if not found.everywhere:
                open_[need] = None
        known.append(part)
    return tuple(open_)


def facts_that_say(statement: Formula) -> tuple[Fact, ...]:
    """Return the facts on exponentials, logarithms and roots that are the statement.

    They prove nothing of it but themselves.

    A fact is the statement if each follows from the other, of whatever numbers.

    Example:
        >>> [fact.says for fact in facts_that_say(Formula("Implies(u <= v, exp(v) - exp(u) >= 0)", ["u", "v"]))]
        ['Implies({x} <= {y}, {f} <= {g})']
    """
    found: dict[Fact, None] = {}
    for fact, said, asked in instances(statement):
        if set(said.free) != set(asked.free) or not _alike(said, asked):
            continue
        both = (prove_for_all_reals([said], asked), prove_for_all_reals([asked], said))
        if all(one.verdict is Verdict.HOLDS for one in both):
            found[fact] = None
    return tuple(found)


def _alike(one: Formula, other: Formula) -> bool:
    """Tell whether none of a few points tells two formulas apart.

    It takes a solver long to find one.
    """
    names = sorted({*one.free, *other.free})
    for start in range(_POINTS):
        point = {name: Fraction((start * (7 * place + 3)) % 29 - 14, 3 + place) for place, name in enumerate(names)}
        answers = {one.decide(point), other.decide(point)}
        if answers >= {Verdict.HOLDS, Verdict.FAILS}:
            return False
    return True


_MOST_QUESTIONS = 200
_BEYOND = ("<", ">", "!=")
"""Relations that what a symbol is compared with does not meet itself."""


def missing(
    names: Iterable[str], said: Sequence[Formula], known: Sequence[Formula], held: Sequence[Formula] = ()
) -> str:
    """Say what is asked of symbols and shown of none; else empty.

    A proof may speak of things of its own: inputs of a sequence, elements of a set. What it assumes of these is no
    condition on whoever cites it. So it must ask nothing of the parameters: whatever these are, some values of the
    symbols meet all that is said of them. Otherwise what follows for the parameters would be false where nothing is
    like that. Values are taken from one point at which all of it is met, or looked for among 0, 1, the other symbols,
    and what a symbol is compared with, or one more or less; that they serve for all parameters is shown by the solver.

    Args:
        names: the symbols for which there must be values.
        said: what they must meet.
        known: what is known of the other symbols.
        held: what holds of symbols that are no variables: of some of these, and of others.

    Example:
        >>> below = Formula("And(0 <= x, x <= rate)", ["x", "rate"])
        >>> missing(["x"], [below], [])
        '0 <= x, x <= rate'
        >>> missing(["x"], [below], [Formula("rate >= 0", ["rate"])])
        ''
    """
    wanted, apart = frozenset(names), [part for one in held for part in _apart(one)]
    single = [*(part for one in said for part in parts(one)), *(one for one in apart if wanted & set(one.free))]
    given = (*known, *(one for one in apart if one not in single), *_of_binomials(single))
    failing = next((group for group in _linked(single, wanted) if not _Search(wanted, given).succeeds(group)), [])
    return ", ".join(map(str, failing))


def _apart(formula: Formula) -> Iterator[Formula]:
    """Split a conjunction, also one that follows from a condition."""
    for one in parts(formula):
        if one.tree.head != "implies":
            yield one
            continue
        given, so = (Formula(text(part), one.symbols) for part in one.tree.parts)
        yield from (Formula(f"Implies({given}, {part})", one.symbols) for part in parts(so))


def _linked(said: Sequence[Formula], names: frozenset[str]) -> list[list[Formula]]:
    """Group statements by the symbols that they link.

    Values of one group of symbols are looked for without the others.
    """
    groups: list[tuple[set[str], list[Formula]]] = []
    for one in said:
        spoken, together = set(one.free) & names, [one]
        for group in [group for group in groups if group[0] & spoken]:
            groups.remove(group)
            spoken, together = group[0] | spoken, [*group[1], *together]
        groups.append((set(spoken), together))
    return [together for _, together in groups]


def _of_binomials(said: Sequence[Formula]) -> Iterator[Formula]:
    """State the lower bounds of the binomial coefficients in formulas.

    They hold wherever these have values; some are divisors.
    """
    for one in said:
        waiting = [one.tree]
        while waiting:
            node = waiting.pop()
            waiting += node.children() if node.head not in ("symbol", "number") else ()
            if node.head == "binomial":
                above, below = map(text, node.parts)
                fact = f"Implies(And(0 <= {below}, {below} <= {above}), {text(node)} >= 1)"
                yield Formula(fact, one.symbols)


class _Search:
    def __init__(self, names: frozenset[str], known: tuple[Formula, ...]) -> None:
        self.names, self.known = names, known
        self.left, self.answers = _MOST_QUESTIONS, dict[str, bool]()

    def succeeds(self, said: Sequence[Formula]) -> bool:
        """Look for values: those of a point, or others."""
        return self._at_a_point(said) or self._found(said)

    def _at_a_point(self, said: Sequence[Formula]) -> bool:
        """Try the values at a point that meets all that is said.

        They must serve whatever the other symbols are.
        """
        point = follows((*self.known, *said), Formula("0 == 1")).witness or {}
        values = {name: str(value) for name, value in point.items() if name in self.names}
        return bool(values) and all(self._holds(_with_values(one, values)) for one in said)

    def _found(self, said: Sequence[Formula]) -> bool:
        """Look for values, one symbol after the other.

        A statement that speaks of no symbol any more is asked at once.
        """
        open_ = [one for one in said if self.names & set(one.free)]
        if not all(self._holds(one) for one in said if one not in open_):
            return False
        if not open_:
            return True
        name = min(self.names.intersection(*[open_[0].free]), key=lambda one: _place(open_, one))
        values = dict.fromkeys(self._values(name, open_))
        return any(self._found([_with_values(one, {name: term}) for one in open_]) for term in values)

    def _holds(self, one: Formula) -> bool:
        if str(one) not in self.answers:
            if not self.left:
                return False
            self.left -= 1
            self.answers[str(one)] = follows(self.known, one).everywhere
        return self.answers[str(one)]

    def _values(self, name: str, said: Sequence[Formula]) -> Iterator[str]:
        compared = [pair for one in said for pair in _compared(one.tree, name)]
        yield from (term for sign, term in compared if sign == "==")
        yield from ("0", "1")
        yield from (term for _, term in compared)
        yield from (f"{term} {way} 1" for sign, term in compared if sign in _BEYOND for way in "+-")
        yield from sorted({other for one in said for other in one.free} - self.names)


def _place(said: Sequence[Formula], name: str) -> tuple[bool, int, str]:
    """Sort equalities first, then symbols of which least is said."""
    equal = any(sign == "==" for one in said for sign, _ in _compared(one.tree, name))
    return not equal, sum(name in one.free for one in said), name


def _compared(tree: Node, name: str) -> Iterator[tuple[str, str]]:
    """Return the signs and terms with which a symbol is compared."""
    if tree.head == "relation":
        signs, terms = tree.parts
        for sign, left, right in zip(signs, terms, terms[1:], strict=False):
            for one, other in ((left, right), (right, left)):
                if one.head == "symbol" and one.parts[0] == name and name not in other.free_names():
                    yield sign, text(other)
    elif tree.is_statement:
        for part in tree.children():
            yield from _compared(part, name)


def _with_values(formula: Formula, values: Mapping[str, str]) -> Formula:
    used = {name: term for name, term in values.items() if name in formula.free}
    return with_terms(formula, used, [name for term in used.values() for name in names_in(term)]) if used else formula
