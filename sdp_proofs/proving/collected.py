"""Premises about a sum, a mean or a maximum, from what claims and steps say of every element of a finite set.

    summed("loss <= rate*one", {"loss": "Max(0, p - odds*q)", "one": "p"}, cite("one-output-gains-little"), each="p q")

says: `loss` is the sum, over a finite set of outputs, of the positive parts, and `one` that of `p`; the cited formula
holds at every output, whatever `p` and `q` are there; so the inequality holds of the sums. Whether it does is proved
by the rule of `proving.sums`, where the premise is used; if it is not, the premise counts as assumed. What the symbols
are is said with the premise wherever it is printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger.premise import Citation
from sdp_proofs.memory import kept
from sdp_proofs.proving.conjunctions import parts
from sdp_proofs.proving.existence import missing

if TYPE_CHECKING:
    from sdp_proofs.proving.sums import Known

RULE = "induction"
"""The entry of the trust ledger that the rule is an instance of."""
LINEAR, EXCHANGED = "linear-sums", "exchanged-sums"
"""The entries that say that sums and means are linear, and that sums may be exchanged."""
WORDS = {"Sum": "sum", "Mean": "mean", "Largest": "maximum"}


class _Gaps(dict[tuple[object, ...], str]):
    """What was found for the claim that is examined, by what was asked."""


@dataclass(frozen=True, slots=True)
class Collected:
    """A statement about collections over one finite set; see `summed`, `averaged`, `largest` and `one_of`.

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
        there = "one of them with" if self.at_one and self.binder == "Largest" else "where"
        known = f", {there} {', '.join(self.where)}" if self.where else ""
        return f"{self.text} [{meant}{known}]"

    def gap(self, kernels: Sequence[str], known: Sequence[str], fixed: Sequence[str] = ()) -> str:
        """Why it is not proved; empty if it is.

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
        from sdp_proofs.proving.finite_sets import Language
        from sdp_proofs.proving.sums import Known

        language = Language(dict.fromkeys(self.each, ("i",)))
        own = {*self.of, *self.each}
        others = [one for one in known if not own & set(names_in(one))]
        if (self.at_one or self.binder != "Sum") and (why := self._no_element([*others, *kernels], fixed)):
            return f"no element with {why} is shown to be there"
        facts = [*others, *self.where]
        outside = Known(language, tuple(map(language.sentence, facts)))
        inside = Known(language, tuple(map(language.sentence, [*facts, *kernels])))
        # What is known holds, so it has a value, or stands under the condition that it has one.
        undefined = (inside.defined(text) for text in (self.text, *self.of.values()))
        if why := next(filter(None, undefined), ""):
            return why
        let = {name: f"{self.binder}(i, {term})" for name, term in self.of.items()}
        goal = language.sentence(self.text, let)
        return self._at_one(outside, inside, let) if self.at_one else inside.one_by_one(goal, "i")

    def _no_element(self, known: Sequence[str], fixed: Sequence[str]) -> str:
        """What is said of an element, and not shown of any."""
        always = [one for one in known if one not in fixed]
        said, given, held = ([Formula(one, names_in(one)) for one in texts] for texts in (self.where, always, fixed))
        return missing(self.each, said, given, held)

    def _at_one(self, outside: Known, inside: Known, let: Mapping[str, str]) -> str:
        """One term is at most the maximum, and at most the sum of terms none of which is negative."""
        language = inside.language
        for name, term in self.of.items():
            if self.binder == "Sum" and (negative := outside.follows(language.sentence(f"{term} >= 0"))):
                return negative
            inside = inside.and_also(language.sentence(f"{term} <= {name}", let))
        return inside.follows(language.sentence(self.text, let), some=("i",))


def rules(linear: bool = True, exchange: bool = False) -> frozenset[str]:
    """The entries of the trust ledger that a proof by the rule rests on."""
    return frozenset([RULE, *([LINEAR] if linear else []), *([EXCHANGED] if exchange else [])])


def _collected(
    binder: str, text: str, of: Mapping[str, str], kernels: tuple[Citation, ...], each: str, where: Any, at_one: bool
) -> Collected:
    known = [Formula(one, names_in(one)) for one in ([where] if isinstance(where, str) else where)]
    said = tuple(str(part) for one in known for part in parts(one))
    return Collected(text, binder, of, tuple(each.split()), said, kernels, at_one)


def summed(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """A statement about sums over a finite set; `of` are the sums, each with its term at one element.

    Example:
        >>> summed("all <= rate*one", {"all": "x", "one": "p"}, each="x p", where="x <= rate*p").gap([], [])
        ''
        >>> summed("all <= rate", {"all": "x"}, each="x", where="x <= rate").gap([], ["rate >= 0"])[:45]
        'one more: (so_far_1 + x_1) <= (rate) is not s'
    """
    return _collected("Sum", text, of, kernels, each, where, False)


def averaged(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """A statement about means over one finite law; `of` are the means, each with its term at one element.

    Example:
        >>> averaged("mean <= rate", {"mean": "x"}, each="x", where="x <= rate").gap([], [])
        ''
    """
    return _collected("Mean", text, of, kernels, each, where, False)


def largest(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = ()
) -> Collected:
    """A statement about maxima over a finite set, not empty; `of` are the maxima, each with its term at one element.

    Example:
        >>> largest("worst <= rate", {"worst": "x"}, each="x", where="x <= rate").gap([], [])
        ''
    """
    return _collected("Largest", text, of, kernels, each, where, False)


def one_of(
    text: str, of: Mapping[str, str], *kernels: Citation, each: str, where: str | Sequence[str] = (),
    binder: str = "Largest",
) -> Collected:
    """A statement about maxima, or about sums of what is never negative, from what kernels say of one element.

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
    return _collected(binder, text, of, kernels, each, where, True)
