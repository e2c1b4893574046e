"""Words of claims are sentences, and instances are printed as people write them."""

from __future__ import annotations

import re
from fractions import Fraction

from sdp_proofs.ledger import Claim
from sdp_proofs.notation import typeset
from sdp_proofs.papers import registry
from sdp_proofs.papers.small_instances import each

CLAIMS = list(registry().values())
_SENTENCE = re.compile(r".*[.!?][)'\"]?", re.DOTALL)


def said_of(claim: Claim) -> dict[str, str]:
    erratum = claim.erratum
    said = {"statement": claim.statement, "note": claim.note, "uncheckable": claim.uncheckable or ""}
    said |= {"wrong": erratum.wrong, "cost": erratum.cost} if erratum is not None else {}
    return {name: text.strip() for name, text in said.items() if text.strip()}


def test_what_is_said_of_a_claim_ends_with_a_full_stop() -> None:
    unended = [(one.id, name) for one in CLAIMS for name, text in said_of(one).items() if not _SENTENCE.fullmatch(text)]
    assert not unended


def test_a_sentence_begins_with_a_capital_or_with_a_formula() -> None:
    begun = {(one.id, name): typeset(text) for one in CLAIMS for name, text in said_of(one).items()}
    small = {key: text[:40] for key, text in begun.items() if text[0].islower() and not text.startswith(_BEGIN)}
    assert not small


_BEGIN = ("exp rises", "make_zCDP_to_approxDP")
"""The names of a function and of a program, with which a sentence begins."""


def test_products_of_numbers_are_not_typed_as_programs_are() -> None:
    assert not [(one.id, name) for one in CLAIMS for name, text in said_of(one).items() if re.search(r"\d\*\d", text)]


def test_the_natural_logarithm_has_one_sign() -> None:
    """Formulas are typeset with ln, and so are words: a log stands where its base does not matter."""
    said = {(one.id, name): text for one in CLAIMS for name, text in (said_of(one) | {"title": one.title}).items()}
    said |= {(one.id, "formula"): one.formula.latex() for one in CLAIMS if one.formula is not None}
    assert not [key for key, text in said.items() if re.search(r"\blog *(\\left)?\(", text)]
    assert [key for key, text in said.items() if key[1] == "formula" and r"\ln\left(" in text]


def test_a_coordinate_of_an_instance_is_written_without_names_of_types() -> None:
    instances = each(lambda shares: {"x": shares[0]}, shares=[(Fraction(1, 2), Fraction(0))])
    assert [name for name, _ in instances(CLAIMS[0])] == ["shares = (1/2, 0)"]
