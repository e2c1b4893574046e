"""The code of a refusal: what tests of the command line match, so that a sentence may be worded better."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from sdp_proofs.cli import main
from sdp_proofs.cli.app import build
from sdp_proofs.errors import DomainError, PrecisionError


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str], subject: str = "") -> str:
    """Run a command that is refused: one line on standard error, exit code 2, and the code of the exception.

    Args:
        arguments: as typed.
        capsys: what it prints.
        subject: a word of the line, such as the option that is meant.
    """
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.startswith("sdp-proofs: error: ")
    assert subject in said.err
    program: Any = typer.main.get_command(build(arguments[:1]))
    try:
        program.main(args=arguments, prog_name="sdp-proofs", standalone_mode=False)
    except (DomainError, PrecisionError) as error:
        assert " ".join(str(error).split())[:40] in said.err
        return error.code
    except Exception as error:
        assert hasattr(error, "format_message"), "an error of usage"
        return "usage"
    raise AssertionError("the command must be refused")
