"""Checking programs: the time of each of the benchmark, decided with a proof or a violation, beside what is claimed.

CheckDP, StatDP and DP-Sniper are what one would use instead; none of them is a package that pip installs, so no time of
theirs is measured.
"""

from __future__ import annotations

from functools import partial
from time import process_time

from docs.benchmarks.timing import duration, table, timed
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.catalogue import PROGRAMS, Entry
from sdp_proofs.verdict import Verdict

HEADER = ("program", "source", "claimed", "verdict", "time")
SECTION = """\
Processor time. The verdict of each is the right one; HOLDS is a proof at the size of the benchmark and, where the
induction goes through, for every size, FAILS an exact violation. CheckDP, StatDP and DP-Sniper are no packages of the
Python package index: they are not measured here. Times that DP-Sniper's repository keeps of itself and of StatDP, on
another machine, are 59 s to 97 minutes for a program, and stand beside the verdicts in
[Referee a paper](how_to/referee.md#beside-other-tools).

{rows}

All {count} programs: {whole}."""


def section() -> str:
    """The table."""
    found = [_row(entry) for entry in PROGRAMS]
    whole = duration(sum(seconds for seconds, _ in found))
    return SECTION.format(rows=table(HEADER, [cells for _, cells in found]), count=len(found), whole=whole)


def _row(entry: Entry) -> tuple[float, tuple[str, ...]]:
    found = timed(partial(program, entry.program, **entry.arguments), process_time)
    assert found.answer.verdict is Verdict.of(entry.right), entry.program.__name__
    claimed = f"{entry.budget} units" if entry.budget is not None else f"ratio {dict(entry.question)['odds']}"
    cells = (f"`{entry.program.__name__}`", entry.source, claimed, found.answer.verdict.value, duration(found.seconds))
    return found.seconds, cells


def main() -> None:
    """Print the section alone."""
    print(section())


if __name__ == "__main__":
    main()
