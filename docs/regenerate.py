"""Writes the generated parts of the README and of these pages: `python docs/regenerate.py`; `--check` only compares.

A block ```console ... ``` holds commands after `$ ` and what they print; the part between the ledger's marks is the
ledger. Commands `sdp-proofs` and `python` are run, in one folder per page that holds copies of docs/examples; others
are only shown. Times differ from run to run and are not compared.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
BUILT = (HERE / "_build", HERE / "generated")
PAGES = (
    HERE.parent / "README.md",
    *(page for page in sorted(HERE.rglob("*.md")) if not any(page.is_relative_to(folder) for folder in BUILT)),
)
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
LEDGER = re.compile(r"(<!-- ledger -->\n).*?(<!-- end of ledger -->)", re.DOTALL)


def generated(text: str) -> str:
    """A page with every console block and the ledger table made anew."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for example in EXAMPLES.glob("*.*"):
            shutil.copy(example, folder)
        text = BLOCK.sub(lambda block: f"```console\n{_console(block[1], folder)}```", text)
    return LEDGER.sub(lambda part: part[1] + _ledger() + part[2], text)


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
    environment = {**os.environ, "COLUMNS": "88", "NO_COLOR": "1"}
    call = [sys.executable, *(["-m", "sdp_proofs"] if words[0] == "sdp-proofs" else []), *words[1:]]
    done = subprocess.run(call, capture_output=True, text=True, check=False, env=environment, cwd=folder)
    return "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).splitlines())


def _ledger() -> str:
    from sdp_proofs.claims import registry
    from sdp_proofs.ledger import run_registry, snapshot
    from sdp_proofs.report.markdown import ledger_counts

    claims = registry()
    return ledger_counts(snapshot(claims, list(run_registry(claims)), complete=True))


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
