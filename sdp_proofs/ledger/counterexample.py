"""What refutes a claim: a certificate in plain mathematics, and what a reader should take away from it.

A counterexample is written in the small language of `sdp_proofs.certificate` and shares no code with the checks: it
defines what the claim speaks of (`let`), says that the instance meets the hypotheses (`given`), and ends in the
relation that the claim would need and that is false (`fails`). A run replays it with the standard library alone, and
`sdp-proofs certificate CLAIM` writes it to a file that replays without this package's other modules.

How to write one:

* Numbers are exact: "51/49", never 1.04. `comb`, `factorial`, `sum`, `max`, `min`, `range`, `all`, `any`, `floor` and
  `ceil` are there; `exp`, `log`, `sqrt` give intervals; `running(first, ratios)` multiplies a recurrence out.
* Names of `let` are defined in order, and a later one may use those before; functions are lambdas of one expression.
* A bound is enough. A loss that exceeds a level needs one event S: d(x, x') >= P(S) - E P'(S). A maximum over
  assignments needs one assignment. Where an inequality leads from the relation to the claim, `says` names it.
* A claim that a limit or an order of growth refutes states the exact fact that does so: a difference of a polynomial,
  a strict inequality at the extreme points.
* Published data enter as the integers that matter, and `says` names their source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from sdp_proofs.certificate import SCHEMA, CertificateError
from sdp_proofs.certificate.language import parsed
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance at which a claim is false.

    Args:
        says: the instance, which tables show up to the first colon or full stop, and then why the false relation
            refutes the claim.
        let: the definitions, each name with its expression.
        fails: the relation that the claim would need; false.
        given: relations that must be true: the hypotheses.

    Raises:
        DomainError: no words, a name that is none, or an expression that is none.

    Example:
        >>> square = Counterexample("The square of 0 is not positive.", {"n": "0"}, "n**2 > 0")
        >>> from sdp_proofs.certificate import confirm
        >>> confirm(square.certificate("squares-are-positive", "Theorem 1"))
        True
    """

    says: str
    let: Mapping[str, str]
    fails: str
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.says.strip():
            raise DomainError("a counterexample must say what it is")
        for name in self.let:
            if not name.isidentifier():
                raise DomainError(f"a definition must have a name, got {name!r}")
        try:
            for text in (*self.let.values(), *self.given, self.fails):
                parsed(text)
        except CertificateError as error:
            raise DomainError(str(error)) from None
        object.__setattr__(self, "let", MappingProxyType(dict(self.let)))

    def certificate(self, claim: str, locator: str) -> dict[str, Any]:
        """The JSON document that `python -m sdp_proofs.certificate` replays."""
        return {
            "schema": SCHEMA,
            "claim": claim,
            "locator": locator,
            "says": self.says,
            "let": [[name, text] for name, text in self.let.items()],
            "given": list(self.given),
            "fails": self.fails,
        }


class Defect(StrEnum):
    """What kind of mistake a refuted statement has."""

    TYPO = "typo"
    HYPOTHESIS = "missing hypothesis"
    CONSTANT = "wrong constant"
    DIRECTION = "wrong direction"
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
