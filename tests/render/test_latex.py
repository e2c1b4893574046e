from __future__ import annotations

import copy
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.ledger import run_registry, snapshot
from sdp_proofs.render.ledger import ledger_latex
from tests.ledger.toy_ledger import registry

ODD = '50% of {x_1} & #2 ~ ^ \\input{x} $5 <a> |b| "c" `d` δ ≤ é — ☃'


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(registry(), run_registry(registry()))


def test_every_claim_has_a_section_that_links_lead_to(document: dict[str, Any]) -> None:
    text = ledger_latex(document)
    targets = re.findall(r"\\hypertarget\{([^}]*)\}", text)
    assert targets == [claim["id"] for claim in document["claims"]]
    assert set(re.findall(r"\\hyperlink\{([^}]*)\}", text)) == set(targets)
    assert "For every integer $n$, $n^2 \\ge 0$." in text
    assert "silent in the paper" in text
    assert "fails: $n = 0$, square = 0/1" in text


def test_equal_evidence_gives_equal_text(document: dict[str, Any]) -> None:
    slower = copy.deepcopy(document)
    slower["claims"][0]["evidence"][0]["seconds"] = 7.5
    assert ledger_latex(slower) == ledger_latex(document)


def test_odd_signs_are_printed_as_they_are(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    changed["claims"][0]["title"] = ODD
    text = ledger_latex(changed)
    assert r"50\% of $\{x_{1}\}$ \& \#2" in text
    assert "\\input{" not in text
    assert "[U+2603]" in text


def test_what_people_typed_is_typeset(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    first = changed["claims"][0]
    first["hypotheses"] = [{"text": "epsilon <= n^2", "silent": False}]
    first["note"] = "Here delta < 1/n."
    first["evidence"][0]["scope"] = "all n <= 12, every T"
    text = ledger_latex(changed)
    for formula in (r"$\epsilon \le n^{2}$", r"$\delta < 1/n$", r"all $n \le 12$, every $T$"):
        assert formula in text


def broken_chain(formula: str) -> dict[str, Any]:
    """One step whose line must break, with a reason that must."""
    side = {"latex": formula, "text": formula}
    evidence = {"method": "SMT", "coverage": "ALL", "title": "solver", "scope": "all n", "verdict": "HOLDS"}
    step = {"number": 1, "part": "", "before": side, "relation": "<=", "after": side, "rule": "theorem"}
    step |= {"reference": "a long one, " * 12, "hypotheses": [], "note": "", "recorded": "HOLDS"}
    step |= {"evidence": {**evidence, "witness": None}, "near_misses": {"refuted": 0, "total": 0, "details": []}}
    return {"title": "a chain", "source": "", "first_broken": None, "agrees": True, "steps": [step]}


@pytest.mark.slow
def test_latex_accepts_the_document(document: dict[str, Any], tmp_path: Path) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not on the PATH")
    changed = copy.deepcopy(document)
    for claim in changed["claims"]:
        claim["formula"]["latex"] = r"\sum_{k \leq n} \binom{n}{k} \geq 0 \iff n \geq 0"
    long = " + ".join([r"\max\left(0, \frac{p(a)}{p'(a)} - e^{\epsilon}\right)"] * 12)
    changed["claims"][1]["formula"]["latex"] = rf"\left({long}\right) \leq 1"
    assert [claim["id"] for claim in changed["claims"] if claim.get("derivation")] == []
    changed["claims"][1]["derivation"] = broken_chain(long)
    changed["claims"][0] |= {"title": ODD, "statement": ODD, "note": ODD}
    (tmp_path / "ledger.tex").write_text(ledger_latex(changed), encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "ledger.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    missing = re.search(r"File `\S+' not found", done.stdout)
    if missing:
        pytest.skip(f"LaTeX is incomplete here: {missing[0]}")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull \\hbox" not in done.stdout
