"""Proof files: written from theorems found here, read and replayed by a process of their own.

One file for each theory, in the order in which the theories cite each other. `renew` proves all statements afresh and
writes the files; `proved` starts the replay and gives, for each theorem, the digest of what was proved.
"""

from __future__ import annotations

import gc
import gzip
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sdp_proofs.logic import kernel
from sdp_proofs.logic.kernel import Term, Theorem
from sdp_proofs.logic.record import FOLDER, files, seal
from sdp_proofs.logic.replay import digest, lines
from sdp_proofs.logic.surface import STATEMENTS, Statement
from sdp_proofs.logic.terms import DEFINITIONS
from sdp_proofs.logic.theories import THEORIES


class _Tables:
    """The types and terms of one record, each once."""

    def __init__(self) -> None:
        self.types: list[Any] = []
        self.terms: list[Any] = []
        self._types: dict[Any, int] = {}
        self._rows: dict[tuple[Any, ...], int] = {}
        self._places: dict[int, int] = {}
        self._kept: list[Term] = []

    def type(self, ty: Any) -> int:
        if ty not in self._types:
            row = ty if type(ty) is str else [ty[0], self.type(ty[1]), self.type(ty[2])]
            self._types[ty] = len(self.types)
            self.types.append(row)
        return self._types[ty]

    def term(self, t: Term) -> int:
        if id(t) not in self._places:
            row: list[Any]
            if t.head == "app":
                row = ["app", self.term(t.parts[0]), self.term(t.parts[1])]
            elif t.head == "lam":
                row = ["lam", self.type(t.parts[0]), self.term(t.parts[1]), t.hint]
            elif t.head == "num":
                row = ["num", *t.parts]
            else:
                row = [t.head, t.parts[0], self.type(t.ty)]
            self._kept.append(t)
            if tuple(row) not in self._rows:
                self._rows[tuple(row)] = len(self.terms)
                self.terms.append(row)
            self._places[id(t)] = self._rows[tuple(row)]
        return self._places[id(t)]


def _line(kind: str, name: str, cited: Iterable[str], record: dict[str, Any]) -> str:
    body = json.dumps({"kind": kind, "name": name, **record}, separators=(",", ":"))
    return f"{' '.join([kind, name, *cited])}\t{body}\n"


def definition_line(name: str) -> str:
    """The record of a definition."""
    tables = _Tables()
    whole = kernel.meaning(name)
    if whole is None:
        raise KeyError(name)
    place = tables.term(whole)
    return _line("definition", name, (), {"types": tables.types, "terms": tables.terms, "term": place})


def theorem_line(name: str, th: Theorem) -> str:
    """The record of a theorem: its steps, those that do not count left out."""
    tables, steps = _Tables(), []
    numbers: dict[int, int] = {}
    cited: dict[str, None] = {}

    def argument(one: Theorem) -> Any:
        if one.rule in ("assume", "same"):
            return tables.term(one.concl)
        if one.rule in ("refl", "discharge", "gen", "spec", "replace"):
            return tables.term(one.args)
        if one.rule == "cite":
            cited[one.args] = None
            return one.args
        if one.rule == "axiom":
            return [one.args[0], dict(one.args[1])]
        if one.rule == "set_types":
            return dict(one.args)
        if one.rule == "arith":
            squares, rows = one.args
            return [
                tables.term(one.concl),
                [tables.term(t) for t in squares],
                [[c.numerator, c.denominator, list(at), None if f is None else tables.term(f)] for c, at, f in rows],
            ]
        return None

    stack = [th]
    while stack:
        one = stack[-1]
        missing = [] if id(one) in numbers else [p for p in one.parents if id(p) not in numbers]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if id(one) not in numbers:
            steps.append([one.rule, [numbers[id(p)] for p in one.parents], argument(one)])
            numbers[id(one)] = len(steps) - 1
    return _line("theorem", name, cited, {"types": tables.types, "terms": tables.terms, "steps": steps})


def _written(path: Path, text: str) -> None:
    """Write compressed text, the same bytes for the same text."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0, filename="") as file:
        file.write(text.encode("ascii"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue())


def load(theories: Iterable[str] = THEORIES) -> dict[str, Statement]:
    """Import theories; the statements of all that are imported, by name."""
    for name in theories:
        importlib.import_module(f"sdp_proofs.logic.theories.{name}")
    return STATEMENTS


@contextmanager
def deep() -> Iterator[None]:
    """Let terms be as deep as they are; afterwards the limit of recursion is what it was."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def renew(folder: Path = FOLDER, theories: Iterable[str] = THEORIES) -> dict[str, int]:
    """Prove all statements of the theories afresh and write their proof files; the number of steps of each theorem.

    Each core proves some of the theories: a proof takes what it cites by name.

    Args:
        folder: where the files are written, one a theory, and the definitions.
        theories: in an order in which each cites those before it.

    Raises:
        Stuck: where a proof is not found.
    """
    theories = tuple(theories)
    load(theories)
    _written(folder / "definitions.gz", "".join(definition_line(name) for name in kernel.definitions()))
    with _finders(theories) as pool:
        tasks = {theory: pool.submit(_renewed, folder, theory) for theory in sorted(theories, key=_size, reverse=True)}
        counts = {theory: tasks[theory].result() for theory in theories}
    return {name: steps for theory in theories for name, steps in counts[theory].items()}


def _size(theory: str) -> int:
    """The length of a theory's source: the longest are proved first, so that no core waits for the other."""
    return (Path(__file__).parent / "theories" / f"{theory}.py").stat().st_size


def _finders(theories: Iterable[str] = THEORIES) -> ProcessPoolExecutor:
    """A process for each core, with the theories: what it finds is written, and a replay tells what it is worth."""
    return ProcessPoolExecutor(os.cpu_count(), initializer=_begin, initargs=(tuple(theories),))


def _begin(theories: Iterable[str]) -> None:
    """Prepare a process that only finds proofs: `kernel.forget` is what collects garbage in it."""
    gc.disable()
    load(theories)


@deep()
def _renewed(folder: Path, theory: str) -> dict[str, int]:
    """Prove the statements of one theory and write its file; the number of steps of each."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for one in [s for s in STATEMENTS.values() if s.module.endswith(f".{theory}") and s.prover is not None]:
        found[one.name] = line = theorem_line(one.name, one.full)
        counts[one.name] = len(json.loads(line.split("\t", 1)[1])["steps"])
        one.let_go()
        kernel.forget()
    _written(folder / f"{theory}.gz", "".join(_cited_first(found)))
    return counts


def _cited_first(lines: dict[str, str]) -> list[str]:
    """The records of a theory, each after those that it cites."""
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in lines and name not in done:
            for one in lines[name].split("\t", 1)[0].split(" ")[2:]:
                add(one)
            done[name] = lines[name]

    for name in lines:
        add(name)
    return list(done.values())


def write_record(folder: Path = FOLDER) -> dict[str, Any]:
    """Replay the proof files and write what was proved: digests, claims, computed facts.

    Raises:
        Refused: if a file does not replay.
        ValueError: if a file proves another sentence than the source states.
    """
    with _finders() as pool:
        told = {name: pool.submit(_told, name) for name, one in load().items() if one.prover is not None}
        found = proved(paths=files(folder))
        texts = {name: told[name].result() for name in found}
    for name, (said, _) in found.items():
        if said != digest(STATEMENTS[name].term):
            raise ValueError(f"{name}: the proof file is of another sentence")
    theorems = {
        name: {
            "claims": list(STATEMENTS[name].claims),
            "computed": list(tags),
            "denies": list(STATEMENTS[name].denies),
            "definitions": definitions_of(STATEMENTS[name].term),
            "digest": said,
            "said": STATEMENTS[name].said,
            **texts[name],
        }
        for name, (said, tags) in found.items()
    }
    record = {"seal": seal(folder), "theorems": theorems}
    (folder / "record.json").write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return record


def definitions_of(t: Term) -> list[str]:
    """The definitions that a term names, in the order in which they are made."""
    found: set[str] = set()
    waiting = [t]
    while waiting:
        one = waiting.pop()
        if one.head == "const":
            found.add(one.parts[0])
        waiting += [part for part in one.parts if type(part) is Term]
    return [name for name in kernel.definitions() if name in found and name in DEFINITIONS]


def _told(name: str) -> dict[str, Any]:
    """The sentence of a statement, whose text was read back and is the term, and what meets its premises."""
    from sdp_proofs.logic.linting import meeting
    from sdp_proofs.logic.printing import sentence, shown

    one = STATEMENTS[name]
    found = meeting(one)
    shown(one.term)
    kernel.forget()
    return {"met": {"how": found.how, "said": found.said}, "sentence": sentence(one.term)}


@cache
def foundations() -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The theorems that each shipped proof cites, and the axioms of the kernel that it and they use, by name.

    Example:
        >>> foundations()["reflexive"]
        ((), ())
    """
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for kind, name, cited, body in lines(map(str, files())):
        if kind == "theorem":
            steps = json.loads(body)["steps"]
            axioms = {argument[0] for rule, _, argument in steps if rule == "axiom"}
            whole = set(cited).union(*(found[one][0] for one in cited))
            axioms.update(*(found[one][1] for one in cited))
            found[name] = tuple(sorted(whole)), tuple(sorted(axioms))
    return MappingProxyType(found)


# The kernel and the replay are compiled from their source: no compiled file, which a proof could have left, is read.
_START = """
import sys, types
for name in ("sdp_proofs", "sdp_proofs.logic"):
    sys.modules[name] = types.ModuleType(name)
for part in ("kernel", "replay"):
    module = types.ModuleType("sdp_proofs.logic." + part)
    sys.modules[module.__name__] = module
    setattr(sys.modules["sdp_proofs.logic"], part, module)
    path = sys.argv[1] + "/" + part + ".py"
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec", dont_inherit=True, optimize=0), module.__dict__)
module.main(sys.argv[2:])
"""


def replayed_line(name: str, line: str, sentence: Term) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Replay a theorem that is in no shipped file, with what it cites, and compare it with its sentence.

    Args:
        name: the theorem.
        line: its record.
        sentence: the closed sentence that it must prove.

    Raises:
        Refused: if it is no proof of the sentence.
    """
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "own.gz"
        path.write_bytes(gzip.compress(line.encode("ascii")))
        found = proved([name], [*files(), path])
    if found[name][0] != digest(sentence):
        raise Refused(f"{name}: the steps prove another sentence")
    return found


class Refused(ValueError):
    """A proof file that does not replay; the message is the last line of the replaying process."""


def proved(names: Iterable[str] = (), paths: Iterable[Path] = ()) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Replay proof files in a process of its own.

    Args:
        names: the theorems that are wanted, with all that they cite; none for all.
        paths: the files; the shipped ones by default.

    Returns:
        For each theorem replayed, the digest of its statement and the computed facts that it rests on.

    Raises:
        Refused: if a step is not one of the kernel's, or what is wanted is not there.
    """
    paths = list(paths) or files()
    folder = str(Path(__file__).parent)
    command = [sys.executable, "-I", "-c", _START, folder, *map(str, paths), "--", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused((done.stderr.strip().splitlines() or ["no message"])[-1])
    return {name: (said, tuple(tags)) for name, (said, tags) in json.loads(done.stdout).items()}
