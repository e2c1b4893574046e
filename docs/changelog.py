"""Puts the lines of docs/changes into CHANGELOG.md: `python docs/changelog.py`; `--check` only compares.

A change that users notice is a file `docs/changes/NAME.KIND.md` with one line, so that two changes never meet in one
place. KIND is one of those below. At a release the heading "Unreleased" gets the version's number and the files go.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
CHANGES, CHANGELOG = HERE / "changes", HERE.parent / "CHANGELOG.md"
KINDS = {
    "new": "New", "changed": "Changed", "wrong": "Wrong answers, now right", "refused": "Refused", "moved": "Moved",
}  # fmt: skip
LONGEST = 160
MARKS = "<!-- changes -->\n", "<!-- end of changes -->\n"
_NAME = re.compile(r"[a-z0-9-]+\.([a-z]+)\.md")
_PART = re.compile(re.escape(MARKS[0]) + ".*?" + re.escape(MARKS[1]), re.DOTALL)


def changes(folder: Path = CHANGES) -> dict[str, str]:
    """Read the files of a folder by name.

    Raises:
        ValueError: a file is not called NAME.KIND.md, or is not one line that is a sentence.
    """
    found = {}
    for file in sorted(folder.iterdir()):
        kind, text = _NAME.fullmatch(file.name), file.read_text(encoding="utf-8")
        if kind is None or kind[1] not in KINDS:
            raise ValueError(f"a change must be called NAME.KIND.md, KIND one of {', '.join(KINDS)}; got {file.name}")
        if not re.fullmatch(rf"[A-Z`\d].{{1,{LONGEST - 2}}}\.\n", text):
            raise ValueError(f"{file.name} must be one line, a sentence of at most {LONGEST} characters")
        found[file.name] = text.rstrip("\n")
    return found


def assembled(text: str, found: Mapping[str, str]) -> str:
    """Return the changelog with the changes between its marks, by kind and name.

    Example:
        >>> page = assembled("".join(MARKS), {"b.new.md": "B is new.", "a.moved.md": "A is elsewhere."})
        >>> print(page)
        <!-- changes -->
        <BLANKLINE>
        ### New
        <BLANKLINE>
        * B is new.
        <BLANKLINE>
        ### Moved
        <BLANKLINE>
        * A is elsewhere.
        <BLANKLINE>
        <!-- end of changes -->
        <BLANKLINE>
    """
    parts = []
    for kind, heading in KINDS.items():
        lines = [f"* {line}" for name, line in found.items() if name.endswith(f".{kind}.md")]
        if lines:
            parts += [f"### {heading}", "", *lines, ""]
    content = "".join(f"{line}\n" for line in (["", *parts] if parts else []))
    return _PART.sub(lambda _: content.join(MARKS), text)


def main(check: bool) -> int:
    """Write the changelog, or tell that it is out of date; the exit code."""
    written = CHANGELOG.read_text(encoding="utf-8")
    try:
        fresh = assembled(written, changes())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if check and fresh != written:
        print("CHANGELOG.md is older than docs/changes; run: make generate", file=sys.stderr)
        return 1
    if fresh != written:
        CHANGELOG.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
