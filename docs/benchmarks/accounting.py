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
from time import perf_counter

from docs.benchmarks.timing import duration, peak_mebibytes, table, timed
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.classical import renyi_bound
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice

SETTINGS = ((Fraction(256, 60000), "1.1", 14063), (Fraction(1, 100), "1", 1000), (Fraction(1, 100), "1", 10000))
DELTAS = ("1e-5", "1e-10", "1e-20", "1e-50")
HEADER = ("sigma, rate, steps", "delta", "epsilon", "time", "lattice", "Rényi", "dp_accounting", "prv_accountant")
BATCHES = ((256, 60000, "1.1", 1000, "1e-5"), (10, 100, "2", 50, "1e-5"))
_BATCHES_HEADER = ("sigma, batch of records, steps", "delta", "epsilon", "time", "glued pairs", "dp_accounting")
_ABOUT_BATCHES = (
    "Batches of fixed size, one record replaced: between records that react to what was seen, and what none exceed. "
    "Others compose one pair for each step (glued pairs), an upper bound; it is compared with our upper end:"
)
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


def section() -> str:
    """The tables."""
    rows = [_row(*setting, delta) for setting in SETTINGS for delta in DELTAS]
    peaks = [(name, f"{peak_mebibytes(program):.0f} MiB") for name, program in _MEMORY.items() if _is_there(name)]
    memory = table(("accountant", "memory"), peaks)
    heading = "The peak of a process that answers the first setting at 1e-5:"
    batches = table(_BATCHES_HEADER, [_batches(*setting) for setting in BATCHES])
    return "\n\n".join((table(HEADER, rows), heading, memory, _ABOUT_BATCHES, batches))


def _batches(size: int, records: int, sigma: str, steps: int, delta: str) -> tuple[str, ...]:
    question = Question.of(
        read_release(f"without-replacement(batch={size}, records={records}, gaussian(sigma={sigma})) * {steps}")
    )
    found = timed(lambda: epsilon_at(question, delta, digits=4))
    value = found.answer.value
    assert value is not None
    low, high = float(value.ball.lower()), float(value.ball.upper())
    glued = float(Lattice.of(question.directions[0]).epsilon(Fraction(delta), 3).upper)
    return (
        f"{sigma}, {size} of {records}, {steps}",
        delta,
        f"{low:.4f} .. {high:.4f}",
        duration(found.seconds),
        f"{glued:.4f}, {100 * (glued / high - 1):+.2f} %",
        peer("dp_accounting", lambda: _dp_accounting_batches(size, records, float(sigma), steps, float(delta)), high),
    )


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
        peer("dp_accounting", lambda: _dp_accounting(float(rate), float(sigma), steps, float(delta)), truth),
        peer("prv_accountant", lambda: _prv(float(rate), float(sigma), steps, float(delta)), truth),
    )


def _is_there(name: str) -> bool:
    return find_spec(name.partition(",")[0]) is not None


def peer(module: str, ask: Callable[[], float], truth: float, clock: Callable[[], float] = perf_counter) -> str:
    """The time of another accountant and how far its answer is from the truth, or what it did instead."""
    if not _is_there(module):
        return "not installed"
    try:
        found = timed(ask, clock)
    except Exception as error:  # any other end of the program is its answer
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


def _dp_accounting_batches(size: int, records: int, sigma: float, steps: int, delta: float) -> float:
    library = import_module("dp_accounting")
    module = import_module("dp_accounting.pld.pld_privacy_accountant")
    accountant = module.PLDAccountant(library.NeighboringRelation.REPLACE_ONE)
    event = library.SampledWithoutReplacementDpEvent(records, size, library.GaussianDpEvent(sigma))
    return float(accountant.compose(event, steps).get_epsilon(delta))


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
