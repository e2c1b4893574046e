"""Proofs about finite collections of any size: one element after the other.

The one rule. A statement about sums, means and maxima over a set holds for every finite set if it holds for the
smallest one, and for a set with one element more if it holds for the set; see `proving.finite_sets` for what the three
are. That is induction on the number of elements, over the subsets of one set: what is known of the elements, or of
other sets, is known of all these; what is known of a sum over the whole set may not be used before its end.

Everything else is left to the solver, for which a symbol stands in place of every sum and of every value at an element.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.proving.conjunctions import parts as conjuncts
from sdp_proofs.proving.finite_sets import (
    Language,
    Sentence,
    collections,
    free_in,
    is_collection,
    named,
    normal,
    replaced,
)
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True)
class Known:
    """What is known of finite collections, and what follows from it.

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
        """Why a statement does not follow for the solver; empty if it does.

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
        premises = tuple(_formula(question._plain(fact)) for fact in (*usable, *more))
        # Some conjunctions take z3 a thousand times as long as all their parts.
        whys = (_not_shown(premises, part) for part in conjuncts(_formula(question._plain(goal))))
        return next(filter(None, whys), "")

    def one_by_one(self, goal: Sentence, over: str) -> str:
        """Why a statement does not hold for all finite sets by the rule; empty if it does.

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
        """Why a divisor in a text may be zero; empty if none may."""
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
        """The sets that have an element if some have: by what is asked, and by what is known of sets that have one."""
        found = set(some)
        while True:
            told = [fact for fact in self.facts if self._elements(fact) <= found]
            more = {index for one in (goal, *told) for term in one.terms() for index in _evaluated(term, found)}
            more |= {index for fact in told for index in _of_sum(fact)}
            if more <= found:
                return found
            found |= more

    def _so_far(self, whole: Any, number: int) -> Any:
        """A collection before the last element: it depends on the elements of other sets that it depended on."""
        indices = sorted({name for names in self.language.depends.values() for name in names})
        symbols = [sympy.Symbol(name, real=True) for name in indices]
        elements, name = [one for one in symbols if free_in(whole, one)], f"so_far_{number}"
        return named(name)(*elements) if elements else sympy.Symbol(name, real=True)

    def _normal(self, term: Any) -> Any:
        return normal(term, self.linear, self.exchange)

    def _plain(self, sentence: Sentence) -> str:
        """The statement with a symbol for every collection and every value at an element."""
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


def _formula(text: str) -> Formula:
    return Formula(text, {name: name for name in names_in(text)})


def _not_shown(premises: Sequence[Formula], goal: Formula) -> str:
    """Why a statement does not follow for the solver; empty if it does."""
    from sdp_proofs.proving.solving import follows

    found = follows(premises, goal)
    if found.verdict is Verdict.HOLDS and not found.nonzero and not found.vacuous:
        return ""
    values = ", ".join(f"{name} = {value}" for name, value in (found.witness or {}).items())
    why = "contradicts itself" if found.vacuous else f"is not shown{values and f' at {values}'}"
    return f"{goal} {why}{f', as {found.nonzero} may be zero' if found.nonzero else ''}"


def _evaluated(term: Any, there: set[str]) -> Iterator[str]:
    """The sets of the means and maxima in a term: they have a value, so the sets have an element.

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
