"""A claim that its record calls established names the premises that were only assumed."""

from __future__ import annotations

from sdp_proofs.render.phrases import disagreements


def test_the_premises_that_were_assumed_are_named() -> None:
    premises = [{"text": "p <= c", "origin": "assumed"}, {"text": "E >= 0", "origin": "hypothesis"}]
    claim = {"status": "supported", "recorded": "established", "problems": [], "evidence": [{"premises": premises}]}
    said = "the evidence says supported, the record says established"
    assert list(disagreements(claim)) == [f"{said}; assumed, with no origin: p <= c"]
    assert list(disagreements({**claim, "evidence": []})) == [said]
    assert list(disagreements({**claim, "recorded": "supported"})) == []
