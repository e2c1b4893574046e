"""Coq's compiler: found, asked for its version, and run on one file within limits."""

from __future__ import annotations

import contextlib
import functools
import re
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sdp_proofs.errors import DomainError

PACKAGES = "coq libcoq-interval libcoq-coquelicot"
"""On Debian."""
OLDEST = (8, 16)
SECONDS = 300
"""Of processor time for one file."""
_PATIENCE = 10
"""A busy machine may take that many times as long."""
BYTES = 6 * 2**30


class Answer(StrEnum):
    """What the kernel says to a file; nothing, if what the file requires is not there or not accepted."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TIMED_OUT = "timed out"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Compiled:
    """The answer to one file, with what the compiler said where it is not accepted."""

    answer: Answer
    said: str = ""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler that is there and new enough.

    Attributes:
        program: its path.
        version: as it prints it.
    """

    program: str
    version: str

    def compile(self, file: Path, folder: Path, seconds: int = SECONDS) -> Compiled:
        """Compile one file of an export within limits of processor time and memory."""
        root = folder.resolve()
        command = [self.program, "-q", "-w", "-notation-overridden", "-R", str(root), "SdpProofs", str(file.resolve())]
        return _run(command, root, seconds)

    def recheck(self, modules: Sequence[str], folder: Path, seconds: int = SECONDS) -> Compiled:
        """Check compiled modules of an export, without what they require, by the checker beside the compiler.

        Raises:
            DomainError: it is not there.
        """
        program = shutil.which("coqchk")
        if program is None:
            raise DomainError(f"coqchk must be on the path; got none. On Debian: apt-get install {PACKAGES}")
        root = folder.resolve()
        asked = [word for module in modules for word in ("-norec", f"SdpProofs.{module}")]
        computes = ("-bytecode-compiler", "yes")
        return _run([program, "-silent", *computes, "-R", str(root), "SdpProofs", *asked], root, seconds)


def _run(command: Sequence[str], root: Path, seconds: int) -> Compiled:
    """A program of Coq's within limits of processor time and memory."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE * seconds, check=False,
            cwd=root, preexec_fn=functools.partial(_limit, seconds),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Compiled(Answer.TIMED_OUT, f"not done in {_PATIENCE * seconds} s")
    if done.returncode == 0:
        return Compiled(Answer.ACCEPTED, done.stdout)
    said = " ".join(line.strip() for line in done.stderr.splitlines() if line.strip())
    if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return Compiled(Answer.TIMED_OUT, f"not done in {seconds} s of processor time")
    if "Out of memory" in said or "Stack overflow" in said or done.returncode < 0:
        return Compiled(Answer.TIMED_OUT, f"more than {BYTES // 2**30} GiB or the whole stack is needed")
    return Compiled(Answer.REFUSED, said[-400:])


def find() -> Compiler:
    """The compiler on the path.

    Raises:
        DomainError: there is none, or it is too old.
    """
    program = shutil.which("coqc")
    if program is None:
        raise DomainError(f"coqc must be on the path; got none. On Debian: apt-get install {PACKAGES}")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    found = re.search(r"version (\d+)\.(\d+)\S*", said)
    if found is None or (int(found[1]), int(found[2])) < OLDEST:
        got = said.splitlines()[0] if said.strip() else "no version"
        raise DomainError(f"coqc must be of version {OLDEST[0]}.{OLDEST[1]} or later; got {got}")
    return Compiler(program, found[0].removeprefix("version "))


def _limit(seconds: int) -> None:
    """Processor time and memory, where the system can limit them; and the whole stack, which large terms need."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
