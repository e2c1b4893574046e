"""Premises as they are written: hypotheses, definitions, citations, trust, collections.

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
  element say of a sum, a mean or a maximum over a finite set; see below.
* `lifted("countable-sums", "loss <= tail", cite("one-output-loses-little"))`: what a lifting step that is believed
  makes of claims or steps that are proved. Without such a kernel a lifting step would be a licence.

A hypothesis that speaks of a symbol which neither occurs in the formula nor is defined is an invention of the proof: it
counts as assumed.

A collection, such as

    summed("loss <= rate*one", {"loss": "Max(0, p - odds*q)", "one": "p"}, cite("one-output-gains-little"), each="p q")

says: `loss` is the sum, over a finite set of outputs, of the positive parts, and `one` that of `p`; the cited formula
holds at every output, whatever `p` and `q` are there; so the inequality holds of the sums. Whether it does is proved
by the rule of `proving.finite_sets`, where the premise is used; if it is not, the premise counts as assumed. The
meaning of its symbols is printed with the premise.

`proving.reading` says what becomes of premises in the proof of a claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger.premise import Citation, Gathered, Origin
from sdp_proofs.memory import kept
from sdp_proofs.proving.entailment import missing
from sdp_proofs.proving.terms import formula_of, parts

if TYPE_CHECKING:
    from sdp_proofs.proving.finite_sets import Known


@dataclass(frozen=True, slots=True)
class Declared:
    """A written premise: a definition, or an instance of a trusted entry."""

    text: str
    origin: Origin
    source: str = ""
    defines: str = ""
    kernels: tuple[Citation, ...] = ()
    every: tuple[str, ...] = ()


RULE = "induction"
"""The entry of the trust ledger that the rule is an instance of."""
LINEAR, EXCHANGED = "linear-sums", "exchanged-sums"
"""The entries that say that sums and means are linear, and that sums may be exchanged."""
WORDS = {"Sum": "sum", "Mean": "mean", "Largest": "maximum"}


class _Gaps(dict[tuple[object, ...], str]):
    """Gaps that were found for the examined claim, by question."""


@dataclass(frozen=True, slots=True)
class Collected:
    """A statement on collections over one finite set; see `summed`.

    Attributes:
        text: the statement.
        binder: "Sum", "Mean" or "Largest".
        of: the symbols that are collections, each with its term at one element.
        each: the symbols that have a value of their own at each element.
        where: what is known of these at each element: what the elements are. It is no hypothesis on anything else: of a
            set that has an element it is shown that it can have one. Of a maximum that is known by one element, what
            that one is: the others need not be so.
        kernels: the claims and steps that hold at each element, or at one of them.
        at_one: whether the kernels speak of one element only.
    """

    text: str
    binder: str
    of: Mapping[str, str]
    each: tuple[str, ...]
    where: tuple[str, ...] = ()
    kernels: tuple[Citation, ...] = ()
    at_one: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", MappingProxyType(dict(self.of)))
        others = [text for text in self.where if not set(names_in(text)) & set(self.each)]
        if others:
            raise DomainError(f"what the elements are must speak of what each has; got {', '.join(others)}")

    @property
    def said(self) -> str:
        """The statement with what its symbols stand for."""
        word = WORDS[self.binder]
        if self.at_one and self.binder == "Sum":
            word = "sum, over one element or more,"
        meant = "; ".join(f"{name} is the {word} of {term}" for name, term in self.of.items())
        return f"{self.text} [{meant}{self.known_of_each}]"

    @property
    def known_of_each(self) -> str:
        """The conditions on the elements, in words; empty if there are none."""
        there = "one of them with" if self.at_one and self.binder == "Largest" else "where"
        return f", {there} {', '.join(self.where)}" if self.where else ""

    def gap(self, kernels: Sequence[str], known: Sequence[str], fixed: Sequence[str] = ()) -> str:
        """Say why it is not proved; else empty.

        Args:
            kernels: what the kernels say, as formulas.
            known: what is known beside: the hypotheses of the proof. Those about a collection, or about a value at an
                element, are left out.
            fixed: which of the kernels are about values at an element that are no variables.
        """
        # Mutants of a claim collect the same: what is asked is compared in all its parts.
        asked = (self.text, self.binder, tuple(self.of.items()), self.each, self.where, self.at_one)
        question = (*asked, tuple(kernels), tuple(known), tuple(fixed))
        gaps = kept(_Gaps)
        if gaps is None:
            return self._gap(kernels, known, fixed)
        if question not in gaps:
            gaps[question] = self._gap(kernels, known, fixed)
        return gaps[question]

    def _gap(self, kernels: Sequence[str], known: Sequence[str], fixed: Sequence[str]) -> str:
        from sdp_proofs.proving.finite_sets import Known, Language

        language = Language(dict.fromkeys(self.each, ("i",)))
        own = {*self.of, *self.each}
        others = [one for one in known if not own & set(names_in(one))]
        if (self.at_one or self.binder != "Sum") and (why := self._no_element([*others, *kernels], fixed)):
            return f"no element with {why} is shown to be there"
        facts = [*others, *self.where]
        outside = Known(language, tuple(map(language.sentence, facts)))
        inside = Known(language, tuple(map(language.sentence, [*facts, *kernels])))
        # A known fact holds, so it has a value, or stands under the condition that it has one.
        undefined = (inside.defined(text) for text in (self.text, *self.of.values()))
        if why := next(filter(None, undefined), ""):
            return why
        let = {name: f"{self.binder}(i, {term})" for name, term in self.of.items()}
        goal = language.sentence(self.text, let)
        return self._at_one(outside, inside, let) if self.at_one else inside.one_by_one(goal, "i")

    def _no_element(self, known: Sequence[str], fixed: Sequence[str]) -> str:
        """Say what is asked of an element and shown of none."""
        always = [one for one in known if one not in fixed]
        said, given, held = ([formula_of(one) for one in texts] for texts in (self.where, always, fixed))
        return missing(self.each, said, given, held)

    def _at_one(self, outside: Known, inside: Known, let: Mapping[str, str]) -> str:
        """Use that one term is at most the maximum.

        It is at most the sum, too, if none of the terms is negative.
        """
        language = inside.language
        for name, term in self.of.items():
            if self.binder == "Sum" and (negative := outside.follows(language.sentence(f"{term} >= 0"))):
                return negative
            inside = inside.and_also(language.sentence(f"{term} <= {name}", let))
        return inside.follows(language.sentence(self.text, let), some=("i",))


Given = Formula | str | Citation | Declared | Collected


def cite(claim: str, terms: Mapping[str, str] | None = None) -> Citation:
    """Cite another claim, with terms in the place of its symbols."""
    return Citation(claim, terms or {})


def shown(step: str, terms: Mapping[str, str] | None = None) -> Citation:
    """Cite an earlier step of the proof, with terms for its symbols."""
    return Citation(step, terms or {}, of_step=True)


def defined(symbol: str, term: str) -> Declared:
    """Define a symbol by a term in others.

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
    """Use an instance of an entry of the trust ledger.

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
    """Use what a trusted lifting step makes of claims and earlier steps.

    `every` is as in `trusted`.

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


def summed(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """State something about sums over a finite set.

    `of` are the sums, each with its term at one element.

    Example:
        >>> summed("all <= rate*one", {"all": "x", "one": "p"}, each="x p", where="x <= rate*p").gap([], [])
        ''
        >>> summed("all <= rate", {"all": "x"}, each="x", where="x <= rate").gap([], ["rate >= 0"])[:45]
        'one more: (so_far_1 + x_1) <= (rate) is not s'
    """
    return _collection("Sum", text, of, kernels, each, where, False)


def averaged(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """State something about means over one finite law.

    `of` are the means, each with its term at one element.

    Example:
        >>> averaged("mean <= rate", {"mean": "x"}, each="x", where="x <= rate").gap([], [])
        ''
    """
    return _collection("Mean", text, of, kernels, each, where, False)


def largest(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """State something about maxima over a finite set, not empty.

    `of` are the maxima, each with its term at one element.

    Example:
        >>> largest("worst <= rate", {"worst": "x"}, each="x", where="x <= rate").gap([], [])
        ''
    """
    return _collection("Largest", text, of, kernels, each, where, False)


def one_of(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = (),
    binder: str = "Largest",
) -> Collected:
    """State something about maxima or sums, from kernels on one element.

    The terms of such a sum are never negative.

    Of a sum, `where` is known of every element: none of its terms is negative.

    Raises:
        DomainError: it is about means.

    Example:
        >>> one_of("worst >= rate", {"worst": "x"}, each="x").gap(["x >= rate"], [])
        ''
        >>> one_of("worst >= rate", {"worst": "x"}, each="x", where="x == rate").said
        'worst >= rate [worst is the maximum of x, one of them with x == rate]'
        >>> one_of("total >= rate", {"total": "x"}, each="x", binder="Sum").gap(["x >= rate"], [])
        '(x_1) >= (0) is not shown at x_1 = -1'
    """
    if binder not in ("Largest", "Sum"):
        raise DomainError(f"one element says nothing of a {WORDS.get(binder, binder)}; got {text!r}")
    return _collection(binder, text, of, kernels, each, where, True)


def _collection(
    binder: str, text: str, of: Mapping[str, str], kernels: tuple[Citation, ...], each: str, where: Any, at_one: bool
) -> Collected:
    known = [formula_of(one) for one in ([where] if isinstance(where, str) else where)]
    said = tuple(str(part) for one in known for part in parts(one))
    return Collected(text, binder, of, tuple(each.split()), said, kernels, at_one)


def rules(linear: bool = True, exchange: bool = False) -> frozenset[str]:
    """Return the trusted entries that a proof by the rule rests on."""
    return frozenset([RULE, *([LINEAR] if linear else []), *([EXCHANGED] if exchange else [])])


def conditions(given: Sequence[Given]) -> tuple[Formula, ...]:
    """Return the hypotheses, under which whoever cites the claim may use it."""
    return tuple(formula_of(one) for one in given if isinstance(one, Formula | str))


def citations(given: Sequence[Given]) -> tuple[Citation, ...]:
    """Return the claims and steps whose formulas are used, also by lifting."""
    kernels = (kernel for one in given if isinstance(one, Declared | Collected) for kernel in one.kernels)
    return (*(one for one in given if isinstance(one, Citation)), *kernels)


def _cited(given: Sequence[Given]) -> list[Citation]:
    found = [one for one in given if isinstance(one, Citation)]
    return found + [kernel for one in given if isinstance(one, Declared | Collected) for kernel in one.kernels]


def cites(given: Sequence[Given]) -> frozenset[str]:
    """The ids of the claims among premises."""
    return frozenset(one.source for one in _cited(given) if not one.of_step)


def entries(given: Sequence[Given]) -> frozenset[str]:
    """The ids of the entries of the trust ledger among premises."""
    found = {one.source for one in given if isinstance(one, Declared) and one.origin is Origin.TRUST}
    collected = any(isinstance(one, Collected) for one in given)
    return frozenset(found | rules()) if collected else frozenset(found)


def written(given: Sequence[Given]) -> tuple[str, ...]:
    """Return the texts of premises, but for those of citations."""
    found = [str(one if isinstance(one, Formula | str) else one.text) for one in given if not isinstance(one, Citation)]
    found += [text for one in given if isinstance(one, Collected) for text in (*one.of.values(), *one.where)]
    return tuple(found)


def definitions(given: Sequence[Given]) -> tuple[tuple[str, Formula], ...]:
    """Return the defined symbols with their equations."""
    return tuple((one.defines, formula_of(one.text)) for one in given if isinstance(one, Declared) and one.defines)


def gathered(given: Sequence[Given]) -> tuple[tuple[str, Gathered], ...]:
    """The symbols that are collected among premises, with what they are."""
    return tuple(
        (name, _gathered(one, term)) for one in given if isinstance(one, Collected) for name, term in one.of.items()
    )


def _gathered(one: Collected, term: str) -> Gathered:
    """Describe a collection by its elements: `where`, and the claims on them."""
    names = {name for text in (term, *one.where) for name in names_in(text)} - {*one.each, *one.of}
    said = [one.binder, term, *one.where, *(kernel.source for kernel in one.kernels)]
    return Gathered(" ".join(said), tuple(sorted(names)))


def fixed(given: Sequence[Given]) -> frozenset[str]:
    """Return the symbols that do not stand for all values here.

    They are those that are defined or collected, and those of which a trusted premise says something and not for all
    of their values.
    """
    trusted_ = [one for one in given if isinstance(one, Declared) and one.origin is Origin.TRUST]
    spoken = {name for one in trusted_ for name in names_in(one.text) if name not in one.every}
    collected = [one for one in given if isinstance(one, Collected)]
    whole = {name for one in collected for name in (*one.of, *(set(one.each) & set(names_in(one.text))))}
    defines = {one.defines for one in given if isinstance(one, Declared) and one.defines}
    return frozenset(spoken | whole | defines)
