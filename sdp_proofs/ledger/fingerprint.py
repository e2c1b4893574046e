"""A fingerprint of everything that decides a claim: source files, data, libraries, and the claims it depends on."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sdp_proofs.ledger.registry import Registry

ENGINES = ("mpmath", "numpy", "python-flint", "sympy", "z3-solver")


def fingerprints(registry: Registry) -> dict[str, str]:
    """A fingerprint for every claim whose module the registry knows; the others have none.

    It covers the module of the claim, every module of the same package that this one imports, directly or through
    others, also inside functions, the files of the `data` folders next to them, the versions of Python and of the
    engines, and the fingerprints of the claims it depends on.

    Args:
        registry: a ledger whose claims have `homes`.
    """
    found: dict[str, str] = {}
    for identifier in registry.closure():
        home = registry.homes.get(identifier)
        parts = [found.get(other, "") for other in registry[identifier].depends_on]
        if home is not None and all(parts):
            digest = hashlib.sha256("\n".join([identifier, _engines(), _sources(home), *parts]).encode())
            found[identifier] = digest.hexdigest()
    return found


@functools.cache
def _engines() -> str:
    lines = [f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}"]
    for name in ENGINES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} absent")
    return "\n".join(lines)


@functools.cache
def _sources(module: str) -> str:
    """A digest of all files that a module's code can reach inside its own top-level package."""
    seen: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen[name] = _digest(name)
            waiting.extend(_imported(name))
    return "\n".join(f"{name} {digest}" for name, digest in sorted(seen.items()))


@functools.cache
def _file(module: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


@functools.cache
def _digest(module: str) -> str:
    file = _file(module)
    if file is None:
        return "none"
    digest = hashlib.sha256(file.read_bytes())
    data = file.parent / "data"
    for other in sorted(path for path in data.rglob("*") if path.is_file()) if data.is_dir() else ():
        digest.update(other.name.encode() + b"\0" + other.read_bytes())
    return digest.hexdigest()


@functools.cache
def _imported(module: str) -> tuple[str, ...]:
    """The modules of the same top-level package that a module names in an import, wherever it stands."""
    file = _file(module)
    if file is None:
        return ()
    root = module.partition(".")[0]
    names = {".".join(module.split(".")[: depth + 1]) for depth in range(module.count("."))}  # packages run first
    for node in ast.walk(ast.parse(file.read_bytes())):
        names.update(name for name in _named(node) if name.partition(".")[0] == root)
    return tuple(name for name in sorted(names) if _file(name) is not None)


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
