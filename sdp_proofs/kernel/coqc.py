"""Coq's compiler: found, limited, run file by file, asked for axioms.

Each run has limits. Answers are kept in the folder of the export, by digest, so that what was accepted before is
skipped; they are forgotten with another compiler.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.theorem import Theorem, foreign, library_digest, library_text, needed, required

FILE = "kernel.json"
_COMPILER = "compiler"


class Kept:
    """Digests of what was accepted, and of false neighbours that were refused.

    Args:
        folder: of an export.
        compiler: the version whose answers count.
    """

    def __init__(self, folder: Path, compiler: str) -> None:
        self._path = folder / FILE
        self._lock = Lock()
        self._digests = {_COMPILER: compiler}
        with suppress(OSError, ValueError):
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if isinstance(found, dict) and found.get(_COMPILER) == compiler:
                self._digests = found

    def has(self, name: str, digest: str) -> bool:
        """Tell whether exactly this was answered before."""
        return self._digests.get(name) == digest

    def add(self, name: str, digest: str) -> None:
        """Write an answer down at once.

        A run that is broken off loses nothing.
        """
        with self._lock:
            self._digests[name] = digest
            text = json.dumps(dict(sorted(self._digests.items())), indent=1)
            self._path.write_text(text, encoding="utf-8")


PACKAGES = "coq libcoq-interval libcoq-coquelicot"
"""On Debian."""
OLDEST = (8, 16)
SECONDS = 300
"""Seconds of processor time for one file."""
_PATIENCE = 10
"""A busy machine may take that many times as long."""
BYTES = 6 * 2**30


class Answer(StrEnum):
    """Answer of the kernel to a file.

    It is none if what the file requires is not there or not accepted.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TIMED_OUT = "timed out"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Compiled:
    """Answer to one file, and the compiler's words where not accepted, with the line where it stopped."""

    answer: Answer
    said: str = ""
    line: int = 0


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
        """Compile one file, within limits of processor time and memory."""
        root = folder.resolve()
        command = [self.program, "-q", "-w", "-notation-overridden", "-R", str(root), "SdpProofs", str(file.resolve())]
        return _run(command, root, seconds)

    def recheck(self, modules: Sequence[str], folder: Path, seconds: int = SECONDS) -> Compiled:
        """Check compiled modules again, by the checker beside the compiler.

        What they require is not checked.

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
    line = re.search(r"line (\d+), characters", said)
    return Compiled(Answer.REFUSED, said[-400:], int(line[1]) if line else 0)


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
    """Limit processor time and memory; free the whole stack.

    Large terms need it. Not every system can limit.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec": "the real numbers",
    "ClassicalDedekindReals.sig_not_dec": "the real numbers",
    "Classical_Prop.classic": "excluded middle",
    "FunctionalExtensionality.functional_extensionality_dep": "functions are equal where their values are",
}
"""Axioms that the theorems may rest on, beside the integers of 63 bits and the floats of the processor."""
BATCH = 20
"""Files that the checker reads in one run, as it takes a second to start."""
PRIMITIVE = re.compile(r"(PrimInt63|Uint63|Sint63|PrimFloat|FloatAxioms|FloatOps)\.")


@dataclass(frozen=True, slots=True)
class Checked:
    """Answers of the kernel, and the axioms behind them.

    Attributes:
        answers: one per theorem, by claim.
        axioms: the names of all that the accepted theorems rest on.
    """

    answers: Mapping[str, Compiled]
    axioms: tuple[str, ...]

    def of(self, answer: Answer) -> list[str]:
        """The claims with that answer."""
        return [claim for claim, found in self.answers.items() if found.answer is answer]

    @property
    def foreign_axioms(self) -> list[str]:
        """Axioms that no theorem may rest on."""
        return [name for name in self.axioms if name not in AXIOMS and not PRIMITIVE.match(name)]


def check(
    folder: Path,
    theorems: Mapping[str, Theorem],
    compiler: Compiler,
    *,
    jobs: int = 1,
    seconds: int = SECONDS,
    advance: Callable[[str, Compiled], None] = lambda claim, found: None,
) -> Checked:
    """Compile the files that `export.write` has written.

    Args:
        folder: where they are.
        theorems: by claim.
        compiler: see `coqc.find`.
        jobs: compilers at a time.
        seconds: limit for one file.
        advance: told every answer as it comes.
    """
    kept = Kept(folder, compiler.version)
    unusable = _unusable(folder, needed(theorems.values()), compiler, kept, seconds)
    by_claim: dict[str, Compiled] = {}

    def one(theorem: Theorem) -> Compiled:
        file = folder / "claims" / f"{theorem.module}.v"
        gap = unusable.get(theorem.requires) or _gap(theorem, by_claim)
        if gap is not None:
            found = gap
        elif kept.has(theorem.claim, theorem.digest) and file.with_suffix(".vo").exists():
            found = Compiled(Answer.ACCEPTED)
        else:
            found = compiler.compile(file, folder, seconds)
        if found.answer is Answer.ACCEPTED:
            kept.add(theorem.claim, theorem.digest)
        else:
            file.with_suffix(".vo").unlink(missing_ok=True)
        advance(theorem.claim, found)
        return found

    # Theorems come after those they cite, and the long computations before that.
    stages = [[one for one in theorems.values() if bool(one.uses) is cites] for cites in (False, True)]
    for stage in stages:
        stage.sort(key=lambda theorem: theorem.requires in ("Delta", "Digits"))
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            by_claim |= zip((theorem.claim for theorem in stage), pool.map(one, stage), strict=True)
    answers = {claim: by_claim[claim] for claim in theorems}
    accepted = [
        (theorems[claim].module, theorems[claim].name)
        for claim, found in answers.items()
        if found.answer is Answer.ACCEPTED
    ]
    return Checked(answers, axioms(folder, accepted, compiler) if accepted else ())


def _unusable(
    folder: Path, names: Iterable[str], compiler: Compiler, kept: Kept, seconds: int
) -> dict[str, Compiled]:
    """Compile the library; return the files that failed, with answers.

    Theorems that require such a file get its answer.

    Only what is written here can be refused. What another library must have and has not, no kernel has looked at.
    """
    unusable: dict[str, Compiled] = {}
    there: dict[str, Compiled] = {}
    for name in names:
        file, digest = folder / "library" / f"{name}.v", library_digest(name)
        below = next((unusable[other] for other in required(name) if other in unusable), None)
        if below is not None:
            unusable[name] = below
        elif not (kept.has(f"library/{name}", digest) and file.with_suffix(".vo").exists()):
            found = compiler.compile(file, folder, seconds)
            if found.answer is Answer.REFUSED:
                found = _missing(name, folder, compiler, there) or found
            if found.answer is Answer.ACCEPTED:
                kept.add(f"library/{name}", digest)
            else:
                file.with_suffix(".vo").unlink(missing_ok=True)
                unusable[name] = Compiled(found.answer, f"library/{name}.v: {found.said}")
    return unusable


def _missing(name: str, folder: Path, compiler: Compiler, known: dict[str, Compiled]) -> Compiled | None:
    """Find what a file requires of other libraries and cannot load.

    It is the first that cannot be loaded even alone in a file.
    """
    for line in foreign(library_text(name)):
        if line not in known:
            probe = folder / "library" / "Probe.v"
            probe.write_text(line + "\n", encoding="utf-8")
            known[line] = compiler.compile(probe, folder)
            for path in probe.parent.glob("*Probe.*"):
                path.unlink()
        if known[line].answer is Answer.REFUSED:
            package, module = line.removeprefix("From ").removesuffix(".").split(" Require ")
            what = package if package == module else f"{module} of {package}"
            told = f"missing {what}, which cannot be loaded ({known[line].said}); on Debian: apt-get install {PACKAGES}"
            return Compiled(Answer.NOT_CHECKED, told)
    return None


def _gap(theorem: Theorem, answers: Mapping[str, Compiled]) -> Compiled | None:
    """Return the refusal of a cited theorem, if there is one."""
    for used in theorem.uses:
        found = answers.get(used.claim)
        if found is not None and found.answer is not Answer.ACCEPTED:
            return Compiled(Answer.NOT_CHECKED, f"it cites {used.claim}, which is {found.answer}: {found.said}")
    return None


def recheck(folder: Path, theorems: Iterable[Theorem], compiler: Compiler, jobs: int = 1) -> dict[str, str]:
    """Let the checker that comes with Coq read the compiled files.

    It is a program without tactics.

    Args:
        folder: of an export that was compiled.
        theorems: those that were accepted.
        compiler: see `coqc.find`.
        jobs: checkers at a time.

    Returns:
        What it said of each batch that it did not accept, by the first theorem of the batch.
    """
    kept = Kept(folder, compiler.version)
    theorems = list(theorems)
    digests = {f"library.{name}": library_digest(name) for name in needed(theorems)}
    digests |= {f"claims.{theorem.module}": theorem.digest for theorem in theorems}
    waiting = [name for name, digest in digests.items() if not kept.has(f"recheck/{name}", digest)]
    batches = [waiting[start : start + BATCH] for start in range(0, len(waiting), BATCH)]

    def one(batch: list[str]) -> Compiled:
        found = compiler.recheck(batch, folder)
        for name in batch if found.answer is Answer.ACCEPTED else ():
            kept.add(f"recheck/{name}", digests[name])
        return found

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        answers = zip(batches, pool.map(one, batches), strict=True)
        return {
            batch[0]: f"{found.answer}: {found.said}" for batch, found in answers if found.answer is not Answer.ACCEPTED
        }


def axioms(
    folder: Path, names: Iterable[tuple[str, str]], compiler: Compiler, room: str = "library"
) -> tuple[str, ...]:
    """Return the axioms of theorems, each by its module and name, by `Print Assumptions` in a file of a room."""
    names = list(names)
    lines = [f"From SdpProofs Require {module}." for module in dict.fromkeys(module for module, _ in names)]
    parts, last = [], "I"
    for index, (module, name) in enumerate(names):
        # One term that uses them all, so that what they share is gone through once; its type stays short.
        parts.append(f"Definition upto_{index} : True := let _ := @{module}.{name} in {last}.")
        last = f"upto_{index}"
    file = folder / room / "Assumptions.v"
    parts += [f"Definition all_of_them := {last}.", "Print Assumptions all_of_them."]
    file.write_text("\n".join([*lines, *parts]) + "\n", encoding="utf-8")
    found = compiler.compile(file, folder)
    if found.answer is not Answer.ACCEPTED:
        return (f"unknown ({found.said})",)
    return tuple(sorted(set(re.findall(r"^([A-Za-z_][\w.']*)(?=\s*:|$)", found.said, re.MULTILINE)) - {"Axioms"}))
