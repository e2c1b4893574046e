"""Files that commands write: refused before the work where that can be told, complete or absent after it.

Results come first. What is printed is printed before a file is written, and one file that cannot be written keeps no
other one from being written. Each gets its line of error, and the exit code says that not all was done.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TextIO

import typer

from sdp_proofs.cli.output import AGREES, BAD_INPUT, DISAGREES, INTERRUPTED

Options = Mapping[str, str | None]
"""Names of options, and the files that they name, if any."""


def check_places(written: Options, read: Options | None = None) -> None:
    """Refuse files that cannot be written, or that would destroy each other, before hours are spent on them.

    Args:
        written: the options that name files to write.
        read: those that name files which are read, and must stay.

    Raises:
        DomainError: no directory to write to, a directory, or one file twice; the message names the option.
    """
    from sdp_proofs.errors import DomainError

    seen: dict[str, str] = {}
    for name, file in (read or {}).items():
        if file is not None:
            seen[os.path.realpath(file)] = f"--{name}"
    for name, file in written.items():
        if file is None:
            continue
        reason = _obstacle(file)
        if reason is not None:
            raise DomainError(f"--{name} must name a file in a directory that exists; got {file!r}: {reason}")
        place = os.path.realpath(file)
        if place in seen and not _is_device(file):
            raise DomainError(f"the files to write must differ; got {file!r} for {seen[place]} and --{name}")
        seen[place] = f"--{name}"


def write_files(files: Iterable[tuple[str, Callable[[str], None]]], code: int = AGREES, *, note: str = "") -> int:
    """Write all files that can be written, and say so.

    Args:
        files: names, each with what writes a file of the name that it is given.
        code: what the command ends with if all can be written.
        note: what else is said of a file that was written.

    Returns:
        That code, or that of bad input. A finding stays the finding that it is, and an interrupt an interrupt.
    """
    failed = False
    for path, write in files:
        try:
            with _complete_or_absent(path) as place:
                write(place)
        except BrokenPipeError:  # a reader who has gone is no error, here as on the terminal
            raise
        except OSError as error:
            failed = True
            reason = error.strerror or str(error)
            typer.echo(f"sdp-proofs: error: files must be writable; got {reason}: {path}", err=True)
        else:
            typer.echo(f"wrote {path}{note}", err=True)
    return BAD_INPUT if failed and code not in (DISAGREES, INTERRUPTED) else code


def writes(content: str | Callable[[TextIO], None]) -> Callable[[str], None]:
    """Write a text, or what a function writes to a stream, to a file of the name that it is given."""

    def write(place: str) -> None:
        with open(place, "w", encoding="utf-8", newline="") as stream:
            if isinstance(content, str):
                stream.write(content)
            else:
                content(stream)

    return write


def leave(code: int) -> None:
    """End the command with an exit code."""
    if code != AGREES:
        raise typer.Exit(code)


def _obstacle(file: str) -> str | None:
    """Why a file of this name cannot be written, as far as its place tells."""
    try:
        os.stat(file)
    except FileNotFoundError:
        folder = os.path.dirname(os.path.realpath(file))
        if not file or not os.path.isdir(folder):
            return "there is no such directory"
        return None if os.access(folder, os.W_OK) else "the directory cannot be written to"
    except OSError as error:
        return error.strerror or str(error)
    if os.path.isdir(file):
        return "it is a directory"
    return None if os.access(file, os.W_OK) else "the file cannot be written to"


def _is_device(file: str) -> bool:
    """Tell whether a name stands for something that takes what is written to it, one thing after another."""
    return os.path.exists(file) and not os.path.isfile(file)


def _replaceable(file: str) -> bool:
    """Tell whether a new file may replace an old one: a pipe, a terminal or an open file must stay what it is."""
    if _is_device(file) or file.startswith(("/dev/", "/proc/")):
        return False
    return os.access(os.path.dirname(os.path.realpath(file)), os.W_OK)


@contextmanager
def _complete_or_absent(path: str) -> Iterator[str]:
    """The name of a file that gets the name `path` when all is written; after an error or Ctrl-C nothing is left."""
    if not _replaceable(path):
        yield path
        return
    final = os.path.realpath(path)
    folder, name = os.path.split(final)
    part = os.path.join(folder, f".part-{name[-100:]}")  # with its suffix, which tells the format of a picture
    try:
        yield part
        with suppress(FileNotFoundError):
            shutil.copymode(final, part)
        os.replace(part, final)
    except BaseException:  # Ctrl-C included: a half of a file must not stay behind; the error goes on as it is
        with suppress(OSError):
            os.remove(part)
        raise
