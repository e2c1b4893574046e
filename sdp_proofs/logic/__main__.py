"""Renewal of the proof files: `python -m sdp_proofs.logic` proves all statements afresh and replays them.

With `--check` nothing is proved: exit code 1 tells that the record is older than a statement, the kernel or a file.
With `--lint` neither: exit code 1 tells that a statement or a definition has a fault that `linting` looks for.
"""

from __future__ import annotations

import sys

from sdp_proofs.logic.proofs import load, renew, write_record
from sdp_proofs.logic.record import shipped
from sdp_proofs.logic.replay import digest


def check() -> int:
    """Compare the record with the statements; 1 if one is missing, new or another sentence."""
    recorded = {name: entry["digest"] for name, entry in shipped().items()}
    stated = {name: digest(one.term) for name, one in load().items() if one.prover is not None}
    changed = sorted({name for name, _ in recorded.items() ^ stated.items()})
    if changed:
        print(f"the proof files are older than {', '.join(changed[:5])}; run: make generate", file=sys.stderr)
    return 1 if changed else 0


def lint() -> int:
    """Print the faults of all statements and definitions; 1 if there is one."""
    from sdp_proofs.logic.linting import faults

    found = list(faults(load()))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


def main() -> int:
    """Prove all statements, replay their files and write the record."""
    counts = renew()
    print(f"{len(counts)} theorems proved in {sum(counts.values())} steps; {len(write_record()['theorems'])} replayed")
    return 0


if __name__ == "__main__":
    modes = {"": main, "--check": check, "--lint": lint}
    asked = " ".join(sys.argv[1:])
    sys.exit(modes[asked]() if asked in modes else f"usage: python -m sdp_proofs.logic [--check | --lint]; got {asked}")
