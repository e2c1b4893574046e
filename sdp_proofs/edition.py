"""Edition of the package and date: every document carries both, so that it can be made again."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

_SUFFIXES = frozenset({".py", ".json", ".csv", ".html", ".css", ".js", ".woff2"})
_DIGITS = 12


@cache
def digest() -> str:
    """The beginning of the SHA-256 of the package's files, names and contents, in the order of their names.

    Two installations with the same digest run the same code on the same data, whatever their version says.

    Example:
        >>> len(digest()), digest() == digest()
        (12, True)
    """
    root = Path(__file__).parent
    whole = hashlib.sha256()
    for file in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES):
        whole.update(file.relative_to(root).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:_DIGITS]


@cache
def edition() -> str:
    """The package with its version and digest.

    Example:
        >>> edition().startswith("sdp-proofs 0.")
        True
    """
    from sdp_proofs import __version__

    return f"sdp-proofs {__version__} ({digest()})"


def today() -> str:
    """The date in UTC as year-month-day, or that of SOURCE_DATE_EPOCH, for documents that must not change.

    Example:
        >>> os.environ["SOURCE_DATE_EPOCH"] = "86400"
        >>> today()
        '1970-01-02'
        >>> del os.environ["SOURCE_DATE_EPOCH"]
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else datetime.now(UTC)
    return moment.date().isoformat()
