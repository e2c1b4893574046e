"""The application is built of the command that is asked for, or of all."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from sdp_proofs.cli import main
from sdp_proofs.cli.app import COMMANDS, build


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_found_by_its_name(name: str) -> None:
    alone = typer.main.get_command(build([name]))
    assert list(alone.commands) == [name]  # type: ignore[attr-defined]


def test_all_commands_are_there_unless_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
    assert listed >= set(COMMANDS)


@pytest.mark.parametrize(("typed", "meant"), [("delt", "delta"), ("new_paper", "new-paper"), ("list_claims", "")])
def test_a_name_that_is_none_is_compared_with_all(typed: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([typed]) == 2
    said = capsys.readouterr().err
    assert typed in said
    assert meant in said


def test_a_cold_start_loads_no_other_command() -> None:
    program = (
        "import sys; from sdp_proofs.cli import main; "
        "assert main(['delta', '--counts', '3,2', '--draws', '2', '--odds', '2']) == 0; "
        "print(sorted(name for name in sys.modules if name in ('sdp_proofs.cli.train', 'sdp_proofs.cli.claims')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
