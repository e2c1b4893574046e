"""Counterexamples: certificates in plain mathematics, and the lesson that a reader should take away.

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
* A bound is enough for a symbol that is added, subtracted or multiplied by exact numbers: `at={"loss": ">= gain"}` says
  that the loss is at least `gain`, and `at={"P": ">= P", "Q": "<= Q"}` refutes `P <= E*Q`. A loss that exceeds a level
  needs one event S: d(x, x') >= P(S) - E P'(S). A maximum over assignments needs one assignment. `says` names the
  inequality.
* A symbol that is typeset as an expression, and of which the claim names the program, is computed from the instance: a
  number that is typed for it would be an assertion about the program.
* A claim that a limit or an order of growth refutes states the exact fact that does so: a difference of a polynomial,
  a strict inequality at the extreme points.
* Published data enter as the integers that matter, and `says` names their source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdp_proofs.certificate import SCHEMA, CertificateError
from sdp_proofs.certificate.grammar import expression, name, words
from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim

VALUE = re.compile(r"\s*(>=|<=|)\s*(.*)", re.DOTALL)
"""Text that stands for a symbol: an expression, after a relation where it is a bound."""


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
            found = VALUE.fullmatch(text)
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


class Defect(StrEnum):
    """Kind of mistake in a refuted statement.

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
    """Erratum: the message of a refuted claim to a reader of the paper.

    Args:
        wrong: what is wrong, to be understood in one reading.
        cost: what the repaired statement gives up or asks for; empty where nothing is repaired.
        defect: the kind of mistake.
    """

    wrong: str
    cost: str = ""
    defect: Defect = Defect.FALSE
