"""The numbers of other accountants: what is recorded, and what happens when it is measured again."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError
from sdp_proofs.papers.accountants import peers
from sdp_proofs.papers.accountants.peers import UNRELEASED, Printed, compared, measured, of, recorded, tools_of

NAMES = {
    "dp-accounting": {
        *("pld", "PLDAccountant", "RdpAccountant", "REPLACE_ONE"),
        *("PoissonSampledDpEvent", "GaussianDpEvent", "RandomizedResponseDpEvent", "ComposedDpEvent"),
        "MixtureGaussianPrivacyLoss",
    },
    "google/differential-privacy": {
        *("RdpAccountant", "REPLACE_ONE", "range"),
        *("ExponentialMechanismDpEvent", "ComposedDpEvent", "PoissonSampledDpEvent", "ZCDpEvent"),
    },
    "opacus": {"rdp", "gdp", "ORDERS"},
    "opendp": {"profile"},
    "prv-accountant": {"PRVAccountant", "PoissonSubsampledGaussianMechanism"},
}


@pytest.mark.parametrize("row", recorded(), ids=lambda row: row.call)
def test_a_row_says_what_was_asked(row: Printed) -> None:
    """The release is one of this package, and its numbers are those of the call."""
    question = Question.of(read_release(row.release), row.adjacency)
    steps = sum(count for _, count in question.release.terms())
    numbers = [
        Fraction(str(node.value)) for node in ast.walk(ast.parse(row.call)) if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float) and not isinstance(node.value, bool)
    ]  # fmt: skip
    assert steps == 1 or steps in numbers
    assert Fraction(row.given) in numbers
    assert row.version and row.asked in ("delta", "epsilon")
    used = {node.id for node in ast.walk(ast.parse(row.call)) if isinstance(node, ast.Name)}
    assert used <= NAMES[row.program]


def test_a_promise_is_known_by_its_name() -> None:
    assert {row.program for row in of("renyi-epsilon")} == {"dp-accounting", "opacus"}
    with pytest.raises(DomainError, match=r"must be one of pld-upper-delta, .* got 'pld'"):
        of("pld")


def test_measuring_again(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Printed("p", "hypothesis", "0", "gaussian(sigma=1)", "add-remove", "delta", "2", "half(2)", "1.0")
    monkeypatch.setattr(peers, "tools_of", lambda program: {"half": lambda number: number / 2})
    assert measured(row).printed == "1.0"
    assert measured(replace(row, call="half(1)")).printed == "0.5"
    assert measured(replace(row, call="half('x')")).printed == "TypeError"
    assert measured(row).version != "0"
    monkeypatch.setattr(peers, "recorded", lambda: (row, replace(row, call="half(3)")))
    said: list[str] = []
    assert [found.printed for found in compared(said.append)] == ["1.0", "1.5"]
    assert said[0].endswith("half(2) = 1.0 (the same)") and said[1].endswith("half(3) = 1.5 (recorded 1.0)")


def test_what_is_not_installed_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(program: str) -> dict[str, object]:
        raise ImportError(program)

    monkeypatch.setattr(peers, "tools_of", missing)
    said: list[str] = []
    assert tuple(compared(said.append)) == recorded()
    assert all("is not installed" in line for line in said)
    with pytest.raises(DomainError, match="must be one that the file names, got 'other'"):
        tools_of("other")


def test_others_answers_are_recorded_at_every_point_of_the_figure() -> None:
    """Each program's curve has all numbers of steps; proven bounds of others are no lower than the proven epsilon."""
    from sdp_proofs.figures.accounting import STEPS, printed_by_steps

    found = printed_by_steps()
    assert len(found) == 5
    for entries in found.values():
        assert [steps for steps, _ in entries] == list(STEPS)
        assert all(low < high for (_, low), (_, high) in pairwise(entries))
    truth = epsilon_at(Question.of(read_release("poisson(rate=256/60000, gaussian(sigma=1.1)) * 100")), "1e-5").value
    assert truth is not None
    for name, entries in found.items():
        assert (entries[0][1] < truth.lower) is (name == "Opacus, central limit")


def test_what_is_in_no_release_is_not_run_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A released dp_accounting lacks the event that tells the two apart; what is unreleased keeps its commit."""
    released = SimpleNamespace(NeighboringRelation=SimpleNamespace(REPLACE_ONE=1))
    monkeypatch.setattr(peers.importlib, "import_module", lambda name: released)
    with pytest.raises(ImportError, match="is not what is installed"):
        tools_of(UNRELEASED)
    row = Printed("p", UNRELEASED, "b5b0286", "gaussian(sigma=1)", "add-remove", "delta", "2", "half(2)", "1.0")
    monkeypatch.setattr(peers, "tools_of", lambda program: {"half": lambda number: number / 2})
    assert measured(row) == row
