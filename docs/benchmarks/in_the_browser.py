"""The page that computes in a browser: bytes over the wire, seconds to its first answer, and each question's time."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

from docs.benchmarks import clock_of_the_browser
from docs.benchmarks.timing import timed
from docs.browser import answers
from docs.browser.__main__ import looks
from docs.browser.build import FOLDER, HERE, build, questions
from docs.browser.lessons import FILES
from docs.browser.serve import COMPRESSED
from docs.browser.vendored import VendoringError

PARTS = {
    "Python": ("pyodide/",),
    "python-flint": ("flint.",),
    "the modules of `sdp_proofs`": ("core.",),
    "certificates of the refuted statements": ("certificates.json",),
}
SCRIPT = HERE.parents[1] / "tests" / "browser" / "ask.mjs"


def section() -> str:
    """Sizes and times as Markdown; a line where the page cannot be built here."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        try:
            list(build(place / FOLDER))
        except VendoringError as error:
            return f"Not measured: {error}."
        looks(place)
        parts = ["\n".join(_sizes(place / FOLDER)), *clock_of_the_browser.sections(place), *_questions(place)]
    return "\n\n".join(parts)


def _sizes(folder: Path) -> Iterator[str]:
    """A line for each part: bytes on the disk, and over the wire, where texts and programs are compressed by gzip."""
    yield "| part | bytes | over the wire |\n|---|--:|--:|"
    found = {name: [0, 0] for name in (*PARTS, "page, scripts, licences")}
    for file in folder.rglob("*"):
        name = file.relative_to(folder).as_posix()
        if file.is_file() and name not in FILES:
            part = next((part for part, starts in PARTS.items() if name.startswith(starts)), "page, scripts, licences")
            content = file.read_bytes()
            found[part][0] += len(content)
            found[part][1] += len(gzip.compress(content, 9)) if file.suffix in COMPRESSED else len(content)
    yield from (f"| {part} | {disk:,} | {wire:,} |" for part, (disk, wire) in found.items())
    yield f"| together | {sum(disk for disk, _ in found.values()):,} | {sum(wire for _, wire in found.values()):,} |"
    later = [(folder / name).stat().st_size for name in FILES if name.endswith(".zip")]
    yield f"| more, when the first cell of a lesson is run | {sum(later):,} | {sum(later):,} |"


def _questions(place: Path) -> Iterator[str]:
    """Each question of the list, native and in node, where both must agree."""
    node = shutil.which("node")
    if node is None:
        yield "Not measured in WebAssembly: no node is on the PATH."
        return
    call = [node, str(SCRIPT), str(place / FOLDER), str(HERE / "questions.json")]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])["answers"]
    lines, agreed, chosen = ["| question | native | WebAssembly |", "|---|--:|--:|"], 0, set[str]()
    for one, other in zip(questions(), found, strict=True):
        with chdir(place):
            for name, text in one.get("files", {}).items():
                Path(name).write_text(text, encoding="utf-8")
            native = timed(partial(_answer, one))
        agreed += native.answer == other["answer"]
        if one["question"] not in chosen and "ok" in native.answer:
            chosen.add(one["question"])
            lines.append(f"| {_words(one)} | {1000 * native.seconds:.0f} ms | {other['milliseconds']} ms |")
    yield "\n".join(lines)
    said = "In node, asked once, imports included; natively the fastest of several."
    yield f"{said} {agreed} of {len(found)} answers of the list agree."


def _answer(one: Mapping[str, Any]) -> Any:
    return json.loads(answers.ask(one["question"], json.dumps(one["given"])))


def _words(one: Mapping[str, Any]) -> str:
    given = one["given"]
    named = given.get("release") or given.get("counts") or given.get("path") or given.get("noise_multiplier")
    return f"{one['question']} of {named}" if named else one["question"]
