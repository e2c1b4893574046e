"""Attacks on the ways to prove: false statements that were established once, and true ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Registry, run_registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.premises import Given
from tests.proving.test_premises import believing, toy

Attacks = Mapping[str, Callable[[], tuple[Claim, ...]]]
"""Ledgers by what is tried in them; what is tried is their last claim."""


def of(text: str, *given: Given, integers: str = "") -> Claim:
    """A claim that is to be proved from premises by the solver."""
    names = Formula(text, ["x", "y", "n", "m", "k", "s", "exp_1", "root_1", "term_1", "count"]).free
    return toy("false", text, names, by_solver("so", list(given)), integers=frozenset(integers))


def statuses(claims: tuple[Claim, ...]) -> dict[str, str]:
    """The statuses of claims in a ledger that believes whatever these name."""
    return {result.id: str(result.status) for result in run_registry(Registry(claims, believing(*claims)))}


def status(claims: tuple[Claim, ...]) -> str:
    """The status of the last claim."""
    return statuses(claims)[claims[-1].id]


def tried(attacks: Attacks, *, established: bool) -> Callable[[str], None]:
    """The test that each of the last claims is established, or that none is."""

    @pytest.mark.parametrize("name", attacks)
    def test(name: str) -> None:
        assert (status(attacks[name]()) == "established") is established

    return test
