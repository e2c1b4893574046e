"""A theorem of one's own: evaluated, hunted, its mutants, idle and vacuous premises, proved; and what is refused."""

from __future__ import annotations

import pytest

import sdp_proofs as sdp
from sdp_proofs.api.statements import Statement
from sdp_proofs.cli.sentences import tell
from sdp_proofs.errors import DomainError
from sdp_proofs.logic import proofs
from sdp_proofs.logic.kernel import Term, Theorem, assume, discharge, fn, gen, implies, real, var
from sdp_proofs.logic.surface import A, Fun, R, claimed
from sdp_proofs.logic.tactics import Stuck, ar, at, use
from sdp_proofs.logic.vocabulary import Law, Nonneg, Odds, Real, close, integral, o
from sdp_proofs.logic.vocabulary import test as is_a_test
from sdp_proofs.verdict import Verdict


def stated(slack: int) -> Statement:
    @sdp.statement
    def two_steps(E: Odds, d: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
        """Two steps cost twice the budget; the second slack is multiplied by the odds."""
        return implies(close(E, d, P, Q), close(E, d, Q, S), close(E * E, (slack + E) * d, P, S))

    return two_steps


def steps(slack: int):
    """A proof that two steps cost so much."""

    def proof(E, d, P, S, e1, *premises: Theorem) -> Theorem:
        f, (one, two) = var("f", fn(A, R)), premises[-2:]
        is_test = assume(is_a_test(f))
        end = ar(P(f) <= E * E * S(f) + (slack + E) * d, use(at(one, f), is_test), use(at(two, f), is_test), e1)
        return gen(f, discharge(is_test.concl, end))

    return proof


def test_a_true_theorem_is_evaluated_hunted_and_proved() -> None:
    mine = stated(1)
    assert "P ≈_(E², (1 + E) d) S" in str(mine) and "1" in mine._repr_latex_()
    assert mine.holds(E=1, d="1/4", P=["1/2", "1/2"], Q=["1/4", "3/4"], S=[0, 1]) is Verdict.HOLDS
    assert not mine.hunt(100).refuted and mine.met().how == "instance" and mine.faults() == []
    changes = {one.change: one.found.refuted for one in mine.mutants(80)}
    assert changes["without the premise close(E, d, P, Q)"] and not changes["without the premise law(P)"]
    found = mine.prove(steps(1))
    assert (found.name, found.computed) == ("two-steps", ())
    assert mine.faults() == ["its proof does not use 0 <= d, law(P), law(Q), law(S)"]
    assert "two_steps" not in proofs.load()


def test_a_false_theorem_is_refuted_and_where_its_proof_stops_the_goal_is_printed() -> None:
    mine = stated(0)
    found = mine.hunt(300)
    assert found.refuted and mine.holds(found.sizes, **found.instance) is Verdict.FAILS
    with pytest.raises(Stuck, match=r"(?s)no certificate for P\(f\).*from Q\(f\) <= E"):
        mine.prove(steps(0))


def test_a_mutant_that_no_instance_decides_is_told_to_be_not_hunted() -> None:
    def density(ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
        return implies(integral(ig, M), real(0) <= 1)

    lines: list[str] = []
    assert not tell(sdp.statement(density), None, lines.append, 20)
    assert sum("not hunted: no instance that is drawn decides it" in line for line in lines) >= 2
    assert "replayed; it cites the axioms alone" in "\n".join(lines)
    assert "its proof does not use integral(ig, M)" in lines[-1]
    with pytest.raises(Stuck, match="no certificate for"):
        stated(0).attempt()


def test_a_new_proof_takes_the_place_of_an_old_one() -> None:
    mine = stated(1)
    mine.prove(steps(1))
    with pytest.raises(Stuck):
        mine.prove(steps(0))


def test_steps_that_prove_another_sentence_are_refused() -> None:
    mine, other = stated(1), claimed(lambda_of_nothing)
    line = proofs.theorem_line("own", ar(real(0) <= 1))
    with pytest.raises(proofs.Refused, match="another sentence"):
        proofs.replayed_line("own", line, other.term)
    with pytest.raises((ValueError, TypeError)):
        mine.prove(lambda *args: ar(real(0) <= 1))


def lambda_of_nothing(x: Real) -> Term:
    return real(0) <= x * x


def no_annotation(P, Q):
    return close(1, 0, P, Q)


def no_proposition(x: Real):
    return x


def no_term(x: Real):
    return 3


def not_typed(x: Real, P: Law[A]):
    return P(lambda a: 1) <= P


def no_sort(x: int):
    return x <= 1


@pytest.mark.parametrize("f", [no_annotation, no_proposition, no_term, not_typed, no_sort, 3, "no-such-statement"])
def test_what_is_no_statement_is_refused_in_one_line(f: object) -> None:
    with pytest.raises(DomainError) as error:
        sdp.statement(f)  # type: ignore[arg-type]
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


def test_a_premise_that_nobody_meets_is_a_fault_of_ones_own_theorem() -> None:
    @sdp.statement
    def vacuous(x: Real):
        return implies(x <= 0, real(1) <= x, real(0) <= x)

    assert vacuous.met().how == "nothing" and "no instance meets" in vacuous.faults()[0]


def test_what_belongs_to_the_package_is_asked_of_the_package() -> None:
    mine = stated(1)
    for ask in (mine.proof, lambda: mine.coq("nowhere"), lambda: sdp.statement("weaker").prove(steps(1))):
        with pytest.raises(DomainError):
            ask()
