"""`python -m sdp_proofs.papers`: run the ledger and write the results that the package ships.

What was run before is taken from the cache, so that this takes as long as what has changed. Nothing is written unless
every status agrees with the record. With `--check` nothing is run: exit code 1 tells that the shipped results are older
than a source.
"""

from __future__ import annotations

import os
import sys

from sdp_proofs.files import replace_text
from sdp_proofs.ledger import results
from sdp_proofs.ledger.cache import Store, default_folder
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.digests import SHIPPED, keys, unchanged
from sdp_proofs.ledger.run import run_registry
from sdp_proofs.ledger.snapshot import snapshot, trust_of
from sdp_proofs.papers import LOADER, registry


def check() -> int:
    """Compare the sources with those that the shipped results were found with; 1 if they are others."""
    _, changed, damage = results.shipped(LOADER)
    if damage or changed or results.readable(SHIPPED) is None:
        reason = damage or (f"older than {', '.join(changed[:5])}" if changed else "not there")
        print(f"the shipped results are {reason}; run: make generate", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    """Run, compare with the record, write; 1 if something does not agree."""
    ledger = registry()
    store = Store(default_folder(), keys(ledger, LOADER), unchanged=unchanged)
    found = list(run_registry(ledger, jobs=os.cpu_count() or 1, loader=LOADER, store=store))
    wrong = [result.id for result in found if not result.agrees or result.undecided]
    if wrong:
        print(f"nothing is written: {', '.join(wrong)} must agree with the record", file=sys.stderr)
        return 1
    if ledger.unused:
        print(f"nothing is written: no claim rests on {', '.join(ledger.unused)}", file=sys.stderr)
        return 1
    rows = {row["id"]: row for row in snapshot(ledger, found)["claims"]}
    new = results.results(LOADER, Catalogue(rows, trust_of(ledger)), ledger.homes)
    replace_text(SHIPPED, new.renewed(results.readable(SHIPPED)).text())
    print(f"wrote {SHIPPED}: {len(rows)} claims")
    return 0


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else main())
