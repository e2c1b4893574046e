"""Files of others that the page "Try it" is built with: pinned versions with hashes, fetched once and kept.

They come from npm and PyPI and lie in a cache outside the repository. A file whose hash is another is refused.
"""

from __future__ import annotations

import ast
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

Z3 = Archive(
    "z3-solver",
    "5.3.3.0",
    "MIT",
    "https://github.com/Z3Prover/z3",
    f"{FILES}/packages/be/0d/39cfeb73dafdc22000e5e915abe7d1e3f238710a32f0531b23b77f80608a/"
    "z3_solver-5.3.3.0-py3-none-pyemscripten_2026_0_wasm32.whl",
    "9381d9516345f53b21a8f4df243c5d608e9625aac658c3fb3975457bad260f60",
)
SYMPY = Archive(
    "sympy",
    "1.14.0",
    "BSD-3-Clause",
    "https://github.com/sympy/sympy",
    f"{FILES}/packages/a2/09/77d55d46fd61b4a135c444fc97158ef34a095e5681d0a6c10b75bf356191/sympy-1.14.0-py3-none-any.whl",
    "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5",
)
MPMATH = Archive(
    "mpmath",
    "1.3.0",
    "BSD-3-Clause",
    "https://github.com/mpmath/mpmath",
    f"{FILES}/packages/43/e3/7d92a15f894aa0c9c4b49b8ee9ac9850d6e63b03c9c32c0367a13ae62209/mpmath-1.3.0-py3-none-any.whl",
    "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c",
)
HYPOTHESIS = Archive(
    "hypothesis",
    "6.170.17",
    "MPL-2.0",
    "https://github.com/HypothesisWorks/hypothesis",
    f"{FILES}/packages/99/6e/d678cb8cf1a1900c265a99051a89c2315689283820fd6075049af157538a/"
    "hypothesis-6.170.17-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "dc3512b8619b627c7feffac5937abe985fc49745c85335c1753e7d0738add85b",
)
SORTEDCONTAINERS = Archive(
    "sortedcontainers",
    "2.4.0",
    "Apache-2.0",
    "https://github.com/grantjenks/python-sortedcontainers",
    f"{FILES}/packages/32/46/9cb0e58b2deb7f82b84065f37f3bffeb12413f947f9388e4cac22c4621ce/"
    "sortedcontainers-2.4.0-py2.py3-none-any.whl",
    "a163dcaede0f1c021485e957a39245190e74249897e2ae4b2aa38595db237ee0",
)
OF_THE_LEDGER = (Z3, SYMPY, MPMATH)
"""Archives that the ledger needs beside those of the page; only the comparison with the record loads them."""
OF_LESSONS = (MPMATH, HYPOTHESIS, SORTEDCONTAINERS, Z3)
"""Archives that the cells of lessons need; a page of a lesson loads them when its first cell is run."""
CHANGES = (
    ("var GOTHandler={", "var unresolved=new Set;var GOTHandler={"),
    (
        'new WebAssembly.Global({value:"i32",mutable:true},-1)}',
        'new WebAssembly.Global({value:"i32",mutable:true},-1);unresolved.add(symName)}',
    ),
    ("for(var[symName,entry]of Object.entries(GOT)){if", "for(var symName of unresolved){var entry=GOT[symName];if"),
    (
        "${typeof value} (${value})`)}}}};var loadDylibs",
        "${typeof value} (${value})`)}}}unresolved.clear()};var loadDylibs",
    ),
)
"""Texts of Pyodide's linker that are replaced: after each library it looked at all symbols of all libraries so far.

It now looks at those that are not resolved yet. Loading python-flint, which has 45 libraries and eleven thousand
symbols, takes a third of the time.
"""
PARTS_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def pyodide_files(*, changed: bool = True) -> dict[str, bytes]:
    """Return the files of Pyodide that a page loads.

    Args:
        changed: with `CHANGES` of its linker.

    Raises:
        VendoringError: as `Archive.fetched`; or a text of `CHANGES` is not there once.
    """
    found = {}
    with tarfile.open(PYODIDE.fetched()) as archive:
        for name in PARTS_OF_PYODIDE:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise VendoringError(f"{PYODIDE.url} must hold {name}")
            found[name] = member.read()
    if not changed:
        return found
    linker = found["pyodide.asm.mjs"].decode()
    for old, new in CHANGES:
        if linker.count(old) != 1:
            raise VendoringError(f"pyodide.asm.mjs must hold {old!r} once, got {linker.count(old)} times")
        linker = linker.replace(old, new)
    return {**found, "pyodide.asm.mjs": linker.encode()}


def flint_files() -> dict[str, bytes]:
    """Return the files of the wheel of python-flint, without those for type checkers and tests; licences stay.

    The package loads the library of a type when the type is first asked for: the page needs half of them.

    Raises:
        VendoringError: as `Archive.fetched`; or the package does more than importing names.
    """
    with zipfile.ZipFile(FLINT.fetched()) as wheel:
        files = {
            name: wheel.read(name)
            for name in wheel.namelist()
            if not name.endswith((".pyi", ".typed", "/RECORD", "/")) and "/test/" not in name
        }
    return {**files, "flint/__init__.py": lazy(files["flint/__init__.py"].decode()).encode()}


def lazy(source: str) -> str:
    r"""Return a package that imports each of its names when it is first asked for.

    Raises:
        VendoringError: the source does more than importing names from its own modules and setting `__all__` and so on.

    Example:
        >>> print(lazy("from .types.fmpz import fmpz as z\n__version__ = '1'").partition("def ")[0])
        __version__ = '1'
        _PLACES = {'z': ('.types.fmpz', 'fmpz')}
        <BLANKLINE>
        <BLANKLINE>
        <BLANKLINE>
    """
    places, kept = dict[str, tuple[str, str]](), list[str]()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            places |= {one.asname or one.name: (f".{node.module}", one.name) for one in node.names}
        elif isinstance(node, ast.Assign):
            kept.append(ast.unparse(node))
        else:
            raise VendoringError(f"flint/__init__.py must only import names, got {ast.unparse(node)!r}")
    return "\n".join([*kept, f"_PLACES = {places!r}", _LAZILY])


_LAZILY = """

def __getattr__(name):
    import importlib

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own = _PLACES[name]
    found = globals()[name] = getattr(importlib.import_module(module, __name__), own)
    return found


def __dir__():
    return sorted({*globals(), *_PLACES})
"""
