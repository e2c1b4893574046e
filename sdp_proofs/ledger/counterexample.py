"""What refutes a claim: a certificate in plain mathematics, and what a reader should take away from it.

A counterexample is written in the small language of `sdp_proofs.certificate` and shares no code with the checks: it
defines what the claim speaks of (`let`), says that the instance meets the hypotheses (`given`), and gives every symbol
of the claim's formula its value there (`at`). It does not say what is false: that is the claim's own formula, which a
run reads from its text and finds false at these values, with the standard library alone. `sdp-proofs certificate
CLAIM` writes a file that replays without this package's other modules.

How to write one:

* Numbers are exact: "51/49", never 1.04. `comb`, `factorial`, `sum`, `max`, `min`, `range`, `all`, `any`, `floor` and
  `ceil` are there; `exp`, `log`, `sqrt` give intervals; `running(first, ratios)` multiplies a recurrence out.
* Names of `let` are defined in order, and a later one may use those before; functions are lambdas of one expression.
  No name may mean two things: a parameter must not be called like a definition before it.
* A bound is enough where a symbol stands alone on one side of a relation: `at={"loss": ">= gain"}` says that the loss
  is at least `gain`. A loss that exceeds a level needs one event S: d(x, x') >= P(S) - E P'(S). A maximum over
  assignments needs one assignment. `says` names the inequality.
* A symbol that is typeset as an expression, and of which the claim names the program, is computed from the instance: a
  number that is typed for it would be an assertion about the program.
* A claim that a limit or an order of growth refutes states the exact fact that does so: a difference of a polynomial,
  a strict inequality at the extreme points.
* Published data enter as the integers that matter, and `says` names their source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdp_proofs.certificate import SCHEMA, CertificateError, replayed
from sdp_proofs.certificate.document import checked
from sdp_proofs.certificate.grammar import expression, name, words
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.programs import is_path
from sdp_proofs.notation import is_quantity

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim

_NAME = re.compile(r"[A-Za-z]\w*")
_VALUE = re.compile(r"\s*(>=|<=|)\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance at which a claim is false.

    Args:
        says: the instance, which tables show up to the first colon or full stop, and then why it refutes the claim.
        let: the definitions, each name with its expression.
        at: an expression for every symbol of the claim's formula, after ">=" or "<=" where it is a bound.
        given: relations that must be true: the hypotheses.

    Raises:
        DomainError: no words, a name that is none or has two meanings, or an expression that is none.

    Example:
        >>> zero = Counterexample("The square of 0 is not positive.", {"n": "0"}, {"square": "n**2"})
        >>> zero.at["square"]
        'n**2'
    """

    says: str
    let: Mapping[str, str]
    at: Mapping[str, str]
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.says.strip():
            raise DomainError("a counterexample must say what it is")
        known: frozenset[str] = frozenset()
        try:
            words(self.says, "what a counterexample says")
            for defined, text in self.let.items():
                expression(text, known)
                known |= {name(defined, known)}
            for _, _, text in self._values():
                expression(text, known)
            for text in self.given:
                expression(text, known)
        except CertificateError as error:
            raise DomainError(str(error)) from None
        for field in ("let", "at"):
            object.__setattr__(self, field, MappingProxyType(dict(getattr(self, field))))

    def _values(self) -> Iterator[tuple[str, str, str]]:
        for symbol, text in self.at.items():
            found = _VALUE.fullmatch(text)
            assert found is not None
            yield symbol, found[1] or "==", found[2]

    def certificate(self, claim: Claim) -> dict[str, Any]:
        """The JSON document that `python -P -m sdp_proofs.certificate` replays, with the formula of the claim."""
        return {
            "schema": SCHEMA,
            "claim": claim.id,
            "locator": claim.locator,
            "says": self.says,
            "let": [[defined, text] for defined, text in self.let.items()],
            "given": list(self.given),
            "formula": str(claim.formula),
            "at": [list(entry) for entry in self._values()],
        }


def problems_of_counterexample(claim: Claim) -> Iterator[str]:
    """What keeps the recorded counterexample from being an instance of the claim's own formula, as short sentences.

    The formula must be a statement that the replay can read, and every symbol in it, and no other, must have a value;
    a symbol that is a parameter of the claim has the parameter's, and a quantity is computed.
    """
    if claim.counterexample is None:
        return
    if claim.formula is None:
        yield "a refuted claim must have a formula, of which its counterexample is an instance"
        return
    certificate = claim.counterexample.certificate(claim)
    try:
        checked(certificate)
        shared = [symbol for symbol in claim.counterexample.at if symbol in claim.parameters]
        values = {symbol: _value(certificate, symbol) for symbol in shared}
        for symbol in sorted(claim.integers):
            if Fraction(str(_value(certificate, symbol))).denominator != 1:
                yield f"{symbol} must be an integer, as the claim says; the counterexample has another value"
    except (CertificateError, TypeError, ValueError) as error:
        yield f"the counterexample must be an instance of the formula: {error}"
        return
    for symbol in getattr(claim.formula, "free", ()):
        caption, means = claim.formula.symbols[symbol], claim.means.get(symbol)
        if (is_path(means) or (means is None and is_quantity(caption))) and not _computed(claim.counterexample, symbol):
            yield f"the counterexample must compute {symbol}, which is typeset as {caption}; it gives a bare number"
    for symbol in shared:
        given = claim.parameters[symbol]
        if isinstance(given, int | Fraction | str) and values[symbol] != Fraction(given):
            yield f"the counterexample must keep the parameter {symbol} = {given}; it has {values[symbol]}"


def _computed(counterexample: Counterexample, symbol: str) -> bool:
    """Whether what stands for a symbol is computed from something, and is no number that was typed.

    Example:
        >>> bare = Counterexample("A half.", {"half": "1/2", "n": "3", "share": "1/n"}, {"d": "half", "e": ">= share"})
        >>> _computed(bare, "d"), _computed(bare, "e")
        (False, True)
    """
    waiting, known = [_VALUE.fullmatch(counterexample.at[symbol])[2]], dict(counterexample.let)  # type: ignore[index]
    while waiting:
        text = waiting.pop()
        found = [node.id for node in ast.walk(ast.parse(text.strip(), mode="eval")) if isinstance(node, ast.Name)]
        if found and not text.strip().isidentifier():
            return True
        waiting += [known.pop(name) for name in found if name in known]
    return False


def _value(certificate: Mapping[str, Any], symbol: str) -> object:
    """What stands for one symbol, from no more definitions than it needs."""
    (entry,) = (entry for entry in certificate["at"] if entry[0] == symbol)
    let: list[list[str]] = []
    needed = set(_NAME.findall(entry[2]))
    for defined, text in reversed(certificate["let"]):
        if defined in needed:
            needed.update(_NAME.findall(text))
            let.insert(0, [defined, text])
    alone = {"let": let, "given": [], "formula": f"{symbol} == {symbol}", "at": [entry]}
    return replayed(alone).values[symbol]


class Defect(StrEnum):
    """What kind of mistake a refuted statement has.

    `EDGE`: it holds with the weak inequality for the strict one, a supremum for the maximum, or without a case in
    which nothing happens; nothing that is used of it changes.
    """

    TYPO = "typo"
    HYPOTHESIS = "missing hypothesis"
    CONSTANT = "wrong constant"
    DIRECTION = "wrong direction"
    EDGE = "only the edge"
    FALSE = "false"


@dataclass(frozen=True, slots=True)
class Erratum:
    """What a reader of the paper should know about a refuted claim.

    Args:
        wrong: what is wrong, to be understood in one reading.
        cost: what the repaired statement gives up or asks for; empty where nothing is repaired.
        defect: the kind of mistake.
    """

    wrong: str
    cost: str = ""
    defect: Defect = Defect.FALSE
