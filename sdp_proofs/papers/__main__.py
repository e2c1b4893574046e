"""`python -m sdp_proofs.papers`: run the ledger and write the results that the package ships.

What was run before is taken from the cache, so that this takes as long as what has changed. Nothing is written unless
every status agrees with the record.
"""

from __future__ import annotations

import os
import sys

from sdp_proofs.ledger import results
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.fingerprint import deciding, fingerprints
from sdp_proofs.ledger.run import run_registry
from sdp_proofs.ledger.sealed import default_folder
from sdp_proofs.ledger.snapshot import snapshot, trust_of
from sdp_proofs.ledger.sources import SHIPPED, unchanged
from sdp_proofs.ledger.store import Store
from sdp_proofs.papers import LOADER, registry

_ASSEMBLED_BY = ("sdp_proofs.papers", "sdp_proofs.papers.trust", "sdp_proofs.proving.wing")
"""What makes a ledger of the claims; what these import decides the claims as well."""


def main() -> int:
    """Run, compare with the record, write; 1 if something does not agree."""
    ledger = registry()
    store = Store(default_folder(), fingerprints(ledger, LOADER), unchanged=unchanged)
    found = list(run_registry(ledger, jobs=os.cpu_count() or 1, loader=LOADER, store=store))
    wrong = [result.id for result in found if not result.agrees or result.undecided]
    if wrong:
        print(f"nothing is written: {', '.join(wrong)} must agree with the record", file=sys.stderr)
        return 1
    rows = {row["id"]: row for row in snapshot(ledger, found)["claims"]}
    reads = {home: deciding(home) for home in dict.fromkeys(ledger.homes.values())}
    new = results.results(LOADER, Catalogue(rows, trust_of(ledger)), ledger.homes, reads, _ASSEMBLED_BY)
    SHIPPED.write_text(new.renewed(results.readable(SHIPPED)).text(), encoding="utf-8")
    print(f"wrote {SHIPPED}: {len(rows)} claims")
    return 0


if __name__ == "__main__":
    sys.exit(main())
