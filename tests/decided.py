"""The ledger, decided once in a session of tests, whoever asks and in however many processes the tests run.

Results are kept as `verify` keeps them, but in a temporary folder of this very session: nothing that an earlier run or
a user has found is ever read.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sdp_proofs.ledger import ClaimResult, run_registry
from sdp_proofs.ledger.cache import Store
from sdp_proofs.papers import registry


class DecidedLedger:
    """Results of the claims, each decided when somebody asks for it first.

    Args:
        folder: shared by all processes of the session, and empty when it begins.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = Store(folder / "results", dict.fromkeys(registry(), "0" * 64))
        self._known: dict[str, ClaimResult] = {}

    def __getitem__(self, identifier: str) -> ClaimResult:
        # One by one, what others rest on first: then what is locked is only what is being decided.
        for one in registry().closure([identifier]):
            if one not in self._known:
                with self._turn(one):
                    results = run_registry(registry(), [one], store=self._store)
                    self._known |= {result.id: result for result in results}
        return self._known[identifier]

    def all(self) -> list[ClaimResult]:
        """Every claim, in the order of the ledger."""
        return [self[identifier] for identifier in registry()]

    @contextmanager
    def _turn(self, identifier: str) -> Iterator[None]:
        """Wait while another process decides the same claim; a process that dies gives its turn away."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{identifier}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
