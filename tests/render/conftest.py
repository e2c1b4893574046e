"""Fixture that the tests of reports share: the snapshot of a small ledger."""

from __future__ import annotations

from typing import Any

import pytest

from sdp_proofs.ledger import run_registry, snapshot
from tests.ledger.toy_ledger import registry


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(registry(), run_registry(registry()))
