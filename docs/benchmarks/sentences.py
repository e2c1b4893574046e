"""Proved sentences: the replay of all, one of them, proving afresh, evaluation and hunts, and the size of the files."""

from __future__ import annotations

import tempfile
from pathlib import Path

import sdp_proofs as sdp
from docs.benchmarks.timing import duration, python, table, timed
from sdp_proofs.logic import proofs, record
from sdp_proofs.verdict import Verdict

SECTION = """\
{theorems} theorems in {steps:,} steps, {size:.2f} MB of compressed proof files. A replay is a process of its own, which
loads the kernel and the replay alone; the start of Python is in its time.

{rows}
"""
_AFRESH = """
import sys
from pathlib import Path
from sdp_proofs.logic import proofs
print(sum(proofs.renew(Path(sys.argv[1])).values()))
"""
_RECORD = """
import sys
from pathlib import Path
from sdp_proofs.logic import proofs
print(len(proofs.write_record(Path(sys.argv[1]))["theorems"]))
"""


def section() -> str:
    """Measure the whole section in one run."""
    everything = timed(proofs.proved)
    one = timed(lambda: proofs.proved(["adaptive_composition"]))
    cited = len(one.answer) - 1
    composition = sdp.statement("adaptive-composition")
    half, tilted, rows = ["1/2", "1/2"], ["1/4", "3/4"], [["1/3", "2/3"], ["1/2", "1/2"]]
    values = {"E": 1, "F": 1, "delta": "1/4", "kappa": "1/2", "P": half, "Q": tilted, "K": rows, "L": rows[::-1]}
    called = timed(lambda: composition.holds(**values))
    hunted = timed(lambda: composition.hunt(300))
    with tempfile.TemporaryDirectory() as place:
        afresh = timed(lambda: python(["-c", _AFRESH, place]))
        written = timed(lambda: python(["-c", _RECORD, place]))
        same = all((Path(place) / file.name).read_bytes() == file.read_bytes() for file in record.files())
    assert called.answer is Verdict.HOLDS and not hunted.answer.refuted and same
    assert int(written.answer) == len(everything.answer)
    assert set(everything.answer) == set(record.shipped()) >= set(one.answer)
    return SECTION.format(
        theorems=len(everything.answer),
        steps=int(afresh.answer),
        size=sum(file.stat().st_size for file in record.files()) / 10**6,
        rows=table(
            ["", "time"],
            [
                ["replay of all theorems", duration(everything.seconds)],
                [f"replay of adaptive composition, with the {cited} that it cites", duration(one.seconds)],
                ["all proofs found afresh and written, a process for each core", duration(afresh.seconds)],
                ["their record: a replay, and an instance that meets the premises of each", duration(written.seconds)],
                ["adaptive composition, evaluated at two laws and two channels", duration(called.seconds)],
                ["a hunt of 300 draws for an instance that refutes it", duration(hunted.seconds)],
            ],
        ),
    ).rstrip()
