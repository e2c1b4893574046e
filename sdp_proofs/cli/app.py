"""Assembles the command line and turns errors into one line and an exit code.

A command is a function of a module of this directory, marked as `command` says; `MODULES` names the module. All
refusals are exceptions of the library, and only `run` prints them.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from sdp_proofs.cli import command as commands
from sdp_proofs.cli.output import AGREES, BAD_INPUT, BROKEN_PIPE, INTERRUPTED, UNDECIDED
from sdp_proofs.errors import DomainError, PrecisionError

MODULES = {
    "verify": "claims",
    "list": "claims",
    "show": "claims",
    "certificate": "evidence",
    "export": "export",
    "errata": "claims",
    "trust": "claims",
    "new-paper": "new_paper",
    "scaffold": "evidence",
    "hunt": "evidence",
    "delta": "databases",
    "epsilon": "databases",
    "utility": "utility",
    "audit": "audit",
    "smoothed": "smoothed",
    "account": "account",
    "audit-run": "audit_run",
    "program": "program",
    "convert": "convert",
    "figure": "figure",
    "table": "table",
    "train": "train",
}
"""Modules of the commands; help lists them in this order."""
COMMANDS = tuple(MODULES)


def _print_version(context: typer.Context, wanted: bool) -> None:
    """Show the version, if somebody typed the option: a parser that takes an absent one for it must not win."""
    source = context.get_parameter_source("version")
    if wanted and source is not None and source.name == "COMMANDLINE":
        from sdp_proofs.edition import edition

        typer.echo(edition())
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
        command = _chosen() if sys.stdin.isatty() and sys.stdout.isatty() else None
        typer.echo(command or context.get_help())


def _chosen() -> str | None:
    """Ask somebody at a terminal what they have."""
    from sdp_proofs.cli.choose import choose

    try:
        return choose(input, typer.echo)
    except EOFError:
        return None


def build(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The application with every command, or with some of them."""
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=True)
    app.callback(invoke_without_command=True)(_entry)
    for name in names:
        importlib.import_module(f"sdp_proofs.cli.{MODULES[name]}")
        commands.COMMANDS[name].add_to(app)
    return app


def _asked(arguments: Sequence[str]) -> Iterable[str]:
    """The commands that a call needs: the one it begins with, as a cold start would wait for the others, or all."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS and not _completing() else COMMANDS


def _completing() -> bool:
    return bool(os.environ.get("_SDP_PROOFS_COMPLETE"))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no input leads to a traceback, and nothing but a command to success."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a symbol must not end the run
            stream.reconfigure(errors="backslashreplace")
    try:
        command: Any = typer.main.get_command(build(_asked(sys.argv[1:] if arguments is None else arguments)))
        code = command.main(args=arguments, prog_name="sdp-proofs", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _leave_pipe()
    except BaseException as error:  # an end without a word of its own is no success
        if isinstance(error, SystemExit) and isinstance(error.__context__, BrokenPipeError):
            return _leave_pipe()
        if isinstance(error, SystemExit) and _completing():  # the shell asked, typer answered
            raise
        message, code = _explained(error)
    else:
        return code if isinstance(code, int) else AGREES
    _drop_what_cannot_be_written()
    print("sdp-proofs: error:", _one_line(message), file=sys.stderr)
    return code


def _one_line(message: str) -> str:
    """A message without what a terminal would act upon: it may quote a stranger's file, or its name."""
    line = " ".join(message.split())
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)


def _drop_what_cannot_be_written() -> None:
    """Drop the rest of the buffer: on a full disk it would fail once more at exit, and end the interpreter with 120."""
    try:
        sys.stdout.flush()
    except OSError:
        _leave_pipe()
    except ValueError:
        pass  # closed


def _explained(error: BaseException) -> tuple[str, int]:
    """Explain an error, also one that cannot say what it is: a traceback ends in the code of findings."""
    try:
        return _complaint(error)
    except KeyboardInterrupt:
        return "interrupted", INTERRUPTED
    except BaseException as second:  # the error may be of the making of another ledger, and raise anything
        return f"a command must not crash; got {type(error).__name__}, whose text is {type(second).__name__}", UNDECIDED


def _complaint(error: BaseException) -> tuple[str, int]:
    """Line and exit code for an error: a defect of a program decides nothing, and 1 is for findings."""
    if isinstance(error, DomainError | PrecisionError):
        return str(error), BAD_INPUT
    if isinstance(error, ModuleNotFoundError):  # raised of a package that nothing has declared
        from sdp_proofs.extras import advice, extra_of

        if extra := extra_of(name := (error.name or "").partition(".")[0]):
            return advice(name, extra), BAD_INPUT
    if isinstance(error, OSError):
        name = "" if error.filename is None else f": {error.filename}"
        return f"files must be readable and writable; got {error.strerror or error}{name}", BAD_INPUT
    if isinstance(error, MemoryError):
        return "what is asked must fit into the memory of this machine, and did not; ask for less", BAD_INPUT
    if hasattr(error, "format_message"):  # every usage error has it, nothing else does
        return error.format_message(), BAD_INPUT
    if isinstance(error, SystemExit):
        return f"a command must not be ended by what it runs; got exit code {error.code!r}", UNDECIDED
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(place.filename)}, line {place.lineno}"
    return f"a command must not crash; got {type(error).__name__}: {error} ({where})", UNDECIDED


def _leave_pipe() -> int:
    """Nobody reads the output any more: say nothing, also not when the interpreter flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
