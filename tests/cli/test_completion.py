"""The shell completes names without loading a ledger, and every name that it offers is one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest

from sdp_proofs import figures, tables
from sdp_proofs.cli import completion, main
from sdp_proofs.papers import PAPERS, papers, registry
from sdp_proofs.render.front import Severity
from sdp_proofs.render.phrases import WORDS


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
    assert set(completion.complete_table("")) == {*tables.names()} == tables.tables().keys()
    assert set(completion.complete_figure("")) == {*figures.names()} == figures.figures().keys()
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


@pytest.mark.slow(every=2)
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
    listed = capsys.readouterr().out
    names = [line.split()[0] for line in listed.splitlines()[1:] if not line.startswith(" ")]
    assert sorted(names) == figures.names()
    of = [PAPERS.index(figures.find(name).paper) for name in names]
    assert of == sorted(of)
    assert not re.search(r"[\\$~{}]", listed)  # words for a reader; --caption prints LaTeX
    assert main(["figure", "1", "--caption"]) == 0
    assert capsys.readouterr().out == figures.find("1").caption + "\n"
    assert main(["figure"]) == 2
    assert "figure must be one of 1, 2, 2-left" in capsys.readouterr().err


def _parameters() -> dict[tuple[str, str], object]:
    import typer

    from sdp_proofs.cli.app import build

    program: Any = typer.main.get_command(build())
    return {
        (name, parameter.name): parameter for name, command in program.commands.items() for parameter in command.params
    }


def offered(command: str, option: str, incomplete: str = "") -> list[str]:
    parameter: Any = _parameters()[command, option]
    return [item.value for item in parameter.shell_complete(None, incomplete)]


def test_every_paper_and_every_claim_is_completed_wherever_one_is_asked_for() -> None:
    """But for what names a new one, and for figures and tables, which are not of a paper."""
    asked = {key for key in _parameters() if key[1] in ("paper", "claim", "claims")}
    assert {key[0] for key in asked} >= {"verify", "list", "show", "certificate", "errata", "hunt", "trust", "export"}
    for command, option in asked:
        kind = completion.paper_names() if option == "paper" else completion.complete_claim("remark-eight")
        assert sorted(offered(command, option, "" if option == "paper" else "remark-eight")) == sorted(kind)


@pytest.mark.parametrize(
    ("command", "option", "words"),
    [
        ("table", "form", ["csv", "markdown", "latex", "json"]),
        ("account", "adjacency", ["add-remove", "replace-one"]),
        ("delta", "mechanism", ["sampling-histogram", "sampling-average"]),
        ("train", "model", ["logistic", "cnn"]),
        ("verify", "depth", ["default", "deep"]),
    ],
)
def test_options_of_a_few_words_offer_them(command: str, option: str, words: list[str]) -> None:
    assert offered(command, option) == words
