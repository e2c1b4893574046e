"""Everything that people or programs read, written into a folder: rendered.py FOLDER [REGEX], run from a tree's root.

With an expression only the commands in which it is found are run.

It imports nothing of the tests and asks only for commands, so that it renders an older tree as well: `compare` runs it
with the package of either tree. What a clock decides is blanked out.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

COMMANDS = Path(__file__).with_name("commands.txt")
_SECONDS = re.compile(r"\d+\.\d+(?= ?s\b)|(?<=\"seconds\": )\d+\.\d+")
_PROGRESS = re.compile(r"^.*: \d+ of \d+ after \d+ s(?:, about .* left)?\n", re.MULTILINE)
_VERSION = re.compile(r"(?<=sdp-proofs \d\.\d\.\d \()[0-9a-f]{12}|(?<=\"package\": \")[^\"]*")


def said(words: list[str]) -> str:
    """Output of a command, the diagnostics last, and its exit code."""
    from sdp_proofs.cli import main

    printed, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained):
        code = main(words)
    return f"{printed.getvalue()}{complained.getvalue()}exit code {code}\n"


def without_clocks(text: str) -> str:
    """The text without seconds, lines of progress and digests of the sources.

    Example:
        >>> without_clocks("holds, 0.25 s")
        'holds, # s'
    """
    return _VERSION.sub("#", _SECONDS.sub("#", _PROGRESS.sub("", text)))


def commands() -> list[list[str]]:
    """The commands of the file, in words."""
    lines = COMMANDS.read_text(encoding="utf-8").splitlines()
    return [shlex.split(line) for line in lines if line and not line.startswith("#")]


def of_claims() -> Iterator[list[str]]:
    """One command for each page of a claim, and for each certificate."""
    document, _ = json.JSONDecoder().raw_decode(said(["list", "--json"]))  # diagnostics may follow
    rows = document["claims"]
    for row in rows:
        yield ["show", row["id"]]
        if row.get("status", row.get("recorded")) in ("refuted", "repaired"):
            yield ["certificate", row["id"]]


def helps() -> Iterator[list[str]]:
    """The help of every command."""
    listed = said(["--help"]).partition("Commands:")[2]
    for line in listed.splitlines():
        if name := re.match(r"  ([a-z-]+)  ", line):
            yield [name[1], "--help"]


def render(folder: Path, only: str = "") -> None:
    """Run every command in which `only` is found, in the folder `files`; what each prints is a file of `printed`."""
    files, printed = folder / "files", folder / "printed"
    files.mkdir(parents=True)
    printed.mkdir()
    os.environ.update({"COLUMNS": "100", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": "0"})
    with contextlib.chdir(files):
        asked = [words for words in (*commands(), *helps(), *of_claims()) if re.search(only, " ".join(words))]
        for count, words in enumerate(asked, 1):
            if sys.stderr.isatty():
                print(f"\r{count} of {len(asked)}", end="", file=sys.stderr)
            name = re.sub(r"[^A-Za-z0-9.=-]+", "_", " ".join(words))[:120]
            (printed / f"{name}.txt").write_text(without_clocks(said(words)), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    render(Path(sys.argv[1]).resolve(), *sys.argv[2:])
