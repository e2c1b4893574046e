"""Every number in the words of the ledger has a source: a formula, a run, a computation or a quotation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sdp_proofs.ledger import prose
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict
from tests.papers.computed_numbers import CITED, COMPUTED
from tests.papers.prose_numbers import claims_with_numbers, unsourced


def numbers(text: str) -> list[str]:
    return [one.text for one in prose.numerals(text)]


@pytest.mark.slow
def test_no_number_lacks_a_source() -> None:
    assert unsourced() == {}


def test_what_is_computed_or_quoted_stands_in_the_words() -> None:
    claims = registry()
    said = {(claim, f"{what}: {one.text}") for claim in {*COMPUTED, *CITED}
            for what, text in prose.prose(claims[claim]) for one in prose.numerals(text)}  # fmt: skip
    assert {(claim, number) for table in (COMPUTED, CITED) for claim in table for number in table[claim]} <= said


@pytest.mark.slow
@pytest.mark.parametrize("claim", COMPUTED)
def test_what_only_a_program_computes_is_as_it_is_printed(claim: str) -> None:
    assert [number for number, right in COMPUTED[claim].items() if not right()] == []


def test_what_is_quoted_has_its_words() -> None:
    assert all(_value(number) in set(map(_value, numbers(quoted)))
               for found in CITED.values() for number, quoted in found.items())


def _value(number: str) -> Fraction:
    [found] = prose.numerals(number.partition(": ")[2] or number)
    return found.value


@pytest.mark.parametrize("claim", claims_with_numbers(), ids=lambda claim: claim.id)
def test_what_is_written_for_the_numbers_holds(claim) -> None:
    assert {text: verdict for text, verdict in prose.decided(claim) if verdict is not Verdict.HOLDS} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the theorem fails from 3.79 on", ["3.79"]),
        ("Lemma 3, App. E.1, (10) and Theorem 2 (i) of 2018", []),
        ("$x_12^34$ and C_1 C_2^2", []),
        ("10^-5, $3 \\cdot 10^{-7}$ and 1e-9", ["10^-5", "3 \\cdot 10^{-7}", "1e-9"]),
        ("1,972 of 330,845 votes, 12 %", ["1,972", "330,845", "12 %"]),
        ("dp_accounting 0.6.0 prints 0.6", ["0.6"]),
        ("see at-most-14-types-are-enough", []),
    ],
)  # fmt: skip
def test_numbers_are_found(text: str, expected: list[str]) -> None:
    assert numbers(text) == expected


def left(text: str, *values: str) -> list[str]:
    claim = replace(registry()["no-density-above-two-fifths"], title="", statement=text, note="")
    return [number for _, number in prose.unsourced(claim, map(Fraction, values))]


class TestABoundIsNoRounding:
    def test_what_is_not_said_to_be_a_bound_may_be_rounded(self) -> None:
        assert left("epsilon is 0.893 there", "0.89257420525684") == []
        assert left("epsilon is 0.894 there", "0.89257420525684") == ["0.894"]

    @pytest.mark.parametrize("words", ["at least", "at most", "above", "from", "up to", "$<", "\\ge", "more than"])
    def test_a_bound_must_be_the_value_itself(self, words: str) -> None:
        assert left(f"epsilon is {words} 0.893 there", "0.89257420525684") == ["0.893"]
        assert left(f"epsilon is {words} 0.893 there", "893/1000") == []

    def test_the_border_that_was_wrong_in_the_errata_is_found(self) -> None:
        claim = registry()["the-gaussian-mechanism-is-private-for-every-epsilon"]
        told = replace(claim.erratum, wrong="It fails for delta = 0.92 from 3.79 on.")
        values = prose.sources(claim) | prose.computed(claim)
        found = prose.unsourced(replace(claim, erratum=told, title="", statement="", note=""), values)
        assert ("wrong", "3.79") in found


def test_equal_values_are_one_number() -> None:
    assert left("1/2, 0.5 and 50 %", "1/2") == []
    assert left("12/25", "12", "25") == []
    assert left("12/25", "12", "24") == ["12/25"]


def test_what_a_replay_computes_is_a_source() -> None:
    claim = registry()["loss-below-the-printed-exponential"]
    values = prose.computed(claim)
    assert Fraction(1, 3) in values
    assert any(Fraction("0.3300") < value < Fraction("0.3302") for value in values)
