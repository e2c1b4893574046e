"""The program `python -P -m sdp_proofs.certificate FILE ...`."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from sdp_proofs.certificate import CertificateError, LimitError, accounting, replayed
from sdp_proofs.certificate.document import ACCOUNTING, loaded
from sdp_proofs.certificate.limits import MAX_BYTES, Budget
from sdp_proofs.certificate.printing import account_lines, lines

CONFIRMED, NOT_CONFIRMED, MALFORMED = 0, 1, 2
SECONDS, BYTES = 300, 2**32
"""Limits of processor time and of memory, where the system can limit them; the limits of work should end first."""
NOTICE = (
    "This confirms the arithmetic of the formulas printed here and nothing else. Whether a formula is that of the\n"
    "claim is compared by `sdp-proofs certificate FILE`; whether the definitions say what it speaks of can be read."
)


def main(arguments: Sequence[str]) -> int:
    """Replay every file; 0 if all are confirmed, 1 if one is not, 2 if one is malformed or beyond the limits."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if not arguments or arguments[0].startswith("-"):
        print("usage: python -P -m sdp_proofs.certificate FILE ...", file=sys.stderr)
        return MALFORMED
    code = max(map(replay_file, arguments))
    if code != MALFORMED:
        print(NOTICE)
    return code


def replay_file(path: str) -> int:
    """Replay one file and print what it says; errors are one line."""
    try:
        certificate = loaded(content_of(path))
        if certificate["schema"] == ACCOUNTING:
            budget = Budget()
            account = accounting.read(certificate, budget)
            confirmed = account.confirmed(budget)
            print(*account_lines(account, confirmed), sep="\n")
        else:
            found = replayed(certificate)
            confirmed = found.confirmed
            print(*lines(certificate, found), sep="\n")
    except (OSError, CertificateError) as error:
        print(ascii(path)[1:-1], "error", _one_line(error), sep=": ", file=sys.stderr)
        return MALFORMED
    return CONFIRMED if confirmed else NOT_CONFIRMED


def content_of(path: str) -> bytes:
    """Content of a file; of an endless one no more than shows that it is too long.

    Raises:
        CertificateError: it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CertificateError(f"a certificate must be a file that can be read: {_one_line(error)}") from None


def _one_line(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return " ".join((reason or str(error)).split())


def _limit() -> None:
    """Time and memory, as the last resort: a signal and a MemoryError, both of which end in one line."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource
        import signal

        signal.signal(signal.SIGXCPU, _too_long)
        for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, BYTES)):
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _too_long(*_: object) -> None:
    raise LimitError(f"a certificate must be replayed within {SECONDS} seconds of processor time")


def program() -> int:
    """The process: limits, the replays, and an exit code even where nothing can be printed."""
    _limit()
    try:
        code = main(sys.argv[1:])
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError, MemoryError, RecursionError):
        # The streams are closed or full. What they hold back must not be written again at the end.
        os._exit(MALFORMED)
    return code


if __name__ == "__main__":
    sys.exit(program())
