"""The tactic for closed inequalities: what it proves, where it stops, and statements that fail at numbers."""

from fractions import Fraction

import pytest

from sdp_proofs.logic import proofs
from sdp_proofs.logic.kernel import INV, MAX, assume, implies, real, var
from sdp_proofs.logic.numbered import REASONS, reason, table
from sdp_proofs.logic.record import negations_of, theorems_of
from sdp_proofs.logic.tactics import Stuck
from sdp_proofs.logic.terms import below

proofs.load()
from sdp_proofs.logic.algebra import algebra, false_at  # noqa: E402

x, y, z = (var(name, "R") for name in "xyz")


@pytest.mark.parametrize(
    "goal",
    [
        implies(below(0, x), (x * INV(x)).eq(1)),
        implies(below(0, x), below(x, y), below(0, INV(x) - INV(y))),
        MAX(x, y).eq(MAX(y, x)),
        (MAX(0, x) - MAX(0, 0 - x)).eq(x),
        implies(below(0, x), below(0, y), below(0, x * y)),
        implies(real(0) <= x, below(0, y), (real(0) <= x * INV(y)) & (x * INV(y) * y <= x)),
    ],
)
def test_closed_inequalities_are_proved(goal):
    with proofs.deep():
        th = algebra(goal)
    assert th.concl == goal and not th.hyps


@pytest.mark.parametrize(
    "goal",
    [(x * INV(x)).eq(1), implies(real(0) <= x, below(0, x)), MAX(x, y) <= x, implies(below(0, x), below(INV(x), x))],
)
def test_what_is_false_is_not_proved(goal):
    with proofs.deep(), pytest.raises(Stuck):
        algebra(goal)


def test_a_statement_that_fails_at_numbers_is_refuted_there():
    from sdp_proofs.logic.kernel import forall
    from sdp_proofs.logic.terms import FALSE

    claim = forall(x, forall(y, implies(below(0, y), x * INV(y) <= x)))
    with proofs.deep():
        th = false_at(assume(claim), 1, Fraction(1, 2))
        assert set(th.hyps) == {claim} and th.concl in (FALSE, proofs.kernel.normal(FALSE))
        with pytest.raises(Stuck):
            false_at(assume(claim), 1, 2)


def test_each_numbered_result_has_a_sentence_or_a_reason():
    from sdp_proofs.papers import registry

    rows = list(table(registry().values()))
    assert len(rows) > 70
    assert not [row for row in rows if not row[3]]
    with_sentence = {claim for claim in REASONS if theorems_of(claim) or negations_of(claim)}
    assert not with_sentence
    assert not set(REASONS) - {claim for _, _, claim, _ in rows}
    assert all(reason(claim) for claim in REASONS)
