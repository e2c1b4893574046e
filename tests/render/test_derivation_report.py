from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from sdp_proofs.ledger import Registry, TrustLedger, run_registry, snapshot
from sdp_proofs.render.claims import derivation_latex, derivation_lines, derivation_markdown
from sdp_proofs.render.terminal import print_claims
from tests.ledger.test_derivation import CHAIN, with_chain


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    registry = Registry([with_chain(CHAIN)], TrustLedger())
    return snapshot(registry, run_registry(registry))


@pytest.fixture(scope="module")
def chain(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["claims"][0]["derivation"]
    return found


def test_latex_sets_each_part_and_marks_every_line(chain: dict[str, Any]) -> None:
    text = derivation_latex(chain)
    assert text.count(r"\begin{chain}") == text.count(r"\end{chain}") == text.count(r"\formula{") == 2
    assert r"\paragraph{repaired}" in text
    lines = [line for line in text.splitlines() if line.startswith(r"\step")]
    assert len(lines) == 4
    assert text.splitlines()[1:3] == [r"\formula{\text{n*n}}", r"\step{= \text{n**2}}{algebra: holds}"]
    assert lines[1].startswith(r"\step{\leq \text{n**3}}")
    assert r"\textbf{FAILS, the first broken step}" in lines[2]
    assert r"{theorem (Bernoulli): holds}" in lines[3]


def test_latex_escapes_the_words(chain: dict[str, Any]) -> None:
    steps = [{**step, "rule": "50 % of {a_b}"} for step in chain["steps"]]
    assert r"50 \% of \{a\_b\}" in derivation_latex({**chain, "steps": steps})


def test_markdown_numbers_the_steps_and_shows_the_witness(chain: dict[str, Any]) -> None:
    text = derivation_markdown(chain)
    assert text.startswith("**Squares below powers** (App. A)\n")
    assert r"3. $< \text{3**n}$: **FAILS, the first broken step**; algebra" in text
    assert "   - fails at n = 3" in text
    assert r"   - assumes $n \ge 1$ (silent in the proof)" in text
    assert "*repaired*" in text
    assert text.endswith("4 steps: 3 proved or confirmed, 1 refuted; the first broken step is step 3.\n")


def test_titles_and_references_have_their_formulas_set(chain: dict[str, Any]) -> None:
    steps = [{**step, "reference": "for 2^-M"} for step in chain["steps"]]
    text = derivation_markdown({**chain, "title": "s <= m (1 - f)^n", "steps": steps})
    assert text.startswith(r"**$s \le m (1 - f)^{n}$**")
    assert text.count("(for $2^{-M}$)") == len(steps)


def test_what_is_said_of_a_step_stands_below_its_number(chain: dict[str, Any]) -> None:
    steps = [{**step, "number": step["number"] + 9} for step in chain["steps"]]
    text = derivation_markdown({**chain, "steps": steps})
    assert all(line.startswith("    - ") for line in text.splitlines() if line.lstrip().startswith("- "))


def test_the_terminal_shows_steps_in_order_with_the_broken_one_marked(document: dict[str, Any]) -> None:
    stream = io.StringIO()
    print_claims(document, Console(file=stream, width=120, markup=False, highlight=False, emoji=False))
    text = stream.getvalue()
    shown = text[text.index("\nDerivation\n") :]
    places = [shown.index(piece) for piece in (" 1. = n**2", " 2. <= n**3", " 3. < 3**n", "repaired:", " 4. <= 5**n")]
    assert places == sorted(places)
    assert "3. < 3**n   [FAILS, the first broken step]" in shown
    assert shown.count("[holds]") == 3
    assert not any(line.endswith(" ") for line in shown.splitlines())


def test_only_the_verdict_is_coloured(chain: dict[str, Any]) -> None:
    [broken] = [line for line in derivation_lines(chain) if "FAILS" in line.plain and "3." in line.plain]
    assert [(broken.plain[span.start : span.end], str(span.style)) for span in broken.spans] == [
        ("FAILS, the first broken step", "bold red")
    ]


def test_only_the_first_broken_step_is_called_so(chain: dict[str, Any]) -> None:
    broken = chain["steps"][2]
    text = derivation_markdown({**chain, "steps": [*chain["steps"][:3], {**broken, "number": 4}]})
    assert text.count("the first broken step**") == 1
    assert "4. $< \\text{3**n}$: **FAILS**;" in text


def test_a_step_without_decision_says_why(chain: dict[str, Any]) -> None:
    first = chain["steps"][0]
    evidence = {**first["evidence"], "verdict": "UNKNOWN", "detail": "time-out"}
    changed = {**chain, "first_broken": None, "steps": [{**first, "evidence": evidence}]}
    text = derivation_markdown(changed)
    assert "**not decided**" in text and "time-out" in text and "recorded HOLDS" in text
    assert text.endswith("1 step: 1 not decided.\n")
