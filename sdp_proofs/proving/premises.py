"""The premises of a proof: hypotheses, definitions, instances of claims and steps, entries of the trust ledger.

How to write them, in the list of premises that every way to prove takes:

* `"0 < f"`, or a `Formula`: a hypothesis of the claim, about the symbols of its formula; it is printed in the scope.
  One that is the formula itself, or a part of it, or that speaks of a sum that the proof collects, counts as assumed.
* `defined("gap", "(theta/rho - 1)**2")`: what a symbol stands for. It is printed, too; of a symbol of the claim's own
  formula it is a hypothesis.
* `cite("no-loss-exceeds-the-sampling-rate", {"rate": "T/n"})`: the formula of another claim, under its conditions, with
  terms for its symbols. A claim that is not established makes this proof establish nothing.
* `shown("one record", {"n": "n + 1"})`: the same for an earlier step of this proof, by its title.
* `trusted("vandermonde", "total == 1")`: an instance of a theorem that is believed.
* `summed("loss <= rate", {"loss": "gain"}, cite("one-output-gains-little"))`: what claims or steps that hold of every
  element say of a sum, a mean or a maximum over a finite set; it is proved, see `proving.collected`.
* `lifted("countable-sums", "loss <= tail", cite("one-output-loses-little"))`: what a lifting step that is believed
  makes of claims or steps that are proved. Without such a kernel a lifting step would be a licence.

A hypothesis that speaks of a symbol which neither occurs in the formula nor is defined is an invention of the proof: it
counts as assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, names_in
from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.premise import Citable, Citation, Gathered, Origin, Premise, joined
from sdp_proofs.notation import is_quantity, plain_caption
from sdp_proofs.proving.collected import RULE, Collected, rules
from sdp_proofs.proving.conjunctions import parts
from sdp_proofs.proving.definedness import counted, definedness, follows_at_once, is_integer
from sdp_proofs.proving.meanings import Meaning, agreed, held, quantities, told
from sdp_proofs.proving.terms import with_terms


@dataclass(frozen=True, slots=True)
class Declared:
    """A premise that is written down: a definition, or an instance of an entry of the trust ledger."""

    text: str
    origin: Origin
    source: str = ""
    defines: str = ""
    kernels: tuple[Citation, ...] = ()
    every: tuple[str, ...] = ()


Given = Formula | str | Citation | Declared | Collected


def cite(claim: str, terms: Mapping[str, str] | None = None) -> Citation:
    """The formula of another claim, with terms in place of its symbols."""
    return Citation(claim, terms or {})


def shown(step: str, terms: Mapping[str, str] | None = None) -> Citation:
    """The formula of an earlier step of the same proof, with terms in place of its symbols."""
    return Citation(step, terms or {}, of_step=True)


def defined(symbol: str, term: str) -> Declared:
    """What a symbol stands for, in terms of others.

    Raises:
        DomainError: the term speaks of the symbol itself.

    Example:
        >>> defined("gap", "(theta/rho - 1)**2").text
        'gap == ((theta/rho - 1)**2)'
    """
    if symbol in names_in(term):
        raise DomainError(f"a definition must not speak of what it defines; got {symbol} = {term}")
    return Declared(f"{symbol} == ({term})", Origin.DEFINITION, defines=symbol)


def trusted(entry: str, text: str, every: str = "") -> Declared:
    """An instance of a lifting step or a theorem of the trust ledger.

    Args:
        entry: its id.
        text: what it says of the quantities here.
        every: the symbols for all values of which it says so, as far as the hypotheses go. The others are quantities:
            they keep their names wherever the claim is cited. A quantity may depend on what the text does not name:
            that it holds for all values of this is printed, and makes a variable of nothing.

    Raises:
        DomainError: it says so of no quantity.
    """
    return _believed(entry, text, (), every)


def lifted(entry: str, text: str, *kernels: Citation, every: str = "") -> Declared:
    """What a lifting step of the trust ledger makes of claims and of earlier steps; `every` as in `trusted`.

    Raises:
        DomainError: nothing is lifted; or as for `trusted`.
    """
    if not kernels:
        raise DomainError(f"a lifting step must lift a claim or a step; got none for {text!r}")
    return _believed(entry, text, kernels, every)


def _believed(entry: str, text: str, kernels: tuple[Citation, ...], every: str) -> Declared:
    names = tuple(every.split())
    if not set(names_in(text)).difference(names):
        raise DomainError(f"what is believed must be about a quantity, for all values of others; got {text!r}")
    if not all(name.isidentifier() for name in names):
        raise DomainError(f"the symbols must be separated by spaces; got {every!r}")
    return Declared(text, Origin.TRUST, entry, kernels=kernels, every=names)


@dataclass(frozen=True, slots=True)
class Premises:
    """What a proof of a claim may use: formulas for the solver, and their origins for the reader."""

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
        """Whether every point that meets the premises is one the claim speaks of, so that it can refute the claim."""
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
    # What is told of a collection says what it is of: it restricts nothing that the claim speaks of.
    told_of = own - {name for one in given if isinstance(one, Collected) for name in one.of}
    found = [
        pair
        for one in given
        for pair in (_collected(claim, one, known) if isinstance(one, Collected) else _read(claim, one, told_of, asked))
    ]
    origins = tuple(premise for _, premise in found)
    steps = dict.fromkeys(one.source for one in _cited(given) if one.of_step)
    typed = tuple(dict.fromkeys(one for name in steps for one in claim.citable[name].typed))
    said = (*origins, *_meant(claim, given), *equal, *_in_words(claim, given))
    return Premises(tuple(formula for formula, _ in found), said, typed)


def _meant(claim: Claim, given: Sequence[Given]) -> list[Premise]:
    """What quantities of the claim are collections of: the claim is about these, whatever they are typeset as."""
    return [
        Premise(f"{name} is {told((one.binder, term))}", Origin.HYPOTHESIS)
        for one in given if isinstance(one, Collected)
        for name, term in one.of.items()
        if name in claim.speaks_of and is_quantity(claim.formula.symbols.get(name, ""))
    ]  # fmt: skip


def _in_words(claim: Claim, given: Sequence[Given]) -> list[Premise]:
    """What is cited says of a quantity in words alone, as which mechanism it is of, and the claim does not say."""
    told = joined(one.told(one.of(claim.citable)) for one in given if isinstance(one, Citation))
    own = {one.text for one in claim.hypotheses}
    return [
        Premise(f"of {name}: {words}", Origin.HYPOTHESIS)
        for name, found in told.items() if is_quantity(claim.formula.symbols.get(name, ""))
        for words in sorted(found - own)
    ]  # fmt: skip


def stated(claim: Claim, *hypotheses: Formula) -> list[Premise]:
    """The hypotheses of a proof, part by part; one that is what is to be proved is assumed.

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
    """The hypotheses that are what is to be proved, or a part of it that speaks of a quantity.

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
    """The tree of a formula, with the smaller side of an inequality on the left."""
    if formula.tree.head == "relation" and set(formula.tree.parts[0]) <= {">", ">="}:
        signs, terms = formula.tree.parts
        return Node("relation", (tuple("<=" if sign == ">=" else "<" for sign in signs[::-1]), terms[::-1]))
    return formula.tree


def conditions(given: Sequence[Given]) -> tuple[Formula, ...]:
    """The hypotheses among premises: under these the claim is proved, for whoever cites it."""
    return tuple(formula_of(one) for one in given if isinstance(one, Formula | str))


def citations(given: Sequence[Given]) -> tuple[Citation, ...]:
    """The claims and steps whose formulas are premises, those that are lifted and collected among them."""
    kernels = (kernel for one in given if isinstance(one, Declared | Collected) for kernel in one.kernels)
    return (*(one for one in given if isinstance(one, Citation)), *kernels)


def _citations(given: Sequence[Given]) -> Iterator[tuple[Citation, Sequence[str]]]:
    """What is cited, with what varies with the elements there."""
    yield from ((one, ()) for one in given if isinstance(one, Citation))
    for one in given:
        if isinstance(one, Collected):
            yield from ((kernel, one.each) for kernel in one.kernels)


def _defined(given: Sequence[Given]) -> tuple[dict[str, Meaning], list[Premise]]:
    """What the premises define, and what is collected; a symbol for two things says that these are equal."""
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
                equal.append(Premise(f"{told(found[name])} is {told(term)}, {name}", Origin.HYPOTHESIS))
    return found, list(dict.fromkeys(equal))


def cites(given: Sequence[Given]) -> frozenset[str]:
    """The ids of the claims among premises."""
    return frozenset(one.source for one in _cited(given) if not one.of_step)


def _cited(given: Sequence[Given]) -> list[Citation]:
    """What is cited, lifted and collected."""
    found = [one for one in given if isinstance(one, Citation)]
    return found + [kernel for one in given if isinstance(one, Declared | Collected) for kernel in one.kernels]


def entries(given: Sequence[Given]) -> frozenset[str]:
    """The ids of the entries of the trust ledger among premises."""
    found = {one.source for one in given if isinstance(one, Declared) and one.origin is Origin.TRUST}
    collected = any(isinstance(one, Collected) for one in given)
    return frozenset(found | rules()) if collected else frozenset(found)


def written(given: Sequence[Given]) -> tuple[str, ...]:
    """What stands in premises themselves, but for what they cite, as texts."""
    found = [str(one if isinstance(one, Formula | str) else one.text) for one in given if not isinstance(one, Citation)]
    found += [text for one in given if isinstance(one, Collected) for text in (*one.of.values(), *one.where)]
    return tuple(found)


def definitions(given: Sequence[Given]) -> tuple[tuple[str, Formula], ...]:
    """The symbols that are defined among premises, with what they are equal to."""
    return tuple((one.defines, formula_of(one.text)) for one in given if isinstance(one, Declared) and one.defines)


def gathered(given: Sequence[Given]) -> tuple[tuple[str, Gathered], ...]:
    """The symbols that are collected among premises, with what they are."""
    return tuple(
        (name, _gathered(one, term)) for one in given if isinstance(one, Collected) for name, term in one.of.items()
    )


def _gathered(one: Collected, term: str) -> Gathered:
    """What a collection is: the elements are what `where`, and the claims about them, say that they are."""
    names = {name for text in (term, *one.where) for name in names_in(text)} - {*one.each, *one.of}
    said = [one.binder, term, *one.where, *(kernel.source for kernel in one.kernels)]
    return Gathered(" ".join(said), tuple(sorted(names)))


def fixed(given: Sequence[Given]) -> frozenset[str]:
    """The symbols that do not stand for all values in a proof from these premises.

    They are those that are defined or collected, and those of which a trusted premise says something and not for all
    of their values.
    """
    trusted_ = [one for one in given if isinstance(one, Declared) and one.origin is Origin.TRUST]
    spoken = {name for one in trusted_ for name in names_in(one.text) if name not in one.every}
    collected = [one for one in given if isinstance(one, Collected)]
    whole = {name for one in collected for name in (*one.of, *(set(one.each) & set(names_in(one.text))))}
    defines = {one.defines for one in given if isinstance(one, Declared) and one.defines}
    return frozenset(spoken | whole | defines)


def formula_of(given: Formula | str, symbols: Mapping[str, str] | None = None) -> Formula:
    """A formula, of which the text may be given; symbols that are not declared stand for themselves."""
    if isinstance(given, Formula):
        return given
    return Formula(given, {**{name: name for name in names_in(given)}, **(symbols or {})})


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
        # What a symbol of the claim stands for restricts the claim.
        origin = Origin.HYPOTHESIS if given.defines in claim.speaks_of else given.origin
        yield _guarded(formula, needed), Premise(said, origin, given.source, lifts)
    else:
        for part in parts(formula_of(given, claim.formula.symbols)):
            told = own.issuperset(part.free) and _turned(part) not in asked
            yield part, Premise(str(part), Origin.HYPOTHESIS if told else Origin.ASSUMED)


def _collected(claim: Claim, one: Collected, known: Sequence[str]) -> Iterator[tuple[Formula, Premise]]:
    """What a collection says, if it is proved; else it is an assumption."""
    said = [str(instance_of(claim, kernel)) for kernel in one.kernels]
    fixed_ = [text for text, kernel in zip(said, one.kernels, strict=True) if held(claim, kernel, one.each)]
    why = one.gap(said, known, fixed_)
    formula = formula_of(one.text, claim.formula.symbols)
    if why:
        yield formula, Premise(f"{one.said} ({why})", Origin.ASSUMED)
    else:
        lifts = tuple(kernel.source for kernel in one.kernels)
        yield _guarded(formula, definedness(formula, claim.integers)), Premise(one.said, Origin.COLLECTED, RULE, lifts)


def instance_of(claim: Claim, citation: Citation) -> Formula:
    """What a citation says here.

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
    whole = _guarded(cited.formula, _conditions_of(cited, integers))
    terms = [citation.terms.get(name, name) for name in cited.formula.free if name in integers]
    others = [term for term in terms if not is_integer(term, claim.integers)]
    if others:
        raise DomainError(f"what stands for an integer of {citation.source} must be one; got {', '.join(others)}")
    return with_terms(whole, citation.terms, more) if citation.terms else whole


def _conditions_of(cited: Citable, integers: frozenset[str]) -> list[str]:
    """Under what a formula may be cited: its conditions, where they have values, and wherever it has one itself.

    A condition without a value is not met, but the solver would take an implication from it to be one that is.
    """
    needs = {str(one): definedness(one, integers) for one in cited.conditions or ()}
    always = tuple(text for text, need in needs.items() if not need)
    values = dict.fromkeys(one for need in needs.values() for one in need if not follows_at_once(one, always))
    known = (*values, *needs)
    return [*known, *(one for one in definedness(cited.formula, integers) if not follows_at_once(one, known))]


def _agree(claim: Claim, citation: Citation, cited: Citable) -> None:
    """A symbol that stands for all values stands for whatever meets the conditions. Any other keeps what it stands for.

    So such a symbol has a name here, and the same caption if this claim speaks of it; if that is an expression, nothing
    else may be said of what it is. If this claim speaks of a
    variable of the cited one and gives it another value, that symbol is none of those that this claim speaks of.
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
                f"what is no variable must keep its name and what it depends on where it is cited; "
                f"got {meant[name]} for {name} of {citation.source}"
            )
    if len({meant[name] for name in own}) < len(own):
        raise DomainError(f"two quantities must not become one where they are cited; got {citation}")


def _guarded(formula: Formula, needed: Sequence[str]) -> Formula:
    """The formula, under conditions."""
    if not needed:
        return formula
    conditions_ = needed[0] if len(needed) == 1 else f"And({', '.join(needed)})"
    symbols = {**{name: name for text in needed for name in names_in(text)}, **formula.symbols}
    return Formula(f"Implies({conditions_}, {formula})", symbols)
