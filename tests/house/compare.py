"""Comparison of what people and programs read with another commit: python -m tests.house.compare BASE [--only REGEX].

Both trees are rendered by the same `rendered.py`, so that a change of a renderer shows as a difference of what it
writes, and of nothing else. Texts are compared line by line, all other files byte by byte. Exit code 0 if all is equal,
1 if not. With `--docs` the generated pages of the documentation are rendered, too, which runs the ledger where its
results are not known. With `--only REGEX` only the commands in which the expression is found are run: all of them take
more than ten minutes. Both trees are rendered at the same time.
"""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
_PAGES = "import sys; sys.path[:0] = ['.', 'docs']; import generate; generate.write_pages()"
MOST_LINES = 40
"""Lines of one file's difference that are printed."""


def checked_out(commit: str, folder: Path) -> Path:
    """Lay a commit's files into a folder."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def render(tree: Path, into: Path, *, only: str, docs: bool) -> None:
    """Render a tree with its own package.

    Raises:
        CalledProcessError: it could not be rendered.
    """
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    subprocess.run([sys.executable, str(HERE / "rendered.py"), str(into), only], cwd=tree, env=environment, check=True)
    if docs:
        subprocess.run([sys.executable, "-c", _PAGES], cwd=tree, env=environment, check=True)
        (tree / "docs" / "generated").rename(into / "pages")


def differences(old: Path, new: Path) -> Iterator[str]:
    """Tell how the files of two folders differ, each in a few lines.

    Args:
        old: a folder.
        new: the other one.
    """
    names = sorted({path.relative_to(folder) for folder in (old, new) for path in folder.rglob("*") if path.is_file()})
    for name in names:
        before, after = old / name, new / name
        if not before.exists() or not after.exists():
            yield f"{'only before' if before.exists() else 'only now'}: {name}"
        elif before.read_bytes() != after.read_bytes():
            yield "\n".join(_lines(name, before, after))


def _lines(name: Path, before: Path, after: Path) -> list[str]:
    try:
        texts = [path.read_text(encoding="utf-8").splitlines() for path in (before, after)]
    except UnicodeDecodeError:
        return [f"bytes differ: {name}"]
    found = list(difflib.unified_diff(*texts, str(name), str(name), lineterm="", n=1))
    rest = [f"... and {len(found) - MOST_LINES} lines more"] if len(found) > MOST_LINES else []
    return found[:MOST_LINES] + rest


def main(arguments: list[str]) -> int:
    """Compare this tree with the commit that is named; the exit code."""
    parser = argparse.ArgumentParser(prog="make compare", description="Compare what is read with another commit.")
    parser.add_argument("base", help="the commit")
    parser.add_argument("--only", default="", metavar="REGEX", help="run the commands in which this is found")
    parser.add_argument("--docs", action="store_true", help="render the generated pages, too")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor() as both:
        folder = Path(place)
        trees = checked_out(asked.base, folder / "base"), checked_out(_this_tree(), folder / "this")
        rendered = folder / "old", folder / "new"
        list(both.map(partial(render, only=asked.only, docs=asked.docs), trees, rendered))
        found = list(differences(*rendered))
    for text in found:
        print(text, end="\n\n")
    print(f"{len(found)} files differ from {asked.base}" if found else f"nothing differs from {asked.base}")
    return 1 if found else 0


def _this_tree() -> str:
    """A commit of the files that git tracks as they are now, which no branch knows."""
    made = subprocess.run(["git", "stash", "create"], cwd=ROOT, check=True, capture_output=True, text=True)
    return made.stdout.strip() or "HEAD"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
