"""Proved sentences in a folder of files for Coq, and its answers to them.

The proofs are terms, written by `logic.coq`; nothing is searched for, and nothing but the library of Coq is required.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.files import replace_text
from sdp_proofs.kernel.coqc import SECONDS, Answer, Checked, Compiled, Compiler, Kept, axioms
from sdp_proofs.kernel.export import CACHES, OWN_ENDINGS
from sdp_proofs.logic.coq import Export, export
from sdp_proofs.logic.record import files, theorems_of
from sdp_proofs.logic.replay import lines

PROJECT = "_CoqProject"
FIRST_LINE = "-R . SdpProofs  # proved sentences"
OWN = ("theory_", "t_")
"""Beginnings of the names of files: one a theory, and once one a theorem."""


def chosen(names: Iterable[str]) -> list[str]:
    """The theorems that are meant by names, with underscores or hyphens, or by ids of claims; all by none.

    Raises:
        DomainError: no theorem has the name or states the claim.
    """
    known = {name for kind, name, _, _ in lines(map(str, files())) if kind == "theorem"}
    found: dict[str, None] = {}
    for name in names:
        own = name.replace("-", "_")
        theorems = (own,) if own in known else theorems_of(name)
        if not theorems:
            raise DomainError(f"a name must be one of a proved sentence, or of a claim that one states; got {name!r}")
        found |= dict.fromkeys(theorems)
    return list(found)


def sentences(names: Iterable[str]) -> Export:
    """Proved sentences, replayed, with all that their proofs cite."""
    return export(chosen(names))


def write(folder: Path, found: Export) -> list[Path]:
    """Write the lemmas, the definitions and a file for each theory; files of earlier exports are taken away.

    Raises:
        DomainError: something else is in the folder.
    """
    texts = found.files()
    _check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {PROJECT: "\n".join([FIRST_LINE, *texts]) + "\n", **texts}.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            replace_text(path, text)
    for path in folder.iterdir():
        name = path.name.lstrip(".")
        if name.startswith(OWN) and f"{name.split('.')[0]}.v" not in texts:
            path.unlink()
    return [folder / name for name in texts]


def _check_folder(folder: Path) -> None:
    """Refuse a folder in which somebody else's work could be."""
    if folder.exists() and not folder.is_dir():
        raise DomainError(f"--coq-sentences must name a folder; got the file {folder}")
    entries = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    project = folder / PROJECT
    ours = project.is_file() and project.read_text(encoding="utf-8", errors="replace").startswith(FIRST_LINE + "\n")
    own = (*OWN, "Laws.", "Definitions.", "Assumptions.")
    kept = (PROJECT, "kernel.json", *CACHES)
    foreign = [
        name for name in entries
        if not (ours and (name in kept or (name.lstrip(".").startswith(own) and name.endswith(OWN_ENDINGS))))
    ]  # fmt: skip
    if foreign:
        raise DomainError(
            "the folder of the sentences must be new, or that of an earlier export of sentences; "
            f"got {folder} with {foreign[0]}"
        )


def check(
    folder: Path,
    found: Export,
    compiler: Compiler,
    *,
    jobs: int = 1,
    seconds: int = SECONDS,
    advance: Callable[[], None] = lambda: None,
) -> Checked:
    """Compile what `write` has written; what was accepted before is skipped.

    Args:
        folder: where the files are.
        found: the theorems.
        compiler: see `coqc.find`.
        jobs: compilers at a time.
        seconds: limit for one file.
        advance: called after each theorem.
    """
    kept = Kept(folder, compiler.version)
    base, digest = Compiled(Answer.ACCEPTED), ""
    for name in ("Laws", "Definitions"):
        digest = _digest(digest, (folder / f"{name}.v").read_text(encoding="utf-8"))
        if base.answer is Answer.ACCEPTED:
            base = _compiled(folder, name, digest, kept, compiler, seconds)
    requires, texts = found.requires(), found.files()
    of_file = {name: [n for n, one in found.lemmas.items() if one.file == name] for name in requires}
    digests: dict[str, str] = {}
    for name, before in requires.items():
        digests[name] = _digest(digest, texts[f"{name}.v"], *(digests[one] for one in before))

    def one(name: str, done: Mapping[str, Compiled]) -> Compiled:
        missing = next((other for other in requires[name] if done[other].answer is not Answer.ACCEPTED), None)
        if base.answer is not Answer.ACCEPTED:
            answer = Compiled(Answer.NOT_CHECKED, f"the lemmas are {base.answer}: {base.said}")
        elif missing is not None:
            answer = Compiled(Answer.NOT_CHECKED, f"its file requires {missing}, which is {done[missing].answer}")
        else:
            answer = _compiled(folder, name, digests[name], kept, compiler, seconds)
        for _ in of_file[name]:
            advance()
        return answer

    by_file = _each_after(requires, one, jobs)
    answers: dict[str, Compiled] = {}
    for name, names in of_file.items():
        answers |= _told(names, texts[f"{name}.v"], by_file[name])
    answers = {name: answers[name] for name in found.lemmas}
    accepted = [(found.lemmas[n].file, f"t_{n}") for n, said in answers.items() if said.answer is Answer.ACCEPTED]
    return Checked(answers, axioms(folder, accepted, compiler, ".") if accepted else ())


def _each_after(
    requires: Mapping[str, Iterable[str]], one: Callable[[str, Mapping[str, Compiled]], Compiled], jobs: int
) -> dict[str, Compiled]:
    """The answers to files, each asked for when those that it requires have theirs."""
    done: dict[str, Compiled] = {}
    running: dict[Future[Compiled], str] = {}
    waiting = list(requires)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        while waiting or running:
            ready = [name for name in waiting if done.keys() >= set(requires[name])]
            waiting = [name for name in waiting if name not in ready]
            running |= {pool.submit(one, name, done): name for name in ready}
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done[running.pop(future)] = future.result()
    return done


def _told(names: Sequence[str], text: str, answer: Compiled) -> dict[str, Compiled]:
    """The answers to the theorems of a file: where it is refused at a line, one theorem is, and no other is checked."""
    begun = re.findall(r"^\(\* (\w+): ", "\n".join(text.split("\n")[: answer.line]), re.MULTILINE)
    if answer.answer is not Answer.REFUSED or not begun:
        return dict.fromkeys(names, answer)
    other = Compiled(Answer.NOT_CHECKED, f"its file ends at {begun[-1]}, which is refused")
    return {name: answer if name == begun[-1] else other for name in names}


def recheck(folder: Path, found: Export, accepted: Iterable[str], compiler: Compiler, jobs: int = 1) -> dict[str, str]:
    """Let coqchk, a program without tactics, read the compiled lemmas, definitions and theorems again.

    Args:
        folder: where they were compiled.
        found: the export.
        accepted: the theorems that the compiler accepted.
        compiler: see `coqc.find`.
        jobs: checkers at a time.

    Returns:
        The answer to each module that it did not accept.
    """
    kept = Kept(folder, compiler.version)
    modules = ["Laws", "Definitions", *dict.fromkeys(found.lemmas[name].file for name in accepted)]
    digests = {name: _digest("coqchk", (folder / f"{name}.v").read_text(encoding="utf-8")) for name in modules}
    waiting = [name for name in modules if not kept.has(f"recheck/{name}", digests[name])]

    def one(name: str) -> Compiled:
        answer = compiler.recheck([name], folder)
        if answer.answer is Answer.ACCEPTED:
            kept.add(f"recheck/{name}", digests[name])
        return answer

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        answers = dict(zip(waiting, pool.map(one, waiting), strict=True))
    return {name: f"{one.answer}: {one.said}" for name, one in answers.items() if one.answer is not Answer.ACCEPTED}


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _compiled(folder: Path, module: str, digest: str, kept: Kept, compiler: Compiler, seconds: int) -> Compiled:
    """The answer to one file, from memory if it was accepted before."""
    file = folder / f"{module}.v"
    if kept.has(module, digest) and file.with_suffix(".vo").exists():
        return Compiled(Answer.ACCEPTED)
    found = compiler.compile(file, folder, seconds)
    if found.answer is Answer.ACCEPTED:
        kept.add(module, digest)
    else:
        file.with_suffix(".vo").unlink(missing_ok=True)
    return found
