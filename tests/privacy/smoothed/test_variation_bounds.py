"""Bounds by total variation, against the losses themselves, and what they are for: budgets next to nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.tables import BlockDeltas, VariationBounds, profile_table
from sdp_proofs.privacy.smoothed.partly_averaged import decide_unimodal
from sdp_proofs.verdict import Verdict


@given(st.data())
def test_every_loss_of_a_block_lies_between_the_bounds(data: st.DataObject) -> None:
    records = data.draw(st.integers(2, 60))
    draws = data.draw(st.integers(1, records - 1))
    first = data.draw(st.integers(1, records))
    last = data.draw(st.integers(first, records))
    excess = data.draw(st.sampled_from([Fraction(0), Fraction(1, 10**9), Fraction(1, 100), Fraction(1, 3)]))
    bounds = VariationBounds(records, draws, excess)
    low, high = bounds.lower(first, last), bounds.upper(first, last)
    losses = profile_table(records, draws, Budget.read(odds=1 + excess), first=first, last=last, digits=20)
    assert high is not None
    assert all(low <= loss.upper() and loss.lower() <= high for loss in losses)


@pytest.mark.parametrize(("records", "draws"), [(10**6, 998_000), (155_507_476, 155_196_462)])
@pytest.mark.parametrize("share", [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])
def test_long_blocks_are_bounded_sharply(records: int, draws: int, share: Fraction) -> None:
    first = int(records * share)
    last = first + records // (records - draws)  # about one more that is not sampled
    bounds = VariationBounds(records, draws, Fraction(1, 10**20))
    low, high = bounds.lower(first, last), bounds.upper(first, last)
    (loss,) = profile_table(records, draws, Budget.read(epsilon="1e-30"), first=first, last=first, digits=15)
    assert high is not None
    with ctx.workprec(64):
        assert low <= loss.upper() and loss.lower() <= high
        assert high - low < loss * arb("1e-2")


def test_a_block_with_too_many_modes_is_left_to_others() -> None:
    assert VariationBounds(10**6, 5 * 10**5, Fraction(0)).upper(1, 10**6) is None


@pytest.mark.parametrize(("epsilon", "sharp"), [("0", True), ("1e-30", True), ("1e-5", True), ("1e-4", False)])
def test_they_are_used_where_they_are_sharp(epsilon: str, sharp: bool) -> None:
    losses = BlockDeltas(155_507_476, 155_196_462, Budget.read(epsilon=epsilon), 12, False)
    assert (losses.bounds.variation is not None) == sharp  # type: ignore[attr-defined]


@pytest.mark.parametrize("draws", [0, 10])
def test_nothing_is_bounded_where_nothing_is_random(draws: int) -> None:
    assert VariationBounds.if_sharp(10, draws, Fraction(0)) is None


@pytest.mark.slow
def test_an_epsilon_next_to_nothing_is_decided_at_electorate_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the level of the elections since 1920; it used to take a minute, and was not decided."""
    records = 155_507_476
    losses = BlockDeltas(records, 155_196_462, Budget.read(epsilon="1e-30"), 12, False)
    computed = 0
    real = losses.deltas

    def counted(first: int, last: int) -> list[arb]:
        nonlocal computed
        computed += last - first + 1
        return real(first, last)

    monkeypatch.setattr(losses, "deltas", counted)
    assert decide_unimodal(losses, arb("0.001500445618").upper()) is Verdict.HOLDS
    assert computed < 200_000
