"""Premises read for a claim, one meaning for each symbol.

Each becomes a formula with its origin.

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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, names_in
from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.premise import Citable, Citation, Gathered, Origin, Premise, Recurrence, joined
from sdp_proofs.notation import is_quantity, plain_caption
from sdp_proofs.proving.premises import (
    RULE,
    WORDS,
    Collected,
    Declared,
    Given,
    _cited,
    conditions,
)
from sdp_proofs.proving.terms import (
    counted,
    definedness,
    follows_at_once,
    formula_of,
    guarded,
    is_integer,
    parts,
    with_terms,
)
from sdp_proofs.verdict import Verdict

Meaning = str | Recurrence | tuple[str, str]
"""A term, a state of a sequence, or a collection and its term."""


def describe(meaning: Meaning) -> str:
    """A meaning in words.

    Example:
        >>> describe(("Sum", "w*hit")), describe("f**n")
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
    """Tell whether names are no variables in what is cited."""
    return bool(citation.held(quantities(citation.of(claim.citable))) & set(names))


def instance_of(claim: Claim, citation: Citation) -> Formula:
    """Return the formula that a citation stands for here.

    Raises:
        DomainError: it cannot be cited so: an integer there is none here, or a quantity becomes another.
    """
    cited = citation.of(claim.citable)
    unknown = sorted(citation.terms.keys() - cited.formula.symbols.keys())
    if unknown:
        raise DomainError(f"terms must stand for symbols of {citation.source}; got {', '.join(unknown)}")
    _agree(claim, citation, cited)
    more = [name for term in citation.terms.values() for name in names_in(term)]
    integers = cited.integers | counted(cited.formula)
    whole = guarded(cited.formula, _conditions_of(cited, integers))
    terms = [citation.terms.get(name, name) for name in cited.formula.free if name in integers]
    others = [term for term in terms if not is_integer(term, claim.integers)]
    if others:
        got = ", ".join(others)
        raise DomainError(f"the term for an integer variable of {citation.source} must be an integer; got {got}")
    return with_terms(whole, citation.terms, more) if citation.terms else whole


def _conditions_of(cited: Citable, integers: frozenset[str]) -> list[str]:
    """Return the conditions under which a formula may be cited.

    They are its own, where they have values, and that it has a value itself.

    A condition without a value is not met, but the solver would take an implication from it to be one that is.
    """
    needs = {str(one): definedness(one, integers) for one in cited.conditions or ()}
    always = tuple(text for text, need in needs.items() if not need)
    values = dict.fromkeys(one for need in needs.values() for one in need if not follows_at_once(one, always))
    known = (*values, *needs)
    return [*known, *(one for one in definedness(cited.formula, integers) if not follows_at_once(one, known))]


def _agree(claim: Claim, citation: Citation, cited: Citable) -> None:
    """Check that quantities keep their names and meanings where they are cited.

    Universally quantified variables may be instantiated; constants may not.

    So a constant has a name here, and the same caption if this claim speaks of it; if that is an expression, the two
    claims give it the same meaning. Where this claim speaks of a variable of the cited one and instantiates it by
    another term, it may not speak of the constants that depend on that variable.
    """
    own = quantities(cited)
    meant = {name: citation.terms.get(name, name) for name in cited.formula.free}
    here = {name: claim.formula.symbols.get(term) for name, term in meant.items()}
    spoken = {plain_caption(claim.formula.symbols[name]) for name in claim.formula.free}
    moved = any(
        term != name
        and plain_caption(cited.formula.symbols[name]) in spoken
        and (not term.isidentifier() or here[name] != cited.formula.symbols[name])
        for name, term in meant.items()
        if name not in own
    )
    placed = citation.placed(cited)
    for name in own:
        elsewhere = any(
            plain_caption(what) in spoken and plain_caption(claim.formula.symbols.get(term, "")) != plain_caption(what)
            for what, term in placed.get(meant[name], {}).items()
        )
        there, caption = cited.formula.symbols[name], here[name]
        known = meant[name] in claim.formula.free
        same = claim.means.get(meant[name]) in (None, cited.means.get(name))
        alike = caption is None or (plain_caption(caption) == plain_caption(there) and (same or not is_quantity(there)))
        if not meant[name].isidentifier() or (known and (moved or elsewhere or not alike)) or not alike:
            raise DomainError(
                f"a constant must keep its name and what it depends on in a citation; "
                f"{name} of {citation.source} became {meant[name]}"
            )
    if len({meant[name] for name in own}) < len(own):
        raise DomainError(f"two quantities must not become one where they are cited; got {citation}")


@dataclass(frozen=True, slots=True)
class _Occurrence:
    """The meaning of a symbol in what is cited."""

    source: str
    caption: str
    depends: Mapping[str, str]
    meaning: Recurrence | Gathered | str | None
    means: str | None
    terms: Mapping[str, str]
    fixed: bool
    words: frozenset[str]

    def matches(self, other: _Occurrence) -> bool:
        """Tell whether two citations may mean the same quantity by one symbol."""
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
    uses: dict[str, list[_Occurrence]] = {}
    for citation, varying in citations:
        for name, use in _uses(citation, citation.of(claim.citable)):
            if name not in set(varying):
                uses.setdefault(name, []).append(use)
    for name, found in uses.items():
        for place, use in enumerate(found):
            if other := next((one for one in found[:place] if not one.matches(use)), None):
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


def _uses(citation: Citation, cited: Citable) -> Iterable[tuple[str, _Occurrence]]:
    """Return the quantities of what is cited, by their names here.

    One whose definition is a condition is a variable.
    """
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
        use = _Occurrence(source, captions[name], {**depends, **here}, what, said, citation.terms, fixed, words)
        yield citation.terms.get(name, name), use


def _in_order(defines: Mapping[str, str]) -> None:
    try:
        TopologicalSorter({name: names_in(term) for name, term in defines.items()}).prepare()
    except CycleError as error:
        raise DomainError(f"definitions must not go round in a circle; got {', '.join(error.args[1])}") from None


def _is_meant(name: str, meaning: Meaning, use: _Occurrence, defines: Mapping[str, Meaning]) -> bool:
    """Tell whether a definition is the cited sequence, or its closed form."""
    if isinstance(meaning, Recurrence) and use.meaning is None:
        # It goes wherever that goes, and begins where it begins: nothing is said of what is known of otherwise.
        return all(term.isidentifier() and term not in defines for term in (meaning.first, meaning.following))
    if not isinstance(meaning, str) or not isinstance(use.meaning, Recurrence):
        return meaning == use.meaning
    if use.meaning.inputs:
        return False  # the next state depends on more than on the states
    first, following = _here(use.meaning.first, use), _here(use.meaning.following, use)
    names = names_in(following)
    closed = {other: term for other, term in defines.items() if isinstance(term, str) and other in names}
    counters = [(use.terms.get(counter, counter), _here(begin, use)) for counter, begin in use.meaning.counters]
    return any(_closes(name, {**closed, name: meaning}, first, following, *one) for one in counters)


def _here(text: str, use: _Occurrence) -> str:
    names = names_in(text)
    terms = {name: use.terms[name] for name in names if name in use.terms}
    return str(with_terms(Formula(text, names), terms, [name for term in terms.values() for name in names_in(term)]))


def _closes(name: str, closed: Mapping[str, str], first: str, following: str, counter: str, begin: str) -> bool:
    """Ask sympy whether a term is the state at a counter's place."""
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


def stated(claim: Claim, *hypotheses: Formula) -> list[Premise]:
    """Return the hypotheses of a proof, part by part.

    One that is what is to be proved is assumed.

    Example:
        >>> from types import SimpleNamespace
        >>> claim, given = SimpleNamespace(formula=formula_of("y > 0")), formula_of("And(0 < y, y < 1)")
        >>> [one.origin.value for one in stated(claim, given)]
        ['assumed', 'hypothesis']
    """
    asked = begged(claim, hypotheses)
    return [
        Premise(str(part), Origin.ASSUMED if _turned(part) in asked else Origin.HYPOTHESIS)
        for one in hypotheses for part in parts(one)
    ]  # fmt: skip


def begged(claim: Claim, hypotheses: Sequence[Formula]) -> frozenset[Node]:
    """Return the hypotheses that are what is to be proved.

    A part of that is one, too, if it speaks of a quantity.

    A part that is the range of a letter says where the other parts hold, unless there are none.
    """
    told = {_turned(part) for one in hypotheses for part in parts(one)}
    asked = {_turned(part): part for part in parts(claim.formula)}
    if asked.keys() <= told:
        return frozenset(asked)
    shown = claim.formula.symbols
    return frozenset(
        tree for tree, part in asked.items() if tree in told and any(is_quantity(shown[name]) for name in part.free)
    )


def _turned(formula: Formula) -> Node:
    """Return the tree of a formula, smaller sides on the left."""
    if formula.tree.head == "relation" and set(formula.tree.parts[0]) <= {">", ">="}:
        signs, terms = formula.tree.parts
        return Node("relation", (tuple("<=" if sign == ">=" else "<" for sign in signs[::-1]), terms[::-1]))
    return formula.tree


@dataclass(frozen=True, slots=True)
class Premises:
    """Premises of a proof: formulas for the solver, origins for the reader."""

    formulas: tuple[Formula, ...] = ()
    origins: tuple[Premise, ...] = ()
    of_steps: tuple[Formula, ...] = ()
    """The typed instances that the steps rest on which are cited."""

    def come_from(self, *origins: Origin) -> tuple[Formula, ...]:
        """The premises of some origins."""
        pairs = zip(self.formulas, self.origins, strict=False)  # further origins have no formula
        return tuple(formula for formula, premise in pairs if premise.origin in origins)

    @property
    def only_hypotheses(self) -> bool:
        """The claim speaks of every point that meets the premises.

        Such a point can refute it.
        """
        return all(premise.origin in (Origin.HYPOTHESIS, Origin.DEFINITION) for premise in self.origins)

    def shown(self) -> str:
        """The hypotheses and definitions, for the scope; empty if there are none."""
        return ", ".join(
            premise.text for premise in self.origins if premise.origin in (Origin.HYPOTHESIS, Origin.DEFINITION)
        )


def read(claim: Claim, given: Sequence[Given]) -> Premises:
    """The premises of a proof of a claim, each with its origin.

    Raises:
        DomainError: something is cited that cannot be, or a symbol is defined twice.
    """
    defines = [one.defines for one in given if isinstance(one, Declared) and one.defines]
    if len(set(defines)) < len(defines):
        raise DomainError(f"a symbol must be defined once; got {', '.join(defines)}")
    meanings, equal = _defined(given)
    agreed(claim, _citations(given), meanings)
    own = claim.speaks_of | frozenset(claim.formula.free) | frozenset(defines)
    known = [text for one in conditions(given) if own.issuperset(one.free) for text in [str(one)]]
    asked = begged(claim, conditions(given))
    # A premise on a collection says what it is of: it restricts nothing that the claim speaks of.
    told_of = own - {name for one in given if isinstance(one, Collected) for name in one.of}
    found: list[tuple[Formula, Premise]] = []
    for one in given:
        if isinstance(one, Collected):
            found += _of_collection(claim, one, known)
        else:
            found += _read(claim, one, told_of, asked)
    origins = tuple(premise for _, premise in found)
    steps = dict.fromkeys(one.source for one in _cited(given) if one.of_step)
    typed = tuple(dict.fromkeys(one for name in steps for one in claim.citable[name].typed))
    said = (*origins, *_meant(claim, given), *equal, *_in_words(claim, given))
    return Premises(tuple(formula for formula, _ in found), said, typed)


def _meant(claim: Claim, given: Sequence[Given]) -> list[Premise]:
    """Say what quantities of the claim are collections of, and what is known of their elements.

    The claim is about these, whatever they are typeset as: what holds of each element alone restricts it.
    """
    return [
        Premise(f"{name} is {describe((one.binder, term))}{one.known_of_each}", Origin.HYPOTHESIS)
        for one in given if isinstance(one, Collected)
        for name, term in one.of.items()
        if name in claim.speaks_of and is_quantity(claim.formula.symbols.get(name, ""))
    ]  # fmt: skip


def _in_words(claim: Claim, given: Sequence[Given]) -> list[Premise]:
    """Return what cited claims say of quantities in words alone.

    Such words, as which mechanism a loss is of, are new here.
    """
    told = joined(one.told(one.of(claim.citable)) for one in given if isinstance(one, Citation))
    own = {one.text for one in claim.hypotheses}
    return [
        Premise(f"of {name}: {words}", Origin.HYPOTHESIS)
        for name, found in told.items() if is_quantity(claim.formula.symbols.get(name, ""))
        for words in sorted(found - own)
    ]  # fmt: skip


def _citations(given: Sequence[Given]) -> Iterator[tuple[Citation, Sequence[str]]]:
    """Return the citations, each with the symbols that vary with the elements."""
    yield from ((one, ()) for one in given if isinstance(one, Citation))
    for one in given:
        if isinstance(one, Collected):
            yield from ((kernel, one.each) for kernel in one.kernels)


def _defined(given: Sequence[Given]) -> tuple[dict[str, Meaning], list[Premise]]:
    """Return the definitions and collections.

    A symbol for two things says that these are equal.
    """
    found: dict[str, Meaning] = {}
    equal: list[Premise] = []
    for one in given:
        pairs: dict[str, Meaning] = {}
        if isinstance(one, Declared) and one.defines:
            pairs = {one.defines: one.text.partition(" == (")[2][:-1]}
        elif isinstance(one, Collected):
            pairs = {name: (one.binder, term) for name, term in one.of.items()}
        for name, term in pairs.items():
            if found.setdefault(name, term) != term:
                equal.append(Premise(f"{describe(found[name])} is {describe(term)}, {name}", Origin.HYPOTHESIS))
    return found, list(dict.fromkeys(equal))


def _read(
    claim: Claim, given: Formula | str | Citation | Declared, own: frozenset[str], asked: frozenset[Node]
) -> Iterator[tuple[Formula, Premise]]:
    if isinstance(given, Citation):
        instance = instance_of(claim, given)
        yield instance, Premise(str(instance), Origin.STEP if given.of_step else Origin.CLAIM, given.source)
    elif isinstance(given, Declared):
        formula = formula_of(given.text, claim.formula.symbols)
        for kernel in given.kernels:
            kernel.of(claim.citable)  # it must be there
        lifts = tuple(kernel.source for kernel in given.kernels)
        needed = definedness(formula, claim.integers)
        said = f"{given.text} [for every {', '.join(given.every)}]" if given.every else given.text
        # The meaning of a symbol of the claim restricts the claim.
        origin = Origin.HYPOTHESIS if given.defines in claim.speaks_of else given.origin
        yield guarded(formula, needed), Premise(said, origin, given.source, lifts)
    else:
        for part in parts(formula_of(given, claim.formula.symbols)):
            told = own.issuperset(part.free) and _turned(part) not in asked
            yield part, Premise(str(part), Origin.HYPOTHESIS if told else Origin.ASSUMED)


def _of_collection(claim: Claim, one: Collected, known: Sequence[str]) -> Iterator[tuple[Formula, Premise]]:
    """Read a collection: a premise if it is proved, else an assumption."""
    said = [str(instance_of(claim, kernel)) for kernel in one.kernels]
    fixed_ = [text for text, kernel in zip(said, one.kernels, strict=True) if held(claim, kernel, one.each)]
    why = one.gap(said, known, fixed_)
    formula = formula_of(one.text, claim.formula.symbols)
    if why:
        yield formula, Premise(f"{one.said} ({why})", Origin.ASSUMED)
    else:
        lifts = tuple(kernel.source for kernel in one.kernels)
        yield guarded(formula, definedness(formula, claim.integers)), Premise(one.said, Origin.COLLECTED, RULE, lifts)
