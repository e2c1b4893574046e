"""Ways to prove a claim for all its instances."""
