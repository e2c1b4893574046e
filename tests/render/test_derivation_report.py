"""Derivations in every form; how they look is in the golden files of the ledger `chain`."""

from __future__ import annotations

from typing import Any

import pytest

from sdp_proofs.ledger import Registry, TrustLedger, run_registry, snapshot
from sdp_proofs.render.claims import derivation_of
from sdp_proofs.render.latex import Latex
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.terminal import lines
from tests.ledger.test_derivation import CHAIN, with_chain


@pytest.fixture(scope="module")
def chain() -> dict[str, Any]:
    registry = Registry([with_chain(CHAIN)], TrustLedger())
    found: dict[str, Any] = snapshot(registry, run_registry(registry))["claims"][0]["derivation"]
    return found


def markdown(chain: dict[str, Any]) -> str:
    return Markdown().block(derivation_of(chain))


def test_latex_escapes_the_words(chain: dict[str, Any]) -> None:
    steps = [{**step, "rule": "50 % of {a_b}"} for step in chain["steps"]]
    assert r"50 \% of \{a\_b\}" in Latex().block(derivation_of({**chain, "steps": steps}))


def test_titles_and_references_have_their_formulas_set(chain: dict[str, Any]) -> None:
    steps = [{**step, "reference": "for 2^-M"} for step in chain["steps"]]
    text = markdown({**chain, "title": "s <= m (1 - f)^n", "steps": steps})
    assert text.startswith(r"**$s \le m (1 - f)^{n}$**")
    assert text.count("(for $2^{-M}$)") == len(steps)


def test_remarks_stand_below_the_number_of_their_step(chain: dict[str, Any]) -> None:
    steps = [{**step, "number": step["number"] + 9} for step in chain["steps"]]
    text = markdown({**chain, "steps": steps})
    assert all(line.startswith("    - ") for line in text.splitlines() if line.lstrip().startswith("- "))


def test_only_the_verdict_is_coloured(chain: dict[str, Any]) -> None:
    shown: list[Any] = [line for _, line in lines(derivation_of(chain))]
    [broken] = [line for line in shown if "FAILS" in line.plain and "3." in line.plain]
    assert [(broken.plain[span.start : span.end], str(span.style)) for span in broken.spans] == [
        ("FAILS, the first broken step", "bold red")
    ]


def test_only_the_first_broken_step_is_called_so(chain: dict[str, Any]) -> None:
    broken = chain["steps"][2]
    text = markdown({**chain, "steps": [*chain["steps"][:3], {**broken, "number": 4}]})
    assert text.count("the first broken step**") == 1
    assert "4. $< \\text{3**n}$: **FAILS**;" in text


def test_a_step_without_decision_says_why(chain: dict[str, Any]) -> None:
    first = chain["steps"][0]
    evidence = {**first["evidence"], "verdict": "UNKNOWN", "detail": "time-out"}
    text = markdown({**chain, "first_broken": None, "steps": [{**first, "evidence": evidence}]})
    assert "**not decided**" in text and "time-out" in text and "recorded HOLDS" in text
    assert text.endswith("1 step: 1 not decided.")
