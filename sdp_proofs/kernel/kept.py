"""What a kernel has answered in a folder, so that a run is short: digests by name, forgotten with another compiler."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock

FILE = "kernel.json"
_COMPILER = "compiler"


class Kept:
    """Digests of what was accepted, and of false neighbours that were refused.

    Args:
        folder: of an export.
        compiler: the version whose answers count.
    """

    def __init__(self, folder: Path, compiler: str) -> None:
        self._path = folder / FILE
        self._lock = Lock()
        self._digests = {_COMPILER: compiler}
        with suppress(OSError, ValueError):
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if isinstance(found, dict) and found.get(_COMPILER) == compiler:
                self._digests = found

    def has(self, name: str, digest: str) -> bool:
        """Whether that was the answer to exactly this."""
        return self._digests.get(name) == digest

    def add(self, name: str, digest: str) -> None:
        """Write an answer down at once: a run that is broken off loses nothing."""
        with self._lock:
            self._digests[name] = digest
            text = json.dumps(dict(sorted(self._digests.items())), indent=1)
            self._path.write_text(text, encoding="utf-8")
