"""One invocation in a process of its own, and what is wrong with how it ended."""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli.fuzz.words import Case

CPU_SECONDS = 60
ADDRESS_SPACE = 5 * 2**30


@dataclass(frozen=True)
class Outcome:
    """Outcome of an invocation."""

    code: int | None
    signal: int
    out: str
    err: str
    seconds: float
    megabytes: float

    def faults(self, case: Case) -> Iterator[str]:
        """Yield the faults of an outcome."""
        if self.signal:
            yield f"ended by signal {self.signal}"
        elif self.code not in case.codes:
            yield f"exit code {self.code}, not in {case.codes}"
        if "Traceback" in self.err + self.out or "Exception ignored" in self.err:
            yield "traceback"
        if self.code == 2 and self.out:
            yield "output of a bad input"
        if self.code == 2 and (self.err.count("\n") != 1 or not self.err.startswith("sdp-proofs: error: ")):
            yield "not one line of error"
        if self.code == 0 and "--json" in case.arguments and "--help" not in case.arguments:
            try:
                if "schema" not in json.loads(self.out):
                    yield "JSON without a schema"
            except ValueError:
                yield "no JSON"


def run(case: Case, folder: Path) -> Outcome:
    """One invocation in a process of its own."""
    out, err = folder / "stdout", folder / "stderr"
    child = os.fork()
    if not child:
        _enter(case, out, err)
    _, status, usage = os.wait4(child, 0)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
    texts = [stream.read_text(encoding="utf-8", errors="replace") for stream in (out, err)]
    seconds = usage.ru_utime + usage.ru_stime
    return Outcome(code, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, *texts, seconds, usage.ru_maxrss / 1024)


def _enter(case: Case, out: Path, err: Path) -> None:
    code = 99
    try:
        for number, path in ((1, out), (2, err)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**27, 2**27))
        from sdp_proofs.cli import main

        code = main(list(case.arguments))
        sys.stdout.flush()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        sys.stderr.flush()
        os._exit(code)
