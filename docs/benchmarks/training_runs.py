"""Questions about a run of training: its history, and the number that a `?` stands for; processor time.

Other accountants are measured where they are installed; a cell says so where they are not, or what they answered.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from time import process_time

from docs.benchmarks.accounting import peer
from docs.benchmarks.timing import duration, table, timed
from sdp_proofs.api.releases import account
from sdp_proofs.api.runs import calibrate

NOISES, RATES, ENTRIES = (1.1, 1.0, 0.9, 1.3), (0.01, 0.02), 100_000
PEER_ENTRIES = 20
"""Steps of such a history that dp_accounting is given: it took about 50 ms a step by RDP and more by PLD."""
UNKNOWNS = (
    ("poisson(rate=0.01, gaussian(?)) * 1000", "1"),
    ("poisson(rate=0.01, gaussian(1)) * ?", "8"),
    ("group(size=?, poisson(rate=1/100, gaussian(1))) * 100", "8"),
    ("allocation(steps=100, gaussian(1)) * ?", "8"),
    ("allocation(steps=100, bins=fresh, epochs=?, gaussian(2))", "8"),
)


def section() -> str:
    """The tables."""
    heading = "Processor time. A history of single steps of eight kinds, read and answered at 1e-5:"
    history = table(("accountant", "steps", "time, and epsilon or how far it is above"), _histories())
    asked = "The number that a `?` stands for, at delta = 1e-5, both sides proven:"
    return "\n\n".join((heading, history, asked, table(("release", "epsilon", "answer", "time"), _unknowns())))


def _histories() -> list[tuple[str, ...]]:
    """Read and answer a history in the order in which a schedule would run it."""
    history = [(NOISES[i % 4], RATES[i // 4 % 2], 1) for i in range(ENTRIES)]
    proven = timed(lambda: account(history, delta="1e-5", digits=6), process_time)
    few = history[:PEER_ENTRIES]
    value, truth = proven.answer.value, account(few, delta="1e-5", digits=6).value
    assert value is not None and value.proven_digits >= 6 and truth is not None
    rows: list[tuple[str, ...]] = [("sdp_proofs", f"{ENTRIES:,}", f"{duration(proven.seconds)}, {value.rounded(6)}")]
    for kind in ("pld", "rdp"):
        cell = peer("dp_accounting", partial(_composed, few, kind), float(truth), process_time)
        rows.append((f"dp_accounting, {kind.upper()}", str(PEER_ENTRIES), cell))
    return rows


def _unknowns() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for release, epsilon in UNKNOWNS:
        found = timed(partial(calibrate, release, epsilon=epsilon, delta="1e-5"), process_time)
        report = found.answer
        assert report.sharp and report.fails is not None
        rows.append((f"`{release}`", epsilon, f"{report.found.parameter} = {report.meets}", duration(found.seconds)))
    return rows


def _composed(history: list[tuple[float, float, int]], kind: str) -> float:
    """Compose step by step, as a training loop does; their builder merges equal steps in a row."""
    library = import_module("dp_accounting")
    module = import_module(f"dp_accounting.{kind}.{kind}_privacy_accountant")
    accountant = module.PLDAccountant() if kind == "pld" else module.RdpAccountant()
    kept = library.DpEventBuilder()
    for noise, rate, _ in history:
        kept.compose(library.PoissonSampledDpEvent(rate, library.GaussianDpEvent(noise)))
    return float(accountant.compose(kept.build()).get_epsilon(1e-5))
