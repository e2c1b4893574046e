"""A fingerprint of everything that decides a claim; a claim that has none is examined on every run.

For a ledger of another package it covers all files of its top-level package and of those beside it that it imports,
whatever they are, and all files of this package. For a claim of this package it covers every module that the claim's
module reaches by imports, all of them where an import is computed, and all files that are not source. Both cover the
claim's own words, Python and its flags, the versions of all installed distributions, the environment variables that
are read, and the fingerprints of the claims it depends on.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from sdp_proofs.ledger.claim import Claim
from sdp_proofs.ledger.registry import Registry
from sdp_proofs.ledger.sources import OWN, Source, own_data, own_sources, package_digest, reached, root

# Variables by which the engines can be told to compute in another way.
_ENGINES = ("FLINT_", "MPMATH_", "NPY_", "NUMPY_", "OMP_", "OPENBLAS_", "SCIPY_", "SYMPY_", "Z3_")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def fingerprints(registry: Registry, loader: str = "", ids: Iterable[str] | None = None) -> dict[str, str]:
    """A fingerprint for every claim of which it can be told what decides it; the others have none.

    Args:
        registry: a ledger whose claims have `homes`.
        loader: "package.module:function" that returned it; its package counts, too.
        ids: the claims (default: all); those that they refer to are among the answers.
    """
    found: dict[str, str] = {}
    for identifier in registry.closure(ids):
        home = registry.homes.get(identifier)
        source = None if home is None else _sources(home, loader.partition(":")[0])
        parts = [found.get(other, "") for other in registry[identifier].depends_on]
        if source and all(parts):
            text = "\n".join([_words(registry[identifier]), environment(), source, *parts])
            found[identifier] = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
    return found


@functools.cache
def deciding(home: str) -> dict[str, Source]:
    """The modules of this package that decide the claims of one of its modules, by name.

    Raises:
        UnknowableError: a source cannot be found.
    """
    return reached(home) | reached(f"{OWN}.ledger.run")


@functools.cache
def _sources(home: str, loader: str) -> str | None:
    """What decides the checks of a module, in a ledger of that loader; None if that cannot be told."""
    lines = [own_data()]
    try:
        foreign = {root(module) for module in (home, loader) if module} - {OWN}
        own = own_sources() if foreign else deciding(home)
        variables = [source.variables for source in own.values()]
        for package in sorted(foreign):
            digest, read = package_digest(package)
            lines.append(f"{package} {digest}")
            variables.append(read)
    except Exception:  # whatever is wrong with the files of a ledger, nothing is known of them
        return None
    if None in variables:
        return None
    lines += [f"{name} {source.digest}" for name, source in sorted(own.items())]
    names = sorted(frozenset[str]().union(*(read for read in variables if read)))
    return "\n".join([*lines, *(f"{name}={os.environ.get(name)!r}" for name in names)])


def _words(claim: Claim) -> str:
    """What a claim says of itself, for ledgers that are not the same text on every run."""
    said = [
        claim.id,
        claim.recorded,
        str(claim.formula),
        sorted((str(name), repr(value)) for name, value in claim.parameters.items()),
        [(check.title, check.method, check.coverage, check.deep) for check in claim.checks],
        [miss.name for miss in claim.near_misses],
    ]
    return _ADDRESS.sub("", json.dumps(said))


@functools.cache
def environment() -> str:
    """Python, its flags, what is installed, and the variables that tell engines how to compute."""
    lines = [sys.version, platform.machine(), str(sys.flags)]
    for place in sys.path:  # each installed distribution has a folder of its name and version there
        names = os.listdir(place) if place and Path(place).is_dir() else []
        lines += sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))
    lines += sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(_ENGINES))
    return "\n".join(lines)
