from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import mpmath
import pytest
from hypothesis import HealthCheck, settings

from sdp_proofs import memory
from tests import full
from tests.decided import DecidedLedger

# No example fails because the machine is busy, and the same examples are tried each time: a change that passed here
# passes there. New ones are drawn with --full.
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("same")

# Compiling well takes longer than the few steps that the tests run.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")

# Collecting makes millions of objects that stay to the end: to search them again and again for what could go took a
# third of it. From then on the search is among what the tests make.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options of these tests."""
    parser.addoption("--full", action="store_true", help="run slow tests, all cases of the others, and more trials")
    parser.addoption("--renew", action="store_true", help="write the golden files anew instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    """Read how far the tests go before they are imported."""
    full.read(config)
    if full.is_full():
        settings.load_profile("fresh")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of the short form whatever `tests.full` says."""
    if not full.is_full() and (found := full.left_out(items)):
        left = {id(item) for item in found}
        config.hook.pytest_deselected(items=found)
        items[:] = [item for item in items if id(item) not in left]


def pytest_collection_finish() -> None:
    """No module of the tests changes the precision that all share: what is slow, or passes, would depend on it."""
    gc.freeze()
    gc.enable()
    if mpmath.mp.prec != 53:
        raise pytest.UsageError(f"a module has set mpmath to {mpmath.mp.prec} bits: use a context of its own")


@pytest.fixture
def as_one_claim() -> Iterator[None]:
    """All questions to z3 share a context, as those of one claim do in a run of the ledger."""
    with memory.of_one_claim():
        yield


@pytest.fixture(scope="session")
def decided(tmp_path_factory: pytest.TempPathFactory) -> DecidedLedger:
    """The ledger, decided once for all processes of this session."""
    own = tmp_path_factory.getbasetemp()
    # A worker of xdist has a folder of its own within that of the session.
    return DecidedLedger((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "ledger")
