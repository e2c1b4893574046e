"""One symbol, one meaning: what the premises of a proof say of a quantity, they must say of the same one.

A symbol that stands for all values may be replaced by any term where a claim is cited. One that stands for something
of its own, a state of a sequence, a sum, what a trusted premise speaks of, keeps its name; so two premises with that
name have to mean the same by it:

* what it depends on is the same in all of them, however often it was cited on the way: the third state of a sequence
  is not its fifth;
* a letter that two claims or steps define is defined alike. A caption that is an expression, such as d(x, x'), says
  itself what it means, as everywhere in a paper, unless the proofs say that it is two sequences, sums or means, or the
  claims that it is two things: the words with which they say what a symbol is must be the same;
* a definition of a state of a sequence is its closed form, in the counter of the sequence, which is checked;
* what claims say of one only in words, such as which mechanism its loss is of, they say in the same words; else whoever
  cites them together says all of it, so that it is read with the statement;
* what is believed of a quantity, or found of it by another proof, is not defined anew;
* definitions do not go round in a circle, which would be an equation for what they speak of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.premise import Citable, Citation, Gathered, Recurrence
from sdp_proofs.notation import is_quantity, plain_caption
from sdp_proofs.proving.collected import WORDS
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.verdict import Verdict

Meaning = str | Recurrence | tuple[str, str]
"""A term, a state of a sequence, or a collection and its term."""


def told(meaning: Meaning) -> str:
    """A meaning in words.

    Example:
        >>> told(("Sum", "w*hit")), told("f**n")
        ('the sum of w*hit', 'f**n')
    """
    if isinstance(meaning, Recurrence):
        return f"what begins at {meaning.first} and goes on to {meaning.following}"
    return meaning if isinstance(meaning, str) else f"the {WORDS[meaning[0]]} of {meaning[1]}"


def quantities(cited: Citable) -> tuple[str, ...]:
    """The symbols of what is cited that are no variables."""
    symbols = cited.formula.symbols
    return tuple(
        name
        for name in cited.formula.free
        if name in cited.fixed or (not cited.for_all and is_quantity(symbols[name]))
    )


def held(claim: Claim, citation: Citation, names: Iterable[str]) -> bool:
    """Whether some of these names are no variables in what is cited."""
    return bool(citation.held(quantities(citation.of(claim.citable))) & set(names))


@dataclass(frozen=True, slots=True)
class _Use:
    """What a citation means by a symbol."""

    source: str
    caption: str
    depends: Mapping[str, str]
    meaning: Recurrence | Gathered | str | None
    means: str | None
    terms: Mapping[str, str]
    fixed: bool
    words: frozenset[str]

    def agrees(self, other: _Use) -> bool:
        if self.caption != other.caption or self.means != other.means:
            return False
        if any(other.depends.get(name, term) != term for name, term in self.depends.items()):
            return False
        if self.source == other.source:
            return True
        if self.meaning is None or other.meaning is None:
            return is_quantity(self.caption) and self.means is not None
        return self.meaning == other.meaning and (is_quantity(self.caption) or not isinstance(self.meaning, Gathered))


def agreed(
    claim: Claim,
    citations: Iterable[tuple[Citation, Iterable[str]]],
    defines: Mapping[str, Meaning],
) -> None:
    """Refuse premises that mean different things by one symbol.

    Args:
        claim: whose proof it is.
        citations: what is cited, each with the symbols that vary with the elements that it speaks of.
        defines: what the proof itself defines, with the meanings.

    Raises:
        DomainError: a symbol has two meanings, or definitions go round in a circle.
    """
    own = {one.text for one in claim.hypotheses}
    _in_order({name: term for name, term in defines.items() if isinstance(term, str)})
    uses: dict[str, list[_Use]] = {}
    for citation, varying in citations:
        for name, use in _uses(citation, citation.of(claim.citable)):
            if name not in set(varying):
                uses.setdefault(name, []).append(use)
    for name, found in uses.items():
        for place, use in enumerate(found):
            if other := next((one for one in found[:place] if not one.agrees(use)), None):
                raise DomainError(f"{name} must mean the same in {other.source} and {use.source}, at the same place")
            if is_quantity(use.caption) and (untold := (found[0].words ^ use.words) - own):
                raise DomainError(
                    f"what {found[0].source} and {use.source} say of {name} in different words must be told here, too; "
                    f"got neither of {'; '.join(sorted(untold))}"
                )
    for name, meaning in defines.items():
        for use in uses.get(name, ()):
            if use.fixed and not _is_meant(name, meaning, use, defines):
                raise DomainError(f"{name} must not be defined here: it is what it is in {use.source}")


def _uses(citation: Citation, cited: Citable) -> Iterable[tuple[str, _Use]]:
    """The quantities of what is cited, by their names here; one whose definition is a condition is a variable."""
    conditions = cited.conditions or ()
    names = dict.fromkeys([*cited.formula.free, *(name for one in conditions for name in one.free)])
    own = {*quantities(cited), *(cited.fixed & names.keys())}
    captions = {name: plain_caption(cited.formula.symbols.get(name, name)) for name in names}
    depends = {captions[name]: citation.terms.get(name, name) for name in names if name not in own}
    placed = citation.placed(cited)
    for name in own - cited.defined:
        here = {plain_caption(what): term for what, term in placed.get(citation.terms.get(name, name), {}).items()}
        what, said = cited.meanings.get(name), cited.means.get(name)
        source, fixed = citation.source, name in cited.fixed
        words = cited.words.get(name, frozenset())
        use = _Use(source, captions[name], {**depends, **here}, what, said, citation.terms, fixed, words)
        yield citation.terms.get(name, name), use


def _in_order(defines: Mapping[str, str]) -> None:
    try:
        TopologicalSorter({name: names_in(term) for name, term in defines.items()}).prepare()
    except CycleError as error:
        raise DomainError(f"definitions must not go round in a circle; got {', '.join(error.args[1])}") from None


def _is_meant(name: str, meaning: Meaning, use: _Use, defines: Mapping[str, Meaning]) -> bool:
    """Whether a definition of what is cited is what it is there: the same sequence, or its closed form."""
    if isinstance(meaning, Recurrence) and use.meaning is None:
        # It goes wherever that goes, and begins where it begins: nothing is said of what is known of otherwise.
        return all(term.isidentifier() and term not in defines for term in (meaning.first, meaning.following))
    if not isinstance(meaning, str) or not isinstance(use.meaning, Recurrence):
        return meaning == use.meaning
    if use.meaning.inputs:
        return False  # what comes next depends on more than on the states
    first, following = _here(use.meaning.first, use), _here(use.meaning.following, use)
    names = names_in(following)
    closed = {other: term for other, term in defines.items() if isinstance(term, str) and other in names}
    counters = [(use.terms.get(counter, counter), _here(begin, use)) for counter, begin in use.meaning.counters]
    return any(_closes(name, {**closed, name: meaning}, first, following, *one) for one in counters)


def _here(text: str, use: _Use) -> str:
    """A term of what is cited, in the terms of here."""
    names = names_in(text)
    terms = {name: use.terms[name] for name in names if name in use.terms}
    return str(with_terms(Formula(text, names), terms, [name for term in terms.values() for name in names_in(term)]))


def _closes(name: str, closed: Mapping[str, str], first: str, following: str, counter: str, begin: str) -> bool:
    """Whether a term is the state where a counter that has begun somewhere is now, by sympy."""
    from sdp_proofs.provers.symbolic import Domain, decide_identity

    texts = (first, begin, following, *closed.values())
    names = {other for text in texts for other in names_in(text)} | {counter}
    if not counter.isidentifier() or counter in {*names_in(first), *names_in(begin)}:
        return False
    kinds: dict[str, Domain] = {other: "natural" if other == counter else "real" for other in sorted(names)}
    term = Formula(closed[name], tuple(kinds))
    begins = decide_identity(with_terms(term, {counter: begin}), first, kinds)
    next_ = with_terms(Formula(following, tuple(kinds)), closed)
    goes_on = decide_identity(with_terms(term, {counter: f"{counter} + 1"}), next_, kinds)
    return begins.verdict is goes_on.verdict is Verdict.HOLDS
