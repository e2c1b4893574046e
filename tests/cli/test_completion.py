"""The shell completes names without loading a ledger, and every name that it offers is one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sdp_proofs.cli import completion, main
from sdp_proofs.papers import figures, papers, registry, tables
from sdp_proofs.report.phrases import WORDS
from sdp_proofs.report.severity import Severity


def test_claims_are_found_in_the_text_of_their_modules() -> None:
    known, offered = set(registry()), set(completion.claim_names())
    assert offered <= known
    assert len(offered) > 0.95 * len(known)
    assert completion.complete_claim("remark-eight") == sorted(
        name for name in offered if name.startswith("remark-eight")
    )
    assert "smoothed-loss-below-one-exponential" in completion.complete_claim("below-one-exponential")


def test_fixed_names_are_those_of_the_commands() -> None:
    assert set(completion.paper_names()) == {paper.key for paper in papers()}
    assert set(completion.complete_table("")) == tables().keys()
    assert set(completion.complete_figure("")) == figures().keys()
    assert set(completion.STATUSES) == set(WORDS)
    assert list(completion.SEVERITIES) == [*Severity]
    assert completion.complete_figure("lssgd-t") == ["lssgd-table"]


def test_a_key_press_loads_no_paper() -> None:
    code = (
        "import sys; from sdp_proofs.cli.completion import complete_claim, complete_paper, complete_figure\n"
        "complete_claim('r'), complete_paper(''), complete_figure('')\n"
        "print([name for name in sys.modules if name.startswith(('sdp_proofs.papers', 'sympy', 'flint', 'z3'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("words", "offered"),
    [("show remark-eight-", "remark-eight-holds"), ("figure lssgd-", "lssgd-table"), ("table t", "theorem-5")],
)
def test_the_shell_asks_and_is_answered(words: str, offered: str) -> None:
    asked = {"_SDP_PROOFS_COMPLETE": "complete_bash", "COMP_WORDS": f"sdp-proofs {words}", "COMP_CWORD": "2"}
    call = [sys.executable, "-m", "sdp_proofs"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, env={**os.environ, **asked})
    assert offered in done.stdout


def test_figures_have_captions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(figures())
    assert main(["figure", "1", "--caption"]) == 0
    assert capsys.readouterr().out == figures()["1"].caption + "\n"
    assert main(["figure"]) == 2
    assert "figure must be one of 1, 2, 2-left" in capsys.readouterr().err
