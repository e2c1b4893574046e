"""Statements about finite sets, written out for sets of one and of two elements: there, what is false has a witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import sympy

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.proving.existence import missing
from sdp_proofs.proving.finite_sets import Language, Sentence, is_collection, named
from sdp_proofs.verdict import Verdict

_SIZES = (1, 2)


def witness(language: Language, facts: Sequence[Sentence], goal: Sentence) -> str:
    """Values for sets of one or of two elements that meet the facts and not the statement; empty if none are found.

    Example:
        >>> laws = Language({"p": ("a",)})
        >>> witness(laws, [laws.sentence("p == 1")], laws.sentence("Sum(a, p) <= 1"))
        'sets of 2 elements, p_1 = 1, p_2 = 1'
        >>> witness(laws, [laws.sentence("p >= 1")], laws.sentence("Sum(a, p) >= 1"))
        ''
    """
    from sdp_proofs.proving.solving import follows

    indices = sorted({index for one in language.depends.values() for index in one})
    for size in _SIZES:
        known = [text for fact in facts for text in _written(fact, indices, size)]
        known += [f"0 <= share_of_{index}" for index in indices] + [f"share_of_{index} <= 1" for index in indices]
        for text in _written(goal, indices, size):
            found = follows(tuple(map(_formula, known)), _formula(text))
            if found.witness and found.verdict is not Verdict.HOLDS:
                values = (f"{name} = {value}" for name, value in sorted(found.witness.items()) if name in text)
                return f"sets of {size} element{'s' if size > 1 else ''}, {', '.join(values)}"
    return ""


def no_sets(language: Language, facts: Sequence[Sentence], always: bool) -> str:
    """What is known of elements and not shown of those of any sets; empty if there are sets of one element with it.

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
    from sdp_proofs.proving.solving import follows

    indices = sorted({index for one in language.depends.values() for index in one})
    written = [_formula(text) for fact in facts for text in _written(fact, indices, 1)]
    elements = [f"{name}{'_1' * len(sets)}" for name, sets in language.depends.items()]
    if always:
        others = [one for one in written if not set(one.free) & set(elements)]
        return missing(elements, [one for one in written if one not in others], others)
    found = follows(written, _formula("1 <= 0"))
    return "" if found.witness is not None else ", ".join(map(str, written))


def _formula(text: str) -> Formula:
    return Formula(text, {name: name for name in names_in(text)})


def _written(sentence: Sentence, indices: Sequence[str], size: int) -> Iterator[str]:
    """The statement at each element of the sets that it is about."""
    free = [index for index in indices if any(_depends(term, index) for term in sentence.terms())]
    for places in product(range(1, size + 1), repeat=len(free)):
        at = dict(zip(free, places, strict=True))
        yield sentence.text(lambda term, at=at: str(_at(term, at, size)))  # type: ignore[misc]


def _depends(term: Any, index: str) -> bool:
    from sdp_proofs.proving.finite_sets import free_in

    return free_in(term, sympy.Symbol(index, real=True))


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
