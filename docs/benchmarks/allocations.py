"""Allocation and mixtures beside others: known truths, time and width, on one machine in one run.

Other accountants run in a process of their own, which is ended after `PATIENCE` seconds of the processor. They are
measured where they are installed; a cell says so where they are not, or what they answered instead of a number.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.util import find_spec
from math import inf
from time import process_time

from docs.benchmarks.timing import duration, table, timed
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release

PATIENCE = 15
DIGITS = 10
HEADER = ("release", "asked", "direction", "sdp_proofs", "time", "PLD_accounting", "dp_accounting")
ABOUT = (
    f"Processor time, {DIGITS} digits. Every answer agrees with a number that another program found by another route. "
    f"The bounds of others are from one call each, with their defaults; they are given {PATIENCE} s. PLD_accounting "
    "answers for both directions and for both bounds in one time, dp_accounting here from above."
)


@dataclass(frozen=True)
class Truth:
    """An answer known from elsewhere: steps of an allocation or chances of a mixture, and what is asked.

    Attributes:
        release: the expression.
        asked: "delta" at an epsilon, or "epsilon" at a delta.
        place: that epsilon or delta.
        remove: the answer when a record is removed.
        add: the answer when one is added, where it is known.
        peer: the arguments for the program of the other accountant.
    """

    release: str
    asked: str
    place: str
    remove: str
    add: str | None
    peer: tuple[object, ...]


def _allocation(
    steps: int, sigma: str, place: str, remove: str, add: str | None = None, epochs: int = 1, asked: str = "delta"
) -> Truth:
    repeated = f" * {epochs}" if epochs > 1 else ""
    release = f"allocation(steps={steps}, gaussian(sigma={sigma})){repeated}"
    return Truth(release, asked, place, remove, add, (float(Fraction(sigma)), steps, epochs, float(Fraction(place))))


def _group(size: int, rate: str, count: int, remove: str) -> Truth:
    inner = f"poisson(rate={rate}, gaussian(sigma=1))"
    release = (f"group(size={size}, {inner})" if size > 1 else inner) + (f" * {count}" if count > 1 else "")
    return Truth(release, "delta", "1", remove, None, (size, float(Fraction(rate)), count))


ALLOCATIONS = (
    _allocation(2, "1", "1", "0.0592065010858926532787", "0.0501976623694882363528"),
    _allocation(3, "1", "1", "0.0335007729777383", "0.023838709004695"),
    _allocation(10, "1", "1", "0.0027828689991815676167", "0.00048618580850080175"),
    _allocation(234, "1.1", "1/4", "2.210653803547113e-5", "4.52054883634324e-6"),
    _allocation(234, "1.1", "1", "5.24678630182882e-11"),
    _allocation(1000, "1", "1/10", "1.482069027274113608e-4", "9.283392049103956151e-5"),
    _allocation(10_000, "1", "1/10", "1.084484967078990e-11"),
    _allocation(10_000, "1/2", "1", "1.709017147742963e-5"),
    _allocation(10_000, "1/2", "1/2", "1.254357941267816e-4"),
    _allocation(1_000_000, "1/2", "1/10", "2.50132072278786e-7"),
    _allocation(10, "1/5", "31", "8.374639434367139e-6"),
    _allocation(234, "1.1", "2", "9.9487141682265e-5", "8.157162262665e-5", epochs=60),
    _allocation(234, "1.1", "1e-5", "2.34052075960", "2.29982202632", epochs=60, asked="epsilon"),
    _allocation(10_000, "1", "1e-5", "0.130945337425", "0.129880279681", epochs=10, asked="epsilon"),
)
GROUPS = (
    _group(2, "1/100", 1, "3.151943403815048177e-7"),
    _group(2, "1/100", 2, "6.4259021088685998545e-7"),
    _group(5, "1/100", 1, "3.431027073331282781e-5"),
    _group(5, "1/100", 2, "7.2823224691037780158e-5"),
    _group(1, "1/10", 2, "5.1416042939650279354e-4"),
)
_LIMIT = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, ({limit}, {limit}))
"""
_ALLOCATED = """
from PLD_accounting import *
sigma, steps, epochs, place = {peer}
def bounds(kind):
    names = dict(sigma=sigma, num_steps=steps, num_epochs=epochs)
    found = gaussian_allocation_pld(params=PrivacyParams(**names), config=AllocationSchemeConfig(), bound_type=kind)
    sides = getattr(found, "_pmf_remove"), getattr(found, "_pmf_add")
    return [float(side.get_{asked}_for_{other}(place)) for side in sides]
answer = lambda: list(zip(bounds(BoundType.IS_DOMINATED), bounds(BoundType.DOMINATES)))
"""
_MIXED = """
from math import comb, inf
from dp_accounting.pld.privacy_loss_distribution import from_mixture_gaussian_mechanism as mixture
size, rate, count = {peer}
chances = [comb(size, k) * rate**k * (1 - rate) ** (size - k) for k in range(size + 1)]
def bound():
    found = mixture(1.0, list(range(size + 1)), chances).self_compose(count)
    return float(getattr(found, "_pmf_remove").get_delta_for_epsilon(1.0))
answer = lambda: [(-inf, bound())]
"""
_CLOCK = """
from time import process_time
started = process_time()
found = answer()
print(process_time() - started, *(end for pair in found for end in pair))
"""


def section() -> str:
    """The table."""
    rows = [row for truth in ALLOCATIONS for row in _rows(truth, "PLD_accounting", _ALLOCATED)]
    rows += [row for truth in GROUPS for row in _rows(truth, "dp_accounting", _MIXED)]
    return "\n\n".join((ABOUT, table(HEADER, rows)))


def _rows(truth: Truth, peer: str, program: str) -> list[tuple[str, ...]]:
    question = Question.of(read_release(truth.release), "add-remove")
    cells = _peer(peer, program, truth)
    rows: list[tuple[str, ...]] = []
    for name, known in (("remove", truth.remove), ("add", truth.add)):
        if known is None:
            continue
        side = replace(question, directions=tuple(one for one in question.directions if one.name == name))
        answer = delta_at if truth.asked == "delta" else epsilon_at
        found = timed(lambda side=side, answer=answer: answer(side, truth.place, digits=DIGITS), process_time)
        value = found.answer.value
        assert value is not None and value.proven_digits >= DIGITS
        assert abs(float(value) / float(known) - 1) < 1e-9, (truth.release, name)
        asked = f"{truth.asked} at {truth.place}"
        own = f"**{value.rounded(DIGITS)}**"
        other = cells[len(rows)] if len(cells) > 1 else cells[0]
        columns = (other, "") if peer == "PLD_accounting" else ("", other)
        rows.append((f"`{truth.release}`", asked, name, own, duration(found.seconds), *columns))
    return rows


def _peer(module: str, program: str, truth: Truth) -> list[str]:
    """The bounds of another accountant in each direction, their width and its time, or what it did instead."""
    if find_spec(module) is None:
        return ["not installed"]
    other = "epsilon" if truth.asked == "delta" else "delta"
    text = _LIMIT.format(limit=PATIENCE) + program.format(peer=truth.peer, asked=truth.asked, other=other) + _CLOCK
    try:
        done = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        if error.returncode < 0:  # ended by a signal
            return [f"none in {PATIENCE} s"]
        return [error.stderr.strip().splitlines()[-1].partition(":")[0]]
    seconds, *ends = map(float, done.stdout.split())
    known = [float(one) for one in (truth.remove, truth.add) if one is not None]
    return [
        _bracket(low, high, exact, seconds)
        for (low, high), exact in zip(zip(ends[::2], ends[1::2], strict=True), known, strict=False)
    ]


def _bracket(low: float, high: float, exact: float, seconds: float) -> str:
    """The width of a bracket, or the distance of an upper bound alone from the truth."""
    known = f"{low:.5g} .. {high:.5g}" if low > -inf else f"{high:.7g}"
    off = f"{100 * (high - low) / exact:.2g} % wide" if low > -inf else f"{100 * (high / exact - 1):+.2g} %"
    text = f"{known}, {duration(seconds)}, {off}"
    return text if low <= exact <= high else f"{text}, **the truth is outside**"


def main() -> None:
    """Print the section alone."""
    print(section())


if __name__ == "__main__":
    main()
