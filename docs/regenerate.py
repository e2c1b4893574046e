"""Writes the generated parts of the README and of these pages: `python docs/regenerate.py`; `--check` only compares.

A block ```console ... ``` holds commands after `$ ` and what they print. The part between the marks of the ledger are
its counts, the part between the marks of results the table of the numbered results. Commands `sdp-proofs` and `python`
are run, in one folder per page that holds copies of docs/examples; others are only shown. `sdp-proofs` is run in this
interpreter, which imports the engines once for all pages. Times differ from run to run and are not compared; lines of
progress, which appear where a machine is slow, are left out.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
NO_PAGES = (HERE / "_build", HERE / "generated", HERE / "changes")
PAGES = (
    HERE.parent / "README.md",
    *(page for page in sorted(HERE.rglob("*.md")) if not any(page.is_relative_to(folder) for folder in NO_PAGES)),
)
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
LEDGER = re.compile(r"(<!-- ledger -->\n).*?(<!-- end of ledger -->)", re.DOTALL)
PROGRESS = re.compile(r".*: (?:[\d,]+(?: of [\d,]+)? after \d+ (?:s|min|h)(?:, about .* left)?|\d+ (?:s|min|h) so far)")
RESULTS = re.compile(r"(<!-- results -->\n).*?(<!-- end of results -->)", re.DOTALL)


def known() -> Mapping[str, Any]:
    """The snapshot of all claims: the shipped results if they are those of the sources, or else found here and now."""
    from sdp_proofs.ledger import results, run_registry, snapshot
    from sdp_proofs.papers import LOADER, registry

    shipped = results.shipped(LOADER).catalogue
    return snapshot(registry(), run_registry(registry())) if shipped is None else shipped.excerpt(shipped.claims)


def generated(text: str, decided: Callable[[], Mapping[str, Any]] = known) -> str:
    """A page with every console block and the ledger table made anew.

    Args:
        text: the page.
        decided: the snapshot of all claims, if somebody has one already.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for example in EXAMPLES.glob("*.*"):
            shutil.copy(example, folder)
        text = BLOCK.sub(lambda block: f"```console\n{_console(block[1], folder)}```", text)
    text = RESULTS.sub(lambda part: part[1] + _results(decided()) + part[2], text)
    return LEDGER.sub(lambda part: part[1] + _ledger(decided()) + part[2], text)


def without_times(text: str) -> str:
    """The text with the numbers that a clock decides blanked out."""
    return re.sub(r"\d+\.\d+(?=  | ?s\b)", "#", text)


def _console(block: str, folder: Path) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{_output(command[2:], folder)}" for command in commands)


def _output(command: str, folder: Path) -> str:
    words = shlex.split(command)
    if words[0] not in ("sdp-proofs", "python"):
        return ""
    # Shown is the output of a first run, without anything that earlier runs have left.
    variables = {"COLUMNS": "88", "NO_COLOR": "1", "SDP_PROOFS_CACHE": str(folder / ".results")}
    if words[0] == "sdp-proofs":
        said = _said_here(words[1:], folder, variables)
    else:
        call = [sys.executable, *words[1:]]
        environment = {**os.environ, **variables}
        done = subprocess.run(call, capture_output=True, text=True, check=False, env=environment, cwd=folder)
        said = done.stdout + done.stderr
    return "".join(f"{line.rstrip()}\n" for line in said.splitlines() if not PROGRESS.fullmatch(line))


def _said_here(arguments: list[str], folder: Path, variables: Mapping[str, str]) -> str:
    """Run a command in a folder and return its output, the diagnostics last."""
    from sdp_proofs.cli import main

    printed, complained = io.StringIO(), io.StringIO()
    with _in_folder(folder, variables), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained):
        main(arguments)
    return printed.getvalue() + complained.getvalue()


@contextlib.contextmanager
def _in_folder(folder: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """Enter a folder as a new process would: its modules are found, and forgotten with it."""
    environment, path, modules = dict(os.environ), list(sys.path), set(sys.modules)
    sys.path.insert(0, str(folder))
    os.environ.update(variables)
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]


def _ledger(document: Mapping[str, Any]) -> str:
    from sdp_proofs.papers import papers
    from sdp_proofs.render.front import with_front
    from sdp_proofs.render.ledger import ledger_counts

    return ledger_counts(with_front(document, papers()))


def _results(document: Mapping[str, Any]) -> str:
    from sdp_proofs.papers import papers
    from sdp_proofs.render.result import results_markdown

    return results_markdown(document, papers())


if __name__ == "__main__":
    stale = []
    for page in PAGES:
        written = page.read_text(encoding="utf-8")
        fresh = generated(written)
        if without_times(fresh) != without_times(written):
            stale.append(page.name)
            if "--check" not in sys.argv:
                page.write_text(fresh, encoding="utf-8")
    if stale:
        print(*stale, "was out of date" if len(stale) == 1 else "were out of date")
    sys.exit(1 if stale and "--check" in sys.argv else 0)
