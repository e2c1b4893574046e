"""Packs the archives of the page; runs in the page's own Python, once everything is loaded.

Reads `/packed/NAME.zip` and writes `/packed/NAME.new`. Compiled modules are not checked against sources, as there are
none beside them; docstrings and assertions of the standard library are left out, those of the package are kept.
"""

import ast
import importlib._bootstrap_external
import io
import sys
import tarfile
import warnings
import zipfile
from collections.abc import Iterable, Mapping

from compression import zstd  # type: ignore[import-not-found]  # new in Python 3.14

warnings.simplefilter("ignore")  # versions of sources of others
ALWAYS = ("encodings", "_sysconfigdata", "_pyodide", "pyodide", "importlib", "collections", "compression", "site")
"""Modules of the standard library that are found by names made at run time."""


def compiled(source: bytes, name: str, level: int) -> bytes:
    """Return a module as its `.pyc` file."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return bytes(importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False))  # type: ignore[attr-defined]


def module_of(name: str) -> str:
    """Return the module that a file of an archive holds."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: bytes, module: str, package: bool) -> set[str]:
    """Find the modules that a source may import, in functions too."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: len(module.split(".")) + package - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {base, *(f"{base}.{one.name}" for one in node.names)}
    return {".".join(name.split(".")[:end]) for name in found for end in range(1, name.count(".") + 2)}


def reached(library: Mapping[str, bytes], sources: Iterable[tuple[str, bytes]]) -> set[str]:
    """Find the files of the standard library that these sources can import, or that are loaded already."""
    files = {module_of(name): name for name in library if name.endswith(".py")}
    todo = {name for name in files if name in sys.modules or name.startswith(ALWAYS)}
    for name, source in sources:
        todo |= imported(source, module_of(name), name.endswith("__init__.py")) & files.keys()
    found = set[str]()
    while todo:
        module = todo.pop()
        found.add(module)
        name = files[module]
        todo |= (imported(library[name], module, name.endswith("__init__.py")) & files.keys()) - found
    return {files[module] for module in found}


def read(name: str) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(f"/packed/{name}.zip") as archive:
        return {one: archive.read(one) for one in archive.namelist() if not one.endswith("/")}


def packed(files: Mapping[str, bytes], level: int) -> dict[str, bytes]:
    """Return the files, modules that are loaded as compiled ones."""
    found = {}
    for name, content in sorted(files.items()):
        if name.endswith(".py") and (module_of(name) in sys.modules or level == 0):
            found[f"{name}c"] = compiled(content, name, level)
        else:
            found[name] = content
    return found


def write_zip(name: str, files: Mapping[str, bytes]) -> None:
    """Write a zip archive that depends on nothing but the files."""
    with zipfile.ZipFile(f"/packed/{name}.new", "w") as archive:
        for one, content in sorted(files.items()):
            entry = zipfile.ZipInfo(one)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)


def write_tar(name: str, files: Mapping[str, bytes]) -> None:
    """Write a tar archive under Zstandard, which unpacks as fast as a zip archive and is a third smaller."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for one, content in sorted(files.items()):
            entry = tarfile.TarInfo(one)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    options = {zstd.CompressionParameter.compression_level: 19, zstd.CompressionParameter.window_log: 25}
    with open(f"/packed/{name}.new", "wb") as file:
        file.write(zstd.compress(stream.getvalue(), options=options))


library, core, flint = read("stdlib"), read("core"), read("flint")
modules = [(name, content) for name, content in {**core, **flint}.items() if name.endswith(".py")]
kept = reached(library, modules)
write_zip("stdlib", packed({n: c for n, c in library.items() if n in kept or not n.endswith(".py")}, 2))
write_tar("core", packed(core, 0))
if globals().get("again", True):  # no copy is kept
    write_tar("flint", packed(flint, 2))
