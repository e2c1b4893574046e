"""The command line under hostile and half-good arguments: `python -m tests.cli.fuzz 1000 [SEED]`.

Every invocation goes through the program's entry point in a process of its own, with limits on time and memory.
Arguments are drawn from words that are good, bad, or anything; where all are good the exit code must be 0, where one is
bad it must be 2, and always: no traceback, no signal, nothing on stdout and one line on stderr where the code is 2.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.cli.fuzz.invocations import cases
from tests.cli.fuzz.processes import run


def main(count: int, seed: int = 1) -> int:
    """Run so many invocations and print what is wrong; 1 if anything is."""
    # Modules of every command are loaded once, before the processes part.
    import sdp_proofs.cli.app
    import sdp_proofs.papers
    import sdp_proofs.privacy.smoothed.delta
    import sdp_proofs.privacy.utility
    import tests.ledger.toy_ledger

    sdp_proofs.cli.app.build()
    sdp_proofs.papers.registry()
    tests.ledger.toy_ledger.registry()
    wrong, ended = 0, dict.fromkeys((0, 1, 2, 3, None), 0)
    slowest, largest = 0.0, 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["SDP_PROOFS_CACHE"] = str(folder / "cache")
        sys.path.insert(0, str(Path(__file__).parents[3]))  # folder of the toy ledger, from any place
        os.chdir(folder)
        for index, case in enumerate(cases(count, seed, folder)):
            outcome = run(case, folder)
            ended[outcome.code] = ended.get(outcome.code, 0) + 1
            slowest, largest = max(slowest, outcome.seconds), max(largest, outcome.megabytes)
            faults = list(outcome.faults(case))
            if faults:
                wrong += 1
                print(
                    f"{index}: {'; '.join(faults)}",
                    f"  {[word[:90] for word in case.arguments]}",
                    f"  {outcome.err[-300:]!r}",
                    sep="\n",
                    flush=True,
                )
    codes = ", ".join(f"{times} times {code}" for code, times in ended.items() if times)
    print(f"{count} invocations, {wrong} wrong; exit codes: {codes}; at most {slowest:.1f} s and {largest:.0f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [1000]
    raise SystemExit(main(*numbers))
