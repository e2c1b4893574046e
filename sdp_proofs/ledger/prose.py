"""The numbers in the words of a claim, and where each of them comes from.

A number that nobody computes is wrong sooner or later, and no check reads words. So a number in a title, a statement, a
note or an erratum must have a *source*: the claim's formula, its premises, near misses, parameters and instances, what
its checks say of their scope, the formulas of what it cites, or a closed statement that is written for it, as
`numbers="exp(1/3) < 1.396"`, which is decided. Equal values are one number however they are written: 0.5,
1/2 and 50 %. What a replay of the counterexample computes is a source of its roundings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.certificate import replayed
from sdp_proofs.certificate.intervals import Number, ends_of
from sdp_proofs.formulas.derivatives import text as text_of
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.ledger.claim import Check, Claim
from sdp_proofs.verdict import Verdict

_NUMERAL = re.compile(
    r"(?<![\w.\\^_{])(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<places>\.\d+)?(?P<power>e-?\d+)?"
    r"(?:/(?P<below>\d+)(?!\w|\.\d))?(?P<percent>(?:\\,| )?(?:\\?%|percent|per cent))?(?![\w])(?!\.\d)"
)
_TEN = re.compile(r"(?:(?P<front>\d+(?:\.\d+)?)\s*(?:\\cdot|\\times|\*)\s*)?10(?:\^|\*\*)\{?(?P<exponent>-?\d+)\}?")
_PLACES = re.compile(
    r"\b(?:Theorems?|Lemmas?|Propositions?|Corollar(?:y|ies)|Remarks?|Definitions?|Algorithms?|Tables?|Figures?|Fig\.|"
    r"Sec(?:tions?|\.)|App(?:endix|endices|\.)|Eqs?\.|Equations?|Examples?|Conditions?|Step|Justifications?|Thms?\.?|Props?\.|"
    r"Prop\.|chapter|line|page|version|part)\s*\(?[A-Z]?\.?\d+(?:\.\d+)*\)?"
    r"(?:\s*(?:,|and|to|or|\(\w+\))\s*\(?[A-Z]?\.?\d+(?:\.\d+)*\)?)*",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"(?<!\w)\(\d{1,2}\)|`[^`]*`|\b[\w]+(?:-[\w]+){2,}\b|"
    r"\b[a-z_]+ \d+\.\d+\.\d+\b|\b(?:1[6-9]|20)\d\d\b(?!,\d| (?:votes|records))"
)
_BOUND = re.compile(
    r"(?:\b(?:at least|at most|above|below|beyond|from|up to|until|more than|less than|fewer than|larger than|"
    r"smaller than|exceeds?|under|over|within|between)|(?:<|>|\\leq?|\\geq?|\\le|\\ge|<=|>=))"
    r"\s*(?:about |an? |the )?\$?\s*$"
)
"""Words after which a number is a bound or a border: a rounding on the wrong side makes it false."""
_POWER = re.compile(r"(?<!10)\^(?=[\d(])|(?<=\d10)\^")
"""A power that is none of ten: in a formula its exponent is a number as every other."""
_SMALL, _SMALL_BOUND = 9, 2
"""Whole numbers up to that are structure more often than findings; where they are bounds, up to the second."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as it is printed.

    Attributes:
        text: as it stands.
        value: exactly what it says.
        unit: one in its last place; 0 for a fraction.
        bound: whether it is said to be a bound or a border.
    """

    text: str
    value: Fraction
    unit: Fraction
    bound: bool = False

    def may_be(self, value: Fraction) -> bool:
        """Tell whether it is that value, or one rounded to its last place; a bound may be rounded to either side."""
        if self.value == value:
            return True
        return not self.bound and "." in self.text and abs(self.value - value) < self.unit


def numerals(text: str) -> Iterator[Numeral]:
    """The numbers in words, without places in a paper, dates, versions, names of claims, indices and exponents.

    Example:
        >>> [one.text for one in numerals("Lemma 3: for $x_4^5$ at least 3.79, 1/7 or 10^-5 of 1,972 (12 %) in 2020")]
        ['10^-5', '3.79', '1/7', '1,972', '12 %']
    """
    bare = _NAMES.sub(" ", _PLACES.sub(" ", text))
    for found in _TEN.finditer(bare):
        front, exponent = Fraction(found["front"] or 1), int(found["exponent"])
        if abs(exponent) <= 400:
            yield Numeral(found[0], front * Fraction(10) ** exponent, Fraction(0), _is_bound(bare, found))
    rest = _TEN.sub(lambda ten: " " * len(ten[0]), bare)
    for found in _NUMERAL.finditer(rest):
        number = Fraction(found["digits"].replace(",", "") + (found["places"] or "") + (found["power"] or ""))
        unit = Fraction(f"1{found['power'] or 'e0'}") / 10 ** (len(found["places"] or ".") - 1)
        if found["below"] and int(found["below"]):
            number, unit = number / int(found["below"]), Fraction(0)
        scale = Fraction(1, 100) if found["percent"] else Fraction(1)
        yield Numeral(found[0].strip(), number * scale, unit * scale, _is_bound(rest, found))


def _is_bound(text: str, found: re.Match[str]) -> bool:
    return _BOUND.search(text[max(0, found.start() - 40) : found.start()]) is not None


def prose(claim: Claim) -> Iterator[tuple[str, str]]:
    """The words of a claim, by what they are."""
    yield "title", claim.title
    yield "statement", claim.statement
    yield "note", claim.note
    if claim.erratum is not None:
        yield "wrong", claim.erratum.wrong
        yield "cost", claim.erratum.cost
    if claim.counterexample is not None:
        yield "counterexample", claim.counterexample.says


def sources(claim: Claim, others: Iterable[Claim] = (), found: Iterable[str] = ()) -> set[Fraction]:
    """The numbers that a claim's words may say.

    Args:
        claim: what the words belong to.
        others: claims that it names, depends on, repairs or is repaired by.
        found: what else is computed or declared: scopes and witnesses of a run.
    """
    texts = [*_texts(claim), *found]
    for other in others:
        texts += [str(other.formula), *(str(one) for check in other.checks for one in check.conditions or ())]
        texts += [str(value) for value in other.parameters.values()]
        texts += _of_counterexample(other)
    values = {one.value for text in texts for one in numerals(_spaced(text))}
    return values | {1 / value for value in values if value} | {1 - value for value in values}


def unsourced(claim: Claim, known: Iterable[Fraction]) -> list[tuple[str, str]]:
    """The numbers in a claim's words that no source has, each with what it stands in.

    Args:
        claim: what the words belong to.
        known: the values of its sources.
    """
    values = set(known)
    values |= {top / bottom for top in values for bottom in values if bottom and _is_whole(top) and _is_whole(bottom)}
    return [
        (what, one.text)
        for what, text in prose(claim)
        for one in numerals(text)
        if not _is_structure(one) and not any(map(one.may_be, _near(one, values)))
    ]


def _is_whole(value: Fraction) -> bool:
    return value.denominator == 1 and 0 < value <= 1000


def _is_structure(one: Numeral) -> bool:
    return one.text.isdigit() and one.value <= (_SMALL_BOUND if one.bound else _SMALL)


def _near(one: Numeral, values: set[Fraction]) -> Iterable[Fraction]:
    return (one.value,) if one.value in values else values if "." in one.text else ()


def _texts(claim: Claim) -> Iterator[str]:
    yield str(claim.formula)
    yield claim.over
    yield claim.locator
    yield from claim.numbers
    yield from (entry.text for entry in claim.hypotheses)
    yield from (str(value) for value in claim.parameters.values())
    for miss in claim.near_misses:
        yield miss.name
        yield from map(str, (miss.formula, *(miss.parameters or {}).values()))
    for check in claim.checks:
        yield from _of_check(check)
    yield from _of_counterexample(claim)


def _of_counterexample(claim: Claim) -> Iterator[str]:
    if claim.counterexample is not None:
        one = claim.counterexample.certificate(claim)
        yield from chain(one["given"], chain.from_iterable(map(str, entry) for entry in (*one["let"], *one["at"])))


def _of_check(check: Check) -> Iterator[str]:
    yield check.title
    yield from map(str, check.conditions or ())
    yield from (f"{name} {equation}" for name, equation in check.definitions)
    yield "" if callable(check.proves) else str(check.proves)
    for citation in check.citations:
        yield from citation.terms.values()


def _spaced(text: str) -> str:
    """A formula as words: a number there is one wherever it stands, an exponent and a factor of a power of ten too."""
    scaled = " ".join(re.findall(r"\d+\*10\*\*-?\d+", text.replace(" ", ""))).replace("**", "^")
    plain = _POWER.sub(" ", text.replace("**", "^")).replace("*", " ")
    return re.sub(r"(\d)\s*/\s*(\d)", r"\1/\2", plain) + " " + scaled


def decided(claim: Claim) -> Iterator[tuple[str, Verdict]]:
    """The closed statements that are written for a claim's numbers, each with its verdict."""
    for text in claim.numbers:
        yield text, Formula(text).decide({})


def computed(claim: Claim) -> set[Fraction]:
    """Values that a replay of the counterexample computes: its definitions, the symbols, and the formula's terms.

    They are middles of narrow intervals: what is printed is a rounding of them.
    """
    if claim.counterexample is None:
        return set()
    found = replayed(claim.counterexample.certificate(claim))
    at = {symbol: _middle(value) for symbol, value in found.values.items()}
    values = {*at.values(), *map(_middle, found.named.values())}
    for term in _terms(claim.formula.tree):
        formula = Formula(text_of(term), {name: name for name in term.free_names()})
        value = formula.value({name: at[name] for name in formula.free}) if at.keys() >= set(formula.free) else None
        if value is not None:
            values.add(Fraction(Decimal(value.bounds(15)[0])))
    return values


def _middle(value: Number) -> Fraction:
    low, high = ends_of(value)
    return (low + high) / 2


def _terms(node: Any) -> Iterator[Node]:
    if isinstance(node, Node) and not node.is_statement and node.head not in ("number", "symbol"):
        yield node
    for part in node.parts if isinstance(node, Node) else node if isinstance(node, tuple) else ():
        yield from _terms(part)
