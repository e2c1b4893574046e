"""Ways to prove a claim for all its instances."""

from sdp_proofs.ledger.claim import holds_ways_to_prove

holds_ways_to_prove(__name__)
