"""Renewal of the proof files: `python -m sdp_proofs.logic` proves all statements afresh and replays them."""

from sdp_proofs.logic.proofs import renew, write_record

counts = renew()
print(f"{len(counts)} theorems proved in {sum(counts.values())} steps; {len(write_record()['theorems'])} replayed")
