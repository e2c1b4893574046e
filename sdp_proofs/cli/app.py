"""Assembles the command line and turns errors into one line and an exit code.

A command is one module of this directory, named in `COMMANDS`, that defines

    def register(app: typer.Typer) -> None:
        app.command("delta")(delta)

and a plain function for the command itself. The rules that keep the commands alike:

* Module level imports the standard library, `typer` and `sdp_proofs.cli.output` only. Whatever
  computes or renders is imported inside the command, because every command pays for what any module
  imports at module level. Parameters are `Annotated[...]` with `typer.Option` or `typer.Argument`.
* Mathematical inputs are `str` parameters that reach the library as typed; the library reads them
  exactly and raises `DomainError`. Commands catch nothing: `run` prints the one line of error.
* With `--json` a command calls `print_json(payload, schema)`; otherwise it prints text with `typer.echo`.
* A command returns nothing for success and raises `typer.Exit(code)` for every other exit code; the
  codes have names in `sdp_proofs.cli.output`.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from sdp_proofs.cli.output import AGREES, BAD_INPUT, BROKEN_PIPE, INTERRUPTED
from sdp_proofs.errors import DomainError, PrecisionError

COMMANDS = (
    "verify",
    "list_claims",
    "show",
    "certificate",
    "errata",
    "hunt",
    "delta",
    "utility",
    "audit",
    "smoothed",
    "figure",
    "table",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"sdp-proofs {version('sdp-proofs')}")
        except PackageNotFoundError:
            typer.echo("sdp-proofs (not installed)")
        raise typer.Exit


def _entry(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Audit the mathematics of differential privacy papers, and compute privacy with proven digits."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def build() -> typer.Typer:
    """The application with every command of `COMMANDS`."""
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=True)
    app.callback(invoke_without_command=True)(_entry)
    for name in COMMANDS:
        importlib.import_module(f"sdp_proofs.cli.{name}").register(app)
    return app


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no input leads to a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a symbol must not end the run
            stream.reconfigure(errors="backslashreplace")
    try:
        command: Any = typer.main.get_command(build())
        code = command.main(args=arguments, prog_name="sdp-proofs", standalone_mode=False)
        sys.stdout.flush()
    except (DomainError, PrecisionError) as error:
        message = str(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _leave_pipe()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return _leave_pipe()
        raise
    except OSError as error:
        name = "" if error.filename is None else f": {error.filename}"
        message = f"files must be readable and writable; got {error.strerror or error}{name}"
    except Exception as error:
        if not hasattr(error, "format_message"):  # every usage error has it, nothing else does
            raise
        message = error.format_message()
    else:
        return code if isinstance(code, int) else AGREES
    print("sdp-proofs: error:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def _leave_pipe() -> int:
    """Nobody reads the output any more: say nothing, also not when the interpreter flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
