"""Known values of definitions: each holds, and a wrong one, a missing one and one that is not needed are faults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.logic import known_values, linting, proofs
from sdp_proofs.logic.known_values import OPEN, ROWS, unknown_values, value
from sdp_proofs.logic.terms import DEFINITIONS, Definition

proofs.load()


@pytest.mark.parametrize("name", list(DEFINITIONS))
def test_a_definition_has_three_values_that_everybody_knows(name: str) -> None:
    assert not list(unknown_values([DEFINITIONS[name]]))


def test_a_definition_without_known_values_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    ((name, said),) = unknown_values([Definition("unheard_of", "")])
    assert name == "unheard_of" and "0 known values" in said
    monkeypatch.setitem(ROWS, "mix", ROWS["mix"][:2])
    assert "2 known values" in dict(unknown_values([DEFINITIONS["mix"]]))["mix"]


@pytest.mark.parametrize(
    ("name", "row", "said"),
    [
        ("num", ((3,), 4), "is 3 at"), ("law", (([1, 1],), True), "is False at"),
        ("divergence", ((1, ["2/3", "1/3"], ["1/3", "2/3"]), "1/2"), "is 1/3 at"),
    ],
)  # fmt: skip
def test_a_known_value_that_the_definition_does_not_have_is_a_fault(
    name: str, row: tuple[object, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROWS, name, [*ROWS[name], row])
    ((_, found),) = unknown_values([DEFINITIONS[name]])
    assert said in found


def test_a_reason_beside_known_values_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPEN, "mix", "said so")
    ((_, found),) = unknown_values([DEFINITIONS["mix"]])
    assert "a reason why it has none" in found


def test_the_lint_has_the_faults_of_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linting, "DEFINITIONS", {"mix": DEFINITIONS["mix"]})
    monkeypatch.setattr(known_values, "ROWS", {})
    monkeypatch.setattr(known_values, "OPEN", {"nothing": "said so"})
    found = {(one.name, one.said) for one in linting.faults({}) if one.name in ("mix", "nothing")}
    assert found == {("mix", "has 0 known values, not three, and no reason why"),
                     ("nothing", "has known values or a reason, and is no definition")}  # fmt: skip


def test_values_of_sets_of_other_sizes() -> None:
    assert value("mix", "1/4", [1, 0], [0, 1], [3, 5]) == Fraction(9, 2)
    assert value("has_floor", known_values._UNIT, 1, sizes={"X": 1}) is True
