"""Premises: everything that a proof may use, and the origin of each.

A proof is worth what its premises are worth, so none of them is merely typed. A hypothesis is part of the claim and is
printed with it; a definition says what a symbol stands for and is printed, too; a citation is the formula of another
claim, or of an earlier step of the same proof, with terms in place of its symbols; what such formulas say of every
element of a finite set is *collected*, by a rule that is proved, to a sum, a mean or a maximum; a lifting step or a
theorem that is believed is an entry of the trust ledger. Whatever else a proof assumes is *assumed*, and such a proof
establishes nothing: its claim is supported at best, however strong the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from sdp_proofs.errors import DomainError


class Origin(StrEnum):
    """Origin of a premise."""

    HYPOTHESIS = "hypothesis"
    DEFINITION = "definition"
    CLAIM = "claim"
    STEP = "step"
    COLLECTED = "collected"
    TRUST = "trust"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Premise:
    """One premise of a proof, as it was used.

    Attributes:
        text: the premise, as a formula in the symbols of the claim that is proved.
        origin: where it comes from.
        source: the id of the claim or of the trust entry, or the title of the step.
        lifts: the claims and steps that a lifting step of the trust ledger lifts, or that are collected.

    Raises:
        DomainError: a citation without its source.

    Example:
        >>> Premise("loss <= rate", Origin.CLAIM, "no-loss-exceeds-the-sampling-rate").origin.value
        'claim'
    """

    text: str
    origin: Origin
    source: str = ""
    lifts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.origin in (Origin.CLAIM, Origin.STEP, Origin.COLLECTED, Origin.TRUST) and not self.source:
            raise DomainError(f"a premise from a {self.origin} must name it; got {self.text!r}")


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Recurrence of a state of a sequence, as terms: its beginning and its step.

    Attributes:
        first: the term at which it begins.
        following: the term to which it goes on.
        parameters: the symbols that it depends on: those that are the same at every step, and the counters.
        counters: what counts the steps, if anything does, each with its first value.
        inputs: the symbols that it depends on, which may be others at every step.
        beside: what else decides on it: the other states that it goes through, and what is said of the inputs.
    """

    first: str
    following: str
    parameters: tuple[str, ...] = ()
    counters: tuple[tuple[str, str], ...] = ()
    inputs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """Description in words of a sum, mean or maximum: its set is not named, so two of these may be different.

    Attributes:
        said: the words.
        parameters: the symbols that it depends on, the same at every element.
    """

    said: str
    parameters: tuple[str, ...] = ()


def parameters(meaning: Recurrence | Gathered | str | None) -> tuple[str, ...]:
    """The symbols that a quantity depends on by what it means.

    Example:
        >>> parameters("exp(w)*hit"), parameters(Recurrence("0", "s + x", inputs=("x",)))
        (('w', 'hit'), ())
    """
    if isinstance(meaning, Recurrence | Gathered):
        return meaning.parameters
    return tuple(dict.fromkeys(_NAME.findall(meaning or "")))


@dataclass(frozen=True, slots=True)
class Citable:
    """Citable statement: a formula together with the conditions under which it is proved.

    Attributes:
        formula: the assertion.
        conditions: formulas under which it holds; `None` where they are no formulas, as for a finite list of instances.
        integers: symbols that stand for integers there.
        fixed: symbols that stand for something of their own, not for all values: defined or summed up in the proof,
            spoken of by what it trusts, or such in what it cites.
        for_all: whether nothing was used but the conditions, so that all symbols are variables.
        step: whether it is an earlier step of the same proof: what it rests on is told there, and not of a claim.
        meanings: what fixed symbols stand for: states of a sequence, or the terms of which they are a sum.
        places: what fixed symbols depend on in what is cited there, as terms by caption: a state, on how many steps.
        means: what the claim says that its symbols are which are typeset as an expression; see `Claim.means`.
        defined: fixed symbols whose definition is one of the conditions: they may be whatever meets it.
        words: the hypotheses in words under which something is said of a quantity, here or in what is cited, by symbol.
        typed: of a step, the typed instances that it rests on; its own formula, if these prove it alone.
    """

    formula: Any
    conditions: tuple[Any, ...] | None = ()
    integers: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    for_all: bool = False
    step: bool = False
    meanings: Mapping[str, Recurrence | Gathered | str] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    means: Mapping[str, str] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    typed: tuple[Any, ...] = ()


def joined(several: Iterable[Mapping[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    """Words of several premises, by symbol."""
    found: dict[str, frozenset[str]] = {}
    for one in several:
        for name, words in one.items():
            found[name] = found.get(name, frozenset()) | words
    return found


def together(proofs: Sequence[Citable]) -> Citable:
    """Join the citable statements of a formula with several proofs, of which one at least holds."""
    first, *others = proofs
    for other in others:
        conditions = None
        if first.conditions is not None and other.conditions is not None:
            conditions = tuple(dict.fromkeys([*first.conditions, *other.conditions]))
        first = replace(
            first, conditions=conditions, integers=first.integers | other.integers, fixed=first.fixed | other.fixed,
            for_all=first.for_all and other.for_all, defined=first.defined | other.defined,
            meanings={name: one for name, one in first.meanings.items() if other.meanings.get(name) == one},
            words=joined([first.words, other.words]),
            places={name: {**other.places.get(name, {}), **first.places.get(name, {})}
                    for name in {**first.places, **other.places}},
        )  # fmt: skip
    return first


@dataclass(frozen=True, slots=True)
class Citation:
    """A claim, or an earlier step, whose formula is to be a premise, with terms in place of its symbols.

    Symbols that are not named keep their names.

    Example:
        >>> Citation("no-loss-exceeds-the-sampling-rate", {"rate": "T/n"}).source
        'no-loss-exceeds-the-sampling-rate'
    """

    source: str
    terms: Mapping[str, str] = field(default_factory=dict)
    of_step: bool = False
    through: tuple[tuple[Mapping[str, str], str, frozenset[str]], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", MappingProxyType(dict(self.terms)))

    def of(self, citable: Mapping[str, Citable]) -> Citable:
        """Return the claim or step that the citation names.

        Raises:
            DomainError: it cannot be cited.
        """
        found = citable.get(self.source)
        if found is None or found.step is not self.of_step:
            what = "an earlier step" if self.of_step else "a claim with a proof for all instances"
            raise DomainError(f"what is cited must be {what}; got {self.source!r}")
        if found.conditions is None:
            raise DomainError(f"what is cited must be proved under conditions that are formulas; got {self.source!r}")
        return found

    def within(self, terms: Mapping[str, str], title: str, visible: frozenset[str]) -> Citation:
        """The same, in a lemma that is itself shown with terms in place of its symbols; `visible` are those it has."""
        return replace(self, through=(*self.through, (MappingProxyType(dict(terms)), title, visible)))

    def called(self, name: str) -> str:
        """Name here of a symbol of the cited claim, or the term in its place."""
        found = self.terms.get(name, name)
        for terms, _, _ in self.through:
            found = terms.get(found, found)
        return found

    def held(self, fixed: Iterable[str]) -> set[str]:
        """Names here of the constants of the cited claim."""
        return {self.called(name) for name in fixed}

    def told(self, cited: Citable) -> dict[str, frozenset[str]]:
        """The words under which something is said of symbols, by their names here."""
        return joined({self.called(name): words} for name, words in cited.words.items())

    def placed(self, cited: Citable) -> dict[str, dict[str, str]]:
        """Arguments of each constant of the cited claim, by caption: the names and terms of here."""
        names = dict.fromkeys(name for one in (cited.formula, *(cited.conditions or ())) for name in one.free)
        found = {
            name: {
                what: _placed(term, self.source, frozenset(names), self.terms)
                for what, term in cited.places.get(name, {}).items()
            }
            for name in cited.fixed
        }
        places = {
            name: {
                cited.formula.symbols.get(one, one): self.terms.get(one, one)
                for one in (*names, *parameters(cited.meanings.get(name))) if one not in cited.fixed
            } | there
            for name, there in found.items()
        }  # fmt: skip
        for terms, title, visible in self.through:
            places = {
                name: {what: _placed(term, title, visible, terms) for what, term in there.items()}
                for name, there in places.items()
            }
        return {self.called(name): there for name, there in places.items()}


_NAME = re.compile(r"\b[A-Za-z_]\w*\b(?!\()")
"""A symbol: what stands before a bracket is a function."""


def _placed(term: str, source: str, visible: frozenset[str], terms: Mapping[str, str]) -> str:
    """A term of another proof as one of here, if it is one: it may speak of what only that proof knows."""
    if set(_NAME.findall(term)) - visible:
        return f"{term} in {source}"
    return _renamed(term, terms)


def _renamed(term: str, terms: Mapping[str, str]) -> str:
    """A term with others in place of its symbols."""

    def other(name: re.Match[str]) -> str:
        found = terms.get(name[0], name[0])
        return found if found.isidentifier() or name[0] == term else f"({found})"

    return _NAME.sub(other, term)
