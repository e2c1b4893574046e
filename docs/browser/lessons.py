"""Lessons whose cells run beside their pages, and the archives that they need there.

A page of a lesson loads them when its first cell is run: the whole package with hypothesis and mpmath, all of the
standard library, and z3 where claims are decided. A lesson that computes with numpy is not among them, as numpy has no
wheel for a browser on PyPI.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from docs.browser import vendored

PACKAGED, Z3, STDLIB = "lesson.zip", "z3.zip", "stdlib.zip"
FILES = ("lesson.js", PACKAGED, Z3, STDLIB)
"""Files of the folder that the page "Try it" does not load."""
LESSONS: Mapping[str, str] = {
    **dict.fromkeys(("1", "2", "3", "4", "5", "6", "12", "13", "14", "15"), PACKAGED),
    "9": f"{PACKAGED} {Z3}",
}
"""The numbers of the notebooks whose every cell runs, with the archives that they need."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive that depends on nothing but the files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
    return stream.getvalue()


def package(folder: Path) -> dict[str, bytes]:
    """Return the files of the whole package, and the module that runs cells and replays proofs without processes."""
    own = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    files = {file.relative_to(folder.parent).as_posix(): file.read_bytes() for file in own}
    return {**files, "lesson.py": Path(__file__).with_name("lesson.py").read_bytes()}


def archives(folder: Path, stdlib: bytes) -> dict[str, bytes]:
    """Return the archives of lessons.

    Args:
        folder: of the package.
        stdlib: Pyodide's archive of the standard library.

    Raises:
        VendoringError: a pinned file cannot be fetched.
    """
    files = package(folder)
    for archive in vendored.OF_LESSONS:
        if archive is not vendored.Z3:
            with zipfile.ZipFile(archive.fetched()) as wheel:
                files |= {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    return {PACKAGED: zipped(files), Z3: vendored.Z3.fetched().read_bytes(), STDLIB: stdlib}


def opened(number: str) -> str:
    """Return the HTML that lets the page of a notebook run its cells; empty where it cannot.

    There is no text between the tags: Markdown would escape it.

    Example:
        >>> opened("2")
        '<span data-lesson="lesson.zip"></span><script defer src="../../try/lesson.js"></script>'
        >>> opened("10")
        ''
    """
    if number not in LESSONS:
        return ""
    return f'<span data-lesson="{LESSONS[number]}"></span><script defer src="../../try/lesson.js"></script>'
