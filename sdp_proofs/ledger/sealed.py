"""Files of a cache: written whole or not at all, with a digest of their content and of their name.

No fault of the folder or of a file changes an answer: what cannot be read is not there, and what cannot be written is
not kept. The digest finds damage; whoever wants to forge a file can as well forge a check.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

MAX_BYTES = 1 << 24
VERSION = 3
"""Of the files that keep what was found of a claim."""


def default_folder() -> Path:
    """`SDP_PROOFS_CACHE`, or sdp-proofs in the user's cache folder."""
    own = os.environ.get("SDP_PROOFS_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdp-proofs"


def deep_findings(folder: Path) -> frozenset[str]:
    """The claims against which a deep run has found something, whatever has changed since."""
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder / f"deep-{VERSION}")
    return frozenset(name.rpartition("-")[0] for name in names if name.endswith(".json"))


def sealed(file: Path) -> bytes | None:
    """What was written under that name, whole and unharmed; whatever else is there is nothing."""
    try:
        if not file.is_file():  # a pipe or a device would never end
            return None
        with file.open("rb") as stream:
            text = stream.read(MAX_BYTES)  # what is longer is cut, and has another digest
        digest, _, content = text.partition(b"\n")
        return content if digest.decode("ascii") == _digest(file, content) else None
    except Exception:  # reading raises whatever the file system makes it raise
        return None


def seal(file: Path, content: bytes) -> None:
    """Write a file of its own and rename it, so that a reader sees all of it or nothing."""
    part = None
    with suppress(Exception):  # a cache that cannot be written to must not change an answer
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, part = tempfile.mkstemp(prefix=f"{file.stem}.", suffix=".part", dir=file.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(_digest(file, content).encode("ascii") + b"\n" + content)
        os.replace(part, file)
        part = None
    if part is not None:
        with suppress(Exception):  # of this name nothing is ever read
            os.unlink(part)


def _digest(file: Path, content: bytes) -> str:
    """Of the content and of the name, so that no file can stand in for another one."""
    return hashlib.sha256(file.name.encode() + b"\0" + content).hexdigest()
