"""Files of others that the page "Try it" is built with: pinned versions with hashes, fetched once and kept.

They come from npm and PyPI and lie in a cache outside the repository. A file whose hash is another is refused.
"""

from __future__ import annotations

import hashlib
import os
import tarfile
import urllib.error
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdp-proofs" / "browser"
NPM = os.environ.get("NPM_CONFIG_REGISTRY", "https://registry.npmjs.org").rstrip("/")
FILES = os.environ.get("SDP_PROOFS_PYPI_FILES", "https://files.pythonhosted.org").rstrip("/")
SECONDS = 60


class VendoringError(Exception):
    """A file cannot be fetched, or is not the one that is pinned."""


@dataclass(frozen=True)
class Archive:
    """An archive of somebody else's work.

    Attributes:
        name: of the project.
        version: which the page is tested with.
        license: its licence, as SPDX writes it.
        source: where its sources are.
        url: of the archive.
        sha256: of the archive.
    """

    name: str
    version: str
    license: str
    source: str
    url: str
    sha256: str

    def fetched(self, cache: Path = CACHE) -> Path:
        """Return the archive in the cache, fetched where it is not there yet.

        Raises:
            VendoringError: it cannot be reached, or has another hash.
        """
        place = cache / self.url.rsplit("/", 1)[1]
        content = place.read_bytes() if place.is_file() else b""
        if hashlib.sha256(content).hexdigest() == self.sha256:
            return place
        try:
            with urllib.request.urlopen(self.url, timeout=SECONDS) as answer:
                content = answer.read()
        except (OSError, urllib.error.URLError) as error:
            raise VendoringError(f"{self.url} cannot be reached: {error}") from None
        found = hashlib.sha256(content).hexdigest()
        if found != self.sha256:
            raise VendoringError(f"{self.url} must have the SHA-256 {self.sha256}, got {found}")
        place.parent.mkdir(parents=True, exist_ok=True)
        partial = place.with_suffix(f".{os.getpid()}")
        partial.write_bytes(content)
        partial.replace(place)
        return place


# Pyodide and the wheel must be made for the same platform: CPython 3.14, pyemscripten_2026_0.
PYODIDE = Archive(
    "Pyodide with CPython 3.14",
    "314.0.7",
    "MPL-2.0 AND PSF-2.0",
    "https://github.com/pyodide/pyodide",
    f"{NPM}/pyodide/-/pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
FLINT = Archive(
    "python-flint with FLINT, GMP and MPFR",
    "0.9.0",
    "MIT AND LGPL-3.0-or-later",
    "https://github.com/flintlib/python-flint",
    f"{FILES}/packages/2f/6b/660e6982354b07080fc23459b0e30e02b84076dc7876c48de07e30e1da4b/"
    "python_flint-0.9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3",
)
ARCHIVES = (PYODIDE, FLINT)
PARTS_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def pyodide_files() -> dict[str, bytes]:
    """Return the files of Pyodide that a page loads.

    Raises:
        VendoringError: as `Archive.fetched`.
    """
    found = {}
    with tarfile.open(PYODIDE.fetched()) as archive:
        for name in PARTS_OF_PYODIDE:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise VendoringError(f"{PYODIDE.url} must hold {name}")
            found[name] = member.read()
    return found


def flint_files() -> dict[str, bytes]:
    """Return the files of the wheel of python-flint, without those for type checkers and tests; licences stay.

    Raises:
        VendoringError: as `Archive.fetched`.
    """
    with zipfile.ZipFile(FLINT.fetched()) as wheel:
        return {
            name: wheel.read(name)
            for name in wheel.namelist()
            if not name.endswith((".pyi", ".typed", "/RECORD", "/")) and "/test/" not in name
        }
