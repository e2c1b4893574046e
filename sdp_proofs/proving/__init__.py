"""Ways to prove a claim for all instances: in steps, from facts, by induction, by tangents, through squares."""
