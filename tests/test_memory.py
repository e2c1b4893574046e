"""Store of intermediate results while one claim is examined."""

from __future__ import annotations

import pytest

from sdp_proofs import memory
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.papers import registry
from sdp_proofs.provers import smt
from sdp_proofs.verdict import Verdict


def test_nothing_is_kept_outside_and_nothing_survives() -> None:
    assert memory.kept(list) is None
    with memory.of_one_claim():
        outer: object = memory.kept(list)
        assert memory.kept(list) is outer
        assert memory.kept(dict) == {}
        with memory.of_one_claim():
            assert memory.kept(list) is not outer
        assert memory.kept(list) is outer
    assert memory.kept(list) is None


def test_an_examination_neither_uses_nor_leaves_answers() -> None:
    question = Formula("x**2 - 2*x + 1 >= 0", ["x"])
    smt.prove_for_all_reals([], question)
    before = dict(smt._in_this_process.settled)
    with memory.of_one_claim():
        answers = memory.kept(smt._Answers)
        assert answers is not None
        assert not answers.settled
        for text in ("x > 1", "x**2 > -1"):
            smt.prove_for_all_reals([], Formula(text, ["x"]))
        assert len(answers.settled) == 2
        assert answers.shared is not None
    assert smt._in_this_process.settled == before


def test_what_the_shared_context_leaves_open_is_asked_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    found_in = smt._found_in

    def first_fails(context: object, *more: object) -> smt.SmtResult:
        tried.append(id(context))
        if len(tried) == 1:
            return smt.SmtResult(Verdict.UNKNOWN, reason="not at once")
        return found_in(context, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(smt, "_found_in", first_fails)
    with memory.of_one_claim():
        assert smt.prove_for_all_reals([], Formula("x**2 >= 0", ["x"])).verdict is Verdict.HOLDS
        assert smt.prove_for_all_reals([], Formula("x**4 >= 0", ["x"])).verdict is Verdict.HOLDS
    first, second, third = tried
    assert first != second
    assert third == first


def _counterexamples(claim: Claim) -> list[str | None]:
    from sdp_proofs.ledger.run import run_claim

    return [miss.detail for miss in run_claim(claim).near_misses]


def test_a_result_does_not_depend_on_what_was_run_before() -> None:
    ledger = registry()
    claim, other = ledger["remark-eight-holds-at-larger-rates"], ledger["theorem-two"]
    alone = _counterexamples(other)
    _counterexamples(claim)
    assert _counterexamples(other) == alone
