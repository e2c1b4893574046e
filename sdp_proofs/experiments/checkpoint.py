"""A file of drawn databases, one JSON line each, from which an interrupted run continues.

The first line says what was drawn (its hash is checked), every other line is one database. A run that was cut off may
have left half a line at the end; it is dropped. Anything else that is not as described is an error, not a guess.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.files import check_size
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta

SCHEMA = "sdp-proofs/draws/1"
LARGEST_FILE = 2**28
"""Bytes: some million draws."""


def fingerprint(settings: Mapping[str, Any]) -> str:
    """A hash of the settings that decide what is drawn.

    Example:
        >>> fingerprint({"seed": 1, "epsilons": ["1"]}) == fingerprint({"epsilons": ["1"], "seed": 1})
        True
    """
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


class DrawStore:
    """What was drawn for each point, by the point's name and the number of the draw; new draws are appended.

    Args:
        path: the file; it is created if it does not exist.
        settings: JSON values that decide what is drawn, such as the seed.

    Raises:
        SizeError: the file is larger than `LARGEST_FILE`.
        DomainError: the file is not of this kind, or was written with other settings.
        OSError: the file cannot be read or written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with DrawStore(f"{folder}/draws.jsonl", {"seed": 1}) as store:
        ...         store.add("example", DrawnDelta(0, 1.0, (0.25,)))
        ...     with DrawStore(f"{folder}/draws.jsonl", {"seed": 1}) as store:
        ...         store.found["example", 0].losses
        (0.25,)
    """

    def __init__(self, path: str | os.PathLike[str], settings: Mapping[str, Any]) -> None:
        self._path = Path(path)
        self._header = {"schema": SCHEMA, "settings": dict(settings), "fingerprint": fingerprint(settings)}
        self.found: dict[tuple[str, int], DrawnDelta] = {}
        if self._path.exists() and not self._path.is_file():
            raise DomainError(f"{self._path}: must be a file of its own, got a folder, a pipe or a device")
        kept = self._read() if self._path.exists() else 0
        self._stream = self._path.open("r+b" if kept else "wb")
        self._stream.truncate(kept)
        self._stream.seek(kept)
        if not kept:
            self._write(self._header)

    def add(self, name: str, drawn: DrawnDelta) -> None:
        """Append a draw; it is in the file when this returns."""
        self.found[name, drawn.index] = drawn
        self._write({"point": name, "index": drawn.index, "weight": drawn.weight, "losses": list(drawn.losses)})

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __enter__(self) -> DrawStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, record: Mapping[str, Any]) -> None:
        self._stream.write(json.dumps(record, allow_nan=False).encode() + b"\n")
        self._stream.flush()

    def _read(self) -> int:
        """Take in what the file holds; the number of bytes that are whole."""
        check_size(str(self._path), self._path.stat().st_size, LARGEST_FILE)
        content = self._path.read_bytes()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines:
            if content and SCHEMA.encode() not in content:
                raise DomainError(f"{self._path}: the first line must say what was drawn")
            return 0
        if self._json(lines[0], 1).get("schema") != SCHEMA:
            raise DomainError(f"{self._path}: the first line must have the schema {SCHEMA}")
        if self._json(lines[0], 1).get("fingerprint") != self._header["fingerprint"]:
            raise DomainError(f"{self._path} was drawn with other settings; give another file, or the same settings")
        for number, line in enumerate(lines[1:], start=2):
            try:
                name, drawn = self._draw(line, number)
            except DomainError:
                if number < len(lines):
                    raise
                return whole - len(line) - 1
            self.found[name, drawn.index] = drawn
        return whole

    def _draw(self, line: bytes, number: int) -> tuple[str, DrawnDelta]:
        record = self._json(line, number)
        try:
            drawn = DrawnDelta(int(record["index"]), float(record["weight"]), tuple(map(float, record["losses"])))
            if not all(math.isfinite(value) and value >= 0 for value in (drawn.weight, *drawn.losses)):
                raise ValueError
            return str(record["point"]), drawn
        except (KeyError, TypeError, ValueError):
            raise DomainError(f"{self._path}, line {number}: must be a draw, got {line[:60]!r}") from None

    def _json(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise DomainError(f"{self._path}, line {number}: must be a JSON object, got {line[:60]!r}")
        return record
