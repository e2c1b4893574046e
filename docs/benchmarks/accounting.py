"""The accountant beside others: time, memory, width or error, on one machine in one run.

Other accountants are measured where they are installed; a cell says so where they are not, or what they answered
instead of a number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from math import isinf

from docs.benchmarks.timing import duration, peak_mebibytes, table, timed
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.classical import renyi_bound
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.api.releases import account

SETTINGS = ((Fraction(256, 60000), "1.1", 14063), (Fraction(1, 100), "1", 1000), (Fraction(1, 100), "1", 10000))
DELTAS = ("1e-5", "1e-10", "1e-20", "1e-50")
HEADER = ("sigma, rate, steps", "delta", "epsilon", "time", "lattice", "Rényi", "dp_accounting", "prv_accountant")
_OURS = """
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.grammar import read_release
epsilon_at(Question.of(read_release("poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063")), "1e-5", method={!r})
"""
_THEIRS = """
from docs.benchmarks import accounting
accounting.{}(256/60000, 1.1, 14063, 1e-5)
"""
_MEMORY = {
    "sdp_proofs": _OURS.format("inversion"),
    "sdp_proofs, lattice": _OURS.format("lattice"),
    "dp_accounting": _THEIRS.format("_dp_accounting"),
    "prv_accountant": _THEIRS.format("_prv"),
}


NOISES, RATES, ENTRIES = (1.1, 1.0, 0.9, 1.3), (0.01, 0.02), 100_000
PEER_ENTRIES = 20
"""Steps of such a history that dp_accounting is given: it took about 50 ms a step by RDP and more by PLD."""


def section() -> str:
    """The tables."""
    rows = [_row(*setting, delta) for setting in SETTINGS for delta in DELTAS]
    peaks = [(name, f"{peak_mebibytes(program):.0f} MiB") for name, program in _MEMORY.items() if _is_there(name)]
    memory = table(("accountant", "memory"), peaks)
    heading = "The peak of a process that answers the first setting at 1e-5:"
    return "\n\n".join((table(HEADER, rows), heading, memory, *_histories()))


def _histories() -> tuple[str, str]:
    """Read and answer a history of single steps of eight kinds, in the order in which a schedule would run them."""
    history = [(NOISES[i % 4], RATES[i // 4 % 2], 1) for i in range(ENTRIES)]
    proven = timed(lambda: account(history, delta="1e-5", digits=6))
    few = history[:PEER_ENTRIES]
    value, truth = proven.answer.value, account(few, delta="1e-5", digits=6).value
    assert value is not None and value.proven_digits >= 6 and truth is not None
    rows = [("sdp_proofs", f"{ENTRIES:,}", f"{duration(proven.seconds)}, {value.rounded(6)}")]
    for kind in ("pld", "rdp"):
        cell = _peer("dp_accounting", lambda kind=kind: _composed(few, kind), float(truth))  # type: ignore[misc]
        rows.append((f"dp_accounting, {kind.upper()}", str(PEER_ENTRIES), cell))
    heading = "A history of single steps of eight kinds, read and answered at 1e-5:"
    return heading, table(("accountant", "steps", "time, and epsilon or how far it is above"), rows)


def _row(rate: Fraction, sigma: str, steps: int, delta: str) -> tuple[str, ...]:
    question = Question.of(read_release(f"poisson(rate={rate}, gaussian(sigma={sigma})) * {steps}"))
    proven = timed(lambda: epsilon_at(question, delta, digits=10))
    value = proven.answer.value
    assert value is not None and value.proven_digits >= 10
    truth = float(value)
    worst = question.directions[0]
    lattice = timed(lambda: Lattice.of(worst).epsilon(Fraction(delta), 3))
    assert lattice.answer is not None and lattice.answer.overlaps(value)
    width = float(lattice.answer.upper - lattice.answer.lower) / truth
    renyi = timed(lambda: float(renyi_bound(worst, Fraction(delta)).epsilon_upper))
    return (
        f"{sigma}, {rate}, {steps}",
        delta,
        value.rounded(10) or str(value),
        duration(proven.seconds),
        f"{duration(lattice.seconds)}, width {width:.1e}",
        f"{duration(renyi.seconds)}, {100 * (renyi.answer / truth - 1):+.2f} %",
        _peer("dp_accounting", lambda: _dp_accounting(float(rate), float(sigma), steps, float(delta)), truth),
        _peer("prv_accountant", lambda: _prv(float(rate), float(sigma), steps, float(delta)), truth),
    )


def _is_there(name: str) -> bool:
    return find_spec(name.partition(",")[0]) is not None


def _peer(module: str, ask: Callable[[], float], truth: float) -> str:
    if not _is_there(module):
        return "not installed"
    try:
        found = timed(ask)
    except Exception as error:  # whatever another program does instead of answering is the answer
        return type(error).__name__
    return f"{duration(found.seconds)}, {_off(found.answer, truth)}"


def _off(answer: float, truth: float) -> str:
    """Distance of an answer from the truth; these accountants promise an upper bound."""
    if isinf(answer):
        return "infinity"
    off = answer / truth - 1
    return f"{100 * off:+.2g} %" if off >= 0 else f"**{100 * off:.2g} %, below the truth**"


def _dp_accounting(rate: float, sigma: float, steps: int, delta: float) -> float:
    library = import_module("dp_accounting")
    accountant = import_module("dp_accounting.pld.pld_privacy_accountant").PLDAccountant()
    event = library.PoissonSampledDpEvent(rate, library.GaussianDpEvent(sigma))
    return float(accountant.compose(event, steps).get_epsilon(delta))


def _composed(history: list[tuple[float, float, int]], kind: str) -> float:
    """Compose step by step, as a training loop does; their builder merges equal steps in a row."""
    library = import_module("dp_accounting")
    module = import_module(f"dp_accounting.{kind}.{kind}_privacy_accountant")
    accountant = module.PLDAccountant() if kind == "pld" else module.RdpAccountant()
    kept = library.DpEventBuilder()
    for noise, rate, _ in history:
        kept.compose(library.PoissonSampledDpEvent(rate, library.GaussianDpEvent(noise)))
    return float(accountant.compose(kept.build()).get_epsilon(1e-5))


def _prv(rate: float, sigma: float, steps: int, delta: float) -> float:
    library = import_module("prv_accountant")
    mechanism = library.PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=sigma)
    accountant = library.PRVAccountant(
        prvs=mechanism, max_self_compositions=steps, eps_error=0.01, delta_error=delta / 1000
    )
    return float(accountant.compute_epsilon(delta, num_self_compositions=steps)[2])


def main() -> None:
    """Print the section alone."""
    print(section())


if __name__ == "__main__":
    main()
