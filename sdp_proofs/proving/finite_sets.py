"""Sums, means and maxima over finite sets: language and rule.

A set is known by its index, a name such as `a`; a symbol that is declared to depend on it stands for one number per
element, and nothing is known of these numbers but what is given. By induction the three collections are:

* `Sum(a, term)` is 0 over the empty set, and grows by the term of every element;
* `Largest(a, term)` is the term of the only element, and the larger one of it and of the next;
* `Mean(a, term)` is the term of the only element, and moves a share of the way to the next. All means over one set move
  by the same share, which is between 0 and 1: these are the averages over a finite law.

Terms have a normal form, in which sums are linear and means are, too, and sums over several sets are in the order of
the names of these: that is what linearity and the exchange of sums say. Both are claims, proved without the normal
form that uses them.

The one rule: a statement about collections over a set holds for every finite set if it holds for the smallest one, and
for a set with one element more if it holds for the set. That is induction on the number of elements, over the subsets
of one set: what is known of the elements, or of other sets, is known of all these; what is known of a sum over the
whole set may not be used before its end. Everything else is left to the solver, for which a symbol stands in place of
every sum and of every value at an element.

A statement that does not follow is written out for sets of one and of two elements, where a false one has a witness.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import parsed
from sdp_proofs.proving.entailment import follows, missing
from sdp_proofs.proving.terms import formula_of
from sdp_proofs.proving.terms import parts as conjuncts
from sdp_proofs.verdict import Verdict

BINDERS = ("Sum", "Mean", "Largest")
_FUNCTIONS = ("Max", "Min", "exp", "log", "sqrt", "abs", "binomial")
_CONNECTIVES = ("And", "Or", "Not", "Implies", "Equivalent")
_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A connective of statements, or a chain of relations between terms."""

    head: str
    parts: tuple[Any, ...]
    signs: tuple[str, ...] = ()

    def terms(self) -> Iterator[Any]:
        """The terms, from left to right."""
        for part in self.parts:
            if isinstance(part, Sentence):
                yield from part.terms()
            else:
                yield part

    def with_each(self, change: Callable[[Any], Any]) -> Sentence:
        """The statement with other terms."""
        parts = (part.with_each(change) if isinstance(part, Sentence) else change(part) for part in self.parts)
        return Sentence(self.head, tuple(parts), self.signs)

    def text(self, written: Callable[[Any], str] = str) -> str:
        """The statement as a formula, its terms as they are written."""
        parts = [part.text(written) if isinstance(part, Sentence) else f"({written(part)})" for part in self.parts]
        if not self.signs:
            return f"{self.head}({', '.join(parts)})"
        return parts[0] + "".join(f" {sign} {part}" for sign, part in zip(self.signs, parts[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Language:
    """Symbols with the sets on whose elements they depend.

    Example:
        >>> laws = Language({"p": ("a",), "k": ("a", "b")})
        >>> print(laws.sentence("Sum(b, c*p*k) <= Sum(b, Sum(a, p + k))").text())
        (Sum(b, c*k(a, b)*p(a))) <= (Sum(b, Sum(a, k(a, b) + p(a))))
    """

    depends: Mapping[str, tuple[str, ...]]

    def sentence(self, text: str, let: Mapping[str, str] | None = None) -> Sentence:
        """Read a statement; `let` are terms for some of its symbols.

        Raises:
            DomainError: it is none.
        """
        try:
            return self._sentence(parsed(text), let or {})
        except SyntaxError:
            raise DomainError(f"a statement must be written like 'Sum(a, p) <= 1'; got {text!r}") from None

    def divisors(self, text: str, let: Mapping[str, str] | None = None) -> tuple[Any, ...]:
        """Return the divisors in a text that may be zero."""
        found = [
            node.right for node in ast.walk(parsed(text))
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        ]  # fmt: skip
        terms = (self._term(node, let or {}) for node in found)
        return tuple(term for term in terms if not term.is_number or term == 0)

    def _symbol(self, name: str) -> Any:
        if self._reserved(name):
            raise DomainError(f"a symbol must not be called like a set or what stands for a collection; got {name}")
        return value_at(name, self.depends[name]) if name in self.depends else sympy.Symbol(name, real=True)

    def _reserved(self, name: str) -> bool:
        """Tell whether proofs use a name for an index or a term."""
        indices = {index for names in self.depends.values() for index in names}
        numbered = any(re.fullmatch(rf"{one}(_[0-9]+)+", name) for one in (*BINDERS, *self.depends))
        return name in indices or name.startswith(("so_far_", "share_of_")) or numbered

    def _sentence(self, node: ast.expr, let: Mapping[str, str]) -> Sentence:
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if name in ("Eq", "Ne") and isinstance(node, ast.Call):
            return Sentence("", tuple(self._term(one, let) for one in node.args), ("==" if name == "Eq" else "!=",))
        if name in _CONNECTIVES and isinstance(node, ast.Call):
            return Sentence(name, tuple(self._sentence(one, let) for one in node.args))
        if isinstance(node, ast.Compare):
            signs = tuple(_SIGNS.get(type(sign), "") for sign in node.ops)
            if "" not in signs:
                return Sentence("", tuple(self._term(one, let) for one in (node.left, *node.comparators)), signs)
        raise DomainError(f"a statement must be a relation or a connective of them; got {ast.unparse(node)!r}")

    def _term(self, node: ast.expr, let: Mapping[str, str]) -> Any:
        match node:
            case ast.Constant(value=int() | Fraction() as value):
                return sympy.Rational(str(Fraction(value)))
            case ast.Name(id=name) if name in let:
                return self._term(parsed(let[name]), {})
            case ast.Name(id=name):
                return self._symbol(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self._term(inner, let)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._term(left, let) + self._term(right, let)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self._term(left, let) - self._term(right, let)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._term(left, let) * self._term(right, let)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return self._term(left, let) / self._term(right, let)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
                return self._term(left, let) ** power
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return named("power")(self._term(left, let), self._term(right, let))
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=index), body]) if name in BINDERS:
                return named(name)(sympy.Symbol(index, real=True), self._term(body, let))
            case ast.Call(func=ast.Name(id=name), args=inner) if name in _FUNCTIONS:
                return named(name)(*(self._term(one, let) for one in inner))
        raise DomainError(f"a term of a collection must be one of the calculus; got {ast.unparse(node)!r}")


@functools.cache
def named(name: str) -> Any:
    """Return a function that sympy does not know and does not simplify."""
    return sympy.Function(name, real=True)


def value_at(name: str, indices: tuple[str, ...]) -> Any:
    """Return the term for a symbol's value at elements of sets."""
    return named(name)(*(sympy.Symbol(index, real=True) for index in indices))


def is_collection(term: Any, index: Any = None) -> bool:
    """Tell whether a term is a sum, mean or maximum."""
    return isinstance(term, AppliedUndef) and term.func.__name__ in BINDERS and index in (None, term.args[0])


def collections(term: Any) -> Iterator[Any]:
    """All sums, means and maxima in a term, the outer ones first."""
    if is_collection(term):
        yield term
    for part in term.args:
        yield from collections(part)


def free_in(term: Any, index: Any) -> bool:
    """Tell whether a term depends on one element, not on all."""
    if term == index:
        return True
    return not is_collection(term, index) and any(free_in(part, index) for part in term.args)


def replaced(term: Any, change: Callable[[Any], Any]) -> Any:
    """Replace the collections in a term, from the outside; `None` keeps one."""
    if is_collection(term):
        new = change(term)
        if new is not None:
            return new
        return term.func(term.args[0], replaced(term.args[1], change))
    return term.func(*(replaced(part, change) for part in term.args)) if term.args else term


def normal(term: Any, linear: bool = True, exchange: bool = True) -> Any:
    """The normal form of a term.

    Args:
        term: the term.
        linear: whether sums and means are taken apart, and what does not depend on an element is taken out.
        exchange: whether sums over several sets are put in the order of the names of these.

    Example:
        >>> laws = Language({"p": ("a",), "k": ("a", "b")})
        >>> both = laws.sentence("Sum(b, Sum(a, c*p*k + p)) == 0").parts[0]
        >>> normal(both)
        c*Sum(a, Sum(b, k(a, b))*p(a)) + Sum(a, p(a))*Sum(b, 1)
    """
    if not term.args:
        return term
    if not is_collection(term):
        return sympy.expand(term.func(*(normal(part, linear, exchange) for part in term.args)))
    index, body = term.args[0], normal(term.args[1], linear, exchange)
    kind = term.func.__name__
    if not linear or kind == "Largest":
        return term.func(index, body)
    total = sympy.Integer(0)
    for summand in sympy.Add.make_args(sympy.expand(body)):
        factors = sympy.Mul.make_args(summand)
        inside = [one for one in factors if free_in(one, index)]
        outside = sympy.Mul(*(one for one in factors if not free_in(one, index)))
        if kind == "Mean" and not inside:
            total += outside
        else:
            total += outside * _collected(term.func, index, inside, exchange)
    return sympy.expand(total)


def _collected(binder: Any, index: Any, factors: list[Any], exchange: bool) -> Any:
    """Collect a product, sums over sets of earlier names taken first."""
    if exchange and binder.__name__ == "Sum":
        for place, factor in enumerate(factors):
            others = factors[:place] + factors[place + 1 :]
            if not is_collection(factor) or factor.func.__name__ != "Sum":
                continue
            first = factor.args[0]
            if first.name < index.name and not any(free_in(one, first) for one in others):
                inner = binder(index, sympy.Mul(*others, factor.args[1]))
                return normal(binder(first, inner))
    return binder(index, sympy.Mul(*factors))


@dataclass(frozen=True)
class Known:
    """Known statements on finite collections, and what follows from them.

    Args:
        language: which symbols depend on the elements of which sets.
        facts: statements that hold; one that depends on an element holds for every element.
        linear: whether sums may be taken apart.
        exchange: whether sums may be exchanged.

    Example:
        >>> laws = Language({"p": ("a",), "q": ("a",)})
        >>> known = Known(laws, (laws.sentence("p <= q"),))
        >>> adds_up = laws.sentence("Sum(a, p) <= Sum(a, q)")
        >>> known.follows(adds_up) == "", known.one_by_one(adds_up, "a") == ""
        (False, True)
    """

    language: Language
    facts: tuple[Sentence, ...] = ()
    linear: bool = True
    exchange: bool = True
    names: dict[Any, str] = field(default_factory=dict, compare=False)

    def and_also(self, fact: Sentence) -> Known:
        """The same with one fact more."""
        return Known(self.language, (*self.facts, fact), self.linear, self.exchange)

    def follows(
        self, goal: Sentence, more: Iterable[Sentence] = (), *, some: Iterable[str] = (), asked: Sentence | None = None
    ) -> str:
        """Say why a statement does not follow for the solver; else empty.

        A set may be empty, and then what is known of its elements says nothing. So it is used only where there is one:
        where the statement is about an element, where something is a mean or a maximum over the set or a sum over it is
        known to be a number other than 0, and for the sets in `some`. What is known for every element of another set
        tells this only where that one is not empty, and so does what is summed over that one. What a statement that is
        `asked` tells of this is seen as it is written: its normal form takes a mean out of a sum.
        """
        question = Known(self.language, self.facts, self.linear, self.exchange)
        more = tuple(more)
        given = {*some, *(index for one in (goal, *more) for index in self._elements(one))}
        there = self._there(given, goal if asked is None else asked)
        usable = (fact for fact in self.facts if self._elements(fact) <= there)
        premises = tuple(formula_of(question._plain(fact)) for fact in (*usable, *more))
        # Some conjunctions take z3 a thousand times as long as all their parts.
        whys = (_not_shown(premises, part) for part in conjuncts(formula_of(question._plain(goal))))
        return next(filter(None, whys), "")

    def one_by_one(self, goal: Sentence, over: str) -> str:
        """Say why the rule does not prove a statement; else empty.

        Raises:
            DomainError: the statement speaks of one element of the set, or collects twice over it.
        """
        index = sympy.Symbol(over, real=True)
        asked, goal = goal, goal.with_each(self._normal)
        if any(free_in(term, index) for term in goal.terms()):
            raise DomainError(f"an induction over {over} must not be about one element; got {goal.text()}")
        found = dict.fromkeys(one for term in goal.terms() for one in collections(term) if is_collection(one, index))
        if any(is_collection(one, index) for whole in found for one in collections(whole.args[1])):
            raise DomainError(f"a collection over {over} must not collect over {over} again; got {goal.text()}")
        parts = {whole: self._so_far(whole, number) for number, whole in enumerate(found, start=1)}
        share = sympy.Symbol(f"share_of_{over}", real=True)
        usable = tuple(fact for fact in self.facts if not _collects(fact, index))
        known = Known(self.language, usable, self.linear, self.exchange)
        # Only what stands in sums over sets that may be empty can be without a value and matter nowhere.
        empty = all(whole.func.__name__ == "Sum" for whole in found)
        if not empty and over not in self._there(self._elements(asked), asked):
            return f"a mean or a maximum over {over} may be without a value where it is summed over no element"

        def with_(values: Mapping[Any, Any]) -> Sentence:
            return goal.with_each(lambda term: replaced(term, values.get))

        first = with_({whole: sympy.Integer(0) if empty else whole.args[1] for whole in found})
        longer = with_({whole: _longer(whole, parts[whole], share) for whole in found})
        before = [with_(parts)]
        if any(whole.func.__name__ == "Mean" for whole in found):
            before.append(Sentence("", (sympy.Integer(0), share, sympy.Integer(1)), ("<=", "<=")))
        begun = () if empty else (over,)
        cases = (
            ("the first case", known.follows(first, some=begun, asked=asked)),
            ("one more", known.follows(longer, before, some=(over,), asked=asked)),
        )
        return next((f"{what}: {why}" for what, why in cases if why), "")

    def defined(self, text: str, let: Mapping[str, str] | None = None) -> str:
        """Say why a divisor in a text may be zero; else empty."""
        zeros = (Sentence("", (one, sympy.Integer(0)), ("!=",)) for one in self.language.divisors(text, let))
        return next((why for why in map(self.follows, zeros) if why), "")

    def _elements(self, sentence: Sentence) -> set[str]:
        """The sets of which a statement is about an element."""
        indices = {name for names in self.language.depends.values() for name in names}
        return {
            name for name in indices
            if any(free_in(term, sympy.Symbol(name, real=True)) for term in sentence.terms())
        }  # fmt: skip

    def _there(self, some: set[str], goal: Sentence) -> set[str]:
        """Return the sets that have an element if some have.

        It is told by what is asked, and by what is known of sets that have one.
        """
        found = set(some)
        while True:
            told = [fact for fact in self.facts if self._elements(fact) <= found]
            more = {index for one in (goal, *told) for term in one.terms() for index in _evaluated(term, found)}
            more |= {index for fact in told for index in _of_sum(fact)}
            if more <= found:
                return found
            found |= more

    def _so_far(self, whole: Any, number: int) -> Any:
        """Name a collection before the last element.

        It depends on the elements of other sets that it depended on.
        """
        indices = sorted({name for names in self.language.depends.values() for name in names})
        symbols = [sympy.Symbol(name, real=True) for name in indices]
        elements, name = [one for one in symbols if free_in(whole, one)], f"so_far_{number}"
        return named(name)(*elements) if elements else sympy.Symbol(name, real=True)

    def _normal(self, term: Any) -> Any:
        return normal(term, self.linear, self.exchange)

    def _plain(self, sentence: Sentence) -> str:
        """Write a statement with symbols for collections and values at elements."""
        return sentence.with_each(self._normal).text(lambda term: str(self._flat(term)))

    def _flat(self, term: Any) -> Any:
        if is_collection(term) or term in self.names or _is_value(term, self.language):
            name = self.names.setdefault(term, f"{term.func.__name__}_{len(self.names) + 1}")
            return sympy.Symbol(name, real=True)
        if not term.args:
            return term
        parts = [self._flat(part) for part in term.args]
        return sympy.Pow(*parts) if term.func.__name__ == "power" else term.func(*parts)


def _is_value(term: Any, language: Language) -> bool:
    name = getattr(term.func, "__name__", "")
    return bool(term.args) and (name in language.depends or name.startswith("so_far_"))


def _not_shown(premises: Sequence[Formula], goal: Formula) -> str:
    """Say why a statement does not follow for the solver; else empty."""
    found = follows(premises, goal)
    if found.verdict is Verdict.HOLDS and not found.nonzero and not found.vacuous:
        return ""
    values = ", ".join(f"{name} = {value}" for name, value in (found.witness or {}).items())
    why = "contradicts itself" if found.vacuous else f"is not shown{values and f' at {values}'}"
    return f"{goal} {why}{f', as {found.nonzero} may be zero' if found.nonzero else ''}"


def _evaluated(term: Any, there: set[str]) -> Iterator[str]:
    """Return the sets of the means and maxima in a term.

    They have a value, so the sets have an element.

    That does not go for what stands in a sum over a set that may be empty.
    """
    parts = term.args
    if is_collection(term):
        index, inner = str(term.args[0]), term.args[1]
        summed = term.func.__name__ == "Sum"
        if not summed:
            yield index
        parts = () if summed and index not in there else (inner,)
    for part in parts:
        yield from _evaluated(part, there)


def _of_sum(fact: Sentence) -> Iterator[str]:
    """The set of a sum that is a number other than 0."""
    if fact.signs == ("==",):
        left, right = fact.parts
        if is_collection(left) and right.is_number and right != 0:
            yield str(left.args[0])


def _collects(sentence: Sentence, index: Any) -> bool:
    return any(is_collection(one, index) for term in sentence.terms() for one in collections(term))


def _longer(whole: Any, so_far: Any, share: Any) -> Any:
    match whole.func.__name__:
        case "Sum":
            return so_far + whole.args[1]
        case "Mean":
            return (1 - share) * so_far + share * whole.args[1]
    return named("Max")(so_far, whole.args[1])


_SIZES = (1, 2)


def witness(language: Language, facts: Sequence[Sentence], goal: Sentence) -> str:
    """Find small sets that meet the facts and not the statement.

    They have one or two elements; empty if none are found.

    Example:
        >>> laws = Language({"p": ("a",)})
        >>> witness(laws, [laws.sentence("p == 1")], laws.sentence("Sum(a, p) <= 1"))
        'sets of 2 elements, p_1 = 1, p_2 = 1'
        >>> witness(laws, [laws.sentence("p >= 1")], laws.sentence("Sum(a, p) >= 1"))
        ''
    """
    indices = sorted({index for one in language.depends.values() for index in one})
    for size in _SIZES:
        known = [text for fact in facts for text in _written(fact, indices, size)]
        known += [f"0 <= share_of_{index}" for index in indices] + [f"share_of_{index} <= 1" for index in indices]
        for text in _written(goal, indices, size):
            found = follows(tuple(map(formula_of, known)), formula_of(text))
            if found.witness and found.verdict is not Verdict.HOLDS:
                values = (f"{name} = {value}" for name, value in sorted(found.witness.items()) if name in text)
                return f"sets of {size} element{'s' if size > 1 else ''}, {', '.join(values)}"
    return ""


def no_sets(language: Language, facts: Sequence[Sentence], always: bool) -> str:
    """Say what is known of elements and not shown of any sets.

    It is empty if there are sets of one element with it.

    Args:
        language: which symbols depend on the elements of which sets.
        facts: what is known.
        always: whether there must be such sets for all values of the other symbols for which these meet the facts.

    Example:
        >>> laws = Language({"p": ("a",)})
        >>> facts = [laws.sentence("p >= 1"), laws.sentence("p <= rate")]
        >>> no_sets(laws, facts, False), no_sets(laws, facts, True)
        ('', '(p_1) >= (1), (p_1) <= (rate)')
    """
    indices = sorted({index for one in language.depends.values() for index in one})
    written = [formula_of(text) for fact in facts for text in _written(fact, indices, 1)]
    elements = [f"{name}{'_1' * len(sets)}" for name, sets in language.depends.items()]
    if always:
        others = [one for one in written if not set(one.free) & set(elements)]
        return missing(elements, [one for one in written if one not in others], others)
    found = follows(written, formula_of("1 <= 0"))
    return "" if found.witness is not None else ", ".join(map(str, written))


def _written(sentence: Sentence, indices: Sequence[str], size: int) -> Iterator[str]:
    """The statement at each element of the sets that it is about."""
    symbols = {index: sympy.Symbol(index, real=True) for index in indices}
    free = [index for index, symbol in symbols.items() if any(free_in(term, symbol) for term in sentence.terms())]
    for places in product(range(1, size + 1), repeat=len(free)):
        at = dict(zip(free, places, strict=True))
        yield sentence.text(lambda term, at=at: str(_at(term, at, size)))  # type: ignore[misc]


def _at(term: Any, at: Mapping[str, int], size: int) -> Any:
    """The term at some elements, its collections written out."""
    if is_collection(term):
        index, body = term.args
        items = [_at(body, {**at, index.name: place}, size) for place in range(1, size + 1)]
        return _together(term.func.__name__, index.name, items)
    if not term.args:
        return term
    places = [at.get(part.name) for part in term.args if isinstance(part, sympy.Symbol)]
    if len(places) == len(term.args) and None not in places:
        return sympy.Symbol(f"{term.func.__name__}_{'_'.join(map(str, places))}", real=True)
    parts = [_at(part, at, size) for part in term.args]
    return sympy.Pow(*parts) if term.func.__name__ == "power" else term.func(*parts)


def _together(binder: str, index: str, items: list[Any]) -> Any:
    whole = items[0]
    share = sympy.Symbol(f"share_of_{index}", real=True)
    for item in items[1:]:
        if binder == "Sum":
            whole = whole + item
        else:
            whole = (1 - share) * whole + share * item if binder == "Mean" else named("Max")(whole, item)
    return whole
